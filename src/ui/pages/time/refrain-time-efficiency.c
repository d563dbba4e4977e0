/* refrain-time-efficiency.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tree of factors is a grid; what phases and iterations say is worked out in the background.
 */
#include "refrain-time-efficiency.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-run-words.h"
#include "refrain-share-table.h"
#include "refrain-swatch.h"
#include "refrain-time-groups.h"
#include "refrain-widget-style.h"

/* Factors of the efficiency, in the order of the tree. */
enum
{
  PARALLEL,
  LOAD_BALANCE,
  COMMUNICATION,
  SERIALISATION,
  TRANSFER,
  N_FACTORS,
  DEVICE = N_FACTORS, /* no factor: only of runs that wait for an accelerator */
  N_LINES
};

static const struct
{
  const char *name, *meaning;
  int depth;
} factors[N_LINES] = {
  { N_ ("Parallel efficiency"), N_ ("share of the run that processes compute"), 0 },
  { N_ ("Load balance"), N_ ("how evenly the work is shared"), 1 },
  { N_ ("Communication"), N_ ("time outside MPI of the busiest process"), 1 },
  { N_ ("Serialisation"), N_ ("busiest process, on an ideal network"), 2 },
  { N_ ("Transfer"), N_ ("run time on an ideal network"), 2 },
  { N_ ("Without an accelerator"), N_ ("of the run, processes compute and wait for no accelerator"),
    0 },
};

/* Pixels that a level of the tree stands in. */
#define INDENT 18
/* The width of bars and numbers. */
#define BAR_WIDTH    180
#define NUMBER_CHARS 8

struct _RefrainTimeEfficiency
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainJob *job;
  gboolean is_stale; /* the tables are made when they are seen */
  GtkWidget *box;
  GtkLabel *sentence;
  GtkGrid *grid;
  RefrainSwatch *bars[N_LINES];
  GtkLabel *numbers[N_LINES];
  GtkStack *stack;
  GtkWidget *switcher;
  RefrainShareTable *phases, *iterations;
};

G_DEFINE_FINAL_TYPE (RefrainTimeEfficiency, refrain_time_efficiency, GTK_TYPE_WIDGET)

static void
list_factors (const RefrainEfficiencyNumbers *numbers, double *values)
{
  values[PARALLEL] = numbers->parallel;
  values[LOAD_BALANCE] = numbers->load_balance;
  values[COMMUNICATION] = numbers->communication;
  values[SERIALISATION] = numbers->serialisation;
  values[TRANSFER] = numbers->transfer;
}

/* ---- The run --------------------------------------------------------------------------------- */

static void
update_bars (RefrainTimeEfficiency *self)
{
  const gboolean dark = self->session != NULL && refrain_session_get_dark (self->session);
  RefrainStyle style;

  refrain_widget_init_style (&style, dark, 10);
  for (guint i = 0; i < N_LINES; i++)
    refrain_swatch_set_color (self->bars[i], &style.colors[REFRAIN_COLOR_P2P]);
}

static void
update_run (RefrainTimeEfficiency *self, RefrainEfficiency *efficiency)
{
  RefrainTrace *trace = refrain_session_get_trace (self->session);
  g_autofree char *device = refrain_trace_describe_device (trace);
  g_autofree char *sentence = refrain_efficiency_describe (efficiency);
  RefrainEfficiencyNumbers run;
  double values[N_LINES];

  refrain_efficiency_get_run (efficiency, &run);
  gtk_widget_set_visible (GTK_WIDGET (self->grid), run.longest > 0);
  gtk_label_set_text (self->sentence, sentence);
  if (run.longest == 0)
    return;
  list_factors (&run, values);
  values[DEVICE] = MAX (run.parallel - refrain_trace_get_device_share (trace, NULL), 0);
  for (guint i = 0; i < N_LINES; i++)
    {
      g_autofree char *text = g_strdup_printf (_ ("%.1f %%"), 100 * values[i]);

      refrain_swatch_set_fraction (self->bars[i], values[i]);
      gtk_label_set_text (self->numbers[i], text);
    }
  for (int column = 0; column < 4; column++)
    gtk_widget_set_visible (gtk_grid_get_child_at (self->grid, column, DEVICE), device != NULL);
}

