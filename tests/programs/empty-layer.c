/* empty-layer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A layer between a program and MPI that does nothing: what recording is measured against.
 */
#include <mpi.h>

int
MPI_Send (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
  return PMPI_Send (buf, count, type, dest, tag, comm);
}

int
MPI_Recv (
    void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status)
{
  return PMPI_Recv (buf, count, type, source, tag, comm, status);
}
