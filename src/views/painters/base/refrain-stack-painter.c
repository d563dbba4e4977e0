/* refrain-stack-painter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pictures share the height that titles leave, or the width.
 */
#include "refrain-stack-painter.h"

#include "refrain-free.h"
#include "refrain-text.h"

/* Of the font size: from line to line, and between pictures. */
#define LINE 1.5
#define GAP  0.8
/* Lines of the sentence. */
#define MOST_LINES 4

typedef struct
{
  RefrainPainter *painter;
  RefrainViewport part;
  char *title;
} Picture;

struct _RefrainStackPainter
{
  RefrainPainter parent_instance;

  char *sentence;
  gboolean beside;
  GArray *pictures; /* of Picture */
};

RefrainStackPainter *
refrain_stack_painter_new (const char *sentence)
{
  RefrainStackPainter *self = g_object_new (REFRAIN_TYPE_STACK_PAINTER, NULL);

  self->sentence = g_strdup (sentence);
  return self;
}

void
refrain_stack_painter_add (RefrainStackPainter *self,
                           RefrainPainter *painter,
                           const RefrainViewport *part,
                           const char *title)
{
  const Picture picture = { g_object_ref (painter), *part, g_strdup (title) };

  g_return_if_fail (REFRAIN_IS_STACK_PAINTER (self));
  g_array_append_val (self->pictures, picture);
}

void
refrain_stack_painter_set_beside (RefrainStackPainter *self, gboolean beside)
{
  g_return_if_fail (REFRAIN_IS_STACK_PAINTER (self));
  self->beside = beside;
}

static void
refrain_stack_painter_paint (RefrainPainter *painter,
                             cairo_t *cr,
                             const RefrainViewport *viewport,
                             const RefrainStyle *style)
{
  RefrainStackPainter *self = REFRAIN_STACK_PAINTER (painter);
  const double line = LINE * style->font_size, gap = GAP * style->font_size;
  RefrainText place
      = { .y = line / 2, .max_width = viewport->width, .color = style->colors[REFRAIN_COLOR_TEXT] };
  const guint n = MAX (self->pictures->len, 1), n_across = self->beside ? n : 1;
  const double width = MAX ((viewport->width - gap * (n_across - 1)) / n_across, 1);
  double x = 0, y = 0, height;

  if (self->sentence != NULL)
    y = line * refrain_text_show_lines (cr, style, &place, line, MOST_LINES, self->sentence) + gap;
  place.bold = TRUE;
  place.max_width = width;
  height = MAX ((viewport->height - y) * n_across / n - line - gap, 1);
  for (guint i = 0; i < self->pictures->len; i++)
    {
      const Picture *picture = &g_array_index (self->pictures, Picture, i);
      RefrainViewport part = picture->part;

      place.x = x;
      place.y = y + line / 2;
      refrain_text_show (cr, style, &place, picture->title);
      part.width = width;
      part.height = height;
      part.furniture = viewport->furniture;
      cairo_save (cr);
      cairo_translate (cr, x, y + line);
      cairo_rectangle (cr, 0, 0, part.width, part.height);
      cairo_clip (cr);
      refrain_painter_paint (picture->painter, cr, &part, style);
      cairo_restore (cr);
      if (self->beside)
        x += width + gap;
      else
        y += line + height + gap;
    }
}

static void
refrain_stack_painter_finalize (RefrainStackPainter *self)
{
  g_free (self->sentence);
  g_array_unref (self->pictures);
}

REFRAIN_DEFINE_CLEAR (picture_clear, Picture, g_object_unref (x->painter); g_free (x->title))

static void
refrain_stack_painter_init (RefrainStackPainter *self)
{
  self->pictures = g_array_new (FALSE, FALSE, sizeof (Picture));
  g_array_set_clear_func (self->pictures, picture_clear);
}

REFRAIN_DEFINE_PAINTER_WITH_INIT (RefrainStackPainter,
                                  refrain_stack_painter,
                                  .paint = refrain_stack_painter_paint)
