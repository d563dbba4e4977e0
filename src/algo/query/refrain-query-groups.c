/* refrain-query-groups.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Groups: each block has a table of its own, and blocks are joined in their order, so that sums of
 * fractions, too, are the same for any number of threads. Few possible keys are looked up by
 * arithmetic, others by a hash.
 */
#include "refrain-query-plan.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-parallel.h"
#include "refrain-arrays.h"
#include "refrain-slots.h"

/* Up to so many combinations of keys have a place each. */
#define MAX_DENSE 65536

/* What is added up for one output of a group. */
typedef struct
{
  RefrainQueryCell value;
  gint64 n; /* values that there were */
} Sum;

typedef struct
{
  guint n_keys, n_sums;
  GArray *keys;         /* of gint64, groups × n_keys */
  GArray *sums;         /* of Sum, groups × n_sums */
  GArray *rows;         /* of guint64: rows of each group */
  RefrainSlots slots;   /* groups by hash */
  guint32 *slot;        /* ... or by place: a group's number, or REFRAIN_NONE */
  gboolean dense, full; /* full: there are more groups than can be held */
  gint64 *radix;        /* of keys: how many values each has, and one for none */
} Groups;

/* ---- One table ---- */

static Groups *
groups_new (const RefrainQueryPlan *plan, gsize n_rows)
{
  Groups *self = g_new0 (Groups, 1);
  gsize places = 1;

  self->n_keys = plan->keys->len;
  self->n_sums = plan->outputs->len;
  self->keys = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->sums = g_array_new (FALSE, TRUE, sizeof (Sum));
  self->rows = g_array_new (FALSE, TRUE, sizeof (guint64));
  self->radix = g_new (gint64, self->n_keys + 1);
  self->dense = TRUE;
  for (guint k = 0; k < self->n_keys; k++)
    {
      self->radix[k] = refrain_query_table_get_domain (
          plan->table, g_array_index (plan->keys, RefrainQueryColumnId, k).field);
      self->dense &= self->radix[k] > 0;
      places = MIN (places * (gsize) (self->radix[k] + 1), MAX_DENSE + 1);
    }
  self->dense &= places <= MIN (MAX_DENSE, MAX (n_rows, 16));
  if (!self->dense)
    return self;
  self->slot = g_new (guint32, places);
  memset (self->slot, 0xff, places * sizeof *self->slot);
  return self;
}

REFRAIN_DEFINE_FREE (groups_free, Groups, refrain_unref_arrays (x->keys, x->sums, x->rows);
                     g_free (x->radix);
                     refrain_slots_clear (&x->slots);
                     g_free (x->slot))

static guint32
add_group (Groups *self, const gint64 *key)
{
  const guint32 group = self->rows->len;

  /* What comes then is counted wherever; nobody sees it. */
  if ((guint64) (group + 1) * MAX (MAX (self->n_keys, self->n_sums), 1) > REFRAIN_QUERY_MAX_HELD)
    {
      self->full = TRUE;
      return 0;
    }
  g_array_append_vals (self->keys, key, self->n_keys);
  g_array_set_size (self->sums, (group + 1) * self->n_sums);
  g_array_set_size (self->rows, group + 1);
  return group;
}

