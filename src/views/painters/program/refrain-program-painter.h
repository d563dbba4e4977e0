/* refrain-program-painter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one-page program as a picture: its lines from top to bottom, and beside each what one process
 * does there: arrows between itself and its neighbours, a column a direction, one sign where there
 * are many neighbours, bars for collectives, boxes around what is repeated. With furniture the text
 * and the times stand beside it. A row is drawn by itself, too, for lists.
 */
#pragma once

#include "refrain-painter.h"
#include "refrain-program-times.h"

#define REFRAIN_TYPE_PROGRAM_PAINTER (refrain_program_painter_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainProgramPainter, refrain_program_painter, REFRAIN, PROGRAM_PAINTER, RefrainPainter)

/* Without @times (NULL) a figure has the text and the picture only. */
RefrainProgramPainter *
refrain_program_painter_new (RefrainProgram *program, RefrainProgramTimes *times);

/* The text as the picture's figure shows it; valid as long as @self. */
const RefrainProgramBrief *refrain_program_painter_get_brief (RefrainProgramPainter *self);
/* A row is a line. The width in font sizes that the columns need to be told apart. */
double refrain_program_painter_get_columns_width (RefrainProgramPainter *self);
/* Draws what the process does in @line into [0, @width] × [0, @height]; rows of one height join to
 * the picture. Any thread. */
void refrain_program_painter_draw_row (RefrainProgramPainter *self,
                                       cairo_t *cr,
                                       const RefrainStyle *style,
                                       guint32 line,
                                       double width,
                                       double height);
/* The names of the columns, in the same width. */
void refrain_program_painter_draw_heads (RefrainProgramPainter *self,
                                         cairo_t *cr,
                                         const RefrainStyle *style,
                                         double width,
                                         double height);
/* "c2: child 2, ↑: parent": what short names of columns mean; NULL where all are whole. Free with
 * g_free(). */
char *refrain_program_painter_explain_heads (RefrainProgramPainter *self);
/* How many bodies @line stands in. O(depth). */
guint refrain_program_painter_get_depth (RefrainProgramPainter *self, guint32 line);
