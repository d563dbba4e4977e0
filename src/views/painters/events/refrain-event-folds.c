/* refrain-event-folds.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is similar to something kept, as blocks over the rows: how often and how long each time.
 * Where blocks are narrower than pixels, those in a row are one.
 */
#include <glib/gi18n.h>

#include "refrain-event-frame.h"
#include "refrain-search.h"
#include "refrain-time-format.h"

/* A block narrower than this, in units, has no edges and no words. */
#define NARROW 6
#define SCALE  0.85

/* From the top of a row: where blocks of a thread lie. */
static void
get_extent (const RefrainEventFrame *frame, guint process, gsize thread, double *y, double *height)
{
  const RefrainRowShape shape = refrain_event_frame_get_shape (frame, process, thread);
  const gboolean tracks = refrain_event_frame_has_tracks (frame, process);
  const double end = tracks ? shape.lane_y + shape.lane_height : shape.peer_y + shape.peer_height;

  *y = shape.band_y;
  *height = MAX (end, shape.lane_y + shape.lane_height) - *y;
}

static gboolean
is_open (const RefrainEventPainter *painter, const RefrainFold *fold)
{
  return painter->open_folds != NULL && g_ptr_array_find (painter->open_folds, fold, NULL);
}

/* No less than what @text takes, without measuring it. */
static double
guess_width (const RefrainStyle *style, const char *text)
{
  return 0.66 * SCALE * style->font_size * (double) g_utf8_strlen (text, -1);
}

/* "×118, 11.2 ms each", or "×118", as there is room for; FALSE where there is none. */
static gboolean
label_block (const RefrainEventFrame *frame,
             const RefrainFold *fold,
             double x0,
             double x1,
             double y,
             double height)
{
  const RefrainStyle *style = frame->style;
  g_autofree char *each = refrain_time_format (fold->each, 3);
  g_autofree char *full = fold->count > 1 ? g_strdup_printf (_ ("×%u, %s each"), fold->count, each)
                                          : g_strdup_printf (_ ("similar to another, %s"), each);
  g_autofree char *brief = g_strdup_printf ("×%u", fold->count);
  const char *text = full;
  RefrainText place = { .align = REFRAIN_TEXT_CENTER,
                        .y = y + height / 2,
                        .scale = SCALE,
                        .color = style->colors[REFRAIN_COLOR_TEXT] };

  x0 = MAX (x0, 0) + 4 * frame->unit;
  x1 = MIN (x1, frame->viewport->width) - 4 * frame->unit;
  if (height < SCALE * style->font_size || !refrain_text_may_fit (style, x1 - x0))
    return FALSE;
  if (guess_width (style, text) > x1 - x0)
    text = brief;
  if (guess_width (style, text) > x1 - x0)
    return FALSE;
  place.x = (x0 + x1) / 2;
  refrain_text_show (frame->cr, style, &place, text);
  return TRUE;
}

/* Where blocks of a thread are drawn, and those that are too narrow for more than their ground and
 * follow each other: [from, to]. */
typedef struct
{
  const RefrainEventFrame *frame;
  double y, height;
  double from, to;
  guint *labels; /* how many more are allowed */
} Pen;

static void
fill_ground (const Pen *pen, double x0, double x1)
{
  cairo_rectangle (pen->frame->cr, x0, pen->y, x1 - x0, pen->height);
  refrain_style_set_color (pen->frame->style, pen->frame->cr, REFRAIN_COLOR_GAP);
  cairo_fill (pen->frame->cr);
}

static void
flush (Pen *pen)
{
  if (pen->to > pen->from)
    fill_ground (pen, pen->from, pen->to);
  pen->from = pen->to = 0;
}

static void
draw_narrow (Pen *pen, double x0, double x1)
{
  if (pen->to <= pen->from || x0 > pen->to + 0.5 * pen->frame->unit)
    {
      flush (pen);
      pen->from = x0;
    }
  pen->to = MAX (pen->to, x1);
}

/* A block, closed at both sides like the edge of what is folded up. */
static void
draw_block (Pen *pen, const RefrainFold *fold, double x0, double x1)
{
  const RefrainEventFrame *frame = pen->frame;
  cairo_t *cr = frame->cr;
  const double line = frame->style->line_width;
  const guint n_edges = x1 - x0 < 4 * NARROW * frame->unit ? 1 : 2;

  flush (pen);
  fill_ground (pen, x0, x1);
  refrain_style_set_color_alpha (frame->style, cr, REFRAIN_COLOR_TEXT_DIM, 0.6);
  for (guint i = 0; i < n_edges; i++)
    {
      cairo_rectangle (cr, x0 + 2 * i * line, pen->y, line, pen->height);
      cairo_rectangle (cr, x1 - line - 2 * i * line, pen->y, line, pen->height);
    }
  cairo_fill (cr);
  if (*pen->labels > 0 && label_block (frame, fold, x0, x1, pen->y, pen->height))
    (*pen->labels)--;
}

