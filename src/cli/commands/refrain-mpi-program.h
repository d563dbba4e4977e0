/* refrain-mpi-program.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of a command's programs say of MPI, for recording.
 */
#pragma once

#include <glib.h>

typedef enum
{
  REFRAIN_MPI_UNKNOWN,
  REFRAIN_MPI_OPEN,
  REFRAIN_MPI_MPICH,
} RefrainMpi;

/* Returns the MPI library of the first program in @command that is linked with one; otherwise that
 * of the launcher. Runs "mpirun --version" for the latter. */
RefrainMpi refrain_mpi_program_find (char **command);

/* Returns why nothing of @command, which ended with exit @status, was recorded by the recorder for
 * @chosen, and the remedy, in one line. */
char *refrain_mpi_program_explain (char **command, RefrainMpi chosen, int status);
