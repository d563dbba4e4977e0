/* refrain-workspace-counts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sizes of the answers, beside the questions.
 */
#include "config.h"
#include "refrain-workspace-private.h"

#include <glib/gi18n.h>

#include "refrain-question.h"
#include "refrain-time-format.h"

static void
set_question_count (RefrainWorkspace *self, gsize i, const char *text)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->questions, (int) i);
  GtkWidget *box = gtk_list_box_row_get_child (row);

  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (box)), text);
}

static void
update_shown_processes (RefrainWorkspace *self)
{
  guint total = refrain_trace_get_n_processes (refrain_session_get_trace (self->session));
  g_autofree char *text = NULL;
  gsize n;

  refrain_selection_get_processes (refrain_session_get_selection (self->session), &n);
  text = n == total ? g_strdup_printf ("%u", total) : g_strdup_printf (_ ("%zu of %u"), n, total);
  set_question_count (self, REFRAIN_QUESTION_PROCESSES, text);
}

static void
update_patterns (RefrainWorkspace *self)
{
  RefrainPatterns *patterns = refrain_session_get_patterns (self->session);
  RefrainPatternSet *set = refrain_patterns_get_set (patterns);
  g_autofree char *text = NULL;

  if (refrain_patterns_is_running (patterns))
    text = g_strdup ("…");
  else if (set != NULL)
    text = refrain_count_format (refrain_pattern_set_get_n_patterns (set));
  set_question_count (self, REFRAIN_QUESTION_PATTERNS, text != NULL ? text : "");
}

static void
update_phases (RefrainWorkspace *self)
{
  RefrainPhaseModel *model = refrain_session_get_phases (self->session);
  g_autofree char *text = NULL;
  gsize n;

  refrain_phase_model_get_ranges (model, &n);
  if (refrain_phase_model_is_running (model))
    text = g_strdup ("…");
  else if (refrain_phase_model_get_phases (model) != NULL)
    text = refrain_count_format (n);
  set_question_count (self, REFRAIN_QUESTION_PHASES, text != NULL ? text : "");
}

static void
update_loops (RefrainWorkspace *self)
{
  RefrainLoops *loops = refrain_session_get_loops (self->session);
  g_autofree char *text = NULL;

  if (refrain_loops_is_running (loops))
    text = g_strdup ("…");
  else if (refrain_loops_get_model (loops) != NULL)
    text = refrain_count_format (refrain_loops_get_size (loops)->n_loops);
  set_question_count (self, REFRAIN_QUESTION_LOOPS, text != NULL ? text : "");
}

void
refrain_workspace_connect_counts (RefrainWorkspace *self, RefrainSession *session)
{
  static const char *const of_phases[]
      = { "notify::running", "notify::phases", "notify::strength", "notify::marks" };

  for (gsize i = 0; i < REFRAIN_N_QUESTIONS; i++)
    if (refrain_questions[i].count != NULL)
      {
        g_autofree char *count = refrain_questions[i].count (refrain_session_get_trace (session));

        set_question_count (self, i, count);
      }
  g_signal_connect_object (refrain_session_get_selection (session), "notify::processes",
                           G_CALLBACK (update_shown_processes), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (refrain_session_get_patterns (session), "notify::running",
                           G_CALLBACK (update_patterns), self, G_CONNECT_SWAPPED);
  for (gsize i = 0; i < G_N_ELEMENTS (of_phases); i++)
    g_signal_connect_object (refrain_session_get_phases (session), of_phases[i],
                             G_CALLBACK (update_phases), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (refrain_session_get_loops (session), "notify::running",
                           G_CALLBACK (update_loops), self, G_CONNECT_SWAPPED);
  update_shown_processes (self);
  update_patterns (self);
  update_phases (self);
  update_loops (self);
}
