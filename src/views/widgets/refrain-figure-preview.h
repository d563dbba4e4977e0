/* refrain-figure-preview.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A figure as it will lie on paper, painted on a worker thread by the painter that saves it.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-figure.h"

#define REFRAIN_TYPE_FIGURE_PREVIEW (refrain_figure_preview_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainFigurePreview, refrain_figure_preview, REFRAIN, FIGURE_PREVIEW, GtkWidget)

/* Shows @painter's @part with @options, all copied; nothing when @painter is NULL. */
void refrain_figure_preview_set (RefrainFigurePreview *self,
                                 RefrainPainter *painter,
                                 const RefrainViewport *part,
                                 const RefrainFigureOptions *options);
