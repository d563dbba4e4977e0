/* refrain-phases-page-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For the refrain-phases-page*.c files only.
 */
#pragma once

#include "refrain-phases-page.h"
#include "refrain-phases-rows.h"

G_BEGIN_DECLS

struct _RefrainPhasesPage
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainPhasesRows *rows;
  GtkMultiSelection *selection;
  gboolean only_phases;
  gboolean moving; /* the controls are being set, not moved by the user */
  gboolean split;  /* the panes have got their places */
  guint wait;      /* before a sorted table follows */
  guint follow;    /* while rows out of sight do */

  GtkScale *scale;
  GtkAdjustment *position;
  GtkAdjustment *strength;
  GtkWidget *spin;
  GtkLabel *count_label;
  GtkLabel *merged_label;
  GtkBox *merged_box;
  GtkWidget *suggestion;
  GtkButton *collapse_button;
  GtkStack *stack;
  GtkLabel *message_title;
  GtkLabel *message_label;
  GtkWidget *again_button;
  GtkPaned *rows_paned;
  GtkPaned *columns_paned;
  RefrainPhaseCanvas *canvas;
  GtkColumnView *list;
  RefrainPhasesFocus *focus;
};

/* The session's phases, or NULL. */
RefrainPhaseModel *refrain_phases_page_get_model (RefrainPhasesPage *self);

/* ---- refrain-phases-page-controls.c ---- */

void refrain_phases_page_init_controls (RefrainPhasesPage *self);
/* Makes slider, entry and count true to the strength. */
void refrain_phases_page_update_strength (RefrainPhasesPage *self);
/* Offers to collapse repeats, where that helps. */
void refrain_phases_page_update_suggestion (RefrainPhasesPage *self);
/* Lists which patterns count as one. */
void refrain_phases_page_update_merged (RefrainPhasesPage *self);

/* ---- refrain-phases-page-table.c ---- */

void refrain_phases_page_init_table (RefrainPhasesPage *self);
/* Lists what there is now; or soon. */
void refrain_phases_page_update_table (RefrainPhasesPage *self);
void refrain_phases_page_update_table_soon (RefrainPhasesPage *self);
/* Lists what remains at the strength, while it moves: what is in sight at once. */
void refrain_phases_page_follow_table (RefrainPhasesPage *self);
/* Marks the rows of the selected phases. */
void refrain_phases_page_mark_selected (RefrainPhasesPage *self);

G_END_DECLS
