/* refrain-pattern-text.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns in words.
 */
#pragma once

#include "refrain-session.h"

G_BEGIN_DECLS

/* "8 processes · 10 messages · …": the numbers of @pattern. Free with g_free(). */
char *refrain_pattern_text_get_metrics (RefrainPattern *pattern);
/* "2 patterns selected · 15,562 occurrences, 17th"; empty when none is. Free with g_free(). */
char *refrain_pattern_text_get_selection (RefrainPatterns *patterns);

G_END_DECLS
