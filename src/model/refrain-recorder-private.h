/* refrain-recorder-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a recorder has laid down, for the builder that assembles it.
 */
#pragma once

#include "refrain-columns.h"
#include "refrain-recorder.h"

G_BEGIN_DECLS

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

  RefrainWritableColumns columns;
  gsize room[REFRAIN_N_TABLES]; /* rows that fit into the arrays */
  guint64 events;
  RefrainTime last;
  gboolean undefined_routine; /* a call of one was recorded */
  gsize max_rows;             /* of a table: REFRAIN_NONE is no row */
  gboolean full;              /* a table has reached it: nothing more is taken */

  guint32 *stack; /* rows of the open calls */
  gsize stack_n, stack_room, stack_most;
  guint32 *open; /* how many open calls each routine has; of routine r in element r + 1, so that
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
/* Closes what is still open and counts it. To be called once, after the last event. */
void refrain_recorder_close (RefrainRecorder *self);

G_END_DECLS
