/* export-draw.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "export-draw.h"

#include <glib/gi18n.h>

#include "export-loops.h"
#include "export-pattern.h"
#include "export-phases.h"
#include "export-values.h"
#include "refrain-error.h"
#include "refrain-event-painter.h"
#include "refrain-matrix-painter.h"
#include "refrain-overview-painter.h"
#include "refrain-pattern-painter.h"

/* What the options ask for, found in the trace. */
typedef struct
{
  const ExportOptions *options;
  RefrainTrace *trace;
  const char *path;
  RefrainPatternSet *set;  /* or NULL */
  RefrainPhases *phases;   /* or NULL */
  guint32 node;            /* the segment, where one is asked for */
  RefrainPattern *pattern; /* of the set, or NULL */
} Scene;

static void
scene_clear (Scene *self)
{
  g_clear_object (&self->phases);
  g_clear_object (&self->set);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, scene_clear)

/* ---- What is there -----------------------------------------------------------------------------
 */

/* FALSE after a sentence. */
static gboolean
scene_find (Scene *self)
{
  const ExportOptions *options = self->options;
  g_autoptr (GError) error = NULL;

  if (options->pattern == EXPORT_NO_ID && !export_options_has_phases (options))
    return TRUE;
  self->set = refrain_pattern_set_new (self->trace, &options->analysis, NULL, NULL, NULL, &error);
  if (self->set != NULL && export_options_has_phases (options))
    self->phases = refrain_phase_arguments_find (&options->what, self->set, &error);
  if (error != NULL)
    {
      refrain_command_fail (error);
      return FALSE;
    }
  if (options->pattern != EXPORT_NO_ID)
    self->pattern = export_pattern_find (self->set, options->pattern, self->path);
  if (options->pattern != EXPORT_NO_ID && self->pattern == NULL)
    return FALSE;
  return options->segment == EXPORT_NO_ID
         || refrain_phase_arguments_find_segment (&options->what, self->phases, options->segment,
                                                  self->path, &self->node);
}

/* ---- Which part of it is drawn -----------------------------------------------------------------
 */

static gboolean
parse_position (RefrainAxis *axis, const char *option, const char *text, double *position)
{
  if (text == NULL || refrain_axis_parse (axis, text, position))
    return TRUE;
  refrain_command_usage (&refrain_command_export,
                         refrain_axis_get_kind (axis) == REFRAIN_AXIS_LOGICAL
                             ? _ ("%s: “%s” is not a step such as 310")
                             : _ ("%s: “%s” is not a time such as 1.5 or 300ms"),
                         option, text);
  return FALSE;
}

/* The part of @axis that is asked for; FALSE after an explanation. */
static gboolean
find_part (const ExportOptions *options, RefrainAxis *axis, RefrainViewport *part)
{
  if (options->busy)
    refrain_axis_get_busy_extent (axis, &part->start, &part->end);
  else
    refrain_axis_get_extent (axis, &part->start, &part->end);
  if (!parse_position (axis, "--from", options->from, &part->start)
      || !parse_position (axis, "--to", options->to, &part->end))
    return FALSE;
  if (part->end <= part->start)
    {
      refrain_command_usage (&refrain_command_export, _ ("--from must be before --to"));
      return FALSE;
    }
  return TRUE;
}

/* A window beside the run would make an empty figure: says so and gives FALSE. */
static gboolean
check_window (RefrainAxis *axis, const RefrainViewport *part)
{
  g_autofree char *first = NULL, *last = NULL;
  double start, end;

  refrain_axis_get_extent (axis, &start, &end);
  if (part->start <= end && part->end >= start)
    return TRUE;
  first = refrain_axis_format (axis, start, end - start);
  last = refrain_axis_format (axis, end, end - start);
  g_printerr (_ ("refrain-cli: nothing lies there: the run goes from %s to %s\n"), first, last);
  return FALSE;
}

/* ---- Painters ----------------------------------------------------------------------------------
 */

static RefrainPainter *
make_matrix_painter (const Scene *self, RefrainAxis *axis, const RefrainViewport *part)
{
  const RefrainTime start = refrain_axis_to_time (axis, part->start);
  const RefrainTime end = refrain_axis_to_time (axis, part->end);
  g_autoptr (RefrainOpSet) ops = NULL;
  g_autoptr (RefrainMatrix) matrix = NULL;

  if (self->phases != NULL)
    ops = refrain_phases_get_op_set (self->phases, self->node);
  matrix = ops != NULL ? refrain_matrix_new_for_ops (self->trace, ops, start, end, NULL, NULL)
                       : refrain_matrix_new (self->trace, start, end, NULL, NULL);
  return REFRAIN_PAINTER (
      refrain_matrix_painter_new (matrix, self->options->bytes, self->options->logarithmic));
}

/* The legend calls what is lit up by the name of its pattern. */
static void
name_highlight (RefrainEventPainter *painter, RefrainPattern *pattern)
{
  const char *names[] = { refrain_pattern_get_name (pattern), NULL };

  refrain_event_painter_set_highlight_names (painter, names);
}

