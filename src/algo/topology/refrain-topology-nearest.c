/* refrain-topology-nearest.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Colours tell nodes apart by what is around them, up to a few links away; a node and one of the
 * reference with the same colour are a seed, with the ball around them. From there the match grows:
 * a node goes where most of its placed neighbours say, and waits while they do not agree.
 */
#include "refrain-topology-nearest.h"

#include "refrain-compare.h"
#include "refrain-divisor.h"
#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-topology-repair.h"

enum
{
  ROUNDS = 4,      /* links that colours see */
  MAX_TRIED = 8,   /* references that are grown on */
  MAX_GRAPHS = 64, /* references whose degrees and looks are compared */
  MIN_SEEDS = 12,  /* of each reference */
  MAX_SEEDS = 100,
  SEED_NODES = 20000, /* all seeds' nodes, about */
  MANY_NODES = 256,
  MAX_PIECES = 32,        /* that growing begins again in */
  MAX_OF_CLASS = 4,       /* of one colour */
  MAX_HUB = 64,           /* links of a node whose neighbours are asked again */
  MAX_BALL = 160,         /* nodes */
  MAX_DEGREE_OF_TWO = 12, /* neighbours up to which balls have a radius of two */
  MAX_SWAPPED = 64,       /* nodes with wrong edges that change places */
};

/* Links that mending may look at, for one reference and for all. */
#define REPAIR_STEPS     ((guint64) 20000000)
#define ALL_REPAIR_STEPS ((guint64) 80000000)

#define NOWHERE G_MAXUINT32

typedef struct
{
  RefrainGraph *graph;
  guint n;
  guint64 *colours; /* ROUNDS + 1 of each node */
} Side;

typedef struct
{
  Side ours, theirs;
  RefrainSearchBudget *budget;
  guint32 *places;     /* of ours, or NOWHERE */
  guint32 *process_at; /* of theirs */
  guint32 *votes;      /* for each of theirs, all 0 between */
  GQueue queue;        /* of ours that may have a place now */
  guint8 *queued, *waiting;
} Match;

/* ---- Colours ----------------------------------------------------------------------------------
 */

static void
side_init (Side *self, RefrainGraph *graph)
{
  const guint n = refrain_graph_get_n (graph);

  self->graph = graph;
  self->n = n;
  self->colours = g_new (guint64, (gsize) n * (ROUNDS + 1));
  for (guint i = 0; i < n; i++)
    self->colours[(gsize) i * (ROUNDS + 1)]
        = refrain_hash_mix (refrain_graph_get_degree (graph, i) + 1);
  for (guint r = 1; r <= ROUNDS; r++)
    for (guint i = 0; i < n; i++)
      {
        const guint32 *neighbours = refrain_graph_get_neighbours (graph, i);
        guint64 sum = 0;

        for (guint k = 0; k < refrain_graph_get_degree (graph, i); k++)
          sum += refrain_hash_mix (self->colours[(gsize) neighbours[k] * (ROUNDS + 1) + r - 1]);
        self->colours[(gsize) i * (ROUNDS + 1) + r]
            = refrain_hash_mix (sum + 3 * self->colours[(gsize) i * (ROUNDS + 1) + r - 1]);
      }
}

static guint64
get_colour (const Side *side, guint node, guint round)
{
  return side->colours[(gsize) node * (ROUNDS + 1) + round];
}

/* Up to how many links away two nodes look the same: 0 to ROUNDS + 1. */
static guint
count_alike (const Match *match, guint ours, guint theirs)
{
  guint r = 0;

  while (r <= ROUNDS
         && get_colour (&match->ours, ours, r) == get_colour (&match->theirs, theirs, r))
    r++;
  return r;
}

/* ---- Growing ----------------------------------------------------------------------------------
 */

static void
enqueue (Match *match, guint node)
{
  if (!match->queued[node] && match->places[node] == NOWHERE)
    {
      match->queued[node] = TRUE;
      g_queue_push_tail (&match->queue, GUINT_TO_POINTER (node));
    }
}

