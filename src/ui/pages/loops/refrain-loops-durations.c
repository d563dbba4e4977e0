/* refrain-loops-durations.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Measures in the background whenever edges, processes or the loop change while the plot is on the
 * screen.
 */
#include "refrain-loops-durations.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-painter-view.h"
#include "refrain-rank-filter.h"
#include "refrain-save-chooser.h"
#include "refrain-series-painter.h"
#include "refrain-template.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

struct _RefrainLoopsDurations
{
  GtkWidget parent_instance;

  RefrainSession *session;
  GtkFileChooserNative *chooser;

  GtkDropDown *from, *to;
  GtkEditable *ranks;
  GtkWidget *save_button;
  GtkLabel *label;
  GtkStack *stack;
  RefrainPainterView *view;
};

G_DEFINE_FINAL_TYPE (RefrainLoopsDurations, refrain_loops_durations, GTK_TYPE_WIDGET)

static const char *const edges[REFRAIN_N_SERIES_EDGES + 1] = {
  [REFRAIN_SERIES_BEGIN] = N_ ("Start of Iteration"),
  [REFRAIN_SERIES_END] = N_ ("End of Iteration"),
  [REFRAIN_SERIES_NEXT_BEGIN] = N_ ("Start of Next"),
  [REFRAIN_SERIES_NEXT_END] = N_ ("End of Next"),
};

static RefrainLoops *
get_loops (RefrainLoopsDurations *self)
{
  return self->session != NULL ? refrain_session_get_loops (self->session) : NULL;
}

char *
refrain_loops_durations_describe (RefrainLoops *loops, RefrainLoopSeries *series)
{
  const guint32 number = refrain_loops_get_number (
      loops, refrain_loop_iterations_get_construct (refrain_loop_series_get_iterations (series)));

  /* Translators: a loop's number, and two edges of its iterations. */
  return g_strdup_printf (_ ("Loop %u: %s → %s"), number,
                          _ (edges[refrain_loop_series_get_from (series)]),
                          _ (edges[refrain_loop_series_get_to (series)]));
}

/* ---- Measuring ---- */

/* The processes of the selected loop that are asked for. */
static GArray *
list_processes (RefrainLoopsDurations *self)
{
  RefrainTrace *trace = refrain_session_get_trace (self->session);
  g_autoptr (RefrainRankFilter) filter
      = refrain_rank_filter_new (gtk_editable_get_text (self->ranks));
  GArray *processes = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < refrain_trace_get_n_processes (trace); i++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, i);

      if (refrain_rank_filter_test (filter, i, refrain_process_get_name (process),
                                    refrain_process_get_host (process)))
        g_array_append_val (processes, i);
    }
  return processes;
}

static void
measure (RefrainLoopsDurations *self)
{
  g_autoptr (GArray) processes = NULL;

  if (self->session == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self))
      || refrain_loops_get_selected (get_loops (self)) == REFRAIN_NONE)
    return;
  processes = list_processes (self);
  refrain_loops_measure (get_loops (self), (const guint32 *) (gpointer) processes->data,
                         processes->len, gtk_drop_down_get_selected (self->from),
                         gtk_drop_down_get_selected (self->to));
}

static void
update (RefrainLoopsDurations *self)
{
  RefrainLoops *loops = get_loops (self);
  RefrainLoopSeries *series = loops != NULL ? refrain_loops_get_series (loops) : NULL;
  const char *problem = loops != NULL ? refrain_loops_get_series_problem (loops) : NULL;
  g_autoptr (RefrainPainter) painter = NULL;
  g_autofree char *title = NULL;
  gint64 least, greatest;
  const gboolean has_values
      = series != NULL && refrain_loop_series_get_range (series, &least, &greatest);

  if (has_values)
    {
      title = refrain_loops_durations_describe (loops, series);
      painter = REFRAIN_PAINTER (refrain_series_painter_new (series, title));
    }
  refrain_painter_view_set (self->view, self->session, painter);
  gtk_widget_set_sensitive (self->save_button, has_values);
  gtk_label_set_text (self->label,
                      problem != NULL  ? problem
                      : series != NULL ? _ ("No such times for these processes in the loop.")
                      : loops == NULL || refrain_loops_get_selected (loops) == REFRAIN_NONE
                          ? _ ("Select a loop to see the durations of its iterations.")
                          : "");
  gtk_stack_set_visible_child_name (self->stack, has_values ? "plot" : "none");
}

