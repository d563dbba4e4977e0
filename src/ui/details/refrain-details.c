/* refrain-details.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The lines, the helpers that add them to a list, and what is said of operations, calls, processes
 * and channels. What was found in the run is in refrain-details-found.c.
 */
#include "refrain-details.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "refrain-details-private.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-pick-text.h"
#include "refrain-time-format.h"

/* ---- A line ---- */

struct _RefrainDetail
{
  GObject parent_instance;

  RefrainDetailKind kind;
  char *label, *value;
  RefrainPick target;
  guint pattern, composite, loop;
  char *meaning; /* or NULL */
};

REFRAIN_DEFINE_OBJECT (RefrainDetail, refrain_detail)

RefrainDetail *
refrain_detail_new (RefrainDetailKind kind,
                    const char *label,
                    const char *value,
                    const RefrainPick *target)
{
  RefrainDetail *self;

  g_return_val_if_fail (label != NULL, NULL);

  self = g_object_new (REFRAIN_TYPE_DETAIL, NULL);
  self->kind = kind;
  self->label = g_strdup (label);
  self->value = g_strdup (value);
  if (target != NULL)
    self->target = *target;
  return self;
}

RefrainDetailKind
refrain_detail_get_kind (RefrainDetail *self)
{
  g_return_val_if_fail (REFRAIN_IS_DETAIL (self), REFRAIN_DETAIL_VALUE);
  return self->kind;
}

REFRAIN_GETTER (RefrainDetail, refrain_detail, const char *, get_label, self->label)
REFRAIN_GETTER (RefrainDetail, refrain_detail, const char *, get_value, self->value)
REFRAIN_GETTER (RefrainDetail,
                refrain_detail,
                const RefrainPick *,
                get_target,
                self->target.kind != REFRAIN_PICK_NONE ? &self->target : NULL)

RefrainDetail *
refrain_detail_new_for_pattern (const char *label, const char *value, guint id)
{
  RefrainDetail *self = refrain_detail_new (REFRAIN_DETAIL_VALUE, label, value, NULL);

  g_return_val_if_fail (self != NULL, NULL);
  self->pattern = id;
  return self;
}

REFRAIN_GETTER (RefrainDetail, refrain_detail, guint, get_pattern, self->pattern)

RefrainDetail *
refrain_detail_new_for_composite (const char *label, const char *value, guint id)
{
  RefrainDetail *self = refrain_detail_new (REFRAIN_DETAIL_VALUE, label, value, NULL);

  g_return_val_if_fail (self != NULL, NULL);
  self->composite = id;
  return self;
}

REFRAIN_GETTER (RefrainDetail, refrain_detail, guint, get_composite, self->composite)

RefrainDetail *
refrain_detail_new_for_loop (const char *label, const char *value, guint number)
{
  RefrainDetail *self = refrain_detail_new (REFRAIN_DETAIL_VALUE, label, value, NULL);

  g_return_val_if_fail (self != NULL, NULL);
  self->loop = number;
  return self;
}

REFRAIN_GETTER (RefrainDetail, refrain_detail, guint, get_loop, self->loop)

/* Sets what its label means (copied). */
static void
explain (RefrainDetail *self, const char *meaning)
{
  g_return_if_fail (REFRAIN_IS_DETAIL (self));
  g_free (self->meaning);
  self->meaning = g_strdup (meaning);
}

REFRAIN_GETTER (RefrainDetail, refrain_detail, const char *, get_meaning, self->meaning)

REFRAIN_GETTER (RefrainDetail,
                refrain_detail,
                gboolean,
                is_link,
                self->pattern != 0 || self->composite != 0 || self->loop != 0
                    || self->target.kind != REFRAIN_PICK_NONE)

static void
refrain_detail_finalize (RefrainDetail *self)
{
  refrain_free (self->label, self->value, self->meaning);
}

/* ---- A list of lines ---- */

/* A deeper chain of callers is cut. */
#define MAX_CALLERS 64

void
refrain_details_append (GListStore *list, RefrainDetail *detail)
{
  g_list_store_append (list, detail);
  g_object_unref (detail);
}

void
refrain_details_add_title (GListStore *list, const char *label, const char *value)
{
  refrain_details_append (list, refrain_detail_new (REFRAIN_DETAIL_TITLE, label, value, NULL));
}

void
refrain_details_add_header (GListStore *list, const char *label)
{
  refrain_details_append (list, refrain_detail_new (REFRAIN_DETAIL_HEADER, label, NULL, NULL));
}

static void
add_link (GListStore *list, const char *label, char *value, const RefrainPick *target)
{
  refrain_details_append (list, refrain_detail_new (REFRAIN_DETAIL_VALUE, label, value, target));
  g_free (value);
}

void
refrain_details_add (GListStore *list, const char *label, char *value)
{
  add_link (list, label, value, NULL);
}

void
refrain_details_add_explained (GListStore *list,
                               const char *label,
                               char *value,
                               const char *meaning)
{
  RefrainDetail *detail = refrain_detail_new (REFRAIN_DETAIL_VALUE, label, value, NULL);

  explain (detail, meaning);
  refrain_details_append (list, detail);
  g_free (value);
}

