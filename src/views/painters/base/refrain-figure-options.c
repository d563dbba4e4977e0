/* refrain-figure-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can be said of a figure before anything is drawn.
 */
#include "config.h"
#include "refrain-figure.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "refrain-error.h"

void
refrain_figure_options_init (RefrainFigureOptions *options)
{
  g_return_if_fail (options != NULL);

  *options = (RefrainFigureOptions){
    .width = 160,
    .height = 90,
    .font_size = 8,
    .palette = REFRAIN_PALETTE_PRINT,
    .resolution = 300,
  };
}

gboolean
refrain_figure_format_for_path (const char *path, RefrainFigureFormat *format, GError **error)
{
  static const char *const extensions[] = { ".svg", ".pdf", ".png" };

  g_return_val_if_fail (path != NULL && format != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (extensions); i++)
    {
      gsize length = strlen (path), wanted = strlen (extensions[i]);

      if (length > wanted && g_ascii_strcasecmp (path + length - wanted, extensions[i]) == 0)
        {
          *format = i;
          return TRUE;
        }
    }
  return refrain_fail (error, REFRAIN_ERROR_UNSUPPORTED,
                       _ ("“%s” is not named as a figure: .svg, .pdf or .png."), path);
}