static void
on_selected (RefrainLoopsDurations *self)
{
  update (self);
  measure (self);
}

void
refrain_loops_durations_choose (RefrainLoopsDurations *self,
                                RefrainSeriesEdge from,
                                RefrainSeriesEdge to,
                                const char *ranks)
{
  g_return_if_fail (REFRAIN_IS_LOOPS_DURATIONS (self));
  g_return_if_fail (from < REFRAIN_N_SERIES_EDGES && to < REFRAIN_N_SERIES_EDGES);

  gtk_drop_down_set_selected (self->from, from);
  gtk_drop_down_set_selected (self->to, to);
  gtk_editable_set_text (self->ranks, ranks != NULL ? ranks : "");
  measure (self);
}

void
refrain_loops_durations_set_session (RefrainLoopsDurations *self, RefrainSession *session)
{
  g_return_if_fail (REFRAIN_IS_LOOPS_DURATIONS (self));

  if (self->session == session)
    return;
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (get_loops (self), self);
  g_set_object (&self->session, session);
  if (session != NULL)
    {
      refrain_connect (get_loops (self), "notify::selected", on_selected, self);
      refrain_connect (get_loops (self), "notify::series", update, self);
    }
  update (self);
}

/* ---- Saving ---- */

typedef struct
{
  RefrainLoopSeries *series;
  char *path;
} SaveWork;

REFRAIN_DEFINE_FREE (save_work_free, SaveWork, g_object_unref (x->series); g_free (x->path))

static gpointer
save_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  SaveWork *work = data;

  return refrain_loop_series_save_csv (work->series, work->path, refrain_job_get_cancellable (job),
                                       error)
             ? g_strdup (work->path)
             : NULL;
}

static void
on_saved (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  g_autofree char *path = result;
  g_autofree char *name = path != NULL ? g_path_get_basename (path) : NULL;
  g_autofree char *text
      = path != NULL ? g_strdup_printf (_ ("Saved “%s”"), name) : g_strdup (error->message);

  gtk_widget_activate_action (GTK_WIDGET (data), "win.tell", "s", text);
}

void
refrain_loops_durations_save (RefrainLoopsDurations *self, const char *path)
{
  SaveWork *work;

  g_return_if_fail (REFRAIN_IS_LOOPS_DURATIONS (self));
  g_return_if_fail (path != NULL);

  if (self->session == NULL || refrain_loops_get_series (get_loops (self)) == NULL)
    return;
  work = g_new0 (SaveWork, 1);
  work->series = g_object_ref (refrain_loops_get_series (get_loops (self)));
  work->path = g_strdup (path);
  refrain_task_runner_start (refrain_session_get_runner (self->session), _ ("Saving the table"),
                             save_in_thread, work, save_work_free, g_free, G_OBJECT (self),
                             on_saved, self);
}

static void
save (gpointer owner, const char *path)
{
  refrain_loops_durations_save (owner, path);
}

static void
on_save_clicked (RefrainLoopsDurations *self)
{
  g_autofree char *name = g_strdup_printf (
      "%s-loop-%u.csv", refrain_trace_get_name (refrain_session_get_trace (self->session)),
      refrain_loops_get_number (get_loops (self), refrain_loops_get_selected (get_loops (self))));

  refrain_save_chooser_ask (&self->chooser, self, _ ("Save the Table"), name, save);
}

/* ---- Pointer ---- */

