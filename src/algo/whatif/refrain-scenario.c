/* refrain-scenario.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Changes are lists, sorted once, as few nodes of a run are touched; two scenarios add by taking
 * the smaller time.
 */
#include "refrain-scenario.h"

#include "refrain-compare.h"
#include "refrain-free.h"

RefrainScenario *
refrain_scenario_new (void)
{
  RefrainScenario *self = g_new (RefrainScenario, 1);

  self->segs = g_array_new (FALSE, FALSE, sizeof (RefrainSegChange));
  self->nodes = g_array_new (FALSE, FALSE, sizeof (RefrainNodeChange));
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_scenario_free, RefrainScenario, g_array_unref (x->segs);
                             g_array_unref (x->nodes))

void
refrain_scenario_set_seg (RefrainScenario *self, guint32 seg, RefrainTime time)
{
  const RefrainSegChange change = { seg, time };

  g_array_append_val (self->segs, change);
}

void
refrain_scenario_change (RefrainScenario *self, RefrainNodeChange change)
{
  g_array_append_val (self->nodes, change);
}

void
refrain_scenario_set_cost (RefrainScenario *self, guint32 node, RefrainTime cost)
{
  refrain_scenario_change (self, (RefrainNodeChange){ node, 0, cost, 0, 0 });
}

void
refrain_scenario_cut (RefrainScenario *self, guint32 node, guint8 kinds)
{
  refrain_scenario_change (self, (RefrainNodeChange){ node, kinds, -1, 0, 0 });
}

void
refrain_scenario_move_before (RefrainScenario *self, guint32 node, RefrainTime time)
{
  refrain_scenario_change (self, (RefrainNodeChange){ node, 0, -1, time, 0 });
}

REFRAIN_DEFINE_COMPARE (compare_segs, RefrainSegChange, REFRAIN_RISING (seg))

REFRAIN_DEFINE_COMPARE (compare_nodes, RefrainNodeChange, REFRAIN_RISING (node))

/* What a change is of stands first in both kinds. */
#define WHAT(at) (*(const guint32 *) (gconstpointer) (at))
G_STATIC_ASSERT (G_STRUCT_OFFSET (RefrainSegChange, seg) == 0);
G_STATIC_ASSERT (G_STRUCT_OFFSET (RefrainNodeChange, node) == 0);

/* Where the order of the @n changes of @size bytes from @first on is broken first; @n where it is
 * not. */
static guint
find_break (const char *list, gsize size, guint first, guint n)
{
  guint i = first + 1;

  while (i < n && WHAT (list + (i - 1) * size) <= WHAT (list + i * size))
    i++;
  return MIN (i, n);
}

/* Most lists are in order, or two of them behind each other. */
static void
sort_changes (GArray *list, gsize size, GCompareFunc compare)
{
  char *to = list->data;
  const guint n = list->len, k = find_break (to, size, 0, n);
  g_autofree char *first = NULL;
  guint i = 0, at = 0;

  if (k == n)
    return;
  if (find_break (to, size, k, n) < n)
    {
      refrain_sort (to, n, size, compare);
      return;
    }
  first = g_memdup2 (to, k * size);
  for (guint second = k; i < k; at++)
    if (second < n && WHAT (to + second * size) < WHAT (first + i * size))
      memcpy (to + at * size, to + second++ * size, size);
    else
      memcpy (to + at * size, first + i++ * size, size);
}

static void
join_seg (RefrainSegChange *to, const RefrainSegChange *from)
{
  to->time = MIN (to->time, from->time);
}

static void
join_node (RefrainNodeChange *to, const RefrainNodeChange *from)
{
  to->cut |= from->cut;
  if (to->cost < 0 || (from->cost >= 0 && from->cost < to->cost))
    to->cost = from->cost;
  to->before = MAX (to->before, from->before);
  to->early = MAX (to->early, from->early);
}

