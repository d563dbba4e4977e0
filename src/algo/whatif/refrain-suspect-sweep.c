/* refrain-suspect-sweep.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pipelines, wave fronts and tokens cost the time in which they fill and drain: what they would
 * save if nobody had to wait for those before, and with blocks half as large.
 */
#include "refrain-suspect.h"

#include <glib/gi18n.h>

#include "refrain-sweeps.h"

/* A block is computed between so many calls. */
#define MOST_CALLS 8
/* So many of a path are named, and the last one. */
#define MOST_NAMED 3
/* Nobody passes on so many times as many blocks as another. */
#define EVEN_BLOCKS 2

typedef struct
{
  RefrainSuspectSearch *search;
  const RefrainRunGraph *graph;
  const RefrainSweeps *sweeps;
  RefrainSuspect *suspect;
  double waiting;       /* over all lines */
  double *keys;         /* of each key: computing in sweeps */
  guint32 root;         /* the first one */
  guint32 n_times;      /* ... how often one fills */
  guint32 n_iterations; /* in how many iterations */
  guint32 n_blocks;     /* most that one sends to another each time */
  guint32 least_blocks; /* ... and fewest */
} Sweep;

/* ---- What is otherwise ---------------------------------------------------------------------- */

/* The longest piece that the line of @node computes before it sends the block that it receives
 * there.
 */
static RefrainTime
find_block_behind (const Sweep *sweep, guint32 node)
{
  const RefrainRunGraph *graph = sweep->graph;
  const guint32 end = MIN (graph->lines[graph->line[node]].end, node + 1 + MOST_CALLS);
  RefrainTime most = 0;

  for (guint32 at = node + 1; at < end; at++)
    {
      most = MAX (most, graph->gap[at]);
      if (refrain_suspect_sends_to (graph, at, REFRAIN_NONE))
        break;
    }
  return most;
}

/* ... that the line of @on computes before it sends to @process there, since it last did or
 * received the block. */
static RefrainTime
find_block_before (const Sweep *sweep, guint32 on, guint32 process)
{
  const RefrainRunGraph *graph = sweep->graph;
  const guint32 first = graph->lines[graph->line[on]].first;
  RefrainTime most = graph->gap[on];

  for (guint32 at = on; at > first && on - at < MOST_CALLS; at--)
    {
      if (refrain_sweeps_follows (sweep->sweeps, at - 1)
          || refrain_suspect_sends_to (graph, at - 1, process))
        break;
      most = MAX (most, graph->gap[at - 1]);
    }
  return most;
}

/* Of blocks half as large the first half comes earlier, by half of what either computes for one;
 * and each has its messages. */
static void
halve (Sweep *sweep, guint32 node, guint32 on)
{
  const RefrainRunGraph *graph = sweep->graph;
  const RefrainTime block
      = MIN (find_block_behind (sweep, node),
             find_block_before (sweep, on, refrain_run_graph_get_process (graph, node)));

  refrain_scenario_change (sweep->suspect->halved,
                           (RefrainNodeChange){ .node = node,
                                                .cost = graph->cost[node] + graph->free_cost[node],
                                                .early = block / 2 });
}

static void
cut (Sweep *sweep, guint32 node)
{
  const RefrainRunGraph *graph = sweep->graph;

  for (guint32 d = graph->first_dep[node]; d < graph->first_dep[node + 1]; d++)
    {
      const RefrainSweepPart *own = refrain_sweeps_find (sweep->sweeps, node);
      const RefrainSweepPart *other
          = graph->dep_kind[d] == REFRAIN_RUN_MESSAGE || graph->dep_kind[d] == REFRAIN_RUN_RECEIVE
                ? refrain_sweeps_find (sweep->sweeps, graph->dep[d])
                : NULL;

      if (other == NULL || other->level == own->level
          || (other->level > own->level) != (graph->dep_kind[d] == REFRAIN_RUN_RECEIVE))
        continue;
      refrain_scenario_cut (sweep->suspect->scenario, node, graph->dep_kind[d]);
      if (graph->dep_kind[d] == REFRAIN_RUN_MESSAGE)
        {
          halve (sweep, node, graph->dep[d]);
          if (graph->routine[node] < refrain_trace_get_n_routines (graph->trace))
            sweep->suspect->routine = graph->routine[node];
        }
    }
}

/* ---- What there is -------------------------------------------------------------------------- */

