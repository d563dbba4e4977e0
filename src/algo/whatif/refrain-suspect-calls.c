/* refrain-suspect-calls.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sends that wait for their receives; what could be done while something is waited for, or in
 * another order; and what moves too much.
 */
#include "refrain-suspect.h"

#include <glib/gi18n.h>
#include <gsl/gsl_statistics_double.h>

#include "refrain-free.h"
#include "refrain-time-format.h"
#include "refrain-trend.h"

/* So many messages in a row with one partner could be one, with gaps of no more than so many times
 * what such calls cost where nothing holds them up, as does the cheapest in twenty. */
#define ROW       8
#define ROW_TIMES 10
#define ROW_CHEAP 0.05
/* A reply is sent so few calls after what it replies to; so many make a pattern. */
#define REPLY_CALLS 8
/* ... where so many of what these lines receive are replies. */
#define REPLY_SHARE 0.5
/* Less of a gap is what stands between two routines. */
#define GLUE 0.1
/* The weight of what is said only where nothing else is. */
#define LAST_RESORT 1000
/* One process moves so many times what half of the others do. */
#define MANY_BYTES 4.0

/* Of each routine: its nodes. */
typedef struct
{
  RefrainSuspectSearch *search;
  const RefrainRunGraph *graph;
  guint n_routines;
  guint32 *first, *node; /* n_routines + 1 */
} Calls;

static gboolean
waits_for (const RefrainRunGraph *graph, guint32 node, guint8 kinds)
{
  for (guint32 d = graph->first_dep[node]; d < graph->first_dep[node + 1]; d++)
    if (graph->dep_kind[d] & kinds)
      return TRUE;
  return FALSE;
}

static void
calls_init (Calls *calls, RefrainSuspectSearch *search)
{
  const RefrainRunGraph *graph = search->graph;

  *calls = (Calls){ .search = search,
                    .graph = graph,
                    .n_routines = refrain_trace_get_n_routines (graph->trace) };
  calls->first = g_new0 (guint32, calls->n_routines + 2);
  calls->node = g_new (guint32, (gsize) graph->n + 1);
  for (guint32 i = 0; i < graph->n; i++)
    if (graph->routine[i] < calls->n_routines)
      calls->first[graph->routine[i] + 2 <= calls->n_routines ? graph->routine[i] + 2
                                                              : calls->n_routines + 1]++;
  for (guint r = 2; r <= calls->n_routines; r++)
    calls->first[r] += calls->first[r - 1];
  for (guint32 i = 0; i < graph->n; i++)
    if (graph->routine[i] < calls->n_routines)
      calls->node[calls->first[graph->routine[i] + 1]++] = i;
}

/* What its calls cost; free with g_free(). */
static double *
list_costs (const Calls *calls, guint32 routine)
{
  const guint32 first = calls->first[routine], n = calls->first[routine + 1] - first;
  double *costs = g_new (double, (gsize) n + 1);

  for (guint32 i = 0; i < n; i++)
    costs[i] = (double) calls->graph->cost[calls->node[first + i]];
  return costs;
}

/* A value for each routine that is not known yet; free with g_free(). */
static double *
list_unknown (const Calls *calls)
{
  double *values = g_new (double, (gsize) calls->n_routines + 1);

  for (guint r = 0; r <= calls->n_routines; r++)
    values[r] = -1;
  return values;
}

/* What half of them cost; worked out once, in @medians. */
static double
find_median (const Calls *calls, guint32 routine, double *medians)
{
  const guint32 n = calls->first[routine + 1] - calls->first[routine];

  if (medians[routine] < 0)
    {
      g_autofree double *costs = list_costs (calls, routine);

      medians[routine] = n > 0 ? gsl_stats_median (costs, 1, n) : 0;
    }
  return medians[routine];
}

REFRAIN_DEFINE_CLEAR (calls_clear, Calls, g_free (x->first); g_free (x->node))

static const char *
get_name (const Calls *calls, guint32 routine)
{
  return refrain_run_graph_get_routine_name (calls->graph, routine);
}

/* ---- Sends ---------------------------------------------------------------------------------- */

