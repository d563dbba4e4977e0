/* refrain-hdf5-writer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * After the definitions come the columns of events, those of all processes as one dataset.
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "refrain-checksum.h"
#include "refrain-hdf5-blocks.h"
#include "refrain-hdf5-definitions.h"
#include "refrain-hdf5-output.h"
#include "refrain-hdf5-part.h"
#include "refrain-save.h"
#include "refrain-summary-kept.h"

#define BUFFER_SIZE REFRAIN_CHECKSUM_CHUNK
/* Traces of fewer events are summarised when they are opened. */
#define LEAST_SUMMARISED (1000 * 1000)

typedef struct
{
  RefrainTrace *trace;
  RefrainHdf5Output output;
  GCancellable *cancellable;
  const RefrainProgress *progress;
  guint64 totals[REFRAIN_N_TABLES];
  const RefrainCompactMade *compact; /* NULL: plain columns, or in blocks */
} Writer;

/* ---- Columns of all processes, one after another ---- */

/* A dataset that is written piece by piece: small ones are gathered, so that a piece costs a copy
 * and not a call of the library. */
typedef struct
{
  Writer *writer;
  const char *path;
  RefrainColumnType type;
  hid_t dataset;
  guint8 *buffer;
  guint64 room, written, held; /* elements */
} Stream;

/* Of what is to be in blocks the buffer has all. */
static void
begin_stream (Stream *self, Writer *writer, const char *path, RefrainColumnType type, guint64 n)
{
  const gsize size = refrain_column_type_get_size (type);
  const gboolean whole = writer->output.blocks;

  *self = (Stream){
    .writer = writer, .path = path, .type = type, .room = whole ? n + 1 : BUFFER_SIZE / size
  };
  self->buffer = g_malloc_n (self->room, size);
  if (whole)
    return;
  self->dataset = refrain_hdf5_output_create (&writer->output, path, type, n);
  if (writer->output.sums != NULL)
    refrain_hdf5_sums_begin (writer->output.sums, path);
}

static void
flush_stream (Stream *self)
{
  RefrainHdf5Output *output = &self->writer->output;

  if (output->sums != NULL)
    refrain_hdf5_sums_add (output->sums, self->buffer,
                           self->held * refrain_column_type_get_size (self->type));
  refrain_hdf5_output_write (output, self->dataset, self->type, self->written, self->buffer,
                             self->held);
  self->written += self->held;
  self->held = 0;
}

/* A RefrainKeptFunc. */
static void
add_to_stream (gconstpointer elements, guint64 n, gpointer data)
{
  Stream *self = data;
  const gsize size = refrain_column_type_get_size (self->type);
  const guint8 *at = elements;

  while (n > 0 && !self->writer->output.failed)
    {
      const guint64 part = MIN (n, self->room - self->held);

      if (g_cancellable_is_cancelled (self->writer->cancellable))
        self->writer->output.failed = TRUE;
      memcpy (self->buffer + self->held * size, at, part * size);
      self->held += part;
      at += part * size;
      n -= part;
      if (self->held == self->room)
        flush_stream (self);
    }
}

static void
end_stream (Stream *self)
{
  if (self->writer->output.blocks)
    refrain_hdf5_output_put (&self->writer->output, self->path, self->type, self->buffer,
                             self->held);
  else
    {
      flush_stream (self);
      refrain_hdf5_output_finish (&self->writer->output, self->dataset);
    }
  g_free (self->buffer);
}

static void
put_column (Writer *self, const RefrainColumn *column)
{
  Stream stream;

  begin_stream (&stream, self, column->name, column->type, self->totals[column->table]);
  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace) && !self->output.failed; p++)
    {
      RefrainProcessColumns columns;

      refrain_hdf5_get_columns (refrain_trace_get_process (self->trace, p), &columns);
      add_to_stream (G_STRUCT_MEMBER (gconstpointer, &columns, column->field),
                     refrain_columns_count_rows (&columns, column->table), &stream);
    }
  end_stream (&stream);
}

static void
count_elements (gconstpointer elements, guint64 n, gpointer data)
{
  *(guint64 *) data += n;
}

/* What a picture of a large trace needs: of a small one it is found in no time. */
static void
put_summary (Writer *self)
{
  g_autoptr (RefrainSummaryKept) kept = NULL;

  if ((self->output.sums == NULL && !self->output.blocks) || !refrain_summary_kept_can_be ()
      || refrain_trace_get_counts (self->trace)->events < LEAST_SUMMARISED)
    return;
  refrain_progress_tell (self->progress, 1, _ ("Writing the summary"));
  kept = refrain_summary_kept_new (self->trace, self->cancellable, NULL);
  if (kept == NULL)
    {
      self->output.failed = TRUE; /* cancelled */
      return;
    }
  refrain_hdf5_output_make_group (&self->output, "/summary");
  for (RefrainKeptArray i = 0; i < REFRAIN_N_KEPT_ARRAYS && !self->output.failed; i++)
    {
      guint64 n = 0;
      Stream stream;

      refrain_summary_kept_visit (kept, i, count_elements, &n);
      begin_stream (&stream, self, refrain_kept_array_get_path (i), refrain_kept_array_get_type (i),
                    n);
      refrain_summary_kept_visit (kept, i, add_to_stream, &stream);
      end_stream (&stream);
    }
}

