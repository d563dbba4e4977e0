/* refrain-shape-finder.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Looks for a known shape in the run, as `refrain-cli match` does: one of the library with its
 * parameters, one from a file, or one drawn by hand. What is found is lit up as places alike.
 */
#pragma once

#include "refrain-template-canvas.h"

typedef enum
{
  REFRAIN_KNOWN_WAVEFRONT,
  REFRAIN_KNOWN_STENCIL,
  REFRAIN_KNOWN_RING,
  REFRAIN_KNOWN_BUTTERFLY,
  REFRAIN_KNOWN_TREE,
  REFRAIN_KNOWN_TRANSPOSE,
  REFRAIN_KNOWN_ALL_TO_ALL,
  REFRAIN_KNOWN_FILE,
  REFRAIN_KNOWN_HAND,
  REFRAIN_N_KNOWN
} RefrainKnownShape;

#define REFRAIN_TYPE_SHAPE_FINDER (refrain_shape_finder_get_type ())
G_DECLARE_FINAL_TYPE (RefrainShapeFinder, refrain_shape_finder, REFRAIN, SHAPE_FINDER, GtkWidget)

void refrain_shape_finder_set_session (RefrainShapeFinder *self, RefrainSession *session);
void refrain_shape_finder_choose (RefrainShapeFinder *self, RefrainKnownShape shape);
/* Takes the pattern of the file at @path; what is wrong with it stands where results do. */
void refrain_shape_finder_load (RefrainShapeFinder *self, const char *path);
/* Looks for what is chosen, in the background. */
void refrain_shape_finder_find (RefrainShapeFinder *self);
/* What was found last, or NULL while it is looked for. For tests. */
RefrainMatchList *refrain_shape_finder_get_found (RefrainShapeFinder *self);
