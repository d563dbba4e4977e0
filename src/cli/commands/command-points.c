/* command-points.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli points: what of a run is worth looking at.
 */
#include "config.h"

#include "refrain-command.h"

#include <math.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <glib/gi18n.h>

#include "refrain-error.h"
#include "refrain-json-writer.h"
#include "refrain-points.h"
#include "refrain-structure-options.h"
#include "refrain-time-format.h"
#include "refrain-words.h"

/* Occurrences listed, and patterns with their peaks. */
#define MAX_LISTED   12
#define MAX_PATTERNS 12

/* ---- Numbers from a file -----------------------------------------------------------------------
 */

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

          g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT,
                       _ ("%s: line %zu: “%s” is not a duration"), name, i + 1, quoted);
          return NULL;
        }
      g_array_append_val (values, value);
    }
  return g_steal_pointer (&values);
}

static void
print_numbers_json (RefrainDurations *durations)
{
  RefrainJsonWriter json = { 0 };
  gsize n;
  const RefrainDurationPeak *peaks = refrain_durations_get_peaks (durations, &n);
  const double *values;
  const gsize *outliers;

  refrain_json_begin_object (&json, NULL);
  refrain_json_begin_array (&json, "peaks");
  for (gsize i = 0; i < n; i++)
    {
      refrain_json_begin_object (&json, NULL);
      refrain_json_add_double (&json, "duration", peaks[i].duration);
      refrain_json_add_double (&json, "share", peaks[i].share);
      refrain_json_add_int (&json, "representative", (gint64) peaks[i].representative + 1);
      refrain_json_add_int (&json, "similar", (gint64) peaks[i].within);
      refrain_json_end_object (&json);
    }
  refrain_json_end_array (&json);
  values = refrain_durations_get_values (durations, &n);
  outliers = refrain_durations_get_outliers (durations, &n);
  refrain_json_begin_array (&json, "outliers");
  for (gsize i = 0; i < n; i++)
    refrain_json_add_double (&json, NULL, values[outliers[i]]);
  refrain_json_end_array (&json);
  refrain_json_end_object (&json);
}

static void
print_numbers (RefrainDurations *durations)
{
  g_autofree char *trend = refrain_structure_tell_trend (durations, _ ("duration"));
  gsize n_peaks, n_outliers, n;
  const RefrainDurationPeak *peaks = refrain_durations_get_peaks (durations, &n_peaks);
  const gsize *outliers = refrain_durations_get_outliers (durations, &n_outliers);
  const double *values = refrain_durations_get_values (durations, &n);

  if (n_peaks == 0)
    printf (_ ("no two of the %zu durations are alike, so none is usual\n"), n);
  for (gsize i = 0; i < n_peaks; i++)
    printf (_ ("%g is usual: %.1f %% of %zu durations, such as number "
               "%zu\n"),
            peaks[i].duration, 100 * peaks[i].share, n, peaks[i].representative + 1);
  if (trend != NULL)
    printf ("%s\n", trend);
  for (gsize i = 0; i < n_outliers; i++)
    printf (_ ("number %zu is unlike any: %g\n"), outliers[i] + 1, values[outliers[i]]);
}

static int
run_numbers (const char *path, double window, gboolean as_json)
{
  const RefrainDurationOptions options = { .window = window, .tick = 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) values = read_numbers (path, &error);
  g_autoptr (RefrainDurations) durations = NULL;

  if (values != NULL)
    durations = refrain_durations_new ((const double *) values->data, values->len, &options, NULL,
                                       &error);
  if (durations == NULL)
    return refrain_command_fail (error);
  if (as_json)
    print_numbers_json (durations);
  else
    print_numbers (durations);
  return REFRAIN_EXIT_OK;
}

/* ---- JSON of a trace ---------------------------------------------------------------------------
 */

static double
get_seconds (const RefrainPoint *point, guint32 occurrence)
{
  gsize n;

  return refrain_durations_get_values (point->durations, &n)[occurrence] / 1e9;
}

