/* test-cancel.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every analysis, cancelled at every place where it asks whether it is: it gives nothing, reads
 * nothing that was not made, and keeps nothing.
 */
#include "config.h"

#include "cancel-at.h"
#include "counter-trace.h"
#include "random-trace.h"
#include "refrain-brief.h"
#include "refrain-call-tree.h"
#include "refrain-clock-correction.h"
#include "refrain-compaction.h"
#include "refrain-comparison.h"
#include "refrain-counters.h"
#include "refrain-critical-path.h"
#include "refrain-efficiency.h"
#include "refrain-event-grammar.h"
#include "refrain-filtered-trace.h"
#include "refrain-findings.h"
#include "refrain-folds.h"
#include "refrain-format.h"
#include "refrain-keep-patterns.h"
#include "refrain-logical-trace.h"
#include "refrain-loop-matrix.h"
#include "refrain-loop-merge.h"
#include "refrain-loop-series.h"
#include "refrain-loop-waits.h"
#include "refrain-matrix-order.h"
#include "refrain-numbers-index.h"
#include "refrain-numbers.h"
#include "refrain-outermost.h"
#include "refrain-pattern-match.h"
#include "refrain-pattern-template.h"
#include "refrain-payloads.h"
#include "refrain-phase-choice.h"
#include "refrain-process-patterns.h"
#include "refrain-program-mappings.h"
#include "refrain-program-times.h"
#include "refrain-program.h"
#include "refrain-query.h"
#include "refrain-recurrences.h"
#include "refrain-skeleton.h"
#include "refrain-span-sums.h"
#include "refrain-topology.h"
#include "refrain-validation.h"
#include "refrain-wait-causes.h"
#include "refrain-wait-pairs.h"
#include "test-program.h"
#include "refrain-study-sources.h"

/* What analyses are made of, made whole. */
typedef struct
{
  RefrainTrace *trace;
  RefrainSummary *summary;
  RefrainSymbols *symbols;
  RefrainPatternSet *set;
  RefrainComposites *composites;
  RefrainLoopEvents *events;
  GPtrArray *models;       /* of each process */
  RefrainLoopModel *loops; /* of all */
  guint32 loop;            /* a construct of it that all processes take part in */
  RefrainMatrix *matrix;
  RefrainProgram *program;
  RefrainMapping *mapping; /* of its */
  RefrainWaits *waits;
  RefrainIterations *iterations;
  RefrainFindings *findings;
  RefrainCriticalPath *path;
  RefrainStructure *structure;
  RefrainPoints *points;
  RefrainNumbersIndex *numbers;
  RefrainSpanSums *spans;
  RefrainCallTree *calls;
  RefrainOccurrences *occurrences; /* of a routine with two calls or more */
  RefrainQueryResult *messages, *groups;
  RefrainPatternTemplate *ring;
  double *durations;
} Input;

enum
{
  N_DURATIONS = 5000
};

static const RefrainSymbolScheme scheme = REFRAIN_SYMBOL_SCHEME_THESIS;
static const RefrainLoopOptions loop_options = REFRAIN_LOOP_OPTIONS_DEFAULT;
static const RefrainStructureOptions structure_options = REFRAIN_STRUCTURE_OPTIONS_DEFAULT;
static const RefrainStructureOptions pairs_options
    = { .events = REFRAIN_EVENT_SCHEME_PAPER, .outer = REFRAIN_OUTER_PAIRS };
static const RefrainPatternOptions pattern_options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
static const RefrainPatternOptions syntactic_options
    = { .method = REFRAIN_PATTERNS_SYNTACTIC, .scheme = REFRAIN_SYMBOL_SCHEME_THESIS };
static const RefrainMatchOptions exactly = { 0 };
static const RefrainMatchOptions with_edits
    = { .edits_per_process = 2, .edits_total = G_MAXUINT64 };
static const RefrainDurationOptions duration_options = REFRAIN_DURATION_OPTIONS_DEFAULT;

