/* refrain-topology-picture.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was found out about a topology, as a scene to be drawn and as a sentence.
 */
#pragma once

#include "refrain-topology-scene.h"
#include "refrain-topology-symmetry.h"
#include "refrain-topology.h"

/* Instead of one of the names that fit: nothing is assumed, forces decide. */
#define REFRAIN_TOPOLOGY_NO_NAME G_MAXUINT

/* @topology is that of @matrix. @choice: which of its names (or, where none fits, 0: the nearest),
 * or NO_NAME; @symmetry: how it is seen (NULL: as it was found). Several components are drawn
 * beside each other, each as what it is. NULL with @error when cancelled. Cost as of
 * refrain_topology_scene_new(). */
RefrainTopologyScene *refrain_topology_picture_new_scene (RefrainMatrix *matrix,
                                                          RefrainTopology *topology,
                                                          guint choice,
                                                          const RefrainTopologySymmetry *symmetry,
                                                          gboolean by_count,
                                                          GCancellable *cancellable,
                                                          GError **error);

/* Whether messages are what edges of @matrix can be weighed by: they are asked for, or no message
 * has a byte. */
gboolean refrain_topology_picture_weighs_messages (RefrainMatrix *matrix, gboolean by_count);

/* "4×2 grid, ranks in rows: 10 edges, 0 extra, 0 missing; also: CG stencil". Free with g_free(). */
char *refrain_topology_picture_describe (RefrainTopology *topology, guint choice);
