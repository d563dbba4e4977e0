/* refrain-otf2-writer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Events of all locations are written in parallel, then the definitions, which tell their numbers.
 * The archive is made in a folder of its own, given an id that depends on its content alone, read
 * again, and only then moved into its place.
 */
#include "config.h"

#include "refrain-otf2.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <otf2/OTF2_Pthread_Locks.h>
#include <stdio.h>
#include <string.h>

#include "refrain-cores.h"
#include "refrain-error.h"
#include "refrain-graph-neighbours.h"
#include "refrain-otf2-guard.h"
#include "refrain-otf2-place.h"
#include "refrain-otf2-writer-definitions.h"
#include "refrain-parallel.h"
#include "refrain-replay.h"
#include "refrain-save.h"

/* MPI_PROC_NULL of Open MPI; a rank below zero is read as none (refrain-otf2-events.c). */
#define PROC_NULL ((uint32_t) -2)
/* Of a message with somebody who is not known: a rank that no communicator has. */
#define UNKNOWN_RANK G_MAXINT32

/* Whoever writes or reads clears one of both for each location. A definition has to fit into one: a
 * group of many takes four bytes a member. */
#define EVENT_CHUNK      OTF2_CHUNK_SIZE_MIN
#define DEFINITION_CHUNK (1024 * 1024)
#define MANY_LOCATIONS   65536
#define CANCEL_INTERVAL  8192

/* ---- Events of a location ---- */

typedef struct
{
  const RefrainOtf2Numbering *numbering;
  RefrainReplay replay;
  OTF2_EvtWriter *writer;
  guint process;
  guint64 next_request;           /* for operations whose request the trace does not know */
  RefrainOtf2Ids *ids;            /* how the location numbers definitions, or NULL */
  OTF2_TimeStamp last;            /* of the events so far */
  guint32 *current;               /* by routine: its region; NULL: the routine's number */
  OTF2_AttributeList *attributes; /* of the event */
} EventWriter;

/* What the archive calls routine @index. */
static OTF2_RegionRef
get_region (const EventWriter *self, guint64 index)
{
  if (self->current == NULL)
    return (OTF2_RegionRef) MIN (index, OTF2_UNDEFINED_REGION);
  return index < self->numbering->source->n_routines ? (OTF2_RegionRef) refrain_otf2_ids_get (
             self->ids, OTF2_MAPPING_REGION, self->current[index])
                                                     : OTF2_UNDEFINED_REGION;
}

static OTF2_ErrorCode
write_op (EventWriter *self, OTF2_TimeStamp time)
{
  const RefrainOps *ops = self->replay.ops;
  gsize row = self->replay.row;
  guint32 comm = OTF2_UNDEFINED_COMM;
  gint32 rank = ops->peer[row];
  guint32 tag = ops->tag[row];
  guint64 bytes = ops->bytes[row];
  guint64 request = 0;

  if (ops->comm[row] != REFRAIN_NONE)
    {
      comm = (guint32) refrain_otf2_ids_get (self->ids, OTF2_MAPPING_COMM,
                                             self->numbering->comm_refs[ops->comm[row]]);
      if (rank >= 0)
        rank = refrain_communicator_process_to_rank (self->numbering->comms->pdata[ops->comm[row]],
                                                     self->process, rank);
    }
  if (rank < 0 && REFRAIN_OP_IS_P2P (ops->kind[row]))
    rank = UNKNOWN_RANK;
  if (ops->kind[row] == REFRAIN_OP_ISEND || ops->kind[row] == REFRAIN_OP_IRECV)
    request = refrain_replay_get_request (&self->replay, row, self->next_request);
  if (request == self->next_request)
    self->next_request--;

  switch ((RefrainOpKind) ops->kind[row])
    {
    case REFRAIN_OP_SEND:
      return OTF2_EvtWriter_MpiSend (self->writer, self->attributes, time, rank, comm, tag, bytes);
    case REFRAIN_OP_RECV:
      return OTF2_EvtWriter_MpiRecv (self->writer, self->attributes, time, rank, comm, tag, bytes);
    case REFRAIN_OP_ISEND:
      return OTF2_EvtWriter_MpiIsend (self->writer, self->attributes, time, rank, comm, tag, bytes,
                                      request);
    case REFRAIN_OP_IRECV:
      return OTF2_EvtWriter_MpiIrecv (self->writer, self->attributes, time, rank, comm, tag, bytes,
                                      request);
    case REFRAIN_OP_COLLECTIVE:
      break;
    default:
      g_assert_not_reached ();
    }
  if (refrain_replay_is_nonblocking_collective (&self->replay, row))
    return OTF2_EvtWriter_NonBlockingCollectiveComplete (
        self->writer, self->attributes, time, tag, comm, rank, bytes,
        refrain_replay_get_received (&self->replay, row),
        refrain_replay_get_request (&self->replay, row, 0));
  return OTF2_EvtWriter_MpiCollectiveEnd (self->writer, self->attributes, time, tag, comm, rank,
                                          bytes, refrain_replay_get_received (&self->replay, row));
}

