/* refrain-template-canvas.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small enough to be painted in the frame itself: a pattern of very many events is told, not drawn.
 */
#include "refrain-template-canvas.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-object.h"
#include "refrain-raster.h"
#include "refrain-widget-style.h"

#define MIN_WIDTH  160
#define MIN_HEIGHT 90
#define MARGIN     8
#define MARK       3.5
/* Rows closer than this have no labels but every few. */
#define LABEL_ROW 12.0
/* Steps farther apart than this are no easier to read. */
#define MAX_STEP 60.0

struct _RefrainTemplateCanvas
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainTemplateLayout *layout; /* or NULL */
  char *text;                    /* where there is none; or NULL */

  gboolean by_hand;
  guint n_processes;
  GArray *messages; /* of RefrainDrawnMessage */
  guint cursor;     /* the row of the keyboard */
  gint from;        /* the row of the sender that was chosen, -1: none */
  gint over;        /* the row under the pointer, -1: none */
};

G_DEFINE_FINAL_TYPE (RefrainTemplateCanvas, refrain_template_canvas, GTK_TYPE_WIDGET)

enum
{
  EDITED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- Where things are ---- */

typedef struct
{
  double left, top, row, step;
  guint n_rows, n_steps;
} Frame;

static Frame
get_frame (RefrainTemplateCanvas *self)
{
  const guint n_rows = self->by_hand          ? self->n_processes
                       : self->layout != NULL ? self->layout->n_processes
                                              : 1;
  const guint n_steps = self->layout != NULL ? MAX (self->layout->n_steps, 1) : 1;
  const double left = MARGIN + 34, width = gtk_widget_get_width (GTK_WIDGET (self)) - left - MARGIN;
  const double height = gtk_widget_get_height (GTK_WIDGET (self)) - 2 * MARGIN;

  return (Frame){ .left = left,
                  .top = MARGIN,
                  .row = height / MAX (n_rows, 1),
                  .step = MIN (MAX (width, 1) / (n_steps + (self->by_hand ? 1 : 0)), MAX_STEP),
                  .n_rows = n_rows,
                  .n_steps = n_steps };
}

static double
get_x (const Frame *frame, double step)
{
  return frame->left + (step + 0.5) * frame->step;
}

static double
get_y (const Frame *frame, double row)
{
  return frame->top + (row + 0.5) * frame->row;
}

static gint
find_row (RefrainTemplateCanvas *self, double y)
{
  const Frame frame = get_frame (self);
  const double row = floor ((y - frame.top) / frame.row);

  return row >= 0 && row < frame.n_rows ? (gint) row : -1;
}

/* ---- Drawing ---- */

static void
draw_arrow (cairo_t *cr, double x0, double y0, double x1, double y1)
{
  const double angle = atan2 (y1 - y0, x1 - x0), head = 6;

  x0 += MARK * cos (angle);
  y0 += MARK * sin (angle);
  x1 -= MARK * cos (angle);
  y1 -= MARK * sin (angle);
  cairo_move_to (cr, x0, y0);
  cairo_line_to (cr, x1, y1);
  cairo_stroke (cr);
  cairo_move_to (cr, x1, y1);
  cairo_line_to (cr, x1 - head * cos (angle - 0.4), y1 - head * sin (angle - 0.4));
  cairo_line_to (cr, x1 - head * cos (angle + 0.4), y1 - head * sin (angle + 0.4));
  cairo_fill (cr);
}

static void
draw_label (RefrainTemplateCanvas *self, cairo_t *cr, const char *text, double right, double y)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  int width, height;

  pango_layout_get_pixel_size (layout, &width, &height);
  cairo_move_to (cr, right - width, y - height / 2.0);
  pango_cairo_show_layout (cr, layout);
}

static void
draw_rows (RefrainTemplateCanvas *self, cairo_t *cr, const Frame *frame, const RefrainStyle *style)
{
  const double width = gtk_widget_get_width (GTK_WIDGET (self));
  const guint every = (guint) MAX (ceil (LABEL_ROW / frame->row), 1);

  for (guint r = 0; r < frame->n_rows; r++)
    {
      const gboolean chosen = self->by_hand && (gint) r == self->from;
      const gboolean focused
          = self->by_hand && gtk_widget_has_focus (GTK_WIDGET (self)) && r == self->cursor;
      g_autofree char *label = g_strdup_printf ("%u", r);

      if (chosen || focused || (gint) r == self->over)
        {
          refrain_style_set_color_alpha (style, cr, REFRAIN_COLOR_SELECTION, chosen ? 0.3 : 0.12);
          cairo_rectangle (cr, 0, get_y (frame, r - 0.5), width, frame->row);
          cairo_fill (cr);
        }
      if (frame->row >= 4 || r % every == 0)
        {
          refrain_style_set_color (style, cr, REFRAIN_COLOR_GRID);
          cairo_move_to (cr, frame->left, floor (get_y (frame, r)) + 0.5);
          cairo_line_to (cr, width - MARGIN, floor (get_y (frame, r)) + 0.5);
          cairo_stroke (cr);
        }
      if (r % every != 0)
        continue;
      refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT);
      draw_label (self, cr, label, frame->left - 6, get_y (frame, r));
    }
}

