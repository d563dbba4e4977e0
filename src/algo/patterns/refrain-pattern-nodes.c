/* refrain-pattern-nodes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Several lattices can be one graph, and one lattice can lie on it in several ways that are no
 * turns of each other: rings of four. What the processes do in turn tells which of them is meant.
 */
#include "refrain-pattern-nodes.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-search.h"
#include "refrain-pattern-private.h"
#include "refrain-topology-alternatives.h"
#include "refrain-topology.h"

/* Nodes up to which lattices are looked for. */
#define MOST_NODES   512
#define MOST_SECONDS 1

/* ---- Nodes ------------------------------------------------------------------------------------
 */

/* @process: of each node; is taken. */
static RefrainPatternNodes *
make_nodes (guint32 *process, guint n)
{
  RefrainPatternNodes *self = g_new0 (RefrainPatternNodes, 1);
  g_autofree guint64 *keys = g_new (guint64, (gsize) n + 1);

  self->n = n;
  self->process = process;
  self->sorted = g_new (guint32, (gsize) n + 1);
  self->node = g_new (guint32, (gsize) n + 1);
  for (guint i = 0; i < n; i++)
    keys[i] = (guint64) process[i] << 32 | i;
  refrain_sort (keys, n, sizeof *keys, refrain_compare_uint64);
  for (guint i = 0; i < n; i++)
    {
      self->sorted[i] = (guint32) (keys[i] >> 32);
      self->node[i] = (guint32) keys[i];
    }
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_pattern_nodes_free,
                             RefrainPatternNodes,
                             refrain_free (x->process, x->sorted, x->node, x->lattice))

RefrainPatternNodes *
refrain_pattern_nodes_new (RefrainPattern *pattern)
{
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (guint64)); /* place, process */
  guint32 *process;

  if (pattern->nodes != NULL)
    return make_nodes (g_memdup2 (pattern->nodes->data, pattern->nodes->len * sizeof (guint32)),
                       pattern->nodes->len);
  for (gsize k = 0; k < pattern->n_occurrence_parts; k++)
    {
      const guint32 own = pattern->occurrences[k].process;

      if (k == 0 || own != pattern->occurrences[k - 1].process)
        g_array_append_val (
            keys,
            ((guint64){ (guint64) refrain_symbols_get_place (pattern->symbols, own) << 32 | own }));
    }
  g_array_sort (keys, refrain_compare_uint64);
  process = g_new (guint32, (gsize) keys->len + 1);
  for (guint i = 0; i < keys->len; i++)
    process[i] = (guint32) g_array_index (keys, guint64, i);
  return make_nodes (process, keys->len);
}

guint32
refrain_pattern_nodes_find (const RefrainPatternNodes *self, gint32 process)
{
  const guint32 wanted = (guint32) process;
  const gsize at = REFRAIN_LOWER_BOUND (i, 0, self->n, self->sorted[i] < wanted);

  return at < self->n && self->sorted[at] == wanted ? self->node[at] : REFRAIN_NONE;
}

/* ---- Other numberings -------------------------------------------------------------------------
 */

typedef struct
{
  RefrainMapping *mapping;
  guint n_orders; /* in which processes go through their neighbours */
  guint number;
} Numbering;

static void
clear_numbering (gpointer item)
{
  g_clear_object (&((Numbering *) item)->mapping);
}

REFRAIN_DEFINE_COMPARE (compare_numberings,
                        Numbering,
                        REFRAIN_RISING (n_orders) ?: REFRAIN_RISING (number))

/* The same lattice with the one neighbour along each axis of two on both sides, so that all who go
 * there go the same way. */
static RefrainMapping *
close_pairs (RefrainMapping *mapping)
{
  const guint n_dimensions = refrain_mapping_get_n_dimensions (mapping);
  const guint n = refrain_mapping_get_n_processes (mapping);
  g_autofree guint32 *places = g_new (guint32, (gsize) n + 1);
  guint sizes[REFRAIN_MAX_DIMENSIONS], wrapped = 0;

  for (guint a = 0; a < n_dimensions; a++)
    {
      sizes[a] = refrain_mapping_get_size (mapping, a);
      wrapped |= sizes[a] == 2 || refrain_mapping_is_wrapped (mapping, a) ? 1u << a : 0;
    }
  for (guint i = 0; i < n; i++)
    places[i] = refrain_mapping_get_place (mapping, i);
  return refrain_mapping_new_grid (sizes, n_dimensions, wrapped, places);
}