static void
put (Match *match, guint node, guint place)
{
  const guint32 *neighbours = refrain_graph_get_neighbours (match->ours.graph, node);

  match->places[node] = place;
  match->process_at[place] = node;
  match->waiting[node] = FALSE;
  for (guint k = 0; k < refrain_graph_get_degree (match->ours.graph, node); k++)
    {
      const guint degree = refrain_graph_get_degree (match->ours.graph, neighbours[k]);
      const guint32 *others = refrain_graph_get_neighbours (match->ours.graph, neighbours[k]);

      enqueue (match, neighbours[k]);
      /* Where one of several is placed, the others have less choice. */
      for (guint j = 0; j < degree && degree <= MAX_HUB; j++)
        if (match->waiting[others[j]])
          enqueue (match, others[j]);
    }
}

/* What the placed neighbours of a node say. */
typedef struct
{
  guint32 place; /* NOWHERE: nothing */
  guint votes, alike;
  gboolean clear; /* no other has as many votes and looks as much alike */
} Advice;

static gboolean
is_better_advice (const Advice *a, const Advice *b)
{
  if (b->place == NOWHERE || a->votes != b->votes)
    return b->place == NOWHERE || a->votes > b->votes;
  return a->alike > b->alike;
}

static Advice
ask_neighbours (Match *match, guint node)
{
  const guint32 *neighbours = refrain_graph_get_neighbours (match->ours.graph, node);
  const guint degree = refrain_graph_get_degree (match->ours.graph, node);
  Advice best = { .place = NOWHERE };
  Advice second = { .place = NOWHERE };

  for (int pass = 0; pass < 3; pass++)
    for (guint k = 0; k < degree; k++)
      {
        const guint32 at = match->places[neighbours[k]];
        const guint32 *around
            = at != NOWHERE ? refrain_graph_get_neighbours (match->theirs.graph, at) : NULL;
        const guint n = at != NOWHERE ? refrain_graph_get_degree (match->theirs.graph, at) : 0;

        match->budget->steps -= MIN (match->budget->steps, n);
        for (guint j = 0; j < n; j++)
          {
            const guint32 place = around[j];

            if (match->process_at[place] != NOWHERE)
              continue;
            if (pass == 0)
              match->votes[place]++;
            else if (pass == 2)
              match->votes[place] = 0;
            else if (match->votes[place] > 0 && place != best.place)
              {
                const Advice advice
                    = { place, match->votes[place], count_alike (match, node, place), FALSE };

                if (is_better_advice (&advice, &best))
                  {
                    second = best;
                    best = advice;
                  }
                else if (place != second.place && is_better_advice (&advice, &second))
                  second = advice;
              }
          }
      }
  best.clear
      = best.place != NOWHERE && (second.place == NOWHERE || is_better_advice (&best, &second));
  return best;
}

/* The node that waits with the best advice. */
static gboolean
force_one (Match *match)
{
  Advice best = { .place = NOWHERE };
  guint chosen = 0;

  for (guint i = 0; i < match->ours.n; i++)
    if (match->waiting[i])
      {
        const Advice advice = ask_neighbours (match, i);

        if (advice.place != NOWHERE && is_better_advice (&advice, &best))
          {
            best = advice;
            chosen = i;
          }
        match->waiting[i] = advice.place != NOWHERE;
      }
  if (best.place == NOWHERE)
    return FALSE;
  put (match, chosen, best.place);
  return TRUE;
}

static gboolean
is_late (const RefrainSearchBudget *budget)
{
  return budget->deadline != 0 && g_get_monotonic_time () > budget->deadline;
}

static gboolean
is_spent (Match *match)
{
  return match->budget->steps == 0 || g_cancellable_is_cancelled (match->budget->cancellable)
         || is_late (match->budget);
}

static void
grow (Match *match)
{
  do
    while (!g_queue_is_empty (&match->queue))
      {
        const guint node = GPOINTER_TO_UINT (g_queue_pop_head (&match->queue));
        Advice advice;

        match->queued[node] = FALSE;
        if (match->places[node] != NOWHERE)
          continue;
        advice = ask_neighbours (match, node);
        if (advice.clear && (advice.votes > 1 || advice.alike > ROUNDS))
          put (match, node, advice.place);
        else
          match->waiting[node] = advice.place != NOWHERE;
      }
  while (!is_spent (match) && force_one (match));
  g_queue_clear (&match->queue);
}

