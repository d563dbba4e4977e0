/* refrain-trace-builder.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-trace-builder-private.h"

#include <glib/gi18n-lib.h>

#include "refrain-error.h"

G_DEFINE_FINAL_TYPE (RefrainTraceBuilder, refrain_trace_builder, G_TYPE_OBJECT)

static void
draft_free (gpointer data)
{
  RefrainProcessDraft *draft = data;

  g_free (draft->name);
  g_free (draft->host);
  g_ptr_array_unref (draft->recorders);
  g_clear_pointer (&draft->adopted.threads, g_array_unref);
  g_clear_pointer (&draft->owner, g_bytes_unref);
  g_free (draft);
}

static void
refrain_trace_builder_finalize (GObject *object)
{
  RefrainTraceBuilder *self = REFRAIN_TRACE_BUILDER (object);

  g_clear_object (&self->trace);
  g_ptr_array_unref (self->drafts);
  g_ptr_array_unref (self->communicators);
  g_ptr_array_unref (self->routines);
  g_ptr_array_unref (self->defects);
  g_hash_table_unref (self->routine_by_name);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (refrain_trace_builder_parent_class)->finalize (object);
}

static void
refrain_trace_builder_class_init (RefrainTraceBuilderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_trace_builder_finalize;
}

static void
refrain_trace_builder_init (RefrainTraceBuilder *self)
{
  self->trace = refrain_trace_new ();
  self->drafts = g_ptr_array_new_with_free_func (draft_free);
  self->communicators = g_ptr_array_new_with_free_func (g_object_unref);
  self->routines = g_ptr_array_new_with_free_func (g_object_unref);
  self->defects = g_ptr_array_new_with_free_func (g_object_unref);
  self->routine_by_name = g_hash_table_new (g_str_hash, g_str_equal);
  g_mutex_init (&self->lock);
}

RefrainTraceBuilder *
refrain_trace_builder_new (void)
{
  return g_object_new (REFRAIN_TYPE_TRACE_BUILDER, NULL);
}

void
refrain_trace_builder_set_source (RefrainTraceBuilder *self,
                                  const char *name,
                                  const char *path,
                                  const char *format)
{
  g_return_if_fail (REFRAIN_IS_TRACE_BUILDER (self));

  g_free (self->trace->name);
  g_free (self->trace->path);
  self->trace->name = name != NULL ? g_utf8_make_valid (name, -1) : NULL;
  self->trace->path = g_strdup (path);
  self->trace->format = g_intern_string (format);
}

void
refrain_trace_builder_set_description (RefrainTraceBuilder *self, const char *description)
{
  g_return_if_fail (REFRAIN_IS_TRACE_BUILDER (self));

  g_free (self->trace->description);
  self->trace->description
      = description != NULL && *description != '\0' ? g_utf8_make_valid (description, -1) : NULL;
}

void
refrain_trace_builder_set_clock (RefrainTraceBuilder *self, guint64 origin, gint64 wall_clock)
{
  g_return_if_fail (REFRAIN_IS_TRACE_BUILDER (self));

  self->trace->clock_origin = origin;
  self->trace->wall_clock = wall_clock;
}

guint
refrain_trace_builder_add_process (RefrainTraceBuilder *self, const char *name, const char *host)
{
  RefrainProcessDraft *draft;

  g_return_val_if_fail (REFRAIN_IS_TRACE_BUILDER (self), 0);

  draft = g_new0 (RefrainProcessDraft, 1);
  draft->name = g_strdup (name);
  draft->host = g_strdup (host);
  draft->recorders = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_recorder_free);
  g_ptr_array_add (self->drafts, draft);
  return self->drafts->len - 1;
}

RefrainRecorder *
refrain_trace_builder_add_thread (RefrainTraceBuilder *self,
                                  guint process,
                                  guint64 id,
                                  const char *name)
{
  g_autofree char *valid = NULL;
  RefrainProcessDraft *draft;

  g_return_val_if_fail (REFRAIN_IS_TRACE_BUILDER (self) && process < self->drafts->len, NULL);

  draft = g_ptr_array_index (self->drafts, process);
  valid = g_utf8_make_valid (name != NULL ? name : "", -1);
  g_ptr_array_add (draft->recorders, refrain_recorder_new (process, id, valid));
  return g_ptr_array_index (draft->recorders, draft->recorders->len - 1);
}

guint32
refrain_trace_builder_add_routine (RefrainTraceBuilder *self,
                                   const char *name,
                                   const char *file,
                                   guint line)
{
  RefrainRoutine *routine;
  gpointer known;

  g_return_val_if_fail (REFRAIN_IS_TRACE_BUILDER (self) && name != NULL, REFRAIN_NONE);

  routine = refrain_routine_new (name, file, line);
  known = g_hash_table_lookup (self->routine_by_name, refrain_routine_get_name (routine));
  if (known != NULL)
    {
      g_object_unref (routine);
      return GPOINTER_TO_UINT (known) - 1;
    }
  g_ptr_array_add (self->routines, routine);
  g_hash_table_insert (self->routine_by_name, (gpointer) refrain_routine_get_name (routine),
                       GUINT_TO_POINTER (self->routines->len));
  return self->routines->len - 1;
}

guint32
refrain_trace_builder_add_communicator (RefrainTraceBuilder *self,
                                        RefrainCommunicator *communicator)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE_BUILDER (self), REFRAIN_NONE);
  g_return_val_if_fail (REFRAIN_IS_COMMUNICATOR (communicator), REFRAIN_NONE);

  g_ptr_array_add (self->communicators, communicator);
  return self->communicators->len - 1;
}

void
refrain_trace_builder_add_defect (RefrainTraceBuilder *self, RefrainDefect *defect)
{
  g_return_if_fail (REFRAIN_IS_TRACE_BUILDER (self) && REFRAIN_IS_DEFECT (defect));

  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->defects, defect);
  g_mutex_unlock (&self->lock);
}

void
refrain_trace_builder_adopt_columns (RefrainTraceBuilder *self,
                                     guint process,
                                     const RefrainProcessColumns *columns,
                                     GBytes *owner)
{
  RefrainProcessDraft *draft;

  g_return_if_fail (REFRAIN_IS_TRACE_BUILDER (self) && process < self->drafts->len);
  g_return_if_fail (columns != NULL && columns->threads != NULL && owner != NULL);

  draft = g_ptr_array_index (self->drafts, process);
  g_return_if_fail (draft->owner == NULL && draft->recorders->len == 0);
  draft->adopted = *columns;
  draft->owner = g_bytes_ref (owner);
}

void
refrain_trace_builder_adopt_collectives (RefrainTraceBuilder *self,
                                         const RefrainCollectives *collectives,
                                         const RefrainCounts *counts)
{
  g_return_if_fail (REFRAIN_IS_TRACE_BUILDER (self));

  self->trace->collectives = *collectives;
  self->trace->counts = *counts;
  self->adopted = TRUE;
}

RefrainTrace *
refrain_trace_builder_finish (RefrainTraceBuilder *self, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (REFRAIN_IS_TRACE_BUILDER (self) && self->trace != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (self->drafts->len == 0)
    {
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_EMPTY, _ ("%s: holds no process"),
                   self->trace->path != NULL ? self->trace->path
                                             : refrain_trace_get_name (self->trace));
      return NULL;
    }
  if (self->adopted)
    refrain_trace_builder_finish_adopted (self);
  else
    refrain_trace_builder_finish_recorded (self, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self->trace);
}
