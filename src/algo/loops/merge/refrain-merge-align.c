/* refrain-merge-align.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Regularisation (Ketterlin et al. 2014, III-B.2). The paper cuts one loop at one link at a time;
 * here a set of loops, one of each process, is cut at once, at the least place at or after all
 * their starts where no message between them is under way. Where one loop starts at another's
 * iteration that is splitting, where it starts within one it is shifting, and it cannot chase its
 * own tail around a cycle of processes.
 */
#include "config.h"

#include "refrain-merge-align.h"

#include "refrain-search.h"

/* How many loops that stand against all others are left out of a set. */
#define MAX_ATTEMPTS 16
/* How often a level is gone through. */
#define MAX_PASSES 64
/* How many constructs a level may grow to: GROWTH times as many as it had, and some more. */
#define GROWTH      8
#define GROWTH_BASE 1024
/* How often the loops of one set may be cut anew, for each of them. */
#define MAX_ADVANCES 64
/* A loop that has fewer iterations than this may be taken apart to one iteration at a time. */
#define FEW 8
/* ... and terms. */
#define SHORT 32

#define MEMBER(self, i)     (&g_array_index ((self)->members, Member, i))
#define CONSTRAINT(self, i) (&g_array_index ((self)->constraints, Constraint, i))

/* A loop to be cut. */
typedef struct
{
  guint32 item;
  guint32 slot;
  const RefrainMergeNode *loop;
  RefrainMergeCut cut;
  guint64 rate;     /* iterations for each one of the loop they are to become */
  guint64 rotated;  /* iterations there are from the cut on, as shifted */
  guint64 take;     /* ... that become part of it */
  guint32 absorbed; /* constructs after the loop that complete its last iteration */
} Member;

static inline int
compare_sizes (guint64 a, guint64 b)
{
  return (a > b) - (a < b);
}

/* A channel between two of them; of a collective operation, any two. */
typedef struct
{
  guint32 from; /* member */
  guint32 to;
  guint32 port;       /* the sender's */
  guint32 port_to;    /* the receiver's; of a collective operation the same */
  guint64 start_from; /* messages before the loops */
  guint64 start_to;
  guint64 each_from; /* in one iteration */
  guint64 each_to;
} Constraint;

typedef struct
{
  const RefrainMergeLevel *level;
  const gboolean *excluded; /* by item */
  GArray **by_messages;     /* by item, NULL: not yet found: of Partner */
  GArray *members;          /* of Member; the seed is the first */
  GArray *constraints;      /* of Constraint */
  guint32 *member_of;       /* by slot, + 1 */
  guint32 *first;           /* by member: its constraints */
  guint32 *list;
} Set;

/* A loop of another process. */
typedef struct
{
  guint32 item;
  guint64 flow; /* messages and collective operations that they exchange */
} Partner;

/* ---- Order ----------------------------------------------------------------------------------- */

static guint64
count_sent (const RefrainMergeNode *node)
{
  guint64 sent = 0;

  for (guint32 k = 0; k < node->n_flow; k++)
    if (node->flow[k].port % 2 == 0)
      sent += node->flow[k].count;
  return sent;
}

/* Which of two items comes first where one must: the order does not depend on how the processes are
 * numbered, but where the items do not differ in what is looked at. */
static int
compare_items (const RefrainMergeLevel *level, guint32 a, guint32 b)
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

/* ---- Partners ------------------------------------------------------------- */

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
add_partner (
    const RefrainMergeLevel *level, guint32 item, guint32 other, guint64 flow, GArray *list)
{
  const Partner partner = { .item = other, .flow = flow };

  if (level->item[other].slot != level->item[item].slot && level->item[other].can_cut)
    g_array_append_val (list, partner);
}

/* The first entry at or after @low that is of a later port, or of @port and not before @item. */
static gsize
find_entry (const RefrainMergeLevel *level, gsize low, guint32 port, guint32 item)
{
  return REFRAIN_LOWER_BOUND (i, low, level->n_entries,
                              level->entry[i].port < port
                                  || (level->entry[i].port == port && level->entry[i].item < item));
}

/* The first of the entries @low to @high of a chain that ends after operation @start. */
static gsize
find_after (const RefrainMergeLevel *level, gsize low, gsize high, guint64 start)
{
  return REFRAIN_LOWER_BOUND (i, low, high, level->entry[i].start + level->entry[i].count <= start);
}

