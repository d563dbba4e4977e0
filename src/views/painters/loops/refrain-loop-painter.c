/* refrain-loop-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-loop-private.h"

G_DEFINE_FINAL_TYPE (RefrainLoopPainter, refrain_loop_painter, REFRAIN_TYPE_PAINTER)

static void
refrain_loop_painter_finalize (GObject *object)
{
  RefrainLoopPainter *self = REFRAIN_LOOP_PAINTER (object);

  refrain_loop_reach_clear (&self->boxes);
  refrain_loop_reach_clear (&self->arrows);
  refrain_loop_tags_clear (&self->tags);
  refrain_loop_layout_free (self->layout);
  refrain_loop_alike_free (self->alike);
  g_free (self->folded);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (refrain_loop_painter_parent_class)->finalize (object);
}

/* ---- The frame ------------------------------------------------------------------------------ */

/* Below so many letters' width a box does not show what it holds. */
#define SHUT_LETTERS 0.7
/* ... and below this where steps can no longer be told apart. */
#define SHUT_DENSE_LETTERS 3
#define DENSE_STEP         2.5
/* Labels reach so many letters' widths out of their boxes. */
#define LABEL_REACH 8

/* Outer boxes stand before those in them, and both are seen or not. */
static void
find_states (RefrainLoopFrame *self)
{
  const RefrainLoopLayout *layout = self->layout;
  const double least
      = self->style->font_size
        * (self->step_width < DENSE_STEP * self->unit ? SHUT_DENSE_LETTERS : SHUT_LETTERS);

  self->states = g_malloc0 (layout->n_boxes + 1);
  for (gsize i = refrain_loop_frame_next_box (self, 0); i < layout->n_boxes;
       i = refrain_loop_frame_next_box (self, i + 1))
    {
      const RefrainLoopBox *box = &layout->boxes[i];

      if (!refrain_loop_frame_is_open (self, box->parent))
        self->states[i] = REFRAIN_LOOP_UNSEEN;
      else if (box->folded || box->width * self->step_width < least)
        self->states[i] = REFRAIN_LOOP_SHUT;
      else
        self->states[i] = REFRAIN_LOOP_OPEN;
    }
}

void
refrain_loop_frame_init (RefrainLoopFrame *self,
                         const RefrainLoopPainter *painter,
                         cairo_t *cr,
                         const RefrainViewport *viewport,
                         const RefrainStyle *style)
{
  const double steps = viewport->end - viewport->start;

  *self = (RefrainLoopFrame){ .painter = painter,
                              .layout = painter->layout,
                              .cr = cr,
                              .style = style,
                              .width = viewport->width,
                              .height = viewport->height,
                              .unit = style->line_width,
                              .start = viewport->start,
                              .end = MAX (viewport->end, viewport->start),
                              .first_row = viewport->first_row };
  self->step_width = steps > 0 ? viewport->width / steps : 1;
  self->row_height = viewport->height / MAX (viewport->n_rows, 1e-3);
  self->window_start = self->start;
  self->window_end = self->end;
  if (viewport->window_end > viewport->window_start)
    {
      self->window_start = MIN (viewport->window_start, self->start);
      self->window_end = MAX (viewport->window_end, self->end);
    }
  self->left = refrain_loop_frame_get_x (self, self->window_start);
  self->right = refrain_loop_frame_get_x (self, self->window_end);
  self->slack = LABEL_REACH * style->font_size / self->step_width;
  find_states (self);
}

void
refrain_loop_frame_clear (RefrainLoopFrame *self)
{
  g_free (self->states);
}

gsize
refrain_loop_frame_next_box (const RefrainLoopFrame *self, gsize from)
{
  const RefrainLoopLayout *layout = self->layout;

  for (;; from++)
    {
      from = refrain_loop_reach_next (&self->painter->boxes, from, self->start - self->slack);
      if (from >= layout->n_boxes || layout->boxes[from].x > self->end + self->slack)
        return layout->n_boxes;
      if (layout->boxes[from].x + layout->boxes[from].width >= self->start - self->slack)
        return from;
    }
}

void
refrain_loop_frame_get_rect (const RefrainLoopFrame *self, guint32 box, RefrainLoopRect *rect)
{
  const RefrainLoopBox *it = &self->layout->boxes[box];
  const double levels = MAX (self->painter->levels, 1), font = self->style->font_size;
  const double top = MIN (1.05 * font, 0.3 * self->row_height / levels);
  const double bottom = MIN (3 * self->unit, 0.3 * self->row_height / levels);
  const double half = 0.46 * self->row_height;
  const double y0 = refrain_loop_frame_get_y (self, it->first_row) - half + it->level * top;
  const double y1
      = refrain_loop_frame_get_y (self, it->first_row + it->n_rows - 1) + half - it->level * bottom;
  /* Wide boxes are cut a little outside the window: numbers stay small. */
  const double x0 = MAX (refrain_loop_frame_get_x (self, it->x), -LABEL_REACH * font);
  const double x1
      = MIN (refrain_loop_frame_get_x (self, it->x + it->width), self->width + LABEL_REACH * font);

  *rect = (RefrainLoopRect){ x0, y0, MAX (x1 - x0, 0), y1 - y0 };
}

/* ---- Painting ------------------------------------------------------------------------------- */

