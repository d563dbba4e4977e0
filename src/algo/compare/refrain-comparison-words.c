/* refrain-comparison-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The cause is what is computed longer: waiting and communicating come of it, unless nothing is.
 */
#include "refrain-comparison.h"

#include <math.h>

#include <glib/gi18n.h>

#include "refrain-occurrence-words.h"
#include "refrain-time-format.h"

/* Durations that differ by no more of the longer one are as long. */
#define ALIKE 0.02
/* What explains less of the difference is not its cause. */
#define EXPLAINS 0.3
/* A process shares a difference that has so much of it, or waits for it that waits as long. */
#define SHARES 0.5

static const char *
name_routine (RefrainComparison *self, guint32 routine)
{
  RefrainTrace *trace = refrain_occurrences_get_trace (refrain_comparison_get_occurrences (self));

  return routine < refrain_trace_get_n_routines (trace)
             ? refrain_routine_get_label (refrain_trace_get_routine (trace, routine))
             : NULL;
}

static RefrainTime
get_excess (const RefrainDifference *difference)
{
  return difference->time[REFRAIN_COMPARED_A] - difference->time[REFRAIN_COMPARED_B];
}

/* "computing in rhs", "waiting in MPI_Recv", "in MPI_Send". Free with g_free(). */
static char *
describe_activity (RefrainComparison *self, const RefrainDifference *difference)
{
  const char *routine = name_routine (self, difference->routine);

  if (routine == NULL)
    return g_strdup (difference->kind == REFRAIN_DIFFERS_WAITING ? _ ("waiting")
                                                                 : _ ("outside recorded routines"));
  switch (difference->kind)
    {
    case REFRAIN_DIFFERS_COMPUTING:
      return g_strdup_printf (_ ("computing in %s"), routine);
    case REFRAIN_DIFFERS_WAITING:
      return g_strdup_printf (_ ("waiting in %s"), routine);
    case REFRAIN_DIFFERS_COMMUNICATING:
    default:
      return g_strdup_printf (_ ("in %s itself"), routine);
    }
}

/* "occurrence 5": the one of two in which something alone takes time; NULL where both or neither
 * do. Free with g_free(). */
static char *
name_only (RefrainComparison *self, const RefrainTime *times)
{
  const guint side = times[REFRAIN_COMPARED_A] > 0 ? REFRAIN_COMPARED_A : REFRAIN_COMPARED_B;

  return (times[REFRAIN_COMPARED_A] > 0) != (times[REFRAIN_COMPARED_B] > 0)
             ? refrain_occurrences_describe_number (refrain_comparison_get_occurrences (self),
                                                    refrain_comparison_get_occurrence (self, side))
             : NULL;
}

char *
refrain_comparison_tell_difference (RefrainComparison *self, const RefrainDifference *difference)
{
  g_autofree char *activity = NULL, *a = NULL, *b = NULL, *only = NULL;

  g_return_val_if_fail (REFRAIN_IS_COMPARISON (self), NULL);
  g_return_val_if_fail (difference != NULL, NULL);

  activity = describe_activity (self, difference);
  a = refrain_time_format (difference->time[REFRAIN_COMPARED_A], 3);
  b = refrain_time_format (difference->time[REFRAIN_COMPARED_B], 3);
  only = name_only (self, difference->time);
  if (only != NULL)
    /* TRANSLATORS: "process 2: 259 ms waiting in MPI_Recv, only in occurrence 5". */
    return g_strdup_printf (_ ("process %u: %s %s, only in %s"), difference->process,
                            difference->time[REFRAIN_COMPARED_A] > 0 ? a : b, activity, only);
  return g_strdup_printf (_ ("process %u: %s instead of %s %s"), difference->process, a, b,
                          activity);
}

