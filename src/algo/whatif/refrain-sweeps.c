/* refrain-sweeps.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A part of a line goes on as long as it sends to some and receives from others: who answers, or
 * meets with others in a collective, begins anew; so do two whose messages cross. Its level is one
 * more than that of the parts from which it receives before it first sends. Neighbours that
 * exchange send first, so that all are at level 0 or 1; in a pipeline levels are as many as
 * processes. What a line has sent to those to whom it sends no more when it begins to receive,
 * block by block, is another part: it may begin one sweep and have its place in the next.
 */
#include "refrain-sweeps.h"

#include <math.h>

#include "refrain-free.h"

/* With more partners than that it is no neighbour's. */
#define MOST_PEERS 8
/* What moves less than this share of the largest sweep is another thing. */
#define SMALL 0.25
/* To so many it is known what was sent last. */
#define MOST_SENT 32

/* What is known of a node in the second pass. */
enum
{
  TAKES_BACK = 1 << 0, /* a part that begins with it has the receives before it */
  BEGINS = 1 << 1,     /* a part begins with it */
  TURNS = 1 << 2,      /* ... with what it receives; what was sent before is another one */
};

/* A receive at @node of what was sent to @peer at @on. */
typedef struct
{
  guint32 node, peer, on;
} Receive;

/* The part at hand of a line. */
typedef struct
{
  guint32 part; /* REFRAIN_NONE: none yet */
  guint32 in[MOST_PEERS], out[MOST_PEERS];
  guint32 to[MOST_SENT], sent[MOST_SENT]; /* the last node that sent to each */
  guint32 n_sent;                         /* so many were put there, the oldest makes room */
  gboolean is_back;                       /* what the part sent has come back */
  Receive last[MOST_PEERS];               /* what was received since it last sent */
  guint32 n_last;                         /* ... the oldest makes room */
  guint32 again;                          /* the last send to one to whom it has sent since it
                                             last received, or REFRAIN_NONE */
  guint32 since[MOST_PEERS], n_since;     /* all of these */
  guint32 anew;                           /* the send with which the part began anew */
  guint32 may[MOST_PEERS], n_may;         /* received before that, and maybe for it */
  guint32 turn, n_turn;                   /* the first receive of a part that has only sent, to so
                                             many, and not to them again; or REFRAIN_NONE */
  guint32 turn_peer;                      /* ... from whom */
  gboolean is_turn;  /* ... and again in another call: what an exchange is not */
  guint32 last_send; /* the last node that sent */
} Hand;

/* The place of @peer, or @n. */
static guint32
find_peer (const guint32 *peers, guint32 n, guint32 peer)
{
  guint32 i = 0;

  while (i < n && peers[i] != peer)
    i++;
  return i;
}

static gboolean
holds (const guint32 *peers, guint32 n, guint32 peer)
{
  return find_peer (peers, n, peer) < n;
}

static RefrainSweepPart *
get_part (const RefrainSweeps *self, guint32 part)
{
  return &g_array_index (self->parts, RefrainSweepPart, part);
}

/* The part of @hand ends. */
static void
end_part (RefrainSweeps *self, Hand *hand)
{
  if (hand->part != REFRAIN_NONE && hand->turn != REFRAIN_NONE && hand->is_turn)
    self->anew[hand->turn] |= TURNS;
  hand->part = hand->turn = REFRAIN_NONE;
}

/* The part in which @hand goes on; with @anew, another one. */
static RefrainSweepPart *
go_on (RefrainSweeps *self, Hand *hand, guint32 line, guint32 node, gboolean anew)
{
  RefrainSweepPart *part;

  if (hand->part == REFRAIN_NONE || anew)
    {
      const RefrainSweepPart none
          = { line, 0, self->parts->len, REFRAIN_NONE, node, node, 0, 0, 0, 0, 0, 0 };

      end_part (self, hand);
      hand->part = self->parts->len;
      hand->is_back = FALSE;
      hand->n_last = hand->n_may = hand->n_since = 0;
      hand->again = REFRAIN_NONE;
      g_array_append_val (self->parts, none);
    }
  part = get_part (self, hand->part);
  part->last = node;
  self->of[node] = hand->part;
  return part;
}

