/* refrain-details-rows.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-details-rows.h"

#include "refrain-detail.h"

/* A value of more characters is cut in the middle. */
#define MAX_VALUE_CHARS 22

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *value = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_xalign (GTK_LABEL (value), 1);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_hexpand (value, TRUE);
  gtk_widget_add_css_class (box, "refrain-detail");
  gtk_widget_add_css_class (value, "value");
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), value);
  gtk_list_item_set_child (item, box);
}

static void
style_row (GtkWidget *box, GtkWidget *label, GtkWidget *value, RefrainDetail *detail)
{
  RefrainDetailKind kind = refrain_detail_get_kind (detail);
  gboolean is_link = refrain_detail_is_link (detail);
  gboolean is_title = kind == REFRAIN_DETAIL_TITLE, is_header = kind == REFRAIN_DETAIL_HEADER;

  (is_link ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (box, "refrain-link");
  (is_title ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (box, "refrain-title");
  (is_header ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (box, "refrain-header");
  (is_title ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (label, "title-4");
  (is_header ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (label, "heading");
  (!is_title && !is_header && refrain_detail_get_value (detail) != NULL
       ? gtk_widget_add_css_class
       : gtk_widget_remove_css_class) (label, "dim-label");
  (is_title ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (value, "dim-label");
  gtk_orientable_set_orientation (GTK_ORIENTABLE (box),
                                  is_title ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  gtk_box_set_spacing (GTK_BOX (box), is_title ? 2 : 10);
  gtk_label_set_xalign (GTK_LABEL (value), is_title ? 0 : 1);
  gtk_widget_set_cursor_from_name (box, is_link ? "pointer" : NULL);
}

/* What is long gives way: a long value, else a long name; what has no value wraps. */
static void
fit_row (GtkWidget *label, GtkWidget *value, RefrainDetail *detail)
{
  const char *text = refrain_detail_get_value (detail);
  gboolean is_pair = text != NULL && refrain_detail_get_kind (detail) == REFRAIN_DETAIL_VALUE;
  gboolean is_long = is_pair && g_utf8_strlen (text, -1) > MAX_VALUE_CHARS;

  gtk_label_set_wrap (GTK_LABEL (label), !is_pair);
  gtk_label_set_ellipsize (GTK_LABEL (label), is_pair ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
  gtk_label_set_ellipsize (GTK_LABEL (value),
                           is_long ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_NONE);
  gtk_widget_set_tooltip_text (label, is_pair ? refrain_detail_get_label (detail) : NULL);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  RefrainDetail *detail = gtk_list_item_get_item (item);
  GtkWidget *box = gtk_list_item_get_child (item);
  GtkWidget *label = gtk_widget_get_first_child (box);
  GtkWidget *value = gtk_widget_get_last_child (box);
  const char *text = refrain_detail_get_value (detail);
  gboolean is_link = refrain_detail_is_link (detail);

  style_row (box, label, value, detail);
  fit_row (label, value, detail);
  gtk_label_set_text (GTK_LABEL (label), refrain_detail_get_label (detail));
  gtk_label_set_text (GTK_LABEL (value), text != NULL ? text : "");
  gtk_widget_set_visible (value, text != NULL);
  gtk_widget_set_tooltip_text (value, text);
  gtk_list_item_set_activatable (item, is_link);
  gtk_list_item_set_selectable (item, FALSE);
}

GtkListItemFactory *
refrain_details_rows_new_factory (void)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  return factory;
}
