/* refrain-recorder.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The innermost loop of every reader: a few stores an event, no allocation but growth by doubling.
 */
#include "config.h"

#include "refrain-recorder-private.h"

#include <string.h>

#define MAX_ROWS ((gsize) G_MAXUINT32 - 1)

RefrainRecorder *
refrain_recorder_new (guint process, guint64 id, const char *name)
{
  RefrainRecorder *self = g_new0 (RefrainRecorder, 1);

  self->process = process;
  self->id = id;
  self->name = g_intern_string (name);
  self->open_collective = REFRAIN_NONE;
  self->last = G_MININT64;
  return self;
}

static void
free_columns (RefrainRecorder *self)
{
  g_free (self->calls.start);
  g_free (self->calls.end);
  g_free (self->calls.routine);
  g_free (self->calls.parent);
  g_free (self->calls.depth);
  g_free (self->ops.time);
  g_free (self->ops.bytes);
  g_free (self->ops.call);
  g_free (self->ops.comm);
  g_free (self->ops.partner);
  g_free (self->ops.record);
  g_free (self->ops.logical);
  g_free (self->ops.peer);
  g_free (self->ops.tag);
  g_free (self->ops.kind);
  g_free (self->records.time);
  g_free (self->records.id);
  g_free (self->records.size);
  g_free (self->records.call);
  g_free (self->records.op);
  g_free (self->records.kind);
  g_free (self->tape.bits);
}

void
refrain_recorder_free (RefrainRecorder *self)
{
  free_columns (self);
  g_free (self->stack);
  g_free (self->open);
  g_clear_pointer (&self->sends, g_hash_table_unref);
  g_clear_pointer (&self->receives, g_hash_table_unref);
  g_clear_pointer (&self->collectives, g_hash_table_unref);
  for (guint i = 0; i < REFRAIN_N_DEFECTS; i++)
    g_free (self->defects[i].detail);
  g_free (self);
}

/* ---- Growth ---- */

static void
set_call_room (RefrainCallColumns *c, gsize room)
{
  c->start = g_renew (RefrainTime, c->start, room);
  c->end = g_renew (RefrainTime, c->end, room);
  c->routine = g_renew (guint32, c->routine, room);
  c->parent = g_renew (guint32, c->parent, room);
  c->depth = g_renew (guint16, c->depth, room);
  c->room = room;
}

static void
set_op_room (RefrainOpColumns *c, gsize room)
{
  c->time = g_renew (RefrainTime, c->time, room);
  c->bytes = g_renew (guint64, c->bytes, room);
  c->call = g_renew (guint32, c->call, room);
  c->comm = g_renew (guint32, c->comm, room);
  c->partner = g_renew (guint32, c->partner, room);
  c->record = g_renew (guint32, c->record, room);
  c->logical = g_renew (guint32, c->logical, room);
  c->peer = g_renew (gint32, c->peer, room);
  c->tag = g_renew (gint32, c->tag, room);
  c->kind = g_renew (guint8, c->kind, room);
  c->room = room;
}

static void
set_record_room (RefrainRecordColumns *c, gsize room)
{
  c->time = g_renew (RefrainTime, c->time, room);
  c->id = g_renew (guint64, c->id, room);
  c->size = g_renew (guint64, c->size, room);
  c->call = g_renew (guint32, c->call, room);
  c->op = g_renew (guint32, c->op, room);
  c->kind = g_renew (guint8, c->kind, room);
  c->room = room;
}

static void
set_tape_room (RefrainTapeColumn *c, guint64 room)
{
  c->bits = g_realloc (c->bits, room / 4);
  memset (c->bits + c->room / 4, 0, (room - c->room) / 4);
  c->room = room;
}

static gsize
next_room (gsize room)
{
  return room == 0 ? 64 : MIN (room * 2, MAX_ROWS);
}

void
refrain_recorder_reserve (RefrainRecorder *self, guint64 events)
{
  g_return_if_fail (self != NULL);

  /* Room is address space until it is written to; still, do not believe in wonders. */
  events = MIN (events, (guint64) 1 << 28);
  if (events < 64 || self->events > 0)
    return;
  set_call_room (&self->calls, events / 2 + 1);
  set_op_room (&self->ops, events / 3 + 1);
  set_tape_room (&self->tape, (events + 3) / 4 * 4);
}

RefrainTime
refrain_recorder_get_time (RefrainRecorder *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->events > 0 ? self->last : 0;
}

