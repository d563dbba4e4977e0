/* refrain-loop-canvas.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which part of the boxes is seen, and how large; then drawing, pointer, touch and keyboard.
 */
#include "refrain-loop-canvas.h"

#include "refrain-object.h"

#include <glib/gi18n.h>
#include <math.h>

/* How much is painted beside the view, of its width. */
#define MARGIN 0.5

/* How strongly the loop is marked in which the picked event lies. */
#define HERE_ALPHA 0.45

/* Rows that fit are no higher than this, and rows as high as a line of text at least. */
#define MAX_AUTO_ROW 64.0
#define MIN_AUTO_ROW 15.0
#define MIN_ROW      3.0
#define MAX_ROW      240.0

/* The fewest steps that fill the view. */
#define MIN_SPAN 4.0

/* Steps less wide than this, in pixels, are too narrow to show all of a drawing at once. */
#define MIN_WHOLE_STEP 7.0

/* Steps of this width, in pixels, have room for what a closed box is, from the bottom up. */
#define TELLING_STEP 11.0

/* How much of the view a construct that was gone to is to fill at least, and at most. */
#define LEAST_PART 0.25
#define MOST_PART  0.9

/* One click of a wheel, and one press of a key. */
#define WHEEL_ZOOM 1.25
#define WHEEL_ROWS 1.15
#define WHEEL_PAN  0.1
#define KEY_ZOOM   1.5

/* Pixels that a press may move and still be a click. */
#define CLICK_SLACK 4.0

/* A box less wide than this, in pixels, cannot show what is in it. */
#define SMALL_BOX 40.0

struct _RefrainLoopCanvas
{
  RefrainCanvas parent_instance;

  GtkAdjustment *hadjustment, *vadjustment;
  double label_width;

  double start, span; /* what is seen, in steps; span 0: all */
  double row_height;  /* in pixels; 0: as fits */
  gboolean begun;     /* the part that is seen first was chosen */

  guint32 anchor; /* stays where it is when the drawing changes, or REFRAIN_NONE */
  double anchor_x;

  gboolean dragging;
  double drag_start, drag_scroll;
};

G_DEFINE_FINAL_TYPE (RefrainLoopCanvas, refrain_loop_canvas, REFRAIN_TYPE_CANVAS)

static RefrainLoops *
get_loops (RefrainLoopCanvas *self)
{
  return refrain_session_get_loops (refrain_canvas_get_session (REFRAIN_CANVAS (self)));
}

static RefrainLoopPainter *
get_painter (RefrainLoopCanvas *self)
{
  return (RefrainLoopPainter *) refrain_canvas_get_painter (REFRAIN_CANVAS (self));
}

static gboolean
get_viewport (RefrainLoopCanvas *self, RefrainViewport *viewport)
{
  return refrain_canvas_get_viewport (REFRAIN_CANVAS (self), viewport);
}

/* ---- What is seen ---- */

/* The whole drawing. */
static void
get_extent (RefrainLoopPainter *painter, RefrainViewport *extent)
{
  *extent = (RefrainViewport){ 0 };
  if (painter != NULL)
    refrain_painter_get_extent (REFRAIN_PAINTER (painter), extent);
}

static double
get_plot_width (RefrainLoopCanvas *self)
{
  return gtk_widget_get_width (GTK_WIDGET (self)) - self->label_width;
}

static double
get_row_height (RefrainLoopCanvas *self)
{
  const double height = gtk_widget_get_height (GTK_WIDGET (self));
  RefrainViewport extent;

  get_extent (get_painter (self), &extent);
  if (self->row_height > 0)
    return self->row_height;
  return CLAMP (height / MAX (extent.n_rows, 1), MIN_AUTO_ROW, MAX_AUTO_ROW);
}

