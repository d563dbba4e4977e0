/* refrain-otf-reader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Definitions first, then one stream after the other, each line by line: a line of its own says
 * what time it is, another one whose events follow.
 */
#include "config.h"

#include "refrain-otf.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-otf-definitions.h"
#include "refrain-text-lines.h"

#define NS_PER_SECOND G_GUINT64_CONSTANT (1000000000)

typedef struct
{
  guint64 id;
  GArray *processes; /* guint64: as the anchor file has them */
} Stream;

typedef struct
{
  const char *path;
  char *base; /* without ".otf" */
  GCancellable *cancellable;
  const RefrainProgress *progress;
  RefrainTraceBuilder *builder;
  RefrainOtfDefinitions *definitions;
  RefrainClaims claims; /* names and bytes: while definitions are read */
  GArray *streams;      /* of Stream */
  guint done;           /* streams read */
  guint64 resolution;
  RefrainTime time;
  RefrainOtfProcess *process; /* whose events follow, or NULL */
} Reader;

/* ---- Files ---- */

static void
tell_progress (double fraction, const char *sentence, gpointer data)
{
  const Reader *self = data;

  refrain_progress_tell (self->progress,
                         0.9 * (self->done + fraction) / MAX (self->streams->len, 1), sentence);
}

/* The file of a stream, plain or packed; NULL where there is none. */
static char *
find_file (const Reader *self, guint64 stream, const char *kind)
{
  static const char *const packings[] = { "", ".z" };

  for (gsize i = 0; i < G_N_ELEMENTS (packings); i++)
    {
      g_autofree char *path
          = g_strdup_printf ("%s.%" PRIx64 ".%s%s", self->base, stream, kind, packings[i]);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }
  return NULL;
}

/* Takes a line of a file; gives the cause for which it cannot, translated, or NULL. */
typedef const char *(*LineFunc) (Reader *self, char *line);

