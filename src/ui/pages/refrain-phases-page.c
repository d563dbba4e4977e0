/* refrain-phases-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-phases-page-private.h"

#include <glib/gi18n.h>

/* At first, of the height and of the width. */
#define CANVAS_PART 0.58
#define LIST_PART   0.66

G_DEFINE_FINAL_TYPE (RefrainPhasesPage, refrain_phases_page, GTK_TYPE_WIDGET)

RefrainPhaseModel *
refrain_phases_page_get_model (RefrainPhasesPage *self)
{
  return self->session != NULL ? refrain_session_get_phases (self->session) : NULL;
}

RefrainPhaseCanvas *
refrain_phases_page_get_canvas (RefrainPhasesPage *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES_PAGE (self), NULL);
  return self->canvas;
}

RefrainPhasesFocus *
refrain_phases_page_get_focus (RefrainPhasesPage *self)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES_PAGE (self), NULL);
  return self->focus;
}

/* ---- What is shown ---- */

/* What there is instead of phases. */
static void
update_state (RefrainPhasesPage *self)
{
  RefrainPhaseModel *model = refrain_phases_page_get_model (self);
  RefrainPatterns *patterns
      = self->session != NULL ? refrain_session_get_patterns (self->session) : NULL;
  RefrainPhases *phases = model != NULL ? refrain_phase_model_get_phases (model) : NULL;
  const char *problem = NULL;
  gboolean finding, running;
  gsize n = 0;

  if (phases != NULL)
    n = refrain_segmentation_get_length (refrain_phases_get_segmentation (phases));
  finding = patterns != NULL && refrain_patterns_is_running (patterns);
  running = model != NULL && refrain_phase_model_is_running (model);
  if (patterns != NULL && refrain_patterns_get_set (patterns) == NULL)
    problem = refrain_patterns_get_problem (patterns);
  else if (model != NULL)
    problem = refrain_phase_model_get_problem (model);
  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "phases" : "message");
  gtk_widget_set_visible (self->again_button, !finding && !running && phases == NULL);
  gtk_label_set_text (self->message_title, running          ? _ ("Looking for Phases…")
                                           : finding        ? _ ("Looking for Patterns…")
                                           : phases != NULL ? _ ("No Phases")
                                                            : _ ("Phases Were Not Found"));
  gtk_label_set_text (self->message_label,
                      running || finding ? ""
                      : phases != NULL
                          ? _ ("Nothing is left to be cut: no process communicates in this run, or "
                               "collective patterns are left out.")
                      : problem != NULL ? problem
                                        : "");
}

static void
on_phases (RefrainPhasesPage *self)
{
  update_state (self);
  refrain_phases_page_update_strength (self);
  refrain_phases_page_update_table (self);
  refrain_phases_page_update_merged (self);
  refrain_phases_page_update_suggestion (self);
}

static void
on_marks (RefrainPhasesPage *self)
{
  refrain_phases_page_update_strength (self);
  refrain_phases_page_update_table (self);
}

static void
on_strength (RefrainPhasesPage *self)
{
  refrain_phases_page_update_strength (self);
  refrain_phases_page_follow_table (self);
}

void
refrain_phases_page_set_session (RefrainPhasesPage *self, RefrainSession *session)
{
  static const struct
  {
    const char *signal;
    void (*func) (RefrainPhasesPage *self);
  } signals[] = {
    { "notify::phases", on_phases },
    { "notify::running", update_state },
    { "notify::strength", on_strength },
    { "notify::repetitions", refrain_phases_page_update_table_soon },
    { "notify::marks", on_marks },
    { "notify::options", refrain_phases_page_update_merged },
    { "notify::collapsed", refrain_phases_page_update_suggestion },
    { "notify::selected", refrain_phases_page_mark_selected },
  };

  g_return_if_fail (REFRAIN_IS_PHASES_PAGE (self));

  if (self->session == session)
    return;
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (refrain_session_get_patterns (self->session), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_phases (self->session), self);
    }
  g_clear_handle_id (&self->wait, g_source_remove);
  g_clear_handle_id (&self->follow, g_source_remove);
  g_set_object (&self->session, session);
  refrain_phase_canvas_set_session (self->canvas, session);
  refrain_phases_focus_set_session (self->focus, session);
  for (gsize i = 0; i < G_N_ELEMENTS (signals) && session != NULL; i++)
    g_signal_connect_object (refrain_session_get_phases (session), signals[i].signal,
                             G_CALLBACK (signals[i].func), self, G_CONNECT_SWAPPED);
  if (session != NULL)
    g_signal_connect_object (refrain_session_get_patterns (session), "notify::running",
                             G_CALLBACK (update_state), self, G_CONNECT_SWAPPED);
  on_phases (self);
}

/* ---- Widget ---- */

static void
refrain_phases_page_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  RefrainPhasesPage *self = REFRAIN_PHASES_PAGE (widget);

  /* Until the user decides otherwise. */
  if (!self->split)
    {
      gtk_paned_set_position (self->rows_paned, (int) (height * CANVAS_PART));
      gtk_paned_set_position (self->columns_paned, (int) (width * LIST_PART));
      self->split = TRUE;
    }
  gtk_widget_size_allocate (gtk_widget_get_first_child (widget),
                            &(GtkAllocation){ 0, 0, width, height }, baseline);
}

static void
refrain_phases_page_measure (GtkWidget *widget,
                             GtkOrientation orientation,
                             int for_size,
                             int *minimum,
                             int *natural,
                             int *minimum_baseline,
                             int *natural_baseline)
{
  gtk_widget_measure (gtk_widget_get_first_child (widget), orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
  /* The side columns fold away where the page does not get what it asks for. */
  *natural = *minimum;
}

static gboolean
refrain_phases_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_PHASES_PAGE (widget)->canvas));
}

static void
refrain_phases_page_dispose (GObject *object)
{
  RefrainPhasesPage *self = REFRAIN_PHASES_PAGE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  if (child != NULL)
    refrain_phases_page_set_session (self, NULL);
  g_clear_handle_id (&self->wait, g_source_remove);
  g_clear_handle_id (&self->follow, g_source_remove);
  g_clear_pointer (&child, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (refrain_phases_page_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPage, scale);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPage, position);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPage, strength);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPage, spin);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPage, count_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPage, merged_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPage, merged_box);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPage, suggestion);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPage, collapse_button);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPage, stack);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPage, message_title);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPage, message_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPage, again_button);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPage, rows_paned);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPage, columns_paned);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPage, canvas);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPage, list);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPage, focus);
}

static void
refrain_phases_page_class_init (RefrainPhasesPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = refrain_phases_page_dispose;
  widget_class->measure = refrain_phases_page_measure;
  widget_class->size_allocate = refrain_phases_page_size_allocate;
  widget_class->grab_focus = refrain_phases_page_grab_focus;
  g_type_ensure (REFRAIN_TYPE_PHASE_CANVAS);
  g_type_ensure (REFRAIN_TYPE_PHASES_FOCUS);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_n, 0, "win.next-phase", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_p, 0, "win.previous-phase", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_j, 0, "win.join-phases", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F2, 0, "win.rename-phase", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.clear-selection",
                                       NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/refrain/Refrain/phases-page.ui");
  bind_children (widget_class);
}

static void
refrain_phases_page_init (RefrainPhasesPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  refrain_phases_page_init_controls (self);
  refrain_phases_page_init_table (self);
  update_state (self);
  refrain_phases_page_update_merged (self);
}
