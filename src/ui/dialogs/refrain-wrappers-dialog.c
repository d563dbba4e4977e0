/* refrain-wrappers-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A switch in a row takes effect at once: the patterns are found anew, and the rows are told from
 * what was found.
 */
#include "config.h"
#include "refrain-wrappers-dialog.h"

#include <glib/gi18n.h>
#include <string.h>

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-template.h"
#include "refrain-time-format.h"

struct _RefrainWrappersDialog
{
  AdwWindow parent_instance;

  RefrainSession *session;
  GHashTable *reasons;    /* RefrainRoutine → why it is a wrapper */
  GHashTable *delimiters; /* of RefrainRoutine */
  GHashTable *bound;      /* the GtkListItems that have a routine now */
  char *needle;           /* casefolded */
  GtkCustomFilter *filter;
  GtkCustomSorter *sorter;

  GtkWidget *reset_button;
  GtkLabel *result_label;
  GtkEditable *search;
  GtkListView *list;
};

G_DEFINE_FINAL_TYPE (RefrainWrappersDialog, refrain_wrappers_dialog, ADW_TYPE_WINDOW)

static RefrainPatterns *
get_patterns (RefrainWrappersDialog *self)
{
  return refrain_session_get_patterns (self->session);
}

/* ---- Choosing ---- */

void
refrain_wrappers_dialog_set (RefrainWrappersDialog *self, const char *name, gboolean is_wrapper)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) wrappers = NULL;
  g_autoptr (GHashTable) seen = NULL;
  GHashTableIter iter;
  gpointer routine;

  g_return_if_fail (REFRAIN_IS_WRAPPERS_DIALOG (self));
  g_return_if_fail (name != NULL);

  /* Two routines may have one name. */
  seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_hash_table_add (seen, (gpointer) name);
  g_hash_table_iter_init (&iter, self->reasons);
  while (g_hash_table_iter_next (&iter, &routine, NULL))
    if (g_hash_table_add (seen, (gpointer) refrain_routine_get_name (routine)))
      g_strv_builder_add (builder, refrain_routine_get_name (routine));
  if (is_wrapper)
    g_strv_builder_add (builder, name);
  wrappers = g_strv_builder_end (builder);
  refrain_patterns_set_wrappers (get_patterns (self), (const char *const *) wrappers);
  refrain_patterns_find (get_patterns (self));
}

void
refrain_wrappers_dialog_reset (RefrainWrappersDialog *self)
{
  g_return_if_fail (REFRAIN_IS_WRAPPERS_DIALOG (self));

  refrain_patterns_set_wrappers (get_patterns (self), NULL);
  refrain_patterns_find (get_patterns (self));
}

/* ---- Rows ---- */

static void
on_toggled (GtkCheckButton *check, gpointer data)
{
  RefrainRoutine *routine = gtk_list_item_get_item (data);
  GtkWidget *dialog = gtk_widget_get_ancestor (GTK_WIDGET (check), REFRAIN_TYPE_WRAPPERS_DIALOG);

  if (routine != NULL && dialog != NULL)
    refrain_wrappers_dialog_set (REFRAIN_WRAPPERS_DIALOG (dialog),
                                 refrain_routine_get_name (routine),
                                 gtk_check_button_get_active (check));
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *check = gtk_check_button_new ();
  GtkWidget *reason = gtk_label_new (NULL);

  g_signal_connect (check, "toggled", G_CALLBACK (on_toggled), item);
  gtk_label_set_xalign (GTK_LABEL (reason), 0);
  gtk_label_set_wrap (GTK_LABEL (reason), TRUE);
  gtk_widget_set_margin_start (reason, 30);
  gtk_widget_set_margin_bottom (reason, 4);
  gtk_widget_add_css_class (reason, "dim-label");
  gtk_widget_add_css_class (reason, "caption");
  gtk_box_append (GTK_BOX (box), check);
  gtk_box_append (GTK_BOX (box), reason);
  gtk_list_item_set_child (item, box);
  gtk_list_item_set_selectable (item, FALSE);
  gtk_list_item_set_activatable (item, FALSE);
}

