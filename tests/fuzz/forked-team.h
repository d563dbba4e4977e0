/* forked-team.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A team as that of refrain-mpi, without MPI: this process and copies of it.
 */
#pragma once

#include "refrain-team.h"

G_BEGIN_DECLS

/* What a member finds; to be freed with g_free(), or NULL. */
typedef char *(*ForkedTeamFunc) (gpointer data);

/* Runs @work in a team of @n, 2 to 4, which traces are opened by meanwhile. Gives what member 0
 * found, of which all have made their part; NULL where the team let go, which all of it must. No
 * other thread may hold a lock. */
char *forked_team_run (guint n, ForkedTeamFunc work, gpointer data);

G_END_DECLS
