/* refrain-requests.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Requests under way, each with the row that started it: few at a time, one more or one less with
 * every message. A table by open addressing that gives its room back only in the end.
 */
#pragma once

#include "refrain-types.h"

typedef struct
{
  guint64 request;
  guint32 row; /* REFRAIN_NONE: nothing here */
} RefrainRequest;

typedef struct
{
  RefrainRequest *slot;
  guint32 room; /* a power of two, or 0 */
  guint32 n;
} RefrainRequests;

/* Notes that @row started @request; returns the row that did before and has not been taken, or
 * REFRAIN_NONE. O(1) on average. */
guint32 refrain_requests_put (RefrainRequests *self, guint64 request, guint32 row);
/* Takes @request out; returns the row that started it, or REFRAIN_NONE. O(1) on average. */
guint32 refrain_requests_take (RefrainRequests *self, guint64 request);
/* All that are left, by row. Free with g_free(). O(room log room). */
RefrainRequest *refrain_requests_list (const RefrainRequests *self);
void refrain_requests_clear (RefrainRequests *self);