void
refrain_recorder_defect (RefrainRecorder *self,
                         RefrainDefectKind kind,
                         RefrainTime time,
                         const char *detail)
{
  RefrainDefectCount *defect;

  g_return_if_fail (self != NULL && (guint) kind < REFRAIN_N_DEFECTS);

  defect = &self->defects[kind];
  if (defect->count++ == 0)
    {
      defect->first = CLAMP (time, -REFRAIN_TIME_LIMIT, REFRAIN_TIME_LIMIT);
      defect->detail = g_strdup (detail);
    }
}

/* ---- One row more ---- */

static RefrainTime
correct_time (RefrainRecorder *self, RefrainTime time)
{
  if (time < -REFRAIN_TIME_LIMIT || time > REFRAIN_TIME_LIMIT)
    {
      time = CLAMP (time, -REFRAIN_TIME_LIMIT, REFRAIN_TIME_LIMIT);
      refrain_recorder_defect (self, REFRAIN_DEFECT_TIME_OUT_OF_RANGE, time, NULL);
    }
  if (time < self->last)
    {
      refrain_recorder_defect (self, REFRAIN_DEFECT_TIME_BACKWARDS, self->last, NULL);
      time = self->last;
    }
  return time;
}

/* Times within one thread never go back: every reader and painter relies on it. */
static inline RefrainTime
stamp (RefrainRecorder *self, RefrainTime time)
{
  if (G_UNLIKELY (time < self->last || time > REFRAIN_TIME_LIMIT || time < -REFRAIN_TIME_LIMIT))
    time = correct_time (self, time);
  self->last = time;
  return time;
}

static inline void
push_tape (RefrainRecorder *self, RefrainTapeEvent event)
{
  RefrainTapeColumn *tape = &self->tape;

  if (G_UNLIKELY (tape->n == tape->room))
    set_tape_room (tape, tape->room == 0 ? 256 : tape->room * 2);
  tape->bits[tape->n >> 2] |= (guint8) (event << ((tape->n & 3) * 2));
  tape->n++;
}

static inline guint32
current_call (const RefrainRecorder *self)
{
  return self->stack_n > 0 ? self->stack[self->stack_n - 1] : REFRAIN_NONE;
}

static gboolean
is_full (RefrainRecorder *self, gsize rows)
{
  if (rows < MAX_ROWS && !self->full)
    return FALSE;
  self->full = TRUE;
  refrain_recorder_defect (self, REFRAIN_DEFECT_TRUNCATED, self->last,
                           "a process may hold 4,294,967,294 calls and as many operations");
  return TRUE;
}

guint32
refrain_recorder_add_record (
    RefrainRecorder *self, RefrainTime time, RefrainRecordKind kind, guint64 id, guint64 size)
{
  RefrainRecordColumns *c = &self->records;
  gsize row = c->n;

  if (G_UNLIKELY (row == c->room))
    {
      if (is_full (self, row))
        return REFRAIN_NONE;
      set_record_room (c, next_room (c->room));
    }
  c->time[row] = stamp (self, time);
  c->id[row] = id;
  c->size[row] = size;
  c->call[row] = current_call (self);
  c->op[row] = REFRAIN_NONE;
  c->kind[row] = (guint8) kind;
  c->n++;
  push_tape (self, REFRAIN_TAPE_RECORD);
  if (!REFRAIN_RECORD_IS_SYNTHETIC (kind))
    self->events++;
  return (guint32) row;
}

guint32
refrain_recorder_add_op (RefrainRecorder *self,
                         RefrainTime time,
                         RefrainOpKind kind,
                         gint32 peer,
                         guint32 comm,
                         gint32 tag,
                         guint64 bytes)
{
  RefrainOpColumns *c = &self->ops;
  gsize row = c->n;

  if (G_UNLIKELY (row == c->room))
    {
      if (is_full (self, row))
        return REFRAIN_NONE;
      set_op_room (c, next_room (c->room));
    }
  c->time[row] = stamp (self, time);
  c->bytes[row] = bytes;
  c->call[row] = current_call (self);
  c->peer[row] = peer;
  c->tag[row] = tag;
  c->comm[row] = comm;
  c->partner[row] = REFRAIN_NONE;
  c->record[row] = REFRAIN_NONE;
  c->logical[row] = 0;
  c->kind[row] = (guint8) kind;
  c->n++;
  push_tape (self, REFRAIN_TAPE_OP);
  self->events++;
  return (guint32) row;
}

/* ---- Calls ---- */

static inline guint32 *
open_calls (RefrainRecorder *self, guint32 routine)
{
  gsize slot = (guint32) (routine + 1);

  if (G_UNLIKELY (slot >= self->open_room))
    {
      gsize room = MAX (slot + 1, self->open_room * 2);

      self->open = g_renew (guint32, self->open, room);
      memset (self->open + self->open_room, 0, (room - self->open_room) * sizeof *self->open);
      self->open_room = room;
    }
  return &self->open[slot];
}

