/* refrain-visible.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names out of a trace are a stranger's words. Characters among them that a terminal obeys, or that
 * turn text around, are shown as escapes: "\x1b", "\u202e".
 */
#pragma once

#include <glib.h>

/* Returns whether @c acts instead of being seen: control characters (C0, DEL, C1), separators of
 * lines and paragraphs, marks of the direction of text. */
gboolean refrain_visible_acts (gunichar c);
/* Appends @text to @out with an escape for each character that acts, and for each byte that is not
 * UTF-8. Tabs and the ends of lines stay where @lines. Returns how many of the @n bytes were
 * appended: with @more, those at the end that what follows may complete are not. */
gsize
refrain_visible_append (GString *out, const char *text, gsize n, gboolean lines, gboolean more);
/* Returns @text on one line, to be freed with g_free(). */
char *refrain_visible_line (const char *text);

/* Returns @text with a capital, to be freed with g_free(). */
char *refrain_visible_capital (const char *text);
/* Returns @text, which may be the continuation of a line, as a sentence: with a capital, and a full
 * stop where it has no end. Free with g_free(). */
char *refrain_visible_sentence (const char *text);
