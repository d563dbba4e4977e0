/* refrain-pattern-set.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All communication patterns of a trace: process pieces joined through their matched messages
 * (Alawneh 2012, section 4.7). A GListModel of RefrainPattern. Immutable but for the patterns'
 * names.
 */
#pragma once

#include "refrain-pattern.h"
#include "refrain-progress.h"
#include "refrain-segments.h"
#include "refrain-wrappers.h"

typedef enum
{
  REFRAIN_PATTERNS_ROUTINE,   /* delimited by routine calls */
  REFRAIN_PATTERNS_SYNTACTIC, /* by nothing: MPI events alone */
} RefrainPatternMethod;

typedef struct
{
  RefrainPatternMethod method;
  RefrainSymbolScheme scheme;  /* point_to_point and collectives are set by the analysis */
  const char *const *wrappers; /* names of routines; NULL: choose them (reference rule) */
  gboolean keep_tandem;        /* do not split at tandem repeats: global patterns */
  gboolean merge_alike;        /* one pattern for groups of one shape, shifted over the ranks */
  gboolean
      join_collectives; /* collectives that one call makes in a row are one pattern (Alawneh 2012,
                           figure 4.22) instead of one each (Alawneh 2012, section 5.3) */
  GBytes *places; /* of each process on the run's topology (refrain_symbols_set_places()), by which
                     patterns are named; NULL: as ranks say */
} RefrainPatternOptions;

#define REFRAIN_PATTERN_OPTIONS_DEFAULT                                                            \
  {                                                                                                \
    .method = REFRAIN_PATTERNS_ROUTINE, .scheme = REFRAIN_SYMBOL_SCHEME_THESIS                     \
  }

#define REFRAIN_TYPE_PATTERN_SET (refrain_pattern_set_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPatternSet, refrain_pattern_set, REFRAIN, PATTERN_SET, GObject)

/* Finds the patterns: symbols, segments, units, instances, and which of these are the same. The
 * same result for any number of threads. Near-linear in operations. NULL with @error when cancelled
 * or when a wrapper's name is unknown. What the functions below return belongs to the set. */
RefrainPatternSet *refrain_pattern_set_new (RefrainTrace *trace,
                                            const RefrainPatternOptions *options,
                                            GCancellable *cancellable,
                                            const RefrainProgress *progress,
                                            GError **error);

RefrainTrace *refrain_pattern_set_get_trace (RefrainPatternSet *self);
RefrainPatternMethod refrain_pattern_set_get_method (RefrainPatternSet *self);
/* The symbols of all patterns, collective ones included; occurrences lie in these streams. */
RefrainSymbols *refrain_pattern_set_get_symbols (RefrainPatternSet *self);
/* The segments of those streams that patterns were made of. */
RefrainSegments *refrain_pattern_set_get_segments (RefrainPatternSet *self);
guint refrain_pattern_set_get_n_patterns (RefrainPatternSet *self);
/* The pattern of index @i, whose id is @i + 1. */
RefrainPattern *refrain_pattern_set_get_pattern (RefrainPatternSet *self, guint i);
/* The wrappers that were used, with the reasons; none for REFRAIN_PATTERNS_SYNTACTIC. */
const RefrainWrapper *refrain_pattern_set_get_wrappers (RefrainPatternSet *self, gsize *n);
/* The routines whose calls delimit point-to-point patterns, by index in the trace. */
RefrainRoutine *const *refrain_pattern_set_get_delimiters (RefrainPatternSet *self, gsize *n);

/* Of each pattern the lowest index of those that do the same a constant number of ranks away, which
 * the option merge_alike makes one: its own where there are none. Free with
 * g_free(). O(symbols of all patterns). */
guint32 *refrain_pattern_set_find_alike (RefrainPatternSet *self);

/* All occurrences of all patterns in execution order (logical time, then time stamp): the sequence
 * that phases are found in. */
typedef struct
{
  guint32 pattern;    /* index */
  guint32 occurrence; /* of that pattern */
} RefrainPatternEvent;
const RefrainPatternEvent *refrain_pattern_set_get_sequence (RefrainPatternSet *self, gsize *n);

/* The patterns that operation @op of @process belongs to: fills @indices (room for @max), gives how
 * many. O(1). */
guint refrain_pattern_set_find (
    RefrainPatternSet *self, guint process, gsize op, guint32 *indices, guint max);
/* The pattern and the occurrence of it that operation @op of @process belongs to; FALSE where there
 * is none. O(1). */
gboolean refrain_pattern_set_find_occurrence (RefrainPatternSet *self,
                                              guint process,
                                              gsize op,
                                              RefrainPatternEvent *event);
