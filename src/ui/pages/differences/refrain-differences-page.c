/* refrain-differences-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Follows RefrainBeside, which knows the second run.
 */
#include "refrain-differences-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "refrain-object.h"
#include "refrain-stack-painter.h"
#include "refrain-template.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

/* What the table takes of the height, at first. */
#define TABLE_PART 0.4
/* Lines of a sentence. */
#define MOST_LINES 5

struct _RefrainDifferencesPage
{
  RefrainPage parent_instance;

  RefrainBeside *beside; /* of the session; or NULL */
  RefrainDifferences *shown;
  RefrainBesideGraph *graphs[2]; /* of A, of B */
  RefrainBesideProgram *program;
  RefrainSeriesView *series;
  GtkStack *pictures; /* "graphs", "program", "series" */
  RefrainTableView *table;

  GtkStack *stack;
  AdwStatusPage *status;
  GtkButton *open_button, *cancel_button;
  GtkProgressBar *progress;
  GtkLabel *headline, *note;
  GtkPaned *paned;
  GtkBox *upper;
};

G_DEFINE_FINAL_TYPE (RefrainDifferencesPage, refrain_differences_page, REFRAIN_TYPE_PAGE)

REFRAIN_GETTER (
    RefrainDifferencesPage, refrain_differences_page, RefrainTableView *, get_table, self->table)

RefrainBesideGraph *
refrain_differences_page_get_graph (RefrainDifferencesPage *self, guint side)
{
  g_return_val_if_fail (REFRAIN_IS_DIFFERENCES_PAGE (self), NULL);
  g_return_val_if_fail (side < 2, NULL);
  return self->graphs[side];
}

/* What is shown of both runs: an untranslated name. The first ones are those of
 * RefrainBesidePicture. */
static const char *const pictures[] = { "events", "phases", "loops", "program", "series", NULL };

/* ---- Columns --------------------------------------------------------------------------------- */

static char *
get_sentence (gpointer item, guint id, gpointer data)
{
  return g_strdup (refrain_beside_row_get_sentence (item));
}

/* Whole, over several lines. */
static GtkWidget *
make_sentence (GtkListItem *cell, gpointer data)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  refrain_label_wrap (GTK_LABEL (label), 16);
  gtk_label_set_lines (GTK_LABEL (label), MOST_LINES);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  return label;
}

static void
show_sentence (GtkWidget *widget, GtkListItem *cell, gpointer item, gpointer data)
{
  gtk_label_set_text (GTK_LABEL (widget),
                      item != NULL ? refrain_beside_row_get_sentence (item) : "");
}

enum
{
  TIME_A,
  TIME_B,
  TIME_MORE
};

/* Slow occurrences are in no sum: they have the time of their own run only. */
static double
get_time (gpointer item, guint id, gpointer data)
{
  const RefrainRunDifference *difference = refrain_beside_row_get_difference (item);
  const RefrainSlowOccurrence *slow = refrain_beside_row_get_slow (item);

  if (slow != NULL)
    return id == (slow->in_b ? TIME_B : TIME_A) ? (double) slow->time : NAN;
  if (difference->a == 0 && difference->b == 0)
    return NAN;
  return (double) (id == TIME_A   ? difference->a
                   : id == TIME_B ? difference->b
                                  : difference->b - difference->a);
}

static char *
get_interval (gpointer item, guint id, gpointer data)
{
  const RefrainRunDifference *difference = refrain_beside_row_get_difference (item);
  g_autofree char *low = NULL, *high = NULL;

  if (difference == NULL || (difference->a == 0 && difference->b == 0))
    return g_strdup ("–");
  low = refrain_time_format (difference->low, 2);
  high = refrain_time_format (difference->high, 2);
  /* TRANSLATORS: an interval, "1.2 s to 1.4 s". */
  return g_strdup_printf (_ ("%s to %s"), low, high);
}

