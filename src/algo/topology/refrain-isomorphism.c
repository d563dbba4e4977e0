/* refrain-isomorphism.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The reference walks one path: it refines its nodes into cells, tells one node of the first cell
 * of several apart, and so on until each is alone; what it counts on the way is the trace. The
 * graph has to follow: where its own counts differ from the trace, another node of the cell is
 * tried. Cells are stretches of one array; what a level split is put together again when it is
 * given up.
 */
#include "refrain-isomorphism.h"

#include "refrain-compare.h"
#include "refrain-free.h"

#define STEPS_PER_CHECK (1 << 18)

typedef struct
{
  RefrainGraph *graph;
  guint n;
  guint32 *nodes;    /* by cell */
  guint32 *position; /* of each node in there */
  guint32 *cell;     /* of each node: where it begins */
  guint32 *length;   /* of the cell that begins here */
  GArray *splits;    /* begin of a new cell, begin of the cell it was part of */
  GQueue queue;      /* cells that tell others apart */
  guint8 *queued;
  guint32 *count; /* links of each node into the cell in hand */
  guint32 *other; /* for sorting */
  GArray *touched, *cells, *members;
} Partition;

typedef struct
{
  guint32 cell;
  gsize trace_end;
  gboolean twins; /* all its nodes have the same neighbours: no choice */
} Level;

typedef struct
{
  RefrainSearchBudget *budget;
  guint64 checked;
  gboolean spent;
  GArray *trace; /* of the reference */
  GArray *levels;
} Search;

static void
partition_init (Partition *self, RefrainGraph *graph)
{
  const guint n = refrain_graph_get_n (graph);

  *self = (Partition){ .graph = graph, .n = n };
  self->nodes = g_new (guint32, n + 1);
  self->position = g_new (guint32, n + 1);
  self->cell = g_new0 (guint32, n + 1);
  self->length = g_new0 (guint32, n + 1);
  self->queued = g_new0 (guint8, n + 1);
  self->count = g_new0 (guint32, n + 1);
  self->other = g_new (guint32, n + 1);
  self->splits = g_array_new (FALSE, FALSE, 2 * sizeof (guint32));
  self->touched = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->cells = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->members = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_queue_init (&self->queue);
  for (guint i = 0; i < n; i++)
    self->nodes[i] = self->position[i] = i;
  self->length[0] = n;
}

REFRAIN_DEFINE_CLEAR (
    partition_clear,
    Partition,
    refrain_free (x->nodes, x->position, x->cell, x->length, x->queued, x->count, x->other);
    refrain_unref_arrays (x->splits, x->touched, x->cells, x->members);
    g_queue_clear (&x->queue))

static void
push_cell (Partition *self, guint32 cell)
{
  if (!self->queued[cell])
    {
      self->queued[cell] = TRUE;
      g_queue_push_tail (&self->queue, GUINT_TO_POINTER (cell));
    }
}

static void
place (Partition *self, guint32 at, guint32 node)
{
  self->nodes[at] = node;
  self->position[node] = at;
}

/* What begins at @at becomes a cell of its own. */
static void
split (Partition *self, guint32 cell, guint32 at, guint32 length)
{
  const guint32 entry[2] = { at, cell };

  self->length[at] = length;
  self->length[cell] -= length;
  for (guint32 i = at; i < at + length; i++)
    self->cell[self->nodes[i]] = at;
  g_array_append_vals (self->splits, entry, 1);
}

static void
undo_splits (Partition *self, gsize n)
{
  while (self->splits->len > n)
    {
      const guint32 *entry
          = (const guint32 *) self->splits->data + 2 * (gsize) (self->splits->len - 1);
      const guint32 at = entry[0], cell = entry[1];

      for (guint32 i = at; i < at + self->length[at]; i++)
        self->cell[self->nodes[i]] = cell;
      self->length[cell] += self->length[at];
      self->length[at] = 0;
      g_array_set_size (self->splits, self->splits->len - 1);
    }
}

enum
{
  FEW = 24,    /* sorted by insertion */
  MANY = 1024, /* sorted by digits */
  DIGIT = 11,  /* bits */
};

