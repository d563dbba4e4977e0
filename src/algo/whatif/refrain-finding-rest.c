/* refrain-finding-rest.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What remains inside MPI is neither waiting nor computing: data on their way, what each call
 * costs, or processes that do not get a core. Calls of one routine that move as much tell these
 * apart: data take as long each time.
 */
#include "refrain-findings-private.h"

#include <glib/gi18n.h>
#include <gsl/gsl_statistics_double.h>

#include "refrain-cores.h"
#include "refrain-own-bytes.h"
#include "refrain-suspect.h"
#include "refrain-time-format.h"

/* What calls of MPI take themselves is told from this share of the run on. */
#define MUCH_COST 0.25
/* A place is named that has so much of it. */
#define MOSTLY 0.5
/* Who saves more of the run than this leaves none. */
#define ALL_BUT 0.995
/* Calls differ where their mean is so many times what the quick ones of their class take, */
#define VARIES 3.0
/* ... which are this share of them. */
#define QUICK 0.1
/* Messages below so many bytes take what a message costs, not what its bytes do. */
#define SMALL_MESSAGE 16384

typedef struct
{
  const RefrainRunGraph *graph;
  guint n_routines;
  double *costs;   /* of each node, ticks */
  double all;      /* what MPI takes but for waiting */
  guint32 routine; /* that takes most, and of it: */
  double cost;
  guint32 n;
  double quick; /* if each call of it took what the quick ones of its class do */
  guint64 bytes;
  gboolean moves; /* whether any call of it has operations but for making something */
} Rest;

/* What each node costs where @base is changed. */
static void
set_costs (Rest *rest, const RefrainScenario *base)
{
  const RefrainRunGraph *graph = rest->graph;

  rest->costs = g_new (double, (gsize) graph->n + 1);
  for (guint32 i = 0; i < graph->n; i++)
    rest->costs[i] = graph->routine[i] < rest->n_routines ? (double) graph->cost[i] : 0;
  for (guint i = 0; base != NULL && i < base->nodes->len; i++)
    {
      const RefrainNodeChange *change = &g_array_index (base->nodes, RefrainNodeChange, i);

      if (change->cost >= 0)
        rest->costs[change->node] = MIN (rest->costs[change->node], (double) change->cost);
    }
}

/* Adds up all but @waiting, and finds the routine that takes most. */
static void
add_up (Rest *rest, double waiting)
{
  const RefrainRunGraph *graph = rest->graph;
  g_autofree double *sums = g_new0 (double, (gsize) rest->n_routines + 1);

  rest->routine = REFRAIN_NONE;
  for (guint32 i = 0; i < graph->n; i++)
    if (graph->routine[i] < rest->n_routines)
      {
        sums[graph->routine[i]] += rest->costs[i];
        rest->all += (double) (graph->leave[i] - graph->enter[i] - graph->cost[i]) + rest->costs[i];
      }
  for (guint r = 0; r < rest->n_routines; r++)
    if (sums[r] > rest->cost)
      {
        rest->cost = sums[r];
        rest->routine = r;
      }
  rest->all = MAX (rest->all - waiting, rest->cost);
}

/* The line on which calls of MPI take most: what they take there. */
static double
find_most_of_a_line (const Rest *rest)
{
  double most = 0;

  for (guint32 l = 0; l < rest->graph->n_lines; l++)
    {
      double sum = 0;

      for (guint32 i = rest->graph->lines[l].first; i < rest->graph->lines[l].end; i++)
        sum += rest->costs[i];
      most = MAX (most, sum);
    }
  return most;
}

static guint64
get_bytes (const RefrainRunGraph *graph, guint32 node, gboolean for_members)
{
  guint64 sum = 0;

  for (guint32 i = 0; i < graph->n_ops[node]; i++)
    sum += refrain_trace_get_own_bytes (graph->trace, refrain_run_graph_get_process (graph, node),
                                        graph->op[node] + i, for_members);
  return sum;
}

