/* refrain-workspace.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Everything a window shows of an open trace: questions on the left, overview and pages in the
 * middle, details on the right, the status bar below.
 */
#pragma once

#include "refrain-card-model.h"
#include "refrain-page.h"

#define REFRAIN_TYPE_WORKSPACE (refrain_workspace_get_type ())
G_DECLARE_FINAL_TYPE (RefrainWorkspace, refrain_workspace, REFRAIN, WORKSPACE, GtkWidget)

/* Where a view can be kept, whatever else is shown. */
typedef enum
{
  REFRAIN_KEPT_RIGHT,
  REFRAIN_KEPT_BELOW,
  REFRAIN_N_KEPT
} RefrainKept;

/* Properties that notify: "page" (see refrain-pages.h), "kept", "show-sidebar", "show-details".
 * Signal "pages-made": all pages are there. */
void refrain_workspace_set_session (RefrainWorkspace *self, RefrainSession *session);
RefrainSession *refrain_workspace_get_session (RefrainWorkspace *self);

/* The chosen question; "processes" opens its panel beside the page seen last, "patterns" its list
 * below the event graph. */
const char *refrain_workspace_get_page (RefrainWorkspace *self);
/* FALSE when there is no such page. */
gboolean refrain_workspace_set_page (RefrainWorkspace *self, const char *page);

/* The action of the window that keeps a view there: "view-right". */
const char *refrain_kept_get_action (RefrainKept place);
/* The page that is kept at @place; NULL: none. */
const char *refrain_workspace_get_kept (RefrainWorkspace *self, RefrainKept place);
/* Keeps @page at @place, in the place of what was kept there; NULL: none. A page that can be shown
 * elsewhere only, as "processes", or is not there, is not kept: FALSE. */
gboolean refrain_workspace_keep (RefrainWorkspace *self, RefrainKept place, const char *page);
/* Adds what can be kept at @place to @menu. */
void refrain_workspace_fill_menu (RefrainKept place, GMenu *menu);

/* The pages that are there, of refrain_pages; they belong to the workspace. */
RefrainPage *const *refrain_workspace_get_pages (RefrainWorkspace *self, guint *n);
/* The page called @name, which belongs to the workspace; NULL where there is none. */
gpointer refrain_workspace_find_page (RefrainWorkspace *self, const char *name);
/* What the card in the details tells; belongs to the workspace. NULL without a session. */
RefrainCardModel *refrain_workspace_get_card (RefrainWorkspace *self);
/* Puts the keyboard where the page's keys work. */
void refrain_workspace_focus_page (RefrainWorkspace *self);

gboolean refrain_workspace_get_show_sidebar (RefrainWorkspace *self);
void refrain_workspace_set_show_sidebar (RefrainWorkspace *self, gboolean show);
gboolean refrain_workspace_get_show_details (RefrainWorkspace *self);
void refrain_workspace_set_show_details (RefrainWorkspace *self, gboolean show);
/* In a narrow window the side columns lie over the page and are hidden until asked for. */
void refrain_workspace_set_narrow (RefrainWorkspace *self, gboolean narrow);
