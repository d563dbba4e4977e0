/* export-draw.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the options name is found in the trace first (a "scene"), then one painter is made of it, or
 * a table, and saved.
 */
#include "config.h"

#include "export-draw.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "refrain-bands.h"
#include "refrain-comparison-painter.h"
#include "refrain-divergence-painter.h"
#include "refrain-duration-painter.h"
#include "refrain-error.h"
#include "refrain-event-painter.h"
#include "refrain-flame-painter.h"
#include "refrain-loop-options.h"
#include "refrain-loop-painter.h"
#include "refrain-loop-waits.h"
#include "refrain-matrix-painter.h"
#include "refrain-overview-painter.h"
#include "refrain-painter.h"
#include "refrain-pattern-painter.h"
#include "refrain-phase-bands.h"
#include "refrain-phase-painter.h"
#include "refrain-phases-found.h"
#include "refrain-program-painter.h"
#include "refrain-ranks.h"
#include "refrain-study-sources.h"
#include "refrain-terminal.h"
#include "refrain-topology-painter.h"
#include "refrain-topology-picture.h"
#include "refrain-wait-pairs.h"

/* ---- Durations ---- */

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

      g_printerr (_ ("refrain-cli: %s: no repetitions\n"), name);
      *status = REFRAIN_EXIT_ERROR;
    }
  else
    return REFRAIN_PAINTER (refrain_duration_painter_new (occurrences, durations));
  return NULL;
}

/* The painter of --view durations or compare, or NULL after a sentence, with an exit status in
 * *@status. Free with g_object_unref(). */
static RefrainPainter *
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

/* From so many processes on, those that behave alike share a row. */
#define MANY_PROCESSES 64
/* Of a list. */
#define MOST_RANKS (1u << 20)
/* Around a loop that is drawn by itself, in steps. */
#define MARGIN 0.15

/* What the options ask for, found in the trace. */
typedef struct
{
  const ExportOptions *options;
  RefrainStudy *study;
  RefrainTrace *trace;     /* that of the study */
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

  if (options->as_read && export_options_has_phases (options))
    {
      g_autoptr (RefrainPhasesFound) found
          = refrain_study_find (self->study, REFRAIN_ANALYSIS_PHASES, &refrain_command_ask, &error);

      self->phases = found != NULL ? g_object_ref (found->phases) : NULL;
    }
  else if (export_options_has_phases (options))
    self->phases
        = refrain_phase_arguments_find (&options->what, &options->how, self->study, NULL, &error);
  if (error == NULL && options->pattern != EXPORT_NO_ID)
    self->set = refrain_pattern_arguments_find (&options->how, self->study, NULL, NULL, &error);
  if (self->set != NULL)
    self->pattern = refrain_pattern_arguments_get_pattern (
        self->set, options->pattern, refrain_trace_get_path (self->trace), &error);
  if (error == NULL && options->segment != EXPORT_NO_ID)
    refrain_phase_arguments_find_segment (&options->what, self->phases, options->segment,
                                          refrain_trace_get_path (self->trace), &self->node,
                                          &error);
  if (error != NULL)
    refrain_command_fail (error);
  return error == NULL;
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
  if (options->busy || (options->kind == REFRAIN_VIEW_PHASES && !options->whole))
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
  g_printerr (_ ("refrain-cli: no events in this time range; the run is from %s to %s\n"), first,
              last);
  return FALSE;
}

/* Reads "0-7,9" into process indices (of guint); NULL is all of them. NULL after a sentence. */
static GArray *
parse_processes (const char *text, guint n_processes)
{
  g_autoptr (GArray) processes = g_array_new (FALSE, FALSE, sizeof (guint));

  if (text == NULL)
    for (guint i = 0; i < n_processes; i++)
      g_array_append_val (processes, i);
  else if (!refrain_ranks_parse (text, strlen (text), MOST_RANKS - 1, MOST_RANKS, processes))
    {
      refrain_command_usage (&refrain_command_export,
                             _ ("--process: “%s” is not a list of ranks such as 0-7,9"), text);
      return NULL;
    }
  for (guint i = 0; i < processes->len; i++)
    if (g_array_index (processes, guint, i) >= n_processes)
      {
        refrain_command_usage (&refrain_command_export,
                               _ ("--process: no rank %u (the trace has %u processes)"),
                               g_array_index (processes, guint, i), n_processes);
        return NULL;
      }
  return g_steal_pointer (&processes);
}

/* ---- Painters ----------------------------------------------------------------------------------
 */

