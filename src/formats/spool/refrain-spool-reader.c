/* refrain-spool-reader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The files of a run become a trace: definitions first, then the events of all threads in parallel.
 * Processes that did not come to the end of MPI_Finalize, and those of which there is no file, are
 * told as defects.
 */
#include "config.h"

#include "refrain-spool.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-claims.h"
#include "refrain-compare.h"
#include "refrain-copy.h"
#include "refrain-error.h"
#include "refrain-parallel.h"
#include "refrain-spool-definitions.h"
#include "refrain-spool-worlds.h"
#include "refrain-time-format.h"
#include "refrain-trace.h"

/* Events between two looks at the cancellable. */
#define CHUNK 65536

typedef struct
{
  char *path;
  GPtrArray *files;               /* RefrainSpoolFile, all that can be read */
  GArray *worlds;                 /* RefrainSpoolWorld, of all runs */
  guint run;                      /* that is read */
  RefrainSpoolProcess *processes; /* of it */
  guint n_processes;
  RefrainTraceBuilder *builder;
  RefrainSpoolDefinitions *definitions;
  GPtrArray *threads; /* RefrainSpoolThread, of all processes */
  GArray *owners;     /* guint: the process of each */
  gint64 origin;      /* on the clock of rank 0 */
  gint was_off;       /* recording was switched off somewhere */
  GCancellable *cancellable;
} Loading;

/* ---- Files and runs ---- */

gboolean
refrain_spool_is_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, TRACER_SPOOL_SUFFIX))
      return TRUE;
  return FALSE;
}

REFRAIN_DEFINE_COMPARE_POINTERS (compare_files,
                                 RefrainSpoolFile,
                                 REFRAIN_RISING (header.rank) ?: REFRAIN_RISING (header.process)
                                     ?: REFRAIN_RISING (header.thread) ?: strcmp (x->path, y->path))

/* Files that cannot be read are told of when there is a trace to tell it in. */
static gboolean
open_files (Loading *self, GPtrArray *faults, GError **error)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (!g_file_test (self->path, G_FILE_TEST_IS_DIR))
    {
      RefrainSpoolFile *file = refrain_spool_file_open (self->path, error);

      if (file != NULL)
        g_ptr_array_add (self->files, file);
      return file != NULL;
    }
  dir = g_dir_open (self->path, 0, error);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->path, name, NULL);
      g_autoptr (GError) fault = NULL;
      RefrainSpoolFile *file;

      if (!g_str_has_suffix (name, TRACER_SPOOL_SUFFIX))
        continue;
      file = refrain_spool_file_open (path, &fault);
      if (file != NULL)
        g_ptr_array_add (self->files, file);
      else
        g_ptr_array_add (faults, g_strdup (fault->message));
    }
  g_ptr_array_sort (self->files, compare_files);
  return dir != NULL;
}

/* The world of @file, where it is of the run that is read; else NULL. */
static const RefrainSpoolWorld *
find_world (const Loading *self, const RefrainSpoolFile *file)
{
  const guint w = refrain_spool_worlds_find (self->worlds, file);
  const RefrainSpoolWorld *world
      = w != REFRAIN_NONE ? &g_array_index (self->worlds, RefrainSpoolWorld, w) : NULL;

  return world != NULL && world->run == self->run ? world : NULL;
}

/* ---- Processes ---- */

static void
processes_free (Loading *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    {
      RefrainSpoolProcess *process = &self->processes[p];

      for (guint t = 0; t < process->threads->len; t++)
        g_array_unref (g_array_index (process->threads, RefrainSpoolThread, t).routines);
      g_array_unref (process->threads);
      g_hash_table_unref (process->comms);
    }
  g_free (self->processes);
}

static void
make_processes (Loading *self, guint n)
{
  self->n_processes = n;
  self->processes = g_new0 (RefrainSpoolProcess, n);
  for (guint p = 0; p < n; p++)
    {
      self->processes[p].threads = g_array_new (FALSE, FALSE, sizeof (RefrainSpoolThread));
      self->processes[p].comms = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
    }
}

