/* export-options.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The options of refrain-cli export.
 */
#pragma once

#include "refrain-command.h"
#include "refrain-axis.h"
#include "refrain-figure.h"
#include "refrain-pattern-table.h"
#include "refrain-phase-options.h"
#include "refrain-series-options.h"
#include "refrain-topology-options.h"
#include "refrain-matrix-order.h"
#include "refrain-views.h"

G_BEGIN_DECLS

/* No pattern, or no segment. */
#define EXPORT_NO_ID G_MININT

/* As the user typed them, and what they mean. */
typedef struct
{
  char *view, *output, *width, *height, *from, *to, *processes, *axis, *palette, *font_size, *title,
      *loop, *turn, *shown, *order;
  double resolution;
  gboolean waiting, folded, bytes, logarithmic, busy, whole, phases, fold_alike, each_process,
      directions, coordinates, sums;
  int pattern, segment; /* ids, or EXPORT_NO_ID */
  RefrainPatternArguments how;
  RefrainPhaseArguments what;
  gboolean as_read; /* phases are those that are read best, whatever `what` says but its strength */
  RefrainTopologyArguments graph;
  RefrainSeriesArguments series; /* its pattern and loop come from those above */
  char *occurrences;             /* which two of it */
  char *stream;                  /* the format of standard output, which `output` was; or NULL */
  gboolean is_scratch;           /* `output` goes with these options */

  RefrainView kind;
  RefrainMatrixMetric metric;
  RefrainMatrixOrder matrix_order;
  RefrainRecurs series_kind;
  guint32 series_id;
  double yaw, pitch; /* how it is turned, in radians; NAN: as usual */
  RefrainAxisKind axis_kind;
  gboolean by_count; /* along the symbols of a sequence instead of the axis */
  RefrainFigureFormat format;
  gboolean is_table;
  RefrainTableFormat table;
  RefrainFigureOptions figure;
  RefrainTopologyOptions topology;
} ExportOptions;

void export_options_clear (ExportOptions *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExportOptions, export_options_clear)

/* "What to draw: events, matrix or loops". Free with g_free(). */
char *export_options_describe_views (void);
/* Where -o is -, makes a folder for the figure and has it written there, until
 * export_options_clear(); returns an exit status. */
int export_options_redirect (ExportOptions *self);
/* Finds out what they mean; returns an exit status, after a sentence about wrong usage. */
int export_options_understand (ExportOptions *self);
/* Whether phases are asked for: by themselves, behind another view, or one of them. */
gboolean export_options_has_phases (const ExportOptions *self);

G_END_DECLS
