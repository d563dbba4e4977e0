/* refrain-findings.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Why the run takes the time it takes: causes, each with the time that a replay of the run without
 * it saves, in sentences, most saved first. Immutable.
 */
#pragma once

#include "refrain-iterations.h"
#include "refrain-op-set.h"
#include "refrain-waits.h"

typedef enum
{
  REFRAIN_FINDING_SLOW_PROCESS,     /* it computes longer than the others */
  REFRAIN_FINDING_SLOW_GROUP,       /* several do, maybe one alone makes little difference */
  REFRAIN_FINDING_IMBALANCE,        /* work that is unevenly shared, by degrees */
  REFRAIN_FINDING_LARGE_TASKS,      /* ... as the chunks of it are too large */
  REFRAIN_FINDING_WANDERING,        /* another process is slow in each iteration */
  REFRAIN_FINDING_SLOW_ITERATION,   /* slow in few iterations */
  REFRAIN_FINDING_TREND,            /* longer and longer */
  REFRAIN_FINDING_STEP,             /* longer from some iteration on */
  REFRAIN_FINDING_PERIODIC,         /* in every so many iterations */
  REFRAIN_FINDING_NOISE,            /* now and then, here and there */
  REFRAIN_FINDING_CHAIN,            /* processes work one after another */
  REFRAIN_FINDING_ORDER_OF_CALLS,   /* what is there is taken after what is late */
  REFRAIN_FINDING_MISSING_BUFFER,   /* each message waits until the one before was worked with */
  REFRAIN_FINDING_LATE_RECEIVER,    /* sends wait for their receives */
  REFRAIN_FINDING_LOST_OVERLAP,     /* computing after a wait that could be done before */
  REFRAIN_FINDING_SMALL_MESSAGES,   /* many in a row that could be one */
  REFRAIN_FINDING_TOO_MANY_BYTES,   /* one process moves much more than the others */
  REFRAIN_FINDING_NEEDLESS_BARRIER, /* a collective that carries nothing */
  REFRAIN_FINDING_LOCK_CONTENTION,  /* locks of windows that others have */
  REFRAIN_FINDING_INPUT_OUTPUT,     /* calls for files stall */
  REFRAIN_FINDING_SHARED_CORES,     /* calls of MPI stall on most processes */
  REFRAIN_FINDING_SLOW_CALLS,       /* ... on few */
  REFRAIN_FINDING_LATE_SENDER,      /* what is computed before a send could follow it */
  REFRAIN_FINDING_SLOW_ROOT,        /* a root, or one as it, does alone what others wait for */
  REFRAIN_FINDING_HANG,             /* no process leaves its last call */
  REFRAIN_FINDING_START_UP,         /* a remark: MPI_Init takes a good part of the trace */
  REFRAIN_FINDING_CLOCKS,           /* a remark: clocks disagree, so that waits mean little */
  REFRAIN_N_FINDINGS
} RefrainFindingKind;

/* "slow_process": an untranslated name for JSON. */
const char *refrain_finding_kind_get_name (RefrainFindingKind kind);

typedef struct
{
  RefrainFindingKind kind;
  char *sentence;         /* translated; one or more sentences without the last full stop */
  RefrainTime saves;      /* of the run */
  double share;           /* ... of the run between MPI_Init and MPI_Finalize */
  RefrainTime low, high;  /* an interval of `saves` */
  RefrainTime alone;      /* saves without those on top of which it saves that */
  RefrainTime waiting;    /* over all processes, that goes away with it */
  GArray *processes;      /* guint32, ascending: all that are meant */
  guint32 routine;        /* in which it happens, or REFRAIN_NONE */
  GArray *iterations;     /* guint32, from 0, ascending; NULL: all, or there are none */
  RefrainTime start, end; /* where to look */
  guint32 process, op;    /* an operation at which it costs most */
  double confidence;      /* 0 to 1: how evenly it saves over the run, and whether clocks agree */
} RefrainFinding;

#define REFRAIN_TYPE_FINDINGS (refrain_findings_get_type ())
G_DECLARE_FINAL_TYPE (RefrainFindings, refrain_findings, REFRAIN, FINDINGS, GObject)

/* Makes suspects from the structure of the run, replays it without each of them, and keeps those
 * that save time, together and each on top of those before. Keeps references. NULL with @error when
 * cancelled. O(calls · suspects), on all cores. */
RefrainFindings *refrain_findings_new (RefrainWaits *waits,
                                       RefrainIterations *iterations,
                                       GCancellable *cancellable,
                                       GError **error);

/* Each on top of those before, which saves most of those that are left; but a hang before all.
 * Belongs to @self. */
const RefrainFinding *refrain_findings_get (RefrainFindings *self, gsize *n);
/* The operations that prove finding @i: what comes late, and what waits for it; belongs to @self.
 */
RefrainOpSet *refrain_findings_get_ops (RefrainFindings *self, gsize i);
/* The run, from the end of MPI_Init to MPI_Finalize. */
RefrainTime refrain_findings_get_run (RefrainFindings *self);
/* How long processes wait for each other in the run, over all of them. */
RefrainTime refrain_findings_get_waiting (RefrainFindings *self);
/* That there are none, with the number that says so: a translated sentence; free with g_free().
 * NULL where there are some. */
char *refrain_findings_explain (RefrainFindings *self);
/* What calls of MPI take besides, where that is much: a translated sentence, or NULL. */
const char *refrain_findings_get_rest (RefrainFindings *self);
/* Whether that is a call that is made once, and more than each finding. */
gboolean refrain_findings_rest_leads (RefrainFindings *self);
/* Uneven work that is large, and whose sharing saves nothing: a translated sentence, or NULL. */
const char *refrain_findings_get_in_vain (RefrainFindings *self);
/* Where processes were when the record of a run ended that was killed, not by MPI_Abort: likewise.
 */
const char *refrain_findings_get_end (RefrainFindings *self);
/* The same of @trace, or that all processes are inside MPI as in a hang; NULL where the run came to
 * its end, or one process ended it. Free with g_free(). O(operations + processes²) where one is
 * inside MPI. */
char *refrain_trace_describe_end (RefrainTrace *trace);
RefrainIterations *refrain_findings_get_iterations (RefrainFindings *self);
/* "confidence: high", "medium" or "low", translated. */
const char *refrain_finding_describe_confidence (const RefrainFinding *finding);
/* "late process", or, where calls are slow by themselves, "slow calls": what the first part of the
 * operations is that prove it. Translated. */
const char *refrain_finding_describe_culprits (const RefrainFinding *finding);
