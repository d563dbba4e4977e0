/* refrain-comparison-make.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each process' time in an occurrence is cut twice: at its operations, and at its calls.
 */
#include "refrain-comparison-private.h"

#include "refrain-free.h"

/* ---- One process in one occurrence ---- */

/* The call an operation ends in. */
typedef struct
{
  gsize first; /* of the operations in it */
  /* Of that one alone: */
  gsize leader;        /* the operation that the call's time is counted at */
  RefrainTime waiting; /* the longest in it */
} Call;

/* Its operations and its time. */
typedef struct
{
  guint32 *op;
  guint64 *what; /* equal where the operations are */
  Call *call;
  gsize n;
  RefrainTime start, end; /* start > end where it takes no part */
} Share;

REFRAIN_DEFINE_CLEAR (share_clear, Share, g_free (x->op); g_free (x->what); g_free (x->call))

/* Numbers that are equal for the same operation. */
static guint64
hash_op (const RefrainOps *ops, guint32 op)
{
  const guint64 sort
      = ops->kind[op] == REFRAIN_OP_COLLECTIVE ? 2 : !REFRAIN_OP_IS_SEND (ops->kind[op]);
  guint64 hash = sort;

  hash = hash * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + (guint32) ops->peer[op];
  hash = (hash ^ hash >> 29) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9) + (guint32) ops->tag[op];
  hash = (hash ^ hash >> 32) * G_GUINT64_CONSTANT (0x94d049bb133111eb) + ops->comm[op];
  return hash ^ hash >> 31;
}

static void
read_share (RefrainOccurrences *occurrences, guint32 which, guint32 process, Share *share)
{
  RefrainTrace *trace = refrain_occurrences_get_trace (occurrences);
  const RefrainOps *ops = refrain_trace_get_ops (trace, process);
  const RefrainOccurrence whole = refrain_occurrences_get (occurrences, which);
  gsize n_parts, n = 0;
  const RefrainOccurrencePart *parts = refrain_occurrences_get_parts (occurrences, which, &n_parts);

  *share = (Share){ .start = 1, .end = 0 };
  for (gsize i = 0; i < n_parts; i++)
    n += parts[i].process == process ? parts[i].n : 0;
  share->op = g_new (guint32, n + 1);
  share->what = g_new (guint64, n + 1);
  share->call = g_new (Call, n + 1);
  for (gsize i = 0; i < n_parts; i++)
    for (guint32 at = parts[i].first;
         parts[i].process == process && at < parts[i].first + parts[i].n; at++)
      {
        const guint32 op = refrain_occurrences_get_row (occurrences, process, at);
        RefrainTime start, end;

        if (op == REFRAIN_NONE)
          continue;
        refrain_occurrences_get_op_span (trace, process, op, &start, &end);
        if (share->n == 0)
          {
            share->start = MIN (refrain_occurrences_get_part_start (occurrences, &parts[i]), start);
            share->end = end;
          }
        share->end = MAX (share->end, end);
        share->op[share->n] = op;
        share->what[share->n++] = hash_op (ops, op);
      }
  /* A call lasts from its own start to its end, whatever it holds. */
  if (whole.process == process)
    {
      share->start = whole.start;
      share->end = whole.end;
    }
}

/* ---- Operation by operation ---- */

typedef struct
{
  RefrainComparison *self;
  RefrainTrace *trace;
  guint32 process;
  Share share[REFRAIN_N_COMPARED];
  RefrainTime until[REFRAIN_N_COMPARED]; /* what was cut already */
} Cutter;

/* Puts operations that end in the same call together. The call's time is that of the one that
 * waits, else of the first. */
static void
find_calls (const Cutter *cutter, Share *share)
{
  const RefrainOps *ops = refrain_trace_get_ops (cutter->trace, cutter->process);
  const RefrainTime *waiting
      = cutter->self->waits != NULL
            ? refrain_waits_get_columns (cutter->self->waits, cutter->process)->waiting
            : NULL;
  RefrainTime from = 0, to = 0;

  for (gsize i = 0; i < share->n; i++)
    {
      const guint32 op = share->op[i];
      const RefrainTime waits = waiting != NULL ? waiting[op] : 0;
      RefrainTime start, end;
      gsize first = i;

      refrain_occurrences_get_op_span (cutter->trace, cutter->process, op, &start, &end);
      if (i > 0 && start == from && end == to && ops->call[op] == ops->call[share->op[i - 1]])
        first = share->call[i - 1].first;
      from = start;
      to = end;
      share->call[i].first = first;
      if (first == i || waits > share->call[first].waiting)
        {
          share->call[first].leader = i;
          share->call[first].waiting = waits;
        }
    }
}

