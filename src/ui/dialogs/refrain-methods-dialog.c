/* refrain-methods-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One job counts for all processes while a bar moves; then there are columns of plain functions.
 */
#include "config.h"
#include "refrain-methods-dialog.h"

#include <glib/gi18n.h>

#include "refrain-method-counts.h"
#include "refrain-object.h"
#include "refrain-table-view.h"
#include "refrain-template.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

struct _RefrainMethodsDialog
{
  AdwWindow parent_instance;

  RefrainJob *job;

  GtkStack *stack;
  GtkProgressBar *progress;
  GtkLabel *message_label;
  RefrainTableView *table;
  GtkLabel *removed_label;
  GtkListView *removed;
};

G_DEFINE_FINAL_TYPE (RefrainMethodsDialog, refrain_methods_dialog, ADW_TYPE_WINDOW)

/* ---- Columns ---- */

enum
{
  COLUMN_PROCESS,
  COLUMN_EVENTS,
  COLUMN_SUFFIX,
  COLUMN_SYNTACTIC,
  COLUMN_ROUTINE,
  COLUMN_REMOVED
};

static double
get_number (gpointer item, guint id, gpointer data)
{
  switch (id)
    {
    case COLUMN_PROCESS:
      return refrain_method_counts_get_process (item);
    case COLUMN_EVENTS:
      return (double) refrain_method_counts_get_events (item);
    case COLUMN_SUFFIX:
      return (double) refrain_method_counts_get_suffix (item);
    case COLUMN_SYNTACTIC:
      return (double) refrain_method_counts_get_syntactic (item);
    case COLUMN_ROUTINE:
      return (double) refrain_method_counts_get_routine (item);
    default:
      return (double) refrain_method_counts_get_removed (item);
    }
}

#define COLUMN(name, column, more)                                                                 \
  {                                                                                                \
    .title = name, .id = column, .kind = REFRAIN_CELL_COUNT, .flags = more, .number = get_number   \
  }

static const RefrainTableColumn columns[] = {
  COLUMN (N_ ("Process"), COLUMN_PROCESS, 0),
  COLUMN (N_ ("Events"), COLUMN_EVENTS, REFRAIN_TABLE_EXPAND),
  COLUMN (N_ ("Suffix"), COLUMN_SUFFIX, REFRAIN_TABLE_EXPAND),
  COLUMN (N_ ("Syntactic"), COLUMN_SYNTACTIC, REFRAIN_TABLE_EXPAND),
  COLUMN (N_ ("Routine-directed"), COLUMN_ROUTINE, REFRAIN_TABLE_EXPAND),
  COLUMN (N_ ("Removed"), COLUMN_REMOVED, REFRAIN_TABLE_EXPAND),
};

/* ---- What the routine tree removed ---- */

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_list_item_set_child (item, label);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const char *text = gtk_string_object_get_string (gtk_list_item_get_item (item));

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), text);
  refrain_widget_set_long_tooltip (gtk_list_item_get_child (item), text);
}

static void
on_process_selected (RefrainMethodsDialog *self)
{
  g_autoptr (RefrainMethodCounts) counts
      = refrain_table_view_get_item (self->table, refrain_table_view_get_selected (self->table));
  g_autoptr (GtkNoSelection) model = NULL;
  g_autofree char *count = NULL, *title = NULL;

  if (counts == NULL)
    {
      gtk_label_set_text (self->removed_label, _ ("No process sends or receives anything."));
      gtk_list_view_set_model (self->removed, NULL);
      return;
    }
  count = refrain_count_format (refrain_method_counts_get_removed (counts));
  title = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "Process %u: %s syntactic repeat that the routine tree removed",
                   "Process %u: %s syntactic repeats that the routine tree removed",
                   (gulong) refrain_method_counts_get_removed (counts)),
      refrain_method_counts_get_process (counts), count);
  gtk_label_set_text (self->removed_label, title);
  model = gtk_no_selection_new (
      G_LIST_MODEL (gtk_string_list_new (refrain_method_counts_get_examples (counts))));
  gtk_list_view_set_model (self->removed, GTK_SELECTION_MODEL (model));
}

/* ---- Counting ---- */

static gpointer
count_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  return refrain_method_counts_new (data, refrain_job_get_cancellable (job),
                                    &(RefrainProgress){ refrain_job_report, job }, error);
}

static void
on_counted (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainMethodsDialog *self = data;
  GListModel *counts = result;

  if (counts == NULL)
    {
      g_autofree char *problem = refrain_job_describe_error (error, _ ("Cancelled."));

      gtk_widget_set_visible (GTK_WIDGET (self->progress), FALSE);
      gtk_label_set_text (self->message_label, problem);
      return;
    }
  refrain_table_view_set_rows (self->table, counts);
  g_object_unref (counts);
  on_process_selected (self);
  gtk_stack_set_visible_child_name (self->stack, "table");
}

static void
on_progress (RefrainMethodsDialog *self, GParamSpec *pspec, RefrainJob *job)
{
  gtk_progress_bar_set_fraction (self->progress, MAX (0, refrain_job_get_fraction (job)));
}

/* ---- Dialog ---- */

REFRAIN_DEFINE_END (RefrainMethodsDialog,
                    refrain_methods_dialog,
                    dispose,
                    refrain_job_stop (&x->job))

static void
refrain_methods_dialog_class_init (RefrainMethodsDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_methods_dialog_dispose;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  g_type_ensure (REFRAIN_TYPE_TABLE_VIEW);
  REFRAIN_TEMPLATE (widget_class, "methods-dialog", RefrainMethodsDialog, stack, progress,
                    message_label, table, removed_label, removed);
}

static void
refrain_methods_dialog_init (RefrainMethodsDialog *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  refrain_table_view_set_columns (self->table, columns, G_N_ELEMENTS (columns), self);
  g_signal_connect_swapped (self->table, "selected", G_CALLBACK (on_process_selected), self);
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  gtk_list_view_set_factory (self->removed, factory);
}

GtkWidget *
refrain_methods_dialog_new (GtkWindow *parent, RefrainSession *session)
{
  RefrainMethodsDialog *self;
  RefrainPatternSet *set;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);

  set = refrain_patterns_get_elementary (refrain_session_get_patterns (session));
  g_return_val_if_fail (set != NULL, NULL);
  self = g_object_new (REFRAIN_TYPE_METHODS_DIALOG, "transient-for", parent, NULL);
  refrain_task_runner_start_in (refrain_session_get_runner (session), &self->job,
                                _ ("Comparing methods"), count_in_thread, g_object_ref (set),
                                g_object_unref, g_object_unref, self, on_counted);
  refrain_connect (self->job, "notify::fraction", on_progress, self);
  return GTK_WIDGET (self);
}
