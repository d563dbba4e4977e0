/* refrain-topology-periods.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sends are counted by the dimension along which they go.
 */
#include "refrain-topology-periods.h"

#include "refrain-topology.h"
#include "refrain-trace-shares.h"

/* Neighbours on both sides get so many times as many messages as others, or more. */
#define TWICE 1.5
/* Of so many rows of messages to one neighbour all have an even number. */
#define NEARLY_ALL 0.95

/* All guint64: summed over a team. */
typedef struct
{
  guint64 sends[REFRAIN_MAX_DIMENSIONS];
  guint64 rows[REFRAIN_MAX_DIMENSIONS], even[REFRAIN_MAX_DIMENSIONS];
} Sums;

/* The dimension along which two processes are neighbours; -1: none. */
static gint
find_dimension (RefrainMapping *mapping, guint from, guint to)
{
  const guint *a = refrain_mapping_get_coordinates (mapping, from);
  const guint *b = refrain_mapping_get_coordinates (mapping, to);
  gint found = -1;

  for (guint d = 0; d < refrain_mapping_get_n_dimensions (mapping); d++)
    {
      const guint size = refrain_mapping_get_size (mapping, d);

      if (a[d] == b[d])
        continue;
      if (found >= 0 || ((a[d] + 1) % size != b[d] && (b[d] + 1) % size != a[d]))
        return -1;
      found = (gint) d;
    }
  return found;
}

static void
end_row (Sums *sums, gint dimension, guint64 n)
{
  if (dimension < 0)
    return;
  sums->rows[dimension]++;
  sums->even[dimension] += n % 2 == 0;
}

static void
count_process (RefrainTrace *trace, RefrainMapping *mapping, guint process, Sums *sums)
{
  const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, process));
  gint32 last = -1;
  gint dimension = -1;
  guint64 n = 0;

  for (gsize op = 0; op < ops->n; op++)
    {
      const gint32 peer = ops->peer[op];

      if (!REFRAIN_OP_IS_SEND (ops->kind[op]) || peer < 0)
        continue;
      if (peer != last)
        {
          end_row (sums, dimension, n);
          dimension = find_dimension (mapping, process, (guint) peer);
          n = 0;
        }
      last = peer;
      n++;
      if (dimension >= 0)
        sums->sends[dimension]++;
    }
  end_row (sums, dimension, n);
}

/* How many messages go over each edge of the dimensions longer than two, each way; -1: there are
 * none. */
static double
count_of_long (RefrainMapping *mapping, const Sums *sums)
{
  const guint n = refrain_mapping_get_n_processes (mapping);
  double sends = 0, ways = 0;

  for (guint d = 0; d < refrain_mapping_get_n_dimensions (mapping); d++)
    {
      const guint size = refrain_mapping_get_size (mapping, d);

      if (size < 3)
        continue;
      sends += (double) sums->sends[d];
      ways += 2 * (refrain_mapping_is_wrapped (mapping, d) ? n : n - n / (double) size);
    }
  return ways > 0 ? sends / ways : -1;
}

guint
refrain_topology_find_periods (RefrainTrace *trace, RefrainMapping *mapping)
{
  const RefrainShares *shares = refrain_trace_get_shares (trace);
  const guint n = refrain_trace_get_n_processes (trace);
  Sums sums = { 0 };
  guint periods = 0;
  double others;

  if (refrain_mapping_get_kind (mapping) != REFRAIN_TOPOLOGY_GRID
      || refrain_mapping_get_n_processes (mapping) != n || n < 3)
    return 0;
  for (guint p = 0; p < n; p++)
    count_process (trace, mapping, p, &sums);
  if (shares != NULL)
    refrain_team_sum (shares->team, (guint64 *) &sums, sizeof sums / sizeof (guint64));
  others = count_of_long (mapping, &sums);
  for (guint d = 0; d < refrain_mapping_get_n_dimensions (mapping); d++)
    if (refrain_mapping_get_size (mapping, d) == 2 && sums.rows[d] > 0
        && (others < 0 ? (double) sums.even[d] >= NEARLY_ALL * (double) sums.rows[d]
                       : others > 0 && (double) sums.sends[d] >= TWICE * others * n))
      periods |= 1u << d;
  return periods;
}

static void
tell_mapping (RefrainMapping *mapping, RefrainTrace *trace)
{
  for (guint d = 0; mapping != NULL && d < refrain_mapping_get_n_dimensions (mapping); d++)
    if (refrain_mapping_get_size (mapping, d) == 2)
      {
        refrain_mapping_tell_periods (mapping, refrain_topology_find_periods (trace, mapping));
        return;
      }
}

void
refrain_topology_tell_periods (RefrainTopology *self, RefrainTrace *trace)
{
  g_return_if_fail (REFRAIN_IS_TOPOLOGY (self));
  for (guint i = 0; i < refrain_topology_get_n_names (self); i++)
    tell_mapping (refrain_topology_get_mapping (self, i), trace);
  tell_mapping (refrain_topology_get_nearest_mapping (self), trace);
}