static gboolean
refrain_loop_canvas_get_viewport (RefrainCanvas *canvas, RefrainViewport *viewport)
{
  RefrainLoopCanvas *self = REFRAIN_LOOP_CANVAS (canvas);
  RefrainViewport extent;
  double row_height;

  get_extent (get_painter (self), &extent);
  row_height = get_row_height (self);
  viewport->width = get_plot_width (self);
  viewport->height
      = MIN (gtk_widget_get_height (GTK_WIDGET (self)), ceil (row_height * extent.n_rows));
  viewport->start = self->span > 0 ? self->start : extent.start;
  viewport->end = self->span > 0 ? self->start + self->span : extent.end;
  viewport->first_row = gtk_adjustment_get_value (self->vadjustment) / row_height;
  viewport->n_rows = viewport->height / row_height;
  return TRUE;
}

/* The loop in which most is done; REFRAIN_NONE without one. */
static guint32
find_heaviest_loop (RefrainLoopModel *model)
{
  const guint64 *n_events = refrain_loop_model_get_n_events (model);
  guint32 n, heaviest = REFRAIN_NONE;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);

  for (guint32 i = 0; i < n; i++)
    if (constructs[i].kind == REFRAIN_CONSTRUCT_LOOP
        && (heaviest == REFRAIN_NONE || n_events[i] > n_events[heaviest]))
      heaviest = i;
  return heaviest;
}

/* Closed boxes too narrow for words are nothing but grey: the view begins as close as these need,
 * at the heaviest loop; the map shows all. */
static void
begin_view (RefrainLoopCanvas *self)
{
  const double span = get_plot_width (self) / TELLING_STEP;
  RefrainViewport extent, place;
  guint32 loop;

  if (self->begun || get_painter (self) == NULL || span < 1)
    return;
  self->begun = TRUE;
  get_extent (get_painter (self), &extent);
  if (self->span > 0 || extent.end - extent.start <= span)
    return;
  loop = find_heaviest_loop (refrain_loop_painter_get_model (get_painter (self)));
  place = (RefrainViewport){ .start = extent.start, .end = extent.start };
  if (loop != REFRAIN_NONE)
    refrain_loop_painter_locate (get_painter (self), loop, &place);
  self->span = span;
  self->start = MIN (place.start, (place.start + place.end - span) / 2);
}

/* Keeps view and adjustments true to each other after either changed. */
static void
adjust (RefrainLoopCanvas *self)
{
  const double height = gtk_widget_get_height (GTK_WIDGET (self));
  RefrainViewport extent;
  double span, content, row_height;

  begin_view (self);
  get_extent (get_painter (self), &extent);
  span = extent.end - extent.start;
  if (self->span >= span)
    self->span = 0;
  if (self->span > 0)
    self->start = CLAMP (self->start, extent.start, extent.end - self->span);
  row_height = get_row_height (self);
  content = MAX (height, ceil (row_height * extent.n_rows));
  gtk_adjustment_configure (self->hadjustment, self->span > 0 ? self->start : extent.start,
                            extent.start, extent.end, (self->span > 0 ? self->span : span) / 10,
                            (self->span > 0 ? self->span : span) * 0.9,
                            self->span > 0 ? self->span : span);
  gtk_adjustment_configure (
      self->vadjustment, CLAMP (gtk_adjustment_get_value (self->vadjustment), 0, content - height),
      0, content, row_height, MAX (height - row_height, row_height), height);
}

static void
update_view (RefrainLoopCanvas *self)
{
  adjust (self);
  refrain_canvas_view_changed (REFRAIN_CANVAS (self));
}

/* Shows @span steps from @start. */
static void
show (RefrainLoopCanvas *self, double start, double span)
{
  RefrainViewport extent;

  get_extent (get_painter (self), &extent);
  self->span = MAX (span, MIN (MIN_SPAN, extent.end - extent.start));
  self->start = start;
  update_view (self);
}

void
refrain_loop_canvas_zoom (RefrainLoopCanvas *self, double factor, double x)
{
  RefrainViewport viewport;
  double anchor, span;

  g_return_if_fail (REFRAIN_IS_LOOP_CANVAS (self));
  g_return_if_fail (factor > 0 && isfinite (factor));

  if (!get_viewport (self, &viewport))
    return;
  if (x < 0)
    x = viewport.width / 2;
  span = MAX ((viewport.end - viewport.start) * factor, MIN_SPAN);
  anchor = viewport.start + (viewport.end - viewport.start) * x / viewport.width;
  show (self, anchor - span * x / viewport.width, span);
}

