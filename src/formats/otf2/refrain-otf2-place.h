/* refrain-otf2-place.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Putting an OTF2 archive into its place. An archive is three names in a folder: NAME.otf2 (the
 * anchor), NAME.def and the folder NAME. It is written beside, in .NAME.otf2.saving, and takes the
 * place of an older one in one step: whoever ends in between leaves the old archive or the new one.
 * The next one to save under the name finds what was left, settles it and cleans up.
 */
#pragma once

#include <glib.h>

typedef struct _RefrainOtf2Place RefrainOtf2Place;

/* Makes ready to write the archive @name into @folder. What has its names must be an archive and
 * nothing else, and no process may be writing it: else NULL with a REFRAIN_ERROR_IO. */
RefrainOtf2Place *refrain_otf2_place_open (const char *folder, const char *name, GError **error);
/* The empty folder to write the archive into, under its name. Owned by @self. */
const char *refrain_otf2_place_get_folder (RefrainOtf2Place *self);
/* Puts what was written there into its place. On failure the names give the old archive; where even
 * taking back failed, they do once the next writer has come. */
gboolean refrain_otf2_place_commit (RefrainOtf2Place *self, GError **error);
/* Cleans up; frees @self. */
void refrain_otf2_place_close (RefrainOtf2Place *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainOtf2Place, refrain_otf2_place_close)
