/* refrain-reach.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How many processes the iterations of a repeat reach is counted with a union-find over nodes: a
 * node is a segment, or an iteration within a node, and units are joined where an instance holds
 * them.
 */
#include "refrain-reach.h"

#include "refrain-free.h"
#include "refrain-rows.h"
#include "refrain-search.h"
#include "refrain-tandem.h"
#include "refrain-undone.h"
#include "refrain-union-find.h"

/* Shutting a repeat can bring another to light, and so can opening one again. Programs need two or
 * three rounds; what is left after so many stays as it is. */
#define MAX_ROUNDS 64

typedef enum
{
  STATE_OPEN = 0,
  STATE_SHUT,
  STATE_NEVER, /* to be shut again: what holds it does not come again */
} State;

/* The splits of one process, whose numbers its segments' kinds share. */
typedef struct
{
  guint32 *body; /* of each split: number of what it repeats */
  guint32 *end;  /* of each split, counted from the segment */
} Splits;

typedef struct
{
  RefrainSegments *segments;
  RefrainSymbols *symbols;
  RefrainTrace *trace;
  guint n_processes;
  RefrainInstances *instances;
  RefrainSequenceTable bodies; /* symbols */
  RefrainSequenceTable keys;   /* process, routine, body */
  GArray *states;              /* of guint8: State of each key */
  Splits *splits;              /* of each process */
} Reach;

/* ---- Splits ------------------------------------------------------------------------------------
 */

/* The splits of a segment's kind, and where the first of them stands among its process'. */
static const RefrainTandemSplit *
splits_of (const RefrainProcessUnits *own, guint32 segment, guint32 *first, guint32 *n)
{
  const guint32 kind = own->kind[segment];

  *first = g_array_index (own->first_split, guint32, kind);
  *n = (kind + 1 < own->first_split->len ? g_array_index (own->first_split, guint32, kind + 1)
                                         : own->splits->len)
       - *first;
  return REFRAIN_AT ((const RefrainTandemSplit *) (gpointer) own->splits->data, *first);
}

/* Where the splits of @segment end, out of its units as they were made: from @unit on. Gives the
 * first unit of the next segment. */
static guint
measure_splits (const RefrainProcessUnits *own,
                guint32 segment,
                guint32 segment_first,
                guint unit,
                Splits *splits)
{
  guint32 first, n;
  const RefrainTandemSplit *split = splits_of (own, segment, &first, &n);

  for (; unit < own->units->len; unit++)
    {
      const RefrainUnit *u = &g_array_index (own->units, RefrainUnit, unit);

      if (u->segment != segment)
        break;
      if (u->split != REFRAIN_NONE)
        splits->end[first + u->split]
            = MAX (splits->end[first + u->split], u->first + u->n - segment_first);
    }
  /* An outer split has a smaller number. */
  for (guint32 s = n; s-- > 0;)
    if (split[s].parent != G_MAXUINT32)
      splits->end[first + split[s].parent]
          = MAX (splits->end[first + split[s].parent], splits->end[first + s]);
  return unit;
}

/* Learns what the splits repeat, from units that were just made. */
static void
read_splits (Reach *self, const RefrainUnits *units)
{
  self->splits = g_new0 (Splits, (gsize) self->n_processes + 1);
  for (guint p = 0; p < self->n_processes; p++)
    {
      const RefrainProcessUnits *own = &units->processes[p];
      const guint32 *symbol = refrain_symbols_get_stream (self->symbols, p)->symbol;
      Splits *splits = &self->splits[p];
      gsize n_segments;
      const RefrainSegment *segments = refrain_segments_get (self->segments, p, &n_segments);
      guint unit = 0;

      if (own->splits->len == 0)
        continue;
      splits->end = g_new0 (guint32, own->splits->len);
      splits->body = g_new (guint32, own->splits->len);
      refrain_fill (splits->body, 0xff, own->splits->len * sizeof (guint32));
      for (guint32 s = 0; s < n_segments; s++)
        {
          guint32 first, n;
          const RefrainTandemSplit *split = splits_of (own, s, &first, &n);

          unit = measure_splits (own, s, segments[s].first, unit, splits);
          for (guint32 k = 0; k < n && splits->body[first + n - 1] == REFRAIN_NONE; k++)
            splits->body[first + k] = refrain_sequence_table_add (
                &self->bodies, symbol + segments[s].first + split[k].first, split[k].period, NULL);
        }
    }
}

