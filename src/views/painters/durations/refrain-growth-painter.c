/* refrain-growth-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Both axes begin where nothing is: numbers at 0, processes, on a logarithmic scale, beside the
 * first run.
 */
#include "refrain-growth-painter.h"

#include <math.h>

#include "refrain-free.h"
#include "refrain-ruler.h"
#include "refrain-text.h"

/* Of font sizes: from one label of the numbers to the next at least, what is left above and beside
 * the plot, and the radius of points. */
#define PITCH  2.4
#define AIR    0.8
#define BELOW  1.8
#define RADIUS 0.28
#define NARROW 0.8
/* Of the width, for names. */
#define MOST_NAMES 0.4

typedef struct
{
  char *name;
  double *values;
} Line;

struct _RefrainGrowthPainter
{
  RefrainPainter parent_instance;

  guint *processes;
  guint n;
  GArray *lines; /* of Line */
  RefrainGrowthFormat format;
  gpointer data;
};

/* The plot, and what stands at its top. */
typedef struct
{
  const RefrainGrowthPainter *self;
  const RefrainStyle *style;
  double x, y, width, height, names;
  double most, step;
} Frame;

RefrainGrowthPainter *
refrain_growth_painter_new (const guint *processes,
                            guint n,
                            RefrainGrowthFormat format,
                            gpointer data)
{
  RefrainGrowthPainter *self;

  g_return_val_if_fail (n > 0 && format != NULL, NULL);

  self = g_object_new (REFRAIN_TYPE_GROWTH_PAINTER, NULL);
  self->processes = g_memdup2 (processes, n * sizeof *processes);
  self->n = n;
  self->format = format;
  self->data = data;
  return self;
}

void
refrain_growth_painter_add (RefrainGrowthPainter *self, const char *name, const double *values)
{
  const Line line = { g_strdup (name), g_memdup2 (values, self->n * sizeof *values) };

  g_return_if_fail (REFRAIN_IS_GROWTH_PAINTER (self));
  g_array_append_val (self->lines, line);
}

/* ---- Where things stand ---- */

static double
find_most (const RefrainGrowthPainter *self)
{
  double most = 0;

  for (guint l = 0; l < self->lines->len; l++)
    for (guint i = 0; i < self->n; i++)
      most = fmax (most, g_array_index (self->lines, Line, l).values[i]);
  return most;
}

static void
init_frame (Frame *frame,
            const RefrainGrowthPainter *self,
            const RefrainViewport *viewport,
            const RefrainStyle *style)
{
  const double font = style->font_size;
  g_autofree char *most = NULL;

  *frame = (Frame){ .self = self, .style = style, .y = AIR * font };
  frame->height = MAX (viewport->height - (AIR + BELOW) * font, 1);
  frame->most = find_most (self);
  if (!(frame->most > 0))
    frame->most = 1;
  frame->step
      = refrain_ruler_get_step (frame->most / MAX (floor (frame->height / (PITCH * font)), 1));
  frame->most = ceil (frame->most / frame->step - 1e-9) * frame->step;
  most = self->format (frame->most, self->data);
  frame->x = refrain_text_get_width (style, most, NARROW) + 2 * AIR * font;
  for (guint l = 0; l < self->lines->len; l++)
    frame->names
        = MAX (frame->names,
               refrain_text_get_width (style, g_array_index (self->lines, Line, l).name, NARROW)
                   + AIR * font);
  frame->names = MIN (frame->names, MOST_NAMES * viewport->width);
  frame->width = MAX (viewport->width - frame->x - frame->names - AIR * font, 1);
}

static double
get_x (const Frame *frame, guint run)
{
  const guint *processes = frame->self->processes;
  const double span = log ((double) processes[frame->self->n - 1] / processes[0]);

  return frame->x
         + frame->width
               * (span > 0 ? log ((double) processes[run] / processes[0]) / span
                           : (run + 0.5) / frame->self->n);
}

static double
get_y (const Frame *frame, double value)
{
  return frame->y + frame->height * (1 - value / frame->most);
}

/* ---- Painting ---- */

