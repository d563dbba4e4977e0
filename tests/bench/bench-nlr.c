/* bench-nlr.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nested loop recognition: its pace on a real trace, on nests and on streams without any; what it
 * holds in memory; and sharing what comes again.
 */
#include "config.h"

#include <malloc.h>

#include "bench-util.h"
#include "refrain-format.h"
#include "refrain-loop-share.h"
#include "refrain-nlr.h"
#include "test-program.h"

enum
{
  RUNS = 9,
  TIMES = 8,         /* as much data */
  SWEEPS = 2000,     /* of the nest, LU's: one is 252 events */
  IRREGULAR = 250000 /* events */
};

static const RefrainNlrOptions plain = { REFRAIN_NLR_DEFAULT_BODY, TRUE };

static void
append (
    RefrainLoopEventsBuilder *builder, RefrainLoopEventKind kind, gint32 peer, gint32 tag, guint n)
{
  const RefrainLoopEvent event
      = { refrain_loop_events_builder_add_shape (builder, kind, 0, 0), peer, tag };

  for (guint i = 0; i < n; i++)
    refrain_loop_events_builder_append (builder, 0, &event, REFRAIN_NONE);
}

/* Figure 3 of Ketterlin et al.: two inner loops and four messages. */
static RefrainLoopEvents *
make_nest (guint sweeps)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (1);

  for (guint i = 0; i < sweeps; i++)
    {
      for (guint k = 0; k < 62; k++)
        {
          append (builder, REFRAIN_LOOP_SEND, 1, 2, 1);
          append (builder, REFRAIN_LOOP_SEND, 4, 4, 1);
        }
      for (guint k = 0; k < 62; k++)
        {
          append (builder, REFRAIN_LOOP_RECV, 1, 1, 1);
          append (builder, REFRAIN_LOOP_RECV, 4, 3, 1);
        }
      append (builder, REFRAIN_LOOP_SEND, 1, 2, 1);
      append (builder, REFRAIN_LOOP_RECV, 1, 1, 1);
      append (builder, REFRAIN_LOOP_SEND, 4, 4, 1);
      append (builder, REFRAIN_LOOP_RECV, 4, 3, 1);
    }
  return refrain_loop_events_builder_finish (builder, NULL);
}

static RefrainLoopEvents *
make_irregular (gsize n)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (1);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (gsize i = 0; i < n; i++)
    append (builder, g_rand_boolean (random) ? REFRAIN_LOOP_SEND : REFRAIN_LOOP_RECV,
            g_rand_int_range (random, 0, 64), g_rand_int_range (random, 0, 8), 1);
  return refrain_loop_events_builder_finish (builder, NULL);
}

/* Pushes the stream of @process so many times over. */
static double
time_push (RefrainLoopEvents *events, guint process, guint times)
{
  const RefrainLoopStream *stream = refrain_loop_events_get_stream (events, process);
  g_autoptr (RefrainNlr) nlr = refrain_nlr_new (events, process, &plain);
  const double start = bench_seconds ();

  for (guint k = 0; k < times; k++)
    for (gsize i = 0; i < stream->n; i++)
      refrain_nlr_push (nlr, stream->event[i]);
  return bench_seconds () - start;
}

static double
time_median (RefrainLoopEvents *events, guint process, guint times)
{
  double seconds[RUNS];

  for (int i = 0; i < RUNS; i++)
    seconds[i] = time_push (events, process, times);
  return bench_median (seconds, RUNS);
}

/* How many times as long several times the data takes as as much data in pieces, each by itself.
 * Both keep equally many terms, else it is the memory that is measured. */
