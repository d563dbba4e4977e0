/* refrain-program-fan.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The many neighbours of one line as one sign: on grids of up to three axes the cells around the
 * process, a square of nine for each layer; elsewhere how many they are.
 */
#pragma once

#include "refrain-program.h"
#include "refrain-style.h"

/* Whether neighbours are shown as cells. O(directions). */
gboolean refrain_program_fan_has_cells (RefrainProgram *program);
/* In font sizes. */
double refrain_program_fan_get_width (RefrainProgram *program);
/* What the layers are ("z-1", "z", "z+1"), around @x. */
void refrain_program_fan_draw_head (
    RefrainProgram *program, cairo_t *cr, const RefrainStyle *style, double x, double height);
/* The neighbours of @line, around @x in a row of @height: filled where it sends to, framed where it
 * receives from only. */
void refrain_program_fan_draw (RefrainProgram *program,
                               guint32 line,
                               cairo_t *cr,
                               const RefrainStyle *style,
                               double x,
                               double height);