static void
refrain_loop_painter_paint (RefrainPainter *painter,
                            cairo_t *cr,
                            const RefrainViewport *viewport,
                            const RefrainStyle *style)
{
  RefrainLoopPainter *self = REFRAIN_LOOP_PAINTER (painter);
  const RefrainLoopRect plot = refrain_loop_painter_get_plot (self, viewport, style);
  g_auto (RefrainLoopFrame) frame = { 0 };
  RefrainViewport part = *viewport;

  part.width = plot.width;
  part.height = plot.height;
  refrain_loop_frame_init (&frame, self, cr, &part, style);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  cairo_translate (cr, plot.x, plot.y);
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, plot.width, plot.height);
  cairo_clip (cr);
  refrain_loop_paint_boxes (&frame);
  refrain_loop_paint_lines (&frame);
  refrain_loop_paint_syncs (&frame);
  refrain_loop_paint_messages (&frame);
  refrain_loop_paint_marks (&frame);
  refrain_loop_paint_reminders (&frame);
  cairo_restore (cr);
  cairo_save (cr);
  cairo_rectangle (cr, 0, -plot.y, plot.width, plot.height + plot.y);
  cairo_clip (cr);
  frame.above = plot.y;
  refrain_loop_paint_box_labels (&frame);
  cairo_restore (cr);
  if (viewport->furniture)
    refrain_loop_paint_furniture (&frame, &plot, viewport->height);
}

static void
refrain_loop_painter_get_extent (RefrainPainter *painter, RefrainViewport *viewport)
{
  RefrainLoopPainter *self = REFRAIN_LOOP_PAINTER (painter);

  viewport->start = 0;
  viewport->end = MAX (self->layout->width, 1);
  viewport->first_row = 0;
  viewport->n_rows = MAX (self->layout->n_lines, 1);
}

static void
refrain_loop_painter_class_init (RefrainLoopPainterClass *klass)
{
  RefrainPainterClass *painter_class = REFRAIN_PAINTER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = refrain_loop_painter_finalize;
  painter_class->paint = refrain_loop_painter_paint;
  painter_class->get_extent = refrain_loop_painter_get_extent;
}

static void
refrain_loop_painter_init (RefrainLoopPainter *self)
{
}

/* ---- Making --------------------------------------------------------------------------------- */

static void
prepare (RefrainLoopPainter *self)
{
  const RefrainLoopLayout *layout = self->layout;
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (self->model, &n);

  refrain_loop_reach_init (&self->boxes, layout->n_boxes);
  for (gsize i = 0; i < layout->n_boxes; i++)
    {
      refrain_loop_reach_add (&self->boxes, i, layout->boxes[i].x + layout->boxes[i].width);
      self->levels = MAX (self->levels, layout->boxes[i].level + 1);
    }
  refrain_loop_reach_init (&self->arrows, layout->n_arrows);
  for (gsize i = 0; i < layout->n_arrows; i++)
    {
      const RefrainLoopArrow *arrow = &layout->arrows[i];

      refrain_loop_reach_add (&self->arrows, i, layout->marks[MAX (arrow->from, arrow->to)].x);
    }
  self->n_events = refrain_loop_model_get_n_events (self->model);
  for (guint32 i = 0; i < n; i = constructs[i].end)
    if (constructs[i].kind != REFRAIN_CONSTRUCT_DEFINITION)
      self->all_events += self->n_events[i];
}

RefrainLoopPainter *
refrain_loop_painter_new (RefrainLoopModel *model, gboolean fold_alike, const guint8 *folded)
{
  RefrainLoopPainter *self;
  guint32 n;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (model), NULL);

  self = g_object_new (REFRAIN_TYPE_LOOP_PAINTER, NULL);
  self->model = g_object_ref (model);
  self->alike
      = fold_alike ? refrain_loop_alike_new (model) : refrain_loop_alike_new_distinct (model);
  refrain_loop_model_get_constructs (model, &n);
  self->folded = folded != NULL ? g_memdup2 (folded, MAX (n, 1))
                                : refrain_loop_folding_new (model, self->alike);
  self->layout = refrain_loop_layout_new (model, self->alike, self->folded);
  refrain_loop_tags_init (&self->tags, model);
  prepare (self);
  return self;
}

RefrainLoopModel *
refrain_loop_painter_get_model (RefrainLoopPainter *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_PAINTER (self), NULL);
  return self->model;
}

const guint8 *
refrain_loop_painter_get_folded (RefrainLoopPainter *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_PAINTER (self), NULL);
  return self->folded;
}

guint
refrain_loop_painter_get_n_rows (RefrainLoopPainter *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOP_PAINTER (self), 0);
  return self->layout->n_lines;
}

guint8 *
refrain_loop_painter_dup_folded (RefrainLoopPainter *self, guint32 construct, gboolean folded)
{
  const RefrainConstruct *constructs;
  guint8 *copy;
  guint32 n, end;

  g_return_val_if_fail (REFRAIN_IS_LOOP_PAINTER (self), NULL);
  constructs = refrain_loop_model_get_constructs (self->model, &n);
  g_return_val_if_fail (construct < n, NULL);

  copy = g_memdup2 (self->folded, n);
  end = refrain_loop_folding_get_run (self->model, self->folded, construct);
  if (folded || end <= constructs[construct].end)
    copy[construct] = folded ? REFRAIN_LOOP_FOLDED : REFRAIN_LOOP_UNFOLDED;
  else
    for (guint32 i = construct; i < end; i = constructs[i].end)
      copy[i] = REFRAIN_LOOP_UNFOLDED;
  return copy;
}