static OTF2_ErrorCode
write_record (EventWriter *self, OTF2_TimeStamp time)
{
  const RefrainRecords *records = self->replay.records;
  gsize row = self->replay.row;
  const guint64 id = records->id[row], size = records->size[row];

  switch ((RefrainRecordKind) records->kind[row])
    {
    case REFRAIN_RECORD_ISEND_COMPLETE:
      return OTF2_EvtWriter_MpiIsendComplete (self->writer, self->attributes, time, id);
    case REFRAIN_RECORD_IRECV_REQUEST:
      return OTF2_EvtWriter_MpiIrecvRequest (self->writer, self->attributes, time, id);
    case REFRAIN_RECORD_REQUEST_TEST:
      return OTF2_EvtWriter_MpiRequestTest (self->writer, self->attributes, time, id);
    case REFRAIN_RECORD_REQUEST_CANCELLED:
      return OTF2_EvtWriter_MpiRequestCancelled (self->writer, self->attributes, time, id);
    case REFRAIN_RECORD_COLLECTIVE_BEGIN:
      return OTF2_EvtWriter_MpiCollectiveBegin (self->writer, self->attributes, time);
    case REFRAIN_RECORD_COLLECTIVE_REQUEST:
      return OTF2_EvtWriter_NonBlockingCollectiveRequest (self->writer, self->attributes, time, id);
    case REFRAIN_RECORD_THREAD_BEGIN:
      return OTF2_EvtWriter_ThreadBegin (self->writer, self->attributes, time, OTF2_UNDEFINED_COMM,
                                         id);
    case REFRAIN_RECORD_THREAD_END:
      return OTF2_EvtWriter_ThreadEnd (self->writer, self->attributes, time, OTF2_UNDEFINED_COMM,
                                       id);
    case REFRAIN_RECORD_BUFFER_FLUSH:
      return OTF2_EvtWriter_BufferFlush (self->writer, self->attributes, time,
                                         id > G_MAXUINT64 - time ? G_MAXUINT64 : time + id);
    case REFRAIN_RECORD_MEASUREMENT:
      return OTF2_EvtWriter_MeasurementOnOff (self->writer, self->attributes, time, id);
    case REFRAIN_RECORD_LEAVE_WITHOUT_ENTER:
      return OTF2_EvtWriter_Leave (self->writer, self->attributes, time, get_region (self, id));
    case REFRAIN_RECORD_NULL_SEND:
      return OTF2_EvtWriter_MpiSend (self->writer, self->attributes, time, PROC_NULL,
                                     OTF2_UNDEFINED_COMM, 0, size);
    case REFRAIN_RECORD_NULL_ISEND:
      return OTF2_EvtWriter_MpiIsend (self->writer, self->attributes, time, PROC_NULL,
                                      OTF2_UNDEFINED_COMM, 0, size, id);
    case REFRAIN_RECORD_NULL_RECV:
      return OTF2_EvtWriter_MpiRecv (self->writer, self->attributes, time, PROC_NULL,
                                     OTF2_UNDEFINED_COMM, 0, size);
    case REFRAIN_RECORD_NULL_IRECV:
      return OTF2_EvtWriter_MpiIrecv (self->writer, self->attributes, time, PROC_NULL,
                                      OTF2_UNDEFINED_COMM, 0, size, id);
    default:
      g_assert_not_reached ();
    }
}