/* ---- Analyses that take more than a call ---- */

static RefrainQueryResult *
ask (const Input *in, const char *text, gboolean sets, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainQuery) query = refrain_query_parse (text, NULL, NULL);
  g_autoptr (RefrainStudy) study = refrain_study_new (in->trace);
  const RefrainStudyAsk who = { .cancellable = cancellable };
  g_autoptr (RefrainQuerySets) found = NULL;

  g_assert_nonnull (query);
  if (sets)
    found = refrain_study_find_query_sets (study, refrain_query_get_needs (query), &who, error);
  return sets && found == NULL
             ? NULL
             : refrain_query_run (query, in->trace, found, NULL, cancellable, error);
}

static gpointer
recur (const Input *in, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainStudy) study = refrain_study_new (in->trace);
  const RefrainStudyAsk who = { .cancellable = cancellable };

  return refrain_study_find (study, REFRAIN_ANALYSIS_RECURRENCES, &who, error);
}

static gpointer
find_folds (const Input *in, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainStudy) study = refrain_study_new (in->trace);
  const RefrainStudyAsk who = { .cancellable = cancellable };

  return refrain_study_find (study, REFRAIN_ANALYSIS_FOLDS, &who, error);
}

static gpointer
list_ops (const Input *in, GCancellable *cancellable)
{
  g_autoptr (RefrainLoopIterations) iterations
      = refrain_loop_iterations_new (in->loops, in->loop, NULL, 0, NULL, NULL);

  g_assert_nonnull (iterations);
  return refrain_loop_iterations_make_op_set (iterations, cancellable);
}

static gpointer
brief_with_patterns (const Input *in, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainBrief) brief = refrain_brief_new (in->trace, in->iterations, NULL, NULL);

  return refrain_brief_new_with_patterns (brief, in->composites, NULL, NULL, cancellable, error);
}

static gpointer
choose_phases (const Input *in, GCancellable *cancellable, GError **error)
{
  const RefrainPhaseOptions options = { 0 };
  RefrainPhaseChoice choice;

  return refrain_phases_choose (in->set, refrain_composites_get_set (in->composites), &options,
                                &choice, cancellable, error);
}

static gpointer
find_repetitions (const Input *in, GCancellable *cancellable)
{
  const RefrainPhaseOptions options = { 0 };
  g_autoptr (RefrainPhases) phases = refrain_phases_new (in->set, &options, NULL, NULL, NULL);
  const guint32 root = 0;

  return GINT_TO_POINTER (refrain_phases_find_repetitions (phases, &root, 1, cancellable));
}

static gpointer
find_repeats (const Input *in,
              RefrainRepeatsMethod method,
              GCancellable *cancellable,
              GError **error)
{
  return refrain_process_patterns_find_in (in->set, 0, method, cancellable, error);
}

/* ---- All of them ---- */

#define RUN(name, free_func, is_mute, ...)                                                         \
  static gpointer run_##name (gconstpointer data, GCancellable *c, GError **e)                     \
  {                                                                                                \
    const Input *in = data;                                                                        \
                                                                                                   \
    (void) e;                                                                                      \
    return (gpointer) (__VA_ARGS__);                                                               \
  }