char *
refrain_comparison_name_op (RefrainComparison *self, gsize op)
{
  RefrainTrace *trace;
  const RefrainComparedProcess *processes;
  const RefrainComparedOp *compared;
  const RefrainOps *ops;
  guint32 row;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_COMPARISON (self), NULL);
  compared = refrain_comparison_get_ops (self, &n) + op;
  g_return_val_if_fail (op < n, NULL);

  trace = refrain_occurrences_get_trace (refrain_comparison_get_occurrences (self));
  processes = refrain_comparison_get_processes (self, &n);
  ops = refrain_process_get_ops (refrain_trace_get_process (
      trace, processes[refrain_comparison_find_process (self, op)].process));
  row = compared->op[0] != REFRAIN_NONE ? compared->op[0] : compared->op[1];
  if (ops->kind[row] == REFRAIN_OP_COLLECTIVE)
    return g_strdup (
        refrain_collective_get_name (ops->tag[row] >= 0 && ops->tag[row] < REFRAIN_N_COLLECTIVES
                                         ? (RefrainCollective) ops->tag[row]
                                         : REFRAIN_COLLECTIVE_UNKNOWN));
  if (ops->peer[row] < 0)
    return g_strdup (REFRAIN_OP_IS_SEND (ops->kind[row]) ? _ ("send") : _ ("receive"));
  return g_strdup_printf (REFRAIN_OP_IS_SEND (ops->kind[row]) ? _ ("send to %d")
                                                              : _ ("receive from %d"),
                          ops->peer[row]);
}

/* Whether the process has other operations before @op, which are of no occurrence, in one of them.
 */
static gboolean
has_others_before (RefrainComparison *self, gsize op)
{
  gsize n;
  const RefrainComparedOp *at = refrain_comparison_get_ops (self, &n) + op, *before = at - 1;

  if (op == 0
      || refrain_comparison_find_process (self, op - 1)
             != refrain_comparison_find_process (self, op))
    return FALSE;
  for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
    if (before->op[side] != REFRAIN_NONE && at->op[side] > before->op[side] + 1)
      return TRUE;
  return FALSE;
}

/* What comes before an operation. */
static char *
tell_gap (RefrainComparison *self, gsize op, guint32 process, const RefrainTime *gap)
{
  const gboolean others = has_others_before (self, op);
  g_autofree char *name = refrain_comparison_name_op (self, op);
  g_autofree char *a = refrain_time_format (gap[REFRAIN_COMPARED_A], 3);
  g_autofree char *b = refrain_time_format (gap[REFRAIN_COMPARED_B], 3);
  g_autofree char *only = name_only (self, gap);

  if (only != NULL)
    return g_strdup_printf (
        others ? _ ("process %u, before %s: other operations and computing take %s, only in %s")
               : _ ("process %u, before %s: computes %s, only in %s"),
        process, name, gap[REFRAIN_COMPARED_A] > 0 ? a : b, only);
  return g_strdup_printf (
      others ? _ ("process %u, before %s: other operations and computing take %s instead of %s")
             : _ ("process %u, before %s: computes %s instead of %s"),
      process, name, a, b);
}

/* How long an operation takes that both have. */
static char *
tell_duration (RefrainComparison *self, gsize op, guint32 process, const RefrainComparedOp *both)
{
  const RefrainTime *duration = both->duration, *waiting = both->waiting;
  g_autofree char *name = refrain_comparison_name_op (self, op);
  g_autofree char *a = refrain_time_format (duration[REFRAIN_COMPARED_A], 3);
  g_autofree char *b = refrain_time_format (duration[REFRAIN_COMPARED_B], 3);
  g_autofree char *wait_a = refrain_time_format (waiting[REFRAIN_COMPARED_A], 3);
  g_autofree char *wait_b = refrain_time_format (waiting[REFRAIN_COMPARED_B], 3);
  g_autofree char *only = name_only (self, duration);
  g_autofree char *waits_only = name_only (self, waiting);

  if (only != NULL)
    return g_strdup_printf (_ ("process %u, %s: takes time only in %s (%s)"), process, name, only,
                            duration[REFRAIN_COMPARED_A] > 0 ? a : b);
  if (ABS ((double) waiting[REFRAIN_COMPARED_A] - (double) waiting[REFRAIN_COMPARED_B])
      <= ALIKE * (double) MAX (duration[REFRAIN_COMPARED_A], duration[REFRAIN_COMPARED_B]))
    return g_strdup_printf (_ ("process %u, %s: %s instead of %s"), process, name, a, b);
  if (waits_only != NULL)
    return g_strdup_printf (_ ("process %u, %s: %s instead of %s; %s of waiting, only in %s"),
                            process, name, a, b, waiting[REFRAIN_COMPARED_A] > 0 ? wait_a : wait_b,
                            waits_only);
  return g_strdup_printf (_ ("process %u, %s: %s instead of %s, of which waiting %s instead of %s"),
                          process, name, a, b, wait_a, wait_b);
}

