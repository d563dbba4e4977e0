/* refrain-kept-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who shows it hides it without a page.
 */
#include "config.h"
#include "refrain-kept-view.h"

#include <glib/gi18n.h>

struct _RefrainKeptView
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkLabel *title;
  GtkWidget *close;
  RefrainPage *page; /* or NULL */
  double part;       /* of the paned's length that is still to be given; 0: none */
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

static void
on_length (RefrainKeptView *self, GParamSpec *pspec, GtkPaned *paned)
{
  const gboolean across
      = gtk_orientable_get_orientation (GTK_ORIENTABLE (paned)) == GTK_ORIENTATION_HORIZONTAL;
  const int length = across ? gtk_widget_get_width (GTK_WIDGET (paned))
                            : gtk_widget_get_height (GTK_WIDGET (paned));

  if (length <= 0)
    return;
  gtk_paned_set_position (paned, (int) (length * (1 - self->part)));
  g_signal_handlers_disconnect_by_func (paned, on_length, self);
}

void
refrain_kept_view_split (RefrainKeptView *self, GtkPaned *paned, double part)
{
  g_return_if_fail (REFRAIN_IS_KEPT_VIEW (self));
  g_return_if_fail (GTK_IS_PANED (paned));

  self->part = part;
  g_signal_handlers_disconnect_by_func (paned, on_length, self);
  /* Told where it gets another length; a window that is not shown yet has none. */
  g_signal_connect_object (paned, "notify::max-position", G_CALLBACK (on_length), self,
                           G_CONNECT_SWAPPED);
  on_length (self, NULL, paned);
}

/* ---- Widget ---- */

static void
refrain_kept_view_dispose (GObject *object)
{
  RefrainKeptView *self = REFRAIN_KEPT_VIEW (object);

  self->page = NULL;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (refrain_kept_view_parent_class)->dispose (object);
}

static void
refrain_kept_view_class_init (RefrainKeptViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_kept_view_dispose;
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
  self->close = gtk_button_new_from_icon_name ("window-close-symbolic");
  gtk_widget_set_tooltip_text (self->close, _ ("Close This View"));
  gtk_widget_add_css_class (self->close, "flat");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->close), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Close this view"), -1);
  gtk_widget_add_css_class (head, "refrain-toolbar");
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (self->title));
  gtk_box_append (GTK_BOX (head), self->close);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), head);
  gtk_box_append (GTK_BOX (self->box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
