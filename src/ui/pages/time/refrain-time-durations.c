/* refrain-time-durations.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All that is known is the model's; here are its rows, the pointer over the histogram, and numbers.
 */
#include "refrain-time-durations.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-compare.h"
#include "refrain-object.h"
#include "refrain-painter-view.h"
#include "refrain-template.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

/* What repeats is listed at once; the others on request. */
#define FEW_ITEMS  6
#define MANY_ITEMS 60
/* Outliers listed. */
#define MAX_OUTLIERS 8
/* Less than this is a click, in pixels. */
#define DRAG_DISTANCE 5.0
/* The least width of a sentence, in characters. */
#define SENTENCE_CHARS 24

struct _RefrainTimeDurations
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainDurationModel *model;
  gboolean all;    /* of what repeats is listed */
  GArray *numbers; /* of guint32: the occurrence of each row of `points` */
  double from, to; /* while a range is dragged */

  GtkWidget *box;
  GtkLabel *state;
  GtkListBox *list;
  GtkButton *more;
  GtkWidget *series;
  RefrainPainterView *view;
  GtkLabel *hint;
  GtkAdjustment *window_adjustment;
  GtkScale *window;
  GtkListBox *points;
  GtkButton *compare;
};

G_DEFINE_FINAL_TYPE (RefrainTimeDurations, refrain_time_durations, GTK_TYPE_WIDGET)

REFRAIN_GETTER (
    RefrainTimeDurations, refrain_time_durations, RefrainDurationModel *, get_model, self->model)

static void
clear_list (GtkListBox *list)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (list, 0)) != NULL)
    gtk_list_box_remove (list, GTK_WIDGET (row));
}

/* A row with a sentence, and something short at its side. */
static void
add_row (GtkListBox *list, const char *sentence, const char *side, const char *tooltip)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 16);
  GtkWidget *label = gtk_label_new (sentence), *end = gtk_label_new (side);
  GtkWidget *row = gtk_list_box_row_new ();

  refrain_label_wrap (GTK_LABEL (label), SENTENCE_CHARS);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_label_set_xalign (GTK_LABEL (end), 1);
  gtk_label_set_wrap (GTK_LABEL (end), TRUE);
  gtk_label_set_justify (GTK_LABEL (end), GTK_JUSTIFY_RIGHT);
  gtk_widget_add_css_class (end, "dim-label");
  gtk_widget_set_valign (end, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), refrain_label_hold (label));
  gtk_box_append (GTK_BOX (box), end);
  gtk_widget_add_css_class (box, "refrain-finding");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  refrain_widget_set_long_tooltip (row, tooltip);
  gtk_list_box_append (list, row);
}

/* ---- What repeats ---- */

static void
update_list (RefrainTimeDurations *self)
{
  RefrainRecurrences *all
      = self->model != NULL ? refrain_duration_model_get_recurrences (self->model) : NULL;
  const char *problem
      = self->model != NULL ? refrain_duration_model_get_problem (self->model) : NULL;
  const gboolean running = self->model != NULL && refrain_duration_model_is_running (self->model);
  const RefrainRecurrence *items = NULL;
  g_autofree char *more = NULL;
  gsize n = 0, shown;

  clear_list (self->list);
  if (all != NULL)
    items = refrain_recurrences_list (all, &n);
  shown = MIN (n, self->all ? MANY_ITEMS : FEW_ITEMS);
  for (gsize i = 0; i < shown; i++)
    {
      const double cost = MAX (items[i].slow_time, items[i].trend_time);
      g_autofree char *time = refrain_time_format ((RefrainTime) cost, 3);

      add_row (self->list, items[i].sentence, cost > 0 ? time : "", _ ("Show durations"));
    }
  gtk_widget_set_visible (GTK_WIDGET (self->list), n > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->more), MIN (n, MANY_ITEMS) > shown);
  more = g_strdup_printf (ngettext ("%u More", "%u More", (guint) (MIN (n, MANY_ITEMS) - shown)),
                          (guint) (MIN (n, MANY_ITEMS) - shown));
  gtk_button_set_label (self->more, more);
  gtk_label_set_text (self->state, running           ? _ ("Measuring repetitions…")
                                   : problem != NULL ? problem
                                   : all == NULL     ? ""
                                   : n == 0
                                       ? _ ("Nothing occurs three times in this run.")
                                       : _ ("Sorted by the time that outliers and slowdown cost."));
}

static void
show_all (RefrainTimeDurations *self)
{
  self->all = TRUE;
  update_list (self);
}

