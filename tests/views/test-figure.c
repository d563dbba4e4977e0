/* test-figure.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figures as files: that they open again, and that text is text in them.
 */
#define _GNU_SOURCE
#include "config.h"

#include "refrain-error.h"
#include "refrain-figure.h"
#include "refrain-matrix-painter.h"
#include "scene.h"
#include "test-program.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  Scene scene;
  RefrainFigureOptions options;
  char *folder;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  scene_init (&self->scene, scene_tiny_trace (), REFRAIN_AXIS_TIME, NULL);
  refrain_figure_options_init (&self->options);
  self->folder = g_dir_make_tmp ("refrain-figure-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);

  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (self->folder);
  g_free (self->folder);
  scene_clear (&self->scene);
}

static char *
save (Fixture *self, const char *name, RefrainFigureFormat format, gsize *length)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *contents;

  refrain_figure_save (self->scene.painter, &self->scene.viewport, &self->options, format, path,
                       &error);
  g_assert_no_error (error);
  g_file_get_contents (path, &contents, length, &error);
  g_assert_no_error (error);
  return contents;
}

/* ---- SVG ---- */

typedef struct
{
  GString *texts; /* "content|anchor" a line */
  gboolean inside;
  guint n_shapes;
  const char *anchor;
} Seen;

static void
start_element (GMarkupParseContext *context,
               const char *name,
               const char **names,
               const char **values,
               gpointer data,
               GError **error)
{
  Seen *seen = data;

  seen->inside = g_str_equal (name, "text");
  seen->n_shapes += g_str_equal (name, "path") || g_str_equal (name, "rect");
  for (guint i = 0; seen->inside && names[i] != NULL; i++)
    if (g_str_equal (names[i], "text-anchor"))
      seen->anchor = g_intern_string (values[i]);
}

static void
text (GMarkupParseContext *context, const char *text, gsize length, gpointer data, GError **error)
{
  Seen *seen = data;

  if (seen->inside)
    g_string_append_printf (seen->texts, "%.*s|%s\n", (int) length, text, seen->anchor);
}

static void
end_element (GMarkupParseContext *context, const char *name, gpointer data, GError **error)
{
  ((Seen *) data)->inside = FALSE;
}

static char *
read_svg (const char *contents, gsize length, guint *n_shapes)
{
  static const GMarkupParser parser
      = { .start_element = start_element, .text = text, .end_element = end_element };
  Seen seen = { .texts = g_string_new (NULL) };
  g_autoptr (GError) error = NULL;
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, &seen, NULL);

  g_assert_true (g_utf8_validate (contents, length, NULL));
  g_markup_parse_context_parse (context, contents, length, &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
  if (n_shapes != NULL)
    *n_shapes = seen.n_shapes;
  return g_string_free (seen.texts, FALSE);
}

/* What is written in the figure, where it is anchored, and in which order: no font is needed to
 * tell. */
