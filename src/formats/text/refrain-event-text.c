/* refrain-event-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Event text is read twice: how many processes there are is only known at the end. A trace of it
 * has Lamport time, since there is no other.
 */
#include "config.h"

#include "refrain-event-text.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "refrain-claims.h"
#include "refrain-compare.h"
#include "refrain-error.h"
#include "refrain-file-map.h"
#include "refrain-loop-lines.h"
#include "refrain-loop-text.h"
#include "refrain-replay.h"
#include "refrain-save.h"
#include "refrain-tag-words.h"
#include "refrain-trace-builder.h"

#define EVENTS_PER_CHECK 65536 /* events or lines between two looks at the cancellable */

/* ---- Reading ---- */

/* Members of all groups together. */
#define MAX_MEMBERS (1u << 24)

typedef struct
{
  RefrainLoopLines lines;
  RefrainLoopEventsBuilder *builder; /* NULL while counting */
  guint32 n_processes;               /* the highest that is named, and one */
  GHashTable *group_of;              /* of a group as written: its number + 1 */
  RefrainTagWords *tags;             /* collected while counting, used while building */
  GString *name;                     /* scratch */
  GArray *members;                   /* scratch */
  gsize n_members;                   /* over all groups */
  guint64 n_events, n_bytes;
} Reader;

static gboolean
fail (Reader *self, GError **error, const char *cause)
{
  return refrain_loop_lines_fail (&self->lines, self->lines.number, error, "%s", cause);
}

/* The number of the group, which is looked at once. */
static gboolean
find_group (Reader *self, RefrainLoopPiece piece, guint32 *group, GError **error)
{
  gpointer known;

  g_string_truncate (self->name, 0);
  g_string_append_len (self->name, piece.at, piece.end - piece.at);
  known = g_hash_table_lookup (self->group_of, self->name->str);
  if (known != NULL)
    {
      *group = GPOINTER_TO_UINT (known) - 1;
      return TRUE;
    }
  g_array_set_size (self->members, 0);
  if (!refrain_loop_piece_append_group (piece, MAX_MEMBERS - self->n_members, self->members))
    return fail (self, error, _ ("the group is no list of processes such as 0-3,8, or too large"));
  self->n_members += self->members->len;
  for (guint i = 0; i < self->members->len; i++)
    self->n_processes = MAX (self->n_processes, g_array_index (self->members, guint32, i) + 1);
  *group = self->builder == NULL
               ? 0
               : refrain_loop_events_builder_add_group (
                   self->builder, (const guint32 *) (gpointer) self->members->data,
                   self->members->len);
  g_hash_table_insert (self->group_of, g_strdup (self->name->str), GUINT_TO_POINTER (*group + 1));
  return TRUE;
}

/* A message's numbers, and the name of its tag's shape. */
static gboolean
read_message (Reader *self,
              const RefrainLoopLine *line,
              RefrainLoopEvent *event,
              guint32 *name,
              GError **error)
{
  guint32 peer = 0;

  if (refrain_loop_piece_is_unknown (line->peer) || refrain_loop_piece_equals (line->peer, "-1"))
    event->peer = -1;
  else if (refrain_loop_piece_to_process (line->peer, &peer))
    event->peer = (gint32) peer;
  else
    return fail (self, error, _ ("does not name the other process by a number below 1048576"));
  self->n_processes = MAX (self->n_processes, peer + 1);
  g_string_truncate (self->name, 0);
  g_string_append_len (self->name, line->tag.at, line->tag.end - line->tag.at);
  if (self->builder == NULL)
    refrain_tag_words_add (self->tags, self->name->str);
  else
    *name = refrain_tag_words_find (self->tags, self->builder, self->name->str, &event->tag);
  return TRUE;
}

