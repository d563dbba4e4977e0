/* refrain-merge-level.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Potential flow becomes links (Ketterlin et al. 2014, III-B.1). A channel has one sender, one
 * receiver and keeps the order, so walking both chains at once gives what the paper's list of
 * constructs in flight gives. Channels with affine numbers may be one and the same for some index:
 * those of one family. They are linked only as far as both sides go through them alike, construct
 * by construct.
 *
 * Collective operations become links, too. All members of a group share one channel, in which each
 * goes through the same operations: so those constructs belong together, whoever stands between
 * them, that begin and end with the same operation. Who does what is all that counts, not how the
 * processes are numbered.
 */
#include "refrain-merge-level.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-search.h"

RefrainMergeLevel *
refrain_merge_level_new (RefrainMergeChannels *channels,
                         guint32 depth,
                         guint32 n_slots,
                         const guint32 *process,
                         GPtrArray **chain)
{
  RefrainMergeLevel *self = g_new0 (RefrainMergeLevel, 1);

  self->channels = channels;
  self->depth = depth;
  self->n_slots = n_slots;
  self->process = g_memdup2 (process, n_slots * sizeof *process);
  self->chain = g_memdup2 (chain, n_slots * sizeof *chain);
  return self;
}

REFRAIN_DEFINE_CLEAR (clear_links,
                      RefrainMergeLevel,
                      refrain_clear (&x->item,
                                     &x->first,
                                     &x->entry,
                                     &x->entry_of,
                                     &x->flow_first,
                                     &x->meets,
                                     &x->link,
                                     &x->incident_first,
                                     &x->incident))

void
refrain_merge_level_free (RefrainMergeLevel *self)
{
  clear_links (self);
  for (guint32 s = 0; s < self->n_slots; s++)
    g_ptr_array_unref (self->chain[s]);
  g_clear_pointer (&self->blocked, g_hash_table_unref);
  refrain_free (self->chain, self->process, self);
}

guint32
refrain_merge_level_find_slot (const RefrainMergeLevel *self, guint32 process)
{
  const gsize at = REFRAIN_LOWER_BOUND (i, 0, self->n_slots, self->process[i] < process);

  return at < self->n_slots && self->process[at] == process ? (guint32) at : REFRAIN_NONE;
}

const RefrainMergeEntry *
refrain_merge_level_find_entry (const RefrainMergeLevel *self, guint32 item, guint32 port)
{
  const RefrainMergeNode *node = self->item[item].node;
  const gsize at = REFRAIN_LOWER_BOUND (i, 0, node->n_flow, node->flow[i].port < port);

  if (at == node->n_flow || node->flow[at].port != port)
    return NULL;
  return &self->entry[self->entry_of[self->flow_first[item] + at]];
}

static void
number_items (RefrainMergeLevel *self)
{
  guint32 n = 0;

  self->first = g_new (guint32, (gsize) self->n_slots + 1);
  for (guint32 s = 0; s < self->n_slots; s++)
    {
      self->first[s] = n;
      n += self->chain[s]->len;
    }
  self->first[self->n_slots] = n;
  self->n_items = n;
  self->item = g_new (RefrainMergeItem, n);
  self->flow_first = g_new (gsize, (gsize) n + 1);
  self->flow_first[0] = 0;
  for (guint32 s = 0; s < self->n_slots; s++)
    for (guint32 i = 0; i < self->chain[s]->len; i++)
      {
        const guint32 at = self->first[s] + i;

        RefrainMergeNode *node = self->chain[s]->pdata[i];

        self->item[at] = (RefrainMergeItem){ .node = node,
                                             .slot = s,
                                             .position = i,
                                             .loop = node->loop,
                                             .can_cut = refrain_merge_node_can_cut (node) };
        self->flow_first[at + 1] = self->flow_first[at] + node->n_flow;
      }
}

/* ---- Entries --------------------------------------------------------------------------------- */

