/* refrain-perfetto.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Perfetto's own form, a sequence of packets in the encoding of protocol buffers
 * (perfetto.dev/docs/reference/synthetic-track-event). One writer, so one sequence: the first
 * packet holds all names, the others have their numbers. Packets need no order; those of equal time
 * keep that of the file.
 */
#include "config.h"

#include "refrain-exports.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-compare.h"
#include "refrain-format.h"
#include "refrain-free.h"
#include "refrain-phases-found.h"
#include "refrain-save.h"
#include "refrain-study-sources.h"

/* Fields, as protos/perfetto/trace numbers them. */
enum
{
  TRACE_PACKET = 1,

  PACKET_TIMESTAMP = 8,
  PACKET_SEQUENCE = 10,
  PACKET_EVENT = 11,
  PACKET_NAMES = 12,
  PACKET_FLAGS = 13,
  PACKET_TRACK = 60,

  NAMES_EVENT = 2,
  NAME_ID = 1,
  NAME_TEXT = 2,

  TRACK_ID = 1,
  TRACK_NAME = 2,
  TRACK_PROCESS = 3,
  TRACK_THREAD = 4,
  TRACK_PARENT = 5,

  PROCESS_ID = 1,
  PROCESS_NAME = 6,

  THREAD_PROCESS = 1,
  THREAD_ID = 2,
  THREAD_NAME = 5,

  EVENT_TYPE = 9,
  EVENT_NAME = 10,
  EVENT_TRACK = 11,
  EVENT_FLOW = 47,
  EVENT_FLOW_END = 48,
};

typedef enum
{
  SLICE_BEGIN = 1,
  SLICE_END = 2,
  INSTANT = 3,
} EventType;

enum
{
  NAMES_FOLLOW = 1, /* what was named before is forgotten */
  NEEDS_NAMES = 2,
};

/* Bytes that are kept before they are written. */
#define CHUNK (1 << 20)

typedef struct
{
  RefrainTrace *trace;
  const char *path;
  int fd;
  RefrainTime origin;  /* time 0 of the file: Perfetto's times are not negative */
  GByteArray *out;     /* packets */
  GByteArray *packet;  /* the one that is being made */
  GByteArray *message; /* a message in it */
  GByteArray *inner;   /* a message in that */
  guint64 *first_flow; /* of each process: what is added to a receive's row */
  guint64 n_tracks, n_names;
} Writer;

/* ---- Encoding ---- */