/* Of two processes that claim the same rank the first counts. */
static void
add_file (Loading *self, RefrainSpoolFile *file, const RefrainSpoolWorld *world)
{
  const guint p = (guint) (world->first_process + file->header.rank);
  RefrainSpoolProcess *process = &self->processes[p];
  RefrainSpoolThread thread = { .file = file };

  if (process->threads->len > 0)
    {
      const RefrainSpoolFile *first = g_array_index (process->threads, RefrainSpoolThread, 0).file;

      if (first->header.process != file->header.process
          || strcmp (first->header.host, file->header.host) != 0)
        {
          refrain_trace_builder_add_defect (self->builder,
                                            refrain_defect_new (REFRAIN_DEFECT_DUPLICATE_DEFINITION,
                                                                (gint32) p, 1, 0, file->path));
          return;
        }
    }
  thread.routines = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (process->threads, thread);
  process->is_finalized |= (file->header.state & TRACER_FINALIZED) != 0;
}

static void
add_processes (Loading *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    {
      GArray *threads = self->processes[p].threads;
      g_autofree char *name = g_strdup_printf ("process %u", p);
      const char *host = refrain_spool_process_get_host (&self->processes[p]);

      refrain_trace_builder_add_process (self->builder, name,
                                         host != NULL && *host != '\0' ? host : NULL);
      if (threads->len == 0)
        refrain_trace_builder_add_defect (
            self->builder, refrain_defect_new (REFRAIN_DEFECT_MISSING_FILE, (gint32) p, 1, 0,
                                               "nothing of it is recorded from its start on"));
      for (guint t = 0; t < threads->len; t++)
        {
          RefrainSpoolThread *thread = &g_array_index (threads, RefrainSpoolThread, t);
          const guint64 id = ((guint64) p << 16) + thread->file->header.thread;
          g_autofree char *label = t == 0
                                       ? g_strdup ("Master thread")
                                       : g_strdup_printf ("thread %u", thread->file->header.thread);

          thread->recorder = refrain_trace_builder_add_thread (self->builder, p, id, label);
          g_ptr_array_add (self->threads, thread);
          g_array_append_val (self->owners, p);
        }
    }
}

/* ---- Events ---- */

typedef struct
{
  Loading *loading;
  guint process;
  RefrainSpoolThread *thread;
  guint64 comm_number; /* what was looked up last */
  const RefrainSpoolComm *comm;
  gboolean comm_known, aborted;
} Events;

static guint32
find_routine (Events *self, RefrainTime time, guint64 number)
{
  const GArray *routines = self->thread->routines;
  const guint32 routine
      = number < routines->len ? g_array_index (routines, guint32, number) : REFRAIN_NONE;

  if (G_UNLIKELY (routine == REFRAIN_NONE))
    refrain_recorder_defect (self->thread->recorder, REFRAIN_DEFECT_UNDEFINED_ROUTINE, time, NULL);
  return routine;
}

static guint32
find_comm (Events *self, RefrainTime time, guint64 number)
{
  if (G_UNLIKELY (!self->comm_known || number != self->comm_number))
    {
      self->comm
          = refrain_spool_definitions_find (self->loading->definitions, self->process, number);
      self->comm_number = number;
      self->comm_known = TRUE;
    }
  if (G_UNLIKELY (self->comm == NULL))
    {
      refrain_recorder_defect (self->thread->recorder, REFRAIN_DEFECT_UNDEFINED_COMMUNICATOR, time,
                               NULL);
      return REFRAIN_NONE;
    }
  return self->comm->index;
}

