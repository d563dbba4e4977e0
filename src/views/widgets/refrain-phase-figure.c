/* refrain-phase-figure.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-phase-figure.h"

/* Before and behind the time that communicates, as part of it. */
#define MARGIN 0.02

RefrainPhasePainter *
refrain_phase_figure_make_painter (RefrainSession *session, RefrainViewport *part)
{
  g_autoptr (GArray) labels = NULL;
  RefrainPhaseModel *model;
  RefrainPhasePainter *painter;
  RefrainAxis *axis = NULL;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);
  g_return_val_if_fail (part != NULL, NULL);

  model = refrain_session_get_phases (session);
  if (!refrain_phase_model_get_by_count (model))
    axis = refrain_session_get_axis (session);
  if (refrain_phase_model_get_phases (model) == NULL
      || (axis == NULL && !refrain_phase_model_get_by_count (model)))
    return NULL;
  painter = refrain_phase_painter_new (refrain_phase_model_get_phases (model), axis,
                                       refrain_phase_model_get_reached (model),
                                       REFRAIN_PHASE_BAND | REFRAIN_PHASE_TREE);
  labels = refrain_phase_model_get_labels (model);
  refrain_phase_painter_set_labels (painter, (const RefrainPhaseLabel *) (gpointer) labels->data,
                                    labels->len);
  refrain_painter_get_extent (REFRAIN_PAINTER (painter), part);
  if (axis != NULL)
    {
      double margin;

      refrain_axis_get_busy_extent (axis, &part->start, &part->end);
      margin = MARGIN * (part->end - part->start);
      part->start -= margin;
      part->end += margin;
    }
  if (!(part->end > part->start))
    part->end = part->start + 1;
  part->furniture = TRUE;
  return painter;
}
