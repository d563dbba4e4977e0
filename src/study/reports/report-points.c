/* report-points.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * points: what of a run is worth looking at.
 */
#include "config.h"

#include "refrain-free.h"
#include "refrain-report-kinds.h"

#include <inttypes.h>
#include <math.h>

#include <glib/gi18n-lib.h>

#include "refrain-error.h"
#include "refrain-occurrence-words.h"
#include "refrain-points.h"
#include "refrain-report-options.h"
#include "refrain-run.h"
#include "refrain-structure-options.h"
#include "refrain-time-format.h"
#include "refrain-words.h"

/* Occurrences told of, and patterns with their peaks. */
#define MAX_LISTED   12
#define MAX_PATTERNS 12
/* Of the run: what is longer by less matters to nobody. */
#define NOTICED 0.001

typedef struct
{
  double window;
  char *durations; /* a file, or NULL */
  RefrainStructureArguments how;
  RefrainStructureOptions structure; /* what these say */
} Options;

static void
init (gpointer data)
{
  Options *options = data;

  options->window = 0.1;
}

REFRAIN_DEFINE_CLEAR (clear, Options, g_free (x->durations);
                      refrain_structure_arguments_clear (&x->how))

REFRAIN_REPORT_ENTRIES (Options,
                        REFRAIN_REPORT_WINDOW_ENTRY (x->window),
                        { "durations", 0, 0, G_OPTION_ARG_FILENAME, &x->durations,
                          N_ ("Read durations from this file, one per line, instead of a trace"),
                          N_ ("FILE") },
                        REFRAIN_STRUCTURE_ENTRIES (x->how))

static gboolean
check (gpointer data, char **words, GError **error)
{
  Options *options = data;
  const char *stray = refrain_structure_arguments_get_first (&options->how);

  if (!refrain_report_expect_trace_or_file (words, "--durations", options->durations, error)
      || !refrain_report_check_window (options->window, error))
    return FALSE;
  if (options->durations != NULL && stray != NULL)
    return refrain_report_refuse_both (stray, "--durations", error);
  return refrain_structure_arguments_understand (&options->how, &options->structure, error);
}

/* ---- Numbers from a file -------------------------------------------------------------------- */

/* One number a line; empty lines are passed over. Free with g_array_unref(). */
static GArray *
read_numbers (const char *path, GError **error)
{
  g_autofree char *text = refrain_words_read_text (path, error);
  g_auto (GStrv) lines = NULL;
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  g_autofree char *name = g_filename_display_name (path);

  if (text == NULL)
    return NULL;
  lines = g_strsplit (text, "\n", -1);
  for (gsize i = 0; lines[i] != NULL; i++)
    {
      const char *word = g_strstrip (lines[i]);
      char *end;
      double value;

      if (*word == '\0')
        continue;
      value = g_ascii_strtod (word, &end);
      if (*end != '\0' || !isfinite (value) || value < 0)
        {
          g_autofree char *quoted = refrain_words_quote (word);

          return refrain_fail_null (error, REFRAIN_ERROR_FORMAT,
                                    _ ("%s: line %zu: “%s” is not a duration"), name, i + 1,
                                    quoted);
        }
      g_array_append_val (values, value);
    }
  return g_steal_pointer (&values);
}

static void
say_numbers (RefrainReport *report, RefrainDurations *durations)
{
  g_autofree char *trend = refrain_recurs_tell_trend (REFRAIN_RECURS_SEQUENCE, durations);
  gsize n_peaks, n_outliers, n;
  const RefrainDurationPeak *peaks = refrain_durations_get_peaks (durations, &n_peaks);
  const gsize *outliers = refrain_durations_get_outliers (durations, &n_outliers);
  const double *values = refrain_durations_get_values (durations, &n);

  if (n_peaks == 0)
    refrain_report_say (report, _ ("No two of the %zu durations are similar, so none is typical."),
                        n);
  for (gsize i = 0; i < n_peaks; i++)
    refrain_report_say (report,
                        peaks[i].rare
                            ? _ ("Rare: %g (%.1f %% of %zu durations), such as line %zu")
                            : _ ("Typical: %g (%.1f %% of %zu durations), such as line %zu"),
                        peaks[i].duration, 100 * peaks[i].share, n, peaks[i].representative + 1);
  if (trend != NULL)
    refrain_report_say (report, _ ("Over the run: %s."), trend);
  for (gsize i = 0; i < n_outliers; i++)
    refrain_report_say (report, _ ("Outlier: %2$g, line %1$zu"), outliers[i] + 1,
                        values[outliers[i]]);
}

