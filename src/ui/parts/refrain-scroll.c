/* refrain-scroll.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GTK 4.8 only scrolls as far as a row is seen at all, which is at the lower edge. Where rows are
 * equally high, the adjustment says where one of them is. A list without a size must not be asked
 * to scroll: it divides by that size, and draws no row from then on.
 */
#include "refrain-scroll.h"

#include <math.h>

#define KEY     "refrain-scroll"
#define KEY_ROW "refrain-scroll-row"

/* Pixels that GTK moves for one unit of a touchpad. */
#define SURFACE_STEP 2.5

/* Frames that a view may take to get its size. */
#define MOST_FRAMES 30

typedef struct
{
  guint row, n;
  guint frames;
} Request;

/* ---- As far as it takes ---------------------------------------------------------------------- */

static gboolean
has_size (GtkWidget *list)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list));

  return adjustment != NULL && gtk_adjustment_get_page_size (adjustment) > 0;
}

/* A frame after the list got its size: it cannot be moved while sizes are given out. */
static gboolean
on_sized_frame (GtkWidget *list, GdkFrameClock *clock, gpointer data)
{
  const gpointer row = g_object_steal_data (G_OBJECT (list), KEY_ROW);

  if (row != NULL)
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", GPOINTER_TO_UINT (row) - 1);
  return G_SOURCE_REMOVE;
}

static void
on_page_size (GtkAdjustment *adjustment, GParamSpec *pspec, gpointer data)
{
  if (!has_size (data))
    return;
  g_signal_handlers_disconnect_by_func (adjustment, on_page_size, data);
  gtk_widget_add_tick_callback (data, on_sized_frame, NULL, NULL);
}

void
refrain_scroll_to_row (GtkWidget *view, guint row)
{
  GtkWidget *list = view;
  GtkAdjustment *adjustment;

  g_return_if_fail (GTK_IS_LIST_VIEW (view) || GTK_IS_COLUMN_VIEW (view));

  /* GtkColumnView has no door to the list in it before GTK 4.12. */
  if (GTK_IS_COLUMN_VIEW (view))
    for (list = gtk_widget_get_first_child (view); list != NULL && !GTK_IS_LIST_VIEW (list);)
      list = gtk_widget_get_next_sibling (list);
  adjustment = list != NULL ? gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list)) : NULL;
  if (adjustment == NULL)
    return;
  g_signal_handlers_disconnect_by_func (adjustment, on_page_size, list);
  g_object_set_data (G_OBJECT (list), KEY_ROW, NULL);
  if (has_size (list))
    {
      gtk_widget_activate_action (list, "list.scroll-to-item", "u", row);
      return;
    }
  g_object_set_data (G_OBJECT (list), KEY_ROW, GUINT_TO_POINTER (row + 1));
  g_signal_connect_object (adjustment, "notify::page-size", G_CALLBACK (on_page_size), list, 0);
}

/* ---- To the top ------------------------------------------------------------------------------ */

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
  refrain_scroll_to_row (GTK_WIDGET (view), row);
  g_object_set_data (G_OBJECT (view), KEY, request);
  scroll (view, request);
  gtk_widget_add_tick_callback (GTK_WIDGET (view), on_frame, request, g_free);
}

/* ---- Where it was --------------------------------------------------------------------------- */

/* Where the list was before it was given another height. */
typedef struct
{
  GtkColumnView *view; /* weak */
  double value;
  guint source;
} Top;

static void
top_free (gpointer data, GClosure *closure)
{
  Top *top = data;

  g_clear_handle_id (&top->source, g_source_remove);
  g_clear_weak_pointer (&top->view);
  g_free (top);
}

static gboolean
go_back (gpointer data)
{
  Top *top = data;
  GtkSelectionModel *rows = top->view != NULL ? gtk_column_view_get_model (top->view) : NULL;
  g_autoptr (GtkBitset) selected
      = rows != NULL ? gtk_selection_model_get_selection (rows) : gtk_bitset_new_empty ();

  top->source = 0;
  if (rows != NULL)
    refrain_scroll_to_row (GTK_WIDGET (top->view),
                           gtk_bitset_is_empty (selected) ? 0 : gtk_bitset_get_minimum (selected));
  return G_SOURCE_REMOVE;
}

static void
on_value (GtkAdjustment *adjustment, Top *top)
{
  top->value = gtk_adjustment_get_value (adjustment);
}

/* Comes before "value-changed". */
static void
on_height (GtkAdjustment *adjustment, GParamSpec *pspec, Top *top)
{
  if (top->value <= 0 && gtk_adjustment_get_value (adjustment) > 0 && top->source == 0)
    top->source = g_idle_add (go_back, top);
}

void
refrain_scroll_keep_top (GtkColumnView *view)
{
  GtkAdjustment *adjustment;
  Top *top;

  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));

  adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  top = g_new0 (Top, 1);
  g_set_weak_pointer (&top->view, view);
  g_signal_connect (adjustment, "notify::page-size", G_CALLBACK (on_height), top);
  g_signal_connect_data (adjustment, "value-changed", G_CALLBACK (on_value), top, top_free, 0);
}

/* ---- The wheel ------------------------------------------------------------------------------- */

static gboolean
can_move (GtkScrolledWindow *scroller, double dy)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (scroller);
  const double value = gtk_adjustment_get_value (adjustment);
  GtkPolicyType policy;

  gtk_scrolled_window_get_policy (scroller, NULL, &policy);
  if (policy == GTK_POLICY_NEVER)
    return FALSE;
  return dy < 0 ? value > gtk_adjustment_get_lower (adjustment)
                : value < gtk_adjustment_get_upper (adjustment)
                              - gtk_adjustment_get_page_size (adjustment);
}

/* As far as GTK moves a scrolled window itself. */
static void
move (GtkScrolledWindow *scroller, GdkScrollUnit unit, double dy)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (scroller);
  const double step = unit == GDK_SCROLL_UNIT_WHEEL
                          ? pow (gtk_adjustment_get_page_size (adjustment), 2.0 / 3.0)
                          : SURFACE_STEP;

  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + dy * step);
}

static gboolean
on_wheel (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  GtkScrolledWindow *scroller = data;
  GtkWidget *parent = GTK_WIDGET (scroller);

  if (fabs (dx) > fabs (dy) || can_move (scroller, dy)
      || gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller))
             & (GDK_SHIFT_MASK | GDK_CONTROL_MASK))
    return FALSE;
  while ((parent = gtk_widget_get_parent (parent)) != NULL)
    if (GTK_IS_SCROLLED_WINDOW (parent) && can_move (GTK_SCROLLED_WINDOW (parent), dy))
      {
        move (GTK_SCROLLED_WINDOW (parent), gtk_event_controller_scroll_get_unit (controller), dy);
        return TRUE;
      }
  return FALSE;
}

void
refrain_scroll_pass_on (GtkScrolledWindow *scroller)
{
  GtkEventController *wheel;

  g_return_if_fail (GTK_IS_SCROLLED_WINDOW (scroller));

  wheel = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL
                                           | GTK_EVENT_CONTROLLER_SCROLL_HORIZONTAL);
  gtk_event_controller_set_name (wheel, "refrain-pass-on");
  /* Before the scrolled window has it. */
  gtk_event_controller_set_propagation_phase (wheel, GTK_PHASE_CAPTURE);
  g_signal_connect (wheel, "scroll", G_CALLBACK (on_wheel), scroller);
  gtk_widget_add_controller (GTK_WIDGET (scroller), wheel);
}
