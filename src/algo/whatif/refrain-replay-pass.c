/* refrain-replay-pass.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A pass replays several scenarios at once: each time is a row of numbers. Only nodes that others
 * depend on keep when they began, until the last of those has ended. Changes are sparse: rows of
 * those nodes that some scenario changes.
 */
#include "refrain-replay-pass.h"

#include "refrain-arrays.h"
#include "refrain-free.h"

#define WIDTH REFRAIN_REPLAY_WIDTH
/* Before anything. */
#define LONG_AGO G_MININT64

typedef RefrainReplayRow Row;
typedef RefrainReplayFour Four;
typedef RefrainReplay Replay;
typedef RefrainReplayPass Pass;
typedef RefrainReplayChange Change;

struct _RefrainReplayPasses
{
  GMutex lock;
  GPtrArray *free; /* of Pass */
  guint32 *kept;   /* NULL until the first replay */
  guint32 n_kept;
};

/* ---- Rows ----------------------------------------------------------------------------------- */

/* For the machine at hand one function is made of all that a node does. */
#define INLINE static inline __attribute__ ((always_inline))
/* @statement (i), for each four: compilers do not unroll that by themselves. */
#define FOR_FOURS(statement)                                                                       \
  statement (0);                                                                                   \
  statement (1)
G_STATIC_ASSERT (WIDTH == 8);

/* What is copied otherwise than it is computed with has to be written before it is read. */
INLINE void
copy (Row *row, const Row *from)
{
#define COPY(i) row->four[i] = from->four[i]
  FOR_FOURS (COPY);
#undef COPY
}

INLINE void
fill (Row *row, RefrainTime time)
{
#define FILL(i) row->four[i] = (Four){ time, time, time, time }
  FOR_FOURS (FILL);
#undef FILL
}

INLINE void
add (Row *row, const Row *more)
{
#define ADD(i) row->four[i] += more->four[i]
  FOR_FOURS (ADD);
#undef ADD
}

INLINE void
add_to_all (Row *row, RefrainTime more)
{
#define ADD(i) row->four[i] += more
  FOR_FOURS (ADD);
#undef ADD
}

INLINE void
subtract (Row *row, const Row *less)
{
#define SUBTRACT(i) row->four[i] -= less->four[i]
  FOR_FOURS (SUBTRACT);
#undef SUBTRACT
}

/* Where @row is less than @to, it is that. */
INLINE void
lift_four (Four *four, const Four *to)
{
  const Four less = *four < *to;

  *four = (*to & less) | (*four & ~less);
}

INLINE void
lift (Row *row, const Row *to)
{
#define LIFT(i) lift_four (&row->four[i], &to->four[i])
  FOR_FOURS (LIFT);
#undef LIFT
}

/* Adds @cost where @row is another than @came, and @free_cost where it is not. */
INLINE void
add_cost_four (Four *four, const Four *came, RefrainTime cost, RefrainTime free_cost)
{
  const Four free = *four == *came;

  *four += cost + (free & (free_cost - cost));
}

INLINE void
add_cost (Row *row, const Row *came, RefrainTime cost, RefrainTime free_cost)
{
#define ADD(i) add_cost_four (&row->four[i], &came->four[i], cost, free_cost)
  FOR_FOURS (ADD);
#undef ADD
}

/* ---- What is kept --------------------------------------------------------------------------- */

typedef struct
{
  const RefrainRunGraph *graph;
  guint32 *kept;
  guint32 n_kept;
  guint32 *n_readers; /* of each node: ends that are still to come, and groups */
  guint8 *is_read;    /* of each group */
  GArray *free;       /* of guint32: places that others can have, + 1 */
} Keeper;

static void
read_once (Keeper *keeper, guint32 node)
{
  if (--keeper->n_readers[node] == 0)
    g_array_append_val (keeper->free, keeper->kept[node]);
}

static void
read_deps (Keeper *keeper, guint32 node)
{
  const RefrainRunGraph *graph = keeper->graph;

  for (guint32 d = graph->first_dep[node]; d < graph->first_dep[node + 1]; d++)
    if (graph->dep_kind[d] == REFRAIN_RUN_GROUP && !keeper->is_read[graph->dep[d]])
      {
        keeper->is_read[graph->dep[d]] = TRUE;
        for (guint32 m = graph->first_member[graph->dep[d]];
             m < graph->first_member[graph->dep[d] + 1]; m++)
          read_once (keeper, graph->member[m]);
      }
    else if (graph->dep_kind[d] != 0 && graph->dep_kind[d] != REFRAIN_RUN_GROUP)
      read_once (keeper, graph->dep[d]);
}

