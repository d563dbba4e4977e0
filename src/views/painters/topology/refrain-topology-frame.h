/* refrain-topology-frame.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One drawing of a topology: where its processes are on the surface. For the files of this folder.
 */
#pragma once

#include "refrain-topology-painter.h"

/* The size of labels that do not stand in a process of their own, in font sizes: 6 points of 8. */
#define REFRAIN_TOPOLOGY_SMALL 0.78

/* A place on the surface. */
typedef struct
{
  double x, y;
  double near; /* 0 (the farthest) to 1 */
  double size; /* how large a unit is there, beside one in the middle */
} RefrainTopologyPlace;

struct _RefrainTopologyPainter
{
  RefrainPainter parent_instance;

  RefrainTopologyScene *scene;
  RefrainTopologyLook look;
  float *values;      /* or NULL */
  char *values_title; /* or NULL */
  guint8 *lit;        /* for each line: bit 0 there, bit 1 back; NULL: nothing is lit up */
  guint8 *lit_processes;
};

/* From a point of the layout to the surface. */
typedef struct
{
  double centre[3];
  double sin_yaw, cos_yaw, sin_pitch, cos_pitch;
  double distance;   /* of the eye; 0: flat */
  double reach;      /* half the depth of the scene */
  double x, y, cell; /* where its middle is, and a unit of the layout there */
} RefrainTopologyEye;

typedef struct
{
  RefrainTopologyPainter *painter;
  cairo_t *cr;
  const RefrainStyle *style;
  const RefrainTopologyLine *lines;
  gsize n_lines;
  guint n;
  double unit, font;
  double x, y, width, height;       /* of the plot */
  double whole_width, whole_height; /* of the drawing */
  RefrainTopologyEye eye;
  RefrainTopologyPlace *places; /* of the processes */
  double radius;                /* of a process in the middle: half its height */
  double half_width;            /* half its width; more than that where labels stand in it */
  gboolean inside;              /* labels stand in processes */
} RefrainTopologyFrame;

/* @legend: the height that is taken by it. @cr may be NULL. */
void refrain_topology_frame_init (RefrainTopologyFrame *self,
                                  RefrainTopologyPainter *painter,
                                  cairo_t *cr,
                                  const RefrainViewport *viewport,
                                  const RefrainStyle *style,
                                  double legend);
void refrain_topology_frame_clear (RefrainTopologyFrame *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainTopologyFrame, refrain_topology_frame_clear)

/* How wide the axes of a lattice of two or three are; 0: they are not told, or there is no room. */
double refrain_topology_frame_get_axes_width (const RefrainTopologyFrame *self);

/* Where a point of the layout is seen. */
RefrainTopologyPlace
refrain_topology_frame_project (const RefrainTopologyFrame *self, double x, double y, double z);

/* A line on the surface is one to three straight or bent parts. */
typedef struct
{
  RefrainTopologyPlace from, to;
  gboolean bent, stub;   /* a stub begins at a process and ends in nothing */
  double bend_x, bend_y; /* the control point of a bent one */
} RefrainTopologyPart;

guint refrain_topology_frame_get_parts (const RefrainTopologyFrame *self,
                                        const RefrainTopologyLine *line,
                                        RefrainTopologyPart parts[2]);

/* How far (x, y) is from @line. */
double refrain_topology_frame_get_distance (const RefrainTopologyFrame *self,
                                            const RefrainTopologyLine *line,
                                            double x,
                                            double y);

/* "5", or "(2,1)". Free with g_free(). */
char *refrain_topology_frame_dup_label (const RefrainTopologyFrame *self, guint process);

/* From 0 to 1: how strong a line of @value is drawn. */
double refrain_topology_frame_get_strength (const RefrainTopologyFrame *self, guint64 value);
double refrain_topology_frame_get_line_width (const RefrainTopologyFrame *self, double strength);
/* Lines, processes and their labels. */
void refrain_topology_paint_scene (RefrainTopologyFrame *self);
/* One line as something that is picked, in the selection's colour; @way: 1 from a to b, -1 back, 0
 * both. */
void refrain_topology_mark_line (RefrainTopologyFrame *self,
                                 const RefrainTopologyLine *line,
                                 int way,
                                 double width);
/* A process as it is, once more: above lines that were marked. */
void refrain_topology_paint_process (const RefrainTopologyFrame *self, guint process);
/* A ring around a process, with its label. */
void refrain_topology_mark_process (RefrainTopologyFrame *self, guint process, double width);

/* The height that the legend needs below the plot, and the legend. */
double refrain_topology_legend_get_height (const RefrainTopologyPainter *painter,
                                           const RefrainViewport *viewport,
                                           const RefrainStyle *style);
void refrain_topology_paint_legend (RefrainTopologyFrame *self);
/* The axes, in the lower left corner. */
void refrain_topology_paint_axes (RefrainTopologyFrame *self);
