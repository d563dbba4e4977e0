/* refrain-matrix-order.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All orders look at both directions together: rows and columns are to stand alike.
 */
#include "refrain-matrix-order.h"

#include "refrain-compare.h"
#include "refrain-free.h"

const char *const refrain_matrix_orders[REFRAIN_N_MATRIX_ORDERS + 1] = {
  [REFRAIN_MATRIX_BY_RANK] = "rank",
  [REFRAIN_MATRIX_BY_SUM] = "sum",
  [REFRAIN_MATRIX_BY_BAND] = "band",
  [REFRAIN_MATRIX_BY_CLUSTER] = "cluster",
};

/* ---- Sums ------------------------------------------------------------------------------------ */

typedef struct
{
  double value;
  guint32 process;
} Sum;

REFRAIN_DEFINE_COMPARE (compare_sums, Sum, REFRAIN_FALLING (value) ?: REFRAIN_RISING (process))

static void
order_by_sum (RefrainMatrix *matrix, RefrainMatrixMetric metric, guint n, guint32 *order)
{
  g_autofree RefrainMatrixCell *sent = g_new (RefrainMatrixCell, n);
  g_autofree RefrainMatrixCell *received = g_new (RefrainMatrixCell, n);
  g_autofree Sum *sums = g_new (Sum, n);

  refrain_matrix_get_sums (matrix, sent, received);
  for (guint p = 0; p < n; p++)
    {
      const RefrainMatrixCell both = { .count = sent[p].count + received[p].count,
                                       .bytes = sent[p].bytes + received[p].bytes,
                                       .time = sent[p].time + received[p].time };

      sums[p] = (Sum){ refrain_matrix_cell_get_value (&both, metric), p };
    }
  refrain_sort (sums, n, sizeof *sums, compare_sums);
  for (guint p = 0; p < n; p++)
    order[p] = sums[p].process;
}

/* ---- A band ---------------------------------------------------------------------------------- */

/* Who has to do with whom, in either direction: partners of p are [first[p], first[p + 1]). */
typedef struct
{
  guint n;
  gsize *first;
  guint32 *partners;
  guint32 *level; /* of the search that was last; REFRAIN_NONE: not reached */
  guint32 *queue;
} Graph;

/* Each edge at both its ends; doubles are taken out. */
static void
make_graph (RefrainMatrix *matrix, Graph *graph)
{
  const guint n = graph->n = refrain_matrix_get_n_processes (matrix);
  GArray **lists = g_new (GArray *, n);
  gsize n_all = 0;

  for (guint p = 0; p < n; p++)
    lists[p] = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 p = 0; p < n; p++)
    {
      gsize n_cells;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (matrix, p, &n_cells);

      for (gsize k = 0; k < n_cells; k++)
        if (cells[k].destination != p && cells[k].destination < n && cells[k].count > 0)
          {
            g_array_append_val (lists[p], cells[k].destination);
            g_array_append_val (lists[cells[k].destination], p);
          }
    }
  for (guint p = 0; p < n; p++)
    {
      guint kept = 0;

      g_array_sort (lists[p], refrain_compare_uint32);
      for (guint i = 0; i < lists[p]->len; i++)
        if (i == 0
            || g_array_index (lists[p], guint32, i) != g_array_index (lists[p], guint32, i - 1))
          g_array_index (lists[p], guint32, kept++) = g_array_index (lists[p], guint32, i);
      g_array_set_size (lists[p], kept);
      n_all += kept;
    }
  graph->first = g_new (gsize, (gsize) n + 1);
  graph->partners = g_new (guint32, n_all + 1);
  graph->level = g_new (guint32, (gsize) n + 1);
  graph->queue = g_new (guint32, (gsize) n + 1);
  n_all = 0;
  for (guint p = 0; p < n; p++)
    {
      graph->first[p] = n_all;
      /* An empty list has no data. */
      if (lists[p]->len > 0)
        refrain_copy (graph->partners + n_all, lists[p]->data, lists[p]->len * sizeof (guint32));
      n_all += lists[p]->len;
      g_array_unref (lists[p]);
    }
  graph->first[n] = n_all;
  g_free (lists);
}

REFRAIN_DEFINE_CLEAR (clear_graph, Graph, refrain_free (x->first, x->partners, x->level, x->queue))

