/* refrain-merge-align.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Regularisation (Ketterlin et al. 2014, III-B.2). The paper cuts one loop at one link at a time;
 * here a set of loops, one of each process, is cut at once, at the least place at or after all
 * their starts where no message between them is under way. Where one loop starts at another's
 * iteration that is splitting, where it starts within one it is shifting, and it cannot chase its
 * own tail around a cycle of processes.
 */
#include "refrain-merge-align.h"

#include "refrain-merge-set.h"

/* How many loops that stand against all others are left out of a set. */
#define MAX_ATTEMPTS 16
/* How often a level is gone through. */
#define MAX_PASSES 64
/* How many constructs a level may grow to: GROWTH times as many as it had, and some more. */
#define GROWTH      8
#define GROWTH_BASE 1024
/* How often the loops of one set may be cut anew, for each of them. */
#define MAX_ADVANCES 64
/* A loop that has fewer iterations than this may be taken apart to one iteration at a time. */
#define FEW 8
/* ... and terms. */
#define SHORT 32

#define MEMBER     REFRAIN_MERGE_MEMBER
#define CONSTRAINT REFRAIN_MERGE_CONSTRAINT

/* ---- Cuts of a set --------------------------------------------------------------------------- */

/* Brings the receiver after the sender, or the sender before the receiver, by moving one forward.
 * FALSE where that, @bad, has no such place; else tells which was moved, or REFRAIN_NONE. */
static gboolean
relax (RefrainMergeSet *set, const RefrainMergeConstraint *constraint, guint32 *moved, guint32 *bad)
{
  RefrainMergeMember *from = MEMBER (set, constraint->from);
  RefrainMergeMember *to = MEMBER (set, constraint->to);
  const guint64 sent
      = constraint->start_from + refrain_merge_cut_count (&from->cut, from->loop, constraint->port);
  const guint64 received
      = constraint->start_to + refrain_merge_cut_count (&to->cut, to->loop, constraint->port_to);

  *moved = REFRAIN_NONE;
  if (sent == received)
    return TRUE;
  *moved = *bad = sent > received ? constraint->to : constraint->from;
  return sent > received ? refrain_merge_cut_advance (&to->cut, to->loop, constraint->port_to,
                                                      sent - constraint->start_to)
                         : refrain_merge_cut_advance (&from->cut, from->loop, constraint->port,
                                                      received - constraint->start_from);
}

/* Moves the cuts to the least place where all constraints hold. FALSE where there is none: @bad
 * tells which member stands against it, or REFRAIN_NONE. */
static gboolean
set_find_cuts (RefrainMergeSet *set, guint32 *bad)
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

static RefrainMergeCut
next_boundary (const RefrainMergeCut *cut)
{
  RefrainMergeCut boundary = *cut;

  if (refrain_merge_cut_is_boundary (cut))
    return boundary;
  boundary.n = 1;
  boundary.step[0].iteration++;
  boundary.step[0].position = 0;
  return boundary;
}

/* Whether member @m can as well be cut at @cut, others staying where they are. */
static gboolean
can_move (const RefrainMergeSet *set, guint32 m, const RefrainMergeCut *cut)
{
  const RefrainMergeMember *member = MEMBER (set, m);

  for (guint32 k = set->first[m]; k < set->first[m + 1]; k++)
    {
      const RefrainMergeConstraint *constraint = CONSTRAINT (set, set->list[k]);
      const guint32 port = constraint->from == m ? constraint->port : constraint->port_to;

      if (refrain_merge_cut_count (cut, member->loop, port)
          != refrain_merge_cut_count (&member->cut, member->loop, port))
        return FALSE;
    }
  return TRUE;
}

