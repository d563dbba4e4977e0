/* refrain-replay-pass.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A pass replays several scenarios at once: each time is a row of numbers. Only nodes that others
 * depend on keep when they began. Changes are sparse: rows of those nodes that some scenario
 * changes.
 */
#include "refrain-replay-pass.h"

#include "refrain-arrays.h"

#define WIDTH REFRAIN_REPLAY_WIDTH
/* Before anything. */
#define LONG_AGO G_MININT64

typedef RefrainReplayRow Row;
typedef RefrainReplay Replay;
typedef RefrainReplayPass Pass;

/* What scenarios change of a node: rows + 1, or 0 for none. Most change one thing. */
typedef struct
{
  guint32 node;
  guint32 gap, cost, otherwise;
} Change;

/* When it waits, and for what. */
typedef struct
{
  Row before, early;
  guint8 cut[WIDTH];
} Otherwise;

struct _RefrainReplayPasses
{
  GMutex lock;
  GPtrArray *free; /* of Pass */
};

/* ---- Memory of passes ----------------------------------------------------------------------- */

static void
pass_free (gpointer data)
{
  Pass *pass = data;

  g_free (pass->places);
  g_array_unref (pass->changes);
  g_array_unref (pass->gaps);
  g_array_unref (pass->costs);
  g_array_unref (pass->otherwise);
  g_free (pass->begun);
  g_free (pass->groups);
  g_free (pass->has_group);
  g_free (pass->now);
  g_free (pass);
}

RefrainReplayPasses *
refrain_replay_passes_new (void)
{
  RefrainReplayPasses *self = g_new0 (RefrainReplayPasses, 1);

  g_mutex_init (&self->lock);
  self->free = g_ptr_array_new_with_free_func (pass_free);
  return self;
}

void
refrain_replay_passes_free (RefrainReplayPasses *self)
{
  g_ptr_array_unref (self->free);
  g_mutex_clear (&self->lock);
  g_free (self);
}

Pass *
refrain_replay_pass_take (const Replay *replay)
{
  const RefrainRunGraph *graph = replay->graph;
  RefrainReplayPasses *passes = graph->passes;
  Pass *pass = NULL;

  g_mutex_lock (&passes->lock);
  if (passes->free->len > 0)
    pass = g_ptr_array_steal_index (passes->free, passes->free->len - 1);
  g_mutex_unlock (&passes->lock);
  if (pass != NULL && pass->n_kept >= replay->n_kept)
    return pass;
  g_clear_pointer (&pass, pass_free);
  pass = g_new0 (Pass, 1);
  pass->changes = g_array_new (FALSE, FALSE, sizeof (Change));
  pass->gaps = g_array_new (FALSE, TRUE, sizeof (Row));
  pass->costs = g_array_new (FALSE, TRUE, sizeof (Row));
  pass->otherwise = g_array_new (FALSE, TRUE, sizeof (Otherwise));
  pass->n_kept = replay->n_kept;
  pass->begun = g_new (Row, (gsize) replay->n_kept + 1);
  pass->groups = g_new (Row, (gsize) graph->n_groups + 1);
  pass->has_group = g_malloc ((gsize) graph->n_groups + 1);
  pass->now = g_new (Row, graph->n_lines + 1);
  return pass;
}

void
refrain_replay_pass_give_back (Pass *pass)
{
  RefrainReplayPasses *passes = pass->replay->graph->passes;

  g_mutex_lock (&passes->lock);
  g_ptr_array_add (passes->free, pass);
  g_mutex_unlock (&passes->lock);
}

/* ---- Changes -------------------------------------------------------------------------------- */

/* Of a node of which @row says where it has its own in @rows, which it gets where it has none. */
static gpointer
get_row (GArray *rows, guint32 *row)
{
  if (*row == 0)
    {
      g_array_set_size (rows, rows->len + 1);
      *row = rows->len;
    }
  return rows->data + (gsize) (*row - 1) * g_array_get_element_size (rows);
}

