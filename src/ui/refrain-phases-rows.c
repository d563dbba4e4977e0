/* refrain-phases-rows.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-phases-rows.h"

/* ---- A row ---- */

static guint changed;

static void forget_row (RefrainPhasesRows *self, RefrainPhasesRow *row);

struct _RefrainPhasesRow
{
  GObject parent_instance;

  RefrainPhasesRows *list; /* NULL: it is in none any more */
  guint place;
  gboolean stale; /* the list has another segment in its place */
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

  if (self->list != NULL)
    forget_row (self->list, self);
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
  GHashTable *rows; /* place + 1 → the row that somebody holds */
};

static void
forget_row (RefrainPhasesRows *self, RefrainPhasesRow *row)
{
  g_hash_table_remove (self->rows, GUINT_TO_POINTER (row->place + 1));
}

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

/* Makes @row stand for what is in its place. */
static void
fill_row (RefrainPhasesRows *self, RefrainPhasesRow *row)
{
  g_set_object (&row->model, self->model);
  g_set_object (&row->phases, self->phases);
  row->stale = FALSE;
  if (self->only_phases)
    {
      row->range = g_array_index (self->ranges, RefrainPhaseRange, row->place);
      row->node = refrain_phase_model_find_node (self->model, &row->range);
      /* Joined phases may happen to be a segment that is cut. */
      if (refrain_phase_model_is_joined (self->model, &row->range))
        row->node = REFRAIN_NONE;
      row->is_phase = TRUE;
    }
  else
    {
      row->node = g_array_index (self->segments, guint32, row->place);
      row->range = refrain_phase_model_get_range (self->model, row->node);
      row->is_phase = refrain_segmentation_is_leaf (refrain_phases_get_segmentation (self->phases),
                                                    row->node, self->strength);
    }
  row->number = row->node != REFRAIN_NONE ? find_number (self, row->node) : 0;
}

static void
refresh_row (RefrainPhasesRows *self, RefrainPhasesRow *row)
{
  g_autoptr (RefrainPhasesRow) held = g_object_ref (row);

  fill_row (self, held);
  g_signal_emit (held, changed, 0);
}

static gpointer
get_item (GListModel *model, guint position)
{
  RefrainPhasesRows *self = REFRAIN_PHASES_ROWS (model);
  RefrainPhasesRow *row;

  if (position >= get_n_rows (self))
    return NULL;
  row = g_hash_table_lookup (self->rows, GUINT_TO_POINTER (position + 1));
  if (row != NULL)
    {
      if (row->stale)
        refresh_row (self, row);
      return g_object_ref (row);
    }
  row = g_object_new (REFRAIN_TYPE_PHASES_ROW, NULL);
  row->list = self;
  row->place = position;
  g_hash_table_insert (self->rows, GUINT_TO_POINTER (position + 1), row);
  fill_row (self, row);
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

/* Takes over what the model has now. */
static void
take_segments (RefrainPhasesRows *self)
{
  gsize n = 0;

  g_array_set_size (self->segments, 0);
  g_array_set_size (self->ranges, 0);
  if (self->phases != NULL)
    {
      const guint32 *segments = refrain_phase_model_get_segments (self->model, &n);
      const RefrainPhaseRange *ranges;

      self->strength = refrain_phase_model_get_reached (self->model);
      g_array_append_vals (self->segments, segments, (guint) n);
      ranges = refrain_phase_model_get_ranges (self->model, &n);
      if (self->only_phases)
        g_array_append_vals (self->ranges, ranges, (guint) n);
    }
}

/* The rows at @first and behind are in no list any more. */
static void
drop_rows (RefrainPhasesRows *self, guint first)
{
  GHashTableIter iter;
  gpointer row;

  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, NULL, &row))
    if (((RefrainPhasesRow *) row)->place >= first)
      {
        ((RefrainPhasesRow *) row)->list = NULL;
        g_hash_table_iter_remove (&iter);
      }
}

void
refrain_phases_rows_update (RefrainPhasesRows *self, RefrainPhaseModel *model, gboolean only_phases)
{
  RefrainPhases *phases;
  guint before;

  g_return_if_fail (REFRAIN_IS_PHASES_ROWS (self));
  g_return_if_fail (model == NULL || REFRAIN_IS_PHASE_MODEL (model));

  before = get_n_rows (self);
  drop_rows (self, 0);
  g_set_object (&self->model, model);
  phases = model != NULL ? refrain_phase_model_get_phases (model) : NULL;
  g_set_object (&self->phases, phases);
  self->only_phases = only_phases;
  take_segments (self);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, get_n_rows (self));
}

/* Whether @row stands for something else than what is in its place now. */
static gboolean
is_other (RefrainPhasesRows *self, RefrainPhasesRow *row)
{
  if (self->only_phases)
    return TRUE;
  return row->node != g_array_index (self->segments, guint32, row->place)
         || row->is_phase
                != refrain_segmentation_is_leaf (refrain_phases_get_segmentation (self->phases),
                                                 row->node, self->strength);
}

void
refrain_phases_rows_follow (RefrainPhasesRows *self, guint first, guint last)
{
  guint before, now;
  GHashTableIter iter;
  gpointer row;

  g_return_if_fail (REFRAIN_IS_PHASES_ROWS (self));

  if (self->phases == NULL)
    return;
  before = get_n_rows (self);
  take_segments (self);
  now = get_n_rows (self);
  drop_rows (self, now);
  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, NULL, &row))
    ((RefrainPhasesRow *) row)->stale = is_other (self, row);
  if (now != before)
    g_list_model_items_changed (G_LIST_MODEL (self), MIN (now, before), before - MIN (now, before),
                                now - MIN (now, before));
  for (guint at = first; at < MIN (last, now); at++)
    {
      row = g_hash_table_lookup (self->rows, GUINT_TO_POINTER (at + 1));
      if (row != NULL && ((RefrainPhasesRow *) row)->stale)
        refresh_row (self, row);
    }
}

gboolean
refrain_phases_rows_go_on (RefrainPhasesRows *self, guint near, gint64 span)
{
  const gint64 until = g_get_monotonic_time () + span;

  g_return_val_if_fail (REFRAIN_IS_PHASES_ROWS (self), FALSE);

  do
    {
      RefrainPhasesRow *next = NULL;
      GHashTableIter iter;
      gpointer row;

      g_hash_table_iter_init (&iter, self->rows);
      while (g_hash_table_iter_next (&iter, NULL, &row))
        {
          RefrainPhasesRow *at = row;

          if (at->stale
              && (next == NULL
                  || ABS ((gint64) at->place - near) < ABS ((gint64) next->place - near)))
            next = at;
        }
      if (next == NULL)
        return FALSE;
      refresh_row (self, next);
    }
  while (g_get_monotonic_time () < until);
  return TRUE;
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

  drop_rows (self, 0);
  g_hash_table_unref (self->rows);
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
  self->rows = g_hash_table_new (NULL, NULL);
  self->segments = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->ranges = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseRange));
}
