/* refrain-gxl-writer-classes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "refrain-gxl-writer-private.h"

const char *
refrain_gxl_class_of_call (RefrainTrace *trace, guint32 index)
{
  RefrainRoutine *routine;
  const char *name;

  if (index == REFRAIN_NONE)
    return "RoutineCall";
  routine = refrain_trace_get_routine (trace, index);
  if (refrain_routine_get_kind (routine) == REFRAIN_ROUTINE_USER)
    return "RoutineCall";
  name = refrain_routine_get_name (routine);
  if (g_str_has_prefix (name, "MPI_Init"))
    return "Initialize";
  if (strcmp (name, "MPI_Finalize") == 0)
    return "Finalize";
  if (g_str_has_prefix (name, "MPI_Wait"))
    return "WaitOperation";
  if (g_str_has_prefix (name, "MPI_Test"))
    return "TestOperation";
  if (g_str_has_suffix (name, "robe"))
    return "ProbeOperation";
  return "MPOperation";
}

const char *
refrain_gxl_class_of_collective (RefrainCollective type)
{
  switch (type)
    {
    case REFRAIN_COLLECTIVE_BARRIER:
      return "Barrier";
    case REFRAIN_COLLECTIVE_BCAST:
      return "Broadcast";
    case REFRAIN_COLLECTIVE_GATHER:
    case REFRAIN_COLLECTIVE_GATHERV:
      return "Gather";
    case REFRAIN_COLLECTIVE_SCATTER:
    case REFRAIN_COLLECTIVE_SCATTERV:
      return "Scatter";
    case REFRAIN_COLLECTIVE_ALLGATHER:
    case REFRAIN_COLLECTIVE_ALLGATHERV:
      return "Allgather";
    case REFRAIN_COLLECTIVE_ALLTOALL:
    case REFRAIN_COLLECTIVE_ALLTOALLV:
    case REFRAIN_COLLECTIVE_ALLTOALLW:
      return "AllToAll";
    case REFRAIN_COLLECTIVE_REDUCE:
      return "Reduce";
    case REFRAIN_COLLECTIVE_REDUCE_SCATTER:
    case REFRAIN_COLLECTIVE_REDUCE_SCATTER_BLOCK:
      return "ReduceScatter";
    case REFRAIN_COLLECTIVE_SCAN:
    case REFRAIN_COLLECTIVE_EXSCAN:
      return "Scan";
    default:
      return "CollectiveOperation";
    }
}
