/* refrain-turn-axes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The k-th partner of each process, by the first message with it: where no two have the same this
 * is a step. Steps that lead out of what earlier ones reach, and come back to where they began, are
 * axes.
 */
#include "refrain-turn-axes.h"

#include "refrain-arrays.h"
#include "refrain-compare.h"

/* Steps that are looked at, and processes up to which lines are. */
#define MOST_STEPS   64
#define MOST_IN_LINE 4096

typedef struct
{
  guint n;
  GArray **partners; /* of guint32, of each process in the order of the first message */
} Turns;

static void
turns_clear (Turns *self)
{
  for (guint p = 0; p < self->n; p++)
    g_array_unref (self->partners[p]);
  g_free (self->partners);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Turns, turns_clear)

/* @receives: of what each hears from, too. */
static void
read_turns (Turns *self, RefrainLoopEvents *events, gboolean receives)
{
  const guint n = refrain_loop_events_get_n_processes (events);

  self->n = n;
  self->partners = g_new0 (GArray *, (gsize) n + 1);
  for (guint p = 0; p < n; p++)
    {
      const RefrainLoopPeers *own = refrain_loop_events_get_peers (events, p);

      self->partners[p] = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_array_set_size (self->partners[p], receives ? own->n : own->n_turns);
      for (guint32 k = 0; k < own->n; k++)
        if (receives || own->partners[k].turn != REFRAIN_NONE)
          g_array_index (self->partners[p], guint32, receives ? k : own->partners[k].turn)
              = own->partners[k].process;
    }
}

static guint32
get_partner (const Turns *self, guint32 process, guint k)
{
  return g_array_index (self->partners[process], guint32, k);
}

typedef struct
{
  guint32 partner;
  guint turn;
  guint64 n_sends;
} Load;

REFRAIN_DEFINE_COMPARE (compare_loads, Load, REFRAIN_FALLING (n_sends) ?: REFRAIN_RISING (turn))

/* Puts the partners of each in the order of how often it sends to them. */
static void
sort_by_sends (Turns *self, RefrainLoopEvents *events)
{
  g_autoptr (GArray) loads = g_array_new (FALSE, FALSE, sizeof (Load));

  for (guint p = 0; p < self->n; p++)
    {
      const RefrainLoopPeers *own = refrain_loop_events_get_peers (events, p);

      g_array_set_size (loads, 0);
      for (guint32 k = 0; k < own->n; k++)
        {
          const RefrainLoopPeer *partner = &own->partners[k];
          const Load load = { partner->process, partner->turn, partner->n_sends };

          if (partner->turn != REFRAIN_NONE)
            g_array_append_val (loads, load);
        }
      g_array_sort (loads, compare_loads);
      for (guint k = 0; k < loads->len; k++)
        g_array_index (self->partners[p], guint32, k) = g_array_index (loads, Load, k).partner;
    }
}

/* ---- Axes -------------------------------------------------------------------------------------
 */

typedef struct
{
  const Turns *turns;
  guint n_axes;
  guint step[REFRAIN_MAX_DIMENSIONS];
  guint size[REFRAIN_MAX_DIMENSIONS];
  guint32 *place;  /* of each process, the first axis fastest; REFRAIN_NONE where not reached */
  GArray *process; /* of guint32: at each place */
} Axes;

static gboolean
is_step (const Turns *self, guint k)
{
  g_autofree guint8 *reached = g_new0 (guint8, (gsize) self->n + 1);

  for (guint p = 0; p < self->n; p++)
    if (reached[get_partner (self, p, k)]++ != 0)
      return FALSE;
  return TRUE;
}

