/* refrain-main-loop-shapes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Few shapes are told from degrees, others are asked of the topology.
 */
#include "config.h"

#include "refrain-main-loop-shapes.h"

#include <glib/gi18n-lib.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-search.h"
#include "refrain-topology-periods.h"
#include "refrain-topology.h"

/* Larger graphs are not looked up. */
#define MOST_NODES 512

/* The processes of @pairs as nodes from 0, in ascending order: their ranks are in @ranks. */
static RefrainGraph *
make_graph (const guint64 *pairs, gsize n_pairs, GArray *ranks)
{
  g_autofree guint32 *ends = g_new (guint32, 2 * n_pairs + 1);
  g_autoptr (GHashTable) nodes = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));

  for (gsize i = 0; i < n_pairs; i++)
    {
      ends[2 * i] = (guint32) (pairs[i] >> 32);
      ends[2 * i + 1] = (guint32) pairs[i];
    }
  refrain_sort (ends, 2 * n_pairs, sizeof *ends, refrain_compare_uint32);
  for (gsize i = 0; i < 2 * n_pairs; i++)
    if (i == 0 || ends[i] != ends[i - 1])
      {
        g_hash_table_insert (nodes, GUINT_TO_POINTER (ends[i]), GUINT_TO_POINTER (ranks->len));
        g_array_append_val (ranks, ends[i]);
      }
  for (gsize i = 0; i < n_pairs; i++)
    {
      const guint32 from = (guint32) (pairs[i] >> 32), to = (guint32) pairs[i];
      const RefrainGraphEdge edge
          = { GPOINTER_TO_UINT (g_hash_table_lookup (nodes, GUINT_TO_POINTER (from))),
              GPOINTER_TO_UINT (g_hash_table_lookup (nodes, GUINT_TO_POINTER (to))) };

      g_array_append_val (edges, edge);
    }
  return refrain_graph_new (ranks->len, (gpointer) edges->data, edges->len);
}

/* What @n_pairs, ascending, on the lattice @title are called: there and back, one way alone, or
 * partly. */
static char *
describe_ways (const guint64 *pairs, gsize n_pairs, const char *title)
{
  gsize both = 0, others = 0;

  for (gsize i = 0; i < n_pairs; i++)
    {
      const guint64 back = pairs[i] << 32 | pairs[i] >> 32;
      const gsize at = REFRAIN_LOWER_BOUND (k, 0, n_pairs, pairs[k] < back);

      if (back == pairs[i])
        continue;
      others++;
      both += at < n_pairs && pairs[at] == back;
    }
  if (both == others)
    return g_strdup_printf (_ ("Neighbour exchange on a %s"), title);
  /* Translators: %s is "periodic 3×4 grid". */
  return both == 0 ? g_strdup_printf (_ ("One-way exchange on a %s"), title)
                   : g_strdup_printf (_ ("Messages between neighbours on a %s"), title);
}

/* Who sends to whom, ascending, and how often each; NULL: unknown. */
typedef struct
{
  const guint64 *pairs, *counts;
  gsize n;
} Pairs;

/* The node of @rank in @ranks, ascending; their number where it is none. */
static guint
find_node (const GArray *ranks, guint32 rank)
{
  const guint32 *all = (const guint32 *) (gpointer) ranks->data;
  const gsize at = REFRAIN_LOWER_BOUND (i, 0, (gsize) ranks->len, all[i] < rank);

  return at < ranks->len && all[at] == rank ? (guint) at : ranks->len;
}

/* Sets in the title of @mapping which dimensions of two are periodic, by how many messages go over
 * them. */
