/* refrain-loop-marks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Single events of loop boxes: sends, local events, and collectives.
 */
#include "config.h"

#include "refrain-loop-private.h"

/* ---- Marks ---------------------------------------------------------------------------------- */

#define MAX_MARKS 4000

static RefrainLoopEventKind
get_kind (const RefrainLoopFrame *frame, guint32 construct)
{
  guint32 n;
  const RefrainConstruct *constructs
      = refrain_loop_model_get_constructs (frame->painter->model, &n);
  const RefrainLoopShape *shapes
      = refrain_loop_events_get_shapes (refrain_loop_model_get_events (frame->painter->model), &n);

  return shapes[constructs[construct].what].kind;
}

/* A message of which the other end is not drawn: a short piece of it, towards its peer; with a bar
 * across its open end where the model does not know it. */
static void
draw_stub (const RefrainLoopFrame *frame, const RefrainLoopMark *mark, RefrainLoopEventKind kind)
{
  guint32 n;
  const RefrainConstruct *construct
      = &refrain_loop_model_get_constructs (frame->painter->model, &n)[mark->construct];
  const RefrainAffine *peer = REFRAIN_CONSTRUCT_PEER (construct);
  const double down = peer->n == 0 && peer->constant > construct->process ? 1 : -1;
  const double side = kind == REFRAIN_LOOP_SEND ? 1 : -1;
  const double x = refrain_loop_frame_get_x (frame, mark->x);
  const double y = refrain_loop_frame_get_y (frame, mark->y);
  const double dx = side * MIN (0.35 * frame->step_width, frame->style->font_size);
  const double dy = down * MIN (0.28 * frame->row_height, frame->style->font_size);
  const double bar = 2 * frame->unit;
  const guint tag = frame->painter->tags.tags[mark->construct];
  const RefrainColor color = refrain_loop_tags_get_color (&frame->painter->tags, tag, frame->style);

  cairo_move_to (frame->cr, x, y);
  cairo_line_to (frame->cr, x + dx, y + dy);
  if (!mark->has_partner)
    {
      cairo_move_to (frame->cr, x + dx - bar, y + dy);
      cairo_line_to (frame->cr, x + dx + bar, y + dy);
    }
  refrain_loop_set_source (frame->cr, color, 1);
  cairo_set_line_width (frame->cr, frame->unit);
  cairo_stroke (frame->cr);
}

/* Sends are full, receives have no mark but the arrow's head; local events are small ticks. */
static void
draw_mark (const RefrainLoopFrame *frame, const RefrainLoopMark *mark, double radius)
{
  const RefrainLoopEventKind kind = get_kind (frame, mark->construct);
  const double x = refrain_loop_frame_get_x (frame, mark->x);
  const double y = refrain_loop_frame_get_y (frame, mark->y);

  if (y < -radius || y > frame->height + radius)
    return;
  if (kind == REFRAIN_LOOP_LOCAL)
    {
      refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_TEXT_DIM);
      cairo_rectangle (frame->cr, x - 0.5 * frame->unit, y - 1.5 * radius, frame->unit, 3 * radius);
      cairo_fill (frame->cr);
      return;
    }
  if (!mark->has_arrow)
    draw_stub (frame, mark, kind);
  if (mark->has_arrow && kind == REFRAIN_LOOP_SEND && radius > 0.8 * frame->unit)
    {
      const RefrainColor color = refrain_loop_tags_get_color (
          &frame->painter->tags, frame->painter->tags.tags[mark->construct], frame->style);

      refrain_loop_set_source (frame->cr, color, 1);
      cairo_arc (frame->cr, x, y, radius, 0, 2 * G_PI);
      cairo_fill (frame->cr);
    }
}

void
refrain_loop_paint_marks (const RefrainLoopFrame *frame)
{
  const RefrainLoopLayout *layout = frame->layout;
  const gsize first = refrain_loop_find_mark (layout, frame->start - 0.5);
  const gsize last = refrain_loop_find_mark (layout, frame->end + 0.5);
  const double radius = MIN (0.18 * frame->style->font_size,
                             MIN (0.15 * frame->row_height, 0.2 * frame->step_width));
  guint n = 0;

  if (radius < 0.3 * frame->unit)
    return;
  for (gsize i = first; i < last && n < MAX_MARKS; i++)
    if (refrain_loop_frame_is_open (frame, layout->marks[i].box))
      {
        draw_mark (frame, &layout->marks[i], radius);
        n++;
      }
}

