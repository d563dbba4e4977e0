/* time-program.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "time-program.h"

#include <math.h>

#include "refrain-trace-builder.h"

typedef enum
{
  DO_ENTER,
  DO_LEAVE,
  DO_COMPUTE,
  DO_SEND,
  DO_SSEND,
  DO_RECV,
  DO_WAITALL,
  DO_COLLECTIVE,
} What;

typedef struct
{
  What what;
  guint32 routine;
  RefrainTime time;
  guint peer; /* or root */
  guint n;    /* WAITALL: receives before it, each a DO_RECV that is only posted */
  gboolean posted_only;
  RefrainCollective type;
  guint64 bytes; /* ... of it */
  gint32 tag;
} Action;

typedef struct
{
  GArray *actions; /* of Action */
  GArray *open;    /* of guint32: routines */
  guint next;
  RefrainTime clock;
  RefrainTime offset;
  double drift;
  guint n_collectives;
  GArray **sent;   /* to each process: of RefrainTime, when each message left */
  guint *received; /* from each process */
  GArray **posted; /* from each process: when each receive was posted */
  guint64 request;
} Runner;

struct _TimeProgram
{
  guint n;
  RefrainTime overhead, latency;
  guint64 bytes, collective_bytes;
  Runner *runners;
  RefrainTraceBuilder *builder;
  RefrainRecorder **recorders;
  guint32 communicator;
  guint32 send, recv, irecv, waitall;
  gboolean rooted, numbered;
  gint32 tag;
  GArray *arrivals; /* of each collective: how many have come; when the last one came */
};

typedef struct
{
  guint n;
  RefrainTime last;
  RefrainTime *each;
} Arrival;

TimeProgram *
time_program_new (guint n, RefrainTime overhead, RefrainTime latency)
{
  TimeProgram *self = g_new0 (TimeProgram, 1);
  g_autofree gint32 *members = g_new (gint32, n);

  *self = (TimeProgram){
    .n = n, .overhead = overhead, .latency = latency, .bytes = 8, .collective_bytes = 8
  };
  self->runners = g_new0 (Runner, n);
  self->builder = refrain_trace_builder_new ();
  self->recorders = g_new (RefrainRecorder *, n);
  self->arrivals = g_array_new (FALSE, TRUE, sizeof (Arrival));
  for (guint p = 0; p < n; p++)
    {
      Runner *runner = &self->runners[p];

      refrain_trace_builder_add_process (self->builder, "P", NULL);
      self->recorders[p] = refrain_trace_builder_add_thread (self->builder, p, p, "T");
      members[p] = (gint32) p;
      runner->actions = g_array_new (FALSE, TRUE, sizeof (Action));
      runner->open = g_array_new (FALSE, FALSE, sizeof (guint32));
      runner->sent = g_new (GArray *, n);
      runner->posted = g_new (GArray *, n);
      runner->received = g_new0 (guint, n);
      for (guint q = 0; q < n; q++)
        {
          runner->sent[q] = g_array_new (FALSE, FALSE, sizeof (RefrainTime));
          runner->posted[q] = g_array_new (FALSE, FALSE, sizeof (RefrainTime));
        }
    }
  self->communicator = refrain_trace_builder_add_communicator (
      self->builder, refrain_communicator_new ("C", 0, -1, members, n, NULL, 0, FALSE));
  self->send = refrain_trace_builder_add_routine (self->builder, "MPI_Send", NULL, 0);
  self->recv = refrain_trace_builder_add_routine (self->builder, "MPI_Recv", NULL, 0);
  self->irecv = refrain_trace_builder_add_routine (self->builder, "MPI_Irecv", NULL, 0);
  self->waitall = refrain_trace_builder_add_routine (self->builder, "MPI_Waitall", NULL, 0);
  return self;
}

void
time_program_set_bytes (TimeProgram *self, guint64 bytes)
{
  self->bytes = bytes;
}

void
time_program_set_numbered (TimeProgram *self, gboolean numbered)
{
  self->numbered = numbered;
}

