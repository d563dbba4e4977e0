/* refrain-window-open.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Opening a trace: choosing it, reading it in the background, and what goes wrong.
 */
#include "config.h"
#include "refrain-window-private.h"

#include <glib/gi18n.h>

#include "refrain-format.h"
#include "refrain-start-page.h"

static gpointer
load_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  return refrain_trace_load (data, refrain_job_get_cancellable (job), refrain_job_report, job,
                             error);
}

static void
on_progress (RefrainWindow *self, GParamSpec *pspec, RefrainJob *job)
{
  double fraction = refrain_job_get_fraction (job);
  const char *sentence = refrain_job_get_sentence (job);

  if (fraction >= 0)
    gtk_progress_bar_set_fraction (self->loading_progress, fraction);
  if (sentence != NULL)
    gtk_label_set_text (self->loading_sentence, sentence);
}

static void
show_error (RefrainWindow *self, const char *message)
{
  g_autofree char *name = g_file_get_basename (self->file);
  /* A location that is none has no name. */
  g_autofree char *shown = name != NULL ? g_filename_display_name (name) : g_strdup ("");
  g_autofree char *title = g_strdup_printf (_ ("Cannot Open “%s”"), shown);
  g_autofree char *title_markup = g_markup_escape_text (title, -1);
  g_autofree char *markup = g_markup_escape_text (message, -1);

  adw_status_page_set_title (self->error_page, title_markup);
  adw_status_page_set_description (self->error_page, markup);
  refrain_window_show_screen (self, "error");
}

/* Where the window goes when nothing new was opened. */
static void
show_previous (RefrainWindow *self)
{
  refrain_window_show_screen (self, refrain_window_get_session (self) != NULL ? "trace" : "start");
}

static void
on_loaded (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainWindow *self = data;
  g_autoptr (RefrainTrace) trace = result;
  g_autoptr (RefrainTaskRunner) runner = NULL;
  g_autoptr (RefrainSession) session = NULL;

  /* Another one may be on its way already. */
  if (job != self->load_job)
    return;
  g_signal_handlers_disconnect_by_data (job, self);
  g_clear_object (&self->load_job);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      show_previous (self);
      return;
    }
  if (trace == NULL)
    {
      show_error (self, error->message);
      return;
    }
  runner = refrain_task_runner_new ();
  session = refrain_session_new (trace, runner);
  refrain_window_set_session (self, session);
  refrain_start_page_add_recent (self->file);
  refrain_window_show_screen (self, "trace");
  refrain_session_prepare (session);
  refrain_window_start_patterns (self);
}

void
refrain_window_open (RefrainWindow *self, GFile *file)
{
  g_autofree char *path = NULL;
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;
  g_autofree char *markup = NULL;
  RefrainJob *job;

  g_return_if_fail (REFRAIN_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  if (self->load_job != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->load_job, self);
      refrain_job_cancel (self->load_job);
      g_clear_object (&self->load_job);
    }
  g_set_object (&self->file, file);
  path = g_file_get_path (file);
  if (path == NULL)
    {
      show_error (self, _ ("It is not on this machine; copy it here first."));
      return;
    }
  name = g_filename_display_basename (path);
  title = g_strdup_printf (_ ("Opening “%s”"), name);
  markup = g_markup_escape_text (title, -1);
  adw_status_page_set_title (self->loading_page, markup);
  gtk_progress_bar_set_fraction (self->loading_progress, 0);
  gtk_label_set_text (self->loading_sentence, _ ("Looking at the file"));
  job = refrain_task_runner_start (self->loader, title, load_in_thread, g_strdup (path), g_free,
                                   g_object_unref, G_OBJECT (self), on_loaded, self);
  g_set_object (&self->load_job, job);
  g_signal_connect_object (job, "notify", G_CALLBACK (on_progress), self, G_CONNECT_SWAPPED);
  refrain_window_show_screen (self, "loading");
}

void
refrain_window_cancel_loading (RefrainWindow *self)
{
  if (self->load_job != NULL)
    refrain_job_cancel (self->load_job);
}

static void
on_chosen (GtkNativeDialog *dialog, int response, gpointer data)
{
  RefrainWindow *self = data;

  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

      if (file != NULL)
        refrain_window_open (self, file);
    }
  g_clear_object (&self->chooser);
}

void
refrain_window_choose_file (RefrainWindow *self)
{
  g_autoptr (GtkFileFilter) traces = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();
  static const char *const patterns[]
      = { "*.otf2", "*.gxl", "*.gxl.gz", "*.gxl.zst", "*.mtf.h5", "*.h5", "*.events" };

  if (self->chooser != NULL)
    {
      gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
      return;
    }
  self->chooser = gtk_file_chooser_native_new (_ ("Open a Trace"), GTK_WINDOW (self),
                                               GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  gtk_file_filter_set_name (traces, _ ("Traces"));
  for (gsize i = 0; i < G_N_ELEMENTS (patterns); i++)
    gtk_file_filter_add_pattern (traces, patterns[i]);
  gtk_file_filter_set_name (all, _ ("All Files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self->chooser), traces);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self->chooser), all);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (on_chosen), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}
