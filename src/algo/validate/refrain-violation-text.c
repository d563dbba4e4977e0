/* refrain-violation-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Violations as sentences.
 */
#include "config.h"

#include "refrain-validation.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "refrain-time-format.h"

/* What the sentences are made from. */
typedef struct
{
  RefrainValidation *validation;
  RefrainTrace *trace;
  const RefrainViolation *v;
  RefrainProcess *process;
  const RefrainCalls *calls;
  const RefrainOps *ops;
  const RefrainRecords *records;
} Telling;

static const char *
get_routine (const Telling *t, RefrainProcess *process, guint32 call)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);

  return refrain_trace_get_routine_label (t->trace, calls->routine[call]);
}

/* The collective, or the call in which an operation stands. */
static const char *
get_op_name (const Telling *t, RefrainProcess *process, guint32 op)
{
  const RefrainOps *ops = refrain_process_get_ops (process);

  if (ops->kind[op] == REFRAIN_OP_COLLECTIVE)
    return refrain_collective_get_name ((RefrainCollective) ops->tag[op]);
  return ops->call[op] != REFRAIN_NONE ? get_routine (t, process, ops->call[op])
                                       : refrain_op_kind_get_name ((RefrainOpKind) ops->kind[op]);
}

static const char *
get_name (const Telling *t)
{
  const guint32 row = t->v->row;

  switch (t->v->table)
    {
    case REFRAIN_VIOLATION_CALL:
      return get_routine (t, t->process, row);
    case REFRAIN_VIOLATION_OP:
      return get_op_name (t, t->process, row);
    case REFRAIN_VIOLATION_RECORD:
      return t->records->call[row] != REFRAIN_NONE
                 ? get_routine (t, t->process, t->records->call[row])
                 : refrain_record_kind_get_name ((RefrainRecordKind) t->records->kind[row]);
    case REFRAIN_VIOLATION_NO_ROW:
    default:
      return NULL;
    }
}

static char *
format_bytes (guint64 bytes)
{
  g_autofree char *count = refrain_count_format (bytes);

  return g_strdup_printf (ngettext ("%s byte", "%s bytes", (gulong) MIN (bytes, (guint64) 1000000)),
                          count);
}

static guint64
get_received (const Telling *t)
{
  const guint32 record = t->ops->record[t->v->row];

  return record != REFRAIN_NONE ? t->records->size[record] : 0;
}

static const char *
get_comm (const Telling *t)
{
  const guint32 comm = t->ops->comm[t->v->row];

  return refrain_communicator_get_name (refrain_trace_get_communicator (t->trace, comm));
}

/* ---- By constraint ---- */

static char *
tell_call (const Telling *t)
{
  const RefrainViolation *v = t->v;
  g_autofree char *amount = refrain_time_format (v->amount, 3), *time = NULL;

  switch (v->constraint)
    {
    case REFRAIN_CONSTRAINT_LEAF:
      return g_strdup_printf (_ ("called below %s"), get_routine (t, t->process, v->other_row));
    case REFRAIN_CONSTRAINT_INIT:
      if (v->other_row == REFRAIN_NONE)
        return g_strdup (_ ("the process never calls MPI_Init"));
      time = refrain_time_format (t->calls->start[v->other_row], 6);
      return g_strdup_printf (_ ("is before MPI_Init, at %s"), time);
    case REFRAIN_CONSTRAINT_FINALIZE:
      return g_strdup (_ ("the process makes no MPI call after this one, not even MPI_Finalize"));
    case REFRAIN_CONSTRAINT_AFTER_FINALIZE:
      time = refrain_time_format (t->calls->start[v->other_row], 6);
      return g_strdup_printf (_ ("is after MPI_Finalize, at %s"), time);
    case REFRAIN_CONSTRAINT_TEST:
      return g_strdup_printf (_ ("asks %s before what it asks about is started"), amount);
    default:
      return g_strdup_printf (_ ("starts %s before what it completes is started"), amount);
    }
}

