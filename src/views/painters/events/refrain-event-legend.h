/* refrain-event-legend.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the colours and lanes of the event graph mean, for the legend of a figure and the key beside
 * the window's graph.
 */
#pragma once

#include "refrain-legend.h"
#include "refrain-op-set.h"
#include "refrain-span-sums.h"

/* What a drawing shows; a plain value that borrows what it points to. */
typedef struct
{
  RefrainTrace *trace;
  gboolean logical;  /* the axis is that of logical steps */
  gboolean routines; /* bands of routines are drawn */
  gboolean arrows;   /* messages one by one */
  gboolean lanes;    /* messages as shades, a lane a peer */
  gboolean depth;    /* calls below rows that are open */
  gboolean screen;   /* beside the window's graph, which has room for more words */
  gboolean path, folds;
  RefrainSpanSums *waits;   /* or NULL */
  RefrainOpSet *highlight;  /* or NULL */
  const char *const *names; /* of its parts, or NULL */
} RefrainEventKey;

/* The colour of part @i of @set, which is lit up: waiting has that of late senders, which it mostly
 * is. */
RefrainColor
refrain_event_get_part_color (const RefrainStyle *style, const RefrainOpSet *set, guint i);
/* Adds to @entries (of RefrainLegendEntry) the colours of what is stacked in the overview. */
void refrain_event_key_add_activities (GArray *entries, const RefrainStyle *style);
/* The entries (of RefrainLegendEntry), what stands out first. Free with g_array_unref(). */
GArray *refrain_event_key_get_entries (const RefrainEventKey *self, const RefrainStyle *style);
