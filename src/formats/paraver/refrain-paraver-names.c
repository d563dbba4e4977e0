/* refrain-paraver-names.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The numbers are those that Extrae writes and that the configurations of Paraver expect.
 */
#include "refrain-paraver-names.h"

#include <string.h>

#define PTP        REFRAIN_PARAVER_MPI_PTP
#define COLLECTIVE REFRAIN_PARAVER_MPI_COLLECTIVE
#define OTHER      REFRAIN_PARAVER_MPI_OTHER
#define RMA        REFRAIN_PARAVER_MPI_RMA
#define IO         REFRAIN_PARAVER_MPI_IO

typedef struct
{
  guint32 type;
  const char *name;
} Routine;

/* That of value i is element i - 1. */
static const Routine routines[] = {
  { PTP, "MPI_Send" },
  { PTP, "MPI_Recv" },
  { PTP, "MPI_Isend" },
  { PTP, "MPI_Irecv" },
  { PTP, "MPI_Wait" },
  { PTP, "MPI_Waitall" },
  { COLLECTIVE, "MPI_Bcast" },
  { COLLECTIVE, "MPI_Barrier" },
  { COLLECTIVE, "MPI_Reduce" },
  { COLLECTIVE, "MPI_Allreduce" }, /* 10 */
  { COLLECTIVE, "MPI_Alltoall" },
  { COLLECTIVE, "MPI_Alltoallv" },
  { COLLECTIVE, "MPI_Gather" },
  { COLLECTIVE, "MPI_Gatherv" },
  { COLLECTIVE, "MPI_Scatter" },
  { COLLECTIVE, "MPI_Scatterv" },
  { COLLECTIVE, "MPI_Allgather" },
  { COLLECTIVE, "MPI_Allgatherv" },
  { OTHER, "MPI_Comm_rank" },
  { OTHER, "MPI_Comm_size" }, /* 20 */
  { OTHER, "MPI_Comm_create" },
  { OTHER, "MPI_Comm_dup" },
  { OTHER, "MPI_Comm_split" },
  { OTHER, "MPI_Comm_group" },
  { OTHER, "MPI_Comm_free" },
  { OTHER, "MPI_Comm_remote_group" },
  { OTHER, "MPI_Comm_remote_size" },
  { OTHER, "MPI_Comm_test_inter" },
  { OTHER, "MPI_Comm_compare" },
  { COLLECTIVE, "MPI_Scan" }, /* 30 */
  { OTHER, "MPI_Init" },
  { OTHER, "MPI_Finalize" },
  { PTP, "MPI_Bsend" },
  { PTP, "MPI_Ssend" },
  { PTP, "MPI_Rsend" },
  { PTP, "MPI_Ibsend" },
  { PTP, "MPI_Issend" },
  { PTP, "MPI_Irsend" },
  { PTP, "MPI_Test" },
  { PTP, "MPI_Cancel" }, /* 40 */
  { PTP, "MPI_Sendrecv" },
  { PTP, "MPI_Sendrecv_replace" },
  { OTHER, "MPI_Cart_create" },
  { OTHER, "MPI_Cart_shift" },
  { OTHER, "MPI_Cart_coords" },
  { OTHER, "MPI_Cart_get" },
  { OTHER, "MPI_Cart_map" },
  { OTHER, "MPI_Cart_rank" },
  { OTHER, "MPI_Cart_sub" },
  { OTHER, "MPI_Cartdim_get" }, /* 50 */
  { OTHER, "MPI_Dims_create" },
  { OTHER, "MPI_Graph_get" },
  { OTHER, "MPI_Graph_map" },
  { OTHER, "MPI_Graph_create" },
  { OTHER, "MPI_Graph_neighbors" },
  { OTHER, "MPI_Graphdims_get" },
  { OTHER, "MPI_Graph_neighbors_count" },
  { OTHER, "MPI_Topo_test" },
  { PTP, "MPI_Waitany" },
  { PTP, "MPI_Waitsome" }, /* 60 */
  { PTP, "MPI_Probe" },
  { PTP, "MPI_Iprobe" },
  { RMA, "MPI_Win_create" },
  { RMA, "MPI_Win_free" },
  { RMA, "MPI_Put" },
  { RMA, "MPI_Get" },
  { RMA, "MPI_Accumulate" },
  { RMA, "MPI_Win_fence" },
  { RMA, "MPI_Win_start" },
  { RMA, "MPI_Win_complete" }, /* 70 */
  { RMA, "MPI_Win_post" },
  { RMA, "MPI_Win_wait" },
  { RMA, "MPI_Win_test" },
  { RMA, "MPI_Win_lock" },
  { RMA, "MPI_Win_unlock" },
  { OTHER, "MPI_Pack" },
  { OTHER, "MPI_Unpack" },
  { OTHER, "MPI_Op_create" },
  { OTHER, "MPI_Op_free" },
  { COLLECTIVE, "MPI_Reduce_scatter" }, /* 80 */
  { OTHER, "MPI_Attr_delete" },
  { OTHER, "MPI_Attr_get" },
  { OTHER, "MPI_Attr_put" },
  { OTHER, "MPI_Group_difference" },
  { OTHER, "MPI_Group_excl" },
  { OTHER, "MPI_Group_free" },
  { OTHER, "MPI_Group_incl" },
  { OTHER, "MPI_Group_intersection" },
  { OTHER, "MPI_Group_rank" },
  { OTHER, "MPI_Group_range_excl" }, /* 90 */
  { OTHER, "MPI_Group_range_incl" },
  { OTHER, "MPI_Group_size" },
  { OTHER, "MPI_Group_translate_ranks" },
  { OTHER, "MPI_Group_union" },
  { OTHER, "MPI_Group_compare" },
  { OTHER, "MPI_Intercomm_create" },
  { OTHER, "MPI_Intercomm_merge" },
  { OTHER, "MPI_Keyval_free" },
  { OTHER, "MPI_Keyval_create" },
  { OTHER, "MPI_Abort" }, /* 100 */
  { OTHER, "MPI_Error_class" },
  { OTHER, "MPI_Errhandler_create" },
  { OTHER, "MPI_Errhandler_free" },
  { OTHER, "MPI_Errhandler_get" },
  { OTHER, "MPI_Error_string" },
  { OTHER, "MPI_Errhandler_set" },
  { OTHER, "MPI_Get_processor_name" },
  { OTHER, "MPI_Initialized" },
  { OTHER, "MPI_Wtick" },
  { OTHER, "MPI_Wtime" }, /* 110 */
  { OTHER, "MPI_Address" },
  { OTHER, "MPI_Bsend_init" },
  { OTHER, "MPI_Buffer_attach" },
  { OTHER, "MPI_Buffer_detach" },
  { OTHER, "MPI_Request_free" },
  { OTHER, "MPI_Recv_init" },
  { OTHER, "MPI_Send_init" },
  { OTHER, "MPI_Get_count" },
  { OTHER, "MPI_Get_elements" },
  { OTHER, "MPI_Pack_size" }, /* 120 */
  { OTHER, "MPI_Rsend_init" },
  { OTHER, "MPI_Ssend_init" },
  { OTHER, "MPI_Start" },
  { OTHER, "MPI_Startall" },
  { PTP, "MPI_Testall" },
  { PTP, "MPI_Testany" },
  { OTHER, "MPI_Test_cancelled" },
  { PTP, "MPI_Testsome" },
  { OTHER, "MPI_Type_commit" },
  { OTHER, "MPI_Type_contiguous" }, /* 130 */
  { OTHER, "MPI_Type_extent" },
  { OTHER, "MPI_Type_free" },
  { OTHER, "MPI_Type_hindexed" },
  { OTHER, "MPI_Type_hvector" },
  { OTHER, "MPI_Type_indexed" },
  { OTHER, "MPI_Type_lb" },
  { OTHER, "MPI_Type_size" },
  { OTHER, "MPI_Type_struct" },
  { OTHER, "MPI_Type_ub" },
  { OTHER, "MPI_Type_vector" }, /* 140 */
  { IO, "MPI_File_open" },
  { IO, "MPI_File_close" },
  { IO, "MPI_File_read" },
  { IO, "MPI_File_read_all" },
  { IO, "MPI_File_write" },
  { IO, "MPI_File_write_all" },
  { IO, "MPI_File_read_at" },
  { IO, "MPI_File_read_at_all" },
  { IO, "MPI_File_write_at" },
  { IO, "MPI_File_write_at_all" }, /* 150 */
  { OTHER, "MPI_Comm_spawn" },
  { OTHER, "MPI_Comm_spawn_multiple" },
  { OTHER, "MPI_Request_get_status" },
  { COLLECTIVE, "MPI_Ireduce" },
  { COLLECTIVE, "MPI_Iallreduce" },
  { COLLECTIVE, "MPI_Ibarrier" },
  { COLLECTIVE, "MPI_Ibcast" },
  { COLLECTIVE, "MPI_Ialltoall" },
  { COLLECTIVE, "MPI_Ialltoallv" },
  { COLLECTIVE, "MPI_Iallgather" }, /* 160 */
  { COLLECTIVE, "MPI_Iallgatherv" },
  { COLLECTIVE, "MPI_Igather" },
  { COLLECTIVE, "MPI_Igatherv" },
  { COLLECTIVE, "MPI_Iscatter" },
  { COLLECTIVE, "MPI_Iscatterv" },
  { COLLECTIVE, "MPI_Ireduce_scatter" },
  { COLLECTIVE, "MPI_Iscan" },
  { COLLECTIVE, "MPI_Reduce_scatter_block" },
  { COLLECTIVE, "MPI_Ireduce_scatter_block" },
  { COLLECTIVE, "MPI_Alltoallw" }, /* 170 */
  { COLLECTIVE, "MPI_Ialltoallw" },
  { RMA, "MPI_Get_accumulate" },
  { OTHER, "MPI_Dist_graph_create" },
  { COLLECTIVE, "MPI_Neighbor_allgather" },
  { COLLECTIVE, "MPI_Ineighbor_allgather" },
  { COLLECTIVE, "MPI_Neighbor_allgatherv" },
  { COLLECTIVE, "MPI_Ineighbor_allgatherv" },
  { COLLECTIVE, "MPI_Neighbor_alltoall" },
  { COLLECTIVE, "MPI_Ineighbor_alltoall" },
  { COLLECTIVE, "MPI_Neighbor_alltoallv" }, /* 180 */
  { COLLECTIVE, "MPI_Ineighbor_alltoallv" },
  { COLLECTIVE, "MPI_Neighbor_alltoallw" },
  { COLLECTIVE, "MPI_Ineighbor_alltoallw" },
  { RMA, "MPI_Fetch_and_op" },
  { RMA, "MPI_Compare_and_swap" },
  { RMA, "MPI_Win_flush" },
  { RMA, "MPI_Win_flush_all" },
  { RMA, "MPI_Win_flush_local" },
  { RMA, "MPI_Win_flush_local_all" },
  { PTP, "MPI_Mprobe" }, /* 190 */
  { PTP, "MPI_Improbe" },
  { PTP, "MPI_Mrecv" },
  { PTP, "MPI_Imrecv" },
  { OTHER, "MPI_Init_thread" },
};

