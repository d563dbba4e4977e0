/* refrain-main-loop-usual.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: an iteration like most, of those that repeat exactly but for what comes
 * and goes.
 */
#pragma once

#include "refrain-composites.h"
#include "refrain-iterations.h"

/* The operations of an iteration of @iterations, which has some: of patterns that most of these
 * have. *@changing: what is exchanged with others each time, where that has most of the messages,
 * or NULL. *@others: what follows the phrase of them, "; in 15 of them MPI_Allreduce", or nothing;
 * free both with g_free(). O(operations · log iterations). */
RefrainOpSet *refrain_main_loop_find_usual (RefrainComposites *composites,
                                            RefrainIterations *iterations,
                                            char **changing,
                                            char **others);
