/* refrain-phases-list.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * While the strength moves, the rows in sight follow at once and the others between frames; sorted
 * or long tables follow when it rests.
 */
#include "refrain-phases-list.h"

#include "refrain-object.h"
#include "refrain-phases-table.h"
#include "refrain-scroll.h"

/* A sorted table, or one of many rows, follows when the strength has not moved for so long, in
 * milliseconds: other rows come, and filling their cells takes longer than a frame. */
#define REST      60
#define MANY_ROWS 1000
/* Rows that are out of sight follow in the time between frames, so many µs at once. */
#define SPAN 3000

struct _RefrainPhasesList
{
  GObject parent_instance;

  RefrainTableView *view;   /* outlives the list */
  RefrainPhaseModel *model; /* or NULL */
  RefrainPhasesRows *rows;
  gboolean only_phases;
  guint wait;   /* before a sorted table follows */
  guint follow; /* while rows out of sight do */
};

G_DEFINE_FINAL_TYPE (RefrainPhasesList, refrain_phases_list, G_TYPE_OBJECT)

static void
on_row_selection (RefrainPhasesList *self)
{
  g_autoptr (GtkBitset) rows = NULL;
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (RefrainPhaseRange));
  GtkBitsetIter iter;
  guint at;

  if (self->model == NULL)
    return;
  rows = gtk_selection_model_get_selection (refrain_table_view_get_selection (self->view));
  for (gboolean more = gtk_bitset_iter_init_first (&iter, rows, &at); more;
       more = gtk_bitset_iter_next (&iter, &at))
    {
      g_autoptr (RefrainPhasesRow) row = refrain_table_view_get_item (self->view, at);

      g_array_append_vals (ranges, refrain_phases_row_get_range (row), 1);
    }
  refrain_phase_model_select (self->model, (const RefrainPhaseRange *) (gpointer) ranges->data,
                              ranges->len);
}

/* The row of @range as the rows are sorted now, or G_MAXUINT. */
static guint
find_row (RefrainPhasesList *self, const RefrainPhaseRange *range)
{
  const guint n = refrain_table_view_get_n_rows (self->view);
  const guint guess = refrain_phases_rows_find (self->rows, range);

  for (guint i = 0; i < n && guess != G_MAXUINT; i++)
    {
      const guint at = (guess + i) % n;
      g_autoptr (RefrainPhasesRow) row = refrain_table_view_get_item (self->view, at);
      const RefrainPhaseRange *other = refrain_phases_row_get_range (row);

      if (other->start == range->start && other->end == range->end)
        return at;
    }
  return G_MAXUINT;
}

static void
mark_selected (RefrainPhasesList *self)
{
  g_autoptr (GtkBitset) rows = gtk_bitset_new_empty ();
  const RefrainPhaseRange *selected;
  guint n = 0, last = G_MAXUINT;

  selected = self->model != NULL ? refrain_phase_model_get_selected (self->model, &n) : NULL;
  for (guint i = 0; i < n; i++)
    {
      last = find_row (self, &selected[i]);
      if (last != G_MAXUINT)
        gtk_bitset_add (rows, last);
    }
  refrain_table_view_select_rows (self->view, rows);
  if (last != G_MAXUINT)
    refrain_scroll_to_row (GTK_WIDGET (refrain_table_view_get_view (self->view)), last);
}

void
refrain_phases_list_update (RefrainPhasesList *self)
{
  g_return_if_fail (REFRAIN_IS_PHASES_LIST (self));

  g_clear_handle_id (&self->wait, g_source_remove);
  g_clear_handle_id (&self->follow, g_source_remove);
  refrain_table_view_hold (self->view);
  refrain_phases_rows_update (self->rows, self->model, self->only_phases);
  refrain_table_view_release (self->view);
  mark_selected (self);
}

static gboolean
update_now (gpointer data)
{
  RefrainPhasesList *self = data;

  self->wait = 0;
  refrain_phases_list_update (self);
  return G_SOURCE_REMOVE;
}

