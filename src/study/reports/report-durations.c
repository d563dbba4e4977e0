/* report-durations.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * durations: how long what repeats takes each time, and which time is different.
 */
#include "config.h"

#include "refrain-free.h"
#include "refrain-report-kinds.h"

#include <glib/gi18n-lib.h>

#include "refrain-clocks-found.h"
#include "refrain-compare.h"
#include "refrain-occurrence-words.h"
#include "refrain-report-main-loop.h"
#include "refrain-report-options.h"
#include "refrain-series-options.h"
#include "refrain-time-format.h"
#include "refrain-unrecorded-note.h"

/* Sentences, rows of the table and outliers in text. */
#define MAX_SENTENCES 3
#define MAX_ROWS      15
#define MAX_OUTLIERS  12

typedef struct
{
  gboolean sequences;
  double window;
  RefrainSeriesArguments which;
  RefrainRecurs kind;
  guint32 id;
} Options;

static void
init (gpointer data)
{
  Options *options = data;

  options->window = 0.1;
}

REFRAIN_DEFINE_CLEAR (clear, Options, refrain_series_arguments_clear (&x->which))

REFRAIN_REPORT_ENTRIES (Options,
                        REFRAIN_REPORT_WINDOW_ENTRY (x->window),
                        { "sequences", 0, 0, G_OPTION_ARG_NONE, &x->sequences,
                          N_ ("List sequences of events instead of patterns, loops and phases"),
                          NULL },
                        REFRAIN_SERIES_ENTRIES (x->which))

static gboolean
check (gpointer data, char **words, GError **error)
{
  Options *options = data;
  const char *one = refrain_series_arguments_get_first (&options->which);

  if (one != NULL && options->sequences)
    return refrain_report_refuse_both ("--sequences", one, error);
  return refrain_report_expect_trace (words, error)
         && refrain_report_check_window (options->window, error)
         && refrain_series_arguments_understand (&options->which, &options->kind, &options->id,
                                                 error);
}

/* ---- Cells that come in several tables ------------------------------------------------------ */

/* One occurrence. @prefix: "slowest.", or "". */
#define OCCURRENCE_COLUMNS(prefix, flags)                                                          \
  { prefix "occurrence", NULL, REFRAIN_CELL_INT, flags },                                          \
      { prefix "from", NULL, REFRAIN_CELL_TIME, flags },                                           \
      { prefix "to", NULL, REFRAIN_CELL_TIME, flags },                                             \
      { prefix "duration", NULL, REFRAIN_CELL_TIME, flags },                                       \
  {                                                                                                \
    prefix "process", NULL, REFRAIN_CELL_INT, REFRAIN_COLUMN_OPTIONAL                              \
  }

#define OCCURRENCE_CELLS(i, at)                                                                    \
  REFRAIN_INT ((gint64) (i) + 1), REFRAIN_TIME ((at).start), REFRAIN_TIME ((at).end),              \
      REFRAIN_TIME ((at).duration),                                                                \
      (at).process != REFRAIN_NONE ? REFRAIN_INT ((at).process) : REFRAIN_NO_CELL

/* What becomes of the durations in the run, as members of an object of its own. */
static void
add_trend (RefrainReport *report, const RefrainTrend *trend)
{
  refrain_report_begin_object (report, "trend");
  refrain_report_add_string (report, "kind", refrain_trend_kind_get_name (trend->kind));
  if (trend->kind == REFRAIN_TREND_SLOPE)
    refrain_report_add_double (report, "change", trend->change);
  if (trend->kind == REFRAIN_TREND_STEP)
    {
      refrain_report_add_int (report, "from", (gint64) trend->step + 1);
      refrain_report_add_double (report, "before", trend->before / 1e9);
      refrain_report_add_double (report, "after", trend->after / 1e9);
    }
  if (trend->kind == REFRAIN_TREND_PERIOD)
    {
      refrain_report_add_int (report, "period", trend->period);
      refrain_report_add_double (report, "correlation", trend->correlation);
    }
  refrain_report_end (report);
}

