/* refrain-topology-words.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the report calls a topology.
 */
#pragma once

#include "refrain-topology.h"

/* "4×2 grid (also CG stencil)", "nearly 4×4 torus: 1 edge extra, 2 missing". Free with g_free(). */
char *refrain_topology_words_describe (RefrainTopology *topology);
/* Of what heavy pairs leave: "ring of 4 on ranks 4–7" where that is not of all. Free with g_free().
 */
char *refrain_topology_words_describe_rest (RefrainTopology *rest);
/* Does no name fit the whole, but one each of its components? */
gboolean refrain_topology_words_is_composed (RefrainTopology *topology);
/* Have all components, of which there are several, one name, and is everybody in one? */
gboolean refrain_topology_words_is_of_equals (RefrainTopology *topology);
/* What a topology is called that is used one way, in English; NULL where it has no name. */
const char *refrain_topology_words_name_flow (RefrainTopology *topology);
/* Fills @axes, as many as @mapping has dimensions, with these in the order of the name: sizes
 * falling. */
void refrain_topology_words_order_axes (RefrainMapping *mapping, guint *axes);
