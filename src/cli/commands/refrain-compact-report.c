/* refrain-compact-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Counts as the thesis has them (Table 3.7), before and after.
 */
#include "config.h"

#include "refrain-compact-report.h"

#include <inttypes.h>
#include <glib/gi18n.h>

#include "refrain-json-writer.h"
#include "refrain-time-format.h"
#include "refrain-visible.h"

static const char *const variant_names[] = { "leaves", "runs", "sequences", "recursion" };

static double
get_bytes_per_event (const RefrainCompactFile *file)
{
  return file->events > 0 ? (double) file->bytes / (double) file->events : 0;
}

static gboolean
is_compacted (const RefrainCompactFile *file)
{
  return file->has_form && file->sizes.limit == REFRAIN_COMPACT_FITS;
}

/* ---- JSON ---- */

/* The limit that kept the events from the compact form, NULL where none did. */
static const char *
get_reason (const RefrainCompactFile *file)
{
  static const char *const limits[] = { [REFRAIN_COMPACT_FITS] = NULL,
                                        [REFRAIN_COMPACT_TOO_SMALL] = "growth",
                                        [REFRAIN_COMPACT_TOO_MANY] = "events" };

  return file->has_form ? limits[file->sizes.limit] : "format";
}

static void
add_sizes (RefrainJsonWriter *json, const RefrainCompactSizes *sizes)
{
  for (guint m = 0; m < REFRAIN_N_COMPACT_METHODS; m++)
    {
      g_autofree char *name = g_strdup_printf ("bytes_by_%s", refrain_compact_method_get_name (m));

      refrain_json_add_int (json, name, (gint64) sizes->bytes[m]);
    }
}

static void
add_counts (RefrainJsonWriter *json, const char *name, const RefrainCompactionCounts *counts)
{
  refrain_json_begin_object (json, name);
  refrain_json_add_int (json, "nodes", (gint64) counts->nodes);
  refrain_json_add_int (json, "edges", (gint64) counts->edges);
  refrain_json_add_int (json, "messages", (gint64) counts->messages);
  refrain_json_end_object (json);
}

static void
add_variant (RefrainJsonWriter *json, RefrainCompaction *compaction, RefrainCompactionVariant v)
{
  const RefrainCompactionCounts before = refrain_compaction_get_before (compaction);
  const RefrainCompactionCounts own = refrain_compaction_get_after (compaction, v, FALSE);
  const RefrainCompactionCounts shared = refrain_compaction_get_after (compaction, v, TRUE);

  refrain_json_begin_object (json, variant_names[v]);
  refrain_json_add_int (json, "nodes", (gint64) own.nodes);
  refrain_json_add_int (json, "edges", (gint64) own.edges);
  refrain_json_add_double (json, "rate", refrain_compaction_get_rate (&before, &own));
  refrain_json_add_int (json, "shared_nodes", (gint64) shared.nodes);
  refrain_json_add_int (json, "shared_edges", (gint64) shared.edges);
  refrain_json_add_double (json, "shared_rate", refrain_compaction_get_rate (&before, &shared));
  refrain_json_end_object (json);
}

static void
add_repeat (RefrainJsonWriter *json, const RefrainCompactionRepeat *repeat)
{
  if (repeat == NULL)
    {
      refrain_json_add_null (json, "repeat");
      return;
    }
  refrain_json_begin_object (json, "repeat");
  refrain_json_add_string (json, "caller", repeat->caller);
  refrain_json_add_string (json, "body", repeat->body);
  refrain_json_add_int (json, "turns", (gint64) repeat->repeats);
  refrain_json_add_int (json, "times", (gint64) repeat->times);
  refrain_json_add_int (json, "calls", (gint64) repeat->calls);
  refrain_json_end_object (json);
}

