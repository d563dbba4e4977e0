/* refrain-topology-matrix.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The topology of a matrix: which of its edges make the graph that the chain names, what the graph
 * leaves out, and which of the names that fit is the program's.
 */
#include "refrain-topology-private.h"

#include <string.h>

#include <glib/gi18n.h>

/* The graph of the nearest topology: without the edges that are extra, with those that are missing;
 * of a sum that of its parts. Of nothing near there is no edge. */
static RefrainGraph *
make_mapped_graph (RefrainTopology *self)
{
  const guint n = refrain_graph_get_n (self->graph);
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
  const GArray *beside = self->joints->len > 0 ? self->joints : self->found.extra;
  const gboolean any = self->found.nearest != NULL || self->joints->len > 0;
  g_autoptr (RefrainGraph) extra
      = refrain_graph_new (n, (const RefrainGraphEdge *) beside->data, beside->len);

  if (self->found.nearest != NULL)
    g_array_append_vals (edges, self->found.missing->data, self->found.missing->len);
  for (guint i = 0; i < n && any; i++)
    for (guint k = 0; k < refrain_graph_get_degree (self->graph, i); k++)
      {
        const RefrainGraphEdge edge = { i, refrain_graph_get_neighbours (self->graph, i)[k] };

        if (edge.a < edge.b && !refrain_graph_has_edge (extra, edge.a, edge.b))
          g_array_append_val (edges, edge);
      }
  return refrain_graph_new (n, (const RefrainGraphEdge *) edges->data, edges->len);
}

typedef struct
{
  guint64 messages, bytes;
} Volume;

/* How many processes without an edge in @graph exchange messages with others all the same. */
static guint
count_weak (RefrainMatrix *matrix, RefrainGraph *graph)
{
  const guint n = refrain_matrix_get_n_processes (matrix);
  g_autofree gboolean *speaks = g_new0 (gboolean, (gsize) n + 1);
  guint n_weak = 0;

  for (guint i = 0; i < n; i++)
    {
      gsize n_cells;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (matrix, i, &n_cells);

      for (gsize k = 0; k < n_cells; k++)
        if (cells[k].destination != i)
          speaks[i] = speaks[cells[k].destination] = TRUE;
    }
  for (guint i = 0; i < n; i++)
    n_weak += speaks[i] && refrain_graph_get_degree (graph, i) == 0;
  return n_weak;
}

/* What @matrix holds between different processes, of that what is no edge of @graph, and what
 * processes send themselves. */
static void
measure (RefrainMatrix *matrix, RefrainGraph *graph, Volume *between, Volume *off, Volume *self)
{
  *between = *off = *self = (Volume){ 0 };
  for (guint i = 0; i < refrain_matrix_get_n_processes (matrix); i++)
    {
      gsize n;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (matrix, i, &n);

      for (gsize k = 0; k < n; k++)
        {
          Volume *volume = cells[k].destination == i ? self : between;

          volume->messages += cells[k].count;
          volume->bytes += cells[k].bytes;
          if (volume == between && !refrain_graph_has_edge (graph, i, cells[k].destination))
            {
              off->messages += cells[k].count;
              off->bytes += cells[k].bytes;
            }
        }
    }
}

static double
share (guint64 part, guint64 all)
{
  return all > 0 ? (double) part / (double) all : 0;
}

/* The directions that are used, where none is used there and back; else 0. */
static guint64
find_one_way (RefrainMatrix *matrix, RefrainGraph *graph, RefrainMapping *mapping)
{
  guint64 used = 0;

  for (guint i = 0; i < refrain_matrix_get_n_processes (matrix); i++)
    {
      gsize n;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (matrix, i, &n);

      for (gsize k = 0; k < n; k++)
        {
          const guint32 to = cells[k].destination;
          gint there, back;

          if (to == i || !refrain_graph_has_edge (graph, i, to))
            continue;
          there = refrain_mapping_get_direction (mapping, i, to);
          back = refrain_mapping_get_direction (mapping, to, i);
          if (there < 0 || there > 63 || back < 0 || back > 63 || there == back)
            return 0;
          if (used >> back & 1)
            return 0;
          used |= (guint64) 1 << there;
        }
    }
  return used;
}

