/* refrain-topology-orient.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sums of ranks by coordinate tell how near an order of axes is: nothing is renumbered to try it.
 */
#include "refrain-topology-orient.h"

#include "refrain-compare.h"

/* Axes up to which all orders are tried. */
#define MAX_ORDERED 6

typedef struct
{
  guint axis;
  double difference; /* of ranks one step apart, without sign */
} Axis;

REFRAIN_DEFINE_COMPARE (compare_axes, Axis, REFRAIN_FALLING (difference) ?: REFRAIN_RISING (axis))

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

/* The order of axes and their ends for which places differ least from ranks: the sum of squares is
 * least where that of rank times place is largest, and a place is a sum over axes. */
typedef struct
{
  const RefrainTopologySpec *spec;
  double sums[REFRAIN_MAX_DIMENSIONS][2]; /* rank times coordinate, the other way round */
  guint order[REFRAIN_MAX_DIMENSIONS], best_order[REFRAIN_MAX_DIMENSIONS];
  double best;
} Closest;

/* Of the order in hand, axis 0 first. */
static double
sum_up (const Closest *self)
{
  double sum = 0, stride = 1;

  for (guint a = self->spec->n_dimensions; a-- > 0;)
    {
      const guint axis = self->order[a];

      sum += stride * MAX (self->sums[axis][0], self->sums[axis][1]);
      stride *= self->spec->sizes[axis];
    }
  return sum;
}

static void
try_orders (Closest *self, guint first)
{
  const guint n = self->spec->n_dimensions;

  if (first + 1 >= n)
    {
      const double sum = sum_up (self);

      if (sum > self->best)
        {
          self->best = sum;
          for (guint a = 0; a < n; a++)
            self->best_order[a] = self->order[a];
        }
      return;
    }
  for (guint a = first; a < n; a++)
    {
      const guint axis = self->order[a];

      self->order[a] = self->order[first];
      self->order[first] = axis;
      try_orders (self, first + 1);
      self->order[first] = self->order[a];
      self->order[a] = axis;
    }
}

/* Of axes of one size the one with the largest sum is the first. */
static void
sort_equal (Closest *self)
{
  const guint n = self->spec->n_dimensions;

  for (guint i = 1; i < n; i++)
    {
      const guint axis = self->best_order[i];
      const double sum = MAX (self->sums[axis][0], self->sums[axis][1]);
      guint k = i;

      for (; k > 0; k--)
        {
          const guint before = self->best_order[k - 1];

          if (self->spec->sizes[before] != self->spec->sizes[axis]
              || MAX (self->sums[before][0], self->sums[before][1]) >= sum)
            break;
          self->best_order[k] = before;
        }
      self->best_order[k] = axis;
    }
}

/* The sum of the ranks at each coordinate of each axis, one axis after the other. Free with
 * g_free(). */
static double *
add_ranks (const RefrainTopologySpec *spec, const guint32 *places)
{
  guint first[REFRAIN_MAX_DIMENSIONS], n_all = 0;
  double *ranks;

  for (guint a = 0; a < spec->n_dimensions; n_all += spec->sizes[a++])
    first[a] = n_all;
  ranks = g_new0 (double, n_all);
  for (guint i = 0; i < spec->n; i++)
    {
      guint32 rest = places[i];

      for (guint a = spec->n_dimensions; a-- > 0; rest /= spec->sizes[a])
        ranks[first[a] + rest % spec->sizes[a]] += i;
    }
  return ranks;
}

/* Brings @axes and @turns in the closest order; they stay where none is closer. */
static void
find_closest (const RefrainTopologySpec *spec, const guint32 *places, Axis *axes, Turn *turns)
{
  Closest closest = { .spec = spec };
  const guint n = spec->n_dimensions;
  g_autofree double *ranks = add_ranks (spec, places);
  const double *at = ranks;

  for (guint a = 0; a < n; at += spec->sizes[a++])
    {
      const gboolean flip = turns[a].flip;

      for (int other = 0; other < 2; other++)
        {
          turns[a].flip = flip != (other == 1);
          for (guint c = 0; c < spec->sizes[a]; c++)
            closest.sums[a][other] += at[c] * turn_coordinate (&turns[a], spec->sizes[a], c);
        }
      turns[a].flip = flip != (closest.sums[a][1] > closest.sums[a][0]);
    }
  for (guint a = 0; a < n; a++)
    closest.order[a] = closest.best_order[a] = axes[a].axis;
  closest.best = sum_up (&closest);
  if (n <= MAX_ORDERED)
    try_orders (&closest, 0);
  else
    sort_equal (&closest);
  for (guint a = 0; a < n; a++)
    axes[a].axis = closest.best_order[a];
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
  refrain_sort (axes, spec->n_dimensions, sizeof *axes, compare_axes);
  find_closest (spec, places, axes, turns);
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
