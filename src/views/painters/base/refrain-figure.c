/* refrain-figure.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A figure is drawn whole into memory, text noted rather than drawn for SVG, and only then written.
 * The same figure is the same bytes: no date, no counted names.
 */
#include "config.h"

#include "refrain-figure.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-save.h"
#include "refrain-text.h"

/* Not that of the day: cairo would write one that differs from run to run. */
#define FIGURE_DATE   ""
#define POINTS_PER_MM (72 / 25.4)
/* The least that can be read on paper, in points, unless the whole figure has smaller text. */
#define LEAST_FONT 6
#define MAX_PIXELS (G_GINT64_CONSTANT (1) << 28)

/* In two lines where it is long; gives their height. @cr may be NULL. */
static double
paint_title (cairo_t *cr,
             const RefrainFigureOptions *options,
             const RefrainStyle *style,
             double width)
{
  const double font = options->font_size;
  const RefrainText place = { .x = width / 2,
                              .y = 1.2 * font,
                              .align = REFRAIN_TEXT_CENTER,
                              .max_width = MAX (width - 2 * font, 1),
                              .color = style->colors[REFRAIN_COLOR_TEXT],
                              .scale = 1.15,
                              .bold = TRUE };
  guint n;

  if (options->title == NULL || *options->title == '\0')
    return 0;
  n = refrain_text_show_lines (cr, style, &place, 1.4 * font, 2, options->title);
  return (0.8 + 1.4 * n) * font;
}

void
refrain_figure_paint (RefrainPainter *painter,
                      const RefrainViewport *part,
                      const RefrainFigureOptions *options,
                      cairo_t *cr)
{
  RefrainViewport viewport;
  RefrainStyle style;
  double top;

  g_return_if_fail (REFRAIN_IS_PAINTER (painter));
  g_return_if_fail (part != NULL && options != NULL && cr != NULL);

  viewport = *part;
  viewport.width = options->width * POINTS_PER_MM;
  viewport.height = options->height * POINTS_PER_MM;
  viewport.window_start = viewport.window_end = 0;
  viewport.furniture = TRUE;
  refrain_style_init (&style, options->palette, options->font_size);
  style.least_font = MIN (options->font_size, LEAST_FONT);
  top = paint_title (NULL, options, &style, viewport.width);

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, viewport.width, viewport.height);
  cairo_clip (cr);
  refrain_style_set_color (&style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  paint_title (cr, options, &style, viewport.width);
  cairo_translate (cr, 0, top);
  viewport.height -= top;
  refrain_painter_paint (painter, cr, &viewport, &style);
  cairo_restore (cr);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

/* Replaces @length bytes at @at by @text. */
static void
replace_bytes (GByteArray *bytes, gsize at, gsize length, const char *text, gsize text_length)
{
  g_autofree guint8 *rest = g_memdup2 (bytes->data + at + length, bytes->len - at - length);
  gsize n_rest = bytes->len - at - length;

  g_byte_array_set_size (bytes, at);
  g_byte_array_append (bytes, (const guint8 *) text, text_length);
  g_byte_array_append (bytes, rest, n_rest);
}

/* Finishes what cairo wrote: puts the text, which was noted rather than drawn, before the end, and
 * gives the drawing a name that does not count this process' surfaces. */
static gboolean
finish_svg (GByteArray *bytes, RefrainTextSink *sink)
{
  static const char tail[] = "</svg>", group[] = "<g id=\"surface";
  gsize length, at, digits = 0;
  const char *elements = refrain_text_sink_get_elements (sink, &length);
  char *found = g_strrstr_len ((char *) bytes->data, bytes->len, tail);

  if (found == NULL)
    return FALSE;
  replace_bytes (bytes, found - (char *) bytes->data, 0, elements, length);
  found = g_strstr_len ((char *) bytes->data, bytes->len, group);
  if (found == NULL)
    return TRUE;
  at = (gsize) (found - (char *) bytes->data) + strlen (group);
  /* Nothing ends the bytes but their number. */
  while (at + digits < bytes->len && g_ascii_isdigit (bytes->data[at + digits]))
    digits++;
  replace_bytes (bytes, at, digits, "", 0);
  return TRUE;
}

static cairo_surface_t *
create_surface (RefrainFigureFormat format, const RefrainFigureOptions *options, GByteArray *bytes)
{
  double width = options->width * POINTS_PER_MM, height = options->height * POINTS_PER_MM;
  double pixels = options->resolution / 72;
  cairo_surface_t *surface;

  switch (format)
    {
    case REFRAIN_FIGURE_SVG:
      return cairo_svg_surface_create_for_stream (append_bytes, bytes, width, height);
    case REFRAIN_FIGURE_PDF:
      surface = cairo_pdf_surface_create_for_stream (append_bytes, bytes, width, height);
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR,
                                      "Refrain " PACKAGE_VERSION);
      /* The same figure is the same file. */
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, FIGURE_DATE);
      if (options->title != NULL)
        {
          g_autofree char *title = g_utf8_make_valid (options->title, -1);

          cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, title);
        }
      return surface;
    case REFRAIN_FIGURE_PNG:
    default:
      return cairo_image_surface_create (CAIRO_FORMAT_RGB24, MAX (round (width * pixels), 1),
                                         MAX (round (height * pixels), 1));
    }
}

