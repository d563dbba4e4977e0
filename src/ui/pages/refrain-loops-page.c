/* refrain-loops-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-loops-page-private.h"

#include <glib/gi18n.h>

#include "refrain-matrix-painter.h"
#include "refrain-time-format.h"

/* Of the height, at first. */
#define CANVAS_PART 0.62

G_DEFINE_FINAL_TYPE (RefrainLoopsPage, refrain_loops_page, GTK_TYPE_WIDGET)

static RefrainLoops *
get_loops (RefrainLoopsPage *self)
{
  return self->session != NULL ? refrain_session_get_loops (self->session) : NULL;
}

RefrainLoopCanvas *
refrain_loops_page_get_canvas (RefrainLoopsPage *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS_PAGE (self), NULL);
  return self->canvas;
}

GListModel *
refrain_loops_page_get_lines (RefrainLoopsPage *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS_PAGE (self), NULL);
  return G_LIST_MODEL (self->rows);
}

RefrainLoopsDurations *
refrain_loops_page_get_durations (RefrainLoopsPage *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS_PAGE (self), NULL);
  return self->durations;
}

const char *
refrain_loops_page_get_tab (RefrainLoopsPage *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS_PAGE (self), NULL);
  return gtk_stack_get_visible_child_name (self->tabs);
}

void
refrain_loops_page_set_tab (RefrainLoopsPage *self, const char *tab)
{
  g_return_if_fail (REFRAIN_IS_LOOPS_PAGE (self));

  if (gtk_stack_get_child_by_name (self->tabs, tab) != NULL)
    gtk_stack_set_visible_child_name (self->tabs, tab);
}

/* ---- What is shown ---- */

/* What there is instead of loops. */
static void
update_state (RefrainLoopsPage *self)
{
  RefrainLoops *loops = get_loops (self);
  RefrainLoopModel *model = loops != NULL ? refrain_loops_get_model (loops) : NULL;
  const char *problem = loops != NULL ? refrain_loops_get_problem (loops) : NULL;
  const gboolean running = loops != NULL && refrain_loops_is_running (loops);
  const gboolean waiting
      = self->session != NULL
        && refrain_patterns_is_running (refrain_session_get_patterns (self->session));
  guint32 n = 0;

  if (model != NULL)
    refrain_loop_model_get_constructs (model, &n);
  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "loops" : "message");
  gtk_widget_set_visible (self->again_button, !running && !waiting && model == NULL);
  gtk_label_set_text (self->message_title, running         ? _ ("Looking for Loops…")
                                           : waiting       ? _ ("Looking for Patterns…")
                                           : model != NULL ? _ ("No Loops")
                                                           : _ ("Loops Were Not Found"));
  gtk_label_set_text (self->message_label,
                      running || waiting ? ""
                      : model != NULL    ? _ ("No process sends or receives anything in this run.")
                      : problem != NULL  ? problem
                                         : "");
}

static void
update_count (RefrainLoopsPage *self)
{
  const RefrainLoopModelSize *size;
  g_autofree char *loops = NULL;
  g_autofree char *terms = NULL;
  g_autofree char *text = NULL;

  if (self->session == NULL || refrain_loops_get_model (get_loops (self)) == NULL)
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
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->count_label), text);
}

/* "3rd of 249" without grammar: it reads the same in every language. */
static void
update_iteration (RefrainLoopsPage *self)
{
  const RefrainLoopIterations *iterations = refrain_loops_get_iterations (get_loops (self));
  const char *problem = refrain_loops_get_iterations_problem (get_loops (self));
  g_autofree char *count = NULL;
  g_autofree char *place = NULL;
  g_autofree char *text = NULL;
  gsize n, current;

  if (iterations == NULL)
    {
      gtk_label_set_text (self->iteration_label, problem != NULL ? problem : "");
      return;
    }
  n = refrain_loop_iterations_get_n (iterations);
  count = refrain_count_format (n);
  if (refrain_loops_get_current (get_loops (self), &current))
    {
      place = refrain_count_format (current + 1);
      text = g_strdup_printf (_ ("Iteration %s of %s"), place, count);
    }
  else if (refrain_loops_is_loop (get_loops (self), refrain_loops_get_selected (get_loops (self))))
    text = g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "%s iteration", "%s iterations", (gulong) n), count);
  else
    text = g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "%s occurrence", "%s occurrences", (gulong) n), count);
  gtk_label_set_text (self->iteration_label, text);
}