/* The event as the columns say it. */
static OTF2_ErrorCode
write_plain_event (EventWriter *self, OTF2_TimeStamp time)
{
  switch (self->replay.event)
    {
    case REFRAIN_TAPE_ENTER:
      return OTF2_EvtWriter_Enter (
          self->writer, self->attributes, time,
          get_region (self, self->replay.calls->routine[self->replay.row]));
    case REFRAIN_TAPE_LEAVE:
      return OTF2_EvtWriter_Leave (
          self->writer, self->attributes, time,
          get_region (self, self->replay.calls->routine[self->replay.row]));
    case REFRAIN_TAPE_OP:
      return write_op (self, time);
    default:
      return write_record (self, time);
    }
}

/* The routine of a call's beginning or end, or REFRAIN_NONE. */
static guint32
get_routine (const EventWriter *self)
{
  const RefrainReplay *replay = &self->replay;

  if (replay->event == REFRAIN_TAPE_ENTER || replay->event == REFRAIN_TAPE_LEAVE)
    return replay->calls->routine[replay->row];
  if (replay->event == REFRAIN_TAPE_RECORD
      && replay->records->kind[replay->row] == REFRAIN_RECORD_LEAVE_WITHOUT_ENTER)
    return (guint32) replay->records->id[replay->row];
  return REFRAIN_NONE;
}

/* The event as the archive had it: by its details where these say it whole. */
static OTF2_ErrorCode
write_source_event (EventWriter *self, gboolean is_other, gboolean *written)
{
  const RefrainOtf2Source *source = self->numbering->source;
  const RefrainDetail *detail = &self->replay.detail;
  OTF2_TimeStamp time = refrain_otf2_ids_get_stamp (
      self->ids, refrain_otf2_source_get_stamp (source, self->replay.time, detail->ticks));

  /* The library takes no stamp below the one before. */
  self->last = time = MAX (time, self->last);
  if (detail->n > 0)
    {
      const RefrainOtf2Event event
          = refrain_otf2_source_find_event (source, detail, self->ids, self->attributes);
      const guint32 routine = get_routine (self);

      if (event.has_region && routine < source->n_routines)
        self->current[routine] = event.region;
      if (event.event >= 0)
        {
          const OTF2_ErrorCode code = refrain_otf2_source_write_event (
              &event, self->writer, self->attributes, time, self->ids);

          if (code != OTF2_ERROR_INVALID_DATA)
            return code;
        }
    }
  *written = !is_other;
  return is_other ? OTF2_SUCCESS : write_plain_event (self, time);
}

/* @written tells whether there is anything to write: what another event carried may not be known.
 */
static OTF2_ErrorCode
write_event (EventWriter *self, gboolean *written)
{
  const gboolean is_other = self->replay.event == REFRAIN_TAPE_RECORD
                            && self->replay.records->kind[self->replay.row] == REFRAIN_RECORD_OTHER;

  *written = TRUE;
  if (self->numbering->source != NULL)
    return write_source_event (self, is_other, written);
  *written = !is_other;
  return is_other ? OTF2_SUCCESS
                  : write_plain_event (self, self->numbering->origin + (guint64) self->replay.time);
}