static void
on_list_activated (RefrainTimeDurations *self, GtkListBoxRow *row)
{
  refrain_duration_model_select (self->model, (guint32) gtk_list_box_row_get_index (row));
}

/* ---- The selected one ---- */

static void
add_point (RefrainTimeDurations *self, guint32 i, const char *text)
{
  const RefrainOccurrence at
      = refrain_occurrences_get (refrain_duration_model_get_occurrences (self->model), i);
  g_autofree char *when = refrain_time_format (at.start, 5);
  g_autofree char *side
      = at.process != REFRAIN_NONE
            ? g_strdup_printf (_ ("occurrence %u, at %s on process %u"), i + 1, when, at.process)
            : g_strdup_printf (_ ("occurrence %u, at %s"), i + 1, when);

  add_row (self->points, text, side, _ ("Go to bookmark"));
  g_array_append_val (self->numbers, i);
}

typedef struct
{
  guint32 i;
  double value;
} Outlier;

REFRAIN_DEFINE_COMPARE (compare_outliers, Outlier, REFRAIN_FALLING (value) ?: REFRAIN_RISING (i))

/* Usual durations first, then what takes longest, or, where that is all, shortest. */
static void
fill_points (RefrainTimeDurations *self, RefrainDurations *durations)
{
  g_autoptr (GArray) sorted = g_array_new (FALSE, FALSE, sizeof (Outlier));
  gsize n_peaks, n_outliers, n;
  const RefrainDurationPeak *peaks = refrain_durations_get_peaks (durations, &n_peaks);
  const gsize *outliers = refrain_durations_get_outliers (durations, &n_outliers);
  const double *values = refrain_durations_get_values (durations, &n);

  clear_list (self->points);
  g_array_set_size (self->numbers, 0);
  for (gsize i = 0; i < n_peaks; i++)
    {
      g_autofree char *duration
          = refrain_time_format ((RefrainTime) llround (peaks[i].duration), 3);
      g_autofree char *text
          = g_strdup_printf (_ ("Typical: %s (%.1f %%)"), duration, 100 * peaks[i].share);

      add_point (self, (guint32) peaks[i].representative, text);
    }
  for (gsize i = 0; i < n_outliers; i++)
    {
      const Outlier outlier = { (guint32) outliers[i], values[outliers[i]] };

      g_array_append_val (sorted, outlier);
    }
  g_array_sort (sorted, compare_outliers);
  for (guint i = 0; i < MIN (sorted->len, MAX_OUTLIERS); i++)
    {
      const Outlier *outlier = &g_array_index (sorted, Outlier, i);
      g_autofree char *duration = refrain_time_format ((RefrainTime) llround (outlier->value), 3);
      g_autofree char *text = g_strdup_printf (_ ("Outlier: %s"), duration);

      add_point (self, outlier->i, text);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->points), self->numbers->len > 0);
}

static void
update_hint (RefrainTimeDurations *self)
{
  double from, to;
  const guint32 current = refrain_duration_model_get_current (self->model);
  RefrainOccurrences *occurrences = refrain_duration_model_get_occurrences (self->model);
  g_autofree char *text = NULL;

  if (occurrences != NULL && refrain_duration_model_get_range (self->model, &from, &to))
    {
      g_autofree char *count
          = refrain_count_format (refrain_duration_model_count_range (self->model));
      g_autofree char *all = refrain_count_format (refrain_occurrences_get_n (occurrences));

      text = g_strdup_printf (_ ("%s of %s highlighted"), count, all);
    }
  else if (occurrences != NULL && current != REFRAIN_NONE)
    {
      const RefrainOccurrence at = refrain_occurrences_get (occurrences, current);
      g_autofree char *duration = refrain_time_format (at.duration, 3);

      text = g_strdup_printf (_ ("Occurrence %u takes %s"), current + 1, duration);
    }
  gtk_label_set_text (self->hint,
                      text != NULL ? text
                                   : _ ("Click a bar, or drag over several, to highlight them."));
}

static void
update_series (RefrainTimeDurations *self)
{
  RefrainDurations *durations
      = self->model != NULL ? refrain_duration_model_get_durations (self->model) : NULL;
  RefrainDurationPainter *painter
      = self->model != NULL ? refrain_duration_model_get_painter (self->model) : NULL;
  const guint32 selected
      = self->model != NULL ? refrain_duration_model_get_selected (self->model) : REFRAIN_NONE;

  gtk_list_box_select_row (
      self->list,
      selected != REFRAIN_NONE ? gtk_list_box_get_row_at_index (self->list, (int) selected) : NULL);
  refrain_painter_view_set (self->view, self->session,
                            painter != NULL ? REFRAIN_PAINTER (painter) : NULL);
  gtk_widget_set_visible (self->series, selected != REFRAIN_NONE);
  if (durations == NULL)
    return;
  fill_points (self, durations);
  update_hint (self);
}

