/* refrain-summary-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-summary-page.h"

#include <glib/gi18n.h>

#include "refrain-find.h"
#include "refrain-message-sizes.h"
#include "refrain-summary-tables.h"
#include "refrain-time-format.h"

/* How many defects are seen without scrolling, and what one takes, in pixels. */
#define MAX_DEFECTS_SHOWN 6
#define DEFECT_HEIGHT     34

struct _RefrainSummaryPage
{
  GtkWidget parent_instance;

  RefrainSession *session;

  GtkLabel *name_label;
  GtkLabel *source_label;
  GtkLabel *description_label;
  GtkFlowBox *numbers;
  GtkWidget *no_defects;
  GtkWidget *defects_scroller;
  GtkListView *defects;
  GtkColumnView *routines;
  GtkColumnView *sizes;
};

G_DEFINE_FINAL_TYPE (RefrainSummaryPage, refrain_summary_page, GTK_TYPE_WIDGET)

enum
{
  LEAVE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- Numbers ---- */

/* Adds a number with its name; takes @value. */
static void
add_number (RefrainSummaryPage *self, const char *name, char *value)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *number = gtk_label_new (value);
  GtkWidget *caption = gtk_label_new (name);
  GtkWidget *child = gtk_flow_box_child_new ();

  gtk_label_set_xalign (GTK_LABEL (number), 0);
  gtk_label_set_xalign (GTK_LABEL (caption), 0);
  gtk_label_set_ellipsize (GTK_LABEL (number), PANGO_ELLIPSIZE_END);
  gtk_label_set_ellipsize (GTK_LABEL (caption), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (number), 8);
  gtk_widget_set_tooltip_text (number, value);
  gtk_widget_add_css_class (number, "value");
  gtk_widget_add_css_class (caption, "caption");
  gtk_widget_add_css_class (box, "card");
  gtk_widget_add_css_class (box, "refrain-number");
  gtk_box_append (GTK_BOX (box), number);
  gtk_box_append (GTK_BOX (box), caption);
  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), box);
  gtk_widget_set_focusable (child, FALSE);
  gtk_flow_box_append (self->numbers, child);
  g_free (value);
}

/* The share of all processes' time that is spent in MPI, from the routines' totals. */
static char *
format_mpi_share (RefrainTrace *trace)
{
  guint n_routines = refrain_trace_get_n_routines (trace);
  double whole = (double) (refrain_trace_get_end (trace) - refrain_trace_get_start (trace))
                 * refrain_trace_get_n_processes (trace);
  double time = 0;

  for (guint i = 0; i < n_routines; i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);

      if (refrain_routine_get_kind (routine) != REFRAIN_ROUTINE_USER)
        time += (double) refrain_routine_get_time (routine);
    }
  if (!(whole > 0))
    return g_strdup ("–");
  return g_strdup_printf (_ ("%.1f %%"), MIN (100, 100 * time / whole));
}

static void
fill_numbers (RefrainSummaryPage *self)
{
  RefrainTrace *trace = refrain_session_get_trace (self->session);
  const RefrainCounts *counts = refrain_trace_get_counts (trace);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->numbers))) != NULL)
    gtk_flow_box_remove (self->numbers, child);
  add_number (self, _ ("Duration"), refrain_time_format (counts->end - counts->start, 4));
  add_number (self, _ ("Processes"), refrain_count_format (refrain_trace_get_n_processes (trace)));
  add_number (self, _ ("Events"), refrain_count_format (counts->events));
  add_number (self, _ ("Calls"), refrain_count_format (counts->calls));
  add_number (self, _ ("Calls of MPI"), refrain_count_format (counts->mpi_calls));
  add_number (self, _ ("Time in MPI"), format_mpi_share (trace));
  add_number (self, _ ("Messages"), refrain_count_format (counts->messages));
  add_number (self, _ ("Unmatched"), refrain_count_format (counts->unmatched));
  add_number (self, _ ("Collectives"), refrain_count_format (counts->collective_instances));
  add_number (self, _ ("Communicators"),
              refrain_count_format (refrain_trace_get_n_communicators (trace)));
  add_number (self, _ ("Routines"), refrain_count_format (refrain_trace_get_n_routines (trace)));
  add_number (self, _ ("Depth of calls"), refrain_count_format (counts->depth));
}

static void
fill_head (RefrainSummaryPage *self)
{
  RefrainTrace *trace = refrain_session_get_trace (self->session);
  const char *path = refrain_trace_get_path (trace);
  const char *format = refrain_trace_get_format (trace);
  const char *description = refrain_trace_get_description (trace);
  gint64 wall_clock = refrain_trace_get_wall_clock (trace);
  g_autoptr (GString) source = g_string_new (format != NULL ? format : _ ("Made in memory"));

  if (wall_clock > 0)
    {
      g_autoptr (GDateTime) recorded
          = g_date_time_new_from_unix_local (wall_clock / G_GINT64_CONSTANT (1000000000));
      g_autofree char *text = recorded != NULL ? g_date_time_format (recorded, "%x %H:%M") : NULL;

      if (text != NULL)
        g_string_append_printf (source, _ (" · recorded %s"), text);
    }
  if (path != NULL)
    {
      g_autofree char *shown = g_filename_display_name (path);

      g_string_append_printf (source, " · %s", shown);
    }
  gtk_label_set_text (self->name_label, refrain_trace_get_name (trace));
  gtk_label_set_text (self->source_label, source->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->source_label), path);
  gtk_widget_set_visible (GTK_WIDGET (self->description_label), description != NULL);
  gtk_label_set_text (self->description_label, description != NULL ? description : "");
}

