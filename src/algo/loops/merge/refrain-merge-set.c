/* refrain-merge-set.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A set grows from one loop, the seed. Many seeds share what they exchange with: partners by
 * messages are found but once for each loop, and those by a collective operation once for all loops
 * that take part in the same operations of it, as the seeds of these follow each other.
 */
#include "refrain-merge-set.h"

#include "refrain-compare.h"
#include "refrain-divisor.h"
#include "refrain-free.h"
#include "refrain-search.h"

#define MEMBER     REFRAIN_MERGE_MEMBER
#define CONSTRAINT REFRAIN_MERGE_CONSTRAINT

/* A loop of another process. */
typedef struct
{
  guint32 item;
  guint64 flow; /* messages and collective operations that they exchange */
} Partner;

/* Of a collective's channel: the operations that have been looked through for partners of the set
 * that is being made, and the loops that take part in those that were looked through last. */
typedef struct
{
  guint32 set;   /* the number of the set, below: none of it */
  guint64 start; /* what this set has looked through */
  guint64 end;
  guint64 from; /* what @sharers are of */
  guint64 to;
  GArray *sharers; /* of Partner */
} Collective;

struct _RefrainMergePartners
{
  const RefrainMergeLevel *level;
  GArray **by_messages;    /* by item, NULL: not yet found: of Partner */
  GHashTable *collectives; /* of Collective, by port */
  guint32 set;             /* number of the set that is being made */
  guint32 *member_of;      /* by slot, + 1; 0 throughout between sets */
  guint32 *chosen;         /* by slot: the last choice that took it */
  guint32 n_choices;
};

/* ---- Order ----------------------------------------------------------------------------------- */

static inline int
compare_sizes (guint64 a, guint64 b)
{
  return (a > b) - (a < b);
}

static guint64
count_sent (const RefrainMergeNode *node)
{
  guint64 sent = 0;

  for (guint32 k = 0; k < node->n_flow; k++)
    if (node->flow[k].port % 2 == 0)
      sent += node->flow[k].count;
  return sent;
}