/* The messages of the part and the segment that are asked for. */
static RefrainMatrix *
count_messages (const Scene *self, RefrainAxis *axis, const RefrainViewport *part)
{
  const RefrainTime start = refrain_axis_to_time (axis, part->start);
  const RefrainTime end = refrain_axis_to_time (axis, part->end);
  g_autoptr (RefrainOpSet) ops = NULL;

  if (self->phases != NULL)
    ops = refrain_phases_get_op_set (self->phases, self->node);
  return refrain_matrix_new_with (
      self->trace,
      &(RefrainMatrixOptions){ .ops = ops, .times = self->options->metric == REFRAIN_MATRIX_TIME },
      start, end, NULL, NULL);
}

/* Rows and columns as they are asked for. */
static void
set_order (const Scene *self, RefrainMatrixPainter *painter, RefrainMatrix *matrix)
{
  g_autofree guint32 *found = NULL;
  g_autoptr (RefrainProcessOrder) order = NULL;

  if (self->options->matrix_order == REFRAIN_MATRIX_BY_RANK)
    return;
  found = refrain_matrix_order_find (matrix, self->options->matrix_order, self->options->metric,
                                     NULL, NULL);
  order = refrain_process_order_new (found, refrain_matrix_get_n_processes (matrix), NULL);
  refrain_matrix_painter_set_order (painter, order);
}

/* Who makes whom wait there. */
static RefrainMatrix *
count_waiting (const Scene *self, RefrainAxis *axis, const RefrainViewport *part)
{
  g_autoptr (RefrainWaits) waits
      = refrain_study_find (self->study, REFRAIN_ANALYSIS_WAITS, &refrain_command_ask, NULL);
  g_autoptr (RefrainOpSet) ops = NULL;
  g_autoptr (GArray) pairs = NULL;

  if (self->phases != NULL)
    ops = refrain_phases_get_op_set (self->phases, self->node);
  pairs = refrain_wait_pairs_new (waits, ops, refrain_axis_to_time (axis, part->start),
                                  refrain_axis_to_time (axis, part->end), NULL, NULL);
  return refrain_wait_pairs_to_matrix (pairs, refrain_trace_get_n_processes (self->trace));
}

static RefrainPainter *
make_matrix_painter (const Scene *self, RefrainAxis *axis, const RefrainViewport *part)
{
  const gboolean waiting = self->options->waiting;
  g_autoptr (RefrainMatrix) matrix
      = waiting ? count_waiting (self, axis, part) : count_messages (self, axis, part);
  RefrainMatrixPainter *painter
      = refrain_matrix_painter_new (matrix, self->options->metric, self->options->logarithmic);

  refrain_matrix_painter_set_sums (painter, self->options->sums);
  set_order (self, painter, matrix);
  return REFRAIN_PAINTER (painter);
}

/* What an analysis of time draws over the events. */
static void
add_layers (const Scene *self, RefrainEventPainter *painter)
{
  if (self->options->folded)
    {
      g_autoptr (RefrainFolds) folds
          = refrain_study_find (self->study, REFRAIN_ANALYSIS_FOLDS, &refrain_command_ask, NULL);

      refrain_event_painter_set_folds (painter, folds, NULL);
    }
  if (self->options->waiting)
    {
      g_autoptr (RefrainSpanSums) sums = refrain_study_find (
          self->study, REFRAIN_ANALYSIS_WAIT_SPANS, &refrain_command_ask, NULL);

      refrain_event_painter_set_waits (painter, sums);
    }
  if (self->options->kind == REFRAIN_VIEW_CRITICAL_PATH)
    {
      g_autoptr (RefrainSpanSums) sums = refrain_study_find (
          self->study, REFRAIN_ANALYSIS_PATH_SPANS, &refrain_command_ask, NULL);

      refrain_event_painter_set_path (painter, sums);
    }
}

/* So that all phases can be told with what they repeat. */
static void
find_repetitions (RefrainPhases *phases, double strength)
{
  gsize n;
  g_autofree guint32 *leaves
      = refrain_segmentation_get_leaves (refrain_phases_get_segmentation (phases), strength, &n);

  refrain_phases_find_repetitions (phases, leaves, n, NULL);
}