/* What split @split of @segment is known by: process, routine and body. */
static void
describe_key (const Reach *self, guint process, guint32 segment, guint32 split, guint32 words[3])
{
  const RefrainProcessUnits *own = &self->instances->units->processes[process];
  gsize n;
  const guint32 call = refrain_segments_get (self->segments, process, &n)[segment].call;
  const RefrainCalls *calls = refrain_trace_get_calls (self->trace, process);
  const guint32 first = g_array_index (own->first_split, guint32, own->kind[segment]);

  words[0] = process;
  words[1] = call != REFRAIN_NONE ? calls->routine[call] : REFRAIN_NONE;
  words[2] = self->splits[process].body[first + split];
}

/* Its number, or REFRAIN_NONE where nothing was ever shut that is known by the same. */
static guint32
find_key (const Reach *self, guint process, guint32 segment, guint32 split)
{
  guint32 words[3];

  describe_key (self, process, segment, split, words);
  return refrain_sequence_table_find (&self->keys, words, G_N_ELEMENTS (words));
}

static gboolean
is_shut (const Reach *self, guint32 key)
{
  return key != REFRAIN_NONE && g_array_index (self->states, guint8, key) == STATE_SHUT;
}

/* Shuts it, unless it is shut or to stay open; gives whether it did. */
static gboolean
shut (Reach *self, guint process, guint32 segment, guint32 split)
{
  guint32 words[3], key;
  gboolean is_new;

  describe_key (self, process, segment, split, words);
  key = refrain_sequence_table_add (&self->keys, words, G_N_ELEMENTS (words), &is_new);
  if (is_new)
    g_array_set_size (self->states, self->keys.n);
  if (g_array_index (self->states, guint8, key) != STATE_OPEN)
    return FALSE;
  g_array_index (self->states, guint8, key) = STATE_SHUT;
  return TRUE;
}

/* The splits that are shut, wherever they stand; NULL where none is. */
static RefrainUndone *
list_shut (Reach *self)
{
  g_autoptr (RefrainUndone) undone = refrain_undone_new ();
  gboolean any = FALSE;

  for (guint p = 0; p < self->n_processes; p++)
    {
      const RefrainProcessUnits *own = &self->instances->units->processes[p];
      gsize n_segments;

      refrain_segments_get (self->segments, p, &n_segments);
      for (guint32 s = 0; s < n_segments && own->splits->len > 0; s++)
        {
          guint32 first, n;

          splits_of (own, s, &first, &n);
          for (guint32 k = 0; k < n; k++)
            if (is_shut (self, find_key (self, p, s, k)))
              {
                refrain_undone_add_split (undone, p, s, k);
                any = TRUE;
              }
        }
    }
  return any ? g_steal_pointer (&undone) : NULL;
}

/* ---- Nodes -------------------------------------------------------------------------------------
 */

/* A segment, or an iteration of a split. */
typedef struct
{
  guint32 parent; /* itself at the top */
  guint32 level;  /* 0: a segment */
  guint32 split;  /* of the segment's kind */
} Node;

/* The node that was last met at a level, and where it ends, counted from the segment. */
typedef struct
{
  guint32 node;
  guint32 split;
  guint32 end;
} Met;

typedef struct
{
  GArray *nodes;    /* of Node */
  guint32 *of_unit; /* of each unit: the node in which it stands */
  guint32 depth;    /* the greatest level */
} Nodes;

REFRAIN_DEFINE_AUTO (nodes_clear, Nodes, g_clear_pointer (&x->nodes, g_array_unref);
                     g_clear_pointer (&x->of_unit, g_free))

