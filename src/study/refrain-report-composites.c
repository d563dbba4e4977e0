/* refrain-report-composites.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Of each pattern which processes take part, what it is made of, and which occurrence takes
 * longest.
 */
#include "config.h"

#include "refrain-report-composites.h"

#include <glib/gi18n-lib.h>

#include "refrain-composite-notes.h"
#include "refrain-cycle-name.h"
#include "refrain-pattern-facts.h"
#include "refrain-pattern-table.h"
#include "refrain-phases-found.h"
#include "refrain-report-main-loop.h"
#include "refrain-thread-note.h"
#include "refrain-time-format.h"
#include "refrain-traffic-report.h"
#include "refrain-unrecorded-note.h"

/* A text names no more cycles than so many, and of a composite pattern no more parts. */
#define MAX_CYCLES_SHOWN 5
#define MAX_PARTS_SHOWN  4
/* That occurrences overlap is told where so many take place at a time. */
#define OVERLAP 1.1
/* What occurs less often makes no loop. */
#define FEWEST_TURNS 3

/* Composite patterns are numbered from 1 in the order in which they are listed. */
typedef struct
{
  RefrainReport *report;
  RefrainComposites *composites;
  RefrainPatternSet *set;
  RefrainTrace *trace;
  guint n;
} Composites;

static Composites
look_at (RefrainReport *report, RefrainComposites *composites)
{
  RefrainPatternSet *set = refrain_composites_get_set (composites);

  return (Composites){ report, composites, set, refrain_pattern_set_get_trace (set),
                       refrain_pattern_set_get_n_patterns (set) };
}

/* The processes that take part in any occurrence: those of a family are not all in the first. */
static GArray *
find_ranks (const Composites *self, RefrainPattern *pattern)
{
  const guint n = refrain_trace_get_n_processes (self->trace);
  g_autofree gboolean *in = g_new0 (gboolean, (gsize) n + 1);
  GArray *ranks = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (gsize i = 0; i < refrain_pattern_get_n_occurrences (pattern); i++)
    {
      gsize n_parts;
      const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (pattern, i, &n_parts);

      for (gsize k = 0; k < n_parts; k++)
        in[parts[k].process] = TRUE;
    }
  for (guint32 p = 0; p < n; p++)
    if (in[p])
      g_array_append_val (ranks, p);
  return ranks;
}

/* How many occurrences each process has with the master @hub. Free with g_free(). */
static gsize *
count_tasks (const Composites *self, RefrainPattern *pattern, guint32 hub)
{
  gsize *tasks = g_new0 (gsize, (gsize) refrain_trace_get_n_processes (self->trace) + 1);

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

/* ---- Members -------------------------------------------------------------------------------- */

static void
add_occurrence (RefrainReport *report, const char *name, RefrainPattern *pattern, gsize i)
{
  RefrainTime start, end;

  refrain_pattern_get_occurrence_span (pattern, i, &start, &end);
  refrain_report_begin_object (report, name);
  refrain_report_add_int (report, "occurrence", (gint64) i + 1);
  refrain_report_add_seconds (report, "from", start);
  refrain_report_add_seconds (report, "to", end);
  refrain_report_add_seconds (report, "seconds", end - start);
  refrain_report_end (report);
}

static void
add_tasks (const Composites *self, RefrainPattern *pattern, guint32 hub)
{
  g_autofree gsize *tasks = count_tasks (self, pattern, hub);

  refrain_report_begin_object (self->report, "tasks");
  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace); p++)
    if (tasks[p] > 0)
      {
        g_autofree char *rank = g_strdup_printf ("%u", p);

        refrain_report_add_int (self->report, rank, tasks[p]);
      }
  refrain_report_end (self->report);
}

