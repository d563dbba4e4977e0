/* refrain-align.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Needleman and Wunsch (1970) over the children of two nodes, recursively. Equal heads and tails
 * are taken off first; where that leaves too much for a table, what stands once on both sides cuts
 * it.
 */
#include "refrain-run-page.h"

#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-search.h"

/* Cells of a table. */
#define MOST_CELLS 250000
/* Below this two lines, or loops, have nothing to do with each other. */
#define LEAST_LINE 0.5
#define LEAST_LOOP 0.34
/* A line beside a loop of one line. */
#define ALONE 0.9
/* ... beside a loop of more that has it, when threads of one trace are merged: a process at an edge
 * does a part of what the others do. */
#define IN_LOOP 0.4

void
refrain_aligner_init (RefrainAligner *self, const RefrainVocabulary *vocabulary, gboolean exact)
{
  self->vocabulary = vocabulary;
  self->exact = exact;
  self->likes = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, g_free);
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_aligner_clear, RefrainAligner, g_hash_table_unref (x->likes))

/* ---- Likeness ------------------------------------------------------------------------------- */

static double
compare_lines (const RefrainAligner *self, guint32 a, guint32 b)
{
  const RefrainToken *x, *y;
  double like;

  if (a == b)
    return 1;
  if (self->exact)
    return 0;
  x = refrain_vocabulary_get_token (self->vocabulary, a);
  y = refrain_vocabulary_get_token (self->vocabulary, b);
  if (x->family != y->family)
    return 0;
  like = x->op == y->op ? 0.6 : 0.45;
  return like + (x->tags == y->tags ? 0.15 : 0) + (x->caller == y->caller ? 0.15 : 0)
         + (x->members == y->members ? 0.1 : 0) - (x->again == y->again ? 0 : 0.1);
}

/* How alike two nodes are: 0 to 1. */
static double
compare_nodes (RefrainAligner *self, const RefrainPageNode *a, const RefrainPageNode *b);

static double
compare_loops (RefrainAligner *self, const RefrainPageNode *a, const RefrainPageNode *b)
{
  const gint64 key = (gint64) ((guint64) a->symbol << 32 | b->symbol);
  const double *known = g_hash_table_lookup (self->likes, &key);
  g_autoptr (GArray) pairs = NULL;
  double sum = 0;

  if (known != NULL)
    return *known;
  pairs = refrain_aligner_align (self, a->children, b->children);
  for (guint i = 0; i < pairs->len; i++)
    {
      const RefrainAlignedPair *pair = &g_array_index (pairs, RefrainAlignedPair, i);

      if (pair->a != NULL && pair->b != NULL)
        sum += compare_nodes (self, pair->a, pair->b) * MIN (pair->a->n_lines, pair->b->n_lines);
    }
  sum = 2 * sum / (a->n_lines + b->n_lines);
  g_hash_table_insert (self->likes, g_memdup2 (&key, sizeof key), g_memdup2 (&sum, sizeof sum));
  return sum;
}

RefrainPageNode *
refrain_run_page_node_find (const RefrainPageNode *loop,
                            const RefrainVocabulary *vocabulary,
                            guint32 token)
{
  RefrainPageNode *found = NULL;

  for (guint i = 0; loop->children != NULL && i < loop->children->len; i++)
    {
      RefrainPageNode *child = g_ptr_array_index (loop->children, i);

      if (child->token == token)
        return child;
      if (found == NULL && child->token != REFRAIN_NONE
          && refrain_vocabulary_is_same_call (vocabulary, child->token, token))
        found = child;
    }
  return found;
}