/* ---- Phases and iterations ------------------------------------------------------------------- */

/* What is asked. */
typedef struct
{
  RefrainEfficiency *efficiency;
  RefrainIterations *iterations;
  RefrainPatternSet *set;
  RefrainPhases *phases; /* or NULL */
  GArray *nodes;         /* of the phases, one after the other */
  GArray *first;         /* of guint: the first node of each phase, one more */
  guint n_processes;
} Question;

typedef struct
{
  RefrainEfficiencyNumbers *phases, *iterations;
  gsize n_phases;
  guint32 n_iterations;
} Answer;

REFRAIN_DEFINE_FREE (question_free,
                     Question,
                     refrain_clear_objects (&x->efficiency, &x->iterations, &x->set, &x->phases);
                     refrain_unref_arrays (x->nodes, x->first))

REFRAIN_DEFINE_FREE (answer_free, Answer, refrain_free (x->phases, x->iterations))

static gboolean
answer_phases (Answer *answer, const Question *question, GCancellable *cancellable)
{
  g_autofree RefrainEfficiencyInterval *intervals
      = g_new (RefrainEfficiencyInterval, question->n_processes + 1);
  g_autoptr (RefrainTimeGroups) groups = NULL;

  if (question->phases == NULL)
    return TRUE;
  groups = refrain_time_groups_new (question->set, question->phases,
                                    (const guint32 *) (gpointer) question->nodes->data,
                                    question->nodes->len);
  answer->n_phases = question->first->len - 1;
  answer->phases = g_new (RefrainEfficiencyNumbers, answer->n_phases + 1);
  for (guint i = 0; i < answer->n_phases; i++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      refrain_time_groups_get_windows (groups, g_array_index (question->first, guint, i),
                                       g_array_index (question->first, guint, i + 1), intervals);
      refrain_efficiency_get (question->efficiency, intervals, &answer->phases[i]);
    }
  return TRUE;
}

static gboolean
answer_iterations (Answer *answer, const Question *question, GCancellable *cancellable)
{
  g_autofree RefrainEfficiencyInterval *intervals
      = g_new (RefrainEfficiencyInterval, question->n_processes + 1);

  answer->n_iterations = refrain_iterations_get_n (question->iterations);
  answer->iterations = g_new (RefrainEfficiencyNumbers, (gsize) answer->n_iterations + 1);
  for (guint32 i = 0; i < answer->n_iterations; i++)
    {
      RefrainEfficiencyInterval whole = { 1, 0 };

      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      refrain_iterations_get_run_span (question->iterations, i, &whole.start, &whole.end);
      for (guint p = 0; p < question->n_processes; p++)
        if (refrain_iterations_get_span (question->iterations, p, i, &intervals[p].start,
                                         &intervals[p].end))
          intervals[p] = whole;
        else
          intervals[p] = (RefrainEfficiencyInterval){ 1, 0 };
      refrain_efficiency_get (question->efficiency, intervals, &answer->iterations[i]);
    }
  return TRUE;
}

static gpointer
answer_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  GCancellable *cancellable = refrain_job_get_cancellable (job);
  Answer *answer = g_new0 (Answer, 1);

  if (!answer_phases (answer, data, cancellable) || !answer_iterations (answer, data, cancellable))
    {
      g_clear_pointer (&answer, answer_free);
      g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  return answer;
}

static void
fill_row (RefrainShareRowData *row,
          guint32 id,
          const char *name,
          const RefrainEfficiencyNumbers *is)
{
  *row = (RefrainShareRowData){ .id = id, .name = name };
  row->values[0] = (double) is->time;
  list_factors (is, row->values + 1);
}

