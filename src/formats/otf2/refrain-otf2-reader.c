/* refrain-otf2-reader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * OTF2 archives, read with OTF2's own library: definitions first, then the events of all locations
 * in parallel, each by its local reader, which is faster than one global reader in time order. In a
 * team each member reads the locations of its own processes.
 */
#include "config.h"

#include "refrain-otf2.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "refrain-error.h"
#include "refrain-memory.h"
#include "refrain-otf2-events.h"
#include "refrain-otf2-extension-reader.h"
#include "refrain-otf2-guard.h"
#include "refrain-otf2-schema.h"
#include "refrain-parallel.h"
#include "refrain-time-format.h"

/* Events between two looks at the cancellable. */
#define CHUNK 50000
/* Locations of at most so many events are read into room that the next uses again. */
#define FEW_EVENTS 65536

typedef struct
{
  const char *path;
  OTF2_Reader *reader;
  RefrainOtf2Definitions *definitions;
  const RefrainOtf2Location *locations;
  gsize n_locations;
  const RefrainShares *shares; /* of processes; or NULL */
  GByteArray *records;         /* of all definitions */
  GPtrArray *own;              /* by location: GByteArray, of those of its own, or NULL */
  GMutex lock;                 /* of the reader's table of local readers, and of the rooms */
  GPtrArray *rooms;            /* of RefrainRecorderRoom: those that nobody has borrowed */
  GCancellable *cancellable;
  RefrainArrivals *arrivals; /* or NULL */

  const RefrainProgress *progress;
  guint64 total;      /* events, as the definitions claim */
  gsize done;         /* events read, atomic */
  gsize n_unreadable; /* locations of which nothing could be read, atomic */
  gsize n_left;       /* likewise: not to their end, since it was stopped */
  int fault;          /* an OTF2_ErrorCode: what the machine could not do, atomic */
} Loading;

/* ---- Locks, so that local readers may run in parallel ---- */

struct OTF2_LockObject
{
  GMutex mutex;
};

