/* refrain-finding-certainty.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: how sure it is what a cause saves.
 */
#pragma once

#include "refrain-finding-choice.h"

/* Measures the intervals of those that were chosen, and what each of a group saves alone. @waited:
 * of each number of them, from none to all, what is waited for without these, in ticks. FALSE when
 * cancelled. */
gboolean refrain_finding_measure_certainty (RefrainFindingChoice *choice, RefrainTime *waited);