#define ROW(name, free_func, is_mute, ...)                                                         \
  { #name, run_##name, (GDestroyNotify) free_func, is_mute },

#define OBJECT(X, name, ...) X (name, g_object_unref, FALSE, __VA_ARGS__)
#define ALWAYS               G_MININT64 / 2, G_MAXINT64 / 2

/* clang-format off */
#define ANALYSES(X)                                                                               \
  OBJECT (X, summary, refrain_summary_new (in->trace, c, e))                                      \
  OBJECT (X, validation, refrain_validation_new (in->trace, NULL, 0, c, e))                       \
  OBJECT (X, symbols, refrain_symbols_new (in->trace, &scheme, c, e))                             \
  OBJECT (X, patterns, refrain_pattern_set_new (in->trace, &pattern_options, c, NULL, e))   \
  OBJECT (X, syntactic, refrain_pattern_set_new (in->trace, &syntactic_options, c, NULL, e)) \
  X (ngrams, refrain_process_patterns_free, FALSE,                                                \
     find_repeats (in, REFRAIN_REPEATS_NGRAM, c, e))                                              \
  X (verbatim, refrain_process_patterns_free, FALSE,                                              \
     find_repeats (in, REFRAIN_REPEATS_VERBATIM, c, e))                                           \
  X (suffixes, refrain_process_patterns_free, FALSE,                                              \
     find_repeats (in, REFRAIN_REPEATS_SUFFIX, c, e))                                             \
  OBJECT (X, composites, refrain_composites_new (in->set, c, e))                                  \
  OBJECT (X, phases, refrain_phases_new (in->set, &(RefrainPhaseOptions){ 0 }, c, NULL, e)) \
  OBJECT (X, phase_choice, choose_phases (in, c, e))                                              \
  X (repetitions, NULL, TRUE, find_repetitions (in, c))                                           \
  OBJECT (X, loop_events, refrain_loop_events_new (in->trace, c, e))                              \
  OBJECT (X, loop_local, refrain_loop_local_new (in->events, 0, &loop_options, c, e))             \
  X (nlr, g_ptr_array_unref, FALSE,                                                               \
     refrain_nlr_model_all (in->events, &loop_options.nlr, c, e))                                 \
  OBJECT (X, merge, refrain_loop_merge (in->models, c, e))                                        \
  OBJECT (X, loop_global,                                                                         \
          refrain_loop_global_new (in->events, &loop_options, NULL, NULL, c, e))            \
  OBJECT (X, share, refrain_loop_share (in->loops, REFRAIN_LOOP_SHARE_EVERYWHERE, 64, c, e))      \
  X (loop_iterations, refrain_loop_iterations_free, FALSE,                                        \
     refrain_loop_iterations_new (in->loops, in->loop, NULL, 0, c, e))                            \
  X (loop_ops, refrain_op_set_unref, TRUE, list_ops (in, c))                                      \
  OBJECT (X, loop_series, refrain_loop_series_new (in->loops, in->loop, in->loop + 1, NULL, 0,    \
                                                   REFRAIN_SERIES_BEGIN,                          \
                                                   REFRAIN_SERIES_NEXT_BEGIN, c, e))              \
  OBJECT (X, loop_matrix,                                                                         \
          refrain_loop_matrix_new (in->loops, in->loop, &(gboolean){ FALSE }, c, e))              \
  X (loop_waits, g_free, FALSE, refrain_loop_waits_new (in->loops, in->waits, c, e))              \
  OBJECT (X, matrix,                                                                              \
          refrain_matrix_new_with (in->trace, &(RefrainMatrixOptions){ .collectives = TRUE },     \
                                   ALWAYS, c, e))                                                 \
  X (matrix_band, g_free, FALSE,                                                                  \
     refrain_matrix_order_find (in->matrix, REFRAIN_MATRIX_BY_BAND, REFRAIN_MATRIX_BYTES, c, e))  \
  X (matrix_cluster, g_free, FALSE,                                                               \
     refrain_matrix_order_find (in->matrix, REFRAIN_MATRIX_BY_CLUSTER, REFRAIN_MATRIX_BYTES, c,   \
                                e))                                                               \
  OBJECT (X, topology, refrain_topology_new (in->matrix, NULL, c, e))                             \
  OBJECT (X, program, refrain_program_new (in->events, NULL, 0, c, e))                            \
  X (mappings, g_ptr_array_unref, FALSE,                                                          \
     refrain_program_choose_mappings (in->events, NULL, 0, c, e))                                 \
  OBJECT (X, logical, refrain_logical_trace_new (in->events, in->mapping, c, e))                  \
  X (program_times, refrain_program_times_unref, FALSE,                                            \
     refrain_program_times_new (in->program, in->waits, c, e))                                    \
  OBJECT (X, skeleton, refrain_skeleton_new (in->trace, 0, c, e))                                 \
  OBJECT (X, structure, refrain_structure_new (in->trace, &structure_options, c, e))              \
  OBJECT (X, structure_pairs, refrain_structure_new (in->trace, &pairs_options, c, e))            \
  OBJECT (X, outermosts, refrain_outermosts_new (in->structure, c, e))                            \
  OBJECT (X, points, refrain_points_new (in->structure, 0.1, c, e))                               \
  OBJECT (X, filtered, refrain_filtered_trace_new (in->points, c, e))                             \
  OBJECT (X, folds, find_folds (in, c, e))                                                        \
  OBJECT (X, kept, refrain_keep_patterns (in->set, in->structure, c, e))                          \
  OBJECT (X, durations,                                                                           \
          refrain_durations_new (in->durations, N_DURATIONS, &duration_options, c, e))            \
  OBJECT (X, measure, refrain_occurrences_measure (in->occurrences, 0.1, c, e))                   \
  OBJECT (X, recurrences, recur (in, c, e))                                                       \
  OBJECT (X, comparison, refrain_comparison_new (in->occurrences, 0, 1, in->waits, c, e))         \
  OBJECT (X, compaction, refrain_compaction_new (in->trace, c, e))                                \
  X (grammar_calls, refrain_event_grammar_free, FALSE,                                            \
     refrain_event_grammar_new_from_calls (in->trace, c, e))                                      \
  X (grammar_loops, refrain_event_grammar_free, FALSE,                                            \
     refrain_event_grammar_new_from_loops (in->trace, c, e))                                      \
  OBJECT (X, waits, refrain_waits_new (in->trace, c, e))                                          \
  X (wait_ops, refrain_op_set_unref, FALSE,                                                       \
     refrain_waits_find (in->waits, &(RefrainWaitFilter){ .process = REFRAIN_NONE }, c, e))       \
  X (wait_pairs, g_array_unref, FALSE,                                                            \
     refrain_wait_pairs_new (in->waits, NULL, ALWAYS, c, e))                                      \
  OBJECT (X, wait_causes, refrain_wait_causes_new (in->waits, NULL, NULL, c, e))            \
  OBJECT (X, critical_path, refrain_critical_path_new (in->waits, c, e))                          \
  OBJECT (X, spans_waits, refrain_span_sums_new_waits (in->waits, c, e))                          \
  OBJECT (X, spans_path, refrain_span_sums_new_path (in->path, c, e))                             \
  OBJECT (X, efficiency, refrain_efficiency_new (in->trace, c, e))                                \
  OBJECT (X, clocks, refrain_clocks_correct (in->trace, &(RefrainClockReport){ 0 }, c, e))        \
  OBJECT (X, iterations, refrain_iterations_new (in->trace, c, e))                                \
  OBJECT (X, findings, refrain_findings_new (in->waits, in->iterations, c, e))                    \
  OBJECT (X, brief, refrain_brief_new (in->trace, in->iterations, c, e))                          \
  OBJECT (X, brief_patterns, brief_with_patterns (in, c, e))                                      \
  OBJECT (X, numbers_index, refrain_numbers_index_new (in->trace, in->summary, c, e))             \
  OBJECT (X, numbers, refrain_numbers_new (in->numbers, in->spans, NULL, 0, ALWAYS, c, e))        \
  OBJECT (X, calls, refrain_call_tree_new (in->trace, (const guint[]){ 0, 1 }, 2, ALWAYS, c, e))  \
  X (call_ops, refrain_op_set_unref, FALSE,                                                       \
     refrain_call_tree_find_ops (in->calls, 0, ALWAYS, NULL, c, e))                                   \
  OBJECT (X, counters, refrain_counters_new (in->trace, c, e))                                    \
  OBJECT (X, payloads, refrain_payloads_new (in->trace, c, e))                                    \
  OBJECT (X, query, ask (in, "SELECT MESSAGES WHERE SIZE >= 0 ORDER BY SIZE DESC", FALSE, c, e))  \
  OBJECT (X, query_groups,                                                                        \
          ask (in, "SELECT COUNT(*), BYTES FROM MESSAGES GROUP BY PAIR", FALSE, c, e))            \
  OBJECT (X, query_processes, ask (in, "SELECT PROCESS, FANIN, MPI_TIME FROM PROCESSES", FALSE,   \
                                   c, e))                                                         \
  OBJECT (X, query_sets, ask (in, "SELECT COUNT(*) FROM MESSAGES WHERE PATTERN 1 GROUP BY LOOP", \
                              TRUE, c, e))                                                        \
  X (query_order, g_free, FALSE, refrain_query_result_order (in->messages, 0, TRUE, c, e))        \
  X (query_ops, refrain_op_set_unref, FALSE,                                                      \
     refrain_query_result_make_op_set (in->messages, NULL, 0, c, e))                              \
  X (query_group_ops, refrain_op_set_unref, FALSE,                                                \
     refrain_query_result_make_op_set (in->groups, NULL, 0, c, e))                                \
  X (match, refrain_match_result_free, FALSE,                                                     \
     refrain_pattern_match (in->symbols, in->ring, &exactly, c, e))                               \
  X (match_edits, refrain_match_result_free, FALSE,                                               \
     refrain_pattern_match (in->symbols, in->ring, &with_edits, c, e))

ANALYSES (RUN)

static const CancelAt analyses[] = { ANALYSES (ROW) };
/* clang-format on */

/* ---- Their input ---- */

/* The first loop that process 0 runs, or the first construct. */
static guint32
find_loop (RefrainLoopModel *model)
{
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);

  g_assert_cmpuint (n, >, 0);
  for (guint32 i = 0; i < n; i++)
    if (constructs[i].kind == REFRAIN_CONSTRUCT_LOOP)
      return i;
  return 0;
}

