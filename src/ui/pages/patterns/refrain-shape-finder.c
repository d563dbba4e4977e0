/* refrain-shape-finder.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The pattern is made anew whenever it is drawn or looked for: it is small, and nobody else's.
 */
#include "refrain-shape-finder.h"

#include <glib/gi18n.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-match-table.h"
#include "refrain-object.h"
#include "refrain-study-sources.h"
#include "refrain-template.h"

#define MAX_DIMS    3
#define MAX_CORNERS (1 << MAX_DIMS)
/* Rows that one can draw on. */
#define MAX_HAND 64

struct _RefrainShapeFinder
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainJob *job;
  RefrainMatchList *found;
  GtkFileChooserNative *chooser; /* while it is asked */
  char *path;                    /* of the pattern's file, or NULL */
  guint corners[MAX_CORNERS];    /* as the choices stand */
  guint n_corners;
  gboolean filling; /* while choices are put in */
  gboolean touched; /* the grid is the user's */

  GtkDropDown *shapes;
  GtkSpinButton *rows, *columns, *layers, *processes, *edits;
  GtkWidget *rows_label, *columns_label, *layers_label, *processes_label, *origin_label;
  GtkDropDown *origin;
  GtkCheckButton *closed, *away, *any_order, *shifted;
  GtkWidget *file_button, *hand_box, *undo_button, *clear_button, *find_button;
  GtkPaned *paned;
  GtkLabel *result_label;
  RefrainTableView *matches;
  RefrainTemplateCanvas *canvas;
};

G_DEFINE_FINAL_TYPE (RefrainShapeFinder, refrain_shape_finder, GTK_TYPE_WIDGET)

static RefrainKnownShape
get_shape (RefrainShapeFinder *self)
{
  return (RefrainKnownShape) MIN (gtk_drop_down_get_selected (self->shapes),
                                  (guint) REFRAIN_N_KNOWN - 1);
}

static guint
get_number (GtkSpinButton *spin)
{
  return (guint) gtk_spin_button_get_value_as_int (spin);
}

static guint
get_n_processes (RefrainShapeFinder *self)
{
  return self->session != NULL
             ? refrain_trace_get_n_processes (refrain_session_get_trace (self->session))
             : 1;
}

static gboolean
is_grid (RefrainKnownShape shape)
{
  return shape == REFRAIN_KNOWN_WAVEFRONT || shape == REFRAIN_KNOWN_STENCIL
         || shape == REFRAIN_KNOWN_TRANSPOSE;
}

/* ---- The pattern ---- */

/* The extents that are not 1 behind the last: a plane has two. */
static guint
get_dims (RefrainShapeFinder *self, guint *dims)
{
  dims[0] = get_number (self->rows);
  dims[1] = get_number (self->columns);
  dims[2] = get_shape (self) == REFRAIN_KNOWN_TRANSPOSE ? 1 : get_number (self->layers);
  return dims[2] > 1 ? 3 : 2;
}

/* How many processes the shape has; 0 where that is not known before. */
static guint64
count_needed (RefrainShapeFinder *self)
{
  const RefrainKnownShape shape = get_shape (self);
  guint dims[MAX_DIMS];

  if (shape == REFRAIN_KNOWN_FILE)
    return 0;
  if (!is_grid (shape))
    return get_number (self->processes);
  get_dims (self, dims);
  return (guint64) dims[0] * dims[1] * dims[2];
}

static RefrainPatternTemplate *
make_known (RefrainShapeFinder *self)
{
  const guint n = get_number (self->processes);
  const guint corner = gtk_drop_down_get_selected (self->origin);
  guint dims[MAX_DIMS];
  const guint n_dims = get_dims (self, dims);

  switch (get_shape (self))
    {
    case REFRAIN_KNOWN_WAVEFRONT:
      return refrain_template_wavefront (dims, n_dims,
                                         corner < self->n_corners ? self->corners[corner] : 0);
    case REFRAIN_KNOWN_STENCIL:
      return refrain_template_stencil (dims, n_dims, gtk_check_button_get_active (self->closed));
    case REFRAIN_KNOWN_RING:
      return refrain_template_ring (n);
    case REFRAIN_KNOWN_BUTTERFLY:
      return refrain_template_butterfly (n);
    case REFRAIN_KNOWN_TREE:
      return refrain_template_binary_tree (n, gtk_check_button_get_active (self->away));
    case REFRAIN_KNOWN_TRANSPOSE:
      return refrain_template_transpose (dims[0], dims[1]);
    case REFRAIN_KNOWN_ALL_TO_ALL:
      return refrain_template_all_to_all (n);
    case REFRAIN_KNOWN_HAND:
      return refrain_template_canvas_make_template (self->canvas);
    case REFRAIN_KNOWN_FILE:
    case REFRAIN_N_KNOWN:
    default:
      return NULL;
    }
}