char *
refrain_comparison_tell_op (RefrainComparison *self, gsize op)
{
  const RefrainComparedOp *compared;
  g_autofree char *name = NULL, *where = NULL;
  guint32 process;
  guint side;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_COMPARISON (self), NULL);
  compared = refrain_comparison_get_ops (self, &n) + op;
  g_return_val_if_fail (op < n, NULL);

  process = refrain_comparison_get_processes (self, &n)[refrain_comparison_find_process (self, op)]
                .process;
  if (compared->op[REFRAIN_COMPARED_A] != REFRAIN_NONE
      && compared->op[REFRAIN_COMPARED_B] != REFRAIN_NONE)
    return refrain_compared_op_is_gap (compared) ? tell_gap (self, op, process, compared->gap)
                                                 : tell_duration (self, op, process, compared);
  side = compared->op[REFRAIN_COMPARED_A] == REFRAIN_NONE ? REFRAIN_COMPARED_B : REFRAIN_COMPARED_A;
  name = refrain_comparison_name_op (self, op);
  where = refrain_occurrences_describe_number (refrain_comparison_get_occurrences (self),
                                               refrain_comparison_get_occurrence (self, side));
  return g_strdup_printf (_ ("process %u: %s, only in %s"), process, name, where);
}

/* ---- The cause ---- */

typedef struct
{
  const RefrainDifference *cause;
  guint n_share;   /* processes on which the routine takes longer by about as much */
  guint n_waiting; /* that wait longer by about as much */
  guint n_processes;
} Cause;

/* How many processes do more (or less) of @kind by a share of @excess; of one routine, or of all
 * with REFRAIN_NONE. */
static guint
count_processes (RefrainComparison *self,
                 RefrainDiffers kind,
                 guint32 routine,
                 gboolean all_routines,
                 double excess)
{
  gsize n, n_differences;
  const RefrainComparedProcess *processes = refrain_comparison_get_processes (self, &n);
  const RefrainDifference *differences = refrain_comparison_get_differences (self, &n_differences);
  guint count = 0;

  for (gsize p = 0; p < n; p++)
    {
      double sum = 0;

      for (gsize i = 0; i < n_differences; i++)
        if (differences[i].process == processes[p].process && differences[i].kind == kind
            && (all_routines || differences[i].routine == routine))
          sum += (double) get_excess (&differences[i]);
      count += excess > 0 ? sum >= SHARES * excess : sum <= SHARES * excess;
    }
  return count;
}

/* The difference that goes the same way as the whole and explains most of it: of computing, if any
 * explains enough. */
static Cause
find_cause (RefrainComparison *self, double excess)
{
  static const RefrainDiffers kinds[]
      = { REFRAIN_DIFFERS_COMPUTING, REFRAIN_DIFFERS_COMMUNICATING, REFRAIN_DIFFERS_WAITING };
  Cause cause = { 0 };
  gsize n, n_processes;
  const RefrainDifference *differences = refrain_comparison_get_differences (self, &n);

  refrain_comparison_get_processes (self, &n_processes);
  cause.n_processes = (guint) n_processes;
  for (gsize k = 0; k < G_N_ELEMENTS (kinds) && cause.cause == NULL; k++)
    for (gsize i = 0; i < n && cause.cause == NULL; i++)
      if (differences[i].kind == kinds[k]
          && (double) get_excess (&differences[i]) / excess >= EXPLAINS)
        cause.cause = &differences[i];
  if (cause.cause == NULL)
    return cause;
  cause.n_share = count_processes (self, cause.cause->kind, cause.cause->routine, FALSE,
                                   (double) get_excess (cause.cause));
  if (cause.cause->kind != REFRAIN_DIFFERS_WAITING)
    cause.n_waiting = count_processes (self, REFRAIN_DIFFERS_WAITING, REFRAIN_NONE, TRUE,
                                       (double) get_excess (cause.cause));
  return cause;
}

