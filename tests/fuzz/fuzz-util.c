/* fuzz-util.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace that could be read is walked event by event, then analysed in every way there is.
 */
#include "config.h"

#include "fuzz-util.h"

#include <glib/gstdio.h>
#include <stdlib.h>

#include "refrain-clock-correction.h"
#include "refrain-critical-path.h"
#include "refrain-efficiency.h"
#include "refrain-findings.h"
#include "refrain-composites.h"
#include "refrain-loop-global.h"
#include "refrain-matrix.h"
#include "refrain-pattern-match.h"
#include "refrain-phases.h"
#include "refrain-replay.h"
#include "refrain-summary.h"
#include "refrain-validation.h"
#include "test-trace.h"

static char *folder;

static void
remove_folder (void)
{
  test_remove_tree (folder);
  g_free (folder);
}

const char *
fuzz_get_folder (void)
{
  if (folder == NULL)
    {
      folder = g_dir_make_tmp ("refrain-fuzz-XXXXXX", NULL);
      g_assert_nonnull (folder);
      atexit (remove_folder);
    }
  return folder;
}

static guint64
visit_op (RefrainTrace *trace, const RefrainReplay *replay)
{
  const RefrainOps *ops = replay->ops;
  gsize row = replay->row;
  guint64 sum = refrain_replay_get_request (replay, row, 0);

  if (ops->comm[row] != REFRAIN_NONE)
    {
      RefrainCommunicator *comm = refrain_trace_get_communicator (trace, ops->comm[row]);

      sum += (guintptr) refrain_communicator_get_name (comm);
    }
  if (REFRAIN_OP_IS_P2P (ops->kind[row]) && ops->partner[row] != REFRAIN_NONE)
    sum += refrain_process_get_ops (refrain_trace_get_process (trace, ops->peer[row]))->n;
  return sum;
}

/* More events than a seed has: what repeats itself without end is left to the tests. */
#define MAX_EVENTS 100000

static void
run_loops (RefrainTrace *trace)
{
  const RefrainLoopOptions options = REFRAIN_LOOP_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopEvents) events = refrain_loop_events_new (trace, NULL, &error);
  g_autoptr (RefrainLoopModel) model = NULL;

  g_assert_no_error (error);
  model = refrain_loop_global_new (events, &options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
run_match (RefrainPatternSet *set)
{
  const guint n = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (set));
  const RefrainMatchOptions options = { .edits_per_process = 1, .edits_total = 2 };
  g_autoptr (RefrainPatternTemplate) wanted = refrain_template_ring (n);
  g_autoptr (RefrainMatchResult) result = NULL;

  if (wanted != NULL)
    result = refrain_pattern_match (refrain_pattern_set_get_symbols (set), wanted, &options, NULL,
                                    NULL);
}

static void
run_patterns (RefrainTrace *trace, RefrainPatternMethod method)
{
  RefrainPatternOptions how = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  const RefrainPhaseOptions what = { .least = 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainPatternSet) set = NULL;
  g_autoptr (RefrainComposites) composites = NULL;
  g_autoptr (RefrainPhases) phases = NULL;

  how.method = method;
  set = refrain_pattern_set_new (trace, &how, NULL, NULL, &error);
  g_assert_no_error (error);
  composites = refrain_composites_new (set, NULL, &error);
  g_assert_no_error (error);
  phases = refrain_phases_new (set, &what, NULL, NULL, &error);
  g_assert_no_error (error);
  run_match (set);
}

/* Where the time goes: with times as contradictory as they come, and with corrected ones. */
static void
run_time_analyses (RefrainTrace *trace)
{
  g_autoptr (RefrainWaits) waits = refrain_waits_new (trace, NULL, NULL);
  g_autoptr (RefrainCriticalPath) path = refrain_critical_path_new (waits, NULL, NULL);
  g_autoptr (RefrainEfficiency) efficiency = refrain_efficiency_new (trace, NULL, NULL);
  g_autoptr (RefrainIterations) iterations = refrain_iterations_new (trace, NULL, NULL);
  g_autoptr (RefrainFindings) findings = refrain_findings_new (waits, iterations, NULL, NULL);
  RefrainEfficiencyNumbers numbers;
  RefrainClockReport report;
  g_autoptr (RefrainTrace) corrected = refrain_clocks_correct (trace, &report, NULL, NULL);
  g_autoptr (RefrainWaits) later = refrain_waits_new (corrected, NULL, NULL);

  refrain_efficiency_get_run (efficiency, &numbers);
  g_assert_true (numbers.parallel >= 0 && numbers.parallel <= 1);
  g_assert_true (path != NULL && findings != NULL && later != NULL);
}

