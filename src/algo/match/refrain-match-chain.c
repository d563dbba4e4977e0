/* refrain-match-chain.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which occurrences with edits to take: a chain of them, each behind the one before in every
 * process, such that the operations explained less the edits are most, and among such the edits
 * fewest. A longest path over frontiers: a frontier says for each process where the last occurrence
 * ends.
 *
 * What makes it quick: in a row of exact occurrences, one right behind the other, nothing can be
 * gained, for every operation is explained at no cost; and what else might be begun in it can as
 * well be begun in its last occurrences. So the search goes from row to row and follows, in
 * between, all frontiers that may still lead to the best chain.
 */
#include "refrain-arrays.h"
#include "refrain-free.h"
#include "refrain-match-sequence.h"
#include "refrain-matching.h"

/* Between two looks at the cancellable. */
#define STARTS_PER_CHECK 64
/* The most frontiers that are followed. */
#define MAX_ALIVE 64
/* The most windows that are looked at for each operation of the process that is followed, and at
 * least; behind the place where that is reached, exact occurrences alone are found. */
#define WORK_PER_OP 60
#define LEAST_WORK  3000000
/* The last occurrences of a row in which others may begin. */
#define ROW_END 2
/* What an event explained is worth: far more than an occurrence that explains none. */
#define EVENT_WORTH ((guint64) 1 << 24)

/* A frontier, and how the best way to it ends. Its positions and windows are in the chain's. */
typedef struct
{
  guint64 worth; /* of the occurrences so far */
  guint64 edits;
  guint32 parent; /* the frontier before; REFRAIN_NONE for the first one */
  guint32 order;  /* whose windows they are */
  guint32 row;    /* so many exact occurrences, right behind each other; 0: one of the windows */
  gboolean dead;
  gboolean examined; /* whether a row begins here is known */
} Frontier;

typedef struct
{
  RefrainMatching *const *orders;
  guint n_orders, group;
  guint size; /* members of the group */
  const guint32 *members;
  guint anchor;      /* the member that does most, by its place in the group: never missing */
  guint64 events;    /* of all members */
  GArray *frontiers; /* of Frontier */
  GArray *positions; /* of guint32: size for each frontier */
  GArray *windows;   /* of RefrainMatchWindow: size for each frontier */
  GArray *alive;     /* of guint32: frontiers that may go on */
  guint32 *room;     /* size elements */
  RefrainMatchGrowth **growths; /* of each order */
  guint64 most_work;
  gboolean limited;
} Chain;

static inline Frontier *
get_frontier (const Chain *self, guint32 i)
{
  return &g_array_index (self->frontiers, Frontier, i);
}

static inline const guint32 *
get_positions (const Chain *self, guint32 i)
{
  return &g_array_index (self->positions, guint32, (gsize) i * self->size);
}

static inline RefrainMatchMember *
get_member (const Chain *self, guint order, guint i)
{
  return &self->orders[order]->members[self->members[i]];
}

/* ---- Frontiers: which of them lead to nothing better than another --------------------------- */

/* What an occurrence is worth: the operations that it explains less the edits. */
static guint64
get_worth (const Chain *self, guint64 edits)
{
  return 2 * edits < self->events ? (self->events - 2 * edits) * EVENT_WORTH : 1;
}

/* Whether the operation can be none of the pattern's behind the frontier: nothing like it is
 * wanted, or its message's other end is before the frontier. */
static gboolean
is_spent (const Chain *self, const guint32 *positions, guint i, guint32 element)
{
  const RefrainMatching *matching = self->orders[0];
  const RefrainMatchMember *member = get_member (self, 0, i);
  guint32 peer, position;

  if (member->text[element] == REFRAIN_NONE
      || refrain_match_member_find_place (member, member->text[element]) == NULL)
    return TRUE;
  peer = refrain_matching_get_partner (matching, member, element, &position);
  return peer != REFRAIN_NONE && position != REFRAIN_NONE
         && matching->members[peer].group == self->group
         && position < positions[matching->members[peer].local];
}