static const RefrainTableColumn columns[] = {
  { .title = N_ ("Difference"),
    .flags = REFRAIN_TABLE_EXPAND | REFRAIN_TABLE_BY_TEXT,
    .text = get_sentence,
    .make = make_sentence,
    .show = show_sentence },
  { .title = N_ ("A"),
    .meaning = N_ ("Critical path time of A"),
    .kind = REFRAIN_CELL_TIME,
    .id = TIME_A,
    .number = get_time },
  { .title = N_ ("B"),
    .meaning = N_ ("Critical path time of B"),
    .kind = REFRAIN_CELL_TIME,
    .id = TIME_B,
    .number = get_time },
  { .title = N_ ("Longer in B"), .kind = REFRAIN_CELL_TIME, .id = TIME_MORE, .number = get_time },
  { .title = N_ ("95 % Interval"),
    .meaning = N_ ("Confidence interval of the difference"),
    .flags = REFRAIN_TABLE_RIGHT,
    .needs = 640,
    .text = get_interval },
};

/* ---- What is shown --------------------------------------------------------------------------- */

static void
show_rows (RefrainDifferencesPage *self, RefrainDifferences *differences)
{
  g_autoptr (GListStore) rows = g_list_store_new (REFRAIN_TYPE_BESIDE_ROW);

  if (!g_set_object (&self->shown, differences))
    return;
  for (gsize i = 0; differences != NULL && i < refrain_beside_row_count (differences); i++)
    {
      g_autoptr (RefrainBesideRow) row = refrain_beside_row_new (differences, i);

      g_list_store_append (rows, row);
    }
  refrain_table_view_set_rows (self->table, G_LIST_MODEL (rows));
}

/* What of the difference is in no row, and whether rows mean little; NULL: neither. */
static char *
tell_rest (RefrainDifferences *differences)
{
  g_autofree char *common = refrain_differences_tell_common (differences);
  g_autofree char *sentence = NULL;

  if (refrain_differences_get_unexplained (differences) == 0)
    return g_steal_pointer (&common);
  sentence = refrain_differences_describe_unexplained (differences);
  return common != NULL ? g_strdup_printf ("%s %s", sentence, common) : g_steal_pointer (&sentence);
}

/* Without rows the graphs have its room. */
static void
show_table (RefrainDifferencesPage *self, gboolean show)
{
  const int height = gtk_widget_get_height (GTK_WIDGET (self->paned));

  if (show == gtk_widget_get_visible (GTK_WIDGET (self->table)))
    return;
  gtk_widget_set_visible (GTK_WIDGET (self->table), show);
  if (height > 0)
    gtk_paned_set_position (self->paned, show ? (int) (height * TABLE_PART) : 0);
}

static void
update_differences (RefrainDifferencesPage *self)
{
  RefrainDifferences *differences
      = self->beside != NULL ? refrain_beside_get_differences (self->beside) : NULL;
  g_autofree char *headline = differences != NULL ? refrain_beside_describe (self->beside) : NULL;
  g_autofree char *rest = differences != NULL ? tell_rest (differences) : NULL;
  const char *problem = self->beside != NULL ? refrain_beside_get_problem (self->beside) : NULL;
  gsize n = 0;

  show_rows (self, differences);
  if (differences != NULL)
    refrain_differences_get (differences, &n);
  gtk_label_set_text (self->headline, headline != NULL  ? headline
                                      : problem != NULL ? problem
                                                        : _ ("Comparing the runs…"));
  gtk_label_set_text (self->note, rest != NULL ? rest : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note), rest != NULL);
  show_table (self, differences != NULL && refrain_beside_row_count (differences) > 0);
  refrain_page_take_count (REFRAIN_PAGE (self),
                           differences != NULL ? refrain_count_format (n) : NULL);
  refrain_page_update_actions (REFRAIN_PAGE (self));
}

