/* refrain-window.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the window shows, and how a trace gets into it. Commands are in refrain-window-actions.c and
 * refrain-window-dialogs.c, what is remembered between runs in refrain-window-memory.c.
 */
#include "config.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-template.h"
#include "refrain-window-private.h"

#include <glib/gi18n.h>

#include "refrain-format.h"
#include "refrain-gradual.h"
#include "refrain-settings.h"
#include "refrain-start-page.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

/* Below this width the side columns fold away. */
#define NARROW_WIDTH 900
/* Below this one the header bar has no room for all that is in it. */
#define SLIM_WIDTH 780
/* Milliseconds that work waits for the frame that shows a trace. */
#define LONGEST_WAIT 150

G_DEFINE_FINAL_TYPE (RefrainWindow, refrain_window, ADW_TYPE_APPLICATION_WINDOW)

RefrainWindow *
refrain_window_new (GtkApplication *application)
{
  g_return_val_if_fail (GTK_IS_APPLICATION (application), NULL);
  return g_object_new (REFRAIN_TYPE_WINDOW, "application", application, NULL);
}

REFRAIN_GETTER (RefrainWindow,
                refrain_window,
                RefrainSession *,
                get_session,
                refrain_workspace_get_session (self->workspace))
REFRAIN_GETTER (RefrainWindow,
                refrain_window,
                const char *,
                get_screen,
                gtk_stack_get_visible_child_name (self->screens))
REFRAIN_GETTER (RefrainWindow,
                refrain_window,
                gboolean,
                is_busy,
                self->load_job != NULL || refrain_window_get_session (self) != NULL)

/* How long a toast slides in and another one out, and some (µs). */
#define TOAST_SLIDES (G_USEC_PER_SEC)

static AdwToast *
make_toast (const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);
  AdwToast *toast = adw_toast_new (escaped);

  adw_toast_set_timeout (toast, 4);
  return toast;
}

void
refrain_window_show_toast (RefrainWindow *self, const char *text)
{
  g_return_if_fail (REFRAIN_IS_WINDOW (self));
  g_return_if_fail (text != NULL);

  adw_toast_overlay_add_toast (self->toasts, make_toast (text));
}

/* libadwaita 1.2 comes to grief over a toast that is dismissed while it is still sliding in: within
 * that time the one that is there says the new words. */
AdwToast *
refrain_window_replace_toast (RefrainWindow *self, const char *text)
{
  const gint64 now = g_get_monotonic_time ();
  AdwToast *toast;

  if (self->passing_toast != NULL && now - self->toast_time < TOAST_SLIDES)
    {
      g_autofree char *escaped = g_markup_escape_text (text, -1);

      adw_toast_set_title (self->passing_toast, escaped);
      adw_toast_set_button_label (self->passing_toast, NULL);
      adw_toast_set_action_name (self->passing_toast, NULL);
      return self->passing_toast;
    }
  toast = make_toast (text);
  if (self->passing_toast != NULL)
    adw_toast_dismiss (self->passing_toast);
  g_set_weak_pointer (&self->passing_toast, toast);
  self->toast_time = now;
  adw_toast_overlay_add_toast (self->toasts, toast);
  return toast;
}

static void
update_title (RefrainWindow *self)
{
  RefrainSession *session = refrain_window_get_session (self);
  const char *screen = refrain_window_get_screen (self);
  g_autofree char *subtitle = NULL;
  const char *name = _ ("Refrain");

  if (session != NULL && g_strcmp0 (screen, "trace") == 0)
    {
      RefrainTrace *trace = refrain_session_get_trace (session);
      guint n = refrain_trace_get_n_processes (trace);
      g_autofree char *duration = refrain_time_format (
          refrain_trace_get_end (trace) - refrain_trace_get_start (trace), 3);
      g_autofree char *processes
          = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u process", "%u processes", n), n);

      name = refrain_trace_get_name (trace);
      subtitle = g_strdup_printf ("%s · %s", processes, duration);
    }
  adw_window_title_set_title (self->title, name);
  adw_window_title_set_subtitle (self->title, subtitle != NULL ? subtitle : "");
  gtk_window_set_title (GTK_WINDOW (self), name);
}