/* What is chosen; NULL with @error, whose text is a sentence for the user. */
static RefrainPatternTemplate *
make_template (RefrainShapeFinder *self, GError **error)
{
  const RefrainKnownShape shape = get_shape (self);
  const guint all = get_n_processes (self);
  const guint64 needed = count_needed (self);
  RefrainPatternTemplate *wanted = NULL;

  if (shape == REFRAIN_KNOWN_FILE && self->path != NULL)
    return refrain_template_load (self->path, error);
  if (shape == REFRAIN_KNOWN_FILE)
    g_set_error (
        error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
        _ ("Choose a file with a pattern: one line for each process, such as “0: S1 R3”."));
  else if (needed > all)
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                 _ ("The shape needs %2$u processes; this run has %1$u."), all,
                 (guint) MIN (needed, G_MAXUINT));
  else if (shape == REFRAIN_KNOWN_BUTTERFLY && (needed & (needed - 1)) != 0)
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                 _ ("A butterfly needs 2, 4, 8 … processes."));
  else
    wanted = make_known (self);
  if (wanted == NULL && error != NULL && *error == NULL)
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                 _ ("This shape is too large for a search."));
  if (wanted != NULL && refrain_pattern_template_count_events (wanted) == 0)
    {
      g_clear_pointer (&wanted, refrain_pattern_template_free);
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                   shape == REFRAIN_KNOWN_HAND ? _ ("Draw at least one message.")
                                               : _ ("This shape has no message."));
    }
  return wanted;
}

/* ---- Its parameters ---- */

/* Takes back what was found: it is of another shape. */
static void
forget (RefrainShapeFinder *self)
{
  refrain_job_stop (&self->job);
  g_clear_object (&self->found);
  refrain_table_view_set_rows (self->matches, NULL);
}

/* Draws what is chosen, and says what is wrong with it. */
static void
update_pattern (RefrainShapeFinder *self)
{
  g_autoptr (RefrainPatternTemplate) wanted = NULL;
  g_autoptr (GError) error = NULL;
  const RefrainKnownShape shape = get_shape (self);

  if (self->session == NULL || self->filling)
    return;
  forget (self);
  if (shape == REFRAIN_KNOWN_HAND)
    refrain_template_canvas_edit (self->canvas, MIN (get_number (self->processes), MAX_HAND));
  wanted = make_template (self, &error);
  gtk_widget_set_sensitive (self->find_button, wanted != NULL);
  gtk_label_set_text (self->result_label, error != NULL ? error->message : wanted->name);
  if (shape != REFRAIN_KNOWN_HAND)
    refrain_template_canvas_show (self->canvas, wanted, error != NULL ? error->message : NULL);
}

/* Messages were drawn: no rows come or go. */
static void
on_edited (RefrainShapeFinder *self)
{
  g_autoptr (RefrainPatternTemplate) wanted = NULL;
  g_autoptr (GError) error = NULL;

  if (self->session == NULL)
    return;
  forget (self);
  wanted = make_template (self, &error);
  gtk_widget_set_sensitive (self->find_button, wanted != NULL);
  gtk_label_set_text (self->result_label, error != NULL ? error->message : wanted->name);
}

/* The corners of the grid are the ranks that a sweep may begin at. */
static void
fill_corners (RefrainShapeFinder *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  const guint chosen = gtk_drop_down_get_selected (self->origin);
  guint dims[MAX_DIMS];
  const guint n_dims = get_dims (self, dims);

  self->n_corners = 0;
  for (guint bits = 0; bits < 1u << n_dims; bits++)
    {
      g_autofree char *name = NULL;
      guint64 rank = 0;
      gboolean twice = FALSE;

      for (guint d = 0; d < n_dims; d++)
        {
          const gboolean last = (bits >> (n_dims - 1 - d) & 1) != 0;

          twice |= last && dims[d] == 1;
          rank = rank * dims[d] + (last ? dims[d] - 1 : 0);
        }
      if (twice || rank > REFRAIN_TEMPLATE_MAX_PROCESSES)
        continue;
      self->corners[self->n_corners++] = (guint) rank;
      name = g_strdup_printf (_ ("Rank %u"), (guint) rank);
      gtk_string_list_append (names, name);
    }
  gtk_drop_down_set_model (self->origin, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->origin, chosen < self->n_corners ? chosen : 0);
}

