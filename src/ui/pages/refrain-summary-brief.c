/* refrain-summary-brief.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row is a sentence and, where it leads anywhere, an arrow.
 */
#include "refrain-summary-brief.h"

#include "refrain-widget-style.h"

static GtkWidget *
make_row (void)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *arrow = gtk_image_new_from_icon_name ("go-next-symbolic");

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (arrow, "dim-label");
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), arrow);
  gtk_widget_add_css_class (box, "refrain-sentence");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  return row;
}

/* Keeps @n lines of text free in @label. */
static void
reserve (GtkWidget *label, guint n)
{
  PangoFontMetrics *metrics
      = pango_context_get_metrics (gtk_widget_get_pango_context (label), NULL, NULL);
  const int height = PANGO_PIXELS_CEIL (pango_font_metrics_get_height (metrics));

  pango_font_metrics_unref (metrics);
  gtk_widget_set_size_request (label, -1, n > 1 ? (int) n * height : -1);
}

static void
fill_row (GtkListBoxRow *row, const RefrainBriefLine *line)
{
  GtkWidget *label = gtk_widget_get_first_child (gtk_list_box_row_get_child (row));
  const gboolean leads = line->page != NULL;

  if (refrain_label_set_sentence (GTK_LABEL (label), line->sentence))
    {
      gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      line->sentence, -1);
    }
  reserve (label, line->room);
  gtk_widget_set_visible (gtk_widget_get_next_sibling (label), leads);
  /* One that is shown would be laid out anew. */
  if (g_strcmp0 (gtk_widget_get_tooltip_text (GTK_WIDGET (row)), line->where) != 0)
    gtk_widget_set_tooltip_text (GTK_WIDGET (row), line->where);
  gtk_list_box_row_set_activatable (row, leads);
  gtk_widget_set_focusable (GTK_WIDGET (row), leads);
}

void
refrain_summary_brief_show (GtkListBox *box, RefrainBriefModel *model)
{
  const GPtrArray *lines;
  GtkListBoxRow *row;

  g_return_if_fail (GTK_IS_LIST_BOX (box));
  g_return_if_fail (model == NULL || REFRAIN_IS_BRIEF_MODEL (model));

  lines = model != NULL ? refrain_brief_model_get_lines (model) : NULL;
  gtk_widget_set_visible (GTK_WIDGET (box), lines != NULL && lines->len > 0);
  for (guint i = 0; lines != NULL && i < lines->len; i++)
    {
      row = gtk_list_box_get_row_at_index (box, (int) i);
      if (row == NULL)
        {
          gtk_list_box_append (box, make_row ());
          row = gtk_list_box_get_row_at_index (box, (int) i);
        }
      fill_row (row, lines->pdata[i]);
    }
  while ((row = gtk_list_box_get_row_at_index (box, lines != NULL ? (int) lines->len : 0)) != NULL)
    gtk_list_box_remove (box, GTK_WIDGET (row));
}
