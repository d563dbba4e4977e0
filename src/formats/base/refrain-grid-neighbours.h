/* refrain-grid-neighbours.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who is beside whom on the grid of a Cartesian communicator.
 */
#pragma once

#include "refrain-communicator.h"

/* The processes beside @process on the grid of @comm, which has one, as MPI has them: in each
 * dimension the one before and the one behind. @to has room for twice the dimensions. Returns how
 * many. */
guint refrain_grid_list_neighbours (RefrainCommunicator *comm, guint process, gint32 *to);
