/* refrain-status-bar.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A job is shown only when it takes longer than a flicker; of several the oldest.
 */
#include "refrain-status-bar.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-pick-text.h"
#include "refrain-template.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

/* Work that takes less than this, in milliseconds, is not worth a flicker. */
#define PATIENCE 150

struct _RefrainStatusBar
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainJob *job; /* the one that is shown */
  guint timeout;

  GtkLabel *window_label, *span_label, *selection_label;
  GtkWidget *job_box;
  GtkLabel *job_label;
  GtkProgressBar *job_progress;
};

G_DEFINE_FINAL_TYPE (RefrainStatusBar, refrain_status_bar, GTK_TYPE_WIDGET)

static void
update_window (RefrainStatusBar *self)
{
  g_autofree char *window = refrain_session_format_window (self->session);
  RefrainAxis *axis = refrain_session_get_axis (self->session);
  double start, end;

  gtk_label_set_text (self->window_label, window);
  gtk_label_set_text (self->span_label, "");
  if (axis == NULL)
    return;
  refrain_selection_get_window (refrain_session_get_selection (self->session), &start, &end);
  if (refrain_axis_get_kind (axis) == REFRAIN_AXIS_TIME)
    {
      g_autofree char *span = refrain_time_format ((RefrainTime) (end - start), 4);

      gtk_label_set_text (self->span_label, span);
    }
}

static void
add_words (GString *text, const char *words)
{
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, words);
}

/* Whether the measured span is that of @scope (may be NULL). */
static gboolean
is_span_of (RefrainSubject *scope, RefrainTime start, RefrainTime end)
{
  RefrainTime from, to;
  gsize place;

  return scope != NULL && refrain_subject_get_place (scope, &place)
         && refrain_subject_get_span (scope, place, &from, &to) && from == start && to == end;
}

/* What is lit up, the scope, the measured span and the selected noun, or nothing. */
static void
update_selection (RefrainStatusBar *self)
{
  RefrainSelection *selection = refrain_session_get_selection (self->session);
  RefrainSubject *lit = refrain_subjects_get_lit (refrain_session_get_subjects (self->session));
  RefrainSubject *scope = refrain_subjects_get_scope (refrain_session_get_subjects (self->session));
  const RefrainPick *pick = refrain_selection_get_pick (selection);
  g_autofree char *noun = refrain_pick_to_text (refrain_session_get_trace (self->session), pick);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *words = lit != NULL ? refrain_subject_describe (lit) : NULL;
  g_autofree char *where = scope != NULL ? refrain_subject_describe (scope) : NULL;
  RefrainTime start, end;

  if (words != NULL)
    add_words (text, words);
  if (where != NULL)
    add_words (text, where);
  refrain_selection_get_range (selection, &start, &end);
  if (start <= end)
    {
      g_autofree char *span = refrain_time_format (end - start, 5);
      g_autofree char *measured = g_strdup_printf (_ ("Measured %s"), span);

      add_words (text, is_span_of (scope, start, end) ? span : measured);
    }
  /* Messages of a pair say which it is. */
  if (noun != NULL && (lit == NULL || pick->kind != REFRAIN_PICK_CHANNEL))
    add_words (text, noun);
  gtk_label_set_text (self->selection_label, text->str);
  refrain_widget_set_long_tooltip (GTK_WIDGET (self->selection_label), text->str);
}

/* ---- Background work ---- */

static void
update_job (RefrainStatusBar *self)
{
  const char *sentence;
  double fraction;

  if (self->job == NULL)
    return;
  sentence = refrain_job_get_sentence (self->job);
  fraction = refrain_job_get_fraction (self->job);
  gtk_label_set_text (self->job_label,
                      sentence != NULL ? sentence : refrain_job_get_title (self->job));
  if (fraction >= 0)
    gtk_progress_bar_set_fraction (self->job_progress, fraction);
  else
    gtk_progress_bar_pulse (self->job_progress);
}

static void
show_job (RefrainStatusBar *self, RefrainJob *job)
{
  refrain_disconnect (self->job, self);
  g_set_object (&self->job, job);
  gtk_widget_set_visible (self->job_box, job != NULL);
  if (job != NULL)
    {
      gtk_progress_bar_set_fraction (self->job_progress, 0);
      refrain_connect (job, "notify", update_job, self);
      update_job (self);
    }
}

static gboolean
show_oldest_job (gpointer data)
{
  RefrainStatusBar *self = data;
  g_autoptr (RefrainJob) oldest = NULL;

  if (self->session != NULL)
    oldest = g_list_model_get_item (G_LIST_MODEL (refrain_session_get_runner (self->session)), 0);
  if (oldest != self->job)
    show_job (self, oldest);
  if (oldest != NULL)
    {
      if (refrain_job_get_fraction (oldest) < 0)
        gtk_progress_bar_pulse (self->job_progress);
      return G_SOURCE_CONTINUE;
    }
  self->timeout = 0;
  return G_SOURCE_REMOVE;
}

static void
on_jobs_changed (RefrainStatusBar *self)
{
  if (self->timeout == 0)
    self->timeout = g_timeout_add (PATIENCE, show_oldest_job, self);
}

void
refrain_status_bar_set_session (RefrainStatusBar *self, RefrainSession *session)
{
  g_return_if_fail (REFRAIN_IS_STATUS_BAR (self));

  if (self->session == session)
    return;
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_selection (self->session), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_subjects (self->session), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_runner (self->session), self);
    }
  show_job (self, NULL);
  g_set_object (&self->session, session);
  if (session != NULL)
    {
      RefrainSelection *selection = refrain_session_get_selection (session);

      refrain_connect (session, "notify::axis", update_window, self);
      refrain_connect (selection, "notify::window", update_window, self);
      refrain_connect (selection, "notify::pick", update_selection, self);
      refrain_connect (selection, "notify::range", update_selection, self);
      refrain_connect (refrain_session_get_subjects (session), "notify::subject", update_selection,
                       self);
      refrain_connect (refrain_session_get_runner (session), "items-changed", on_jobs_changed,
                       self);
      update_window (self);
      update_selection (self);
      on_jobs_changed (self);
    }
}

static void
refrain_status_bar_dispose (GObject *object)
{
  RefrainStatusBar *self = REFRAIN_STATUS_BAR (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  g_clear_handle_id (&self->timeout, g_source_remove);
  refrain_clear_objects (&self->job, &self->session);
  g_clear_pointer (&child, gtk_widget_unparent);
  G_OBJECT_CLASS (refrain_status_bar_parent_class)->dispose (object);
}

static void
refrain_status_bar_class_init (RefrainStatusBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_status_bar_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  REFRAIN_TEMPLATE (widget_class, "status-bar", RefrainStatusBar, window_label, span_label,
                    selection_label, job_box, job_label, job_progress);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_STATUS);
}

static void
refrain_status_bar_init (RefrainStatusBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
