/* refrain-role-cuts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What processes begin their iterations with tells those of others.
 */
#include "config.h"

#include "refrain-role-cuts.h"

#include "refrain-arrays.h"
#include "refrain-compare.h"

/* Iterations that no process alone can tell are so many times as many at most. */
#define MOST_HIDDEN 1.35

/* Where elements of @symbol stand in @range, if there are @n of them, and where the last iteration
 * that begins with one ends: it is as long as most. Free with g_free(); NULL if there are not. */
static guint32 *
cut_at (const RefrainRoleRange *range, guint32 symbol, guint32 n)
{
  g_autofree guint32 *cuts = g_new (guint32, (gsize) n + 1);
  g_autofree guint32 *lengths = g_new (guint32, (gsize) n + 1);
  guint32 found = 0;

  for (guint32 i = range->from; i < range->to; i++)
    if (range->sequence->symbol[i] == symbol && found++ < n)
      cuts[found - 1] = i;
  if (found != n || n < 2)
    return NULL;
  for (guint32 i = 0; i + 1 < n; i++)
    lengths[i] = cuts[i + 1] - cuts[i];
  refrain_sort (lengths, n - 1, sizeof *lengths, refrain_compare_uint32);
  cuts[n] = MIN (range->to, cuts[n - 1] + lengths[(n - 1) / 2]);
  return g_steal_pointer (&cuts);
}

/* What most of the processes that have the loop begin its iterations with; REFRAIN_NONE: nothing
 * is. */
static guint32
find_common_begin (const RefrainRoleNode *node, const RefrainRoleRange *ranges)
{
  const guint n_processes = node->n_processes;
  g_autofree guint32 *begins = g_new (guint32, (gsize) n_processes + 1);
  guint n = 0, row = 0, most = 0;
  guint32 common = REFRAIN_NONE;

  for (guint p = 0; p < n_processes; p++)
    if (node->cuts[p].cuts != NULL)
      begins[n++] = ranges[p].sequence->symbol[node->cuts[p].cuts[0]];
  refrain_sort (begins, n, sizeof *begins, refrain_compare_uint32);
  for (guint i = 0; i < n; i++)
    {
      row = i > 0 && begins[i] == begins[i - 1] ? row + 1 : 1;
      if (row > most)
        {
          most = row;
          common = begins[i];
        }
    }
  return 2 * most > n ? common : REFRAIN_NONE;
}

/* A process whose iterations are less alike than those of others may have as many of @common. */
static guint
cut_as_others (RefrainRoleNode *node, const RefrainRoleRange *ranges, guint32 common)
{
  guint cut = 0;

  for (guint p = 0; p < node->n_processes && common != REFRAIN_NONE; p++)
    if (node->cuts[p].cuts == NULL && ranges[p].sequence != NULL)
      {
        node->cuts[p].cuts = cut_at (&ranges[p], common, node->n);
        if (node->cuts[p].cuts == NULL)
          continue;
        node->cuts[p].sequence = ranges[p].sequence;
        node->cuts[p].n_cuts = node->n + 1;
        cut++;
      }
  return cut;
}

/* How many operations of @symbol stand in @range before element @to of it. */
static guint32
count_before (const RefrainRoleRange *range, guint32 symbol, guint32 to)
{
  const RefrainRoleSequence *q = range->sequence;
  guint32 n = 0;

  for (guint32 i = range->from; i < to; i++)
    if (q->symbol[i] == symbol)
      n += (guint32) (q->first[i + 1] - q->first[i]);
  return n;
}

/* Sets @begins[i] where the one of operations of @symbol that is number @from + i, of @n, follows
 * another symbol. */
static void
flag_begins (const RefrainRoleRange *range, guint32 symbol, guint32 from, guint32 n, guint8 *begins)
{
  const RefrainRoleSequence *q = range->sequence;
  guint32 at = 0;

  for (guint32 i = range->from; i < range->to; i++)
    if (q->symbol[i] == symbol)
      {
        if (at >= from && at - from < n)
          begins[at - from] = TRUE;
        at += (guint32) (q->first[i + 1] - q->first[i]);
      }
}

