/* refrain-brief-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Between the two files of the module.
 */
#pragma once

#include "refrain-brief.h"

/* A sentence of @kind, which it takes, that leads nowhere yet. */
RefrainBriefSentence refrain_brief_say (RefrainBriefKind kind, char *sentence);

/* Appends what there is to say of @iterations to @sentences (of RefrainBriefSentence). @composites
 * may be NULL. FALSE when cancelled. O(operations · log iterations). */
gboolean refrain_brief_add_iterations (GArray *sentences,
                                       RefrainTrace *trace,
                                       RefrainIterations *iterations,
                                       RefrainComposites *composites,
                                       RefrainMainLoop *loop,
                                       GCancellable *cancellable);
