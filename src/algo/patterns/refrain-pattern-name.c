/* refrain-pattern-name.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a pattern is called: who sends to whom makes a graph, whose shape has a name; some are told
 * apart by the order in which the processes send and receive.
 */
#include <glib/gi18n.h>

#include "refrain-pattern-private.h"
#include "refrain-collective-name.h"
#include "refrain-mapping.h"
#include "refrain-pattern-nodes.h"
#include "refrain-pattern-steps.h"

/* So many of all pairs are nearly all. */
#define NEARLY_ALL 0.8

/* What one process does: the operations of its parts of the first occurrence. */
typedef struct
{
  const RefrainOps *ops;
  const guint32 *op;
  guint32 first, n;
} Part;

static Part
get_part (RefrainPattern *self, gsize k)
{
  const RefrainOccurrencePart *part = &self->occurrences[k];
  RefrainTrace *trace = refrain_symbols_get_trace (self->symbols);

  return (Part){ refrain_trace_get_ops (trace, part->process),
                 refrain_symbols_get_stream (self->symbols, part->process)->op, part->first,
                 part->n };
}

/* "MPI_Bcast, MPI_Gather": what a collective pattern does, as one process sees it in the middle of
 * the run: the first time it may block, and later not. */
static char *
collective_name (RefrainPattern *self)
{
  RefrainTrace *trace = refrain_symbols_get_trace (self->symbols);
  const gsize occurrence = self->n_occurrences / 2;
  const gsize middle = self->first_part != NULL ? self->first_part[occurrence]
                                                : occurrence * self->n_occurrence_parts;
  const Part part = get_part (self, middle);
  GString *text = g_string_new (NULL);
  const char *last = NULL;

  for (guint32 i = part.first; i < part.first + part.n && text->len < 80; i++)
    {
      const char *name
          = refrain_trace_name_collective (trace, self->occurrences[middle].process, part.op[i]);

      if (g_strcmp0 (name, last) != 0)
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", name);
      last = name;
    }
  return g_string_free (text, FALSE);
}

/* Who sends to whom; NULL when a peer takes no part. */
static RefrainPatternGraph *
make_graph (RefrainPattern *self, const RefrainPatternNodes *nodes)
{
  g_autoptr (RefrainPatternGraph) graph = refrain_pattern_graph_new (nodes->n);

  for (gsize k = 0; k < self->n_occurrence_parts; k++)
    {
      const Part part = get_part (self, k);
      const guint32 own = refrain_pattern_nodes_find (nodes, (gint32) self->occurrences[k].process);

      for (guint32 i = part.first; i < part.first + part.n; i++)
        {
          const guint32 op = part.op[i],
                        peer = refrain_pattern_nodes_find (nodes, part.ops->peer[op]);

          if (peer == REFRAIN_NONE)
            return NULL;
          if (REFRAIN_OP_IS_SEND (part.ops->kind[op]))
            refrain_pattern_graph_add (graph, own, peer, TRUE);
          else
            refrain_pattern_graph_add (graph, peer, own, FALSE);
        }
    }
  refrain_pattern_graph_finish (graph);
  return g_steal_pointer (&graph);
}

/* Whether each process receives from all from whom it does before it sends. */
static gboolean
waits_before_sending (RefrainPattern *self,
                      const RefrainPatternGraph *graph,
                      const RefrainPatternNodes *nodes)
{

  for (gsize k = 0; k < self->n_occurrence_parts; k++)
    {
      const Part part = get_part (self, k);
      g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

      if (k > 0 && self->occurrences[k].process == self->occurrences[k - 1].process)
        continue;
      for (guint32 i = part.first;
           i < part.first + part.n && !REFRAIN_OP_IS_SEND (part.ops->kind[part.op[i]]); i++)
        g_hash_table_add (seen, GINT_TO_POINTER (part.ops->peer[part.op[i]]));
      if (g_hash_table_size (seen)
          != graph->receives_from[refrain_pattern_nodes_find (
              nodes, (gint32) self->occurrences[k].process)])
        return FALSE;
    }
  return TRUE;
}

