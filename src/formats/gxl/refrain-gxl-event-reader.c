/* refrain-gxl-event-reader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A node becomes an Event, plain numbers, which is recorded at once or kept until its thread ends.
 * Its place is given by its time and, among those of one time, its Order.
 */
#include "config.h"

#include "refrain-gxl-event-reader.h"

#include <glib/gi18n-lib.h>

#include "refrain-compare.h"
#include "refrain-gxl-unit.h"

/* What is said of an event beyond the columns (refrain-details.h). */
typedef struct
{
  gint64 ticks;
  GByteArray *records; /* or NULL */
} Detail;

enum
{
  OF_ENTER,
  OF_BEGIN,
  OF_EVENT,
  OF_LEAVE,
  N_DETAILS
};

typedef struct
{
  RefrainTime end;
  guint32 routine;
  gboolean has_end;
  Detail *details; /* of its node, owned; NULL where there are none */
} OpenCall;

/* What a node says of its call and its event. */
typedef struct
{
  RefrainTime start, end, time, begin, place;
  guint64 order, position; /* among those of one place; in the document */
  guint64 level, request, sent, received;
  guint64 id, size; /* of a record */
  gint64 tag, peer, comm;
  guint32 routine;
  guint8 class_; /* RefrainGxlClass */
  guint8 kind;   /* RefrainRecordKind or RefrainCollective */
  guint has_start : 1, has_end : 1, has_time : 1, has_begin : 1, has_request : 1;
  guint has_received : 1, flag : 1;
  Detail *details; /* N_DETAILS; NULL where there are none */
} Event;

struct _RefrainGxlEventReader
{
  RefrainGxlDefinitions *definitions;
  RefrainRecorder *recorder;
  gboolean any_order;
  GArray *kept;            /* of Event, in any order */
  GArray *open;            /* of OpenCall */
  GHashTable *collectives; /* name -> type + 1 */
  RefrainTime last_place;
  guint64 last_order;
  guint64 next_request; /* for operations whose request nobody knows */
};

static void
details_free (Detail *details)
{
  for (guint i = 0; details != NULL && i < N_DETAILS; i++)
    if (details[i].records != NULL)
      g_byte_array_unref (details[i].records);
  g_free (details);
}

RefrainGxlEventReader *
refrain_gxl_event_reader_new (RefrainGxlDefinitions *definitions, gboolean any_order)
{
  RefrainGxlEventReader *self = g_new0 (RefrainGxlEventReader, 1);

  self->definitions = definitions;
  self->any_order = any_order;
  self->kept = g_array_new (FALSE, FALSE, sizeof (Event));
  self->open = g_array_new (FALSE, FALSE, sizeof (OpenCall));
  self->collectives = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < REFRAIN_N_COLLECTIVES; i++)
    g_hash_table_insert (self->collectives, (gpointer) refrain_collective_get_name (i),
                         GUINT_TO_POINTER (i + 1));
  return self;
}

void
refrain_gxl_event_reader_free (RefrainGxlEventReader *self)
{
  for (guint i = 0; i < self->kept->len; i++)
    details_free (g_array_index (self->kept, Event, i).details);
  for (guint i = 0; i < self->open->len; i++)
    details_free (g_array_index (self->open, OpenCall, i).details);
  g_array_unref (self->kept);
  g_array_unref (self->open);
  g_hash_table_unref (self->collectives);
  g_free (self);
}

void
refrain_gxl_event_reader_begin (RefrainGxlEventReader *self, RefrainRecorder *recorder)
{
  self->recorder = recorder;
  self->last_place = G_MININT64;
  self->last_order = 0;
  self->next_request = G_MAXUINT64 - 1;
}

/* ---- Reading a node ---- */