static void
test_svg (Fixture *self, gconstpointer data)
{
  gsize length;
  g_autofree char *contents = NULL, *texts = NULL, *golden = NULL, *path = NULL;
  g_autoptr (GError) error = NULL;
  guint n_shapes;

  self->options.title = "A <tiny> run & more";
  contents = save (self, "tiny.svg", REFRAIN_FIGURE_SVG, &length);
  texts = read_svg (contents, length, &n_shapes);
  g_assert_cmpuint (n_shapes, >, 20);
  /* No glyph was drawn as a shape. */
  g_assert_null (strstr (contents, "glyph"));
  path = g_test_build_filename (G_TEST_DIST, "views", "golden", "tiny.txt", NULL);
  g_file_get_contents (path, &golden, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (texts, ==, golden);
}

static void
test_svg_hostile (Fixture *self, gconstpointer data)
{
  gsize length;
  g_autofree char *contents = NULL, *texts = NULL;

  self->options.title = "bell \a, \xff byte, ]]> <script>x</script>";
  contents = save (self, "hostile.svg", REFRAIN_FIGURE_SVG, &length);
  texts = read_svg (contents, length, NULL);
  g_assert_nonnull (strstr (texts, "<script>x</script>"));
  g_assert_null (strchr (contents, '\a'));
  g_assert_null (strstr (contents, "<script>"));
}

static void
test_same_twice (Fixture *self, gconstpointer data)
{
  gsize first, second;
  g_autofree char *a = save (self, "a.svg", REFRAIN_FIGURE_SVG, &first);
  g_autofree char *b = save (self, "b.svg", REFRAIN_FIGURE_SVG, &second);

  g_assert_cmpmem (a, first, b, second);
}

/* A title that is too long ends with an ellipsis; it does not run out of the paper on both sides.
 */
static void
test_long_title (Fixture *self, gconstpointer data)
{
  g_autofree char *title = g_strnfill (400, 'x');
  gsize length;
  g_autofree char *contents = NULL, *texts = NULL;

  self->options.title = title;
  contents = save (self, "title.svg", REFRAIN_FIGURE_SVG, &length);
  texts = read_svg (contents, length, NULL);
  g_assert_nonnull (strstr (texts, "xxx…|middle"));
  g_assert_null (strstr (texts, title));
}

/* ---- PDF and PNG ---- */

static void
test_pdf (Fixture *self, gconstpointer data)
{
  gsize length;
  g_autofree char *contents = save (self, "tiny.pdf", REFRAIN_FIGURE_PDF, &length);

  g_assert_true (g_str_has_prefix (contents, "%PDF-1."));
  g_assert_nonnull (g_strstr_len (contents + length - 16, 16, "%%EOF"));
  /* A font and its mapping to Unicode: what is needed to select and search text. */
  g_assert_nonnull (memmem (contents, length, "/Font", 5));
  g_assert_nonnull (memmem (contents, length, "/ToUnicode", 10));
  /* What changes from day to day is not in it. */
  g_assert_null (memmem (contents, length, "/CreationDate (D:2", 18));
}

static void
test_png (Fixture *self, gconstpointer data)
{
  gsize length;
  g_autofree char *path = NULL;
  cairo_surface_t *surface;

  self->options.width = 50.8;
  self->options.height = 25.4;
  self->options.resolution = 100;
  g_free (save (self, "tiny.png", REFRAIN_FIGURE_PNG, &length));
  path = g_build_filename (self->folder, "tiny.png", NULL);
  surface = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (cairo_image_surface_get_width (surface), ==, 200);
  g_assert_cmpint (cairo_image_surface_get_height (surface), ==, 100);
  cairo_surface_destroy (surface);
}

/* ---- All palettes, all painters, sizes ---- */

static void
test_palettes (Fixture *self, gconstpointer data)
{
  for (guint palette = 0; palette < REFRAIN_N_PALETTES; palette++)
    {
      gsize length;
      g_autofree char *contents = NULL, *texts = NULL;

      self->options.palette = palette;
      contents = save (self, "palette.svg", REFRAIN_FIGURE_SVG, &length);
      texts = read_svg (contents, length, NULL);
      g_assert_nonnull (strstr (texts, "Rank 2|end"));
    }
}

static void
test_matrix (Fixture *self, gconstpointer data)
{
  g_autoptr (RefrainMatrix) matrix = refrain_matrix_new (self->scene.trace, 0, 2000000, NULL, NULL);
  RefrainPainter *painter
      = REFRAIN_PAINTER (refrain_matrix_painter_new (matrix, REFRAIN_MATRIX_MESSAGES, FALSE));
  gsize length;
  g_autofree char *contents = NULL, *texts = NULL;

  g_object_unref (self->scene.painter);
  self->scene.painter = painter;
  contents = save (self, "matrix.svg", REFRAIN_FIGURE_SVG, &length);
  texts = read_svg (contents, length, NULL);
  g_assert_nonnull (strstr (texts, "destination rank|middle"));
  g_assert_nonnull (strstr (texts, "source rank|middle"));
}

/* A busy figure stays small: shapes are as many as the paper can show, not as there are events. */
static void
test_small (Fixture *self, gconstpointer data)
{
  gsize length;

  scene_clear (&self->scene);
  scene_init (&self->scene, scene_ring_trace (8, 20000), REFRAIN_AXIS_TIME, NULL);
  g_free (save (self, "ring.svg", REFRAIN_FIGURE_SVG, &length));
  g_assert_cmpuint (length, <, 2000000);
}

/* The labels of many rows stand clear of each other, that of the first row as well. */
static void
test_many_labels (Fixture *self, gconstpointer data)
{
  gsize length;
  double last = -G_MAXDOUBLE;
  guint n = 0;

  scene_clear (&self->scene);
  scene_init (&self->scene, scene_silent_trace (2000), REFRAIN_AXIS_TIME, NULL);
  {
    g_autofree char *contents = save (self, "many.svg", REFRAIN_FIGURE_SVG, &length);
    g_auto (GStrv) lines = g_strsplit (contents, "\n", -1);

    for (guint i = 0; lines[i] != NULL; i++)
      {
        const char *y = strstr (lines[i], " y=\"");

        if (strstr (lines[i], ">Rank ") == NULL || y == NULL)
          continue;
        g_assert_cmpfloat (g_ascii_strtod (y + 4, NULL), >=, last + self->options.font_size);
        last = g_ascii_strtod (y + 4, NULL);
        n++;
      }
  }
  g_assert_cmpuint (n, >, 5);
}

/* ---- What is refused ---- */

static void
refuse (Fixture *self, const char *path, RefrainFigureFormat format, RefrainError code)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (refrain_figure_save (self->scene.painter, &self->scene.viewport, &self->options,
                                       format, path, &error));
  g_assert_error (error, REFRAIN_ERROR, (gint) code);
  /* A file is named, and not by what it is called while it is written. */
  if (code == REFRAIN_ERROR_IO)
    {
      g_autofree char *start = g_strdup_printf ("%s: cannot be written: ", path);

      g_assert_true (g_str_has_prefix (error->message, start));
      g_assert_null (strstr (error->message + strlen (start), path));
      g_assert_null (strstr (error->message, "rename"));
    }
  else
    g_assert_true (g_str_has_suffix (error->message, "."));
}

