/* refrain-strip-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is most and least in blocks of occurrences is known, so that a column of pixels costs their
 * number and two blocks, however many it stands for.
 */
#include "refrain-strip-painter.h"

#include <math.h>

#include "refrain-free.h"
#include "refrain-occurrence-words.h"
#include "refrain-parallel.h"
#include "refrain-ruler.h"
#include "refrain-text.h"
#include "refrain-time-format.h"

/* Occurrences of a block. */
#define BLOCK 256
/* Bars at least this wide have a gap between them, in pixels. */
#define GAP_WIDTH 3.0
/* Of what is unusual among many, in pixels. */
#define CAP_HEIGHT 2.0
/* So far from a bar that is taller than its neighbours it is still meant, in pixels. */
#define REACH 5.0

/* Some occurrences together. */
typedef struct
{
  guint32 usual;   /* the longest that is no outlier, or REFRAIN_NONE */
  guint32 outlier; /* the longest outlier that is longer than usual, or REFRAIN_NONE */
  double least;
} Envelope;

struct _RefrainStripPainter
{
  RefrainPainter parent_instance;

  RefrainOccurrences *occurrences;
  double *values;
  gsize n;
  guint8 *is_long; /* longer than usual, by occurrence */
  guint8 *groups;  /* or NULL */
  guint n_groups;
  gboolean is_scale;
  Envelope *blocks;
  double most;
};

typedef struct
{
  RefrainStripPainter *self;
  const RefrainViewport *viewport;
  const RefrainStyle *style;
  double x, y, width, height; /* of the plot */
  gboolean furniture;
} Frame;

static void
refrain_strip_painter_finalize (RefrainStripPainter *self)
{
  g_clear_object (&self->occurrences);
  refrain_free (self->values, self->is_long, self->groups, self->blocks);
}

/* ---- What is together ------------------------------------------------------------------------ */

static const Envelope empty = { REFRAIN_NONE, REFRAIN_NONE, INFINITY };

/* The longer one of @i and @k, which may be REFRAIN_NONE. */
static guint32
get_longer (const RefrainStripPainter *self, guint32 i, guint32 k)
{
  if (i == REFRAIN_NONE || k == REFRAIN_NONE)
    return i == REFRAIN_NONE ? k : i;
  return self->values[k] > self->values[i] ? k : i;
}

static void
add_one (const RefrainStripPainter *self, Envelope *to, gsize i)
{
  guint32 *longest = self->is_long[i] != 0 ? &to->outlier : &to->usual;

  *longest = get_longer (self, *longest, (guint32) i);
  to->least = MIN (to->least, self->values[i]);
}

/* A block of a new one: its occurrences as they are, and together. */
static void
fill_block (gsize block, gpointer data)
{
  RefrainStripPainter *self = data;
  Envelope *all = &self->blocks[block];

  *all = empty;
  for (gsize i = block * BLOCK; i < MIN ((block + 1) * BLOCK, self->n); i++)
    {
      self->values[i] = (double) refrain_occurrences_get (self->occurrences, (guint32) i).duration;
      add_one (self, all, i);
    }
}

/* Occurrences [first, end) together. */
static Envelope
get_envelope (const RefrainStripPainter *self, gsize first, gsize end)
{
  Envelope all = empty;

  while (first < end)
    if (first % BLOCK == 0 && first + BLOCK <= end)
      {
        const Envelope *block = &self->blocks[first / BLOCK];

        all.usual = get_longer (self, all.usual, block->usual);
        all.outlier = get_longer (self, all.outlier, block->outlier);
        all.least = MIN (all.least, block->least);
        first += BLOCK;
      }
    else
      add_one (self, &all, first++);
  return all;
}

/* ---- Where things stand ---------------------------------------------------------------------- */

static void
init_frame (Frame *frame,
            RefrainStripPainter *self,
            const RefrainViewport *viewport,
            const RefrainStyle *style)
{
  const double font = style->font_size;

  *frame = (Frame){ self, viewport, style, 0, 0, viewport->width, viewport->height, FALSE };
  frame->furniture
      = viewport->furniture && viewport->width > 12 * font && viewport->height > 4.5 * font;
  if (!frame->furniture)
    return;
  frame->x = 0.6 * font + refrain_text_get_width (style, "000 ms", 0.8);
  frame->y = 0.7 * font;
  frame->width -= frame->x + 0.8 * font;
  frame->height -= frame->y + 1.5 * font;
}

