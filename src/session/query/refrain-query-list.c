/* refrain-query-list.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sorting takes the numbers out of the result first, so that comparing two rows asks nobody.
 */
#include "config.h"
#include "refrain-query-list.h"

/* Rows between two looks at the cancellable. */
#define CHUNK 65536

/* ---- A row ----------------------------------------------------------------------------------- */

struct _RefrainQueryListRow
{
  GObject parent_instance;

  RefrainQueryResult *result;
  gsize number;
};

G_DEFINE_FINAL_TYPE (RefrainQueryListRow, refrain_query_list_row, G_TYPE_OBJECT)

static void
refrain_query_list_row_finalize (GObject *object)
{
  g_object_unref (REFRAIN_QUERY_LIST_ROW (object)->result);
  G_OBJECT_CLASS (refrain_query_list_row_parent_class)->finalize (object);
}

static void
refrain_query_list_row_class_init (RefrainQueryListRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_query_list_row_finalize;
}

static void
refrain_query_list_row_init (RefrainQueryListRow *self)
{
}

RefrainQueryResult *
refrain_query_list_row_get_result (RefrainQueryListRow *self)
{
  g_return_val_if_fail (REFRAIN_IS_QUERY_LIST_ROW (self), NULL);
  return self->result;
}

gsize
refrain_query_list_row_get_number (RefrainQueryListRow *self)
{
  g_return_val_if_fail (REFRAIN_IS_QUERY_LIST_ROW (self), 0);
  return self->number;
}

/* ---- All rows -------------------------------------------------------------------------------- */

struct _RefrainQueryList
{
  GObject parent_instance;

  RefrainQueryResult *result;
  guint n;
  GArray *order; /* of guint32, or NULL */
};

static GType
refrain_query_list_get_item_type (GListModel *model)
{
  return REFRAIN_TYPE_QUERY_LIST_ROW;
}

static guint
refrain_query_list_get_n_items (GListModel *model)
{
  return REFRAIN_QUERY_LIST (model)->n;
}

static gpointer
refrain_query_list_get_item (GListModel *model, guint place)
{
  RefrainQueryList *self = REFRAIN_QUERY_LIST (model);
  RefrainQueryListRow *row;

  if (place >= self->n)
    return NULL;
  row = g_object_new (REFRAIN_TYPE_QUERY_LIST_ROW, NULL);
  row->result = g_object_ref (self->result);
  row->number = refrain_query_list_get_row (self, place);
  return row;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = refrain_query_list_get_item_type;
  interface->get_n_items = refrain_query_list_get_n_items;
  interface->get_item = refrain_query_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (RefrainQueryList,
                               refrain_query_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
refrain_query_list_finalize (GObject *object)
{
  RefrainQueryList *self = REFRAIN_QUERY_LIST (object);

  g_object_unref (self->result);
  g_clear_pointer (&self->order, g_array_unref);
  G_OBJECT_CLASS (refrain_query_list_parent_class)->finalize (object);
}

static void
refrain_query_list_class_init (RefrainQueryListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_query_list_finalize;
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

RefrainQueryResult *
refrain_query_list_get_result (RefrainQueryList *self)
{
  g_return_val_if_fail (REFRAIN_IS_QUERY_LIST (self), NULL);
  return self->result;
}

gsize
refrain_query_list_get_row (RefrainQueryList *self, guint place)
{
  g_return_val_if_fail (REFRAIN_IS_QUERY_LIST (self), 0);
  g_return_val_if_fail (place < self->n, 0);
  return self->order != NULL ? g_array_index (self->order, guint32, place) : place;
}

void
refrain_query_list_take_order (RefrainQueryList *self, GArray *order)
{
  g_return_if_fail (REFRAIN_IS_QUERY_LIST (self));
  g_return_if_fail (order == NULL || order->len == self->n);

  g_clear_pointer (&self->order, g_array_unref);
  self->order = order;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, self->n, self->n);
}

/* ---- Order ----------------------------------------------------------------------------------- */

/* A row and the number it is sorted by. */
typedef struct
{
  double key; /* NAN: it has none */
  guint32 row;
} Keyed;

static int
compare_keyed (gconstpointer a, gconstpointer b)
{
  const Keyed *x = a, *y = b;

  if (x->key < y->key)
    return -1;
  if (x->key > y->key)
    return 1;
  return (x->row > y->row) - (x->row < y->row);
}

static gboolean
is_read_as_name (const RefrainQueryColumn *column)
{
  return column->type == REFRAIN_QUERY_TYPE_ROUTINE
         || column->type == REFRAIN_QUERY_TYPE_COMMUNICATOR
         || column->type == REFRAIN_QUERY_TYPE_KIND || column->type == REFRAIN_QUERY_TYPE_TEXT;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return g_utf8_collate (*(const char *const *) a, *(const char *const *) b);
}

/* Each name that @column holds → its place by the alphabet, from 1. Names are few: those of
 * routines and processes. */
static GHashTable *
rank_names (RefrainQueryResult *result, guint column, guint n)
{
  GHashTable *ranks = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    {
      const char *name = refrain_query_result_get_name (result, i, column);

      if (name != NULL && g_hash_table_add (ranks, (gpointer) name))
        g_ptr_array_add (names, (gpointer) name);
    }
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    g_hash_table_insert (ranks, names->pdata[i], GUINT_TO_POINTER (i + 1));
  return ranks;
}

/* FALSE where the row has nothing in the column. */
static gboolean
get_key (RefrainQueryResult *result, GHashTable *ranks, gsize row, guint column, double *key)
{
  const char *name;

  if (ranks == NULL)
    return refrain_query_result_get_real (result, row, column, key);
  name = refrain_query_result_get_name (result, row, column);
  if (name == NULL)
    return FALSE;
  *key = GPOINTER_TO_UINT (g_hash_table_lookup (ranks, name));
  return TRUE;
}

GArray *
refrain_query_list_sort (RefrainQueryResult *result,
                         guint column,
                         gboolean falling,
                         GCancellable *cancellable,
                         GError **error)
{
  const guint n = count_rows (result);
  g_autoptr (GArray) keyed = g_array_new (FALSE, FALSE, sizeof (Keyed));
  g_autoptr (GArray) order = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);
  g_autoptr (GArray) without = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GHashTable) ranks = NULL;

  g_return_val_if_fail (REFRAIN_IS_QUERY_RESULT (result), NULL);
  g_return_val_if_fail (column < refrain_query_result_get_n_columns (result), NULL);

  if (is_read_as_name (refrain_query_result_get_column (result, column)))
    ranks = rank_names (result, column, n);
  for (guint32 i = 0; i < n; i++)
    {
      Keyed one = { 0, i };

      if (i % CHUNK == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (!get_key (result, ranks, i, column, &one.key))
        {
          g_array_append_val (without, i);
          continue;
        }
      one.key = falling ? -one.key : one.key;
      g_array_append_val (keyed, one);
    }
  if (keyed->len > 1)
    qsort (keyed->data, keyed->len, sizeof (Keyed), compare_keyed);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  for (guint i = 0; i < keyed->len; i++)
    g_array_append_val (order, g_array_index (keyed, Keyed, i).row);
  g_array_append_vals (order, without->data, without->len);
  return g_steal_pointer (&order);
}