static void
remember (Hand *hand, guint32 peer, guint32 node)
{
  guint32 i = find_peer (hand->to, MIN (hand->n_sent, MOST_SENT), peer);

  if (i == MIN (hand->n_sent, MOST_SENT))
    i = hand->n_sent++ % MOST_SENT;
  hand->to[i] = peer;
  hand->sent[i] = node;
}

/* Whether @line goes before @part already. */
static gboolean
has_before (const RefrainSweeps *self, guint32 part, guint32 line)
{
  for (; part != REFRAIN_NONE; part = get_part (self, part)->from)
    if (get_part (self, part)->line == line)
      return TRUE;
  return FALSE;
}

/* Whether what @hand has sent to the line of @on, the send that it receives now, was received only
 * behind that. */
static gboolean
crosses (const RefrainSweeps *self, const Hand *hand, guint32 peer, guint32 on)
{
  const guint32 n = MIN (hand->n_sent, MOST_SENT), i = find_peer (hand->to, n, peer);

  return i < n && self->received[hand->sent[i]] >= on;
}

static void
receive_from (RefrainSweeps *self, Hand *hand, guint32 line, guint32 node, guint32 peer, guint32 on)
{
  const RefrainSweepPart *from
      = self->of[on] != REFRAIN_NONE ? get_part (self, self->of[on]) : NULL;
  RefrainSweepPart *part = hand->part != REFRAIN_NONE ? get_part (self, hand->part) : NULL;
  const guint32 root = from != NULL ? from->root : REFRAIN_NONE;
  const guint32 level = from != NULL ? from->level + 1 : 1;

  /* What it has sent itself comes back: the next lap. */
  if (part != NULL && part->level == 0 && root == hand->part && part->n_out > 0
      && !holds (hand->out, part->n_out, peer))
    {
      self->of[node] = hand->part;
      part->last = node;
      hand->is_back = TRUE;
      return;
    }
  if (crosses (self, hand, peer, on))
    {
      self->of[node] = REFRAIN_NONE;
      end_part (self, hand);
      return;
    }
  part = go_on (self, hand, line, node,
                part != NULL
                    && (holds (hand->out, part->n_out, peer)
                        || ((self->anew[node] & TURNS) && part->first != node)
                        || (part->n_in == MOST_PEERS && !holds (hand->in, MOST_PEERS, peer))));
  if (part->n_in == 0 && part->n_out > 0 && hand->last_send != node)
    {
      hand->turn = node;
      hand->turn_peer = peer;
      hand->n_turn = part->n_out;
      hand->is_turn = FALSE;
    }
  else if (hand->turn != REFRAIN_NONE && hand->turn_peer == peer && hand->turn != node)
    hand->is_turn = TRUE;
  if (!holds (hand->in, part->n_in, peer))
    hand->in[part->n_in++] = peer;
  part->n_receives++;
  if (holds (hand->may, hand->n_may, peer))
    self->anew[hand->anew] |= TAKES_BACK;
  hand->n_since = 0;
  hand->again = REFRAIN_NONE;
  hand->last[hand->n_last++ % MOST_PEERS] = (Receive){ node, peer, on };
  if (part->n_out > 0 || level <= part->level || root == REFRAIN_NONE
      || has_before (self, self->of[on], line))
    return;
  part->level = level;
  part->from = self->of[on];
  part->root = root;
  get_part (self, root)->depth = MAX (get_part (self, root)->depth, level + 1);
}

/* Begins anew at @node with what was received behind the last message of @peer: that is what it
 * sends if it receives the same again behind it. What is known of that is used in the second pass.
 */
static void
begin_anew (RefrainSweeps *self, Hand *hand, guint32 line, guint32 node, guint32 peer)
{
  Receive last[MOST_PEERS];
  const guint32 n = MIN (hand->n_last, MOST_PEERS);
  guint32 from = 0;

  for (guint32 i = 0; i < n; i++)
    {
      last[i] = hand->last[(hand->n_last - n + i) % MOST_PEERS];
      if (last[i].peer == peer)
        from = i + 1;
    }
  /* Of each only the last one: those before belong to what was sent before. */
  for (guint32 i = from; i < n; i++)
    for (guint32 k = from; k < i; k++)
      if (last[k].peer == last[i].peer)
        from = k + 1;
  if (hand->again != REFRAIN_NONE)
    self->anew[hand->again] |= BEGINS;
  end_part (self, hand);
  if (self->anew[node] & TAKES_BACK)
    for (guint32 i = from; i < n; i++)
      receive_from (self, hand, line, last[i].node, last[i].peer, last[i].on);
  else
    go_on (self, hand, line, node, TRUE);
  hand->anew = node;
  hand->n_may = n - from;
  for (guint32 i = from; i < n; i++)
    hand->may[i - from] = last[i].peer;
}