static Call *
get_call (const Share *share, gsize i)
{
  return &share->call[share->call[i].first];
}

/* Of two calls that are the same the one that waits longer says whose their time is. */
static void
join_calls (const Share *a, const Share *b, const guint32 *match)
{
  for (gsize i = 0; i < a->n; i++)
    if (match[i] != G_MAXUINT32)
      {
        Call *one = get_call (a, i), *other = get_call (b, match[i]);

        if (one->leader == i && one->waiting >= other->waiting)
          other->leader = match[i];
        else if (other->leader == match[i] && other->waiting > one->waiting)
          one->leader = i;
      }
}

/* Cuts off the time up to the end of operation @i of one of them. */
static void
cut (Cutter *cutter, guint side, gsize i, RefrainComparedOp *compared)
{
  const Share *share = &cutter->share[side];
  RefrainTime start, end;

  refrain_occurrences_get_op_span (cutter->trace, cutter->process, share->op[i], &start, &end);
  compared->op[side] = share->op[i];
  start = MAX (start, cutter->until[side]);
  end = get_call (share, i)->leader == i ? MAX (end, start) : start;
  compared->start[side] = start;
  compared->gap[side] = start - cutter->until[side];
  compared->duration[side] = end - start;
  cutter->until[side] = end;
  compared->waiting[side] = MIN (get_call (share, i)->waiting, compared->duration[side]);
}

static void
add_op (Cutter *cutter, const RefrainComparedOp *compared, RefrainComparedProcess *process)
{
  g_array_append_val (cutter->self->ops, *compared);
  process->n++;
  for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
    process->waiting[side] += compared->waiting[side];
}

static void
align (Cutter *cutter, RefrainComparedProcess *process)
{
  const Share *a = &cutter->share[REFRAIN_COMPARED_A], *b = &cutter->share[REFRAIN_COMPARED_B];
  const RefrainComparedOp none = { .op = { REFRAIN_NONE, REFRAIN_NONE } };
  g_autofree guint32 *match = g_new (guint32, a->n + 1);
  gsize j = 0;

  refrain_align (a->what, a->n, b->what, b->n, match);
  join_calls (a, b, match);
  process->same = a->n == b->n;
  for (gsize i = 0; i <= a->n; i++)
    {
      const gsize next = i == a->n ? b->n : match[i];
      RefrainComparedOp compared = none;

      if (next != G_MAXUINT32)
        for (; j < next; j++)
          {
            RefrainComparedOp alone = none;

            cut (cutter, REFRAIN_COMPARED_B, j, &alone);
            add_op (cutter, &alone, process);
            process->same = FALSE;
          }
      if (i == a->n)
        break;
      cut (cutter, REFRAIN_COMPARED_A, i, &compared);
      if (next != G_MAXUINT32)
        cut (cutter, REFRAIN_COMPARED_B, j++, &compared);
      else
        process->same = FALSE;
      add_op (cutter, &compared, process);
    }
}

/* ---- Routine by routine ---- */

/* Waiting of @process by the MPI routine it waits in. */
static void
add_waiting (Cutter *cutter, const RefrainComparedProcess *process, gint64 *waiting, guint side)
{
  const RefrainCalls *calls = refrain_trace_get_calls (cutter->trace, process->process);
  const guint n_routines = refrain_trace_get_n_routines (cutter->trace);

  for (gsize i = process->first; i < process->first + process->n; i++)
    {
      const RefrainComparedOp *op = &g_array_index (cutter->self->ops, RefrainComparedOp, i);
      guint32 call;

      if (op->waiting[side] <= 0)
        continue;
      call = refrain_waits_get_call (cutter->self->waits, process->process, op->op[side]);
      waiting[call != REFRAIN_NONE ? MIN (calls->routine[call], n_routines) : n_routines]
          += op->waiting[side];
    }
}

static void
add_difference (RefrainComparison *self,
                RefrainDiffers kind,
                guint32 process,
                guint32 routine,
                RefrainTime a,
                RefrainTime b)
{
  const RefrainDifference difference = { kind, process, routine, { a, b } };

  if (a != b)
    g_array_append_val (self->differences, difference);
}

