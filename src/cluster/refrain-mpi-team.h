/* refrain-mpi-team.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The ranks of an MPI job as a team (refrain-team.h).
 */
#pragma once

#include "refrain-team.h"

/* Begins with MPI; the team of all ranks, which is one for the whole program. */
RefrainTeam *refrain_mpi_team_begin (int *argc, char ***argv);
/* How many ranks are on this machine, with the team. */
guint refrain_mpi_team_count_neighbours (void);
/* With the team, whether it is over or not: the largest of all @status. Ranks sleep until the last
 * is here. */
int refrain_mpi_team_agree (int status);
/* Ends MPI; with the team. */
void refrain_mpi_team_end (void);