/* FALSE where the node is not there, which @cause tells. */
static gboolean
find_references (RefrainGxlEventReader *self,
                 const RefrainGxlNode *node,
                 Event *event,
                 char **cause)
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
read_numbers (const RefrainGxlNode *node, Event *event, char **cause)
{
  return refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_NESTING_LEVEL, &event->level, cause)
         && refrain_gxl_node_get_time (node, REFRAIN_GXL_START_TIME, &event->start, cause)
         && refrain_gxl_node_get_time (node, REFRAIN_GXL_END_TIME, &event->end, cause)
         && refrain_gxl_node_get_time (node, REFRAIN_GXL_TIME, &event->time, cause)
         && refrain_gxl_node_get_time (node, REFRAIN_GXL_BEGIN_TIME, &event->begin, cause)
         && refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_ORDER, &event->order, cause)
         && refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_REQUEST_ID, &event->request, cause)
         && refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_SEND_DATA_SIZE, &event->sent, cause)
         && refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_SEND_SIZE, &event->sent, cause)
         && refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_RCV_DATA_SIZE, &event->received, cause)
         && refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_RCV_SIZE, &event->received, cause)
         && refrain_gxl_node_get_signed (node, REFRAIN_GXL_TAG, &event->tag, cause);
}

static gboolean
read_record (const RefrainGxlNode *node, Event *event, char **cause)
{
  const char *name = refrain_gxl_node_get (node, REFRAIN_GXL_KIND);
  RefrainRecordKind kind;

  if (!refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_ID, &event->id, cause)
      || !refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_SIZE, &event->size, cause))
    return FALSE;
  if (name == NULL || !refrain_record_kind_from_name (name, &kind))
    {
      *cause
          = g_strdup_printf (_ ("the record “%s” is of a kind that is not known"), node->id->str);
      return FALSE;
    }
  if (REFRAIN_RECORD_IS_SYNTHETIC (kind) || kind <= REFRAIN_RECORD_REQUEST_CANCELLED)
    {
      *cause = g_strdup_printf (_ ("a TraceRecord cannot be of the kind “%s”"), name);
      return FALSE;
    }
  event->kind = kind;
  return TRUE;
}

static void
read_collective (RefrainGxlEventReader *self, const RefrainGxlNode *node, Event *event)
{
  const char *name = refrain_gxl_node_get (node, REFRAIN_GXL_OPERATION_NAME);
  gpointer type = NULL;

  if (name == NULL)
    name = refrain_gxl_node_get (node, REFRAIN_GXL_ROUTINE_CALL_NAME);
  if (name != NULL)
    type = g_hash_table_lookup (self->collectives, name);
  event->kind = type == NULL ? REFRAIN_COLLECTIVE_UNKNOWN : GPOINTER_TO_UINT (type) - 1;
}

/* Files of other programs may give a call's times only: a send is made when it starts, everything
 * else when it ends, a collective begins when it starts. */
static void
complete_times (Event *event)
{
  if (event->has_time || !event->has_start || event->class_ == REFRAIN_GXL_CALL
      || event->class_ == REFRAIN_GXL_RECORD
      || (event->class_ == REFRAIN_GXL_WAIT && !event->has_received && !event->has_request))
    return;
  event->has_time = TRUE;
  event->time = event->has_end ? event->end : event->start;
  if (event->class_ == REFRAIN_GXL_SEND || event->class_ == REFRAIN_GXL_NON_BLOCKING_SEND
      || event->class_ == REFRAIN_GXL_NON_BLOCKING_RECEIVE)
    event->time = event->start;
  if (event->class_ == REFRAIN_GXL_COLLECTIVE && !event->has_request)
    {
      event->begin = event->start;
      event->has_begin = TRUE;
    }
}

/* ---- Details ---- */

/* "+3 Metric ..." : ticks, records, or both. */
static gboolean
read_detail (RefrainGxlEventReader *self, const char *text, Detail *detail, char **cause)
{
  RefrainGxlExtension *extension = refrain_gxl_definitions_get_extension (self->definitions);
  g_autoptr (GError) error = NULL;
  char *end = (char *) text;

  if (*text == '+' || *text == '-')
    {
      detail->ticks = g_ascii_strtoll (text, &end, 10);
      if (end == text)
        {
          *cause = g_strdup (_ ("the ticks of an event are not a number"));
          return FALSE;
        }
    }
  while (*end == ' ')
    end++;
  if (*end == '\0')
    return TRUE;
  detail->records = g_byte_array_new ();
  if (refrain_extension_from_text (refrain_gxl_extension_get (extension), end, detail->records,
                                   &error))
    return TRUE;
  *cause = g_strdup (error->message);
  return FALSE;
}

