/* synthetic.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Traces of any size for benchmarks: processes in a line that hand messages on, wave after wave.
 */
#pragma once

#include "refrain-trace.h"

G_BEGIN_DECLS

/* A trace of about @events events, made in memory; @processes is at least 2. */
RefrainTrace *synthetic_trace_new (guint processes, guint64 events);

/* A stencil with sweeps of about @events events: each iteration exchanges borders with the four
 * neighbours on a grid, sends a wave across it, and sums. */
RefrainTrace *synthetic_stencil_new (guint width, guint height, guint64 events);
/* The same, in which computing takes longer here and there, so that processes wait for each other.
 */
RefrainTrace *synthetic_uneven_new (guint width, guint height, guint64 events);
/* A program whose processes send to anybody, and receive from MPI_ANY_SOURCE: other messages in
 * each iteration. */
RefrainTrace *synthetic_irregular_new (guint processes, guint iterations);
/* Like SMG2000 on a grid of processes: cycles over ever coarser levels, on which ever more
 * processes are idle, each relaxed by planes, these by lines, more or less often in each iteration;
 * a sum after some. Each process has its own order of partners. */
RefrainTrace *synthetic_multigrid_new (guint width, guint height, guint depth, guint iterations);

G_END_DECLS
