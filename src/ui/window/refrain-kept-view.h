/* refrain-kept-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A view that stays beside whatever else is shown: its page, under a title with a button that
 * closes it.
 */
#pragma once

#include "refrain-page.h"

#define REFRAIN_TYPE_KEPT_VIEW (refrain_kept_view_get_type ())
G_DECLARE_FINAL_TYPE (RefrainKeptView, refrain_kept_view, REFRAIN, KEPT_VIEW, GtkWidget)

/* The title's button activates @action with the target @target. */
void refrain_kept_view_set (RefrainKeptView *self,
                            RefrainPage *page,
                            const char *title,
                            const char *action,
                            const char *target);
/* Shows none; the page has no parent any more. */
void refrain_kept_view_clear (RefrainKeptView *self);

/* Offers the view @title, which has no room beside this one; NULL: none. Asked for, the signal
 * "other" is emitted. */
void refrain_kept_view_offer (RefrainKeptView *self, const char *title);

/* Gives the view @part of the length of @paned, whose end it is, once that is known. */
void refrain_kept_view_split (RefrainKeptView *self, GtkPaned *paned, double part);
