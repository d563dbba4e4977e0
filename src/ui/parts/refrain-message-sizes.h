/* refrain-message-sizes.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How large the messages of a trace are: a list of sizes (or ranges of sizes, where there are many)
 * with their messages.
 */
#pragma once

#include "refrain-op-set.h"
#include "refrain-trace.h"

#define REFRAIN_TYPE_MESSAGE_SIZE (refrain_message_size_get_type ())
G_DECLARE_FINAL_TYPE (RefrainMessageSize, refrain_message_size, REFRAIN, MESSAGE_SIZE, GObject)

/* The sizes from first to last byte count, both included. */
guint64 refrain_message_size_get_first (RefrainMessageSize *self);
guint64 refrain_message_size_get_last (RefrainMessageSize *self);
/* Sends of these sizes, and their bytes. */
guint64 refrain_message_size_get_count (RefrainMessageSize *self);
guint64 refrain_message_size_get_bytes (RefrainMessageSize *self);

/* The sends of @trace by size, ascending: each size for itself where there are at most 24, powers
 * of two otherwise. A GListStore of RefrainMessageSize; NULL with @error when cancelled.
 * O(operations). */
GListModel *
refrain_message_sizes_new (RefrainTrace *trace, GCancellable *cancellable, GError **error);

/* The sends and receives with @first to @last bytes. NULL with @error when cancelled.
 * O(operations). */
RefrainOpSet *refrain_message_sizes_find (
    RefrainTrace *trace, guint64 first, guint64 last, GCancellable *cancellable, GError **error);
