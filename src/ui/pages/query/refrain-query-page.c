/* refrain-query-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Until something is asked, the page offers queries that any trace answers. Everything that is
 * asked goes into the memory, whether it was understood or not: a typing error is worth correcting.
 */
#include "refrain-query-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "refrain-object.h"
#include "refrain-save-chooser.h"
#include "refrain-template.h"
#include "refrain-time-format.h"
#include "refrain-visible.h"
#include "refrain-widget-style.h"

/* Queries of the history that the menu offers, and letters of each. */
#define MENU_QUERIES 12
#define MENU_LETTERS 60

struct _RefrainQueryPage
{
  RefrainPage parent_instance;

  RefrainQueryModel *model;
  RefrainQueryMemory *memory;
  GtkFileChooserNative *chooser;
  guint step; /* how far back in the history the editor shows; 0: what is being typed */
  char *draft;
  gboolean stepping;

  RefrainQueryEditor *editor;
  GtkWidget *run, *cancel;
  GtkMenuButton *asked;
  GtkLabel *sentence;
  GtkWidget *save;
  GtkStack *stack;
  GtkListBox *examples;
  RefrainQueryTableView *table;
};

G_DEFINE_FINAL_TYPE (RefrainQueryPage, refrain_query_page, REFRAIN_TYPE_PAGE)

REFRAIN_GETTER (RefrainQueryPage, refrain_query_page, RefrainQueryModel *, get_model, self->model)
REFRAIN_GETTER (
    RefrainQueryPage, refrain_query_page, RefrainQueryMemory *, get_memory, self->memory)

/* ---- Examples -------------------------------------------------------------------------------- */

static const struct
{
  const char *title, *text;
} examples[] = {
  { N_ ("MPI calls and bytes by process"), "SELECT STATISTICS" },
  { N_ ("Messages and bytes by pair"),
    "SELECT COUNT, BYTES FROM MESSAGES GROUP BY sender, receiver ORDER BY bytes DESC" },
  { N_ ("100 largest messages"), "SELECT MESSAGES ORDER BY size DESC LIMIT 100" },
  { N_ ("100 longest collectives"),
    "SELECT process, kind, communicator, start, duration FROM COLLECTIVES ORDER BY duration DESC "
    "LIMIT 100" },
  { N_ ("Time and calls by routine"),
    "SELECT COUNT, SUM(duration), MAX(duration) FROM CALLS GROUP BY routine ORDER BY duration "
    "DESC" },
  { N_ ("Unreceived sends"), "SELECT SENDS WHERE NOT matched" },
};

static void
ask (RefrainQueryPage *self, const char *text)
{
  refrain_query_editor_set_text (self->editor, text);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.run-query", NULL);
}

static void
on_example (RefrainQueryPage *self, GtkListBoxRow *row)
{
  ask (self, examples[gtk_list_box_row_get_index (row)].text);
}

/* Those of a row break their text. */
static void
limit_labels (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    refrain_label_wrap (GTK_LABEL (widget), 16);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    limit_labels (child);
}

static void
init_examples (RefrainQueryPage *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      GtkWidget *row = adw_action_row_new ();

      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (examples[i].title));
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), examples[i].text);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      limit_labels (row);
      gtk_list_box_append (self->examples, row);
    }
}

/* ---- Menus of what was asked and kept -------------------------------------------------------- */

/* @text on one line, cut. */
static char *
make_label (const char *text)
{
  g_autoptr (GString) label = g_string_new (NULL);
  glong n = 0;

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar letter = g_utf8_get_char (at);

      if (n++ == MENU_LETTERS)
        {
          g_string_append (label, "…");
          break;
        }
      /* An underscore would be a mnemonic. */
      if (letter == '_')
        g_string_append_c (label, '_');
      g_string_append_unichar (label, g_unichar_isspace (letter) ? ' ' : letter);
    }
  return g_string_free (g_steal_pointer (&label), FALSE);
}

static void
add_item (GMenu *menu, const char *label, const char *action, const char *target)
{
  g_autofree char *shown = make_label (label);
  g_autoptr (GMenuItem) item = g_menu_item_new (shown, NULL);

  g_menu_item_set_action_and_target (item, action, "s", target);
  g_menu_append_item (menu, item);
}

