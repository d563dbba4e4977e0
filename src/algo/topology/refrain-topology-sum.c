/* refrain-topology-sum.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A sum of parts is chosen by description length. An edge has a kind: the communicators and tags of
 * its messages, their number and bytes by magnitude. Kinds that a part has for itself are cheaper
 * to tell within it, which is what pays for a sum where a name of the whole nearly fits, too. Who
 * is which process costs the same bits in a sum as in one name, and is left out.
 */
#include "refrain-topology-private.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "refrain-compare.h"
#include "refrain-free.h"

/* Kinds that suggest parts. */
#define MOST_KINDS 16
/* Amounts are of one magnitude where none is so many times the one before. */
#define MAGNITUDE 1.3
/* Processes that make a part worth a name. */
#define LEAST 3
/* Bits for what joins two parts where all their processes are alike. */
#define REGULAR 8
/* Of so many edges one is between parts, at most. */
#define FEW_JOINTS 3

typedef struct
{
  RefrainGraphEdge edge;
  guint64 amount[2]; /* messages and bytes, the larger way */
  guint32 marks;     /* communicators of the trace */
  guint32 communicators, tags;
  gboolean is_within; /* whether any of its messages is within a group, or nothing says */
  guint32 magnitude[2];
  guint32 kind;
} Edge;

/* What is known of each edge of a graph beside its ends. */
typedef struct
{
  RefrainGraph *graph;
  GArray *edges; /* Edge */
  guint n_kinds;
  guint32 *owner; /* of each process: the communicator that it is in alone, or REFRAIN_NONE; or NULL
                     where communicators overlap, or nothing is known of them */
} EdgeKinds;

REFRAIN_DEFINE_FREE (edge_kinds_free, EdgeKinds, g_object_unref (x->graph);
                     g_array_unref (x->edges);
                     g_free (x->owner))
G_DEFINE_AUTOPTR_CLEANUP_FUNC (EdgeKinds, edge_kinds_free)

static Edge *
get_edge (EdgeKinds *self, guint i)
{
  return &g_array_index (self->edges, Edge, i);
}

/* ---- Communicators and tags ---- */

/* Whether @communicator parts the processes: some, not all, and not two groups. */
static gboolean
is_part (EdgeKinds *self, RefrainCommunicator *communicator)
{
  gsize n_members, n_remote;

  refrain_communicator_get_members (communicator, &n_members);
  refrain_communicator_get_remote (communicator, &n_remote);
  return n_remote == 0 && n_members > 1 && n_members < refrain_graph_get_n (self->graph);
}

/* The members of @communicator become its own, unless they are part of one larger. FALSE where some
 * have another owner. */
static gboolean
take_members (EdgeKinds *self, RefrainCommunicator *communicator, guint32 number)
{
  const guint n = refrain_graph_get_n (self->graph);
  guint32 owner = REFRAIN_NONE;
  gsize n_members;
  const gint32 *members = refrain_communicator_get_members (communicator, &n_members);

  for (gsize i = 0; i < n_members; i++)
    {
      if (members[i] < 0 || (guint) members[i] >= n)
        return FALSE;
      if (i > 0 && self->owner[members[i]] != owner)
        return FALSE;
      owner = self->owner[members[i]];
    }
  for (gsize i = 0; owner == REFRAIN_NONE && i < n_members; i++)
    self->owner[members[i]] = number;
  return TRUE;
}

/* Finds who owns each process, the largest communicators first; those that overlap part nothing. */
static void
find_owners (EdgeKinds *self, RefrainCommunicator *const *all, guint n_all)
{
  const guint n = refrain_graph_get_n (self->graph);
  gsize below = n, largest;

  self->owner = g_new (guint32, (gsize) n + 1);
  refrain_fill (self->owner, 0xff, n * sizeof *self->owner);
  do
    {
      largest = 0;
      for (guint c = 0; c < n_all; c++)
        {
          gsize n_members;

          refrain_communicator_get_members (all[c], &n_members);
          if (n_members < below && is_part (self, all[c]))
            largest = MAX (largest, n_members);
        }
      for (guint c = 0; c < n_all && largest > 0; c++)
        {
          gsize n_members;

          refrain_communicator_get_members (all[c], &n_members);
          if (n_members == largest && is_part (self, all[c]) && !take_members (self, all[c], c))
            {
              g_clear_pointer (&self->owner, g_free);
              return;
            }
        }
      below = largest;
    }
  while (largest > 0);
}

