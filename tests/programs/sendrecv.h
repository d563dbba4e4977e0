/* sendrecv.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * MPI_Sendrecv() out of calls that EZTrace records; to be included before a traced program. A send
 * stands where it is called, a receive where it completes, as with the original.
 */
#pragma once

#include <mpi.h>

static inline int
traced_sendrecv (const void *out,
                 int n_out,
                 MPI_Datatype type_out,
                 int to,
                 int tag_out,
                 void *in,
                 int n_in,
                 MPI_Datatype type_in,
                 int from,
                 int tag_in,
                 MPI_Comm comm,
                 MPI_Status *status)
{
  MPI_Request request;

  MPI_Isend (out, n_out, type_out, to, tag_out, comm, &request);
  MPI_Recv (in, n_in, type_in, from, tag_in, comm, status);
  return MPI_Wait (&request, MPI_STATUS_IGNORE);
}

#define MPI_Sendrecv traced_sendrecv
