/* refrain-patterns-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-patterns-page-private.h"

#include <glib/gi18n.h>

#include "refrain-pattern-text.h"
#include "refrain-patterns-columns.h"

/* Of the width, at first. */
#define LIST_PART 0.55

G_DEFINE_FINAL_TYPE (RefrainPatternsPage, refrain_patterns_page, GTK_TYPE_WIDGET)

/* ---- What is selected ---- */

static void
update_metrics (RefrainPatternsPage *self)
{
  g_autofree char *text = NULL;
  g_autofree char *durations = NULL;

  if (self->large == NULL)
    return;
  text = refrain_pattern_text_get_metrics (self->large);
  durations = refrain_pattern_text_get_durations (self->large);
  gtk_label_set_text (self->metrics_label, text);
  gtk_label_set_text (self->durations_label, durations);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->metrics_label), text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->durations_label), durations);
  gtk_editable_set_text (GTK_EDITABLE (self->name_label), refrain_pattern_get_name (self->large));
}

/* Draws the first of the selected patterns large. */
static void
update_large (RefrainPatternsPage *self)
{
  RefrainPatternSet *set
      = self->session != NULL
            ? refrain_patterns_get_set (refrain_session_get_patterns (self->session))
            : NULL;
  RefrainPattern *pattern = NULL;
  guint n = 0;
  const guint32 *selected
      = set != NULL
            ? refrain_patterns_get_selected (refrain_session_get_patterns (self->session), &n)
            : NULL;

  if (n > 0)
    pattern = refrain_pattern_set_get_pattern (set, selected[0]);
  if (gtk_editable_label_get_editing (self->name_label))
    gtk_editable_label_stop_editing (self->name_label, FALSE);
  g_set_object (&self->large, pattern);
  refrain_pattern_picture_set (self->picture, self->session, pattern);
  gtk_stack_set_visible_child_name (self->large_stack, pattern != NULL ? "picture" : "nothing");
  update_metrics (self);
}

static void
on_row_selection (RefrainPatternsPage *self)
{
  g_autoptr (GtkBitset) rows
      = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  g_autoptr (GArray) indices = g_array_new (FALSE, FALSE, sizeof (guint32));
  GtkBitsetIter iter;
  guint row;

  if (self->session == NULL)
    return;
  for (gboolean more = gtk_bitset_iter_init_first (&iter, rows, &row); more;
       more = gtk_bitset_iter_next (&iter, &row))
    {
      g_autoptr (RefrainPattern) pattern
          = g_list_model_get_item (G_LIST_MODEL (self->selection), row);
      guint32 index = refrain_pattern_get_id (pattern) - 1;

      g_array_append_val (indices, index);
    }
  refrain_patterns_select (refrain_session_get_patterns (self->session),
                           (const guint32 *) (gpointer) indices->data, indices->len);
}

/* Marks the rows of what is selected, here or elsewhere. */
void
refrain_patterns_page_mark_selected (RefrainPatternsPage *self)
{
  guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  g_autoptr (GtkBitset) rows = gtk_bitset_new_empty ();
  g_autoptr (GtkBitset) all = gtk_bitset_new_range (0, n_rows);
  g_autoptr (GtkBitset) wanted = gtk_bitset_new_empty ();
  guint n;
  const guint32 *selected
      = refrain_patterns_get_selected (refrain_session_get_patterns (self->session), &n);

  for (guint i = 0; i < n; i++)
    gtk_bitset_add (wanted, selected[i] + 1);
  for (guint row = 0; row < n_rows && n > 0; row++)
    {
      g_autoptr (RefrainPattern) pattern
          = g_list_model_get_item (G_LIST_MODEL (self->selection), row);

      if (gtk_bitset_contains (wanted, refrain_pattern_get_id (pattern)))
        gtk_bitset_add (rows, row);
    }
  g_signal_handlers_block_by_func (self->selection, on_row_selection, self);
  gtk_selection_model_set_selection (GTK_SELECTION_MODEL (self->selection), rows, all);
  g_signal_handlers_unblock_by_func (self->selection, on_row_selection, self);
  update_large (self);
}

static void
on_activate (GtkColumnView *view, guint position, gpointer data)
{
  gtk_widget_activate_action (GTK_WIDGET (view), "win.next-occurrence", NULL);
}

/* ---- Naming ---- */

