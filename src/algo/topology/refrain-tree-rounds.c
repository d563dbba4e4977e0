/* refrain-tree-rounds.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each process with children by itself, in the order of its operations: rounds that all keep to are
 * those of the tree.
 */
#include "refrain-tree-rounds.h"

#include "refrain-trace-shares.h"

/* Of a tree the direction to the parent; those to children come behind. */
#define TO_PARENT 1

enum
{
  DOWN,
  UP,
  N_WAYS
};

/* What one process has to do with its children, and of each way with its parent. */
typedef struct
{
  guint n_children;
  gboolean is_root;
  guint *round;          /* of each child the last one that it was in */
  guint n_begun, n_here; /* rounds, of both ways and all processes; children in the current one */
  guint way;             /* of the current one */
  guint64 bytes;         /* of its first message */
  guint64 rounds[N_WAYS], parent[N_WAYS];
  guint64 sums[N_WAYS], parent_bytes[N_WAYS]; /* what the first child of each round has */
} Process;

/* What is added up: rounds, those that break a rule, those whose sizes differ. */
typedef struct
{
  guint64 rounds[N_WAYS], broken[N_WAYS], unlike[N_WAYS];
} Sums;

static void
meet_parent (Process *self, Sums *sums, guint way, guint64 bytes)
{
  self->parent[way]++;
  self->parent_bytes[way] += bytes;
  if (way == UP && self->parent[UP] > self->rounds[UP])
    sums->broken[UP]++;
}

static void
meet_child (Process *self, Sums *sums, guint way, guint32 child, guint64 bytes)
{
  if (self->n_here == 0)
    {
      self->n_begun++;
      self->way = way;
      self->bytes = bytes;
      self->sums[way] += bytes;
      if (way == DOWN && !self->is_root && self->parent[DOWN] <= self->rounds[DOWN])
        sums->broken[DOWN]++;
    }
  if (way != self->way || self->round[child] == self->n_begun)
    sums->broken[self->way]++;
  sums->unlike[way] += bytes != self->bytes;
  self->round[child] = self->n_begun;
  if (++self->n_here < self->n_children)
    return;
  self->n_here = 0;
  self->rounds[self->way]++;
}

static void
follow_process (RefrainTrace *trace, RefrainMapping *mapping, guint p, Process *self, Sums *sums)
{
  const RefrainOps *ops = refrain_trace_get_ops (trace, p);

  for (gsize i = 0; i < ops->n; i++)
    {
      const gboolean is_send = REFRAIN_OP_IS_SEND (ops->kind[i]);
      gint direction;

      if (!REFRAIN_OP_IS_P2P (ops->kind[i]) || ops->peer[i] < 0 || (guint) ops->peer[i] == p)
        continue;
      direction = refrain_mapping_get_direction (mapping, p, (guint) ops->peer[i]);
      if (direction == TO_PARENT)
        meet_parent (self, sums, is_send ? UP : DOWN, ops->bytes[i]);
      else if (direction > TO_PARENT)
        meet_child (self, sums, is_send ? DOWN : UP, (guint32) ops->peer[i], ops->bytes[i]);
    }
  if (self->n_here > 0)
    sums->broken[self->way]++;
  for (guint way = 0; way < N_WAYS; way++)
    {
      sums->rounds[way] += self->rounds[way];
      sums->broken[way] += !self->is_root && self->parent[way] != self->rounds[way];
      sums->unlike[way] += !self->is_root && self->parent_bytes[way] != self->sums[way];
    }
}

static gboolean
is_tree (RefrainMapping *mapping, guint n_processes)
{
  RefrainTopologyKind kind;

  if (mapping == NULL || refrain_mapping_get_n_processes (mapping) != n_processes)
    return FALSE;
  kind = refrain_mapping_get_kind (mapping);
  return kind == REFRAIN_TOPOLOGY_TREE || kind == REFRAIN_TOPOLOGY_BINOMIAL;
}

static void
follow_all (RefrainTrace *trace, RefrainMapping *mapping, Sums *sums)
{
  const guint n = refrain_mapping_get_n_processes (mapping);
  const guint n_directions = refrain_mapping_get_n_directions (mapping);
  g_autofree guint *round = g_new0 (guint, (gsize) n + 1);
  guint n_begun = 0;

  for (guint p = 0; p < n; p++)
    {
      Process process = { .round = round, .n_begun = n_begun };

      process.is_root = refrain_mapping_get_neighbour (mapping, p, TO_PARENT) < 0;
      for (guint d = TO_PARENT + 1; d < n_directions; d++)
        process.n_children += refrain_mapping_get_neighbour (mapping, p, (gint) d) >= 0;
      if (process.n_children > 0)
        follow_process (trace, mapping, p, &process, sums);
      n_begun = process.n_begun;
    }
}

void
refrain_tree_rounds_find (RefrainTrace *trace, RefrainMapping *mapping, RefrainTreeRounds *rounds)
{
  const RefrainShares *shares = refrain_trace_get_shares (trace);
  Sums sums = { 0 };

  if (is_tree (mapping, refrain_trace_get_n_processes (trace)))
    follow_all (trace, mapping, &sums);
  if (shares != NULL)
    refrain_team_sum (shares->team, (guint64 *) &sums, sizeof sums / sizeof (guint64));
  *rounds = (RefrainTreeRounds){
    .down = sums.rounds[DOWN] > 0 && sums.broken[DOWN] == 0,
    .up = sums.rounds[UP] > 0 && sums.broken[UP] == 0,
    .down_alike = sums.unlike[DOWN] == 0,
    .up_alike = sums.unlike[UP] == 0,
  };
}
