/* refrain-hdf5-reader-definitions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "refrain-hdf5-reader-private.h"

gboolean
refrain_hdf5_reader_read_routines (RefrainHdf5Reader *self, GError **error)
{
  guint64 n;
  const guint64 *name, *file;
  const guint32 *line;

  name = refrain_hdf5_file_get (self->file, "/routines/name", REFRAIN_HDF5_U64, &n, error);
  if (name == NULL)
    return FALSE;
  REFRAIN_HDF5_GET (file, "/routines/file", REFRAIN_HDF5_U64, n);
  REFRAIN_HDF5_GET (line, "/routines/line", REFRAIN_HDF5_U32, n);
  for (guint64 i = 0; i < n; i++)
    {
      const char *name_text, *file_text;

      if (!refrain_hdf5_reader_get_text (self, name[i], &name_text) || name_text == NULL
          || !refrain_hdf5_reader_get_text (self, file[i], &file_text))
        return refrain_hdf5_reader_fail (self, "/routines",
                                         _ ("a name points outside of the texts"), error);
      if (refrain_trace_builder_add_routine (self->builder, name_text, file_text, line[i]) != i)
        return refrain_hdf5_reader_fail (self, "/routines/name", _ ("a routine stands there twice"),
                                         error);
    }
  return TRUE;
}

gboolean
refrain_hdf5_reader_read_communicators (RefrainHdf5Reader *self, GError **error)
{
  guint64 n, n_members, n_remotes;
  const guint64 *name, *id, *first_member, *first_remote;
  const gint64 *parent;
  const guint8 *self_like, *inter;
  const gint32 *members, *remotes;

  name = refrain_hdf5_file_get (self->file, "/communicators/name", REFRAIN_HDF5_U64, &n, error);
  if (name == NULL)
    return FALSE;
  REFRAIN_HDF5_GET (id, "/communicators/id", REFRAIN_HDF5_U64, n);
  REFRAIN_HDF5_GET (parent, "/communicators/parent_id", REFRAIN_HDF5_I64, n);
  REFRAIN_HDF5_GET (self_like, "/communicators/self", REFRAIN_HDF5_U8, n);
  REFRAIN_HDF5_GET (inter, "/communicators/inter", REFRAIN_HDF5_U8, n);
  REFRAIN_HDF5_GET (first_member, "/communicators/first_member", REFRAIN_HDF5_U64, n + 1);
  REFRAIN_HDF5_GET (first_remote, "/communicators/first_remote", REFRAIN_HDF5_U64, n + 1);
  members = refrain_hdf5_file_get (self->file, "/communicators/member", REFRAIN_HDF5_I32,
                                   &n_members, error);
  if (members == NULL)
    return FALSE;
  remotes = refrain_hdf5_file_get (self->file, "/communicators/remote", REFRAIN_HDF5_I32,
                                   &n_remotes, error);
  if (remotes == NULL)
    return FALSE;
  if (!refrain_hdf5_reader_are_ranges (first_member, n, n_members)
      || !refrain_hdf5_reader_are_ranges (first_remote, n, n_remotes)
      || !refrain_hdf5_reader_are_processes (self, members, n_members)
      || !refrain_hdf5_reader_are_processes (self, remotes, n_remotes))
    return refrain_hdf5_reader_fail (self, "/communicators",
                                     _ ("the members contradict each other"), error);
  for (guint64 i = 0; i < n; i++)
    {
      const char *text;

      if (!refrain_hdf5_reader_get_text (self, name[i], &text))
        return refrain_hdf5_reader_fail (self, "/communicators/name",
                                         _ ("a name points outside of the texts"), error);
      refrain_trace_builder_add_communicator (
          self->builder,
          refrain_communicator_new (text, id[i], parent[i], members + first_member[i],
                                    first_member[i + 1] - first_member[i],
                                    inter[i] ? remotes + first_remote[i] : NULL,
                                    first_remote[i + 1] - first_remote[i], self_like[i] != 0));
    }
  return TRUE;
}

gboolean
refrain_hdf5_reader_read_defects (RefrainHdf5Reader *self, GError **error)
{
  guint64 n;
  const guint64 *kind, *count, *detail;
  const gint32 *process;
  const gint64 *time;

  kind = refrain_hdf5_file_get (self->file, "/defects/kind", REFRAIN_HDF5_U64, &n, error);
  if (kind == NULL)
    return FALSE;
  REFRAIN_HDF5_GET (process, "/defects/process", REFRAIN_HDF5_I32, n);
  REFRAIN_HDF5_GET (count, "/defects/count", REFRAIN_HDF5_U64, n);
  REFRAIN_HDF5_GET (time, "/defects/time", REFRAIN_HDF5_I64, n);
  REFRAIN_HDF5_GET (detail, "/defects/detail", REFRAIN_HDF5_U64, n);
  if (!refrain_hdf5_reader_are_processes (self, process, n))
    return refrain_hdf5_reader_fail (self, "/defects/process",
                                     _ ("it names a process that is not there"), error);
  for (guint64 i = 0; i < n; i++)
    {
      const char *name, *text;
      RefrainDefectKind value;

      if (!refrain_hdf5_reader_get_text (self, kind[i], &name)
          || !refrain_hdf5_reader_get_text (self, detail[i], &text) || name == NULL
          || !refrain_defect_kind_from_name (name, &value))
        return refrain_hdf5_reader_fail (self, "/defects",
                                         _ ("it names a defect that is not known"), error);
      refrain_trace_builder_add_defect (
          self->builder, refrain_defect_new (value, process[i], count[i], time[i], text));
    }
  return TRUE;
}
