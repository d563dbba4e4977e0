/* refrain-report-main-loop.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In text the loop is a line; in JSON it has its parts and its iterations as a series.
 */
#include "config.h"

#include "refrain-report-main-loop.h"

#include <glib/gi18n-lib.h>

#include "refrain-loop-summary.h"
#include "refrain-masters.h"
#include "refrain-occurrence-words.h"
#include "refrain-phases-found.h"
#include "refrain-report-options.h"
#include "refrain-run.h"
#include "refrain-time-format.h"

/* Other parts get a line if they take so much of the run, and no more than so many. */
#define MUCH           0.1
#define MOST_LINES     3
#define MAX_ROWS_SHOWN 12
gboolean
refrain_report_is_main_loop (RefrainMainLoop *loop)
{
  const RefrainMainLoopPart *main = refrain_main_loop_get_main (loop);

  return refrain_main_loop_leads (loop)
         || (main != NULL && main->share >= REFRAIN_REPORT_MOSTLY_MAIN);
}

gboolean
refrain_report_find_loops (RefrainStudy *study,
                           const RefrainStudyAsk *ask,
                           RefrainMainLoop *loop,
                           GArray **loops,
                           GError **error)
{
  g_autoptr (RefrainStudyOptions) how = NULL;
  g_autoptr (RefrainPhasesFound) phases = NULL;
  RefrainStudyAsk own;

  *loops = NULL;
  if (refrain_report_is_main_loop (loop))
    return TRUE;
  how = refrain_report_copy_options (study, ask, &own);
  how->phases.by_hand = FALSE;
  how->phases.level = REFRAIN_PHASES_OF_EITHER;
  how->phases.without_collectives = FALSE;
  phases = refrain_study_find (study, REFRAIN_ANALYSIS_PHASES, &own, error);
  if (phases == NULL)
    return FALSE;
  *loops = refrain_phases_found_list_loops (phases, refrain_main_loop_get_main (loop));
  return TRUE;
}

/* "12 to 40", or "12" where they are the same. */
static char *
describe_range (guint64 least, guint64 most, char *(*format) (guint64))
{
  g_autofree char *low = format (least), *high = format (most);

  return least == most ? g_steal_pointer (&low) : g_strdup_printf (_ ("%s to %s"), low, high);
}

/* What changes from iteration to iteration. */
static void
say_series (RefrainReport *report, const RefrainMainLoopRow *rows, gsize n)
{
  RefrainMainLoopRow least = rows[0], most = rows[0];
  g_autofree char *messages = NULL, *bytes = NULL, *partners = NULL, *changed = NULL;
  guint fewest = G_MAXUINT, changes = 0;

  for (gsize i = 1; i < n; i++)
    {
      least.messages = MIN (least.messages, rows[i].messages);
      most.messages = MAX (most.messages, rows[i].messages);
      least.bytes = MIN (least.bytes, rows[i].bytes);
      most.bytes = MAX (most.bytes, rows[i].bytes);
      least.partners = MIN (least.partners, rows[i].partners);
      most.partners = MAX (most.partners, rows[i].partners);
      fewest = MIN (fewest, rows[i].changed);
      changes = MAX (changes, rows[i].changed);
    }
  messages = describe_range (least.messages, most.messages, refrain_count_format);
  bytes = describe_range (least.bytes, most.bytes, refrain_bytes_format);
  partners = describe_range (least.partners, most.partners, refrain_count_format);
  if (changes == 0)
    {
      /* Translators: ranges of numbers, "12 to 40". */
      refrain_report_say (report,
                          _ ("in each iteration: %s messages, %s, at most %s partners per process, "
                             "always the same"),
                          messages, bytes, partners);
      return;
    }
  changed = describe_range (fewest, changes, refrain_count_format);
  /* Translators: ranges of numbers, "12 to 40"; pairs are a sender and a receiver. */
  refrain_report_say (report,
                      _ ("in each iteration: %s messages, %s, at most %s partners per process; %s "
                         "pairs change between iterations"),
                      messages, bytes, partners, changed);
}

