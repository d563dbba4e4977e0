/* refrain-loop-boxes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Boxes of loops from the outermost, the process lines that run through them, their labels inside
 * and beside them, and process numbers said again.
 */

#include "refrain-compare.h"
#include "refrain-loop-folding.h"
#include "refrain-loop-frame.h"
#include "refrain-loop-words.h"
#include "refrain-search.h"

/* How far a box in which processes do nothing but wait takes the colour of waiting. */
#define MOST_WAITING 0.75

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* Deeper boxes are darker (lighter on dark ground). */
static RefrainColor
get_level_ground (const RefrainLoopFrame *frame, guint32 level)
{
  const RefrainStyle *style = frame->style;

  return refrain_color_mix (style->colors[REFRAIN_COLOR_BACKGROUND],
                            style->colors[REFRAIN_COLOR_TEXT], 0.075 + 0.06 * MIN (level, 4));
}

/* The same, and more of the colour of waiting the more is waited in it. */
static RefrainColor
get_ground (const RefrainLoopFrame *frame, guint32 box)
{
  const RefrainColor ground = get_level_ground (frame, frame->layout->boxes[box].level);
  const double waiting = refrain_loop_painter_get_box_waiting (frame->painter, box);

  return waiting > 0 ? refrain_color_mix (ground, refrain_style_get_wait_color (frame->style, 0),
                                          MOST_WAITING * waiting)
                     : ground;
}

/* Filled rectangles cost a tenth of stroked ones. */
static void
fill (const RefrainLoopFrame *frame, double x, double y, double width, double height)
{
  cairo_rectangle (frame->cr, x, y, width, height);
  cairo_fill (frame->cr);
}

/* A closed box has a second border at its sides, like the edge of what is folded up. */
static void
paint_box (const RefrainLoopFrame *frame, guint32 i)
{
  const RefrainColor ground = get_ground (frame, i);
  const double unit = frame->unit, line = 0.7 * unit, inset = 2 * unit;
  RefrainLoopRect rect;

  refrain_loop_frame_get_rect (frame, i, &rect);
  if (rect.y > frame->height || rect.y + rect.height < 0)
    return;
  if (rect.width < 4 * unit || rect.height < 4 * unit)
    {
      refrain_color_set_source (ground, frame->cr);
      fill (frame, rect.x, rect.y, MAX (rect.width, 0.5 * unit), rect.height);
      return;
    }
  refrain_style_set_color_alpha (frame->style, frame->cr, REFRAIN_COLOR_TEXT_DIM, 0.7);
  fill (frame, rect.x, rect.y, rect.width, rect.height);
  refrain_color_set_source (ground, frame->cr);
  fill (frame, rect.x + line, rect.y + line, rect.width - 2 * line, rect.height - 2 * line);
  if (frame->states[i] != REFRAIN_LOOP_SHUT || rect.width < 4 * inset)
    return;
  refrain_style_set_color_alpha (frame->style, frame->cr, REFRAIN_COLOR_TEXT_DIM, 0.7);
  fill (frame, rect.x + inset, rect.y, line, rect.height);
  fill (frame, rect.x + rect.width - inset - line, rect.y, line, rect.height);
}