/* Prefers the bounds of iterations: all loops', where that is possible, or each one's. */
static void
set_round_cuts (RefrainMergeSet *set)
{
  gboolean all = TRUE;

  for (guint c = 0; all && c < set->constraints->len; c++)
    {
      const RefrainMergeConstraint *constraint = CONSTRAINT (set, c);
      const RefrainMergeMember *from = MEMBER (set, constraint->from);
      const RefrainMergeMember *to = MEMBER (set, constraint->to);
      const RefrainMergeCut a = next_boundary (&from->cut);
      const RefrainMergeCut b = next_boundary (&to->cut);

      all = constraint->start_from + refrain_merge_cut_count (&a, from->loop, constraint->port)
            == constraint->start_to + refrain_merge_cut_count (&b, to->loop, constraint->port_to);
    }
  for (guint m = 0; m < set->members->len; m++)
    {
      const RefrainMergeCut boundary = next_boundary (&MEMBER (set, m)->cut);

      if (all || can_move (set, m, &boundary))
        MEMBER (set, m)->cut = boundary;
    }
}

/* ---- Passes over a level --------------------------------------------------------------------- */

/* One pass over a level. */
typedef struct
{
  RefrainMergeLevel *level;
  gboolean *touched;       /* by item: in a set of this pass */
  GPtrArray **replacement; /* by item: what it becomes, or NULL */
  RefrainMergePartners *partners;
  gboolean changed;
} Pass;

/* ---- How much to take ------------------------------------------------------------------------ */

/* How many constructs after the loop equal what a shift takes out of its front, so that the number
 * of iterations stays. */
static guint32
find_absorbed (const Pass *pass, const RefrainMergeMember *member)
{
  const RefrainMergeLevel *level = pass->level;
  const GPtrArray *chain = level->chain[member->slot];
  const guint32 next = level->item[member->item].position + 1;
  g_autoptr (GPtrArray) before = refrain_merge_sequence_new ();
  g_autoptr (GPtrArray) after = refrain_merge_sequence_new ();
  g_autoptr (GPtrArray) expected = refrain_merge_sequence_new ();

  refrain_merge_cut_split (&member->cut, member->loop, level->channels, level->depth + 1, before,
                           after);
  refrain_merge_sequence_unwrap (expected, level->channels, (RefrainMergeNode **) before->pdata,
                                 before->len, level->depth,
                                 refrain_merge_node_get_count (member->loop) + 1);
  if (expected->len > chain->len - next)
    return 0;
  for (guint32 i = 0; i < expected->len; i++)
    if (pass->touched[member->item + 1 + i]
        || !refrain_merge_node_equal (expected->pdata[i], chain->pdata[next + i]))
      return 0;
  return expected->len;
}

/* Finds how many iterations of each become part of the common loop. FALSE where there are none:
 * @bad tells whose fault it is, or REFRAIN_NONE. */
static gboolean
find_iterations (const Pass *pass, RefrainMergeSet *set, guint32 *bad)
{
  guint64 common = G_MAXUINT64;

  for (guint32 m = 0; m < set->members->len; m++)
    {
      RefrainMergeMember *member = MEMBER (set, m);
      const guint64 count = refrain_merge_node_get_count (member->loop);

      member->rotated = count - member->cut.step[0].iteration;
      if (!refrain_merge_cut_is_boundary (&member->cut))
        {
          member->absorbed = find_absorbed (pass, member);
          member->rotated -= member->absorbed > 0 ? 0 : 1;
        }
      *bad = m;
      common = MIN (common, member->rotated / member->rate);
      if (common == 0)
        return FALSE;
    }
  *bad = REFRAIN_NONE;
  for (guint32 m = 0; m < set->members->len; m++)
    {
      RefrainMergeMember *member = MEMBER (set, m);

      member->take = common * member->rate;
      /* A long loop is not taken apart one by one. */
      if (member->take == 1 && refrain_merge_node_get_count (member->loop) > FEW)
        return FALSE;
    }
  return TRUE;
}

/* ---- Cutting --------------------------------------------------------------------------------- */

static gboolean
is_whole (const RefrainMergeMember *member)
{
  return member->take == refrain_merge_node_get_count (member->loop) && member->absorbed == 0;
}