static void
on_editing (RefrainPatternsPage *self)
{
  const char *text;

  if (gtk_editable_label_get_editing (self->name_label) || self->large == NULL
      || self->session == NULL
      || refrain_patterns_get_set (refrain_session_get_patterns (self->session)) == NULL)
    return;
  text = gtk_editable_get_text (GTK_EDITABLE (self->name_label));
  if (g_strcmp0 (text, refrain_pattern_get_name (self->large)) != 0)
    refrain_patterns_rename (refrain_session_get_patterns (self->session),
                             refrain_pattern_get_id (self->large) - 1, text);
  update_metrics (self);
}

void
refrain_patterns_page_start_naming (RefrainPatternsPage *self)
{
  g_return_if_fail (REFRAIN_IS_PATTERNS_PAGE (self));

  if (self->large == NULL)
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self->name_label));
  gtk_editable_label_start_editing (self->name_label);
}

/* ---- What is listed ---- */

/* What there is instead of a list. */
static void
update_state (RefrainPatternsPage *self)
{
  RefrainPatterns *patterns
      = self->session != NULL ? refrain_session_get_patterns (self->session) : NULL;
  RefrainPatternSet *set = patterns != NULL ? refrain_patterns_get_set (patterns) : NULL;
  const char *problem = patterns != NULL ? refrain_patterns_get_problem (patterns) : NULL;
  gboolean running = patterns != NULL && refrain_patterns_is_running (patterns);
  gboolean has_list = set != NULL && refrain_pattern_set_get_n_patterns (set) > 0;

  gtk_stack_set_visible_child_name (self->stack, has_list ? "list" : "message");
  gtk_widget_set_visible (self->again_button, !running && set == NULL);
  gtk_label_set_text (self->message_title, running       ? _ ("Looking for Patterns…")
                                           : set != NULL ? _ ("No Patterns")
                                                         : _ ("Patterns Were Not Found"));
  gtk_label_set_text (self->message_label,
                      running           ? ""
                      : set != NULL     ? _ ("No process sends or receives anything in this run.")
                      : problem != NULL ? problem
                                        : "");
}

static void
on_set_changed (RefrainPatternsPage *self)
{
  RefrainPatternSet *set = refrain_patterns_get_set (refrain_session_get_patterns (self->session));

  refrain_patterns_page_fill_routines (self, set);
  gtk_filter_list_model_set_model (self->filtered, G_LIST_MODEL (set));
  refrain_patterns_page_refilter (self);
  update_state (self);
}

GListModel *
refrain_patterns_page_get_listed (RefrainPatternsPage *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERNS_PAGE (self), NULL);
  return G_LIST_MODEL (self->selection);
}

void
refrain_patterns_page_search (RefrainPatternsPage *self, const char *text)
{
  g_return_if_fail (REFRAIN_IS_PATTERNS_PAGE (self));
  gtk_editable_set_text (self->search, text);
  refrain_patterns_page_refilter (self);
}

void
refrain_patterns_page_set_session (RefrainPatternsPage *self, RefrainSession *session)
{
  static const struct
  {
    const char *signal;
    void (*func) (RefrainPatternsPage *self);
  } signals[] = {
    { "notify::set", on_set_changed },
    { "notify::running", update_state },
    { "notify::selected", refrain_patterns_page_mark_selected },
    { "notify::names", update_metrics },
  };

  g_return_if_fail (REFRAIN_IS_PATTERNS_PAGE (self));

  if (self->session == session)
    return;
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (refrain_session_get_patterns (self->session), self);
  gtk_filter_list_model_set_model (self->filtered, NULL);
  g_set_object (&self->session, session);
  update_large (self);
  if (session != NULL)
    {
      for (gsize i = 0; i < G_N_ELEMENTS (signals); i++)
        g_signal_connect_object (refrain_session_get_patterns (self->session), signals[i].signal,
                                 G_CALLBACK (signals[i].func), self, G_CONNECT_SWAPPED);
      refrain_patterns_page_reset_filter (self);
      on_set_changed (self);
    }
  update_state (self);
}

/* ---- Widget ---- */

static void
on_sort (GtkWidget *widget, const char *name, GVariant *parameter)
{
  refrain_patterns_columns_sort (REFRAIN_PATTERNS_PAGE (widget)->list,
                                 g_variant_get_string (parameter, NULL));
}

static gboolean
fit_columns (gpointer data)
{
  RefrainPatternsPage *self = data;

  self->fit_source = 0;
  refrain_patterns_columns_fit (self->list, gtk_paned_get_position (self->paned));
  return G_SOURCE_REMOVE;
}

