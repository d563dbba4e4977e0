/* refrain-phases-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row is an object only while somebody holds it; while the strength moves, rows are told apart
 * from what they were instead of being made anew.
 */
#include "refrain-phases-table.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-phase-bands.h"
#include "refrain-search.h"

/* ---- A row ---- */

struct _RefrainPhasesRow
{
  GObject parent_instance;

  GHashTable *rows; /* of the list that it is in; NULL: in none any more */
  guint place;
  gboolean stale; /* the list has another segment in its place */
  RefrainPhaseModel *model;
  RefrainPhases *phases;
  RefrainPhaseRange range;
  guint32 node;
  guint32 segment; /* its number in the tree, from 1; 0: it is no segment */
  guint32 number;  /* of the phase, from 1, as everywhere; 0: it is none */
};

static guint changed;

G_DEFINE_FINAL_TYPE (RefrainPhasesRow, refrain_phases_row, G_TYPE_OBJECT)

REFRAIN_GETTER (
    RefrainPhasesRow, refrain_phases_row, const RefrainPhaseRange *, get_range, &self->range)
REFRAIN_GETTER (RefrainPhasesRow, refrain_phases_row, guint32, get_number, self->number)
REFRAIN_GETTER (RefrainPhasesRow, refrain_phases_row, gboolean, is_phase, self->number > 0)

/* The row's own numbers; NULL where it is no segment. */
static const RefrainSegmentationNode *
get_row_segment (RefrainPhasesRow *self)
{
  gsize n;

  return self->node != REFRAIN_NONE ? &refrain_segmentation_get_nodes (
             refrain_phases_get_segmentation (self->phases), &n)[self->node]
                                    : NULL;
}

static void
emit_changed (RefrainPhasesRow *self)
{
  g_signal_emit (self, changed, 0);
}

static void
refrain_phases_row_finalize (GObject *object)
{
  RefrainPhasesRow *self = REFRAIN_PHASES_ROW (object);

  if (self->rows != NULL)
    g_hash_table_remove (self->rows, GUINT_TO_POINTER (self->place + 1));
  refrain_clear_objects (&self->phases, &self->model);
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

/* ---- All rows ---- */

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
  guint at;

  return g_array_binary_search (sorted, &value, refrain_compare_uint32, &at) ? at : G_MAXUINT;
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

/* The number of the phase @range, from 1, in the order of time. */
static guint32
find_number (RefrainPhasesRows *self, const RefrainPhaseRange *range)
{
  gsize n;
  const RefrainPhaseRange *ranges = refrain_phase_model_get_ranges (self->model, &n);

  return (guint32) REFRAIN_LOWER_BOUND (i, 0, n, ranges[i].start < range->start) + 1;
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
      row->number = find_number (self, &row->range);
    }
  else
    {
      row->range = refrain_phase_model_get_range (self->model, row->node);
      row->number = is_phase (self, row->node) ? find_number (self, &row->range) : 0;
    }
  row->segment = row->node != REFRAIN_NONE ? find_sorted (self->segments, row->node) + 1 : 0;
}

static void
refresh_row (RefrainPhasesRows *self, RefrainPhasesRow *row)
{
  g_autoptr (RefrainPhasesRow) held = g_object_ref (row);

  fill_row (self, held);
  emit_changed (held);
}

REFRAIN_DEFINE_LIST (RefrainPhasesRows,
                     refrain_phases_rows,
                     REFRAIN_TYPE_PHASES_ROW,
                     get_n_rows (self))

static gpointer
refrain_phases_rows_get_item (RefrainPhasesRows *self, guint place)
{
  RefrainPhasesRow *row = g_hash_table_lookup (self->rows, GUINT_TO_POINTER (place + 1));

  if (row != NULL)
    {
      if (row->stale)
        refresh_row (self, row);
      return g_object_ref (row);
    }
  row = g_object_new (REFRAIN_TYPE_PHASES_ROW, NULL);
  row->rows = self->rows;
  row->place = place;
  g_hash_table_insert (self->rows, GUINT_TO_POINTER (place + 1), row);
  fill_row (self, row);
  return row;
}

