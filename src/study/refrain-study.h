/* refrain-study.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was found in one trace. No other module runs an analysis: whoever wants a result, window,
 * command or figure, asks the study, which makes each once for its options and shares it. Whoever
 * asks first pays; who asks for the same meanwhile waits for that. What an analysis needs it asks
 * for itself. Any thread, but for the options, which belong to the main thread.
 */
#pragma once

#include "refrain-composites.h"
#include "refrain-progress.h"
#include "refrain-study-options.h"

/* In refrain-study-table.c there is a line for each, which says what type it has. */
typedef enum
{
  REFRAIN_ANALYSIS_CLOCKS,        /* RefrainClocksFound: the trace that others look at */
  REFRAIN_ANALYSIS_SUMMARY,       /* RefrainSummary */
  REFRAIN_ANALYSIS_NUMBERS,       /* RefrainNumbersIndex */
  REFRAIN_ANALYSIS_VALIDATION,    /* RefrainValidation, of all constraints */
  REFRAIN_ANALYSIS_COUNTERS,      /* RefrainCounters */
  REFRAIN_ANALYSIS_MATRIX,        /* RefrainMatrix: all messages of the run */
  REFRAIN_ANALYSIS_SYMBOLS,       /* RefrainSymbols: operations as patterns tell them apart */
  REFRAIN_ANALYSIS_PATTERNS,      /* RefrainPatternSet: the elementary patterns */
  REFRAIN_ANALYSIS_RUN_PATTERNS,  /* RefrainRunPatterns: what each process says again and again */
  REFRAIN_ANALYSIS_COMPOSITES,    /* RefrainComposites: elementary and composite patterns */
  REFRAIN_ANALYSIS_MAIN_LOOP,     /* RefrainMainLoop: exact, or by roles */
  REFRAIN_ANALYSIS_PHASES,        /* RefrainPhasesFound: as they are found */
  REFRAIN_ANALYSIS_LISTED_PHASES, /* RefrainPhasesFound: as the user lists them */
  REFRAIN_ANALYSIS_LOOP_EVENTS,   /* RefrainLoopEvents */
  REFRAIN_ANALYSIS_LOOPS,         /* RefrainLoopModel: the global one */
  REFRAIN_ANALYSIS_STRUCTURE,     /* RefrainStructure */
  REFRAIN_ANALYSIS_OUTERMOSTS,    /* RefrainOutermosts: the outermost loop of each process */
  REFRAIN_ANALYSIS_POINTS,        /* RefrainPoints */
  REFRAIN_ANALYSIS_FOLDS,         /* RefrainFolds */
  REFRAIN_ANALYSIS_RECURRENCES,   /* RefrainRecurrences: durations of all that repeats */
  REFRAIN_ANALYSIS_SEQUENCES,     /* RefrainRecurrences: of sequences of events of one process */
  REFRAIN_ANALYSIS_TOPOLOGY,      /* RefrainTopology, of the run */
  REFRAIN_ANALYSIS_LOGICAL,       /* RefrainLogicalTrace */
  REFRAIN_ANALYSIS_PROGRAM,       /* RefrainProgram: one page */
  REFRAIN_ANALYSIS_TURNS,         /* RefrainIterations: what repeats exactly */
  REFRAIN_ANALYSIS_ITERATIONS,    /* RefrainIterations: those of the main loop */
  REFRAIN_ANALYSIS_WAITS,         /* RefrainWaits */
  REFRAIN_ANALYSIS_CAUSES,        /* RefrainWaitCauses */
  REFRAIN_ANALYSIS_FINDINGS,      /* RefrainFindings */
  REFRAIN_ANALYSIS_CRITICAL_PATH, /* RefrainCriticalPath */
  REFRAIN_ANALYSIS_EFFICIENCY,    /* RefrainEfficiency */
  REFRAIN_ANALYSIS_WAIT_SPANS,    /* RefrainSpanSums of the waits */
  REFRAIN_ANALYSIS_PATH_SPANS,    /* RefrainSpanSums of the critical path */
  REFRAIN_ANALYSIS_BRIEF,         /* RefrainBrief */
  REFRAIN_N_ANALYSES
} RefrainAnalysis;

/* Who asks. All zero: with the user's options, not to be cancelled, in silence. */
typedef struct
{
  RefrainStudyOptions *options;
  GCancellable *cancellable;
  RefrainProgress progress;
} RefrainStudyAsk;

#define REFRAIN_TYPE_STUDY (refrain_study_get_type ())
G_DECLARE_FINAL_TYPE (RefrainStudy, refrain_study, REFRAIN, STUDY, GObject)

/* Properties that notify, in the main thread: "options". */
RefrainStudy *refrain_study_new (RefrainTrace *trace);
/* As it was opened. */
RefrainTrace *refrain_study_get_trace (RefrainStudy *self);

/* What the user chose; belongs to @self. Main thread only. */
RefrainStudyOptions *refrain_study_get_options (RefrainStudy *self);
void refrain_study_set_options (RefrainStudy *self, RefrainStudyOptions *options);
/* A reference to the same, from any thread. */
RefrainStudyOptions *refrain_study_ref_options (RefrainStudy *self);

/* What the user calls patterns (refrain-pattern-names.h), copied: patterns found from now on have
 * these names. */
void refrain_study_set_names (RefrainStudy *self, GHashTable *names);
/* Gives @composites these names. Any thread. */
void refrain_study_apply_names (RefrainStudy *self, RefrainComposites *composites);

/* The result, an object and a new reference, which is made here if need be: may take long. @ask may
 * be NULL. NULL with @error when cancelled, and where the analysis says why there is none. */
gpointer refrain_study_find (RefrainStudy *self,
                             RefrainAnalysis analysis,
                             const RefrainStudyAsk *ask,
                             GError **error);
/* The trace that all but validation and matrix look at: with corrected clocks where the options say
 * so and it needs that. A new reference. */
RefrainTrace *
refrain_study_find_trace (RefrainStudy *self, const RefrainStudyAsk *ask, GError **error);
/* A result where it is there already, else NULL. O(1). */
gpointer
refrain_study_peek (RefrainStudy *self, RefrainAnalysis analysis, RefrainStudyOptions *options);

/* Results that no caller holds are dropped, oldest first, as long as all take more than @bytes (a
 * quarter of the machine's memory, unless told otherwise). For tests. */
void refrain_study_set_budget (RefrainStudy *self, guint64 bytes);
/* How often @analysis was made, with whatever options; and how often with options with which it had
 * been made before. For tests: a tour of all pages makes nothing again. */
guint refrain_study_count_made (RefrainStudy *self, RefrainAnalysis analysis);
guint refrain_study_count_again (RefrainStudy *self, RefrainAnalysis analysis);
/* "patterns": an untranslated name. For tests. */
const char *refrain_analysis_get_name (RefrainAnalysis analysis);