static double
compare_nodes (RefrainAligner *self, const RefrainPageNode *a, const RefrainPageNode *b)
{
  if (a->symbol == b->symbol)
    return 1;
  if (a->token != REFRAIN_NONE && b->token != REFRAIN_NONE)
    return compare_lines (self, a->token, b->token);
  if (a->token == REFRAIN_NONE && b->token == REFRAIN_NONE)
    return compare_loops (self, a, b);
  if (a->n_lines != 1 || b->n_lines != 1)
    return self->exact
                   && (a->token != REFRAIN_NONE
                           ? refrain_run_page_node_find (b, self->vocabulary, a->token)
                           : refrain_run_page_node_find (a, self->vocabulary, b->token))
                          != NULL
               ? IN_LOOP
               : 0;
  while (a->token == REFRAIN_NONE)
    a = g_ptr_array_index (a->children, 0);
  while (b->token == REFRAIN_NONE)
    b = g_ptr_array_index (b->children, 0);
  return ALONE * compare_lines (self, a->token, b->token);
}

/* ---- Lists ---------------------------------------------------------------------------------- */

/* Parts of both lists. */
typedef struct
{
  RefrainPageNode **a, **b;
  guint n, m;
} Lists;

static void
add_pair (GArray *pairs, RefrainPageNode *a, RefrainPageNode *b)
{
  const RefrainAlignedPair pair = { a, b };

  g_array_append_val (pairs, pair);
}

static double
get_gain (RefrainAligner *self, const RefrainPageNode *a, const RefrainPageNode *b)
{
  const double like = compare_nodes (self, a, b);
  const gboolean lines = a->token != REFRAIN_NONE && b->token != REFRAIN_NONE;

  if (like < (lines ? LEAST_LINE : LEAST_LOOP))
    return 0;
  return (a->token == REFRAIN_NONE) == (b->token == REFRAIN_NONE)
             ? like * (a->n_lines + b->n_lines) / 2
             : like;
}

static void
align_table (RefrainAligner *self, const Lists *lists, GArray *pairs)
{
  const guint n = lists->n, m = lists->m, first = pairs->len;
  const gsize width = (gsize) m + 1;
  g_autofree double *gain = g_new (double, (gsize) n *m + 1);
  g_autofree double *best = g_new0 (double, (n + 1) * width);
  guint i = n, j = m;

  for (guint x = 0; x < n; x++)
    for (guint y = 0; y < m; y++)
      {
        const double g = get_gain (self, lists->a[x], lists->b[y]);
        double top = MAX (best[x * width + y + 1], best[(x + 1) * width + y]);

        gain[(gsize) x * m + y] = g;
        if (g > 0)
          top = MAX (top, best[x * width + y] + g);
        best[(x + 1) * width + y + 1] = top;
      }
  while (i > 0 || j > 0)
    {
      const double here = best[i * width + j];

      if (i > 0 && j > 0 && gain[(gsize) (i - 1) * m + j - 1] > 0
          && here <= best[(i - 1) * width + j - 1] + gain[(gsize) (i - 1) * m + j - 1])
        {
          i--;
          j--;
          add_pair (pairs, lists->a[i], lists->b[j]);
        }
      else if (j > 0 && (i == 0 || here <= best[i * width + j - 1]))
        add_pair (pairs, NULL, lists->b[--j]);
      else
        add_pair (pairs, lists->a[--i], NULL);
    }
  for (guint x = first, y = pairs->len; x + 1 < y; x++)
    {
      RefrainAlignedPair *low = &g_array_index (pairs, RefrainAlignedPair, x);
      RefrainAlignedPair *high = &g_array_index (pairs, RefrainAlignedPair, --y);
      const RefrainAlignedPair kept = *low;

      *low = *high;
      *high = kept;
    }
}

/* Where symbols stand that stand once in @nodes; others map to REFRAIN_NONE. */
static GHashTable *
find_single (RefrainPageNode *const *nodes, guint n)
{
  GHashTable *table = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < n; i++)
    {
      const gpointer key = GUINT_TO_POINTER (nodes[i]->symbol);

      g_hash_table_insert (
          table, key, GUINT_TO_POINTER (g_hash_table_contains (table, key) ? REFRAIN_NONE : i));
    }
  return table;
}

/* The longest chain of symbols that stand once in both lists, in the order of both: places in them,
 * one after the other (patience sorting). */
