/* refrain-event-stream.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One walk along the tape serves all: it tells of each event what it is and its row.
 */
#include "refrain-event-stream.h"

#include <string.h>

#include "refrain-free.h"
#include "refrain-slots.h"

/* ---- The walk ----------------------------------------------------------------------------------
 */

typedef struct
{
  const RefrainCalls *calls;
  const RefrainOps *ops;
  const RefrainRecords *records;
  const RefrainTape *tape;
  guint64 position, end;
  gsize next_call, next_op, next_record;
  guint32 call;
  guint n_routines;
  const gboolean *taken; /* routines of which calls are events; NULL for all */
} Walk;

static void
walk_init (
    Walk *self, RefrainTrace *trace, guint rank, const RefrainThread *thread, const gboolean *taken)
{
  RefrainProcess *process = refrain_trace_get_process (trace, rank);

  *self = (Walk){
    .n_routines = refrain_trace_get_n_routines (trace),
    .calls = refrain_process_get_calls (process),
    .ops = refrain_process_get_ops (process),
    .records = refrain_process_get_records (process),
    .tape = refrain_process_get_tape (process),
    .next_call = thread->first_call,
    .next_op = thread->first_op,
    .next_record = thread->first_record,
    .position = thread->first_tape,
    .end = refrain_process_is_damaged (process) ? thread->first_tape
                                                : thread->first_tape + thread->n_tape,
    .call = REFRAIN_NONE,
    .taken = taken,
  };
}

static inline gboolean
takes (const Walk *self, guint32 call)
{
  const guint32 routine = self->calls->routine[call];

  return self->taken == NULL || (routine != REFRAIN_NONE && self->taken[routine]);
}

/* Whether the next record is an event: the end of a call that never began is. */
static gboolean
take_record (Walk *self, RefrainEvent *event)
{
  const RefrainRecords *records = self->records;

  event->row = (guint32) self->next_record++;
  if (records->kind[event->row] == REFRAIN_RECORD_UNCLOSED && self->call != REFRAIN_NONE)
    self->call = self->calls->parent[self->call];
  return records->kind[event->row] == REFRAIN_RECORD_LEAVE_WITHOUT_ENTER
         && (self->taken == NULL
             || (records->id[event->row] < self->n_routines
                 && self->taken[records->id[event->row]]));
}

/* FALSE at the end. */
G_ALWAYS_INLINE
static inline gboolean
walk_next (Walk *self, RefrainEvent *event)
{
  while (self->position < self->end)
    {
      event->kind = REFRAIN_TAPE_GET (self->tape, self->position);
      self->position++;
      if (event->kind == REFRAIN_TAPE_ENTER)
        {
          event->row = self->call = (guint32) self->next_call++;
          if (takes (self, event->row))
            return TRUE;
        }
      else if (event->kind == REFRAIN_TAPE_LEAVE)
        {
          if (self->call == REFRAIN_NONE)
            continue;
          event->row = self->call;
          self->call = self->calls->parent[self->call];
          if (takes (self, event->row))
            return TRUE;
        }
      else if (event->kind == REFRAIN_TAPE_OP)
        {
          event->row = (guint32) self->next_op++;
          if (REFRAIN_OP_IS_P2P (self->ops->kind[event->row]))
            return TRUE;
        }
      else if (take_record (self, event))
        return TRUE;
    }
  return FALSE;
}

/* Which routines are MPI's; NULL where all are taken. Free with g_free(). */
static gboolean *
choose_routines (RefrainTrace *trace, const RefrainEventScheme *scheme)
{
  const guint n = refrain_trace_get_n_routines (trace);
  gboolean *taken;

  if (!scheme->mpi_only)
    return NULL;
  taken = g_new (gboolean, (gsize) n + 1);
  for (guint i = 0; i < n; i++)
    taken[i] = refrain_trace_get_routine_kind (trace, i) != REFRAIN_ROUTINE_USER;
  return taken;
}

/* Events a thread can have in a stream. */
static guint32
get_room (const RefrainThread *thread)
{
  return (guint32) MIN (thread->n_tape, (guint64) G_MAXUINT32 - 2);
}

/* ---- Numbering ---------------------------------------------------------------------------------
 */

#define NO_SYMBOL G_MAXUINT32

