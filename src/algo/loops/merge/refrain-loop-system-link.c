/* refrain-loop-system-link.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Potential flow becomes links (Ketterlin et al. 2014, III-B.1). A channel has one sender, one
 * receiver and keeps the order, so walking both chains at once gives what the paper's list of
 * constructs in flight gives.
 *
 * Channels with affine numbers may be one and the same for some index: those of one family. They
 * are linked only as far as both sides go through them alike, construct by construct.
 */
#include "config.h"

#include "refrain-loop-system-private.h"

/* The entries of a channel. */
typedef struct
{
  guint64 family;
  gsize from; /* senders */
  gsize to;   /* receivers */
  gsize end;
} Range;

/* Links the senders @a to @end_a with the receivers @b to @end_b of one channel. */
static void
link_channel (RefrainLoopLevel *self, GArray *links, gsize a, gsize end_a, gsize b, gsize end_b)
{
  while (a < end_a && b < end_b)
    {
      const RefrainLoopEntry *from = &self->entry[a];
      const RefrainLoopEntry *to = &self->entry[b];
      const guint64 start = MAX (from->start, to->start);
      const guint64 end = MIN (from->start + from->count, to->start + to->count);

      if (start < end)
        {
          const RefrainLoopLink link
              = { .from = from->item,
                  .to = to->item,
                  .channel = from->port / 2,
                  .regular = end - start == from->count && end - start == to->count,
                  .flow = end - start };

          g_array_append_val (links, link);
        }
      if (from->start + from->count <= end)
        a++;
      if (to->start + to->count <= end)
        b++;
    }
}

/* ---- Families -------------------------------------------------------------------------------- */

static int
compare_ranges (gconstpointer a, gconstpointer b)
{
  const Range *x = a;
  const Range *y = b;

  if (x->family != y->family)
    return x->family < y->family ? -1 : 1;
  return (x->from > y->from) - (x->from < y->from);
}

static int
compare_by_item (gconstpointer a, gconstpointer b)
{
  const RefrainLoopEntry *x = *(const RefrainLoopEntry *const *) a;
  const RefrainLoopEntry *y = *(const RefrainLoopEntry *const *) b;

  if (x->item != y->item)
    return x->item < y->item ? -1 : 1;
  return (x->port > y->port) - (x->port < y->port);
}

/* The entries of some channels, senders' or receivers', in the chain's order. */
static GPtrArray *
list_by_item (const RefrainLoopLevel *self, const Range *range, guint n, gboolean senders)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    for (gsize e = senders ? range[i].from : range[i].to;
         e < (senders ? range[i].to : range[i].end); e++)
      g_ptr_array_add (list, &self->entry[e]);
  g_ptr_array_sort (list, compare_by_item);
  return list;
}

/* The end of the entries of the item that entry @at of @list belongs to. */
static guint
end_of_item (const GPtrArray *list, guint at)
{
  const guint32 item = ((const RefrainLoopEntry *) list->pdata[at])->item;

  while (at < list->len && ((const RefrainLoopEntry *) list->pdata[at])->item == item)
    at++;
  return at;
}

/* Links item by item as long as both exchange equally much on each channel. */
static void
link_family (RefrainLoopLevel *self, GArray *links, const Range *range, guint n)
{
  g_autoptr (GPtrArray) senders = list_by_item (self, range, n, TRUE);
  g_autoptr (GPtrArray) receivers = list_by_item (self, range, n, FALSE);
  guint a = 0;

  /* As long as they agree, both lists have the same entry at the same place. */
  while (a < senders->len && a < receivers->len)
    {
      const guint end = end_of_item (senders, a);

      if (end != end_of_item (receivers, a))
        return;
      for (guint i = a; i < end; i++)
        {
          const RefrainLoopEntry *from = senders->pdata[i];
          const RefrainLoopEntry *to = receivers->pdata[i];

          if (from->port + 1 != to->port || from->count != to->count)
            return;
        }
      for (; a < end; a++)
        {
          const RefrainLoopEntry *from = senders->pdata[a];
          const RefrainLoopLink link = { .from = from->item,
                                         .to = ((RefrainLoopEntry *) receivers->pdata[a])->item,
                                         .channel = from->port / 2,
                                         .regular = TRUE,
                                         .flow = from->count };

          g_array_append_val (links, link);
        }
    }
}

/* ---- Channels -------------------------------------------------------------------------------- */

static GArray *
list_ranges (const RefrainLoopLevel *self)
{
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (Range));
  gsize at = 0;

  while (at < self->n_entries)
    {
      const guint32 channel = self->entry[at].port / 2;
      Range range = { .from = at };

      while (at < self->n_entries && self->entry[at].port == 2 * channel)
        at++;
      range.to = at;
      while (at < self->n_entries && self->entry[at].port == 2 * channel + 1)
        at++;
      range.end = at;
      range.family = refrain_loop_channels_get_family (self->channels, channel);
      if (self->blocked == NULL
          || !g_hash_table_contains (self->blocked, GUINT_TO_POINTER (channel)))
        g_array_append_val (ranges, range);
    }
  if (refrain_loop_channels_get_affine (self->channels))
    g_array_sort (ranges, compare_ranges);
  return ranges;
}

void
refrain_loop_level_make_links (RefrainLoopLevel *self)
{
  g_autoptr (GArray) ranges = list_ranges (self);
  GArray *links = g_array_new (FALSE, FALSE, sizeof (RefrainLoopLink));
  guint end;

  for (guint i = 0; i < ranges->len; i = end)
    {
      const Range *range = &g_array_index (ranges, Range, i);
      const gboolean sync
          = refrain_loop_channels_is_sync (self->channels, self->entry[range->from].port / 2);

      for (end = i + 1;
           end < ranges->len && g_array_index (ranges, Range, end).family == range->family;)
        end++;
      if (end == i + 1 && sync)
        refrain_loop_level_link_sync (self, links, range->from, range->to);
      else if (end == i + 1)
        link_channel (self, links, range->from, range->to, range->to, range->end);
      else if (sync)
        {
          g_autoptr (GPtrArray) list = list_by_item (self, range, end - i, TRUE);

          refrain_loop_level_link_sync_family (self, links, list);
        }
      else
        link_family (self, links, range, end - i);
    }
  self->n_links = links->len;
  self->link = (RefrainLoopLink *) (void *) g_array_free (links, FALSE);
}