/* Sorts @n numbers below @limit; @other has room for as many. O(n) for many of them. */
static void
sort_numbers (guint32 *numbers, guint n, guint32 limit, guint32 *other)
{
  if (n <= FEW)
    {
      for (guint i = 1; i < n; i++)
        {
          const guint32 number = numbers[i];
          guint k = i;

          for (; k > 0 && numbers[k - 1] > number; k--)
            numbers[k] = numbers[k - 1];
          numbers[k] = number;
        }
      return;
    }
  if (n < MANY)
    {
      refrain_sort (numbers, n, sizeof *numbers, refrain_compare_uint32);
      return;
    }
  for (guint shift = 0; shift < 32 && limit >> shift != 0; shift += DIGIT)
    {
      guint begins[(1 << DIGIT) + 1] = { 0 };

      for (guint i = 0; i < n; i++)
        begins[(numbers[i] >> shift & ((1 << DIGIT) - 1)) + 1]++;
      for (guint d = 0; d < 1 << DIGIT; d++)
        begins[d + 1] += begins[d];
      for (guint i = 0; i < n; i++)
        other[begins[numbers[i] >> shift & ((1 << DIGIT) - 1)]++] = numbers[i];
      refrain_copy (numbers, other, n * sizeof *numbers);
    }
}

/* ---- Refinement -------------------------------------------------------------------------------
 */

/* The reference writes the trace at @at, the graph compares. */
static inline gboolean
follow_trace (GArray *trace, gboolean write, gsize *at, guint32 value)
{
  if (write)
    g_array_append_val (trace, value);
  else if (*at >= trace->len || g_array_index (trace, guint32, *at) != value)
    return FALSE;
  (*at)++;
  return TRUE;
}

static int
compare_by_count (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint32 *count = data;
  const guint32 x = count[*(const guint32 *) a], y = count[*(const guint32 *) b];

  return x < y ? -1 : x > y;
}

static gboolean
have_one_count (const Partition *self, const guint32 *members, guint32 n)
{
  for (guint32 i = 1; i < n; i++)
    if (self->count[members[i]] != self->count[members[0]])
      return FALSE;
  return TRUE;
}

/* Splits @cell, of which @members (behind each other) have links into the cell in hand, by their
 * number. */
static gboolean
split_by_count (Partition *self,
                guint32 cell,
                guint32 *members,
                guint32 n,
                Search *search,
                gboolean write,
                gsize *at)
{
  const guint32 all = self->length[cell], none = all - n;
  const gboolean was_queued = self->queued[cell];
  guint32 begin = cell + none, largest = cell, largest_length = none;

  if (!follow_trace (search->trace, write, at, cell) || !follow_trace (search->trace, write, at, n))
    return FALSE;
  if (n > 1 && !have_one_count (self, members, n))
    g_qsort_with_data (members, (gint) n, sizeof *members, compare_by_count, self->count);
  for (guint32 i = 0; i < n && all > 1; i++)
    {
      const guint32 other = self->nodes[begin + i], from = self->position[members[i]];

      place (self, from, other);
      place (self, begin + i, members[i]);
    }
  for (guint32 i = 0; i < n;)
    {
      const guint32 count = self->count[members[i]];
      guint32 end = i + 1;

      while (end < n && self->count[members[end]] == count)
        end++;
      if (!follow_trace (search->trace, write, at, count)
          || !follow_trace (search->trace, write, at, end - i))
        return FALSE;
      if (begin + i > cell)
        split (self, cell, begin + i, end - i);
      if (end - i > largest_length)
        {
          largest = begin + i;
          largest_length = end - i;
        }
      i = end;
    }
  if (none == 0 && self->length[cell] == all)
    return TRUE;
  for (guint32 c = cell; c < cell + all; c += self->length[c])
    if (was_queued || c != largest)
      push_cell (self, c);
  return TRUE;
}

static gboolean
spend (Search *search, guint64 steps)
{
  RefrainSearchBudget *budget = search->budget;

  budget->steps = budget->steps > steps ? budget->steps - steps : 0;
  search->checked += steps;
  if (search->checked > STEPS_PER_CHECK)
    {
      search->checked = 0;
      search->spent |= g_cancellable_is_cancelled (budget->cancellable)
                       || (budget->deadline != 0 && g_get_monotonic_time () > budget->deadline);
    }
  search->spent |= budget->steps == 0;
  return !search->spent;
}

