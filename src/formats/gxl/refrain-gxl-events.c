/* refrain-gxl-events.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-gxl-events.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  RefrainTime end;
  guint32 routine;
  gboolean has_end;
} OpenCall;

struct _RefrainGxlEvents
{
  RefrainTraceBuilder *builder;
  RefrainGxlDefinitions *definitions;
  RefrainRecorder *recorder;
  GArray *open;            /* of OpenCall */
  GHashTable *collectives; /* name -> type */
  guint64 next_thread;     /* id of one that has none */
  guint64 next_request;    /* for operations whose request nobody knows */
};

/* What the node says of its call and its event. */
typedef struct
{
  RefrainTime start, end, time, begin;
  gboolean has_start, has_end, has_time, has_begin;
  guint64 level, request, sent, received;
  gboolean has_request, has_received;
  gint64 tag, peer, comm;
  guint32 routine;
} Event;

RefrainGxlEvents *
refrain_gxl_events_new (RefrainTraceBuilder *builder, RefrainGxlDefinitions *definitions)
{
  RefrainGxlEvents *self = g_new0 (RefrainGxlEvents, 1);

  self->builder = g_object_ref (builder);
  self->definitions = definitions;
  self->open = g_array_new (FALSE, FALSE, sizeof (OpenCall));
  self->collectives = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < REFRAIN_N_COLLECTIVES; i++)
    g_hash_table_insert (self->collectives, (gpointer) refrain_collective_get_name (i),
                         GUINT_TO_POINTER (i + 1));
  return self;
}

void
refrain_gxl_events_free (RefrainGxlEvents *self)
{
  g_object_unref (self->builder);
  g_array_unref (self->open);
  g_hash_table_unref (self->collectives);
  g_free (self);
}

gboolean
refrain_gxl_events_begin (RefrainGxlEvents *self, const RefrainGxlNode *node, char **cause)
{
  const char *process = refrain_gxl_node_get (node, REFRAIN_GXL_PROCESS_REF);
  guint64 id = self->next_thread;
  gint64 index = -1;

  if (process != NULL)
    index = refrain_gxl_definitions_find_process (self->definitions, process);
  if (index < 0)
    {
      *cause = g_strdup_printf (_ ("the ProcessTrace “%s” names no process that is there"),
                                node->id->str);
      return FALSE;
    }
  if (!refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_THREAD_ID, &id, cause))
    return FALSE;
  self->next_thread++;
  self->next_request = G_MAXUINT64 - 1;
  self->recorder = refrain_trace_builder_add_thread (
      self->builder, index, id, refrain_gxl_node_get (node, REFRAIN_GXL_THREAD_NAME));
  return TRUE;
}

/* Leaves the calls that are deeper than @level. */
static void
close_calls (RefrainGxlEvents *self, guint64 level)
{
  while (self->open->len > level)
    {
      const OpenCall *call = &g_array_index (self->open, OpenCall, self->open->len - 1);

      if (call->has_end)
        refrain_recorder_leave (self->recorder, call->end, call->routine);
      g_array_set_size (self->open, self->open->len - 1);
    }
}

void
refrain_gxl_events_end (RefrainGxlEvents *self)
{
  close_calls (self, 0);
  self->recorder = NULL;
}

/* ---- Reading a node ---- */