/* Cuts @cuts where @begins says; the last iteration ends as long as most are. */
static void
cut_where (RefrainRoleTree *tree,
           RefrainRoleCuts *cuts,
           const RefrainRoleRange *range,
           guint32 symbol,
           guint32 from,
           guint32 n,
           const guint8 *begins)
{
  const RefrainRoleSequence *q = range->sequence;
  g_autoptr (GArray) ops = g_array_new (FALSE, FALSE, sizeof (gsize));
  RefrainRoleSequence *divided;
  RefrainRoleRange whole = *range;
  guint32 at = 0;

  for (guint32 i = range->from; i < range->to; i++)
    for (gsize op = q->first[i]; q->symbol[i] == symbol && op < q->first[i + 1]; op++, at++)
      if (at >= from && at - from < n && begins[at - from])
        g_array_append_val (ops, op);
  divided = refrain_role_sequence_divide (q, ops);
  g_ptr_array_add (tree->sequences, divided);
  whole.sequence = divided;
  whole.to += divided->n - q->n;
  while (whole.from < whole.to && divided->first[whole.from] < g_array_index (ops, gsize, 0))
    whole.from++;
  for (at = whole.from;
       at < whole.to && divided->first[at] <= g_array_index (ops, gsize, ops->len - 1);)
    at++;
  while (at < whole.to && divided->symbol[at] != symbol)
    at++;
  whole.to = at;
  g_free (cuts->cuts);
  cuts->cuts = cut_at (&whole, symbol, ops->len);
  cuts->sequence = divided;
  cuts->n_cuts = cuts->cuts != NULL ? ops->len + 1 : 0;
}

/* Where iterations begin with collective operation @symbol of all processes, one begins wherever
 * any process does something between two: others may send nothing in a step, so that two stand in a
 * row there and are one element. FALSE where that is known. */
static gboolean
cut_as_any (RefrainRoleTree *tree,
            RefrainRoleNode *node,
            const RefrainRoleRange *ranges,
            guint32 symbol)
{
  guint32 from = REFRAIN_NONE, to = 0, n = 0;
  g_autofree guint8 *begins = NULL;
  guint lack = 0;

  for (guint p = 0; p < node->n_processes; p++)
    {
      const RefrainRoleCuts *cuts = &node->cuts[p];
      guint32 first, end;

      if (ranges[p].sequence == NULL)
        return FALSE;
      lack += cuts->cuts == NULL;
      if (cuts->cuts == NULL || ranges[p].sequence->symbol[cuts->cuts[0]] != symbol)
        continue;
      first = count_before (&ranges[p], symbol, cuts->cuts[0]);
      end = count_before (&ranges[p], symbol, cuts->cuts[node->n]);
      if (refrain_role_node_get_first (node, p, 0)->way != REFRAIN_ROLE_OTHER
          || (from != REFRAIN_NONE && first != from))
        return FALSE;
      from = first;
      to = MAX (to, end);
    }
  if (from == REFRAIN_NONE || to <= from)
    return FALSE;
  begins = g_new0 (guint8, (gsize) (to - from) + 1);
  for (guint p = 0; p < node->n_processes; p++)
    {
      if (count_before (&ranges[p], symbol, ranges[p].to) < to)
        return FALSE;
      flag_begins (&ranges[p], symbol, from, to - from, begins);
    }
  for (guint32 i = 0; i < to - from; i++)
    n += begins[i];
  if (n < node->n || n > node->n * MOST_HIDDEN || (n == node->n && lack == 0))
    return FALSE;
  for (guint p = 0; p < node->n_processes; p++)
    cut_where (tree, &node->cuts[p], &ranges[p], symbol, from, to - from, begins);
  node->n = node->least = node->most = n;
  return TRUE;
}

guint
refrain_role_cut_others (RefrainRoleTree *tree,
                         RefrainRoleNode *node,
                         const RefrainRoleRange *ranges)
{
  const guint32 common = find_common_begin (node, ranges);
  guint lack = 0;

  for (guint p = 0; p < node->n_processes; p++)
    lack += ranges[p].sequence != NULL && node->cuts[p].cuts == NULL;
  if (common == REFRAIN_NONE)
    return 0;
  return node->wide && cut_as_any (tree, node, ranges, common)
             ? lack
             : cut_as_others (node, ranges, common);
}