/* A node without a place, and a place without a node, that look alike from as far as any do: of the
 * rarest colour. FALSE where there is none. */
static gboolean
put_another (Match *match)
{
  for (guint round = ROUNDS + 1; round-- > 0;)
    {
      g_autoptr (GHashTable) open = g_hash_table_new (refrain_hash_int64, g_int64_equal);
      g_autofree guint *counts = g_new0 (guint, match->theirs.n + 1);
      guint best = NOWHERE, node = NOWHERE;

      for (guint p = 0; p < match->theirs.n; p++)
        if (match->process_at[p] == NOWHERE)
          {
            const guint64 *colour = &match->theirs.colours[(gsize) p * (ROUNDS + 1) + round];
            gpointer first;

            if (g_hash_table_lookup_extended (open, colour, NULL, &first))
              counts[GPOINTER_TO_UINT (first)]++;
            else
              g_hash_table_insert (open, (gpointer) colour, GUINT_TO_POINTER (p));
          }
      for (guint i = 0; i < match->ours.n; i++)
        if (match->places[i] == NOWHERE)
          {
            const guint64 *colour = &match->ours.colours[(gsize) i * (ROUNDS + 1) + round];
            gpointer first;

            if (g_hash_table_lookup_extended (open, colour, NULL, &first)
                && (best == NOWHERE || counts[GPOINTER_TO_UINT (first)] < counts[best]))
              {
                best = GPOINTER_TO_UINT (first);
                node = i;
              }
          }
      if (best != NOWHERE)
        {
          put (match, node, best);
          return TRUE;
        }
    }
  return FALSE;
}

/* What has no place takes what is left, alike ones first. */
static void
fill_up (Match *match)
{
  for (int pass = 0; pass < 2; pass++)
    {
      guint place = 0;

      for (guint i = 0; i < match->ours.n; i++)
        {
          if (match->places[i] != NOWHERE)
            continue;
          for (place = pass == 0 ? 0 : place; place < match->theirs.n; place++)
            if (match->process_at[place] == NOWHERE
                && (pass == 1
                    || get_colour (&match->ours, i, 0) == get_colour (&match->theirs, place, 0)))
              break;
          if (place < match->theirs.n)
            {
              match->places[i] = place;
              match->process_at[place] = i;
            }
        }
    }
}

/* ---- Seeds ------------------------------------------------------------------------------------
 */

/* The nodes at most @radius links away from @centre, which comes first; no more than MAX_BALL + 1.
 */
static GArray *
make_ball (RefrainGraph *graph, guint centre, guint radius)
{
  GArray *ball = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  guint from = 0;

  g_array_append_val (ball, centre);
  g_hash_table_add (seen, GUINT_TO_POINTER (centre));
  for (guint r = 0; r < radius; r++)
    {
      const guint end = ball->len;

      for (; from < end; from++)
        {
          const guint node = g_array_index (ball, guint32, from);
          const guint32 *neighbours = refrain_graph_get_neighbours (graph, node);

          for (guint k = 0; k < refrain_graph_get_degree (graph, node); k++)
            if (ball->len <= MAX_BALL && g_hash_table_add (seen, GUINT_TO_POINTER (neighbours[k])))
              g_array_append_val (ball, neighbours[k]);
        }
    }
  return ball;
}

/* Puts the ball around @node where that around @place is, if they are the same. */
static gboolean
put_ball (Match *match, guint node, guint place, guint radius)
{
  g_autoptr (GArray) ours = make_ball (match->ours.graph, node, radius);
  g_autoptr (GArray) theirs = make_ball (match->theirs.graph, place, radius);
  const guint32 *nodes = (const guint32 *) ours->data, *others = (const guint32 *) theirs->data;
  g_autoptr (RefrainGraph) a = NULL, b = NULL;
  g_autofree guint32 *found = NULL;

  if (ours->len != theirs->len || ours->len > MAX_BALL)
    return FALSE;
  a = refrain_graph_new_part (match->ours.graph, nodes, ours->len);
  b = refrain_graph_new_part (match->theirs.graph, others, theirs->len);
  if (refrain_isomorphism_find (a, b, FALSE, match->budget, &found) != REFRAIN_ISOMORPHISM_YES
      || found[0] != 0)
    return FALSE;
  for (guint i = 0; i < ours->len; i++)
    put (match, nodes[i], others[found[i]]);
  return TRUE;
}

