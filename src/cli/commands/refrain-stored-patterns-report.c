/* refrain-stored-patterns-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A line a pattern: its number, kind, occurrences, the operations or calls in all of them and the
 * processes that they are of.
 */
#include "config.h"

#include "refrain-stored-patterns-report.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "refrain-json-writer.h"
#include "refrain-visible.h"

typedef struct
{
  guint64 occurrences, rows;
  guint processes;
} Totals;

static Totals
count (RefrainTrace *trace, guint pattern)
{
  RefrainTracePatterns *patterns = refrain_trace_get_patterns (trace);
  g_autofree guint8 *seen = g_new0 (guint8, refrain_trace_get_n_processes (trace) + 1);
  Totals totals = { 0 };
  guint64 first, end;

  refrain_trace_patterns_get_occurrences (patterns, pattern, &first, &end);
  totals.occurrences = end - first;
  for (; first < end; first++)
    {
      gsize n;
      const RefrainPatternRows *rows = refrain_trace_patterns_get_rows (patterns, first, &n);

      for (gsize i = 0; i < n; i++)
        {
          totals.rows += rows[i].n;
          totals.processes += seen[rows[i].process] == 0;
          seen[rows[i].process] = 1;
        }
    }
  return totals;
}

static const char *
get_class (RefrainTracePatterns *patterns, guint pattern)
{
  return refrain_trace_patterns_get_kind (patterns, pattern) == REFRAIN_KEPT_CALLS
             ? "RoutinePattern"
             : "CommPattern";
}

static void
print_json (RefrainTrace *trace)
{
  RefrainTracePatterns *patterns = refrain_trace_get_patterns (trace);
  RefrainJsonWriter *json = &(RefrainJsonWriter){ 0 };
  guint n = patterns != NULL ? refrain_trace_patterns_get_n (patterns) : 0;

  refrain_json_begin_object (json, NULL);
  refrain_json_begin_array (json, "stored_patterns");
  for (guint i = 0; i < n; i++)
    {
      const Totals totals = count (trace, i);

      refrain_json_begin_object (json, NULL);
      refrain_json_add_int (json, "id", i + 1);
      refrain_json_add_string (json, "class", get_class (patterns, i));
      refrain_json_add_string (json, "description",
                               refrain_trace_patterns_get_description (patterns, i));
      refrain_json_add_int (json, "occurrences", totals.occurrences);
      refrain_json_add_int (json, "units", totals.rows);
      refrain_json_add_int (json, "processes", totals.processes);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
  refrain_json_end_object (json);
}

static void
print_text (RefrainTrace *trace)
{
  RefrainTracePatterns *patterns = refrain_trace_get_patterns (trace);
  guint n = patterns != NULL ? refrain_trace_patterns_get_n (patterns) : 0;

  if (n == 0)
    {
      g_print (_ ("No patterns are kept with this trace; “convert --patterns” does that\n"));
      return;
    }
  g_print (ngettext ("%u pattern with %" PRIu64 " occurrences is kept\n\n",
                     "%u patterns with %" PRIu64 " occurrences are kept\n\n", n),
           n, refrain_trace_patterns_get_n_occurrences (patterns));
  g_print ("%5s  %-14s %12s %12s %10s  %s\n", _ ("id"), _ ("class"), _ ("occurrences"), _ ("units"),
           _ ("processes"), _ ("pattern"));
  for (guint i = 0; i < n; i++)
    {
      const Totals totals = count (trace, i);
      g_autofree char *what
          = refrain_visible_line (refrain_trace_patterns_get_description (patterns, i));

      g_print ("%5u  %-14s %12" PRIu64 " %12" PRIu64 " %10u  %s\n", i + 1, get_class (patterns, i),
               totals.occurrences, totals.rows, totals.processes, what);
    }
}

void
refrain_stored_patterns_report_print (RefrainTrace *trace, gboolean json)
{
  g_return_if_fail (REFRAIN_IS_TRACE (trace));

  if (json)
    print_json (trace);
  else
    print_text (trace);
}
