/* refrain-topology-shapes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A tree: leaves are taken off until one node or two are left; there it is lowest. A grid with
 * places empty: row by row the next rank is the next place, so an edge to it is a step along x and
 * any other edge one along y; that gives every process coordinates, and whether they are true is
 * checked then.
 */
#include "refrain-topology-shapes.h"

#include "refrain-arrays.h"
#include "refrain-compare.h"

#define NOBODY G_MAXUINT32
/* Entries of the table of all nodes and directions. */
#define MOST_TARGETS (1u << 22)

typedef struct
{
  RefrainGraph *graph;
  guint n;
  guint32 *order;  /* nodes, level by level */
  guint32 *parent; /* of each node; the root its own */
  guint *level;
  guint *size; /* of the branch of each node */
} Tree;

/* The node in the middle; of two that with more links, then the first. NOBODY where there is a way
 * round. */
static guint32
find_root (RefrainGraph *graph)
{
  const guint n = refrain_graph_get_n (graph);
  g_autofree guint *degree = g_new (guint, n);
  g_autofree guint32 *queue = g_new (guint32, n);
  guint n_queued = 0, left = n, at = 0;
  guint32 root;

  for (guint i = 0; i < n; i++)
    {
      degree[i] = refrain_graph_get_degree (graph, i);
      if (degree[i] == 1)
        queue[n_queued++] = i;
    }
  while (left > 2 && at < n_queued)
    {
      const guint end = n_queued;

      for (; at < end; at++, left--)
        for (guint k = 0; k < refrain_graph_get_degree (graph, queue[at]); k++)
          {
            const guint32 to = refrain_graph_get_neighbours (graph, queue[at])[k];

            if (--degree[to] == 1)
              queue[n_queued++] = to;
          }
    }
  if (at >= n)
    return queue[n - 1];
  root = queue[at];
  for (; at < n_queued; at++)
    if (refrain_graph_get_degree (graph, queue[at]) > refrain_graph_get_degree (graph, root)
        || (refrain_graph_get_degree (graph, queue[at]) == refrain_graph_get_degree (graph, root)
            && queue[at] < root))
      root = queue[at];
  return root;
}

/* Goes through the graph from @root; FALSE where not all are reached. */
static gboolean
read_levels (Tree *self, guint32 root)
{
  guint n_known = 1;

  refrain_fill (self->parent, 0xff, self->n * sizeof *self->parent);
  self->order[0] = root;
  self->parent[root] = root;
  for (guint at = 0; at < n_known; at++)
    for (guint k = 0; k < refrain_graph_get_degree (self->graph, self->order[at]); k++)
      {
        const guint32 to = refrain_graph_get_neighbours (self->graph, self->order[at])[k];

        if (self->parent[to] != NOBODY)
          continue;
        self->parent[to] = self->order[at];
        self->level[to] = self->level[self->order[at]] + 1;
        self->order[n_known++] = to;
      }
  for (guint at = n_known; at-- > 0;)
    {
      self->size[self->order[at]]++;
      if (at > 0)
        self->size[self->parent[self->order[at]]] += self->size[self->order[at]];
    }
  return n_known == self->n;
}

typedef struct
{
  guint32 node;
  guint parent_place, size;
} Branch;

REFRAIN_DEFINE_COMPARE (compare_branches,
                        Branch,
                        REFRAIN_RISING (parent_place)
                            ?: REFRAIN_FALLING (size)
                            ?: REFRAIN_RISING (node))

/* Level by level, by the place of the parent, large branches first. */
static guint32 *
number_places (const Tree *self)
{
  guint32 *place = g_new (guint32, (gsize) self->n + 1);
  g_autofree Branch *branches = g_new (Branch, (gsize) self->n + 1);

  place[self->order[0]] = 0;
  for (guint first = 1, end; first < self->n; first = end)
    {
      for (end = first;
           end < self->n && self->level[self->order[end]] == self->level[self->order[first]]; end++)
        {
          const guint32 node = self->order[end];

          branches[end] = (Branch){ node, place[self->parent[node]], self->size[node] };
        }
      refrain_sort (branches + first, end - first, sizeof *branches, compare_branches);
      for (guint i = first; i < end; i++)
        place[branches[i].node] = i;
    }
  return place;
}

