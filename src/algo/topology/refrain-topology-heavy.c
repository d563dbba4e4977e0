/* refrain-topology-heavy.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pairs in the order of what they move; a step is where the next moves clearly less.
 */
#include "refrain-free.h"
#include "refrain-topology-private.h"

#include "refrain-compare.h"

/* What is on this side of a step has so much of all, and the next pair so many times less. */
#define MOST 0.6
#define STEP 1.25
/* So many steps, the clearest, are looked at. */
#define STEPS 4

typedef struct
{
  RefrainGraphEdge edge;
  guint64 sum;    /* both ways */
  guint64 weight; /* the larger way, as an edge of the whole graph is weighed */
} Pair;

typedef struct
{
  guint n; /* pairs on this side */
  double ratio, share;
} Step;

typedef struct
{
  RefrainGraph *graph;
  double share; /* of all that goes between different processes: 0 to 1 */
} HeavyPairs;

static void
add_way (GArray *pairs, GHashTable *places, guint32 from, guint32 to, guint64 volume)
{
  const guint32 a = MIN (from, to), b = MAX (from, to);
  gint64 key = (gint64) (((guint64) a << 32) | b);
  const Pair empty = { { a, b }, 0, 0 };
  gpointer at;
  Pair *pair;

  if (!g_hash_table_lookup_extended (places, &key, NULL, &at))
    {
      at = GUINT_TO_POINTER (pairs->len);
      g_hash_table_insert (places, g_memdup2 (&key, sizeof key), at);
      g_array_append_val (pairs, empty);
    }
  pair = &g_array_index (pairs, Pair, GPOINTER_TO_UINT (at));
  pair->sum += volume;
  pair->weight = MAX (pair->weight, volume);
}

REFRAIN_DEFINE_COMPARE (compare_pairs,
                        Pair,
                        REFRAIN_FALLING (weight)
                            ?: REFRAIN_RISING (edge.a)
                            ?: REFRAIN_RISING (edge.b))

static GArray *
list_pairs (RefrainMatrix *matrix, gboolean by_count)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < refrain_matrix_get_n_processes (matrix); i++)
    {
      gsize n;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (matrix, i, &n);

      for (gsize k = 0; k < n; k++)
        if (cells[k].destination != i && cells[k].count > 0)
          add_way (pairs, places, i, cells[k].destination,
                   by_count ? cells[k].count : cells[k].bytes);
    }
  g_array_sort (pairs, compare_pairs);
  return pairs;
}

REFRAIN_DEFINE_COMPARE (compare_steps, Step, REFRAIN_FALLING (ratio) ?: REFRAIN_RISING (n))

REFRAIN_DEFINE_FREE (free_heavy, HeavyPairs, g_object_unref (x->graph))

static HeavyPairs *
make_heavy (RefrainMatrix *matrix, const GArray *pairs, const Step *step)
{
  HeavyPairs *heavy = g_new (HeavyPairs, 1);
  g_autofree RefrainGraphEdge *edges = g_new (RefrainGraphEdge, step->n + 1);

  for (guint i = 0; i < step->n; i++)
    edges[i] = g_array_index (pairs, Pair, i).edge;
  heavy->graph = refrain_graph_new (refrain_matrix_get_n_processes (matrix), edges, step->n);
  heavy->share = step->share;
  return heavy;
}

/* HeavyPairs: those that have most of the bytes (@by_count: messages), the clearest step first;
 * none of all pairs. */
static GPtrArray *
list_heavy (RefrainMatrix *matrix, gboolean by_count)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (free_heavy);
  g_autoptr (GArray) pairs = list_pairs (matrix, by_count);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (Step));
  guint64 all = 0, sum = 0;

  for (guint i = 0; i < pairs->len; i++)
    all += g_array_index (pairs, Pair, i).sum;
  for (guint i = 0; i + 1 < pairs->len; i++)
    {
      const Pair *pair = &g_array_index (pairs, Pair, i);
      const double ratio = (double) pair->weight / (double) MAX (pair[1].weight, 1);

      sum += pair->sum;
      if ((double) sum >= MOST * (double) all && ratio >= STEP)
        {
          const Step step = { i + 1, ratio, (double) sum / (double) all };

          g_array_append_val (steps, step);
        }
    }
  g_array_sort (steps, compare_steps);
  for (guint i = 0; i < MIN (steps->len, STEPS); i++)
    g_ptr_array_add (list, make_heavy (matrix, pairs, &g_array_index (steps, Step, i)));
  return list;
}

