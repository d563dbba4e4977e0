/* refrain-comparison-painter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two occurrences beside each other, the event graph of each from its start on and on one scale,
 * with the operations that differ most marked and told below (Trahay et al. 2015, figures 7 and 8).
 */
#pragma once

#include "refrain-comparison.h"
#include "refrain-painter.h"

#define REFRAIN_TYPE_COMPARISON_PAINTER (refrain_comparison_painter_get_type ())
G_DECLARE_FINAL_TYPE (RefrainComparisonPainter,
                      refrain_comparison_painter,
                      REFRAIN,
                      COMPARISON_PAINTER,
                      RefrainPainter)

/* Keeps a reference. Any thread. Side by side where there is room, else one above the other.
 * Picking gives operations. */
RefrainComparisonPainter *refrain_comparison_painter_new (RefrainComparison *comparison);
