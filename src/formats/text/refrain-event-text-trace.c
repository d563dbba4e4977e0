/* refrain-event-text-trace.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Events without times as a trace: its matching gives them a logical time, and that places them.
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-event-text.h"
#include "refrain-loop-text.h"
#include "refrain-trace-builder.h"

/* Nanoseconds between two steps of logical time. */
#define STEP             1000
#define EVENTS_PER_CHECK 65536

typedef struct
{
  RefrainLoopEvents *events;
  const RefrainLoopEvent *table;
  const RefrainLoopShape *shapes;
  guint32 n_shapes;
  RefrainTraceBuilder *builder;
  guint32 world;
  guint32 *comm; /* of a shape: the communicator of a SYNC */
  guint32 *what; /* of a shape: the collective of a SYNC, the routine of a LOCAL */
  GCancellable *cancellable;
} Making;

static RefrainCollective
find_collective (const char *name)
{
  g_autofree char *clean = refrain_routine_clean_name (name);
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; i < REFRAIN_N_COLLECTIVES; i++)
    {
      /* In text, a name is one word. */
      g_string_truncate (known, 0);
      refrain_loop_text_append_name (known, refrain_collective_get_name ((RefrainCollective) i),
                                     TRUE);
      if (g_str_equal (clean, known->str))
        return (RefrainCollective) i;
    }
  return REFRAIN_COLLECTIVE_UNKNOWN;
}

static guint32
add_communicator (Making *making, const char *name, guint64 id, const guint32 *processes, gsize n)
{
  return refrain_trace_builder_add_communicator (
      making->builder,
      refrain_communicator_new (name, id, -1, (const gint32 *) processes, n, NULL, 0, FALSE));
}

static void
add_world (Making *making)
{
  guint n = refrain_loop_events_get_n_processes (making->events);
  g_autofree guint32 *all = g_new (guint32, n);

  for (guint p = 0; p < n; p++)
    {
      g_autofree char *name = g_strdup_printf ("process %u", p);

      refrain_trace_builder_add_process (making->builder, name, NULL);
      all[p] = p;
    }
  making->world = add_communicator (making, "MPI_COMM_WORLD", 0, all, n);
}

/* The communicator of group @group, made at its first use; @known holds them, their numbers + 1. */
static guint32
find_communicator (Making *making, guint32 group, GHashTable *known)
{
  guint n_processes = refrain_loop_events_get_n_processes (making->events);
  gpointer found = g_hash_table_lookup (known, GUINT_TO_POINTER (group));
  guint32 comm = making->world;
  const guint32 *processes;
  gsize n;

  if (found != NULL)
    return GPOINTER_TO_UINT (found) - 1;
  processes = refrain_loop_events_get_group (making->events, group, &n);
  if (n < n_processes)
    {
      g_autoptr (GString) name = g_string_new (NULL);

      refrain_loop_text_append_group (name, processes, n);
      comm = add_communicator (making, name->str, g_hash_table_size (known) + 1, processes, n);
    }
  g_hash_table_insert (known, GUINT_TO_POINTER (group), GUINT_TO_POINTER (comm + 1));
  return comm;
}

static void
add_definitions (Making *making)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);

  add_world (making);
  for (guint32 i = 0; i < making->n_shapes; i++)
    {
      const RefrainLoopShape *shape = &making->shapes[i];
      const char *name;

      if (shape->kind != REFRAIN_LOOP_SYNC && shape->kind != REFRAIN_LOOP_LOCAL)
        continue;
      name = refrain_loop_events_get_name (making->events, shape->name);
      if (shape->kind == REFRAIN_LOOP_SYNC)
        {
          making->what[i] = find_collective (name);
          making->comm[i] = find_communicator (making, shape->group, known);
          continue;
        }
      if (g_str_has_prefix (name, "call ") || g_str_has_prefix (name, "return "))
        name = strchr (name, ' ') + 1;
      making->what[i] = refrain_trace_builder_add_routine (making->builder, name, NULL, 0);
    }
}