static guint32
add_node (Nodes *self, guint32 parent, guint32 split, guint32 level)
{
  const guint32 number = self->nodes->len;
  const Node node = { parent == REFRAIN_NONE ? number : parent, level, split };

  g_array_append_val (self->nodes, node);
  self->depth = MAX (self->depth, level);
  return number;
}

/* Puts the iteration of split @split that holds what stands at @at of the segment, no earlier than
 * before, on top of @stack (of Met, by level). Gives its level. */
static guint32
enter_node (Nodes *self, const RefrainTandemSplit *splits, guint32 split, guint32 at, GArray *stack)
{
  const RefrainTandemSplit *own = &splits[split];
  const guint32 outer
      = own->parent == G_MAXUINT32 ? 0 : enter_node (self, splits, own->parent, at, stack);
  const Met *parent = &g_array_index (stack, Met, outer), *last = parent + 1;
  Met met;

  if (outer + 1 < stack->len && last->split == split && at < last->end)
    return outer + 1;
  met.node = add_node (self, parent->node, split, outer + 1);
  met.split = split;
  met.end = MIN (at - (at - own->first) % own->period + own->period, parent->end);
  g_array_set_size (stack, outer + 1);
  g_array_append_val (stack, met);
  return outer + 1;
}

static void
nodes_init (Nodes *self, Reach *reach)
{
  const RefrainUnits *units = reach->instances->units;
  const guint32 n_units = units->first[units->n_processes];
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Met));

  self->nodes = g_array_sized_new (FALSE, FALSE, sizeof (Node), n_units);
  self->of_unit = g_new (guint32, (gsize) n_units + 1);
  for (guint p = 0; p < units->n_processes; p++)
    {
      const RefrainProcessUnits *own = &units->processes[p];
      gsize n;
      const RefrainSegment *segments = refrain_segments_get (reach->segments, p, &n);
      guint32 segment = REFRAIN_NONE;

      for (guint u = 0; u < own->units->len; u++)
        {
          const RefrainUnit *unit = &g_array_index (own->units, RefrainUnit, u);
          guint32 first, n_splits, level = 0;

          if (unit->segment != segment)
            {
              const Met met
                  = { add_node (self, REFRAIN_NONE, REFRAIN_NONE, 0), REFRAIN_NONE, G_MAXUINT32 };

              segment = unit->segment;
              g_array_set_size (stack, 0);
              g_array_append_val (stack, met);
            }
          if (unit->split != REFRAIN_NONE)
            level = enter_node (self, splits_of (own, segment, &first, &n_splits), unit->split,
                                unit->first - segments[segment].first, stack);
          self->of_unit[units->first[p] + u] = g_array_index (stack, Met, level).node;
        }
    }
}

/* The node around @node that is no deeper than @depth. */
static guint32
node_at (const Nodes *self, guint32 node, guint32 depth)
{
  while (g_array_index (self->nodes, Node, node).level > depth)
    node = g_array_index (self->nodes, Node, node).parent;
  return node;
}

/* ---- Reach -------------------------------------------------------------------------------------
 */

/* What the nodes are connected to when each node of @depth is one. */
typedef struct
{
  guint32 *group; /* of each node: the root of the one around it */
  guint32 *reach; /* of each group: processes */
  guint32 *full;  /* of each group: the most that one instance inside reaches */
} Layer;

REFRAIN_DEFINE_AUTO (layer_clear, Layer, refrain_clear (&x->group, &x->reach, &x->full))

