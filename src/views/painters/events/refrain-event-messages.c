/* refrain-event-messages.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Messages as arrows, and operations that lack a partner.
 */
#include "config.h"

#include "refrain-event-private.h"

#include <math.h>

#define MAX_ARROWS 1200
/* Sends up to so many before the window are looked at for messages that cross its edge. */
#define LOOK_BACK     64
#define MAX_LOOK_BACK 8192

/* Cuts the arrow to @margin around the window, which keeps its slope. */
static gboolean
clip_arrow (RefrainArrow *arrow, double width, double margin)
{
  double dx = arrow->x1 - arrow->x0, dy = arrow->y1 - arrow->y0;
  double low = -margin, high = width + margin, enter = 0, leave = 1;

  if (fabs (dx) < 1e-9)
    return arrow->x0 >= low && arrow->x0 <= high;
  enter = MAX (enter, MIN ((low - arrow->x0) / dx, (high - arrow->x0) / dx));
  leave = MIN (leave, MAX ((low - arrow->x0) / dx, (high - arrow->x0) / dx));
  if (enter >= leave)
    return FALSE;
  arrow->x1 = arrow->x0 + leave * dx;
  arrow->y1 = arrow->y0 + leave * dy;
  arrow->x0 += enter * dx;
  arrow->y0 += enter * dy;
  return TRUE;
}

gboolean
refrain_event_make_arrow (const RefrainEventFrame *frame,
                          guint process,
                          gsize op,
                          RefrainArrow *arrow)
{
  RefrainEventPainter *painter = frame->painter;
  const RefrainOps *ops
      = refrain_process_get_ops (refrain_trace_get_process (painter->trace, process));
  const RefrainViewport *viewport = frame->viewport;
  gint32 peer = ops->peer[op];
  RefrainRowShape from, to;

  if (!REFRAIN_OP_IS_P2P (ops->kind[op]) || ops->partner[op] == REFRAIN_NONE || peer < 0
      || (guint) peer >= painter->n_processes || painter->row_of[peer] < 0
      || painter->row_of[process] < 0)
    return FALSE;
  if (REFRAIN_OP_IS_SEND (ops->kind[op]))
    *arrow = (RefrainArrow){
      .sender = process, .send = op, .receiver = peer, .receive = ops->partner[op]
    };
  else
    *arrow = (RefrainArrow){
      .sender = peer, .send = ops->partner[op], .receiver = process, .receive = op
    };
  arrow->x0
      = (refrain_axis_get_op_position (painter->axis, arrow->sender, arrow->send) - viewport->start)
        * frame->scale;
  arrow->x1 = (refrain_axis_get_op_position (painter->axis, arrow->receiver, arrow->receive)
               - viewport->start)
              * frame->scale;
  from = refrain_event_frame_get_op_shape (frame, arrow->sender, arrow->send);
  to = refrain_event_frame_get_op_shape (frame, arrow->receiver, arrow->receive);
  arrow->y0 = refrain_event_frame_get_y (frame, painter->row_of[arrow->sender])
              + refrain_row_shape_get_lane_middle (&from);
  arrow->y1 = refrain_event_frame_get_y (frame, painter->row_of[arrow->receiver])
              + refrain_row_shape_get_lane_middle (&to);
  if (arrow->y1 != arrow->y0)
    {
      double side = arrow->y1 > arrow->y0 ? 0.5 : -0.5;

      arrow->y0 += side * from.lane_height;
      arrow->y1 -= side * to.lane_height;
    }
  return clip_arrow (arrow, viewport->width, 400 * frame->unit);
}

/* ---- Which ---- */

static void
add_arrow (
    const RefrainEventFrame *frame, guint process, gsize op, GHashTable *known, GArray *arrows)
{
  RefrainArrow arrow;
  guint64 key;

  if (!refrain_event_make_arrow (frame, process, op, &arrow))
    return;
  key = (guint64) arrow.sender << 32 | arrow.send;
  if (g_hash_table_add (known, g_memdup2 (&key, sizeof key)))
    g_array_append_val (arrows, arrow);
}

GArray *
refrain_event_find_arrows (const RefrainEventFrame *frame, gsize max)
{
  GArray *arrows = g_array_new (FALSE, FALSE, sizeof (RefrainArrow));
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  gsize n_rows = MAX (frame->last_row - frame->first_row, 1);
  gsize look_back = MIN (LOOK_BACK, MAX_LOOK_BACK / n_rows);

  for (gint64 row = frame->first_row; row < frame->last_row; row++)
    {
      guint process = frame->painter->rows[row];
      RefrainProcess *object = refrain_trace_get_process (frame->painter->trace, process);
      const RefrainOps *ops = refrain_process_get_ops (object);

      for (gsize t = 0; t < refrain_process_get_n_threads (object); t++)
        {
          const RefrainThread *thread = refrain_process_get_thread (object, t);
          gsize first, last;

          refrain_event_frame_get_ops (frame, object, thread, &first, &last);
          first = first - MIN (first - thread->first_op, look_back);
          for (gsize i = first; i < last && arrows->len < max; i++)
            if (REFRAIN_OP_IS_P2P (ops->kind[i]))
              add_arrow (frame, process, i, known, arrows);
        }
    }
  return arrows;
}

/* ---- Drawing ---- */

/* A message from a process to itself: a loop below its lane. */
static void
draw_loop (const RefrainEventFrame *frame, const RefrainArrow *arrow)
{
  double lift = MIN (frame->row_height * 0.25, 14 * frame->unit);

  cairo_move_to (frame->cr, arrow->x0, arrow->y0);
  cairo_curve_to (frame->cr, arrow->x0, arrow->y0 + lift, arrow->x1, arrow->y1 + lift, arrow->x1,
                  arrow->y1);
}