/* Whether @node does more than to make a communicator, a window or a file known. */
static gboolean
moves (const RefrainRunGraph *graph, guint32 node)
{
  const RefrainOps *ops = graph->lines[graph->line[node]].ops;

  for (guint32 i = graph->op[node]; i < graph->op[node] + graph->n_ops[node]; i++)
    if (ops->kind[i] != REFRAIN_OP_COLLECTIVE || ops->tag[i] < REFRAIN_COLLECTIVE_CREATE_HANDLE)
      return TRUE;
  return FALSE;
}

/* How many calls of the routine there are, what they move, and what they would take if all were
 * quick. */
static void
measure_routine (Rest *rest)
{
  const RefrainRunGraph *graph = rest->graph;
  const gboolean for_members = refrain_trace_counts_for_members (graph->trace);
  g_autoptr (GPtrArray) classes = g_ptr_array_new ();

  for (guint c = 0; c < REFRAIN_RUN_CLASSES; c++)
    g_ptr_array_add (classes, NULL);
  for (guint32 i = 0; i < graph->n; i++)
    {
      GArray **class;

      if (graph->routine[i] != rest->routine)
        continue;
      class = (GArray **) &classes
                  ->pdata[refrain_run_graph_get_class (graph, i) % REFRAIN_RUN_CLASSES];
      if (*class == NULL)
        *class = g_array_new (FALSE, FALSE, sizeof (double));
      g_array_append_val (*class, rest->costs[i]);
      rest->n++;
      rest->moves |= moves (graph, i);
      rest->bytes += get_bytes (graph, i, for_members);
    }
  for (guint c = 0; c < REFRAIN_RUN_CLASSES; c++)
    {
      GArray *class = classes->pdata[c];

      if (class == NULL)
        continue;
      rest->quick += (double) class->len
                     * gsl_stats_select ((double *) (gpointer) class->data, 1, class->len,
                                         (gsize) (QUICK * class->len));
      g_array_unref (class);
    }
}

/* The routine that calls that one where it takes most, or NULL. */
static const char *
find_caller (const Rest *rest)
{
  const RefrainRunGraph *graph = rest->graph;
  g_autofree double *sums = g_new0 (double, (gsize) rest->n_routines + 1);
  guint best = 0;

  for (guint32 i = 0; i < graph->n; i++)
    {
      const RefrainCalls *calls;
      guint32 parent;

      if (graph->routine[i] != rest->routine || graph->call[i] == REFRAIN_NONE)
        continue;
      calls = refrain_process_get_calls (
          refrain_trace_get_process (graph->trace, refrain_run_graph_get_process (graph, i)));
      parent = calls->parent[graph->call[i]];
      if (parent != REFRAIN_NONE)
        sums[calls->routine[parent]] += rest->costs[i];
    }
  for (guint r = 0; r < rest->n_routines; r++)
    if (sums[r] > sums[best])
      best = r;
  return sums[best] > MOSTLY * rest->cost ? refrain_run_graph_get_routine_name (graph, best) : NULL;
}

/* "Possible cause: …" */
static const char *
describe_cause (const Rest *rest)
{
  gboolean crowded = TRUE;
  const gboolean known = refrain_trace_knows_cores (rest->graph->trace, &crowded);

  /* Who has no core says nothing of what a call takes, but a file need not wait for one. */
  if (known && crowded
      && !g_str_has_prefix (refrain_run_graph_get_routine_name (rest->graph, rest->routine),
                            "MPI_File")
      && rest->bytes < (guint64) SMALL_MESSAGE * rest->n)
    return _ ("Possible cause: more processes than cores");
  if (rest->cost > VARIES * rest->quick)
    return known && !crowded
               ? _ ("Possible cause: other programs on these cores, or a partner outside MPI")
               : _ ("Possible cause: more processes than cores");
  return rest->bytes < (guint64) SMALL_MESSAGE * rest->n
             ? _ ("Possible cause: what each call takes by itself; fewer calls take less")
             : _ ("Possible cause: the transfer of these data; fewer bytes take less");
}