static GMenu *
make_kept_menu (RefrainQueryPage *self, const char *action, gboolean by_name)
{
  GMenu *menu = g_menu_new ();
  const guint n = refrain_query_memory_get_n_kept (self->memory);

  for (guint i = 0; i < n; i++)
    {
      const char *text;
      const char *name = refrain_query_memory_get_kept (self->memory, i, &text);

      add_item (menu, name, action, by_name ? name : text);
    }
  return menu;
}

static void
update_menu (RefrainQueryPage *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) kept = make_kept_menu (self, "win.ask-query", FALSE);
  g_autoptr (GMenu) forget = make_kept_menu (self, "win.forget-query", TRUE);
  g_autoptr (GMenu) keep = g_menu_new ();
  g_autoptr (GMenu) asked = g_menu_new ();
  const guint n = MIN (refrain_query_memory_get_n (self->memory), MENU_QUERIES);

  g_menu_append (keep, _ ("_Save Query…"), "win.keep-query");
  if (g_menu_model_get_n_items (G_MENU_MODEL (forget)) > 0)
    g_menu_append_submenu (keep, _ ("_Remove"), G_MENU_MODEL (forget));
  for (guint i = 0; i < n; i++)
    add_item (asked, refrain_query_memory_get (self->memory, i), "win.ask-query",
              refrain_query_memory_get (self->memory, i));
  if (g_menu_model_get_n_items (G_MENU_MODEL (kept)) > 0)
    g_menu_append_section (menu, _ ("Saved"), G_MENU_MODEL (kept));
  if (n > 0)
    g_menu_append_section (menu, _ ("Recent"), G_MENU_MODEL (asked));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (keep));
  gtk_menu_button_set_menu_model (self->asked, G_MENU_MODEL (menu));
}

/* Alt with up and down: through what was asked, and back to what is being typed. */
static void
on_step (RefrainQueryPage *self, int direction)
{
  const guint n = refrain_query_memory_get_n (self->memory);

  if ((direction < 0 && self->step == n) || (direction > 0 && self->step == 0))
    return;
  if (self->step == 0)
    {
      g_free (self->draft);
      self->draft = refrain_query_editor_dup_text (self->editor);
    }
  self->step = direction < 0 ? self->step + 1 : self->step - 1;
  self->stepping = TRUE;
  refrain_query_editor_set_text (
      self->editor,
      self->step == 0 ? self->draft : refrain_query_memory_get (self->memory, self->step - 1));
  self->stepping = FALSE;
}

static void
on_typed (RefrainQueryPage *self)
{
  if (!self->stepping)
    self->step = 0;
}

/* ---- What is shown --------------------------------------------------------------------------- */

static char *
describe (RefrainQueryPage *self)
{
  RefrainQueryResult *result;
  const char *problem;
  g_autofree char *what = NULL, *time = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->model == NULL)
    return g_strdup ("");
  if (refrain_query_model_is_running (self->model))
    return g_strdup (_ ("Running the query…"));
  problem = refrain_query_model_get_problem (self->model, NULL);
  if (problem != NULL)
    return refrain_visible_sentence (problem);
  result = refrain_query_model_get_result (self->model);
  if (result == NULL)
    return g_strdup (_ ("Ctrl+Enter runs the query; Ctrl+Space completes words."));
  what = refrain_query_result_describe (result);
  time = refrain_time_format (refrain_query_model_get_elapsed (self->model), 2);
  g_string_append (text, what);
  g_string_append (text, refrain_query_model_get_totals (self->model));
  g_string_append_printf (text, _ (" · found in %s"), time);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