void
refrain_report_say_main_loop (RefrainReport *report, RefrainMainLoop *loop)
{
  gsize n, n_rows;
  const RefrainMainLoopPart *parts, *main;
  const RefrainMainLoopRow *rows = refrain_main_loop_get_rows (loop, &n_rows);
  g_autofree char *first = NULL, *apart = NULL;
  guint said = 1;

  first = refrain_main_loop_describe (loop);
  if (first == NULL)
    return;
  refrain_report_say (report, "%s", first);
  apart = refrain_iterations_describe_apart (refrain_main_loop_get_iterations (loop));
  if (apart != NULL)
    refrain_report_say (report, "%s", apart);
  if (n_rows > 1)
    say_series (report, rows, n_rows);
  parts = refrain_main_loop_get_parts (loop, &n);
  main = refrain_main_loop_get_main (loop);
  for (gsize i = 0; i < n && said < MOST_LINES; i++)
    {
      if (&parts[i] == main || parts[i].share < MUCH)
        continue;
      if (&parts[i] < main)
        refrain_report_say (report, _ ("before the main loop: %s: %.0f %% of the run"),
                            parts[i].text, 100 * parts[i].share);
      else
        refrain_report_say (report, _ ("after the main loop: %s: %.0f %% of the run"),
                            parts[i].text, 100 * parts[i].share);
      said++;
    }
}

gboolean
refrain_report_say_turns (RefrainReport *report, RefrainTrace *trace, RefrainIterations *iterations)
{
  g_autoptr (RefrainMasters) masters = refrain_masters_new_trace (trace);
  g_autofree char *sentence = NULL;

  for (guint m = 0; m < masters->masters->len; m++)
    {
      g_autofree char *work = refrain_masters_describe (masters, m);

      refrain_report_say (report, "%s", work);
    }
  if (masters->masters->len > 0)
    return TRUE;
  sentence = refrain_iterations_describe (iterations);
  if (sentence != NULL)
    refrain_report_say (report, "%s", sentence);
  return sentence != NULL;
}

RefrainDurations *
refrain_report_measure_turns (RefrainIterations *iterations,
                              GCancellable *cancellable,
                              GError **error)
{
  const RefrainDurationOptions options = REFRAIN_DURATION_OPTIONS_DEFAULT;
  const guint32 n = refrain_iterations_get_n (iterations);
  g_autofree double *times = g_new (double, (gsize) n + 1);

  for (guint32 i = 0; i < n; i++)
    times[i] = (double) refrain_iterations_get_time (iterations, i);
  return refrain_durations_new (times, n, &options, cancellable, error);
}

void
refrain_report_say_trend (RefrainReport *report, RefrainDurations *run, RefrainDurations *own)
{
  g_autofree char *told = own != NULL ? refrain_durations_tell_several (own) : NULL;
  g_autofree char *trend = NULL, *several = NULL;
  gsize n, n_run;

  refrain_durations_get_values (run, &n_run);
  if (n_run == 0 && own != NULL)
    run = own;
  refrain_durations_get_values (run, &n);
  if (n < REFRAIN_TREND_LEAST)
    return;
  trend = refrain_recurs_tell_trend (REFRAIN_RECURS_LOOP, run);
  several = told == NULL ? refrain_durations_tell_several (run) : NULL;
  if (own == NULL && trend == NULL && several == NULL)
    return;
  refrain_report_say (report,
                      n_run > 0 ? _ ("Main loop over the run: %s%s%s.")
                                : _ ("Outermost loop over the run: %s%s%s."),
                      trend != NULL ? trend : _ ("no trend"),
                      several != NULL ? _ ("; iterations take ") : "",
                      several != NULL ? several : "");
}

