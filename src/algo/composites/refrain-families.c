/* refrain-families.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An item is a pattern of before, or what counts as one; a bin is a family in the making: items of
 * one shape whose processes are disjoint.
 */
#include "refrain-families.h"

#include "refrain-free.h"
#include "refrain-pattern-private.h"

#include "refrain-compare.h"

/* The same shape elsewhere, less often, is the same family down to this share of the count. */
#define RATIO 0.5
/* So many families in the making are tried for an item: irregular programs have thousands of
 * overlapping pairs. */
#define MAX_BINS 64
/* Items take turns where one of them comes so often, or more, before the other does, in the mean,
 * and then the other as often. */
#define TURN 8

enum
{
  WORD_PATTERN,
  WORD_COLLECTIVE,
  WORD_BAG,
  WORD_STAR,
};

typedef struct
{
  GArray *instances;  /* of guint32, in execution order */
  guint32 shape;      /* number of what it looks like */
  guint32 n_members;  /* units of the first instance: its processes */
  guint32 hub;        /* or REFRAIN_NONE */
  guint32 rank;       /* place by first use among its like, in the process where that is latest */
  gboolean everybody; /* all processes take part */
} Item;

typedef struct
{
  GArray *items;      /* of guint32 */
  GHashTable *others; /* the processes of its items, + 1 */
  guint32 shape;
  guint32 count;
} Bin;

typedef struct
{
  const RefrainInstances *old;
  RefrainSymbols *symbols;
  RefrainTrace *trace;
  const RefrainMasters *masters;
  GArray *items;              /* of Item */
  GPtrArray *bins;            /* of Bin */
  RefrainSequenceTable words; /* what one process does: sends and receives, peers left out */
} Families;

REFRAIN_DEFINE_CLEAR (item_clear, Item, g_array_unref (x->instances))

REFRAIN_DEFINE_FREE (bin_free, Bin, g_array_unref (x->items); g_hash_table_unref (x->others))

static Item *
get_item (const Families *self, guint32 item)
{
  return &g_array_index (self->items, Item, item);
}

/* The units of an instance. */
static const guint32 *
get_members (const Families *self, guint32 instance, guint32 *n)
{
  const RefrainInstance *own = &self->old->instances[instance];

  *n = (guint32) (own[1].first - own->first);
  return self->old->members + own->first;
}

/* The first operation of @unit. */
static gsize
first_op (const Families *self, guint process, guint32 unit, const RefrainOps **ops)
{
  *ops = refrain_trace_get_ops (self->trace, process);
  return refrain_symbols_get_stream (self->symbols, process)
      ->op[refrain_units_get (self->old->units, process, unit)->first];
}

/* Which collective @unit, of one, is; one that does not block is another. */
static guint32
type_of (const Families *self, guint process, guint32 unit)
{
  const guint32 first = refrain_units_get (self->old->units, process, unit)->first;
  guint32 words[REFRAIN_SYMBOL_N_WORDS];

  refrain_symbols_get_shifted (
      self->symbols, refrain_symbols_get_stream (self->symbols, process)->symbol[first], 0, words);
  return 2 * words[REFRAIN_WORD_CLASS] + words[REFRAIN_WORD_TAG];
}

/* The routine that delimits @unit, or REFRAIN_NONE. */
static guint32
routine_of (const Families *self, guint process, guint32 unit)
{
  gsize n;
  const RefrainSegment *segments = refrain_segments_get (self->old->units->segments, process, &n);
  const guint32 call = segments[refrain_units_get (self->old->units, process, unit)->segment].call;

  return call == REFRAIN_NONE ? REFRAIN_NONE
                              : refrain_trace_get_calls (self->trace, process)->routine[call];
}

/* ---- Items -------------------------------------------------------------------------------------
 */

