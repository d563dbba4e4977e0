/* refrain-hdf5-reader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Opening costs O(processes + definitions): the events stay where they are, in the mapped file.
 */
#include "config.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-hdf5-reader-private.h"
#include "refrain-hdf5.h"

gboolean
refrain_hdf5_reader_get_text (RefrainHdf5Reader *self, guint64 offset, const char **text)
{
  *text = NULL;
  if (offset == REFRAIN_HDF5_NO_TEXT)
    return TRUE;
  if (offset >= self->n_text)
    return FALSE;
  *text = self->text + offset;
  if (g_utf8_validate (*text, -1, NULL))
    return TRUE;
  if (g_hash_table_lookup (self->repaired, *text) == NULL)
    g_hash_table_insert (self->repaired, (gpointer) *text, g_utf8_make_valid (*text, -1));
  *text = g_hash_table_lookup (self->repaired, *text);
  return TRUE;
}

gboolean
refrain_hdf5_reader_fail (RefrainHdf5Reader *self,
                          const char *place,
                          const char *cause,
                          GError **error)
{
  return refrain_hdf5_file_fail (self->file, place, cause, error);
}

gboolean
refrain_hdf5_reader_are_ranges (const guint64 *first, guint64 n, guint64 total)
{
  if (first[0] != 0 || first[n] != total)
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    if (first[i] > first[i + 1])
      return FALSE;
  return TRUE;
}

gboolean
refrain_hdf5_reader_are_processes (RefrainHdf5Reader *self, const gint32 *members, guint64 n)
{
  for (guint64 i = 0; i < n; i++)
    if (members[i] < -1 || (members[i] >= 0 && (guint64) members[i] >= self->n_processes))
      return FALSE;
  return TRUE;
}

/* ---- Attributes and text ---- */

static gboolean
read_header (RefrainHdf5Reader *self, const char *path, GError **error)
{
  guint64 version, name, description, origin;
  gint64 wall_clock;
  const char *text;
  g_autofree char *cause = NULL;

  if (!refrain_hdf5_file_has_text (self->file, "format", "MTF"))
    return refrain_hdf5_reader_fail (self, _ ("attribute format"),
                                     _ ("this HDF5 file does not hold an MTF trace"), error);
  if (!refrain_hdf5_file_get_unsigned (self->file, "version", &version, error))
    return FALSE;
  if (version != REFRAIN_HDF5_VERSION)
    {
      g_set_error (
          error, REFRAIN_ERROR, REFRAIN_ERROR_UNSUPPORTED,
          _ ("%s: attribute version: version %" PRIu64 " of the format is not known, only 1"),
          self->file->display, version);
      return FALSE;
    }
  self->text = refrain_hdf5_file_get (self->file, "/text", REFRAIN_HDF5_U8, &self->n_text, error);
  if (self->text == NULL)
    return FALSE;
  if (self->n_text > 0 && self->text[self->n_text - 1] != '\0')
    return refrain_hdf5_reader_fail (self, "/text", _ ("it must end with a zero byte"), error);
  if (!refrain_hdf5_file_get_unsigned (self->file, "name", &name, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "description", &description, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "clock_origin", &origin, error)
      || !refrain_hdf5_file_get_signed (self->file, "wall_clock", &wall_clock, error))
    return FALSE;
  if (!refrain_hdf5_reader_get_text (self, name, &text))
    return refrain_hdf5_reader_fail (self, _ ("attribute name"),
                                     _ ("it points outside of the texts"), error);
  refrain_trace_builder_set_source (self->builder, text != NULL ? text : self->file->display, path,
                                    "HDF5");
  if (!refrain_hdf5_reader_get_text (self, description, &text))
    return refrain_hdf5_reader_fail (self, _ ("attribute description"),
                                     _ ("it points outside of the texts"), error);
  refrain_trace_builder_set_description (self->builder, text);
  refrain_trace_builder_set_clock (self->builder, origin, wall_clock);
  return TRUE;
}

/* ---- Collectives and counts ---- */

