/* refrain-patterns-menu.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The context menu of the list of patterns, for the mouse and the keyboard; and which processes are
 * shown because of the selected patterns.
 */
#pragma once

#include "refrain-page.h"

G_BEGIN_DECLS

/* Opens @model over @view (whose model is a GtkSelectionModel) by the second button, which selects
 * the row that it is over where that is not, by Menu and by Shift+F10. */
void refrain_patterns_menu_attach (GtkColumnView *view, GMenuModel *model);
/* Notes on the widget of a cell which item it is of. For "setup". */
void refrain_patterns_menu_mark_cell (GtkListItem *item);

/* Whether just the processes of the selected patterns of @session are shown, and not all are. */
gboolean refrain_patterns_shows_only (RefrainSession *session);
/* Shows just these, or all again where just these are shown. FALSE where no pattern is selected.
 * O(processes of the patterns). */
gboolean refrain_patterns_toggle_only (RefrainSession *session);

G_END_DECLS
