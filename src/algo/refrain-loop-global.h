/* refrain-loop-global.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From streams to the global model: each process' local model, merged, and what comes again shared.
 */
#pragma once

#include "refrain-nlr.h"

G_BEGIN_DECLS

/* The global model of all processes of @events. What local models share with themselves makes
 * loops of uses, which merging unrolls the uses of: @options are of both. @local (may be NULL) is
 * set to the local models (RefrainLoopModel *, one a process); free with g_ptr_array_unref().
 * @progress may be NULL. NULL with @error when cancelled. */
RefrainLoopModel *refrain_loop_global_new (RefrainLoopEvents *events,
                                           const RefrainNlrOptions *options,
                                           GPtrArray **local,
                                           RefrainProgressFunc progress,
                                           gpointer progress_data,
                                           GCancellable *cancellable,
                                           GError **error);

G_END_DECLS