/* How long @node waits for a receive; 0 where it does not. */
static RefrainTime
get_send_wait (const RefrainRunGraph *graph, guint32 node)
{
  return waits_for (graph, node, REFRAIN_RUN_RECEIVE)
             ? refrain_run_graph_get_needed (graph, node) - graph->enter[node]
             : 0;
}

/* Sends that need their receive. In the wrong order are those that wait for one who itself waits in
 * such a send. */
static void
suspect_sends (Calls *calls, guint r)
{
  const RefrainRunGraph *graph = calls->graph;
  RefrainSuspect *suspect = refrain_suspect_new (REFRAIN_FINDING_LATE_RECEIVER, 1.0);
  g_autofree double *lines = g_new0 (double, graph->n_lines + 1);
  g_autofree guint32 *list = g_new (guint32, graph->n_lines + 1);
  g_autofree char *who = NULL, *time = NULL;
  double sum = 0, behind = 0;
  guint32 n = 0;

  for (guint32 i = calls->first[r]; i < calls->first[r + 1]; i++)
    {
      const guint32 node = calls->node[i];
      const double wait = (double) get_send_wait (graph, node);

      for (guint32 d = graph->first_dep[node]; d < graph->first_dep[node + 1]; d++)
        if (graph->dep_kind[d] == REFRAIN_RUN_RECEIVE)
          {
            const guint32 post = graph->dep[d];

            if (post > graph->lines[graph->line[post]].first && get_send_wait (graph, post - 1) > 0)
              behind += wait;
          }
      if (wait <= 0)
        continue;
      refrain_scenario_cut (suspect->scenario, node, REFRAIN_RUN_RECEIVE);
      lines[graph->line[node]] += wait;
      sum += wait;
      n++;
    }
  if (n == 0)
    {
      refrain_suspect_free (suspect);
      return;
    }
  suspect->routine = r;
  who = refrain_suspect_describe_lines (
      graph, list, refrain_suspect_list_lines (graph, lines, list), suspect->processes);
  time = refrain_suspect_format (graph, sum / n);
  if (behind > 0.5 * sum)
    {
      suspect->kind = REFRAIN_FINDING_ORDER_OF_CALLS;
      suspect->sentence = g_strdup_printf (
          _ ("The order of sends and receives makes processes wait for each other in a row: %u "
             "calls of %s wait %s each for a process that waits in such a call itself"),
          n, get_name (calls, r), time);
    }
  else
    suspect->sentence = g_strdup_printf (
        suspect->processes->len == 1
            ? _ ("%s waits in %u calls of %s until the receive is called, %s each")
            : _ ("%s wait in %u calls of %s until the receive is called, %s each"),
        who, n, get_name (calls, r), time);
  refrain_suspect_search_add (calls->search, suspect);
}

/* Calls that ask for a lock which another process has. */
static void
suspect_locks (Calls *calls, guint r)
{
  const RefrainRunGraph *graph = calls->graph;
  RefrainSuspect *suspect = refrain_suspect_new (REFRAIN_FINDING_LOCK_CONTENTION, 1.05);
  g_autofree double *lines = g_new0 (double, graph->n_lines + 1);
  g_autofree guint32 *list = g_new (guint32, graph->n_lines + 1);
  g_autofree char *who = NULL, *time = NULL;
  double sum = 0;
  guint32 n = 0;

  for (guint32 i = calls->first[r]; i < calls->first[r + 1]; i++)
    {
      const guint32 node = calls->node[i];
      const double wait
          = (double) (refrain_run_graph_get_needed (graph, node) - graph->enter[node]);

      if (wait <= 0 || !waits_for (graph, node, REFRAIN_RUN_LOCK))
        continue;
      refrain_scenario_cut (suspect->scenario, node, REFRAIN_RUN_LOCK);
      lines[graph->line[node]] += wait;
      sum += wait;
      n++;
    }
  if (n == 0)
    {
      refrain_suspect_free (suspect);
      return;
    }
  suspect->routine = r;
  suspect->words = REFRAIN_GAIN_UP_TO;
  who = refrain_suspect_describe_lines (
      graph, list, refrain_suspect_list_lines (graph, lines, list), suspect->processes);
  time = refrain_suspect_format (graph, sum / n);
  suspect->sentence = g_strdup_printf (
      suspect->processes->len == 1
          ? _ ("%s waits in %u calls of %s for a lock that another process has, %s each")
          : _ ("%s wait in %u calls of %s for a lock that another process has, %s each"),
      who, n, get_name (calls, r), time);
  refrain_suspect_search_add (calls->search, suspect);
}

