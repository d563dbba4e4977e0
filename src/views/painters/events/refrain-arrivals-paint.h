/* refrain-arrivals-paint.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace that is still being read: the overview of what has arrived, and below it a row for each
 * process, in the colours of the overview.
 */
#pragma once

#include "refrain-arrivals.h"
#include "refrain-style.h"

/* Paints @picture over [0, @width] × [0, @height] of @cr. O(width · rows). */
void refrain_arrivals_paint (const RefrainArrivalsPicture *picture,
                             cairo_t *cr,
                             double width,
                             double height,
                             const RefrainStyle *style);