/* The ports of a level's entries, as small numbers in their order. */
typedef struct
{
  gsize n;
  guint32 *port; /* by number; NULL: a port is its own number */
} Ports;

/* Ports are their own numbers where there are not many more of them than entries. */
static Ports
number_ports (const RefrainMergeFlow *flow, gsize n)
{
  Ports ports = { 0 };
  guint32 last = 0;

  for (gsize k = 0; k < n; k++)
    last = MAX (last, flow[k].port);
  if (last / 2 <= n)
    return (Ports){ .n = (gsize) last + 1 };
  ports.port = g_new (guint32, n);
  for (gsize k = 0; k < n; k++)
    ports.port[k] = flow[k].port;
  refrain_sort (ports.port, n, sizeof *ports.port, refrain_compare_uint32);
  for (gsize k = 0; k < n; k++)
    if (ports.n == 0 || ports.port[ports.n - 1] != ports.port[k])
      ports.port[ports.n++] = ports.port[k];
  return ports;
}

static gsize
ports_find (const Ports *self, guint32 port)
{
  return self->port == NULL ? port : REFRAIN_LOWER_BOUND (i, 0, self->n, self->port[i] < port);
}

/* Puts the flows of all items, which are in order of items, in order of ports. O(n) in flows. */
static void
place_entries (RefrainMergeLevel *self, const RefrainMergeFlow *flow)
{
  const Ports ports = number_ports (flow, self->n_entries);
  g_autofree gsize *next = g_new0 (gsize, ports.n + 1);
  gsize at = 0;

  for (gsize k = 0; k < self->n_entries; k++)
    next[ports_find (&ports, flow[k].port) + 1]++;
  for (gsize i = 0; i < ports.n; i++)
    next[i + 1] += next[i];
  for (guint32 i = 0; i < self->n_items; i++)
    for (; at < self->flow_first[i + 1]; at++)
      {
        const gsize e = next[ports_find (&ports, flow[at].port)]++;
        RefrainMergeEntry *entry = &self->entry[e];

        *entry = (RefrainMergeEntry){
          .port = flow[at].port, .item = i, .joint = REFRAIN_NONE, .count = flow[at].count
        };
        /* Those before it on its port are there already. */
        if (e > 0 && entry[-1].port == entry->port
            && entry[-1].item >= self->first[self->item[i].slot])
          entry->start = MIN (entry[-1].start + entry[-1].count, REFRAIN_MERGE_MANY);
        self->entry_of[at] = (guint32) e;
      }
  g_free (ports.port);
}

static void
list_entries (RefrainMergeLevel *self)
{
  g_autofree RefrainMergeFlow *flow = NULL;
  gsize n = 0;

  self->n_entries = self->flow_first[self->n_items];
  self->entry = g_new0 (RefrainMergeEntry, self->n_entries);
  self->entry_of = g_new (guint32, self->n_entries);
  flow = g_new (RefrainMergeFlow, self->n_entries);
  for (guint32 i = 0; i < self->n_items; i++)
    for (guint32 k = 0; n < self->flow_first[i + 1]; k++)
      flow[n++] = self->item[i].node->flow[k];
  if (n > 0)
    place_entries (self, flow);
}

static void
list_incident (RefrainMergeLevel *self)
{
  g_autofree gsize *next = g_new0 (gsize, (gsize) self->n_items + 1);

  self->incident_first = g_new0 (gsize, (gsize) self->n_items + 1);
  self->incident = g_new (guint32, 2 * self->n_links);
  for (gsize i = 0; i < self->n_links; i++)
    {
      self->incident_first[self->link[i].from + 1]++;
      if (self->link[i].to != self->link[i].from)
        self->incident_first[self->link[i].to + 1]++;
    }
  for (guint32 i = 0; i < self->n_items; i++)
    {
      self->incident_first[i + 1] += self->incident_first[i];
      next[i] = self->incident_first[i];
    }
  for (gsize i = 0; i < self->n_links; i++)
    {
      self->incident[next[self->link[i].from]++] = (guint32) i;
      if (self->link[i].to != self->link[i].from)
        self->incident[next[self->link[i].to]++] = (guint32) i;
    }
}

