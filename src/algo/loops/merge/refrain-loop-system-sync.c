/* refrain-loop-system-sync.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Collective operations become links. All members of a group share one channel, in which each goes
 * through the same operations: so those constructs belong together, whoever stands between them,
 * that begin and end with the same operation. Who does what is all that counts, not how the
 * processes are numbered.
 */
#include "config.h"

#include "refrain-loop-system-private.h"

static guint64
end_of (const RefrainLoopEntry *entry)
{
  return MIN (entry->start + entry->count, REFRAIN_LOOP_MANY);
}

static void
add_link (GArray *links, const RefrainLoopEntry *from, const RefrainLoopEntry *to, gboolean regular)
{
  const RefrainLoopLink link
      = { .from = from->item,
          .to = to->item,
          .channel = from->port / 2,
          .regular = regular,
          .flow = regular ? from->count : MIN (end_of (from), end_of (to)) - to->start };

  g_array_append_val (links, link);
}

/* Links the entries @first to @end of @list, which are the same operations, one to the next. */
static void
link_joint (GPtrArray *list, guint first, guint end, guint32 joint, GArray *links)
{
  for (guint i = first; i < end; i++)
    {
      RefrainLoopEntry *entry = list->pdata[i];

      entry->joint = joint;
      if (i > first)
        add_link (links, list->pdata[i - 1], entry, TRUE);
    }
}

/* ---- What overlaps --------------------------------------------------------------------------- */

/* Where the entries of one kind begin and end, each rising. */
typedef struct
{
  GArray *start;
  GArray *end;
} Spans;

static const guint8 spans_kind[]
    = { REFRAIN_LOOP_MEETS_EVENT, REFRAIN_LOOP_MEETS_LOOP, REFRAIN_LOOP_MEETS_CUTTABLE };

static gboolean
is_of_kind (const RefrainLoopLevel *self, const RefrainLoopEntry *entry, guint8 kind)
{
  const RefrainLoopNode *node = self->item[entry->item].node;

  if (kind == REFRAIN_LOOP_MEETS_CUTTABLE)
    return refrain_loop_node_can_cut (node);
  return node->loop == (kind == REFRAIN_LOOP_MEETS_LOOP);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const guint64 x = *(const guint64 *) a;
  const guint64 y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

/* How many of the rising @numbers are below @limit. */
static guint
count_below (const GArray *numbers, guint64 limit)
{
  guint low = 0;
  guint high = numbers->len;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (g_array_index (numbers, guint64, middle) < limit)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Tells the items of @list, which is in order of what is the same, of entries of @kind that begin
 * or end elsewhere. */
static void
find_met (RefrainLoopLevel *self, const GPtrArray *list, guint8 kind)
{
  Spans spans = { .start = g_array_new (FALSE, FALSE, sizeof (guint64)),
                  .end = g_array_new (FALSE, FALSE, sizeof (guint64)) };
  guint next;

  for (guint i = 0; i < list->len; i++)
    if (is_of_kind (self, list->pdata[i], kind))
      {
        const RefrainLoopEntry *entry = list->pdata[i];
        const guint64 end = end_of (entry);

        g_array_append_val (spans.start, entry->start);
        g_array_append_val (spans.end, end);
      }
  g_array_sort (spans.end, compare_numbers);
  for (guint i = 0; i < list->len; i = next)
    {
      const RefrainLoopEntry *first = list->pdata[i];
      guint own = 0;
      guint all;

      for (next = i;
           next < list->len && ((RefrainLoopEntry *) list->pdata[next])->joint == first->joint;
           next++)
        own += is_of_kind (self, list->pdata[next], kind) ? 1 : 0;
      all = count_below (spans.start, end_of (first)) - count_below (spans.end, first->start + 1);
      for (guint k = i; all > own && k < next; k++)
        self->meets[((RefrainLoopEntry *) list->pdata[k])->item] |= kind;
    }
  g_array_unref (spans.start);
  g_array_unref (spans.end);
}

/* ---- One channel ----------------------------------------------------------------------------- */

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const RefrainLoopEntry *x = *(const RefrainLoopEntry *const *) a;
  const RefrainLoopEntry *y = *(const RefrainLoopEntry *const *) b;

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  if (x->count != y->count)
    return x->count < y->count ? -1 : 1;
  return (x->item > y->item) - (x->item < y->item);
}

void
refrain_loop_level_link_sync (RefrainLoopLevel *self, GArray *links, gsize first, gsize end)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  const RefrainLoopEntry *last = NULL; /* of those before, the one that ends last */
  guint next;

  for (gsize e = first; e < end; e++)
    if (self->entry[e].start < REFRAIN_LOOP_MANY && self->entry[e].count > 0)
      g_ptr_array_add (list, &self->entry[e]);
  g_ptr_array_sort (list, compare_spans);
  for (guint i = 0; i < list->len; i = next)
    {
      const RefrainLoopEntry *entry = list->pdata[i];

      for (next = i; next < list->len
                     && ((RefrainLoopEntry *) list->pdata[next])->start == entry->start
                     && ((RefrainLoopEntry *) list->pdata[next])->count == entry->count;)
        next++;
      link_joint (list, i, next, self->n_joints++, links);
      if (last != NULL && end_of (last) > entry->start)
        add_link (links, last, entry, FALSE);
      if (last == NULL || end_of (entry) > end_of (last))
        last = entry;
    }
  for (guint k = 0; k < G_N_ELEMENTS (spans_kind); k++)
    find_met (self, list, spans_kind[k]);
}