static RefrainMapping *
make_mapping (const Tree *self, guint most_children)
{
  const guint n_directions = most_children + 1;
  g_autofree guint32 *place = number_places (self);
  g_autofree guint32 *node_at = g_new (guint32, (gsize) self->n + 1);
  g_autofree guint32 *targets = g_new (guint32, (gsize) self->n * n_directions);
  g_autofree guint *n_children = g_new0 (guint, (gsize) self->n + 1);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *name = g_strdup_printf ("tree of height %u, up to %u children",
                                           self->level[self->order[self->n - 1]], most_children);

  refrain_fill (targets, 0xff, (gsize) self->n * n_directions * sizeof *targets);
  for (guint i = 0; i < self->n; i++)
    node_at[place[i]] = i;
  for (guint p = 1; p < self->n; p++)
    {
      const guint above = place[self->parent[node_at[p]]];

      targets[(gsize) p * n_directions] = above;
      targets[(gsize) above * n_directions + 1 + n_children[above]++] = p;
    }
  g_ptr_array_add (names, g_strdup ("parent"));
  for (guint c = 0; c < most_children; c++)
    g_ptr_array_add (names, g_strdup_printf ("child%u", c));
  return refrain_mapping_new_user (name, self->n, (const char *const *) names->pdata, n_directions,
                                   targets, place);
}

RefrainMapping *
refrain_any_tree_read (RefrainGraph *graph)
{
  const guint n = refrain_graph_get_n (graph);
  g_autofree guint32 *order = NULL, *parent = NULL;
  g_autofree guint *level = NULL, *size = NULL;
  Tree tree = { .graph = graph, .n = n };
  guint most = 0;

  if (n < 3 || refrain_graph_get_n_edges (graph) != n - 1)
    return NULL;
  tree.order = order = g_new (guint32, n);
  tree.parent = parent = g_new (guint32, n);
  tree.level = level = g_new0 (guint, n);
  tree.size = size = g_new0 (guint, n);
  for (guint i = 0; i < n; i++)
    if (refrain_graph_get_degree (graph, i) == 0)
      return NULL;
  if (!read_levels (&tree, 0))
    return NULL;
  refrain_fill (size, 0, n * sizeof *size);
  refrain_fill (level, 0, n * sizeof *level);
  read_levels (&tree, find_root (graph));
  for (guint i = 0; i < n; i++)
    most = MAX (most, refrain_graph_get_degree (graph, i) - (i != order[0]));
  return (guint64) n * (most + 1) <= MOST_TARGETS ? make_mapping (&tree, most) : NULL;
}

/* ---- Grids with places empty ---- */

typedef struct
{
  gint64 x, y;
} Place;

/* Where everybody is, seen from process 0; NULL where some cannot be reached from there. */
static Place *
follow_edges (RefrainGraph *graph)
{
  const guint n = refrain_graph_get_n (graph);
  g_autofree Place *places = g_new0 (Place, n);
  g_autofree gboolean *known = g_new0 (gboolean, n);
  g_autofree guint32 *queue = g_new (guint32, n);
  guint n_known = 1;

  queue[0] = 0;
  known[0] = TRUE;
  for (guint at = 0; at < n_known; at++)
    {
      const guint32 i = queue[at];
      const guint32 *neighbours = refrain_graph_get_neighbours (graph, i);

      for (guint k = 0; k < refrain_graph_get_degree (graph, i); k++)
        {
          const guint32 to = neighbours[k];
          const gint64 step = to > i ? 1 : -1;
          const gboolean along_x = MAX (to, i) - MIN (to, i) == 1;

          if (known[to])
            continue;
          places[to]
              = (Place){ places[i].x + (along_x ? step : 0), places[i].y + (along_x ? 0 : step) };
          known[to] = TRUE;
          queue[n_known++] = to;
        }
    }
  return n_known == n ? g_steal_pointer (&places) : NULL;
}

