/* refrain-workspace.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-workspace-private.h"

#include <glib/gi18n.h>

#include "refrain-question.h"

/* Of the height, at first. */
#define PATTERNS_PART 0.38

G_DEFINE_FINAL_TYPE (RefrainWorkspace, refrain_workspace, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_PAGE,
  PROP_SHOW_SIDEBAR,
  PROP_SHOW_DETAILS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* ---- Questions ---- */

static void
add_question (RefrainWorkspace *self, gsize i)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *title = gtk_label_new (_ (refrain_questions[i].title));
  GtkWidget *count = gtk_label_new ("");

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_add_css_class (count, "dim-label");
  gtk_widget_add_css_class (count, "numeric");
  gtk_widget_add_css_class (count, "refrain-count");
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name (refrain_questions[i].icon));
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), count);
  gtk_list_box_append (self->questions, box);
}

const char *
refrain_workspace_get_page (RefrainWorkspace *self)
{
  g_return_val_if_fail (REFRAIN_IS_WORKSPACE (self), NULL);
  return self->page;
}

/* The list lies below the event graph; at first it takes a part of the height, then what the user
 * gave it. */
static void
show_patterns (RefrainWorkspace *self, gboolean show)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->split));

  if (show && !self->split_chosen && height > 0)
    {
      gtk_paned_set_position (self->split, (int) (height * (1 - PATTERNS_PART)));
      self->split_chosen = TRUE;
    }
  gtk_widget_set_visible (GTK_WIDGET (self->patterns_page), show);
}

gboolean
refrain_workspace_set_page (RefrainWorkspace *self, const char *page)
{
  g_return_val_if_fail (REFRAIN_IS_WORKSPACE (self), FALSE);
  g_return_val_if_fail (page != NULL, FALSE);

  for (gsize i = 0; i < REFRAIN_N_QUESTIONS; i++)
    {
      if (strcmp (refrain_questions[i].name, page) != 0)
        continue;
      if (self->page == refrain_questions[i].name)
        return TRUE;
      self->page = refrain_questions[i].name;
      gtk_list_box_select_row (self->questions,
                               gtk_list_box_get_row_at_index (self->questions, (int) i));
      gtk_widget_set_visible (GTK_WIDGET (self->process_panel), i == REFRAIN_QUESTION_PROCESSES);
      show_patterns (self, i == REFRAIN_QUESTION_PATTERNS);
      if (i == REFRAIN_QUESTION_PHASES && self->session != NULL)
        refrain_phase_model_suggest_shown (refrain_session_get_phases (self->session));
      if (i == REFRAIN_QUESTION_PATTERNS)
        gtk_stack_set_visible_child_name (self->pages, "events");
      else if (i != REFRAIN_QUESTION_PROCESSES)
        gtk_stack_set_visible_child_name (self->pages, page);
      else if (strcmp (gtk_stack_get_visible_child_name (self->pages), "summary") == 0)
        gtk_stack_set_visible_child_name (self->pages, "events");
      if (i == REFRAIN_QUESTION_PROCESSES)
        refrain_workspace_set_show_sidebar (self, TRUE);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PAGE]);
      return TRUE;
    }
  return FALSE;
}

void
refrain_workspace_focus_page (RefrainWorkspace *self)
{
  g_return_if_fail (REFRAIN_IS_WORKSPACE (self));

  if (self->page == refrain_questions[REFRAIN_QUESTION_PROCESSES].name)
    gtk_widget_child_focus (GTK_WIDGET (self->process_panel), GTK_DIR_TAB_FORWARD);
  else if (self->page == refrain_questions[REFRAIN_QUESTION_PATTERNS].name)
    gtk_widget_grab_focus (GTK_WIDGET (self->patterns_page));
  else if (self->page == refrain_questions[REFRAIN_QUESTION_PHASES].name)
    gtk_widget_grab_focus (GTK_WIDGET (self->phases_page));
  else if (self->page == refrain_questions[REFRAIN_QUESTION_LOOPS].name)
    gtk_widget_grab_focus (GTK_WIDGET (self->loops_page));
  else if (g_strcmp0 (self->page, "events") == 0)
    gtk_widget_grab_focus (GTK_WIDGET (self->event_page));
  else if (g_strcmp0 (self->page, "matrix") == 0)
    gtk_widget_grab_focus (GTK_WIDGET (self->matrix_page));
}