/* The row that is chosen. */
static void
update_selected (RefrainDifferencesPage *self)
{
  const guint selected
      = self->beside != NULL ? refrain_beside_get_selected (self->beside) : REFRAIN_NONE;
  const guint n = refrain_table_view_get_n_rows (self->table);
  guint at = GTK_INVALID_LIST_POSITION;

  for (guint i = 0; i < n && selected != REFRAIN_NONE; i++)
    {
      g_autoptr (RefrainBesideRow) row = refrain_table_view_get_item (self->table, i);

      if (refrain_beside_row_get_number (row) == selected)
        at = i;
    }
  refrain_table_view_select (self->table, at);
  refrain_page_update_actions (REFRAIN_PAGE (self));
}

static void
on_progress (RefrainDifferencesPage *self)
{
  RefrainJob *job = self->beside != NULL ? refrain_beside_get_job (self->beside) : NULL;
  const double fraction = job != NULL ? refrain_job_get_fraction (job) : 0;

  gtk_progress_bar_set_fraction (self->progress, MAX (fraction, 0));
}

/* There is no second run. */
static void
show_status (RefrainDifferencesPage *self)
{
  const gboolean opening = self->beside != NULL && refrain_beside_is_opening (self->beside);
  const char *problem = self->beside != NULL ? refrain_beside_get_problem (self->beside) : NULL;
  RefrainJob *job = opening ? refrain_beside_get_job (self->beside) : NULL;
  g_autofree char *title
      = g_markup_escape_text (job != NULL       ? refrain_job_get_title (job)
                              : problem != NULL ? _ ("The Second Run Cannot Be Opened")
                                                : _ ("No Second Run"),
                              -1);
  g_autofree char *words = g_markup_escape_text (
      opening           ? ""
      : problem != NULL ? problem
                        : _ ("Open another run of this program, such as one after a change, to see "
                             "what differs."),
      -1);

  adw_status_page_set_title (self->status, title);
  adw_status_page_set_description (self->status, words);
  gtk_widget_set_visible (GTK_WIDGET (self->open_button), !opening);
  gtk_widget_set_visible (GTK_WIDGET (self->cancel_button), opening);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), opening);
  if (job != NULL)
    refrain_connect (job, "notify::fraction", on_progress, self);
  on_progress (self);
}

static gboolean
shows (RefrainDifferencesPage *self, const char *picture)
{
  return g_str_equal (gtk_stack_get_visible_child_name (self->pictures), picture);
}

/* Programs are written, and a series is measured, once they are to be seen. */
static void
update_picture (RefrainDifferencesPage *self)
{
  const gboolean there = self->beside != NULL && refrain_beside_get_other (self->beside) != NULL;
  const gboolean programs = there && shows (self, "program");

  refrain_beside_program_set_sessions (self->program,
                                       programs ? refrain_beside_get_run (self->beside, 0) : NULL,
                                       programs ? refrain_beside_get_run (self->beside, 1) : NULL);
  if (there && shows (self, "series") && refrain_beside_get_series_problem (self->beside) == NULL)
    refrain_beside_measure_series (self->beside);
  refrain_series_view_show (self->series, there ? self->beside : NULL);
}

static void
update_runs (RefrainDifferencesPage *self)
{
  const char *const names[] = { _ ("A"), _ ("B") };
  const gboolean there = self->beside != NULL && refrain_beside_get_other (self->beside) != NULL;

  for (guint s = 0; s < 2; s++)
    refrain_beside_graph_set_session (
        self->graphs[s], there ? refrain_beside_get_run (self->beside, s) : NULL, names[s]);
  update_picture (self);
  gtk_stack_set_visible_child_name (self->stack, there ? "runs" : "none");
  if (!there)
    show_status (self);
  update_differences (self);
}

