/* refrain-isomorphism.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Is a graph the same as another but for the numbers of its nodes? By individualisation and
 * refinement (McKay, Practical graph isomorphism, 1981): a node is told apart in both, what follows
 * from that is compared step by step, and the first difference ends the attempt.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-graph.h"

/* What a search may cost. */
typedef struct
{
  guint64 steps;   /* links looked at, counted down; a search that finds 0 gives up */
  gint64 deadline; /* of g_get_monotonic_time(); 0: none */
  GCancellable *cancellable;
} RefrainSearchBudget;

typedef enum
{
  REFRAIN_ISOMORPHISM_NO,
  REFRAIN_ISOMORPHISM_YES,
  REFRAIN_ISOMORPHISM_UNKNOWN, /* the budget is spent, or it was cancelled */
} RefrainIsomorphism;

/* Whether @graph is @reference; then *@places (free with g_free()) is the node of @reference for
 * each of @graph, lower ranks at lower places where there is a choice. @transitive: some symmetry
 * of
 * @reference moves any of its nodes to any other. Where each step tells nodes apart as far as
 * symmetries allow (all that the library holds) O(edges log n) for each node that has to be told
 * apart; exponential at worst. */
RefrainIsomorphism refrain_isomorphism_find (RefrainGraph *graph,
                                             RefrainGraph *reference,
                                             gboolean transitive,
                                             RefrainSearchBudget *budget,
                                             guint32 **places);
