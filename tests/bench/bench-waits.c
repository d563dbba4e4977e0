/* bench-waits.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the time goes: waits, critical path and efficiencies of the real trace beside its loading,
 * and of more data.
 */
#include "config.h"

#include "bench-util.h"
#include "refrain-critical-path.h"
#include "refrain-differences.h"
#include "refrain-efficiency.h"
#include "refrain-findings.h"
#include "refrain-format.h"
#include "refrain-scenario.h"
#include "refrain-wait-causes.h"
#include "synthetic.h"
#include "test-program.h"

enum
{
  RUNS = 7,
  EVENTS = 2000000,
  TIMES = 8, /* as much data */
};

typedef struct
{
  double waits, path, efficiency, causes, findings;
  gsize memory;
} Times;

static Times
measure (RefrainTrace *trace, gboolean all)
{
  Times times = { 0 };
  double start = bench_seconds ();
  g_autoptr (RefrainWaits) waits = refrain_waits_new (trace, NULL, NULL);
  g_autoptr (RefrainCriticalPath) path = NULL;
  g_autoptr (RefrainEfficiency) efficiency = NULL;
  g_autoptr (RefrainWaitCauses) causes = NULL;
  g_autoptr (RefrainIterations) iterations = NULL;
  g_autoptr (RefrainFindings) findings = NULL;

  times.waits = bench_seconds () - start;
  start = bench_seconds ();
  path = refrain_critical_path_new (waits, NULL, NULL);
  times.path = bench_seconds () - start;
  start = bench_seconds ();
  efficiency = refrain_efficiency_new (trace, NULL, NULL);
  times.efficiency = bench_seconds () - start;
  times.memory = refrain_waits_get_memory (waits) + refrain_critical_path_get_memory (path)
                 + refrain_efficiency_get_memory (efficiency);
  if (!all)
    return times;
  start = bench_seconds ();
  causes = refrain_wait_causes_new (waits, NULL, NULL, NULL, NULL);
  times.causes = bench_seconds () - start;
  start = bench_seconds ();
  iterations = refrain_iterations_new (trace, NULL, NULL);
  findings = refrain_findings_new (waits, iterations, NULL, NULL);
  times.findings = bench_seconds () - start;
  return times;
}

/* Seconds for the replay of @n scenarios, each without the cost of other calls. */
static double
time_replay (const RefrainRunGraph *graph, guint n)
{
  RefrainScenario *scenarios[REFRAIN_REPLAY_WIDTH];
  RefrainTime saved[REFRAIN_REPLAY_WIDTH];
  double seconds[RUNS];

  for (guint i = 0; i < n; i++)
    {
      scenarios[i] = refrain_scenario_new ();
      for (guint32 node = i; node < graph->n; node += 1000)
        refrain_scenario_set_cost (scenarios[i], node, 0);
      refrain_scenario_close (scenarios[i]);
    }
  for (guint i = 0; i < RUNS; i++)
    {
      const double start = bench_seconds ();

      g_assert_true (refrain_replay_save (graph, (const RefrainScenario *const *) scenarios, n,
                                          saved, NULL, NULL));
      seconds[i] = bench_seconds () - start;
    }
  for (guint i = 0; i < n; i++)
    refrain_scenario_free (scenarios[i]);
  return bench_median (seconds, RUNS);
}

/* What the findings of a run, and the differences of two, are made of. */
static void
measure_whole (RefrainTrace *trace, double load)
{
  g_autoptr (RefrainWaits) waits = refrain_waits_new (trace, NULL, NULL);
  g_autoptr (RefrainIterations) iterations = refrain_iterations_new (trace, NULL, NULL);
  g_autoptr (RefrainRunGraph) graph = refrain_run_graph_new (waits, iterations, NULL, NULL);
  const RefrainRunToCompare run = { waits, NULL };
  double seconds[3];

  bench_row ("Eight what-ifs in one pass / one", time_replay (graph, 8) / time_replay (graph, 1),
             "", "<= 2", "the real trace");
  for (guint i = 0; i < G_N_ELEMENTS (seconds); i++)
    {
      const double start = bench_seconds ();
      g_autoptr (RefrainDifferences) differences
          = refrain_differences_new (&run, 1, &run, 1, NULL, NULL);

      seconds[i] = bench_seconds () - start;
    }
  bench_row ("Differences of two runs / load of both",
             bench_median (seconds, G_N_ELEMENTS (seconds)) / (2 * load), "", "<= 1.5",
             "the real trace twice");
}

static void
measure_real (const char *path)
{
  double load[RUNS], ratio[RUNS], waits[RUNS], along[RUNS], efficiency[RUNS], causes[RUNS],
      findings[RUNS];
  gsize memory = 0;
  guint64 events = 1;

  for (guint i = 0; i < RUNS; i++)
    {
      const double start = bench_seconds ();
      g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, NULL);
      Times times;

      g_assert_nonnull (trace);
      load[i] = bench_seconds () - start;
      times = measure (trace, TRUE);
      waits[i] = times.waits;
      along[i] = times.path;
      efficiency[i] = times.efficiency;
      causes[i] = times.causes;
      findings[i] = times.findings;
      ratio[i] = (times.waits + times.path + times.efficiency) / load[i];
      memory = times.memory;
      events = refrain_trace_get_counts (trace)->events;
      if (i + 1 == RUNS)
        measure_whole (trace, bench_median (load, RUNS));
    }
  bench_row ("Waits, critical path and efficiencies / load", bench_median (ratio, RUNS), "",
             "<= 0.5", "the real trace; a guide");
  bench_row ("Waits", bench_median (waits, RUNS), "s", "", "the real trace");
  bench_row ("Critical path", bench_median (along, RUNS), "s", "", "the real trace");
  bench_row ("Efficiencies", bench_median (efficiency, RUNS), "s", "", "the real trace");
  bench_row ("Causes of waits / load", bench_median (causes, RUNS) / bench_median (load, RUNS), "",
             "", "the real trace");
  bench_row ("Findings / load", bench_median (findings, RUNS) / bench_median (load, RUNS), "",
             "<= 5", "what-ifs; the real trace");
  bench_row ("Waits, critical path and efficiencies, bytes an event",
             (double) memory / (double) events, "bytes", "<= 8", "what is kept");
}

static double
measure_size (guint64 events)
{
  g_autoptr (RefrainTrace) trace = synthetic_stencil_new (4, 4, events);
  double seconds[3];

  for (guint i = 0; i < G_N_ELEMENTS (seconds); i++)
    {
      const Times times = measure (trace, TRUE);

      seconds[i] = times.waits + times.path + times.efficiency + times.causes;
    }
  return bench_median (seconds, G_N_ELEMENTS (seconds));
}

TEST_PROGRAM ("waits")
{
  const double small = measure_size (EVENTS);

  bench_row ("Waits, causes, critical path and efficiencies, 8 times the data",
             measure_size ((guint64) EVENTS * TIMES) / small, "", "<= 9",
             "time; a stencil with sweeps");
  if (argc > 2)
    measure_real (argv[2]);
  return 0;
}
