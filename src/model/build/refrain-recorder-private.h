/* refrain-recorder-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a recorder has laid down, for the builder that assembles it.
 */
#pragma once

#include "refrain-columns.h"
#include "refrain-recorder.h"
#include "refrain-requests.h"

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
  gboolean is_stream;

  RefrainWritableColumns columns;
  gsize first_op;               /* once joined: its first row among its process' operations */
  gsize room[REFRAIN_N_TABLES]; /* rows that fit into the arrays */
  guint64 events;
  guint64 detailed; /* events up to the last that has details */
  RefrainTime last;
  gboolean undefined_routine; /* a call of one was recorded */
  gsize max_rows;             /* of a table: REFRAIN_NONE is no row */
  gboolean full;              /* a table has reached it: nothing more is taken */

  guint32 *stack; /* rows of the open calls */
  gsize stack_n, stack_room, stack_most;
  guint32 *open; /* how many open calls each routine has that are deep; of routine r in element
                    r + 1, so that REFRAIN_NONE has one too */
  gsize open_room;

  RefrainRequests sends;       /* by ISEND operation */
  RefrainRequests receives;    /* by IRECV_REQUEST record */
  RefrainRequests collectives; /* by COLLECTIVE_REQUEST record */
  guint32 open_collective;     /* record of the begin, or REFRAIN_NONE */

  RefrainDefectCount defects[REFRAIN_N_DEFECTS];
};

RefrainRecorder *refrain_recorder_new (guint process, guint64 id, const char *name);
void refrain_recorder_free (RefrainRecorder *self);
/* Closes what is still open and counts it. To be called once, after the last event. */
void refrain_recorder_close (RefrainRecorder *self);
