/* refrain-topology-repair.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A node's look: the degrees around it, and in how many ways each node is two links away, which
 * tells triangles and squares. The looks of the graph are counted against those of the reference;
 * the difference is what edits have to bring to nothing. The ends of a wrong edge are where all
 * around looks wrong.
 */
#include "refrain-topology-repair.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-hash.h"

enum
{
  MAX_HUB = 256,     /* links of a node that looks do not go through */
  MAX_ENDS = 40,     /* nodes between which edges are changed */
  MAX_BRANCHES = 6,  /* edits that are as good, at each depth */
  MAX_COMPARED = 24, /* mended graphs that are compared */
  ROOM = 8,          /* links that a node may get */
};

typedef struct
{
  guint32 a, b;
  gint64 energy; /* after it */
} Edit;

typedef struct
{
  guint n;
  gsize *first; /* of each node, and behind the last */
  guint32 *links, *degree;
  guint64 *look;
  guint32 *walks; /* ways to each node, all 0 between */
  GArray *seen;   /* guint32: nodes with walks */
} Net;

typedef struct
{
  Net net;
  RefrainGraph *reference;
  gboolean transitive;
  RefrainSearchBudget *budget;
  GHashTable *slots; /* look -> its index + 1 */
  GArray *surplus;   /* gint64 each look: nodes that have it, less those of the reference */
  GArray *wanted;    /* guint8 each look: the reference has it */
  gint64 energy;     /* sum of the surplus without sign */
  gint64 *degrees;   /* nodes of each degree, less those of the reference */
  GArray *edits;     /* Edit: those made */
  guint most, max_degree;
  guint n_compared;
  guint32 *places;
} Repair;

/* ---- Looks ------------------------------------------------------------------------------------
 */

static void
net_init (Net *self, RefrainGraph *graph)
{
  const guint n = refrain_graph_get_n (graph);

  self->n = n;
  self->first = g_new (gsize, (gsize) n + 1);
  self->degree = g_new (guint32, (gsize) n + 1);
  self->look = g_new (guint64, (gsize) n + 1);
  self->walks = g_new0 (guint32, (gsize) n + 1);
  self->seen = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->first[0] = 0;
  for (guint i = 0; i < n; i++)
    {
      self->degree[i] = refrain_graph_get_degree (graph, i);
      self->first[i + 1] = self->first[i] + self->degree[i] + ROOM;
    }
  self->links = g_new (guint32, self->first[n] + 1);
  for (guint i = 0; i < n; i++)
    if (self->degree[i] > 0)
      refrain_copy (self->links + self->first[i], refrain_graph_get_neighbours (graph, i),
                    self->degree[i] * sizeof *self->links);
}

REFRAIN_DEFINE_CLEAR (net_clear,
                      Net,
                      refrain_free (x->first, x->links, x->degree, x->look, x->walks);
                      g_array_unref (x->seen))

static gboolean
has_link (const Net *self, guint32 a, guint32 b)
{
  if (self->degree[b] < self->degree[a])
    return has_link (self, b, a);
  for (guint k = 0; k < self->degree[a]; k++)
    if (self->links[self->first[a] + k] == b)
      return TRUE;
  return FALSE;
}

static guint64
look_at (Net *self, guint32 node, RefrainSearchBudget *budget)
{
  const guint32 *links = self->links + self->first[node];
  guint64 around = 0, beyond = 0, steps = 16;

  g_array_set_size (self->seen, 0);
  for (guint k = 0; k < self->degree[node]; k++)
    {
      const guint32 *next = self->links + self->first[links[k]];
      const guint degree = self->degree[links[k]];

      if (degree > MAX_HUB)
        continue;
      steps += degree;
      for (guint j = 0; j < degree; j++)
        if (self->walks[next[j]]++ == 0)
          g_array_append_val (self->seen, next[j]);
    }
  for (guint k = 0; k < self->degree[node]; k++)
    {
      around += refrain_hash_mix (((guint64) self->degree[links[k]] << 32 | self->walks[links[k]])
                                  + 1);
      self->walks[links[k]] = 0;
    }
  for (guint i = 0; i < self->seen->len; i++)
    {
      const guint32 at = g_array_index (self->seen, guint32, i);

      if (self->walks[at] > 0 && at != node)
        beyond += refrain_hash_mix (self->walks[at]);
      self->walks[at] = 0;
    }
  budget->steps -= MIN (budget->steps, steps);
  return refrain_hash_mix (refrain_hash_mix (around) + 3 * refrain_hash_mix (beyond)
                           + self->degree[node]);
}