/* The partners of @process in each round, if it exchanges one message each way with one after the
 * other, as @n_rounds of them; FALSE where it does something else. */
static gboolean
read_rounds (RefrainPattern *self,
             const RefrainPatternNodes *nodes,
             const Part *part,
             guint n_rounds,
             guint32 *partners)
{
  if (part->n != 2 * n_rounds)
    return FALSE;
  for (guint32 i = 0; i < part->n; i++)
    {
      const guint32 op = part->op[part->first + i];
      const guint32 peer = refrain_pattern_nodes_find (nodes, part->ops->peer[op]);

      if (i % 2 == 1
          && (peer != partners[i / 2]
              || REFRAIN_OP_IS_SEND (part->ops->kind[op])
                     == REFRAIN_OP_IS_SEND (part->ops->kind[part->op[part->first + i - 1]])))
        return FALSE;
      partners[i / 2] = peer;
    }
  return TRUE;
}

/* The same of one that only sends to its partner of a round, or only receives from it, however
 * often.
 */
static gboolean
read_one_way_rounds (RefrainPattern *self,
                     const RefrainPatternNodes *nodes,
                     const Part *part,
                     guint n_rounds,
                     guint32 *partners)
{
  gboolean sends = FALSE;
  guint n = 0;

  for (guint32 i = 0; i < part->n; i++)
    {
      const guint32 op = part->op[part->first + i];
      const guint32 peer = refrain_pattern_nodes_find (nodes, part->ops->peer[op]);

      if (n > 0 && peer == partners[n - 1])
        {
          if (sends != REFRAIN_OP_IS_SEND (part->ops->kind[op]))
            return FALSE;
          continue;
        }
      if (n == n_rounds)
        return FALSE;
      partners[n++] = peer;
      sends = REFRAIN_OP_IS_SEND (part->ops->kind[op]);
    }
  return n == n_rounds;
}

/* Whether all exchange messages in rounds, or with @one_way send or receive them, in each of them
 * with the process that differs in one bit: however they are numbered, two rounds then lead to the
 * same process in either order. */
static gboolean
goes_in_rounds (RefrainPattern *self, const RefrainPatternNodes *nodes, gboolean one_way)
{
  const guint n_rounds = g_bit_storage (nodes->n) - 1;
  g_autofree guint32 *partners = NULL;

  if (nodes->n != 1u << n_rounds || self->n_occurrence_parts != nodes->n)
    return FALSE;
  partners = g_new (guint32, (gsize) nodes->n * n_rounds + 1);
  for (gsize k = 0; k < nodes->n; k++)
    {
      const Part part = get_part (self, k);
      const guint32 own = refrain_pattern_nodes_find (nodes, (gint32) self->occurrences[k].process);

      if (!(one_way ? read_one_way_rounds : read_rounds) (self, nodes, &part, n_rounds,
                                                          &partners[own * n_rounds]))
        return FALSE;
    }
  for (guint32 i = 0; i < nodes->n; i++)
    for (guint a = 0; a < n_rounds; a++)
      for (guint b = 0; b <= a; b++)
        {
          const guint32 there = partners[i * n_rounds + a], other = partners[i * n_rounds + b];

          if (there == i
              || (a == b ? partners[there * n_rounds + b] != i
                         : there == other
                               || partners[there * n_rounds + b] != partners[other * n_rounds + a]))
            return FALSE;
        }
  return TRUE;
}

/* Whether a grid is two wide in all its dimensions, of which it has several. */
static gboolean
is_two_wide (const RefrainShapeFound *found)
{
  for (guint d = 0; d < found->n_dims; d++)
    if (found->dims[d] != 2)
      return FALSE;
  return found->n_dims > 1;
}

/* "2×4" */
static char *
describe_dims (const RefrainShapeFound *found)
{
  return refrain_mapping_write_sizes (found->dims, found->n_dims);
}