static void
event_writer_init (EventWriter *self,
                   const RefrainOtf2Numbering *numbering,
                   const RefrainOtf2WriterLocation *location,
                   OTF2_EvtWriter *writer)
{
  const RefrainOtf2Source *source = numbering->source;

  *self = (EventWriter){ .numbering = numbering,
                         .writer = writer,
                         .process = location->process,
                         .next_request = G_MAXUINT64 - 1 };
  refrain_replay_init (&self->replay,
                       refrain_trace_get_process (numbering->trace, location->process),
                       location->thread);
  if (source == NULL)
    return;
  self->ids = refrain_otf2_source_get_ids (source, location->id);
  self->current = g_memdup2 (source->regions, source->n_routines * sizeof *source->regions);
  self->attributes = OTF2_AttributeList_New ();
}

static void
event_writer_clear (EventWriter *self)
{
  g_free (self->current);
  if (self->attributes != NULL)
    OTF2_AttributeList_Delete (self->attributes);
}

/* Writes every event of @location. Stops early when @cancellable is cancelled. */
static OTF2_ErrorCode
write_events (const RefrainOtf2Numbering *numbering,
              RefrainOtf2WriterLocation *location,
              OTF2_EvtWriter *writer,
              GCancellable *cancellable)
{
  OTF2_ErrorCode code = OTF2_SUCCESS;
  EventWriter self;

  if (location->thread == NULL)
    return OTF2_SUCCESS;
  event_writer_init (&self, numbering, location, writer);
  while (code == OTF2_SUCCESS && refrain_replay_next (&self.replay))
    {
      gboolean written;

      code = write_event (&self, &written);
      location->events += code == OTF2_SUCCESS && written;
      if (location->events % CANCEL_INTERVAL == 0 && g_cancellable_is_cancelled (cancellable))
        break;
    }
  event_writer_clear (&self);
  return code;
}

/* ---- The id of the archive ---- */

static gboolean
add_file (GChecksum *checksum, const char *path)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);
  const guchar *bytes;
  gsize n;

  if (file == NULL)
    return FALSE;
  bytes = (const guchar *) g_mapped_file_get_contents (file);
  n = g_mapped_file_get_length (file);
  /* GLib takes pieces as long as a gssize can say; NULL stands for an empty file. */
  if (n > 0)
    g_checksum_update (checksum, bytes, (gssize) n);
  return TRUE;
}

/* MD5 tells traces apart here, it guards nothing. */
static gboolean
compute_id (const RefrainOtf2Numbering *numbering,
            const char *folder,
            const char *name,
            guint64 *id)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_MD5);
  g_autofree char *definitions = g_strdup_printf ("%s/%s.def", folder, name);
  guint8 digest[16];
  gsize n = sizeof digest;

  if (!add_file (checksum, definitions))
    return FALSE;
  for (guint i = 0; i < numbering->locations->len; i++)
    {
      const RefrainOtf2WriterLocation *location
          = &g_array_index (numbering->locations, RefrainOtf2WriterLocation, i);
      g_autofree char *events
          = g_strdup_printf ("%s/%s/%" G_GUINT64_FORMAT ".evt", folder, name, location->id);

      if (location->events > 0 && !add_file (checksum, events))
        return FALSE;
    }
  g_checksum_get_digest (checksum, digest, &n);
  memcpy (id, digest, sizeof *id);
  return TRUE;
}

static OTF2_ErrorCode
get_drawn (const char *path, guint64 *drawn)
{
  OTF2_Reader *reader = OTF2_Reader_Open (path);
  OTF2_ErrorCode code;

  if (reader == NULL)
    return OTF2_ERROR_FILE_INTERACTION;
  code = OTF2_Reader_GetTraceId (reader, drawn);
  OTF2_Reader_Close (reader);
  return code;
}

/* Where the only @id in the anchor file @path lies, or -1. */
static long
find_id (const char *path, guint64 id)
{
  g_autofree char *bytes = NULL;
  long found = -1;
  gsize n;

  if (!g_file_get_contents (path, &bytes, &n, NULL))
    return -1;
  for (gsize at = 0; at + sizeof id <= n; at++)
    if (memcmp (bytes + at, &id, sizeof id) == 0)
      {
        if (found >= 0)
          return -1;
        found = (long) at;
      }
  return found;
}

