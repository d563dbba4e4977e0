/* command-durations.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli durations: how long what repeats takes each time, and which time is different.
 */
#include "config.h"

#include "refrain-command.h"

#include <inttypes.h>
#include <stdio.h>

#include <glib/gi18n.h>

#include "refrain-json-writer.h"
#include "refrain-occurrence-words.h"
#include "refrain-series-options.h"
#include "refrain-study-sources.h"
#include "refrain-time-format.h"

/* Sentences, lines of the table, outliers and occurrences listed. */
#define MAX_SENTENCES 3
#define MAX_ROWS      15
#define MAX_OUTLIERS  12

typedef struct
{
  gboolean json, csv, sequences;
  double window;
  RefrainSeriesArguments which;
  RefrainRecurs kind;
  guint32 id;
} Options;

static void
clear_options (Options *self)
{
  refrain_series_arguments_clear (&self->which);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, clear_options)

/* ---- What both forms of JSON have ----------------------------------------------------------- */

static void
add_trend (RefrainJsonWriter *json, const RefrainTrend *trend)
{
  static const char *const names[] = { NULL, "slope", "step", "period" };

  refrain_json_begin_object (json, "trend");
  refrain_json_add_string (json, "kind", names[trend->kind]);
  if (trend->kind == REFRAIN_TREND_SLOPE)
    refrain_json_add_double (json, "change", trend->change);
  if (trend->kind == REFRAIN_TREND_STEP)
    {
      refrain_json_add_int (json, "from", (gint64) trend->step + 1);
      refrain_json_add_double (json, "before", trend->before / 1e9);
      refrain_json_add_double (json, "after", trend->after / 1e9);
    }
  if (trend->kind == REFRAIN_TREND_PERIOD)
    {
      refrain_json_add_int (json, "period", (gint64) trend->period);
      refrain_json_add_double (json, "correlation", trend->correlation);
    }
  refrain_json_end_object (json);
}

static void
add_occurrence (RefrainJsonWriter *json,
                const char *name,
                guint32 i,
                const RefrainOccurrence *occurrence)
{
  refrain_json_begin_object (json, name);
  refrain_json_add_int (json, "occurrence", (gint64) i + 1);
  refrain_json_add_double (json, "from", (double) occurrence->start / 1e9);
  refrain_json_add_double (json, "to", (double) occurrence->end / 1e9);
  refrain_json_add_double (json, "duration", (double) occurrence->duration / 1e9);
  if (occurrence->process != REFRAIN_NONE)
    refrain_json_add_int (json, "process", occurrence->process);
  refrain_json_end_object (json);
}

/* ---- One series ------------------------------------------------------------------------------ */

static void
print_series_json (RefrainOccurrences *occurrences, RefrainDurations *durations)
{
  RefrainJsonWriter json = { 0 };
  g_autofree char *sentence = refrain_occurrences_tell (occurrences, durations);
  const guint32 n = refrain_occurrences_get_n (occurrences);
  gsize n_peaks, n_outliers;
  const RefrainDurationPeak *peaks = refrain_durations_get_peaks (durations, &n_peaks);
  const gsize *outliers = refrain_durations_get_outliers (durations, &n_outliers);

  refrain_json_begin_object (&json, NULL);
  refrain_json_add_string (&json, "kind",
                           refrain_recurs_get_name (refrain_occurrences_get_kind (occurrences)));
  refrain_json_add_int (&json, "id", refrain_occurrences_get_id (occurrences));
  refrain_json_add_string (&json, "name", refrain_occurrences_get_name (occurrences));
  refrain_json_add_string (&json, "sentence", sentence);
  refrain_json_add_int (&json, "occurrences", n);
  refrain_json_add_double (&json, "minimum", refrain_durations_get_minimum (durations) / 1e9);
  refrain_json_add_double (&json, "median", refrain_durations_get_median (durations) / 1e9);
  refrain_json_add_double (&json, "maximum", refrain_durations_get_maximum (durations) / 1e9);
  refrain_json_add_double (&json, "total", refrain_durations_get_total (durations) / 1e9);
  refrain_json_begin_array (&json, "peaks");
  for (gsize i = 0; i < n_peaks; i++)
    {
      const guint32 shown = (guint32) peaks[i].representative;
      const RefrainOccurrence occurrence = refrain_occurrences_get (occurrences, shown);

      refrain_json_begin_object (&json, NULL);
      refrain_json_add_double (&json, "duration", peaks[i].duration / 1e9);
      refrain_json_add_double (&json, "share", peaks[i].share);
      refrain_json_add_int (&json, "similar", (gint64) peaks[i].within);
      add_occurrence (&json, "representative", shown, &occurrence);
      refrain_json_end_object (&json);
    }
  refrain_json_end_array (&json);
  refrain_json_begin_array (&json, "outliers");
  for (gsize i = 0; i < n_outliers; i++)
    {
      const RefrainOccurrence occurrence
          = refrain_occurrences_get (occurrences, (guint32) outliers[i]);

      add_occurrence (&json, NULL, (guint32) outliers[i], &occurrence);
    }
  refrain_json_end_array (&json);
  add_trend (&json, refrain_durations_get_trend (durations));
  refrain_json_begin_array (&json, "durations");
  for (guint32 i = 0; i < n; i++)
    refrain_json_add_double (&json, NULL,
                             (double) refrain_occurrences_get (occurrences, i).duration / 1e9);
  refrain_json_end_array (&json);
  refrain_json_end_object (&json);
}

