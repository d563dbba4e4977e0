/* refrain-loop-fetch.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is to be fetched of a trace at the occurrences of a construct, in words (Ketterlin et al.
 * 2014, Figure 8):
 *
 *   get "before" {0,1,5}.time ->
 *
 * [get] LABEL [{PROCESSES}].ATTRIBUTE [->|<-]. LABEL is before, after, last, each (before), each
 * after or each last, quoted or not; with an arrow, which points to the construct from before (->)
 * or behind it (<-), any word in quotes.
 */
#pragma once

#include "refrain-loop-scan.h"

/* No process is beyond these. */
#define REFRAIN_LOOP_FETCH_MAX_PROCESSES (1u << 20)

/* Which event of an occurrence. */
typedef enum
{
  REFRAIN_LOOP_EDGE_BEFORE, /* the first one: what lies before the construct ends here */
  REFRAIN_LOOP_EDGE_LAST,   /* the last one */
  REFRAIN_LOOP_EDGE_AFTER,  /* the one that follows */
} RefrainLoopEdge;

typedef enum
{
  REFRAIN_LOOP_FETCH_TIME,
  REFRAIN_LOOP_FETCH_DURATION,
  REFRAIN_LOOP_FETCH_BYTES,
  REFRAIN_LOOP_FETCH_POSITION,
} RefrainLoopAttribute;

/* "time": an untranslated name. */
const char *refrain_loop_attribute_get_name (RefrainLoopAttribute attribute);

typedef struct
{
  char *label;
  RefrainLoopEdge edge;
  gboolean each;     /* of each iteration, not of the whole loop */
  gboolean all;      /* processes: every one that takes part */
  GArray *processes; /* of guint32, ascending */
  RefrainLoopAttribute attribute;
} RefrainLoopFetch;

/* NULL where @text is none of this. */
RefrainLoopFetch *refrain_loop_fetch_parse (const char *text);
void refrain_loop_fetch_free (RefrainLoopFetch *self);

gboolean refrain_loop_fetch_wants (const RefrainLoopFetch *self, guint32 process);
/* The position that is asked for in @span, which has an event. */
guint64 refrain_loop_fetch_get_position (const RefrainLoopFetch *self, const RefrainLoopSpan *span);
/* What is asked for of the event at @position: ns, bytes or the position. FALSE where there is
 * none. */
gboolean refrain_loop_fetch_get_value (const RefrainLoopFetch *self,
                                       RefrainLoopEvents *events,
                                       guint process,
                                       guint64 position,
                                       gint64 *value);
/* The processes that any of @fetches (of RefrainLoopFetch) wants of @construct, ascending: of
 * guint32. Free with g_array_unref(). */
GArray *refrain_loop_fetch_list_processes (const GPtrArray *fetches,
                                           RefrainLoopModel *model,
                                           guint32 construct);
