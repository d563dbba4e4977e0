/* refrain-topology-levels.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A lattice of all processes, and coarser ones of every second, fourth ... of them: multigrid,
 * trees of cells, cyclic reduction. Such a sum is chosen by description length, as one of parts is
 * (refrain-topology-sum.c). Each lattice that the graph holds in rank order is tried, and those
 * that the heavy pairs and the nearest name show.
 */
#include "refrain-free.h"
#include "refrain-topology-private.h"

#include <math.h>
#include <string.h>

#include "refrain-topology-library.h"

/* More processes are not tried: pairs are marked. */
#define MOST_PROCESSES 1024
/* Of so many edges one is in no level, at most. */
#define FEW_LEFT 4
/* Levels that follow from the one before cost so many bits. */
#define NEXT 1

typedef struct
{
  RefrainGraph *graph;
  RefrainMapping *mapping; /* of the finest level */
  guint n, n_axes;
  guint8 *told;   /* of each pair of processes: is in a level */
  guint n_told;   /* edges */
  double pair;    /* bits for an edge by itself */
  GArray *levels; /* RefrainTopologyLevel */
} Levels;

/* Along the axes of @axes every @stride-th process from @offset on, along the others all. */
typedef struct
{
  guint stride, offset;
  guint32 axes;
} Coarse;

REFRAIN_DEFINE_CLEAR (clear_level, RefrainTopologyLevel, g_free (x->title); g_free (x->processes))

static GArray *
levels_new (void)
{
  GArray *levels = g_array_new (FALSE, FALSE, sizeof (RefrainTopologyLevel));

  g_array_set_clear_func (levels, clear_level);
  return levels;
}

/* How many processes a level has along axis @axis. */
static guint
count_along (const Levels *self, const Coarse *coarse, guint axis)
{
  const guint size = refrain_mapping_get_size (self->mapping, axis);

  if ((coarse->axes >> axis & 1) == 0)
    return size;
  return coarse->offset >= size ? 0 : (size - coarse->offset + coarse->stride - 1) / coarse->stride;
}

/* Whether it closes to a ring again. */
static gboolean
is_wrapped (const Levels *self, const Coarse *coarse, guint axis)
{
  return refrain_mapping_is_wrapped (self->mapping, axis)
         && ((coarse->axes >> axis & 1) == 0
             || refrain_mapping_get_size (self->mapping, axis) % coarse->stride == 0);
}

static gboolean
is_in (const Levels *self, const Coarse *coarse, const guint *at)
{
  for (guint a = 0; a < self->n_axes; a++)
    if ((coarse->axes >> a & 1) != 0 && at[a] % coarse->stride != coarse->offset)
      return FALSE;
  return TRUE;
}

/* The next process of the level along @axis, or G_MAXUINT. */
static guint
step (const Levels *self, const Coarse *coarse, guint process, guint axis)
{
  const guint *at = refrain_mapping_get_coordinates (self->mapping, process);
  const guint size = refrain_mapping_get_size (self->mapping, axis);
  const guint by = (coarse->axes >> axis & 1) != 0 ? coarse->stride : 1;
  guint to[REFRAIN_MAX_DIMENSIONS];

  memcpy (to, at, self->n_axes * sizeof *to);
  to[axis] += by;
  if (to[axis] >= size && !is_wrapped (self, coarse, axis))
    return G_MAXUINT;
  to[axis] %= size;
  return to[axis] == at[axis] ? G_MAXUINT : refrain_mapping_get_process (self->mapping, to);
}

/* Counts the edges of a level that are in none yet; with @tell they are from now on. FALSE where
 * the graph lacks one. */
static gboolean
count_edges (Levels *self, const Coarse *coarse, gboolean tell, guint *n_new)
{
  *n_new = 0;
  for (guint p = 0; p < self->n; p++)
    {
      if (!is_in (self, coarse, refrain_mapping_get_coordinates (self->mapping, p)))
        continue;
      for (guint a = 0; a < self->n_axes; a++)
        {
          const guint to = step (self, coarse, p, a);
          guint8 *told;

          if (to == G_MAXUINT)
            continue;
          if (!refrain_graph_has_edge (self->graph, p, to))
            return FALSE;
          told = &self->told[(gsize) MIN (p, to) * self->n + MAX (p, to)];
          /* Axes of two that are closed have each edge twice. */
          *n_new += *told == 0;
          if (tell)
            {
              self->n_told += *told == 0;
              *told = 1;
            }
        }
    }
  return TRUE;
}

static void
add_level (Levels *self, const Coarse *coarse)
{
  RefrainTopologyLevel level = { .processes = g_new (guint32, self->n) };
  guint sizes[REFRAIN_MAX_DIMENSIONS], n = 0;
  guint periodic = 0, n_new;

  for (guint a = 0; a < self->n_axes; a++)
    if (count_along (self, coarse, a) > 1)
      {
        sizes[n] = count_along (self, coarse, a);
        periodic |= sizes[n] > 2 && is_wrapped (self, coarse, a) ? 1u << n : 0;
        n++;
      }
  for (guint32 p = 0; p < self->n; p++)
    if (is_in (self, coarse, refrain_mapping_get_coordinates (self->mapping, p)))
      level.processes[level.n++] = p;
  level.title = refrain_mapping_describe_grid (sizes, n, periodic);
  count_edges (self, coarse, TRUE, &n_new);
  g_array_append_val (self->levels, level);
}

