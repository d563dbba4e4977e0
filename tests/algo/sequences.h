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
/* Fills @symbols with letters, two thirds of them pieces of what is before them. */
void sequences_copy_pieces (guint32 *symbols, guint32 n);
/* The letters of @text as symbols. Free with g_free(). */
guint32 *sequences_letters (const char *text);
/* The numbers below @n in random order. Free with g_free(). */
guint32 *sequences_shuffle (guint n, guint32 seed);
