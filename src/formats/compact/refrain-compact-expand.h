/* refrain-compact-expand.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The columns of all processes out of the compact form.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-compact-form.h"
#include "refrain-progress.h"

/* Room for the columns of calls, operations, records and the tape of all processes, one after the
 * other, as in files; arrays that are not needed are NULL. FALSE where there is not enough memory.
 * Clear with refrain_columns_clear(). */
gboolean refrain_compact_make_room (const RefrainCompactLayout *layout, RefrainWritableColumns *to);
/* Whether these do not take more than a file of @bytes may ask for: 2^28 bytes, and
 * REFRAIN_COMPACT_MAX_GROWTH for each of its own; or what columns may take of the memory. */
gboolean refrain_compact_is_allowed (const RefrainCompactLayout *layout, guint64 bytes);

/* Fills all of @to. @form and @layout have been checked. FALSE when cancelled, or with what
 * contradicts itself in *@cause, in words of the user's language. O(events), spread over all cores.
 */
gboolean refrain_compact_expand (const RefrainCompactForm *form,
                                 const RefrainCompactLayout *layout,
                                 RefrainWritableColumns *to,
                                 GCancellable *cancellable,
                                 const RefrainProgress *progress,
                                 const char **cause);

/* Where the values of each thread begin: n_threads + 1 elements of events, operations and records.
 * Free with g_free(). O(threads). */
typedef struct
{
  guint64 time, op, record;
} RefrainCompactStart;

RefrainCompactStart *refrain_compact_list_starts (const RefrainCompactLayout *layout);
/* The process of each thread. Free with g_free(). O(threads). */
guint64 *refrain_compact_list_owners (const RefrainCompactLayout *layout);