static void
begin (Match *match)
{
  refrain_fill (match->places, 0xff, match->ours.n * sizeof *match->places);
  refrain_fill (match->process_at, 0xff, match->theirs.n * sizeof *match->process_at);
  refrain_fill (match->queued, 0, match->ours.n);
  refrain_fill (match->waiting, 0, match->ours.n);
}

/* A class of nodes that look the same so far. */
typedef struct
{
  guint64 colour;
  guint node; /* the first one */
  guint count;
} Class;

REFRAIN_DEFINE_COMPARE (compare_classes, Class, REFRAIN_RISING (count) ?: REFRAIN_RISING (node))

/* The classes of the reference, rare ones first. */
static GArray *
list_classes (const Side *side, guint round)
{
  g_autoptr (GHashTable) slots = g_hash_table_new (refrain_hash_int64, g_int64_equal);
  GArray *classes = g_array_sized_new (FALSE, FALSE, sizeof (Class), side->n);

  for (guint i = 0; i < side->n; i++)
    {
      const guint64 colour = get_colour (side, i, round);
      Class *class = g_hash_table_lookup (slots, &colour);

      if (class == NULL)
        {
          const Class first = { colour, i, 0 };

          g_array_append_val (classes, first); /* does not move: sized before */
          class = &g_array_index (classes, Class, classes->len - 1);
          g_hash_table_insert (slots, &class->colour, class);
        }
      class->count++;
    }
  g_hash_table_remove_all (slots);
  g_array_sort (classes, compare_classes);
  return classes;
}

/* ---- Differences ------------------------------------------------------------------------------
 */

static gsize
count_common (const Match *match)
{
  gsize common = 0;

  for (guint i = 0; i < match->ours.n; i++)
    {
      const guint32 *neighbours = refrain_graph_get_neighbours (match->ours.graph, i);

      for (guint k = 0; k < refrain_graph_get_degree (match->ours.graph, i); k++)
        if (neighbours[k] > i)
          common += refrain_graph_has_edge (match->theirs.graph, match->places[i],
                                            match->places[neighbours[k]]);
    }
  return common;
}

static gsize
count_differences (const Match *match)
{
  return refrain_graph_get_n_edges (match->ours.graph)
         + refrain_graph_get_n_edges (match->theirs.graph) - 2 * count_common (match);
}

/* Common edges of @node if it were at @place. */
static guint
count_at (const Match *match, guint node, guint place)
{
  const guint32 *neighbours = refrain_graph_get_neighbours (match->ours.graph, node);
  guint n = 0;

  for (guint k = 0; k < refrain_graph_get_degree (match->ours.graph, node); k++)
    n += place != match->places[neighbours[k]]
         && refrain_graph_has_edge (match->theirs.graph, place, match->places[neighbours[k]]);
  return n;
}

/* Nodes with edges that differ change places as long as that helps. */
static void
improve (Match *match)
{
  guint32 nodes[MAX_SWAPPED];
  guint n = 0;
  gboolean better = TRUE;

  for (guint i = 0; i < match->ours.n && n < MAX_SWAPPED; i++)
    if (count_at (match, i, match->places[i]) < refrain_graph_get_degree (match->ours.graph, i)
        || refrain_graph_get_degree (match->theirs.graph, match->places[i])
               > refrain_graph_get_degree (match->ours.graph, i))
      nodes[n++] = i;
  for (guint turn = 0; turn < 4 && better && !is_spent (match); turn++)
    {
      better = FALSE;
      for (guint i = 0; i < n; i++)
        for (guint j = 0; j < i; j++)
          {
            const guint32 a = nodes[i], b = nodes[j];
            const guint32 at_a = match->places[a], at_b = match->places[b];
            const guint before = count_at (match, a, at_a) + count_at (match, b, at_b);

            match->places[a] = at_b;
            match->places[b] = at_a;
            if (count_at (match, a, at_b) + count_at (match, b, at_a) > before)
              {
                match->process_at[at_b] = a;
                match->process_at[at_a] = b;
                better = TRUE;
                continue;
              }
            match->places[a] = at_a;
            match->places[b] = at_b;
          }
    }
}