/* Makes rows @factor times as high about @y. */
static void
scale_rows (RefrainLoopCanvas *self, double factor, double y)
{
  const double before = get_row_height (self);
  double row;

  g_return_if_fail (REFRAIN_IS_LOOP_CANVAS (self));
  g_return_if_fail (factor > 0 && isfinite (factor));

  row = (gtk_adjustment_get_value (self->vadjustment) + y) / before;
  self->row_height = CLAMP (before * factor, MIN_ROW, MAX_ROW);
  update_view (self);
  gtk_adjustment_set_value (self->vadjustment, row * self->row_height - y);
}

static void
show_all (RefrainLoopCanvas *self)
{
  self->span = 0;
  self->row_height = 0;
  self->begun = TRUE;
  update_view (self);
}

gboolean
refrain_loop_canvas_zoom_by_action (RefrainLoopCanvas *self, const char *action)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_CANVAS (self), FALSE);

  if (g_str_equal (action, "zoom-in"))
    refrain_loop_canvas_zoom (self, 1 / KEY_ZOOM, -1);
  else if (g_str_equal (action, "zoom-out"))
    refrain_loop_canvas_zoom (self, KEY_ZOOM, -1);
  else if (g_str_equal (action, "zoom-all"))
    show_all (self);
  else
    return FALSE;
  return TRUE;
}

void
refrain_loop_canvas_follow (RefrainLoopCanvas *self, RefrainLoopCanvas *other)
{
  RefrainViewport own, theirs;
  double scale;

  g_return_if_fail (REFRAIN_IS_LOOP_CANVAS (self));
  g_return_if_fail (REFRAIN_IS_LOOP_CANVAS (other));

  get_extent (get_painter (self), &own);
  get_extent (get_painter (other), &theirs);
  if (!(own.end > own.start) || !(theirs.end > theirs.start))
    return;
  scale = (own.end - own.start) / (theirs.end - theirs.start);
  self->span = other->span * scale;
  self->start = own.start + (other->start - theirs.start) * scale;
  self->row_height = other->row_height;
  self->begun = TRUE;
  adjust (self);
  gtk_adjustment_set_value (self->vadjustment, gtk_adjustment_get_value (other->vadjustment));
  update_view (self);
}

void
refrain_loop_canvas_centre (RefrainLoopCanvas *self, double step, double row)
{
  g_return_if_fail (REFRAIN_IS_LOOP_CANVAS (self));

  if (self->span > 0)
    self->start = step - self->span / 2;
  gtk_adjustment_set_value (self->vadjustment,
                            row * get_row_height (self)
                                - gtk_adjustment_get_page_size (self->vadjustment) / 2);
  update_view (self);
}

/* Moves the view so far that @construct can be seen; zooms where it is larger than the view, and
 * with @close also where it is small in it. */
static void
reveal (RefrainLoopCanvas *self, guint32 construct, gboolean close)
{
  RefrainViewport viewport, place = { 0 };
  double span, width, row_height;

  g_return_if_fail (REFRAIN_IS_LOOP_CANVAS (self));

  if (!get_viewport (self, &viewport)
      || !refrain_loop_painter_locate (get_painter (self), construct, &place))
    return;
  row_height = get_row_height (self);
  gtk_adjustment_clamp_page (self->vadjustment, place.first_row * row_height,
                             (place.first_row + place.n_rows) * row_height);
  span = viewport.end - viewport.start;
  width = place.end - place.start;
  if (width > span * MOST_PART)
    span = width / MOST_PART;
  else if (close && width < span * LEAST_PART)
    span = width / LEAST_PART;
  else if (place.start >= viewport.start && place.end <= viewport.end)
    return;
  show (self, (place.start + place.end - span) / 2, span);
}