/* Of the communicator that find_comm() has just found. */
static gint32
find_rank (Events *self, RefrainTime time, guint64 rank)
{
  gint32 process = -1;

  if (self->comm == NULL)
    return -1;
  if (self->comm->members != NULL)
    process = rank < self->comm->n_members ? self->comm->members[rank] : -1;
  else if (rank <= G_MAXINT32)
    process = refrain_communicator_rank_to_process (self->comm->communicator,
                                                    (gint32) self->process, (guint32) rank);
  if (G_UNLIKELY (process < 0))
    refrain_recorder_defect (self->thread->recorder, REFRAIN_DEFECT_UNDEFINED_RANK, time, NULL);
  return process;
}

G_STATIC_ASSERT (TRACER_AS_SENT == REFRAIN_BYTES_UNKNOWN);

static void
read_message (Events *self, RefrainTime time, const RefrainSpoolRecord *record)
{
  RefrainRecorder *recorder = self->thread->recorder;
  const guint32 comm = find_comm (self, time, record->numbers[0]);
  const gint32 peer = find_rank (self, time, record->numbers[1]);
  const gint32 tag = (gint32) refrain_spool_unfold (record->numbers[2]);
  const guint64 bytes = record->numbers[3]; /* TRACER_AS_SENT: REFRAIN_BYTES_UNKNOWN */

  switch ((int) record->code)
    {
    case TRACER_SEND:
      refrain_recorder_send (recorder, time, peer, comm, tag, bytes);
      break;
    case TRACER_RECV:
      refrain_recorder_recv (recorder, time, peer, comm, tag, bytes);
      break;
    case TRACER_ISEND:
      refrain_recorder_isend (recorder, time, peer, comm, tag, bytes, record->request);
      break;
    default:
      refrain_recorder_irecv (recorder, time, peer, comm, tag, bytes, record->request);
    }
}

static void
read_collective (Events *self, RefrainTime time, const RefrainSpoolRecord *record)
{
  const RefrainCollective type = record->numbers[0] < REFRAIN_N_COLLECTIVES
                                     ? (RefrainCollective) record->numbers[0]
                                     : REFRAIN_COLLECTIVE_UNKNOWN;
  const guint32 comm = find_comm (self, time, record->numbers[1]);
  const gint32 root = record->numbers[2] > 0 ? find_rank (self, time, record->numbers[2] - 1) : -1;

  if (record->code == TRACER_COLLECTIVE_END)
    refrain_recorder_collective_end (self->thread->recorder, time, type, comm, root,
                                     record->numbers[3], record->numbers[4]);
  else
    refrain_recorder_collective_complete (self->thread->recorder, time, type, comm, root,
                                          record->numbers[3], record->numbers[4], record->request);
}

/* Of a window or a file. */
static void
read_other (Events *self, RefrainTime time, const RefrainSpoolRecord *record)
{
  g_autoptr (GByteArray) details = g_byte_array_new ();

  if (!refrain_spool_objects_describe (
          refrain_spool_definitions_get_objects (self->loading->definitions), self->process, record,
          details))
    return;
  refrain_recorder_record (self->thread->recorder, time, REFRAIN_RECORD_OTHER, record->numbers[0],
                           0);
  refrain_recorder_add_details (self->thread->recorder, 0, details->data, details->len);
}

