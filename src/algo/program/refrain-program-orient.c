/* refrain-program-orient.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which of the symmetric mappings of a run on a lattice is the program's. All have the same
 * directions; but a program that goes through its neighbours by rank does so by rising coordinates
 * on the mapping that its author had in mind. So the axes are ordered and turned such that most
 * sends that follow each other rise.
 */
#include "refrain-program-mappings.h"

#include <string.h>

#include "refrain-compass.h"
#include "refrain-hash.h"
#include "refrain-loop-events.h"
#include "refrain-topology-alternatives.h"
#include "refrain-turn-axes.h"

/* So many axes have 48 orientations, with four it would be 384. */
#define MOST_AXES 3

/* A way to look at a lattice: its axis i is the old axis axis[i], turned round where bit i is set.
 */
typedef struct
{
  guint axis[MOST_AXES];
  guint turned;
} Orientation;

/* How often a send in one direction is followed by one in another. */
typedef struct
{
  guint32 n;
  guint64 *count; /* [n × n] */
} Successions;

static gboolean
count_successions (RefrainLoopEvents *events, RefrainCompass *compass, Successions *all)
{
  guint32 n_events, n_shapes;
  const RefrainLoopEvent *event = refrain_loop_events_get_events (events, &n_events);
  const RefrainLoopShape *shapes = refrain_loop_events_get_shapes (events, &n_shapes);
  const guint n = refrain_loop_events_get_n_processes (events);
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint p = 0; p < n; p++)
    {
      const RefrainLoopStream *stream = refrain_loop_events_get_stream (events, p);
      guint32 last = REFRAIN_NONE;

      for (gsize i = 0; i < MIN (stream->n, REFRAIN_LOOP_BEGINNING); i++)
        {
          const RefrainLoopEvent *one = &event[stream->event[i]];
          guint32 direction;

          if (shapes[one->shape].kind == REFRAIN_LOOP_SYNC)
            last = REFRAIN_NONE;
          if (shapes[one->shape].kind != REFRAIN_LOOP_SEND || one->peer < 0
              || (guint) one->peer >= n || (guint) one->peer == p)
            continue;
          direction = refrain_compass_find (compass, p, one->peer);
          if (last != REFRAIN_NONE && last != direction)
            g_array_append_val (pairs, ((guint64){ (guint64) last << 32 | direction }));
          last = direction;
        }
    }
  all->n = refrain_compass_get_n (compass);
  if (all->n > 1024)
    return FALSE;
  all->count = g_new0 (guint64, (gsize) all->n * all->n + 1);
  for (guint i = 0; i < pairs->len; i++)
    {
      const guint64 pair = g_array_index (pairs, guint64, i);

      all->count[(pair >> 32) * all->n + (guint32) pair]++;
    }
  return TRUE;
}

/* -1, 0, 1: whether offset @a comes before @b on this orientation. */
static int
compare_offsets (const Orientation *orientation, guint n_axes, const gint32 *a, const gint32 *b)
{
  for (guint i = 0; i < n_axes; i++)
    {
      const guint axis = orientation->axis[i];

      if (a[axis] != b[axis])
        return (a[axis] < b[axis]) != (orientation->turned >> i & 1) ? -1 : 1;
    }
  return 0;
}

static gint64
rate (const Orientation *orientation,
      guint n_axes,
      RefrainCompass *compass,
      const Successions *successions)
{
  gint64 rate = 0;

  for (guint32 a = 0; a < successions->n; a++)
    for (guint32 b = 0; b < successions->n; b++)
      {
        const guint64 count = successions->count[(gsize) a * successions->n + b];
        const RefrainDirection *left = refrain_compass_get (compass, a);
        const RefrainDirection *right = refrain_compass_get (compass, b);

        if (count > 0 && left->kind == REFRAIN_STEP_OFFSET && right->kind == REFRAIN_STEP_OFFSET)
          rate -= compare_offsets (orientation, n_axes, left->offset, right->offset)
                  * (gint64) count;
      }
  return rate;
}

static RefrainMapping *
orient (RefrainMapping *mapping, const Orientation *orientation)
{
  const guint n = refrain_mapping_get_n_processes (mapping);
  const guint n_axes = refrain_mapping_get_n_dimensions (mapping);
  g_autofree guint32 *places = g_new (guint32, n + 1);
  guint sizes[MOST_AXES] = { 0 };
  guint wrapped = 0;

  for (guint i = 0; i < n_axes; i++)
    {
      sizes[i] = refrain_mapping_get_size (mapping, orientation->axis[i]);
      if (refrain_mapping_is_wrapped (mapping, orientation->axis[i]))
        wrapped |= 1u << i;
    }
  for (guint p = 0; p < n; p++)
    {
      const guint *coordinates = refrain_mapping_get_coordinates (mapping, p);

      places[p] = 0;
      for (guint i = 0; i < n_axes; i++)
        {
          const guint at = coordinates[orientation->axis[i]];

          places[p] = places[p] * sizes[i]
                      + ((orientation->turned >> i & 1) != 0 ? sizes[i] - 1 - at : at);
        }
    }
  return refrain_mapping_new_grid (sizes, n_axes, wrapped, places);
}