/* ---- One series ----------------------------------------------------------------------------- */

static void
add_peaks (RefrainReport *report, RefrainOccurrences *occurrences, RefrainDurations *durations)
{
  static const RefrainReportColumn columns[] = {
    { "duration", NULL, REFRAIN_CELL_DOUBLE },
    { "share", NULL, REFRAIN_CELL_DOUBLE },
    { "similar", NULL, REFRAIN_CELL_INT },
    OCCURRENCE_COLUMNS ("representative.", 0),
  };
  RefrainReportTable *table = refrain_report_add_table (report, "peaks", NULL, columns);
  gsize n;
  const RefrainDurationPeak *peaks = refrain_durations_get_peaks (durations, &n);

  for (gsize i = 0; i < n; i++)
    {
      const guint32 shown = (guint32) peaks[i].representative;
      const RefrainOccurrence at = refrain_occurrences_get (occurrences, shown);
      g_autofree char *duration = refrain_time_format ((RefrainTime) peaks[i].duration, 3);
      g_autofree char *when = refrain_time_format (at.start, 4);

      refrain_report_say (report, _ ("Typical: %s (%.1f %%), such as occurrence %u, at %s."),
                          duration, 100 * peaks[i].share, shown + 1, when);
      refrain_report_add_row (table, REFRAIN_DOUBLE (peaks[i].duration / 1e9),
                              REFRAIN_DOUBLE (peaks[i].share), REFRAIN_INT (peaks[i].within),
                              OCCURRENCE_CELLS (shown, at));
    }
  if (n == 0 && refrain_occurrences_get_n (occurrences) > 0)
    refrain_report_say (report, _ ("No typical duration: no two are similar."));
}

typedef struct
{
  guint32 i;
  RefrainTime duration;
} Outlier;

REFRAIN_DEFINE_COMPARE (compare_outliers, Outlier, REFRAIN_FALLING (duration) ?: REFRAIN_RISING (i))

static void
say_outliers (RefrainReport *report,
              RefrainOccurrences *occurrences,
              const char *title,
              GArray *list)
{
  const RefrainReportColumn columns[] = {
    { NULL, _ ("occurrence"), REFRAIN_CELL_INT },
    { NULL, _ ("duration"), REFRAIN_CELL_TIME },
    { NULL, _ ("start"), REFRAIN_CELL_TEXT },
  };
  RefrainReportTable *table;

  if (list->len == 0)
    return;
  g_array_sort (list, compare_outliers);
  refrain_report_say (report, "%s", title);
  table = refrain_report_add_table (report, NULL, "", columns);
  refrain_report_limit_rows (table, MAX_OUTLIERS);
  for (guint i = 0; i < list->len; i++)
    {
      const guint32 k = g_array_index (list, Outlier, i).i;
      const RefrainOccurrence at = refrain_occurrences_get (occurrences, k);
      g_autofree char *when = refrain_time_format (at.start, 6);
      g_autofree char *where = at.process != REFRAIN_NONE
                                   ? g_strdup_printf (_ ("%s on process %u"), when, at.process)
                                   : g_strdup (when);

      refrain_report_add_row (table, REFRAIN_INT ((gint64) k + 1), REFRAIN_TIME (at.duration),
                              REFRAIN_TEXT (where));
    }
}

