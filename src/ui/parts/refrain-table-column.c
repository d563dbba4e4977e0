/* refrain-table-column.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A cell is a box of patch and label, or what the column makes; around it, where rows open, stands
 * what opens them.
 */
#include "refrain-table-column.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-swatch.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

/* Digits of a time that does not say how many. */
#define DIGITS 3

/* ---- What it says ---------------------------------------------------------------------------- */

gboolean
refrain_table_column_has_text (const RefrainTableColumn *self)
{
  return self->text != NULL || self->kind != REFRAIN_CELL_NULL;
}

gboolean
refrain_table_column_is_right (const RefrainTableColumn *self)
{
  return (self->number != NULL || self->flags & REFRAIN_TABLE_RIGHT)
         && !(self->flags & REFRAIN_TABLE_LEFT);
}

static char *
format_number (const RefrainTableColumn *self, double number)
{
  if (isnan (number))
    return g_strdup ("–");
  switch (self->kind)
    {
    case REFRAIN_CELL_TIME:
      return refrain_time_format ((RefrainTime) number, self->digits > 0 ? self->digits : DIGITS);
    case REFRAIN_CELL_COUNT:
      return refrain_count_format ((guint64) round (number));
    case REFRAIN_CELL_BYTES:
      return refrain_bytes_format ((guint64) round (number));
    case REFRAIN_CELL_SHARE:
      return g_strdup_printf (_ ("%.1f %%"), 100 * number);
    default:
      /* With a minus sign, as wide as the plus would be, not a hyphen. */
      return g_strdup_printf ("%s%.*f", number < 0 ? "−" : "", (int) self->digits, fabs (number));
    }
}

static char *
get_text (const RefrainTableColumn *self, gpointer item, gpointer data)
{
  return self->text != NULL ? self->text (item, self->id, data)
                            : format_number (self, self->number (item, self->id, data));
}

RefrainCell
refrain_table_column_get_cell (const RefrainTableColumn *self,
                               gpointer item,
                               gpointer data,
                               char **text)
{
  double number;

  if (self->text != NULL)
    return REFRAIN_TEXT (*text = get_text (self, item, data));
  number = self->number (item, self->id, data);
  if (isnan (number))
    return REFRAIN_NO_CELL;
  if (self->kind == REFRAIN_CELL_SHARE || self->kind == REFRAIN_CELL_DOUBLE)
    return (RefrainCell){ .kind = self->kind, .real = number };
  return (RefrainCell){ .kind = self->kind, .integer = (gint64) round (number) };
}

gboolean
refrain_table_column_sorts (const RefrainTableColumn *self)
{
  return self->number != NULL || self->compare != NULL || self->flags & REFRAIN_TABLE_BY_TEXT;
}

int
refrain_table_column_compare (const RefrainTableColumn *self, gpointer a, gpointer b, gpointer data)
{
  double x, y;

  if (self->compare != NULL)
    return self->compare (a, b, self->id, data);
  if (self->flags & REFRAIN_TABLE_BY_TEXT)
    {
      g_autofree char *one = get_text (self, a, data);
      g_autofree char *other = get_text (self, b, data);

      return (int) gtk_ordering_from_cmpfunc (g_utf8_collate (one, other));
    }
  x = self->number (a, self->id, data);
  y = self->number (b, self->id, data);
  x = isnan (x) ? -INFINITY : x;
  y = isnan (y) ? -INFINITY : y;
  return x < y ? GTK_ORDERING_SMALLER : x > y ? GTK_ORDERING_LARGER : GTK_ORDERING_EQUAL;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static GtkWidget *
make_box (const RefrainTableColumn *self)
{
  const gboolean has_text = refrain_table_column_has_text (self);
  const gboolean right = refrain_table_column_is_right (self);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  if (self->swatch != NULL)
    {
      GtkWidget *swatch = refrain_swatch_new ();

      gtk_widget_set_hexpand (swatch, !has_text);
      gtk_box_append (GTK_BOX (box), swatch);
    }
  if (has_text)
    {
      GtkWidget *label = gtk_label_new (NULL);

      gtk_label_set_xalign (GTK_LABEL (label), right ? 1 : 0);
      gtk_widget_set_hexpand (label, TRUE);
      if (right)
        gtk_widget_add_css_class (label, "numeric");
      else
        /* Names that begin alike differ at their ends. */
        gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
      if (self->chars > 0)
        gtk_label_set_width_chars (GTK_LABEL (label), (int) self->chars);
      gtk_box_append (GTK_BOX (box), label);
    }
  return box;
}

void
refrain_table_column_make_cell (const RefrainTableColumn *self, GtkListItem *cell, gpointer data)
{
  GtkWidget *child = self->make != NULL ? self->make (cell, data) : make_box (self);

  if (self->flags & REFRAIN_TABLE_TREE)
    {
      GtkWidget *expander = gtk_tree_expander_new ();

      gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), child);
      child = expander;
    }
  gtk_list_item_set_child (cell, child);
  /* Leaves clicks to the row. Before GTK 4.10 each cell of a column view selects its row too, so
   * that a click with Control would do it twice: select it, and give it up again. */
  gtk_list_item_set_selectable (cell, FALSE);
  gtk_list_item_set_activatable (cell, FALSE);
}

static void
show_swatch (const RefrainTableColumn *self,
             GtkWidget *swatch,
             gpointer item,
             gpointer data,
             const RefrainStyle *style)
{
  RefrainColor color = { 0, 0, 0, 1 };
  double fraction = -1;

  self->swatch (item, self->id, data, style, &color, &fraction);
  refrain_swatch_set_color (REFRAIN_SWATCH (swatch), &color);
  if (fraction >= 0)
    refrain_swatch_set_fraction (REFRAIN_SWATCH (swatch), fraction);
}

void
refrain_table_column_show_cell (const RefrainTableColumn *self,
                                GtkListItem *cell,
                                gpointer item,
                                gpointer data,
                                const RefrainStyle *style)
{
  GtkWidget *child = gtk_list_item_get_child (cell);

  if (self->flags & REFRAIN_TABLE_TREE)
    {
      gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (child),
                                      item != NULL ? gtk_list_item_get_item (cell) : NULL);
      child = gtk_tree_expander_get_child (GTK_TREE_EXPANDER (child));
    }
  if (self->make != NULL)
    {
      self->show (child, cell, item, data);
      return;
    }
  if (item == NULL)
    return;
  if (self->swatch != NULL)
    show_swatch (self, gtk_widget_get_first_child (child), item, data, style);
  if (refrain_table_column_has_text (self))
    {
      g_autofree char *text = get_text (self, item, data);

      gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (child)), text);
      if (!refrain_table_column_is_right (self))
        refrain_widget_set_long_tooltip (child, text);
    }
}

void
refrain_table_column_align_title (GtkWidget *widget, const char *title)
{
  if (GTK_IS_LABEL (widget) && g_strcmp0 (gtk_label_get_text (GTK_LABEL (widget)), title) == 0)
    {
      gtk_widget_set_hexpand (widget, TRUE);
      gtk_widget_set_halign (widget, GTK_ALIGN_END);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    refrain_table_column_align_title (child, title);
}