static OTF2_CallbackCode
create_lock (void *data, OTF2_Lock *lock)
{
  *lock = g_new (struct OTF2_LockObject, 1);
  g_mutex_init (&(*lock)->mutex);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
destroy_lock (void *data, OTF2_Lock lock)
{
  if (lock != NULL)
    g_mutex_clear (&lock->mutex);
  g_free (lock);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
take_lock (void *data, OTF2_Lock lock)
{
  g_mutex_lock (&lock->mutex);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
release_lock (void *data, OTF2_Lock lock)
{
  g_mutex_unlock (&lock->mutex);
  return OTF2_CALLBACK_SUCCESS;
}

static const OTF2_LockingCallbacks locking = {
  .otf2_create = create_lock,
  .otf2_destroy = destroy_lock,
  .otf2_lock = take_lock,
  .otf2_unlock = release_lock,
};

/* ---- Names ---- */

gboolean
refrain_otf2_sniff (const guint8 *bytes, gsize n)
{
  static const char magic[] = "OTF2";
  /* A buffer's first record and its byte order come first. */
  const gsize offset = 2;

  return n >= offset + strlen (magic) && memcmp (bytes + offset, magic, strlen (magic)) == 0;
}

/* The anchor's name; where that is a tool's stock name, the name of the folder it lies in. */
static char *
trace_name (const char *path)
{
  static const char *const stock[] = { "traces", "trace", "eztrace_log", "scorep", NULL };
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (absolute);

  if (g_str_has_suffix (name, ".otf2"))
    name[strlen (name) - strlen (".otf2")] = '\0';
  return g_strv_contains (stock, name) ? g_filename_display_basename (folder)
                                       : g_filename_display_name (name);
}

/* "traces/3.evt": a file of a location, beside the anchor. */
static char *
location_file (const char *path, guint64 location, const char *extension)
{
  g_autofree char *folder = g_strdup (path);
  g_autofree char *name = g_strdup_printf ("%" G_GUINT64_FORMAT "%s", location, extension);

  if (g_str_has_suffix (folder, ".otf2"))
    folder[strlen (folder) - strlen (".otf2")] = '\0';
  return g_build_filename (folder, name, NULL);
}

/* Tells what is wrong with a file of a location. */
static void
tell_defect (const RefrainOtf2Location *location,
             RefrainDefectKind kind,
             RefrainTime time,
             const char *file)
{
  g_autofree char *display = g_filename_display_name (file);

  refrain_recorder_defect (location->recorder, kind, time, display);
}

/* "traces.def": the file of the global definitions, beside the anchor; to be shown. */
static char *
definition_file (const char *path)
{
  g_autofree char *base = g_filename_display_basename (path);

  if (g_str_has_suffix (base, ".otf2"))
    base[strlen (base) - strlen (".otf2")] = '\0';
  return g_strconcat (base, ".def", NULL);
}

/* ---- Definitions ---- */

static gboolean
is_own (const Loading *l, const RefrainOtf2Location *location)
{
  return refrain_shares_own (l->shares, location->process);
}

static gboolean
check (Loading *l, OTF2_ErrorCode status, const char *place, GError **error)
{
  if (status == OTF2_SUCCESS)
    return TRUE;
  refrain_otf2_set_error (error, l->path, place, status);
  return FALSE;
}

static gboolean
open_archive (Loading *l, GError **error)
{
  guint64 n_locations;

  if (!refrain_otf2_files_check (l->path, error) || !refrain_otf2_anchor_check (l->path, error))
    return FALSE;
  refrain_otf2_clear_error ();
  l->reader = OTF2_Reader_Open (l->path);
  if (l->reader == NULL)
    {
      if (refrain_otf2_anchor_is_newer (l->path, error))
        return FALSE;
      refrain_otf2_set_error (error, l->path, _ ("anchor file"), OTF2_ERROR_INVALID_DATA);
      return FALSE;
    }
  return check (l, OTF2_Reader_SetLockingCallbacks (l->reader, &locking, NULL), _ ("anchor file"),
                error)
         && check (l, OTF2_Reader_SetSerialCollectiveCallbacks (l->reader), _ ("anchor file"),
                   error)
         && check (l, OTF2_Reader_GetNumberOfLocations (l->reader, &n_locations), _ ("anchor file"),
                   error);
}

static gboolean
read_definitions (Loading *l, GError **error)
{
  OTF2_GlobalDefReader *reader = OTF2_Reader_GetGlobalDefReader (l->reader);
  OTF2_GlobalDefReaderCallbacks *callbacks;
  g_autofree char *file = definition_file (l->path);
  uint64_t n;
  gboolean ok;

  if (reader == NULL)
    {
      refrain_otf2_set_error (error, l->path, file, OTF2_ERROR_INVALID_DATA);
      return FALSE;
    }
  callbacks = refrain_otf2_definitions_new_callbacks ();
  ok = check (l,
              OTF2_Reader_RegisterGlobalDefCallbacks (l->reader, reader, callbacks, l->definitions),
              file, error)
       && check (l, OTF2_Reader_ReadAllGlobalDefinitions (l->reader, reader, &n), file, error);
  OTF2_GlobalDefReaderCallbacks_Delete (callbacks);
  OTF2_Reader_CloseGlobalDefReader (l->reader, reader);
  return ok && check (l, refrain_otf2_record_archive (l->reader, l->records), file, error);
}

/* Whether a file of local definitions is not there, or holds no record: most do not, and for each
 * that it opens, and for each that it does not find, the library clears a buffer of some megabytes.
 * A file that cannot be read is left to the library. */
static gboolean
holds_no_definition (const char *file)
{
  /* A chunk's header (kind, byte order, first and last record), its end, and the file's. */
  enum
  {
    HEADER = 18,
    EMPTY = HEADER + 2
  };
  const guint8 header = 3, end_of_chunk = 2, end_of_file = 1;
  const int stream = g_open (file, O_RDONLY | O_CLOEXEC, 0);
  guint8 bytes[EMPTY + 1];
  gssize n;

  if (stream < 0)
    return errno == ENOENT || errno == ENOTDIR;
  n = read (stream, bytes, sizeof bytes);
  close (stream);
  return n == EMPTY && bytes[0] == header && bytes[HEADER] == end_of_chunk
         && bytes[HEADER + 1] == end_of_file;
}

/* Whether the machine failed, not the archive: what remains is no trace then, but chance. */
static gboolean
note_fault (Loading *l)
{
  const OTF2_ErrorCode fault = refrain_otf2_get_fault ();

  if (fault != OTF2_SUCCESS)
    g_atomic_int_set (&l->fault, fault);
  return fault != OTF2_SUCCESS;
}

static void
read_definitions_of_location (gsize i, gpointer data)
{
  Loading *l = data;
  const RefrainOtf2Location *location = &l->locations[i];
  g_autofree char *file = location_file (l->path, location->id, ".def");
  OTF2_DefReaderCallbacks *callbacks;
  OTF2_DefReader *reader;
  GByteArray *records;
  uint64_t n;

  if (!is_own (l, location) || holds_no_definition (file))
    return;
  refrain_otf2_clear_error ();
  g_mutex_lock (&l->lock);
  reader = OTF2_Reader_GetDefReader (l->reader, location->id);
  g_mutex_unlock (&l->lock);
  if (reader == NULL)
    {
      if (!note_fault (l))
        tell_defect (location, REFRAIN_DEFECT_UNREADABLE_FILE, 0, file);
      return;
    }
  l->own->pdata[i] = records = g_byte_array_new ();
  callbacks = refrain_otf2_extension_new_local_callbacks ();
  OTF2_Reader_RegisterDefCallbacks (l->reader, reader, callbacks, records);
  OTF2_DefReaderCallbacks_Delete (callbacks);
  if (OTF2_Reader_ReadAllLocalDefinitions (l->reader, reader, &n) != OTF2_SUCCESS
      && !note_fault (l))
    tell_defect (location, REFRAIN_DEFECT_TRUNCATED, 0, file);
  g_mutex_lock (&l->lock);
  OTF2_Reader_CloseDefReader (l->reader, reader);
  g_mutex_unlock (&l->lock);
}

/* Local definitions hold the tables that map a location's ids to global ones: read them before the
 * events, or ids come out raw. They are optional, as a whole and each. Locations are selected, so
 * that the library knows them all by then: it moves its list of them when it meets another one,
 * while threads that read look into it. */
static void
read_local_definitions (Loading *l)
{
  for (gsize i = 0; i < l->n_locations; i++)
    {
      g_autofree char *file = location_file (l->path, l->locations[i].id, ".evt");

      /* It compares each with all before it, and more may be claimed than there are. */
      if (is_own (l, &l->locations[i]) && g_file_test (file, G_FILE_TEST_EXISTS))
        OTF2_Reader_SelectLocation (l->reader, l->locations[i].id);
    }
  g_ptr_array_set_size (l->own, (int) l->n_locations);
  if (OTF2_Reader_OpenDefFiles (l->reader) != OTF2_SUCCESS)
    return;
  refrain_parallel_run (l->n_locations, read_definitions_of_location, l, l->cancellable);
  OTF2_Reader_CloseDefFiles (l->reader);
}

/* ---- Events ---- */

static gboolean
is_stopped (const Loading *l)
{
  return g_cancellable_is_cancelled (l->cancellable) || refrain_arrivals_is_stopped (l->arrivals)
         || g_atomic_int_get (&l->fault) != OTF2_SUCCESS;
}

static void
report (Loading *l, gsize events)
{
  gsize before = (gsize) g_atomic_pointer_add (&l->done, (gssize) events);
  double fraction = l->total > 0 ? (double) (before + events) / (double) l->total : 0.0;
  g_autofree char *count = NULL, *sentence = NULL;

  if (l->progress == NULL)
    return;
  count = refrain_count_format (before + events);
  sentence = g_strdup_printf (_ ("Reading events: %s"), count);
  refrain_progress_tell (l->progress, CLAMP (fraction, 0.0, 1.0) * 0.8, sentence);
}

/* Notes that nothing of a location can be read. */
static void
give_up_location (Loading *l, const RefrainOtf2Location *location, RefrainDefectKind kind)
{
  g_autofree char *file = location_file (l->path, location->id, ".evt");

  tell_defect (location, kind, 0, file);
  g_atomic_pointer_add (&l->n_unreadable, 1);
}

/* Has whoever watches see what there is of @location. */
static void
show (Loading *l, const RefrainOtf2Location *location, RefrainArrivalsPlace *place)
{
  const guint32 *open;
  gsize n_open;
  RefrainCalls calls;

  if (l->arrivals == NULL)
    return;
  calls = refrain_recorder_show_calls (location->recorder, &open, &n_open);
  refrain_arrivals_add (l->arrivals, location->process, &calls, open, n_open,
                        refrain_recorder_get_time (location->recorder), place);
}

/* Reads to the end of the file, or until it is to stop; gives the number of events. */
static guint64
read_all (Loading *l,
          OTF2_EvtReader *reader,
          RefrainOtf2EventContext *context,
          const RefrainOtf2Location *location,
          gboolean *whole)
{
  RefrainArrivalsPlace place = { 0 };
  OTF2_EvtReaderCallbacks *callbacks = refrain_otf2_events_new_callbacks ();
  OTF2_ErrorCode status = OTF2_Reader_RegisterEvtCallbacks (l->reader, reader, callbacks, context);
  guint64 events = 0;
  uint64_t n = CHUNK;

  OTF2_EvtReaderCallbacks_Delete (callbacks);
  while (status == OTF2_SUCCESS && n == CHUNK && !is_stopped (l))
    {
      status = OTF2_Reader_ReadLocalEvents (l->reader, reader, CHUNK, &n);
      events += n;
      show (l, location, &place);
      report (l, n);
    }
  *whole = status == OTF2_SUCCESS;
  return events;
}

static RefrainRecorderRoom *
take_room (Loading *l)
{
  RefrainRecorderRoom *room = NULL;

  g_mutex_lock (&l->lock);
  if (l->rooms->len > 0)
    room = g_ptr_array_steal_index_fast (l->rooms, l->rooms->len - 1);
  g_mutex_unlock (&l->lock);
  return room != NULL ? room : refrain_recorder_room_new ();
}

/* Reads to the end of the file, into borrowed room where there is little; gives the number of
 * events. */
static guint64
record_all (Loading *l,
            OTF2_EvtReader *reader,
            const RefrainOtf2Location *location,
            gboolean *whole)
{
  RefrainRecorderRoom *room = location->events <= FEW_EVENTS ? take_room (l) : NULL;
  RefrainOtf2EventContext context;
  guint64 events;

  refrain_otf2_event_context_init (&context, l->definitions, location);
  if (room != NULL)
    refrain_recorder_borrow (location->recorder, room);
  refrain_recorder_reserve (location->recorder, location->events);
  events = read_all (l, reader, &context, location, whole);
  refrain_otf2_event_context_clear (&context);
  if (room == NULL)
    return events;
  refrain_recorder_give_back (location->recorder, room);
  g_mutex_lock (&l->lock);
  g_ptr_array_add (l->rooms, room);
  g_mutex_unlock (&l->lock);
  return events;
}

/* A reader holds buffers of some megabytes: each is closed when its location is read. */
static void
read_location (gsize i, gpointer data)
{
  Loading *l = data;
  const RefrainOtf2Location *location = &l->locations[i];
  g_autofree char *file = location_file (l->path, location->id, ".evt");
  OTF2_EvtReader *reader;
  gboolean whole;
  guint64 events;

  if (!is_own (l, location) || g_atomic_int_get (&l->fault) != OTF2_SUCCESS)
    return;
  refrain_otf2_clear_error ();
  if (refrain_arrivals_is_stopped (l->arrivals))
    {
      if (location->events > 0)
        g_atomic_pointer_add (&l->n_left, 1);
      else
        refrain_arrivals_end (l->arrivals, location->process);
      return;
    }
  if (!g_file_test (file, G_FILE_TEST_EXISTS))
    {
      if (location->events > 0)
        give_up_location (l, location, REFRAIN_DEFECT_MISSING_FILE);
      return;
    }
  g_mutex_lock (&l->lock);
  reader = OTF2_Reader_GetEvtReader (l->reader, location->id);
  g_mutex_unlock (&l->lock);
  if (reader == NULL)
    {
      if (!note_fault (l))
        give_up_location (l, location, REFRAIN_DEFECT_UNREADABLE_FILE);
      return;
    }
  events = record_all (l, reader, location, &whole);
  g_mutex_lock (&l->lock);
  OTF2_Reader_CloseEvtReader (l->reader, reader);
  g_mutex_unlock (&l->lock);
  if (g_cancellable_is_cancelled (l->cancellable) || (!whole && note_fault (l)))
    return;
  if (whole && events < location->events && refrain_arrivals_is_stopped (l->arrivals))
    {
      g_atomic_pointer_add (&l->n_left, 1);
      return;
    }
  if (l->arrivals != NULL)
    refrain_arrivals_end (l->arrivals, location->process);
  if (!whole && events == 0)
    give_up_location (l, location, REFRAIN_DEFECT_UNREADABLE_FILE);
  else if (!whole || events < location->events)
    tell_defect (location, REFRAIN_DEFECT_TRUNCATED, refrain_recorder_get_time (location->recorder),
                 file);
}

static gboolean
read_events (Loading *l, GError **error)
{
  enum
  {
    UNREADABLE,
    FAULTY
  };
  guint64 n[2];
  gboolean ok;

  if (!check (l, OTF2_Reader_OpenEvtFiles (l->reader), _ ("event files"), error))
    return FALSE;
  for (gsize i = 0; i < l->n_locations; i++)
    l->total += is_own (l, &l->locations[i]) ? l->locations[i].events : 0;
  refrain_memory_expect (l->total);
  ok = refrain_parallel_run (l->n_locations, read_location, l, l->cancellable);
  OTF2_Reader_CloseEvtFiles (l->reader);
  if (!ok)
    {
      g_cancellable_set_error_if_cancelled (l->cancellable, error);
      return FALSE;
    }
  n[UNREADABLE] = l->n_unreadable;
  n[FAULTY] = l->fault != OTF2_SUCCESS;
  if (l->shares != NULL && !refrain_team_sum (l->shares->team, n, G_N_ELEMENTS (n)))
    n[UNREADABLE] = l->n_unreadable;
  if (n[FAULTY] > 0)
    {
      refrain_otf2_clear_error ();
      refrain_otf2_set_error (error, l->path, _ ("event files"),
                              l->fault != OTF2_SUCCESS ? (OTF2_ErrorCode) l->fault
                                                       : OTF2_ERROR_FILE_INTERACTION);
      return FALSE;
    }
  if (l->n_locations > 0 && n[UNREADABLE] == l->n_locations)
    {
      g_autofree char *file = location_file (l->path, l->locations[0].id, ".evt");
      g_autofree char *display = g_filename_display_name (l->path);
      g_autofree char *shown = g_filename_display_name (file);

      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT,
                   _ ("%s: no event file can be read, beginning with %s"), display, shown);
      return FALSE;
    }
  return TRUE;
}

static void
set_description (Loading *l, RefrainTraceBuilder *builder)
{
  char *description = NULL;

  if (OTF2_Reader_GetDescription (l->reader, &description) == OTF2_SUCCESS)
    refrain_trace_builder_set_description (builder, description);
  free (description);
}

/* All definitions, those of locations behind those of the archive. */
static gboolean
set_extension (Loading *l, RefrainTraceBuilder *builder, GError **error)
{
  g_autoptr (RefrainExtension) extension = NULL;
  g_autoptr (GBytes) bytes = NULL;

  for (gsize i = 0; i < l->n_locations; i++)
    {
      const GByteArray *own = l->own->pdata[i];

      if (own == NULL || own->len == 0)
        continue;
      refrain_otf2_put_LocationDefinitions (l->records, l->locations[i].id);
      g_byte_array_append (l->records, own->data, own->len);
    }
  bytes = g_bytes_new (l->records->data, l->records->len);
  extension = refrain_extension_new (REFRAIN_OTF2_SOURCE, refrain_otf2_get_schema (), bytes, error);
  if (extension == NULL)
    return FALSE;
  refrain_trace_builder_set_extension (builder, extension);
  return TRUE;
}

/* With the team that opens traces, if there is one. */
static void
share_out (Loading *l, RefrainTraceBuilder *builder)
{
  g_autoptr (GArray) events = g_array_new (FALSE, TRUE, sizeof (guint64));

  for (gsize i = 0; i < l->n_locations; i++)
    {
      const guint process = l->locations[i].process;

      if (process >= events->len)
        g_array_set_size (events, process + 1);
      g_array_index (events, guint64, process) += l->locations[i].events;
    }
  refrain_trace_builder_share (builder, events);
  l->shares = refrain_trace_builder_get_shares (builder);
}

/* From now on there is something to be seen. */
static void
show_definitions (Loading *l, RefrainTraceBuilder *builder)
{
  g_autoptr (GArray) n_threads = g_array_new (FALSE, TRUE, sizeof (guint));

  if (l->arrivals == NULL)
    return;
  g_array_set_size (n_threads, refrain_trace_builder_get_n_processes (builder));
  for (gsize i = 0; i < l->n_locations; i++)
    g_array_index (n_threads, guint, l->locations[i].process)++;
  refrain_arrivals_begin (l->arrivals, (const guint *) n_threads->data, n_threads->len,
                          refrain_trace_builder_get_routines (builder),
                          refrain_otf2_definitions_get_length (l->definitions));
}

/* Says that not all was read. */
static void
tell_left (Loading *l, RefrainTraceBuilder *builder)
{
  g_autofree char *detail = NULL;

  if (l->n_left == 0)
    return;
  detail = g_strdup_printf (_ ("%u of %u processes are whole"),
                            refrain_arrivals_count_read (l->arrivals),
                            refrain_trace_builder_get_n_processes (builder));
  refrain_trace_builder_add_defect (
      builder, refrain_defect_new (REFRAIN_DEFECT_NOT_READ, -1, l->n_left, 0, detail));
}

static RefrainTrace *
load (Loading *l, GError **error)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autofree char *name = trace_name (l->path);
  g_autofree char *display = g_filename_display_name (l->path);
  RefrainClaims claims;

  refrain_progress_tell (l->progress, 0.0, _ ("Reading definitions"));
  if (!open_archive (l, error) || !read_definitions (l, error))
    return NULL;
  refrain_trace_builder_set_source (builder, name, l->path, "OTF2");
  set_description (l, builder);
  claims = (RefrainClaims){ .name = display, .bytes = l->records->len };
  if (!refrain_otf2_definitions_resolve (l->definitions, builder, &claims, error))
    return NULL;
  l->locations = refrain_otf2_definitions_get_locations (l->definitions, &l->n_locations);
  share_out (l, builder);
  read_local_definitions (l);
  if (!set_extension (l, builder, error))
    return NULL;
  show_definitions (l, builder);
  if (!read_events (l, error))
    return NULL;
  tell_left (l, builder);
  refrain_progress_tell (l->progress, 0.85, _ ("Matching messages"));
  return refrain_trace_builder_finish (builder, l->cancellable, error);
}

static void
free_records (gpointer records)
{
  if (records != NULL)
    g_byte_array_unref (records);
}

RefrainTrace *
refrain_otf2_load (const char *path,
                   RefrainArrivals *arrivals,
                   GCancellable *cancellable,
                   const RefrainProgress *progress,
                   GError **error)
{
  /* A link to an anchor has the archive beside what it points to. */
  g_autofree char *real = realpath (path, NULL);
  Loading loading = {
    .path = real != NULL && g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? real : path,
    .definitions = refrain_otf2_definitions_new (),
    .cancellable = cancellable,
    .arrivals = arrivals,
    .progress = progress,
    .records = g_byte_array_new (),
    .own = g_ptr_array_new_with_free_func (free_records),
    .rooms = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_recorder_room_free),
  };
  RefrainTrace *trace;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  g_mutex_init (&loading.lock);
  refrain_otf2_catch_errors ();
  trace = load (&loading, error);
  g_ptr_array_unref (loading.rooms);
  g_ptr_array_unref (loading.own);
  g_byte_array_unref (loading.records);
  g_mutex_clear (&loading.lock);
  if (loading.reader != NULL)
    OTF2_Reader_Close (loading.reader);
  refrain_otf2_definitions_free (loading.definitions);
  return trace;
}