static void
keep (Keeper *keeper, guint32 node)
{
  if (keeper->n_readers[node] == 0)
    return;
  keeper->kept[node] = keeper->n_kept + 1;
  /* Whoever takes turns comes in another order. */
  if (keeper->free->len > 0 && keeper->graph->n_turns == 0)
    {
      keeper->kept[node] = g_array_index (keeper->free, guint32, keeper->free->len - 1);
      g_array_set_size (keeper->free, keeper->free->len - 1);
    }
  else
    keeper->n_kept++;
}

/* Finds where nodes keep when they began: in as few places as the order of the run allows, so that
 * they are near. */
static void
find_kept (RefrainReplayPasses *self, const RefrainRunGraph *graph)
{
  Keeper keeper = { .graph = graph,
                    .kept = g_new0 (guint32, (gsize) graph->n + 1),
                    .n_readers = g_new0 (guint32, (gsize) graph->n + 1),
                    .is_read = g_malloc0 ((gsize) graph->n_groups + 1),
                    .free = g_array_new (FALSE, FALSE, sizeof (guint32)) };

  for (guint32 d = 0; graph->n > 0 && d < graph->first_dep[graph->n]; d++)
    if (graph->dep_kind[d] != 0 && graph->dep_kind[d] != REFRAIN_RUN_GROUP)
      keeper.n_readers[graph->dep[d]]++;
  for (guint32 m = 0; m < graph->first_member[graph->n_groups]; m++)
    keeper.n_readers[graph->member[m]]++;
  for (guint32 i = 0; i < 2 * graph->n; i++)
    if (graph->order[i] % 2 == 0)
      keep (&keeper, graph->order[i] / 2);
    else
      read_deps (&keeper, graph->order[i] / 2);
  refrain_free (keeper.n_readers, keeper.is_read);
  g_array_unref (keeper.free);
  self->kept = keeper.kept;
  self->n_kept = keeper.n_kept;
}

void
refrain_replay_set_kept (Replay *replay)
{
  RefrainReplayPasses *passes = replay->graph->passes;

  g_mutex_lock (&passes->lock);
  if (passes->kept == NULL)
    find_kept (passes, replay->graph);
  g_mutex_unlock (&passes->lock);
  replay->kept = passes->kept;
  replay->n_kept = passes->n_kept;
}

/* ---- Memory of passes ----------------------------------------------------------------------- */

REFRAIN_DEFINE_FREE (pass_free, Pass, refrain_replay_changes_clear (&x->changes);
                     refrain_free (x->begun, x->groups, x->has_group, x->now))

RefrainReplayPasses *
refrain_replay_passes_new (void)
{
  RefrainReplayPasses *self = g_new0 (RefrainReplayPasses, 1);

  g_mutex_init (&self->lock);
  self->free = g_ptr_array_new_with_free_func (pass_free);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_replay_passes_free,
                             RefrainReplayPasses,
                             g_ptr_array_unref (x->free);
                             g_free (x->kept);
                             g_mutex_clear (&x->lock))

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
  if (pass != NULL)
    return pass;
  pass = g_new0 (Pass, 1);
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

void
refrain_replay_pass_start (Pass *pass, const Replay *replay, gsize first, gsize n)
{
  const RefrainRunGraph *graph = replay->graph;

  pass->replay = replay;
  refrain_fill (pass->has_group, 0, graph->n_groups);
  fill (&pass->waited, 0);
  for (guint l = 0; l < graph->n_lines; l++)
    fill (&pass->now[l], graph->lines[l].start);
  pass->is_changed = FALSE;
  for (gsize i = first; i < first + n; i++)
    pass->is_changed
        |= replay->scenarios[i] != NULL || (replay->bases != NULL && replay->bases[i] != NULL);
  refrain_replay_changes_set (&pass->changes, replay, first, n);
}

/* ---- The pass ------------------------------------------------------------------------------- */

/* When the last member of @group has begun. */
static const Row *
get_group (Pass *pass, guint32 group)
{
  const RefrainRunGraph *graph = pass->replay->graph;
  Row *row = &pass->groups[group];

  if (pass->has_group[group])
    return row;
  pass->has_group[group] = TRUE;
  fill (row, LONG_AGO);
  for (guint32 m = graph->first_member[group]; m < graph->first_member[group + 1]; m++)
    lift (row, &pass->begun[pass->replay->kept[graph->member[m]] - 1]);
  return row;
}

INLINE void
compute (Pass *pass, guint32 l, guint32 node, const Change *change)
{
  const RefrainTime gap = pass->replay->graph->gap[node];

  if (change == NULL || change->gap == 0)
    add_to_all (&pass->now[l], gap);
  else
    {
      const Row none = { .time = { 0 } };
      Row own;

      copy (&own, (const Row *) pass->changes.gaps.rows + change->gap - 1);
      add_to_all (&own, gap);
      lift (&own, &none);
      add (&pass->now[l], &own);
    }
}