static void
compare_routines (Cutter *cutter, const RefrainComparedProcess *process)
{
  RefrainProcess *own = refrain_trace_get_process (cutter->trace, process->process);
  const guint n = refrain_trace_get_n_routines (cutter->trace);
  g_autofree gint64 *times = g_new0 (gint64, 2 * ((gsize) n + 1));
  g_autofree gint64 *waiting = g_new0 (gint64, 2 * ((gsize) n + 1));

  for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
    {
      const Share *share = &cutter->share[side];
      const RefrainThread *thread = NULL;

      if (share->start > share->end)
        continue;
      if (share->n > 0)
        thread = refrain_process_get_thread_of_op (own, share->op[0]);
      else if (refrain_process_get_n_threads (own) > 0)
        thread = refrain_process_get_thread (own, 0);
      if (thread != NULL)
        refrain_comparison_add_times (own, thread, share->start, share->end,
                                      times + side * ((gsize) n + 1), n);
      if (cutter->self->waits != NULL)
        add_waiting (cutter, process, waiting + side * ((gsize) n + 1), side);
    }
  for (guint r = 0; r <= n; r++)
    {
      const gint64 *a = times + r, *b = times + n + 1 + r;
      const gint64 *wait_a = waiting + r, *wait_b = waiting + n + 1 + r;
      const gboolean is_mpi
          = r < n && refrain_trace_get_routine_kind (cutter->trace, r) != REFRAIN_ROUTINE_USER;
      const guint32 routine = r < n ? r : REFRAIN_NONE;

      add_difference (cutter->self,
                      is_mpi ? REFRAIN_DIFFERS_COMMUNICATING : REFRAIN_DIFFERS_COMPUTING,
                      process->process, routine, *a - *wait_a, *b - *wait_b);
      add_difference (cutter->self, REFRAIN_DIFFERS_WAITING, process->process, routine, *wait_a,
                      *wait_b);
    }
}

/* ---- All of it ---- */

static void
compare_process (RefrainComparison *self, guint32 process)
{
  RefrainComparedProcess compared = { .process = process, .first = self->ops->len };
  Cutter cutter = { .self = self,
                    .trace = refrain_occurrences_get_trace (self->occurrences),
                    .process = process };

  for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
    {
      read_share (self->occurrences, self->which[side], process, &cutter.share[side]);
      find_calls (&cutter, &cutter.share[side]);
      compared.start[side] = cutter.until[side] = cutter.share[side].start;
      compared.end[side] = cutter.share[side].end;
    }
  align (&cutter, &compared);
  compare_routines (&cutter, &compared);
  g_array_append_val (self->processes, compared);
  for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
    share_clear (&cutter.share[side]);
}

/* Whether @process takes part in either. */
static gboolean
takes_part (RefrainComparison *self, guint32 process)
{
  for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
    {
      gsize n;
      const RefrainOccurrencePart *parts
          = refrain_occurrences_get_parts (self->occurrences, self->which[side], &n);

      if (refrain_occurrences_get (self->occurrences, self->which[side]).process == process)
        return TRUE;
      for (gsize i = 0; i < n; i++)
        if (parts[i].process == process)
          return TRUE;
    }
  return FALSE;
}

static int
compare_differences (gconstpointer first, gconstpointer second)
{
  const RefrainDifference *x = first, *y = second;
  const RefrainTime a = ABS (x->time[0] - x->time[1]), b = ABS (y->time[0] - y->time[1]);

  if (a != b)
    return a > b ? -1 : 1;
  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  if (x->routine != y->routine)
    return x->routine < y->routine ? -1 : 1;
  return (x->kind > y->kind) - (x->kind < y->kind);
}

RefrainComparison *
refrain_comparison_new (RefrainOccurrences *occurrences,
                        guint32 a,
                        guint32 b,
                        RefrainWaits *waits,
                        GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (RefrainComparison) self = NULL;
  guint n;

  g_return_val_if_fail (REFRAIN_IS_OCCURRENCES (occurrences), NULL);
  g_return_val_if_fail (a < refrain_occurrences_get_n (occurrences), NULL);
  g_return_val_if_fail (b < refrain_occurrences_get_n (occurrences), NULL);
  g_return_val_if_fail (waits == NULL || REFRAIN_IS_WAITS (waits), NULL);

  self = g_object_new (REFRAIN_TYPE_COMPARISON, NULL);
  self->occurrences = g_object_ref (occurrences);
  self->which[REFRAIN_COMPARED_A] = a;
  self->which[REFRAIN_COMPARED_B] = b;
  self->waits = waits != NULL ? g_object_ref (waits) : NULL;
  n = refrain_trace_get_n_processes (refrain_occurrences_get_trace (occurrences));
  for (guint p = 0; p < n; p++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (takes_part (self, p))
        compare_process (self, p);
    }
  g_array_sort (self->differences, compare_differences);
  self->has_cause = refrain_comparison_find_cause (self, &self->cause, cancellable);
  return !g_cancellable_set_error_if_cancelled (cancellable, error) ? g_steal_pointer (&self)
                                                                    : NULL;
}
