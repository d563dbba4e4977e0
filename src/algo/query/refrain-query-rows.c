/* refrain-query-rows.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows as they are: eight bytes each, with a limit no more than these. In order, the keys are
 * beside them until they are sorted; with a limit a heap keeps the first ones.
 */
#include "refrain-query-plan.h"

#include <glib/gi18n.h>

#include "refrain-arrays.h"
#include "refrain-error.h"
#include "refrain-heap.h"
#include "refrain-parallel.h"

/* What a block found: tuples of the row, as it is to be returned, and its keys. */
typedef struct
{
  GArray *tuples; /* of gint64, n × stride, in order */
  guint64 n_found;
  gsize next; /* the tuple that has not been taken */
} Part;

typedef struct
{
  const RefrainQueryPlan *plan;
  Part *parts; /* a block each */
  guint stride;
  guint64 limit;
  gint full; /* atomic: there is more than can be held */
  GCancellable *cancellable;
} Collection;

/* ---- Order ---- */

/* Keys first, then as they stand in the trace. */
static int
compare_tuples (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint stride = GPOINTER_TO_UINT (data);
  const gint64 *x = a, *y = b;

  for (guint k = 1; k < stride; k++)
    if (x[k] != y[k])
      return x[k] < y[k] ? -1 : 1;
  return (x[0] > y[0]) - (x[0] < y[0]);
}

static void
swap (gint64 *a, gint64 *b, guint stride)
{
  for (guint k = 0; k < stride; k++)
    {
      const gint64 value = a[k];

      a[k] = b[k];
      b[k] = value;
    }
}

/* Keeps the least @limit tuples, the greatest of them at the root. */
static void
heap_add (GArray *tuples, const gint64 *tuple, guint stride, guint64 limit)
{
  const gpointer size = GUINT_TO_POINTER (stride);
  gsize n = tuples->len / stride, at;
  gint64 *heap;

  if (limit == 0)
    return;
  if (n < limit)
    {
      g_array_append_vals (tuples, tuple, stride);
      heap = (gint64 *) (void *) tuples->data;
      for (at = n; at > 0; at = (at - 1) / 2)
        {
          gint64 *above = heap + (at - 1) / 2 * stride;

          if (compare_tuples (above, heap + at * stride, size) >= 0)
            break;
          swap (above, heap + at * stride, stride);
        }
      return;
    }
  heap = (gint64 *) (void *) tuples->data;
  if (compare_tuples (tuple, heap, size) >= 0)
    return;
  refrain_copy (heap, tuple, stride * sizeof *tuple);
  for (at = 0; 2 * at + 1 < n;)
    {
      gsize below = 2 * at + 1;

      if (below + 1 < n
          && compare_tuples (heap + (below + 1) * stride, heap + below * stride, size) > 0)
        below++;
      if (compare_tuples (heap + at * stride, heap + below * stride, size) >= 0)
        break;
      swap (heap + at * stride, heap + below * stride, stride);
      at = below;
    }
}

/* ---- Collecting ---- */

/* The key of @value: what comes first is least, what has no value comes last. */
static gint64
make_key (const RefrainQueryTable *table,
          RefrainQueryField field,
          gint64 value,
          gboolean descending)
{
  if (value == REFRAIN_QUERY_NOTHING)
    return G_MAXINT64;
  value = refrain_query_table_get_rank (table, field, value);
  return descending ? ~value : value;
}

static void
load_keys (const RefrainQueryPlan *plan,
           guint unit,
           const guint32 *rows,
           gsize n,
           guint n_keys,
           gint64 *keys) /* n_keys × REFRAIN_QUERY_CHUNK */
{
  for (guint k = 0; k < n_keys; k++)
    {
      const RefrainQueryOrder *order = &g_array_index (plan->order, RefrainQueryOrder, k);
      const RefrainQueryOutput *output
          = &g_array_index (plan->outputs, RefrainQueryOutput, order->output);
      gint64 *values = keys + (gsize) k * REFRAIN_QUERY_CHUNK;

      refrain_query_table_load (plan->table, unit, output->id, rows, n, values);
      for (gsize i = 0; i < n; i++)
        values[i] = make_key (plan->table, output->id.field, values[i], order->descending);
    }
}

static void
keep (Collection *all, Part *part, guint unit, const guint32 *rows, gsize n, gint64 *keys)
{
  const guint stride = all->stride;
  gint64 tuple[1 + REFRAIN_QUERY_MAX_KEYS];

  if (stride == 1)
    {
      const guint64 room = all->limit - MIN (all->limit, part->tuples->len);
      const gsize taken = (gsize) MIN (n, room);
      const gsize before = part->tuples->len;

      g_array_set_size (part->tuples, (guint) (before + taken));
      for (gsize i = 0; i < taken; i++)
        g_array_index (part->tuples, gint64, before + i) = (gint64) unit << 32 | rows[i];
      return;
    }
  if ((guint64) part->tuples->len + n * stride > REFRAIN_QUERY_MAX_HELD)
    {
      g_atomic_int_set (&all->full, TRUE);
      return;
    }
  load_keys (all->plan, unit, rows, n, stride - 1, keys);
  for (gsize i = 0; i < n; i++)
    {
      tuple[0] = (gint64) unit << 32 | rows[i];
      for (guint k = 1; k < stride; k++)
        tuple[k] = keys[(gsize) (k - 1) * REFRAIN_QUERY_CHUNK + i];
      if (all->limit < G_MAXUINT64)
        heap_add (part->tuples, tuple, stride, all->limit);
      else
        g_array_append_vals (part->tuples, tuple, stride);
    }
}