/* Whether both have the same members, whatever their order. */
static gboolean
has_same_members (RefrainCommunicator *a, RefrainCommunicator *b)
{
  gsize n_a, n_b;
  const gint32 *x = refrain_communicator_get_members (a, &n_a);
  const gint32 *y = refrain_communicator_get_members (b, &n_b);

  if (n_a != n_b)
    return FALSE;
  for (gsize i = 0; i < n_a; i++)
    {
      gsize k = 0;

      while (k < n_b && y[(i + k) % n_b] != x[i])
        k++;
      if (k == n_b)
        return FALSE;
    }
  return TRUE;
}

/* Marks edges with the communicators that messages have; those of the same members are one. */
static void
mark_communicators (EdgeKinds *self, RefrainTrace *trace, guint32 used)
{
  const guint n = refrain_trace_get_n_communicators (trace);
  RefrainCommunicator *seen[REFRAIN_MARKED_COMMUNICATORS];
  guint n_seen = 0;

  if (n < 2 || n > REFRAIN_MARKED_COMMUNICATORS)
    return;
  for (guint c = 0; c < n; c++)
    {
      RefrainCommunicator *communicator
          = (used >> c & 1) != 0 ? refrain_trace_get_communicator (trace, c) : NULL;
      guint number = 0;
      gsize n_remote;

      if (communicator == NULL || refrain_communicator_is_self (communicator))
        continue;
      refrain_communicator_get_remote (communicator, &n_remote);
      while (number < n_seen && !has_same_members (seen[number], communicator))
        number++;
      if (number == n_seen)
        seen[n_seen++] = communicator;
      for (guint i = 0; i < self->edges->len; i++)
        if (get_edge (self, i)->marks >> c & 1)
          {
            get_edge (self, i)->communicators |= 1u << number;
            get_edge (self, i)->is_within |= n_remote == 0;
          }
    }
  find_owners (self, seen, n_seen);
}

/* What messages both ways say. */
static void
read_marks (EdgeKinds *self, RefrainTrace *trace, const RefrainMatrixMarks *marks)
{
  for (guint i = 0; i < self->edges->len; i++)
    {
      Edge *edge = get_edge (self, i);

      for (guint way = 0; way < 2; way++)
        {
          const RefrainMatrixMark *mark
              = refrain_matrix_marks_find (marks, way == 0 ? edge->edge.a : edge->edge.b,
                                           way == 0 ? edge->edge.b : edge->edge.a);

          edge->marks |= mark != NULL ? mark->communicators : 0;
          edge->tags |= mark != NULL ? mark->tags : 0;
        }
    }
  mark_communicators (self, trace, refrain_matrix_marks_get_communicators (marks));
}

/* ---- Amounts ---- */

REFRAIN_DEFINE_COMPARE (compare_counts, Edge, REFRAIN_RISING (amount[0]))
REFRAIN_DEFINE_COMPARE (compare_bytes, Edge, REFRAIN_RISING (amount[1]))
REFRAIN_DEFINE_COMPARE (compare_ends, Edge, REFRAIN_RISING (edge.a) ?: REFRAIN_RISING (edge.b))
REFRAIN_DEFINE_COMPARE (compare_kinds,
                        Edge,
                        REFRAIN_RISING (communicators)
                            ?: REFRAIN_RISING (tags)
                            ?: REFRAIN_RISING (magnitude[0])
                            ?: REFRAIN_RISING (magnitude[1]))

static void
find_magnitudes (EdgeKinds *self, guint which)
{
  g_array_sort (self->edges, which == 0 ? compare_counts : compare_bytes);
  for (guint i = 1; i < self->edges->len; i++)
    {
      const Edge *before = get_edge (self, i - 1);
      Edge *edge = get_edge (self, i);

      edge->magnitude[which]
          = before->magnitude[which]
            + ((double) edge->amount[which] > MAGNITUDE * (double) before->amount[which]);
    }
}

static void
number_kinds (EdgeKinds *self)
{
  g_array_sort (self->edges, compare_kinds);
  for (guint i = 0; i < self->edges->len; i++)
    {
      self->n_kinds += i == 0 || compare_kinds (get_edge (self, i - 1), get_edge (self, i)) != 0;
      get_edge (self, i)->kind = self->n_kinds - 1;
    }
  g_array_sort (self->edges, compare_ends);
}

/* Of the edges of @graph: what they carry in @matrix, and which communicators and tags their
 * messages in the options' trace (or NULL) have, where these are few. O(cells + operations). */