void
refrain_window_show_screen (RefrainWindow *self, const char *screen)
{
  gboolean is_trace = strcmp (screen, "trace") == 0;

  gtk_stack_set_visible_child_name (self->screens, screen);
  gtk_widget_set_visible (self->sidebar_button, is_trace);
  gtk_widget_set_visible (self->details_button, is_trace);
  gtk_widget_set_visible (self->history_buttons, is_trace);
  gtk_widget_set_visible (self->export_button, is_trace);
  gtk_widget_set_visible (GTK_WIDGET (self->search), is_trace);
  gtk_widget_set_visible (GTK_WIDGET (self->second_bar), is_trace && self->slim);
  if (strcmp (screen, "loading") == 0)
    gtk_widget_grab_focus (self->cancel_button);
  else if (strcmp (screen, "error") == 0)
    gtk_widget_grab_focus (self->open_another);
  update_title (self);
  refrain_window_update_actions (self);
}

void
refrain_window_set_session (RefrainWindow *self, RefrainSession *session)
{
  RefrainSession *old = refrain_window_get_session (self);

  g_clear_handle_id (&self->showing, g_source_remove);
  g_clear_handle_id (&self->waiting, g_source_remove);
  if (old != NULL)
    {
      refrain_window_keep_view (self);
      refrain_window_finish_memory (self);
      refrain_task_runner_cancel_all (refrain_session_get_runner (old));
      g_signal_handlers_disconnect_by_data (old, self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_selection (old), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_patterns (old), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_phases (old), self);
    }
  self->lost = FALSE;
  gtk_revealer_set_reveal_child (self->changed_bar, FALSE);
  if (self->alike != NULL)
    gtk_window_destroy (self->alike);
  if (session != NULL)
    refrain_session_set_dark (session,
                              adw_style_manager_get_dark (adw_style_manager_get_default ()));
  refrain_workspace_set_session (self->workspace, session);
  refrain_search_entry_set_session (self->search, session);
  refrain_window_connect_actions (self, session);
  refrain_window_connect_find (self, session);
}

/* ---- Opening a trace: choosing it, reading it in the background, and what goes wrong ---- */

typedef struct
{
  char *path;
  RefrainArrivals *arrivals;
} Opening;

REFRAIN_DEFINE_FREE (opening_free, Opening, g_free (x->path); g_object_unref (x->arrivals))

static gpointer
load_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const Opening *opening = data;

  return refrain_trace_load_watched (opening->path, opening->arrivals,
                                     refrain_job_get_cancellable (job),
                                     &(RefrainProgress){ refrain_job_report, job }, error);
}

/* Before there is something to be seen, the page is the icon's. */
static void
show_arrivals (RefrainWindow *self, gboolean show)
{
  adw_status_page_set_icon_name (self->loading_page, show ? NULL : "io.github.refrain.Refrain");
  if (show)
    gtk_widget_add_css_class (GTK_WIDGET (self->loading_page), "compact");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->loading_page), "compact");
  gtk_widget_set_vexpand (GTK_WIDGET (self->loading_page), !show);
  gtk_widget_set_visible (self->stop_button, show);
  refrain_window_update_actions (self);
}

/* "Reading events: 3,000,000 · 12 of 64 processes" */
static void
show_sentence (RefrainWindow *self, const char *sentence)
{
  const RefrainArrivalsPicture *picture = refrain_arrivals_view_get_picture (self->arrivals_view);
  g_autofree char *processes = NULL, *both = NULL;

  if (picture != NULL)
    {
      processes = g_strdup_printf (_ ("%u of %u processes"), picture->n_read, picture->n_processes);
      both = g_strdup_printf ("%s · %s", sentence, processes);
    }
  gtk_label_set_text (self->loading_sentence, both != NULL ? both : sentence);
}