static gboolean
render (RefrainPainter *painter,
        const RefrainViewport *part,
        const RefrainFigureOptions *options,
        RefrainFigureFormat format,
        GByteArray *bytes,
        GError **error)
{
  cairo_surface_t *surface = create_surface (format, options, bytes);
  RefrainTextSink *sink = NULL;
  cairo_status_t status;
  cairo_t *cr;

  if (format == REFRAIN_FIGURE_SVG)
    sink = refrain_text_sink_attach (surface);
  cr = cairo_create (surface);
  if (format == REFRAIN_FIGURE_PNG)
    cairo_scale (cr, options->resolution / 72, options->resolution / 72);
  refrain_figure_paint (painter, part, options, cr);
  if (cairo_status (cr) == CAIRO_STATUS_SUCCESS && format == REFRAIN_FIGURE_PNG)
    status = cairo_surface_write_to_png_stream (surface, append_bytes, bytes);
  else
    status = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  if (status == CAIRO_STATUS_SUCCESS && sink != NULL && !finish_svg (bytes, sink))
    status = CAIRO_STATUS_WRITE_ERROR;
  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;
  return refrain_fail (error, REFRAIN_ERROR_IO, _ ("Cannot draw the figure: %s."),
                       cairo_status_to_string (status));
}

static gboolean
check_options (const RefrainFigureOptions *options, RefrainFigureFormat format, GError **error)
{
  double pixels = options->resolution / 25.4;

  if (!(options->width >= 10 && options->width <= 2000 && options->height >= 10
        && options->height <= 2000))
    return refrain_fail (error, REFRAIN_ERROR_ARGUMENT,
                         _ ("A figure is 10 to 2000 mm wide and high, not %g × %g mm."),
                         options->width, options->height);
  if (!(options->font_size >= 4 && options->font_size <= 72))
    return refrain_fail (error, REFRAIN_ERROR_ARGUMENT,
                         _ ("The font of a figure is 4 to 72 points high, not %g."),
                         options->font_size);
  if (format != REFRAIN_FIGURE_PNG)
    return TRUE;
  if (!(options->resolution >= 36 && options->resolution <= 1200))
    return refrain_fail (error, REFRAIN_ERROR_ARGUMENT,
                         _ ("A picture has 36 to 1200 dots per inch, not %g."),
                         options->resolution);
  if (options->width * pixels * options->height * pixels > (double) MAX_PIXELS
      || options->width * pixels > 32000 || options->height * pixels > 32000)
    return refrain_fail (error, REFRAIN_ERROR_ARGUMENT,
                         _ ("A picture of %g × %g mm at %g dots per inch is too large."),
                         options->width, options->height, options->resolution);
  return TRUE;
}

gboolean
refrain_figure_save (RefrainPainter *painter,
                     const RefrainViewport *part,
                     const RefrainFigureOptions *options,
                     RefrainFigureFormat format,
                     const char *path,
                     GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_return_val_if_fail (REFRAIN_IS_PAINTER (painter), FALSE);
  g_return_val_if_fail (part != NULL && options != NULL && path != NULL, FALSE);

  return check_options (options, format, error)
         && render (painter, part, options, format, bytes, error)
         && refrain_save_bytes (path, bytes->data, bytes->len, error);
}