static void
add_outliers (RefrainReport *report, RefrainOccurrences *occurrences, RefrainDurations *durations)
{
  static const RefrainReportColumn columns[] = { OCCURRENCE_COLUMNS ("", 0) };
  RefrainReportTable *table = refrain_report_add_table (report, "outliers", NULL, columns);
  g_autoptr (GArray) longer = g_array_new (FALSE, FALSE, sizeof (Outlier));
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (Outlier));
  g_autofree guint8 *is_slow = g_new0 (guint8, (gsize) refrain_occurrences_get_n (occurrences) + 1);
  RefrainSlowOccurrences slow;
  gsize n;
  const gsize *outliers = refrain_durations_get_outliers (durations, &n);

  /* The sentence counts those that are longer than whatever is usual. */
  refrain_occurrences_find_slow (occurrences, durations, &slow, is_slow);
  for (gsize i = 0; i < n; i++)
    {
      const RefrainOccurrence at = refrain_occurrences_get (occurrences, (guint32) outliers[i]);
      const Outlier outlier = { (guint32) outliers[i], at.duration };

      refrain_report_add_row (table, OCCURRENCE_CELLS (outliers[i], at));
      if (!is_slow[outliers[i]])
        g_array_append_val (others, outlier);
    }
  for (guint32 i = 0; i < refrain_occurrences_get_n (occurrences); i++)
    {
      const Outlier outlier = { i, refrain_occurrences_get (occurrences, i).duration };

      if (is_slow[i])
        g_array_append_val (longer, outlier);
    }
  say_outliers (report, occurrences, _ ("Outliers, longest first:"), longer);
  say_outliers (report, occurrences, _ ("Neither typical nor longer than that, longest first:"),
                others);
}

/* Every occurrence; in JSON the durations alone. */
static void
add_occurrences (RefrainReport *report,
                 RefrainOccurrences *occurrences,
                 RefrainDurations *durations)
{
  static const RefrainReportColumn seconds[] = { { "duration", NULL, REFRAIN_CELL_TIME } };
  const RefrainReportColumn columns[] = {
    { "occurrence", _ ("occurrence"), REFRAIN_CELL_INT },
    { "process", _ ("process"), REFRAIN_CELL_INT },
    { "from", _ ("from"), REFRAIN_CELL_TIME },
    { "to", _ ("to"), REFRAIN_CELL_TIME },
    { "duration", _ ("duration"), REFRAIN_CELL_TIME },
    { "outlier", NULL, REFRAIN_CELL_INT },
  };
  const guint32 n = refrain_occurrences_get_n (occurrences);
  g_autofree guint8 *is_outlier = g_new0 (guint8, (gsize) n + 1);
  RefrainReportTable *all = refrain_report_add_table (report, NULL, NULL, columns);
  RefrainReportTable *list = refrain_report_add_table (report, "durations", NULL, seconds);
  gsize n_outliers;
  const gsize *outliers = refrain_durations_get_outliers (durations, &n_outliers);

  refrain_report_set_main (all);
  refrain_report_set_rows_shape (list, REFRAIN_ROWS_VALUES);
  for (gsize i = 0; i < n_outliers; i++)
    is_outlier[outliers[i]] = 1;
  for (guint32 i = 0; i < n; i++)
    {
      const RefrainOccurrence at = refrain_occurrences_get (occurrences, i);

      refrain_report_add_row (list, REFRAIN_TIME (at.duration));
      refrain_report_add_row (all, REFRAIN_INT ((gint64) i + 1),
                              at.process != REFRAIN_NONE ? REFRAIN_INT (at.process)
                                                         : REFRAIN_NO_CELL,
                              REFRAIN_TIME (at.start), REFRAIN_TIME (at.end),
                              REFRAIN_TIME (at.duration), REFRAIN_INT (is_outlier[i]));
    }
}

static RefrainReport *
make_of_series (RefrainOccurrences *occurrences, RefrainDurations *durations)
{
  RefrainReport *report = refrain_report_new ("durations");
  const guint32 n = refrain_occurrences_get_n (occurrences);
  g_autofree char *sentence = refrain_occurrences_tell (occurrences, durations);
  g_autofree char *what = refrain_occurrences_describe (occurrences);

  refrain_report_add_string (report, "kind",
                             refrain_recurs_get_name (refrain_occurrences_get_kind (occurrences)));
  refrain_report_add_int (report, "id", refrain_occurrences_get_id (occurrences));
  refrain_report_add_string (report, "name", refrain_occurrences_get_name (occurrences));
  refrain_report_add_string (report, "sentence", sentence);
  refrain_report_add_int (report, "occurrences", n);
  refrain_report_add_double (report, "minimum", refrain_durations_get_minimum (durations) / 1e9);
  refrain_report_add_double (report, "median", refrain_durations_get_median (durations) / 1e9);
  refrain_report_add_double (report, "maximum", refrain_durations_get_maximum (durations) / 1e9);
  refrain_report_add_double (report, "total", refrain_durations_get_total (durations) / 1e9);
  if (n > 0)
    refrain_report_say (report, "%s", sentence);
  else
    refrain_report_say (report, _ ("%s repeats nothing"), what);
  add_peaks (report, occurrences, durations);
  add_outliers (report, occurrences, durations);
  add_trend (report, refrain_durations_get_trend (durations));
  add_occurrences (report, occurrences, durations);
  return report;
}