static gsize
get_degree (const Graph *graph, guint32 p)
{
  return graph->first[p + 1] - graph->first[p];
}

static int
compare_degrees (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  const gsize of_x = get_degree (data, x), of_y = get_degree (data, y);

  if (of_x != of_y)
    return of_x < of_y ? -1 : 1;
  return (x > y) - (x < y);
}

/* Goes through the component of @start level by level, and inside by degree: the order of Cuthill
 * and McKee, in the graph's queue. Gives how many it has. */
static guint
search (Graph *graph, guint32 start)
{
  guint n = 0;

  graph->level[start] = 0;
  graph->queue[n++] = start;
  for (guint at = 0; at < n; at++)
    {
      const guint32 p = graph->queue[at];
      const guint before = n;

      for (gsize k = graph->first[p]; k < graph->first[p + 1]; k++)
        if (graph->level[graph->partners[k]] == REFRAIN_NONE)
          {
            graph->level[graph->partners[k]] = graph->level[p] + 1;
            graph->queue[n++] = graph->partners[k];
          }
      if (n > before + 1)
        g_qsort_with_data (graph->queue + before, (gint) (n - before), sizeof *graph->queue,
                           compare_degrees, graph);
    }
  return n;
}

static void
forget (Graph *graph, guint n)
{
  for (guint i = 0; i < n; i++)
    graph->level[graph->queue[i]] = REFRAIN_NONE;
}

/* A process at the far end of its component: from the one of least degree on the last level, as
 * long as that is farther away. */
static guint32
find_end (Graph *graph, guint32 start)
{
  guint32 depth = 0;

  for (;;)
    {
      const guint n = search (graph, start);
      const guint32 reached = graph->level[graph->queue[n - 1]];
      guint32 end = graph->queue[n - 1];

      for (guint i = n; i > 0 && graph->level[graph->queue[i - 1]] == reached; i--)
        if (compare_degrees (&graph->queue[i - 1], &end, graph) < 0)
          end = graph->queue[i - 1];
      forget (graph, n);
      if (reached <= depth)
        return start;
      depth = reached;
      start = end;
    }
}

static void
order_by_band (RefrainMatrix *matrix, guint n, guint32 *order)
{
  Graph graph;
  guint done = 0;
  g_autofree guint8 *seen = g_new0 (guint8, (gsize) n + 1);

  make_graph (matrix, &graph);
  refrain_fill (graph.level, 0xff, (gsize) n * sizeof *graph.level);
  for (guint32 p = 0; p < n; p++)
    if (!seen[p])
      {
        const guint n_found = search (&graph, find_end (&graph, p));

        for (guint i = 0; i < n_found; i++)
          {
            order[done + i] = graph.queue[n_found - 1 - i];
            seen[graph.queue[i]] = 1;
          }
        done += n_found;
      }
  clear_graph (&graph);
}

/* ---- Clusters -------------------------------------------------------------------------------- */

/* Clusters by their number: those of single processes first, of two others from n on. */
typedef struct
{
  guint n;
  float *near;    /* n × n: what two clusters exchange, as means over pairs; by their slots */
  guint32 *size;  /* of the cluster in a slot; 0: none */
  guint32 *first; /* of the cluster in a slot: its processes as a list */
  guint32 *last;
  guint32 *next; /* of each process, or REFRAIN_NONE */
} Clusters;

static float *
get_near (Clusters *self, guint32 a, guint32 b)
{
  return &self->near[(gsize) a * self->n + b];
}

static void
init_clusters (Clusters *self, RefrainMatrix *matrix, RefrainMatrixMetric metric)
{
  const guint n = self->n = refrain_matrix_get_n_processes (matrix);

  self->near = g_new0 (float, (gsize) n *n + 1);
  self->size = g_new (guint32, (gsize) n + 1);
  self->first = g_new (guint32, (gsize) n + 1);
  self->last = g_new (guint32, (gsize) n + 1);
  self->next = g_new (guint32, (gsize) n + 1);
  for (guint32 p = 0; p < n; p++)
    {
      gsize n_cells;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (matrix, p, &n_cells);

      self->size[p] = 1;
      self->first[p] = self->last[p] = p;
      self->next[p] = REFRAIN_NONE;
      for (gsize k = 0; k < n_cells; k++)
        if (cells[k].destination < n && cells[k].destination != p)
          {
            const float value = (float) refrain_matrix_cell_get_value (&cells[k], metric);

            *get_near (self, p, cells[k].destination) += value;
            *get_near (self, cells[k].destination, p) += value;
          }
    }
}