/* ---- Another drawing ---- */

void
refrain_loop_canvas_toggle (RefrainLoopCanvas *self, guint32 construct)
{
  RefrainViewport viewport, place = { 0 };
  RefrainLoops *loops;

  g_return_if_fail (REFRAIN_IS_LOOP_CANVAS (self));

  if (!get_viewport (self, &viewport))
    return;
  loops = get_loops (self);
  self->anchor = REFRAIN_NONE;
  if (refrain_loop_painter_locate (get_painter (self), construct, &place))
    {
      self->anchor = construct;
      self->anchor_x
          = (place.start - viewport.start) * viewport.width / (viewport.end - viewport.start);
    }
  refrain_loops_fold (loops, construct, !refrain_loops_is_folded (loops, construct));
}

/* Moves the view to what was seen, in @painter (may be NULL), which comes after the one there is.
 */
static void
carry_view (RefrainLoopCanvas *self, RefrainLoopPainter *painter)
{
  const gboolean was_whole = self->span <= 0;
  RefrainViewport extent, viewport, place = { 0 };
  double scale = 0;

  if (get_viewport (self, &viewport))
    scale = (viewport.end - viewport.start) / viewport.width;
  get_extent (painter, &extent);
  /* What was seen as a whole stays so while steps can be told apart; else a step stays as wide as
   * it was: opening a box makes room instead of shrinking all. */
  if (was_whole && (extent.end - extent.start) * MIN_WHOLE_STEP <= get_plot_width (self))
    self->span = 0;
  else if (painter != NULL && scale > 0 && self->anchor != REFRAIN_NONE
           && refrain_loop_painter_locate (painter, self->anchor, &place))
    {
      self->span = scale * get_plot_width (self);
      self->start = place.start - self->anchor_x * scale;
    }
  else if (was_whole || self->start >= extent.end)
    self->span = 0;
  self->anchor = REFRAIN_NONE;
}

REFRAIN_GETTER (
    RefrainLoopCanvas, refrain_loop_canvas, GtkAdjustment *, get_hadjustment, self->hadjustment)
REFRAIN_GETTER (
    RefrainLoopCanvas, refrain_loop_canvas, GtkAdjustment *, get_vadjustment, self->vadjustment)
REFRAIN_GETTER (RefrainLoopCanvas, refrain_loop_canvas, double, get_label_width, self->label_width)

static void
on_hadjustment (RefrainLoopCanvas *self)
{
  const double value = gtk_adjustment_get_value (self->hadjustment);

  if (self->span > 0 && value != self->start)
    {
      self->start = value;
      update_view (self);
    }
}

/* ---- Drawing ---- */

