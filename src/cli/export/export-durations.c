/* export-durations.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The series is found and measured as the commands durations and compare do it.
 */
#include "config.h"

#include "export-durations.h"

#include <glib/gi18n.h>

#include "refrain-comparison-painter.h"
#include "refrain-duration-painter.h"

/* Similar is what lies within ±10 %. */
#define WINDOW 0.1

static RefrainPainter *
make_durations (RefrainOccurrences *occurrences, int *status)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainDurations) durations
      = refrain_occurrences_measure (occurrences, WINDOW, NULL, &error);

  if (durations == NULL)
    *status = refrain_command_fail (error);
  else if (refrain_occurrences_get_n (occurrences) == 0)
    {
      g_autofree char *name = g_filename_display_name (
          refrain_trace_get_path (refrain_occurrences_get_trace (occurrences)));

      g_printerr (_ ("refrain-cli: %s: nothing repeats there\n"), name);
      *status = REFRAIN_EXIT_ERROR;
    }
  else
    return REFRAIN_PAINTER (refrain_duration_painter_new (occurrences, durations));
  return NULL;
}

RefrainPainter *
export_durations_make_painter (const ExportOptions *options, RefrainStudy *study, int *status)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainOccurrences) occurrences = refrain_series_arguments_collect (
      &options->series, study, NULL, options->series_kind, options->series_id, &error);
  g_autoptr (RefrainComparison) comparison = NULL;

  if (occurrences != NULL && options->kind == REFRAIN_VIEW_DURATIONS)
    return make_durations (occurrences, status);
  if (occurrences != NULL)
    comparison = refrain_series_compare (occurrences, options->occurrences, study, NULL, &error);
  if (comparison != NULL)
    return REFRAIN_PAINTER (refrain_comparison_painter_new (comparison));
  *status = refrain_command_refuse (&refrain_command_export, error);
  return NULL;
}
