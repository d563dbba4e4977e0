/* refrain-counter-strip.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The counters of a trace below the event graph: which one, as lines or heat, and the rows. Nothing
 * of it is seen where the trace has none.
 */
#pragma once

#include "refrain-counter-canvas.h"

#define REFRAIN_TYPE_COUNTER_STRIP (refrain_counter_strip_get_type ())
G_DECLARE_FINAL_TYPE (RefrainCounterStrip, refrain_counter_strip, REFRAIN, COUNTER_STRIP, GObject)

/* Signal "read": what the model knows is there. Takes rows @row to @row + 2 of @grid, whose columns
 * are labels, time and a scrollbar. */
RefrainCounterStrip *refrain_counter_strip_new (GtkGrid *grid, int row);
/* NULL: none. Starts reading. */
void refrain_counter_strip_set_session (RefrainCounterStrip *self, RefrainSession *session);
/* NULL without a session. */
RefrainCountersModel *refrain_counter_strip_get_model (RefrainCounterStrip *self);
/* Whether counters are to be shown where there are any. */
void refrain_counter_strip_set_wanted (RefrainCounterStrip *self, gboolean wanted);
