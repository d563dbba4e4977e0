/* refrain-lists-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows are looked for while the page can be seen. Selecting some lights them up, selecting one goes
 * there; what is picked elsewhere is selected here where it is a row.
 */
#include "refrain-lists-page.h"

#include <glib/gi18n.h>

#include "refrain-object.h"
#include "refrain-save-chooser.h"
#include "refrain-template.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

/* How much is seen of rows that are no answer any more. */
#define STALE 0.35

struct _RefrainListsPage
{
  RefrainPage parent_instance;

  RefrainListModel *model;
  GtkFileChooserNative *chooser;
  RefrainListKind shown; /* whose columns the table has */
  gboolean going;        /* to a row that was selected here */
  gboolean updating;

  RefrainListFields *fields;
  GtkDropDown *scopes;
  GtkMenuButton *filter;
  GtkLabel *sentence;
  GtkWidget *cancel, *chips_window;
  GtkBox *chips;
  GtkStack *stack;
  GtkLabel *nothing;
  RefrainQueryTableView *table;
};

G_DEFINE_FINAL_TYPE (RefrainListsPage, refrain_lists_page, REFRAIN_TYPE_PAGE)

REFRAIN_GETTER (RefrainListsPage, refrain_lists_page, RefrainListModel *, get_model, self->model)

static RefrainSession *
get_session (RefrainListsPage *self)
{
  return refrain_page_get_session (REFRAIN_PAGE (self));
}

static RefrainQueryModel *
get_rows (RefrainListsPage *self)
{
  return self->model != NULL ? refrain_list_model_get_rows (self->model) : NULL;
}

/* ---- What is shown --------------------------------------------------------------------------- */

/* What the row stands for that was gone to elsewhere. */
static void
show_pick (RefrainListsPage *self)
{
  guint place;

  if (self->going || self->model == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  place = refrain_list_model_find (
      self->model, refrain_selection_get_pick (refrain_session_get_selection (get_session (self))));
  if (place != G_MAXUINT)
    refrain_query_table_view_show_row (self->table, place);
}

static void
update_sentence (RefrainListsPage *self)
{
  const gboolean running = self->model != NULL && refrain_list_model_is_running (self->model);
  const char *problem = self->model != NULL ? refrain_list_model_get_problem (self->model) : NULL;
  RefrainQueryResult *result
      = self->model != NULL ? refrain_query_model_get_result (get_rows (self)) : NULL;
  g_autofree char *text
      = self->model != NULL ? refrain_list_model_describe (self->model) : g_strdup ("");
  const gboolean some
      = problem == NULL && result != NULL && refrain_query_result_get_n_rows (result) > 0;

  /* What stands there answers what was asked before. */
  gtk_label_set_text (self->sentence, !some ? "" : running ? _ ("Searching…") : text);
  refrain_widget_set_long_tooltip (GTK_WIDGET (self->sentence), some && !running ? text : NULL);
  gtk_widget_set_opacity (GTK_WIDGET (self->table), running ? STALE : 1);
  gtk_label_set_text (self->nothing, some ? "" : text);
  gtk_stack_set_visible_child_name (self->stack, some ? "rows" : "nothing");
  gtk_widget_set_visible (self->cancel, running);
}

static void
update_rows (RefrainListsPage *self)
{
  RefrainQueryList *rows
      = self->model != NULL ? refrain_query_model_get_rows (get_rows (self)) : NULL;
  gboolean falling;
  guint column;

  if (self->table == NULL)
    return;
  refrain_query_table_view_replace_rows (self->table, rows);
  update_sentence (self);
  refrain_page_take_count (
      REFRAIN_PAGE (self),
      rows != NULL ? refrain_count_format (g_list_model_get_n_items (G_LIST_MODEL (rows))) : NULL);
  if (rows == NULL)
    return;
  column = refrain_list_model_get_order (self->model, &falling);
  refrain_query_table_view_show_order (self->table, column, falling);
  show_pick (self);
}

/* Another kind, scope or filter. */
static void
update_asked (RefrainListsPage *self)
{
  if (self->table == NULL)
    return;
  refrain_list_fields_fill_box (self->model, self->chips);
  gtk_widget_set_visible (self->chips_window,
                          gtk_widget_get_first_child (GTK_WIDGET (self->chips)) != NULL);
  self->updating = TRUE;
  gtk_drop_down_set_selected (self->scopes, self->model != NULL
                                                ? refrain_list_model_get_scope (self->model)
                                                : REFRAIN_LIST_OF_RUN);
  self->updating = FALSE;
  refrain_page_update_actions (REFRAIN_PAGE (self));
}

static void
tell (RefrainListsPage *self, const char *text)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s", text);
}