/* Moves the frontier behind operations that no occurrence behind it needs. */
static void
pass_spent (const Chain *self, guint32 *positions)
{
  gboolean moved = TRUE;

  while (moved)
    {
      moved = FALSE;
      for (guint i = 0; i < self->size; i++)
        while (positions[i] < get_member (self, 0, i)->stream->n
               && is_spent (self, positions, i, positions[i]))
          {
            positions[i]++;
            moved = TRUE;
          }
    }
}

/* -1: @a is better, 1: @b is. */
static int
compare_frontiers (const Frontier *a, const Frontier *b)
{
  if (a->worth != b->worth)
    return a->worth > b->worth ? -1 : 1;
  return a->edits < b->edits ? -1 : a->edits > b->edits;
}

/* Whether all of @a is at or before @b. */
static gboolean
is_behind (const Chain *self, const guint32 *a, const guint32 *b)
{
  for (guint i = 0; i < self->size; i++)
    if (a[i] > b[i])
      return FALSE;
  return TRUE;
}

/* What a chain from @b is worth at least, less what one from @a is, as far as is known: it lacks
 * the messages that lie between them, and each of these, where it was part of an occurrence, costs
 * it that event twice and as many edits; or the whole occurrence. G_MAXUINT64: nothing is known. */
static guint64
get_lead (const Chain *self, const guint32 *a, const guint32 *b)
{
  const RefrainMatching *matching = self->orders[0];
  guint64 messages = 0;

  for (guint i = 0; i < self->size; i++)
    {
      const RefrainMatchMember *member = get_member (self, 0, i);

      if (b[i] > a[i] && b[i] - a[i] >= member->wanted.m)
        return G_MAXUINT64;
      for (guint32 e = a[i]; e < b[i]; e++)
        {
          guint32 peer, position, there;

          if (is_spent (self, a, i, e))
            continue;
          peer = refrain_matching_get_partner (matching, member, e, &position);
          there = peer == REFRAIN_NONE || matching->members[peer].group != self->group
                      ? REFRAIN_NONE
                      : matching->members[peer].local;
          /* Once, if both of its ends lie there. */
          messages += there == REFRAIN_NONE || position < a[there] || position >= b[there]
                      || REFRAIN_MATCH_SEND (member->text[e]);
        }
    }
  return MIN (4 * messages, self->events) * EVENT_WORTH;
}

/* Whether @better leads to all that @frontier at @positions leads to. */
static gboolean
dominates (const Chain *self,
           const Frontier *better,
           const guint32 *better_positions,
           const Frontier *frontier,
           const guint32 *positions)
{
  Frontier ahead = *frontier;
  guint64 lead;

  if (compare_frontiers (better, frontier) > 0)
    return FALSE;
  if (is_behind (self, better_positions, positions))
    return TRUE;
  lead = get_lead (self, positions, better_positions);
  if (lead == G_MAXUINT64)
    return FALSE;
  ahead.worth += lead;
  return compare_frontiers (better, &ahead) <= 0;
}

/* Adds a frontier at self->room unless another is nowhere further and no worse. @windows may be
 * NULL. */
static void
add_frontier (Chain *self, const Frontier *frontier, const RefrainMatchWindow *windows)
{
  guint32 index = self->frontiers->len;
  gsize first = self->windows->len;

  for (guint i = 0; i < self->alive->len; i++)
    {
      guint32 other = g_array_index (self->alive, guint32, i);

      if (get_frontier (self, other)->dead)
        continue;
      if (dominates (self, get_frontier (self, other), get_positions (self, other), frontier,
                     self->room))
        return;
      if (dominates (self, frontier, self->room, get_frontier (self, other),
                     get_positions (self, other)))
        get_frontier (self, other)->dead = TRUE;
    }
  g_array_append_vals (self->frontiers, frontier, 1);
  g_array_append_vals (self->positions, self->room, self->size);
  g_array_set_size (self->windows, first + self->size);
  if (windows != NULL)
    refrain_copy (&g_array_index (self->windows, RefrainMatchWindow, first), windows,
                  self->size * sizeof *windows);
  g_array_append_val (self->alive, index);
}

/* ---- Rows of exact occurrences, one right behind the other ---------------------------------- */

