/* test-window-storm.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What nobody would do on purpose, in two windows: open while something is being opened, cancel,
 * close while it is analysed, turn pages, click, undo. Nothing is looked at: the program has to
 * live, and the sanitizer it was built with has to find nothing. REFRAIN_STORM="STEPS SEED" is
 * another storm.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "refrain-format.h"
#include "refrain-settings.h"
#include "window-driver.h"
#include "test-program.h"

#define N_WINDOWS 2
#define N_TRACES  4

typedef struct
{
  GRand *rand;
  RefrainWindow *windows[N_WINDOWS];
  char *folder;
  char *traces[N_TRACES];
} Storm;

/* Dialogs for files, which nobody here answers, and what leaves the program. */
static const char *const left_out[]
    = { "open", "open-beside", "add-run", "export", "help", "about", "close", NULL };

static guint
choose (Storm *self, guint n)
{
  return (guint) g_rand_int_range (self->rand, 0, (gint32) n);
}

static void
open_some (Storm *self, RefrainWindow *window)
{
  g_autoptr (GFile) file = g_file_new_for_path (self->traces[choose (self, N_TRACES)]);

  if (choose (self, 6) == 0 && refrain_window_get_session (window) != NULL)
    refrain_window_open_beside (window, file);
  else
    refrain_window_open (window, file);
}

static void
turn_page (Storm *self, RefrainWindow *window)
{
  static const char *const ways[] = { "page", "page", "page", "view-right", "view-below" };

  if (refrain_window_get_session (window) != NULL)
    activate_with (window, ways[choose (self, G_N_ELEMENTS (ways))],
                   refrain_pages[choose (self, refrain_n_pages)].name);
}

/* Selects an operation, a call or a process, and looks at some part of the run. */
static void
click (Storm *self, RefrainWindow *window)
{
  RefrainSession *session = refrain_window_get_session (window);
  RefrainTrace *trace = session != NULL ? refrain_session_get_trace (session) : NULL;
  RefrainSelection *selection = session != NULL ? refrain_session_get_selection (session) : NULL;
  RefrainPick pick = { .kind = REFRAIN_PICK_PROCESS };
  double start, end;
  gsize n;

  if (trace == NULL || refrain_trace_get_n_processes (trace) == 0)
    return;
  pick.process = choose (self, refrain_trace_get_n_processes (trace));
  n = refrain_process_get_ops (refrain_trace_get_process (trace, pick.process))->n;
  if (n > 0 && choose (self, 4) > 0)
    {
      pick.kind = REFRAIN_PICK_OP;
      pick.row = choose (self, (guint) n);
    }
  refrain_selection_set_pick (selection, &pick);
  refrain_selection_get_window (selection, &start, &end);
  if (choose (self, 2) == 0)
    refrain_selection_set_window (selection, start + (end - start) / 4, end, TRUE);
}

static void
act (Storm *self, RefrainWindow *window)
{
  g_auto (GStrv) names = g_action_group_list_actions (G_ACTION_GROUP (window));
  const char *name = names[choose (self, g_strv_length (names))];

  if (!g_strv_contains (left_out, name)
      && g_action_group_get_action_parameter_type (G_ACTION_GROUP (window), name) == NULL
      && g_action_group_get_action_enabled (G_ACTION_GROUP (window), name))
    activate (window, name);
}

/* Dialogs that came up go, and now and then a window, whatever it is doing. */
static void
close_some (Storm *self)
{
  g_autoptr (GList) all = gtk_window_list_toplevels ();
  const guint w = choose (self, N_WINDOWS);

  for (GList *l = all; l != NULL; l = l->next)
    if (!REFRAIN_IS_WINDOW (l->data))
      gtk_window_destroy (l->data);
  gtk_window_destroy (GTK_WINDOW (self->windows[w]));
  self->windows[w] = make_window ();
}

static void
step (Storm *self)
{
  RefrainWindow *window = self->windows[choose (self, N_WINDOWS)];

  switch (choose (self, 12))
    {
    case 0:
    case 1:
      open_some (self, window);
      break;
    case 2:
      g_action_group_activate_action (G_ACTION_GROUP (window), "cancel", NULL);
      break;
    case 3:
      close_some (self);
      break;
    case 4:
    case 5:
    case 6:
      turn_page (self, window);
      break;
    case 7:
    case 8:
      click (self, window);
      break;
    default:
      act (self, window);
    }
  for (guint turns = choose (self, 2) == 0 ? choose (self, 5) : choose (self, 200); turns > 0;
       turns--)
    g_main_context_iteration (NULL, FALSE);
}

static void
make_traces (Storm *self)
{
  static const char *const names[] = { "wavefront.otf2", "storm.mtf.h5", "storm.gxl", "storm.prv" };
  g_autoptr (RefrainTrace) trace = NULL;

  self->folder = g_dir_make_tmp ("refrain-storm-XXXXXX", NULL);
  copy_demo (self->folder);
  for (guint i = 0; i < N_TRACES; i++)
    {
      self->traces[i] = g_build_filename (self->folder, names[i], NULL);
      if (i == 0)
        trace = refrain_trace_load (self->traces[i], NULL, NULL, NULL);
      else
        g_assert_true (refrain_trace_save (trace, self->traces[i], NULL, NULL, NULL));
    }
}

static void
test_storm (void)
{
  Storm self = { NULL };
  guint steps = 150, seed = 1;

  if (g_getenv ("REFRAIN_STORM") != NULL)
    g_assert_cmpint (sscanf (g_getenv ("REFRAIN_STORM"), "%u %u", &steps, &seed), ==, 2);
  self.rand = g_rand_new_with_seed (seed);
  make_traces (&self);
  for (guint w = 0; w < N_WINDOWS; w++)
    self.windows[w] = make_window ();
  for (guint i = 0; i < steps; i++)
    step (&self);
  for (guint w = 0; w < N_WINDOWS; w++)
    close_window (self.windows[w]);
  for (guint i = 0; i < N_TRACES; i++)
    g_free (self.traces[i]);
  remove_tree (self.folder);
  g_free (self.folder);
  g_rand_free (self.rand);
}

TEST_PROGRAM ("window-storm")
{
  if (!window_driver_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window/storm", test_storm);
  return g_test_run ();
}