char *
refrain_details_format_time (RefrainTime time)
{
  return refrain_time_format (time, 9);
}

void
refrain_details_add_times (GListStore *list, RefrainTime start, RefrainTime end)
{
  refrain_details_add (list, _ ("Start"), refrain_details_format_time (start));
  refrain_details_add (list, _ ("End"), refrain_details_format_time (end));
  refrain_details_add (list, _ ("Duration"), refrain_time_format (end - start, 5));
}

static void
add_process_link (GListStore *list, RefrainTrace *trace, guint process)
{
  RefrainPick pick = { REFRAIN_PICK_PROCESS, process, 0, 0 };

  add_link (list, _ ("Process"),
            g_strdup_printf ("%u · %s", process,
                             refrain_process_get_name (refrain_trace_get_process (trace, process))),
            &pick);
}

static void
add_callers (GListStore *list, RefrainTrace *trace, guint process, guint32 call)
{
  const RefrainCalls *calls
      = refrain_process_get_calls (refrain_trace_get_process (trace, process));

  if (call == REFRAIN_NONE || call >= calls->n)
    return;
  refrain_details_add_header (list, _ ("Called From"));
  for (guint i = 0; call != REFRAIN_NONE && call < calls->n && i < MAX_CALLERS; i++)
    {
      RefrainPick pick = { REFRAIN_PICK_CALL, process, 0, call };
      g_autofree char *name = refrain_pick_get_title (trace, &pick);

      add_link (list, name != NULL ? name : _ ("Unknown routine"),
                refrain_time_format (calls->end[call] - calls->start[call], 3), &pick);
      call = calls->parent[call];
    }
}

/* ---- An operation ---- */

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
                           g_strdup (_ ("none")));
      return;
    }
  there = refrain_trace_get_process (trace, partner.process);
  add_link (
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
      add_link (list, label, g_strdup_printf ("+%s · %s", late, stay), &pick);
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

      add_link (list, _ ("Root"), g_strdup_printf (_ ("Process %d"), ops->peer[row]), &root);
    }
  refrain_details_add (list, _ ("Bytes sent"), refrain_bytes_format (ops->bytes[row]));
  if (ops->record[row] != REFRAIN_NONE && ops->record[row] < records->n)
    refrain_details_add (list, _ ("Bytes received"),
                         refrain_bytes_format (records->size[ops->record[row]]));
}

static void
add_op (GListStore *list, RefrainTrace *trace, guint process, gsize row)
{
  RefrainProcess *object = refrain_trace_get_process (trace, process);
  const RefrainOps *ops = refrain_process_get_ops (object);
  RefrainPick pick = { REFRAIN_PICK_OP, process, 0, row };
  gboolean is_collective = ops->kind[row] == REFRAIN_OP_COLLECTIVE;
  RefrainTime start, end;
  g_autofree char *title = refrain_pick_get_title (trace, &pick);

  refrain_details_add_title (list, title,
                             is_collective ? _ ("Collective operation") : _ ("Point-to-point"));
  add_process_link (list, trace, process);
  if (is_collective)
    add_collective (list, trace, process, row);
  else
    add_point_to_point (list, trace, process, row);
  if (refrain_pick_get_times (trace, &pick, &start, &end))
    refrain_details_add_times (list, start, end);
  refrain_details_add (list, _ ("Logical time"), g_strdup_printf ("%u", ops->logical[row]));
  add_callers (list, trace, process, ops->call[row]);
  if (is_collective && ops->partner[row] != REFRAIN_NONE)
    add_members (list, trace, ops->partner[row]);
}

/* ---- Calls, processes and channels ---- */

/* "main.c:3"; a line that is not known is left out. */
static char *
format_source (RefrainRoutine *routine)
{
  if (refrain_routine_get_line (routine) == 0)
    return g_strdup (refrain_routine_get_file (routine));
  return g_strdup_printf ("%s:%u", refrain_routine_get_file (routine),
                          refrain_routine_get_line (routine));
}

static void
add_call (GListStore *list, RefrainTrace *trace, guint process, gsize row)
{
  const RefrainCalls *calls
      = refrain_process_get_calls (refrain_trace_get_process (trace, process));
  RefrainPick pick = { REFRAIN_PICK_CALL, process, 0, row };
  g_autofree char *title = refrain_pick_get_title (trace, &pick);
  RefrainRoutine *routine = NULL;

  if (calls->routine[row] < refrain_trace_get_n_routines (trace))
    routine = refrain_trace_get_routine (trace, calls->routine[row]);
  refrain_details_add_title (list, title, _ ("Routine call"));
  add_process_link (list, trace, process);
  refrain_details_add_times (list, calls->start[row], calls->end[row]);
  refrain_details_add (list, _ ("Depth"), g_strdup_printf ("%u", calls->depth[row]));
  if (routine != NULL)
    {
      refrain_details_add_header (list, _ ("Routine"));
      if (g_strcmp0 (refrain_routine_get_source_name (routine), title) != 0)
        refrain_details_add (list, _ ("In the trace"),
                             g_strdup (refrain_routine_get_source_name (routine)));
      if (refrain_routine_get_file (routine) != NULL)
        refrain_details_add (list, _ ("Source"), format_source (routine));
      refrain_details_add (list, _ ("Calls"),
                           refrain_count_format (refrain_routine_get_calls (routine)));
      refrain_details_add (list, _ ("Exclusive time"),
                           refrain_time_format (refrain_routine_get_time (routine), 4));
      if (refrain_routine_get_calls (routine) > 0)
        refrain_details_add (
            list, _ ("Mean exclusive time"),
            refrain_time_format (refrain_routine_get_time (routine)
                                     / (RefrainTime) MAX (1, refrain_routine_get_calls (routine)),
                                 4));
    }
  add_callers (list, trace, process, calls->parent[row]);
}

