/* refrain-key-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the colours, lines and lanes of a drawing mean, as a list of samples with words: the legend
 * of its figure, on the screen.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-session.h"

#define REFRAIN_TYPE_KEY_VIEW (refrain_key_view_get_type ())
G_DECLARE_FINAL_TYPE (RefrainKeyView, refrain_key_view, REFRAIN, KEY_VIEW, GtkWidget)

GtkWidget *refrain_key_view_new (void);
/* Shows @entries (of RefrainLegendEntry), to which it keeps a reference, in the colours of
 * @session; NULL: nothing. */
void refrain_key_view_set_entries (RefrainKeyView *self, GArray *entries, RefrainSession *session);
