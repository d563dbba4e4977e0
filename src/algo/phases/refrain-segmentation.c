/* refrain-segmentation.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-segmentation-private.h"

#include <glib/gi18n.h>

/* ---- The tree ----------------------------------------------------------------------------------
 */

/* A segment to be looked at. */
typedef struct
{
  guint32 node;
  RefrainSegmentationRuns runs;
} Open;

static void
add_node (
    RefrainSegmentation *self, GArray *open, guint32 start, guint32 end, guint32 parent, Open next)
{
  const RefrainSegmentationNode node
      = { .start = start, .end = end, .parent = parent, .left = REFRAIN_NONE };

  next.node = self->nodes->len;
  g_array_append_val (self->nodes, node);
  g_array_append_val (open, next);
}

/* Depth-first, so that what is looked at soon comes to lie in the caches. FALSE when cancelled. */
static gboolean
grow (RefrainSegmentationWork *work,
      double least,
      RefrainProgressFunc progress,
      gpointer progress_data)
{
  RefrainSegmentation *self = work->self;
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (Open));
  guint32 decided = 0, told = 0, behind = 0;

  add_node (self, open, 0, self->length, REFRAIN_NONE, (Open){ 0, { 0, self->runs->len - 1 } });
  while (open->len > 0)
    {
      const Open at = g_array_index (open, Open, open->len - 1);
      RefrainSegmentationNode *node = refrain_segmentation_get_node (self, at.node);

      g_array_set_size (open, open->len - 1);
      if (g_cancellable_is_cancelled (work->cancellable)
          || !refrain_segmentation_find_cut (work, node, at.runs, &behind))
        return FALSE;
      if (node->distinct > 1 && node->strength > least)
        {
          const RefrainSegmentationNode whole = *node;

          node->left = self->nodes->len;
          add_node (self, open, whole.start, whole.cut, at.node,
                    (Open){ 0, { at.runs.run, behind } });
          add_node (self, open, whole.cut, whole.end, at.node,
                    (Open){ 0, { behind, at.runs.end_run } });
          continue;
        }
      decided += node->end - node->start;
      if (progress != NULL && decided - told >= self->length / 100 + 1)
        {
          progress ((double) decided / self->length, _ ("Finding phases"), progress_data);
          told = decided;
        }
    }
  return TRUE;
}

/* Brings the nodes into breadth-first order, in place: there may be many. */
static void
sort_nodes (RefrainSegmentation *self)
{
  const guint32 n = self->nodes->len;
  g_autofree guint32 *from = g_new (guint32, n); /* where each is */
  guint32 next = 1;

  from[0] = 0;
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 left = refrain_segmentation_get_node (self, from[i])->left;

      if (left == REFRAIN_NONE)
        continue;
      from[next++] = left;
      from[next++] = left + 1;
    }
  g_assert (next == n);
  for (guint32 i = 0; i < n; i++)
    {
      const RefrainSegmentationNode first = *refrain_segmentation_get_node (self, i);
      guint32 to = i;

      while (from[to] != i && from[to] != to)
        {
          const guint32 at = from[to];

          *refrain_segmentation_get_node (self, to) = *refrain_segmentation_get_node (self, at);
          from[to] = to;
          to = at;
        }
      if (to != i)
        *refrain_segmentation_get_node (self, to) = first;
      from[to] = to;
    }
  next = 1;
  for (guint32 i = 0; i < n; i++)
    {
      RefrainSegmentationNode *node = refrain_segmentation_get_node (self, i);

      if (node->left == REFRAIN_NONE)
        continue;
      node->left = next;
      for (guint32 part = 0; part < 2; part++)
        refrain_segmentation_get_node (self, next++)->parent = i;
    }
}

/* Numbers the symbols without gaps when there are fewer of them than their values promise. */
static void
number_symbols (RefrainSegmentation *self)
{
  g_autoptr (GHashTable) numbers = NULL;
  guint32 largest = 0;

  for (guint32 r = 0; r + 1 < self->runs->len; r++)
    largest = MAX (largest, refrain_segmentation_get_run (self, r)->symbol);
  self->n_symbols = largest;
  if (largest < self->runs->len)
    {
      self->n_symbols++;
      return;
    }
  numbers = g_hash_table_new (g_direct_hash, g_direct_equal);
  for (guint32 r = 0; r + 1 < self->runs->len; r++)
    {
      RefrainSegmentationRun *run = &g_array_index (self->runs, RefrainSegmentationRun, r);
      gpointer key = GUINT_TO_POINTER (run->symbol), number;

      if (!g_hash_table_lookup_extended (numbers, key, NULL, &number))
        {
          number = GUINT_TO_POINTER (g_hash_table_size (numbers));
          g_hash_table_insert (numbers, key, number);
        }
      run->symbol = GPOINTER_TO_UINT (number);
    }
  self->n_symbols = g_hash_table_size (numbers);
}

static void
find_runs (RefrainSegmentation *self, const guint32 *symbols)
{
  const RefrainSegmentationRun last = { 0, self->length };

  for (guint32 i = 0; i < self->length; i++)
    if (i == 0 || symbols[i] != symbols[i - 1])
      {
        const RefrainSegmentationRun run = { symbols[i], i };

        g_array_append_val (self->runs, run);
      }
  g_array_append_val (self->runs, last);
  number_symbols (self);
}

RefrainSegmentation *
refrain_segmentation_new (const guint32 *symbols,
                          gsize n,
                          double least,
                          GCancellable *cancellable,
                          RefrainProgressFunc progress,
                          gpointer progress_data)
{
  g_autoptr (RefrainSegmentation) self = NULL;
  RefrainSegmentationWork work;
  gboolean grown;

  g_return_val_if_fail (symbols != NULL || n == 0, NULL);
  g_return_val_if_fail (n < G_MAXINT32, NULL);
  g_return_val_if_fail (least >= -1, NULL);

  self = g_new0 (RefrainSegmentation, 1);
  self->length = (guint32) n;
  self->nodes = g_array_new (FALSE, FALSE, sizeof (RefrainSegmentationNode));
  self->runs = g_array_new (FALSE, FALSE, sizeof (RefrainSegmentationRun));
  if (n == 0)
    return g_steal_pointer (&self);
  find_runs (self, symbols);
  refrain_segmentation_work_init (&work, self, cancellable);
  grown = grow (&work, least, progress, progress_data);
  refrain_segmentation_work_clear (&work);
  if (!grown)
    return NULL;
  sort_nodes (self);
  return g_steal_pointer (&self);
}

void
refrain_segmentation_free (RefrainSegmentation *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->nodes);
  g_array_unref (self->runs);
  g_free (self);
}
