/* refrain-words.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A file of words as a sequence of symbols, for analyses of any sequence.
 */
#pragma once

#include <gio/gio.h>

typedef struct
{
  guint n;
  char **words; /* by symbol; free with g_strfreev() */
} RefrainWords;

/* A file ("-": standard input) as text in UTF-8, without a byte order mark; changes nothing else.
 * Free with g_free(). NULL with @error, also where it is no text. */
char *refrain_words_read_text (const char *path, GError **error);
/* A word as a sentence quotes it: no more than its beginning. Free with g_free(). */
char *refrain_words_quote (const char *word);
/* Numbers the words of a file by first appearance. Returns the symbols, to be freed with g_free(),
 * or NULL with @error. */
guint32 *refrain_words_read (const char *path, RefrainWords *words, gsize *n, GError **error);