static GArray *
find_anchors (const Lists *lists)
{
  g_autoptr (GHashTable) in_a = find_single (lists->a, lists->n);
  g_autoptr (GHashTable) in_b = find_single (lists->b, lists->m);
  GArray *anchors = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint32 *other = g_new (guint32, lists->n + 1);
  g_autofree guint32 *before = g_new (guint32, lists->n + 1);
  g_autofree guint32 *tails = g_new (guint32, lists->n + 1);
  guint32 n_tails = 0;

  for (guint32 i = 0; i < lists->n; i++)
    {
      const gpointer key = GUINT_TO_POINTER (lists->a[i]->symbol);
      gpointer found;
      guint32 at;

      if (GPOINTER_TO_UINT (g_hash_table_lookup (in_a, key)) == REFRAIN_NONE
          || !g_hash_table_lookup_extended (in_b, key, NULL, &found)
          || GPOINTER_TO_UINT (found) == REFRAIN_NONE)
        continue;
      other[i] = GPOINTER_TO_UINT (found);
      at = (guint32) REFRAIN_LOWER_BOUND (k, 0, n_tails, other[tails[k]] < other[i]);
      before[i] = at > 0 ? tails[at - 1] : REFRAIN_NONE;
      tails[at] = i;
      n_tails = MAX (n_tails, at + 1);
    }
  for (guint32 i = n_tails > 0 ? tails[n_tails - 1] : REFRAIN_NONE; i != REFRAIN_NONE;
       i = before[i])
    {
      g_array_append_val (anchors, i);
      g_array_append_val (anchors, other[i]);
    }
  return anchors;
}

static void align_lists (RefrainAligner *self, const Lists *lists, GArray *pairs);

static void
align_at_anchors (RefrainAligner *self, const Lists *lists, GArray *pairs)
{
  g_autoptr (GArray) anchors = find_anchors (lists);
  guint a = 0, b = 0;

  for (guint k = anchors->len; k > 0; k -= 2)
    {
      const guint i = g_array_index (anchors, guint32, k - 2);
      const guint j = g_array_index (anchors, guint32, k - 1);
      const Lists part = { lists->a + a, lists->b + b, i - a, j - b };

      align_lists (self, &part, pairs);
      add_pair (pairs, lists->a[i], lists->b[j]);
      a = i + 1;
      b = j + 1;
    }
  if (anchors->len > 0)
    {
      const Lists part = { lists->a + a, lists->b + b, lists->n - a, lists->m - b };

      align_lists (self, &part, pairs);
      return;
    }
  for (; a < lists->n; a++)
    add_pair (pairs, lists->a[a], NULL);
  for (; b < lists->m; b++)
    add_pair (pairs, NULL, lists->b[b]);
}

static void
align_lists (RefrainAligner *self, const Lists *lists, GArray *pairs)
{
  Lists rest = *lists;
  guint head = 0, tail = 0;

  while (head < MIN (lists->n, lists->m) && lists->a[head]->symbol == lists->b[head]->symbol)
    {
      add_pair (pairs, lists->a[head], lists->b[head]);
      head++;
    }
  while (tail < MIN (lists->n, lists->m) - head
         && lists->a[lists->n - 1 - tail]->symbol == lists->b[lists->m - 1 - tail]->symbol)
    tail++;
  /* An empty list has no memory. */
  if (head + tail > 0)
    rest = (Lists){ lists->a + head, lists->b + head, lists->n - head - tail,
                    lists->m - head - tail };
  if ((guint64) rest.n * rest.m <= MOST_CELLS)
    align_table (self, &rest, pairs);
  else
    align_at_anchors (self, &rest, pairs);
  for (; tail > 0; tail--)
    add_pair (pairs, lists->a[lists->n - tail], lists->b[lists->m - tail]);
}

GArray *
refrain_aligner_align (RefrainAligner *self, GPtrArray *a, GPtrArray *b)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (RefrainAlignedPair));
  const Lists lists
      = { (RefrainPageNode **) a->pdata, (RefrainPageNode **) b->pdata, a->len, b->len };

  align_lists (self, &lists, pairs);
  return pairs;
}
