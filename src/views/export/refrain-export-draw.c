/* refrain-export-draw.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the options name is found in the trace first (a "scene"), then one painter is made of it, or
 * a table, and saved.
 */
#include "config.h"

#include "refrain-export.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-bands.h"
#include "refrain-comparison-painter.h"
#include "refrain-divergence-painter.h"
#include "refrain-duration-painter.h"
#include "refrain-error.h"
#include "refrain-event-painter.h"
#include "refrain-flame-painter.h"
#include "refrain-free.h"
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
#include "refrain-format.h"
#include "refrain-ranks.h"
#include "refrain-report-options.h"
#include "refrain-study-sources.h"
#include "refrain-topology-painter.h"
#include "refrain-topology-picture.h"
#include "refrain-wait-pairs.h"

/* From so many processes on, those that behave alike share a row. */
#define MANY_PROCESSES 64
/* Of a list. */
#define MOST_RANKS (1u << 20)
/* Around a loop that is drawn by itself, in steps. */
#define MARGIN 0.15
/* Durations within ±10 % are similar. */
#define SIMILAR 0.1

/* What the options ask for, found in the trace. */
typedef struct
{
  const RefrainExport *options;
  RefrainStudy *study;
  const RefrainStudyAsk *ask;
  RefrainTrace *trace;     /* that of the study */
  RefrainPatternSet *set;  /* or NULL */
  RefrainPhasePart part;   /* the phases, or NULL, and the segment, where one is asked for */
  RefrainPattern *pattern; /* of the set, or NULL */
} Scene;

REFRAIN_DEFINE_AUTO (scene_clear, Scene, refrain_phase_part_clear (&x->part);
                     g_clear_object (&x->set))

/* ---- What is there -----------------------------------------------------------------------------
 */

/* FALSE with @error. */
static gboolean
scene_find_phases (Scene *self, GError **error)
{
  const RefrainExport *options = self->options;

  if (options->segment != REFRAIN_EXPORT_NO_ID)
    return refrain_phase_arguments_find_part (&options->what, &options->how, self->study, self->ask,
                                              options->segment, TRUE, &self->part, error);
  self->part.found
      = refrain_phase_arguments_find (&options->what, &options->how, self->study, self->ask, error);
  return self->part.found != NULL;
}

/* Phases are drawn as they are listed, some of which are several leaves: of RefrainPhaseLabel,
 * whose names are in *@names. */
static GArray *
scene_label_phases (const Scene *self, GPtrArray **names)
{
  const RefrainPhasesFound *found = self->part.found;
  GArray *labels = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseLabel));
  gsize n;
  const RefrainSegmentationNode *nodes
      = refrain_segmentation_get_nodes (refrain_phases_get_segmentation (found->phases), &n);

  *names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < found->pieces->len; i++)
    {
      const RefrainPhasePiece *piece = &g_array_index (found->pieces, RefrainPhasePiece, i);
      RefrainPhaseLabel label = { .joined = TRUE };

      if (piece->n < 2)
        continue;
      label.start = nodes[found->leaves[piece->first]].start;
      label.end = nodes[found->leaves[piece->first + piece->n - 1]].end;
      label.name = refrain_phases_describe (found->phases, found->leaves[piece->main],
                                            found->choice.strength, NULL);
      g_ptr_array_add (*names, (char *) label.name);
      g_array_append_val (labels, label);
    }
  return labels;
}

/* FALSE with @error. */
static gboolean
scene_find (Scene *self, GError **error)
{
  const RefrainExport *options = self->options;
  const char *path = refrain_trace_get_path (self->trace);

  if (refrain_export_has_phases (options) && !scene_find_phases (self, error))
    return FALSE;
  if (options->pattern != REFRAIN_EXPORT_NO_ID)
    {
      self->set
          = refrain_pattern_arguments_find (&options->how, self->study, self->ask, NULL, error);
      if (self->set != NULL)
        self->pattern
            = refrain_pattern_arguments_get_pattern (self->set, options->pattern, path, error);
      if (self->pattern == NULL)
        return FALSE;
    }
  return TRUE;
}

