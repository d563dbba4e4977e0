/* refrain-difference-words.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: places in sentences. All texts are to be freed with g_free().
 */
#pragma once

#include "refrain-run-pairs.h"

/* "MPI_Irecv, MPI_Send (tag 1) in exchange, main", of @lines (guint32) of @side. */
char *refrain_difference_name_lines (const RefrainCoupling *coupling, guint side, GArray *lines);
/* Whether so many names go without tags. */
gboolean refrain_difference_is_many (guint n);
/* The same of all lines of @pairs (of RefrainRunPair). */
char *refrain_difference_name_pairs (const RefrainCoupling *coupling, guint side, GPtrArray *pairs);
/* "Computing in work before MPI_Send in exchange". @who: a name, or "". */
char *refrain_difference_name_computing (const RefrainCoupling *coupling,
                                         guint side,
                                         GPtrArray *pairs,
                                         const char *who);
/* "51", or "50.5". */
char *refrain_difference_format_count (double count);
