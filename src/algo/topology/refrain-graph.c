/* refrain-graph.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The neighbours of all nodes in one array, those of each sorted.
 */
#include "refrain-graph.h"

#include "refrain-compare.h"
#include "refrain-object.h"
#include "refrain-search.h"
#include "refrain-union-find.h"

struct _RefrainGraph
{
  GObject parent_instance;

  guint n, max_degree;
  gsize *first; /* n + 1: where a node's neighbours begin */
  guint32 *neighbours;
};

REFRAIN_DEFINE_OBJECT (RefrainGraph, refrain_graph)

static void
refrain_graph_finalize (RefrainGraph *self)
{
  g_free (self->first);
  g_free (self->neighbours);
}

/* Each node's neighbours sorted, once each. */
static void
tidy (RefrainGraph *self)
{
  gsize at = 0;

  for (guint i = 0; i < self->n; i++)
    {
      const gsize first = self->first[i], end = self->first[i + 1];
      const gsize start = at;

      refrain_sort (self->neighbours + first, end - first, sizeof *self->neighbours,
                    refrain_compare_uint32);
      for (gsize k = first; k < end; k++)
        if (at == start || self->neighbours[at - 1] != self->neighbours[k])
          self->neighbours[at++] = self->neighbours[k];
      self->first[i] = start;
      self->max_degree = MAX (self->max_degree, (guint) (at - start));
    }
  self->first[self->n] = at;
}

RefrainGraph *
refrain_graph_new (guint n, const RefrainGraphEdge *edges, gsize n_edges)
{
  RefrainGraph *self = g_object_new (REFRAIN_TYPE_GRAPH, NULL);
  g_autofree gsize *at = NULL;

  self->n = n;
  self->first = g_new0 (gsize, (gsize) n + 2);
  for (gsize e = 0; e < n_edges; e++)
    if (edges[e].a != edges[e].b)
      {
        g_assert (edges[e].a < n && edges[e].b < n);
        self->first[edges[e].a + 1]++;
        self->first[edges[e].b + 1]++;
      }
  for (guint i = 0; i < n; i++)
    self->first[i + 1] += self->first[i];
  self->neighbours = g_new (guint32, self->first[n] + 1);
  at = g_memdup2 (self->first, ((gsize) n + 1) * sizeof *at);
  for (gsize e = 0; e < n_edges; e++)
    if (edges[e].a != edges[e].b)
      {
        self->neighbours[at[edges[e].a]++] = edges[e].b;
        self->neighbours[at[edges[e].b]++] = edges[e].a;
      }
  tidy (self);
  return self;
}

RefrainGraph *
refrain_graph_new_from_matrix (RefrainMatrix *matrix, gboolean by_count, double threshold)
{
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
  guint64 largest = 0;
  guint n;

  g_return_val_if_fail (REFRAIN_IS_MATRIX (matrix), NULL);

  n = refrain_matrix_get_n_processes (matrix);
  for (int pass = 0; pass < 2; pass++)
    for (guint i = 0; i < n; i++)
      {
        gsize n_cells;
        const RefrainMatrixCell *cells = refrain_matrix_get_row (matrix, i, &n_cells);

        for (gsize k = 0; k < n_cells; k++)
          {
            const guint64 size = by_count ? cells[k].count : cells[k].bytes;
            const RefrainGraphEdge edge = { i, cells[k].destination };

            if (edge.a == edge.b || (size == 0 && threshold > 0) || cells[k].count == 0)
              continue;
            if (pass == 0)
              largest = MAX (largest, size);
            else if ((double) size >= threshold * (double) largest)
              g_array_append_val (edges, edge);
          }
      }
  return refrain_graph_new (n, (const RefrainGraphEdge *) edges->data, edges->len);
}

RefrainGraph *
refrain_graph_new_part (RefrainGraph *self, const guint32 *processes, guint n)
{
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
  g_autofree guint32 *number = NULL;

  g_return_val_if_fail (REFRAIN_IS_GRAPH (self), NULL);

  number = g_new (guint32, self->n + 1);
  for (guint i = 0; i < self->n; i++)
    number[i] = G_MAXUINT32;
  for (guint i = 0; i < n; i++)
    number[processes[i]] = i;
  for (guint i = 0; i < n; i++)
    for (gsize k = self->first[processes[i]]; k < self->first[processes[i] + 1]; k++)
      {
        const RefrainGraphEdge edge = { i, number[self->neighbours[k]] };

        if (edge.b != G_MAXUINT32 && edge.a < edge.b)
          g_array_append_val (edges, edge);
      }
  return refrain_graph_new (n, (const RefrainGraphEdge *) edges->data, edges->len);
}

REFRAIN_GETTER (RefrainGraph, refrain_graph, guint, get_n, self->n)

REFRAIN_GETTER (RefrainGraph, refrain_graph, gsize, get_n_edges, self->first[self->n] / 2)

guint
refrain_graph_get_degree (RefrainGraph *self, guint node)
{
  g_return_val_if_fail (REFRAIN_IS_GRAPH (self), 0);
  g_return_val_if_fail (node < self->n, 0);
  return (guint) (self->first[node + 1] - self->first[node]);
}

REFRAIN_GETTER (RefrainGraph, refrain_graph, guint, get_max_degree, self->max_degree)

const guint32 *
refrain_graph_get_neighbours (RefrainGraph *self, guint node)
{
  g_return_val_if_fail (REFRAIN_IS_GRAPH (self), NULL);
  g_return_val_if_fail (node < self->n, NULL);
  return self->neighbours + self->first[node];
}

gboolean
refrain_graph_has_edge (RefrainGraph *self, guint a, guint b)
{
  gsize at;

  g_return_val_if_fail (REFRAIN_IS_GRAPH (self), FALSE);
  g_return_val_if_fail (a < self->n && b < self->n, FALSE);

  at = REFRAIN_LOWER_BOUND (i, self->first[a], self->first[a + 1], self->neighbours[i] < b);
  return at < self->first[a + 1] && self->neighbours[at] == b;
}

guint *
refrain_graph_count_degrees (RefrainGraph *self)
{
  guint *counts;

  g_return_val_if_fail (REFRAIN_IS_GRAPH (self), NULL);
  counts = g_new0 (guint, (gsize) self->max_degree + 1);
  for (guint i = 0; i < self->n; i++)
    counts[self->first[i + 1] - self->first[i]]++;
  return counts;
}

guint32 *
refrain_graph_find_components (RefrainGraph *self, guint *n)
{
  g_autofree guint32 *sets = NULL;
  guint32 *components;

  g_return_val_if_fail (REFRAIN_IS_GRAPH (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);

  sets = refrain_union_find_new (self->n);
  components = g_new (guint32, (gsize) self->n + 1);
  for (guint i = 0; i < self->n; i++)
    for (gsize k = self->first[i]; k < self->first[i + 1]; k++)
      refrain_union_find_join (sets, i, self->neighbours[k]);
  *n = 0;
  for (guint i = 0; i < self->n; i++)
    {
      const guint32 root = refrain_union_find_root (sets, i);

      components[i] = root == i ? (*n)++ : components[root];
    }
  return components;
}