/* Appends the symbols of an instance, in each process in no order. */
static void
append_bag (const Families *self, guint32 instance, GArray *key)
{
  guint32 n;
  const guint32 *member = get_members (self, instance, &n);
  guint process = 0;

  for (guint32 m = 0; m < n; m++)
    {
      const RefrainUnit *unit;
      guint32 head[2];

      process = refrain_units_next_process (self->old->units, process, member[m]);
      unit = refrain_units_get (self->old->units, process, member[m]);
      head[0] = process;
      head[1] = unit->n;
      g_array_append_vals (key, head, G_N_ELEMENTS (head));
      g_array_append_vals (
          key, refrain_symbols_get_stream (self->symbols, process)->symbol + unit->first, unit->n);
      refrain_sort (&g_array_index (key, guint32, key->len - unit->n), unit->n, sizeof (guint32),
                    refrain_compare_uint32);
    }
}

/* Puts into @key what pattern @pattern counts as. */
static void
describe_item (const Families *self, guint32 pattern, GArray *key)
{
  const guint32 instance = self->old->example[pattern];
  guint32 n;
  const guint32 *member = get_members (self, instance, &n);
  const guint process = refrain_units_get_process (self->old->units, member[0]);
  const RefrainOps *ops;
  const gsize op = first_op (self, process, member[0], &ops);
  guint32 head[3] = { WORD_PATTERN, pattern, 0 };

  g_array_set_size (key, 0);
  if (ops->kind[op] == REFRAIN_OP_COLLECTIVE && ops->comm[op] != REFRAIN_NONE)
    {
      RefrainCommunicator *comm = refrain_trace_get_communicator (self->trace, ops->comm[op]);

      head[0] = WORD_COLLECTIVE;
      head[1] = type_of (self, process, member[0]);
      head[2] = ops->comm[op];
      g_array_append_vals (key, head, 3);
      if (refrain_communicator_is_self (comm) || n == 1)
        g_array_append_val (key, process);
    }
  else if (self->old->count[pattern] == 1)
    {
      head[0] = WORD_BAG;
      head[1] = routine_of (self, process, member[0]);
      g_array_append_vals (key, head, 2);
      append_bag (self, instance, key);
    }
  else
    {
      g_array_append_vals (key, head, 2);
    }
}

/* Sorts all instances into items, in execution order. */
static void
make_items (Families *self)
{
  const RefrainInstances *old = self->old;
  g_autofree guint32 *item_of = g_new (guint32, (gsize) old->n_patterns + 1);
  g_autofree guint32 *order = refrain_instances_order (old);
  g_autoptr (GArray) key = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_auto (RefrainSequenceTable) seen;

  refrain_sequence_table_init (&seen);
  for (guint32 k = 0; k < old->n_patterns; k++)
    {
      gboolean is_new;

      describe_item (self, k, key);
      item_of[k] = refrain_sequence_table_add (&seen, (const guint32 *) (gpointer) key->data,
                                               key->len, &is_new);
      if (is_new)
        {
          const Item item
              = { .instances = g_array_new (FALSE, FALSE, sizeof (guint32)), .hub = REFRAIN_NONE };

          g_array_append_val (self->items, item);
        }
    }
  for (guint32 i = 0; i < old->n; i++)
    g_array_append_val (get_item (self, item_of[old->instances[order[i]].pattern])->instances,
                        order[i]);
}

/* ---- Shapes ------------------------------------------------------------------------------------
 */

/* The number of what @unit does, told by sends and receives alone. */
static guint32
number_word (Families *self, guint process, guint32 unit, GArray *room)
{
  const RefrainUnit *u = refrain_units_get (self->old->units, process, unit);
  const RefrainSymbolStream *stream = refrain_symbols_get_stream (self->symbols, process);
  const RefrainOps *ops = refrain_trace_get_ops (self->trace, process);

  g_array_set_size (room, 0);
  for (guint32 i = u->first; i < u->first + u->n; i++)
    {
      const guint32 sends = REFRAIN_OP_IS_SEND (ops->kind[stream->op[i]]);

      if (i == u->first || stream->symbol[i] != stream->symbol[i - 1])
        g_array_append_val (room, sends);
    }
  return refrain_sequence_table_add (&self->words, (const guint32 *) (gpointer) room->data,
                                     room->len, NULL);
}