/* Rows closer than pixels may be thousands, with as many arrows: their lines and marks, as pixels.
 */
static void
draw_dense_marks (RefrainTemplateCanvas *self,
                  cairo_t *cr,
                  const Frame *frame,
                  const RefrainStyle *style)
{
  const GArray *marks = self->layout->marks;
  RefrainRaster *raster = refrain_raster_new (cr, gtk_widget_get_width (GTK_WIDGET (self)),
                                              gtk_widget_get_height (GTK_WIDGET (self)));

  for (guint i = 0; i < marks->len; i++)
    {
      const RefrainTemplateMark *mark = &g_array_index (marks, RefrainTemplateMark, i);
      const double x = get_x (frame, mark->step), y = get_y (frame, mark->process);

      if (mark->send && mark->other != G_MAXUINT)
        {
          const RefrainTemplateMark *end = &g_array_index (marks, RefrainTemplateMark, mark->other);

          refrain_raster_line (raster, x, y, get_x (frame, end->step), get_y (frame, end->process),
                               style->line_width, style->colors[REFRAIN_COLOR_MESSAGE]);
        }
      refrain_raster_disc (raster, x, y, 1, style->colors[REFRAIN_COLOR_P2P]);
    }
  refrain_raster_finish (raster);
}

static void
draw_marks (RefrainTemplateCanvas *self, cairo_t *cr, const Frame *frame, const RefrainStyle *style)
{
  const GArray *marks = self->layout->marks;
  const double size = CLAMP (frame->row / 4, 1, MARK);

  if (frame->row < 1)
    {
      draw_dense_marks (self, cr, frame, style);
      return;
    }
  refrain_style_set_color (style, cr, REFRAIN_COLOR_MESSAGE);
  for (guint i = 0; i < marks->len; i++)
    {
      const RefrainTemplateMark *mark = &g_array_index (marks, RefrainTemplateMark, i);

      if (mark->send && mark->other != G_MAXUINT)
        {
          const RefrainTemplateMark *end = &g_array_index (marks, RefrainTemplateMark, mark->other);

          draw_arrow (cr, get_x (frame, mark->step), get_y (frame, mark->process),
                      get_x (frame, end->step), get_y (frame, end->process));
        }
    }
  refrain_style_set_color (style, cr, REFRAIN_COLOR_P2P);
  for (guint i = 0; i < marks->len; i++)
    {
      const RefrainTemplateMark *mark = &g_array_index (marks, RefrainTemplateMark, i);

      cairo_new_sub_path (cr);
      cairo_arc (cr, get_x (frame, mark->step), get_y (frame, mark->process), size, 0, 2 * G_PI);
      if (mark->send)
        cairo_fill (cr);
      else
        cairo_stroke (cr);
    }
}

/* What to do next, while there is nothing. */
static const char *
get_hint (RefrainTemplateCanvas *self)
{
  if (!self->by_hand)
    return self->text;
  if (self->from >= 0)
    return self->messages->len == 0 ? _ ("Now click the row of the receiver.") : NULL;
  return self->messages->len == 0 ? _ ("Click the row of a sender, then that of its receiver.")
                                  : NULL;
}

static void
draw_hint (RefrainTemplateCanvas *self, cairo_t *cr, const RefrainStyle *style, const char *text)
{
  const int width = gtk_widget_get_width (GTK_WIDGET (self));
  const double left = self->by_hand ? 60 : MARGIN;
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  int height;

  pango_layout_set_width (layout, (int) MAX (width - left - MARGIN, 20) * PANGO_SCALE);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  pango_layout_get_pixel_size (layout, NULL, &height);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT_DIM);
  cairo_move_to (cr, left, (gtk_widget_get_height (GTK_WIDGET (self)) - height) / 2.0);
  pango_cairo_show_layout (cr, layout);
}