const char *
refrain_paraver_get_mpi_name (guint32 type, gint64 value)
{
  if (value < 1 || value > (gint64) G_N_ELEMENTS (routines) || routines[value - 1].type != type)
    return NULL;
  return routines[value - 1].name;
}

gboolean
refrain_paraver_find_mpi (const char *name, guint32 *type, gint64 *value)
{
  for (gsize i = 0; i < G_N_ELEMENTS (routines); i++)
    if (strcmp (routines[i].name, name) == 0)
      {
        *type = routines[i].type;
        *value = (gint64) i + 1;
        return TRUE;
      }
  return FALSE;
}

guint32
refrain_paraver_type_for_kind (RefrainRoutineKind kind)
{
  switch (kind)
    {
    case REFRAIN_ROUTINE_P2P:
    case REFRAIN_ROUTINE_WAIT:
      return PTP;
    case REFRAIN_ROUTINE_COLLECTIVE:
      return COLLECTIVE;
    case REFRAIN_ROUTINE_MPI:
      return OTHER;
    case REFRAIN_ROUTINE_USER:
    default:
      return REFRAIN_PARAVER_USER_FUNCTION;
    }
}

const char *
refrain_paraver_get_call_label (guint32 type)
{
  switch (type)
    {
    case PTP:
      return "MPI Point-to-point";
    case COLLECTIVE:
      return "MPI Collective Comm";
    case OTHER:
      return "MPI Other";
    case RMA:
      return "MPI One-sided";
    case IO:
      return "MPI I/O";
    case REFRAIN_PARAVER_USER_FUNCTION:
      return "User function";
    case REFRAIN_PARAVER_OPENMP_FUNCTION:
      return "Executed OpenMP parallel function";
    case REFRAIN_PARAVER_PYTHON_FUNCTION:
      return "Python function";
    case REFRAIN_PARAVER_PTHREAD_CALL:
      return "pthread call";
    case REFRAIN_PARAVER_CUDA_CALL:
      return "CUDA library call";
    default:
      return NULL;
    }
}

