/* refrain-topology-lines.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Load by axis where the mapping has any, else the busiest process and pair; then what MPI has for
 * such a topology.
 */
#include "config.h"

#include "refrain-topology-lines.h"

#include <glib/gi18n.h>

/* "Few" are so many times fewer than all, at least. */
#define FEW 3
/* A name that so many times fewer edges differ from than there are is as good as one that fits. */
#define NEAR 16

/* Where no message has a size, their number is what can be compared. */
static gboolean
is_without_bytes (RefrainMatrix *matrix)
{
  for (guint i = 0; i < refrain_matrix_get_n_processes (matrix); i++)
    {
      gsize n_cells;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (matrix, i, &n_cells);

      for (gsize k = 0; k < n_cells; k++)
        if (cells[k].destination != i && cells[k].bytes > 0)
          return FALSE;
    }
  return TRUE;
}

/* May there be a nearer name, and does too much differ for this one to be a ground to stand on? */
static gboolean
is_merely_near (RefrainTopology *topology)
{
  gsize extra, missing;

  refrain_topology_get_extra (topology, &extra);
  refrain_topology_get_missing (topology, &missing);
  return refrain_topology_get_n_names (topology) == 0 && refrain_topology_is_bound (topology)
         && NEAR * (extra + missing)
                > refrain_graph_get_n_edges (refrain_topology_get_graph (topology));
}

/* ---- Along axes -------------------------------------------------------------------------------
 */

/* How much goes along each axis, and how far apart ranks are there. */
typedef struct
{
  guint64 volume;  /* bytes or messages */
  double distance; /* of ranks, summed over messages' pairs */
  guint64 pairs;
} AxisLoad;

typedef struct
{
  AxisLoad along[REFRAIN_MAX_DIMENSIONS];
  guint64 diagonal, beside, all;
} Loads;

static void
measure_axes (RefrainMatrix *matrix, RefrainMapping *mapping, gboolean by_count, Loads *loads)
{
  const guint n = refrain_mapping_get_n_dimensions (mapping);

  *loads = (Loads){ 0 };
  for (guint i = 0; i < refrain_matrix_get_n_processes (matrix); i++)
    {
      gsize n_cells;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (matrix, i, &n_cells);
      const guint *from = refrain_mapping_get_coordinates (mapping, i);

      for (gsize k = 0; k < n_cells; k++)
        {
          const guint32 other = cells[k].destination;
          const guint *to = refrain_mapping_get_coordinates (mapping, other);
          const guint64 volume = by_count ? cells[k].count : cells[k].bytes;
          guint axis = 0, n_axes = 0;

          if (other == i)
            continue;
          for (guint a = 0; a < n; a++)
            if (from[a] != to[a])
              {
                axis = a;
                n_axes++;
              }
          loads->all += volume;
          if (refrain_mapping_get_direction (mapping, i, other) == REFRAIN_DIRECTION_NONE)
            {
              loads->beside += volume;
              continue;
            }
          if (n_axes > 1)
            {
              loads->diagonal += volume;
              continue;
            }
          loads->along[axis].volume += volume;
          loads->along[axis].distance += ABS ((double) other - (double) i);
          loads->along[axis].pairs++;
        }
    }
}

static void
print_numbering (const RefrainTopologyReport *self, RefrainMapping *mapping, const Loads *loads)
{
  const guint n = refrain_mapping_get_n_dimensions (mapping);
  g_autoptr (GString) dims = g_string_new (NULL);
  guint heaviest = n - 1, last = n - 1;

  for (guint a = 0; a < n; a++)
    {
      g_string_append_printf (dims, a > 0 ? ", %u" : "%u", refrain_mapping_get_size (mapping, a));
      if (loads->along[a].volume > loads->along[heaviest].volume)
        heaviest = a;
    }
  while (last > 0 && refrain_mapping_get_size (mapping, last) == 1)
    last--;
  if (is_merely_near (self->topology))
    {
      if (refrain_mapping_is_rank_order (mapping))
        g_print (_ ("Ranks follow it row by row, {%s}, but for the edges that differ\n"),
                 dims->str);
      else
        g_print (
            _ ("The name is only near: it says nothing of how processes should be numbered\n"));
    }
  else if (!refrain_mapping_is_rank_order (mapping))
    g_print (_ ("Ranks do not follow it: number processes row by row in {%s}, as MPI_Cart_create "
                "does, to bring neighbours together\n"),
             dims->str);
  else if (heaviest < last && loads->along[heaviest].volume > 2 * loads->along[last].volume)
    g_print (
        _ ("Ranks follow it row by row, {%s} for MPI_Cart_create; most goes along %s, whose ranks "
           "are far apart: make that the last axis to keep it on a node\n"),
        dims->str, refrain_mapping_get_axis_name (mapping, heaviest));
  else
    g_print (_ ("Ranks follow it row by row: {%s} for MPI_Cart_create; no renumbering is needed\n"),
             dims->str);
}