/* Columns cannot come and go while sizes are dealt out. */
static void
on_paned_moved (RefrainPatternsPage *self)
{
  if (self->fit_source == 0)
    self->fit_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fit_columns, self, NULL);
}

static void
refrain_patterns_page_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  RefrainPatternsPage *self = REFRAIN_PATTERNS_PAGE (widget);

  /* The list gets more than half, until the user decides otherwise. */
  if (!self->paned_chosen)
    {
      gtk_paned_set_position (self->paned, (int) (width * LIST_PART));
      self->paned_chosen = TRUE;
    }
  gtk_widget_size_allocate (gtk_widget_get_first_child (widget),
                            &(GtkAllocation){ 0, 0, width, height }, baseline);
}

static void
refrain_patterns_page_measure (GtkWidget *widget,
                               GtkOrientation orientation,
                               int for_size,
                               int *minimum,
                               int *natural,
                               int *minimum_baseline,
                               int *natural_baseline)
{
  gtk_widget_measure (gtk_widget_get_first_child (widget), orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static gboolean
refrain_patterns_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_child_focus (GTK_WIDGET (REFRAIN_PATTERNS_PAGE (widget)->list),
                                 GTK_DIR_TAB_FORWARD);
}

static void
refrain_patterns_page_dispose (GObject *object)
{
  RefrainPatternsPage *self = REFRAIN_PATTERNS_PAGE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  if (child != NULL)
    refrain_patterns_page_set_session (self, NULL);
  g_clear_handle_id (&self->fit_source, g_source_remove);
  g_clear_pointer (&child, gtk_widget_unparent);
  g_clear_object (&self->large);
  g_clear_object (&self->selection);
  g_clear_object (&self->filtered);
  g_clear_object (&self->custom_filter);
  G_OBJECT_CLASS (refrain_patterns_page_parent_class)->dispose (object);
}

static void
refrain_patterns_page_finalize (GObject *object)
{
  RefrainPatternsPage *self = REFRAIN_PATTERNS_PAGE (object);

  g_ptr_array_unref (self->routines);
  refrain_pattern_filter_free (self->filter);
  G_OBJECT_CLASS (refrain_patterns_page_parent_class)->finalize (object);
}

static void
refrain_patterns_page_class_init (RefrainPatternsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_patterns_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = refrain_patterns_page_finalize;
  widget_class->measure = refrain_patterns_page_measure;
  widget_class->size_allocate = refrain_patterns_page_size_allocate;
  widget_class->grab_focus = refrain_patterns_page_grab_focus;
  g_type_ensure (REFRAIN_TYPE_PATTERN_PICTURE);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_n, 0, "win.next-occurrence", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_p, 0, "win.previous-occurrence", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F2, 0, "win.rename-pattern", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.clear-selection",
                                       NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/refrain/Refrain/patterns-page.ui");
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternsPage, search);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternsPage, count_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternsPage, filter_button);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternsPage, ranks);
  gtk_widget_class_bind_template_child_full (widget_class, "routines", FALSE,
                                             G_STRUCT_OFFSET (RefrainPatternsPage, routines_drop));
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternsPage, kinds);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternsPage, min_processes);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternsPage, min_messages);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternsPage, reset_button);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternsPage, stack);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternsPage, message_title);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternsPage, message_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternsPage, again_button);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternsPage, paned);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternsPage, list);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternsPage, large_stack);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternsPage, name_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternsPage, picture);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternsPage, metrics_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternsPage, durations_label);
  gtk_widget_class_install_action (widget_class, "patterns.sort", "s", on_sort);
}

static void
refrain_patterns_page_init (RefrainPatternsPage *self)
{
  GtkSortListModel *sorted;

  self->filter = refrain_pattern_filter_new ();
  self->routines = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  refrain_patterns_columns_add (self->list, &self->session);
  g_signal_connect_object (self->paned, "notify::position", G_CALLBACK (on_paned_moved), self,
                           G_CONNECT_SWAPPED);
  refrain_patterns_page_init_filter (self);
  sorted = gtk_sort_list_model_new (g_object_ref (G_LIST_MODEL (self->filtered)),
                                    g_object_ref (gtk_column_view_get_sorter (self->list)));
  self->selection = gtk_multi_selection_new (G_LIST_MODEL (sorted));
  gtk_column_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (on_row_selection),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect (self->list, "activate", G_CALLBACK (on_activate), self);
  g_signal_connect_object (self->name_label, "notify::editing", G_CALLBACK (on_editing), self,
                           G_CONNECT_SWAPPED);
  update_state (self);
}
