/* refrain-undone.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Splits are noted while units are looked at; then all of them are undone at once, on the units,
 * and what changed is numbered anew.
 */
#include "refrain-undone.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-tandem.h"

/* ---- Undoing splits ------------------------------------------------------------------------- */

typedef struct
{
  guint32 process, segment, split;
} Key;

/* Units [first, last] of a process, numbered in it, whose cuts are undone. */
typedef struct
{
  guint32 process, first, last;
} Range;

struct _RefrainUndone
{
  GHashTable *keys; /* of Key: 1, or how many pieces become one, where the split is widened */
  GArray *ranges;   /* of Range, by process and first unit */
};

/* A piece of a segment that is split no further there: an instance of a split's piece, or with
 * REFRAIN_NONE the segment itself. */
typedef struct
{
  guint32 split, instance;
} Node;

static guint
key_hash (gconstpointer pointer)
{
  const Key *key = pointer;

  return (key->process * 2654435761u ^ key->segment) * 2246822519u ^ key->split;
}

static gboolean
key_equal (gconstpointer a, gconstpointer b)
{
  const Key *x = a, *y = b;

  return x->process == y->process && x->segment == y->segment && x->split == y->split;
}

RefrainUndone *
refrain_undone_new (void)
{
  RefrainUndone *self = g_new (RefrainUndone, 1);

  self->keys = g_hash_table_new_full (key_hash, key_equal, g_free, NULL);
  self->ranges = g_array_new (FALSE, FALSE, sizeof (Range));
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_undone_free, RefrainUndone, g_hash_table_unref (x->keys);
                             g_array_unref (x->ranges))

static void
note (RefrainUndone *self, guint process, guint32 segment, guint32 split)
{
  const Key key = { process, segment, split };

  g_hash_table_insert (self->keys, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (1));
}

static const RefrainTandemSplit *
splits_of (const RefrainProcessUnits *own, guint32 segment)
{
  const guint32 first = g_array_index (own->first_split, guint32, own->kind[segment]);

  return REFRAIN_AT ((const RefrainTandemSplit *) (gpointer) own->splits->data, first);
}

/* The node in which what stands at @at (counted from the segment) lies, when that is split no
 * further than by @split. */
static Node
node_of (const RefrainTandemSplit *splits, guint32 split, guint32 at)
{
  return split == REFRAIN_NONE ? (Node){ REFRAIN_NONE, 0 }
                               : (Node){ split, (at - splits[split].first) / splits[split].period };
}

static guint
depth_of (const RefrainTandemSplit *splits, guint32 split)
{
  guint depth = 0;

  for (; split != REFRAIN_NONE; split = splits[split].parent)
    depth++;
  return depth;
}

/* Goes up from two units to the innermost node that holds both; tells the outermost split of each
 * below it, REFRAIN_NONE where there is none, and the node's own. */
static guint32
find_common (const RefrainTandemSplit *splits,
             const guint32 at[2],
             const guint32 split[2],
             guint32 below[2])
{
  guint32 here[2] = { split[0], split[1] };
  guint depth[2] = { depth_of (splits, here[0]), depth_of (splits, here[1]) };

  below[0] = below[1] = REFRAIN_NONE;
  for (;;)
    {
      const Node a = node_of (splits, here[0], at[0]), b = node_of (splits, here[1], at[1]);

      if (a.split == b.split && a.instance == b.instance)
        return a.split;
      for (guint i = 0, deeper = MAX (depth[0], depth[1]); i < 2; i++)
        if (depth[i] == deeper)
          {
            below[i] = here[i];
            here[i] = splits[here[i]].parent;
            depth[i]--;
          }
    }
}

/* The outermost split of a unit below split @common, or REFRAIN_NONE. */
static guint32
outermost_below (const RefrainTandemSplit *splits, guint32 split, guint32 common)
{
  guint32 below = REFRAIN_NONE;

  for (; split != common && split != REFRAIN_NONE; split = splits[split].parent)
    below = split;
  return below;
}

