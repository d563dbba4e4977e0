/* refrain-loop-system-node.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-loop-system-private.h"

static guint64
mix (guint64 hash, guint64 value)
{
  hash ^= value + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + (hash << 6) + (hash >> 2);
  hash *= G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  return hash ^ (hash >> 33);
}

static guint64
mix_number (guint64 hash, const RefrainLoopNumber *number)
{
  hash = mix (hash, (guint64) number->constant);
  for (guint32 i = 0; i < number->n; i++)
    hash = mix (mix (hash, number->terms[i].depth), (guint64) number->terms[i].coefficient);
  return hash;
}

static guint64
add_many (guint64 a, guint64 b)
{
  return a + b < REFRAIN_LOOP_MANY ? a + b : REFRAIN_LOOP_MANY;
}

static guint64
times_many (guint64 a, guint64 b)
{
  guint64 product;

  if (!g_uint64_checked_mul (&product, a, b) || product > REFRAIN_LOOP_MANY)
    return REFRAIN_LOOP_MANY;
  return product;
}

static int
compare_flows (const void *a, const void *b)
{
  const RefrainLoopFlow *x = a;
  const RefrainLoopFlow *y = b;

  return (x->port > y->port) - (x->port < y->port);
}

/* Sorts, and makes one of those of the same port. Gives how many are left. */
static guint32
join_flows (RefrainLoopFlow *flow, gsize n)
{
  guint32 kept = 0;

  qsort (flow, n, sizeof *flow, compare_flows);
  for (gsize i = 0; i < n; i++)
    if (kept > 0 && flow[kept - 1].port == flow[i].port)
      flow[kept - 1].count = add_many (flow[kept - 1].count, flow[i].count);
    else
      flow[kept++] = flow[i];
  return kept;
}

RefrainLoopNode *
refrain_loop_node_new_event (RefrainLoopChannels *channels,
                             guint32 process,
                             guint32 shape,
                             const RefrainLoopNumber *peer,
                             const RefrainLoopNumber *tag)
{
  RefrainLoopNode *node = g_new0 (RefrainLoopNode, 1);
  const guint32 port = refrain_loop_channels_get_port (channels, process, shape, peer, tag);

  g_atomic_ref_count_init (&node->refs);
  node->process = process;
  node->shape = shape;
  node->peer = refrain_loop_number_copy (peer);
  node->number = refrain_loop_number_copy (tag);
  node->affine = tag->n > 0 || peer->n > 0;
  node->size = 1;
  node->events = 1;
  node->hash = mix_number (mix_number (mix (process, shape), peer), tag);
  if (port == REFRAIN_NONE)
    return node;
  node->n_flow = 1;
  node->flow = g_new (RefrainLoopFlow, 1);
  node->flow[0] = (RefrainLoopFlow){ .port = port, .count = 1 };
  return node;
}

static void
find_loop_flow (RefrainLoopNode *node, RefrainLoopChannels *channels)
{
  gsize n = 0;

  for (guint32 i = 0; i < node->n_body; i++)
    n += node->body[i]->n_flow;
  if (n == 0)
    return;
  node->flow = g_new (RefrainLoopFlow, n);
  n = 0;
  for (guint32 i = 0; i < node->n_body; i++)
    for (guint32 k = 0; k < node->body[i]->n_flow; k++)
      node->flow[n++] = node->body[i]->flow[k];
  node->n_flow = join_flows (node->flow, n);
  for (guint32 i = 0; i < node->n_flow; i++)
    if (node->number.n > 0)
      node->flow[i].port
          = refrain_loop_channels_repeat (channels, node->flow[i].port, &node->number);
    else
      node->flow[i].count = times_many (node->flow[i].count, (guint64) node->number.constant);
  if (node->number.n > 0)
    node->n_flow = join_flows (node->flow, node->n_flow);
  node->flow = g_renew (RefrainLoopFlow, node->flow, node->n_flow);
}

static RefrainLoopNode *
new_loop (RefrainLoopChannels *channels,
          const RefrainLoopNumber *count,
          RefrainLoopNode *const *body,
          guint32 n_body)
{
  RefrainLoopNode *node = g_new0 (RefrainLoopNode, 1);

  g_assert (n_body > 0);
  g_atomic_ref_count_init (&node->refs);
  node->loop = TRUE;
  node->process = body[0]->process;
  node->number = refrain_loop_number_copy (count);
  node->affine = count->n > 0;
  node->size = 1;
  node->hash = mix_number (mix (1, n_body), count);
  node->n_body = n_body;
  node->body = g_new (RefrainLoopNode *, n_body);
  for (guint32 i = 0; i < n_body; i++)
    {
      node->body[i] = refrain_loop_node_ref (body[i]);
      node->affine |= body[i]->affine;
      node->size = add_many (node->size, body[i]->size);
      node->events = add_many (node->events, body[i]->events);
      node->hash = mix (node->hash, body[i]->hash);
    }
  if (count->n == 0)
    node->events = times_many (node->events, (guint64) count->constant);
  find_loop_flow (node, channels);
  return node;
}

RefrainLoopNode *
refrain_loop_node_ref (RefrainLoopNode *node)
{
  g_atomic_ref_count_inc (&node->refs);
  return node;
}

