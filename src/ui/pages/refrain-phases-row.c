/* refrain-phases-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-phases-row-private.h"

static guint changed;

G_DEFINE_FINAL_TYPE (RefrainPhasesRow, refrain_phases_row, G_TYPE_OBJECT)

const RefrainPhaseRange *
refrain_phases_row_get_range (RefrainPhasesRow *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES_ROW (self), NULL);
  return &self->range;
}

guint32
refrain_phases_row_get_node (RefrainPhasesRow *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES_ROW (self), REFRAIN_NONE);
  return self->node;
}

guint32
refrain_phases_row_get_number (RefrainPhasesRow *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES_ROW (self), 0);
  return self->number;
}

gboolean
refrain_phases_row_is_phase (RefrainPhasesRow *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES_ROW (self), FALSE);
  return self->is_phase;
}

const RefrainSegmentationNode *
refrain_phases_row_get_segment (RefrainPhasesRow *self)
{
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_PHASES_ROW (self), NULL);

  return self->node != REFRAIN_NONE ? &refrain_segmentation_get_nodes (
             refrain_phases_get_segmentation (self->phases), &n)[self->node]
                                    : NULL;
}

RefrainPhaseModel *
refrain_phases_row_get_model (RefrainPhasesRow *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES_ROW (self), NULL);
  return self->model;
}

void
refrain_phases_row_emit_changed (RefrainPhasesRow *self)
{
  g_signal_emit (self, changed, 0);
}

static void
refrain_phases_row_finalize (GObject *object)
{
  RefrainPhasesRow *self = REFRAIN_PHASES_ROW (object);

  if (self->rows != NULL)
    g_hash_table_remove (self->rows, GUINT_TO_POINTER (self->place + 1));
  g_clear_object (&self->phases);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (refrain_phases_row_parent_class)->finalize (object);
}

static void
refrain_phases_row_class_init (RefrainPhasesRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_phases_row_finalize;
  changed = g_signal_new ("changed", REFRAIN_TYPE_PHASES_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                          NULL, G_TYPE_NONE, 0);
}

static void
refrain_phases_row_init (RefrainPhasesRow *self)
{
}