static void
on_grid (RefrainShapeFinder *self)
{
  if (self->filling)
    return;
  self->touched = self->filling = TRUE;
  fill_corners (self);
  self->filling = FALSE;
  update_pattern (self);
}

static void
on_shape (RefrainShapeFinder *self)
{
  const RefrainKnownShape shape = get_shape (self);
  const gboolean grid = is_grid (shape), deep = grid && shape != REFRAIN_KNOWN_TRANSPOSE;
  const gboolean sweep = shape == REFRAIN_KNOWN_WAVEFRONT;
  const gboolean line = !grid && shape != REFRAIN_KNOWN_FILE;
  const struct
  {
    gpointer widget;
    gboolean visible;
  } parts[] = {
    { self->rows, grid },
    { self->rows_label, grid },
    { self->columns, grid },
    { self->columns_label, grid },
    { self->layers, deep },
    { self->layers_label, deep },
    { self->origin, sweep },
    { self->origin_label, sweep },
    { self->processes, line },
    { self->processes_label, line },
    { self->closed, shape == REFRAIN_KNOWN_STENCIL },
    { self->away, shape == REFRAIN_KNOWN_TREE },
    { self->file_button, shape == REFRAIN_KNOWN_FILE },
    { self->hand_box, shape == REFRAIN_KNOWN_HAND },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    gtk_widget_set_visible (parts[i].widget, parts[i].visible);
  update_pattern (self);
}

/* The grid of a pattern that all processes take part in, as planes of two extents or three; FALSE
 * where there is none. */
static gboolean
find_grid (RefrainPatternSet *set, guint n, guint *dims)
{
  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      guint own[REFRAIN_PATTERN_MAX_DIMS] = { 0 };
      const guint n_dims = refrain_pattern_get_grid (refrain_pattern_set_get_pattern (set, i), own);

      if (n_dims < 2 || n_dims > MAX_DIMS
          || (guint64) own[0] * own[1] * (n_dims > 2 ? own[2] : 1) != n)
        continue;
      dims[0] = own[0];
      dims[1] = own[1];
      dims[2] = n_dims > 2 ? own[2] : 1;
      return TRUE;
    }
  return FALSE;
}

/* The run's own grid, else extents as near to each other as its number of processes allows. */
static void
fill_numbers (RefrainShapeFinder *self)
{
  RefrainComposites *composites
      = refrain_patterns_get_composites (refrain_session_get_patterns (self->session));
  const guint n = get_n_processes (self);
  guint dims[MAX_DIMS] = { 1, n, 1 };

  if (composites == NULL
      || (!find_grid (refrain_composites_get_set (composites), n, dims)
          && !find_grid (refrain_composites_get_elementary (composites), n, dims)))
    for (guint i = 1; (guint64) i * i <= n; i++)
      if (n % i == 0)
        {
          dims[0] = i;
          dims[1] = n / i;
        }
  self->filling = TRUE;
  gtk_spin_button_set_value (self->rows, dims[0]);
  gtk_spin_button_set_value (self->columns, dims[1]);
  gtk_spin_button_set_value (self->layers, dims[2]);
  gtk_spin_button_set_value (self->processes, n);
  fill_corners (self);
  self->filling = FALSE;
}

/* The patterns tell the run's grid, which nobody has changed yet. */
static void
on_patterns (RefrainShapeFinder *self)
{
  if (self->touched || self->found != NULL || self->job != NULL)
    return;
  fill_numbers (self);
  update_pattern (self);
}

/* ---- From a file ---- */

void
refrain_shape_finder_load (RefrainShapeFinder *self, const char *path)
{
  g_autofree char *name = NULL;

  g_return_if_fail (REFRAIN_IS_SHAPE_FINDER (self));
  g_return_if_fail (path != NULL);

  g_free (self->path);
  self->path = g_strdup (path);
  name = g_filename_display_basename (path);
  gtk_button_set_use_underline (GTK_BUTTON (self->file_button), FALSE);
  gtk_button_set_label (GTK_BUTTON (self->file_button), name);
  if (get_shape (self) == REFRAIN_KNOWN_FILE)
    update_pattern (self);
  else
    refrain_shape_finder_choose (self, REFRAIN_KNOWN_FILE);
}

static void
on_file_chosen (GtkNativeDialog *dialog, int response, RefrainShapeFinder *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

      if (path != NULL)
        refrain_shape_finder_load (self, path);
    }
  g_clear_object (&self->chooser);
}