static void
on_question_activated (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  RefrainWorkspace *self = data;
  int i = gtk_list_box_row_get_index (row);

  refrain_workspace_set_page (self, refrain_questions[i].name);
  if (self->narrow && i != REFRAIN_QUESTION_PROCESSES)
    refrain_workspace_set_show_sidebar (self, FALSE);
  refrain_workspace_focus_page (self);
}

static void
on_question_selected (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  if (row != NULL)
    refrain_workspace_set_page (data, refrain_questions[gtk_list_box_row_get_index (row)].name);
}

static void
on_leave_summary (RefrainWorkspace *self)
{
  refrain_workspace_set_page (self, "events");
  gtk_widget_grab_focus (GTK_WIDGET (self->event_page));
}

/* ---- Side columns ---- */

static void
on_reveal_changed (RefrainWorkspace *self, GParamSpec *pspec, AdwFlap *flap)
{
  g_object_notify_by_pspec (
      G_OBJECT (self),
      properties[flap == self->sidebar_flap ? PROP_SHOW_SIDEBAR : PROP_SHOW_DETAILS]);
}

/* ---- Session ---- */

RefrainSession *
refrain_workspace_get_session (RefrainWorkspace *self)
{
  g_return_val_if_fail (REFRAIN_IS_WORKSPACE (self), NULL);
  return self->session;
}

RefrainEventCanvas *
refrain_workspace_get_event_canvas (RefrainWorkspace *self)
{
  g_return_val_if_fail (REFRAIN_IS_WORKSPACE (self), NULL);
  return refrain_event_page_get_canvas (self->event_page);
}

RefrainMatrixCanvas *
refrain_workspace_get_matrix_canvas (RefrainWorkspace *self)
{
  g_return_val_if_fail (REFRAIN_IS_WORKSPACE (self), NULL);
  return refrain_matrix_page_get_canvas (self->matrix_page);
}

RefrainPatternsPage *
refrain_workspace_get_patterns_page (RefrainWorkspace *self)
{
  g_return_val_if_fail (REFRAIN_IS_WORKSPACE (self), NULL);
  return self->patterns_page;
}

RefrainPhasesPage *
refrain_workspace_get_phases_page (RefrainWorkspace *self)
{
  g_return_val_if_fail (REFRAIN_IS_WORKSPACE (self), NULL);
  return self->phases_page;
}

RefrainLoopsPage *
refrain_workspace_get_loops_page (RefrainWorkspace *self)
{
  g_return_val_if_fail (REFRAIN_IS_WORKSPACE (self), NULL);
  return self->loops_page;
}

void
refrain_workspace_set_session (RefrainWorkspace *self, RefrainSession *session)
{
  g_return_if_fail (REFRAIN_IS_WORKSPACE (self));

  if (self->session == session)
    return;
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (refrain_session_get_selection (self->session), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_patterns (self->session), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_phases (self->session), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_loops (self->session), self);
    }
  g_set_object (&self->session, session);
  refrain_overview_set_session (self->overview, session);
  refrain_summary_page_set_session (self->summary_page, session);
  refrain_event_page_set_session (self->event_page, session);
  refrain_matrix_page_set_session (self->matrix_page, session);
  refrain_patterns_page_set_session (self->patterns_page, session);
  refrain_phases_page_set_session (self->phases_page, session);
  refrain_loops_page_set_session (self->loops_page, session);
  refrain_process_panel_set_session (self->process_panel, session);
  refrain_details_panel_set_session (self->details_panel, session);
  refrain_status_bar_set_session (self->status_bar, session);
  if (session == NULL)
    return;
  refrain_workspace_connect_counts (self, session);
  refrain_workspace_set_page (self, "summary");
}

/* ---- Widget ---- */

