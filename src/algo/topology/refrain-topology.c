/* refrain-topology.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Components, each by itself; what the chain (refrain-topology-chain.c) says of a matrix' graph;
 * and asking.
 */
#include "refrain-topology.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-heavy-pairs.h"
#include "refrain-object.h"
#include "refrain-topology-chain.h"

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
  guint n_isolated, n_weak;
  RefrainTopology *heavy; /* or NULL */
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
  g_clear_object (&self->heavy);
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
}

/* ---- Components -------------------------------------------------------------------------------
 */

static gboolean
find_components (RefrainTopology *self,
                 const RefrainTopologyOptions *options,
                 GCancellable *cancellable,
                 GError **error)
{
  const guint n = refrain_graph_get_n (self->graph);
  guint n_sets;
  g_autofree guint32 *sets = refrain_graph_find_components (self->graph, &n_sets);
  g_autofree guint *sizes = g_new0 (guint, n_sets + 1);
  g_autofree guint32 **members = g_new0 (guint32 *, n_sets + 1);
  RefrainTopologyOptions alone = *options;

  for (guint i = 0; i < n; i++)
    sizes[sets[i]]++;
  for (guint i = 0; i < n; i++)
    {
      const guint set = sets[i];

      if (sizes[set] == 1)
        {
          self->n_isolated++;
          continue;
        }
      if (members[set] == NULL)
        {
          const Component component = { .processes = g_new (guint32, sizes[set]) };

          members[set] = component.processes;
          sets[i] = set;
          g_array_append_val (self->components, component);
          g_array_index (self->components, Component, self->components->len - 1).n = sizes[set];
        }
      *members[set]++ = i;
    }
  if (self->components->len == 1 && self->n_isolated == 0)
    return TRUE;
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

/* The graph of the nearest topology: without the edges that are extra, with those that are missing.
 * Of nothing near there is no edge. */
static RefrainGraph *
make_mapped_graph (RefrainTopology *self)
{
  const guint n = refrain_graph_get_n (self->graph);
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
  g_autoptr (RefrainGraph) extra = refrain_graph_new (
      n, (const RefrainGraphEdge *) self->found.extra->data, self->found.extra->len);

  if (self->found.nearest != NULL)
    g_array_append_vals (edges, self->found.missing->data, self->found.missing->len);
  for (guint i = 0; i < n && self->found.nearest != NULL; i++)
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

/* The graph of the messages' numbers, where that has a name that fits; else NULL. */
static RefrainTopology *
name_counts (RefrainMatrix *matrix,
             RefrainGraph *of_bytes,
             const RefrainTopologyOptions *options,
             GCancellable *cancellable)
{
  RefrainTopologyOptions exact = *options;
  g_autoptr (RefrainGraph) graph = refrain_graph_new_from_matrix (matrix, TRUE, options->threshold);
  g_autoptr (RefrainTopology) self = NULL;

  if (refrain_graph_get_n_edges (graph) == refrain_graph_get_n_edges (of_bytes))
    return NULL;
  exact.exact = TRUE;
  exact.hint = NULL;
  self = refrain_topology_new_for_graph (graph, &exact, cancellable, NULL);
  return self != NULL && self->found.names->len > 0 ? g_steal_pointer (&self) : NULL;
}

/* The topology of @matrix: by bytes, and where these only have one that is near by the
 * messages' number if that has one that fits. */
static RefrainTopology *
name_matrix (RefrainMatrix *matrix,
             const RefrainTopologyOptions *options,
             GCancellable *cancellable,
             GError **error)
{
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
    counts = name_counts (matrix, graph, options, cancellable);
  return counts != NULL ? g_steal_pointer (&counts) : g_steal_pointer (&self);
}

/* Whether all components have a name, and all processes are in one. */
static gboolean
is_named (RefrainTopology *self)
{
  if (self->found.names->len > 0 || self->components->len == 0 || self->n_isolated > 0)
    return self->found.names->len > 0 && self->n_isolated == 0;
  for (guint i = 0; i < self->components->len; i++)
    if (g_array_index (self->components, Component, i).topology == NULL
        || g_array_index (self->components, Component, i).topology->found.names->len == 0)
      return FALSE;
  return TRUE;
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
  if (self->found.names->len == 0)
    {
      mapped = make_mapped_graph (self);
      measure (matrix, mapped, &between, &off, &own);
    }
  self->unmapped_messages = share (off.messages, between.messages + own.messages);
  self->unmapped_bytes = share (off.bytes, between.bytes + own.bytes);
  pair_rings (self, options);
  for (guint i = 0; i < self->found.names->len; i++)
    {
      RefrainTopologyNamed *named = &g_array_index (self->found.names, RefrainTopologyNamed, i);

      named->one_way = find_one_way (matrix, self->graph, named->mapping);
    }
  put_preferred_first (self, options);
  if (!options->exact)
    name_heavy (self, matrix, options, cancellable);
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

guint
refrain_topology_get_n_candidates (RefrainTopology *self)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), 0);
  return self->found.candidates->len;
}

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

RefrainMapping *
refrain_topology_get_nearest_mapping (RefrainTopology *self)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  return self->found.nearest_mapping;
}

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

REFRAIN_GETTER (RefrainTopology, refrain_topology, guint, get_n_isolated, self->n_isolated)
REFRAIN_GETTER (RefrainTopology, refrain_topology, guint, get_n_weak, self->n_weak)
