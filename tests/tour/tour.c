/* tour.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Walks through the window as somebody who looks at everything would: each page at each size, a
 * picture of each, and a list of what is cut off. Called by run-tour with a folder for the
 * pictures, a word for the style ("light", "dark", "contrast"), sizes and traces:
 *
 *     tour FOLDER STYLE SIZE[,SIZE…] TRACE…
 *
 * A size is WIDTHxHEIGHT or WIDTHxHEIGHT@DPI. LANGUAGE says in which language, of the catalogues in
 * REFRAIN_LOCALE_DIR. Ends with 1 where something is cut off.
 */
#include "config.h"

#include <adwaita.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "refrain-folders.h"
#include "refrain-pages.h"
#include "refrain-patterns-page.h"
#include "refrain-phase-model.h"
#include "refrain-workspace.h"
#include "window-driver.h"

typedef struct
{
  int width, height, dpi;
} Size;

typedef struct
{
  const char *folder;
  const char *style;
  const char *trace; /* its short name */
  RefrainWindow *window;
  RefrainSession *session;
  gboolean only_cards; /* REFRAIN_TOUR is "cards" */
  guint n_pictures, n_cut;
} Tour;

/* ---- Waiting ----------------------------------------------------------------------------------
 */

/* Until no job has run for longer than any model waits before it asks; a minute at most. */
static void
settle (Tour *self)
{
  const gint64 late = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;

  for (guint quiet = 0; quiet < 6 && g_get_monotonic_time () < late;)
    {
      rest (45);
      quiet = g_list_model_get_n_items (G_LIST_MODEL (refrain_session_get_runner (self->session)))
                      == 0
                  ? quiet + 1
                  : 0;
    }
}

/* ---- What is cut off --------------------------------------------------------------------------
 */

static gboolean
has_tooltip (GtkWidget *widget)
{
  for (GtkWidget *w = widget; w != NULL; w = gtk_widget_get_parent (w))
    if (gtk_widget_get_has_tooltip (w))
      return TRUE;
  return FALSE;
}

static void
complain (Tour *self, const char *where, GtkWidget *widget, const char *what)
{
  g_print ("%s %s %s: %s: %s\n", self->trace, self->style, where, G_OBJECT_TYPE_NAME (widget),
           what);
  self->n_cut++;
}

/* Words that end in dots must be readable somewhere: in a tooltip. Lines that have no room are seen
 * nowhere. */
static void
look_for_cuts (Tour *self, const char *where, GtkWidget *widget)
{
  int needed;

  if (!gtk_widget_get_mapped (widget))
    return;
  if (GTK_IS_LABEL (widget) && gtk_widget_get_width (widget) > 0)
    {
      pango_layout_get_pixel_size (gtk_label_get_layout (GTK_LABEL (widget)), NULL, &needed);
      if (gtk_widget_get_height (widget) < needed)
        complain (self, where, widget, gtk_label_get_text (GTK_LABEL (widget)));
    }
  if (GTK_IS_LABEL (widget) && gtk_widget_get_width (widget) > 0
      && pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget)))
      && !has_tooltip (widget))
    complain (self, where, widget, gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    look_for_cuts (self, where, child);
}

static void
look_at_size (Tour *self, const char *where, const Size *size)
{
  int width, height;

  gtk_widget_measure (GTK_WIDGET (self->window), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL,
                      NULL);
  gtk_widget_measure (GTK_WIDGET (self->window), GTK_ORIENTATION_VERTICAL, size->width, &height,
                      NULL, NULL, NULL);
  if (width > size->width || height > size->height)
    {
      g_autofree char *text = g_strdup_printf ("needs at least %d by %d pixels", width, height);

      complain (self, where, GTK_WIDGET (self->window), text);
    }
}

/* ---- Pictures ---------------------------------------------------------------------------------
 */

