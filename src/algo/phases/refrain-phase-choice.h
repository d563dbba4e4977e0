/* refrain-phase-choice.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A readable first answer: the phases, not many, that describe the run most briefly, and the piece
 * that a cut takes off a repetition for the sake of one symbol.
 */
#pragma once

#include "refrain-phases.h"

G_BEGIN_DECLS

/* A choice has no more phases than so many, where strength can do it. */
#define REFRAIN_PHASE_CHOICE_MOST 12

/* How the phases of a set are best read. */
typedef struct
{
  gboolean collapse;
  double strength;   /* above which segments are cut */
  guint n_phases;    /* then */
  guint n_all;       /* at strength 0 with nothing collapsed */
  gsize description; /* how long it takes to tell them: symbols, a repetition told once */
} RefrainPhaseChoice;

/* The phases of the patterns of @set with or without contiguous equal symbols as one, whichever is
 * described more briefly in a dozen phases; where both have more, the strength is raised. NULL with
 * @error when cancelled. Twice what refrain_phases_new() takes. */
RefrainPhases *refrain_phases_choose (RefrainPatternSet *set,
                                      gboolean without_collectives,
                                      RefrainPhaseChoice *choice,
                                      GCancellable *cancellable,
                                      GError **error);

/* Whether segment @next is what @node, before it, repeats once more but for one symbol: no longer
 * than a piece of it, which ends where @next begins. */
gboolean refrain_phases_continues (RefrainPhases *self, guint32 node, guint32 next);

/* The routine that delimits most of the occurrences of elements [start, end), by the first process
 * of each, with how many these are (@n_there) and how many there are (@n). NULL without a trace or
 * where no routine does so for most. O(occurrences · log segments). */
RefrainRoutine *refrain_phases_get_filling (
    RefrainPhases *self, guint32 start, guint32 end, gsize *n_there, gsize *n);

G_END_DECLS
