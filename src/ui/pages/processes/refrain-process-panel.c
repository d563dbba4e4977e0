/* refrain-process-panel.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Marks are kept by rank, so that what the filter hides stays as it is. What is folded and how rows
 * stand is the session's (refrain-process-rows.h): the table shows it.
 */
#include "refrain-process-panel.h"

#include <glib/gi18n.h>

#include "refrain-numbers-model.h"
#include "refrain-object.h"
#include "refrain-part-bar.h"
#include "refrain-process-rows.h"
#include "refrain-template.h"

/* Pixels across of the panel while it shows all columns. */
#define WIDE 440

struct _RefrainProcessPanel
{
  RefrainPage parent_instance;

  RefrainNumbersModel *numbers; /* NULL without a session */
  gboolean watching;
  RefrainProcessRows *rows; /* likewise */
  guint8 *shown;            /* for each process of the trace */
  gboolean following;       /* the views stand as the table is sorted */
  gboolean applying;        /* what changes was changed here */
  gboolean wide;

  GtkEditable *filter;
  GtkBox *place;
  RefrainProcessTable *table;
  RefrainPartBar *part;
  GtkLabel *count_label, *problem_label;
  GtkDropDown *grouping;
  GtkWidget *all_button, *none_button, *invert_button;
  GtkWidget *fold_button;
  GtkToggleButton *order_button;
};

G_DEFINE_FINAL_TYPE (RefrainProcessPanel, refrain_process_panel, REFRAIN_TYPE_PAGE)

static RefrainSession *
get_session (RefrainProcessPanel *self)
{
  return refrain_page_get_session (REFRAIN_PAGE (self));
}

static guint
get_n_processes (RefrainProcessPanel *self)
{
  RefrainSession *session = get_session (self);

  return session != NULL ? refrain_trace_get_n_processes (refrain_session_get_trace (session)) : 0;
}

/* ---- Which are shown ------------------------------------------------------------------------- */

/* Shows what is marked in @shown; the session puts it in its order. */
static void
apply (RefrainProcessPanel *self)
{
  guint n = get_n_processes (self);
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (guint));
  guint nothing = 0;

  for (guint i = 0; i < n; i++)
    if (self->shown[i])
      g_array_append_val (ranks, i);
  refrain_selection_set_processes (refrain_session_get_selection (get_session (self)),
                                   ranks->len > 0 ? (guint *) (gpointer) ranks->data : &nothing,
                                   ranks->len);
}

typedef enum
{
  MARK_ALL,
  MARK_NONE,
  MARK_INVERT,
} Mark;

/* Marks what is listed, leaving alone what the filter hides. */
static void
mark_listed (RefrainProcessPanel *self, Mark mark)
{
  g_autoptr (GArray) listed = NULL;

  if (get_session (self) == NULL)
    return;
  listed = refrain_process_table_list_listed (self->table);
  for (guint i = 0; i < listed->len; i++)
    {
      const guint32 rank = g_array_index (listed, guint32, i);

      self->shown[rank] = mark == MARK_ALL || (mark == MARK_INVERT && !self->shown[rank]);
    }
  apply (self);
}

static void
on_mark_clicked (GtkButton *button, gpointer data)
{
  RefrainProcessPanel *self = data;

  mark_listed (self, GTK_WIDGET (button) == self->all_button    ? MARK_ALL
                     : GTK_WIDGET (button) == self->none_button ? MARK_NONE
                                                                : MARK_INVERT);
}

static void
on_marked (RefrainProcessPanel *self, RefrainProcessRow *row, gboolean shown)
{
  guint n;
  const guint32 *processes = refrain_process_row_get_processes (row, &n);

  if (get_session (self) == NULL)
    return;
  for (guint i = 0; i < n; i++)
    self->shown[processes[i]] = shown;
  apply (self);
}

static void
on_chosen (RefrainProcessPanel *self, RefrainProcessRow *row)
{
  RefrainPick pick = { REFRAIN_PICK_PROCESS, 0, 0, 0 };
  guint n;

  if (get_session (self) == NULL)
    return;
  pick.process = refrain_process_row_get_processes (row, &n)[0];
  refrain_selection_set_pick (refrain_session_get_selection (get_session (self)), &pick);
}

