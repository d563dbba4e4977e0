/* refrain-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each thread keeps the Pango layouts of what it wrote last: most of a frame's texts stand in the
 * one before, and laying one out takes longer than drawing it. Text is shown, or noted as an SVG
 * element in the sink of its surface.
 */
#include "refrain-text.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#include "refrain-free.h"
#include "refrain-visible.h"

/* Names in damaged traces can be megabytes long. */
#define MAX_BYTES 512

struct _RefrainTextSink
{
  GString *elements;
};

static cairo_user_data_key_t sink_key;

/* ---- Layouts --------------------------------------------------------------------------------- */

/* So many are kept of each context. */
#define MAX_LAYOUTS 1024

typedef struct
{
  const char *text, *font;
  double size, max_width;
  gboolean bold;
  PangoLayout *layout; /* not part of what is looked up */
} Entry;

/* Each layout is made anew where its context changes: text that is turned has one of its own. */
typedef struct
{
  PangoContext *context;
  GHashTable *layouts; /* of Entry */
  cairo_font_options_t *options;
  cairo_matrix_t matrix; /* of what was drawn on last, as the options */
} Texts;

static guint
hash_entry (gconstpointer data)
{
  const Entry *entry = data;
  guint hash = (guint) (entry->size * 64) ^ (guint) (entry->max_width * 8) << 12;

  for (gsize i = 0; entry->text[i] != '\0' && i < MAX_BYTES; i++)
    hash = 33 * hash + (guchar) entry->text[i];
  return hash;
}

static gboolean
is_same_entry (gconstpointer a, gconstpointer b)
{
  const Entry *left = a, *right = b;

  return left->size == right->size && left->max_width == right->max_width
         && left->bold == right->bold && strncmp (left->text, right->text, MAX_BYTES) == 0
         && g_str_equal (left->font, right->font);
}

REFRAIN_DEFINE_FREE (entry_free, Entry, g_free ((char *) x->text); g_free ((char *) x->font);
                     g_object_unref (x->layout))

static void
texts_free (gpointer data)
{
  Texts *both = data;

  for (guint i = 0; i < 2; i++)
    {
      g_hash_table_unref (both[i].layouts);
      g_object_unref (both[i].context);
      cairo_font_options_destroy (both[i].options);
    }
  g_free (both);
}

static GPrivate thread_texts = G_PRIVATE_INIT (texts_free);

/* This thread's own (font maps are not shared between threads); its metrics are not hinted, so that
 * widths are the same on every surface. */
static Texts *
get_texts (gboolean turned)
{
  Texts *both = g_private_get (&thread_texts);

  if (both == NULL)
    {
      both = g_new0 (Texts, 2);
      for (guint i = 0; i < 2; i++)
        {
          both[i].context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
          both[i].layouts = g_hash_table_new_full (hash_entry, is_same_entry, NULL, entry_free);
          both[i].options = cairo_font_options_create ();
          cairo_font_options_set_hint_metrics (both[i].options, CAIRO_HINT_METRICS_OFF);
          pango_cairo_context_set_font_options (both[i].context, both[i].options);
        }
      g_private_set (&thread_texts, both);
    }
  return &both[turned ? 1 : 0];
}

/* Layouts of @self are drawn on @cr. */
static void
texts_update (Texts *self, cairo_t *cr)
{
  cairo_font_options_t *options = cairo_font_options_create ();
  cairo_matrix_t matrix;

  cairo_surface_get_font_options (cairo_get_target (cr), options);
  cairo_get_matrix (cr, &matrix);
  if (matrix.xx == self->matrix.xx && matrix.xy == self->matrix.xy && matrix.yx == self->matrix.yx
      && matrix.yy == self->matrix.yy && cairo_font_options_equal (options, self->options))
    {
      cairo_font_options_destroy (options);
      return;
    }
  pango_cairo_update_context (cr, self->context);
  cairo_font_options_destroy (self->options);
  self->options = options;
  self->matrix = matrix;
}

/* The size of text at @scale, which is legible. */
static double
get_size (const RefrainStyle *style, double scale)
{
  return MAX (style->font_size * scale, style->least_font);
}

/* Returns @text on one line of reasonable length, with what is not seen as escapes. */
static char *
sanitize (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, strnlen (text, MAX_BYTES));

  return refrain_visible_line (valid);
}

static PangoLayout *
make_layout (Texts *self, const Entry *entry)
{
  PangoLayout *layout = pango_layout_new (self->context);
  PangoFontDescription *font = pango_font_description_from_string (entry->font);
  g_autofree char *clean = sanitize (entry->text);

  pango_font_description_set_absolute_size (font, entry->size * PANGO_SCALE);
  if (entry->bold)
    pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_text (layout, clean, -1);
  if (entry->max_width > 0)
    {
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
      pango_layout_set_width (layout, ceil (entry->max_width * PANGO_SCALE));
    }
  return layout;
}

