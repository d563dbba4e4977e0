/* refrain-figure-job.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Saves what a widget shows as a figure, in the background.
 */
#pragma once

#include <gtk/gtk.h>

#include "refrain-figure.h"
#include "refrain-session.h"

/* Saves @part of @painter (NULL: all of it), @width × @height mm, at @path in the format of its
 * extension, with the options of figures else. The window of @owner tells when it is saved, or why
 * not. */
void refrain_figure_job_start (GtkWidget *owner,
                               RefrainSession *session,
                               RefrainPainter *painter,
                               const RefrainViewport *part,
                               double width,
                               double height,
                               const char *path);
/* The same of @part with these @options, as the job @title of @owner, whose @done gets the path. */
void refrain_figure_job_save (gpointer owner,
                              RefrainSession *session,
                              RefrainPainter *painter,
                              const RefrainViewport *part,
                              const RefrainFigureOptions *options,
                              const char *path,
                              const char *title,
                              RefrainJobDone done);