/* ---- All that repeats ----------------------------------------------------------------------- */

/* Whether what @item is takes place on several processes, whose clocks it is measured with. */
static gboolean
is_of_several (const RefrainRecurrence *item)
{
  return item->kind == REFRAIN_RECURS_PATTERN || item->kind == REFRAIN_RECURS_LOOP
         || item->kind == REFRAIN_RECURS_PHASE;
}

/* The sentences of what is notable, not more than @most: of calls of MPI's, or of all else; where
 * clocks disagree, of what one process does. A loop of @n_turns is the main loop, of which more is
 * known than from one process. *@slow: the first of these, unless one is known. Returns how many.
 */
static gsize
say_notable (RefrainReport *report,
             RefrainRecurrences *all,
             guint32 n_turns,
             gboolean of_mpi,
             gboolean disagree,
             gsize most,
             const RefrainRecurrence **slow)
{
  gsize n, n_told = 0;
  const RefrainRecurrence *items = refrain_recurrences_list (all, &n);

  for (gsize i = 0; i < n && n_told < most; i++)
    if (items[i].is_mpi == of_mpi && refrain_recurrences_is_notable (all, i) && !items[i].is_loop
        && !(disagree && is_of_several (&items[i])))
      {
        if (items[i].kind != REFRAIN_RECURS_LOOP || items[i].n != n_turns)
          refrain_report_say (report, "%s", items[i].sentence);
        if (n_told++ == 0 && *slow == NULL)
          *slow = &items[i];
      }
  return n_told;
}

/* The first sentences; why there are none. The iterations of the main loop come first, what waits
 * in MPI after what takes long by itself. */
static void
say_sentences (RefrainReport *report,
               RefrainTrace *trace,
               RefrainRecurrences *all,
               RefrainIterations *iterations,
               RefrainDurations *run,
               gboolean disagree)
{
  const guint32 n_turns = refrain_iterations_get_n (iterations);
  const RefrainRecurrence *slow = NULL, *items;
  gsize n, n_told;

  items = refrain_recurrences_list (all, &n);
  if (disagree)
    refrain_report_say (report, _ ("clocks disagree: durations of what several processes do are "
                                   "unreliable, those of one process are not"));
  refrain_report_say_turns (report, trace, iterations);
  refrain_report_say_trend (report, run, NULL);
  n_told = say_notable (report, all, n_turns, FALSE, disagree, MAX_SENTENCES, &slow);
  n_told += say_notable (report, all, n_turns, TRUE, disagree, MAX_SENTENCES - n_told, &slow);
  if (slow != NULL && slow->n_slow > 0 && slow->kind != REFRAIN_RECURS_ROUTINE)
    {
      g_autofree char *number = refrain_recurs_describe_number (slow->kind, slow->slowest);

      refrain_report_say (report,
                          _ ("refrain-cli compare --%s %u TRACE explains why %s takes longer"),
                          refrain_recurs_get_name (slow->kind), slow->id, number);
    }
  if (n_told > 0)
    return;
  if (n == 0)
    {
      refrain_report_say (report, _ ("Nothing occurs three times in this run, so there are no "
                                     "typical durations and no outliers."));
      return;
    }
  refrain_report_say (
      report, _ ("No outliers or slowdown of repetitions cost more than 0.1 %% of the run."));
  refrain_report_say (report, "%s", items[0].sentence);
}

