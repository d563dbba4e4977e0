/* refrain-details-op.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All about one operation.
 */
#include "config.h"
#include "refrain-details-private.h"

#include <inttypes.h>
#include <glib/gi18n.h>

#include "refrain-pick-text.h"
#include "refrain-time-format.h"

/* A collective of more processes is listed in part. */
#define MAX_MEMBERS 200

static void
add_communicator (GListStore *list, RefrainTrace *trace, guint32 comm)
{
  RefrainCommunicator *communicator;
  gsize n_members;

  if (comm >= refrain_trace_get_n_communicators (trace))
    {
      refrain_details_add (list, _ ("Communicator"), g_strdup (_ ("undefined")));
      return;
    }
  communicator = refrain_trace_get_communicator (trace, comm);
  refrain_communicator_get_members (communicator, &n_members);
  refrain_details_add (list, _ ("Communicator"),
                       g_strdup (refrain_communicator_get_name (communicator)));
  refrain_details_add (list, _ ("Its processes"), refrain_count_format (n_members));
}

/* The matching operation: where it is, and how long the message took or was waited for. */
static void
add_partner (GListStore *list, RefrainTrace *trace, guint process, gsize row)
{
  RefrainProcess *here = refrain_trace_get_process (trace, process);
  const RefrainOps *ops = refrain_process_get_ops (here);
  gboolean is_send = REFRAIN_OP_IS_SEND (ops->kind[row]);
  RefrainPick pick = { REFRAIN_PICK_OP, process, 0, row }, partner;
  RefrainProcess *there;
  RefrainTime sent, received, posted;

  if (!refrain_pick_get_partner (trace, &pick, &partner))
    {
      refrain_details_add (list, is_send ? _ ("Received by") : _ ("Sent by"),
                           g_strdup (_ ("nobody")));
      return;
    }
  there = refrain_trace_get_process (trace, partner.process);
  refrain_details_add_link (
      list, is_send ? _ ("Received by") : _ ("Sent by"),
      g_strdup_printf (_ ("Process %u · %s"), partner.process, refrain_process_get_name (there)),
      &partner);
  sent = refrain_process_get_op_start (is_send ? here : there, is_send ? row : partner.row);
  received = refrain_process_get_ops (is_send ? there : here)->time[is_send ? partner.row : row];
  posted = refrain_process_get_op_start (is_send ? there : here, is_send ? partner.row : row);
  refrain_details_add (list, _ ("Send to receive"), refrain_time_format (received - sent, 5));
  if (received < sent)
    refrain_details_add (list, _ ("Clocks disagree"), g_strdup (_ ("received before it was sent")));
  else if (posted < sent)
    refrain_details_add (list, _ ("Waited for the send"), refrain_time_format (sent - posted, 5));
}

static void
add_point_to_point (GListStore *list, RefrainTrace *trace, guint process, gsize row)
{
  const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, process));
  const RefrainRecords *records
      = refrain_process_get_records (refrain_trace_get_process (trace, process));

  add_partner (list, trace, process, row);
  refrain_details_add (list, _ ("Size"), refrain_bytes_format (ops->bytes[row]));
  refrain_details_add (list, _ ("Tag"), g_strdup_printf ("%d", ops->tag[row]));
  add_communicator (list, trace, ops->comm[row]);
  if (ops->record[row] != REFRAIN_NONE && ops->record[row] < records->n)
    {
      gboolean is_send = ops->kind[row] == REFRAIN_OP_ISEND;
      gboolean cancelled = records->kind[ops->record[row]] == REFRAIN_RECORD_REQUEST_CANCELLED;

      refrain_details_add (list,
                           cancelled ? _ ("Cancelled")
                           : is_send ? _ ("Completed")
                                     : _ ("Posted"),
                           refrain_details_format_time (records->time[ops->record[row]]));
    }
}