RefrainParaverState
refrain_paraver_state_for_routine (const char *routine, RefrainRoutineKind kind)
{
  static const char *const immediate_sends[]
      = { "MPI_Isend", "MPI_Ibsend", "MPI_Issend", "MPI_Irsend", NULL };
  static const char *const receives[] = { "MPI_Recv", "MPI_Mrecv", NULL };
  static const char *const immediate_receives[] = { "MPI_Irecv", "MPI_Imrecv", NULL };
  static const char *const both[] = { "MPI_Sendrecv", "MPI_Sendrecv_replace", NULL };
  static const char *const sends[] = { "MPI_Send", "MPI_Bsend", "MPI_Ssend", "MPI_Rsend", NULL };

  if (g_strv_contains (immediate_sends, routine))
    return REFRAIN_PARAVER_STATE_IMMEDIATE_SEND;
  if (g_strv_contains (receives, routine))
    return REFRAIN_PARAVER_STATE_WAITING;
  if (g_strv_contains (immediate_receives, routine))
    return REFRAIN_PARAVER_STATE_IMMEDIATE_RECEIVE;
  if (g_strv_contains (both, routine))
    return REFRAIN_PARAVER_STATE_SEND_RECEIVE;
  if (g_strv_contains (sends, routine))
    return REFRAIN_PARAVER_STATE_SEND;
  if (g_str_has_prefix (routine, "MPI_Test") || g_str_has_suffix (routine, "robe"))
    return REFRAIN_PARAVER_STATE_TEST;
  if (kind == REFRAIN_ROUTINE_WAIT)
    return REFRAIN_PARAVER_STATE_WAIT_ALL;
  if (strcmp (routine, "MPI_Barrier") == 0)
    return REFRAIN_PARAVER_STATE_SYNCHRONIZATION;
  if (kind == REFRAIN_ROUTINE_COLLECTIVE)
    return REFRAIN_PARAVER_STATE_GROUP;
  if (g_str_has_prefix (routine, "MPI_File_"))
    return REFRAIN_PARAVER_STATE_IO;
  return REFRAIN_PARAVER_STATE_OTHERS;
}

const char *
refrain_paraver_get_state_name (guint state)
{
  static const char *const names[] = {
    "Idle",
    "Running",
    "Not created",
    "Waiting a message",
    "Blocking Send",
    "Synchronization",
    "Test/Probe",
    "Scheduling and Fork/Join",
    "Wait/WaitAll",
    "Blocked",
    "Immediate Send",
    "Immediate Receive",
    "I/O",
    "Group Communication",
    "Tracing Disabled",
    "Others",
    "Send Receive",
    "Memory transfer",
  };

  return state < G_N_ELEMENTS (names) ? names[state] : NULL;
}