static EdgeKinds *
edge_kinds_new (RefrainGraph *graph, RefrainMatrix *matrix, const RefrainTopologyOptions *options)
{
  RefrainTrace *trace = options->trace;
  EdgeKinds *self = g_new0 (EdgeKinds, 1);

  self->graph = g_object_ref (graph);
  self->edges = g_array_new (FALSE, TRUE, sizeof (Edge));
  for (guint32 a = 0; a < refrain_graph_get_n (graph); a++)
    for (guint k = 0; k < refrain_graph_get_degree (graph, a); k++)
      {
        Edge edge = { .edge = { a, refrain_graph_get_neighbours (graph, a)[k] } };
        guint64 there[2], back[2];

        if (edge.edge.b < a)
          continue;
        refrain_matrix_get (matrix, a, edge.edge.b, &there[0], &there[1]);
        refrain_matrix_get (matrix, edge.edge.b, a, &back[0], &back[1]);
        edge.amount[0] = MAX (there[0], back[0]);
        edge.amount[1] = MAX (there[1], back[1]);
        g_array_append_val (self->edges, edge);
      }
  if (trace != NULL && refrain_trace_get_n_processes (trace) == refrain_graph_get_n (graph))
    {
      g_autoptr (RefrainMatrixMarks) own
          = options->marks == NULL ? refrain_matrix_marks_new (trace) : NULL;

      read_marks (self, trace, own != NULL ? own : options->marks);
    }
  find_magnitudes (self, 0);
  find_magnitudes (self, 1);
  number_kinds (self);
  return self;
}

/* ---- Bits ---- */

/* For the kinds of so many edges of each, and which of them there are. */
static double
measure_kinds (const guint *counts, guint n_kinds)
{
  double bits = 0;
  guint all = 0, used = 0;

  for (guint k = 0; k < n_kinds; k++)
    {
      all += counts[k];
      used += counts[k] > 0;
    }
  for (guint k = 0; k < n_kinds; k++)
    if (counts[k] > 0)
      bits += counts[k] * log2 ((double) all / counts[k]);
  return bits + used * log2 (n_kinds) + (used > 0 ? used - 1 : 0) * log2 (all + 1);
}

/* Bits for one kind for each edge of the whole graph, once for all edges, or for edges inside the
 * parts @part (of each process) and edges between parts, each by itself. O(edges × kinds). */
static double
measure_edges (EdgeKinds *self, const guint32 *part, guint n_parts)
{
  g_autofree guint *counts = g_new0 (guint, ((gsize) n_parts + 1) * (self->n_kinds + 1));
  double bits = 0;

  for (guint i = 0; i < self->edges->len; i++)
    {
      const Edge *edge = get_edge (self, i);
      const guint32 a = part != NULL ? part[edge->edge.a] : 0;
      const guint32 b = part != NULL ? part[edge->edge.b] : 0;

      counts[(gsize) (a == b ? a : n_parts) * self->n_kinds + edge->kind]++;
    }
  for (guint p = 0; p <= n_parts; p++)
    bits += measure_kinds (counts + (gsize) p * self->n_kinds, self->n_kinds);
  return bits;
}

/* What joins a pair of parts. */
typedef struct
{
  guint32 a, b; /* a < b */
  guint n;
  guint *degrees; /* of each process */
} Joint;

static double
measure_joint (const Joint *joint, const guint32 *part, guint n)
{
  guint size[2] = { 0 }, most[2] = { 0 }, least[2] = { G_MAXUINT, G_MAXUINT };
  double each;

  for (guint p = 0; p < n; p++)
    if (part[p] == joint->a || part[p] == joint->b)
      {
        const guint side = part[p] == joint->b;

        size[side]++;
        most[side] = MAX (most[side], joint->degrees[p]);
        least[side] = MIN (least[side], joint->degrees[p]);
      }
  each = joint->n * log2 ((double) size[0] * size[1]);
  return most[0] == least[0] && most[1] == least[1] ? MIN (each, REGULAR) : each;
}

/* Bits for the edges of the graph between different parts. Where those between two parts are alike
 * for all their processes, it is that alone which is told. O(edges). */