/* ---- Families -------------------------------------------------------------------------------- */

/* What a process has gone through so far, and what comes next. */
typedef struct
{
  guint32 before; /* number of what came before */
  guint32 port;   /* or REFRAIN_NONE: the end of a construct */
  guint64 count;
} Step;

static guint
hash_step (gconstpointer data)
{
  const Step *step = data;

  return (step->before * 31 + step->port) * 31 + (guint) (step->count ^ step->count >> 32);
}

static gboolean
equal_steps (gconstpointer a, gconstpointer b)
{
  const Step *x = a;
  const Step *y = b;

  return x->before == y->before && x->port == y->port && x->count == y->count;
}

/* The number of what comes after @before, from 1. */
static guint32
go_on (GHashTable *steps, guint32 before, guint32 port, guint64 count)
{
  const Step step = { before, port, count };
  guint32 known = GPOINTER_TO_UINT (g_hash_table_lookup (steps, &step));

  if (known == 0)
    {
      known = g_hash_table_size (steps) + 1;
      g_hash_table_insert (steps, g_memdup2 (&step, sizeof step), GUINT_TO_POINTER (known));
    }
  return known;
}

static int
compare_joints (gconstpointer a, gconstpointer b)
{
  const RefrainLoopEntry *x = *(const RefrainLoopEntry *const *) a;
  const RefrainLoopEntry *y = *(const RefrainLoopEntry *const *) b;

  if (x->joint != y->joint)
    return x->joint < y->joint ? -1 : 1;
  if (x->port != y->port)
    return x->port < y->port ? -1 : 1;
  return (x->item > y->item) - (x->item < y->item);
}

void
refrain_loop_level_link_sync_family (RefrainLoopLevel *self, GArray *links, GPtrArray *list)
{
  g_autoptr (GHashTable) steps = g_hash_table_new_full (hash_step, equal_steps, g_free, NULL);
  guint32 before = 0;
  guint next;

  for (guint i = 0; i < list->len; i = next)
    {
      const RefrainLoopItem *item = &self->item[((RefrainLoopEntry *) list->pdata[i])->item];

      if (i == 0 || item->slot != self->item[((RefrainLoopEntry *) list->pdata[i - 1])->item].slot)
        before = 0;
      for (next = i;
           next < list->len && &self->item[((RefrainLoopEntry *) list->pdata[next])->item] == item;
           next++)
        {
          const RefrainLoopEntry *entry = list->pdata[next];

          before = go_on (steps, before, entry->port, entry->count);
        }
      before = go_on (steps, before, REFRAIN_NONE, 0);
      for (guint k = i; k < next; k++)
        ((RefrainLoopEntry *) list->pdata[k])->joint = before;
    }
  g_ptr_array_sort (list, compare_joints);
  for (guint i = 0; i < list->len; i = next)
    {
      const RefrainLoopEntry *entry = list->pdata[i];
      const guint32 joint = entry->joint;

      for (next = i; next < list->len && ((RefrainLoopEntry *) list->pdata[next])->joint == joint
                     && ((RefrainLoopEntry *) list->pdata[next])->port == entry->port;)
        next++;
      link_joint (list, i, next, next == i + 1 ? REFRAIN_NONE : self->n_joints++, links);
    }
}