void
refrain_scenario_close (RefrainScenario *self)
{
  RefrainSegChange *segs = (RefrainSegChange *) (gpointer) self->segs->data;
  RefrainNodeChange *nodes = (RefrainNodeChange *) (gpointer) self->nodes->data;
  guint n = 0;

  sort_changes (self->segs, sizeof *segs, compare_segs);
  for (guint i = 0; i < self->segs->len; i++)
    if (n > 0 && segs[n - 1].seg == segs[i].seg)
      join_seg (&segs[n - 1], &segs[i]);
    else
      segs[n++] = segs[i];
  g_array_set_size (self->segs, n);
  n = 0;
  sort_changes (self->nodes, sizeof *nodes, compare_nodes);
  for (guint i = 0; i < self->nodes->len; i++)
    if (n > 0 && nodes[n - 1].node == nodes[i].node)
      join_node (&nodes[n - 1], &nodes[i]);
    else
      nodes[n++] = nodes[i];
  g_array_set_size (self->nodes, n);
}

/* Which of two lists has the next change at @at: 1, 2 or 3 for both; 0 at their end. */
static inline guint
find_next (const GArray *const *lists, gsize size, const guint *at)
{
  guint32 what[2];

  for (guint i = 0; i < 2; i++)
    {
      if (lists[i] == NULL || at[i] >= lists[i]->len)
        return lists[1 - i] != NULL && at[1 - i] < lists[1 - i]->len ? 2U >> i : 0;
      what[i] = WHAT (lists[i]->data + at[i] * size);
    }
  return what[0] == what[1] ? 3 : what[0] < what[1] ? 1 : 2;
}

/* Both, a change after the other; each may be NULL. @at: two numbers, 0 before the first one. FALSE
 * at the end. */
static gboolean
next_seg (const RefrainScenario *a, const RefrainScenario *b, guint *at, RefrainSegChange *change)
{
  const GArray *const lists[] = { a != NULL ? a->segs : NULL, b != NULL ? b->segs : NULL };
  const guint next = find_next (lists, sizeof *change, at);

  if (next & 1)
    *change = g_array_index (lists[0], RefrainSegChange, at[0]++);
  if (next == 2)
    *change = g_array_index (lists[1], RefrainSegChange, at[1]++);
  if (next == 3)
    join_seg (change, &g_array_index (lists[1], RefrainSegChange, at[1]++));
  return next != 0;
}

static gboolean
next_node (const RefrainScenario *a, const RefrainScenario *b, guint *at, RefrainNodeChange *change)
{
  const GArray *const lists[] = { a != NULL ? a->nodes : NULL, b != NULL ? b->nodes : NULL };
  const guint next = find_next (lists, sizeof *change, at);

  if (next & 1)
    *change = g_array_index (lists[0], RefrainNodeChange, at[0]++);
  if (next == 2)
    *change = g_array_index (lists[1], RefrainNodeChange, at[1]++);
  if (next == 3)
    join_node (change, &g_array_index (lists[1], RefrainNodeChange, at[1]++));
  return next != 0;
}

RefrainScenario *
refrain_scenario_add (const RefrainScenario *a, const RefrainScenario *b)
{
  RefrainScenario *sum = refrain_scenario_new ();
  guint segs[2] = { 0 }, nodes[2] = { 0 };
  RefrainSegChange seg;
  RefrainNodeChange node;

  while (next_seg (a, b, segs, &seg))
    g_array_append_val (sum->segs, seg);
  while (next_node (a, b, nodes, &node))
    g_array_append_val (sum->nodes, node);
  return sum;
}

RefrainTime
refrain_scenario_get_bound (const RefrainScenario *self, const RefrainRunGraph *graph)
{
  g_autofree RefrainTime *taken = g_new0 (RefrainTime, graph->n_lines + 1);
  RefrainTime most = 0;

  for (guint i = 0; i < self->segs->len; i++)
    {
      const RefrainSegChange *change = &g_array_index (self->segs, RefrainSegChange, i);

      taken[graph->line[graph->seg_node[change->seg]]]
          += MAX (graph->seg_time[change->seg] - change->time, 0);
    }
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const RefrainNodeChange *change = &g_array_index (self->nodes, RefrainNodeChange, i);

      if (change->cut != 0 || change->before > 0 || change->early > 0)
        return graph->length;
      taken[graph->line[change->node]] += MAX (graph->cost[change->node] - change->cost, 0);
    }
  for (guint l = 0; l < graph->n_lines; l++)
    most += taken[l];
  return most;
}