static gboolean
read_line (Reader *self, RefrainLoopPiece text, GError **error)
{
  RefrainLoopEvent event = { 0 };
  RefrainLoopLine line;
  guint32 name = 0, group = 0;
  const char *cause;

  if (!refrain_loop_line_parse (text, &line, &cause))
    {
      RefrainLoopPiece word;

      refrain_loop_piece_take_word (&text, &word);
      return fail (self, error,
                   refrain_loop_piece_equals (word, "for")
                           || refrain_loop_piece_equals (word, "define")
                       ? _ ("is a loop model, not a trace (see loops --model)")
                       : cause);
    }
  self->n_processes = MAX (self->n_processes, line.process + 1);
  if (line.kind == REFRAIN_LOOP_SYNC && !find_group (self, line.group, &group, error))
    return FALSE;
  if ((line.kind == REFRAIN_LOOP_SEND || line.kind == REFRAIN_LOOP_RECV)
      && !read_message (self, &line, &event, &name, error))
    return FALSE;
  self->n_events++;
  if (self->builder == NULL)
    return TRUE;
  if (line.kind == REFRAIN_LOOP_SYNC || line.kind == REFRAIN_LOOP_LOCAL)
    {
      refrain_loop_line_get_name (&line, FALSE, self->name);
      name = refrain_loop_events_builder_add_name (self->builder, self->name->str);
    }
  event.shape = refrain_loop_events_builder_add_shape (self->builder, line.kind, name, group);
  refrain_loop_events_builder_append (self->builder, line.process, &event, REFRAIN_NONE);
  return TRUE;
}

static gboolean
read_file (Reader *self, const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autoptr (RefrainFileMap) file = refrain_file_map_new (path, REFRAIN_FILE_MAP_READ_ONCE, error);
  RefrainLoopPiece line;
  const char *text;
  gboolean whole = TRUE;

  if (file == NULL)
    return FALSE;
  text = refrain_file_map_get_data (file);
  self->n_bytes += refrain_file_map_get_length (file);
  self->lines = (RefrainLoopLines){ .name = name,
                                    .plain = TRUE,
                                    .rest = { text, text + refrain_file_map_get_length (file) } };
  while (whole && refrain_loop_lines_next (&self->lines, &line))
    whole = read_line (self, line, error)
            && (self->lines.number % EVENTS_PER_CHECK != 0
                || !g_cancellable_set_error_if_cancelled (cancellable, error));
  return refrain_file_map_check (file, error) && whole;
}

/* Goes through all files, with or without a builder. */
static gboolean
read_files (Reader *self, const char *const *paths, GCancellable *cancellable, GError **error)
{
  gboolean whole = TRUE;

  self->group_of = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->name = g_string_new (NULL);
  self->members = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (gsize i = 0; whole && paths[i] != NULL; i++)
    whole = read_file (self, paths[i], cancellable, error);
  g_hash_table_unref (self->group_of);
  g_string_free (self->name, TRUE);
  g_array_unref (self->members);
  return whole;
}

/* Counts processes and events, and refuses what is no trace. */
static gboolean
count_files (Reader *self, const char *const *paths, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = g_filename_display_name (paths[0]);
  RefrainClaims claims = { .name = name };

  if (!read_files (self, paths, cancellable, error))
    return FALSE;
  if (self->n_events == 0)
    return refrain_fail (error, REFRAIN_ERROR_EMPTY, _ ("%s: holds no event"), name);
  claims.bytes = self->n_bytes;
  return refrain_claims_add (&claims, REFRAIN_CLAIM_PROCESSES, self->n_processes, NULL, error)
         && refrain_claims_add (&claims, REFRAIN_CLAIM_THREADS, self->n_processes, NULL, error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainTagWords, refrain_tag_words_clear)

RefrainLoopEvents *
refrain_event_text_read (const char *const *paths, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = NULL;
  g_auto (RefrainTagWords) tags = { NULL };
  Reader count = { .tags = &tags }, reader = { .tags = &tags };

  g_return_val_if_fail (paths != NULL && paths[0] != NULL, NULL);

  refrain_tag_words_init (&tags);
  if (!count_files (&count, paths, cancellable, error))
    return NULL;
  builder = refrain_loop_events_builder_new (count.n_processes);
  refrain_tag_words_settle (&tags, builder);
  reader.builder = builder;
  if (!read_files (&reader, paths, cancellable, error))
    return NULL;
  return refrain_loop_events_builder_finish (builder, NULL);
}

gboolean
refrain_event_text_sniff (const guint8 *bytes, gsize n)
{
  RefrainLoopLines lines
      = { .name = "", .plain = TRUE, .rest = { (const char *) bytes, (const char *) bytes + n } };
  RefrainLoopPiece line;
  RefrainLoopLine event;
  const char *cause;

  return memchr (bytes, '\0', n) == NULL && refrain_loop_lines_next (&lines, &line)
         && refrain_loop_line_parse (line, &event, &cause);
}

char **
refrain_event_text_list_folder (const char *folder)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".events"))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  if (paths->len == 0)
    return NULL;
  g_ptr_array_sort (paths, refrain_compare_text);
  g_ptr_array_add (paths, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&paths), FALSE);
}

