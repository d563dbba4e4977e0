/* refrain-paraver-thread.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Items become events. Those of one moment have an order that the file does not tell: a receive
 * belongs into the call that is open, if any is, or else into the one that begins at that moment.
 */
#include "refrain-paraver-items.h"

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-paraver-names.h"

typedef RefrainParaverItem Item;

/* A call that is open. */
typedef struct
{
  guint32 type, routine;
} Call;

/* A collective as its events describe it. */
typedef struct
{
  gboolean is_begun, is_root;
  guint depth; /* calls open where it began */
  guint32 communicator;
  guint instance; /* of the communicator, or REFRAIN_NONE */
  guint64 sent, received;
  gint64 type;       /* + 1, or 0 where the routine tells it */
  gint64 completion; /* of a request + 1, or 0 */
} Collective;

typedef struct
{
  RefrainParaverRun *run;
  RefrainParaverThread *thread;
  guint number; /* of the thread */
  RefrainRecorder *recorder;
  GArray *calls; /* of Call, the innermost last */
  guint n_mpi;   /* of them */
  guint n_named; /* collectives that named their communicator so far */
  Collective collective;
} Recording;

/* ---- Order ---- */

REFRAIN_DEFINE_COMPARE (compare_items, Item, REFRAIN_RISING (time))

/* Stable, so that what is of one moment stays as it came. */
static void
sort_items (GArray *items)
{
  const gsize n = items->len;
  Item *from, *to;
  g_autofree Item *room = NULL;

  for (gsize i = 1;; i++)
    if (i >= n)
      return;
    else if (g_array_index (items, Item, i).time < g_array_index (items, Item, i - 1).time)
      break;
  room = g_new (Item, n);
  from = (Item *) (gpointer) items->data;
  to = room;
  for (gsize width = 1; width < n; width *= 2)
    {
      Item *const was = from;

      for (gsize first = 0; first < n; first += 2 * width)
        {
          const gsize middle = MIN (first + width, n), end = MIN (first + 2 * width, n);
          gsize a = first, b = middle;

          for (gsize i = first; i < end; i++)
            to[i] = b >= end || (a < middle && compare_items (&from[a], &from[b]) <= 0) ? from[a++]
                                                                                        : from[b++];
        }
      from = to;
      to = was;
    }
  if (from != (Item *) (gpointer) items->data)
    refrain_copy (items->data, from, n * sizeof *from);
}

void
refrain_paraver_thread_sort (RefrainParaverThread *thread)
{
  if (thread->unsorted)
    sort_items (thread->items);
  sort_items (thread->late);
}

/* ---- Collectives ---- */

static RefrainParaverRoutine *
routine_of (Recording *self, guint32 routine)
{
  return &g_array_index (self->run->routines, RefrainParaverRoutine, routine);
}

static RefrainCollective
collective_type (Recording *self)
{
  const Collective *c = &self->collective;

  if (c->type > 0 && c->type <= REFRAIN_N_COLLECTIVES)
    return (RefrainCollective) (c->type - 1);
  for (guint i = self->calls->len; i > 0; i--)
    {
      const Call *call = &g_array_index (self->calls, Call, i - 1);

      if (call->type != REFRAIN_PARAVER_USER_FUNCTION)
        return routine_of (self, call->routine)->collective;
    }
  return REFRAIN_COLLECTIVE_UNKNOWN;
}

/* The root of the collective at hand, or -1. */
static gint32
find_root (Recording *self)
{
  const Collective *c = &self->collective;
  const GArray *roots;

  if (c->communicator >= self->run->roots->len || self->run->is_self[c->communicator])
    return c->is_root ? (gint32) self->thread->process : -1;
  roots = g_ptr_array_index (self->run->roots, c->communicator);
  return roots != NULL && c->instance < roots->len ? g_array_index (roots, gint32, c->instance)
                                                   : -1;
}

static void
end_collective (Recording *self, RefrainTime time)
{
  Collective *c = &self->collective;

  refrain_recorder_collective_end (self->recorder, time, collective_type (self), c->communicator,
                                   find_root (self), c->sent, c->received);
  *c = (Collective){ 0 };
}

static void
begin_collective (Recording *self, RefrainTime time, guint32 communicator, guint instance)
{
  Collective *c = &self->collective;

  c->communicator = communicator;
  c->instance = instance;
  if (c->completion > 0)
    {
      refrain_recorder_collective_complete (self->recorder, time, collective_type (self),
                                            communicator, find_root (self), c->sent, c->received,
                                            (guint64) c->completion - 1);
      *c = (Collective){ 0 };
      return;
    }
  refrain_recorder_collective_begin (self->recorder, time);
  c->is_begun = TRUE;
  c->depth = self->calls->len;
}