/* Shows what the routine is now. */
static void
show_state (RefrainWrappersDialog *self, GtkListItem *item)
{
  RefrainRoutine *routine = gtk_list_item_get_item (item);
  GtkWidget *check = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *label = gtk_widget_get_last_child (gtk_list_item_get_child (item));
  const char *reason = g_hash_table_lookup (self->reasons, routine);

  if (reason == NULL && g_hash_table_contains (self->delimiters, routine))
    reason = _ ("Delimits patterns.");
  g_signal_handlers_block_by_func (check, on_toggled, item);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check),
                               g_hash_table_contains (self->reasons, routine));
  g_signal_handlers_unblock_by_func (check, on_toggled, item);
  gtk_label_set_text (GTK_LABEL (label), reason != NULL ? reason : "");
  gtk_widget_set_visible (label, reason != NULL);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  RefrainWrappersDialog *self = data;
  RefrainRoutine *routine = gtk_list_item_get_item (item);
  GtkWidget *check = gtk_widget_get_first_child (gtk_list_item_get_child (item));

  gtk_check_button_set_label (GTK_CHECK_BUTTON (check), refrain_routine_get_label (routine));
  g_hash_table_add (self->bound, item);
  show_state (self, item);
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  g_hash_table_remove (REFRAIN_WRAPPERS_DIALOG (data)->bound, item);
}

/* Wrappers first, then what delimits, then the others; by name. */
static int
get_class (RefrainWrappersDialog *self, gconstpointer routine)
{
  return g_hash_table_contains (self->reasons, routine)      ? 0
         : g_hash_table_contains (self->delimiters, routine) ? 1
                                                             : 2;
}

static int
compare_routines (gconstpointer a, gconstpointer b, gpointer data)
{
  int order = get_class (data, a) - get_class (data, b);

  if (order == 0)
    order = g_utf8_collate (refrain_routine_get_label ((gpointer) a),
                            refrain_routine_get_label ((gpointer) b));
  return order < 0 ? GTK_ORDERING_SMALLER : order > 0 ? GTK_ORDERING_LARGER : GTK_ORDERING_EQUAL;
}

static gboolean
is_listed (gpointer item, gpointer data)
{
  RefrainWrappersDialog *self = data;
  g_autofree char *name = NULL, *label = NULL;

  if (refrain_routine_get_kind (item) != REFRAIN_ROUTINE_USER
      || (refrain_routine_get_calls (item) == 0 && get_class (self, item) == 2))
    return FALSE;
  if (self->needle == NULL || *self->needle == '\0')
    return TRUE;
  name = g_utf8_casefold (refrain_routine_get_name (item), -1);
  label = g_utf8_casefold (refrain_routine_get_label (item), -1);
  return strstr (name, self->needle) != NULL || strstr (label, self->needle) != NULL;
}

/* ---- What was found ---- */

static void
update_result (RefrainWrappersDialog *self)
{
  RefrainPatternSet *set = refrain_patterns_get_elementary (get_patterns (self));
  const char *problem = refrain_patterns_get_problem (get_patterns (self));
  g_autofree char *text = NULL;

  if (refrain_patterns_is_running (get_patterns (self)))
    text = g_strdup (_ ("Searching for patterns…"));
  else if (problem != NULL)
    text = g_strdup (problem);
  else if (set != NULL)
    {
      guint n = refrain_pattern_set_get_n_patterns (set);
      g_autofree char *patterns
          = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u pattern", "%u patterns", n), n);
      g_autofree char *count = NULL;
      gsize n_events;

      refrain_pattern_set_get_sequence (set, &n_events);
      count = refrain_count_format (n_events);
      /* TRANSLATORS: "7 patterns, 1,204 occurrences". */
      text = g_strdup_printf (_ ("%s, %s occurrences"), patterns, count);
    }
  gtk_label_set_text (self->result_label, text != NULL ? text : "");
  gtk_widget_set_sensitive (self->reset_button,
                            refrain_patterns_get_wrappers (get_patterns (self)) != NULL);
}