int
refrain_merge_compare_items (const RefrainMergeLevel *level, guint32 a, guint32 b)
{
  const RefrainMergeItem *x = &level->item[a];
  const RefrainMergeItem *y = &level->item[b];
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

/* ---- Partners -------------------------------------------------------------------------------- */

REFRAIN_DEFINE_FREE (clear_collective, Collective, g_array_unref (x->sharers))

RefrainMergePartners *
refrain_merge_partners_new (const RefrainMergeLevel *level)
{
  RefrainMergePartners *self = g_new0 (RefrainMergePartners, 1);

  self->level = level;
  self->by_messages = g_new0 (GArray *, level->n_items);
  self->collectives = g_hash_table_new_full (NULL, NULL, NULL, clear_collective);
  self->member_of = g_new0 (guint32, level->n_slots);
  self->chosen = g_new0 (guint32, level->n_slots);
  return self;
}

void
refrain_merge_partners_free (RefrainMergePartners *self)
{
  for (guint32 i = 0; i < self->level->n_items; i++)
    g_clear_pointer (&self->by_messages[i], g_array_unref);
  g_free (self->by_messages);
  g_hash_table_unref (self->collectives);
  refrain_free (self->member_of, self->chosen, self);
}

REFRAIN_DEFINE_COMPARE (compare_partners, Partner, REFRAIN_RISING (item))

/* The first entry at or after @low that is of a later port, or of @port and not before @item. */
static gsize
find_entry (const RefrainMergeLevel *level, gsize low, guint32 port, guint32 item)
{
  return REFRAIN_LOWER_BOUND (i, low, level->n_entries,
                              level->entry[i].port < port
                                  || (level->entry[i].port == port && level->entry[i].item < item));
}

/* The first of the entries @low to @high, of one port, that is not before @item. */
static gsize
find_item (const RefrainMergeLevel *level, gsize low, gsize high, guint32 item)
{
  return REFRAIN_LOWER_BOUND (i, low, high, level->entry[i].item < item);
}

/* The first of the entries @low to @high of a chain that ends after operation @start. */
static gsize
find_after (const RefrainMergeLevel *level, gsize low, gsize high, guint64 start)
{
  return REFRAIN_LOWER_BOUND (i, low, high, level->entry[i].start + level->entry[i].count <= start);
}

/* The loops that take part in operations of @entry, of all members of the group. */
static void
list_sharers (const RefrainMergeLevel *level, const RefrainMergeEntry *entry, GArray *list)
{
  const guint64 end = entry->start + entry->count;
  const gsize last = find_entry (level, 0, entry->port + 1, 0);
  gsize at = find_entry (level, 0, entry->port, 0);

  while (at < last)
    {
      const guint32 slot = level->item[level->entry[at].item].slot;
      const gsize next = find_item (level, at, last, level->first[slot + 1]);

      for (at = find_after (level, at, next, entry->start);
           at < next && level->entry[at].start < end; at++)
        {
          const RefrainMergeEntry *other = &level->entry[at];
          const Partner partner = { .item = other->item,
                                    .flow = MIN (end, other->start + other->count)
                                            - MAX (entry->start, other->start) };

          if (other->joint != REFRAIN_NONE && level->item[other->item].can_cut)
            g_array_append_val (list, partner);
        }
      at = next;
    }
}

static Collective *
find_collective (RefrainMergePartners *self, guint32 port)
{
  Collective *collective = g_hash_table_lookup (self->collectives, GUINT_TO_POINTER (port));

  if (collective == NULL)
    {
      collective = g_new0 (Collective, 1);
      collective->sharers = g_array_new (FALSE, FALSE, sizeof (Partner));
      g_hash_table_insert (self->collectives, GUINT_TO_POINTER (port), collective);
    }
  return collective;
}

/* Whether this set has looked through the operations of @entry; from now on it has. */
static gboolean
is_seen (const RefrainMergePartners *self, Collective *collective, const RefrainMergeEntry *entry)
{
  const guint64 end = entry->start + entry->count;

  if (collective->set != self->set)
    {
      collective->set = self->set;
      collective->start = entry->start;
      collective->end = end;
      return FALSE;
    }
  if (collective->start <= entry->start && end <= collective->end)
    return TRUE;
  collective->start = MIN (collective->start, entry->start);
  collective->end = MAX (collective->end, end);
  return FALSE;
}

static void
add_partner (const RefrainMergeLevel *level, guint32 item, const Partner *partner, GArray *list)
{
  if (level->item[partner->item].slot != level->item[item].slot)
    g_array_append_vals (list, partner, 1);
}

/* The loops of other members of the group that take part in operations of @entry, unless this set
 * has looked through these. */
static void
list_sync_partners (RefrainMergePartners *self, const RefrainMergeEntry *entry, GArray *list)
{
  Collective *collective = find_collective (self, entry->port);
  const guint64 end = entry->start + entry->count;

  if (is_seen (self, collective, entry))
    return;
  if (collective->from != entry->start || collective->to != end)
    {
      collective->from = entry->start;
      collective->to = end;
      g_array_set_size (collective->sharers, 0);
      list_sharers (self->level, entry, collective->sharers);
    }
  for (guint i = 0; i < collective->sharers->len; i++)
    add_partner (self->level, entry->item, &g_array_index (collective->sharers, Partner, i), list);
}

static void
list_message_partners (const RefrainMergeLevel *level, guint32 item, GArray *list)
{
  for (gsize k = level->incident_first[item]; k < level->incident_first[item + 1]; k++)
    {
      const RefrainMergeLink *link = &level->link[level->incident[k]];
      const Partner partner
          = { .item = link->from == item ? link->to : link->from, .flow = link->flow };

      if (!refrain_merge_channels_is_sync (level->channels, link->channel)
          && level->item[partner.item].can_cut)
        add_partner (level, item, &partner, list);
    }
}

/* Most messages first. */
static int
compare_best (gconstpointer a, gconstpointer b, gpointer data)
{
  const RefrainMergeLevel *level = data;
  const Partner *x = a;
  const Partner *y = b;

  if (x->flow != y->flow)
    return x->flow > y->flow ? -1 : 1;
  return refrain_merge_compare_items (level, x->item, y->item);
}

/* Adds up what is exchanged with each of @partners and leaves, of each slot, the one that most is
 * exchanged with; most first. */
static void
choose_best (RefrainMergePartners *self, GArray *partners)
{
  const RefrainMergeLevel *level = self->level;
  Partner *partner = (Partner *) (void *) partners->data;
  guint n = 0, kept = 0;

  g_array_sort (partners, compare_partners);
  for (guint i = 0; i < partners->len; i++)
    if (n > 0 && partner[n - 1].item == partner[i].item)
      partner[n - 1].flow += partner[i].flow;
    else
      partner[n++] = partner[i];
  g_array_set_size (partners, n);
  g_array_sort_with_data (partners, compare_best, (gpointer) level);
  self->n_choices++;
  for (guint i = 0; i < n; i++)
    {
      guint32 *chosen = &self->chosen[level->item[partner[i].item].slot];

      if (*chosen != self->n_choices)
        partner[kept++] = partner[i];
      *chosen = self->n_choices;
    }
  g_array_set_size (partners, kept);
}

/* ---- Which loops belong together ------------------------------------------------------------- */

static void
add_member (RefrainMergeSet *self, guint32 item)
{
  const RefrainMergeMember member = { .item = item,
                                      .slot = self->level->item[item].slot,
                                      .loop = self->level->item[item].node,
                                      .cut = { .n = 1 } };

  g_array_append_val (self->members, member);
  self->partners->member_of[member.slot] = self->members->len;
}

/* The loops that @item exchanges most with, one of each process, most first: by messages, and by
 * collective operations that this set has not yet looked through. Where there are only messages,
 * that is found but once. */
static GArray *
find_partners (RefrainMergePartners *self, guint32 item)
{
  const RefrainMergeLevel *level = self->level;
  GArray *partners = g_array_new (FALSE, FALSE, sizeof (Partner));

  for (gsize k = level->flow_first[item]; k < level->flow_first[item + 1]; k++)
    {
      const RefrainMergeEntry *entry = &level->entry[level->entry_of[k]];

      if (entry->joint != REFRAIN_NONE)
        list_sync_partners (self, entry, partners);
    }
  if (partners->len == 0 && self->by_messages[item] != NULL)
    {
      g_array_unref (partners);
      return g_array_ref (self->by_messages[item]);
    }
  if (partners->len == 0)
    self->by_messages[item] = g_array_ref (partners);
  list_message_partners (level, item, partners);
  choose_best (self, partners);
  return partners;
}

/* Adds, for each process that is not yet in, the loop that member @of exchanges most with. */
static void
add_partners (RefrainMergeSet *self, guint32 of)
{
  g_autoptr (GArray) partners = find_partners (self->partners, MEMBER (self, of)->item);

  for (guint i = 0; i < partners->len; i++)
    {
      const guint32 item = g_array_index (partners, Partner, i).item;

      if (self->partners->member_of[self->level->item[item].slot] == 0 && !self->excluded[item])
        add_member (self, item);
    }
}

/* ---- What must hold between them ------------------------------------------------------------- */

static guint64
each_iteration (const RefrainMergeMember *member, guint32 port)
{
  return refrain_merge_node_get_flow (member->loop, port)
         / refrain_merge_node_get_count (member->loop);
}

/* The member that @port of member @m leads to, or REFRAIN_NONE: the receiver or, of a collective
 * operation, the one that takes part before it; @last has the last member of each such. */
static guint32
find_other (const RefrainMergeSet *self, guint32 m, guint32 port, GHashTable *last)
{
  const RefrainMergeLevel *level = self->level;
  guint32 slot;

  if (port % 2 == 1
      || (level->blocked != NULL
          && g_hash_table_contains (level->blocked, GUINT_TO_POINTER (port / 2))))
    return REFRAIN_NONE;
  if (refrain_merge_channels_is_sync (level->channels, port / 2))
    {
      const guint before = GPOINTER_TO_UINT (g_hash_table_lookup (last, GUINT_TO_POINTER (port)));

      g_hash_table_insert (last, GUINT_TO_POINTER (port), GUINT_TO_POINTER (m + 1));
      return before == 0 ? REFRAIN_NONE : before - 1;
    }
  slot = refrain_merge_level_find_slot (
      level, refrain_merge_channels_get_destination (level->channels, port / 2));
  if (slot == REFRAIN_NONE || slot == MEMBER (self, m)->slot
      || self->partners->member_of[slot] == 0)
    return REFRAIN_NONE;
  return self->partners->member_of[slot] - 1;
}

/* By members, as these came in, not by channels. */
static int
compare_constraints (gconstpointer a, gconstpointer b)
{
  const RefrainMergeConstraint *x = a;
  const RefrainMergeConstraint *y = b;
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
list_constraints (RefrainMergeSet *self)
{
  const RefrainMergeLevel *level = self->level;
  g_autoptr (GHashTable) last = g_hash_table_new (NULL, NULL);

  for (guint32 m = 0; m < self->members->len; m++)
    {
      const RefrainMergeMember *from = MEMBER (self, m);

      for (guint32 k = 0; k < from->loop->n_flow; k++)
        {
          const guint32 port = from->loop->flow[k].port;
          const guint32 other = find_other (self, m, port, last);
          const RefrainMergeEntry *entry;
          RefrainMergeConstraint constraint = { .from = m, .port = port, .to = other };

          if (other == REFRAIN_NONE)
            continue;
          constraint.port_to
              = refrain_merge_channels_is_sync (level->channels, port / 2) ? port : port + 1;
          entry = refrain_merge_level_find_entry (level, MEMBER (self, other)->item,
                                                  constraint.port_to);
          if (entry == NULL)
            continue;
          constraint.start_to = entry->start;
          constraint.start_from = refrain_merge_level_find_entry (level, from->item, port)->start;
          constraint.each_from = each_iteration (from, port);
          constraint.each_to = each_iteration (MEMBER (self, other), constraint.port_to);
          g_array_append_val (self->constraints, constraint);
        }
    }
  g_array_sort (self->constraints, compare_constraints);
}

static void
list_of_members (RefrainMergeSet *self)
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
set_rate (RefrainMergeSet *self, guint32 other, guint64 messages, guint64 each)
{
  const guint64 factor = each / refrain_find_divisor (messages, each);
  const guint64 rate = messages / refrain_find_divisor (messages, each);

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
follow (RefrainMergeSet *self, guint32 m, const RefrainMergeConstraint *constraint, guint32 *bad)
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
refrain_merge_set_find_rates (RefrainMergeSet *self, guint32 *bad)
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
        const RefrainMergeConstraint *constraint = CONSTRAINT (self, self->list[k]);
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

RefrainMergeSet *
refrain_merge_set_new (RefrainMergePartners *partners, guint32 seed, const gboolean *excluded)
{
  RefrainMergeSet *self = g_new0 (RefrainMergeSet, 1);

  self->partners = partners;
  self->level = partners->level;
  self->excluded = excluded;
  self->members = g_array_new (FALSE, FALSE, sizeof (RefrainMergeMember));
  self->constraints = g_array_new (FALSE, FALSE, sizeof (RefrainMergeConstraint));
  partners->set++;
  add_member (self, seed);
  for (guint32 m = 0; m < self->members->len; m++)
    add_partners (self, m);
  list_constraints (self);
  list_of_members (self);
  return self;
}

void
refrain_merge_set_free (RefrainMergeSet *self)
{
  for (guint32 m = 0; m < self->members->len; m++)
    self->partners->member_of[MEMBER (self, m)->slot] = 0;
  refrain_unref_arrays (self->members, self->constraints);
  refrain_free (self->first, self->list, self);
}
