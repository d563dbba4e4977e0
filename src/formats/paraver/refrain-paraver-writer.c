/* refrain-paraver-writer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Records stand in order of time over all threads: each thread has a cursor over its events and one
 * over the states that its calls make, and a heap tells which is next.
 */
#include "config.h"

#include "refrain-free.h"
#include "refrain-paraver.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "refrain-heap.h"
#include "refrain-paraver-labels.h"
#include "refrain-paraver-names.h"
#include "refrain-paraver-writer-labels.h"
#include "refrain-replay.h"
#include "refrain-save.h"

#define CANCEL_INTERVAL 65536
#define BUFFER_SIZE     (256 * 1024)
#define ROOM            1024 /* enough for any record */

/* ---- Text ---- */

typedef struct
{
  int fd;
  int problem; /* errno */
  gsize n;
  char buffer[BUFFER_SIZE + ROOM];
} Output;

static void
flush (Output *self)
{
  const char *bytes = self->buffer;

  while (self->n > 0 && self->problem == 0)
    {
      const gssize written = write (self->fd, bytes, self->n);

      if (written < 0 && errno != EINTR)
        self->problem = errno;
      if (written > 0)
        {
          bytes += written;
          self->n -= (gsize) written;
        }
    }
  self->n = 0;
}

static void
put (Output *self, gint64 number, char before)
{
  char digits[20];
  guint n = 0;
  guint64 rest = number < 0 ? -(guint64) number : (guint64) number;
  char *to;

  if (self->n >= BUFFER_SIZE)
    flush (self);
  to = self->buffer + self->n;
  if (before != '\0')
    *to++ = before;
  if (number < 0)
    *to++ = '-';
  do
    digits[n++] = (char) ('0' + rest % 10);
  while ((rest /= 10) != 0);
  while (n > 0)
    *to++ = digits[--n];
  self->n = (gsize) (to - self->buffer);
}

static void
put_end (Output *self)
{
  self->buffer[self->n++] = '\n';
}

static void
put_text (Output *self, const GString *text)
{
  for (gsize at = 0; at < text->len;)
    {
      const gsize part = MIN (text->len - at, BUFFER_SIZE);

      flush (self);
      memcpy (self->buffer, text->str + at, part);
      self->n = part;
      at += part;
    }
}

/* ---- Cursors ---- */

typedef enum
{
  CURSOR_STATES,
  CURSOR_EVENTS,
} CursorKind;

typedef struct
{
  RefrainTime time; /* of what comes next */
  CursorKind kind;
  guint process;
  guint thread; /* number in its process, from 1 */
  RefrainReplay replay;
  /* Of states: what holds from `time` to `end`, what holds then, and those of the callers. */
  RefrainTime end, last;
  guint8 state, next_state;
  GByteArray *callers;
  gboolean is_over;
} Cursor;

typedef struct
{
  RefrainTrace *trace;
  RefrainParaverNumbers numbers;
  Output output;
  GArray *cursors; /* of Cursor */
  guint *heap;     /* their numbers; the first is the next one */
  guint n_heap;
} Writer;

/* Whether the format has a record of this kind, or needs none of it. */
static gboolean
is_kept (RefrainRecordKind kind)
{
  switch (kind)
    {
    case REFRAIN_RECORD_ISEND_COMPLETE:
    case REFRAIN_RECORD_IRECV_REQUEST:
    case REFRAIN_RECORD_COLLECTIVE_BEGIN:
    case REFRAIN_RECORD_COLLECTIVE_REQUEST:
      return TRUE;
    default:
      return REFRAIN_RECORD_IS_SYNTHETIC (kind);
    }
}

/* Whether what the cursor stands at will be in the file. */
static gboolean
is_written (const RefrainReplay *replay)
{
  return replay->event != REFRAIN_TAPE_RECORD || is_kept (replay->records->kind[replay->row]);
}