static void
print_seconds (RefrainTime time)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  printf (",%s", g_ascii_formatd (text, sizeof text, "%.9f", (double) time / 1e9));
}

/* Every occurrence a line; its peak or "outlier" behind. */
static void
print_series_csv (RefrainOccurrences *occurrences, RefrainDurations *durations)
{
  const guint32 n = refrain_occurrences_get_n (occurrences);
  g_autofree guint8 *is_outlier = g_new0 (guint8, (gsize) n + 1);
  gsize n_outliers;
  const gsize *outliers = refrain_durations_get_outliers (durations, &n_outliers);

  for (gsize i = 0; i < n_outliers; i++)
    is_outlier[outliers[i]] = 1;
  printf ("occurrence,process,from_s,to_s,duration_s,outlier\n");
  for (guint32 i = 0; i < n; i++)
    {
      const RefrainOccurrence occurrence = refrain_occurrences_get (occurrences, i);

      printf ("%u,", i + 1);
      if (occurrence.process != REFRAIN_NONE)
        printf ("%u", occurrence.process);
      print_seconds (occurrence.start);
      print_seconds (occurrence.end);
      print_seconds (occurrence.duration);
      printf (",%d\n", is_outlier[i]);
    }
}

static void
print_peaks (RefrainOccurrences *occurrences, RefrainDurations *durations)
{
  gsize n;
  const RefrainDurationPeak *peaks = refrain_durations_get_peaks (durations, &n);

  for (gsize i = 0; i < n; i++)
    {
      const guint32 shown = (guint32) peaks[i].representative;
      const RefrainOccurrence occurrence = refrain_occurrences_get (occurrences, shown);
      g_autofree char *duration = refrain_time_format ((RefrainTime) peaks[i].duration, 3);
      g_autofree char *when = refrain_time_format (occurrence.start, 4);

      printf (_ ("usual: %s, %.1f %% of them; such as number %u at %s\n"), duration,
              100 * peaks[i].share, shown + 1, when);
    }
  if (n == 0)
    printf (_ ("no duration is usual: no two are alike\n"));
}

typedef struct
{
  guint32 i;
  RefrainTime duration;
} Outlier;

static int
compare_outliers (gconstpointer a, gconstpointer b)
{
  const Outlier *x = a, *y = b;

  if (x->duration != y->duration)
    return x->duration > y->duration ? -1 : 1;
  return (x->i > y->i) - (x->i < y->i);
}

static void
print_outliers (RefrainOccurrences *occurrences, RefrainDurations *durations)
{
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (Outlier));
  gsize n;
  const gsize *outliers = refrain_durations_get_outliers (durations, &n);

  for (gsize i = 0; i < n; i++)
    {
      const Outlier outlier
          = { (guint32) outliers[i],
              refrain_occurrences_get (occurrences, (guint32) outliers[i]).duration };

      g_array_append_val (list, outlier);
    }
  g_array_sort (list, compare_outliers);
  for (guint i = 0; i < list->len && i < MAX_OUTLIERS; i++)
    {
      const guint32 k = g_array_index (list, Outlier, i).i;
      const RefrainOccurrence at = refrain_occurrences_get (occurrences, k);
      g_autofree char *duration = refrain_time_format (at.duration, 3);
      g_autofree char *when = refrain_time_format (at.start, 6);

      printf (_ ("%8u  %10s at %s"), k + 1, duration, when);
      if (at.process != REFRAIN_NONE)
        printf (_ (" on process %u"), at.process);
      printf ("\n");
    }
  if (list->len > MAX_OUTLIERS)
    printf (_ ("… and %u more; --csv tells all\n"), list->len - MAX_OUTLIERS);
}

