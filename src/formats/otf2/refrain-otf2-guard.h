/* refrain-otf2-guard.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What OTF2's own library needs around it: it prints its errors, waits for ever on a FIFO, and
 * writes past its memory for some anchor files.
 */
#pragma once

#include <glib.h>
#include <otf2/otf2.h>

/* From now on OTF2 prints nothing; what it would have said is kept, for each thread. */
void refrain_otf2_catch_errors (void);
/* Forgets what was kept for this thread. */
void refrain_otf2_clear_error (void);
/* The error that was kept for this thread if it is the machine's, not the archive's: no memory, no
 * descriptor, a disk that does not answer. Else OTF2_SUCCESS. */
OTF2_ErrorCode refrain_otf2_get_fault (void);
/* Sets a REFRAIN_ERROR_FORMAT: "PATH: PLACE: CAUSE", the cause as OTF2 describes the first error
 * since refrain_otf2_clear_error(), else @status. @place names the part of the archive. */
void
refrain_otf2_set_error (GError **error, const char *path, const char *place, OTF2_ErrorCode status);

/* Looks at all that OTF2 may open of the archive whose anchor file is @path: the anchor, the global
 * definitions beside it, the events and definitions of each location. What exists must be a regular
 * file: else FALSE with a REFRAIN_ERROR_FORMAT that names the first, in order of their names, that
 * is not one. What is absent is no matter here. O(files of the archive). */
gboolean refrain_otf2_files_check (const char *path, GError **error);

/* OTF2 3.0.2 writes past its memory when an anchor file claims 2^29 properties or more. Refuses an
 * anchor whose properties cannot fit into the file: FALSE with a REFRAIN_ERROR that names it. */
gboolean refrain_otf2_anchor_check (const char *path, GError **error);

/* Whether a newer OTF2 than the library wrote the archive @path, which this one could not open:
 * then with @error. */
gboolean refrain_otf2_anchor_is_newer (const char *path, GError **error);
