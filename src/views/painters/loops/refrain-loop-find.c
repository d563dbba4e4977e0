/* refrain-loop-find.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is drawn where: picks and highlights of loop boxes.
 */
#include <math.h>

#include "refrain-loop-frame.h"

/* How near, in pixels, is near enough. */
#define NEAR 5

typedef struct
{
  const RefrainLoopFrame *frame;
  double x, y;
  double nearest;
  RefrainLoopHit *hit;
} Search;

static void
find_box (Search *self)
{
  const RefrainLoopFrame *frame = self->frame;
  const double step = frame->start + self->x / frame->step_width;

  for (gsize i = refrain_loop_frame_next_box (frame, 0); i < frame->layout->n_boxes;
       i = refrain_loop_frame_next_box (frame, i + 1))
    {
      const RefrainLoopBox *box = &frame->layout->boxes[i];
      RefrainLoopRect rect;

      if (box->x > step)
        return;
      if (box->x + box->width < step || frame->states[i] == REFRAIN_LOOP_UNSEEN)
        continue;
      refrain_loop_frame_get_rect (frame, (guint32) i, &rect);
      if (self->y < rect.y || self->y > rect.y + rect.height)
        continue;
      /* Inner boxes come later. */
      *self->hit = (RefrainLoopHit){ .kind = REFRAIN_LOOP_HIT_BOX,
                                     .construct = box->construct,
                                     .partner = REFRAIN_NONE,
                                     .box = box->construct,
                                     .process = REFRAIN_NONE,
                                     .folded = box->folded };
    }
}

static void
take (Search *self, double distance, RefrainLoopHitKind kind, guint32 construct, guint32 partner)
{
  if (distance >= self->nearest)
    return;
  self->nearest = distance;
  self->hit->kind = kind;
  self->hit->construct = construct;
  self->hit->partner = partner;
}

static void
find_marks (Search *self)
{
  const RefrainLoopFrame *frame = self->frame;
  const RefrainLoopLayout *layout = frame->layout;
  const double reach = NEAR * frame->unit / frame->step_width;
  const double step = frame->start + self->x / frame->step_width;
  const gsize last = refrain_loop_find_mark (layout, step + reach);

  for (gsize i = refrain_loop_find_mark (layout, step - reach); i < last; i++)
    if (refrain_loop_frame_is_open (frame, layout->marks[i].box))
      take (self,
            hypot (refrain_loop_frame_get_x (frame, layout->marks[i].x) - self->x,
                   refrain_loop_frame_get_y (frame, layout->marks[i].y) - self->y),
            REFRAIN_LOOP_HIT_MARK, layout->marks[i].construct, REFRAIN_NONE);
}

static void
find_syncs (Search *self)
{
  const RefrainLoopFrame *frame = self->frame;
  const RefrainLoopLayout *layout = frame->layout;
  const double reach = NEAR * frame->unit / frame->step_width;
  const double step = frame->start + self->x / frame->step_width;
  const gsize last = refrain_loop_find_sync (layout, step + reach);

  for (gsize i = refrain_loop_find_sync (layout, step - reach); i < last; i++)
    {
      const RefrainLoopSync *sync = &layout->syncs[i];
      const RefrainLoopMember *members = layout->members + sync->first;

      if (refrain_loop_frame_is_open (frame, sync->box)
          && self->y >= refrain_loop_frame_get_y (frame, members[0].y) - NEAR * frame->unit
          && self->y
                 <= refrain_loop_frame_get_y (frame, members[sync->n - 1].y) + NEAR * frame->unit)
        take (self, fabs (refrain_loop_frame_get_x (frame, sync->x) - self->x),
              REFRAIN_LOOP_HIT_SYNC, sync->construct, REFRAIN_NONE);
    }
}

static double
get_curve_distance (const RefrainLoopCurve *curve, double x, double y)
{
  double nearest = G_MAXDOUBLE, x0 = curve->x[0], y0 = curve->y[0];

  if (curve->straight)
    return refrain_painter_get_distance (x, y, x0, y0, curve->x[3], curve->y[3]);
  for (guint i = 1; i <= 12; i++)
    {
      const double t = i / 12.0, u = 1 - t;
      const double x1 = u * u * u * curve->x[0] + 3 * u * u * t * curve->x[1]
                        + 3 * u * t * t * curve->x[2] + t * t * t * curve->x[3];
      const double y1 = u * u * u * curve->y[0] + 3 * u * u * t * curve->y[1]
                        + 3 * u * t * t * curve->y[2] + t * t * t * curve->y[3];

      nearest = MIN (nearest, refrain_painter_get_distance (x, y, x0, y0, x1, y1));
      x0 = x1, y0 = y1;
    }
  return nearest;
}