static void
test_refused (Fixture *self, gconstpointer data)
{
  g_autofree char *nowhere = g_build_filename (self->folder, "none", "x.svg", NULL);
  g_autofree char *path = g_build_filename (self->folder, "x.svg", NULL);

  refuse (self, nowhere, REFRAIN_FIGURE_SVG, REFRAIN_ERROR_IO);
  refuse (self, self->folder, REFRAIN_FIGURE_SVG, REFRAIN_ERROR_IO);
  self->options.width = 5;
  refuse (self, path, REFRAIN_FIGURE_SVG, REFRAIN_ERROR_ARGUMENT);
  self->options.width = 160;
  self->options.font_size = 0;
  refuse (self, path, REFRAIN_FIGURE_SVG, REFRAIN_ERROR_ARGUMENT);
  self->options.font_size = 8;
  self->options.width = self->options.height = 2000;
  self->options.resolution = 1200;
  refuse (self, path, REFRAIN_FIGURE_PNG, REFRAIN_ERROR_ARGUMENT);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
test_names (void)
{
  g_autoptr (GError) error = NULL;
  RefrainFigureFormat format;

  g_assert_true (refrain_figure_format_for_path ("a.b.SVG", &format, &error));
  g_assert_cmpint (format, ==, REFRAIN_FIGURE_SVG);
  g_assert_true (refrain_figure_format_for_path ("/x/y.pdf", &format, &error));
  g_assert_cmpint (format, ==, REFRAIN_FIGURE_PDF);
  g_assert_false (refrain_figure_format_for_path ("x.gif", &format, &error));
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_UNSUPPORTED);
}

#define add(path, function) g_test_add ("/figure/" path, Fixture, NULL, set_up, function, tear_down)

TEST_PROGRAM ("figure")
{
  g_test_init (&argc, &argv, NULL);
  add ("svg", test_svg);
  add ("svg-hostile", test_svg_hostile);
  add ("same-twice", test_same_twice);
  add ("long-title", test_long_title);
  add ("pdf", test_pdf);
  add ("png", test_png);
  add ("palettes", test_palettes);
  add ("matrix", test_matrix);
  add ("small", test_small);
  add ("many-labels", test_many_labels);
  add ("refused", test_refused);
  g_test_add_func ("/figure/names", test_names);
  return g_test_run ();
}