static void
on_selected (RefrainLoopCanvas *self)
{
  const guint32 selected = refrain_loops_get_selected (get_loops (self));
  g_autofree char *text = NULL;

  if (get_painter (self) != NULL && selected != REFRAIN_NONE)
    {
      text = refrain_loop_painter_describe (get_painter (self), selected);
      reveal (self, selected, FALSE);
    }
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      text != NULL ? text
                   : _ ("The arrow keys select boxes: left and right neighbours, up and down the "
                        "enclosing and inner loops."),
      -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
refrain_loop_canvas_watch (RefrainCanvas *canvas, RefrainSession *session)
{
  static const char *const drawing[] = { "painter", NULL }, *const here[] = { "here", NULL };
  static const char *const selected[] = { "selected", NULL };
  RefrainLoopCanvas *self = REFRAIN_LOOP_CANVAS (canvas);

  self->span = self->row_height = 0;
  self->begun = FALSE;
  self->anchor = REFRAIN_NONE;
  refrain_canvas_watch (canvas, get_loops (self), drawing, G_CALLBACK (refrain_canvas_renew));
  refrain_canvas_watch (canvas, get_loops (self), selected, G_CALLBACK (on_selected));
  refrain_canvas_watch (canvas, get_loops (self), here, G_CALLBACK (gtk_widget_queue_draw));
}

static RefrainPainter *
refrain_loop_canvas_make_painter (RefrainCanvas *canvas, RefrainSession *session)
{
  RefrainLoopCanvas *self = REFRAIN_LOOP_CANVAS (canvas);
  RefrainLoopPainter *painter = refrain_loops_get_painter (refrain_session_get_loops (session));

  if (painter != get_painter (self))
    carry_view (self, painter);
  return painter != NULL ? g_object_ref (REFRAIN_PAINTER (painter)) : NULL;
}

static void
refrain_loop_canvas_painter_changed (RefrainCanvas *canvas)
{
  RefrainLoopCanvas *self = REFRAIN_LOOP_CANVAS (canvas);
  RefrainStyle style;

  refrain_canvas_get_style (canvas, &style);
  self->label_width = get_painter (self) != NULL
                          ? refrain_loop_painter_get_label_width (get_painter (self), &style)
                          : 0;
  adjust (self);
}

static double
refrain_loop_canvas_get_left (RefrainCanvas *canvas)
{
  return REFRAIN_LOOP_CANVAS (canvas)->label_width;
}

/* What is at (x, y) of the widget. */
static gboolean
find (RefrainLoopCanvas *self, double x, double y, RefrainLoopHit *hit)
{
  RefrainViewport viewport;
  RefrainStyle style;

  *hit = (RefrainLoopHit){ REFRAIN_LOOP_HIT_NONE, REFRAIN_NONE, REFRAIN_NONE,
                           REFRAIN_NONE,          REFRAIN_NONE, FALSE };
  if (!get_viewport (self, &viewport) || x < self->label_width)
    return FALSE;
  refrain_canvas_get_style (REFRAIN_CANVAS (self), &style);
  return refrain_loop_painter_find (get_painter (self), &viewport, &style, x - self->label_width, y,
                                    hit);
}

static char *
refrain_loop_canvas_describe (RefrainCanvas *canvas, double x, double y)
{
  RefrainLoopCanvas *self = REFRAIN_LOOP_CANVAS (canvas);
  RefrainLoopHit hit;
  guint32 construct;

  if (!find (self, x, y, &hit))
    return NULL;
  construct = hit.construct != REFRAIN_NONE ? hit.construct : hit.box;
  return construct != REFRAIN_NONE ? refrain_loop_painter_describe (get_painter (self), construct)
                                   : NULL;
}

static void
draw_marks (RefrainLoopCanvas *self,
            cairo_t *cr,
            const RefrainViewport *viewport,
            const RefrainStyle *style)
{
  const guint32 selected = refrain_loops_get_selected (get_loops (self));
  const guint32 here = refrain_loops_get_loop_here (get_loops (self));

  cairo_rectangle (cr, 0, 0, viewport->width, viewport->height);
  cairo_clip (cr);
  if (here != REFRAIN_NONE && here != selected)
    {
      cairo_push_group (cr);
      refrain_loop_painter_paint_highlight (get_painter (self), cr, viewport, style, here);
      cairo_pop_group_to_source (cr);
      cairo_paint_with_alpha (cr, HERE_ALPHA);
    }
  if (selected == REFRAIN_NONE)
    return;
  for (guint32 i = selected; i < refrain_loops_get_selected_end (get_loops (self)); i++)
    refrain_loop_painter_paint_highlight (get_painter (self), cr, viewport, style, i);
}

/* The numbers of the processes, too: they stay where they are. */
static void
refrain_loop_canvas_snapshot_over (RefrainCanvas *canvas,
                                   GtkSnapshot *snapshot,
                                   const RefrainViewport *viewport,
                                   const RefrainStyle *style)
{
  RefrainLoopCanvas *self = REFRAIN_LOOP_CANVAS (canvas);
  const double left = self->label_width;
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT ((float) -left, 0, (float) (left + viewport->width),
                                     (float) viewport->height));

  cairo_save (cr);
  cairo_translate (cr, -left, 0);
  refrain_loop_painter_paint_labels (get_painter (self), cr, viewport, style, left);
  cairo_restore (cr);
  draw_marks (self, cr, viewport, style);
  cairo_destroy (cr);
}