static void
add_composite (const Composites *self, guint32 index)
{
  RefrainReport *report = self->report;
  RefrainPattern *pattern = refrain_pattern_set_get_pattern (self->set, index);
  const RefrainCompositeInfo *info = refrain_composites_get_info (self->composites, index);
  const RefrainPatternMetrics *metrics = refrain_pattern_get_metrics (pattern);
  const gsize n = refrain_pattern_get_n_occurrences (pattern);
  g_autoptr (GArray) ranks = find_ranks (self, pattern);
  g_autofree guint32 *stages = g_new (guint32, info->n_parts + 1);
  RefrainRoutine *routine = refrain_pattern_get_routine (pattern);
  gsize longest, median;

  for (gsize i = 0; i < info->n_parts; i++)
    stages[i] = info->stages[i] + 1;
  refrain_report_begin_object (report, NULL);
  refrain_report_add_int (report, "id", (gint64) index + 1);
  refrain_report_add_string (report, "name", refrain_pattern_get_name (pattern));
  refrain_report_add_int (report, "occurrences", n);
  refrain_report_add_int (report, "processes", ranks->len);
  refrain_report_add_ranks (report, "ranks", (const guint32 *) (gpointer) ranks->data, ranks->len);
  refrain_report_add_ranks (report, "stages", stages, info->n_parts);
  refrain_report_add_int (report, "stage_count", info->n_stages);
  refrain_report_add_int (report, "groups", info->n_groups);
  refrain_report_add_string (report, "kind",
                             refrain_pattern_is_collective (pattern) ? "collective" : "messages");
  refrain_report_add_string (report, "routine",
                             routine != NULL ? refrain_routine_get_label (routine) : NULL);
  refrain_report_add_double (report, "share",
                             (double) refrain_pattern_get_n_in_routine (pattern) / (double) n);
  refrain_report_add_int (report, "total_messages", metrics->total_messages);
  refrain_report_add_double (report, "message_share", metrics->message_share);
  refrain_report_add_double (report, "time_share", metrics->time_share);
  if (info->hub != REFRAIN_NONE)
    refrain_report_add_int (report, "master", info->hub);
  if (info->answered)
    add_tasks (self, pattern, info->hub);
  refrain_pattern_find_durations (pattern, &longest, &median);
  add_occurrence (report, "longest", pattern, longest);
  add_occurrence (report, "median", pattern, median);
  refrain_report_end (report);
}

static void
add_cycle (RefrainReport *report, RefrainCycle *cycle)
{
  static const RefrainReportColumn columns[] = {
    { "pattern", NULL, REFRAIN_CELL_INT },
    { "times", NULL, REFRAIN_CELL_INT },
    { "threads", NULL, REFRAIN_CELL_INT, REFRAIN_COLUMN_OPTIONAL },
    { "thread", NULL, REFRAIN_CELL_INT, REFRAIN_COLUMN_OPTIONAL },
  };
  gsize n, n_processes;
  const RefrainCycleItem *items = refrain_cycle_get_items (cycle, &n);
  const guint32 *processes = refrain_cycle_get_processes (cycle, &n_processes);
  RefrainReportTable *body;

  refrain_report_begin_object (report, NULL);
  refrain_report_add_int (report, "id", refrain_cycle_get_id (cycle));
  refrain_report_add_int (report, "count", refrain_cycle_get_count (cycle));
  body = refrain_report_add_table (report, "body", NULL, columns);
  for (gsize i = 0; i < n; i++)
    refrain_report_add_row (body, REFRAIN_INT ((gint64) items[i].pattern + 1),
                            REFRAIN_INT (items[i].times),
                            items[i].threads > 1 ? REFRAIN_INT (items[i].threads) : REFRAIN_NO_CELL,
                            items[i].lane > 0 ? REFRAIN_INT (items[i].lane) : REFRAIN_NO_CELL);
  refrain_report_add_int (report, "processes", n_processes);
  refrain_report_add_ranks (report, "ranks", processes, n_processes);
  refrain_report_end (report);
}

void
refrain_report_add_delimiters (RefrainReport *report,
                               RefrainPatternSet *set,
                               const char *delimiters,
                               const char *wrappers)
{
  static const RefrainReportColumn columns[] = {
    { "routine", NULL, REFRAIN_CELL_TEXT },
    { "reason", NULL, REFRAIN_CELL_TEXT },
  };
  gsize n = 0;
  RefrainRoutine *const *list = set != NULL ? refrain_pattern_set_get_delimiters (set, &n) : NULL;
  const RefrainWrapper *passed;
  RefrainReportTable *table;

  refrain_report_begin_array (report, delimiters);
  for (gsize i = 0; i < n; i++)
    refrain_report_add_string (report, NULL, refrain_routine_get_label (list[i]));
  refrain_report_end (report);
  table = refrain_report_add_table (report, wrappers, NULL, columns);
  n = 0;
  passed = set != NULL ? refrain_pattern_set_get_wrappers (set, &n) : NULL;
  for (gsize i = 0; i < n; i++)
    refrain_report_add_row (table, REFRAIN_TEXT (refrain_routine_get_label (passed[i].routine)),
                            REFRAIN_TEXT (passed[i].reason));
}

