/* program-grammar.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A byte is a statement, those behind it are its parameters; a body ends with byte 0, and so does
 * all behind the last byte. A loop reads its body again and again.
 */
#include "config.h"

#include "program-grammar.h"

#include "refrain-trace-builder.h"

enum
{
  MAX_PROCESSES = 9,
  MAX_EVENTS = 3000,
  MAX_NEST = 5,
  N_ROUTINES = 6,
  N_MPI = 8,
  N_COMMUNICATORS = 3, /* all, the even ranks, the odd ones */
};

typedef struct
{
  const guint8 *data;
  gsize size, at;
  guint n; /* processes */
  guint n_events, nest;
  guint32 mask; /* processes that take part */
  guint64 request;
  RefrainRecorder *main[MAX_PROCESSES], *other[MAX_PROCESSES];
  RefrainRecorder **recorders; /* the threads that run: one of the two */
  RefrainTime time[MAX_PROCESSES];
  guint32 routines[N_ROUTINES], mpi[N_MPI], communicators[N_COMMUNICATORS];
} Machine;

typedef enum
{
  MPI_SEND,
  MPI_RECV,
  MPI_ISEND,
  MPI_IRECV,
  MPI_WAIT,
  MPI_SENDRECV,
  MPI_BARRIER,
  MPI_ALLREDUCE,
} Mpi;

static void run_body (Machine *self);

static guint
take (Machine *self, guint n)
{
  return self->at < self->size ? self->data[self->at++] % n : 0;
}

/* The next moment of process @p. */
static RefrainTime
tick (Machine *self, guint p)
{
  self->n_events++;
  return ++self->time[p];
}

static void
enter (Machine *self, guint p, guint32 routine)
{
  refrain_recorder_enter (self->recorders[p], tick (self, p), routine);
}

static void
leave (Machine *self, guint p, guint32 routine)
{
  refrain_recorder_leave (self->recorders[p], tick (self, p), routine);
}

static gboolean
takes_part (const Machine *self, guint p)
{
  return (self->mask >> p & 1) != 0;
}

/* ---- Messages ---- */

static void
send_to (Machine *self, guint from, guint to, gint32 tag, guint64 bytes)
{
  enter (self, from, self->mpi[MPI_SEND]);
  refrain_recorder_send (self->recorders[from], tick (self, from), (gint32) to,
                         self->communicators[0], tag, bytes);
  leave (self, from, self->mpi[MPI_SEND]);
}

static void
receive_from (Machine *self, guint to, guint from, gint32 tag, guint64 bytes)
{
  enter (self, to, self->mpi[MPI_RECV]);
  self->time[to] = MAX (self->time[to], self->time[from]);
  refrain_recorder_recv (self->recorders[to], tick (self, to), (gint32) from,
                         self->communicators[0], tag, bytes);
  leave (self, to, self->mpi[MPI_RECV]);
}

/* Every process to the one @offset further on, with calls that wait. */
static void
shift (Machine *self)
{
  const guint offset = take (self, MAX_PROCESSES);
  const gint32 tag = (gint32) take (self, 3);
  const guint64 bytes = 8ull << take (self, 12);

  for (guint p = 0; p < self->n; p++)
    if (takes_part (self, p))
      send_to (self, p, (p + offset) % self->n, tag, bytes);
  for (guint p = 0; p < self->n; p++)
    if (takes_part (self, (p + self->n - offset % self->n) % self->n))
      receive_from (self, p, (p + self->n - offset % self->n) % self->n, tag, bytes);
}

/* Both neighbours in a row of processes, or in a ring, with calls that do not wait. */
static void
exchange_halo (Machine *self)
{
  const gboolean ring = take (self, 2) == 0;
  const gint32 distance = 1 + (gint32) take (self, 3);
  const guint64 first = self->request + 1;
  guint64 request = first;

  for (guint step = 0; step < 3; step++, request = first)
    for (gint32 p = 0; p < (gint32) self->n; p++)
      for (gint32 side = -1; side <= 1; side += 2)
        {
          const gint32 n = (gint32) self->n;
          const gint32 place = p + side * distance, q = (place % n + n) % n;
          RefrainRecorder *recorder = self->recorders[p];
          const guint64 sent = request++, received = request++;

          if ((!ring && place != q) || !takes_part (self, (guint) p)
              || !takes_part (self, (guint) q))
            continue;
          enter (self, (guint) p,
                 self->mpi[step == 0   ? MPI_IRECV
                           : step == 1 ? MPI_ISEND
                                       : MPI_WAIT]);
          if (step == 0)
            refrain_recorder_irecv_request (recorder, tick (self, (guint) p), received);
          else if (step == 1)
            refrain_recorder_isend (recorder, tick (self, (guint) p), q, self->communicators[0],
                                    side, 64, sent);
          else
            {
              self->time[p] = MAX (self->time[p], self->time[q]);
              refrain_recorder_irecv (recorder, tick (self, (guint) p), q, self->communicators[0],
                                      -side, 64, received);
              refrain_recorder_isend_complete (recorder, tick (self, (guint) p), sent);
            }
          leave (self, (guint) p,
                 self->mpi[step == 0   ? MPI_IRECV
                           : step == 1 ? MPI_ISEND
                                       : MPI_WAIT]);
        }
  self->request += 4 * self->n;
}

