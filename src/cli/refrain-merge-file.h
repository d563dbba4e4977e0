/* refrain-merge-file.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A file that says which symbols count as one: those of a line.
 */
#pragma once

#include "refrain-words.h"

G_BEGIN_DECLS

/* Reads the file at @path: on each line the symbols that count as one, as words of @words or, where
 * that is NULL, as numbers from 1 to @n. Lines that begin with "#" say nothing. Gives for each of
 * the @n symbols the one that it counts as, to be freed with g_free(); or NULL with @error. */
guint32 *
refrain_merge_file_read (const char *path, const RefrainWords *words, guint n, GError **error);

G_END_DECLS
