/* refrain-loop-frame.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where boxes are in a frame, and which of them are open.
 */
#include "refrain-loop-frame.h"

#include "refrain-free.h"

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
  /* Tiles reach beyond the first step; the window does not. */
  self->left = refrain_loop_frame_get_x (self, MAX (self->window_start, 0));
  self->right = refrain_loop_frame_get_x (self, self->window_end);
  self->slack = LABEL_REACH * style->font_size / self->step_width;
  find_states (self);
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_loop_frame_clear, RefrainLoopFrame, g_free (x->states))

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
