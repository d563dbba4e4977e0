/* refrain-topology.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Components, each by itself; what the chain (refrain-topology-chain.c) says of a matrix' graph;
 * and asking.
 */
#include "refrain-topology.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "refrain-heavy-pairs.h"
#include "refrain-object.h"
#include "refrain-topology-chain.h"
#include "refrain-topology-sum.h"

/* Bits for one name of the library. */
#define NAME 6
/* Of so many edges one is between parts, at most. */
#define FEW_JOINTS 3

typedef struct
{
  guint32 *processes;
  guint n;
  RefrainTopology *topology;
} Component;

struct _RefrainTopology
{
  GObject parent_instance;

  RefrainGraph *graph;
  double dropped_messages, dropped_bytes;
  double unmapped_messages, unmapped_bytes;
  RefrainTopologyFindings found;
  GArray *components; /* Component */
  GArray *joints;     /* RefrainGraphEdge, between components that are parts of a sum */
  guint n_isolated, n_weak;
  RefrainTopology *heavy, *rest; /* or NULL */
  double heavy_share;
};

G_DEFINE_FINAL_TYPE (RefrainTopology, refrain_topology, G_TYPE_OBJECT)

static void
clear_component (gpointer item)
{
  Component *component = item;

  g_free (component->processes);
  g_clear_object (&component->topology);
}

static void
refrain_topology_finalize (GObject *object)
{
  RefrainTopology *self = REFRAIN_TOPOLOGY (object);

  g_clear_object (&self->graph);
  refrain_topology_findings_clear (&self->found);
  g_array_unref (self->components);
  g_array_unref (self->joints);
  g_clear_object (&self->heavy);
  g_clear_object (&self->rest);
  G_OBJECT_CLASS (refrain_topology_parent_class)->finalize (object);
}

static void
refrain_topology_class_init (RefrainTopologyClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_topology_finalize;
}

static void
refrain_topology_init (RefrainTopology *self)
{
  self->components = g_array_new (FALSE, FALSE, sizeof (Component));
  g_array_set_clear_func (self->components, clear_component);
  self->joints = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
}

/* ---- Components -------------------------------------------------------------------------------
 */

/* Lists the sets @sets, of each process, that have two processes or more. */
static void
list_components (RefrainTopology *self, const guint32 *sets, guint n_sets)
{
  const guint n = refrain_graph_get_n (self->graph);
  g_autofree guint *sizes = g_new0 (guint, n_sets + 1);
  g_autofree guint32 **members = g_new0 (guint32 *, n_sets + 1);

  for (guint i = 0; i < n; i++)
    sizes[sets[i]]++;
  for (guint i = 0; i < n; i++)
    {
      const guint set = sets[i];

      if (sizes[set] == 1)
        continue;
      if (members[set] == NULL)
        {
          const Component component = { .processes = g_new (guint32, sizes[set]) };

          members[set] = component.processes;
          g_array_append_val (self->components, component);
          g_array_index (self->components, Component, self->components->len - 1).n = sizes[set];
        }
      *members[set]++ = i;
    }
}

/* Names each component by itself. */
static gboolean
name_components (RefrainTopology *self,
                 const RefrainTopologyOptions *options,
                 GCancellable *cancellable,
                 GError **error)
{
  RefrainTopologyOptions alone = *options;

  alone.hint = NULL;
  for (guint i = 0; i < self->components->len; i++)
    {
      Component *component = &g_array_index (self->components, Component, i);
      g_autoptr (RefrainGraph) part
          = refrain_graph_new_part (self->graph, component->processes, component->n);

      component->topology = refrain_topology_new_for_graph (part, &alone, cancellable, error);
      if (component->topology == NULL)
        return FALSE;
    }
  return TRUE;
}

static gboolean
find_components (RefrainTopology *self,
                 const RefrainTopologyOptions *options,
                 GCancellable *cancellable,
                 GError **error)
{
  guint n_sets;
  g_autofree guint32 *sets = refrain_graph_find_components (self->graph, &n_sets);

  list_components (self, sets, n_sets);
  for (guint i = 0; i < refrain_graph_get_n (self->graph); i++)
    self->n_isolated += refrain_graph_get_degree (self->graph, i) == 0;
  return (self->components->len == 1 && self->n_isolated == 0)
         || name_components (self, options, cancellable, error);
}

