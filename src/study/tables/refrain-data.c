/* refrain-data.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Columns of equal length, for whoever works with arrays.
 */
#include "refrain-data-private.h"
#include "refrain-free.h"

#include "refrain-object.h"

typedef struct
{
  char *name;
  RefrainDataType type;
  gconstpointer values;
  gpointer own; /* the same, unless they belong to the owner */
  char **labels;
  gboolean whole; /* numbers that are whole, or missing */
} Column;

struct _RefrainData
{
  gsize n_rows;
  GObject *owner;
  GArray *columns; /* of Column */
};

G_DEFINE_BOXED_TYPE (RefrainData, refrain_data, refrain_data_ref, refrain_data_unref)

REFRAIN_DEFINE_CLEAR (clear_column, Column, refrain_free (x->name, x->own); g_strfreev (x->labels))

RefrainData *
refrain_data_new (gsize n_rows, GObject *owner)
{
  RefrainData *self = g_atomic_rc_box_new0 (RefrainData);

  self->n_rows = n_rows;
  self->owner = owner != NULL ? g_object_ref (owner) : NULL;
  self->columns = g_array_new (FALSE, FALSE, sizeof (Column));
  g_array_set_clear_func (self->columns, clear_column);
  return self;
}

/**
 * refrain_data_ref:
 * @self: a table
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self, with one reference more
 */
/**
 * refrain_data_unref:
 * @self: (transfer full): a table
 *
 * Drops a reference; the last one frees the table.
 */
REFRAIN_DEFINE_CLEAR (clear, RefrainData, g_array_unref (x->columns); g_clear_object (&x->owner))

REFRAIN_DEFINE_SHARED (RefrainData, refrain_data, clear)

static gsize
get_size (RefrainDataType type)
{
  static const gsize sizes[] = {
    [REFRAIN_DATA_UINT8] = 1,  [REFRAIN_DATA_UINT16] = 2, [REFRAIN_DATA_INT32] = 4,
    [REFRAIN_DATA_UINT32] = 4, [REFRAIN_DATA_INT64] = 8,  [REFRAIN_DATA_UINT64] = 8,
    [REFRAIN_DATA_DOUBLE] = 8,
  };

  return sizes[type];
}

void
refrain_data_add_borrowed (RefrainData *self,
                           const char *name,
                           RefrainDataType type,
                           gconstpointer values)
{
  const Column column = { .name = g_strdup (name), .type = type, .values = values };

  g_array_append_val (self->columns, column);
}

gpointer
refrain_data_add (RefrainData *self, const char *name, RefrainDataType type)
{
  gpointer values = g_try_malloc0_n (MAX (self->n_rows, 1), get_size (type));

  if (values == NULL)
    return NULL;
  refrain_data_add_borrowed (self, name, type, values);
  g_array_index (self->columns, Column, self->columns->len - 1).own = values;
  return values;
}

void
refrain_data_take_labels (RefrainData *self, char **labels)
{
  g_array_index (self->columns, Column, self->columns->len - 1).labels = labels;
}

void
refrain_data_set_whole (RefrainData *self)
{
  g_array_index (self->columns, Column, self->columns->len - 1).whole = TRUE;
}

gboolean
refrain_data_is_whole (const RefrainData *self, guint column)
{
  const Column *of = &g_array_index (self->columns, Column, column);

  return of->whole || of->type != REFRAIN_DATA_DOUBLE;
}

/**
 * refrain_data_get_n_rows:
 * @self: a table
 *
 * How long the columns are.
 *
 * Returns: how many rows it has
 */
gsize
refrain_data_get_n_rows (const RefrainData *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_rows;
}

/**
 * refrain_data_get_n_columns:
 * @self: a table
 *
 * How wide the table is.
 *
 * Returns: how many columns it has
 */
guint
refrain_data_get_n_columns (const RefrainData *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->columns->len;
}

static const Column *
get_column (const RefrainData *self, guint column)
{
  return &g_array_index (self->columns, Column, column);
}

/**
 * refrain_data_get_name:
 * @self: a table
 * @column: the number of a column, from 0
 *
 * What a column is called.
 *
 * Returns: (transfer none): what the column is called, for programs
 */
const char *
refrain_data_get_name (const RefrainData *self, guint column)
{
  g_return_val_if_fail (self != NULL && column < self->columns->len, NULL);

  return get_column (self, column)->name;
}

/**
 * refrain_data_get_data_type:
 * @self: a table
 * @column: the number of a column, from 0
 *
 * What the values of a column are.
 *
 * Returns: what its values are
 */
RefrainDataType
refrain_data_get_data_type (const RefrainData *self, guint column)
{
  g_return_val_if_fail (self != NULL && column < self->columns->len, REFRAIN_DATA_UINT8);

  return get_column (self, column)->type;
}

/**
 * refrain_data_get_values:
 * @self: a table
 * @column: the number of a column, from 0
 *
 * A column, as one array that is not copied.
 *
 * Returns: (transfer none): as many values of the column's type as there are rows, valid as long as
 *   @self
 */
gconstpointer
refrain_data_get_values (const RefrainData *self, guint column)
{
  g_return_val_if_fail (self != NULL && column < self->columns->len, NULL);

  return get_column (self, column)->values;
}

/**
 * refrain_data_get_labels:
 * @self: a table
 * @column: the number of a column, from 0
 *
 * What the numbers in a column stand for.
 *
 * Returns: (transfer none) (nullable) (array zero-terminated=1): the names that the values of the
 *   column are numbers of, from 0; the largest number of its type means that there is none. %NULL
 *   where values stand for themselves
 */
const char *const *
refrain_data_get_labels (const RefrainData *self, guint column)
{
  g_return_val_if_fail (self != NULL && column < self->columns->len, NULL);

  return (const char *const *) get_column (self, column)->labels;
}