static char *
describe_grid (const RefrainShapeFound *found, gboolean closed)
{
  g_autofree char *dims = describe_dims (found);

  if (found->n_dims == 1)
    return closed ? g_strdup_printf (_ ("Neighbour exchange on a ring of %u"), found->dims[0])
                  : g_strdup_printf (_ ("Neighbour exchange on a line of %u"), found->dims[0]);
  /* Translators: %s is "2×4". */
  return closed ? g_strdup_printf (_ ("Neighbour exchange on a periodic %s grid"), dims)
                : g_strdup_printf (_ ("Neighbour exchange on a %s grid"), dims);
}

static char *
describe_stencil (const RefrainShapeFound *found, gboolean closed)
{
  g_autofree char *dims = describe_dims (found);

  /* Translators: %s is "2×4"; diagonals: neighbours over corners, too. */
  return closed
             ? g_strdup_printf (_ ("Neighbour exchange on a periodic %s grid with diagonals"), dims)
             : g_strdup_printf (_ ("Neighbour exchange on a %s grid with diagonals"), dims);
}

/* "Neighbour exchange on a 3×4 grid, periodic in dimension 1" */
static char *
describe_partly_closed (const RefrainShapeFound *found, gboolean diagonals)
{
  g_autofree char *grid
      = diagonals ? describe_stencil (found, FALSE) : describe_grid (found, FALSE);

  return refrain_mapping_mark_periodic (grid, found->dims, found->n_dims, found->closed);
}

/* "Neighbours at distance 1 and 2 on a ring of 8" */
static char *
describe_circulant (const RefrainShapeFound *found, guint n)
{
  g_autoptr (GString) distances = g_string_new (NULL);

  for (guint i = 0; i < found->n_distances; i++)
    g_string_append_printf (distances, "%s%u",
                            i == 0                       ? ""
                            : i + 1 < found->n_distances ? ", "
                                                         : _ (" and "),
                            found->distances[i]);
  /* Translators: %s is "1 and 2". */
  return g_strdup_printf (_ ("Neighbour exchange at distance %s on a ring of %u"), distances->str,
                          n);
}

/* The bytes over each edge in all occurrences that are of the same processes. */
static guint64 *
count_bytes (RefrainPattern *self,
             const RefrainPatternNodes *nodes,
             const RefrainPatternGraph *graph)
{
  guint64 *bytes = g_new0 (guint64, (gsize) graph->edges->len + 1);
  const gsize n = self->first_part != NULL ? self->first_part[self->n_occurrences]
                                           : self->n_occurrences * self->n_occurrence_parts;

  for (gsize k = 0; k < n; k++)
    {
      const Part part = get_part (self, k);
      const guint32 own = refrain_pattern_nodes_find (nodes, (gint32) self->occurrences[k].process);

      if (own == REFRAIN_NONE)
        continue;
      for (guint32 i = part.first; i < part.first + part.n; i++)
        {
          const guint32 op = part.op[i];
          guint place;

          if (REFRAIN_OP_IS_SEND (part.ops->kind[op])
              && refrain_pattern_graph_find_edge (
                  graph, own, refrain_pattern_nodes_find (nodes, part.ops->peer[op]), &place))
            bytes[place] += part.ops->bytes[op];
        }
    }
  return bytes;
}

/* Whether each process sends to the same other one an even number of times in a row, always: on a
 * grid that is closed and two wide, the neighbour on one side is that on the other side. */
static gboolean
sends_in_twos (RefrainPattern *self)
{
  for (gsize k = 0; k < self->n_occurrence_parts; k++)
    {
      const Part part = get_part (self, k);
      gint32 last = -1;
      guint32 run = 0;

      for (guint32 i = part.first; i < part.first + part.n; i++)
        if (REFRAIN_OP_IS_SEND (part.ops->kind[part.op[i]]))
          {
            const gint32 peer = part.ops->peer[part.op[i]];

            if (peer != last && run % 2 != 0)
              return FALSE;
            run = peer == last ? run + 1 : 1;
            last = peer;
          }
      if (run % 2 != 0)
        return FALSE;
    }
  return TRUE;
}

