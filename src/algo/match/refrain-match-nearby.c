/* refrain-match-nearby.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a member's window may be when the message that should lead to it is not there: between the
 * messages that it exchanged with its neighbours before and after.
 */
#include "config.h"

#include "refrain-match-private.h"

/* So many operations of a neighbour are looked through for such a message, and so many places are
 * tried beside those that the pattern itself takes. */
#define MAX_DISTANCE 1024
#define MAX_PLACES   64

/* The other end, in member @index, of the first message from @element on in direction @step. */
static guint32
find_message (const RefrainMatching *matching,
              const RefrainMatchMember *neighbour,
              gint64 element,
              int step,
              guint32 index)
{
  for (guint i = 0; i < MAX_DISTANCE && element >= 0 && element < (gint64) neighbour->stream->n;
       i++, element += step)
    {
      guint32 position;

      if (neighbour->text[element] != REFRAIN_NONE
          && refrain_matching_get_partner (matching, neighbour, element, &position) == index
          && position != REFRAIN_NONE)
        return position;
    }
  return REFRAIN_NONE;
}

void
refrain_match_find_nearby (const RefrainMatchJudge *judge,
                           const RefrainMatchWindow *windows,
                           const RefrainMatchMember *member,
                           GArray *ranges)
{
  const RefrainMatching *matching = judge->matching;
  guint32 index = member - matching->members;
  gint64 places = MAX_PLACES + 2 * (gint64) member->wanted.m, low = -1, high = G_MAXINT64;
  RefrainMatchRange range;

  for (gsize k = 0; k < member->n_neighbours; k++)
    {
      const RefrainMatchMember *neighbour = &matching->members[member->neighbours[k]];
      const RefrainMatchWindow *window = &windows[neighbour->local];
      guint32 before, behind;

      if (window->member == REFRAIN_NONE || window->n == 0)
        continue;
      before = find_message (matching, neighbour, (gint64) window->first - 1, -1, index);
      behind = find_message (matching, neighbour, (gint64) window->first + window->n, 1, index);
      if (before != REFRAIN_NONE)
        low = MAX (low, (gint64) before + 1 - (gint64) member->wanted.m);
      if (behind != REFRAIN_NONE)
        high = MIN (high, behind);
    }
  if (low < 0 && high == G_MAXINT64)
    return;
  range.low = MAX (low >= 0 ? low : MAX (0, high - places), (gint64) member->floor);
  range.high = MIN (high, range.low + places);
  if (range.low <= range.high)
    g_array_append_val (ranges, range);
}