/* The same of two units of one segment. */
static guint32
find_below (const RefrainUnits *units,
            guint process,
            const RefrainUnit *u,
            const RefrainUnit *v,
            guint32 below[2])
{
  gsize n;
  const guint32 first = refrain_segments_get (units->segments, process, &n)[u->segment].first;
  const guint32 at[2] = { u->first - first, v->first - first };
  const guint32 split[2] = { u->split, v->split };

  return find_common (splits_of (&units->processes[process], u->segment), at, split, below);
}

void
refrain_undone_add (
    RefrainUndone *self, const RefrainUnits *units, guint process, guint32 unit, guint32 other)
{
  const RefrainUnit *u = refrain_units_get (units, process, unit);
  const RefrainUnit *v = refrain_units_get (units, process, other);
  const RefrainTandemSplit *splits = splits_of (&units->processes[process], u->segment);
  guint32 below[2];
  const guint32 common = find_below (units, process, u, v, below);
  const Range range = { process, unit - units->first[process], other - units->first[process] };
  gboolean any = FALSE;

  g_assert (u->segment == v->segment);
  for (guint i = 0; i < 2; i++)
    if (below[i] != REFRAIN_NONE)
      note (self, process, u->segment, below[i]);
  if (below[0] != REFRAIN_NONE || below[1] != REFRAIN_NONE)
    return;
  for (const RefrainUnit *between = u + 1; between < v; between++)
    {
      const guint32 inner = outermost_below (splits, between->split, common);

      if (inner == REFRAIN_NONE)
        continue;
      note (self, process, u->segment, inner);
      any = TRUE;
    }
  if (!any)
    g_array_append_val (self->ranges, range);
}

void
refrain_undone_add_split (RefrainUndone *self, guint process, guint32 segment, guint32 split)
{
  note (self, process, segment, split);
}

void
refrain_undone_add_cuts (
    RefrainUndone *self, const RefrainUnits *units, guint process, guint32 unit, guint32 other)
{
  const Range range = { process, unit - units->first[process], other - units->first[process] };

  g_array_append_val (self->ranges, range);
}

gboolean
refrain_units_repeat_each_other (const RefrainUnits *units,
                                 guint process,
                                 guint32 unit,
                                 guint32 other)
{
  const RefrainUnit *u = refrain_units_get (units, process, unit);
  const RefrainUnit *v = refrain_units_get (units, process, other);
  guint32 below[2];

  find_below (units, process, u, v, below);
  return below[0] != REFRAIN_NONE && below[0] == below[1];
}

/* How many pieces of a split become one; 0: nothing was noted of it. */
static guint32
get_noted (const RefrainUndone *self, guint process, guint32 segment, guint32 split)
{
  const Key key = { process, segment, split };

  return GPOINTER_TO_UINT (g_hash_table_lookup (self->keys, &key));
}

/* The split that a unit belongs to when all that were noted are undone. */
static guint32
remaining_split (const RefrainUndone *undone,
                 const RefrainTandemSplit *splits,
                 guint process,
                 const RefrainUnit *unit)
{
  guint32 remaining = unit->split;

  for (guint32 split = unit->split; split != REFRAIN_NONE; split = splits[split].parent)
    if (get_noted (undone, process, unit->segment, split) == 1)
      remaining = splits[split].parent;
  return remaining;
}

/* ---- Widening them instead ------------------------------------------------------------------ */

/* A noted split of one segment. */
typedef struct
{
  guint32 segment, split;
  guint32 number; /* among all splits of the process */
} Noted;

/* The units of one process. */
typedef struct
{
  RefrainUndone *undone;
  const RefrainUnits *units;
  guint process;
  const guint32 *instance_of_unit; /* of the process */
  guint32 serial;                  /* of the split that is looked at */
  guint32 *serial_of, *group_of;   /* of each instance: where it was met last */
} Widener;

/* The outermost split of @unit that was noted, or REFRAIN_NONE. */
static guint32
find_noted (const Widener *self, const RefrainUnit *unit)
{
  const RefrainTandemSplit *splits
      = splits_of (&self->units->processes[self->process], unit->segment);
  guint32 noted = REFRAIN_NONE;

  for (guint32 split = unit->split; split != REFRAIN_NONE; split = splits[split].parent)
    if (get_noted (self->undone, self->process, unit->segment, split) > 0)
      noted = split;
  return noted;
}