static void
send_to (RefrainSweeps *self, Hand *hand, guint32 line, guint32 node, guint32 peer)
{
  RefrainSweepPart *part = hand->part != REFRAIN_NONE ? get_part (self, hand->part) : NULL;

  if (self->anew[node] & BEGINS)
    end_part (self, hand);
  else if (part != NULL && holds (hand->in, part->n_in, peer))
    begin_anew (self, hand, line, node, peer);
  part = hand->part != REFRAIN_NONE ? get_part (self, hand->part) : NULL;
  part = go_on (self, hand, line, node,
                part != NULL && part->n_out == MOST_PEERS && !holds (hand->out, MOST_PEERS, peer));
  if (!holds (hand->out, part->n_out, peer))
    hand->out[part->n_out++] = peer;
  remember (hand, peer, node);
  hand->last_send = node;
  if (hand->turn != REFRAIN_NONE && holds (hand->out, hand->n_turn, peer))
    hand->turn = REFRAIN_NONE;
  if (part->n_in > 0 && holds (hand->since, hand->n_since, peer))
    hand->again = node;
  else if (hand->n_since < MOST_PEERS)
    hand->since[hand->n_since++] = peer;
  hand->n_last = 0;
  part->laps += hand->is_back;
  hand->is_back = FALSE;
}

/* The sends of @node; a collective ends the part. */
static void
begin (RefrainSweeps *self, const RefrainRunGraph *graph, Hand *hand, guint32 node)
{
  const RefrainOps *ops = refrain_run_graph_get_ops (graph, node);

  for (guint32 i = 0; i < graph->n_ops[node]; i++)
    {
      const guint32 op = graph->op[node] + i;

      if (ops->kind[op] == REFRAIN_OP_COLLECTIVE)
        end_part (self, hand);
      else if (REFRAIN_OP_IS_SEND (ops->kind[op]) && ops->peer[op] >= 0)
        send_to (self, hand, graph->line[node], node, (guint32) ops->peer[op]);
    }
}

static void
end (RefrainSweeps *self, const RefrainRunGraph *graph, Hand *hand, guint32 node)
{
  for (guint32 d = graph->first_dep[node]; d < graph->first_dep[node + 1]; d++)
    if (graph->dep_kind[d] == REFRAIN_RUN_MESSAGE)
      receive_from (self, hand, graph->line[node], node,
                    refrain_run_graph_get_process (graph, graph->dep[d]), graph->dep[d]);
}

static guint64
get_messages_a_lap (const RefrainSweepPart *root)
{
  return root->n_messages / (root->laps + 1);
}

/* Keeps those that are deep enough and move a good part of what the largest moves. */
static void
drop_small (RefrainSweeps *self)
{
  guint64 most = 0;

  for (guint32 i = 0; i < self->parts->len; i++)
    get_part (self, get_part (self, i)->root)->n_messages += get_part (self, i)->n_receives;
  for (guint32 i = 0; i < self->parts->len; i++)
    if (get_part (self, i)->depth >= self->least)
      most = MAX (most, get_messages_a_lap (get_part (self, i)));
  for (guint32 i = 0; i < self->parts->len; i++)
    if ((double) get_messages_a_lap (get_part (self, i)) < SMALL * (double) most)
      get_part (self, i)->depth = 0;
}

/* Takes out those that come from the parts of a tree, or gather in it: nothing goes that way in
 * fewer steps. A grid has both who sends to several and who receives from several. */
