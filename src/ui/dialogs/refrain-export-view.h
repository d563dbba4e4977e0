/* refrain-export-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The views that can be exported, as painters of what the window shows now.
 */
#pragma once

#include "refrain-painter.h"
#include "refrain-session.h"

G_BEGIN_DECLS

typedef enum
{
  REFRAIN_EXPORT_EVENTS,
  REFRAIN_EXPORT_MATRIX,
  REFRAIN_EXPORT_OVERVIEW,
  REFRAIN_EXPORT_PHASES, /* tree and band */
  REFRAIN_EXPORT_LOOPS,
  REFRAIN_EXPORT_SERIES,  /* times over the iterations of the selected loop */
  REFRAIN_EXPORT_PATTERN, /* the first of the selected patterns */
  REFRAIN_N_EXPORT_VIEWS
} RefrainExportView;

/* "Event Graph", translated; owned by the program. */
const char *refrain_export_view_get_title (RefrainExportView view);
/* "events": for file names. */
const char *refrain_export_view_get_name (RefrainExportView view);
/* How many views there are: the pattern comes last, and only where one is selected. */
guint refrain_export_view_count (RefrainSession *session);
/* The view for the page called @page. */
RefrainExportView refrain_export_view_for_page (const char *page, RefrainSession *session);

/* Makes a painter of @view as @session shows it: the visible window, the shown processes, the
 * lit-up operations. Sets @part to what is to be drawn. NULL while what it needs is not worked out
 * yet. */
RefrainPainter *refrain_export_view_make_painter (RefrainExportView view,
                                                  RefrainSession *session,
                                                  gboolean bytes,
                                                  gboolean logarithmic,
                                                  RefrainViewport *part);

G_END_DECLS
