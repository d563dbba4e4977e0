/* refrain-repeats-finder.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-repeats-finder.h"

#include "refrain-tandem-runs.h"
#include "refrain-tandem-stack.h"

#define ROOT 0

void
refrain_repeats_finder_free (RefrainRepeatsFinder *self)
{
  g_clear_pointer (&self->index, refrain_repeats_index_free);
  g_free (self->piece_at);
  g_free (self->weight_before);
  g_free (self->gap);
  g_free (self->up);
  g_free (self->jump);
  g_free (self);
}

static guint32
get_weight (const RefrainRepeatsFinder *self, guint32 piece)
{
  return self->pieces->first_place[piece + 1] - self->pieces->first_place[piece];
}

static void
weigh_suffixes (RefrainRepeatsFinder *self)
{
  const RefrainRepeatsPieces *pieces = self->pieces;
  const guint32 n = self->index->n;

  self->piece_at = g_new (guint32, (gsize) n + 1);
  self->weight_before = g_new (guint32, (gsize) n + 1);
  for (guint32 p = 0; p < pieces->n; p++)
    for (guint32 i = pieces->start[p]; i < pieces->start[p + 1]; i++)
      self->piece_at[i] = p;
  self->weight_before[0] = 0;
  for (guint32 r = 0; r < n; r++)
    self->weight_before[r + 1]
        = self->weight_before[r] + get_weight (self, self->piece_at[self->index->suffix[r]]);
}

/* Jump pointers over the chains that @self->up gives (Myers, Inf. Process. Lett. 17, 1983). */
static void
set_jumps (RefrainRepeatsFinder *self)
{
  const RefrainRepeatsIndex *index = self->index;
  g_autofree guint32 *level = g_new (guint32, index->n_nodes);

  for (guint32 k = index->n_nodes; k-- > 0;)
    {
      const guint32 v = index->order[k], up = self->up[v], jump = self->jump[up];

      if (v == ROOT)
        {
          level[v] = 0;
          self->jump[v] = ROOT;
          continue;
        }
      level[v] = level[up] + 1;
      self->jump[v] = level[up] - level[jump] == level[jump] - level[self->jump[jump]]
                          ? self->jump[jump]
                          : up;
    }
}

/* The highest node above or at @v with @depth symbols or more. */
static guint32
climb_to_depth (const RefrainRepeatsFinder *self, guint32 v, guint32 depth)
{
  const RefrainRepeatsNode *nodes = self->index->nodes;

  while (nodes[self->up[v]].depth >= depth)
    v = nodes[self->jump[v]].depth >= depth ? self->jump[v] : self->up[v];
  return v;
}

/* Whether some piece holds anything twice in a row. */
static gboolean
has_tandem (const RefrainRepeatsPieces *pieces)
{
  g_autoptr (RefrainTandemStack) stack = refrain_tandem_stack_new ();

  for (guint32 p = 0; p < pieces->n; p++)
    {
      refrain_tandem_stack_seal (stack);
      for (guint32 i = pieces->start[p]; i + 1 < pieces->start[p + 1]; i++)
        if (refrain_tandem_stack_push (stack, pieces->text[i]) > 0)
          return TRUE;
    }
  return FALSE;
}

/* What overlaps itself stands in a run of more than twice its distance: there the suffixes a
 * period apart begin with it. */
static void
find_gaps_of_piece (RefrainRepeatsFinder *self, guint32 start, guint32 n)
{
  const RefrainRepeatsIndex *index = self->index;
  RefrainTandemRanges ranges;

  refrain_tandem_ranges_init (&ranges, self->pieces->text + start, n);
  for (guint r = 0; r < ranges.runs->len; r++)
    {
      const RefrainTandemRange *run = &g_array_index (ranges.runs, RefrainTandemRange, r);

      for (guint32 i = run->start; i + 2 * run->period < run->end; i++)
        {
          const guint32 leaf = index->leaf[index->rank[start + i]];
          const guint32 v = climb_to_depth (self, leaf, run->end - run->period - i);

          self->gap[v] = MIN (self->gap[v], run->period);
        }
    }
  refrain_tandem_ranges_clear (&ranges);
}