/* The end of a pair pattern that is the master of the other, or REFRAIN_NONE. */
static guint32
find_hub (const Families *self, const guint32 *member, guint32 n)
{
  guint process[2];

  if (n != 2)
    return REFRAIN_NONE;
  for (guint m = 0; m < 2; m++)
    process[m] = refrain_units_get_process (self->old->units, member[m]);
  for (guint m = 0; m < 2; m++)
    if (self->masters->master[process[m]] == process[1 - m])
      return process[1 - m];
  return REFRAIN_NONE;
}

/* Puts the shape of an item into @key. */
static void
describe_shape (Families *self, Item *item, GArray *key, GArray *room)
{
  guint32 n;
  const guint32 *member = get_members (self, g_array_index (item->instances, guint32, 0), &n);
  guint process = refrain_units_get_process (self->old->units, member[0]);
  const RefrainOps *ops;
  const gsize op = first_op (self, process, member[0], &ops);
  guint32 head[4] = { WORD_PATTERN, n, routine_of (self, process, member[0]), 0 };

  g_array_set_size (key, 0);
  item->n_members = n;
  item->hub = find_hub (self, member, n);
  item->everybody = n >= self->old->units->n_processes;
  if (ops->kind[op] == REFRAIN_OP_COLLECTIVE)
    {
      head[0] = WORD_COLLECTIVE;
      head[2] = type_of (self, process, member[0]);
      g_array_append_vals (key, head, 3);
      return;
    }
  if (item->hub != REFRAIN_NONE)
    {
      head[0] = WORD_STAR;
      head[2] = 0; /* the first may be handed out elsewhere */
      head[3] = item->hub;
    }
  g_array_append_vals (key, head, 4);
  for (guint32 m = 0; m < n; m++)
    {
      guint32 word;

      process = refrain_units_next_process (self->old->units, process, member[m]);
      if (item->hub != REFRAIN_NONE && process != item->hub)
        continue;
      word = number_word (self, process, member[m], room);
      g_array_append_val (key, word);
    }
  refrain_sort (&g_array_index (key, guint32, 4), key->len - 4, sizeof (guint32),
                refrain_compare_uint32);
}

static void
find_shapes (Families *self)
{
  g_autoptr (GArray) key = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) room = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_auto (RefrainSequenceTable) shapes;

  refrain_sequence_table_init (&shapes);
  for (guint i = 0; i < self->items->len; i++)
    {
      Item *item = get_item (self, i);

      describe_shape (self, item, key, room);
      item->shape = refrain_sequence_table_add (&shapes, (const guint32 *) (gpointer) key->data,
                                                key->len, NULL);
    }
}

/* ---- Ranks -------------------------------------------------------------------------------------
 */

/* One process' first use of an item. */
typedef struct
{
  guint32 shape;
  guint32 count;
  guint32 process;
  guint32 first; /* element */
  guint32 item;
} Use;

REFRAIN_DEFINE_COMPARE (compare_uses,
                        Use,
                        REFRAIN_RISING (shape)
                            ?: REFRAIN_FALLING (count)
                            ?: REFRAIN_RISING (process)
                            ?: REFRAIN_RISING (first)
                            ?: REFRAIN_RISING (item))

/* In each process the items of one shape and count are numbered by first use: rows apart from
 * columns. */
