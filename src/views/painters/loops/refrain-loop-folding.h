/* refrain-loop-folding.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which constructs of a loop model are drawn closed.
 */
#pragma once

#include "refrain-loop-alike.h"

/* How a construct is drawn; a byte for each. */
typedef enum
{
  REFRAIN_LOOP_UNFOLDED,
  REFRAIN_LOOP_FOLDED,   /* a loop or use: as a closed box */
  REFRAIN_LOOP_GATHERED, /* closed, in one box with its neighbours that are gathered */
} RefrainLoopFold;

/* Makes what does not fit on a page smaller, as the paper does by "removing mildly interesting
 * leading and trailing phases": what stands for fewest events is gathered, until the rest takes
 * about 300 steps, but never nearly everything. Uses are closed. Free with g_free(). O(n log n) a
 * dozen times. */
guint8 *refrain_loop_folding_new (RefrainLoopModel *model, const RefrainLoopAlike *alike);
/* Behind the last of the constructs that are gathered in one box from @construct on, none of which
 * need be a neighbour before it; or @construct, where it is not gathered. */
static inline guint32
refrain_loop_folding_get_run (RefrainLoopModel *model, const guint8 *folded, guint32 construct)
{
  guint32 n, end = construct;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);

  while (end < n && folded[end] == REFRAIN_LOOP_GATHERED
         && constructs[end].parent == constructs[construct].parent)
    end = constructs[end].end;
  return end;
}