/* ---- Pointer ---- */

static void
pan (RefrainLoopCanvas *self, double fraction)
{
  if (self->span > 0)
    show (self, self->start + fraction * self->span, self->span);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  RefrainLoopCanvas *self = data;
  const GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  const gboolean has_more_rows = gtk_adjustment_get_upper (self->vadjustment)
                                 > gtk_adjustment_get_page_size (self->vadjustment) + 0.5;
  double x, y;

  if (get_painter (self) == NULL)
    return FALSE;
  refrain_canvas_get_pointer (REFRAIN_CANVAS (self), &x, &y);
  if ((state & GDK_CONTROL_MASK) && (state & GDK_SHIFT_MASK))
    scale_rows (self, pow (WHEEL_ROWS, -(dx + dy)), MAX (y, 0));
  else if (state & GDK_CONTROL_MASK)
    refrain_loop_canvas_zoom (self, pow (WHEEL_ZOOM, dy), MAX (x - self->label_width, 0));
  else if ((state & GDK_SHIFT_MASK) || !has_more_rows || fabs (dx) > fabs (dy))
    pan (self, (dx + dy) * WHEEL_PAN);
  else
    gtk_adjustment_set_value (self->vadjustment,
                              gtk_adjustment_get_value (self->vadjustment)
                                  + dy * gtk_adjustment_get_step_increment (self->vadjustment));
  return TRUE;
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  gtk_widget_grab_focus (GTK_WIDGET (data));
}

/* Opens what is closed by choice, zooms into what is closed for lack of room, closes the rest. */
static void
open_box (RefrainLoopCanvas *self, const RefrainLoopHit *hit)
{
  const guint32 box = hit->kind == REFRAIN_LOOP_HIT_BOX ? hit->construct : hit->box;
  RefrainViewport viewport, place = { 0 };

  if (box == REFRAIN_NONE || !get_viewport (self, &viewport)
      || !refrain_loop_painter_locate (get_painter (self), box, &place))
    return;
  if (!refrain_loops_is_folded (get_loops (self), box)
      && (place.end - place.start) * viewport.width < SMALL_BOX * (viewport.end - viewport.start))
    reveal (self, box, TRUE);
  else
    refrain_loop_canvas_toggle (self, box);
}

static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RefrainLoopCanvas *self = data;
  RefrainLoopHit hit;

  if (get_painter (self) == NULL || self->dragging)
    return;
  find (self, x, y, &hit);
  if (n_press == 2)
    open_box (self, &hit);
  else if (n_press == 1)
    refrain_loops_select (get_loops (self),
                          hit.construct != REFRAIN_NONE ? hit.construct : hit.box);
}

/* ---- Drags ---- */

static void
set_dragging (RefrainLoopCanvas *self, gboolean dragging)
{
  self->dragging = dragging;
  refrain_canvas_set_dragging (REFRAIN_CANVAS (self), dragging);
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  RefrainLoopCanvas *self = data;

  set_dragging (self, FALSE);
  self->drag_start = self->start;
  self->drag_scroll = gtk_adjustment_get_value (self->vadjustment);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainLoopCanvas *self = data;
  RefrainViewport viewport;

  if (!get_viewport (self, &viewport))
    return;
  if (!self->dragging)
    {
      if (hypot (dx, dy) < CLICK_SLACK)
        return;
      set_dragging (self, TRUE);
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
    }
  if (self->span > 0)
    show (self, self->drag_start - dx * self->span / viewport.width, self->span);
  gtk_adjustment_set_value (self->vadjustment, self->drag_scroll - dy);
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RefrainLoopCanvas *self = data;

  set_dragging (self, FALSE);
  gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
}

/* ---- Touch ---- */

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, gpointer data)
{
  RefrainLoopCanvas *self = data;
  RefrainViewport viewport;

  if (get_viewport (self, &viewport))
    self->drag_start = viewport.end - viewport.start;
}

