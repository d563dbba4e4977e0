/* refrain-topology-numbering.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A numbering is recommended where all that is sent, collective operations included, then travels
 * less far: over ranks, as nodes are filled by these.
 */
#include "config.h"

#include "refrain-topology-lines.h"

#include <glib/gi18n-lib.h>

/* A name that so many times fewer edges differ from than there are is as good as one that fits. */
#define NEAR 16
/* What distances become at most where a numbering is recommended. */
#define LESS 0.95
/* A share that is next to nothing. */
#define LITTLE 0.02

/* Where no message has a size, their number is what can be compared. */
gboolean
refrain_topology_numbering_is_without_bytes (RefrainMatrix *matrix)
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
gboolean
refrain_topology_numbering_is_merely_near (RefrainTopology *topology)
{
  gsize extra, missing;

  refrain_topology_get_extra (topology, &extra);
  refrain_topology_get_missing (topology, &missing);
  return refrain_topology_get_n_names (topology) == 0 && refrain_topology_is_bound (topology)
         && NEAR * (extra + missing)
                > refrain_graph_get_n_edges (refrain_topology_get_graph (topology));
}

/* How far apart the ranks of all that is sent are, on average, of @places where these are not NULL;
 * at most @most. */
static double
measure_distance (const RefrainTopologyFound *self, const guint32 *places, double most)
{
  RefrainMatrix *matrix = self->traffic != NULL ? self->traffic : self->matrix;
  const gboolean by_count = refrain_topology_numbering_is_without_bytes (self->matrix);
  double sum = 0, all = 0;

  for (guint i = 0; i < refrain_matrix_get_n_processes (matrix); i++)
    {
      gsize n_cells;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (matrix, i, &n_cells);
      const double from = places != NULL ? places[i] : i;

      for (gsize k = 0; k < n_cells; k++)
        {
          const guint32 to = cells[k].destination;
          const double volume = (double) (by_count ? cells[k].count : cells[k].bytes);

          sum += volume * MIN (ABS ((places != NULL ? places[to] : to) - from), most);
          all += to == i ? 0 : volume;
        }
    }
  return all > 0 ? sum / all : 0;
}

/* Where the processes are with axis @last of @mapping as the last one. Free with g_free(). */
static guint32 *
list_places (RefrainMapping *mapping, guint last)
{
  const guint n = refrain_mapping_get_n_dimensions (mapping);
  const guint n_processes = refrain_mapping_get_n_processes (mapping);
  guint32 *places = g_new (guint32, (gsize) n_processes + 1);

  for (guint i = 0; i < n_processes; i++)
    {
      const guint *at = refrain_mapping_get_coordinates (mapping, i);

      places[i] = 0;
      for (guint a = 0; a < n; a++)
        if (a != last)
          places[i] = places[i] * refrain_mapping_get_size (mapping, a) + at[a];
      places[i] = places[i] * refrain_mapping_get_size (mapping, last) + at[last];
    }
  return places;
}

/* What numbering the processes by their places would change. */
static void
append_renumbering (GString *text,
                    const RefrainTopologyFound *self,
                    RefrainMapping *mapping,
                    const char *dims)
{
  g_autofree guint32 *places
      = list_places (mapping, refrain_mapping_get_n_dimensions (mapping) - 1);
  const double now = measure_distance (self, NULL, G_MAXDOUBLE),
               then = measure_distance (self, places, G_MAXDOUBLE);

  if (then < LESS * now)
    g_string_append_printf (
        text,
        _ ("Ranks are not in its order. Number the processes as MPI_Cart_create does on %s, and "
           "data travel %.3g ranks on average instead of %.3g\n"),
        dims, then, now);
  else
    g_string_append_printf (
        text,
        _ ("Ranks are not in its order, but as near to each other: no renumbering is needed\n"));
}

/* Whether the ranks of each part follow each other. */
static gboolean
are_parts_consecutive (RefrainTopology *topology)
{
  for (guint i = 0; i < refrain_topology_get_n_components (topology); i++)
    {
      guint n;
      const guint32 *processes = refrain_topology_get_component_processes (topology, i, &n);

      if (processes[n - 1] - processes[0] + 1 != n)
        return FALSE;
    }
  return TRUE;
}

/* Where each process is if those of each of @parts are numbered one after another, and then those
 * in none. Free with g_free(). */