static double
measure_joints (EdgeKinds *self, const guint32 *part, guint n_parts)
{
  const guint n = refrain_graph_get_n (self->graph);
  g_autoptr (GArray) joints = g_array_new (FALSE, FALSE, sizeof (Joint));
  double bits = n_parts * log2 (MAX (n_parts, 2));

  for (guint i = 0; i < self->edges->len; i++)
    {
      const Edge *edge = get_edge (self, i);
      const guint32 a = MIN (part[edge->edge.a], part[edge->edge.b]);
      const guint32 b = MAX (part[edge->edge.a], part[edge->edge.b]);
      Joint *joint;
      guint k = 0;

      if (a == b)
        continue;
      while (
          k < joints->len
          && (g_array_index (joints, Joint, k).a != a || g_array_index (joints, Joint, k).b != b))
        k++;
      if (k == joints->len)
        {
          const Joint fresh = { a, b, 0, g_new0 (guint, n) };

          g_array_append_val (joints, fresh);
        }
      joint = &g_array_index (joints, Joint, k);
      joint->n++;
      joint->degrees[edge->edge.a]++;
      joint->degrees[edge->edge.b]++;
    }
  for (guint k = 0; k < joints->len; k++)
    {
      bits += measure_joint (&g_array_index (joints, Joint, k), part, n);
      g_free (g_array_index (joints, Joint, k).degrees);
    }
  return bits;
}

/* ---- Partitions ---- */

/* The parts that are connected without the edges of @cut, one for each edge; NULL where that is all
 * of it, or fewer than @least of them are large enough. */
static guint32 *
part_without (EdgeKinds *self, const gboolean *cut, guint least)
{
  const guint n = refrain_graph_get_n (self->graph);
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
  g_autoptr (RefrainGraph) graph = NULL;
  g_autofree guint32 *part = NULL;
  g_autofree guint *sizes = NULL;
  guint n_parts, n_large = 0;

  for (guint i = 0; i < self->edges->len; i++)
    if (!cut[i])
      g_array_append_val (kept, get_edge (self, i)->edge);
  graph = refrain_graph_new (n, (const RefrainGraphEdge *) (gpointer) kept->data, kept->len);
  part = refrain_graph_find_components (graph, &n_parts);
  sizes = g_new0 (guint, (gsize) n_parts + 1);
  for (guint p = 0; p < n; p++)
    n_large += ++sizes[part[p]] == LEAST;
  return n_parts > 1 && n_large >= least ? g_steal_pointer (&part) : NULL;
}

static void
add_partition (EdgeKinds *self, GPtrArray *list, const gboolean *cut, guint least)
{
  const gsize size = refrain_graph_get_n (self->graph) * sizeof (guint32);
  g_autofree guint32 *part = part_without (self, cut, least);

  for (guint i = 0; part != NULL && i < list->len; i++)
    if (memcmp (list->pdata[i], part, size) == 0)
      return;
  if (part != NULL)
    g_ptr_array_add (list, g_steal_pointer (&part));
}

/* Marks the edges without which the graph falls apart, depth first (Tarjan 1974). O(n + edges). */

static void
find_bridges (EdgeKinds *self, gboolean *cut)
{
  const guint n = refrain_graph_get_n (self->graph);
  g_autofree guint32 *number = g_new0 (guint32, (gsize) n + 1);
  g_autofree guint32 *low = g_new0 (guint32, (gsize) n + 1);
  g_autofree guint32 *parent = g_new0 (guint32, (gsize) n + 1);
  g_autofree guint *next = g_new0 (guint, (gsize) n + 1);
  guint32 last = 0;

  for (guint32 start = 0; start < n; start++)
    {
      guint32 at = start;

      if (number[start] != 0)
        continue;
      parent[start] = REFRAIN_NONE;
      number[start] = low[start] = ++last;
      while (at != REFRAIN_NONE)
        if (next[at] < refrain_graph_get_degree (self->graph, at))
          {
            const guint32 to = refrain_graph_get_neighbours (self->graph, at)[next[at]++];

            if (to != parent[at] && number[to] != 0)
              low[at] = MIN (low[at], number[to]);
            if (number[to] != 0)
              continue;
            parent[to] = at;
            number[to] = low[to] = ++last;
            at = to;
          }
        else
          {
            if (parent[at] != REFRAIN_NONE)
              low[parent[at]] = MIN (low[parent[at]], low[at]);
            at = parent[at];
          }
    }
  for (guint i = 0; i < self->edges->len; i++)
    {
      const RefrainGraphEdge *edge = &get_edge (self, i)->edge;

      cut[i] = (parent[edge->a] == edge->b && low[edge->a] > number[edge->b])
               || (parent[edge->b] == edge->a && low[edge->b] > number[edge->a]);
    }
}

