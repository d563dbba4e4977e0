/* refrain-composite-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Text and JSON of what happens together.
 */
#include "config.h"

#include "refrain-composite-report.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "refrain-composite-notes.h"
#include "refrain-cycle-name.h"
#include "refrain-pattern-facts.h"
#include "refrain-pattern-form.h"
#include "refrain-pattern-table.h"
#include "refrain-thread-note.h"
#include "refrain-time-format.h"
#include "refrain-traffic-report.h"
#include "refrain-unrecorded-note.h"

/* A text names no more cycles than so many, and of a composite pattern no more parts. */
#define MAX_CYCLES_SHOWN 5
#define MAX_PARTS_SHOWN  4

/* Composite patterns are numbered from 1 in the order in which they are listed. */
typedef struct
{
  RefrainComposites *composites;
  RefrainPatternSet *set;
  guint n;
} Composites;

static void
composites_init (Composites *self, RefrainComposites *composites)
{
  self->composites = composites;
  self->set = refrain_composites_get_set (composites);
  self->n = refrain_pattern_set_get_n_patterns (self->set);
}

/* The processes that take part in any occurrence: those of a family are not all in the first. */
static GArray *
find_ranks (const Composites *self, RefrainPattern *pattern)
{
  const guint n = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (self->set));
  g_autofree gboolean *in = g_new0 (gboolean, (gsize) n + 1);
  GArray *ranks = g_array_new (FALSE, FALSE, sizeof (guint));

  for (gsize i = 0; i < refrain_pattern_get_n_occurrences (pattern); i++)
    {
      gsize n_parts;
      const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (pattern, i, &n_parts);

      for (gsize k = 0; k < n_parts; k++)
        in[parts[k].process] = TRUE;
    }
  for (guint p = 0; p < n; p++)
    if (in[p])
      g_array_append_val (ranks, p);
  return ranks;
}

/* How many occurrences each process has with the master @hub. Free with g_free(). */
static gsize *
count_tasks (const Composites *self, RefrainPattern *pattern, guint32 hub)
{
  gsize *tasks
      = g_new0 (gsize, refrain_trace_get_n_processes (refrain_pattern_set_get_trace (self->set)));

  for (gsize i = 0; i < refrain_pattern_get_n_occurrences (pattern); i++)
    {
      gsize n_parts;
      const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (pattern, i, &n_parts);

      for (gsize k = 0; k < n_parts; k++)
        if (parts[k].process != hub)
          tasks[parts[k].process]++;
    }
  return tasks;
}

/* ---- JSON ---- */

static void
add_occurrence (RefrainJsonWriter *json, const char *name, RefrainPattern *pattern, gsize i)
{
  RefrainTime start, end;

  refrain_pattern_get_occurrence_span (pattern, i, &start, &end);
  refrain_json_begin_object (json, name);
  refrain_json_add_int (json, "occurrence", (gint64) i + 1);
  refrain_json_add_double (json, "from", (double) start / 1e9);
  refrain_json_add_double (json, "to", (double) end / 1e9);
  refrain_json_add_double (json, "seconds", (double) (end - start) / 1e9);
  refrain_json_end_object (json);
}

static void
add_tasks (RefrainJsonWriter *json, const Composites *self, RefrainPattern *pattern, guint32 hub)
{
  g_autofree gsize *tasks = count_tasks (self, pattern, hub);
  const guint n = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (self->set));

  refrain_json_begin_object (json, "tasks");
  for (guint p = 0; p < n; p++)
    if (tasks[p] > 0)
      {
        g_autofree char *rank = g_strdup_printf ("%u", p);

        refrain_json_add_int (json, rank, (gint64) tasks[p]);
      }
  refrain_json_end_object (json);
}

