/* refrain-units-undo.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Splits that the partners do not share are undone, and so are cuts of runs.
 */
#include "config.h"

#include "refrain-tandem.h"
#include "refrain-units.h"

typedef struct
{
  guint32 process;
  guint32 segment;
  guint32 split;
} Key;

/* Units [first, last] of a process, numbered in it, whose cuts are undone. */
typedef struct
{
  guint32 process;
  guint32 first;
  guint32 last;
} Range;

struct _RefrainUndone
{
  GHashTable *keys; /* of Key */
  GArray *ranges;   /* of Range, by process and first unit */
};

/* A piece of a segment that is split no further there: an instance of a split's piece, or with
 * REFRAIN_NONE the segment itself. */
typedef struct
{
  guint32 split;
  guint32 instance;
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

void
refrain_undone_free (RefrainUndone *self)
{
  g_hash_table_unref (self->keys);
  g_array_unref (self->ranges);
  g_free (self);
}

static void
note (RefrainUndone *self, guint process, guint32 segment, guint32 split)
{
  const Key key = { process, segment, split };

  g_hash_table_add (self->keys, g_memdup2 (&key, sizeof key));
}

static const RefrainTandemSplit *
splits_of (const RefrainProcessUnits *own, guint32 segment)
{
  const guint32 first = g_array_index (own->first_split, guint32, own->kind[segment]);

  return (const RefrainTandemSplit *) (gpointer) own->splits->data + first;
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

/* The split that a unit belongs to when all that were noted are undone. */
static guint32
remaining_split (const RefrainUndone *undone,
                 const RefrainTandemSplit *splits,
                 guint process,
                 const RefrainUnit *unit)
{
  guint32 remaining = unit->split;

  for (guint32 split = unit->split; split != REFRAIN_NONE; split = splits[split].parent)
    {
      const Key key = { process, unit->segment, split };

      if (g_hash_table_contains (undone->keys, &key))
        remaining = splits[split].parent;
    }
  return remaining;
}

static int
compare_ranges (gconstpointer a, gconstpointer b)
{
  const Range *x = a, *y = b;

  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  return x->first < y->first ? -1 : x->first > y->first;
}

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

      if (remaining != unit.split)
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
