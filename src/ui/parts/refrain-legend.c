/* refrain-legend.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-legend.h"

#include <glib/gi18n.h>

#include "refrain-swatch.h"

struct _RefrainLegend
{
  GtkWidget parent_instance;

  RefrainSession *session;
};

G_DEFINE_FINAL_TYPE (RefrainLegend, refrain_legend, GTK_TYPE_WIDGET)

static const struct
{
  RefrainColorRole role;
  const char *name;
} entries[] = {
  { REFRAIN_COLOR_P2P, N_ ("Point-to-point") },
  { REFRAIN_COLOR_WAIT, N_ ("Waiting") },
  { REFRAIN_COLOR_COLLECTIVE, N_ ("Collective") },
  { REFRAIN_COLOR_MPI, N_ ("Other MPI") },
};

static void
update_colors (RefrainLegend *self)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));
  RefrainStyle style;

  refrain_style_init (&style,
                      self->session != NULL && refrain_session_get_dark (self->session)
                          ? REFRAIN_PALETTE_DARK
                          : REFRAIN_PALETTE_LIGHT,
                      10);
  for (gsize i = 0; i < G_N_ELEMENTS (entries) && child != NULL; i++)
    {
      refrain_swatch_set_color (REFRAIN_SWATCH (gtk_widget_get_first_child (child)),
                                &style.colors[entries[i].role]);
      child = gtk_widget_get_next_sibling (child);
    }
}

void
refrain_legend_set_session (RefrainLegend *self, RefrainSession *session)
{
  g_return_if_fail (REFRAIN_IS_LEGEND (self));

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  if (session != NULL)
    g_signal_connect_object (session, "notify::dark", G_CALLBACK (update_colors), self,
                             G_CONNECT_SWAPPED);
  update_colors (self);
}

static void
refrain_legend_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&REFRAIN_LEGEND (object)->session);
  G_OBJECT_CLASS (refrain_legend_parent_class)->dispose (object);
}

static void
refrain_legend_class_init (RefrainLegendClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = refrain_legend_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_LIST);
}

static void
refrain_legend_init (RefrainLegend *self)
{
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))),
                              14);
  gtk_widget_add_css_class (GTK_WIDGET (self), "refrain-legend");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Legend"), -1);
  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 5);

      gtk_box_append (GTK_BOX (box), refrain_swatch_new ());
      gtk_box_append (GTK_BOX (box), gtk_label_new (_ (entries[i].name)));
      gtk_widget_set_parent (box, GTK_WIDGET (self));
    }
  update_colors (self);
}