void
refrain_report_add_composites (RefrainReport *report, RefrainComposites *composites)
{
  Composites self = { 0 };
  GPtrArray *cycles = composites != NULL ? refrain_composites_get_cycles (composites) : NULL;

  if (composites != NULL)
    self = look_at (report, composites);
  refrain_report_begin_array (report, "composite_patterns");
  for (guint i = 0; i < self.n; i++)
    add_composite (&self, i);
  refrain_report_end (report);
  refrain_report_begin_array (report, "cycles");
  for (guint i = 0; cycles != NULL && i < cycles->len; i++)
    add_cycle (report, cycles->pdata[i]);
  refrain_report_end (report);
  /* Others than those of the elementary patterns, maybe. */
  refrain_report_add_delimiters (report, self.set, "composite_delimiters", "composite_wrappers");
}

/* ---- Lines ---------------------------------------------------------------------------------- */

void
refrain_report_say_delimiters (RefrainReport *report, RefrainPatternSet *set)
{
  g_autoptr (GString) names = g_string_new (NULL);
  gsize n;
  RefrainRoutine *const *delimiters = refrain_pattern_set_get_delimiters (set, &n);
  const RefrainWrapper *wrappers;

  for (gsize i = 0; i < n; i++)
    g_string_append_printf (names, " %s", refrain_routine_get_label (delimiters[i]));
  refrain_report_say (report, "%s%s", _ ("Delimited by:"),
                      n > 0 ? names->str : _ (" collectives alone"));
  wrappers = refrain_pattern_set_get_wrappers (set, &n);
  for (gsize i = 0; i < n; i++)
    refrain_report_say (report, _ ("%s is treated as a wrapper. %s"),
                        refrain_routine_get_label (wrappers[i].routine), wrappers[i].reason);
}

char *
refrain_report_name_pattern (RefrainPattern *pattern)
{
  g_autofree char *routine = refrain_pattern_describe_routine (pattern);

  return routine != NULL ? g_strdup_printf ("%s (%s)", refrain_pattern_get_name (pattern), routine)
                         : g_strdup (refrain_pattern_get_name (pattern));
}

void
refrain_report_say_events (RefrainReport *report, RefrainPatternSet *set)
{
  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);
      g_autofree char *title
          = g_strdup_printf ("%u  %s", i + 1, refrain_pattern_get_name (pattern));
      g_autofree char *table = refrain_pattern_write_table (
          pattern, refrain_pattern_set_get_symbols (set), REFRAIN_TABLE_TEXT, 0);

      refrain_report_head (report, title);
      refrain_report_print (report, table);
    }
}

/* Whether @cycle is told: it has @fewest iterations or more, of several processes, and is not the
 * main loop, of @n iterations, seen from where it is whole. */
static gboolean
is_told (const Composites *self, RefrainCycle *cycle, gsize fewest, guint32 n)
{
  const gsize count = refrain_cycle_get_count (cycle);
  gsize n_processes;

  refrain_cycle_get_processes (cycle, &n_processes);
  return n_processes >= MIN (refrain_trace_get_n_processes (self->trace), 2) && count >= fewest
         && (n == 0 || count > n + 1 || count + 1 < n);
}

/* Whether something that comes again is told where there is no main loop. */
static gboolean
has_cycles (const Composites *self)
{
  GPtrArray *cycles = refrain_composites_get_cycles (self->composites);

  for (guint i = 0; i < cycles->len; i++)
    if (is_told (self, cycles->pdata[i], FEWEST_TURNS, 0))
      return TRUE;
  return FALSE;
}