void
refrain_recorder_enter (RefrainRecorder *self, RefrainTime time, guint32 routine)
{
  RefrainCallColumns *c = &self->calls;
  gsize row = c->n;

  if (G_UNLIKELY (row == c->room))
    {
      if (is_full (self, row))
        return;
      set_call_room (c, next_room (c->room));
    }
  if (G_UNLIKELY (self->stack_n == self->stack_room))
    {
      self->stack_room = next_room (self->stack_room);
      self->stack = g_renew (guint32, self->stack, self->stack_room);
    }
  c->start[row] = stamp (self, time);
  c->end[row] = c->start[row];
  c->routine[row] = routine;
  c->parent[row] = current_call (self);
  c->depth[row] = (guint16) MIN (self->stack_n, G_MAXUINT16);
  c->n++;
  if (G_UNLIKELY (routine == REFRAIN_NONE))
    self->undefined_routine = TRUE;
  self->stack[self->stack_n++] = (guint32) row;
  self->stack_most = MAX (self->stack_most, self->stack_n);
  (*open_calls (self, routine))++;
  push_tape (self, REFRAIN_TAPE_ENTER);
  self->events++;
}

/* The innermost call is over, though nothing in the trace says so. */
static void
close_without_leave (RefrainRecorder *self, RefrainTime time)
{
  guint32 row = current_call (self);

  refrain_recorder_add_record (self, time, REFRAIN_RECORD_UNCLOSED, row, 0);
  refrain_recorder_defect (self, REFRAIN_DEFECT_ENTER_WITHOUT_LEAVE, self->calls.start[row], NULL);
  self->calls.end[row] = self->last;
  (*open_calls (self, self->calls.routine[row]))--;
  self->stack_n--;
}

static void
leave_out_of_order (RefrainRecorder *self, RefrainTime time, guint32 routine)
{
  if (*open_calls (self, routine) == 0)
    {
      refrain_recorder_add_record (self, time, REFRAIN_RECORD_LEAVE_WITHOUT_ENTER, routine, 0);
      refrain_recorder_defect (self, REFRAIN_DEFECT_LEAVE_WITHOUT_ENTER, self->last, NULL);
      return;
    }
  while (self->calls.routine[current_call (self)] != routine)
    close_without_leave (self, time);
  refrain_recorder_leave (self, time, routine);
}

void
refrain_recorder_leave (RefrainRecorder *self, RefrainTime time, guint32 routine)
{
  guint32 row = current_call (self);

  if (G_UNLIKELY (self->full))
    return;
  if (G_UNLIKELY (row == REFRAIN_NONE || self->calls.routine[row] != routine))
    {
      leave_out_of_order (self, time, routine);
      return;
    }
  self->calls.end[row] = stamp (self, time);
  (*open_calls (self, routine))--;
  self->stack_n--;
  push_tape (self, REFRAIN_TAPE_LEAVE);
  self->events++;
}

/* ---- Operations ---- */

void
refrain_recorder_send (
    RefrainRecorder *self, RefrainTime time, gint32 peer, guint32 comm, gint32 tag, guint64 bytes)
{
  refrain_recorder_add_op (self, time, REFRAIN_OP_SEND, peer, comm, tag, bytes);
}

void
refrain_recorder_recv (
    RefrainRecorder *self, RefrainTime time, gint32 peer, guint32 comm, gint32 tag, guint64 bytes)
{
  refrain_recorder_add_op (self, time, REFRAIN_OP_RECV, peer, comm, tag, bytes);
}

void
refrain_recorder_record (
    RefrainRecorder *self, RefrainTime time, RefrainRecordKind kind, guint64 id, guint64 size)
{
  g_return_if_fail (kind == REFRAIN_RECORD_REQUEST_TEST || kind == REFRAIN_RECORD_THREAD_BEGIN
                    || kind == REFRAIN_RECORD_THREAD_END || kind == REFRAIN_RECORD_BUFFER_FLUSH
                    || kind == REFRAIN_RECORD_MEASUREMENT || kind == REFRAIN_RECORD_OTHER);

  refrain_recorder_add_record (self, time, kind, id, size);
}

/* ---- The end ---- */

void
refrain_recorder_close (RefrainRecorder *self)
{
  if (self->events == 0)
    self->last = 0;
  while (self->stack_n > 0 && !self->full)
    close_without_leave (self, self->last);
  refrain_recorder_close_requests (self);
}