/* Mappings in which the program's rings are rings. What it says itself stays. */
static void
pair_rings (RefrainTopology *self, const RefrainTopologyOptions *options)
{
  for (guint i = 0; options->pair != NULL && i < self->found.names->len; i++)
    {
      RefrainTopologyNamed *named = &g_array_index (self->found.names, RefrainTopologyNamed, i);
      RefrainMapping *mapping = named->mapping;

      if (i == 0 && self->found.follows_said)
        continue;
      named->mapping = options->pair (mapping, options->prefer_data);
      g_object_unref (mapping);
    }
}

/* The number of the one name on whose mapping all messages go one way; their number where it is
 * none or several. */
static guint
find_only_one_way (const GArray *names)
{
  guint found = names->len;

  for (guint i = 0; i < names->len; i++)
    if (g_array_index (names, RefrainTopologyNamed, i).one_way != 0)
      {
        if (found < names->len)
          return names->len;
        found = i;
      }
  return found;
}

/* Puts the name first that is the program's, and says why as the last step of the chain. Where the
 * program says by itself what it is, it does already. */
static void
put_preferred_first (RefrainTopology *self, const RefrainTopologyOptions *options)
{
  GArray *names = self->found.names;
  g_autofree RefrainMapping **mappings = g_new (RefrainMapping *, names->len + 1);
  g_autofree char *reason = NULL;
  RefrainTopologyStep step = { .name = "logical trace", .left = 1 };
  const gint64 start = g_get_monotonic_time ();
  RefrainTopologyNamed best;
  guint number;

  for (guint i = 0; i < names->len; i++)
    mappings[i] = g_array_index (names, RefrainTopologyNamed, i).mapping;
  if (names->len < 2 || self->found.follows_said
      || refrain_mapping_get_kind (mappings[0]) == REFRAIN_TOPOLOGY_ALL_TO_ALL)
    return;
  number = find_only_one_way (names);
  if (number < names->len)
    reason = g_strdup_printf (_ ("%s: all messages go one way on it, and on no other"),
                              g_array_index (names, RefrainTopologyNamed, number).name);
  else if (options->prefer == NULL)
    return;
  else
    number = options->prefer (mappings, names->len, &reason, options->prefer_data);
  g_return_if_fail (number < names->len);
  best = g_array_index (names, RefrainTopologyNamed, number);
  memmove (&g_array_index (names, RefrainTopologyNamed, 1),
           &g_array_index (names, RefrainTopologyNamed, 0), number * sizeof best);
  g_array_index (names, RefrainTopologyNamed, 0) = best;
  if (reason == NULL)
    return;
  step.outcome = g_string_chunk_insert (self->found.strings, reason);
  step.seconds = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  g_array_append_val (self->found.steps, step);
}

typedef struct
{
  RefrainMatrix *matrix;
  const RefrainTopologyOptions *options;
  GCancellable *cancellable;
} Hinter;

/* Appends the lattices that the pairs are which @threshold leaves. */
static void
add_hints (
    const Hinter *self, gboolean by_count, double threshold, gsize *n_edges, GPtrArray *hints)
{
  g_autoptr (RefrainGraph) graph
      = refrain_graph_new_from_matrix (self->matrix, by_count, threshold);
  RefrainTopologyOptions options = *self->options;
  g_autoptr (RefrainTopology) topology = NULL;

  if (refrain_graph_get_n_edges (graph) == *n_edges)
    return;
  *n_edges = refrain_graph_get_n_edges (graph);
  options.exact = TRUE;
  options.hint = NULL;
  topology = refrain_topology_new_for_graph (graph, &options, self->cancellable, NULL);
  for (guint i = 0; topology != NULL && i < topology->found.names->len; i++)
    {
      RefrainMapping *mapping
          = g_array_index (topology->found.names, RefrainTopologyNamed, i).mapping;

      if (refrain_mapping_get_kind (mapping) == REFRAIN_TOPOLOGY_GRID)
        g_ptr_array_add (hints, options.pair != NULL ? options.pair (mapping, options.prefer_data)
                                                     : g_object_ref (mapping));
    }
}