void
time_program_set_tag (TimeProgram *self, gint32 tag)
{
  self->tag = tag;
}

static void
add (TimeProgram *self, guint p, Action action)
{
  g_assert_cmpuint (p, <, self->n);
  action.tag = self->tag;
  g_array_append_val (self->runners[p].actions, action);
}

void
time_program_enter (TimeProgram *self, guint p, const char *routine)
{
  add (self, p,
       (Action){ DO_ENTER,
                 .routine = refrain_trace_builder_add_routine (self->builder, routine, NULL, 0) });
}

void
time_program_leave (TimeProgram *self, guint p)
{
  add (self, p, (Action){ DO_LEAVE });
}

void
time_program_compute (TimeProgram *self, guint p, RefrainTime time)
{
  add (self, p, (Action){ DO_COMPUTE, .time = time });
}

void
time_program_send (TimeProgram *self, guint p, guint to)
{
  add (self, p, (Action){ DO_SEND, .peer = to });
}

void
time_program_ssend (TimeProgram *self, guint p, guint to)
{
  add (self, p, (Action){ DO_SSEND, .peer = to });
}

void
time_program_recv (TimeProgram *self, guint p, guint from)
{
  add (self, p, (Action){ DO_RECV, .peer = from });
}

void
time_program_waitall (TimeProgram *self, guint p, const guint *from, guint n)
{
  for (guint i = 0; i < n; i++)
    add (self, p, (Action){ DO_RECV, .peer = from[i], .posted_only = TRUE });
  add (self, p, (Action){ DO_WAITALL, .n = n });
}

void
time_program_collective (TimeProgram *self, guint p, RefrainCollective type, guint root)
{
  const char *name = refrain_collective_get_name (type);

  /* Communicators are made by routines of several names. */
  if (!g_str_has_prefix (name, "MPI_"))
    name = "MPI_Comm_create";
  add (self, p,
       (Action){ DO_COLLECTIVE, .type = type, .peer = root, .bytes = self->collective_bytes,
                 .routine = refrain_trace_builder_add_routine (self->builder, name, NULL, 0) });
}

void
time_program_set_collective_bytes (TimeProgram *self, guint64 bytes)
{
  self->collective_bytes = bytes;
}

void
time_program_set_rooted (TimeProgram *self)
{
  self->rooted = TRUE;
}

void
time_program_set_clock (TimeProgram *self, guint p, RefrainTime offset, double drift)
{
  self->runners[p].offset = offset;
  self->runners[p].drift = drift;
}

void
time_program_work (TimeProgram *self, guint p, const char *routine, RefrainTime time)
{
  time_program_enter (self, p, routine);
  time_program_compute (self, p, time);
  time_program_leave (self, p);
}

/* ---- Running ---- */

/* What the clock of @runner shows at @time. */
static RefrainTime
show (const Runner *runner, RefrainTime time)
{
  return time + runner->offset + (RefrainTime) llround (runner->drift * (double) time);
}

/* When the @k-th message from @from to @p can be had; FALSE where it has not been sent. */
static gboolean
find_message (TimeProgram *self, guint p, guint from, guint k, RefrainTime *time)
{
  const GArray *sent = self->runners[from].sent[p];

  if (k >= sent->len)
    return FALSE;
  *time = g_array_index (sent, RefrainTime, k) + self->latency;
  return TRUE;
}

static gboolean
do_send (TimeProgram *self, guint p, const Action *action)
{
  Runner *runner = &self->runners[p];
  RefrainRecorder *recorder = self->recorders[p];
  GArray *sent = runner->sent[action->peer];
  const GArray *posted = self->runners[action->peer].posted[p];
  RefrainTime end = runner->clock + self->overhead;

  if (action->what == DO_SSEND)
    {
      /* Sent once; it waits where the receive is not posted yet. */
      if (runner->request != G_MAXUINT64)
        g_array_append_val (sent, runner->clock);
      runner->request = G_MAXUINT64;
      if (posted->len < sent->len)
        return FALSE;
      runner->request = 0;
      end = MAX (end, g_array_index (posted, RefrainTime, sent->len - 1) + self->overhead);
    }
  else
    g_array_append_val (sent, runner->clock);
  refrain_recorder_enter (recorder, show (runner, runner->clock), self->send);
  refrain_recorder_send (recorder, show (runner, runner->clock), (gint32) action->peer,
                         self->communicator, self->numbered ? (gint32) sent->len : action->tag,
                         self->bytes);
  runner->clock = end;
  refrain_recorder_leave (recorder, show (runner, runner->clock), self->send);
  return TRUE;
}

