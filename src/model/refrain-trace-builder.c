/* refrain-trace-builder.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-trace-builder.h"

#include <glib/gi18n-lib.h>

#include "refrain-assembly.h"
#include "refrain-error.h"
#include "refrain-parallel.h"
#include "refrain-process-private.h"

/* A process before it is one. */
typedef struct
{
  char *name;
  char *host;
  GPtrArray *recorders;
  RefrainProcessColumns adopted;
  GBytes *owner; /* of adopted columns */
} Draft;

struct _RefrainTraceBuilder
{
  GObject parent_instance;

  RefrainTrace *trace;
  GPtrArray *drafts;        /* of Draft */
  GPtrArray *communicators; /* of RefrainCommunicator */
  GPtrArray *routines;      /* of RefrainRoutine */
  GHashTable *routine_by_name;
  GPtrArray *defects; /* of RefrainDefect */
  GMutex lock;        /* of defects */
  gboolean adopted;
};

G_DEFINE_FINAL_TYPE (RefrainTraceBuilder, refrain_trace_builder, G_TYPE_OBJECT)

static void
draft_free (gpointer data)
{
  Draft *draft = data;

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
  Draft *draft;

  g_return_val_if_fail (REFRAIN_IS_TRACE_BUILDER (self), 0);

  draft = g_new0 (Draft, 1);
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
  Draft *draft;

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
  Draft *draft;

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

/* ---- Finishing ---- */

/* Calls of a routine that was never defined get one that says so. */
static void
define_undefined_routine (RefrainTraceBuilder *self, RefrainAssembly *assembly)
{
  guint32 undefined = REFRAIN_NONE;

  for (guint p = 0; p < assembly->n_processes; p++)
    {
      RefrainCallColumns *calls = &assembly->processes[p].calls;

      if (assembly->processes[p].defects[REFRAIN_DEFECT_UNDEFINED_ROUTINE].count == 0)
        continue;
      for (gsize i = 0; i < calls->n; i++)
        if (calls->routine[i] >= self->routines->len)
          {
            if (undefined == REFRAIN_NONE)
              undefined
                  = refrain_trace_builder_add_routine (self, _ ("(undefined routine)"), NULL, 0);
            calls->routine[i] = undefined;
          }
    }
}

static void
shift_times (RefrainTime *times, gsize n, RefrainTime by)
{
  for (gsize i = 0; i < n; i++)
    times[i] += by;
}

/* Time 0 is the source clock's origin; where events lie before it, it moves to the first of them.
 */
static void
move_origin (RefrainTraceBuilder *self, RefrainAssembly *assembly)
{
  RefrainTime first = 0;

  for (guint p = 0; p < assembly->n_processes; p++)
    first = MIN (first, assembly->processes[p].first);
  if (first == 0)
    return;
  for (guint p = 0; p < assembly->n_processes; p++)
    {
      RefrainColumns *c = &assembly->processes[p];

      shift_times (c->calls.start, c->calls.n, -first);
      shift_times (c->calls.end, c->calls.n, -first);
      shift_times (c->ops.time, c->ops.n, -first);
      shift_times (c->records.time, c->records.n, -first);
      if (c->first <= c->last)
        {
          c->first -= first;
          c->last -= first;
        }
      for (guint k = 0; k < REFRAIN_N_DEFECTS; k++)
        c->defects[k].first -= first;
    }
  self->trace->clock_origin -= (guint64) -first;
}

static void
join_process (gsize process, gpointer data)
{
  gpointer *args = data;
  RefrainTraceBuilder *self = args[0];
  RefrainAssembly *assembly = args[1];
  Draft *draft = g_ptr_array_index (self->drafts, process);

  refrain_columns_join (&assembly->processes[process], draft->recorders);
}

static gsize
columns_memory (const RefrainColumns *c)
{
  return c->calls.n * 26 + c->ops.n * 45 + c->records.n * 33 + (gsize) (c->tape.n / 4);
}

static RefrainProcess *
make_process (guint rank, const Draft *draft, const RefrainColumns *c)
{
  RefrainProcess *process = refrain_process_new (rank, draft->name, draft->host);
  RefrainCalls calls = { c->calls.n,       c->calls.start,  c->calls.end,
                         c->calls.routine, c->calls.parent, c->calls.depth };
  RefrainOps ops
      = { c->ops.n,    c->ops.time,    c->ops.bytes,  c->ops.call,    c->ops.peer, c->ops.tag,
          c->ops.comm, c->ops.partner, c->ops.record, c->ops.logical, c->ops.kind };
  RefrainRecords records = { c->records.n,    c->records.time, c->records.id,  c->records.size,
                             c->records.call, c->records.op,   c->records.kind };
  RefrainTape tape = { c->tape.n, c->tape.bits };

  refrain_process_set_columns (process, &calls, &ops, &records, &tape, c->threads, NULL);
  return process;
}

static void
add_defects (RefrainTrace *trace, gint32 process, RefrainDefectCount *counts)
{
  for (guint k = 0; k < REFRAIN_N_DEFECTS; k++)
    {
      if (counts[k].count > 0)
        {
          g_autoptr (RefrainDefect) defect
              = refrain_defect_new (k, process, counts[k].count, counts[k].first, counts[k].detail);

          g_list_store_append (trace->defects, defect);
        }
      g_free (counts[k].detail);
    }
}

/* Names for communicators that have none, made of the nearest named ancestor and the id. */
static void
name_communicators (RefrainTraceBuilder *self)
{
  g_autoptr (GHashTable) by_id = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autofree gint64 *ids = g_new (gint64, self->communicators->len + 1);

  for (guint i = 0; i < self->communicators->len; i++)
    {
      RefrainCommunicator *c = g_ptr_array_index (self->communicators, i);

      ids[i] = (gint64) refrain_communicator_get_id (c);
      g_hash_table_insert (by_id, &ids[i], c);
    }
  for (guint i = 0; i < self->communicators->len; i++)
    {
      RefrainCommunicator *c = g_ptr_array_index (self->communicators, i);
      RefrainCommunicator *ancestor = c;
      g_autofree char *name = NULL;

      if (*refrain_communicator_get_source_name (c) != '\0')
        continue;
      /* Parents may form a circle in a damaged file: no chain is longer than the list. */
      for (guint step = 0; step < self->communicators->len; step++)
        {
          gint64 parent = refrain_communicator_get_parent_id (ancestor);

          ancestor = parent >= 0 ? g_hash_table_lookup (by_id, &parent) : NULL;
          if (ancestor == NULL || *refrain_communicator_get_source_name (ancestor) != '\0')
            break;
        }
      if (ancestor != NULL && ancestor != c)
        name = g_strdup_printf ("%s/%" G_GUINT64_FORMAT,
                                refrain_communicator_get_source_name (ancestor),
                                refrain_communicator_get_id (c));
      else
        name = g_strdup_printf ("comm/%" G_GUINT64_FORMAT, refrain_communicator_get_id (c));
      refrain_communicator_set_display_name (c, name);
    }
}

static void
add_definitions (RefrainTraceBuilder *self)
{
  name_communicators (self);
  for (guint i = 0; i < self->communicators->len; i++)
    refrain_trace_add_communicator (self->trace, g_ptr_array_index (self->communicators, i));
  for (guint i = 0; i < self->routines->len; i++)
    refrain_trace_add_routine (self->trace, g_ptr_array_index (self->routines, i));
  for (guint i = 0; i < self->defects->len; i++)
    g_list_store_append (self->trace->defects, g_ptr_array_index (self->defects, i));
}

static void
free_columns (RefrainColumns *c)
{
  g_clear_pointer (&c->threads, g_array_unref);
}

static void
finish_recorded (RefrainTraceBuilder *self, GCancellable *cancellable)
{
  RefrainAssembly assembly = {
    .n_processes = self->drafts->len,
    .processes = g_new0 (RefrainColumns, self->drafts->len),
    .communicators = self->communicators,
    .routines = self->routines,
    .cancellable = cancellable,
  };
  gpointer args[] = { self, &assembly };

  /* Always whole, so that every column below belongs to a process that frees it. */
  refrain_parallel_run (assembly.n_processes, join_process, args, NULL);
  define_undefined_routine (self, &assembly);
  move_origin (self, &assembly);
  refrain_assembly_match_messages (&assembly);
  refrain_assembly_match_collectives (&assembly);
  if (!g_cancellable_is_cancelled (cancellable))
    {
      refrain_assembly_stamp_logical_time (&assembly);
      refrain_assembly_count (&assembly);
    }
  self->trace->counts = assembly.counts;
  self->trace->collectives = assembly.collectives;
  self->trace->memory = assembly.collectives.n * 13 + assembly.collectives.n_members * 8;
  add_definitions (self);
  for (guint p = 0; p < assembly.n_processes; p++)
    {
      g_autoptr (RefrainProcess) process
          = make_process (p, g_ptr_array_index (self->drafts, p), &assembly.processes[p]);

      refrain_trace_add_process (self->trace, process);
      self->trace->memory += columns_memory (&assembly.processes[p]);
      add_defects (self->trace, (gint32) p, assembly.processes[p].defects);
      free_columns (&assembly.processes[p]);
    }
  add_defects (self->trace, -1, assembly.defects);
  g_free (assembly.processes);
}

static void
finish_adopted (RefrainTraceBuilder *self)
{
  g_autoptr (GBytes) owner = NULL;
  gsize *n_ops = g_new0 (gsize, self->drafts->len);
  RefrainColumnLimits limits = { self->drafts->len, self->routines->len, self->communicators->len,
                                 self->trace->collectives.n, n_ops };

  owner = g_bytes_new_take (n_ops, self->drafts->len * sizeof *n_ops);
  add_definitions (self);
  for (guint p = 0; p < self->drafts->len; p++)
    {
      Draft *draft = g_ptr_array_index (self->drafts, p);
      g_autoptr (RefrainProcess) process = refrain_process_new (p, draft->name, draft->host);

      if (draft->owner != NULL)
        {
          n_ops[p] = draft->adopted.ops.n;
          refrain_process_set_columns (process, &draft->adopted.calls, &draft->adopted.ops,
                                       &draft->adopted.records, &draft->adopted.tape,
                                       draft->adopted.threads, draft->owner);
          if (self->trace->owner == NULL)
            self->trace->owner = g_bytes_ref (draft->owner);
        }
      refrain_process_set_limits (process, &limits, owner);
      refrain_trace_add_process (self->trace, process);
    }
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
    finish_adopted (self);
  else
    finish_recorded (self, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self->trace);
}
