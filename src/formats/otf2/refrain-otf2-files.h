/* refrain-otf2-files.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A look at the files of an archive before OTF2 opens them: it waits for ever on a FIFO.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether @path exists and is a regular file, or a link to one. Never opens it. */
gboolean refrain_otf2_file_is_regular (const char *path);

/* Looks at all that OTF2 may open of the archive whose anchor file is @path: the anchor, the global
 * definitions beside it, the events and definitions of each location. What exists must be a regular
 * file: else FALSE with a REFRAIN_ERROR_FORMAT that names the first, in order of their names, that
 * is not one. What is absent is no matter here. O(files of the archive). */
gboolean refrain_otf2_files_check (const char *path, GError **error);

G_END_DECLS
