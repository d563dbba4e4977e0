/* refrain-details.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the source says of single events and the columns have no place for: the value of a metric,
 * attributes of a call, parts of a nanosecond. A thread's details are a list of entries in the
 * order of its events, of which most have none:
 *
 *   an unsigned number h; an entry skips g events that have none and is about the one behind them
 *   h odd:  the event has `ticks` alone: g = h >> 7, ticks = (h >> 1) & 63
 *   h even: g = h >> 1; then the number of ticks (signed), the number of bytes, and so many bytes
 * of records (RefrainExtension)
 *
 * Ticks: how many ticks of the source's clock the event is later than its time says, which is cut
 * to whole nanoseconds; less than none where the time was moved to the event before.
 */
#pragma once

#include "refrain-record-bytes.h"
#include "refrain-types.h"

/* The most ticks of an entry without records. */
#define REFRAIN_MAX_SHORT_TICKS 63

/* Of one event; no ticks and no records where the source says no more. */
typedef struct
{
  gint64 ticks;
  const guint8 *records; /* NULL where there are none */
  gsize n;               /* bytes */
} RefrainDetail;

/* Walks the details of a thread along with its events. Needs no clean-up. */
typedef struct
{
  RefrainRecordBytes left;
  guint64 gap; /* events before the next entry */
  gboolean none;
  RefrainDetail next;
} RefrainDetailCursor;

/* Before the first event of @thread. Rows that are out of range count as none. */
void refrain_detail_cursor_init (RefrainDetailCursor *self,
                                 const RefrainDetails *details,
                                 const RefrainThread *thread);
/* The details of the next event of the source (synthetic records are none). O(1). */
static inline RefrainDetail refrain_detail_cursor_next (RefrainDetailCursor *self);

/* Private: goes on to the next entry. */
void refrain_detail_cursor_advance (RefrainDetailCursor *self);

static inline RefrainDetail
refrain_detail_cursor_next (RefrainDetailCursor *self)
{
  RefrainDetail detail = { 0, NULL, 0 };

  if (G_LIKELY (self->none))
    return detail;
  if (self->gap > 0)
    {
      self->gap--;
      return detail;
    }
  detail = self->next;
  refrain_detail_cursor_advance (self);
  return detail;
}
