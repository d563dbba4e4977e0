/* window-driver.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Drives a window in tests: by its actions, with the main loop run until something is so.
 */
#pragma once

#include "refrain-event-page.h"
#include "refrain-export-dialog.h"
#include "refrain-loops-page.h"
#include "refrain-pages.h"
#include "refrain-patterns-page.h"
#include "refrain-phases-page.h"
#include "refrain-window.h"

#include "../patience.h"

/* Says that @condition never came, and stops the program. */
gboolean window_driver_on_late (gpointer condition);

/* Runs the main loop until @condition. */
#define wait_until(condition)                                                                      \
  G_STMT_START                                                                                     \
  {                                                                                                \
    guint late = g_timeout_add_seconds (PATIENCE, window_driver_on_late, (gpointer) #condition);   \
    while (!(condition))                                                                           \
      g_main_context_iteration (NULL, TRUE);                                                       \
    g_source_remove (late);                                                                        \
  }                                                                                                \
  G_STMT_END

/* Runs the main loop until nothing is due. Where frames take longer than they last one always is:
 * after some of them it is enough. */
void let_settle (void);
/* Lets the main loop run for so many milliseconds. */
void rest (guint milliseconds);
/* Makes the application. FALSE without a display: the program is to end with 77 then. */
gboolean window_driver_init (int *argc, char ***argv);
const char *get_state (RefrainWindow *window, const char *action);
void activate (RefrainWindow *window, const char *action);
void activate_with (RefrainWindow *window, const char *action, const char *target);
gboolean screen_is (RefrainWindow *window, const char *screen);
RefrainWindow *make_window (void);
/* A window in which @path is open, axis and summary worked out. */
RefrainWindow *make_window_with (const char *path);
RefrainWindow *make_window_with_demo (void);
/* The page that the window calls @name. */
gpointer find_page (RefrainWindow *window, const char *name);
/* What @widget's template calls @name. */
gpointer find_part (gpointer widget, const char *name);
/* The first widget of type @type in @widget and below; NULL for none. */
gpointer find_widget (GtkWidget *widget, GType type);
/* Whether @widget or what it holds is a label that says @text. */
gboolean shows_label (GtkWidget *widget, const char *text);
/* The first button in @widget that says @label, or NULL. */
GtkWidget *find_button (GtkWidget *widget, const char *label);
/* The export dialog as page @page opens it. */
RefrainExportDialog *make_export_dialog (RefrainWindow *window, const char *page);
void close_window (RefrainWindow *window);
/* Copies the demo trace into @folder, where session files may be written: "wavefront.otf2". */
void copy_demo (const char *folder);
/* Removes @path with all that is in it. */
void remove_tree (const char *path);

/* A trace in @folder of a master that hands out 60 tasks to four workers, in no fixed order; its
 * path, to be freed with g_free(). */
char *write_farm (const char *folder);
