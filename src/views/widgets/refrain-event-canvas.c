/* refrain-event-canvas.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows and positions, and what is told about them; drawing is the base's.
 */
#include "refrain-event-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-look-model.h"
#include "refrain-object.h"
#include "refrain-pick-text.h"
#include "refrain-time-format.h"
#include "refrain-time-layer.h"

/* Painted beyond each side of the view, as a fraction of it. */
#define MARGIN 0.5

/* Rows that fit are not made higher than this, so that few processes stay in sight of each other.
 */
#define MAX_AUTO_ROW 140.0
#define MAX_ROW      400.0

/* Rows are not made lower than this to make room for the lanes of those that are open. */
#define MIN_OPEN_ROW 44.0
/* The height of a lane, in font sizes. */
#define LANE 1.45

/* An edge this near, in pixels, attracts the ruler. */
#define SNAP_DISTANCE 10.0

/* So many lines tell of what is inside a call. */
#define MAX_PAYLOADS 4

G_DEFINE_FINAL_TYPE (RefrainEventCanvas, refrain_event_canvas, REFRAIN_TYPE_CANVAS)

GtkWidget *
refrain_event_canvas_new (void)
{
  return g_object_new (REFRAIN_TYPE_EVENT_CANVAS, NULL);
}

/* ---- Rows and positions ---- */

guint *
refrain_event_canvas_list_rows (RefrainEventCanvas *self, gsize **row_of, gsize *n_rows)
{
  gsize n;
  const guint *processes = refrain_selection_get_processes (get_selection (self), &n);

  if (row_of != NULL)
    *row_of = g_new (gsize, MAX (n, 1));
  return refrain_process_order_list_rows (refrain_session_get_order (get_session (self)), processes,
                                          n, n_rows, row_of != NULL ? *row_of : NULL);
}

static gsize
get_n_rows (RefrainEventCanvas *self)
{
  gsize n = 0;

  if (get_session (self) != NULL)
    g_free (refrain_event_canvas_list_rows (self, NULL, &n));
  return n;
}

/* The height of all rows, lanes included, where each is @row_height high without. */
static double
get_content (RefrainEventCanvas *self, double row_height)
{
  RefrainPainter *painter = refrain_canvas_get_painter (REFRAIN_CANVAS (self));
  const gsize n = get_n_rows (self);

  return painter != NULL
             ? refrain_event_painter_get_top (REFRAIN_EVENT_PAINTER (painter), row_height, n)
             : row_height * (double) n;
}

double
refrain_event_canvas_get_row_height (RefrainEventCanvas *self)
{
  gsize n = get_n_rows (self);
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double fit = n > 0 ? height / (double) n : height;
  const double lanes = get_content (self, 0);

  if (lanes > 0 && n > 0)
    fit = MAX ((height - lanes) / (double) n, MIN (fit, MIN_OPEN_ROW));

  if (self->row_height > 0)
    return MAX (self->row_height, MIN (fit, MAX_AUTO_ROW));
  return MIN (fit, MAX_AUTO_ROW);
}

static gboolean
refrain_event_canvas_get_viewport (RefrainCanvas *canvas, RefrainViewport *viewport)
{
  RefrainEventCanvas *self = REFRAIN_EVENT_CANVAS (canvas);
  const double row_height = refrain_event_canvas_get_row_height (self);
  const double content = get_content (self, row_height);

  viewport->width = gtk_widget_get_width (GTK_WIDGET (self));
  viewport->height = MIN (gtk_widget_get_height (GTK_WIDGET (self)), content);
  refrain_selection_get_window (get_selection (self), &viewport->start, &viewport->end);
  viewport->first_row = gtk_adjustment_get_value (self->vadjustment) / row_height;
  viewport->n_rows = viewport->height / row_height;
  return TRUE;
}

/* Makes the adjustment true to the rows and the height of the widget; scrolls to @value. */
static void
update_rows (RefrainEventCanvas *self, double value)
{
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double row_height = refrain_event_canvas_get_row_height (self);
  double content = MAX (height, get_content (self, row_height));

  /* Rounding must not make a scrollbar of nothing. */
  if (content - height < 0.5)
    content = height;
  gtk_adjustment_configure (self->vadjustment, CLAMP (value, 0, content - height), 0, content,
                            MAX (row_height, 20), MAX (height - row_height, 20), height);
}

REFRAIN_GETTER (
    RefrainEventCanvas, refrain_event_canvas, GtkAdjustment *, get_vadjustment, self->vadjustment)

