/* refrain-event-places.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the room: which event of its process a row is, by walking the tape.
 */
#pragma once

#include "refrain-validation.h"

G_BEGIN_DECLS

/* Fills in event and time of the @n @violations of @process, which have rows. O(events + n log n).
 */
void refrain_event_places_fill (RefrainProcess *process, RefrainViolation *violations, gsize n);

/* The event whose time was raised to @time, that of the one before, as a violation of
 * REFRAIN_CONSTRAINT_ASCENDING; without an event where there is none. O(events). */
RefrainViolation refrain_event_places_find_raised (RefrainProcess *process, RefrainTime time);

G_END_DECLS
