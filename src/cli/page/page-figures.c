/* page-figures.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A figure is drawn into a file as refrain-cli export does; on a page its names are its own, since
 * a page has several.
 */
#include "config.h"

#include "page-figures.h"

#include <string.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "export-draw.h"
#include "refrain-phases-found.h"

/* What a name stands behind, in the SVG that cairo and we write. */
static const char *const references[] = { "id=\"", "url(#", "xlink:href=\"#", "href=\"#" };

/* Draws it with @palette into @path; FALSE after a sentence. */
static gboolean
draw (const PageFigure *figure, RefrainStudy *study, const char *palette, const char *path)
{
  g_auto (ExportOptions) options = { .resolution = 300,
                                     .pattern = EXPORT_NO_ID,
                                     .segment = EXPORT_NO_ID,
                                     .graph = REFRAIN_TOPOLOGY_ARGUMENTS_INIT };

  refrain_figure_options_init (&options.figure);
  options.view = g_strdup (figure->view);
  options.width = g_strdup (figure->width);
  options.height = g_strdup (figure->height);
  options.from = g_strdup (figure->from);
  options.to = g_strdup (figure->to);
  options.phases = figure->phases;
  options.as_read = TRUE;
  if (figure->phases || g_str_equal (figure->view, "phases"))
    {
      g_autoptr (RefrainPhasesFound) found
          = refrain_study_find (study, REFRAIN_ANALYSIS_PHASES, NULL, NULL);

      options.what.strength = found != NULL ? found->choice.strength : 0;
    }
  options.palette = g_strdup (palette);
  options.output = g_strdup (path);
  return export_options_understand (&options) == REFRAIN_EXIT_OK
         && export_draw (&options, study) == REFRAIN_EXIT_OK;
}

/* Appends @svg from its element on, with names that begin with @prefix. */
static void
append_renamed (GString *page, const char *svg, const char *prefix)
{
  const char *at = strstr (svg, "<svg");

  while (at != NULL && *at != '\0')
    {
      const char *next = NULL;
      gsize length = 0;

      for (gsize i = 0; i < G_N_ELEMENTS (references); i++)
        {
          const char *found = strstr (at, references[i]);

          if (found != NULL && (next == NULL || found < next))
            {
              next = found;
              length = strlen (references[i]);
            }
        }
      if (next == NULL)
        {
          g_string_append (page, at);
          return;
        }
      g_string_append_len (page, at, next - at + (gssize) length);
      g_string_append (page, prefix);
      at = next + length;
    }
}

/* ... with @class, and @label for whom does not see it. */
static void
append_svg (GString *page, const char *svg, const char *class, guint number, const char *label)
{
  g_autofree char *prefix = g_strdup_printf ("f%u%c-", number, *class);
  g_autofree char *words = g_markup_escape_text (label, -1);
  const gsize start = page->len;
  g_autofree char *attributes
      = g_strdup_printf ("<svg class=\"%s\" role=\"img\" aria-label=\"%s\"", class, words);

  append_renamed (page, svg, prefix);
  if (g_str_has_prefix (page->str + start, "<svg"))
    {
      g_string_erase (page, (gssize) start, (gssize) strlen ("<svg"));
      g_string_insert (page, (gssize) start, attributes);
    }
}

void
page_figure_append (
    GString *page, const PageFigure *figure, RefrainStudy *study, guint number, const char *caption)
{
  static const struct
  {
    const char *palette, *class;
  } forms[] = { { "print", "light" }, { "dark", "dark" } };
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = folder != NULL ? g_build_filename (folder, "figure.svg", NULL) : NULL;
  g_autofree char *words = g_markup_escape_text (caption, -1);
  g_autoptr (GString) both = g_string_new (NULL);
  gboolean whole = path != NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (forms) && whole; i++)
    {
      g_autofree char *svg = NULL;

      whole = draw (figure, study, forms[i].palette, path)
              && g_file_get_contents (path, &svg, NULL, NULL);
      if (whole)
        append_svg (both, svg, forms[i].class, number, caption);
    }
  if (path != NULL)
    {
      g_unlink (path);
      g_rmdir (folder);
    }
  if (whole)
    g_string_append_printf (page, "<figure>\n%s<figcaption>%s</figcaption>\n</figure>\n", both->str,
                            words);
}