/* What stands behind events, placed on every process. */
static RefrainBands *
make_bands (RefrainPhases *phases, double strength)
{
  find_repetitions (phases, strength);
  return refrain_phases_get_bands (phases, strength, NULL, 0, TRUE, NULL);
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

  if (self->options->kind == REFRAIN_VIEW_MATRIX)
    return make_matrix_painter (self, axis, part);
  if (self->pattern != NULL)
    highlight = refrain_pattern_get_op_set (self->pattern);
  if (self->phases != NULL)
    bands = make_bands (self->phases, self->options->what.strength);
  summary = refrain_study_find (self->study, REFRAIN_ANALYSIS_SUMMARY, &refrain_command_ask, NULL);
  if (self->options->kind == REFRAIN_VIEW_OVERVIEW)
    {
      overview = refrain_overview_painter_new (self->trace, summary, axis, highlight);
      refrain_overview_painter_set_bands (overview, bands);
      return REFRAIN_PAINTER (overview);
    }
  events = refrain_event_painter_new (self->trace, summary, axis, (const guint *) processes->data,
                                      processes->len, highlight);
  refrain_event_painter_set_bands (events, bands);
  add_layers (self, events);
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
  processes = parse_processes (options->processes, refrain_trace_get_n_processes (self->trace));
  if (processes == NULL)
    return REFRAIN_EXIT_USAGE;
  part.n_rows = processes->len;
  painter = make_painter (self, axis, &part, processes);
  return save (options, painter, &part);
}

/* Gives an exit status. */
static int
write_table (RefrainPatternSet *set,
             RefrainPattern *pattern,
             RefrainTableFormat format,
             const char *output)
{
  g_autofree char *text
      = refrain_pattern_write_table (pattern, refrain_pattern_set_get_symbols (set), format, 0);
  g_autoptr (GError) cause = NULL;
  g_autoptr (GError) error = NULL;

  if (g_file_set_contents_full (output, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0666, &cause))
    return REFRAIN_EXIT_OK;
  error = g_error_new (REFRAIN_ERROR, REFRAIN_ERROR_IO, _ ("Cannot write the table: %s."),
                       cause->message);
  return refrain_command_fail (error);
}

/* A pattern by itself, as a figure or a table. */
static int
draw_pattern (const Scene *self)
{
  g_autoptr (RefrainPainter) painter = NULL;

  if (self->options->is_table)
    return write_table (self->set, self->pattern, self->options->table, self->options->output);
  painter = REFRAIN_PAINTER (
      refrain_pattern_painter_new (self->pattern, refrain_pattern_set_get_symbols (self->set)));
  return save_whole (self->options, painter);
}

/* The divergence curve of segment @node, which is called @number at @strength. */
static RefrainPainter *
make_curve_painter (RefrainPhases *phases, double strength, guint32 node, guint32 number)
{
  g_autofree char *name = NULL;

  refrain_phases_find_repetitions (phases, &node, 1, NULL);
  name = refrain_phases_describe (phases, node, strength, NULL);
  return REFRAIN_PAINTER (refrain_divergence_painter_new (phases, node, number, name));
}

/* The tree of phases and their band along an axis, or by count; or the curve of a segment. */
static int
draw_phases (const Scene *self)
{
  const ExportOptions *options = self->options;
  g_autoptr (RefrainAxis) axis = NULL;
  g_autoptr (RefrainPainter) painter = NULL;
  RefrainViewport part = { 0 };

  if (options->segment != EXPORT_NO_ID)
    {
      painter = make_curve_painter (self->phases, options->what.strength, self->node,
                                    (guint32) options->segment);
      return save_whole (options, painter);
    }
  if (!options->by_count)
    axis = refrain_axis_new (self->trace, options->axis_kind);
  if (axis != NULL && !find_part (options, axis, &part))
    return REFRAIN_EXIT_USAGE;
  find_repetitions (self->phases, options->what.strength);
  painter = REFRAIN_PAINTER (refrain_phase_painter_new (self->phases, axis, options->what.strength,
                                                        REFRAIN_PHASE_BAND | REFRAIN_PHASE_TREE));
  return axis != NULL ? save (options, painter, &part) : save_whole (options, painter);
}

/* @painter once more, with nothing closed in @loop nor around it. */
static RefrainLoopPainter *
open_loop (RefrainLoopPainter *painter, gboolean fold_alike, guint32 loop)
{
  RefrainLoopModel *model = refrain_loop_painter_get_model (painter);
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);
  g_autofree guint8 *folded = g_memdup2 (refrain_loop_painter_get_folded (painter), n);

  for (guint32 i = loop; i != REFRAIN_NONE; i = constructs[i].parent)
    folded[i] = REFRAIN_LOOP_UNFOLDED;
  for (guint32 i = loop + 1; i < constructs[loop].end; i++)
    folded[i]
        = constructs[i].kind == REFRAIN_CONSTRUCT_USE ? REFRAIN_LOOP_FOLDED : REFRAIN_LOOP_UNFOLDED;
  return refrain_loop_painter_new (model, fold_alike, folded);
}