static void
layer_init (Layer *self,
            const Reach *reach,
            const Nodes *nodes,
            guint32 depth,
            const guint32 *instance_reach)
{
  const RefrainInstances *instances = reach->instances;
  const RefrainUnits *units = instances->units;
  const guint32 n = nodes->nodes->len;
  const Node *node = (const Node *) (gpointer) nodes->nodes->data;
  g_autofree guint32 *last = g_new0 (guint32, (gsize) n + 1); /* process + 1 */

  self->group = g_new (guint32, (gsize) n + 1);
  self->reach = g_new0 (guint32, (gsize) n + 1);
  self->full = g_new0 (guint32, (gsize) n + 1);
  for (guint32 v = 0; v < n; v++)
    self->group[v] = node[v].level > depth ? self->group[node[v].parent] : v;
  for (guint32 i = 0; i < instances->n; i++)
    {
      const guint64 first = instances->instances[i].first;

      for (guint64 m = first + 1; m < instances->instances[i + 1].first; m++)
        refrain_union_find_join (self->group, nodes->of_unit[instances->members[first]],
                                 nodes->of_unit[instances->members[m]]);
    }
  /* A root is the smallest of its set. */
  for (guint32 v = 0; v < n; v++)
    self->group[v] = self->group[self->group[v]];
  for (guint p = 0; p < units->n_processes; p++)
    for (guint32 u = units->first[p]; u < units->first[p + 1]; u++)
      {
        const guint32 group = self->group[nodes->of_unit[u]];

        self->reach[group] += last[group] != p + 1;
        last[group] = p + 1;
      }
  for (guint32 i = 0; i < instances->n; i++)
    {
      const guint32 unit = instances->members[instances->instances[i].first];
      guint32 *full = &self->full[self->group[nodes->of_unit[unit]]];

      *full = MAX (*full, instance_reach[i]);
    }
}

/* Whether unit @u of @process is nothing but messages to itself, which are part of what is around
 * them. */
static gboolean
is_with_itself (const Reach *self, guint process, guint32 u)
{
  const RefrainUnit *unit = refrain_units_get (self->instances->units, process, u);
  const RefrainOps *ops = refrain_trace_get_ops (self->trace, process);
  const guint32 *op = refrain_symbols_get_stream (self->symbols, process)->op;

  for (guint32 i = unit->first; i < unit->first + unit->n; i++)
    if (!REFRAIN_OP_IS_P2P (ops->kind[op[i]]) || ops->peer[op[i]] != (gint32) process)
      return FALSE;
  return TRUE;
}

/* Shuts what does not reach what is around it, or with @look only looks for such; gives whether
 * there was any. */
static gboolean
shut_fragments (Reach *self, gboolean look)
{
  const RefrainInstances *instances = self->instances;
  const RefrainUnits *units = instances->units;
  g_autofree guint32 *instance_reach
      = refrain_rows_count_processes (units, instances->instance_of_unit, instances->n);
  g_auto (Nodes) nodes = { 0 };
  g_auto (Layer) outer = { 0 };
  gboolean any = FALSE;

  nodes_init (&nodes, self);
  if (nodes.depth > 0)
    layer_init (&outer, self, &nodes, 0, instance_reach);
  for (guint32 depth = 1; depth <= nodes.depth && !(look && any); depth++)
    {
      g_auto (Layer) inner = { 0 };

      layer_init (&inner, self, &nodes, depth, instance_reach);
      for (guint p = 0; p < units->n_processes; p++)
        for (guint32 u = units->first[p]; u < units->first[p + 1]; u++)
          {
            const guint32 node = nodes.of_unit[u];
            const Node *own = &g_array_index (nodes.nodes, Node, node);
            const guint32 wanted = outer.reach[outer.group[node]];

            if (own->level < depth || inner.reach[inner.group[node]] >= wanted
                || (outer.full[outer.group[node]] >= wanted && !is_with_itself (self, p, u)))
              continue;
            any |= look;
            if (look)
              break;
            own = &g_array_index (nodes.nodes, Node, node_at (&nodes, node, depth));
            any |= shut (self, p, refrain_units_get (units, p, u)->segment, own->split);
          }
      layer_clear (&outer);
      outer = inner;
      inner = (Layer){ 0 };
    }
  return any;
}

