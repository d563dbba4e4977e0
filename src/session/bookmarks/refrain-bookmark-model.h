/* refrain-bookmark-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The bookmarks of an open trace as the window's views share them. Every change is a step that can
 * be taken back. Belongs to a RefrainSession. Main thread only.
 */
#pragma once

#include "refrain-bookmarks.h"
#include "refrain-undo.h"

#define REFRAIN_TYPE_BOOKMARK_MODEL (refrain_bookmark_model_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainBookmarkModel, refrain_bookmark_model, REFRAIN, BOOKMARK_MODEL, GObject)

/* Property that notifies: "list". */
RefrainBookmarkModel *refrain_bookmark_model_new (RefrainUndo *undo);

/* Never NULL; owned by @self, valid until it changes. */
RefrainBookmarks *refrain_bookmark_model_get_list (RefrainBookmarkModel *self);
/* Takes over @list as it was kept; no step. */
void refrain_bookmark_model_set_list (RefrainBookmarkModel *self, RefrainBookmarks *list);

/* Adds one, copied; its place in the list. */
gsize refrain_bookmark_model_add (RefrainBookmarkModel *self, const RefrainBookmark *bookmark);
/* Adds those of @others that it has none like, copied, in one step; how many. */
guint refrain_bookmark_model_take (RefrainBookmarkModel *self, const RefrainBookmarks *others);
/* Gives bookmark @i name and note (NULL or "": none); its place in the list from now on. */
gsize refrain_bookmark_model_rename (RefrainBookmarkModel *self,
                                     gsize i,
                                     const char *name,
                                     const char *note);
void refrain_bookmark_model_remove (RefrainBookmarkModel *self, gsize i);