static void
find_arrows (Search *self)
{
  const RefrainLoopFrame *frame = self->frame;
  const RefrainLoopLayout *layout = frame->layout;
  const double step = frame->start + self->x / frame->step_width;
  RefrainLoopCurve curve;

  for (gsize i = refrain_loop_reach_next (&frame->painter->arrows, 0, step - 1);
       i < layout->n_arrows; i = refrain_loop_reach_next (&frame->painter->arrows, i + 1, step - 1))
    {
      const RefrainLoopArrow *arrow = &layout->arrows[i];

      if (layout->marks[MIN (arrow->from, arrow->to)].x > step + 1)
        break;
      if (refrain_loop_frame_get_arrow (frame, i, &curve) && !curve.shut)
        take (self, get_curve_distance (&curve, self->x, self->y), REFRAIN_LOOP_HIT_ARROW,
              layout->marks[arrow->from].construct, layout->marks[arrow->to].construct);
    }
}

/* The line nearest to the place; alone it is only a hit where it is near. */
static void
find_line (Search *self)
{
  const RefrainLoopFrame *frame = self->frame;
  const double step = frame->start + self->x / frame->step_width;
  double nearest = 0.5 * frame->row_height;

  for (guint line = 0; line < frame->layout->n_lines; line++)
    {
      const double y
          = refrain_loop_frame_get_y (frame, refrain_loop_layout_get_y (frame->layout, line, step));

      if (fabs (y - self->y) > nearest)
        continue;
      nearest = fabs (y - self->y);
      self->hit->process = refrain_loop_alike_get_representative (frame->painter->alike, line);
    }
  if (self->hit->kind == REFRAIN_LOOP_HIT_NONE && self->hit->process != REFRAIN_NONE)
    self->hit->kind = REFRAIN_LOOP_HIT_LINE;
}

gboolean
refrain_loop_painter_find (RefrainLoopPainter *self,
                           const RefrainViewport *viewport,
                           const RefrainStyle *style,
                           double x,
                           double y,
                           RefrainLoopHit *hit)
{
  g_auto (RefrainLoopFrame) frame = { 0 };
  RefrainViewport part;
  RefrainLoopRect plot;
  Search search;

  g_return_val_if_fail (REFRAIN_IS_LOOP_PAINTER (self), FALSE);
  g_return_val_if_fail (viewport != NULL && style != NULL && hit != NULL, FALSE);

  *hit = (RefrainLoopHit){
    .construct = REFRAIN_NONE, .partner = REFRAIN_NONE, .box = REFRAIN_NONE, .process = REFRAIN_NONE
  };
  plot = refrain_loop_painter_get_plot (self, viewport, style);
  part = *viewport;
  part.width = plot.width;
  part.height = plot.height;
  x -= plot.x;
  y -= plot.y;
  if (x < 0 || y < 0 || x > plot.width || y > plot.height)
    return FALSE;
  refrain_loop_frame_init (&frame, self, NULL, &part, style);
  search = (Search){ &frame, x, y, NEAR * frame.unit, hit };
  find_box (&search);
  find_marks (&search);
  find_arrows (&search);
  find_syncs (&search);
  find_line (&search);
  return hit->kind != REFRAIN_LOOP_HIT_NONE;
}

/* ---- One construct --------------------------------------------------------------------------- */

static gboolean
is_member (const RefrainLoopLayout *layout, const RefrainLoopSync *sync, guint32 construct)
{
  for (guint32 k = 0; k < sync->n; k++)
    if (layout->members[sync->first + k].construct == construct)
      return TRUE;
  return FALSE;
}

static void
set_place (RefrainViewport *viewport, double start, double width, double row, double n_rows)
{
  viewport->start = start;
  viewport->end = start + width;
  viewport->first_row = row;
  viewport->n_rows = n_rows;
}

static gboolean
locate_itself (const RefrainLoopLayout *layout, guint32 construct, RefrainViewport *viewport)
{
  for (gsize i = 0; i < layout->n_boxes; i++)
    if (layout->boxes[i].construct == construct)
      {
        const RefrainLoopBox *box = &layout->boxes[i];

        set_place (viewport, box->x, box->width, box->first_row, box->n_rows);
        return TRUE;
      }
  for (gsize i = 0; i < layout->n_marks; i++)
    if (layout->marks[i].construct == construct)
      {
        set_place (viewport, layout->marks[i].x - REFRAIN_LOOP_STEP / 2, REFRAIN_LOOP_STEP,
                   layout->marks[i].y, 1);
        return TRUE;
      }
  for (gsize i = 0; i < layout->n_syncs; i++)
    if (is_member (layout, &layout->syncs[i], construct))
      {
        const RefrainLoopSync *sync = &layout->syncs[i];
        const RefrainLoopMember *members = layout->members + sync->first;

        set_place (viewport, sync->x - REFRAIN_LOOP_STEP / 2, REFRAIN_LOOP_STEP, members[0].y,
                   members[sync->n - 1].y - members[0].y + 1);
        return TRUE;
      }
  return FALSE;
}

