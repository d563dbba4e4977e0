/* refrain-gxl-reader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Takes what the parser tells, one node or edge at a time: definitions go to theirs, the nodes of a
 * ProcessTrace to a recorder (order and nesting level give back each enter and leave), and every id
 * is checked to be there once.
 */
#include "config.h"

#include "refrain-gxl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-gxl-definitions.h"
#include "refrain-gxl-dialect.h"
#include "refrain-gxl-parser.h"
#include "refrain-hash.h"

/* ---- Ids that the document has used ----
 *
 * Those of events, "o3.17", ascend within their process and cost nothing; all others are
 * remembered. */

/* The letters of ids that are made of a process and a row: call, operation, record, message,
 * collective data and its graph. */
static const char letters[] = "cormde";

#define N_LETTERS (sizeof letters - 1)

typedef struct
{
  guint64 process;
  guint64 next[N_LETTERS]; /* the smallest row not used yet */
} Rows;

typedef struct
{
  GHashTable *rows; /* process -> Rows */
  Rows *last;       /* the one asked for last */
  GHashTable *others;
} Ids;

static Ids *
ids_new (void)
{
  Ids *self = g_new0 (Ids, 1);

  self->rows = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, NULL, g_free);
  self->others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

static void
ids_free (Ids *self)
{
  g_hash_table_unref (self->rows);
  g_hash_table_unref (self->others);
  g_free (self);
}

/* Reads digits without leading zero, up to @end. */
static gboolean
parse_number (const char **text, char end, guint64 *value)
{
  const char *at = *text;

  if (*at == '0' && at[1] != end)
    return FALSE;
  *value = 0;
  for (; g_ascii_isdigit (*at); at++)
    if (at - *text >= 18)
      return FALSE;
    else
      *value = *value * 10 + (*at - '0');
  if (at == *text || *at != end)
    return FALSE;
  *text = at + 1;
  return TRUE;
}

/* Whether @id is one of an event. */
static gboolean
parse_row_id (const char *id, guint *letter, guint64 *process, guint64 *row)
{
  const char *found = *id == '\0' ? NULL : strchr (letters, *id);

  if (found == NULL)
    return FALSE;
  *letter = found - letters;
  id++;
  return parse_number (&id, '.', process) && parse_number (&id, '\0', row);
}

static Rows *
find_rows (Ids *self, guint64 process, gboolean create)
{
  Rows *rows = self->last;

  if (rows != NULL && rows->process == process)
    return rows;
  rows = g_hash_table_lookup (self->rows, &process);
  if (rows == NULL && create)
    {
      rows = g_new0 (Rows, 1);
      rows->process = process;
      g_hash_table_insert (self->rows, &rows->process, rows);
    }
  if (rows != NULL)
    self->last = rows;
  return rows;
}

static gboolean
ids_add (Ids *self, const char *id)
{
  guint letter;
  guint64 process, row;
  Rows *rows;

  if (!parse_row_id (id, &letter, &process, &row))
    return g_hash_table_add (self->others, g_strdup (id));
  rows = find_rows (self, process, TRUE);
  if (row < rows->next[letter])
    return FALSE;
  rows->next[letter] = row + 1;
  return TRUE;
}

static gboolean
ids_contain (Ids *self, const char *id)
{
  guint letter;
  guint64 process, row;
  Rows *rows;

  if (!parse_row_id (id, &letter, &process, &row))
    return g_hash_table_contains (self->others, id);
  rows = find_rows (self, process, FALSE);
  return rows != NULL && row < rows->next[letter];
}

/* ---- Events ---- */

typedef struct
{
  RefrainTime end;
  guint32 routine;
  gboolean has_end;
} OpenCall;

typedef struct
{
  RefrainTraceBuilder *builder;
  RefrainGxlDefinitions *definitions;
  RefrainRecorder *recorder;
  GArray *open;            /* of OpenCall */
  GHashTable *collectives; /* name -> type */
  guint64 next_thread;     /* id of one that has none */
  guint64 next_request;    /* for operations whose request nobody knows */
} Events;

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

static Events *
events_new (RefrainTraceBuilder *builder, RefrainGxlDefinitions *definitions)
{
  Events *self = g_new0 (Events, 1);

  self->builder = g_object_ref (builder);
  self->definitions = definitions;
  self->open = g_array_new (FALSE, FALSE, sizeof (OpenCall));
  self->collectives = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < REFRAIN_N_COLLECTIVES; i++)
    g_hash_table_insert (self->collectives, (gpointer) refrain_collective_get_name (i),
                         GUINT_TO_POINTER (i + 1));
  return self;
}

