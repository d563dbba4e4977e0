/* refrain-list-fields.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A field counts when it is left or Enter is pressed: half a number would be another number.
 */
#include "refrain-list-fields.h"

#include "refrain-object.h"

#include <glib/gi18n.h>

#define LETTERS 16

struct _RefrainListFields
{
  GtkWidget parent_instance;

  GtkWidget *grid;
  GtkWidget *titles[REFRAIN_N_LIST_FIELDS];
  GtkWidget *entries[REFRAIN_N_LIST_FIELDS];
  RefrainListModel *model;
};

G_DEFINE_FINAL_TYPE (RefrainListFields, refrain_list_fields, GTK_TYPE_WIDGET)

static const char *const examples[REFRAIN_N_LIST_FIELDS] = {
  [REFRAIN_LIST_PROCESSES] = "0-3, 7",       [REFRAIN_LIST_SENDERS] = "0-3, 7",
  [REFRAIN_LIST_RECEIVERS] = "0-3, 7",       [REFRAIN_LIST_ROUTINE] = "MPI_I*",
  [REFRAIN_LIST_COMMUNICATOR] = "world, C2", [REFRAIN_LIST_TAGS] = "5, 10-12",
  [REFRAIN_LIST_SIZE_FROM] = "4 KiB",        [REFRAIN_LIST_SIZE_TO] = "1 MB",
  [REFRAIN_LIST_DURATION_FROM] = "1.5 ms",
};

/* ---- Filling in ------------------------------------------------------------------------------ */

static void
take (RefrainListFields *self, GtkWidget *entry)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));

  for (guint f = 0; f < REFRAIN_N_LIST_FIELDS; f++)
    if (entry == self->entries[f] && self->model != NULL)
      refrain_list_model_set_field (self->model, f, text);
}

static void
on_activate (GtkWidget *entry, gpointer data)
{
  take (data, entry);
}

static void
on_left (GtkEventControllerFocus *focus, gpointer data)
{
  take (data, gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (focus)));
}

/* What the filter says and the list has. */
static void
update (RefrainListFields *self)
{
  const RefrainListFilter *filter;

  if (self->model == NULL)
    return;
  filter = refrain_list_model_get_filter (self->model);
  for (guint f = 0; f < REFRAIN_N_LIST_FIELDS; f++)
    {
      const char *text = filter->fields[f] != NULL ? filter->fields[f] : "";
      const gboolean shown
          = refrain_list_field_is_of (f, refrain_list_model_get_kind (self->model));

      gtk_widget_set_visible (self->titles[f], shown);
      gtk_widget_set_visible (self->entries[f], shown);
      if (!g_str_equal (text, gtk_editable_get_text (GTK_EDITABLE (self->entries[f]))))
        gtk_editable_set_text (GTK_EDITABLE (self->entries[f]), text);
    }
}

void
refrain_list_fields_set_model (RefrainListFields *self, RefrainListModel *model)
{
  g_return_if_fail (REFRAIN_IS_LIST_FIELDS (self));
  g_return_if_fail (model == NULL || REFRAIN_IS_LIST_MODEL (model));

  refrain_disconnect (self->model, self);
  g_set_object (&self->model, model);
  if (model != NULL)
    refrain_connect (model, "notify::asked", update, self);
  update (self);
}

GtkEditable *
refrain_list_fields_get_entry (RefrainListFields *self, RefrainListField field)
{
  g_return_val_if_fail (REFRAIN_IS_LIST_FIELDS (self), NULL);
  g_return_val_if_fail (field < REFRAIN_N_LIST_FIELDS, NULL);
  return GTK_EDITABLE (self->entries[field]);
}

/* ---- What is filled in ----------------------------------------------------------------------- */

static void
on_remove (GtkWidget *button, gpointer data)
{
  refrain_list_model_set_field (
      data, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "refrain-field")), NULL);
}

static GtkWidget *
make_button (RefrainListModel *model, RefrainListField field, const char *text)
{
  GtkWidget *button = gtk_button_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  g_autofree char *label = g_strdup_printf ("%s %s", refrain_list_field_get_title (field), text);
  g_autofree char *tooltip = g_strdup_printf (_ ("Remove “%s”"), label);
  GtkWidget *title = gtk_label_new (label);

  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("window-close-symbolic"));
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "refrain-chip");
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                  -1);
  g_object_set_data (G_OBJECT (button), "refrain-field", GUINT_TO_POINTER (field));
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_remove), model, 0);
  return button;
}

void
refrain_list_fields_fill_box (RefrainListModel *model, GtkBox *box)
{
  const RefrainListFilter *filter;
  GtkWidget *child;

  g_return_if_fail (model == NULL || REFRAIN_IS_LIST_MODEL (model));
  g_return_if_fail (GTK_IS_BOX (box));

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (box))) != NULL)
    gtk_box_remove (box, child);
  if (model == NULL)
    return;
  filter = refrain_list_model_get_filter (model);
  for (guint f = 0; f < REFRAIN_N_LIST_FIELDS; f++)
    if (filter->fields[f] != NULL && *filter->fields[f] != '\0'
        && refrain_list_field_is_of (f, refrain_list_model_get_kind (model)))
      gtk_box_append (box, make_button (model, f, filter->fields[f]));
}

/* ---- Widget ---------------------------------------------------------------------------------- */

REFRAIN_DEFINE_END (RefrainListFields,
                    refrain_list_fields,
                    dispose,
                    refrain_list_fields_set_model (x, NULL);
                    g_clear_pointer (&x->grid, gtk_widget_unparent))

static void
refrain_list_fields_class_init (RefrainListFieldsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = refrain_list_fields_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
add_field (RefrainListFields *self, RefrainListField field)
{
  const char *text = refrain_list_field_get_title (field);
  GtkWidget *title = gtk_label_new (text), *entry = gtk_entry_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), LETTERS);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), examples[field]);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  g_signal_connect_object (entry, "activate", G_CALLBACK (on_activate), self, 0);
  g_signal_connect_object (focus, "leave", G_CALLBACK (on_left), self, 0);
  gtk_widget_add_controller (entry, focus);
  gtk_grid_attach (GTK_GRID (self->grid), title, 0, (int) field, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), entry, 1, (int) field, 1, 1);
  self->titles[field] = title;
  self->entries[field] = entry;
}

static void
refrain_list_fields_init (RefrainListFields *self)
{
  self->grid = gtk_grid_new ();
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 12);
  gtk_widget_set_parent (self->grid, GTK_WIDGET (self));
  for (guint f = 0; f < REFRAIN_N_LIST_FIELDS; f++)
    add_field (self, f);
}