static void
find_ranks (Families *self)
{
  g_autoptr (GArray) uses = g_array_new (FALSE, FALSE, sizeof (Use));
  guint32 rank = 0;

  for (guint i = 0; i < self->items->len; i++)
    {
      const Item *item = get_item (self, i);
      guint32 n;
      const guint32 *member = get_members (self, g_array_index (item->instances, guint32, 0), &n);
      guint process = 0;

      for (guint32 m = 0; m < n && !item->everybody; m++)
        {
          Use use = { item->shape, item->instances->len, 0, 0, i };

          use.process = process = refrain_units_next_process (self->old->units, process, member[m]);
          use.first = refrain_units_get (self->old->units, process, member[m])->first;
          g_array_append_val (uses, use);
        }
    }
  g_array_sort (uses, compare_uses);
  for (guint u = 0; u < uses->len; u++)
    {
      const Use *use = &g_array_index (uses, Use, u);
      Item *item = get_item (self, use->item);

      rank = u > 0 && use[-1].shape == use->shape && use[-1].count == use->count
                     && use[-1].process == use->process
                 ? rank + 1
                 : 0;
      item->rank = MAX (item->rank, rank);
    }
}

/* ---- Bins --------------------------------------------------------------------------------------
 */

static gboolean
is_disjoint (const Families *self, const Bin *bin, guint32 item)
{
  guint32 n;
  const guint32 *member
      = get_members (self, g_array_index (get_item (self, item)->instances, guint32, 0), &n);
  guint process = 0;

  for (guint32 m = 0; m < n; m++)
    {
      process = refrain_units_next_process (self->old->units, process, member[m]);
      if (g_hash_table_contains (bin->others, GUINT_TO_POINTER (process + 1)))
        return FALSE;
    }
  return TRUE;
}

/* How many runs of instances of @a and of @b there are, one after the other, by time or by logical
 * time. O(instances). */
static guint32
count_runs (const Families *self, const Item *a, const Item *b, gboolean logical)
{
  const guint32 *x = (const guint32 *) (gpointer) a->instances->data;
  const guint32 *y = (const guint32 *) (gpointer) b->instances->data;
  guint32 i = 0, k = 0, n = 0;
  gint last = -1;

  while (i < a->instances->len || k < b->instances->len)
    {
      const RefrainInstance *one = i < a->instances->len ? &self->old->instances[x[i]] : NULL;
      const RefrainInstance *two = k < b->instances->len ? &self->old->instances[y[k]] : NULL;
      const gint next
          = one == NULL
            || (two != NULL && (logical ? two->logical < one->logical : two->start < one->start));

      n += next != last;
      last = next;
      i += next == 0;
      k += next == 1;
    }
  return n;
}

/* Whether @a and @b come one after the other, again and again, as what is done by some processes
 * until work is dealt anew, and then by others: whatever clock one looks at. Both are not done at
 * the same time, then, like the rows of a grid do. */
static gboolean
take_turns (const Families *self, guint32 a, guint32 b)
{
  const Item *x = get_item (self, a), *y = get_item (self, b);
  const guint32 n = x->instances->len + y->instances->len;

  for (guint logical = 0; logical < 2; logical++)
    {
      const guint32 runs = count_runs (self, x, y, logical == 1);

      if (runs < 3 || n < TURN * runs)
        return FALSE;
    }
  return TRUE;
}

static void
put_into (const Families *self, Bin *bin, guint32 item)
{
  guint32 n;
  const guint32 *member
      = get_members (self, g_array_index (get_item (self, item)->instances, guint32, 0), &n);
  guint process = 0;

  g_array_append_val (bin->items, item);
  for (guint32 m = 0; m < n; m++)
    {
      process = refrain_units_next_process (self->old->units, process, member[m]);
      g_hash_table_add (bin->others, GUINT_TO_POINTER (process + 1));
    }
}

static Bin *
add_bin (Families *self, guint32 item)
{
  Bin *bin = g_new (Bin, 1);

  bin->items = g_array_new (FALSE, FALSE, sizeof (guint32));
  bin->others = g_hash_table_new (NULL, NULL);
  bin->shape = get_item (self, item)->shape;
  bin->count = get_item (self, item)->instances->len;
  put_into (self, bin, item);
  g_ptr_array_add (self->bins, bin);
  return bin;
}

