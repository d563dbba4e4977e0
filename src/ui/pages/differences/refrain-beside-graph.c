/* refrain-beside-graph.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Puts the parts of an event graph into a grid, as the page Events does, without what stands
 * around. The canvas of another picture has a session only while it is shown.
 */
#include "config.h"
#include "refrain-beside-graph.h"

#include <glib/gi18n.h>

#include "refrain-object.h"
#include "refrain-phase-canvas.h"
#include "refrain-run.h"
#include "refrain-row-labels.h"
#include "refrain-time-format.h"
#include "refrain-time-ruler.h"
#include "refrain-widget-style.h"

struct _RefrainBesideGraph
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainBesidePicture picture;
  GtkWidget *title;
  GtkStack *stack; /* "events", "phases", "loops", "message" */
  GtkLabel *message;
  RefrainEventCanvas *canvas;
  RefrainCanvas *phases, *loops;
  GtkWidget *ruler, *labels, *scrollbar;
  gboolean following;
};

G_DEFINE_FINAL_TYPE (RefrainBesideGraph, refrain_beside_graph, GTK_TYPE_WIDGET)

REFRAIN_GETTER (
    RefrainBesideGraph, refrain_beside_graph, RefrainEventCanvas *, get_canvas, self->canvas)

REFRAIN_GETTER (
    RefrainBesideGraph, refrain_beside_graph, RefrainBesidePicture, get_picture, self->picture)

REFRAIN_GETTER (RefrainBesideGraph,
                refrain_beside_graph,
                RefrainLoopCanvas *,
                get_loops,
                REFRAIN_LOOP_CANVAS (self->loops))

REFRAIN_GETTER (RefrainBesideGraph,
                refrain_beside_graph,
                const char *,
                get_title,
                gtk_label_get_text (GTK_LABEL (self->title)))

GtkWidget *
refrain_beside_graph_new (void)
{
  return g_object_new (REFRAIN_TYPE_BESIDE_GRAPH, NULL);
}

static void
update_title (RefrainBesideGraph *self, const char *name)
{
  RefrainTrace *trace = refrain_session_get_trace (self->session);
  const RefrainRun *run = refrain_trace_get_run (trace);
  const guint n = refrain_trace_get_n_processes (trace);
  g_autofree char *time = refrain_time_format (run->end - run->start, 3);
  /* TRANSLATORS: "A: lu-W-4, 4 processes, 2.3 s". */
  g_autofree char *text = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s: %s, %u process, %s", "%s: %s, %u processes, %s", n), name,
      refrain_trace_get_name (trace), n, time);
  g_autofree char *label = g_strdup_printf (_ ("Event graph of %s"), text);

  gtk_label_set_text (GTK_LABEL (self->title), text);
  refrain_widget_set_long_tooltip (self->title, refrain_trace_get_path (trace));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->canvas), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
}

/* What was picked can be seen. */
static void
on_pick (RefrainBesideGraph *self)
{
  const RefrainPick *pick
      = refrain_selection_get_pick (refrain_session_get_selection (self->session));

  if (pick->kind == REFRAIN_PICK_OP || pick->kind == REFRAIN_PICK_CALL
      || pick->kind == REFRAIN_PICK_PROCESS)
    refrain_event_canvas_show_process (self->canvas, pick->process);
}

/* ---- Which picture ---- */

/* NULL: the picture of what was found can be shown; else why it cannot, or not yet. */
static const char *
find_message (RefrainBesideGraph *self)
{
  RefrainPatterns *patterns = refrain_session_get_patterns (self->session);
  RefrainPhaseModel *phases = refrain_session_get_phases (self->session);
  RefrainLoops *loops = refrain_session_get_loops (self->session);
  const gboolean of_loops = self->picture == REFRAIN_BESIDE_LOOPS;
  const char *problem = refrain_patterns_get_problem (patterns);

  if (self->picture == REFRAIN_BESIDE_EVENTS)
    return NULL;
  if (of_loops ? refrain_loops_get_painter (loops) != NULL
               : refrain_phase_model_get_phases (phases) != NULL)
    return NULL;
  if (refrain_patterns_is_running (patterns))
    return _ ("Searching for Patterns…");
  if (problem == NULL)
    problem
        = of_loops ? refrain_loops_get_problem (loops) : refrain_phase_model_get_problem (phases);
  return problem != NULL ? problem
         : of_loops      ? _ ("Searching for Loops…")
                         : _ ("Searching for Phases…");
}

