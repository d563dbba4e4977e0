/* refrain-answer-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How an answer comes to be.
 */
#pragma once

#include "refrain-report-write.h"
#include "refrain.h"

/* Takes @report over. */
RefrainAnswer *refrain_answer_new (RefrainReport *report);