static void
count_parts (Sweep *sweep)
{
  const RefrainSweeps *sweeps = sweep->sweeps;
  g_autofree guint8 *seen = g_malloc0 ((gsize) sweep->search->n_iterations + 1);

  for (guint32 i = 0; i < sweeps->parts->len; i++)
    {
      const RefrainSweepPart *part = &g_array_index (sweeps->parts, RefrainSweepPart, i);
      const RefrainSweepPart *root = &g_array_index (sweeps->parts, RefrainSweepPart, part->root);
      const guint32 iteration = sweep->graph->iteration[part->first];

      if (root->depth < sweeps->least)
        continue;
      if (part->level > 0)
        {
          const guint32 n_blocks = part->n_receives / MAX (part->n_in * (root->laps + 1), 1);

          sweep->n_blocks = MAX (sweep->n_blocks, n_blocks);
          sweep->least_blocks = MIN (sweep->least_blocks, n_blocks);
          continue;
        }
      if (part != root)
        continue;
      sweep->root = MIN (sweep->root, i);
      sweep->n_times += root->laps + 1;
      if (iteration < sweep->search->n_iterations && !seen[iteration])
        {
          seen[iteration] = TRUE;
          sweep->n_iterations++;
        }
    }
}

static void
add_nodes (Sweep *sweep)
{
  const RefrainRunGraph *graph = sweep->graph;
  g_autofree gboolean *meant = g_new0 (gboolean, graph->n_lines + 1);
  g_autofree guint32 *lines = g_new (guint32, graph->n_lines + 1);
  gsize n_lines = 0;

  for (guint32 node = 0; node < graph->n; node++)
    {
      const RefrainSweepPart *part = refrain_sweeps_find (sweep->sweeps, node);

      if (part == NULL)
        continue;
      if (!meant[part->line])
        lines[n_lines++] = part->line;
      meant[part->line] = TRUE;
      cut (sweep, node);
      if (refrain_sweeps_follows (sweep->sweeps, node))
        sweep->waiting
            += (double) (refrain_run_graph_get_needed (graph, node) - graph->enter[node]);
      if (node == part->first || !refrain_sweeps_follows (sweep->sweeps, node - 1)
          || !refrain_suspect_sends_to (graph, node, REFRAIN_NONE))
        continue;
      for (guint32 s = graph->first_seg[node]; s < graph->first_seg[node + 1]; s++)
        sweep->keys[graph->seg_key[s]] += (double) graph->seg_time[s];
    }
  g_free (refrain_suspect_describe_lines (graph, lines, n_lines, sweep->suspect->processes));
}

/* ---- Words ---------------------------------------------------------------------------------- */

/* "0 → 1 → 2 → … → 7" of the first sweep; NULL where not one process is at each level. */
static char *
describe_path (const Sweep *sweep)
{
  const RefrainSweeps *sweeps = sweep->sweeps;
  const guint32 depth = g_array_index (sweeps->parts, RefrainSweepPart, sweep->root).depth;
  g_autofree guint32 *process = g_new (guint32, depth + 1);
  g_autoptr (GString) path = g_string_new (NULL);

  for (guint32 level = 0; level < depth; level++)
    process[level] = REFRAIN_NONE;
  for (guint32 i = sweep->root; i < sweeps->parts->len; i++)
    {
      const RefrainSweepPart *part = &g_array_index (sweeps->parts, RefrainSweepPart, i);
      const guint32 own = sweep->graph->lines[part->line].process;

      if (part->root != sweep->root)
        continue;
      if (process[part->level] != REFRAIN_NONE && process[part->level] != own)
        return NULL;
      process[part->level] = own;
    }
  for (guint32 level = 0; level < depth; level++)
    if (process[level] == REFRAIN_NONE)
      return NULL;
  for (guint32 level = 0; level < depth; level++)
    {
      if (level == MOST_NAMED && level + 1 < depth)
        {
          g_string_append (path, " → …");
          level = depth - 1;
        }
      g_string_append_printf (path, level > 0 ? " → %u" : "%u", process[level]);
    }
  return g_string_free (g_steal_pointer (&path), FALSE);
}

/* "498 times in 249 iterations" */
static char *
describe_times (const Sweep *sweep)
{
  return sweep->n_iterations > 1 && sweep->n_times > sweep->n_iterations ? g_strdup_printf (
             _ ("%u times in %u iterations"), sweep->n_times, sweep->n_iterations)
         : sweep->n_iterations > 1
             ? g_strdup_printf (_ ("in each of %u iterations"), sweep->n_iterations)
             : g_strdup_printf (ngettext ("%u time", "%u times", sweep->n_times), sweep->n_times);
}