void
refrain_report_say_parts (RefrainReport *report, RefrainMainLoop *loop)
{
  const RefrainReportColumn columns[] = {
    { NULL, _ ("part"), REFRAIN_CELL_INT },      { NULL, _ ("from"), REFRAIN_CELL_TIME },
    { NULL, _ ("to"), REFRAIN_CELL_TIME },       { NULL, _ ("of the run"), REFRAIN_CELL_SHARE },
    { NULL, _ ("contents"), REFRAIN_CELL_TEXT },
  };
  gsize n, n_groups;
  const RefrainMainLoopPart *parts = refrain_main_loop_get_parts (loop, &n);
  const RefrainMainLoopPart *groups = refrain_main_loop_get_groups (loop, &n_groups);
  RefrainReportTable *table;

  if (n_groups > 0)
    {
      parts = groups;
      n = n_groups;
    }
  if (n == 0)
    return;
  table = refrain_report_add_table (report, NULL, "", columns);
  for (gsize i = 0; i < n; i++)
    refrain_report_add_row (table, REFRAIN_INT ((gint64) i + 1), REFRAIN_TIME (parts[i].start),
                            REFRAIN_TIME (parts[i].end), REFRAIN_SHARE (parts[i].share),
                            REFRAIN_TEXT (parts[i].text));
  refrain_report_print (report, "\n");
}

static RefrainReportTable *
add_rows (RefrainReport *report, RefrainMainLoop *loop, const char *name, gsize most)
{
  const RefrainReportColumn columns[] = {
    { "iteration", _ ("iteration"), REFRAIN_CELL_INT },
    { "from", _ ("from"), REFRAIN_CELL_TIME },
    { "to", _ ("to"), REFRAIN_CELL_TIME },
    { "bytes", _ ("bytes"), REFRAIN_CELL_BYTES },
    { "messages", _ ("messages"), REFRAIN_CELL_INT },
    { "partners", _ ("most partners"), REFRAIN_CELL_INT },
    { "processes", _ ("processes"), REFRAIN_CELL_INT },
    { "changed", _ ("pairs changed"), REFRAIN_CELL_INT },
  };
  gsize n;
  const RefrainMainLoopRow *rows = refrain_main_loop_get_rows (loop, &n);
  RefrainReportTable *table
      = refrain_report_add_table (report, name, name == NULL ? "" : NULL, columns);

  for (gsize i = 0; i < MIN (n, most); i++)
    refrain_report_add_row (table, REFRAIN_INT ((gint64) i + 1), REFRAIN_TIME (rows[i].start),
                            REFRAIN_TIME (rows[i].end), REFRAIN_BYTES (rows[i].bytes),
                            REFRAIN_INT ((gint64) rows[i].messages), REFRAIN_INT (rows[i].partners),
                            REFRAIN_INT (rows[i].processes), REFRAIN_INT (rows[i].changed));
  return table;
}

void
refrain_report_say_iterations (RefrainReport *report, RefrainMainLoop *loop)
{
  gsize n;

  refrain_main_loop_get_rows (loop, &n);
  if (n < 2)
    return;
  add_rows (report, loop, NULL, MAX_ROWS_SHOWN);
  if (n > MAX_ROWS_SHOWN)
    refrain_report_say (
        report,
        ngettext ("… %u more iteration", "… %u more iterations", (guint) (n - MAX_ROWS_SHOWN)),
        (guint) (n - MAX_ROWS_SHOWN));
  refrain_report_print (report, "\n");
}

static void
add_parts (RefrainReport *report, const char *name, const RefrainMainLoopPart *parts, gsize n)
{
  static const RefrainReportColumn columns[] = {
    { "text", NULL, REFRAIN_CELL_TEXT },   { "count", NULL, REFRAIN_CELL_INT },
    { "share", NULL, REFRAIN_CELL_SHARE }, { "from", NULL, REFRAIN_CELL_TIME },
    { "to", NULL, REFRAIN_CELL_TIME },
  };
  RefrainReportTable *table = refrain_report_add_table (report, name, NULL, columns);

  for (gsize i = 0; i < n; i++)
    refrain_report_add_row (table, REFRAIN_TEXT (parts[i].text), REFRAIN_INT (parts[i].n),
                            REFRAIN_SHARE (parts[i].share), REFRAIN_TIME (parts[i].start),
                            REFRAIN_TIME (parts[i].end));
}

