/* refrain-recorder-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a recorder has laid down, for the builder that assembles it.
 */
#pragma once

#include "refrain-recorder.h"

G_BEGIN_DECLS

/* The columns while they grow: as in RefrainCalls, RefrainOps and RefrainRecords. */
typedef struct
{
  gsize n, room;
  RefrainTime *start, *end;
  guint32 *routine, *parent;
  guint16 *depth;
} RefrainCallColumns;

typedef struct
{
  gsize n, room;
  RefrainTime *time;
  guint64 *bytes;
  guint32 *call, *comm, *partner, *record, *logical;
  gint32 *peer, *tag;
  guint8 *kind;
} RefrainOpColumns;

typedef struct
{
  gsize n, room;
  RefrainTime *time;
  guint64 *id, *size;
  guint32 *call, *op;
  guint8 *kind;
} RefrainRecordColumns;

typedef struct
{
  guint64 n, room; /* events, a multiple of four */
  guint8 *bits;
} RefrainTapeColumn;

typedef struct
{
  guint64 count;
  RefrainTime first;
  char *detail;
} RefrainDefectCount;

struct _RefrainRecorder
{
  guint process;
  guint64 id;
  const char *name; /* interned */

  RefrainCallColumns calls;
  RefrainOpColumns ops;
  RefrainRecordColumns records;
  RefrainTapeColumn tape;
  guint64 events;
  RefrainTime last;
  gboolean undefined_routine; /* a call of one was recorded */
  gboolean full; /* a table has reached 2^32 - 1 rows: nothing more is taken */

  guint32 *stack; /* rows of the open calls */
  gsize stack_n, stack_room, stack_most;
  guint32 *open;    /* how many open calls each routine has; of routine r in element r + 1, so that
                       REFRAIN_NONE has one too */
  gsize open_room;

  GHashTable *sends;       /* request → row of its ISEND + 1 */
  GHashTable *receives;    /* request → row of its IRECV_REQUEST record + 1 */
  GHashTable *collectives; /* request → row of its COLLECTIVE_REQUEST record + 1 */
  guint32 open_collective; /* record of the begin, or REFRAIN_NONE */

  RefrainDefectCount defects[REFRAIN_N_DEFECTS];
};

RefrainRecorder *refrain_recorder_new (guint process, guint64 id, const char *name);
void refrain_recorder_free (RefrainRecorder *self);
/* Adds a row; gives its number, or REFRAIN_NONE when the table is full. */
guint32 refrain_recorder_add_op (RefrainRecorder *self,
                                 RefrainTime time,
                                 RefrainOpKind kind,
                                 gint32 peer,
                                 guint32 comm,
                                 gint32 tag,
                                 guint64 bytes);
guint32 refrain_recorder_add_record (
    RefrainRecorder *self, RefrainTime time, RefrainRecordKind kind, guint64 id, guint64 size);
/* Counts the requests and collectives that never ended. */
void refrain_recorder_close_requests (RefrainRecorder *self);
/* Closes what is still open and counts it. To be called once, after the last event. */
void refrain_recorder_close (RefrainRecorder *self);

G_END_DECLS