/* Who took part, and who came how late. */
static void
add_members (GListStore *list, RefrainTrace *trace, guint32 instance)
{
  const RefrainCollectives *collectives = refrain_trace_get_collectives (trace);
  guint64 first, last;
  RefrainTime earliest = G_MAXINT64;
  g_autofree char *header = NULL;

  if (instance >= collectives->n)
    return;
  first = collectives->first[instance];
  last = collectives->first[instance + 1];
  header = g_strdup_printf (_ ("Members (%" PRIu64 "), Arrival, Stay"), last - first);
  refrain_details_add_header (list, header);
  for (guint64 i = first; i < last; i++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, collectives->process[i]);

      earliest = MIN (earliest, refrain_process_get_op_start (process, collectives->op[i]));
    }
  for (guint64 i = first; i < last; i++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, collectives->process[i]);
      RefrainPick pick = { REFRAIN_PICK_OP, collectives->process[i], 0, collectives->op[i] };
      RefrainTime start = refrain_process_get_op_start (process, collectives->op[i]);
      RefrainTime end = refrain_process_get_ops (process)->time[collectives->op[i]];
      g_autofree char *label = g_strdup_printf (_ ("Process %u"), collectives->process[i]);
      g_autofree char *late = refrain_time_format (start - earliest, 3);
      g_autofree char *stay = refrain_time_format (end - start, 3);

      if (i - first == MAX_MEMBERS)
        {
          refrain_details_add (list, _ ("More"),
                               g_strdup_printf (_ ("%" PRIu64 " others"), last - i));
          break;
        }
      refrain_details_add_link (list, label, g_strdup_printf ("+%s · %s", late, stay), &pick);
    }
}

static void
add_collective (GListStore *list, RefrainTrace *trace, guint process, gsize row)
{
  const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, process));
  const RefrainRecords *records
      = refrain_process_get_records (refrain_trace_get_process (trace, process));

  add_communicator (list, trace, ops->comm[row]);
  if (ops->peer[row] >= 0 && (guint) ops->peer[row] < refrain_trace_get_n_processes (trace))
    {
      RefrainPick root = { REFRAIN_PICK_PROCESS, (guint) ops->peer[row], 0, 0 };

      refrain_details_add_link (list, _ ("Root"),
                                g_strdup_printf (_ ("Process %d"), ops->peer[row]), &root);
    }
  refrain_details_add (list, _ ("Bytes sent"), refrain_bytes_format (ops->bytes[row]));
  if (ops->record[row] != REFRAIN_NONE && ops->record[row] < records->n)
    refrain_details_add (list, _ ("Bytes received"),
                         refrain_bytes_format (records->size[ops->record[row]]));
}

void
refrain_details_add_op (GListStore *list, RefrainTrace *trace, guint process, gsize row)
{
  RefrainProcess *object = refrain_trace_get_process (trace, process);
  const RefrainOps *ops = refrain_process_get_ops (object);
  RefrainPick pick = { REFRAIN_PICK_OP, process, 0, row };
  gboolean is_collective = ops->kind[row] == REFRAIN_OP_COLLECTIVE;
  RefrainTime start, end;
  g_autofree char *title = refrain_pick_get_title (trace, &pick);

  refrain_details_add_title (list, title,
                             is_collective ? _ ("Collective operation") : _ ("Point-to-point"));
  refrain_details_add_process (list, trace, process);
  if (is_collective)
    add_collective (list, trace, process, row);
  else
    add_point_to_point (list, trace, process, row);
  if (refrain_pick_get_times (trace, &pick, &start, &end))
    refrain_details_add_times (list, start, end);
  refrain_details_add (list, _ ("Logical time"), g_strdup_printf ("%u", ops->logical[row]));
  refrain_details_add_callers (list, trace, process, ops->call[row]);
  if (is_collective && ops->partner[row] != REFRAIN_NONE)
    add_members (list, trace, ops->partner[row]);
}
