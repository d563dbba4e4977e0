/* refrain-alike-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-alike-dialog.h"

#include <glib/gi18n.h>

#include "refrain-error.h"
#include "refrain-table-column.h"
#include "refrain-time-format.h"

struct _RefrainAlikeDialog
{
  AdwWindow parent_instance;

  RefrainSession *session;
  RefrainSymbols *symbols;
  GArray *parts; /* of RefrainOccurrencePart: what is looked for */
  RefrainJob *job;
  RefrainMatchList *found;

  GtkWidget *find_button;
  AdwActionRow *pattern_row;
  GtkSpinButton *edits;
  GtkSpinButton *total;
  GtkSwitch *any_order;
  GtkLabel *result_label;
  GtkColumnView *matches;
};

G_DEFINE_FINAL_TYPE (RefrainAlikeDialog, refrain_alike_dialog, ADW_TYPE_WINDOW)

/* ---- Columns ---- */

static double
get_start (gpointer item, gpointer data)
{
  return (double) refrain_match_get_start (item);
}

static char *
format_start (gpointer item, gpointer data)
{
  return refrain_time_format (refrain_match_get_start (item), 7);
}

static double
get_duration (gpointer item, gpointer data)
{
  return (double) (refrain_match_get_end (item) - refrain_match_get_start (item));
}

static char *
format_duration (gpointer item, gpointer data)
{
  return refrain_time_format (refrain_match_get_end (item) - refrain_match_get_start (item), 3);
}

static double
get_edits (gpointer item, gpointer data)
{
  return (double) refrain_match_get_edits (item);
}

static char *
format_edits (gpointer item, gpointer data)
{
  return refrain_count_format (refrain_match_get_edits (item));
}

static void
on_activate (GtkColumnView *view, guint position, gpointer data)
{
  RefrainAlikeDialog *self = data;
  g_autoptr (RefrainMatch) match
      = g_list_model_get_item (G_LIST_MODEL (gtk_column_view_get_model (view)), position);
  RefrainPick pick = { REFRAIN_PICK_OP, 0, 0, 0 };
  RefrainTime room;

  if (match == NULL || !refrain_match_get_first (match, &pick.process, &pick.row))
    return;
  room = refrain_match_get_end (match) - refrain_match_get_start (match);
  refrain_selection_set_pick (refrain_session_get_selection (self->session), &pick);
  refrain_session_show_times (self->session, refrain_match_get_start (match) - room,
                              refrain_match_get_end (match) + room);
}

/* ---- Finding ---- */

typedef struct
{
  RefrainSymbols *symbols;
  GArray *parts;
  RefrainMatchOptions options;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_object_unref (work->symbols);
  g_array_unref (work->parts);
  g_free (work);
}

static RefrainPatternTemplate *
make_template (RefrainSymbols *symbols, GArray *parts)
{
  return refrain_template_from_parts (
      symbols, (const RefrainOccurrencePart *) (gpointer) parts->data, parts->len, g_strdup (""));
}

static gpointer
find_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Work *work = data;
  g_autoptr (RefrainPatternTemplate) wanted = make_template (work->symbols, work->parts);

  return refrain_match_list_new (work->symbols, wanted, &work->options,
                                 refrain_job_get_cancellable (job), error);
}

static void
show_found (RefrainAlikeDialog *self)
{
  GtkSortListModel *sorted
      = gtk_sort_list_model_new (g_object_ref (G_LIST_MODEL (self->found)),
                                 g_object_ref (gtk_column_view_get_sorter (self->matches)));
  g_autoptr (GtkSelectionModel) model
      = GTK_SELECTION_MODEL (gtk_single_selection_new (G_LIST_MODEL (sorted)));
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->found));
  g_autofree char *all = refrain_count_format (n);
  g_autofree char *similar = refrain_count_format (refrain_match_list_get_n_similar (self->found));
  g_autofree char *text = NULL;

  if (refrain_match_list_get_n_similar (self->found) == 0)
    text = g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "%s place, exactly like it", "%s places, exactly like it", n),
        all);
  else
    /* TRANSLATORS: "15,562 places, 3 of them with edits". */
    text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s place, %s of them with edits",
                                         "%s places, %s of them with edits", n),
                            all, similar);
  gtk_label_set_text (self->result_label, text);
  gtk_column_view_set_model (self->matches, model);
  refrain_selection_set_highlight (refrain_session_get_selection (self->session),
                                   refrain_match_list_get_op_set (self->found));
}

static void
on_found (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainAlikeDialog *self = data;
  g_autoptr (RefrainMatchList) found = result;

  if (job != self->job)
    return;
  g_clear_object (&self->job);
  if (found == NULL)
    {
      gtk_label_set_text (self->result_label,
                          g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
                              ? _ ("It was cancelled.")
                              : error->message);
      return;
    }
  g_set_object (&self->found, found);
  show_found (self);
}

