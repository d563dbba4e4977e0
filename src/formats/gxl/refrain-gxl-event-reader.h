/* refrain-gxl-event-reader.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From the nodes of a ProcessTrace to a recorder: order and nesting level give back each enter and
 * leave.
 */
#pragma once

#include "refrain-gxl-definitions.h"

typedef struct _RefrainGxlEventReader RefrainGxlEventReader;

/* A reader for events that refer to @definitions, which must be closed before the first begins and
 * live as long. With @any_order the nodes of a thread are kept until its end and put in order;
 * otherwise they must come in order. Free with refrain_gxl_event_reader_free(). */
RefrainGxlEventReader *
refrain_gxl_event_reader_new (RefrainGxlDefinitions *definitions, gboolean any_order);
void refrain_gxl_event_reader_free (RefrainGxlEventReader *self);

/* The nodes that follow are of the thread that @recorder takes; NULL: of no interest. */
void refrain_gxl_event_reader_begin (RefrainGxlEventReader *self, RefrainRecorder *recorder);
/* No more nodes. O(n), and O(n log n) where they had to be put in order. */
void refrain_gxl_event_reader_end (RefrainGxlEventReader *self);

typedef enum
{
  REFRAIN_GXL_EVENT_TAKEN,
  REFRAIN_GXL_EVENT_WRONG,    /* *@cause says why */
  REFRAIN_GXL_EVENT_DISORDER, /* it should have come earlier, or what it refers to has not come */
} RefrainGxlEventState;

/* Takes a node; what is in its others may be named anew. O(1). */
RefrainGxlEventState
refrain_gxl_event_reader_add (RefrainGxlEventReader *self, RefrainGxlNode *node, char **cause);