static void
events_free (Events *self)
{
  g_object_unref (self->builder);
  g_array_unref (self->open);
  g_hash_table_unref (self->collectives);
  g_free (self);
}

static gboolean
events_begin (Events *self, const RefrainGxlNode *node, char **cause)
{
  const char *process = refrain_gxl_node_get (node, REFRAIN_GXL_PROCESS_REF);
  guint64 id = self->next_thread, stream = 0;
  gint64 index = -1;

  if (process != NULL)
    index = refrain_gxl_definitions_find_process (self->definitions, process);
  if (index < 0)
    {
      *cause = g_strdup_printf (_ ("the ProcessTrace “%s” names no process that is there"),
                                node->id->str);
      return FALSE;
    }
  if (!refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_THREAD_ID, &id, cause)
      || !refrain_gxl_node_get_unsigned (node, REFRAIN_GXL_STREAM, &stream, cause))
    return FALSE;
  self->next_thread++;
  self->next_request = G_MAXUINT64 - 1;
  self->recorder = refrain_trace_builder_add_thread (
      self->builder, index, id, refrain_gxl_node_get (node, REFRAIN_GXL_THREAD_NAME));
  if (stream != 0)
    refrain_recorder_set_stream (self->recorder);
  return TRUE;
}

/* Leaves the calls that are deeper than @level. */
static void
close_calls (Events *self, guint64 level)
{
  while (self->open->len > level)
    {
      const OpenCall *call = &g_array_index (self->open, OpenCall, self->open->len - 1);

      if (call->has_end)
        refrain_recorder_leave (self->recorder, call->end, call->routine);
      g_array_set_size (self->open, self->open->len - 1);
    }
}

static void
events_end (Events *self)
{
  close_calls (self, 0);
  self->recorder = NULL;
}

/* ---- Reading a node ---- */

static gboolean
find_references (Events *self, const RefrainGxlNode *node, Event *event, char **cause)
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
read_event (Events *self, const RefrainGxlNode *node, Event *event, char **cause)
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
request_of (Events *self, const Event *event)
{
  return event->has_request ? event->request : self->next_request--;
}

static gboolean
record_wait (Events *self, const RefrainGxlNode *node, const Event *event, char **cause)
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
record_collective (Events *self, const RefrainGxlNode *node, const Event *event)
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
record_record (Events *self, const RefrainGxlNode *node, const Event *event, char **cause)
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
    case REFRAIN_RECORD_NULL_SEND:
    case REFRAIN_RECORD_NULL_ISEND:
    case REFRAIN_RECORD_NULL_RECV:
    case REFRAIN_RECORD_NULL_IRECV:
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
record_event (Events *self, const RefrainGxlNode *node, const Event *e, char **cause)
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

static gboolean
events_add (Events *self, const RefrainGxlNode *node, char **cause)
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

/* ---- The document ---- */

/* An edge to a node that was not there yet. */
typedef struct
{
  char *from, *to;
} Pending;

typedef struct
{
  RefrainTraceBuilder *builder;
  RefrainGxlDefinitions *definitions;
  Events *events;
  RefrainGxlDialect *dialect; /* NULL until a node or edge without type comes */
  Ids *ids;
  GArray *pending;
} Reader;

static void
pending_clear (gpointer data)
{
  Pending *self = data;

  g_free (self->from);
  g_free (self->to);
}

static gboolean
on_id (gpointer data, const char *id, char **cause)
{
  Reader *self = data;

  if (ids_add (self->ids, id))
    return TRUE;
  *cause = g_strdup_printf (_ ("the id “%s” is used twice or out of order"), id);
  return FALSE;
}

static gboolean
on_node (gpointer data, RefrainGxlPlace place, const RefrainGxlNode *node, char **cause)
{
  Reader *self = data;

  if (place == REFRAIN_GXL_IN_EVENTS)
    return events_add (self->events, node, cause);
  if (node->class_ != REFRAIN_GXL_UNTYPED)
    return refrain_gxl_definitions_add (self->definitions, node, cause);
  if (!refrain_gxl_dialect_knows (node->id->str))
    return TRUE;
  if (self->dialect == NULL)
    self->dialect = refrain_gxl_dialect_new ();
  refrain_gxl_dialect_add_node (self->dialect, node);
  return TRUE;
}