static void
count_rows (Writer *self)
{
  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace); p++)
    {
      RefrainProcessColumns rows;

      refrain_hdf5_get_columns (refrain_trace_get_process (self->trace, p), &rows);
      for (guint t = 0; t < REFRAIN_N_TABLES; t++)
        self->totals[t] += refrain_columns_count_rows (&rows, t);
    }
}

/* What the source defines beyond all that has a place of its own. */
static void
put_extension (Writer *self)
{
  RefrainExtension *extension = refrain_trace_get_extension (self->trace);
  gconstpointer definitions;
  const char *text;
  gsize n;

  if (extension == NULL)
    return;
  refrain_hdf5_output_make_group (&self->output, "/extension");
  text = refrain_extension_get_source (extension);
  refrain_hdf5_output_put (&self->output, "/extension/source", REFRAIN_COLUMN_U8, text,
                           strlen (text));
  text = refrain_extension_get_schema (extension);
  refrain_hdf5_output_put (&self->output, "/extension/schema", REFRAIN_COLUMN_U8, text,
                           strlen (text));
  definitions = g_bytes_get_data (refrain_extension_get_definitions (extension), &n);
  refrain_hdf5_output_put (&self->output, "/extension/definitions", REFRAIN_COLUMN_U8, definitions,
                           n);
}

/* The same as one array, to be packed. */
static void
put_whole_column (Writer *self, const RefrainColumn *column)
{
  const gsize size = refrain_column_type_get_size (column->type);
  const guint64 n = self->totals[column->table];
  g_autofree guint8 *whole = g_malloc_n (n + 1, size);
  guint64 at = 0;

  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace); p++)
    {
      RefrainProcessColumns columns;
      guint64 rows;

      refrain_hdf5_get_columns (refrain_trace_get_process (self->trace, p), &columns);
      rows = refrain_columns_count_rows (&columns, column->table);
      if (rows > 0)
        memcpy (whole + at * size, G_STRUCT_MEMBER (const guint8 *, &columns, column->field),
                rows * size);
      at += rows;
    }
  refrain_hdf5_output_put (&self->output, column->name, column->type, whole, n);
}

/* The arrays of the compact form. */
static void
put_form (Writer *self)
{
  gsize n;
  const RefrainCompactMember *members = refrain_compact_form_list (&n);
  const RefrainCompactForm *form = &self->compact->form;

  for (gsize i = 0; i < n && !self->output.failed; i++)
    if (self->compact->packed->pdata[i] != NULL)
      refrain_hdf5_output_put_packed (&self->output, members[i].path,
                                      self->compact->packed->pdata[i]);
    else
      refrain_hdf5_output_put (&self->output, members[i].path, members[i].type,
                               G_STRUCT_MEMBER (gconstpointer, form, members[i].field),
                               form->n[members[i].length]);
}

/* Each column in blocks. */
typedef struct
{
  RefrainBlockRows rows;
  RefrainProcessColumns *columns;
  guint64 *first[REFRAIN_N_TABLES];
} BlockRows;

static void
block_rows_init (BlockRows *self, RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_processes (trace);

  *self = (BlockRows){ .columns = g_new0 (RefrainProcessColumns, n + 1) };
  for (guint t = 0; t < REFRAIN_N_TABLES; t++)
    self->rows.first[t] = self->first[t] = g_new0 (guint64, n + 1);
  for (guint p = 0; p < n; p++)
    {
      refrain_hdf5_get_columns (refrain_trace_get_process (trace, p), &self->columns[p]);
      for (guint t = 0; t < REFRAIN_N_TABLES; t++)
        self->first[t][p + 1]
            = self->first[t][p] + refrain_columns_count_rows (&self->columns[p], t);
    }
  self->rows.n_processes = n;
  self->rows.columns = self->columns;
}

static void
block_rows_clear (BlockRows *self)
{
  g_free (self->columns);
  for (guint t = 0; t < REFRAIN_N_TABLES; t++)
    g_free (self->first[t]);
}

static void
put_blocks (Writer *self, const RefrainBlockRows *rows, const RefrainColumn *column)
{
  g_autoptr (GPtrArray) pieces = refrain_hdf5_blocks_pack_column (rows, column, self->cancellable);

  if (pieces != NULL)
    refrain_hdf5_output_put_blocks (&self->output, column->name, pieces);
  else
    self->output.failed = TRUE;
}

static void
put_columns (Writer *self)
{
  gsize n;
  const RefrainColumn *columns = refrain_columns_list (&n);
  BlockRows rows;

  block_rows_init (&rows, self->trace);
  for (gsize i = 0; i < n && !self->output.failed; i++)
    {
      if (columns[i].table == REFRAIN_TABLE_DETAILS && self->totals[REFRAIN_TABLE_DETAILS] == 0)
        continue;
      g_autofree char *sentence = g_strdup_printf (_ ("Writing %s"), columns[i].name);

      refrain_progress_tell (self->progress, (i + 1.0) / (n + 1), sentence);
      if (self->output.blocks && self->totals[columns[i].table] > 0)
        put_blocks (self, &rows.rows, &columns[i]);
      else if (self->compact == NULL)
        put_column (self, &columns[i]);
      else if (!self->compact->derived[i])
        put_whole_column (self, &columns[i]);
    }
  block_rows_clear (&rows);
}

