/* refrain-text-lines.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A text file line by line, unpacked on the way. Memory is that of the longest line.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-progress.h"

typedef struct _RefrainTextLines RefrainTextLines;

/* Opens the file @path, plain or packed by gzip or Zstandard. NULL with @error. Free with
 * refrain_text_lines_free(). */
RefrainTextLines *refrain_text_lines_new (const char *path, GError **error);
void refrain_text_lines_free (RefrainTextLines *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainTextLines, refrain_text_lines_free)

/* Told while lines are taken, every few megabytes; @cancellable (may be NULL) ends the reading. The
 * fraction goes from 0 to 1 with the bytes of the file. */
void refrain_text_lines_set_progress (RefrainTextLines *self,
                                      GCancellable *cancellable,
                                      const RefrainProgress *progress,
                                      const char *sentence);

/* The next line without its end, as @n bytes and a zero that may be written to until the next call;
 * NULL at the end, or with @error, which names file, line and cause. */
char *refrain_text_lines_next (RefrainTextLines *self, gsize *n, GError **error);

/* How many bytes were taken from the file so far, unpacked: at the end, all of them. */
guint64 refrain_text_lines_get_bytes (const RefrainTextLines *self);

/* Sets @error to "FILE: line N: CAUSE", of the line that came last; returns FALSE. */
gboolean refrain_text_lines_fail (const RefrainTextLines *self, GError **error, const char *cause);
