/* refrain-template-canvas.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A pattern to look for, drawn: a row a process, messages as arrows by logical step. Where it is
 * drawn by hand, two clicks add a message: from the row of its sender to that of its receiver; with
 * the keyboard Up, Down and Space do. BackSpace takes the last one away.
 */
#pragma once

#include "refrain-session.h"
#include "refrain-template-layout.h"

#include <gtk/gtk.h>

#define REFRAIN_TYPE_TEMPLATE_CANVAS (refrain_template_canvas_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainTemplateCanvas, refrain_template_canvas, REFRAIN, TEMPLATE_CANVAS, GtkWidget)

/* Signal "edited": messages were added or taken away by hand. */

/* Whose palette is used. */
void refrain_template_canvas_set_session (RefrainTemplateCanvas *self, RefrainSession *session);
/* Shows @wanted, which is read at once; NULL: @text (or NULL) instead. Ends drawing by hand. */
void refrain_template_canvas_show (RefrainTemplateCanvas *self,
                                   const RefrainPatternTemplate *wanted,
                                   const char *text);
/* Lets the user draw, on @n_processes rows; messages between rows that are left stay. */
void refrain_template_canvas_edit (RefrainTemplateCanvas *self, guint n_processes);
/* As if it were drawn. */
void refrain_template_canvas_add_message (RefrainTemplateCanvas *self, guint from, guint to);
void refrain_template_canvas_remove_last (RefrainTemplateCanvas *self);
void refrain_template_canvas_clear (RefrainTemplateCanvas *self);
/* For tests. */
guint refrain_template_canvas_get_n_messages (RefrainTemplateCanvas *self);
/* What is drawn by hand; free with refrain_pattern_template_free(). */
RefrainPatternTemplate *refrain_template_canvas_make_template (RefrainTemplateCanvas *self);