static RefrainPainter *
make_painter (const Scene *self,
              RefrainAxis *axis,
              const RefrainViewport *part,
              const GArray *processes)
{
  g_autoptr (RefrainSummary) summary = NULL;
  g_autoptr (RefrainOpSet) highlight = NULL;
  g_autoptr (RefrainBands) bands = NULL;
  RefrainOverviewPainter *overview;
  RefrainEventPainter *events;

  if (self->options->kind == EXPORT_MATRIX)
    return make_matrix_painter (self, axis, part);
  if (self->pattern != NULL)
    highlight = refrain_pattern_get_op_set (self->pattern);
  if (self->phases != NULL)
    bands = export_phases_make_bands (self->phases, self->options->what.strength);
  summary = refrain_summary_new (self->trace, NULL, NULL);
  if (self->options->kind == EXPORT_OVERVIEW)
    {
      overview = refrain_overview_painter_new (self->trace, summary, axis, highlight);
      refrain_overview_painter_set_bands (overview, bands);
      return REFRAIN_PAINTER (overview);
    }
  events = refrain_event_painter_new (self->trace, summary, axis, (const guint *) processes->data,
                                      processes->len, highlight);
  refrain_event_painter_set_bands (events, bands);
  if (self->pattern != NULL)
    name_highlight (events, self->pattern);
  return REFRAIN_PAINTER (events);
}

/* ---- Figures -----------------------------------------------------------------------------------
 */

static int
save (const ExportOptions *options, RefrainPainter *painter, const RefrainViewport *part)
{
  g_autoptr (GError) error = NULL;

  if (refrain_figure_save (painter, part, &options->figure, options->format, options->output,
                           &error))
    return REFRAIN_EXIT_OK;
  return g_error_matches (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT)
             ? refrain_command_usage (&refrain_command_export, "%s", error->message)
             : refrain_command_fail (error);
}

/* All of what @painter draws. */
static int
save_whole (const ExportOptions *options, RefrainPainter *painter)
{
  RefrainViewport part = { 0 };

  refrain_painter_get_extent (painter, &part);
  return save (options, painter, &part);
}

static int
draw_events (const Scene *self)
{
  const ExportOptions *options = self->options;
  g_autoptr (RefrainAxis) axis = refrain_axis_new (self->trace, options->axis_kind);
  g_autoptr (RefrainPainter) painter = NULL;
  g_autoptr (GArray) processes = NULL;
  RefrainViewport part = { 0 };

  if (!find_part (options, axis, &part))
    return REFRAIN_EXIT_USAGE;
  if (!check_window (axis, &part))
    return REFRAIN_EXIT_ERROR;
  processes
      = export_parse_processes (options->processes, refrain_trace_get_n_processes (self->trace));
  if (processes == NULL)
    return REFRAIN_EXIT_USAGE;
  part.n_rows = processes->len;
  painter = make_painter (self, axis, &part, processes);
  return save (options, painter, &part);
}

/* A pattern by itself. */
static int
draw_pattern (const Scene *self)
{
  g_autoptr (RefrainPainter) painter = NULL;

  if (self->options->is_table)
    return export_pattern_write_table (self->set, self->pattern, self->options->table,
                                       self->options->output);
  painter = REFRAIN_PAINTER (
      refrain_pattern_painter_new (self->pattern, refrain_pattern_set_get_symbols (self->set)));
  return save_whole (self->options, painter);
}

static int
draw_phases (const Scene *self)
{
  const ExportOptions *options = self->options;
  g_autoptr (RefrainAxis) axis = NULL;
  g_autoptr (RefrainPainter) painter = NULL;
  RefrainViewport part = { 0 };

  if (options->segment != EXPORT_NO_ID)
    {
      painter = export_phases_make_curve (self->phases, options->what.strength, self->node,
                                          (guint32) options->segment);
      return save_whole (options, painter);
    }
  if (!options->by_count)
    axis = refrain_axis_new (self->trace, options->axis_kind);
  if (axis != NULL && !find_part (options, axis, &part))
    return REFRAIN_EXIT_USAGE;
  painter = export_phases_make_painter (self->phases, options->what.strength, axis);
  return axis != NULL ? save (options, painter, &part) : save_whole (options, painter);
}

static int
draw_loops (const Scene *self)
{
  g_autoptr (RefrainPainter) painter = NULL;
  RefrainViewport part = { 0 };
  int status = export_loops_make_painter (self->options, self->trace, &painter, &part);

  return status == REFRAIN_EXIT_OK ? save (self->options, painter, &part) : status;
}

int
export_draw (const ExportOptions *options, RefrainTrace *trace, const char *path)
{
  g_auto (Scene) scene = { .options = options, .trace = trace, .path = path };

  if (!scene_find (&scene))
    return REFRAIN_EXIT_ERROR;
  switch (options->kind)
    {
    case EXPORT_PATTERN:
      return draw_pattern (&scene);
    case EXPORT_PHASES:
      return draw_phases (&scene);
    case EXPORT_LOOPS:
      return draw_loops (&scene);
    default:
      return draw_events (&scene);
    }
}
