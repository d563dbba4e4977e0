/* refrain-thumbnail.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Drawn by the painter of the overview, at twice the size at which they are shown.
 */
#include "refrain-thumbnail.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "refrain-overview-painter.h"

#define WIDTH  96
#define HEIGHT 32
#define SCALE  2

static char *
get_file (const char *path, gboolean dark)
{
  g_autofree char *whole = g_canonicalize_filename (path, NULL);
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, whole, -1);
  g_autofree char *name = g_strdup_printf ("%s-%s.png", digest, dark ? "dark" : "light");

  return g_build_filename (g_get_user_cache_dir (), "refrain", "thumbnails", name, NULL);
}

static void
save (RefrainPainter *painter, const char *file, gboolean dark)
{
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH * SCALE, HEIGHT * SCALE);
  cairo_t *cr = cairo_create (surface);
  RefrainViewport viewport = { 0 };
  RefrainStyle style;

  refrain_style_init (&style, dark ? REFRAIN_PALETTE_DARK : REFRAIN_PALETTE_LIGHT, 10);
  refrain_painter_get_extent (painter, &viewport);
  viewport.width = WIDTH * SCALE;
  viewport.height = HEIGHT * SCALE;
  refrain_style_set_color (&style, cr, REFRAIN_COLOR_BACKGROUND);
  cairo_paint (cr);
  refrain_painter_paint (painter, cr, &viewport, &style);
  cairo_destroy (cr);
  (void) cairo_surface_write_to_png (surface, file);
  cairo_surface_destroy (surface);
}

void
refrain_thumbnail_save (RefrainSession *session, const char *path)
{
  g_autoptr (RefrainPainter) painter = NULL;

  g_return_if_fail (REFRAIN_IS_SESSION (session));
  g_return_if_fail (path != NULL);

  if (refrain_session_get_summary (session) == NULL || refrain_session_get_axis (session) == NULL)
    return;
  painter = REFRAIN_PAINTER (refrain_overview_painter_new (
      refrain_session_get_trace (session), refrain_session_get_summary (session),
      refrain_session_get_axis (session), NULL));
  for (guint dark = 0; dark < 2; dark++)
    {
      g_autofree char *file = get_file (path, dark != 0);
      g_autofree char *folder = g_path_get_dirname (file);

      if (g_mkdir_with_parents (folder, 0700) == 0)
        save (painter, file, dark != 0);
    }
}

GtkWidget *
refrain_thumbnail_make (const char *path)
{
  g_autofree char *file
      = get_file (path, adw_style_manager_get_dark (adw_style_manager_get_default ()));
  g_autoptr (GdkTexture) texture = NULL;
  GtkWidget *picture;

  g_return_val_if_fail (path != NULL, NULL);

  texture = gdk_texture_new_from_filename (file, NULL);
  if (texture == NULL)
    return NULL;
  picture = gtk_picture_new_for_paintable (GDK_PAINTABLE (texture));
  gtk_widget_set_size_request (picture, WIDTH, HEIGHT);
  gtk_widget_set_valign (picture, GTK_ALIGN_CENTER);
  gtk_picture_set_can_shrink (GTK_PICTURE (picture), TRUE);
  gtk_picture_set_alternative_text (GTK_PICTURE (picture), _ ("Overview of the run"));
  return picture;
}
