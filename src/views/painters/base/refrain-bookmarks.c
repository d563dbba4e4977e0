/* refrain-bookmarks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Flags are set from the left into the first row that has room; one without room has its line only.
 */
#include "refrain-bookmarks.h"

#include <math.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-text.h"

#define FLAG_ROWS 3
/* In font sizes. */
#define FLAG_HEIGHT   1.35
#define FLAG_PADDING  0.35
#define LONGEST_NAME  18.0
#define NAME_SCALE    0.85
#define LINE_ALPHA    0.75
#define SPAN_ALPHA    0.08
#define DASH_IN_FONTS 0.3

struct _RefrainBookmarks
{
  RefrainBookmark *items;
  gsize n;
};

G_DEFINE_BOXED_TYPE (RefrainBookmarks,
                     refrain_bookmarks,
                     refrain_bookmarks_ref,
                     refrain_bookmarks_unref)

REFRAIN_DEFINE_COMPARE (compare,
                        RefrainBookmark,
                        REFRAIN_RISING (start) ?: REFRAIN_RISING (end)
                            ?: g_strcmp0 (x->name, y->name))

RefrainBookmarks *
refrain_bookmarks_new (const RefrainBookmark *items, gsize n)
{
  RefrainBookmarks *self;

  g_return_val_if_fail (items != NULL || n == 0, NULL);

  self = g_atomic_rc_box_new0 (RefrainBookmarks);
  self->items = g_new0 (RefrainBookmark, MAX (n, 1));
  self->n = n;
  for (gsize i = 0; i < n; i++)
    self->items[i] = (RefrainBookmark){ items[i].start, items[i].end,
                                        g_strdup (items[i].name != NULL ? items[i].name : ""),
                                        g_strdup (items[i].note), g_strdup (items[i].subject) };
  refrain_sort (self->items, n, sizeof *self->items, compare);
  return self;
}

static void
clear (gpointer data)
{
  RefrainBookmarks *self = data;

  for (gsize i = 0; i < self->n; i++)
    refrain_free ((char *) self->items[i].name, (char *) self->items[i].note,
                  (char *) self->items[i].subject);
  g_free (self->items);
}

REFRAIN_DEFINE_SHARED (RefrainBookmarks, refrain_bookmarks, clear)

const RefrainBookmark *
refrain_bookmarks_get (const RefrainBookmarks *self, gsize *n)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = self->n;
  return self->items;
}

/* ---- Drawing ---- */

static double
get_x (RefrainAxis *axis, const RefrainViewport *viewport, RefrainTime time)
{
  return (refrain_axis_from_time (axis, time) - viewport->start) * viewport->width
         / (viewport->end - viewport->start);
}

/* What of @bookmark is in sight; FALSE: nothing. */
static gboolean
get_span (RefrainAxis *axis,
          const RefrainViewport *viewport,
          const RefrainBookmark *bookmark,
          double *left,
          double *right)
{
  *left = get_x (axis, viewport, bookmark->start);
  *right = get_x (axis, viewport, bookmark->end);
  return *right >= 0 && *left <= viewport->width;
}

static void
paint_line (cairo_t *cr, const RefrainViewport *viewport, const RefrainStyle *style, double x)
{
  const double dash = DASH_IN_FONTS * style->font_size;

  if (x < 0 || x > viewport->width)
    return;
  cairo_save (cr);
  refrain_style_set_color_alpha (style, cr, REFRAIN_COLOR_TEXT, LINE_ALPHA);
  cairo_set_line_width (cr, MAX (style->font_size / 12, 0.4));
  cairo_set_dash (cr, &dash, 1, 0);
  cairo_move_to (cr, x, 0);
  cairo_line_to (cr, x, viewport->height);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* Sets a flag at @x where a row has room: @free_from is where each of them ends. */
static void
paint_flag (cairo_t *cr,
            const RefrainViewport *viewport,
            const RefrainStyle *style,
            const char *name,
            double x,
            double *free_from)
{
  const double padding = FLAG_PADDING * style->font_size;
  const double height = FLAG_HEIGHT * style->font_size;
  const double width
      = MIN (refrain_text_get_width (style, name, NAME_SCALE), LONGEST_NAME * style->font_size)
        + 2 * padding;
  guint row = 0;

  x = CLAMP (x, 0, MAX (0, viewport->width - width));
  while (row < FLAG_ROWS && free_from[row] > x)
    row++;
  if (row == FLAG_ROWS || *name == '\0' || (row + 1) * height > viewport->height)
    return;
  free_from[row] = x + width + padding;
  refrain_style_set_color (style, cr, REFRAIN_COLOR_TEXT);
  cairo_rectangle (cr, x, row * height, width, height - 0.1 * style->font_size);
  cairo_fill (cr);
  {
    const RefrainText place = { .x = x + padding,
                                .y = (row + 0.5) * height,
                                .align = REFRAIN_TEXT_LEFT,
                                .scale = NAME_SCALE,
                                .color = style->colors[REFRAIN_COLOR_BACKGROUND],
                                .max_width = width - 2 * padding + 0.5 };

    refrain_text_show (cr, style, &place, name);
  }
}

void
refrain_bookmarks_paint_lines (const RefrainBookmarks *self,
                               RefrainAxis *axis,
                               cairo_t *cr,
                               const RefrainViewport *viewport,
                               const RefrainStyle *style)
{
  double left, right;

  g_return_if_fail (self != NULL);
  g_return_if_fail (REFRAIN_IS_AXIS (axis));

  for (gsize i = 0; i < self->n; i++)
    {
      if (!get_span (axis, viewport, &self->items[i], &left, &right))
        continue;
      if (right > left)
        {
          refrain_style_set_color_alpha (style, cr, REFRAIN_COLOR_TEXT, SPAN_ALPHA);
          cairo_rectangle (cr, MAX (left, 0), 0, MIN (right, viewport->width) - MAX (left, 0),
                           viewport->height);
          cairo_fill (cr);
          paint_line (cr, viewport, style, right);
        }
      paint_line (cr, viewport, style, left);
    }
}

void
refrain_bookmarks_paint (const RefrainBookmarks *self,
                         RefrainAxis *axis,
                         cairo_t *cr,
                         const RefrainViewport *viewport,
                         const RefrainStyle *style)
{
  double free_from[FLAG_ROWS] = { 0 };
  double left, right;

  g_return_if_fail (self != NULL);
  g_return_if_fail (REFRAIN_IS_AXIS (axis));

  refrain_bookmarks_paint_lines (self, axis, cr, viewport, style);
  for (gsize i = 0; i < self->n; i++)
    if (get_span (axis, viewport, &self->items[i], &left, &right))
      paint_flag (cr, viewport, style, self->items[i].name, left, free_from);
}

gssize
refrain_bookmarks_find_at (const RefrainBookmarks *self,
                           RefrainAxis *axis,
                           const RefrainViewport *viewport,
                           double x,
                           double reach)
{
  gssize nearest = -1;

  g_return_val_if_fail (self != NULL, -1);
  g_return_val_if_fail (REFRAIN_IS_AXIS (axis), -1);

  for (gsize i = 0; i < self->n; i++)
    {
      const double left = fabs (get_x (axis, viewport, self->items[i].start) - x);
      const double right = fabs (get_x (axis, viewport, self->items[i].end) - x);

      if (MIN (left, right) < reach)
        {
          reach = MIN (left, right);
          nearest = (gssize) i;
        }
    }
  return nearest;
}