/* Goes on to the next state of some length; FALSE at the end. */
static gboolean
next_state (Writer *self, Cursor *cursor)
{
  RefrainReplay *replay = &cursor->replay;

  cursor->time = cursor->end;
  cursor->state = cursor->next_state;
  while (!cursor->is_over)
    {
      guint8 state;

      if (!refrain_replay_next (replay))
        {
          cursor->is_over = TRUE;
          cursor->end = cursor->last;
          break;
        }
      if (!is_written (replay))
        continue;
      cursor->last = replay->time;
      if (replay->event == REFRAIN_TAPE_ENTER)
        {
          state = self->numbers.calls[replay->calls->routine[replay->row]].state;
          if (state == 0)
            state = replay->depth > 1 ? cursor->callers->data[replay->depth - 2]
                                      : REFRAIN_PARAVER_STATE_RUNNING;
          g_byte_array_set_size (cursor->callers, (guint) replay->depth);
          cursor->callers->data[replay->depth - 1] = state;
        }
      state = replay->depth > 0 ? cursor->callers->data[replay->depth - 1]
                                : REFRAIN_PARAVER_STATE_RUNNING;
      if (state == cursor->state)
        continue;
      cursor->next_state = state;
      if (replay->time > cursor->time)
        {
          cursor->end = replay->time;
          return TRUE;
        }
      cursor->state = state;
    }
  return cursor->end > cursor->time;
}

static gboolean
next (Writer *self, Cursor *cursor)
{
  if (cursor->kind == CURSOR_STATES)
    return next_state (self, cursor);
  if (!refrain_replay_next (&cursor->replay))
    return FALSE;
  cursor->time = cursor->replay.time;
  return TRUE;
}

static gboolean
comes_before (const Writer *self, guint a, guint b)
{
  const Cursor *x = &g_array_index (self->cursors, Cursor, a);
  const Cursor *y = &g_array_index (self->cursors, Cursor, b);

  if (x->time != y->time)
    return x->time < y->time;
  if (x->kind != y->kind)
    return x->kind < y->kind;
  return a < b;
}

static void
sink (Writer *self, guint i)
{
  REFRAIN_HEAP_SINK (self->heap, self->n_heap, i, comes_before (self, *x, *y));
}

static void
add_cursors (Writer *self, guint process, guint thread, const RefrainThread *columns)
{
  RefrainProcess *owner = refrain_trace_get_process (self->trace, process);

  for (guint kind = CURSOR_STATES; kind <= CURSOR_EVENTS; kind++)
    {
      Cursor cursor = { .kind = kind, .process = process, .thread = thread };
      RefrainReplay first;

      refrain_replay_init (&cursor.replay, owner, columns);
      if (kind == CURSOR_STATES)
        {
          first = cursor.replay;
          do
            if (!refrain_replay_next (&first))
              return;
          while (!is_written (&first));
          cursor.end = first.time;
          cursor.next_state = REFRAIN_PARAVER_STATE_RUNNING;
          cursor.callers = g_byte_array_new ();
        }
      if (next (self, &cursor))
        g_array_append_val (self->cursors, cursor);
      else if (cursor.callers != NULL)
        g_byte_array_unref (cursor.callers);
    }
}

REFRAIN_DEFINE_CLEAR (cursor_clear, Cursor, g_clear_pointer (&x->callers, g_byte_array_unref))

static void
open_cursors (Writer *self)
{
  self->cursors = g_array_new (FALSE, FALSE, sizeof (Cursor));
  g_array_set_clear_func (self->cursors, cursor_clear);
  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (self->trace, p);

      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        add_cursors (self, p, (guint) t + 1, refrain_process_get_thread (process, t));
    }
  self->n_heap = self->cursors->len;
  self->heap = g_new (guint, self->n_heap + 1);
  for (guint i = 0; i < self->n_heap; i++)
    self->heap[i] = i;
  for (guint i = self->n_heap / 2; i > 0; i--)
    sink (self, i - 1);
}

/* ---- Records ---- */

static void
put_object (Writer *self, guint process, guint thread)
{
  Output *output = &self->output;

  put (output, self->numbers.cpu[process], ':');
  put (output, 1, ':');
  put (output, (gint64) process + 1, ':');
  put (output, thread, ':');
}

static void
begin_event (Writer *self, const Cursor *cursor)
{
  put (&self->output, 2, '\0');
  put_object (self, cursor->process, cursor->thread);
  put (&self->output, cursor->time, ':');
}

static void
put_value (Writer *self, guint32 type, gint64 value)
{
  put (&self->output, type, ':');
  put (&self->output, value, ':');
}

static void
write_event (Writer *self, const Cursor *cursor, guint32 type, gint64 value)
{
  begin_event (self, cursor);
  put_value (self, type, value);
  put_end (&self->output);
}