static void
record_local (Making *making, RefrainRecorder *recorder, guint32 shape, RefrainTime time)
{
  const char *text = refrain_loop_events_get_name (making->events, making->shapes[shape].name);

  if (!g_str_has_prefix (text, "return "))
    refrain_recorder_enter (recorder, time, making->what[shape]);
  if (!g_str_has_prefix (text, "call "))
    refrain_recorder_leave (recorder, time, making->what[shape]);
}

static void
record_op (Making *making,
           RefrainRecorder *recorder,
           const RefrainLoopEvent *event,
           RefrainTime time)
{
  switch (making->shapes[event->shape].kind)
    {
    case REFRAIN_LOOP_SEND:
      refrain_recorder_send (recorder, time, event->peer, making->world, event->tag, 0);
      break;
    case REFRAIN_LOOP_RECV:
      refrain_recorder_recv (recorder, time, event->peer, making->world, event->tag, 0);
      break;
    case REFRAIN_LOOP_SYNC:
      refrain_recorder_collective_begin (recorder, time);
      refrain_recorder_collective_end (recorder, time,
                                       (RefrainCollective) making->what[event->shape],
                                       making->comm[event->shape], -1, 0, 0);
      break;
    case REFRAIN_LOOP_LOCAL:
    default:
      break;
    }
}

/* Events [first, last) are local: spread over the step that begins at @time. */
static void
record_locals (Making *making,
               RefrainRecorder *recorder,
               const RefrainLoopStream *stream,
               gsize first,
               gsize last,
               RefrainTime time)
{
  for (gsize i = first; i < last; i++)
    record_local (making, recorder, making->table[stream->event[i]].shape,
                  time + (RefrainTime) (STEP * (i - first + 1) / (last - first + 1)));
}

/* @logical: the Lamport times of the process' operations; NULL for the order alone, without local
 * events. */
static gboolean
record_process (Making *making, guint process, const guint32 *logical, GError **error)
{
  const RefrainLoopStream *stream = refrain_loop_events_get_stream (making->events, process);
  RefrainRecorder *recorder
      = refrain_trace_builder_add_thread (making->builder, process, process, "Master thread");
  RefrainTime time = 0;
  gsize locals = 0, op = 0; /* where the local events begin that are to be recorded */

  for (gsize i = 0; i < stream->n; i++)
    {
      const RefrainLoopEvent *event = &making->table[stream->event[i]];

      if (i % EVENTS_PER_CHECK == 0
          && g_cancellable_set_error_if_cancelled (making->cancellable, error))
        return FALSE;
      if (making->shapes[event->shape].kind == REFRAIN_LOOP_LOCAL)
        continue;
      if (logical != NULL)
        record_locals (making, recorder, stream, locals, i, time);
      locals = i + 1;
      time = STEP * (logical != NULL ? (RefrainTime) logical[op] : (RefrainTime) op);
      op++;
      record_op (making, recorder, event, time);
    }
  if (logical != NULL)
    record_locals (making, recorder, stream, locals, stream->n, time);
  return TRUE;
}

/* @first: a trace of the same operations, whose logical times count; NULL for that trace itself. */
static RefrainTrace *
make_trace (RefrainLoopEvents *events,
            RefrainTrace *first,
            const char *name,
            const char *path,
            GCancellable *cancellable,
            GError **error)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autofree guint32 *comm = NULL, *what = NULL;
  Making making = { .events = events, .builder = builder, .cancellable = cancellable };
  guint32 n;

  making.table = refrain_loop_events_get_events (events, &n);
  making.shapes = refrain_loop_events_get_shapes (events, &making.n_shapes);
  making.comm = comm = g_new0 (guint32, making.n_shapes + 1);
  making.what = what = g_new0 (guint32, making.n_shapes + 1);
  refrain_trace_builder_set_source (builder, name, path, "events");
  add_definitions (&making);
  for (guint p = 0; p < refrain_loop_events_get_n_processes (events); p++)
    if (!record_process (
            &making, p,
            first != NULL ? refrain_process_get_ops (refrain_trace_get_process (first, p))->logical
                          : NULL,
            error))
      return NULL;
  return refrain_trace_builder_finish (builder, cancellable, error);
}