static void
on_filter_changed (GtkEditable *editable, gpointer data)
{
  refrain_process_table_set_filter (REFRAIN_PROCESS_PANEL (data)->table,
                                    gtk_editable_get_text (editable));
}

/* Enter in the filter shows exactly what is listed. */
static void
on_filter_activated (RefrainProcessPanel *self)
{
  g_autoptr (GArray) listed = NULL;

  if (get_session (self) == NULL)
    return;
  listed = refrain_process_table_list_listed (self->table);
  if (listed->len == 0)
    return;
  memset (self->shown, 0, get_n_processes (self));
  mark_listed (self, MARK_ALL);
}

/* ---- Order and folds ------------------------------------------------------------------------- */

static void
show_rows (RefrainProcessPanel *self)
{
  RefrainSession *session = get_session (self);

  if (session == NULL)
    refrain_process_table_set_processes (self->table, NULL, NULL, NULL);
  else
    refrain_process_table_set_processes (
        self->table, refrain_session_get_trace (session), refrain_session_get_order (session),
        self->rows != NULL ? refrain_process_rows_get_groups (self->rows) : NULL);
}

/* Has all views stand as the table does. */
static void
take_order (RefrainProcessPanel *self)
{
  g_autoptr (GArray) order = refrain_process_table_list_order (self->table);

  self->applying = TRUE;
  refrain_process_rows_set_order (self->rows, (const guint32 *) (gpointer) order->data);
  self->applying = FALSE;
}

static void
on_sorted (RefrainProcessPanel *self)
{
  if (self->following && self->rows != NULL && refrain_process_table_is_sorted (self->table))
    take_order (self);
}

static void
set_following (RefrainProcessPanel *self, gboolean following)
{
  self->following = following;
  gtk_toggle_button_set_active (self->order_button, following);
}

static void
on_moved (RefrainProcessPanel *self)
{
  if (self->rows == NULL)
    return;
  self->following = TRUE;
  take_order (self);
  gtk_toggle_button_set_active (self->order_button, TRUE);
}

static void
on_order_toggled (RefrainProcessPanel *self)
{
  const gboolean active = gtk_toggle_button_get_active (self->order_button);

  if (self->rows == NULL || active == self->following)
    return;
  self->following = active;
  if (active)
    take_order (self);
  else
    refrain_process_rows_set_order (self->rows, NULL);
}

/* The session has rows stand otherwise. */
static void
on_order_changed (RefrainProcessPanel *self)
{
  if (self->applying)
    return;
  set_following (self, refrain_process_rows_has_order (self->rows));
  show_rows (self);
}

static void
on_folded (RefrainProcessPanel *self)
{
  const RefrainProcessGroups *groups
      = self->rows != NULL ? refrain_process_rows_get_groups (self->rows) : NULL;
  g_autofree guint8 *folded = NULL;

  if (groups == NULL)
    return;
  folded = g_new0 (guint8, groups->n + 1);
  for (guint g = 0; g < groups->n; g++)
    folded[g] = refrain_process_table_is_folded (self->table, g);
  self->applying = TRUE;
  refrain_process_rows_fold (self->rows, folded);
  self->applying = FALSE;
}

/* Folds all groups, or unfolds them where all are. */
static void
on_fold_clicked (RefrainProcessPanel *self)
{
  const RefrainProcessGroups *groups
      = self->rows != NULL ? refrain_process_rows_get_groups (self->rows) : NULL;
  gboolean all = TRUE;
  g_autofree guint8 *folded = NULL;

  if (groups == NULL)
    return;
  for (guint g = 0; g < groups->n; g++)
    all &= groups->groups[g].n < 2 || refrain_process_rows_is_folded (self->rows, g);
  folded = g_new (guint8, groups->n + 1);
  memset (folded, !all, groups->n + 1);
  refrain_process_rows_fold (self->rows, folded);
}

static void
on_grouping (RefrainProcessPanel *self)
{
  if (self->rows != NULL)
    refrain_process_rows_set_grouping (self->rows, gtk_drop_down_get_selected (self->grouping));
  refrain_page_update_actions (REFRAIN_PAGE (self));
}

static void
on_groups_changed (RefrainProcessPanel *self)
{
  const char *problem = refrain_process_rows_get_problem (self->rows);

  gtk_label_set_text (self->problem_label, problem != NULL ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem_label), problem != NULL);
  gtk_widget_set_sensitive (self->fold_button,
                            refrain_process_rows_get_groups (self->rows) != NULL);
  show_rows (self);
}