static void
on_progress (RefrainWindow *self, GParamSpec *pspec, RefrainJob *job)
{
  const double fraction = refrain_job_get_fraction (job);
  const char *sentence = refrain_job_get_sentence (job);

  refrain_arrivals_view_update (self->arrivals_view);
  if (!gtk_widget_get_visible (self->stop_button)
      && refrain_arrivals_view_get_picture (self->arrivals_view) != NULL)
    show_arrivals (self, TRUE);
  if (fraction >= 0)
    gtk_progress_bar_set_fraction (self->loading_progress, fraction);
  if (sentence != NULL)
    show_sentence (self, sentence);
}

/* Where the window goes when nothing new was opened. */
static void
show_previous (RefrainWindow *self)
{
  refrain_window_show_screen (self, refrain_window_get_session (self) != NULL ? "trace" : "start");
}

/* What is open stays open, and what is wrong is told over it. */
static void
tell_error (RefrainWindow *self, const char *title, const char *message)
{
  g_autofree char *place = g_file_get_parse_name (self->opening);
  const gboolean says_place = strstr (message, place) != NULL;
  g_autofree char *body = g_strdup_printf (
      _ ("%s\n\n%s%s“%s” is still open."), message, says_place ? "" : place,
      says_place ? "" : "\n\n",
      refrain_trace_get_name (refrain_session_get_trace (refrain_window_get_session (self))));

  show_previous (self);
  /* The one that still tells of another file tells of this one. */
  if (self->problem == NULL)
    {
      GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), NULL, NULL);

      adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"), NULL);
      adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "close");
      adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "close");
      g_set_weak_pointer (&self->problem, ADW_MESSAGE_DIALOG (dialog));
    }
  adw_message_dialog_set_heading (self->problem, title);
  adw_message_dialog_set_body (self->problem, body);
  gtk_window_present (GTK_WINDOW (self->problem));
}

static void
show_error (RefrainWindow *self, const char *message)
{
  g_autofree char *name = g_file_get_basename (self->opening);
  /* A location that is none has no name. */
  g_autofree char *shown = name != NULL ? g_filename_display_name (name) : g_strdup ("");
  g_autofree char *title = g_strdup_printf (_ ("Cannot Open “%s”"), shown);
  g_autofree char *title_markup = g_markup_escape_text (title, -1);
  g_autofree char *markup = g_markup_escape_text (message, -1);

  if (refrain_window_get_session (self) != NULL)
    {
      tell_error (self, title, message);
      return;
    }
  /* To be tried again. */
  g_set_object (&self->file, self->opening);
  adw_status_page_set_title (self->error_page, title_markup);
  adw_status_page_set_description (self->error_page, markup);
  refrain_window_show_screen (self, "error");
}

static void
take_trace (RefrainWindow *self, RefrainTrace *trace)
{
  g_autoptr (RefrainTaskRunner) runner = refrain_task_runner_new ();
  g_autoptr (RefrainSession) session = refrain_session_new (trace, runner);

  refrain_task_runner_hold (runner, TRUE);
  refrain_window_set_session (self, session);
  refrain_session_prepare (session);
  refrain_window_start_patterns (self);
}

static void
begin_work (RefrainWindow *self)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self));
  RefrainSession *session = refrain_window_get_session (self);

  g_clear_handle_id (&self->waiting, g_source_remove);
  if (clock != NULL)
    g_signal_handlers_disconnect_by_func (clock, begin_work, self);
  if (session != NULL)
    refrain_task_runner_hold (refrain_session_get_runner (session), FALSE);
}

static gboolean
on_waited (gpointer data)
{
  begin_work (data);
  return G_SOURCE_REMOVE;
}

/* Shows the trace that was taken. What is worked out of it begins behind the frame that shows it,
 * which else takes twice as long, or soon where nobody sees the window. */
static void
show_taken (RefrainWindow *self)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self));

  refrain_window_show_screen (self, "trace");
  if (clock != NULL)
    refrain_connect (clock, "after-paint", begin_work, self);
  self->waiting = g_timeout_add (LONGEST_WAIT, on_waited, self);
}

void
refrain_window_show_trace (RefrainWindow *self, RefrainTrace *trace)
{
  take_trace (self, trace);
  show_taken (self);
}