/* The loops of other members of the group that take part in operations of @entry. */
static void
list_sync_partners (const RefrainMergeLevel *level, const RefrainMergeEntry *entry, GArray *list)
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
            const RefrainMergeEntry *other = &level->entry[at];

            add_partner (level, entry->item, other->item,
                         MIN (end, other->start + other->count) - MAX (entry->start, other->start),
                         list);
          }
      at = next;
    }
}

/* Whether the operations of @entry have been looked through; from now on they have. */
static gboolean
is_seen (GHashTable *seen, const RefrainMergeEntry *entry)
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

/* Most messages first. */
static int
compare_best (gconstpointer a, gconstpointer b, gpointer data)
{
  const RefrainMergeLevel *level = data;
  const Partner *x = a;
  const Partner *y = b;

  if (x->flow != y->flow)
    return x->flow > y->flow ? -1 : 1;
  return compare_items (level, x->item, y->item);
}

static void
list_message_partners (const RefrainMergeLevel *level, guint32 item, GArray *list)
{
  for (gsize k = level->incident_first[item]; k < level->incident_first[item + 1]; k++)
    {
      const RefrainMergeLink *link = &level->link[level->incident[k]];

      if (!refrain_merge_channels_is_sync (level->channels, link->channel))
        add_partner (level, item, link->from == item ? link->to : link->from, link->flow, list);
    }
}

/* Adds up what is exchanged with each of @partners and leaves, of each slot, the one that most is
 * exchanged with; most first. */
static void
choose_best (const RefrainMergeLevel *level, GArray *partners)
{
  g_autoptr (GHashTable) slots = g_hash_table_new (NULL, NULL);
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
  for (guint i = 0; i < n; i++)
    if (g_hash_table_add (slots, GUINT_TO_POINTER (level->item[partner[i].item].slot)))
      partner[kept++] = partner[i];
  g_array_set_size (partners, kept);
}

/* ---- Which loops belong together ------------------------------------------------------------- */

static void
add_member (Set *self, guint32 item)
{
  const Member member = { .item = item,
                          .slot = self->level->item[item].slot,
                          .loop = self->level->item[item].node,
                          .cut = { .n = 1 } };

  g_array_append_val (self->members, member);
  self->member_of[member.slot] = self->members->len;
}

/* The loops that @item exchanges most with, one of each process, most first: by messages, and by
 * collective operations that have not yet been looked through (@seen, by port). Where there are
 * only messages, that is found but once. */
static GArray *
find_partners (const Set *self, guint32 item, GHashTable *seen)
{
  const RefrainMergeLevel *level = self->level;
  GArray *partners = g_array_new (FALSE, FALSE, sizeof (Partner));

  for (gsize k = level->flow_first[item]; k < level->flow_first[item + 1]; k++)
    {
      const RefrainMergeEntry *entry = &level->entry[level->entry_of[k]];

      if (entry->joint != REFRAIN_NONE && !is_seen (seen, entry))
        list_sync_partners (level, entry, partners);
    }
  if (partners->len == 0 && self->by_messages[item] != NULL)
    {
      g_array_unref (partners);
      return g_array_ref (self->by_messages[item]);
    }
  if (partners->len == 0)
    self->by_messages[item] = g_array_ref (partners);
  list_message_partners (level, item, partners);
  choose_best (level, partners);
  return partners;
}

/* Adds, for each process that is not yet in, the loop that member @of exchanges most with. */
static void
add_partners (Set *self, guint32 of, GHashTable *seen)
{
  g_autoptr (GArray) partners = find_partners (self, MEMBER (self, of)->item, seen);

  for (guint i = 0; i < partners->len; i++)
    {
      const guint32 item = g_array_index (partners, Partner, i).item;

      if (self->member_of[self->level->item[item].slot] == 0 && !self->excluded[item])
        add_member (self, item);
    }
}

/* ---- What must hold between them ------------------------------------------------------------- */

static guint64
each_iteration (const Member *member, guint32 port)
{
  return refrain_merge_node_get_flow (member->loop, port)
         / refrain_merge_node_get_count (member->loop);
}

/* The member that @port of member @m leads to, or REFRAIN_NONE: the receiver or, of a collective
 * operation, the one that takes part before it; @last has the last member of each such. */
static guint32
find_other (const Set *self, guint32 m, guint32 port, GHashTable *last)
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
  if (slot == REFRAIN_NONE || slot == MEMBER (self, m)->slot || self->member_of[slot] == 0)
    return REFRAIN_NONE;
  return self->member_of[slot] - 1;
}