/* Narrows @part to the loop that is asked for. */
static int
find_loop (const ExportOptions *options,
           gboolean fold_alike,
           RefrainLoopPainter **painter,
           RefrainViewport *part)
{
  RefrainLoopModel *model = refrain_loop_painter_get_model (*painter);
  RefrainLoopPainter *opened;
  g_autoptr (GError) error = NULL;
  guint32 loop, n;

  if (!refrain_loop_parse_id ("--loop", options->loop, model, &loop, &error))
    return refrain_command_refuse (&refrain_command_export, error);
  if (refrain_loop_model_get_constructs (model, &n)[loop].kind != REFRAIN_CONSTRUCT_LOOP)
    return refrain_command_usage (&refrain_command_export, _ ("--loop: no loop %s"), options->loop);
  opened = open_loop (*painter, fold_alike, loop);
  g_object_unref (*painter);
  *painter = opened;
  if (!refrain_loop_painter_locate (opened, loop, part))
    {
      g_printerr (_ ("refrain-cli: loop %s is only drawn where its definition is used\n"),
                  options->loop);
      return REFRAIN_EXIT_ERROR;
    }
  part->start -= MARGIN;
  part->end += MARGIN;
  return REFRAIN_EXIT_OK;
}

/* The boxes of the global model of the trace, and in @part which of them are asked for. Gives an
 * exit status, after an explanation where there are none. */
static int
make_loop_painter (const Scene *self, RefrainPainter **painter, RefrainViewport *part)
{
  const ExportOptions *options = self->options;
  const gboolean fold_alike = options->fold_alike
                              || (!options->each_process
                                  && refrain_trace_get_n_processes (self->trace) >= MANY_PROCESSES);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopModel) model
      = refrain_study_find (self->study, REFRAIN_ANALYSIS_LOOPS, &refrain_command_ask, &error);
  g_autoptr (RefrainLoopPainter) made = NULL;
  int status = REFRAIN_EXIT_OK;

  if (model == NULL)
    return refrain_command_fail (error);
  made = refrain_loop_painter_new (model, fold_alike, NULL);
  refrain_painter_get_extent (REFRAIN_PAINTER (made), part);
  if (options->loop != NULL)
    status = find_loop (options, fold_alike, &made, part);
  if (status == REFRAIN_EXIT_OK)
    *painter = REFRAIN_PAINTER (g_steal_pointer (&made));
  return status;
}

/* By how much of their time processes wait in them. */
static void
color_loops (const Scene *self, RefrainLoopPainter *painter)
{
  RefrainLoopModel *model = refrain_loop_painter_get_model (painter);
  g_autoptr (RefrainWaits) waits
      = refrain_study_find (self->study, REFRAIN_ANALYSIS_WAITS, &refrain_command_ask, NULL);
  float *shares = refrain_loop_waits_new (model, waits, NULL, NULL);
  g_autoptr (GBytes) bytes = NULL;
  guint32 n;

  refrain_loop_model_get_constructs (model, &n);
  bytes = g_bytes_new_take (shares, (n + 1) * sizeof *shares);
  refrain_loop_painter_set_waiting (painter, bytes);
}

static int
draw_loops (const Scene *self)
{
  g_autoptr (RefrainPainter) painter = NULL;
  RefrainViewport part = { 0 };
  int status = make_loop_painter (self, &painter, &part);

  if (status == REFRAIN_EXIT_OK && self->options->waiting)
    color_loops (self, REFRAIN_LOOP_PAINTER (painter));
  return status == REFRAIN_EXIT_OK ? save (self->options, painter, &part) : status;
}

static RefrainPainter *
make_topology_painter (const Scene *self, RefrainMatrix *matrix, gboolean whole, GError **error)
{
  const ExportOptions *options = self->options;
  RefrainTopologyLook look = REFRAIN_TOPOLOGY_LOOK_DEFAULT;
  g_autoptr (RefrainStudyOptions) how = refrain_topology_options_make_study (&options->topology);
  const RefrainStudyAsk ask = { .options = how, .progress = refrain_terminal_show_progress };
  g_autoptr (RefrainTopology) topology
      = whole ? refrain_study_find (self->study, REFRAIN_ANALYSIS_TOPOLOGY, &ask, error)
              : refrain_study_find_topology_of (self->study, matrix, &ask, error);
  g_autoptr (RefrainTopologyScene) scene = NULL;

  if (topology != NULL)
    scene = refrain_topology_picture_new_scene (
        matrix, topology, 0, NULL,
        refrain_topology_picture_weighs_messages (matrix, options->topology.by_count), NULL, error);
  if (scene == NULL)
    return NULL;
  look.directions = options->directions;
  look.coordinates = options->coordinates;
  if (isfinite (options->yaw))
    {
      look.yaw = options->yaw;
      look.pitch = options->pitch;
    }
  return REFRAIN_PAINTER (refrain_topology_painter_new (scene, &look));
}

