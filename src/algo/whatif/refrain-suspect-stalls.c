/* refrain-suspect-stalls.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls of MPI that last long though nobody is waited for: cores that are shared, and files. What
 * is long is told by calls of the same run, not in seconds: one that is three times as slow stalls
 * in the same calls.
 */
#include "refrain-suspect.h"

#include <string.h>

#include <glib/gi18n.h>
#include <gsl/gsl_statistics_double.h>

#include "refrain-cores.h"
#include "refrain-free.h"
#include "refrain-time-format.h"

/* A call stalls that costs so many times the median of its routine, and of what it takes in this
 * run to go on after one has waited; and so many times what all but this share of its class cost at
 * most. Classes of fewer calls go together. */
#define STALL_TIMES 10.0
#define CLASS_TIMES 2.0
#define STALL_SHARE 0.25
#define STALL_CALLS 20
/* Of each routine by what they move: those that did not wait for anybody, and those that did. */
#define N_CLASSES (2 * REFRAIN_RUN_CLASSES)
/* Cores are shared where so many lines stall, and none has more than this share of it. */
#define MANY_STALL (1 / 3.0)
#define ONE_STALLS 0.6

typedef struct
{
  RefrainSuspect *suspect;
  double *lines, *routines; /* what it costs each of them */
  double sum, usual;
  guint32 n, n_all;
} Stall;

typedef struct
{
  RefrainSuspectSearch *search;
  const RefrainRunGraph *graph;
  guint n_routines;
  guint32 *first, *node; /* of each class: its nodes; N_CLASSES n_routines + 1 */
  double *costs;
} Calls;

static const char *
get_name (const Calls *calls, guint32 routine)
{
  return refrain_run_graph_get_routine_name (calls->graph, routine);
}

static gboolean
is_file_routine (const Calls *calls, guint32 routine)
{
  return routine < calls->n_routines && g_str_has_prefix (get_name (calls, routine), "MPI_File_");
}

/* Unlike opening and closing, which all take part in. */
static gboolean
is_transfer (const Calls *calls, guint32 routine)
{
  return is_file_routine (calls, routine)
         && (strstr (get_name (calls, routine), "read") != NULL
             || strstr (get_name (calls, routine), "write") != NULL);
}

/* Whoever locks a window may wait for the one who has it, which no event tells. */
static gboolean
is_lock (const Calls *calls, guint32 routine)
{
  return g_str_has_prefix (get_name (calls, routine), "MPI_Win_lock");
}

static gsize
find_class (const RefrainRunGraph *graph, guint32 node)
{
  const gsize class = refrain_run_graph_get_class (graph, node);

  return class / REFRAIN_RUN_CLASSES * N_CLASSES + class % REFRAIN_RUN_CLASSES
         + (refrain_run_graph_has_waited (graph, node) ? REFRAIN_RUN_CLASSES : 0);
}

static void
calls_init (Calls *calls, RefrainSuspectSearch *search)
{
  const RefrainRunGraph *graph = search->graph;
  const guint n_routines = refrain_trace_get_n_routines (graph->trace);
  const gsize n_classes = (gsize) n_routines * N_CLASSES;
  guint32 *place;

  *calls = (Calls){ .search = search,
                    .graph = graph,
                    .n_routines = n_routines,
                    .first = g_new0 (guint32, n_classes + 2),
                    .node = g_new (guint32, (gsize) graph->n + 1),
                    .costs = g_new (double, (gsize) graph->n + 1) };
  place = calls->first + 1;
  for (guint32 i = 0; i < graph->n; i++)
    if (graph->routine[i] < n_routines)
      place[find_class (graph, i) + 1]++;
  for (gsize c = 0; c < n_classes; c++)
    place[c + 1] += place[c];
  for (guint32 i = 0; i < graph->n; i++)
    if (graph->routine[i] < n_routines)
      calls->node[place[find_class (graph, i)]++] = i;
}

REFRAIN_DEFINE_CLEAR (calls_clear, Calls, refrain_free (x->first, x->node, x->costs))

/* ---- Stalls --------------------------------------------------------------------------------- */

/* Returns the median of what @n nodes cost, and lists that in any order. */
static double
list_costs (Calls *calls, const guint32 *nodes, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    calls->costs[i] = (double) calls->graph->cost[nodes[i]];
  return gsl_stats_median (calls->costs, 1, n);
}