RefrainPhasesRows *
refrain_phases_rows_new (void)
{
  return g_object_new (REFRAIN_TYPE_PHASES_ROWS, NULL);
}

/* Whether @range is a part of one of the joined phases. */
static gboolean
is_part (GArray *joined, const RefrainPhaseRange *range)
{
  const RefrainPhaseRange *ranges = (const RefrainPhaseRange *) (gpointer) joined->data;
  const RefrainPhaseRange *whole;
  const gsize next = REFRAIN_LOWER_BOUND (i, 0, joined->len, ranges[i].start <= range->start);

  if (next == 0)
    return FALSE;
  whole = &ranges[next - 1];
  return whole->end >= range->end && (whole->start != range->start || whole->end != range->end);
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

  return node == REFRAIN_NONE || row->node != node
         || row->number != (is_phase (self, node) ? find_number (self, &row->range) : 0);
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
  const RefrainPhaseRange *ranges;
  gsize at;

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
  ranges = (const RefrainPhaseRange *) (gpointer) self->ranges->data;
  at = REFRAIN_LOWER_BOUND (i, 0, self->ranges->len, ranges[i].start < range->start);
  return at < self->ranges->len && ranges[at].start == range->start && ranges[at].end == range->end
             ? self->places->len + (guint) at
             : G_MAXUINT;
}

static void
refrain_phases_rows_finalize (RefrainPhasesRows *self)
{
  drop_rows (self, 0);
  g_hash_table_unref (self->rows);
  refrain_clear_objects (&self->model, &self->phases);
  refrain_unref_arrays (self->segments, self->places, self->ranges);
}

static void
refrain_phases_rows_init (RefrainPhasesRows *self)
{
  self->rows = g_hash_table_new (NULL, NULL);
  self->segments = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->places = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->ranges = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseRange));
}

/* ---- Columns ---- */

/* Of the column of names, at least, in pixels. */
#define NAME_WIDTH 220

typedef enum
{
  COLUMN_NUMBER,
  COLUMN_DURATION,
  COLUMN_BEGIN,
  COLUMN_OCCURRENCES,
  COLUMN_FIRST,
  COLUMN_LAST,
  COLUMN_SEGMENT,
  COLUMN_K,
  COLUMN_DIVERGENCE,
  COLUMN_THRESHOLD,
  COLUMN_STRENGTH
} Column;

/* The times of a row; NAN where it has none. */
static double
get_time (RefrainPhasesRow *row, gboolean duration)
{
  RefrainTime start, end;

  if (!refrain_phase_model_get_span (row->model, &row->range, &start, &end))
    return NAN;
  return (double) (duration ? end - start : start);
}

/* NAN stands for what there is not: one symbol cannot be cut, joined phases are no segment. */
static double
get_of_cut (RefrainPhasesRow *row, Column column)
{
  const RefrainSegmentationNode *cut = get_row_segment (row);

  if (cut == NULL || cut->end - cut->start <= 1)
    return NAN;
  switch (column)
    {
    case COLUMN_K: /* of eq. 5.10 */
      return (double) cut->distinct_left + cut->distinct_right + 1 - cut->distinct;
    case COLUMN_DIVERGENCE:
      return cut->divergence;
    case COLUMN_THRESHOLD:
      return cut->threshold;
    default:
      return cut->strength;
    }
}

static double
get_number (gpointer item, guint id, gpointer data)
{
  RefrainPhasesRow *row = item;

  switch ((Column) id)
    {
    case COLUMN_NUMBER:
      return row->number > 0 ? row->number : NAN;
    case COLUMN_SEGMENT:
      return row->segment > 0 ? row->segment : NAN;
    case COLUMN_DURATION:
    case COLUMN_BEGIN:
      return get_time (row, id == COLUMN_DURATION);
    case COLUMN_OCCURRENCES:
      return refrain_phases_count_occurrences (row->phases, row->range.start, row->range.end);
    case COLUMN_FIRST:
      return row->range.start + 1.0;
    case COLUMN_LAST:
      return row->range.end;
    default:
      return get_of_cut (row, (Column) id);
    }
}