static guint32 *
number_parts (RefrainTopology *topology, const guint32 *parts)
{
  const guint n_processes = refrain_graph_get_n (refrain_topology_get_graph (topology));
  const guint n_parts = refrain_topology_get_n_components (topology);
  g_autofree guint32 *next = g_new0 (guint32, (gsize) n_parts + 2);
  guint32 *places = g_new (guint32, (gsize) n_processes + 1);

  for (guint i = 0; i < n_processes; i++)
    next[parts[i] + 1]++;
  for (guint p = 0; p < n_parts; p++)
    next[p + 1] += next[p];
  for (guint i = 0; i < n_processes; i++)
    places[i] = next[parts[i]]++;
  return places;
}

/* What joins parts that exchange no messages are collective operations. */
static void
append_parts (GString *text, const RefrainTopologyFound *self)
{
  g_autofree guint32 *parts = refrain_topology_list_component_of_each (self->topology);
  g_autofree guint32 *places = number_parts (self->topology, parts);
  const double now = measure_distance (self, NULL, G_MAXDOUBLE),
               then = measure_distance (self, places, G_MAXDOUBLE);
  /* The share that goes from one to another. */
  const double between = measure_distance (self, parts, 1);

  if (between >= LITTLE)
    g_string_append_printf (text, _ ("%.3g %% of the data go between its parts: "), 100 * between);
  else
    g_string_append_printf (text, _ ("Between its parts next to nothing is sent: "));
  if (then < LESS * now)
    g_string_append_printf (text,
                            _ ("number the processes of each part one after another, and data "
                               "travel %.3g ranks on average instead of %.3g\n"),
                            then, now);
  else
    g_string_append_printf (text, _ ("no renumbering is needed\n"));
}

/* Whether data travel less far if axis @axis is the last one. */
static gboolean
should_be_last (const RefrainTopologyFound *self, RefrainMapping *mapping, guint axis)
{
  g_autofree guint32 *places = list_places (mapping, axis);

  return measure_distance (self, places, G_MAXDOUBLE)
         < LESS * measure_distance (self, NULL, G_MAXDOUBLE);
}

void
refrain_topology_numbering_say (GString *text,
                                const RefrainTopologyFound *self,
                                RefrainMapping *mapping,
                                const guint64 *volumes)
{
  const guint n = refrain_mapping_get_n_dimensions (mapping);
  guint sizes[REFRAIN_MAX_DIMENSIONS];
  g_autofree char *dims = NULL;
  guint heaviest = n - 1, last = n - 1;

  for (guint a = 0; a < n; a++)
    {
      sizes[a] = refrain_mapping_get_size (mapping, a);
      if (volumes[a] > volumes[heaviest])
        heaviest = a;
    }
  dims = refrain_mapping_write_sizes (sizes, n);
  while (last > 0 && refrain_mapping_get_size (mapping, last) == 1)
    last--;
  if (refrain_topology_numbering_is_merely_near (self->topology))
    {
      if (refrain_mapping_is_rank_order (mapping))
        g_string_append_printf (
            text, _ ("Ranks are in row-major order on %s, but for the edges that differ\n"), dims);
      else
        g_string_append_printf (
            text, _ ("The name is approximate and implies no numbering of processes\n"));
    }
  else if (refrain_topology_get_n_components (self->topology) > 1
           && !are_parts_consecutive (self->topology))
    append_parts (text, self);
  else if (!refrain_mapping_is_rank_order (mapping))
    append_renumbering (text, self, mapping, dims);
  else if (heaviest < last && volumes[heaviest] > 2 * volumes[last]
           && should_be_last (self, mapping, heaviest))
    g_string_append_printf (
        text,
        _ ("Ranks are in row-major order on %s, but most data go along %s, where neighbours' ranks "
           "are far apart: make that the last dimension to keep them on a node\n"),
        dims, refrain_mapping_get_axis_name (mapping, heaviest));
  else if (refrain_mapping_get_n_processes (mapping) == sizes[last])
    g_string_append_printf (text, _ ("Ranks follow each other on it; no renumbering is needed\n"));
  else
    g_string_append_printf (
        text, _ ("Ranks are in row-major order on %s; no renumbering is needed\n"), dims);
}

gboolean
refrain_topology_numbering_needs_traffic (RefrainTopology *topology)
{
  RefrainMapping *mapping = refrain_topology_find_mapping (topology);

  return (refrain_topology_get_n_components (topology) > 1 && !are_parts_consecutive (topology))
         || (mapping != NULL && refrain_mapping_get_kind (mapping) == REFRAIN_TOPOLOGY_GRID
             && (refrain_mapping_get_n_dimensions (mapping) > 1
                 || !refrain_mapping_is_rank_order (mapping)));
}