static void
close_chooser (RefrainShapeFinder *self)
{
  if (self->chooser != NULL)
    gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (self->chooser));
  g_clear_object (&self->chooser);
}

static void
ask_for_file (RefrainShapeFinder *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  close_chooser (self);
  self->chooser = gtk_file_chooser_native_new (_ ("Choose a Pattern"),
                                               GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                               GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_signal_connect (self->chooser, "response", G_CALLBACK (on_file_chosen), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/* ---- Finding ---- */

typedef struct
{
  RefrainStudy *study;
  RefrainPatternTemplate *wanted;
  RefrainMatchOptions options;
  gboolean shifted;
} Work;

REFRAIN_DEFINE_FREE (work_free, Work, g_object_unref (x->study);
                     refrain_pattern_template_free (x->wanted))

static gpointer
find_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  GCancellable *cancellable = refrain_job_get_cancellable (job);
  Work *work = data;
  g_autoptr (RefrainSymbols) symbols
      = refrain_study_find_plain_symbols (work->study, cancellable, error);

  return symbols != NULL ? refrain_match_list_new (symbols, work->wanted, &work->options,
                                                   work->shifted, cancellable, error)
                         : NULL;
}

/* The places are lit up, again if something else was meanwhile. */
static void
light_up (RefrainShapeFinder *self)
{
  refrain_matches_set_list (refrain_session_get_subjects (self->session), self->found);
}

static void
on_found (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainShapeFinder *self = data;
  g_autofree char *text = NULL;

  if (result == NULL)
    {
      text = refrain_job_describe_error (error, _ ("Cancelled."));
      gtk_label_set_text (self->result_label, text);
      return;
    }
  self->found = result;
  if (g_list_model_get_n_items (G_LIST_MODEL (self->found)) == 0)
    {
      gtk_label_set_text (self->result_label, _ ("No match. Allow edits, or events in any order."));
      return;
    }
  text = refrain_match_table_describe (self->found);
  gtk_label_set_text (self->result_label, text);
  refrain_table_view_set_rows (self->matches, G_LIST_MODEL (self->found));
  light_up (self);
}

void
refrain_shape_finder_find (RefrainShapeFinder *self)
{
  g_autoptr (RefrainPatternTemplate) wanted = NULL;
  g_autoptr (GError) error = NULL;
  Work *work;

  g_return_if_fail (REFRAIN_IS_SHAPE_FINDER (self));

  if (self->session == NULL)
    return;
  forget (self);
  wanted = make_template (self, &error);
  if (wanted == NULL)
    {
      gtk_label_set_text (self->result_label, error->message);
      return;
    }
  gtk_label_set_text (self->result_label, _ ("Searching…"));
  work = g_new0 (Work, 1);
  work->study = g_object_ref (refrain_session_get_study (self->session));
  work->wanted = g_steal_pointer (&wanted);
  work->options.edits_per_process = get_number (self->edits);
  work->options.edits_total = work->options.edits_per_process > 0 ? G_MAXUINT64 : 0;
  work->options.any_order = gtk_check_button_get_active (self->any_order);
  work->shifted = gtk_check_button_get_active (self->shifted);
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->job,
                                _ ("Searching for a shape"), find_in_thread, work, work_free,
                                g_object_unref, self, on_found);
}

/* ---- Going from place to place ---- */

static void
on_activated (RefrainShapeFinder *self, RefrainMatch *match)
{
  if (self->found == NULL)
    return;
  light_up (self);
  refrain_subjects_set_place (refrain_session_get_subjects (self->session),
                              refrain_match_get_place (match));
  refrain_session_go_to_place (self->session);
}

/* Marks the place that was gone to. */
static void
on_current (RefrainShapeFinder *self)
{
  RefrainSubjects *subjects = refrain_session_get_subjects (self->session);
  gsize place;

  if (self->found != NULL && refrain_matches_get_list (subjects) == self->found
      && refrain_subjects_get_place (subjects, &place))
    refrain_match_table_mark (self->matches, (guint) place);
}

/* The ranks of a match. */
static char *
format_ranks (gpointer item, guint id, gpointer data)
{
  RefrainShapeFinder *self = data;
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (guint32));
  const RefrainMatchOccurrence *match;
  const RefrainOccurrencePart *parts;

  if (self->found == NULL)
    return g_strdup ("");
  match = refrain_match_list_get_occurrence (self->found, refrain_match_get_place (item));
  parts = refrain_match_list_get_parts (self->found, match);
  for (guint32 i = 0; i < match->n_parts; i++)
    g_array_append_val (ranks, parts[i].process);
  return refrain_format_ranks ((const guint32 *) (gpointer) ranks->data, ranks->len);
}

