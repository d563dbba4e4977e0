/* refrain-hdf5-reader-processes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "refrain-hdf5-reader-private.h"

#define MAX_DEFINITIONS ((guint64) G_MAXINT32)

typedef struct
{
  const guint64 *first[REFRAIN_HDF5_N_TABLES];
  const guint64 *tape_events, *first_thread;
  const guint64 *thread[11];
  gsize n_columns;
  const RefrainHdf5Column *columns;
  const guint8 **data; /* by column */
} Tables;

enum
{
  THREAD_NAME,
  THREAD_ID,
  THREAD_EVENTS,
  THREAD_FIRST_CALL,
  THREAD_N_CALLS,
  THREAD_FIRST_OP,
  THREAD_N_OPS,
  THREAD_FIRST_RECORD,
  THREAD_N_RECORDS,
  THREAD_FIRST_TAPE,
  THREAD_N_TAPE,
};

static const char *const thread_paths[]
    = { "/threads/name",      "/threads/id",         "/threads/events", "/threads/first_call",
        "/threads/n_calls",   "/threads/first_op",   "/threads/n_ops",  "/threads/first_record",
        "/threads/n_records", "/threads/first_tape", "/threads/n_tape" };

/* The columns of each table must be of one length, cut into processes by its first rows. */
static gboolean
open_columns (RefrainHdf5Reader *self, Tables *tables, GError **error)
{
  static const char *const firsts[REFRAIN_HDF5_N_TABLES]
      = { "/processes/first_call", "/processes/first_op", "/processes/first_record",
          "/processes/first_tape_byte" };
  guint64 totals[REFRAIN_HDF5_N_TABLES];

  for (guint t = 0; t < REFRAIN_HDF5_N_TABLES; t++)
    {
      REFRAIN_HDF5_GET (tables->first[t], firsts[t], REFRAIN_HDF5_U64, self->n_processes + 1);
      totals[t] = tables->first[t][self->n_processes];
      if (!refrain_hdf5_reader_are_ranges (tables->first[t], self->n_processes, totals[t]))
        return refrain_hdf5_reader_fail (
            self, firsts[t], _ ("the ranges of the processes contradict each other"), error);
    }
  for (guint64 i = 0; i < self->n_processes; i++)
    {
      const guint64 *first = &tables->first[REFRAIN_HDF5_TAPE][i];
      guint64 events = tables->tape_events[i];

      if (events / 4 + (events % 4 != 0) != first[1] - first[0])
        return refrain_hdf5_reader_fail (self, "/processes/tape_events",
                                         _ ("it contradicts the length of the tape"), error);
    }
  for (gsize i = 0; i < tables->n_columns; i++)
    REFRAIN_HDF5_GET (tables->data[i], tables->columns[i].path, tables->columns[i].type,
                      totals[tables->columns[i].table]);
  return TRUE;
}

static gboolean
open_threads (RefrainHdf5Reader *self, Tables *tables, GError **error)
{
  guint64 n;

  REFRAIN_HDF5_GET (tables->first_thread, "/processes/first_thread", REFRAIN_HDF5_U64,
                    self->n_processes + 1);
  REFRAIN_HDF5_GET (tables->tape_events, "/processes/tape_events", REFRAIN_HDF5_U64,
                    self->n_processes);
  n = tables->first_thread[self->n_processes];
  if (!refrain_hdf5_reader_are_ranges (tables->first_thread, self->n_processes, n))
    return refrain_hdf5_reader_fail (self, "/processes/first_thread",
                                     _ ("the ranges contradict each other"), error);
  for (guint i = 0; i < G_N_ELEMENTS (thread_paths); i++)
    REFRAIN_HDF5_GET (tables->thread[i], thread_paths[i], REFRAIN_HDF5_U64, n);
  return TRUE;
}