static RefrainOccurrences *
find_occurrences (RefrainTrace *trace)
{
  for (guint32 i = 0; i < refrain_trace_get_n_routines (trace); i++)
    {
      RefrainOccurrences *found = refrain_occurrences_new_for_routine (trace, i, TRUE);

      if (found != NULL && refrain_occurrences_get_n (found) >= 2)
        return found;
      g_clear_object (&found);
    }
  g_assert_not_reached ();
}

static void
input_init_loops (Input *self)
{
  self->events = refrain_loop_events_new (self->trace, NULL, NULL);
  self->models = refrain_nlr_model_all (self->events, &loop_options.nlr, NULL, NULL);
  self->loops = refrain_loop_global_new (self->events, &loop_options, NULL, NULL, NULL, NULL);
  self->loop = find_loop (self->loops);
  self->matrix = refrain_matrix_new (self->trace, ALWAYS, NULL, NULL);
  self->program = refrain_program_new (self->events, NULL, 0, NULL, NULL);
  self->mapping = refrain_program_get_mapping (self->program);
}

static void
input_init_times (Input *self)
{
  self->waits = refrain_waits_new (self->trace, NULL, NULL);
  self->iterations = refrain_iterations_new (self->trace, NULL, NULL);
  self->findings = refrain_findings_new (self->waits, self->iterations, NULL, NULL);
  self->path = refrain_critical_path_new (self->waits, NULL, NULL);
  self->numbers = refrain_numbers_index_new (self->trace, self->summary, NULL, NULL);
  self->spans = refrain_span_sums_new_waits (self->waits, NULL, NULL);
  self->calls = refrain_call_tree_new (self->trace, (const guint[]){ 0, 1 }, 2, ALWAYS, NULL, NULL);
  self->occurrences = find_occurrences (self->trace);
  self->durations = g_new (double, N_DURATIONS);
  for (gsize i = 0; i < N_DURATIONS; i++)
    self->durations[i] = 1000 + (double) (i * 7919 % 613) + (double) (i % 3) * 5000;
}