static void
update_picture (RefrainBesideGraph *self)
{
  static const char *const names[REFRAIN_BESIDE_N_PICTURES] = { "events", "phases", "loops" };
  const char *message = self->session != NULL ? find_message (self) : NULL;

  refrain_canvas_set_session (self->phases,
                              self->picture == REFRAIN_BESIDE_PHASES ? self->session : NULL);
  refrain_canvas_set_session (self->loops,
                              self->picture == REFRAIN_BESIDE_LOOPS ? self->session : NULL);
  gtk_label_set_text (self->message, message != NULL ? message : "");
  gtk_stack_set_visible_child_name (self->stack,
                                    message != NULL ? "message" : names[self->picture]);
}

/* What is found with the patterns, which the window looks for in its own run only. */
static void
find_picture (RefrainBesideGraph *self)
{
  RefrainPatterns *patterns
      = self->session != NULL ? refrain_session_get_patterns (self->session) : NULL;

  if (patterns != NULL && self->picture != REFRAIN_BESIDE_EVENTS
      && refrain_patterns_get_composites (patterns) == NULL
      && !refrain_patterns_is_running (patterns))
    refrain_patterns_find (patterns);
  update_picture (self);
}

void
refrain_beside_graph_set_picture (RefrainBesideGraph *self, RefrainBesidePicture picture)
{
  g_return_if_fail (REFRAIN_IS_BESIDE_GRAPH (self));
  g_return_if_fail (picture < REFRAIN_BESIDE_N_PICTURES);

  if (self->picture == picture)
    return;
  self->picture = picture;
  find_picture (self);
}

RefrainPainter *
refrain_beside_graph_get_painter (RefrainBesideGraph *self, RefrainViewport *seen)
{
  RefrainCanvas *const canvases[REFRAIN_BESIDE_N_PICTURES]
      = { REFRAIN_CANVAS (self->canvas), self->phases, self->loops };
  RefrainPainter *painter;

  g_return_val_if_fail (REFRAIN_IS_BESIDE_GRAPH (self), NULL);

  painter = refrain_canvas_get_painter (canvases[self->picture]);
  if (painter == NULL)
    return NULL;
  refrain_painter_get_extent (painter, seen);
  if (self->picture == REFRAIN_BESIDE_LOOPS)
    return refrain_canvas_get_viewport (canvases[self->picture], seen) ? painter : NULL;
  if (self->picture == REFRAIN_BESIDE_EVENTS
      || !refrain_phase_model_get_by_count (refrain_session_get_phases (self->session)))
    refrain_selection_get_window (refrain_session_get_selection (self->session), &seen->start,
                                  &seen->end);
  return painter;
}

static void
watch (RefrainBesideGraph *self, RefrainSession *session)
{
  gpointer const models[]
      = { refrain_session_get_patterns (session), refrain_session_get_phases (session),
          refrain_session_get_loops (session) };
  static const char *const signals[G_N_ELEMENTS (models)][3]
      = { { "notify::running", "notify::set" },
          { "notify::phases", "notify::running" },
          { "notify::painter", "notify::running" } };

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    for (guint k = 0; signals[i][k] != NULL; k++)
      refrain_connect (models[i], signals[i][k], update_picture, self);
  refrain_connect (refrain_session_get_selection (session), "notify::pick", on_pick, self);
}

static void
unwatch (RefrainBesideGraph *self, RefrainSession *session)
{
  g_signal_handlers_disconnect_by_data (refrain_session_get_selection (session), self);
  g_signal_handlers_disconnect_by_data (refrain_session_get_patterns (session), self);
  g_signal_handlers_disconnect_by_data (refrain_session_get_phases (session), self);
  g_signal_handlers_disconnect_by_data (refrain_session_get_loops (session), self);
}

void
refrain_beside_graph_set_session (RefrainBesideGraph *self,
                                  RefrainSession *session,
                                  const char *name)
{
  g_return_if_fail (REFRAIN_IS_BESIDE_GRAPH (self));

  if (session != self->session)
    {
      if (self->session != NULL)
        unwatch (self, self->session);
      g_set_object (&self->session, session);
      refrain_canvas_set_session (REFRAIN_CANVAS (self->canvas), session);
      refrain_time_ruler_set_session (REFRAIN_TIME_RULER (self->ruler), session);
      refrain_row_labels_set_session (REFRAIN_ROW_LABELS (self->labels), session);
      if (session != NULL)
        watch (self, session);
      find_picture (self);
    }
  if (session != NULL)
    update_title (self, name);
}

/* @self shows the same part of its loops as @canvas, the other run's. */
static void
on_loops_moved (RefrainBesideGraph *self, RefrainCanvas *canvas)
{
  RefrainBesideGraph *other = g_object_get_data (G_OBJECT (canvas), "refrain-graph");

  if (other->following)
    return;
  self->following = TRUE;
  refrain_loop_canvas_follow (REFRAIN_LOOP_CANVAS (self->loops), REFRAIN_LOOP_CANVAS (canvas));
  self->following = FALSE;
}