/* The parts of the loop: iterations before the cut, what is shifted out of the next one, the
 * iterations that become part of the common loop, those that do not, and the rest of the last. */
static GPtrArray *
cut_loop (const RefrainMergeLevel *level, const RefrainMergeMember *member)
{
  RefrainMergeChannels *channels = level->channels;
  const RefrainMergeNode *loop = member->loop;
  const guint32 depth = level->depth;
  const guint64 done = member->cut.step[0].iteration;
  const gboolean shifted = !refrain_merge_cut_is_boundary (&member->cut);
  const RefrainMergeSubstitution next
      = { .depth = depth, .constant = (gint64) 1, .here = 1, .shift = 0 };
  GPtrArray *parts = refrain_merge_sequence_new ();
  g_autoptr (GPtrArray) before = refrain_merge_sequence_new ();
  g_autoptr (GPtrArray) body = refrain_merge_sequence_new ();
  guint32 rest;

  refrain_merge_cut_split (&member->cut, loop, channels, depth + 1, before, body);
  rest = body->len;
  for (guint32 i = 0; i < before->len; i++)
    refrain_merge_sequence_substitute (body, channels, before->pdata[i], depth + 1, &next);

  refrain_merge_sequence_add_part (parts, channels, loop->body, loop->n_body, depth, 0, done);
  if (shifted)
    refrain_merge_sequence_unwrap (parts, channels, (RefrainMergeNode **) before->pdata,
                                   before->len, depth, done + 1);
  refrain_merge_sequence_add_part (parts, channels, (RefrainMergeNode **) body->pdata, body->len,
                                   depth, done, member->take);
  refrain_merge_sequence_add_part (parts, channels, (RefrainMergeNode **) body->pdata, body->len,
                                   depth, done + member->take, member->rotated - member->take);
  if (shifted && member->absorbed == 0)
    refrain_merge_sequence_unwrap (parts, channels, (RefrainMergeNode **) body->pdata, rest, depth,
                                   refrain_merge_node_get_count (loop));
  return parts;
}

/* Cuts the loops of one set. FALSE, with @bad, where one of them stands against it. */
static gboolean
try_set (Pass *pass, RefrainMergeSet *set, guint32 *bad)
{
  *bad = REFRAIN_NONE;
  if (set->members->len < 2)
    return FALSE;
  if (!refrain_merge_set_find_rates (set, bad) || !set_find_cuts (set, bad))
    return FALSE;
  set_round_cuts (set);
  if (!find_iterations (pass, set, bad))
    return FALSE;
  for (guint m = 0; m < set->members->len; m++)
    {
      const RefrainMergeMember *member = MEMBER (set, m);

      pass->touched[member->item] = TRUE;
      if (is_whole (member))
        continue;
      pass->changed = TRUE;
      pass->replacement[member->item] = cut_loop (pass->level, member);
      for (guint32 i = 1; i <= member->absorbed; i++)
        {
          pass->touched[member->item + i] = TRUE;
          pass->replacement[member->item + i] = refrain_merge_sequence_new ();
        }
    }
  return TRUE;
}

static void
align_seed (Pass *pass, guint32 seed)
{
  guint32 left_out[MAX_ATTEMPTS];
  guint n = 0;
  guint32 bad = 0;

  do
    {
      g_autoptr (RefrainMergeSet) set = refrain_merge_set_new (pass->partners, seed, pass->touched);

      if (try_set (pass, set, &bad) || bad == REFRAIN_NONE || bad == 0)
        break;
      left_out[n] = MEMBER (set, bad)->item;
      pass->touched[left_out[n++]] = TRUE;
    }
  while (n < MAX_ATTEMPTS);
  while (n > 0)
    pass->touched[left_out[--n]] = FALSE;
}

/* ---- Passes ---------------------------------------------------------------------------------- */