static void
drop_trees (RefrainSweeps *self, const RefrainRunGraph *graph)
{
  const guint32 levels = g_bit_storage (MAX (graph->n_lines, 2) - 1) + 1;
  g_autofree guint32 *in = g_new0 (guint32, (gsize) self->parts->len + 1);
  g_autofree guint32 *out = g_new0 (guint32, (gsize) self->parts->len + 1);

  for (guint32 i = 0; i < self->parts->len; i++)
    {
      const RefrainSweepPart *part = get_part (self, i);

      in[part->root] = MAX (in[part->root], part->n_in);
      out[part->root] = MAX (out[part->root], part->n_out);
    }
  for (guint32 i = 0; i < self->parts->len; i++)
    if (get_part (self, i)->depth <= levels && MIN (in[i], out[i]) <= 1 && MAX (in[i], out[i]) > 1)
      get_part (self, i)->depth = 0;
}

/* A wave front through a grid of three dimensions has so many levels. */
static guint32
find_least (const RefrainRunGraph *graph)
{
  return MAX (3, (guint32) ceil (3 * cbrt (graph->n_lines) - 2 - 1e-9));
}

static void
run (RefrainSweeps *self, const RefrainRunGraph *graph)
{
  g_autofree Hand *hands = g_new0 (Hand, graph->n_lines + 1);

  g_array_set_size (self->parts, 0);
  for (guint32 i = 0; i < graph->n; i++)
    self->of[i] = REFRAIN_NONE;
  for (guint l = 0; l < graph->n_lines; l++)
    hands[l].part = hands[l].turn = hands[l].last_send = REFRAIN_NONE;
  for (guint32 i = 0; i < 2 * graph->n; i++)
    {
      const guint32 node = graph->order[i] / 2;
      Hand *hand = &hands[graph->line[node]];

      if (graph->order[i] % 2 == 0)
        begin (self, graph, hand, node);
      else
        end (self, graph, hand, node);
    }
  for (guint l = 0; l < graph->n_lines; l++)
    end_part (self, &hands[l]);
}

static gboolean
follows (const RefrainSweeps *self, const RefrainRunGraph *graph, guint32 node)
{
  const RefrainSweepPart *part = refrain_sweeps_find (self, node);

  for (guint32 d = graph->first_dep[node]; part != NULL && d < graph->first_dep[node + 1]; d++)
    if (graph->dep_kind[d] == REFRAIN_RUN_MESSAGE)
      {
        const RefrainSweepPart *from = refrain_sweeps_find (self, graph->dep[d]);

        if (from != NULL && from->level < part->level)
          return TRUE;
      }
  return FALSE;
}

RefrainSweeps *
refrain_sweeps_new (const RefrainRunGraph *graph)
{
  RefrainSweeps *self = g_new0 (RefrainSweeps, 1);

  self->parts = g_array_new (FALSE, FALSE, sizeof (RefrainSweepPart));
  self->of = g_new (guint32, (gsize) graph->n + 1);
  self->anew = g_malloc0 ((gsize) graph->n + 1);
  self->received = g_new0 (guint32, (gsize) graph->n + 1);
  self->least = find_least (graph);
  for (guint32 i = 0; i < graph->n; i++)
    for (guint32 d = graph->first_dep[i]; d < graph->first_dep[i + 1]; d++)
      if (graph->dep_kind[d] == REFRAIN_RUN_MESSAGE)
        self->received[graph->dep[d]] = i;
  run (self, graph);
  /* Otherwise nothing was found out. */
  for (guint32 i = 0; i < graph->n; i++)
    if (self->anew[i] != 0)
      {
        run (self, graph);
        break;
      }
  drop_trees (self, graph);
  drop_small (self);
  refrain_clear (&self->anew, &self->received);
  self->follows = g_malloc ((gsize) graph->n + 1);
  for (guint32 i = 0; i < graph->n; i++)
    self->follows[i] = follows (self, graph, i);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_sweeps_free, RefrainSweeps, g_array_unref (x->parts);
                             refrain_free (x->of, x->follows))

const RefrainSweepPart *
refrain_sweeps_find (const RefrainSweeps *self, guint32 node)
{
  const RefrainSweepPart *part
      = self->of[node] != REFRAIN_NONE ? get_part (self, self->of[node]) : NULL;

  return part != NULL && get_part (self, part->root)->depth >= self->least ? part : NULL;
}
