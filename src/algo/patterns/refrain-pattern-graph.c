/* refrain-pattern-graph.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-pattern-graph.h"

#include <stdlib.h>

RefrainPatternGraph *
refrain_pattern_graph_new (guint n)
{
  RefrainPatternGraph *self = g_new0 (RefrainPatternGraph, 1);

  self->n = n;
  self->edges = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->ends = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->sends_to = g_new0 (guint, n + 1);
  self->receives_from = g_new0 (guint, n + 1);
  return self;
}

void
refrain_pattern_graph_free (RefrainPatternGraph *self)
{
  g_array_unref (self->edges);
  g_hash_table_unref (self->ends);
  g_free (self->sends_to);
  g_free (self->receives_from);
  g_free (self);
}

static guint64
make_edge (guint from, guint to)
{
  return (guint64) from << 32 | to;
}

/* How many ends of the messages from one node to another there are. */
typedef struct
{
  guint64 edge;
  guint64 sent, received;
} Ends;

void
refrain_pattern_graph_add (RefrainPatternGraph *self, guint from, guint to, gboolean send)
{
  const guint64 edge = make_edge (from, to);
  Ends *ends;

  g_assert (from < self->n && to < self->n);
  ends = g_hash_table_lookup (self->ends, &edge);
  if (ends == NULL)
    {
      ends = g_new0 (Ends, 1);
      ends->edge = edge;
      g_hash_table_add (self->ends, ends);
    }
  if (send)
    ends->sent++;
  else
    ends->received++;
}

static int
compare_edges (gconstpointer a, gconstpointer b)
{
  const guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

void
refrain_pattern_graph_finish (RefrainPatternGraph *self)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->ends);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const guint64 edge = ((const Ends *) key)->edge;

      if (refrain_pattern_edge_from (edge) == refrain_pattern_edge_to (edge))
        {
          self->n_to_itself++;
          continue;
        }
      g_array_append_val (self->edges, edge);
      self->sends_to[refrain_pattern_edge_from (edge)]++;
      self->receives_from[refrain_pattern_edge_to (edge)]++;
    }
  g_array_sort (self->edges, compare_edges);
}

guint64
refrain_pattern_graph_count (const RefrainPatternGraph *self, guint from, guint to)
{
  const guint64 edge = make_edge (from, to);
  const Ends *ends = g_hash_table_lookup (self->ends, &edge);

  return ends != NULL && ends->sent == ends->received ? ends->sent : 0;
}

gboolean
refrain_pattern_graph_has (const RefrainPatternGraph *self, guint from, guint to)
{
  const guint64 edge = make_edge (from, to);

  return self->edges->len > 0
         && bsearch (&edge, self->edges->data, self->edges->len, sizeof edge, compare_edges)
                != NULL;
}

gboolean
refrain_pattern_graph_is_hypercube (const RefrainPatternGraph *self)
{
  const guint bits = g_bit_storage (self->n) - 1;

  if (self->n < 4 || self->n != 1u << bits || self->edges->len != (guint64) self->n * bits)
    return FALSE;
  for (guint i = 0; i < self->n; i++)
    for (guint bit = 0; bit < bits; bit++)
      if (!refrain_pattern_graph_has (self, i, i ^ 1u << bit))
        return FALSE;
  return TRUE;
}