/* ---- Actions --------------------------------------------------------------------------------- */

static void
change_grouping (GSimpleAction *action, GVariant *value, gpointer data)
{
  const char *name = g_variant_get_string (value, NULL);

  for (guint i = 0; i < REFRAIN_N_GROUPINGS; i++)
    if (g_str_equal (name, refrain_grouping_get_name (i)))
      gtk_drop_down_set_selected (REFRAIN_PROCESS_PANEL (data)->grouping, i);
}

static void
fold_groups (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  on_fold_clicked (data);
}

static void
change_wide (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainProcessPanel *self = data;

  self->wide = g_variant_get_boolean (value);
  gtk_widget_set_size_request (GTK_WIDGET (self->table), self->wide ? WIDE : -1, -1);
  refrain_process_table_set_wide (self->table, self->wide);
  refrain_page_update_actions (REFRAIN_PAGE (self));
}

static const GActionEntry actions[] = {
  { .name = "group-processes",
    .parameter_type = "s",
    .state = "'none'",
    .change_state = change_grouping },
  { .name = "fold-groups", .activate = fold_groups },
  { .name = "all-columns", .state = "false", .change_state = change_wide },
};

static void
refrain_process_panel_update_actions (RefrainPage *page)
{
  RefrainProcessPanel *self = REFRAIN_PROCESS_PANEL (page);

  refrain_page_set_state (page, "group-processes",
                          g_variant_new_string (refrain_grouping_get_name (
                              self->rows != NULL ? refrain_process_rows_get_grouping (self->rows)
                                                 : REFRAIN_GROUPING_NONE)));
  refrain_page_set_state (page, "all-columns", g_variant_new_boolean (self->wide));
}

/* ---- What is shown changed, here or elsewhere ------------------------------------------------ */

static void
update_count (RefrainProcessPanel *self, guint shown)
{
  const guint total = get_n_processes (self);
  g_autofree char *text = g_strdup_printf (_ ("%zu of %u shown"), (gsize) shown, total);

  gtk_label_set_text (self->count_label, text);
  gtk_widget_set_visible (GTK_WIDGET (self->count_label), shown < total);
  refrain_page_take_count (REFRAIN_PAGE (self),
                           shown == total
                               ? g_strdup_printf ("%u", total)
                               : g_strdup_printf (_ ("%zu of %u"), (gsize) shown, total));
}

static void
on_processes_changed (RefrainProcessPanel *self)
{
  gsize n;
  const guint *processes
      = refrain_selection_get_processes (refrain_session_get_selection (get_session (self)), &n);

  memset (self->shown, 0, get_n_processes (self));
  for (gsize i = 0; i < n; i++)
    self->shown[processes[i]] = 1;
  update_count (self, (guint) n);
  refrain_process_table_set_shown (self->table, self->shown, get_n_processes (self));
}

static void
on_numbers_changed (RefrainProcessPanel *self)
{
  refrain_process_table_set_numbers (self->table,
                                     refrain_numbers_model_get_numbers (self->numbers));
}

static void
update_watching (RefrainProcessPanel *self)
{
  const gboolean watching = self->numbers != NULL && gtk_widget_get_mapped (GTK_WIDGET (self));

  if (watching == self->watching)
    return;
  self->watching = watching;
  if (watching)
    refrain_numbers_model_watch (self->numbers);
  else
    refrain_numbers_model_unwatch (self->numbers);
}

static void
forget_session (RefrainProcessPanel *self)
{
  if (self->watching)
    refrain_numbers_model_unwatch (self->numbers);
  self->watching = FALSE;
  g_clear_object (&self->numbers);
  refrain_disconnect (self->rows, self);
  g_clear_object (&self->rows);
  g_clear_pointer (&self->shown, g_free);
}