void
refrain_event_canvas_set_payloads (RefrainEventCanvas *self, RefrainPayloads *payloads)
{
  g_return_if_fail (REFRAIN_IS_EVENT_CANVAS (self));
  g_set_object (&self->payloads, payloads);
}

void
refrain_event_canvas_fit_rows (RefrainEventCanvas *self)
{
  g_return_if_fail (REFRAIN_IS_EVENT_CANVAS (self));

  self->row_height = 0;
  update_rows (self, 0);
  refrain_canvas_view_changed (REFRAIN_CANVAS (self));
}

gsize
refrain_event_canvas_find_row (RefrainEventCanvas *self, double y)
{
  return refrain_event_painter_find_row (
      REFRAIN_EVENT_PAINTER (refrain_canvas_get_painter (REFRAIN_CANVAS (self))),
      refrain_event_canvas_get_row_height (self), y);
}

double
refrain_event_canvas_get_top (RefrainEventCanvas *self, double row_height, gsize row)
{
  return refrain_event_painter_get_top (
      REFRAIN_EVENT_PAINTER (refrain_canvas_get_painter (REFRAIN_CANVAS (self))), row_height, row);
}

void
refrain_event_canvas_scale_rows (RefrainEventCanvas *self, double factor, double y)
{
  double before, after, inside;
  gsize row;

  g_return_if_fail (REFRAIN_IS_EVENT_CANVAS (self));
  g_return_if_fail (factor > 0 && isfinite (factor));

  before = refrain_event_canvas_get_row_height (self);
  if (!(before > 0) || !has_painter (self))
    return;
  inside = gtk_adjustment_get_value (self->vadjustment) + y;
  row = refrain_event_canvas_find_row (self, inside);
  inside = (inside - refrain_event_canvas_get_top (self, before, row)) / before;
  self->row_height = MIN (before * factor, MAX (MAX_ROW, before));
  after = refrain_event_canvas_get_row_height (self);
  if (after > self->row_height)
    self->row_height = 0;
  update_rows (self, refrain_event_canvas_get_top (self, after, row) + inside * after - y);
  refrain_canvas_view_changed (REFRAIN_CANVAS (self));
}

void
refrain_event_canvas_show_process (RefrainEventCanvas *self, guint process)
{
  const guint *processes;
  g_autofree gsize *row_of = NULL;
  gsize n, n_rows;
  double row_height;

  g_return_if_fail (REFRAIN_IS_EVENT_CANVAS (self));

  if (get_session (self) == NULL || !has_painter (self))
    return;
  row_height = refrain_event_canvas_get_row_height (self);
  g_free (refrain_event_canvas_list_rows (self, &row_of, &n_rows));
  processes = refrain_selection_get_processes (get_selection (self), &n);
  for (gsize i = 0; i < n; i++)
    if (processes[i] == process)
      {
        const double top = refrain_event_canvas_get_top (self, row_height, row_of[i]);

        gtk_adjustment_clamp_page (self->vadjustment, top, top + row_height);
        break;
      }
}

double
refrain_event_canvas_get_position (RefrainEventCanvas *self, double x, double y, gboolean snap)
{
  RefrainViewport viewport;
  double position;

  g_return_val_if_fail (REFRAIN_IS_EVENT_CANVAS (self), 0);

  if (!refrain_canvas_get_viewport (REFRAIN_CANVAS (self), &viewport))
    return 0;
  position = viewport.start + x * (viewport.end - viewport.start) / viewport.width;
  if (snap && y >= 0 && y < viewport.height)
    refrain_event_painter_snap (
        REFRAIN_EVENT_PAINTER (refrain_canvas_get_painter (REFRAIN_CANVAS (self))), &viewport, x, y,
        SNAP_DISTANCE, &position);
  return position;
}

const RefrainFold *
refrain_event_canvas_find_fold (RefrainEventCanvas *self, double x, double y)
{
  RefrainViewport viewport;
  RefrainStyle style;

  if (!refrain_canvas_get_viewport (REFRAIN_CANVAS (self), &viewport) || y >= viewport.height)
    return NULL;
  refrain_canvas_get_style (REFRAIN_CANVAS (self), &style);
  return refrain_event_painter_find_fold (
      REFRAIN_EVENT_PAINTER (refrain_canvas_get_painter (REFRAIN_CANVAS (self))), &viewport, &style,
      x, y);
}

/* ---- Canvas ---- */

