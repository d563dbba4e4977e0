/* refrain-event-places.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Walks each thread's tape once and notes where in it the events of interest stand.
 */
#include "config.h"

#include "refrain-event-places.h"

/* ---- Walking ---- */

typedef struct
{
  const RefrainCalls *calls;
  const RefrainOps *ops;
  const RefrainRecords *records;
  const RefrainTape *tape;
  guint64 next, end;      /* on the tape */
  gsize call, op, record; /* the next of each */
  guint32 open;           /* the innermost call */
  guint64 ordinal;        /* of the next event */
  /* what the last step found */
  RefrainViolationTable table;
  gsize row;
  RefrainTime time;
  gboolean begins; /* a row, rather than ending a call */
} Walk;

static Walk
walk_new (RefrainProcess *process)
{
  return (Walk){ refrain_process_get_calls (process), refrain_process_get_ops (process),
                 refrain_process_get_records (process), refrain_process_get_tape (process),
                 .open = REFRAIN_NONE };
}

static void
walk_begin (Walk *self, const RefrainThread *thread)
{
  self->next = thread->first_tape;
  self->end = thread->first_tape + thread->n_tape;
  self->call = thread->first_call;
  self->op = thread->first_op;
  self->record = thread->first_record;
  self->open = REFRAIN_NONE;
}

static void
found (Walk *self, RefrainViolationTable table, gsize row, RefrainTime time, gboolean begins)
{
  self->table = table;
  self->row = row;
  self->time = time;
  self->begins = begins;
  self->ordinal++;
  self->next++;
}

/* A call ends. FALSE where none is open, which no trace has. */
static gboolean
close_call (Walk *self)
{
  if (self->open == REFRAIN_NONE)
    return FALSE;
  self->row = self->open;
  self->open = self->calls->parent[self->open];
  return TRUE;
}

/* Goes to the thread's next event of the source; its number is self->ordinal - 1. */
static gboolean
walk_next (Walk *self)
{
  for (; self->next < self->end; self->next++)
    switch (REFRAIN_TAPE_GET (self->tape, self->next))
      {
      case REFRAIN_TAPE_ENTER:
        self->open = (guint32) self->call++;
        found (self, REFRAIN_VIOLATION_CALL, self->open, self->calls->start[self->open], TRUE);
        return TRUE;
      case REFRAIN_TAPE_LEAVE:
        if (close_call (self))
          {
            found (self, REFRAIN_VIOLATION_CALL, self->row, self->calls->end[self->row], FALSE);
            return TRUE;
          }
        break;
      case REFRAIN_TAPE_OP:
        found (self, REFRAIN_VIOLATION_OP, self->op, self->ops->time[self->op], TRUE);
        self->op++;
        return TRUE;
      case REFRAIN_TAPE_RECORD:
        self->row = self->record++;
        if (self->records->kind[self->row] == REFRAIN_RECORD_UNCLOSED)
          close_call (self);
        if (REFRAIN_RECORD_IS_SYNTHETIC (self->records->kind[self->record - 1]))
          break;
        found (self, REFRAIN_VIOLATION_RECORD, self->row, self->records->time[self->row], TRUE);
        return TRUE;
      default:
        g_assert_not_reached ();
      }
  return FALSE;
}

/* ---- Looking for rows ---- */

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const RefrainViolation *x = a, *y = b;

  if (x->table != y->table)
    return x->table < y->table ? -1 : 1;
  return (x->row > y->row) - (x->row < y->row);
}

void
refrain_event_places_fill (RefrainProcess *process, RefrainViolation *violations, gsize n)
{
  Walk walk = walk_new (process);
  gsize next[REFRAIN_VIOLATION_NO_ROW + 1], end[REFRAIN_VIOLATION_NO_ROW];
  gsize at = 0;

  refrain_sort (violations, n, sizeof *violations, compare_rows);
  for (guint t = 0; t < REFRAIN_VIOLATION_NO_ROW; t++)
    {
      next[t] = at;
      while (at < n && violations[at].table == (RefrainViolationTable) t)
        violations[at++].event = REFRAIN_NO_EVENT;
      end[t] = at;
    }
  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      walk_begin (&walk, refrain_process_get_thread (process, t));
      while (walk_next (&walk))
        for (gsize *i = &next[walk.table];
             walk.begins && *i < end[walk.table] && violations[*i].row == walk.row; (*i)++)
          {
            violations[*i].event = walk.ordinal - 1;
            violations[*i].time = walk.time;
          }
    }
}

RefrainViolation
refrain_event_places_find_raised (RefrainProcess *process, RefrainTime time)
{
  RefrainViolation violation = { .constraint = REFRAIN_CONSTRAINT_ASCENDING,
                                 .process = (gint32) refrain_process_get_rank (process),
                                 .event = REFRAIN_NO_EVENT,
                                 .time = time,
                                 .table = REFRAIN_VIOLATION_NO_ROW,
                                 .other = REFRAIN_NONE,
                                 .other_row = REFRAIN_NONE };
  Walk walk = walk_new (process);

  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      RefrainTime before = G_MININT64;

      walk_begin (&walk, refrain_process_get_thread (process, t));
      while (walk_next (&walk))
        {
          if (walk.time == time && before == time)
            {
              violation.event = walk.ordinal - 1;
              violation.table = walk.table;
              violation.row = (guint32) walk.row;
              return violation;
            }
          before = walk.time;
        }
    }
  return violation;
}
