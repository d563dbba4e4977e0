/* refrain-loop-merge-set.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-loop-merge-set.h"

#define MEMBER(self, i)     (&g_array_index ((self)->members, RefrainLoopMember, i))
#define CONSTRAINT(self, i) (&g_array_index ((self)->constraints, RefrainLoopConstraint, i))

/* ---- Order ----------------------------------------------------------------------------------- */

static int
compare_sizes (guint64 a, guint64 b)
{
  return (a > b) - (a < b);
}

static guint64
count_sent (const RefrainLoopNode *node)
{
  guint64 sent = 0;

  for (guint32 k = 0; k < node->n_flow; k++)
    if (node->flow[k].port % 2 == 0)
      sent += node->flow[k].count;
  return sent;
}

int
refrain_loop_set_compare (const RefrainLoopLevel *level, guint32 a, guint32 b)
{
  const RefrainLoopItem *x = &level->item[a];
  const RefrainLoopItem *y = &level->item[b];
  const int by[] = {
    compare_sizes (x->position, y->position),
    compare_sizes (x->node->size, y->node->size),
    compare_sizes (x->node->n_body, y->node->n_body),
    compare_sizes (x->node->n_flow, y->node->n_flow),
    compare_sizes (count_sent (y->node), count_sent (x->node)),
    compare_sizes (level->chain[x->slot]->len, level->chain[y->slot]->len),
  };

  for (guint i = 0; i < G_N_ELEMENTS (by); i++)
    if (by[i] != 0)
      return by[i];
  return compare_sizes (a, b);
}

/* ---- Which loops belong together ------------------------------------------------------------- */

typedef struct
{
  guint32 item;
  guint64 flow;
} Partner;

static int
compare_partners (gconstpointer a, gconstpointer b)
{
  const Partner *x = a;
  const Partner *y = b;

  return (x->item > y->item) - (x->item < y->item);
}

/* Which operations of a collective's channel have been looked through for partners. */
typedef struct
{
  guint64 start;
  guint64 end;
} Seen;

static void
add_partner (const RefrainLoopLevel *level, guint32 item, guint32 other, guint64 flow, GArray *list)
{
  const Partner partner = { .item = other, .flow = flow };

  if (level->item[other].slot != level->item[item].slot
      && refrain_loop_node_can_cut (level->item[other].node))
    g_array_append_val (list, partner);
}