REFRAIN_DEFINE_CLEAR (clear_clusters,
                      Clusters,
                      refrain_free (x->near, x->size, x->first, x->last, x->next))

/* Puts cluster @b behind @a, which keeps the slot; who has the lower process comes first. */
static void
join (Clusters *self, guint32 a, guint32 b)
{
  const double of_a = self->size[a], of_b = self->size[b];
  const gboolean a_first = self->first[a] < self->first[b];
  const guint32 before = a_first ? a : b, behind = a_first ? b : a;

  for (guint32 c = 0; c < self->n; c++)
    if (self->size[c] > 0 && c != a && c != b)
      {
        const float mean = (float) ((of_a * *get_near (self, a, c) + of_b * *get_near (self, b, c))
                                    / (of_a + of_b));

        *get_near (self, a, c) = *get_near (self, c, a) = mean;
      }
  self->next[self->last[before]] = self->first[behind];
  self->first[a] = self->first[before];
  self->last[a] = self->last[behind];
  self->size[a] += self->size[b];
  self->size[b] = 0;
}

/* The one that @a exchanges most with; of equal ones @wanted, else the first. */
static guint32
find_nearest (Clusters *self, guint32 a, guint32 wanted)
{
  guint32 nearest = wanted;

  for (guint32 c = 0; c < self->n; c++)
    if (c != a && self->size[c] > 0
        && (nearest == REFRAIN_NONE || *get_near (self, a, c) > *get_near (self, a, nearest)))
      nearest = c;
  return nearest;
}

/* FALSE when cancelled. Two that are each other's nearest are joined for good: average linkage
 * never brings a third nearer to them. */
static gboolean
order_by_cluster (RefrainMatrix *matrix,
                  RefrainMatrixMetric metric,
                  guint n,
                  guint32 *order,
                  GCancellable *cancellable)
{
  Clusters self;
  g_autofree guint32 *chain = g_new (guint32, (gsize) n + 1);
  guint length = 0, left = n;
  guint32 from = 0;

  init_clusters (&self, matrix, metric);
  while (left > 1 && !g_cancellable_is_cancelled (cancellable))
    {
      guint32 top, nearest;

      while (self.size[from] == 0)
        from++;
      if (length == 0)
        chain[length++] = from;
      top = chain[length - 1];
      nearest = find_nearest (&self, top, length > 1 ? chain[length - 2] : REFRAIN_NONE);
      if (length > 1 && nearest == chain[length - 2])
        {
          length -= 2;
          join (&self, MIN (top, nearest), MAX (top, nearest));
          left--;
        }
      else
        chain[length++] = nearest;
    }
  for (guint32 p = self.first[0], i = 0; left == 1 && p != REFRAIN_NONE; p = self.next[p])
    order[i++] = p;
  clear_clusters (&self);
  return left <= 1;
}

/* ---- All ------------------------------------------------------------------------------------- */

guint32 *
refrain_matrix_order_find (RefrainMatrix *matrix,
                           RefrainMatrixOrder order,
                           RefrainMatrixMetric metric,
                           GCancellable *cancellable,
                           GError **error)
{
  g_autofree guint32 *found = NULL;
  guint n;

  g_return_val_if_fail (REFRAIN_IS_MATRIX (matrix), NULL);

  n = refrain_matrix_get_n_processes (matrix);
  found = g_new (guint32, (gsize) n + 1);
  for (guint p = 0; p < n; p++)
    found[p] = p;
  if (n > 1 && order == REFRAIN_MATRIX_BY_SUM)
    order_by_sum (matrix, metric, n, found);
  else if (n > 1 && order == REFRAIN_MATRIX_BY_CLUSTER && n <= REFRAIN_MATRIX_MOST_CLUSTERED)
    order_by_cluster (matrix, metric, n, found, cancellable);
  else if (n > 1 && order != REFRAIN_MATRIX_BY_RANK)
    order_by_band (matrix, n, found);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&found);
}
