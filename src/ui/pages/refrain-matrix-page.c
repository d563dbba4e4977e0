/* refrain-matrix-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-matrix-page.h"

#include <glib/gi18n.h>

#include "refrain-time-format.h"

struct _RefrainMatrixPage
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainMatrixCanvas *canvas;
  GtkLabel *total_label;
};

G_DEFINE_FINAL_TYPE (RefrainMatrixPage, refrain_matrix_page, GTK_TYPE_WIDGET)

RefrainMatrixCanvas *
refrain_matrix_page_get_canvas (RefrainMatrixPage *self)
{
  g_return_val_if_fail (REFRAIN_IS_MATRIX_PAGE (self), NULL);
  return self->canvas;
}

static void
update_total (RefrainMatrixPage *self)
{
  RefrainMatrix *matrix = refrain_session_get_matrix (self->session);
  guint64 count = 0, bytes = 0;
  g_autofree char *messages = NULL;
  g_autofree char *amount = NULL;
  g_autofree char *text = NULL;

  if (matrix == NULL)
    {
      gtk_label_set_text (self->total_label, "");
      return;
    }
  refrain_matrix_get_total (matrix, &count, &bytes);
  messages = refrain_count_format (count);
  amount = refrain_bytes_format (bytes);
  /* TRANSLATORS: "12 messages, 3 kB in the window". */
  text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s message, %s %s", "%s messages, %s %s",
                                       (gulong) MIN (count, G_MAXULONG)),
                          messages, amount, refrain_session_get_matrix_where (self->session));
  gtk_label_set_text (self->total_label, text);
}

void
refrain_matrix_page_set_session (RefrainMatrixPage *self, RefrainSession *session)
{
  g_return_if_fail (REFRAIN_IS_MATRIX_PAGE (self));

  if (self->session == session)
    return;
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  refrain_matrix_canvas_set_session (self->canvas, session);
  if (session == NULL)
    return;
  g_signal_connect_object (session, "notify::matrix", G_CALLBACK (update_total), self,
                           G_CONNECT_SWAPPED);
  update_total (self);
}

static gboolean
refrain_matrix_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_MATRIX_PAGE (widget)->canvas));
}

static void
refrain_matrix_page_dispose (GObject *object)
{
  RefrainMatrixPage *self = REFRAIN_MATRIX_PAGE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  refrain_matrix_page_set_session (self, NULL);
  g_clear_pointer (&child, gtk_widget_unparent);
  G_OBJECT_CLASS (refrain_matrix_page_parent_class)->dispose (object);
}

static void
refrain_matrix_page_class_init (RefrainMatrixPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_matrix_page_dispose;
  widget_class->grab_focus = refrain_matrix_page_grab_focus;
  g_type_ensure (REFRAIN_TYPE_MATRIX_CANVAS);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/refrain/Refrain/matrix-page.ui");
  gtk_widget_class_bind_template_child (widget_class, RefrainMatrixPage, canvas);
  gtk_widget_class_bind_template_child (widget_class, RefrainMatrixPage, total_label);
}

static void
refrain_matrix_page_init (RefrainMatrixPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