RefrainTopology *
refrain_topology_new_for_graph (RefrainGraph *graph,
                                const RefrainTopologyOptions *options,
                                GCancellable *cancellable,
                                GError **error)
{
  const RefrainTopologyOptions defaults = REFRAIN_TOPOLOGY_OPTIONS_DEFAULT;
  g_autoptr (RefrainTopology) self = NULL;

  g_return_val_if_fail (REFRAIN_IS_GRAPH (graph), NULL);

  options = options != NULL ? options : &defaults;
  self = g_object_new (REFRAIN_TYPE_TOPOLOGY, NULL);
  self->graph = g_object_ref (graph);
  if (!find_components (self, options, cancellable, error))
    return NULL;
  refrain_topology_chain_run (graph, options, cancellable, &self->found);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

/* ---- With a matrix ----------------------------------------------------------------------------
 */

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

/* Whether each component has a name by itself. */
static gboolean
is_composed (RefrainTopology *self)
{
  for (guint i = 0; i < self->components->len; i++)
    if (g_array_index (self->components, Component, i).topology == NULL
        || g_array_index (self->components, Component, i).topology->found.names->len == 0)
      return FALSE;
  return self->components->len > 0;
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
  else if (self != NULL && self->components->len > 1 && is_composed (self)
           && count_weak (matrix, graph) > 0)
    counts = name_exactly (matrix, graph, by_count, 0, options, cancellable);
  if (counts != NULL && self->found.nearest == NULL && !is_tree (counts->graph))
    g_clear_object (&counts);
  if (counts == NULL && self != NULL && !by_count && !options->exact
      && options->threshold == defaults.threshold && count_weak (matrix, self->graph) > 0)
    counts = name_all (matrix, &hinted, cancellable);
  return counts != NULL ? g_steal_pointer (&counts) : g_steal_pointer (&self);
}

/* Whether the whole or all components have a name, and all processes are in one. */
static gboolean
is_named (RefrainTopology *self)
{
  return self->n_isolated == 0 && (self->found.names->len > 0 || is_composed (self));
}

gboolean
refrain_topology_is_telling (RefrainTopology *self)
{
  const RefrainTopologyNamed *named;

  if (self->found.names->len == 0)
    return is_named (self);
  named = &g_array_index (self->found.names, RefrainTopologyNamed, 0);
  return refrain_mapping_get_kind (named->mapping) != REFRAIN_TOPOLOGY_ALL_TO_ALL
         && (strstr (named->name, " with ") == NULL
             || refrain_mapping_get_n_directions (named->mapping)
                    <= 1 + 4 * refrain_mapping_get_n_dimensions (named->mapping));
}

/* Bits for the name of @topology; of what has none for each of its edges. */
static double
measure_name (RefrainTopology *topology)
{
  const guint n = refrain_graph_get_n (topology->graph);
  const double pair = log2 (MAX (n, 3) * (MAX (n, 3) - 1.0) / 2);
  RefrainMapping *mapping;

  if (topology->found.names->len == 0)
    return topology->found.nearest != NULL
               ? NAME + pair * (topology->found.extra->len + topology->found.missing->len)
               : pair * (double) refrain_graph_get_n_edges (topology->graph);
  mapping = g_array_index (topology->found.names, RefrainTopologyNamed, 0).mapping;
  switch (refrain_mapping_get_kind (mapping))
    {
    case REFRAIN_TOPOLOGY_TREE:
      return NAME + 2.0 * n; /* so many trees there are */
    case REFRAIN_TOPOLOGY_GRID:
      return refrain_topology_is_telling (topology)
                 ? NAME
                 : NAME / 2.0 * refrain_mapping_get_n_directions (mapping);
    default:
      return NAME;
    }
}

/* The edges between different components. */
static void
list_joints (RefrainTopology *self)
{
  const guint n = refrain_graph_get_n (self->graph);
  g_autofree guint *part = g_new0 (guint, (gsize) n + 1);

  for (guint c = 0; c < self->components->len; c++)
    {
      const Component *component = &g_array_index (self->components, Component, c);

      for (guint i = 0; i < component->n; i++)
        part[component->processes[i]] = c + 1;
    }
  for (guint32 a = 0; a < n; a++)
    for (guint k = 0; k < refrain_graph_get_degree (self->graph, a); k++)
      {
        const RefrainGraphEdge edge = { a, refrain_graph_get_neighbours (self->graph, a)[k] };

        if (edge.b > a && (part[a] != part[edge.b] || part[a] == 0))
          g_array_append_val (self->joints, edge);
      }
}

/* The sum of named parts that @sets are, or NULL where it takes @most bits or more, with the kinds
 * of edges, or where a part has no name that tells something. Where no communicators say that these
 * are parts, few edges are between them. */
static RefrainTopology *
try_sum (RefrainTopology *self,
         RefrainEdgeKinds *kinds,
         const guint32 *sets,
         gboolean by_communicators,
         const RefrainTopologyOptions *options,
         GCancellable *cancellable,
         double *most)
{
  const guint n = refrain_graph_get_n (self->graph);
  g_autoptr (RefrainTopology) sum = g_object_new (REFRAIN_TYPE_TOPOLOGY, NULL);
  RefrainTopologyOptions exact = *options;
  guint n_sets = 0;
  double bits;

  for (guint i = 0; i < n; i++)
    n_sets = MAX (n_sets, sets[i] + 1);
  sum->graph = g_object_ref (self->graph);
  list_components (sum, sets, n_sets);
  list_joints (sum);
  if (!by_communicators && FEW_JOINTS * sum->joints->len > refrain_graph_get_n_edges (self->graph))
    return NULL;
  bits = refrain_edge_kinds_measure (kinds, sets, n_sets)
         + refrain_edge_kinds_measure_joints (kinds, sets, n_sets);
  exact.exact = TRUE;
  if (bits + NAME * sum->components->len >= *most
      || !name_components (sum, &exact, cancellable, NULL))
    return NULL;
  for (guint i = 0; i < sum->components->len; i++)
    {
      RefrainTopology *part = g_array_index (sum->components, Component, i).topology;

      if (part->found.names->len == 0
          || (refrain_graph_get_n (part->graph) > 3 && !refrain_topology_is_telling (part)))
        return NULL;
      bits += measure_name (part);
    }
  if (bits >= *most)
    return NULL;
  *most = bits;
  return g_steal_pointer (&sum);
}

/* @sum becomes what @self is. */
static void
take_sum (RefrainTopology *self, RefrainTopology *sum)
{
  g_autofree char *outcome = NULL;
  RefrainTopologyStep step = { .name = N_ ("sum") };

  g_array_unref (self->components);
  self->components = g_array_ref (sum->components);
  g_array_append_vals (self->joints, sum->joints->data, sum->joints->len);
  g_clear_object (&self->heavy);
  g_clear_object (&self->rest);
  g_clear_pointer (&self->found.nearest, g_free);
  g_clear_object (&self->found.nearest_mapping);
  g_array_set_size (self->found.names, 0);
  g_array_set_size (self->found.extra, 0);
  g_array_set_size (self->found.missing, 0);
  self->found.is_bound = FALSE;
  self->found.follows_said = FALSE;
  outcome = g_strdup_printf (ngettext ("%u parts, each with a name that fits, and %u edge between",
                                       "%u parts, each with a name that fits, and %u edges between",
                                       self->joints->len),
                             self->components->len, self->joints->len);
  step.outcome = g_string_chunk_insert (self->found.strings, outcome);
  g_array_append_val (self->found.steps, step);
}

/* Tells the graph as a sum of parts where that is shorter than one name. */
static void
find_sum (RefrainTopology *self,
          RefrainMatrix *matrix,
          const RefrainTopologyOptions *options,
          GCancellable *cancellable)
{
  const gsize n = refrain_graph_get_n (self->graph);
  g_autoptr (RefrainEdgeKinds) kinds = NULL;
  g_autoptr (GPtrArray) partitions = NULL;
  g_autoptr (RefrainTopology) best = NULL;
  guint by_communicators;
  gboolean whole;
  double bits;

  if (refrain_graph_get_n_edges (self->graph) == 0
      || refrain_graph_get_n_edges (self->graph) == n * (n - 1) / 2
      || refrain_topology_is_telling (self) || (self->found.names->len == 0 && is_composed (self)))
    return;
  /* Where most goes along one topology of all, only the program's word divides them. */
  whole = self->heavy != NULL && self->heavy->found.names->len > 0;
  kinds = refrain_edge_kinds_new (self->graph, matrix, options->trace);
  partitions = refrain_edge_kinds_list_partitions (kinds, &by_communicators);
  bits = measure_name (self) + refrain_edge_kinds_measure (kinds, NULL, 1);
  for (guint i = 0; i < (whole ? by_communicators : partitions->len); i++)
    {
      RefrainTopology *sum = try_sum (self, kinds, partitions->pdata[i], i < by_communicators,
                                      options, cancellable, &bits);

      if (sum != NULL)
        g_set_object (&best, sum);
      g_clear_object (&sum);
    }
  if (best != NULL && !g_cancellable_is_cancelled (cancellable))
    take_sum (self, best);
}

/* The edges of @self that its heavy pairs leave, with those of these that make a star of them. */
static RefrainGraph *
make_rest (RefrainTopology *self)
{
  const guint n = refrain_graph_get_n (self->graph);
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
  guint centre = 0;
  gboolean is_star;

  for (guint a = 0; a < n; a++)
    {
      for (guint k = 0; k < refrain_graph_get_degree (self->graph, a); k++)
        {
          const RefrainGraphEdge edge = { a, refrain_graph_get_neighbours (self->graph, a)[k] };

          if (edge.a < edge.b && !refrain_graph_has_edge (self->heavy->graph, edge.a, edge.b))
            g_array_append_val (edges, edge);
        }
      if (refrain_graph_get_degree (self->graph, a)
          > refrain_graph_get_degree (self->graph, centre))
        centre = a;
    }
  is_star = refrain_graph_get_degree (self->graph, centre) == n - 1;
  for (guint i = 0; i < edges->len; i++)
    is_star &= g_array_index (edges, RefrainGraphEdge, i).a == centre
               || g_array_index (edges, RefrainGraphEdge, i).b == centre;
  for (guint32 to = 0; is_star && to < n; to++)
    {
      const RefrainGraphEdge edge = { MIN (to, centre), MAX (to, centre) };

      if (to != centre)
        g_array_append_val (edges, edge);
    }
  return refrain_graph_new (n, (const RefrainGraphEdge *) edges->data, edges->len);
}

/* Names what heavy pairs leave: with them that is the whole. */
static void
name_rest (RefrainTopology *self, const RefrainTopologyOptions *exact, GCancellable *cancellable)
{
  g_autoptr (RefrainGraph) graph = make_rest (self);
  g_autoptr (RefrainTopology) rest
      = refrain_topology_new_for_graph (graph, exact, cancellable, NULL);

  if (rest != NULL && rest->found.names->len > 0 && rest->n_isolated == 0
      && refrain_topology_is_telling (rest))
    self->rest = g_steal_pointer (&rest);
}

/* Names the pairs among which most goes. */
static void
name_heavy (RefrainTopology *self,
            RefrainMatrix *matrix,
            const RefrainTopologyOptions *options,
            GCancellable *cancellable)
{
  RefrainTopologyOptions exact = *options;
  g_autoptr (GPtrArray) heavy = NULL;
  guint64 messages, bytes;

  if (refrain_graph_get_n_edges (self->graph) == 0 || refrain_topology_is_telling (self))
    return;
  refrain_matrix_get_total (matrix, &messages, &bytes);
  heavy = refrain_heavy_pairs_list (matrix, options->by_count || bytes == 0);
  exact.exact = TRUE;
  exact.hint = NULL;
  for (guint i = 0; i < heavy->len && self->heavy == NULL; i++)
    {
      const RefrainHeavyPairs *pairs = heavy->pdata[i];
      g_autoptr (RefrainTopology) topology = NULL;

      if (refrain_graph_get_n_edges (pairs->graph) >= refrain_graph_get_n_edges (self->graph))
        continue;
      topology = refrain_topology_new_for_graph (pairs->graph, &exact, cancellable, NULL);
      if (topology == NULL || !is_named (topology) || !refrain_topology_is_telling (topology))
        continue;
      self->heavy = g_steal_pointer (&topology);
      self->heavy_share = pairs->share;
      pair_rings (self->heavy, options);
      put_preferred_first (self->heavy, options);
      if (self->found.names->len == 0)
        name_rest (self, &exact, cancellable);
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
    name_heavy (self, matrix, options, cancellable);
  if (!options->exact)
    find_sum (self, matrix, options, cancellable);
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

/* ---- Asking -----------------------------------------------------------------------------------
 */

REFRAIN_GETTER (RefrainTopology, refrain_topology, RefrainGraph *, get_graph, self->graph)

void
refrain_topology_get_dropped (RefrainTopology *self, double *messages, double *bytes)
{
  g_return_if_fail (REFRAIN_IS_TOPOLOGY (self));
  *messages = self->dropped_messages;
  *bytes = self->dropped_bytes;
}

REFRAIN_GETTER (
    RefrainTopology, refrain_topology, guint, get_n_candidates, self->found.candidates->len)

const RefrainTopologyCandidate *
refrain_topology_get_candidate (RefrainTopology *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  g_return_val_if_fail (i < self->found.candidates->len, NULL);
  return &g_array_index (self->found.candidates, RefrainTopologyCandidate, i);
}

REFRAIN_GETTER (RefrainTopology, refrain_topology, guint, get_n_steps, self->found.steps->len)

const RefrainTopologyStep *
refrain_topology_get_step (RefrainTopology *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  g_return_val_if_fail (i < self->found.steps->len, NULL);
  return &g_array_index (self->found.steps, RefrainTopologyStep, i);
}

REFRAIN_GETTER (RefrainTopology, refrain_topology, gboolean, is_incomplete, self->found.incomplete)
REFRAIN_GETTER (RefrainTopology, refrain_topology, guint, get_n_names, self->found.names->len)

const char *
refrain_topology_get_name (RefrainTopology *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  g_return_val_if_fail (i < self->found.names->len, NULL);
  return g_array_index (self->found.names, RefrainTopologyNamed, i).name;
}

const char *
refrain_topology_get_title (RefrainTopology *self, guint i)
{
  RefrainMapping *mapping = refrain_topology_get_mapping (self, i);

  return mapping != NULL ? refrain_mapping_get_title (mapping)
                         : refrain_topology_get_name (self, i);
}

const char *
refrain_topology_get_nearest_title (RefrainTopology *self)
{
  RefrainMapping *mapping = refrain_topology_get_nearest_mapping (self);

  return mapping != NULL && refrain_topology_get_nearest (self) != NULL
             ? refrain_mapping_get_title (mapping)
             : refrain_topology_get_nearest (self);
}

const char *
refrain_topology_get_alias (RefrainTopology *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  g_return_val_if_fail (i < self->found.names->len, NULL);
  return g_array_index (self->found.names, RefrainTopologyNamed, i).alias;
}

RefrainMapping *
refrain_topology_get_mapping (RefrainTopology *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  g_return_val_if_fail (i < self->found.names->len, NULL);
  return g_array_index (self->found.names, RefrainTopologyNamed, i).mapping;
}

void
refrain_topology_get_unmapped (RefrainTopology *self, double *messages, double *bytes)
{
  g_return_if_fail (REFRAIN_IS_TOPOLOGY (self));
  *messages = self->unmapped_messages;
  *bytes = self->unmapped_bytes;
}

guint64
refrain_topology_get_one_way (RefrainTopology *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), 0);
  g_return_val_if_fail (i < self->found.names->len, 0);
  return g_array_index (self->found.names, RefrainTopologyNamed, i).one_way;
}

REFRAIN_GETTER (RefrainTopology, refrain_topology, const char *, get_nearest, self->found.nearest)
REFRAIN_GETTER (RefrainTopology,
                refrain_topology,
                RefrainMapping *,
                get_nearest_mapping,
                self->found.nearest_mapping)

const RefrainGraphEdge *
refrain_topology_get_extra (RefrainTopology *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  *n = self->found.extra->len;
  return (const RefrainGraphEdge *) self->found.extra->data;
}

const RefrainGraphEdge *
refrain_topology_get_missing (RefrainTopology *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  *n = self->found.missing->len;
  return (const RefrainGraphEdge *) self->found.missing->data;
}

RefrainTopology *
refrain_topology_get_heavy (RefrainTopology *self, double *share)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  *share = self->heavy_share;
  return self->heavy;
}

