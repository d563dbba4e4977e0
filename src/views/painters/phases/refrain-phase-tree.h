/* refrain-phase-tree.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: the segments that are drawn, as a tree with its leaves in the band, and how
 * the tree is drawn.
 */
#pragma once

#include "refrain-phase-painter.h"

/* Trees that are deeper are drawn as combs. */
#define REFRAIN_PHASE_MAX_DEPTH 64

/* A segment that remains. */
typedef struct
{
  guint32 node;      /* in the tree over all strengths */
  guint32 number;    /* of those that remain, breadth-first from 1 */
  guint32 left;      /* index of the left part, the right one is the next; or REFRAIN_NONE */
  guint32 depth;     /* 0 for the whole sequence */
  guint32 level;     /* in a comb: a box' larger part is on its level, the other one below */
  double start, end; /* in axis units; neighbours touch */
  double slot;       /* in the tree: 0 for the first leaf, between its parts for the others */
} RefrainPhaseBox;

struct _RefrainPhasePainter
{
  RefrainPainter parent_instance;

  RefrainPhases *phases;
  RefrainAxis *axis; /* or NULL */
  RefrainPhaseParts parts;
  double strength;
  GArray *boxes;  /* of RefrainPhaseBox, breadth-first */
  GArray *leaves; /* of guint32: their indices, from the left */
  guint32 depth;  /* the largest */
  guint32 level;  /* likewise */
  GArray *labels; /* of RefrainPhaseLabel, by start */
};

/* Where things stand on the surface. A height of 0: not drawn. */
typedef struct
{
  double tree_y, tree_height;
  gboolean comb;              /* the tree is drawn by levels, being too deep for its depths */
  double link_y, link_height; /* lines from the tree's leaves to the band */
  double band_y, band_height;
  double ruler_y, ruler_height;
} RefrainPhaseLayout;

/* The label of just these elements, or NULL. */
const RefrainPhaseLabel *
refrain_phase_find_label (RefrainPhasePainter *self, guint32 start, guint32 end);
/* The leaf that begins at element @start or, where none does, later; or how many there are. */
guint32 refrain_phase_find_leaf (RefrainPhasePainter *self, guint32 start);
/* The box of elements [start, end), or REFRAIN_NONE. O(depth). */
guint32 refrain_phase_find_box (RefrainPhasePainter *self, guint32 start, guint32 end);
/* How many leaves from leaf @leaf on are one phase to the user, as @label (may be NULL) tells. */
guint32 refrain_phase_count_joined (RefrainPhasePainter *self,
                                    guint32 leaf,
                                    const RefrainPhaseLabel **label);
/* Fills in boxes, leaves, depth and level: what remains at the strength, and is not one to the
 * user. */
void refrain_phase_build (RefrainPhasePainter *self);
/* Where an axis position stands to the right. */
double refrain_phase_get_x (const RefrainViewport *viewport, double position);
/* The colour of segment @node, the same in tree and band. */
RefrainColor
refrain_phase_get_color (RefrainPhasePainter *self, guint32 node, const RefrainStyle *style);

static inline const RefrainPhaseBox *
refrain_phase_get_box (RefrainPhasePainter *self, guint32 box)
{
  return &g_array_index (self->boxes, RefrainPhaseBox, box);
}

static inline const RefrainPhaseBox *
refrain_phase_get_leaf (RefrainPhasePainter *self, guint32 leaf)
{
  return refrain_phase_get_box (self, g_array_index (self->leaves, guint32, leaf));
}

/* Links to the band, ties between what is one to the user, and the tree itself: rings where there
 * is room for them. */
void refrain_phase_paint_tree (RefrainPhasePainter *self,
                               cairo_t *cr,
                               const RefrainPhaseLayout *layout,
                               const RefrainViewport *viewport,
                               const RefrainStyle *style);
/* Draws a ring around box @box of the tree. */
void refrain_phase_paint_ring (RefrainPhasePainter *self,
                               cairo_t *cr,
                               const RefrainPhaseLayout *layout,
                               const RefrainViewport *viewport,
                               const RefrainStyle *style,
                               guint32 box);
/* The box of the tree nearest to (x, y), if near. */
gboolean refrain_phase_find_in_tree (RefrainPhasePainter *self,
                                     const RefrainPhaseLayout *layout,
                                     const RefrainViewport *viewport,
                                     const RefrainStyle *style,
                                     double x,
                                     double y,
                                     guint32 *box);