/* The links of the nodes of @cell, by the cells where they end. */
static gboolean
use_cell (Partition *self, guint32 cell, Search *search, gboolean write, gsize *at)
{
  const guint32 length = self->length[cell];
  gboolean same = TRUE;
  guint64 steps = 1;

  g_array_set_size (self->touched, 0);
  g_array_set_size (self->cells, 0);
  for (guint32 i = cell; i < cell + length; i++)
    {
      const guint32 *neighbours = refrain_graph_get_neighbours (self->graph, self->nodes[i]);
      const guint degree = refrain_graph_get_degree (self->graph, self->nodes[i]);

      steps += degree;
      for (guint k = 0; k < degree; k++)
        if (self->count[neighbours[k]]++ == 0)
          g_array_append_val (self->touched, neighbours[k]);
    }
  /* Sorted by position, those of a cell stand together. */
  for (guint i = 0; i < self->touched->len; i++)
    {
      guint32 *node = &g_array_index (self->touched, guint32, i);

      *node = self->position[*node];
    }
  sort_numbers ((guint32 *) (gpointer) self->touched->data, self->touched->len, self->n,
                self->other);
  for (guint i = 0; i < self->touched->len; i++)
    {
      guint32 *node = &g_array_index (self->touched, guint32, i);

      *node = self->nodes[*node];
    }
  for (guint i = 0; i < self->touched->len && same;)
    {
      guint32 *members = &g_array_index (self->touched, guint32, i);
      const guint32 in = self->cell[members[0]];
      guint32 n = 1;

      while (i + n < self->touched->len && self->cell[members[n]] == in)
        n++;
      same = split_by_count (self, in, members, n, search, write, at);
      i += n;
    }
  for (guint i = 0; i < self->touched->len; i++)
    self->count[g_array_index (self->touched, guint32, i)] = 0;
  return spend (search, steps) && same;
}

/* Until no cell tells nodes of another apart. FALSE where the trace differs. */
static gboolean
refine (Partition *self, Search *search, gboolean write, gsize *at)
{
  gboolean same = TRUE;

  while (!g_queue_is_empty (&self->queue))
    {
      const guint32 cell = GPOINTER_TO_UINT (g_queue_pop_head (&self->queue));

      self->queued[cell] = FALSE;
      same = same && use_cell (self, cell, search, write, at);
    }
  return same;
}

static void
individualise (Partition *self, guint32 cell, guint32 node)
{
  const guint32 from = self->position[node], other = self->nodes[cell];

  place (self, from, other);
  place (self, cell, node);
  split (self, cell, cell + 1, self->length[cell] - 1);
  push_cell (self, cell);
}

/* All of @cell alone, lower numbers first: they are twins. */
static void
individualise_all (Partition *self, guint32 cell)
{
  const guint32 length = self->length[cell];

  refrain_sort (self->nodes + cell, length, sizeof *self->nodes, refrain_compare_uint32);
  for (guint32 i = 0; i < length; i++)
    self->position[self->nodes[cell + i]] = cell + i;
  for (guint32 i = 1; i < length; i++)
    split (self, cell, cell + i, 1);
}

/* ---- The reference's path ---------------------------------------------------------------------
 */

