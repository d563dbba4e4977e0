/* refrain-run-turns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace does not tell that a receive would have taken any message: that is read off the senders,
 * which come round in no fixed order, and off its waiting only where nothing is there to be taken.
 * What follows until the next such receive, and has to do with the same sender alone, is one turn.
 */
#include "refrain-free.h"
#include "refrain-run-graph-private.h"

#include "refrain-arrays.h"

/* So many receives, from so many processes. */
#define ENOUGH_TAKES 8
#define ENOUGH_PEERS 3
/* Who is as many receives before the same is in a fixed order, but for this share. */
#define OUT_OF_ORDER 0.02
/* Lines that are served so much oftener than others get what is there to do. */
#define UNLIKE 2
/* Of receives that wait so many do though the message of a later one is there. */
#define NOT_TAKEN 0.2

/* A message that asks for work waits for its receive for no more than this share of the run. */
#define AT_ONCE 0.001

/* Lines that receive with more tags than this serve nobody in turns. */
#define MOST_KINDS 64

/* A receive that blocks. */
typedef struct
{
  guint32 node, send, routine, peer;
  gint32 tag;
  guint kind;   /* of those with its routine and tag */
  gboolean any; /* takes what comes */
} Take;

typedef struct
{
  RefrainRunGraph *graph;
  GArray *turns;    /* of RefrainRunTurn */
  guint32 *seen;    /* of each process: whether something is received from it */
  guint32 *turn;    /* of each line: its last turn, + 1 */
  guint32 *n_turns; /* ... how many it has */
} Finder;

/* The send of @node, a receive and nothing else, of one or of any that is there; REFRAIN_NONE where
 * it is not. */
static guint32
find_send (const RefrainRunGraph *graph, const RefrainOps *ops, guint32 node)
{
  const guint32 d = graph->first_dep[node];
  const char *name;

  if (graph->n_ops[node] != 1 || graph->first_dep[node + 1] != d + 1
      || graph->dep_kind[d] != REFRAIN_RUN_MESSAGE)
    return REFRAIN_NONE;
  if (ops->kind[graph->op[node]] == REFRAIN_OP_RECV)
    return graph->dep[d];
  name = refrain_run_graph_get_routine_name (graph, graph->routine[node]);
  return ops->kind[graph->op[node]] == REFRAIN_OP_IRECV && name != NULL
                 && (g_str_has_suffix (name, "any") || g_str_has_suffix (name, "some"))
             ? graph->dep[d]
             : REFRAIN_NONE;
}

/* The kind of @take, of which those of the takes @firsts are known; REFRAIN_NONE where there are
 * too many. */
static guint
find_kind (GArray *takes, GArray *firsts, const Take *take)
{
  for (guint k = 0; k < firsts->len; k++)
    {
      const Take *first = &g_array_index (takes, Take, g_array_index (firsts, guint, k));

      if (first->routine == take->routine && first->tag == take->tag)
        return k;
    }
  if (firsts->len == MOST_KINDS)
    return REFRAIN_NONE;
  g_array_append_val (firsts, takes->len);
  return firsts->len - 1;
}

/* NULL where they are of too many kinds. */
static GArray *
list_takes (const RefrainRunGraph *graph,
            const RefrainRunLine *line,
            const RefrainOps *ops,
            guint *n_kinds)
{
  GArray *takes = g_array_new (FALSE, FALSE, sizeof (Take));
  g_autoptr (GArray) firsts = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint32 node = line->first; node < line->end; node++)
    {
      const guint32 send = find_send (graph, ops, node);
      Take take = { .node = node, .send = send, .routine = graph->routine[node] };

      if (send == REFRAIN_NONE)
        continue;
      take.peer = refrain_run_graph_get_process (graph, send);
      take.tag = ops->tag[graph->op[node]];
      take.kind = find_kind (takes, firsts, &take);
      if (take.kind == REFRAIN_NONE)
        {
          g_array_unref (takes);
          return NULL;
        }
      g_array_append_val (takes, take);
    }
  *n_kinds = firsts->len;
  return takes;
}

/* Whether @n receives of one kind take what comes. */
static gboolean
take_any (Finder *finder, const Take *takes, guint n)
{
  const RefrainRunGraph *graph = finder->graph;
  guint n_peers = 0, n_other = 0, n_waited = 0, n_left = 0;
  RefrainTime first = G_MAXINT64; /* of the sends of later ones */

  if (n < ENOUGH_TAKES)
    return FALSE;
  refrain_fill (finder->seen, 0, graph->n_processes * sizeof *finder->seen);
  for (guint i = 0; i < n; i++)
    {
      n_peers += finder->seen[takes[i].peer] == 0;
      finder->seen[takes[i].peer] = 1;
    }
  for (guint i = n_peers; i < n; i++)
    n_other += takes[i].peer != takes[i - n_peers].peer;
  for (guint i = n; i-- > 0;)
    {
      if (graph->enter[takes[i].send] > graph->enter[takes[i].node])
        {
          n_waited++;
          n_left += first < graph->enter[takes[i].node];
        }
      first = MIN (first, graph->enter[takes[i].send]);
    }
  return n_peers >= ENOUGH_PEERS && n_other > OUT_OF_ORDER * n && n_left <= NOT_TAKEN * n_waited;
}

