/* refrain-topology-painter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A topology as a picture: processes, edges as wide as what goes along them, what the named
 * topology has more or less, a legend. Solid ones are seen from two angles. Drawn with furniture
 * always; picks are REFRAIN_PICK_PROCESS and REFRAIN_PICK_CHANNEL.
 */
#pragma once

#include "refrain-painter.h"
#include "refrain-topology-scene.h"

/* How a scene is looked at. Plain value. */
typedef struct
{
  double yaw, pitch;   /* radians: turned about the vertical axis, then tilted; flat scenes are
                          seen from the front */
  gboolean directions; /* the two ways of an edge apart, with arrow heads */
  gboolean
      coordinates;     /* processes labelled "(2,1)" instead of by rank, where there is a mapping */
  const float *values; /* fills the processes: 0 to 1 each, copied; NULL: not */
  const char *values_title; /* what that is, for the legend; copied */
  RefrainMatrix *lit;       /* what is lit up, as messages between processes; NULL: nothing */
} RefrainTopologyLook;

/* An eye that sees all three axes. */
#define REFRAIN_TOPOLOGY_LOOK_DEFAULT ((RefrainTopologyLook){ .yaw = 0.46, .pitch = 0.36 })
/* The pitch goes so far up and down. */
#define REFRAIN_TOPOLOGY_MAX_PITCH 1.5

#define REFRAIN_TYPE_TOPOLOGY_PAINTER (refrain_topology_painter_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainTopologyPainter, refrain_topology_painter, REFRAIN, TOPOLOGY_PAINTER, RefrainPainter)

/* Cheap, but for @look->lit: O(lines). */
RefrainTopologyPainter *
refrain_topology_painter_new (RefrainTopologyScene *scene, const RefrainTopologyLook *look);
/* Where process @process is drawn. For tests, and for what is put beside it. */
void refrain_topology_painter_locate (RefrainTopologyPainter *self,
                                      const RefrainViewport *viewport,
                                      const RefrainStyle *style,
                                      guint process,
                                      double *x,
                                      double *y);