static void
tell_periods (RefrainMapping *mapping, const Pairs *pairs, const GArray *ranks)
{
  g_autofree RefrainSends *all = g_new0 (RefrainSends, pairs->n + 1);
  gsize n = 0;

  for (gsize i = 0; i < pairs->n && pairs->counts != NULL; i++)
    {
      const guint from = find_node (ranks, (guint32) (pairs->pairs[i] >> 32));
      const guint to = find_node (ranks, (guint32) pairs->pairs[i]);

      if (from < ranks->len && to < ranks->len)
        all[n++] = (RefrainSends){ .from = from, .to = to, .messages = pairs->counts[i] };
    }
  refrain_mapping_tell_periods (mapping, refrain_mapping_find_periods (mapping, all, n, NULL));
}

static char *
look_up (RefrainGraph *graph, const Pairs *pairs, const GArray *ranks)
{
  const RefrainTopologyOptions options = { .threshold = 0, .seconds = 10, .exact = TRUE };
  g_autoptr (RefrainTopology) topology
      = refrain_topology_new_for_graph (graph, &options, NULL, NULL);

  /* Two groups in which each has to do with each of the other are no place with neighbours. */
  if (topology == NULL || refrain_topology_get_n_names (topology) == 0
      || refrain_mapping_get_kind (refrain_topology_get_mapping (topology, 0))
             == REFRAIN_TOPOLOGY_BIPARTITE)
    return NULL;
  tell_periods (refrain_topology_get_mapping (topology, 0), pairs, ranks);
  return describe_ways (pairs->pairs, pairs->n, refrain_topology_get_title (topology, 0));
}

/* @pairs: of @graph, or of all components of which it is one. */
static char *
name_connected (RefrainGraph *graph, const GArray *ranks, const Pairs *pairs)
{
  const guint n = refrain_graph_get_n (graph), degree = refrain_graph_get_max_degree (graph);
  const gsize n_edges = refrain_graph_get_n_edges (graph);

  if (n == 2)
    return g_strdup (_ ("Exchange between two processes"));
  if (n > 3 && n_edges == (gsize) n * (n - 1) / 2)
    return g_strdup_printf (_ ("All to all, %u processes"), n);
  if (n_edges == n - 1 && degree == n - 1 && n > 3)
    for (guint i = 0; i < n; i++)
      if (refrain_graph_get_degree (graph, i) == degree)
        return g_strdup_printf (_ ("Star around %u"), g_array_index (ranks, guint32, i));
  if (n_edges == n - 1 && degree == 2)
    return g_strdup_printf (_ ("Neighbour exchange on a line of %u"), n);
  if (n_edges == n - 1)
    return g_strdup_printf (_ ("Exchange along a tree of %u"), n);
  if (n_edges == n && degree == 2)
    return g_strdup_printf (_ ("Neighbour exchange on a ring of %u"), n);
  return n <= MOST_NODES ? look_up (graph, pairs, ranks) : NULL;
}

/* Components that have one name: "… in 3 groups of 4". */
static char *
name_components (RefrainGraph *graph, const GArray *ranks, const Pairs *pairs)
{
  g_autofree char *name = NULL;
  guint n_components, size = 0;
  g_autofree guint32 *component = refrain_graph_find_components (graph, &n_components);

  for (guint c = 0; c < n_components; c++)
    {
      g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_autoptr (GArray) own = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_autoptr (RefrainGraph) part = NULL;
      g_autofree char *found = NULL;

      for (guint32 i = 0; i < refrain_graph_get_n (graph); i++)
        if (component[i] == c)
          {
            g_array_append_val (nodes, i);
            g_array_append_val (own, g_array_index (ranks, guint32, i));
          }
      if (nodes->len < 2 || (c > 0 && nodes->len != size))
        return NULL;
      size = nodes->len;
      part = refrain_graph_new_part (graph, (gpointer) nodes->data, nodes->len);
      found = name_connected (part, own, pairs);
      if (found == NULL || (name != NULL && !g_str_equal (name, found)))
        return NULL;
      if (name == NULL)
        name = g_steal_pointer (&found);
    }
  if (size == 2)
    return g_strdup_printf (_ ("Exchange in %u pairs"), n_components);
  /* Translators: "Neighbours on a line of 4", 3 of them. */
  return g_strdup_printf (_ ("%s, %u times side by side"), name, n_components);
}