static void
collect_block (gsize b, gpointer data)
{
  Collection *all = data;
  const RefrainQueryBlock *block = &g_array_index (all->plan->blocks, RefrainQueryBlock, b);
  Part *part = &all->parts[b];
  g_autoptr (RefrainQueryScratch) scratch = refrain_query_scratch_new (all->plan->filter);
  g_autofree gint64 *keys = g_new (gint64, (gsize) all->stride * REFRAIN_QUERY_CHUNK);
  /* A row of one process of all is not a unit. */
  const gboolean whole = all->plan->syntax->source == REFRAIN_QUERY_SOURCE_PROCESSES;
  guint32 rows[REFRAIN_QUERY_CHUNK];

  part->tuples = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (gsize first = block->first; first < block->end; first += REFRAIN_QUERY_CHUNK)
    {
      gsize n;

      if (g_cancellable_is_cancelled (all->cancellable) || g_atomic_int_get (&all->full))
        return;
      n = refrain_query_plan_select (all->plan, block->unit, first, block->end, rows, scratch);
      part->n_found += n;
      if (n > 0)
        keep (all, part, whole ? 0 : block->unit, rows, n, keys);
    }
  if (all->stride > 1)
    g_qsort_with_data (part->tuples->data, (gint) (part->tuples->len / all->stride),
                       all->stride * sizeof (gint64), compare_tuples,
                       GUINT_TO_POINTER (all->stride));
}

/* ---- Joining ---- */

/* The rows of all parts, one after the other, cut at the limit. */
static GArray *
append_parts (const Collection *all)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint b = 0; b < all->plan->blocks->len; b++)
    {
      GArray *tuples = all->parts[b].tuples;

      g_array_append_vals (rows, tuples->data,
                           (guint) MIN (tuples->len, all->limit - MIN (all->limit, rows->len)));
      g_clear_pointer (&all->parts[b].tuples, g_array_unref);
    }
  return rows;
}

static const gint64 *
get_next (const Collection *all, guint part)
{
  return &g_array_index (all->parts[part].tuples, gint64, all->parts[part].next * all->stride);
}

/* Lets part @at of @heap, of @n parts by their next tuples, sink to its place. */
static void
sink (const Collection *all, guint *heap, guint n, guint at)
{
  const gpointer size = GUINT_TO_POINTER (all->stride);

  REFRAIN_HEAP_SINK (heap, n, at,
                     compare_tuples (get_next (all, *x), get_next (all, *y), size) < 0);
}

/* The rows of all parts, each of which is in order, in order. NULL when cancelled. */
static GArray *
merge_parts (const Collection *all)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autofree guint *heap = g_new (guint, all->plan->blocks->len + 1);
  guint n = 0;

  for (guint b = 0; b < all->plan->blocks->len; b++)
    if (all->parts[b].tuples->len > 0)
      heap[n++] = b;
  for (guint at = n / 2; at > 0; at--)
    sink (all, heap, n, at - 1);
  while (n > 0 && rows->len < all->limit)
    {
      Part *part = &all->parts[heap[0]];

      if (rows->len % REFRAIN_QUERY_CHUNK == 0 && g_cancellable_is_cancelled (all->cancellable))
        return NULL;
      g_array_append_val (rows, get_next (all, heap[0])[0]);
      if (++part->next * all->stride == part->tuples->len)
        heap[0] = heap[--n];
      sink (all, heap, n, 0);
    }
  return g_steal_pointer (&rows);
}

/* Whether all that was found can be held together. */
static gboolean
can_hold (const Collection *all)
{
  guint64 n = 0;

  for (guint b = 0; b < all->plan->blocks->len; b++)
    n += all->parts[b].tuples->len / all->stride;
  return MIN (n, all->limit) <= REFRAIN_QUERY_MAX_HELD;
}

GArray *
refrain_query_plan_collect (const RefrainQueryPlan *self,
                            guint64 *n_found,
                            GCancellable *cancellable,
                            GError **error)
{
  const guint n = self->blocks->len;
  g_autofree Part *parts = g_new0 (Part, n + 1);
  Collection all = { .plan = self,
                     .parts = parts,
                     .stride = 1 + MIN (self->order->len, REFRAIN_QUERY_MAX_KEYS),
                     .limit = self->syntax->limit,
                     .cancellable = cancellable };
  GArray *rows = NULL;

  if (refrain_parallel_run (n, collect_block, &all, cancellable)
      && !g_cancellable_is_cancelled (cancellable))
    {
      if (all.full || !can_hold (&all))
        g_set_error_literal (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                             _ ("the query finds too many rows; add LIMIT"));
      else
        rows = all.stride > 1 ? merge_parts (&all) : append_parts (&all);
    }
  *n_found = 0;
  for (guint b = 0; b < n; b++)
    {
      *n_found += parts[b].n_found;
      g_clear_pointer (&parts[b].tuples, g_array_unref);
    }
  if (rows == NULL && (error == NULL || *error == NULL))
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return rows;
}