/* Says over the trace that it is not all of what its file has. */
static void
tell_stopped (RefrainWindow *self)
{
  RefrainTrace *trace = refrain_session_get_trace (refrain_window_get_session (self));
  const guint n = refrain_trace_get_n_processes (trace);
  const guint n_read = refrain_arrivals_count_read (self->arrivals);
  g_autofree char *text = NULL;

  if (!refrain_arrivals_is_stopped (self->arrivals) || n_read == n)
    return;
  text = g_strdup_printf (_ ("Opening was stopped: %u of %u processes were read to their end. The "
                             "others are empty or end early."),
                          n_read, n);
  gtk_label_set_text (self->changed_text, text);
  gtk_revealer_set_reveal_child (self->changed_bar, TRUE);
}

static gboolean
show_loaded (gpointer data)
{
  RefrainWindow *self = data;

  self->showing = 0;
  show_taken (self);
  refrain_window_reopen_view (self);
  tell_stopped (self);
  refrain_window_open_waiting (self);
  return G_SOURCE_REMOVE;
}

static void
on_loaded (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainWindow *self = data;
  g_autoptr (RefrainTrace) trace = result;

  g_signal_handlers_disconnect_by_data (job, self);
  refrain_arrivals_view_set_arrivals (self->arrivals_view, NULL);
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
  g_set_object (&self->file, self->opening);
  refrain_start_page_add_recent (self->file);
  take_trace (self, trace);
  /* To fill the pages and to show them takes a turn of the main loop each. */
  self->showing = g_idle_add_full (G_PRIORITY_HIGH_IDLE, show_loaded, self, NULL);
}

void
refrain_window_open (RefrainWindow *self, GFile *file)
{
  g_autofree char *path = NULL, *name = NULL, *title = NULL;
  g_autofree char *markup = NULL;
  Opening *opening;

  g_return_if_fail (REFRAIN_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  refrain_disconnect (self->load_job, self);
  refrain_job_stop (&self->load_job);
  g_clear_handle_id (&self->showing, g_source_remove);
  g_set_object (&self->opening, file);
  path = g_file_get_path (file);
  if (path == NULL)
    {
      show_error (self, _ ("The trace is not on this machine. Copy it here first."));
      return;
    }
  name = g_filename_display_basename (path);
  title = g_strdup_printf (_ ("Opening “%s”"), name);
  markup = g_markup_escape_text (title, -1);
  adw_status_page_set_title (self->loading_page, markup);
  gtk_progress_bar_set_fraction (self->loading_progress, 0);
  gtk_label_set_text (self->loading_sentence, _ ("Checking the file"));
  g_clear_object (&self->arrivals);
  self->arrivals = refrain_arrivals_new ();
  refrain_arrivals_view_set_arrivals (self->arrivals_view, self->arrivals);
  show_arrivals (self, FALSE);
  opening = g_new (Opening, 1);
  *opening = (Opening){ g_strdup (path), g_object_ref (self->arrivals) };
  refrain_task_runner_start_in (self->loader, &self->load_job, title, load_in_thread, opening,
                                opening_free, g_object_unref, self, on_loaded);
  refrain_connect (self->load_job, "notify", on_progress, self);
  refrain_window_show_screen (self, "loading");
}

/* ---- A trace that changes on disk ---- */

static void
on_keep (RefrainWindow *self)
{
  gtk_revealer_set_reveal_child (self->changed_bar, FALSE);
}

static gboolean
shows_file (RefrainWindow *self, const char *path)
{
  RefrainSession *session = refrain_window_get_session (self);

  return session != NULL && self->file != NULL
         && g_strcmp0 (refrain_trace_get_path (refrain_session_get_trace (session)), path) == 0;
}

void
refrain_window_note_change (RefrainWindow *self,
                            const char *path,
                            gboolean whole,
                            const char *damage)
{
  g_autofree char *name = NULL, *text = NULL;

  g_return_if_fail (REFRAIN_IS_WINDOW (self));
  g_return_if_fail (path != NULL);

  if (!whole)
    refrain_window_note_beside (self, path);
  if (!shows_file (self, path))
    return;
  refrain_window_finish_memory (self);
  name = g_filename_display_basename (path);
  if (whole)
    {
      text = g_strdup_printf (
          _ ("“%s” changed while it was open. The trace shown is the one that was opened."), name);
      gtk_label_set_text (self->changed_text, text);
      gtk_revealer_set_reveal_child (self->changed_bar, TRUE);
      return;
    }
  self->lost = TRUE;
  refrain_window_set_session (self, NULL);
  if (self->load_job != NULL)
    return; /* something else is being opened anyway */
  g_set_object (&self->opening, self->file);
  show_error (self, damage != NULL
                        ? damage
                        : _ ("It changed while it was open. Names and bookmarks are saved."));
}

void
refrain_window_stop_opening (RefrainWindow *self)
{
  if (self->load_job == NULL)
    return;
  refrain_arrivals_stop (self->arrivals);
  refrain_window_update_actions (self);
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
        {
          g_autofree char *uri = g_file_get_uri (file);

          g_action_group_activate_action (G_ACTION_GROUP (self),
                                          g_object_get_data (G_OBJECT (dialog), "refrain-action"),
                                          g_variant_new_string (uri));
        }
    }
  g_clear_object (&self->chooser);
}

