/* refrain-scroll.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GTK 4.8 only scrolls as far as a row is seen at all, which is at the lower edge. Where rows are
 * equally high, the adjustment says where one of them is.
 */
#include "config.h"
#include "refrain-scroll.h"

#define KEY "refrain-scroll"

/* Frames that a view may take to get its size. */
#define MOST_FRAMES 30

typedef struct
{
  guint row, n;
  guint frames;
} Request;

/* FALSE as long as the view does not know how high all its rows are. */
static gboolean
scroll (GtkListView *view, const Request *request)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  double upper, page, at;

  if (adjustment == NULL || !gtk_widget_get_mapped (GTK_WIDGET (view)))
    return FALSE;
  upper = gtk_adjustment_get_upper (adjustment);
  page = gtk_adjustment_get_page_size (adjustment);
  if (upper <= 1 || page <= 1)
    return FALSE;
  at = MIN (upper * request->row / request->n, MAX (upper - page, 0));
  gtk_adjustment_set_value (adjustment, at);
  return ABS (gtk_adjustment_get_value (adjustment) - at) < 1;
}

/* The view asks for its rows, and so learns their height, in a frame or two. */
static gboolean
on_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  Request *request = data;

  if (g_object_get_data (G_OBJECT (widget), KEY) != request)
    return G_SOURCE_REMOVE;
  request->frames++;
  /* Once more after the frame in which it was right: rows that came into view may have moved it. */
  if ((!scroll (GTK_LIST_VIEW (widget), request) || request->frames < 3)
      && request->frames < MOST_FRAMES)
    return G_SOURCE_CONTINUE;
  g_object_set_data (G_OBJECT (widget), KEY, NULL);
  return G_SOURCE_REMOVE;
}

void
refrain_scroll_to_top (GtkListView *view, guint row, guint n)
{
  Request *request;

  g_return_if_fail (GTK_IS_LIST_VIEW (view));
  g_return_if_fail (row < n);

  request = g_new0 (Request, 1);
  request->row = row;
  request->n = n;
  gtk_widget_activate_action (GTK_WIDGET (view), "list.scroll-to-item", "u", row);
  g_object_set_data (G_OBJECT (view), KEY, request);
  scroll (view, request);
  gtk_widget_add_tick_callback (GTK_WIDGET (view), on_frame, request, g_free);
}