static double
measure_growth (RefrainLoopEvents *piece, RefrainLoopEvents *all)
{
  const RefrainLoopStream *stream = refrain_loop_events_get_stream (piece, 0);
  double seconds[RUNS];

  for (int r = 0; r < RUNS; r++)
    {
      const double start = bench_seconds ();
      RefrainNlr *nlr[TIMES];

      for (guint k = 0; k < TIMES; k++)
        {
          nlr[k] = refrain_nlr_new (piece, 0, &plain);
          for (gsize i = 0; i < stream->n; i++)
            refrain_nlr_push (nlr[k], stream->event[i]);
        }
      seconds[r] = bench_seconds () - start;
      for (guint k = 0; k < TIMES; k++)
        refrain_nlr_free (nlr[k]);
    }
  return TIMES * time_median (all, 0, 1) / bench_median (seconds, RUNS);
}

/* Bytes that recognition holds after the nest so many times over. */
static gsize
measure_memory (RefrainLoopEvents *events, guint times)
{
  const RefrainLoopStream *stream = refrain_loop_events_get_stream (events, 0);
  const gsize before = mallinfo2 ().uordblks;
  g_autoptr (RefrainNlr) nlr = refrain_nlr_new (events, 0, &plain);

  for (guint k = 0; k < times; k++)
    for (gsize i = 0; i < stream->n; i++)
      refrain_nlr_push (nlr, stream->event[i]);
  return mallinfo2 ().uordblks - before;
}

static double
time_share (RefrainLoopEvents *events)
{
  g_autoptr (RefrainLoopModel) model = refrain_nlr_model_process (events, 0, &plain, NULL, NULL);
  double seconds[RUNS];

  for (int i = 0; i < RUNS; i++)
    {
      const double start = bench_seconds ();
      g_autoptr (RefrainLoopModel) shared = refrain_loop_share (
          model, REFRAIN_LOOP_SHARE_OUTSIDE, REFRAIN_NLR_DEFAULT_BODY, NULL, NULL);

      seconds[i] = bench_seconds () - start;
    }
  return bench_median (seconds, RUNS);
}

static void
measure_made_up (void)
{
  g_autoptr (RefrainLoopEvents) nest = make_nest (SWEEPS), irregular = make_irregular (IRREGULAR);
  g_autoptr (RefrainLoopEvents) more = make_irregular (TIMES * IRREGULAR);
  gsize memory = measure_memory (nest, 1); /* and what is set up but once */

  memory = measure_memory (nest, 1);
  bench_row ("NLR 8 times the data", time_median (nest, 0, TIMES) / time_median (nest, 0, 1), "",
             "<= 9", "time, a nest of two levels");
  bench_row ("NLR memory: big against small", (double) measure_memory (nest, TIMES) / memory, "",
             "<= 1.5", "8 times the data");
  bench_row ("NLR memory", memory / 1024.0, "kB", "", "window and tables");
  bench_row ("NLR on a structureless stream", IRREGULAR / time_median (irregular, 0, 1) / 1e6,
             "million events/s", "", "1,024 distinct events");
  bench_row ("NLR on a structureless stream: 8 times the data", measure_growth (irregular, more),
             "", "<= 9", "time, of equally much memory");
  bench_row ("Definitions in a structureless model", IRREGULAR / time_share (irregular) / 1e6,
             "million terms/s", "", "");
}

static void
measure_trace (const char *anchor)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_trace_load (anchor, NULL, NULL, &error);
  g_autoptr (RefrainLoopEvents) events = NULL;
  double seconds = 0;
  gsize n = 0;

  g_assert_no_error (error);
  events = refrain_loop_events_new (trace, NULL, &error);
  g_assert_no_error (error);
  for (guint p = 0; p < refrain_loop_events_get_n_processes (events); p++)
    {
      n += refrain_loop_events_get_stream (events, p)->n;
      seconds += time_median (events, p, 1);
    }
  bench_row ("NLR events per second on the real trace", n / seconds / 1e6, "million events/s",
             ">= 10", "one core");
}

TEST_PROGRAM ("nlr")
{
  if (argc < 2)
    return 2;
  measure_made_up ();
  if (argc > 2)
    measure_trace (argv[2]);
  return 0;
}