/* Partitions of the processes that communicators, bridges, or edges of one kind suggest, each once:
 * of guint32 arrays, a part for each process, numbered from 0 by their smallest process; connected,
 * and at least two of three processes or more. The first *@by_communicators, up to two, are those
 * that no edge joins and those of communicators, where @least parts are enough. Free with
 * g_ptr_array_unref(). */
static GPtrArray *
list_partitions (EdgeKinds *self, guint least, guint *by_communicators)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);
  g_autofree gboolean *cut = g_new0 (gboolean, (gsize) self->edges->len + 1);
  g_autofree gboolean *bridges = g_new0 (gboolean, (gsize) self->edges->len + 1);

  /* Those that have nothing to do with each other; then as communicators have it, with whom others
   * talk by themselves. */
  add_partition (self, list, cut, 2);
  if (self->owner != NULL)
    {
      for (guint i = 0; i < self->edges->len; i++)
        {
          const Edge *edge = get_edge (self, i);

          cut[i] = self->owner[edge->edge.a] != self->owner[edge->edge.b] || !edge->is_within;
        }
      add_partition (self, list, cut, least);
    }
  *by_communicators = list->len;
  find_bridges (self, bridges);
  add_partition (self, list, bridges, 2);
  for (guint i = 0; i < self->edges->len; i++)
    if (bridges[i])
      {
        refrain_fill (cut, 0, self->edges->len * sizeof *cut);
        cut[i] = TRUE;
        if (list->len < MOST_KINDS)
          add_partition (self, list, cut, 2);
      }
  for (guint kind = 0; kind < self->n_kinds && self->n_kinds <= MOST_KINDS; kind++)
    {
      for (guint i = 0; i < self->edges->len; i++)
        cut[i] = get_edge (self, i)->kind == kind;
      add_partition (self, list, cut, 2);
    }
  return list;
}

/* ---- Sums ---- */

double
refrain_topology_measure_name (RefrainTopology *topology)
{
  const guint n = refrain_graph_get_n (topology->graph);
  const double pair = log2 (MAX (n, 3) * (MAX (n, 3) - 1.0) / 2);
  RefrainMapping *mapping;

  if (topology->found.names->len == 0)
    return topology->found.nearest != NULL
               ? REFRAIN_TOPOLOGY_NAME_BITS
                     + pair * (topology->found.extra->len + topology->found.missing->len)
               : pair * (double) refrain_graph_get_n_edges (topology->graph);
  mapping = g_array_index (topology->found.names, RefrainTopologyNamed, 0).mapping;
  switch (refrain_mapping_get_kind (mapping))
    {
    case REFRAIN_TOPOLOGY_TREE:
      return REFRAIN_TOPOLOGY_NAME_BITS + 2.0 * n; /* so many trees there are */
    case REFRAIN_TOPOLOGY_GRID:
      return refrain_topology_is_telling (topology)
                 ? REFRAIN_TOPOLOGY_NAME_BITS
                 : REFRAIN_TOPOLOGY_NAME_BITS / 2.0 * refrain_mapping_get_n_directions (mapping);
    default:
      return REFRAIN_TOPOLOGY_NAME_BITS;
    }
}

/* The edges between different components. */
static void
list_joints (RefrainTopology *self)
{
  const guint n = refrain_graph_get_n (self->graph);
  g_autofree guint32 *part = refrain_topology_list_component_of_each (self);

  for (guint32 a = 0; a < n; a++)
    for (guint k = 0; k < refrain_graph_get_degree (self->graph, a); k++)
      {
        const RefrainGraphEdge edge = { a, refrain_graph_get_neighbours (self->graph, a)[k] };

        if (edge.b > a && (part[a] != part[edge.b] || part[a] == self->components->len))
          g_array_append_val (self->joints, edge);
      }
}

/* The sum of named parts that @sets are, or NULL where it takes @most bits or more, with the kinds
 * of edges, or where a part has no name that tells something. Where no communicators say that these
 * are parts, few edges are between them. */