/* First those that can be told whole. */
static void
say_cycles (const Composites *self, RefrainMainLoop *loop)
{
  const RefrainMainLoopPart *main = refrain_main_loop_get_main (loop);
  const guint32 n = main != NULL && !refrain_main_loop_leads (loop) ? main->n : 0;
  /* Beside a main loop what comes twice tells nothing, nor, where its iterations differ, a few of
   * them that happen to be alike. */
  const gsize fewest = refrain_main_loop_is_uneven (loop) ? 2 * (gsize) n : main != NULL ? 3 : 2;
  GPtrArray *cycles = refrain_composites_get_cycles (self->composites);
  g_autofree char *threads = refrain_thread_note_describe (self->trace);
  guint n_shown = 0, n_told = 0;

  for (guint i = 0; i < cycles->len; i++)
    n_told += is_told (self, cycles->pdata[i], fewest, n);
  for (int whole = 1; whole >= 0; whole--)
    for (guint i = 0; i < cycles->len && n_shown < MAX_CYCLES_SHOWN; i++)
      {
        g_autofree char *name = NULL;

        if (refrain_cycle_is_short (cycles->pdata[i]) != whole
            || !is_told (self, cycles->pdata[i], fewest, n))
          continue;
        name = refrain_cycle_make_name (cycles->pdata[i], self->set);
        refrain_report_say (self->report, "%s", name);
        n_shown++;
      }
  if (n_told > n_shown)
    refrain_report_say (self->report,
                        ngettext ("… %u more cycle", "… %u more cycles", n_told - n_shown),
                        n_told - n_shown);
  if (threads != NULL)
    refrain_report_say (self->report, "%s", threads);
  if (n_shown > 0 || threads != NULL)
    refrain_report_print (self->report, "\n");
}

/* Of a composite pattern that is several elementary ones these, and of work handed out who does how
 * much. */
static void
add_parts (const Composites *self, RefrainReportTable *table, RefrainPattern *pattern, guint index)
{
  const RefrainCompositeInfo *info = refrain_composites_get_info (self->composites, index);
  RefrainPatternSet *elementary = refrain_composites_get_elementary (self->composites);
  g_autofree gsize *counts = NULL;

  if (info->hub != REFRAIN_NONE && info->answered)
    {
      g_autofree gsize *tasks = count_tasks (self, pattern, info->hub);
      g_autoptr (GString) text = g_string_new (NULL);

      g_string_append_printf (text, _ ("master %u; worker: tasks"), info->hub);
      for (guint p = 0; p < refrain_trace_get_n_processes (self->trace); p++)
        if (tasks[p] > 0)
          g_string_append_printf (text, " %u: %" G_GSIZE_FORMAT, p, tasks[p]);
      refrain_report_add_row_line (table, "%s", text->str);
    }
  if (info->hub != REFRAIN_NONE || info->n_parts < 2)
    return;
  counts = refrain_composites_count_parts (self->composites, index);
  for (gsize i = 0; i < MIN (info->n_parts, MAX_PARTS_SHOWN); i++)
    refrain_report_add_row_line (
        table, "%" G_GSIZE_FORMAT " × %s", counts[i],
        refrain_pattern_get_name (refrain_pattern_set_get_pattern (elementary, info->stages[i])));
  if (info->n_parts > MAX_PARTS_SHOWN)
    refrain_report_add_row_line (table, _ ("… %zu more"), info->n_parts - MAX_PARTS_SHOWN);
}

/* All of them; in text only where they come again. */
static void
add_patterns (const Composites *self, gboolean shown)
{
  const RefrainReportColumn columns[] = {
    { "id", _ ("id"), REFRAIN_CELL_INT },
    { "occurrences", _ ("occurrences"), REFRAIN_CELL_INT },
    { "processes", _ ("processes"), REFRAIN_CELL_INT },
    { "total_messages", NULL, REFRAIN_CELL_INT },
    { "message_share", _ ("of messages"), REFRAIN_CELL_SHARE },
    { "time_share", NULL, REFRAIN_CELL_SHARE },
    { "name", NULL, REFRAIN_CELL_TEXT },
    { "routine", NULL, REFRAIN_CELL_TEXT },
    { NULL, _ ("pattern (routine)"), REFRAIN_CELL_TEXT },
  };
  RefrainReportTable *table
      = refrain_report_add_table (self->report, NULL, shown ? "" : NULL, columns);

  refrain_report_set_main (table);
  for (guint i = 0; i < self->n; i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (self->set, i);
      const RefrainPatternMetrics *metrics = refrain_pattern_get_metrics (pattern);
      RefrainRoutine *routine = refrain_pattern_get_routine (pattern);
      g_autofree char *name = refrain_report_name_pattern (pattern);
      g_autoptr (GArray) ranks = find_ranks (self, pattern);

      refrain_report_add_row (
          table, REFRAIN_INT ((gint64) i + 1),
          REFRAIN_INT (refrain_pattern_get_n_occurrences (pattern)), REFRAIN_INT (ranks->len),
          REFRAIN_INT (metrics->total_messages), REFRAIN_SHARE (metrics->message_share),
          REFRAIN_SHARE (metrics->time_share), REFRAIN_TEXT (refrain_pattern_get_name (pattern)),
          REFRAIN_TEXT (routine != NULL ? refrain_routine_get_label (routine) : NULL),
          REFRAIN_TEXT (name));
      if (shown)
        add_parts (self, table, pattern, i);
    }
}

