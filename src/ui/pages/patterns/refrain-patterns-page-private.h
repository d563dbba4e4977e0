/* refrain-patterns-page-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the page and its commands (refrain-patterns-commands.c) share.
 */
#pragma once

#include "refrain-pattern-filter.h"
#include "refrain-pattern-group.h"
#include "refrain-patterns-page.h"
#include "refrain-shape-finder.h"
#include "refrain-table-view.h"

struct _RefrainPatternsPage
{
  RefrainPage parent_instance;

  RefrainPatternFilter *filter;
  GPtrArray *routines; /* of RefrainRoutine, as the choices behind "Any" */
  GtkCustomFilter *custom_filter;
  GtkFilterListModel *filtered;
  GtkSortListModel *sorted; /* of what is filtered, or of groups of it */
  GtkTreeListModel *tree;
  GtkMultiSelection *selection;
  RefrainPatternLevel level; /* that is listed; parts of it are selected on the other one */
  RefrainPatternSet *listed; /* or NULL */
  gboolean keeps_level;      /* while a part is being selected */
  gboolean merge;            /* copies on other ranks are one row */
  RefrainPatternGrouping grouping;

  GtkEditable *search;
  GtkLabel *count_label;
  GtkLabel *notes_label;
  gboolean is_low; /* little room for the list */
  guint fitting;   /* source that gives the notes as many lines as there is room for, or 0 */
  GtkToggleButton *level_toggle;
  GtkWidget *filter_button;
  GtkToggleButton *shapes_toggle;
  RefrainShapeFinder *finder;
  GtkWidget *group_button;
  GMenuModel *patterns_menu;
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
  GtkWidget *cycles_box;
  GtkScrolledWindow *cycles_window;
  GtkListBox *cycles_list;
  RefrainTableView *list;
  gint sorted_level;    /* the level that the list was put in its first order for, or -1 */
  gboolean shows_other; /* columns of the second run */
};

static inline RefrainSession *
get_session (RefrainPatternsPage *self)
{
  return refrain_page_get_session (REFRAIN_PAGE (self));
}

/* The session's patterns, or NULL. */
static inline RefrainPatterns *
get_patterns (RefrainPatternsPage *self)
{
  RefrainSession *session = get_session (self);

  return session != NULL ? refrain_session_get_patterns (session) : NULL;
}

/* The patterns once they are found, else NULL. */
static inline RefrainPatternSet *
get_set (RefrainPatternsPage *self)
{
  RefrainPatterns *patterns = get_patterns (self);

  return patterns != NULL ? refrain_patterns_get_set (patterns) : NULL;
}

/* The patterns that are listed, once they are found, else NULL. */
static inline RefrainPatternSet *
get_listed_set (RefrainPatternsPage *self)
{
  RefrainPatterns *patterns = get_patterns (self);
  RefrainComposites *composites
      = patterns != NULL ? refrain_patterns_get_composites (patterns) : NULL;

  return composites == NULL                        ? NULL
         : self->level == REFRAIN_LEVEL_ELEMENTARY ? refrain_composites_get_elementary (composites)
                                                   : refrain_composites_get_set (composites);
}

extern const GActionEntry refrain_patterns_actions[];
extern const guint refrain_n_patterns_actions;
