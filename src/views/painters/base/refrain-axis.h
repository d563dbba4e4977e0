/* refrain-axis.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What runs to the right: physical time, physical time with long idle gaps compressed, or logical
 * time. Immutable. Positions on an axis are doubles in axis units: nanoseconds, or logical steps.
 */
#pragma once

#include "refrain-op-set.h"
#include "refrain-trace.h"

typedef enum
{
  REFRAIN_AXIS_TIME,
  REFRAIN_AXIS_COMPRESSED,
  REFRAIN_AXIS_LOGICAL,
} RefrainAxisKind;

/* A compressed gap: [start, end) of time is shown as `width` axis units from `position`. */
typedef struct
{
  RefrainTime start, end;
  double position, width;
} RefrainAxisGap;

#define REFRAIN_TYPE_AXIS (refrain_axis_get_type ())
G_DECLARE_FINAL_TYPE (RefrainAxis, refrain_axis, REFRAIN, AXIS, GObject)

/* REFRAIN_AXIS_COMPRESSED looks for gaps in which no process enters or leaves MPI or communicates
 * (O(operations)). */
RefrainAxis *refrain_axis_new (RefrainTrace *trace, RefrainAxisKind kind);
/* As it was made. */
RefrainAxisKind refrain_axis_get_kind (RefrainAxis *self);
/* The whole run on this axis. */
void refrain_axis_get_extent (RefrainAxis *self, double *start, double *end);
/* The part that communicates: the first view. Start-up often dwarfs it. */
void refrain_axis_get_busy_extent (RefrainAxis *self, double *start, double *end);
/* The compressed gaps, ascending; none on other axes. Owned by @self. */
const RefrainAxisGap *refrain_axis_get_gaps (RefrainAxis *self, gsize *n);

/* Between time and position; on the logical axis times map to the steps around them. O(log gaps),
 * on the logical axis O(log operations). */
double refrain_axis_from_time (RefrainAxis *self, RefrainTime time);
/* The other way; beyond what a RefrainTime can be, its limit. Likewise. */
RefrainTime refrain_axis_to_time (RefrainAxis *self, double position);
/* Where operation @op of process @process stands: the begin and end of its mark. */
void
refrain_axis_get_op_span (RefrainAxis *self, guint process, gsize op, double *start, double *end);

/* Where operation @op itself stands: the end of an arrow. */
double refrain_axis_get_op_position (RefrainAxis *self, guint process, gsize op);

/* The operations of @processes (n of them) that stand in [start, end] of the axis. Free with
 * refrain_op_set_unref(). O(threads · log operations + those found). */
RefrainOpSet *refrain_axis_find_ops (
    RefrainAxis *self, const guint *processes, gsize n, double start, double end);
/* From where to where the members of @set lie in @process; FALSE where it has none.
 * O(operations of the process / 64). */
gboolean refrain_axis_get_set_span (
    RefrainAxis *self, const RefrainOpSet *set, guint process, double *start, double *end);

/* The label of a position, fine enough for a window of @span units: "1.2043 s", "step 310". */
char *refrain_axis_format (RefrainAxis *self, double position, double span);
/* The same, with exactly the digits that tell labels @resolution apart. */
char *
refrain_axis_format_resolved (RefrainAxis *self, double position, double resolution, double span);
/* The position that the user typed ("1.2 s", "310"). */
gboolean refrain_axis_parse (RefrainAxis *self, const char *text, double *position);