REFRAIN_GETTER (RefrainTopology, refrain_topology, RefrainTopology *, get_rest, self->rest)

RefrainMapping *
refrain_topology_get_said (RefrainTopology *self, gsize *extra, gsize *missing)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  *extra = self->found.said_extra;
  *missing = self->found.said_missing;
  return self->found.said;
}

REFRAIN_GETTER (RefrainTopology, refrain_topology, gboolean, follows_said, self->found.follows_said)
REFRAIN_GETTER (RefrainTopology, refrain_topology, gboolean, is_bound, self->found.is_bound)

guint
refrain_topology_get_near (RefrainTopology *self, guint *n_untried)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), 0);
  *n_untried = self->found.n_near_untried;
  return self->found.n_near;
}

REFRAIN_GETTER (RefrainTopology, refrain_topology, guint, get_n_components, self->components->len)

const guint32 *
refrain_topology_get_component_processes (RefrainTopology *self, guint i, guint *n)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  g_return_val_if_fail (i < self->components->len, NULL);
  *n = g_array_index (self->components, Component, i).n;
  return g_array_index (self->components, Component, i).processes;
}

RefrainTopology *
refrain_topology_get_component (RefrainTopology *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  g_return_val_if_fail (i < self->components->len, NULL);
  return g_array_index (self->components, Component, i).topology;
}

const RefrainGraphEdge *
refrain_topology_get_joints (RefrainTopology *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  *n = self->joints->len;
  return (const RefrainGraphEdge *) self->joints->data;
}

REFRAIN_GETTER (RefrainTopology, refrain_topology, guint, get_n_isolated, self->n_isolated)
REFRAIN_GETTER (RefrainTopology, refrain_topology, guint, get_n_weak, self->n_weak)
