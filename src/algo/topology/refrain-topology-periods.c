/* refrain-topology-periods.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Messages are counted by the dimension along which they go.
 */
#include "refrain-topology-periods.h"

#include "refrain-parallel.h"
#include "refrain-topology.h"

/* Neighbours on both sides get so many times as many messages as others, or more. */
#define TWICE 1.5
/* Of so many rows of messages to one neighbour all have an even number. */
#define NEARLY_ALL 0.95

/* ---- Who sends to whom ---- */

typedef struct
{
  RefrainTrace *trace;
  GArray **of; /* of each process: of RefrainSends */
} Counting;

/* The entry of @to. */
static RefrainSends *
find_sends (GArray *all, GHashTable *index, guint32 from, guint32 to)
{
  guint at = GPOINTER_TO_UINT (g_hash_table_lookup (index, GUINT_TO_POINTER (to)));

  if (at == 0)
    {
      const RefrainSends sends = { .from = from, .to = to };

      g_array_append_val (all, sends);
      at = all->len;
      g_hash_table_insert (index, GUINT_TO_POINTER (to), GUINT_TO_POINTER (at));
    }
  return &g_array_index (all, RefrainSends, at - 1);
}

static void
end_row (RefrainSends *sends, guint64 n)
{
  if (sends == NULL)
    return;
  sends->messages += n;
  sends->rows++;
  sends->even += n % 2 == 0;
}

static void
count_process (gsize p, gpointer data)
{
  const Counting *self = data;
  const RefrainOps *ops = refrain_trace_get_ops (self->trace, (guint) p);
  g_autoptr (GHashTable) index = g_hash_table_new (NULL, NULL);
  GArray *all = self->of[p] = g_array_new (FALSE, FALSE, sizeof (RefrainSends));
  RefrainSends *row = NULL;
  guint64 n = 0;

  for (gsize op = 0; op < ops->n; op++)
    {
      const gint32 peer = ops->peer[op];

      if (!REFRAIN_OP_IS_SEND (ops->kind[op]) || peer < 0)
        continue;
      if (row == NULL || row->to != (guint32) peer)
        {
          end_row (row, n);
          row = find_sends (all, index, (guint32) p, (guint32) peer);
          n = 0;
        }
      n++;
    }
  end_row (row, n);
}

/* Returns a GArray of RefrainSends: those of the processes of @trace, or in a team of one's own, by
 * sender. O(operations). */
static GArray *
list_sends (RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_processes (trace);
  g_autofree GArray **of = g_new (GArray *, (gsize) n + 1);
  GArray *all = g_array_new (FALSE, FALSE, sizeof (RefrainSends));

  refrain_parallel_run (n, count_process, &(Counting){ trace, of }, NULL);
  for (guint p = 0; p < n; p++)
    {
      if (of[p]->len > 0)
        g_array_append_vals (all, of[p]->data, of[p]->len);
      g_array_unref (of[p]);
    }
  return all;
}

/* ---- By dimension ---- */

/* Of each dimension, and of all that are longer than two. All guint64: summed over a team. */
typedef struct
{
  guint64 pairs[REFRAIN_MAX_DIMENSIONS + 1], messages[REFRAIN_MAX_DIMENSIONS + 1];
  guint64 rows[REFRAIN_MAX_DIMENSIONS + 1], even[REFRAIN_MAX_DIMENSIONS + 1];
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
add_sends (Sums *sums, RefrainMapping *mapping, const RefrainSends *sends)
{
  const gint found = find_dimension (mapping, sends->from, sends->to);
  guint d;

  if (found < 0)
    return;
  d = refrain_mapping_get_size (mapping, (guint) found) == 2 ? (guint) found
                                                             : REFRAIN_MAX_DIMENSIONS;
  sums->pairs[d]++;
  sums->messages[d] += sends->messages;
  sums->rows[d] += sends->rows;
  sums->even[d] += sends->even;
}

/* Whether @sums say that dimension @d, of two, is periodic. */
static gboolean
is_periodic (const Sums *sums, guint d)
{
  const guint others = REFRAIN_MAX_DIMENSIONS;

  if (sums->pairs[d] == 0)
    return FALSE;
  if (sums->pairs[others] == 0)
    return sums->rows[d] > 0 && (double) sums->even[d] >= NEARLY_ALL * (double) sums->rows[d];
  return (double) sums->messages[d] / (double) sums->pairs[d]
         >= TWICE * (double) sums->messages[others] / (double) sums->pairs[others];
}

guint
refrain_mapping_find_periods (RefrainMapping *mapping,
                              const RefrainSends *sends,
                              gsize n,
                              const RefrainShares *shares)
{
  Sums sums = { 0 };
  guint periods = 0;

  if (refrain_mapping_get_kind (mapping) != REFRAIN_TOPOLOGY_GRID
      || refrain_mapping_get_n_processes (mapping) < 3)
    return 0;
  for (gsize i = 0; i < n; i++)
    add_sends (&sums, mapping, &sends[i]);
  if (shares != NULL)
    refrain_team_sum (shares->team, (guint64 *) &sums, sizeof sums / sizeof (guint64));
  for (guint d = 0; d < refrain_mapping_get_n_dimensions (mapping); d++)
    if (refrain_mapping_get_size (mapping, d) == 2 && is_periodic (&sums, d))
      periods |= 1u << d;
  return periods;
}

/* @sends: list_sends() of @trace. */
static guint
find_periods_of (RefrainTrace *trace, RefrainMapping *mapping, const GArray *sends)
{
  if (refrain_mapping_get_n_processes (mapping) != refrain_trace_get_n_processes (trace))
    return 0;
  return refrain_mapping_find_periods (mapping, (const RefrainSends *) (gpointer) sends->data,
                                       sends->len, refrain_trace_get_shares (trace));
}

guint
refrain_topology_find_periods (RefrainTrace *trace, RefrainMapping *mapping)
{
  g_autoptr (GArray) sends = list_sends (trace);

  return find_periods_of (trace, mapping, sends);
}

void
refrain_topology_tell_periods (RefrainTopology *self, RefrainTrace *trace)
{
  g_autoptr (GArray) sends = NULL;
  RefrainMapping *nearest;

  g_return_if_fail (REFRAIN_IS_TOPOLOGY (self));

  sends = list_sends (trace);
  for (guint i = 0; i < refrain_topology_get_n_names (self); i++)
    {
      RefrainMapping *mapping = refrain_topology_get_mapping (self, i);

      refrain_mapping_tell_periods (mapping, find_periods_of (trace, mapping, sends));
    }
  nearest = refrain_topology_get_nearest_mapping (self);
  if (nearest != NULL)
    refrain_mapping_tell_periods (nearest, find_periods_of (trace, nearest, sends));
}
