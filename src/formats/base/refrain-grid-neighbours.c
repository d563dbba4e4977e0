/* refrain-grid-neighbours.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Places of a grid count in the order of C: the last dimension runs fastest.
 */
#include "refrain-grid-neighbours.h"

guint
refrain_grid_list_neighbours (RefrainCommunicator *comm, guint process, gint32 *to)
{
  const RefrainCartesian *grid = refrain_communicator_get_cartesian (comm);
  const gint32 rank
      = refrain_communicator_process_to_rank (comm, (gint32) process, (gint32) process);
  gsize n_members;
  const gint32 *members = refrain_communicator_get_members (comm, &n_members);
  g_autofree guint32 *rank_at = g_new (guint32, n_members + 1);
  guint32 stride = 1;
  guint n = 0;

  if (rank < 0)
    return 0;
  for (gsize r = 0; r < n_members; r++)
    rank_at[grid->places[r]] = (guint32) r;
  for (guint d = 0; d < grid->n_dimensions; d++)
    stride *= grid->sizes[d];
  for (guint d = 0; d < grid->n_dimensions; d++)
    {
      const guint32 size = grid->sizes[d];
      guint32 place, at;

      stride /= size;
      place = grid->places[rank];
      at = place / stride % size;
      for (int step = -1; step <= 1; step += 2)
        {
          const gboolean wraps = step < 0 ? at == 0 : at + 1 == size;
          const guint32 next = (at + size + (guint32) step) % size;

          if (!wraps || (grid->periodic & (1u << d)) != 0)
            to[n++] = members[rank_at[place - at * stride + next * stride]];
        }
    }
  return n;
}
