/* refrain-types.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names of the kinds of events, as MPI and as this program's files spell them.
 */
#include "refrain-types.h"

#include "refrain-names.h"

static const char *const collective_names[REFRAIN_N_COLLECTIVES] = {
  [REFRAIN_COLLECTIVE_BARRIER] = "MPI_Barrier",
  [REFRAIN_COLLECTIVE_BCAST] = "MPI_Bcast",
  [REFRAIN_COLLECTIVE_GATHER] = "MPI_Gather",
  [REFRAIN_COLLECTIVE_GATHERV] = "MPI_Gatherv",
  [REFRAIN_COLLECTIVE_SCATTER] = "MPI_Scatter",
  [REFRAIN_COLLECTIVE_SCATTERV] = "MPI_Scatterv",
  [REFRAIN_COLLECTIVE_ALLGATHER] = "MPI_Allgather",
  [REFRAIN_COLLECTIVE_ALLGATHERV] = "MPI_Allgatherv",
  [REFRAIN_COLLECTIVE_ALLTOALL] = "MPI_Alltoall",
  [REFRAIN_COLLECTIVE_ALLTOALLV] = "MPI_Alltoallv",
  [REFRAIN_COLLECTIVE_ALLTOALLW] = "MPI_Alltoallw",
  [REFRAIN_COLLECTIVE_ALLREDUCE] = "MPI_Allreduce",
  [REFRAIN_COLLECTIVE_REDUCE] = "MPI_Reduce",
  [REFRAIN_COLLECTIVE_REDUCE_SCATTER] = "MPI_Reduce_scatter",
  [REFRAIN_COLLECTIVE_SCAN] = "MPI_Scan",
  [REFRAIN_COLLECTIVE_EXSCAN] = "MPI_Exscan",
  [REFRAIN_COLLECTIVE_REDUCE_SCATTER_BLOCK] = "MPI_Reduce_scatter_block",
  [REFRAIN_COLLECTIVE_CREATE_HANDLE] = "create handle",
  [REFRAIN_COLLECTIVE_DESTROY_HANDLE] = "destroy handle",
  [REFRAIN_COLLECTIVE_ALLOCATE] = "allocate",
  [REFRAIN_COLLECTIVE_DEALLOCATE] = "deallocate",
  [REFRAIN_COLLECTIVE_CREATE_HANDLE_AND_ALLOCATE] = "create handle and allocate",
  [REFRAIN_COLLECTIVE_DESTROY_HANDLE_AND_DEALLOCATE] = "destroy handle and deallocate",
  [REFRAIN_COLLECTIVE_UNKNOWN] = "collective",
  [REFRAIN_COLLECTIVE_FENCE] = "MPI_Win_fence",
  [REFRAIN_COLLECTIVE_FILE_OPEN] = "MPI_File_open",
  [REFRAIN_COLLECTIVE_FILE_CLOSE] = "MPI_File_close",
  [REFRAIN_COLLECTIVE_FILE_READ] = "MPI_File_read",
  [REFRAIN_COLLECTIVE_FILE_READ_ALL] = "MPI_File_read_all",
  [REFRAIN_COLLECTIVE_FILE_READ_AT] = "MPI_File_read_at",
  [REFRAIN_COLLECTIVE_FILE_READ_AT_ALL] = "MPI_File_read_at_all",
  [REFRAIN_COLLECTIVE_FILE_READ_SHARED] = "MPI_File_read_shared",
  [REFRAIN_COLLECTIVE_FILE_READ_ORDERED] = "MPI_File_read_ordered",
  [REFRAIN_COLLECTIVE_FILE_WRITE] = "MPI_File_write",
  [REFRAIN_COLLECTIVE_FILE_WRITE_ALL] = "MPI_File_write_all",
  [REFRAIN_COLLECTIVE_FILE_WRITE_AT] = "MPI_File_write_at",
  [REFRAIN_COLLECTIVE_FILE_WRITE_AT_ALL] = "MPI_File_write_at_all",
  [REFRAIN_COLLECTIVE_FILE_WRITE_SHARED] = "MPI_File_write_shared",
  [REFRAIN_COLLECTIVE_FILE_WRITE_ORDERED] = "MPI_File_write_ordered",
  [REFRAIN_COLLECTIVE_FILE_IREAD] = "MPI_File_iread",
  [REFRAIN_COLLECTIVE_FILE_IREAD_ALL] = "MPI_File_iread_all",
  [REFRAIN_COLLECTIVE_FILE_IREAD_AT] = "MPI_File_iread_at",
  [REFRAIN_COLLECTIVE_FILE_IREAD_AT_ALL] = "MPI_File_iread_at_all",
  [REFRAIN_COLLECTIVE_FILE_IREAD_SHARED] = "MPI_File_iread_shared",
  [REFRAIN_COLLECTIVE_FILE_IWRITE] = "MPI_File_iwrite",
  [REFRAIN_COLLECTIVE_FILE_IWRITE_ALL] = "MPI_File_iwrite_all",
  [REFRAIN_COLLECTIVE_FILE_IWRITE_AT] = "MPI_File_iwrite_at",
  [REFRAIN_COLLECTIVE_FILE_IWRITE_AT_ALL] = "MPI_File_iwrite_at_all",
  [REFRAIN_COLLECTIVE_FILE_IWRITE_SHARED] = "MPI_File_iwrite_shared",
};

