/* refrain-trace-patterns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns that are kept with a trace (MTF: CommPattern, RoutinePattern, PatternOccurrence): what
 * an analysis found, as plain rows. Immutable.
 */
#pragma once

#include "refrain-types.h"

typedef enum
{
  REFRAIN_KEPT_MESSAGES, /* CommPattern: of operations */
  REFRAIN_KEPT_CALLS,    /* RoutinePattern: of calls */
  REFRAIN_N_KEPT_PATTERNS
} RefrainKeptPattern;

/* @n rows from @first on, of the operations or calls of @process, that belong to an occurrence. */
typedef struct
{
  guint32 process;
  guint32 first;
  guint32 n;
} RefrainPatternRows;

#define REFRAIN_TYPE_TRACE_PATTERNS (refrain_trace_patterns_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainTracePatterns, refrain_trace_patterns, REFRAIN, TRACE_PATTERNS, GObject)

/* No patterns yet; to be filled before it is shared. */
RefrainTracePatterns *refrain_trace_patterns_new (void);
/* Adds a pattern; occurrences that are added next are of it. @description may be NULL. */
void refrain_trace_patterns_add (RefrainTracePatterns *self,
                                 RefrainKeptPattern kind,
                                 const char *description);
/* Adds an occurrence of the last pattern; rows that are added next belong to it. */
void refrain_trace_patterns_add_occurrence (RefrainTracePatterns *self);
/* Adds @n rows from @first on; those that follow the ones added last are joined to them. */
void refrain_trace_patterns_add_rows (RefrainTracePatterns *self,
                                      guint32 process,
                                      guint32 first,
                                      guint32 n);

guint refrain_trace_patterns_get_n (RefrainTracePatterns *self);
RefrainKeptPattern refrain_trace_patterns_get_kind (RefrainTracePatterns *self, guint pattern);
/* What the pattern is called, never NULL; belongs to @self. */
const char *refrain_trace_patterns_get_description (RefrainTracePatterns *self, guint pattern);
/* The occurrences of @pattern are those from *@first on and below *@end. */
void refrain_trace_patterns_get_occurrences (RefrainTracePatterns *self,
                                             guint pattern,
                                             guint64 *first,
                                             guint64 *end);
/* Of all patterns. */
guint64 refrain_trace_patterns_get_n_occurrences (RefrainTracePatterns *self);
/* The rows of an occurrence, in the order in which they were added; belong to @self. */
const RefrainPatternRows *
refrain_trace_patterns_get_rows (RefrainTracePatterns *self, guint64 occurrence, gsize *n);

/* All occurrences of a pattern together. */
typedef struct
{
  guint64 occurrences, rows;
  guint processes; /* that the rows are of */
} RefrainKeptTotals;

/* O(rows of the pattern). */
RefrainKeptTotals refrain_trace_patterns_count (RefrainTracePatterns *self, guint pattern);
