/* sequences.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sequences of symbols for the tests of repeats: read from letters, made up, and listed.
 */
#pragma once

#include "refrain-repeats.h"

/* "abc 2" for each repeat of letters and its frequency, joined with "; ". Free with g_free(). */
char *sequences_list_repeats (const RefrainRepeats *repeats, const guint32 *symbols);
/* The letters of @text as symbols; a bar starts a new piece. Gives how many. @boundary has room for
 * one more. */
gsize sequences_read (const char *text, guint32 *symbols, gboolean *boundary);
/* Fills @symbols with random ones, or with what programs do: pieces repeated, and those again. */
void sequences_fill (guint32 *symbols, guint32 n);
