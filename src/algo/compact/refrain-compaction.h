/* refrain-compaction.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How much smaller a trace is when what repeats in it is kept once (Alawneh 2012, 3.6 and Table
 * 3.7).
 */
#pragma once

#include "refrain-trace.h"

/* What is collapsed before equal sub-trees become one node, each with what is before it. */
typedef enum
{
  REFRAIN_COMPACTION_LEAVES,    /* calls in a row of one routine that call nothing */
  REFRAIN_COMPACTION_RUNS,      /* equal sub-trees in a row */
  REFRAIN_COMPACTION_SEQUENCES, /* sequences of sub-trees in a row: an edge each (fork-sequence) */
  REFRAIN_COMPACTION_RECURSION, /* calls of a routine by itself, and by nothing else: one edge */
  REFRAIN_N_COMPACTIONS
} RefrainCompactionVariant;

/* The thesis' N, E and M: nodes are calls, edges lead to what they call. */
typedef struct
{
  guint64 nodes, edges, messages;
} RefrainCompactionCounts;

/* What repeats in a row and stands for most calls. */
typedef struct
{
  guint64 calls;          /* that it stands for, those in it included, all occurrences */
  guint64 times, repeats; /* occurrences; of these the one with most turns has so many */
  const char *caller;     /* routine that it stands in; NULL for none */
  char *body;             /* the routines of one turn, "MPI_Recv jacld blts ..." */
} RefrainCompactionRepeat;

#define REFRAIN_TYPE_COMPACTION (refrain_compaction_get_type ())
G_DECLARE_FINAL_TYPE (RefrainCompaction, refrain_compaction, REFRAIN, COMPACTION, GObject)

/* A tree a thread: its calls, and a root above them where several are called by nothing. NULL with
 * @error when cancelled. Nearly O(calls + messages). Immutable. */
RefrainCompaction *
refrain_compaction_new (RefrainTrace *trace, GCancellable *cancellable, GError **error);

/* The trace itself: N0, E0, M0. */
RefrainCompactionCounts refrain_compaction_get_before (RefrainCompaction *self);
/* One graph a process, or with @shared one for all. Messages are those that are left when equal
 * neighbours (tag, size, communicator) of one sender and receiver are one. */
RefrainCompactionCounts refrain_compaction_get_after (RefrainCompaction *self,
                                                      RefrainCompactionVariant variant,
                                                      gboolean shared);
/* As Table 3.7 counts: nodes of the graph, edges of the tree with contiguous leaf calls collapsed.
 */
RefrainCompactionCounts refrain_compaction_get_as_table (RefrainCompaction *self);
/* 1 - B / A in per cent; 0 where A is 0. */
double refrain_compaction_get_rate (const RefrainCompactionCounts *before,
                                    const RefrainCompactionCounts *after);
/* What repeats in a row and stands for most calls, of all processes; NULL where nothing does. */
const RefrainCompactionRepeat *refrain_compaction_get_repeat (RefrainCompaction *self);