/* The index of a look in surplus and wanted. */
static guint
find_slot (Repair *self, guint64 look)
{
  gpointer known = g_hash_table_lookup (self->slots, &look);

  if (known == NULL)
    {
      const gint64 none = 0;
      const guint8 no = FALSE;

      g_array_append_val (self->surplus, none);
      g_array_append_val (self->wanted, no);
      known = GUINT_TO_POINTER (self->surplus->len);
      g_hash_table_insert (self->slots, g_memdup2 (&look, sizeof look), known);
    }
  return GPOINTER_TO_UINT (known) - 1;
}

static void
count_look (Repair *self, guint64 look, gint64 change)
{
  const guint slot = find_slot (self, look);
  gint64 *surplus = &g_array_index (self->surplus, gint64, slot);

  self->energy -= ABS (*surplus);
  *surplus += change;
  self->energy += ABS (*surplus);
}

static void
count_all (Repair *self, RefrainGraph *reference)
{
  Net theirs;

  net_init (&theirs, reference);
  for (guint i = 0; i < theirs.n; i++)
    {
      const guint64 look = look_at (&theirs, i, self->budget);
      const guint slot = find_slot (self, look);

      count_look (self, look, -1);
      g_array_index (self->wanted, guint8, slot) = TRUE;
    }
  net_clear (&theirs);
  for (guint i = 0; i < self->net.n; i++)
    {
      self->net.look[i] = look_at (&self->net, i, self->budget);
      count_look (self, self->net.look[i], 1);
    }
}

/* ---- Edits ------------------------------------------------------------------------------------
 */

static void
add_half (Net *self, guint32 from, guint32 to)
{
  self->links[self->first[from] + self->degree[from]++] = to;
}

static void
drop_half (Net *self, guint32 from, guint32 to)
{
  guint32 *links = self->links + self->first[from];
  guint k = 0;

  while (links[k] != to)
    k++;
  links[k] = links[--self->degree[from]];
}

static void
look_again (Repair *self, guint32 node)
{
  const guint64 look = look_at (&self->net, node, self->budget);

  if (look == self->net.look[node])
    return;
  count_look (self, self->net.look[node], -1);
  count_look (self, look, 1);
  self->net.look[node] = look;
}

static void
look_around (Repair *self, guint32 node)
{
  look_again (self, node);
  if (self->net.degree[node] <= MAX_HUB)
    for (guint k = 0; k < self->net.degree[node]; k++)
      look_again (self, self->net.links[self->net.first[node] + k]);
}

static void
set_degree (Repair *self, guint32 node, gint change)
{
  self->degrees[self->net.degree[node] - change]--;
  self->degrees[self->net.degree[node]]++;
}

/* Takes the edge away if it is there, else puts it in. FALSE where there is no room. */
static gboolean
change (Repair *self, guint32 a, guint32 b)
{
  Net *net = &self->net;

  if (has_link (net, a, b))
    {
      drop_half (net, a, b);
      drop_half (net, b, a);
      set_degree (self, a, -1);
      set_degree (self, b, -1);
    }
  else
    {
      if (net->first[a] + net->degree[a] == net->first[a + 1]
          || net->first[b] + net->degree[b] == net->first[b + 1])
        return FALSE;
      add_half (net, a, b);
      add_half (net, b, a);
      set_degree (self, a, 1);
      set_degree (self, b, 1);
    }
  look_around (self, a);
  look_around (self, b);
  return TRUE;
}

/* Like no node of the reference? */
static gboolean
is_unknown (Repair *self, guint32 node)
{
  return !g_array_index (self->wanted, guint8, find_slot (self, self->net.look[node]));
}

static gboolean
looks_wrong (Repair *self, guint32 node)
{
  const guint slot = find_slot (self, self->net.look[node]);

  return !g_array_index (self->wanted, guint8, slot)
         || g_array_index (self->surplus, gint64, slot) > 0;
}

typedef struct
{
  guint32 node;
  double wrong; /* share of it and its neighbours that look wrong */
} End;