static void
list_differences (const Match *match, RefrainTopologyNearest *nearest)
{
  nearest->extra = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
  nearest->missing = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
  for (guint i = 0; i < match->ours.n; i++)
    {
      const guint32 *ours = refrain_graph_get_neighbours (match->ours.graph, i);
      const guint32 place = nearest->places[i];
      const guint32 *theirs = refrain_graph_get_neighbours (match->theirs.graph, place);

      for (guint k = 0; k < refrain_graph_get_degree (match->ours.graph, i); k++)
        {
          const RefrainGraphEdge edge = { i, ours[k] };

          if (edge.a < edge.b
              && !refrain_graph_has_edge (match->theirs.graph, place, nearest->places[edge.b]))
            g_array_append_val (nearest->extra, edge);
        }
      for (guint k = 0; k < refrain_graph_get_degree (match->theirs.graph, place); k++)
        {
          const RefrainGraphEdge edge = { i, match->process_at[theirs[k]] };

          if (edge.a < edge.b && !refrain_graph_has_edge (match->ours.graph, edge.a, edge.b))
            g_array_append_val (nearest->missing, edge);
        }
    }
}

/* ---- One reference ----------------------------------------------------------------------------
 */

/* Grows from one seed. Keeps the places where there are fewer differences than @best. */
static void
try_seed (Match *match, guint node, guint place, guint radius, gsize *best, guint32 *best_places)
{
  gsize differences;

  begin (match);
  if (radius == 0)
    put (match, node, place);
  else if (!put_ball (match, node, place, radius))
    return;
  grow (match);
  for (guint piece = 0; piece < MAX_PIECES && put_another (match) && !is_spent (match); piece++)
    grow (match);
  fill_up (match);
  differences = count_differences (match);
  if (differences > 0)
    improve (match);
  differences = count_differences (match);
  if (differences < *best)
    {
      *best = differences;
      refrain_copy (best_places, match->places, match->ours.n * sizeof *best_places);
    }
}

/* A step with which one comes by all of @n, and not in their order. */
static guint
find_stride (guint n)
{
  for (guint stride = MAX (n * 5 / 8, 1);; stride++)
    if (refrain_find_divisor (stride, n) == 1)
      return stride;
}

/* From the strictest colours that both have, rare ones first, until the differences are no more
 * than the number of edges makes necessary. */
static void
try_seeds (Match *match, gsize *best, guint32 *best_places)
{
  const gsize a = refrain_graph_get_n_edges (match->ours.graph);
  const gsize b = refrain_graph_get_n_edges (match->theirs.graph);
  const gsize least = MAX (a > b ? a - b : b - a, 1);
  const gboolean is_dense = refrain_graph_get_max_degree (match->theirs.graph) > MAX_DEGREE_OF_TWO;
  const guint n = match->ours.n, stride = find_stride (n);
  guint n_seeds = CLAMP (SEED_NODES / n, MIN_SEEDS, MAX_SEEDS);
  guint n_tried = 0;

  for (guint round = ROUNDS + 1; round-- > 0 && n_tried < n_seeds;)
    {
      g_autoptr (GArray) classes = list_classes (&match->theirs, round);
      const guint radius = MIN (round, is_dense ? 1 : 2);

      /* In a large graph that is nearly the reference many nodes look like its own. */
      if (round < 2 && n > MANY_NODES)
        n_seeds = MIN (n_seeds, n_tried + 1);

      for (guint c = 0; c < classes->len && n_tried < n_seeds; c++)
        {
          const Class *class = &g_array_index (classes, Class, c);
          guint n_of_class = 0;

          /* One here, one there, so that not all of them are near the same wrong edge. */
          for (guint turn = 0; turn < n && n_of_class < MAX_OF_CLASS && n_tried < n_seeds; turn++)
            {
              const guint i = (guint) ((guint64) turn * stride % n);

              if (get_colour (&match->ours, i, round) != class->colour)
                continue;
              n_tried++;
              n_of_class++;
              try_seed (match, i, class->node, radius, best, best_places);
              if (*best <= least || is_spent (match))
                return;
            }
        }
    }
}

