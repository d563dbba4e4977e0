/* refrain-loop-share.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sequences of constructs that come again, though not in a row (recursive programs, V-cycles),
 * written once as a definition and used by name, as a grammar does (Nevill-Manning and Witten 1997;
 * Larsson and Moffat 1999). Loops of such uses are found again.
 */
#pragma once

#include "refrain-loop-model.h"

G_BEGIN_DECLS

/* Gives a model with definitions, equal in what it stands for. A definition is only made where the
 * model has fewer terms with it than without, and refers to no index of a loop around its uses.
 * @max_body bounds the bodies of loops of uses. Near-linear in the constructs. NULL with @error
 * when cancelled. */
RefrainLoopModel *refrain_loop_share (RefrainLoopModel *model,
                                      guint32 max_body,
                                      GCancellable *cancellable,
                                      GError **error);

G_END_DECLS
