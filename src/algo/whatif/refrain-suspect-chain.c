/* refrain-suspect-chain.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where no sweep is found by the order of messages alone (refrain-suspect-sweep.c), by times.
 * Processes work one after another where the critical path visits most of them in one turn of the
 * same computing; or, where turns are numbered differently as in a sweep, most of them again and
 * again without coming back in between.
 */
#include "refrain-free.h"
#include "refrain-suspect.h"

#include <math.h>

#include <glib/gi18n.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"

/* So many of the processes, at least three. */
#define MOST_LINES 0.6
/* A line has a part in it that computes this share of the longest. */
#define PART 0.2
/* The chains are at least this share of the run. */
#define LEAST 0.05
/* In a sweep: at least so many, with so few calls on each line. */
#define LEAST_SWEEPS 8
#define MOST_CALLS   8

/* Computing on the path. */
typedef struct
{
  guint32 key, turn, line;
  guint32 place; /* on the path, from its end */
  RefrainTime time;
} Visit;

typedef struct
{
  RefrainSuspectSearch *search;
  const RefrainRunGraph *graph;
  GArray *visits;    /* of Visit, from the end of the run on */
  GArray *lines;     /* of guint32: the line of each place, or REFRAIN_NONE */
  guint32 *jumps;    /* of each routine and kind: how often the path jumps there */
  double *key_times; /* of each key: in chains */
  guint32 *key_chains;
} Path;

REFRAIN_DEFINE_COMPARE (compare_visits,
                        Visit,
                        REFRAIN_RISING (key) ?: REFRAIN_RISING (turn) ?: REFRAIN_RISING (line))

/* Where the path goes from the end of @node: to who it waited for last, or *@kind is 0. */
static guint32
find_release (const RefrainRunGraph *graph, guint32 node, guint8 *kind)
{
  RefrainTime last = graph->enter[node];
  guint32 on = node;

  *kind = 0;
  for (guint32 d = graph->first_dep[node]; d < graph->first_dep[node + 1]; d++)
    if (graph->dep_kind[d] == REFRAIN_RUN_GROUP)
      {
        for (guint32 m = graph->first_member[graph->dep[d]];
             m < graph->first_member[graph->dep[d] + 1]; m++)
          if (graph->enter[graph->member[m]] > last)
            {
              last = graph->enter[graph->member[m]];
              on = graph->member[m];
              *kind = REFRAIN_RUN_GROUP;
            }
      }
    else if (graph->dep_kind[d] != 0 && graph->enter[graph->dep[d]] > last)
      {
        last = graph->enter[graph->dep[d]];
        on = graph->dep[d];
        *kind = graph->dep_kind[d];
      }
  return on;
}

static void
walk (Path *path)
{
  const RefrainRunGraph *graph = path->graph;
  guint32 node = REFRAIN_NONE;

  for (guint l = 0; l < graph->n_lines; l++)
    if (node == REFRAIN_NONE || graph->leave[graph->lines[l].end - 1] > graph->leave[node])
      node = graph->lines[l].end - 1;
  for (guint32 place = 0; node != REFRAIN_NONE && place < 2 * graph->n; place++)
    {
      const guint32 line = graph->line[node];
      guint8 kind;
      guint32 on;

      g_array_append_val (path->lines, line);
      for (guint32 s = graph->first_seg[node]; s < graph->first_seg[node + 1]; s++)
        {
          const Visit visit
              = { graph->seg_key[s], graph->seg_turn[s], line, place, graph->seg_time[s] };

          g_array_append_val (path->visits, visit);
        }
      if (node == graph->lines[line].first)
        break;
      node--;
      on = find_release (graph, node, &kind);
      if (kind != 0 && kind != REFRAIN_RUN_GROUP
          && graph->routine[node] < refrain_trace_get_n_routines (graph->trace))
        path->jumps[graph->routine[node] * REFRAIN_RUN_KINDS + kind]++;
      /* Where all meet, whatever was a chain ends. */
      if (kind == REFRAIN_RUN_GROUP)
        {
          const guint32 none = REFRAIN_NONE;

          g_array_append_val (path->lines, none);
          place++;
        }
      node = on;
    }
}

