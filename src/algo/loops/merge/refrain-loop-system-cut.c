/* refrain-loop-system-cut.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-loop-system-private.h"

gboolean
refrain_loop_cut_is_boundary (const RefrainLoopCut *cut)
{
  return cut->n == 1 && cut->step[0].position == 0;
}

guint64
refrain_loop_cut_count (const RefrainLoopCut *cut, const RefrainLoopNode *loop, guint32 port)
{
  guint64 sum = 0;

  for (guint32 s = 0; s < cut->n; s++)
    {
      const guint64 iteration = cut->step[s].iteration;
      const guint32 position = cut->step[s].position;

      if (iteration > 0)
        sum += refrain_loop_node_get_flow (loop, port) / refrain_loop_node_get_count (loop)
               * iteration;
      for (guint32 i = 0; i < position; i++)
        sum += refrain_loop_node_get_flow (loop->body[i], port);
      if (s + 1 < cut->n)
        loop = loop->body[position];
    }
  return sum;
}

static int
compare_cuts (const RefrainLoopCut *a, const RefrainLoopCut *b)
{
  for (guint32 s = 0; s < MIN (a->n, b->n); s++)
    {
      if (a->step[s].iteration != b->step[s].iteration)
        return a->step[s].iteration < b->step[s].iteration ? -1 : 1;
      if (a->step[s].position != b->step[s].position)
        return a->step[s].position < b->step[s].position ? -1 : 1;
    }
  return (a->n > b->n) - (a->n < b->n);
}

/* Finds the place just after message @count on @port. */
static gboolean
find_place (RefrainLoopCut *cut, const RefrainLoopNode *loop, guint32 port, guint64 count)
{
  const guint64 flow = refrain_loop_node_get_flow (loop, port);
  const guint64 iterations = refrain_loop_node_get_count (loop);
  const guint64 each = iterations > 0 ? flow / iterations : 0;
  guint64 left;
  guint32 at = 0;

  if (count == 0 || each == 0 || count > flow || flow >= REFRAIN_LOOP_MANY
      || cut->n == REFRAIN_LOOP_CUT_DEPTH)
    return FALSE;
  cut->step[cut->n].iteration = (count - 1) / each;
  left = count - cut->step[cut->n].iteration * each;
  while (refrain_loop_node_get_flow (loop->body[at], port) < left)
    left -= refrain_loop_node_get_flow (loop->body[at++], port);
  if (refrain_loop_node_get_flow (loop->body[at], port) == left)
    {
      /* An inner loop that ends with this message is not torn. */
      at++;
      if (at == loop->n_body)
        {
          cut->step[cut->n].iteration++;
          at = 0;
        }
      cut->step[cut->n++].position = at;
      return TRUE;
    }
  cut->step[cut->n++].position = at;
  return find_place (cut, loop->body[at], port, left);
}

/* An inner loop that is complete counts as such. */
static void
normalise (RefrainLoopCut *cut, const RefrainLoopNode *loop)
{
  const RefrainLoopNode *loops[REFRAIN_LOOP_CUT_DEPTH] = { loop };

  for (guint32 s = 1; s < cut->n; s++)
    loops[s] = loops[s - 1]->body[cut->step[s - 1].position];
  while (cut->n > 1
         && cut->step[cut->n - 1].iteration == refrain_loop_node_get_count (loops[cut->n - 1]))
    {
      cut->n--;
      if (++cut->step[cut->n - 1].position == loops[cut->n - 1]->n_body)
        {
          cut->step[cut->n - 1].position = 0;
          cut->step[cut->n - 1].iteration++;
        }
    }
}

gboolean
refrain_loop_cut_advance (RefrainLoopCut *cut,
                          const RefrainLoopNode *loop,
                          guint32 port,
                          guint64 count)
{
  RefrainLoopCut found = { .n = 0 };

  if (!find_place (&found, loop, port, count))
    return FALSE;
  normalise (&found, loop);
  if (compare_cuts (&found, cut) > 0)
    *cut = found;
  return TRUE;
}

/* The part of @cut from step @step on, which lies in @loop; its body stands at @depth. */
static void
split_body (const RefrainLoopCut *cut,
            guint32 step,
            const RefrainLoopNode *loop,
            RefrainLoopChannels *channels,
            guint32 depth,
            GPtrArray *before,
            GPtrArray *after)
{
  const guint32 position = cut->step[step].position;
  guint32 rest = position;

  for (guint32 i = 0; i < position; i++)
    g_ptr_array_add (before, refrain_loop_node_ref (loop->body[i]));
  if (step + 1 < cut->n)
    {
      RefrainLoopNode *inner = loop->body[rest++];
      const guint64 done = cut->step[step + 1].iteration;
      const guint64 count = refrain_loop_node_get_count (inner);
      g_autoptr (GPtrArray) first = refrain_loop_sequence_new ();
      g_autoptr (GPtrArray) second = refrain_loop_sequence_new ();
      const gboolean whole = step + 2 == cut->n && cut->step[step + 1].position == 0;

      refrain_loop_sequence_add_part (before, channels, inner->body, inner->n_body, depth, 0, done);
      if (!whole)
        {
          split_body (cut, step + 1, inner, channels, depth + 1, first, second);
          refrain_loop_sequence_unwrap (before, channels, (RefrainLoopNode **) first->pdata,
                                        first->len, depth, done + 1);
          refrain_loop_sequence_unwrap (after, channels, (RefrainLoopNode **) second->pdata,
                                        second->len, depth, done + 1);
        }
      refrain_loop_sequence_add_part (after, channels, inner->body, inner->n_body, depth,
                                      done + (whole ? 0 : 1), count - done - (whole ? 0 : 1));
    }
  for (guint32 i = rest; i < loop->n_body; i++)
    g_ptr_array_add (after, refrain_loop_node_ref (loop->body[i]));
}

void
refrain_loop_cut_split (const RefrainLoopCut *cut,
                        const RefrainLoopNode *loop,
                        RefrainLoopChannels *channels,
                        guint32 depth,
                        GPtrArray *before,
                        GPtrArray *after)
{
  split_body (cut, 0, loop, channels, depth, before, after);
}