static void
read_event (Events *self, RefrainTime time, const RefrainSpoolRecord *record)
{
  RefrainRecorder *recorder = self->thread->recorder;

  switch ((int) record->code)
    {
    case TRACER_ENTER:
      refrain_recorder_enter (recorder, time, find_routine (self, time, record->numbers[0]));
      break;
    case TRACER_LEAVE:
      refrain_recorder_leave (recorder, time, find_routine (self, time, record->numbers[0]));
      break;
    case TRACER_SEND:
    case TRACER_RECV:
    case TRACER_ISEND:
    case TRACER_IRECV:
      read_message (self, time, record);
      break;
    case TRACER_ISEND_COMPLETE:
      refrain_recorder_isend_complete (recorder, time, record->request);
      break;
    case TRACER_IRECV_REQUEST:
      refrain_recorder_irecv_request (recorder, time, record->request);
      break;
    case TRACER_REQUEST_TEST:
      refrain_recorder_record (recorder, time, REFRAIN_RECORD_REQUEST_TEST, record->request, 0);
      break;
    case TRACER_REQUEST_CANCELLED:
      refrain_recorder_request_cancelled (recorder, time, record->request);
      break;
    case TRACER_NULL_SEND:
    case TRACER_NULL_RECV:
      refrain_recorder_record (recorder, time,
                               record->code == TRACER_NULL_SEND ? REFRAIN_RECORD_NULL_SEND
                                                                : REFRAIN_RECORD_NULL_RECV,
                               0, record->numbers[0]);
      break;
    case TRACER_NULL_ISEND:
    case TRACER_NULL_IRECV:
      refrain_recorder_record (recorder, time,
                               record->code == TRACER_NULL_ISEND ? REFRAIN_RECORD_NULL_ISEND
                                                                 : REFRAIN_RECORD_NULL_IRECV,
                               record->request, record->numbers[0]);
      break;
    case TRACER_COLLECTIVE_BEGIN:
      refrain_recorder_collective_begin (recorder, time);
      break;
    case TRACER_COLLECTIVE_REQUEST:
      refrain_recorder_collective_request (recorder, time, record->request);
      break;
    case TRACER_COLLECTIVE_END:
    case TRACER_COLLECTIVE_COMPLETE:
      read_collective (self, time, record);
      break;
    case TRACER_MEASUREMENT:
      if (record->numbers[0] == 2)
        g_atomic_int_set (&self->loading->was_off, TRUE);
      refrain_recorder_record (recorder, time, REFRAIN_RECORD_MEASUREMENT, record->numbers[0], 0);
      break;
    case TRACER_OTHER:
      read_other (self, time, record);
      break;
    case TRACER_ABORT:
      self->aborted = TRUE;
      break;
    default: /* a definition */
      break;
    }
}

/* How the thread ended, where that was not by itself. */
static void
tell_end (Events *self, RefrainTime time, gboolean damaged)
{
  const RefrainSpoolFile *file = self->thread->file;
  RefrainRecorder *recorder = self->thread->recorder;

  if (damaged || file->is_cut)
    refrain_recorder_defect (recorder, REFRAIN_DEFECT_TRUNCATED, time, file->path);
  else if (file->header.state & TRACER_STOPPED)
    refrain_recorder_defect (recorder, REFRAIN_DEFECT_TRUNCATED, time,
                             g_strerror ((int) MIN (file->header.stop_cause, 4096)));
  else if (self->aborted)
    refrain_recorder_defect (recorder, REFRAIN_DEFECT_TRUNCATED, time, "MPI_Abort was called");
  else if (!self->loading->processes[self->process].is_finalized
           && !(file->header.state & TRACER_ENDED))
    refrain_recorder_defect (recorder, REFRAIN_DEFECT_TRUNCATED, time,
                             "the process ended before MPI_Finalize");
}

static void
read_thread (gsize i, gpointer data)
{
  Loading *loading = data;
  Events self = { .loading = loading,
                  .process = g_array_index (loading->owners, guint, i),
                  .thread = g_ptr_array_index (loading->threads, i) };
  const RefrainSpoolProcess *process = &loading->processes[self.process];
  const guint64 base = self.thread->file->header.base;
  RefrainSpoolCursor cursor;
  RefrainSpoolRecord record;
  RefrainTime time = refrain_spool_process_convert (process, base) - loading->origin;
  gboolean damaged;
  guint64 n = 0;

  refrain_spool_cursor_init (&cursor, self.thread->file);
  while (refrain_spool_cursor_next (&cursor, &record, &damaged))
    {
      if (record.code >= TRACER_N_EVENTS)
        continue;
      time = refrain_spool_process_convert (process, base + MIN (record.time, G_MAXUINT64 - base))
             - loading->origin;
      read_event (&self, time, &record);
      if (++n % CHUNK == 0 && g_cancellable_is_cancelled (loading->cancellable))
        return;
    }
  tell_end (&self, time, damaged);
}

