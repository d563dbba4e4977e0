/* refrain-otf2-writer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-otf2-writer.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <otf2/OTF2_Pthread_Locks.h>

#include "refrain-error.h"
#include "refrain-otf2-error.h"
#include "refrain-otf2-writer-private.h"
#include "refrain-otf2.h"
#include "refrain-parallel.h"
#include "refrain-save.h"

#define EVENT_CHUNK      (1024 * 1024)
#define DEFINITION_CHUNK (4 * 1024 * 1024)

typedef struct
{
  RefrainOtf2Numbering *numbering;
  OTF2_Archive *archive;
  GCancellable *cancellable;
  RefrainProgressFunc progress;
  gpointer progress_data;
  int code; /* atomic: the first OTF2_ErrorCode */
  int done; /* atomic: locations written */
} Writer;

static OTF2_FlushType
flush (void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool final)
{
  return OTF2_FLUSH;
}

static void
note (Writer *self, OTF2_ErrorCode code)
{
  if (code != OTF2_SUCCESS)
    g_atomic_int_compare_and_exchange (&self->code, OTF2_SUCCESS, code);
}

static gboolean
failed (Writer *self)
{
  return g_atomic_int_get (&self->code) != OTF2_SUCCESS;
}

static void
write_location (gsize item, gpointer data)
{
  Writer *self = data;
  GArray *locations = self->numbering->locations;
  OTF2_EvtWriter *writer;
  g_autofree char *sentence = NULL;

  if (failed (self))
    return;
  writer = OTF2_Archive_GetEvtWriter (self->archive,
                                      g_array_index (locations, RefrainOtf2Location, item).id);
  if (writer == NULL)
    {
      note (self, OTF2_ERROR_FILE_CAN_NOT_OPEN);
      return;
    }
  note (self, refrain_otf2_write_events (self->numbering,
                                         &g_array_index (locations, RefrainOtf2Location, item),
                                         writer, self->cancellable));
  note (self, OTF2_Archive_CloseEvtWriter (self->archive, writer));
  sentence = g_strdup_printf (_ ("Writing location %zu"), item);
  if (self->progress != NULL)
    self->progress ((g_atomic_int_add (&self->done, 1) + 1.0) / (locations->len + 1), sentence,
                    self->progress_data);
}

/* Local definitions are empty, but readers look for their files. */
static void
write_local_definitions (Writer *self)
{
  GArray *locations = self->numbering->locations;

  note (self, OTF2_Archive_OpenDefFiles (self->archive));
  for (guint i = 0; i < locations->len && !failed (self); i++)
    {
      OTF2_DefWriter *writer = OTF2_Archive_GetDefWriter (
          self->archive, g_array_index (locations, RefrainOtf2Location, i).id);

      if (writer == NULL)
        note (self, OTF2_ERROR_FILE_CAN_NOT_OPEN);
      else
        note (self, OTF2_Archive_CloseDefWriter (self->archive, writer));
    }
  note (self, OTF2_Archive_CloseDefFiles (self->archive));
}

static void
write_global_definitions (Writer *self)
{
  OTF2_GlobalDefWriter *writer = OTF2_Archive_GetGlobalDefWriter (self->archive);

  if (writer == NULL)
    {
      note (self, OTF2_ERROR_FILE_CAN_NOT_OPEN);
      return;
    }
  note (self, refrain_otf2_write_definitions (self->numbering, writer));
  note (self, OTF2_Archive_CloseGlobalDefWriter (self->archive, writer));
}

static void
write_archive (Writer *self)
{
  static const OTF2_FlushCallbacks callbacks = { .otf2_pre_flush = flush };
  RefrainTrace *trace = self->numbering->trace;

  note (self, OTF2_Archive_SetFlushCallbacks (self->archive, &callbacks, NULL));
  note (self, OTF2_Archive_SetSerialCollectiveCallbacks (self->archive));
  note (self, OTF2_Pthread_Archive_SetLockingCallbacks (self->archive, NULL));
  note (self, OTF2_Archive_SetCreator (self->archive, "Refrain " PACKAGE_VERSION));
  if (refrain_trace_get_description (trace) != NULL)
    note (self, OTF2_Archive_SetDescription (self->archive, refrain_trace_get_description (trace)));
  note (self, OTF2_Archive_OpenEvtFiles (self->archive));
  if (!failed (self))
    refrain_parallel_run (self->numbering->locations->len, write_location, self, self->cancellable);
  note (self, OTF2_Archive_CloseEvtFiles (self->archive));
  if (failed (self) || g_cancellable_is_cancelled (self->cancellable))
    return;
  write_local_definitions (self);
  if (!failed (self))
    write_global_definitions (self);
}

/* Writes the archive @name into the empty folder @folder. */
static gboolean
write_into (Writer *self, const char *folder, const char *name, const char *path, GError **error)
{
  OTF2_ErrorCode code;
  const char *cause;

  self->archive = OTF2_Archive_Open (folder, name, OTF2_FILEMODE_WRITE, EVENT_CHUNK,
                                     DEFINITION_CHUNK, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  if (self->archive == NULL)
    note (self, OTF2_ERROR_FILE_CAN_NOT_OPEN);
  else
    {
      write_archive (self);
      note (self, OTF2_Archive_Close (self->archive));
      if (!failed (self) && !g_cancellable_is_cancelled (self->cancellable))
        note (self, refrain_otf2_settle_trace_id (self->numbering, folder, name));
      if (!failed (self) && !g_cancellable_is_cancelled (self->cancellable))
        note (self, refrain_otf2_verify (self->numbering, folder, name));
    }
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  code = g_atomic_int_get (&self->code);
  if (code == OTF2_SUCCESS)
    return TRUE;
  cause = refrain_save_find_cause (folder);
  return refrain_save_fail (path, cause != NULL ? cause : OTF2_Error_GetDescription (code), error);
}

gboolean
refrain_otf2_save (RefrainTrace *trace,
                   const char *path,
                   GCancellable *cancellable,
                   RefrainProgressFunc progress,
                   gpointer progress_data,
                   GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *display = g_filename_display_name (path);
  g_autofree char *temporary = NULL;
  g_autoptr (RefrainOtf2Numbering) numbering = NULL;
  Writer self = { .cancellable = cancellable,
                  .progress = progress,
                  .progress_data = progress_data,
                  .code = OTF2_SUCCESS };
  gboolean ok;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  if (!g_str_has_suffix (name, ".otf2") || strlen (name) == strlen (".otf2"))
    {
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                   _ ("%s: the name of an OTF2 archive ends in .otf2"), display);
      return FALSE;
    }
  name[strlen (name) - strlen (".otf2")] = '\0';
  if (!refrain_otf2_place_check (folder, name, error))
    return FALSE;
  temporary = g_strdup_printf ("%s/.%s.XXXXXX", folder, name);
  if (g_mkdtemp_full (temporary, 0777) == NULL)
    {
      refrain_save_fail (path, g_strerror (errno), error);
      return FALSE;
    }
  refrain_otf2_catch_errors ();
  self.numbering = numbering = refrain_otf2_numbering_new (trace);
  ok = write_into (&self, temporary, name, path, error)
       && refrain_otf2_place_move (temporary, folder, name, error);
  refrain_otf2_place_remove (temporary);
  return ok;
}

guint64
refrain_otf2_count_unwritable (RefrainTrace *trace)
{
  guint64 n = 0;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), 0);

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainRecords *records
          = refrain_process_get_records (refrain_trace_get_process (trace, p));

      for (gsize i = 0; i < records->n; i++)
        n += records->kind[i] == REFRAIN_RECORD_OTHER;
    }
  return n;
}
