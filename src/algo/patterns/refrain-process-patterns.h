/* refrain-process-patterns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What one process says again and again (Alawneh 2012, section 4.4): repeats in its sequence, in
 * general form, counted as often as the original has them.
 */
#pragma once

#include "refrain-pattern-set.h"

typedef enum
{
  REFRAIN_REPEATS_NGRAM,    /* contiguous repeats removed, then by n-grams (Alawneh 2012,
                               algorithms 4.3, 4.5) */
  REFRAIN_REPEATS_VERBATIM, /* by n-grams in the sequence as it is */
  REFRAIN_REPEATS_SUFFIX,   /* all maximal repeats by a suffix array, in the sequence as it is */
} RefrainRepeatsMethod;

/* One process pattern. */
typedef struct
{
  gsize n;
  const guint32 *symbols;
  gsize n_occurrences;
  const guint32 *positions; /* where it begins in the sequence; ascending, but for repeats found by
                               suffixes that stand in more than four million places in all */
} RefrainProcessPattern;

typedef struct _RefrainProcessPatterns RefrainProcessPatterns;

/* Finds what repeats in @symbols, never across a @boundary (TRUE starts a new piece; NULL: none).
 * With REFRAIN_REPEATS_NGRAM both what repeats in the general form and what was repeated
 * contiguously, each with all its occurrences in the original. By first position, longer first.
 * Near-linear. NULL with @error when cancelled, or when there is more to search than
 * REFRAIN_REPEATS_MAX (refrain-repeats.h). */
RefrainProcessPatterns *refrain_process_patterns_find (const guint32 *symbols,
                                                       gsize n,
                                                       const gboolean *boundary,
                                                       RefrainRepeatsMethod method,
                                                       GCancellable *cancellable,
                                                       GError **error);
void refrain_process_patterns_free (RefrainProcessPatterns *self);
gsize refrain_process_patterns_get_n (const RefrainProcessPatterns *self);
const RefrainProcessPattern *
refrain_process_patterns_get (const RefrainProcessPatterns *self, gsize i);
/* The sequence that was searched: its general form, or the sequence itself. */
const guint32 *refrain_process_patterns_get_form (const RefrainProcessPatterns *self, gsize *n);

/* Those of the sends and receives of @process, delimited as the patterns of @set are; positions
 * count its sends and receives. */
RefrainProcessPatterns *refrain_process_patterns_find_in (RefrainPatternSet *set,
                                                          guint process,
                                                          RefrainRepeatsMethod method,
                                                          GCancellable *cancellable,
                                                          GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainProcessPatterns, refrain_process_patterns_free)

/* Those of every process. */
#define REFRAIN_TYPE_RUN_PATTERNS (refrain_run_patterns_get_type ())
G_DECLARE_FINAL_TYPE (RefrainRunPatterns, refrain_run_patterns, REFRAIN, RUN_PATTERNS, GObject)

struct _RefrainRunPatterns
{
  GObject parent_instance;

  GPtrArray *processes; /* of RefrainProcessPatterns */
};

/* Spread over all cores. NULL with @error as above. */
RefrainRunPatterns *refrain_run_patterns_new (RefrainPatternSet *set,
                                              RefrainRepeatsMethod method,
                                              GCancellable *cancellable,
                                              GError **error);