/* The same neighbours but for each other? */
static gboolean
are_twins (RefrainGraph *graph, guint32 a, guint32 b)
{
  const guint32 *x = refrain_graph_get_neighbours (graph, a);
  const guint32 *y = refrain_graph_get_neighbours (graph, b);
  const guint n = refrain_graph_get_degree (graph, a), m = refrain_graph_get_degree (graph, b);
  guint i = 0, j = 0;

  while (i < n || j < m)
    {
      if (i < n && x[i] == b)
        i++;
      else if (j < m && y[j] == a)
        j++;
      else if (i < n && j < m && x[i] == y[j])
        {
          i++;
          j++;
        }
      else
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_twin_cell (Partition *self, guint32 cell)
{
  for (guint32 i = 1; i < self->length[cell]; i++)
    if (!are_twins (self->graph, self->nodes[cell], self->nodes[cell + i]))
      return FALSE;
  return TRUE;
}

static guint32
find_smallest (const Partition *self, guint32 cell)
{
  guint32 smallest = self->nodes[cell];

  for (guint32 i = 1; i < self->length[cell]; i++)
    smallest = MIN (smallest, self->nodes[cell + i]);
  return smallest;
}

/* FALSE where the budget is spent. */
static gboolean
walk_reference (Partition *self, Search *search)
{
  guint32 cell = 0;
  gsize at = 0;

  push_cell (self, 0);
  for (;;)
    {
      Level level = { 0 };

      if (!refine (self, search, TRUE, &at))
        return FALSE;
      while (cell < self->n && self->length[cell] == 1)
        cell++;
      level.cell = cell;
      level.trace_end = search->trace->len;
      level.twins = cell < self->n && is_twin_cell (self, cell);
      g_array_append_val (search->levels, level);
      if (cell == self->n)
        return TRUE;
      if (level.twins)
        individualise_all (self, cell);
      else
        individualise (self, cell, find_smallest (self, cell));
    }
}

/* ---- The graph follows ------------------------------------------------------------------------
 */

/* The nodes of a cell that may be told apart, and what there was before. */
typedef struct
{
  guint32 *nodes;
  guint32 n, next;
  gsize splits;
} Choice;

REFRAIN_DEFINE_CLEAR (clear_choice, Choice, g_free (x->nodes))

static gboolean
is_same (const Partition *graph, const Partition *reference)
{
  for (guint u = 0; u < graph->n; u++)
    {
      const guint32 *neighbours = refrain_graph_get_neighbours (graph->graph, u);
      const guint degree = refrain_graph_get_degree (graph->graph, u);
      const guint32 other = reference->nodes[graph->position[u]];

      if (refrain_graph_get_degree (reference->graph, other) != degree)
        return FALSE;
      for (guint k = 0; k < degree; k++)
        if (!refrain_graph_has_edge (reference->graph, other,
                                     reference->nodes[graph->position[neighbours[k]]]))
          return FALSE;
    }
  return TRUE;
}

static void
open_choice (const Partition *self, const Level *level, gboolean only_one, GArray *choices)
{
  Choice choice = { .splits = self->splits->len };

  if (!level->twins)
    {
      choice.n = self->length[level->cell];
      choice.nodes = g_memdup2 (self->nodes + level->cell, choice.n * sizeof *choice.nodes);
      refrain_sort (choice.nodes, choice.n, sizeof *choice.nodes, refrain_compare_uint32);
      choice.n = only_one ? 1 : choice.n;
    }
  else
    choice.n = 1;
  g_array_append_val (choices, choice);
}

static RefrainIsomorphism
follow (Partition *self, const Partition *reference, gboolean transitive, Search *search)
{
  g_autoptr (GArray) choices = g_array_new (FALSE, FALSE, sizeof (Choice));
  gsize at = 0;

  g_array_set_clear_func (choices, clear_choice);
  push_cell (self, 0);
  if (!refine (self, search, FALSE, &at)
      || at != g_array_index (search->levels, Level, 0).trace_end)
    return search->spent ? REFRAIN_ISOMORPHISM_UNKNOWN : REFRAIN_ISOMORPHISM_NO;
  for (;;)
    {
      const Level *level = &g_array_index (search->levels, Level, choices->len);
      Choice *choice;

      if (level->cell == self->n && is_same (self, reference))
        return REFRAIN_ISOMORPHISM_YES;
      if (level->cell < self->n)
        open_choice (self, level, transitive && choices->len == 0 && level->cell == 0, choices);
      for (;;)
        {
          if (choices->len == 0)
            return REFRAIN_ISOMORPHISM_NO;
          choice = &g_array_index (choices, Choice, choices->len - 1);
          level = &g_array_index (search->levels, Level, choices->len - 1);
          undo_splits (self, choice->splits);
          if (choice->next == choice->n)
            {
              g_array_set_size (choices, choices->len - 1);
              continue;
            }
          at = level->trace_end;
          if (level->twins)
            individualise_all (self, level->cell);
          else
            individualise (self, level->cell, choice->nodes[choice->next]);
          choice->next++;
          if (refine (self, search, FALSE, &at)
              && at == g_array_index (search->levels, Level, choices->len).trace_end)
            break;
          if (search->spent)
            return REFRAIN_ISOMORPHISM_UNKNOWN;
        }
    }
}

RefrainIsomorphism
refrain_isomorphism_find (RefrainGraph *graph,
                          RefrainGraph *reference,
                          gboolean transitive,
                          RefrainSearchBudget *budget,
                          guint32 **places)
{
  const guint n = refrain_graph_get_n (graph);
  RefrainIsomorphism result = REFRAIN_ISOMORPHISM_UNKNOWN;
  Search search = { .budget = budget };
  Partition ours, theirs;

  g_return_val_if_fail (REFRAIN_IS_GRAPH (graph) && REFRAIN_IS_GRAPH (reference),
                        REFRAIN_ISOMORPHISM_NO);
  *places = NULL;
  if (n != refrain_graph_get_n (reference) || n == 0
      || refrain_graph_get_n_edges (graph) != refrain_graph_get_n_edges (reference))
    return REFRAIN_ISOMORPHISM_NO;

  search.trace = g_array_new (FALSE, FALSE, sizeof (guint32));
  search.levels = g_array_new (FALSE, FALSE, sizeof (Level));
  partition_init (&ours, graph);
  partition_init (&theirs, reference);
  if (walk_reference (&theirs, &search))
    result = follow (&ours, &theirs, transitive, &search);
  if (result == REFRAIN_ISOMORPHISM_YES)
    {
      *places = g_new (guint32, n);
      for (guint i = 0; i < n; i++)
        (*places)[ours.nodes[i]] = theirs.nodes[i];
    }
  partition_clear (&ours);
  partition_clear (&theirs);
  refrain_unref_arrays (search.trace, search.levels);
  return result;
}
