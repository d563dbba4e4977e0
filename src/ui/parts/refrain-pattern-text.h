/* refrain-pattern-text.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns in words.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-session.h"

/* "8 processes · 10 messages · …": the numbers of @pattern. Free with g_free(). */
char *refrain_pattern_text_get_metrics (RefrainPattern *pattern);
/* Shows in @label what is to be known before any pattern; nothing to be known: no label. @patterns
 * may be NULL. */
void refrain_pattern_text_show_notes (GtkLabel *label, RefrainPatterns *patterns);
