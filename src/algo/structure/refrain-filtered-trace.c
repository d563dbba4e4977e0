/* refrain-filtered-trace.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * First what is not folded away is marked, then what must stay with it, then the events that are
 * marked are recorded anew.
 */
#include "refrain-filtered-trace.h"

#include "refrain-copy.h"
#include "refrain-free.h"

/* What is kept of one process, by row. */
typedef struct
{
  RefrainProcess *process;
  guint8 *calls, *ops, *records;
} Kept;

typedef struct
{
  RefrainPoints *points;
  RefrainStructure *structure;
  RefrainTrace *trace;
  Kept *kept; /* by process */
  guint n;
} Filter;

/* ---- Along the tape ----------------------------------------------------------------------------
 */

/* All events of a thread, those of the stream counted. */
typedef struct
{
  const RefrainCalls *calls;
  const RefrainOps *ops;
  const RefrainRecords *records;
  const RefrainTape *tape;
  guint64 position, end;
  gsize next_call, next_op, next_record;
  guint32 call;

  RefrainTapeEvent kind;
  guint32 row; /* REFRAIN_NONE for the end of no call */
} Cursor;

static void
cursor_init (Cursor *self, RefrainProcess *process, const RefrainThread *thread)
{
  *self = (Cursor){
    .calls = refrain_process_get_calls (process),
    .ops = refrain_process_get_ops (process),
    .records = refrain_process_get_records (process),
    .tape = refrain_process_get_tape (process),
    .position = thread->first_tape,
    .end = refrain_process_is_damaged (process) ? thread->first_tape
                                                : thread->first_tape + thread->n_tape,
    .next_call = thread->first_call,
    .next_op = thread->first_op,
    .next_record = thread->first_record,
    .call = REFRAIN_NONE,
  };
}

static gboolean
cursor_next (Cursor *self)
{
  if (self->position >= self->end)
    return FALSE;
  self->kind = REFRAIN_TAPE_GET (self->tape, self->position);
  self->position++;
  switch (self->kind)
    {
    case REFRAIN_TAPE_ENTER:
      self->row = self->call = (guint32) self->next_call++;
      break;
    case REFRAIN_TAPE_LEAVE:
      self->row = self->call;
      if (self->call != REFRAIN_NONE)
        self->call = self->calls->parent[self->call];
      break;
    case REFRAIN_TAPE_OP:
      self->row = (guint32) self->next_op++;
      break;
    case REFRAIN_TAPE_RECORD:
    default:
      self->row = (guint32) self->next_record++;
      if (self->records->kind[self->row] == REFRAIN_RECORD_UNCLOSED && self->call != REFRAIN_NONE)
        self->call = self->calls->parent[self->call];
      break;
    }
  return TRUE;
}

/* Whether the event is one of the stream. */
static gboolean
is_counted (const Filter *self, const Cursor *cursor)
{
  const RefrainEventScheme *scheme = &refrain_structure_get_options (self->structure)->events;
  guint64 routine;

  if (cursor->row == REFRAIN_NONE)
    return FALSE;
  if (cursor->kind == REFRAIN_TAPE_OP)
    return REFRAIN_OP_IS_P2P (cursor->ops->kind[cursor->row]);
  if (cursor->kind == REFRAIN_TAPE_RECORD
      && cursor->records->kind[cursor->row] != REFRAIN_RECORD_LEAVE_WITHOUT_ENTER)
    return FALSE;
  if (!scheme->mpi_only)
    return TRUE;
  routine = cursor->kind == REFRAIN_TAPE_RECORD ? cursor->records->id[cursor->row]
                                                : cursor->calls->routine[cursor->row];
  return routine < refrain_trace_get_n_routines (self->trace)
         && refrain_trace_get_routine_kind (self->trace, (guint) routine) != REFRAIN_ROUTINE_USER;
}

/* ---- Marking -----------------------------------------------------------------------------------
 */

/* The stretch + 1 that events stand in, 0 for none. What is not of the stream stands where the
 * events of it before and behind do. */
typedef struct
{
  const RefrainStretch *stretches;
  gsize n, at;
  guint32 counted; /* events of the stream so far */
} Stretches;