void
refrain_loop_paint_boxes (const RefrainLoopFrame *frame)
{
  for (gsize i = refrain_loop_frame_next_box (frame, 0); i < frame->layout->n_boxes;
       i = refrain_loop_frame_next_box (frame, i + 1))
    if (frame->states[i] != REFRAIN_LOOP_UNSEEN)
      paint_box (frame, (guint32) i);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Lines closer than this are no longer drawn. */
#define MIN_LINE_DISTANCE 2.5

/* A line's way through the window. Moves too small to be seen are drawn as one. */
static void
trace_line (const RefrainLoopFrame *frame, guint32 line)
{
  const RefrainLoopLayout *layout = frame->layout;
  const gsize end = layout->first_bend[line + 1];
  /* The first bend that ends in the window. */
  const gsize first = REFRAIN_LOWER_BOUND (i, layout->first_bend[line], end,
                                           layout->bends[i].end <= frame->start);
  double last = -G_MAXDOUBLE;

  cairo_move_to (
      frame->cr, 0,
      refrain_loop_frame_get_y (frame, refrain_loop_layout_get_y (layout, line, frame->start)));
  for (gsize i = first; i < end && layout->bends[i].start < frame->end; i++)
    {
      const RefrainLoopBend *bend = &layout->bends[i];
      const double x = refrain_loop_frame_get_x (frame, bend->end);

      if (x - last < 0.5 * frame->unit)
        continue;
      if (bend->start > frame->start)
        cairo_line_to (frame->cr, refrain_loop_frame_get_x (frame, bend->start),
                       refrain_loop_frame_get_y (frame, bend->from));
      cairo_line_to (frame->cr, x, refrain_loop_frame_get_y (frame, bend->to));
      last = x;
    }
  cairo_line_to (
      frame->cr, frame->width,
      refrain_loop_frame_get_y (frame, refrain_loop_layout_get_y (layout, line, frame->end)));
}

void
refrain_loop_paint_lines (const RefrainLoopFrame *frame)
{
  if (frame->row_height < MIN_LINE_DISTANCE * frame->unit)
    return;
  for (guint line = 0; line < frame->layout->n_lines; line++)
    {
      trace_line (frame, line);
      refrain_style_set_color_alpha (frame->style, frame->cr, REFRAIN_COLOR_TEXT_DIM,
                                     frame->row_height < 8 * frame->unit ? 0.45 : 0.8);
      cairo_set_line_width (frame->cr, 0.7 * frame->unit);
      cairo_stroke (frame->cr);
    }
}

/* ---- Labels of boxes ------------------------------------------------------------------------- */

#define MAX_NEAR 64

/* On @ground, so that lines do not cross it. */
static void
show_on_ground (const RefrainLoopFrame *frame,
                const RefrainText *place,
                const char *text,
                double width,
                RefrainColor ground)
{
  const double height = 1.15 * place->scale * frame->style->font_size;
  const double x = place->align == REFRAIN_TEXT_RIGHT ? place->x - width : place->x;

  refrain_color_set_source (refrain_color_fade (ground, 0.85), frame->cr);
  cairo_rectangle (frame->cr, x - 1.5 * frame->unit, place->y - height / 2, width + 3 * frame->unit,
                   height);
  cairo_fill (frame->cr);
  refrain_text_show (frame->cr, frame->style, place, text);
}

static gboolean
do_overlap (const RefrainLoopRect *a, const RefrainLoopRect *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height
         && b->y < a->y + a->height;
}

/* Where a label of @scale stands in the corner of @rect, or beside those that stand there already,
 * or, as @below says, below them; FALSE where it has no room. */
static gboolean
place_in_corner (const RefrainLoopFrame *frame,
                 const RefrainLoopRect *rect,
                 const char *text,
                 double scale,
                 gboolean below,
                 const GArray *taken,
                 RefrainLoopRect *label)
{
  const double font = scale * frame->style->font_size, pad = 2 * frame->unit;
  gboolean moved = TRUE;

  *label
      = (RefrainLoopRect){ MAX (rect->x, frame->left) + pad, rect->y + 0.5 * frame->unit,
                           refrain_text_get_width (frame->style, text, scale) + pad, 1.1 * font };
  /* Of those that may be in the way, the last few. Beside one of them it may lie on one that was
   * out of its way before. */
  for (guint turn = 0; moved && turn < MAX_NEAR; turn++)
    {
      moved = FALSE;
      for (guint k = taken->len - MIN (taken->len, MAX_NEAR); k < taken->len; k++)
        {
          const RefrainLoopRect *other = &g_array_index (taken, RefrainLoopRect, k);
          const RefrainLoopRect core
              = { other->x, other->y + 0.15 * font, other->width, other->height - 0.3 * font };

          if (!do_overlap (label, &core))
            continue;
          moved = TRUE;
          if (below)
            label->y = other->y + other->height;
          else
            label->x = other->x + other->width + pad;
        }
    }
  return !moved && label->x + label->width <= rect->x + rect->width
         && (!below || label->y + label->height <= rect->y + rect->height);
}

static gboolean
is_taken (const GArray *taken, const RefrainLoopRect *label)
{
  for (guint k = 0; k < taken->len; k++)
    if (do_overlap (label, &g_array_index (taken, RefrainLoopRect, k)))
      return TRUE;
  return FALSE;
}

/* Closed boxes that are too narrow are told what they are from the bottom up; what is too long for
 * that ends in dots if @cut says so. FALSE where there is no room, or another text. */
static gboolean
label_upright (const RefrainLoopFrame *frame,
               const RefrainLoopRect *rect,
               const char *text,
               double scale,
               gboolean cut,
               RefrainColor ground,
               GArray *taken)
{
  const double font = scale * frame->style->font_size;
  const double top = MAX (rect->y, 0), bottom = MIN (rect->y + rect->height, frame->height);
  const double room = MAX (bottom - top - font, 0);
  /* Text takes time to measure. */
  const double whole
      = rect->width < 1.1 * font ? 0 : refrain_text_get_width (frame->style, text, scale);
  const double width = cut ? MIN (whole, room) : whole;
  const RefrainText place = { .x = rect->x + rect->width / 2,
                              .y = (top + bottom) / 2,
                              .align = REFRAIN_TEXT_CENTER,
                              .scale = scale,
                              .max_width = cut ? room : 0,
                              .color = frame->style->colors[REFRAIN_COLOR_TEXT],
                              .angle = -G_PI / 2 };

  const RefrainLoopRect label = { place.x - 0.5 * font, place.y - width / 2 - 2 * frame->unit, font,
                                  width + 4 * frame->unit };

  if (rect->width < 1.1 * font || width > room || is_taken (taken, &label))
    return FALSE;
  g_array_append_val (taken, label);
  refrain_color_set_source (refrain_color_fade (ground, 0.85), frame->cr);
  cairo_rectangle (frame->cr, label.x, label.y, label.width, label.height);
  cairo_fill (frame->cr);
  refrain_text_show (frame->cr, frame->style, &place, text);
  return TRUE;
}

/* Closed boxes with so much room, in font sizes, tell what is in them, in so many lines; narrower
 * ones from the bottom up, if they are so high. */
#define CONTENT_WIDTH  9
#define CONTENT_HEIGHT 5
#define CONTENT_LINES  4
#define CONTENT_SCALE  0.75

/* What is done in box @i, in words. Free with g_free(). */
static char *
describe_content (const RefrainLoopFrame *frame, guint32 i)
{
  const RefrainLoopPainter *painter = frame->painter;
  const guint32 first = frame->layout->boxes[i].construct;
  guint32 end = refrain_loop_folding_get_run (painter->model, painter->folded, first), n;

  if (end == first)
    end = refrain_loop_model_get_constructs (painter->model, &n)[first].end;
  return refrain_loop_words_describe (painter->model, first, end);
}

/* What is done in closed box @i, below its label, whose lower edge is @y: the name of a definition
 * alone says nothing. From the bottom up where the box is narrow. */
static void
tell_content (
    const RefrainLoopFrame *frame, guint32 i, const RefrainLoopRect *rect, double y, GArray *taken)
{
  const double font = frame->style->font_size, pitch = 1.25 * CONTENT_SCALE * font;
  const double left = MAX (rect->x, 0), right = MIN (rect->x + rect->width, frame->width);
  const double room = MIN (rect->y + rect->height, frame->height) - y - 0.3 * font;
  const gboolean is_narrow = right - left < CONTENT_WIDTH * font;
  const RefrainText place = { .x = left + 0.5 * font,
                              .y = y + 0.3 * font + pitch / 2,
                              .scale = CONTENT_SCALE,
                              .color = frame->style->colors[REFRAIN_COLOR_TEXT],
                              .max_width = right - left - font };
  g_autofree char *text = NULL;

  if (frame->states[i] != REFRAIN_LOOP_SHUT || room < (is_narrow ? CONTENT_HEIGHT * font : pitch))
    return;
  text = describe_content (frame, i);
  if (is_narrow && *text != '\0')
    label_upright (frame, &(RefrainLoopRect){ rect->x, y, rect->width, rect->y + rect->height - y },
                   text, CONTENT_SCALE, TRUE, get_ground (frame, i), taken);
  else if (*text != '\0')
    refrain_text_show_lines (frame->cr, frame->style, &place, pitch,
                             MIN ((guint) (room / pitch), CONTENT_LINES), text);
}

/* FALSE where there is no room for it within the box. @end: where it ends. */
static gboolean
label_inside (const RefrainLoopFrame *frame,
              guint32 i,
              const RefrainLoopRect *rect,
              GArray *taken,
              double *end)
{
  const RefrainColor ground = get_ground (frame, i);
  static const struct
  {
    double scale;
    gboolean below;
  } tries[] = { { 0.9, FALSE }, { 0.7, FALSE }, { 0.7, TRUE } };
  g_autofree char *text = NULL;
  RefrainLoopRect label;

  if (MIN (rect->width, rect->height) < 0.8 * frame->style->font_size)
    return FALSE;
  text = refrain_loop_painter_get_box_label (frame->painter, i);
  for (guint k = 0; k < G_N_ELEMENTS (tries); k++)
    if (place_in_corner (frame, rect, text, tries[k].scale, tries[k].below, taken, &label))
      {
        const RefrainText place = { .x = label.x,
                                    .y = label.y + label.height / 2,
                                    .scale = tries[k].scale,
                                    .bold = TRUE,
                                    .color = frame->style->colors[REFRAIN_COLOR_TEXT] };

        g_array_append_val (taken, label);
        show_on_ground (frame, &place, text, label.width - 2 * frame->unit, ground);
        *end = label.y + label.height;
        return TRUE;
      }
  return FALSE;
}

/* ---- Labels beside boxes --------------------------------------------------------------------- */

/* Of the boxes that are too narrow, so many get labels outside, unless so many found no room; and
 * how large those are. */
#define MAX_OUTSIDE   160
#define MAX_FAILED    24
#define OUTSIDE_SCALE 0.7

/* A box without a label, or one whose label ends at @y. */
typedef struct
{
  guint32 box;
  guint64 n_events;
  RefrainLoopRect rect;
  double y;
} Pending;

static gboolean
is_around (const RefrainLoopLayout *layout, guint32 outer, guint32 box)
{
  while (box != REFRAIN_NONE && box > outer)
    box = layout->boxes[box].parent;
  return box == outer;
}

/* How far @box and what surrounds it reach. */
static void
get_bounds (const RefrainLoopFrame *frame, guint32 box, double *left, double *right)
{
  const guint32 parent = frame->layout->boxes[box].parent;
  RefrainLoopRect rect;

  *left = frame->left;
  *right = frame->right;
  if (parent == REFRAIN_NONE)
    return;
  refrain_loop_frame_get_rect (frame, parent, &rect);
  *left = MAX (*left, rect.x);
  *right = MIN (*right, rect.x + rect.width);
}

/* Whether @label covers no other one, and no box but those around @box. */
static gboolean
is_free (const RefrainLoopFrame *frame,
         guint32 box,
         const RefrainLoopRect *label,
         const GArray *taken)
{
  RefrainLoopFrame window = *frame;
  double left, right;

  get_bounds (frame, box, &left, &right);
  if (label->x < left || label->x + label->width > right || label->y < -frame->above
      || label->y + label->height > frame->height)
    return FALSE;
  if (is_taken (taken, label))
    return FALSE;
  window.start = frame->start + label->x / frame->step_width;
  window.end = window.start + label->width / frame->step_width;
  window.slack = 0;
  for (gsize i = refrain_loop_frame_next_box (&window, 0); i < frame->layout->n_boxes;
       i = refrain_loop_frame_next_box (&window, i + 1))
    {
      RefrainLoopRect rect;

      if (frame->states[i] == REFRAIN_LOOP_UNSEEN || is_around (frame->layout, (guint32) i, box))
        continue;
      refrain_loop_frame_get_rect (frame, (guint32) i, &rect);
      if (do_overlap (label, &rect))
        return FALSE;
    }
  return TRUE;
}

/* Above the box, or beside its corner; at last further off, with a line to it. */
static gboolean
find_place (const RefrainLoopFrame *frame,
            const Pending *pending,
            const GArray *taken,
            RefrainLoopRect *label,
            gboolean *leader)
{
  const RefrainLoopRect *rect = &pending->rect;
  const double pad = 2 * frame->unit, font = frame->style->font_size;
  const double middle = rect->x + (rect->width - label->width) / 2;
  const double above = rect->y - label->height;
  const double places[][2] = {
    { CLAMP (middle, frame->left, MAX (frame->left, frame->right - label->width)), above },
    { rect->x, above },
    { rect->x + rect->width - label->width, above },
    { rect->x + rect->width + pad, MAX (rect->y, 0) },
    { rect->x - label->width - pad, MAX (rect->y, 0) },
  };

  *leader = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      label->x = places[i][0];
      label->y = places[i][1];
      if (is_free (frame, pending->box, label, taken))
        return TRUE;
    }
  *leader = TRUE;
  for (guint i = 0; i < 20; i++)
    {
      label->x = middle + (i % 4 < 2 ? 1 : -1) * (1 + i / 4) * 0.5 * font;
      label->y = i % 2 == 0 ? above - pad : -frame->above;
      if (above - label->y < 2 * font && is_free (frame, pending->box, label, taken))
        return TRUE;
    }
  return FALSE;
}