/* What is read out is the operation that was stepped to, and where its time went. */
static void
describe_chosen (RefrainEventCanvas *self)
{
  RefrainSession *session = refrain_canvas_get_session (REFRAIN_CANVAS (self));
  g_autofree char *text = NULL, *layer = NULL, *both = NULL;

  if (session != NULL)
    {
      RefrainTrace *trace = refrain_session_get_trace (session);
      const RefrainPick *pick
          = refrain_selection_get_pick (refrain_session_get_selection (session));

      text = refrain_pick_to_text (trace, pick);
      layer = refrain_time_layer_describe (refrain_session_get_times (session), trace, pick);
    }
  if (text != NULL && layer != NULL)
    both = g_strdup_printf ("%s\n%s", text, layer);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      both != NULL   ? both
      : text != NULL ? text
                     : _ ("One row for each process, time from left to right. Period and comma "
                          "step through the operations of a process, Enter goes to the partner of "
                          "a message, N and P step through highlighted occurrences."),
      -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_window_changed (RefrainEventCanvas *self)
{
  refrain_canvas_view_changed (REFRAIN_CANVAS (self));
  /* What is under the resting pointer is another thing now; where nothing was told about it (the
   * window moved to something), nothing is. */
  if (self->drag == DRAG_NONE
      && refrain_session_get_hover (get_session (self))->kind != REFRAIN_PICK_NONE)
    refrain_canvas_update_hover (REFRAIN_CANVAS (self));
}

static void
on_measuring_changed (RefrainEventCanvas *self)
{
  gtk_widget_set_cursor_from_name (
      GTK_WIDGET (self), refrain_session_get_measuring (get_session (self)) ? "crosshair" : NULL);
}

static void
refrain_event_canvas_watch (RefrainCanvas *canvas, RefrainSession *session)
{
  static const char *const scene[] = { "axis", "summary", "order", NULL }, *const rows[]
                                                                           = { "processes", NULL };
  static const char *const bands[] = { "bands", NULL }, *const lit[] = { "highlight", NULL };
  static const char *const above[] = { "hover", NULL };
  static const char *const above_too[] = { "current", "range", NULL };
  static const char *const picked[] = { "pick", NULL };
  static const char *const layer[] = { "layer", "results", NULL };
  static const char *const folds[] = { "folds", NULL }, *const open[] = { "open", NULL };
  static const char *const list[] = { "list", NULL };
  static const char *const looks[] = { "looks", NULL };
  static const char *const window[] = { "window", NULL }, *const measuring[]
                                                          = { "measuring", NULL };
  RefrainSelection *selection = refrain_session_get_selection (session);

  REFRAIN_EVENT_CANVAS (canvas)->row_height = 0;
  refrain_canvas_watch (canvas, session, scene, G_CALLBACK (refrain_canvas_renew));
  refrain_canvas_watch (canvas, session, bands, G_CALLBACK (refrain_canvas_refresh));
  refrain_canvas_watch (canvas, refrain_session_get_times (session), layer,
                        G_CALLBACK (refrain_canvas_refresh));
  refrain_canvas_watch (canvas, refrain_session_get_folds (session), folds,
                        G_CALLBACK (refrain_canvas_refresh));
  refrain_canvas_watch (canvas, refrain_session_get_open_rows (session), open,
                        G_CALLBACK (refrain_canvas_renew));
  refrain_canvas_watch (canvas, refrain_look_model_get (session), looks,
                        G_CALLBACK (refrain_canvas_refresh));
  refrain_canvas_watch (canvas, session, measuring, G_CALLBACK (on_measuring_changed));
  refrain_canvas_watch (canvas, refrain_session_get_bookmarks (session), list,
                        G_CALLBACK (gtk_widget_queue_draw));
  refrain_canvas_watch (canvas, session, above, G_CALLBACK (gtk_widget_queue_draw));
  refrain_canvas_watch (canvas, selection, rows, G_CALLBACK (refrain_canvas_renew));
  refrain_canvas_watch (canvas, selection, lit, G_CALLBACK (refrain_canvas_refresh));
  refrain_canvas_watch (canvas, selection, window, G_CALLBACK (on_window_changed));
  refrain_canvas_watch (canvas, selection, above_too, G_CALLBACK (gtk_widget_queue_draw));
  refrain_canvas_watch (canvas, selection, picked, G_CALLBACK (describe_chosen));
  describe_chosen (REFRAIN_EVENT_CANVAS (canvas));
}

static RefrainPainter *
refrain_event_canvas_make_painter (RefrainCanvas *canvas, RefrainSession *session)
{
  RefrainSelection *selection = refrain_session_get_selection (session);
  RefrainEventPainter *painter;
  RefrainStyle style;
  gsize n;
  const guint *processes = refrain_selection_get_processes (selection, &n);

  if (refrain_session_get_axis (session) == NULL || refrain_session_get_summary (session) == NULL)
    return NULL;
  painter = refrain_event_painter_new (refrain_session_get_trace (session),
                                       refrain_session_get_summary (session),
                                       refrain_session_get_axis (session), processes, n,
                                       refrain_selection_get_highlight (selection));
  refrain_canvas_get_style (canvas, &style);
  refrain_event_painter_set_bands (painter, refrain_session_get_bands (session));
  refrain_event_painter_set_order (painter, refrain_session_get_order (session));
  refrain_event_painter_set_lanes (painter,
                                   refrain_open_rows_get (refrain_session_get_open_rows (session)),
                                   ceil (LANE * style.font_size));
  refrain_event_painter_set_looks (painter,
                                   refrain_look_model_get_looks (refrain_look_model_get (session)));
  refrain_time_layer_apply (refrain_session_get_times (session), painter);
  refrain_event_painter_set_folds (
      painter, refrain_fold_model_get_folds (refrain_session_get_folds (session)),
      refrain_fold_model_get_open (refrain_session_get_folds (session)));
  return REFRAIN_PAINTER (painter);
}

static void
refrain_event_canvas_painter_changed (RefrainCanvas *canvas)
{
  RefrainEventCanvas *self = REFRAIN_EVENT_CANVAS (canvas);

  update_rows (self, gtk_adjustment_get_value (self->vadjustment));
}

static void
draw_box (RefrainEventCanvas *self, cairo_t *cr, const RefrainStyle *style)
{
  RefrainColor color = style->colors[REFRAIN_COLOR_TEXT];

  cairo_rectangle (cr, MIN (self->drag_x, self->drag_to_x) + 0.5,
                   MIN (self->drag_y, self->drag_to_y) + 0.5, fabs (self->drag_to_x - self->drag_x),
                   fabs (self->drag_to_y - self->drag_y));
  cairo_set_source_rgba (cr, color.red, color.green, color.blue, 0.1);
  cairo_fill_preserve (cr);
  cairo_set_source_rgba (cr, color.red, color.green, color.blue, 0.9);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

/* Hover, pick, current occurrence, range and box; nothing is recorded where there is none. */
static void
refrain_event_canvas_snapshot_over (RefrainCanvas *canvas,
                                    GtkSnapshot *snapshot,
                                    const RefrainViewport *viewport,
                                    const RefrainStyle *style)
{
  RefrainEventCanvas *self = REFRAIN_EVENT_CANVAS (canvas);
  RefrainSelection *selection = get_selection (self);
  const RefrainPick *hover = refrain_session_get_hover (get_session (self));
  const gboolean has_box = self->drag == DRAG_BOX || self->drag == DRAG_SELECT;
  RefrainBookmarks *bookmarks
      = refrain_bookmark_model_get_list (refrain_session_get_bookmarks (get_session (self)));
  RefrainTime start, end;
  gsize n_bookmarks;
  cairo_t *cr;

  refrain_bookmarks_get (bookmarks, &n_bookmarks);
  refrain_selection_get_range (selection, &start, &end);
  if (hover->kind == REFRAIN_PICK_NONE && start > end && !has_box && n_bookmarks == 0
      && refrain_selection_get_current (selection) == NULL
      && refrain_selection_get_pick (selection)->kind == REFRAIN_PICK_NONE)
    return;
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) viewport->width, (float) viewport->height));
  refrain_painter_paint_overlay (refrain_canvas_get_painter (canvas), cr, viewport, style,
                                 selection, hover);
  if (refrain_session_get_axis (get_session (self)) != NULL)
    refrain_bookmarks_paint (bookmarks, refrain_session_get_axis (get_session (self)), cr, viewport,
                             style);
  if (has_box)
    draw_box (self, cr, style);
  cairo_destroy (cr);
}