/* The layout of @text, of this thread until the next is asked for. */
static PangoLayout *
get_layout (Texts *self,
            const RefrainStyle *style,
            const char *text,
            double scale,
            gboolean bold,
            double max_width)
{
  const Entry key = { .text = text,
                      .font = style->font,
                      .size = get_size (style, scale),
                      .max_width = MAX (max_width, 0),
                      .bold = !!bold };
  Entry *entry = g_hash_table_lookup (self->layouts, &key);

  if (entry != NULL)
    return entry->layout;
  if (g_hash_table_size (self->layouts) >= MAX_LAYOUTS)
    g_hash_table_remove_all (self->layouts);
  entry = g_new (Entry, 1);
  *entry = key;
  entry->text = g_strndup (text, MAX_BYTES);
  entry->font = g_strdup (style->font);
  entry->layout = make_layout (self, entry);
  g_hash_table_add (self->layouts, entry);
  return entry->layout;
}

static double
get_text_width (const RefrainStyle *style, const char *text, double scale, gboolean bold)
{
  int width;

  pango_layout_get_size (get_layout (get_texts (FALSE), style, text, scale, bold, 0), &width, NULL);
  return (double) width / PANGO_SCALE;
}

double
refrain_text_get_width (const RefrainStyle *style, const char *text, double scale)
{
  g_return_val_if_fail (style != NULL && text != NULL, 0);
  return get_text_width (style, text, scale, FALSE);
}

gboolean
refrain_text_may_fit (const RefrainStyle *style, double width)
{
  return width >= style->font_size * 1.6;
}

gint64
refrain_text_get_stride (double places)
{
  static const gint64 factors[] = { 2, 5, 10 };
  gint64 power = 1;

  if (places <= 1)
    return 1;
  for (; power < 1000000000; power *= 10)
    for (guint i = 0; i < G_N_ELEMENTS (factors); i++)
      if (power * factors[i] >= places)
        return power * factors[i];
  return power;
}

/* ---- The sink -------------------------------------------------------------------------------- */

REFRAIN_DEFINE_FREE (sink_free, RefrainTextSink, g_string_free (x->elements, TRUE))

RefrainTextSink *
refrain_text_sink_attach (cairo_surface_t *surface)
{
  RefrainTextSink *self = g_new0 (RefrainTextSink, 1);

  self->elements = g_string_new (NULL);
  cairo_surface_set_user_data (surface, &sink_key, self, sink_free);
  return self;
}

const char *
refrain_text_sink_get_elements (RefrainTextSink *self, gsize *length)
{
  g_return_val_if_fail (self != NULL, NULL);

  *length = self->elements->len;
  return self->elements->str;
}

static void
append_number (GString *string, const char *before, double number, const char *after)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (digits, sizeof digits, "%.6g", fabs (number) < 1e-9 ? 0 : number);
  g_string_append (string, before);
  g_string_append (string, digits);
  g_string_append (string, after);
}

static void
append_color (GString *string, RefrainColor color)
{
  g_string_append_printf (string, "\" fill=\"#%02x%02x%02x\"", (guint) lround (color.red * 255),
                          (guint) lround (color.green * 255), (guint) lround (color.blue * 255));
  if (color.alpha < 1)
    append_number (string, " fill-opacity=\"", color.alpha, "\"");
}

/* The text that is left once the layout is cut to its width. */
static char *
get_visible_text (PangoLayout *layout)
{
  const char *text = pango_layout_get_text (layout), *end = text;
  PangoLayoutIter *iter;

  if (!pango_layout_is_ellipsized (layout))
    return g_strdup (text);
  /* The ellipsis is one cluster that stands for all that was cut: keep the bytes before it. */
  iter = pango_layout_get_iter (layout);
  do
    {
      int index = pango_layout_iter_get_index (iter);

      if (index < (int) strlen (text))
        end = text + index;
    }
  while (pango_layout_iter_next_cluster (iter));
  pango_layout_iter_free (iter);
  {
    g_autofree char *kept = g_strndup (text, end - text);

    return g_strconcat (g_strchomp (kept), "…", NULL);
  }
}