static void
add_occurrence (RefrainJsonWriter *json,
                const char *name,
                const RefrainPoint *point,
                guint32 occurrence)
{
  refrain_json_begin_object (json, name);
  refrain_json_add_int (json, "occurrence", (gint64) occurrence + 1);
  refrain_json_add_double (json, "from", (double) point->start[occurrence] / 1e9);
  refrain_json_add_double (json, "duration", get_seconds (point, occurrence));
  refrain_json_end_object (json);
}

static void
add_point (RefrainJsonWriter *json, RefrainStructure *structure, const RefrainPoint *point)
{
  gsize n;
  const RefrainDurationPeak *peaks = refrain_durations_get_peaks (point->durations, &n);
  const gsize *outliers;

  refrain_json_begin_object (json, NULL);
  refrain_json_add_int (json, "id", (gint64) point->pattern + 1);
  refrain_json_add_int (json, "process",
                        refrain_structure_get_part (structure, point->part)->process);
  refrain_json_add_int (json, "thread",
                        (gint64) refrain_structure_get_part (structure, point->part)->thread);
  refrain_json_add_int (json, "size", (gint64) point->size);
  refrain_json_add_int (json, "occurrences", point->n);
  refrain_json_add_int (json, "visible", point->n_visible);
  refrain_json_add_int (json, "kept", point->n_kept);
  refrain_json_begin_array (json, "peaks");
  for (gsize i = 0; i < n; i++)
    {
      refrain_json_begin_object (json, NULL);
      refrain_json_add_double (json, "duration", peaks[i].duration / 1e9);
      refrain_json_add_double (json, "share", peaks[i].share);
      refrain_json_add_int (json, "similar", (gint64) peaks[i].within);
      add_occurrence (json, "representative", point,
                      point->representative[i] != REFRAIN_NONE ? point->representative[i]
                                                               : (guint32) peaks[i].representative);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
  outliers = refrain_durations_get_outliers (point->durations, &n);
  refrain_json_begin_array (json, "outliers");
  for (gsize i = 0; i < n; i++)
    add_occurrence (json, NULL, point, (guint32) outliers[i]);
  refrain_json_end_array (json);
  refrain_json_end_object (json);
}

static double
get_reduction (RefrainPoints *points)
{
  const double events = (double) refrain_points_count_events (points);

  return events > 0 ? 100 * (1 - (double) refrain_points_count_kept_events (points) / events) : 0;
}

static void
print_json (RefrainPoints *points)
{
  RefrainJsonWriter json = { 0 };
  gsize n;
  const RefrainPoint *list = refrain_points_list (points, &n);

  refrain_json_begin_object (&json, NULL);
  refrain_json_add_int (&json, "events", (gint64) refrain_points_count_events (points));
  refrain_json_add_int (&json, "events_after", (gint64) refrain_points_count_kept_events (points));
  refrain_json_add_double (&json, "reduction", get_reduction (points));
  refrain_json_add_double (&json, "window", refrain_points_get_window (points));
  refrain_json_begin_array (&json, "patterns");
  for (gsize i = 0; i < n; i++)
    add_point (&json, refrain_points_get_structure (points), &list[i]);
  refrain_json_end_array (&json);
  refrain_json_end_object (&json);
}

/* ---- Text of a trace ---------------------------------------------------------------------------
 */

/* An occurrence that takes longer than usual. */
typedef struct
{
  const RefrainPoint *point;
  guint32 occurrence;
  double excess; /* ns beyond the median */
} Slow;

static int
compare_slow (gconstpointer first, gconstpointer second)
{
  const Slow *a = first, *b = second;

  if (a->excess != b->excess)
    return a->excess > b->excess ? -1 : 1;
  if (a->point != b->point)
    return a->point < b->point ? -1 : 1;
  return a->occurrence < b->occurrence ? -1 : a->occurrence > b->occurrence;
}

/* Outliers that take longer than the median, those that lose most first; of Slow. */
static GArray *
find_slow (RefrainPoints *points)
{
  GArray *slow = g_array_new (FALSE, FALSE, sizeof (Slow));
  gsize n, n_outliers, n_values;
  const RefrainPoint *list = refrain_points_list (points, &n);

  for (gsize i = 0; i < n; i++)
    {
      const gsize *outliers = refrain_durations_get_outliers (list[i].durations, &n_outliers);
      const double *values = refrain_durations_get_values (list[i].durations, &n_values);
      const double median = refrain_durations_get_median (list[i].durations);

      for (gsize k = 0; k < n_outliers; k++)
        {
          const Slow found = { &list[i], (guint32) outliers[k], values[outliers[k]] - median };

          if (found.excess > 0)
            g_array_append_val (slow, found);
        }
    }
  g_array_sort (slow, compare_slow);
  return slow;
}

/* "enter ssor", what a pattern begins with. Free with g_free(). */
static char *
name_pattern (RefrainStructure *structure, const RefrainPoint *point)
{
  const RefrainGrammar *grammar = refrain_structure_get_part (structure, point->part)->grammar;
  const RefrainTerm *term = &grammar->terms[grammar->first[point->pattern]];

  while (term->what >= grammar->n_symbols)
    term = &grammar->terms[grammar->first[term->what - grammar->n_symbols]];
  return refrain_structure_describe (structure, point->part, term->what);
}

static void
print_slow (RefrainStructure *structure, const Slow *slow)
{
  const RefrainPoint *point = slow->point;
  const double median = refrain_durations_get_median (point->durations);
  g_autofree char *name = name_pattern (structure, point);
  g_autofree char *when = refrain_time_format (point->start[slow->occurrence], 4);
  g_autofree char *duration
      = refrain_time_format ((RefrainTime) (get_seconds (point, slow->occurrence) * 1e9), 3);

  printf (_ ("process %u: occurrence %u of P%u (%" PRIu64 " events from “%s” on) takes %s at %s, "),
          refrain_structure_get_part (structure, point->part)->process, slow->occurrence + 1,
          point->pattern + 1, point->size, name, duration, when);
  if (median > 0)
    printf (_ ("%.1f times the median\n"), get_seconds (point, slow->occurrence) * 1e9 / median);
  else
    printf (_ ("the median is 0\n"));
}

static int
compare_totals (gconstpointer first, gconstpointer second)
{
  const RefrainPoint *const *a = first, *const *b = second;
  const double x = refrain_durations_get_total ((*a)->durations);
  const double y = refrain_durations_get_total ((*b)->durations);

  return x != y ? (x > y ? -1 : 1) : *a < *b ? -1 : *a > *b;
}

/* The patterns in which most time passes, with their peaks. */
static void
print_patterns (RefrainPoints *points)
{
  RefrainStructure *structure = refrain_points_get_structure (points);
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  gsize n;
  const RefrainPoint *list = refrain_points_list (points, &n);

  for (gsize i = 0; i < n; i++)
    g_ptr_array_add (sorted, (gpointer) &list[i]);
  g_ptr_array_sort (sorted, compare_totals);
  printf (_ ("\nWhere most time passes; of each usual duration one to look at:\n"));
  for (guint i = 0; i < sorted->len && i < MAX_PATTERNS; i++)
    {
      const RefrainPoint *point = sorted->pdata[i];
      g_autofree char *name = name_pattern (structure, point);
      g_autofree char *trend = refrain_structure_tell_trend (point->durations, _ ("occurrence"));
      gsize n_peaks;
      const RefrainDurationPeak *peaks = refrain_durations_get_peaks (point->durations, &n_peaks);

      printf (_ ("process %u: P%u, %" PRIu64 " events from “%s” on, %u times"),
              refrain_structure_get_part (structure, point->part)->process, point->pattern + 1,
              point->size, name, point->n);
      for (gsize k = 0; k < n_peaks; k++)
        {
          const guint32 shown = point->representative[k] != REFRAIN_NONE
                                    ? point->representative[k]
                                    : (guint32) peaks[k].representative;
          g_autofree char *duration = refrain_time_format ((RefrainTime) peaks[k].duration, 3);

          printf (_ ("; %s (%.0f %%): number %u"), duration, 100 * peaks[k].share, shown + 1);
        }
      printf (trend != NULL ? "; %s\n" : "\n", trend);
    }
}

static void
print_text (RefrainPoints *points)
{
  g_autofree char *events = refrain_count_format (refrain_points_count_events (points));
  g_autofree char *kept = refrain_count_format (refrain_points_count_kept_events (points));
  g_autoptr (GArray) slow = find_slow (points);

  if (slow->len == 0)
    printf (_ ("nothing that repeats takes unusually long\n"));
  for (guint i = 0; i < slow->len && i < MAX_LISTED; i++)
    {
      print_slow (refrain_points_get_structure (points), &g_array_index (slow, Slow, i));
      if (i == 0)
        printf (_ ("%s of %s events remain (%.1f %% less) when of what lasts as long within "
                   "±%.0f %% one is kept\n"),
                kept, events, get_reduction (points), 100 * refrain_points_get_window (points));
    }
  if (slow->len == 0)
    printf (_ ("%s of %s events remain (%.1f %% less) when of what lasts as long within "
               "±%.0f %% one is kept\n"),
            kept, events, get_reduction (points), 100 * refrain_points_get_window (points));
  if (slow->len > MAX_LISTED)
    printf (_ ("… and %u more; --json tells all\n"), slow->len - MAX_LISTED);
  print_patterns (points);
}

/* ---- The command -------------------------------------------------------------------------------
 */

typedef struct
{
  gboolean json;
  double window;
  char *durations;
  RefrainStructureArguments how;
} Options;

static void
clear_options (Options *self)
{
  g_free (self->durations);
  refrain_structure_arguments_clear (&self->how);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, clear_options)

static int
run_trace (const Options *options, const RefrainStructureOptions *how, const char *path)
{
  g_autoptr (RefrainTrace) trace = refrain_command_load (path);
  g_autoptr (RefrainStructure) structure = NULL;
  g_autoptr (RefrainPoints) points = NULL;
  g_autoptr (GError) error = NULL;

  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  structure = refrain_structure_new (trace, how, NULL, &error);
  if (structure != NULL)
    points = refrain_points_new (structure, options->window, NULL, &error);
  if (points == NULL)
    return refrain_command_fail (error);
  if (options->json)
    print_json (points);
  else
    print_text (points);
  return REFRAIN_EXIT_OK;
}

static int
run (int argc, char **argv)
{
  g_auto (Options) options = { .window = 0.1 };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_ ("Print one JSON object"), NULL },
    { "window", 0, 0, G_OPTION_ARG_DOUBLE, &options.window,
      N_ ("What counts as similar: 0.1 (default) for 10 % more or less"), N_ ("W") },
    { "durations", 0, 0, G_OPTION_ARG_FILENAME, &options.durations,
      N_ ("Instead of a trace, numbers from a file, one a line"), N_ ("FILE") },
    REFRAIN_STRUCTURE_ENTRIES (options.how),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  RefrainStructureOptions how;
  g_autoptr (GError) error = NULL;
  int status = refrain_command_parse (&refrain_command_points, entries, argc, argv,
                                      REFRAIN_COMMAND_ANY, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  if (g_strv_length (arguments) != (options.durations != NULL ? 1 : 2))
    return refrain_command_usage (&refrain_command_points,
                                  _ ("expects a trace, or --durations FILE instead"));
  if (!(options.window > 0 && options.window < 1))
    return refrain_command_usage (&refrain_command_points,
                                  _ ("--window: %g is not between 0 and 1"), options.window);
  if (options.durations != NULL && refrain_structure_arguments_get_first (&options.how) != NULL)
    return refrain_command_usage (&refrain_command_points, _ ("%s does not go with %s"),
                                  refrain_structure_arguments_get_first (&options.how),
                                  "--durations");
  if (!refrain_structure_arguments_understand (&options.how, &how, &error))
    return refrain_command_refuse (&refrain_command_points, error);
  return options.durations != NULL ? run_numbers (options.durations, options.window, options.json)
                                   : run_trace (&options, &how, arguments[1]);
}

const RefrainCommand refrain_command_points = {
  .name = "points",
  .arguments = "TRACE",
  .summary = N_ ("Find what of a run is worth looking at, and fold away the rest"),
  .run = run,
};