static void
show_phases (RefrainTimeEfficiency *self, const Answer *answer)
{
  RefrainPhaseModel *model = refrain_session_get_phases (self->session);
  g_autofree RefrainShareRowData *rows = g_new0 (RefrainShareRowData, answer->n_phases + 1);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  gsize n;
  const RefrainPhaseRange *ranges = refrain_phase_model_get_ranges (model, &n);

  /* There may be others by now: then another answer is on its way. */
  for (gsize i = 0; i < MIN (n, answer->n_phases); i++)
    {
      g_autofree char *name = refrain_phase_model_describe (model, &ranges[i]);

      g_ptr_array_add (names, g_strdup_printf ("%u  %s", (guint) i + 1, name));
      fill_row (&rows[i], (guint32) i, names->pdata[i], &answer->phases[i]);
    }
  refrain_share_table_set_rows (self->phases, rows, names->len);
}

static void
show_iterations (RefrainTimeEfficiency *self, const Answer *answer)
{
  g_autofree RefrainShareRowData *rows
      = g_new0 (RefrainShareRowData, (gsize) answer->n_iterations + 1);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint32 i = 0; i < answer->n_iterations; i++)
    {
      g_ptr_array_add (names, g_strdup_printf (_ ("Iteration %u"), i + 1));
      fill_row (&rows[i], i, names->pdata[i], &answer->iterations[i]);
    }
  refrain_share_table_set_rows (self->iterations, rows, answer->n_iterations);
}

static void
update_tables (RefrainTimeEfficiency *self)
{
  const gboolean phases = refrain_share_table_get_n_rows (self->phases) > 0;
  const gboolean iterations = refrain_share_table_get_n_rows (self->iterations) > 0;

  gtk_stack_page_set_visible (gtk_stack_get_page (self->stack, GTK_WIDGET (self->phases)), phases);
  gtk_stack_page_set_visible (gtk_stack_get_page (self->stack, GTK_WIDGET (self->iterations)),
                              iterations);
  gtk_widget_set_visible (GTK_WIDGET (self->stack), phases || iterations);
  gtk_widget_set_visible (self->switcher, phases && iterations);
  if (!phases && iterations)
    gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->iterations));
}

static void
on_answered (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainTimeEfficiency *self = data;
  Answer *answer = result;

  if (answer != NULL && self->session != NULL)
    {
      show_phases (self, answer);
      show_iterations (self, answer);
      update_tables (self);
    }
  g_clear_pointer (&answer, answer_free);
}

/* The phases as they are shown now. */
static void
ask_for_phases (RefrainTimeEfficiency *self, Question *question)
{
  RefrainPhaseModel *model = refrain_session_get_phases (self->session);
  const guint none = 0;
  gsize n = 0;
  const RefrainPhaseRange *ranges = NULL;

  question->nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  question->first = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_val (question->first, none);
  question->set = refrain_patterns_get_set (refrain_session_get_patterns (self->session));
  question->phases = refrain_phase_model_get_phases (model);
  if (question->set == NULL || question->phases == NULL)
    question->phases = NULL;
  if (question->set != NULL)
    g_object_ref (question->set);
  if (question->phases == NULL)
    return;
  g_object_ref (question->phases);
  ranges = refrain_phase_model_get_ranges (model, &n);
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GArray) cover = refrain_phase_model_cover (model, &ranges[i]);

      if (cover->len > 0)
        g_array_append_vals (question->nodes, cover->data, cover->len);
      g_array_append_val (question->first, question->nodes->len);
    }
}

static void
ask (RefrainTimeEfficiency *self)
{
  RefrainTimeModel *times = refrain_session_get_times (self->session);
  Question *question = g_new0 (Question, 1);

  question->efficiency = g_object_ref (refrain_time_model_get_efficiency (times));
  question->iterations = g_object_ref (refrain_time_model_get_iterations (times));
  question->n_processes = refrain_trace_get_n_processes (refrain_session_get_trace (self->session));
  ask_for_phases (self, question);
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->job,
                                _ ("Efficiencies by phase"), answer_in_thread, question,
                                question_free, answer_free, self, on_answered);
}