/* Moves them so that the smallest coordinates are 0, and gives the sizes. FALSE where ranks do not
 * count them row by row. */
static gboolean
settle (Place *places, guint n, gint64 *width, gint64 *height)
{
  gint64 least_x = G_MAXINT64, most_x = G_MININT64;

  for (guint i = 0; i < n; i++)
    {
      if (i > 0
          && (places[i].y < places[i - 1].y
              || (places[i].y == places[i - 1].y && places[i].x <= places[i - 1].x)))
        return FALSE;
      least_x = MIN (least_x, places[i].x);
      most_x = MAX (most_x, places[i].x);
    }
  *width = most_x - least_x + 1;
  *height = places[n - 1].y - places[0].y + 1;
  for (guint i = n; i-- > 0;)
    places[i] = (Place){ places[i].x - least_x, places[i].y - places[0].y };
  return TRUE;
}

/* Who is in each direction of each process, as many as there are edges; NULL where neighbours have
 * no edge, or others do. */
static guint32 *
list_targets (RefrainGraph *graph, const Place *places, gint64 width, gint64 height)
{
  static const Place steps[] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
  const guint n = refrain_graph_get_n (graph);
  const gsize n_places = (gsize) (width * height);
  g_autofree guint32 *process = g_new (guint32, n_places);
  g_autofree guint32 *targets = g_new (guint32, (gsize) n * G_N_ELEMENTS (steps));
  gsize n_steps = 0;

  for (gsize p = 0; p < n_places; p++)
    process[p] = NOBODY;
  for (guint i = 0; i < n; i++)
    process[places[i].y * width + places[i].x] = i;
  for (guint i = 0; i < n; i++)
    for (guint d = 0; d < G_N_ELEMENTS (steps); d++)
      {
        const gint64 x = places[i].x + steps[d].x, y = places[i].y + steps[d].y;
        const guint32 to
            = x >= 0 && x < width && y >= 0 && y < height ? process[y * width + x] : NOBODY;

        if (to != NOBODY && !refrain_graph_has_edge (graph, i, to))
          return NULL;
        n_steps += to != NOBODY;
        targets[(gsize) i * G_N_ELEMENTS (steps) + d] = to;
      }
  return n_steps == 2 * refrain_graph_get_n_edges (graph) ? g_steal_pointer (&targets) : NULL;
}

RefrainMapping *
refrain_partial_grid_read (RefrainGraph *graph)
{
  static const char *const names[] = { "+x", "-x", "+y", "-y" };
  const guint n = refrain_graph_get_n (graph);
  g_autofree Place *places = NULL;
  g_autofree guint32 *targets = NULL;
  g_autofree char *name = NULL;
  gint64 width, height;

  if (n < 2 || refrain_graph_get_n_edges (graph) < n || refrain_graph_get_max_degree (graph) > 4)
    return NULL;
  places = follow_edges (graph);
  if (places == NULL || !settle (places, n, &width, &height) || width * height <= n
      || width * height > 2 * (gint64) n)
    return NULL;
  targets = list_targets (graph, places, width, height);
  if (targets == NULL)
    return NULL;
  /* As all names of topologies: sizes falling, in English. */
  name = g_strdup_printf (width * height - n == 1 ? "%" G_GINT64_FORMAT "×%" G_GINT64_FORMAT
                                                    " grid with %" G_GINT64_FORMAT " place empty"
                                                  : "%" G_GINT64_FORMAT "×%" G_GINT64_FORMAT
                                                    " grid with %" G_GINT64_FORMAT " places empty",
                          MAX (width, height), MIN (width, height), width * height - n);
  return refrain_mapping_new_user (name, n, names, G_N_ELEMENTS (names), targets, NULL);
}