static void
update_range (RefrainTimeDurations *self)
{
  update_hint (self);
  gtk_widget_queue_draw (GTK_WIDGET (self->view));
}

static void
on_point_activated (RefrainTimeDurations *self, GtkListBoxRow *row)
{
  const guint i = (guint) gtk_list_box_row_get_index (row);

  if (i >= self->numbers->len)
    return;
  refrain_duration_model_go_to (self->model, g_array_index (self->numbers, guint32, i));
  gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", "events");
}

static void
on_window_changed (RefrainTimeDurations *self)
{
  if (self->model != NULL)
    refrain_duration_model_set_window (self->model,
                                       gtk_adjustment_get_value (self->window_adjustment) / 100);
}

static char *
format_window (GtkScale *scale, double value, gpointer data)
{
  return g_strdup_printf (_ ("±%.0f %%"), value);
}

/* Its card has two of them side by side. */
static void
on_compare (RefrainTimeDurations *self)
{
  refrain_duration_model_take (self->model);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.compare-occurrences", NULL);
}

/* ---- Pointer over the histogram ---- */

/* The part of @view that its painter draws. */
static RefrainPainter *
get_part (RefrainTimeDurations *self,
          RefrainPainterView *view,
          RefrainViewport *viewport,
          RefrainStyle *style)
{
  RefrainPainter *painter = refrain_canvas_get_painter (REFRAIN_CANVAS (view));

  if (painter == NULL)
    return NULL;
  *viewport = (RefrainViewport){ 0 };
  refrain_painter_get_extent (painter, viewport);
  viewport->width = gtk_widget_get_width (GTK_WIDGET (view));
  viewport->height = gtk_widget_get_height (GTK_WIDGET (view));
  viewport->furniture = TRUE;
  refrain_widget_get_style (GTK_WIDGET (view), self->session, style);
  return painter;
}

static void
paint_over (RefrainPainter *painter,
            cairo_t *cr,
            const RefrainViewport *viewport,
            const RefrainStyle *style,
            gpointer data)
{
  RefrainTimeDurations *self = data;
  RefrainViewport part = *viewport;
  double from, to;

  if (painter == NULL || self->model == NULL)
    return;
  part.furniture = TRUE;
  if (self->from <= self->to)
    {
      from = self->from;
      to = self->to;
    }
  else
    refrain_duration_model_get_range (self->model, &from, &to);
  refrain_duration_painter_paint_over (REFRAIN_DURATION_PAINTER (painter), cr, &part, style, from,
                                       to, refrain_duration_model_get_current (self->model));
}

static gboolean
find (RefrainTimeDurations *self, double x, double y, RefrainDurationPoint *point)
{
  RefrainViewport viewport;
  RefrainStyle style;
  RefrainPainter *painter = get_part (self, self->view, &viewport, &style);

  return painter != NULL
         && refrain_duration_painter_find (REFRAIN_DURATION_PAINTER (painter), &viewport, &style, x,
                                           y, point);
}

/* The range from one point of the histogram to another; FALSE where there is none. */
static gboolean
find_range (RefrainTimeDurations *self, double x, double y, double to_x, double *from, double *to)
{
  RefrainDurationPoint first, last;

  if (!find (self, MIN (x, to_x), y, &first) || !find (self, MAX (x, to_x), y, &last)
      || first.occurrence != REFRAIN_NONE)
    return FALSE;
  *from = first.from;
  *to = last.to;
  return TRUE;
}

void
refrain_time_durations_press (RefrainTimeDurations *self, double x, double y, double to_x)
{
  RefrainDurationPoint point;
  double from, to;

  g_return_if_fail (REFRAIN_IS_TIME_DURATIONS (self));

  if (self->model == NULL || !find (self, x, y, &point))
    return;
  if (point.occurrence != REFRAIN_NONE)
    refrain_duration_model_go_to (self->model, point.occurrence);
  else if (find_range (self, x, y, fabs (to_x - x) < DRAG_DISTANCE ? x : to_x, &from, &to))
    refrain_duration_model_select_range (self->model, from, to);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainTimeDurations *self = data;
  double x, y;

  self->from = 1;
  self->to = 0;
  if (fabs (dx) >= DRAG_DISTANCE && gtk_gesture_drag_get_start_point (gesture, &x, &y)
      && !find_range (self, x, y, x + dx, &self->from, &self->to))
    {
      self->from = 1;
      self->to = 0;
    }
  gtk_widget_queue_draw (GTK_WIDGET (self->view));
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainTimeDurations *self = data;
  double x, y;

  self->from = 1;
  self->to = 0;
  if (gtk_gesture_drag_get_start_point (gesture, &x, &y))
    refrain_time_durations_press (self, x, y, x + dx);
  gtk_widget_queue_draw (GTK_WIDGET (self->view));
}