/* Adds step @k as an axis, if it leads out of what is reached and comes back. */
static void
try_axis (Axes *self, guint k)
{
  const guint n_before = self->process->len;
  guint32 at = get_partner (self->turns, 0, k);
  guint size = 1;

  if (self->place[at] != REFRAIN_NONE || self->n_axes == REFRAIN_MAX_DIMENSIONS)
    return;
  for (; at != 0; size++, at = get_partner (self->turns, at, k))
    if (self->place[at] != REFRAIN_NONE || size > self->turns->n / n_before)
      return;
  for (guint i = 0; i < n_before * (size - 1); i++)
    {
      const guint32 from = g_array_index (self->process, guint32, self->process->len - n_before);

      at = get_partner (self->turns, from, k);
      if (self->place[at] != REFRAIN_NONE)
        return; /* there is no use in going on: not all will be reached */
      self->place[at] = self->process->len;
      g_array_append_val (self->process, at);
    }
  self->step[self->n_axes] = k;
  self->size[self->n_axes++] = size;
}

/* Whether each axis leads everywhere to the next place. */
static gboolean
are_axes (const Axes *self)
{
  guint stride = 1;

  for (guint a = 0; a < self->n_axes; stride *= self->size[a++])
    for (guint p = 0; p < self->turns->n; p++)
      {
        const guint32 place = self->place[p], at = place / stride % self->size[a];
        const guint32 next
            = at + 1 < self->size[a] ? place + stride : place - (self->size[a] - 1) * stride;

        if (self->place[get_partner (self->turns, p, self->step[a])] != next)
          return FALSE;
      }
  return self->n_axes > 0;
}

static RefrainMapping *
find_torus (const Turns *turns)
{
  g_autoptr (GArray) process = g_array_new (FALSE, TRUE, sizeof (guint32));
  g_autofree guint32 *place = g_new (guint32, (gsize) turns->n + 1);
  Axes axes = { .turns = turns, .place = place, .process = process };
  guint n_steps = MOST_STEPS, sizes[REFRAIN_MAX_DIMENSIONS];

  for (guint p = 0; p < turns->n; p++)
    n_steps = MIN (n_steps, turns->partners[p]->len);
  refrain_fill (place, 0xff, turns->n * sizeof *place);
  g_array_set_size (process, 1); /* process 0 at place 0 */
  place[0] = 0;
  for (guint k = 0; k < n_steps && process->len < turns->n; k++)
    if (is_step (turns, k))
      try_axis (&axes, k);
  if (process->len != turns->n || !are_axes (&axes))
    return NULL;
  for (guint a = 0; a < axes.n_axes; a++)
    sizes[a] = axes.size[axes.n_axes - 1 - a];
  return refrain_mapping_new_grid (sizes, axes.n_axes, (1u << axes.n_axes) - 1, place);
}

/* ---- A line -----------------------------------------------------------------------------------
 */

/* Whether each goes through all others in the order of @first and then its partners; fills @place.
 */
static gboolean
try_line (const Turns *turns, guint first, guint32 *place)
{
  const guint n = turns->n;

  place[first] = 0;
  for (guint k = 0; k + 1 < n; k++)
    place[get_partner (turns, first, k)] = k + 1;
  for (guint p = 0; p < n; p++)
    for (guint k = 0; k + 1 < n; k++)
      if (place[get_partner (turns, p, k)] != (k < place[p] ? k : k + 1))
        return FALSE;
  return TRUE;
}

static RefrainMapping *
find_line (const Turns *turns)
{
  const guint n = turns->n;
  g_autofree guint32 *place = g_new (guint32, (gsize) n + 1);

  if (n > MOST_IN_LINE || n < 3)
    return NULL;
  for (guint p = 0; p < n; p++)
    if (turns->partners[p]->len != n - 1)
      return NULL;
  /* The first of all is process 0, or the first that it turns to. */
  return try_line (turns, 0, place) || try_line (turns, get_partner (turns, 0, 0), place)
             ? refrain_mapping_new_grid (&n, 1, 0, place)
             : NULL;
}

RefrainMapping *
refrain_turn_axes_find (RefrainLoopEvents *events)
{
  g_auto (Turns) turns = { 0 };
  RefrainMapping *mapping;

  if (refrain_loop_events_get_n_processes (events) < 3)
    return NULL;
  read_turns (&turns, events, FALSE);
  mapping = find_line (&turns);
  if (mapping == NULL)
    mapping = find_torus (&turns);
  if (mapping != NULL)
    return mapping;
  sort_by_sends (&turns, events);
  return find_torus (&turns);
}