static gboolean
put_id (const char *path, long at, guint64 id)
{
  FILE *file = g_fopen (path, "r+b");
  gboolean ok;

  if (file == NULL)
    return FALSE;
  ok = fseek (file, at, SEEK_SET) == 0 && fwrite (&id, sizeof id, 1, file) == 1;
  return fclose (file) == 0 && ok;
}

/* OTF2 gives each archive a random id and no way to choose one. Puts a checksum of the definitions
 * and events of the archive @name in @folder in its place, so that the same trace gives the same
 * bytes; a trace that was an archive keeps its id. An anchor file in which the id cannot be told
 * stays as it is. O(bytes of the archive). */
static OTF2_ErrorCode
settle_trace_id (const RefrainOtf2Numbering *numbering, const char *folder, const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.otf2", folder, name);
  guint64 drawn, id;
  long at;
  OTF2_ErrorCode code = get_drawn (path, &drawn);

  if (code != OTF2_SUCCESS)
    return code;
  at = find_id (path, drawn);
  if (at < 0)
    return OTF2_SUCCESS;
  if (numbering->source != NULL)
    id = numbering->source->identifier;
  else if (!compute_id (numbering, folder, name, &id))
    return OTF2_ERROR_FILE_INTERACTION;
  if (!put_id (path, at, id))
    return OTF2_ERROR_FILE_INTERACTION;
  return OTF2_SUCCESS;
}

/* ---- Reading it again ---- */

static guint64
count_events (OTF2_Reader *reader, const RefrainOtf2WriterLocation *location)
{
  OTF2_EvtReader *events = OTF2_Reader_GetEvtReader (reader, location->id);
  guint64 n = 0;

  if (events == NULL)
    return G_MAXUINT64;
  OTF2_Reader_ReadAllLocalEvents (reader, events, &n);
  OTF2_Reader_CloseEvtReader (reader, events);
  return n;
}

static OTF2_ErrorCode
verify_events (const RefrainOtf2Numbering *numbering, OTF2_Reader *reader)
{
  OTF2_ErrorCode code;

  for (guint i = 0; i < numbering->locations->len; i++)
    OTF2_Reader_SelectLocation (
        reader, g_array_index (numbering->locations, RefrainOtf2WriterLocation, i).id);
  code = OTF2_Reader_OpenEvtFiles (reader);
  for (guint i = 0; code == OTF2_SUCCESS && i < numbering->locations->len; i++)
    {
      const RefrainOtf2WriterLocation *location
          = &g_array_index (numbering->locations, RefrainOtf2WriterLocation, i);

      if (location->events > 0 && count_events (reader, location) != location->events)
        code = OTF2_ERROR_FILE_INTERACTION;
    }
  OTF2_Reader_CloseEvtFiles (reader);
  return code;
}

static OTF2_ErrorCode
verify_definitions (OTF2_Reader *reader)
{
  OTF2_GlobalDefReader *definitions = OTF2_Reader_GetGlobalDefReader (reader);
  uint64_t expected = 0, n = 0;
  OTF2_ErrorCode code;

  if (definitions == NULL)
    return OTF2_ERROR_FILE_INTERACTION;
  code = OTF2_Reader_GetNumberOfGlobalDefinitions (reader, &expected);
  if (code == OTF2_SUCCESS)
    code = OTF2_Reader_ReadAllGlobalDefinitions (reader, definitions, &n);
  OTF2_Reader_CloseGlobalDefReader (reader, definitions);
  return code == OTF2_SUCCESS && n != expected ? OTF2_ERROR_FILE_INTERACTION : code;
}

/* Reads the archive @name in @folder and counts: OTF2 does not notice when the last bytes of a file
 * cannot be written. OTF2_SUCCESS when all is there. */