static GArray *
make_threads (RefrainHdf5Reader *self, const Tables *tables, guint64 process)
{
  GArray *threads = g_array_new (FALSE, FALSE, sizeof (RefrainThread));

  for (guint64 i = tables->first_thread[process]; i < tables->first_thread[process + 1]; i++)
    {
      const char *name = NULL;
      RefrainThread thread;

      refrain_hdf5_reader_get_text (self, tables->thread[THREAD_NAME][i], &name);
      thread = (RefrainThread){ .name = g_intern_string (name),
                                .id = tables->thread[THREAD_ID][i],
                                .events = tables->thread[THREAD_EVENTS][i],
                                .first_call = tables->thread[THREAD_FIRST_CALL][i],
                                .n_calls = tables->thread[THREAD_N_CALLS][i],
                                .first_op = tables->thread[THREAD_FIRST_OP][i],
                                .n_ops = tables->thread[THREAD_N_OPS][i],
                                .first_record = tables->thread[THREAD_FIRST_RECORD][i],
                                .n_records = tables->thread[THREAD_N_RECORDS][i],
                                .first_tape = tables->thread[THREAD_FIRST_TAPE][i],
                                .n_tape = tables->thread[THREAD_N_TAPE][i] };
      g_array_append_val (threads, thread);
    }
  return threads;
}

static void
adopt_process (RefrainHdf5Reader *self, const Tables *tables, guint64 process)
{
  RefrainProcessColumns rows = { 0 };
  guint64 n[REFRAIN_HDF5_N_TABLES];

  for (guint t = 0; t < REFRAIN_HDF5_N_TABLES; t++)
    n[t] = tables->first[t][process + 1] - tables->first[t][process];
  rows.calls.n = n[REFRAIN_HDF5_CALLS];
  rows.ops.n = n[REFRAIN_HDF5_OPS];
  rows.records.n = n[REFRAIN_HDF5_RECORDS];
  rows.tape.n = tables->tape_events[process];
  for (gsize i = 0; i < tables->n_columns; i++)
    {
      const RefrainHdf5Column *column = &tables->columns[i];

      G_STRUCT_MEMBER (const guint8 *, &rows, column->field)
          = tables->data[i]
            + tables->first[column->table][process] * refrain_hdf5_type_size (column->type);
    }
  rows.threads = make_threads (self, tables, process);
  refrain_trace_builder_adopt_columns (self->builder, process, &rows, self->owner);
}

gboolean
refrain_hdf5_reader_read_processes (RefrainHdf5Reader *self, GError **error)
{
  Tables tables = { .n_columns = 0 };
  g_autofree const guint8 **data = NULL;
  const guint64 *name, *host;

  tables.columns = refrain_hdf5_get_columns (&tables.n_columns);
  tables.data = data = g_new0 (const guint8 *, tables.n_columns);
  name = refrain_hdf5_file_get (self->file, "/processes/name", REFRAIN_HDF5_U64, &self->n_processes,
                                error);
  if (name == NULL)
    return FALSE;
  if (self->n_processes > MAX_DEFINITIONS)
    return refrain_hdf5_reader_fail (self, "/processes/name", _ ("there are too many processes"),
                                     error);
  REFRAIN_HDF5_GET (host, "/processes/host", REFRAIN_HDF5_U64, self->n_processes);
  if (!open_threads (self, &tables, error) || !open_columns (self, &tables, error))
    return FALSE;
  self->owner = refrain_hdf5_file_get_owner (self->file);
  for (guint64 i = 0; i < self->n_processes; i++)
    {
      const char *name_text, *host_text;

      if (!refrain_hdf5_reader_get_text (self, name[i], &name_text)
          || !refrain_hdf5_reader_get_text (self, host[i], &host_text))
        return refrain_hdf5_reader_fail (self, "/processes",
                                         _ ("a name points outside of the texts"), error);
      refrain_trace_builder_add_process (self->builder, name_text, host_text);
      adopt_process (self, &tables, i);
    }
  return TRUE;
}
