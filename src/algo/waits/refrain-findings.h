/* refrain-findings.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Why the run takes the time it takes, in plain sentences, what explains most first. Immutable.
 */
#pragma once

#include "refrain-iterations.h"
#include "refrain-op-set.h"
#include "refrain-wait-causes.h"

G_BEGIN_DECLS

typedef enum
{
  REFRAIN_FINDING_SLOW_PROCESS,   /* it takes longer than the others, most of the time */
  REFRAIN_FINDING_SLOW_ITERATION, /* ... in one iteration */
  REFRAIN_FINDING_GROWING,        /* ... longer and longer */
  REFRAIN_FINDING_STEP,           /* ... from some iteration on */
  REFRAIN_FINDING_DELAY,          /* ... now and then, or where nothing comes in iterations */
  REFRAIN_FINDING_WRONG_ORDER,    /* it receives what comes late before what is there */
  REFRAIN_FINDING_HELD_UP,        /* its calls of MPI last much longer than they need */
  REFRAIN_N_FINDINGS
} RefrainFindingKind;

/* "slow_process": an untranslated name for JSON. */
const char *refrain_finding_kind_get_name (RefrainFindingKind kind);

typedef struct
{
  RefrainFindingKind kind;
  char *sentence;         /* translated */
  RefrainTime time;       /* of waiting that it explains, over all processes */
  guint32 process;        /* the culprit, or the worst of them */
  guint32 n_processes;    /* how many there are: 1, but where many are held up */
  guint32 routine;        /* where it is late, or REFRAIN_NONE */
  guint32 iteration;      /* of SLOW_ITERATION, and the first of STEP; from 0; or REFRAIN_NONE */
  guint32 n_iterations;   /* in how many it happens */
  RefrainTime start, end; /* where to look */
  guint32 victim;         /* who waits for it most at one time */
  guint32 victim_op;      /* ... in this operation */
  guint32 op;             /* where the culprit came then */
  double
      confidence; /* from 0 to 1: how much of what made it late this is, and whether clocks agree */
} RefrainFinding;

#define REFRAIN_TYPE_FINDINGS (refrain_findings_get_type ())
G_DECLARE_FINAL_TYPE (RefrainFindings, refrain_findings, REFRAIN, FINDINGS, GObject)

/* Puts the causes of @waits together to what can be said of them. What explains less than a
 * hundredth of the waiting is left out. Keeps references. NULL with @error when cancelled. What
 * refrain_wait_causes_new() takes (twice where there are more than a million delays), and O(calls).
 */
RefrainFindings *refrain_findings_new (RefrainWaits *waits,
                                       RefrainIterations *iterations,
                                       GCancellable *cancellable,
                                       GError **error);

/* Most seconds first; belongs to @self. */
const RefrainFinding *refrain_findings_get (RefrainFindings *self, gsize *n);
/* The operations that prove finding @i: where the culprit came late, and those that waited for it;
 * free with refrain_op_set_unref(). NULL with @error when cancelled. Takes what
 * refrain_wait_causes_new() takes. */
RefrainOpSet *refrain_findings_get_ops (RefrainFindings *self,
                                        gsize i,
                                        GCancellable *cancellable,
                                        GError **error);
/* Why there are none, or why they are not worth much: a translated sentence that begins small; free
 * with g_free(). NULL where they are. */
char *refrain_findings_explain (RefrainFindings *self);
RefrainIterations *refrain_findings_get_iterations (RefrainFindings *self);
/* What refrain_wait_causes_new() finds for the same waits, without anybody's own fault; NULL where
 * that is another thing, as there are waits that a process need not have had. */
RefrainWaitCauses *refrain_findings_get_causes (RefrainFindings *self);
/* "sure", "likely" or "one of several reasons", translated. */
const char *refrain_finding_describe_confidence (const RefrainFinding *finding);

G_END_DECLS