static void
print_axes (const RefrainTopologyReport *self, RefrainMapping *mapping)
{
  const guint n = refrain_mapping_get_n_dimensions (mapping);
  const gboolean by_count = is_without_bytes (self->matrix);
  Loads loads;
  double all;

  measure_axes (self->matrix, mapping, by_count, &loads);
  all = (double) MAX (loads.all, 1);
  g_print ("%s", by_count ? _ ("Messages") : _ ("Bytes"));
  for (guint a = n; a-- > 0;)
    g_print (_ ("%s along %s (%u%s) %.3g %%, ranks %.3g apart"), a + 1 < n ? ";" : "",
             refrain_mapping_get_axis_name (mapping, a), refrain_mapping_get_size (mapping, a),
             refrain_mapping_is_wrapped (mapping, a) && refrain_mapping_get_size (mapping, a) > 2
                 ? _ (", wrapped")
                 : "",
             100 * (double) loads.along[a].volume / all,
             loads.along[a].distance / (double) MAX (loads.along[a].pairs, 1));
  if (loads.diagonal > 0)
    g_print (_ ("; diagonally %.3g %%"), 100 * (double) loads.diagonal / all);
  if (loads.beside > 0)
    g_print (_ ("; %.3g %% between processes that are no neighbours on it"),
             100 * (double) loads.beside / all);
  if (by_count)
    g_print (_ ("; all messages are empty: they were compared by their number"));
  g_print ("\n");
  print_numbering (self, mapping, &loads);
}

/* ---- The busiest ------------------------------------------------------------------------------
 */

typedef struct
{
  guint64 *loads; /* of each process */
  guint64 all, most, least;
  guint from, to, busiest, idlest;
} Busiest;

static void
find_busiest (RefrainMatrix *matrix, gboolean by_count, Busiest *self)
{
  const guint n = refrain_matrix_get_n_processes (matrix);

  *self = (Busiest){ .loads = g_new0 (guint64, n + 1), .least = G_MAXUINT64 };
  for (guint i = 0; i < n; i++)
    {
      gsize n_cells;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (matrix, i, &n_cells);

      for (gsize k = 0; k < n_cells; k++)
        {
          const guint64 volume = by_count ? cells[k].count : cells[k].bytes;

          if (cells[k].destination == i)
            continue;
          self->all += volume;
          self->loads[i] += volume;
          self->loads[cells[k].destination] += volume;
          self->least = MIN (self->least, volume);
          if (volume > self->most)
            {
              self->most = volume;
              self->from = i;
              self->to = cells[k].destination;
            }
        }
    }
  for (guint i = 0; i < n; i++)
    {
      self->busiest = self->loads[i] > self->loads[self->busiest] ? i : self->busiest;
      self->idlest = self->loads[i] < self->loads[self->idlest] ? i : self->idlest;
    }
}