static void
write_state (Writer *self, const Cursor *cursor)
{
  put (&self->output, 1, '\0');
  put_object (self, cursor->process, cursor->thread);
  put (&self->output, cursor->time, ':');
  put (&self->output, cursor->end, ':');
  put (&self->output, cursor->state, ':');
  put_end (&self->output);
}

static const RefrainParaverCall *
get_call (const Writer *self, const RefrainCalls *calls, guint32 call)
{
  return call == REFRAIN_NONE ? NULL : &self->numbers.calls[calls->routine[call]];
}

static guint
find_thread (RefrainProcess *process, gsize op)
{
  const RefrainThread *thread = refrain_process_get_thread_of_op (process, op);
  guint number = 1;

  while (thread != NULL && refrain_process_get_thread (process, number - 1) != thread)
    number++;
  return number;
}

/* When the receive @op was posted: by its request, or at the begin of its call. */
static RefrainTime
find_post (const Writer *self, RefrainProcess *process, gsize op)
{
  const RefrainOps *ops = refrain_process_get_ops (process);
  const RefrainRecords *records = refrain_process_get_records (process);
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainParaverCall *call = get_call (self, calls, ops->call[op]);

  if (ops->record[op] != REFRAIN_NONE
      && records->kind[ops->record[op]] == REFRAIN_RECORD_IRECV_REQUEST)
    return records->time[ops->record[op]];
  return call != NULL && call->state != 0 ? calls->start[ops->call[op]] : ops->time[op];
}

/* When the send @op had left. */
static RefrainTime
find_sent (const Cursor *cursor, gsize op)
{
  const RefrainRecords *records = cursor->replay.records;
  const guint32 record = cursor->replay.ops->record[op];

  if (record != REFRAIN_NONE && records->kind[record] == REFRAIN_RECORD_ISEND_COMPLETE)
    return records->time[record];
  return cursor->time;
}

/* The communicator of the message that is written next, unless it is the one of all. */
static void
write_communicator (Writer *self, const Cursor *cursor, guint32 comm)
{
  if (comm != REFRAIN_NONE && comm != self->numbers.world)
    write_event (self, cursor, REFRAIN_PARAVER_MESSAGE_COMMUNICATOR,
                 refrain_paraver_numbers_get_communicator (&self->numbers, comm, cursor->process));
}

/* A send or receive without partner, for which the format has no record. */
static void
write_open (Writer *self, const Cursor *cursor, gsize op)
{
  const RefrainOps *ops = cursor->replay.ops;

  write_communicator (self, cursor, ops->comm[op]);
  begin_event (self, cursor);
  put_value (self, REFRAIN_PARAVER_OPEN_TAG, ops->tag[op]);
  put_value (self, REFRAIN_PARAVER_OPEN_SIZE, (gint64) MIN (ops->bytes[op], (guint64) G_MAXINT64));
  put_value (self,
             REFRAIN_OP_IS_SEND (ops->kind[op]) ? REFRAIN_PARAVER_OPEN_SEND
                                                : REFRAIN_PARAVER_OPEN_RECEIVE,
             (gint64) ops->peer[op] + 1);
  put_end (&self->output);
}

static void
write_message (Writer *self, const Cursor *cursor, gsize op)
{
  const RefrainOps *ops = cursor->replay.ops;
  RefrainProcess *receiver;
  const guint32 partner = ops->partner[op];

  receiver = refrain_trace_get_process (self->trace, (guint) ops->peer[op]);
  write_communicator (self, cursor, ops->comm[op]);
  put (&self->output, 3, '\0');
  put_object (self, cursor->process, cursor->thread);
  put (&self->output, cursor->time, ':');
  put (&self->output, find_sent (cursor, op), ':');
  put_object (self, (guint) ops->peer[op], find_thread (receiver, partner));
  put (&self->output, find_post (self, receiver, partner), ':');
  put (&self->output, refrain_process_get_ops (receiver)->time[partner], ':');
  put (&self->output, (gint64) MIN (ops->bytes[op], (guint64) G_MAXINT64), ':');
  put (&self->output, ops->tag[op], ':');
  put_end (&self->output);
}

