/* refrain-pattern-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How a pattern set makes its patterns.
 */
#pragma once

#include "refrain-instances.h"
#include "refrain-pattern-set.h"

G_BEGIN_DECLS

struct _RefrainPattern
{
  GObject parent_instance;

  guint id;
  char *name; /* the user's, or NULL */
  char *own_name;
  gboolean collective;
  RefrainSymbols *symbols;
  RefrainRoutine *routine; /* or NULL */
  GArray *parts;           /* of RefrainPatternPart */
  guint32 *part_words;     /* their symbols and counts */
  gsize n_occurrences;
  gsize n_occurrence_parts;           /* of each occurrence */
  RefrainOccurrencePart *occurrences; /* n_occurrences · n_occurrence_parts */
  RefrainTime *spans;                 /* 2 · n_occurrences: start, end */
  RefrainPatternMetrics metrics;
};

/* A pattern whose occurrences are @order (numbers of instances, all of one pattern). */
RefrainPattern *
refrain_pattern_new (RefrainInstances *instances, const guint32 *order, gsize n, guint id);
/* Fills in spans and metrics. O(operations of all occurrences). */
void refrain_pattern_measure (RefrainPattern *self);
/* A name from what the processes do: "Sweep from 0 to 7", "Ring of 4", "MPI_Bcast"; where its
 * messages are not exactly those of a shape, "Exchange 3" or "Pattern 3". Free with
 * g_free(). */
char *refrain_pattern_describe_shape (RefrainPattern *self);
/* Makes the patterns, the most frequent first, then by appearance; of each occurrence, in execution
 * order, which it is, and the same by instance. @shape: of each distinct pattern the one that it
 * counts as. Free both with g_free(). Without some of the patterns when cancelled. O(operations +
 * instances · log instances). */
void refrain_patterns_make (RefrainInstances *instances,
                            const guint32 *shape,
                            GPtrArray *patterns,
                            RefrainPatternEvent **sequence,
                            RefrainPatternEvent **event_of_instance,
                            GCancellable *cancellable);
/* Adds their ids to the names of patterns that have the same. */
void refrain_patterns_name_apart (GPtrArray *patterns);

G_END_DECLS