/* The process that sends and receives most, and the pair; what all share evenly is no finding. */
static void
print_busiest (const RefrainTopologyReport *self)
{
  const guint n = refrain_matrix_get_n_processes (self->matrix);
  const gboolean by_count = is_without_bytes (self->matrix);
  Busiest busiest;
  double all;

  find_busiest (self->matrix, by_count, &busiest);
  all = (double) MAX (busiest.all, 1);
  if (busiest.loads[busiest.busiest] == busiest.loads[busiest.idlest])
    g_print (by_count ? _ ("All processes send and receive as many messages: %.3g %% each")
                      : _ ("All processes send and receive as many bytes: %.3g %% each"),
             100.0 / n);
  else
    g_print (by_count ? _ ("Process %u sends and receives most: %.3g %% of all messages (an even "
                           "share: %.3g %%)")
                      : _ ("Process %u sends and receives most: %.3g %% of all bytes (an even "
                           "share: %.3g %%)"),
             busiest.busiest, 50 * (double) busiest.loads[busiest.busiest] / all, 100.0 / n);
  if (busiest.least < busiest.most)
    g_print (_ ("; most go from %u to %u: %.3g %%"), busiest.from, busiest.to,
             100 * (double) busiest.most / all);
  if (by_count)
    g_print (_ ("; all messages are empty: they were compared by their number"));
  g_print ("\n");
  g_free (busiest.loads);
}

void
refrain_topology_lines_print_load (const RefrainTopologyReport *self, RefrainMapping *mapping)
{
  if (mapping != NULL && refrain_mapping_get_kind (mapping) == REFRAIN_TOPOLOGY_GRID)
    print_axes (self, mapping);
  else
    print_busiest (self);
}

/* ---- Advice -----------------------------------------------------------------------------------
 */

static void
advise_few (RefrainTopology *topology)
{
  RefrainGraph *graph = refrain_topology_get_graph (topology);
  g_autofree guint *degrees = refrain_graph_count_degrees (graph);
  const guint n = refrain_graph_get_n (graph);
  const guint n_hubs = degrees[refrain_graph_get_max_degree (graph)];

  if ((guint64) FEW * n_hubs <= n)
    g_print (ngettext ("All goes through %u of %u processes, which bounds the speed: more of them, "
                       "or larger messages, relieve it\n",
                       "All goes through %u of %u processes, which bound the speed: more of them, "
                       "or larger messages, relieve them\n",
                       n_hubs),
             n_hubs, n);
  else
    g_print (_ ("Each of one side talks to each of the other: no placement brings them together, "
                "but MPI_Alltoall or MPI_Neighbor_alltoall could send less often\n"));
}

/* Only what goes the tree's way can replace it. */
static void
advise_tree (RefrainTopology *topology)
{
  const guint64 one_way = refrain_topology_get_n_names (topology) > 0
                              ? refrain_topology_get_one_way (topology, 0)
                              : 0;

  if (one_way == 0)
    g_print (_ ("A tree is what MPI_Bcast and MPI_Reduce are made of: they could replace it\n"));
  else if (one_way == 2)
    g_print (_ ("A tree towards its root is what MPI_Reduce and MPI_Gather are made of: one of "
                "them could replace it\n"));
  else
    g_print (_ ("A tree from its root is what MPI_Bcast and MPI_Scatter are made of: one of them "
                "could replace it\n"));
}

void
refrain_topology_lines_print_advice (const RefrainTopologyReport *self, RefrainMapping *mapping)
{
  if (is_merely_near (self->topology))
    return;
  switch (refrain_mapping_get_kind (mapping))
    {
    case REFRAIN_TOPOLOGY_ALL_TO_ALL:
      g_print (_ ("Each talks to each: no placement brings them together, but MPI_Alltoall or "
                  "MPI_Neighbor_alltoall could send less often\n"));
      break;
    case REFRAIN_TOPOLOGY_STAR:
    case REFRAIN_TOPOLOGY_BIPARTITE:
      advise_few (self->topology);
      break;
    case REFRAIN_TOPOLOGY_TREE:
    case REFRAIN_TOPOLOGY_BINOMIAL:
      advise_tree (self->topology);
      break;
    case REFRAIN_TOPOLOGY_HYPERCUBE:
    case REFRAIN_TOPOLOGY_BUTTERFLY:
    case REFRAIN_TOPOLOGY_CG:
      g_print (
          _ ("Exchanges at doubling distances are what MPI_Allreduce is made of: it could replace "
             "them\n"));
      break;
    default:
      break;
    }
}
