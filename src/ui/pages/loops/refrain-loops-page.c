/* refrain-loops-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The boxes are in a canvas of their own; here are the lines of the text below them, what is told
 * above them, and the commands about loops.
 */
#include "config.h"
#include "refrain-loops-page.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-growing-rows.h"
#include "refrain-loop-legend.h"
#include "refrain-loop-map.h"
#include "refrain-loop-text.h"
#include "refrain-loops-rows.h"
#include "refrain-matrix-painter.h"
#include "refrain-object.h"
#include "refrain-painter-view.h"
#include "refrain-pattern-text.h"
#include "refrain-scroll.h"
#include "refrain-series-painter.h"
#include "refrain-template.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

/* Of the height, at first. */
#define CANVAS_PART 0.62
/* The width of the numbers of constructs. */
#define NUMBER_CHARS 5

struct _RefrainLoopsPage
{
  RefrainPage parent_instance;

  guint idle; /* that shows and hides scrollbars */
  RefrainLoopCanvas *canvas;
  RefrainLoopMap *map;
  GtkWidget *hscrollbar, *vscrollbar;
  RefrainLoopsRows *rows;
  GtkSingleSelection *selection;
  RefrainGrowingRows *shown; /* of it */

  GtkLabel *count_label, *notes_label;
  GtkLabel *fewer_label; /* where the main loop above has more iterations than the one drawn */
  GtkLabel *threads_label, *summary_label;
  gboolean shows_model; /* although nothing can be read in it */
  GtkLabel *iteration_label;
  GtkStack *stack;
  GtkLabel *message_title, *message_label;
  GtkWidget *again_button;
  GtkPaned *paned;
  GtkGrid *grid;
  GtkStack *tabs;
  GtkListView *text;
  RefrainLoopsDurations *durations;
  RefrainPainterView *matrix;
  GtkLabel *matrix_label;
};

G_DEFINE_FINAL_TYPE (RefrainLoopsPage, refrain_loops_page, REFRAIN_TYPE_PAGE)

static RefrainSession *
get_session (RefrainLoopsPage *self)
{
  return refrain_page_get_session (REFRAIN_PAGE (self));
}

static RefrainLoops *
get_loops (RefrainLoopsPage *self)
{
  RefrainSession *session = get_session (self);

  return session != NULL ? refrain_session_get_loops (session) : NULL;
}

/* What lies below the boxes: "text", "durations" or "matrix". */
static const char *
get_tab (RefrainLoopsPage *self)
{
  return gtk_stack_get_visible_child_name (self->tabs);
}

static void
set_tab (RefrainLoopsPage *self, const char *tab)
{
  if (gtk_stack_get_child_by_name (self->tabs, tab) != NULL)
    gtk_stack_set_visible_child_name (self->tabs, tab);
}

/* ---- Text ---- */

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *number = gtk_label_new (NULL);
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *note = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (number), 1);
  gtk_label_set_width_chars (GTK_LABEL (number), NUMBER_CHARS);
  gtk_widget_add_css_class (number, "dim-label");
  gtk_widget_add_css_class (number, "numeric");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "monospace");
  gtk_box_append (GTK_BOX (box), number);
  gtk_label_set_xalign (GTK_LABEL (note), 0);
  gtk_label_set_ellipsize (GTK_LABEL (note), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (note, "dim-label");
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), note);
  gtk_list_item_set_child (item, box);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  RefrainLoopsRow *row = gtk_list_item_get_item (item);
  GtkWidget *box = gtk_list_item_get_child (item);
  GtkWidget *number = gtk_widget_get_first_child (box);
  GtkWidget *label = gtk_widget_get_next_sibling (number);
  GtkWidget *note = gtk_widget_get_last_child (box);
  g_autofree char *words = refrain_loops_row_get_note (row);
  g_autofree char *text = refrain_loops_row_get_text (row);
  g_autofree char *place = g_strdup_printf ("%u", refrain_loops_row_get_construct (row) + 1);

  gtk_label_set_text (GTK_LABEL (number), refrain_loops_row_is_end (row) ? "" : place);
  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_label_set_text (GTK_LABEL (note), words);
  refrain_widget_set_long_tooltip (note, *words != '\0' ? words : NULL);
  gtk_widget_set_visible (note, *words != '\0');
  (refrain_loops_row_is_end (row) ? gtk_widget_add_css_class
                                  : gtk_widget_remove_css_class) (label, "dim-label");
}

