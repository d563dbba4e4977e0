/* refrain-otf2-writer-definitions.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the definitions of a trace are numbered in an OTF2 archive, and writing them.
 */
#pragma once

#include <otf2/otf2.h>

#include "refrain-otf2-source.h"
#include "refrain-trace.h"

/* One location to be written: a thread, or the place of a process without threads. */
typedef struct
{
  guint process;
  const RefrainThread *thread; /* NULL for a process without threads */
  guint64 id;                  /* unique in the archive */
  guint64 events;              /* written; known after the events */
} RefrainOtf2WriterLocation;

/* How the trace's definitions are numbered in the archive. */
typedef struct
{
  RefrainTrace *trace;
  RefrainOtf2Source *source; /* the archive that it was, or NULL: then all is made from scratch */
  GArray *locations;         /* of RefrainOtf2WriterLocation, by process */
  GPtrArray *comms;     /* each RefrainCommunicator without members that the trace does not know */
  guint32 *comm_refs;   /* trace's communicator index -> archive's reference */
  guint32 *comm_order;  /* the inverse: parents come before children */
  gint64 *comm_parents; /* trace's communicator index -> parent's index or -1 */
  guint64 origin;       /* added to each time */
} RefrainOtf2Numbering;

/* Free with refrain_otf2_numbering_free(). O(threads + members of communicators). */
RefrainOtf2Numbering *refrain_otf2_numbering_new (RefrainTrace *trace);
void refrain_otf2_numbering_free (RefrainOtf2Numbering *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainOtf2Numbering, refrain_otf2_numbering_free)

/* Writes all global definitions; the locations' event counts must be known. Returns the first
 * failure, or OTF2_SUCCESS. */
OTF2_ErrorCode refrain_otf2_write_definitions (const RefrainOtf2Numbering *numbering,
                                               OTF2_GlobalDefWriter *writer);