static Change *
get_change (Pass *pass, guint32 node)
{
  if (pass->changed[node] == 0)
    {
      const Change none = { .node = node };

      g_array_append_val (pass->changes, none);
      pass->changed[node] = pass->changes->len;
    }
  return &g_array_index (pass->changes, Change, pass->changed[node] - 1);
}

static void
add_scenario (Pass *pass, guint s, const RefrainScenario *base, const RefrainScenario *scenario)
{
  const RefrainRunGraph *graph = pass->replay->graph;
  guint segs[2] = { 0 }, nodes[2] = { 0 };
  RefrainSegChange seg;
  RefrainNodeChange node;

  while (refrain_scenario_next_seg (base, scenario, segs, &seg))
    {
      RefrainTime *gap = get_row (pass->gaps, &get_change (pass, graph->seg_node[seg.seg])->gap);

      gap[s] += seg.time - graph->seg_time[seg.seg];
    }
  while (refrain_scenario_next_node (base, scenario, nodes, &node))
    {
      Change *change = get_change (pass, node.node);

      if (node.cost >= 0)
        ((RefrainTime *) get_row (pass->costs, &change->cost))[s]
            = node.cost - graph->cost[node.node];
      if (node.before != 0 || node.early != 0 || node.cut != 0)
        {
          Otherwise *otherwise = get_row (pass->otherwise, &change->otherwise);

          otherwise->before[s] = node.before;
          otherwise->early[s] = node.early;
          otherwise->cut[s] = node.cut;
        }
    }
}

/* Nothing is changed. */
static void
clear_changes (Pass *pass)
{
  for (guint i = 0; i < pass->changes->len; i++)
    pass->places[g_array_index (pass->changes, Change, i).node] = 0;
  g_array_set_size (pass->changes, 0);
  g_array_set_size (pass->gaps, 0);
  g_array_set_size (pass->costs, 0);
  g_array_set_size (pass->otherwise, 0);
  pass->changed = NULL;
}

void
refrain_replay_pass_start (Pass *pass, const Replay *replay, gsize first, gsize n)
{
  const RefrainRunGraph *graph = replay->graph;

  pass->replay = replay;
  refrain_fill (pass->has_group, 0, graph->n_groups);
  for (guint s = 0; s < WIDTH; s++)
    pass->waited[s] = 0;
  for (guint l = 0; l < graph->n_lines; l++)
    for (guint s = 0; s < WIDTH; s++)
      pass->now[l][s] = graph->lines[l].start;
  clear_changes (pass);
  for (gsize i = first; i < first + n; i++)
    {
      const RefrainScenario *base = replay->bases != NULL ? replay->bases[i] : NULL;

      if (base == NULL && replay->scenarios[i] == NULL)
        continue;
      if (pass->places == NULL)
        pass->places = g_new0 (guint32, (gsize) graph->n + 1);
      pass->changed = pass->places;
      add_scenario (pass, (guint) (i - first), base, replay->scenarios[i]);
    }
}

/* ---- The pass ------------------------------------------------------------------------------- */

/* When the last member of @group has begun. */
static const RefrainTime *
get_group (Pass *pass, guint32 group)
{
  const RefrainRunGraph *graph = pass->replay->graph;
  RefrainTime *row = pass->groups[group];

  if (pass->has_group[group])
    return row;
  pass->has_group[group] = TRUE;
  for (guint s = 0; s < WIDTH; s++)
    row[s] = LONG_AGO;
  for (guint32 m = graph->first_member[group]; m < graph->first_member[group + 1]; m++)
    {
      const RefrainTime *member = pass->begun[pass->replay->kept[graph->member[m]] - 1];

      for (guint s = 0; s < WIDTH; s++)
        row[s] = MAX (row[s], member[s]);
    }
  return row;
}

/* What is changed of @node, or NULL. */
static inline const Change *
find_change (const Pass *pass, guint32 node)
{
  return pass->changed != NULL && pass->changed[node] > 0
             ? &g_array_index (pass->changes, Change, pass->changed[node] - 1)
             : NULL;
}

