/* refrain-loops-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For the refrain-loops*.c files only.
 */
#pragma once

#include "refrain-loops.h"

G_BEGIN_DECLS

struct _RefrainLoops
{
  GObject parent_instance;

  RefrainTrace *trace;
  RefrainPatterns *patterns;
  RefrainTaskRunner *runner;
  RefrainSelection *selection;

  RefrainJob *job; /* that makes the model, while it runs */
  RefrainLoopModel *model;
  RefrainLoopModelSize size;
  char *problem;

  RefrainJob *layout; /* that lays the drawing out */
  RefrainLoopPainter *painter;
  gboolean fold_alike;

  guint32 selected;
  RefrainJob *light; /* that lights its iterations up */
  RefrainLoopIterations *iterations;
  char *iterations_problem;
  gboolean has_current;
  gsize current;

  GHashTable *positions; /* process → RefrainLoopPositions, or NULL where there are none */
  GArray *here;          /* of RefrainLoopStep, or NULL */

  RefrainJob *measuring;
  RefrainLoopSeries *series;
  char *series_problem;
  RefrainJob *counting;
  RefrainMatrix *matrix;
};

typedef enum
{
  REFRAIN_LOOPS_MODEL = 1,
  REFRAIN_LOOPS_RUNNING,
  REFRAIN_LOOPS_PAINTER,
  REFRAIN_LOOPS_SELECTED,
  REFRAIN_LOOPS_ITERATIONS,
  REFRAIN_LOOPS_CURRENT,
  REFRAIN_LOOPS_HERE,
  REFRAIN_LOOPS_SERIES,
  REFRAIN_LOOPS_MATRIX,
  REFRAIN_LOOPS_N_PROPERTIES
} RefrainLoopsProperty;

void refrain_loops_notify (RefrainLoops *self, RefrainLoopsProperty property);
/* Cancels @job and forgets it. */
void refrain_loops_stop (RefrainJob **job);
/* Lays the drawing out anew; @folded (taken) as in refrain_loop_painter_new(). */
void refrain_loops_lay_out (RefrainLoops *self, guint8 *folded);
/* Somebody lit up something else: the construct is not selected any more. */
void refrain_loops_on_source (RefrainLoops *self);
/* Something else is picked. */
void refrain_loops_update_here (RefrainLoops *self);
/* Forgets what was measured of what was selected, and counts its messages. */
void refrain_loops_forget_measured (RefrainLoops *self);
void refrain_loops_count (RefrainLoops *self);

G_END_DECLS
