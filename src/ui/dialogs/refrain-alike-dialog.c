/* refrain-alike-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The session's matches do the work; the dialog asks them for another search when the number of
 * edits or the way of counting changes, and shows the places in a table.
 */
#include "config.h"
#include "refrain-alike-dialog.h"

#include <glib/gi18n.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-match-table.h"
#include "refrain-object.h"
#include "refrain-study-sources.h"
#include "refrain-template.h"
#include "refrain-time-format.h"

struct _RefrainAlikeDialog
{
  AdwWindow parent_instance;

  RefrainSession *session;
  RefrainOpSet *wanted;
  RefrainJob *job;
  RefrainMatchList *found;

  GtkWidget *find_button;
  AdwActionRow *pattern_row;
  GtkSpinButton *edits, *total;
  GtkSwitch *any_order, *shifted;
  GtkLabel *result_label;
  RefrainTableView *matches;
};

G_DEFINE_FINAL_TYPE (RefrainAlikeDialog, refrain_alike_dialog, ADW_TYPE_WINDOW)

/* ---- Going from place to place ---- */

/* The places are lit up, again if something else was meanwhile. */
static void
light_up (RefrainAlikeDialog *self)
{
  refrain_matches_set_list (refrain_session_get_subjects (self->session), self->found);
}

static void
on_activated (RefrainAlikeDialog *self, RefrainMatch *match)
{
  light_up (self);
  refrain_subjects_set_place (refrain_session_get_subjects (self->session),
                              refrain_match_get_place (match));
  refrain_session_go_to_place (self->session);
}

/* n and p do here what they do in the window. */
static gboolean
step (GtkWidget *widget, GVariant *args, gpointer data)
{
  RefrainAlikeDialog *self = REFRAIN_ALIKE_DIALOG (widget);
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  const char *action;

  if (self->found == NULL || parent == NULL)
    return FALSE;
  light_up (self);
  g_variant_get (args, "(&s)", &action);
  return gtk_widget_activate_action (GTK_WIDGET (parent), action, NULL);
}

/* Marks the place that was gone to. */
static void
on_current (RefrainAlikeDialog *self)
{
  RefrainSubjects *subjects = refrain_session_get_subjects (self->session);
  gsize place;

  if (refrain_matches_get_list (subjects) != self->found
      || !refrain_subjects_get_place (subjects, &place))
    return;
  refrain_match_table_mark (self->matches, (guint) place);
}

/* ---- Finding ---- */

typedef struct
{
  RefrainStudy *study;
  RefrainOpSet *wanted;
  RefrainMatchOptions options;
  gboolean shifted;
} Work;

REFRAIN_DEFINE_FREE (work_free, Work, g_object_unref (x->study); refrain_op_set_unref (x->wanted))

/* What was found, and how much of what was wanted could not be looked for. */
typedef struct
{
  RefrainMatchList *list;
  guint64 left_out;
} Found;

REFRAIN_DEFINE_FREE (found_free, Found, g_clear_object (&x->list))

static gpointer
find_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Work *work = data;
  guint64 left_out;
  g_autoptr (RefrainPatternTemplate) wanted = NULL;
  g_autoptr (RefrainSymbols) symbols
      = refrain_study_find_plain_symbols (work->study, refrain_job_get_cancellable (job), error);
  RefrainMatchList *list = NULL;
  Found *found;

  if (symbols == NULL)
    return NULL;
  wanted = refrain_template_from_ops (symbols, work->wanted, g_strdup (""), &left_out);
  if (wanted == NULL || refrain_pattern_template_count_events (wanted) == 0)
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT, "%s",
                 wanted == NULL
                     ? _ ("Too many events are selected for a search.")
                     : _ ("None of these messages has both its ends among the selected events."));
  else
    list = refrain_match_list_new (symbols, wanted, &work->options, work->shifted,
                                   refrain_job_get_cancellable (job), error);
  if (list == NULL)
    return NULL;
  found = g_new0 (Found, 1);
  found->list = list;
  found->left_out = left_out;
  return found;
}

static void
add_left_out (GString *text, guint64 left_out)
{
  g_autofree char *count = refrain_count_format (left_out);

  if (left_out == 0)
    return;
  g_string_append (text, "\n");
  g_string_append_printf (
      text,
      g_dngettext (
          GETTEXT_PACKAGE, "%s selected event is ignored: a collective, or half of a message.",
          "%s selected events are ignored: collectives, or halves of messages.", (gulong) left_out),
      count);
}

static void
show_found (RefrainAlikeDialog *self, guint64 left_out)
{
  g_autofree char *places = refrain_match_table_describe (self->found);
  g_autoptr (GString) text = g_string_new (places);

  add_left_out (text, left_out);
  gtk_label_set_text (self->result_label, text->str);
  refrain_table_view_set_rows (self->matches, G_LIST_MODEL (self->found));
  light_up (self);
}

static void
on_found (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainAlikeDialog *self = data;
  Found *found = result;

  if (found == NULL)
    {
      g_autofree char *problem = refrain_job_describe_error (error, _ ("Cancelled."));

      gtk_label_set_text (self->result_label, problem);
      return;
    }
  g_set_object (&self->found, found->list);
  show_found (self, found->left_out);
  found_free (found);
}

