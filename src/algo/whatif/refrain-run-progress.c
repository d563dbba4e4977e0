/* refrain-run-progress.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Messages of a collective, and long ones from process to process, may go on only when a process at
 * the other end calls MPI again. One line is held up so by another where stalls end with such a
 * call, and most of what its stalls cost does.
 */
#include "refrain-run-graph-private.h"

#include <gsl/gsl_statistics_double.h>
#include <string.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-search.h"

/* A call of a collective stalls that costs so many times what it takes to go on; it is ended by
 * another process' next call where no more than this share of it is left then, and so on in so much
 * of what its stalls cost. */
#define STALL_TIMES   5
#define SOON_PROGRESS 0.05
/* ... Who asks again and again sees it later. */
#define SOON_ASKED    0.2
#define MIN_PROGRESS  3
#define MOST_PROGRESS 0.5
/* ... One of a message that is so much of the run is hardly ended by chance, and needs no others
 * beside it. */
#define LONG_STALL 0.1
/* Instead of a call that ends a stall: it does not stall. */
#define NO_STALL (REFRAIN_NONE - 1)

typedef struct
{
  guint32 node, on; /* a stall, and the call that ended it; REFRAIN_NONE: none is known */
} Progress;

typedef struct
{
  const RefrainRunBuilder *builder;
  const RefrainRunGraph *graph;
  const RefrainRunMessage *messages;
  gsize n_messages;
  const GArray *halves, *begun;
  GArray *found; /* of RefrainRunDep */
} Finder;

REFRAIN_DEFINE_COMPARE (compare_halves,
                        RefrainRunHalf,
                        REFRAIN_RISING (node) ?: REFRAIN_RISING (first))

static gboolean
has_role (const Finder *finder, guint32 node, guint8 role)
{
  const guint32 routine = finder->graph->routine[node];

  return routine < refrain_trace_get_n_routines (finder->graph->trace)
         && finder->builder->role[routine] == role;
}

/* Whether call @on comes so late in @node that this may have waited for it. */
static gboolean
is_just_before_end (const Finder *finder, guint32 node, guint32 on)
{
  const RefrainRunGraph *graph = finder->graph;
  const double soon = has_role (finder, node, REFRAIN_RUN_POLL) ? SOON_ASKED : SOON_PROGRESS;

  return (double) (graph->leave[node] - graph->enter[on]) < soon * (double) graph->cost[node];
}

/* The first node of @line that begins after @time, as one of those near @hint mostly does. O(log of
 * how far it is from there). */
static guint32
find_after (const RefrainRunGraph *graph,
            const RefrainRunLine *line,
            guint32 hint,
            RefrainTime time)
{
  guint32 low = hint, high = hint, step = 1;

  while (low > line->first && graph->enter[low] > time)
    {
      high = low;
      low -= MIN (step, low - line->first);
      step *= 2;
    }
  while (high < line->end && graph->enter[high] <= time)
    {
      low = high + 1;
      high += MIN (step, line->end - high);
      step *= 2;
    }
  return (guint32) REFRAIN_LOWER_BOUND (i, low, high, graph->enter[i] <= time);
}

/* Whether the line of @on computed for most of the stall of @node, from @needed on, before that
 * call, or began something: who is in other calls meanwhile could let it go on. */
static gboolean
has_computed (const Finder *finder, guint32 node, guint32 on, RefrainTime needed)
{
  const RefrainRunGraph *graph = finder->graph;
  const guint32 first = graph->lines[graph->line[on]].first;
  guint32 since = on;

  while (since > first && graph->enter[since - 1] > needed
         && has_role (finder, since - 1, REFRAIN_RUN_START))
    since--;
  return (double) (graph->enter[on] - graph->enter[since] + graph->gap[since])
         > MOST_PROGRESS * (double) graph->cost[node];
}

/* The call of the line of @other, near which it is, that let @node go on where it stalls: the last
 * that begins before the end, but @last at the latest. REFRAIN_NONE where there is none. */
static guint32
find_end (const Finder *finder, guint32 node, guint32 other, guint32 last)
{
  const RefrainRunGraph *graph = finder->graph;
  const RefrainRunLine *line = &graph->lines[graph->line[other]];
  const RefrainTime needed = refrain_run_graph_get_needed (graph, node);
  guint32 next = MIN (find_after (graph, line, other, graph->leave[node]), last + 1);

  /* Short calls may follow the one that let it go on. */
  while (next > line->first + 1 && graph->enter[next - 2] > needed
         && is_just_before_end (finder, node, next - 2))
    next--;
  return next > line->first && graph->enter[next - 1] > needed
                 && is_just_before_end (finder, node, next - 1)
                 && has_computed (finder, node, next - 1, needed)
             ? next - 1
             : REFRAIN_NONE;
}

