/* refrain-compact-links.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which operations belong together, as the little that cannot be guessed. A receive is guessed to
 * take the send behind the one that was taken last from the same process with the same tag, by
 * rows; a collective operation to be in the instance behind that of the one before it on the same
 * communicator of its process. The number that is kept is 0 for none, otherwise one more than the
 * distance from the guess: d as 2d, or -2d - 1 where it is negative. Sends are kept as 0: their
 * receives name them.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-columns.h"

/* The operations of all processes, one after the other: process p has the rows [first[p],
 * first[p + 1]). Partners count from their process' first row. */
typedef struct
{
  guint64 n_processes;
  const guint64 *first;
  const guint8 *kind;
  const gint32 *peer, *tag;
  const guint32 *communicator;
} RefrainLinkedOps;

/* Puts the numbers in the place of the partners. What cannot be said so becomes 0. FALSE when
 * cancelled. O(operations). */
gboolean refrain_compact_links_encode (const RefrainLinkedOps *ops,
                                       guint32 *partner,
                                       GCancellable *cancellable);
/* Puts the partners in the place of the numbers; those that lead nowhere become REFRAIN_NONE. FALSE
 * when cancelled. O(operations). */
gboolean refrain_compact_links_decode (const RefrainLinkedOps *ops,
                                       guint32 *partner,
                                       GCancellable *cancellable);

/* The instances that the partners of collective operations name, their members in order of process
 * and row, type and communicator those of the first one. Free the arrays with g_free().
 * O(operations).
 */
RefrainCollectives
refrain_compact_links_list_collectives (const RefrainLinkedOps *ops, const guint32 *partner);