/* ---- Order, and overlap --------------------------------------------------------------------- */

/* Takes away the computing before @next. */
static void
move_gap (const RefrainRunGraph *graph, RefrainScenario *scenario, guint32 next)
{
  for (guint32 s = graph->first_seg[next]; s < graph->first_seg[next + 1]; s++)
    refrain_scenario_set_seg (scenario, s, 0);
}

/* Whether @node only receives. */
static gboolean
only_receives (const RefrainRunGraph *graph, guint32 node)
{
  const RefrainOps *ops = refrain_run_graph_get_ops (graph, node);

  for (guint32 i = 0; i < graph->n_ops[node]; i++)
    if (!REFRAIN_OP_IS_RECV (ops->kind[graph->op[node] + i]))
      return FALSE;
  return waits_for (graph, node, REFRAIN_RUN_MESSAGE);
}

/* What a line receives while something that it receives later, and works with, comes first. */
static void
suspect_order (Calls *calls, guint32 l)
{
  const RefrainRunGraph *graph = calls->graph;
  const RefrainRunLine *line = &graph->lines[l];
  RefrainSuspect *suspect = refrain_suspect_new (REFRAIN_FINDING_ORDER_OF_CALLS, 0.95);
  g_autofree char *who = NULL;
  guint32 n = 0;

  for (guint32 a = line->first; a < line->end; a++)
    {
      const RefrainTime needed = refrain_run_graph_get_needed (graph, a);
      RefrainTime moved = 0, there = 0;
      guint32 b;

      if (!only_receives (graph, a) || needed <= graph->enter[a])
        continue;
      for (b = a + 1; b + 1 < line->end && only_receives (graph, b); b++)
        {
          const RefrainTime sent = graph->enter[graph->dep[graph->first_dep[b]]];

          if (refrain_run_graph_get_needed (graph, b) > graph->enter[b] || sent >= needed)
            continue;
          there = MAX (there, sent - graph->enter[a]);
          moved += graph->cost[b] + graph->gap[b + 1];
          refrain_scenario_set_cost (suspect->scenario, b, 0);
          refrain_scenario_cut (suspect->scenario, b, REFRAIN_RUN_MESSAGE);
          move_gap (graph, suspect->scenario, b + 1);
        }
      if (moved > 0)
        {
          refrain_scenario_move_before (suspect->scenario, a, there + moved);
          suspect->routine = graph->routine[a];
          n++;
        }
      a = b - 1;
    }
  if (n == 0 || suspect->routine >= calls->n_routines)
    {
      refrain_suspect_free (suspect);
      return;
    }
  who = refrain_suspect_describe_lines (graph, &l, 1, suspect->processes);
  suspect->sentence
      = g_strdup_printf (_ ("%s receives in the wrong order (%s), %u times: it waits while a "
                            "message that it receives and uses later has arrived"),
                         who, get_name (calls, suspect->routine), n);
  refrain_suspect_search_add (calls->search, suspect);
}

/* The first piece of computing before @node that is no glue; REFRAIN_NONE where there is none. */
static guint32
find_first_seg (const RefrainRunGraph *graph, guint32 node)
{
  for (guint32 s = graph->first_seg[node]; s < graph->first_seg[node + 1]; s++)
    if ((double) graph->seg_time[s] >= GLUE * (double) graph->gap[node])
      return s;
  return REFRAIN_NONE;
}

/* What is computed right after a wait of the routine for a receive that was posted before, or for a
 * collective that was begun; calls @func with each. */
typedef void (*OverlapFunc) (const RefrainRunGraph *graph,
                             guint32 node,
                             guint32 seg,
                             gpointer data);

