/* refrain-phases-pair.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-phases-pair.h"

#include <glib/gi18n.h>

#include "refrain-matrix-count.h"
#include "refrain-matrix-painter.h"
#include "refrain-time-format.h"

struct _RefrainPhasesPair
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainJob *jobs[2]; /* that count, while they do */

  GtkLabel *first_label, *second_label;
  GtkLabel *first_total, *second_total;
  RefrainPainterView *first_matrix, *second_matrix;
};

G_DEFINE_FINAL_TYPE (RefrainPhasesPair, refrain_phases_pair, GTK_TYPE_WIDGET)

static RefrainPainterView *
get_view (RefrainPhasesPair *self, guint i)
{
  return i == 0 ? self->first_matrix : self->second_matrix;
}

static void
show_matrix (RefrainPhasesPair *self, guint i, RefrainMatrix *matrix)
{
  g_autoptr (RefrainPainter) painter
      = REFRAIN_PAINTER (refrain_matrix_painter_new (matrix, FALSE, TRUE));
  guint64 count, bytes;
  g_autofree char *messages = NULL;
  g_autofree char *amount = NULL;
  g_autofree char *text = NULL;

  refrain_matrix_get_total (matrix, &count, &bytes);
  messages = refrain_count_format (count);
  amount = refrain_bytes_format (bytes);
  text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s message, %s", "%s messages, %s",
                                       (gulong) MIN (count, G_MAXULONG)),
                          messages, amount);
  gtk_label_set_text (i == 0 ? self->first_total : self->second_total, text);
  refrain_painter_view_set (get_view (self, i), self->session, painter);
}

static void
on_counted (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainPhasesPair *self = data;
  g_autoptr (RefrainMatrix) matrix = result;

  for (guint i = 0; i < 2; i++)
    if (job == self->jobs[i])
      {
        g_clear_object (&self->jobs[i]);
        if (matrix != NULL)
          show_matrix (self, i, matrix);
      }
}

static void
stop_jobs (RefrainPhasesPair *self)
{
  for (guint i = 0; i < 2; i++)
    {
      if (self->jobs[i] != NULL)
        refrain_job_cancel (self->jobs[i]);
      g_clear_object (&self->jobs[i]);
    }
}

void
refrain_phases_pair_show (RefrainPhasesPair *self,
                          RefrainSession *session,
                          const RefrainPhaseRange *ranges)
{
  g_return_if_fail (REFRAIN_IS_PHASES_PAIR (self));
  g_return_if_fail (session == NULL || (REFRAIN_IS_SESSION (session) && ranges != NULL));

  stop_jobs (self);
  g_set_object (&self->session, session);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *name = NULL;

      refrain_painter_view_set (get_view (self, i), session, NULL);
      gtk_label_set_text (i == 0 ? self->first_total : self->second_total, "");
      if (session == NULL)
        continue;
      name = refrain_phase_model_describe (refrain_session_get_phases (session), &ranges[i]);
      gtk_label_set_text (i == 0 ? self->first_label : self->second_label, name);
      g_set_object (&self->jobs[i], refrain_matrix_count_start (session, &ranges[i], 1,
                                                                G_OBJECT (self), on_counted, self));
    }
}

RefrainPainter *
refrain_phases_pair_get_matrix (RefrainPhasesPair *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES_PAIR (self), NULL);
  return refrain_painter_view_get_painter (get_view (self, i));
}

/* ---- Widget ---- */

static void
refrain_phases_pair_dispose (GObject *object)
{
  RefrainPhasesPair *self = REFRAIN_PHASES_PAIR (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  stop_jobs (self);
  g_clear_object (&self->session);
  g_clear_pointer (&child, gtk_widget_unparent);
  G_OBJECT_CLASS (refrain_phases_pair_parent_class)->dispose (object);
}

static void
refrain_phases_pair_class_init (RefrainPhasesPairClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_phases_pair_dispose;
  g_type_ensure (REFRAIN_TYPE_PAINTER_VIEW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/refrain/Refrain/phases-pair.ui");
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPair, first_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPair, second_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPair, first_total);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPair, second_total);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPair, first_matrix);
  gtk_widget_class_bind_template_child (widget_class, RefrainPhasesPair, second_matrix);
}

static void
refrain_phases_pair_init (RefrainPhasesPair *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