/* Takes @trace. */
static void
input_init (Input *self, RefrainTrace *trace)
{
  self->trace = trace;
  self->summary = refrain_summary_new (trace, NULL, NULL);
  self->symbols = refrain_symbols_new (trace, &scheme, NULL, NULL);
  self->set = refrain_pattern_set_new (trace, &pattern_options, NULL, NULL, NULL);
  self->composites = refrain_composites_new (self->set, NULL, NULL);
  input_init_loops (self);
  input_init_times (self);
  self->structure = refrain_structure_new (trace, &structure_options, NULL, NULL);
  self->points = refrain_points_new (self->structure, 0.1, NULL, NULL);
  self->messages = ask (self, "SELECT MESSAGES", FALSE, NULL, NULL);
  self->groups = ask (self, "SELECT COUNT(*) FROM MESSAGES GROUP BY PAIR", FALSE, NULL, NULL);
  self->ring = refrain_template_ring (2);
}

static void
input_clear (Input *self)
{
  g_clear_object (&self->messages);
  g_clear_object (&self->groups);
  g_clear_object (&self->points);
  g_clear_object (&self->structure);
  g_clear_object (&self->occurrences);
  g_clear_object (&self->calls);
  g_clear_object (&self->spans);
  g_clear_object (&self->numbers);
  g_clear_object (&self->path);
  g_clear_object (&self->findings);
  g_clear_object (&self->iterations);
  g_clear_object (&self->waits);
  g_clear_object (&self->program);
  g_clear_object (&self->matrix);
  g_clear_object (&self->loops);
  g_ptr_array_unref (self->models);
  g_clear_object (&self->events);
  g_clear_object (&self->composites);
  g_clear_object (&self->set);
  g_clear_object (&self->symbols);
  g_clear_object (&self->summary);
  g_clear_object (&self->trace);
  refrain_pattern_template_free (self->ring);
  g_free (self->durations);
}

