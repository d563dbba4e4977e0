/* refrain-topology.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the chain (refrain-topology-chain.c) says of a graph; its components, each by itself; and
 * asking. What a matrix adds is refrain-topology-matrix.c.
 */
#include "refrain-free.h"
#include "refrain-topology-private.h"

#include <string.h>

#include "refrain-object.h"

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainTopology, refrain_topology)

REFRAIN_DEFINE_CLEAR (clear_component, RefrainTopologyComponent, g_free (x->processes);
                      g_clear_object (&x->topology))

static void
refrain_topology_finalize (RefrainTopology *self)
{
  g_clear_object (&self->graph);
  refrain_topology_findings_clear (&self->found);
  refrain_unref_arrays (self->components, self->joints);
  refrain_clear_objects (&self->heavy, &self->rest);
  g_clear_pointer (&self->levels, g_array_unref);
}

static void
refrain_topology_init (RefrainTopology *self)
{
  self->components = g_array_new (FALSE, FALSE, sizeof (RefrainTopologyComponent));
  g_array_set_clear_func (self->components, clear_component);
  self->joints = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
}

/* ---- Components -------------------------------------------------------------------------------
 */

void
refrain_topology_list_components (RefrainTopology *self, const guint32 *sets, guint n_sets)
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
          const RefrainTopologyComponent component = { .processes = g_new (guint32, sizes[set]) };

          members[set] = component.processes;
          g_array_append_val (self->components, component);
          g_array_index (self->components, RefrainTopologyComponent, self->components->len - 1).n
              = sizes[set];
        }
      *members[set]++ = i;
    }
}

gboolean
refrain_topology_name_components (RefrainTopology *self,
                                  const RefrainTopologyOptions *options,
                                  GCancellable *cancellable,
                                  GError **error)
{
  RefrainTopologyOptions alone = *options;

  alone.hint = NULL;
  for (guint i = 0; i < self->components->len; i++)
    {
      RefrainTopologyComponent *component
          = &g_array_index (self->components, RefrainTopologyComponent, i);
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

  refrain_topology_list_components (self, sets, n_sets);
  for (guint i = 0; i < refrain_graph_get_n (self->graph); i++)
    self->n_isolated += refrain_graph_get_degree (self->graph, i) == 0;
  return (self->components->len == 1 && self->n_isolated == 0)
         || refrain_topology_name_components (self, options, cancellable, error);
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

gboolean
refrain_topology_is_composed (RefrainTopology *self)
{
  for (guint i = 0; i < self->components->len; i++)
    if (g_array_index (self->components, RefrainTopologyComponent, i).topology == NULL
        || g_array_index (self->components, RefrainTopologyComponent, i).topology->found.names->len
               == 0)
      return FALSE;
  return self->components->len > 0;
}

gboolean
refrain_topology_is_named (RefrainTopology *self)
{
  return self->n_isolated == 0
         && (self->found.names->len > 0 || refrain_topology_is_composed (self));
}

gboolean
refrain_topology_is_telling (RefrainTopology *self)
{
  const RefrainTopologyNamed *named;

  if (self->found.names->len == 0)
    return refrain_topology_is_named (self);
  named = &g_array_index (self->found.names, RefrainTopologyNamed, 0);
  return refrain_mapping_get_kind (named->mapping) != REFRAIN_TOPOLOGY_ALL_TO_ALL
         && (strstr (named->name, " with ") == NULL
             || refrain_mapping_get_n_directions (named->mapping)
                    <= 1 + 4 * refrain_mapping_get_n_dimensions (named->mapping));
}

gboolean
refrain_topology_is_dense (RefrainTopology *self)
{
  const guint64 n = refrain_graph_get_n (self->graph) - self->n_isolated;

  return n > 1 && 3 * (guint64) refrain_graph_get_n_edges (self->graph) >= n * (n - 1);
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

RefrainMapping *
refrain_topology_find_mapping (RefrainTopology *self)
{
  return refrain_topology_get_n_names (self) > 0 ? refrain_topology_get_mapping (self, 0)
                                                 : refrain_topology_get_nearest_mapping (self);
}

REFRAIN_ARRAY_GETTER (
    RefrainTopology, refrain_topology, RefrainGraphEdge, gsize, get_extra, self->found.extra)

REFRAIN_ARRAY_GETTER (
    RefrainTopology, refrain_topology, RefrainGraphEdge, gsize, get_missing, self->found.missing)

RefrainTopology *
refrain_topology_get_heavy (RefrainTopology *self, double *share)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  *share = self->heavy_share;
  return self->heavy;
}

REFRAIN_GETTER (RefrainTopology, refrain_topology, RefrainTopology *, get_rest, self->rest)
REFRAIN_GETTER (RefrainTopology,
                refrain_topology,
                guint,
                get_n_levels,
                self->levels != NULL ? self->levels->len : 0)

const char *
refrain_topology_get_level (RefrainTopology *self, guint i, const guint32 **processes, guint *n)
{
  const RefrainTopologyLevel *level;

  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  g_return_val_if_fail (self->levels != NULL && i < self->levels->len, NULL);

  level = &g_array_index (self->levels, RefrainTopologyLevel, i);
  *processes = level->processes;
  *n = level->n;
  return level->title;
}

REFRAIN_GETTER (RefrainTopology, refrain_topology, gsize, get_n_beside_levels, self->n_beside)

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
  *n = g_array_index (self->components, RefrainTopologyComponent, i).n;
  return g_array_index (self->components, RefrainTopologyComponent, i).processes;
}

guint32 *
refrain_topology_list_component_of_each (RefrainTopology *self)
{
  guint n;
  guint32 *of;

  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);

  n = refrain_graph_get_n (self->graph);
  of = g_new (guint32, (gsize) n + 1);
  for (guint p = 0; p < n; p++)
    of[p] = self->components->len;
  for (guint c = 0; c < self->components->len; c++)
    {
      const RefrainTopologyComponent *component
          = &g_array_index (self->components, RefrainTopologyComponent, c);

      for (guint i = 0; i < component->n; i++)
        of[component->processes[i]] = c;
    }
  return of;
}

RefrainTopology *
refrain_topology_get_component (RefrainTopology *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY (self), NULL);
  g_return_val_if_fail (i < self->components->len, NULL);
  return g_array_index (self->components, RefrainTopologyComponent, i).topology;
}

REFRAIN_ARRAY_GETTER (
    RefrainTopology, refrain_topology, RefrainGraphEdge, gsize, get_joints, self->joints)

REFRAIN_GETTER (RefrainTopology, refrain_topology, guint, get_n_isolated, self->n_isolated)
REFRAIN_GETTER (RefrainTopology, refrain_topology, guint, get_n_weak, self->n_weak)