static void
take_field (Recording *self, const Item *item)
{
  Collective *c = &self->collective;

  switch (item->what)
    {
    case REFRAIN_PARAVER_SEND_SIZE:
      c->sent = (guint64) MAX (item->value, 0);
      break;
    case REFRAIN_PARAVER_RECEIVE_SIZE:
      c->received = (guint64) MAX (item->value, 0);
      break;
    case REFRAIN_PARAVER_ROOT:
      c->is_root = item->value != 0;
      break;
    case REFRAIN_PARAVER_COLLECTIVE_TYPE:
      c->type = item->value;
      break;
    case REFRAIN_PARAVER_REQUEST:
      if (item->value > 0)
        refrain_recorder_collective_request (self->recorder, item->time, (guint64) item->value - 1);
      break;
    case REFRAIN_PARAVER_COMPLETION:
      c->completion = item->value;
      break;
    case REFRAIN_PARAVER_COMMUNICATOR:
      if (c->is_begun)
        end_collective (self, item->time);
      if (item->value >= 0)
        begin_collective (self, item->time, (guint32) item->value,
                          g_array_index (self->thread->instances, guint, self->n_named++));
      break;
    default:
      break;
    }
}

/* ---- Calls ---- */

static gboolean
is_mpi_type (gint64 type)
{
  return type >= REFRAIN_PARAVER_MPI_PTP && type <= REFRAIN_PARAVER_MPI_IO;
}

static void
enter (Recording *self, const Item *item)
{
  const Call call = { (guint32) item->value, item->what };
  const RefrainParaverRoutine *routine = routine_of (self, item->what);

  refrain_recorder_enter (self->recorder, item->time, item->what);
  g_array_append_val (self->calls, call);
  self->n_mpi += is_mpi_type (item->value);
  if (item->value != REFRAIN_PARAVER_MPI_COLLECTIVE || self->collective.is_begun)
    return;
  self->collective = (Collective){ 0 };
  if (!self->run->has_communicators && routine->collective != REFRAIN_COLLECTIVE_UNKNOWN)
    begin_collective (self, item->time,
                      g_array_index (self->run->worlds, guint32, self->thread->process),
                      REFRAIN_NONE);
}

/* The innermost call of the type ends. */
static void
leave (Recording *self, const Item *item)
{
  guint i = self->calls->len;
  guint32 routine = REFRAIN_NONE;

  while (i > 0 && g_array_index (self->calls, Call, i - 1).type != item->value)
    i--;
  if (i > 0)
    routine = g_array_index (self->calls, Call, i - 1).routine;
  if (self->collective.is_begun && i > 0 && i <= self->collective.depth)
    end_collective (self, item->time);
  refrain_recorder_leave (self->recorder, item->time, routine);
  if (i == 0)
    return;
  /* What was called in it is closed with it. */
  while (self->calls->len >= i)
    {
      self->n_mpi -= is_mpi_type (g_array_index (self->calls, Call, self->calls->len - 1).type);
      g_array_set_size (self->calls, self->calls->len - 1);
    }
  if (self->n_mpi == 0)
    self->collective = (Collective){ 0 };
}

/* ---- Messages ---- */

/* The innermost open call of MPI, or NULL. */
static const RefrainParaverRoutine *
current_mpi (Recording *self)
{
  for (guint i = self->calls->len; i > 0; i--)
    {
      const Call *call = &g_array_index (self->calls, Call, i - 1);

      if (is_mpi_type (call->type))
        return routine_of (self, call->routine);
    }
  return NULL;
}

/* Whether a message that begins here is completed elsewhere: by its routine, or where none is
 * known, by its times. */
static gboolean
is_nonblocking (Recording *self, RefrainTime begin, RefrainTime end)
{
  const RefrainParaverRoutine *routine = current_mpi (self);

  return routine != NULL ? routine->nonblocking : end > begin;
}

/* The process of the other end of @message, which @thread is said to be. */
static gint32
process_of (Recording *self, const RefrainParaverMessage *message, guint32 thread)
{
  const RefrainParaverThread *other;

  if (thread == REFRAIN_NONE)
    return message->peer;
  other = g_ptr_array_index (self->run->threads, thread);
  return (gint32) other->process;
}

static void
record_send (Recording *self, const Item *item)
{
  RefrainParaverMessage *m
      = &g_array_index (self->run->messages, RefrainParaverMessage, item->what);
  const gint32 peer = process_of (self, m, m->receiver);

  m->nonblocking_send = is_nonblocking (self, item->time, item->value);
  m->send = (guint32) MIN (refrain_recorder_get_n_ops (self->recorder), REFRAIN_NONE);
  if (!m->nonblocking_send)
    {
      refrain_recorder_send (self->recorder, item->time, peer, m->communicator, m->tag, m->bytes);
      return;
    }
  refrain_recorder_isend (self->recorder, item->time, peer, m->communicator, m->tag, m->bytes,
                          2 * (guint64) item->what);
  if (item->value <= item->time)
    refrain_recorder_isend_complete (self->recorder, item->time, 2 * (guint64) item->what);
}