typedef struct
{
  const RefrainEventScheme *scheme;
  const RefrainOps *ops;
  const RefrainCalls *calls;
  const RefrainRecords *records;
  guint n_routines;
  guint32 *of_call;      /* by routine, twice: enter, leave; the last is that of no routine */
  RefrainSlots messages; /* symbols of operations */
  GArray *examples;      /* of RefrainEvent */
} Numbering;

/* Whether two operations are the same event. */
static gboolean
is_same (const Numbering *self, guint32 a, guint32 b)
{
  const RefrainOps *ops = self->ops;
  const RefrainEventFields fields = self->scheme->fields;

  return REFRAIN_OP_IS_SEND (ops->kind[a]) == REFRAIN_OP_IS_SEND (ops->kind[b])
         && (!(fields & REFRAIN_EVENT_PEER) || ops->peer[a] == ops->peer[b])
         && (!(fields & REFRAIN_EVENT_TAG) || ops->tag[a] == ops->tag[b])
         && (!(fields & REFRAIN_EVENT_COMM) || ops->comm[a] == ops->comm[b])
         && (!(fields & REFRAIN_EVENT_SIZE) || ops->bytes[a] == ops->bytes[b]);
}

static guint32
hash_op (const Numbering *self, guint32 op)
{
  const RefrainOps *ops = self->ops;
  const RefrainEventFields fields = self->scheme->fields;
  guint64 hash = REFRAIN_OP_IS_SEND (ops->kind[op]);

  if (fields & REFRAIN_EVENT_PEER)
    hash = hash * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + (guint32) ops->peer[op];
  if (fields & REFRAIN_EVENT_TAG)
    hash = hash * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + (guint32) ops->tag[op];
  if (fields & REFRAIN_EVENT_COMM)
    hash = hash * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + ops->comm[op];
  if (fields & REFRAIN_EVENT_SIZE)
    hash = hash * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + ops->bytes[op];
  hash = (hash ^ hash >> 29) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  return (guint32) (hash >> 32);
}

static guint32
add_symbol (Numbering *self, const RefrainEvent *event)
{
  g_array_append_val (self->examples, *event);
  return self->examples->len - 1;
}

static guint32
get_example (const Numbering *self, guint32 symbol)
{
  return g_array_index (self->examples, RefrainEvent, symbol).row;
}

static guint32
number_message (Numbering *self, const RefrainEvent *event)
{
  const guint32 hash = hash_op (self, event->row);
  guint32 symbol = REFRAIN_SLOTS_FIND (&self->messages, hash, i,
                                       is_same (self, event->row, get_example (self, i)));

  if (symbol == G_MAXUINT32)
    {
      symbol = add_symbol (self, event);
      refrain_slots_add (&self->messages, hash, symbol);
    }
  return symbol;
}

static inline guint32
number_event (Numbering *self, const RefrainEvent *event)
{
  guint32 routine, *symbol;

  if (event->kind == REFRAIN_TAPE_OP)
    return number_message (self, event);
  routine = event->kind == REFRAIN_TAPE_RECORD
                ? (guint32) MIN (self->records->id[event->row], self->n_routines)
                : self->calls->routine[event->row];
  symbol = &self->of_call[2 * (gsize) MIN (routine, self->n_routines)
                          + (event->kind != REFRAIN_TAPE_ENTER)];
  if (*symbol == NO_SYMBOL)
    *symbol = add_symbol (self, event);
  return *symbol;
}

static void
numbering_init (Numbering *self,
                const Walk *walk,
                guint n_routines,
                const RefrainEventScheme *scheme)
{
  *self = (Numbering){
    .scheme = scheme,
    .ops = walk->ops,
    .calls = walk->calls,
    .records = walk->records,
    .n_routines = n_routines,
    .of_call = g_new (guint32, 2 * ((gsize) n_routines + 1)),
    .examples = g_array_new (FALSE, FALSE, sizeof (RefrainEvent)),
  };
  memset (self->of_call, 0xff, 2 * ((gsize) n_routines + 1) * sizeof *self->of_call);
}

/* ---- Streams -----------------------------------------------------------------------------------
 */

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_event_stream_clear,
                             RefrainEventStream,
                             refrain_clear (&x->symbol, &x->example))