static void
on_scope (RefrainListsPage *self)
{
  const RefrainListScope scope = gtk_drop_down_get_selected (self->scopes);
  RefrainTime start, end;

  if (self->updating || self->model == NULL)
    return;
  refrain_selection_get_range (refrain_session_get_selection (get_session (self)), &start, &end);
  refrain_list_model_set_scope (self->model, scope);
  if (scope == REFRAIN_LIST_OF_LIT
      && refrain_list_model_get_scope (self->model) != REFRAIN_LIST_OF_LIT)
    tell (self,
          refrain_list_model_get_kind (self->model) == REFRAIN_LIST_CALLS
              ? _ ("Messages and collectives can be highlighted, calls cannot.")
              : _ ("Nothing is highlighted. Select a pattern, a cell of the matrix, or rows."));
  else if (scope == REFRAIN_LIST_OF_RANGE && start > end)
    tell (self, _ ("Nothing is measured. Drag over the events with the ruler (M)."));
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void
on_sort (RefrainListsPage *self, guint column, gboolean falling)
{
  if (self->model != NULL)
    refrain_list_model_sort (self->model, column, falling);
}

/* Picks what @row of the result stands for, and moves the window so far that it is seen. */
static void
go_to (RefrainListsPage *self, gsize row)
{
  self->going = TRUE;
  refrain_query_model_go_to (get_rows (self), row);
  self->going = FALSE;
}

static void
on_selected (RefrainListsPage *self)
{
  gsize row;

  if (self->model == NULL)
    return;
  row = refrain_query_table_view_light (self->table, get_rows (self));
  if (row != G_MAXSIZE)
    go_to (self, row);
}

/* Enter shows it large. */
static void
on_activated (RefrainListsPage *self, guint64 row)
{
  RefrainPick pick;

  if (self->model == NULL)
    return;
  go_to (self, (gsize) row);
  pick = *refrain_selection_get_pick (refrain_session_get_selection (get_session (self)));
  refrain_session_zoom_to (get_session (self), &pick);
}

static void
update_lit (RefrainListsPage *self)
{
  if (!refrain_query_model_is_lit (get_rows (self)))
    refrain_query_table_view_unselect (self->table);
}

/* ---- Saving ---------------------------------------------------------------------------------- */

static void
on_saved (RefrainListsPage *self, const char *path, const char *problem)
{
  g_autofree char *name = path != NULL ? g_filename_display_basename (path) : NULL;
  g_autofree char *text
      = problem != NULL ? g_strdup (problem) : g_strdup_printf (_ ("Saved “%s”"), name);

  tell (self, text);
}

static void
save_at (gpointer owner, const char *path)
{
  RefrainListsPage *self = owner;

  if (self->model != NULL && refrain_query_model_get_result (get_rows (self)) != NULL)
    refrain_query_model_save (get_rows (self), path);
}

static void
save_list (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainListsPage *self = data;
  g_autofree char *name = NULL;

  if (self->model == NULL || refrain_query_model_get_result (get_rows (self)) == NULL)
    return;
  name = g_strdup_printf ("%s.csv",
                          refrain_list_kind_get_name (refrain_list_model_get_kind (self->model)));
  refrain_save_chooser_ask (&self->chooser, self, _ ("Save the Rows"), name, save_at);
}

/* ---- From other views ------------------------------------------------------------------------ */

static void
turn_here (RefrainListsPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", "lists");
}

static void
list_of_process (RefrainListsPage *self, guint process)
{
  RefrainListFilter filter = { 0 };

  filter.fields[REFRAIN_LIST_PROCESSES] = g_strdup_printf ("%u", process);
  refrain_list_model_set_filter (self->model, &filter);
  refrain_list_filter_clear (&filter);
}

/* All calls of the routine that was called. */
static void
list_of_call (RefrainListsPage *self, const RefrainPick *pick)
{
  RefrainTrace *trace = refrain_session_get_trace (get_session (self));
  const RefrainCalls *calls
      = refrain_process_get_calls (refrain_trace_get_process (trace, pick->process));
  RefrainListFilter filter = { 0 };

  refrain_list_model_set_kind (self->model, REFRAIN_LIST_CALLS);
  if (calls->routine[pick->row] != REFRAIN_NONE)
    filter.fields[REFRAIN_LIST_ROUTINE] = g_strdup (
        refrain_routine_get_name (refrain_trace_get_routine (trace, calls->routine[pick->row])));
  refrain_list_model_set_filter (self->model, &filter);
  refrain_list_filter_clear (&filter);
}

/* Messages of the operation's two processes, or collectives of its kind. */
static void
list_of_op (RefrainListsPage *self, const RefrainPick *pick)
{
  RefrainTrace *trace = refrain_session_get_trace (get_session (self));
  const RefrainOps *ops
      = refrain_process_get_ops (refrain_trace_get_process (trace, pick->process));
  RefrainListFilter filter = { 0 };

  if (REFRAIN_OP_IS_P2P (ops->kind[pick->row]) && ops->peer[pick->row] >= 0)
    {
      const gboolean sends = REFRAIN_OP_IS_SEND (ops->kind[pick->row]);
      const guint peer = (guint) ops->peer[pick->row];

      refrain_list_model_list_pair (self->model, sends ? pick->process : peer,
                                    sends ? peer : pick->process, NULL, NULL);
      return;
    }
  refrain_list_model_set_kind (self->model, REFRAIN_LIST_COLLECTIVES);
  filter.fields[REFRAIN_LIST_ROUTINE]
      = g_strdup (refrain_collective_get_name ((RefrainCollective) ops->tag[pick->row]));
  refrain_list_model_set_filter (self->model, &filter);
  refrain_list_filter_clear (&filter);
}

static void
list_pick (RefrainListsPage *self, const RefrainPick *pick)
{
  refrain_list_model_set_scope (self->model, REFRAIN_LIST_OF_RUN);
  switch (pick->kind)
    {
    case REFRAIN_PICK_CHANNEL:
      refrain_list_model_list_pair (self->model, pick->process, pick->peer, NULL, NULL);
      break;
    case REFRAIN_PICK_PROCESS:
      list_of_process (self, pick->process);
      break;
    case REFRAIN_PICK_CALL:
      list_of_call (self, pick);
      break;
    case REFRAIN_PICK_OP:
      list_of_op (self, pick);
      break;
    case REFRAIN_PICK_NONE:
    default:
      tell (self, _ ("Nothing that can be listed is highlighted or selected."));
      return;
    }
  turn_here (self);
}

/* What is lit up, else what is like what is picked. */
static void
list_these (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainListsPage *self = data;
  RefrainSession *session = get_session (self);

  if (session == NULL || self->model == NULL)
    return;
  if (refrain_list_model_list_lit (self->model))
    turn_here (self);
  else
    list_pick (self, refrain_selection_get_pick (refrain_session_get_selection (session)));
}

/* The messages of the pair that is picked or lit up. */
static void
list_pair (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainListsPage *self = data;
  RefrainSession *session = get_session (self);
  RefrainPick pick;

  if (session == NULL || self->model == NULL)
    return;
  pick = *refrain_selection_get_pick (refrain_session_get_selection (session));
  if (refrain_pairs_get_selected (refrain_session_get_subjects (session), &pick.process,
                                  &pick.peer))
    pick.kind = REFRAIN_PICK_CHANNEL;
  list_pick (self, &pick);
}

/* ---- Actions --------------------------------------------------------------------------------- */

static void
change_kind (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainListsPage *self = data;

  for (guint k = 0; k < REFRAIN_N_LISTS && self->model != NULL; k++)
    if (g_str_equal (g_variant_get_string (value, NULL), refrain_list_kind_get_name (k)))
      refrain_list_model_set_kind (self->model, k);
  refrain_page_update_actions (data);
}

static void
clear_filter (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainListsPage *self = data;
  const RefrainListFilter nothing = { 0 };

  if (self->model != NULL)
    refrain_list_model_set_filter (self->model, &nothing);
}

static const GActionEntry actions[] = {
  { .name = "list-kind",
    .parameter_type = "s",
    .state = "'messages'",
    .change_state = change_kind },
  { .name = "list-these", .activate = list_these },
  { .name = "list-pair", .activate = list_pair },
  { .name = "clear-list-filter", .activate = clear_filter },
  { .name = "save-list", .activate = save_list },
};

static void
refrain_lists_page_update_actions (RefrainPage *page)
{
  RefrainListsPage *self = REFRAIN_LISTS_PAGE (page);

  refrain_page_set_state (page, "list-kind",
                          g_variant_new_string (refrain_list_kind_get_name (
                              self->model != NULL ? refrain_list_model_get_kind (self->model)
                                                  : REFRAIN_LIST_MESSAGES)));
}

/* ---- Page ------------------------------------------------------------------------------------ */

static void
refrain_lists_page_session_changed (RefrainPage *page)
{
  RefrainListsPage *self = REFRAIN_LISTS_PAGE (page);
  RefrainSession *session = refrain_page_get_session (page);

  if (self->table == NULL)
    return;
  refrain_query_table_view_set_rows (self->table, NULL);
  g_clear_object (&self->model);
  if (session != NULL)
    {
      self->model = refrain_list_model_new (session);
      refrain_page_watch (page, self->model, "notify::running", G_CALLBACK (update_sentence));
      refrain_page_watch (page, self->model, "notify::asked", G_CALLBACK (update_asked));
      refrain_page_watch (page, get_rows (self), "notify::result", G_CALLBACK (update_rows));
      refrain_page_watch (page, get_rows (self), "notify::lit", G_CALLBACK (update_lit));
      refrain_page_watch (page, refrain_session_get_selection (session), "notify::pick",
                          G_CALLBACK (show_pick));
      refrain_connect (get_rows (self), "saved", on_saved, self);
      refrain_list_model_set_active (self->model, gtk_widget_get_mapped (GTK_WIDGET (self)));
    }
  refrain_list_fields_set_model (self->fields, self->model);
  update_asked (self);
  update_rows (self);
}

static void
refrain_lists_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (refrain_lists_page_parent_class)->map (widget);
  if (REFRAIN_LISTS_PAGE (widget)->model != NULL)
    refrain_list_model_set_active (REFRAIN_LISTS_PAGE (widget)->model, TRUE);
}