/* Whether @node has to do with others than @peer. */
static gboolean
meets_others (const RefrainRunGraph *graph, const RefrainOps *ops, guint32 node, guint32 peer)
{
  if (graph->routine[node] == REFRAIN_RUN_EDGE)
    return TRUE;
  for (guint32 i = 0; i < graph->n_ops[node]; i++)
    if (ops->kind[graph->op[node] + i] == REFRAIN_OP_COLLECTIVE
        || ops->peer[graph->op[node] + i] != (gint32) peer)
      return TRUE;
  for (guint32 d = graph->first_dep[node]; d < graph->first_dep[node + 1]; d++)
    if (graph->dep_kind[d] == REFRAIN_RUN_GROUP)
      return TRUE;
  return FALSE;
}

/* Where the turn that begins with @take begins: a probe may stand before. */
static guint32
find_first (const RefrainRunGraph *graph, const RefrainRunLine *line, const Take *take)
{
  const guint32 before = take->node - 1;

  return take->node > line->first && graph->n_ops[before] == 0
                 && graph->first_dep[before + 1] == graph->first_dep[before] + 1
                 && graph->dep[graph->first_dep[before]] == take->send
                 && graph->dep_kind[graph->first_dep[before]] == REFRAIN_RUN_MESSAGE
             ? before
             : take->node;
}

/* Whether @node, which sends, waits for next to nothing. */
static gboolean
sends_at_once (const RefrainRunGraph *graph, guint32 node)
{
  for (guint32 d = graph->first_dep[node]; d < graph->first_dep[node + 1]; d++)
    if (graph->dep_kind[d] != 0
        && (graph->dep_kind[d] != REFRAIN_RUN_RECEIVE
            || (double) (graph->enter[graph->dep[d]] - graph->enter[node])
                   > AT_ONCE * (double) graph->length))
      return FALSE;
  return TRUE;
}

/* @node, which sends at once, waits for nothing from now on: who receives may be another. */
static void
let_send (RefrainRunGraph *graph, guint32 node)
{
  for (guint32 d = graph->first_dep[node]; d < graph->first_dep[node + 1]; d++)
    graph->dep_kind[d] = 0;
  graph->cost[node] = graph->free_cost[node] = graph->leave[node] - graph->enter[node];
}

/* The node at which the line that is served in @turn gets its answer: it waits for that at once,
 * and then has to do with nobody but who serves it until its next message. Else REFRAIN_NONE. */
static guint32
find_answer (const Finder *finder, const RefrainRunTurn *turn)
{
  const RefrainRunGraph *graph = finder->graph;
  const guint32 l = graph->line[turn->send];
  const guint32 server = refrain_run_graph_get_process (graph, turn->first);
  const RefrainOps *ops = graph->lines[l].ops;
  guint32 answer = turn->send + 1, end;

  if (graph->n_ops[turn->send] != 1 || !sends_at_once (graph, turn->send))
    return REFRAIN_NONE;
  /* Behind a probe. */
  if (answer + 1 < graph->lines[l].end && graph->n_ops[answer] == 0
      && graph->first_dep[answer] < graph->first_dep[answer + 1])
    answer++;
  if (answer >= graph->lines[l].end || find_send (graph, ops, answer) < turn->first
      || find_send (graph, ops, answer) >= turn->end)
    return REFRAIN_NONE;
  end = turn->next != REFRAIN_NONE ? g_array_index (finder->turns, RefrainRunTurn, turn->next).send
                                   : answer;
  for (guint32 node = answer; node < end; node++)
    if (meets_others (graph, ops, node, server))
      return REFRAIN_NONE;
  return answer;
}

/* Whether work is handed out in the turns from @from on: some ask more often than others. */
static void
find_answers (Finder *finder, guint from)
{
  RefrainRunTurn *turns = (RefrainRunTurn *) (gpointer) finder->turns->data;
  guint32 least = G_MAXUINT32, most = 0;
  gboolean all = TRUE;

  for (guint t = from; t < finder->turns->len; t++)
    {
      const guint32 n = finder->n_turns[finder->graph->line[turns[t].send]];

      least = MIN (least, n);
      most = MAX (most, n);
    }
  if (most < least + UNLIKE)
    return;
  for (guint t = from; t < finder->turns->len; t++)
    {
      turns[t].answer = find_answer (finder, &turns[t]);
      all = all && turns[t].answer != REFRAIN_NONE;
    }
  for (guint t = from; t < finder->turns->len; t++)
    if (all)
      let_send (finder->graph, turns[t].send);
    else
      turns[t].answer = REFRAIN_NONE;
}