/* ---- Clocks ---- */

/* Of each node the number of the first process that knows of its clock, and 1. */
static GHashTable *
find_clocks (Loading *self)
{
  GHashTable *clocks = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint p = self->n_processes; p-- > 0;)
    {
      const char *host = refrain_spool_process_get_host (&self->processes[p]);

      if (host != NULL && self->processes[p].n_clocks > 0)
        g_hash_table_insert (clocks, (gpointer) host, GUINT_TO_POINTER (p + 1));
    }
  return clocks;
}

/* Processes of a node have one clock: takes what another of the first @n knows of it. */
static gboolean
borrow_clock (Loading *self, GHashTable *clocks, RefrainSpoolProcess *process, guint n)
{
  const char *host = refrain_spool_process_get_host (process);
  const guint number = host != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (clocks, host)) : 0;
  const RefrainSpoolProcess *other = &self->processes[MAX (number, 1) - 1];

  if (number == 0 || number > n || other == process)
    return FALSE;
  memcpy (process->clock, other->clock, sizeof process->clock);
  memcpy (process->offset, other->offset, sizeof process->offset);
  process->wall = other->wall;
  process->n_clocks = other->n_clocks;
  return TRUE;
}

/* Where there was no room to record what was measured. */
static void
borrow_clocks (Loading *self)
{
  g_autoptr (GHashTable) clocks = find_clocks (self);

  for (guint p = 0; p < self->n_processes; p++)
    if (self->processes[p].n_clocks == 0)
      borrow_clock (self, clocks, &self->processes[p], self->n_processes);
}

/* What the clock of @process, as it was compared, differs from the time of day. */
static gint64
distance_from_day (const RefrainSpoolProcess *process)
{
  return refrain_spool_process_convert (process, process->clock[0])
         - CLAMP (process->wall, 0, REFRAIN_TIME_LIMIT);
}

/* Each world has compared its clocks with that of its own rank 0. Processes that were started have
 * the clock of the first world's: by their node, or by the time of day. */
static void
join_clocks (Loading *self)
{
  g_autoptr (GHashTable) clocks = find_clocks (self);

  for (guint w = 0; w < self->worlds->len; w++)
    {
      const RefrainSpoolWorld *world = &g_array_index (self->worlds, RefrainSpoolWorld, w);
      const guint first = (guint) world->first_process;
      RefrainSpoolProcess *root = &self->processes[first];
      gint64 shift;

      if (world->run != self->run || first == 0)
        continue;
      shift = root->n_clocks > 0 && self->processes[0].n_clocks > 0
                  ? distance_from_day (&self->processes[0]) - distance_from_day (root)
                  : 0;
      for (guint p = first; p < first + world->size; p++)
        if (!borrow_clock (self, clocks, &self->processes[p], first))
          for (guint i = 0; i < 2; i++)
            self->processes[p].offset[i] = CLAMP (self->processes[p].offset[i] + shift,
                                                  -REFRAIN_TIME_LIMIT, REFRAIN_TIME_LIMIT);
    }
}

/* Threads of a process that has files, but none of them. */
static void
tell_unfiled (Loading *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    {
      const RefrainSpoolProcess *process = &self->processes[p];
      guint64 n = 0, from = 0;
      g_autofree char *time = NULL, *detail = NULL;

      for (guint t = 0; t < process->threads->len; t++)
        {
          const TracerSpoolHeader *header
              = &g_array_index (process->threads, RefrainSpoolThread, t).file->header;

          if (header->n_unfiled > n)
            {
              n = header->n_unfiled;
              from = header->unfiled_from;
            }
        }
      if (n == 0)
        continue;
      time = refrain_time_format (
          MAX (refrain_spool_process_convert (process, from) - self->origin, 0), 6);
      detail = g_strdup_printf ("not recorded from %s on", time);
      refrain_trace_builder_add_defect (
          self->builder,
          refrain_defect_new (REFRAIN_DEFECT_MISSING_FILE, (gint32) p, n, 0, detail));
    }
}