/* What the caller knows, then what the heaviest pairs are. */
static GPtrArray *
list_hints (gpointer data)
{
  static const double thresholds[] = { 0.1, 0.2, 0.35, 0.5, 0.75 };
  const Hinter *self = data;
  GPtrArray *hints = self->options->hint != NULL ? self->options->hint (self->options->hint_data)
                                                 : g_ptr_array_new_with_free_func (g_object_unref);

  for (guint by_count = 0; by_count < 2; by_count++)
    {
      gsize n_edges = 0;

      for (gsize i = 0; i < G_N_ELEMENTS (thresholds); i++)
        add_hints (self, by_count, thresholds[i], &n_edges, hints);
    }
  return hints;
}

GPtrArray *
refrain_topology_list_hints (RefrainMatrix *matrix,
                             const RefrainTopologyOptions *options,
                             GCancellable *cancellable)
{
  Hinter hinter = { matrix, options, cancellable };

  g_return_val_if_fail (REFRAIN_IS_MATRIX (matrix), NULL);
  g_return_val_if_fail (options != NULL, NULL);
  return list_hints (&hinter);
}

/* Whether all processes are connected, without a circle. */
static gboolean
is_tree (RefrainGraph *graph)
{
  guint n_components;

  g_free (refrain_graph_find_components (graph, &n_components));
  return n_components == 1 && refrain_graph_get_n_edges (graph) + 1 == refrain_graph_get_n (graph);
}

/* Another graph of @matrix than @first, of the messages' numbers or without a threshold, where that
 * has a name that fits; else NULL. */
static RefrainTopology *
name_exactly (RefrainMatrix *matrix,
              RefrainGraph *first,
              gboolean by_count,
              double threshold,
              const RefrainTopologyOptions *options,
              GCancellable *cancellable)
{
  RefrainTopologyOptions exact = *options;
  g_autoptr (RefrainGraph) graph = refrain_graph_new_from_matrix (matrix, by_count, threshold);
  g_autoptr (RefrainTopology) self = NULL;

  if (refrain_graph_get_n_edges (graph) == refrain_graph_get_n_edges (first))
    return NULL;
  exact.exact = TRUE;
  exact.hint = NULL;
  self = refrain_topology_new_for_graph (graph, &exact, cancellable, NULL);
  return self != NULL && self->found.names->len > 0 ? g_steal_pointer (&self) : NULL;
}

/* The graph of the messages' numbers where each process of @matrix that communicates has an edge,
 * and there is a name for all; else NULL. */
static RefrainTopology *
name_all (RefrainMatrix *matrix, const RefrainTopologyOptions *options, GCancellable *cancellable)
{
  g_autoptr (RefrainGraph) graph = refrain_graph_new_from_matrix (matrix, TRUE, options->threshold);
  g_autoptr (RefrainTopology) self = NULL;

  if (count_weak (matrix, graph) > 0)
    return NULL;
  self = refrain_topology_new_for_graph (graph, options, cancellable, NULL);
  return self != NULL && (self->found.names->len > 0 || self->found.nearest != NULL)
             ? g_steal_pointer (&self)
             : NULL;
}

/* The topology of @matrix: by bytes, and where these only have one that is near by the
 * messages' number if that has one that fits; without a threshold where that leaves parts of a
 * tree, whose upper edges carry little; by their number, too, where few bytes leave processes
 * alone. */
static RefrainTopology *
name_matrix (RefrainMatrix *matrix,
             const RefrainTopologyOptions *options,
             GCancellable *cancellable,
             GError **error)
{
  const RefrainTopologyOptions defaults = REFRAIN_TOPOLOGY_OPTIONS_DEFAULT;
  Hinter hinter = { matrix, options, cancellable };
  RefrainTopologyOptions hinted = *options;
  gboolean by_count = options->by_count;
  g_autoptr (RefrainGraph) graph
      = refrain_graph_new_from_matrix (matrix, by_count, options->threshold);
  g_autoptr (RefrainTopology) self = NULL, counts = NULL;

  if (refrain_graph_get_n_edges (graph) == 0 && !by_count)
    {
      /* Where all messages are empty, their number is what there is. */
      g_object_unref (graph);
      graph = refrain_graph_new_from_matrix (matrix, TRUE, options->threshold);
      by_count = TRUE;
    }
  hinted.hint = list_hints;
  hinted.hint_data = &hinter;
  self = refrain_topology_new_for_graph (graph, &hinted, cancellable, error);
  if (self != NULL && self->found.nearest != NULL && !by_count)
    counts = name_exactly (matrix, graph, TRUE, options->threshold, options, cancellable);
  else if (self != NULL && self->components->len > 1 && refrain_topology_is_composed (self)
           && count_weak (matrix, graph) > 0)
    counts = name_exactly (matrix, graph, by_count, 0, options, cancellable);
  if (counts != NULL && self->found.nearest == NULL && !is_tree (counts->graph))
    g_clear_object (&counts);
  if (counts == NULL && self != NULL && !by_count && !options->exact
      && options->threshold == defaults.threshold && count_weak (matrix, self->graph) > 0)
    counts = name_all (matrix, &hinted, cancellable);
  return counts != NULL ? g_steal_pointer (&counts) : g_steal_pointer (&self);
}

