/* refrain-phase-model-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For refrain-phase-model.c and refrain-phase-model-shown.c only.
 */
#pragma once

#include "refrain-phase-model.h"

/* Several phases that are shown as one, being one but for a little. */
typedef struct
{
  RefrainPhaseRange range;
  guint32 main; /* the segment that says what they are */
  char *name;   /* as it was told last, or NULL */
} RefrainPhaseJoint;

struct _RefrainPhaseModel
{
  GObject parent_instance;

  RefrainPatterns *patterns;
  RefrainTaskRunner *runner;
  RefrainSubjects *subjects;

  RefrainJob *job; /* that finds, while it runs */
  RefrainPhases *phases;
  char *key; /* of its sequence */
  char *problem;
  double least;     /* the tree goes down to this strength */
  double strongest; /* of its cuts */
  RefrainPhaseMemory *memory;
  RefrainPhaseChoice choice; /* how phases were chosen, where they were */
  gboolean composite;        /* what was found is of composite patterns */
  gboolean chosen;           /* ... and still are as chosen */
  RefrainPhasesFound *found; /* or NULL */
  GArray *pieces;            /* of RefrainPhaseJoint, from the left: those that are one then */

  guint32 *segments; /* that remain */
  gsize n_segments;
  guint32 *leaves;
  gsize n_leaves;
  GArray *ranges; /* of RefrainPhaseRange: leaves, joined */

  guint wait;          /* before repetitions are looked for */
  RefrainJob *repeats; /* that looks for them */

  RefrainPhases *collapsed; /* the same with equal neighbours as one, or NULL: not known */
  RefrainJob *collapsing;   /* that finds them */

  GArray *selected; /* of RefrainPhaseRange */
  gboolean shown;
  gboolean shown_chosen; /* by the user */
  RefrainBands *bands;   /* or NULL: to be made */
  RefrainBands *placed;  /* on every process by itself, none lit up; or NULL: not yet */
  RefrainJob *placing;   /* that places them */
  gboolean by_count;
};

/* For the constructor. */
extern const RefrainSubjectKind refrain_phase_model_subject_kind;

void refrain_phase_model_notify (RefrainPhaseModel *self, const char *name);
/* Segment @node of what was found. */
const RefrainSegmentationNode *refrain_phase_model_get_node (RefrainPhaseModel *self, guint32 node);
/* Works out which phases are one to the user. */
void refrain_phase_model_make_ranges (RefrainPhaseModel *self);
/* Selects, for what is selected and not shown any more, the phase that holds most of it. O(selected
 * · depth). */
void refrain_phase_model_keep_selected (RefrainPhaseModel *self);
/* Other bands are to be made; other ones to be placed, too, where not @lit_only. */
void refrain_phase_model_forget_bands (RefrainPhaseModel *self, gboolean lit_only);