/* How to ask for it: "--loop 3    loop 3 in ssor". Free with g_free(). */
static char *
name_item (const RefrainRecurrence *item)
{
  const char *kind = refrain_recurs_get_name (item->kind);

  return item->kind == REFRAIN_RECURS_ROUTINE
             ? g_strdup_printf ("--%s %s", kind, item->what)
             : g_strdup_printf ("--%s %-4u %s", kind, item->id, item->what);
}

static void
add_item (RefrainReportTable *table, const RefrainRecurrence *item, gboolean notable)
{
  const RefrainTrend *trend = &item->trend;
  const gboolean slow = item->slowest != REFRAIN_NONE;
  const gboolean step = trend->kind == REFRAIN_TREND_STEP;
  const gboolean period = trend->kind == REFRAIN_TREND_PERIOD;
  g_autofree char *which = name_item (item);
  const RefrainCell worst[] = { OCCURRENCE_CELLS (item->slowest, item->worst) };

  refrain_report_add_row (
      table, REFRAIN_TEXT (refrain_recurs_get_name (item->kind)), REFRAIN_INT (item->id),
      REFRAIN_TEXT (item->what), REFRAIN_TEXT (item->sentence), REFRAIN_INT (item->n),
      REFRAIN_DOUBLE (item->median / 1e9), REFRAIN_TIME (item->median),
      REFRAIN_DOUBLE (item->total / 1e9), REFRAIN_INT (item->n_slow),
      REFRAIN_DOUBLE (item->slow_time / 1e9),
      item->n_slow > 0 ? REFRAIN_TIME (item->slow_time) : REFRAIN_NO_CELL,
      REFRAIN_DOUBLE (item->trend_time / 1e9),
      item->trend_time > 0 ? REFRAIN_TIME (item->trend_time) : REFRAIN_NO_CELL,
      REFRAIN_BOOLEAN (notable), REFRAIN_TEXT (which), slow ? worst[0] : REFRAIN_NO_CELL,
      slow ? worst[1] : REFRAIN_NO_CELL, slow ? worst[2] : REFRAIN_NO_CELL,
      slow ? worst[3] : REFRAIN_NO_CELL, slow ? worst[4] : REFRAIN_NO_CELL,
      REFRAIN_TEXT (refrain_trend_kind_get_name (trend->kind)),
      trend->kind == REFRAIN_TREND_SLOPE ? REFRAIN_DOUBLE (trend->change) : REFRAIN_NO_CELL,
      step ? REFRAIN_INT ((gint64) trend->step + 1) : REFRAIN_NO_CELL,
      step ? REFRAIN_DOUBLE (trend->before / 1e9) : REFRAIN_NO_CELL,
      step ? REFRAIN_DOUBLE (trend->after / 1e9) : REFRAIN_NO_CELL,
      period ? REFRAIN_INT (trend->period) : REFRAIN_NO_CELL,
      period ? REFRAIN_DOUBLE (trend->correlation) : REFRAIN_NO_CELL);
}

