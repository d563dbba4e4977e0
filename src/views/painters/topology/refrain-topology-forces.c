/* refrain-topology-forces.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * igraph lays each component out from a circle, so that chance has no part in it; where it was not
 * there to build with, a circle is all. Then the components are put beside each other like words on
 * lines, the largest first.
 */
#include "config.h"
#include "refrain-topology-layout.h"

#include <math.h>

#include "refrain-arrays.h"
#include "refrain-part.h"
#include "refrain-topology-igraph.h"
#include "refrain-union-find.h"

/* How long an edge is in the mean. */
#define LENGTH 1.4

/* Between groups. */
#define BLOCK_GAP 1.2

void
refrain_topology_block_measure (RefrainTopologyBlock *self, RefrainTopologyPoint *points)
{
  float left = G_MAXFLOAT, top = G_MAXFLOAT, right = -G_MAXFLOAT, bottom = -G_MAXFLOAT;

  g_return_if_fail (self != NULL && points != NULL);

  for (guint i = 0; i < self->n; i++)
    {
      const RefrainTopologyPoint *point = &points[self->members[i]];

      left = MIN (left, point->x), right = MAX (right, point->x);
      top = MIN (top, point->y), bottom = MAX (bottom, point->y);
    }
  for (guint i = 0; i < self->n; i++)
    {
      points[self->members[i]].x -= left;
      points[self->members[i]].y -= top;
    }
  self->width = self->n > 0 ? right - left : 0;
  self->height = self->n > 0 ? bottom - top : 0;
}

void
refrain_topology_block_pack (GArray *blocks, RefrainTopologyPoint *points)
{
  double area = 0, widest = 0, width, x = 0, y = 0, height = 0;

  g_return_if_fail (blocks != NULL && points != NULL);

  for (guint i = 0; i < blocks->len; i++)
    {
      const RefrainTopologyBlock *block = &g_array_index (blocks, RefrainTopologyBlock, i);

      area += (block->width + BLOCK_GAP) * (block->height + BLOCK_GAP);
      widest = MAX (widest, block->width + BLOCK_GAP);
    }
  width = MAX (widest, sqrt (1.7 * area));
  for (guint i = 0; i < blocks->len; i++)
    {
      const RefrainTopologyBlock *block = &g_array_index (blocks, RefrainTopologyBlock, i);

      if (x > 0 && x + block->width > width)
        {
          x = 0;
          y += height + BLOCK_GAP;
          height = 0;
        }
      for (guint j = 0; j < block->n; j++)
        {
          points[block->members[j]].x += (float) x;
          points[block->members[j]].y += (float) y;
        }
      x += block->width + BLOCK_GAP;
      height = MAX (height, block->height);
    }
}

typedef RefrainTopologyBlock Part;

/* ---- One component --------------------------------------------------------------------------- */

static void
start_on_circle (const Part *part, RefrainTopologyPoint *points)
{
  const double radius = part->n / (2 * G_PI);

  for (guint i = 0; i < part->n; i++)
    {
      points[part->members[i]].x = (float) (radius * sin (2 * G_PI * i / part->n));
      points[part->members[i]].y = (float) (-radius * cos (2 * G_PI * i / part->n));
    }
}

/* FALSE with @error where igraph was there to build with, and is not now. */
static gboolean
improve (const Part *part,
         GArray *ends,
         RefrainTopologyPoint *points,
         GCancellable *cancellable,
         GError **error)
{
#ifdef HAVE_IGRAPH
  typeof (refrain_topology_igraph_move) *move
      = refrain_part_find ("igraph", "refrain_topology_igraph_move", error);

  if (move == NULL)
    return FALSE;
  move (part, ends, points, cancellable);
#endif
  return TRUE;
}

/* Edges of LENGTH in the mean. */
static void
normalise (Part *part, GArray *ends, RefrainTopologyPoint *points)
{
  double length = 0, scale;

  for (guint i = 0; i + 1 < ends->len; i += 2)
    {
      const RefrainTopologyPoint *a = &points[part->members[g_array_index (ends, gint64, i)]];
      const RefrainTopologyPoint *b = &points[part->members[g_array_index (ends, gint64, i + 1)]];

      length += hypot (a->x - b->x, a->y - b->y);
    }
  scale = length > 0 ? LENGTH * (double) ends->len / (2 * length) : 1;
  for (guint i = 0; i < part->n; i++)
    {
      points[part->members[i]].x *= (float) scale;
      points[part->members[i]].y *= (float) scale;
    }
}

