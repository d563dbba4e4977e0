/* refrain-thread-note.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How many threads communicate, in a sentence: their operations have no order of their own.
 */
#pragma once

#include "refrain-trace.h"

/* "2 threads communicate in each of 4 processes"; NULL where no process has more than one that
 * does. Free with g_free(). O(threads). */
char *refrain_thread_note_describe (RefrainTrace *trace);
