/* refrain-graph-neighbours.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who is whose neighbour on communicators with a grid, or with a graph, as our recorder noted it.
 */
#pragma once

#include "refrain-trace.h"

/* The class of the records that tell it, in the schema of an extension: ranks of the communicator
 * that a process receives from, or sends to; those of one follow those before. */
#define REFRAIN_NEIGHBOURS_CLASS "CommNeighbours"
#define REFRAIN_NEIGHBOURS_SCHEMA                                                                  \
  "definition " REFRAIN_NEIGHBOURS_CLASS                                                           \
  " communicator:unsigned process:unsigned outgoing:unsigned ranks:list(unsigned)\n"

/* The property of an archive of OTF2 that tells the same. */
#define REFRAIN_NEIGHBOURS_PROPERTY "REFRAIN::COMM_NEIGHBOURS"

/* What @trace knows as a text that such a property can hold, with the numbers @ids of communicators
 * that will be those of the source when it is read; NULL where nothing is known. Free with
 * g_free().
 */
char *refrain_graph_neighbours_note (RefrainTrace *trace, const guint32 *ids);

typedef struct RefrainGraphNeighbours RefrainGraphNeighbours;

/* Free with refrain_graph_neighbours_free(). O(definitions). */
RefrainGraphNeighbours *refrain_graph_neighbours_new (RefrainTrace *trace);
void refrain_graph_neighbours_free (RefrainGraphNeighbours *self);

/* Whether any are known of the communicator @comm of the trace. O(1). */
gboolean refrain_graph_neighbours_know (RefrainGraphNeighbours *self, guint32 comm);
/* The processes that @process receives from there, or sends to, -1 for one that is none of the
 * trace; on a grid both are in each dimension the one before and the one behind. Belong to @self,
 * and are valid until the next call. O(1), on a grid O(members). */
const gint32 *refrain_graph_neighbours_list (
    RefrainGraphNeighbours *self, guint32 comm, guint process, gboolean outgoing, guint *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainGraphNeighbours, refrain_graph_neighbours_free)