static void
on_line_selected (RefrainLoopsPage *self)
{
  RefrainLoopsRow *row = gtk_single_selection_get_selected_item (self->selection);

  if (get_session (self) != NULL && row != NULL)
    refrain_loops_select_line (get_loops (self), refrain_loops_row_get_construct (row),
                               refrain_loops_row_get_end (row));
}

/* Enter on a line closes its box or opens it. */
static void
on_activate (GtkListView *view, guint position, gpointer data)
{
  gtk_widget_activate_action (GTK_WIDGET (view), "win.fold-loop", NULL);
}

static void update_state (RefrainLoopsPage *self);

/* Boxes and text are there from now on. */
static void
show_model (RefrainLoopsPage *self)
{
  self->shows_model = TRUE;
  update_state (self);
}

static void
mark_selected (RefrainLoopsPage *self)
{
  const guint32 selected = refrain_loops_get_selected (get_loops (self));
  RefrainLoopsRow *row = gtk_single_selection_get_selected_item (self->selection);
  guint line = GTK_INVALID_LIST_POSITION;

  if (selected != REFRAIN_NONE && !self->shows_model)
    show_model (self);
  if (row != NULL && selected != REFRAIN_NONE && refrain_loops_row_get_construct (row) <= selected
      && selected < refrain_loops_row_get_end (row))
    return;
  if (selected != REFRAIN_NONE && self->rows != NULL)
    line = refrain_loops_rows_find (self->rows, selected);
  g_signal_handlers_block_by_func (self->selection, on_line_selected, self);
  gtk_single_selection_set_selected (self->selection, line);
  g_signal_handlers_unblock_by_func (self->selection, on_line_selected, self);
  if (line != GTK_INVALID_LIST_POSITION)
    {
      const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->rows));

      refrain_growing_rows_reach (self->shown, n - 1);
      refrain_scroll_to_top (self->text, line, n);
    }
}

static void
update_text (RefrainLoopsPage *self)
{
  RefrainLoopModel *model
      = get_session (self) != NULL ? refrain_loops_get_model (get_loops (self)) : NULL;

  g_clear_object (&self->rows);
  if (model != NULL)
    self->rows = refrain_loops_rows_new (model);
  g_signal_handlers_block_by_func (self->selection, on_line_selected, self);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->rows));
  g_signal_handlers_unblock_by_func (self->selection, on_line_selected, self);
}

static void
init_text (RefrainLoopsPage *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  refrain_connect (self->selection, "notify::selected", on_line_selected, self);
  gtk_list_view_set_factory (self->text, factory);
  self->shown
      = refrain_growing_rows_new (GTK_SELECTION_MODEL (self->selection), GTK_WIDGET (self->text));
  gtk_list_view_set_model (self->text, GTK_SELECTION_MODEL (self->shown));
  g_signal_connect (self->text, "activate", G_CALLBACK (on_activate), NULL);
  g_object_unref (factory);
}

/* ---- What is shown ---- */

/* What the notes above do not say already. Free with g_free(). */
static char *
describe_summary (RefrainLoopsPage *self)
{
  RefrainPatterns *patterns = refrain_session_get_patterns (get_session (self));
  const char *notes = refrain_patterns_get_notes (patterns);
  const char *loop = refrain_patterns_get_main_loop (patterns);
  g_auto (GStrv) told = g_strsplit (notes, "\n", -1);
  g_auto (GStrv) lines = g_strsplit (refrain_loops_get_summary (get_loops (self)), "\n", -1);
  GString *text = g_string_new (NULL);

  for (char **line = lines; *line != NULL; line++)
    if (!g_strv_contains ((const char *const *) told, *line) && g_strcmp0 (*line, loop) != 0)
      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", *line);
  return g_string_free (text, FALSE);
}

