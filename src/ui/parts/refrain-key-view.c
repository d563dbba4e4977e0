/* refrain-key-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Samples are drawn by the painters that draw the figures' legends: both look alike.
 */
#include "refrain-key-view.h"

#include <glib/gi18n.h>

#include "refrain-legend.h"
#include "refrain-object.h"
#include "refrain-widget-style.h"

/* Letters that a line has room for at least. */
#define LEAST_CHARS 12

/* ---- A sample ---- */

#define REFRAIN_TYPE_KEY_SAMPLE (refrain_key_sample_get_type ())
G_DECLARE_FINAL_TYPE (RefrainKeySample, refrain_key_sample, REFRAIN, KEY_SAMPLE, GtkWidget)

struct _RefrainKeySample
{
  GtkWidget parent_instance;

  GArray *entries;
  guint index;
  RefrainSession *session;
};

G_DEFINE_FINAL_TYPE (RefrainKeySample, refrain_key_sample, GTK_TYPE_WIDGET)

static void
refrain_key_sample_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  RefrainKeySample *self = REFRAIN_KEY_SAMPLE (widget);
  const float width = (float) gtk_widget_get_width (widget);
  const float height = (float) gtk_widget_get_height (widget);
  RefrainStyle style;
  cairo_t *cr;

  refrain_widget_get_style (widget, self->session, &style);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  refrain_legend_draw_sample (&g_array_index (self->entries, RefrainLegendEntry, self->index), cr,
                              &style, 1, height / 2);
  cairo_destroy (cr);
}

static void
refrain_key_sample_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  RefrainStyle style;

  refrain_widget_get_style (widget, REFRAIN_KEY_SAMPLE (widget)->session, &style);
  *minimum = *natural
      = (int) ((orientation == GTK_ORIENTATION_HORIZONTAL ? 1.9 : 1.3) * style.font_size) + 2;
}

REFRAIN_DEFINE_END (RefrainKeySample,
                    refrain_key_sample,
                    dispose,
                    g_clear_pointer (&x->entries, g_array_unref);
                    g_clear_object (&x->session))

static void
refrain_key_sample_class_init (RefrainKeySampleClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_key_sample_dispose;
  widget_class->snapshot = refrain_key_sample_snapshot;
  widget_class->measure = refrain_key_sample_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
refrain_key_sample_init (RefrainKeySample *self)
{
}

/* ---- The list ---- */

struct _RefrainKeyView
{
  GtkWidget parent_instance;

  GtkWidget *list;
};

G_DEFINE_FINAL_TYPE (RefrainKeyView, refrain_key_view, GTK_TYPE_WIDGET)

static GtkWidget *
make_row (void)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  RefrainKeySample *sample = g_object_new (REFRAIN_TYPE_KEY_SAMPLE, NULL);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_set_valign (GTK_WIDGET (sample), GTK_ALIGN_START);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 32);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (sample));
  gtk_box_append (GTK_BOX (row), refrain_label_hold (label));
  return row;
}

/* What it says already is not measured again. */
static void
fill_row (GtkWidget *row, GArray *entries, guint i, RefrainSession *session)
{
  RefrainKeySample *sample = REFRAIN_KEY_SAMPLE (gtk_widget_get_first_child (row));
  GtkLabel *label = GTK_LABEL (gtk_widget_get_first_child (gtk_widget_get_last_child (row)));
  const char *text = g_array_index (entries, RefrainLegendEntry, i).text;

  g_array_ref (entries);
  g_clear_pointer (&sample->entries, g_array_unref);
  sample->entries = entries;
  sample->index = i;
  g_set_object (&sample->session, session);
  gtk_widget_queue_draw (GTK_WIDGET (sample));
  if (g_strcmp0 (gtk_label_get_text (label), text) == 0)
    return;
  gtk_label_set_text (label, text);
  refrain_label_wrap (label, (int) MIN (LEAST_CHARS, g_utf8_strlen (text, -1)));
}

void
refrain_key_view_set_entries (RefrainKeyView *self, GArray *entries, RefrainSession *session)
{
  GtkWidget *row;

  g_return_if_fail (REFRAIN_IS_KEY_VIEW (self));
  g_return_if_fail (entries == NULL || REFRAIN_IS_SESSION (session));

  row = gtk_widget_get_first_child (self->list);
  for (guint i = 0; entries != NULL && i < entries->len; i++)
    {
      if (row == NULL)
        gtk_box_append (GTK_BOX (self->list), row = make_row ());
      fill_row (row, entries, i, session);
      row = gtk_widget_get_next_sibling (row);
    }
  while (row != NULL)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (row);

      gtk_box_remove (GTK_BOX (self->list), row);
      row = next;
    }
}

REFRAIN_DEFINE_END (RefrainKeyView,
                    refrain_key_view,
                    dispose,
                    g_clear_pointer (&x->list, gtk_widget_unparent))

static void
refrain_key_view_class_init (RefrainKeyViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_key_view_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST);
}

static void
refrain_key_view_init (RefrainKeyView *self)
{
  self->list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  gtk_widget_set_parent (self->list, GTK_WIDGET (self));
  gtk_widget_add_css_class (GTK_WIDGET (self), "refrain-legend");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Legend"), -1);
}

GtkWidget *
refrain_key_view_new (void)
{
  return g_object_new (REFRAIN_TYPE_KEY_VIEW, NULL);
}
