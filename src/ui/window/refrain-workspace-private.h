/* refrain-workspace-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For the refrain-workspace*.c files only.
 */
#pragma once

#include <adwaita.h>

#include "refrain-details-panel.h"
#include "refrain-event-page.h"
#include "refrain-matrix-page.h"
#include "refrain-overview.h"
#include "refrain-process-panel.h"
#include "refrain-status-bar.h"
#include "refrain-summary-page.h"
#include "refrain-workspace.h"

G_BEGIN_DECLS

struct _RefrainWorkspace
{
  GtkWidget parent_instance;

  RefrainSession *session;
  const char *page; /* one of the questions' names */
  gboolean narrow;
  gboolean split_chosen;
  gboolean wide_sidebar, wide_details; /* what is shown while the window is wide */

  AdwFlap *sidebar_flap;
  AdwFlap *details_flap;
  GtkListBox *questions;
  RefrainProcessPanel *process_panel;
  RefrainDetailsPanel *details_panel;
  RefrainOverview *overview;
  GtkPaned *split;
  GtkStack *pages;
  RefrainSummaryPage *summary_page;
  RefrainEventPage *event_page;
  RefrainMatrixPage *matrix_page;
  RefrainPatternsPage *patterns_page;
  RefrainPhasesPage *phases_page;
  RefrainLoopsPage *loops_page;
  RefrainStatusBar *status_bar;
};

/* Writes the counts beside the questions and keeps those true that change. */
void refrain_workspace_connect_counts (RefrainWorkspace *self, RefrainSession *session);

G_END_DECLS