update_sentence (RefrainQueryPage *self)
{
  const gboolean running = self->model != NULL && refrain_query_model_is_running (self->model);
  const gboolean problem
      = self->model != NULL && refrain_query_model_get_problem (self->model, NULL) != NULL;
  g_autofree char *text = describe (self);

  gtk_label_set_text (self->sentence, text);
  (problem ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (GTK_WIDGET (self->sentence),
                                                                      "error");
  gtk_widget_set_visible (self->cancel, running);
  gtk_widget_set_visible (self->run, !running);
}

static void
update_result (RefrainQueryPage *self)
{
  RefrainQueryList *rows = self->model != NULL ? refrain_query_model_get_rows (self->model) : NULL;
  const char *problem = NULL;
  RefrainQueryPlace place;

  if (self->table == NULL)
    return;
  if (self->model != NULL)
    problem = refrain_query_model_get_problem (self->model, &place);
  refrain_query_table_view_set_rows (self->table, rows);
  gtk_stack_set_visible_child_name (self->stack, rows != NULL ? "rows" : "examples");
  gtk_widget_set_visible (self->save, rows != NULL);
  refrain_query_editor_set_problem (self->editor, problem != NULL ? &place : NULL);
  refrain_page_take_count (
      REFRAIN_PAGE (self),
      rows != NULL ? refrain_count_format (g_list_model_get_n_items (G_LIST_MODEL (rows))) : NULL);
  update_sentence (self);
  refrain_page_update_actions (REFRAIN_PAGE (self));
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void
on_sort (RefrainQueryPage *self, guint column, gboolean falling)
{
  if (self->model != NULL)
    refrain_query_model_sort (self->model, column, falling);
}

static void
on_selected (RefrainQueryPage *self)
{
  if (self->model != NULL)
    refrain_query_table_view_light (self->table, self->model);
}

static void
on_activated (RefrainQueryPage *self, guint64 row)
{
  if (self->model == NULL)
    return;
  refrain_query_model_go_to (self->model, (gsize) row);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", "events");
}

static void
update_lit (RefrainQueryPage *self)
{
  if (!refrain_query_model_is_lit (self->model))
    refrain_query_table_view_unselect (self->table);
}

/* ---- Saving ---------------------------------------------------------------------------------- */

static void
on_saved (RefrainQueryPage *self, const char *path, const char *problem)
{
  g_autofree char *text = NULL;

  if (problem != NULL)
    text = g_strdup (problem);
  else
    {
      g_autofree char *name = g_filename_display_basename (path);

      text = g_strdup_printf (_ ("Saved “%s”"), name);
    }
  gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s", text);
}

static void
save_at (gpointer owner, const char *path)
{
  RefrainQueryPage *self = owner;

  if (self->model != NULL && refrain_query_model_get_result (self->model) != NULL)
    refrain_query_model_save (self->model, path);
}

static void
save_rows (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainQueryPage *self = data;

  if (self->model != NULL && refrain_query_model_get_result (self->model) != NULL)
    refrain_save_chooser_ask (&self->chooser, self, _ ("Save the Rows"), _ ("query.csv"), save_at);
}

/* ---- Actions --------------------------------------------------------------------------------- */

static void
run_query (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainQueryPage *self = data;
  g_autofree char *text = refrain_query_editor_dup_text (self->editor);

  g_strstrip (text);
  if (self->model == NULL || *text == '\0')
    return;
  refrain_query_memory_add (self->memory, text);
  self->step = 0;
  refrain_query_editor_set_text (self->editor, text);
  refrain_query_model_run (self->model, text);
}

static void
cancel_query (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainQueryPage *self = data;

  if (self->model != NULL)
    refrain_query_model_cancel (self->model);
}

static void
ask_query (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ask (data, g_variant_get_string (parameter, NULL));
}

static void
forget_query (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainQueryPage *self = data;

  refrain_query_memory_forget (self->memory, g_variant_get_string (parameter, NULL));
}

/* The page may be gone when the dialog is answered. */
static void
on_name (RefrainQueryPage *self, const char *response, GtkWidget *dialog)
{
  GtkWidget *entry = adw_message_dialog_get_extra_child (ADW_MESSAGE_DIALOG (dialog));
  g_autofree char *name = g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry)));
  g_autofree char *text = refrain_query_editor_dup_text (self->editor);

  g_strstrip (name);
  g_strstrip (text);
  if (g_str_equal (response, "keep") && *name != '\0' && *text != '\0')
    refrain_query_memory_keep (self->memory, name, text);
}

static void
on_name_typed (GtkEditable *entry, gpointer dialog)
{
  g_autofree char *name = g_strdup (gtk_editable_get_text (entry));

  adw_message_dialog_set_response_enabled (dialog, "keep", *g_strstrip (name) != '\0');
}