static char *
tell_message (const Telling *t)
{
  const RefrainViolation *v = t->v;
  const gint32 tag = t->ops->tag[v->row];
  g_autofree char *amount = refrain_time_format (v->amount, 3);
  g_autofree char *bytes = format_bytes (t->ops->bytes[v->row]), *other = NULL;

  switch (v->constraint)
    {
    case REFRAIN_CONSTRAINT_RECEIVER:
      return g_strdup (_ ("names no process that receives"));
    case REFRAIN_CONSTRAINT_SYNCHRONOUS_SEND:
      return g_strdup_printf (_ ("ends %s before process %u posts the receive"), amount, v->other);
    case REFRAIN_CONSTRAINT_SEND_RECEIVED:
      return g_strdup_printf (_ ("never received by process %u (tag %d, %s)"), v->other, tag,
                              bytes);
    case REFRAIN_CONSTRAINT_RECEIVE_SENT:
      return v->other == REFRAIN_NONE
                 ? g_strdup_printf (_ ("its sender is unknown (tag %d, %s)"), tag, bytes)
                 : g_strdup_printf (_ ("never sent by process %u (tag %d, %s)"), v->other, tag,
                                    bytes);
    case REFRAIN_CONSTRAINT_MESSAGE_ORDER:
      return g_strdup_printf (_ ("received %s before process %u sends it"), amount, v->other);
    default:
      other = format_bytes (refrain_trace_get_ops (t->trace, v->other)->bytes[v->other_row]);
      return g_strdup_printf (_ ("receives %s where process %u sends %s"), bytes, v->other, other);
    }
}

/* Recorders count what the root of a broadcast sends once, or once for each. */
static char *
tell_broadcast (const Telling *t, const char *received, const char *other)
{
  const RefrainViolation *v = t->v;
  guint64 sent;

  if (v->other_row == REFRAIN_NONE)
    return g_strdup_printf (_ ("receives %s where process %u receives %s"), received, v->other,
                            other);
  sent = refrain_trace_get_ops (t->trace, v->other)->bytes[v->other_row];
  if (v->amount > 0 && sent > (guint64) v->amount)
    return g_strdup_printf (
        _ ("receives %s where process %u sends %s to each of %" PRIu64 " processes"), received,
        v->other, other, sent / (guint64) v->amount);
  return g_strdup_printf (_ ("receives %s where process %u sends %s"), received, v->other, other);
}

static char *
tell_sizes (const Telling *t)
{
  const RefrainViolation *v = t->v;
  g_autofree char *sent = format_bytes (t->ops->bytes[v->row]);
  g_autofree char *received = format_bytes (get_received (t));
  g_autofree char *other = format_bytes ((guint64) v->amount);

  switch (v->constraint)
    {
    case REFRAIN_CONSTRAINT_BARRIER_DATA:
      return g_strdup_printf (_ ("sends %s and receives %s"), sent, received);
    case REFRAIN_CONSTRAINT_GATHER_BUFFER:
      return g_strdup_printf (_ ("receives %s, though process %u is the root"), received, v->other);
    case REFRAIN_CONSTRAINT_BCAST_SIZE:
      return tell_broadcast (t, received, other);
    case REFRAIN_CONSTRAINT_SCATTER_SIZE:
      return g_strdup_printf (_ ("receives %s where process %u receives %s"), received, v->other,
                              other);
    default:
      return g_strdup_printf (_ ("is given %s where process %u gives %s"), sent, v->other, other);
    }
}

static char *
tell_collective (const Telling *t)
{
  const RefrainViolation *v = t->v;
  g_autofree char *amount = refrain_time_format (v->amount, 3);
  RefrainProcess *other
      = v->other != REFRAIN_NONE ? refrain_trace_get_process (t->trace, v->other) : NULL;

  switch (v->constraint)
    {
    case REFRAIN_CONSTRAINT_SAME_COLLECTIVE:
      return other != NULL
                 ? g_strdup_printf (_ ("process %u calls %s as this collective on %s"), v->other,
                                    get_op_name (t, other, v->other_row), get_comm (t))
                 : g_strdup_printf (_ ("only %d of the members of %s take part in this collective"),
                                    (int) v->amount, get_comm (t));
    case REFRAIN_CONSTRAINT_BARRIER:
      return g_strdup_printf (_ ("left %s before process %u enters it"), amount, v->other);
    case REFRAIN_CONSTRAINT_SAME_ROOT:
      return g_strdup_printf (_ ("names process %d as root, process %u names process %d"),
                              t->ops->peer[v->row], v->other,
                              refrain_process_get_ops (other)->peer[v->other_row]);
    case REFRAIN_CONSTRAINT_MEMBER:
      return g_strdup_printf (_ ("the process does not belong to %s"), get_comm (t));
    case REFRAIN_CONSTRAINT_BCAST_ROOT:
    case REFRAIN_CONSTRAINT_GATHER_ROOT:
      return other == NULL ? g_strdup_printf (_ ("names no root that belongs to %s"), get_comm (t))
                           : g_strdup_printf (_ ("names process %u as root, which does not belong "
                                                 "to %s"),
                                              v->other, get_comm (t));
    default:
      return g_strdup_printf (_ ("names process %u as root"), v->other);
    }
}