/* That the loop below has fewer iterations than there are; "" where it does not. Free with
 * g_free(). */
static char *
describe_fewer (RefrainLoopsPage *self)
{
  RefrainIterations *iterations
      = refrain_patterns_get_iterations (refrain_session_get_patterns (get_session (self)));
  g_autofree char *times = iterations != NULL ? refrain_iterations_describe (iterations) : NULL;
  g_autofree char *summary = describe_summary (self);
  char *behind;

  if (times == NULL || !g_str_has_prefix (summary, times)
      || refrain_loops_is_unreadable (get_loops (self)))
    return g_strdup ("");
  behind = summary + strlen (times);
  return *behind == '\n' ? g_strconcat (behind + 1, ".", NULL) : g_strdup ("");
}

/* What is told about the model, and instead of one in which nothing can be read. */
static void
update_summary (RefrainLoopsPage *self)
{
  RefrainLoops *loops = get_loops (self);
  const char *threads = loops != NULL ? refrain_loops_get_threads_note (loops) : "";
  g_autofree char *summary = loops != NULL ? describe_summary (self) : NULL;
  g_autofree char *fewer = loops != NULL ? describe_fewer (self) : g_strdup ("");

  gtk_label_set_text (self->fewer_label, fewer);
  gtk_widget_set_visible (GTK_WIDGET (self->fewer_label), *fewer != '\0');
  gtk_label_set_text (self->threads_label, threads);
  gtk_widget_set_visible (GTK_WIDGET (self->threads_label), *threads != '\0');
  gtk_label_set_text (self->summary_label, summary != NULL ? summary : "");
}

/* What there is instead of loops. */
static void
update_state (RefrainLoopsPage *self)
{
  RefrainLoops *loops = get_loops (self);
  RefrainLoopModel *model = loops != NULL ? refrain_loops_get_model (loops) : NULL;
  const char *problem = loops != NULL ? refrain_loops_get_problem (loops) : NULL;
  const gboolean running = loops != NULL && refrain_loops_is_running (loops);
  const gboolean waiting
      = get_session (self) != NULL
        && refrain_patterns_is_running (refrain_session_get_patterns (get_session (self)));
  guint32 n = 0;

  if (model != NULL)
    refrain_loop_model_get_constructs (model, &n);
  gtk_stack_set_visible_child_name (
      self->stack, n == 0                                                      ? "message"
                   : !self->shows_model && refrain_loops_is_unreadable (loops) ? "summary"
                                                                               : "loops");
  update_summary (self);
  refrain_pattern_text_show_notes (
      self->notes_label, loops != NULL ? refrain_session_get_patterns (get_session (self)) : NULL);
  gtk_widget_set_visible (self->again_button, !running && !waiting && model == NULL);
  gtk_label_set_text (self->message_title, running         ? _ ("Searching for Loops…")
                                           : waiting       ? _ ("Searching for Patterns…")
                                           : model != NULL ? _ ("No Loops")
                                                           : _ ("Loops Were Not Found"));
  gtk_label_set_text (self->message_label,
                      running || waiting ? ""
                      : model != NULL    ? _ ("No process sends or receives anything in this run.")
                      : problem != NULL  ? problem
                                         : "");
  refrain_page_key_changed (REFRAIN_PAGE (self));
}

static void
update_count (RefrainLoopsPage *self)
{
  const RefrainLoopModelSize *size;
  g_autofree char *loops = NULL, *terms = NULL, *text = NULL;

  if (get_session (self) == NULL || refrain_loops_get_model (get_loops (self)) == NULL)
    {
      gtk_label_set_text (self->count_label, "");
      return;
    }
  size = refrain_loops_get_size (get_loops (self));
  loops = refrain_count_format (size->n_loops);
  terms = refrain_count_format (size->n_terms);
  /* Translators: loops, then terms, then how much of the run's events lie in loops. */
  text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s loop, %s terms, %.2f %% of the events",
                                       "%s loops, %s terms, %.2f %% of the events", size->n_loops),
                          loops, terms,
                          100.0 * (double) size->events_in_loops / (double) MAX (size->events, 1));
  gtk_label_set_text (self->count_label, text);
  refrain_widget_set_long_tooltip (GTK_WIDGET (self->count_label), text);
}