/* Whether an exact occurrence begins right at the frontier. */
static gboolean
is_exact (const Chain *self, guint order, const guint32 *positions)
{
  const RefrainMatching *matching = self->orders[order];

  for (guint i = 0; i < self->size; i++)
    {
      const RefrainMatchMember *member = get_member (self, order, i);
      gsize m = member->wanted.m;

      if (positions[i] + m > member->stream->n
          || !refrain_match_member_seems_exact (member, positions[i])
          || refrain_edit_space_run (member->space, member->text + positions[i], m, 0)[m] > 0)
        return FALSE;
      for (gsize e = positions[i]; e < positions[i] + m; e++)
        {
          guint32 position;
          guint32 peer = refrain_matching_get_partner (matching, member, e, &position);
          const RefrainMatchMember *there;

          if (peer == REFRAIN_NONE)
            continue;
          there = &matching->members[peer];
          if (position == REFRAIN_NONE || position < positions[there->local]
              || position - positions[there->local] >= there->wanted.m)
            return FALSE;
        }
    }
  return TRUE;
}

/* Moves the frontier behind the exact occurrence there. */
static void
pass_exact (const Chain *self, guint32 *positions)
{
  for (guint i = 0; i < self->size; i++)
    positions[i] += get_member (self, 0, i)->wanted.m;
  pass_spent (self, positions);
}

/* Whether so much behind the exact occurrence at the frontier is not like anything wanted, in each
 * process, that no window reaches over it. */
static gboolean
ends_row (const Chain *self, const guint32 *positions)
{
  guint edits = self->orders[0]->options->edits_per_process;

  for (guint i = 0; i < self->size; i++)
    {
      const RefrainMatchMember *member = get_member (self, 0, i);
      gsize first = positions[i] + member->wanted.m;

      for (gsize e = first; e < member->stream->n && e <= first + edits; e++)
        if (member->text[e] != REFRAIN_NONE
            && refrain_match_member_find_place (member, member->text[e]) != NULL)
          return FALSE;
    }
  return TRUE;
}

/* Goes along the row of exact occurrences of an order that begins at a frontier, but for its end,
 * unless nothing that follows can reach into that. */
static void
follow_row (Chain *self, guint32 index, guint order)
{
  g_autofree guint32 *ahead = g_memdup2 (get_positions (self, index), self->size * sizeof *ahead);
  Frontier next = { .parent = index, .order = order };
  gboolean ended = FALSE;
  guint n = 0;

  for (; !ended && is_exact (self, order, ahead); n++)
    {
      ended = ends_row (self, ahead);
      pass_exact (self, ahead);
    }
  if (!ended && n <= ROW_END)
    return;
  next.row = ended ? n : n - ROW_END;
  next.worth = get_frontier (self, index)->worth + next.row * get_worth (self, 0);
  next.edits = get_frontier (self, index)->edits;
  refrain_copy (self->room, get_positions (self, index), self->size * sizeof *self->room);
  for (guint i = 0; i < next.row; i++)
    pass_exact (self, self->room);
  get_frontier (self, index)->dead = TRUE;
  /* So that it does not begin anew there. */
  next.examined = !ended;
  add_frontier (self, &next, NULL);
}

static gboolean
is_cancelled (const Chain *self)
{
  return g_cancellable_is_cancelled (self->orders[0]->cancellable);
}

/* ---- From start to start -------------------------------------------------------------------- */

static guint64
count_work (const Chain *self)
{
  guint64 work = 0;

  for (guint i = 0; i < self->n_orders; i++)
    work += refrain_match_growth_get_work (self->growths[i]);
  return work;
}