static void
record_late (Recording *self, const Item *item)
{
  RefrainParaverMessage *m
      = &g_array_index (self->run->messages, RefrainParaverMessage, item->what);
  const guint64 request = 2 * (guint64) item->what + 1;
  gint32 peer;

  switch (item->kind)
    {
    case REFRAIN_PARAVER_ITEM_SENT:
      if (m->nonblocking_send)
        refrain_recorder_isend_complete (self->recorder, item->time, request - 1);
      break;
    case REFRAIN_PARAVER_ITEM_POST:
      m->nonblocking_receive = is_nonblocking (self, item->time, item->value);
      if (m->nonblocking_receive)
        refrain_recorder_irecv_request (self->recorder, item->time, request);
      break;
    case REFRAIN_PARAVER_ITEM_RECEIVE:
    default:
      peer = process_of (self, m, m->sender);
      m->receive = (guint32) MIN (refrain_recorder_get_n_ops (self->recorder), REFRAIN_NONE);
      if (m->nonblocking_receive)
        refrain_recorder_irecv (self->recorder, item->time, peer, m->communicator, m->tag, m->bytes,
                                request);
      else
        refrain_recorder_recv (self->recorder, item->time, peer, m->communicator, m->tag, m->bytes);
      break;
    }
}

/* ---- All ---- */

static void
record_item (Recording *self, const Item *item)
{
  switch (item->kind)
    {
    case REFRAIN_PARAVER_ITEM_ENTER:
      enter (self, item);
      break;
    case REFRAIN_PARAVER_ITEM_LEAVE:
      leave (self, item);
      break;
    case REFRAIN_PARAVER_ITEM_FIELD:
      take_field (self, item);
      break;
    case REFRAIN_PARAVER_ITEM_SEND:
    default:
      record_send (self, item);
      break;
    }
}

static gboolean
enters_mpi (const Item *item)
{
  return item->kind == REFRAIN_PARAVER_ITEM_ENTER && is_mpi_type (item->value);
}

/* Whether a late item belongs to what began before its moment. */
static gboolean
is_older (const Item *item)
{
  return item->kind != REFRAIN_PARAVER_ITEM_POST && item->value < item->time;
}

/* What is of one moment: [item, end) of the lines, [late, late_end) of elsewhere. */
static void
record_moment (
    Recording *self, const Item *item, const Item *end, const Item *late, const Item *late_end)
{
  gboolean has_enter = FALSE;

  for (const Item *i = item; i < end; i++)
    has_enter = has_enter || enters_mpi (i);
  if (self->n_mpi > 0)
    {
      for (const Item *i = late; i < late_end; i++)
        if (!has_enter || is_older (i))
          record_late (self, i);
    }
  else if (!has_enter)
    {
      for (; item < end; item++)
        record_item (self, item);
      for (; late < late_end; late++)
        record_late (self, late);
      return;
    }
  {
    gboolean pending = has_enter;
    const gboolean was_open = self->n_mpi > 0;

    for (; item < end; item++)
      {
        record_item (self, item);
        if (!pending || !enters_mpi (item))
          continue;
        pending = FALSE;
        for (const Item *i = late; i < late_end; i++)
          if (!was_open || !is_older (i))
            record_late (self, i);
      }
  }
}

static void
record_thread (Recording *self)
{
  const Item *item = (const Item *) (gpointer) self->thread->items->data;
  const Item *late = (const Item *) (gpointer) self->thread->late->data;
  const Item *const end = REFRAIN_AT (item, self->thread->items->len);
  const Item *const late_end = REFRAIN_AT (late, self->thread->late->len);

  while (item < end || late < late_end)
    {
      const Item *next = item, *next_late = late;
      RefrainTime time;

      if (item < end && (late == late_end || item->time < late->time))
        {
          record_item (self, item++);
          continue;
        }
      time = late->time;
      while (next < end && next->time == time)
        next++;
      while (next_late < late_end && next_late->time == time)
        next_late++;
      record_moment (self, item, next, late, next_late);
      item = next;
      late = next_late;
    }
  if (self->collective.is_begun)
    end_collective (self, refrain_recorder_get_time (self->recorder));
}

void
refrain_paraver_record_process (RefrainParaverRun *run, guint first, guint end)
{
  g_autoptr (GArray) calls = g_array_new (FALSE, FALSE, sizeof (Call));

  for (guint i = first; i < end; i++)
    {
      Recording recording = {
        .run = run, .thread = g_ptr_array_index (run->threads, i), .number = i, .calls = calls
      };

      g_array_set_size (calls, 0);
      recording.recorder = recording.thread->recorder;
      record_thread (&recording);
      g_array_unref (g_steal_pointer (&recording.thread->items));
      g_array_unref (g_steal_pointer (&recording.thread->late));
      g_array_unref (g_steal_pointer (&recording.thread->instances));
    }
}
