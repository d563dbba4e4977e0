/* refrain-beside-graph.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The event graph of one of two runs, with its ruler, the names of its processes and what the run
 * is called.
 */
#pragma once

#include "refrain-event-canvas.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_BESIDE_GRAPH (refrain_beside_graph_get_type ())
G_DECLARE_FINAL_TYPE (RefrainBesideGraph, refrain_beside_graph, REFRAIN, BESIDE_GRAPH, GtkWidget)

GtkWidget *refrain_beside_graph_new (void);
/* Shows @session (NULL: none), called @name: "A". */
void refrain_beside_graph_set_session (RefrainBesideGraph *self,
                                       RefrainSession *session,
                                       const char *name);
RefrainEventCanvas *refrain_beside_graph_get_canvas (RefrainBesideGraph *self);
/* "A: lu-W-4, 4 processes, 2.3 s". */
const char *refrain_beside_graph_get_title (RefrainBesideGraph *self);
/* So that times stand below each other. */
void refrain_beside_graph_align (RefrainBesideGraph *self, RefrainBesideGraph *other);

G_END_DECLS