/* The first entry at or after @low that is of a later port, or of @port and not before @item. */
static gsize
find_entry (const RefrainLoopLevel *level, gsize low, guint32 port, guint32 item)
{
  gsize high = level->n_entries;

  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;
      const RefrainLoopEntry *entry = &level->entry[middle];

      if (entry->port < port || (entry->port == port && entry->item < item))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The first of the entries @low to @high of a chain that ends after operation @start. */
static gsize
find_after (const RefrainLoopLevel *level, gsize low, gsize high, guint64 start)
{
  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (level->entry[middle].start + level->entry[middle].count <= start)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The loops of other members of the group that take part in operations of @entry. */
static void
list_sync_partners (const RefrainLoopLevel *level, const RefrainLoopEntry *entry, GArray *list)
{
  const guint64 end = entry->start + entry->count;
  gsize at = find_entry (level, 0, entry->port, 0);

  while (at < level->n_entries && level->entry[at].port == entry->port)
    {
      const guint32 slot = level->item[level->entry[at].item].slot;
      const gsize next = find_entry (level, at, entry->port, level->first[slot + 1]);

      for (at = find_after (level, at, next, entry->start);
           at < next && level->entry[at].start < end; at++)
        if (level->entry[at].joint != REFRAIN_NONE)
          {
            const RefrainLoopEntry *other = &level->entry[at];

            add_partner (level, entry->item, other->item,
                         MIN (end, other->start + other->count) - MAX (entry->start, other->start),
                         list);
          }
      at = next;
    }
}

/* Whether the operations of @entry have been looked through; from now on they have. */
static gboolean
is_seen (GHashTable *seen, const RefrainLoopEntry *entry)
{
  const guint64 end = entry->start + entry->count;
  Seen *known = g_hash_table_lookup (seen, GUINT_TO_POINTER (entry->port));

  if (known == NULL)
    {
      known = g_new (Seen, 1);
      *known = (Seen){ entry->start, end };
      g_hash_table_insert (seen, GUINT_TO_POINTER (entry->port), known);
      return FALSE;
    }
  if (known->start <= entry->start && end <= known->end)
    return TRUE;
  known->start = MIN (known->start, entry->start);
  known->end = MAX (known->end, end);
  return FALSE;
}

/* The loops @item exchanges messages with, and how many; by item. */
static GArray *
list_partners (const RefrainLoopLevel *level, guint32 item, GHashTable *seen)
{
  GArray *partners = g_array_new (FALSE, FALSE, sizeof (Partner));
  guint n = 0;

  for (gsize k = level->incident_first[item]; k < level->incident_first[item + 1]; k++)
    {
      const RefrainLoopLink *link = &level->link[level->incident[k]];

      if (!refrain_loop_channels_is_sync (level->channels, link->channel))
        add_partner (level, item, link->from == item ? link->to : link->from, link->flow, partners);
    }
  for (gsize k = level->flow_first[item]; k < level->flow_first[item + 1]; k++)
    {
      const RefrainLoopEntry *entry = &level->entry[level->entry_of[k]];

      if (entry->joint != REFRAIN_NONE && !is_seen (seen, entry))
        list_sync_partners (level, entry, partners);
    }
  g_array_sort (partners, compare_partners);
  for (guint i = 0; i < partners->len; i++)
    {
      const Partner *partner = &g_array_index (partners, Partner, i);

      if (n > 0 && g_array_index (partners, Partner, n - 1).item == partner->item)
        g_array_index (partners, Partner, n - 1).flow += partner->flow;
      else
        g_array_index (partners, Partner, n++) = *partner;
    }
  g_array_set_size (partners, n);
  return partners;
}

static void
add_member (RefrainLoopSet *self, guint32 item)
{
  const RefrainLoopMember member = { .item = item,
                                     .slot = self->level->item[item].slot,
                                     .loop = self->level->item[item].node,
                                     .cut = { .n = 1 } };

  g_array_append_val (self->members, member);
  self->member_of[member.slot] = self->members->len;
}

/* Most messages first. */
static int
compare_best (gconstpointer a, gconstpointer b, gpointer data)
{
  const RefrainLoopLevel *level = data;
  const Partner *x = a;
  const Partner *y = b;

  if (x->flow != y->flow)
    return x->flow > y->flow ? -1 : 1;
  return refrain_loop_set_compare (level, x->item, y->item);
}

/* Adds, for each process that is not yet in, the loop that member @of exchanges most with. */
static void
add_partners (RefrainLoopSet *self, guint32 of, GHashTable *seen)
{
  g_autoptr (GArray) partners = list_partners (self->level, MEMBER (self, of)->item, seen);
  g_autoptr (GHashTable) slots = g_hash_table_new (NULL, NULL);

  g_array_sort_with_data (partners, compare_best, (gpointer) self->level);
  for (guint i = 0; i < partners->len; i++)
    {
      const guint32 item = g_array_index (partners, Partner, i).item;

      const guint32 slot = self->level->item[item].slot;

      if (g_hash_table_add (slots, GUINT_TO_POINTER (slot)) && self->member_of[slot] == 0
          && !self->excluded[item])
        add_member (self, item);
    }
}

/* ---- What must hold between them ------------------------------------------------------------- */

static guint64
each_iteration (const RefrainLoopMember *member, guint32 port)
{
  return refrain_loop_node_get_flow (member->loop, port)
         / refrain_loop_node_get_count (member->loop);
}

/* The member that @port of member @m leads to, or REFRAIN_NONE: the receiver or, of a collective
 * operation, the one that takes part before it; @last has the last member of each such. */
static guint32
find_other (const RefrainLoopSet *self, guint32 m, guint32 port, GHashTable *last)
{
  const RefrainLoopLevel *level = self->level;
  guint32 slot;

  if (port % 2 == 1
      || (level->blocked != NULL
          && g_hash_table_contains (level->blocked, GUINT_TO_POINTER (port / 2))))
    return REFRAIN_NONE;
  if (refrain_loop_channels_is_sync (level->channels, port / 2))
    {
      const guint before = GPOINTER_TO_UINT (g_hash_table_lookup (last, GUINT_TO_POINTER (port)));

      g_hash_table_insert (last, GUINT_TO_POINTER (port), GUINT_TO_POINTER (m + 1));
      return before == 0 ? REFRAIN_NONE : before - 1;
    }
  slot = refrain_loop_level_find_slot (
      level, refrain_loop_channels_get_destination (level->channels, port / 2));
  if (slot == REFRAIN_NONE || slot == MEMBER (self, m)->slot || self->member_of[slot] == 0)
    return REFRAIN_NONE;
  return self->member_of[slot] - 1;
}

/* By members, as these came in, not by channels. */
static int
compare_constraints (gconstpointer a, gconstpointer b)
{
  const RefrainLoopConstraint *x = a;
  const RefrainLoopConstraint *y = b;
  const int by[] = {
    compare_sizes (MAX (x->from, x->to), MAX (y->from, y->to)),
    compare_sizes (MIN (x->from, x->to), MIN (y->from, y->to)),
    compare_sizes (x->from, y->from),
    compare_sizes (x->start_from, y->start_from),
    compare_sizes (x->start_to, y->start_to),
    compare_sizes (x->each_from, y->each_from),
    compare_sizes (x->each_to, y->each_to),
  };

  for (guint i = 0; i < G_N_ELEMENTS (by); i++)
    if (by[i] != 0)
      return by[i];
  return compare_sizes (x->port, y->port);
}

static void
list_constraints (RefrainLoopSet *self)
{
  const RefrainLoopLevel *level = self->level;
  g_autoptr (GHashTable) last = g_hash_table_new (NULL, NULL);

  for (guint32 m = 0; m < self->members->len; m++)
    {
      const RefrainLoopMember *from = MEMBER (self, m);

      for (guint32 k = 0; k < from->loop->n_flow; k++)
        {
          const guint32 port = from->loop->flow[k].port;
          const guint32 other = find_other (self, m, port, last);
          const RefrainLoopEntry *entry;
          RefrainLoopConstraint constraint = { .from = m, .port = port, .to = other };

          if (other == REFRAIN_NONE)
            continue;
          constraint.port_to
              = refrain_loop_channels_is_sync (level->channels, port / 2) ? port : port + 1;
          entry = refrain_loop_level_find_entry (level, MEMBER (self, other)->item,
                                                 constraint.port_to);
          if (entry == NULL)
            continue;
          constraint.start_to = entry->start;
          constraint.start_from = refrain_loop_level_find_entry (level, from->item, port)->start;
          constraint.each_from = each_iteration (from, port);
          constraint.each_to = each_iteration (MEMBER (self, other), constraint.port_to);
          g_array_append_val (self->constraints, constraint);
        }
    }
  g_array_sort (self->constraints, compare_constraints);
}

static void
list_of_members (RefrainLoopSet *self)
{
  guint32 *first = g_new0 (guint32, (gsize) self->members->len + 1);
  guint32 *list = g_new (guint32, 2 * (gsize) self->constraints->len);
  g_autofree guint32 *next = g_new0 (guint32, self->members->len);

  for (guint c = 0; c < self->constraints->len; c++)
    {
      first[CONSTRAINT (self, c)->from + 1]++;
      first[CONSTRAINT (self, c)->to + 1]++;
    }
  for (guint m = 0; m < self->members->len; m++)
    {
      first[m + 1] += first[m];
      next[m] = first[m];
    }
  for (guint c = 0; c < self->constraints->len; c++)
    {
      list[next[CONSTRAINT (self, c)->from]++] = c;
      list[next[CONSTRAINT (self, c)->to]++] = c;
    }
  self->first = first;
  self->list = list;
}

/* Gives @other the rate at which it receives what is sent, or sends what is received, all rates
 * multiplied where that takes a fraction. FALSE where numbers become too large. */
static gboolean
set_rate (RefrainLoopSet *self, guint32 other, guint64 messages, guint64 each)
{
  const guint64 factor = each / refrain_loop_greatest_divisor (messages, each);
  const guint64 rate = messages / refrain_loop_greatest_divisor (messages, each);

  MEMBER (self, other)->rate = rate;
  if (factor > G_MAXINT32 || rate > G_MAXINT32)
    return FALSE;
  for (guint i = 0; factor > 1 && i < self->members->len; i++)
    if (i != other && (MEMBER (self, i)->rate *= factor) > G_MAXINT32)
      return FALSE;
  return TRUE;
}

/* Follows one constraint of member @m. FALSE, with the member that does not fit in @bad. */
static gboolean
follow (RefrainLoopSet *self, guint32 m, const RefrainLoopConstraint *constraint, guint32 *bad)
{
  const gboolean sends = constraint->from == m;
  const guint32 other = sends ? constraint->to : constraint->from;
  const guint64 mine = sends ? constraint->each_from : constraint->each_to;
  const guint64 its = sends ? constraint->each_to : constraint->each_from;

  *bad = MAX (m, other);
  if (mine > G_MAXINT32 || its > G_MAXINT32)
    return FALSE;
  if (MEMBER (self, other)->rate == 0)
    return set_rate (self, other, MEMBER (self, m)->rate * mine, its);
  return MEMBER (self, m)->rate * mine == MEMBER (self, other)->rate * its;
}

gboolean
refrain_loop_set_find_rates (RefrainLoopSet *self, guint32 *bad)
{
  g_autofree guint32 *queue = g_new (guint32, self->members->len);
  g_autofree gboolean *queued = g_new0 (gboolean, self->members->len);
  guint32 tail = 0;

  MEMBER (self, 0)->rate = 1;
  queued[0] = TRUE;
  queue[tail++] = 0;
  for (guint32 head = 0; head < tail; head++)
    for (guint32 k = self->first[queue[head]]; k < self->first[queue[head] + 1]; k++)
      {
        const RefrainLoopConstraint *constraint = CONSTRAINT (self, self->list[k]);
        const guint32 other = constraint->from == queue[head] ? constraint->to : constraint->from;

        if (!follow (self, queue[head], constraint, bad))
          return FALSE;
        if (!queued[other])
          queue[tail++] = other;
        queued[other] = TRUE;
      }
  for (*bad = 0; *bad < self->members->len; (*bad)++)
    if (!queued[*bad])
      return FALSE;
  return TRUE;
}

/* ---- Sets ------------------------------------------------------------------------------------ */

RefrainLoopSet *
refrain_loop_set_new (const RefrainLoopLevel *level, guint32 seed, const gboolean *excluded)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  RefrainLoopSet *self = g_new0 (RefrainLoopSet, 1);

  self->level = level;
  self->excluded = excluded;
  self->members = g_array_new (FALSE, FALSE, sizeof (RefrainLoopMember));
  self->constraints = g_array_new (FALSE, FALSE, sizeof (RefrainLoopConstraint));
  self->member_of = g_new0 (guint32, level->n_slots);
  add_member (self, seed);
  for (guint32 m = 0; m < self->members->len; m++)
    add_partners (self, m, seen);
  list_constraints (self);
  list_of_members (self);
  return self;
}

void
refrain_loop_set_free (RefrainLoopSet *self)
{
  g_array_unref (self->members);
  g_array_unref (self->constraints);
  g_free (self->member_of);
  g_free (self->first);
  g_free (self->list);
  g_free (self);
}
