/* refrain-status-bar.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A job is shown only when it takes longer than a flicker; of several the oldest.
 */
#include "config.h"
#include "refrain-status-bar.h"

#include <glib/gi18n.h>

#include "refrain-pattern-text.h"
#include "refrain-pick-text.h"
#include "refrain-time-format.h"

/* Work that takes less than this, in milliseconds, is not worth a flicker. */
#define PATIENCE 150

struct _RefrainStatusBar
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainJob *job; /* the one that is shown */
  guint timeout;

  GtkLabel *window_label;
  GtkLabel *span_label;
  GtkLabel *selection_label;
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

/* "Loop 3, iteration 17 of 249", or NULL. */
static char *
describe_loop (RefrainStatusBar *self)
{
  RefrainLoops *loops = refrain_session_get_loops (self->session);
  const RefrainLoopIterations *iterations = refrain_loops_get_iterations (loops);
  const guint32 number = refrain_loops_get_number (loops, refrain_loops_get_selected (loops));
  g_autofree char *count = NULL;
  g_autofree char *place = NULL;
  gsize current;

  if (iterations == NULL)
    return NULL;
  count = refrain_count_format (refrain_loop_iterations_get_n (iterations));
  if (!refrain_loops_is_loop (loops, refrain_loops_get_selected (loops)))
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                         "Line %u of the loop model, %s occurrence",
                                         "Line %u of the loop model, %s occurrences",
                                         (gulong) refrain_loop_iterations_get_n (iterations)),
                            number, count);
  if (!refrain_loops_get_current (loops, &current))
    return g_strdup_printf (_ ("Loop %u, %s iterations"), number, count);
  place = refrain_count_format (current + 1);
  return g_strdup_printf (_ ("Loop %u, iteration %s of %s"), number, place, count);
}

/* "Cycle of patterns, iteration 17 of 249", or NULL. */
static char *
describe_cycle (RefrainStatusBar *self)
{
  RefrainCycles *cycles = refrain_session_get_cycles (self->session);
  const guint32 selected = refrain_cycles_get_selected (cycles);
  g_autofree char *count = NULL;
  g_autofree char *place = NULL;
  gsize current;

  if (selected == REFRAIN_NONE)
    return NULL;
  count = refrain_count_format (
      refrain_cycle_get_count (refrain_cycles_get_list (cycles)->pdata[selected]));
  if (!refrain_cycles_get_current (cycles, &current))
    return g_strdup_printf (_ ("Cycle of patterns, %s iterations"), count);
  place = refrain_count_format (current + 1);
  return g_strdup_printf (_ ("Cycle of patterns, iteration %s of %s"), place, count);
}

/* The selected phases, "Phase exchange × 249 · "; NULL where none are. */
static char *
describe_phases (RefrainStatusBar *self, RefrainTime start, RefrainTime end)
{
  RefrainPhaseModel *model = refrain_session_get_phases (self->session);
  const RefrainPhaseRange *selected;
  RefrainTime first = G_MAXINT64, last = G_MININT64;
  g_autofree char *name = NULL;
  guint n;

  selected = refrain_phase_model_get_selected (model, &n);
  if (n == 0 || refrain_phase_model_get_phases (model) == NULL)
    return NULL;
  for (guint i = 0; i < n; i++)
    {
      RefrainTime from, to;

      if (!refrain_phase_model_get_span (model, &selected[i], &from, &to))
        continue;
      first = MIN (first, from);
      last = MAX (last, to);
    }
  /* Something else was measured since. */
  if (first != start || last != end)
    return NULL;
  if (n > 1)
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "%u phase selected · ", "%u phases selected · ", n), n);
  name = refrain_phase_model_describe (model, &selected[0]);
  return g_strdup_printf (_ ("Phase %s · "), name);
}

