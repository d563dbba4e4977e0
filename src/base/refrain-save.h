/* refrain-save.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Saving one file: written beside under another name, renamed when whole.
 */
#pragma once

#include <glib.h>
#include <stdio.h>

/* Makes an empty file beside @path, which need not exist but must be a regular file if it does.
 * Returns its path (free with g_free()), and where @fd is not NULL a descriptor open for writing;
 * or NULL with @error. */
char *refrain_save_begin (const char *path, int *fd, GError **error);

/* Removes @temporary, which shall not be. */
void refrain_save_drop (const char *temporary);
/* Puts @temporary, closed and whole, in the place of @path. Removes it when that fails. */
gboolean refrain_save_commit (const char *temporary, const char *path, GError **error);

/* Writes @n bytes to @fd, which will be @path. FALSE with @error. */
gboolean refrain_save_write (int fd, const char *path, const void *bytes, gsize n, GError **error);
/* Closes @fd, and puts @temporary in the place of @path where it is @whole; removes it otherwise.
 * FALSE unless it is there: with @error, which whoever says that it is not whole has set. */
gboolean
refrain_save_end (const char *temporary, int fd, const char *path, gboolean whole, GError **error);
/* All of it at once: @path holds these @n bytes. FALSE with @error. */
gboolean refrain_save_bytes (const char *path, const void *bytes, gsize n, GError **error);

/* For libraries that only say that they failed: why the file system would refuse a megabyte more in
 * @folder, translated, or NULL when it would not. */
const char *refrain_save_find_cause (const char *folder);

/* Sets @error to "PATH: cannot be written: CAUSE"; returns FALSE. */
gboolean refrain_save_fail (const char *path, const char *cause, GError **error);

/* Writes what is left of @stream to @path, as it comes: a pipe. */
gboolean refrain_save_stream (FILE *stream, const char *path, GError **error);
/* Writes the file at @path to standard output, past what escapes names for a terminal: these bytes
 * are no text. FALSE with @error. */
gboolean refrain_save_print (const char *path, GError **error);