static void
add_composite (RefrainJsonWriter *json, const Composites *self, guint32 index)
{
  RefrainPattern *pattern = refrain_pattern_set_get_pattern (self->set, index);
  const RefrainCompositeInfo *info = refrain_composites_get_info (self->composites, index);
  const RefrainPatternMetrics *metrics = refrain_pattern_get_metrics (pattern);
  const gsize n = refrain_pattern_get_n_occurrences (pattern);
  g_autoptr (GArray) ranks = find_ranks (self, pattern);
  gsize longest, median;
  RefrainRoutine *routine = refrain_pattern_get_routine (pattern);

  refrain_json_begin_object (json, NULL);
  refrain_json_add_int (json, "id", index + 1);
  refrain_json_add_string (json, "name", refrain_pattern_get_name (pattern));
  refrain_json_add_int (json, "occurrences", n);
  refrain_json_add_int (json, "processes", ranks->len);
  refrain_json_begin_array (json, "ranks");
  for (guint i = 0; i < ranks->len; i++)
    refrain_json_add_int (json, NULL, g_array_index (ranks, guint, i));
  refrain_json_end_array (json);
  refrain_json_begin_array (json, "stages");
  for (gsize i = 0; i < info->n_parts; i++)
    refrain_json_add_int (json, NULL, (gint64) info->stages[i] + 1);
  refrain_json_end_array (json);
  refrain_json_add_int (json, "stage_count", info->n_stages);
  refrain_json_add_int (json, "groups", info->n_groups);
  refrain_json_add_string (json, "kind",
                           refrain_pattern_is_collective (pattern) ? "collective" : "messages");
  refrain_json_add_string (json, "routine",
                           routine != NULL ? refrain_routine_get_label (routine) : NULL);
  refrain_json_add_double (json, "share",
                           (double) refrain_pattern_get_n_in_routine (pattern) / (double) n);
  refrain_json_add_int (json, "total_messages", metrics->total_messages);
  refrain_json_add_double (json, "message_share", metrics->message_share);
  refrain_json_add_double (json, "time_share", metrics->time_share);
  if (info->hub != REFRAIN_NONE)
    refrain_json_add_int (json, "master", info->hub);
  if (info->answered)
    add_tasks (json, self, pattern, info->hub);
  refrain_pattern_find_durations (pattern, &longest, &median);
  add_occurrence (json, "longest", pattern, longest);
  add_occurrence (json, "median", pattern, median);
  refrain_json_end_object (json);
}

