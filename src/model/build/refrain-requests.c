/* refrain-requests.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Linear probing; what is taken out is filled by what stands behind it (Knuth, TAOCP 3, 6.4,
 * algorithm R), so that no slot but empty ones ends a search.
 */
#include "refrain-requests.h"

#include <stdlib.h>
#include <string.h>

#include "refrain-compare.h"
#include "refrain-hash.h"

enum
{
  LEAST_ROOM = 16
};

static guint32
home_of (const RefrainRequests *self, guint64 request)
{
  return refrain_hash_int64 (&request) & (self->room - 1);
}

/* Where @request stands, or the empty slot where it would. */
static guint32
find_slot (const RefrainRequests *self, guint64 request)
{
  guint32 at = home_of (self, request);

  while (self->slot[at].row != REFRAIN_NONE && self->slot[at].request != request)
    at = (at + 1) & (self->room - 1);
  return at;
}

static void
grow (RefrainRequests *self)
{
  RefrainRequests larger = { NULL, MAX (2 * self->room, LEAST_ROOM), self->n };

  larger.slot = g_new (RefrainRequest, larger.room);
  memset (larger.slot, 0xff, larger.room * sizeof *larger.slot);
  for (guint32 i = 0; i < self->room; i++)
    if (self->slot[i].row != REFRAIN_NONE)
      larger.slot[find_slot (&larger, self->slot[i].request)] = self->slot[i];
  g_free (self->slot);
  *self = larger;
}

guint32
refrain_requests_put (RefrainRequests *self, guint64 request, guint32 row)
{
  guint32 at, earlier;

  g_assert (row != REFRAIN_NONE);

  if (2 * (guint64) self->n >= self->room)
    grow (self);
  at = find_slot (self, request);
  earlier = self->slot[at].row;
  self->n += earlier == REFRAIN_NONE;
  self->slot[at] = (RefrainRequest){ request, row };
  return earlier;
}

guint32
refrain_requests_take (RefrainRequests *self, guint64 request)
{
  guint32 at, row;

  if (self->n == 0)
    return REFRAIN_NONE;
  at = find_slot (self, request);
  row = self->slot[at].row;
  if (row == REFRAIN_NONE)
    return REFRAIN_NONE;
  self->n--;
  for (guint32 next = (at + 1) & (self->room - 1); self->slot[next].row != REFRAIN_NONE;
       next = (next + 1) & (self->room - 1))
    {
      const guint32 home = home_of (self, self->slot[next].request);

      /* It may move where that is not before its home. */
      if (((next - home) & (self->room - 1)) >= ((next - at) & (self->room - 1)))
        {
          self->slot[at] = self->slot[next];
          at = next;
        }
    }
  self->slot[at].row = REFRAIN_NONE;
  return row;
}

REFRAIN_DEFINE_COMPARE (compare_rows, RefrainRequest, REFRAIN_RISING (row))

RefrainRequest *
refrain_requests_list (const RefrainRequests *self)
{
  RefrainRequest *list = g_new (RefrainRequest, (gsize) self->n + 1);
  guint32 n = 0;

  for (guint32 i = 0; i < self->room; i++)
    if (self->slot[i].row != REFRAIN_NONE)
      list[n++] = self->slot[i];
  qsort (list, n, sizeof *list, compare_rows);
  return list;
}

void
refrain_requests_clear (RefrainRequests *self)
{
  g_free (self->slot);
  *self = (RefrainRequests){ NULL, 0, 0 };
}