static void
visit_overlaps (Calls *calls, guint r, OverlapFunc func, gpointer data)
{
  const RefrainRunGraph *graph = calls->graph;

  for (guint32 i = calls->first[r]; i < calls->first[r + 1]; i++)
    {
      const guint32 node = calls->node[i];
      const gboolean waits = waits_for (graph, node,
                                        REFRAIN_RUN_MESSAGE | REFRAIN_RUN_PROGRESS
                                            | REFRAIN_RUN_COLLECTIVE | REFRAIN_RUN_GROUP);
      const guint32 seg = waits ? find_first_seg (graph, node + 1) : REFRAIN_NONE;

      if (seg != REFRAIN_NONE)
        func (graph, node, seg, data);
    }
}

static void
add_overlap_time (const RefrainRunGraph *graph, guint32 node, guint32 seg, gpointer data)
{
  ((double *) data)[graph->seg_key[seg]] += (double) graph->seg_time[seg];
}

static void
move_overlap (const RefrainRunGraph *graph, guint32 node, guint32 seg, gpointer data)
{
  RefrainSuspect *suspect = data;

  if (graph->seg_key[seg] != suspect->key)
    return;
  refrain_scenario_move_before (suspect->scenario, node, graph->seg_time[seg]);
  refrain_scenario_set_seg (suspect->scenario, seg, 0);
}

static void
suspect_overlap (Calls *calls, guint r)
{
  const RefrainRunGraph *graph = calls->graph;
  g_autofree double *times = g_new0 (double, graph->n_keys + 1);
  g_autofree char *place = NULL;
  RefrainSuspect *suspect;
  guint best = 0;

  if (!g_str_has_prefix (get_name (calls, r), "MPI_Wait"))
    return;
  visit_overlaps (calls, r, add_overlap_time, times);
  for (guint k = 0; k < graph->n_keys; k++)
    if (times[k] > times[best])
      best = k;
  if (times[best] <= 0.005 * (double) graph->length * graph->n_lines)
    return;
  suspect = refrain_suspect_new (REFRAIN_FINDING_LOST_OVERLAP, 1.2);
  suspect->key = best;
  suspect->routine = graph->keys[best].routine;
  suspect->words = REFRAIN_GAIN_UP_TO;
  visit_overlaps (calls, r, move_overlap, suspect);
  place = refrain_suspect_describe_place (graph, best);
  suspect->sentence
      = g_strdup_printf (_ ("Computing %s follows %s, %u times, and could be done while the "
                            "message is in transit if it does not need the data"),
                         place, get_name (calls, r), suspect->scenario->segs->len);
  refrain_suspect_search_add (calls->search, suspect);
}

/* The node whose message @node waits for; REFRAIN_NONE where it waits for none. */
static guint32
get_sender (const RefrainRunGraph *graph, guint32 node)
{
  for (guint32 d = graph->first_dep[node]; d < graph->first_dep[node + 1]; d++)
    if (graph->dep_kind[d] == REFRAIN_RUN_MESSAGE)
      return graph->dep[d];
  return REFRAIN_NONE;
}

/* What is computed before a send that others wait for, behind no receive whose data it may need.
 * REFRAIN_NONE where it is nothing. */
static guint32
find_before_send (const RefrainRunGraph *graph, guint32 node)
{
  if (node == graph->lines[graph->line[node]].first
      || waits_for (graph, node - 1, REFRAIN_RUN_MESSAGE))
    return REFRAIN_NONE;
  return find_first_seg (graph, node);
}

