/* refrain-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What all pages share: they belong to a session and watch it, tell how large their answer is, give
 * the window actions, and draw figures. A page is a template with one child.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-painter.h"
#include "refrain-session.h"
#include "refrain-views.h"

#define REFRAIN_TYPE_PAGE (refrain_page_get_type ())
G_DECLARE_DERIVABLE_TYPE (RefrainPage, refrain_page, REFRAIN, PAGE, GtkWidget)

struct _RefrainPageClass
{
  GtkWidgetClass parent_class;

  /* The page's actions in the window, with the page as data. They do nothing without a session. */
  const GActionEntry *actions;
  guint n_actions;
  /* What its figures show (see refrain-views.h), the first one first offered; ends with
   * REFRAIN_N_VIEWS. NULL: the page has none. */
  const RefrainView *figures;
  /* Where the page asks for its least size only: side columns fold away where it does not get what
   * it asks for. */
  gboolean asks_least;

  /* The session is another one, or none; nothing is watched. */
  void (*session_changed) (RefrainPage *self);
  /* Makes the states of its actions true to what is shown. */
  void (*update_actions) (RefrainPage *self);
  /* The user turned to the page. */
  void (*turned_to) (RefrainPage *self);
  /* Does what the window's action "zoom-in", … says in its own way. FALSE: it has none. */
  gboolean (*zoom) (RefrainPage *self, const char *action);
  /* See refrain_page_has_figure(), refrain_page_make_figure(). */
  gboolean (*has_figure) (RefrainPage *self, RefrainView view);
  RefrainPainter *(*make_figure) (RefrainPage *self, RefrainView view, RefrainViewport *part);
  /* See refrain_page_make_key(). */
  GArray *(*make_key) (RefrainPage *self, const RefrainStyle *style);
};

/* Signal "key-changed": refrain_page_make_key() returns something else now. */

/* The session, owned by the page; NULL where no trace is open. */
RefrainSession *refrain_page_get_session (RefrainPage *self);
void refrain_page_set_session (RefrainPage *self, RefrainSession *session);
/* Calls @func (with the page only) on @object's @signal until the session is another one. */
void refrain_page_watch (RefrainPage *self, gpointer object, const char *signal, GCallback func);

/* Takes @count. NULL is "". */
void refrain_page_take_count (RefrainPage *self, char *count);

/* From now on @paned, which has both children, takes no presses while one of them is hidden. */
void refrain_paned_guard (GtkPaned *paned);
/* Gives @paned's first child @part of the page's length, whatever that becomes, until the user
 * decides otherwise. */
void refrain_page_split (RefrainPage *self, GtkPaned *paned, double part);

/* Adds the page's actions to @map, which outlives the page. */
void refrain_page_add_actions (RefrainPage *self, GActionMap *map);
void refrain_page_update_actions (RefrainPage *self);
/* Sets the state of one of its actions; takes a floating @state. */
void refrain_page_set_state (RefrainPage *self, const char *action, GVariant *state);
/* Whether its @action can be asked for. */
void refrain_page_set_enabled (RefrainPage *self, const char *action, gboolean enabled);

/* The user turned to the page. */
void refrain_page_turn_to (RefrainPage *self);
/* Does what "zoom-in", "zoom-out" or "zoom-all" says in the page's own way. FALSE: it has none. */
gboolean refrain_page_zoom (RefrainPage *self, const char *action);

/* Whether there is anything that @view can show of the page. */
gboolean refrain_page_has_figure (RefrainPage *self, RefrainView view);
/* A painter of @view as the page shows it now; sets @part to what is to be drawn. Free with
 * g_object_unref(). NULL while what it needs is not worked out yet. */
RefrainPainter *
refrain_page_make_figure (RefrainPage *self, RefrainView view, RefrainViewport *part);

/* What its drawing means, in the colours of @style: of RefrainLegendEntry, free with
 * g_array_unref(); NULL where there is nothing to tell. */
GArray *refrain_page_make_key (RefrainPage *self, const RefrainStyle *style);
/* Announces that it returns something else. */
void refrain_page_key_changed (RefrainPage *self);