/* "Loop 3: 17 of 249 iterations". */
static void
update_iteration (RefrainLoopsPage *self)
{
  RefrainSubject *lit
      = refrain_subjects_get_lit (refrain_session_get_subjects (get_session (self)));
  g_autofree char *text = NULL;

  if (lit != NULL && refrain_loops_get_selected (get_loops (self)) != REFRAIN_NONE)
    text = lit->problem != NULL ? g_strdup (lit->problem) : refrain_subject_describe (lit);
  gtk_label_set_text (self->iteration_label, text != NULL ? text : "");
}

static void
update_matrix (RefrainLoopsPage *self)
{
  RefrainMatrix *matrix = refrain_loops_get_matrix (get_loops (self));
  g_autoptr (RefrainPainter) painter = NULL;
  g_autofree char *messages = NULL, *amount = NULL, *text = NULL;
  guint64 count, bytes;

  if (matrix != NULL)
    {
      painter
          = REFRAIN_PAINTER (refrain_matrix_painter_new (matrix, REFRAIN_MATRIX_MESSAGES, TRUE));
      refrain_matrix_get_total (matrix, &count, &bytes);
      messages = refrain_count_format (count);
      amount = refrain_bytes_format (bytes);
      text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s message, %s, over all iterations",
                                           "%s messages, %s, over all iterations",
                                           (gulong) MIN (count, G_MAXULONG)),
                              messages, amount);
    }
  refrain_painter_view_set (self->matrix, get_session (self), painter);
  gtk_label_set_text (self->matrix_label,
                      text != NULL ? text : _ ("Select a loop to see its messages."));
}

static void
on_model (RefrainLoopsPage *self)
{
  self->shows_model = FALSE;
  update_text (self);
  update_count (self);
  update_state (self);
}

static void
update_page_count (RefrainLoopsPage *self)
{
  RefrainLoops *loops = get_loops (self);

  refrain_page_take_count (REFRAIN_PAGE (self),
                           refrain_loops_is_running (loops) ? g_strdup ("…")
                           : refrain_loops_get_model (loops) != NULL
                               ? refrain_count_format (refrain_loops_get_size (loops)->n_loops)
                               : NULL);
}

static void
on_running (RefrainLoopsPage *self)
{
  update_state (self);
  update_page_count (self);
}

/* Lines for tags beside the boxes: no more than these. */
#define MAX_TAGS 24

static GArray *
refrain_loops_page_make_key (RefrainPage *page, const RefrainStyle *style)
{
  RefrainLoopsPage *self = REFRAIN_LOOPS_PAGE (page);
  RefrainLoopPainter *boxes = refrain_loops_get_painter (get_loops (self));
  const char *seen = gtk_stack_get_visible_child_name (self->stack);

  return boxes != NULL && g_strcmp0 (seen, "loops") == 0
             ? refrain_loop_painter_get_key (boxes, style, MAX_TAGS)
             : NULL;
}