/* ---- Collective operations ------------------------------------------------------------------- */

static guint64
end_of (const RefrainMergeEntry *entry)
{
  return MIN (entry->start + entry->count, REFRAIN_MERGE_MANY);
}

static void
add_link (GArray *links,
          const RefrainMergeEntry *from,
          const RefrainMergeEntry *to,
          gboolean regular)
{
  const RefrainMergeLink link
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
      RefrainMergeEntry *entry = list->pdata[i];

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
    = { REFRAIN_MERGE_MEETS_EVENT, REFRAIN_MERGE_MEETS_LOOP, REFRAIN_MERGE_MEETS_CUTTABLE };

static gboolean
is_of_kind (const RefrainMergeLevel *self, const RefrainMergeEntry *entry, guint8 kind)
{
  const RefrainMergeItem *item = &self->item[entry->item];

  if (kind == REFRAIN_MERGE_MEETS_CUTTABLE)
    return item->can_cut;
  return item->loop == (kind == REFRAIN_MERGE_MEETS_LOOP);
}

/* How many of the rising @numbers are below @limit. */
static guint
count_below (const GArray *numbers, guint64 limit)
{
  return (guint) REFRAIN_LOWER_BOUND (i, 0, numbers->len,
                                      g_array_index (numbers, guint64, i) < limit);
}

/* Tells the items of @list, which is in order of what is the same, of entries of @kind that begin
 * or end elsewhere. */
static void
find_met (RefrainMergeLevel *self, const GPtrArray *list, guint8 kind)
{
  Spans spans = { .start = g_array_new (FALSE, FALSE, sizeof (guint64)),
                  .end = g_array_new (FALSE, FALSE, sizeof (guint64)) };
  guint next;

  for (guint i = 0; i < list->len; i++)
    if (is_of_kind (self, list->pdata[i], kind))
      {
        const RefrainMergeEntry *entry = list->pdata[i];
        const guint64 end = end_of (entry);

        g_array_append_val (spans.start, entry->start);
        g_array_append_val (spans.end, end);
      }
  g_array_sort (spans.end, refrain_compare_uint64);
  for (guint i = 0; i < list->len; i = next)
    {
      const RefrainMergeEntry *first = list->pdata[i];
      guint own = 0;
      guint all;

      for (next = i;
           next < list->len && ((RefrainMergeEntry *) list->pdata[next])->joint == first->joint;
           next++)
        own += is_of_kind (self, list->pdata[next], kind) ? 1 : 0;
      all = count_below (spans.start, end_of (first)) - count_below (spans.end, first->start + 1);
      for (guint k = i; all > own && k < next; k++)
        self->meets[((RefrainMergeEntry *) list->pdata[k])->item] |= kind;
    }
  refrain_unref_arrays (spans.start, spans.end);
}

/* ---- One collective -----------------------------------------------------------------------------
 */

REFRAIN_DEFINE_COMPARE_POINTERS (compare_spans,
                                 RefrainMergeEntry,
                                 REFRAIN_RISING (start) ?: REFRAIN_RISING (count)
                                     ?: REFRAIN_RISING (item))

/* Links the entries from @first to before @end, a collective operation's. Appends to @links the
 * regular ones of each joint in a row, and between joints that overlap one each at least. O(n log
 * n). */
static void
link_sync (RefrainMergeLevel *self, GArray *links, gsize first, gsize end)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  const RefrainMergeEntry *last = NULL; /* of those before, the one that ends last */
  guint next;

  for (gsize e = first; e < end; e++)
    if (self->entry[e].start < REFRAIN_MERGE_MANY && self->entry[e].count > 0)
      g_ptr_array_add (list, &self->entry[e]);
  g_ptr_array_sort (list, compare_spans);
  for (guint i = 0; i < list->len; i = next)
    {
      const RefrainMergeEntry *entry = list->pdata[i];

      for (next = i; next < list->len
                     && ((RefrainMergeEntry *) list->pdata[next])->start == entry->start
                     && ((RefrainMergeEntry *) list->pdata[next])->count == entry->count;)
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

/* ---- Families of collectives
 * -------------------------------------------------------------------------------- */

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

REFRAIN_DEFINE_COMPARE_POINTERS (compare_joints,
                                 RefrainMergeEntry,
                                 REFRAIN_RISING (joint) ?: REFRAIN_RISING (port)
                                     ?: REFRAIN_RISING (item))

/* The same for channels of one family, whose entries @list has by item, then by port: those are
 * joint up to where processes go through them alike. */
static void
link_sync_family (RefrainMergeLevel *self, GArray *links, GPtrArray *list)
{
  g_autoptr (GHashTable) steps = g_hash_table_new_full (hash_step, equal_steps, g_free, NULL);
  guint32 before = 0;
  guint next;

  for (guint i = 0; i < list->len; i = next)
    {
      const RefrainMergeItem *item = &self->item[((RefrainMergeEntry *) list->pdata[i])->item];

      if (i == 0 || item->slot != self->item[((RefrainMergeEntry *) list->pdata[i - 1])->item].slot)
        before = 0;
      for (next = i;
           next < list->len && &self->item[((RefrainMergeEntry *) list->pdata[next])->item] == item;
           next++)
        {
          const RefrainMergeEntry *entry = list->pdata[next];

          before = go_on (steps, before, entry->port, entry->count);
        }
      before = go_on (steps, before, REFRAIN_NONE, 0);
      for (guint k = i; k < next; k++)
        ((RefrainMergeEntry *) list->pdata[k])->joint = before;
    }
  g_ptr_array_sort (list, compare_joints);
  for (guint i = 0; i < list->len; i = next)
    {
      const RefrainMergeEntry *entry = list->pdata[i];
      const guint32 joint = entry->joint;

      for (next = i; next < list->len && ((RefrainMergeEntry *) list->pdata[next])->joint == joint
                     && ((RefrainMergeEntry *) list->pdata[next])->port == entry->port;)
        next++;
      link_joint (list, i, next, next == i + 1 ? REFRAIN_NONE : self->n_joints++, links);
    }
}

/* ---- Messages -------------------------------------------------------------------------------- */

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
link_channel (RefrainMergeLevel *self, GArray *links, gsize a, gsize end_a, gsize b, gsize end_b)
{
  while (a < end_a && b < end_b)
    {
      const RefrainMergeEntry *from = &self->entry[a];
      const RefrainMergeEntry *to = &self->entry[b];
      const guint64 start = MAX (from->start, to->start);
      const guint64 end = MIN (from->start + from->count, to->start + to->count);

      if (start < end)
        {
          const RefrainMergeLink link
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

REFRAIN_DEFINE_COMPARE (compare_ranges, Range, REFRAIN_RISING (family) ?: REFRAIN_RISING (from))

REFRAIN_DEFINE_COMPARE_POINTERS (compare_by_item,
                                 RefrainMergeEntry,
                                 REFRAIN_RISING (item) ?: REFRAIN_RISING (port))

/* The entries of some channels, senders' or receivers', in the chain's order. */
static GPtrArray *
list_by_item (const RefrainMergeLevel *self, const Range *range, guint n, gboolean senders)
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
  const guint32 item = ((const RefrainMergeEntry *) list->pdata[at])->item;

  while (at < list->len && ((const RefrainMergeEntry *) list->pdata[at])->item == item)
    at++;
  return at;
}

/* Links item by item as long as both exchange equally much on each channel. */
static void
link_family (RefrainMergeLevel *self, GArray *links, const Range *range, guint n)
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
          const RefrainMergeEntry *from = senders->pdata[i];
          const RefrainMergeEntry *to = receivers->pdata[i];

          if (from->port + 1 != to->port || from->count != to->count)
            return;
        }
      for (; a < end; a++)
        {
          const RefrainMergeEntry *from = senders->pdata[a];
          const RefrainMergeLink link = { .from = from->item,
                                          .to = ((RefrainMergeEntry *) receivers->pdata[a])->item,
                                          .channel = from->port / 2,
                                          .regular = TRUE,
                                          .flow = from->count };

          g_array_append_val (links, link);
        }
    }
}

/* ---- Channels -------------------------------------------------------------------------------- */

static GArray *
list_ranges (const RefrainMergeLevel *self)
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
      range.family = refrain_merge_channels_get_family (self->channels, channel);
      if (self->blocked == NULL
          || !g_hash_table_contains (self->blocked, GUINT_TO_POINTER (channel)))
        g_array_append_val (ranges, range);
    }
  if (refrain_merge_channels_get_affine (self->channels))
    g_array_sort (ranges, compare_ranges);
  return ranges;
}