static gboolean
do_recv (TimeProgram *self, guint p, const Action *action)
{
  Runner *runner = &self->runners[p];
  RefrainRecorder *recorder = self->recorders[p];
  GArray *posted = runner->posted[action->peer];
  guint *received = &runner->received[action->peer];
  RefrainTime time;

  if (posted->len == *received)
    g_array_append_val (posted, runner->clock);
  if (!find_message (self, p, action->peer, *received, &time))
    return FALSE;
  (*received)++;
  refrain_recorder_enter (recorder, show (runner, runner->clock), self->recv);
  runner->clock = MAX (runner->clock + self->overhead, time);
  refrain_recorder_recv (recorder, show (runner, runner->clock), (gint32) action->peer,
                         self->communicator, self->numbered ? (gint32) *received : action->tag,
                         self->bytes);
  refrain_recorder_leave (recorder, show (runner, runner->clock), self->recv);
  return TRUE;
}

static void
do_post (TimeProgram *self, guint p, const Action *action)
{
  Runner *runner = &self->runners[p];

  g_array_append_val (runner->posted[action->peer], runner->clock);
  refrain_recorder_enter (self->recorders[p], show (runner, runner->clock), self->irecv);
  refrain_recorder_irecv_request (self->recorders[p], show (runner, runner->clock),
                                  ++runner->request);
  refrain_recorder_leave (self->recorders[p], show (runner, runner->clock), self->irecv);
}

/* The receives stand right before it. */
static gboolean
do_waitall (TimeProgram *self, guint p, const Action *action)
{
  Runner *runner = &self->runners[p];
  RefrainRecorder *recorder = self->recorders[p];
  RefrainTime end = runner->clock + self->overhead;

  for (guint pass = 0; pass < 2; pass++)
    {
      if (pass == 1)
        {
          refrain_recorder_enter (recorder, show (runner, runner->clock), self->waitall);
          runner->clock = end;
        }
      for (guint i = 0; i < action->n; i++)
        {
          const guint peer
              = g_array_index (runner->actions, Action, runner->next - action->n + i).peer;
          RefrainTime time;

          if (pass == 0)
            {
              if (!find_message (self, p, peer, runner->received[peer], &time))
                return FALSE;
              end = MAX (end, time);
              continue;
            }
          runner->received[peer]++;
          refrain_recorder_irecv (recorder, show (runner, end), (gint32) peer, self->communicator,
                                  action->tag, self->bytes, runner->request - action->n + i + 1);
        }
    }
  refrain_recorder_leave (recorder, show (runner, end), self->waitall);
  return TRUE;
}

/* When the collective is over for process @p, where it does not have to wait for others still. */
static gboolean
find_collective_end (const TimeProgram *self,
                     guint p,
                     const Action *action,
                     const Arrival *arrival,
                     RefrainTime *end)
{
  const RefrainTime own = arrival->each[p] + self->overhead;
  const gboolean down
      = action->type == REFRAIN_COLLECTIVE_BCAST || action->type == REFRAIN_COLLECTIVE_SCATTER;
  const gboolean up
      = action->type == REFRAIN_COLLECTIVE_REDUCE || action->type == REFRAIN_COLLECTIVE_GATHER;

  if (self->rooted && ((down && p == action->peer) || (up && p != action->peer)))
    *end = own;
  else if (self->rooted && down)
    {
      *end = MAX (own, arrival->each[action->peer] + self->latency);
      return arrival->each[action->peer] >= 0;
    }
  else
    {
      *end = arrival->last + self->latency;
      return arrival->n == self->n;
    }
  return TRUE;
}