/* "12.3 ms (no. 7 at 1.204 s)" */
static char *
describe_occurrence (RefrainPattern *pattern, gsize i)
{
  RefrainTime start, end;
  g_autofree char *duration = NULL, *at = NULL;

  refrain_pattern_get_occurrence_span (pattern, i, &start, &end);
  duration = refrain_time_format (end - start, 3);
  at = refrain_time_format (start, 6);
  /* Translators: how long an occurrence takes, its number, and when it begins. */
  return g_strdup_printf (_ ("%s (occurrence %zu, at %s)"), duration, i + 1, at);
}

/* Which occurrences took longest, of the patterns that come again. */
static void
add_durations (const Composites *self)
{
  const RefrainReportColumn columns[] = {
    { NULL, _ ("id"), REFRAIN_CELL_INT },
    { NULL, _ ("longest occurrence"), REFRAIN_CELL_TEXT },
    { NULL, _ ("median occurrence"), REFRAIN_CELL_TEXT },
  };
  RefrainReportTable *table = NULL;

  for (guint i = 0; i < self->n; i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (self->set, i);
      g_autofree char *long_one = NULL, *middle = NULL;
      gsize longest, median;
      double overlap;

      if (refrain_pattern_get_n_occurrences (pattern) < 2)
        continue;
      if (table == NULL)
        {
          refrain_report_print (self->report, "\n");
          table = refrain_report_add_table (self->report, NULL, "", columns);
        }
      overlap = refrain_pattern_find_durations (pattern, &longest, &median);
      long_one = describe_occurrence (pattern, longest);
      middle = describe_occurrence (pattern, median);
      if (overlap >= OVERLAP)
        {
          g_autofree char *alone = g_steal_pointer (&middle);

          /* Translators: "136 ms (occurrence 2, at 735 ms); they overlap, 1.32 at a time". */
          middle = g_strdup_printf (_ ("%s; they overlap, %.3g at a time"), alone, overlap);
        }
      refrain_report_add_row (table, REFRAIN_INT ((gint64) i + 1), REFRAIN_TEXT (long_one),
                              REFRAIN_TEXT (middle));
    }
}

/* What is sent in each iteration, instead of patterns that do not come again. */
static void
say_traffic (const Composites *self, const RefrainTraffic *traffic)
{
  g_autoptr (GString) text = g_string_new (NULL);

  refrain_traffic_report_append (text, traffic->rows, TRUE, "");
  refrain_report_print (self->report, text->str);
  refrain_report_print (self->report, "\n");
  refrain_report_say (self->report,
                      ngettext ("%u pattern of mostly irregular messages (list: --all)",
                                "%u patterns of mostly irregular messages (list: --all)", self->n),
                      self->n);
}

/* What there is where neither a loop nor notes say it, and why there is no loop. */
static void
say_no_loop (const Composites *self)
{
  const RefrainCounts *counts = refrain_trace_get_counts (self->trace);
  g_autofree char *messages = refrain_count_format (counts->messages);
  g_autofree char *collectives = refrain_count_format (counts->collective_instances);
  g_autofree char *sent = g_strdup_printf (
      ngettext ("%s message", "%s messages", (gulong) counts->messages), messages);
  g_autofree char *called
      = g_strdup_printf (ngettext ("%s collective operation", "%s collective operations",
                                   (gulong) counts->collective_instances),
                         collectives);
  gsize most = 0;

  for (guint i = 0; i < self->n; i++)
    most = MAX (most,
                refrain_pattern_get_n_occurrences (refrain_pattern_set_get_pattern (self->set, i)));
  /* Translators: "7 messages" and "2 collective operations". */
  refrain_report_say (self->report,
                      most < FEWEST_TURNS
                          ? _ ("%s, %s; no loop, as no pattern occurs more than twice")
                          : _ ("%s, %s; no main loop: no loop of three or more iterations covers "
                               "half of the communication"),
                      sent, called);
}