/* Of a grid, a wave front is along two of its sides. */
static guint
get_least_lines (const RefrainRunGraph *graph)
{
  const double n = graph->n_lines;

  return MAX (3, (guint) ceil (MIN (MOST_LINES * n, 2 * sqrt (n) - 1)));
}

/* How many lines have a part in @n @visits, which stand line by line: one that computes alone among
 * others that pass something on is no chain. */
static guint
count_lines (const Visit *visits, guint n)
{
  double most = 0, own = 0;
  guint n_lines = 0;

  for (guint i = 0; i < n; i++)
    most = MAX (most, (double) visits[i].time);
  for (guint i = 0; i < n; i++)
    {
      own = i > 0 && visits[i].line == visits[i - 1].line ? own : 0;
      if (own <= PART * most && own + (double) visits[i].time > PART * most)
        n_lines++;
      own += (double) visits[i].time;
    }
  return n_lines;
}

/* Turns of a key in which most lines are on the path. */
static void
find_turns (Path *path)
{
  Visit *visits = (Visit *) (gpointer) path->visits->data;
  const guint n = path->visits->len;

  refrain_sort (visits, n, sizeof *visits, compare_visits);
  for (guint i = 0, k; i < n; i = k)
    {
      double sum = 0;

      for (k = i; k < n && visits[k].key == visits[i].key && visits[k].turn == visits[i].turn; k++)
        sum += (double) visits[k].time;
      if (count_lines (&visits[i], k - i) >= get_least_lines (path->graph))
        {
          path->key_times[visits[i].key] += sum;
          path->key_chains[visits[i].key]++;
        }
    }
}

REFRAIN_DEFINE_COMPARE (compare_places, Visit, REFRAIN_RISING (place))

/* The time of each key between two places of the path, as a part of it, to the one that has most.
 */
static void
count_sweep (Path *path, guint32 from, guint32 to, guint *at, double *sums)
{
  const Visit *visits = (const Visit *) (gpointer) path->visits->data;
  const guint first = *at;
  guint32 best = REFRAIN_NONE;
  double sum = 0;

  for (; *at < path->visits->len && visits[*at].place < to; (*at)++)
    if (visits[*at].place >= from)
      {
        sums[visits[*at].key] += (double) visits[*at].time;
        sum += (double) visits[*at].time;
        if (best == REFRAIN_NONE || sums[visits[*at].key] > sums[best])
          best = visits[*at].key;
      }
  for (guint i = first; i < *at; i++)
    sums[visits[i].key] = 0;
  if (best == REFRAIN_NONE
      || count_lines (&visits[first], *at - first) < get_least_lines (path->graph))
    return;
  path->key_times[best] += sum;
  path->key_chains[best]++;
}

/* Stretches of the path that visit most lines, each once and shortly. */
static void
find_sweeps (Path *path)
{
  const RefrainRunGraph *graph = path->graph;
  const guint32 *lines = (const guint32 *) (gpointer) path->lines->data;
  g_autofree guint32 *seen = g_new0 (guint32, graph->n_lines + 1);
  g_autofree double *sums = g_new0 (double, graph->n_keys + 1);
  guint at = 0;
  guint32 round = 0;

  refrain_sort (path->visits->data, path->visits->len, sizeof (Visit), compare_places);
  for (guint32 i = 0, k; i < path->lines->len; i = k)
    {
      guint n_lines = 0;

      round++;
      for (k = i; k < path->lines->len;)
        {
          guint32 stay = k;

          if (lines[k] == REFRAIN_NONE)
            break;
          while (stay < path->lines->len && lines[stay] == lines[k])
            stay++;
          if (seen[lines[k]] == round || stay - k > MOST_CALLS)
            break;
          seen[lines[k]] = round;
          n_lines++;
          k = stay;
        }
      if (n_lines >= get_least_lines (graph))
        count_sweep (path, i, k, &at, sums);
      if (k == i)
        while (k < path->lines->len && lines[k] == lines[i])
          k++;
    }
  for (guint key = 0; key < graph->n_keys; key++)
    if (path->key_chains[key] < LEAST_SWEEPS)
      path->key_times[key] = 0;
}