static void
refrain_template_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  RefrainTemplateCanvas *self = REFRAIN_TEMPLATE_CANVAS (widget);
  const graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                                     (float) gtk_widget_get_height (widget));
  const Frame frame = get_frame (self);
  const char *hint = get_hint (self);
  RefrainStyle style;
  cairo_t *cr;

  if (self->session == NULL)
    return;
  refrain_widget_get_style (widget, self->session, &style);
  refrain_widget_fill (widget, snapshot, &style, REFRAIN_COLOR_BACKGROUND);
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  cairo_set_line_width (cr, style.line_width);
  if (self->by_hand || self->layout != NULL)
    draw_rows (self, cr, &frame, &style);
  if (self->layout != NULL)
    draw_marks (self, cr, &frame, &style);
  if (hint != NULL)
    draw_hint (self, cr, &style, hint);
  if (self->by_hand && self->from >= 0 && self->over >= 0 && self->over != self->from)
    {
      refrain_style_set_color (&style, cr, REFRAIN_COLOR_SELECTION);
      draw_arrow (cr, get_x (&frame, frame.n_steps - 1), get_y (&frame, self->from),
                  get_x (&frame, frame.n_steps), get_y (&frame, self->over));
    }
  cairo_destroy (cr);
  refrain_widget_draw_focus (widget, snapshot, &style);
}

/* ---- Editing ---- */

