/* refrain-kept-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who shows it hides it without a page.
 */
#include "refrain-kept-view.h"

#include "refrain-object.h"

#include <glib/gi18n.h>

struct _RefrainKeptView
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkLabel *title;
  GtkWidget *other; /* a button that leads to what has no room beside this */
  GtkWidget *close;
  RefrainPage *page; /* or NULL */
  double part;       /* of the paned's length, to be given once it was laid out so often: */
  guint n_frames, tick;
};

G_DEFINE_FINAL_TYPE (RefrainKeptView, refrain_kept_view, GTK_TYPE_WIDGET)

void
refrain_kept_view_clear (RefrainKeptView *self)
{
  g_return_if_fail (REFRAIN_IS_KEPT_VIEW (self));

  if (self->page != NULL)
    gtk_box_remove (GTK_BOX (self->box), GTK_WIDGET (self->page));
  self->page = NULL;
}

void
refrain_kept_view_set (RefrainKeptView *self,
                       RefrainPage *page,
                       const char *title,
                       const char *action,
                       const char *target)
{
  g_return_if_fail (REFRAIN_IS_KEPT_VIEW (self));
  g_return_if_fail (REFRAIN_IS_PAGE (page));

  refrain_kept_view_clear (self);
  self->page = page;
  gtk_label_set_text (self->title, title);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->close), "s", target);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->close), action);
  gtk_widget_set_vexpand (GTK_WIDGET (page), TRUE);
  gtk_widget_set_visible (GTK_WIDGET (page), TRUE);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (page));
}

void
refrain_kept_view_offer (RefrainKeptView *self, const char *title)
{
  g_return_if_fail (REFRAIN_IS_KEPT_VIEW (self));

  gtk_widget_set_visible (self->other, title != NULL);
  if (title != NULL)
    gtk_button_set_label (GTK_BUTTON (self->other), title);
}

static void
on_other_clicked (RefrainKeptView *self)
{
  g_signal_emit_by_name (self, "other");
}

/* A paned with one child does not follow its own length: where its handle is means something once
 * both were laid out. */
static gboolean
on_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer paned)
{
  RefrainKeptView *self = REFRAIN_KEPT_VIEW (widget);
  const gboolean across
      = gtk_orientable_get_orientation (GTK_ORIENTABLE (paned)) == GTK_ORIENTATION_HORIZONTAL;
  const int length = across ? gtk_widget_get_width (paned) : gtk_widget_get_height (paned);

  if (self->n_frames++ < 2 || length <= 0)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  gtk_paned_set_position (paned, (int) (length * (1 - self->part)));
  return G_SOURCE_REMOVE;
}

void
refrain_kept_view_split (RefrainKeptView *self, GtkPaned *paned, double part)
{
  g_return_if_fail (REFRAIN_IS_KEPT_VIEW (self));
  g_return_if_fail (GTK_IS_PANED (paned));

  self->part = part;
  self->n_frames = 0;
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_frame, paned, NULL);
}

/* ---- Widget ---- */

REFRAIN_DEFINE_END (RefrainKeptView, refrain_kept_view, dispose, x->page = NULL;
                    g_clear_pointer (&x->box, gtk_widget_unparent))

static void
refrain_kept_view_class_init (RefrainKeptViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_kept_view_dispose;
  g_signal_new ("other", REFRAIN_TYPE_KEPT_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "keptview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
refrain_kept_view_init (RefrainKeptView *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->title = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->title, 0);
  gtk_label_set_ellipsize (self->title, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (GTK_WIDGET (self->title), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->title), "heading");
  self->other = gtk_button_new_with_label ("");
  gtk_widget_set_tooltip_text (self->other, _ ("Show This View Instead"));
  gtk_widget_add_css_class (self->other, "flat");
  gtk_widget_set_visible (self->other, FALSE);
  refrain_connect (self->other, "clicked", on_other_clicked, self);
  self->close = gtk_button_new_from_icon_name ("window-close-symbolic");
  gtk_widget_set_tooltip_text (self->close, _ ("Close This View"));
  gtk_widget_add_css_class (self->close, "flat");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->close), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Close this view"), -1);
  gtk_widget_add_css_class (head, "refrain-toolbar");
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (self->title));
  gtk_box_append (GTK_BOX (head), self->other);
  gtk_box_append (GTK_BOX (head), self->close);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), head);
  gtk_box_append (GTK_BOX (self->box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
