/* refrain-export-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-export-view.h"

#include <glib/gi18n.h>

#include "refrain-event-painter.h"
#include "refrain-loops-durations.h"
#include "refrain-matrix-painter.h"
#include "refrain-overview-painter.h"
#include "refrain-pattern-painter.h"
#include "refrain-phase-figure.h"
#include "refrain-series-painter.h"

static const struct
{
  const char *title;
  const char *name;
} views[REFRAIN_N_EXPORT_VIEWS] = {
  [REFRAIN_EXPORT_EVENTS] = { N_ ("Event Graph"), "events" },
  [REFRAIN_EXPORT_MATRIX] = { N_ ("Communication Matrix"), "matrix" },
  [REFRAIN_EXPORT_OVERVIEW] = { N_ ("Overview of the Run"), "overview" },
  [REFRAIN_EXPORT_PHASES] = { N_ ("Tree and Band of Phases"), "phases" },
  [REFRAIN_EXPORT_LOOPS] = { N_ ("Loop Boxes"), "loops" },
  [REFRAIN_EXPORT_SERIES] = { N_ ("Durations over Iterations"), "durations" },
  [REFRAIN_EXPORT_PATTERN] = { N_ ("Selected Pattern"), "pattern" },
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

/* The pattern that is exported, or NULL. */
static RefrainPattern *
get_pattern (RefrainSession *session)
{
  RefrainPatterns *patterns = refrain_session_get_patterns (session);
  guint n;
  const guint32 *selected = refrain_patterns_get_selected (patterns, &n);

  return n > 0 ? refrain_pattern_set_get_pattern (refrain_patterns_get_set (patterns), selected[0])
               : NULL;
}

guint
refrain_export_view_count (RefrainSession *session)
{
  g_return_val_if_fail (REFRAIN_IS_SESSION (session), 0);
  return get_pattern (session) != NULL ? REFRAIN_N_EXPORT_VIEWS : REFRAIN_EXPORT_PATTERN;
}

RefrainExportView
refrain_export_view_for_page (const char *page, RefrainSession *session)
{
  g_return_val_if_fail (REFRAIN_IS_SESSION (session), REFRAIN_EXPORT_EVENTS);
  if (g_strcmp0 (page, "patterns") == 0 && get_pattern (session) != NULL)
    return REFRAIN_EXPORT_PATTERN;
  if (g_strcmp0 (page, "phases") == 0)
    return REFRAIN_EXPORT_PHASES;
  if (g_strcmp0 (page, "loops") == 0)
    return REFRAIN_EXPORT_LOOPS;
  return g_strcmp0 (page, "matrix") == 0 ? REFRAIN_EXPORT_MATRIX : REFRAIN_EXPORT_EVENTS;
}

/* The boxes as they are closed now, or the times that were measured; or NULL. */
static RefrainPainter *
make_loop_painter (RefrainExportView view, RefrainLoops *loops)
{
  RefrainLoopSeries *series = refrain_loops_get_series (loops);
  RefrainLoopPainter *boxes = refrain_loops_get_painter (loops);
  g_autofree char *title = NULL;

  if (view == REFRAIN_EXPORT_LOOPS)
    return boxes != NULL ? g_object_ref (REFRAIN_PAINTER (boxes)) : NULL;
  if (series == NULL)
    return NULL;
  title = refrain_loops_durations_describe (loops, series);
  return REFRAIN_PAINTER (refrain_series_painter_new (series, title));
}

/* The legend calls what is lit up by the names of the selected patterns. */
static void
name_highlight (RefrainEventPainter *painter, RefrainSession *session)
{
  RefrainPatterns *patterns = refrain_session_get_patterns (session);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) names = NULL;
  guint n;
  const guint32 *selected = refrain_patterns_get_selected (patterns, &n);

  if (n > REFRAIN_STYLE_N_PARTS)
    return;
  for (guint i = 0; i < n; i++)
    g_strv_builder_add (builder, refrain_pattern_get_name (refrain_pattern_set_get_pattern (
                                     refrain_patterns_get_set (patterns), selected[i])));
  names = g_strv_builder_end (builder);
  refrain_event_painter_set_highlight_names (painter, (const char *const *) names);
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
  else if (view == REFRAIN_EXPORT_PHASES)
    {
      painter = (RefrainPainter *) refrain_phase_figure_make_painter (session, part);
      if (painter == NULL)
        return NULL;
    }
  else if (view == REFRAIN_EXPORT_LOOPS || view == REFRAIN_EXPORT_SERIES)
    {
      painter = make_loop_painter (view, refrain_session_get_loops (session));
      if (painter == NULL)
        return NULL;
      refrain_painter_get_extent (painter, part);
    }
  else if (view == REFRAIN_EXPORT_PATTERN)
    {
      RefrainPattern *pattern = get_pattern (session);

      if (pattern == NULL)
        return NULL;
      painter = REFRAIN_PAINTER (refrain_pattern_painter_new (
          pattern, refrain_pattern_set_get_symbols (
                       refrain_patterns_get_set (refrain_session_get_patterns (session)))));
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
      name_highlight (REFRAIN_EVENT_PAINTER (painter), session);
      refrain_painter_get_extent (painter, part);
      refrain_selection_get_window (selection, &part->start, &part->end);
    }
  part->furniture = TRUE;
  return painter;
}