void
refrain_report_add_main_loop (RefrainReport *report, RefrainMainLoop *loop, const GArray *loops)
{
  gsize n;
  const RefrainMainLoopPart *parts, *main;

  add_parts (report, "loops",
             loops != NULL ? (const RefrainMainLoopPart *) (gpointer) loops->data : NULL,
             loops != NULL ? loops->len : 0);
  main = loop != NULL ? refrain_main_loop_get_main (loop) : NULL;
  if (main == NULL)
    {
      refrain_report_add_null (report, "main_loop");
      return;
    }
  parts = refrain_main_loop_get_parts (loop, &n);
  refrain_report_begin_object (report, "main_loop");
  refrain_report_add_string (report, "text", main->text);
  refrain_report_add_int (report, "count", main->n);
  refrain_report_add_double (report, "share", main->share);
  add_parts (report, "parts", parts, n);
  parts = refrain_main_loop_get_groups (loop, &n);
  add_parts (report, "groups", parts, n);
  add_rows (report, loop, "iterations", G_MAXSIZE);
  refrain_report_end (report);
}

/* ---- Loops before their text ----------------------------------------------------------------- */

/* Whether @iterations are so much of the run that no other loop is. */
static gboolean
are_nearly_all (RefrainTrace *trace, RefrainIterations *iterations)
{
  const guint32 n = refrain_iterations_get_n (iterations);
  RefrainTime start = 0, end = 0, other;

  if (n == 0 || !refrain_main_loop_is_exact (iterations))
    return FALSE;
  refrain_iterations_get_run_span (iterations, 0, &start, &other);
  refrain_iterations_get_run_span (iterations, n - 1, &other, &end);
  return refrain_trace_get_share (trace, start, end) >= REFRAIN_REPORT_MOSTLY_MAIN;
}

char *
refrain_report_write_loop_summary (RefrainStudy *self,
                                   RefrainLoopModel *model,
                                   const RefrainStudyAsk *ask,
                                   gboolean *instead,
                                   GError **error)
{
  g_autoptr (RefrainIterations) iterations
      = refrain_study_find (self, REFRAIN_ANALYSIS_ITERATIONS, ask, error);
  const gboolean asks = refrain_loop_summary_needs_regularity (model);
  g_autoptr (RefrainComposites) composites = NULL;
  g_autoptr (RefrainMainLoop) loop = NULL;
  g_autoptr (GArray) loops = NULL;
  g_autofree char *sentence = NULL;
  g_auto (RefrainTraffic) traffic = { 0 };
  gboolean irregular = FALSE;

  if (iterations == NULL)
    return NULL;
  if (asks || !are_nearly_all (refrain_study_get_trace (self), iterations))
    {
      loop = refrain_study_find (self, REFRAIN_ANALYSIS_MAIN_LOOP, ask, error);
      if (loop == NULL)
        return NULL;
      if (refrain_main_loop_leads (loop) || refrain_main_loop_has_groups (loop))
        sentence = refrain_main_loop_describe (loop);
      else if (!refrain_report_find_loops (self, ask, loop, &loops, error))
        return NULL;
      else
        sentence = refrain_phases_describe_loops (loops);
    }
  if (asks)
    {
      composites = refrain_study_find (self, REFRAIN_ANALYSIS_COMPOSITES, ask, error);
      if (composites == NULL)
        return NULL;
      refrain_traffic_judge (&traffic, composites);
      irregular = traffic.regularity == REFRAIN_IRREGULAR;
    }
  return refrain_loop_summary_write (model, iterations, sentence, irregular, instead);
}
