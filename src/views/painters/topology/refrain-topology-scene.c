/* refrain-topology-scene.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The matrix made symmetric, above a threshold, compared with what the topology has.
 */
#include "refrain-topology-scene.h"

#include <string.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-topology-layout.h"

struct _RefrainTopologyScene
{
  GObject parent_instance;

  RefrainMatrix *matrix;
  GPtrArray *mappings;    /* of RefrainMapping; by group, NULL where nothing is known */
  guint32 *group, *place; /* of each process: its group, and which of it; G_MAXUINT32: none */
  GArray *lines;          /* of RefrainTopologyLine */
  RefrainTopologyPoint *points;
  float *volumes;
  guint n;
  gboolean bytes, solid, wrapped;
  guint64 max, least;
  gsize counts[REFRAIN_TOPOLOGY_LINE_MISSING + 1];
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainTopologyScene, refrain_topology_scene)

static void
refrain_topology_scene_finalize (RefrainTopologyScene *self)
{
  g_clear_object (&self->matrix);
  for (guint i = 0; i < self->mappings->len; i++)
    g_clear_object (&self->mappings->pdata[i]);
  g_ptr_array_unref (self->mappings);
  refrain_free (self->group, self->place);
  g_array_unref (self->lines);
  refrain_free (self->points, self->volumes);
}

static void
refrain_topology_scene_init (RefrainTopologyScene *self)
{
  self->mappings = g_ptr_array_new ();
  self->lines = g_array_new (FALSE, FALSE, sizeof (RefrainTopologyLine));
}

/* ---- Lines ----------------------------------------------------------------------------------- */

REFRAIN_DEFINE_COMPARE (compare_lines,
                        RefrainTopologyLine,
                        REFRAIN_RISING (a) ?: REFRAIN_RISING (b))

/* From @source to @destination. */
static guint64
get_value (RefrainTopologyScene *self, guint source, guint destination)
{
  guint64 count, bytes;

  refrain_matrix_get (self->matrix, source, destination, &count, &bytes);
  return self->bytes ? bytes : count;
}

/* A line for each edge of the graph: sorted, as its neighbours are. */
static void
collect_lines (RefrainTopologyScene *self, RefrainGraph *graph)
{
  for (guint32 a = 0; a < self->n; a++)
    {
      const guint32 *neighbours = refrain_graph_get_neighbours (graph, a);
      const guint degree = refrain_graph_get_degree (graph, a);

      for (guint i = 0; i < degree; i++)
        {
          const guint32 b = neighbours[i];
          RefrainTopologyLine line = { .a = a, .b = b };

          if (b <= a)
            continue;
          line.there = get_value (self, a, b);
          line.back = get_value (self, b, a);
          g_array_append_val (self->lines, line);
        }
    }
}

static RefrainTopologyLine *
find_line (RefrainTopologyScene *self, gsize n, guint one, guint other)
{
  const RefrainTopologyLine wanted = { .a = MIN (one, other), .b = MAX (one, other) };

  return refrain_find (&wanted, self->lines->data, n, sizeof wanted, compare_lines);
}

/* Marks what the topology has not, and adds what it has more. */
static void
compare_with_topology (RefrainTopologyScene *self, const RefrainTopologyContent *content)
{
  const gsize n = self->lines->len;

  for (gsize i = 0; i < content->n_extra; i++)
    {
      RefrainTopologyLine *line = find_line (self, n, content->extra[i].a, content->extra[i].b);

      if (line != NULL)
        line->kind = REFRAIN_TOPOLOGY_LINE_EXTRA;
    }
  for (gsize i = 0; i < content->n_missing; i++)
    {
      const RefrainGraphEdge *edge = &content->missing[i];
      const RefrainTopologyLine line = { .a = MIN (edge->a, edge->b),
                                         .b = MAX (edge->a, edge->b),
                                         .kind = REFRAIN_TOPOLOGY_LINE_MISSING };

      if (line.b < self->n && line.a != line.b && find_line (self, n, line.a, line.b) == NULL)
        g_array_append_val (self->lines, line);
    }
  if (self->lines->len > n)
    g_array_sort (self->lines, compare_lines);
}