static double
get_x (const Frame *frame, double place)
{
  const double span = MAX (frame->viewport->end - frame->viewport->start, 1e-9);

  return frame->x + (place - frame->viewport->start) / span * frame->width;
}

static double
get_place (const Frame *frame, double x)
{
  return frame->viewport->start
         + (x - frame->x) / MAX (frame->width, 1e-9)
               * (frame->viewport->end - frame->viewport->start);
}

static double
get_height (const Frame *frame, double value)
{
  return value / MAX (frame->self->most, 1e-9) * frame->height;
}

/* The occurrences whose middle stands in [x, x + 1). */
static void
get_column (const Frame *frame, double x, gsize *first, gsize *end)
{
  const double n = (double) frame->self->n;

  *first = (gsize) CLAMP (ceil (get_place (frame, x) - 1), 0, n);
  *end = (gsize) CLAMP (ceil (get_place (frame, x + 1) - 1), 0, n);
}

/* ---- Bars ------------------------------------------------------------------------------------ */

/* The colour of group @i. */
static RefrainColor
get_group_color (RefrainStripPainter *self, const RefrainStyle *style, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_STRIP_PAINTER (self), style->colors[REFRAIN_COLOR_P2P]);

  if (self->is_scale)
    return refrain_style_get_scale_color (
        style, self->n_groups > 1 ? 0.25 + 0.75 * i / (self->n_groups - 1.0) : 1);
  return refrain_style_get_part_color (style, MIN (i, REFRAIN_STRIP_GROUPS - 1));
}

static RefrainColor
get_color (const Frame *frame, guint32 i)
{
  RefrainStripPainter *self = frame->self;

  if (self->groups != NULL)
    return get_group_color (self, frame->style, self->groups[i]);
  return frame->style->colors[self->is_long[i] != 0 ? REFRAIN_COLOR_DEFECT : REFRAIN_COLOR_P2P];
}

static void
paint_bar (const Frame *frame, cairo_t *cr, double x, double width, guint32 i, double above)
{
  const double bottom = frame->y + frame->height;
  const double from = get_height (frame, above);
  const double to = MAX (get_height (frame, frame->self->values[i]), from + 1);

  refrain_color_set_source (get_color (frame, i), cr);
  cairo_rectangle (cr, x, bottom - to, width, to - from);
  cairo_fill (cr);
}

/* One bar each. */
static void
paint_bars (const Frame *frame, cairo_t *cr)
{
  const double n = (double) frame->self->n;
  const gsize first = (gsize) CLAMP (floor (frame->viewport->start) - 1, 0, n);
  const gsize end = (gsize) CLAMP (ceil (frame->viewport->end), 0, n);
  const double width = get_x (frame, 2) - get_x (frame, 1);
  const double gap = width >= GAP_WIDTH ? MIN (0.25 * width, 2) : 0;

  for (gsize i = first; i < end; i++)
    paint_bar (frame, cr, get_x (frame, (double) i + 0.5) + gap / 2, width - gap, (guint32) i, 0);
}

/* The one of many that is unusual: where it ends, over a pale stem, for the column is not of its
 * kind. */
static void
paint_outlier (const Frame *frame, cairo_t *cr, double x, guint32 i, double above)
{
  const double bottom = frame->y + frame->height;
  const double from = get_height (frame, above);
  const double to = MAX (get_height (frame, frame->self->values[i]), from + CAP_HEIGHT);

  refrain_color_set_source (refrain_color_fade (get_color (frame, i), 0.25), cr);
  cairo_rectangle (cr, x, bottom - to, 1, to - from);
  cairo_fill (cr);
  refrain_color_set_source (get_color (frame, i), cr);
  cairo_rectangle (cr, x, bottom - to, 1, CAP_HEIGHT);
  cairo_fill (cr);
}

/* What share a column of pixels: up to the shortest in full colour, up to the longest usual one
 * paler, and what is unusual above. */
static void
paint_envelope (const Frame *frame, cairo_t *cr)
{
  const RefrainStripPainter *self = frame->self;

  for (double x = floor (frame->x); x < frame->x + frame->width; x++)
    {
      gsize first, end;
      Envelope column;
      double above = 0;

      get_column (frame, x, &first, &end);
      column = get_envelope (self, first, end);
      if (column.usual != REFRAIN_NONE)
        {
          const double least = get_height (frame, MIN (column.least, self->values[column.usual]));
          const double most = MAX (get_height (frame, self->values[column.usual]), 1);
          const RefrainColor color = get_color (frame, column.usual);

          refrain_color_set_source (refrain_color_fade (color, 0.55), cr);
          cairo_rectangle (cr, x, frame->y + frame->height - most, 1, most - least);
          cairo_fill (cr);
          refrain_color_set_source (color, cr);
          cairo_rectangle (cr, x, frame->y + frame->height - least, 1, least);
          cairo_fill (cr);
          above = self->values[column.usual];
        }
      if (column.outlier != REFRAIN_NONE)
        paint_outlier (frame, cr, x, column.outlier, above);
    }
}