/* ---- A trace of events ---- */

/* Nanoseconds between two steps of logical time. */
#define STEP 1000

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

/* @first: the trace that has the Lamport times of the process' operations; NULL for the order
 * alone, without local events. */
static gboolean
record_process (Making *making, guint process, RefrainTrace *first, GError **error)
{
  /* NULL as well where a process has no operation, but local events. */
  const guint32 *logical = first != NULL ? refrain_trace_get_ops (first, process)->logical : NULL;
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
      if (first != NULL)
        record_locals (making, recorder, stream, locals, i, time);
      locals = i + 1;
      time = STEP * (first != NULL ? (RefrainTime) logical[op] : (RefrainTime) op);
      op++;
      record_op (making, recorder, event, time);
    }
  if (first != NULL)
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
    if (!record_process (&making, p, first, error))
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
  g_autofree char *base = g_filename_display_basename (path);
  char *dot = strrchr (base, '.');

  if (dot != NULL && dot > base)
    *dot = '\0';
  return events == NULL ? NULL
                        : refrain_event_text_make_trace (events, base, path, cancellable, error);
}

RefrainTrace *
refrain_event_text_load (const char *path,
                         GCancellable *cancellable,
                         const RefrainProgress *progress,
                         GError **error)
{
  const char *const paths[] = { path, NULL };

  refrain_progress_tell (progress, 0, _ ("Reading events"));
  return load_files (paths, path, cancellable, error);
}

RefrainTrace *
refrain_event_text_load_folder (const char *folder, GCancellable *cancellable, GError **error)
{
  g_auto (GStrv) paths = refrain_event_text_list_folder (folder);

  g_return_val_if_fail (paths != NULL, NULL);
  return load_files ((const char *const *) paths, folder, cancellable, error);
}

/* ---- Writing ---- */

typedef struct
{
  RefrainTrace *trace;
  FILE *file;
  GString *line;
  char **groups; /* of a communicator, as text */
  GCancellable *cancellable;
} Writer;

/* The processes of a communicator, both sides of one between two groups. */
static char *
describe_group (RefrainCommunicator *communicator)
{
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));
  GString *text = g_string_new (NULL);

  for (guint side = 0; side < 2; side++)
    {
      gsize n;
      const gint32 *processes = side == 0 ? refrain_communicator_get_members (communicator, &n)
                                          : refrain_communicator_get_remote (communicator, &n);

      for (gsize i = 0; i < n; i++)
        if (processes[i] >= 0)
          g_array_append_val (members, processes[i]);
    }
  g_array_sort (members, refrain_compare_uint32);
  for (guint i = 1; i < members->len;)
    if (g_array_index (members, guint32, i) == g_array_index (members, guint32, i - 1))
      g_array_remove_index (members, i);
    else
      i++;
  refrain_loop_text_append_group (text, (const guint32 *) (gpointer) members->data, members->len);
  return g_string_free (text, FALSE);
}

static void
append_peer (GString *line, gint32 peer)
{
  if (peer < 0)
    g_string_append_c (line, '?');
  else
    g_string_append_printf (line, "%d", peer);
}