/* The turns from @from on are all that may change places. */
static void
close_run (Finder *finder, guint from)
{
  RefrainRunGraph *graph = finder->graph;
  const guint n = finder->turns->len;
  RefrainRunTurn *turns = (RefrainRunTurn *) (gpointer) finder->turns->data;
  RefrainTime there = G_MININT64;
  guint n_lines = 0;

  refrain_fill (finder->turn, 0, graph->n_lines * sizeof *finder->turn);
  refrain_fill (finder->n_turns, 0, graph->n_lines * sizeof *finder->n_turns);
  for (guint t = from; t < n; t++)
    {
      RefrainRunTurn *turn = &turns[t];
      const guint32 l = graph->line[turn->send];

      there = MAX (there, graph->enter[turn->send]);
      turn->late = there - graph->enter[turn->send];
      turn->last = n;
      turn->answer = turn->next = REFRAIN_NONE;
      turn->is_next = finder->turn[l] == 0;
      if (finder->turn[l] > 0)
        turns[finder->turn[l] - 1].next = t;
      n_lines += finder->turn[l] == 0;
      finder->turn[l] = t + 1;
      finder->n_turns[l]++;
    }
  if (n_lines >= 2)
    {
      find_answers (finder, from);
      return;
    }
  for (guint t = from; t < n; t++)
    graph->turn_of[turns[t].send] = 0;
  g_array_set_size (finder->turns, from);
}

static void
add_turns (Finder *finder, const RefrainRunLine *line, const RefrainOps *ops, GArray *takes)
{
  RefrainRunGraph *graph = finder->graph;
  guint from = finder->turns->len;
  guint32 end = line->first;

  for (guint i = 0; i < takes->len; i++)
    {
      const Take *take = &g_array_index (takes, Take, i);
      RefrainRunTurn turn = { .first = find_first (graph, line, take), .send = take->send };
      guint32 until = line->end;

      if (!take->any || graph->turn_of[take->send] > 0)
        continue;
      if (turn.first != end)
        {
          close_run (finder, from);
          from = finder->turns->len;
        }
      for (guint k = i + 1; k < takes->len && until == line->end; k++)
        if (g_array_index (takes, Take, k).any)
          until = find_first (graph, line, &g_array_index (takes, Take, k));
      for (end = take->node + 1; end < until && !meets_others (graph, ops, end, take->peer);)
        end++;
      turn.end = end;
      g_array_append_val (finder->turns, turn);
      graph->turn_of[take->send] = finder->turns->len;
    }
  close_run (finder, from);
}

static void
find_in_line (Finder *finder, const RefrainRunLine *line)
{
  RefrainRunGraph *graph = finder->graph;
  const RefrainOps *ops = line->ops;
  guint n_kinds;
  g_autoptr (GArray) takes = list_takes (graph, line, ops, &n_kinds);
  g_autoptr (GArray) own = g_array_new (FALSE, FALSE, sizeof (Take));
  gboolean any = FALSE;

  for (guint k = 0; takes != NULL && k < n_kinds; k++)
    {
      g_array_set_size (own, 0);
      for (guint i = 0; i < takes->len; i++)
        if (g_array_index (takes, Take, i).kind == k)
          g_array_append_val (own, g_array_index (takes, Take, i));
      if (!take_any (finder, (const Take *) (gpointer) own->data, own->len))
        continue;
      any = TRUE;
      for (guint i = 0; i < takes->len; i++)
        if (g_array_index (takes, Take, i).kind == k)
          g_array_index (takes, Take, i).any = TRUE;
    }
  if (any)
    add_turns (finder, line, ops, takes);
}

void
refrain_run_graph_find_turns (RefrainRunGraph *self)
{
  Finder finder = { .graph = self,
                    .turns = g_array_new (FALSE, FALSE, sizeof (RefrainRunTurn)),
                    .seen = g_new0 (guint32, self->n_processes + 1),
                    .turn = g_new0 (guint32, self->n_lines + 1),
                    .n_turns = g_new0 (guint32, self->n_lines + 1) };

  self->turn_of = g_new0 (guint32, (gsize) self->n + 1);
  for (guint32 l = 0; l < self->n_lines; l++)
    find_in_line (&finder, &self->lines[l]);
  refrain_free (finder.seen, finder.turn, finder.n_turns);
  self->n_turns = finder.turns->len;
  self->turns = (RefrainRunTurn *) (gpointer) g_array_free (finder.turns, FALSE);
  if (self->n_turns == 0)
    g_clear_pointer (&self->turn_of, g_free);
}