static guint32
first_process (const Families *self, const Item *item)
{
  guint32 n;

  return refrain_units_get_process (
      self->old->units, get_members (self, g_array_index (item->instances, guint32, 0), &n)[0]);
}

static int
compare_items (gconstpointer a, gconstpointer b, gpointer data)
{
  const Families *self = data;
  const guint32 i = *(const guint32 *) a, j = *(const guint32 *) b;
  const Item *x = get_item (self, i), *y = get_item (self, j);
  guint32 first_x, first_y;

  if (x->shape != y->shape)
    return x->shape < y->shape ? -1 : 1;
  if (x->instances->len != y->instances->len)
    return x->instances->len > y->instances->len ? -1 : 1;
  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  first_x = first_process (self, x);
  first_y = first_process (self, y);
  if (first_x != first_y)
    return first_x < first_y ? -1 : 1;
  return i < j ? -1 : i > j;
}

/* Items of one shape, count and rank go together, as far as they are disjoint. */
static void
make_bins (Families *self)
{
  g_autofree guint32 *order = g_new (guint32, (gsize) self->items->len + 1);
  const Item *last = NULL;
  guint from = 0;

  for (guint i = 0; i < self->items->len; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) self->items->len, sizeof *order, compare_items, self);
  for (guint i = 0; i < self->items->len; i++)
    {
      const Item *item = get_item (self, order[i]);
      Bin *found = NULL;

      if (last == NULL || item->everybody || item->shape != last->shape || item->rank != last->rank
          || item->instances->len != last->instances->len)
        from = self->bins->len;
      from = MAX (from, self->bins->len > MAX_BINS ? self->bins->len - MAX_BINS : 0);
      for (guint b = from; b < self->bins->len && found == NULL; b++)
        {
          Bin *bin = self->bins->pdata[b];

          if (item->hub != REFRAIN_NONE
              || (is_disjoint (self, bin, order[i])
                  && !take_turns (self, g_array_index (bin->items, guint32, 0), order[i])))
            found = bin;
        }
      if (found != NULL)
        put_into (self, found, order[i]);
      else
        add_bin (self, order[i]);
      last = item;
    }
}

static gboolean
are_disjoint (const Bin *a, const Bin *b)
{
  GHashTableIter iter;
  gpointer process;

  if (g_hash_table_size (a->others) > g_hash_table_size (b->others))
    return are_disjoint (b, a);
  g_hash_table_iter_init (&iter, a->others);
  while (g_hash_table_iter_next (&iter, &process, NULL))
    if (g_hash_table_contains (b->others, process))
      return FALSE;
  return TRUE;
}

/* Stable: by shape, the most frequent first. */
static int
compare_bins (gconstpointer a, gconstpointer b)
{
  const Bin *x = *(Bin *const *) a, *y = *(Bin *const *) b;

  if (x->shape != y->shape)
    return x->shape < y->shape ? -1 : 1;
  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return g_array_index (x->items, guint32, 0) < g_array_index (y->items, guint32, 0) ? -1 : 1;
}

/* The same shape on other processes, a little less often, is the same family; of a star, whatever
 * often. */
