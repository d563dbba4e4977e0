/* refrain-loop-merge-cuts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-loop-merge-set.h"

/* How often the loops of one set may be cut anew, for each of them. */
#define MAX_ADVANCES        64
#define MEMBER(self, i)     (&g_array_index ((self)->members, RefrainLoopMember, i))
#define CONSTRAINT(self, i) (&g_array_index ((self)->constraints, RefrainLoopConstraint, i))

/* Brings the receiver after the sender, or the sender before the receiver, by moving one forward.
 * FALSE where that, @bad, has no such place; else tells which was moved, or REFRAIN_NONE. */
static gboolean
relax (RefrainLoopSet *set, const RefrainLoopConstraint *constraint, guint32 *moved, guint32 *bad)
{
  RefrainLoopMember *from = MEMBER (set, constraint->from);
  RefrainLoopMember *to = MEMBER (set, constraint->to);
  const guint64 sent
      = constraint->start_from + refrain_loop_cut_count (&from->cut, from->loop, constraint->port);
  const guint64 received
      = constraint->start_to + refrain_loop_cut_count (&to->cut, to->loop, constraint->port_to);

  *moved = REFRAIN_NONE;
  if (sent == received)
    return TRUE;
  *moved = *bad = sent > received ? constraint->to : constraint->from;
  return sent > received ? refrain_loop_cut_advance (&to->cut, to->loop, constraint->port_to,
                                                     sent - constraint->start_to)
                         : refrain_loop_cut_advance (&from->cut, from->loop, constraint->port,
                                                     received - constraint->start_from);
}

gboolean
refrain_loop_set_find_cuts (RefrainLoopSet *set, guint32 *bad)
{
  const guint n = set->constraints->len;
  guint64 left = MAX_ADVANCES * ((guint64) set->members->len + 4);
  g_autofree gboolean *queued = g_new (gboolean, n);
  GQueue queue = G_QUEUE_INIT;
  gboolean found = TRUE;

  for (guint c = 0; c < n; c++)
    {
      queued[c] = TRUE;
      g_queue_push_tail (&queue, GUINT_TO_POINTER (c));
    }
  while (found && !g_queue_is_empty (&queue))
    {
      const guint c = GPOINTER_TO_UINT (g_queue_pop_head (&queue));
      guint32 moved;

      queued[c] = FALSE;
      found = relax (set, CONSTRAINT (set, c), &moved, bad);
      if (!found || moved == REFRAIN_NONE)
        continue;
      if (left-- == 0)
        {
          *bad = REFRAIN_NONE;
          found = FALSE;
        }
      for (guint32 k = set->first[moved]; k < set->first[moved + 1]; k++)
        if (!queued[set->list[k]])
          {
            queued[set->list[k]] = TRUE;
            g_queue_push_tail (&queue, GUINT_TO_POINTER (set->list[k]));
          }
    }
  g_queue_clear (&queue);
  return found;
}

static RefrainLoopCut
next_boundary (const RefrainLoopCut *cut)
{
  RefrainLoopCut boundary = *cut;

  if (refrain_loop_cut_is_boundary (cut))
    return boundary;
  boundary.n = 1;
  boundary.step[0].iteration++;
  boundary.step[0].position = 0;
  return boundary;
}

/* Whether member @m can as well be cut at @cut, others staying where they are. */
static gboolean
can_move (const RefrainLoopSet *set, guint32 m, const RefrainLoopCut *cut)
{
  const RefrainLoopMember *member = MEMBER (set, m);

  for (guint32 k = set->first[m]; k < set->first[m + 1]; k++)
    {
      const RefrainLoopConstraint *constraint = CONSTRAINT (set, set->list[k]);
      const guint32 port = constraint->from == m ? constraint->port : constraint->port_to;

      if (refrain_loop_cut_count (cut, member->loop, port)
          != refrain_loop_cut_count (&member->cut, member->loop, port))
        return FALSE;
    }
  return TRUE;
}

void
refrain_loop_set_round_cuts (RefrainLoopSet *set)
{
  gboolean all = TRUE;

  for (guint c = 0; all && c < set->constraints->len; c++)
    {
      const RefrainLoopConstraint *constraint = CONSTRAINT (set, c);
      const RefrainLoopMember *from = MEMBER (set, constraint->from);
      const RefrainLoopMember *to = MEMBER (set, constraint->to);
      const RefrainLoopCut a = next_boundary (&from->cut);
      const RefrainLoopCut b = next_boundary (&to->cut);

      all = constraint->start_from + refrain_loop_cut_count (&a, from->loop, constraint->port)
            == constraint->start_to + refrain_loop_cut_count (&b, to->loop, constraint->port_to);
    }
  for (guint m = 0; m < set->members->len; m++)
    {
      const RefrainLoopCut boundary = next_boundary (&MEMBER (set, m)->cut);

      if (all || can_move (set, m, &boundary))
        MEMBER (set, m)->cut = boundary;
    }
}
