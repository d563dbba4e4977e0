/* refrain-paje-thread.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From what a Pajé trace says of a thread to its events.
 */
#pragma once

#include "refrain-paje-containers.h"

/* A link of which at least one end is known. */
typedef struct
{
  guint32 from, to; /* numbers of containers, or G_MAXUINT32 */
  RefrainRecorder *sender, *receiver;
  guint32 send, receive; /* rows, or REFRAIN_NONE */
  gint32 tag;
  guint64 bytes;
  gboolean is_message; /* its type is one of those that are */
} RefrainPajeMessage;

typedef struct
{
  RefrainCollective collective; /* or REFRAIN_COLLECTIVE_UNKNOWN */
  gboolean is_collective;
  gboolean nonblocking;
  gboolean mpi;
} RefrainPajeRoutine;

typedef struct
{
  RefrainPajeContainers *containers;
  GArray *messages;         /* of RefrainPajeMessage */
  GArray *routines;         /* of RefrainPajeRoutine */
  guint32 world;            /* the communicator of messages */
  guint32 collective_world; /* that of collectives, or REFRAIN_NONE where not all call the same */
} RefrainPajeRun;

/* Puts the items of @thread into their order, and notes its collectives. */
void refrain_paje_thread_prepare (const RefrainPajeRun *run, RefrainPajeThread *thread);
/* Gives its recorder the events. Only its own ends of messages are written to @run. */
void refrain_paje_thread_record (const RefrainPajeRun *run, RefrainPajeThread *thread);
