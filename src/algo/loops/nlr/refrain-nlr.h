/* refrain-nlr.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nested loop recognition: one process' events as a sequence of loop nests (Ketterlin and Clauss
 * 2008; Ketterlin et al. 2014, II-C). Incremental: events are pushed one after the other, and only
 * a window of the last terms is looked at.
 */
#pragma once

#include "refrain-loop-share.h"

G_BEGIN_DECLS

/* The longest loop body that is looked for, in terms (events and inner loops). What repeats at a
 * longer distance is not found. */
#define REFRAIN_NLR_DEFAULT_BODY 64
/* The window, in bodies of that length. A new loop takes three; as many again are for bodies of
 * which inner loops are not yet found. When it is full, its lower half is no longer looked at. */
#define REFRAIN_NLR_WINDOW 6

typedef struct
{
  guint32 max_body;       /* terms; at least 1 */
  gboolean affine;        /* numbers that advance by a constant become functions of loop indices */
  RefrainLoopShare share; /* of sequences that come again but not in a row */
} RefrainNlrOptions;

#define REFRAIN_NLR_OPTIONS_DEFAULT                                                                \
  {                                                                                                \
    .max_body = REFRAIN_NLR_DEFAULT_BODY, .affine = TRUE, .share = REFRAIN_LOOP_SHARE_WORTH      \
  }

typedef struct _RefrainNlr RefrainNlr;

/* @events gives meaning to the numbers of events that are pushed. */
RefrainNlr *
refrain_nlr_new (RefrainLoopEvents *events, guint process, const RefrainNlrOptions *options);
void refrain_nlr_free (RefrainNlr *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainNlr, refrain_nlr_free)
/* Appends distinct event @event. Amortised O(1) where the trace repeats itself; where it does not,
 * O(events of that shape among the last max_body), O(max_body) at worst. */
void refrain_nlr_push (RefrainNlr *self, guint32 event);
/* The model of what was pushed so far. */
RefrainLoopModel *refrain_nlr_finish (RefrainNlr *self);

/* The local model of one process. NULL with @error when cancelled. */
RefrainLoopModel *refrain_nlr_model_process (RefrainLoopEvents *events,
                                             guint process,
                                             const RefrainNlrOptions *options,
                                             GCancellable *cancellable,
                                             GError **error);
/* The local models of all processes (RefrainLoopModel *), processes spread over all cores. */
GPtrArray *refrain_nlr_model_all (RefrainLoopEvents *events,
                                  const RefrainNlrOptions *options,
                                  GCancellable *cancellable,
                                  GError **error);

G_END_DECLS