/* ---- While recording was off ---- */

/* Marks operations that were recorded while recording was on, then their other ends, and records
 * anew what is marked: since a message stays with both ends or not at all, the others find the
 * same partners as before. */

/* OTF2's number, in the records of the kind MEASUREMENT. */
#define MEASUREMENT_OFF 2

typedef struct
{
  RefrainTrace *trace;
  guint8 **kept; /* by process: a byte for each operation */
} Cut;

/* ---- Marking ---- */

static gboolean
is_switch (const RefrainReplay *replay, gboolean *on)
{
  if (replay->event != REFRAIN_TAPE_RECORD
      || replay->records->kind[replay->row] != REFRAIN_RECORD_MEASUREMENT)
    return FALSE;
  *on = replay->records->id[replay->row] != MEASUREMENT_OFF;
  return TRUE;
}

static void
mark_thread (Cut *self, guint p, const RefrainThread *thread)
{
  RefrainReplay replay;
  gboolean on = TRUE;

  refrain_replay_init (&replay, refrain_trace_get_process (self->trace, p), thread);
  while (refrain_replay_next (&replay))
    if (!is_switch (&replay, &on) && replay.event == REFRAIN_TAPE_OP)
      self->kept[p][replay.row] = on;
}

static void
mark_partners (Cut *self, guint p)
{
  const RefrainOps *ops = refrain_trace_get_ops (self->trace, p);

  for (gsize i = 0; i < ops->n; i++)
    if (REFRAIN_OP_IS_SEND (ops->kind[i]) && ops->partner[i] != REFRAIN_NONE && ops->peer[i] >= 0
        && (self->kept[p][i] || self->kept[ops->peer[i]][ops->partner[i]]))
      self->kept[p][i] = self->kept[ops->peer[i]][ops->partner[i]] = TRUE;
}

static void
mark_collectives (Cut *self)
{
  const RefrainCollectives *all = refrain_trace_get_collectives (self->trace);

  for (gsize i = 0; i < all->n; i++)
    {
      gboolean any = FALSE;

      for (guint64 k = all->first[i]; k < all->first[i + 1]; k++)
        any |= self->kept[all->process[k]][all->op[k]];
      for (guint64 k = all->first[i]; k < all->first[i + 1]; k++)
        self->kept[all->process[k]][all->op[k]] = any;
    }
}

static void
mark (Cut *self)
{
  const guint n = refrain_trace_get_n_processes (self->trace);

  for (guint p = 0; p < n; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (self->trace, p);

      self->kept[p] = g_new0 (guint8, refrain_process_get_ops (process)->n + 1);
      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        mark_thread (self, p, refrain_process_get_thread (process, t));
    }
  for (guint p = 0; p < n; p++)
    mark_partners (self, p);
  mark_collectives (self);
}

/* ---- Recording anew ---- */

/* Records of requests that are no messages: with MPI_PROC_NULL, cancelled. */
static gboolean
is_of_request (RefrainRecordKind kind)
{
  return REFRAIN_RECORD_IS_NULL (kind) || kind == REFRAIN_RECORD_ISEND_COMPLETE
         || kind == REFRAIN_RECORD_IRECV_REQUEST || kind == REFRAIN_RECORD_REQUEST_CANCELLED
         || kind == REFRAIN_RECORD_COLLECTIVE_REQUEST;
}

/* Whether the event that @replay is at stays. Calls were not recorded while recording was off. */
static gboolean
stays (const Cut *self, guint p, const RefrainReplay *replay, gboolean on)
{
  if (replay->event == REFRAIN_TAPE_OP)
    return self->kept[p][replay->row];
  if (replay->event != REFRAIN_TAPE_RECORD)
    return TRUE;
  if (replay->records->op[replay->row] != REFRAIN_NONE)
    return self->kept[p][replay->records->op[replay->row]];
  return on || is_of_request ((RefrainRecordKind) replay->records->kind[replay->row]);
}

