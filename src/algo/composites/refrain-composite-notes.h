/* refrain-composite-notes.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is to be known of a trace before any of its patterns, in sentences, as text and window say
 * it: that messages are not whole, that nothing repeats, that work is handed out.
 */
#pragma once

#include "refrain-regularity.h"

/* The sentences, of a trace that was judged to be @traffic; of most traces none. Free with
 * g_strfreev(). O(masters). */
char **refrain_composite_notes_new (RefrainComposites *composites, const RefrainTraffic *traffic);
/* "not regular: 7,180 messages between 64 processes in 10 iterations, partners fixed"; @iterations
 * 0: not known. Free with g_free(). */
char *refrain_composite_notes_describe_irregular (guint64 messages,
                                                  guint processes,
                                                  gsize iterations,
                                                  gboolean fixed);
/* "processes 0, 1 serve 7 others, which send them 154 messages and get 140": free with g_free().
 * NULL where every message is not between one of few and one of the others. O(operations). */
char *refrain_trace_describe_servers (RefrainTrace *trace);

/* Why only the composite patterns of a trace say what it does. */
typedef enum
{
  REFRAIN_COMPOSITE_EITHER,   /* the elementary ones may, too */
  REFRAIN_COMPOSITE_MASTERS,  /* work is handed out: these are its order, which is not intended */
  REFRAIN_COMPOSITE_TURNS,    /* they alone tell one turn from the next */
  REFRAIN_COMPOSITE_DIVIDED,  /* they have shapes: RefrainDivision */
  REFRAIN_COMPOSITE_SHAPELESS /* iterations in which nothing has a shape */
} RefrainCompositeNeed;

/* What refrain_traffic_judge() takes. */
RefrainCompositeNeed refrain_composites_find_need (RefrainComposites *composites);
