/* refrain-phase-times.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * When the selected phases are on every process, worked out in the background.
 */
#pragma once

#include "refrain-session.h"

/* So many of the selected phases, the first ones. */
#define REFRAIN_PHASE_TIMES_MAX 2

#define REFRAIN_TYPE_PHASE_TIMES (refrain_phase_times_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPhaseTimes, refrain_phase_times, REFRAIN, PHASE_TIMES, GObject)

/* Emits "changed" when other times are known. Main thread only. */
RefrainPhaseTimes *refrain_phase_times_new (void);
void refrain_phase_times_set_session (RefrainPhaseTimes *self, RefrainSession *session);
/* The share of each process in the phase @range, start > end where it has none; NULL as long as it
 * is not known. Valid until "changed". */
const RefrainPhaseInterval *
refrain_phase_times_get (RefrainPhaseTimes *self, const RefrainPhaseRange *range);
