/* refrain-recorder.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The innermost loop of every reader: a few stores an event, no allocation but growth by doubling.
 */
#include "refrain-recorder-private.h"

#include <string.h>

#include "refrain-details.h"
#include "refrain-free.h"

/* In the place of the operation that starts a request: a send that is no message. No row. */
#define NULL_OP (REFRAIN_NONE - 1)

/* What a recorder may be lent. */
struct _RefrainRecorderRoom
{
  RefrainWritableColumns columns; /* no rows */
  gsize room[REFRAIN_N_TABLES];
  guint32 *stack, *open; /* all zero */
  gsize stack_room, open_room;
  RefrainRequests sends, receives, collectives; /* empty */
};

RefrainRecorder *
refrain_recorder_new (guint process, guint64 id, const char *name)
{
  RefrainRecorder *self = g_new0 (RefrainRecorder, 1);

  self->process = process;
  self->id = id;
  self->name = g_intern_string (name);
  self->open_collective = REFRAIN_NONE;
  self->last = G_MININT64;
  self->max_rows = (gsize) G_MAXUINT32 - 1;
  return self;
}

void
refrain_recorder_free (RefrainRecorder *self)
{
  refrain_columns_clear (&self->columns);
  refrain_free (self->stack, self->open);
  refrain_requests_clear (&self->sends);
  refrain_requests_clear (&self->receives);
  refrain_requests_clear (&self->collectives);
  for (guint i = 0; i < REFRAIN_N_DEFECTS; i++)
    g_free (self->defects[i].detail);
  g_free (self);
}

/* ---- Growth ---- */

static void
set_room (RefrainRecorder *self, RefrainTable table, gsize room)
{
  refrain_columns_set_room (&self->columns, table, room);
  if (table == REFRAIN_TABLE_TAPE)
    memset (self->columns.tape.bits + self->room[table], 0, room - self->room[table]);
  self->room[table] = room;
}

static gsize
next_room (gsize room)
{
  return room == 0 ? 64 : room * 2;
}

static void
expect_rows (RefrainRecorder *self, RefrainTable table, gsize rows)
{
  if (rows > self->room[table])
    set_room (self, table, rows);
}

void
refrain_recorder_set_stream (RefrainRecorder *self)
{
  g_return_if_fail (self != NULL);
  self->is_stream = TRUE;
}

void
refrain_recorder_reserve (RefrainRecorder *self, guint64 events)
{
  g_return_if_fail (self != NULL);

  /* Room is address space until it is written to; still, do not believe in wonders. */
  events = MIN (events, (guint64) 1 << 28);
  if (events < 64 || self->events > 0)
    return;
  expect_rows (self, REFRAIN_TABLE_CALLS, events / 2 + 1);
  expect_rows (self, REFRAIN_TABLE_OPS, events / 3 + 1);
  expect_rows (self, REFRAIN_TABLE_TAPE, (events + 3) / 4);
}

/* ---- Borrowed room ---- */

RefrainRecorderRoom *
refrain_recorder_room_new (void)
{
  return g_new0 (RefrainRecorderRoom, 1);
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_recorder_room_free,
                             RefrainRecorderRoom,
                             refrain_columns_clear (&x->columns);
                             refrain_free (x->stack, x->open);
                             refrain_requests_clear (&x->sends);
                             refrain_requests_clear (&x->receives);
                             refrain_requests_clear (&x->collectives))

/* Room is as well anybody's: what one has goes to the other. */
static void
swap_requests (RefrainRequests *a, RefrainRequests *b)
{
  const RefrainRequests was = *a;

  *a = *b;
  *b = was;
}

static void
swap_rows (guint32 **a, gsize *room_a, guint32 **b, gsize *room_b)
{
  guint32 *const rows = *a;
  const gsize room = *room_a;

  *a = *b;
  *room_a = *room_b;
  *b = rows;
  *room_b = room;
}