/* Sends come behind computing, and who receives has nothing else to do meanwhile. */
static void
suspect_late_sends (Calls *calls)
{
  const RefrainRunGraph *graph = calls->graph;
  RefrainSuspect *suspect = refrain_suspect_new (REFRAIN_FINDING_LATE_SENDER, LAST_RESORT);
  g_autofree double *times = g_new0 (double, graph->n_keys + 1);
  g_autofree guint8 *meant = g_malloc0 ((gsize) graph->n + 1);
  g_autofree double *lines = g_new0 (double, graph->n_lines + 1);
  g_autofree guint32 *list = g_new (guint32, graph->n_lines + 1);
  g_autofree char *place = NULL;
  guint32 routine = REFRAIN_NONE;
  guint best = 0, n = 0;

  for (guint32 node = 0; node < graph->n; node++)
    {
      const guint32 sender = get_sender (graph, node);
      const guint32 seg = sender != REFRAIN_NONE ? find_before_send (graph, sender) : REFRAIN_NONE;
      const RefrainTime wait = refrain_run_graph_get_needed (graph, node) - graph->enter[node];

      if (seg == REFRAIN_NONE || wait <= 0)
        continue;
      meant[sender] = TRUE;
      times[graph->seg_key[seg]] += (double) MIN (wait, graph->seg_time[seg]);
    }
  for (guint k = 0; k < graph->n_keys; k++)
    if (times[k] > times[best])
      best = k;
  for (guint32 node = 0; node < graph->n && times[best] > 0; node++)
    {
      const guint32 seg = meant[node] ? find_before_send (graph, node) : REFRAIN_NONE;

      if (seg == REFRAIN_NONE || graph->seg_key[seg] != best)
        continue;
      refrain_scenario_set_seg (suspect->scenario, seg, 0);
      refrain_scenario_set_cost (suspect->scenario, node, graph->cost[node] + graph->seg_time[seg]);
      lines[graph->line[node]] = 1;
      routine = graph->routine[node];
      n++;
    }
  if (n < REPLY_CALLS || routine >= calls->n_routines)
    {
      refrain_suspect_free (suspect);
      return;
    }
  suspect->key = best;
  suspect->routine
      = graph->keys[best].routine != REFRAIN_NONE ? graph->keys[best].routine : routine;
  suspect->words = REFRAIN_GAIN_UP_TO;
  g_free (refrain_suspect_describe_lines (
      graph, list, refrain_suspect_list_lines (graph, lines, list), suspect->processes));
  place = refrain_suspect_describe_place (graph, best);
  suspect->sentence
      = g_strdup_printf (_ ("Computing %s precedes %s, %u times, while others wait for the "
                            "message, which could be sent first if it does not need the result"),
                         place, get_name (calls, routine), n);
  refrain_suspect_search_add (calls->search, suspect);
}

/* ---- Buffers -------------------------------------------------------------------------------- */

/* Whether what @node waits for was sent in reply to the last message of its own: as the other line
 * had received that before. A call that also sends is an exchange, in which none replies. */
static gboolean
is_reply (const RefrainRunGraph *graph, guint32 node, guint32 sender)
{
  const guint32 first = graph->lines[graph->line[sender]].first;
  const guint32 process = refrain_run_graph_get_process (graph, sender);

  if (refrain_suspect_sends_to (graph, node, REFRAIN_NONE))
    return FALSE;
  for (guint32 i = sender; i > first && sender - i < REPLY_CALLS; i--)
    {
      const guint32 own = get_sender (graph, i - 1);

      if (own == REFRAIN_NONE)
        continue;
      if (graph->line[own] != graph->line[node] || own >= node || node - own > REPLY_CALLS)
        return FALSE;
      for (guint32 k = own + 1; k < node; k++)
        if (refrain_suspect_sends_to (graph, k, process))
          return FALSE;
      return TRUE;
    }
  return FALSE;
}

/* Adds @other to the two that @line has to do with; FALSE where it is a third one. */
static gboolean
add_partner (guint32 *partners, guint32 line, guint32 other)
{
  guint32 *own = &partners[2 * (gsize) line];

  for (guint i = 0; i < 2; i++)
    if (own[i] == REFRAIN_NONE || own[i] == other)
      {
        own[i] = other;
        return TRUE;
      }
  return FALSE;
}

/* Lines that send the next message only after the reply to the one before, with no more than two
 * others each: a server with many is none. */
