/* otf2-floor.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * OTF2's own reading of an archive with callbacks that do nothing: the least a reader can take.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Reads all events of the archive at @anchor: location by location, or with @global in the order of
 * time. Gives their number. */
guint64 otf2_floor_read (const char *anchor, gboolean global);

G_END_DECLS