static void
print_series (RefrainOccurrences *occurrences, RefrainDurations *durations)
{
  g_autofree char *sentence = refrain_occurrences_tell (occurrences, durations);
  gsize n_outliers;

  refrain_durations_get_outliers (durations, &n_outliers);
  if (refrain_occurrences_get_n (occurrences) == 0)
    {
      g_autofree char *what = refrain_occurrences_describe (occurrences);

      printf (_ ("%s repeats nothing\n"), what);
      return;
    }
  printf ("%s\n", sentence);
  print_peaks (occurrences, durations);
  if (n_outliers > 0)
    printf (_ ("unlike any, the longest first:\n"));
  print_outliers (occurrences, durations);
}

static int
run_series (const Options *options, RefrainTrace *trace, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainStudy) study = refrain_study_new (trace);
  g_autoptr (RefrainOccurrences) occurrences = refrain_series_arguments_collect (
      &options->which, study, NULL, options->kind, options->id, &error);
  g_autoptr (RefrainDurations) durations = NULL;

  if (occurrences == NULL)
    return refrain_command_fail (error);
  durations = refrain_occurrences_measure (occurrences, options->window, NULL, &error);
  if (durations == NULL)
    return refrain_command_fail (error);
  if (options->json)
    print_series_json (occurrences, durations);
  else if (options->csv)
    print_series_csv (occurrences, durations);
  else
    print_series (occurrences, durations);
  return REFRAIN_EXIT_OK;
}

/* ---- All that repeats ------------------------------------------------------------------------ */

static void
add_item (RefrainJsonWriter *json, const RefrainRecurrence *item, gboolean notable)
{
  refrain_json_begin_object (json, NULL);
  refrain_json_add_string (json, "kind", refrain_recurs_get_name (item->kind));
  refrain_json_add_int (json, "id", item->id);
  refrain_json_add_string (json, "what", item->what);
  refrain_json_add_string (json, "sentence", item->sentence);
  refrain_json_add_int (json, "occurrences", item->n);
  refrain_json_add_double (json, "median", item->median / 1e9);
  refrain_json_add_double (json, "total", item->total / 1e9);
  refrain_json_add_int (json, "slow", item->n_slow);
  refrain_json_add_double (json, "slow_seconds", item->slow_time / 1e9);
  refrain_json_add_double (json, "trend_seconds", item->trend_time / 1e9);
  refrain_json_add_boolean (json, "notable", notable);
  if (item->slowest != REFRAIN_NONE)
    add_occurrence (json, "slowest", item->slowest, &item->worst);
  add_trend (json, &item->trend);
  refrain_json_end_object (json);
}

static void
print_all_json (RefrainRecurrences *all)
{
  RefrainJsonWriter json = { 0 };
  gsize n;
  const RefrainRecurrence *items = refrain_recurrences_list (all, &n);

  refrain_json_begin_object (&json, NULL);
  refrain_json_begin_array (&json, "repeats");
  for (gsize i = 0; i < n; i++)
    add_item (&json, &items[i], refrain_recurrences_is_notable (all, i));
  refrain_json_end_array (&json);
  refrain_json_end_object (&json);
}

static void
print_quoted (const char *text)
{
  putchar ('"');
  for (; *text != '\0'; text++)
    {
      if (*text == '"')
        putchar ('"');
      putchar (*text);
    }
  putchar ('"');
}

static void
print_all_csv (RefrainRecurrences *all)
{
  gsize n;
  const RefrainRecurrence *items = refrain_recurrences_list (all, &n);

  printf ("kind,id,what,occurrences,median_s,total_s,slow,slow_s,trend_s,slowest\n");
  for (gsize i = 0; i < n; i++)
    {
      printf ("%s,%u,", refrain_recurs_get_name (items[i].kind), items[i].id);
      print_quoted (items[i].what);
      printf (",%u", items[i].n);
      print_seconds ((RefrainTime) items[i].median);
      print_seconds ((RefrainTime) items[i].total);
      printf (",%u", items[i].n_slow);
      print_seconds ((RefrainTime) items[i].slow_time);
      print_seconds ((RefrainTime) items[i].trend_time);
      printf (",");
      if (items[i].slowest != REFRAIN_NONE)
        printf ("%u", items[i].slowest + 1);
      printf ("\n");
    }
}

/* The first sentences; why there are none. */
static void
print_sentences (RefrainRecurrences *all)
{
  gsize n, n_told = 0;
  const RefrainRecurrence *items = refrain_recurrences_list (all, &n), *slow = NULL;

  for (gsize i = 0; i < n && n_told < MAX_SENTENCES; i++)
    if (refrain_recurrences_is_notable (all, i) && !items[i].is_loop)
      {
        printf ("%s\n", items[i].sentence);
        if (n_told++ == 0)
          slow = &items[i];
      }
  if (slow != NULL && slow->n_slow > 0 && slow->kind != REFRAIN_RECURS_ROUTINE)
    printf (_ ("refrain-cli compare --%s %u tells what makes number %u take longer\n"),
            refrain_recurs_get_name (slow->kind), slow->id, slow->slowest + 1);
  if (n_told > 0)
    return;
  if (n == 0)
    printf (_ ("nothing comes three times in this run, so no duration is usual or unusual\n"));
  else
    {
      printf (_ ("nothing that repeats takes unusually long, or longer and longer, for more than "
                 "0.1 %% of the run\n"));
      printf ("%s\n", items[0].sentence);
    }
}