static void
on_pinch (GtkGestureZoom *gesture, double scale, gpointer data)
{
  RefrainLoopCanvas *self = data;
  RefrainViewport viewport;
  double x, y;

  if (!(scale > 0) || !get_viewport (self, &viewport)
      || !gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    return;
  refrain_loop_canvas_zoom (self, self->drag_start / scale / (viewport.end - viewport.start),
                            MAX (x - self->label_width, 0));
}

/* ---- Keyboard ---- */

static gboolean
walk (GtkWidget *widget, GVariant *args, gpointer data)
{
  RefrainLoopCanvas *self = REFRAIN_LOOP_CANVAS (widget);
  int direction;

  g_variant_get (args, "(i)", &direction);
  if (get_painter (self) != NULL)
    refrain_loops_walk (get_loops (self), (RefrainLoopsWalk) direction);
  return get_painter (self) != NULL;
}

static gboolean
zoom_by (GtkWidget *widget, GVariant *args, gpointer data)
{
  double factor;

  g_variant_get (args, "(d)", &factor);
  if (factor > 0)
    refrain_loop_canvas_zoom (REFRAIN_LOOP_CANVAS (widget), factor, -1);
  else
    show_all (REFRAIN_LOOP_CANVAS (widget));
  return TRUE;
}

static gboolean
move (GtkWidget *widget, GVariant *args, gpointer data)
{
  double fraction;

  g_variant_get (args, "(d)", &fraction);
  pan (REFRAIN_LOOP_CANVAS (widget), fraction);
  return TRUE;
}

static guint32
get_selected (RefrainLoopCanvas *self)
{
  return refrain_canvas_get_session (REFRAIN_CANVAS (self)) != NULL
             ? refrain_loops_get_selected (get_loops (self))
             : REFRAIN_NONE;
}

static gboolean
toggle (GtkWidget *widget, GVariant *args, gpointer data)
{
  RefrainLoopCanvas *self = REFRAIN_LOOP_CANVAS (widget);
  const guint32 selected = get_selected (self);

  if (selected != REFRAIN_NONE)
    refrain_loop_canvas_toggle (self, selected);
  return selected != REFRAIN_NONE;
}

static gboolean
show_selected (GtkWidget *widget, GVariant *args, gpointer data)
{
  RefrainLoopCanvas *self = REFRAIN_LOOP_CANVAS (widget);
  const guint32 selected = get_selected (self);

  if (selected != REFRAIN_NONE)
    reveal (self, selected, TRUE);
  return selected != REFRAIN_NONE;
}

static void
bind_keys (GtkWidgetClass *klass)
{
  static const struct
  {
    guint key;
    RefrainLoopsWalk walk;
  } walks[] = {
    { GDK_KEY_Up, REFRAIN_LOOPS_OUT },        { GDK_KEY_KP_Up, REFRAIN_LOOPS_OUT },
    { GDK_KEY_Down, REFRAIN_LOOPS_IN },       { GDK_KEY_KP_Down, REFRAIN_LOOPS_IN },
    { GDK_KEY_Left, REFRAIN_LOOPS_PREVIOUS }, { GDK_KEY_KP_Left, REFRAIN_LOOPS_PREVIOUS },
    { GDK_KEY_Right, REFRAIN_LOOPS_NEXT },    { GDK_KEY_KP_Right, REFRAIN_LOOPS_NEXT },
  };
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    double factor; /* 0: all */
  } zooms[] = {
    { GDK_KEY_plus, 0, 1 / KEY_ZOOM },
    { GDK_KEY_plus, GDK_SHIFT_MASK, 1 / KEY_ZOOM },
    { GDK_KEY_equal, 0, 1 / KEY_ZOOM },
    { GDK_KEY_KP_Add, 0, 1 / KEY_ZOOM },
    { GDK_KEY_minus, 0, KEY_ZOOM },
    { GDK_KEY_KP_Subtract, 0, KEY_ZOOM },
    { GDK_KEY_0, 0, 0 },
    { GDK_KEY_KP_0, 0, 0 },
  };
  static const guint toggles[]
      = { GDK_KEY_space, GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_KP_Space };

  for (gsize i = 0; i < G_N_ELEMENTS (walks); i++)
    gtk_widget_class_add_binding (klass, walks[i].key, 0, walk, "(i)", walks[i].walk);
  for (gsize i = 0; i < G_N_ELEMENTS (zooms); i++)
    gtk_widget_class_add_binding (klass, zooms[i].key, zooms[i].modifiers, zoom_by, "(d)",
                                  zooms[i].factor);
  for (gsize i = 0; i < G_N_ELEMENTS (toggles); i++)
    gtk_widget_class_add_binding (klass, toggles[i], 0, toggle, NULL);
  gtk_widget_class_add_binding (klass, GDK_KEY_Left, GDK_SHIFT_MASK, move, "(d)", -0.5);
  gtk_widget_class_add_binding (klass, GDK_KEY_Right, GDK_SHIFT_MASK, move, "(d)", 0.5);
  gtk_widget_class_add_binding (klass, GDK_KEY_z, 0, show_selected, NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_n, 0, "win.next-occurrence", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_p, 0, "win.previous-occurrence", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_Escape, 0, "win.clear-selection", NULL);
}