static void
add_cycle (RefrainJsonWriter *json, const Composites *self, RefrainCycle *cycle)
{
  gsize n, n_processes;
  const RefrainCycleItem *items = refrain_cycle_get_items (cycle, &n);
  const guint32 *processes = refrain_cycle_get_processes (cycle, &n_processes);

  refrain_json_begin_object (json, NULL);
  refrain_json_add_int (json, "id", refrain_cycle_get_id (cycle));
  refrain_json_add_int (json, "count", refrain_cycle_get_count (cycle));
  refrain_json_begin_array (json, "body");
  for (gsize i = 0; i < n; i++)
    {
      refrain_json_begin_object (json, NULL);
      refrain_json_add_int (json, "pattern", items[i].pattern + 1);
      refrain_json_add_int (json, "times", items[i].times);
      if (items[i].threads > 1)
        refrain_json_add_int (json, "threads", items[i].threads);
      if (items[i].lane > 0)
        refrain_json_add_int (json, "thread", items[i].lane);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
  refrain_json_add_int (json, "processes", n_processes);
  refrain_json_begin_array (json, "ranks");
  for (gsize i = 0; i < n_processes; i++)
    refrain_json_add_int (json, NULL, processes[i]);
  refrain_json_end_array (json);
  refrain_json_end_object (json);
}

/* What delimits the composite patterns, which may be others than those of the elementary ones. */
static void
add_delimiters (RefrainJsonWriter *json, RefrainPatternSet *set)
{
  gsize n = 0;
  RefrainRoutine *const *delimiters
      = set != NULL ? refrain_pattern_set_get_delimiters (set, &n) : NULL;
  const RefrainWrapper *wrappers;

  refrain_json_begin_array (json, "composite_delimiters");
  for (gsize i = 0; i < n; i++)
    refrain_json_add_string (json, NULL, refrain_routine_get_label (delimiters[i]));
  refrain_json_end_array (json);
  refrain_json_begin_array (json, "composite_wrappers");
  wrappers = set != NULL ? refrain_pattern_set_get_wrappers (set, &n) : NULL;
  for (gsize i = 0; wrappers != NULL && i < n; i++)
    {
      refrain_json_begin_object (json, NULL);
      refrain_json_add_string (json, "routine", refrain_routine_get_label (wrappers[i].routine));
      refrain_json_add_string (json, "reason", wrappers[i].reason);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
}

void
refrain_composite_report_add (RefrainJsonWriter *json, RefrainComposites *composites)
{
  Composites list = { 0 };
  const Composites *self = composites != NULL ? &list : NULL;
  GPtrArray *cycles = composites != NULL ? refrain_composites_get_cycles (composites) : NULL;

  if (composites != NULL)
    composites_init (&list, composites);
  refrain_json_begin_array (json, "composite_patterns");
  for (guint i = 0; self != NULL && i < self->n; i++)
    add_composite (json, self, i);
  refrain_json_end_array (json);
  refrain_json_begin_array (json, "cycles");
  for (guint i = 0; cycles != NULL && i < cycles->len; i++)
    add_cycle (json, self, cycles->pdata[i]);
  refrain_json_end_array (json);
  add_delimiters (json, self != NULL ? self->set : NULL);
}

/* ---- Text ---- */

void
refrain_composite_report_print_wrappers (RefrainPatternSet *set)
{
  gsize n;
  RefrainRoutine *const *delimiters = refrain_pattern_set_get_delimiters (set, &n);
  const RefrainWrapper *wrappers;

  printf ("%s", _ ("Delimited by:"));
  for (gsize i = 0; i < n; i++)
    printf (" %s", refrain_routine_get_label (delimiters[i]));
  printf ("%s\n", n == 0 ? _ (" collectives alone") : "");
  wrappers = refrain_pattern_set_get_wrappers (set, &n);
  for (gsize i = 0; i < n; i++)
    printf (_ ("Wrapper %s: %s\n"), refrain_routine_get_label (wrappers[i].routine),
            wrappers[i].reason);
}

/* Those first that can be told whole; what one process alone goes through is no cycle of the run.
 */
static void
print_cycles (const Composites *self)
{
  GPtrArray *cycles = refrain_composites_get_cycles (self->composites);
  g_autofree char *threads
      = refrain_thread_note_describe (refrain_pattern_set_get_trace (self->set));
  const guint least
      = MIN (refrain_trace_get_n_processes (refrain_pattern_set_get_trace (self->set)), 2);
  guint n_shown = 0, n_told = 0;

  for (guint i = 0; i < cycles->len; i++)
    {
      gsize n_processes;

      refrain_cycle_get_processes (cycles->pdata[i], &n_processes);
      n_told += n_processes >= least;
    }
  for (int whole = 1; whole >= 0; whole--)
    for (guint i = 0; i < cycles->len && n_shown < MAX_CYCLES_SHOWN; i++)
      {
        g_autofree char *name = NULL;
        gsize n_processes;

        refrain_cycle_get_processes (cycles->pdata[i], &n_processes);
        if (refrain_cycle_is_short (cycles->pdata[i]) != whole || n_processes < least)
          continue;
        name = refrain_cycle_make_name (cycles->pdata[i], self->set);
        printf ("%s\n", name);
        n_shown++;
      }
  if (n_told > n_shown)
    printf (ngettext ("… %u more cycle\n", "… %u more cycles\n", n_told - n_shown),
            n_told - n_shown);
  if (threads != NULL)
    printf ("%s\n", threads);
  if (n_shown > 0 || threads != NULL)
    printf ("\n");
}

/* Of a composite pattern that is several elementary ones these, and of work handed out who does how
 * much. */
static void
print_parts (const Composites *self, RefrainPattern *pattern, const RefrainCompositeInfo *info)
{
  RefrainPatternSet *elementary = refrain_composites_get_elementary (self->composites);
  g_autofree gsize *counts = NULL;

  if (info->hub != REFRAIN_NONE && !info->answered)
    return;
  if (info->hub != REFRAIN_NONE)
    {
      g_autofree gsize *tasks = count_tasks (self, pattern, info->hub);
      const guint n = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (self->set));

      printf (_ ("%43smaster %u; worker: tasks"), "", info->hub);
      for (guint p = 0; p < n; p++)
        if (tasks[p] > 0)
          printf (" %u: %" G_GSIZE_FORMAT, p, tasks[p]);
      printf ("\n");
      return;
    }
  if (info->n_parts < 2)
    return;
  counts = refrain_composites_count_parts (self->composites, refrain_pattern_get_id (pattern) - 1);
  for (gsize i = 0; i < MIN (info->n_parts, MAX_PARTS_SHOWN); i++)
    {
      RefrainPattern *part = refrain_pattern_set_get_pattern (elementary, info->stages[i]);

      printf ("%43s%" G_GSIZE_FORMAT " × %s\n", "", counts[i], refrain_pattern_get_name (part));
    }
  if (info->n_parts > MAX_PARTS_SHOWN)
    printf (_ ("%43s… %zu more\n"), "", info->n_parts - MAX_PARTS_SHOWN);
}

static void
print_composite (const Composites *self, guint32 index)
{
  RefrainPattern *pattern = refrain_pattern_set_get_pattern (self->set, index);
  const RefrainCompositeInfo *info = refrain_composites_get_info (self->composites, index);
  const gsize n = refrain_pattern_get_n_occurrences (pattern);
  g_autoptr (GArray) ranks = find_ranks (self, pattern);
  g_autofree char *routine = refrain_pattern_describe_routine (pattern);

  printf ("%5u %12" G_GSIZE_FORMAT " %10u %9.1f %%  %s", index + 1, n, ranks->len,
          100 * refrain_pattern_get_metrics (pattern)->message_share,
          refrain_pattern_get_name (pattern));
  if (routine != NULL)
    printf (" (%s)", routine);
  printf ("\n");
  print_parts (self, pattern, info);
}

/* "12.3 ms  no. 7 at 1.204 s" */
static char *
describe_occurrence (RefrainPattern *pattern, gsize i)
{
  RefrainTime start, end;
  g_autofree char *duration = NULL, *at = NULL;

  refrain_pattern_get_occurrence_span (pattern, i, &start, &end);
  duration = refrain_time_format (end - start, 3);
  at = refrain_time_format (start, 6);
  /* Translators: how long an occurrence takes, its number, and when it begins. */
  return g_strdup_printf (_ ("%s (no. %zu at %s)"), duration, i + 1, at);
}

/* Which occurrences took longest, of the patterns that come again. */
static void
print_durations (const Composites *self)
{
  gboolean any = FALSE;

  for (guint i = 0; i < self->n; i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (self->set, i);
      g_autofree char *long_one = NULL, *middle = NULL;
      gsize longest, median;

      if (refrain_pattern_get_n_occurrences (pattern) < 2)
        continue;
      refrain_pattern_find_durations (pattern, &longest, &median);
      long_one = describe_occurrence (pattern, longest);
      middle = describe_occurrence (pattern, median);
      if (!any)
        printf ("\n%5s  %-36s %s\n", _ ("id"), _ ("longest occurrence"), _ ("median occurrence"));
      any = TRUE;
      printf ("%5u  %-36s %s\n", i + 1, long_one, middle);
    }
}

static void
print_composite_events (const Composites *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (self->set, i);
      g_autofree char *table = refrain_pattern_write_table (
          pattern, refrain_pattern_set_get_symbols (self->set), REFRAIN_TABLE_TEXT, 0);

      printf ("\n%u  %s\n%s", i + 1, refrain_pattern_get_name (pattern), table);
    }
}