static void
print_row (const RefrainRecurrence *item)
{
  g_autofree char *median = refrain_time_format ((RefrainTime) item->median, 3);
  g_autofree char *slow = refrain_time_format ((RefrainTime) item->slow_time, 3);
  g_autofree char *trend = refrain_time_format ((RefrainTime) item->trend_time, 3);

  printf ("%8u  %10s  %8u  %10s  %10s  --%s ", item->n, median, item->n_slow,
          item->n_slow > 0 ? slow : "-", item->trend_time > 0 ? trend : "-",
          refrain_recurs_get_name (item->kind));
  if (item->kind == REFRAIN_RECURS_ROUTINE)
    printf ("%s\n", item->what);
  else
    printf ("%-4u %s\n", item->id, item->what);
}

static void
print_all (RefrainRecurrences *all)
{
  gsize n;
  const RefrainRecurrence *items = refrain_recurrences_list (all, &n);

  print_sentences (all);
  if (n > 0)
    printf (_ ("\n   times      median  outliers   they cost  trend costs  which\n"));
  for (gsize i = 0; i < n && i < MAX_ROWS; i++)
    print_row (&items[i]);
  if (n > MAX_ROWS)
    printf (_ ("… and %zu more; --csv or --json tells all\n"), n - MAX_ROWS);
}

static int
run_all (const Options *options, RefrainTrace *trace)
{
  g_autoptr (RefrainStudy) study = refrain_study_new (trace);
  g_auto (RefrainRecurrenceSources) sources = { 0 };
  g_autoptr (RefrainRecurrences) all = NULL;
  g_autoptr (GError) error = NULL;

  if (!options->sequences)
    all = refrain_study_find (study, REFRAIN_ANALYSIS_RECURRENCES, NULL, &error);
  else if (refrain_study_find_sources (study, REFRAIN_RECURS_SEQUENCE, NULL, &sources, &error))
    all = refrain_recurrences_new (&sources, NULL, &error);
  if (all == NULL)
    return refrain_command_fail (error);
  if (options->json)
    print_all_json (all);
  else if (options->csv)
    print_all_csv (all);
  else
    print_all (all);
  return REFRAIN_EXIT_OK;
}

/* ---- The command ----------------------------------------------------------------------------- */

static int
run (int argc, char **argv)
{
  g_auto (Options) options = { .window = 0.1 };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_ ("Print one JSON object"), NULL },
    { "csv", 0, 0, G_OPTION_ARG_NONE, &options.csv,
      N_ ("Print a table, values separated by commas"), NULL },
    { "window", 0, 0, G_OPTION_ARG_DOUBLE, &options.window,
      N_ ("What counts as similar: 0.1 (±10 %, the default)"), N_ ("W") },
    { "sequences", 0, 0, G_OPTION_ARG_NONE, &options.sequences,
      N_ ("List sequences of events instead of patterns, loops and phases"), NULL },
    REFRAIN_SERIES_ENTRIES (options.which),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  const char *one;
  g_autoptr (GError) error = NULL;
  int status
      = refrain_command_parse (&refrain_command_durations, entries, argc, argv, 1, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  one = refrain_series_arguments_get_first (&options.which);
  if (options.json && options.csv)
    return refrain_command_usage (&refrain_command_durations, _ ("%s does not go with %s"), "--csv",
                                  "--json");
  if (one != NULL && options.sequences)
    return refrain_command_usage (&refrain_command_durations, _ ("%s does not go with %s"),
                                  "--sequences", one);
  if (!(options.window > 0 && options.window < 1))
    return refrain_command_usage (&refrain_command_durations,
                                  _ ("--window: expects a number above 0 and below 1"));
  if (!refrain_series_arguments_understand (&options.which, &options.kind, &options.id, &error))
    return refrain_command_refuse (&refrain_command_durations, error);
  trace = refrain_command_load (arguments[1]);
  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  return one != NULL ? run_series (&options, trace, arguments[1]) : run_all (&options, trace);
}

const RefrainCommand refrain_command_durations = {
  .name = "durations",
  .arguments = "TRACE",
  .summary = N_ ("Tell how long what repeats takes each time, and which time is different"),
  .run = run,
};
