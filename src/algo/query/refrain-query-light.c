/* refrain-query-light.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From rows of a result back to the operations they stand for.
 */
#include "refrain-query-plan.h"

#include <string.h>

/* ---- Rows ---- */

static void
light_messages (const RefrainQueryTable *table, const gint64 *refs, gsize n, RefrainOpSet *set)
{
  const gboolean both = table->source == REFRAIN_QUERY_SOURCE_MESSAGES;

  for (gsize i = 0; i < n; i++)
    {
      const guint process = (guint) (refs[i] >> 32);
      const guint32 row = (guint32) refs[i];
      const RefrainOps *ops = table->ops[process];

      refrain_op_set_add (set, process, row);
      if (both)
        refrain_op_set_add (set, (guint) ops->peer[row], ops->partner[row]);
    }
}

static void
light_processes (const RefrainQueryTable *table, const gint64 *refs, gsize n, RefrainOpSet *set)
{
  for (gsize i = 0; i < n; i++)
    for (gsize op = 0; op < table->ops[refs[i]]->n; op++)
      refrain_op_set_add (set, (guint) refs[i], op);
}

/* What is in a call is in those that call it. */
static void
light_calls (const RefrainQueryTable *table, const gint64 *refs, gsize n, RefrainOpSet *set)
{
  guint8 **inside = g_new0 (guint8 *, table->n_processes);

  for (gsize i = 0; i < n; i++)
    {
      const guint process = (guint) (refs[i] >> 32);

      if (inside[process] == NULL)
        inside[process] = g_new0 (guint8, table->calls[process]->n);
      inside[process][(guint32) refs[i]] = 1;
    }
  for (guint p = 0; p < table->n_processes; p++)
    {
      const RefrainCalls *calls = table->calls[p];
      const RefrainOps *ops = table->ops[p];

      for (gsize c = 0; inside[p] != NULL && c < calls->n; c++)
        if (calls->parent[c] != REFRAIN_NONE)
          inside[p][c] |= inside[p][calls->parent[c]];
      for (gsize op = 0; inside[p] != NULL && op < ops->n; op++)
        if (ops->call[op] != REFRAIN_NONE && inside[p][ops->call[op]])
          refrain_op_set_add (set, p, op);
      g_free (inside[p]);
    }
  g_free (inside);
}

gboolean
refrain_query_plan_light_rows (const RefrainQueryPlan *self,
                               const gint64 *refs,
                               gsize n,
                               RefrainOpSet *set,
                               GCancellable *cancellable)
{
  if (self->syntax->source == REFRAIN_QUERY_SOURCE_CALLS)
    light_calls (self->table, refs, n, set);
  else if (self->syntax->source == REFRAIN_QUERY_SOURCE_PROCESSES)
    light_processes (self->table, refs, n, set);
  else
    light_messages (self->table, refs, n, set);
  return !g_cancellable_is_cancelled (cancellable);
}

/* ---- Groups ---- */

/* The keys of a group stand behind their number. */
static guint
hash_key (gconstpointer data)
{
  const gint64 *key = data;
  guint64 hash = 0;

  for (gint64 k = 1; k <= key[0]; k++)
    hash = (hash ^ (guint64) key[k]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (guint) (hash ^ hash >> 32);
}

static gboolean
equal_keys (gconstpointer a, gconstpointer b)
{
  const gint64 *x = a, *y = b;

  return x[0] == y[0] && memcmp (x, y, (gsize) (x[0] + 1) * sizeof *x) == 0;
}

typedef struct
{
  const RefrainQueryPlan *plan;
  GHashTable *wanted; /* of keys */
  GArray *refs;
} Search;

/* Whether row @row, with its other keys in @key, is in a group that is wanted. */
static gboolean
is_wanted (const Search *search, guint unit, guint32 row, gint64 *key)
{
  const RefrainQueryPlan *plan = search->plan;
  gboolean any = FALSE, found = FALSE;

  if (!plan->has_set_key)
    return g_hash_table_contains (search->wanted, key);
  for (guint s = 0; s <= plan->n_key_sets && !found; s++)
    {
      const gboolean none = s == plan->n_key_sets;

      if (none ? any : !refrain_op_set_contains (plan->key_sets[s].ops, unit, row))
        continue;
      any = TRUE;
      key[key[0]] = none ? REFRAIN_QUERY_NOTHING : (gint64) plan->key_sets[s].id;
      found = g_hash_table_contains (search->wanted, key);
    }
  return found;
}

static void
search_chunk (const Search *search, guint unit, const guint32 *rows, gsize n, gint64 *values)
{
  const RefrainQueryPlan *plan = search->plan;
  const guint n_keys = plan->keys->len;
  const guint n_loaded = n_keys - plan->has_set_key;
  g_autofree gint64 *key = g_new0 (gint64, (gsize) n_keys + 1);

  key[0] = n_keys;
  for (guint k = 0; k < n_loaded; k++)
    refrain_query_table_load (plan->table, unit,
                              g_array_index (plan->keys, RefrainQueryColumnId, k), rows, n,
                              values + (gsize) k * REFRAIN_QUERY_CHUNK);
  for (gsize i = 0; i < n; i++)
    {
      const gint64 ref = plan->syntax->source == REFRAIN_QUERY_SOURCE_PROCESSES
                             ? (gint64) rows[i]
                             : (gint64) unit << 32 | rows[i];

      for (guint k = 0; k < n_loaded; k++)
        key[k + 1] = values[(gsize) k * REFRAIN_QUERY_CHUNK + i];
      if (n_keys == 0 || is_wanted (search, unit, rows[i], key))
        g_array_append_val (search->refs, ref);
    }
}

gboolean
refrain_query_plan_light_groups (const RefrainQueryPlan *self,
                                 const gint64 *keys,
                                 gsize n,
                                 RefrainOpSet *set,
                                 GCancellable *cancellable)
{
  g_autoptr (GHashTable) wanted = g_hash_table_new_full (hash_key, equal_keys, g_free, NULL);
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (RefrainQueryScratch) scratch = refrain_query_scratch_new (self->filter);
  g_autofree gint64 *values = g_new (gint64, (gsize) (self->keys->len + 1) * REFRAIN_QUERY_CHUNK);
  const Search search = { self, wanted, refs };
  const guint n_keys = self->keys->len;
  guint32 rows[REFRAIN_QUERY_CHUNK];

  for (gsize i = 0; i < n; i++)
    {
      gint64 *key = g_new (gint64, (gsize) n_keys + 1);

      key[0] = n_keys;
      for (guint k = 0; k < n_keys; k++)
        key[k + 1] = keys[i * n_keys + k];
      g_hash_table_add (wanted, key);
    }
  for (guint b = 0; b < self->blocks->len && n > 0; b++)
    {
      const RefrainQueryBlock *block = &g_array_index (self->blocks, RefrainQueryBlock, b);

      for (gsize first = block->first; first < block->end; first += REFRAIN_QUERY_CHUNK)
        {
          if (g_cancellable_is_cancelled (cancellable))
            return FALSE;
          search_chunk (
              &search, block->unit, rows,
              refrain_query_plan_select (self, block->unit, first, block->end, rows, scratch),
              values);
        }
    }
  return refrain_query_plan_light_rows (self, (const gint64 *) (void *) refs->data, refs->len, set,
                                        cancellable);
}