/* The measured span, the selected noun, or nothing. */
static void
update_selection (RefrainStatusBar *self)
{
  RefrainSelection *selection = refrain_session_get_selection (self->session);
  RefrainTrace *trace = refrain_session_get_trace (self->session);
  g_autofree char *noun = refrain_pick_to_text (trace, refrain_selection_get_pick (selection));
  g_autoptr (GString) text = g_string_new (noun);
  RefrainOpSet *highlight = refrain_selection_get_highlight (selection);
  g_autofree char *patterns
      = refrain_pattern_text_get_selection (refrain_session_get_patterns (self->session));
  g_autofree char *matches
      = refrain_pattern_text_get_matches (refrain_session_get_matches (self->session));
  RefrainTime start, end;

  g_autofree char *loop = describe_loop (self);
  g_autofree char *cycle = describe_cycle (self);
  g_autofree char *hits = refrain_hits_describe (refrain_session_get_hits (self->session));
  g_autofree char *pair = refrain_pair_model_describe (refrain_session_get_pairs (self->session));

  if (loop != NULL || cycle != NULL)
    {
      g_string_prepend (text, text->len > 0 ? " · " : "");
      g_string_prepend (text, loop != NULL ? loop : cycle);
    }
  if (*patterns != '\0' || *matches != '\0')
    {
      g_string_prepend (text, text->len > 0 ? " · " : "");
      g_string_prepend (text, *patterns != '\0' ? patterns : matches);
    }
  refrain_selection_get_range (selection, &start, &end);
  if (start <= end)
    {
      g_autofree char *span = refrain_time_format (end - start, 5);
      g_autofree char *phases = describe_phases (self, start, end);

      g_string_prepend (text, text->len > 0 ? " · " : "");
      g_string_prepend (text, span);
      g_string_prepend (text, phases != NULL ? phases : _ ("Measured "));
    }
  if (pair != NULL)
    {
      /* The pair says it itself. */
      if (refrain_selection_get_pick (selection)->kind == REFRAIN_PICK_CHANNEL)
        g_string_truncate (text, 0);
      g_string_prepend (text, text->len > 0 ? " · " : "");
      g_string_prepend (text, pair);
    }
  if (hits != NULL)
    {
      g_string_prepend (text, text->len > 0 ? " · " : "");
      g_string_prepend (text, hits);
    }
  if (highlight != NULL && pair == NULL && hits == NULL && loop == NULL && *patterns == '\0' && *matches == '\0')
    {
      g_autofree char *count = refrain_count_format (refrain_op_set_get_size (highlight));

      g_string_append (text, text->len > 0 ? " · " : "");
      g_string_append_printf (text, _ ("%s operations lit up"), count);
    }
  gtk_label_set_text (self->selection_label, text->str);
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
  if (self->job != NULL)
    g_signal_handlers_disconnect_by_data (self->job, self);
  g_set_object (&self->job, job);
  gtk_widget_set_visible (self->job_box, job != NULL);
  if (job != NULL)
    {
      gtk_progress_bar_set_fraction (self->job_progress, 0);
      g_signal_connect_object (job, "notify", G_CALLBACK (update_job), self, G_CONNECT_SWAPPED);
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
      g_signal_handlers_disconnect_by_data (refrain_session_get_patterns (self->session), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_cycles (self->session), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_matches (self->session), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_pairs (self->session), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_hits (self->session), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_phases (self->session), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_loops (self->session), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_runner (self->session), self);
    }
  show_job (self, NULL);
  g_set_object (&self->session, session);
  if (session != NULL)
    {
      RefrainSelection *selection = refrain_session_get_selection (session);

      g_signal_connect_object (session, "notify::axis", G_CALLBACK (update_window), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (selection, "notify::window", G_CALLBACK (update_window), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (selection, "notify::pick", G_CALLBACK (update_selection), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (selection, "notify::range", G_CALLBACK (update_selection), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (selection, "notify::highlight", G_CALLBACK (update_selection), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (refrain_session_get_phases (session), "notify::marks",
                               G_CALLBACK (update_selection), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (refrain_session_get_phases (session), "notify::strength",
                               G_CALLBACK (update_selection), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (refrain_session_get_phases (session), "notify::selected",
                               G_CALLBACK (update_selection), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (refrain_session_get_patterns (session), "notify::selected",
                               G_CALLBACK (update_selection), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (refrain_session_get_patterns (session), "notify::current",
                               G_CALLBACK (update_selection), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (refrain_session_get_cycles (session), "notify::selected",
                               G_CALLBACK (update_selection), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (refrain_session_get_cycles (session), "notify::current",
                               G_CALLBACK (update_selection), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (refrain_session_get_loops (session), "notify::iterations",
                               G_CALLBACK (update_selection), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (refrain_session_get_loops (session), "notify::current",
                               G_CALLBACK (update_selection), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (refrain_session_get_matches (session), "notify",
                               G_CALLBACK (update_selection), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (refrain_session_get_pairs (session), "notify",
                               G_CALLBACK (update_selection), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (refrain_session_get_hits (session), "notify",
                               G_CALLBACK (update_selection), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (refrain_session_get_runner (session), "items-changed",
                               G_CALLBACK (on_jobs_changed), self, G_CONNECT_SWAPPED);
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
  g_clear_object (&self->job);
  g_clear_object (&self->session);
  g_clear_pointer (&child, gtk_widget_unparent);
  G_OBJECT_CLASS (refrain_status_bar_parent_class)->dispose (object);
}

static void
refrain_status_bar_class_init (RefrainStatusBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_status_bar_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/refrain/Refrain/status-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, RefrainStatusBar, window_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainStatusBar, span_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainStatusBar, selection_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainStatusBar, job_box);
  gtk_widget_class_bind_template_child (widget_class, RefrainStatusBar, job_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainStatusBar, job_progress);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_STATUS);
}

static void
refrain_status_bar_init (RefrainStatusBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
