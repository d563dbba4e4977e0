/* refrain-fold.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops out of any sequence of symbols.
 */
#pragma once

#include <glib.h>

/* A symbol, or a loop over the nodes behind it up to `end`. */
typedef struct
{
  guint64 count;  /* of a loop: its turns; else 1 */
  guint32 symbol; /* G_MAXUINT32: a loop */
  guint32 end;    /* one behind the last node of its body */
} RefrainFoldNode;

/* Nodes in preorder (of RefrainFoldNode), which stand for @symbols (below 2^31) again. Free with
 * g_array_unref(). O(n) where the sequence repeats itself, else O(n × longest body). */
GArray *refrain_fold_symbols (const guint32 *symbols, gsize n);
