/* refrain-phase-figure.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-phase-figure.h"

/* Before and behind the time that communicates, as part of it. */
#define MARGIN 0.02

static int
compare_labels (gconstpointer a, gconstpointer b)
{
  const guint32 x = ((const RefrainPhaseLabel *) a)->start;
  const guint32 y = ((const RefrainPhaseLabel *) b)->start;

  return (x > y) - (x < y);
}

/* What the user said about the sequence that was found. */
static void
set_labels (RefrainPhasePainter *painter, RefrainPhaseModel *model)
{
  const RefrainPhaseMemory *memory = refrain_phase_model_get_memory (model);
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseLabel));

  for (guint i = 0; i < memory->marks->len; i++)
    {
      const RefrainPhaseMark *mark = memory->marks->pdata[i];
      const RefrainPhaseLabel label = { mark->start, mark->end, mark->name, mark->joined };

      if (g_strcmp0 (mark->sequence, refrain_phase_model_get_key (model)) == 0)
        g_array_append_val (labels, label);
    }
  g_array_sort (labels, compare_labels);
  refrain_phase_painter_set_labels (painter, (const RefrainPhaseLabel *) (gpointer) labels->data,
                                    labels->len);
}

RefrainPhasePainter *
refrain_phase_figure_make_painter (RefrainSession *session, RefrainViewport *part)
{
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
  set_labels (painter, model);
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