static guint32
find_best_key (const Path *path)
{
  guint32 best = REFRAIN_NONE;

  for (guint key = 0; key < path->graph->n_keys; key++)
    if (path->key_times[key] > LEAST * (double) path->graph->length
        && (best == REFRAIN_NONE || path->key_times[key] > path->key_times[best]))
      best = key;
  return best;
}

static void
tell_chain (Path *path, guint32 key)
{
  const RefrainRunGraph *graph = path->graph;
  const guint n_routines = refrain_trace_get_n_routines (graph->trace);
  RefrainSuspect *suspect = refrain_suspect_new (REFRAIN_FINDING_CHAIN, 1.05);
  g_autofree char *place = refrain_suspect_describe_place (graph, key);
  guint32 best = 0;

  for (guint32 i = 0; i < n_routines * REFRAIN_RUN_KINDS; i++)
    if (path->jumps[i] > path->jumps[best])
      best = i;
  for (guint32 node = 0; node < graph->n; node++)
    for (guint32 d = graph->first_dep[node]; d < graph->first_dep[node + 1]; d++)
      if (graph->dep_kind[d] == best % REFRAIN_RUN_KINDS && graph->routine[node] < n_routines
          && path->jumps[graph->routine[node] * REFRAIN_RUN_KINDS + best % REFRAIN_RUN_KINDS] > 0)
        {
          refrain_scenario_cut (suspect->scenario, node, graph->dep_kind[d]);
          break;
        }
  suspect->key = key;
  suspect->routine = graph->keys[key].routine;
  suspect->words = REFRAIN_GAIN_UP_TO;
  suspect->by_times = TRUE;
  suspect->sentence = g_strdup_printf (
      _ ("The processes compute %s one after another, %u times: each waits in %s for the one "
         "before"),
      place, path->key_chains[key],
      refrain_run_graph_get_routine_name (graph, best / REFRAIN_RUN_KINDS));
  refrain_suspect_search_add (path->search, suspect);
}

gboolean
refrain_suspects_find_chain (RefrainSuspectSearch *self)
{
  const RefrainRunGraph *graph = self->graph;
  const guint n_routines = refrain_trace_get_n_routines (graph->trace);
  Path path = { .search = self,
                .graph = graph,
                .visits = g_array_new (FALSE, FALSE, sizeof (Visit)),
                .lines = g_array_new (FALSE, FALSE, sizeof (guint32)),
                .jumps = g_new0 (guint32, REFRAIN_RUN_KINDS * (gsize) n_routines + 1),
                .key_times = g_new0 (double, graph->n_keys + 1),
                .key_chains = g_new0 (guint32, graph->n_keys + 1) };
  guint32 key;
  gboolean jumps = FALSE;

  walk (&path);
  find_turns (&path);
  key = find_best_key (&path);
  if (key == REFRAIN_NONE)
    {
      refrain_fill (path.key_times, 0, graph->n_keys * sizeof (double));
      refrain_fill (path.key_chains, 0, graph->n_keys * sizeof (guint32));
      find_sweeps (&path);
      key = find_best_key (&path);
    }
  for (guint i = 0; i < REFRAIN_RUN_KINDS * n_routines; i++)
    jumps |= path.jumps[i] > 0;
  if (key != REFRAIN_NONE && jumps)
    tell_chain (&path, key);
  refrain_unref_arrays (path.visits, path.lines);
  refrain_free (path.jumps, path.key_times, path.key_chains);
  return !g_cancellable_is_cancelled (self->cancellable);
}