static gboolean
read_file (Reader *self, const char *path, const char *sentence, LineFunc take, GError **error)
{
  const RefrainProgress progress = { tell_progress, self };
  g_autoptr (RefrainTextLines) lines = refrain_text_lines_new (path, error);
  g_autoptr (GError) local = NULL;
  char *line;
  gsize n;

  if (lines == NULL)
    return FALSE;
  refrain_text_lines_set_progress (lines, self->cancellable, sentence != NULL ? &progress : NULL,
                                   sentence);
  while ((line = refrain_text_lines_next (lines, &n, &local)) != NULL)
    {
      const char *cause = *line == '\0' || *line == '#' ? NULL : take (self, line);

      if (cause != NULL)
        return refrain_text_lines_fail (lines, error, cause);
    }
  self->claims.bytes += refrain_text_lines_get_bytes (lines);
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* ---- The anchor ---- */

/* "1:1,3": stream 1 has the events of processes 1 and 3. */
static gboolean
take_stream (const char **at, Stream *stream)
{
  guint64 process;

  if (!refrain_otf_take_number (at, &stream->id) || **at != ':')
    return FALSE;
  (*at)++;
  while (refrain_otf_take_number (at, &process))
    {
      if (stream->processes != NULL)
        g_array_append_val (stream->processes, process);
      if (**at == ',')
        (*at)++;
    }
  return **at == '\0' || **at == '\r' || **at == '\n';
}

static const char *
take_anchor_line (Reader *self, char *line)
{
  Stream stream = { .processes = g_array_new (FALSE, FALSE, sizeof (guint64)) };
  const char *at = line;

  if (!take_stream (&at, &stream))
    {
      g_array_unref (stream.processes);
      return _ ("is no stream with its processes, such as 1:1,2");
    }
  g_array_append_val (self->streams, stream);
  return NULL;
}

gboolean
refrain_otf_sniff (const guint8 *bytes, gsize n)
{
  g_autofree char *head = g_strndup ((const char *) bytes, n);
  const char *at = head;
  Stream stream = { 0 };
  guint lines = 0;

  if (strlen (head) != n)
    return FALSE; /* a zero in it */
  for (; *at != '\0'; lines++)
    {
      const char *before = at;

      if (!take_stream (&at, &stream))
        return FALSE;
      if (*at == '\0')
        return n > 0 && at > before && strchr (before, ':') > before;
      at += strspn (at, "\r\n");
    }
  return lines > 0;
}

/* ---- Definitions ---- */

static const char *
take_definition (Reader *self, char *line)
{
  RefrainOtfRecord record;

  if (!refrain_otf_record_cut (line, &record))
    return _ ("is no definition");
  return refrain_otf_definitions_add (self->definitions, &record);
}

/* ---- Events ---- */

static RefrainTime
to_time (const Reader *self, guint64 ticks)
{
  const guint64 seconds = ticks / self->resolution, rest = ticks % self->resolution;

  if (self->resolution == NS_PER_SECOND)
    return (RefrainTime) MIN (ticks, (guint64) REFRAIN_TIME_LIMIT + 1);
  if (seconds > REFRAIN_TIME_LIMIT / NS_PER_SECOND)
    return REFRAIN_TIME_LIMIT + 1;
  return (RefrainTime) (seconds * NS_PER_SECOND
                        + (guint64) ((double) rest / (double) self->resolution
                                     * (double) NS_PER_SECOND));
}

static void
end_collective (RefrainOtfProcess *p, RefrainTime time)
{
  refrain_recorder_collective_end (p->recorder, time, p->type, p->communicator, p->root, p->sent,
                                   p->received);
  p->is_open = p->is_pending = FALSE;
}

/* The collective that was told of with its duration ends before what comes at @time. */
static inline void
end_pending (RefrainOtfProcess *p, RefrainTime time)
{
  if (p->is_pending)
    end_collective (p, MIN (p->pending_end, time));
}

static void
begin_collective (Reader *self, const RefrainOtfRecord *record)
{
  RefrainOtfProcess *p = self->process;

  if (p->is_open)
    end_collective (p, self->time);
  p->type = refrain_otf_definitions_find_collective (self->definitions, record->number);
  p->communicator = refrain_otf_definitions_find_communicator (
      self->definitions, self->builder, record->numbers[REFRAIN_OTF_COMMUNICATOR]);
  p->root
      = refrain_otf_definitions_find_rank (self->definitions, record->numbers[REFRAIN_OTF_ROOT]);
  p->sent = record->numbers[REFRAIN_OTF_SENT];
  p->received = record->numbers[REFRAIN_OTF_RECEIVED];
  refrain_recorder_collective_begin (p->recorder, self->time);
  p->is_open = TRUE;
}

static void
take_collective (Reader *self, const RefrainOtfRecord *record)
{
  RefrainOtfProcess *p = self->process;
  const RefrainTime duration = to_time (self, record->numbers[REFRAIN_OTF_DURATION]);

  begin_collective (self, record);
  p->is_open = FALSE;
  p->is_pending = TRUE;
  p->pending_end = MIN (MIN (self->time, REFRAIN_TIME_LIMIT) + MIN (duration, REFRAIN_TIME_LIMIT),
                        REFRAIN_TIME_LIMIT);
}

/* The routine of what comes next, and whether it starts what another completes. */
static gboolean
is_in_nonblocking (Reader *self)
{
  const GArray *calls = self->process->calls;

  return calls->len > 0 && g_array_index (calls, guint32, calls->len - 1) >> 31 != 0;
}

static void
take_message (Reader *self, const RefrainOtfRecord *record)
{
  RefrainRecorder *recorder = self->process->recorder;
  const gint32 peer = refrain_otf_definitions_find_rank (self->definitions, record->number);
  const guint32 comm = refrain_otf_definitions_find_communicator (
      self->definitions, self->builder, record->numbers[REFRAIN_OTF_COMMUNICATOR]);
  const gint32 tag = (gint32) record->numbers[REFRAIN_OTF_TAG];
  const guint64 bytes = record->numbers[REFRAIN_OTF_LENGTH];
  const guint64 request = refrain_recorder_get_n_ops (recorder);

  if (peer < 0)
    refrain_recorder_defect (recorder, REFRAIN_DEFECT_UNDEFINED_RANK, self->time, NULL);
  if (record->kind == REFRAIN_OTF_RECEIVE)
    {
      refrain_recorder_recv (recorder, self->time, peer, comm, tag, bytes);
      return;
    }
  if (!is_in_nonblocking (self))
    {
      refrain_recorder_send (recorder, self->time, peer, comm, tag, bytes);
      return;
    }
  /* When it has left nobody says. */
  refrain_recorder_isend (recorder, self->time, peer, comm, tag, bytes, request);
  refrain_recorder_isend_complete (recorder, self->time, request);
}

static void
take_enter (Reader *self, const RefrainOtfRecord *record)
{
  RefrainOtfProcess *p = self->process;
  gboolean nonblocking;
  const guint32 routine
      = refrain_otf_definitions_find_routine (self->definitions, record->number, &nonblocking);
  /* Routines are fewer; the highest bit says which start what others complete. */
  const guint32 call = (routine & G_MAXINT32) | (nonblocking ? 1u << 31 : 0);

  if (routine == REFRAIN_NONE)
    refrain_recorder_defect (p->recorder, REFRAIN_DEFECT_UNDEFINED_ROUTINE, self->time, NULL);
  refrain_recorder_enter (p->recorder, self->time, routine);
  g_array_append_val (p->calls, call);
}

/* Ends the routine that is named, or whichever is open. */
static void
take_leave (Reader *self, const RefrainOtfRecord *record)
{
  RefrainOtfProcess *p = self->process;
  guint32 routine = REFRAIN_NONE;
  gboolean nonblocking;

  if (record->number != 0)
    routine
        = refrain_otf_definitions_find_routine (self->definitions, record->number, &nonblocking);
  else if (p->calls->len > 0)
    {
      routine = g_array_index (p->calls, guint32, p->calls->len - 1) & G_MAXINT32;
      if (routine == G_MAXINT32)
        routine = REFRAIN_NONE;
    }
  refrain_recorder_leave (p->recorder, self->time, routine);
  if (p->calls->len > 0)
    g_array_set_size (p->calls, p->calls->len - 1);
}

static void
take_event (Reader *self, const RefrainOtfRecord *record)
{
  RefrainOtfProcess *p = self->process;

  if (record->kind >= REFRAIN_OTF_ENTER)
    end_pending (p, self->time);
  switch (record->kind)
    {
    case REFRAIN_OTF_ENTER:
      take_enter (self, record);
      break;
    case REFRAIN_OTF_LEAVE:
      take_leave (self, record);
      break;
    case REFRAIN_OTF_SEND:
    case REFRAIN_OTF_RECEIVE:
      take_message (self, record);
      break;
    case REFRAIN_OTF_COLLECTIVE:
      take_collective (self, record);
      break;
    case REFRAIN_OTF_BEGIN_COLLECTIVE:
      begin_collective (self, record);
      break;
    case REFRAIN_OTF_END_COLLECTIVE:
      if (p->is_open)
        end_collective (p, self->time);
      break;
    default:
      break;
    }
}

static const char *
take_event_line (Reader *self, char *line)
{
  const char *at = line + (*line == '*');
  RefrainOtfRecord record;
  guint64 number;

  if (g_ascii_isxdigit (*at) && !g_ascii_isupper (*at))
    {
      if (!refrain_otf_take_number (&at, &number) || *at != '\0')
        return _ ("is no number of a time or process");
      if (*line != '*')
        {
          self->time = to_time (self, number);
          return NULL;
        }
      self->process = refrain_otf_definitions_find_process (self->definitions, number);
      return self->process == NULL ? _ ("names a process that is not defined") : NULL;
    }
  if (!refrain_otf_record_cut (line, &record))
    return _ ("is no event");
  if (record.kind < REFRAIN_OTF_ENTER)
    return NULL;
  if (self->process == NULL)
    return _ ("is an event before any process is named");
  take_event (self, &record);
  return NULL;
}

static void
tell_missing (Reader *self, const Stream *stream)
{
  g_autofree char *base = g_filename_display_basename (self->base);
  g_autofree char *file = g_strdup_printf ("%s.%" PRIx64 ".events", base, stream->id);

  for (guint i = 0; i < stream->processes->len; i++)
    {
      const RefrainOtfProcess *process = refrain_otf_definitions_find_process (
          self->definitions, g_array_index (stream->processes, guint64, i));

      if (process != NULL)
        refrain_recorder_defect (process->recorder, REFRAIN_DEFECT_MISSING_FILE, 0, file);
    }
}

static gboolean
read_streams (Reader *self, GError **error)
{
  guint missing = 0;

  for (; self->done < self->streams->len; self->done++)
    {
      const Stream *stream = &g_array_index (self->streams, Stream, self->done);
      g_autofree char *path = find_file (self, stream->id, "events");

      self->time = 0;
      self->process = NULL;
      if (path == NULL)
        {
          missing++;
          tell_missing (self, stream);
        }
      else if (!read_file (self, path, _ ("Reading events"), take_event_line, error))
        return FALSE;
    }
  if (missing < self->streams->len)
    return TRUE;
  {
    g_autofree char *display = g_filename_display_name (self->path);

    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT,
                 _ ("%s: none of the files with its events (.1.events …) is there"), display);
  }
  return FALSE;
}

