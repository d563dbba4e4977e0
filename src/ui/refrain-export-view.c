/* refrain-export-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-export-view.h"

#include <glib/gi18n.h>

#include "refrain-event-painter.h"
#include "refrain-matrix-painter.h"
#include "refrain-overview-painter.h"

static const struct
{
  const char *title;
  const char *name;
} views[REFRAIN_N_EXPORT_VIEWS] = {
  [REFRAIN_EXPORT_EVENTS] = { N_ ("Event Graph"), "events" },
  [REFRAIN_EXPORT_MATRIX] = { N_ ("Communication Matrix"), "matrix" },
  [REFRAIN_EXPORT_OVERVIEW] = { N_ ("Overview of the Run"), "overview" },
};

const char *
refrain_export_view_get_title (RefrainExportView view)
{
  g_return_val_if_fail (view < REFRAIN_N_EXPORT_VIEWS, NULL);
  return _ (views[view].title);
}

const char *
refrain_export_view_get_name (RefrainExportView view)
{
  g_return_val_if_fail (view < REFRAIN_N_EXPORT_VIEWS, NULL);
  return views[view].name;
}

RefrainExportView
refrain_export_view_for_page (const char *page)
{
  return g_strcmp0 (page, "matrix") == 0 ? REFRAIN_EXPORT_MATRIX : REFRAIN_EXPORT_EVENTS;
}

RefrainPainter *
refrain_export_view_make_painter (RefrainExportView view,
                                  RefrainSession *session,
                                  gboolean bytes,
                                  gboolean logarithmic,
                                  RefrainViewport *part)
{
  RefrainTrace *trace;
  RefrainSummary *summary;
  RefrainAxis *axis;
  RefrainSelection *selection;
  RefrainPainter *painter = NULL;
  const guint *processes;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);
  g_return_val_if_fail (part != NULL, NULL);

  trace = refrain_session_get_trace (session);
  summary = refrain_session_get_summary (session);
  axis = refrain_session_get_axis (session);
  selection = refrain_session_get_selection (session);
  *part = (RefrainViewport){ .furniture = TRUE };
  if (view == REFRAIN_EXPORT_MATRIX)
    {
      RefrainMatrix *matrix = refrain_session_get_matrix (session);

      if (matrix == NULL)
        return NULL;
      painter = REFRAIN_PAINTER (refrain_matrix_painter_new (matrix, bytes, logarithmic));
      refrain_painter_get_extent (painter, part);
    }
  else if (axis == NULL || summary == NULL)
    return NULL;
  else if (view == REFRAIN_EXPORT_OVERVIEW)
    {
      painter = REFRAIN_PAINTER (refrain_overview_painter_new (
          trace, summary, axis, refrain_selection_get_highlight (selection)));
      refrain_painter_get_extent (painter, part);
    }
  else
    {
      processes = refrain_selection_get_processes (selection, &n);
      painter = REFRAIN_PAINTER (refrain_event_painter_new (
          trace, summary, axis, processes, n, refrain_selection_get_highlight (selection)));
      refrain_painter_get_extent (painter, part);
      refrain_selection_get_window (selection, &part->start, &part->end);
    }
  part->furniture = TRUE;
  return painter;
}