/* Of what nobody reads, which becomes a record. */
static void
keep_unit (RefrainGxlEventReader *self, const RefrainGxlNode *node, Detail *detail)
{
  RefrainGxlExtension *extension = refrain_gxl_definitions_get_extension (self->definitions);

  if (detail->records == NULL)
    detail->records = g_byte_array_new ();
  refrain_gxl_unit_put (detail->records, refrain_gxl_extension_use_units (extension),
                        node->class_ == REFRAIN_GXL_OTHER ? node->class_name->str : "", node);
}

/* Our ids for those of the document. */
static void
name_references (RefrainGxlEventReader *self, RefrainGxlNode *node)
{
  for (guint i = 0; i < node->others->len; i++)
    {
      RefrainGxlOther *other = &g_array_index (node->others, RefrainGxlOther, i);
      const char *id = node->text->str + other->value;
      gint64 process, comm;

      if (!g_str_equal (other->type, "locator"))
        continue;
      process = refrain_gxl_definitions_find_process (self->definitions, id);
      comm = refrain_gxl_definitions_find_communicator (self->definitions, id);
      other->value = node->text->len;
      if (process >= 0)
        g_string_append_printf (node->text, "PRC%" G_GINT64_FORMAT, process);
      else if (comm >= 0)
        g_string_append_printf (node->text, "COMM%" G_GINT64_FORMAT, comm);
      else
        other->value = id - node->text->str;
      g_string_append_c (node->text, '\0');
    }
}

static gboolean
read_details (RefrainGxlEventReader *self, RefrainGxlNode *node, Event *event, char **cause)
{
  const gboolean unit = node->others->len > 0 || node->class_ == REFRAIN_GXL_OTHER;
  gboolean any = unit;

  for (guint i = 0; i < N_DETAILS; i++)
    any |= node->values[REFRAIN_GXL_ENTER_DETAILS + i] != 0;
  if (G_LIKELY (!any))
    return TRUE;
  event->details = g_new0 (Detail, N_DETAILS);
  for (guint i = 0; i < N_DETAILS; i++)
    {
      const char *text = refrain_gxl_node_get (node, REFRAIN_GXL_ENTER_DETAILS + i);

      if (text != NULL && !read_detail (self, text, &event->details[i], cause))
        return FALSE;
    }
  if (unit)
    {
      name_references (self, node);
      keep_unit (self, node, &event->details[event->has_time ? OF_EVENT : OF_ENTER]);
    }
  return TRUE;
}

static void
record_details (RefrainGxlEventReader *self, const Detail *details, guint which)
{
  const Detail *detail = details != NULL ? &details[which] : NULL;

  if (detail != NULL && (detail->ticks != 0 || detail->records != NULL))
    refrain_recorder_add_details (self->recorder, detail->ticks,
                                  detail->records != NULL ? detail->records->data : NULL,
                                  detail->records != NULL ? detail->records->len : 0);
}

/* ---- A whole node ---- */

/* A unit of an unknown kind is a call where it has a StartTime, otherwise an event. */
static void
take_unknown (RefrainGxlEventReader *self, const RefrainGxlNode *node, Event *event)
{
  event->class_ = event->has_start ? REFRAIN_GXL_CALL : REFRAIN_GXL_RECORD;
  event->kind = REFRAIN_RECORD_OTHER;
  if (event->has_start && event->routine == REFRAIN_NONE)
    event->routine
        = refrain_gxl_definitions_find_routine (self->definitions, node->class_name->str);
}

/* All but the references. */
static gboolean
read_event (RefrainGxlEventReader *self, const RefrainGxlNode *node, Event *event, char **cause)
{
  gboolean flag = TRUE;

  *event = (Event){ .class_ = node->class_ };
  event->has_start = node->values[REFRAIN_GXL_START_TIME] != 0;
  event->has_end = node->values[REFRAIN_GXL_END_TIME] != 0;
  event->has_time = node->values[REFRAIN_GXL_TIME] != 0;
  event->has_begin = node->values[REFRAIN_GXL_BEGIN_TIME] != 0;
  event->has_request = node->values[REFRAIN_GXL_REQUEST_ID] != 0;
  event->has_received = node->values[REFRAIN_GXL_RCV_DATA_SIZE] != 0;
  if (!read_numbers (node, event, cause))
    return FALSE;
  event->routine = refrain_gxl_definitions_find_routine (
      self->definitions, refrain_gxl_node_get (node, REFRAIN_GXL_ROUTINE_CALL_NAME));
  if (event->class_ == REFRAIN_GXL_OTHER)
    take_unknown (self, node, event);
  else if (event->class_ == REFRAIN_GXL_RECORD && !read_record (node, event, cause))
    return FALSE;
  if (event->class_ == REFRAIN_GXL_WAIT
      && !refrain_gxl_node_get_bool (node, REFRAIN_GXL_FLAG, &flag, cause))
    return FALSE;
  event->flag = flag;
  if (event->class_ == REFRAIN_GXL_COLLECTIVE)
    read_collective (self, node, event);
  complete_times (event);
  event->place = event->has_start ? event->start : event->time;
  return TRUE;
}

