/* refrain-search-entry.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The entry in the header bar: finds what has a name, messages by what they are, and places in
 * time. What fits is offered below; Enter lights it up and goes to the first hit, n and p walk
 * through the others.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-session.h"

#define REFRAIN_TYPE_SEARCH_ENTRY (refrain_search_entry_get_type ())
G_DECLARE_FINAL_TYPE (RefrainSearchEntry, refrain_search_entry, REFRAIN, SEARCH_ENTRY, GtkWidget)

/* Signal "found" (no arguments): something was gone to; show it. */
void refrain_search_entry_set_session (RefrainSearchEntry *self, RefrainSession *session);
/* Goes to what fits @text best; FALSE when nothing fits. */
gboolean refrain_search_entry_go (RefrainSearchEntry *self, const char *text);
/* Whether the entry may shrink to a letter. */
void refrain_search_entry_set_slim (RefrainSearchEntry *self, gboolean slim);
/* How many offers there are for what was typed: for something typed at least one. For tests. */
guint refrain_search_entry_get_n_offers (RefrainSearchEntry *self);
