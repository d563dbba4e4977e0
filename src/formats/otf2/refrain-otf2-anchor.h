/* refrain-otf2-anchor.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A look at an anchor file before OTF2 gets it.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* OTF2 3.0.2 writes past its memory when an anchor file claims 2^29 properties or more. Refuses an
 * anchor whose properties cannot fit into the file: FALSE with a REFRAIN_ERROR that names it. */
gboolean refrain_otf2_anchor_check (const char *path, GError **error);

G_END_DECLS