static void
put_collectives (Writer *self)
{
  const RefrainCollectives *c = refrain_trace_get_collectives (self->trace);
  const guint64 none = 0;

  refrain_hdf5_output_put (&self->output, "/collectives/first", REFRAIN_COLUMN_U64,
                           c->n > 0 ? c->first : &none, c->n + 1);
  refrain_hdf5_output_put (&self->output, "/collectives/communicator", REFRAIN_COLUMN_U32, c->comm,
                           c->n);
  refrain_hdf5_output_put (&self->output, "/collectives/type", REFRAIN_COLUMN_U8, c->type, c->n);
  refrain_hdf5_output_put (&self->output, "/collectives/process", REFRAIN_COLUMN_U32, c->process,
                           c->n_members);
  refrain_hdf5_output_put (&self->output, "/collectives/op", REFRAIN_COLUMN_U32, c->op,
                           c->n_members);
}

/* ---- The file ---- */

static void
make_groups (Writer *self)
{
  static const char *const groups[]
      = { "/calls",   "/ops",      "/records",       "/tape",    "/collectives", "/processes",
          "/threads", "/routines", "/communicators", "/defects", "/metamodel" };

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    refrain_hdf5_output_make_group (&self->output, groups[i]);
  if (self->totals[REFRAIN_TABLE_DETAILS] > 0)
    refrain_hdf5_output_make_group (&self->output, "/details");
  if (self->compact != NULL)
    refrain_hdf5_output_make_group (&self->output, "/compact");
}

static void
write_trace (Writer *self, RefrainTrace *trace)
{
  g_autoptr (RefrainHdf5Sums) sums
      = !self->output.packed && G_BYTE_ORDER == G_LITTLE_ENDIAN ? refrain_hdf5_sums_new () : NULL;

  self->trace = trace;
  self->output.sums = sums;
  memset (self->totals, 0, sizeof self->totals);
  count_rows (self);
  make_groups (self);
  refrain_hdf5_put_definitions (&self->output, trace, self->totals, self->compact);
  put_extension (self);
  if (!self->output.failed && (self->compact == NULL || !self->compact->has_collectives))
    put_collectives (self);
  if (!self->output.failed)
    put_columns (self);
  if (!self->output.failed && self->compact != NULL)
    put_form (self);
  if (!self->output.failed)
    put_summary (self);
  self->output.sums = NULL;
  if (!self->output.failed && sums != NULL)
    refrain_hdf5_output_put_sums (&self->output, sums);
}

/* The first trace is at the root, where those look who know of no others. */
static void
write_file (Writer *self, RefrainTrace *const *traces, guint n, const char *path)
{
  refrain_hdf5_output_open (&self->output, path);
  if (self->output.failed)
    return;
  if (n > 1)
    {
      refrain_hdf5_output_put_unsigned (&self->output, "traces", n);
      refrain_hdf5_output_make_group (&self->output, "/traces");
    }
  write_trace (self, traces[0]);
  for (guint i = 1; i < n && !self->output.failed; i++)
    {
      g_autofree char *group = g_strdup_printf ("/traces/%u", i + 1);

      refrain_hdf5_output_make_group (&self->output, group);
      self->output.at = H5Gopen2 (self->output.file, group, H5P_DEFAULT);
      self->output.failed |= self->output.at < 0;
      if (!self->output.failed)
        write_trace (self, traces[i]);
      if (self->output.at >= 0)
        H5Gclose (self->output.at);
      self->output.at = self->output.file;
    }
  refrain_hdf5_output_close (&self->output);
}

gboolean
refrain_hdf5_write (RefrainTrace *const *traces,
                    guint n,
                    const char *path,
                    const RefrainCompactMade *compact,
                    guint64 *block_bytes,
                    GCancellable *cancellable,
                    const RefrainProgress *progress,
                    GError **error)
{
  Writer self = { .output.packed = compact != NULL || block_bytes != NULL,
                  .output.blocks = block_bytes != NULL,
                  .cancellable = cancellable,
                  .progress = progress,
                  .compact = compact };
  g_autofree char *temporary = refrain_save_begin (path, NULL, error);
  g_autofree char *folder = NULL;
  const char *cause;

  if (temporary == NULL)
    return FALSE;
  refrain_hdf5_lock ();
  write_file (&self, traces, n, temporary);
  refrain_hdf5_unlock ();
  if (block_bytes != NULL)
    *block_bytes = self.output.block_bytes;
  if (!self.output.failed)
    return refrain_save_commit (temporary, path, error);
  folder = g_path_get_dirname (temporary);
  cause = refrain_save_find_cause (folder);
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    refrain_save_fail (path, cause != NULL ? cause : _ ("the HDF5 library failed"), error);
  g_unlink (temporary);
  return FALSE;
}