static void
take_picture (Tour *self, const char *scene, const Size *size)
{
  GtkNative *native = GTK_NATIVE (self->window);
  g_autofree char *where
      = size->dpi != 96
            ? g_strdup_printf ("%s %dx%d at %d dpi", scene, size->width, size->height, size->dpi)
            : g_strdup_printf ("%s %dx%d", scene, size->width, size->height);
  g_autofree char *name = g_strdup_printf ("%s-%s-%s-%dx%d-%d.png", self->trace, scene, self->style,
                                           size->width, size->height, size->dpi);
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (GTK_WIDGET (self->window));
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  /* Until the window has been drawn in its new size there is nothing. */
  for (guint i = 0; node == NULL && i < 50; i++)
    {
      GtkSnapshot *snapshot = gtk_snapshot_new ();

      gdk_paintable_snapshot (paintable, snapshot, size->width, size->height);
      node = gtk_snapshot_free_to_node (snapshot);
      if (node == NULL)
        rest (100);
    }
  texture = gsk_renderer_render_texture (
      gtk_native_get_renderer (native), node,
      &GRAPHENE_RECT_INIT (0, 0, (float) size->width, (float) size->height));
  g_assert_true (gdk_texture_save_to_png (texture, path));
  self->n_pictures++;
  look_for_cuts (self, where, GTK_WIDGET (self->window));
  look_at_size (self, where, size);
}

/* ---- Scenes: a page, and what is chosen on it -------------------------------------------------
 */

/* The first pattern of the list: all views are lit then. */
static void
choose_pattern (Tour *self)
{
  GtkSelectionModel *rows = GTK_SELECTION_MODEL (
      refrain_patterns_page_get_listed (find_page (self->window, "patterns")));

  if (g_list_model_get_n_items (G_LIST_MODEL (rows)) > 0)
    gtk_selection_model_select_item (rows, 0, TRUE);
}

/* The two clicks from what is selected to the reason why one of it takes long, if it is measured:
 * the slowest, and beside it a usual one. */
static void
walk_card (Tour *self, const char *what, const Size *size)
{
  RefrainWorkspace *workspace = find_widget (GTK_WIDGET (self->window), REFRAIN_TYPE_WORKSPACE);
  RefrainCardModel *card = refrain_workspace_get_card (workspace);
  g_autofree char *scene = g_strconcat (what, "-card", NULL);
  g_autofree char *slowest = g_strconcat (what, "-slowest", NULL);
  g_autofree char *compared = g_strconcat (what, "-compared", NULL);

  settle (self);
  take_picture (self, scene, size);
  if (refrain_card_model_get_durations (card) == NULL)
    return;
  refrain_card_model_go_to (card, refrain_card_model_get_slowest (card));
  settle (self);
  take_picture (self, slowest, size);
  refrain_card_model_compare (card);
  settle (self);
  take_picture (self, compared, size);
  refrain_card_model_stop_comparing (card);
}

/* The card in the details, where they lie over the page. */
static void
walk_details (Tour *self, const Size *size)
{
  RefrainWorkspace *workspace = find_widget (GTK_WIDGET (self->window), REFRAIN_TYPE_WORKSPACE);

  if (refrain_workspace_get_show_details (workspace))
    return;
  refrain_workspace_set_show_details (workspace, TRUE);
  settle (self);
  take_picture (self, "pattern-details", size);
  refrain_workspace_set_show_details (workspace, FALSE);
}

/* The first cycle, and the loop with most events. */
static void
walk_others (Tour *self, const Size *size)
{
  RefrainLoops *loops = refrain_session_get_loops (self->session);
  RefrainPhaseModel *phases = refrain_session_get_phases (self->session);
  const RefrainPhaseRange *ranges;
  gsize n = 0, longest = 0;

  activate_with (self->window, "page", "events");
  refrain_cycles_select (refrain_session_get_cycles (self->session), 0);
  walk_card (self, "cycle", size);
  activate (self->window, "clear-selection");
  for (guint32 i = 0; refrain_loops_get_model (loops) != NULL && i < 1000; i++)
    if (refrain_loops_is_loop (loops, i))
      {
        refrain_loops_select (loops, i);
        break;
      }
  walk_card (self, "loop", size);
  activate (self->window, "clear-selection");
  ranges = refrain_phase_model_get_ranges (phases, &n);
  for (gsize i = 1; i < n; i++)
    if (ranges[i].end - ranges[i].start > ranges[longest].end - ranges[longest].start)
      longest = i;
  if (n > 0)
    refrain_phase_model_select (phases, &ranges[longest], 1);
  walk_card (self, "phase", size);
  activate (self->window, "clear-selection");
}

