/* refrain-answer-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How an answer comes to be.
 */
#pragma once

#include "refrain-report-write.h"
#include "refrain.h"

G_BEGIN_DECLS

/* Takes @report over. */
RefrainAnswer *refrain_answer_new (RefrainReport *report);

G_END_DECLS
