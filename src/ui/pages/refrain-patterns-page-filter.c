/* refrain-patterns-page-filter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The controls that say which patterns are listed.
 */
#include "config.h"
#include "refrain-patterns-page-private.h"

#include <glib/gi18n.h>

static gboolean
is_listed (gpointer item, gpointer data)
{
  RefrainPatternsPage *self = data;

  return self->session == NULL
         || refrain_pattern_filter_test (self->filter, item,
                                         refrain_session_get_trace (self->session));
}

static void
update_count (RefrainPatternsPage *self)
{
  guint listed = g_list_model_get_n_items (G_LIST_MODEL (self->filtered));
  RefrainPatternSet *set
      = self->session != NULL
            ? refrain_patterns_get_set (refrain_session_get_patterns (self->session))
            : NULL;
  guint all = set != NULL ? refrain_pattern_set_get_n_patterns (set) : 0;
  g_autofree char *text = NULL;

  if (listed < all)
    text = g_strdup_printf (_ ("%u of %u"), listed, all);
  gtk_label_set_text (self->count_label, text != NULL ? text : "");
}

void
refrain_patterns_page_refilter (RefrainPatternsPage *self)
{
  guint routine = gtk_drop_down_get_selected (self->routines_drop);

  refrain_pattern_filter_set_text (self->filter, gtk_editable_get_text (self->search));
  refrain_pattern_filter_set_ranks (self->filter, gtk_editable_get_text (self->ranks));
  refrain_pattern_filter_set_routine (self->filter, routine > 0 && routine <= self->routines->len
                                                        ? self->routines->pdata[routine - 1]
                                                        : NULL);
  refrain_pattern_filter_set_kind (self->filter, MIN (gtk_drop_down_get_selected (self->kinds),
                                                      (guint) REFRAIN_PATTERN_COLLECTIVE));
  refrain_pattern_filter_set_size (self->filter,
                                   (guint) gtk_spin_button_get_value_as_int (self->min_processes),
                                   (guint64) gtk_spin_button_get_value_as_int (self->min_messages));
  (refrain_pattern_filter_is_narrow (self->filter)
       ? gtk_widget_add_css_class
       : gtk_widget_remove_css_class) (self->filter_button, "suggested-action");
  gtk_filter_changed (GTK_FILTER (self->custom_filter), GTK_FILTER_CHANGE_DIFFERENT);
  update_count (self);
  if (self->session != NULL)
    refrain_patterns_page_mark_selected (self);
}

void
refrain_patterns_page_reset_filter (RefrainPatternsPage *self)
{
  gtk_editable_set_text (self->search, "");
  gtk_editable_set_text (self->ranks, "");
  gtk_drop_down_set_selected (self->routines_drop, 0);
  gtk_drop_down_set_selected (self->kinds, 0);
  gtk_spin_button_set_value (self->min_processes, 1);
  gtk_spin_button_set_value (self->min_messages, 0);
}

static int
compare_routines (gconstpointer a, gconstpointer b)
{
  return g_utf8_collate (refrain_routine_get_name (*(RefrainRoutine *const *) a),
                         refrain_routine_get_name (*(RefrainRoutine *const *) b));
}

void
refrain_patterns_page_fill_routines (RefrainPatternsPage *self, RefrainPatternSet *set)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  g_ptr_array_set_size (self->routines, 0);
  for (guint i = 0; set != NULL && i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainRoutine *routine
          = refrain_pattern_get_routine (refrain_pattern_set_get_pattern (set, i));

      if (routine != NULL && g_hash_table_add (seen, routine))
        g_ptr_array_add (self->routines, g_object_ref (routine));
    }
  g_ptr_array_sort (self->routines, compare_routines);
  gtk_string_list_append (names, _ ("Any"));
  for (guint i = 0; i < self->routines->len; i++)
    gtk_string_list_append (names, refrain_routine_get_name (self->routines->pdata[i]));
  gtk_drop_down_set_model (self->routines_drop, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->routines_drop, 0);
}

void
refrain_patterns_page_init_filter (RefrainPatternsPage *self)
{
  GObject *const objects[]
      = { G_OBJECT (self->search), G_OBJECT (self->ranks),         G_OBJECT (self->routines_drop),
          G_OBJECT (self->kinds),  G_OBJECT (self->min_processes), G_OBJECT (self->min_messages) };
  static const char *const signals[] = { "search-changed",   "changed",       "notify::selected",
                                         "notify::selected", "value-changed", "value-changed" };

  self->custom_filter = gtk_custom_filter_new (is_listed, self, NULL);
  self->filtered
      = gtk_filter_list_model_new (NULL, g_object_ref (GTK_FILTER (self->custom_filter)));
  refrain_patterns_page_fill_routines (self, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (objects); i++)
    g_signal_connect_object (objects[i], signals[i], G_CALLBACK (refrain_patterns_page_refilter),
                             self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->reset_button, "clicked",
                           G_CALLBACK (refrain_patterns_page_reset_filter), self,
                           G_CONNECT_SWAPPED);
}
