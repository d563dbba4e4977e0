/* refrain-repeats-index.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The suffixes in order, then how much neighbours have in common, then the intervals in which they
 * have as much: the tree's nodes.
 */
#include "refrain-repeats-index.h"

#include <divsufsort.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-free.h"

/* Up to here the suffixes are compared: libdivsufsort's tables alone would take longer. */
#define SHORT_TEXT 1024

REFRAIN_DEFINE_FREE_OR_NULL (refrain_repeats_index_free,
                             RefrainRepeatsIndex,
                             refrain_free (x->suffix, x->rank, x->leaf, x->nodes, x->order))

/* The text with its symbols numbered from 1, 0 for an end; gives how many there are. */
static guint32
number_symbols (const guint32 *text, guint32 n, guint32 *numbered)
{
  guint32 largest = 0, count = 0;

  for (guint32 i = 0; i < n; i++)
    if (text[i] != REFRAIN_REPEATS_END)
      largest = MAX (largest, text[i]);
  if (largest / 4 <= n)
    {
      g_autofree guint32 *number = g_new0 (guint32, (gsize) largest + 1);

      for (guint32 i = 0; i < n; i++)
        if (text[i] == REFRAIN_REPEATS_END)
          numbered[i] = 0;
        else if (number[text[i]] != 0)
          numbered[i] = number[text[i]];
        else
          numbered[i] = number[text[i]] = ++count;
    }
  else
    {
      g_autofree guint32 *sorted = g_memdup2 (text, n * sizeof *text);

      refrain_sort (sorted, n, sizeof *sorted, refrain_compare_uint32);
      for (guint32 i = 0; i < n && sorted[i] != REFRAIN_REPEATS_END; i++)
        if (i == 0 || sorted[i] != sorted[i - 1])
          sorted[count++] = sorted[i];
      for (guint32 i = 0; i < n; i++)
        {
          const guint32 *found
              = refrain_find (&text[i], sorted, count, sizeof *sorted, refrain_compare_uint32);

          numbered[i] = found != NULL ? (guint32) (found - sorted) + 1 : 0;
        }
    }
  return count;
}

/* For each suffix as many of its first symbols as a word holds, then none. */
typedef struct
{
  guint64 word[SHORT_TEXT];
  guint32 n;
  guint32 symbols; /* in a word */
} Words;

static int
compare_suffixes (gconstpointer a, gconstpointer b, gpointer data)
{
  const Words *words = data;
  const guint32 i = *(const guint32 *) a, j = *(const guint32 *) b, shared = words->n - MAX (i, j);

  for (guint32 k = 0; k < shared; k += words->symbols)
    if (words->word[i + k] != words->word[j + k])
      return words->word[i + k] < words->word[j + k] ? -1 : 1;
  return (i < j) - (i > j);
}

static void
sort_few_suffixes (RefrainRepeatsIndex *self, const guint32 *numbered, guint32 largest)
{
  const guint bits = largest <= G_MAXUINT8 ? 8 : 16;
  Words words = { .n = self->n, .symbols = 64 / bits };
  guint64 word = 0;

  for (guint32 i = self->n; i-- > 0;)
    {
      word = word >> bits | (guint64) numbered[i] << (64 - bits);
      words.word[i] = word;
      self->suffix[i] = i;
    }
  g_qsort_with_data (self->suffix, (gint) self->n, sizeof *self->suffix, compare_suffixes, &words);
}

/* Orders the suffixes of @numbered, whose numbers are up to @largest. */
static void
sort_many_suffixes (RefrainRepeatsIndex *self, const guint32 *numbered, guint32 largest)
{
  const guint32 width = largest <= G_MAXUINT8 ? 1 : largest <= G_MAXUINT16 ? 2 : 4;
  const guint32 length = self->n * width;
  g_autofree guint8 *bytes = g_new (guint8, (gsize) length + 1);
  g_autofree saidx_t *order = g_new (saidx_t, (gsize) length + 1);
  guint32 at = 0;

  for (guint32 i = 0; i < self->n; i++)
    for (guint32 b = 0; b < width; b++)
      bytes[i * width + b] = (guint8) (numbered[i] >> (8 * (width - 1 - b)));
  /* Fails for want of memory only, and where GLib would, ends the program. */
  if (divsufsort (bytes, order, (saidx_t) length) != 0)
    g_error ("No memory to order %u suffixes", length);
  for (guint32 i = 0; i < length; i++)
    if ((guint32) order[i] % width == 0)
      self->suffix[at++] = (guint32) order[i] / width;
  for (guint32 i = 0; i < self->n; i++)
    self->rank[self->suffix[i]] = i;
}

