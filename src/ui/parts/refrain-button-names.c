/* refrain-button-names.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GTK joins a button's label, underscore included, and the text of the label in it. Without the
 * first the second is left, which is what the button shows. Done when the button is first seen.
 */
#include "config.h"
#include "refrain-button-names.h"

static gboolean
on_map (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  GtkWidget *widget = g_value_get_object (&values[0]);

  if (GTK_IS_BUTTON (widget) && gtk_button_get_label (GTK_BUTTON (widget)) != NULL
      && gtk_button_get_use_underline (GTK_BUTTON (widget)))
    gtk_accessible_reset_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
  return TRUE;
}

void
refrain_button_names_mend (void)
{
  g_autoptr (GTypeClass) class = g_type_class_ref (GTK_TYPE_WIDGET);

  if (gtk_check_version (4, 10, 0) != NULL)
    g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, on_map, NULL, NULL);
}
