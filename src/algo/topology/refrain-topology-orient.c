/* refrain-topology-orient.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-topology-orient.h"

#include <stdlib.h>

typedef struct
{
  guint axis;
  double difference; /* of ranks one step apart, without sign */
} Axis;

static int
compare_axes (gconstpointer a, gconstpointer b)
{
  const Axis *x = a, *y = b;

  if (x->difference != y->difference)
    return x->difference > y->difference ? -1 : 1;
  return x->axis < y->axis ? -1 : x->axis > y->axis;
}

/* Where a coordinate goes: first moved, then turned round. */
typedef struct
{
  guint shift;
  gboolean flip, ring;
} Turn;

static guint
turn_coordinate (const Turn *turn, guint size, guint coordinate)
{
  const guint moved = (coordinate + size - turn->shift) % size;

  if (!turn->flip)
    return moved;
  return turn->ring ? (size - moved) % size : size - 1 - moved;
}

/* How far ranks differ along @axis, and how often they rise. */
static double
measure_axis (const guint32 *process_at, guint n, guint size, guint stride, gint64 *rising)
{
  double sum = 0;
  gsize count = 0;

  *rising = 0;
  for (guint p = 0; p < n; p++)
    if (p / stride % size + 1 < size)
      {
        const gint64 step = (gint64) process_at[p + stride] - process_at[p];

        sum += ABS (step);
        *rising += step > 0 ? 1 : -1;
        count++;
      }
  return count > 0 ? sum / (double) count : 0;
}

/* The neighbour forth and back of process 0 on a ring. */
static Turn
turn_ring (const guint32 *process_at, guint place, guint size, guint stride)
{
  const guint at = place / stride % size;
  const guint base = place - at * stride;
  const guint32 forth = process_at[base + (at + 1) % size * stride];
  const guint32 back = process_at[base + (at + size - 1) % size * stride];

  return (Turn){ at, back < forth, TRUE };
}

RefrainMapping *
refrain_topology_orient (const RefrainTopologySpec *spec, const guint32 *places)
{
  RefrainTopologySpec turned = *spec;
  g_autofree guint32 *process_at = NULL, *turned_places = NULL;
  Axis axes[REFRAIN_MAX_DIMENSIONS];
  Turn turns[REFRAIN_MAX_DIMENSIONS] = { 0 };
  guint stride = 1;

  if (spec->kind != REFRAIN_TOPOLOGY_GRID)
    return refrain_topology_spec_make_mapping (spec, places);
  process_at = g_new (guint32, spec->n);
  for (guint i = 0; i < spec->n; i++)
    process_at[places[i]] = i;
  for (guint a = spec->n_dimensions; a-- > 0; stride *= spec->sizes[a])
    {
      gint64 rising;

      axes[a] = (Axis){ a, measure_axis (process_at, spec->n, spec->sizes[a], stride, &rising) };
      if (spec->wrapped >> a & 1)
        turns[a] = turn_ring (process_at, places[0], spec->sizes[a], stride);
      else
        turns[a].flip
            = rising < 0
              || (rising == 0 && 2 * (places[0] / stride % spec->sizes[a]) >= spec->sizes[a]);
    }
  qsort (axes, spec->n_dimensions, sizeof *axes, compare_axes);
  turned.wrapped = 0;
  for (guint a = 0; a < spec->n_dimensions; a++)
    {
      turned.sizes[a] = spec->sizes[axes[a].axis];
      turned.wrapped |= (spec->wrapped >> axes[a].axis & 1) << a;
    }
  turned_places = g_new (guint32, spec->n);
  for (guint i = 0; i < spec->n; i++)
    {
      guint at[REFRAIN_MAX_DIMENSIONS];
      guint32 rest = places[i], place = 0;

      for (guint a = spec->n_dimensions; a-- > 0; rest /= spec->sizes[a])
        at[a] = turn_coordinate (&turns[a], spec->sizes[a], rest % spec->sizes[a]);
      for (guint a = 0; a < spec->n_dimensions; a++)
        place = place * turned.sizes[a] + at[axes[a].axis];
      turned_places[i] = place;
    }
  return refrain_topology_spec_make_mapping (&turned, turned_places);
}
