/* refrain-paraver-items.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the lines of a Paraver trace say of each thread, before it is put in order: a line of a
 * message stands where it is sent, though it tells of the receiver, too.
 */
#pragma once

#include "refrain-trace-builder.h"

typedef enum
{
  REFRAIN_PARAVER_ITEM_ENTER, /* what: the routine; value: the type of event */
  REFRAIN_PARAVER_ITEM_LEAVE, /* value: the type of event */
  REFRAIN_PARAVER_ITEM_FIELD, /* what: a type of event about collectives; value: its value, or the
                                 communicator of one that begins */
  REFRAIN_PARAVER_ITEM_SEND,  /* what: the message, as below; value: when it has left */
  /* Late: of these another line than their neighbours' tells. */
  REFRAIN_PARAVER_ITEM_SENT,    /* value: when it was sent */
  REFRAIN_PARAVER_ITEM_POST,    /* value: when it was received */
  REFRAIN_PARAVER_ITEM_RECEIVE, /* value: when its receive was posted */
} RefrainParaverItemKind;

typedef struct
{
  RefrainTime time;
  gint64 value;
  guint32 what;
  guint32 kind; /* RefrainParaverItemKind */
} RefrainParaverItem;

typedef struct
{
  guint process;
  guint32 number;             /* from 1, in its process */
  RefrainRecorder *recorder;  /* or NULL until it is recorded */
  GArray *items;              /* of RefrainParaverItem, as the lines came */
  GArray *late;               /* of RefrainParaverItem */
  GArray *instances;          /* guint: of each item that names a collective's communicator, which
                                 collective of that it is, for the root */
  GArray *states;             /* of RefrainParaverInterval, or NULL */
  guint32 communicator;       /* of the next message, or REFRAIN_NONE */
  gint64 open_tag, open_size; /* of the next message with one end */
  gboolean unsorted;          /* times of `items` go back */
} RefrainParaverThread;

typedef struct
{
  RefrainTime start, end;
  gint64 state;
} RefrainParaverInterval;

typedef struct
{
  guint32 sender, receiver; /* numbers of threads; REFRAIN_NONE: there is no other end … */
  gint32 peer;              /* … but in this process, or -1 */
  guint32 send, receive;    /* rows, or REFRAIN_NONE */
  guint32 communicator;
  gint32 tag;
  guint64 bytes;
  gboolean nonblocking_send, nonblocking_receive; /* as recorded */
} RefrainParaverMessage;

/* What is known of a routine. */
typedef struct
{
  RefrainCollective collective;
  gboolean nonblocking;
  gboolean mpi;
} RefrainParaverRoutine;

typedef struct
{
  GPtrArray *threads;         /* of RefrainParaverThread */
  GArray *messages;           /* of RefrainParaverMessage */
  GArray *routines;           /* of RefrainParaverRoutine */
  GArray *worlds;             /* guint32: of each process, the communicator of its application */
  GPtrArray *roots;           /* of each communicator: a GArray of gint32, process or -1 */
  gboolean *is_self;          /* of each communicator */
  gboolean has_communicators; /* collectives name theirs */
} RefrainParaverRun;

/* Gives the recorder of each of the threads first … end - 1, those of one process, its events in
 * order. Only the rows of its own messages are written to @run. */
void refrain_paraver_record_process (RefrainParaverRun *run, guint first, guint end);

/* Finds the roots of all collectives, and which of its communicator each is: the k-th of each
 * process is the same. Threads are in order of their processes, items in order of time. */
void refrain_paraver_find_roots (RefrainParaverRun *run);

/* Orders the items of @thread by time. */
void refrain_paraver_thread_sort (RefrainParaverThread *thread);
