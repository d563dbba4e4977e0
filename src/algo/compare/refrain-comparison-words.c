/* refrain-comparison-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two occurrences, what differs, and why.
 */
#include "refrain-comparison-private.h"

#include <glib/gi18n.h>

#include "refrain-occurrence-words.h"
#include "refrain-time-format.h"

static const char *
name_routine (RefrainComparison *self, guint32 routine)
{
  RefrainTrace *trace = refrain_occurrences_get_trace (refrain_comparison_get_occurrences (self));

  return routine < refrain_trace_get_n_routines (trace)
             ? refrain_trace_get_routine_label (trace, routine)
             : NULL;
}

/* "computing in rhs", "waiting in MPI_Recv", "in MPI_Send". Free with g_free(). */
static char *
describe_activity (RefrainComparison *self, RefrainDiffers kind, guint32 routine_index)
{
  const char *routine = name_routine (self, routine_index);

  if (routine == NULL)
    return g_strdup (kind == REFRAIN_DIFFERS_WAITING ? _ ("waiting")
                                                     : _ ("outside recorded routines"));
  switch (kind)
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

  activity = describe_activity (self, difference->kind, difference->routine);
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
  ops = refrain_trace_get_ops (trace,
                               processes[refrain_comparison_find_process (self, op)].process);
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

/* The routine of MPI whose calls, which no operation of either occurrence ends, take most of the
 * time before @op where that is longer; NULL where most of it is computing. */
static const char *
find_routine_before (RefrainComparison *self, const RefrainComparedOp *op, guint32 process)
{
  RefrainTrace *trace = refrain_occurrences_get_trace (refrain_comparison_get_occurrences (self));
  const RefrainCalls *calls = refrain_trace_get_calls (trace, process);
  const guint side = op->gap[0] > op->gap[1] ? 0 : 1;
  const RefrainTime from = op->start[side] - op->gap[side];
  guint32 call = refrain_trace_get_ops (trace, process)->call[op->op[side]];
  RefrainTime sum = 0, longest = 0;
  const char *name = NULL;

  while (call != REFRAIN_NONE && call-- > 0 && calls->start[call] >= from)
    {
      const RefrainTime time = calls->end[call] - calls->start[call];
      RefrainRoutine *routine = calls->routine[call] == REFRAIN_NONE
                                    ? NULL
                                    : refrain_trace_get_routine (trace, calls->routine[call]);

      if (routine == NULL || refrain_routine_get_kind (routine) == REFRAIN_ROUTINE_USER
          || calls->end[call] > op->start[side])
        continue;
      sum += time;
      if (time > longest)
        name = refrain_routine_get_name (routine);
      longest = MAX (longest, time);
    }
  return sum > op->gap[side] / 2 ? name : NULL;
}

/* What comes before an operation. */
static char *
tell_gap (RefrainComparison *self, gsize op, guint32 process, const RefrainComparedOp *at)
{
  const gboolean others = has_others_before (self, op);
  const char *routine = others ? NULL : find_routine_before (self, at, process);
  g_autofree char *name = refrain_comparison_name_op (self, op);
  g_autofree char *a = refrain_time_format (at->gap[REFRAIN_COMPARED_A], 3);
  g_autofree char *b = refrain_time_format (at->gap[REFRAIN_COMPARED_B], 3);
  g_autofree char *only = name_only (self, at->gap);

  if (routine != NULL)
    /* TRANSLATORS: "process 4, before receive from 2: 5.04 ms instead of 121 µs, mostly in
     * MPI_Waitall". */
    return g_strdup_printf (_ ("process %u, before %s: %s instead of %s, mostly in %s"), process,
                            name, a, b, routine);
  if (only != NULL)
    return g_strdup_printf (
        others ? _ ("process %u, before %s: other operations and computing take %s, only in %s")
               : _ ("process %u, before %s: computes %s, only in %s"),
        process, name, at->gap[REFRAIN_COMPARED_A] > 0 ? a : b, only);
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
      <= REFRAIN_COMPARISON_ALIKE
             * (double) MAX (duration[REFRAIN_COMPARED_A], duration[REFRAIN_COMPARED_B]))
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
    return refrain_compared_op_is_gap (compared) ? tell_gap (self, op, process, compared)
                                                 : tell_duration (self, op, process, compared);
  side = compared->op[REFRAIN_COMPARED_A] == REFRAIN_NONE ? REFRAIN_COMPARED_B : REFRAIN_COMPARED_A;
  name = refrain_comparison_name_op (self, op);
  where = refrain_occurrences_describe_number (refrain_comparison_get_occurrences (self),
                                               refrain_comparison_get_occurrence (self, side));
  return g_strdup_printf (_ ("process %u: %s, only in %s"), process, name, where);
}

/* ---- The cause ---- */

/* "on process 5 (about as much on 3 more of 8)", "on 6 processes, one after another". Free with
 * g_free(). */
static char *
describe_where (RefrainComparison *self, const RefrainComparisonCause *cause)
{
  gsize n;

  refrain_comparison_get_processes (self, &n);
  if (cause->n_turns > 1)
    return g_strdup_printf (_ ("on %u processes, one after another"), cause->n_turns);
  if (!cause->longer)
    return g_strdup_printf (_ ("on process %u that others wait for"), cause->process);
  if (cause->n_share > 1)
    /* Translators: a process, and of how many more of how many the same is true. */
    return g_strdup_printf (_ ("on process %u (about as much on %u more of %u)"), cause->process,
                            cause->n_share - 1, (guint) n);
  return g_strdup_printf (_ ("on process %u"), cause->process);
}

