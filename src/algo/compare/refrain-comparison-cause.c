/* refrain-comparison-cause.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The ways that determine both ends add up to both durations, and so does what one spends more of
 * in something than the other to their difference. On them nobody waits.
 */
#include "refrain-comparison-private.h"

/* What explains less of the difference is not its cause. */
#define EXPLAINS 0.3
/* A process shares a difference that has so much of it, or waits for it that waits as long. */
#define SHARES 0.5
/* What takes less of a delay is not all of it. */
#define NEARLY 0.9

/* ---- What the slower one spends more of ------------------------------------------------------ */

typedef struct
{
  RefrainComparison *self;
  guint slow;
  RefrainTime whole; /* the difference */
  GArray *shares;    /* of RefrainPathShare */
  GCancellable *cancellable;
} Search;

static RefrainTime
get_more (const Search *search, const RefrainTime *time)
{
  return time[search->slow] - time[!search->slow];
}

/* What is the same as @share, but on whichever process. */
static gboolean
is_same (const RefrainPathShare *a, const RefrainPathShare *b)
{
  return a->before == b->before && a->routine == b->routine;
}

/* The place of all that is the same: of routines, of what is outside of them, of what is before. */
static guint
get_place (guint n_routines, const RefrainPathShare *share)
{
  return share->before ? n_routines + 1 : MIN (share->routine, n_routines);
}

/* What there is most more of, over all processes; of it the process that has most. NULL where that
 * explains little. */
static const RefrainPathShare *
choose_share (const Search *search, RefrainTime *more)
{
  const guint n = refrain_trace_get_n_routines (
      refrain_occurrences_get_trace (refrain_comparison_get_occurrences (search->self)));
  g_autofree RefrainTime *sums = g_new0 (RefrainTime, (gsize) n + 2);
  const RefrainPathShare *best = NULL;

  *more = 0;
  for (guint i = 0; i < search->shares->len; i++)
    {
      const RefrainPathShare *one = &g_array_index (search->shares, RefrainPathShare, i);

      sums[get_place (n, one)] += get_more (search, one->time);
    }
  for (guint i = 0; i < search->shares->len; i++)
    {
      const RefrainPathShare *one = &g_array_index (search->shares, RefrainPathShare, i);
      const RefrainTime sum = sums[get_place (n, one)];

      if (best != NULL && is_same (one, best)
              ? get_more (search, one->time) > get_more (search, best->time)
              : sum > *more)
        {
          best = one;
          *more = sum;
        }
    }
  return (double) *more >= EXPLAINS * (double) search->whole ? best : NULL;
}

/* By how much longer @process takes for it, waited for or not. */
static RefrainTime
find_own (const Search *search, RefrainDiffers kind, guint32 routine, guint32 process)
{
  gsize n;
  const RefrainDifference *differences = refrain_comparison_get_differences (search->self, &n);

  for (gsize i = 0; i < n; i++)
    if (differences[i].process == process && differences[i].kind == kind
        && differences[i].routine == routine)
      return get_more (search, differences[i].time);
  return 0;
}

static gboolean
takes_part (RefrainComparison *self, guint32 process)
{
  gsize n;
  const RefrainComparedProcess *processes = refrain_comparison_get_processes (self, &n);

  for (gsize i = 0; i < n; i++)
    if (processes[i].process == process)
      return TRUE;
  return FALSE;
}

/* How it is spread over processes. */
static void
spread (const Search *search, const RefrainPathShare *share, RefrainComparisonCause *cause)
{
  const RefrainTime most = get_more (search, share->time);
  RefrainTime own;
  gsize n;
  const RefrainDifference *differences = refrain_comparison_get_differences (search->self, &n);

  cause->n_turns = 1;
  cause->longer = TRUE;
  if ((double) most <= SHARES * (double) cause->by)
    {
      cause->n_turns = 0;
      for (guint i = 0; i < search->shares->len; i++)
        {
          const RefrainPathShare *one = &g_array_index (search->shares, RefrainPathShare, i);

          cause->n_turns += is_same (one, share) && get_more (search, one->time) > 0;
        }
      return;
    }
  /* What a process of no occurrence does is known only where it is waited for. */
  own = takes_part (search->self, cause->process)
            ? find_own (search, cause->kind, cause->routine, cause->process)
            : most;
  cause->longer = (double) own >= SHARES * (double) MIN (most, cause->by);
  cause->by = MIN (cause->by, cause->longer ? MIN (own, most) : most);
  for (gsize i = 0; i < n && cause->longer; i++)
    cause->n_share
        += differences[i].kind == cause->kind && differences[i].routine == cause->routine
           && (double) get_more (search, differences[i].time) >= SHARES * (double) cause->by;
}

/* ---- Who waits for it ------------------------------------------------------------------------ */