/* Opens for good what is shut only in what does not come again; gives whether there was any. */
static gboolean
reopen (Reach *self)
{
  const RefrainInstances *instances = self->instances;
  const RefrainUnits *units = instances->units;
  g_autofree gboolean *good = g_new0 (gboolean, (gsize) self->keys.n + 1);
  g_autofree gboolean *seen = g_new0 (gboolean, (gsize) self->keys.n + 1);
  gboolean any = FALSE;

  for (guint p = 0; p < self->n_processes; p++)
    {
      const RefrainProcessUnits *own = &units->processes[p];
      gsize n_segments;
      const RefrainSegment *segments = refrain_segments_get (self->segments, p, &n_segments);
      guint u = 0;

      for (guint32 s = 0; s < n_segments && own->splits->len > 0; s++)
        {
          guint32 first, n;
          const RefrainTandemSplit *split = splits_of (own, s, &first, &n);

          for (guint32 k = 0; k < n; k++)
            {
              const guint32 key = find_key (self, p, s, k);
              const guint32 at = segments[s].first + split[k].first;
              const RefrainInstance *instance;

              if (!is_shut (self, key))
                continue;
              while (u + 1 < own->units->len
                     && g_array_index (own->units, RefrainUnit, u + 1).first <= at)
                u++;
              instance = &instances->instances[instances->instance_of_unit[units->first[p] + u]];
              seen[key] = TRUE;
              good[key] |= instances->count[instance->pattern] > 1;
            }
        }
    }
  for (guint32 key = 0; key < self->keys.n; key++)
    if (seen[key] && !good[key])
      {
        g_array_index (self->states, guint8, key) = STATE_NEVER;
        any = TRUE;
      }
  return any;
}

/* ---- Forth and back ----------------------------------------------------------------------------
 */

/* A unit that is cut in its middle. */
typedef struct
{
  guint32 process;
  guint32 unit; /* of the process, before any was cut */
  guint32 at;   /* element */
  guint32 content;
  guint32 wanted; /* processes that it reached */
} Cut;

/* Whether @unit is a whole iteration, and a shut repeat stands an even number of times around its
 * middle. */
static gboolean
has_mirror (Reach *self, guint process, const RefrainUnit *unit, guint32 segment_first)
{
  const guint32 middle = unit->first + unit->n / 2 - segment_first;
  guint32 first, n;
  const RefrainTandemSplit *split
      = splits_of (&self->instances->units->processes[process], unit->segment, &first, &n);

  if (unit->split == REFRAIN_NONE || unit->n != split[unit->split].period || unit->n % 2 > 0)
    return FALSE;
  for (guint32 k = 0; k < n; k++)
    {
      const guint32 end = self->splits[process].end[first + k];
      const guint32 count = (end - split[k].first) / split[k].period;

      if (count % 2 == 0 && split[k].first + count / 2 * split[k].period == middle
          && split[k].first + segment_first >= unit->first
          && end + segment_first <= unit->first + unit->n
          && is_shut (self, find_key (self, process, unit->segment, k)))
        return TRUE;
    }
  return FALSE;
}

static GArray *
find_cuts (Reach *self)
{
  const RefrainInstances *instances = self->instances;
  const RefrainUnits *units = instances->units;
  g_autofree guint32 *reach
      = refrain_rows_count_processes (units, instances->instance_of_unit, instances->n);
  GArray *cuts = g_array_new (FALSE, FALSE, sizeof (Cut));

  for (guint p = 0; p < units->n_processes; p++)
    {
      gsize n;
      const RefrainSegment *segments = refrain_segments_get (self->segments, p, &n);

      for (guint32 u = units->first[p]; u < units->first[p + 1]; u++)
        {
          const RefrainUnit *unit = refrain_units_get (units, p, u);
          const Cut cut = { p, u - units->first[p], unit->first + unit->n / 2, unit->content,
                            reach[instances->instance_of_unit[u]] };

          if (has_mirror (self, p, unit, segments[unit->segment].first))
            g_array_append_val (cuts, cut);
        }
    }
  return cuts;
}

