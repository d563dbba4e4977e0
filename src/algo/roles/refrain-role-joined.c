/* refrain-role-joined.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The messages of the usual iteration are known; where an iteration ends with them several times,
 * each time is a turn, and what stands before is one, too, if it has messages.
 */
#include "refrain-role-joined.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-hash.h"

/* So many iterations are the usual one, of all. */
#define USUAL 0.5
/* A turn computes for at least so much of the usual time: what is shorter is one exchange more. */
#define AS_LONG 0.5
/* ... and, where it begins otherwise, ends with so much of the usual messages. */
#define SAME_END 0.3
/* Turns that lack what divides them are the exception: at most so many more than iterations. */
#define MOST_MORE 0.35

/* The messages of one process in the loop. */
typedef struct
{
  const RefrainRoleSequence *sequence;
  const guint32 *cuts;
  guint64 *keys;        /* of each message */
  gsize *ops;           /* which operation each is */
  gsize *first;         /* of each iteration its first message; and the end */
  gsize usual, n_usual; /* the first message of an iteration like most, and how many it has */
  RefrainTime computes; /* the median of usual iterations */
} Line;

static void
free_lines (Line *lines, guint n)
{
  for (guint p = 0; p < n; p++)
    refrain_free (lines[p].keys, lines[p].ops, lines[p].first);
  g_free (lines);
}

/* ---- One process ----------------------------------------------------------------------------- */

static gsize
get_op (const Line *line, guint32 cut)
{
  return line->sequence->first[line->cuts[cut]];
}

static guint64
make_key (const RefrainRoleOp *op)
{
  return refrain_hash_mix (((guint64) (guint32) op->peer << 32 | (guint32) op->tag)
                           ^ refrain_hash_mix ((guint64) op->role << 2 | (guint64) op->way));
}

static void
list_messages (Line *line, guint32 n)
{
  const gsize from = get_op (line, 0), to = get_op (line, n);
  gsize kept = 0;
  guint32 cut = 0;

  line->keys = g_new (guint64, to - from + 1);
  line->ops = g_new (gsize, to - from + 1);
  line->first = g_new (gsize, (gsize) n + 1);
  for (gsize i = from; i < to; i++)
    {
      while (cut <= n && get_op (line, cut) <= i)
        line->first[cut++] = kept;
      if (line->sequence->ops[i].way == REFRAIN_ROLE_OTHER)
        continue;
      line->keys[kept] = make_key (&line->sequence->ops[i]);
      line->ops[kept++] = i;
    }
  while (cut <= n)
    line->first[cut++] = kept;
}

/* How long the process computes from one operation to the start of another. */
static RefrainTime
measure_computing (const RefrainRoleSequence *sequence, gsize from, gsize to)
{
  const RefrainTime last = sequence->ops[MIN (to, sequence->n_ops - 1)].start;
  RefrainTime done = sequence->ops[from].end, sum = 0;

  for (gsize i = from + 1; i < to; i++)
    {
      sum += MAX (sequence->ops[i].start - done, 0);
      done = MAX (done, sequence->ops[i].end);
    }
  return sum + MAX (last - done, 0);
}

static guint64
hash_iteration (const Line *line, guint32 i)
{
  guint64 hash = line->first[i + 1] - line->first[i];

  for (gsize k = line->first[i]; k < line->first[i + 1]; k++)
    hash = refrain_hash_mix (hash * 31 + line->keys[k]);
  return hash;
}

/* FALSE where no iteration is like most, or these have no messages. */
static gboolean
find_usual (Line *line, guint32 n)
{
  g_autofree guint64 *hashes = g_new (guint64, n), *sorted = g_new (guint64, n);
  g_autofree RefrainTime *times = g_new (RefrainTime, n);
  guint32 n_times = 0;

  for (guint32 i = 0; i < n; i++)
    sorted[i] = hashes[i] = hash_iteration (line, i);
  refrain_sort (sorted, n, sizeof *sorted, refrain_compare_uint64);
  /* What is so much of all is in the middle. */
  for (guint32 i = 0; i < n; i++)
    if (hashes[i] == sorted[n / 2])
      {
        line->usual = line->first[i];
        line->n_usual = line->first[i + 1] - line->first[i];
        if (line->n_usual > 0)
          times[n_times++]
              = measure_computing (line->sequence, line->ops[line->usual], get_op (line, i + 1));
      }
  if (n_times < USUAL * n)
    return FALSE;
  refrain_sort (times, n_times, sizeof *times, refrain_compare_int64);
  line->computes = times[n_times / 2];
  return TRUE;
}