typedef struct
{
  RefrainBackPath *path;
  guint32 process; /* the one that is waited for ... */
  RefrainTime from, to;
  guint n_processes;
  GHashTable *known; /* 1 or 2: whether what a process did up to some time hangs on that */
} Chains;

/* Whether @stretch, up to its end, hangs on what is looked for. */
static gboolean
hangs (const Chains *chains, RefrainBackStretch stretch)
{
  g_autoptr (GArray) passed = g_array_new (FALSE, FALSE, sizeof (gint64));
  gboolean found = FALSE, goes_on = TRUE;

  while (goes_on && !found)
    {
      const gint64 key = (gint64) ((guint64) stretch.to * chains->n_processes + stretch.process);
      const guint known = GPOINTER_TO_UINT (g_hash_table_lookup (chains->known, &key));
      RefrainBackStretch next;

      if (known != 0 || stretch.to <= chains->from)
        {
          found = known == 2;
          break;
        }
      g_array_append_val (passed, key);
      goes_on = refrain_back_path_step (chains->path, &stretch, &next);
      found = stretch.process == chains->process && stretch.from < chains->to;
      stretch = next;
    }
  for (guint i = 0; i < passed->len; i++)
    g_hash_table_insert (chains->known,
                         g_memdup2 (&g_array_index (passed, gint64, i), sizeof (gint64)),
                         GUINT_TO_POINTER (found ? 2 : 1));
  return found;
}

/* How much longer @process waits for it. */
static double
sum_waiting (const Search *search, const Chains *chains, const RefrainComparedProcess *process)
{
  RefrainTrace *trace
      = refrain_occurrences_get_trace (refrain_comparison_get_occurrences (search->self));
  RefrainWaits *waits = search->self->waits;
  double sum = 0;
  gsize n;
  const RefrainComparedOp *ops = refrain_comparison_get_ops (search->self, &n);

  for (gsize k = process->first; k < process->first + process->n; k++)
    {
      const guint32 op = ops[k].op[search->slow];
      const RefrainTime longer = get_more (search, ops[k].waiting);
      RefrainBackStretch stretch;
      guint32 other_op;

      if (op == REFRAIN_NONE || longer <= 0
          || !refrain_waits_get_release (waits, process->process, op, &stretch.process, &other_op,
                                         &stretch.to))
        continue;
      stretch.thread = refrain_process_get_thread_of_op (
          refrain_trace_get_process (trace, stretch.process), other_op);
      if (stretch.thread != NULL && hangs (chains, stretch))
        sum += (double) longer;
    }
  return sum;
}

/* Who waits for what @process does from @from to @to. */
static guint
count_waiting (
    const Search *search, guint32 process, RefrainTime from, RefrainTime to, RefrainTime by)
{
  RefrainTrace *trace
      = refrain_occurrences_get_trace (refrain_comparison_get_occurrences (search->self));
  RefrainWaits *waits = search->self->waits;
  const RefrainOccurrence at
      = refrain_occurrences_get (refrain_comparison_get_occurrences (search->self),
                                 refrain_comparison_get_occurrence (search->self, search->slow));
  g_autoptr (RefrainBackPath) path
      = refrain_back_path_new (trace, waits, at.start, MAX (at.end, at.start), search->cancellable);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  const Chains chains = { path, process, from, to, refrain_trace_get_n_processes (trace), known };
  gsize n;
  const RefrainComparedProcess *processes = refrain_comparison_get_processes (search->self, &n);
  guint count = 0;

  for (gsize i = 0; i < n && waits != NULL && !g_cancellable_is_cancelled (search->cancellable);
       i++)
    count += processes[i].process != process
             && sum_waiting (search, &chains, &processes[i]) >= SHARES * (double) by;
  return count;
}

/* ---- A late start --------------------------------------------------------------------------- */

/* The row of @process; NULL unless it is in both. */
static const RefrainComparedProcess *
find_compared (RefrainComparison *self, guint32 process)
{
  for (guint i = 0; i < self->processes->len; i++)
    {
      const RefrainComparedProcess *at
          = &g_array_index (self->processes, RefrainComparedProcess, i);

      if (at->process == process && at->start[0] <= at->end[0] && at->start[1] <= at->end[1])
        return at;
    }
  return NULL;
}

/* How much later @process begins its part of @slow than of the other, each from where the duration
 * begins; 0 unless it is in both. */
static RefrainTime
get_lateness (RefrainComparison *self, guint slow, guint32 process)
{
  const RefrainComparedProcess *at = find_compared (self, process);
  RefrainTime after[REFRAIN_N_COMPARED];

  if (at == NULL)
    return 0;
  for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
    after[side] = MAX (
        at->start[side] - refrain_occurrences_get (self->occurrences, self->which[side]).start, 0);
  return after[slow] - after[!slow];
}