/* Where each sends to each: a grid of two by two, or by two by two, whose messages are of three
 * sizes. One way, who first sends and who last receives. */
static gboolean
is_small_stencil (RefrainPattern *self,
                  const RefrainPatternGraph *graph,
                  const RefrainPatternNodes *nodes,
                  RefrainShapeFound *found)
{
  g_autofree guint64 *bytes = NULL;

  if (graph->n != 4 && graph->n != 8)
    return FALSE;
  bytes = count_bytes (self, nodes, graph);
  return refrain_pattern_graph_has_sizes_of_grid (graph, bytes, found);
}

/* One way without a way back, from node @root to node @leaf. */
static char *
describe_flow (RefrainPattern *self,
               const RefrainPatternGraph *graph,
               const RefrainPatternNodes *nodes,
               const RefrainShapeFound *flow,
               gboolean of_many)
{
  const guint root = nodes->process[flow->root];
  const guint leaf = nodes->process[flow->leaf];
  const gboolean complete = graph->edges->len == (guint64) graph->n * (graph->n - 1) / 2;
  RefrainShapeFound grid = { .shape = REFRAIN_SHAPE_OTHER };
  g_autofree char *dims = NULL;

  if (waits_before_sending (self, graph, nodes))
    return of_many ? g_strdup (_ ("Sweep"))
                   : g_strdup_printf (_ ("Sweep from %u to %u"), root, leaf);
  if (graph->n > 4 && goes_in_rounds (self, nodes, TRUE))
    return of_many ? g_strdup_printf (_ ("Butterfly of %u, one way"), graph->n)
                   : g_strdup_printf (_ ("Butterfly of %u, one way to %u"), graph->n, leaf);
  if (!complete)
    grid = refrain_pattern_graph_find_one_way_grid (graph);
  if (grid.shape != REFRAIN_SHAPE_OTHER
      || (complete && is_small_stencil (self, graph, nodes, &grid)))
    {
      dims = describe_dims (&grid);
      if (grid.shape == REFRAIN_SHAPE_GRID)
        return of_many ? g_strdup_printf (_ ("One-way exchange on a %s grid"), dims)
                       : g_strdup_printf (_ ("One-way exchange on a %s grid, from %u to %u"), dims,
                                          root, leaf);
      /* Translators: %s is "2×4"; diagonals: neighbours over corners, too. */
      return of_many ? g_strdup_printf (_ ("One-way exchange on a %s grid with diagonals"), dims)
                     : g_strdup_printf (
                         _ ("One-way exchange on a %s grid with diagonals, from %u to %u"), dims,
                         root, leaf);
    }
  self->shift = !flow->itself;
  return of_many ? g_strdup (_ ("Shift")) : g_strdup_printf (_ ("Shift from %u to %u"), root, leaf);
}

/* The only node that says all it says after it has heard all it hears, or with @down before it
 * hears anything; REFRAIN_NONE where there are several or none. */
static guint32
find_turning_point (RefrainPattern *self, const RefrainPatternNodes *nodes, gboolean down)
{
  guint32 root = REFRAIN_NONE;

  for (gsize first = 0, end; first < self->n_occurrence_parts; first = end)
    {
      gboolean turned = FALSE, is_root = TRUE;

      for (end = first; end < self->n_occurrence_parts
                        && self->occurrences[end].process == self->occurrences[first].process;
           end++)
        {
          const Part part = get_part (self, end);

          for (guint32 i = part.first; i < part.first + part.n; i++)
            {
              const gboolean says = REFRAIN_OP_IS_SEND (part.ops->kind[part.op[i]]);

              turned |= says != down;
              is_root &= turned == (says != down);
            }
        }
      if (!is_root)
        continue;
      if (root != REFRAIN_NONE)
        return REFRAIN_NONE;
      root = refrain_pattern_nodes_find (nodes, (gint32) self->occurrences[first].process);
    }
  return root;
}