static gsize
find_stretch (Stretches *self, gboolean counted)
{
  const guint32 event = self->counted;

  self->counted += counted;
  while (self->at < self->n
         && self->stretches[self->at].first + self->stretches[self->at].n <= event)
    self->at++;
  if (self->at == self->n || event < self->stretches[self->at].first
      || (!counted && event == self->stretches[self->at].first))
    return 0;
  return self->at + 1;
}

static void
mark_part (Filter *self, gsize part)
{
  const RefrainStructurePart *at = refrain_structure_get_part (self->structure, part);
  Kept *kept = &self->kept[at->process];
  const RefrainThread *thread = refrain_process_get_thread (kept->process, at->thread);
  g_autofree gsize *began = g_new0 (gsize, thread->n_calls + 1);
  Stretches stretches = { 0 };
  Cursor cursor;

  stretches.stretches = refrain_points_get_folded (self->points, part, &stretches.n);
  cursor_init (&cursor, kept->process, thread);
  /* A call that lacks its end is kept. */
  for (gsize i = 0; i < thread->n_calls; i++)
    kept->calls[thread->first_call + i] = TRUE;
  while (cursor_next (&cursor))
    {
      const gsize stretch = find_stretch (&stretches, is_counted (self, &cursor));

      if (cursor.kind == REFRAIN_TAPE_ENTER)
        began[cursor.row - thread->first_call] = stretch;
      else if (cursor.kind == REFRAIN_TAPE_LEAVE && cursor.row != REFRAIN_NONE)
        kept->calls[cursor.row] = stretch == 0 || began[cursor.row - thread->first_call] != stretch;
      else if (cursor.kind == REFRAIN_TAPE_OP)
        kept->ops[cursor.row] = stretch == 0;
      else if (cursor.kind == REFRAIN_TAPE_RECORD)
        kept->records[cursor.row]
            = stretch == 0
              || cursor.records->kind[cursor.row] == REFRAIN_RECORD_LEAVE_WITHOUT_ENTER;
    }
}

/* The other ends of messages. */
static void
mark_partners (Filter *self)
{
  for (guint p = 0; p < self->n; p++)
    {
      const RefrainOps *ops = refrain_process_get_ops (self->kept[p].process);

      for (gsize i = 0; i < ops->n; i++)
        if (REFRAIN_OP_IS_P2P (ops->kind[i]) && ops->partner[i] != REFRAIN_NONE && ops->peer[i] >= 0
            && (self->kept[p].ops[i] || self->kept[ops->peer[i]].ops[ops->partner[i]]))
          self->kept[p].ops[i] = self->kept[ops->peer[i]].ops[ops->partner[i]] = TRUE;
    }
}

/* All of a collective operation, or nothing. */
static void
mark_collectives (Filter *self)
{
  const RefrainCollectives *all = refrain_trace_get_collectives (self->trace);

  for (gsize i = 0; i < all->n; i++)
    {
      gboolean any = FALSE;

      for (guint64 k = all->first[i]; k < all->first[i + 1]; k++)
        any |= self->kept[all->process[k]].ops[all->op[k]];
      for (guint64 k = all->first[i]; any && k < all->first[i + 1]; k++)
        self->kept[all->process[k]].ops[all->op[k]] = TRUE;
    }
}

/* The calls in which what is kept stands, and records that belong to an operation. */
static void
mark_surroundings (Kept *kept)
{
  const RefrainCalls *calls = refrain_process_get_calls (kept->process);
  const RefrainOps *ops = refrain_process_get_ops (kept->process);
  const RefrainRecords *records = refrain_process_get_records (kept->process);

  for (gsize i = 0; i < ops->n; i++)
    if (kept->ops[i] && ops->call[i] != REFRAIN_NONE)
      kept->calls[ops->call[i]] = TRUE;
  for (gsize i = 0; i < records->n; i++)
    {
      if (records->op[i] != REFRAIN_NONE)
        kept->records[i] = kept->ops[records->op[i]];
      if (kept->records[i] && records->call[i] != REFRAIN_NONE)
        kept->calls[records->call[i]] = TRUE;
    }
  /* Callers stand before what they call. */
  for (gsize i = calls->n; i-- > 0;)
    if (kept->calls[i] && calls->parent[i] != REFRAIN_NONE)
      kept->calls[calls->parent[i]] = TRUE;
}

