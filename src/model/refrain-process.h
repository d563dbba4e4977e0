/* refrain-process.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An MPI process: a rank of MPI_COMM_WORLD, with its events as columns.
 */
#pragma once

#include "refrain-types.h"

#define REFRAIN_TYPE_PROCESS (refrain_process_get_type ())
G_DECLARE_FINAL_TYPE (RefrainProcess, refrain_process, REFRAIN, PROCESS, GObject)

/* The rank in MPI_COMM_WORLD, which is also the index in the trace. */
guint refrain_process_get_rank (RefrainProcess *self);
/* "MPI Rank 3", as the trace names it; never NULL. */
const char *refrain_process_get_name (RefrainProcess *self);
/* The machine or node it ran on, or NULL. */
const char *refrain_process_get_host (RefrainProcess *self);

/* The columns; valid as long as @self. Columns that lie in a mapped file are checked, those of all
 * processes together, at the first of these calls (O(rows of the trace), once, thread-safe). A
 * process whose columns contradict each other is then empty and refrain_process_is_damaged(). What
 * is returned can be relied on: every index refers to what is there, partners name each other and
 * are a send and a receive, and a collective's instance lists it. */
const RefrainCalls *refrain_process_get_calls (RefrainProcess *self);
const RefrainOps *refrain_process_get_ops (RefrainProcess *self);
const RefrainRecords *refrain_process_get_records (RefrainProcess *self);
const RefrainTape *refrain_process_get_tape (RefrainProcess *self);
const RefrainDetails *refrain_process_get_details (RefrainProcess *self);
/* Whether the check emptied it; a defect of the trace says so, too. */
gboolean refrain_process_is_damaged (RefrainProcess *self);

/* The threads that recorded events of this process; rows of one are contiguous. */
gsize refrain_process_get_n_threads (RefrainProcess *self);
/* Belongs to @self. */
const RefrainThread *refrain_process_get_thread (RefrainProcess *self, gsize i);
/* The thread that owns row @op of the operations. O(threads). */
const RefrainThread *refrain_process_get_thread_of_op (RefrainProcess *self, gsize op);

/* The first of thread @thread's calls that starts at @time or later, as a row; first + n when
 * there is none. O(log n). The same for operations and records. */
gsize
refrain_process_find_call (RefrainProcess *self, const RefrainThread *thread, RefrainTime time);
gsize refrain_process_find_op (RefrainProcess *self, const RefrainThread *thread, RefrainTime time);
/* The innermost call of @thread that is open at @time, or REFRAIN_NONE. O(log n + depth). */
guint32
refrain_process_find_call_at (RefrainProcess *self, const RefrainThread *thread, RefrainTime time);

/* When operation @op began: the start of its call (a send, a receive, a wait), a collective's begin
 * record, or its own time where it stands in no call. */
RefrainTime refrain_process_get_op_start (RefrainProcess *self, gsize op);