static void
run_analyses (RefrainTrace *trace)
{
  const RefrainCounts *counts = refrain_trace_get_counts (trace);
  RefrainSummaryBin bins[10];
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainSummary) summary = refrain_summary_new (trace, NULL, &error);
  g_autoptr (RefrainMatrix) matrix = NULL;
  guint64 n_ops = 0;

  g_assert_no_error (error);
  matrix = refrain_matrix_new (trace, counts->start, counts->end, NULL, &error);
  g_assert_no_error (error);
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      refrain_summary_get_shares (summary, p, G_MAXSIZE, counts->start, counts->end, 10, bins);
      n_ops += refrain_process_get_ops (refrain_trace_get_process (trace, p))->n;
    }
  if (n_ops > MAX_EVENTS)
    return;
  run_patterns (trace, REFRAIN_PATTERNS_ROUTINE);
  run_patterns (trace, REFRAIN_PATTERNS_SYNTACTIC);
  run_loops (trace);
}

/* Each violation has its sentence, and those of processes are in order. */
static void
run_validation (RefrainTrace *trace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainValidation) validation = refrain_validation_new (trace, NULL, 0, NULL, &error);
  gsize n;
  const RefrainViolation *list;

  g_assert_no_error (error);
  list = refrain_validation_get_violations (validation, &n);
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *text = refrain_validation_describe (validation, &list[i]);

      g_assert_true (text != NULL && g_utf8_validate (text, -1, NULL));
      g_assert_true (i == 0 || list[i - 1].process <= list[i].process);
    }
}

void
fuzz_visit (RefrainTrace *trace)
{
  volatile guint64 sum = refrain_trace_get_collectives (trace)->n;

  sum += g_list_model_get_n_items (refrain_trace_get_defects (trace));

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);

      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        {
          RefrainReplay replay;

          refrain_replay_init (&replay, process, refrain_process_get_thread (process, t));
          while (refrain_replay_next (&replay))
            if (replay.event == REFRAIN_TAPE_OP)
              sum += visit_op (trace, &replay);
            else if (replay.event == REFRAIN_TAPE_ENTER)
              sum += (guintptr) refrain_trace_get_routine (trace,
                                                           replay.calls->routine[replay.row]);
        }
    }
  (void) sum;
  run_validation (trace);
  if (g_getenv ("REFRAIN_FUZZ_ALONE") == NULL)
    fuzz_analyse (trace);
}

void
fuzz_analyse (RefrainTrace *trace)
{
  run_analyses (trace);
  run_time_analyses (trace);
}

static void
load_and_visit (const char *path, FuzzLoad load)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = load (path, NULL, NULL, &error);

  g_assert_true ((trace == NULL) == (error != NULL));
  if (trace != NULL)
    fuzz_visit (trace);
}

static void
write_file (const char *path, gconstpointer data, gsize n)
{
  g_assert_true (
      g_file_set_contents_full (path, data, (gssize) n, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
}

void
fuzz_load (const char *name, const uint8_t *data, size_t size, FuzzLoad load)
{
  g_autofree char *path = g_build_filename (fuzz_get_folder (), name, NULL);

  write_file (path, data, size);
  load_and_visit (path, load);
  g_remove (path);
}

/* The file @name as it is in tests/data. */
static void
copy_data (const char *name)
{
  g_autofree char *from
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "tests", "data", name, NULL);
  g_autofree char *to = g_build_filename (fuzz_get_folder (), name, NULL);
  g_autofree char *above = g_path_get_dirname (to);
  g_autofree char *bytes = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (from, &bytes, &n, NULL));
  g_mkdir (above, 0700);
  write_file (to, bytes, n);
}

void
fuzz_load_part (const char *const *names,
                size_t n_names,
                size_t n_parts,
                const uint8_t *data,
                size_t size,
                FuzzLoad load)
{
  static int last = -1; /* the part that is not as it was */
  g_autofree char *opened = g_build_filename (fuzz_get_folder (), names[0], NULL);
  g_autofree char *path = NULL;
  int part;

  if (size == 0)
    return;
  for (size_t i = 0; last == -1 && i < n_names; i++)
    copy_data (names[i]);
  part = (int) (data[0] % n_parts);
  if (last != -1 && last != part)
    copy_data (names[last]);
  last = part;
  path = g_build_filename (fuzz_get_folder (), names[part], NULL);
  write_file (path, data + 1, size - 1);
  load_and_visit (opened, load);
}
