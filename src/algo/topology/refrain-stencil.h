/* refrain-stencil.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The stencil that can be read off the rank order, without any search: the shape of a grid and the
 * offsets in it that leave the fewest exceptions. It also names what no library holds.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-graph.h"
#include "refrain-mapping.h"

typedef struct
{
  guint n_dimensions;
  guint sizes[REFRAIN_MAX_DIMENSIONS]; /* the last axis varies fastest with the rank */
  guint wrapped;                       /* bit a: axis a */
  guint n_offsets;
  gint *offsets; /* half of them, n_dimensions each: an offset or its opposite */
  gsize extra;   /* edges of the graph that have none of these offsets */
  gsize missing; /* edges that the graph would have and has not */
} RefrainStencil;

void refrain_stencil_clear (RefrainStencil *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainStencil, refrain_stencil_clear)

/* The shape and offsets with the fewest exceptions (extra + missing); of those the fewest offsets,
 * then the fewest axes, then no wrap-around. An offset counts where more of its edges are there
 * than not. FALSE where there are fewer edges than half the nodes, the exceptions are half as many
 * as the edges, or @cancellable was cancelled. O(shapes edges axes); the shapes are all
 * factorisations in order where these are few, else those whose strides occur as differences of
 * ranks. */
gboolean
refrain_stencil_read (RefrainGraph *graph, RefrainStencil *self, GCancellable *cancellable);

/* "4×2 grid", "6×6 8-p stencil torus", or "8×8 grid with +x, +y, +2x": @known is FALSE then. Free
 * with g_free(). */
char *refrain_stencil_make_name (const RefrainStencil *self, gboolean *known);
/* All its edges. O(n offsets axes). */
RefrainGraph *refrain_stencil_make_graph (const RefrainStencil *self);
RefrainMapping *
refrain_stencil_make_mapping (const RefrainStencil *self, const char *name, const guint32 *places);