static void
update_table_soon (RefrainPhasesList *self)
{
  g_clear_handle_id (&self->wait, g_source_remove);
  self->wait = g_timeout_add (REST, update_now, self);
}

/* The rows in sight. */
static void
get_visible_rows (RefrainPhasesList *self, guint *first, guint *last)
{
  GtkAdjustment *adjustment
      = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (refrain_table_view_get_view (self->view)));
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
  RefrainPhasesList *self = data;
  guint first, last;

  get_visible_rows (self, &first, &last);
  if (refrain_phases_rows_go_on (self->rows, (first + last) / 2, SPAN))
    return G_SOURCE_CONTINUE;
  self->follow = 0;
  return G_SOURCE_REMOVE;
}

void
refrain_phases_list_follow (RefrainPhasesList *self)
{
  guint first, last;

  g_return_if_fail (REFRAIN_IS_PHASES_LIST (self));

  if (self->wait != 0 || refrain_table_view_is_sorted (self->view)
      || g_list_model_get_n_items (G_LIST_MODEL (self->rows)) > MANY_ROWS)
    {
      update_table_soon (self);
      return;
    }
  get_visible_rows (self, &first, &last);
  refrain_table_view_hold (self->view);
  refrain_phases_rows_follow (self->rows, first, last);
  refrain_table_view_release (self->view);
  mark_selected (self);
  if (self->follow == 0)
    self->follow = g_idle_add_full (G_PRIORITY_LOW, follow_on, self, NULL);
}

GListModel *
refrain_phases_list_get_rows (RefrainPhasesList *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES_LIST (self), NULL);

  if (self->wait != 0)
    refrain_phases_list_update (self);
  refrain_phases_rows_go_on (self->rows, 0, G_MAXINT32);
  return G_LIST_MODEL (refrain_table_view_get_selection (self->view));
}

void
refrain_phases_list_set_only_phases (RefrainPhasesList *self, gboolean only_phases)
{
  g_return_if_fail (REFRAIN_IS_PHASES_LIST (self));

  if (self->only_phases == !!only_phases)
    return;
  self->only_phases = !!only_phases;
  refrain_phases_list_update (self);
}

REFRAIN_GETTER (
    RefrainPhasesList, refrain_phases_list, gboolean, get_only_phases, self->only_phases)

void
refrain_phases_list_set_model (RefrainPhasesList *self, RefrainPhaseModel *model)
{
  g_return_if_fail (REFRAIN_IS_PHASES_LIST (self));

  g_clear_handle_id (&self->wait, g_source_remove);
  g_clear_handle_id (&self->follow, g_source_remove);
  refrain_disconnect (self->model, self);
  g_set_object (&self->model, model);
  if (model == NULL)
    return;
  refrain_connect (model, "notify::repetitions", update_table_soon, self);
  refrain_connect (model, "notify::selected", mark_selected, self);
}

RefrainPhasesList *
refrain_phases_list_new (RefrainTableView *view)
{
  RefrainPhasesList *self;

  g_return_val_if_fail (REFRAIN_IS_TABLE_VIEW (view), NULL);

  self = g_object_new (REFRAIN_TYPE_PHASES_LIST, NULL);
  self->view = view;
  refrain_phases_columns_add (view);
  refrain_table_view_set_rows (view, G_LIST_MODEL (self->rows));
  refrain_connect (view, "selected", on_row_selection, self);
  return self;
}

REFRAIN_DEFINE_END (RefrainPhasesList,
                    refrain_phases_list,
                    dispose,
                    refrain_phases_list_set_model (x, NULL);
                    g_clear_object (&x->rows))

static void
refrain_phases_list_class_init (RefrainPhasesListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = refrain_phases_list_dispose;
}

static void
refrain_phases_list_init (RefrainPhasesList *self)
{
  self->rows = refrain_phases_rows_new ();
}
