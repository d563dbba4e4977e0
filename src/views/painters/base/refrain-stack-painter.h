/* refrain-stack-painter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two pictures one above the other, or beside it, each with a title, below a sentence: the same
 * place in two runs.
 */
#pragma once

#include "refrain-painter.h"

#define REFRAIN_TYPE_STACK_PAINTER (refrain_stack_painter_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainStackPainter, refrain_stack_painter, REFRAIN, STACK_PAINTER, RefrainPainter)

/* Below @sentence (NULL: none); nothing can be picked. */
RefrainStackPainter *refrain_stack_painter_new (const char *sentence);
/* Adds @painter (referenced), which draws @part of its scene, below @title. */
void refrain_stack_painter_add (RefrainStackPainter *self,
                                RefrainPainter *painter,
                                const RefrainViewport *part,
                                const char *title);

/* Pictures share the width, not the height (default). */
void refrain_stack_painter_set_beside (RefrainStackPainter *self, gboolean beside);