static RefrainReport *
make_of_numbers (const Options *options, const RefrainStudyAsk *ask, GError **error)
{
  const RefrainReportColumn columns[] = {
    { "duration", _ ("duration"), REFRAIN_CELL_DOUBLE },
    { "share", _ ("share"), REFRAIN_CELL_DOUBLE },
    { "representative", _ ("occurrence"), REFRAIN_CELL_INT },
    { "similar", _ ("similar"), REFRAIN_CELL_INT },
  };
  const RefrainDurationOptions how = { .window = options->window, .tick = 0 };
  g_autoptr (GArray) numbers = read_numbers (options->durations, error);
  g_autoptr (RefrainDurations) durations
      = numbers != NULL
            ? refrain_durations_new ((const double *) (gpointer) numbers->data, numbers->len, &how,
                                     ask != NULL ? ask->cancellable : NULL, error)
            : NULL;
  RefrainReport *report;
  RefrainReportTable *table;
  gsize n;
  const RefrainDurationPeak *peaks;
  const gsize *outliers;
  const double *values;

  if (durations == NULL)
    return NULL;
  report = refrain_report_new ("points");
  say_numbers (report, durations);
  table = refrain_report_add_table (report, "peaks", NULL, columns);
  peaks = refrain_durations_get_peaks (durations, &n);
  for (gsize i = 0; i < n; i++)
    refrain_report_add_row (
        table, REFRAIN_DOUBLE (peaks[i].duration), REFRAIN_DOUBLE (peaks[i].share),
        REFRAIN_INT ((gint64) peaks[i].representative + 1), REFRAIN_INT (peaks[i].within));
  values = refrain_durations_get_values (durations, &n);
  outliers = refrain_durations_get_outliers (durations, &n);
  refrain_report_begin_array (report, "outliers");
  for (gsize i = 0; i < n; i++)
    refrain_report_add_double (report, NULL, values[outliers[i]]);
  refrain_report_end (report);
  return report;
}

/* ---- Of a trace: for programs --------------------------------------------------------------- */

static double
get_duration (const RefrainPoint *point, guint32 occurrence)
{
  gsize n;

  return refrain_durations_get_values (point->durations, &n)[occurrence];
}

/* The occurrence that stands for peak @i. */
static guint32
get_representative (const RefrainPoint *point, const RefrainDurationPeak *peaks, gsize i)
{
  return point->representative[i] != REFRAIN_NONE ? point->representative[i]
                                                  : (guint32) peaks[i].representative;
}

/* The three cells of an occurrence. */
#define OCCURRENCE(point, occurrence)                                                              \
  REFRAIN_INT ((gint64) (occurrence) + 1), REFRAIN_TIME ((point)->start[occurrence]),              \
      REFRAIN_DOUBLE (get_duration (point, occurrence) / 1e9)

static void
add_point (RefrainReport *report, RefrainStructure *structure, const RefrainPoint *point)
{
  static const RefrainReportColumn peak_columns[] = {
    { "duration", NULL, REFRAIN_CELL_DOUBLE },
    { "share", NULL, REFRAIN_CELL_DOUBLE },
    { "similar", NULL, REFRAIN_CELL_INT },
    { "representative.occurrence", NULL, REFRAIN_CELL_INT },
    { "representative.from", NULL, REFRAIN_CELL_TIME },
    { "representative.duration", NULL, REFRAIN_CELL_DOUBLE },
  };
  static const RefrainReportColumn outlier_columns[] = {
    { "occurrence", NULL, REFRAIN_CELL_INT },
    { "from", NULL, REFRAIN_CELL_TIME },
    { "duration", NULL, REFRAIN_CELL_DOUBLE },
  };
  const RefrainStructurePart *part = refrain_structure_get_part (structure, point->part);
  RefrainReportTable *table;
  gsize n;
  const RefrainDurationPeak *peaks = refrain_durations_get_peaks (point->durations, &n);
  const gsize *outliers;

  refrain_report_begin_object (report, NULL);
  refrain_report_add_int (report, "id", (gint64) point->pattern + 1);
  refrain_report_add_int (report, "process", part->process);
  refrain_report_add_int (report, "thread", part->thread);
  refrain_report_add_int (report, "size", point->size);
  refrain_report_add_int (report, "occurrences", point->n);
  refrain_report_add_int (report, "visible", point->n_visible);
  refrain_report_add_int (report, "kept", point->n_kept);
  table = refrain_report_add_table (report, "peaks", NULL, peak_columns);
  for (gsize i = 0; i < n; i++)
    {
      const guint32 shown = get_representative (point, peaks, i);

      refrain_report_add_row (table, REFRAIN_DOUBLE (peaks[i].duration / 1e9),
                              REFRAIN_DOUBLE (peaks[i].share), REFRAIN_INT (peaks[i].within),
                              OCCURRENCE (point, shown));
    }
  outliers = refrain_durations_get_outliers (point->durations, &n);
  table = refrain_report_add_table (report, "outliers", NULL, outlier_columns);
  for (gsize i = 0; i < n; i++)
    refrain_report_add_row (table, OCCURRENCE (point, outliers[i]));
  refrain_report_end (report);
}