static void
draw_leader (const RefrainLoopFrame *frame,
             const RefrainLoopRect *rect,
             const RefrainLoopRect *label)
{
  const double x = rect->x + rect->width / 2;

  refrain_style_set_color (frame->style, frame->cr, REFRAIN_COLOR_TEXT_DIM);
  cairo_set_line_width (frame->cr, 0.6 * frame->unit);
  cairo_move_to (frame->cr, CLAMP (x, label->x, label->x + label->width), label->y + label->height);
  cairo_line_to (frame->cr, x, rect->y + 2 * frame->unit);
  cairo_stroke (frame->cr);
}

/* FALSE where there is no room for it. */
static gboolean
label_outside (const RefrainLoopFrame *frame, const Pending *pending, GArray *taken)
{
  const RefrainLoopBox *box = &frame->layout->boxes[pending->box];
  const RefrainColor ground = get_ground (frame, pending->box);
  const RefrainColor outside = box->parent != REFRAIN_NONE
                                   ? get_ground (frame, box->parent)
                                   : frame->style->colors[REFRAIN_COLOR_BACKGROUND];
  g_autofree char *text = refrain_loop_painter_get_box_label (frame->painter, pending->box);
  const double width = refrain_text_get_width (frame->style, text, OUTSIDE_SCALE) * 1.1;
  const double unit = frame->unit;
  static const double scales[] = { 0.8, 0.65, 0.55 };
  RefrainLoopRect label
      = { .width = width + 2 * unit, .height = 1.1 * OUTSIDE_SCALE * frame->style->font_size };
  RefrainText place;
  gboolean leader;

  if (frame->states[pending->box] == REFRAIN_LOOP_SHUT)
    {
      g_autofree char *content
          = pending->rect.width < 1.1 * scales[G_N_ELEMENTS (scales) - 1] * frame->style->font_size
                ? NULL
                : describe_content (frame, pending->box);
      g_autofree char *whole
          = content != NULL && *content != '\0' ? g_strdup_printf ("%s: %s", text, content) : NULL;

      for (guint k = 0; k < G_N_ELEMENTS (scales); k++)
        if ((whole != NULL
             && label_upright (frame, &pending->rect, whole, scales[k], FALSE, ground, taken))
            || label_upright (frame, &pending->rect, text, scales[k], FALSE, ground, taken))
          return TRUE;
    }
  if (!find_place (frame, pending, taken, &label, &leader))
    return FALSE;
  g_array_append_val (taken, label);
  if (leader)
    draw_leader (frame, &pending->rect, &label);
  place = (RefrainText){ .x = label.x + unit,
                         .y = label.y + label.height / 2,
                         .scale = OUTSIDE_SCALE,
                         .bold = TRUE,
                         .color = frame->style->colors[REFRAIN_COLOR_TEXT] };
  show_on_ground (frame, &place, text, width, outside);
  return TRUE;
}

