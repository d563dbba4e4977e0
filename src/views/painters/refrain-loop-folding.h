/* refrain-loop-folding.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the room: which constructs of a loop model are drawn closed, so that the model fits on
 * a page.
 */
#pragma once

#include "refrain-loop-alike.h"

G_BEGIN_DECLS

/* A byte for each construct: a copy of @folded, or, where that is NULL, what closes what matters
 * least until the rest has room. Free with g_free(). */
guint8 *refrain_loop_folding_new (RefrainLoopModel *model,
                                  const RefrainLoopAlike *alike,
                                  const guint8 *folded);
/* Closed single events that follow @construct, one of them, in its body, @construct included. */
guint32 refrain_loop_folding_get_run_length (RefrainLoopModel *model,
                                             const guint8 *folded,
                                             guint32 construct);

G_END_DECLS
