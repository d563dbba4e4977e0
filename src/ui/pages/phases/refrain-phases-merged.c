/* refrain-phases-merged.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rows are made anew: there are few.
 */
#include "refrain-phases-merged.h"

#include <glib/gi18n.h>

#include "refrain-pattern-names.h"

static void
on_unmerge (GtkButton *button, gpointer data)
{
  refrain_phase_model_unmerge (
      data, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "refrain-merge")));
}

/* The names of the patterns with the keys @keys. */
static char *
name_patterns (RefrainSession *session, char **keys)
{
  RefrainPatternSet *set = refrain_patterns_get_elementary (refrain_session_get_patterns (session));
  GString *text = g_string_new (NULL);

  for (guint i = 0; set != NULL && i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);
      g_autofree char *key
          = refrain_pattern_names_make_key (pattern, refrain_pattern_set_get_symbols (set));

      if (g_strv_contains ((const char *const *) keys, key))
        g_string_append_printf (text, "%s%s", text->len > 0 ? " = " : "",
                                refrain_pattern_get_name (pattern));
    }
  return g_string_free (text, FALSE);
}

static void
add_merged (GtkBox *rows, RefrainSession *session, guint i, char **keys)
{
  g_autofree char *names = name_patterns (session, keys);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (names);
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-undo-symbolic");

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 36);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _ ("Split"));
  g_object_set_data (G_OBJECT (button), "refrain-merge", GUINT_TO_POINTER (i));
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_unmerge),
                           refrain_session_get_phases (session), 0);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), button);
  gtk_box_append (rows, box);
}

void
refrain_phases_merged_show (GtkBox *rows, GtkLabel *label, RefrainSession *session)
{
  RefrainPhaseModel *model = session != NULL ? refrain_session_get_phases (session) : NULL;
  const RefrainPhaseMemory *memory = model != NULL ? refrain_phase_model_get_memory (model) : NULL;
  GtkWidget *child;

  g_return_if_fail (GTK_IS_BOX (rows) && GTK_IS_LABEL (label));

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (rows))) != NULL)
    gtk_box_remove (rows, child);
  for (guint i = 0; memory != NULL && i < memory->merged->len; i++)
    add_merged (rows, session, i, memory->merged->pdata[i]);
  gtk_label_set_text (label, memory != NULL && memory->merged->len > 0
                                 ? _ ("Merged patterns:")
                                 : _ ("Patterns that hardly differ can be merged."));
}
