/* refrain-pattern.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A communication pattern: what a group of processes says, told apart from others by what each
 * process does (Alawneh 2012, section 4.7).
 */
#pragma once

#include "refrain-op-set.h"
#include "refrain-symbols.h"

/* What one process does in a pattern: its symbols in general form, each with the number of times
 * it stands in a row. */
typedef struct
{
  guint process;
  gsize n;
  const guint32 *symbol;
  const guint32 *count; /* of each symbol, at least 1 */
} RefrainPatternPart;

/* One process' share of one occurrence: the operations of elements [first, first + n) of its
 * symbol stream. */
typedef struct
{
  guint32 process;
  guint32 first;
  guint32 n;
} RefrainOccurrencePart;

/* Numbers about a pattern (Alawneh 2012, section 6.2.6). */
typedef struct
{
  guint processes;
  guint64 messages;       /* matched ones, in the first occurrence */
  guint64 total_messages; /* in all occurrences */
  guint64 bytes;          /* sent in all occurrences */
  double message_share;   /* of all messages of the trace, by all occurrences */
  double time_share; /* of all time in communication: the calls in which its operations stand */
  guint depth;       /* logical steps of the first occurrence: its longest chain of operations */
  double regularity; /* operations of a process, mean over maximum: 1 when all are equal */
  RefrainTime duration_min, duration_median, duration_max; /* of occurrences */
} RefrainPatternMetrics;

#define REFRAIN_PATTERN_MAX_DIMS 8

#define REFRAIN_TYPE_PATTERN (refrain_pattern_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPattern, refrain_pattern, REFRAIN, PATTERN, GObject)

/* Properties: "id", "name" (writable: the user's), "occurrences", "processes", "routine". Immutable
 * but for the name, which only the main thread touches. */

/* From 1, by number of occurrences, then by first appearance. */
guint refrain_pattern_get_id (RefrainPattern *self);
/* The user's name, else one made of its shape and id; never NULL. */
const char *refrain_pattern_get_name (RefrainPattern *self);
void refrain_pattern_set_name (RefrainPattern *self, const char *name);
gboolean refrain_pattern_is_collective (RefrainPattern *self);
/* Whether it is named after a shape of its messages, or after a collective. */
gboolean refrain_pattern_has_shape (RefrainPattern *self);
/* Whether its messages go one way, from each process to others, without being a sweep or more. */
gboolean refrain_pattern_is_shift (RefrainPattern *self);
/* The extents of the grid that its neighbours are on, row-major, into @dims, which has room for
 * REFRAIN_PATTERN_MAX_DIMS; returns how many, 0 where it is on none. */
guint refrain_pattern_get_grid (RefrainPattern *self, guint *dims);
/* The routine whose calls delimit most occurrences, or NULL. */
RefrainRoutine *refrain_pattern_get_routine (RefrainPattern *self);
/* How many occurrences it delimits: 0 where there is none. */
gsize refrain_pattern_get_n_in_routine (RefrainPattern *self);
/* "exchange", or "exchange, 541 of 555" where it does not delimit all. NULL where there is none.
 * Free with g_free(). */
char *refrain_pattern_describe_routine (RefrainPattern *self);

/* What each process does, by process; of alike groups that were merged, the first group's. */
const RefrainPatternPart *refrain_pattern_get_parts (RefrainPattern *self, gsize *n);
gsize refrain_pattern_get_n_occurrences (RefrainPattern *self);
/* The processes that take part in any occurrence, ascending. */
const guint32 *refrain_pattern_get_processes (RefrainPattern *self, gsize *n);
/* What patterns of its kind are called wherever they take place: "Exchange", "Ring". */
const char *refrain_pattern_get_shape_name (RefrainPattern *self);
/* Its name before it was told apart from others that do the same, or got another one. */
const char *refrain_pattern_get_plain_name (RefrainPattern *self);
/* The parts of occurrence @i, by process (rarely two of one process); occurrences are in execution
 * order (logical time, then time stamp). */
const RefrainOccurrencePart *
refrain_pattern_get_occurrence (RefrainPattern *self, gsize i, gsize *n_parts);
/* When occurrence @i begins (the first call that made an operation) and ends (the last). */
void refrain_pattern_get_occurrence_span (RefrainPattern *self,
                                          gsize i,
                                          RefrainTime *start,
                                          RefrainTime *end);
const RefrainPatternMetrics *refrain_pattern_get_metrics (RefrainPattern *self);
/* Every operation of every occurrence. O(operations in them). */
RefrainOpSet *refrain_pattern_get_op_set (RefrainPattern *self);
/* Every operation of the @n @parts of one occurrence or of several, in the streams of @symbols.
 * O(operations in them). */
RefrainOpSet *refrain_occurrence_get_op_set (RefrainSymbols *symbols,
                                             const RefrainOccurrencePart *parts,
                                             gsize n);
/* Adds them to @set. */
void refrain_occurrence_add_to (RefrainSymbols *symbols,
                                const RefrainOccurrencePart *parts,
                                gsize n,
                                RefrainOpSet *set);

/* "0–3, 8, 12–15", "0, 4 … 28"; @ranks ascend. Free with g_free(). */
char *refrain_format_ranks (const guint32 *ranks, gsize n);
