/* refrain-replay-turns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who serves others does so in the order in which they come, which is another one where something
 * is changed. Therefore lines are replayed in the order of time: when one is to take the next turn,
 * all has been sent that came before.
 */
#include "refrain-free.h"
#include "refrain-replay-pass.h"

#include "refrain-heap.h"
#include "refrain-run-order.h"

/* At that time a line begins its next node, or takes who is there. */
typedef struct
{
  RefrainTime time;
  guint32 line;
  gboolean takes;
} Event;

#define EVENT_BEFORE                                                                               \
  (x->time != y->time ? x->time < y->time : x->takes != y->takes ? y->takes : x->line < y->line)

/* The message of a turn. */
typedef struct
{
  RefrainTime time;
  guint32 turn;
} Arrival;

#define ARRIVAL_BEFORE (x->time != y->time ? x->time < y->time : x->turn < y->turn)

typedef struct
{
  guint32 node; /* at which it stands */
  /* As one who serves: */
  guint32 place, last;  /* among turns: the one that is taken, or the next one; and their end */
  guint32 end_of_turn;  /* the node behind the one that is taken, or REFRAIN_NONE */
  gboolean is_in_turns; /* between the first and the last of those that change places */
  gboolean takes;       /* waits for who comes next */
  GArray *there;        /* heap of Arrival */
  /* As one to whom work is handed out: */
  guint32 last_answer; /* the node behind which there is no more, where it is on its way there */
  guint32 rest;        /* ... and where it goes on by itself */
} Line;

typedef struct
{
  RefrainReplayPass *pass;
  const RefrainRunGraph *graph;
  RefrainRunOrder order;
  Line *lines;
  guint8 *is_next; /* of turns: those of its line before it are done */
  guint32 *asks;   /* of turns where work is handed out: the line that has sent its message, + 1 */
  RefrainReplayRow *asked; /* of lines: when they did */
  GArray *events;          /* heap of Event */
  guint n_ended;           /* lines */
} Turns;

static RefrainTime
get_now (const Turns *self, guint32 l)
{
  return self->pass->now[l].time[0];
}

static void
push_event (Turns *self, RefrainTime time, guint32 l, gboolean takes)
{
  const Event event = { time, l, takes };

  REFRAIN_HEAP_PUSH (self->events, Event, event, EVENT_BEFORE);
}

static RefrainReplayRow *
get_begun (const Turns *self, guint32 node)
{
  return &self->pass->begun[self->pass->replay->kept[node] - 1];
}

/* Whether @node asks for work. */
static gboolean
is_asking (const Turns *self, guint32 node)
{
  const guint32 turn = self->graph->turn_of[node];

  return turn > 0 && self->graph->turns[turn - 1].answer != REFRAIN_NONE;
}

/* The message of @turn, which line @l may take, has been sent. */
static void
arrive (Turns *self, guint32 l, guint32 turn)
{
  const RefrainRunTurn *own = &self->graph->turns[turn];
  Line *line = &self->lines[l];
  const RefrainReplayRow *sent
      = self->asks[turn] > 0 ? &self->asked[self->asks[turn] - 1] : get_begun (self, own->send);
  const Arrival arrival = { sent->time[0] + own->late, turn };

  REFRAIN_HEAP_PUSH (line->there, Arrival, arrival, ARRIVAL_BEFORE);
  if (line->takes)
    push_event (self, MAX (get_now (self, l), arrival.time), l, TRUE);
}

static gboolean
may_arrive (const Turns *self, guint32 turn)
{
  const RefrainRunTurn *own = &self->graph->turns[turn];

  return own->answer != REFRAIN_NONE ? self->asks[turn] > 0
                                     : self->is_next[turn] && self->order.has_begun[own->send];
}

static void
enter_turns (Turns *self, guint32 l)
{
  Line *line = &self->lines[l];

  line->is_in_turns = TRUE;
  line->last = self->graph->turns[line->place].last;
  if (line->there == NULL)
    line->there = g_array_new (FALSE, FALSE, sizeof (Arrival));
  for (guint32 t = line->place; t < line->last; t++)
    if (may_arrive (self, t))
      arrive (self, l, t);
}

/* Line @l stands before its node: what it does next, and when. */
static void
go_on (Turns *self, guint32 l)
{
  const RefrainRunGraph *graph = self->graph;
  Line *line = &self->lines[l];

  if (line->is_in_turns && line->node == line->end_of_turn)
    {
      line->end_of_turn = REFRAIN_NONE;
      if (++line->place == line->last)
        {
          line->is_in_turns = FALSE;
          line->node = graph->turns[line->last - 1].end;
        }
    }
  else if (!line->is_in_turns && line->place < graph->n_turns
           && graph->turns[line->place].first == line->node)
    enter_turns (self, l);
  if (!line->is_in_turns || line->end_of_turn != REFRAIN_NONE)
    {
      refrain_replay_pass_compute (self->pass, l, line->node);
      push_event (self, get_now (self, l), l, FALSE);
      return;
    }
  /* What is computed before it depends on no turn. */
  refrain_replay_pass_compute (self->pass, l, graph->turns[line->place].first);
  line->takes = TRUE;
  if (line->there->len > 0)
    push_event (self, MAX (get_now (self, l), g_array_index (line->there, Arrival, 0).time), l,
                TRUE);
}

/* Ends the node at which line @l stands, if it can. */
static void
try_end (Turns *self, guint32 l)
{
  Line *line = &self->lines[l];
  const guint32 node = line->node;

  if (refrain_run_order_waits (&self->order, l, node))
    return;
  refrain_replay_pass_end (self->pass, l, node);
  if (self->pass->replay->ends != NULL)
    self->pass->replay->ends[node] = get_now (self, l);
  line->node++;
  if (node == line->last_answer)
    {
      line->node = line->rest;
      line->last_answer = REFRAIN_NONE;
    }
  if (self->graph->routine[node] == REFRAIN_RUN_EDGE)
    self->n_ended++;
  else if (!is_asking (self, node))
    go_on (self, l);
}