/* Adds the level @coarse where that is shorter than its edges one by one; gives how many bits it
 * saves, below 0 where it is not. */
static double
try_level (Levels *self, const Coarse *coarse, gboolean follows)
{
  guint n_processes = 1, n_new;
  double saved;

  for (guint a = 0; a < self->n_axes; a++)
    n_processes *= count_along (self, coarse, a);
  if (n_processes < 2 || !count_edges (self, coarse, FALSE, &n_new) || 4 * n_new < n_processes)
    return -1;
  saved = n_new * self->pair
          - (follows ? NEXT : REFRAIN_TOPOLOGY_NAME_BITS + log2 ((double) self->n));
  if (n_new == 0 || saved <= 0)
    return -1;
  add_level (self, coarse);
  return saved;
}

/* The levels that coarsen along @axes, each one coarser than the one before by as much; gives the
 * bits that they save. */
static double
try_axes (Levels *self, guint32 axes, guint ratio)
{
  double saved = 0;
  guint base = 0;
  gboolean follows = FALSE;

  for (guint stride = ratio; stride < self->n; stride *= ratio)
    {
      double own = -1;

      for (guint k = 0; k < ratio && own < 0; k++)
        {
          const Coarse coarse = { stride, base + k * (stride / ratio), axes };

          own = try_level (self, &coarse, follows);
          if (own >= 0)
            base = coarse.offset;
        }
      if (own < 0)
        break;
      saved += own;
      follows = TRUE;
    }
  return saved;
}

/* The levels above the lattice @mapping of all processes; gives the bits of all of it, infinite
 * where the graph does not hold it or that leaves too much. */
static double
try_lattice (Levels *self, RefrainMapping *mapping)
{
  const Coarse all = { 1, 0, 0 };
  const gsize n_edges = refrain_graph_get_n_edges (self->graph);
  guint n_new;

  if (refrain_mapping_get_kind (mapping) != REFRAIN_TOPOLOGY_GRID)
    return INFINITY;
  self->mapping = mapping;
  self->n_axes = refrain_mapping_get_n_dimensions (mapping);
  if (self->n_axes > REFRAIN_MAX_DIAGONALS || !count_edges (self, &all, FALSE, &n_new))
    return INFINITY;
  self->n_told = 0;
  refrain_fill (self->told, 0, (gsize) self->n * self->n);
  g_array_set_size (self->levels, 0);
  add_level (self, &all);
  if (2 * self->n_told < n_edges)
    return INFINITY;
  for (guint ratio = 2; ratio <= 3 && self->levels->len < 2; ratio++)
    for (guint32 axes = (1u << self->n_axes) - 1; axes > 0 && self->levels->len < 2; axes--)
      try_axes (self, axes, ratio);
  if (self->levels->len < 2 || FEW_LEFT * (n_edges - self->n_told) > n_edges)
    return INFINITY;
  return (double) self->levels->len * NEXT + 2 * REFRAIN_TOPOLOGY_NAME_BITS
         + log2 ((double) self->n) + (double) (n_edges - self->n_told) * self->pair;
}

/* Tries @mapping; where it is shorter than @most bits, @self has its levels. */
static void
take_lattice (RefrainTopology *self, Levels *levels, RefrainMapping *mapping, double *most)
{
  const double bits = try_lattice (levels, mapping);

  if (bits >= *most)
    return;
  *most = bits;
  g_clear_pointer (&self->levels, g_array_unref);
  self->levels = g_steal_pointer (&levels->levels);
  self->n_beside = refrain_graph_get_n_edges (self->graph) - levels->n_told;
  levels->levels = levels_new ();
}

void
refrain_topology_find_levels (RefrainTopology *self)
{
  const guint n = refrain_graph_get_n (self->graph);
  const gsize n_edges = refrain_graph_get_n_edges (self->graph);
  double most = refrain_topology_measure_name (self);
  Levels levels = { .graph = self->graph, .n = n, .pair = log2 (n * (n - 1.0) / 2) };
  g_autoptr (GPtrArray) specs = NULL;
  guint n_factorisations;

  if (n_edges == 0 || n < 4 || n > MOST_PROCESSES || self->found.names->len > 0
      || self->joints->len > 0 || self->components->len != 1 || self->n_isolated > 0
      || self->rest != NULL || refrain_topology_is_dense (self))
    return;
  levels.told = g_new (guint8, (gsize) n * n);
  levels.levels = levels_new ();
  if (self->heavy != NULL && self->heavy->found.names->len > 0)
    take_lattice (self, &levels,
                  g_array_index (self->heavy->found.names, RefrainTopologyNamed, 0).mapping, &most);
  if (self->found.nearest_mapping != NULL)
    take_lattice (self, &levels, self->found.nearest_mapping, &most);
  specs = refrain_topology_library_list (n, refrain_graph_get_max_degree (self->graph), n_edges,
                                         NULL, &n_factorisations);
  for (guint i = 0; i < specs->len; i++)
    {
      const RefrainTopologySpec *spec = specs->pdata[i];
      g_autoptr (RefrainMapping) mapping = NULL;

      if (spec->kind != REFRAIN_TOPOLOGY_GRID || spec->reach != REFRAIN_REACH_AXES
          || refrain_topology_spec_count_edges (spec) > n_edges)
        continue;
      mapping = refrain_topology_spec_make_mapping (spec, NULL);
      take_lattice (self, &levels, mapping, &most);
    }
  g_free (levels.told);
  g_array_unref (levels.levels);
}
