/* refrain-check-messages.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Constraints on messages. Each is told at the end at which a user would look for it.
 */
#include "refrain-check.h"

/* A21.1 */
void
refrain_check_receiver (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  const RefrainOps *ops = input->own[sink->process].ops;

  for (gsize i = 0; i < ops->n && refrain_check_goes_on (sink, i); i++)
    {
      if (!REFRAIN_OP_IS_SEND (ops->kind[i]))
        continue;
      sink->n_seen++;
      if (ops->peer[i] < 0)
        refrain_check_report (sink, REFRAIN_VIOLATION_OP, i, REFRAIN_NONE, REFRAIN_NONE, 0);
    }
}

/* Whether the file lost what process @p did. */
static gboolean
is_damaged (const RefrainCheckInput *input, gint32 p)
{
  return p >= 0 && refrain_process_is_damaged (input->own[p].process);
}

/* X1 */
void
refrain_check_send_received (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  const RefrainCheckOwn *own = &input->own[sink->process];
  const RefrainOps *ops = own->ops;

  for (gsize i = 0; i < ops->n && refrain_check_goes_on (sink, i); i++)
    {
      if (!REFRAIN_OP_IS_SEND (ops->kind[i]) || ops->peer[i] < 0)
        continue;
      sink->n_seen++;
      if (ops->partner[i] != REFRAIN_NONE
          || (ops->record[i] != REFRAIN_NONE
              && own->records->kind[ops->record[i]] == REFRAIN_RECORD_REQUEST_CANCELLED)
          || is_damaged (input, ops->peer[i]))
        continue;
      refrain_check_report (sink, REFRAIN_VIOLATION_OP, i, (guint32) ops->peer[i], REFRAIN_NONE, 0);
    }
}

/* X2 */
void
refrain_check_receive_sent (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  const RefrainOps *ops = input->own[sink->process].ops;

  for (gsize i = 0; i < ops->n && refrain_check_goes_on (sink, i); i++)
    {
      if (!REFRAIN_OP_IS_RECV (ops->kind[i]))
        continue;
      sink->n_seen++;
      if (ops->partner[i] == REFRAIN_NONE && !is_damaged (input, ops->peer[i]))
        refrain_check_report (sink, REFRAIN_VIOLATION_OP, i,
                              ops->peer[i] < 0 ? REFRAIN_NONE : (guint32) ops->peer[i],
                              REFRAIN_NONE, 0);
    }
}

/* X3, at the receive; the amount is how much too early. */
void
refrain_check_message_order (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  const RefrainOps *ops = input->own[sink->process].ops;

  for (gsize i = 0; i < ops->n && refrain_check_goes_on (sink, i); i++)
    {
      const RefrainCheckOwn *sender;
      RefrainTime start;
      guint32 call;

      if (!REFRAIN_OP_IS_RECV (ops->kind[i]) || ops->partner[i] == REFRAIN_NONE)
        continue;
      sink->n_seen++;
      sender = &input->own[ops->peer[i]];
      call = sender->ops->call[ops->partner[i]];
      start
          = call != REFRAIN_NONE ? sender->calls->start[call] : sender->ops->time[ops->partner[i]];
      if (ops->time[i] < start)
        refrain_check_report (sink, REFRAIN_VIOLATION_OP, i, (guint32) ops->peer[i],
                              ops->partner[i], refrain_check_subtract (start, ops->time[i]));
    }
}

/* X4, at the receive. */
void
refrain_check_message_size (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  const RefrainOps *ops = input->own[sink->process].ops;

  for (gsize i = 0; i < ops->n && refrain_check_goes_on (sink, i); i++)
    {
      if (!REFRAIN_OP_IS_RECV (ops->kind[i]) || ops->partner[i] == REFRAIN_NONE)
        continue;
      sink->n_seen++;
      if (ops->bytes[i] != input->own[ops->peer[i]].ops->bytes[ops->partner[i]])
        refrain_check_report (sink, REFRAIN_VIOLATION_OP, i, (guint32) ops->peer[i],
                              ops->partner[i], 0);
    }
}

/* ---- Blocking sends ---- */

/* Whether blocking send @op, in a call flagged with one of @wanted and none of @unwanted (of 0:
 * any), ended before its receive was posted; *@by: by how much. */
static gboolean
ends_before_receive (const RefrainCheckInput *input,
                     const RefrainCheckOwn *own,
                     gsize op,
                     gint64 *by)
{
  const RefrainCheckOwn *receiver = &input->own[own->ops->peer[op]];
  const guint32 receive = own->ops->partner[op], record = receiver->ops->record[receive];
  const RefrainTime end = own->calls->end[own->ops->call[op]];
  RefrainTime posted;

  if (record == REFRAIN_NONE)
    posted = refrain_check_get_entry (input, receiver, receive);
  else
    {
      const guint32 call = receiver->records->call[record];

      if (receiver->records->kind[record] != REFRAIN_RECORD_IRECV_REQUEST)
        return FALSE; /* nobody knows when */
      posted = receiver->records->time[record];
      if (call != REFRAIN_NONE
          && (input->routine[receiver->calls->routine[call]] & REFRAIN_CALLS_MPI) != 0)
        posted = receiver->calls->start[call];
    }
  *by = refrain_check_subtract (posted, end);
  return end < posted;
}

static void
check_blocking (const RefrainCheckInput *input,
                RefrainCheckSink *sink,
                guint16 wanted,
                guint16 unwanted)
{
  const RefrainCheckOwn *own = &input->own[sink->process];
  const RefrainOps *ops = own->ops;

  if ((own->does & wanted) == 0)
    return;
  for (gsize i = 0; i < ops->n && refrain_check_goes_on (sink, i); i++)
    {
      gint64 by;
      guint16 flags;

      if (ops->kind[i] != REFRAIN_OP_SEND || ops->partner[i] == REFRAIN_NONE
          || ops->call[i] == REFRAIN_NONE)
        continue;
      flags = input->routine[own->calls->routine[ops->call[i]]];
      if ((flags & wanted) == 0 || (flags & unwanted) != 0)
        continue;
      sink->n_seen++;
      if (ends_before_receive (input, own, i, &by))
        refrain_check_report (sink, REFRAIN_VIOLATION_OP, i, (guint32) ops->peer[i],
                              ops->partner[i], by);
    }
}

/* A21.2 */
void
refrain_check_blocking_send (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  check_blocking (input, sink, REFRAIN_CALLS_MPI, REFRAIN_CALLS_BSEND);
}

/* A21.3 */
void
refrain_check_synchronous_send (const RefrainCheckInput *input, RefrainCheckSink *sink)
{
  check_blocking (input, sink, REFRAIN_CALLS_SSEND, 0);
}
