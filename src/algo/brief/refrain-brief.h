/* refrain-brief.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A run in a few sentences: what comes again and again and how long it takes, which turn was the
 * slowest, where the time is, who computes longest; or why there is nothing of the kind. Immutable.
 */
#pragma once

#include "refrain-composites.h"
#include "refrain-main-loop.h"
#include "refrain-iterations.h"
#include "refrain-op-set.h"

typedef enum
{
  REFRAIN_BRIEF_ITERATIONS, /* of the main loop, and what is in one */
  REFRAIN_BRIEF_SLOWEST,    /* of them; or that they are alike */
  REFRAIN_BRIEF_TIME,       /* how long, and how much of it in MPI */
  REFRAIN_BRIEF_LOAD,       /* who computes longest */
  REFRAIN_BRIEF_ROUTINE,    /* which one most time is in, outside of MPI */
  REFRAIN_BRIEF_WORK,       /* who works for whom, on demand */
  REFRAIN_BRIEF_NOTHING,    /* why something cannot be said */
} RefrainBriefKind;

typedef struct
{
  RefrainBriefKind kind;
  char *sentence;         /* translated, with a full stop */
  guint32 iteration;      /* ITERATIONS: a usual one; SLOWEST: that one; from 0; or REFRAIN_NONE */
  RefrainTime start, end; /* of it; start > end: of none */
  guint32 process;        /* LOAD: that one, or REFRAIN_NONE */
  guint32 routine;        /* ROUTINE: its index, or REFRAIN_NONE */
} RefrainBriefSentence;

#define REFRAIN_TYPE_BRIEF (refrain_brief_get_type ())
G_DECLARE_FINAL_TYPE (RefrainBrief, refrain_brief, REFRAIN, BRIEF, GObject)

/* Looks at @trace, of which @iterations are. Where work is handed out on demand, nothing is said of
 * iterations, which are those of single workers then. NULL with @error when cancelled. What
 * refrain_iterations_new() takes, and O(calls). */
RefrainBrief *refrain_brief_new (RefrainTrace *trace,
                                 RefrainIterations *iterations,
                                 GCancellable *cancellable,
                                 GError **error);
/* The same as @self, and what an iteration consists of: patterns of @composites. @loop (may be
 * NULL) comes first if it leads. Where there is none, @loops (a sentence without its full stop, or
 * NULL) is said in its place. O(operations · log iterations). */
RefrainBrief *refrain_brief_new_with_patterns (RefrainBrief *self,
                                               RefrainComposites *composites,
                                               RefrainMainLoop *loop,
                                               const char *loops,
                                               GCancellable *cancellable,
                                               GError **error);
/* Most telling first, at least one; belongs to @self. */
const RefrainBriefSentence *refrain_brief_get (RefrainBrief *self, gsize *n);
/* How much of the time between MPI_Init and MPI_Finalize is in MPI, from 0 to 1; 0 without. */
double refrain_brief_get_mpi_share (RefrainBrief *self);
/* The iterations that it speaks of; NULL where it says nothing of any. Belongs to @self. */
RefrainIterations *refrain_brief_get_iterations (RefrainBrief *self);