RefrainMapping *
refrain_turn_axes_find_line (RefrainLoopEvents *events)
{
  g_auto (Turns) turns = { 0 };

  if (refrain_loop_events_get_n_processes (events) < 3)
    return NULL;
  read_turns (&turns, events, FALSE);
  return find_line (&turns);
}

/* ---- Trees ------------------------------------------------------------------------------------
 */

/* The direction from a child to its parent, and from a leaf of a star to its centre. */
#define UP 1

typedef struct
{
  guint32 process;
  guint slot; /* among its siblings */
  guint size; /* processes of its branch */
  guint turn; /* of its parent to it */
} Child;

REFRAIN_DEFINE_COMPARE (compare_children, Child, REFRAIN_RISING (turn) ?: REFRAIN_RISING (slot))

typedef struct
{
  RefrainMapping *mapping;
  const Turns *turns;
  guint n, n_children; /* of the root */
  guint *sizes;        /* of the branch of each process */
  guint32 *process_at; /* each place */
  guint32 *place;      /* in the order of turns */
} Tree;

static guint
find_turn (const Turns *turns, guint32 process, guint32 partner)
{
  guint k = 0;

  while (k < turns->partners[process]->len && get_partner (turns, process, k) != partner)
    k++;
  return k;
}

/* Gives the branches below the process at @place, whose own is known, their places: of each size
 * those that are turned to first the first slots. */
static void
order_children (Tree *self, guint32 process)
{
  const guint old = refrain_mapping_get_place (self->mapping, process);
  const guint first = old * self->n_children + 1, end = MIN (first + self->n_children, self->n);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (Child));
  g_autofree guint8 *taken = g_new0 (guint8, self->n_children + 1);

  for (guint c = first; c < end; c++)
    {
      const guint32 own = self->process_at[c];
      const Child child
          = { own, c - first, self->sizes[own], find_turn (self->turns, process, own) };

      g_array_append_val (children, child);
    }
  g_array_sort (children, compare_children);
  for (guint i = 0; i < children->len; i++)
    {
      const Child *child = &g_array_index (children, Child, i);
      guint slot = 0;

      while (taken[slot] || self->sizes[self->process_at[first + slot]] != child->size)
        slot++;
      taken[slot] = TRUE;
      self->place[child->process] = self->place[process] * self->n_children + 1 + slot;
    }
}

RefrainMapping *
refrain_turn_axes_order_tree (RefrainLoopEvents *events, RefrainMapping *mapping)
{
  const RefrainTopologyKind kind = refrain_mapping_get_kind (mapping);
  const guint n = refrain_mapping_get_n_processes (mapping);
  g_auto (Turns) turns = { 0 };
  g_autofree guint *sizes = g_new0 (guint, (gsize) n + 1);
  g_autofree guint32 *process_at = g_new (guint32, (gsize) n + 1);
  g_autofree guint32 *place = g_new0 (guint32, (gsize) n + 1);
  Tree tree = { mapping, &turns, n, 0, sizes, process_at, place };

  if ((kind != REFRAIN_TOPOLOGY_TREE && kind != REFRAIN_TOPOLOGY_STAR) || n < 3)
    return g_object_ref (mapping);
  read_turns (&turns, events, TRUE);
  for (guint p = 0; p < n; p++)
    process_at[refrain_mapping_get_place (mapping, p)] = p;
  for (guint at = n; at-- > 0;)
    {
      const guint32 own = process_at[at];
      const gint64 parent = at > 0 ? refrain_mapping_get_neighbour (mapping, own, UP) : -1;

      sizes[own]++;
      if (parent >= 0)
        sizes[parent] += sizes[own];
      tree.n_children += parent == process_at[0];
    }
  for (guint at = 0; at < n; at++)
    {
      /* Level by level: whoever is above has its place. */
      const guint32 own = process_at[at];

      if (at * tree.n_children + 1 < n)
        order_children (&tree, own);
    }
  return refrain_mapping_new (kind, refrain_mapping_get_name (mapping), n,
                              kind == REFRAIN_TOPOLOGY_TREE ? tree.n_children : 0, place);
}
