/* refrain-words.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A file of words as a sequence of symbols, for analyses of any sequence.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct
{
  guint n;
  char **words; /* by symbol; free with g_strfreev() */
} RefrainWords;

/* Numbers the words of a file by first appearance. Gives the symbols, to be freed with g_free(), or
 * NULL with @error. */
guint32 *refrain_words_read (const char *path, RefrainWords *words, gsize *n, GError **error);
/* Whether --symbols is among the arguments: then no trace is expected. */
gboolean refrain_words_expected (char **argv);

G_END_DECLS