static OTF2_ErrorCode
verify (const RefrainOtf2Numbering *numbering, const char *folder, const char *name)
{
  g_autofree char *base = g_strconcat (name, ".otf2", NULL);
  g_autofree char *anchor = g_build_filename (folder, base, NULL);
  OTF2_Reader *reader = OTF2_Reader_Open (anchor);
  OTF2_ErrorCode code;

  if (reader == NULL)
    return OTF2_ERROR_FILE_INTERACTION;
  code = OTF2_Reader_SetSerialCollectiveCallbacks (reader);
  if (code == OTF2_SUCCESS)
    code = verify_definitions (reader);
  if (code == OTF2_SUCCESS)
    code = verify_events (numbering, reader);
  OTF2_Reader_Close (reader);
  return code;
}

/* ---- The archive ---- */

typedef struct
{
  RefrainOtf2Numbering *numbering;
  OTF2_Archive *archive;
  GCancellable *cancellable;
  const RefrainProgress *progress;
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
  writer = OTF2_Archive_GetEvtWriter (
      self->archive, g_array_index (locations, RefrainOtf2WriterLocation, item).id);
  if (writer == NULL)
    {
      note (self, OTF2_ERROR_FILE_CAN_NOT_OPEN);
      return;
    }
  note (self,
        write_events (self->numbering, &g_array_index (locations, RefrainOtf2WriterLocation, item),
                      writer, self->cancellable));
  note (self, OTF2_Archive_CloseEvtWriter (self->archive, writer));
  sentence = g_strdup_printf (_ ("Writing location %zu"), item);
  refrain_progress_tell (
      self->progress, (g_atomic_int_add (&self->done, 1) + 1.0) / (locations->len + 1), sentence);
}

