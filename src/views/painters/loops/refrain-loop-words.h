/* refrain-loop-words.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a part of a loop model does, for people: a definition is called "FV", which says nothing.
 */
#pragma once

#include "refrain-loop-model.h"

/* "4 processes send, 3 receive; MPI_Allreduce", or "4 processes exchange": who does what in
 * constructs [first, end), what they use and repeat included, how often left out. "" where nothing
 * is. Free with g_free(). O(constructs in it). */
char *refrain_loop_words_describe (RefrainLoopModel *model, guint32 first, guint32 end);