/* A master hears of all others, and answers. */
static void
gather_and_answer (Machine *self)
{
  const guint master = take (self, self->n);
  const guint64 bytes = take (self, 200);

  for (guint p = 0; p < self->n; p++)
    if (p != master && takes_part (self, p))
      {
        send_to (self, p, master, 1, bytes);
        receive_from (self, master, p, 1, bytes);
        send_to (self, master, p, 2, 8);
        receive_from (self, p, master, 2, 8);
      }
}

static void
exchange_pairs (Machine *self)
{
  const guint bit = 1u << take (self, 3);

  for (guint side = 0; side < 2; side++)
    for (guint p = 0; p < self->n; p++)
      if ((p ^ bit) < self->n && takes_part (self, p) && takes_part (self, p ^ bit))
        {
          if (side == 0)
            {
              enter (self, p, self->mpi[MPI_SENDRECV]);
              refrain_recorder_send (self->recorders[p], tick (self, p), (gint32) (p ^ bit),
                                     self->communicators[0], 5, 100);
            }
          else
            {
              self->time[p] = MAX (self->time[p], self->time[p ^ bit]);
              refrain_recorder_recv (self->recorders[p], tick (self, p), (gint32) (p ^ bit),
                                     self->communicators[0], 5, 100);
              leave (self, p, self->mpi[MPI_SENDRECV]);
            }
        }
}

/* One message, of which perhaps nobody takes notice. */
static void
one_message (Machine *self)
{
  const guint from = take (self, self->n), to = take (self, self->n);
  const gint32 tag = (gint32) take (self, 3) - 1;

  send_to (self, from, to, tag, 1000);
  if (take (self, 8) != 7)
    receive_from (self, to, from, tag, 1000);
}

/* ---- Collectives ---- */

static void
meet (Machine *self)
{
  const RefrainCollective type = (RefrainCollective) take (self, REFRAIN_COLLECTIVE_UNKNOWN + 1);
  const guint32 group = take (self, N_COMMUNICATORS);
  const gint32 any = (gint32) take (self, self->n + 1) - 1;
  /* An archive of OTF2 has ranks of the communicator: no others. */
  const gint32 root = group == 0 || any % 2 == (gint32) group - 1 ? any : -1;
  const guint64 bytes = 4ull * take (self, 256);
  const guint32 routine
      = self->mpi[type == REFRAIN_COLLECTIVE_BARRIER ? MPI_BARRIER : MPI_ALLREDUCE];
  RefrainTime last = 0;

  for (guint p = 0; p < self->n; p++)
    if (takes_part (self, p) && (group == 0 || p % 2 == group - 1))
      {
        enter (self, p, routine);
        refrain_recorder_collective_begin (self->recorders[p], tick (self, p));
        last = MAX (last, self->time[p]);
      }
  for (guint p = 0; p < self->n; p++)
    if (takes_part (self, p) && (group == 0 || p % 2 == group - 1))
      {
        self->time[p] = last;
        refrain_recorder_collective_end (self->recorders[p], tick (self, p), type,
                                         self->communicators[group], root, bytes, bytes);
        leave (self, p, routine);
      }
}

/* ---- The rest ---- */

/* Each process works; one of them longer. */
static void
work (Machine *self)
{
  const RefrainTime cost = 1 + 100 * (RefrainTime) take (self, 256);
  const guint slow = take (self, MAX_PROCESSES), times = take (self, 20);

  for (guint p = 0; p < self->n; p++)
    self->time[p] += cost * (p == slow ? 1 + times : 1);
}