/* At once where it is seen, else then: phases change many times while their strength is moved. */
static void
ask_when_seen (RefrainTimeEfficiency *self)
{
  refrain_job_stop (&self->job);
  self->is_stale = !gtk_widget_get_mapped (GTK_WIDGET (self));
  if (!self->is_stale)
    ask (self);
}

static void
update (RefrainTimeEfficiency *self)
{
  RefrainEfficiency *efficiency
      = self->session != NULL
            ? refrain_time_model_get_efficiency (refrain_session_get_times (self->session))
            : NULL;

  refrain_job_stop (&self->job);
  self->is_stale = FALSE;
  refrain_share_table_set_rows (self->phases, NULL, 0);
  refrain_share_table_set_rows (self->iterations, NULL, 0);
  update_tables (self);
  gtk_widget_set_visible (self->box, efficiency != NULL);
  if (efficiency == NULL)
    return;
  update_run (self, efficiency);
  ask_when_seen (self);
}

/* Other phases are found, or shown. */
static void
on_phases_changed (RefrainTimeEfficiency *self)
{
  if (self->session != NULL
      && refrain_time_model_has_results (refrain_session_get_times (self->session)))
    ask_when_seen (self);
}

static void
on_phase_activated (RefrainTimeEfficiency *self, guint id)
{
  RefrainPhaseModel *model = refrain_session_get_phases (self->session);
  gsize n;
  const RefrainPhaseRange *ranges = refrain_phase_model_get_ranges (model, &n);

  if (id >= n)
    return;
  refrain_phase_model_select (model, &ranges[id], 1);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", "events");
}

static void
on_iteration_activated (RefrainTimeEfficiency *self, guint id)
{
  RefrainIterations *iterations
      = refrain_time_model_get_iterations (refrain_session_get_times (self->session));
  RefrainTime first, last;

  if (!refrain_iterations_get_run_span (iterations, id, &first, &last))
    return;
  refrain_session_show_times (self->session, first, last);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", "events");
}

void
refrain_time_efficiency_set_session (RefrainTimeEfficiency *self, RefrainSession *session)
{
  g_return_if_fail (REFRAIN_IS_TIME_EFFICIENCY (self));

  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_phases (self->session), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_times (self->session), self);
    }
  g_set_object (&self->session, session);
  if (session != NULL)
    {
      RefrainPhaseModel *phases = refrain_session_get_phases (session);

      refrain_connect (session, "notify::dark", update_bars, self);
      refrain_connect (refrain_session_get_times (session), "notify::results", update, self);
      refrain_connect (phases, "notify::phases", on_phases_changed, self);
      refrain_connect (phases, "notify::strength", on_phases_changed, self);
      refrain_connect (phases, "notify::marks", on_phases_changed, self);
      update_bars (self);
    }
  update (self);
}

/* ---- Widget ---------------------------------------------------------------------------------- */

