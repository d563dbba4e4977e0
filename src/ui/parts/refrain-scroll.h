/* refrain-scroll.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bringing a row of a list to where the eye is; the wheel in one list among others.
 */
#pragma once

#include <gtk/gtk.h>

/* Scrolls @view, a list or a table, no further than it takes to see row @row: at once where it has
 * its size, else when it gets one, however late. Only the last request for a view counts. */
void refrain_scroll_to_row (GtkWidget *view, guint row);

/* Scrolls @view, whose rows are equally high, so that row @row of @n is the first one seen, or as
 * far up as the end of the list lets it; at once, and again when the view has its size where it has
 * none yet. Only the last request for a view counts. */
void refrain_scroll_to_top (GtkListView *view, guint row, guint n);

/* Where @view, which is in its scrolled window, shows its first row and becomes lower, it goes on
 * showing it, or the one that is selected: GTK keeps the middle. */
void refrain_scroll_keep_top (GtkColumnView *view);
/* Lets the wheel over @scroller move the first scrolled window around it that can move further,
 * where
 * @scroller cannot. */
void refrain_scroll_pass_on (GtkScrolledWindow *scroller);
