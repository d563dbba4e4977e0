/* random-trace.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "random-trace.h"

enum
{
  N_ROUTINES = 4
};

RefrainTraceBuilder *
random_trace_builder (guint n, RefrainRecorder **recorders, guint32 *communicator)
{
  RefrainTraceBuilder *builder = refrain_trace_builder_new ();
  g_autofree gint32 *members = g_new (gint32, n);

  for (guint i = 0; i < n; i++)
    {
      refrain_trace_builder_add_process (builder, "P", NULL);
      recorders[i] = refrain_trace_builder_add_thread (builder, i, i, "T");
      members[i] = (gint32) i;
    }
  *communicator = refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("C", 0, -1, members, n, NULL, 0, FALSE));
  return builder;
}

RefrainTrace *
random_trace_finish (RefrainTraceBuilder *builder)
{
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace = refrain_trace_builder_finish (builder, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

typedef struct
{
  GRand *rand;
  guint n;
  RefrainRecorder **recorders;
  guint32 communicator;
  guint32 routine[N_ROUTINES], send, recv;
  RefrainTime time;
  guint64 request;
} Writer;

static void
write_send (Writer *self, guint from, guint to)
{
  refrain_recorder_enter (self->recorders[from], ++self->time, self->send);
  refrain_recorder_send (self->recorders[from], ++self->time, (gint32) to, self->communicator, 0,
                         8);
  refrain_recorder_leave (self->recorders[from], ++self->time, self->send);
}

static void
write_recv (Writer *self, guint from, guint to)
{
  refrain_recorder_enter (self->recorders[to], ++self->time, self->recv);
  if (g_rand_boolean (self->rand))
    {
      refrain_recorder_irecv_request (self->recorders[to], ++self->time, ++self->request);
      refrain_recorder_irecv (self->recorders[to], ++self->time, (gint32) from, self->communicator,
                              0, 8, self->request);
    }
  else
    {
      refrain_recorder_recv (self->recorders[to], ++self->time, (gint32) from, self->communicator,
                             0, 8);
    }
  refrain_recorder_leave (self->recorders[to], ++self->time, self->recv);
}

/* A few messages, the same several times over. */
static void
write_messages (Writer *self)
{
  guint pairs[4][2];
  const guint n_pairs = (guint) g_rand_int_range (self->rand, 1, 5);
  const guint times = (guint) g_rand_int_range (self->rand, 1, 5);

  for (guint i = 0; i < n_pairs; i++)
    for (guint k = 0; k < 2; k++)
      pairs[i][k] = (guint) g_rand_int_range (self->rand, 0, (gint32) self->n);
  for (guint t = 0; t < times; t++)
    for (guint i = 0; i < n_pairs; i++)
      {
        write_send (self, pairs[i][0], pairs[i][1]);
        if (g_rand_int_range (self->rand, 0, 40) > 0)
          write_recv (self, pairs[i][0], pairs[i][1]);
      }
}

static void
write_collective (Writer *self)
{
  const RefrainCollective type
      = g_rand_boolean (self->rand) ? REFRAIN_COLLECTIVE_BARRIER : REFRAIN_COLLECTIVE_ALLREDUCE;

  for (guint p = 0; p < self->n; p++)
    refrain_recorder_collective_begin (self->recorders[p], ++self->time);
  for (guint p = 0; p < self->n; p++)
    refrain_recorder_collective_end (self->recorders[p], ++self->time, type, self->communicator, -1,
                                     4, 4);
}

RefrainTrace *
random_trace_new (guint32 seed, guint n_processes, guint rounds)
{
  g_autofree RefrainRecorder **recorders = g_new (RefrainRecorder *, n_processes);
  Writer self = { g_rand_new_with_seed (seed), n_processes, recorders };
  g_autoptr (RefrainTraceBuilder) builder
      = random_trace_builder (n_processes, recorders, &self.communicator);
  static const char *const names[N_ROUTINES] = { "alpha", "beta", "gamma", "delta" };

  for (guint r = 0; r < N_ROUTINES; r++)
    self.routine[r] = refrain_trace_builder_add_routine (builder, names[r], NULL, 0);
  self.send = refrain_trace_builder_add_routine (builder, "MPI_Send", NULL, 0);
  self.recv = refrain_trace_builder_add_routine (builder, "MPI_Recv", NULL, 0);
  for (guint i = 0; i < rounds; i++)
    {
      const guint depth = (guint) g_rand_int_range (self.rand, 0, 3);
      guint32 routines[3];

      for (guint d = 0; d < depth; d++)
        {
          routines[d] = self.routine[g_rand_int_range (self.rand, 0, N_ROUTINES)];
          for (guint p = 0; p < n_processes; p++)
            refrain_recorder_enter (recorders[p], ++self.time, routines[d]);
        }
      if (g_rand_int_range (self.rand, 0, 5) > 0)
        write_messages (&self);
      else
        write_collective (&self);
      for (guint d = depth; d-- > 0;)
        for (guint p = 0; p < n_processes; p++)
          refrain_recorder_leave (recorders[p], ++self.time, routines[d]);
    }
  g_rand_free (self.rand);
  return random_trace_finish (builder);
}