static gboolean
on_edge (gpointer data, RefrainGxlPlace place, const RefrainGxlEdge *edge, char **cause)
{
  Reader *self = data;

  if (!ids_contain (self->ids, edge->from->str) || !ids_contain (self->ids, edge->to->str))
    {
      Pending pending = { g_strdup (edge->from->str), g_strdup (edge->to->str) };

      g_array_append_val (self->pending, pending);
    }
  if (place != REFRAIN_GXL_IN_INSTANCE)
    return TRUE;
  if (edge->class_ != REFRAIN_GXL_UNTYPED)
    return refrain_gxl_definitions_add_edge (self->definitions, edge->class_, edge->from->str,
                                             edge->to->str, edge->order, cause);
  if (self->dialect == NULL)
    self->dialect = refrain_gxl_dialect_new ();
  refrain_gxl_dialect_add_edge (self->dialect, edge->from->str, edge->to->str);
  return TRUE;
}

static gboolean
on_begin (gpointer data, const RefrainGxlNode *node, char **cause)
{
  Reader *self = data;

  return refrain_gxl_definitions_close (self->definitions, cause)
         && events_begin (self->events, node, cause);
}

static void
on_end (gpointer data)
{
  Reader *self = data;

  events_end (self->events);
}

static gboolean
check_pending (Reader *self, char **cause)
{
  for (guint i = 0; i < self->pending->len; i++)
    {
      const Pending *edge = &g_array_index (self->pending, Pending, i);
      gboolean from = ids_contain (self->ids, edge->from);

      if (from && ids_contain (self->ids, edge->to))
        continue;
      *cause = g_strdup_printf (_ ("the edge from “%s” to “%s” leads to the node “%s”, which is "
                                   "not there"),
                                edge->from, edge->to, from ? edge->to : edge->from);
      return FALSE;
    }
  return TRUE;
}

static gboolean
complete (Reader *self, const char *path, GError **error)
{
  g_autofree char *display = g_filename_display_name (path);
  g_autofree char *cause = NULL;

  if (check_pending (self, &cause) && refrain_gxl_definitions_close (self->definitions, &cause)
      && (self->dialect == NULL
          || refrain_gxl_dialect_build (self->dialect, self->builder, &cause)))
    return TRUE;
  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, "%s: %s", display, cause);
  return FALSE;
}

/* "lu-A-8" of ".../lu-A-8.gxl.zst". */
static char *
name_of (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  char *end = strstr (base, ".gxl");

  if (end != NULL && end != base)
    *end = '\0';
  return g_filename_display_name (base);
}

RefrainTrace *
refrain_gxl_load (const char *path,
                  GCancellable *cancellable,
                  RefrainProgressFunc progress,
                  gpointer progress_data,
                  GError **error)
{
  static const RefrainGxlHandler handler
      = { .id = on_id, .node = on_node, .edge = on_edge, .begin = on_begin, .end = on_end };
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autofree char *name = NULL;
  Reader self = { .builder = builder };
  RefrainTrace *trace = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  name = name_of (path);
  refrain_trace_builder_set_source (builder, name, path, "GXL");
  self.definitions = refrain_gxl_definitions_new (builder, path);
  self.events = events_new (builder, self.definitions);
  self.ids = ids_new ();
  self.pending = g_array_new (FALSE, FALSE, sizeof (Pending));
  g_array_set_clear_func (self.pending, pending_clear);
  if (refrain_gxl_parse (path, &handler, &self, cancellable, progress, progress_data, error)
      && complete (&self, path, error))
    trace = refrain_trace_builder_finish (builder, cancellable, error);
  g_array_unref (self.pending);
  ids_free (self.ids);
  events_free (self.events);
  refrain_gxl_definitions_free (self.definitions);
  g_clear_pointer (&self.dialect, refrain_gxl_dialect_free);
  return trace;
}

/* Packed files can only be told by opening them; nothing else that is packed is read here. */
gboolean
refrain_gxl_sniff (const guint8 *bytes, gsize n)
{
  static const guint8 gzip[] = { 0x1f, 0x8b }, zstd[] = { 0x28, 0xb5, 0x2f, 0xfd };
  gsize i = 0;

  if (n >= sizeof gzip && memcmp (bytes, gzip, sizeof gzip) == 0)
    return TRUE;
  if (n >= sizeof zstd && memcmp (bytes, zstd, sizeof zstd) == 0)
    return TRUE;
  while (i < n && (g_ascii_isspace (bytes[i]) || bytes[i] == 0 || bytes[i] >= 0xef))
    i++; /* blanks, byte order marks, UTF-16 */
  return i < n && bytes[i] == '<';
}
