/* refrain-loops-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For refrain-loops.c and refrain-loops-selection.c only.
 */
#pragma once

#include "refrain-loops.h"

struct _RefrainLoops
{
  GObject parent_instance;

  RefrainTrace *trace;
  RefrainPatterns *patterns;
  RefrainTaskRunner *runner;
  RefrainSelection *selection;
  RefrainSubjects *subjects;

  RefrainJob *job; /* that makes the model, while it runs */
  RefrainLoopModel *model;
  RefrainLoopModelSize size;
  char *summary, *threads; /* or NULL */
  gboolean instead;        /* of the model, the summary stands */
  char *problem;

  RefrainJob *layout; /* that lays the drawing out */
  RefrainLoopPainter *painter;
  gboolean fold_alike;
  RefrainProcessOrder *order; /* of the rows, or NULL */
  RefrainWaits *waits;        /* the boxes show, or NULL */

  GHashTable *positions; /* process → RefrainLoopPositions, or NULL where there are none */
  GArray *here;          /* of RefrainLoopStep, or NULL */

  RefrainJob *measuring;
  RefrainLoopSeries *series;
  char *series_problem;
  RefrainJob *counting;
  RefrainMatrix *matrix;
};

/* For the constructor: provides the subject. */
void refrain_loops_watch_selected (RefrainLoops *self);
