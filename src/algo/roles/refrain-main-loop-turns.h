/* refrain-main-loop-turns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: the main loop of patterns whose inner loops have another number of
 * iterations each time, such as solves in a time step.
 */
#pragma once

#include "refrain-composites.h"
#include "refrain-iterations.h"

/* What is in an iteration of the loop that most of the sequence of patterns is, where it is more
 * than @known of all operations: "7 to 12 × [Halo; MPI_Allreduce]; MPI_Bcast". First patterns must
 * come again as they are, then those of one shape among as many processes count as one. @inner: 0,
 * or how many iterations a loop within has in all. *@uneven: turns differ. NULL, and no
 * *@iterations, where there is none. Free with g_free(), unref these. O(n log n) in occurrences. */
char *refrain_main_loop_find_turns (RefrainComposites *composites,
                                    double known,
                                    guint32 inner,
                                    RefrainIterations **iterations,
                                    gboolean *uneven);
/* What is in an iteration of a loop whose turns share the most, while other patterns come and go:
 * "Halo; in 15 of them MPI_Allreduce"; or, where groups of them are as long, of such a group: "200
 * to 280 × [Halo; MPI_Allreduce]; …". Where @exact ones repeat exactly only more than these, of
 * which they are a part, or steps that are far finer. The same otherwise. */
char *refrain_main_loop_find_loose_turns (RefrainComposites *composites,
                                          RefrainIterations *exact,
                                          RefrainIterations **iterations);

/* "20 × Ring of 4 in each of 3 threads; MPI_Barrier", where that is nearly all: operations of
 * several threads that stand in a row by chance say nothing. Adds what that cycle has to @items, of
 * RefrainCycleItem. The same otherwise. */
char *refrain_main_loop_find_threads (RefrainComposites *composites,
                                      RefrainIterations **iterations,
                                      GArray *items);

/* "MPI_Allreduce; 20 × [8 × Halo; 3 × MPI_Allreduce]": what is in each of the turns of @exact where
 * loops are in them, or something comes again behind others, of which no count of all in a turn
 * tells; else NULL. Free with g_free(). */
char *refrain_main_loop_find_inner (RefrainComposites *composites, RefrainIterations *exact);

/* What is in each of the turns of a loop of which @exact ones are several: "Halo; MPI_Bcast with
 * moving root", where it ends or begins with a collective operation whose root is the next process
 * each time, and @exact ones have all roots; or "Halo; every 10 iterations MPI_Allreduce", where
 * the last of @exact ones is not whole. The same otherwise. */
char *refrain_main_loop_find_ends (RefrainComposites *composites,
                                   RefrainIterations *exact,
                                   RefrainIterations **iterations);

/* Steps of several of the turns of @exact, which repeat exactly but for what stands between some of
 * them: sizes and tags say that each is one of the exchanges of a step. *@iterations gets them.
 * NULL where there are none. Free with g_free(). */
char *refrain_main_loop_find_steps (RefrainComposites *composites,
                                    RefrainIterations *exact,
                                    RefrainIterations **iterations);
