/* refrain-phase-search.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What refrain-phase-model.c has a worker thread do: from patterns, and what the user told, to
 * phases. Any thread.
 */
#pragma once

#include "refrain-phase-choice.h"
#include "refrain-phase-memory.h"
#include "refrain-phases.h"

G_BEGIN_DECLS

/* Elements [start, end) of the sequence. A segment of the tree is known by them: no two have the
 * same. */
typedef struct
{
  guint32 start, end;
} RefrainPhaseRange;

/* Several phases that are shown as one, being one but for a little. */
typedef struct
{
  RefrainPhaseRange range;
  guint32 main; /* the segment that says what they are */
  char *name;   /* as it was told last, or NULL */
} RefrainPhaseJoint;

/* An empty array of RefrainPhaseJoint. */
GArray *refrain_phase_joints_new (void);

typedef struct
{
  RefrainPhases *phases;
  char *key;          /* refrain_phases_make_key() */
  double least;       /* the tree goes down to this strength */
  gboolean composite; /* they are of composite patterns */
  gboolean chosen;    /* by what is read best: @choice says how */
  RefrainPhaseChoice choice;
  GArray *pieces; /* of RefrainPhaseJoint, from the left: those that are one then */
} RefrainPhasesFound;

void refrain_phases_found_free (RefrainPhasesFound *found);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainPhasesFound, refrain_phases_found_free)

/* Finds the phases of @composites as @memory says. */
RefrainPhasesFound *refrain_phase_search_find (RefrainComposites *composites,
                                               const RefrainPhaseMemory *memory,
                                               double least,
                                               GCancellable *cancellable,
                                               RefrainProgressFunc progress,
                                               gpointer progress_data,
                                               GError **error);
/* The phases of @set as @memory says, down to strength @least, whatever would be read better. */
RefrainPhases *refrain_phase_search_look (RefrainPatternSet *set,
                                          const RefrainPhaseMemory *memory,
                                          double least,
                                          GCancellable *cancellable,
                                          RefrainProgressFunc progress,
                                          gpointer progress_data,
                                          GError **error);

/* What tells a sequence of symbols apart from others in every run of the program: a digest of its
 * symbols in order, each by the key of its pattern. Free with g_free(). O(n). */
char *refrain_phases_make_key (RefrainPhases *phases);

G_END_DECLS
