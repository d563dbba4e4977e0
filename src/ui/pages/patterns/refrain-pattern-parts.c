/* refrain-pattern-parts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each row is a label; its number hangs on the row.
 */
#include "config.h"
#include "refrain-pattern-parts.h"

#include <glib/gi18n.h>

#include "refrain-cycle-name.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

#define NUMBER_DATA "refrain-number"

/* So many cycles are listed at first; of more, one and how many there are. */
#define MAX_CYCLES 2
/* Rows that are made at most: nobody reads more. */
#define MAX_ROWS 200

/* Rows are as narrow as this many characters, at least. */
#define TEXT_CHARS 12

/* ---- Rows ---- */

static void
empty (GtkListBox *list)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (list, 0)) != NULL)
    gtk_list_box_remove (list, GTK_WIDGET (row));
}

/* Takes over @text; @tooltip may be NULL. */
static GtkWidget *
append (GtkListBox *list, guint32 number, char *text, const char *tooltip)
{
  GtkWidget *label = gtk_label_new (text);
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), TEXT_CHARS);
  refrain_widget_set_long_tooltip (row, tooltip != NULL ? tooltip : text);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  g_object_set_data (G_OBJECT (row), NUMBER_DATA, GUINT_TO_POINTER (number));
  gtk_list_box_append (list, row);
  g_free (text);
  return row;
}

static void
append_rest (GtkListBox *list, gsize n)
{
  g_autofree char *count = refrain_count_format (n);
  GtkWidget *row = append (
      list, REFRAIN_NONE,
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s more", "%s more", (gulong) n), count),
      NULL);

  gtk_list_box_row_set_selectable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_add_css_class (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row)), "dim-label");
}

guint32
refrain_pattern_parts_get_number (GtkListBoxRow *row)
{
  g_return_val_if_fail (GTK_IS_LIST_BOX_ROW (row), REFRAIN_NONE);
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), NUMBER_DATA));
}

GtkListBoxRow *
refrain_pattern_parts_find_row (GtkListBox *list, guint32 number)
{
  GtkListBoxRow *row;

  g_return_val_if_fail (GTK_IS_LIST_BOX (list), NULL);

  for (int i = 0; (row = gtk_list_box_get_row_at_index (list, i)) != NULL; i++)
    if (refrain_pattern_parts_get_number (row) == number)
      return row;
  return NULL;
}

/* Number @i from 0. What is said of the main loop above is not said again. */
static char *
describe_cycle (RefrainPatterns *patterns, guint i, RefrainCycle *cycle)
{
  g_autofree char *name = NULL;

  if (refrain_patterns_is_main_loop (patterns, cycle))
    {
      g_autofree char *count = refrain_count_format (refrain_cycle_get_count (cycle));
      g_autofree char *all = refrain_count_format (refrain_patterns_get_n_iterations (patterns));

      /* TRANSLATORS: the number of a cycle, and how many of its turns follow each other. What comes
         between two of them makes them fewer than the iterations of the main loop, the last
         number. */
      return g_strdup_printf (_ ("Cycle %u: the main loop, %s of %s iterations in a row"), i + 1,
                              count, all);
    }
  name = refrain_cycle_make_name (
      cycle, refrain_composites_get_set (refrain_patterns_get_composites (patterns)));
  /* TRANSLATORS: the number of a cycle, and what it is: "Cycle 1, in a row: 8 × [A; B]". */
  return g_strdup_printf (_ ("Cycle %u, in a row: %s"), i + 1, name);
}

void
refrain_pattern_parts_list_cycles (GtkListBox *list, RefrainPatterns *patterns, gboolean all)
{
  RefrainComposites *composites
      = patterns != NULL ? refrain_patterns_get_composites (patterns) : NULL;
  GPtrArray *cycles = composites != NULL ? refrain_composites_get_cycles (composites) : NULL;
  const guint max = all ? MAX_ROWS : cycles != NULL && cycles->len > MAX_CYCLES ? 1 : MAX_CYCLES;
  guint n = 0;

  g_return_if_fail (GTK_IS_LIST_BOX (list));

  empty (list);
  /* Those first that can be told whole. */
  for (int whole = 1; cycles != NULL && whole >= 0; whole--)
    for (guint i = 0; i < cycles->len && n < max; i++)
      {
        g_autofree char *tooltip = NULL;
        RefrainPatternSet *set = refrain_composites_get_set (composites);

        if (refrain_cycle_is_short (cycles->pdata[i]) != whole)
          continue;
        tooltip = refrain_cycle_make_full_name (cycles->pdata[i], set, MAX_ROWS);
        append (list, i, describe_cycle (patterns, i, cycles->pdata[i]), tooltip);
        n++;
      }
  if (cycles != NULL && cycles->len > n)
    append_rest (list, cycles->len - n);
}