/* Adds what the occurrences of @order in which the anchor's window begins at @first lead to. */
static void
expand (Chain *self, guint32 index, guint order, guint32 first)
{
  RefrainMatchGrowth *growth = self->growths[order];
  guint n;

  for (guint i = 0; i < self->size; i++)
    get_member (self, order, i)->floor = get_positions (self, index)[i];
  n = refrain_match_growth_run (growth, first);
  for (guint way = 0; way < n; way++)
    {
      Frontier next = *get_frontier (self, index);
      guint64 cost;
      const RefrainMatchWindow *windows = refrain_match_growth_get_way (growth, way, &cost);

      next = (Frontier){ .worth = next.worth + get_worth (self, cost),
                         .edits = next.edits + cost,
                         .parent = index,
                         .order = order };
      for (guint i = 0; i < self->size; i++)
        self->room[i]
            = windows[i].n > 0 ? windows[i].first + windows[i].n : get_positions (self, index)[i];
      pass_spent (self, self->room);
      add_frontier (self, &next, windows);
    }
}

/* How much lies before the frontier unexplained. */
static gint64
get_loss (const Chain *self, guint32 index)
{
  gint64 loss = -(gint64) (get_frontier (self, index)->worth / EVENT_WORTH);

  for (guint i = 0; i < self->size; i++)
    loss += get_positions (self, index)[i];
  return loss;
}

static int
compare_losses (gconstpointer a, gconstpointer b, gpointer data)
{
  gint64 x = get_loss (data, *(const guint32 *) a), y = get_loss (data, *(const guint32 *) b);

  if (x != y)
    return x < y ? -1 : 1;
  return compare_frontiers (get_frontier (data, *(const guint32 *) a),
                            get_frontier (data, *(const guint32 *) b));
}

/* Forgets frontiers that lead to nothing better: when another one that is worth a whole occurrence
 * more has been passed at the anchor, too, a chain from there lacks one occurrence at most. */
static void
prune (Chain *self, guint32 start)
{
  const Frontier *best = NULL;
  guint kept = 0;

  for (guint i = 0; i < self->alive->len; i++)
    {
      guint32 index = g_array_index (self->alive, guint32, i);

      if (!get_frontier (self, index)->dead && get_positions (self, index)[self->anchor] <= start
          && (best == NULL || compare_frontiers (get_frontier (self, index), best) < 0))
        best = get_frontier (self, index);
    }
  for (guint i = 0; i < self->alive->len; i++)
    {
      guint32 index = g_array_index (self->alive, guint32, i);
      Frontier ahead = *get_frontier (self, index);

      ahead.worth += get_worth (self, 0);
      if (!ahead.dead && (best == NULL || compare_frontiers (best, &ahead) > 0))
        g_array_index (self->alive, guint32, kept++) = index;
    }
  g_array_set_size (self->alive, kept);
  if (kept > MAX_ALIVE)
    {
      g_array_sort_with_data (self->alive, compare_losses, self);
      g_array_set_size (self->alive, MAX_ALIVE);
      self->limited = TRUE;
    }
}

/* Goes on from all frontiers that the anchor has passed. */
static void
visit (Chain *self, guint order, guint32 start)
{
  guint n;

  prune (self, start);
  n = self->alive->len;
  for (guint i = 0; i < n; i++)
    {
      guint32 index = g_array_index (self->alive, guint32, i);

      if (get_frontier (self, index)->dead || get_positions (self, index)[self->anchor] > start)
        continue;
      if (!get_frontier (self, index)->examined)
        {
          get_frontier (self, index)->examined = TRUE;
          for (guint o = 0; o < self->n_orders && !get_frontier (self, index)->dead; o++)
            follow_row (self, index, o);
        }
      if (!get_frontier (self, index)->dead)
        expand (self, index, order, start);
    }
}

static void
visit_all (Chain *self)
{
  g_autoptr (GPtrArray) starts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autofree guint *next = g_new0 (guint, self->n_orders);

  for (guint i = 0; i < self->n_orders; i++)
    {
      const RefrainMatchMember *member = get_member (self, i, self->anchor);

      g_ptr_array_add (starts, refrain_match_sequence_starts (
                                   &member->wanted, member->text, member->used, member->stream->n,
                                   self->orders[i]->options->edits_per_process,
                                   self->orders[i]->cancellable));
    }
  for (guint64 step = 0; step % STARTS_PER_CHECK != 0 || !is_cancelled (self); step++)
    {
      guint order = self->n_orders;
      guint32 start = REFRAIN_NONE;

      for (guint i = 0; i < self->n_orders; i++)
        {
          const GArray *list = starts->pdata[i];

          if (next[i] < list->len && g_array_index (list, guint32, next[i]) < start)
            {
              order = i;
              start = g_array_index (list, guint32, next[i]);
            }
        }
      if (order == self->n_orders)
        return;
      next[order]++;
      visit (self, order, start);
      if (count_work (self) > self->most_work)
        {
          self->limited = TRUE;
          return;
        }
    }
}