/* Looks for them as @options say, @shifted: on other ranks too. */
static void
find (RefrainAlikeDialog *self, const RefrainMatchOptions *options, gboolean shifted)
{
  Work *work;

  g_return_if_fail (options != NULL);

  g_clear_object (&self->found);
  refrain_table_view_set_rows (self->matches, NULL);
  gtk_label_set_text (self->result_label, _ ("Searching…"));
  work = g_new0 (Work, 1);
  work->study = g_object_ref (refrain_session_get_study (self->session));
  work->wanted = refrain_op_set_ref (self->wanted);
  work->options = *options;
  work->shifted = shifted;
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->job,
                                _ ("Searching for matches"), find_in_thread, work, work_free,
                                found_free, self, on_found);
}

REFRAIN_GETTER (
    RefrainAlikeDialog, refrain_alike_dialog, RefrainMatchList *, get_matches, self->found)

void
refrain_alike_dialog_find_chosen (RefrainAlikeDialog *self)
{
  RefrainMatchOptions options = { 0 };

  g_return_if_fail (REFRAIN_IS_ALIKE_DIALOG (self));

  options.edits_per_process = (guint) gtk_spin_button_get_value_as_int (self->edits);
  options.edits_total = (guint64) gtk_spin_button_get_value_as_int (self->total);
  options.any_order = gtk_switch_get_active (self->any_order);
  find (self, &options, gtk_switch_get_active (self->shifted));
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

REFRAIN_DEFINE_END (RefrainAlikeDialog, refrain_alike_dialog, dispose, refrain_job_stop (&x->job);
                    refrain_clear_objects (&x->found, &x->session);
                    g_clear_pointer (&x->wanted, refrain_op_set_unref))

static void
refrain_alike_dialog_class_init (RefrainAlikeDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_alike_dialog_dispose;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_n, 0, step, "(s)", "win.next-occurrence");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_p, 0, step, "(s)", "win.previous-occurrence");
  g_type_ensure (REFRAIN_TYPE_TABLE_VIEW);
  REFRAIN_TEMPLATE (widget_class, "alike-dialog", RefrainAlikeDialog, find_button, pattern_row,
                    edits, total, any_order, shifted, result_label, matches);
}

static void
refrain_alike_dialog_init (RefrainAlikeDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  refrain_match_table_set_columns (self->matches, NULL, NULL);
  g_signal_connect_swapped (self->matches, "activated", G_CALLBACK (on_activated), self);
  refrain_connect (self->find_button, "clicked", refrain_alike_dialog_find_chosen, self);
  refrain_connect (self->edits, "value-changed", on_edits_changed, self);
}

/* Whether there is a message in @ops at all. */
static gboolean
has_message (RefrainTrace *trace, const RefrainOpSet *set)
{
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainOps *ops = refrain_trace_get_ops (trace, p);

      for (gsize op = refrain_op_set_find_next (set, p, 0, ops->n); op < ops->n;
           op = refrain_op_set_find_next (set, p, op + 1, ops->n))
        if (REFRAIN_OP_IS_P2P (ops->kind[op]) && ops->peer[op] >= 0)
          return TRUE;
    }
  return FALSE;
}

/* "12 events of 4 processes" */
static char *
describe (RefrainTrace *trace, const RefrainOpSet *set)
{
  g_autofree char *size = refrain_count_format (refrain_op_set_get_size (set));
  g_autofree char *events = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s event", "%s events",
                                                          (gulong) refrain_op_set_get_size (set)),
                                             size);
  guint n = 0;

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const gsize all = refrain_trace_get_ops (trace, p)->n;

      n += refrain_op_set_find_next (set, p, 0, all) < all;
    }
  /* TRANSLATORS: "12 events of 4 processes". */
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s of %u process", "%s of %u processes", n), events, n);
}

GtkWidget *
refrain_alike_dialog_new (GtkWindow *parent,
                          RefrainSession *session,
                          RefrainOpSet *wanted,
                          const char *title,
                          GError **error)
{
  RefrainAlikeDialog *self;
  g_autofree char *name = NULL, *size = NULL;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);
  g_return_val_if_fail (wanted != NULL && title != NULL, NULL);

  if (!has_message (refrain_session_get_trace (session), wanted))
    return refrain_fail_null (error, REFRAIN_ERROR_ARGUMENT,
                              _ ("Only patterns of sends and receives can be searched for."));
  self = g_object_new (REFRAIN_TYPE_ALIKE_DIALOG, "transient-for", parent, NULL);
  self->session = g_object_ref (session);
  self->wanted = refrain_op_set_ref (wanted);
  name = g_markup_escape_text (title, -1);
  size = describe (refrain_session_get_trace (session), wanted);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->pattern_row), name);
  adw_action_row_set_subtitle (self->pattern_row, size);
  refrain_connect (refrain_session_get_subjects (session), "notify::subject", on_current, self);
  return GTK_WIDGET (self);
}