static void
refrain_differences_page_session_changed (RefrainPage *page)
{
  RefrainDifferencesPage *self = REFRAIN_DIFFERENCES_PAGE (page);
  RefrainSession *session = refrain_page_get_session (page);

  self->beside = session != NULL ? refrain_beside_get (session) : NULL;
  if (self->beside != NULL)
    {
      refrain_page_watch (page, self->beside, "notify::other", G_CALLBACK (update_runs));
      refrain_page_watch (page, self->beside, "notify::swapped", G_CALLBACK (update_runs));
      refrain_page_watch (page, self->beside, "notify::differences",
                          G_CALLBACK (update_differences));
      refrain_page_watch (page, self->beside, "notify::selected", G_CALLBACK (update_selected));
      refrain_page_watch (page, self->beside, "notify::series", G_CALLBACK (update_picture));
      refrain_page_watch (page, self->beside, "notify::aligned",
                          G_CALLBACK (refrain_page_update_actions));
    }
  update_runs (self);
}

static void
choose (RefrainDifferencesPage *self, guint position)
{
  g_autoptr (RefrainBesideRow) row = refrain_table_view_get_item (self->table, position);

  if (self->beside != NULL && row != NULL)
    refrain_beside_select (self->beside, (guint) refrain_beside_row_get_number (row));
}

static void
on_selected (RefrainDifferencesPage *self)
{
  choose (self, refrain_table_view_get_selected (self->table));
}

/* Once more: it is shown again. */
static void
on_activated (RefrainDifferencesPage *self, RefrainBesideRow *row)
{
  if (self->beside != NULL)
    refrain_beside_select (self->beside, (guint) refrain_beside_row_get_number (row));
}

/* ---- Actions --------------------------------------------------------------------------------- */

static void
swap_runs (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainBeside *beside = REFRAIN_DIFFERENCES_PAGE (data)->beside;

  if (beside != NULL)
    refrain_beside_set_swapped (beside, !refrain_beside_get_swapped (beside));
}

static void
detach_run (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainBeside *beside = REFRAIN_DIFFERENCES_PAGE (data)->beside;

  if (beside != NULL)
    refrain_beside_detach (beside);
}

static void
change_aligned (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainBeside *beside = REFRAIN_DIFFERENCES_PAGE (data)->beside;

  for (guint i = 0; i < REFRAIN_N_ALIGNED && beside != NULL; i++)
    if (g_str_equal (g_variant_get_string (value, NULL), refrain_aligned_get_name (i)))
      refrain_beside_set_aligned (beside, i);
  refrain_page_update_actions (data);
}

static const char *
get_picture (RefrainDifferencesPage *self)
{
  return !shows (self, "graphs") ? gtk_stack_get_visible_child_name (self->pictures)
                                 : pictures[refrain_beside_graph_get_picture (self->graphs[0])];
}

static void
change_picture (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainDifferencesPage *self = data;
  const char *name = g_variant_get_string (value, NULL);

  for (guint i = 0; i < REFRAIN_BESIDE_N_PICTURES; i++)
    if (g_str_equal (name, pictures[i]))
      for (guint s = 0; s < 2; s++)
        refrain_beside_graph_set_picture (self->graphs[s], i);
  if (g_strv_contains (pictures, name))
    gtk_stack_set_visible_child_name (
        self->pictures,
        gtk_stack_get_child_by_name (self->pictures, name) != NULL ? name : "graphs");
  update_picture (self);
  refrain_page_update_actions (data);
}

static const GActionEntry actions[] = {
  { .name = "swap-runs", .activate = swap_runs },
  { .name = "detach-run", .activate = detach_run },
  { .name = "align-runs",
    .parameter_type = "s",
    .state = "'start'",
    .change_state = change_aligned },
  { .name = "beside-picture",
    .parameter_type = "s",
    .state = "'events'",
    .change_state = change_picture },
};