static void
suspect_buffer (Calls *calls, guint r)
{
  const RefrainRunGraph *graph = calls->graph;
  RefrainSuspect *suspect = refrain_suspect_new (REFRAIN_FINDING_MISSING_BUFFER, 1.3);
  g_autofree guint32 *to = g_new (guint32, 2 * (gsize) graph->n_lines + 1);
  g_autofree guint32 *from = g_new (guint32, 2 * (gsize) graph->n_lines + 1);
  g_autofree double *lines = g_new0 (double, graph->n_lines + 1);
  g_autofree guint32 *list = g_new (guint32, graph->n_lines + 1);
  g_autofree char *who = NULL;
  g_autofree guint32 *received = g_new0 (guint32, graph->n_lines + 1);
  g_autofree guint32 *replies = g_new0 (guint32, graph->n_lines + 1);
  gboolean many = FALSE;
  guint32 n = 0, n_all = 0;

  memset (to, 0xff, 2 * (gsize) graph->n_lines * sizeof *to);
  memset (from, 0xff, 2 * (gsize) graph->n_lines * sizeof *from);
  for (guint32 i = calls->first[r]; i < calls->first[r + 1] && !many; i++)
    {
      const guint32 node = calls->node[i], sender = get_sender (graph, node);
      const RefrainTime wait = refrain_run_graph_get_needed (graph, node) - graph->enter[node];

      if (sender == REFRAIN_NONE)
        continue;
      received[graph->line[node]]++;
      if (!is_reply (graph, node, sender))
        continue;
      many = !add_partner (to, graph->line[sender], graph->line[node])
             || !add_partner (from, graph->line[node], graph->line[sender]);
      if (wait <= 0)
        continue;
      refrain_scenario_cut (suspect->scenario, node, REFRAIN_RUN_MESSAGE);
      lines[graph->line[node]] += (double) wait;
      replies[graph->line[node]]++;
      n++;
    }
  for (guint l = 0; l < graph->n_lines; l++)
    n_all += replies[l] > 0 ? received[l] : 0;
  if (n < REPLY_CALLS || n < REPLY_SHARE * n_all || many)
    {
      refrain_suspect_free (suspect);
      return;
    }
  suspect->routine = r;
  suspect->words = REFRAIN_GAIN_UP_TO;
  who = refrain_suspect_describe_lines (
      graph, list, refrain_suspect_list_lines (graph, lines, list), suspect->processes);
  suspect->sentence
      = g_strdup_printf (_ ("%s: before each message %s waits for the reply to the one before, %u "
                            "times; with more buffers both could continue"),
                         who, get_name (calls, r), n);
  refrain_suspect_search_add (calls->search, suspect);
}

/* ---- Many small messages -------------------------------------------------------------------- */

/* Whether @a and @b do the same with the same partner, one way: what is received may be what is
 * sent next. */
static gboolean
are_alike (const RefrainRunGraph *graph, guint32 a, guint32 b)
{
  const RefrainOps *ops = refrain_run_graph_get_ops (graph, a);

  if (graph->routine[a] != graph->routine[b] || graph->n_ops[a] == 0
      || graph->n_ops[a] != graph->n_ops[b])
    return FALSE;
  for (guint32 i = 0; i < graph->n_ops[a]; i++)
    {
      const guint32 x = graph->op[a] + i, y = graph->op[b] + i;

      if (ops->kind[x] == REFRAIN_OP_COLLECTIVE || ops->kind[x] != ops->kind[y]
          || ops->peer[x] != ops->peer[y] || ops->tag[x] != ops->tag[y]
          || REFRAIN_OP_IS_SEND (ops->kind[x]) != REFRAIN_OP_IS_SEND (ops->kind[graph->op[a]]))
        return FALSE;
    }
  return TRUE;
}

/* How long a gap may be between two calls of @routine in a row; worked out once, in @gaps. */
static double
find_gap (const Calls *calls, guint32 routine, double *gaps)
{
  if (gaps[routine] < 0)
    {
      const guint32 n = calls->first[routine + 1] - calls->first[routine];
      g_autofree double *costs = list_costs (calls, routine);

      gaps[routine] = ROW_TIMES * gsl_stats_select (costs, 1, n, (gsize) (ROW_CHEAP * n));
    }
  return gaps[routine];
}

/* Whether @node goes on with a row of such calls as @first is. */
static gboolean
goes_on (const Calls *calls, guint32 first, guint32 node, double *gaps)
{
  const RefrainRunGraph *graph = calls->graph;

  return node < graph->lines[graph->line[first]].end && are_alike (graph, first, node)
         && graph->routine[first] < calls->n_routines
         && (double) graph->gap[node] < find_gap (calls, graph->routine[first], gaps);
}

