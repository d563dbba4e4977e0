/* refrain-pattern-name.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a pattern is called: who sends to whom makes a graph, whose shape has a name; some are told
 * apart by the order in which the processes send and receive.
 */
#include "config.h"

#include <glib/gi18n.h>

#include "refrain-pattern-graph.h"
#include "refrain-pattern-private.h"

/* What one process does: the operations of its parts of the first occurrence. */
typedef struct
{
  const RefrainOps *ops;
  const guint32 *op;
  guint32 first;
  guint32 n;
} Part;

static Part
get_part (RefrainPattern *self, gsize k)
{
  const RefrainOccurrencePart *part = &self->occurrences[k];
  RefrainTrace *trace = refrain_symbols_get_trace (self->symbols);

  return (Part){ refrain_process_get_ops (refrain_trace_get_process (trace, part->process)),
                 refrain_symbols_get_stream (self->symbols, part->process)->op, part->first,
                 part->n };
}

/* "MPI_Bcast, MPI_Gather": what a collective pattern does, as its first process sees it. */
static char *
collective_name (RefrainPattern *self)
{
  const Part part = get_part (self, 0);
  GString *text = g_string_new (NULL);
  gint32 last = -1;

  for (guint32 i = part.first; i < part.first + part.n && text->len < 80; i++)
    {
      const gint32 type = part.ops->tag[part.op[i]];

      if (type != last)
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "",
                                refrain_collective_get_name ((RefrainCollective) type));
      last = type;
    }
  return g_string_free (text, FALSE);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

/* The node of a process, or REFRAIN_NONE: parts are by process. */
static guint32
find_node (const GArray *members, gint32 process)
{
  const guint32 wanted = (guint32) process;
  guint node;

  return process >= 0 && g_array_binary_search ((GArray *) members, &wanted, compare_numbers, &node)
             ? node
             : REFRAIN_NONE;
}

static GArray *
list_members (RefrainPattern *self)
{
  GArray *members = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (gsize k = 0; k < self->n_occurrence_parts; k++)
    {
      const guint32 process = self->occurrences[k].process;

      if (members->len == 0 || g_array_index (members, guint32, members->len - 1) != process)
        g_array_append_val (members, process);
    }
  return members;
}

