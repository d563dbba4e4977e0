/* refrain-points.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Points of interest: of what lasts about as long each time, one; and what is like nothing else
 * (Trahay et al. 2015, section IV).
 */
#pragma once

#include "refrain-durations.h"
#include "refrain-structure.h"

/* A pattern of one part of the structure, at least two occurrences of it. */
typedef struct
{
  gsize part;
  guint32 pattern;
  guint64 size;                  /* events */
  guint32 n;                     /* occurrences, in their order */
  const guint32 *first;          /* where each begins in the stream of the part */
  const RefrainTime *start;      /* ... and when */
  guint32 n_visible;             /* occurrences in nothing that was folded away */
  guint32 n_kept;                /* ... that are not like another one which is kept */
  const guint32 *representative; /* by window, those of peaks first: the visible occurrence
                                      nearest to its middle, or REFRAIN_NONE */
  RefrainDurations *durations;   /* first to last event, ns */
} RefrainPoint;

/* Events [first, first + n) of a part's stream. */
typedef struct
{
  guint32 first;
  guint32 n;
} RefrainStretch;

#define REFRAIN_TYPE_POINTS (refrain_points_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPoints, refrain_points, REFRAIN, POINTS, GObject)

/* Measures all occurrences of all patterns of @structure and folds away, from the outermost
 * inwards, those that last as long as a peak of their pattern, within @window (0.1 for ±10 %): all
 * but the one nearest to the peak. What is folded away takes what it holds along. Immutable. NULL
 * with
 * @error when cancelled. O(events + occurrences · log occurrences), parts spread over all cores. */
RefrainPoints *refrain_points_new (RefrainStructure *structure,
                                   double window,
                                   GCancellable *cancellable,
                                   GError **error);

/* What these return belongs to @self. */
RefrainStructure *refrain_points_get_structure (RefrainPoints *self);
double refrain_points_get_window (RefrainPoints *self);
/* Of part after part, in order of the patterns. */
const RefrainPoint *refrain_points_list (RefrainPoints *self, gsize *n);
/* What was folded away of a part, in order, none touching the next. */
const RefrainStretch *refrain_points_get_folded (RefrainPoints *self, gsize part, gsize *n);
guint64 refrain_points_count_events (RefrainPoints *self);
guint64 refrain_points_count_kept_events (RefrainPoints *self);

/* An occurrence that takes longer than usual. */
typedef struct
{
  const RefrainPoint *point;
  guint32 occurrence;
  double excess; /* ns beyond the median */
} RefrainSlowPoint;

/* Outliers that take longer than the median, those that lose most first; of RefrainSlowPoint. Free
 * with g_array_unref(). */
GArray *refrain_points_find_slow (RefrainPoints *self);