/* The corners of an arrow's head; FALSE when it is too short for one. */
static gboolean
get_head (const RefrainArrow *arrow, double size, double corners[6])
{
  double dx = arrow->x1 - arrow->x0, dy = arrow->y1 - arrow->y0, length = hypot (dx, dy);

  if (length < size)
    return FALSE;
  dx *= size / length;
  dy *= size / length;
  corners[0] = arrow->x1;
  corners[1] = arrow->y1;
  corners[2] = arrow->x1 - dx - dy * 0.36;
  corners[3] = arrow->y1 - dy + dx * 0.36;
  corners[4] = arrow->x1 - dx + dy * 0.36;
  corners[5] = arrow->y1 - dy - dx * 0.36;
  return TRUE;
}

/* On screens lines are written as pixels: a stroke of a few hundred pixels takes cairo 40 µs. */
void
refrain_event_draw_arrows (const RefrainEventFrame *frame,
                           const RefrainArrow *arrows,
                           gsize n,
                           double width,
                           RefrainColor color)
{
  cairo_t *cr = frame->cr;
  double size = MIN (5.5 * frame->unit + width, MAX (frame->row_height * 0.3, 2 * frame->unit));
  RefrainRaster *raster = NULL;

  if (n > 16 && !refrain_raster_is_paper (cr))
    raster = refrain_raster_new (cr, frame->viewport->width, frame->viewport->height);
  for (gsize i = 0; i < n; i++)
    {
      const RefrainArrow *arrow = &arrows[i];
      double corners[6], x = arrow->x1, y = arrow->y1;

      if (arrow->sender == arrow->receiver)
        {
          draw_loop (frame, arrow);
          continue;
        }
      if (get_head (arrow, size, corners))
        {
          x += ((corners[2] + corners[4]) / 2 - x) * 0.8;
          y += ((corners[3] + corners[5]) / 2 - y) * 0.8;
          if (raster != NULL)
            refrain_raster_triangle (raster, corners, color);
        }
      if (raster != NULL)
        refrain_raster_line (raster, arrow->x0, arrow->y0, x, y, width, color);
      else
        {
          cairo_move_to (cr, arrow->x0, arrow->y0);
          cairo_line_to (cr, x, y);
        }
    }
  if (raster != NULL)
    refrain_raster_finish (raster);
  cairo_set_source_rgba (cr, color.red, color.green, color.blue, color.alpha);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
  for (gsize i = 0; i < n && raster == NULL; i++)
    {
      double corners[6];

      if (arrows[i].sender == arrows[i].receiver || !get_head (&arrows[i], size, corners))
        continue;
      cairo_move_to (cr, corners[0], corners[1]);
      cairo_line_to (cr, corners[2], corners[3]);
      cairo_line_to (cr, corners[4], corners[5]);
      cairo_close_path (cr);
    }
  cairo_fill (cr);
}

static RefrainColor
get_role (const RefrainEventFrame *frame, RefrainColorRole role, double alpha)
{
  RefrainColor color = frame->style->colors[role];

  color.alpha *= alpha;
  return color;
}

void
refrain_event_paint_messages (const RefrainEventFrame *frame)
{
  g_autoptr (GArray) arrows = NULL;
  gboolean dimmed = frame->painter->highlight != NULL;

  if (frame->arrows <= 0)
    return;
  arrows = refrain_event_find_arrows (frame, MAX_ARROWS);
  refrain_event_draw_arrows (frame, (const RefrainArrow *) arrows->data, arrows->len,
                             frame->style->line_width * (arrows->len < 100 ? 1.1 : 0.9),
                             get_role (frame, dimmed ? REFRAIN_COLOR_DIMMED : REFRAIN_COLOR_MESSAGE,
                                       0.85 * frame->arrows));
}

/* ---- Defects ---- */

void
refrain_event_paint_defects (const RefrainEventFrame *frame)
{
  RefrainEventPainter *painter = frame->painter;
  double radius = CLAMP (frame->shape.lane_height * 0.3, 2 * frame->unit, 4 * frame->unit);

  for (gint64 row = frame->first_row; row < frame->last_row; row++)
    {
      guint process = painter->rows[row];
      double top = refrain_event_frame_get_y (frame, row), drawn = -G_MAXDOUBLE, last = 0;
      gsize n;
      const guint32 *unmatched = refrain_summary_get_unmatched (painter->summary, process, &n);

      for (gsize i = 0; i < n; i++)
        {
          double x = refrain_event_frame_get_op_x (frame, process, unmatched[i]), y;
          RefrainRowShape shape;

          if (x < -radius || x > frame->viewport->width + radius)
            continue;
          shape = refrain_event_frame_get_op_shape (frame, process, unmatched[i]);
          y = top + refrain_row_shape_get_lane_middle (&shape);
          if (y == last && fabs (x - drawn) < 2 * frame->unit)
            continue;
          drawn = x;
          last = y;
          cairo_move_to (frame->cr, x - radius, y - radius);
          cairo_line_to (frame->cr, x + radius, y + radius);
          cairo_move_to (frame->cr, x - radius, y + radius);
          cairo_line_to (frame->cr, x + radius, y - radius);
        }
      if (!cairo_has_current_point (frame->cr))
        continue;
      refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_BACKGROUND);
      cairo_set_line_width (frame->cr, 3.6 * frame->unit);
      cairo_stroke_preserve (frame->cr);
      refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_DEFECT);
      cairo_set_line_width (frame->cr, 1.8 * frame->unit);
      cairo_stroke (frame->cr);
    }
}
