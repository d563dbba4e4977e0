/* refrain-window-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For the refrain-window*.c files only.
 */
#pragma once

#include "refrain-arrivals-view.h"
#include "refrain-search-entry.h"
#include "refrain-task-runner.h"
#include "refrain-window.h"

/* For refrain-window-memory.c. */
typedef struct _RefrainSaver RefrainSaver;

struct _RefrainWindow
{
  AdwApplicationWindow parent_instance;

  RefrainTaskRunner *loader;
  RefrainJob *load_job;
  RefrainArrivals *arrivals; /* of what is being opened, or was last; or NULL */
  GFile *file;    /* the trace that is open; where none is, the one that could not be opened */
  GFile *opening; /* the one that was to be opened last */
  GFile *beside;  /* what is to be opened beside it once it is there; or NULL */
  GtkFileChooserNative *chooser;
  int width;
  guint narrow_idle;
  guint showing;             /* from when a trace is read until its screen is shown */
  guint waiting;             /* until that is drawn, for what is then worked out behind */
  int asked_width;           /* while the header bar has all, less than that takes; or 0 */
  gboolean has_actions;      /* those of a trace; TRUE until it is known that it has none */
  gboolean slim;             /* with a second bar for what the header bar has no room for */
  AdwMessageDialog *problem; /* that tells what could not be opened, or NULL */
  GtkWindow *alike;          /* the dialog that finds places alike, or NULL */
  RefrainSaver *saver;       /* that saves what the user told, while it does */
  guint save_wait;           /* before what was told of phases is saved */

  AdwToastOverlay *toasts;
  AdwWindowTitle *title;
  AdwToast *passing_toast; /* of those that follow each other, the last; or NULL */
  gint64 toast_time;       /* when it came */
  gboolean offers_hidden;  /* processes, once what was found is lit up */
  GMenu *undo_menu;
  GMenu *right_menu, *below_menu;
  AdwHeaderBar *header_bar;
  GtkBox *second_bar;
  GtkWidget *sidebar_button;
  GtkWidget *open_button;
  GtkWidget *details_button;
  GtkWidget *history_buttons;
  GtkWidget *export_button;
  RefrainSearchEntry *search;
  GtkRevealer *changed_bar;
  GtkLabel *changed_text;
  gboolean lost; /* the bytes of the open trace: it must not be drawn any more */
  GtkStack *screens;
  AdwStatusPage *loading_page;
  GtkProgressBar *loading_progress;
  GtkLabel *loading_sentence;
  RefrainArrivalsView *arrivals_view;
  GtkWidget *cancel_button;
  GtkWidget *stop_button;
  AdwStatusPage *error_page;
  GtkWidget *open_another;
  RefrainWorkspace *workspace;
};

/* Shows @screen and what belongs to it in the header bar. */
void refrain_window_show_screen (RefrainWindow *self, const char *screen);
/* Says @text in the place of what this said before; the toast may get a button. */
AdwToast *refrain_window_replace_toast (RefrainWindow *self, const char *text);
/* Makes @session (or NULL) the window's. */
void refrain_window_set_session (RefrainWindow *self, RefrainSession *session);
/* Shows @trace, of the window's file, in the place of what is open. */
void refrain_window_show_trace (RefrainWindow *self, RefrainTrace *trace);
/* Stops opening; the window shows what it showed before. */
void refrain_window_cancel_loading (RefrainWindow *self);
/* Stops opening; the window shows what was read by then. */
void refrain_window_stop_opening (RefrainWindow *self);
/* Has the user choose a trace, whose URI @action of the window gets. */
void refrain_window_choose_file (RefrainWindow *self, const char *title, const char *action);
/* Opens what waited for the first run. */
void refrain_window_open_waiting (RefrainWindow *self);
/* The file @path lost its bytes: it is closed where it is the second run. */
void refrain_window_note_beside (RefrainWindow *self, const char *path);
/* Adds the actions that open a second run. */
void refrain_window_init_beside_actions (RefrainWindow *self);
/* Reads what was remembered about the trace and starts finding its patterns. */
void refrain_window_start_patterns (RefrainWindow *self);
/* Returns when all that windows told about the trace at @path so far is saved, or could not be. Any
 * thread but the main one. */
void refrain_window_await_memory (const char *path, GCancellable *cancellable);
/* Starts saving what waits for it. */
void refrain_window_finish_memory (RefrainWindow *self);
/* Adds the actions that open dialogs. */
void refrain_window_init_dialog_actions (RefrainWindow *self);
/* Adds the action that corrects clocks. */
void refrain_window_init_clock_actions (RefrainWindow *self);
/* Keeps where the user is in the open trace, and a picture of it. */
void refrain_window_keep_view (RefrainWindow *self);
/* Goes where the user was when the trace, just opened, was open last. */
void refrain_window_reopen_view (RefrainWindow *self);
/* Adds the action that leaves it again. */
void refrain_window_init_view_actions (RefrainWindow *self);
/* Adds the action that shows hidden processes of what was found. */
void refrain_window_init_find_actions (RefrainWindow *self);
/* From now on @session (may be NULL) is what is looked at. */
void refrain_window_connect_find (RefrainWindow *self, RefrainSession *session);
/* Offers to show the hidden processes of what was just found, as soon as it is lit up. */
void refrain_window_offer_hidden (RefrainWindow *self);
/* Adds the actions; keeps their states true to what is shown. */
void refrain_window_init_actions (RefrainWindow *self);
/* Adds those of the pages, which are all there. */
void refrain_window_add_page_actions (RefrainWindow *self);
void refrain_window_update_actions (RefrainWindow *self);
void refrain_window_connect_actions (RefrainWindow *self, RefrainSession *session);
