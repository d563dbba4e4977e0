/* refrain-query-list.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An order is a plain array of row numbers; refrain_query_result_order() makes it on other threads.
 */
#include "refrain-query-list.h"

#include "refrain-object.h"

/* ---- A row ----------------------------------------------------------------------------------- */

struct _RefrainQueryListRow
{
  GObject parent_instance;

  RefrainQueryResult *result;
  gsize number;
};

REFRAIN_DEFINE_OBJECT (RefrainQueryListRow, refrain_query_list_row)

static void
refrain_query_list_row_finalize (RefrainQueryListRow *self)
{
  g_object_unref (self->result);
}

REFRAIN_GETTER (
    RefrainQueryListRow, refrain_query_list_row, RefrainQueryResult *, get_result, self->result)
REFRAIN_GETTER (RefrainQueryListRow, refrain_query_list_row, gsize, get_number, self->number)

/* ---- All rows -------------------------------------------------------------------------------- */

struct _RefrainQueryList
{
  GObject parent_instance;

  RefrainQueryResult *result;
  guint n;
  guint32 *order; /* or NULL */
};

REFRAIN_DEFINE_LIST (RefrainQueryList, refrain_query_list, REFRAIN_TYPE_QUERY_LIST_ROW, self->n)

static gpointer
refrain_query_list_get_item (RefrainQueryList *self, guint place)
{
  RefrainQueryListRow *row = g_object_new (REFRAIN_TYPE_QUERY_LIST_ROW, NULL);

  row->result = g_object_ref (self->result);
  row->number = refrain_query_list_get_row (self, place);
  return row;
}

static void
refrain_query_list_finalize (RefrainQueryList *self)
{
  g_object_unref (self->result);
  g_clear_pointer (&self->order, g_free);
}

static void
refrain_query_list_init (RefrainQueryList *self)
{
}

static guint
count_rows (RefrainQueryResult *result)
{
  return (guint) MIN (refrain_query_result_get_n_rows (result), (gsize) G_MAXUINT32 - 1);
}

RefrainQueryList *
refrain_query_list_new (RefrainQueryResult *result)
{
  RefrainQueryList *self;

  g_return_val_if_fail (REFRAIN_IS_QUERY_RESULT (result), NULL);

  self = g_object_new (REFRAIN_TYPE_QUERY_LIST, NULL);
  self->result = g_object_ref (result);
  self->n = count_rows (result);
  return self;
}

REFRAIN_GETTER (
    RefrainQueryList, refrain_query_list, RefrainQueryResult *, get_result, self->result)

gsize
refrain_query_list_get_row (RefrainQueryList *self, guint place)
{
  g_return_val_if_fail (REFRAIN_IS_QUERY_LIST (self), 0);
  g_return_val_if_fail (place < self->n, 0);
  return self->order != NULL ? self->order[place] : place;
}

void
refrain_query_list_take_order (RefrainQueryList *self, guint32 *order)
{
  g_return_if_fail (REFRAIN_IS_QUERY_LIST (self));

  g_clear_pointer (&self->order, g_free);
  self->order = order;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, self->n, self->n);
}

guint
refrain_query_list_find (RefrainQueryList *self, gsize row)
{
  g_return_val_if_fail (REFRAIN_IS_QUERY_LIST (self), G_MAXUINT);

  if (row >= self->n)
    return G_MAXUINT;
  if (self->order == NULL)
    return (guint) row;
  for (guint place = 0; place < self->n; place++)
    if (self->order[place] == row)
      return place;
  return G_MAXUINT;
}

REFRAIN_GETTER (RefrainQueryList,
                refrain_query_list,
                guint32 *,
                dup_order,
                g_memdup2 (self->order, (gsize) self->n * sizeof *self->order))