INLINE void
begin (Pass *pass, guint32 l, guint32 node)
{
  const guint32 kept = pass->replay->kept[node];

  if (kept > 0)
    copy (&pass->begun[kept - 1], &pass->now[l]);
}

/* What is waited for with dependence @d. */
INLINE const Row *
get_awaited (Pass *pass, guint32 d)
{
  const RefrainRunGraph *graph = pass->replay->graph;

  return graph->dep_kind[d] == REFRAIN_RUN_GROUP
             ? get_group (pass, graph->dep[d])
             : &pass->begun[pass->replay->kept[graph->dep[d]] - 1];
}

/* Waits for what a node depends on as @change has it. */
static void
wait_otherwise (Pass *pass, guint32 node, const Change *change, Row *now)
{
  const RefrainRunGraph *graph = pass->replay->graph;
  const Row *early
      = change->early > 0 ? (const Row *) pass->changes.earlies.rows + change->early - 1 : NULL;

  for (guint32 d = graph->first_dep[node]; d < graph->first_dep[node + 1]; d++)
    {
      const guint8 kind = graph->dep_kind[d];
      Row until;

      if (kind == 0)
        continue;
      copy (&until, get_awaited (pass, d));
      if (early != NULL)
        subtract (&until, early);
      for (guint s = 0; s < WIDTH; s++)
        if ((change->cut[s] & kind) != 0)
          until.time[s] = now->time[s];
      lift (now, &until);
    }
}

/* Waits for what @node depends on, and adds its cost. */
INLINE void
wait_and_cost (Pass *pass, guint32 node, const Change *change, Row *now)
{
  const RefrainRunGraph *graph = pass->replay->graph;
  Row came;

  copy (&came, now);
  if (change != NULL && (change->is_cut || change->early > 0))
    wait_otherwise (pass, node, change, now);
  else
    for (guint32 d = graph->first_dep[node]; d < graph->first_dep[node + 1]; d++)
      if (graph->dep_kind[d] != 0)
        lift (now, get_awaited (pass, d));
  add (&pass->waited, now);
  subtract (&pass->waited, &came);
  add_cost (now, &came, graph->cost[node], graph->free_cost[node]);
}

INLINE void
end (Pass *pass, guint32 l, guint32 node, const Change *change)
{
  const RefrainRunGraph *graph = pass->replay->graph;
  Row now;

  copy (&now, &pass->now[l]);
  if (change != NULL && change->before > 0)
    add (&now, (const Row *) pass->changes.befores.rows + change->before - 1);
  if (graph->first_dep[node] < graph->first_dep[node + 1])
    wait_and_cost (pass, node, change, &now);
  else
    add_to_all (&now, graph->cost[node]);
  if (change != NULL && change->cost > 0)
    add (&now, (const Row *) pass->changes.costs.rows + change->cost - 1);
  copy (&pass->now[l], &now);
}

void
refrain_replay_pass_compute (Pass *pass, guint32 l, guint32 node)
{
  compute (pass, l, node, refrain_replay_changes_find (&pass->changes, node));
}

void
refrain_replay_pass_begin (Pass *pass, guint32 l, guint32 node)
{
  begin (pass, l, node);
}

void
refrain_replay_pass_end (Pass *pass, guint32 l, guint32 node)
{
  end (pass, l, node, refrain_replay_changes_find (&pass->changes, node));
}

INLINE void
go_in_order (Pass *pass)
{
  const Replay *replay = pass->replay;
  const RefrainRunGraph *graph = replay->graph;

  for (guint32 i = 0; i < 2 * graph->n; i++)
    {
      const guint32 node = graph->order[i] / 2, l = graph->line[node];
      const Change *change = refrain_replay_changes_find (&pass->changes, node);

      if (i % G_MAXUINT16 == 0 && g_cancellable_is_cancelled (replay->cancellable))
        break;
      if (graph->order[i] % 2 == 0)
        {
          compute (pass, l, node, change);
          begin (pass, l, node);
          continue;
        }
      end (pass, l, node, change);
      if (replay->ends != NULL)
        replay->ends[node] = pass->now[l].time[0];
    }
}

#ifdef __x86_64__
__attribute__ ((target ("avx2"))) static void
run_in_order_wide (Pass *pass)
{
  go_in_order (pass);
}
#endif

void
refrain_replay_pass_run_in_order (Pass *pass)
{
#ifdef __x86_64__
  /* Not all of these machines can compare such numbers several at a time. */
  if (__builtin_cpu_supports ("avx2"))
    {
      run_in_order_wide (pass);
      return;
    }
#endif
  go_in_order (pass);
}

void
refrain_replay_pass_get_last (const Pass *pass, RefrainTime *last)
{
  Row row;

  fill (&row, 0);
  for (guint l = 0; l < pass->replay->graph->n_lines; l++)
    lift (&row, &pass->now[l]);
  memcpy (last, row.time, sizeof row.time);
}