void
refrain_alike_dialog_find (RefrainAlikeDialog *self, const RefrainMatchOptions *options)
{
  RefrainJob *job;
  Work *work;

  g_return_if_fail (REFRAIN_IS_ALIKE_DIALOG (self));
  g_return_if_fail (options != NULL);

  if (self->job != NULL)
    refrain_job_cancel (self->job);
  g_clear_object (&self->found);
  gtk_column_view_set_model (self->matches, NULL);
  gtk_label_set_text (self->result_label, _ ("Looking for it…"));
  work = g_new0 (Work, 1);
  work->symbols = g_object_ref (self->symbols);
  work->parts = g_array_ref (self->parts);
  work->options = *options;
  job = refrain_task_runner_start (refrain_session_get_runner (self->session),
                                   _ ("Finding places alike"), find_in_thread, work, work_free,
                                   g_object_unref, G_OBJECT (self), on_found, self);
  g_set_object (&self->job, job);
}

RefrainMatchList *
refrain_alike_dialog_get_matches (RefrainAlikeDialog *self)
{
  g_return_val_if_fail (REFRAIN_IS_ALIKE_DIALOG (self), NULL);
  return self->found;
}

static void
on_find_clicked (RefrainAlikeDialog *self)
{
  RefrainMatchOptions options
      = { .edits_per_process = (guint) gtk_spin_button_get_value_as_int (self->edits),
          .edits_total = (guint64) gtk_spin_button_get_value_as_int (self->total),
          .any_order = gtk_switch_get_active (self->any_order) };

  refrain_alike_dialog_find (self, &options);
}

/* In all there are at least as many as in one process. */
static void
on_edits_changed (RefrainAlikeDialog *self)
{
  double edits = gtk_spin_button_get_value (self->edits);

  if (gtk_spin_button_get_value (self->total) < edits)
    gtk_spin_button_set_value (self->total, edits);
}

/* ---- Dialog ---- */

static void
refrain_alike_dialog_dispose (GObject *object)
{
  RefrainAlikeDialog *self = REFRAIN_ALIKE_DIALOG (object);

  if (self->job != NULL)
    refrain_job_cancel (self->job);
  g_clear_object (&self->job);
  g_clear_object (&self->found);
  g_clear_object (&self->symbols);
  g_clear_object (&self->session);
  g_clear_pointer (&self->parts, g_array_unref);
  G_OBJECT_CLASS (refrain_alike_dialog_parent_class)->dispose (object);
}

static void
refrain_alike_dialog_class_init (RefrainAlikeDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_alike_dialog_dispose;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/refrain/Refrain/alike-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, RefrainAlikeDialog, find_button);
  gtk_widget_class_bind_template_child (widget_class, RefrainAlikeDialog, pattern_row);
  gtk_widget_class_bind_template_child (widget_class, RefrainAlikeDialog, edits);
  gtk_widget_class_bind_template_child (widget_class, RefrainAlikeDialog, total);
  gtk_widget_class_bind_template_child (widget_class, RefrainAlikeDialog, any_order);
  gtk_widget_class_bind_template_child (widget_class, RefrainAlikeDialog, result_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainAlikeDialog, matches);
}

static void
refrain_alike_dialog_init (RefrainAlikeDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_column_view_column_set_expand (
      refrain_table_column_add_text (self->matches, _ ("Start"), format_start, get_start, NULL),
      TRUE);
  refrain_table_column_add_text (self->matches, _ ("Duration"), format_duration, get_duration,
                                 NULL);
  refrain_table_column_add_text (self->matches, _ ("Edits"), format_edits, get_edits, NULL);
  g_signal_connect (self->matches, "activate", G_CALLBACK (on_activate), self);
  g_signal_connect_object (self->find_button, "clicked", G_CALLBACK (on_find_clicked), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->edits, "value-changed", G_CALLBACK (on_edits_changed), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
refrain_alike_dialog_new (GtkWindow *parent,
                          RefrainSession *session,
                          const RefrainPatternEvent *event,
                          GError **error)
{
  RefrainAlikeDialog *self;
  RefrainPatternSet *set;
  RefrainPattern *pattern;
  g_autoptr (RefrainPatternTemplate) wanted = NULL;
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (RefrainOccurrencePart));
  g_autofree char *name = NULL;
  const RefrainOccurrencePart *first;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);
  g_return_val_if_fail (event != NULL, NULL);

  set = refrain_patterns_get_set (refrain_session_get_patterns (session));
  pattern = refrain_pattern_set_get_pattern (set, event->pattern);
  first = refrain_pattern_get_occurrence (pattern, event->occurrence, &n);
  g_array_append_vals (parts, first, (guint) n);
  if (!refrain_pattern_is_collective (pattern))
    wanted = make_template (refrain_pattern_set_get_symbols (set), parts);
  if (wanted == NULL)
    {
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                   _ ("Only patterns of sends and receives can be looked for."));
      return NULL;
    }
  self = g_object_new (REFRAIN_TYPE_ALIKE_DIALOG, "transient-for", parent, NULL);
  self->session = g_object_ref (session);
  self->symbols = g_object_ref (refrain_pattern_set_get_symbols (set));
  self->parts = g_steal_pointer (&parts);
  name = g_markup_escape_text (refrain_pattern_get_name (pattern), -1);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->pattern_row), name);
  return GTK_WIDGET (self);
}