/* Each of @ranks, ascending, sends to the one that is as far behind it, round the ring that they
 * make: "Ring of 7 · distance +2". Else NULL. */
static char *
name_ring (const guint64 *pairs, gsize n_pairs, const GArray *ranks)
{
  const guint32 n = ranks->len, *rank = (const guint32 *) (gpointer) ranks->data;
  guint32 distance = 0;

  /* Ascending: of each the one pair that it sends. */
  if (n_pairs != n || n < 3)
    return NULL;
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 to = (guint32) pairs[i];
      const guint32 place = (guint32) REFRAIN_LOWER_BOUND (k, 0, n, rank[k] < to);
      const guint32 own = (place + n - i) % n;

      if ((guint32) (pairs[i] >> 32) != rank[i] || (i > 0 && own != distance))
        return NULL;
      distance = own;
    }
  if (distance == 0)
    return NULL;
  if (distance == 1 || distance == n - 1)
    return g_strdup_printf (_ ("Ring of %u"), n);
  /* Translators: each process sends to the one so many behind (+) or before it (−). */
  return g_strdup_printf (_ ("Ring of %u · distance %s%u"), n, 2 * distance <= n ? "+" : "−",
                          MIN (distance, n - distance));
}

/* What goes from one to the next and never back, as a token does or blocks of a pipeline: no
 * exchange. Else NULL. */
static char *
name_chain (const guint64 *pairs, gsize n_pairs, const GArray *ranks)
{
  const guint32 *rank = (const guint32 *) (gpointer) ranks->data;
  g_autoptr (GHashTable) next = g_hash_table_new (NULL, NULL),
                         before = g_hash_table_new (NULL, NULL);
  guint32 first = G_MAXUINT32, last;
  gsize n = 0;

  if (n_pairs + 1 != ranks->len || n_pairs < 2)
    return NULL;
  for (gsize i = 0; i < n_pairs; i++)
    {
      gpointer from = GUINT_TO_POINTER ((guint32) (pairs[i] >> 32) + 1);
      gpointer to = GUINT_TO_POINTER ((guint32) pairs[i] + 1);

      if (from == to || !g_hash_table_insert (next, from, to) || !g_hash_table_add (before, to))
        return NULL;
    }
  for (guint i = 0; i < ranks->len; i++)
    if (!g_hash_table_contains (before, GUINT_TO_POINTER (rank[i] + 1)))
      first = rank[i];
  for (last = first; n < n_pairs && g_hash_table_contains (next, GUINT_TO_POINTER (last + 1)); n++)
    last = GPOINTER_TO_UINT (g_hash_table_lookup (next, GUINT_TO_POINTER (last + 1))) - 1;
  /* Translators: each process sends to the next one, and none back; the first and the last. */
  return n < n_pairs ? NULL
                     : g_strdup_printf (_ ("Messages along a line of %u, from %u to %u"),
                                        ranks->len, first, last);
}

char *
refrain_main_loop_name_pairs (const guint64 *pairs, const guint64 *counts, gsize n_pairs)
{
  const Pairs all = { pairs, counts, n_pairs };
  char *name;
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (RefrainGraph) graph = NULL;
  guint n_components;

  if (n_pairs == 0)
    return NULL;
  graph = make_graph (pairs, n_pairs, ranks);
  if (refrain_graph_get_n_edges (graph) == 0)
    return g_strdup (_ ("Messages of processes to themselves"));
  name = name_ring (pairs, n_pairs, ranks);
  if (name == NULL)
    name = name_chain (pairs, n_pairs, ranks);
  if (name != NULL)
    return name;
  g_free (refrain_graph_find_components (graph, &n_components));
  return n_components == 1 ? name_connected (graph, ranks, &all)
                           : name_components (graph, ranks, &all);
}