/* Extremes and sums of what the lines carry. */
static void
sum_up (RefrainTopologyScene *self)
{
  const RefrainTopologyLine *lines = (const RefrainTopologyLine *) (gpointer) self->lines->data;
  g_autofree double *sums = g_new0 (double, self->n + 1);
  double most = 0;

  self->least = G_MAXUINT64;
  for (gsize i = 0; i < self->lines->len; i++)
    {
      const guint64 values[] = { lines[i].there, lines[i].back };

      self->counts[lines[i].kind]++;
      self->wrapped = self->wrapped || lines[i].wrapped;
      for (guint way = 0; way < 2; way++)
        {
          self->max = MAX (self->max, values[way]);
          if (values[way] > 0)
            self->least = MIN (self->least, values[way]);
        }
      sums[lines[i].a] += (double) lines[i].there + (double) lines[i].back;
      sums[lines[i].b] += (double) lines[i].there + (double) lines[i].back;
    }
  self->least = MIN (self->least, self->max);
  for (guint i = 0; i < self->n; i++)
    most = MAX (most, sums[i]);
  for (guint i = 0; i < self->n; i++)
    self->volumes[i] = most > 0 ? (float) (sums[i] / most) : 0;
}

/* Remembers who is where in which group. */
static void
note_groups (RefrainTopologyScene *self, const RefrainTopologyContent *content)
{
  self->group = g_new (guint32, (gsize) self->n + 1);
  self->place = g_new (guint32, (gsize) self->n + 1);
  memset (self->group, 0xff, ((gsize) self->n + 1) * sizeof *self->group);
  memset (self->place, 0xff, ((gsize) self->n + 1) * sizeof *self->place);
  for (guint i = 0; i < content->n_groups; i++)
    {
      const RefrainTopologyGroup *group = &content->groups[i];

      g_ptr_array_add (self->mappings,
                       group->mapping != NULL ? g_object_ref (group->mapping) : NULL);
      for (guint j = 0; j < group->n; j++)
        {
          const guint32 process = group->processes != NULL ? group->processes[j] : j;

          g_assert (process < self->n);
          self->group[process] = i;
          self->place[process] = j;
        }
    }
}

RefrainTopologyScene *
refrain_topology_scene_new (RefrainMatrix *matrix,
                            const RefrainTopologyContent *content,
                            GCancellable *cancellable,
                            GError **error)
{
  g_autoptr (RefrainTopologyScene) self = NULL;
  guint64 count, bytes;

  g_return_val_if_fail (REFRAIN_IS_MATRIX (matrix), NULL);
  g_return_val_if_fail (content != NULL && REFRAIN_IS_GRAPH (content->graph), NULL);
  g_return_val_if_fail (
      refrain_graph_get_n (content->graph) == refrain_matrix_get_n_processes (matrix), NULL);

  self = g_object_new (REFRAIN_TYPE_TOPOLOGY_SCENE, NULL);
  self->matrix = g_object_ref (matrix);
  self->n = refrain_matrix_get_n_processes (matrix);
  refrain_matrix_get_total (matrix, &count, &bytes);
  self->bytes = !content->by_count && bytes > 0;
  self->points = g_new0 (RefrainTopologyPoint, (gsize) self->n + 1);
  self->volumes = g_new0 (float, (gsize) self->n + 1);
  note_groups (self, content);
  collect_lines (self, content->graph);
  compare_with_topology (self, content);
  if (!refrain_topology_layout (content->groups, content->n_groups, self->n,
                                (RefrainTopologyLine *) (gpointer) self->lines->data,
                                self->lines->len, self->points, &self->solid, cancellable, error))
    return NULL;
  sum_up (self);
  return g_steal_pointer (&self);
}

/* ---- What is there --------------------------------------------------------------------------- */