void
refrain_event_stream_read (RefrainEventStream *self,
                           RefrainTrace *trace,
                           guint process,
                           const RefrainThread *thread,
                           const RefrainEventScheme *scheme)
{
  g_autofree gboolean *taken = choose_routines (trace, scheme);
  const guint32 room = get_room (thread);
  Walk walk;
  Numbering numbering;
  RefrainEvent event;

  walk_init (&walk, trace, process, thread, taken);
  numbering_init (&numbering, &walk, refrain_trace_get_n_routines (trace), scheme);
  self->symbol = g_new (guint32, (gsize) room + 1);
  self->n = 0;
  while (self->n < room && walk_next (&walk, &event))
    self->symbol[self->n++] = number_event (&numbering, &event);
  self->n_symbols = numbering.examples->len;
  self->example = (RefrainEvent *) g_array_free (numbering.examples, FALSE);
  g_free (numbering.of_call);
  refrain_slots_clear (&numbering.messages);
}

RefrainEvent *
refrain_event_stream_list (RefrainTrace *trace,
                           guint process,
                           const RefrainThread *thread,
                           const RefrainEventScheme *scheme,
                           guint32 *n)
{
  g_autofree gboolean *taken = choose_routines (trace, scheme);
  const guint32 room = get_room (thread);
  RefrainEvent *events = g_new (RefrainEvent, (gsize) room + 1);
  Walk walk;

  walk_init (&walk, trace, process, thread, taken);
  *n = 0;
  while (*n < room && walk_next (&walk, &events[*n]))
    (*n)++;
  return events;
}

RefrainTime *
refrain_event_stream_get_times (RefrainTrace *trace,
                                guint process,
                                const RefrainThread *thread,
                                const RefrainEventScheme *scheme,
                                guint32 *n)
{
  g_autofree gboolean *taken = choose_routines (trace, scheme);
  const guint32 room = get_room (thread);
  RefrainTime *times = g_new (RefrainTime, (gsize) room + 1);
  RefrainEvent event;
  Walk walk;

  walk_init (&walk, trace, process, thread, taken);
  for (*n = 0; *n < room && walk_next (&walk, &event); (*n)++)
    times[*n] = event.kind == REFRAIN_TAPE_OP       ? walk.ops->time[event.row]
                : event.kind == REFRAIN_TAPE_RECORD ? walk.records->time[event.row]
                : event.kind == REFRAIN_TAPE_ENTER  ? walk.calls->start[event.row]
                                                    : walk.calls->end[event.row];
  return times;
}

/* ---- Words -------------------------------------------------------------------------------------
 */

static char *
describe_message (RefrainProcess *process, guint32 op, const RefrainEventScheme *scheme)
{
  const RefrainOps *ops = refrain_process_get_ops (process);
  GString *text = g_string_new (REFRAIN_OP_IS_SEND (ops->kind[op]) ? "send" : "recv");

  if (scheme->fields & REFRAIN_EVENT_PEER)
    g_string_append_printf (text, ops->peer[op] < 0 ? " ?" : " %d", ops->peer[op]);
  if (scheme->fields & REFRAIN_EVENT_TAG)
    g_string_append_printf (text, " tag %d", ops->tag[op]);
  if (scheme->fields & REFRAIN_EVENT_COMM && ops->comm[op] != REFRAIN_NONE && ops->comm[op] > 0)
    g_string_append_printf (text, " comm %u", ops->comm[op]);
  if (scheme->fields & REFRAIN_EVENT_SIZE)
    g_string_append_printf (text, " bytes %" G_GUINT64_FORMAT, ops->bytes[op]);
  return g_string_free (text, FALSE);
}

char *
refrain_event_describe (RefrainTrace *trace,
                        guint process,
                        const RefrainEvent *event,
                        const RefrainEventScheme *scheme)
{
  RefrainProcess *at = refrain_trace_get_process (trace, process);
  guint32 routine;

  if (event->kind == REFRAIN_TAPE_OP)
    return describe_message (at, event->row, scheme);
  if (event->kind == REFRAIN_TAPE_RECORD)
    routine = (guint32) MIN (refrain_process_get_records (at)->id[event->row], REFRAIN_NONE);
  else
    routine = refrain_process_get_calls (at)->routine[event->row];
  return g_strconcat (event->kind == REFRAIN_TAPE_ENTER ? "enter " : "leave ",
                      routine >= refrain_trace_get_n_routines (trace)
                          ? "?"
                          : refrain_trace_get_routine_label (trace, routine),
                      NULL);
}