/* "21 ms of it computing in rhs on process 5, which 4 others wait for" */
static char *
tell_cause (RefrainComparison *self, const Cause *cause)
{
  const RefrainDifference *most = cause->cause;
  const double excess = (double) get_excess (most);
  g_autofree char *time = refrain_time_format ((RefrainTime) fabs (excess), 3);
  g_autofree char *activity = describe_activity (self, most);
  g_autofree char *where = NULL, *waiting = NULL;

  if (cause->n_share > 1)
    /* Translators: a process, and of how many more of how many the same is true. */
    where = g_strdup_printf (_ ("on process %u (about as much on %u more of %u)"), most->process,
                             cause->n_share - 1, cause->n_processes);
  else
    where = g_strdup_printf (_ ("on process %u"), most->process);
  if (cause->n_waiting > 0)
    waiting = g_strdup_printf (excess > 0
                                   ? ngettext ("; %u other process waits for it",
                                               "; %u other processes wait for it", cause->n_waiting)
                                   : ngettext ("; %u other process waits less",
                                               "; %u other processes wait less", cause->n_waiting),
                               cause->n_waiting);
  return g_strdup_printf (excess > 0 ? _ ("%s more %s %s%s") : _ ("%s less %s %s%s"), time,
                          activity, where, waiting != NULL ? waiting : "");
}

/* How long one of the two takes. */
static RefrainTime
get_duration (RefrainComparison *self, guint side)
{
  return refrain_occurrences_get (refrain_comparison_get_occurrences (self),
                                  refrain_comparison_get_occurrence (self, side))
      .duration;
}

/* How much longer A takes than B; 0 where they take equally long. */
static double
find_whole_excess (RefrainComparison *self)
{
  const double a = (double) get_duration (self, REFRAIN_COMPARED_A);
  const double b = (double) get_duration (self, REFRAIN_COMPARED_B);

  return fabs (a - b) > ALIKE * MAX (a, b) ? a - b : 0;
}

/* Whoever waits is no reason where somebody is late, if that explains enough of @excess. */
static gboolean
find_late (RefrainComparison *self, const Cause *cause, double excess, RefrainLateStart *late)
{
  return excess > 0 && (cause->cause == NULL || cause->cause->kind == REFRAIN_DIFFERS_WAITING)
         && refrain_comparison_find_late (self, (RefrainTime) (EXPLAINS * excess), late);
}

gboolean
refrain_comparison_is_late (RefrainComparison *self, RefrainLateStart *late)
{
  double excess;
  Cause cause;

  g_return_val_if_fail (REFRAIN_IS_COMPARISON (self), FALSE);
  g_return_val_if_fail (late != NULL, FALSE);

  excess = find_whole_excess (self);
  if (excess <= 0)
    return FALSE;
  cause = find_cause (self, excess);
  return find_late (self, &cause, excess, late);
}

/* How much longer @op of A takes than of B by itself. */
static RefrainTime
get_own_excess (const RefrainComparedOp *op, RefrainDiffers kind)
{
  return kind == REFRAIN_DIFFERS_COMPUTING
             ? op->gap[REFRAIN_COMPARED_A] - op->gap[REFRAIN_COMPARED_B]
             : op->duration[REFRAIN_COMPARED_A] - op->waiting[REFRAIN_COMPARED_A]
                   - op->duration[REFRAIN_COMPARED_B] + op->waiting[REFRAIN_COMPARED_B];
}