void
refrain_loop_node_unref (RefrainLoopNode *node)
{
  if (!g_atomic_ref_count_dec (&node->refs))
    return;
  for (guint32 i = 0; i < node->n_body; i++)
    refrain_loop_node_unref (node->body[i]);
  g_free (node->body);
  g_free (node->flow);
  refrain_loop_number_clear (&node->number);
  refrain_loop_number_clear (&node->peer);
  g_free (node);
}

gboolean
refrain_loop_node_equal (const RefrainLoopNode *a, const RefrainLoopNode *b)
{
  if (a == b)
    return TRUE;
  if (a->hash != b->hash || a->loop != b->loop || a->process != b->process || a->shape != b->shape
      || !refrain_loop_number_equal (&a->peer, &b->peer) || a->n_body != b->n_body
      || !refrain_loop_number_equal (&a->number, &b->number))
    return FALSE;
  for (guint32 i = 0; i < a->n_body; i++)
    if (!refrain_loop_node_equal (a->body[i], b->body[i]))
      return FALSE;
  return TRUE;
}

guint64
refrain_loop_node_get_flow (const RefrainLoopNode *node, guint32 port)
{
  guint32 low = 0;
  guint32 high = node->n_flow;

  while (low < high)
    {
      const guint32 middle = low + (high - low) / 2;

      if (node->flow[middle].port < port)
        low = middle + 1;
      else
        high = middle;
    }
  return low < node->n_flow && node->flow[low].port == port ? node->flow[low].count : 0;
}

guint64
refrain_loop_node_get_count (const RefrainLoopNode *node)
{
  return node->loop && node->number.n == 0 ? (guint64) node->number.constant : 0;
}

gboolean
refrain_loop_node_can_cut (const RefrainLoopNode *node)
{
  const guint64 count = refrain_loop_node_get_count (node);

  return count >= 2 && count < REFRAIN_LOOP_MANY && node->events < REFRAIN_LOOP_MANY;
}

/* ---- Sequences ------------------------------------------------------------------------------- */

GPtrArray *
refrain_loop_sequence_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_loop_node_unref);
}

void
refrain_loop_sequence_substitute (GPtrArray *self,
                                  RefrainLoopChannels *channels,
                                  RefrainLoopNode *node,
                                  guint32 depth,
                                  const RefrainLoopSubstitution *by)
{
  RefrainLoopNumber number;

  if (!node->affine)
    {
      g_ptr_array_add (self, refrain_loop_node_ref (node));
      return;
    }
  number = refrain_loop_number_substitute (&node->number, by);
  if (!node->loop)
    {
      RefrainLoopNumber peer = refrain_loop_number_substitute (&node->peer, by);

      g_ptr_array_add (
          self, refrain_loop_node_new_event (channels, node->process, node->shape, &peer, &number));
      refrain_loop_number_clear (&peer);
    }
  else
    {
      g_autoptr (GPtrArray) body = refrain_loop_sequence_new ();
      const guint32 inner = (guint32) ((gint64) depth + by->shift);

      for (guint32 i = 0; i < node->n_body; i++)
        refrain_loop_sequence_substitute (body, channels, node->body[i], depth + 1, by);
      refrain_loop_sequence_add_loop (self, channels, &number, (RefrainLoopNode **) body->pdata,
                                      body->len, inner);
    }
  refrain_loop_number_clear (&number);
}

void
refrain_loop_sequence_add_loop (GPtrArray *self,
                                RefrainLoopChannels *channels,
                                const RefrainLoopNumber *count,
                                RefrainLoopNode *const *body,
                                guint32 n_body,
                                guint32 depth)
{
  if (n_body == 0 || (count->n == 0 && count->constant <= 0))
    return;
  if (count->n == 0 && count->constant == 1)
    refrain_loop_sequence_unwrap (self, channels, body, n_body, depth, 1);
  else
    g_ptr_array_add (self, new_loop (channels, count, body, n_body));
}

void
refrain_loop_sequence_unwrap (GPtrArray *self,
                              RefrainLoopChannels *channels,
                              RefrainLoopNode *const *body,
                              guint32 n_body,
                              guint32 depth,
                              guint64 iteration)
{
  const RefrainLoopSubstitution by
      = { .depth = depth, .constant = (gint64) iteration, .shift = -1 };

  for (guint32 i = 0; i < n_body; i++)
    refrain_loop_sequence_substitute (self, channels, body[i], depth + 1, &by);
}

void
refrain_loop_sequence_add_part (GPtrArray *self,
                                RefrainLoopChannels *channels,
                                RefrainLoopNode *const *body,
                                guint32 n_body,
                                guint32 depth,
                                guint64 skipped,
                                guint64 count)
{
  const RefrainLoopSubstitution by
      = { .depth = depth, .constant = (gint64) skipped, .here = 1, .shift = 0 };
  const RefrainLoopNumber number = { .constant = (gint64) count };
  g_autoptr (GPtrArray) moved = NULL;

  if (count == 0)
    return;
  if (count == 1)
    {
      refrain_loop_sequence_unwrap (self, channels, body, n_body, depth, skipped + 1);
      return;
    }
  moved = refrain_loop_sequence_new ();
  for (guint32 i = 0; i < n_body; i++)
    refrain_loop_sequence_substitute (moved, channels, body[i], depth + 1, &by);
  refrain_loop_sequence_add_loop (self, channels, &number, (RefrainLoopNode **) moved->pdata,
                                  moved->len, depth);
}