/* A process that begins late, until it does. */
typedef struct
{
  RefrainComparison *self;
  RefrainTrace *trace;
  guint32 process;
  const RefrainThread *thread;
  RefrainTime from[REFRAIN_N_COMPARED], to[REFRAIN_N_COMPARED];
  guint slow;
} Before;

/* Adds how much longer it is in each routine of the slower one to @more: by routine, one more for
 * what is outside of all. */
static void
add_activities (const Before *before, gint64 *more)
{
  const guint n = refrain_trace_get_n_routines (before->trace);
  g_autofree gint64 *usual = g_new0 (gint64, (gsize) n + 1);

  for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
    refrain_comparison_add_times (refrain_trace_get_process (before->trace, before->process),
                                  before->thread, before->from[side], before->to[side],
                                  side == before->slow ? more : usual, n);
  for (guint r = 0; r <= n; r++)
    more[r] -= usual[r];
}

/* Likewise how much longer it waits for each process. */
static void
add_awaited (const Before *before, guint side, double *more)
{
  const RefrainOps *ops = refrain_trace_get_ops (before->trace, before->process);
  const guint n = refrain_trace_get_n_processes (before->trace);
  const gsize last = before->thread->first_op + before->thread->n_ops;
  const RefrainTime from = before->from[side], to = before->to[side];
  RefrainWaits *waits = before->self->waits;

  for (gsize i = refrain_process_find_op (
           refrain_trace_get_process (before->trace, before->process), before->thread, from);
       waits != NULL && i < last && ops->time[i] <= to; i++)
    {
      RefrainTime start, end;
      guint32 other, op;

      if (refrain_waits_get_span (waits, before->process, i, &start, &end)
          && refrain_waits_get_culprit (waits, before->process, i, &other, &op) && other < n
          && other != before->process)
        more[other] += (side == before->slow ? 1 : -1)
                       * MAX ((double) MIN (end, to) - (double) MAX (start, from), 0);
    }
}

/* Whether @more is so much of the delay of @late that it is said. */
static gboolean
explains (RefrainLateStart *late, double more)
{
  late->mostly = more < NEARLY * (double) late->by;
  return more > 0 && more >= SHARES * (double) late->by;
}

/* Puts in @late the process that it waits for. */
static void
find_awaited (const Before *before, RefrainLateStart *late)
{
  const guint n = refrain_trace_get_n_processes (before->trace);
  g_autofree double *more = g_new0 (double, (gsize) n + 1);
  guint best = n;

  for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
    add_awaited (before, side, more);
  for (guint p = 0; p < n; p++)
    if (more[p] > more[best])
      best = p;
  if (explains (late, more[best]))
    late->awaited = best;
}

/* Puts in @late what the wait for `awaited` comes from: what is computed longer by whoever all wait
 * for until then, by way of others. */
static void
find_origin (const Before *before, RefrainLateStart *late, GCancellable *cancellable)
{
  g_autoptr (GArray) shares = refrain_comparison_list_path_to (
      before->self, before->slow, before->process, before->to, cancellable);

  for (guint i = 0; i < shares->len; i++)
    {
      const RefrainPathShare *share = &g_array_index (shares, RefrainPathShare, i);
      const RefrainTime more = share->time[before->slow] - share->time[!before->slow];

      if (share->process != before->process && more > late->origin_by
          && (share->routine == REFRAIN_NONE
              || refrain_routine_get_kind (
                     refrain_trace_get_routine (before->trace, share->routine))
                     == REFRAIN_ROUTINE_USER))
        {
          late->origin = share->process;
          late->origin_routine = share->routine;
          late->origin_by = more;
        }
    }
  if ((double) late->origin_by < SHARES * (double) late->by)
    late->origin = REFRAIN_NONE;
}

/* Puts in @late the routine that it is in, or that it is outside of MPI. */
static void
find_activity (const Before *before, RefrainLateStart *late)
{
  const guint n = refrain_trace_get_n_routines (before->trace);
  g_autofree gint64 *more = g_new0 (gint64, (gsize) n + 1);
  double computing;
  guint best = 0;

  add_activities (before, more);
  computing = (double) more[n];
  for (guint r = 0; r < n; r++)
    {
      if (refrain_trace_get_routine_kind (before->trace, r) == REFRAIN_ROUTINE_USER)
        computing += (double) more[r];
      if (more[r] > more[best])
        best = r;
    }
  if (best < n && explains (late, (double) more[best]))
    late->routine = best;
  else
    late->computing = explains (late, computing);
}

