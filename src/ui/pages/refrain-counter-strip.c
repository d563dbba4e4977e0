/* refrain-counter-strip.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Puts a header, names and canvas into the page's grid.
 */
#include "refrain-counter-strip.h"

#include "refrain-object.h"
#include "refrain-widget-style.h"

#include <glib/gi18n.h>

struct _RefrainCounterStrip
{
  GObject parent_instance;

  RefrainCountersModel *model;
  RefrainSession *session;
  GtkWidget *header, *line, *canvas, *labels; /* the grid's */
  GtkDropDown *which;
  GtkToggleButton *heat;
  GtkLabel *words;
  gboolean wanted, updating;
};

G_DEFINE_FINAL_TYPE (RefrainCounterStrip, refrain_counter_strip, G_TYPE_OBJECT)

static guint read_signal;

REFRAIN_GETTER (
    RefrainCounterStrip, refrain_counter_strip, RefrainCountersModel *, get_model, self->model)

/* Whether there are counters to be shown. */
static gboolean
has_counters (RefrainCounterStrip *self)
{
  g_return_val_if_fail (REFRAIN_IS_COUNTER_STRIP (self), FALSE);
  return self->model != NULL && refrain_counters_model_get_counters (self->model) != NULL;
}

static void
update_visible (RefrainCounterStrip *self)
{
  const gboolean visible = self->wanted && has_counters (self);
  GtkWidget *const parts[] = { self->header, self->line, self->canvas, self->labels };

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    gtk_widget_set_visible (parts[i], visible);
}

void
refrain_counter_strip_set_wanted (RefrainCounterStrip *self, gboolean wanted)
{
  g_return_if_fail (REFRAIN_IS_COUNTER_STRIP (self));
  self->wanted = wanted;
  update_visible (self);
}

/* "Total cycles, growth a second; 0 to 1.2 G/s" */
static void
update_words (RefrainCounterStrip *self)
{
  const RefrainCounter *counter;
  g_autofree char *least = NULL, *most = NULL, *text = NULL;
  const char *what;
  guint n;

  if (!has_counters (self))
    return;
  counter = refrain_counters_get (refrain_counters_model_get_counters (self->model), &n)
            + refrain_counters_model_get_shown (self->model);
  least = refrain_counter_format (counter, counter->least);
  most = refrain_counter_format (counter, counter->most);
  what = *counter->description != '\0' ? counter->description : counter->name;
  text = counter->is_rate
             /* TRANSLATORS: what a counter counts, how fast at least and at most. */
             ? g_strdup_printf (_ ("%s: how fast it grows, %s to %s"), what, least, most)
             : g_strdup_printf (_ ("%s: %s to %s"), what, least, most);
  gtk_label_set_text (self->words, text);
  refrain_widget_set_long_tooltip (GTK_WIDGET (self->words), text);
}

static void
on_counters (RefrainCounterStrip *self)
{
  RefrainCounters *counters = refrain_counters_model_get_counters (self->model);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  const RefrainCounter *all;
  guint n = 0;

  g_signal_emit (self, read_signal, 0);
  if (counters == NULL)
    return;
  self->updating = TRUE;
  all = refrain_counters_get (counters, &n);
  for (guint i = 0; i < n; i++)
    gtk_string_list_append (names, all[i].name);
  gtk_drop_down_set_model (self->which, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->which, refrain_counters_model_get_shown (self->model));
  self->updating = FALSE;
  update_words (self);
  update_visible (self);
}

static void
on_which (RefrainCounterStrip *self)
{
  const guint which = gtk_drop_down_get_selected (self->which);

  if (self->updating || self->model == NULL || which == GTK_INVALID_LIST_POSITION)
    return;
  refrain_counters_model_show (self->model, which);
}

static void
on_heat (RefrainCounterStrip *self)
{
  if (self->model != NULL)
    refrain_counters_model_set_heat (self->model, gtk_toggle_button_get_active (self->heat));
}

void
refrain_counter_strip_set_session (RefrainCounterStrip *self, RefrainSession *session)
{
  g_return_if_fail (REFRAIN_IS_COUNTER_STRIP (self));

  refrain_counter_canvas_set_model (REFRAIN_COUNTER_CANVAS (self->canvas), NULL);
  refrain_disconnect (self->model, self);
  g_clear_object (&self->model);
  if (session != NULL)
    {
      self->model = refrain_counters_model_new (session);
      refrain_counters_model_set_heat (self->model, gtk_toggle_button_get_active (self->heat));
      refrain_connect (self->model, "notify::counters", on_counters, self);
      refrain_connect (self->model, "notify::shown", update_words, self);
    }
  refrain_counter_canvas_set_model (REFRAIN_COUNTER_CANVAS (self->canvas), self->model);
  refrain_canvas_set_session (REFRAIN_CANVAS (self->canvas), session);
  update_visible (self);
}

/* ---- Object ---------------------------------------------------------------------------------- */

REFRAIN_DEFINE_END (RefrainCounterStrip, refrain_counter_strip, dispose, g_clear_object (&x->model))

static void
refrain_counter_strip_class_init (RefrainCounterStripClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = refrain_counter_strip_dispose;
  read_signal = g_signal_new ("read", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                              NULL, G_TYPE_NONE, 0);
}

static void
refrain_counter_strip_init (RefrainCounterStrip *self)
{
  self->wanted = TRUE;
}

static GtkWidget *
make_header (RefrainCounterStrip *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->which = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->which), _ ("Shown counter"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->which), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Counter"), -1);
  self->heat = GTK_TOGGLE_BUTTON (gtk_toggle_button_new_with_label (_ ("Heat")));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->heat), _ ("Values as colours instead of lines"));
  self->words = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->words, 0);
  gtk_label_set_ellipsize (self->words, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (GTK_WIDGET (self->words), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->words), "dim-label");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->which));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->heat));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->words));
  gtk_widget_add_css_class (box, "refrain-toolbar");
  refrain_connect (self->which, "notify::selected", on_which, self);
  refrain_connect (self->heat, "toggled", on_heat, self);
  return box;
}

RefrainCounterStrip *
refrain_counter_strip_new (GtkGrid *grid, int row)
{
  RefrainCounterStrip *self;

  g_return_val_if_fail (GTK_IS_GRID (grid), NULL);

  self = g_object_new (REFRAIN_TYPE_COUNTER_STRIP, NULL);
  self->header = make_header (self);
  self->line = gtk_separator_new (GTK_ORIENTATION_HORIZONTAL);
  self->canvas = refrain_counter_canvas_new ();
  self->labels = refrain_counter_canvas_make_labels (REFRAIN_COUNTER_CANVAS (self->canvas));
  gtk_grid_attach (grid, self->line, 0, row, 3, 1);
  gtk_grid_attach (grid, self->header, 0, row + 1, 3, 1);
  gtk_grid_attach (grid, self->labels, 0, row + 2, 1, 1);
  gtk_grid_attach (grid, self->canvas, 1, row + 2, 1, 1);
  update_visible (self);
  return self;
}