/* "; 4 other processes wait for it". Free with g_free(). */
static char *
describe_waiting (const RefrainComparisonCause *cause, gboolean longer)
{
  /* ... which is said already where only they take longer. */
  if (cause->n_waiting == 0 || !cause->longer)
    return g_strdup ("");
  return g_strdup_printf (longer ? ngettext ("; %u other process waits for it",
                                             "; %u other processes wait for it", cause->n_waiting)
                                 : ngettext ("; %u other process waits less",
                                             "; %u other processes wait less", cause->n_waiting),
                          cause->n_waiting);
}

/* "21 ms more computing in rhs on process 5; 4 other processes wait for it" */
static char *
tell_cause (RefrainComparison *self, const RefrainComparisonCause *cause)
{
  const gboolean longer = refrain_comparison_get_excess (self) > 0;
  g_autofree char *time = refrain_time_format (cause->by, 3);
  g_autofree char *activity = describe_activity (self, cause->kind, cause->routine);
  g_autofree char *where = describe_where (self, cause);
  g_autofree char *waiting = describe_waiting (cause, longer);

  return g_strdup_printf (longer ? _ ("%s more %s %s%s%s") : _ ("%s less %s %s%s%s"), time,
                          activity, where, cause->offset ? _ (", partly offset elsewhere") : "",
                          waiting);
}

/* "process 6 begins its part 5.2 ms later", or of one that is shorter "earlier". */
static char *
tell_begin (RefrainComparison *self, const RefrainLateStart *late)
{
  const RefrainComparisonCause *cause = refrain_comparison_get_cause (self);
  g_autofree char *by = refrain_time_format (late->by, 3);

  if (refrain_comparison_get_excess (self) < 0)
    return g_strdup_printf (_ ("process %u begins its part %s earlier"), late->process, by);
  return cause != NULL && cause->offset
             ? g_strdup_printf (
                 _ ("process %u begins its part %s later (partly made up afterwards)"),
                 late->process, by)
             : g_strdup_printf (_ ("process %u begins its part %s later"), late->process, by);
}

/* Takes @text, of a process that waits for another: adds why that one is late. */
static char *
add_origin (RefrainComparison *self, char *text, const RefrainLateStart *late)
{
  const char *routine = name_routine (self, late->origin_routine);
  g_autofree char *by = refrain_time_format (late->origin_by, 3);
  g_autofree char *waits = text;

  if (late->origin == REFRAIN_NONE)
    return g_steal_pointer (&waits);
  /* Translators: "process 7 begins its part 7 ms later, waiting for process 6 until then". */
  return routine != NULL
             ? g_strdup_printf (_ ("%s; process %u computes %s longer in %s"), waits, late->origin,
                                by, routine)
             : g_strdup_printf (_ ("%s; process %u computes %s longer"), waits, late->origin, by);
}

char *
refrain_comparison_tell_late (RefrainComparison *self, const RefrainLateStart *late)
{
  const char *routine;
  g_autofree char *begin = NULL;

  g_return_val_if_fail (REFRAIN_IS_COMPARISON (self), NULL);
  g_return_val_if_fail (late != NULL, NULL);

  begin = tell_begin (self, late);
  routine = name_routine (self, late->routine);
  if (refrain_comparison_get_excess (self) < 0)
    return g_steal_pointer (&begin);
  if (late->awaited != REFRAIN_NONE)
    return add_origin (
        self,
        /* TRANSLATORS: "process 6 begins its part 5.2 ms later, waiting for process 2 until then".
         */
        g_strdup_printf (late->mostly ? _ ("%s, mostly waiting for process %u until then")
                                      : _ ("%s, waiting for process %u until then"),
                         begin, late->awaited),
        late);
  if (routine != NULL)
    return g_strdup_printf (late->mostly ? _ ("%s, mostly in %s until then")
                                         : _ ("%s, in %s until then"),
                            begin, routine);
  if (late->computing)
    return g_strdup_printf (late->mostly ? _ ("%s, mostly computing until then")
                                         : _ ("%s, computing until then"),
                            begin);
  return g_steal_pointer (&begin);
}

char *
refrain_comparison_tell (RefrainComparison *self)
{
  RefrainOccurrences *occurrences;
  const RefrainComparisonCause *cause;
  g_autofree char *one = NULL, *other = NULL, *by = NULL, *cause_text = NULL, *both = NULL;
  RefrainTime excess;

  g_return_val_if_fail (REFRAIN_IS_COMPARISON (self), NULL);

  occurrences = refrain_comparison_get_occurrences (self);
  one = refrain_occurrences_describe_one (
      occurrences, refrain_comparison_get_occurrence (self, REFRAIN_COMPARED_A));
  other = refrain_occurrences_describe_number (
      occurrences, refrain_comparison_get_occurrence (self, REFRAIN_COMPARED_B));
  excess = refrain_comparison_get_excess (self);
  if (excess == 0)
    {
      both = refrain_time_format (
          refrain_occurrences_get (occurrences,
                                   refrain_comparison_get_occurrence (self, REFRAIN_COMPARED_A))
              .duration,
          3);
      return g_strdup_printf (_ ("%s takes equally long as %s: %s"), one, other, both);
    }
  by = refrain_time_format (ABS (excess), 3);
  cause = refrain_comparison_get_cause (self);
  if (cause == NULL)
    return g_strdup_printf (excess > 0 ? _ ("%s takes %s longer than %s, a little everywhere")
                                       : _ ("%s takes %s less than %s, a little everywhere"),
                            one, by, other);
  cause_text = cause->is_late ? refrain_comparison_tell_late (self, &cause->late)
                              : tell_cause (self, cause);
  return g_strdup_printf (excess > 0 ? _ ("%s takes %s longer than %s: %s")
                                     : _ ("%s takes %s less than %s: %s"),
                          one, by, other, cause_text);
}