/* Of the calls from place @first to @end of routine @r, a class: what costs @least may stall. */
static void
add_stalls (Calls *calls, guint r, guint32 first, guint32 end, double least, Stall *stall)
{
  const RefrainRunGraph *graph = calls->graph;
  const guint32 n = end - first;
  double median;

  if (n < STALL_CALLS)
    return;
  median = list_costs (calls, calls->node + first, n);
  least = MAX (least,
               CLASS_TIMES
                   * gsl_stats_select (calls->costs, 1, n, n - 1 - (guint32) (STALL_SHARE * n)));
  for (guint32 i = first; i < end; i++)
    {
      const guint32 node = calls->node[i];
      const double cost = (double) graph->cost[node];

      if (cost <= least)
        continue;
      refrain_scenario_set_cost (stall->suspect->scenario, node, (RefrainTime) median);
      stall->lines[graph->line[node]] += cost;
      stall->routines[r] += cost;
      stall->sum += cost;
      stall->usual += median;
      stall->n++;
    }
}

/* Of those that did not wait, or of those that did: neighbouring orders of magnitude go together
 * where they are few. */
static void
add_classes (Calls *calls, guint r, gboolean waited, double least, Stall *stall)
{
  const guint32 *first = calls->first + (gsize) r * N_CLASSES + (waited ? REFRAIN_RUN_CLASSES : 0);
  const guint32 end = first[REFRAIN_RUN_CLASSES];
  guint32 from = first[0];

  for (guint c = 1; c <= REFRAIN_RUN_CLASSES; c++)
    if (c == REFRAIN_RUN_CLASSES
        || (first[c] - from >= STALL_CALLS && end - first[c] >= STALL_CALLS))
      {
        add_stalls (calls, r, from, first[c], least, stall);
        from = first[c];
      }
}

static void
add_routine (Calls *calls, guint r, Stall *stall)
{
  const guint32 first = calls->first[(gsize) r * N_CLASSES];
  const guint32 n = calls->first[((gsize) r + 1) * N_CLASSES] - first;
  double least;

  stall->n_all += n;
  if (n < STALL_CALLS)
    return;
  least = STALL_TIMES
          * MAX (list_costs (calls, calls->node + first, n), (double) calls->graph->going_on);
  add_classes (calls, r, FALSE, least, stall);
  add_classes (calls, r, TRUE, least, stall);
}

/* Takes the suspect. */
static void
tell_stalls (Calls *calls, Stall *stall, gboolean of_files)
{
  const RefrainRunGraph *graph = calls->graph;
  RefrainSuspect *suspect = stall->suspect;
  g_autofree guint32 *lines = g_new (guint32, graph->n_lines + 1);
  const guint n = refrain_suspect_list_lines (graph, stall->lines, lines);
  g_autofree char *who = NULL, *lasts = NULL, *usual = NULL, *few = NULL, *all = NULL;
  double most = 0;
  guint worst = 0;
  gboolean crowded = TRUE, known;

  known = refrain_trace_knows_cores (graph->trace, &crowded);
  for (guint l = 0; l < graph->n_lines; l++)
    most = MAX (most, stall->lines[l]);
  for (guint r = 0; r < calls->n_routines; r++)
    if (stall->routines[r] > stall->routines[worst])
      worst = r;
  who = refrain_suspect_describe_lines (graph, lines, n, suspect->processes);
  lasts = refrain_suspect_format (graph, stall->sum / stall->n);
  usual = refrain_suspect_format (graph, stall->usual / stall->n);
  few = refrain_count_format (stall->n);
  all = refrain_count_format (stall->n_all);
  suspect->routine = worst;
  if (of_files)
    {
      suspect->kind = REFRAIN_FINDING_INPUT_OUTPUT;
      suspect->sentence = g_strdup_printf (
          suspect->processes->len == 1
              ? _ ("%s loses time in file operations, mostly in %s: %s of %s such calls take %s on "
                   "average instead of %s")
              : _ ("%s lose time in file operations, mostly in %s: %s of %s such calls take %s on "
                   "average instead of %s"),
          who, get_name (calls, worst), few, all, lasts, usual);
    }
  else if (crowded && suspect->processes->len >= 2
           && (known || (n >= MANY_STALL * graph->n_lines && most <= ONE_STALLS * stall->sum)))
    {
      suspect->kind = REFRAIN_FINDING_SHARED_CORES;
      suspect->sentence = g_strdup_printf (
          _ ("%u of %u processes lose time inside MPI, mostly in %s: %s calls of MPI take %s on "
             "average instead of %s though they wait for no process. Possible cause: more "
             "processes "
             "than cores"),
          suspect->processes->len, graph->n_processes, get_name (calls, worst), few, lasts, usual);
    }
  else
    {
      suspect->kind = REFRAIN_FINDING_SLOW_CALLS;
      suspect->sentence
          = g_strdup_printf (suspect->processes->len == 1
                                 ? _ ("%s loses time inside MPI, mostly in %s: %s of %s calls of "
                                      "MPI take %s on average instead of %s though they wait for "
                                      "no process")
                                 : _ ("%s lose time inside MPI, mostly in %s: %s of %s calls of "
                                      "MPI take %s on average instead of %s though they wait for "
                                      "no process"),
                             who, get_name (calls, worst), few, all, lasts, usual);
    }
  refrain_suspect_search_add (calls->search, suspect);
}