REFRAIN_GETTER (RefrainTopologyScene, refrain_topology_scene, guint, get_n_processes, self->n)

REFRAIN_ARRAY_GETTER (RefrainTopologyScene,
                      refrain_topology_scene,
                      RefrainTopologyLine,
                      gsize,
                      get_lines,
                      self->lines)

const RefrainTopologyLine *
refrain_topology_scene_find_line (RefrainTopologyScene *self, guint one, guint other)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY_SCENE (self), NULL);
  return find_line (self, self->lines->len, one, other);
}

REFRAIN_GETTER (RefrainTopologyScene,
                refrain_topology_scene,
                const RefrainTopologyPoint *,
                get_points,
                self->points)
REFRAIN_GETTER (RefrainTopologyScene, refrain_topology_scene, gboolean, is_solid, self->solid)

/* That of the group of @process, or NULL. */
static RefrainMapping *
get_mapping (RefrainTopologyScene *self, guint process)
{
  return process < self->n && self->group[process] < self->mappings->len
             ? self->mappings->pdata[self->group[process]]
             : NULL;
}

RefrainMapping *
refrain_topology_scene_get_mapping (RefrainTopologyScene *self)
{
  RefrainMapping *mapping;

  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY_SCENE (self), NULL);

  mapping = self->mappings->len == 1 ? self->mappings->pdata[0] : NULL;
  return mapping != NULL && refrain_mapping_get_n_processes (mapping) == self->n ? mapping : NULL;
}

char *
refrain_topology_scene_dup_label (RefrainTopologyScene *self, guint process, gboolean coordinates)
{
  RefrainMapping *mapping;

  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY_SCENE (self), NULL);

  mapping = coordinates ? get_mapping (self, process) : NULL;
  return mapping != NULL ? refrain_mapping_dup_label (mapping, self->place[process])
                         : g_strdup_printf ("%u", process);
}

guint64
refrain_topology_scene_get_place (RefrainTopologyScene *self, guint process)
{
  RefrainMapping *mapping;

  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY_SCENE (self), 0);
  g_return_val_if_fail (process < self->n, 0);

  mapping = get_mapping (self, process);
  return (guint64) self->group[process] << 32
         | (mapping != NULL ? refrain_mapping_get_place (mapping, self->place[process])
                            : self->place[process]);
}

gboolean
refrain_topology_scene_is_corner (RefrainTopologyScene *self, guint process)
{
  RefrainMapping *mapping;
  const guint *coordinates;

  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY_SCENE (self), FALSE);

  mapping = get_mapping (self, process);
  if (mapping == NULL)
    return FALSE;
  coordinates = refrain_mapping_get_coordinates (mapping, self->place[process]);
  for (guint axis = 0; axis < refrain_mapping_get_n_dimensions (mapping); axis++)
    if (coordinates[axis] != 0 && coordinates[axis] + 1 != refrain_mapping_get_size (mapping, axis))
      return FALSE;
  return TRUE;
}

REFRAIN_GETTER (
    RefrainTopologyScene, refrain_topology_scene, RefrainMatrix *, get_matrix, self->matrix)
REFRAIN_GETTER (RefrainTopologyScene, refrain_topology_scene, gboolean, get_bytes, self->bytes)

guint64
refrain_topology_scene_get_max (RefrainTopologyScene *self, guint64 *least)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY_SCENE (self), 0);

  if (least != NULL)
    *least = self->least;
  return self->max;
}

gsize
refrain_topology_scene_count (RefrainTopologyScene *self, RefrainTopologyLineKind kind)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY_SCENE (self), 0);
  g_return_val_if_fail (kind < G_N_ELEMENTS (self->counts), 0);
  return self->counts[kind];
}

REFRAIN_GETTER (RefrainTopologyScene, refrain_topology_scene, gboolean, has_wrapped, self->wrapped)
REFRAIN_GETTER (
    RefrainTopologyScene, refrain_topology_scene, const float *, get_volumes, self->volumes)
