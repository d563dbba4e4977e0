/* bench-compact.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Compaction takes time in proportion to the events; what an event costs then; how fast it comes
 * back.
 */
#include "config.h"

#include <glib/gstdio.h>

#include "bench-util.h"
#include "refrain-compaction.h"
#include "refrain-format.h"
#include "refrain-hdf5.h"
#include "synthetic.h"
#include "test-program.h"

enum
{
  RUNS = 5,
  COUNTED = 2000000, /* smaller ones fit into caches */
  WRITTEN = 250000,
  FACTOR = 8
};

static double
time_count (RefrainTrace *trace)
{
  const double start = bench_seconds ();
  g_autoptr (RefrainCompaction) compaction = refrain_compaction_new (trace, NULL, NULL);

  g_assert_nonnull (compaction);
  return bench_seconds () - start;
}

static double
time_save (RefrainTrace *trace, const char *path, RefrainCompactSizes *sizes)
{
  const double start = bench_seconds ();
  g_autoptr (GError) error = NULL;

  refrain_trace_save_compact (trace, path, sizes, NULL, NULL, &error);
  g_assert_no_error (error);
  return bench_seconds () - start;
}

static void
measure_counting (void)
{
  g_autoptr (RefrainTrace) small = synthetic_stencil_new (4, 4, COUNTED);
  g_autoptr (RefrainTrace) large = synthetic_stencil_new (4, 4, COUNTED * FACTOR);
  double ratio[RUNS];

  for (int i = 0; i < RUNS; i++)
    {
      const double of_small = time_count (small);

      ratio[i] = time_count (large) / of_small;
    }
  bench_row ("compaction: nodes and edges counted, 8 times the events", bench_median (ratio, RUNS),
             "", "<= 9", "a stencil with sweeps on 16 processes");
}

static void
measure_writing (const char *path)
{
  g_autoptr (RefrainTrace) small = synthetic_stencil_new (4, 4, WRITTEN);
  g_autoptr (RefrainTrace) large = synthetic_stencil_new (4, 4, WRITTEN * FACTOR);
  double ratio[RUNS];

  for (int i = 0; i < RUNS; i++)
    {
      const double of_small = time_save (small, path, NULL);

      ratio[i] = time_save (large, path, NULL) / of_small;
    }
  bench_row ("compaction: compact file written, 8 times the events", bench_median (ratio, RUNS), "",
             "<= 9", "likewise");
}

static void
measure_trace (const char *source, const char *path, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_trace_load (source, NULL, NULL, &error);
  g_autofree char *plain = g_strconcat (path, ".plain.mtf.h5", NULL);
  double seconds[RUNS], events;
  RefrainCompactSizes sizes;
  GStatBuf info;

  g_assert_no_error (error);
  events = (double) refrain_trace_get_counts (trace)->events;
  refrain_trace_save (trace, plain, NULL, NULL, &error);
  g_assert_no_error (error);
  time_save (trace, path, &sizes);
  for (int i = 0; i < RUNS; i++)
    seconds[i] = bench_load_seconds (path);
  bench_row ("compact file read, million events/s", events / bench_median (seconds, RUNS) / 1e6, "",
             ">= 5", name);
  g_assert_cmpint (g_stat (plain, &info), ==, 0);
  bench_row (".mtf.h5, plain", (double) info.st_size / events, "bytes/event", "", name);
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  bench_row (".mtf.h5, compact", (double) info.st_size / events, "bytes/event", "<= 2.5", name);
  bench_row ("... of that events, by calls", (double) sizes.bytes[REFRAIN_COMPACT_CALLS] / events,
             "bytes/event", "", name);
  bench_row ("... of that events, by loops", (double) sizes.bytes[REFRAIN_COMPACT_LOOPS] / events,
             "bytes/event", "", name);
  g_remove (plain);
}

/* Reads every column of calls and operations once. */
static double
time_reading (RefrainTrace *trace)
{
  const double start = bench_seconds ();
  volatile guint64 sum = 0;

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);
      const RefrainCalls *calls = refrain_process_get_calls (process);
      const RefrainOps *ops = refrain_process_get_ops (process);

      for (gsize i = 0; i < calls->n; i++)
        sum += (guint64) (calls->start[i] + calls->end[i]) + calls->routine[i] + calls->parent[i]
               + calls->depth[i];
      for (gsize i = 0; i < ops->n; i++)
        sum += (guint64) ops->time[i] + ops->bytes[i] + ops->call[i] + (guint64) ops->peer[i]
               + (guint64) ops->tag[i] + ops->comm[i] + ops->partner[i] + ops->record[i]
               + ops->logical[i] + ops->kind[i];
    }
  return bench_seconds () - start;
}

/* Opened anew each time, since what was unpacked stays. */
static void
measure_blocks (const char *source, const char *path, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_trace_load (source, NULL, NULL, &error);
  double opened[RUNS], read[RUNS], events;
  RefrainCompactSizes sizes;
  GStatBuf info;

  g_assert_no_error (error);
  events = (double) refrain_trace_get_counts (trace)->events;
  refrain_hdf5_set_max_rule_events (0);
  time_save (trace, path, &sizes);
  for (int i = 0; i < RUNS; i++)
    {
      const double start = bench_seconds ();
      g_autoptr (RefrainTrace) again = refrain_trace_load (path, NULL, NULL, &error);

      g_assert_no_error (error);
      opened[i] = 1e3 * (bench_seconds () - start);
      read[i] = events / time_reading (again) / 1e6;
    }
  bench_row ("compact in blocks: opened", bench_median (opened, RUNS), "ms", "<= 50", name);
  bench_row ("compact in blocks: unpacked, million events/s", bench_median (read, RUNS), "", ">= 5",
             "calls and operations, one thread");
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  bench_row (".mtf.h5, compact in blocks", (double) info.st_size / events, "bytes/event", "<= 2.5",
             name);
  bench_row ("... of that events", (double) sizes.bytes[REFRAIN_COMPACT_BLOCKS] / events,
             "bytes/event", "", "and their summary");
}

TEST_PROGRAM ("compact")
{
  g_autofree char *path = NULL;

  if (argc < 2)
    return 2;
  path = g_build_filename (argv[1], "c.mtf.h5", NULL);
  measure_counting ();
  measure_writing (path);
  if (argc > 2)
    {
      measure_trace (argv[2], path, "lu-A-8");
      measure_blocks (argv[2], path, "lu-A-8");
    }
  return 0;
}