static void
refrain_differences_page_update_actions (RefrainPage *page)
{
  RefrainDifferencesPage *self = REFRAIN_DIFFERENCES_PAGE (page);

  refrain_page_set_enabled (
      page, "swap-runs", self->beside != NULL && refrain_beside_get_other (self->beside) != NULL);
  refrain_page_set_enabled (page, "detach-run",
                            self->beside != NULL
                                && (refrain_beside_get_other (self->beside) != NULL
                                    || refrain_beside_is_opening (self->beside)));
  refrain_page_set_state (page, "align-runs",
                          g_variant_new_string (refrain_aligned_get_name (
                              self->beside != NULL ? refrain_beside_get_aligned (self->beside)
                                                   : REFRAIN_ALIGNED_START)));
  refrain_page_set_state (page, "beside-picture", g_variant_new_string (get_picture (self)));
}

/* Both runs as a whole; else the first, which the other follows. */
static gboolean
refrain_differences_page_zoom (RefrainPage *page, const char *action)
{
  RefrainDifferencesPage *self = REFRAIN_DIFFERENCES_PAGE (page);
  RefrainBeside *beside = self->beside;

  if (g_str_equal (get_picture (self), "loops"))
    return refrain_loop_canvas_zoom_by_action (refrain_beside_graph_get_loops (self->graphs[0]),
                                               action);
  if (beside == NULL || !g_str_equal (action, "zoom-all"))
    return FALSE;
  refrain_beside_show_all (beside);
  return TRUE;
}

/* ---- Figure ---------------------------------------------------------------------------------- */

static gboolean
refrain_differences_page_has_figure (RefrainPage *page, RefrainView view)
{
  RefrainBeside *beside = REFRAIN_DIFFERENCES_PAGE (page)->beside;

  return beside != NULL && refrain_beside_get_other (beside) != NULL;
}

/* The programs of both runs beside each other; NULL while one is not written. */
static RefrainPainter *
make_programs (RefrainDifferencesPage *self, RefrainStackPainter *stack, RefrainViewport *part)
{
  for (guint s = 0; s < 2; s++)
    {
      RefrainProgramModel *model = refrain_beside_program_get_model (self->program, s);
      RefrainProgramPainter *painter
          = model != NULL ? refrain_program_model_get_painter (model) : NULL;
      RefrainViewport whole;

      if (painter == NULL)
        return NULL;
      refrain_painter_get_extent (REFRAIN_PAINTER (painter), &whole);
      refrain_stack_painter_add (stack, REFRAIN_PAINTER (painter), &whole,
                                 refrain_beside_graph_get_title (self->graphs[s]));
    }
  refrain_stack_painter_set_beside (stack, TRUE);
  refrain_painter_get_extent (REFRAIN_PAINTER (stack), part);
  return g_object_ref (REFRAIN_PAINTER (stack));
}

/* Both graphs, phases or loops as they are seen, both programs, or the lines of a series; below the
 * chosen sentence, else below the headline. */
static RefrainPainter *
refrain_differences_page_make_figure (RefrainPage *page, RefrainView view, RefrainViewport *part)
{
  RefrainDifferencesPage *self = REFRAIN_DIFFERENCES_PAGE (page);
  RefrainPainter *lines = refrain_series_view_get_painter (self->series);
  g_autoptr (RefrainBesideRow) row = refrain_beside_dup_row (self->beside);
  g_autoptr (RefrainStackPainter) stack = refrain_stack_painter_new (
      row != NULL ? refrain_beside_row_get_sentence (row) : gtk_label_get_text (self->headline));

  if (shows (self, "series") && lines != NULL)
    {
      refrain_painter_get_extent (lines, part);
      return g_object_ref (lines);
    }
  if (shows (self, "program"))
    return make_programs (self, stack, part);
  for (guint s = 0; s < 2; s++)
    {
      RefrainViewport seen;
      RefrainPainter *painter = refrain_beside_graph_get_painter (self->graphs[s], &seen);

      if (painter == NULL)
        return NULL;
      refrain_stack_painter_add (stack, painter, &seen,
                                 refrain_beside_graph_get_title (self->graphs[s]));
    }
  refrain_painter_get_extent (REFRAIN_PAINTER (stack), part);
  return REFRAIN_PAINTER (g_steal_pointer (&stack));
}

