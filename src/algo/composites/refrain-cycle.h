/* refrain-cycle.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A cycle: patterns that come again and again in one order, "249 times: 62 sweeps, 62 sweeps back,
 * an exchange". It stands above the patterns of a set and hides none of them.
 */
#pragma once

#include "refrain-pattern-set.h"

/* @times occurrences of one pattern, one after the other. */
typedef struct
{
  guint32 pattern; /* index in the set */
  guint32 times;
  guint32 threads; /* that do so at the same time, each so often; 1 */
  guint32 lane; /* which of the threads of a process does so, where these do not do the same: what
                   follows in a higher one happens at the same time; 0 */
} RefrainCycleItem;

#define REFRAIN_TYPE_CYCLE (refrain_cycle_get_type ())
G_DECLARE_FINAL_TYPE (RefrainCycle, refrain_cycle, REFRAIN, CYCLE, GObject)

/* The cycles of @set: in each process' order of patterns, with runs of one pattern as a count, what
 * stands at least twice in a row and is longer than one run; repeats inside repeats are cycles of
 * their own, and what itself repeats something three times is left out for them. What several
 * threads of a process do alike until they meet counts once. Equal ones of
 * several processes, whichever item each begins with, are one. Those that carry most messages and
 * time come first. An array of RefrainCycle that frees them; NULL with @error when cancelled.
 * O(operations + occurrences · log occurrences). */
GPtrArray *refrain_cycles_find (RefrainPatternSet *set, GCancellable *cancellable, GError **error);

/* Numbers them anew, as they stand, from 1. */
void refrain_cycles_number (GPtrArray *cycles);

/* From 1. */
guint refrain_cycle_get_id (RefrainCycle *self);
/* In the order of the process that goes through it most often. Owned by @self. */
const RefrainCycleItem *refrain_cycle_get_items (RefrainCycle *self, gsize *n);
/* The first @n items, named @names ("62 × Sweep"), in a row: "A; B", "(A; B) in each of 2 threads",
 * "A ‖ B" of threads that do different things at the same time. Free with g_free(). O(n). */
char *refrain_cycle_describe_items (RefrainCycle *self, char *const *names, gsize n);
/* How often the process that does so most often goes through it: iterations. */
gsize refrain_cycle_get_count (RefrainCycle *self);
/* How much of the run it explains: half of its share of messages and half of that of time, of all
 * patterns. 0 to 1. */
double refrain_cycle_get_weight (RefrainCycle *self);
/* Those that go through it, ascending. Owned by @self. */
const guint32 *refrain_cycle_get_processes (RefrainCycle *self, gsize *n);
/* What iteration @i spans in each process that goes through it so often: everything from the first
 * to the last operation. Free with g_free(). O(processes). */
RefrainOccurrencePart *refrain_cycle_get_iteration (RefrainCycle *self, gsize i, gsize *n_parts);
/* Every operation of all iterations, in the streams of @symbols, which are the set's. O(operations
 * in them). */
RefrainOpSet *refrain_cycle_get_op_set (RefrainCycle *self, RefrainSymbols *symbols);
