/* refrain-loop-folding.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-loop-folding.h"

guint32
refrain_loop_folding_get_run_length (RefrainLoopModel *model,
                                     const guint8 *folded,
                                     guint32 construct)
{
  guint32 n, end = construct;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);

  while (end < n && constructs[end].kind == REFRAIN_CONSTRUCT_EVENT && folded[end] != 0
         && constructs[end].parent == constructs[construct].parent)
    end++;
  return end - construct;
}

guint8 *
refrain_loop_folding_new (RefrainLoopModel *model,
                          const RefrainLoopAlike *alike,
                          const guint8 *folded)
{
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);
  guint8 *copy;

  if (folded != NULL)
    return g_memdup2 (folded, MAX (n, 1));
  copy = g_new0 (guint8, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    copy[i] = constructs[i].kind == REFRAIN_CONSTRUCT_USE;
  return copy;
}
