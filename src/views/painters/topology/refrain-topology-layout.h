/* refrain-topology-layout.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where processes stand: lattices by coordinates, trees in layers, stars and rings around, what has
 * no form of its own by forces. Neighbours are about one unit apart.
 */
#pragma once

#include "refrain-topology-scene.h"

/* Fills in the places of the @n processes, the groups beside each other and then who is in none;
 * groups without a mapping lie as forces have them. @lines: what is drawn; sets their steps, and
 * which are wrapped or bent. @solid: whether there is a depth. FALSE with @error when cancelled. */
gboolean refrain_topology_layout (const RefrainTopologyGroup *groups,
                                  guint n_groups,
                                  guint n,
                                  RefrainTopologyLine *lines,
                                  gsize n_lines,
                                  RefrainTopologyPoint *points,
                                  gboolean *solid,
                                  GCancellable *cancellable,
                                  GError **error);

/* Processes that stand together, to be put beside others. */
typedef struct
{
  const guint32 *members;
  guint n;
  double width, height;
} RefrainTopologyBlock;

/* Moves the places of the members to 0, 0 and measures them. */
void refrain_topology_block_measure (RefrainTopologyBlock *self, RefrainTopologyPoint *points);
/* Puts @blocks (of RefrainTopologyBlock, measured) beside and below each other like words. */
void refrain_topology_block_pack (GArray *blocks, RefrainTopologyPoint *points);

/* Places of the @n processes by forces, each component by itself: Kamada and Kawai (1989) for few
 * processes, Fruchterman and Reingold (1991) for many; the same input gives the same places. */
gboolean refrain_topology_layout_by_forces (guint n,
                                            const RefrainTopologyLine *lines,
                                            gsize n_lines,
                                            RefrainTopologyPoint *points,
                                            GCancellable *cancellable,
                                            GError **error);