/* Whether units [@first, @end), one piece, meet those of @group; *@torn where they meet others. */
static gboolean
meets_group (const Widener *self, guint first, guint end, guint32 group, gboolean *torn)
{
  gboolean meets = FALSE;

  for (guint u = first; u < end; u++)
    {
      const guint32 instance = self->instance_of_unit[u];

      if (self->serial_of[instance] != self->serial)
        continue;
      meets |= self->group_of[instance] == group;
      *torn |= self->group_of[instance] != group;
    }
  return meets;
}

/* How many pieces each of split @split of the segment, which begins with unit @first of the
 * process, meet: the same everywhere, but for fewer in the end. 0 otherwise. *@end: the first unit
 * that is not the split's. */
static guint32
count_turns (Widener *self, guint first, guint32 split, guint *end)
{
  const RefrainProcessUnits *own = &self->units->processes[self->process];
  const RefrainUnit *unit = (const RefrainUnit *) (gpointer) own->units->data;
  const guint32 segment = unit[first].segment;
  gsize n;
  const guint32 begin
      = refrain_segments_get (self->units->segments, self->process, &n)[segment].first;
  const RefrainTandemSplit *splits = splits_of (own, segment);
  guint32 group = 0, size = 0, turns = 0;
  gboolean torn = FALSE;
  guint u = first, last;

  self->serial++;
  for (; u < own->units->len && unit[u].segment == segment && find_noted (self, &unit[u]) == split;
       u = last)
    {
      const guint32 piece = node_of (splits, split, unit[u].first - begin).instance;

      for (last = u + 1; last < own->units->len && unit[last].segment == segment
                         && find_noted (self, &unit[last]) == split
                         && node_of (splits, split, unit[last].first - begin).instance == piece;)
        last++;
      if (size > 0 && !meets_group (self, u, last, group, &torn))
        {
          torn |= turns > 0 && size != turns;
          turns = size;
          size = 0;
          group++;
        }
      size++;
      for (guint i = u; i < last; i++)
        {
          self->serial_of[self->instance_of_unit[i]] = self->serial;
          self->group_of[self->instance_of_unit[i]] = group;
        }
    }
  *end = u;
  return torn || turns < 2 || size > turns ? 0 : turns;
}

/* Widens the noted splits of a process where that does, in all segments of a kind alike. */
static void
widen_process (Widener *self)
{
  const RefrainProcessUnits *own = &self->units->processes[self->process];
  const RefrainUnit *unit = (const RefrainUnit *) (gpointer) own->units->data;
  RefrainTandemSplit *splits = (RefrainTandemSplit *) (gpointer) own->splits->data;
  g_autofree guint32 *turns = g_new0 (guint32, (gsize) own->splits->len + 1); /* of each split */
  g_autofree guint32 *times = g_new0 (guint32, (gsize) own->splits->len + 1);
  g_autofree guint32 *times_of_kind = g_new0 (guint32, (gsize) own->first_split->len + 1);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Noted));
  gsize n_segments;

  refrain_segments_get (self->units->segments, self->process, &n_segments);
  for (gsize s = 0; s < n_segments; s++)
    times_of_kind[own->kind[s]]++;
  for (guint u = 0, next; u < own->units->len; u = next)
    {
      Noted noted = { unit[u].segment, find_noted (self, &unit[u]), 0 };
      guint32 n;

      next = u + 1;
      if (noted.split == REFRAIN_NONE)
        continue;
      noted.number
          = g_array_index (own->first_split, guint32, own->kind[noted.segment]) + noted.split;
      n = count_turns (self, u, noted.split, &next);
      turns[noted.number] = times[noted.number]++ == 0 || turns[noted.number] == n ? n : 0;
      g_array_append_val (all, noted);
    }
  for (guint i = 0; i < all->len; i++)
    {
      const Noted *noted = &g_array_index (all, Noted, i);
      const Key key = { self->process, noted->segment, noted->split };
      const guint32 n = turns[noted->number];

      if (n < 2 || times[noted->number] != times_of_kind[own->kind[noted->segment]])
        continue;
      g_hash_table_insert (self->undone->keys, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (n));
    }
  for (guint i = 0; i < all->len; i++)
    {
      const Noted *noted = &g_array_index (all, Noted, i);

      /* Once for all segments of the kind. */
      if (get_noted (self->undone, self->process, noted->segment, noted->split) > 1)
        splits[noted->number].period *= turns[noted->number];
      turns[noted->number] = 1;
    }
}

