/* refrain-phases-rows.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-phases-rows.h"

#include "refrain-phases-row-private.h"

struct _RefrainPhasesRows
{
  GObject parent_instance;

  RefrainPhaseModel *model;
  RefrainPhases *phases;
  double strength;
  gboolean only_phases;
  gboolean any_joined; /* there are fewer phases than leaves */
  GArray *segments;    /* of guint32, ascending: all that remain */
  GArray *places;      /* of guint32: indices of those listed, ascending */
  GArray *ranges;      /* of RefrainPhaseRange: what is listed that may be no segment */
  GHashTable *rows;    /* place + 1 → the row that somebody holds */
};

static guint
get_n_rows (RefrainPhasesRows *self)
{
  return self->places->len + self->ranges->len;
}

/* The index of @value in @sorted, or G_MAXUINT. */
static guint
find_sorted (GArray *sorted, guint32 value)
{
  guint low = 0, high = sorted->len;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (g_array_index (sorted, guint32, middle) < value)
        low = middle + 1;
      else
        high = middle;
    }
  return low < sorted->len && g_array_index (sorted, guint32, low) == value ? low : G_MAXUINT;
}

/* The segment in row @place, or REFRAIN_NONE: what is listed there is a range. */
static guint32
get_node (RefrainPhasesRows *self, guint place)
{
  return place < self->places->len
             ? g_array_index (self->segments, guint32, g_array_index (self->places, guint32, place))
             : REFRAIN_NONE;
}

/* Whether segment @node, which is listed, is a phase. */
static gboolean
is_phase (RefrainPhasesRows *self, guint32 node)
{
  RefrainPhaseRange range;

  if (refrain_segmentation_is_leaf (refrain_phases_get_segmentation (self->phases), node,
                                    self->strength))
    return TRUE;
  range = refrain_phase_model_get_range (self->model, node);
  return self->any_joined && refrain_phase_model_is_joined (self->model, &range);
}

/* Makes @row stand for what is in its place. */
static void
fill_row (RefrainPhasesRows *self, RefrainPhasesRow *row)
{
  g_set_object (&row->model, self->model);
  g_set_object (&row->phases, self->phases);
  row->stale = FALSE;
  row->node = get_node (self, row->place);
  if (row->node == REFRAIN_NONE)
    {
      row->range = g_array_index (self->ranges, RefrainPhaseRange, row->place - self->places->len);
      row->node = refrain_phase_model_find_node (self->model, &row->range);
      row->is_phase = TRUE;
    }
  else
    {
      row->range = refrain_phase_model_get_range (self->model, row->node);
      row->is_phase = is_phase (self, row->node);
    }
  row->number = row->node != REFRAIN_NONE ? find_sorted (self->segments, row->node) + 1 : 0;
}

static void
refresh_row (RefrainPhasesRows *self, RefrainPhasesRow *row)
{
  g_autoptr (RefrainPhasesRow) held = g_object_ref (row);

  fill_row (self, held);
  refrain_phases_row_emit_changed (held);
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
  row->rows = self->rows;
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

/* Whether @range is a part of one of the joined phases. */
static gboolean
is_part (GArray *joined, const RefrainPhaseRange *range)
{
  guint low = 0, high = joined->len;

  /* The last one that begins at @range's start or before. */
  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (g_array_index (joined, RefrainPhaseRange, middle).start <= range->start)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return FALSE;
  {
    const RefrainPhaseRange *whole = &g_array_index (joined, RefrainPhaseRange, low - 1);

    return whole->end >= range->end && (whole->start != range->start || whole->end != range->end);
  }
}

/* Lists the segments but for parts of joined phases, then those of these that are no segment. */
static void
list_segments (RefrainPhasesRows *self, const RefrainPhaseRange *ranges, gsize n)
{
  g_autoptr (GArray) joined = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseRange));

  for (gsize i = 0; i < n && self->any_joined; i++)
    if (refrain_phase_model_is_joined (self->model, &ranges[i]))
      g_array_append_val (joined, ranges[i]);
  g_array_set_size (self->places, self->segments->len);
  if (joined->len == 0)
    {
      for (guint32 i = 0; i < self->segments->len; i++)
        g_array_index (self->places, guint32, i) = i;
      return;
    }
  g_array_set_size (self->places, 0);
  for (guint32 i = 0; i < self->segments->len; i++)
    {
      const RefrainPhaseRange range
          = refrain_phase_model_get_range (self->model, g_array_index (self->segments, guint32, i));

      if (!is_part (joined, &range))
        g_array_append_val (self->places, i);
    }
  for (guint i = 0; i < joined->len; i++)
    {
      const RefrainPhaseRange range = g_array_index (joined, RefrainPhaseRange, i);

      if (refrain_phase_model_find_node (self->model, &range) == REFRAIN_NONE)
        g_array_append_val (self->ranges, range);
    }
}

/* Takes over what the model has now. */
static void
take_segments (RefrainPhasesRows *self)
{
  const RefrainPhaseRange *ranges;
  const guint32 *segments;
  gsize n = 0, n_ranges = 0, n_leaves;

  g_array_set_size (self->segments, 0);
  g_array_set_size (self->places, 0);
  g_array_set_size (self->ranges, 0);
  if (self->phases == NULL)
    return;
  segments = refrain_phase_model_get_segments (self->model, &n);
  ranges = refrain_phase_model_get_ranges (self->model, &n_ranges);
  self->strength = refrain_phase_model_get_reached (self->model);
  g_array_append_vals (self->segments, segments, (guint) n);
  /* Each cut leaves one leaf more. */
  n_leaves = (n + 1) / 2;
  self->any_joined = n_ranges < n_leaves;
  if (self->only_phases)
    g_array_append_vals (self->ranges, ranges, (guint) n_ranges);
  else
    list_segments (self, ranges, n_ranges);
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
        ((RefrainPhasesRow *) row)->rows = NULL;
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
  const guint32 node = get_node (self, row->place);

  return node == REFRAIN_NONE || row->node != node || row->is_phase != is_phase (self, node);
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
  guint low = 0, high;

  g_return_val_if_fail (REFRAIN_IS_PHASES_ROWS (self), G_MAXUINT);
  g_return_val_if_fail (range != NULL, G_MAXUINT);

  if (self->phases == NULL)
    return G_MAXUINT;
  if (self->places->len > 0)
    {
      const guint32 node = refrain_phase_model_find_node (self->model, range);
      const guint index = node != REFRAIN_NONE ? find_sorted (self->segments, node) : G_MAXUINT;

      if (index != G_MAXUINT)
        return find_sorted (self->places, index);
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
             ? self->places->len + low
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
  g_array_unref (self->places);
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
  self->places = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->ranges = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseRange));
}