/* The blocks of a thread in the window. */
static void
draw_thread (const RefrainEventFrame *frame, gint64 row, gsize thread, guint *labels)
{
  const guint process = frame->painter->rows[row];
  Pen pen = { .frame = frame, .labels = labels };
  gsize n, next;
  const RefrainFold *folds = refrain_folds_get (frame->painter->folds, process, thread, &n);

  get_extent (frame, process, thread, &pen.y, &pen.height);
  pen.y += refrain_event_frame_get_y (frame, row);
  for (gsize i = REFRAIN_LOWER_BOUND (k, 0, n, folds[k].end < frame->from);
       i < n && folds[i].start <= frame->to; i = next)
    {
      const double x0 = refrain_event_frame_get_time_x (frame, folds[i].start);
      const double x1 = refrain_event_frame_get_time_x (frame, folds[i].end);

      next = i + 1;
      if (is_open (frame->painter, &folds[i]))
        continue;
      if (x1 - x0 >= NARROW * frame->unit)
        draw_block (&pen, &folds[i], x0, x1);
      else
        {
          const double to = MAX (x1, x0 + 0.8 * frame->unit);

          draw_narrow (&pen, x0, to);
          /* All that ends in the same pixel. */
          if (x1 - x0 < 0.5 * frame->unit)
            {
              const RefrainTime edge = refrain_axis_to_time (
                  frame->painter->axis, frame->viewport->start + to / frame->scale);

              next = MAX (next, REFRAIN_LOWER_BOUND (k, i, n, folds[k].end <= edge));
            }
        }
    }
  flush (&pen);
}

void
refrain_event_paint_folds (const RefrainEventFrame *frame)
{
  RefrainEventPainter *painter = frame->painter;

  if (painter->folds == NULL || refrain_axis_get_kind (painter->axis) == REFRAIN_AXIS_LOGICAL)
    return;
  for (gint64 row = frame->first_row; row < frame->last_row; row++)
    {
      const guint process = painter->rows[row];
      RefrainProcess *object = refrain_trace_get_process (painter->trace, process);
      const gboolean tracks = refrain_event_frame_has_tracks (frame, process);
      /* All rows may have as many. */
      guint labels = REFRAIN_EVENT_MAX_LABELS / (guint) (frame->last_row - frame->first_row) + 1;

      for (gsize t = 0; t < refrain_process_get_n_threads (object); t++)
        if (refrain_event_has_track (object, t))
          {
            draw_thread (frame, row, t, &labels);
            /* Where all threads share the row, the first says what is folded. */
            if (!tracks)
              break;
          }
    }
}

const RefrainFold *
refrain_event_find_fold (const RefrainEventFrame *frame, double x, double y)
{
  RefrainEventPainter *painter = frame->painter;
  const gint at = refrain_event_painter_get_process_at (painter, frame->viewport, y);
  const RefrainFold *folds;
  RefrainTime time;
  RefrainProcess *process;
  double top, height, inside;
  gsize thread, n, i;

  if (painter->folds == NULL || at < 0
      || refrain_axis_get_kind (painter->axis) == REFRAIN_AXIS_LOGICAL)
    return NULL;
  process = refrain_trace_get_process (painter->trace, (guint) at);
  inside = y - refrain_event_frame_get_y (frame, painter->row_of[at]);
  thread = refrain_event_frame_get_thread_at (frame, (guint) at, inside);
  if (!refrain_event_frame_has_tracks (frame, (guint) at))
    for (thread = 0; thread + 1 < refrain_process_get_n_threads (process)
                     && !refrain_event_has_track (process, thread);)
      thread++;
  get_extent (frame, (guint) at, thread, &top, &height);
  if (inside < top || inside > top + height)
    return NULL;
  folds = refrain_folds_get (painter->folds, (guint) at, thread, &n);
  time = refrain_axis_to_time (painter->axis, frame->viewport->start + x / frame->scale);
  i = REFRAIN_LOWER_BOUND (k, 0, n, folds[k].end < time);
  return i < n && folds[i].start <= time && !is_open (painter, &folds[i]) ? &folds[i] : NULL;
}
