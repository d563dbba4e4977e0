/* refrain-part-bar.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The button is there whenever the line is not of the whole run, which whoever has the numbers
 * knows: the model, or else the session.
 */
#include "refrain-part-bar.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-object.h"

struct _RefrainPartBar
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainNumbersModel *numbers; /* or NULL: what is visible counts */
  GtkLabel *label;
  GtkWidget *button;
};

G_DEFINE_FINAL_TYPE (RefrainPartBar, refrain_part_bar, GTK_TYPE_WIDGET)

/* Whether what is visible counts. */
static gboolean
is_window (RefrainPartBar *self)
{
  return self->numbers == NULL
         || refrain_numbers_model_get_scope (self->numbers) == REFRAIN_NUMBERS_WINDOW;
}

static void
update (RefrainPartBar *self)
{
  g_autofree char *text = NULL, *told = NULL;
  RefrainTime start, end;
  gboolean whole;

  if (self->numbers != NULL)
    {
      text = refrain_numbers_model_describe_scope (self->numbers, &whole);
    }
  else
    {
      refrain_session_get_window_times (self->session, &start, &end);
      text = refrain_session_describe_part (self->session, _ ("Visible"), start, end, &whole);
    }
  if (is_window (self))
    {
      g_autofree char *window = refrain_session_format_window (self->session);

      told = g_strdup_printf ("%s (%s)", text, window);
    }
  gtk_label_set_text (self->label, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->label), told != NULL ? told : text);
  gtk_widget_set_visible (self->button, !whole);
}

/* What is visible grows to the whole run, with a step back; anything else gives way to it. */
static void
on_clicked (RefrainPartBar *self)
{
  if (is_window (self))
    refrain_session_show_all (self->session);
  else
    refrain_numbers_model_set_scope (self->numbers, REFRAIN_NUMBERS_RUN);
}

static void
forget (RefrainPartBar *self)
{
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_selection (self->session), self);
    }
  refrain_disconnect (self->numbers, self);
  refrain_clear_objects (&self->session, &self->numbers);
}

void
refrain_part_bar_follow (RefrainPartBar *self,
                         RefrainSession *session,
                         RefrainNumbersModel *numbers)
{
  g_return_if_fail (REFRAIN_IS_PART_BAR (self));
  g_return_if_fail (session != NULL || numbers == NULL);

  forget (self);
  gtk_widget_set_visible (GTK_WIDGET (self), session != NULL);
  if (session == NULL)
    return;
  self->session = g_object_ref (session);
  g_set_object (&self->numbers, numbers);
  if (numbers != NULL)
    g_signal_connect_swapped (numbers, "notify::numbers", G_CALLBACK (update), self);
  g_signal_connect_swapped (refrain_session_get_selection (session), "notify::window",
                            G_CALLBACK (update), self);
  g_signal_connect_swapped (session, "notify::axis", G_CALLBACK (update), self);
  update (self);
}

static void
refrain_part_bar_dispose (GObject *object)
{
  forget (REFRAIN_PART_BAR (object));
  for (GtkWidget *child; (child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL;)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (refrain_part_bar_parent_class)->dispose (object);
}

static void
refrain_part_bar_class_init (RefrainPartBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = refrain_part_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static void
refrain_part_bar_init (RefrainPartBar *self)
{
  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->label, 0);
  gtk_label_set_ellipsize (self->label, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (GTK_WIDGET (self->label), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->label), "numeric");
  gtk_widget_set_parent (GTK_WIDGET (self->label), GTK_WIDGET (self));
  self->button = gtk_button_new_with_label (_ ("Whole Run"));
  gtk_widget_add_css_class (self->button, "flat");
  gtk_widget_set_tooltip_text (self->button, _ ("Show the whole run"));
  gtk_widget_set_parent (self->button, GTK_WIDGET (self));
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (on_clicked), self);
  gtk_widget_add_css_class (GTK_WIDGET (self), "refrain-part-bar");
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