/* "118 times like one that is kept, 11.2 ms each. Click to open" */
static char *
describe_fold (const RefrainFold *fold)
{
  g_autofree char *each = refrain_time_format (fold->each, 3);

  return g_strdup_printf (ngettext ("%u similar occurrence, %s: click to unfold",
                                    "%u similar occurrences, %s each: click to unfold",
                                    fold->count),
                          fold->count, each);
}

/* What the source says inside the call that is pointed at; NULL: nothing. */
static char *
describe_payload (RefrainEventCanvas *self)
{
  RefrainSession *session = get_session (self);
  const RefrainPick *hover = refrain_session_get_hover (session);
  gsize call = hover->row;

  if (self->payloads == NULL
      || (hover->kind != REFRAIN_PICK_CALL && hover->kind != REFRAIN_PICK_OP))
    return NULL;
  if (hover->kind == REFRAIN_PICK_OP)
    call = refrain_process_get_ops (
               refrain_trace_get_process (refrain_session_get_trace (session), hover->process))
               ->call[hover->row];
  return refrain_payloads_describe (self->payloads, hover->process, (guint32) call, MAX_PAYLOADS);
}

/* The name of the row stands beside it already. */
static char *
refrain_event_canvas_describe (RefrainCanvas *canvas, double x, double y)
{
  RefrainSession *session = refrain_canvas_get_session (canvas);
  g_autofree char *text = NULL, *layer = NULL, *payload = NULL;
  const RefrainFold *fold = refrain_event_canvas_find_fold (REFRAIN_EVENT_CANVAS (canvas), x, y);

  if (fold != NULL)
    return describe_fold (fold);

  if (refrain_session_get_hover (session)->kind == REFRAIN_PICK_PROCESS)
    return NULL;
  text = refrain_pick_to_text (refrain_session_get_trace (session),
                               refrain_session_get_hover (session));
  layer = refrain_time_layer_describe (refrain_session_get_times (session),
                                       refrain_session_get_trace (session),
                                       refrain_session_get_hover (session));
  payload = describe_payload (REFRAIN_EVENT_CANVAS (canvas));
  if (text == NULL)
    return NULL;
  return g_strdup_printf ("%s%s%s%s%s", text, payload != NULL ? "\n" : "",
                          payload != NULL ? payload : "", layer != NULL ? "\n" : "",
                          layer != NULL ? layer : "");
}