/* Up a tree and down again, or the other way round. */
static char *
describe_tree (RefrainPattern *self, const RefrainPatternNodes *nodes, gboolean of_many)
{
  const guint32 up = find_turning_point (self, nodes, FALSE);
  const guint32 down = find_turning_point (self, nodes, TRUE);

  if (of_many || (up == REFRAIN_NONE) == (down == REFRAIN_NONE))
    return of_many ? g_strdup (_ ("Exchange along a tree"))
                   : g_strdup_printf (_ ("Exchange along a tree of %u"), nodes->n);
  if (up != REFRAIN_NONE)
    return g_strdup_printf (_ ("Tree to %u and back"), nodes->process[up]);
  return g_strdup_printf (_ ("Tree from %u and back"), nodes->process[down]);
}

/* What is the same of each of several groups. */
static char *
describe_found_of_many (const RefrainShapeFound *found)
{
  switch (found->shape)
    {
    case REFRAIN_SHAPE_GATHER:
      return g_strdup (_ ("Gather"));
    case REFRAIN_SHAPE_SCATTER:
      return g_strdup (_ ("Scatter"));
    case REFRAIN_SHAPE_STAR:
      return g_strdup (_ ("Star"));
    case REFRAIN_SHAPE_REDUCTION:
      return g_strdup (_ ("Tree to one"));
    case REFRAIN_SHAPE_BROADCAST:
      return g_strdup (_ ("Tree from one"));
    case REFRAIN_SHAPE_RING:
      return g_strdup (_ ("Ring"));
    case REFRAIN_SHAPE_ALL_TO_ALL:
      return g_strdup (_ ("All to all"));
    default:
      return NULL;
    }
}

/* What one colour of a grid says to the other, as in red-black sweeps, or NULL. */
static char *
describe_colours (const RefrainPatternGraph *graph)
{
  const RefrainShapeFound found = refrain_pattern_graph_find_colours (graph);
  const gboolean red = graph->sends_to[0] > 0;
  g_autofree char *dims = NULL;

  if (found.shape == REFRAIN_SHAPE_OTHER)
    return NULL;
  dims = describe_dims (&found);
  /* Translators: as the fields of a chess board, of which the first process is red; %s is "2×4". */
  if (found.shape == REFRAIN_SHAPE_TORUS)
    return red ? g_strdup_printf (_ ("Red-to-black exchange on a periodic %s grid"), dims)
               : g_strdup_printf (_ ("Black-to-red exchange on a periodic %s grid"), dims);
  return red ? g_strdup_printf (_ ("Red-to-black exchange on a %s grid"), dims)
             : g_strdup_printf (_ ("Black-to-red exchange on a %s grid"), dims);
}

