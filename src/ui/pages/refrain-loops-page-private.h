/* refrain-loops-page-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For the refrain-loops-page*.c files only.
 */
#pragma once

#include "refrain-loop-map.h"
#include "refrain-loops-durations.h"
#include "refrain-loops-page.h"
#include "refrain-loops-rows.h"
#include "refrain-painter-view.h"

G_BEGIN_DECLS

struct _RefrainLoopsPage
{
  GtkWidget parent_instance;

  RefrainSession *session;
  gboolean split;
  guint idle; /* that shows and hides scrollbars */
  RefrainLoopCanvas *canvas;
  RefrainLoopMap *map;
  GtkWidget *hscrollbar, *vscrollbar;
  RefrainLoopsRows *rows;
  GtkSingleSelection *selection;

  GtkLabel *count_label;
  GtkLabel *iteration_label;
  GtkStack *stack;
  GtkLabel *message_title;
  GtkLabel *message_label;
  GtkWidget *again_button;
  GtkPaned *paned;
  GtkGrid *grid;
  GtkStack *tabs;
  GtkListView *text;
  RefrainLoopsDurations *durations;
  RefrainPainterView *matrix;
  GtkLabel *matrix_label;
};

/* ---- refrain-loops-page-text.c ---- */

void refrain_loops_page_init_text (RefrainLoopsPage *self);
/* Lists the model of the session. */
void refrain_loops_page_update_text (RefrainLoopsPage *self);
/* Marks the line of what is selected, here or elsewhere. */
void refrain_loops_page_mark_selected (RefrainLoopsPage *self);

G_END_DECLS