static void
refrain_loops_page_session_changed (RefrainPage *page)
{
  static const struct
  {
    const char *signal;
    void (*func) (RefrainLoopsPage *self);
  } signals[] = {
    { "notify::model", on_model },
    { "notify::running", on_running },
    { "notify::selected", mark_selected },
    { "notify::matrix", update_matrix },
  };
  RefrainLoopsPage *self = REFRAIN_LOOPS_PAGE (page);
  RefrainSession *session = get_session (self);

  refrain_canvas_set_session (REFRAIN_CANVAS (self->canvas), session);
  refrain_canvas_set_session (REFRAIN_CANVAS (self->map), session);
  refrain_loops_durations_set_session (self->durations, session);
  refrain_painter_view_set (self->matrix, session, NULL);
  on_model (self);
  if (session == NULL)
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++)
    refrain_page_watch (page, get_loops (self), signals[i].signal, G_CALLBACK (signals[i].func));
  refrain_page_watch (page, refrain_session_get_subjects (session), "notify::subject",
                      G_CALLBACK (update_iteration));
  refrain_page_watch (page, get_loops (self), "notify::painter",
                      G_CALLBACK (refrain_page_key_changed));
  refrain_page_watch (page, session, "notify::dark", G_CALLBACK (refrain_page_key_changed));
  refrain_page_watch (page, refrain_session_get_patterns (session), "notify::running",
                      G_CALLBACK (update_state));
  update_iteration (self);
  update_matrix (self);
  update_page_count (self);
}

/* ---- Figures: the boxes as they are closed now, and the times that were measured ---- */

static RefrainPainter *
refrain_loops_page_make_figure (RefrainPage *page, RefrainView view, RefrainViewport *part)
{
  RefrainLoops *loops = get_loops (REFRAIN_LOOPS_PAGE (page));
  RefrainLoopSeries *series = refrain_loops_get_series (loops);
  RefrainLoopPainter *boxes = refrain_loops_get_painter (loops);
  RefrainPainter *painter = NULL;

  if (view == REFRAIN_VIEW_LOOPS && boxes != NULL)
    painter = g_object_ref (REFRAIN_PAINTER (boxes));
  else if (view == REFRAIN_VIEW_ITERATIONS && series != NULL)
    {
      g_autofree char *title = refrain_loops_durations_describe (loops, series);

      painter = REFRAIN_PAINTER (refrain_series_painter_new (series, title));
    }
  if (painter != NULL)
    refrain_painter_get_extent (painter, part);
  return painter;
}

/* ---- Commands ---- */

/* The session's loops once they are found, else NULL. */
static RefrainLoops *
get_found (RefrainLoopsPage *self)
{
  RefrainSession *session = get_session (self);
  RefrainLoops *loops = session != NULL ? refrain_session_get_loops (session) : NULL;

  return loops != NULL && refrain_loops_get_model (loops) != NULL ? loops : NULL;
}

/* ---- Commands: selecting ---- */

/* A construct by its number in the text, from 1. */
static void
select_loop (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainLoops *loops = get_found (data);

  if (loops != NULL)
    refrain_loops_select (loops,
                          refrain_loops_find_number (loops, g_variant_get_uint32 (parameter)));
}

static void
select_loop_here (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainLoopsPage *self = data;
  RefrainLoops *loops = get_found (self);
  const guint32 here = loops != NULL ? refrain_loops_get_loop_here (loops) : REFRAIN_NONE;

  if (here != REFRAIN_NONE)
    refrain_loops_select (loops, here);
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s",
                                _ ("Select an event in a loop first."));
}

static void
walk (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  static const struct
  {
    const char *name;
    RefrainLoopsWalk walk;
  } walks[] = {
    { "outer-loop", REFRAIN_LOOPS_OUT },
    { "inner-loop", REFRAIN_LOOPS_IN },
    { "previous-loop", REFRAIN_LOOPS_PREVIOUS },
    { "next-loop", REFRAIN_LOOPS_NEXT },
  };
  RefrainLoops *loops = get_found (data);

  for (gsize i = 0; i < G_N_ELEMENTS (walks) && loops != NULL; i++)
    if (g_str_equal (g_action_get_name (G_ACTION (action)), walks[i].name))
      refrain_loops_walk (loops, walks[i].walk);
}

/* ---- Commands: boxes ---- */

static void
fold_loop (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainLoopsPage *self = data;
  RefrainLoops *loops = get_found (self);
  const guint32 selected = loops != NULL ? refrain_loops_get_selected (loops) : REFRAIN_NONE;

  if (selected != REFRAIN_NONE)
    refrain_loop_canvas_toggle (self->canvas, selected);
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s", _ ("Select a loop first."));
}

