/* refrain-finding-choice.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: which of the suspects are told.
 */
#pragma once

#include "refrain-suspect.h"

/* A cause saves this share of the run. */
#define REFRAIN_FINDING_MIN_SHARE 0.02
/* What is changed by so much of what the most changed is changed by is meant. */
#define REFRAIN_FINDING_MEANT 0.2

/* What was chosen, on top of those before. */
typedef struct
{
  const RefrainSuspect *suspect;
  RefrainScenario *scenario; /* with those before */
  double gain;               /* ticks */
  double alone;              /* ... without those before */
  double low, high;          /* the gain until how sure it is was measured, as what follows */
  double certain;            /* as low, where the worst of all processes was picked */
  double evenly;             /* where that is another thing to say, or 0 */
  double halved;             /* likewise */
  gboolean none_alone;
} RefrainFindingChosen;

typedef struct
{
  RefrainRunGraph *graph;
  GPtrArray *suspects; /* of RefrainSuspect */
  GArray *chosen;      /* of RefrainFindingChosen */
  double T;            /* ticks of the run */
  GHashTable *alone;   /* while it is chosen: RefrainSuspect → double, what each saves alone */
  const RefrainSuspect
      *in_vain; /* uneven work that is large, and whose sharing saves nothing; or NULL */
  const RefrainSuspect
      *barrier; /* what can be left out instead of what was chosen first, or NULL */
  double barrier_saves;
  GCancellable *cancellable;
} RefrainFindingChoice;

/* Fills `chosen`; two suspects that save time only together are appended to `suspects` as one.
 * FALSE when cancelled. */
gboolean refrain_finding_choose (RefrainFindingChoice *choice);
/* The run without the first @n that were chosen; NULL: as it is. */
const RefrainScenario *refrain_finding_get_base (const RefrainFindingChoice *choice, guint n);
/* What all that were chosen save, in ticks. */
double refrain_finding_get_gained (const RefrainFindingChoice *choice);