static void
suspect_stalls (Calls *calls, gboolean of_files)
{
  Stall stall = { .suspect = refrain_suspect_new (REFRAIN_FINDING_SHARED_CORES, 1.1),
                  .lines = g_new0 (double, calls->graph->n_lines + 1),
                  .routines = g_new0 (double, calls->n_routines + 1) };

  for (guint r = 0; r < calls->n_routines; r++)
    if (is_file_routine (calls, r) == of_files && !is_lock (calls, r))
      add_routine (calls, r, &stall);
  if (stall.sum > 0.01 * (double) calls->graph->length)
    tell_stalls (calls, &stall, of_files);
  else
    refrain_suspect_free (stall.suspect);
  refrain_free (stall.lines, stall.routines);
}

/* ---- Files ---------------------------------------------------------------------------------- */

/* What few processes read and write, and what is done for a moment between two in a row. */
static void
suspect_files (Calls *calls)
{
  const RefrainRunGraph *graph = calls->graph;
  RefrainSuspect *suspect = refrain_suspect_new (REFRAIN_FINDING_INPUT_OUTPUT, 1.1);
  g_autofree double *lines = g_new0 (double, graph->n_lines + 1);
  g_autofree guint32 *list = g_new (guint32, graph->n_lines + 1);
  g_autofree char *who = NULL, *time = NULL;
  double sum = 0, most = 0;
  guint32 n = 0;
  guint n_busy;

  for (guint r = 0; r < calls->n_routines; r++)
    for (guint32 i = calls->first[(gsize) r * N_CLASSES];
         i < calls->first[((gsize) r + 1) * N_CLASSES] && is_transfer (calls, r); i++)
      {
        const guint32 node = calls->node[i];

        refrain_scenario_set_cost (suspect->scenario, node, 0);
        if (is_transfer (calls, graph->routine[node + 1])
            && graph->gap[node + 1] <= graph->cost[node])
          for (guint32 s = graph->first_seg[node + 1]; s < graph->first_seg[node + 2]; s++)
            refrain_scenario_set_seg (suspect->scenario, s, 0);
        lines[graph->line[node]] += (double) graph->cost[node];
        sum += (double) graph->cost[node];
        if (suspect->routine >= calls->n_routines || (double) graph->cost[node] > most)
          suspect->routine = r;
        most = MAX (most, (double) graph->cost[node]);
        n++;
      }
  n_busy = refrain_suspect_list_lines (graph, lines, list);
  if (n_busy == 0 || n_busy > graph->n_lines / 2)
    {
      refrain_suspect_free (suspect);
      return;
    }
  who = refrain_suspect_describe_lines (graph, list, n_busy, suspect->processes);
  time = refrain_suspect_format (graph, sum / n_busy);
  suspect->sentence = g_strdup_printf (
      suspect->processes->len == 1
          ? _ ("%s alone reads and writes files, in %u calls for %s, mostly in %s")
          : _ ("%s alone read and write files, in %u calls for %s each, mostly in %s"),
      who, n, time, get_name (calls, suspect->routine));
  refrain_suspect_search_add (calls->search, suspect);
}

gboolean
refrain_suspects_find_stalls (RefrainSuspectSearch *self)
{
  Calls calls;

  calls_init (&calls, self);
  suspect_stalls (&calls, FALSE);
  suspect_stalls (&calls, TRUE);
  suspect_files (&calls);
  calls_clear (&calls);
  return !g_cancellable_is_cancelled (self->cancellable);
}