static gboolean
read_collectives (RefrainHdf5Reader *self, GError **error)
{
  RefrainCollectives c = { 0 };
  RefrainCounts counts = { 0 };
  guint64 n, n_members, depth;

  c.comm = refrain_hdf5_file_get (self->file, "/collectives/communicator", REFRAIN_HDF5_U32, &n,
                                  error);
  if (c.comm == NULL)
    return FALSE;
  c.process = refrain_hdf5_file_get (self->file, "/collectives/process", REFRAIN_HDF5_U32,
                                     &n_members, error);
  if (c.process == NULL)
    return FALSE;
  REFRAIN_HDF5_GET (c.op, "/collectives/op", REFRAIN_HDF5_U32, n_members);
  REFRAIN_HDF5_GET (c.type, "/collectives/type", REFRAIN_HDF5_U8, n);
  REFRAIN_HDF5_GET (c.first, "/collectives/first", REFRAIN_HDF5_U64, n + 1);
  c.n = n;
  c.n_members = n_members;
  if (!refrain_hdf5_file_get_unsigned (self->file, "events", &counts.events, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "calls", &counts.calls, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "mpi_calls", &counts.mpi_calls, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "sends", &counts.sends, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "receives", &counts.receives, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "messages", &counts.messages, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "unmatched", &counts.unmatched, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "collectives", &counts.collectives, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "collective_instances",
                                          &counts.collective_instances, error)
      || !refrain_hdf5_file_get_unsigned (self->file, "depth", &depth, error)
      || !refrain_hdf5_file_get_signed (self->file, "start", &counts.start, error)
      || !refrain_hdf5_file_get_signed (self->file, "end", &counts.end, error))
    return FALSE;
  counts.depth = MIN (depth, G_MAXUINT);
  counts.start = CLAMP (counts.start, -REFRAIN_TIME_LIMIT, REFRAIN_TIME_LIMIT);
  counts.end = CLAMP (counts.end, counts.start, REFRAIN_TIME_LIMIT);
  refrain_trace_builder_adopt_collectives (self->builder, &c, &counts);
  return TRUE;
}

static void
set_routine_totals (RefrainHdf5Reader *self, RefrainTrace *trace)
{
  guint n = refrain_trace_get_n_routines (trace);
  const guint64 *calls
      = refrain_hdf5_file_get_n (self->file, "/routines/calls", REFRAIN_HDF5_U64, n, NULL);
  const gint64 *time
      = refrain_hdf5_file_get_n (self->file, "/routines/time", REFRAIN_HDF5_I64, n, NULL);

  for (guint i = 0; calls != NULL && time != NULL && i < n; i++)
    refrain_routine_set_totals (refrain_trace_get_routine (trace, i), calls[i], time[i]);
}

static RefrainTrace *
read_trace (RefrainHdf5Reader *self, const char *path, GCancellable *cancellable, GError **error)
{
  RefrainTrace *trace;

  if (!read_header (self, path, error) || !refrain_hdf5_reader_read_routines (self, error)
      || !refrain_hdf5_reader_read_processes (self, error)
      || !refrain_hdf5_reader_read_communicators (self, error)
      || !refrain_hdf5_reader_read_defects (self, error) || !read_collectives (self, error))
    return NULL;
  trace = refrain_trace_builder_finish (self->builder, cancellable, error);
  if (trace != NULL)
    set_routine_totals (self, trace);
  return trace;
}

RefrainTrace *
refrain_hdf5_load (const char *path,
                   GCancellable *cancellable,
                   RefrainProgressFunc progress,
                   gpointer progress_data,
                   GError **error)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (GHashTable) repaired = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  RefrainHdf5Reader self = { .builder = builder, .repaired = repaired };
  RefrainTrace *trace = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  if (progress != NULL)
    progress (0, _ ("Mapping the file"), progress_data);
  refrain_hdf5_lock ();
  self.file = refrain_hdf5_file_open (path, error);
  if (self.file != NULL)
    {
      trace = read_trace (&self, path, cancellable, error);
      refrain_hdf5_file_free (self.file);
    }
  refrain_hdf5_unlock ();
  g_clear_pointer (&self.owner, g_bytes_unref);
  return trace;
}

gboolean
refrain_hdf5_sniff (const guint8 *bytes, gsize n)
{
  static const guint8 signature[] = { 0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n' };

  return n >= sizeof signature && memcmp (bytes, signature, sizeof signature) == 0;
}