/* Names parts that have no name that says enough by what they send, as the whole is: what part of
 * it moves most. */
static void
name_parts (RefrainTopology *self,
            RefrainMatrix *matrix,
            const RefrainTopologyOptions *options,
            GCancellable *cancellable)
{
  RefrainTopologyOptions alone = *options;

  alone.hint = NULL;
  alone.pair = NULL;
  alone.prefer = NULL;
  for (guint i = 0; i < self->components->len; i++)
    {
      RefrainTopologyComponent *component
          = &g_array_index (self->components, RefrainTopologyComponent, i);
      g_autoptr (RefrainMatrix) part = NULL;
      g_autoptr (RefrainTopology) topology = NULL;

      if (component->topology == NULL || refrain_topology_is_telling (component->topology))
        continue;
      part = refrain_matrix_new_part (matrix, component->processes, component->n);
      topology = refrain_topology_new (part, &alone, cancellable, NULL);
      /* The largest edge of the whole may leave more of it out than its own does. */
      if (topology != NULL
          && refrain_graph_get_n_edges (topology->graph)
                 == refrain_graph_get_n_edges (component->topology->graph))
        g_set_object (&component->topology, topology);
    }
}

RefrainTopology *
refrain_topology_new (RefrainMatrix *matrix,
                      const RefrainTopologyOptions *options,
                      GCancellable *cancellable,
                      GError **error)
{
  const RefrainTopologyOptions defaults = REFRAIN_TOPOLOGY_OPTIONS_DEFAULT;
  g_autoptr (RefrainGraph) mapped = NULL;
  RefrainTopology *self;
  Volume between, off, own;

  g_return_val_if_fail (REFRAIN_IS_MATRIX (matrix), NULL);

  options = options != NULL ? options : &defaults;
  self = name_matrix (matrix, options, cancellable, error);
  if (self == NULL)
    return NULL;
  measure (matrix, self->graph, &between, &off, &own);
  self->n_weak = count_weak (matrix, self->graph);
  self->dropped_messages = share (off.messages, between.messages);
  self->dropped_bytes = share (off.bytes, between.bytes);
  pair_rings (self, options);
  for (guint i = 0; i < self->found.names->len; i++)
    {
      RefrainTopologyNamed *named = &g_array_index (self->found.names, RefrainTopologyNamed, i);

      named->one_way = find_one_way (matrix, self->graph, named->mapping);
    }
  put_preferred_first (self, options);
  if (!options->exact)
    {
      name_parts (self, matrix, options, cancellable);
      refrain_topology_find_heavy (self, matrix, options, cancellable);
    }
  if (self->heavy != NULL)
    {
      pair_rings (self->heavy, options);
      put_preferred_first (self->heavy, options);
    }
  if (!options->exact)
    refrain_topology_find_sum (self, matrix, options, cancellable);
  if (!options->exact)
    refrain_topology_find_levels (self);
  if (self->found.names->len == 0)
    {
      mapped = make_mapped_graph (self);
      measure (matrix, mapped, &between, &off, &own);
    }
  self->unmapped_messages = share (off.messages, between.messages + own.messages);
  self->unmapped_bytes = share (off.bytes, between.bytes + own.bytes);
  /* What was only tried says nothing of it. */
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    g_clear_object (&self);
  return self;
}