static RefrainReport *
make_of_all (RefrainTrace *trace,
             RefrainRecurrences *all,
             RefrainIterations *iterations,
             RefrainDurations *run,
             gboolean disagree)
{
  const RefrainReportColumn columns[] = {
    { "kind", NULL, REFRAIN_CELL_TEXT },
    { "id", NULL, REFRAIN_CELL_INT },
    { "what", NULL, REFRAIN_CELL_TEXT },
    { "sentence", NULL, REFRAIN_CELL_TEXT },
    { "occurrences", _ ("occurrences"), REFRAIN_CELL_INT },
    { "median", NULL, REFRAIN_CELL_DOUBLE },
    { NULL, _ ("median"), REFRAIN_CELL_TIME },
    { "total", NULL, REFRAIN_CELL_DOUBLE },
    { "slow", _ ("outliers"), REFRAIN_CELL_INT },
    { "slow_seconds", NULL, REFRAIN_CELL_DOUBLE },
    { NULL, _ ("cost of outliers"), REFRAIN_CELL_TIME },
    { "trend_seconds", NULL, REFRAIN_CELL_DOUBLE },
    { NULL, _ ("cost of trend"), REFRAIN_CELL_TIME },
    { "notable", NULL, REFRAIN_CELL_BOOLEAN },
    { NULL, _ ("repetition"), REFRAIN_CELL_TEXT },
    OCCURRENCE_COLUMNS ("slowest.", REFRAIN_COLUMN_OPTIONAL),
    { "trend.kind", NULL, REFRAIN_CELL_TEXT },
    { "trend.change", NULL, REFRAIN_CELL_DOUBLE, REFRAIN_COLUMN_OPTIONAL },
    { "trend.from", NULL, REFRAIN_CELL_INT, REFRAIN_COLUMN_OPTIONAL },
    { "trend.before", NULL, REFRAIN_CELL_DOUBLE, REFRAIN_COLUMN_OPTIONAL },
    { "trend.after", NULL, REFRAIN_CELL_DOUBLE, REFRAIN_COLUMN_OPTIONAL },
    { "trend.period", NULL, REFRAIN_CELL_INT, REFRAIN_COLUMN_OPTIONAL },
    { "trend.correlation", NULL, REFRAIN_CELL_DOUBLE, REFRAIN_COLUMN_OPTIONAL },
  };
  RefrainReport *report = refrain_report_new ("durations");
  RefrainReportTable *table;
  gsize n;
  const RefrainRecurrence *items = refrain_recurrences_list (all, &n);

  refrain_report_say_unrecorded (report, trace);
  say_sentences (report, trace, all, iterations, run, disagree);
  if (n > 0)
    refrain_report_print (report, "\n");
  table = refrain_report_add_table (report, "repeats", n > 0 ? "" : NULL, columns);
  refrain_report_limit_rows (table, MAX_ROWS);
  for (gsize i = 0; i < n; i++)
    add_item (table, &items[i], refrain_recurrences_is_notable (all, i));
  return report;
}

/* ---- The report ----------------------------------------------------------------------------- */

static RefrainReport *
make (RefrainStudy *study, gpointer data, const RefrainStudyAsk *ask, GError **error)
{
  const Options *options = data;
  g_autoptr (RefrainRecurrences) all = NULL;
  g_autoptr (RefrainClocksFound) clocks = NULL;
  g_autoptr (RefrainIterations) iterations = NULL;
  g_autoptr (RefrainOccurrences) occurrences = NULL;
  g_autoptr (RefrainDurations) durations = NULL;
  GCancellable *cancellable = ask != NULL ? ask->cancellable : NULL;

  if (options->kind == REFRAIN_N_RECURS)
    {
      all = refrain_study_find (
          study, options->sequences ? REFRAIN_ANALYSIS_SEQUENCES : REFRAIN_ANALYSIS_RECURRENCES,
          ask, error);
      if (all != NULL)
        clocks = refrain_study_find (study, REFRAIN_ANALYSIS_CLOCKS, ask, error);
      if (clocks != NULL)
        iterations = refrain_study_find (study, REFRAIN_ANALYSIS_ITERATIONS, ask, error);
      if (iterations != NULL)
        durations = refrain_report_measure_turns (iterations, cancellable, error);
      return durations != NULL ? make_of_all (refrain_study_get_trace (study), all, iterations,
                                              durations, clocks->disagree && !clocks->corrected)
                               : NULL;
    }
  occurrences = refrain_series_arguments_collect (&options->which, study, ask, options->kind,
                                                  options->id, error);
  if (occurrences != NULL)
    durations = refrain_occurrences_measure (occurrences, options->window, cancellable, error);
  return durations != NULL ? make_of_series (occurrences, durations) : NULL;
}

const RefrainReportKind refrain_report_durations = {
  .name = "durations",
  .arguments = "TRACE",
  .summary = N_ ("Show durations of repetitions, outliers and trends"),
  .options_size = sizeof (Options),
  .init = init,
  .describe = describe,
  .check = check,
  .of_patterns = TRUE,
  .make = make,
  .clear = clear,
};
