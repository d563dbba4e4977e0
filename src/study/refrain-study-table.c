/* refrain-study-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an analysis needs it asks the study for, so that it is there once. Elsewhere the same is
 * made only of what no study has: loops and programs of event text (report-loops.c,
 * refrain-loop-options.c, report-logical.c) and of a skeleton's streams, with receives in sets;
 * topologies of parts and of lists of edges (report-topology.c), and on the way to a program
 * (refrain-program-mappings.c); matrices of a stretch of time (refrain-topology-search.c) and,
 * below the study, on the way to a sentence (refrain-composite-notes.c); phases of both levels on
 * the way to the choice (refrain-phase-choice.c); chosen constraints (report-validate.c); symbols
 * of other schemes.
 */
#include "refrain-study-table.h"

#include "refrain-brief.h"
#include "refrain-clocks-found.h"
#include "refrain-counters.h"
#include "refrain-critical-path.h"
#include "refrain-efficiency.h"
#include "refrain-findings.h"
#include "refrain-folds.h"
#include "refrain-main-loop.h"
#include "refrain-numbers-index.h"
#include "refrain-outermost.h"
#include "refrain-phases-found.h"
#include "refrain-program.h"
#include "refrain-program-mappings.h"
#include "refrain-study-sources.h"
#include "refrain-span-sums.h"
#include "refrain-summary.h"
#include "refrain-topology-said.h"
#include "refrain-trace-shares.h"
#include "refrain-validation.h"
#include "refrain-wait-causes.h"

/* Most are made of one thing alone: of `trace`, the one that all look at, or of another result,
 * `of`; what is made is NULL where there is none. */
#define MAKE_OF_TRACE(name, made)                                                                  \
  static gpointer make_##name (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)    \
  {                                                                                                \
    g_autoptr (RefrainTrace) trace = refrain_study_find_trace (study, ask, error);                 \
                                                                                                   \
    return trace != NULL ? made : NULL;                                                            \
  }