static gboolean
on_query_tooltip (RefrainTimeDurations *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  RefrainDurationPoint point;
  g_autofree char *text = NULL;

  if (keyboard || self->model == NULL || !find (self, x, y, &point))
    return FALSE;
  if (point.occurrence != REFRAIN_NONE)
    {
      const RefrainOccurrence at = refrain_occurrences_get (
          refrain_duration_model_get_occurrences (self->model), point.occurrence);
      g_autofree char *duration = refrain_time_format (at.duration, 3);

      text = at.process != REFRAIN_NONE
                 ? g_strdup_printf (_ ("Occurrence %u: %s, process %u"), point.occurrence + 1,
                                    duration, at.process)
                 : g_strdup_printf (_ ("Occurrence %u: %s"), point.occurrence + 1, duration);
    }
  else
    {
      g_autofree char *duration = refrain_time_format ((RefrainTime) llround (point.duration), 3);
      g_autofree char *count = refrain_count_format (point.count);

      text = g_strdup_printf (_ ("About %s: %s occurrences"), duration, count);
    }
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ x - 4, y - 4, 8, 8 });
  return TRUE;
}

/* ---- Session ---- */

static void
drop_model (RefrainTimeDurations *self)
{
  if (self->model == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->model, self);
  refrain_duration_model_select_range (self->model, 1, 0);
  g_clear_object (&self->model);
}

void
refrain_time_durations_set_session (RefrainTimeDurations *self, RefrainSession *session)
{
  g_return_if_fail (REFRAIN_IS_TIME_DURATIONS (self));

  if (self->session == session)
    return;
  drop_model (self);
  g_set_object (&self->session, session);
  self->all = FALSE;
  if (session != NULL)
    {
      const struct
      {
        const char *name;
        void (*update) (RefrainTimeDurations *self);
      } handlers[] = {
        { "notify::running", update_list },
        { "notify::recurrences", update_list },
        { "notify::series", update_series },
        { "notify::range", update_range },
      };

      self->model = refrain_duration_model_new (session);
      for (gsize i = 0; i < G_N_ELEMENTS (handlers); i++)
        refrain_connect (self->model, handlers[i].name, handlers[i].update, self);
      on_window_changed (self);
    }
  update_list (self);
  update_series (self);
}

void
refrain_time_durations_start (RefrainTimeDurations *self)
{
  g_return_if_fail (REFRAIN_IS_TIME_DURATIONS (self));

  if (self->model != NULL && refrain_duration_model_get_problem (self->model) == NULL)
    refrain_duration_model_start (self->model);
}

/* ---- Widget ---- */

REFRAIN_DEFINE_END (RefrainTimeDurations, refrain_time_durations, dispose, drop_model (x);
                    g_clear_object (&x->session);
                    g_clear_pointer (&x->box, gtk_widget_unparent))

REFRAIN_DEFINE_END (RefrainTimeDurations,
                    refrain_time_durations,
                    finalize,
                    g_array_unref (x->numbers))

static void
refrain_time_durations_class_init (RefrainTimeDurationsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_time_durations_dispose;
  G_OBJECT_CLASS (klass)->finalize = refrain_time_durations_finalize;
  g_type_ensure (REFRAIN_TYPE_PAINTER_VIEW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  REFRAIN_TEMPLATE (widget_class, "time-durations", RefrainTimeDurations, box, state, list, more,
                    series, view, hint, window_adjustment, window, points, compare);
}

static void
refrain_time_durations_init (RefrainTimeDurations *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->from = 1;
  gtk_widget_init_template (GTK_WIDGET (self));
  refrain_painter_view_set_over (self->view, paint_over, self);
  gtk_scale_set_format_value_func (self->window, format_window, NULL, NULL);
  refrain_connect (self->list, "row-activated", on_list_activated, self);
  refrain_connect (self->more, "clicked", show_all, self);
  refrain_connect (self->points, "row-activated", on_point_activated, self);
  refrain_connect (self->window_adjustment, "value-changed", on_window_changed, self);
  refrain_connect (self->compare, "clicked", on_compare, self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self->view), TRUE);
  refrain_connect (self->view, "query-tooltip", on_query_tooltip, self);
}