static gboolean
do_collective (TimeProgram *self, guint p, const Action *action)
{
  Runner *runner = &self->runners[p];
  RefrainRecorder *recorder = self->recorders[p];
  Arrival *arrival;
  RefrainTime end;

  if (runner->n_collectives >= self->arrivals->len)
    g_array_set_size (self->arrivals, runner->n_collectives + 1);
  arrival = &g_array_index (self->arrivals, Arrival, runner->n_collectives);
  if (arrival->each == NULL)
    {
      arrival->each = g_new (RefrainTime, self->n);
      for (guint i = 0; i < self->n; i++)
        arrival->each[i] = -1;
    }
  if (arrival->each[p] < 0)
    {
      arrival->each[p] = runner->clock;
      arrival->last = MAX (arrival->last, runner->clock);
      arrival->n++;
    }
  if (!find_collective_end (self, p, action, arrival, &end))
    return FALSE;
  runner->n_collectives++;
  refrain_recorder_enter (recorder, show (runner, runner->clock), action->routine);
  refrain_recorder_collective_begin (recorder, show (runner, runner->clock));
  runner->clock = end;
  refrain_recorder_collective_end (recorder, show (runner, runner->clock), action->type,
                                   self->communicator, (gint32) action->peer, action->bytes,
                                   action->bytes);
  refrain_recorder_leave (recorder, show (runner, runner->clock), action->routine);
  return TRUE;
}

/* FALSE where it has to wait for others. */
static gboolean
step (TimeProgram *self, guint p)
{
  Runner *runner = &self->runners[p];
  const Action *action = &g_array_index (runner->actions, Action, runner->next);
  guint32 routine;

  switch (action->what)
    {
    case DO_ENTER:
      g_array_append_val (runner->open, action->routine);
      refrain_recorder_enter (self->recorders[p], show (runner, runner->clock), action->routine);
      return TRUE;
    case DO_LEAVE:
      routine = g_array_index (runner->open, guint32, runner->open->len - 1);
      g_array_set_size (runner->open, runner->open->len - 1);
      refrain_recorder_leave (self->recorders[p], show (runner, runner->clock), routine);
      return TRUE;
    case DO_COMPUTE:
      runner->clock += action->time;
      return TRUE;
    case DO_SEND:
    case DO_SSEND:
      return do_send (self, p, action);
    case DO_RECV:
      if (!action->posted_only)
        return do_recv (self, p, action);
      do_post (self, p, action);
      return TRUE;
    case DO_WAITALL:
      return do_waitall (self, p, action);
    default:
      return do_collective (self, p, action);
    }
}

static void
clear (TimeProgram *self)
{
  for (guint p = 0; p < self->n; p++)
    {
      Runner *runner = &self->runners[p];

      for (guint q = 0; q < self->n; q++)
        {
          g_array_unref (runner->sent[q]);
          g_array_unref (runner->posted[q]);
        }
      g_free (runner->sent);
      g_free (runner->posted);
      g_free (runner->received);
      g_array_unref (runner->actions);
      g_array_unref (runner->open);
    }
  for (guint i = 0; i < self->arrivals->len; i++)
    g_free (g_array_index (self->arrivals, Arrival, i).each);
  g_array_unref (self->arrivals);
  g_free (self->runners);
  g_free (self->recorders);
  g_object_unref (self->builder);
  g_free (self);
}

RefrainTrace *
time_program_run (TimeProgram *self)
{
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace;
  gboolean goes_on;

  do
    {
      goes_on = FALSE;
      for (guint p = 0; p < self->n; p++)
        while (self->runners[p].next < self->runners[p].actions->len && step (self, p))
          {
            self->runners[p].next++;
            goes_on = TRUE;
          }
    }
  while (goes_on);
  for (guint p = 0; p < self->n; p++)
    g_assert_cmpuint (self->runners[p].next, ==, self->runners[p].actions->len);
  trace = refrain_trace_builder_finish (self->builder, NULL, &error);
  g_assert_no_error (error);
  clear (self);
  return trace;
}
