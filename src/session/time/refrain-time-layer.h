/* refrain-time-layer.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The layer of a RefrainTimeModel over the event graph: drawn, and in words.
 */
#pragma once

#include "refrain-event-painter.h"
#include "refrain-time-model.h"

/* Gives @painter, which is not shared yet, the layer that is shown, as soon as there are results.
 */
void refrain_time_layer_apply (RefrainTimeModel *times, RefrainEventPainter *painter);
/* What the layer that is shown says of @pick of @trace, an operation or a call: whom it waits for,
 * or how much later it could begin; NULL where it says nothing. Free with g_free(). */
char *
refrain_time_layer_describe (RefrainTimeModel *times, RefrainTrace *trace, const RefrainPick *pick);