static void
refrain_event_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  RefrainEventCanvas *self = REFRAIN_EVENT_CANVAS (widget);

  update_rows (self, gtk_adjustment_get_value (self->vadjustment));
  GTK_WIDGET_CLASS (refrain_event_canvas_parent_class)
      ->size_allocate (widget, width, height, baseline);
}

REFRAIN_DEFINE_END (RefrainEventCanvas,
                    refrain_event_canvas,
                    dispose,
                    g_clear_object (&x->payloads))

REFRAIN_DEFINE_END (RefrainEventCanvas,
                    refrain_event_canvas,
                    finalize,
                    g_object_unref (x->vadjustment))

static void
refrain_event_canvas_class_init (RefrainEventCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  RefrainCanvasClass *canvas_class = REFRAIN_CANVAS_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_event_canvas_dispose;
  G_OBJECT_CLASS (klass)->finalize = refrain_event_canvas_finalize;
  widget_class->size_allocate = refrain_event_canvas_size_allocate;
  canvas_class->margin = MARGIN;
  canvas_class->hovers = TRUE;
  canvas_class->minimum[GTK_ORIENTATION_HORIZONTAL] = 120;
  canvas_class->minimum[GTK_ORIENTATION_VERTICAL] = 56; /* two runs in a small window */
  canvas_class->natural[GTK_ORIENTATION_HORIZONTAL] = 640;
  canvas_class->natural[GTK_ORIENTATION_VERTICAL] = 400;
  canvas_class->watch = refrain_event_canvas_watch;
  canvas_class->make_painter = refrain_event_canvas_make_painter;
  canvas_class->painter_changed = refrain_event_canvas_painter_changed;
  canvas_class->get_viewport = refrain_event_canvas_get_viewport;
  canvas_class->snapshot_over = refrain_event_canvas_snapshot_over;
  canvas_class->describe = refrain_event_canvas_describe;
  gtk_widget_class_set_css_name (widget_class, "eventcanvas");
  refrain_event_canvas_bind_keys (widget_class);
}

static void
refrain_event_canvas_init (RefrainEventCanvas *self)
{
  self->vadjustment = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  refrain_connect (self->vadjustment, "value-changed", refrain_canvas_view_changed, self);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Event graph"), -1);
  describe_chosen (self);
  refrain_event_canvas_init_input (self);
}
