/* refrain-study-options.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the analyses of a study are to be made: all that the user can choose, in one value. Never
 * changes once it was handed to a study; whoever wants others makes a copy.
 */
#pragma once

#include "refrain-loop-global.h"
#include "refrain-pattern-set.h"
#include "refrain-phase-choice.h"
#include "refrain-process-patterns.h"
#include "refrain-structure.h"
#include "refrain-topology.h"

/* Groups of options: an analysis is made again where one of those that it uses is another. */
typedef enum
{
  REFRAIN_OPTIONS_NONE = 0,
  REFRAIN_OPTIONS_CLOCKS = 1 << 0,
  REFRAIN_OPTIONS_PATTERNS = 1 << 1,
  REFRAIN_OPTIONS_PHASES = 1 << 2,
  REFRAIN_OPTIONS_LOOPS = 1 << 3,
  REFRAIN_OPTIONS_STRUCTURE = 1 << 4,
  REFRAIN_OPTIONS_POINTS = 1 << 5,
  REFRAIN_OPTIONS_TOPOLOGY = 1 << 6,
  REFRAIN_OPTIONS_LISTED = 1 << 7,
  REFRAIN_OPTIONS_REPEATS = 1 << 8,
  REFRAIN_OPTIONS_ALL = (1 << 9) - 1,
} RefrainOptionGroups;

/* Of which patterns those that are read best may be. */
typedef enum
{
  REFRAIN_PHASES_OF_EITHER,
  REFRAIN_PHASES_OF_ELEMENTARY,
  REFRAIN_PHASES_OF_COMPOSITE,
} RefrainPhaseLevel;

/* Which phases. */
typedef struct
{
  gboolean by_hand; /* as the next two say; else what describes the run most briefly is chosen */
  gboolean composite;
  gboolean collapse;
  gboolean without_collectives;
  RefrainPhaseLevel level; /* unless by hand */
  double least;            /* the tree goes down to this strength */
  GArray *listed; /* of RefrainPhasePiece: what the user made of them, never changed; or NULL */
  GPtrArray *merged_keys; /* of GStrv: keys of patterns that count as one symbol; or NULL */
  GArray *merge; /* by hand: of guint32, for each pattern the one that it counts as, never changed;
                    or NULL */
} RefrainStudyPhaseOptions;

typedef struct
{
  gboolean correct_clocks; /* the trace is the one with corrected clocks, where they need it */
  RefrainPatternOptions patterns; /* its wrappers belong to the options */
  RefrainRepeatsMethod repeats;   /* how those of one process are found */
  RefrainStudyPhaseOptions phases;
  RefrainReceivePlace loop_receive;
  RefrainLoopOptions loops;
  RefrainStructureOptions structure;
  double window; /* tolerance within which durations are similar */
  struct
  {
    double threshold, seconds;
    gboolean by_count;
    RefrainTopologyRules *rules; /* a reference, or NULL */
  } topology;
} RefrainStudyOptions;

/* The defaults, to be changed before they are handed on. */
RefrainStudyOptions *refrain_study_options_new (void);
RefrainStudyOptions *refrain_study_options_copy (const RefrainStudyOptions *self);
RefrainStudyOptions *refrain_study_options_ref (RefrainStudyOptions *self);
void refrain_study_options_unref (RefrainStudyOptions *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainStudyOptions, refrain_study_options_unref)

/* Replaces the wrappers; NULL: the analysis chooses them. */
void refrain_study_options_set_wrappers (RefrainStudyOptions *self, const char *const *wrappers);
/* Replaces the groups of patterns that count as one symbol of phases: GStrv of keys; or NULL. */
void refrain_study_options_set_merged (RefrainStudyOptions *self, GPtrArray *keys);

/* The options of @groups as text: equal where they are. Free with g_free(). */
char *refrain_study_options_describe (const RefrainStudyOptions *self, RefrainOptionGroups groups);