/* ---- Around the plot ------------------------------------------------------------------------- */

static void
write_at (const Frame *frame, cairo_t *cr, double x, double y, RefrainTextAlign align, char *text)
{
  const RefrainText place = { .x = x,
                              .y = y,
                              .align = align,
                              .scale = 0.8,
                              .color = frame->style->colors[REFRAIN_COLOR_TEXT_DIM] };

  refrain_text_show (cr, frame->style, &place, text);
  g_free (text);
}

static void
paint_line (const Frame *frame, cairo_t *cr, double y)
{
  refrain_style_set_color (frame->style, cr, REFRAIN_COLOR_GRID);
  cairo_set_line_width (cr, frame->style->line_width);
  cairo_move_to (cr, frame->x, floor (y) + 0.5);
  cairo_line_to (cr, frame->x + frame->width, floor (y) + 0.5);
  cairo_stroke (cr);
}

static void
paint_furniture (const Frame *frame, cairo_t *cr)
{
  const double font = frame->style->font_size, bottom = frame->y + frame->height;
  const double tick
      = refrain_ruler_get_step (MAX (frame->self->most * 2 * font / MAX (frame->height, 1), 1));
  const guint64 first = (guint64) MAX (1, ceil (frame->viewport->start));
  const guint64 last = (guint64) MIN ((double) frame->self->n, floor (frame->viewport->end));

  for (double value = 0; value <= frame->self->most; value += tick)
    {
      const double y = bottom - get_height (frame, value);

      paint_line (frame, cr, y);
      if (y > frame->y + 0.2 * font)
        write_at (frame, cr, frame->x - 0.35 * font, y, REFRAIN_TEXT_RIGHT,
                  value > 0 ? refrain_time_format_resolved ((RefrainTime) value, (RefrainTime) tick,
                                                            (RefrainTime) frame->self->most)
                            : g_strdup ("0"));
    }
  write_at (frame, cr, frame->x, bottom + 0.8 * font, REFRAIN_TEXT_LEFT,
            refrain_count_format (first));
  if (last > first)
    write_at (frame, cr, frame->x + frame->width, bottom + 0.8 * font, REFRAIN_TEXT_RIGHT,
              refrain_count_format (last));
}

/* ---- The painter ----------------------------------------------------------------------------- */

static void
refrain_strip_painter_paint (RefrainPainter *painter,
                             cairo_t *cr,
                             const RefrainViewport *viewport,
                             const RefrainStyle *style)
{
  RefrainStripPainter *self = REFRAIN_STRIP_PAINTER (painter);
  Frame frame;

  init_frame (&frame, self, viewport, style);
  refrain_style_set_color (style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  if (!(viewport->end > viewport->start) || self->n == 0)
    return;
  if (frame.furniture)
    paint_furniture (&frame, cr);
  cairo_save (cr);
  cairo_rectangle (cr, frame.x, frame.y, frame.width, frame.height);
  cairo_clip (cr);
  if (viewport->end - viewport->start > frame.width)
    paint_envelope (&frame, cr);
  else
    paint_bars (&frame, cr);
  cairo_restore (cr);
}

void
refrain_strip_painter_paint_over (RefrainStripPainter *self,
                                  cairo_t *cr,
                                  const RefrainViewport *viewport,
                                  const RefrainStyle *style,
                                  guint32 current,
                                  double from,
                                  double to)
{
  Frame frame;

  g_return_if_fail (REFRAIN_IS_STRIP_PAINTER (self));

  init_frame (&frame, self, viewport, style);
  cairo_save (cr);
  cairo_rectangle (cr, frame.x - 2, 0, frame.width + 4, viewport->height);
  cairo_clip (cr);
  if (from <= to)
    {
      refrain_style_set_color_alpha (style, cr, REFRAIN_COLOR_SELECTION, 0.25);
      cairo_rectangle (cr, get_x (&frame, from), frame.y, get_x (&frame, to) - get_x (&frame, from),
                       frame.height);
      cairo_fill (cr);
    }
  if (current < self->n)
    {
      const double left = get_x (&frame, current + 0.5), right = get_x (&frame, current + 1.5);
      const double middle = (left + right) / 2, half = MAX ((right - left) / 2, 2);

      refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT);
      cairo_set_line_width (cr, 1.5 * style->line_width);
      cairo_rectangle (cr, middle - half, frame.y, 2 * half, frame.height);
      cairo_stroke (cr);
    }
  cairo_restore (cr);
}