/* Who sends to whom; NULL when a peer takes no part. */
static RefrainPatternGraph *
make_graph (RefrainPattern *self, const GArray *members)
{
  g_autoptr (RefrainPatternGraph) graph = refrain_pattern_graph_new (members->len);

  for (gsize k = 0; k < self->n_occurrence_parts; k++)
    {
      const Part part = get_part (self, k);
      const guint32 own = find_node (members, (gint32) self->occurrences[k].process);

      for (guint32 i = part.first; i < part.first + part.n; i++)
        {
          const guint32 op = part.op[i], peer = find_node (members, part.ops->peer[op]);

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
waits_before_sending (RefrainPattern *self, const RefrainPatternGraph *graph)
{
  guint node = 0;

  for (gsize k = 0; k < self->n_occurrence_parts; k++)
    {
      const Part part = get_part (self, k);
      g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

      if (k > 0 && self->occurrences[k].process == self->occurrences[k - 1].process)
        continue;
      for (guint32 i = part.first;
           i < part.first + part.n && !REFRAIN_OP_IS_SEND (part.ops->kind[part.op[i]]); i++)
        g_hash_table_add (seen, GINT_TO_POINTER (part.ops->peer[part.op[i]]));
      if (g_hash_table_size (seen) != graph->receives_from[node++])
        return FALSE;
    }
  return TRUE;
}

/* Whether each process goes through the bits of its number from the lowest up, exchanging one
 * message each way with the process that differs there. */
static gboolean
goes_in_rounds (RefrainPattern *self, const GArray *members)
{
  for (gsize k = 0; k < self->n_occurrence_parts; k++)
    {
      const Part part = get_part (self, k);
      const guint32 own = find_node (members, (gint32) self->occurrences[k].process);
      guint32 last = 0;

      if (part.n != 2 * g_bit_storage (members->len - 1))
        return FALSE;
      for (guint32 i = part.first; i < part.first + part.n; i++)
        {
          const guint32 bit = own ^ find_node (members, part.ops->peer[part.op[i]]);

          if (bit < last)
            return FALSE;
          last = bit;
        }
    }
  return TRUE;
}

/* "2×4" */
static char *
describe_dims (const RefrainShapeFound *found)
{
  GString *text = g_string_new (NULL);

  for (guint d = 0; d < found->n_dims; d++)
    g_string_append_printf (text, "%s%u", d > 0 ? "×" : "", found->dims[d]);
  return g_string_free (text, FALSE);
}

static char *
describe_grid (const RefrainShapeFound *found)
{
  g_autofree char *dims = describe_dims (found);

  if (found->n_dims == 1)
    return found->shape == REFRAIN_SHAPE_GRID
               ? g_strdup_printf (_ ("Neighbours on a line of %u"), found->dims[0])
               : g_strdup_printf (_ ("Neighbours on a ring of %u"), found->dims[0]);
  /* Translators: %s is "2×4". */
  return found->shape == REFRAIN_SHAPE_GRID
             ? g_strdup_printf (_ ("Neighbours on a %s grid"), dims)
             : g_strdup_printf (_ ("Neighbours on a closed %s grid"), dims);
}

/* A name of the shape, or NULL. */
static char *
describe_found (RefrainPattern *self,
                const RefrainPatternGraph *graph,
                const GArray *members,
                const RefrainShapeFound *found)
{
  const guint root = g_array_index (members, guint32, found->root);
  const guint leaf = g_array_index (members, guint32, found->leaf);

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
      if (waits_before_sending (self, graph))
        return g_strdup_printf (_ ("Sweep from %u to %u"), root, leaf);
      return g_strdup_printf (_ ("Shift from %u to %u"), root, leaf);
    case REFRAIN_SHAPE_REDUCTION:
      return g_strdup_printf (_ ("Tree to %u"), root);
    case REFRAIN_SHAPE_BROADCAST:
      return g_strdup_printf (_ ("Tree from %u"), root);
    case REFRAIN_SHAPE_GRID:
    case REFRAIN_SHAPE_TORUS:
      return describe_grid (found);
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

char *
refrain_pattern_make_name (RefrainPattern *self)
{
  g_autoptr (GArray) members = NULL;
  g_autoptr (RefrainPatternGraph) graph = NULL;
  RefrainShapeFound found;
  char *name;

  if (self->collective)
    return collective_name (self);
  members = list_members (self);
  graph = make_graph (self, members);
  if (graph == NULL)
    return g_strdup_printf (_ ("Pattern %u"), self->id);
  if (graph->n == 2 && graph->edges->len == 1 && refrain_pattern_graph_is_even (graph))
    {
      const guint from = graph->sends_to[0] > 0 ? 0 : 1;

      return g_strdup_printf (_ ("Transfer from %u to %u"), g_array_index (members, guint32, from),
                              g_array_index (members, guint32, 1 - from));
    }
  /* Four in rounds are neighbours on a grid of two by two as well. */
  if (graph->n > 4 && refrain_pattern_graph_is_hypercube (graph)
      && refrain_pattern_graph_is_even (graph) && goes_in_rounds (self, members))
    return g_strdup_printf (_ ("Butterfly of %u"), graph->n);
  found = refrain_pattern_graph_find_shape (graph);
  name = describe_found (self, graph, members, &found);
  if (name != NULL)
    return name;
  return g_strdup_printf (all_do_both (graph) ? _ ("Exchange %u") : _ ("Pattern %u"), self->id);
}

void
refrain_patterns_name_apart (GPtrArray *patterns)
{
  g_autoptr (GHashTable) count = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < patterns->len; i++)
    {
      const RefrainPattern *pattern = patterns->pdata[i];
      const guint known = GPOINTER_TO_UINT (g_hash_table_lookup (count, pattern->own_name));

      g_hash_table_insert (count, g_strdup (pattern->own_name), GUINT_TO_POINTER (known + 1));
    }
  for (guint i = 0; i < patterns->len; i++)
    {
      RefrainPattern *pattern = patterns->pdata[i];
      char *name;

      if (GPOINTER_TO_UINT (g_hash_table_lookup (count, pattern->own_name)) < 2)
        continue;
      /* Translators: a pattern's name and number, where several have the same name. */
      name = g_strdup_printf (_ ("%s (%u)"), pattern->own_name, pattern->id);
      g_free (pattern->own_name);
      pattern->own_name = name;
    }
}
