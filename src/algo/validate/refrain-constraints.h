/* refrain-constraints.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The constraints of the format MTF as a table: Table 3.1 and appendix A of Alawneh 2012, numbered
 * as there (C7: row 7 of the table; A31.2: constraint 2 of class 31), and what any trace of
 * messages should obey besides (X1 to X7).
 */
#pragma once

#include <glib.h>

typedef enum
{
  REFRAIN_CONSTRAINT_TRACE,       /* a recorded trace can break it */
  REFRAIN_CONSTRAINT_MODEL,       /* a file that holds the model can: checked where it is read */
  REFRAIN_CONSTRAINT_INFORMATION, /* contradicts itself, or MPI: never a violation */
  REFRAIN_CONSTRAINT_NO_DATA,     /* no format that is read here holds what it is about */
} RefrainConstraintKind;

/* In the order of the table. */
typedef enum
{
  REFRAIN_CONSTRAINT_LEAF,
  REFRAIN_CONSTRAINT_TYPES,
  REFRAIN_CONSTRAINT_INIT,
  REFRAIN_CONSTRAINT_FINALIZE,
  REFRAIN_CONSTRAINT_WAIT,
  REFRAIN_CONSTRAINT_SAME_COLLECTIVE,
  REFRAIN_CONSTRAINT_BARRIER,
  REFRAIN_CONSTRAINT_BARRIER_DATA,
  REFRAIN_CONSTRAINT_BCAST_SIZE,
  REFRAIN_CONSTRAINT_GATHER_BUFFER,
  REFRAIN_CONSTRAINT_ALLGATHER_ROOT,
  REFRAIN_CONSTRAINT_ALLTOALL_ROOT,
  REFRAIN_CONSTRAINT_FORK,
  REFRAIN_CONSTRAINT_TRACE_TIMES,
  REFRAIN_CONSTRAINT_PROCESS_TRACE,
  REFRAIN_CONSTRAINT_MSG_TRACE_UNITS,
  REFRAIN_CONSTRAINT_MSG_TRACE_TIMES,
  REFRAIN_CONSTRAINT_PATTERN_TRACE,
  REFRAIN_CONSTRAINT_COMM_PATTERN,
  REFRAIN_CONSTRAINT_ROUTINE_PATTERN,
  REFRAIN_CONSTRAINT_ASCENDING,
  REFRAIN_CONSTRAINT_EDGE,
  REFRAIN_CONSTRAINT_MESSAGE,
  REFRAIN_CONSTRAINT_MESSAGE_LINK,
  REFRAIN_CONSTRAINT_RECEIVER,
  REFRAIN_CONSTRAINT_BLOCKING_SEND,
  REFRAIN_CONSTRAINT_SYNCHRONOUS_SEND,
  REFRAIN_CONSTRAINT_TEST,
  REFRAIN_CONSTRAINT_PROBE,
  REFRAIN_CONSTRAINT_COLLECTIVE_DATA,
  REFRAIN_CONSTRAINT_BCAST_ROOT,
  REFRAIN_CONSTRAINT_GATHER_SIZE,
  REFRAIN_CONSTRAINT_GATHER_ORDER,
  REFRAIN_CONSTRAINT_GATHER_ROOT,
  REFRAIN_CONSTRAINT_SCATTER_SIZE,
  REFRAIN_CONSTRAINT_REDUCE_SIZE,
  REFRAIN_CONSTRAINT_SEND_RECEIVED,
  REFRAIN_CONSTRAINT_RECEIVE_SENT,
  REFRAIN_CONSTRAINT_MESSAGE_ORDER,
  REFRAIN_CONSTRAINT_MESSAGE_SIZE,
  REFRAIN_CONSTRAINT_SAME_ROOT,
  REFRAIN_CONSTRAINT_MEMBER,
  REFRAIN_CONSTRAINT_AFTER_FINALIZE,
  REFRAIN_N_CONSTRAINTS
} RefrainConstraint;

typedef struct
{
  const char *id;     /* "C7" */
  const char *others; /* other numbers of the same in the thesis, apart by blanks: "A30.1"; "" */
  const char *source; /* where it is from, untranslated */
  RefrainConstraintKind kind;
  const char *sentence; /* what is demanded; to be translated */
  const char *note;     /* what is checked of it and what cannot be; to be translated, or NULL */
} RefrainConstraintInfo;

/* O(1). */
const RefrainConstraintInfo *refrain_constraint_get_info (RefrainConstraint constraint);
/* "trace", "model", "information", "no data": untranslated names for JSON. */
const char *refrain_constraint_kind_get_name (RefrainConstraintKind kind);
/* By any of its numbers, "C7" or "A30.1", capitals or not. FALSE where there is none. */
gboolean refrain_constraint_from_id (const char *id, RefrainConstraint *constraint);
