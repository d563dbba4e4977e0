/* tracer-wrapping.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the wrappers made from mpi-functions.table are written in.
 */
#pragma once

#include "tracer.h"

#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#define EXPORT __attribute__ ((visibility ("default")))

/* MPI() of an extension. */
#define MPIX(name) ((__typeof__ (&MPIX_##name)) tracer_real[TRACER_MPI_X_##name])

/* Counts are int, or MPI_Count in routines whose names end in _c. */
#define TRACER_SUM(counts, n)                                                                      \
  ({                                                                                               \
    uint64_t sum_ = 0;                                                                             \
    for (uint64_t i_ = 0; i_ < (uint64_t) (n); i_++)                                               \
      sum_ += (uint64_t) (counts)[i_];                                                             \
    sum_;                                                                                          \
  })
#define TRACER_SUM_TYPES(counts, types, n)                                                         \
  ({                                                                                               \
    uint64_t sum_ = 0;                                                                             \
    for (uint64_t i_ = 0; i_ < (uint64_t) (n); i_++)                                               \
      sum_ += TRACER_BYTES ((counts)[i_], (types)[i_]);                                            \
    sum_;                                                                                          \
  })

/* A call that makes a communicator of another is a collective of that. */
#define TRACER_CONSTRUCT(parent)                                                                   \
  const uint32_t which = tracer_comm_next (t, parent);                                             \
  tracer_collective_begin (t)
#define TRACER_CONSTRUCTED(parent, made)                                                           \
  tracer_comm_add (t, *(made), parent, which);                                                     \
  tracer_collective_end (t, TRACER_TYPE_CREATE_HANDLE, parent, -1, 0, 0)

#define TRACER_STARTED(parent, made)                                                               \
  tracer_comm_add_started (t, *(made), parent, which);                                             \
  tracer_collective_end (t, TRACER_TYPE_CREATE_HANDLE, parent, -1, 0, 0)
