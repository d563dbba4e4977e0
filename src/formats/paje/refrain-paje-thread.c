/* refrain-paje-thread.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The order of one moment is that of the file. A state that is a collective of MPI is one: it
 * begins and ends with the state.
 */
#include "refrain-paje-thread.h"

#include "refrain-compare.h"

typedef RefrainPajeItem Item;

REFRAIN_DEFINE_COMPARE (compare_items, Item, REFRAIN_RISING (time) ?: REFRAIN_RISING (order))

static const RefrainPajeRoutine *
routine_of (const RefrainPajeRun *run, guint32 routine)
{
  return &g_array_index (run->routines, RefrainPajeRoutine, routine);
}

void
refrain_paje_thread_prepare (const RefrainPajeRun *run, RefrainPajeThread *thread)
{
  gboolean sorted = TRUE;

  for (guint i = 1; i < thread->items->len && sorted; i++)
    sorted = compare_items (&g_array_index (thread->items, Item, i - 1),
                            &g_array_index (thread->items, Item, i))
             < 0;
  if (!sorted)
    g_array_sort (thread->items, compare_items);
  for (guint i = 0; i < thread->items->len; i++)
    {
      const Item *item = &g_array_index (thread->items, Item, i);

      if (item->kind <= REFRAIN_PAJE_EVENT_SET && routine_of (run, item->what)->is_collective)
        {
          const guint8 type = (guint8) routine_of (run, item->what)->collective;

          g_array_append_val (thread->collectives, type);
        }
    }
}

typedef struct
{
  const RefrainPajeRun *run;
  RefrainPajeThread *thread;
  GArray *calls;    /* guint32: routines that are open */
  guint collective; /* calls open with the one that is a collective, or 0 */
  guint64 bytes;    /* of it */
} Recording;

static void
enter (Recording *self, const Item *item)
{
  const guint32 routine = item->what;

  refrain_recorder_enter (self->thread->recorder, item->time, routine);
  g_array_append_val (self->calls, routine);
  if (!routine_of (self->run, routine)->is_collective || self->collective > 0)
    return;
  refrain_recorder_collective_begin (self->thread->recorder, item->time);
  self->collective = self->calls->len;
  self->bytes = item->bytes;
}

static void
leave (Recording *self, RefrainTime time)
{
  RefrainRecorder *recorder = self->thread->recorder;
  guint32 routine = REFRAIN_NONE;

  if (self->calls->len > 0)
    routine = g_array_index (self->calls, guint32, self->calls->len - 1);
  if (self->collective > 0 && self->calls->len == self->collective)
    {
      refrain_recorder_collective_end (recorder, time, routine_of (self->run, routine)->collective,
                                       self->run->collective_world, -1, self->bytes, 0);
      self->collective = 0;
    }
  refrain_recorder_leave (recorder, time, routine);
  if (self->calls->len > 0)
    g_array_set_size (self->calls, self->calls->len - 1);
}

static void
leave_all (Recording *self, RefrainTime time)
{
  while (self->calls->len > 0)
    leave (self, time);
}

static gboolean
is_nonblocking (const Recording *self)
{
  for (guint i = self->calls->len; i > 0; i--)
    {
      const RefrainPajeRoutine *routine
          = routine_of (self->run, g_array_index (self->calls, guint32, i - 1));

      if (routine->mpi)
        return routine->nonblocking;
    }
  return FALSE;
}

static gint32
process_of (const Recording *self, guint32 container)
{
  const RefrainPajeContainers *containers = self->run->containers;
  const RefrainPajeContainer *one = g_ptr_array_index (containers->containers, container);
  const RefrainPajeThread *thread;

  if (one->threads->len == 0)
    return -1;
  thread = g_ptr_array_index (containers->threads, g_array_index (one->threads, guint32, 0));
  return (gint32) thread->process;
}

static void
record_send (Recording *self, const Item *item)
{
  RefrainPajeMessage *m = &g_array_index (self->run->messages, RefrainPajeMessage, item->what);
  RefrainRecorder *recorder = self->thread->recorder;
  const gint32 peer = m->to == G_MAXUINT32 ? -1 : process_of (self, m->to);

  m->sender = recorder;
  m->send = (guint32) MIN (refrain_recorder_get_n_ops (recorder), REFRAIN_NONE);
  if (!is_nonblocking (self))
    {
      refrain_recorder_send (recorder, item->time, peer, self->run->world, m->tag, m->bytes);
      return;
    }
  /* When it has left nobody says. */
  refrain_recorder_isend (recorder, item->time, peer, self->run->world, m->tag, m->bytes,
                          item->what);
  refrain_recorder_isend_complete (recorder, item->time, item->what);
}

static void
record_receive (Recording *self, const Item *item)
{
  RefrainPajeMessage *m = &g_array_index (self->run->messages, RefrainPajeMessage, item->what);
  const gint32 peer = m->from == G_MAXUINT32 ? -1 : process_of (self, m->from);

  m->receiver = self->thread->recorder;
  m->receive = (guint32) MIN (refrain_recorder_get_n_ops (m->receiver), REFRAIN_NONE);
  refrain_recorder_recv (m->receiver, item->time, peer, self->run->world, m->tag, m->bytes);
}

static gboolean
is_message (const Recording *self, const Item *item)
{
  return g_array_index (self->run->messages, RefrainPajeMessage, item->what).is_message;
}

void
refrain_paje_thread_record (const RefrainPajeRun *run, RefrainPajeThread *thread)
{
  g_autoptr (GArray) calls = g_array_new (FALSE, FALSE, sizeof (guint32));
  Recording self = { .run = run, .thread = thread, .calls = calls };

  for (guint i = 0; i < thread->items->len; i++)
    {
      const Item *item = &g_array_index (thread->items, Item, i);

      switch ((RefrainPajeEventKind) item->kind)
        {
        case REFRAIN_PAJE_EVENT_SET:
          leave_all (&self, item->time);
          enter (&self, item);
          break;
        case REFRAIN_PAJE_EVENT_ENTER:
          enter (&self, item);
          break;
        case REFRAIN_PAJE_EVENT_LEAVE:
          leave (&self, item->time);
          break;
        case REFRAIN_PAJE_EVENT_RESET:
          leave_all (&self, item->time);
          break;
        case REFRAIN_PAJE_EVENT_SEND:
          if (is_message (&self, item))
            record_send (&self, item);
          break;
        case REFRAIN_PAJE_EVENT_RECEIVE:
        default:
          if (is_message (&self, item))
            record_receive (&self, item);
          break;
        }
    }
  if (self.collective > 0)
    leave_all (&self, refrain_recorder_get_time (thread->recorder));
}