/* Keeps in @last the call of another line than that of @node, behind @part of a collective, that
 * came last before @node ended, if that was just before. */
static void
look_for_progress (const Finder *finder, guint32 node, RefrainRunPart part, guint32 *last)
{
  const RefrainRunGraph *graph = finder->graph;
  const guint32 end = graph->line[part.begin] != graph->line[node]
                          ? find_end (finder, node, part.begin, part.end)
                          : REFRAIN_NONE;

  if (end != REFRAIN_NONE && end > part.begin
      && (*last == REFRAIN_NONE || graph->enter[end] > graph->enter[*last]))
    *last = end;
}

/* ... of the collective for which @node waits as dependence @d, whose members complete it where
 * they begin it, or where that is not known. */
static guint32
find_group_progress (const Finder *finder, guint32 node, guint32 d)
{
  const RefrainRunGraph *graph = finder->graph;
  guint32 last = REFRAIN_NONE;

  for (guint32 m = graph->first_member[graph->dep[d]]; m < graph->first_member[graph->dep[d] + 1];
       m++)
    look_for_progress (
        finder, node,
        (RefrainRunPart){ graph->member[m], graph->lines[graph->line[graph->member[m]]].end - 1 },
        &last);
  return last;
}

static guint32
find_half_progress (const Finder *finder, const RefrainRunHalf *half)
{
  guint32 last = REFRAIN_NONE;

  for (guint32 i = half->first; i < half->end; i++)
    look_for_progress (finder, half->node, g_array_index (finder->begun, RefrainRunPart, i), &last);
  return last;
}

/* The calls of all lines that stall in a collective, and who ends it. Of Progress, as the nodes
 * follow each other. */
static GArray *
list_stalls (const Finder *finder, double least)
{
  const RefrainRunGraph *graph = finder->graph;
  const RefrainRunHalf *halves = (const RefrainRunHalf *) (gpointer) finder->halves->data;
  GArray *stalls = g_array_new (FALSE, FALSE, sizeof (Progress));

  for (guint32 node = 0, h = 0; node < graph->n; node++)
    {
      const RefrainRunHalf *half = NULL;
      guint32 d = graph->first_dep[node];
      Progress progress = { .node = node };

      for (; h < finder->halves->len && halves[h].node <= node; h++)
        half = halves[h].node == node ? &halves[h] : NULL;
      while (d < graph->first_dep[node + 1] && graph->dep_kind[d] != REFRAIN_RUN_GROUP)
        d++;
      if ((half == NULL && d == graph->first_dep[node + 1]) || (double) graph->cost[node] < least)
        continue;
      progress.on = half != NULL ? find_half_progress (finder, half)
                                 : find_group_progress (finder, node, d);
      g_array_append_val (stalls, progress);
    }
  return stalls;
}

/* Notes in @ends, where the last call that ends each one is, that @node stalls, which moves a
 * message from or to the line of @other; where nothing is known to end it, that it does. */
static void
add_partner (const Finder *finder, guint32 node, guint32 other, double least, guint32 *ends)
{
  const RefrainRunGraph *graph = finder->graph;
  guint32 end;

  if ((double) graph->cost[node] < least || graph->line[node] == graph->line[other])
    return;
  if (ends[node] == NO_STALL)
    ends[node] = REFRAIN_NONE;
  end = find_end (finder, node, other, graph->lines[graph->line[other]].end - 1);
  if (end != REFRAIN_NONE
      && (ends[node] == REFRAIN_NONE || graph->enter[end] > graph->enter[ends[node]]))
    ends[node] = end;
}

/* What most calls that move messages do not cost: so many times what a quarter of them does. */
static double
find_least_stall (const RefrainRunGraph *graph)
{
  g_autofree double *costs = g_new (double, (gsize) graph->n + 1);
  gsize n = 0;

  for (guint32 i = 0; i < graph->n; i++)
    for (guint32 d = graph->first_dep[i]; d < graph->first_dep[i + 1]; d++)
      if (graph->dep_kind[d] == REFRAIN_RUN_MESSAGE || graph->dep_kind[d] == REFRAIN_RUN_RECEIVE)
        {
          costs[n++] = (double) graph->cost[i];
          break;
        }
  return n > 0 ? STALL_TIMES
                     * MAX (
                         gsl_stats_select (costs, 1, n, (gsize) (REFRAIN_RUN_AT_ONCE * (double) n)),
                         1)
               : G_MAXDOUBLE;
}

/* The calls of all lines that stall where messages are received, or sends completed; each once,
 * with the last call that ends it. */
