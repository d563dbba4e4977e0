/* refrain-numbers-text.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers in words, as text and as a table for other programs, beside those of the whole run.
 */
#pragma once

#include "refrain-numbers.h"

G_BEGIN_DECLS

/* What is worth knowing first, a sentence a line: how much is in MPI and where, who computes
 * longest, who sends most. @run: of the whole run and all processes. Never empty; translated. Free
 * with g_free(). */
char *refrain_numbers_describe (RefrainNumbers *self, RefrainNumbers *run);
/* The name of a routine of theirs; "(outside recorded routines)". Belongs to the trace. */
const char *refrain_numbers_get_routine_name (RefrainNumbers *self, guint32 routine);
/* "below 100 B", of class @size. Free with g_free(). */
char *refrain_numbers_describe_size (guint size);

/* All of it to be read, at most @rows routines and pairs. Translated. Free with g_free(). */
char *refrain_numbers_to_text (RefrainNumbers *self, RefrainNumbers *run, gsize rows);
/* All of it, a row a thing, by RFC 4180: which table it belongs to, its name, what it is here and
 * what in the run; times in seconds. Free with g_free(). */
char *refrain_numbers_to_csv (RefrainNumbers *self, RefrainNumbers *run);

G_END_DECLS