void
refrain_recorder_borrow (RefrainRecorder *self, RefrainRecorderRoom *room)
{
  g_return_if_fail (self != NULL && room != NULL);
  g_return_if_fail (self->events == 0 && self->columns.tape.bits == NULL);

  self->columns = room->columns;
  memcpy (self->room, room->room, sizeof self->room);
  memset (&room->columns, 0, sizeof room->columns);
  memset (room->room, 0, sizeof room->room);
  swap_rows (&self->stack, &self->stack_room, &room->stack, &room->stack_room);
  swap_rows (&self->open, &self->open_room, &room->open, &room->open_room);
  swap_requests (&self->sends, &room->sends);
  swap_requests (&self->receives, &room->receives);
  swap_requests (&self->collectives, &room->collectives);
}

void
refrain_recorder_give_back (RefrainRecorder *self, RefrainRecorderRoom *room)
{
  g_return_if_fail (self != NULL && room != NULL);
  g_return_if_fail (room->columns.tape.bits == NULL);

  if (self->full)
    return;
  room->columns = refrain_columns_move_out (&self->columns);
  memcpy (room->room, self->room, sizeof self->room);
  for (guint t = 0; t < REFRAIN_N_TABLES; t++)
    {
      const RefrainProcessColumns shown = refrain_columns_show (&self->columns);

      self->room[t] = refrain_columns_count_rows (&shown, t);
    }
  if (self->stack_n == 0) /* and so no routine has a call open */
    {
      swap_rows (&self->stack, &self->stack_room, &room->stack, &room->stack_room);
      swap_rows (&self->open, &self->open_room, &room->open, &room->open_room);
    }
  if (self->sends.n == 0)
    swap_requests (&self->sends, &room->sends);
  if (self->receives.n == 0)
    swap_requests (&self->receives, &room->receives);
  if (self->collectives.n == 0)
    swap_requests (&self->collectives, &room->collectives);
}

RefrainTime
refrain_recorder_get_time (RefrainRecorder *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->events > 0 ? self->last : 0;
}

gsize
refrain_recorder_get_n_ops (RefrainRecorder *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->columns.ops.n;
}

RefrainCalls
refrain_recorder_show_calls (RefrainRecorder *self, const guint32 **open, gsize *n_open)
{
  g_return_val_if_fail (self != NULL && open != NULL && n_open != NULL, (RefrainCalls){ 0 });

  *open = self->stack;
  *n_open = self->stack_n;
  return refrain_columns_show (&self->columns).calls;
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
  RefrainTapeColumn *tape = &self->columns.tape;
  gsize room = self->room[REFRAIN_TABLE_TAPE];

  if (G_UNLIKELY (tape->n == (guint64) room * 4))
    set_room (self, REFRAIN_TABLE_TAPE, room == 0 ? 64 : room * 2);
  tape->bits[tape->n >> 2] |= (guint8) (event << ((tape->n & 3) * 2));
  tape->n++;
}

static inline guint32
current_call (const RefrainRecorder *self)
{
  return self->stack_n > 0 ? self->stack[self->stack_n - 1] : REFRAIN_NONE;
}

/* Makes room for a row more in @table, in which @row is the next. FALSE when a table is full: then
 * there is no room in any, so that whatever comes ends up here. */
static gboolean
make_room (RefrainRecorder *self, RefrainTable table, gsize row)
{
  if (self->full)
    return FALSE;
  if (row < self->max_rows)
    {
      set_room (self, table, MIN (next_room (self->room[table]), self->max_rows));
      return TRUE;
    }
  self->full = TRUE;
  self->room[REFRAIN_TABLE_CALLS] = self->columns.calls.n;
  self->room[REFRAIN_TABLE_OPS] = self->columns.ops.n;
  self->room[REFRAIN_TABLE_RECORDS] = self->columns.records.n;
  refrain_recorder_defect (self, REFRAIN_DEFECT_TRUNCATED, self->last,
                           "a process may hold 4,294,967,294 calls and as many operations");
  return FALSE;
}