static void
refrain_process_panel_session_changed (RefrainPage *page)
{
  RefrainProcessPanel *self = REFRAIN_PROCESS_PANEL (page);
  RefrainSession *session = get_session (self);

  forget_session (self);
  refrain_part_bar_follow (self->part, NULL, NULL);
  gtk_drop_down_set_selected (self->grouping, REFRAIN_GROUPING_NONE);
  set_following (self, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->problem_label), FALSE);
  refrain_process_table_unsort (self->table);
  show_rows (self);
  refrain_process_table_set_numbers (self->table, NULL);
  if (session == NULL)
    return;
  self->shown = g_malloc0 (get_n_processes (self) + 1);
  self->rows = refrain_process_rows_new (session);
  self->numbers = g_object_ref (refrain_numbers_model_get (session));
  refrain_part_bar_follow (self->part, session, self->numbers);
  gtk_editable_set_text (self->filter, "");
  refrain_page_watch (page, refrain_session_get_selection (session), "notify::processes",
                      G_CALLBACK (on_processes_changed));
  refrain_page_watch (page, session, "notify::order", G_CALLBACK (on_order_changed));
  refrain_page_watch (page, self->numbers, "notify::numbers", G_CALLBACK (on_numbers_changed));
  refrain_connect (self->rows, "notify::groups", on_groups_changed, self);
  on_numbers_changed (self);
  on_processes_changed (self);
  update_watching (self);
}

/* ---- Widget ---------------------------------------------------------------------------------- */

static gboolean
refrain_process_panel_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_PROCESS_PANEL (widget)->filter));
}

static void
refrain_process_panel_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (refrain_process_panel_parent_class)->map (widget);
  update_watching (REFRAIN_PROCESS_PANEL (widget));
}

static void
refrain_process_panel_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (refrain_process_panel_parent_class)->unmap (widget);
  update_watching (REFRAIN_PROCESS_PANEL (widget));
}

REFRAIN_DEFINE_END (RefrainProcessPanel, refrain_process_panel, dispose, forget_session (x))

static void
refrain_process_panel_class_init (RefrainProcessPanelClass *klass)
{
  RefrainPageClass *page_class = REFRAIN_PAGE_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_process_panel_dispose;
  widget_class->grab_focus = refrain_process_panel_grab_focus;
  widget_class->map = refrain_process_panel_map;
  widget_class->unmap = refrain_process_panel_unmap;
  g_type_ensure (REFRAIN_TYPE_PART_BAR);
  page_class->actions = actions;
  page_class->n_actions = G_N_ELEMENTS (actions);
  page_class->session_changed = refrain_process_panel_session_changed;
  page_class->update_actions = refrain_process_panel_update_actions;
  REFRAIN_TEMPLATE (widget_class, "process-panel", RefrainProcessPanel, filter, part, place,
                    count_label, problem_label, grouping, all_button, none_button, invert_button,
                    fold_button, order_button);
}

static void
connect_table (RefrainProcessPanel *self)
{
  const struct
  {
    const char *signal;
    GCallback func;
  } told[] = {
    { "marked", G_CALLBACK (on_marked) }, { "chosen", G_CALLBACK (on_chosen) },
    { "folded", G_CALLBACK (on_folded) }, { "sorted", G_CALLBACK (on_sorted) },
    { "moved", G_CALLBACK (on_moved) },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (told); i++)
    refrain_connect (self->table, told[i].signal, told[i].func, self);
}

static void
refrain_process_panel_init (RefrainProcessPanel *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  self->table = REFRAIN_PROCESS_TABLE (refrain_process_table_new ());
  gtk_box_append (self->place, GTK_WIDGET (self->table));
  connect_table (self);
  for (guint i = 0; i < REFRAIN_N_GROUPINGS; i++)
    gtk_string_list_append (names, refrain_grouping_get_label (i));
  gtk_drop_down_set_model (self->grouping, G_LIST_MODEL (names));
  g_signal_connect_swapped (self->grouping, "notify::selected", G_CALLBACK (on_grouping), self);
  g_signal_connect (self->filter, "changed", G_CALLBACK (on_filter_changed), self);
  g_signal_connect_swapped (self->filter, "activate", G_CALLBACK (on_filter_activated), self);
  g_signal_connect (self->all_button, "clicked", G_CALLBACK (on_mark_clicked), self);
  g_signal_connect (self->none_button, "clicked", G_CALLBACK (on_mark_clicked), self);
  g_signal_connect (self->invert_button, "clicked", G_CALLBACK (on_mark_clicked), self);
  g_signal_connect_swapped (self->order_button, "toggled", G_CALLBACK (on_order_toggled), self);
}