/* What the collective @op is, where it begins or, of one with a request, completes. */
static void
write_collective (Writer *self, const Cursor *cursor, gsize op)
{
  const RefrainOps *ops = cursor->replay.ops;
  const guint32 record = ops->record[op];
  guint32 at = ops->call[op];
  const RefrainParaverCall *call;

  while (at != REFRAIN_NONE
         && get_call (self, cursor->replay.calls, at)->type == REFRAIN_PARAVER_USER_FUNCTION)
    at = cursor->replay.calls->parent[at];
  call = get_call (self, cursor->replay.calls, at);
  begin_event (self, cursor);
  put_value (self, REFRAIN_PARAVER_SEND_SIZE, (gint64) MIN (ops->bytes[op], (guint64) G_MAXINT64));
  put_value (
      self, REFRAIN_PARAVER_RECEIVE_SIZE,
      (gint64) MIN (refrain_replay_get_received (&cursor->replay, op), (guint64) G_MAXINT64));
  if (ops->peer[op] == (gint32) cursor->process)
    put_value (self, REFRAIN_PARAVER_ROOT, 1);
  if (call == NULL || (gint32) call->collective != ops->tag[op])
    put_value (self, REFRAIN_PARAVER_COLLECTIVE_TYPE, (gint64) ops->tag[op] + 1);
  if (refrain_replay_is_nonblocking_collective (&cursor->replay, op))
    put_value (self, REFRAIN_PARAVER_COMPLETION, (gint64) record + 1);
  put_value (
      self, REFRAIN_PARAVER_COMMUNICATOR,
      refrain_paraver_numbers_get_communicator (&self->numbers, ops->comm[op], cursor->process));
  put_end (&self->output);
}

static void
write_op (Writer *self, const Cursor *cursor, gsize op)
{
  const RefrainOps *ops = cursor->replay.ops;

  if (REFRAIN_OP_IS_P2P (ops->kind[op]))
    {
      if (ops->partner[op] == REFRAIN_NONE)
        write_open (self, cursor, op);
      else if (REFRAIN_OP_IS_SEND (ops->kind[op]))
        write_message (self, cursor, op);
      return;
    }
  if (refrain_replay_is_nonblocking_collective (&cursor->replay, op))
    {
      write_collective (self, cursor, op);
      return;
    }
  if (ops->record[op] == REFRAIN_NONE)
    write_collective (self, cursor, op);
  write_event (self, cursor, REFRAIN_PARAVER_COMMUNICATOR, 0);
}

static void
write_record (Writer *self, const Cursor *cursor, gsize record)
{
  const RefrainRecords *records = cursor->replay.records;

  if (records->op[record] == REFRAIN_NONE)
    return;
  if (records->kind[record] == REFRAIN_RECORD_COLLECTIVE_BEGIN)
    write_collective (self, cursor, records->op[record]);
  else if (records->kind[record] == REFRAIN_RECORD_COLLECTIVE_REQUEST)
    write_event (self, cursor, REFRAIN_PARAVER_REQUEST, (gint64) record + 1);
}

static void
write_next (Writer *self, const Cursor *cursor)
{
  const RefrainReplay *replay = &cursor->replay;
  const RefrainParaverCall *call;

  if (cursor->kind == CURSOR_STATES)
    {
      write_state (self, cursor);
      return;
    }
  switch (replay->event)
    {
    case REFRAIN_TAPE_ENTER:
    case REFRAIN_TAPE_LEAVE:
      call = &self->numbers.calls[replay->calls->routine[replay->row]];
      write_event (self, cursor, call->type, replay->event == REFRAIN_TAPE_ENTER ? call->value : 0);
      break;
    case REFRAIN_TAPE_OP:
      write_op (self, cursor, replay->row);
      break;
    case REFRAIN_TAPE_RECORD:
    default:
      write_record (self, cursor, replay->row);
      break;
    }
}

/* ---- The files ---- */

static gboolean
write_records (Writer *self,
               GCancellable *cancellable,
               const RefrainProgress *progress,
               GError **error)
{
  const double events = (double) MAX (refrain_trace_get_counts (self->trace)->events, 1);

  for (guint64 n = 0; self->n_heap > 0 && self->output.problem == 0; n++)
    {
      Cursor *cursor = &g_array_index (self->cursors, Cursor, self->heap[0]);

      write_next (self, cursor);
      if (!next (self, cursor))
        self->heap[0] = self->heap[--self->n_heap];
      sink (self, 0);
      if (n % CANCEL_INTERVAL != 0)
        continue;
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      refrain_progress_tell (progress, MIN ((double) n / events / 2, 1.0), _ ("Writing events"));
    }
  return TRUE;
}