void
refrain_undone_widen (RefrainUndone *self,
                      RefrainUnits *units,
                      const guint32 *instance_of_unit,
                      guint32 n_instances)
{
  g_autofree gboolean *any = g_new0 (gboolean, (gsize) units->n_processes + 1);
  g_autofree guint32 *serial_of = g_new0 (guint32, (gsize) n_instances + 1);
  g_autofree guint32 *group_of = g_new0 (guint32, (gsize) n_instances + 1);
  Widener widener
      = { .undone = self, .units = units, .serial_of = serial_of, .group_of = group_of };
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->keys);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    any[((const Key *) key)->process] = TRUE;
  for (guint p = 0; p < units->n_processes; p++)
    if (any[p])
      {
        widener.process = p;
        widener.instance_of_unit = instance_of_unit + units->first[p];
        widen_process (&widener);
      }
}

REFRAIN_DEFINE_COMPARE (compare_ranges, Range, REFRAIN_RISING (process) ?: REFRAIN_RISING (first))

/* Goes through the ranges as the units are gone through. */
typedef struct
{
  const GArray *ranges;
  guint next;
  guint32 last; /* of the process' ranges begun so far, the furthest unit; or REFRAIN_NONE */
} RangeWalk;

/* Whether unit @u of @process stands in one range with the unit before. */
static gboolean
walk_joins (RangeWalk *self, guint process, guint32 u)
{
  const gboolean joins = u > 0 && self->last >= u && self->last != REFRAIN_NONE;

  for (; self->next < self->ranges->len; self->next++)
    {
      const Range *range = &g_array_index (self->ranges, Range, self->next);

      if (range->process > process || (range->process == process && range->first > u))
        break;
      if (range->process == process)
        self->last = self->last == REFRAIN_NONE ? range->last : MAX (self->last, range->last);
    }
  return joins;
}

/* Joins unit @u to @last, the one before. */
static void
join_units (RefrainUnit *last, const RefrainUnit *u, gboolean uncut)
{
  last->n += u->n;
  last->content = REFRAIN_NONE;
  last->whole = last->whole || u->whole || uncut;
  /* What is put together again stays apart from what was not. */
  last->cut = last->cut || u->cut || uncut;
}

static void
undo_process (RefrainUnits *self, guint process, const RefrainUndone *undone, RangeWalk *walk)
{
  RefrainProcessUnits *own = &self->processes[process];
  gsize n;
  const RefrainSegment *segments = refrain_segments_get (self->segments, process, &n);
  Node last_node = { REFRAIN_NONE, 0 };
  guint kept = 0;

  walk->last = REFRAIN_NONE;
  for (guint u = 0; u < own->units->len; u++)
    {
      RefrainUnit unit = g_array_index (own->units, RefrainUnit, u);
      RefrainUnit *last = kept > 0 ? &g_array_index (own->units, RefrainUnit, kept - 1) : NULL;
      const RefrainTandemSplit *splits = splits_of (own, unit.segment);
      const guint32 remaining = remaining_split (undone, splits, process, &unit);
      const gboolean uncut = walk_joins (walk, process, u);
      Node node;

      if (remaining != unit.split || get_noted (undone, process, unit.segment, remaining) > 1)
        unit.cut = FALSE;
      unit.split = remaining;
      node = node_of (splits, unit.split, unit.first - segments[unit.segment].first);
      if (last != NULL && last->segment == unit.segment && last_node.split == node.split
          && last_node.instance == node.instance && (uncut || (!last->cut && !unit.cut)))
        join_units (last, &unit, uncut);
      else
        g_array_index (own->units, RefrainUnit, kept++) = unit;
      last_node = node;
    }
  g_array_set_size (own->units, kept);
}

void
refrain_units_undo (RefrainUnits *self, const RefrainUndone *undone)
{
  RangeWalk walk = { undone->ranges, 0, REFRAIN_NONE };

  g_array_sort (undone->ranges, compare_ranges);
  for (guint p = 0; p < self->n_processes; p++)
    undo_process (self, p, undone, &walk);
  refrain_units_renumber (self);
}