static void
refrain_workspace_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  RefrainWorkspace *self = REFRAIN_WORKSPACE (object);

  switch (id)
    {
    case PROP_PAGE:
      g_value_set_string (value, self->page);
      break;
    case PROP_SHOW_SIDEBAR:
      g_value_set_boolean (value, refrain_workspace_get_show_sidebar (self));
      break;
    case PROP_SHOW_DETAILS:
      g_value_set_boolean (value, refrain_workspace_get_show_details (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
refrain_workspace_dispose (GObject *object)
{
  RefrainWorkspace *self = REFRAIN_WORKSPACE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  g_clear_object (&self->session);
  g_clear_pointer (&child, gtk_widget_unparent);
  G_OBJECT_CLASS (refrain_workspace_parent_class)->dispose (object);
}

static void
ensure_types (void)
{
  g_type_ensure (REFRAIN_TYPE_DETAILS_PANEL);
  g_type_ensure (REFRAIN_TYPE_EVENT_PAGE);
  g_type_ensure (REFRAIN_TYPE_LOOPS_PAGE);
  g_type_ensure (REFRAIN_TYPE_MATRIX_PAGE);
  g_type_ensure (REFRAIN_TYPE_OVERVIEW);
  g_type_ensure (REFRAIN_TYPE_PATTERNS_PAGE);
  g_type_ensure (REFRAIN_TYPE_PHASES_PAGE);
  g_type_ensure (REFRAIN_TYPE_PROCESS_PANEL);
  g_type_ensure (REFRAIN_TYPE_STATUS_BAR);
  g_type_ensure (REFRAIN_TYPE_SUMMARY_PAGE);
}

static void
refrain_workspace_class_init (RefrainWorkspaceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->dispose = refrain_workspace_dispose;
  object_class->get_property = refrain_workspace_get_property;
  properties[PROP_PAGE] = g_param_spec_string ("page", NULL, NULL, NULL, flags);
  properties[PROP_SHOW_SIDEBAR] = g_param_spec_boolean ("show-sidebar", NULL, NULL, TRUE, flags);
  properties[PROP_SHOW_DETAILS] = g_param_spec_boolean ("show-details", NULL, NULL, TRUE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  ensure_types ();
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/refrain/Refrain/workspace.ui");
  gtk_widget_class_bind_template_child (widget_class, RefrainWorkspace, sidebar_flap);
  gtk_widget_class_bind_template_child (widget_class, RefrainWorkspace, details_flap);
  gtk_widget_class_bind_template_child (widget_class, RefrainWorkspace, questions);
  gtk_widget_class_bind_template_child (widget_class, RefrainWorkspace, process_panel);
  gtk_widget_class_bind_template_child (widget_class, RefrainWorkspace, details_panel);
  gtk_widget_class_bind_template_child (widget_class, RefrainWorkspace, overview);
  gtk_widget_class_bind_template_child (widget_class, RefrainWorkspace, split);
  gtk_widget_class_bind_template_child (widget_class, RefrainWorkspace, pages);
  gtk_widget_class_bind_template_child (widget_class, RefrainWorkspace, summary_page);
  gtk_widget_class_bind_template_child (widget_class, RefrainWorkspace, event_page);
  gtk_widget_class_bind_template_child (widget_class, RefrainWorkspace, matrix_page);
  gtk_widget_class_bind_template_child (widget_class, RefrainWorkspace, patterns_page);
  gtk_widget_class_bind_template_child (widget_class, RefrainWorkspace, phases_page);
  gtk_widget_class_bind_template_child (widget_class, RefrainWorkspace, loops_page);
  gtk_widget_class_bind_template_child (widget_class, RefrainWorkspace, status_bar);
}

static void
refrain_workspace_init (RefrainWorkspace *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->wide_sidebar = TRUE;
  self->wide_details = TRUE;
  for (gsize i = 0; i < REFRAIN_N_QUESTIONS; i++)
    add_question (self, i);
  self->page = refrain_questions[0].name;
  gtk_list_box_select_row (self->questions, gtk_list_box_get_row_at_index (self->questions, 0));
  g_signal_connect (self->questions, "row-activated", G_CALLBACK (on_question_activated), self);
  g_signal_connect (self->questions, "row-selected", G_CALLBACK (on_question_selected), self);
  g_signal_connect_object (self->summary_page, "leave", G_CALLBACK (on_leave_summary), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->sidebar_flap, "notify::reveal-flap",
                           G_CALLBACK (on_reveal_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->details_flap, "notify::reveal-flap",
                           G_CALLBACK (on_reveal_changed), self, G_CONNECT_SWAPPED);
}