static void
init_input (RefrainLoopCanvas *self)
{
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkEventController *controllers[] = { scroll, GTK_EVENT_CONTROLLER (click),
                                        GTK_EVENT_CONTROLLER (drag), GTK_EVENT_CONTROLLER (pinch) };

  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  gtk_gesture_group (drag, click);
  for (gsize i = 0; i < G_N_ELEMENTS (controllers); i++)
    gtk_widget_add_controller (GTK_WIDGET (self), controllers[i]);
}

/* ---- Widget ---- */

static void
refrain_loop_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  adjust (REFRAIN_LOOP_CANVAS (widget));
  GTK_WIDGET_CLASS (refrain_loop_canvas_parent_class)
      ->size_allocate (widget, width, height, baseline);
}

REFRAIN_DEFINE_END (RefrainLoopCanvas,
                    refrain_loop_canvas,
                    finalize,
                    g_object_unref (x->hadjustment);
                    g_object_unref (x->vadjustment))

static void
refrain_loop_canvas_class_init (RefrainLoopCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  RefrainCanvasClass *canvas_class = REFRAIN_CANVAS_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = refrain_loop_canvas_finalize;
  widget_class->size_allocate = refrain_loop_canvas_size_allocate;
  canvas_class->margin = MARGIN;
  canvas_class->minimum[GTK_ORIENTATION_HORIZONTAL] = 160;
  canvas_class->minimum[GTK_ORIENTATION_VERTICAL] = 80;
  canvas_class->natural[GTK_ORIENTATION_HORIZONTAL] = 480;
  canvas_class->natural[GTK_ORIENTATION_VERTICAL] = 260;
  canvas_class->watch = refrain_loop_canvas_watch;
  canvas_class->make_painter = refrain_loop_canvas_make_painter;
  canvas_class->painter_changed = refrain_loop_canvas_painter_changed;
  canvas_class->get_viewport = refrain_loop_canvas_get_viewport;
  canvas_class->get_left = refrain_loop_canvas_get_left;
  canvas_class->snapshot_over = refrain_loop_canvas_snapshot_over;
  canvas_class->describe = refrain_loop_canvas_describe;
  bind_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "loopcanvas");
}

static void
refrain_loop_canvas_init (RefrainLoopCanvas *self)
{
  self->anchor = REFRAIN_NONE;
  self->hadjustment = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  self->vadjustment = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  refrain_connect (self->hadjustment, "value-changed", on_hadjustment, self);
  refrain_connect (self->vadjustment, "value-changed", refrain_canvas_view_changed, self);
  init_input (self);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
      _ ("Loops of the run as boxes. The arrow keys select a box, Space closes or opens it."), -1);
}