static gboolean
find_references (RefrainGxlEvents *self, const RefrainGxlNode *node, Event *event, char **cause)
{
  const char *process = refrain_gxl_node_get (node, REFRAIN_GXL_PROCESS_REF);
  const char *comm = refrain_gxl_node_get (node, REFRAIN_GXL_COMMUNICATOR_REF);

  event->peer = event->comm = -1;
  if (process != NULL)
    {
      event->peer = refrain_gxl_definitions_find_process (self->definitions, process);
      if (event->peer < 0)
        {
          *cause = g_strdup_printf (_ ("the process “%s” is not there"), process);
          return FALSE;
        }
    }
  if (comm != NULL)
    {
      event->comm = refrain_gxl_definitions_find_communicator (self->definitions, comm);
      if (event->comm < 0)
        {
          *cause = g_strdup_printf (_ ("the communicator “%s” is not there"), comm);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
read_event (RefrainGxlEvents *self, const RefrainGxlNode *node, Event *event, char **cause)
{
  *event = (Event){ .level = 0 };
  event->has_start = node->values[REFRAIN_GXL_START_TIME] != 0;
  event->has_end = node->values[REFRAIN_GXL_END_TIME] != 0;
  event->has_time = node->values[REFRAIN_GXL_TIME] != 0;
  event->has_begin = node->values[REFRAIN_GXL_BEGIN_TIME] != 0;
  event->has_request = node->values[REFRAIN_GXL_REQUEST_ID] != 0;
  event->has_received = node->values[REFRAIN_GXL_RCV_DATA_SIZE] != 0;
  event->routine = refrain_gxl_definitions_find_routine (
      self->definitions, refrain_gxl_node_get (node, REFRAIN_GXL_ROUTINE_CALL_NAME));
  return refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_NESTING_LEVEL, &event->level, cause)
         && refrain_gxl_node_get_time (node, REFRAIN_GXL_START_TIME, &event->start, cause)
         && refrain_gxl_node_get_time (node, REFRAIN_GXL_END_TIME, &event->end, cause)
         && refrain_gxl_node_get_time (node, REFRAIN_GXL_TIME, &event->time, cause)
         && refrain_gxl_node_get_time (node, REFRAIN_GXL_BEGIN_TIME, &event->begin, cause)
         && refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_REQUEST_ID, &event->request, cause)
         && refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_SEND_DATA_SIZE, &event->sent, cause)
         && refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_SEND_SIZE, &event->sent, cause)
         && refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_RCV_DATA_SIZE, &event->received, cause)
         && refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_RCV_SIZE, &event->received, cause)
         && refrain_gxl_node_get_signed (node, REFRAIN_GXL_TAG, &event->tag, cause)
         && find_references (self, node, event, cause);
}

/* ---- Recording it ---- */

static guint64
request_of (RefrainGxlEvents *self, const Event *event)
{
  return event->has_request ? event->request : self->next_request--;
}

static gboolean
record_wait (RefrainGxlEvents *self, const RefrainGxlNode *node, const Event *event, char **cause)
{
  gboolean flag = TRUE;

  if (!refrain_gxl_node_get_bool (node, REFRAIN_GXL_FLAG, &flag, cause))
    return FALSE;
  if (event->has_received)
    refrain_recorder_irecv (self->recorder, event->time, event->peer, (guint32) event->comm,
                            (gint32) event->tag, event->received, request_of (self, event));
  else if (flag)
    refrain_recorder_isend_complete (self->recorder, event->time, event->request);
  else
    refrain_recorder_record (self->recorder, event->time, REFRAIN_RECORD_REQUEST_TEST,
                             event->request, 0);
  return TRUE;
}

static void
record_collective (RefrainGxlEvents *self, const RefrainGxlNode *node, const Event *event)
{
  const char *name = refrain_gxl_node_get (node, REFRAIN_GXL_OPERATION_NAME);
  RefrainCollective type = REFRAIN_COLLECTIVE_UNKNOWN;

  if (name == NULL)
    name = refrain_gxl_node_get (node, REFRAIN_GXL_ROUTINE_CALL_NAME);
  if (name != NULL && g_hash_table_contains (self->collectives, name))
    type = GPOINTER_TO_UINT (g_hash_table_lookup (self->collectives, name)) - 1;
  if (event->has_request)
    {
      refrain_recorder_collective_complete (self->recorder, event->time, type,
                                            (guint32) event->comm, event->peer, event->sent,
                                            event->received, event->request);
      return;
    }
  if (event->has_begin)
    refrain_recorder_collective_begin (self->recorder, event->begin);
  refrain_recorder_collective_end (self->recorder, event->time, type, (guint32) event->comm,
                                   event->peer, event->sent, event->received);
}