static guint64
hash_key (const gint64 *key, guint n)
{
  guint64 hash = 0;

  for (guint k = 0; k < n; k++)
    {
      hash = (hash ^ (guint64) key[k]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      hash ^= hash >> 32;
    }
  return hash;
}

static const gint64 *
get_key (const Groups *self, guint32 group)
{
  return &g_array_index (self->keys, gint64, (gsize) group * self->n_keys);
}

static inline gboolean
are_equal (const gint64 *a, const gint64 *b, guint n)
{
  while (n > 0 && *a == *b)
    {
      a++;
      b++;
      n--;
    }
  return n == 0;
}

static guint32
find_hashed (Groups *self, const gint64 *key)
{
  const guint64 hash = hash_key (key, self->n_keys);
  const guint n_made = self->rows->len;
  guint32 group = REFRAIN_SLOTS_FIND (&self->slots, hash, i,
                                      are_equal (get_key (self, i), key, self->n_keys));

  if (group == REFRAIN_NONE)
    {
      group = add_group (self, key);
      if (self->rows->len > n_made)
        refrain_slots_add (&self->slots, hash, group);
    }
  return group;
}

/* The group with @key, which is made where there is none. O(keys) on average. */
static guint32
find_group (Groups *self, const gint64 *key)
{
  gsize at = 0;

  if (!self->dense)
    return find_hashed (self, key);
  for (guint k = 0; k < self->n_keys; k++)
    at = at * (gsize) (self->radix[k] + 1)
         + (gsize) (key[k] >= 0 && key[k] < self->radix[k] ? key[k] : self->radix[k]);
  if (self->slot[at] == REFRAIN_NONE)
    self->slot[at] = add_group (self, key);
  return self->slot[at];
}

/* ---- Adding up ---- */

static gint64
add_up (gint64 a, gint64 b)
{
  gint64 sum;

  return __builtin_add_overflow (a, b, &sum) ? (b > 0 ? G_MAXINT64 : G_MININT64 + 1) : sum;
}

static void
add_sum (Sum *to, RefrainQueryItemKind kind, const Sum *from)
{
  if (from->n == 0)
    return;
  switch (kind)
    {
    case REFRAIN_QUERY_ITEM_SUM:
      to->value.i = add_up (to->value.i, from->value.i);
      break;
    case REFRAIN_QUERY_ITEM_MIN:
      to->value.i = to->n > 0 ? MIN (to->value.i, from->value.i) : from->value.i;
      break;
    case REFRAIN_QUERY_ITEM_MAX:
      to->value.i = to->n > 0 ? MAX (to->value.i, from->value.i) : from->value.i;
      break;
    case REFRAIN_QUERY_ITEM_MEAN:
      to->value.d += from->value.d;
      break;
    case REFRAIN_QUERY_ITEM_FIELD:
    case REFRAIN_QUERY_ITEM_COUNT:
    default:
      break;
    }
  to->n += from->n;
}

/* Adds @values of @n rows to output @output of their groups. */
static void
add_values (Groups *self,
            guint output,
            RefrainQueryItemKind kind,
            const guint32 *group,
            const gint64 *values,
            gsize n)
{
  Sum *sums = (Sum *) (void *) self->sums->data + output;

  for (gsize i = 0; i < n; i++)
    {
      Sum *sum = &sums[(gsize) group[i] * self->n_sums];
      const gint64 value = values[i];

      if (value == REFRAIN_QUERY_NOTHING)
        continue;
      if (kind == REFRAIN_QUERY_ITEM_SUM)
        sum->value.i = add_up (sum->value.i, value);
      else if (kind == REFRAIN_QUERY_ITEM_MEAN)
        sum->value.d += (double) value;
      else if (sum->n == 0
               || (kind == REFRAIN_QUERY_ITEM_MIN ? value < sum->value.i : value > sum->value.i))
        sum->value.i = value;
      sum->n++;
    }
}

typedef struct
{
  const RefrainQueryPlan *plan;
  GCancellable *cancellable;
  GMutex mutex;
  Groups **done; /* a block each, until it is joined */
  guint next;    /* the first that is not */
  Groups *all;
} Grouping;

/* What one block works with. */
typedef struct
{
  Groups *groups;
  gint64 *keys;   /* REFRAIN_QUERY_CHUNK × n_keys */
  gint64 *values; /* REFRAIN_QUERY_CHUNK */
  guint32 *group; /* likewise */
} Work;

/* Adds @n rows whose keys are known but for the set's, which is @set. */
static void
add_rows (
    const RefrainQueryPlan *plan, Work *work, guint unit, const guint32 *rows, gsize n, gint64 set)
{
  Groups *groups = work->groups;
  const guint n_keys = groups->n_keys;

  for (guint k = 0; k < n_keys; k++)
    {
      const gboolean is_set = plan->has_set_key && k + 1 == n_keys;

      if (!is_set)
        refrain_query_table_load (plan->table, unit,
                                  g_array_index (plan->keys, RefrainQueryColumnId, k), rows, n,
                                  n_keys == 1 ? work->keys : work->values);
      for (gsize i = 0; i < n && (is_set || n_keys > 1); i++)
        work->keys[i * n_keys + k] = is_set ? set : work->values[i];
    }
  /* Often a row is as the one before. */
  for (gsize i = 0; i < n; i++)
    {
      const gint64 *key = work->keys + i * n_keys;

      work->group[i] = i > 0 && are_equal (key, key - n_keys, n_keys) ? work->group[i - 1]
                                                                      : find_group (groups, key);
      g_array_index (groups->rows, guint64, work->group[i])++;
    }
  for (guint o = 0; o < plan->outputs->len; o++)
    {
      const RefrainQueryOutput *output = &g_array_index (plan->outputs, RefrainQueryOutput, o);

      if (output->kind == REFRAIN_QUERY_ITEM_FIELD || output->kind == REFRAIN_QUERY_ITEM_COUNT)
        continue;
      refrain_query_table_load (plan->table, unit, output->id, rows, n, work->values);
      add_values (groups, o, output->kind, work->group, work->values, n);
    }
}

/* A row counts in each set it is in; where it is in none, as one without. */
static void
add_rows_by_set (const RefrainQueryPlan *plan, Work *work, guint unit, const guint32 *rows, gsize n)
{
  guint32 part[REFRAIN_QUERY_CHUNK];
  guint8 taken[REFRAIN_QUERY_CHUNK] = { 0 };
  gsize k;

  for (guint s = 0; s < plan->n_key_sets; s++)
    {
      k = 0;
      for (gsize i = 0; i < n; i++)
        {
          const gboolean in = refrain_op_set_contains (plan->key_sets[s].ops, unit, rows[i]);

          part[k] = rows[i];
          k += in;
          taken[i] |= in;
        }
      if (k > 0)
        add_rows (plan, work, unit, part, k, plan->key_sets[s].id);
    }
  k = 0;
  for (gsize i = 0; i < n; i++)
    {
      part[k] = rows[i];
      k += !taken[i];
    }
  if (k > 0)
    add_rows (plan, work, unit, part, k, REFRAIN_QUERY_NOTHING);
}

/* ---- Blocks ---- */

/* Adds @part to @all, and frees it. */
static void
join_groups (const RefrainQueryPlan *plan, Groups *all, Groups *part)
{
  for (guint32 g = 0; g < part->rows->len && !all->full; g++)
    {
      const guint32 to
          = find_group (all, REFRAIN_AT_INDEX (part->keys, gint64, (gsize) g * part->n_keys));

      g_array_index (all->rows, guint64, to) += g_array_index (part->rows, guint64, g);
      for (guint o = 0; o < all->n_sums; o++)
        add_sum (&g_array_index (all->sums, Sum, (gsize) to * all->n_sums + o),
                 g_array_index (plan->outputs, RefrainQueryOutput, o).kind,
                 &g_array_index (part->sums, Sum, (gsize) g * all->n_sums + o));
    }
  all->full |= part->full;
  groups_free (part);
}

/* In the order of blocks, as soon as it is their turn. */
static void
hand_in (Grouping *grouping, gsize b, Groups *groups)
{
  g_mutex_lock (&grouping->mutex);
  grouping->done[b] = groups;
  while (grouping->next < grouping->plan->blocks->len && grouping->done[grouping->next] != NULL)
    {
      join_groups (grouping->plan, grouping->all, grouping->done[grouping->next]);
      grouping->done[grouping->next++] = NULL;
    }
  g_mutex_unlock (&grouping->mutex);
}

static void
group_block (gsize b, gpointer data)
{
  Grouping *grouping = data;
  const RefrainQueryPlan *plan = grouping->plan;
  const RefrainQueryBlock *block = &g_array_index (plan->blocks, RefrainQueryBlock, b);
  g_autoptr (RefrainQueryScratch) scratch = refrain_query_scratch_new (plan->filter);
  g_autofree gint64 *keys = g_new (gint64, (gsize) (plan->keys->len + 1) * REFRAIN_QUERY_CHUNK);
  g_autofree gint64 *values = g_new (gint64, REFRAIN_QUERY_CHUNK);
  g_autofree guint32 *group = g_new (guint32, REFRAIN_QUERY_CHUNK);
  Work work = { groups_new (plan, block->end - block->first), keys, values, group };
  guint32 rows[REFRAIN_QUERY_CHUNK];

  for (gsize first = block->first;
       first < block->end && !g_cancellable_is_cancelled (grouping->cancellable);
       first += REFRAIN_QUERY_CHUNK)
    {
      const gsize n
          = refrain_query_plan_select (plan, block->unit, first, block->end, rows, scratch);

      if (work.groups->full)
        break;
      if (n > 0 && plan->has_set_key)
        add_rows_by_set (plan, &work, block->unit, rows, n);
      else if (n > 0)
        add_rows (plan, &work, block->unit, rows, n, 0);
    }
  hand_in (grouping, b, work.groups);
}

/* ---- What comes out ---- */

static RefrainQueryCell
make_cell (const RefrainQueryPlan *plan, const Groups *groups, guint32 g, guint o)
{
  const RefrainQueryOutput *output = &g_array_index (plan->outputs, RefrainQueryOutput, o);
  const Sum *sum = &g_array_index (groups->sums, Sum, (gsize) g * groups->n_sums + o);
  RefrainQueryCell cell = { .i = REFRAIN_QUERY_NOTHING };

  switch (output->kind)
    {
    case REFRAIN_QUERY_ITEM_FIELD:
      for (guint k = 0; k < groups->n_keys; k++)
        if (g_array_index (plan->keys, RefrainQueryColumnId, k).field == output->id.field)
          cell.i = g_array_index (groups->keys, gint64, (gsize) g * groups->n_keys + k);
      break;
    case REFRAIN_QUERY_ITEM_COUNT:
      cell.i = (gint64) g_array_index (groups->rows, guint64, g);
      break;
    case REFRAIN_QUERY_ITEM_MEAN:
      if (sum->n > 0)
        cell.d = sum->value.d / (double) sum->n;
      break;
    case REFRAIN_QUERY_ITEM_SUM:
      cell.i = sum->value.i;
      break;
    case REFRAIN_QUERY_ITEM_MIN:
    case REFRAIN_QUERY_ITEM_MAX:
    default:
      if (sum->n > 0)
        cell.i = sum->value.i;
      break;
    }
  return cell;
}

typedef struct
{
  const RefrainQueryPlan *plan;
  const Groups *groups;
  const RefrainQueryCell *cells;
  GCancellable *cancellable;
  guint n_compared;
  gboolean cancelled; /* all are alike then: it ends soon */
} Sorting;

/* What has no value comes last. */
static int
compare_values (const Sorting *sorting, guint o, gboolean down, guint32 a, guint32 b)
{
  const RefrainQueryOutput *output = &g_array_index (sorting->plan->outputs, RefrainQueryOutput, o);
  const guint n = sorting->plan->outputs->len;
  const RefrainQueryCell x = sorting->cells[(gsize) a * n + o];
  const RefrainQueryCell y = sorting->cells[(gsize) b * n + o];
  const gboolean no_x = x.i == REFRAIN_QUERY_NOTHING, no_y = y.i == REFRAIN_QUERY_NOTHING;
  gint64 p, q;

  if (no_x || no_y)
    return no_x - no_y;
  if (output->kind == REFRAIN_QUERY_ITEM_MEAN)
    return down ? (y.d > x.d) - (y.d < x.d) : (x.d > y.d) - (x.d < y.d);
  p = x.i;
  q = y.i;
  if (output->kind == REFRAIN_QUERY_ITEM_FIELD)
    {
      p = refrain_query_table_get_rank (sorting->plan->table, output->id.field, p);
      q = refrain_query_table_get_rank (sorting->plan->table, output->id.field, q);
    }
  return down ? (q > p) - (q < p) : (p > q) - (p < q);
}

/* As asked for, then by the keys. */
static int
compare_groups (gconstpointer left, gconstpointer right, gpointer data)
{
  Sorting *sorting = data;
  const guint32 a = *(const guint32 *) left, b = *(const guint32 *) right;
  const GArray *order = sorting->plan->order;
  const guint n_keys = sorting->groups->n_keys;
  const gint64 *x = &g_array_index (sorting->groups->keys, gint64, (gsize) a * n_keys);
  const gint64 *y = &g_array_index (sorting->groups->keys, gint64, (gsize) b * n_keys);

  if (++sorting->n_compared % 65536 == 0)
    sorting->cancelled |= g_cancellable_is_cancelled (sorting->cancellable);
  if (sorting->cancelled)
    return 0;
  for (guint k = 0; k < order->len; k++)
    {
      const RefrainQueryOrder *by = &g_array_index (order, RefrainQueryOrder, k);
      const int compared = compare_values (sorting, by->output, by->descending, a, b);

      if (compared != 0)
        return compared;
    }
  for (guint k = 0; k < n_keys; k++)
    {
      const RefrainQueryField field
          = g_array_index (sorting->plan->keys, RefrainQueryColumnId, k).field;
      const RefrainQueryTable *table = sorting->plan->table;
      const gint64 p = refrain_query_table_get_rank (table, field, x[k]);
      const gint64 q = refrain_query_table_get_rank (table, field, y[k]);

      if (x[k] != y[k] && (x[k] == REFRAIN_QUERY_NOTHING || y[k] == REFRAIN_QUERY_NOTHING))
        return x[k] == REFRAIN_QUERY_NOTHING ? 1 : -1;
      if (p != q)
        return p < q ? -1 : 1;
      if (x[k] != y[k])
        return x[k] < y[k] ? -1 : 1;
    }
  return 0;
}

/* FALSE when cancelled. */
static gboolean
lay_out (const RefrainQueryPlan *plan,
         const Groups *groups,
         RefrainQueryGroups *result,
         GCancellable *cancellable)
{
  const guint32 n = groups->rows->len;
  const guint n_outputs = plan->outputs->len;
  g_autofree guint32 *place = g_new (guint32, (gsize) n + 1);
  g_autofree RefrainQueryCell *cells = g_new (RefrainQueryCell, (gsize) n * n_outputs + 1);
  Sorting sorting = { plan, groups, cells, cancellable, 0, FALSE };

  result->n_rows = 0;
  for (guint32 g = 0; g < n; g++)
    {
      place[g] = g;
      result->n_rows += g_array_index (groups->rows, guint64, g);
      for (guint o = 0; o < n_outputs; o++)
        cells[(gsize) g * n_outputs + o] = make_cell (plan, groups, g, o);
    }
  g_qsort_with_data (place, (gint) n, sizeof *place, compare_groups, &sorting);
  if (sorting.cancelled)
    return FALSE;
  result->n_found = n;
  result->n = MIN (n, plan->syntax->limit);
  result->cells = g_array_new (FALSE, FALSE, sizeof (RefrainQueryCell));
  for (guint32 g = 0; g < result->n; g++)
    g_array_append_vals (result->cells, cells + (gsize) place[g] * n_outputs, n_outputs);
  return TRUE;
}

gboolean
refrain_query_plan_group (const RefrainQueryPlan *self,
                          RefrainQueryGroups *groups,
                          GCancellable *cancellable,
                          GError **error)
{
  const guint n = self->blocks->len;
  Grouping grouping = { .plan = self, .cancellable = cancellable };
  gboolean whole;

  g_mutex_init (&grouping.mutex);
  grouping.done = g_new0 (Groups *, n + 1);
  grouping.all = groups_new (self, MAX_DENSE);
  /* Without keys there is one group, of nothing at least. */
  if (self->keys->len == 0)
    grouping.all->slot[0] = add_group (grouping.all, NULL);
  whole = refrain_parallel_run (n, group_block, &grouping, cancellable)
          && !g_cancellable_is_cancelled (cancellable);
  for (guint b = 0; b < n; b++)
    g_clear_pointer (&grouping.done[b], groups_free);
  g_free (grouping.done);
  g_mutex_clear (&grouping.mutex);
  if (whole && grouping.all->full)
    {
      whole = FALSE;
      g_set_error_literal (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                           _ ("the query has too many groups"));
    }
  else
    {
      whole = whole && lay_out (self, grouping.all, groups, cancellable);
      if (!whole)
        g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  groups_free (grouping.all);
  return whole;
}