/* Cuts the units of @process, of which @cuts[@at] is the first; gives the first of another one. */
static guint
cut_process (RefrainUnits *units, guint process, const GArray *cuts, guint at)
{
  GArray *old = units->processes[process].units;
  GArray *all = g_array_sized_new (FALSE, FALSE, sizeof (RefrainUnit), old->len);

  for (guint u = 0; u < old->len; u++)
    {
      RefrainUnit unit = g_array_index (old, RefrainUnit, u);
      const Cut *cut = at < cuts->len ? &g_array_index (cuts, Cut, at) : NULL;

      if (cut != NULL && cut->process == process && cut->unit == u)
        {
          RefrainUnit half = unit;

          half.n = cut->at - unit.first;
          unit.first = cut->at;
          unit.n -= half.n;
          half.content = unit.content = REFRAIN_NONE;
          half.cut = unit.cut = TRUE;
          g_array_append_val (all, half);
          at++;
        }
      g_array_append_val (all, unit);
    }
  g_array_unref (old);
  units->processes[process].units = all;
  return at;
}

/* The unit of @process that begins at element @at, numbered in it; or REFRAIN_NONE. */
static guint32
find_unit (const RefrainUnits *units, guint process, guint32 at)
{
  const RefrainUnit *unit = (const RefrainUnit *) (gpointer) units->processes[process].units->data;
  const guint n = units->processes[process].units->len;
  const gsize u = REFRAIN_LOWER_BOUND (i, 0, n, unit[i].first < at);

  return u < n && unit[u].first == at ? (guint32) u : REFRAIN_NONE;
}

/* The cuts whose halves do not reach what was cut, and those of equal units; NULL where all do. */
static RefrainUndone *
find_vain (Reach *self, const GArray *cuts)
{
  const RefrainInstances *instances = self->instances;
  const RefrainUnits *units = instances->units;
  g_autofree guint32 *reach
      = refrain_rows_count_processes (units, instances->instance_of_unit, instances->n);
  g_autoptr (RefrainUndone) undone = refrain_undone_new ();
  g_auto (RefrainSequenceTable) vain;
  gboolean any = FALSE;

  refrain_sequence_table_init (&vain);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < cuts->len; i++)
      {
        const Cut *cut = &g_array_index (cuts, Cut, i);
        const guint32 words[] = { cut->process, cut->content };
        const guint32 unit = find_unit (units, cut->process, cut->at);
        const guint32 number = unit + units->first[cut->process];

        if (unit == REFRAIN_NONE || unit == 0)
          continue;
        if (pass == 0
            && (reach[instances->instance_of_unit[number]] < cut->wanted
                || reach[instances->instance_of_unit[number - 1]] < cut->wanted))
          refrain_sequence_table_add (&vain, words, G_N_ELEMENTS (words), NULL);
        if (pass == 1
            && refrain_sequence_table_find (&vain, words, G_N_ELEMENTS (words)) != G_MAXUINT32)
          {
            refrain_undone_add_cuts (undone, units, cut->process, number - 1, number);
            any = TRUE;
          }
      }
  return any ? g_steal_pointer (&undone) : NULL;
}

/* FALSE when cancelled. */
static gboolean
cut_mirrors (Reach *self, GCancellable *cancellable)
{
  RefrainUnits *units = self->instances->units;
  g_autoptr (GArray) cuts = find_cuts (self);
  guint at = 0;

  if (cuts->len == 0)
    return TRUE;
  while (at < cuts->len)
    at = cut_process (units, g_array_index (cuts, Cut, at).process, cuts, at);
  refrain_units_renumber (units);
  if (!refrain_instances_join (self->instances, cancellable))
    return FALSE;
  for (guint round = 0; round < MAX_ROUNDS; round++)
    {
      g_autoptr (RefrainUndone) undone = find_vain (self, cuts);

      if (undone == NULL)
        break;
      refrain_units_undo (units, undone);
      if (!refrain_instances_join (self->instances, cancellable))
        return FALSE;
    }
  return TRUE;
}

/* ---- All ---------------------------------------------------------------------------------------
 */