static void
keep_query (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainQueryPage *self = data;
  GtkWidget *dialog
      = adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                _ ("Save Query"), _ ("It will be in this menu for every trace."));
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Name of the query"), -1);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("Name"));
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), entry);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "keep",
                                    _ ("_Keep"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "keep",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "keep");
  adw_message_dialog_set_response_enabled (ADW_MESSAGE_DIALOG (dialog), "keep", FALSE);
  g_signal_connect_object (entry, "changed", G_CALLBACK (on_name_typed), dialog, 0);
  refrain_connect (dialog, "response", on_name, self);
  gtk_window_present (GTK_WINDOW (dialog));
}

static const GActionEntry actions[] = {
  { .name = "run-query", .activate = run_query },
  { .name = "cancel-query", .activate = cancel_query },
  { .name = "ask-query", .activate = ask_query, .parameter_type = "s" },
  { .name = "keep-query", .activate = keep_query },
  { .name = "forget-query", .activate = forget_query, .parameter_type = "s" },
  { .name = "save-query-rows", .activate = save_rows },
};

/* ---- Page ------------------------------------------------------------------------------------ */

static void
refrain_query_page_session_changed (RefrainPage *page)
{
  RefrainQueryPage *self = REFRAIN_QUERY_PAGE (page);
  RefrainSession *session = refrain_page_get_session (page);

  if (self->editor == NULL)
    return;
  refrain_query_table_view_set_rows (self->table, NULL);
  g_clear_object (&self->model);
  refrain_query_editor_set_trace (self->editor,
                                  session != NULL ? refrain_session_get_trace (session) : NULL);
  if (session != NULL)
    {
      self->model = refrain_query_model_new (session);
      refrain_page_watch (page, self->model, "notify::result", G_CALLBACK (update_result));
      refrain_page_watch (page, self->model, "notify::running", G_CALLBACK (update_sentence));
      refrain_page_watch (page, self->model, "notify::lit", G_CALLBACK (update_lit));
      refrain_connect (self->model, "saved", on_saved, self);
    }
  update_result (self);
}

static gboolean
refrain_query_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_QUERY_PAGE (widget)->editor));
}

static void
refrain_query_page_dispose (GObject *object)
{
  RefrainQueryPage *self = REFRAIN_QUERY_PAGE (object);

  if (self->table != NULL)
    refrain_query_table_view_set_rows (self->table, NULL);
  refrain_save_chooser_close (&self->chooser);
  g_clear_object (&self->model);
  g_clear_object (&self->memory);
  g_clear_pointer (&self->draft, g_free);
  G_OBJECT_CLASS (refrain_query_page_parent_class)->dispose (object);
}

static void
refrain_query_page_class_init (RefrainQueryPageClass *klass)
{
  RefrainPageClass *page_class = REFRAIN_PAGE_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (REFRAIN_TYPE_QUERY_EDITOR);
  g_type_ensure (REFRAIN_TYPE_QUERY_TABLE_VIEW);
  G_OBJECT_CLASS (klass)->dispose = refrain_query_page_dispose;
  page_class->actions = actions;
  page_class->n_actions = G_N_ELEMENTS (actions);
  page_class->session_changed = refrain_query_page_session_changed;
  widget_class->grab_focus = refrain_query_page_grab_focus;
  REFRAIN_TEMPLATE (widget_class, "query-page", RefrainQueryPage, editor, run, cancel, asked,
                    sentence, save, stack, examples, table);
}

static void
on_run (RefrainQueryPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.run-query", NULL);
}

static void
refrain_query_page_init (RefrainQueryPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->memory = refrain_query_memory_new ();
  init_examples (self);
  update_menu (self);
  refrain_connect (self->memory, "changed", update_menu, self);
  refrain_connect (self->editor, "run", on_run, self);
  refrain_connect (self->editor, "step", on_step, self);
  refrain_connect (self->editor, "changed", on_typed, self);
  refrain_connect (self->table, "sort", on_sort, self);
  refrain_connect (self->table, "selected", on_selected, self);
  refrain_connect (self->table, "activated", on_activated, self);
  refrain_connect (self->examples, "row-activated", on_example, self);
}