static inline void
compute (Pass *pass, guint32 l, guint32 node)
{
  const RefrainRunGraph *graph = pass->replay->graph;
  RefrainTime *now = pass->now[l];
  const RefrainTime gap = graph->gap[node];
  const Change *change = find_change (pass, node);

  if (change == NULL || change->gap == 0)
    for (guint s = 0; s < WIDTH; s++)
      now[s] += gap;
  else
    {
      const RefrainTime *more = g_array_index (pass->gaps, Row, change->gap - 1);

      for (guint s = 0; s < WIDTH; s++)
        now[s] += MAX (gap + more[s], 0);
    }
}

static inline void
begin (Pass *pass, guint32 l, guint32 node)
{
  const guint32 kept = pass->replay->kept[node];

  if (kept > 0)
    memcpy (pass->begun[kept - 1], pass->now[l], sizeof (Row));
}

/* Waits for what @node depends on, and adds its cost. */
static void
wait_and_cost (Pass *pass, guint32 node, const Otherwise *otherwise, RefrainTime *now)
{
  const RefrainRunGraph *graph = pass->replay->graph;
  const RefrainTime cost = graph->cost[node], free_cost = graph->free_cost[node];
  Row came;

  memcpy (came, now, sizeof came);
  for (guint32 d = graph->first_dep[node]; d < graph->first_dep[node + 1]; d++)
    {
      const guint8 kind = graph->dep_kind[d];
      const RefrainTime *row;

      if (kind == 0)
        continue;
      row = kind == REFRAIN_RUN_GROUP ? get_group (pass, graph->dep[d])
                                      : pass->begun[pass->replay->kept[graph->dep[d]] - 1];
      if (otherwise == NULL)
        for (guint s = 0; s < WIDTH; s++)
          now[s] = MAX (now[s], row[s]);
      else
        for (guint s = 0; s < WIDTH; s++)
          now[s] = otherwise->cut[s] & kind ? now[s] : MAX (now[s], row[s] - otherwise->early[s]);
    }
  for (guint s = 0; s < WIDTH; s++)
    {
      pass->waited[s] += now[s] - came[s];
      now[s] += now[s] > came[s] ? cost : free_cost;
    }
}

static inline void
end (Pass *pass, guint32 l, guint32 node)
{
  const RefrainRunGraph *graph = pass->replay->graph;
  RefrainTime *now = pass->now[l];
  const Change *change = find_change (pass, node);
  const Otherwise *otherwise
      = change != NULL && change->otherwise > 0
            ? &g_array_index (pass->otherwise, Otherwise, change->otherwise - 1)
            : NULL;

  if (otherwise != NULL)
    for (guint s = 0; s < WIDTH; s++)
      now[s] += otherwise->before[s];
  if (graph->first_dep[node] < graph->first_dep[node + 1])
    wait_and_cost (pass, node, otherwise, now);
  else
    for (guint s = 0; s < WIDTH; s++)
      now[s] += graph->cost[node];
  if (change != NULL && change->cost > 0)
    {
      const RefrainTime *more = g_array_index (pass->costs, Row, change->cost - 1);

      for (guint s = 0; s < WIDTH; s++)
        now[s] += more[s];
    }
}

void
refrain_replay_pass_compute (Pass *pass, guint32 l, guint32 node)
{
  compute (pass, l, node);
}

void
refrain_replay_pass_begin (Pass *pass, guint32 l, guint32 node)
{
  begin (pass, l, node);
}

void
refrain_replay_pass_end (Pass *pass, guint32 l, guint32 node)
{
  end (pass, l, node);
}

void
refrain_replay_pass_run_in_order (Pass *pass)
{
  const Replay *replay = pass->replay;
  const RefrainRunGraph *graph = replay->graph;

  for (guint32 i = 0; i < 2 * graph->n; i++)
    {
      const guint32 node = graph->order[i] / 2;

      if (i % G_MAXUINT16 == 0 && g_cancellable_is_cancelled (replay->cancellable))
        break;
      if (graph->order[i] % 2 == 0)
        {
          compute (pass, graph->line[node], node);
          begin (pass, graph->line[node], node);
        }
      else
        {
          end (pass, graph->line[node], node);
          if (replay->ends != NULL)
            replay->ends[node] = pass->now[graph->line[node]][0];
        }
    }
}
