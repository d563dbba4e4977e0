/* refrain-beside-graph.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A picture of one of two runs, and what the run is called: the event graph with its ruler and the
 * names of processes, the phases, or the loops. Phases and loops are looked for when they are first
 * shown.
 */
#pragma once

#include "refrain-event-canvas.h"
#include "refrain-loop-canvas.h"

typedef enum
{
  REFRAIN_BESIDE_EVENTS,
  REFRAIN_BESIDE_PHASES,
  REFRAIN_BESIDE_LOOPS,
  REFRAIN_BESIDE_N_PICTURES
} RefrainBesidePicture;

#define REFRAIN_TYPE_BESIDE_GRAPH (refrain_beside_graph_get_type ())
G_DECLARE_FINAL_TYPE (RefrainBesideGraph, refrain_beside_graph, REFRAIN, BESIDE_GRAPH, GtkWidget)

GtkWidget *refrain_beside_graph_new (void);
/* Shows @session (NULL: none), called @name: "A". */
void refrain_beside_graph_set_session (RefrainBesideGraph *self,
                                       RefrainSession *session,
                                       const char *name);
void refrain_beside_graph_set_picture (RefrainBesideGraph *self, RefrainBesidePicture picture);
RefrainBesidePicture refrain_beside_graph_get_picture (RefrainBesideGraph *self);
/* For tests. */
RefrainEventCanvas *refrain_beside_graph_get_canvas (RefrainBesideGraph *self);
RefrainLoopCanvas *refrain_beside_graph_get_loops (RefrainBesideGraph *self);
/* What is shown, and which part of it. NULL: there is nothing to see, or not yet. */
RefrainPainter *refrain_beside_graph_get_painter (RefrainBesideGraph *self, RefrainViewport *seen);
/* "A: lu-W-4, 4 processes, 2.3 s". */
const char *refrain_beside_graph_get_title (RefrainBesideGraph *self);
/* So that times stand below each other, and the same part of the loops is seen of both. */
void refrain_beside_graph_align (RefrainBesideGraph *self, RefrainBesideGraph *other);
