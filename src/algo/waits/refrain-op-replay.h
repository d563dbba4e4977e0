/* refrain-op-replay.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: all operations once more, each thread in order, a receive after its send and
 * a collective after those that it needs. The stamps that it gives are the least solution of the
 * caller's rules, so that they do not depend on the order in which threads are worked off.
 */
#pragma once

#include "refrain-op-span.h"

/* Nothing was needed, or nothing is stamped yet. */
#define REFRAIN_REPLAY_NEVER G_MININT64

typedef struct
{
  guint32 process;
  guint32 thread; /* of the process */
} RefrainReplayLine;

typedef struct
{
  /* Line @line comes to operation @op: when, for those who need it in a collective. May be asked
   * again before it ends. */
  RefrainTime (*come) (gpointer data, gsize line, gsize op);
  /* It came at @came, and what it needs was there at @needed (or REFRAIN_REPLAY_NEVER): gives the
   * stamp, which is what those who need this operation are told. */
  RefrainTime (*end) (gpointer data, gsize line, gsize op, RefrainTime came, RefrainTime needed);
} RefrainReplayRules;

/* The threads of all processes, in order; free with g_free(). */
RefrainReplayLine *refrain_op_replay_list_lines (RefrainTrace *trace, gsize *n);

/* Replays @trace and fills in @stamps, of each process and operation. Where operations wait for
 * each other in a circle, which no real run can do, the earliest is let through. FALSE when
 * cancelled. O(operations). */
gboolean refrain_op_replay_run (RefrainTrace *trace,
                                const RefrainOpSpans *spans,
                                const RefrainReplayRules *rules,
                                gpointer data,
                                RefrainTime *const *stamps,
                                GCancellable *cancellable);
