/* refrain-mpi-names.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a routine of MPI does, for formats that tell only its name.
 */
#pragma once

#include "refrain-types.h"

/* The collective that the routine stands for, a non-blocking or neighbour form too. */
RefrainCollective refrain_mpi_find_collective (const char *routine);
/* Whether the routine starts a message that another routine completes. */
gboolean refrain_mpi_is_nonblocking (const char *routine);
