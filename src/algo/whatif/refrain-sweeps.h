/* refrain-sweeps.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: where processes pass messages on in one direction, each beginning only after
 * another has: pipelines, wave fronts, tokens. Found by the order of sends and receives alone,
 * never by times.
 */
#pragma once

#include "refrain-run-graph.h"

/* What a line does in a sweep, from its first message on. */
typedef struct
{
  guint32 line, level; /* so many lines go before */
  guint32 root;        /* the part at level 0 from which it comes; its own place there */
  guint32 from;        /* the part from which it has its level, or REFRAIN_NONE */
  guint32 first, last; /* nodes that send or receive */
  guint32 n_receives, n_in, n_out;
  guint32 depth;      /* of a root: levels, 0 if no process follows */
  guint32 laps;       /* ... how often it begins anew when what it sent has come back */
  guint64 n_messages; /* ... that its parts receive */
} RefrainSweepPart;

typedef struct
{
  GArray *parts;     /* of RefrainSweepPart */
  guint32 *of;       /* of each node: its part, or REFRAIN_NONE */
  guint32 *received; /* of each node that sends: where that is received; while it is made */
  guint8 *anew;      /* ... what the first pass has found out; likewise */
  guint32 least;     /* levels that make a sweep */
  guint8 *follows;   /* of each node: whether it receives from one who goes before it */
} RefrainSweeps;

/* O(nodes + dependences). */
RefrainSweeps *refrain_sweeps_new (const RefrainRunGraph *graph);
void refrain_sweeps_free (RefrainSweeps *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainSweeps, refrain_sweeps_free)

/* The part of a sweep that is deep enough in which @node stands; NULL where there is none. */
const RefrainSweepPart *refrain_sweeps_find (const RefrainSweeps *self, guint32 node);
/* Whether @node, in a sweep, receives from one who goes before it there. */
static inline gboolean
refrain_sweeps_follows (const RefrainSweeps *self, guint32 node)
{
  return self->follows[node];
}