static void
suspect_small_messages (Calls *calls)
{
  const RefrainRunGraph *graph = calls->graph;
  g_autofree double *gaps = list_unknown (calls);
  RefrainSuspect *suspect = refrain_suspect_new (REFRAIN_FINDING_SMALL_MESSAGES, 1.0);
  guint32 n_rows = 0, n_messages = 0;

  for (guint32 i = 0, k; i < graph->n; i = k)
    {
      for (k = i + 1; goes_on (calls, i, k, gaps); k++)
        ;
      if (k - i < ROW)
        continue;
      n_rows++;
      n_messages += k - i;
      suspect->routine = graph->routine[i];
      for (guint32 m = i + 1; m < k; m++)
        {
          refrain_scenario_set_cost (suspect->scenario, m, 0);
          refrain_scenario_cut (suspect->scenario, m, REFRAIN_RUN_MESSAGE | REFRAIN_RUN_RECEIVE);
          move_gap (graph, suspect->scenario, m);
        }
    }
  if (n_rows == 0 || suspect->routine >= calls->n_routines)
    {
      refrain_suspect_free (suspect);
      return;
    }
  suspect->sentence = g_strdup_printf (
      _ ("%u messages in a row go to the same partner with nothing between, %u times (%s), and "
         "could be one"),
      n_messages / n_rows, n_rows, get_name (calls, suspect->routine));
  refrain_suspect_search_add (calls->search, suspect);
}

/* ---- Barriers, and bytes -------------------------------------------------------------------- */

/* Whether the collective that @node completes was begun in another call. */
static gboolean
is_asked_for (const RefrainRunGraph *graph, guint32 node)
{
  RefrainProcess *process
      = refrain_trace_get_process (graph->trace, refrain_run_graph_get_process (graph, node));
  const RefrainOps *ops = refrain_process_get_ops (process);
  const guint32 record = ops->record[graph->op[node]];

  return record != REFRAIN_NONE
         && refrain_process_get_records (process)->call[record] != ops->call[graph->op[node]];
}

/* Collectives that hold all together and carry nothing. Who begins one and asks for its end wants
 * to know that all have come. */
static void
suspect_barrier (Calls *calls, guint r)
{
  const RefrainRunGraph *graph = calls->graph;
  RefrainSuspect *suspect = refrain_suspect_new (REFRAIN_FINDING_NEEDLESS_BARRIER, 1.4);
  guint32 n = 0;

  for (guint32 i = calls->first[r]; i < calls->first[r + 1]; i++)
    {
      const guint32 node = calls->node[i];
      const RefrainOps *ops = refrain_run_graph_get_ops (graph, node);

      if (graph->n_ops[node] != 1 || ops->kind[graph->op[node]] != REFRAIN_OP_COLLECTIVE
          || ops->tag[graph->op[node]] != REFRAIN_COLLECTIVE_BARRIER || is_asked_for (graph, node)
          || !waits_for (graph, node, REFRAIN_RUN_GROUP))
        continue;
      refrain_scenario_cut (suspect->scenario, node, REFRAIN_RUN_GROUP);
      n++;
    }
  if (n == 0)
    {
      refrain_suspect_free (suspect);
      return;
    }
  suspect->routine = r;
  suspect->words = REFRAIN_GAIN_UP_TO;
  suspect->sentence
      = g_strdup_printf (_ ("%s holds all processes together, %u times each, and carries no data"),
                         get_name (calls, r), n / MAX (graph->n_lines, 1));
  refrain_suspect_search_add (calls->search, suspect);
}

/* Bytes that @node moves itself: sends, and what it gives to collectives without a root. */
static guint64
get_bytes (const RefrainRunGraph *graph, guint32 node)
{
  const RefrainOps *ops = refrain_run_graph_get_ops (graph, node);
  guint64 sum = 0;

  for (guint32 i = 0; i < graph->n_ops[node]; i++)
    {
      const guint32 op = graph->op[node] + i;

      if (ops->kind[op] != REFRAIN_OP_COLLECTIVE || ops->peer[op] < 0)
        sum += ops->bytes[op];
    }
  return sum;
}