/* Of a call that sets something up, without which @saved would be. */
static char *
describe_once (const Rest *rest, double saved)
{
  const char *name = refrain_run_graph_get_routine_name (rest->graph, rest->routine);
  const double shorter = 100 * saved / (double) rest->graph->length;
  g_autofree char *time = refrain_suspect_format (rest->graph, rest->cost / rest->n);
  g_autofree char *text
      = rest->n == 1
            /* Translators: a routine, and a time. */
            ? g_strdup_printf (_ ("%s, called once, takes %s though it waits for no process; "
                                  "without that the run would be %.0f %% shorter"),
                               name, time, shorter)
            : g_strdup_printf (_ ("%s, called once by each of %u processes, takes %s on average "
                                  "though they wait for no process; without that the run would "
                                  "be %.0f %% shorter"),
                               name, rest->n, time, shorter);

  return g_strdup_printf (
      "%s. %s", text, _ ("Possible cause: what it sets up, such as processes, files or memory"));
}

/* "Inside MPI, processes spend 42 % of their time though they wait for no process, most in
 * MPI_Waitall called by CommSBN: 368 calls of 38.6 ms, a tenth of them …" */
static char *
make_sentence (const Rest *rest, double saved)
{
  const RefrainRunGraph *graph = rest->graph;
  const double whole = (double) graph->length * MAX (graph->n_lines, 1);
  const double share = 100 * rest->all / whole;
  const char *name = refrain_run_graph_get_routine_name (graph, rest->routine);
  const char *caller = find_caller (rest);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *calls = refrain_count_format (rest->n);
  g_autofree char *time = refrain_suspect_format (graph, rest->cost / rest->n);
  g_autofree char *quick = refrain_suspect_format (graph, rest->quick / rest->n);

  /* Nobody waits for what takes no time either. Of a run that is all MPI nothing would be left. */
  if (saved > ALL_BUT * (double) graph->length)
    g_string_append_printf (
        text, _ ("Besides waiting, MPI takes %.0f %% of the time of all processes"), share);
  else
    g_string_append_printf (
        text,
        100 * saved / (double) graph->length >= share + 1
            /* Translators: of all processes' time, waiting not included. */
            ? _ ("Besides waiting, MPI takes %.0f %% of the time of all processes; without that, "
                 "and what others wait for it, the run would be %.0f %% shorter")
            : _ ("Besides waiting, MPI takes %.0f %% of the time of all processes; without that "
                 "the run would be %.0f %% shorter"),
        share, 100 * saved / (double) graph->length);
  g_string_append (text, ". ");
  if (caller != NULL)
    /* Translators: "MPI_Waitall called by CommSBN takes 34 %: 368 calls of …". */
    g_string_append_printf (text, _ ("%s called mostly by %s takes %.0f %%"), name, caller,
                            100 * rest->cost / whole);
  else
    g_string_append_printf (text, _ ("%s takes %.0f %%"), name, 100 * rest->cost / whole);
  g_string_append (text, ": ");
  g_string_append_printf (text, ngettext ("%s call takes %s", "%s calls of %s on average", rest->n),
                          calls, time);
  /* One byte each is no transfer, as of what opens a file. */
  if (rest->bytes > rest->n)
    {
      g_autofree char *bytes = refrain_bytes_format (rest->bytes / rest->n);

      g_string_append_printf (text, _ (" for %s each"), bytes);
    }
  if (rest->cost > VARIES * rest->quick)
    g_string_append_printf (text, _ (", the quickest tenth at most %s"), quick);
  g_string_append_printf (text, ". %s", describe_cause (rest));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* A process may be started by a call of another one that now costs nothing: lines that begin so
 * much earlier. Free with g_free(). O(nodes * lines that are late). */
static RefrainRunLine *
begin_earlier (const RefrainRunGraph *graph, const double *costs)
{
  RefrainRunLine *lines = g_memdup2 (graph->lines, (graph->n_lines + 1) * sizeof *lines);

  for (guint l = 0; l < graph->n_lines; l++)
    {
      const RefrainThread *thread = lines[l].thread;
      RefrainProcess *process = refrain_trace_get_process (graph->trace, lines[l].process);
      const RefrainTime start = lines[l].start;
      RefrainTime first;
      double most = 0;

      if (start < MUCH_COST * graph->length || thread->n_calls == 0)
        continue;
      first = refrain_process_get_calls (process)->start[thread->first_call];
      first = (first - graph->start) >> graph->shift;
      for (guint32 i = 0; i < graph->n; i++)
        if (graph->enter[i] < first && first <= graph->leave[i])
          most = MAX (most, MIN (costs[i], (double) (start - graph->enter[i])));
      lines[l].start -= (RefrainTime) most;
    }
  return lines;
}

/* What the run would be shorter where calls of MPI, or of @routine alone, cost nothing, but for the
 * @gained of @base. FALSE when cancelled. */
static gboolean
save_without (const Rest *rest,
              const RefrainScenario *base,
              guint32 routine,
              double gained,
              double *saved,
              GCancellable *cancellable)
{
  const RefrainRunGraph *graph = rest->graph;
  g_autofree double *costs = g_memdup2 (rest->costs, ((gsize) graph->n + 1) * sizeof *costs);
  g_autofree RefrainTime *cost = g_new0 (RefrainTime, (gsize) graph->n + 1);
  g_autofree RefrainTime *free_cost = g_new0 (RefrainTime, (gsize) graph->n + 1);
  g_autofree RefrainRunLine *lines = NULL;
  RefrainRunGraph without = *graph;
  RefrainTime all;

  for (guint32 i = 0; i < graph->n && routine != REFRAIN_NONE; i++)
    if (graph->routine[i] != routine)
      {
        costs[i] = 0;
        cost[i] = graph->cost[i];
        free_cost[i] = graph->free_cost[i];
      }
  without.cost = cost;
  without.free_cost = free_cost;
  without.lines = lines = begin_earlier (graph, costs);
  if (!refrain_replay_save (&without, &base, 1, &all, NULL, cancellable))
    return FALSE;
  *saved = (double) all - gained;
  return TRUE;
}

gboolean
refrain_finding_describe_rest (const RefrainRunGraph *graph,
                               const RefrainScenario *base,
                               double gained,
                               double waiting,
                               char **sentence,
                               RefrainTime *once,
                               GCancellable *cancellable)
{
  const double much = MUCH_COST * (double) graph->length;
  g_autofree double *costs = NULL;
  Rest rest = { graph, refrain_trace_get_n_routines (graph->trace) };
  double saved, alone = 0;

  *sentence = NULL;
  *once = 0;
  if (graph->n_lines < 2)
    return TRUE;
  set_costs (&rest, base);
  costs = rest.costs;
  add_up (&rest, waiting * (double) graph->length * graph->n_lines);
  if (rest.routine == REFRAIN_NONE || find_most_of_a_line (&rest) < much)
    return TRUE;
  if (!save_without (&rest, base, REFRAIN_NONE, gained, &saved, cancellable))
    return FALSE;
  if (saved < much)
    return TRUE;
  measure_routine (&rest);
  if (rest.n <= graph->n_lines && !rest.moves
      && !save_without (&rest, base, rest.routine, gained, &alone, cancellable))
    return FALSE;
  if (alone >= much)
    {
      *once = (RefrainTime) alone;
      *sentence = describe_once (&rest, alone);
    }
  else
    *sentence = make_sentence (&rest, saved);
  return TRUE;
}
