/* refrain-search.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The entry in the header bar: a place or window in time, a process, or a routine. What fits is
 * offered below; Enter goes there, Enter again goes to the routine's next call.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-session.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_SEARCH (refrain_search_get_type ())
G_DECLARE_FINAL_TYPE (RefrainSearch, refrain_search, REFRAIN, SEARCH, GtkWidget)

/* Signal "found" (no arguments): something was gone to; show it. */
void refrain_search_set_session (RefrainSearch *self, RefrainSession *session);
/* Puts @text in the entry and goes to what fits best; FALSE when nothing fits. */
gboolean refrain_search_go (RefrainSearch *self, const char *text);

G_END_DECLS