static void
print_json (RefrainCompaction *compaction, const RefrainCompactFile *file)
{
  RefrainJsonWriter *json = &(RefrainJsonWriter){ 0 };
  const RefrainCompactionCounts before = refrain_compaction_get_before (compaction);
  const RefrainCompactionCounts after
      = refrain_compaction_get_after (compaction, REFRAIN_COMPACTION_RECURSION, FALSE);
  const RefrainCompactionCounts table = refrain_compaction_get_as_table (compaction);

  refrain_json_begin_object (json, NULL);
  add_counts (json, "before", &before);
  add_counts (json, "after", &after);
  refrain_json_add_double (json, "rate", refrain_compaction_get_rate (&before, &after));
  refrain_json_begin_object (json, "variants");
  for (guint v = 0; v < REFRAIN_N_COMPACTIONS; v++)
    add_variant (json, compaction, v);
  refrain_json_begin_object (json, "table");
  refrain_json_add_int (json, "nodes", (gint64) table.nodes);
  refrain_json_add_int (json, "edges", (gint64) table.edges);
  refrain_json_add_double (json, "rate", refrain_compaction_get_rate (&before, &table));
  refrain_json_end_object (json);
  refrain_json_end_object (json);
  add_repeat (json, refrain_compaction_get_repeat (compaction));
  refrain_json_begin_object (json, "file");
  if (file->has_form)
    refrain_json_add_int (json, "bytes", (gint64) file->bytes);
  else
    refrain_json_add_null (json, "bytes");
  refrain_json_add_int (json, "events", (gint64) file->events);
  if (file->has_form)
    refrain_json_add_double (json, "bytes_per_event", get_bytes_per_event (file));
  else
    refrain_json_add_null (json, "bytes_per_event");
  refrain_json_add_boolean (json, "compacted", is_compacted (file));
  refrain_json_add_string (json, "reason", get_reason (file));
  if (is_compacted (file))
    refrain_json_add_string (json, "method", refrain_compact_method_get_name (file->sizes.method));
  if (file->has_form && file->sizes.limit != REFRAIN_COMPACT_TOO_MANY)
    add_sizes (json, &file->sizes);
  refrain_json_end_object (json);
  refrain_json_end_object (json);
}

/* ---- Text ---- */

static void
print_gain (const RefrainCompactionCounts *before, const RefrainCompactionCounts *after)
{
  g_autofree char *calls = refrain_count_format (before->nodes);
  g_autofree char *nodes = refrain_count_format (after->nodes);
  g_autofree char *edges = refrain_count_format (before->edges);
  g_autofree char *edges_after = refrain_count_format (after->edges);
  g_autofree char *messages = refrain_count_format (before->messages);
  g_autofree char *messages_after = refrain_count_format (after->messages);

  if (before->nodes == 0 && before->messages == 0)
    {
      g_print (_ ("The trace holds neither calls nor messages: there is nothing to share.\n"));
      return;
    }
  g_print (_ ("%s calls are %s different ones: nodes %s → %s, edges %s → %s, messages %s → %s, "
              "%.1f %% fewer in all.\n"),
           calls, nodes, calls, nodes, edges, edges_after, messages, messages_after,
           refrain_compaction_get_rate (before, after));
}

static void
print_repeat (const RefrainCompactionCounts *before, const RefrainCompactionRepeat *repeat)
{
  g_autofree char *turns = NULL, *times = NULL, *body = NULL, *caller = NULL;
  double share;

  if (repeat == NULL)
    {
      g_print (_ ("No sequence of calls comes twice in a row.\n"));
      return;
    }
  turns = refrain_count_format (repeat->repeats);
  times = refrain_count_format (repeat->times);
  body = refrain_visible_line (repeat->body);
  caller = refrain_visible_line (repeat->caller != NULL ? repeat->caller : "");
  share = 100.0 * (double) repeat->calls / (double) MAX (before->nodes, 1);
  if (repeat->caller != NULL)
    g_print (_ ("Most calls are in one repeat: %s, %s times in a row in %s (met %s times; "
                "%.0f %% of all calls).\n"),
             body, turns, caller, times, share);
  else
    g_print (_ ("Most calls are in one repeat: %s, %s times in a row (met %s times; "
                "%.0f %% of all calls).\n"),
             body, turns, times, share);
}