static void
make_links (RefrainMergeLevel *self)
{
  g_autoptr (GArray) ranges = list_ranges (self);
  GArray *links = g_array_new (FALSE, FALSE, sizeof (RefrainMergeLink));
  guint end;

  for (guint i = 0; i < ranges->len; i = end)
    {
      const Range *range = &g_array_index (ranges, Range, i);
      const gboolean sync
          = refrain_merge_channels_is_sync (self->channels, self->entry[range->from].port / 2);

      for (end = i + 1;
           end < ranges->len && g_array_index (ranges, Range, end).family == range->family;)
        end++;
      if (end == i + 1 && sync)
        link_sync (self, links, range->from, range->to);
      else if (end == i + 1)
        link_channel (self, links, range->from, range->to, range->to, range->end);
      else if (sync)
        {
          g_autoptr (GPtrArray) list = list_by_item (self, range, end - i, TRUE);

          link_sync_family (self, links, list);
        }
      else
        link_family (self, links, range, end - i);
    }
  self->n_links = links->len;
  self->link = (RefrainMergeLink *) (void *) g_array_free (links, FALSE);
}

/* ---- Levels ---------------------------------------------------------------------------------- */

void
refrain_merge_level_link (RefrainMergeLevel *self)
{
  clear_links (self);
  number_items (self);
  list_entries (self);
  self->meets = g_new0 (guint8, self->n_items);
  self->n_joints = 0;
  make_links (self);
  list_incident (self);
}