/* The edges of @self that its heavy pairs leave, with those of these that make a star of them. */
static RefrainGraph *
make_rest (RefrainTopology *self)
{
  const guint n = refrain_graph_get_n (self->graph);
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
  guint centre = 0;
  gboolean is_star;

  for (guint a = 0; a < n; a++)
    {
      for (guint k = 0; k < refrain_graph_get_degree (self->graph, a); k++)
        {
          const RefrainGraphEdge edge = { a, refrain_graph_get_neighbours (self->graph, a)[k] };

          if (edge.a < edge.b && !refrain_graph_has_edge (self->heavy->graph, edge.a, edge.b))
            g_array_append_val (edges, edge);
        }
      if (refrain_graph_get_degree (self->graph, a)
          > refrain_graph_get_degree (self->graph, centre))
        centre = a;
    }
  is_star = refrain_graph_get_degree (self->graph, centre) == n - 1;
  for (guint i = 0; i < edges->len; i++)
    is_star &= g_array_index (edges, RefrainGraphEdge, i).a == centre
               || g_array_index (edges, RefrainGraphEdge, i).b == centre;
  for (guint32 to = 0; is_star && to < n; to++)
    {
      const RefrainGraphEdge edge = { MIN (to, centre), MAX (to, centre) };

      if (to != centre)
        g_array_append_val (edges, edge);
    }
  return refrain_graph_new (n, (const RefrainGraphEdge *) edges->data, edges->len);
}

/* Whether @rest, of some of the processes, is one part with a name: more than a pair. */
static gboolean
is_one_part (RefrainTopology *rest)
{
  const RefrainTopologyComponent *part
      = rest->components->len == 1 ? &g_array_index (rest->components, RefrainTopologyComponent, 0)
                                   : NULL;

  return part != NULL && part->n > 2 && part->topology != NULL
         && part->topology->found.names->len > 0 && refrain_topology_is_telling (part->topology);
}

/* Names what heavy pairs leave: with them that is the whole. */
static void
name_rest (RefrainTopology *self, const RefrainTopologyOptions *exact, GCancellable *cancellable)
{
  g_autoptr (RefrainGraph) graph = make_rest (self);
  g_autoptr (RefrainTopology) rest
      = refrain_topology_new_for_graph (graph, exact, cancellable, NULL);

  if (rest != NULL
      && (rest->n_isolated == 0 ? rest->found.names->len > 0 && refrain_topology_is_telling (rest)
                                : is_one_part (rest)))
    self->rest = g_steal_pointer (&rest);
}

void
refrain_topology_find_heavy (RefrainTopology *self,
                             RefrainMatrix *matrix,
                             const RefrainTopologyOptions *options,
                             GCancellable *cancellable)
{
  RefrainTopologyOptions exact = *options;
  g_autoptr (GPtrArray) heavy = NULL;
  guint64 messages, bytes;

  /* Of parts that have names each says enough. */
  if (refrain_graph_get_n_edges (self->graph) == 0 || refrain_topology_is_telling (self)
      || (self->components->len > 1 && refrain_topology_is_composed (self)))
    return;
  refrain_matrix_get_total (matrix, &messages, &bytes);
  heavy = list_heavy (matrix, options->by_count || bytes == 0);
  exact.exact = TRUE;
  exact.hint = NULL;
  for (guint i = 0; i < heavy->len && self->heavy == NULL; i++)
    {
      const HeavyPairs *pairs = heavy->pdata[i];
      g_autoptr (RefrainTopology) topology = NULL;

      if (refrain_graph_get_n_edges (pairs->graph) >= refrain_graph_get_n_edges (self->graph))
        continue;
      topology = refrain_topology_new_for_graph (pairs->graph, &exact, cancellable, NULL);
      if (topology == NULL || !refrain_topology_is_named (topology)
          || !refrain_topology_is_telling (topology))
        continue;
      self->heavy = g_steal_pointer (&topology);
      self->heavy_share = pairs->share;
      if (self->found.names->len == 0)
        name_rest (self, &exact, cancellable);
    }
}