void
refrain_window_choose_file (RefrainWindow *self, const char *title, const char *action)
{
  g_autoptr (GtkFileFilter) traces = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();
  g_auto (GStrv) patterns = refrain_trace_list_patterns ();

  if (self->chooser != NULL)
    {
      gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
      return;
    }
  self->chooser = gtk_file_chooser_native_new (title, GTK_WINDOW (self),
                                               GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
  g_object_set_data_full (G_OBJECT (self->chooser), "refrain-action", g_strdup (action), g_free);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  gtk_file_filter_set_name (traces, _ ("Traces"));
  for (gsize i = 0; patterns[i] != NULL; i++)
    gtk_file_filter_add_pattern (traces, patterns[i]);
  gtk_file_filter_set_name (all, _ ("All Files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self->chooser), traces);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self->chooser), all);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (on_chosen), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/* ---- Width ---- */

/* Between header bar and second bar; the search entry is of use where it can be seen. */
static void
move_parts (RefrainWindow *self)
{
  GtkWidget *search = GTK_WIDGET (self->search);
  GtkWidget *const parts[] = { self->history_buttons, search, self->export_button };

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_object_ref (parts[i]);
      if (self->slim)
        adw_header_bar_remove (self->header_bar, parts[i]);
      else
        gtk_box_remove (self->second_bar, parts[i]);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (parts) && self->slim; i++)
    gtk_box_append (self->second_bar, parts[i]);
  if (!self->slim)
    {
      adw_header_bar_pack_start (self->header_bar, self->history_buttons);
      adw_header_bar_pack_end (self->header_bar, self->export_button);
      adw_header_bar_pack_end (self->header_bar, search);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    g_object_unref (parts[i]);
  gtk_widget_set_hexpand (search, self->slim);
  /* The menu has it, too. */
  gtk_widget_set_visible (self->open_button, !self->slim);
  refrain_search_entry_set_slim (self->search, self->slim);
  gtk_widget_set_visible (GTK_WIDGET (self->second_bar),
                          self->slim && g_strcmp0 (refrain_window_get_screen (self), "trace") == 0);
}

/* GTK gives no less than what the full header bar takes. */
static void
on_default_width (RefrainWindow *self)
{
  int width, height;

  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  if (!self->slim && width > 0 && width < SLIM_WIDTH)
    self->asked_width = self->asked_width > 0 ? MIN (self->asked_width, width) : width;
}

/* The window gets as narrow as was asked once there is less in the header bar. */
static void
ask_again (RefrainWindow *self)
{
  const int asked = self->asked_width;
  int width, height;

  self->asked_width = 0;
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  if (asked > 0 && asked < self->width)
    gtk_window_set_default_size (GTK_WINDOW (self), asked, height);
}

static gboolean
apply_width (gpointer data)
{
  RefrainWindow *self = data;
  const gboolean slim = self->width < SLIM_WIDTH;

  self->narrow_idle = 0;
  refrain_workspace_set_narrow (self->workspace, self->width < NARROW_WIDTH);
  if (slim != self->slim)
    {
      self->slim = slim;
      move_parts (self);
      ask_again (self);
    }
  return G_SOURCE_REMOVE;
}

/* 0 for a wide window, the more the narrower. */
static guint
get_narrowness (int width)
{
  return (width < NARROW_WIDTH) + (width < SLIM_WIDTH);
}

static void
refrain_window_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  RefrainWindow *self = REFRAIN_WINDOW (widget);

  GTK_WIDGET_CLASS (refrain_window_parent_class)->size_allocate (widget, width, height, baseline);
  /* Folding asks for a new layout, which must not happen inside this one. */
  if (get_narrowness (self->width) != get_narrowness (width) && self->narrow_idle == 0)
    self->narrow_idle = g_idle_add_full (G_PRIORITY_HIGH_IDLE, apply_width, self, NULL);
  self->width = width;
}

/* ---- Drop ---- */

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, gpointer data)
{
  RefrainWindow *self = data;
  GSList *files = G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST) ? g_value_get_boxed (value) : NULL;
  GFile *array[64];
  int n = 0;

  gtk_widget_remove_css_class (GTK_WIDGET (self->screens), "refrain-drop");
  for (GSList *l = files; l != NULL && n < (int) G_N_ELEMENTS (array); l = l->next)
    array[n++] = l->data;
  if (n == 0)
    return FALSE;
  /* The first here, the others in windows of their own. */
  refrain_window_open (self, array[0]);
  if (n > 1)
    g_application_open (g_application_get_default (), array + 1, n - 1, "");
  return TRUE;
}

static GdkDragAction
on_drop_enter (GtkDropTarget *target, double x, double y, gpointer data)
{
  gtk_widget_add_css_class (GTK_WIDGET (REFRAIN_WINDOW (data)->screens), "refrain-drop");
  return GDK_ACTION_COPY;
}

static void
on_drop_leave (GtkDropTarget *target, gpointer data)
{
  gtk_widget_remove_css_class (GTK_WIDGET (REFRAIN_WINDOW (data)->screens), "refrain-drop");
}

/* ---- Window ---- */

static void
on_dark_changed (RefrainWindow *self)
{
  RefrainSession *session = refrain_window_get_session (self);

  if (session != NULL)
    refrain_session_set_dark (session,
                              adw_style_manager_get_dark (adw_style_manager_get_default ()));
}

/* Everything is drawn anew, as if the palette were another. */
static void
on_contrast_changed (RefrainWindow *self)
{
  RefrainSession *session = refrain_window_get_session (self);

  refrain_widget_set_contrast (
      adw_style_manager_get_high_contrast (adw_style_manager_get_default ()));
  if (session != NULL)
    g_object_notify (G_OBJECT (session), "dark");
}

static void
on_found (RefrainWindow *self)
{
  refrain_window_offer_hidden (self);
  if (g_strcmp0 (refrain_workspace_get_page (self->workspace), "summary") == 0)
    refrain_workspace_set_page (self->workspace, "events");
  gtk_widget_grab_focus (refrain_workspace_find_page (self->workspace, "events"));
}

static gboolean
refrain_window_close_request (GtkWindow *window)
{
  RefrainWindow *self = REFRAIN_WINDOW (window);

  if (self->load_job != NULL)
    refrain_job_cancel (self->load_job);
  refrain_window_set_session (self, NULL);
  return GTK_WINDOW_CLASS (refrain_window_parent_class)->close_request (window);
}

static void
refrain_window_dispose (GObject *object)
{
  RefrainWindow *self = REFRAIN_WINDOW (object);

  refrain_window_keep_view (self);
  refrain_window_finish_memory (self);
  g_clear_handle_id (&self->narrow_idle, g_source_remove);
  g_clear_handle_id (&self->showing, g_source_remove);
  g_clear_handle_id (&self->waiting, g_source_remove);
  g_clear_weak_pointer (&self->alike);
  g_clear_weak_pointer (&self->problem);
  g_clear_weak_pointer (&self->passing_toast);
  refrain_disconnect (self->workspace, self);
  refrain_job_stop (&self->load_job);
  refrain_clear_objects (&self->loader, &self->arrivals, &self->file, &self->opening,
                         &self->beside);
  if (self->chooser != NULL)
    gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (self->chooser));
  g_clear_object (&self->chooser);
  G_OBJECT_CLASS (refrain_window_parent_class)->dispose (object);
}