GPtrArray *
refrain_merge_level_unroll (const RefrainMergeLevel *self, guint32 item)
{
  const RefrainMergeNode *node = self->item[item].node;
  const guint64 count = refrain_merge_node_get_count (node);
  GPtrArray *parts = refrain_merge_sequence_new ();

  for (guint64 k = 1; k <= count; k++)
    refrain_merge_sequence_unwrap (parts, self->channels, node->body, node->n_body, self->depth, k);
  return parts;
}

void
refrain_merge_level_replace (RefrainMergeLevel *self, GPtrArray **replacement)
{
  for (guint32 s = 0; s < self->n_slots; s++)
    {
      GPtrArray *old = self->chain[s];
      GPtrArray *chain = refrain_merge_sequence_new ();

      for (guint32 i = 0; i < old->len; i++)
        if (replacement[self->first[s] + i] == NULL)
          g_ptr_array_add (chain, g_steal_pointer (&old->pdata[i]));
        else
          {
            g_clear_pointer ((RefrainMergeNode **) &old->pdata[i], refrain_merge_node_unref);
            g_ptr_array_extend_and_steal (chain, replacement[self->first[s] + i]);
          }
      /* What it had it has no more. */
      g_ptr_array_set_free_func (old, NULL);
      g_ptr_array_unref (old);
      self->chain[s] = chain;
    }
  refrain_merge_level_link (self);
}