static void
join_bins (Families *self)
{
  g_autoptr (GPtrArray) all = g_steal_pointer (&self->bins);
  guint from = 0;

  g_ptr_array_set_free_func (all, NULL);
  self->bins = g_ptr_array_new_with_free_func (bin_free);
  g_ptr_array_sort (all, compare_bins);
  for (guint i = 0; i < all->len; i++)
    {
      Bin *bin = all->pdata[i];
      const gboolean star
          = get_item (self, g_array_index (bin->items, guint32, 0))->hub != REFRAIN_NONE;
      Bin *found = NULL;

      if (self->bins->len == 0
          || ((Bin *) self->bins->pdata[self->bins->len - 1])->shape != bin->shape)
        from = self->bins->len;
      from = MAX (from, self->bins->len > MAX_BINS ? self->bins->len - MAX_BINS : 0);
      for (guint b = from; b < self->bins->len && found == NULL; b++)
        {
          Bin *other = self->bins->pdata[b];

          if (star
              || (bin->count >= RATIO * other->count && are_disjoint (bin, other)
                  && !take_turns (self, g_array_index (other->items, guint32, 0),
                                  g_array_index (bin->items, guint32, 0))))
            found = other;
        }
      if (found == NULL)
        {
          g_ptr_array_add (self->bins, bin);
          continue;
        }
      for (guint k = 0; k < bin->items->len; k++)
        put_into (self, found, g_array_index (bin->items, guint32, k));
      bin_free (bin);
    }
}

/* ---- The result --------------------------------------------------------------------------------
 */

/* How the places of an instance lie: the distance between them, 0 where it is not the same. */
static guint32
find_stride (const Families *self, guint32 instance)
{
  guint32 n, stride = 0;
  const guint32 *member = get_members (self, instance, &n);
  g_autofree guint32 *places = g_new (guint32, (gsize) n + 1);
  guint process = 0;

  for (guint32 m = 0; m < n; m++)
    {
      process = refrain_units_next_process (self->old->units, process, member[m]);
      places[m] = refrain_symbols_get_place (self->symbols, process);
    }
  refrain_sort (places, n, sizeof *places, refrain_compare_uint32);
  for (guint32 m = 1; m < n; m++)
    {
      if (m > 1 && places[m] - places[m - 1] != stride)
        return 0;
      stride = places[m] - places[m - 1];
    }
  return stride;
}

REFRAIN_DEFINE_CLEAR (family_clear, RefrainFamily, g_free (x->name))

static RefrainFamily
describe_bin (const Families *self, const Bin *bin, RefrainInstances *old)
{
  const Item *first = get_item (self, g_array_index (bin->items, guint32, 0));
  const guint32 example = g_array_index (first->instances, guint32, 0);
  RefrainFamily family = { .n_groups = bin->items->len,
                           .group_size = first->n_members,
                           .pattern = REFRAIN_NONE,
                           .hub = first->hub };

  if (bin->items->len == 1 && old->count[old->instances[example].pattern] == first->instances->len)
    family.pattern = old->instances[example].pattern;
  if (bin->items->len > 1)
    {
      g_autoptr (RefrainPattern) group = refrain_pattern_new (old, &example, 1, 1);

      family.name = refrain_pattern_make_name (group, TRUE, NULL);
      family.plain = !refrain_pattern_has_name (group);
    }
  family.stride = find_stride (self, example);
  for (guint k = 1; k < bin->items->len; k++)
    {
      const Item *item = get_item (self, g_array_index (bin->items, guint32, k));

      if (find_stride (self, g_array_index (item->instances, guint32, 0)) != family.stride
          || item->n_members != family.group_size)
        family.stride = 0;
    }
  return family;
}

/* Appends one occurrence: the units of the @k-th instance of each item from @from to @to. */
static void
add_occurrence (const Families *self,
                const Bin *bin,
                guint from,
                guint to,
                guint32 k,
                guint32 pattern,
                RefrainInstances *new)
{
  RefrainInstance *own = &new->instances[new->n];
  guint32 *members = new->members + own->first;
  guint32 n = 0;
  gboolean is_sorted = TRUE;

  own->pattern = pattern;
  own->logical = G_MAXUINT32;
  own->start = G_MAXINT64;
  for (guint i = from; i < to; i++)
    {
      const Item *item = get_item (self, g_array_index (bin->items, guint32, i));
      const RefrainInstance *part;
      guint32 n_part;
      const guint32 *member;

      if (k >= item->instances->len)
        continue;
      part = &self->old->instances[g_array_index (item->instances, guint32, k)];
      member = get_members (self, g_array_index (item->instances, guint32, k), &n_part);
      own->logical = MIN (own->logical, part->logical);
      own->start = MIN (own->start, part->start);
      is_sorted = is_sorted && (n == 0 || members[n - 1] < member[0]);
      for (guint32 m = 0; m < n_part; m++)
        members[n++] = member[m];
    }
  if (!is_sorted)
    refrain_sort (members, n, sizeof *members, refrain_compare_uint32);
  for (guint32 m = 0; m < n; m++)
    new->instance_of_unit[members[m]] = new->n;
  own[1].first = own->first + n;
  new->count[pattern]++;
  new->n++;
}

