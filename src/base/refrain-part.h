/* refrain-part.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parts of librefrain that are files of their own, opened when something of them is first called:
 * what they bring takes longer to load than all the rest, and most commands need none of it.
 */
#pragma once

#include <glib.h>

/* The function @name of part @part, one of src/library/refrain-1; NULL with @error where the part
 * is not beside the library. O(1), and slow the first time; any thread. Parts are never closed. */
gpointer refrain_part_find (const char *part, const char *name, GError **error);
