/* refrain-window-demo.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The trace that comes with the program opens with its most telling pattern selected, so that
 * whoever sees it for the first time sees at once what a pattern is.
 */
#include "refrain-window-private.h"

#include <glib/gi18n.h>

/* Waits for the demo; belongs to the window's stack of screens, as long as it waits. */
typedef struct
{
  RefrainWindow *window;
  GFile *file;
  RefrainSession *session; /* the demo's, once it is open */
} Guide;

#define KEY "refrain-guide"

static void
guide_free (gpointer data)
{
  Guide *guide = data;

  if (guide->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (guide->session, guide);
      g_signal_handlers_disconnect_by_data (refrain_session_get_patterns (guide->session), guide);
      g_object_unref (guide->session);
    }
  g_object_unref (guide->file);
  g_free (guide);
}

static void
leave (Guide *guide)
{
  g_signal_handlers_disconnect_by_data (guide->window->screens, guide);
  g_object_set_data (G_OBJECT (guide->window->screens), KEY, NULL);
}

/* Whether the user did anything since. */
static gboolean
is_untouched (Guide *guide)
{
  g_autoptr (GVariant) page
      = g_action_group_get_action_state (G_ACTION_GROUP (guide->window), "page");
  RefrainSelection *selection = refrain_session_get_selection (guide->session);

  return refrain_window_get_session (guide->window) == guide->session
         && g_str_equal (g_variant_get_string (page, NULL), "summary")
         && refrain_selection_get_highlight (selection) == NULL
         && refrain_selection_get_pick (selection)->kind == REFRAIN_PICK_NONE;
}

/* As soon as there are patterns, and an axis to show them on. */
static void
show_first (Guide *guide)
{
  RefrainPatterns *patterns = refrain_session_get_patterns (guide->session);
  RefrainComposites *composites = refrain_patterns_get_composites (patterns);
  RefrainWindow *window = guide->window;
  RefrainPatternSet *set;
  g_autofree char *text = NULL;

  if (composites == NULL || refrain_session_get_axis (guide->session) == NULL
      || refrain_patterns_get_set (patterns) == NULL)
    return;
  set = refrain_composites_get_set (composites);
  if (is_untouched (guide) && refrain_pattern_set_get_n_patterns (set) > 0)
    {
      refrain_patterns_select_composite (patterns, 0);
      g_action_group_change_action_state (G_ACTION_GROUP (window), "page",
                                          g_variant_new_string ("events"));
      g_action_group_activate_action (G_ACTION_GROUP (window), "next-occurrence", NULL);
      text = g_strdup_printf (
          _ ("“%s” is highlighted. N and P step through its occurrences, Escape clears."),
          refrain_pattern_get_name (refrain_pattern_set_get_pattern (set, 0)));
      refrain_window_show_toast (window, text);
    }
  leave (guide);
}

static void
on_screen (Guide *guide)
{
  const char *screen = refrain_window_get_screen (guide->window);
  RefrainSession *session = refrain_window_get_session (guide->window);

  if (g_str_equal (screen, "loading"))
    return;
  if (!g_str_equal (screen, "trace") || session == NULL || guide->window->file == NULL
      || !g_file_equal (guide->window->file, guide->file))
    {
      leave (guide);
      return;
    }
  if (guide->session != NULL)
    return;
  guide->session = g_object_ref (session);
  g_signal_connect_swapped (session, "notify::axis", G_CALLBACK (show_first), guide);
  g_signal_connect_swapped (refrain_session_get_patterns (session), "notify::set",
                            G_CALLBACK (show_first), guide);
  /* Patterns may be quicker than the screen. */
  show_first (guide);
}

void
refrain_window_open_demo (RefrainWindow *self, GFile *file)
{
  Guide *guide;

  g_return_if_fail (REFRAIN_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  refrain_window_open (self, file);
  guide = g_object_get_data (G_OBJECT (self->screens), KEY);
  if (guide != NULL)
    leave (guide);
  guide = g_new0 (Guide, 1);
  guide->window = self;
  guide->file = g_object_ref (file);
  g_object_set_data_full (G_OBJECT (self->screens), KEY, guide, guide_free);
  g_signal_connect_swapped (self->screens, "notify::visible-child-name", G_CALLBACK (on_screen),
                            guide);
}