/* ---- Components ------------------------------------------------------------------------------ */

static int
compare_parts (gconstpointer a, gconstpointer b)
{
  const Part *one = a, *other = b;

  if (one->n != other->n)
    return one->n > other->n ? -1 : 1;
  return one->members[0] < other->members[0] ? -1 : 1;
}

/* The components, each with its processes in the order of their ranks, the largest first. */
static GArray *
find_parts (guint n, const RefrainTopologyLine *lines, gsize n_lines, guint32 *members)
{
  GArray *parts = g_array_new (FALSE, TRUE, sizeof (Part));
  g_autofree guint32 *roots = refrain_union_find_new (n);
  g_autofree guint32 *starts = g_new0 (guint32, (gsize) n + 2);

  for (gsize i = 0; i < n_lines; i++)
    refrain_union_find_join (roots, lines[i].a, lines[i].b);
  for (guint32 i = 0; i < n; i++)
    starts[refrain_union_find_root (roots, i) + 1]++;
  for (guint32 i = 0; i < n; i++)
    {
      const Part part = { .members = members + starts[i], .n = starts[i + 1] };

      if (part.n > 0)
        g_array_append_val (parts, part);
      starts[i + 1] += starts[i];
    }
  for (guint32 i = 0; i < n; i++)
    members[starts[refrain_union_find_root (roots, i)]++] = i;
  g_array_sort (parts, compare_parts);
  return parts;
}

/* The edges of each part, as places in it (gint64, as igraph counts), in one pass over the lines.
 */
static GPtrArray *
collect_ends (GArray *parts, guint n, const RefrainTopologyLine *lines, gsize n_lines)
{
  GPtrArray *ends = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autofree guint32 *part_of = g_new (guint32, (gsize) n + 1);
  g_autofree guint32 *place_of = g_new (guint32, (gsize) n + 1);

  for (guint i = 0; i < parts->len; i++)
    {
      const Part *part = &g_array_index (parts, Part, i);

      g_ptr_array_add (ends, g_array_new (FALSE, FALSE, sizeof (gint64)));
      for (guint j = 0; j < part->n; j++)
        {
          part_of[part->members[j]] = i;
          place_of[part->members[j]] = j;
        }
    }
  for (gsize i = 0; i < n_lines; i++)
    {
      const gint64 edge[] = { place_of[lines[i].a], place_of[lines[i].b] };

      g_array_append_vals (g_ptr_array_index (ends, part_of[lines[i].a]), edge, 2);
    }
  return ends;
}

gboolean
refrain_topology_layout_by_forces (guint n,
                                   const RefrainTopologyLine *lines,
                                   gsize n_lines,
                                   RefrainTopologyPoint *points,
                                   GCancellable *cancellable,
                                   GError **error)
{
  g_autofree guint32 *members = g_new (guint32, (gsize) n + 1);
  g_autoptr (GArray) parts = NULL;
  g_autoptr (GPtrArray) ends = NULL;

  g_return_val_if_fail (points != NULL, FALSE);
  g_return_val_if_fail (lines != NULL || n_lines == 0, FALSE);

  refrain_fill (points, 0, (gsize) n * sizeof *points);
  parts = find_parts (n, lines, n_lines, members);
  ends = collect_ends (parts, n, lines, n_lines);
  for (guint i = 0; i < parts->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      Part *part = &g_array_index (parts, Part, i);
      GArray *of_part = g_ptr_array_index (ends, i);

      if (part->n > 1)
        start_on_circle (part, points);
      if (part->n > 1 && !improve (part, of_part, points, cancellable, error))
        return FALSE;
      normalise (part, of_part, points);
      refrain_topology_block_measure (part, points);
    }
  refrain_topology_block_pack (parts, points);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}