/* Adds a row; gives its number, or REFRAIN_NONE when the recorder is full. */
static guint32
add_record (
    RefrainRecorder *self, RefrainTime time, RefrainRecordKind kind, guint64 id, guint64 size)
{
  RefrainRecordColumns *c = &self->columns.records;
  gsize row = c->n;

  if (G_UNLIKELY (row == self->room[REFRAIN_TABLE_RECORDS])
      && !make_room (self, REFRAIN_TABLE_RECORDS, row))
    return REFRAIN_NONE;
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

/* Adds a row; gives its number, or REFRAIN_NONE when the recorder is full. */
static guint32
add_op (RefrainRecorder *self,
        RefrainTime time,
        RefrainOpKind kind,
        gint32 peer,
        guint32 comm,
        gint32 tag,
        guint64 bytes)
{
  RefrainOpColumns *c = &self->columns.ops;
  gsize row = c->n;

  if (G_UNLIKELY (row == self->room[REFRAIN_TABLE_OPS])
      && !make_room (self, REFRAIN_TABLE_OPS, row))
    return REFRAIN_NONE;
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

/* Calls that are open this deep are looked for; only below that routines are counted: a counter for
 * each routine would be memory of threads times routines, and few calls are deeper. */
#define SHALLOW 64

static guint32 *
get_counter (RefrainRecorder *self, guint32 routine)
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

static inline void
push_call (RefrainRecorder *self, guint32 row, guint32 routine)
{
  if (G_UNLIKELY (self->stack_n >= SHALLOW))
    (*get_counter (self, routine))++;
  self->stack[self->stack_n++] = row;
}

static inline void
pop_call (RefrainRecorder *self)
{
  const guint32 row = self->stack[--self->stack_n];

  if (G_UNLIKELY (self->stack_n >= SHALLOW))
    (*get_counter (self, self->columns.calls.routine[row]))--;
}

static gboolean
is_open (RefrainRecorder *self, guint32 routine)
{
  for (gsize i = 0; i < MIN (self->stack_n, SHALLOW); i++)
    if (self->columns.calls.routine[self->stack[i]] == routine)
      return TRUE;
  return self->stack_n > SHALLOW && *get_counter (self, routine) > 0;
}

void
refrain_recorder_enter (RefrainRecorder *self, RefrainTime time, guint32 routine)
{
  RefrainCallColumns *c = &self->columns.calls;
  gsize row = c->n;

  if (G_UNLIKELY (row == self->room[REFRAIN_TABLE_CALLS])
      && !make_room (self, REFRAIN_TABLE_CALLS, row))
    return;
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
  push_call (self, (guint32) row, routine);
  self->stack_most = MAX (self->stack_most, self->stack_n);
  push_tape (self, REFRAIN_TAPE_ENTER);
  self->events++;
}

/* The innermost call is over, though nothing in the trace says so. */
static void
close_without_leave (RefrainRecorder *self, RefrainTime time)
{
  guint32 row = current_call (self);

  add_record (self, time, REFRAIN_RECORD_UNCLOSED, row, 0);
  refrain_recorder_defect (self, REFRAIN_DEFECT_ENTER_WITHOUT_LEAVE, self->columns.calls.start[row],
                           NULL);
  self->columns.calls.end[row] = self->last;
  pop_call (self);
}

static void
leave_out_of_order (RefrainRecorder *self, RefrainTime time, guint32 routine)
{
  if (!is_open (self, routine))
    {
      add_record (self, time, REFRAIN_RECORD_LEAVE_WITHOUT_ENTER, routine, 0);
      refrain_recorder_defect (self, REFRAIN_DEFECT_LEAVE_WITHOUT_ENTER, self->last, NULL);
      return;
    }
  while (self->columns.calls.routine[current_call (self)] != routine)
    close_without_leave (self, time);
  refrain_recorder_leave (self, time, routine);
}

void
refrain_recorder_leave (RefrainRecorder *self, RefrainTime time, guint32 routine)
{
  guint32 row = current_call (self);

  if (G_UNLIKELY (self->full))
    return;
  if (G_UNLIKELY (row == REFRAIN_NONE || self->columns.calls.routine[row] != routine))
    {
      leave_out_of_order (self, time, routine);
      return;
    }
  self->columns.calls.end[row] = stamp (self, time);
  pop_call (self);
  push_tape (self, REFRAIN_TAPE_LEAVE);
  self->events++;
}

/* ---- Operations ---- */

void
refrain_recorder_send (
    RefrainRecorder *self, RefrainTime time, gint32 peer, guint32 comm, gint32 tag, guint64 bytes)
{
  add_op (self, time, REFRAIN_OP_SEND, peer, comm, tag, bytes);
}

void
refrain_recorder_recv (
    RefrainRecorder *self, RefrainTime time, gint32 peer, guint32 comm, gint32 tag, guint64 bytes)
{
  add_op (self, time, REFRAIN_OP_RECV, peer, comm, tag, bytes);
}

/* ---- Operations that begin in one record and end in another ---- */

/* Remembers that @request was started by @row. Gives the row of an earlier start that never
 * completed, which is counted, or REFRAIN_NONE. */
static guint32
start_request (RefrainRecorder *self, RefrainRequests *requests, guint64 request, guint32 row)
{
  guint32 earlier;

  if (row == REFRAIN_NONE)
    return REFRAIN_NONE;
  earlier = refrain_requests_put (requests, request, row);
  if (earlier != REFRAIN_NONE)
    refrain_recorder_defect (self, REFRAIN_DEFECT_REQUEST_NEVER_COMPLETED, self->last, NULL);
  return earlier;
}

/* Takes the row that started @request, or REFRAIN_NONE, which is counted. */
static guint32
end_request (RefrainRecorder *self, RefrainRequests *requests, guint64 request)
{
  guint32 row;

  if (self->full)
    return REFRAIN_NONE;
  row = refrain_requests_take (requests, request);
  if (row == REFRAIN_NONE)
    refrain_recorder_defect (self, REFRAIN_DEFECT_REQUEST_WITHOUT_START, self->last, NULL);
  return row;
}

static void
link_rows (RefrainRecorder *self, guint32 op, guint32 record)
{
  if (op == REFRAIN_NONE || op == NULL_OP || record == REFRAIN_NONE)
    return;
  self->columns.ops.record[op] = record;
  self->columns.records.op[record] = op;
}

/* A send that never completes has no other record to hold its request. */
static void
keep_pending_send (RefrainRecorder *self, guint64 request, guint32 op)
{
  if (op != REFRAIN_NONE && op != NULL_OP)
    link_rows (self, op, add_record (self, self->last, REFRAIN_RECORD_ISEND_PENDING, request, 0));
}

void
refrain_recorder_isend (RefrainRecorder *self,
                        RefrainTime time,
                        gint32 peer,
                        guint32 comm,
                        gint32 tag,
                        guint64 bytes,
                        guint64 request)
{
  guint32 op = add_op (self, time, REFRAIN_OP_ISEND, peer, comm, tag, bytes);

  keep_pending_send (self, request, start_request (self, &self->sends, request, op));
}

void
refrain_recorder_record (
    RefrainRecorder *self, RefrainTime time, RefrainRecordKind kind, guint64 id, guint64 size)
{
  g_return_if_fail (kind == REFRAIN_RECORD_REQUEST_TEST || kind == REFRAIN_RECORD_THREAD_BEGIN
                    || kind == REFRAIN_RECORD_THREAD_END || kind == REFRAIN_RECORD_BUFFER_FLUSH
                    || kind == REFRAIN_RECORD_MEASUREMENT || kind == REFRAIN_RECORD_OTHER
                    || REFRAIN_RECORD_IS_NULL (kind));

  if (add_record (self, time, kind, id, size) == REFRAIN_NONE)
    return;
  if (kind == REFRAIN_RECORD_NULL_ISEND)
    keep_pending_send (self, id, start_request (self, &self->sends, id, NULL_OP));
  else if (kind == REFRAIN_RECORD_NULL_IRECV)
    end_request (self, &self->receives, id);
}

void
refrain_recorder_irecv (RefrainRecorder *self,
                        RefrainTime time,
                        gint32 peer,
                        guint32 comm,
                        gint32 tag,
                        guint64 bytes,
                        guint64 request)
{
  guint32 op = add_op (self, time, REFRAIN_OP_IRECV, peer, comm, tag, bytes);
  guint32 record = end_request (self, &self->receives, request);

  if (record == REFRAIN_NONE)
    record = add_record (self, time, REFRAIN_RECORD_IRECV_UNPOSTED, request, 0);
  link_rows (self, op, record);
}

void
refrain_recorder_isend_complete (RefrainRecorder *self, RefrainTime time, guint64 request)
{
  guint32 record = add_record (self, time, REFRAIN_RECORD_ISEND_COMPLETE, request, 0);

  link_rows (self, end_request (self, &self->sends, request), record);
}

void
refrain_recorder_irecv_request (RefrainRecorder *self, RefrainTime time, guint64 request)
{
  guint32 record = add_record (self, time, REFRAIN_RECORD_IRECV_REQUEST, request, 0);

  start_request (self, &self->receives, request, record);
}

void
refrain_recorder_request_cancelled (RefrainRecorder *self, RefrainTime time, guint64 request)
{
  guint32 record = add_record (self, time, REFRAIN_RECORD_REQUEST_CANCELLED, request, 0);

  if (record == REFRAIN_NONE)
    return;
  if (refrain_requests_take (&self->receives, request) != REFRAIN_NONE)
    return;
  link_rows (self, end_request (self, &self->sends, request), record);
}

void
refrain_recorder_collective_begin (RefrainRecorder *self, RefrainTime time)
{
  guint32 record = add_record (self, time, REFRAIN_RECORD_COLLECTIVE_BEGIN, 0, 0);

  if (record == REFRAIN_NONE)
    return;
  if (self->open_collective != REFRAIN_NONE)
    refrain_recorder_defect (self, REFRAIN_DEFECT_COLLECTIVE_WITHOUT_BEGIN, self->last, NULL);
  self->open_collective = record;
}

static void
complete_collective (RefrainRecorder *self,
                     RefrainTime time,
                     RefrainCollective type,
                     guint32 comm,
                     gint32 root,
                     guint64 sent,
                     guint64 received,
                     guint32 record)
{
  guint32 op;

  if ((guint) type >= REFRAIN_N_COLLECTIVES)
    type = REFRAIN_COLLECTIVE_UNKNOWN;
  op = add_op (self, time, REFRAIN_OP_COLLECTIVE, root, comm, (gint32) type, sent);
  link_rows (self, op, record);
  if (record != REFRAIN_NONE)
    self->columns.records.size[record] = received;
}

void
refrain_recorder_collective_end (RefrainRecorder *self,
                                 RefrainTime time,
                                 RefrainCollective type,
                                 guint32 comm,
                                 gint32 root,
                                 guint64 sent,
                                 guint64 received)
{
  if (self->open_collective == REFRAIN_NONE && !self->full)
    refrain_recorder_defect (self, REFRAIN_DEFECT_COLLECTIVE_WITHOUT_BEGIN, time, NULL);
  complete_collective (self, time, type, comm, root, sent, received, self->open_collective);
  self->open_collective = REFRAIN_NONE;
}

void
refrain_recorder_collective_request (RefrainRecorder *self, RefrainTime time, guint64 request)
{
  guint32 record = add_record (self, time, REFRAIN_RECORD_COLLECTIVE_REQUEST, request, 0);

  start_request (self, &self->collectives, request, record);
}

gboolean
refrain_recorder_collective_complete (RefrainRecorder *self,
                                      RefrainTime time,
                                      RefrainCollective type,
                                      guint32 comm,
                                      gint32 root,
                                      guint64 sent,
                                      guint64 received,
                                      guint64 request)
{
  const guint32 record = end_request (self, &self->collectives, request);

  complete_collective (self, time, type, comm, root, sent, received, record);
  return record != REFRAIN_NONE;
}

/* ---- Details ---- */

/* Makes room for @n bytes more; gives where they begin. */
static guint8 *
reserve_details (RefrainRecorder *self, gsize n)
{
  RefrainDetailColumn *details = &self->columns.details;

  if (G_UNLIKELY (n > self->room[REFRAIN_TABLE_DETAILS] - details->n))
    set_room (self, REFRAIN_TABLE_DETAILS,
              MAX (next_room (self->room[REFRAIN_TABLE_DETAILS]), details->n + n));
  return details->bytes + details->n;
}

void
refrain_recorder_add_details (RefrainRecorder *self, gint64 ticks, const guint8 *records, gsize n)
{
  guint64 gap;
  guint8 *at;

  g_return_if_fail (self != NULL && (n == 0 || records != NULL));

  if (self->full || self->events == self->detailed || (ticks == 0 && n == 0))
    return;
  gap = self->events - self->detailed - 1;
  self->detailed = self->events;
  at = reserve_details (self, 3 * REFRAIN_MAX_UNSIGNED_BYTES + n);
  if (n == 0 && ticks > 0 && ticks <= REFRAIN_MAX_SHORT_TICKS && gap <= G_MAXUINT32)
    at = refrain_store_unsigned (at, gap << 7 | (guint64) ticks << 1 | 1);
  else
    {
      at = refrain_store_unsigned (at, gap << 1);
      at = refrain_store_unsigned (at, refrain_fold_signed (ticks));
      at = refrain_store_unsigned (at, n);
      if (n > 0)
        memcpy (at, records, n);
      at += n;
    }
  self->columns.details.n = (gsize) (at - self->columns.details.bytes);
}

/* ---- The end ---- */

static void
count_pending (RefrainRecorder *self, const RefrainRequests *requests)
{
  for (guint32 i = 0; i < requests->n; i++)
    refrain_recorder_defect (self, REFRAIN_DEFECT_REQUEST_NEVER_COMPLETED, self->last, NULL);
}

/* In the order in which they were started, so that the same events always give the same rows. */
static void
close_pending_sends (RefrainRecorder *self)
{
  g_autofree RefrainRequest *pending = refrain_requests_list (&self->sends);

  count_pending (self, &self->sends);
  for (guint32 i = 0; i < self->sends.n; i++)
    keep_pending_send (self, pending[i].request, pending[i].row);
}

/* Counts the requests and collectives that never ended. */
static void
close_requests (RefrainRecorder *self)
{
  if (self->open_collective != REFRAIN_NONE)
    refrain_recorder_defect (self, REFRAIN_DEFECT_COLLECTIVE_WITHOUT_BEGIN,
                             self->columns.records.time[self->open_collective], NULL);
  close_pending_sends (self);
  count_pending (self, &self->receives);
  count_pending (self, &self->collectives);
}

/* There is no room to say what is still open; the calls end where the events do. */
static void
close_when_full (RefrainRecorder *self)
{
  while (self->stack_n > 0)
    {
      self->columns.calls.end[self->stack[--self->stack_n]] = self->last;
      push_tape (self, REFRAIN_TAPE_LEAVE);
    }
}

void
refrain_recorder_close (RefrainRecorder *self)
{
  if (self->events == 0)
    self->last = 0;
  if (self->full)
    {
      close_when_full (self);
      return;
    }
  while (self->stack_n > 0)
    close_without_leave (self, self->last);
  close_requests (self);
}
