/* refrain-loop-global.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From streams to the global model: each process' local model, merged, and what comes again shared.
 */
#pragma once

#include "refrain-nlr.h"

G_BEGIN_DECLS

/* The global model of all processes of @events. The local models are merged as they are and what
 * comes again is shared in the global one: definitions made before would be unrolled by merging,
 * and loops of them would stand in the way. @local (may be NULL) is set to the local models, with
 * definitions of their own (RefrainLoopModel *, one a process); free with g_ptr_array_unref().
 * @progress may be NULL. NULL with @error when cancelled. */
RefrainLoopModel *refrain_loop_global_new (RefrainLoopEvents *events,
                                           const RefrainNlrOptions *options,
                                           GPtrArray **local,
                                           RefrainProgressFunc progress,
                                           gpointer progress_data,
                                           GCancellable *cancellable,
                                           GError **error);

G_END_DECLS