static void
refrain_window_class_init (RefrainWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = refrain_window_close_request;
  widget_class->size_allocate = refrain_window_size_allocate;

  g_type_ensure (REFRAIN_TYPE_ARRIVALS_VIEW);
  g_type_ensure (REFRAIN_TYPE_SEARCH_ENTRY);
  g_type_ensure (REFRAIN_TYPE_START_PAGE);
  g_type_ensure (REFRAIN_TYPE_WORKSPACE);
  REFRAIN_TEMPLATE (widget_class, "window", RefrainWindow, toasts, title, undo_menu, right_menu,
                    below_menu, header_bar, second_bar, sidebar_button, open_button, details_button,
                    history_buttons, export_button, search, changed_bar, changed_text, screens,
                    loading_page, loading_progress, loading_sentence, cancel_button, stop_button,
                    arrivals_view, error_page, open_another, workspace);
  gtk_widget_class_bind_template_callback (widget_class, on_keep);
}

static void
refrain_window_init (RefrainWindow *self)
{
  static const char *const shown[]
      = { "notify::page", "notify::kept", "notify::show-sidebar", "notify::show-details" };
  GtkDropTarget *drop;

  self->loader = refrain_task_runner_new ();
  self->width = G_MAXINT;
  self->has_actions = TRUE;
  /* The states of the actions are there before the template's buttons ask for them. */
  refrain_window_init_actions (self);
  refrain_window_init_dialog_actions (self);
  refrain_window_init_clock_actions (self);
  refrain_window_init_find_actions (self);
  refrain_window_init_view_actions (self);
  refrain_window_init_beside_actions (self);
  gtk_widget_init_template (GTK_WIDGET (self));
  refrain_gradual_calm (self->screens);
  refrain_workspace_fill_menu (REFRAIN_KEPT_RIGHT, self->right_menu);
  refrain_workspace_fill_menu (REFRAIN_KEPT_BELOW, self->below_menu);

  refrain_settings_bind ("window-width", self, "default-width");
  refrain_settings_bind ("window-height", self, "default-height");
  refrain_settings_bind ("window-maximized", self, "maximized");

  g_signal_connect (self, "notify::default-width", G_CALLBACK (on_default_width), NULL);

  drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  g_signal_connect (drop, "drop", G_CALLBACK (on_drop), self);
  g_signal_connect (drop, "enter", G_CALLBACK (on_drop_enter), self);
  g_signal_connect (drop, "leave", G_CALLBACK (on_drop_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));

  on_contrast_changed (self);
  refrain_connect (adw_style_manager_get_default (), "notify::high-contrast", on_contrast_changed,
                   self);
  refrain_connect (adw_style_manager_get_default (), "notify::dark", on_dark_changed, self);
  refrain_connect (self->search, "found", on_found, self);
  refrain_connect (self->workspace, "pages-made", refrain_window_add_page_actions, self);
  for (gsize i = 0; i < G_N_ELEMENTS (shown); i++)
    refrain_connect (self->workspace, shown[i], refrain_window_update_actions, self);
  refrain_workspace_set_show_sidebar (self->workspace,
                                      refrain_settings_get_boolean ("show-sidebar", TRUE));
  refrain_workspace_set_show_details (self->workspace,
                                      refrain_settings_get_boolean ("show-details", TRUE));
  refrain_window_show_screen (self, "start");
}