/* The evidence of the first two findings. */
static void
walk_findings (Tour *self, const Size *size)
{
  RefrainTimeModel *times = refrain_session_get_times (self->session);
  gsize n = 0;

  activate_with (self->window, "page", "time");
  settle (self);
  if (refrain_time_model_get_findings (times) != NULL)
    refrain_findings_get (refrain_time_model_get_findings (times), &n);
  activate_with (self->window, "page", "events");
  for (guint32 i = 0; i < MIN (n, 2); i++)
    {
      g_autofree char *scene = g_strdup_printf ("finding-%u", i + 1);

      refrain_time_model_select (times, i);
      settle (self);
      take_picture (self, scene, size);
    }
  activate (self->window, "clear-selection");
}

/* Three views of one time. */
static void
walk_kept (Tour *self, const Size *size)
{
  activate_with (self->window, "page", "events");
  activate_with (self->window, "view-right", "matrix");
  activate_with (self->window, "view-below", "numbers");
  settle (self);
  take_picture (self, "three", size);
  activate_with (self->window, "view-right", "matrix");
  activate_with (self->window, "view-below", "calls");
  settle (self);
  take_picture (self, "two", size);
  activate_with (self->window, "view-below", "calls");
}

static void
set_size (Tour *self, const Size *size)
{
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", size->dpi * 1024, NULL);
  gtk_window_set_default_size (GTK_WINDOW (self->window), size->width, size->height);
  rest (300);
}

static void
walk (Tour *self, const Size *sizes, guint n_sizes)
{
  for (guint s = 0; s < n_sizes; s++)
    {
      set_size (self, &sizes[s]);
      for (guint i = 0; i < refrain_n_pages && !self->only_cards; i++)
        {
          activate_with (self->window, "page", refrain_pages[i].name);
          settle (self);
          take_picture (self, refrain_pages[i].name, &sizes[s]);
        }
      activate_with (self->window, "page", "patterns");
      choose_pattern (self);
      settle (self);
      take_picture (self, "chosen", &sizes[s]);
      activate_with (self->window, "page", "events");
      settle (self);
      take_picture (self, "lit", &sizes[s]);
      walk_card (self, "pattern", &sizes[s]);
      walk_details (self, &sizes[s]);
      activate (self->window, "clear-selection");
      walk_kept (self, &sizes[s]);
      if (s == 0)
        {
          walk_others (self, &sizes[s]);
          walk_findings (self, &sizes[s]);
        }
    }
}

static void
tour_trace (Tour *self, const char *path, const Size *sizes, guint n_sizes)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = g_strcmp0 (base, "traces.otf2") == 0
                              ? g_path_get_basename (folder)
                              : g_strndup (base, strcspn (base, "."));

  self->trace = name;
  self->window = make_window_with (path);
  self->session = refrain_window_get_session (self->window);
  settle (self);
  walk (self, sizes, n_sizes);
  close_window (self->window);
}

/* FALSE unless @text is a size. */
static gboolean
parse_size (const char *text, Size *size)
{
  *size = (Size){ 0, 0, 96 };
  return sscanf (text, "%dx%d@%d", &size->width, &size->height, &size->dpi) >= 2;
}

int
main (int argc, char **argv)
{
  Tour tour = { 0 };
  g_auto (GStrv) texts = NULL;
  Size sizes[16];
  guint n_sizes = 0;

  refrain_folders_set_locale ();
  if (argc < 5 || !window_driver_init (&argc, &argv))
    return argc < 5 ? 2 : 77;
  /* Sizes may be smaller than GTK likes: this is told below. */
  g_log_set_always_fatal (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL);
  tour.only_cards = g_strcmp0 (g_getenv ("REFRAIN_TOUR"), "cards") == 0;
  tour.folder = argv[1];
  tour.style = argv[2];
  texts = g_strsplit (argv[3], ",", -1);
  for (char **text = texts; *text != NULL && n_sizes < G_N_ELEMENTS (sizes); text++)
    if (!parse_size (*text, &sizes[n_sizes++]))
      {
        g_printerr ("“%s” is not a size like 1280x820 or 1280x820@144.\n", *text);
        return 2;
      }
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      g_str_equal (tour.style, "dark")
                                          ? ADW_COLOR_SCHEME_FORCE_DARK
                                          : ADW_COLOR_SCHEME_FORCE_LIGHT);
  g_mkdir_with_parents (tour.folder, 0755);
  for (int i = 4; i < argc; i++)
    tour_trace (&tour, argv[i], sizes, n_sizes);
  g_print ("%u pictures in %s, %u cut off\n", tour.n_pictures, tour.folder, tour.n_cut);
  return tour.n_cut > 0 ? 1 : 0;
}