/* A name of the shape, or NULL. */
static char *
describe_found (RefrainPattern *self,
                const RefrainPatternGraph *graph,
                const RefrainPatternNodes *nodes,
                RefrainShapeFound *found,
                gboolean of_many)
{
  const guint root = nodes->process[found->root];
  g_autofree char *dims = NULL;
  char *name;

  if (found->shape == REFRAIN_SHAPE_ALL_TO_ALL && graph->n_to_itself == 0
      && is_small_stencil (self, graph, nodes, found))
    return describe_stencil (found, FALSE);
  name = of_many ? describe_found_of_many (found) : NULL;
  if (name != NULL)
    return name;
  switch (found->shape)
    {
    case REFRAIN_SHAPE_GATHER:
      return g_strdup_printf (_ ("Gather to %u"), root);
    case REFRAIN_SHAPE_SCATTER:
      return g_strdup_printf (_ ("Scatter from %u"), root);
    case REFRAIN_SHAPE_STAR:
      return g_strdup_printf (_ ("Star around %u"), root);
    case REFRAIN_SHAPE_ALL_TO_ALL:
      return g_strdup_printf (_ ("All to all, %u processes"), graph->n);
    case REFRAIN_SHAPE_RING:
      return g_strdup_printf (_ ("Ring of %u"), graph->n);
    case REFRAIN_SHAPE_FLOW:
      return describe_flow (self, graph, nodes, found, of_many);
    case REFRAIN_SHAPE_REDUCTION:
      return g_strdup_printf (_ ("Tree to %u"), root);
    case REFRAIN_SHAPE_BROADCAST:
      return g_strdup_printf (_ ("Tree from %u"), root);
    case REFRAIN_SHAPE_TREE:
      return describe_tree (self, nodes, of_many);
    case REFRAIN_SHAPE_GRID:
      return describe_grid (found, is_two_wide (found) && sends_in_twos (self));
    case REFRAIN_SHAPE_TORUS:
      return describe_grid (found, TRUE);
    case REFRAIN_SHAPE_STENCIL:
    case REFRAIN_SHAPE_STENCIL_TORUS:
      return describe_stencil (found, found->shape == REFRAIN_SHAPE_STENCIL_TORUS);
    case REFRAIN_SHAPE_PARTLY_CLOSED:
    case REFRAIN_SHAPE_STENCIL_PARTLY_CLOSED:
      return describe_partly_closed (found, found->shape != REFRAIN_SHAPE_PARTLY_CLOSED);
    case REFRAIN_SHAPE_TORUS_SHIFT:
      dims = describe_dims (found);
      /* Translators: each process to the next one in each dimension; %s is "4×4". */
      return g_strdup_printf (_ ("Shift on a periodic %s grid"), dims);
    case REFRAIN_SHAPE_CIRCULANT:
      return describe_circulant (found, graph->n);
    case REFRAIN_SHAPE_OTHER:
    default:
      return NULL;
    }
}

/* Whether every process sends, and receives. */
static gboolean
all_do_both (const RefrainPatternGraph *graph)
{
  for (guint i = 0; i < graph->n; i++)
    if (graph->sends_to[i] == 0 || graph->receives_from[i] == 0)
      return FALSE;
  return TRUE;
}

/* Two processes, of which one may send alone. */
static char *
describe_two (const RefrainPatternGraph *graph, const RefrainPatternNodes *nodes, gboolean of_many)
{
  const guint from = graph->sends_to[0] > 0 ? 0 : 1;

  if (graph->edges->len == 2)
    return of_many ? g_strdup (_ ("Exchange"))
                   : g_strdup_printf (_ ("Exchange between %u and %u"),
                                      MIN (nodes->process[0], nodes->process[1]),
                                      MAX (nodes->process[0], nodes->process[1]));
  return of_many ? g_strdup (_ ("Transfer"))
                 : g_strdup_printf (_ ("Transfer from %u to %u"), nodes->process[from],
                                    nodes->process[1 - from]);
}

/* Groups each of which has a leader, who alone exchanges with other leaders: sums by nodes, done by
 * hand. Two leaders are a tree. NULL where it is not that. */
static char *
describe_leaders (const RefrainPatternGraph *graph, gboolean of_many)
{
  g_autofree guint *members = g_new0 (guint, (gsize) graph->n + 1); /* of each leader */
  guint n_leaders = 0, least = G_MAXUINT, most = 0;

  for (guint i = 0; i < graph->edges->len; i++)
    {
      const guint64 edge = g_array_index (graph->edges, guint64, i);
      const guint from = (guint) (edge >> 32), to = (guint) (edge & G_MAXUINT32);
      const gboolean from_member = graph->sends_to[from] == 1 && graph->receives_from[from] == 1;

      if (from_member && graph->sends_to[to] == 1)
        return NULL;
      members[to] += from_member;
    }
  for (guint i = 0; i < graph->n; i++)
    if (graph->sends_to[i] > 1 || graph->receives_from[i] > 1)
      {
        if (graph->sends_to[i] != graph->receives_from[i] || graph->sends_to[i] <= members[i])
          return NULL;
        least = MIN (least, members[i]);
        most = MAX (most, members[i]);
        n_leaders++;
      }
  if (n_leaders < 3 || least < 2 || graph->n_to_itself > 0)
    return NULL;
  if (of_many)
    return g_strdup (_ ("Exchange over leaders"));
  return least == most ? g_strdup_printf (_ ("Exchange over the leaders of %u groups of %u"),
                                          n_leaders, least + 1)
                       : g_strdup_printf (_ ("Exchange over the leaders of %u groups"), n_leaders);
}

