/* refrain-widget-style.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the painting widgets share: the painters' style for a widget, and small drawing helpers.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-session.h"

/* The style for painting inside @widget: its font size, the session's palette. */
void refrain_widget_get_style (GtkWidget *widget, RefrainSession *session, RefrainStyle *style);
/* Likewise without a widget, for small samples of colour. */
void refrain_widget_init_style (RefrainStyle *style, gboolean dark, double font_size);
/* Whether all these styles have high contrast, as the desktop asks for; sessions tell by
 * notify::dark that it changed. */
void refrain_widget_set_contrast (gboolean contrast);
/* Fills @widget with a colour of @style. */
void refrain_widget_fill (GtkWidget *widget,
                          GtkSnapshot *snapshot,
                          const RefrainStyle *style,
                          RefrainColorRole role);
/* Draws a focus ring inside @widget when it has the keyboard focus and shows it. */
void
refrain_widget_draw_focus (GtkWidget *widget, GtkSnapshot *snapshot, const RefrainStyle *style);
/* Sets the text of @tooltip, in lines that are not half as wide as the window. */
void refrain_widget_set_tooltip (GtkTooltip *tooltip, const char *text);
/* @label breaks its text, into lines of @chars letters at least. Without a least width, GTK
 * measures it with a break behind each letter, which takes milliseconds for a sentence. */
void refrain_label_wrap (GtkLabel *label, int chars);
/* Returns a widget around @text for a row beside others. How wide its lines have to be for the
 * row's height, which GtkBox asks, is not tried out. */
GtkWidget *refrain_label_hold (GtkWidget *text);
/* Shows @text, whose lines do not break between a number and its percent sign. FALSE where it is
 * shown already. */
gboolean refrain_label_set_sentence (GtkLabel *label, const char *text);
/* Likewise a widget's; NULL: none. It is made when it is asked for: gtk_widget_set_tooltip_text()
 * asks the display server where the pointer is, once for each cell of a table that scrolls. */
void refrain_widget_set_long_tooltip (GtkWidget *widget, const char *text);
/* The keys that all time views share, bound to the window's actions (win.zoom-in, ...). */
void refrain_widget_class_bind_time_keys (GtkWidgetClass *klass);