/* ---- Which references -------------------------------------------------------------------------
 */

typedef struct
{
  const RefrainTopologySpec *spec;
  guint number;
  gsize distance;
  RefrainGraph *graph;
} Reference;

REFRAIN_DEFINE_COMPARE (compare_references,
                        Reference,
                        REFRAIN_RISING (distance) ?: REFRAIN_RISING (number))

REFRAIN_DEFINE_CLEAR (clear_reference, Reference, g_clear_object (&x->graph))

/* How many edges must differ at least where nodes have these degrees: half the sum of the
 * differences of the sorted degrees. */
static gsize
compare_degrees (RefrainGraph *a, RefrainGraph *b)
{
  g_autofree guint *x = refrain_graph_count_degrees (a), *y = refrain_graph_count_degrees (b);
  const guint max_x = refrain_graph_get_max_degree (a), max_y = refrain_graph_get_max_degree (b);
  gint64 open = 0;
  gsize sum = 0;

  for (guint d = 0; d < MAX (max_x, max_y); d++)
    {
      open += (d <= max_x ? (gint64) x[d] : 0) - (d <= max_y ? (gint64) y[d] : 0);
      sum += (gsize) ABS (open);
    }
  return (sum + 1) / 2;
}

/* Those of the library that may differ in at most @most edges, likely ones first. */
static GArray *
list_references (RefrainGraph *graph, GPtrArray *specs, gsize most, RefrainSearchBudget *budget)
{
  GArray *references = g_array_new (FALSE, FALSE, sizeof (Reference));
  g_autoptr (GHashTable) forms = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const gsize n_edges = refrain_graph_get_n_edges (graph), n = refrain_graph_get_n (graph);

  g_array_set_clear_func (references, clear_reference);
  for (guint i = 0; i < specs->len; i++)
    {
      const RefrainTopologySpec *spec = specs->pdata[i];
      const gsize edges = refrain_topology_spec_count_edges (spec);
      const Reference reference = { spec, i, edges > n_edges ? edges - n_edges : n_edges - edges };
      char *form = refrain_topology_spec_make_normal_form (spec);

      /* What is nearly a stencil so wide that it links all is nearly all to all. */
      if (reference.distance > most
          || (edges == n * (n - 1) / 2 && spec->reach == REFRAIN_REACH_ALL
              && spec->kind == REFRAIN_TOPOLOGY_GRID))
        g_free (form);
      else if (form == NULL || g_hash_table_add (forms, form))
        g_array_append_val (references, reference);
    }
  g_array_sort (references, compare_references);
  if (references->len > MAX_GRAPHS)
    g_array_set_size (references, MAX_GRAPHS);
  for (guint i = 0; i < references->len; i++)
    {
      Reference *reference = &g_array_index (references, Reference, i);

      reference->graph = refrain_topology_spec_make_graph (reference->spec);
      reference->distance = MAX (reference->distance, compare_degrees (graph, reference->graph));
    }
  g_array_sort (references, compare_references);
  return references;
}

static void
keep (Match *match,
      const Reference *reference,
      const guint32 *places,
      RefrainTopologyNearest *nearest)
{
  g_clear_pointer (&nearest->places, g_free);
  g_clear_pointer (&nearest->extra, g_array_unref);
  g_clear_pointer (&nearest->missing, g_array_unref);
  nearest->spec = reference->spec;
  nearest->places = g_memdup2 (places, match->ours.n * sizeof *places);
  for (guint i = 0; i < match->ours.n; i++)
    match->process_at[places[i]] = i;
  match->theirs.graph = reference->graph;
  list_differences (match, nearest);
}

/* Mends the graph with at most @edits edits until it is one of the references: the one with the
 * fewest wrong edges, of those the one that the library prefers. */
