/* refrain-loop-global.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From streams to the models that people read: the local model of each process (refrain-nlr.h), the
 * global one that these merge to (refrain-loop-merge.h), both with what comes again written once
 * (refrain-loop-share.h).
 */
#pragma once

#include "refrain-loop-share.h"
#include "refrain-nlr.h"
#include "refrain-progress.h"

typedef struct
{
  RefrainNlrOptions nlr;
  RefrainLoopShare share; /* of sequences that come again but not in a row */
  gboolean as_told;       /* the global model has the numbers that `nlr.affine` says; else, where
                             that is REFRAIN_AFFINE_ALL, those that make it shortest */
} RefrainLoopOptions;

#define REFRAIN_LOOP_OPTIONS_DEFAULT                                                               \
  {                                                                                                \
    .nlr = REFRAIN_NLR_OPTIONS_DEFAULT, .share = REFRAIN_LOOP_SHARE_WORTH                          \
  }

/* The local model of one process. NULL with @error when cancelled. */
RefrainLoopModel *refrain_loop_local_new (RefrainLoopEvents *events,
                                          guint process,
                                          const RefrainLoopOptions *options,
                                          GCancellable *cancellable,
                                          GError **error);
/* The global model of all processes of @events. The local models are merged as they are and what
 * comes again is shared in the global one: definitions made before would be unrolled by merging,
 * and loops of them would stand in the way. @local (may be NULL) is set to the local models, with
 * definitions of their own (RefrainLoopModel *, one a process); free with g_ptr_array_unref().
 * Numbers that fit an affine form by accident keep processes from having the same loops: unless
 * `as_told`, models without such peers, and without such numbers at all, are made as well where
 * they could be shorter, and the shortest text is taken. That takes up to three times as long;
 * models of more than 65,536 terms, and those without such numbers, are made once.
 * @progress may be NULL. NULL with @error when cancelled. */
RefrainLoopModel *refrain_loop_global_new (RefrainLoopEvents *events,
                                           const RefrainLoopOptions *options,
                                           GPtrArray **local,
                                           const RefrainProgress *progress,
                                           GCancellable *cancellable,
                                           GError **error);
