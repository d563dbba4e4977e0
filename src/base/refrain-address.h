/* refrain-address.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files by their address instead of their name.
 */
#pragma once

#include <glib.h>

/* "file:///tmp/a%20b.otf2#2" as a name, also behind "--output="; else @word as it is. Takes @word;
 * free with g_free(). */
char *refrain_address_read (char *word);
