/* refrain-hdf5-writer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-hdf5-writer-private.h"
#include "refrain-hdf5.h"
#include "refrain-save.h"

#define BUFFER_SIZE (1024 * 1024)

/* ---- Datasets ---- */

hid_t
refrain_hdf5_create (RefrainHdf5Writer *self, const char *path, RefrainHdf5Type type, guint64 n)
{
  hsize_t size = n;
  hid_t space = H5Screate_simple (1, &size, NULL);
  hid_t properties = H5Pcreate (H5P_DATASET_CREATE);
  hid_t dataset;

  H5Pset_layout (properties, H5D_CONTIGUOUS);
  H5Pset_fill_time (properties, H5D_FILL_TIME_NEVER);
  H5Pset_obj_track_times (properties, FALSE);
  dataset = H5Dcreate2 (self->file, path, refrain_hdf5_type_in_file (type), space, H5P_DEFAULT,
                        properties, H5P_DEFAULT);
  self->failed |= dataset < 0;
  H5Pclose (properties);
  H5Sclose (space);
  return dataset;
}

static void
write_range (RefrainHdf5Writer *self,
             hid_t dataset,
             RefrainHdf5Type type,
             guint64 first,
             gconstpointer data,
             guint64 n)
{
  hsize_t start = first, count = n;
  hid_t memory, file;

  if (n == 0 || self->failed)
    return;
  memory = H5Screate_simple (1, &count, NULL);
  file = H5Dget_space (dataset);
  H5Sselect_hyperslab (file, H5S_SELECT_SET, &start, NULL, &count, NULL);
  self->failed
      |= H5Dwrite (dataset, refrain_hdf5_type_in_memory (type), memory, file, H5P_DEFAULT, data)
         < 0;
  H5Sclose (file);
  H5Sclose (memory);
}

void
refrain_hdf5_put (
    RefrainHdf5Writer *self, const char *path, RefrainHdf5Type type, gconstpointer data, guint64 n)
{
  hid_t dataset;

  if (self->failed)
    return;
  dataset = refrain_hdf5_create (self, path, type, n);
  write_range (self, dataset, type, 0, data, n);
  self->failed |= H5Dclose (dataset) < 0;
}

/* ---- Columns of all processes, one after another ---- */

static void
get_columns (RefrainProcess *process, RefrainProcessColumns *columns)
{
  columns->calls = *refrain_process_get_calls (process);
  columns->ops = *refrain_process_get_ops (process);
  columns->records = *refrain_process_get_records (process);
  columns->tape = *refrain_process_get_tape (process);
}

guint64
refrain_hdf5_count_rows (const RefrainProcessColumns *columns, RefrainHdf5Table table)
{
  switch (table)
    {
    case REFRAIN_HDF5_CALLS:
      return columns->calls.n;
    case REFRAIN_HDF5_OPS:
      return columns->ops.n;
    case REFRAIN_HDF5_RECORDS:
      return columns->records.n;
    default:
      return (columns->tape.n + 3) / 4;
    }
}

/* Small pieces are gathered, so that a process costs a copy and not a call of the library. */
static void
put_column (RefrainHdf5Writer *self, const RefrainHdf5Column *column)
{
  gsize size = refrain_hdf5_type_size (column->type);
  g_autofree guint8 *buffer = g_malloc (BUFFER_SIZE);
  guint64 rows = BUFFER_SIZE / size, written = 0, held = 0;
  hid_t dataset
      = refrain_hdf5_create (self, column->path, column->type, self->totals[column->table]);

  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace) && !self->failed; p++)
    {
      RefrainProcessColumns columns;
      const guint8 *data;
      guint64 n;

      get_columns (refrain_trace_get_process (self->trace, p), &columns);
      data = G_STRUCT_MEMBER (const guint8 *, &columns, column->field);
      n = refrain_hdf5_count_rows (&columns, column->table);
      while (n > 0 && !self->failed)
        {
          guint64 part = MIN (n, rows - held);

          if (g_cancellable_is_cancelled (self->cancellable))
            self->failed = TRUE;
          memcpy (buffer + held * size, data, part * size);
          held += part;
          data += part * size;
          n -= part;
          if (held == rows)
            {
              write_range (self, dataset, column->type, written, buffer, held);
              written += held;
              held = 0;
            }
        }
    }
  write_range (self, dataset, column->type, written, buffer, held);
  self->failed |= H5Dclose (dataset) < 0;
}

