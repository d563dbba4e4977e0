/* refrain-otf2-writer-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the parts of the OTF2 writer share.
 */
#pragma once

#include <gio/gio.h>
#include <otf2/otf2.h>

#include "refrain-trace.h"

G_BEGIN_DECLS

/* One location to be written: a thread, or the place of a process without threads. */
typedef struct
{
  guint process;
  const RefrainThread *thread; /* NULL for a process without threads */
  guint64 id;                  /* unique in the archive */
  guint64 events;              /* written; known after the events */
} RefrainOtf2Location;

/* How the trace's definitions are numbered in the archive. */
typedef struct
{
  RefrainTrace *trace;
  GArray *locations;    /* of RefrainOtf2Location, by process */
  GPtrArray *comms;     /* each RefrainCommunicator without members that the trace does not know */
  guint32 *comm_refs;   /* trace's communicator index -> archive's reference */
  guint32 *comm_order;  /* the inverse: parents come before children */
  gint64 *comm_parents; /* trace's communicator index -> parent's index or -1 */
  guint64 origin;       /* added to each time */
} RefrainOtf2Numbering;

RefrainOtf2Numbering *refrain_otf2_numbering_new (RefrainTrace *trace);
void refrain_otf2_numbering_free (RefrainOtf2Numbering *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainOtf2Numbering, refrain_otf2_numbering_free)

/* The role of @routine as a region: by its name, the trace does not keep the source's. */
OTF2_RegionRole refrain_otf2_region_role (RefrainRoutine *routine);

/* Writes all global definitions; the locations' event counts must be known. */
OTF2_ErrorCode refrain_otf2_write_definitions (const RefrainOtf2Numbering *numbering,
                                               OTF2_GlobalDefWriter *writer);

/* Writes every event of @location. Stops early when @cancellable is cancelled. */
OTF2_ErrorCode refrain_otf2_write_events (const RefrainOtf2Numbering *numbering,
                                          RefrainOtf2Location *location,
                                          OTF2_EvtWriter *writer,
                                          GCancellable *cancellable);

/* Reads the archive @name in @folder and counts: OTF2 does not notice when the last bytes of a file
 * cannot be written. OTF2_SUCCESS when all is there. */
OTF2_ErrorCode
refrain_otf2_verify (const RefrainOtf2Numbering *numbering, const char *folder, const char *name);

/* OTF2 gives each archive a random id and no way to choose one. Puts a checksum of the definitions
 * and events of the archive @name in @folder in its place, so that the same trace gives the same
 * bytes. An anchor file in which the id cannot be told stays as it is. O(bytes of the archive). */
OTF2_ErrorCode refrain_otf2_settle_trace_id (const RefrainOtf2Numbering *numbering,
                                             const char *folder,
                                             const char *name);

/* ---- refrain-otf2-place.c: an archive is three names in a folder ---- */

/* Whether an archive called @name can be put into @folder: what is there already must be an archive
 * of the same name and nothing else. */
gboolean refrain_otf2_place_check (const char *folder, const char *name, GError **error);
/* Moves the archive @name from @from (a folder made for it) to @folder, in place of an older one,
 * which stays whole when something fails. */
gboolean
refrain_otf2_place_move (const char *from, const char *folder, const char *name, GError **error);
/* Removes a folder made for an archive, with all that is in it. */
void refrain_otf2_place_remove (const char *path);

G_END_DECLS
