/* refrain-phase-choice.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A readable first answer: the phases, not many, that describe the run most briefly, and the piece
 * that a cut takes off a repetition for the sake of one symbol.
 */
#pragma once

#include "refrain-composite-notes.h"
#include "refrain-phases.h"

/* A choice has no more phases than so many, where strength can do it. */
#define REFRAIN_PHASE_CHOICE_MOST 12

/* Why phases are of the composite patterns. */
typedef enum
{
  REFRAIN_PHASE_REASON_SHORTER,   /* than those of elementary ones, which were tried */
  REFRAIN_PHASE_REASON_ONLY,      /* there were no others to try */
  REFRAIN_PHASE_REASON_MASTERS,   /* see RefrainCompositeNeed */
  REFRAIN_PHASE_REASON_SHAPELESS, /* likewise */
  REFRAIN_PHASE_REASON_DIVIDED,   /* likewise */
} RefrainPhaseReason;

/* How the phases of a run are best read. */
typedef struct
{
  gboolean composite;        /* of composite patterns */
  RefrainPhaseReason reason; /* why of these */
  gboolean collapse;
  double strength;   /* above which segments are cut */
  guint n_phases;    /* then */
  guint n_shown;     /* likewise, where pieces are joined: refrain_phases_join_pieces() */
  guint n_all;       /* at strength 0 with nothing collapsed */
  gsize description; /* how long it takes to tell them: symbols, a repetition told once */
} RefrainPhaseChoice;

/* The strength at which a tree is cut so that it says something: 0 where that leaves no more than a
 * dozen phases. Else the natural level of two to a dozen: cuts are taken as they fall when the
 * strength grows, and between two that follow each other the divergence above chance, D / τ = s +
 * 1, falls by some factor; the level is the roundest number in the gap where that is greatest, of
 * several the one with fewest phases. Where the strongest are all equal, above them: one phase.
 * O(n log n) in segments. */
double refrain_phases_find_level (const RefrainSegmentation *segmentation);
/* The phases of the patterns of @elementary or of @composite (either may be NULL), with or without
 * contiguous equal symbols as one, whichever is described more briefly in a dozen phases; where all
 * have more, the strength is raised (refrain_phases_find_level()), and of more than six phases
 * where some cuts are far weaker than the others. Otherwise as @options say, whose symbols are
 * patterns of both. NULL with @error when cancelled. For each set twice what refrain_phases_new()
 * takes. */
RefrainPhases *refrain_phases_choose (RefrainPatternSet *elementary,
                                      RefrainPatternSet *composite,
                                      const RefrainPhaseOptions *options,
                                      RefrainPhaseChoice *choice,
                                      GCancellable *cancellable,
                                      GError **error);
/* The same of the patterns of @composites: of the composite ones alone where only these say what
 * the run does (refrain_composites_find_need()). */
RefrainPhases *refrain_phases_choose_level (RefrainComposites *composites,
                                            const RefrainPhaseOptions *options,
                                            RefrainPhaseChoice *choice,
                                            GCancellable *cancellable,
                                            GError **error);
/* Why these phases: "equal neighbours collapsed; 60 phases become 5". "" where they are just the
 * whole tree. Free with g_free(). */
char *refrain_phase_choice_explain (const RefrainPhaseChoice *self);

/* A phase as it is shown: leaves [first, first + n), of which leaf main says what it does. Its
 * elements are those of the leaves, but for what ends the last iteration of the phase before. */
typedef struct
{
  gsize first;
  gsize main;
  gsize n;
  guint32 start, end; /* elements */
  guint32 main_start, main_end;
} RefrainPhasePiece;

/* The phases @leaves, from the left, as they are shown: what only creates communicators belongs to
 * what follows, as does what was cut off the first turn of a repetition, and the last piece of one,
 * cut off for the sake of one symbol, to that; likewise the end of its last iteration, where the
 * next phase repeats itself without it ("r a r a r" and "a p a p a" are "r a" and "p a"). Of
 * RefrainPhasePiece; free with g_array_unref(). Finds repetitions. Needs a trace. */
GArray *refrain_phases_join_pieces (RefrainPhases *phases, const guint32 *leaves, gsize n);