REFRAIN_DEFINE_COMPARE (compare_ends, End, REFRAIN_FALLING (wrong) ?: REFRAIN_RISING (node))

/* The nodes around which most looks wrong. What looks like no node of the reference counts in full,
 * what only is there too often by its share. */
static GArray *
find_ends (Repair *self)
{
  GArray *ends = g_array_new (FALSE, FALSE, sizeof (End));
  const Net *net = &self->net;

  for (guint i = 0; i < net->n; i++)
    {
      guint wrong = looks_wrong (self, i), all = 1;
      End end = { i, 0 };

      /* A wrong degree is the surest sign. */
      if (self->degrees[net->degree[i]] > 0)
        end.wrong = 1;
      if (net->degree[i] <= MAX_HUB)
        for (guint k = 0; k < net->degree[i]; k++, all++)
          wrong += looks_wrong (self, net->links[net->first[i] + k]);
      end.wrong += (double) wrong / all;
      if (2 * wrong >= all || is_unknown (self, i))
        g_array_append_val (ends, end);
    }
  g_array_sort (ends, compare_ends);
  if (ends->len > MAX_ENDS)
    g_array_set_size (ends, MAX_ENDS);
  return ends;
}

REFRAIN_DEFINE_COMPARE (compare_edits,
                        Edit,
                        REFRAIN_RISING (energy) ?: REFRAIN_RISING (a) ?: REFRAIN_RISING (b))

static gboolean
is_made (const Repair *self, guint32 a, guint32 b)
{
  for (guint i = 0; i < self->edits->len; i++)
    {
      const Edit *edit = &g_array_index (self->edits, Edit, i);

      if (edit->a == a && edit->b == b)
        return TRUE;
    }
  return FALSE;
}

/* What the edit would come to; appended where that is less than @limit. */
static void
weigh (Repair *self, guint32 a, guint32 b, gint64 limit, GArray *edits)
{
  Edit edit = { MIN (a, b), MAX (a, b), 0 };

  if (a == b || is_made (self, edit.a, edit.b) || !change (self, a, b))
    return;
  edit.energy = self->energy;
  change (self, a, b);
  if (edit.energy < limit)
    g_array_append_val (edits, edit);
}

/* Can the edits left make all look right? One changes the looks of two nodes and of those around.
 */
static gboolean
is_in_reach (Repair *self)
{
  const gint64 degree = MIN (self->max_degree + 2, MAX_HUB);

  return self->energy <= (gint64) (self->most - self->edits->len) * 2 * 2 * (degree + 1);
}

static gboolean
is_spent (Repair *self)
{
  return self->budget->steps == 0 || g_cancellable_is_cancelled (self->budget->cancellable)
         || (self->budget->deadline != 0 && g_get_monotonic_time () > self->budget->deadline);
}

/* What changing the link between two nodes does to the sum of wrong degrees: 4 less to 4 more. */
static gint
weigh_degrees (Repair *self, guint32 a, guint32 b)
{
  const gint change = has_link (&self->net, a, b) ? -1 : 1;
  const guint32 nodes[] = { a, b };
  gint64 *degrees = self->degrees;
  gint sum = 0;

  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < 2; k++)
      {
        const guint32 from = self->net.degree[nodes[k]] + (pass == 0 ? 0 : change);
        const guint32 to = self->net.degree[nodes[k]] + (pass == 0 ? change : 0);

        if (pass == 0)
          sum += (degrees[from] > 0 ? -1 : 1) + (degrees[to] < 0 ? -1 : 1);
        degrees[from]--;
        degrees[to]++;
      }
  return sum;
}

/* Edits between @ends that change the sum of wrong degrees by @degrees and lower the energy below
 * @limit, best first. */
static GArray *
list_edits (Repair *self, const GArray *ends, gint degrees, gint64 limit)
{
  GArray *edits = g_array_new (FALSE, FALSE, sizeof (Edit));

  for (guint i = 0; i < ends->len && !is_spent (self); i++)
    for (guint j = 0; j < i; j++)
      {
        const guint32 a = g_array_index (ends, End, i).node;
        const guint32 b = g_array_index (ends, End, j).node;

        if (weigh_degrees (self, a, b) == degrees)
          weigh (self, a, b, limit, edits);
      }
  g_array_sort (edits, compare_edits);
  return edits;
}

