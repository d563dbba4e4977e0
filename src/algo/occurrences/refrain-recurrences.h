/* refrain-recurrences.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What of all that repeats is worth a look: series whose outliers or trend cost most of the run's
 * time. Immutable.
 */
#pragma once

#include "refrain-loop-global.h"
#include "refrain-occurrence-lists.h"

/* A phase as the list of phases shows it. */
typedef struct
{
  guint32 start, end;             /* the elements that are said to repeat something */
  guint32 whole_start, whole_end; /* all of them, of which it has its name */
} RefrainRecurrenceRange;

/* Where series come from. What is NULL yields none. */
typedef struct
{
  RefrainTrace *trace;
  RefrainPatternSet *set;  /* of patterns */
  RefrainPhases *phases;   /* with their ranges, in order */
  GArray *ranges;          /* of RefrainRecurrenceRange */
  RefrainLoopModel *loops; /* the global model */
  RefrainPoints *points;
} RefrainRecurrenceSources;

/* Drops the references it holds. */
void refrain_recurrence_sources_clear (RefrainRecurrenceSources *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainRecurrenceSources, refrain_recurrence_sources_clear)
/* How many there are of @kind; ids are 1 to that, but for loops, whose ids are those of some. */
guint32 refrain_recurrence_sources_count (const RefrainRecurrenceSources *self, RefrainRecurs kind);
/* The series of what has @id. NULL with @error, a sentence, where there is no such thing. */
RefrainOccurrences *refrain_recurrence_sources_collect (const RefrainRecurrenceSources *self,
                                                        RefrainRecurs kind,
                                                        guint32 id,
                                                        GCancellable *cancellable,
                                                        GError **error);
/* The id of the routine called @name, as people or the trace spell it; 0 where there is none. */
guint32
refrain_recurrence_sources_find_routine (const RefrainRecurrenceSources *self, const char *name);

/* One series. */
typedef struct
{
  RefrainRecurs kind;
  guint32 id;
  guint32 n;
  char *what;              /* "loop 45 in ssor" */
  char *sentence;          /* refrain_occurrences_tell() */
  double median, total;    /* ns */
  guint32 n_slow;          /* that take longer than usual */
  guint32 slowest;         /* of these, or REFRAIN_NONE */
  RefrainOccurrence worst; /* ... which that is */
  RefrainTrend trend;
  double slow_time;  /* of the run's time: what the slow ones take beyond the median, by how many
                        take place at the same time; ns */
  double own_time;   /* ... and what is usual on one process alone */
  double trend_time; /* ... and what all take beyond those of the faster end of the run */
  gboolean is_mpi;   /* calls of MPI's, which wait */
  gboolean overlaps; /* a pattern whose occurrences take place while others of it do, on the same
                        processes: how long each is says little */
  gboolean is_loop;  /* a phase whose repetitions are iterations of a loop that is told, too */
} RefrainRecurrence;

#define REFRAIN_TYPE_RECURRENCES (refrain_recurrences_get_type ())
G_DECLARE_FINAL_TYPE (RefrainRecurrences, refrain_recurrences, REFRAIN, RECURRENCES, GObject)

/* Measures everything in @sources that comes at least three times, on all cores; what costs most
 * of the run's time by outliers or trend first, behind all others what overlaps, phases that are
 * loops, and MPI's own routines. Keeps references. NULL with @error when cancelled. O(calls +
 * occurrences · log n).
 */
RefrainRecurrences *refrain_recurrences_new (const RefrainRecurrenceSources *sources,
                                             GCancellable *cancellable,
                                             GError **error);

/* Belongs to @self. */
const RefrainRecurrenceSources *refrain_recurrences_get_sources (RefrainRecurrences *self);
/* Likewise. */
const RefrainRecurrence *refrain_recurrences_list (RefrainRecurrences *self, gsize *n);
/* Whether it costs enough of the run (0.1 %) to be worth a sentence, and does not overlap. */
gboolean refrain_recurrences_is_notable (RefrainRecurrences *self, gsize i);