/* The heaviest first. */
REFRAIN_DEFINE_COMPARE (compare_pending,
                        Pending,
                        REFRAIN_FALLING (n_events) ?: REFRAIN_RISING (box))

void
refrain_loop_paint_box_labels (const RefrainLoopFrame *frame)
{
  const RefrainLoopLayout *layout = frame->layout;
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (RefrainLoopRect));
  g_autoptr (GArray) pending = g_array_new (FALSE, FALSE, sizeof (Pending));
  g_autoptr (GArray) labelled = g_array_new (FALSE, FALSE, sizeof (Pending));
  guint n_failed = 0;

  for (gsize i = refrain_loop_frame_next_box (frame, 0); i < layout->n_boxes;
       i = refrain_loop_frame_next_box (frame, i + 1))
    {
      Pending it = { (guint32) i, frame->painter->n_events[layout->boxes[i].construct], { 0 }, 0 };

      if (frame->states[i] == REFRAIN_LOOP_UNSEEN)
        continue;
      refrain_loop_frame_get_rect (frame, (guint32) i, &it.rect);
      if (it.rect.y > frame->height || it.rect.y + it.rect.height < 0)
        continue;
      if (label_inside (frame, (guint32) i, &it.rect, taken, &it.y))
        g_array_append_val (labelled, it);
      else
        g_array_append_val (pending, it);
    }
  g_array_sort (pending, compare_pending);
  for (guint k = 0; k < pending->len && k < MAX_OUTSIDE && n_failed < MAX_FAILED; k++)
    if (!label_outside (frame, &g_array_index (pending, Pending, k), taken))
      n_failed++;
  /* What is in them has the room that all labels leave. */
  for (guint k = 0; k < labelled->len; k++)
    {
      const Pending *it = &g_array_index (labelled, Pending, k);

      tell_content (frame, it->box, &it->rect, it->y, taken);
    }
}