/* What is sent in each iteration, instead of patterns that do not come again. */
static void
print_traffic (const Composites *self, const RefrainTraffic *traffic)
{
  g_autoptr (GString) report = g_string_new (NULL);

  refrain_traffic_report_append (report, traffic->rows, TRUE, "");
  fputs (report->str, stdout);
  printf (ngettext ("\n%u pattern, of which most messages come once (--all lists it)\n",
                    "\n%u patterns, of which most messages come once (--all lists them)\n",
                    self->n),
          self->n);
}

/* What is to be known before any pattern: that messages are not whole, that work is handed out, or
 * that nothing repeats. */
static void
print_first (const Composites *self, RefrainTraffic *traffic)
{
  g_auto (GStrv) notes = NULL;
  g_autofree char *unrecorded
      = refrain_unrecorded_note_describe (refrain_pattern_set_get_trace (self->set));

  if (unrecorded != NULL)
    printf ("%s\n", unrecorded);
  refrain_traffic_judge (traffic, self->composites);
  notes = refrain_composite_notes_new (self->composites, traffic);
  for (gsize i = 0; notes[i] != NULL; i++)
    printf ("%s\n", notes[i]);
}

void
refrain_composite_report_print_first (RefrainComposites *composites)
{
  Composites list = { 0 };
  g_auto (RefrainTraffic) traffic = { 0 };

  composites_init (&list, composites);
  if (list.n > 0)
    print_first (&list, &traffic);
}

void
refrain_composite_report_print (RefrainComposites *composites, gboolean events, gboolean all)
{
  Composites list = { 0 };
  g_auto (RefrainTraffic) traffic = { 0 };
  const Composites *self = &list;
  RefrainPatternSet *elementary = refrain_composites_get_elementary (composites);

  composites_init (&list, composites);
  if (self->n == 0)
    {
      g_autofree char *unrecorded
          = refrain_unrecorded_note_describe (refrain_pattern_set_get_trace (self->set));

      if (unrecorded != NULL)
        printf (_ ("no patterns: %s\n"), unrecorded);
      else
        printf (_ ("no patterns: the trace holds no messages and no collective operations\n"));
      return;
    }
  print_first (self, &traffic);
  if (traffic.regularity == REFRAIN_IRREGULAR && !all && !events)
    {
      print_traffic (self, &traffic);
      return;
    }
  print_cycles (self);
  printf ("%5s %12s %10s %11s  %s\n", _ ("id"), _ ("occurrences"), _ ("processes"),
          _ ("of messages"), _ ("pattern (routine)"));
  for (guint i = 0; i < self->n; i++)
    print_composite (self, i);
  print_durations (self);
  if (events)
    print_composite_events (self);
  printf ("\n");
  refrain_composite_report_print_wrappers (self->set);
  printf (ngettext ("Made of %u elementary pattern (--elementary lists it)\n",
                    "Made of %u elementary patterns (--elementary lists them)\n",
                    refrain_pattern_set_get_n_patterns (elementary)),
          refrain_pattern_set_get_n_patterns (elementary));
}
