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

typedef enum
{
  REFRAIN_LOOP_SHARE_NONE,
  REFRAIN_LOOP_SHARE_WORTH,      /* OUTSIDE where that leaves less than a third of the terms: of
                                    recursive programs. Else EVERYWHERE where there are more than
                                    1,000 terms, more than 100 for each process, and that leaves
                                    less than half. Others stay in the paper's form */
  REFRAIN_LOOP_SHARE_OUTSIDE,    /* loops that are there stay as they are, to be read at once */
  REFRAIN_LOOP_SHARE_EVERYWHERE, /* bodies of loops may use definitions, too: the shortest */
} RefrainLoopShare;

/* Returns a model with definitions, equal in what it stands for, or @model itself where that is not
 * shorter (enough), and where it has definitions already. A definition is only made where the model
 * has fewer terms with it than without, and depends on no loop around its uses. @max_body bounds
 * the bodies of loops of uses. NULL with @error when cancelled. O(n log n) in the constructs for
 * each of a few rounds. */
RefrainLoopModel *refrain_loop_share (RefrainLoopModel *model,
                                      RefrainLoopShare share,
                                      guint32 max_body,
                                      GCancellable *cancellable,
                                      GError **error);
