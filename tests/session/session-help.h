/* session-help.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What tests of the session wait for and count.
 */
#pragma once

#include "refrain-format.h"
#include "refrain-session.h"

/* A session of the bundled demo. */
static inline RefrainSession *
session_of_demo (void)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("REFRAIN_SOURCE"), "data", "demo", "wavefront.otf2", NULL);
  g_autoptr (RefrainTaskRunner) runner = refrain_task_runner_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, &error);

  g_assert_no_error (error);
  return refrain_session_new (trace, runner);
}

/* Until no work is under way. */
static inline void
session_wait (RefrainSession *session)
{
  while (g_list_model_get_n_items (G_LIST_MODEL (refrain_session_get_runner (session))) > 0)
    g_main_context_iteration (NULL, TRUE);
}

/* Until all that follows of it is done, too. */
static inline void
session_settle (RefrainSession *session)
{
  session_wait (session);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* A handler of "notify" with a number as its data. */
static inline void
count_notify (GObject *object, GParamSpec *pspec, gpointer data)
{
  (*(guint *) data)++;
}