static char *
format_name (gpointer item, guint id, gpointer data)
{
  RefrainPhasesRow *row = item;

  return refrain_phase_model_describe (row->model, &row->range);
}

/* The colour of the band, for phases. */
static void
get_swatch (gpointer item,
            guint id,
            gpointer data,
            const RefrainStyle *style,
            RefrainColor *color,
            double *fraction)
{
  RefrainPhasesRow *row = item;
  g_autoptr (GArray) cover = NULL;
  g_autofree char *hue = NULL;

  *color = (RefrainColor){ 0, 0, 0, 0 };
  if (row->number == 0)
    return;
  cover = refrain_phase_model_cover (row->model, &row->range);
  if (cover->len == 0)
    return;
  hue = refrain_phases_get_hue (refrain_phase_model_get_phases (row->model),
                                g_array_index (cover, guint32, 0));
  *color = refrain_style_get_routine_color (style, hue);
}

/* Tables narrower than this are without; where the last one is cut, that with most goes first. */
#define WIDTH_OF_OCCURRENCES 560
#define WIDTH_OF_SYMBOLS     860
#define WIDTH_OF_CUTS        980

#define NUMBER(name, column, is) .title = name, .id = column, .kind = is, .number = get_number

static const RefrainTableColumn columns[] = {
  { NUMBER (N_ ("ID"), COLUMN_NUMBER, REFRAIN_CELL_COUNT),
    .meaning = N_ ("Phase number, in the order of time") },
  { NUMBER (N_ ("Segment"), COLUMN_SEGMENT, REFRAIN_CELL_COUNT), .needs = 2,
    .meaning = N_ ("Segment number, by tree level") },
  { .title = N_ ("Phase"),
    .meaning = N_ ("Select a phase to see its best cut. Select a second one with Control to "
                   "compare their matrices."),
    .flags = REFRAIN_TABLE_EXPAND,
    .width = NAME_WIDTH,
    .text = format_name,
    .swatch = get_swatch },
  /* Before numbers that few look at, which narrow tables are without. */
  { NUMBER (N_ ("Duration"), COLUMN_DURATION, REFRAIN_CELL_TIME),
    .meaning = N_ ("First to last communication") },
  { NUMBER (N_ ("Start"), COLUMN_BEGIN, REFRAIN_CELL_TIME), .digits = 5, .needs = 1,
    .meaning = N_ ("Start of its first communication") },
  { NUMBER (N_ ("Occurrences"), COLUMN_OCCURRENCES, REFRAIN_CELL_COUNT),
    .meaning = N_ ("Number of pattern occurrences"), .needs = WIDTH_OF_OCCURRENCES },
  { NUMBER (N_ ("First"), COLUMN_FIRST, REFRAIN_CELL_COUNT),
    .meaning = N_ ("Index of its first symbol"), .needs = WIDTH_OF_SYMBOLS },
  { NUMBER (N_ ("Last"), COLUMN_LAST, REFRAIN_CELL_COUNT),
    .meaning = N_ ("Index of its last symbol"), .needs = WIDTH_OF_SYMBOLS },
  { NUMBER (N_ ("Kinds"), COLUMN_K, REFRAIN_CELL_COUNT), .needs = WIDTH_OF_CUTS,
    .meaning = N_ ("Symbols on both sides, and one") },
  { NUMBER (N_ ("Divergence"), COLUMN_DIVERGENCE, REFRAIN_CELL_DOUBLE), .digits = 4,
    .needs = WIDTH_OF_CUTS, .meaning = N_ ("D: difference of both sides (0–1 bit)") },
  { NUMBER (N_ ("Threshold"), COLUMN_THRESHOLD, REFRAIN_CELL_DOUBLE), .digits = 4,
    .needs = WIDTH_OF_CUTS, .meaning = N_ ("τ: difference expected by chance") },
  { NUMBER (N_ ("Strength"), COLUMN_STRENGTH, REFRAIN_CELL_DOUBLE), .digits = 2,
    .meaning = N_ ("Strength of best cut: (D − τ) / τ") },
};

void
refrain_phases_columns_add (RefrainTableView *view)
{
  refrain_table_view_set_columns (view, columns, G_N_ELEMENTS (columns), NULL);
}
