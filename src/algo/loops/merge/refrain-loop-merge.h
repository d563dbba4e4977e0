/* refrain-loop-merge.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The global model: local models joined where their processes communicate (Ketterlin et al. 2014,
 * III): loops of several processes become one loop where each is the others' only correspondent.
 */
#pragma once

#include "refrain-loop-model.h"

/* Merges models of distinct processes (RefrainLoopModel *, of the same events) into one that covers
 * them all. Running it for a process gives what that process' own model gives. The result does not
 * depend on the order of @models nor on the number of threads. NULL with @error when cancelled. */
RefrainLoopModel *refrain_loop_merge (GPtrArray *models, GCancellable *cancellable, GError **error);
