/* refrain-beside-graph.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Puts the parts of an event graph into a grid, as the page Events does, without what stands
 * around.
 */
#include "config.h"
#include "refrain-beside-graph.h"

#include <glib/gi18n.h>

#include "refrain-object.h"
#include "refrain-run.h"
#include "refrain-row-labels.h"
#include "refrain-time-format.h"
#include "refrain-time-ruler.h"

struct _RefrainBesideGraph
{
  GtkWidget parent_instance;

  RefrainSession *session;
  GtkWidget *title;
  RefrainEventCanvas *canvas;
  GtkWidget *ruler, *labels, *scrollbar;
};

G_DEFINE_FINAL_TYPE (RefrainBesideGraph, refrain_beside_graph, GTK_TYPE_WIDGET)

REFRAIN_GETTER (
    RefrainBesideGraph, refrain_beside_graph, RefrainEventCanvas *, get_canvas, self->canvas)

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
  gtk_widget_set_tooltip_text (self->title, refrain_trace_get_path (trace));
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

void
refrain_beside_graph_set_session (RefrainBesideGraph *self,
                                  RefrainSession *session,
                                  const char *name)
{
  g_return_if_fail (REFRAIN_IS_BESIDE_GRAPH (self));

  if (session != self->session)
    {
      if (self->session != NULL)
        g_signal_handlers_disconnect_by_data (refrain_session_get_selection (self->session), self);
      g_set_object (&self->session, session);
      refrain_canvas_set_session (REFRAIN_CANVAS (self->canvas), session);
      refrain_time_ruler_set_session (REFRAIN_TIME_RULER (self->ruler), session);
      refrain_row_labels_set_session (REFRAIN_ROW_LABELS (self->labels), session);
      if (session != NULL)
        g_signal_connect_object (refrain_session_get_selection (session), "notify::pick",
                                 G_CALLBACK (on_pick), self, G_CONNECT_SWAPPED);
    }
  if (session != NULL)
    update_title (self, name);
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
}

static gboolean
refrain_beside_graph_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_BESIDE_GRAPH (widget)->canvas));
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

static void
refrain_beside_graph_init (RefrainBesideGraph *self)
{
  GtkGrid *grid = GTK_GRID (gtk_grid_new ());

  self->title = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->title), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->title, "heading");
  gtk_widget_set_margin_start (self->title, 8);
  gtk_widget_set_margin_end (self->title, 8);
  gtk_widget_set_margin_top (self->title, 4);
  self->canvas = REFRAIN_EVENT_CANVAS (refrain_event_canvas_new ());
  self->ruler = refrain_time_ruler_new (self->canvas);
  self->labels = refrain_row_labels_new (self->canvas);
  self->scrollbar = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL,
                                       refrain_event_canvas_get_vadjustment (self->canvas));
  gtk_widget_set_parent (GTK_WIDGET (grid), GTK_WIDGET (self));
  gtk_grid_attach (grid, self->title, 0, 0, 3, 1);
  gtk_grid_attach (grid, self->ruler, 1, 1, 1, 1);
  gtk_grid_attach (grid, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), 0, 2, 3, 1);
  gtk_grid_attach (grid, self->labels, 0, 3, 1, 1);
  gtk_grid_attach (grid, GTK_WIDGET (self->canvas), 1, 3, 1, 1);
  gtk_grid_attach (grid, self->scrollbar, 2, 3, 1, 1);
}
