/* refrain-beside-bookmarks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bookmarks of one run, with their notes, for another one of the same program.
 */
#include "refrain-beside-bookmarks.h"

RefrainBookmarks *
refrain_bookmarks_move (const RefrainBookmarks *self,
                        const RefrainCounterparts *counterparts,
                        guint side,
                        guint *n_lost)
{
  g_autoptr (GArray) moved = g_array_new (FALSE, FALSE, sizeof (RefrainBookmark));
  gsize n;
  const RefrainBookmark *items = refrain_bookmarks_get (self, &n);

  for (gsize i = 0; i < n; i++)
    {
      RefrainBookmark own = items[i];

      if (!refrain_counterparts_find (counterparts, side, REFRAIN_NONE, items[i].start, &own.start)
          || !refrain_counterparts_find (counterparts, side, REFRAIN_NONE, items[i].end, &own.end))
        continue;
      /* What was selected has other rows there. */
      own.subject = NULL;
      own.end = MAX (own.end, own.start);
      g_array_append_val (moved, own);
    }
  *n_lost = (guint) n - moved->len;
  return refrain_bookmarks_new ((const RefrainBookmark *) (gpointer) moved->data, moved->len);
}
