/* refrain-outermost.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How long the turns of a thread's outermost loop take, and where the slowest one loses its time.
 */
#pragma once

#include "refrain-durations.h"
#include "refrain-structure.h"

typedef struct
{
  gsize part;
  guint32 n;                   /* iterations */
  guint32 size;                /* events of one */
  guint32 first;               /* event where it begins in the stream of the part */
  RefrainTime *start;          /* of each iteration */
  RefrainTime end;             /* of the last one */
  double share;                /* of the thread's time from its first event to its last one */
  RefrainDurations *durations; /* from the start of one to that of the next, the last to its end */
  guint32 slowest;
  guint32 usual;    /* the iteration nearest to the median */
  guint32 gap;      /* the slowest one loses most, compared with the usual one, between its events
                       gap and gap + 1 */
  RefrainTime lost; /* ... that much */
  guint32 before, after; /* symbols of these events */
} RefrainOutermost;

void refrain_outermost_free (RefrainOutermost *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainOutermost, refrain_outermost_free)

/* The outermost loop of @part; NULL where there is none, or with @error when cancelled. Free with
 * refrain_outermost_free(). O(events of the part). */
RefrainOutermost *refrain_outermost_new (RefrainStructure *structure,
                                         gsize part,
                                         GCancellable *cancellable,
                                         GError **error);

/* Those of all processes. */
#define REFRAIN_TYPE_OUTERMOSTS (refrain_outermosts_get_type ())
G_DECLARE_FINAL_TYPE (RefrainOutermosts, refrain_outermosts, REFRAIN, OUTERMOSTS, GObject)

struct _RefrainOutermosts
{
  GObject parent_instance;

  GPtrArray *loops; /* of RefrainOutermost or NULL: by process, of its part with the longest loop */
  guint chosen;     /* the process whose slowest iteration says most about the run; how many there
                       are where there is no loop */
};

/* NULL with @error when cancelled. O(events). */
RefrainOutermosts *
refrain_outermosts_new (RefrainStructure *structure, GCancellable *cancellable, GError **error);

/* What the slowest iteration takes beyond the median, ns. */
double refrain_outermost_get_excess (const RefrainOutermost *self);
