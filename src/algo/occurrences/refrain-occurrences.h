/* refrain-occurrences.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All occurrences of something that repeats, as a plain series: when each begins and ends, how long
 * it takes, on which processes, and which operations belong to it. Immutable.
 */
#pragma once

#include "refrain-durations.h"
#include "refrain-iterations.h"
#include "refrain-pattern.h"

/* What repeats. */
typedef enum
{
  REFRAIN_RECURS_LOOP,     /* iterations of a loop */
  REFRAIN_RECURS_PHASE,    /* repetitions of what a phase repeats */
  REFRAIN_RECURS_PATTERN,  /* occurrences of a communication pattern */
  REFRAIN_RECURS_ROUTINE,  /* calls */
  REFRAIN_RECURS_SEQUENCE, /* occurrences of a sequence or loop of events of one process */
  REFRAIN_N_RECURS,
  REFRAIN_RECURS_OTHER
  = REFRAIN_N_RECURS /* what is called by its name alone; no caller asks for it */
} RefrainRecurs;

/* "loop", "phase", "pattern", "routine", "sequence": an untranslated name for JSON. */
const char *refrain_recurs_get_name (RefrainRecurs kind);

typedef struct
{
  RefrainTime start, end; /* on any of its processes; iterations and repetitions begin where the one
                             before ends on the last of their processes */
  RefrainTime duration;   /* from start to end: what an iteration adds to the run */
  guint32 process;        /* where there is but one, or REFRAIN_NONE */
} RefrainOccurrence;

#define REFRAIN_TYPE_OCCURRENCES (refrain_occurrences_get_type ())
G_DECLARE_FINAL_TYPE (RefrainOccurrences, refrain_occurrences, REFRAIN, OCCURRENCES, GObject)

RefrainRecurs refrain_occurrences_get_kind (RefrainOccurrences *self);
/* As the lists of loops, phases, patterns and sequences number it, from 1; of a routine its index
 * in the trace, and 1. */
guint32 refrain_occurrences_get_id (RefrainOccurrences *self);
/* "ssor", "Ring of 8": what it is called without its kind; may be "". */
const char *refrain_occurrences_get_name (RefrainOccurrences *self);
RefrainTrace *refrain_occurrences_get_trace (RefrainOccurrences *self);
guint32 refrain_occurrences_get_n (RefrainOccurrences *self);
/* In the order in which they begin (those of patterns in execution order). */
RefrainOccurrence refrain_occurrences_get (RefrainOccurrences *self, guint32 i);
/* The operations of occurrence @i: elements [first, first + n) of the stream of their process,
 * whose rows refrain_occurrences_get_row() returns. By process; several of one are in order. */
const RefrainOccurrencePart *
refrain_occurrences_get_parts (RefrainOccurrences *self, guint32 i, gsize *n);
/* When the process of @part, one that refrain_occurrences_get_parts() gave, begins an iteration or
 * repetition there: where it ended the one before, or with what it computes before its first
 * operation. G_MAXINT64: with that operation, or with a part before it. O(1). */
RefrainTime
refrain_occurrences_get_part_start (RefrainOccurrences *self, const RefrainOccurrencePart *part);
/* The row of element @position of the stream of @process, or REFRAIN_NONE. O(1). */
guint32 refrain_occurrences_get_row (RefrainOccurrences *self, guint32 process, guint32 position);
/* Adds the operations of occurrence @i to @set. O(operations in it). */
void refrain_occurrences_add_ops (RefrainOccurrences *self, guint32 i, RefrainOpSet *set);
/* The operations of the @n occurrences @which (NULL: all, then @n is not looked at). Free with
 * refrain_op_set_unref(). O(operations in them + all of the trace / 64). */
RefrainOpSet *
refrain_occurrences_make_op_set (RefrainOccurrences *self, const guint32 *which, gsize n);
/* Of their durations in nanoseconds, with @window (0.1: ±10 %). NULL with @error when cancelled. */
RefrainDurations *refrain_occurrences_measure (RefrainOccurrences *self,
                                               double window,
                                               GCancellable *cancellable,
                                               GError **error);
/* How many take place at the same time on average, at least 1: what all of them take, by the time
 * in which any does. */
double refrain_occurrences_get_concurrency (RefrainOccurrences *self);

/* When operation @op of @process begins and ends: with the MPI call it stands in. O(1). */
void refrain_occurrences_get_op_span (
    RefrainTrace *trace, guint32 process, gsize op, RefrainTime *start, RefrainTime *end);

/* ---- Making one: for collectors -------------------------------------------------------------- */

/* No occurrences yet, of @kind; @name is copied. @owner (may be NULL) is kept as long as it, and
 * with it what the streams point to. */
RefrainOccurrences *refrain_occurrences_new (
    RefrainTrace *trace, RefrainRecurs kind, guint32 id, const char *name, GObject *owner);
/* Elements of the stream of @process are the rows @op (n of them, not copied); a process without a
 * stream has its rows as elements. */
void refrain_occurrences_set_stream (RefrainOccurrences *self,
                                     guint32 process,
                                     const guint32 *op,
                                     gsize n);
/* Before the first: @n occurrences of @n_parts parts in all, each of which is put then, from any
 * thread. */
void refrain_occurrences_set_size (RefrainOccurrences *self, guint n, guint n_parts);
/* Occurrence @i, whose parts are those from @first_part up to those of the next. */
void refrain_occurrences_put (RefrainOccurrences *self,
                              guint i,
                              const RefrainOccurrence *occurrence,
                              guint first_part);
void
refrain_occurrences_put_part (RefrainOccurrences *self, guint i, const RefrainOccurrencePart *part);
/* Begins an occurrence; parts are those added until the next. */
void refrain_occurrences_begin (RefrainOccurrences *self, const RefrainOccurrence *occurrence);
void refrain_occurrences_add_part (RefrainOccurrences *self, const RefrainOccurrencePart *part);
/* Where nothing precedes the last occurrence on @process, it begins at @start there, unless its
 * first operation is earlier. */
void
refrain_occurrences_suggest_start (RefrainOccurrences *self, guint32 process, RefrainTime start);
/* Tells when the last occurrence is, out of its parts: on each process from its first operation,
 * or, where the occurrence before ends (@always, or where its elements follow those of the one
 * before), from there. */
void refrain_occurrences_end (RefrainOccurrences *self, gboolean always);
/* After the last: they are when @iterations are, as many. O(parts). */
void refrain_occurrences_take_times (RefrainOccurrences *self, RefrainIterations *iterations);
/* After the last: where each follows the one before on all their processes, they begin and end as
 * iterations of the main loop do (refrain_iterations_new_at()), as it may be these. O(parts · log
 * operations). */
void refrain_occurrences_cut_as_iterations (RefrainOccurrences *self);