/* What is read to those who do not see it. */
static void
tell (RefrainTemplateCanvas *self)
{
  const guint n = self->layout != NULL ? self->layout->marks->len : 0;
  g_autofree char *text = NULL;

  if (self->by_hand && self->from >= 0)
    text = g_strdup_printf (_ ("Message from process %d to process %u"), self->from, self->cursor);
  else if (self->by_hand)
    text = g_strdup_printf (ngettext ("Process %u; %u message drawn",
                                      "Process %u; %u messages drawn", self->messages->len),
                            self->cursor, self->messages->len);
  else
    text = g_strdup_printf (
        ngettext ("Pattern with %u send or receive", "Pattern with %u sends and receives", n), n);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

static void
lay_out (RefrainTemplateCanvas *self)
{
  g_autoptr (RefrainPatternTemplate) drawn = refrain_template_canvas_make_template (self);

  g_clear_pointer (&self->layout, refrain_template_layout_free);
  self->layout = refrain_template_layout_new (drawn);
  tell (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
changed (RefrainTemplateCanvas *self)
{
  lay_out (self);
  g_signal_emit (self, signals[EDITED], 0);
}

void
refrain_template_canvas_add_message (RefrainTemplateCanvas *self, guint from, guint to)
{
  const RefrainDrawnMessage message = { from, to };

  g_return_if_fail (REFRAIN_IS_TEMPLATE_CANVAS (self));
  g_return_if_fail (from < self->n_processes && to < self->n_processes && from != to);

  g_array_append_val (self->messages, message);
  changed (self);
}

void
refrain_template_canvas_remove_last (RefrainTemplateCanvas *self)
{
  g_return_if_fail (REFRAIN_IS_TEMPLATE_CANVAS (self));

  self->from = -1;
  if (self->messages->len > 0)
    g_array_set_size (self->messages, self->messages->len - 1);
  changed (self);
}

void
refrain_template_canvas_clear (RefrainTemplateCanvas *self)
{
  g_return_if_fail (REFRAIN_IS_TEMPLATE_CANVAS (self));

  self->from = -1;
  g_array_set_size (self->messages, 0);
  changed (self);
}

REFRAIN_GETTER (
    RefrainTemplateCanvas, refrain_template_canvas, guint, get_n_messages, self->messages->len)

RefrainPatternTemplate *
refrain_template_canvas_make_template (RefrainTemplateCanvas *self)
{
  g_return_val_if_fail (REFRAIN_IS_TEMPLATE_CANVAS (self), NULL);
  return refrain_template_from_messages (
      self->n_processes, (const RefrainDrawnMessage *) (gpointer) self->messages->data,
      self->messages->len);
}

/* A row is chosen: the sender, then the receiver; the sender once more gives it up. */
static void
choose (RefrainTemplateCanvas *self, guint row)
{
  const gint from = self->from;

  self->from = from < 0 ? (gint) row : -1;
  if (from >= 0 && (guint) from != row)
    refrain_template_canvas_add_message (self, (guint) from, row);
  tell (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, RefrainTemplateCanvas *self)
{
  const gint row = find_row (self, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!self->by_hand || row < 0)
    return;
  self->cursor = (guint) row;
  choose (self, (guint) row);
}

/* A message may be dragged, too. */
static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, RefrainTemplateCanvas *self)
{
  const gint row = find_row (self, y);

  if (self->by_hand && self->from >= 0 && row >= 0 && row != self->from)
    choose (self, (guint) row);
}

static void
on_motion (GtkEventControllerMotion *motion, double x, double y, RefrainTemplateCanvas *self)
{
  const gint row = self->by_hand ? find_row (self, y) : -1;

  if (row == self->over)
    return;
  self->over = row;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_leave (GtkEventControllerMotion *motion, RefrainTemplateCanvas *self)
{
  self->over = -1;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
on_key (GtkEventControllerKey *keys,
        guint key,
        guint code,
        GdkModifierType state,
        RefrainTemplateCanvas *self)
{
  if (!self->by_hand)
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Up:
      self->cursor -= self->cursor > 0;
      break;
    case GDK_KEY_Down:
      self->cursor = MIN (self->cursor + 1, self->n_processes - 1);
      break;
    case GDK_KEY_space:
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      choose (self, self->cursor);
      return TRUE;
    case GDK_KEY_BackSpace:
      refrain_template_canvas_remove_last (self);
      return TRUE;
    default:
      return FALSE;
    }
  self->over = (gint) self->cursor;
  tell (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

/* ---- Showing ---- */

void
refrain_template_canvas_set_session (RefrainTemplateCanvas *self, RefrainSession *session)
{
  g_return_if_fail (REFRAIN_IS_TEMPLATE_CANVAS (self));

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_func (self->session, gtk_widget_queue_draw, self);
  g_set_object (&self->session, session);
  if (session != NULL)
    refrain_connect (session, "notify::dark", gtk_widget_queue_draw, self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
refrain_template_canvas_show (RefrainTemplateCanvas *self,
                              const RefrainPatternTemplate *wanted,
                              const char *text)
{
  g_return_if_fail (REFRAIN_IS_TEMPLATE_CANVAS (self));

  self->by_hand = FALSE;
  self->from = self->over = -1;
  g_clear_pointer (&self->layout, refrain_template_layout_free);
  g_free (self->text);
  self->text = g_strdup (text);
  if (wanted != NULL)
    self->layout = refrain_template_layout_new (wanted);
  if (wanted != NULL && self->layout == NULL)
    self->text = g_strdup (_ ("This pattern is too large to draw, but can be searched for."));
  tell (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
refrain_template_canvas_edit (RefrainTemplateCanvas *self, guint n_processes)
{
  guint kept = 0;

  g_return_if_fail (REFRAIN_IS_TEMPLATE_CANVAS (self));
  g_return_if_fail (n_processes > 0);

  self->by_hand = TRUE;
  self->n_processes = n_processes;
  self->cursor = MIN (self->cursor, n_processes - 1);
  self->from = self->over = -1;
  for (guint i = 0; i < self->messages->len; i++)
    {
      const RefrainDrawnMessage message = g_array_index (self->messages, RefrainDrawnMessage, i);

      if (message.from < n_processes && message.to < n_processes)
        g_array_index (self->messages, RefrainDrawnMessage, kept++) = message;
    }
  g_array_set_size (self->messages, kept);
  lay_out (self);
}

/* ---- Widget ---- */

static void
refrain_template_canvas_measure (GtkWidget *widget,
                                 GtkOrientation orientation,
                                 int for_size,
                                 int *minimum,
                                 int *natural,
                                 int *minimum_baseline,
                                 int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH : MIN_HEIGHT;
}

REFRAIN_DEFINE_END (RefrainTemplateCanvas,
                    refrain_template_canvas,
                    dispose,
                    refrain_template_canvas_set_session (x, NULL);
                    g_clear_pointer (&x->layout, refrain_template_layout_free))

REFRAIN_DEFINE_END (RefrainTemplateCanvas,
                    refrain_template_canvas,
                    finalize,
                    g_array_unref (x->messages);
                    g_free (x->text))

static void
refrain_template_canvas_class_init (RefrainTemplateCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_template_canvas_dispose;
  G_OBJECT_CLASS (klass)->finalize = refrain_template_canvas_finalize;
  widget_class->snapshot = refrain_template_canvas_snapshot;
  widget_class->measure = refrain_template_canvas_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  signals[EDITED] = g_signal_new ("edited", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void
refrain_template_canvas_init (RefrainTemplateCanvas *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->messages = g_array_new (FALSE, FALSE, sizeof (RefrainDrawnMessage));
  self->n_processes = 2;
  self->from = self->over = -1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}