/* Whether the loop shares a channel with another loop and does not exchange all of it there. */
static gboolean
is_irregular (const RefrainMergeLevel *level, guint32 item)
{
  if (!level->item[item].can_cut)
    return FALSE;
  if ((level->meets[item] & REFRAIN_MERGE_MEETS_CUTTABLE) != 0)
    return TRUE;
  for (gsize k = level->incident_first[item]; k < level->incident_first[item + 1]; k++)
    {
      const RefrainMergeLink *link = &level->link[level->incident[k]];
      const guint32 other = link->from == item ? link->to : link->from;

      if (!link->regular && level->item[other].slot != level->item[item].slot
          && level->item[other].can_cut)
        return TRUE;
    }
  return FALSE;
}

/* Whether the loop is short and exchanges messages with single events: with nothing else, or it has
 * but two iterations. Then it is unrolled, so that these can be linked. */
static gboolean
is_among_events (const RefrainMergeLevel *level, guint32 item)
{
  const RefrainMergeNode *node = level->item[item].node;
  gboolean events = (level->meets[item] & REFRAIN_MERGE_MEETS_EVENT) != 0;
  gboolean loops = (level->meets[item] & REFRAIN_MERGE_MEETS_LOOP) != 0;

  if (!level->item[item].can_cut || refrain_merge_node_get_count (node) > FEW || node->size > SHORT)
    return FALSE;
  for (gsize k = level->incident_first[item]; k < level->incident_first[item + 1]; k++)
    {
      const RefrainMergeLink *link = &level->link[level->incident[k]];

      if (level->item[link->from == item ? link->to : link->from].loop)
        loops = TRUE;
      else
        events = TRUE;
    }
  return events && (!loops || refrain_merge_node_get_count (node) == 2);
}

/* The largest loops come first. */
static int
compare_seeds (gconstpointer a, gconstpointer b, gpointer data)
{
  const RefrainMergeLevel *level = data;
  const guint32 x = *(const guint32 *) a;
  const guint32 y = *(const guint32 *) b;

  if (level->item[x].node->events != level->item[y].node->events)
    return level->item[x].node->events > level->item[y].node->events ? -1 : 1;
  return refrain_merge_compare_items (level, x, y);
}

/* Gives whether anything changed; then the level is linked again. */
static gboolean
run_pass (RefrainMergeLevel *level, GCancellable *cancellable)
{
  g_autoptr (GArray) seeds = g_array_new (FALSE, FALSE, sizeof (guint32));
  Pass pass = { .level = level };

  for (guint32 i = 0; i < level->n_items; i++)
    if (is_irregular (level, i))
      g_array_append_val (seeds, i);
  g_array_sort_with_data (seeds, compare_seeds, level);
  pass.touched = g_new0 (gboolean, level->n_items);
  pass.replacement = g_new0 (GPtrArray *, level->n_items);
  pass.partners = refrain_merge_partners_new (level);
  for (guint i = 0; i < seeds->len && !g_cancellable_is_cancelled (cancellable); i++)
    if (!pass.touched[g_array_index (seeds, guint32, i)])
      align_seed (&pass, g_array_index (seeds, guint32, i));
  for (guint32 i = 0; i < level->n_items; i++)
    if (!pass.touched[i] && is_among_events (level, i))
      {
        pass.replacement[i] = refrain_merge_level_unroll (level, i);
        pass.changed = TRUE;
      }
  refrain_merge_partners_free (pass.partners);
  if (pass.changed)
    refrain_merge_level_replace (level, pass.replacement);
  g_free (pass.touched);
  g_free (pass.replacement);
  return pass.changed;
}

void
refrain_merge_regularise (RefrainMergeLevel *level, GCancellable *cancellable)
{
  guint64 most;

  if (level->item == NULL)
    refrain_merge_level_link (level);
  most = GROWTH * (guint64) level->n_items + GROWTH_BASE;
  for (guint i = 0;
       i < MAX_PASSES && level->n_items <= most && !g_cancellable_is_cancelled (cancellable); i++)
    if (!run_pass (level, cancellable))
      return;
}
