/* refrain-figure-job.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The painter is immutable: it is drawn on a worker thread as it was when asked for.
 */
#include "refrain-figure-job.h"

#include <glib/gi18n.h>

#include "refrain-format.h"
#include "refrain-free.h"

typedef struct
{
  RefrainTrace *trace;
  RefrainPainter *painter;
  RefrainViewport part;
  RefrainFigureOptions options;
  char *title, *path;
} Work;

REFRAIN_DEFINE_FREE (work_free, Work, g_object_unref (x->trace); g_object_unref (x->painter);
                     refrain_free (x->title, x->path))

static gpointer
save_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Work *work = data;
  RefrainFigureFormat format;

  if (!refrain_trace_check_target (work->trace, work->path, error)
      || !refrain_figure_format_for_path (work->path, &format, error)
      || !refrain_figure_save (work->painter, &work->part, &work->options, format, work->path,
                               error))
    return NULL;
  return g_strdup (work->path);
}

void
refrain_figure_job_save (gpointer owner,
                         RefrainSession *session,
                         RefrainPainter *painter,
                         const RefrainViewport *part,
                         const RefrainFigureOptions *options,
                         const char *path,
                         const char *title,
                         RefrainJobDone done)
{
  Work *work = g_new0 (Work, 1);

  work->trace = g_object_ref (refrain_session_get_trace (session));
  work->painter = g_object_ref (painter);
  work->part = *part;
  work->options = *options;
  work->options.title = work->title = g_strdup (options->title);
  work->path = g_strdup (path);
  refrain_task_runner_start (refrain_session_get_runner (session), title, save_in_thread, work,
                             work_free, g_free, owner, done, owner);
}

static void
on_saved (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  g_autofree char *path = result;
  g_autofree char *name = path != NULL ? g_path_get_basename (path) : NULL;
  g_autofree char *text = name != NULL
                              ? g_strdup_printf (_ ("“%s” is saved."), name)
                              : refrain_job_describe_error (error, _ ("Saving was cancelled."));

  gtk_widget_activate_action (data, "win.tell", "s", text);
}

void
refrain_figure_job_start (GtkWidget *owner,
                          RefrainSession *session,
                          RefrainPainter *painter,
                          const RefrainViewport *part,
                          double width,
                          double height,
                          const char *path)
{
  RefrainFigureOptions options;
  RefrainViewport all;

  g_return_if_fail (GTK_IS_WIDGET (owner));
  g_return_if_fail (REFRAIN_IS_SESSION (session));
  g_return_if_fail (REFRAIN_IS_PAINTER (painter));

  if (part == NULL)
    {
      all = (RefrainViewport){ 0 };
      refrain_painter_get_extent (painter, &all);
      part = &all;
    }
  refrain_figure_options_init (&options);
  options.width = width;
  options.height = height;
  refrain_figure_job_save (owner, session, painter, part, &options, path, _ ("Saving a figure"),
                           on_saved);
}
