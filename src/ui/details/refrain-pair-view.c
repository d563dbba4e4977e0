/* refrain-pair-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Closing it forgets the comparison, which hides it. A click on an operation goes there; n and p
 * put the next occurrence on the left.
 */
#include "refrain-pair-view.h"

#include <glib/gi18n.h>

#include "refrain-figure-job.h"
#include "refrain-object.h"
#include "refrain-painter-view.h"
#include "refrain-save-chooser.h"
#include "refrain-widget-style.h"

/* Of the figure, in millimetres. */
#define FIGURE_WIDTH  180
#define FIGURE_HEIGHT 120

struct _RefrainPairView
{
  GtkWidget parent_instance;

  RefrainCardModel *model;
  GtkFileChooserNative *chooser;

  GtkWidget *box;
  GtkLabel *why;
  RefrainPainterView *view;
  GtkWidget *close;
};

G_DEFINE_FINAL_TYPE (RefrainPairView, refrain_pair_view, GTK_TYPE_WIDGET)

static void
update (RefrainPairView *self)
{
  RefrainComparison *comparison
      = self->model != NULL ? refrain_card_model_get_comparison (self->model) : NULL;
  g_autofree char *sentence = comparison != NULL ? refrain_comparison_tell (comparison) : NULL;
  g_autofree char *why = comparison != NULL ? refrain_card_model_explain_pair (self->model) : NULL;
  const gboolean was_visible = gtk_widget_get_visible (GTK_WIDGET (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  sentence != NULL ? sentence : "", -1);
  gtk_label_set_text (self->why, why != NULL ? why : "");
  refrain_widget_set_long_tooltip (GTK_WIDGET (self->why), why);
  refrain_painter_view_set (
      self->view, self->model != NULL ? refrain_card_model_get_session (self->model) : NULL,
      comparison != NULL ? REFRAIN_PAINTER (refrain_card_model_get_pair (self->model)) : NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), comparison != NULL);
  if (comparison != NULL && !was_visible)
    gtk_widget_grab_focus (self->close);
}

static void
close_view (RefrainPairView *self)
{
  if (self->model != NULL)
    refrain_card_model_stop_comparing (self->model);
}

static gboolean
on_escape (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  close_view (REFRAIN_PAIR_VIEW (widget));
  return TRUE;
}

static void
save_at (gpointer owner, const char *path)
{
  RefrainPairView *self = owner;

  if (self->model != NULL && refrain_card_model_get_pair (self->model) != NULL)
    refrain_figure_job_start (owner, refrain_card_model_get_session (self->model),
                              REFRAIN_PAINTER (refrain_card_model_get_pair (self->model)), NULL,
                              FIGURE_WIDTH, FIGURE_HEIGHT, path);
}

static void
on_export (RefrainPairView *self)
{
  refrain_save_chooser_ask (&self->chooser, self, _ ("Export the Comparison"), _ ("compare.svg"),
                            save_at);
}

/* Goes to the operation that was clicked. */
static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RefrainPairView *self = data;
  RefrainPick pick;

  if (self->model == NULL || !refrain_canvas_pick (REFRAIN_CANVAS (self->view), x, y, &pick))
    return;
  refrain_session_go_to (refrain_card_model_get_session (self->model), &pick);
  close_view (self);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", "events");
}

void
refrain_pair_view_set_model (RefrainPairView *self, RefrainCardModel *model)
{
  g_return_if_fail (REFRAIN_IS_PAIR_VIEW (self));

  refrain_disconnect (self->model, self);
  g_set_object (&self->model, model);
  if (model != NULL)
    refrain_connect (model, "notify::comparison", update, self);
  update (self);
}

static void
refrain_pair_view_dispose (GObject *object)
{
  RefrainPairView *self = REFRAIN_PAIR_VIEW (object);

  refrain_save_chooser_close (&self->chooser);
  refrain_disconnect (self->model, self);
  g_clear_object (&self->model);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (refrain_pair_view_parent_class)->dispose (object);
}

static void
refrain_pair_view_class_init (RefrainPairViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_pair_view_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "pairview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, on_escape, NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_n, 0, "win.next-occurrence", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_p, 0, "win.previous-occurrence", NULL);
}

static GtkWidget *
make_button (RefrainPairView *self, const char *icon, const char *text, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, text);
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_add_css_class (button, "flat");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  refrain_connect (button, "clicked", clicked, self);
  return button;
}

static void
refrain_pair_view_init (RefrainPairView *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (_ ("Side by Side"));
  GtkWidget *why = gtk_label_new (NULL);
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading");
  self->why = GTK_LABEL (why);
  gtk_label_set_xalign (self->why, 0);
  gtk_label_set_wrap (self->why, TRUE);
  gtk_label_set_lines (self->why, 2);
  gtk_label_set_ellipsize (self->why, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (why, TRUE);
  gtk_widget_add_css_class (why, "dim-label");
  self->close = make_button (self, "window-close-symbolic", _ ("Close the Comparison (Esc)"),
                             G_CALLBACK (close_view));
  gtk_widget_add_css_class (head, "refrain-toolbar");
  gtk_box_append (GTK_BOX (head), label);
  gtk_box_append (GTK_BOX (head), why);
  gtk_box_append (GTK_BOX (head),
                  make_button (self, "document-save-as-symbolic", _ ("Export the Comparison"),
                               G_CALLBACK (on_export)));
  gtk_box_append (GTK_BOX (head), self->close);

  self->view = g_object_new (REFRAIN_TYPE_PAINTER_VIEW, NULL);
  refrain_canvas_paint_behind (REFRAIN_CANVAS (self->view));
  gtk_widget_set_vexpand (GTK_WIDGET (self->view), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Two occurrences side by side"), -1);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (click));

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), head);
  gtk_box_append (GTK_BOX (self->box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->view));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_add_css_class (GTK_WIDGET (self), "background");
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