/* common[r]: how many symbols the suffixes of ranks r - 1 and r begin with alike, up to an end. */
static guint32 *
common_symbols (const RefrainRepeatsIndex *self, const guint32 *numbered)
{
  guint32 *common = g_new (guint32, (gsize) self->n + 1);
  guint32 same = 0;

  common[0] = common[self->n] = 0;
  for (guint32 i = 0; i < self->n; i++)
    {
      guint32 j;

      if (self->rank[i] == 0)
        {
          same = 0;
          continue;
        }
      j = self->suffix[self->rank[i] - 1];
      while (i + same < self->n && j + same < self->n && numbered[i + same] != 0
             && numbered[i + same] == numbered[j + same])
        same++;
      common[self->rank[i]] = same;
      same -= same > 0;
    }
  return common;
}

static guint32
add_node (RefrainRepeatsIndex *self, guint32 depth, guint32 low)
{
  self->nodes[self->n_nodes] = (RefrainRepeatsNode){ depth, low, self->n, 0 };
  return self->n_nodes++;
}

static void
build_nodes (RefrainRepeatsIndex *self, const guint32 *common)
{
  RefrainRepeatsNode *nodes = self->nodes = g_new (RefrainRepeatsNode, (gsize) self->n + 1);
  g_autofree guint32 *open = g_new (guint32, (gsize) self->n + 1);
  guint32 n_open = 0, n_closed = 0;

  self->order = g_new (guint32, (gsize) self->n + 1);
  open[n_open++] = add_node (self, 0, 0);
  for (guint32 r = 1; r <= self->n; r++)
    {
      const guint32 before = open[n_open - 1];
      guint32 low = r - 1, closed = G_MAXUINT32;

      while (nodes[open[n_open - 1]].depth > common[r])
        {
          closed = open[--n_open];
          nodes[closed].high = r;
          nodes[closed].parent = open[n_open - 1];
          low = nodes[closed].low;
          self->order[n_closed++] = closed;
        }
      if (nodes[open[n_open - 1]].depth < common[r])
        {
          open[n_open] = add_node (self, common[r], low);
          if (closed != G_MAXUINT32)
            nodes[closed].parent = open[n_open];
          n_open++;
        }
      self->leaf[r - 1] = common[r] > nodes[before].depth ? open[n_open - 1] : before;
    }
  g_assert (n_open == 1);
  self->order[n_closed++] = 0;
  self->nodes = g_renew (RefrainRepeatsNode, self->nodes, self->n_nodes);
}

RefrainRepeatsIndex *
refrain_repeats_index_new (const guint32 *text, guint32 n, GCancellable *cancellable)
{
  g_autoptr (RefrainRepeatsIndex) self = g_new0 (RefrainRepeatsIndex, 1);
  g_autofree guint32 *numbered = g_new (guint32, (gsize) n + 1), *common = NULL;
  guint32 largest;

  g_assert (n < 1u << 29);

  self->n = n;
  self->suffix = g_new (guint32, (gsize) n + 1);
  self->rank = g_new (guint32, (gsize) n + 1);
  self->leaf = g_new (guint32, (gsize) n + 1);
  largest = number_symbols (text, n, numbered);
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;
  if (n <= SHORT_TEXT)
    sort_few_suffixes (self, numbered, largest);
  else
    sort_many_suffixes (self, numbered, largest);
  for (guint32 i = 0; i < n; i++)
    self->rank[self->suffix[i]] = i;
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;
  common = common_symbols (self, numbered);
  build_nodes (self, common);
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;
  return g_steal_pointer (&self);
}