static GArray *
list_message_stalls (const Finder *finder)
{
  const RefrainRunGraph *graph = finder->graph;
  const double least = find_least_stall (graph);
  GArray *stalls = g_array_new (FALSE, FALSE, sizeof (Progress));
  g_autofree guint32 *ends = g_new (guint32, (gsize) graph->n + 1);

  for (guint32 i = 0; i < graph->n; i++)
    ends[i] = NO_STALL;
  for (gsize i = 0; i < finder->n_messages; i++)
    {
      const RefrainRunMessage *message = &finder->messages[i];

      add_partner (finder, message->receive, message->send, least, ends);
      if (refrain_run_is_node (message->sent))
        add_partner (finder, message->sent, message->receive, least, ends);
    }
  for (guint32 i = 0; i < graph->n; i++)
    if (ends[i] != NO_STALL)
      {
        const Progress progress = { i, ends[i] };

        g_array_append_val (stalls, progress);
      }
  return stalls;
}

/* The stalls of one line that another line ends. */
typedef struct
{
  guint32 n;
  RefrainTime cost;
} Ended;

/* The @n stalls of one line depend on what ends them, where that is known of most of what they
 * cost. A line that ends those of others (@in_all of each line, or NULL) is believed of few, too.
 */
static void
judge_stalls (const Finder *finder,
              const Progress *stalls,
              guint n,
              RefrainRunDependence kind,
              Ended *ended,
              const guint32 *in_all)
{
  const RefrainRunGraph *graph = finder->graph;
  RefrainTime cost = 0;

  memset (ended, 0, graph->n_lines * sizeof *ended);
  for (guint i = 0; i < n; i++)
    {
      cost += graph->cost[stalls[i].node];
      if (stalls[i].on != REFRAIN_NONE)
        {
          ended[graph->line[stalls[i].on]].n++;
          ended[graph->line[stalls[i].on]].cost += graph->cost[stalls[i].node];
        }
    }
  for (guint i = 0; i < n; i++)
    {
      const Ended *by = stalls[i].on != REFRAIN_NONE ? &ended[graph->line[stalls[i].on]] : NULL;

      if (by != NULL
          && ((MAX (by->n, in_all != NULL ? in_all[by - ended] : 0) >= MIN_PROGRESS
               && (double) by->cost >= MOST_PROGRESS * (double) cost)
              || (kind != REFRAIN_RUN_COLLECTIVE
                  && (double) graph->cost[stalls[i].node] > LONG_STALL * (double) graph->length)))
        {
          const RefrainRunDep dep = { stalls[i].node, stalls[i].on, (guint8) kind };

          g_array_append_val (finder->found, dep);
        }
    }
}

/* Judges the @stalls, as their nodes follow each other, line by line. */
static void
judge_all (const Finder *finder,
           const GArray *stalls,
           RefrainRunDependence kind,
           const guint32 *in_all)
{
  const RefrainRunGraph *graph = finder->graph;
  const Progress *list = (const Progress *) (gpointer) stalls->data;
  g_autofree Ended *ended = g_new (Ended, graph->n_lines + 1);

  for (guint i = 0, end; i < stalls->len; i = end)
    {
      for (end = i; end < stalls->len && graph->line[list[end].node] == graph->line[list[i].node];
           end++)
        ;
      judge_stalls (finder, list + i, end - i, kind, ended, in_all);
    }
}

GArray *
refrain_run_builder_find_progress (const RefrainRunBuilder *self,
                                   const RefrainRunMessage *messages,
                                   gsize n_messages,
                                   GArray *halves,
                                   const GArray *begun)
{
  Finder finder = { .builder = self,
                    .graph = self->graph,
                    .messages = messages,
                    .n_messages = n_messages,
                    .halves = halves,
                    .begun = begun,
                    .found = g_array_new (FALSE, FALSE, sizeof (RefrainRunDep)) };
  g_autofree guint32 *in_all = g_new0 (guint32, self->graph->n_lines + 1);
  g_autoptr (GArray) of_messages = list_message_stalls (&finder);
  g_autoptr (GArray) of_collectives = NULL;

  refrain_sort (halves->data, halves->len, sizeof (RefrainRunHalf), compare_halves);
  of_collectives = list_stalls (&finder, STALL_TIMES * (double) self->graph->going_on);
  judge_all (&finder, of_collectives, REFRAIN_RUN_COLLECTIVE, NULL);
  for (guint i = 0; i < of_messages->len; i++)
    {
      const guint32 on = g_array_index (of_messages, Progress, i).on;

      if (on != REFRAIN_NONE)
        in_all[self->graph->line[on]]++;
    }
  judge_all (&finder, of_messages, REFRAIN_RUN_PROGRESS, in_all);
  return finder.found;
}