static char *
describe (const Sweep *sweep)
{
  const RefrainRunGraph *graph = sweep->graph;
  const guint n = sweep->suspect->processes->len;
  const RefrainSweepPart *root
      = &g_array_index (sweep->sweeps->parts, RefrainSweepPart, sweep->root);
  g_autofree char *path = describe_path (sweep);
  g_autofree char *times = describe_times (sweep);
  g_autofree char *place = sweep->suspect->key != REFRAIN_NONE
                               ? refrain_suspect_describe_place (graph, sweep->suspect->key)
                               : NULL;
  const double share = 100 * sweep->waiting / ((double) graph->length * MAX (graph->n_lines, 1));
  /* A path has one process at each level: with more processes there are several like it. */
  const guint n_paths = path != NULL && n % root->depth == 0 ? n / root->depth : 1;
  g_autoptr (GString) sentence = g_string_new (NULL);

  if (path != NULL && n_paths > 1)
    g_string_append_printf (
        sentence,
        sweep->n_blocks > 1 ? _ ("%u pipelines of %u processes (one is %s) fill and drain %s")
                            : _ ("In %u groups %u processes work one after another (in one %s), "
                                 "%s"),
        n_paths, root->depth, path, times);
  else if (path == NULL)
    g_string_append_printf (sentence,
                            _ ("A wavefront passes over %u processes in %u steps, the first time "
                               "from process %u, %s"),
                            n, root->depth, graph->lines[root->line].process, times);
  else if (sweep->n_blocks > 1)
    g_string_append_printf (sentence, _ ("A pipeline of %u processes (%s) fills and drains %s"), n,
                            path, times);
  else
    g_string_append_printf (sentence, _ ("%u processes work one after another (%s), %s"), n, path,
                            times);
  if (sweep->n_blocks > 1)
    g_string_append_printf (sentence, _ (", with %u blocks each time"), sweep->n_blocks);
  if (place != NULL)
    g_string_append_printf (sentence, " (%s)", place);
  g_string_append (sentence, ". ");
  g_string_append_printf (
      sentence, _ ("A process waits in it for its predecessor for %.2g %% of the run on average"),
      share);
  return g_string_free (g_steal_pointer (&sentence), FALSE);
}

/* Where most is computed between receiving and sending, in the routine that has most of it; each
 * block may have a key of its own. REFRAIN_NONE where that is nowhere. */
static guint32
find_key (const Sweep *sweep)
{
  const RefrainRunGraph *graph = sweep->graph;
  const guint none = refrain_trace_get_n_routines (graph->trace);
  g_autofree double *routines = g_new0 (double, (gsize) none + 1);
  guint32 best = REFRAIN_NONE;

  for (guint k = 0; k < graph->n_keys; k++)
    routines[MIN (graph->keys[k].routine, none)] += sweep->keys[k];
  for (guint k = 0; k < graph->n_keys; k++)
    {
      const double own = routines[MIN (graph->keys[k].routine, none)];
      const double most
          = best != REFRAIN_NONE ? routines[MIN (graph->keys[best].routine, none)] : 0;

      if (own > most || (best != REFRAIN_NONE && own >= most && sweep->keys[k] > sweep->keys[best]))
        best = k;
    }
  return best;
}

/* Takes the suspect. */
static void
tell (Sweep *sweep)
{
  const RefrainRunGraph *graph = sweep->graph;
  RefrainSuspect *suspect = sweep->suspect;

  suspect->key = find_key (sweep);
  if (suspect->key != REFRAIN_NONE && graph->keys[suspect->key].routine != REFRAIN_NONE)
    suspect->routine = graph->keys[suspect->key].routine;
  suspect->words = REFRAIN_GAIN_UP_TO;
  suspect->sentence = describe (sweep);
  if (sweep->n_blocks > 1)
    refrain_scenario_close (suspect->halved);
  else
    g_clear_pointer (&suspect->halved, refrain_scenario_free);
  refrain_suspect_search_add (sweep->search, suspect);
}

gboolean
refrain_suspects_find_sweep (RefrainSuspectSearch *self)
{
  const RefrainRunGraph *graph = self->graph;
  g_autoptr (RefrainSweeps) sweeps = refrain_sweeps_new (graph);
  g_autofree double *keys = g_new0 (double, graph->n_keys + 1);
  Sweep sweep = { .search = self,
                  .graph = graph,
                  .sweeps = sweeps,
                  .keys = keys,
                  .root = REFRAIN_NONE,
                  .least_blocks = G_MAXUINT32 };

  count_parts (&sweep);
  /* What is passed on once, some more than others, is no pipeline: who hears of whom by chance. */
  if (sweep.root == REFRAIN_NONE
      || (sweep.n_times == 1 && EVEN_BLOCKS * sweep.least_blocks < sweep.n_blocks))
    return refrain_suspects_find_chain (self);
  sweep.suspect = refrain_suspect_new (REFRAIN_FINDING_CHAIN, 1.05);
  sweep.suspect->halved = refrain_scenario_new ();
  add_nodes (&sweep);
  tell (&sweep);
  return !g_cancellable_is_cancelled (self->cancellable);
}