/* One process moves many times what the others do: all calls in which it does, and those of its
 * partners, for the cost of the others. */
static void
suspect_bytes (Calls *calls, guint r)
{
  const RefrainRunGraph *graph = calls->graph;
  const guint32 n = calls->first[r + 1] - calls->first[r];
  g_autofree double *sums = g_new0 (double, graph->n_lines + 1);
  g_autofree double *sizes = g_new (double, (gsize) n + 1);
  g_autofree double *medians = NULL;
  g_autofree guint8 *large = NULL;
  g_autofree char *who = NULL, *its = NULL, *usual = NULL;
  RefrainSuspect *suspect;
  double median, size;
  guint worst = 0;

  for (guint32 i = 0; i < n; i++)
    {
      const guint32 node = calls->node[calls->first[r] + i];

      sizes[i] = (double) get_bytes (graph, node);
      sums[graph->line[node]] += sizes[i];
      if (sums[graph->line[node]] > sums[worst])
        worst = graph->line[node];
    }
  if (n == 0 || graph->n_lines < 3)
    return;
  median = refrain_trend_median (sums, graph->n_lines);
  if (median <= 0 || sums[worst] < MANY_BYTES * median)
    return;
  size = refrain_trend_median (sizes, n);
  medians = list_unknown (calls);
  suspect = refrain_suspect_new (REFRAIN_FINDING_TOO_MANY_BYTES, 1.0);
  large = g_malloc0 ((gsize) graph->n + 1);
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 node = calls->node[calls->first[r] + i];

      large[node] = graph->line[node] == worst && sizes[i] > MANY_BYTES * size;
    }
  for (guint32 i = 0; i < graph->n; i++)
    {
      gboolean meant = large[i] == 1;

      for (guint32 d = graph->first_dep[i]; d < graph->first_dep[i + 1] && !meant; d++)
        if (graph->dep_kind[d] == REFRAIN_RUN_GROUP)
          {
            for (guint32 m = graph->first_member[graph->dep[d]];
                 m < graph->first_member[graph->dep[d] + 1] && !meant; m++)
              meant = large[graph->member[m]] == 1;
          }
        else if (graph->dep_kind[d] != 0)
          meant = large[graph->dep[d]] == 1;
      if (meant && graph->routine[i] < calls->n_routines)
        {
          /* Of a collective all calls are so: as the bytes. */
          const double share
              = waits_for (graph, i, REFRAIN_RUN_GROUP)
                    ? median * graph->n_lines / (median * (graph->n_lines - 1) + sums[worst])
                    : 0;
          const double cost = MAX (share * (double) graph->cost[i],
                                   share > 0 ? 0 : find_median (calls, graph->routine[i], medians));

          if (cost < (double) graph->cost[i])
            refrain_scenario_set_cost (suspect->scenario, i, (RefrainTime) cost);
        }
    }
  suspect->routine = r;
  who = refrain_suspect_describe_lines (graph, &(guint32){ worst }, 1, suspect->processes);
  its = refrain_bytes_format ((guint64) sums[worst]);
  usual = refrain_bytes_format ((guint64) median);
  suspect->sentence
      = g_strdup_printf (_ ("%s moves %s in %s, while half of the processes move no more than %s"),
                         who, its, get_name (calls, r), usual);
  refrain_suspect_search_add (calls->search, suspect);
}

gboolean
refrain_suspects_find_calls (RefrainSuspectSearch *self)
{
  Calls calls;

  calls_init (&calls, self);
  for (guint r = 0; r < calls.n_routines && !g_cancellable_is_cancelled (self->cancellable); r++)
    {
      suspect_sends (&calls, r);
      suspect_locks (&calls, r);
      suspect_overlap (&calls, r);
      suspect_barrier (&calls, r);
      suspect_bytes (&calls, r);
      suspect_buffer (&calls, r);
    }
  for (guint32 l = 0; l < self->graph->n_lines; l++)
    suspect_order (&calls, l);
  suspect_late_sends (&calls);
  suspect_small_messages (&calls);
  calls_clear (&calls);
  return !g_cancellable_is_cancelled (self->cancellable);
}