static void
put_columns (RefrainHdf5Writer *self)
{
  gsize n;
  const RefrainHdf5Column *columns = refrain_hdf5_get_columns (&n);

  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace); p++)
    {
      RefrainProcessColumns rows;

      get_columns (refrain_trace_get_process (self->trace, p), &rows);
      for (guint t = 0; t < REFRAIN_HDF5_N_TABLES; t++)
        self->totals[t] += refrain_hdf5_count_rows (&rows, t);
    }
  for (gsize i = 0; i < n && !self->failed; i++)
    {
      g_autofree char *sentence = g_strdup_printf (_ ("Writing %s"), columns[i].path);

      if (self->progress != NULL)
        self->progress ((i + 1.0) / (n + 1), sentence, self->progress_data);
      put_column (self, &columns[i]);
    }
}

static void
put_collectives (RefrainHdf5Writer *self)
{
  const RefrainCollectives *c = refrain_trace_get_collectives (self->trace);
  const guint64 none = 0;

  refrain_hdf5_put (self, "/collectives/first", REFRAIN_HDF5_U64, c->n > 0 ? c->first : &none,
                    c->n + 1);
  refrain_hdf5_put (self, "/collectives/communicator", REFRAIN_HDF5_U32, c->comm, c->n);
  refrain_hdf5_put (self, "/collectives/type", REFRAIN_HDF5_U8, c->type, c->n);
  refrain_hdf5_put (self, "/collectives/process", REFRAIN_HDF5_U32, c->process, c->n_members);
  refrain_hdf5_put (self, "/collectives/op", REFRAIN_HDF5_U32, c->op, c->n_members);
}

/* ---- The file ---- */

static void
make_groups (RefrainHdf5Writer *self)
{
  static const char *const groups[]
      = { "/calls",   "/ops",      "/records",       "/tape",    "/collectives", "/processes",
          "/threads", "/routines", "/communicators", "/defects", "/metamodel" };
  hid_t properties = H5Pcreate (H5P_GROUP_CREATE);

  H5Pset_obj_track_times (properties, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      hid_t group = H5Gcreate2 (self->file, groups[i], H5P_DEFAULT, properties, H5P_DEFAULT);

      self->failed |= group < 0;
      if (group >= 0)
        H5Gclose (group);
    }
  H5Pclose (properties);
}

/* No object carries the time of writing: the same trace gives the same bytes. */
static hid_t
create_file (const char *path)
{
  hid_t access = H5Pcreate (H5P_FILE_ACCESS);
  hid_t creation = H5Pcreate (H5P_FILE_CREATE);
  hid_t file;

  H5Pset_alignment (access, 1, 8);
  /* Since 1.8 metadata carry checksums: the library trusts what has none, and crashes on damage. */
  H5Pset_libver_bounds (access, H5F_LIBVER_V18, H5F_LIBVER_V18);
  H5Pset_fclose_degree (access, H5F_CLOSE_STRONG);
  H5Pset_obj_track_times (creation, FALSE); /* of the root group */
  file = H5Fcreate (path, H5F_ACC_TRUNC, creation, access);
  H5Pclose (creation);
  H5Pclose (access);
  return file;
}

static void
write_file (RefrainHdf5Writer *self, const char *path)
{
  self->file = create_file (path);
  if (self->file < 0)
    {
      self->failed = TRUE;
      return;
    }
  make_groups (self);
  refrain_hdf5_put_definitions (self);
  if (!self->failed)
    put_collectives (self);
  if (!self->failed)
    put_columns (self);
  self->failed |= H5Fclose (self->file) < 0;
}

gboolean
refrain_hdf5_save (RefrainTrace *trace,
                   const char *path,
                   GCancellable *cancellable,
                   RefrainProgressFunc progress,
                   gpointer progress_data,
                   GError **error)
{
  g_autofree char *temporary = NULL;
  g_autofree char *folder = NULL;
  const char *cause;
  RefrainHdf5Writer self = {
    .trace = trace, .cancellable = cancellable, .progress = progress, .progress_data = progress_data
  };

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  temporary = refrain_save_begin (path, NULL, error);
  if (temporary == NULL)
    return FALSE;
  refrain_hdf5_lock ();
  write_file (&self, temporary);
  refrain_hdf5_unlock ();
  if (!self.failed)
    return refrain_save_commit (temporary, path, error);
  folder = g_path_get_dirname (temporary);
  cause = refrain_save_find_cause (folder);
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    refrain_save_fail (path, cause != NULL ? cause : _ ("the HDF5 library failed"), error);
  g_unlink (temporary);
  return FALSE;
}