static void
add_factor (RefrainTimeEfficiency *self, guint i)
{
  GtkWidget *name = gtk_label_new (_ (factors[i].name));
  GtkWidget *number = gtk_label_new (NULL);
  GtkWidget *bar = refrain_swatch_new ();
  GtkWidget *meaning = gtk_label_new (_ (factors[i].meaning));

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_widget_set_margin_start (name, factors[i].depth * INDENT);
  if (i == PARALLEL)
    gtk_widget_add_css_class (name, "heading");
  gtk_label_set_xalign (GTK_LABEL (number), 1);
  gtk_label_set_width_chars (GTK_LABEL (number), NUMBER_CHARS);
  gtk_widget_add_css_class (number, "numeric");
  gtk_widget_set_size_request (bar, BAR_WIDTH, -1);
  gtk_label_set_xalign (GTK_LABEL (meaning), 0);
  gtk_label_set_wrap (GTK_LABEL (meaning), TRUE);
  gtk_widget_set_hexpand (meaning, TRUE);
  gtk_widget_add_css_class (meaning, "dim-label");
  gtk_grid_attach (self->grid, name, 0, (int) i, 1, 1);
  gtk_grid_attach (self->grid, number, 1, (int) i, 1, 1);
  gtk_grid_attach (self->grid, bar, 2, (int) i, 1, 1);
  gtk_grid_attach (self->grid, meaning, 3, (int) i, 1, 1);
  self->numbers[i] = GTK_LABEL (number);
  self->bars[i] = REFRAIN_SWATCH (bar);
}

static RefrainShareTable *
add_table (RefrainTimeEfficiency *self, const char *title, const char *name, GCallback activate)
{
  const RefrainShareColumn columns[] = {
    { .title = _ ("Time"), .unit = REFRAIN_CELL_TIME },
    { .title = _ ("Parallel"), .unit = REFRAIN_CELL_SHARE, .bar = TRUE },
    { .title = _ ("Balance"), .unit = REFRAIN_CELL_SHARE },
    { .title = _ ("Comm."), .unit = REFRAIN_CELL_SHARE, .explanation = _ ("Communication") },
    { .title = _ ("Serial."), .unit = REFRAIN_CELL_SHARE, .explanation = _ ("Serialisation") },
    { .title = _ ("Transfer"), .unit = REFRAIN_CELL_SHARE },
  };
  RefrainShareTable *table = refrain_share_table_new (
      title, name, FALSE, columns, G_N_ELEMENTS (columns), G_N_ELEMENTS (columns));

  gtk_stack_add_titled (self->stack, GTK_WIDGET (table), title, title);
  refrain_connect (table, "activated", activate, self);
  return table;
}

static void
refrain_time_efficiency_map (GtkWidget *widget)
{
  RefrainTimeEfficiency *self = REFRAIN_TIME_EFFICIENCY (widget);

  GTK_WIDGET_CLASS (refrain_time_efficiency_parent_class)->map (widget);
  if (self->is_stale)
    ask_when_seen (self);
}

REFRAIN_DEFINE_END (RefrainTimeEfficiency,
                    refrain_time_efficiency,
                    dispose,
                    refrain_job_stop (&x->job);
                    g_clear_object (&x->session);
                    g_clear_pointer (&x->box, gtk_widget_unparent))

static void
refrain_time_efficiency_class_init (RefrainTimeEfficiencyClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = refrain_time_efficiency_dispose;
  GTK_WIDGET_CLASS (klass)->map = refrain_time_efficiency_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
refrain_time_efficiency_init (RefrainTimeEfficiency *self)
{
  GtkWidget *heading = gtk_label_new (_ ("Efficiency"));

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "heading");
  gtk_box_append (GTK_BOX (self->box), heading);
  self->sentence = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->sentence, 0);
  gtk_label_set_wrap (self->sentence, TRUE);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->sentence));
  self->grid = GTK_GRID (gtk_grid_new ());
  gtk_grid_set_column_spacing (self->grid, 12);
  gtk_grid_set_row_spacing (self->grid, 4);
  for (guint i = 0; i < N_LINES; i++)
    add_factor (self, i);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->grid));
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_vhomogeneous (self->stack, FALSE);
  self->switcher = gtk_stack_switcher_new ();
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (self->switcher), self->stack);
  gtk_widget_set_halign (self->switcher, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (self->box), self->switcher);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->stack));
  self->phases = add_table (self, _ ("By Phase"), _ ("Phase"), G_CALLBACK (on_phase_activated));
  self->iterations
      = add_table (self, _ ("By Iteration"), _ ("Iteration"), G_CALLBACK (on_iteration_activated));
  update (self);
}
