/* refrain-search-entry.h
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

#define REFRAIN_TYPE_SEARCH_ENTRY (refrain_search_entry_get_type ())
G_DECLARE_FINAL_TYPE (RefrainSearchEntry, refrain_search_entry, REFRAIN, SEARCH_ENTRY, GtkWidget)

/* Signal "found" (no arguments): something was gone to; show it. */
void refrain_search_entry_set_session (RefrainSearchEntry *self, RefrainSession *session);
/* Puts @text in the entry and goes to what fits best; FALSE when nothing fits. */
gboolean refrain_search_entry_go (RefrainSearchEntry *self, const char *text);

G_END_DECLS