/* Messages whose partners partly take no part, as far as they are known. */
static char *
describe_rest (RefrainPattern *self,
               const RefrainPatternGraph *graph,
               const RefrainPatternNodes *nodes,
               gboolean of_many)
{
  guint64 messages = 0;
  g_autofree char *count = NULL;
  char *name = graph != NULL ? refrain_pattern_describe_turns (self, nodes) : NULL;

  if (name != NULL)
    return name;
  /* Leaders, too: an iteration is told by what they do on the way, where that has names. */
  self->shapeless = TRUE;
  if (graph != NULL && all_do_both (graph))
    name = describe_leaders (graph, of_many);
  self->led = name != NULL;
  if (name != NULL)
    return name;
  if (of_many)
    return g_strdup (graph != NULL && all_do_both (graph) ? _ ("Exchange") : _ ("Messages"));
  for (gsize k = 0; graph == NULL && k < self->n_occurrence_parts; k++)
    messages += self->occurrences[k].n;
  if (graph != NULL)
    messages = refrain_pattern_graph_count_messages (graph);
  count = g_strdup_printf ("%" G_GUINT64_FORMAT, messages);
  if (graph == NULL && nodes->n == 1)
    /* Translators: an end of a message alone; %s is a number. */
    return g_strdup_printf (ngettext ("%s send or receive of one process",
                                      "%s sends and receives of one process", (gulong) messages),
                            count);
  if (graph == NULL)
    return g_strdup_printf (_ ("%s sends and receives of %u processes"), count, nodes->n);
  if (graph->n == 1)
    /* Translators: a process that sends to itself; %s is a number. */
    return g_strdup_printf (ngettext ("%s message of one process to itself",
                                      "%s messages of one process to itself", (gulong) messages),
                            count);
  if ((double) graph->edges->len >= NEARLY_ALL * graph->n * (graph->n - 1))
    /* Translators: each exchanges messages with nearly all others; a count, and how many. */
    return g_strdup_printf (_ ("Nearly all to all, %u processes, %s messages"), graph->n, count);
  return all_do_both (graph)
             ? g_strdup_printf (_ ("Exchange among %u processes, %s messages"), graph->n, count)
             : g_strdup_printf (ngettext ("%s message among %u processes",
                                          "%s messages among %u processes", (gulong) messages),
                                count, graph->n);
}

/* The name of what the messages @graph are, whose shape is @found where it was looked for. */
static char *
name_graph (RefrainPattern *self,
            const RefrainPatternGraph *graph,
            const RefrainPatternNodes *nodes,
            RefrainShapeFound *found,
            gboolean of_many)
{
  char *name = describe_found (self, graph, nodes, found, of_many);

  if (name == NULL)
    name = describe_colours (graph);
  if (name == NULL)
    return describe_rest (self, graph, nodes, of_many);
  self->shape = *found;
  if (found->itself)
    {
      g_autofree char *others = name;

      /* Translators: %s is "Neighbours on a 2×2 grid". */
      name = g_strdup_printf (_ ("%s, and each with itself"), others);
    }
  return name;
}

