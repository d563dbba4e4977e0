/* refrain-window-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For the refrain-window*.c files only.
 */
#pragma once

#include "refrain-search.h"
#include "refrain-task-runner.h"
#include "refrain-window.h"

G_BEGIN_DECLS

/* For refrain-window-memory.c. */
typedef struct _RefrainSaver RefrainSaver;

struct _RefrainWindow
{
  AdwApplicationWindow parent_instance;

  RefrainTaskRunner *loader;
  RefrainJob *load_job;
  GFile *file; /* the trace that is open, being opened, or could not be opened */
  GtkFileChooserNative *chooser;
  int width;
  guint narrow_idle;
  GtkWindow *alike;    /* the dialog that finds places alike, or NULL */
  RefrainSaver *saver; /* that saves what the user told, while it does */
  guint save_wait;     /* before what was told of phases is saved */

  AdwToastOverlay *toasts;
  AdwWindowTitle *title;
  GtkWidget *sidebar_button;
  GtkWidget *details_button;
  GtkWidget *history_buttons;
  GtkWidget *export_button;
  RefrainSearch *search;
  GtkStack *screens;
  AdwStatusPage *loading_page;
  GtkProgressBar *loading_progress;
  GtkLabel *loading_sentence;
  GtkWidget *cancel_button;
  AdwStatusPage *error_page;
  GtkWidget *open_another;
  RefrainWorkspace *workspace;
};

/* Shows @screen and what belongs to it in the header bar. */
void refrain_window_show_screen (RefrainWindow *self, const char *screen);
/* Makes @session (or NULL) the window's. */
void refrain_window_set_session (RefrainWindow *self, RefrainSession *session);
/* Stops opening; the window shows what it showed before. */
void refrain_window_cancel_loading (RefrainWindow *self);
void refrain_window_choose_file (RefrainWindow *self);
/* Reads what was remembered about the trace and starts finding its patterns. */
void refrain_window_start_patterns (RefrainWindow *self);
/* Remembers what the user told beside the trace, in the background. */
void refrain_window_save_session_file (RefrainWindow *self);
/* Starts saving what waits for it. */
void refrain_window_finish_memory (RefrainWindow *self);
void refrain_window_init_pattern_actions (RefrainWindow *self);
/* Selects the pattern of the selected operation where none is selected. FALSE without one. */
gboolean refrain_window_select_some_pattern (RefrainWindow *self);
void refrain_window_init_alike_actions (RefrainWindow *self);
void refrain_window_init_phase_actions (RefrainWindow *self);
void refrain_window_update_phase_actions (RefrainWindow *self);
void refrain_window_connect_phases (RefrainWindow *self, RefrainSession *session);
void refrain_window_init_loop_actions (RefrainWindow *self);
void refrain_window_update_loop_actions (RefrainWindow *self);
/* Goes to the next or previous iteration of the selected loop. FALSE where none is selected. */
gboolean
refrain_window_step_iteration (RefrainWindow *self, int direction, RefrainTime from);
/* Zooms the loop boxes as action @action says, where they are shown. FALSE otherwise. */
gboolean refrain_window_zoom_loops (RefrainWindow *self, const char *action);
/* What the action "axis" calls each RefrainAxisKind. */
extern const char *const refrain_window_axis_names[];
/* Adds the actions; keeps their states true to what is shown. */
void refrain_window_init_actions (RefrainWindow *self);
void refrain_window_update_actions (RefrainWindow *self);
void refrain_window_connect_actions (RefrainWindow *self, RefrainSession *session);

G_END_DECLS
