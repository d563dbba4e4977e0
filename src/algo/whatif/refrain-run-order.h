/* refrain-run-order.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: which nodes can go on. Lines do until they wait for a node that has not
 * begun, and are woken by it.
 */
#pragma once

#include "refrain-run-graph.h"

typedef struct
{
  const RefrainRunGraph *graph;
  guint8 *has_begun; /* of each node */
  guint32 *waiter;   /* of each node: the last line that waits for it + 1 */
  guint32 *other;    /* of each line: another one that waits for the same */
  guint32 *awaited;  /* ... what it waits for, while it does */
  guint32 *cursor;   /* of each group: members before it have begun */
  GArray *ready;     /* of guint32: lines that wait no more */
} RefrainRunOrder;

void refrain_run_order_init (RefrainRunOrder *self, const RefrainRunGraph *graph);
void refrain_run_order_clear (RefrainRunOrder *self);
/* @node begins; lines that waited for it are ready. */
void refrain_run_order_begin (RefrainRunOrder *self, guint32 node);
/* Whether line @l cannot end @node yet; it is ready when it can be asked again. */
gboolean refrain_run_order_waits (RefrainRunOrder *self, guint32 l, guint32 node);

/* Fills in the order of @graph. Where lines wait for each other in a circle some dependences are
 * dropped. FALSE when cancelled. */
gboolean refrain_run_order_put (RefrainRunGraph *graph, GCancellable *cancellable);
