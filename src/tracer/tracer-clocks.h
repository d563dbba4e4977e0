/* tracer-clocks.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One clock for all: processes of a node share theirs, between nodes it is measured how far they
 * are apart, once at the beginning and once at the end.
 */
#pragma once

#include "tracer.h"

/* At MPI_Init and before MPI_Finalize, by all processes: writes what to add to this clock to have
 * that of rank 0. */
void tracer_clocks_start (TracerThread *t);
void tracer_clocks_end (TracerThread *t);