static void
fold_all (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainLoops *loops = get_found (data);
  const char *name = g_action_get_name (G_ACTION (action));

  if (loops == NULL)
    return;
  if (g_str_equal (name, "fold-loops-for-page"))
    refrain_loops_fold_for_page (loops);
  else
    refrain_loops_fold_all (loops, g_str_equal (name, "fold-all-loops"));
}

static void
change_fold_alike (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainSession *session = get_session (data);

  if (session != NULL)
    refrain_loops_set_fold_alike (refrain_session_get_loops (session),
                                  g_variant_get_boolean (value));
  refrain_page_update_actions (data);
}

static void
change_tab (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainLoopsPage *self = data;

  set_tab (self, g_variant_get_string (value, NULL));
  g_simple_action_set_state (action, g_variant_new_string (get_tab (self)));
}

/* ---- Commands: text ---- */

static gboolean
append_text (const char *text, gsize n, gpointer data)
{
  g_string_append_len (data, text, (gssize) n);
  return TRUE;
}

static gpointer
write_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  GString *text = g_string_new (NULL);

  refrain_loop_text_write_folded (data, append_text, text);
  return g_string_free (text, FALSE);
}

static void
on_written (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainLoopsPage *self = data;
  g_autofree char *text = result;

  if (text == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s",
                              _ ("The text of the loop model is on the clipboard."));
}

static void
copy_text (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainLoops *loops = get_found (data);

  if (loops != NULL)
    refrain_task_runner_start (refrain_session_get_runner (get_session (data)),
                               _ ("Writing the loop model"), write_in_thread,
                               g_object_ref (refrain_loops_get_model (loops)), g_object_unref,
                               g_free, G_OBJECT (data), on_written, data);
}

static void
show_loop_model (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  show_model (data);
}

static void
find_loops (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainSession *session = get_session (data);

  if (session != NULL)
    refrain_loops_find (refrain_session_get_loops (session));
}

static const GActionEntry actions[] = {
  { .name = "select-loop", .activate = select_loop, .parameter_type = "u" },
  { .name = "select-loop-here", .activate = select_loop_here },
  { .name = "outer-loop", .activate = walk },
  { .name = "inner-loop", .activate = walk },
  { .name = "previous-loop", .activate = walk },
  { .name = "next-loop", .activate = walk },
  { .name = "fold-loop", .activate = fold_loop },
  { .name = "fold-all-loops", .activate = fold_all },
  { .name = "unfold-all-loops", .activate = fold_all },
  { .name = "fold-loops-for-page", .activate = fold_all },
  { .name = "copy-loop-text", .activate = copy_text },
  { .name = "find-loops", .activate = find_loops },
  { .name = "show-loop-model", .activate = show_loop_model },
  { .name = "fold-alike", .state = "false", .change_state = change_fold_alike },
  { .name = "loop-tab", .parameter_type = "s", .state = "'text'", .change_state = change_tab },
};

static void
refrain_loops_page_update_actions (RefrainPage *page)
{
  RefrainLoops *loops = get_loops (REFRAIN_LOOPS_PAGE (page));

  refrain_page_set_state (
      page, "fold-alike",
      g_variant_new_boolean (loops != NULL && refrain_loops_get_fold_alike (loops)));
}

/* The boxes have a view of their own. */
static gboolean
refrain_loops_page_zoom (RefrainPage *page, const char *action)
{
  return refrain_loop_canvas_zoom_by_action (REFRAIN_LOOPS_PAGE (page)->canvas, action);
}

/* ---- Widget ---- */