static void
say_first (const Composites *self,
           RefrainMainLoop *loop,
           const GArray *loops,
           RefrainTraffic *traffic)
{
  g_autofree char *list = refrain_phases_describe_loops (loops);
  g_auto (GStrv) notes = NULL;
  RefrainTraffic said;

  refrain_report_say_unrecorded (self->report, self->trace);
  if (refrain_main_loop_leads (loop))
    refrain_report_say_main_loop (self->report, loop);
  refrain_traffic_judge (traffic, self->composites);
  said = *traffic;
  said.regularity = refrain_main_loop_correct_regularity (loop, said.regularity);
  if (said.regularity == REFRAIN_REGULAR && list == NULL
      && refrain_main_loop_get_main (loop) == NULL && !has_cycles (self)
      && refrain_composites_get_masters (self->composites)->masters->len == 0)
    say_no_loop (self);
  notes = refrain_composite_notes_new (self->composites, &said);
  for (gsize i = 0; notes[i] != NULL; i++)
    refrain_report_say (self->report, "%s", notes[i]);
  /* Behind what has to be known to believe it. */
  if (list != NULL && said.regularity != REFRAIN_IRREGULAR)
    refrain_report_say (self->report, "%s", list);
  if (!refrain_main_loop_leads (loop))
    refrain_report_say_main_loop (self->report, loop);
}

void
refrain_report_say_notes (RefrainReport *report,
                          RefrainComposites *composites,
                          RefrainMainLoop *loop,
                          const GArray *loops)
{
  const Composites self = look_at (report, composites);
  g_auto (RefrainTraffic) traffic = { 0 };

  if (self.n > 0)
    say_first (&self, loop, loops, &traffic);
}

/* How the elementary patterns differ from these. */
static void
say_elementary (const Composites *self)
{
  static const char *const divisions[REFRAIN_N_DIVISIONS] = {
    [REFRAIN_DIVIDED_BY_COMMUNICATORS] = N_ ("Divided where communicators change, as the whole has "
                                             "no known shape (whole: --elementary)"),
    [REFRAIN_DIVIDED_BY_TAGS]
    = N_ ("Divided where tags change, as the whole has no known shape (whole: --elementary)"),
    [REFRAIN_DIVIDED_BY_SIZES]
    = N_ ("Divided where sizes change, as the whole has no known shape (whole: --elementary)"),
    [REFRAIN_DIVIDED_BY_DISTANCES]
    = N_ ("Divided where distances change, as the whole has no known shape (whole: --elementary)"),
  };
  const RefrainDivision division = refrain_composites_get_division (self->composites);
  const guint n
      = refrain_pattern_set_get_n_patterns (refrain_composites_get_elementary (self->composites));

  if (division != REFRAIN_DIVIDED_NOT)
    refrain_report_say (self->report, "%s", _ (divisions[division]));
  else
    refrain_report_say (
        self->report,
        ngettext ("These patterns are made of %u elementary pattern (list: --elementary)",
                  "These patterns are made of %u elementary patterns (list: --elementary)", n),
        n);
}

void
refrain_report_say_composites (RefrainReport *report,
                               RefrainComposites *composites,
                               RefrainMainLoop *loop,
                               const GArray *loops,
                               gboolean events,
                               gboolean all)
{
  const Composites self = look_at (report, composites);
  g_auto (RefrainTraffic) traffic = { 0 };

  if (self.n == 0)
    {
      g_autofree char *unrecorded = refrain_unrecorded_note_describe (self.trace);

      if (unrecorded != NULL)
        refrain_report_say (report, _ ("no patterns: %s"), unrecorded);
      else
        refrain_report_say (
            report, _ ("no patterns: the trace holds no messages and no collective operations"));
      add_patterns (&self, FALSE);
      return;
    }
  say_first (&self, loop, loops, &traffic);
  if (traffic.regularity == REFRAIN_IRREGULAR && !all && !events)
    {
      refrain_report_say_iterations (report, loop);
      if (!refrain_main_loop_leads (loop))
        say_traffic (&self, &traffic);
      add_patterns (&self, FALSE);
      return;
    }
  say_cycles (&self, loop);
  add_patterns (&self, TRUE);
  add_durations (&self);
  if (events)
    refrain_report_say_events (report, self.set);
  refrain_report_print (report, "\n");
  refrain_report_say_delimiters (report, self.set);
  say_elementary (&self);
}