static void
end_all (Reader *self)
{
  gsize n;
  RefrainOtfProcess *const *processes
      = refrain_otf_definitions_get_processes (self->definitions, &n);

  for (gsize i = 0; i < n; i++)
    end_pending (processes[i], processes[i]->pending_end);
}

/* ---- Doors ---- */

REFRAIN_DEFINE_CLEAR (stream_clear, Stream, g_array_unref (x->processes))

static RefrainTrace *
load (Reader *self, GError **error)
{
  g_autofree char *definitions = NULL, *claimed = NULL;
  g_autofree char *name = g_filename_display_basename (self->base);

  refrain_trace_builder_set_source (self->builder, name, self->path, "OTF");
  if (!read_file (self, self->path, NULL, take_anchor_line, error))
    return NULL;
  definitions = find_file (self, 0, "def");
  if (definitions == NULL)
    {
      g_autofree char *display = g_filename_display_name (self->path);

      return refrain_fail_null (error, REFRAIN_ERROR_FORMAT,
                                _ ("%s: the file with its definitions (%s.0.def) is not there"),
                                display, name);
    }
  claimed = g_filename_display_name (definitions);
  if (!read_file (self, definitions, NULL, take_definition, error))
    return NULL;
  self->claims.name = claimed;
  if (!refrain_otf_definitions_resolve (self->definitions, self->builder, &self->claims, error))
    return NULL;
  self->resolution = refrain_otf_definitions_get_resolution (self->definitions);
  if (!read_streams (self, error))
    return NULL;
  end_all (self);
  refrain_progress_tell (self->progress, 0.95, _ ("Matching messages"));
  return refrain_trace_builder_finish (self->builder, self->cancellable, error);
}

RefrainTrace *
refrain_otf_load (const char *path,
                  GCancellable *cancellable,
                  const RefrainProgress *progress,
                  GError **error)
{
  g_autoptr (RefrainTraceBuilder) builder = NULL;
  g_autoptr (RefrainOtfDefinitions) definitions = NULL;
  g_autoptr (GArray) streams = NULL;
  g_autofree char *base = NULL;
  Reader self = { 0 };

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  base = g_strdup (path);
  if (g_str_has_suffix (base, ".otf"))
    base[strlen (base) - strlen (".otf")] = '\0';
  builder = refrain_trace_builder_new ();
  definitions = refrain_otf_definitions_new ();
  streams = g_array_new (FALSE, FALSE, sizeof (Stream));
  g_array_set_clear_func (streams, stream_clear);
  self = (Reader){ .path = path,
                   .base = base,
                   .cancellable = cancellable,
                   .progress = progress,
                   .builder = builder,
                   .definitions = definitions,
                   .streams = streams };
  return load (&self, error);
}