static void
record_thread (const Cut *self, guint p, const RefrainThread *thread, RefrainRecorder *recorder)
{
  RefrainReplay replay;
  gboolean on = TRUE;

  refrain_replay_init (&replay, refrain_trace_get_process (self->trace, p), thread);
  while (refrain_replay_next (&replay))
    {
      if (!is_switch (&replay, &on) && !stays (self, p, &replay, on))
        continue;
      refrain_copy_event (&replay, recorder);
    }
}

/* @trace without what happened while recording was off (between its MEASUREMENT records), but for
 * the other ends of what happened while it was on. NULL with @error when cancelled. O(events). */
static RefrainTrace *
spool_cut (RefrainTrace *trace, GCancellable *cancellable, GError **error)
{
  const guint n = refrain_trace_get_n_processes (trace);
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  Cut self = { .trace = trace, .kept = g_new0 (guint8 *, n) };

  mark (&self);
  refrain_copy_definitions (trace, refrain_copy_is_of_files, builder);
  for (guint p = 0; p < n; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);

      refrain_copy_process (trace, p, builder);
      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        {
          const RefrainThread *thread = refrain_process_get_thread (process, t);

          record_thread (&self, p, thread, refrain_copy_thread (thread, p, builder));
        }
      g_free (self.kept[p]);
      self.kept[p] = NULL;
    }
  g_free (self.kept);
  return refrain_trace_builder_finish (builder, cancellable, error);
}

/* ---- All ---- */

/* Time 0 is where the first thread begins. */
static void
set_clock (Loading *self)
{
  gint64 wall = -1;

  self->origin = G_MAXINT64;
  for (guint i = 0; i < self->threads->len; i++)
    {
      const RefrainSpoolThread *thread = g_ptr_array_index (self->threads, i);
      const RefrainSpoolProcess *process = &self->processes[g_array_index (self->owners, guint, i)];

      self->origin
          = MIN (self->origin, refrain_spool_process_convert (process, thread->file->header.base));
    }
  for (guint p = 0; wall < 0 && p < self->n_processes; p++)
    {
      const RefrainSpoolProcess *process = &self->processes[p];

      if (process->n_clocks > 0 && process->wall > 0 && process->wall < G_MAXINT64 / 2)
        wall = process->wall
               - (refrain_spool_process_convert (process, process->clock[0]) - self->origin);
    }
  refrain_trace_builder_set_clock (self->builder, (guint64) MAX (self->origin, 0), MAX (wall, -1));
}

static void
set_source (Loading *self)
{
  g_autofree char *base = g_path_get_basename (self->path);
  g_autofree char *command = g_build_filename (self->path, REFRAIN_SPOOL_COMMAND_FILE, NULL);
  g_autofree char *text = NULL;
  char *dot = strrchr (base, '.');

  if (dot != NULL && dot != base)
    *dot = '\0';
  refrain_trace_builder_set_source (self->builder, base, self->path, "spool");
  if (g_file_get_contents (command, &text, NULL, NULL))
    {
      g_autofree char *valid = g_utf8_make_valid (text, -1);

      refrain_trace_builder_set_description (self->builder, g_strstrip (valid));
    }
}

/* The processes of the run that is read; 0 with @error where there can be none of it. */
static guint
count_processes (Loading *self, guint n_runs, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->path);
  RefrainClaims claims = { .name = name };
  guint64 size = 0, n_files = 0;

  for (guint w = 0; w < self->worlds->len; w++)
    {
      const RefrainSpoolWorld *world = &g_array_index (self->worlds, RefrainSpoolWorld, w);

      if (world->run != self->run)
        continue;
      size += world->size;
      n_files += world->n_files;
      claims.bytes += world->bytes;
    }
  if (n_runs == 0)
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_EMPTY,
                 _ ("%s: no recorded process called MPI_Init"), name);
  else if (self->run >= n_runs)
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT, _ ("%s: there is no such run"),
                 name);
  else if (refrain_claims_add (&claims, REFRAIN_CLAIM_PROCESSES, size, NULL, error)
           && refrain_claims_add (&claims, REFRAIN_CLAIM_THREADS, MAX (size, n_files), NULL, error))
    return (guint) size;
  return 0;
}