/* Without a source local definitions are empty, but readers look for their files. */
static void
write_local_definitions (Writer *self)
{
  const RefrainOtf2Source *source = self->numbering->source;
  GArray *locations = self->numbering->locations;

  note (self, OTF2_Archive_OpenDefFiles (self->archive));
  for (guint i = 0; i < locations->len && !failed (self); i++)
    {
      OTF2_DefWriter *writer = OTF2_Archive_GetDefWriter (
          self->archive, g_array_index (locations, RefrainOtf2WriterLocation, i).id);

      if (writer == NULL)
        note (self, OTF2_ERROR_FILE_CAN_NOT_OPEN);
      else
        {
          if (source != NULL)
            note (self,
                  refrain_otf2_source_write_own_definitions (
                      source, g_array_index (locations, RefrainOtf2WriterLocation, i).id, writer));
          note (self, OTF2_Archive_CloseDefWriter (self->archive, writer));
        }
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

/* Of a trace that comes from elsewhere. */
static void
introduce (Writer *self)
{
  g_autofree char *cores = refrain_trace_note_cores (self->numbering->trace);
  g_autofree char *neighbours
      = refrain_graph_neighbours_note (self->numbering->trace, self->numbering->comm_refs);

  note (self, OTF2_Archive_SetCreator (self->archive, "Refrain " PACKAGE_VERSION));
  if (cores != NULL)
    note (self, OTF2_Archive_SetProperty (self->archive, REFRAIN_NODE_PROPERTY, cores, true));
  if (neighbours != NULL)
    note (self,
          OTF2_Archive_SetProperty (self->archive, REFRAIN_NEIGHBOURS_PROPERTY, neighbours, true));
}

static void
write_archive (Writer *self)
{
  static const OTF2_FlushCallbacks callbacks = { .otf2_pre_flush = flush };
  RefrainTrace *trace = self->numbering->trace;

  note (self, OTF2_Archive_SetFlushCallbacks (self->archive, &callbacks, NULL));
  note (self, OTF2_Archive_SetSerialCollectiveCallbacks (self->archive));
  note (self, OTF2_Pthread_Archive_SetLockingCallbacks (self->archive, NULL));
  if (self->numbering->source != NULL)
    note (self, refrain_otf2_source_set_up (self->numbering->source, self->archive));
  else
    introduce (self);
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

/* @chunk, where the library takes it. */
static guint64
get_chunk (guint64 chunk, guint64 fallback)
{
  return chunk >= OTF2_CHUNK_SIZE_MIN && chunk <= OTF2_CHUNK_SIZE_MAX ? chunk : fallback;
}

/* Writes the archive @name into the empty folder @folder. */
static gboolean
write_into (Writer *self, const char *folder, const char *name, const char *path, GError **error)
{
  const RefrainOtf2Source *source = self->numbering->source;
  OTF2_ErrorCode code;
  const char *cause;

  self->archive = OTF2_Archive_Open (
      folder, name, OTF2_FILEMODE_WRITE,
      get_chunk (source != NULL ? source->event_chunk : 0, EVENT_CHUNK),
      get_chunk (source != NULL ? source->definition_chunk : 0,
                 self->numbering->locations->len < MANY_LOCATIONS ? DEFINITION_CHUNK
                                                                  : 16 * DEFINITION_CHUNK),
      OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  if (self->archive == NULL)
    note (self, OTF2_ERROR_FILE_CAN_NOT_OPEN);
  else
    {
      write_archive (self);
      note (self, OTF2_Archive_Close (self->archive));
      if (!failed (self) && !g_cancellable_is_cancelled (self->cancellable))
        note (self, settle_trace_id (self->numbering, folder, name));
      if (!failed (self) && !g_cancellable_is_cancelled (self->cancellable))
        note (self, verify (self->numbering, folder, name));
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
                   const RefrainProgress *progress,
                   GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *display = g_filename_display_name (path);
  g_autoptr (RefrainOtf2Place) place = NULL;
  g_autoptr (RefrainOtf2Numbering) numbering = NULL;
  Writer self = { .cancellable = cancellable, .progress = progress, .code = OTF2_SUCCESS };

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  if (!g_str_has_suffix (name, ".otf2") || strlen (name) == strlen (".otf2"))
    {
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                   _ ("%s: the name of an OTF2 archive ends in .otf2"), display);
      return FALSE;
    }
  name[strlen (name) - strlen (".otf2")] = '\0';
  place = refrain_otf2_place_open (folder, name, error);
  if (place == NULL)
    return FALSE;
  refrain_otf2_catch_errors ();
  self.numbering = numbering = refrain_otf2_numbering_new (trace);
  return write_into (&self, refrain_otf2_place_get_folder (place), name, path, error)
         && refrain_otf2_place_commit (place, error);
}

/* Events of @thread that only the source could say, and does not. */
static guint64
count_unsaid (const RefrainOtf2Source *source, RefrainProcess *process, const RefrainThread *thread)
{
  RefrainReplay replay;
  guint64 n = 0;

  refrain_replay_init (&replay, process, thread);
  while (refrain_replay_next (&replay))
    if (replay.event == REFRAIN_TAPE_RECORD
        && replay.records->kind[replay.row] == REFRAIN_RECORD_OTHER)
      n += source == NULL || !refrain_otf2_source_has_event (source, &replay.detail);
  return n;
}

static gboolean
has_others (RefrainProcess *process)
{
  const RefrainRecords *records = refrain_process_get_records (process);

  return records->n > 0 && memchr (records->kind, REFRAIN_RECORD_OTHER, records->n) != NULL;
}

guint64
refrain_otf2_count_unwritable (RefrainTrace *trace)
{
  g_autoptr (RefrainOtf2Source) source = NULL;
  guint64 n = 0;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), 0);

  source = refrain_otf2_source_new (trace);
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);

      for (gsize i = 0; has_others (process) && i < refrain_process_get_n_threads (process); i++)
        n += count_unsaid (source, process, refrain_process_get_thread (process, i));
    }
  return n;
}