static void
update_matrix (RefrainLoopsPage *self)
{
  RefrainMatrix *matrix = refrain_loops_get_matrix (get_loops (self));
  g_autoptr (RefrainPainter) painter = NULL;
  g_autofree char *messages = NULL;
  g_autofree char *amount = NULL;
  g_autofree char *text = NULL;
  guint64 count, bytes;

  if (matrix != NULL)
    {
      painter = REFRAIN_PAINTER (refrain_matrix_painter_new (matrix, FALSE, TRUE));
      refrain_matrix_get_total (matrix, &count, &bytes);
      messages = refrain_count_format (count);
      amount = refrain_bytes_format (bytes);
      text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s message, %s, over all iterations",
                                           "%s messages, %s, over all iterations",
                                           (gulong) MIN (count, G_MAXULONG)),
                              messages, amount);
    }
  refrain_painter_view_set (self->matrix, self->session, painter);
  gtk_label_set_text (self->matrix_label,
                      text != NULL ? text : _ ("Choose a loop to see its messages."));
}

static void
on_model (RefrainLoopsPage *self)
{
  refrain_loops_page_update_text (self);
  update_count (self);
  update_state (self);
}

void
refrain_loops_page_set_session (RefrainLoopsPage *self, RefrainSession *session)
{
  static const struct
  {
    const char *signal;
    void (*func) (RefrainLoopsPage *self);
  } signals[] = {
    { "notify::model", on_model },
    { "notify::running", update_state },
    { "notify::selected", refrain_loops_page_mark_selected },
    { "notify::iterations", update_iteration },
    { "notify::current", update_iteration },
    { "notify::matrix", update_matrix },
  };

  g_return_if_fail (REFRAIN_IS_LOOPS_PAGE (self));

  if (self->session == session)
    return;
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (refrain_session_get_patterns (self->session), self);
      g_signal_handlers_disconnect_by_data (get_loops (self), self);
    }
  g_set_object (&self->session, session);
  refrain_loop_canvas_set_session (self->canvas, session);
  refrain_loop_map_set_session (self->map, session);
  refrain_loops_durations_set_session (self->durations, session);
  refrain_painter_view_set (self->matrix, session, NULL);
  on_model (self);
  if (session == NULL)
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_connect_object (get_loops (self), signals[i].signal, G_CALLBACK (signals[i].func),
                             self, G_CONNECT_SWAPPED);
  g_signal_connect_object (refrain_session_get_patterns (session), "notify::running",
                           G_CALLBACK (update_state), self, G_CONNECT_SWAPPED);
  update_iteration (self);
  update_matrix (self);
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

static void
refrain_loops_page_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  RefrainLoopsPage *self = REFRAIN_LOOPS_PAGE (widget);

  /* Until the user decides otherwise. */
  if (!self->split)
    {
      gtk_paned_set_position (self->paned, (int) (height * CANVAS_PART));
      self->split = TRUE;
    }
  gtk_widget_size_allocate (gtk_widget_get_first_child (widget),
                            &(GtkAllocation){ 0, 0, width, height }, baseline);
}

static void
refrain_loops_page_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  gtk_widget_measure (gtk_widget_get_first_child (widget), orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
  /* The side columns fold away where the page does not get what it asks for. */
  *natural = *minimum;
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
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  if (child != NULL)
    refrain_loops_page_set_session (self, NULL);
  g_clear_pointer (&child, gtk_widget_unparent);
  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (refrain_loops_page_parent_class)->dispose (object);
}

static void
refrain_loops_page_class_init (RefrainLoopsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_loops_page_dispose;
  widget_class->measure = refrain_loops_page_measure;
  widget_class->size_allocate = refrain_loops_page_size_allocate;
  widget_class->grab_focus = refrain_loops_page_grab_focus;
  g_type_ensure (REFRAIN_TYPE_LOOPS_DURATIONS);
  g_type_ensure (REFRAIN_TYPE_PAINTER_VIEW);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_n, 0, "win.next-occurrence", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_p, 0, "win.previous-occurrence", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.clear-selection",
                                       NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/refrain/Refrain/loops-page.ui");
  gtk_widget_class_bind_template_child (widget_class, RefrainLoopsPage, count_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainLoopsPage, iteration_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainLoopsPage, stack);
  gtk_widget_class_bind_template_child (widget_class, RefrainLoopsPage, message_title);
  gtk_widget_class_bind_template_child (widget_class, RefrainLoopsPage, message_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainLoopsPage, again_button);
  gtk_widget_class_bind_template_child (widget_class, RefrainLoopsPage, paned);
  gtk_widget_class_bind_template_child (widget_class, RefrainLoopsPage, grid);
  gtk_widget_class_bind_template_child (widget_class, RefrainLoopsPage, tabs);
  gtk_widget_class_bind_template_child (widget_class, RefrainLoopsPage, text);
  gtk_widget_class_bind_template_child (widget_class, RefrainLoopsPage, durations);
  gtk_widget_class_bind_template_child (widget_class, RefrainLoopsPage, matrix);
  gtk_widget_class_bind_template_child (widget_class, RefrainLoopsPage, matrix_label);
}

static void
refrain_loops_page_init (RefrainLoopsPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
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
  g_signal_connect_object (self->canvas, "view-changed", G_CALLBACK (on_view_changed), self,
                           G_CONNECT_SWAPPED);
  refrain_loops_page_init_text (self);
  update_state (self);
}