/* ---- Numbers said again ---------------------------------------------------------------------- */

void
refrain_loop_paint_reminders (const RefrainLoopFrame *frame)
{
  const RefrainLoopLayout *layout = frame->layout;
  const double scale = 0.75, font = frame->style->font_size;

  if (frame->row_height < font)
    return;
  for (gsize i = 0; i < layout->n_reminders; i++)
    {
      const RefrainLoopReminder *it = &layout->reminders[i];
      RefrainText place = { .scale = scale,
                            .align = REFRAIN_TEXT_RIGHT,
                            .color = frame->style->colors[REFRAIN_COLOR_TEXT] };
      g_autofree char *text = NULL;
      double width;

      if (it->x > frame->end)
        break;
      if (it->x < frame->start || frame->states[it->box] == REFRAIN_LOOP_UNSEEN)
        continue;
      text = g_strdup_printf (
          "%u", refrain_loop_alike_get_representative (frame->painter->alike, it->line));
      width = refrain_text_get_width (frame->style, text, scale);
      if (width > REFRAIN_LOOP_MOVE * frame->step_width)
        continue;
      place.x = refrain_loop_frame_get_x (frame, it->x) - 1.5 * frame->unit;
      place.y = refrain_loop_frame_get_y (frame, it->row);
      show_on_ground (frame, &place, text, width, frame->style->colors[REFRAIN_COLOR_BACKGROUND]);
    }
}