static void
paint_axes (const Frame *frame, cairo_t *cr)
{
  const RefrainStyle *style = frame->style;
  const double font = style->font_size;
  RefrainText place = { .x = frame->x - AIR * font,
                        .align = REFRAIN_TEXT_RIGHT,
                        .color = style->colors[REFRAIN_COLOR_TEXT_DIM],
                        .scale = NARROW };
  double last = -G_MAXDOUBLE;

  refrain_color_set_source (style->colors[REFRAIN_COLOR_GRID], cr);
  cairo_set_line_width (cr, 1);
  for (double value = 0; value < frame->most + frame->step / 2; value += frame->step)
    {
      cairo_move_to (cr, frame->x, floor (get_y (frame, value)) + 0.5);
      cairo_rel_line_to (cr, frame->width, 0);
    }
  cairo_stroke (cr);
  for (double value = 0; value < frame->most + frame->step / 2; value += frame->step)
    {
      g_autofree char *text = frame->self->format (value, frame->self->data);

      place.y = get_y (frame, value);
      refrain_text_show (cr, style, &place, text);
    }
  place.align = REFRAIN_TEXT_CENTER;
  place.y = frame->y + frame->height + BELOW * font / 2;
  for (guint i = 0; i < frame->self->n; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", frame->self->processes[i]);
      const double half = refrain_text_get_width (style, text, NARROW) / 2;

      place.x = get_x (frame, i);
      if (place.x - half < last)
        continue;
      refrain_text_show (cr, style, &place, text);
      last = place.x + half + AIR * font / 2;
    }
}

/* The name of @line stands at its last point, no nearer than a line of text to those before. */
static void
paint_name (const Frame *frame, cairo_t *cr, const Line *line, RefrainColor color, GArray *taken)
{
  const double font = frame->style->font_size;
  RefrainText place = { .x = frame->x + frame->width + AIR * font / 2,
                        .y = frame->y + frame->height,
                        .color = color,
                        .scale = NARROW,
                        .max_width = frame->names };

  for (guint i = 0; i < frame->self->n; i++)
    if (isfinite (line->values[i]))
      place.y = get_y (frame, line->values[i]);
  for (guint k = 0; k <= taken->len; k++)
    for (guint i = 0; i < taken->len; i++)
      if (fabs (g_array_index (taken, double, i) - place.y) < font)
        place.y = g_array_index (taken, double, i) + font;
  g_array_append_val (taken, place.y);
  refrain_text_show (cr, frame->style, &place, line->name);
}

static void
paint_line (const Frame *frame, cairo_t *cr, const Line *line, RefrainColor color)
{
  const double font = frame->style->font_size;
  gboolean joined = FALSE;

  refrain_color_set_source (color, cr);
  cairo_set_line_width (cr, MAX (font / 7, 1));
  for (guint i = 0; i < frame->self->n; i++)
    {
      if (isfinite (line->values[i]))
        (joined ? cairo_line_to : cairo_move_to) (cr, get_x (frame, i),
                                                  get_y (frame, line->values[i]));
      joined = isfinite (line->values[i]);
    }
  cairo_stroke (cr);
  for (guint i = 0; i < frame->self->n; i++)
    if (isfinite (line->values[i]))
      {
        cairo_new_sub_path (cr);
        cairo_arc (cr, get_x (frame, i), get_y (frame, line->values[i]), RADIUS * font, 0,
                   2 * G_PI);
      }
  cairo_fill (cr);
}

static void
refrain_growth_painter_paint (RefrainPainter *painter,
                              cairo_t *cr,
                              const RefrainViewport *viewport,
                              const RefrainStyle *style)
{
  RefrainGrowthPainter *self = REFRAIN_GROWTH_PAINTER (painter);
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (double));
  Frame frame;

  init_frame (&frame, self, viewport, style);
  paint_axes (&frame, cr);
  for (guint l = 0; l < self->lines->len; l++)
    {
      const Line *line = &g_array_index (self->lines, Line, l);
      const RefrainColor color = refrain_style_get_curve_color (style, l, self->lines->len);

      paint_line (&frame, cr, line, color);
      paint_name (&frame, cr, line, color, taken);
    }
}

static void
refrain_growth_painter_finalize (RefrainGrowthPainter *self)
{
  g_free (self->processes);
  g_array_unref (self->lines);
}

REFRAIN_DEFINE_CLEAR (line_clear, Line, g_free (x->name); g_free (x->values))

static void
refrain_growth_painter_init (RefrainGrowthPainter *self)
{
  self->lines = g_array_new (FALSE, FALSE, sizeof (Line));
  g_array_set_clear_func (self->lines, line_clear);
}

REFRAIN_DEFINE_PAINTER_WITH_INIT (RefrainGrowthPainter,
                                  refrain_growth_painter,
                                  .paint = refrain_growth_painter_paint)
