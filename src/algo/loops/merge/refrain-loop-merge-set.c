/* refrain-loop-merge-set.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-loop-merge-set.h"

#define MEMBER(self, i)     (&g_array_index ((self)->members, RefrainLoopMember, i))
#define CONSTRAINT(self, i) (&g_array_index ((self)->constraints, RefrainLoopConstraint, i))

/* ---- Which loops belong together ------------------------------------------------------------- */

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

/* Adds, for each process that is not yet in, the loop that member @of exchanges most with. */
static void
add_partners (RefrainLoopSet *self, guint32 of, GHashTable *seen)
{
  g_autoptr (GArray) partners
      = refrain_loop_set_list_partners (self->level, MEMBER (self, of)->item, seen);
  g_autoptr (GHashTable) slots = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < partners->len; i++)
    {
      const guint32 item = g_array_index (partners, RefrainLoopPartner, i).item;

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
    refrain_loop_compare_sizes (MAX (x->from, x->to), MAX (y->from, y->to)),
    refrain_loop_compare_sizes (MIN (x->from, x->to), MIN (y->from, y->to)),
    refrain_loop_compare_sizes (x->from, y->from),
    refrain_loop_compare_sizes (x->start_from, y->start_from),
    refrain_loop_compare_sizes (x->start_to, y->start_to),
    refrain_loop_compare_sizes (x->each_from, y->each_from),
    refrain_loop_compare_sizes (x->each_to, y->each_to),
  };

  for (guint i = 0; i < G_N_ELEMENTS (by); i++)
    if (by[i] != 0)
      return by[i];
  return refrain_loop_compare_sizes (x->port, y->port);
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