void
refrain_beside_graph_align (RefrainBesideGraph *self, RefrainBesideGraph *other)
{
  GtkWidget *const parts[][2]
      = { { self->labels, other->labels }, { self->scrollbar, other->scrollbar } };

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autoptr (GtkSizeGroup) group = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);

      gtk_size_group_add_widget (group, parts[i][0]);
      gtk_size_group_add_widget (group, parts[i][1]);
    }
  refrain_connect (self->loops, "view-changed", on_loops_moved, other);
  refrain_connect (other->loops, "view-changed", on_loops_moved, self);
}

static gboolean
refrain_beside_graph_grab_focus (GtkWidget *widget)
{
  RefrainBesideGraph *self = REFRAIN_BESIDE_GRAPH (widget);

  return gtk_widget_grab_focus (self->picture == REFRAIN_BESIDE_EVENTS ? GTK_WIDGET (self->canvas)
                                : self->picture == REFRAIN_BESIDE_PHASES
                                    ? GTK_WIDGET (self->phases)
                                    : GTK_WIDGET (self->loops));
}

static void
refrain_beside_graph_dispose (GObject *object)
{
  RefrainBesideGraph *self = REFRAIN_BESIDE_GRAPH (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  if (child != NULL)
    refrain_beside_graph_set_session (self, NULL, NULL);
  g_clear_pointer (&child, gtk_widget_unparent);
  G_OBJECT_CLASS (refrain_beside_graph_parent_class)->dispose (object);
}

static void
refrain_beside_graph_class_init (RefrainBesideGraphClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_beside_graph_dispose;
  widget_class->grab_focus = refrain_beside_graph_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
make_events (RefrainBesideGraph *self)
{
  GtkGrid *grid = GTK_GRID (gtk_grid_new ());

  self->canvas = REFRAIN_EVENT_CANVAS (refrain_event_canvas_new ());
  self->ruler = refrain_time_ruler_new (self->canvas);
  self->labels = refrain_row_labels_new (self->canvas);
  self->scrollbar = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL,
                                       refrain_event_canvas_get_vadjustment (self->canvas));
  gtk_grid_attach (grid, self->ruler, 1, 0, 1, 1);
  gtk_grid_attach (grid, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), 0, 1, 3, 1);
  gtk_grid_attach (grid, self->labels, 0, 2, 1, 1);
  gtk_grid_attach (grid, GTK_WIDGET (self->canvas), 1, 2, 1, 1);
  gtk_grid_attach (grid, self->scrollbar, 2, 2, 1, 1);
  return GTK_WIDGET (grid);
}

static GtkWidget *
make_loops (RefrainBesideGraph *self)
{
  GtkGrid *grid = GTK_GRID (gtk_grid_new ());
  RefrainLoopCanvas *canvas = g_object_new (REFRAIN_TYPE_LOOP_CANVAS, NULL);

  self->loops = REFRAIN_CANVAS (canvas);
  gtk_widget_set_hexpand (GTK_WIDGET (canvas), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (canvas), TRUE);
  gtk_grid_attach (grid, GTK_WIDGET (canvas), 0, 0, 1, 1);
  gtk_grid_attach (
      grid,
      gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, refrain_loop_canvas_get_vadjustment (canvas)), 1,
      0, 1, 1);
  gtk_grid_attach (
      grid,
      gtk_scrollbar_new (GTK_ORIENTATION_HORIZONTAL, refrain_loop_canvas_get_hadjustment (canvas)),
      0, 1, 1, 1);
  return GTK_WIDGET (grid);
}

static void
refrain_beside_graph_init (RefrainBesideGraph *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->title = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->title), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->title, "heading");
  gtk_widget_set_margin_start (self->title, 8);
  gtk_widget_set_margin_end (self->title, 8);
  gtk_widget_set_margin_top (self->title, 4);
  self->message = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->message, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->message), "dim-label");
  self->phases = g_object_new (REFRAIN_TYPE_PHASE_CANVAS, NULL);
  refrain_phase_canvas_follow_window (REFRAIN_PHASE_CANVAS (self->phases));
  self->stack = GTK_STACK (gtk_stack_new ());
  /* A picture that is not shown takes no height: two of them fit into a small window. */
  gtk_stack_set_vhomogeneous (self->stack, FALSE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  gtk_stack_add_named (self->stack, make_events (self), "events");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->phases), "phases");
  gtk_stack_add_named (self->stack, make_loops (self), "loops");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->message), "message");
  g_object_set_data (G_OBJECT (self->loops), "refrain-graph", self);
  gtk_widget_set_parent (box, GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (box), self->title);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->stack));
}