static gboolean has_asked[G_N_ELEMENTS (analyses)];

/* Takes @trace. @most: see cancel_at_each(). */
static void
cancel_all (RefrainTrace *trace, guint most)
{
  Input input = { 0 };

  input_init (&input, trace);
  for (gsize i = 0; i < G_N_ELEMENTS (analyses); i++)
    has_asked[i] |= cancel_at_each (&analyses[i], &input, most) > 0;
  input_clear (&input);
}

/* ---- Tests ---- */

static RefrainTrace *
load (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("REFRAIN_SOURCE"), name, NULL);
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace = refrain_trace_load (path, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static void
test_demo (void)
{
  cancel_all (load ("data/demo/wavefront.otf2"), 16);
}

static void
test_threads (void)
{
  cancel_all (load ("tests/data/threads.otf2"), 2000);
}

/* From MPI_Init to MPI_Finalize. */
static void
test_whole (void)
{
  cancel_all (load ("tests/data/api.spool"), 2000);
}

static void
test_random (void)
{
  cancel_all (random_trace_new (7, 6, 60), 60);
}

/* Those that have something to do in few traces only. */
static void
test_details (void)
{
  Input input = { .trace = counter_trace_new () };

  for (gsize i = 0; i < G_N_ELEMENTS (analyses); i++)
    if (g_str_equal (analyses[i].name, "counters") || g_str_equal (analyses[i].name, "payloads"))
      cancel_at_each (&analyses[i], &input, 80);
  g_object_unref (input.trace);
}

/* After all others. */
static void
test_asks (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (analyses); i++)
    if (!has_asked[i])
      {
        g_test_message ("%s never asks", analyses[i].name);
        g_test_fail ();
      }
}

TEST_PROGRAM ("cancel")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cancel/threads", test_threads);
  g_test_add_func ("/cancel/whole", test_whole);
  g_test_add_func ("/cancel/random", test_random);
  g_test_add_func ("/cancel/details", test_details);
  g_test_add_func ("/cancel/demo", test_demo);
  g_test_add_func ("/cancel/asks", test_asks);
  return g_test_run ();
}