/* Whether @found, on the numbering of @nodes, says all that there is to say. */
static gboolean
is_telling (RefrainPattern *self,
            const RefrainPatternGraph *graph,
            const RefrainPatternNodes *nodes,
            const RefrainShapeFound *found)
{
  switch (found->shape)
    {
    case REFRAIN_SHAPE_OTHER:
      return refrain_pattern_graph_find_colours (graph).shape != REFRAIN_SHAPE_OTHER;
    case REFRAIN_SHAPE_TREE:
      return FALSE;
    case REFRAIN_SHAPE_FLOW:
      return waits_before_sending (self, graph, nodes)
             || refrain_pattern_graph_find_one_way_grid (graph).shape != REFRAIN_SHAPE_OTHER;
    default:
      return TRUE;
    }
}

/* Numbers the nodes as a lattice that the messages are, where @nodes shows none; stays where they
 * are none. *@lattice: what they are, where there are more axes than shapes have, both ways. */
static void
renumber (RefrainPattern *self,
          RefrainPatternNodes **nodes,
          RefrainPatternGraph **graph,
          RefrainShapeFound *found,
          char **lattice)
{
  /* A ring of four is a grid of two by two: ranks do not tell which. */
  const gboolean either = (*graph)->n == 4 && (*graph)->edges->len == 8;
  g_autoptr (GPtrArray) others = NULL;

  if (is_telling (self, *graph, *nodes, found) && !either)
    return;
  others = refrain_pattern_nodes_list_others (*nodes, self, *graph);
  for (guint i = 0; i < others->len; i++)
    {
      RefrainPatternNodes *other = others->pdata[i];
      g_autoptr (RefrainPatternGraph) turned = make_graph (self, other);
      const RefrainShapeFound shape = refrain_pattern_graph_find_shape (turned);

      if (!is_telling (self, turned, other, &shape))
        continue;
      *found = shape;
      refrain_pattern_nodes_free (*nodes);
      *nodes = g_ptr_array_steal_index (others, i);
      refrain_pattern_graph_free (*graph);
      *graph = g_steal_pointer (&turned);
      g_clear_pointer (&self->nodes, g_array_unref);
      self->nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_array_append_vals (self->nodes, (*nodes)->process, (*nodes)->n);
      return;
    }
  if (others->len > 0 && found->shape == REFRAIN_SHAPE_OTHER
      && refrain_pattern_graph_is_even (*graph) && refrain_pattern_graph_is_both_ways (*graph))
    *lattice = g_strdup (((RefrainPatternNodes *) others->pdata[0])->lattice);
}

char *
refrain_pattern_make_name (RefrainPattern *self, gboolean of_many, char **shape)
{
  g_autoptr (RefrainPatternNodes) nodes = NULL;
  g_autoptr (RefrainPatternGraph) graph = NULL;
  g_autofree char *lattice = NULL;
  RefrainShapeFound found;

  if (self->collective)
    return collective_name (self);
  nodes = refrain_pattern_nodes_new (self);
  graph = make_graph (self, nodes);
  if (graph == NULL)
    return describe_rest (self, NULL, nodes, of_many);
  if (graph->n == 2 && graph->n_to_itself == 0 && graph->edges->len > 0)
    {
      if (shape != NULL)
        *shape = describe_two (graph, nodes, TRUE);
      return describe_two (graph, nodes, of_many);
    }
  /* Four in rounds are neighbours on a grid of two by two as well. */
  if (graph->n > 4 && refrain_pattern_graph_is_even (graph) && goes_in_rounds (self, nodes, FALSE))
    return g_strdup_printf (_ ("Butterfly of %u"), graph->n);
  found = refrain_pattern_graph_find_shape (graph);
  renumber (self, &nodes, &graph, &found, &lattice);
  if (lattice != NULL)
    /* Translators: %s is "periodic 4×4×2×2 grid" or "hypercube". */
    return g_strdup_printf (_ ("Neighbour exchange on a %s"), lattice);
  if (shape != NULL)
    *shape = name_graph (self, graph, nodes, &found, TRUE);
  return name_graph (self, graph, nodes, &found, of_many);
}
