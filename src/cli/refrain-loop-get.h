/* refrain-loop-get.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a scan is to fetch: `get "before" {0,1,5}.time ->` (Ketterlin et al. 2014, Figure 8).
 */
#pragma once

#include "refrain-loop-scan.h"

G_BEGIN_DECLS

/* Which event of an occurrence. */
typedef enum
{
  REFRAIN_LOOP_EDGE_BEFORE, /* the first one: what lies before the construct ends here */
  REFRAIN_LOOP_EDGE_LAST,   /* the last one */
  REFRAIN_LOOP_EDGE_AFTER,  /* the one that follows */
} RefrainLoopEdge;

typedef enum
{
  REFRAIN_LOOP_GET_TIME,
  REFRAIN_LOOP_GET_DURATION,
  REFRAIN_LOOP_GET_BYTES,
  REFRAIN_LOOP_GET_POSITION,
} RefrainLoopAttribute;

typedef struct
{
  char *label;
  RefrainLoopEdge edge;
  gboolean each;     /* of each iteration, not of the whole loop */
  gboolean all;      /* processes: every one that takes part */
  GArray *processes; /* of guint32, ascending */
  RefrainLoopAttribute attribute;
} RefrainLoopGet;

/* [get] LABEL [{PROCESSES}].ATTRIBUTE [->|<-]. LABEL is before, after, last, each (before), each
 * after or each last, quoted or not; with an arrow, which points to the construct from before (->)
 * or behind it (<-), any word in quotes. NULL where @text is none of this. */
RefrainLoopGet *refrain_loop_get_parse (const char *text);
void refrain_loop_get_free (RefrainLoopGet *self);
const char *refrain_loop_get_attribute_name (const RefrainLoopGet *self);
/* The position that is asked for in a span of at least one event. */
guint64 refrain_loop_get_position (const RefrainLoopGet *self, const RefrainLoopSpan *span);
/* Appends the value of the event at @position as a number: seconds, bytes or the position itself.
 * FALSE where there is none. */
gboolean refrain_loop_get_append_value (const RefrainLoopGet *self,
                                        RefrainLoopEvents *events,
                                        guint process,
                                        guint64 position,
                                        GString *text);

G_END_DECLS