/* ---- Which part of it is drawn -----------------------------------------------------------------
 */

static gboolean
parse_position (
    RefrainAxis *axis, const char *option, const char *text, double *position, GError **error)
{
  return text == NULL || refrain_axis_parse (axis, text, position)
         || refrain_report_refuse (error,
                                   refrain_axis_get_kind (axis) == REFRAIN_AXIS_LOGICAL
                                       ? _ ("%s: “%s” is not a step such as 310")
                                       : _ ("%s: “%s” is not a time such as 1.5 or 300ms"),
                                   option, text);
}

/* A window beside the run would make an empty figure: FALSE with @error. */
static gboolean
check_window (RefrainAxis *axis, const RefrainViewport *part, GError **error)
{
  g_autofree char *first = NULL, *last = NULL;
  double start, end;

  refrain_axis_get_extent (axis, &start, &end);
  if (part->start < part->end && part->start <= end && part->end >= start)
    return TRUE;
  first = refrain_axis_format (axis, start, end - start);
  last = refrain_axis_format (axis, end, end - start);
  return refrain_fail (error, REFRAIN_ERROR_ARGUMENT,
                       _ ("no events in this time range; the run is from %s to %s"), first, last);
}

/* The part of @axis that is asked for; FALSE with @error. */
static gboolean
find_part (const RefrainExport *options, RefrainAxis *axis, RefrainViewport *part, GError **error)
{
  if (options->busy || (options->kind == REFRAIN_VIEW_PHASES && !options->whole))
    refrain_axis_get_busy_extent (axis, &part->start, &part->end);
  else
    refrain_axis_get_extent (axis, &part->start, &part->end);
  if (!parse_position (axis, "--from", options->from, &part->start, error)
      || !parse_position (axis, "--to", options->to, &part->end, error))
    return FALSE;
  if (options->from != NULL && options->to != NULL && part->end <= part->start)
    return refrain_report_refuse (error, _ ("--from must be before --to"));
  return check_window (axis, part, error);
}

/* Reads "0-7,9" into process indices (of guint); NULL is all of them. NULL with @error. */
static GArray *
parse_processes (const char *text, guint n_processes, GError **error)
{
  g_autoptr (GArray) processes = g_array_new (FALSE, FALSE, sizeof (guint));

  if (text == NULL)
    for (guint i = 0; i < n_processes; i++)
      g_array_append_val (processes, i);
  else if (!refrain_ranks_parse (text, strlen (text), MOST_RANKS - 1, MOST_RANKS, processes))
    {
      refrain_report_refuse (error, _ ("--process: “%s” is not a list of ranks such as 0-7,9"),
                             text);
      return NULL;
    }
  for (guint i = 0; i < processes->len; i++)
    if (g_array_index (processes, guint, i) >= n_processes)
      {
        refrain_report_lack (error, _ ("no process %u (0 to %u)"),
                             g_array_index (processes, guint, i), n_processes - 1);
        return NULL;
      }
  return g_steal_pointer (&processes);
}

/* ---- Painters ----------------------------------------------------------------------------------
 */