/* ---- Where clicks lead ---- */

static void
on_defect_activated (GtkListView *view, guint position, gpointer data)
{
  RefrainSummaryPage *self = data;
  GListModel *defects = refrain_trace_get_defects (refrain_session_get_trace (self->session));
  g_autoptr (RefrainDefect) defect = g_list_model_get_item (defects, position);

  if (defect == NULL)
    return;
  refrain_find_show_defect (self->session, defect);
  g_signal_emit (self, signals[LEAVE], 0);
}

static void
on_routine_activated (GtkColumnView *view, guint position, gpointer data)
{
  RefrainSummaryPage *self = data;
  GListModel *model = G_LIST_MODEL (gtk_column_view_get_model (view));
  g_autoptr (RefrainRoutine) routine = g_list_model_get_item (model, position);

  if (routine == NULL)
    return;
  refrain_find_show_longest_call (self->session, routine);
  g_signal_emit (self, signals[LEAVE], 0);
}

static void
on_size_activated (GtkColumnView *view, guint position, gpointer data)
{
  RefrainSummaryPage *self = data;
  GListModel *model = G_LIST_MODEL (gtk_column_view_get_model (view));
  g_autoptr (RefrainMessageSize) size = g_list_model_get_item (model, position);

  if (size == NULL)
    return;
  refrain_find_light_up_sizes (self->session, refrain_message_size_get_first (size),
                               refrain_message_size_get_last (size));
  g_signal_emit (self, signals[LEAVE], 0);
}

/* ---- Session ---- */

static gpointer
count_sizes (RefrainJob *job, gpointer data, GError **error)
{
  return refrain_message_sizes_new (data, refrain_job_get_cancellable (job), error);
}

static void
on_sizes_counted (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainSummaryPage *self = data;
  g_autoptr (GListModel) sizes = result;

  if (sizes != NULL && self->session != NULL && self->sizes != NULL)
    refrain_summary_tables_set_sizes (self->sizes, sizes);
}

static void
on_dark_changed (RefrainSummaryPage *self)
{
  gboolean dark = refrain_session_get_dark (self->session);

  refrain_summary_tables_set_dark (self->routines, dark);
  refrain_summary_tables_set_dark (self->sizes, dark);
}

void
refrain_summary_page_set_session (RefrainSummaryPage *self, RefrainSession *session)
{
  RefrainTrace *trace;
  GListModel *defects;

  g_return_if_fail (REFRAIN_IS_SUMMARY_PAGE (self));

  if (self->session == session)
    return;
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  if (session == NULL)
    return;
  trace = refrain_session_get_trace (session);
  defects = refrain_trace_get_defects (trace);
  g_signal_connect_object (session, "notify::dark", G_CALLBACK (on_dark_changed), self,
                           G_CONNECT_SWAPPED);
  on_dark_changed (self);
  fill_head (self);
  fill_numbers (self);
  gtk_widget_set_visible (self->no_defects, g_list_model_get_n_items (defects) == 0);
  gtk_widget_set_visible (self->defects_scroller, g_list_model_get_n_items (defects) > 0);
  /* A list view asks for a row or two; a handful are shown before it scrolls. */
  gtk_scrolled_window_set_min_content_height (
      GTK_SCROLLED_WINDOW (self->defects_scroller),
      (int) MIN (g_list_model_get_n_items (defects), MAX_DEFECTS_SHOWN) * DEFECT_HEIGHT);
  refrain_summary_tables_set_defects (self->defects, defects);
  refrain_summary_tables_set_routines (self->routines, trace);
  refrain_summary_tables_set_sizes (self->sizes, NULL);
  refrain_task_runner_start (refrain_session_get_runner (session), _ ("Counting message sizes"),
                             count_sizes, g_object_ref (trace), g_object_unref, g_object_unref,
                             G_OBJECT (self), on_sizes_counted, self);
}

static void
refrain_summary_page_dispose (GObject *object)
{
  RefrainSummaryPage *self = REFRAIN_SUMMARY_PAGE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  g_clear_object (&self->session);
  self->sizes = NULL;
  g_clear_pointer (&child, gtk_widget_unparent);
  G_OBJECT_CLASS (refrain_summary_page_parent_class)->dispose (object);
}

static void
refrain_summary_page_class_init (RefrainSummaryPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_summary_page_dispose;
  signals[LEAVE] = g_signal_new ("leave", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/refrain/Refrain/summary-page.ui");
  gtk_widget_class_bind_template_child (widget_class, RefrainSummaryPage, name_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainSummaryPage, source_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainSummaryPage, description_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainSummaryPage, numbers);
  gtk_widget_class_bind_template_child (widget_class, RefrainSummaryPage, no_defects);
  gtk_widget_class_bind_template_child (widget_class, RefrainSummaryPage, defects_scroller);
  gtk_widget_class_bind_template_child (widget_class, RefrainSummaryPage, defects);
  gtk_widget_class_bind_template_child (widget_class, RefrainSummaryPage, routines);
  gtk_widget_class_bind_template_child (widget_class, RefrainSummaryPage, sizes);
}

static void
refrain_summary_page_init (RefrainSummaryPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  refrain_summary_tables_init_defects (self->defects);
  refrain_summary_tables_init_routines (self->routines);
  refrain_summary_tables_init_sizes (self->sizes);
  g_signal_connect (self->defects, "activate", G_CALLBACK (on_defect_activated), self);
  g_signal_connect (self->routines, "activate", G_CALLBACK (on_routine_activated), self);
  g_signal_connect (self->sizes, "activate", G_CALLBACK (on_size_activated), self);
}