/* What a reader said, without the number of the constraint. */
static char *
tell_defect (const Telling *t)
{
  GListModel *defects = refrain_trace_get_defects (t->trace);
  g_autoptr (RefrainDefect) defect = g_list_model_get_item (defects, t->v->other_row);
  const char *detail = defect != NULL ? refrain_defect_get_detail (defect) : NULL;
  const char *colon = detail != NULL ? g_utf8_strchr (detail, -1, ':') : NULL;
  g_autofree char *count = refrain_count_format ((guint64) t->v->amount);
  const gulong n = (gulong) MIN (t->v->amount, (gint64) 1000000);

  if (t->v->constraint == REFRAIN_CONSTRAINT_ASCENDING)
    return g_strdup_printf (ngettext ("%s timestamp of the process goes back, here",
                                      "%s timestamps of the process go back, here for the first "
                                      "time",
                                      n),
                            count);
  if (colon == NULL)
    return g_strdup ("");
  colon++;
  while (*colon == ' ')
    colon++;
  return t->v->amount > 1
             ? g_strdup_printf (ngettext ("%s (%s time)", "%s (%s times)", n), colon, count)
             : g_strdup (colon);
}

static char *
tell (const Telling *t)
{
  if (t->v->constraint == REFRAIN_CONSTRAINT_ASCENDING || t->v->table == REFRAIN_VIOLATION_NO_ROW)
    return tell_defect (t);
  if (t->v->table != REFRAIN_VIOLATION_OP || t->v->constraint == REFRAIN_CONSTRAINT_INIT
      || t->v->constraint == REFRAIN_CONSTRAINT_AFTER_FINALIZE)
    return tell_call (t);
  if (t->ops->kind[t->v->row] != REFRAIN_OP_COLLECTIVE)
    return tell_message (t);
  switch (t->v->constraint)
    {
    case REFRAIN_CONSTRAINT_BARRIER_DATA:
    case REFRAIN_CONSTRAINT_GATHER_BUFFER:
    case REFRAIN_CONSTRAINT_BCAST_SIZE:
    case REFRAIN_CONSTRAINT_GATHER_SIZE:
    case REFRAIN_CONSTRAINT_SCATTER_SIZE:
    case REFRAIN_CONSTRAINT_REDUCE_SIZE:
      return tell_sizes (t);
    default:
      return tell_collective (t);
    }
}

/* Where clocks disagree, that is why: behind what compares times of two processes. */
static char *
tell_clocks (RefrainValidation *self, const RefrainViolation *violation)
{
  g_autofree char *error = refrain_time_format (refrain_validation_get_clock_error (self), 3);

  if (refrain_validation_get_n_backward (self) == 0
      || (violation->constraint != REFRAIN_CONSTRAINT_BARRIER
          && violation->constraint != REFRAIN_CONSTRAINT_SYNCHRONOUS_SEND
          && violation->constraint != REFRAIN_CONSTRAINT_MESSAGE_ORDER))
    return g_strdup ("");
  return g_strdup_printf (_ (" (the clocks disagree by up to %s)"), error);
}

char *
refrain_validation_describe (RefrainValidation *self, const RefrainViolation *violation)
{
  g_autofree char *what = NULL, *time = NULL, *clocks = NULL;
  Telling t = { .validation = self, .v = violation };

  g_return_val_if_fail (REFRAIN_IS_VALIDATION (self) && violation != NULL, NULL);

  t.trace = refrain_validation_get_trace (self);
  if (violation->process >= 0)
    {
      t.process = refrain_trace_get_process (t.trace, (guint) violation->process);
      t.calls = refrain_process_get_calls (t.process);
      t.ops = refrain_process_get_ops (t.process);
      t.records = refrain_process_get_records (t.process);
    }
  what = tell (&t);
  if (violation->table == REFRAIN_VIOLATION_NO_ROW)
    return g_steal_pointer (&what);
  time = refrain_time_format (violation->time, 6);
  clocks = tell_clocks (self, violation);
  /* Translators: a routine, a time, what is wrong with that, and maybe what else is. */
  return g_strdup_printf (_ ("%s at %s: %s%s"), get_name (&t), time, what, clocks);
}