/* The box of what @construct is gathered with. */
static gboolean
locate_gathered (RefrainLoopPainter *self, guint32 construct, RefrainViewport *viewport)
{
  const RefrainLoopLayout *layout = self->layout;

  for (gsize i = 0; i < layout->n_boxes; i++)
    {
      const RefrainLoopBox *box = &layout->boxes[i];

      if (box->construct <= construct && self->folded[box->construct] == REFRAIN_LOOP_GATHERED
          && refrain_loop_folding_get_run (self->model, self->folded, box->construct) > construct)
        {
          set_place (viewport, box->x, box->width, box->first_row, box->n_rows);
          return TRUE;
        }
    }
  return FALSE;
}

gboolean
refrain_loop_painter_locate (RefrainLoopPainter *self, guint32 construct, RefrainViewport *viewport)
{
  const RefrainConstruct *constructs;
  guint32 n;

  g_return_val_if_fail (REFRAIN_IS_LOOP_PAINTER (self), FALSE);
  g_return_val_if_fail (viewport != NULL, FALSE);

  constructs = refrain_loop_model_get_constructs (self->model, &n);
  g_return_val_if_fail (construct < n, FALSE);
  for (guint32 i = construct; i != REFRAIN_NONE; i = constructs[i].parent)
    {
      if (locate_itself (self->layout, i, viewport))
        return TRUE;
      if (self->folded[i] == REFRAIN_LOOP_GATHERED && locate_gathered (self, i, viewport))
        return TRUE;
    }
  return FALSE;
}

static void
outline_boxes (const RefrainLoopFrame *frame, guint32 construct)
{
  for (gsize i = refrain_loop_frame_next_box (frame, 0); i < frame->layout->n_boxes;
       i = refrain_loop_frame_next_box (frame, i + 1))
    {
      RefrainLoopRect rect;

      if (frame->layout->boxes[i].construct != construct || frame->states[i] == REFRAIN_LOOP_UNSEEN)
        continue;
      refrain_loop_frame_get_rect (frame, (guint32) i, &rect);
      cairo_rectangle (frame->cr, rect.x, rect.y, MAX (rect.width, 2 * frame->unit), rect.height);
    }
}

static void
outline_marks (const RefrainLoopFrame *frame, guint32 construct)
{
  const RefrainLoopLayout *layout = frame->layout;
  const gsize last = refrain_loop_find_mark (layout, frame->end + 1);
  const double radius = 0.4 * frame->style->font_size;

  for (gsize i = refrain_loop_find_mark (layout, frame->start - 1); i < last; i++)
    if (layout->marks[i].construct == construct
        && refrain_loop_frame_is_open (frame, layout->marks[i].box))
      {
        cairo_new_sub_path (frame->cr);
        cairo_arc (frame->cr, refrain_loop_frame_get_x (frame, layout->marks[i].x),
                   refrain_loop_frame_get_y (frame, layout->marks[i].y), radius, 0, 2 * G_PI);
      }
}

static void
outline_syncs (const RefrainLoopFrame *frame, guint32 construct)
{
  const RefrainLoopLayout *layout = frame->layout;
  const gsize last = refrain_loop_find_sync (layout, frame->end + 1);

  for (gsize i = refrain_loop_find_sync (layout, frame->start - 1); i < last; i++)
    if (is_member (layout, &layout->syncs[i], construct)
        && refrain_loop_frame_is_open (frame, layout->syncs[i].box))
      {
        const RefrainLoopMember *members = layout->members + layout->syncs[i].first;
        const double x = refrain_loop_frame_get_x (frame, layout->syncs[i].x);
        const double reach = 3 * frame->unit;

        const double y0 = refrain_loop_frame_get_y (frame, members[0].y) - reach;
        const double y1
            = refrain_loop_frame_get_y (frame, members[layout->syncs[i].n - 1].y) + reach;

        cairo_rectangle (frame->cr, x - reach, y0, 2 * reach, y1 - y0);
      }
}

void
refrain_loop_painter_paint_highlight (RefrainLoopPainter *self,
                                      cairo_t *cr,
                                      const RefrainViewport *viewport,
                                      const RefrainStyle *style,
                                      guint32 construct)
{
  g_auto (RefrainLoopFrame) frame = { 0 };
  RefrainViewport part;
  RefrainLoopRect plot;

  g_return_if_fail (REFRAIN_IS_LOOP_PAINTER (self));
  g_return_if_fail (cr != NULL && viewport != NULL && style != NULL);

  plot = refrain_loop_painter_get_plot (self, viewport, style);
  part = *viewport;
  part.width = plot.width;
  part.height = plot.height;
  refrain_loop_frame_init (&frame, self, cr, &part, style);
  cairo_save (cr);
  cairo_translate (cr, plot.x, plot.y);
  cairo_rectangle (cr, 0, 0, plot.width, plot.height);
  cairo_clip (cr);
  outline_boxes (&frame, construct);
  outline_marks (&frame, construct);
  outline_syncs (&frame, construct);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_SELECTION);
  cairo_set_line_width (cr, 2 * style->line_width);
  cairo_stroke (cr);
  cairo_restore (cr);
}