static const guint axis_orders[6][MOST_AXES]
    = { { 0, 1, 2 }, { 1, 0, 2 }, { 0, 2, 1 }, { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };

static guint
count_axis_orders (guint n_axes)
{
  return n_axes == 2 ? 2 : n_axes == 3 ? 6 : 1;
}

/* Whether a step along each axis of @mapping is the same step of @other everywhere. */
static gboolean
has_same_steps (RefrainMapping *mapping, RefrainMapping *other)
{
  const guint n = refrain_mapping_get_n_processes (mapping);
  const guint n_axes = refrain_mapping_get_n_dimensions (mapping);

  for (guint a = 0; a < n_axes; a++)
    {
      const guint size = refrain_mapping_get_size (mapping, a);
      gint direction = REFRAIN_DIRECTION_NONE;

      for (guint p = 0; p < n; p++)
        {
          guint at[REFRAIN_MAX_DIMENSIONS];
          gint own;

          memcpy (at, refrain_mapping_get_coordinates (mapping, p), n_axes * sizeof *at);
          if (at[a] + 1 == size && !refrain_mapping_is_wrapped (mapping, a))
            continue;
          at[a] = (at[a] + 1) % size;
          own = refrain_mapping_get_direction (other, p, refrain_mapping_get_process (mapping, at));
          if (own == REFRAIN_DIRECTION_NONE
              || (direction != REFRAIN_DIRECTION_NONE && own != direction))
            return FALSE;
          direction = own;
        }
    }
  return TRUE;
}

gboolean
refrain_program_is_turned_rank_order (RefrainMapping *mapping)
{
  const guint n_axes = refrain_mapping_get_n_dimensions (mapping);

  for (guint o = 0; o < count_axis_orders (n_axes); o++)
    {
      guint sizes[REFRAIN_MAX_DIMENSIONS], wrapped = 0;
      g_autoptr (RefrainMapping) plain = NULL;

      for (guint a = 0; a < n_axes; a++)
        {
          const guint from = n_axes <= MOST_AXES ? axis_orders[o][a] : a;

          sizes[a] = refrain_mapping_get_size (mapping, from);
          wrapped |= refrain_mapping_is_wrapped (mapping, from) ? 1u << a : 0;
        }
      plain = refrain_mapping_new_grid (sizes, n_axes, wrapped, NULL);
      if (has_same_steps (mapping, plain))
        return TRUE;
    }
  return FALSE;
}

RefrainMapping *
refrain_program_orient_mapping (RefrainLoopEvents *events, RefrainMapping *mapping)
{
  const guint n_axes = refrain_mapping_get_n_dimensions (mapping);
  g_autoptr (RefrainCompass) compass = NULL;
  Successions successions = { 0 };
  Orientation best = { { 0, 1, 2 }, 0 };
  gint64 best_rate = G_MININT64;

  if (refrain_mapping_get_kind (mapping) != REFRAIN_TOPOLOGY_GRID || n_axes > MOST_AXES
      || refrain_mapping_is_rank_order (mapping))
    return g_object_ref (mapping);
  compass = refrain_compass_new (mapping);
  if (!count_successions (events, compass, &successions))
    return g_object_ref (mapping);
  for (guint o = 0; o < count_axis_orders (n_axes); o++)
    for (guint turned = 0; turned < 1u << n_axes; turned++)
      {
        const Orientation one
            = { { axis_orders[o][0], axis_orders[o][1], axis_orders[o][2] }, turned };
        const gint64 rated = rate (&one, n_axes, compass, &successions);

        if (rated > best_rate)
          {
            best_rate = rated;
            best = one;
          }
      }
  g_free (successions.count);
  return orient (mapping, &best);
}

/* ---- Rings of four ----------------------------------------------------------------------------
 */

/* In how many different orders the processes send in the directions of @mapping. */
static guint
count_orders (RefrainLoopEvents *events, RefrainMapping *mapping)
{
  const guint n = refrain_loop_events_get_n_processes (events);
  g_autoptr (GHashTable) orders
      = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);

  for (guint p = 0; p < n; p++)
    {
      const RefrainLoopPeers *own = refrain_loop_events_get_peers (events, p);
      guint64 hash = 0;

      for (guint32 i = 0; i < own->n_sends; i++)
        hash = refrain_hash_mix (
            hash + (guint64) (refrain_mapping_get_direction (mapping, p, own->sends[i]) + 2));
      g_hash_table_add (orders, g_memdup2 (&hash, sizeof hash));
    }
  return g_hash_table_size (orders);
}

/* The numbering of a complete graph that turns show. */
static RefrainMapping *
number_all (RefrainLoopEvents *events, RefrainMapping *mapping)
{
  const guint n = refrain_mapping_get_n_processes (mapping);
  g_autoptr (RefrainMapping) turns = refrain_turn_axes_find (events);
  g_autofree guint32 *places = NULL;

  if (turns == NULL || refrain_mapping_get_n_dimensions (turns) > 1)
    return g_object_ref (mapping);
  places = g_new (guint32, (gsize) n + 1);
  for (guint p = 0; p < n; p++)
    places[p] = refrain_mapping_get_place (turns, p);
  return refrain_mapping_new (REFRAIN_TOPOLOGY_ALL_TO_ALL, refrain_mapping_get_name (mapping), n, 0,
                              places);
}

RefrainMapping *
refrain_program_pair_mapping (RefrainMapping *mapping, gpointer data)
{
  g_autoptr (GPtrArray) pairings = NULL;
  guint best = 0, least = G_MAXUINT;

  if (refrain_mapping_get_n_processes (mapping) != refrain_loop_events_get_n_processes (data))
    return g_object_ref (mapping);
  if (refrain_mapping_get_kind (mapping) == REFRAIN_TOPOLOGY_ALL_TO_ALL)
    return number_all (data, mapping);
  if (refrain_mapping_get_kind (mapping) != REFRAIN_TOPOLOGY_GRID)
    return refrain_turn_axes_order_tree (data, mapping);
  pairings = refrain_topology_list_pairings (mapping);
  for (guint i = 0; i < pairings->len && pairings->len > 1 && least > 1; i++)
    {
      const guint n_orders = count_orders (data, pairings->pdata[i]);

      if (n_orders < least)
        {
          least = n_orders;
          best = i;
        }
    }
  return g_object_ref (pairings->pdata[best]);
}