/* ---- Widget ---------------------------------------------------------------------------------- */

static gboolean
refrain_differences_page_grab_focus (GtkWidget *widget)
{
  RefrainDifferencesPage *self = REFRAIN_DIFFERENCES_PAGE (widget);

  if (self->beside == NULL || refrain_beside_get_other (self->beside) == NULL)
    return gtk_widget_grab_focus (GTK_WIDGET (self->open_button));
  return gtk_widget_get_visible (GTK_WIDGET (self->table))
             ? gtk_widget_child_focus (GTK_WIDGET (self->table), GTK_DIR_TAB_FORWARD)
         : shows (self, "program") ? gtk_widget_grab_focus (GTK_WIDGET (self->program))
                                   : gtk_widget_grab_focus (GTK_WIDGET (self->graphs[0]));
}

static void
refrain_differences_page_dispose (GObject *object)
{
  G_OBJECT_CLASS (refrain_differences_page_parent_class)->dispose (object);
  g_clear_object (&REFRAIN_DIFFERENCES_PAGE (object)->shown);
}

static void
refrain_differences_page_class_init (RefrainDifferencesPageClass *klass)
{
  static const RefrainView figures[] = { REFRAIN_VIEW_DIFFERENCES, REFRAIN_N_VIEWS };
  RefrainPageClass *page_class = REFRAIN_PAGE_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  page_class->figures = figures;
  page_class->has_figure = refrain_differences_page_has_figure;
  page_class->make_figure = refrain_differences_page_make_figure;
  G_OBJECT_CLASS (klass)->dispose = refrain_differences_page_dispose;
  page_class->actions = actions;
  page_class->n_actions = G_N_ELEMENTS (actions);
  page_class->session_changed = refrain_differences_page_session_changed;
  page_class->update_actions = refrain_differences_page_update_actions;
  page_class->zoom = refrain_differences_page_zoom;
  widget_class->grab_focus = refrain_differences_page_grab_focus;
  REFRAIN_TEMPLATE (widget_class, "differences-page", RefrainDifferencesPage, stack, status,
                    open_button, cancel_button, progress, headline, note, paned, upper, pictures);
}

static void
refrain_differences_page_init (RefrainDifferencesPage *self)
{
  GtkWidget *graphs = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_init_template (GTK_WIDGET (self));
  self->table = REFRAIN_TABLE_VIEW (
      refrain_table_view_new (_ ("What differs between the runs"), GTK_SELECTION_SINGLE));
  refrain_table_view_set_columns (self->table, columns, G_N_ELEMENTS (columns), self);
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  gtk_box_append (self->upper, GTK_WIDGET (self->table));
  refrain_connect (self->table, "selected", on_selected, self);
  refrain_connect (self->table, "activated", on_activated, self);
  for (guint s = 0; s < 2; s++)
    {
      self->graphs[s] = REFRAIN_BESIDE_GRAPH (refrain_beside_graph_new ());
      gtk_widget_set_vexpand (GTK_WIDGET (self->graphs[s]), TRUE);
      if (s > 0)
        gtk_box_append (GTK_BOX (graphs), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
      gtk_box_append (GTK_BOX (graphs), GTK_WIDGET (self->graphs[s]));
    }
  self->program = REFRAIN_BESIDE_PROGRAM (refrain_beside_program_new ());
  gtk_stack_add_named (self->pictures, graphs, "graphs");
  gtk_stack_add_named (self->pictures, GTK_WIDGET (self->program), "program");
  self->series = REFRAIN_SERIES_VIEW (refrain_series_view_new ());
  gtk_stack_add_named (self->pictures, GTK_WIDGET (self->series), "series");
  refrain_beside_graph_align (self->graphs[0], self->graphs[1]);
  refrain_page_split (REFRAIN_PAGE (self), self->paned, TABLE_PART);
}
