/* refrain-run-words.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What every page and command says of a run in the same words and numbers: how long it is and how
 * much of that is in MPI, how evenly its processes compute, what they wait for on an accelerator.
 */
#pragma once

#include "refrain-profile.h"

/* How long processes compute, in nanoseconds. */
typedef struct
{
  guint n; /* processes */
  guint most, least;
  double max, mean, min;
  double whole;   /* the time of one process in which they do */
  gboolean polls; /* what is between questions for the same message is left out */
} RefrainLoad;

/* How much of the time between MPI_Init and MPI_Finalize is in MPI, from 0 to 1; 0 without. */
double refrain_profile_get_mpi_share (const RefrainProfile *self);
/* "8 processes, 144 ms; 24.8 % of the time is spent in MPI." Free with g_free(). */
char *refrain_profile_describe_time (const RefrainProfile *self, RefrainTrace *trace);
/* "Process 3 calls MPI_Abort after 335 ms, which ends the run." or NULL where none does; behind the
 * time of a run, too. Free with g_free(). O(calls) where one does. */
char *refrain_trace_describe_abort (RefrainTrace *trace);
/* Whether any message, collective operation or put is recorded. O(processes). */
gboolean refrain_trace_has_operations (RefrainTrace *trace);
/* Of @n processes (called @processes; NULL: 0 to n - 1) that are outside MPI for @computing,
 * @polling of it (NULL: none) between questions for the same message. FALSE where none computes. */
gboolean refrain_load_measure (RefrainLoad *self,
                               const guint *processes,
                               gsize n,
                               const RefrainTime *computing,
                               const RefrainTime *polling,
                               double whole);
/* FALSE where there is nothing to compare. */
gboolean refrain_profile_get_load (const RefrainProfile *self, RefrainLoad *load);

/* Whether one computes so much longer than the mean that it is worth a word. */
gboolean refrain_load_is_uneven (const RefrainLoad *self);
/* "Process 1 computes longest: 109 ms, 1.24 times the mean; process 2 shortest: 96.0 ms." Free with
 * g_free(). */
char *refrain_load_describe (const RefrainLoad *self);

/* Whether @routine, of CUDA, HIP, OpenCL, Level Zero or OpenACC, returns when the device has ended.
 */
gboolean refrain_routine_waits_for_device (RefrainRoutine *routine);
/* The share of the time of all processes that these spend in routines in which an accelerator is
 * waited for, and in *@longest (may be NULL) the one of these with most of it. O(routines). */
double refrain_trace_get_device_share (RefrainTrace *trace, RefrainRoutine **longest);
/* "Processes wait for an accelerator for 88 % of their time, most of it in hipEventSynchronize." or
 * NULL where that is not worth a word. Free with g_free(). */
char *refrain_trace_describe_device (RefrainTrace *trace);
