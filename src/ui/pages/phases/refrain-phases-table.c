/* refrain-phases-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row is an object only while somebody holds it; while the strength moves, rows are told apart
 * from what they were instead of being made anew.
 */
#include "config.h"
#include "refrain-phases-table.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-compare.h"
#include "refrain-phase-bands.h"
#include "refrain-search.h"
#include "refrain-table-column.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

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
  guint32 number;
  gboolean is_phase;
};

static guint changed;

G_DEFINE_FINAL_TYPE (RefrainPhasesRow, refrain_phases_row, G_TYPE_OBJECT)

const RefrainPhaseRange *
refrain_phases_row_get_range (RefrainPhasesRow *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES_ROW (self), NULL);
  return &self->range;
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

/* The row's own numbers; NULL where it is no segment. */
static const RefrainSegmentationNode *
get_row_segment (RefrainPhasesRow *self)
{
  gsize n;

  return self->node != REFRAIN_NONE ? &refrain_segmentation_get_nodes (
             refrain_phases_get_segmentation (self->phases), &n)[self->node]
                                    : NULL;
}

static RefrainPhaseModel *
get_row_model (RefrainPhasesRow *self)
{
  return self->model;
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
  emit_changed (held);
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

/* ---- Columns ---- */

/* Of the column of names, at least, in pixels. */
#define NAME_WIDTH 220

static double
get_number (gpointer item, gpointer data)
{
  return refrain_phases_row_get_number (item);
}

static double
get_start (gpointer item, gpointer data)
{
  return refrain_phases_row_get_range (item)->start + 1.0;
}

static double
get_end (gpointer item, gpointer data)
{
  return refrain_phases_row_get_range (item)->end;
}

static double
get_n_occurrences (gpointer item, gpointer data)
{
  RefrainPhasesRow *row = item;
  const RefrainPhaseRange *range = refrain_phases_row_get_range (row);

  return refrain_phases_count_occurrences (row->phases, range->start, range->end);
}

/* NAN stands for what there is not: one symbol cannot be cut, joined phases are no segment. */
static const RefrainSegmentationNode *
get_cut (gpointer item)
{
  const RefrainSegmentationNode *segment = get_row_segment (item);

  return segment != NULL && segment->end - segment->start > 1 ? segment : NULL;
}

/* K of eq. 5.10. */
static double
get_k (gpointer item, gpointer data)
{
  const RefrainSegmentationNode *cut = get_cut (item);

  return cut != NULL ? (double) cut->distinct_left + cut->distinct_right + 1 - cut->distinct : NAN;
}

static double
get_divergence (gpointer item, gpointer data)
{
  const RefrainSegmentationNode *cut = get_cut (item);

  return cut != NULL ? cut->divergence : NAN;
}

static double
get_threshold (gpointer item, gpointer data)
{
  const RefrainSegmentationNode *cut = get_cut (item);

  return cut != NULL ? cut->threshold : NAN;
}

static double
get_cut_strength (gpointer item, gpointer data)
{
  const RefrainSegmentationNode *cut = get_cut (item);

  return cut != NULL ? cut->strength : NAN;
}

static double
get_duration (gpointer item, gpointer data)
{
  RefrainTime start, end;

  return refrain_phase_model_get_span (get_row_model (item), refrain_phases_row_get_range (item),
                                       &start, &end)
             ? (double) (end - start)
             : NAN;
}

static char *
format_duration (gpointer item, gpointer data)
{
  const double duration = get_duration (item, data);

  return isnan (duration) ? g_strdup ("–") : refrain_time_format ((RefrainTime) duration, 3);
}

static double
get_begin (gpointer item, gpointer data)
{
  RefrainTime start, end;

  return refrain_phase_model_get_span (get_row_model (item), refrain_phases_row_get_range (item),
                                       &start, &end)
             ? (double) start
             : NAN;
}

static char *
format_begin (gpointer item, gpointer data)
{
  const double begin = get_begin (item, data);

  return isnan (begin) ? g_strdup ("–") : refrain_time_format ((RefrainTime) begin, 5);
}

static double
get_sortable_begin (gpointer item, gpointer data)
{
  const double begin = get_begin (item, data);

  return isnan (begin) ? -INFINITY : begin;
}

static char *
format_name (gpointer item, gpointer data)
{
  return refrain_phase_model_describe (get_row_model (item), refrain_phases_row_get_range (item));
}

/* A column of numbers. */
typedef struct
{
  const char *title; /* to be translated */
  RefrainTableNumber number;
  int digits;
  const char *meaning; /* to be translated */
} Column;

static char *
format_number (gpointer item, gpointer data)
{
  const Column *column = data;
  const double value = column->number (item, NULL);

  if (isnan (value) || (column->number == get_number && value == 0))
    return g_strdup ("–");
  return column->digits == 0 ? refrain_count_format ((guint64) value)
                             : g_strdup_printf ("%.*f", column->digits, value);
}

static const Column columns[] = {
  { N_ ("Occurrences"), get_n_occurrences, 0, N_ ("Occurrences of patterns in it") },
  { N_ ("First"), get_start, 0, N_ ("Its first symbol in the sequence of all patterns") },
  { N_ ("Last"), get_end, 0, N_ ("Its last symbol in the sequence of all patterns") },
  { "K", get_k, 0, N_ ("Different symbols that stand on both sides of the best cut, and one") },
  { "D", get_divergence, 4,
    N_ ("Divergence: how much the two sides of the best cut differ, from 0 to 1 bit") },
  { "τ", get_threshold, 4, N_ ("Threshold: how much the two sides would differ by chance alone") },
  { "s", get_cut_strength, 2,
    N_ ("Strength of the best cut: how far the divergence is above the threshold, (D − τ) / τ") },
};
static const Column number_column
    = { "S", get_number, 0, N_ ("Number of the segment in the tree, level by level") };

/* Sorts what there is not to the end of small numbers. */
static double
get_sortable (gpointer item, gpointer data)
{
  const Column *column = data;
  const double value = column->number (item, NULL);

  return isnan (value) ? -INFINITY : value;
}

static double
get_sortable_duration (gpointer item, gpointer data)
{
  const double value = get_duration (item, data);

  return isnan (value) ? -INFINITY : value;
}

/* The colour of the band, for phases. */
static void
get_swatch (gpointer item, gpointer data, RefrainColor *color, double *fraction)
{
  RefrainSession *session = refrain_page_get_session (data);
  const RefrainPhaseRange *range = refrain_phases_row_get_range (item);
  RefrainPhaseModel *model = get_row_model (item);
  g_autoptr (GArray) cover = NULL;
  g_autofree char *hue = NULL;
  RefrainStyle style;

  *color = (RefrainColor){ 0, 0, 0, 0 };
  if (session == NULL || !refrain_phases_row_is_phase (item))
    return;
  cover = refrain_phase_model_cover (model, range);
  if (cover->len == 0)
    return;
  refrain_widget_init_style (&style, refrain_session_get_dark (session), 11);
  hue = refrain_phases_get_hue (refrain_phase_model_get_phases (model),
                                g_array_index (cover, guint32, 0));
  *color = refrain_style_get_routine_color (&style, hue);
}

void
refrain_phases_columns_add (GtkColumnView *view, RefrainPage *page)
{
  GtkColumnViewColumn *name, *column;

  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));
  g_return_if_fail (REFRAIN_IS_PAGE (page));

  column = refrain_table_column_add_text (view, number_column.title, format_number, get_sortable,
                                          (gpointer) &number_column);
  refrain_table_column_explain (view, column, _ (number_column.meaning));
  name = refrain_table_column_add_swatch (view, _ ("Phase"), get_swatch, format_name, page);
  gtk_column_view_column_set_expand (name, TRUE);
  gtk_column_view_column_set_resizable (name, TRUE);
  gtk_column_view_column_set_fixed_width (name, NAME_WIDTH);
  /* Before numbers that few look at, which may be cut off. */
  column = refrain_table_column_add_text (view, _ ("Duration"), format_duration,
                                          get_sortable_duration, NULL);
  refrain_table_column_explain (view, column,
                                _ ("From its first communication to the end of its last"));
  column
      = refrain_table_column_add_text (view, _ ("Start"), format_begin, get_sortable_begin, NULL);
  refrain_table_column_explain (view, column, _ ("When its first communication begins"));
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      column = refrain_table_column_add_text (view, _ (columns[i].title), format_number,
                                              get_sortable, (gpointer) &columns[i]);
      refrain_table_column_explain (view, column, _ (columns[i].meaning));
    }
}

