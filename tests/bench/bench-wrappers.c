/* bench-wrappers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Choosing wrappers where hundreds of routines could be some: a program of steps, in each of which
 * many routines exchange messages in groups of four processes and call another that does in other
 * groups.
 */
#include "config.h"

#include <time.h>

#include "bench-util.h"
#include "refrain-pattern-set.h"
#include "refrain-trace-builder.h"
#include "test-program.h"

enum
{
  N_PROCESSES = 16,
  N_PAIRS = 150, /* of routines */
  N_DIGITS = 5,
  RUNS = 3
};

typedef struct
{
  RefrainRecorder *recorder;
  RefrainTime time;
  guint32 call;
} Writer;

static void
exchange (Writer *self, guint peer)
{
  refrain_recorder_enter (self->recorder, ++self->time, self->call);
  refrain_recorder_send (self->recorder, ++self->time, (gint32) peer, 0, 0, 8);
  refrain_recorder_recv (self->recorder, ++self->time, (gint32) peer, 0, 0, 8);
  refrain_recorder_leave (self->recorder, ++self->time, self->call);
}

static RefrainTrace *
make_trace (guint steps)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  gint32 members[N_PROCESSES];
  guint32 outer[N_PAIRS], inner[N_PAIRS], call;
  RefrainTrace *trace;

  call = refrain_trace_builder_add_routine (builder, "MPI_Sendrecv", NULL, 0);
  for (guint i = 0; i < N_PAIRS; i++)
    {
      g_autofree char *near = g_strdup_printf ("near_%u", i);
      g_autofree char *far = g_strdup_printf ("far_%u", i);

      outer[i] = refrain_trace_builder_add_routine (builder, near, NULL, 0);
      inner[i] = refrain_trace_builder_add_routine (builder, far, NULL, 0);
    }
  for (guint p = 0; p < N_PROCESSES; p++)
    members[p] = (gint32) refrain_trace_builder_add_process (builder, "rank", NULL);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, N_PROCESSES, NULL, 0, FALSE));
  for (guint p = 0; p < N_PROCESSES; p++)
    {
      Writer self = { refrain_trace_builder_add_thread (builder, p, p, "thread"), 0, call };
      for (guint step = 0; step < steps; step++)
        for (guint i = 0; i < N_PAIRS; i++)
          {
            refrain_recorder_enter (self.recorder, ++self.time, outer[i]);
            /* What tells the routines apart: the order of the partners in a group of four. */
            for (guint k = 0, digits = i; k < N_DIGITS; k++, digits /= 3)
              exchange (&self, p ^ (1 + digits % 3));
            refrain_recorder_enter (self.recorder, ++self.time, inner[i]);
            for (guint k = 0, digits = i; k < N_DIGITS; k++, digits /= 3)
              {
                exchange (&self, p ^ 4);
                exchange (&self, p ^ (1 + (digits + k) % 3));
              }
            refrain_recorder_leave (self.recorder, ++self.time, inner[i]);
            refrain_recorder_leave (self.recorder, ++self.time, outer[i]);
          }
    }
  trace = refrain_trace_builder_finish (builder, NULL, NULL);
  g_assert_nonnull (trace);
  return trace;
}

static double
time_patterns (RefrainTrace *trace, const char *const *wrappers)
{
  RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  double seconds[RUNS];

  options.wrappers = wrappers;
  for (guint i = 0; i < RUNS; i++)
    {
      const clock_t start = clock ();

      g_object_unref (refrain_pattern_set_new (trace, &options, NULL, NULL, NULL));
      seconds[i] = (double) (clock () - start) / CLOCKS_PER_SEC;
    }
  return bench_median (seconds, RUNS);
}

TEST_PROGRAM ("wrappers")
{
  static const char *const nobody[] = { "", NULL };
  g_autoptr (RefrainTrace) trace = make_trace (8);
  const double known = time_patterns (trace, nobody), chosen = time_patterns (trace, NULL);
  g_autofree char *note
      = g_strdup_printf ("%u routines, %.1f million events; with and without, processor time",
                         2 * N_PAIRS, (double) refrain_trace_get_counts (trace)->events / 1e6);

  bench_row ("Choosing wrappers: patterns", chosen / known, "", "<= 4", note);
  return 0;
}
