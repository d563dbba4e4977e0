/* refrain-export.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A figure that is asked for by the name of its view and options, as refrain-cli export has them.
 */
#pragma once

#include "refrain-axis.h"
#include "refrain-figure.h"
#include "refrain-pattern-table.h"
#include "refrain-phase-options.h"
#include "refrain-series-options.h"
#include "refrain-study.h"
#include "refrain-topology-options.h"
#include "refrain-matrix-order.h"
#include "refrain-views.h"

/* No pattern, or no segment. */
#define REFRAIN_EXPORT_NO_ID G_MININT

/* As the user typed them, and what they mean. */
typedef struct
{
  char *view, *output, *width, *height, *from, *to, *processes, *axis, *palette, *font_size, *title,
      *loop, *turn, *shown, *order;
  double resolution;
  gboolean waiting, folded, bytes, logarithmic, busy, whole, phases, fold_alike, each_process,
      directions, coordinates, sums;
  int pattern, segment; /* ids, or REFRAIN_EXPORT_NO_ID */
  RefrainPatternArguments how;
  RefrainPhaseArguments what;
  RefrainTopologyArguments graph;
  RefrainSeriesArguments series; /* its pattern and loop come from those above */
  char *occurrences;             /* which two of it */
  char *stream;                  /* the format of standard output; for the command alone */

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
} RefrainExport;

void refrain_export_init (RefrainExport *self);
void refrain_export_clear (RefrainExport *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainExport, refrain_export_clear)

/* All options, filled into @self, with @views to explain --view. Free with g_free(). */
GOptionEntry *refrain_export_make_entries (RefrainExport *self, const char *views);
/* Takes options out of @words, of which the first is a name. FALSE with @error. */
gboolean refrain_export_read (RefrainExport *self, char ***words, GError **error);
/* Finds out what they mean, with a sentence in *@warning or NULL there. FALSE with @error, which is
 * REFRAIN_ERROR_USAGE. */
gboolean refrain_export_understand (RefrainExport *self, char **warning, GError **error);
/* Whether phases are asked for: by themselves, behind another view, or one of them. */
gboolean refrain_export_has_phases (const RefrainExport *self);
/* Draws what was understood of the trace of @study into its `output`; any thread. */
gboolean refrain_export_draw (const RefrainExport *self,
                              RefrainStudy *study,
                              const RefrainStudyAsk *ask,
                              GError **error);
/* The same, of the part "figures" (refrain-part.h), which it opens. */
gboolean refrain_export_paint (const RefrainExport *self,
                               RefrainStudy *study,
                               const RefrainStudyAsk *ask,
                               GError **error);
