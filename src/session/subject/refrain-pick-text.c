/* refrain-pick-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A pick is checked against the trace first: one outside of it is nothing.
 */
#include "refrain-pick-text.h"

#include <glib/gi18n.h>

#include "refrain-time-format.h"

/* A pick outside the trace is nothing. */
static gboolean
is_valid (RefrainTrace *trace, const RefrainPick *pick)
{
  RefrainProcess *process;

  if (pick->kind == REFRAIN_PICK_NONE || pick->process >= refrain_trace_get_n_processes (trace))
    return FALSE;
  process = refrain_trace_get_process (trace, pick->process);
  if (pick->kind == REFRAIN_PICK_OP)
    return pick->row < refrain_process_get_ops (process)->n;
  if (pick->kind == REFRAIN_PICK_CALL)
    return pick->row < refrain_process_get_calls (process)->n;
  if (pick->kind == REFRAIN_PICK_CHANNEL)
    return pick->peer < refrain_trace_get_n_processes (trace);
  return TRUE;
}

gboolean
refrain_pick_get_times (RefrainTrace *trace,
                        const RefrainPick *pick,
                        RefrainTime *start,
                        RefrainTime *end)
{
  RefrainProcess *process;
  const RefrainCalls *calls;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (pick != NULL && start != NULL && end != NULL, FALSE);

  if (!is_valid (trace, pick) || (pick->kind != REFRAIN_PICK_OP && pick->kind != REFRAIN_PICK_CALL))
    return FALSE;
  process = refrain_trace_get_process (trace, pick->process);
  calls = refrain_process_get_calls (process);
  if (pick->kind == REFRAIN_PICK_OP)
    {
      const RefrainOps *ops = refrain_process_get_ops (process);
      guint32 call = ops->call[pick->row];

      *start = refrain_process_get_op_start (process, pick->row);
      *end = call < calls->n ? MAX (calls->end[call], ops->time[pick->row]) : ops->time[pick->row];
    }
  else
    {
      *start = calls->start[pick->row];
      *end = calls->end[pick->row];
    }
  *end = MAX (*start, *end);
  return TRUE;
}

static char *
get_op_title (const RefrainOps *ops, gsize row)
{
  gint32 peer = ops->peer[row];

  switch ((RefrainOpKind) ops->kind[row])
    {
    case REFRAIN_OP_SEND:
      return peer < 0 ? g_strdup (_ ("Send to an unknown process"))
                      : g_strdup_printf (_ ("Send to process %d"), peer);
    case REFRAIN_OP_ISEND:
      return peer < 0 ? g_strdup (_ ("Non-blocking send to an unknown process"))
                      : g_strdup_printf (_ ("Non-blocking send to process %d"), peer);
    case REFRAIN_OP_RECV:
      return peer < 0 ? g_strdup (_ ("Receive from an unknown process"))
                      : g_strdup_printf (_ ("Receive from process %d"), peer);
    case REFRAIN_OP_IRECV:
      return peer < 0 ? g_strdup (_ ("Non-blocking receive from an unknown process"))
                      : g_strdup_printf (_ ("Non-blocking receive from process %d"), peer);
    case REFRAIN_OP_COLLECTIVE:
    default:
      return g_strdup (refrain_collective_get_name ((RefrainCollective) ops->tag[row]));
    }
}

char *
refrain_pick_get_title (RefrainTrace *trace, const RefrainPick *pick)
{
  RefrainProcess *process;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (pick != NULL, NULL);

  if (!is_valid (trace, pick))
    return NULL;
  process = refrain_trace_get_process (trace, pick->process);
  switch (pick->kind)
    {
    case REFRAIN_PICK_OP:
      return get_op_title (refrain_process_get_ops (process), pick->row);
    case REFRAIN_PICK_CALL:
      {
        guint32 routine = refrain_process_get_calls (process)->routine[pick->row];

        if (routine >= refrain_trace_get_n_routines (trace))
          return g_strdup (_ ("Unknown routine"));
        return g_strdup (refrain_trace_get_routine_label (trace, routine));
      }
    case REFRAIN_PICK_PROCESS:
      return g_strdup_printf (_ ("Process %u"), pick->process);
    case REFRAIN_PICK_CHANNEL:
      return g_strdup_printf (_ ("Process %u → %u"), pick->process, pick->peer);
    case REFRAIN_PICK_NONE:
    default:
      return NULL;
    }
}

char *
refrain_pick_to_text (RefrainTrace *trace, const RefrainPick *pick)
{
  g_autofree char *title = NULL, *duration = NULL;
  RefrainProcess *process;
  RefrainTime start, end;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (pick != NULL, NULL);

  title = refrain_pick_get_title (trace, pick);
  if (title == NULL)
    return NULL;
  process = refrain_trace_get_process (trace, pick->process);
  if (refrain_pick_get_times (trace, pick, &start, &end))
    duration = refrain_time_format (end - start, 3);
  if (pick->kind == REFRAIN_PICK_OP)
    {
      g_autofree char *bytes
          = refrain_bytes_format (refrain_process_get_ops (process)->bytes[pick->row]);

      return g_strdup_printf (_ ("Process %u: %s, %s, %s"), pick->process, title, bytes, duration);
    }
  if (pick->kind == REFRAIN_PICK_CALL)
    return g_strdup_printf (_ ("Process %u: %s, %s"), pick->process, title, duration);
  if (pick->kind == REFRAIN_PICK_PROCESS)
    {
      const char *name = refrain_process_get_name (process);
      const char *host = refrain_process_get_host (process);

      if (host != NULL)
        return g_strdup_printf (_ ("%s (%s) on %s"), title, name, host);
      return g_strdup_printf (_ ("%s (%s)"), title, name);
    }
  return g_steal_pointer (&title);
}

gboolean
refrain_pick_get_partner (RefrainTrace *trace, const RefrainPick *pick, RefrainPick *partner)
{
  const RefrainOps *ops;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (pick != NULL && partner != NULL, FALSE);

  if (!is_valid (trace, pick) || pick->kind != REFRAIN_PICK_OP)
    return FALSE;
  ops = refrain_trace_get_ops (trace, pick->process);
  if (!REFRAIN_OP_IS_P2P (ops->kind[pick->row]) || ops->partner[pick->row] == REFRAIN_NONE
      || ops->peer[pick->row] < 0)
    return FALSE;
  *partner
      = (RefrainPick){ REFRAIN_PICK_OP, (guint) ops->peer[pick->row], 0, ops->partner[pick->row] };
  return is_valid (trace, partner);
}