static double
get_first_rank (gpointer item, guint id, gpointer data)
{
  RefrainShapeFinder *self = data;
  const RefrainMatchOccurrence *match;

  if (self->found == NULL)
    return 0;
  match = refrain_match_list_get_occurrence (self->found, refrain_match_get_place (item));
  return match->n_parts > 0 ? refrain_match_list_get_parts (self->found, match)[0].process : 0;
}

/* ---- For those who have it ---- */

void
refrain_shape_finder_choose (RefrainShapeFinder *self, RefrainKnownShape shape)
{
  g_return_if_fail (REFRAIN_IS_SHAPE_FINDER (self));
  gtk_drop_down_set_selected (self->shapes, shape);
}

REFRAIN_GETTER (
    RefrainShapeFinder, refrain_shape_finder, RefrainMatchList *, get_found, self->found)

void
refrain_shape_finder_set_session (RefrainShapeFinder *self, RefrainSession *session)
{
  g_return_if_fail (REFRAIN_IS_SHAPE_FINDER (self));

  forget (self);
  close_chooser (self);
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_func (refrain_session_get_subjects (self->session),
                                            on_current, self);
      g_signal_handlers_disconnect_by_func (refrain_session_get_patterns (self->session),
                                            on_patterns, self);
    }
  g_set_object (&self->session, session);
  refrain_template_canvas_set_session (self->canvas, session);
  if (session == NULL)
    return;
  refrain_connect (refrain_session_get_subjects (session), "notify::subject", on_current, self);
  refrain_connect (refrain_session_get_patterns (session), "notify::composites", on_patterns, self);
  self->touched = FALSE;
  fill_numbers (self);
  on_shape (self);
}

/* ---- Widget ---- */

static void
refrain_shape_finder_dispose (GObject *object)
{
  RefrainShapeFinder *self = REFRAIN_SHAPE_FINDER (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  if (child != NULL)
    refrain_shape_finder_set_session (self, NULL);
  g_clear_pointer (&child, gtk_widget_unparent);
  g_clear_pointer (&self->path, g_free);
  G_OBJECT_CLASS (refrain_shape_finder_parent_class)->dispose (object);
}

static void
refrain_shape_finder_class_init (RefrainShapeFinderClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_shape_finder_dispose;
  g_type_ensure (REFRAIN_TYPE_TEMPLATE_CANVAS);
  g_type_ensure (REFRAIN_TYPE_TABLE_VIEW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  REFRAIN_TEMPLATE (widget_class, "shape-finder", RefrainShapeFinder, shapes, rows, columns, layers,
                    processes, edits, rows_label, columns_label, layers_label, processes_label,
                    origin_label, origin, closed, away, any_order, shifted, file_button, hand_box,
                    undo_button, clear_button, find_button, paned, result_label, matches, canvas);
}

static void
connect (RefrainShapeFinder *self,
         gpointer object,
         const char *signal,
         void (*changed) (RefrainShapeFinder *))
{
  refrain_connect (object, signal, changed, self);
}

static void
take_back (RefrainShapeFinder *self)
{
  refrain_template_canvas_remove_last (self->canvas);
}

static void
clear (RefrainShapeFinder *self)
{
  refrain_template_canvas_clear (self->canvas);
}

static void
refrain_shape_finder_init (RefrainShapeFinder *self)
{
  static const RefrainTableColumn ranks
      = { .title = N_ ("Ranks"), .text = format_ranks, .number = get_first_rank };
  gtk_widget_init_template (GTK_WIDGET (self));
  refrain_match_table_set_columns (self->matches, &ranks, self);
  connect (self, self->shapes, "notify::selected", on_shape);
  connect (self, self->rows, "value-changed", on_grid);
  connect (self, self->columns, "value-changed", on_grid);
  connect (self, self->layers, "value-changed", on_grid);
  connect (self, self->processes, "value-changed", update_pattern);
  connect (self, self->origin, "notify::selected", update_pattern);
  connect (self, self->closed, "toggled", update_pattern);
  connect (self, self->away, "toggled", update_pattern);
  connect (self, self->file_button, "clicked", ask_for_file);
  connect (self, self->undo_button, "clicked", take_back);
  connect (self, self->clear_button, "clicked", clear);
  connect (self, self->canvas, "edited", on_edited);
  connect (self, self->find_button, "clicked", refrain_shape_finder_find);
  g_signal_connect_swapped (self->matches, "activated", G_CALLBACK (on_activated), self);
  on_shape (self);
}
