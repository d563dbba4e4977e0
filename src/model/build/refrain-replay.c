/* refrain-replay.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tape tells of each event only what it is: call, operation or record; its row is the next one
 * of the thread's.
 */
#include "refrain-replay.h"

void
refrain_replay_init (RefrainReplay *self, RefrainProcess *process, const RefrainThread *thread)
{
  *self = (RefrainReplay){
    .call = REFRAIN_NONE,
    .calls = refrain_process_get_calls (process),
    .ops = refrain_process_get_ops (process),
    .records = refrain_process_get_records (process),
    .tape = refrain_process_get_tape (process),
  };
  if (refrain_process_is_damaged (process))
    return;
  refrain_detail_cursor_init (&self->details, refrain_process_get_details (process), thread);
  self->position = thread->first_tape;
  self->tape_end = thread->first_tape + thread->n_tape;
  self->next_call = thread->first_call;
  self->call_end = thread->first_call + thread->n_calls;
  self->next_op = thread->first_op;
  self->op_end = thread->first_op + thread->n_ops;
  self->next_record = thread->first_record;
  self->record_end = thread->first_record + thread->n_records;
}

static gboolean
enter (RefrainReplay *self)
{
  if (self->next_call >= self->call_end)
    return FALSE;
  self->row = self->next_call++;
  self->time = self->calls->start[self->row];
  self->call = self->row;
  self->depth++;
  return TRUE;
}

static gboolean
leave (RefrainReplay *self)
{
  if (self->call == REFRAIN_NONE)
    return FALSE;
  self->row = self->call;
  self->time = self->calls->end[self->row];
  self->call = self->calls->parent[self->row];
  self->depth--;
  return TRUE;
}

static gboolean
go_on (RefrainReplay *self)
{
  while (self->position < self->tape_end)
    {
      self->event = REFRAIN_TAPE_GET (self->tape, self->position);
      self->position++;
      switch (self->event)
        {
        case REFRAIN_TAPE_ENTER:
          return enter (self);
        case REFRAIN_TAPE_LEAVE:
          return leave (self);
        case REFRAIN_TAPE_OP:
          if (self->next_op >= self->op_end)
            return FALSE;
          self->row = self->next_op++;
          self->time = self->ops->time[self->row];
          return TRUE;
        case REFRAIN_TAPE_RECORD:
          if (self->next_record >= self->record_end)
            return FALSE;
          self->row = self->next_record++;
          self->time = self->records->time[self->row];
          if (!REFRAIN_RECORD_IS_SYNTHETIC (self->records->kind[self->row]))
            return TRUE;
          if (self->records->kind[self->row] == REFRAIN_RECORD_UNCLOSED
              && self->call != REFRAIN_NONE)
            {
              self->call = self->calls->parent[self->call];
              self->depth--;
            }
          break;
        default:
          g_assert_not_reached ();
        }
    }
  return FALSE;
}

gboolean
refrain_replay_next (RefrainReplay *self)
{
  if (!go_on (self))
    return FALSE;
  self->detail = refrain_detail_cursor_next (&self->details);
  return TRUE;
}

guint64
refrain_replay_get_request (const RefrainReplay *self, gsize op, guint64 fallback)
{
  guint32 record = self->ops->record[op];

  return record == REFRAIN_NONE ? fallback : self->records->id[record];
}

guint64
refrain_replay_get_received (const RefrainReplay *self, gsize op)
{
  guint32 record = self->ops->record[op];

  return record == REFRAIN_NONE ? 0 : self->records->size[record];
}

gboolean
refrain_replay_is_nonblocking_collective (const RefrainReplay *self, gsize op)
{
  guint32 record = self->ops->record[op];

  return record != REFRAIN_NONE && self->records->kind[record] == REFRAIN_RECORD_COLLECTIVE_REQUEST;
}