static gboolean
find_gaps (RefrainRepeatsFinder *self, GCancellable *cancellable)
{
  const RefrainRepeatsPieces *pieces = self->pieces;
  const RefrainRepeatsIndex *index = self->index;

  for (guint32 v = 0; v < index->n_nodes; v++)
    {
      self->gap[v] = G_MAXUINT32;
      self->up[v] = index->nodes[v].parent;
    }
  if (!has_tandem (pieces))
    return TRUE;
  set_jumps (self);
  for (guint32 p = 0; p < pieces->n; p++)
    {
      find_gaps_of_piece (self, pieces->start[p], pieces->start[p + 1] - 1 - pieces->start[p]);
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
    }
  for (guint32 k = 0; k < index->n_nodes; k++)
    {
      const guint32 v = index->order[k], parent = index->nodes[v].parent;

      self->gap[parent] = MIN (self->gap[parent], self->gap[v]);
    }
  return TRUE;
}

/* The longest of the node's pieces that does not overlap itself, or 0. */
static inline guint32
longest_of (const RefrainRepeatsFinder *self, guint32 v)
{
  const RefrainRepeatsNode *node = &self->index->nodes[v];
  const guint32 longest = MIN (node->depth, self->gap[v]);

  return v != ROOT && longest > self->index->nodes[node->parent].depth && longest >= 2 ? longest
                                                                                       : 0;
}

RefrainRepeatsFinder *
refrain_repeats_finder_new (const RefrainRepeatsPieces *pieces, GCancellable *cancellable)
{
  g_autoptr (RefrainRepeatsFinder) self = g_new0 (RefrainRepeatsFinder, 1);
  guint32 n_nodes;

  self->pieces = pieces;
  self->index = refrain_repeats_index_new (
      pieces->text, refrain_repeats_pieces_get_text_length (pieces), cancellable);
  if (self->index == NULL)
    return NULL;
  n_nodes = self->index->n_nodes;
  weigh_suffixes (self);
  self->gap = g_new (guint32, n_nodes);
  self->up = g_new (guint32, n_nodes);
  self->jump = g_new0 (guint32, n_nodes);
  if (!find_gaps (self, cancellable))
    return NULL;
  for (guint32 k = n_nodes; k-- > 0;)
    {
      const guint32 v = self->index->order[k], parent = self->index->nodes[v].parent;

      self->up[v] = parent == ROOT || longest_of (self, parent) > 0 ? parent : self->up[parent];
    }
  set_jumps (self);
  return g_steal_pointer (&self);
}

guint32
refrain_repeats_finder_get_n_classes (const RefrainRepeatsFinder *self)
{
  return self->index->n_nodes + self->index->n;
}

void
refrain_repeats_finder_get_ranks (const RefrainRepeatsFinder *self,
                                  guint32 class,
                                  guint32 *low,
                                  guint32 *high)
{
  const RefrainRepeatsIndex *index = self->index;
  const gboolean leaf = class >= index->n_nodes;

  *low = leaf ? class - index->n_nodes : index->nodes[class].low;
  *high = leaf ? *low + 1 : index->nodes[class].high;
}

guint32
refrain_repeats_finder_get_frequency (const RefrainRepeatsFinder *self, guint32 class)
{
  guint32 low, high;

  refrain_repeats_finder_get_ranks (self, class, &low, &high);
  return self->weight_before[high] - self->weight_before[low];
}

RefrainRepeatsFind
refrain_repeats_finder_find (const RefrainRepeatsFinder *self,
                             guint32 at,
                             guint32 room,
                             guint32 frequency)
{
  const RefrainRepeatsNode *nodes = self->index->nodes;
  const guint32 rank = self->index->rank[at];
  guint32 v = self->index->leaf[rank], length;

  if (room >= 2 && room > nodes[v].depth
      && get_weight (self, self->piece_at[at]) >= MAX (frequency, 2))
    return (RefrainRepeatsFind){ self->index->n_nodes + rank, room };

#define TOO_LOW(node)                                                                              \
  ((node) != ROOT                                                                                  \
   && (self->weight_before[nodes[node].high] - self->weight_before[nodes[node].low] < frequency    \
       || nodes[nodes[node].parent].depth >= room))
  if (longest_of (self, v) == 0)
    v = self->up[v];
  while (TOO_LOW (v))
    v = TOO_LOW (self->jump[v]) ? self->jump[v] : self->up[v];
#undef TOO_LOW
  length = MIN (longest_of (self, v), room);
  return length >= 2 ? (RefrainRepeatsFind){ v, length } : (RefrainRepeatsFind){ 0, 0 };
}