#define MAKE_OF(name, Type, ANALYSIS, made)                                                        \
  static gpointer make_##name (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)    \
  {                                                                                                \
    g_autoptr (Type) of = refrain_study_find (study, REFRAIN_ANALYSIS_##ANALYSIS, ask, error);     \
                                                                                                   \
    return of != NULL ? made : NULL;                                                               \
  }

/* ---- The trace as it is --------------------------------------------------------------------- */

static gpointer
make_clocks (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  g_autoptr (RefrainStudyOptions) recorded = refrain_study_options_copy (ask->options);
  RefrainStudyAsk plain = *ask;
  g_autoptr (RefrainWaits) waits = NULL;

  recorded->correct_clocks = FALSE;
  plain.options = recorded;
  waits = refrain_study_find (study, REFRAIN_ANALYSIS_WAITS, &plain, error);
  return waits != NULL ? refrain_clocks_found_new (waits, ask->options->correct_clocks,
                                                   ask->cancellable, error)
                       : NULL;
}

MAKE_OF_TRACE (summary, refrain_summary_new (trace, ask->cancellable, error))

static gpointer
make_numbers (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  g_autoptr (RefrainTrace) trace = refrain_study_find_trace (study, ask, error);
  g_autoptr (RefrainSummary) summary
      = trace != NULL ? refrain_study_find (study, REFRAIN_ANALYSIS_SUMMARY, ask, error) : NULL;

  return summary != NULL ? refrain_numbers_index_new (trace, summary, ask->cancellable, error)
                         : NULL;
}

static gpointer
make_validation (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  /* What the file says, not what is made of it for other analyses. */
  return refrain_validation_new (refrain_trace_get_source (refrain_study_get_trace (study)), NULL,
                                 0, ask->cancellable, error);
}

MAKE_OF_TRACE (counters, refrain_counters_new (trace, ask->cancellable, error))

static gpointer
make_matrix (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  return refrain_matrix_new (refrain_study_get_trace (study), G_MININT64, G_MAXINT64,
                             ask->cancellable, error);
}

/* ---- Patterns and phases -------------------------------------------------------------------- */

MAKE_OF_TRACE (symbols,
               refrain_symbols_new (trace, &ask->options->patterns.scheme, ask->cancellable, error))

/* Where each process sits on the run's topology, by which patterns are named; NULL where ranks
 * follow it, or there is none. */
static GBytes *
find_places (RefrainStudy *study, const RefrainStudyAsk *ask)
{
  const guint n = refrain_trace_get_n_processes (refrain_study_get_trace (study));
  g_autoptr (RefrainMatrix) matrix = refrain_study_find (study, REFRAIN_ANALYSIS_MATRIX, ask, NULL);
  g_autoptr (RefrainMapping) mapping = NULL;
  g_autoptr (RefrainLoopEvents) events = NULL;
  guint32 *places;

  if (matrix == NULL || n < 3 || refrain_program_is_in_rank_order (matrix, ask->cancellable))
    return NULL;
  events = refrain_study_find (study, REFRAIN_ANALYSIS_LOOP_EVENTS, ask, NULL);
  if (events != NULL)
    mapping = refrain_program_find_places (events, ask->cancellable);
  if (mapping == NULL || refrain_mapping_is_rank_order (mapping))
    return NULL;
  places = g_new (guint32, n);
  for (guint p = 0; p < n; p++)
    places[p] = refrain_mapping_get_place (mapping, p);
  return g_bytes_new_take (places, n * sizeof *places);
}

static gpointer
make_patterns (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  g_autoptr (RefrainTrace) trace = refrain_study_find_trace (study, ask, error);
  g_autoptr (GBytes) places = trace != NULL ? find_places (study, ask) : NULL;
  RefrainPatternOptions options = ask->options->patterns;

  options.places = places;
  return trace != NULL
             ? refrain_pattern_set_new (trace, &options, ask->cancellable, &ask->progress, error)
             : NULL;
}

MAKE_OF (run_patterns,
         RefrainPatternSet,
         PATTERNS,
         refrain_run_patterns_new (of, ask->options->repeats, ask->cancellable, error))

static gpointer
make_composites (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  g_autoptr (RefrainPatternSet) elementary
      = refrain_study_find (study, REFRAIN_ANALYSIS_PATTERNS, ask, error);
  RefrainComposites *composites = NULL;

  if (elementary != NULL)
    composites = refrain_composites_new (elementary, ask->cancellable, error);
  if (composites != NULL)
    refrain_study_apply_names (study, composites);
  return composites;
}

static gpointer
make_main_loop (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  /* The turns first: what they take on the way is gone before patterns take theirs. */
  g_autoptr (RefrainIterations) turns
      = refrain_study_find (study, REFRAIN_ANALYSIS_TURNS, ask, error);
  g_autoptr (RefrainComposites) composites
      = turns != NULL ? refrain_study_find (study, REFRAIN_ANALYSIS_COMPOSITES, ask, error) : NULL;

  return composites != NULL ? refrain_main_loop_new (composites, turns, ask->cancellable, error)
                            : NULL;
}

static gpointer
make_phases (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  const RefrainStudyPhaseOptions *options = &ask->options->phases;
  const gboolean alone
      = options->by_hand ? !options->composite : options->level == REFRAIN_PHASES_OF_ELEMENTARY;
  g_autoptr (RefrainPatternSet) elementary
      = alone ? refrain_study_find (study, REFRAIN_ANALYSIS_PATTERNS, ask, error) : NULL;
  g_autoptr (RefrainComposites) composites
      = alone ? NULL : refrain_study_find (study, REFRAIN_ANALYSIS_COMPOSITES, ask, error);

  return elementary != NULL || composites != NULL ? refrain_phases_found_new (
             elementary, composites, options, ask->cancellable, &ask->progress, error)
                                                  : NULL;
}

MAKE_OF (listed_phases,
         RefrainPhasesFound,
         PHASES,
         refrain_phases_found_new_listed (of, ask->options->phases.listed))

/* ---- Loops ---------------------------------------------------------------------------------- */

MAKE_OF_TRACE (
    loop_events,
    refrain_loop_events_new_receiving (trace, ask->options->loop_receive, ask->cancellable, error))

MAKE_OF (loops,
         RefrainLoopEvents,
         LOOP_EVENTS,
         refrain_loop_global_new (
             of, &ask->options->loops, NULL, &ask->progress, ask->cancellable, error))

MAKE_OF_TRACE (structure,
               refrain_structure_new (trace, &ask->options->structure, ask->cancellable, error))

MAKE_OF (outermosts,
         RefrainStructure,
         STRUCTURE,
         refrain_outermosts_new (of, ask->cancellable, error))

MAKE_OF (points,
         RefrainStructure,
         STRUCTURE,
         refrain_points_new (of, ask->options->window, ask->cancellable, error))

MAKE_OF (folds, RefrainPoints, POINTS, refrain_folds_new (of))

static gpointer
measure_recurrences (RefrainStudy *study,
                     RefrainRecurs kind,
                     const RefrainStudyAsk *ask,
                     GError **error)
{
  g_auto (RefrainRecurrenceSources) sources = { 0 };

  return refrain_study_find_sources (study, kind, ask, &sources, error)
             ? refrain_recurrences_new (&sources, ask->cancellable, error)
             : NULL;
}

static gpointer
make_recurrences (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  return measure_recurrences (study, REFRAIN_N_RECURS, ask, error);
}

static gpointer
make_sequences (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  return measure_recurrences (study, REFRAIN_RECURS_SEQUENCE, ask, error);
}

/* ---- Topology and program ------------------------------------------------------------------- */

/* A team asks each other before it searches: how far each member comes is up to its clock. */
static RefrainMatrixMarks *
ask_team (RefrainLoopEvents *events)
{
  RefrainTrace *trace = refrain_loop_events_get_trace (events);

  if (refrain_trace_get_shares (trace) == NULL)
    return NULL;
  refrain_loop_events_get_peers (events, 0);
  return refrain_matrix_marks_new (trace);
}

/* Names what @events (or NULL) tell apart only for the whole run. */
static RefrainTopology *
name_topology (RefrainStudy *study,
               RefrainMatrix *matrix,
               RefrainLoopEvents *events,
               const RefrainStudyAsk *ask,
               GError **error)
{
  RefrainTopologyOptions options = REFRAIN_TOPOLOGY_OPTIONS_DEFAULT;
  RefrainCommunicator *by;
  g_autoptr (RefrainMapping) said
      = refrain_topology_said_by_trace (refrain_study_get_trace (study), &by);
  g_autoptr (RefrainMatrixMarks) marks = events != NULL ? ask_team (events) : NULL;
  RefrainTopology *topology;
  guint64 messages, bytes;

  refrain_matrix_get_total (matrix, &messages, &bytes);
  options.threshold = ask->options->topology.threshold;
  options.seconds = ask->options->topology.seconds;
  /* Some formats know no sizes. */
  options.by_count = ask->options->topology.by_count || bytes == 0;
  options.rules = ask->options->topology.rules;
  options.said = said;
  if (events != NULL)
    refrain_program_fill_options (events, &options);
  options.marks = marks;
  topology = refrain_topology_new (matrix, &options, ask->cancellable, error);
  if (topology != NULL && events != NULL)
    refrain_topology_tell_periods (topology, refrain_study_get_trace (study));
  return topology;
}

static gpointer
make_topology (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  g_autoptr (RefrainMatrix) matrix
      = refrain_study_find (study, REFRAIN_ANALYSIS_MATRIX, ask, error);
  g_autoptr (RefrainLoopEvents) events = NULL;

  if (matrix != NULL)
    events = refrain_study_find (study, REFRAIN_ANALYSIS_LOOP_EVENTS, ask, error);
  return events != NULL ? name_topology (study, matrix, events, ask, error) : NULL;
}

RefrainTopology *
refrain_study_find_topology_of (RefrainStudy *self,
                                RefrainMatrix *part,
                                const RefrainStudyAsk *ask,
                                GError **error)
{
  g_return_val_if_fail (REFRAIN_IS_STUDY (self) && REFRAIN_IS_MATRIX (part), NULL);
  g_return_val_if_fail (ask != NULL && ask->options != NULL, NULL);

  return name_topology (self, part, NULL, ask, error);
}

static gpointer
make_logical (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  g_autoptr (RefrainLoopEvents) events
      = refrain_study_find (study, REFRAIN_ANALYSIS_LOOP_EVENTS, ask, error);
  g_autoptr (RefrainTopology) topology
      = events != NULL ? refrain_study_find (study, REFRAIN_ANALYSIS_TOPOLOGY, ask, error) : NULL;

  return topology != NULL
             ? refrain_program_follow_topology (events, topology, ask->cancellable, error)
             : NULL;
}

MAKE_OF (program,
         RefrainLoopEvents,
         LOOP_EVENTS,
         refrain_program_new (of, NULL, 0, ask->cancellable, error))

/* ---- Time ----------------------------------------------------------------------------------- */

MAKE_OF_TRACE (turns, refrain_iterations_new (trace, ask->cancellable, error))

/* Whatever patterns the user chose, the iterations are the same; and where they repeat exactly,
 * with nothing between them, no patterns are needed to know them. */
static gpointer
make_iterations (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  g_autoptr (RefrainIterations) turns
      = refrain_study_find (study, REFRAIN_ANALYSIS_TURNS, ask, error);
  g_autoptr (RefrainStudyOptions) usual = NULL;
  g_autoptr (RefrainMainLoop) loop = NULL;
  RefrainStudyAsk own = *ask;

  if (turns == NULL
      || (refrain_main_loop_is_exact (turns)
          && !refrain_main_loop_may_differ (refrain_study_get_trace (study), turns)))
    return g_steal_pointer (&turns);
  usual = refrain_study_options_new ();
  usual->correct_clocks = ask->options->correct_clocks;
  own.options = usual;
  loop = refrain_study_find (study, REFRAIN_ANALYSIS_MAIN_LOOP, &own, error);
  return loop != NULL ? g_object_ref (refrain_main_loop_get_iterations (loop)) : NULL;
}

MAKE_OF_TRACE (waits, refrain_waits_new (trace, ask->cancellable, error))

MAKE_OF (causes,
         RefrainWaits,
         WAITS,
         refrain_wait_causes_new (of, NULL, NULL, ask->cancellable, error))

static gpointer
make_findings (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  g_autoptr (RefrainWaits) waits = refrain_study_find (study, REFRAIN_ANALYSIS_WAITS, ask, error);
  g_autoptr (RefrainIterations) iterations
      = waits != NULL ? refrain_study_find (study, REFRAIN_ANALYSIS_ITERATIONS, ask, error) : NULL;

  return iterations != NULL ? refrain_findings_new (waits, iterations, ask->cancellable, error)
                            : NULL;
}

MAKE_OF (critical_path,
         RefrainWaits,
         WAITS,
         refrain_critical_path_new (of, ask->cancellable, error))

MAKE_OF_TRACE (efficiency, refrain_efficiency_new (trace, ask->cancellable, error))

MAKE_OF (wait_spans, RefrainWaits, WAITS, refrain_span_sums_new_waits (of, ask->cancellable, error))

MAKE_OF (path_spans,
         RefrainCriticalPath,
         CRITICAL_PATH,
         refrain_span_sums_new_path (of, ask->cancellable, error))

static gpointer
make_brief (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  g_autoptr (RefrainTrace) trace = refrain_study_find_trace (study, ask, error);
  g_autoptr (RefrainIterations) iterations
      = trace != NULL ? refrain_study_find (study, REFRAIN_ANALYSIS_TURNS, ask, error) : NULL;

  return iterations != NULL ? refrain_brief_new (trace, iterations, ask->cancellable, error) : NULL;
}

/* ---- The table ------------------------------------------------------------------------------ */

#define MEASURE(prefix)                                                                            \
  static gsize measure_##prefix (gpointer result)                                                  \
  {                                                                                                \
    return refrain_##prefix##_get_memory (result);                                                 \
  }

MEASURE (summary)
MEASURE (numbers_index)
MEASURE (structure)
MEASURE (waits)
MEASURE (critical_path)
MEASURE (efficiency)
MEASURE (span_sums)

#define CLOCKS   REFRAIN_OPTIONS_CLOCKS
#define PATTERNS (CLOCKS | REFRAIN_OPTIONS_PATTERNS)
#define PHASES   (PATTERNS | REFRAIN_OPTIONS_PHASES)
#define LISTED   (PHASES | REFRAIN_OPTIONS_LISTED)
#define EVENTS   (CLOCKS | REFRAIN_OPTIONS_LOOPS)
#define POINTS   (CLOCKS | REFRAIN_OPTIONS_STRUCTURE | REFRAIN_OPTIONS_POINTS)

const RefrainStudyEntry refrain_study_table[REFRAIN_N_ANALYSES] = {
  [REFRAIN_ANALYSIS_CLOCKS] = { "clocks", CLOCKS, make_clocks, NULL },
  [REFRAIN_ANALYSIS_SUMMARY] = { "summary", CLOCKS, make_summary, measure_summary },
  [REFRAIN_ANALYSIS_NUMBERS] = { "numbers", CLOCKS, make_numbers, measure_numbers_index },
  [REFRAIN_ANALYSIS_VALIDATION] = { "validation", 0, make_validation, NULL },
  [REFRAIN_ANALYSIS_COUNTERS] = { "counters", CLOCKS, make_counters, NULL },
  [REFRAIN_ANALYSIS_MATRIX] = { "matrix", 0, make_matrix, NULL },
  [REFRAIN_ANALYSIS_SYMBOLS] = { "symbols", PATTERNS, make_symbols, NULL },
  [REFRAIN_ANALYSIS_PATTERNS] = { "patterns", PATTERNS, make_patterns, NULL },
  [REFRAIN_ANALYSIS_RUN_PATTERNS]
  = { "run-patterns", PATTERNS | REFRAIN_OPTIONS_REPEATS, make_run_patterns, NULL },
  [REFRAIN_ANALYSIS_COMPOSITES] = { "composites", PATTERNS, make_composites, NULL },
  [REFRAIN_ANALYSIS_MAIN_LOOP] = { "main-loop", PATTERNS, make_main_loop, NULL },
  [REFRAIN_ANALYSIS_PHASES] = { "phases", PHASES, make_phases, NULL },
  [REFRAIN_ANALYSIS_LISTED_PHASES] = { "listed-phases", LISTED, make_listed_phases, NULL },
  [REFRAIN_ANALYSIS_LOOP_EVENTS] = { "loop-events", EVENTS, make_loop_events, NULL },
  [REFRAIN_ANALYSIS_LOOPS] = { "loops", EVENTS, make_loops, NULL },
  [REFRAIN_ANALYSIS_STRUCTURE]
  = { "structure", CLOCKS | REFRAIN_OPTIONS_STRUCTURE, make_structure, measure_structure },
  [REFRAIN_ANALYSIS_OUTERMOSTS]
  = { "outermosts", CLOCKS | REFRAIN_OPTIONS_STRUCTURE, make_outermosts, NULL },
  [REFRAIN_ANALYSIS_POINTS] = { "points", POINTS, make_points, NULL },
  [REFRAIN_ANALYSIS_FOLDS] = { "folds", POINTS, make_folds, NULL },
  [REFRAIN_ANALYSIS_RECURRENCES] = { "recurrences", LISTED | EVENTS, make_recurrences, NULL },
  [REFRAIN_ANALYSIS_SEQUENCES] = { "sequences", POINTS, make_sequences, NULL },
  [REFRAIN_ANALYSIS_TOPOLOGY]
  = { "topology", EVENTS | REFRAIN_OPTIONS_TOPOLOGY, make_topology, NULL },
  [REFRAIN_ANALYSIS_LOGICAL] = { "logical", EVENTS | REFRAIN_OPTIONS_TOPOLOGY, make_logical, NULL },
  [REFRAIN_ANALYSIS_PROGRAM] = { "program", EVENTS, make_program, NULL },
  [REFRAIN_ANALYSIS_TURNS] = { "turns", CLOCKS, make_turns, NULL },
  [REFRAIN_ANALYSIS_ITERATIONS] = { "iterations", CLOCKS, make_iterations, NULL },
  [REFRAIN_ANALYSIS_WAITS] = { "waits", CLOCKS, make_waits, measure_waits },
  [REFRAIN_ANALYSIS_CAUSES] = { "causes", CLOCKS, make_causes, NULL },
  [REFRAIN_ANALYSIS_FINDINGS] = { "findings", CLOCKS, make_findings, NULL },
  [REFRAIN_ANALYSIS_CRITICAL_PATH]
  = { "critical-path", CLOCKS, make_critical_path, measure_critical_path },
  [REFRAIN_ANALYSIS_EFFICIENCY] = { "efficiency", CLOCKS, make_efficiency, measure_efficiency },
  [REFRAIN_ANALYSIS_WAIT_SPANS] = { "wait-spans", CLOCKS, make_wait_spans, measure_span_sums },
  [REFRAIN_ANALYSIS_PATH_SPANS] = { "path-spans", CLOCKS, make_path_spans, measure_span_sums },
  [REFRAIN_ANALYSIS_BRIEF] = { "brief", CLOCKS, make_brief, NULL },
};

gboolean
refrain_study_is_shared (RefrainAnalysis analysis)
{
  switch (analysis)
    {
    case REFRAIN_ANALYSIS_SUMMARY:
    case REFRAIN_ANALYSIS_NUMBERS:
    case REFRAIN_ANALYSIS_MATRIX:
    case REFRAIN_ANALYSIS_LOOP_EVENTS:
    case REFRAIN_ANALYSIS_LOOPS:
    case REFRAIN_ANALYSIS_STRUCTURE:
    case REFRAIN_ANALYSIS_OUTERMOSTS:
    case REFRAIN_ANALYSIS_TOPOLOGY:
    case REFRAIN_ANALYSIS_LOGICAL:
    case REFRAIN_ANALYSIS_TURNS:
    /* Where turns do not tell them it asks for what is not. */
    case REFRAIN_ANALYSIS_ITERATIONS:
    case REFRAIN_ANALYSIS_WAITS:
    case REFRAIN_ANALYSIS_WAIT_SPANS:
      return TRUE;
    default:
      return FALSE;
    }
}