/* In how many different orders processes go through the directions of @mapping. */
static guint
count_orders (const RefrainPatternNodes *self, RefrainPattern *pattern, RefrainMapping *mapping)
{
  RefrainTrace *trace = refrain_symbols_get_trace (pattern->symbols);
  g_autoptr (GHashTable) orders
      = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);

  for (gsize first = 0, end; first < pattern->n_occurrence_parts; first = end)
    {
      const guint32 process = pattern->occurrences[first].process;
      const RefrainOps *ops = refrain_trace_get_ops (trace, process);
      const guint32 *op = refrain_symbols_get_stream (pattern->symbols, process)->op;
      const guint32 own = refrain_pattern_nodes_find (self, (gint32) process);
      guint64 hash = 0;

      for (end = first;
           end < pattern->n_occurrence_parts && pattern->occurrences[end].process == process; end++)
        for (guint32 i = 0; i < pattern->occurrences[end].n; i++)
          {
            const guint32 row = op[pattern->occurrences[end].first + i];
            const guint32 peer = refrain_pattern_nodes_find (self, ops->peer[row]);
            const gint direction
                = peer == REFRAIN_NONE ? 0 : refrain_mapping_get_direction (mapping, own, peer);

            hash = refrain_hash_mix (hash * 3 + 2 * (guint64) (direction + 2)
                                     + (REFRAIN_OP_IS_SEND (ops->kind[row]) ? 1 : 0));
          }
      g_hash_table_add (orders, g_memdup2 (&hash, sizeof hash));
    }
  return g_hash_table_size (orders);
}

/* The topology of @graph without directions; NULL where there is none that is known. */
static RefrainTopology *
find_topology (const RefrainPatternGraph *graph)
{
  RefrainTopologyOptions options = REFRAIN_TOPOLOGY_OPTIONS_DEFAULT;
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
  g_autoptr (RefrainGraph) both = NULL;

  for (guint e = 0; e < graph->edges->len; e++)
    {
      const guint64 edge = g_array_index (graph->edges, guint64, e);
      const RefrainGraphEdge ends = { (guint32) (edge >> 32), (guint32) edge };

      g_array_append_val (edges, ends);
    }
  both
      = refrain_graph_new (graph->n, (const RefrainGraphEdge *) (gpointer) edges->data, edges->len);
  options.exact = TRUE;
  options.seconds = MOST_SECONDS;
  return refrain_topology_new_for_graph (both, &options, NULL, NULL);
}

/* Where the library has the name: before others that fit, whatever the nodes' numbers show. */
static guint
find_number (RefrainTopology *topology, guint name)
{
  guint i = 0;

  while (i < refrain_topology_get_n_candidates (topology)
         && g_strcmp0 (refrain_topology_get_candidate (topology, i)->name,
                       refrain_mapping_get_name (refrain_topology_get_mapping (topology, name)))
                != 0)
    i++;
  return i;
}

/* Adds @mapping, and where rings of four can be put together otherwise those, too. */
static void
add_numberings (GArray *all, RefrainMapping *mapping, guint number)
{
  g_autoptr (GPtrArray) pairings = refrain_topology_list_pairings (mapping);

  for (guint i = 0; i < pairings->len; i++)
    {
      const Numbering one
          = { g_object_ref (pairings->pdata[i]), 0, number * REFRAIN_MAX_PAIRINGS + i };

      g_array_append_val (all, one);
    }
}

GPtrArray *
refrain_pattern_nodes_list_others (const RefrainPatternNodes *self,
                                   RefrainPattern *pattern,
                                   const RefrainPatternGraph *graph)
{
  GPtrArray *others = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_pattern_nodes_free);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Numbering));
  g_autoptr (RefrainTopology) topology
      = self->n > 2 && self->n <= MOST_NODES && graph->edges->len > 0 ? find_topology (graph)
                                                                      : NULL;

  g_array_set_clear_func (all, clear_numbering);
  for (guint i = 0; topology != NULL && i < refrain_topology_get_n_names (topology); i++)
    if (refrain_mapping_get_kind (refrain_topology_get_mapping (topology, i))
        == REFRAIN_TOPOLOGY_GRID)
      add_numberings (all, refrain_topology_get_mapping (topology, i), find_number (topology, i));
  for (guint i = 0; i < all->len && all->len > 1; i++)
    {
      Numbering *one = &g_array_index (all, Numbering, i);

      g_autoptr (RefrainMapping) closed = close_pairs (one->mapping);

      one->n_orders = count_orders (self, pattern, closed);
    }
  g_array_sort (all, compare_numberings);
  for (guint i = 0; i < all->len; i++)
    {
      RefrainMapping *mapping = g_array_index (all, Numbering, i).mapping;
      guint32 *process = g_new (guint32, (gsize) self->n + 1);
      RefrainPatternNodes *other;

      for (guint node = 0; node < self->n; node++)
        process[refrain_mapping_get_place (mapping, node)] = self->process[node];
      other = make_nodes (process, self->n);
      other->lattice = g_strdup (refrain_mapping_get_title (mapping));
      g_ptr_array_add (others, other);
    }
  return others;
}