/* That the file is plain, and why. */
static void
print_limit (const RefrainCompactFile *file, const char *bytes, double smallest)
{
  if (file->sizes.limit == REFRAIN_COMPACT_TOO_MANY)
    g_print (_ ("%s: %s bytes, written whole: there are more than 2^28 events, the most that the "
                "compact form holds.\n"),
             file->path, bytes);
  else
    g_print (_ ("%s: %s bytes, written whole: in the compact form an event would take %.2g bytes, "
                "and readers refuse a file that expands more than %u times (beyond 256 MiB).\n"),
             file->path, bytes, smallest, REFRAIN_COMPACT_MAX_GROWTH);
}

/* Nothing where there is no compact form: what was written whole may be several files. */
static void
print_file (const RefrainCompactFile *file)
{
  const double events = (double) MAX (file->events, 1);
  const double loops = (double) file->sizes.bytes[REFRAIN_COMPACT_LOOPS] / events;
  const double calls = (double) file->sizes.bytes[REFRAIN_COMPACT_CALLS] / events;
  g_autofree char *bytes = refrain_count_format (file->bytes);

  if (!file->has_form)
    return;
  if (!is_compacted (file))
    print_limit (file, bytes, MIN (loops, calls));
  else if (file->sizes.method == REFRAIN_COMPACT_LOOPS)
    g_print (
        _ ("%s: %s bytes, %.2f an event; of that %.2f for the events themselves, kept by loops "
           "(by calls: %.2f).\n"),
        file->path, bytes, get_bytes_per_event (file), loops, calls);
  else
    g_print (
        _ ("%s: %s bytes, %.2f an event; of that %.2f for the events themselves, kept by calls "
           "(by loops: %.2f).\n"),
        file->path, bytes, get_bytes_per_event (file), calls, loops);
}

static void
print_table (RefrainCompaction *compaction)
{
  const char *const titles[] = { _ ("equal leaf calls in a row"), _ ("equal sub-trees in a row"),
                                 _ ("sequences in a row"), _ ("recursion") };
  const RefrainCompactionCounts before = refrain_compaction_get_before (compaction);
  const RefrainCompactionCounts table = refrain_compaction_get_as_table (compaction);

  g_print ("\n%-28s %10s %10s %8s %12s %12s\n", _ ("collapsed"), _ ("nodes"), _ ("edges"),
           _ ("rate"), _ ("nodes of all"), _ ("edges of all"));
  for (guint v = 0; v < REFRAIN_N_COMPACTIONS; v++)
    {
      const RefrainCompactionCounts own = refrain_compaction_get_after (compaction, v, FALSE);
      const RefrainCompactionCounts all = refrain_compaction_get_after (compaction, v, TRUE);

      g_print ("%-28s %10" PRIu64 " %10" PRIu64 " %6.2f %% %12" PRIu64 " %12" PRIu64 "\n",
               titles[v], own.nodes, own.edges, refrain_compaction_get_rate (&before, &own),
               all.nodes, all.edges);
    }
  g_print ("%-28s %10" PRIu64 " %10" PRIu64 " %6.2f %%\n", _ ("as Table 3.7 counts"), table.nodes,
           table.edges, refrain_compaction_get_rate (&before, &table));
}

void
refrain_compact_report_print (RefrainCompaction *compaction,
                              const RefrainCompactFile *file,
                              gboolean json)
{
  RefrainCompactionCounts before, after;

  if (json)
    {
      print_json (compaction, file);
      return;
    }
  before = refrain_compaction_get_before (compaction);
  after = refrain_compaction_get_after (compaction, REFRAIN_COMPACTION_RECURSION, FALSE);
  print_gain (&before, &after);
  print_repeat (&before, refrain_compaction_get_repeat (compaction));
  print_file (file);
  print_table (compaction);
}
