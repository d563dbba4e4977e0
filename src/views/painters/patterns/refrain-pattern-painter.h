/* refrain-pattern-painter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One communication pattern in its general form: one row a process that takes part, its events by
 * logical step, messages as arrows, collectives as spans, repeats as brackets. Picks are
 * REFRAIN_PICK_OP, operations of the first occurrence, and REFRAIN_PICK_PROCESS on labels.
 *
 * A viewport's start and end are steps, counted from 0; where they are equal, the whole pattern is
 * drawn, and likewise its rows.
 */
#pragma once

#include "refrain-painter.h"
#include "refrain-pattern.h"

#define REFRAIN_TYPE_PATTERN_PAINTER (refrain_pattern_painter_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainPatternPainter, refrain_pattern_painter, REFRAIN, PATTERN_PAINTER, RefrainPainter)

/* @symbols are those of the pattern's set. Any thread; O(n log n) in the operations of the first
 * occurrence. */
RefrainPatternPainter *
refrain_pattern_painter_new (RefrainPattern *pattern, RefrainSymbols *symbols);
/* Draws the pattern's shape into [0, width] × [0, height], without text, for lists. Any thread; its
 * cost depends on the size alone. */
void refrain_pattern_painter_paint_thumbnail (RefrainPatternPainter *self,
                                              cairo_t *cr,
                                              double width,
                                              double height,
                                              const RefrainStyle *style);
