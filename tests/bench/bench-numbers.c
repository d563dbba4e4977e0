/* bench-numbers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers of what is seen: the index of a trace, made once, and windows of it, wherever they lie
 * and however wide they are.
 */
#include "config.h"

#include "bench-util.h"
#include "refrain-numbers.h"
#include "synthetic.h"
#include "test-program.h"

enum
{
  RUNS = 15,
  PROCESSES = 8,
  EVENTS = 20000000
};

TEST_PROGRAM ("numbers")
{
  g_autoptr (RefrainTrace) trace = synthetic_trace_new (PROCESSES, EVENTS);
  g_autoptr (RefrainSummary) summary = refrain_summary_new (trace, NULL, NULL);
  g_autoptr (RefrainNumbersIndex) index = NULL;
  const RefrainTime end = refrain_trace_get_end (trace);
  double wall[RUNS], began;
  g_autofree char *note = NULL;

  began = bench_seconds ();
  index = refrain_numbers_index_new (trace, summary, NULL, NULL);
  note = g_strdup_printf ("once a trace of %" G_GUINT64_FORMAT " events; %.2f bytes an event",
                          refrain_trace_get_counts (trace)->events,
                          (double) refrain_numbers_index_get_memory (index)
                              / (double) refrain_trace_get_counts (trace)->events);
  bench_row ("Index for numbers of windows", (bench_seconds () - began) * 1e3, "ms", "", note);
  for (int i = 0; i < RUNS; i++)
    {
      const RefrainTime start = end / 100 * i;
      g_autoptr (RefrainNumbers) numbers = NULL;

      began = bench_seconds ();
      numbers = refrain_numbers_new (index, NULL, NULL, 0, start, end - start, NULL, NULL);
      wall[i] = (bench_seconds () - began) * 1e3;
    }
  bench_row ("Numbers of a window", bench_median (wall, RUNS), "ms", "<= 16",
             "most of the run, all processes, routines and pairs");
  return 0;
}
