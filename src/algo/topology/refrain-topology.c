/* refrain-topology.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The steps in turn; who does them: refrain-stencil.c, refrain-topology-library.c,
 * refrain-topology-search.c and, where nothing fits, refrain-topology-nearest.c.
 */
#include "config.h"

#include "refrain-topology.h"

#include "refrain-stencil.h"

/* A name that fits. */
typedef struct
{
  char *name;
  const char *alias;
  RefrainMapping *mapping;
  guint64 one_way;
} Named;

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
  gboolean incomplete;
  GStringChunk *strings;
  GArray *candidates; /* RefrainTopologyCandidate */
  GArray *steps;      /* RefrainTopologyStep */
  GArray *names;      /* Named */
  char *nearest;
  RefrainMapping *nearest_mapping;
  GArray *extra, *missing; /* RefrainGraphEdge */
  GArray *components;      /* Component */
  guint n_isolated;
};

G_DEFINE_FINAL_TYPE (RefrainTopology, refrain_topology, G_TYPE_OBJECT)

static void
clear_named (gpointer item)
{
  Named *named = item;

  g_free (named->name);
  g_clear_object (&named->mapping);
}

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
  g_string_chunk_free (self->strings);
  g_array_unref (self->candidates);
  g_array_unref (self->steps);
  g_array_unref (self->names);
  g_free (self->nearest);
  g_clear_object (&self->nearest_mapping);
  g_array_unref (self->extra);
  g_array_unref (self->missing);
  g_array_unref (self->components);
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
  self->strings = g_string_chunk_new (256);
  self->candidates = g_array_new (FALSE, FALSE, sizeof (RefrainTopologyCandidate));
  self->steps = g_array_new (FALSE, FALSE, sizeof (RefrainTopologyStep));
  self->names = g_array_new (FALSE, FALSE, sizeof (Named));
  g_array_set_clear_func (self->names, clear_named);
  self->extra = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
  self->missing = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
  self->components = g_array_new (FALSE, FALSE, sizeof (Component));
  g_array_set_clear_func (self->components, clear_component);
}

/* ---- The steps --------------------------------------------------------------------------------
 */

static void
read_rank_order (RefrainTopology *self, GCancellable *cancellable)
{
  g_auto (RefrainStencil) stencil = { 0 };
  Named named = { 0 };
  gboolean known;

  if (!refrain_stencil_read (self->graph, &stencil, cancellable)
      || stencil.extra + stencil.missing > 0)
    return;
  named.name = refrain_stencil_make_name (&stencil, &known);
  named.mapping = refrain_stencil_make_mapping (&stencil, named.name, NULL);
  g_array_append_val (self->names, named);
}

RefrainTopology *
refrain_topology_new_for_graph (RefrainGraph *graph,
                                const RefrainTopologyOptions *options,
                                GCancellable *cancellable,
                                GError **error)
{
  g_autoptr (RefrainTopology) self = NULL;

  g_return_val_if_fail (REFRAIN_IS_GRAPH (graph), NULL);

  self = g_object_new (REFRAIN_TYPE_TOPOLOGY, NULL);
  self->graph = g_object_ref (graph);
  read_rank_order (self, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

/* ---- With a matrix ----------------------------------------------------------------------------
 */

/* Messages and bytes between different processes, and those where @graph has no edge. */
static void
count_off (RefrainMatrix *matrix, RefrainGraph *graph, double *messages, double *bytes)
{
  guint64 all_messages = 0, all_bytes = 0, off_messages = 0, off_bytes = 0;

  for (guint i = 0; i < refrain_matrix_get_n_processes (matrix); i++)
    {
      gsize n;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (matrix, i, &n);

      for (gsize k = 0; k < n; k++)
        {
          const gboolean off = cells[k].destination != i
                               && !refrain_graph_has_edge (graph, i, cells[k].destination);

          all_messages += cells[k].count;
          all_bytes += cells[k].bytes;
          off_messages += off ? cells[k].count : 0;
          off_bytes += off ? cells[k].bytes : 0;
        }
    }
  *messages = all_messages > 0 ? (double) off_messages / (double) all_messages : 0;
  *bytes = all_bytes > 0 ? (double) off_bytes / (double) all_bytes : 0;
}

RefrainTopology *
refrain_topology_new (RefrainMatrix *matrix,
                      const RefrainTopologyOptions *options,
                      GCancellable *cancellable,
                      GError **error)
{
  const RefrainTopologyOptions defaults = REFRAIN_TOPOLOGY_OPTIONS_DEFAULT;
  g_autoptr (RefrainGraph) graph = NULL;
  RefrainTopology *self;

  g_return_val_if_fail (REFRAIN_IS_MATRIX (matrix), NULL);

  options = options != NULL ? options : &defaults;
  graph = refrain_graph_new_from_matrix (matrix, options->by_count, options->threshold);
  self = refrain_topology_new_for_graph (graph, options, cancellable, error);
  if (self == NULL)
    return NULL;
  count_off (matrix, graph, &self->dropped_messages, &self->dropped_bytes);
  self->unmapped_messages = self->dropped_messages;
  self->unmapped_bytes = self->dropped_bytes;
  return self;
}

/* ---- Asking -----------------------------------------------------------------------------------
 */

RefrainGraph *
refrain_topology_get_graph (RefrainTopology *self)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  return self->graph;
}

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
  return self->candidates->len;
}

const RefrainTopologyCandidate *
refrain_topology_get_candidate (RefrainTopology *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  g_return_val_if_fail (i < self->candidates->len, NULL);
  return &g_array_index (self->candidates, RefrainTopologyCandidate, i);
}

guint
refrain_topology_get_n_steps (RefrainTopology *self)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), 0);
  return self->steps->len;
}

const RefrainTopologyStep *
refrain_topology_get_step (RefrainTopology *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  g_return_val_if_fail (i < self->steps->len, NULL);
  return &g_array_index (self->steps, RefrainTopologyStep, i);
}

gboolean
refrain_topology_is_incomplete (RefrainTopology *self)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), FALSE);
  return self->incomplete;
}

guint
refrain_topology_get_n_names (RefrainTopology *self)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), 0);
  return self->names->len;
}

const char *
refrain_topology_get_name (RefrainTopology *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  g_return_val_if_fail (i < self->names->len, NULL);
  return g_array_index (self->names, Named, i).name;
}

const char *
refrain_topology_get_alias (RefrainTopology *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  g_return_val_if_fail (i < self->names->len, NULL);
  return g_array_index (self->names, Named, i).alias;
}

RefrainMapping *
refrain_topology_get_mapping (RefrainTopology *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  g_return_val_if_fail (i < self->names->len, NULL);
  return g_array_index (self->names, Named, i).mapping;
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
  g_return_val_if_fail (i < self->names->len, 0);
  return g_array_index (self->names, Named, i).one_way;
}

const char *
refrain_topology_get_nearest (RefrainTopology *self)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  return self->nearest;
}

RefrainMapping *
refrain_topology_get_nearest_mapping (RefrainTopology *self)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  return self->nearest_mapping;
}

const RefrainGraphEdge *
refrain_topology_get_extra (RefrainTopology *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  *n = self->extra->len;
  return (const RefrainGraphEdge *) self->extra->data;
}

const RefrainGraphEdge *
refrain_topology_get_missing (RefrainTopology *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  *n = self->missing->len;
  return (const RefrainGraphEdge *) self->missing->data;
}

guint
refrain_topology_get_n_components (RefrainTopology *self)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), 0);
  return self->components->len;
}

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

guint
refrain_topology_get_n_isolated (RefrainTopology *self)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), 0);
  return self->n_isolated;
}
