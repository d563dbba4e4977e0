/* refrain-event-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-event-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "refrain-legend.h"
#include "refrain-row-labels.h"
#include "refrain-time-ruler.h"

struct _RefrainEventPage
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainEventCanvas *canvas;
  GtkWidget *ruler;
  GtkWidget *labels;
  GtkWidget *scrollbar;

  GtkGrid *grid;
  RefrainLegend *legend;
  GMenuModel *canvas_menu;
  GtkWidget *no_rows;
  GtkSpinner *spinner;
};

G_DEFINE_FINAL_TYPE (RefrainEventPage, refrain_event_page, GTK_TYPE_WIDGET)

RefrainEventCanvas *
refrain_event_page_get_canvas (RefrainEventPage *self)
{
  g_return_val_if_fail (REFRAIN_IS_EVENT_PAGE (self), NULL);
  return self->canvas;
}

static void
update_state (RefrainEventPage *self)
{
  gsize n_rows = 1;
  gboolean waiting;

  if (self->session != NULL)
    refrain_selection_get_processes (refrain_session_get_selection (self->session), &n_rows);
  waiting = self->session != NULL
            && (refrain_session_get_axis (self->session) == NULL
                || refrain_session_get_summary (self->session) == NULL);
  gtk_widget_set_visible (self->no_rows, n_rows == 0);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), waiting);
  gtk_spinner_set_spinning (self->spinner, waiting);
}

static void
on_pick_changed (RefrainEventPage *self)
{
  const RefrainPick *pick
      = refrain_selection_get_pick (refrain_session_get_selection (self->session));

  if (pick->kind == REFRAIN_PICK_OP || pick->kind == REFRAIN_PICK_CALL
      || pick->kind == REFRAIN_PICK_PROCESS)
    refrain_event_canvas_show_process (self->canvas, pick->process);
}

static void
on_rows_changed (RefrainEventPage *self)
{
  GtkAdjustment *rows = refrain_event_canvas_get_vadjustment (self->canvas);

  gtk_widget_set_visible (self->scrollbar,
                          gtk_adjustment_get_upper (rows) > gtk_adjustment_get_page_size (rows));
}

void
refrain_event_page_set_session (RefrainEventPage *self, RefrainSession *session)
{
  g_return_if_fail (REFRAIN_IS_EVENT_PAGE (self));

  if (self->session == session)
    return;
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_selection (self->session), self);
    }
  g_set_object (&self->session, session);
  refrain_event_canvas_set_session (self->canvas, session);
  refrain_time_ruler_set_session (REFRAIN_TIME_RULER (self->ruler), session);
  refrain_row_labels_set_session (REFRAIN_ROW_LABELS (self->labels), session);
  refrain_legend_set_session (self->legend, session);
  if (session != NULL)
    {
      RefrainSelection *selection = refrain_session_get_selection (session);

      g_signal_connect_object (session, "notify::axis", G_CALLBACK (update_state), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (session, "notify::summary", G_CALLBACK (update_state), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (selection, "notify::processes", G_CALLBACK (update_state), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (selection, "notify::pick", G_CALLBACK (on_pick_changed), self,
                               G_CONNECT_SWAPPED);
    }
  update_state (self);
}

static gboolean
refrain_event_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_EVENT_PAGE (widget)->canvas));
}

static void
refrain_event_page_dispose (GObject *object)
{
  RefrainEventPage *self = REFRAIN_EVENT_PAGE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  refrain_event_page_set_session (self, NULL);
  g_clear_pointer (&child, gtk_widget_unparent);
  G_OBJECT_CLASS (refrain_event_page_parent_class)->dispose (object);
}

static void
refrain_event_page_class_init (RefrainEventPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_event_page_dispose;
  widget_class->grab_focus = refrain_event_page_grab_focus;
  g_type_ensure (REFRAIN_TYPE_LEGEND);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/refrain/Refrain/event-page.ui");
  gtk_widget_class_bind_template_child (widget_class, RefrainEventPage, grid);
  gtk_widget_class_bind_template_child (widget_class, RefrainEventPage, legend);
  gtk_widget_class_bind_template_child (widget_class, RefrainEventPage, canvas_menu);
  gtk_widget_class_bind_template_child (widget_class, RefrainEventPage, no_rows);
  gtk_widget_class_bind_template_child (widget_class, RefrainEventPage, spinner);
}

static void
refrain_event_page_init (RefrainEventPage *self)
{
  GtkAdjustment *rows;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->canvas = REFRAIN_EVENT_CANVAS (refrain_event_canvas_new ());
  refrain_event_canvas_set_menu (self->canvas, self->canvas_menu);
  self->ruler = refrain_time_ruler_new (self->canvas);
  self->labels = refrain_row_labels_new (self->canvas);
  rows = refrain_event_canvas_get_vadjustment (self->canvas);
  self->scrollbar = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, rows);
  gtk_widget_set_visible (self->scrollbar, FALSE);
  g_signal_connect_object (rows, "changed", G_CALLBACK (on_rows_changed), self, G_CONNECT_SWAPPED);

  gtk_grid_attach (self->grid, self->ruler, 1, 0, 1, 1);
  gtk_grid_attach (self->grid, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), 0, 1, 3, 1);
  gtk_grid_attach (self->grid, self->labels, 0, 2, 1, 1);
  gtk_grid_attach (self->grid, GTK_WIDGET (self->canvas), 1, 2, 1, 1);
  gtk_grid_attach (self->grid, self->scrollbar, 2, 2, 1, 1);
}
