/* refrain-query-order.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rows of a result in another order: their values become keys, block by block on all cores, and
 * keys are sorted by their digits.
 */
#include "refrain-query-plan.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-error.h"
#include "refrain-order.h"
#include "refrain-parallel.h"

/* Rows of an item of work; a multiple of REFRAIN_QUERY_CHUNK. */
#define BLOCK 65536

#define SIGN G_GUINT64_CONSTANT (0x8000000000000000)

typedef struct
{
  RefrainQueryResult *result;
  guint column;
  gboolean falling, is_mean;
  guint64 *keys;
  gsize n;
} Keys;

/* Whole numbers and doubles as unsigned ones in the same order. Of doubles that are not negative
 * the bits are already. */
static guint64
make_key (const Keys *all, gint64 value)
{
  guint64 key;

  if (value == REFRAIN_QUERY_NOTHING)
    return REFRAIN_ORDER_NOTHING;
  if (all->is_mean)
    key = (guint64) value & SIGN ? ~(guint64) value : (guint64) value | SIGN;
  else
    key = (guint64) refrain_query_result_get_rank (all->result, all->column, value) ^ SIGN;
  if (all->falling)
    key = ~key;
  return MIN (key, REFRAIN_ORDER_NOTHING - 1);
}

static void
make_keys (gsize block, gpointer data)
{
  const Keys *all = data;
  const gsize end = MIN (all->n, (block + 1) * BLOCK);
  gint64 values[REFRAIN_QUERY_CHUNK];

  for (gsize first = block * BLOCK; first < end; first += REFRAIN_QUERY_CHUNK)
    {
      const gsize n = MIN (REFRAIN_QUERY_CHUNK, end - first);

      refrain_query_result_load (all->result, all->column, first, n, values);
      for (gsize i = 0; i < n; i++)
        all->keys[first + i] = make_key (all, values[i]);
    }
}

guint32 *
refrain_query_result_order (RefrainQueryResult *self,
                            guint column,
                            gboolean falling,
                            GCancellable *cancellable,
                            GError **error)
{
  g_autofree guint64 *keys = NULL;
  Keys all;

  g_return_val_if_fail (REFRAIN_IS_QUERY_RESULT (self), NULL);
  g_return_val_if_fail (column < refrain_query_result_get_n_columns (self), NULL);

  all.result = self;
  all.column = column;
  all.falling = falling;
  all.is_mean = refrain_query_result_get_column (self, column)->is_mean;
  all.n = MIN (refrain_query_result_get_n_rows (self), (gsize) G_MAXUINT32 - 1);
  all.keys = keys = g_try_new (guint64, all.n + 1);
  if (keys == NULL)
    {
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO, _ ("there is no memory to sort %u rows"),
                   (guint) all.n);
      return NULL;
    }
  refrain_parallel_run ((all.n + BLOCK - 1) / BLOCK, make_keys, &all, cancellable);
  return refrain_order_rows (keys, (guint32) all.n, cancellable, error);
}
