/* refrain-completion-sets.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: receives that complete together, in an order that the program did not mean.
 */
#pragma once

#include "refrain-trace.h"

/* The rows of @process' operations in an order in which equal sets of receives are equal; NULL
 * where they stand so already. A set is a longest run of completions of non-blocking receives that
 * one call of a user's routine made (in one MPI_Waitall, or in several MPI_Waitany) and of which
 * none was posted after the first had completed; or a longest run of blocking receives of one such
 * call (from any source), taken apart into rounds where these hear the same. Where a routine's sets
 * of the same sources and tags do not always complete in the same order, or MPI_Waitany and the
 * like took them, they are put in the order in which they are posted, which the program meant, or,
 * where that varies too, in the order in which the process sends to the same partners, then of
 * source and tag. Free with g_free(). O(operations · log set). */
guint32 *refrain_completion_sets_order (RefrainTrace *trace, guint process);