/* Whether the usual messages end at message @end, and nothing else is from the first of them to
 * operation @stop; 0: to whatever is behind the iteration's messages. */
static gboolean
is_usual_before (const Line *line, gsize begin, gsize end, gsize stop)
{
  const gsize n = line->n_usual;

  return end >= begin + n
         && memcmp (line->keys + end - n, line->keys + line->usual, n * sizeof *line->keys) == 0
         && (stop == 0 || stop - line->ops[end - n] == n);
}

/* Whether messages from @begin to @end end with a part of the usual ones: so does a turn that
 * begins otherwise, while what only comes before a turn does not. */
static gboolean
ends_as_usual (const Line *line, gsize begin, gsize end)
{
  gsize same = 0;

  while (begin + same < end && same < line->n_usual
         && line->keys[end - 1 - same] == line->keys[line->usual + line->n_usual - 1 - same])
    same++;
  return same >= SAME_END * (double) line->n_usual;
}

/* Where turns of iteration @i begin that are the usual one, the last one first: @at. */
static void
find_usual_turns (const Line *line, guint32 i, GArray *at)
{
  gsize stop = 0;

  g_array_set_size (at, 0);
  for (gsize end = line->first[i + 1]; is_usual_before (line, line->first[i], end, stop);
       end -= line->n_usual)
    {
      stop = line->ops[end - line->n_usual];
      g_array_append_val (at, stop);
    }
}

/* ---- All processes --------------------------------------------------------------------------- */

/* What all processes see of an iteration. */
typedef struct
{
  guint usual;       /* turns like most at its end */
  guint before_like; /* processes whose messages before them end as the usual ones */
  double computed;   /* in these turns, but for the first */
  double before;     /* ... and in what is before the first */
  double expected;   /* of one turn */
} Joined;

static void
add_line (Joined *joined, const Line *line, guint32 i, const GArray *at)
{
  const gsize first = line->ops[line->first[i]];
  gsize stop = get_op (line, i + 1);

  joined->expected += (double) line->computes;
  for (guint k = 0; k < at->len; k++)
    {
      const gsize start = g_array_index (at, gsize, k);

      if (k + 1 < at->len)
        joined->computed += (double) measure_computing (line->sequence, start, stop);
      else if (ends_as_usual (line, line->first[i], line->first[i + 1] - at->len * line->n_usual))
        {
          joined->before_like++;
          joined->before += (double) measure_computing (line->sequence, first, start);
        }
      stop = start;
    }
}

/* The turns of iteration @i, as all processes see it; 1 where they do not agree. */
static guint
count_turns (const Line *lines, guint n_lines, guint32 i, GArray *at)
{
  Joined joined = { 0 };

  for (guint k = 0; k < n_lines; k++)
    {
      find_usual_turns (&lines[k], i, at);
      if (at->len == 0 || (joined.usual > 0 && at->len != joined.usual))
        return 1;
      joined.usual = at->len;
      add_line (&joined, &lines[k], i, at);
    }
  /* An exchange more in a turn computes little. */
  if (joined.computed < AS_LONG * joined.expected * (joined.usual - 1))
    return 1;
  return joined.usual
         + (joined.before_like == n_lines && joined.before >= AS_LONG * joined.expected);
}

/* Of each iteration its turns. Free with g_free(); NULL where each is one. */
static guint *
count_all (const Line *lines, guint n_lines, guint32 n, guint32 *sum)
{
  g_autofree guint *turns = g_new (guint, n);
  g_autoptr (GArray) at = g_array_new (FALSE, FALSE, sizeof (gsize));

  *sum = 0;
  for (guint32 i = 0; i < n; i++)
    *sum += turns[i] = count_turns (lines, n_lines, i, at);
  return *sum > n && *sum <= n * (1 + MOST_MORE) ? g_steal_pointer (&turns) : NULL;
}