static gboolean
find (RefrainLoopsDurations *self, double x, double y, gsize *process, gsize *iteration)
{
  RefrainPainter *painter = refrain_canvas_get_painter (REFRAIN_CANVAS (self->view));
  RefrainViewport viewport = { 0 };
  RefrainStyle style;

  if (painter == NULL)
    return FALSE;
  refrain_painter_get_extent (painter, &viewport);
  viewport.width = gtk_widget_get_width (GTK_WIDGET (self->view));
  viewport.height = gtk_widget_get_height (GTK_WIDGET (self->view));
  viewport.furniture = TRUE;
  refrain_widget_get_style (GTK_WIDGET (self->view), self->session, &style);
  return refrain_series_painter_find (REFRAIN_SERIES_PAINTER (painter), &viewport, &style, x, y,
                                      process, iteration);
}

/* Goes to the first operation of the iteration on the process. */
static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RefrainLoopsDurations *self = data;
  const RefrainLoopIterations *iterations;
  const guint32 *processes;
  RefrainLoopSpan span;
  RefrainPick pick = { REFRAIN_PICK_OP, 0, 0, 0 };
  gsize process, iteration, n;

  if (!find (self, x, y, &process, &iteration))
    return;
  iterations = refrain_loop_series_get_iterations (refrain_loops_get_series (get_loops (self)));
  processes = refrain_loop_iterations_get_processes (iterations, &n);
  span = refrain_loop_iterations_get_span (iterations, iteration, process);
  pick.process = processes[process];
  pick.row = refrain_loop_events_get_stream (
                 refrain_loop_model_get_events (refrain_loops_get_model (get_loops (self))),
                 pick.process)
                 ->op[span.first];
  refrain_session_go_to (self->session, &pick);
}

static gboolean
on_query_tooltip (RefrainLoopsDurations *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  RefrainLoopSeries *series;
  g_autofree char *value = NULL, *count = NULL, *text = NULL;
  gsize process, iteration, n;

  if (keyboard || !find (self, x, y, &process, &iteration))
    return FALSE;
  series = refrain_loops_get_series (get_loops (self));
  value = refrain_time_format (refrain_loop_series_get_values (series, process)[iteration], 4);
  count = refrain_count_format (iteration + 1);
  text = g_strdup_printf (_ ("Process %u, iteration %s: %s"),
                          refrain_loop_series_get_processes (series, &n)[process], count, value);
  refrain_widget_set_tooltip (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ x - 4, y - 4, 8, 8 });
  return TRUE;
}

/* ---- Widget ---- */

static void
refrain_loops_durations_map (GtkWidget *widget)
{
  RefrainLoopsDurations *self = REFRAIN_LOOPS_DURATIONS (widget);

  GTK_WIDGET_CLASS (refrain_loops_durations_parent_class)->map (widget);
  if (self->session != NULL && refrain_loops_get_series (get_loops (self)) == NULL)
    measure (self);
}

static void
refrain_loops_durations_dispose (GObject *object)
{
  RefrainLoopsDurations *self = REFRAIN_LOOPS_DURATIONS (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  refrain_save_chooser_close (&self->chooser);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (get_loops (self), self);
  g_clear_object (&self->session);
  g_clear_pointer (&child, gtk_widget_unparent);
  G_OBJECT_CLASS (refrain_loops_durations_parent_class)->dispose (object);
}

static void
refrain_loops_durations_class_init (RefrainLoopsDurationsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_loops_durations_dispose;
  widget_class->map = refrain_loops_durations_map;
  g_type_ensure (REFRAIN_TYPE_PAINTER_VIEW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  REFRAIN_TEMPLATE (widget_class, "loops-durations", RefrainLoopsDurations, from, to, ranks,
                    save_button, label, stack, view);
}

static void
refrain_loops_durations_init (RefrainLoopsDurations *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < REFRAIN_N_SERIES_EDGES; i++)
    gtk_string_list_append (names, _ (edges[i]));
  gtk_drop_down_set_model (self->from, G_LIST_MODEL (names));
  gtk_drop_down_set_model (self->to, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->to, REFRAIN_SERIES_END);
  refrain_connect (self->from, "notify::selected", measure, self);
  refrain_connect (self->to, "notify::selected", measure, self);
  refrain_connect (self->ranks, "changed", measure, self);
  refrain_connect (self->save_button, "clicked", on_save_clicked, self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (click));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self->view), TRUE);
  refrain_connect (self->view, "query-tooltip", on_query_tooltip, self);
}
