/* refrain-window-clocks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The open trace with its clocks corrected, and as it was recorded again: each is a session of its
 * own, so that nothing is shown of both.
 */
#include "refrain-free.h"
#include "refrain-window-private.h"

#include <glib/gi18n.h>

typedef struct
{
  RefrainTrace *trace;
  RefrainClockReport report;
} Corrected;

REFRAIN_DEFINE_FREE (corrected_free, Corrected, g_clear_object (&x->trace))

static gpointer
correct_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Corrected *corrected = g_new0 (Corrected, 1);

  corrected->trace
      = refrain_clocks_correct (data, &corrected->report, refrain_job_get_cancellable (job), error);
  if (corrected->trace == NULL)
    g_clear_pointer (&corrected, corrected_free);
  return corrected;
}

/* Shows @trace in the place of what is open, on the page about time. */
static void
show (RefrainWindow *self,
      RefrainTrace *trace,
      RefrainTrace *recorded,
      const RefrainClockReport *report)
{
  RefrainSession *session;

  refrain_window_show_trace (self, trace);
  session = refrain_window_get_session (self);
  if (recorded != NULL)
    refrain_time_model_set_recorded (refrain_session_get_times (session), recorded, report);
  refrain_workspace_set_page (self->workspace, "time");
}

static void
on_corrected (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainWindow *self = data;
  Corrected *corrected = result;
  RefrainSession *session = refrain_window_get_session (self);

  if (corrected == NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        refrain_window_show_toast (self, error->message);
      return;
    }
  /* Another trace may be open by now. */
  if (session != NULL && g_object_get_data (G_OBJECT (job), "refrain-session") == session)
    {
      g_autoptr (RefrainTrace) recorded = g_object_ref (refrain_session_get_trace (session));

      show (self, corrected->trace, recorded, &corrected->report);
    }
  corrected_free (corrected);
}

static void
correct_clocks (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainWindow *self = data;
  RefrainSession *session = refrain_window_get_session (self);
  g_autoptr (RefrainTrace) recorded = NULL;
  RefrainTrace *trace;
  RefrainJob *job;

  if (session == NULL)
    return;
  trace = refrain_session_get_trace (session);
  g_set_object (&recorded,
                refrain_time_model_get_recorded (refrain_session_get_times (session), NULL));
  if (recorded != NULL)
    {
      show (self, recorded, NULL, NULL);
      return;
    }
  job = refrain_task_runner_start (refrain_session_get_runner (session), _ ("Correcting clocks"),
                                   correct_in_thread, g_object_ref (trace), g_object_unref,
                                   corrected_free, G_OBJECT (self), on_corrected, self);
  g_object_set_data (G_OBJECT (job), "refrain-session", session);
}

void
refrain_window_init_clock_actions (RefrainWindow *self)
{
  static const GActionEntry entries[]
      = { { .name = "correct-clocks", .activate = correct_clocks } };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