static RefrainTrace *
finish (Loading *self, GError **error)
{
  g_autoptr (RefrainTrace) whole
      = refrain_trace_builder_finish (self->builder, self->cancellable, error);

  if (whole == NULL || !g_atomic_int_get (&self->was_off))
    return g_steal_pointer (&whole);
  return spool_cut (whole, self->cancellable, error);
}

static void
add_files (Loading *self)
{
  for (guint i = 0; i < self->files->len; i++)
    {
      RefrainSpoolFile *file = g_ptr_array_index (self->files, i);
      const RefrainSpoolWorld *world = find_world (self, file);

      if (world != NULL)
        add_file (self, file, world);
    }
}

static gboolean
visit_threads (Loading *self, RefrainParallelFunc visit, GError **error)
{
  refrain_parallel_run (self->threads->len, visit, self, self->cancellable);
  return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
}

static void
find_definitions (gsize i, gpointer data)
{
  const Loading *self = data;
  const RefrainSpoolThread *thread = g_ptr_array_index (self->threads, i);

  refrain_spool_file_find_definitions (thread->file);
}

static RefrainTrace *
load (Loading *self, guint *n_runs, GError **error)
{
  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func (g_free);
  guint n;

  if (!open_files (self, faults, error))
    return NULL;
  self->worlds = refrain_spool_worlds_new (self->files, n_runs);
  n = count_processes (self, *n_runs, error);
  if (n == 0)
    return NULL;
  set_source (self);
  refrain_trace_builder_take_sent_sizes (self->builder);
  for (guint i = 0; i < faults->len; i++)
    refrain_trace_builder_add_defect (self->builder,
                                      refrain_defect_new (REFRAIN_DEFECT_UNREADABLE_FILE, -1, 1, 0,
                                                          g_ptr_array_index (faults, i)));
  make_processes (self, n);
  add_files (self);
  add_processes (self);
  if (!visit_threads (self, find_definitions, error))
    return NULL;
  self->definitions
      = refrain_spool_definitions_new (self->builder, self->processes, n, self->worlds, self->run);
  borrow_clocks (self);
  join_clocks (self);
  set_clock (self);
  tell_unfiled (self);
  return visit_threads (self, read_thread, error) ? finish (self, error) : NULL;
}

RefrainTrace *
refrain_spool_load_run (const char *path,
                        guint run,
                        guint *n_runs,
                        GCancellable *cancellable,
                        const RefrainProgress *progress,
                        GError **error)
{
  Loading self = {
    .path = (char *) path,
    .files = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_spool_file_free),
    .run = run,
    .builder = refrain_trace_builder_new (),
    .threads = g_ptr_array_new (),
    .owners = g_array_new (FALSE, FALSE, sizeof (guint)),
    .cancellable = cancellable,
  };
  RefrainTrace *trace;
  guint n = 0;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  refrain_progress_tell (progress, 0.0, _ ("Reading what was recorded"));
  trace = load (&self, &n, error);
  if (n_runs != NULL)
    *n_runs = n;
  g_clear_pointer (&self.definitions, refrain_spool_definitions_free);
  processes_free (&self);
  g_ptr_array_unref (self.threads);
  g_array_unref (self.owners);
  g_clear_pointer (&self.worlds, g_array_unref);
  g_ptr_array_unref (self.files);
  g_object_unref (self.builder);
  return trace;
}

RefrainTrace *
refrain_spool_load (const char *path,
                    GCancellable *cancellable,
                    const RefrainProgress *progress,
                    GError **error)
{
  return refrain_spool_load_run (path, 0, NULL, cancellable, progress, error);
}
