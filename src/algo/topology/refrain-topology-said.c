/* refrain-topology-said.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first Cartesian communicator with all processes speaks for the program.
 */
#include "refrain-topology-said.h"

static RefrainMapping *
make_mapping (const RefrainCartesian *cartesian, const guint32 *places)
{
  guint sizes[REFRAIN_MAX_DIMENSIONS];

  G_STATIC_ASSERT (REFRAIN_MAX_CARTESIAN_DIMENSIONS <= REFRAIN_MAX_DIMENSIONS);
  for (guint d = 0; d < cartesian->n_dimensions; d++)
    sizes[d] = cartesian->sizes[d];
  return refrain_mapping_new_grid (sizes, cartesian->n_dimensions, cartesian->periodic, places);
}

RefrainMapping *
refrain_topology_said_by (RefrainCommunicator *communicator)
{
  const RefrainCartesian *cartesian = refrain_communicator_get_cartesian (communicator);

  return cartesian != NULL ? make_mapping (cartesian, cartesian->places) : NULL;
}

RefrainMapping *
refrain_topology_said_by_trace (RefrainTrace *trace, RefrainCommunicator **communicator)
{
  const guint n = refrain_trace_get_n_processes (trace);
  g_autofree guint32 *places = g_new (guint32, (gsize) n + 1);

  *communicator = NULL;
  for (guint c = 0; c < refrain_trace_get_n_communicators (trace); c++)
    {
      RefrainCommunicator *candidate = refrain_trace_get_communicator (trace, c);
      const RefrainCartesian *cartesian = refrain_communicator_get_cartesian (candidate);
      gsize n_members;
      const gint32 *members = refrain_communicator_get_members (candidate, &n_members);
      gboolean whole = cartesian != NULL && n_members == n;

      if (!whole)
        continue;
      refrain_fill (places, 0xff, n * sizeof *places);
      for (guint rank = 0; rank < n; rank++)
        if (members[rank] >= 0 && (guint) members[rank] < n)
          places[members[rank]] = cartesian->places[rank];
      for (guint i = 0; i < n; i++)
        whole &= places[i] != G_MAXUINT32;
      if (!whole)
        continue;
      *communicator = candidate;
      return make_mapping (cartesian, places);
    }
  return NULL;
}

RefrainGraph *
refrain_topology_said_make_graph (RefrainMapping *said)
{
  const guint n = refrain_mapping_get_n_dimensions (said);
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));

  for (guint i = 0; i < refrain_mapping_get_n_processes (said); i++)
    for (guint axis = 0; axis < n; axis++)
      {
        const guint size = refrain_mapping_get_size (said, axis);
        guint at[REFRAIN_MAX_DIMENSIONS];
        RefrainGraphEdge edge = { .a = i };

        refrain_copy (at, refrain_mapping_get_coordinates (said, i), n * sizeof *at);
        if (size == 1 || (at[axis] + 1 == size && !refrain_mapping_is_wrapped (said, axis)))
          continue;
        at[axis] = (at[axis] + 1) % size;
        edge.b = refrain_mapping_get_process (said, at);
        g_array_append_val (edges, edge);
      }
  return refrain_graph_new (refrain_mapping_get_n_processes (said),
                            (const RefrainGraphEdge *) edges->data, edges->len);
}

static gsize
count_others (RefrainGraph *graph, RefrainGraph *other)
{
  gsize n = 0;

  for (guint i = 0; i < refrain_graph_get_n (graph); i++)
    for (guint k = 0; k < refrain_graph_get_degree (graph, i); k++)
      {
        const guint32 to = refrain_graph_get_neighbours (graph, i)[k];

        n += i < to && !refrain_graph_has_edge (other, i, to);
      }
  return n;
}

void
refrain_topology_said_compare (RefrainMapping *said,
                               RefrainGraph *graph,
                               gsize *extra,
                               gsize *missing)
{
  g_autoptr (RefrainGraph) axes = refrain_topology_said_make_graph (said);

  g_return_if_fail (refrain_graph_get_n (graph) == refrain_mapping_get_n_processes (said));
  *extra = count_others (graph, axes);
  *missing = count_others (axes, graph);
}

/* The axes of @said with those of @spec, of the same size: which of these are wrapped. FALSE where
 * sizes differ. Axes of one are no axes to a spec. */
static gboolean
match_axes (RefrainMapping *said, const RefrainTopologySpec *spec, RefrainTopologySpec *turned)
{
  guint used = 0;

  turned->n_dimensions = refrain_mapping_get_n_dimensions (said);
  turned->wrapped = 0;
  for (guint a = 0; a < turned->n_dimensions; a++)
    {
      const guint size = refrain_mapping_get_size (said, a);
      const gboolean wrapped = refrain_mapping_is_wrapped (said, a);
      gint found = -1;

      turned->sizes[a] = size;
      for (guint k = 0; size > 1 && k < spec->n_dimensions; k++)
        if (!(used >> k & 1) && spec->sizes[k] == size
            && (found < 0 || (gboolean) (spec->wrapped >> k & 1) == wrapped))
          found = (gint) k;
      if (size > 1 && found < 0)
        return FALSE;
      if (size > 1)
        {
          used |= 1u << found;
          turned->wrapped |= (spec->wrapped >> found & 1) << a;
        }
    }
  return used == (1u << spec->n_dimensions) - 1;
}

RefrainMapping *
refrain_topology_said_apply (RefrainMapping *said,
                             const RefrainTopologySpec *spec,
                             RefrainGraph *graph)
{
  const guint n = refrain_graph_get_n (graph);
  RefrainTopologySpec turned = *spec;
  g_autoptr (RefrainGraph) reference = NULL;
  g_autofree guint32 *places = NULL;

  g_return_val_if_fail (refrain_mapping_get_n_processes (said) == n, NULL);

  if (spec->kind != REFRAIN_TOPOLOGY_GRID || !match_axes (said, spec, &turned)
      || (spec->reach != REFRAIN_REACH_AXES && turned.n_dimensions != spec->n_dimensions))
    return NULL;
  places = g_new (guint32, (gsize) n + 1);
  for (guint i = 0; i < n; i++)
    places[i] = refrain_mapping_get_place (said, i);
  reference = refrain_topology_spec_make_graph (&turned);
  if (refrain_graph_get_n_edges (reference) != refrain_graph_get_n_edges (graph))
    return NULL;
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < refrain_graph_get_degree (graph, i); k++)
      if (!refrain_graph_has_edge (reference, places[i],
                                   places[refrain_graph_get_neighbours (graph, i)[k]]))
        return NULL;
  return refrain_topology_spec_make_mapping (&turned, places);
}