static void
reach_clear (Reach *self)
{
  for (guint p = 0; self->splits != NULL && p < self->n_processes; p++)
    refrain_free (self->splits[p].body, self->splits[p].end);
  g_free (self->splits);
  g_clear_pointer (&self->instances, refrain_instances_free);
  g_clear_pointer (&self->states, g_array_unref);
  refrain_sequence_table_clear (&self->bodies);
  refrain_sequence_table_clear (&self->keys);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reach, reach_clear)

/* Makes instances with what is shut so far, and shuts until nothing is left to shut. FALSE when
 * cancelled. */
static gboolean
shut_all (Reach *self, RefrainUnitsMode mode, gboolean *turned, GCancellable *cancellable)
{
  RefrainUnits *units = refrain_units_new (self->segments, mode, cancellable);
  guint round = 0;

  if (units == NULL)
    return FALSE;
  if (turned != NULL)
    *turned = units->turned;
  if (self->splits == NULL)
    read_splits (self, units);
  g_clear_pointer (&self->instances, refrain_instances_free);
  self->instances = refrain_instances_new_of (units, cancellable);
  while (self->instances != NULL)
    {
      const gboolean any = (round == 0 && self->keys.n > 0) | shut_fragments (self, FALSE);
      g_autoptr (RefrainUndone) undone = any ? list_shut (self) : NULL;

      if (undone == NULL || round++ == MAX_ROUNDS)
        return TRUE;
      refrain_units_undo (self->instances->units, undone);
      if (!refrain_instances_join (self->instances, cancellable))
        return FALSE;
    }
  return FALSE;
}

/* Whether every unit that is part of a repeat reaches what its segments do: then all that is around
 * it reaches no more. */
static gboolean
is_whole (const RefrainInstances *instances, const guint32 *reach_of_segments)
{
  const RefrainUnits *units = instances->units;
  g_autofree guint32 *reach
      = refrain_rows_count_processes (units, instances->instance_of_unit, instances->n);

  for (guint p = 0; p < units->n_processes; p++)
    for (guint32 u = units->first[p]; u < units->first[p + 1]; u++)
      if (refrain_units_get (units, p, u)->split != REFRAIN_NONE
          && reach[instances->instance_of_unit[u]] < reach_of_segments[u])
        return FALSE;
  return TRUE;
}

gboolean
refrain_reach_has_fragments (RefrainInstances *instances, const guint32 *reach_of_segments)
{
  Reach self = { .segments = instances->units->segments, .instances = instances };
  gboolean any = FALSE;

  for (guint p = 0; p < instances->units->n_processes && !any; p++)
    any = instances->units->processes[p].splits->len > 0;
  if (!any || is_whole (instances, reach_of_segments))
    return FALSE;
  self.symbols = refrain_segments_get_symbols (self.segments);
  self.trace = refrain_symbols_get_trace (self.symbols);
  self.n_processes = instances->units->n_processes;
  return shut_fragments (&self, TRUE);
}

RefrainInstances *
refrain_reach_join (RefrainSegments *segments,
                    RefrainUnitsMode mode,
                    gboolean *turned,
                    GCancellable *cancellable)
{
  g_auto (Reach) self = { .segments = segments,
                          .symbols = refrain_segments_get_symbols (segments),
                          .states = g_array_new (FALSE, TRUE, sizeof (guint8)) };

  self.trace = refrain_symbols_get_trace (self.symbols);
  self.n_processes = refrain_trace_get_n_processes (self.trace);
  refrain_sequence_table_init (&self.bodies);
  refrain_sequence_table_init (&self.keys);
  for (guint round = 0; round < MAX_ROUNDS; round++)
    {
      if (!shut_all (&self, mode, turned, cancellable))
        return NULL;
      if (!reopen (&self))
        break;
    }
  if (!cut_mirrors (&self, cancellable) || !refrain_rows_join (self.instances, cancellable))
    return NULL;
  return g_steal_pointer (&self.instances);
}