gboolean
refrain_comparison_find_cause (RefrainComparison *self, gsize *op)
{
  const RefrainComparedProcess *processes;
  const RefrainComparedOp *ops;
  double excess, most = 0;
  gsize n, n_ops;
  Cause cause;

  g_return_val_if_fail (REFRAIN_IS_COMPARISON (self), FALSE);
  g_return_val_if_fail (op != NULL, FALSE);

  excess = find_whole_excess (self);
  if (excess == 0)
    return FALSE;
  cause = find_cause (self, excess);
  if (cause.cause == NULL || cause.cause->kind == REFRAIN_DIFFERS_WAITING)
    return FALSE;
  processes = refrain_comparison_get_processes (self, &n);
  ops = refrain_comparison_get_ops (self, &n_ops);
  for (gsize p = 0; p < n; p++)
    for (gsize i = processes[p].first;
         processes[p].process == cause.cause->process && i < processes[p].first + processes[p].n;
         i++)
      {
        const double own
            = (double) get_own_excess (&ops[i], cause.cause->kind) * (excess > 0 ? 1 : -1);

        if (own > most
            && refrain_compared_op_is_gap (&ops[i])
                   == (cause.cause->kind == REFRAIN_DIFFERS_COMPUTING))
          {
            most = own;
            *op = i;
          }
      }
  return most > 0;
}

char *
refrain_comparison_tell_late (RefrainComparison *self, const RefrainLateStart *late)
{
  const char *routine;
  g_autofree char *by = NULL;

  g_return_val_if_fail (REFRAIN_IS_COMPARISON (self), NULL);
  g_return_val_if_fail (late != NULL, NULL);

  routine = name_routine (self, late->routine);
  by = refrain_time_format (late->by, 3);
  if (late->awaited != REFRAIN_NONE)
    return g_strdup_printf (
        _ ("process %u begins its part %s later, waiting for process %u until then"), late->process,
        by, late->awaited);
  return routine != NULL
             ? g_strdup_printf (_ ("process %u begins its part %s later, in %s until then"),
                                late->process, by, routine)
             : g_strdup_printf (_ ("process %u begins its part %s later"), late->process, by);
}

char *
refrain_comparison_tell (RefrainComparison *self)
{
  RefrainOccurrences *occurrences;
  g_autofree char *one = NULL, *other = NULL, *by = NULL, *cause_text = NULL, *both = NULL;
  RefrainLateStart late;
  double excess;
  Cause cause;

  g_return_val_if_fail (REFRAIN_IS_COMPARISON (self), NULL);

  occurrences = refrain_comparison_get_occurrences (self);
  one = refrain_occurrences_describe_one (
      occurrences, refrain_comparison_get_occurrence (self, REFRAIN_COMPARED_A));
  other = refrain_occurrences_describe_number (
      occurrences, refrain_comparison_get_occurrence (self, REFRAIN_COMPARED_B));
  excess = find_whole_excess (self);
  if (excess == 0)
    {
      both = refrain_time_format (get_duration (self, REFRAIN_COMPARED_A), 3);
      return g_strdup_printf (_ ("%s takes equally long as %s: %s"), one, other, both);
    }
  by = refrain_time_format ((RefrainTime) fabs (excess), 3);
  cause = find_cause (self, excess);
  if (find_late (self, &cause, excess, &late))
    cause_text = refrain_comparison_tell_late (self, &late);
  if (cause.cause == NULL && cause_text == NULL)
    return g_strdup_printf (excess > 0 ? _ ("%s takes %s longer than %s, a little everywhere")
                                       : _ ("%s takes %s less than %s, a little everywhere"),
                            one, by, other);
  if (cause_text == NULL)
    cause_text = tell_cause (self, &cause);
  return g_strdup_printf (excess > 0 ? _ ("%s takes %s longer than %s: %s")
                                     : _ ("%s takes %s less than %s: %s"),
                          one, by, other, cause_text);
}