static const char *const op_names[] = {
  [REFRAIN_OP_SEND] = "send",   [REFRAIN_OP_ISEND] = "isend",           [REFRAIN_OP_RECV] = "recv",
  [REFRAIN_OP_IRECV] = "irecv", [REFRAIN_OP_COLLECTIVE] = "collective",
};

static const char *const record_names[REFRAIN_N_RECORD_KINDS + 1] = {
  [REFRAIN_RECORD_ISEND_COMPLETE] = "isend-complete",
  [REFRAIN_RECORD_IRECV_REQUEST] = "irecv-request",
  [REFRAIN_RECORD_REQUEST_TEST] = "request-test",
  [REFRAIN_RECORD_REQUEST_CANCELLED] = "request-cancelled",
  [REFRAIN_RECORD_COLLECTIVE_BEGIN] = "collective-begin",
  [REFRAIN_RECORD_COLLECTIVE_REQUEST] = "collective-request",
  [REFRAIN_RECORD_THREAD_BEGIN] = "thread-begin",
  [REFRAIN_RECORD_THREAD_END] = "thread-end",
  [REFRAIN_RECORD_BUFFER_FLUSH] = "buffer-flush",
  [REFRAIN_RECORD_MEASUREMENT] = "measurement",
  [REFRAIN_RECORD_LEAVE_WITHOUT_ENTER] = "leave-without-enter",
  [REFRAIN_RECORD_OTHER] = "other",
  [REFRAIN_RECORD_UNCLOSED] = "unclosed",
  [REFRAIN_RECORD_ISEND_PENDING] = "isend-pending",
  [REFRAIN_RECORD_IRECV_UNPOSTED] = "irecv-unposted",
  [REFRAIN_RECORD_NULL_SEND] = "null-send",
  [REFRAIN_RECORD_NULL_ISEND] = "null-isend",
  [REFRAIN_RECORD_NULL_RECV] = "null-recv",
  [REFRAIN_RECORD_NULL_IRECV] = "null-irecv",
};

RefrainFlow
refrain_collective_get_flow (RefrainCollective collective)
{
  switch (collective)
    {
    case REFRAIN_COLLECTIVE_BCAST:
    case REFRAIN_COLLECTIVE_SCATTER:
    case REFRAIN_COLLECTIVE_SCATTERV:
      return REFRAIN_FLOW_FROM_ROOT;
    case REFRAIN_COLLECTIVE_GATHER:
    case REFRAIN_COLLECTIVE_GATHERV:
    case REFRAIN_COLLECTIVE_REDUCE:
      return REFRAIN_FLOW_TO_ROOT;
    case REFRAIN_COLLECTIVE_ALLGATHER:
    case REFRAIN_COLLECTIVE_ALLGATHERV:
    case REFRAIN_COLLECTIVE_ALLTOALL:
    case REFRAIN_COLLECTIVE_ALLTOALLV:
    case REFRAIN_COLLECTIVE_ALLTOALLW:
    case REFRAIN_COLLECTIVE_ALLREDUCE:
    case REFRAIN_COLLECTIVE_REDUCE_SCATTER:
    case REFRAIN_COLLECTIVE_REDUCE_SCATTER_BLOCK:
      return REFRAIN_FLOW_TO_ALL;
    case REFRAIN_COLLECTIVE_SCAN:
    case REFRAIN_COLLECTIVE_EXSCAN:
      return REFRAIN_FLOW_TO_LATER;
    case REFRAIN_COLLECTIVE_DESTROY_HANDLE:
    case REFRAIN_COLLECTIVE_ALLOCATE:
    case REFRAIN_COLLECTIVE_DEALLOCATE:
    case REFRAIN_COLLECTIVE_UNKNOWN:
      return REFRAIN_FLOW_NONE;
    default:
      return REFRAIN_FLOW_MEET;
    }
}

const char *
refrain_collective_get_name (RefrainCollective collective)
{
  if ((guint) collective >= REFRAIN_N_COLLECTIVES)
    collective = REFRAIN_COLLECTIVE_UNKNOWN;
  return collective_names[collective];
}

const char *
refrain_op_kind_get_name (RefrainOpKind kind)
{
  g_return_val_if_fail ((guint) kind < G_N_ELEMENTS (op_names), NULL);

  return op_names[kind];
}

const char *
refrain_record_kind_get_name (RefrainRecordKind kind)
{
  g_return_val_if_fail ((guint) kind < REFRAIN_N_RECORD_KINDS, NULL);

  return record_names[kind];
}

gboolean
refrain_record_kind_from_name (const char *name, RefrainRecordKind *kind)
{
  int found;

  g_return_val_if_fail (name != NULL, FALSE);

  found = refrain_names_find (record_names, name);
  *kind = (RefrainRecordKind) MAX (found, 0);
  return found >= 0;
}