/* ---- Recording it ---- */

static guint64
request_of (RefrainGxlEventReader *self, const Event *event)
{
  return event->has_request ? event->request : self->next_request--;
}

static void
record_wait (RefrainGxlEventReader *self, const Event *event)
{
  if (event->has_received)
    refrain_recorder_irecv (self->recorder, event->time, event->peer, (guint32) event->comm,
                            (gint32) event->tag, event->received, request_of (self, event));
  else if (event->flag)
    refrain_recorder_isend_complete (self->recorder, event->time, event->request);
  else
    refrain_recorder_record (self->recorder, event->time, REFRAIN_RECORD_REQUEST_TEST,
                             event->request, 0);
}

static void
record_collective (RefrainGxlEventReader *self, const Event *event)
{
  if (event->has_request)
    {
      refrain_recorder_collective_complete (self->recorder, event->time, event->kind,
                                            (guint32) event->comm, event->peer, event->sent,
                                            event->received, event->request);
      return;
    }
  if (event->has_begin)
    {
      refrain_recorder_collective_begin (self->recorder, event->begin);
      record_details (self, event->details, OF_BEGIN);
    }
  refrain_recorder_collective_end (self->recorder, event->time, event->kind, (guint32) event->comm,
                                   event->peer, event->sent, event->received);
}

static void
record_record (RefrainGxlEventReader *self, const Event *event)
{
  switch ((RefrainRecordKind) event->kind)
    {
    case REFRAIN_RECORD_COLLECTIVE_BEGIN:
      refrain_recorder_collective_begin (self->recorder, event->time);
      break;
    case REFRAIN_RECORD_COLLECTIVE_REQUEST:
      refrain_recorder_collective_request (self->recorder, event->time, event->request);
      break;
    case REFRAIN_RECORD_LEAVE_WITHOUT_ENTER:
      refrain_recorder_leave (self->recorder, event->time, event->routine);
      break;
    default:
      refrain_recorder_record (self->recorder, event->time, event->kind, event->id, event->size);
    }
}

static void
record_event (RefrainGxlEventReader *self, const Event *e)
{
  guint32 comm = (guint32) e->comm; /* -1 is REFRAIN_NONE */
  gint32 peer = (gint32) e->peer, tag = (gint32) e->tag;

  switch ((RefrainGxlClass) e->class_)
    {
    case REFRAIN_GXL_SEND:
      refrain_recorder_send (self->recorder, e->time, peer, comm, tag, e->sent);
      break;
    case REFRAIN_GXL_NON_BLOCKING_SEND:
      refrain_recorder_isend (self->recorder, e->time, peer, comm, tag, e->sent,
                              request_of (self, e));
      break;
    case REFRAIN_GXL_RECEIVE:
      refrain_recorder_recv (self->recorder, e->time, peer, comm, tag, e->received);
      break;
    case REFRAIN_GXL_NON_BLOCKING_RECEIVE:
      refrain_recorder_irecv_request (self->recorder, e->time, request_of (self, e));
      break;
    case REFRAIN_GXL_WAIT:
      record_wait (self, e);
      break;
    case REFRAIN_GXL_CANCEL:
      refrain_recorder_request_cancelled (self->recorder, e->time, e->request);
      break;
    case REFRAIN_GXL_COLLECTIVE:
      record_collective (self, e);
      break;
    case REFRAIN_GXL_RECORD:
      record_record (self, e);
      break;
    default:
      break;
    }
}

