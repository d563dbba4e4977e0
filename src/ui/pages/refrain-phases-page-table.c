/* refrain-phases-page-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of segments.
 */
#include "config.h"
#include "refrain-phases-page-private.h"

#include "refrain-phases-columns.h"

/* A sorted table, or one of many rows, follows when the strength has not moved for so long, in
 * milliseconds: other rows come, and filling their cells takes longer than a frame. */
#define REST 60
#define MANY_ROWS 1000
/* Rows that are out of sight follow in the time between frames, so many µs at once. */
#define SPAN 3000

static void
on_row_selection (RefrainPhasesPage *self)
{
  g_autoptr (GtkBitset) rows
      = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseRange));
  GtkBitsetIter iter;
  guint at;

  if (self->session == NULL)
    return;
  for (gboolean more = gtk_bitset_iter_init_first (&iter, rows, &at); more;
       more = gtk_bitset_iter_next (&iter, &at))
    {
      g_autoptr (RefrainPhasesRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), at);

      g_array_append_vals (ranges, refrain_phases_row_get_range (row), 1);
    }
  refrain_phase_model_select (refrain_phases_page_get_model (self),
                              (const RefrainPhaseRange *) (gpointer) ranges->data, ranges->len);
}

/* The row of @range as the rows are sorted now, or G_MAXUINT. */
static guint
find_row (RefrainPhasesPage *self, const RefrainPhaseRange *range)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  const guint guess = refrain_phases_rows_find (self->rows, range);

  for (guint i = 0; i < n && guess != G_MAXUINT; i++)
    {
      const guint at = (guess + i) % n;
      g_autoptr (RefrainPhasesRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), at);
      const RefrainPhaseRange *other = refrain_phases_row_get_range (row);

      if (other->start == range->start && other->end == range->end)
        return at;
    }
  return G_MAXUINT;
}

void
refrain_phases_page_mark_selected (RefrainPhasesPage *self)
{
  const guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  g_autoptr (GtkBitset) rows = gtk_bitset_new_empty ();
  g_autoptr (GtkBitset) all = gtk_bitset_new_range (0, n_rows);
  const RefrainPhaseRange *selected;
  guint n = 0, last = G_MAXUINT;

  selected = self->session != NULL
                 ? refrain_phase_model_get_selected (refrain_phases_page_get_model (self), &n)
                 : NULL;
  for (guint i = 0; i < n; i++)
    {
      last = find_row (self, &selected[i]);
      if (last != G_MAXUINT)
        gtk_bitset_add (rows, last);
    }
  g_signal_handlers_block_by_func (self->selection, on_row_selection, self);
  gtk_selection_model_set_selection (GTK_SELECTION_MODEL (self->selection), rows, all);
  g_signal_handlers_unblock_by_func (self->selection, on_row_selection, self);
  /* GtkColumnView has no door for it before GTK 4.12. */
  if (last != G_MAXUINT)
    gtk_widget_activate_action (gtk_widget_get_last_child (GTK_WIDGET (self->list)),
                                "list.scroll-to-item", "u", last);
}

void
refrain_phases_page_update_table (RefrainPhasesPage *self)
{
  g_clear_handle_id (&self->wait, g_source_remove);
  g_clear_handle_id (&self->follow, g_source_remove);
  g_signal_handlers_block_by_func (self->selection, on_row_selection, self);
  refrain_phases_rows_update (self->rows, refrain_phases_page_get_model (self), self->only_phases);
  g_signal_handlers_unblock_by_func (self->selection, on_row_selection, self);
  refrain_phases_page_mark_selected (self);
}

static gboolean
update_now (gpointer data)
{
  RefrainPhasesPage *self = data;

  self->wait = 0;
  refrain_phases_page_update_table (self);
  return G_SOURCE_REMOVE;
}

void
refrain_phases_page_update_table_soon (RefrainPhasesPage *self)
{
  g_clear_handle_id (&self->wait, g_source_remove);
  self->wait = g_timeout_add (REST, update_now, self);
}

/* The rows in sight. */
static void
get_visible_rows (RefrainPhasesPage *self, guint *first, guint *last)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->list));
  const double upper = adjustment != NULL ? gtk_adjustment_get_upper (adjustment) : 0;
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->rows));
  const double height = n > 0 ? upper / n : 0;

  *first = *last = 0;
  if (height <= 0)
    return;
  *first = (guint) (gtk_adjustment_get_value (adjustment) / height);
  *last
      = (guint) ((gtk_adjustment_get_value (adjustment) + gtk_adjustment_get_page_size (adjustment))
                 / height)
        + 1;
}

static gboolean
follow_on (gpointer data)
{
  RefrainPhasesPage *self = data;
  guint first, last;

  get_visible_rows (self, &first, &last);
  if (refrain_phases_rows_go_on (self->rows, (first + last) / 2, SPAN))
    return G_SOURCE_CONTINUE;
  self->follow = 0;
  return G_SOURCE_REMOVE;
}

void
refrain_phases_page_follow_table (RefrainPhasesPage *self)
{
  GtkSorter *sorter = gtk_column_view_get_sorter (self->list);
  guint first, last;

  if (self->wait != 0 || gtk_sorter_get_order (sorter) != GTK_SORTER_ORDER_NONE
      || g_list_model_get_n_items (G_LIST_MODEL (self->rows)) > MANY_ROWS)
    {
      refrain_phases_page_update_table_soon (self);
      return;
    }
  get_visible_rows (self, &first, &last);
  g_signal_handlers_block_by_func (self->selection, on_row_selection, self);
  refrain_phases_rows_follow (self->rows, first, last);
  g_signal_handlers_unblock_by_func (self->selection, on_row_selection, self);
  refrain_phases_page_mark_selected (self);
  if (self->follow == 0)
    self->follow = g_idle_add_full (G_PRIORITY_LOW, follow_on, self, NULL);
}

GListModel *
refrain_phases_page_get_listed (RefrainPhasesPage *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES_PAGE (self), NULL);

  if (self->wait != 0)
    refrain_phases_page_update_table (self);
  refrain_phases_rows_go_on (self->rows, 0, G_MAXINT32);
  return G_LIST_MODEL (self->selection);
}

gboolean
refrain_phases_page_get_only_phases (RefrainPhasesPage *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES_PAGE (self), FALSE);
  return self->only_phases;
}

void
refrain_phases_page_set_only_phases (RefrainPhasesPage *self, gboolean only_phases)
{
  g_return_if_fail (REFRAIN_IS_PHASES_PAGE (self));

  if (self->only_phases == !!only_phases)
    return;
  self->only_phases = !!only_phases;
  refrain_phases_page_update_table (self);
}

void
refrain_phases_page_init_table (RefrainPhasesPage *self)
{
  GtkSortListModel *sorted;

  refrain_phases_columns_add (self->list, &self->session);
  self->rows = refrain_phases_rows_new ();
  sorted = gtk_sort_list_model_new (G_LIST_MODEL (g_object_ref (self->rows)),
                                    g_object_ref (gtk_column_view_get_sorter (self->list)));
  self->selection = gtk_multi_selection_new (G_LIST_MODEL (sorted));
  gtk_column_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (on_row_selection),
                           self, G_CONNECT_SWAPPED);
}
