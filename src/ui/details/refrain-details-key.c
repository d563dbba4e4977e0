/* refrain-details-key.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The key has its natural height up to a third of a small window's; a longer one scrolls.
 */
#include "refrain-details-key.h"

#include <glib/gi18n.h>

#include "refrain-key-view.h"
#include "refrain-widget-style.h"

/* In pixels of 96 to the inch; it grows with the text. */
#define MAX_HEIGHT 250

static GtkWidget *
make_hint (const char *icon, const char *text)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *image = gtk_image_new_from_icon_name (icon);
  GtkWidget *label = gtk_label_new (text);

  gtk_accessible_update_state (GTK_ACCESSIBLE (image), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  gtk_widget_set_valign (image, GTK_ALIGN_START);
  gtk_widget_add_css_class (image, "dim-label");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  refrain_label_wrap (GTK_LABEL (label), 16);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 28);
  gtk_box_append (GTK_BOX (box), image);
  gtk_box_append (GTK_BOX (box), refrain_label_hold (label));
  return box;
}

GtkWidget *
refrain_details_make_hints (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  GtkWidget *title = gtk_label_new (_ ("Nothing Selected"));

  gtk_widget_add_css_class (title, "heading");
  gtk_widget_set_valign (box, GTK_ALIGN_START);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_set_margin_top (box, 18);
  gtk_widget_set_margin_start (box, 14);
  gtk_widget_set_margin_end (box, 14);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box),
                  make_hint ("find-location-symbolic",
                             _ ("Hover to see details. Click to select, Escape to clear.")));
  gtk_box_append (
      GTK_BOX (box),
      make_hint (
          "zoom-in-symbolic",
          _ ("In Events, scroll to zoom and drag to move. F shows the communicating part.")));
  gtk_box_append (GTK_BOX (box), make_hint ("media-skip-forward-symbolic",
                                            _ ("Select a pattern, loop or phase to highlight it. N "
                                               "and P step through its occurrences.")));
  return box;
}

static void
update_height (GtkScrolledWindow *scroller)
{
  int dpi = 0;

  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  gtk_scrolled_window_set_max_content_height (
      scroller, (int) (MAX_HEIGHT * MAX (1, dpi / (96.0 * PANGO_SCALE))));
}

GtkWidget *
refrain_details_make_key (void)
{
  GtkWidget *expander = gtk_expander_new (_ ("Legend"));
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *view = refrain_key_view_new ();

  gtk_widget_set_margin_start (view, 8);
  gtk_widget_set_margin_end (view, 8);
  gtk_widget_set_margin_bottom (view, 8);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  update_height (GTK_SCROLLED_WINDOW (scroller));
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-xft-dpi",
                           G_CALLBACK (update_height), scroller, G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
  gtk_expander_set_child (GTK_EXPANDER (expander), scroller);
  gtk_expander_set_expanded (GTK_EXPANDER (expander), TRUE);
  gtk_widget_add_css_class (expander, "refrain-key");
  gtk_widget_set_tooltip_text (expander, _ ("What Colours, Lines and Lanes Mean"));
  g_object_set_data (G_OBJECT (expander), "refrain-key-view", view);
  gtk_widget_set_visible (expander, FALSE);
  return expander;
}

void
refrain_details_set_key (GtkWidget *key, GArray *entries, RefrainSession *session)
{
  g_return_if_fail (GTK_IS_EXPANDER (key));

  gtk_widget_set_visible (key, entries != NULL && entries->len > 0);
  refrain_key_view_set_entries (g_object_get_data (G_OBJECT (key), "refrain-key-view"), entries,
                                session);
}