/* Writes one element; (0, 0) of @cr is where the text is anchored, @baseline below it. */
static void
sink_add (RefrainTextSink *self,
          cairo_t *cr,
          const RefrainStyle *style,
          const RefrainText *place,
          double size,
          double baseline,
          const char *text)
{
  static const char *const anchors[] = { "start", "middle", "end" };
  GString *out = self->elements;
  g_autofree char *escaped = g_markup_escape_text (text, -1);
  gboolean generic = g_ascii_strcasecmp (style->font, "sans") == 0;
  g_autofree char *family = g_markup_escape_text (style->font, -1);
  cairo_matrix_t matrix;
  double x = 0, y = baseline;

  cairo_get_matrix (cr, &matrix);
  if (matrix.xx == 1 && matrix.yy == 1 && matrix.xy == 0 && matrix.yx == 0)
    {
      cairo_user_to_device (cr, &x, &y);
      append_number (out, "<text x=\"", x, "\"");
      append_number (out, " y=\"", y, "\"");
    }
  else
    {
      append_number (out, "<text transform=\"matrix(", matrix.xx, " ");
      append_number (out, "", matrix.yx, " ");
      append_number (out, "", matrix.xy, " ");
      append_number (out, "", matrix.yy, " ");
      append_number (out, "", matrix.x0, " ");
      append_number (out, "", matrix.y0, ")\"");
      append_number (out, " y=\"", y, "\"");
    }
  if (generic)
    g_string_append (out, " font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\"");
  else
    g_string_append_printf (out, " font-family=\"%s, sans-serif\"", family);
  append_number (out, " font-size=\"", size, "\"");
  if (place->bold)
    g_string_append (out, " font-weight=\"bold\"");
  g_string_append_printf (out, " text-anchor=\"%s", anchors[place->align]);
  append_color (out, place->color);
  g_string_append_printf (out, ">%s</text>\n", escaped);
}

/* ---- Drawing --------------------------------------------------------------------------------- */

void
refrain_text_show (cairo_t *cr,
                   const RefrainStyle *style,
                   const RefrainText *place,
                   const char *text)
{
  double scale = place->scale > 0 ? place->scale : 1;
  double size = get_size (style, scale), left = 0;
  RefrainTextSink *sink;
  PangoLayout *layout;
  Texts *texts;
  int width, baseline;

  g_return_if_fail (cr != NULL && style != NULL && place != NULL && text != NULL);

  sink = cairo_surface_get_user_data (cairo_get_target (cr), &sink_key);
  texts = get_texts (place->angle != 0);
  layout = get_layout (texts, style, text, scale, place->bold, place->max_width);
  pango_layout_get_size (layout, &width, NULL);
  if (place->max_width > 0)
    {
      PangoRectangle logical;

      pango_layout_get_extents (layout, NULL, &logical);
      width = logical.width;
      left = -(double) logical.x / PANGO_SCALE;
    }
  baseline = pango_layout_get_baseline (layout);

  cairo_save (cr);
  cairo_translate (cr, place->x, place->y);
  if (place->angle != 0)
    cairo_rotate (cr, place->angle);
  if (sink != NULL)
    {
      g_autofree char *visible = get_visible_text (layout);

      /* Capitals and digits are about 0.73 of the size high: this centres them. */
      sink_add (sink, cr, style, place, size, size * 0.365, visible);
    }
  else
    {
      if (place->align == REFRAIN_TEXT_CENTER)
        left -= (double) width / PANGO_SCALE / 2;
      else if (place->align == REFRAIN_TEXT_RIGHT)
        left -= (double) width / PANGO_SCALE;
      cairo_move_to (cr, left, size * 0.365 - (double) baseline / PANGO_SCALE);
      refrain_color_set_source (place->color, cr);
      texts_update (texts, cr);
      pango_cairo_show_layout (cr, layout);
    }
  cairo_restore (cr);
}

/* How many bytes of @text, whole words, stand in a line; all where a word alone is too long. */
static gsize
get_line (const RefrainStyle *style, const RefrainText *place, const char *text)
{
  gsize fits = 0, length = strlen (text);

  for (gsize end = 0; end <= length; end++)
    if (text[end] == ' ' || text[end] == '\0')
      {
        g_autofree char *part = g_strndup (text, end);

        if (get_text_width (style, part, place->scale > 0 ? place->scale : 1, place->bold)
            > place->max_width)
          break;
        fits = end;
      }
  return fits > 0 ? fits : length;
}

guint
refrain_text_show_lines (cairo_t *cr,
                         const RefrainStyle *style,
                         const RefrainText *place,
                         double pitch,
                         guint max_lines,
                         const char *text)
{
  g_autofree char *clean = NULL;
  RefrainText line;
  const char *rest;
  guint n = 0;

  g_return_val_if_fail (style != NULL && place != NULL && text != NULL, 0);
  g_return_val_if_fail (place->max_width > 0, 0);

  clean = sanitize (text);
  line = *place;
  for (rest = clean; *rest != '\0' && n < max_lines; n++)
    {
      const gsize length = n + 1 < max_lines ? get_line (style, place, rest) : strlen (rest);
      g_autofree char *part = g_strndup (rest, length);

      if (cr != NULL)
        refrain_text_show (cr, style, &line, part);
      line.y += pitch;
      for (rest += length; *rest == ' ';)
        rest++;
    }
  return n;
}