/* The messages of the part and the segment that are asked for. */
static RefrainMatrix *
count_messages (const Scene *self, RefrainAxis *axis, const RefrainViewport *part, GError **error)
{
  const RefrainTime start = refrain_axis_to_time (axis, part->start);
  const RefrainTime end = refrain_axis_to_time (axis, part->end);
  g_autoptr (RefrainOpSet) ops = NULL;

  if (self->part.found != NULL)
    ops = refrain_phases_get_op_set_of (self->part.found->phases, self->part.start, self->part.end);
  return refrain_matrix_new_with (
      self->trace,
      &(RefrainMatrixOptions){ .ops = ops, .times = self->options->metric == REFRAIN_MATRIX_TIME },
      start, end, self->ask->cancellable, error);
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
count_waiting (const Scene *self, RefrainAxis *axis, const RefrainViewport *part, GError **error)
{
  g_autoptr (RefrainWaits) waits
      = refrain_study_find (self->study, REFRAIN_ANALYSIS_WAITS, self->ask, error);
  g_autoptr (RefrainOpSet) ops = NULL;
  g_autoptr (GArray) pairs = NULL;

  if (waits == NULL)
    return NULL;
  if (self->part.found != NULL)
    ops = refrain_phases_get_op_set_of (self->part.found->phases, self->part.start, self->part.end);
  pairs = refrain_wait_pairs_new (waits, ops, refrain_axis_to_time (axis, part->start),
                                  refrain_axis_to_time (axis, part->end), self->ask->cancellable,
                                  error);
  return pairs != NULL
             ? refrain_wait_pairs_to_matrix (pairs, refrain_trace_get_n_processes (self->trace))
             : NULL;
}

static RefrainPainter *
make_matrix_painter (const Scene *self,
                     RefrainAxis *axis,
                     const RefrainViewport *part,
                     GError **error)
{
  g_autoptr (RefrainMatrix) matrix = self->options->waiting
                                         ? count_waiting (self, axis, part, error)
                                         : count_messages (self, axis, part, error);
  RefrainMatrixPainter *painter;

  if (matrix == NULL)
    return NULL;
  painter = refrain_matrix_painter_new (matrix, self->options->metric, self->options->logarithmic);
  refrain_matrix_painter_set_sums (painter, self->options->sums);
  set_order (self, painter, matrix);
  return REFRAIN_PAINTER (painter);
}

/* What an analysis of time draws over the events; FALSE with @error. */
static gboolean
add_layers (const Scene *self, RefrainEventPainter *painter, GError **error)
{
  g_autoptr (RefrainFolds) folds = NULL;
  g_autoptr (RefrainSpanSums) waits = NULL, path = NULL;

  if (self->options->folded)
    {
      folds = refrain_study_find (self->study, REFRAIN_ANALYSIS_FOLDS, self->ask, error);
      if (folds == NULL)
        return FALSE;
      refrain_event_painter_set_folds (painter, folds, NULL);
    }
  if (self->options->waiting)
    {
      waits = refrain_study_find (self->study, REFRAIN_ANALYSIS_WAIT_SPANS, self->ask, error);
      if (waits == NULL)
        return FALSE;
      refrain_event_painter_set_waits (painter, waits);
    }
  if (self->options->kind == REFRAIN_VIEW_CRITICAL_PATH)
    {
      path = refrain_study_find (self->study, REFRAIN_ANALYSIS_PATH_SPANS, self->ask, error);
      if (path == NULL)
        return FALSE;
      refrain_event_painter_set_path (painter, path);
    }
  return TRUE;
}

/* So that all phases can be told with what they repeat. Gives where the tree is cut. */
static double
find_repetitions (const Scene *self)
{
  const RefrainPhasesFound *found = self->part.found;
  const double strength = refrain_phase_arguments_get_strength (&self->options->what, found);
  gsize n;
  g_autofree guint32 *leaves = refrain_segmentation_get_leaves (
      refrain_phases_get_segmentation (found->phases), strength, &n);

  refrain_phases_find_repetitions (found->phases, leaves, n, NULL);
  return strength;
}

/* What stands behind events, placed on every process. */
static RefrainBands *
make_bands (const Scene *self)
{
  const double strength = find_repetitions (self);
  RefrainPhases *phases = self->part.found->phases;
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (GArray) labels = scene_label_phases (self, &names);
  g_autoptr (RefrainBands) bands = refrain_phases_get_bands (phases, strength, NULL, 0, TRUE, NULL);

  return bands != NULL && labels->len > 0
             ? refrain_phases_join_bands (phases, bands, strength,
                                          (const RefrainPhaseLabel *) (gpointer) labels->data,
                                          labels->len)
             : g_steal_pointer (&bands);
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
              const GArray *processes,
              GError **error)
{
  g_autoptr (RefrainSummary) summary = NULL;
  g_autoptr (RefrainOpSet) highlight = NULL;
  g_autoptr (RefrainBands) bands = NULL;
  g_autoptr (RefrainEventPainter) events = NULL;
  RefrainOverviewPainter *overview;

  if (self->options->kind == REFRAIN_VIEW_MATRIX)
    return make_matrix_painter (self, axis, part, error);
  if (self->pattern != NULL)
    highlight = refrain_pattern_get_op_set (self->pattern);
  if (self->part.found != NULL)
    bands = make_bands (self);
  summary = refrain_study_find (self->study, REFRAIN_ANALYSIS_SUMMARY, self->ask, error);
  if (summary == NULL)
    return NULL;
  if (self->options->kind == REFRAIN_VIEW_OVERVIEW)
    {
      overview = refrain_overview_painter_new (self->trace, summary, axis, highlight);
      refrain_overview_painter_set_bands (overview, bands);
      return REFRAIN_PAINTER (overview);
    }
  events = refrain_event_painter_new (self->trace, summary, axis, (const guint *) processes->data,
                                      processes->len, highlight);
  refrain_event_painter_set_bands (events, bands);
  if (!add_layers (self, events, error))
    return NULL;
  if (self->pattern != NULL)
    name_highlight (events, self->pattern);
  return REFRAIN_PAINTER (g_steal_pointer (&events));
}

/* ---- Figures -----------------------------------------------------------------------------------
 */

static gboolean
save (const RefrainExport *options,
      RefrainPainter *painter,
      const RefrainViewport *part,
      GError **error)
{
  g_autoptr (GError) cause = NULL;

  if (refrain_figure_save (painter, part, &options->figure, options->format, options->output,
                           &cause))
    return TRUE;
  /* A size that no figure has is none for any trace. */
  if (g_error_matches (cause, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT))
    cause->code = REFRAIN_ERROR_USAGE;
  g_propagate_error (error, g_steal_pointer (&cause));
  return FALSE;
}

/* All of what @painter draws. */
static gboolean
save_whole (const RefrainExport *options, RefrainPainter *painter, GError **error)
{
  RefrainViewport part = { 0 };

  refrain_painter_get_extent (painter, &part);
  return save (options, painter, &part, error);
}

static gboolean
draw_events (const Scene *self, GError **error)
{
  const RefrainExport *options = self->options;
  g_autoptr (RefrainAxis) axis = refrain_axis_new (self->trace, options->axis_kind);
  g_autoptr (RefrainPainter) painter = NULL;
  g_autoptr (GArray) processes = NULL;
  RefrainViewport part = { 0 };

  if (!find_part (options, axis, &part, error))
    return FALSE;
  processes
      = parse_processes (options->processes, refrain_trace_get_n_processes (self->trace), error);
  if (processes == NULL)
    return FALSE;
  part.n_rows = processes->len;
  painter = make_painter (self, axis, &part, processes, error);
  return painter != NULL && save (options, painter, &part, error);
}

static gboolean
write_table (RefrainPatternSet *set,
             RefrainPattern *pattern,
             RefrainTableFormat format,
             const char *output,
             GError **error)
{
  g_autofree char *text
      = refrain_pattern_write_table (pattern, refrain_pattern_set_get_symbols (set), format, 0);
  g_autoptr (GError) cause = NULL;

  if (g_file_set_contents_full (output, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0666, &cause))
    return TRUE;
  return refrain_fail (error, REFRAIN_ERROR_IO, _ ("Cannot write the table: %s."), cause->message);
}

/* A pattern by itself, as a figure or a table. */
static gboolean
draw_pattern (const Scene *self, GError **error)
{
  g_autoptr (RefrainPainter) painter = NULL;

  if (self->options->is_table)
    return write_table (self->set, self->pattern, self->options->table, self->options->output,
                        error);
  painter = REFRAIN_PAINTER (
      refrain_pattern_painter_new (self->pattern, refrain_pattern_set_get_symbols (self->set)));
  return save_whole (self->options, painter, error);
}

/* The divergence curve of the segment that is asked for. */
static RefrainPainter *
make_curve_painter (const Scene *self)
{
  RefrainPhases *phases = self->part.found->phases;
  const guint32 node = self->part.node;
  g_autofree char *name = NULL;

  refrain_phases_find_repetitions (phases, &node, 1, NULL);
  name = refrain_phases_describe (
      phases, node, refrain_phase_arguments_get_strength (&self->options->what, self->part.found),
      NULL);
  return REFRAIN_PAINTER (
      refrain_divergence_painter_new (phases, node, (guint32) self->options->segment, name));
}

/* The tree of phases and their band along @axis, or by count. */
static RefrainPainter *
make_phase_painter (const Scene *self, RefrainAxis *axis)
{
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (GArray) labels = scene_label_phases (self, &names);
  RefrainPhasePainter *painter
      = refrain_phase_painter_new (self->part.found->phases, axis, find_repetitions (self),
                                   REFRAIN_PHASE_BAND | REFRAIN_PHASE_TREE);

  refrain_phase_painter_set_labels (painter, (const RefrainPhaseLabel *) (gpointer) labels->data,
                                    labels->len);
  return REFRAIN_PAINTER (painter);
}

/* The tree of phases and their band, or the curve of a segment. */
static gboolean
draw_phases (const Scene *self, GError **error)
{
  const RefrainExport *options = self->options;
  g_autoptr (RefrainAxis) axis = NULL;
  g_autoptr (RefrainPainter) painter = NULL;
  RefrainViewport part = { 0 };

  if (options->segment != REFRAIN_EXPORT_NO_ID)
    {
      painter = make_curve_painter (self);
      return save_whole (options, painter, error);
    }
  if (!options->by_count)
    axis = refrain_axis_new (self->trace, options->axis_kind);
  if (axis != NULL && !find_part (options, axis, &part, error))
    return FALSE;
  painter = make_phase_painter (self, axis);
  return axis != NULL ? save (options, painter, &part, error)
                      : save_whole (options, painter, error);
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

/* Narrows @part to the loop that is asked for; FALSE with @error. */
static gboolean
find_loop (const RefrainExport *options,
           gboolean fold_alike,
           RefrainLoopPainter **painter,
           RefrainViewport *part,
           GError **error)
{
  RefrainLoopModel *model = refrain_loop_painter_get_model (*painter);
  RefrainLoopPainter *opened;
  guint32 loop, n;

  if (!refrain_loop_parse_id ("--loop", options->loop, model, &loop, error))
    return FALSE;
  if (refrain_loop_model_get_constructs (model, &n)[loop].kind != REFRAIN_CONSTRUCT_LOOP)
    return refrain_report_lack (error, _ ("no loop %u (at most %u; list: loops --ids)"), loop + 1,
                                n);
  opened = open_loop (*painter, fold_alike, loop);
  g_object_unref (*painter);
  *painter = opened;
  if (!refrain_loop_painter_locate (opened, loop, part))
    return refrain_fail (error, REFRAIN_ERROR_ARGUMENT,
                         _ ("loop %s is only drawn where its definition is used"), options->loop);
  part->start -= MARGIN;
  part->end += MARGIN;
  return TRUE;
}

/* By how much of their time processes wait in them; FALSE with @error. */
static gboolean
color_loops (const Scene *self, RefrainLoopPainter *painter, GError **error)
{
  RefrainLoopModel *model = refrain_loop_painter_get_model (painter);
  g_autoptr (RefrainWaits) waits
      = refrain_study_find (self->study, REFRAIN_ANALYSIS_WAITS, self->ask, error);
  g_autoptr (GBytes) bytes = NULL;
  float *shares;
  guint32 n;

  shares
      = waits != NULL ? refrain_loop_waits_new (model, waits, self->ask->cancellable, error) : NULL;
  if (shares == NULL)
    return FALSE;
  refrain_loop_model_get_constructs (model, &n);
  bytes = g_bytes_new_take (shares, (n + 1) * sizeof *shares);
  refrain_loop_painter_set_waiting (painter, bytes);
  return TRUE;
}

/* The boxes of the global model of the trace, or of the loop in it that is asked for. */
static gboolean
draw_loops (const Scene *self, GError **error)
{
  const RefrainExport *options = self->options;
  const gboolean fold_alike = options->fold_alike
                              || (!options->each_process
                                  && refrain_trace_get_n_processes (self->trace) >= MANY_PROCESSES);
  g_autoptr (RefrainLoopModel) model
      = refrain_study_find (self->study, REFRAIN_ANALYSIS_LOOPS, self->ask, error);
  g_autoptr (RefrainLoopPainter) painter = NULL;
  RefrainViewport part = { 0 };

  if (model == NULL)
    return FALSE;
  painter = refrain_loop_painter_new (model, fold_alike, NULL);
  refrain_painter_get_extent (REFRAIN_PAINTER (painter), &part);
  return (options->loop == NULL || find_loop (options, fold_alike, &painter, &part, error))
         && (!options->waiting || color_loops (self, painter, error))
         && save (options, REFRAIN_PAINTER (painter), &part, error);
}

static RefrainPainter *
make_topology_painter (const Scene *self, RefrainMatrix *matrix, gboolean whole, GError **error)
{
  const RefrainExport *options = self->options;
  RefrainTopologyLook look = REFRAIN_TOPOLOGY_LOOK_DEFAULT;
  g_autoptr (RefrainStudyOptions) how = refrain_topology_options_make_study (&options->topology);
  RefrainStudyAsk ask = *self->ask;
  g_autoptr (RefrainTopology) topology = NULL;
  g_autoptr (RefrainTopologyScene) scene = NULL;

  ask.options = how;
  topology = whole ? refrain_study_find (self->study, REFRAIN_ANALYSIS_TOPOLOGY, &ask, error)
                   : refrain_study_find_topology_of (self->study, matrix, &ask, error);
  if (topology != NULL)
    scene = refrain_topology_picture_new_scene (
        matrix, topology, 0, NULL,
        refrain_topology_picture_weighs_messages (matrix, options->topology.by_count),
        ask.cancellable, error);
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

static gboolean
draw_topology (const Scene *self, GError **error)
{
  const gboolean whole
      = self->part.found == NULL && self->options->from == NULL && self->options->to == NULL;
  g_autoptr (RefrainAxis) axis = refrain_axis_new (self->trace, REFRAIN_AXIS_TIME);
  g_autoptr (RefrainMatrix) matrix = NULL;
  g_autoptr (RefrainPainter) painter = NULL;
  RefrainViewport part = { 0 };

  if (!find_part (self->options, axis, &part, error))
    return FALSE;
  matrix = count_messages (self, axis, &part, error);
  if (matrix != NULL)
    painter = make_topology_painter (self, matrix, whole, error);
  return painter != NULL && save_whole (self->options, painter, error);
}

static gboolean
draw_program (const Scene *self, GError **error)
{
  g_autoptr (RefrainProgram) program
      = refrain_study_find (self->study, REFRAIN_ANALYSIS_PROGRAM, self->ask, error);
  g_autoptr (RefrainWaits) waits = NULL;
  g_autoptr (RefrainProgramTimes) times = NULL;
  g_autoptr (RefrainPainter) painter = NULL;

  if (program != NULL)
    waits = refrain_study_find (self->study, REFRAIN_ANALYSIS_WAITS, self->ask, error);
  if (waits != NULL)
    times = refrain_program_times_new (program, waits, self->ask->cancellable, error);
  if (times == NULL)
    return FALSE;
  painter = REFRAIN_PAINTER (refrain_program_painter_new (program, times));
  return save_whole (self->options, painter, error);
}

/* How long each of @occurrences takes; NULL with @error. */
static RefrainPainter *
make_durations (const Scene *self, RefrainOccurrences *occurrences, GError **error)
{
  g_autoptr (RefrainDurations) durations
      = refrain_occurrences_measure (occurrences, SIMILAR, self->ask->cancellable, error);

  if (durations == NULL)
    return NULL;
  if (refrain_occurrences_get_n (occurrences) == 0)
    {
      g_autofree char *name = g_filename_display_name (refrain_trace_get_path (self->trace));

      return refrain_fail_null (error, REFRAIN_ERROR_ARGUMENT, _ ("%s: no repetitions"), name);
    }
  return REFRAIN_PAINTER (refrain_duration_painter_new (occurrences, durations));
}

/* What repeats: its durations, or two occurrences beside each other. */
static gboolean
draw_series (const Scene *self, GError **error)
{
  const RefrainExport *options = self->options;
  g_autoptr (RefrainOccurrences) occurrences = refrain_series_arguments_collect (
      &options->series, self->study, self->ask, options->series_kind, options->series_id, error);
  g_autoptr (RefrainComparison) comparison = NULL;
  g_autoptr (RefrainPainter) painter = NULL;

  if (occurrences == NULL)
    return FALSE;
  if (options->kind == REFRAIN_VIEW_DURATIONS)
    painter = make_durations (self, occurrences, error);
  else
    {
      comparison = refrain_series_compare (occurrences, options->occurrences, self->study,
                                           self->ask, error);
      if (comparison != NULL)
        painter = REFRAIN_PAINTER (refrain_comparison_painter_new (comparison));
    }
  return painter != NULL && save_whole (options, painter, error);
}

static gboolean
draw_flame (const Scene *self, GError **error)
{
  g_autoptr (RefrainAxis) axis = refrain_axis_new (self->trace, REFRAIN_AXIS_TIME);
  g_autoptr (GArray) processes = parse_processes (
      self->options->processes, refrain_trace_get_n_processes (self->trace), error);
  g_autoptr (RefrainCallTree) tree = NULL;
  g_autoptr (RefrainPainter) painter = NULL;
  RefrainViewport part = { 0 };

  if (processes == NULL || !find_part (self->options, axis, &part, error))
    return FALSE;
  tree = refrain_call_tree_new (self->trace, (const guint *) processes->data, processes->len,
                                refrain_axis_to_time (axis, part.start),
                                refrain_axis_to_time (axis, part.end), self->ask->cancellable,
                                error);
  if (tree == NULL)
    return FALSE;
  painter = REFRAIN_PAINTER (refrain_flame_painter_new (tree, REFRAIN_NONE, NULL));
  return save_whole (self->options, painter, error);
}

/* By view; those that only the window has, have none. */
static gboolean (*const draw_view[REFRAIN_N_VIEWS]) (const Scene *self, GError **error) = {
  [REFRAIN_VIEW_EVENTS] = draw_events,        [REFRAIN_VIEW_MATRIX] = draw_events,
  [REFRAIN_VIEW_OVERVIEW] = draw_events,      [REFRAIN_VIEW_PATTERN] = draw_pattern,
  [REFRAIN_VIEW_PHASES] = draw_phases,        [REFRAIN_VIEW_LOOPS] = draw_loops,
  [REFRAIN_VIEW_TOPOLOGY] = draw_topology,    [REFRAIN_VIEW_PROGRAM] = draw_program,
  [REFRAIN_VIEW_CRITICAL_PATH] = draw_events, [REFRAIN_VIEW_DURATIONS] = draw_series,
  [REFRAIN_VIEW_COMPARE] = draw_series,       [REFRAIN_VIEW_FLAME] = draw_flame,
};

gboolean
refrain_export_paint (const RefrainExport *self,
                      RefrainStudy *study,
                      const RefrainStudyAsk *ask,
                      GError **error)
{
  RefrainStudyAsk own;
  g_autoptr (RefrainStudyOptions) how = refrain_report_copy_options (study, ask, &own);
  g_auto (Scene) scene
      = { .options = self, .study = study, .ask = &own, .trace = refrain_study_get_trace (study) };

  refrain_pattern_arguments_apply (&self->how, how);
  if (!refrain_trace_check_target (scene.trace, self->output, error))
    return FALSE;
  /* What repeats needs nothing of the scene. */
  if ((refrain_views[self->kind].takes & REFRAIN_VIEW_TAKES_SERIES) != 0)
    return draw_series (&scene, error);
  return scene_find (&scene, error) && draw_view[self->kind](&scene, error);
}
