/* refrain-phases-found.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The phases of a run as they are listed: the tree, at which strength it is cut, and which leaves
 * are shown as one. From patterns, and what the user chose, to phases. Immutable.
 */
#pragma once

#include "refrain-composites.h"
#include "refrain-main-loop.h"
#include "refrain-phase-choice.h"
#include "refrain-progress.h"
#include "refrain-study-options.h"

#define REFRAIN_TYPE_PHASES_FOUND (refrain_phases_found_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPhasesFound, refrain_phases_found, REFRAIN, PHASES_FOUND, GObject)

struct _RefrainPhasesFound
{
  GObject parent_instance;

  RefrainPhases *phases;
  double least;       /* the tree goes down to this strength */
  char *key;          /* the same for this sequence in every run of the program */
  gboolean composite; /* they are of composite patterns */
  gboolean chosen;    /* by what is read best: @choice says how */
  RefrainPhaseChoice choice;
  guint32 *leaves; /* where chosen: the phases, from the left */
  gsize n_leaves;
  GArray *pieces; /* of RefrainPhasePiece: the leaves as they are shown,
                     refrain_phases_join_pieces(); empty where the user cuts the tree */
};

/* Finds the phases as @options say, of @elementary or of @composites, of which either may be NULL
 * where the options do not want it. NULL with @error when cancelled. See
 * refrain_phases_choose_level(). */
RefrainPhasesFound *refrain_phases_found_new (RefrainPatternSet *elementary,
                                              RefrainComposites *composites,
                                              const RefrainStudyPhaseOptions *options,
                                              GCancellable *cancellable,
                                              const RefrainProgress *progress,
                                              GError **error);

/* The same with the phases that the user lists: @listed, of RefrainPhasePiece, is kept; NULL:
 * a copy. */
RefrainPhasesFound *refrain_phases_found_new_listed (RefrainPhasesFound *found, GArray *listed);
/* What fills @piece: its routine and how often which patterns occur in it. Free with g_free(). */
char *
refrain_phases_found_describe (const RefrainPhasesFound *self, const RefrainPhasePiece *piece);
/* The loops of a run that has several, one after the other, none of which is most of it: of
 * RefrainMainLoopPart, in order of time, @main (the main loop, or NULL) among them; NULL of another
 * run. Free with g_array_unref(). */
GArray *
refrain_phases_found_list_loops (const RefrainPhasesFound *self, const RefrainMainLoopPart *main);
/* "3 loops one after the other: 25 × Ring of 8; …"; NULL where @loops is. Free with g_free(). */
char *refrain_phases_describe_loops (const GArray *loops);
/* How many operations patterns have in elements [@start, @end). */
double refrain_phases_count_operations (RefrainPhases *phases, guint32 start, guint32 end);