static void
add_varint (GByteArray *bytes, guint64 value)
{
  guint8 text[10];
  guint n = 0;

  do
    {
      text[n] = (guint8) ((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
      value >>= 7;
      n++;
    }
  while (value > 0);
  g_byte_array_append (bytes, text, n);
}

static void
add_number (GByteArray *bytes, guint field, guint64 value)
{
  add_varint (bytes, (guint64) field << 3);
  add_varint (bytes, value);
}

static void
add_fixed (GByteArray *bytes, guint field, guint64 value)
{
  const guint64 little = GUINT64_TO_LE (value);

  add_varint (bytes, (guint64) field << 3 | 1);
  g_byte_array_append (bytes, (const guint8 *) &little, sizeof little);
}

static void
add_bytes (GByteArray *bytes, guint field, const void *data, gsize n)
{
  add_varint (bytes, (guint64) field << 3 | 2);
  add_varint (bytes, n);
  g_byte_array_append (bytes, data, (guint) n);
}

/* Names of traces may be any bytes; those of Perfetto are UTF-8. */
static void
add_text (GByteArray *bytes, guint field, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  add_bytes (bytes, field, valid, strlen (valid));
}

/* Puts message @inner into @outer and empties it. */
static void
add_message (GByteArray *outer, guint field, GByteArray *inner)
{
  add_bytes (outer, field, inner->data, inner->len);
  g_byte_array_set_size (inner, 0);
}

static gboolean
flush (Writer *self, guint above, GError **error)
{
  if (self->out->len <= above)
    return TRUE;
  if (!refrain_save_write (self->fd, self->path, self->out->data, self->out->len, error))
    return FALSE;
  g_byte_array_set_size (self->out, 0);
  return TRUE;
}

/* Ends the packet that self->packet holds. */
static void
end_packet (Writer *self, guint flags)
{
  add_number (self->packet, PACKET_SEQUENCE, 1);
  add_number (self->packet, PACKET_FLAGS, flags);
  add_message (self->out, TRACE_PACKET, self->packet);
}

/* ---- Tracks and names ---- */

/* The number of a new name, for self->message, which holds those of the first packet. */
static guint64
add_name (Writer *self, const char *text)
{
  add_number (self->inner, NAME_ID, ++self->n_names);
  add_text (self->inner, NAME_TEXT, text);
  add_message (self->message, NAMES_EVENT, self->inner);
  return self->n_names;
}

/* A new track, whose number is returned; @kind (0, TRACK_PROCESS or TRACK_THREAD): what
 * self->inner describes. */
static guint64
add_track (Writer *self, guint64 parent, const char *name, guint kind)
{
  add_number (self->message, TRACK_ID, ++self->n_tracks);
  if (parent > 0)
    add_number (self->message, TRACK_PARENT, parent);
  if (kind != 0)
    add_message (self->message, kind, self->inner);
  else
    add_text (self->message, TRACK_NAME, name);
  add_message (self->packet, PACKET_TRACK, self->message);
  end_packet (self, NEEDS_NAMES);
  return self->n_tracks;
}

/* 0 is nobody's number there. */
static guint64
get_process_id (guint process)
{
  return (guint64) process + 1;
}

/* ---- Events ---- */

static void
begin_event (Writer *self, EventType type, guint64 track, guint64 name)
{
  add_number (self->message, EVENT_TYPE, type);
  add_number (self->message, EVENT_TRACK, track);
  if (name > 0)
    add_number (self->message, EVENT_NAME, name);
}

static void
end_event (Writer *self, RefrainTime time)
{
  add_number (self->packet, PACKET_TIMESTAMP, (guint64) (time - self->origin));
  add_message (self->packet, PACKET_EVENT, self->message);
  end_packet (self, NEEDS_NAMES);
}

static void
add_slice (Writer *self, guint64 track, guint64 name, RefrainTime start, RefrainTime end)
{
  begin_event (self, SLICE_BEGIN, track, name);
  end_event (self, start);
  begin_event (self, SLICE_END, track, 0);
  end_event (self, end);
}

/* The message that operation @op of @process sends or receives, by its receive; 0: none. */
static guint64
get_flow (const Writer *self, const RefrainOps *ops, guint process, gsize op)
{
  if (ops->partner[op] == REFRAIN_NONE || ops->kind[op] == REFRAIN_OP_COLLECTIVE)
    return 0;
  return REFRAIN_OP_IS_RECV (ops->kind[op]) ? self->first_flow[process] + op
                                            : self->first_flow[ops->peer[op]] + ops->partner[op];
}

/* ---- Calls and messages ---- */

/* Where a walk over a thread is. */
typedef struct
{
  const RefrainCalls *calls;
  const RefrainOps *ops;
  guint process;
  guint64 track;
  guint64 send, receive; /* names */
  gsize op, end_op;
} Walk;

/* What has no slice of its own to hang on: all operations until @time. */
static void
add_operations (Writer *self, Walk *walk, RefrainTime time)
{
  for (; walk->op < walk->end_op && walk->ops->time[walk->op] <= time; walk->op++)
    {
      const guint64 flow = get_flow (self, walk->ops, walk->process, walk->op);
      const gboolean receives = REFRAIN_OP_IS_RECV (walk->ops->kind[walk->op]);

      if (flow == 0)
        continue;
      begin_event (self, INSTANT, walk->track, receives ? walk->receive : walk->send);
      add_fixed (self->message, receives ? EVENT_FLOW_END : EVENT_FLOW, flow);
      end_event (self, walk->ops->time[walk->op]);
    }
}

/* The beginning of call @row; messages that it sends leave it there. */
static void
begin_call (Writer *self, Walk *walk, gsize row)
{
  add_operations (self, walk, walk->calls->start[row] - 1);
  begin_event (self, SLICE_BEGIN, walk->track, (guint64) walk->calls->routine[row] + 1);
  for (; walk->op < walk->end_op && walk->ops->call[walk->op] == row
         && REFRAIN_OP_IS_SEND (walk->ops->kind[walk->op]);
       walk->op++)
    {
      const guint64 flow = get_flow (self, walk->ops, walk->process, walk->op);

      if (flow != 0)
        add_fixed (self->message, EVENT_FLOW, flow);
    }
  end_event (self, walk->calls->start[row]);
}

static void
end_call (Writer *self, Walk *walk, gsize row)
{
  add_operations (self, walk, walk->calls->end[row]);
  begin_event (self, SLICE_END, walk->track, 0);
  end_event (self, walk->calls->end[row]);
}

static gboolean
add_thread (Writer *self, Walk *walk, const RefrainThread *thread, GError **error)
{
  const RefrainCalls *calls = walk->calls;
  guint32 open = REFRAIN_NONE;

  walk->op = thread->first_op;
  walk->end_op = thread->first_op + thread->n_ops;
  for (gsize row = thread->first_call; row < thread->first_call + thread->n_calls; row++)
    {
      for (; open != REFRAIN_NONE && open != calls->parent[row]; open = calls->parent[open])
        end_call (self, walk, open);
      begin_call (self, walk, row);
      open = (guint32) row;
      if (!flush (self, CHUNK, error))
        return FALSE;
    }
  for (; open != REFRAIN_NONE; open = calls->parent[open])
    end_call (self, walk, open);
  add_operations (self, walk, G_MAXINT64);
  return flush (self, CHUNK, error);
}

/* ---- Patterns and phases ---- */

typedef struct
{
  RefrainTime start, end;
  guint64 name;
} Slice;

REFRAIN_DEFINE_COMPARE (compare_slices, Slice, REFRAIN_RISING (start) ?: REFRAIN_RISING (end))

/* When a process takes part in an occurrence. */
static void
get_span (RefrainOccurrences *occurrences, const RefrainOccurrencePart *part, Slice *slice)
{
  RefrainTrace *trace = refrain_occurrences_get_trace (occurrences);

  for (guint32 k = 0; k < part->n; k++)
    {
      const guint32 row = refrain_occurrences_get_row (occurrences, part->process, part->first + k);
      RefrainTime start, end;

      if (row == REFRAIN_NONE)
        continue;
      refrain_occurrences_get_op_span (trace, part->process, row, &start, &end);
      slice->start = MIN (slice->start, start);
      slice->end = MAX (slice->end, end);
    }
}

/* Adds the part that each process takes in all occurrences of a pattern to its array of
 * @slices. */
static void
collect_slices (RefrainOccurrences *occurrences, guint64 name, GArray **slices)
{
  for (guint32 i = 0; i < refrain_occurrences_get_n (occurrences); i++)
    {
      gsize n;
      const RefrainOccurrencePart *parts = refrain_occurrences_get_parts (occurrences, i, &n);

      for (gsize k = 0; k < n; k++)
        {
          GArray *of = slices[parts[k].process];
          Slice slice = { G_MAXINT64, G_MININT64, name };

          get_span (occurrences, &parts[k], &slice);
          if (slice.start <= slice.end)
            g_array_append_val (of, slice);
        }
    }
}

/* Slices of one track nest, and what ends is the one on top; those of patterns and phases may
 * overlap: as many tracks called @name below @parent (0: none) as there are at once. */
static gboolean
add_lanes (Writer *self, guint64 parent, const char *name, GArray *slices, GError **error)
{
  typedef struct
  {
    guint64 track;
    RefrainTime end;
  } Lane;
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (Lane));

  g_array_sort (slices, compare_slices);
  for (guint i = 0; i < slices->len; i++)
    {
      const Slice *slice = &g_array_index (slices, Slice, i);
      guint lane = 0;

      while (lane < lanes->len && g_array_index (lanes, Lane, lane).end > slice->start)
        lane++;
      if (lane == lanes->len)
        {
          const Lane new_lane = { add_track (self, parent, name, 0), 0 };

          g_array_append_val (lanes, new_lane);
        }
      g_array_index (lanes, Lane, lane).end = slice->end;
      add_slice (self, g_array_index (lanes, Lane, lane).track, slice->name, slice->start,
                 slice->end);
      if (!flush (self, CHUNK, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_phases (Writer *self, RefrainPhasesFound *found, const guint64 *names, GError **error)
{
  g_autoptr (GArray) slices = g_array_new (FALSE, FALSE, sizeof (Slice));

  for (guint i = 0; i < found->pieces->len; i++)
    {
      const RefrainPhasePiece *piece = &g_array_index (found->pieces, RefrainPhasePiece, i);
      Slice slice = { .name = names[i] };

      if (refrain_phases_get_span_of (found->phases, piece->start, piece->end, &slice.start,
                                      &slice.end))
        g_array_append_val (slices, slice);
    }
  return add_lanes (self, 0, _ ("Phases"), slices, error);
}

/* ---- The whole ---- */

/* What is shown beside the events; nothing of a kind that was not found. */
typedef struct
{
  GPtrArray *patterns; /* of RefrainOccurrences */
  guint64 *pattern_names;
  RefrainPhasesFound *phases;
  guint64 *phase_names;
} Found;

REFRAIN_DEFINE_AUTO (clear_found, Found, g_clear_pointer (&x->patterns, g_ptr_array_unref);
                     g_clear_object (&x->phases);
                     refrain_free (x->pattern_names, x->phase_names))

/* FALSE with @error when cancelled: a trace without patterns is shown without. */
static gboolean
find_all (Found *self, RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  g_auto (RefrainRecurrenceSources) sources = { 0 };
  GCancellable *cancellable = ask != NULL ? ask->cancellable : NULL;

  self->patterns = g_ptr_array_new_with_free_func (g_object_unref);
  if (refrain_study_find_sources (study, REFRAIN_RECURS_PATTERN, ask, &sources, NULL))
    {
      const guint32 n = refrain_recurrence_sources_count (&sources, REFRAIN_RECURS_PATTERN);

      for (guint32 id = 1; id <= n; id++)
        {
          RefrainOccurrences *occurrences = refrain_recurrence_sources_collect (
              &sources, REFRAIN_RECURS_PATTERN, id, cancellable, NULL);

          if (occurrences != NULL)
            g_ptr_array_add (self->patterns, occurrences);
        }
    }
  self->phases = refrain_study_find (study, REFRAIN_ANALYSIS_LISTED_PHASES, ask, NULL);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* The first packet: all names. */
static void
add_names (Writer *self, Found *found, guint64 *send, guint64 *receive)
{
  const guint n_phases = found->phases != NULL ? found->phases->pieces->len : 0;

  for (guint i = 0; i < refrain_trace_get_n_routines (self->trace); i++)
    add_name (self, refrain_routine_get_name (refrain_trace_get_routine (self->trace, i)));
  *send = add_name (self, _ ("send"));
  *receive = add_name (self, _ ("receive"));
  found->pattern_names = g_new (guint64, found->patterns->len + 1);
  for (guint i = 0; i < found->patterns->len; i++)
    found->pattern_names[i]
        = add_name (self, refrain_occurrences_get_name (found->patterns->pdata[i]));
  found->phase_names = g_new (guint64, n_phases + 1);
  for (guint i = 0; i < n_phases; i++)
    {
      g_autofree char *name = g_strdup_printf (_ ("Phase %u"), i + 1);

      found->phase_names[i] = add_name (self, name);
    }
  add_message (self->packet, PACKET_NAMES, self->message);
  end_packet (self, NAMES_FOLLOW | NEEDS_NAMES);
}

static gboolean
add_process (Writer *self, guint p, Walk *walk, GArray *slices, GError **error)
{
  RefrainProcess *process = refrain_trace_get_process (self->trace, p);
  guint64 track;

  add_number (self->inner, PROCESS_ID, get_process_id (p));
  add_text (self->inner, PROCESS_NAME, refrain_process_get_name (process));
  track = add_track (self, 0, NULL, TRACK_PROCESS);
  walk->calls = refrain_process_get_calls (process);
  walk->ops = refrain_process_get_ops (process);
  walk->process = p;
  for (gsize i = 0; i < refrain_process_get_n_threads (process); i++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, i);

      add_number (self->inner, THREAD_PROCESS, get_process_id (p));
      add_number (self->inner, THREAD_ID, self->n_tracks + 1);
      add_text (self->inner, THREAD_NAME, thread->name != NULL ? thread->name : "");
      walk->track = add_track (self, track, NULL, TRACK_THREAD);
      if (!add_thread (self, walk, thread, error))
        return FALSE;
    }
  return add_lanes (self, track, _ ("Patterns"), slices, error);
}

static gboolean
write_all (Writer *self, Found *found, const RefrainStudyAsk *ask, GError **error)
{
  const guint n = refrain_trace_get_n_processes (self->trace);
  g_autoptr (GPtrArray) slices = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  guint64 flow = 1;
  Walk walk = { 0 };

  for (guint p = 0; p < n; p++)
    {
      self->first_flow[p] = flow;
      flow += refrain_trace_get_ops (self->trace, p)->n;
      g_ptr_array_add (slices, g_array_new (FALSE, FALSE, sizeof (Slice)));
    }
  add_names (self, found, &walk.send, &walk.receive);
  for (guint i = 0; i < found->patterns->len; i++)
    collect_slices (found->patterns->pdata[i], found->pattern_names[i], (GArray **) slices->pdata);
  if (found->phases != NULL && !add_phases (self, found->phases, found->phase_names, error))
    return FALSE;
  for (guint p = 0; p < n; p++)
    {
      if (ask != NULL)
        refrain_progress_tell (&ask->progress, (double) p / n, _ ("Writing events"));
      if (g_cancellable_set_error_if_cancelled (ask != NULL ? ask->cancellable : NULL, error)
          || !add_process (self, p, &walk, slices->pdata[p], error))
        return FALSE;
    }
  return flush (self, 0, error);
}

gboolean
refrain_perfetto_save (RefrainStudy *study,
                       const char *path,
                       const RefrainStudyAsk *ask,
                       GError **error)
{
  RefrainTrace *trace = refrain_study_get_trace (study);
  const guint n = refrain_trace_get_n_processes (trace);
  g_autofree guint64 *first_flow = g_new (guint64, (gsize) n + 1);
  g_autofree char *temporary = NULL;
  g_auto (Found) found = { 0 };
  Writer self = { .trace = trace,
                  .path = path,
                  .origin = refrain_trace_get_start (trace),
                  .first_flow = first_flow };
  gboolean whole;

  if (!refrain_trace_check_target (trace, path, error) || !find_all (&found, study, ask, error))
    return FALSE;
  temporary = refrain_save_begin (path, &self.fd, error);
  if (temporary == NULL)
    return FALSE;
  self.out = g_byte_array_new ();
  self.packet = g_byte_array_new ();
  self.message = g_byte_array_new ();
  self.inner = g_byte_array_new ();
  whole = write_all (&self, &found, ask, error);
  g_byte_array_unref (self.out);
  g_byte_array_unref (self.packet);
  g_byte_array_unref (self.message);
  g_byte_array_unref (self.inner);
  return refrain_save_end (temporary, self.fd, path, whole, error);
}
