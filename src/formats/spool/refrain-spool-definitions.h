/* refrain-spool-definitions.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of a run define, put together over its processes: routines, communicators, and the
 * one clock.
 */
#pragma once

#include "refrain-spool-objects.h"
#include "refrain-spool-worlds.h"
#include "refrain-trace-builder.h"

/* One thread. */
typedef struct
{
  RefrainSpoolFile *file; /* not owned */
  RefrainRecorder *recorder;
  GArray *routines; /* guint32 by the file's numbers: the builder's index, or REFRAIN_NONE */
} RefrainSpoolThread;

/* One process of the run. */
typedef struct
{
  const RefrainSpoolWorld *world;
  GArray *threads;       /* RefrainSpoolThread */
  GHashTable *comms;     /* the process' number: RefrainSpoolComm of the whole run */
  guint64 clock[2];      /* of its own clock: when it was compared first and last */
  gint64 offset[2];      /* what to add then */
  gint64 wall;           /* the time of day at clock[0] */
  guint n_clocks;        /* 0 to 2 */
  gboolean is_finalized; /* it came to the end of MPI_Finalize */
} RefrainSpoolProcess;

/* A communicator of the run. */
typedef struct
{
  guint32 index;                     /* the builder's */
  RefrainCommunicator *communicator; /* the builder's */
  gint32 *members;                   /* of processes that use ranks of one group; else NULL */
  gsize n_members;
} RefrainSpoolComm;

typedef struct RefrainSpoolDefinitions RefrainSpoolDefinitions;

/* Reads the definitions of @processes, all of run @run of @worlds, by world and rank, into
 * @builder, and adds threads there. What contradicts itself is left out: who uses it finds it
 * undefined. */
RefrainSpoolDefinitions *refrain_spool_definitions_new (RefrainTraceBuilder *builder,
                                                        RefrainSpoolProcess *processes,
                                                        guint n_processes,
                                                        const GArray *worlds,
                                                        guint run);
void refrain_spool_definitions_free (RefrainSpoolDefinitions *self);

/* The communicator that process @process calls @number, or NULL. */
const RefrainSpoolComm *
refrain_spool_definitions_find (RefrainSpoolDefinitions *self, guint process, guint64 number);

/* Windows and files. */
RefrainSpoolObjects *refrain_spool_definitions_get_objects (RefrainSpoolDefinitions *self);

/* @clock of the process on the clock of rank 0. */
/* Where @process ran; NULL where it has no file. */
const char *refrain_spool_process_get_host (const RefrainSpoolProcess *process);
gint64 refrain_spool_process_convert (const RefrainSpoolProcess *process, guint64 clock);
