/* refrain-spectrum.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The eigenvalues of a graph's adjacency matrix (Xu et al. 2008, section 4.2): equal for isomorphic
 * graphs, and rarely for others.
 */
#pragma once

#include "refrain-graph.h"

/* Rising; as many as nodes. Free with g_free(). O(n^3) time and O(n^2) space: for small graphs. */
double *refrain_spectrum_new (RefrainGraph *graph);
/* Equal but for rounding? */
gboolean refrain_spectrum_is_equal (const double *a, const double *b, guint n);