static gboolean
record_record (RefrainGxlEvents *self, const RefrainGxlNode *node, const Event *event, char **cause)
{
  const char *name = refrain_gxl_node_get (node, REFRAIN_GXL_KIND);
  guint64 id = 0, size = 0;
  RefrainRecordKind kind;

  if (!refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_ID, &id, cause)
      || !refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_SIZE, &size, cause))
    return FALSE;
  if (name == NULL || !refrain_record_kind_from_name (name, &kind))
    {
      *cause
          = g_strdup_printf (_ ("the record “%s” is of a kind that is not known"), node->id->str);
      return FALSE;
    }
  switch (kind)
    {
    case REFRAIN_RECORD_COLLECTIVE_BEGIN:
      refrain_recorder_collective_begin (self->recorder, event->time);
      return TRUE;
    case REFRAIN_RECORD_COLLECTIVE_REQUEST:
      refrain_recorder_collective_request (self->recorder, event->time, event->request);
      return TRUE;
    case REFRAIN_RECORD_LEAVE_WITHOUT_ENTER:
      refrain_recorder_leave (self->recorder, event->time, event->routine);
      return TRUE;
    case REFRAIN_RECORD_THREAD_BEGIN:
    case REFRAIN_RECORD_THREAD_END:
    case REFRAIN_RECORD_BUFFER_FLUSH:
    case REFRAIN_RECORD_MEASUREMENT:
    case REFRAIN_RECORD_OTHER:
      refrain_recorder_record (self->recorder, event->time, kind, id, size);
      return TRUE;
    default:
      *cause = g_strdup_printf (_ ("a TraceRecord cannot be of the kind “%s”"), name);
      return FALSE;
    }
}

/* Files of other programs may give a call's times only: a send is made when it starts, everything
 * else when it ends, a collective begins when it starts. */
static gboolean
complete_times (const RefrainGxlNode *node, Event *event)
{
  if (event->has_time)
    return TRUE;
  if (!event->has_start || node->class_ == REFRAIN_GXL_CALL || node->class_ == REFRAIN_GXL_RECORD
      || (node->class_ == REFRAIN_GXL_WAIT && !event->has_received && !event->has_request))
    return FALSE;
  event->time = event->has_end ? event->end : event->start;
  if (node->class_ == REFRAIN_GXL_SEND || node->class_ == REFRAIN_GXL_NON_BLOCKING_SEND
      || node->class_ == REFRAIN_GXL_NON_BLOCKING_RECEIVE)
    event->time = event->start;
  if (node->class_ == REFRAIN_GXL_COLLECTIVE && !event->has_request)
    {
      event->begin = event->start;
      event->has_begin = TRUE;
    }
  return TRUE;
}

static gboolean
record_event (RefrainGxlEvents *self, const RefrainGxlNode *node, const Event *e, char **cause)
{
  guint32 comm = (guint32) e->comm; /* -1 is REFRAIN_NONE */
  gint32 peer = (gint32) e->peer, tag = (gint32) e->tag;

  switch (node->class_)
    {
    case REFRAIN_GXL_SEND:
      refrain_recorder_send (self->recorder, e->time, peer, comm, tag, e->sent);
      return TRUE;
    case REFRAIN_GXL_NON_BLOCKING_SEND:
      refrain_recorder_isend (self->recorder, e->time, peer, comm, tag, e->sent,
                              request_of (self, e));
      return TRUE;
    case REFRAIN_GXL_RECEIVE:
      refrain_recorder_recv (self->recorder, e->time, peer, comm, tag, e->received);
      return TRUE;
    case REFRAIN_GXL_NON_BLOCKING_RECEIVE:
      refrain_recorder_irecv_request (self->recorder, e->time, request_of (self, e));
      return TRUE;
    case REFRAIN_GXL_WAIT:
      return record_wait (self, node, e, cause);
    case REFRAIN_GXL_CANCEL:
      refrain_recorder_request_cancelled (self->recorder, e->time, e->request);
      return TRUE;
    case REFRAIN_GXL_COLLECTIVE:
      record_collective (self, node, e);
      return TRUE;
    case REFRAIN_GXL_RECORD:
      return record_record (self, node, e, cause);
    default:
      return TRUE;
    }
}

gboolean
refrain_gxl_events_add (RefrainGxlEvents *self, const RefrainGxlNode *node, char **cause)
{
  Event event;

  if (node->class_ < REFRAIN_GXL_CALL || node->class_ > REFRAIN_GXL_RECORD)
    return TRUE; /* an extension of somebody's */
  if (!read_event (self, node, &event, cause))
    return FALSE;
  close_calls (self, event.level);
  if (event.has_start)
    {
      OpenCall call = { .end = event.end, .routine = event.routine, .has_end = event.has_end };

      if (event.routine == REFRAIN_NONE)
        refrain_recorder_defect (self->recorder, REFRAIN_DEFECT_UNDEFINED_ROUTINE, event.start,
                                 node->id->str);
      refrain_recorder_enter (self->recorder, event.start, event.routine);
      g_array_append_val (self->open, call);
    }
  return !complete_times (node, &event) || record_event (self, node, &event, cause);
}