static void
refrain_lists_page_unmap (GtkWidget *widget)
{
  if (REFRAIN_LISTS_PAGE (widget)->model != NULL)
    refrain_list_model_set_active (REFRAIN_LISTS_PAGE (widget)->model, FALSE);
  GTK_WIDGET_CLASS (refrain_lists_page_parent_class)->unmap (widget);
}

static gboolean
refrain_lists_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_LISTS_PAGE (widget)->table));
}

static void
refrain_lists_page_dispose (GObject *object)
{
  RefrainListsPage *self = REFRAIN_LISTS_PAGE (object);

  if (self->table != NULL)
    refrain_query_table_view_set_rows (self->table, NULL);
  refrain_save_chooser_close (&self->chooser);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (refrain_lists_page_parent_class)->dispose (object);
}

static void
refrain_lists_page_class_init (RefrainListsPageClass *klass)
{
  RefrainPageClass *page_class = REFRAIN_PAGE_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (REFRAIN_TYPE_LIST_FIELDS);
  g_type_ensure (REFRAIN_TYPE_QUERY_TABLE_VIEW);
  G_OBJECT_CLASS (klass)->dispose = refrain_lists_page_dispose;
  page_class->actions = actions;
  page_class->n_actions = G_N_ELEMENTS (actions);
  page_class->asks_least = TRUE;
  page_class->session_changed = refrain_lists_page_session_changed;
  page_class->update_actions = refrain_lists_page_update_actions;
  widget_class->map = refrain_lists_page_map;
  widget_class->unmap = refrain_lists_page_unmap;
  widget_class->grab_focus = refrain_lists_page_grab_focus;
  REFRAIN_TEMPLATE (widget_class, "lists-page", RefrainListsPage, fields, scopes, filter, sentence,
                    cancel, chips_window, chips, stack, nothing, table);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.clear-selection",
                                       NULL);
}

static void
refrain_lists_page_init (RefrainListsPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  refrain_connect (self->table, "sort", on_sort, self);
  refrain_connect (self->table, "selected", on_selected, self);
  refrain_connect (self->table, "activated", on_activated, self);
  refrain_connect (self->scopes, "notify::selected", on_scope, self);
}
