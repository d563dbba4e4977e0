/* refrain-otf2-place.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Putting an OTF2 archive into its place: three names in a folder.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether an archive called @name can be put into @folder: what is there already must be an archive
 * of the same name and nothing else. */
gboolean refrain_otf2_place_check (const char *folder, const char *name, GError **error);
/* Moves the archive @name from @from (a folder made for it) to @folder, in place of an older one,
 * which stays whole when something fails. */
gboolean
refrain_otf2_place_move (const char *from, const char *folder, const char *name, GError **error);
/* Removes a folder made for an archive, with all that is in it. */
void refrain_otf2_place_remove (const char *path);

G_END_DECLS
