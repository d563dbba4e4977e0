/* refrain-nlr.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nested loop recognition: one process' events as a sequence of loop nests (Ketterlin and Clauss
 * 2008; Ketterlin et al. 2014, II-C). Incremental: events are pushed one after the other, and only
 * a window of the last terms is looked at.
 */
#pragma once

#include "refrain-loop-model.h"

/* The longest loop body that is looked for, in terms (events and inner loops). What repeats at a
 * longer distance is not found. */
#define REFRAIN_NLR_DEFAULT_BODY 64

/* Which numbers that advance by a constant become functions of loop indices. */
typedef enum
{
  REFRAIN_AFFINE_NONE, /* only what is equal makes a loop */
  REFRAIN_AFFINE_ALL,  /* peers and tags */
  REFRAIN_AFFINE_TAGS, /* tags, of messages with one peer */
} RefrainNlrAffine;

typedef struct
{
  guint32 max_body; /* terms; at least 1 */
  RefrainNlrAffine affine;
} RefrainNlrOptions;

#define REFRAIN_NLR_OPTIONS_DEFAULT                                                                \
  {                                                                                                \
    .max_body = REFRAIN_NLR_DEFAULT_BODY, .affine = REFRAIN_AFFINE_ALL                             \
  }

typedef struct _RefrainNlr RefrainNlr;

/* For the events of @process; @events gives meaning to their numbers. Free with refrain_nlr_free().
 * What it takes depends on the distinct events that are pushed, not on those there are. */
RefrainNlr *
refrain_nlr_new (RefrainLoopEvents *events, guint process, const RefrainNlrOptions *options);
void refrain_nlr_free (RefrainNlr *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainNlr, refrain_nlr_free)
/* Appends distinct event @event. Amortised O(1) where the trace repeats itself; where it does not,
 * O(events of that shape among the last max_body), O(max_body) at worst. */
void refrain_nlr_push (RefrainNlr *self, guint32 event);

/* The model of one process, without definitions. With the team, if there is one. NULL with @error
 * when cancelled. */
RefrainLoopModel *refrain_nlr_model_process (RefrainLoopEvents *events,
                                             guint process,
                                             const RefrainNlrOptions *options,
                                             GCancellable *cancellable,
                                             GError **error);
/* The models of all processes (RefrainLoopModel *), spread over all cores; free with
 * g_ptr_array_unref(). NULL with @error when cancelled. */
GPtrArray *refrain_nlr_model_all (RefrainLoopEvents *events,
                                  const RefrainNlrOptions *options,
                                  GCancellable *cancellable,
                                  GError **error);