static RefrainTopology *
try_sum (RefrainTopology *self,
         EdgeKinds *kinds,
         const guint32 *sets,
         gboolean by_communicators,
         const RefrainTopologyOptions *options,
         GCancellable *cancellable,
         double *most)
{
  const guint n = refrain_graph_get_n (self->graph);
  g_autoptr (RefrainTopology) sum = g_object_new (REFRAIN_TYPE_TOPOLOGY, NULL);
  RefrainTopologyOptions exact = *options;
  guint n_sets = 0;
  double bits;

  for (guint i = 0; i < n; i++)
    n_sets = MAX (n_sets, sets[i] + 1);
  sum->graph = g_object_ref (self->graph);
  refrain_topology_list_components (sum, sets, n_sets);
  list_joints (sum);
  if (!by_communicators && FEW_JOINTS * sum->joints->len > refrain_graph_get_n_edges (self->graph))
    return NULL;
  bits = measure_edges (kinds, sets, n_sets) + measure_joints (kinds, sets, n_sets);
  exact.exact = TRUE;
  if (bits + REFRAIN_TOPOLOGY_NAME_BITS * sum->components->len >= *most
      || !refrain_topology_name_components (sum, &exact, cancellable, NULL))
    return NULL;
  for (guint i = 0; i < sum->components->len; i++)
    {
      RefrainTopology *part = g_array_index (sum->components, RefrainTopologyComponent, i).topology;

      if (part->found.names->len == 0
          || (refrain_graph_get_n (part->graph) > 3 && !refrain_topology_is_telling (part)))
        return NULL;
      bits += refrain_topology_measure_name (part);
    }
  if (bits >= *most)
    return NULL;
  *most = bits;
  return g_steal_pointer (&sum);
}

/* @sum becomes what @self is. */
static void
take_sum (RefrainTopology *self, RefrainTopology *sum)
{
  g_autofree char *outcome = NULL;
  RefrainTopologyStep step = { .name = N_ ("sum") };

  g_array_unref (self->components);
  self->components = g_array_ref (sum->components);
  g_array_append_vals (self->joints, sum->joints->data, sum->joints->len);
  refrain_clear_objects (&self->heavy, &self->rest);
  g_clear_pointer (&self->found.nearest, g_free);
  g_clear_object (&self->found.nearest_mapping);
  g_array_set_size (self->found.names, 0);
  g_array_set_size (self->found.extra, 0);
  g_array_set_size (self->found.missing, 0);
  self->found.is_bound = FALSE;
  self->found.follows_said = FALSE;
  outcome = g_strdup_printf (ngettext ("%u parts, each with a name that fits, and %u edge between",
                                       "%u parts, each with a name that fits, and %u edges between",
                                       self->joints->len),
                             self->components->len, self->joints->len);
  step.outcome = g_string_chunk_insert (self->found.strings, outcome);
  g_array_append_val (self->found.steps, step);
}

/* Whether what fits the whole is a tree, which any graph without a circle is. */
static gboolean
is_tree (RefrainTopology *self)
{
  const RefrainTopologyKind kind
      = self->found.names->len > 0 ? refrain_mapping_get_kind (
            g_array_index (self->found.names, RefrainTopologyNamed, 0).mapping)
                                   : REFRAIN_TOPOLOGY_GRID;

  return kind == REFRAIN_TOPOLOGY_TREE || kind == REFRAIN_TOPOLOGY_BINOMIAL;
}

void
refrain_topology_find_sum (RefrainTopology *self,
                           RefrainMatrix *matrix,
                           const RefrainTopologyOptions *options,
                           GCancellable *cancellable)
{
  const gboolean tree = is_tree (self);
  g_autoptr (EdgeKinds) kinds = NULL;
  g_autoptr (GPtrArray) partitions = NULL;
  g_autoptr (RefrainTopology) best = NULL;
  guint by_communicators;
  gboolean whole;
  double bits;

  if (refrain_graph_get_n_edges (self->graph) == 0 || refrain_topology_is_dense (self)
      || (refrain_topology_is_telling (self) && !tree)
      || (self->found.names->len == 0 && refrain_topology_is_composed (self)))
    return;
  /* Where most goes along one topology of all, only the program's word divides them. */
  whole = tree
          || (self->heavy != NULL && self->heavy->found.names->len > 0
              && self->heavy->components->len <= 1);
  kinds = edge_kinds_new (self->graph, matrix, options);
  partitions = list_partitions (kinds, tree ? 0 : 1, &by_communicators);
  /* A program that makes groups has not made the tree that their leaders happen to close. */
  bits = tree ? G_MAXDOUBLE : refrain_topology_measure_name (self) + measure_edges (kinds, NULL, 1);
  for (guint i = 0; i < (whole ? by_communicators : partitions->len); i++)
    {
      RefrainTopology *sum = try_sum (self, kinds, partitions->pdata[i], i < by_communicators,
                                      options, cancellable, &bits);

      if (sum != NULL)
        g_set_object (&best, sum);
      g_clear_object (&sum);
    }
  if (best != NULL && !g_cancellable_is_cancelled (cancellable))
    take_sum (self, best);
}