/* Takes the cells of one line. */
static GStrv
make_line (char *number, char *name, char *duration, char *begin, gpointer row)
{
  g_autoptr (GPtrArray) cells = g_ptr_array_new ();

  g_ptr_array_add (cells, number);
  g_ptr_array_add (cells, name);
  g_ptr_array_add (cells, duration);
  g_ptr_array_add (cells, begin);
  for (gsize k = 0; k < G_N_ELEMENTS (columns); k++)
    g_ptr_array_add (cells, row != NULL ? format_number (row, (gpointer) &columns[k])
                                        : g_strdup (_ (columns[k].title)));
  g_ptr_array_add (cells, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&cells), FALSE);
}

char *
refrain_phases_columns_write (GListModel *model, RefrainTableFormat format)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  const guint n = g_list_model_get_n_items (model);

  g_ptr_array_add (lines, make_line (g_strdup (number_column.title), g_strdup (_ ("Phase")),
                                     g_strdup (_ ("Duration")), g_strdup (_ ("Start")), NULL));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (RefrainPhasesRow) row = g_list_model_get_item (model, i);

      g_ptr_array_add (lines, make_line (format_number (row, (gpointer) &number_column),
                                         format_name (row, NULL), format_duration (row, NULL),
                                         format_begin (row, NULL), row));
    }
  return refrain_table_write (lines, "rlrrrrrrrrr", format);
}
