/* refrain-pattern-match.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finding a given pattern with some edits (thesis 4.5): a q-gram filter, then edit distance.
 */
#pragma once

#include "refrain-symbols.h"

G_BEGIN_DECLS

/* One place in a sequence that is like the wanted one. */
typedef struct
{
  guint32 first;
  guint32 n;
  guint32 edits;
} RefrainSequenceMatch;

/* Windows of @text within @edits of @pattern, by n-grams of @gram symbols; windows within 2·edits
 * are shrunk to no less than m - edits and kept where that brings them within @edits. Matches do
 * not overlap. Free with g_array_unref(). */
GArray *refrain_match_sequence (const guint32 *pattern,
                                gsize m,
                                const guint32 *text,
                                gsize n,
                                guint gram,
                                guint edits,
                                GCancellable *cancellable);
/* Levenshtein distance; gives limit + 1 once it is above @limit. O(min(m, n) · limit). */
guint refrain_edit_distance (const guint32 *a, gsize m, const guint32 *b, gsize n, guint limit);

/* What one process of a wanted pattern does: sends and receives in order. */
typedef struct
{
  gboolean send;
  guint32 peer;
} RefrainTemplateEvent;

/* A pattern to look for: for each process its events. */
typedef struct
{
  guint n_processes;
  GArray **events; /* n_processes arrays of RefrainTemplateEvent */
  char *name;
} RefrainPatternTemplate;

void refrain_pattern_template_free (RefrainPatternTemplate *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainPatternTemplate, refrain_pattern_template_free)

/* Patterns generated for a grid of processes, row-major ranks. @dims has @n_dims extents. */
RefrainPatternTemplate *refrain_template_wavefront (const guint *dims, guint n_dims, guint origin);
RefrainPatternTemplate *
refrain_template_stencil (const guint *dims, guint n_dims, gboolean periodic);
RefrainPatternTemplate *refrain_template_ring (guint n);
RefrainPatternTemplate *refrain_template_butterfly (guint n);
RefrainPatternTemplate *refrain_template_binary_tree (guint n, gboolean broadcast);
RefrainPatternTemplate *refrain_template_transpose (guint rows, guint columns);
RefrainPatternTemplate *refrain_template_all_to_all (guint n);
/* From a file: a line a process, "0: S1 S4" or "P1: S2 S5"; see docs. */
RefrainPatternTemplate *refrain_template_load (const char *path, GError **error);

typedef struct
{
  guint edits_per_process;
  guint edits_total;
  gboolean any_order; /* within a process the order of events does not matter */
} RefrainMatchOptions;

/* One occurrence found: the share of each process, as elements of its symbol stream. */
typedef struct
{
  RefrainTime start, end;
  guint edits;
  guint n_parts;
  guint first_part; /* in refrain_match_result's parts */
} RefrainMatchOccurrence;

typedef struct
{
  GArray *occurrences; /* of RefrainMatchOccurrence, in execution order */
  GArray *parts;       /* of RefrainOccurrencePart (refrain-pattern.h) */
} RefrainMatchResult;

void refrain_match_result_free (RefrainMatchResult *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainMatchResult, refrain_match_result_free)

/* Finds @wanted in @symbols (scheme: operation and peer). Process matches are joined through their
 * matched messages; occurrences beyond edits_total are dropped. */
RefrainMatchResult *refrain_pattern_match (RefrainSymbols *symbols,
                                           const RefrainPatternTemplate *wanted,
                                           const RefrainMatchOptions *options,
                                           GCancellable *cancellable,
                                           GError **error);

G_END_DECLS