/* ---- The chain ------------------------------------------------------------------------------ */

static void
take (Chain *self, guint order, const RefrainMatchWindow *windows)
{
  refrain_matching_add (self->orders[order], self->group, windows, self->size);
  for (guint i = 0; i < self->n_orders; i++)
    if (i != order)
      refrain_matching_use (self->orders[i], windows, self->size, TRUE);
}

static void
take_row (Chain *self, const Frontier *frontier)
{
  g_autofree RefrainMatchWindow *windows = g_new0 (RefrainMatchWindow, self->size);

  refrain_copy (self->room, get_positions (self, frontier->parent),
                self->size * sizeof *self->room);
  for (guint row = 0; row < frontier->row; row++)
    {
      for (guint i = 0; i < self->size; i++)
        windows[i] = (RefrainMatchWindow){ .member = self->members[i],
                                           .first = self->room[i],
                                           .n = get_member (self, 0, i)->wanted.m };
      take (self, frontier->order, windows);
      pass_exact (self, self->room);
    }
}

static void
take_best (Chain *self)
{
  guint32 best = 0;

  for (guint32 i = 1; i < self->frontiers->len; i++)
    if (compare_frontiers (get_frontier (self, i), get_frontier (self, best)) < 0)
      best = i;
  for (; get_frontier (self, best)->parent != REFRAIN_NONE;
       best = get_frontier (self, best)->parent)
    if (get_frontier (self, best)->row > 0)
      take_row (self, get_frontier (self, best));
    else
      take (self, get_frontier (self, best)->order,
            &g_array_index (self->windows, RefrainMatchWindow, (gsize) best * self->size));
}

static void
begin (Chain *self)
{
  Frontier first = { .parent = REFRAIN_NONE };
  const RefrainMatchMember *anchor = get_member (self, 0, self->anchor);

  self->frontiers = g_array_new (FALSE, FALSE, sizeof (Frontier));
  self->positions = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->windows = g_array_new (FALSE, TRUE, sizeof (RefrainMatchWindow));
  self->alive = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->room = g_new0 (guint32, self->size);
  self->growths = g_new (RefrainMatchGrowth *, self->n_orders);
  for (guint i = 0; i < self->n_orders; i++)
    self->growths[i]
        = refrain_match_growth_new (self->orders[i], self->group, self->members[self->anchor]);
  for (guint i = 0; i < self->size; i++)
    self->events += get_member (self, 0, i)->wanted.m;
  self->most_work = MAX (LEAST_WORK, anchor->stream->n * (guint64) WORK_PER_OP);
  pass_spent (self, self->room);
  add_frontier (self, &first, NULL);
}

gboolean
refrain_matching_find_chain (RefrainMatching *const *orders, guint n_orders, guint group)
{
  const RefrainMatching *matching = orders[0];
  Chain self = { .orders = orders,
                 .n_orders = n_orders,
                 .group = group,
                 .size = matching->group_first[group + 1] - matching->group_first[group],
                 .members = &matching->group_members[matching->group_first[group]] };

  self.anchor = matching->members[refrain_matching_get_largest (matching, group)].local;
  begin (&self);
  visit_all (&self);
  for (guint order = 0; order < n_orders; order++)
    for (guint i = 0; i < self.size; i++)
      get_member (&self, order, i)->floor = 0;
  if (!is_cancelled (&self))
    take_best (&self);
  for (guint i = 0; i < n_orders; i++)
    refrain_match_growth_free (self.growths[i]);
  refrain_free (self.growths, self.room);
  refrain_unref_arrays (self.frontiers, self.positions, self.windows, self.alive);
  return !self.limited;
}
