/* refrain-program-groups.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The loop events have each group once, whoever calls a collective on it.
 */
#include "refrain-program-groups.h"

#include "refrain-group-lines.h"

guint32
refrain_program_find_axes (RefrainMapping *mapping, const guint32 *members, gsize n)
{
  const guint n_dimensions = refrain_mapping_get_n_dimensions (mapping);
  const guint *origin;
  guint32 axes = 0;
  gsize size = 1;

  g_return_val_if_fail (REFRAIN_IS_MAPPING (mapping) && n > 0, 0);

  origin = refrain_mapping_get_coordinates (mapping, members[0]);
  for (gsize i = 1; i < n; i++)
    for (guint a = 0; a < n_dimensions; a++)
      if (refrain_mapping_get_coordinates (mapping, members[i])[a] != origin[a])
        axes |= 1u << a;
  for (guint a = 0; a < n_dimensions; a++)
    if ((axes >> a & 1) != 0)
      size *= refrain_mapping_get_size (mapping, a);
  return size == n ? axes : 0;
}

GArray *
refrain_program_list_groups (RefrainLoopEvents *events)
{
  const guint n = refrain_loop_events_get_n_processes (events);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n_shapes;
  const RefrainLoopShape *shapes = refrain_loop_events_get_shapes (events, &n_shapes);

  for (guint32 i = 0; i < n_shapes; i++)
    {
      const guint32 group = shapes[i].group;
      gsize size;

      if (shapes[i].kind != REFRAIN_LOOP_SYNC
          || !g_hash_table_add (seen, GUINT_TO_POINTER (group + 1)))
        continue;
      refrain_loop_events_get_group (events, group, &size);
      if (size > 1 && size < n)
        g_array_append_val (groups, group);
    }
  return groups;
}

RefrainMapping *
refrain_program_find_group_grid (RefrainLoopEvents *events)
{
  g_autoptr (GArray) groups = refrain_program_list_groups (events);
  const guint n = refrain_loop_events_get_n_processes (events);
  g_autoptr (GPtrArray) all = refrain_group_lines_new ();
  g_autofree guint32 *places = g_new (guint32, (gsize) n + 1);
  const RefrainGroupLines *rows, *columns;

  for (guint i = 0; i < groups->len && all->len <= 2; i++)
    {
      gsize size;
      const guint32 *members
          = refrain_loop_events_get_group (events, g_array_index (groups, guint32, i), &size);

      refrain_group_lines_add (all, members, size, n);
    }
  if (all->len != 2 || !refrain_group_lines_are_grid (all, n))
    return NULL;
  rows = all->pdata[0];
  columns = all->pdata[1];
  if (columns->in_order && !rows->in_order) /* rows are along x */
    {
      rows = all->pdata[1];
      columns = all->pdata[0];
    }
  for (guint p = 0; p < n; p++)
    places[p] = (rows->group[p] - 1) * columns->n + columns->group[p] - 1;
  return refrain_mapping_new_grid ((const guint[]){ rows->n, columns->n }, 2, 0, places);
}

/* The axes of @mapping along which group @i of @groups lies, or 0. */
static guint32
find_group_axes (RefrainLoopEvents *events, RefrainMapping *mapping, const GArray *groups, guint i)
{
  gsize n;
  const guint32 *members
      = refrain_loop_events_get_group (events, g_array_index (groups, guint32, i), &n);

  return refrain_program_find_axes (mapping, members, n);
}

guint64
refrain_program_weigh_groups (RefrainLoopEvents *events,
                              RefrainMapping *mapping,
                              const GArray *groups)
{
  guint64 weight = 0;

  if (groups->len == 0)
    return 0;
  if (refrain_mapping_get_kind (mapping) != REFRAIN_TOPOLOGY_GRID)
    return G_MAXUINT64;
  for (guint i = 0; i < groups->len; i++)
    weight += find_group_axes (events, mapping, groups, i) == 0;
  return weight * REFRAIN_MAX_DIMENSIONS + refrain_mapping_get_n_dimensions (mapping);
}

gboolean
refrain_program_has_groups (RefrainLoopEvents *events,
                            RefrainMapping *mapping,
                            const GArray *groups)
{
  if (refrain_mapping_get_kind (mapping) != REFRAIN_TOPOLOGY_GRID)
    return FALSE;
  for (guint i = 0; i < groups->len; i++)
    {
      const guint32 axes = find_group_axes (events, mapping, groups, i);

      if (axes == 0 || (axes & (axes - 1)) != 0)
        return FALSE;
    }
  return groups->len > 0;
}