double
refrain_strip_painter_get_place (RefrainStripPainter *self,
                                 const RefrainViewport *viewport,
                                 const RefrainStyle *style,
                                 double x)
{
  Frame frame;

  g_return_val_if_fail (REFRAIN_IS_STRIP_PAINTER (self), 0);
  init_frame (&frame, self, viewport, style);
  return CLAMP (get_place (&frame, x), viewport->start, viewport->end);
}

/* The occurrence that is drawn at @x, or REFRAIN_NONE. */
static guint32
find_at (const Frame *frame, double x)
{
  const RefrainStripPainter *self = frame->self;
  Envelope column;
  gsize first, end;

  if (self->n == 0 || x < frame->x || x >= frame->x + frame->width)
    return REFRAIN_NONE;
  get_column (frame, floor (x), &first, &end);
  if (first >= end)
    {
      const double place = round (get_place (frame, x) - 1);

      return place >= 0 && place < (double) self->n ? (guint32) place : REFRAIN_NONE;
    }
  column = get_envelope (self, first, end);
  return get_longer (self, column.outlier, column.usual);
}

static gboolean
reaches (const Frame *frame, guint32 i, double y)
{
  return i != REFRAIN_NONE
         && get_height (frame, frame->self->values[i]) >= frame->y + frame->height - y;
}

guint32
refrain_strip_painter_find (RefrainStripPainter *self,
                            const RefrainViewport *viewport,
                            const RefrainStyle *style,
                            double x,
                            double y)
{
  Frame frame;
  guint32 found;

  g_return_val_if_fail (REFRAIN_IS_STRIP_PAINTER (self), REFRAIN_NONE);

  init_frame (&frame, self, viewport, style);
  found = find_at (&frame, x);
  if (found == REFRAIN_NONE || reaches (&frame, found, y))
    return found;
  for (double away = 1; away <= REACH; away++)
    for (int side = -1; side <= 1; side += 2)
      {
        const guint32 other = find_at (&frame, x + side * away);

        if (reaches (&frame, other, y))
          return other;
      }
  return found;
}

static void
refrain_strip_painter_get_extent (RefrainPainter *painter, RefrainViewport *viewport)
{
  viewport->start = 0.5;
  viewport->end = MAX ((double) REFRAIN_STRIP_PAINTER (painter)->n, 1) + 0.5;
}

REFRAIN_DEFINE_PAINTER (RefrainStripPainter,
                        refrain_strip_painter,
                        .paint = refrain_strip_painter_paint,
                        .get_extent = refrain_strip_painter_get_extent)

RefrainStripPainter *
refrain_strip_painter_new (RefrainOccurrences *occurrences,
                           RefrainDurations *durations,
                           const guint8 *groups,
                           guint n_groups,
                           gboolean is_scale)
{
  RefrainStripPainter *self;
  RefrainSlowOccurrences slow;
  gsize n_blocks;

  g_return_val_if_fail (REFRAIN_IS_OCCURRENCES (occurrences), NULL);

  self = g_object_new (REFRAIN_TYPE_STRIP_PAINTER, NULL);
  self->occurrences = g_object_ref (occurrences);
  self->n = refrain_occurrences_get_n (occurrences);
  self->groups = groups != NULL ? g_memdup2 (groups, MAX (self->n, 1)) : NULL;
  self->n_groups = n_groups;
  self->is_scale = is_scale;
  self->values = g_new (double, self->n + 1);
  self->is_long = g_new0 (guint8, self->n + 1);
  /* Those that the sentence beside it counts. */
  if (durations != NULL)
    refrain_occurrences_find_slow (occurrences, durations, &slow, self->is_long);
  n_blocks = ((gsize) self->n + BLOCK - 1) / BLOCK;
  self->blocks = g_new (Envelope, n_blocks + 1);
  refrain_parallel_run (n_blocks, fill_block, self, NULL);
  self->most = 1;
  for (gsize b = 0; b < n_blocks; b++)
    {
      const guint32 longest = get_longer (self, self->blocks[b].outlier, self->blocks[b].usual);

      self->most = MAX (self->most, self->values[longest]);
    }
  return self;
}