/* Scrollbars stand where there is anything to scroll to. */
static gboolean
update_scrollbars (gpointer data)
{
  RefrainLoopsPage *self = data;
  GtkAdjustment *columns = refrain_loop_canvas_get_hadjustment (self->canvas);
  GtkAdjustment *rows = refrain_loop_canvas_get_vadjustment (self->canvas);

  gtk_widget_set_visible (self->hscrollbar,
                          gtk_adjustment_get_upper (columns) - gtk_adjustment_get_lower (columns)
                              > gtk_adjustment_get_page_size (columns) * 1.0001);
  gtk_widget_set_visible (self->vscrollbar, gtk_adjustment_get_upper (rows)
                                                > gtk_adjustment_get_page_size (rows) + 0.5);
  self->idle = 0;
  return G_SOURCE_REMOVE;
}

/* The view also changes while widgets get their places, which is too late to hide one. */
static void
on_view_changed (RefrainLoopsPage *self)
{
  if (self->idle == 0)
    self->idle = g_idle_add (update_scrollbars, self);
}

static gboolean
refrain_loops_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_LOOPS_PAGE (widget)->canvas));
}

static void
refrain_loops_page_dispose (GObject *object)
{
  RefrainLoopsPage *self = REFRAIN_LOOPS_PAGE (object);

  G_OBJECT_CLASS (refrain_loops_page_parent_class)->dispose (object);
  g_clear_handle_id (&self->idle, g_source_remove);
  refrain_clear_objects (&self->shown, &self->selection, &self->rows);
}

static void
refrain_loops_page_class_init (RefrainLoopsPageClass *klass)
{
  static const RefrainView figures[]
      = { REFRAIN_VIEW_LOOPS, REFRAIN_VIEW_ITERATIONS, REFRAIN_N_VIEWS };
  RefrainPageClass *page_class = REFRAIN_PAGE_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_loops_page_dispose;
  page_class->actions = actions;
  page_class->n_actions = G_N_ELEMENTS (actions);
  page_class->figures = figures;
  page_class->asks_least = TRUE;
  page_class->session_changed = refrain_loops_page_session_changed;
  page_class->update_actions = refrain_loops_page_update_actions;
  page_class->zoom = refrain_loops_page_zoom;
  page_class->make_figure = refrain_loops_page_make_figure;
  page_class->make_key = refrain_loops_page_make_key;
  widget_class->grab_focus = refrain_loops_page_grab_focus;
  g_type_ensure (REFRAIN_TYPE_LOOPS_DURATIONS);
  g_type_ensure (REFRAIN_TYPE_PAINTER_VIEW);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_n, 0, "win.next-occurrence", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_p, 0, "win.previous-occurrence", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.clear-selection",
                                       NULL);
  REFRAIN_TEMPLATE (widget_class, "loops-page", RefrainLoopsPage, count_label, notes_label,
                    fewer_label, threads_label, summary_label, iteration_label, stack,
                    message_title, message_label, again_button, paned, grid, tabs, text, durations,
                    matrix, matrix_label);
}

static void
refrain_loops_page_init (RefrainLoopsPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  refrain_page_split (REFRAIN_PAGE (self), self->paned, CANVAS_PART);
  self->canvas = g_object_new (REFRAIN_TYPE_LOOP_CANVAS, NULL);
  self->map = REFRAIN_LOOP_MAP (refrain_loop_map_new (self->canvas));
  self->hscrollbar = gtk_scrollbar_new (GTK_ORIENTATION_HORIZONTAL,
                                        refrain_loop_canvas_get_hadjustment (self->canvas));
  self->vscrollbar = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL,
                                        refrain_loop_canvas_get_vadjustment (self->canvas));
  gtk_grid_attach (self->grid, GTK_WIDGET (self->canvas), 0, 0, 1, 1);
  gtk_grid_attach (self->grid, self->vscrollbar, 1, 0, 1, 1);
  gtk_grid_attach (self->grid, self->hscrollbar, 0, 1, 1, 1);
  gtk_grid_attach (self->grid, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), 0, 2, 2, 1);
  gtk_grid_attach (self->grid, GTK_WIDGET (self->map), 0, 3, 2, 1);
  refrain_connect (self->canvas, "view-changed", on_view_changed, self);
  init_text (self);
  update_state (self);
}