/* Gives what is written beside @path, or NULL with @error. */
static char *
write_file (const char *path, const GString *text, GError **error)
{
  g_autofree char *temporary = NULL;
  g_autofree Output *output = g_new0 (Output, 1);

  temporary = refrain_save_begin (path, &output->fd, error);
  if (temporary == NULL)
    return NULL;
  put_text (output, text);
  flush (output);
  if (close (output->fd) != 0 && output->problem == 0)
    output->problem = errno;
  if (output->problem == 0)
    return g_steal_pointer (&temporary);
  refrain_save_drop (temporary);
  refrain_save_fail (path, g_strerror (output->problem), error);
  return NULL;
}

static char *
write_trace (Writer *self,
             const char *path,
             GCancellable *cancellable,
             const RefrainProgress *progress,
             GError **error)
{
  g_autofree char *temporary = refrain_save_begin (path, &self->output.fd, error);
  GString *header;
  gboolean whole;

  if (temporary == NULL)
    return NULL;
  header = refrain_paraver_write_header (&self->numbers);
  put_text (&self->output, header);
  put_text (&self->output, self->numbers.groups);
  g_string_free (header, TRUE);
  open_cursors (self);
  whole = write_records (self, cancellable, progress, error);
  flush (&self->output);
  if (close (self->output.fd) != 0 && self->output.problem == 0)
    self->output.problem = errno;
  g_array_unref (self->cursors);
  g_free (self->heap);
  if (whole && self->output.problem == 0)
    return g_steal_pointer (&temporary);
  refrain_save_drop (temporary);
  if (whole)
    refrain_save_fail (path, g_strerror (self->output.problem), error);
  return NULL;
}

/* Puts the three files in their places, the records last: whoever finds them finds the names. Where
 * one cannot be, nothing is left that was not there. */
static gboolean
commit (char *const *temporary, char *const *path, GError **error)
{
  gboolean is_new[3];

  for (guint i = 0; i < 3; i++)
    is_new[i] = !g_file_test (path[i], G_FILE_TEST_EXISTS);
  for (guint i = 0; i < 3; i++)
    if (!refrain_save_commit (temporary[i], path[i], error))
      {
        for (guint rest = i + 1; rest < 3; rest++)
          refrain_save_drop (temporary[rest]);
        for (guint done = 0; done < i; done++)
          if (is_new[done])
            g_unlink (path[done]);
        return FALSE;
      }
  return TRUE;
}

gboolean
refrain_paraver_save (RefrainTrace *trace,
                      const char *path,
                      GCancellable *cancellable,
                      const RefrainProgress *progress,
                      GError **error)
{
  char *paths[3], *temporary[3] = { NULL };
  Writer *self;
  GString *text;
  gboolean whole;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace) && path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  self = g_new0 (Writer, 1);
  self->trace = trace;
  paths[0] = refrain_paraver_name_beside (path, ".pcf");
  paths[1] = refrain_paraver_name_beside (path, ".row");
  paths[2] = g_strdup (path);
  refrain_paraver_numbers_init (&self->numbers, trace);
  temporary[2] = write_trace (self, path, cancellable, progress, error);
  for (guint i = 0; i < 2 && temporary[2] != NULL; i++)
    {
      text = (i == 0 ? refrain_paraver_write_pcf : refrain_paraver_write_row) (&self->numbers);
      temporary[i] = write_file (paths[i], text, error);
      g_string_free (text, TRUE);
      if (temporary[i] == NULL)
        break;
    }
  whole = temporary[0] != NULL && temporary[1] != NULL && temporary[2] != NULL;
  if (whole)
    whole = commit (temporary, paths, error);
  else
    for (guint i = 0; i < 3; i++)
      if (temporary[i] != NULL)
        refrain_save_drop (temporary[i]);
  for (guint i = 0; i < 3; i++)
    refrain_free (temporary[i], paths[i]);
  refrain_paraver_numbers_clear (&self->numbers);
  g_free (self);
  return whole;
}

guint64
refrain_paraver_count_unwritable (RefrainTrace *trace)
{
  guint64 n = 0;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), 0);

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);
      const RefrainRecords *records = refrain_process_get_records (process);

      for (gsize i = 0; i < records->n; i++)
        n += !is_kept (records->kind[i]);
    }
  return n;
}