static void
add_bin_occurrences (const Families *self, const Bin *bin, guint32 pattern, RefrainInstances *new)
{
  const Item *first = get_item (self, g_array_index (bin->items, guint32, 0));
  guint32 most = 0;

  new->example[pattern] = new->n;
  if (first->hub != REFRAIN_NONE)
    {
      for (guint i = 0; i < bin->items->len; i++)
        {
          const Item *item = get_item (self, g_array_index (bin->items, guint32, i));

          for (guint32 k = 0; k < item->instances->len; k++)
            add_occurrence (self, bin, i, i + 1, k, pattern, new);
        }
      return;
    }
  for (guint i = 0; i < bin->items->len; i++)
    most = MAX (most, get_item (self, g_array_index (bin->items, guint32, i))->instances->len);
  for (guint32 k = 0; k < most; k++)
    add_occurrence (self, bin, 0, bin->items->len, k, pattern, new);
}

/* Takes the places over from @old, where they are its own. */
static RefrainInstances *
build (const Families *self, RefrainInstances *old, GArray **families)
{
  RefrainInstances *new = g_new0 (RefrainInstances, 1);
  const guint32 n_units = old->units->first[old->units->n_processes];

  *families = g_array_new (FALSE, FALSE, sizeof (RefrainFamily));
  g_array_set_clear_func (*families, family_clear);
  new->instances = g_new0 (RefrainInstance, (gsize) old->n + 1);
  new->members = g_new (guint32, (gsize) n_units + 1);
  new->instance_of_unit = g_new0 (guint32, (gsize) n_units + 1);
  new->n_patterns = self->bins->len;
  new->example = g_new0 (guint32, (gsize) new->n_patterns + 1);
  new->count = g_new0 (guint32, (gsize) new->n_patterns + 1);
  new->n_unclean = old->n_unclean;
  new->description = old->description;
  for (guint b = 0; b < self->bins->len; b++)
    {
      const RefrainFamily family = describe_bin (self, self->bins->pdata[b], old);

      g_array_append_val (*families, family);
      add_bin_occurrences (self, self->bins->pdata[b], b, new);
    }
  new->units = refrain_units_ref (old->units);
  new->unit_of_op = old->unit_of_op;
  new->borrows = old->borrows;
  old->borrows = TRUE;
  return new;
}

RefrainInstances *
refrain_families_join (RefrainInstances *old, const RefrainMasters *masters, GArray **families)
{
  Families self = { .old = old,
                    .symbols = refrain_segments_get_symbols (old->units->segments),
                    .masters = masters,
                    .items = g_array_new (FALSE, FALSE, sizeof (Item)),
                    .bins = g_ptr_array_new_with_free_func (bin_free) };
  RefrainInstances *new;

  self.trace = refrain_symbols_get_trace (self.symbols);
  refrain_sequence_table_init (&self.words);
  g_array_set_clear_func (self.items, item_clear);
  make_items (&self);
  find_shapes (&self);
  find_ranks (&self);
  make_bins (&self);
  join_bins (&self);
  new = build (&self, old, families);
  g_array_unref (self.items);
  g_ptr_array_unref (self.bins);
  refrain_sequence_table_clear (&self.words);
  return new;
}