/* ---- Recording ---------------------------------------------------------------------------------
 */

static void
record_thread (RefrainRecorder *recorder, const Kept *kept, const RefrainThread *thread)
{
  RefrainReplay replay;

  refrain_replay_init (&replay, kept->process, thread);
  while (refrain_replay_next (&replay))
    {
      const guint8 *is_kept = replay.event == REFRAIN_TAPE_OP       ? kept->ops
                              : replay.event == REFRAIN_TAPE_RECORD ? kept->records
                                                                    : kept->calls;

      /* What is made has no extension that could read details. */
      replay.detail = (RefrainDetail){ 0 };
      if (is_kept[replay.row])
        refrain_copy_event (&replay, recorder);
    }
}

static void
add_definitions (const Filter *self, RefrainTraceBuilder *builder)
{
  RefrainTrace *trace = self->trace;

  refrain_trace_builder_set_source (builder, refrain_trace_get_name (trace), NULL, NULL);
  refrain_copy_routines (trace, builder);
  for (guint i = 0; i < refrain_trace_get_n_communicators (trace); i++)
    {
      RefrainCommunicator *comm = refrain_trace_get_communicator (trace, i);
      gsize n, n_remote;
      const gint32 *members = refrain_communicator_get_members (comm, &n);
      const gint32 *remote = refrain_communicator_get_remote (comm, &n_remote);

      refrain_trace_builder_add_communicator (
          builder,
          refrain_communicator_new (refrain_communicator_get_source_name (comm),
                                    refrain_communicator_get_id (comm),
                                    refrain_communicator_get_parent_id (comm), members, n, remote,
                                    n_remote, refrain_communicator_is_self (comm)));
    }
}

static RefrainTrace *
record (const Filter *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();

  add_definitions (self, builder);
  for (guint p = 0; p < self->n; p++)
    {
      RefrainProcess *process = self->kept[p].process;

      refrain_trace_builder_add_process (builder, refrain_process_get_name (process),
                                         refrain_process_get_host (process));
      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        {
          const RefrainThread *thread = refrain_process_get_thread (process, t);
          RefrainRecorder *recorder;

          if (g_cancellable_set_error_if_cancelled (cancellable, error))
            return NULL;
          recorder = refrain_trace_builder_add_thread (builder, p, thread->id, thread->name);
          if (thread->is_stream)
            refrain_recorder_set_stream (recorder);
          record_thread (recorder, &self->kept[p], thread);
        }
    }
  return refrain_trace_builder_finish (builder, cancellable, error);
}

RefrainTrace *
refrain_filtered_trace_new (RefrainPoints *points, GCancellable *cancellable, GError **error)
{
  Filter self = { .points = points, .structure = refrain_points_get_structure (points) };
  RefrainTrace *trace;

  self.trace = refrain_structure_get_trace (self.structure);
  self.n = refrain_trace_get_n_processes (self.trace);
  self.kept = g_new0 (Kept, (gsize) self.n + 1);
  for (guint p = 0; p < self.n; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (self.trace, p);

      self.kept[p].process = process;
      self.kept[p].calls = g_new0 (guint8, refrain_process_get_calls (process)->n + 1);
      self.kept[p].ops = g_new0 (guint8, refrain_process_get_ops (process)->n + 1);
      self.kept[p].records = g_new0 (guint8, refrain_process_get_records (process)->n + 1);
    }
  for (gsize i = 0; i < refrain_structure_get_n_parts (self.structure); i++)
    mark_part (&self, i);
  mark_collectives (&self);
  mark_partners (&self);
  for (guint p = 0; p < self.n; p++)
    mark_surroundings (&self.kept[p]);
  trace = record (&self, cancellable, error);
  for (guint p = 0; p < self.n; p++)
    refrain_free (self.kept[p].calls, self.kept[p].ops, self.kept[p].records);
  g_free (self.kept);
  return trace;
}