static double
get_reduction (RefrainPoints *points)
{
  const double events = (double) refrain_points_count_events (points);

  return events > 0 ? 100 * (1 - (double) refrain_points_count_kept_events (points) / events) : 0;
}

static void
add_members (RefrainReport *report, RefrainPoints *points)
{
  gsize n;
  const RefrainPoint *list = refrain_points_list (points, &n);

  refrain_report_add_int (report, "events", refrain_points_count_events (points));
  refrain_report_add_int (report, "events_after", refrain_points_count_kept_events (points));
  refrain_report_add_double (report, "reduction", get_reduction (points));
  refrain_report_add_double (report, "window", refrain_points_get_window (points));
  refrain_report_begin_array (report, "patterns");
  for (gsize i = 0; i < n; i++)
    add_point (report, refrain_points_get_structure (points), &list[i]);
  refrain_report_end (report);
}

/* ---- Of a trace: for people ----------------------------------------------------------------- */

static void
say_slow (RefrainReport *report, RefrainStructure *structure, const RefrainSlowPoint *slow)
{
  const RefrainPoint *point = slow->point;
  const double median = refrain_durations_get_median (point->durations);
  const double took = get_duration (point, slow->occurrence);
  g_autofree char *name
      = refrain_structure_describe_pattern (structure, point->part, point->pattern);
  g_autofree char *when = refrain_time_format (point->start[slow->occurrence], 4);
  g_autofree char *duration = refrain_time_format ((RefrainTime) took, 3);
  g_autofree char *factor = refrain_factor_format (took / MAX (median, 1));
  g_autofree char *than = median > 0 ? g_strdup_printf (_ ("%s times the median"), factor)
                                     : g_strdup (_ ("the median is 0"));

  refrain_report_say (report,
                      _ ("Process %u: occurrence %u of S%u (%" PRIu64
                         " events, starting with “%s”) takes %s at %s, %s."),
                      refrain_structure_get_part (structure, point->part)->process,
                      slow->occurrence + 1, point->pattern + 1, point->size, name, duration, when,
                      than);
}

static void
say_reduction (RefrainReport *report, RefrainPoints *points)
{
  g_autofree char *events = refrain_count_format (refrain_points_count_events (points));
  g_autofree char *kept = refrain_count_format (refrain_points_count_kept_events (points));

  refrain_report_say (
      report, _ ("%s of %s events (%.1f %%) remain if similar durations (±%.0f %%) are folded."),
      kept, events, 100 - get_reduction (points), 100 * refrain_points_get_window (points));
}

/* Whether what one process' @slow ones take above their medians makes the run noticeably longer. */
static gboolean
is_any_noticed (RefrainPoints *points, GArray *slow)
{
  RefrainStructure *structure = refrain_points_get_structure (points);
  RefrainTrace *trace = refrain_structure_get_trace (structure);
  const RefrainRun *run = refrain_trace_get_run (trace);
  g_autofree double *excess = g_new0 (double, refrain_trace_get_n_processes (trace) + 1);
  double most = 0;

  for (guint i = 0; i < slow->len; i++)
    {
      const RefrainSlowPoint *at = &g_array_index (slow, RefrainSlowPoint, i);
      const guint process = refrain_structure_get_part (structure, at->point->part)->process;

      excess[process] += get_duration (at->point, at->occurrence)
                         - refrain_durations_get_median (at->point->durations);
      most = MAX (most, excess[process]);
    }
  return most >= NOTICED * (double) (run->end - run->start);
}

/* What comes first of all, then the reduction, then the rest. */
static void
say_all_slow (RefrainReport *report, RefrainPoints *points)
{
  g_autoptr (GArray) slow = refrain_points_find_slow (points);

  if (slow->len == 0)
    {
      refrain_report_say (report, _ ("No repetition takes unusually long."));
      say_reduction (report, points);
    }
  else if (!is_any_noticed (points, slow))
    refrain_report_say (report,
                        _ ("Unusual durations cost no process more than 0.1 %% of the run."));
  for (guint i = 0; i < MIN (slow->len, MAX_LISTED); i++)
    {
      say_slow (report, refrain_points_get_structure (points),
                &g_array_index (slow, RefrainSlowPoint, i));
      if (i == 0)
        say_reduction (report, points);
    }
  if (slow->len > MAX_LISTED)
    refrain_report_say (report, _ ("… and %u more (list: --json)"), slow->len - MAX_LISTED);
}

static int
compare_totals (gconstpointer first, gconstpointer second)
{
  const RefrainPoint *const *a = first, *const *b = second;
  const double x = refrain_durations_get_total ((*a)->durations);
  const double y = refrain_durations_get_total ((*b)->durations);

  return x != y ? (x > y ? -1 : 1) : *a < *b ? -1 : *a > *b;
}