static int
draw_topology (const Scene *self)
{
  const gboolean whole
      = self->phases == NULL && self->options->from == NULL && self->options->to == NULL;
  g_autoptr (RefrainAxis) axis = refrain_axis_new (self->trace, REFRAIN_AXIS_TIME);
  g_autoptr (RefrainMatrix) matrix = NULL;
  g_autoptr (RefrainPainter) painter = NULL;
  g_autoptr (GError) error = NULL;
  RefrainViewport part = { 0 };

  if (!find_part (self->options, axis, &part))
    return REFRAIN_EXIT_USAGE;
  if (!check_window (axis, &part))
    return REFRAIN_EXIT_ERROR;
  matrix = count_messages (self, axis, &part);
  painter = make_topology_painter (self, matrix, whole, &error);
  return painter != NULL ? save_whole (self->options, painter) : refrain_command_fail (error);
}

static int
draw_program (const Scene *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainProgram) program
      = refrain_study_find (self->study, REFRAIN_ANALYSIS_PROGRAM, &refrain_command_ask, &error);
  g_autoptr (RefrainWaits) waits = NULL;
  g_autoptr (RefrainProgramTimes) times = NULL;
  g_autoptr (RefrainPainter) painter = NULL;

  if (program != NULL)
    waits = refrain_study_find (self->study, REFRAIN_ANALYSIS_WAITS, &refrain_command_ask, &error);
  if (waits != NULL)
    times = refrain_program_times_new (program, waits, NULL, &error);
  if (times == NULL)
    return refrain_command_fail (error);
  painter = REFRAIN_PAINTER (refrain_program_painter_new (program, times));
  return save_whole (self->options, painter);
}

/* What repeats needs nothing of the scene. */
static int
draw_durations (const Scene *self)
{
  int status = REFRAIN_EXIT_OK;
  g_autoptr (RefrainPainter) painter
      = export_durations_make_painter (self->options, self->study, &status);

  return painter != NULL ? save_whole (self->options, painter) : status;
}

static int
draw_flame (const Scene *self)
{
  g_autoptr (RefrainAxis) axis = refrain_axis_new (self->trace, REFRAIN_AXIS_TIME);
  g_autoptr (GArray) processes
      = parse_processes (self->options->processes, refrain_trace_get_n_processes (self->trace));
  g_autoptr (RefrainCallTree) tree = NULL;
  g_autoptr (RefrainPainter) painter = NULL;
  RefrainViewport part = { 0 };

  if (processes == NULL || !find_part (self->options, axis, &part))
    return REFRAIN_EXIT_USAGE;
  if (!check_window (axis, &part))
    return REFRAIN_EXIT_ERROR;
  tree = refrain_call_tree_new (self->trace, (const guint *) processes->data, processes->len,
                                refrain_axis_to_time (axis, part.start),
                                refrain_axis_to_time (axis, part.end), NULL, NULL);
  painter = REFRAIN_PAINTER (refrain_flame_painter_new (tree, REFRAIN_NONE, NULL));
  return save_whole (self->options, painter);
}

/* By view; those that only the window has, have none. */
static int (*const draw_view[REFRAIN_N_VIEWS]) (const Scene *self) = {
  [REFRAIN_VIEW_EVENTS] = draw_events,        [REFRAIN_VIEW_MATRIX] = draw_events,
  [REFRAIN_VIEW_OVERVIEW] = draw_events,      [REFRAIN_VIEW_PATTERN] = draw_pattern,
  [REFRAIN_VIEW_PHASES] = draw_phases,        [REFRAIN_VIEW_LOOPS] = draw_loops,
  [REFRAIN_VIEW_TOPOLOGY] = draw_topology,    [REFRAIN_VIEW_PROGRAM] = draw_program,
  [REFRAIN_VIEW_CRITICAL_PATH] = draw_events, [REFRAIN_VIEW_DURATIONS] = draw_durations,
  [REFRAIN_VIEW_COMPARE] = draw_durations,    [REFRAIN_VIEW_FLAME] = draw_flame,
};

int
export_draw (const ExportOptions *options, RefrainStudy *study)
{
  g_auto (Scene) scene
      = { .options = options, .study = study, .trace = refrain_study_get_trace (study) };

  if ((refrain_views[options->kind].takes & REFRAIN_VIEW_TAKES_SERIES) != 0)
    return draw_durations (&scene);
  return scene_find (&scene) ? draw_view[options->kind](&scene) : REFRAIN_EXIT_ERROR;
}