/* What no program does. */
static void
contradict (Machine *self)
{
  const guint what = take (self, 8), p = take (self, self->n), arg = take (self, 256);
  RefrainRecorder *recorder = self->recorders[p];

  self->n_events++;
  if (what == 0)
    self->time[p] -= 50 * (RefrainTime) arg;
  else if (what == 1)
    enter (self, p, self->routines[arg % N_ROUTINES]);
  else if (what == 2)
    leave (self, p, self->routines[arg % N_ROUTINES]);
  else if (what == 3)
    /* An archive of OTF2 knows whom a message goes to by its communicator alone. */
    refrain_recorder_send (recorder, tick (self, p),
                           arg % 2 == 0 ? -1 : (gint32) arg % (gint32) self->n - (arg > 200),
                           arg % 2 == 0 ? REFRAIN_NONE : self->communicators[0], (gint32) arg, arg);
  else if (what == 4)
    refrain_recorder_irecv (recorder, tick (self, p), (gint32) (arg % self->n),
                            self->communicators[0], 0, 8, arg);
  else if (what == 5)
    refrain_recorder_collective_end (recorder, tick (self, p), (RefrainCollective) (arg % 40),
                                     arg % 2 == 0 ? REFRAIN_NONE : self->communicators[arg % 3], -1,
                                     arg, arg);
  else if (what == 6)
    refrain_recorder_request_cancelled (recorder, tick (self, p), arg);
  else
    refrain_recorder_record (
        recorder, tick (self, p),
        arg % 2 == 0 ? REFRAIN_RECORD_MEASUREMENT : REFRAIN_RECORD_BUFFER_FLUSH, arg, 0);
}

static void
loop (Machine *self)
{
  const guint n = 1 + take (self, 40);
  const gsize body = self->at;

  for (guint i = 0; i < n && self->n_events < MAX_EVENTS; i++)
    {
      self->at = body;
      run_body (self);
    }
}

static void
call (Machine *self)
{
  const guint32 routine = self->routines[take (self, N_ROUTINES)];
  const guint32 mask = self->mask;

  for (guint p = 0; p < self->n; p++)
    if (mask >> p & 1)
      enter (self, p, routine);
  run_body (self);
  for (guint p = 0; p < self->n; p++)
    if (mask >> p & 1)
      leave (self, p, routine);
}

/* Only some processes, or the other thread of all. */
static void
restrict_body (Machine *self)
{
  const guint32 mask = self->mask;
  RefrainRecorder **recorders = self->recorders;
  const guint who = take (self, 256);

  if (who == 255)
    self->recorders = self->other;
  else
    self->mask &= who | 1u << (who % self->n);
  run_body (self);
  self->mask = mask;
  self->recorders = recorders;
}

static void
run_body (Machine *self)
{
  static void (*const statements[]) (Machine *)
      = { loop,        call, restrict_body, shift, exchange_halo, exchange_pairs, gather_and_answer,
          one_message, meet, meet,          work,  work,          contradict };
  guint what;

  if (++self->nest <= MAX_NEST)
    while (self->n_events < MAX_EVENTS && (what = take (self, G_N_ELEMENTS (statements) + 1)) != 0)
      statements[what - 1](self);
  self->nest--;
}

/* ---- Definitions ---- */

static RefrainTraceBuilder *
define (Machine *self)
{
  static const char *const routines[N_ROUTINES]
      = { "main", "solve", "exchange", "norm", "a<T>::b(int, char)", "" };
  static const char *const mpi[N_MPI]
      = { "MPI_Send", "MPI_Recv",     "MPI_Isend",   "MPI_Irecv",
          "MPI_Wait", "MPI_Sendrecv", "MPI_Barrier", "MPI_Allreduce" };
  static const char *const names[N_COMMUNICATORS] = { "MPI_COMM_WORLD", "even", "odd" };
  RefrainTraceBuilder *builder = refrain_trace_builder_new ();

  refrain_trace_builder_set_source (builder, "program", "/nowhere/program", NULL);
  for (guint i = 0; i < N_ROUTINES; i++)
    self->routines[i] = refrain_trace_builder_add_routine (builder, routines[i], NULL, 0);
  for (guint i = 0; i < N_MPI; i++)
    self->mpi[i] = refrain_trace_builder_add_routine (builder, mpi[i], NULL, 0);
  for (guint p = 0; p < self->n; p++)
    {
      refrain_trace_builder_add_process (builder, "rank", p % 2 == 0 ? "host" : NULL);
      self->main[p] = refrain_trace_builder_add_thread (builder, p, 2 * p, "main");
      self->other[p] = refrain_trace_builder_add_thread (builder, p, 2 * p + 1, "other");
    }
  for (guint c = 0; c < N_COMMUNICATORS; c++)
    {
      gint32 members[MAX_PROCESSES];
      gsize n = 0;

      for (guint p = 0; p < self->n; p++)
        if (c == 0 || p % 2 == c - 1)
          members[n++] = (gint32) p;
      self->communicators[c] = refrain_trace_builder_add_communicator (
          builder,
          refrain_communicator_new (names[c], c, c == 0 ? -1 : 0, members, n, NULL, 0, FALSE));
    }
  return builder;
}

RefrainTrace *
program_grammar_run (guint processes, const guint8 *data, gsize size)
{
  Machine self = { .data = data, .size = size, .mask = G_MAXUINT32 };
  g_autoptr (RefrainTraceBuilder) builder = NULL;
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace;

  self.n = 1 + processes % MAX_PROCESSES;
  self.recorders = self.main;
  builder = define (&self);
  run_body (&self);
  trace = refrain_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return trace;
}