static void
on_set_changed (RefrainWrappersDialog *self)
{
  RefrainPatternSet *set = refrain_patterns_get_elementary (get_patterns (self));
  GHashTableIter iter;
  gpointer item;
  gsize n;

  g_hash_table_remove_all (self->reasons);
  g_hash_table_remove_all (self->delimiters);
  if (set != NULL)
    {
      const RefrainWrapper *wrappers = refrain_pattern_set_get_wrappers (set, &n);
      RefrainRoutine *const *delimiters;

      for (gsize i = 0; i < n; i++)
        g_hash_table_insert (self->reasons, wrappers[i].routine, g_strdup (wrappers[i].reason));
      delimiters = refrain_pattern_set_get_delimiters (set, &n);
      for (gsize i = 0; i < n; i++)
        g_hash_table_add (self->delimiters, delimiters[i]);
    }
  /* Rows stay where they are while the user goes through them. */
  g_hash_table_iter_init (&iter, self->bound);
  while (g_hash_table_iter_next (&iter, &item, NULL))
    show_state (self, item);
  update_result (self);
}

static void
on_search (RefrainWrappersDialog *self)
{
  g_free (self->needle);
  self->needle = g_utf8_casefold (gtk_editable_get_text (self->search), -1);
  gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
}

/* Escape: once takes back what is typed, once more closes. */
static void
on_stop_search (RefrainWrappersDialog *self)
{
  if (*gtk_editable_get_text (self->search) != '\0')
    gtk_editable_set_text (self->search, "");
  else
    gtk_window_close (GTK_WINDOW (self));
}

/* ---- Dialog ---- */

static void
refrain_wrappers_dialog_dispose (GObject *object)
{
  RefrainWrappersDialog *self = REFRAIN_WRAPPERS_DIALOG (object);

  if (self->list != NULL)
    gtk_list_view_set_model (self->list, NULL);
  self->list = NULL;
  refrain_clear_objects (&self->filter, &self->sorter, &self->session);
  G_OBJECT_CLASS (refrain_wrappers_dialog_parent_class)->dispose (object);
}

REFRAIN_DEFINE_END (RefrainWrappersDialog,
                    refrain_wrappers_dialog,
                    finalize,
                    g_hash_table_unref (x->reasons);
                    g_hash_table_unref (x->delimiters);
                    g_hash_table_unref (x->bound);
                    g_free (x->needle))

static void
refrain_wrappers_dialog_class_init (RefrainWrappersDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_wrappers_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = refrain_wrappers_dialog_finalize;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  REFRAIN_TEMPLATE (widget_class, "wrappers-dialog", RefrainWrappersDialog, reset_button,
                    result_label, search, list);
}

static void
refrain_wrappers_dialog_init (RefrainWrappersDialog *self)
{
  self->reasons = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->delimiters = g_hash_table_new (NULL, NULL);
  self->bound = g_hash_table_new (NULL, NULL);
  self->filter = gtk_custom_filter_new (is_listed, self, NULL);
  self->sorter = gtk_custom_sorter_new (compare_routines, self, NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
  refrain_connect (self->search, "search-changed", on_search, self);
  refrain_connect (self->search, "stop-search", on_stop_search, self);
  refrain_connect (self->reset_button, "clicked", refrain_wrappers_dialog_reset, self);
}

/* The rows: the program's routines that are called. */
static void
make_list (RefrainWrappersDialog *self)
{
  RefrainTrace *trace = refrain_session_get_trace (self->session);
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GListStore *routines = g_list_store_new (REFRAIN_TYPE_ROUTINE);
  GtkFilterListModel *filtered;
  GtkSortListModel *sorted;
  g_autoptr (GtkNoSelection) selection = NULL;

  for (guint i = 0; i < refrain_trace_get_n_routines (trace); i++)
    g_list_store_append (routines, refrain_trace_get_routine (trace, i));
  filtered = gtk_filter_list_model_new (G_LIST_MODEL (routines),
                                        g_object_ref (GTK_FILTER (self->filter)));
  sorted
      = gtk_sort_list_model_new (G_LIST_MODEL (filtered), g_object_ref (GTK_SORTER (self->sorter)));
  selection = gtk_no_selection_new (G_LIST_MODEL (sorted));
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (on_unbind), self, 0);
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
}

GtkWidget *
refrain_wrappers_dialog_new (GtkWindow *parent, RefrainSession *session)
{
  RefrainWrappersDialog *self;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);

  self = g_object_new (REFRAIN_TYPE_WRAPPERS_DIALOG, "transient-for", parent, NULL);
  self->session = g_object_ref (session);
  on_set_changed (self);
  make_list (self);
  refrain_connect (get_patterns (self), "notify::composites", on_set_changed, self);
  refrain_connect (get_patterns (self), "notify::running", update_result, self);
  return GTK_WIDGET (self);
}
