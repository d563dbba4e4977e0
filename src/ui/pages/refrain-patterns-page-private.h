/* refrain-patterns-page-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For refrain-patterns-page.c and refrain-patterns-page-filter.c only.
 */
#pragma once

#include "refrain-pattern-filter.h"
#include "refrain-pattern-picture.h"
#include "refrain-patterns-page.h"

G_BEGIN_DECLS

struct _RefrainPatternsPage
{
  GtkWidget parent_instance;

  RefrainSession *session;
  gboolean paned_chosen;
  RefrainPattern *large; /* the one that is drawn large */
  RefrainPatternFilter *filter;
  GPtrArray *routines; /* of RefrainRoutine, as the choices behind "Any" */
  GtkCustomFilter *custom_filter;
  GtkFilterListModel *filtered;
  GtkMultiSelection *selection;

  GtkEditable *search;
  GtkLabel *count_label;
  GtkWidget *filter_button;
  GtkEditable *ranks;
  GtkDropDown *routines_drop;
  GtkDropDown *kinds;
  GtkSpinButton *min_processes;
  GtkSpinButton *min_messages;
  GtkWidget *reset_button;
  GtkStack *stack;
  GtkLabel *message_title;
  GtkLabel *message_label;
  GtkWidget *again_button;
  GtkPaned *paned;
  GtkColumnView *list;
  GtkStack *large_stack;
  GtkEditableLabel *name_label;
  RefrainPatternPicture *picture;
  GtkLabel *metrics_label;
  GtkLabel *durations_label;
  guint fit_source; /* that fits the columns in, or 0 */
};

/* Marks the rows of what is selected, here or elsewhere. */
void refrain_patterns_page_mark_selected (RefrainPatternsPage *self);

/* ---- refrain-patterns-page-filter.c ---- */

void refrain_patterns_page_init_filter (RefrainPatternsPage *self);
/* The choices of routines: those that delimit a pattern of @set (may be NULL). */
void refrain_patterns_page_fill_routines (RefrainPatternsPage *self, RefrainPatternSet *set);
/* Lists what the controls ask for. */
void refrain_patterns_page_refilter (RefrainPatternsPage *self);
/* Makes the controls ask for nothing. */
void refrain_patterns_page_reset_filter (RefrainPatternsPage *self);

G_END_DECLS