/* By members, as these came in, not by channels. */
static int
compare_constraints (gconstpointer a, gconstpointer b)
{
  const Constraint *x = a;
  const Constraint *y = b;
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
list_constraints (Set *self)
{
  const RefrainMergeLevel *level = self->level;
  g_autoptr (GHashTable) last = g_hash_table_new (NULL, NULL);

  for (guint32 m = 0; m < self->members->len; m++)
    {
      const Member *from = MEMBER (self, m);

      for (guint32 k = 0; k < from->loop->n_flow; k++)
        {
          const guint32 port = from->loop->flow[k].port;
          const guint32 other = find_other (self, m, port, last);
          const RefrainMergeEntry *entry;
          Constraint constraint = { .from = m, .port = port, .to = other };

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
list_of_members (Set *self)
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
set_rate (Set *self, guint32 other, guint64 messages, guint64 each)
{
  const guint64 factor = each / refrain_merge_greatest_divisor (messages, each);
  const guint64 rate = messages / refrain_merge_greatest_divisor (messages, each);

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
follow (Set *self, guint32 m, const Constraint *constraint, guint32 *bad)
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

/* Finds the rates at which as many messages are sent as received. FALSE where one member, @bad,
 * stands against that. */
static gboolean
set_find_rates (Set *self, guint32 *bad)
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
        const Constraint *constraint = CONSTRAINT (self, self->list[k]);
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

/* The loop @seed and, from process to process, the loop that each exchanges most with; those that
 * are @excluded are left out. @by_messages is kept from set to set of a level. */
static Set *
set_new (const RefrainMergeLevel *level,
         guint32 seed,
         const gboolean *excluded,
         GArray **by_messages)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  Set *self = g_new0 (Set, 1);

  self->level = level;
  self->excluded = excluded;
  self->by_messages = by_messages;
  self->members = g_array_new (FALSE, FALSE, sizeof (Member));
  self->constraints = g_array_new (FALSE, FALSE, sizeof (Constraint));
  self->member_of = g_new0 (guint32, level->n_slots);
  add_member (self, seed);
  for (guint32 m = 0; m < self->members->len; m++)
    add_partners (self, m, seen);
  list_constraints (self);
  list_of_members (self);
  return self;
}

static void
set_free (Set *self)
{
  g_array_unref (self->members);
  g_array_unref (self->constraints);
  g_free (self->member_of);
  g_free (self->first);
  g_free (self->list);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Set, set_free)

/* ---- Cuts of a set --------------------------------------------------------------------------- */

/* Brings the receiver after the sender, or the sender before the receiver, by moving one forward.
 * FALSE where that, @bad, has no such place; else tells which was moved, or REFRAIN_NONE. */
static gboolean
relax (Set *set, const Constraint *constraint, guint32 *moved, guint32 *bad)
{
  Member *from = MEMBER (set, constraint->from);
  Member *to = MEMBER (set, constraint->to);
  const guint64 sent
      = constraint->start_from + refrain_merge_cut_count (&from->cut, from->loop, constraint->port);
  const guint64 received
      = constraint->start_to + refrain_merge_cut_count (&to->cut, to->loop, constraint->port_to);

  *moved = REFRAIN_NONE;
  if (sent == received)
    return TRUE;
  *moved = *bad = sent > received ? constraint->to : constraint->from;
  return sent > received ? refrain_merge_cut_advance (&to->cut, to->loop, constraint->port_to,
                                                      sent - constraint->start_to)
                         : refrain_merge_cut_advance (&from->cut, from->loop, constraint->port,
                                                      received - constraint->start_from);
}

/* Moves the cuts to the least place where all constraints hold. FALSE where there is none: @bad
 * tells which member stands against it, or REFRAIN_NONE. */
static gboolean
set_find_cuts (Set *set, guint32 *bad)
{
  const guint n = set->constraints->len;
  guint64 left = MAX_ADVANCES * ((guint64) set->members->len + 4);
  g_autofree gboolean *queued = g_new (gboolean, n);
  GQueue queue = G_QUEUE_INIT;
  gboolean found = TRUE;

  for (guint c = 0; c < n; c++)
    {
      queued[c] = TRUE;
      g_queue_push_tail (&queue, GUINT_TO_POINTER (c));
    }
  while (found && !g_queue_is_empty (&queue))
    {
      const guint c = GPOINTER_TO_UINT (g_queue_pop_head (&queue));
      guint32 moved;

      queued[c] = FALSE;
      found = relax (set, CONSTRAINT (set, c), &moved, bad);
      if (!found || moved == REFRAIN_NONE)
        continue;
      if (left-- == 0)
        {
          *bad = REFRAIN_NONE;
          found = FALSE;
        }
      for (guint32 k = set->first[moved]; k < set->first[moved + 1]; k++)
        if (!queued[set->list[k]])
          {
            queued[set->list[k]] = TRUE;
            g_queue_push_tail (&queue, GUINT_TO_POINTER (set->list[k]));
          }
    }
  g_queue_clear (&queue);
  return found;
}

static RefrainMergeCut
next_boundary (const RefrainMergeCut *cut)
{
  RefrainMergeCut boundary = *cut;

  if (refrain_merge_cut_is_boundary (cut))
    return boundary;
  boundary.n = 1;
  boundary.step[0].iteration++;
  boundary.step[0].position = 0;
  return boundary;
}

/* Whether member @m can as well be cut at @cut, others staying where they are. */
static gboolean
can_move (const Set *set, guint32 m, const RefrainMergeCut *cut)
{
  const Member *member = MEMBER (set, m);

  for (guint32 k = set->first[m]; k < set->first[m + 1]; k++)
    {
      const Constraint *constraint = CONSTRAINT (set, set->list[k]);
      const guint32 port = constraint->from == m ? constraint->port : constraint->port_to;

      if (refrain_merge_cut_count (cut, member->loop, port)
          != refrain_merge_cut_count (&member->cut, member->loop, port))
        return FALSE;
    }
  return TRUE;
}

/* Prefers the bounds of iterations: all loops', where that is possible, or each one's. */
static void
set_round_cuts (Set *set)
{
  gboolean all = TRUE;

  for (guint c = 0; all && c < set->constraints->len; c++)
    {
      const Constraint *constraint = CONSTRAINT (set, c);
      const Member *from = MEMBER (set, constraint->from);
      const Member *to = MEMBER (set, constraint->to);
      const RefrainMergeCut a = next_boundary (&from->cut);
      const RefrainMergeCut b = next_boundary (&to->cut);

      all = constraint->start_from + refrain_merge_cut_count (&a, from->loop, constraint->port)
            == constraint->start_to + refrain_merge_cut_count (&b, to->loop, constraint->port_to);
    }
  for (guint m = 0; m < set->members->len; m++)
    {
      const RefrainMergeCut boundary = next_boundary (&MEMBER (set, m)->cut);

      if (all || can_move (set, m, &boundary))
        MEMBER (set, m)->cut = boundary;
    }
}

/* ---- Passes over a level --------------------------------------------------------------------- */

/* One pass over a level. */
typedef struct
{
  RefrainMergeLevel *level;
  gboolean *touched;       /* by item: in a set of this pass */
  GPtrArray **replacement; /* by item: what it becomes, or NULL */
  GArray **by_messages;    /* by item: see Set */
  gboolean changed;
} Pass;

/* ---- How much to take ------------------------------------------------------------------------ */

/* How many constructs after the loop equal what a shift takes out of its front, so that the number
 * of iterations stays. */
static guint32
find_absorbed (const Pass *pass, const Member *member)
{
  const RefrainMergeLevel *level = pass->level;
  const GPtrArray *chain = level->chain[member->slot];
  const guint32 next = level->item[member->item].position + 1;
  g_autoptr (GPtrArray) before = refrain_merge_sequence_new ();
  g_autoptr (GPtrArray) after = refrain_merge_sequence_new ();
  g_autoptr (GPtrArray) expected = refrain_merge_sequence_new ();

  refrain_merge_cut_split (&member->cut, member->loop, level->channels, level->depth + 1, before,
                           after);
  refrain_merge_sequence_unwrap (expected, level->channels, (RefrainMergeNode **) before->pdata,
                                 before->len, level->depth,
                                 refrain_merge_node_get_count (member->loop) + 1);
  if (expected->len > chain->len - next)
    return 0;
  for (guint32 i = 0; i < expected->len; i++)
    if (pass->touched[member->item + 1 + i]
        || !refrain_merge_node_equal (expected->pdata[i], chain->pdata[next + i]))
      return 0;
  return expected->len;
}

/* Finds how many iterations of each become part of the common loop. FALSE where there are none:
 * @bad tells whose fault it is, or REFRAIN_NONE. */
static gboolean
find_iterations (const Pass *pass, Set *set, guint32 *bad)
{
  guint64 common = G_MAXUINT64;

  for (guint32 m = 0; m < set->members->len; m++)
    {
      Member *member = MEMBER (set, m);
      const guint64 count = refrain_merge_node_get_count (member->loop);

      member->rotated = count - member->cut.step[0].iteration;
      if (!refrain_merge_cut_is_boundary (&member->cut))
        {
          member->absorbed = find_absorbed (pass, member);
          member->rotated -= member->absorbed > 0 ? 0 : 1;
        }
      *bad = m;
      common = MIN (common, member->rotated / member->rate);
      if (common == 0)
        return FALSE;
    }
  *bad = REFRAIN_NONE;
  for (guint32 m = 0; m < set->members->len; m++)
    {
      Member *member = MEMBER (set, m);

      member->take = common * member->rate;
      /* A long loop is not taken apart one by one. */
      if (member->take == 1 && refrain_merge_node_get_count (member->loop) > FEW)
        return FALSE;
    }
  return TRUE;
}

/* ---- Cutting --------------------------------------------------------------------------------- */

static gboolean
is_whole (const Member *member)
{
  return member->take == refrain_merge_node_get_count (member->loop) && member->absorbed == 0;
}

/* The parts of the loop: iterations before the cut, what is shifted out of the next one, the
 * iterations that become part of the common loop, those that do not, and the rest of the last. */
static GPtrArray *
cut_loop (const RefrainMergeLevel *level, const Member *member)
{
  RefrainMergeChannels *channels = level->channels;
  const RefrainMergeNode *loop = member->loop;
  const guint32 depth = level->depth;
  const guint64 done = member->cut.step[0].iteration;
  const gboolean shifted = !refrain_merge_cut_is_boundary (&member->cut);
  const RefrainMergeSubstitution next
      = { .depth = depth, .constant = (gint64) 1, .here = 1, .shift = 0 };
  GPtrArray *parts = refrain_merge_sequence_new ();
  g_autoptr (GPtrArray) before = refrain_merge_sequence_new ();
  g_autoptr (GPtrArray) body = refrain_merge_sequence_new ();
  guint32 rest;

  refrain_merge_cut_split (&member->cut, loop, channels, depth + 1, before, body);
  rest = body->len;
  for (guint32 i = 0; i < before->len; i++)
    refrain_merge_sequence_substitute (body, channels, before->pdata[i], depth + 1, &next);

  refrain_merge_sequence_add_part (parts, channels, loop->body, loop->n_body, depth, 0, done);
  if (shifted)
    refrain_merge_sequence_unwrap (parts, channels, (RefrainMergeNode **) before->pdata,
                                   before->len, depth, done + 1);
  refrain_merge_sequence_add_part (parts, channels, (RefrainMergeNode **) body->pdata, body->len,
                                   depth, done, member->take);
  refrain_merge_sequence_add_part (parts, channels, (RefrainMergeNode **) body->pdata, body->len,
                                   depth, done + member->take, member->rotated - member->take);
  if (shifted && member->absorbed == 0)
    refrain_merge_sequence_unwrap (parts, channels, (RefrainMergeNode **) body->pdata, rest, depth,
                                   refrain_merge_node_get_count (loop));
  return parts;
}

/* Cuts the loops of one set. FALSE, with @bad, where one of them stands against it. */
static gboolean
try_set (Pass *pass, Set *set, guint32 *bad)
{
  *bad = REFRAIN_NONE;
  if (set->members->len < 2)
    return FALSE;
  if (!set_find_rates (set, bad) || !set_find_cuts (set, bad))
    return FALSE;
  set_round_cuts (set);
  if (!find_iterations (pass, set, bad))
    return FALSE;
  for (guint m = 0; m < set->members->len; m++)
    {
      const Member *member = MEMBER (set, m);

      pass->touched[member->item] = TRUE;
      if (is_whole (member))
        continue;
      pass->changed = TRUE;
      pass->replacement[member->item] = cut_loop (pass->level, member);
      for (guint32 i = 1; i <= member->absorbed; i++)
        {
          pass->touched[member->item + i] = TRUE;
          pass->replacement[member->item + i] = refrain_merge_sequence_new ();
        }
    }
  return TRUE;
}

static void
align_seed (Pass *pass, guint32 seed)
{
  guint32 left_out[MAX_ATTEMPTS];
  guint n = 0;
  guint32 bad = 0;

  do
    {
      g_autoptr (Set) set = set_new (pass->level, seed, pass->touched, pass->by_messages);

      if (try_set (pass, set, &bad) || bad == REFRAIN_NONE || bad == 0)
        break;
      left_out[n] = MEMBER (set, bad)->item;
      pass->touched[left_out[n++]] = TRUE;
    }
  while (n < MAX_ATTEMPTS);
  while (n > 0)
    pass->touched[left_out[--n]] = FALSE;
}

/* ---- Passes ---------------------------------------------------------------------------------- */

/* Whether the loop shares a channel with another loop and does not exchange all of it there. */
static gboolean
is_irregular (const RefrainMergeLevel *level, guint32 item)
{
  if (!level->item[item].can_cut)
    return FALSE;
  if ((level->meets[item] & REFRAIN_MERGE_MEETS_CUTTABLE) != 0)
    return TRUE;
  for (gsize k = level->incident_first[item]; k < level->incident_first[item + 1]; k++)
    {
      const RefrainMergeLink *link = &level->link[level->incident[k]];
      const guint32 other = link->from == item ? link->to : link->from;

      if (!link->regular && level->item[other].slot != level->item[item].slot
          && level->item[other].can_cut)
        return TRUE;
    }
  return FALSE;
}

/* Whether the loop is short and exchanges messages with single events: with nothing else, or it has
 * but two iterations. Then it is unrolled, so that these can be linked. */
static gboolean
is_among_events (const RefrainMergeLevel *level, guint32 item)
{
  const RefrainMergeNode *node = level->item[item].node;
  gboolean events = (level->meets[item] & REFRAIN_MERGE_MEETS_EVENT) != 0;
  gboolean loops = (level->meets[item] & REFRAIN_MERGE_MEETS_LOOP) != 0;

  if (!level->item[item].can_cut || refrain_merge_node_get_count (node) > FEW || node->size > SHORT)
    return FALSE;
  for (gsize k = level->incident_first[item]; k < level->incident_first[item + 1]; k++)
    {
      const RefrainMergeLink *link = &level->link[level->incident[k]];

      if (level->item[link->from == item ? link->to : link->from].loop)
        loops = TRUE;
      else
        events = TRUE;
    }
  return events && (!loops || refrain_merge_node_get_count (node) == 2);
}

/* The largest loops come first. */
static int
compare_seeds (gconstpointer a, gconstpointer b, gpointer data)
{
  const RefrainMergeLevel *level = data;
  const guint32 x = *(const guint32 *) a;
  const guint32 y = *(const guint32 *) b;

  if (level->item[x].node->events != level->item[y].node->events)
    return level->item[x].node->events > level->item[y].node->events ? -1 : 1;
  return compare_items (level, x, y);
}

/* Gives whether anything changed; then the level is linked again. */
static gboolean
run_pass (RefrainMergeLevel *level, GCancellable *cancellable)
{
  g_autoptr (GArray) seeds = g_array_new (FALSE, FALSE, sizeof (guint32));
  Pass pass = { .level = level };

  for (guint32 i = 0; i < level->n_items; i++)
    if (is_irregular (level, i))
      g_array_append_val (seeds, i);
  g_array_sort_with_data (seeds, compare_seeds, level);
  pass.touched = g_new0 (gboolean, level->n_items);
  pass.replacement = g_new0 (GPtrArray *, level->n_items);
  pass.by_messages = g_new0 (GArray *, level->n_items);
  for (guint i = 0; i < seeds->len && !g_cancellable_is_cancelled (cancellable); i++)
    if (!pass.touched[g_array_index (seeds, guint32, i)])
      align_seed (&pass, g_array_index (seeds, guint32, i));
  for (guint32 i = 0; i < level->n_items; i++)
    if (!pass.touched[i] && is_among_events (level, i))
      {
        pass.replacement[i] = refrain_merge_level_unroll (level, i);
        pass.changed = TRUE;
      }
  for (guint32 i = 0; i < level->n_items; i++)
    g_clear_pointer (&pass.by_messages[i], g_array_unref);
  if (pass.changed)
    refrain_merge_level_replace (level, pass.replacement);
  g_free (pass.touched);
  g_free (pass.replacement);
  g_free (pass.by_messages);
  return pass.changed;
}

void
refrain_merge_regularise (RefrainMergeLevel *level, GCancellable *cancellable)
{
  guint64 most;

  if (level->item == NULL)
    refrain_merge_level_link (level);
  most = GROWTH * (guint64) level->n_items + GROWTH_BASE;
  for (guint i = 0;
       i < MAX_PASSES && level->n_items <= most && !g_cancellable_is_cancelled (cancellable); i++)
    if (!run_pass (level, cancellable))
      return;
}