static void
add_process (GListStore *list, RefrainTrace *trace, guint index)
{
  RefrainProcess *process = refrain_trace_get_process (trace, index);
  GListModel *defects = refrain_trace_get_defects (trace);
  guint n_defects = g_list_model_get_n_items (defects);
  g_autofree char *title = g_strdup_printf (_ ("Process %u"), index);

  refrain_details_add_title (list, title, refrain_process_get_name (process));
  if (refrain_process_get_host (process) != NULL)
    refrain_details_add (list, _ ("Host"), g_strdup (refrain_process_get_host (process)));
  refrain_details_add (list, _ ("Threads"),
                       refrain_count_format (refrain_process_get_n_threads (process)));
  refrain_details_add (list, _ ("Calls"),
                       refrain_count_format (refrain_process_get_calls (process)->n));
  refrain_details_add (list, _ ("Operations"),
                       refrain_count_format (refrain_process_get_ops (process)->n));
  for (guint i = 0, shown = 0; i < n_defects && shown < 16; i++)
    {
      g_autoptr (RefrainDefect) defect = g_list_model_get_item (defects, i);

      if (refrain_defect_get_process (defect) != (gint32) index)
        continue;
      if (shown++ == 0)
        refrain_details_add_header (list, _ ("Defects"));
      refrain_details_add (list, refrain_defect_get_sentence (defect), NULL);
    }
}

static void
add_channel (GListStore *list,
             RefrainTrace *trace,
             const RefrainPick *pick,
             RefrainMatrix *matrix,
             const char *where)
{
  g_autofree char *subtitle = g_strdup_printf (_ ("Messages %s"), where);
  g_autofree char *title = refrain_pick_get_title (trace, pick);
  RefrainPick source = { REFRAIN_PICK_PROCESS, pick->process, 0, 0 };
  RefrainPick destination = { REFRAIN_PICK_PROCESS, pick->peer, 0, 0 };
  RefrainPick back = { REFRAIN_PICK_CHANNEL, pick->peer, pick->process, 0 };
  const RefrainMatrixCell *cell;
  guint64 count, bytes;

  refrain_details_add_title (list, title, subtitle);
  if (matrix != NULL)
    {
      refrain_matrix_get (matrix, pick->process, pick->peer, &count, &bytes);
      refrain_details_add (list, _ ("Messages"), refrain_count_format (count));
      refrain_details_add (list, _ ("Bytes"), refrain_bytes_format (bytes));
      if (count > 0)
        refrain_details_add (list, _ ("Mean size"), refrain_bytes_format (bytes / count));
      cell = refrain_matrix_find (matrix, pick->process, pick->peer);
      if (cell != NULL && cell->time > 0)
        refrain_details_add (list, _ ("Message duration"),
                             refrain_time_format ((RefrainTime) MIN (cell->time, G_MAXINT64), 4));
    }
  add_link (list, _ ("From"), g_strdup_printf (_ ("Process %u"), pick->process), &source);
  add_link (list, _ ("To"), g_strdup_printf (_ ("Process %u"), pick->peer), &destination);
  if (pick->process != pick->peer)
    add_link (list, _ ("Reverse direction"), g_strdup_printf ("%u → %u", pick->peer, pick->process),
              &back);
}

GListModel *
refrain_details_new (RefrainTrace *trace,
                     const RefrainPick *pick,
                     RefrainMatrix *matrix,
                     const char *where)
{
  g_autoptr (GListStore) list = g_list_store_new (REFRAIN_TYPE_DETAIL);
  g_autofree char *title = NULL;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (pick != NULL, NULL);

  title = refrain_pick_get_title (trace, pick);
  if (title == NULL)
    return G_LIST_MODEL (g_steal_pointer (&list));
  switch (pick->kind)
    {
    case REFRAIN_PICK_OP:
      add_op (list, trace, pick->process, pick->row);
      break;
    case REFRAIN_PICK_CALL:
      add_call (list, trace, pick->process, pick->row);
      break;
    case REFRAIN_PICK_PROCESS:
      add_process (list, trace, pick->process);
      break;
    case REFRAIN_PICK_CHANNEL:
      add_channel (list, trace, pick, matrix,
                   where != NULL ? where : _ ("in the visible time range"));
      break;
    case REFRAIN_PICK_NONE:
    default:
      break;
    }
  return G_LIST_MODEL (g_steal_pointer (&list));
}
