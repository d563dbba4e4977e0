/* refrain-phases-rows.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-phases-rows.h"

/* ---- A row ---- */

struct _RefrainPhasesRow
{
  GObject parent_instance;

  RefrainPhaseModel *model;
  RefrainPhases *phases;
  RefrainPhaseRange range;
  guint32 node;
  guint32 number;
  gboolean is_phase;
};

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

static void
refrain_phases_row_finalize (GObject *object)
{
  RefrainPhasesRow *self = REFRAIN_PHASES_ROW (object);

  g_object_unref (self->phases);
  g_object_unref (self->model);
  G_OBJECT_CLASS (refrain_phases_row_parent_class)->finalize (object);
}

static void
refrain_phases_row_class_init (RefrainPhasesRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_phases_row_finalize;
}

static void
refrain_phases_row_init (RefrainPhasesRow *self)
{
}

/* ---- The list ---- */

struct _RefrainPhasesRows
{
  GObject parent_instance;

  RefrainPhaseModel *model;
  RefrainPhases *phases;
  double strength;
  gboolean only_phases;
  GArray *segments; /* of guint32, ascending */
  GArray *ranges;   /* of RefrainPhaseRange, where only phases are listed */
};

static guint
get_n_rows (RefrainPhasesRows *self)
{
  return self->only_phases ? self->ranges->len : self->segments->len;
}

/* The number of segment @node, from 1; 0 where it does not remain. */
static guint32
find_number (RefrainPhasesRows *self, guint32 node)
{
  guint low = 0, high = self->segments->len;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (g_array_index (self->segments, guint32, middle) < node)
        low = middle + 1;
      else
        high = middle;
    }
  return low < self->segments->len && g_array_index (self->segments, guint32, low) == node ? low + 1
                                                                                           : 0;
}

static gpointer
get_item (GListModel *model, guint position)
{
  RefrainPhasesRows *self = REFRAIN_PHASES_ROWS (model);
  RefrainPhasesRow *row;

  if (position >= get_n_rows (self))
    return NULL;
  row = g_object_new (REFRAIN_TYPE_PHASES_ROW, NULL);
  row->model = g_object_ref (self->model);
  row->phases = g_object_ref (self->phases);
  if (self->only_phases)
    {
      row->range = g_array_index (self->ranges, RefrainPhaseRange, position);
      row->node = refrain_phase_model_find_node (self->model, &row->range);
      /* Joined phases may happen to be a segment that is cut. */
      if (refrain_phase_model_is_joined (self->model, &row->range))
        row->node = REFRAIN_NONE;
      row->is_phase = TRUE;
    }
  else
    {
      row->node = g_array_index (self->segments, guint32, position);
      row->range = refrain_phase_model_get_range (self->model, row->node);
      row->is_phase = refrain_segmentation_is_leaf (refrain_phases_get_segmentation (self->phases),
                                                    row->node, self->strength);
    }
  row->number = row->node != REFRAIN_NONE ? find_number (self, row->node) : 0;
  return row;
}

static guint
get_n_items (GListModel *model)
{
  return get_n_rows (REFRAIN_PHASES_ROWS (model));
}

static GType
get_item_type (GListModel *model)
{
  return REFRAIN_TYPE_PHASES_ROW;
}

static void
init_model (GListModelInterface *interface)
{
  interface->get_item = get_item;
  interface->get_n_items = get_n_items;
  interface->get_item_type = get_item_type;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (RefrainPhasesRows,
                               refrain_phases_rows,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, init_model))

RefrainPhasesRows *
refrain_phases_rows_new (void)
{
  return g_object_new (REFRAIN_TYPE_PHASES_ROWS, NULL);
}

void
refrain_phases_rows_update (RefrainPhasesRows *self, RefrainPhaseModel *model, gboolean only_phases)
{
  RefrainPhases *phases;
  guint before;
  gsize n = 0;

  g_return_if_fail (REFRAIN_IS_PHASES_ROWS (self));
  g_return_if_fail (model == NULL || REFRAIN_IS_PHASE_MODEL (model));

  before = get_n_rows (self);
  g_set_object (&self->model, model);
  phases = model != NULL ? refrain_phase_model_get_phases (model) : NULL;
  g_set_object (&self->phases, phases);
  self->only_phases = only_phases;
  g_array_set_size (self->segments, 0);
  g_array_set_size (self->ranges, 0);
  if (self->phases != NULL)
    {
      const guint32 *segments = refrain_phase_model_get_segments (model, &n);
      const RefrainPhaseRange *ranges;

      self->strength = refrain_phase_model_get_reached (model);
      g_array_append_vals (self->segments, segments, (guint) n);
      ranges = refrain_phase_model_get_ranges (model, &n);
      if (only_phases)
        g_array_append_vals (self->ranges, ranges, (guint) n);
    }
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, get_n_rows (self));
}

guint
refrain_phases_rows_find (RefrainPhasesRows *self, const RefrainPhaseRange *range)
{
  guint32 number;
  guint low = 0, high;

  g_return_val_if_fail (REFRAIN_IS_PHASES_ROWS (self), G_MAXUINT);
  g_return_val_if_fail (range != NULL, G_MAXUINT);

  if (self->phases == NULL)
    return G_MAXUINT;
  if (!self->only_phases)
    {
      const guint32 node = refrain_phase_model_find_node (self->model, range);

      number = node != REFRAIN_NONE ? find_number (self, node) : 0;
      return number > 0 ? number - 1 : G_MAXUINT;
    }
  high = self->ranges->len;
  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (g_array_index (self->ranges, RefrainPhaseRange, middle).start < range->start)
        low = middle + 1;
      else
        high = middle;
    }
  return low < self->ranges->len
                 && g_array_index (self->ranges, RefrainPhaseRange, low).start == range->start
                 && g_array_index (self->ranges, RefrainPhaseRange, low).end == range->end
             ? low
             : G_MAXUINT;
}

static void
refrain_phases_rows_finalize (GObject *object)
{
  RefrainPhasesRows *self = REFRAIN_PHASES_ROWS (object);

  g_clear_object (&self->model);
  g_clear_object (&self->phases);
  g_array_unref (self->segments);
  g_array_unref (self->ranges);
  G_OBJECT_CLASS (refrain_phases_rows_parent_class)->finalize (object);
}

static void
refrain_phases_rows_class_init (RefrainPhasesRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_phases_rows_finalize;
}

static void
refrain_phases_rows_init (RefrainPhasesRows *self)
{
  self->segments = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->ranges = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseRange));
}