/* ---- Collectives ---------------------------------------------------------------------------- */

#define MAX_NAMED 200

static const char *
get_name (const RefrainLoopFrame *frame, guint32 construct)
{
  guint32 n;
  RefrainLoopEvents *events = refrain_loop_model_get_events (frame->painter->model);
  const RefrainConstruct *constructs
      = refrain_loop_model_get_constructs (frame->painter->model, &n);
  const RefrainLoopShape *shapes = refrain_loop_events_get_shapes (events, &n);

  return refrain_loop_events_get_name (events, shapes[constructs[construct].what].name);
}

/* The name stands along the line where its rows have room for it. */
static void
name_sync (const RefrainLoopFrame *frame, const char *name, double x, double y0, double y1)
{
  const double scale = 0.75, font = scale * frame->style->font_size;
  const double room = MIN (y1, frame->height) - MAX (y0, 0);
  /* What hangs below letters does not touch the line; at the left end they stand behind it. */
  const double before = x - 0.75 * font - frame->unit;
  const gboolean fits = before - 0.55 * font >= frame->left;
  RefrainText place = { .x = fits ? before : x + 0.5 * font + frame->unit,
                        .align = REFRAIN_TEXT_CENTER,
                        .scale = scale,
                        .angle = -G_PI / 2,
                        .color = frame->style->colors[REFRAIN_COLOR_COLLECTIVE] };

  if (frame->step_width < 1.4 * font
      || refrain_text_get_width (frame->style, name, scale) > 0.95 * room)
    return;
  place.y = (MAX (y0, 0) + MIN (y1, frame->height)) / 2;
  refrain_text_show (frame->cr, frame->style, &place, name);
}

static void
draw_sync (const RefrainLoopFrame *frame,
           const RefrainLoopSync *sync,
           gboolean open,
           gboolean named)
{
  const RefrainLoopMember *members = frame->layout->members + sync->first;
  const double x = refrain_loop_frame_get_x (frame, sync->x), unit = frame->unit;
  const double dash[] = { 3 * unit, 2 * unit };
  const double reach = MIN (0.25 * frame->row_height, 3 * unit);
  const double y0 = refrain_loop_frame_get_y (frame, members[0].y) - reach;
  const double y1 = refrain_loop_frame_get_y (frame, members[sync->n - 1].y) + reach;

  refrain_style_set_color_alpha (frame->style, frame->cr, REFRAIN_COLOR_COLLECTIVE, open ? 1 : 0.5);
  cairo_set_dash (frame->cr, dash, frame->step_width > 3 * unit ? 2 : 0, 0);
  cairo_set_line_width (frame->cr, MIN (1.3 * unit, MAX (0.4 * frame->step_width, 0.3 * unit)));
  cairo_move_to (frame->cr, x, MAX (y0, -10));
  cairo_line_to (frame->cr, x, MIN (y1, frame->height + 10));
  cairo_stroke (frame->cr);
  cairo_set_dash (frame->cr, NULL, 0, 0);
  /* Who takes part. */
  if (open && frame->row_height > 6 * unit && frame->step_width > 6 * unit)
    {
      for (guint32 k = 0; k < sync->n; k++)
        cairo_rectangle (frame->cr, x - 1.4 * unit,
                         refrain_loop_frame_get_y (frame, members[k].y) - 1.4 * unit, 2.8 * unit,
                         2.8 * unit);
      cairo_fill (frame->cr);
    }
  if (open && named)
    name_sync (frame, get_name (frame, sync->construct), x, y0, y1);
}

void
refrain_loop_paint_syncs (const RefrainLoopFrame *frame)
{
  const RefrainLoopLayout *layout = frame->layout;
  const gsize first = refrain_loop_find_sync (layout, frame->start - 0.5);
  const gsize last = refrain_loop_find_sync (layout, frame->end + 0.5);

  /* In boxes that are too small for what they hold, each is part of a shade. */
  for (gsize i = first; i < last; i++)
    draw_sync (frame, &layout->syncs[i], refrain_loop_frame_is_open (frame, layout->syncs[i].box),
               last - first < MAX_NAMED);
}