/* Puts in @late what its process did until then in the slower one, and not in the other. */
static void
explain_late (RefrainComparison *self,
              guint slow,
              RefrainLateStart *late,
              GCancellable *cancellable)
{
  RefrainTrace *trace = refrain_occurrences_get_trace (self->occurrences);
  RefrainProcess *own = refrain_trace_get_process (trace, late->process);
  const RefrainComparedProcess *at = find_compared (self, late->process);
  Before before = { .self = self, .trace = trace, .process = late->process, .slow = slow };

  late->routine = late->awaited = late->origin = late->origin_routine = REFRAIN_NONE;
  if (at == NULL || refrain_process_get_n_threads (own) == 0)
    return;
  before.thread = refrain_process_get_thread (own, 0);
  for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
    {
      before.from[side] = refrain_occurrences_get (self->occurrences, self->which[side]).start;
      before.to[side] = MAX (at->start[side], before.from[side]);
    }
  find_awaited (&before, late);
  if (late->awaited == REFRAIN_NONE)
    find_activity (&before, late);
  else
    find_origin (&before, late, cancellable);
}

/* ---- The cause ------------------------------------------------------------------------------- */

static RefrainDiffers
get_kind (const Search *search, guint32 routine)
{
  RefrainTrace *trace
      = refrain_occurrences_get_trace (refrain_comparison_get_occurrences (search->self));

  return routine != REFRAIN_NONE
                 && refrain_trace_get_routine_kind (trace, routine) != REFRAIN_ROUTINE_USER
             ? REFRAIN_DIFFERS_COMMUNICATING
             : REFRAIN_DIFFERS_COMPUTING;
}

gboolean
refrain_comparison_find_cause (RefrainComparison *self,
                               RefrainComparisonCause *cause,
                               GCancellable *cancellable)
{
  const RefrainTime excess = refrain_comparison_get_excess (self);
  Search search = { .self = self,
                    .slow = excess > 0 ? REFRAIN_COMPARED_A : REFRAIN_COMPARED_B,
                    .whole = ABS (excess),
                    .cancellable = cancellable };
  g_autoptr (GArray) shares = NULL;
  const RefrainPathShare *share;

  *cause = (RefrainComparisonCause){ 0 };
  if (excess == 0)
    return FALSE;
  search.shares = shares = refrain_comparison_list_path (self, search.slow, cancellable);
  share = choose_share (&search, &cause->by);
  if (share == NULL || g_cancellable_is_cancelled (cancellable))
    return FALSE;
  cause->process = share->process;
  cause->routine = share->routine;
  cause->is_late = share->before;
  if (cause->is_late)
    {
      const RefrainTime own = get_lateness (self, search.slow, share->process);

      cause->late
          = (RefrainLateStart){ .process = share->process, .by = own > 0 ? own : cause->by };
      cause->by = cause->late.by;
      explain_late (self, search.slow, &cause->late, cancellable);
    }
  else
    {
      cause->kind = get_kind (&search, share->routine);
      spread (&search, share, cause);
    }
  cause->offset = (double) cause->by > (1 + REFRAIN_COMPARISON_ALIKE) * (double) search.whole;
  if (cause->n_turns <= 1)
    cause->n_waiting = count_waiting (&search, share->process, share->from, share->to,
                                      MIN (cause->by, search.whole));
  return TRUE;
}

/* How much longer @op takes by itself in the slower one. */
static RefrainTime
get_own_more (const RefrainComparedOp *op, RefrainDiffers kind, guint slow)
{
  return kind == REFRAIN_DIFFERS_COMPUTING
             ? op->gap[slow] - op->gap[!slow]
             : op->duration[slow] - op->waiting[slow] - op->duration[!slow] + op->waiting[!slow];
}

gboolean
refrain_comparison_find_cause_op (RefrainComparison *self, gsize *op)
{
  const RefrainComparisonCause *cause;
  const RefrainComparedProcess *processes;
  const RefrainComparedOp *ops;
  RefrainTime most = 0;
  guint slow;
  gsize n, n_ops;

  g_return_val_if_fail (REFRAIN_IS_COMPARISON (self), FALSE);
  g_return_val_if_fail (op != NULL, FALSE);

  cause = refrain_comparison_get_cause (self);
  if (cause == NULL || cause->is_late || cause->n_turns > 1)
    return FALSE;
  slow = refrain_comparison_get_excess (self) > 0 ? REFRAIN_COMPARED_A : REFRAIN_COMPARED_B;
  processes = refrain_comparison_get_processes (self, &n);
  ops = refrain_comparison_get_ops (self, &n_ops);
  for (gsize p = 0; p < n; p++)
    for (gsize i = processes[p].first;
         processes[p].process == cause->process && i < processes[p].first + processes[p].n; i++)
      {
        const RefrainTime own = get_own_more (&ops[i], cause->kind, slow);

        if (own > most
            && refrain_compared_op_is_gap (&ops[i]) == (cause->kind == REFRAIN_DIFFERS_COMPUTING))
          {
            most = own;
            *op = i;
          }
      }
  return most > 0;
}