/* "; 1.2 ms (60 %): number 3": its peaks, then its trend. Free with g_free(). */
static char *
describe_durations (const RefrainPoint *point)
{
  g_autofree char *trend = refrain_recurs_tell_trend (REFRAIN_RECURS_SEQUENCE, point->durations);
  GString *text = g_string_new (NULL);
  gsize n;
  const RefrainDurationPeak *peaks = refrain_durations_get_peaks (point->durations, &n);

  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *duration = refrain_time_format ((RefrainTime) peaks[i].duration, 3);

      g_string_append_printf (text, _ ("; %s (%.0f %%): occurrence %u"), duration,
                              100 * peaks[i].share, get_representative (point, peaks, i) + 1);
    }
  if (trend != NULL)
    g_string_append_printf (text, "; %s", trend);
  return g_string_free (text, FALSE);
}

/* The patterns in which most time passes: the first of them as sentences, all as a table. */
static void
add_patterns (RefrainReport *report, RefrainPoints *points)
{
  const RefrainReportColumn columns[] = {
    { "process", _ ("process"), REFRAIN_CELL_INT },
    { "id", _ ("pattern"), REFRAIN_CELL_INT },
    { "size", _ ("events"), REFRAIN_CELL_INT },
    { "begins", _ ("starts with"), REFRAIN_CELL_TEXT },
    { "occurrences", _ ("occurrences"), REFRAIN_CELL_INT },
    { "visible", NULL, REFRAIN_CELL_INT },
    { "kept", _ ("kept"), REFRAIN_CELL_INT },
    { "median", _ ("median"), REFRAIN_CELL_TIME },
    { "total", _ ("in all"), REFRAIN_CELL_TIME },
  };
  RefrainStructure *structure = refrain_points_get_structure (points);
  RefrainReportTable *table = refrain_report_add_table (report, NULL, NULL, columns);
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  gsize n;
  const RefrainPoint *list = refrain_points_list (points, &n);

  refrain_report_set_main (table);
  for (gsize i = 0; i < n; i++)
    g_ptr_array_add (sorted, (gpointer) &list[i]);
  g_ptr_array_sort (sorted, compare_totals);
  refrain_report_head (
      report, _ ("Sequences by total time, with one representative of each typical duration:"));
  for (guint i = 0; i < sorted->len; i++)
    {
      const RefrainPoint *point = sorted->pdata[i];
      const guint process = refrain_structure_get_part (structure, point->part)->process;
      g_autofree char *name
          = refrain_structure_describe_pattern (structure, point->part, point->pattern);
      g_autofree char *durations = i < MAX_PATTERNS ? describe_durations (point) : NULL;
      g_autofree char *total
          = refrain_time_format ((RefrainTime) refrain_durations_get_total (point->durations), 3);

      if (durations != NULL)
        refrain_report_say (
            report,
            _ ("Process %u: S%u, %" PRIu64 " events, starting with “%s”, %u times, %s in all%s"),
            process, point->pattern + 1, point->size, name, point->n, total, durations);
      refrain_report_add_row (table, REFRAIN_INT (process),
                              REFRAIN_INT ((gint64) point->pattern + 1), REFRAIN_INT (point->size),
                              REFRAIN_TEXT (name), REFRAIN_INT (point->n),
                              REFRAIN_INT (point->n_visible), REFRAIN_INT (point->n_kept),
                              REFRAIN_TIME (refrain_durations_get_median (point->durations)),
                              REFRAIN_TIME (refrain_durations_get_total (point->durations)));
    }
}

/* ---- The report ----------------------------------------------------------------------------- */

static RefrainReport *
make (RefrainStudy *study, gpointer data, const RefrainStudyAsk *ask, GError **error)
{
  const Options *options = data;
  g_autoptr (RefrainStudyOptions) how = NULL;
  g_autoptr (RefrainPoints) points = NULL;
  RefrainStudyAsk own;
  RefrainReport *report;

  if (study == NULL)
    return make_of_numbers (options, ask, error);
  how = refrain_report_copy_options (study, ask, &own);
  how->window = options->window;
  if (refrain_structure_arguments_get_first (&options->how) != NULL)
    how->structure = options->structure;
  points = refrain_study_find (study, REFRAIN_ANALYSIS_POINTS, &own, error);
  if (points == NULL)
    return NULL;
  report = refrain_report_new ("points");
  add_members (report, points);
  say_all_slow (report, points);
  add_patterns (report, points);
  return report;
}

const RefrainReportKind refrain_report_points = {
  .name = "points",
  .arguments = "TRACE",
  .summary = N_ ("Rank unusual durations and fold similar events"),
  .options_size = sizeof (Options),
  .init = init,
  .describe = describe,
  .check = check,
  .make = make,
  .clear = clear,
};