static void
repair_all (Match *match,
            GArray *references,
            gsize edits,
            guint64 *repair_steps,
            gsize *best,
            RefrainTopologyNearest *nearest)
{
  guint number = 0;

  for (guint i = 0; i < references->len; i++)
    {
      Reference *reference = &g_array_index (references, Reference, i);
      const gsize limit = MIN (*best, edits);
      RefrainSearchBudget budget = *match->budget;
      g_autofree guint32 *places = NULL;
      gsize differences;
      guint64 steps;

      if (reference->distance > limit
          || (reference->distance == *best && reference->number > number))
        continue;
      budget.steps = steps = MIN (REPAIR_STEPS, *repair_steps);
      places = refrain_topology_repair_find (match->ours.graph, reference->graph,
                                             reference->spec->transitive, limit, &budget);
      *repair_steps -= steps - budget.steps;
      if (places == NULL)
        continue;
      refrain_copy (match->places, places, match->ours.n * sizeof *places);
      match->theirs.graph = reference->graph;
      differences = count_differences (match);
      if (differences > *best || (differences == *best && reference->number > number))
        continue;
      *best = differences;
      number = reference->number;
      keep (match, reference, places, nearest);
    }
}

static void
try_reference (Match *match,
               const Reference *reference,
               gsize *best,
               guint32 *places,
               RefrainTopologyNearest *nearest)
{
  const gsize before = *best;

  side_init (&match->theirs, reference->graph);
  try_seeds (match, best, places);
  if (*best < before)
    keep (match, reference, places, nearest);
  g_free (match->theirs.colours);
}

/* No mapping on any of @references has fewer wrong edges than this. */
static gsize
find_least (RefrainGraph *graph, GArray *references)
{
  gsize least = G_MAXSIZE;

  for (guint i = 0; i < references->len; i++)
    {
      const Reference *reference = &g_array_index (references, Reference, i);
      /* It is none of them: the same number of edges differs in two at least. */
      const gboolean same
          = refrain_graph_get_n_edges (graph) == refrain_graph_get_n_edges (reference->graph);

      least = MIN (least, MAX (reference->distance, same ? 2 : 1));
    }
  return least;
}

void
refrain_topology_nearest_find (RefrainGraph *graph,
                               GPtrArray *specs,
                               gsize most,
                               RefrainSearchBudget *budget,
                               RefrainTopologyNearest *nearest)
{
  const guint n = refrain_graph_get_n (graph);
  g_autoptr (GArray) references = NULL;
  g_autofree guint32 *places = g_new (guint32, n + 1);
  Match match = { .budget = budget };
  gsize best = most + 1;
  guint64 repair_steps = ALL_REPAIR_STEPS;
  gboolean is_mended;
  guint n_grown = 0;

  *nearest = (RefrainTopologyNearest){ 0 };
  references = list_references (graph, specs, most, budget);
  side_init (&match.ours, graph);
  match.places = g_new (guint32, n + 1);
  match.process_at = g_new (guint32, n + 1);
  match.votes = g_new0 (guint32, n + 1);
  match.queued = g_new0 (guint8, n + 1);
  match.waiting = g_new0 (guint8, n + 1);
  for (gsize edits = 2; edits <= REFRAIN_REPAIR_MAX_EDITS && nearest->spec == NULL; edits *= 2)
    repair_all (&match, references, edits, &repair_steps, &best, nearest);
  is_mended = nearest->spec != NULL && best <= 2 * find_least (graph, references);
  for (guint i = 0; i < MIN (references->len, MAX_TRIED) && !is_mended && !is_spent (&match); i++)
    {
      const Reference *reference = &g_array_index (references, Reference, i);

      if (reference->distance < best)
        try_reference (&match, reference, &best, places, nearest);
      n_grown += !is_late (budget);
    }
  nearest->n_near = references->len;
  if (!is_mended && is_late (budget))
    nearest->n_untried = references->len - n_grown;
  nearest->is_bound = nearest->spec != NULL && best > find_least (graph, references);
  refrain_free (match.ours.colours, match.places, match.process_at, match.votes, match.queued,
                match.waiting);
}
