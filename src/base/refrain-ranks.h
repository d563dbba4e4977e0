/* refrain-ranks.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lists of ranks as people write them, "0-3,8", and as they read them, "0–3, 8".
 */
#pragma once

#include <glib.h>

/* Appends the ranks that the @n bytes at @text name to @ranks (of guint32), in their order. FALSE
 * where it is no such list, a rank is above @last, or there were more than @max in @ranks. */
gboolean refrain_ranks_parse (const char *text, gsize n, guint32 last, gsize max, GArray *ranks);
/* Appends the @n @ranks, which ascend, for people: "0–3, 7"; two neighbours are "4, 5". */
void refrain_ranks_append (GString *text, const guint32 *ranks, gsize n);
