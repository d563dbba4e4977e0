/* refrain-phases-page-controls.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The strength, and what counts as a symbol.
 */
#include "config.h"
#include "refrain-phases-page-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-time-format.h"

/* How far the slider goes below 0, where strengths from -1 on are. */
#define BELOW 0.12

/* Most cuts are weak and a few are very strong: the slider is logarithmic. */
double
refrain_phases_page_to_position (double strength, double strongest)
{
  if (strength < 0)
    return MAX (strength, -1) * BELOW;
  return strongest > 0 ? CLAMP (log1p (strength) / log1p (strongest), 0, 1) : 0;
}

double
refrain_phases_page_to_strength (double position, double strongest)
{
  if (position < 0)
    return MAX (position / BELOW, -1);
  return expm1 (CLAMP (position, 0, 1) * log1p (MAX (strongest, 0)));
}

static void
update_count (RefrainPhasesPage *self)
{
  RefrainPhaseModel *model = refrain_phases_page_get_model (self);
  g_autofree char *count = NULL;
  g_autofree char *text = NULL;
  gsize n;

  if (model == NULL || refrain_phase_model_get_phases (model) == NULL)
    {
      gtk_label_set_text (self->count_label, "");
      return;
    }
  refrain_phase_model_get_ranges (model, &n);
  count = refrain_count_format (n);
  text = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s phase", "%s phases", (gulong) MIN (n, G_MAXULONG)), count);
  gtk_label_set_text (self->count_label, text);
}

void
refrain_phases_page_update_suggestion (RefrainPhasesPage *self)
{
  RefrainPhaseModel *model = refrain_phases_page_get_model (self);
  const gsize n = model != NULL ? refrain_phase_model_get_n_collapsed (model) : 0;

  if (n > 0)
    {
      g_autofree char *fewer = refrain_count_format (n);
      g_autofree char *many = NULL;
      g_autofree char *text = NULL;
      gsize n_now;

      refrain_phase_model_get_ranges (model, &n_now);
      many = refrain_count_format (n_now);
      text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Collapse Repeats: %s → %s Phase",
                                           "Collapse Repeats: %s → %s Phases",
                                           (gulong) MIN (n, G_MAXULONG)),
                              many, fewer);
      gtk_button_set_label (self->collapse_button, text);
    }
  gtk_widget_set_visible (self->suggestion, n > 0);
}

void
refrain_phases_page_update_strength (RefrainPhasesPage *self)
{
  RefrainPhaseModel *model = refrain_phases_page_get_model (self);

  update_count (self);
  if (model == NULL || self->moving)
    return;
  self->moving = TRUE;
  gtk_adjustment_set_value (self->strength, refrain_phase_model_get_strength (model));
  gtk_adjustment_set_value (
      self->position, refrain_phases_page_to_position (refrain_phase_model_get_strength (model),
                                                       refrain_phase_model_get_strongest (model)));
  self->moving = FALSE;
}

static void
take_strength (RefrainPhasesPage *self, double strength)
{
  RefrainPhaseModel *model = refrain_phases_page_get_model (self);

  if (self->moving || model == NULL)
    return;
  refrain_phase_model_set_strength (model, strength);
  refrain_phases_page_update_strength (self);
}

static void
on_position (RefrainPhasesPage *self)
{
  RefrainPhaseModel *model = refrain_phases_page_get_model (self);

  if (model != NULL)
    take_strength (self,
                   refrain_phases_page_to_strength (gtk_adjustment_get_value (self->position),
                                                    refrain_phase_model_get_strongest (model)));
}

static void
on_strength (RefrainPhasesPage *self)
{
  take_strength (self, gtk_adjustment_get_value (self->strength));
}

/* ---- Merged patterns ---- */

static void
on_unmerge (GtkButton *button, gpointer data)
{
  RefrainPhasesPage *self = data;
  const guint i = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "refrain-merge"));

  if (self->session != NULL)
    refrain_phase_model_unmerge (refrain_phases_page_get_model (self), i);
}

/* The names of the patterns with the keys @keys. */
static char *
name_patterns (RefrainPhasesPage *self, char **keys)
{
  RefrainPatternSet *set = refrain_patterns_get_set (refrain_session_get_patterns (self->session));
  GString *text = g_string_new (NULL);

  for (guint i = 0; set != NULL && i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);
      g_autofree char *key
          = refrain_patterns_make_key (pattern, refrain_pattern_set_get_symbols (set));

      if (g_strv_contains ((const char *const *) keys, key))
        g_string_append_printf (text, "%s%s", text->len > 0 ? " = " : "",
                                refrain_pattern_get_name (pattern));
    }
  return g_string_free (text, FALSE);
}

static void
add_merged (RefrainPhasesPage *self, guint i, char **keys)
{
  g_autofree char *names = name_patterns (self, keys);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (names);
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-undo-symbolic");

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 36);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _ ("Tell Them Apart Again"));
  g_object_set_data (G_OBJECT (button), "refrain-merge", GUINT_TO_POINTER (i));
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_unmerge), self, 0);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), button);
  gtk_box_append (self->merged_box, box);
}

void
refrain_phases_page_update_merged (RefrainPhasesPage *self)
{
  RefrainPhaseModel *model = refrain_phases_page_get_model (self);
  const RefrainPhaseMemory *memory = model != NULL ? refrain_phase_model_get_memory (model) : NULL;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->merged_box))) != NULL)
    gtk_box_remove (self->merged_box, child);
  for (guint i = 0; memory != NULL && i < memory->merged->len; i++)
    add_merged (self, i, memory->merged->pdata[i]);
  gtk_label_set_text (self->merged_label,
                      memory != NULL && memory->merged->len > 0
                          ? _ ("These patterns count as one:")
                          : _ ("Patterns that hardly differ can count as one symbol."));
}

void
refrain_phases_page_init_controls (RefrainPhasesPage *self)
{
  gtk_adjustment_set_lower (self->position, -BELOW);
  gtk_adjustment_set_upper (self->position, 1);
  gtk_scale_add_mark (self->scale, 0, GTK_POS_BOTTOM, NULL);
  g_signal_connect_object (self->position, "value-changed", G_CALLBACK (on_position), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->strength, "value-changed", G_CALLBACK (on_strength), self,
                           G_CONNECT_SWAPPED);
}