RefrainTrace *
refrain_event_text_make_trace (RefrainLoopEvents *events,
                               const char *name,
                               const char *path,
                               GCancellable *cancellable,
                               GError **error)
{
  g_autoptr (RefrainTrace) first = NULL;

  g_return_val_if_fail (REFRAIN_IS_LOOP_EVENTS (events), NULL);

  first = make_trace (events, NULL, name, path, cancellable, error);
  return first == NULL ? NULL : make_trace (events, first, name, path, cancellable, error);
}

RefrainLoopEvents *
refrain_event_text_attach (RefrainLoopEvents *events, RefrainTrace *trace)
{
  guint n_processes = refrain_loop_events_get_n_processes (events);
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (n_processes);
  guint32 n, n_shapes;
  const RefrainLoopEvent *table = refrain_loop_events_get_events (events, &n);
  const RefrainLoopShape *shapes = refrain_loop_events_get_shapes (events, &n_shapes);
  g_autofree guint32 *shape_of = g_new (guint32, n_shapes + 1);

  refrain_loop_events_builder_set_tag_prefix (builder, refrain_loop_events_get_tag_prefix (events));
  for (guint32 i = 0; i < n_shapes; i++)
    {
      guint32 name = 0, group = 0;

      if (shapes[i].kind == REFRAIN_LOOP_SYNC || shapes[i].kind == REFRAIN_LOOP_LOCAL)
        name = refrain_loop_events_builder_add_name (
            builder, refrain_loop_events_get_name (events, shapes[i].name));
      else if (shapes[i].name > 0)
        name = 1
               + refrain_loop_events_builder_add_name (
                   builder, refrain_loop_events_get_name (events, shapes[i].name - 1));
      if (shapes[i].kind == REFRAIN_LOOP_SYNC)
        {
          gsize size;
          const guint32 *processes = refrain_loop_events_get_group (events, shapes[i].group, &size);

          group = refrain_loop_events_builder_add_group (builder, processes, size);
        }
      shape_of[i] = refrain_loop_events_builder_add_shape (builder, shapes[i].kind, name, group);
    }
  for (guint p = 0; p < n_processes; p++)
    {
      const RefrainLoopStream *stream = refrain_loop_events_get_stream (events, p);
      guint32 op = 0;

      for (gsize i = 0; i < stream->n; i++)
        {
          RefrainLoopEvent event = table[stream->event[i]];
          gboolean is_local = shapes[event.shape].kind == REFRAIN_LOOP_LOCAL;

          event.shape = shape_of[event.shape];
          refrain_loop_events_builder_append (builder, p, &event, is_local ? REFRAIN_NONE : op);
          op += !is_local;
        }
    }
  return refrain_loop_events_builder_finish (builder, trace);
}

static RefrainTrace *
load_files (const char *const *paths, const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainLoopEvents) events = refrain_event_text_read (paths, cancellable, error);
  g_autofree char *base = g_path_get_basename (path);
  char *dot = strrchr (base, '.');

  if (dot != NULL && dot > base)
    *dot = '\0';
  return events == NULL ? NULL
                        : refrain_event_text_make_trace (events, base, path, cancellable, error);
}

RefrainTrace *
refrain_event_text_load (const char *path,
                         GCancellable *cancellable,
                         RefrainProgressFunc progress,
                         gpointer progress_data,
                         GError **error)
{
  const char *const paths[] = { path, NULL };

  if (progress != NULL)
    progress (0, _ ("Reading events"), progress_data);
  return load_files (paths, path, cancellable, error);
}

RefrainTrace *
refrain_event_text_load_folder (const char *folder, GCancellable *cancellable, GError **error)
{
  g_auto (GStrv) paths = refrain_event_text_list_folder (folder);

  g_return_val_if_fail (paths != NULL, NULL);
  return load_files ((const char *const *) paths, folder, cancellable, error);
}