/* Leaves the calls that are deeper than @level. */
static void
close_calls (RefrainGxlEventReader *self, guint64 level)
{
  while (self->open->len > level)
    {
      const OpenCall *call = &g_array_index (self->open, OpenCall, self->open->len - 1);

      if (call->has_end)
        {
          refrain_recorder_leave (self->recorder, call->end, call->routine);
          record_details (self, call->details, OF_LEAVE);
        }
      details_free (call->details);
      g_array_set_size (self->open, self->open->len - 1);
    }
}

/* Takes the details of @event. */
static void
record (RefrainGxlEventReader *self, const Event *event)
{
  close_calls (self, event->level);
  if (event->has_start)
    {
      OpenCall call = { .end = event->end, .routine = event->routine, .has_end = event->has_end };

      if (event->routine == REFRAIN_NONE)
        refrain_recorder_defect (self->recorder, REFRAIN_DEFECT_UNDEFINED_ROUTINE, event->start,
                                 NULL);
      refrain_recorder_enter (self->recorder, event->start, event->routine);
      record_details (self, event->details, OF_ENTER);
      call.details = event->details;
      g_array_append_val (self->open, call);
    }
  if (event->has_time)
    {
      record_event (self, event);
      record_details (self, event->details, OF_EVENT);
    }
  if (!event->has_start)
    details_free (event->details);
}

/* ---- In order or not ---- */

REFRAIN_DEFINE_COMPARE (compare_events,
                        Event,
                        REFRAIN_RISING (place)
                            ?: REFRAIN_RISING (order)
                            ?: REFRAIN_RISING (position))

/* Details cannot be read: perhaps their extension has not come yet. */
static RefrainGxlEventState
give_up (RefrainGxlEventReader *self, char **cause)
{
  if (self->any_order
      || refrain_gxl_extension_is_used (refrain_gxl_definitions_get_extension (self->definitions)))
    return REFRAIN_GXL_EVENT_WRONG;
  g_clear_pointer (cause, g_free);
  return REFRAIN_GXL_EVENT_DISORDER;
}

RefrainGxlEventState
refrain_gxl_event_reader_add (RefrainGxlEventReader *self, RefrainGxlNode *node, char **cause)
{
  Event event;

  if (((node->class_ < REFRAIN_GXL_CALL || node->class_ > REFRAIN_GXL_RECORD)
       && node->class_ != REFRAIN_GXL_OTHER)
      || self->recorder == NULL)
    return REFRAIN_GXL_EVENT_TAKEN; /* of another trace */
  if (!read_event (self, node, &event, cause))
    return REFRAIN_GXL_EVENT_WRONG;
  if (!event.has_start && !event.has_time)
    return REFRAIN_GXL_EVENT_TAKEN; /* it never happened */
  if (!find_references (self, node, &event, cause))
    {
      if (self->any_order)
        return REFRAIN_GXL_EVENT_WRONG;
      g_clear_pointer (cause, g_free);
      return REFRAIN_GXL_EVENT_DISORDER;
    }
  if (!self->any_order
      && (event.place < self->last_place
          || (event.place == self->last_place && event.order < self->last_order)))
    return REFRAIN_GXL_EVENT_DISORDER;
  if (!read_details (self, node, &event, cause))
    {
      details_free (event.details);
      return give_up (self, cause);
    }
  if (self->any_order)
    {
      event.position = self->kept->len;
      g_array_append_val (self->kept, event);
      return REFRAIN_GXL_EVENT_TAKEN;
    }
  self->last_place = event.place;
  self->last_order = event.order;
  record (self, &event);
  return REFRAIN_GXL_EVENT_TAKEN;
}

void
refrain_gxl_event_reader_end (RefrainGxlEventReader *self)
{
  gboolean sorted = TRUE;

  if (self->recorder == NULL)
    return;
  for (guint i = 1; i < self->kept->len && sorted; i++)
    sorted = compare_events (&g_array_index (self->kept, Event, i - 1),
                             &g_array_index (self->kept, Event, i))
             < 0;
  if (!sorted)
    refrain_sort (self->kept->data, self->kept->len, sizeof (Event), compare_events);
  for (guint i = 0; i < self->kept->len; i++)
    record (self, &g_array_index (self->kept, Event, i));
  g_array_set_size (self->kept, 0);
  close_calls (self, 0);
  self->recorder = NULL;
}
