/* refrain-program-ring.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A program may be shortest by distances of ranks modulo their number. That is a ring where
 * messages go round, and else only how peers are numbered.
 */
#include "refrain-program-private.h"

#include <string.h>

#include "refrain-mapping.h"
#include "refrain-matrix.h"

/* Those that all have to do with are no part of a ring by that where they are one of so many. */
#define ONE_OF 3

/* Messages between both, either way. */
static guint64
count_between (RefrainMatrix *matrix, guint a, guint b)
{
  guint64 there, back, bytes;

  refrain_matrix_get (matrix, a, b, &there, &bytes);
  refrain_matrix_get (matrix, b, a, &back, &bytes);
  return there + back;
}

/* The process @step places behind @process. */
static guint
follow (RefrainMapping *ring, guint process, guint step)
{
  const guint n = refrain_mapping_get_n_processes (ring);
  const guint place = (refrain_mapping_get_place (ring, process) + step) % n;

  return refrain_mapping_get_process (ring, &place);
}

/* With how many others each has to do. Free with g_free(). */
static guint *
count_peers (RefrainMatrix *matrix)
{
  const guint n = refrain_matrix_get_n_processes (matrix);
  guint *peers = g_new0 (guint, (gsize) n + 1);

  for (guint p = 0; p < n; p++)
    {
      gsize n_cells;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (matrix, p, &n_cells);

      for (gsize i = 0; i < n_cells; i++)
        if (cells[i].destination != p
            && (p < cells[i].destination
                || refrain_matrix_find (matrix, cells[i].destination, p) == NULL))
          {
            peers[p]++;
            peers[cells[i].destination]++;
          }
    }
  return peers;
}

/* Whether @hub, with which all have to do, has more to do with its neighbours on @ring than with
 * half of the others: else they are some of those that it serves. */
static gboolean
is_in_ring (RefrainMapping *ring, RefrainMatrix *matrix, guint hub)
{
  const guint n = refrain_matrix_get_n_processes (matrix);
  const guint before = follow (ring, hub, n - 1), after = follow (ring, hub, 1);
  const guint64 least
      = MIN (count_between (matrix, hub, before), count_between (matrix, hub, after));
  guint n_less = 0;

  for (guint p = 0; p < n; p++)
    if (p != hub && p != before && p != after)
      n_less += count_between (matrix, hub, p) < least;
  return 2 * n_less > n - 3;
}

static gboolean
goes_round (RefrainMapping *ring, RefrainMatrix *matrix)
{
  const guint n = refrain_matrix_get_n_processes (matrix);
  g_autofree guint *peers = NULL;
  guint n_hubs = 0;

  for (guint p = 0; p < n; p++)
    if (count_between (matrix, p, follow (ring, p, 1)) == 0)
      return FALSE;
  peers = count_peers (matrix);
  for (guint p = 0; p < n; p++)
    n_hubs += peers[p] == n - 1;
  if (n <= 3 || ONE_OF * n_hubs > n)
    return TRUE;
  for (guint p = 0; p < n; p++)
    if (peers[p] == n - 1 && !is_in_ring (ring, matrix, p))
      return FALSE;
  return TRUE;
}

void
refrain_program_judge_ring (RefrainProgram *self)
{
  RefrainTrace *trace = refrain_loop_events_get_trace (self->events);
  RefrainMapping *mapping = self->mapping;
  g_autoptr (RefrainMatrix) matrix = NULL;
  g_autofree char *text = NULL;

  if (trace == NULL || refrain_mapping_get_kind (mapping) != REFRAIN_TOPOLOGY_GRID
      || refrain_mapping_get_n_dimensions (mapping) != 1 || !refrain_mapping_is_wrapped (mapping, 0)
      || refrain_trace_get_n_processes (trace) != refrain_mapping_get_n_processes (mapping))
    return;
  matrix = refrain_matrix_new (trace, G_MININT64, G_MAXINT64, NULL, NULL);
  self->is_axis = !goes_round (mapping, matrix);
  if (!self->is_axis)
    return;
  text = refrain_program_dup_text (self, NULL);
  self->facts.bytes = strlen (text);
}
