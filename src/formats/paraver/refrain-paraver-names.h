/* refrain-paraver-names.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the numbers in a Paraver trace stand for. Paraver itself gives them no meaning; these are
 * those of Extrae, which the configurations that come with Paraver rely on.
 */
#pragma once

#include "refrain-types.h"

/* Types of events. The value of one that is a call is a routine, and 0 where the call ends. */
enum
{
  REFRAIN_PARAVER_MPI_PTP = 50000001,
  REFRAIN_PARAVER_MPI_COLLECTIVE = 50000002,
  REFRAIN_PARAVER_MPI_OTHER = 50000003,
  REFRAIN_PARAVER_MPI_RMA = 50000004,
  REFRAIN_PARAVER_MPI_IO = 50000005,
  REFRAIN_PARAVER_USER_FUNCTION = 60000019,
  REFRAIN_PARAVER_OPENMP_FUNCTION = 60000018,
  REFRAIN_PARAVER_PYTHON_FUNCTION = 60000100,
  REFRAIN_PARAVER_PTHREAD_CALL = 61000000,
  REFRAIN_PARAVER_CUDA_CALL = 63000001,
  /* Of a collective, where it begins: bytes sent and received, 1 for the root, the communicator. */
  REFRAIN_PARAVER_SEND_SIZE = 50100001,
  REFRAIN_PARAVER_RECEIVE_SIZE = 50100002,
  REFRAIN_PARAVER_ROOT = 50100003,
  REFRAIN_PARAVER_COMMUNICATOR = 50100004,
  /* Ours, for what others have no event of: the communicator of the message that the next record
   * tells of; the type of a collective (RefrainCollective + 1) that is not that of its routine; the
   * request + 1 that a non-blocking collective begins, and the one that it completes; the tag and
   * size of a message of which only one end is known, and its other process + 1. */
  REFRAIN_PARAVER_MESSAGE_COMMUNICATOR = 58000001,
  REFRAIN_PARAVER_COLLECTIVE_TYPE = 58000002,
  REFRAIN_PARAVER_REQUEST = 58000003,
  REFRAIN_PARAVER_COMPLETION = 58000004,
  REFRAIN_PARAVER_OPEN_TAG = 58000005,
  REFRAIN_PARAVER_OPEN_SIZE = 58000006,
  REFRAIN_PARAVER_OPEN_SEND = 58000007,
  REFRAIN_PARAVER_OPEN_RECEIVE = 58000008,
};

/* The numbers of states. */
typedef enum
{
  REFRAIN_PARAVER_STATE_RUNNING = 1,
  REFRAIN_PARAVER_STATE_WAITING = 3,
  REFRAIN_PARAVER_STATE_SEND = 4,
  REFRAIN_PARAVER_STATE_SYNCHRONIZATION = 5,
  REFRAIN_PARAVER_STATE_TEST = 6,
  REFRAIN_PARAVER_STATE_WAIT_ALL = 8,
  REFRAIN_PARAVER_STATE_IMMEDIATE_SEND = 10,
  REFRAIN_PARAVER_STATE_IMMEDIATE_RECEIVE = 11,
  REFRAIN_PARAVER_STATE_IO = 12,
  REFRAIN_PARAVER_STATE_GROUP = 13,
  REFRAIN_PARAVER_STATE_OTHERS = 15,
  REFRAIN_PARAVER_STATE_SEND_RECEIVE = 16,
  REFRAIN_PARAVER_N_STATES = 18,
} RefrainParaverState;

/* "MPI_Send" for an event of @type with @value, or NULL. Static. */
const char *refrain_paraver_get_mpi_name (guint32 type, gint64 value);
/* The event that stands for the routine @name ("MPI_Send"); FALSE where there is none. */
gboolean refrain_paraver_find_mpi (const char *name, guint32 *type, gint64 *value);
/* The type of event for a routine of @kind that has no number of its own. */
guint32 refrain_paraver_type_for_kind (RefrainRoutineKind kind);
/* What a type of event is called of which the values are calls; NULL for any other. Static. */
const char *refrain_paraver_get_call_label (guint32 type);
/* The state of a process in the MPI routine @routine of @kind. */
RefrainParaverState
refrain_paraver_state_for_routine (const char *routine, RefrainRoutineKind kind);
/* "Running", or NULL. Static. */
const char *refrain_paraver_get_state_name (guint state);