/* Line @l asks for work. */
static void
ask (Turns *self, guint32 l, guint32 turn)
{
  const RefrainRunTurn *own = &self->graph->turns[turn];

  self->asked[l] = self->pass->now[l];
  self->asks[turn] = l + 1;
  if (!own->is_next)
    return;
  while (own->next != REFRAIN_NONE)
    own = &self->graph->turns[own->next];
  self->lines[l].rest = own->answer + 1;
}

static void
begin (Turns *self, guint32 l)
{
  const RefrainRunGraph *graph = self->graph;
  const guint32 node = self->lines[l].node;
  const guint32 turn = graph->turn_of[node];
  GArray *ready = self->order.ready;

  if (is_asking (self, node))
    ask (self, l, turn - 1);
  else
    {
      refrain_replay_pass_begin (self->pass, l, node);
      refrain_run_order_begin (&self->order, node);
    }
  if (turn > 0 && may_arrive (self, turn - 1))
    {
      const guint32 other = graph->line[graph->turns[turn - 1].first];

      if (self->lines[other].is_in_turns && turn - 1 < self->lines[other].last)
        arrive (self, other, turn - 1);
    }
  g_array_append_val (ready, l);
  while (ready->len > 0)
    {
      const guint32 next = g_array_index (ready, guint32, ready->len - 1);

      g_array_set_size (ready, ready->len - 1);
      try_end (self, next);
    }
}

/* Who asked in @turn gets what the turn of line @l has that is next. */
static void
hand_out (Turns *self, guint32 l, guint32 turn)
{
  const RefrainRunTurn *next = &self->graph->turns[self->lines[l].place];
  const guint32 to = self->asks[turn] - 1;

  self->asks[turn] = 0;
  *get_begun (self, next->send) = self->asked[to];
  refrain_run_order_begin (&self->order, next->send);
  self->lines[to].node = next->send + 1;
  self->lines[to].last_answer = next->next == REFRAIN_NONE ? next->answer : REFRAIN_NONE;
  go_on (self, to);
}

/* Line @l takes who came first, if it is @time to: there may be events of turns that are over. */
static void
take (Turns *self, guint32 l, RefrainTime time)
{
  Line *line = &self->lines[l];
  const RefrainRunTurn *turn;
  Arrival arrival;

  if (!line->takes || line->there->len == 0 || time < get_now (self, l)
      || time < g_array_index (line->there, Arrival, 0).time)
    return;
  line->takes = FALSE;
  arrival = REFRAIN_HEAP_POP (line->there, Arrival, ARRIVAL_BEFORE);
  turn = &self->graph->turns[arrival.turn];
  if (turn->answer != REFRAIN_NONE)
    {
      hand_out (self, l, arrival.turn);
      turn = &self->graph->turns[line->place];
    }
  else if (turn->next != REFRAIN_NONE)
    {
      self->is_next[turn->next] = TRUE;
      if (may_arrive (self, turn->next))
        arrive (self, l, turn->next);
    }
  line->node = turn->first;
  line->end_of_turn = turn->end;
  begin (self, l);
}

static void
turns_init (Turns *self, RefrainReplayPass *pass)
{
  const RefrainRunGraph *graph = pass->replay->graph;
  guint32 t = 0;

  *self = (Turns){ .pass = pass,
                   .graph = graph,
                   .lines = g_new0 (Line, graph->n_lines + 1),
                   .is_next = g_malloc0 ((gsize) graph->n_turns + 1),
                   .asks = g_new0 (guint32, (gsize) graph->n_turns + 1),
                   .asked = g_new0 (RefrainReplayRow, graph->n_lines + 1),
                   .events = g_array_new (FALSE, FALSE, sizeof (Event)) };
  refrain_run_order_init (&self->order, graph);
  for (guint32 i = 0; i < graph->n_turns; i++)
    self->is_next[i] = graph->turns[i].is_next;
  for (guint32 l = 0; l < graph->n_lines; l++)
    {
      while (t < graph->n_turns && graph->turns[t].first < graph->lines[l].first)
        t++;
      self->lines[l] = (Line){ .node = graph->lines[l].first,
                               .place = t,
                               .end_of_turn = REFRAIN_NONE,
                               .last_answer = REFRAIN_NONE };
    }
}

static void
turns_clear (Turns *self)
{
  for (guint32 l = 0; l < self->graph->n_lines; l++)
    if (self->lines[l].there != NULL)
      g_array_unref (self->lines[l].there);
  refrain_free (self->lines, self->is_next, self->asks, self->asked);
  g_array_unref (self->events);
  refrain_run_order_clear (&self->order);
}

gboolean
refrain_replay_pass_take_turns (RefrainReplayPass *pass)
{
  Turns self;
  gboolean done;
  guint i = 0;

  turns_init (&self, pass);
  for (guint32 l = 0; l < self.graph->n_lines; l++)
    go_on (&self, l);
  while (self.events->len > 0)
    {
      const Event event = REFRAIN_HEAP_POP (self.events, Event, EVENT_BEFORE);

      if (++i % G_MAXUINT16 == 0 && g_cancellable_is_cancelled (pass->replay->cancellable))
        break;
      if (event.takes)
        take (&self, event.line, event.time);
      else
        begin (&self, event.line);
    }
  done = self.n_ended == self.graph->n_lines;
  turns_clear (&self);
  return done;
}
