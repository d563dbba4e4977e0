/* refrain-pattern-nodes.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: the processes of a pattern's first occurrence as nodes of the graph that its
 * messages are. They are numbered by their places on the run's topology, so that names do not
 * depend on ranks; where that shows no shape, by a topology of the pattern alone.
 */
#pragma once

#include "refrain-pattern-graph.h"
#include "refrain-pattern.h"

typedef struct
{
  guint n;
  guint32 *process; /* of each node */
  guint32 *sorted;  /* all processes, ascending ... */
  guint32 *node;    /* ... and the node of each */
  char *lattice;    /* that this is the order of, or NULL */
} RefrainPatternNodes;

/* Free with refrain_pattern_nodes_free(). O(processes · log processes). */
RefrainPatternNodes *refrain_pattern_nodes_new (RefrainPattern *pattern);
void refrain_pattern_nodes_free (RefrainPatternNodes *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainPatternNodes, refrain_pattern_nodes_free)

/* The node of a process, or REFRAIN_NONE where it takes no part. O(log processes). */
guint32 refrain_pattern_nodes_find (const RefrainPatternNodes *self, gint32 process);

/* Other numberings of these nodes, a GPtrArray of RefrainPatternNodes that frees them: one for each
 * lattice that @graph is, both ways or one, those first on which most processes go through their
 * neighbours in the same order; none where it is no lattice. Exact; nothing where there are more
 * than some hundred nodes. */
GPtrArray *refrain_pattern_nodes_list_others (const RefrainPatternNodes *self,
                                              RefrainPattern *pattern,
                                              const RefrainPatternGraph *graph);
