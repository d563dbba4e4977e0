/* refrain-masters.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Work handed out on demand: a process that gives others something and hears from them again, in an
 * order that is not in the program. Told from messages alone, so that patterns and loops count the
 * same.
 */
#pragma once

#include "refrain-trace-shares.h"

typedef enum
{
  REFRAIN_MASTER_NOTHING, /* passed over */
  REFRAIN_MASTER_BREAK,   /* a collective operation */
  REFRAIN_MASTER_MESSAGE,
} RefrainMasterEntry;

typedef struct
{
  gint32 peer;
  gint64 tag;
  guint64 bytes;
  gboolean send;
} RefrainMasterMessage;

/* Where messages come from: entries 0 to count() - 1 of each process, in order. */
typedef struct
{
  gpointer data;
  guint n_processes;
  gsize (*count) (gpointer data, guint process);
  RefrainMasterEntry (*read) (gpointer data, guint process, gsize i, RefrainMasterMessage *message);
  const RefrainOps *const *ops; /* or rows of these, of each process: then there are no functions */
  const RefrainShares *shares;  /* ... of which a team has shared out the processes; or NULL */
} RefrainMasterSource;

typedef struct
{
  guint process;
  guint n_workers;
  guint64 tasks;
  const char *counter; /* the routine of MPI, where it only keeps a counter that others raise, in a
                          window: nobody's `master`; else NULL */
} RefrainMaster;

typedef struct
{
  guint n_processes;
  GArray *masters;   /* of RefrainMaster, ascending */
  guint32 *master;   /* of each process the one it works for, or REFRAIN_NONE */
  guint64 *tasks;    /* of each process */
  guint32 **piece;   /* of each worker and entry the number of the piece it is in, or REFRAIN_NONE;
                        NULL for others */
  gboolean **answer; /* of each worker and piece: whether it is a task, not the last word */
} RefrainMasters;

/* A worker has three quarters of its messages with one process, both ways. What it says to it falls
 * into pieces, each of which begins as the first one does: give and answer, or ask and get. A piece
 * without an answer, or the last one where what it gets has a tag (a size) that nothing else has,
 * is a last word. A process with two workers at least is a master where there are twice as many
 * tasks as workers and their order is not that of the program: it does not repeat, and it is no
 * sequence of rounds in which all are heard before any is answered. Free with
 * refrain_masters_free(). O(entries). */
RefrainMasters *refrain_masters_new (const RefrainMasterSource *source);
/* Those of a trace: entries are rows of the processes' operations. Where nearly all
 * atomic operations, and many of the messages, are on one process' window, as many of each as it
 * comes to, that process is one, too. With the team, which gives up unless it finds that nobody can be one. */
RefrainMasters *refrain_masters_new_trace (RefrainTrace *trace);
void refrain_masters_free (RefrainMasters *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainMasters, refrain_masters_free)

/* Whether one of them only keeps a counter. */
gboolean refrain_masters_has_counter (const RefrainMasters *self);
gboolean refrain_masters_contains (const RefrainMasters *self, guint process);
/* The sentence: "master/worker: master 0, 7 workers, 120 tasks, 15 to 20 each". Free with g_free().
 */
char *refrain_masters_describe (const RefrainMasters *self, guint master);
