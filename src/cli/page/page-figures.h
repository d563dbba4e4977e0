/* page-figures.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figures of refrain-cli export inside a page.
 */
#pragma once

#include "refrain-study.h"

G_BEGIN_DECLS

typedef struct
{
  const char *view; /* as export has it */
  const char *width, *height;
  char *from, *to; /* or NULL */
  gboolean phases; /* behind it */
} PageFigure;

/* Appends @figure of @study to @page as SVG, twice: for light and for dark pages. @number is that
 * of no other figure on the page. What cannot be drawn is left out, after a sentence. */
void page_figure_append (GString *page,
                         const PageFigure *figure,
                         RefrainStudy *study,
                         guint number,
                         const char *caption);

G_END_DECLS