static void
append_op (Writer *self, guint process, const RefrainOps *ops, gsize op)
{
  GString *line = self->line;
  guint32 comm = ops->comm[op];

  if (ops->kind[op] == REFRAIN_OP_COLLECTIVE)
    {
      g_string_append_printf (line, "%u sync ", process);
      refrain_loop_text_append_name (
          line, refrain_collective_get_name ((RefrainCollective) ops->tag[op]), TRUE);
      g_string_append_c (line, ' ');
      if (comm == REFRAIN_NONE
          || refrain_communicator_is_self (refrain_trace_get_communicator (self->trace, comm)))
        g_string_append_printf (line, "%u", process);
      else
        g_string_append (line, self->groups[comm]);
      return;
    }
  if (REFRAIN_OP_IS_SEND (ops->kind[op]))
    {
      g_string_append_printf (line, "%u send ", process);
      append_peer (line, ops->peer[op]);
    }
  else
    {
      append_peer (line, ops->peer[op]);
      g_string_append_printf (line, " recv %u", process);
    }
  g_string_append_printf (line, " tag%d", ops->tag[op]);
}

static void
append_call (Writer *self, guint process, const char *verb, guint32 routine)
{
  g_string_append_printf (self->line, "%u local %s ", process, verb);
  refrain_loop_text_append_name (
      self->line, refrain_routine_get_name (refrain_trace_get_routine (self->trace, routine)),
      FALSE);
}

static gboolean
write_thread (Writer *self, guint process, const RefrainThread *thread, GError **error)
{
  RefrainReplay replay;
  guint64 n = 0;

  refrain_replay_init (&replay, refrain_trace_get_process (self->trace, process), thread);
  while (refrain_replay_next (&replay))
    {
      g_string_truncate (self->line, 0);
      if (replay.event == REFRAIN_TAPE_ENTER)
        append_call (self, process, "call", replay.calls->routine[replay.row]);
      else if (replay.event == REFRAIN_TAPE_LEAVE)
        append_call (self, process, "return", replay.calls->routine[replay.row]);
      else if (replay.event == REFRAIN_TAPE_OP)
        append_op (self, process, replay.ops, replay.row);
      else
        continue;
      g_string_append_c (self->line, '\n');
      fwrite (self->line->str, 1, self->line->len, self->file);
      if (++n % EVENTS_PER_CHECK == 0
          && g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_trace (Writer *self, const RefrainProgress *progress, GError **error)
{
  guint n = refrain_trace_get_n_processes (self->trace);

  for (guint p = 0; p < n; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (self->trace, p);

      refrain_progress_tell (progress, (double) p / n, _ ("Writing events"));
      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        if (!write_thread (self, p, refrain_process_get_thread (process, t), error))
          return FALSE;
    }
  return TRUE;
}

static void
describe_groups (Writer *self)
{
  guint n = refrain_trace_get_n_communicators (self->trace);

  self->groups = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++)
    self->groups[i] = describe_group (refrain_trace_get_communicator (self->trace, i));
}

gboolean
refrain_event_text_save (RefrainTrace *trace,
                         const char *path,
                         GCancellable *cancellable,
                         const RefrainProgress *progress,
                         GError **error)
{
  Writer writer = { .trace = trace, .cancellable = cancellable };
  g_autofree char *temporary = NULL;
  gboolean whole;
  int fd, cause = 0;

  temporary = refrain_save_begin (path, &fd, error);
  if (temporary == NULL)
    return FALSE;
  writer.file = fdopen (fd, "w");
  writer.line = g_string_new (NULL);
  describe_groups (&writer);
  whole = write_trace (&writer, progress, error);
  errno = 0;
  if (ferror (writer.file) || fflush (writer.file) != 0)
    cause = errno != 0 ? errno : EIO;
  if (fclose (writer.file) != 0 && cause == 0)
    cause = errno;
  g_string_free (writer.line, TRUE);
  g_strfreev (writer.groups);
  if (whole && cause == 0)
    return refrain_save_commit (temporary, path, error);
  g_unlink (temporary);
  return whole ? refrain_save_fail (path, g_strerror (cause), error) : FALSE;
}