/* ---- The search -------------------------------------------------------------------------------
 */

static RefrainGraph *
make_graph (const Net *net)
{
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));

  for (guint i = 0; i < net->n; i++)
    for (guint k = 0; k < net->degree[i]; k++)
      {
        const RefrainGraphEdge edge = { i, net->links[net->first[i] + k] };

        if (edge.a < edge.b)
          g_array_append_val (edges, edge);
      }
  return refrain_graph_new (net->n, (const RefrainGraphEdge *) edges->data, edges->len);
}

/* Is it mended? */
static gboolean
compare (Repair *self)
{
  g_autoptr (RefrainGraph) mended = make_graph (&self->net);

  self->n_compared++;
  return refrain_isomorphism_find (mended, self->reference, self->transitive, self->budget,
                                   &self->places)
         == REFRAIN_ISOMORPHISM_YES;
}

static gboolean descend (Repair *self);

/* Each of the best of @edits, and what follows. */
static gboolean
try_edits (Repair *self, const GArray *edits)
{
  const gint64 best = edits->len > 0 ? g_array_index (edits, Edit, 0).energy : 0;

  for (guint i = 0; i < MIN (edits->len, MAX_BRANCHES) && self->n_compared < MAX_COMPARED; i++)
    {
      const Edit edit = g_array_index (edits, Edit, i);

      if (edit.energy > best + (self->energy - best) / 8 || is_spent (self))
        break;
      g_array_append_val (self->edits, edit);
      change (self, edit.a, edit.b);
      if (descend (self))
        return TRUE;
      change (self, edit.a, edit.b);
      g_array_set_size (self->edits, self->edits->len - 1);
    }
  return FALSE;
}

/* Edits until all looks right, first those that set degrees right: of two nodes, of one, of none.
 * At last those that set two right though all still looks wrong: other wrong edges are near. */
static gboolean
descend (Repair *self)
{
  g_autoptr (GArray) ends = NULL;

  if (self->energy == 0)
    return compare (self);
  if (self->edits->len == self->most || !is_in_reach (self) || is_spent (self))
    return FALSE;
  ends = find_ends (self);
  for (gint degrees = -4; degrees <= 6; degrees += 2)
    {
      const gboolean again = degrees == 6;
      g_autoptr (GArray) edits
          = list_edits (self, ends, again ? -4 : degrees, self->energy + (again ? 1 : 0));

      if (try_edits (self, edits))
        return TRUE;
    }
  return FALSE;
}

guint32 *
refrain_topology_repair_find (RefrainGraph *graph,
                              RefrainGraph *reference,
                              gboolean transitive,
                              gsize most,
                              RefrainSearchBudget *budget)
{
  Repair repair = { .reference = reference,
                    .transitive = transitive,
                    .budget = budget,
                    .most = MIN (most, REFRAIN_REPAIR_MAX_EDITS),
                    .max_degree = MAX (refrain_graph_get_max_degree (graph),
                                       refrain_graph_get_max_degree (reference)) };

  g_return_val_if_fail (REFRAIN_IS_GRAPH (graph) && REFRAIN_IS_GRAPH (reference), NULL);
  g_return_val_if_fail (refrain_graph_get_n (graph) == refrain_graph_get_n (reference), NULL);

  repair.slots = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);
  repair.surplus = g_array_new (FALSE, FALSE, sizeof (gint64));
  repair.wanted = g_array_new (FALSE, FALSE, sizeof (guint8));
  repair.edits = g_array_new (FALSE, FALSE, sizeof (Edit));
  net_init (&repair.net, graph);
  repair.degrees = g_new0 (gint64, repair.max_degree + ROOM + 2);
  for (guint i = 0; i < repair.net.n; i++)
    {
      repair.degrees[refrain_graph_get_degree (graph, i)]++;
      repair.degrees[refrain_graph_get_degree (reference, i)]--;
    }
  count_all (&repair, reference);
  if (!descend (&repair))
    g_clear_pointer (&repair.places, g_free);
  net_clear (&repair.net);
  g_free (repair.degrees);
  g_hash_table_unref (repair.slots);
  refrain_unref_arrays (repair.surplus, repair.wanted, repair.edits);
  return repair.places;
}