static void
cut (RefrainRoleTree *tree, RefrainRoleCuts *cuts, const Line *line, const guint *turns, guint32 n)
{
  g_autoptr (GArray) begins = g_array_new (FALSE, FALSE, sizeof (gsize));
  g_autoptr (GArray) at = g_array_new (FALSE, FALSE, sizeof (gsize));
  RefrainRoleSequence *sequence;
  gsize begin;

  for (guint32 i = 0; i < n; i++)
    {
      begin = get_op (line, i);
      g_array_append_val (begins, begin);
      if (turns[i] == 1)
        continue;
      /* What is before them belongs to the first of them where it is no turn. */
      find_usual_turns (line, i, at);
      for (guint k = turns[i] - 1; k-- > 0;)
        g_array_append_val (begins, g_array_index (at, gsize, k));
    }
  begin = get_op (line, n);
  g_array_append_val (begins, begin);
  sequence = refrain_role_sequence_divide (line->sequence, begins);
  g_ptr_array_add (tree->sequences, sequence);
  cuts->sequence = sequence;
  cuts->n_cuts = begins->len;
  cuts->cuts = g_renew (guint32, cuts->cuts, begins->len);
  for (guint32 i = 0, k = 0; i < begins->len; i++)
    {
      while (k < sequence->n && sequence->first[k] < g_array_index (begins, gsize, i))
        k++;
      cuts->cuts[i] = k;
    }
}

void
refrain_role_divide_joined (RefrainRoleTree *tree, RefrainRoleNode *node)
{
  const guint32 n = node->n;
  Line *lines = g_new0 (Line, (gsize) node->n_processes + 1);
  g_autofree guint *turns = NULL;
  guint n_lines = 0;
  guint32 sum = 0;
  gboolean all = n >= 3;

  for (guint p = 0; p < node->n_processes && all; p++)
    {
      Line *line = &lines[n_lines];

      if (node->cuts[p].n_cuts != n + 1)
        continue;
      line->sequence = node->cuts[p].sequence;
      line->cuts = node->cuts[p].cuts;
      list_messages (line, n);
      n_lines++;
      all = find_usual (line, n);
    }
  if (all && n_lines > 0)
    turns = count_all (lines, n_lines, n, &sum);
  for (guint p = 0, k = 0; turns != NULL && p < node->n_processes; p++)
    if (node->cuts[p].n_cuts == n + 1)
      cut (tree, &node->cuts[p], &lines[k++], turns, n);
  if (turns != NULL)
    node->n = node->least = node->most = sum;
  free_lines (lines, n_lines);
}

/* ---- One exchange ---------------------------------------------------------------------------- */

/* Whether iterations of @node are none: in one all ask for messages that are sent in another, and
 * nothing else is in them. */
static gboolean
is_exchange (const RefrainRoleNode *node)
{
  g_autofree gboolean *sends = g_new0 (gboolean, (gsize) node->n + 1);
  gboolean all = TRUE;

  for (guint p = 0; p < node->n_processes; p++)
    for (guint32 i = 0; i + 1 < node->cuts[p].n_cuts; i++)
      for (const RefrainRoleOp *op = refrain_role_node_get_first (node, p, i);
           op < refrain_role_node_get_end (node, p, i); op++)
        {
          if (op->way == REFRAIN_ROLE_OTHER)
            return FALSE;
          sends[MIN (i, node->n)] |= op->way == REFRAIN_ROLE_SENDS;
        }
  for (guint32 i = 0; i < node->n; i++)
    all &= sends[i];
  return !all;
}

void
refrain_role_join_exchange (RefrainRoleNode *node)
{
  if (!is_exchange (node))
    return;
  for (guint p = 0; p < node->n_processes; p++)
    if (node->cuts[p].n_cuts > 0)
      {
        node->cuts[p].cuts[1] = node->cuts[p].cuts[node->cuts[p].n_cuts - 1];
        node->cuts[p].n_cuts = 2;
      }
  node->kind = REFRAIN_ROLE_REST;
  node->n = node->least = node->most = 1;
}
