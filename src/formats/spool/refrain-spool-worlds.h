/* refrain-spool-worlds.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which files are of one MPI_COMM_WORLD, and which worlds are one run, as processes of one started
 * those of the other (MPI_Comm_spawn).
 */
#pragma once

#include "refrain-spool-file.h"

typedef struct
{
  guint64 id[2];
  guint64 size; /* of the world, as its files say */
  guint64 bytes;
  guint n_files;
  guint run;             /* of the folder's runs, from 0 in the order of their beginning */
  guint64 first_process; /* its rank 0 among the run's processes; of the run's first world 0 */
  guint starter;         /* the world that started it, before it in the run; REFRAIN_NONE */
  guint32 starter_rank;  /* a process of that world ... */
  guint64 starter_comm;  /* ... and its number of the communicator with the processes started */
} RefrainSpoolWorld;

/* The worlds of @files (RefrainSpoolFile), those that start others before these; @n_runs is how
 * many runs they are. Of two that were started at the same moment, by as many and of as many
 * processes, nobody can say who started which: they are runs of their own. Free with
 * g_array_unref(). */
GArray *refrain_spool_worlds_new (const GPtrArray *files, guint *n_runs);

/* The number of the world of @file; REFRAIN_NONE before MPI_Init. */
guint refrain_spool_worlds_find (const GArray *worlds, const RefrainSpoolFile *file);
