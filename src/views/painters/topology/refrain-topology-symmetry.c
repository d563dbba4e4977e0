/* refrain-topology-symmetry.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Coordinates are permuted and counted from the other end.
 */
#include "refrain-topology-symmetry.h"

gboolean
refrain_topology_symmetry_has (RefrainMapping *mapping)
{
  return mapping != NULL && refrain_mapping_get_kind (mapping) == REFRAIN_TOPOLOGY_GRID
         && refrain_mapping_get_n_processes (mapping) > 1;
}

/* The place of a process in what comes out. */
static guint32
find_place (RefrainMapping *mapping,
            const RefrainTopologySymmetry *symmetry,
            const guint *sizes,
            guint process)
{
  const guint n = refrain_mapping_get_n_dimensions (mapping);
  const guint *coordinates = refrain_mapping_get_coordinates (mapping, process);
  guint32 place = 0;

  for (guint axis = 0; axis < n; axis++)
    {
      const guint from = coordinates[(axis + symmetry->turned) % n];

      place = place * sizes[axis]
              + ((symmetry->mirrored >> axis & 1) != 0 ? sizes[axis] - 1 - from : from);
    }
  return place;
}

RefrainMapping *
refrain_topology_symmetry_apply (RefrainMapping *mapping, const RefrainTopologySymmetry *symmetry)
{
  guint sizes[REFRAIN_MAX_DIMENSIONS], n, n_processes, wrapped = 0;
  g_autofree guint32 *places = NULL;

  g_return_val_if_fail (REFRAIN_IS_MAPPING (mapping), NULL);
  g_return_val_if_fail (symmetry != NULL, NULL);

  n = refrain_mapping_get_n_dimensions (mapping);
  if (!refrain_topology_symmetry_has (mapping)
      || (symmetry->turned % n == 0 && symmetry->mirrored == 0))
    return g_object_ref (mapping);
  for (guint axis = 0; axis < n; axis++)
    {
      const guint from = (axis + symmetry->turned) % n;

      sizes[axis] = refrain_mapping_get_size (mapping, from);
      if (refrain_mapping_is_wrapped (mapping, from))
        wrapped |= 1u << axis;
    }
  n_processes = refrain_mapping_get_n_processes (mapping);
  places = g_new (guint32, n_processes);
  for (guint process = 0; process < n_processes; process++)
    places[process] = find_place (mapping, symmetry, sizes, process);
  return refrain_mapping_new_stencil (refrain_mapping_get_name (mapping), sizes, n, wrapped, NULL,
                                      0, places);
}
