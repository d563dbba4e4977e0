/* refrain-pattern-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The words of each process' form are its cells; the three formats differ in what stands between.
 */
#include "refrain-pattern-table.h"

#include <string.h>

#include "refrain-pattern-form.h"

/* The name of a line's process. */
static char *
make_label (const RefrainPatternForm *form, guint first_rank)
{
  return g_strdup_printf (first_rank > 0 ? "P%u" : "%u", form->process + first_rank);
}

/* ---- Lines -------------------------------------------------------------------------------- */

/* A cell's text; "" behind the last one. */
static const char *
get_cell (const GPtrArray *cells, guint i)
{
  return i < cells->len ? cells->pdata[i] : "";
}

static char *
write_text (GPtrArray *forms, GPtrArray *lines, guint n_columns, guint first_rank)
{
  GString *text = g_string_new (NULL);
  g_autofree glong *widths = g_new0 (glong, n_columns + 1);
  g_autofree char *last = make_label (forms->pdata[forms->len - 1], first_rank);

  for (guint row = 0; row < lines->len; row++)
    for (guint i = 0; i < n_columns; i++)
      widths[i] = MAX (widths[i], g_utf8_strlen (get_cell (lines->pdata[row], i), -1));
  for (guint row = 0; row < lines->len; row++)
    {
      const GPtrArray *cells = lines->pdata[row];
      g_autofree char *label = make_label (forms->pdata[row], first_rank);

      g_string_append_printf (text, "%s:%*s", label, (int) (strlen (last) - strlen (label)), "");
      for (guint i = 0; i < cells->len; i++)
        {
          glong missing = widths[i] - g_utf8_strlen (cells->pdata[i], -1);

          g_string_append_printf (text, " %s", (char *) cells->pdata[i]);
          if (i + 1 < cells->len)
            g_string_append_printf (text, "%*s", (int) missing, "");
        }
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static char *
write_csv (GPtrArray *forms, GPtrArray *lines, guint n_columns, guint first_rank)
{
  GString *text = g_string_new ("process");

  for (guint i = 0; i < n_columns; i++)
    g_string_append_printf (text, ",e%u", i + 1);
  g_string_append (text, "\r\n");
  for (guint row = 0; row < lines->len; row++)
    {
      const RefrainPatternForm *form = forms->pdata[row];

      g_string_append_printf (text, "%u", form->process + first_rank);
      for (guint i = 0; i < n_columns; i++)
        {
          g_string_append_c (text, ',');
          refrain_table_append_cell (text, REFRAIN_TABLE_CSV, get_cell (lines->pdata[row], i));
        }
      g_string_append (text, "\r\n");
    }
  return g_string_free (text, FALSE);
}

static char *
write_latex (GPtrArray *forms, GPtrArray *lines, guint n_columns, guint first_rank)
{
  GString *text = g_string_new ("\\begin{tabular}{l|");

  for (guint i = 0; i < n_columns; i++)
    g_string_append_c (text, 'l');
  g_string_append (text, "}\n  P");
  for (guint i = 0; i < n_columns; i++)
    g_string_append_printf (text, " & e%u", i + 1);
  g_string_append (text, " \\\\\n  \\hline\n");
  for (guint row = 0; row < lines->len; row++)
    {
      g_autofree char *label = make_label (forms->pdata[row], first_rank);

      g_string_append_printf (text, "  %s", label);
      for (guint i = 0; i < n_columns; i++)
        {
          g_string_append (text, *get_cell (lines->pdata[row], i) != '\0' ? " & " : " &");
          refrain_table_append_cell (text, REFRAIN_TABLE_LATEX, get_cell (lines->pdata[row], i));
        }
      g_string_append (text, " \\\\\n");
    }
  g_string_append (text, "\\end{tabular}\n");
  return g_string_free (text, FALSE);
}

char *
refrain_pattern_write_table (RefrainPattern *pattern,
                             RefrainSymbols *symbols,
                             RefrainTableFormat format,
                             guint first_rank)
{
  g_autoptr (GPtrArray) forms = NULL, lines = NULL;
  const char *times = format == REFRAIN_TABLE_LATEX ? "×" : "x";
  guint n_columns = 0;

  g_return_val_if_fail (REFRAIN_IS_PATTERN (pattern), NULL);
  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (symbols), NULL);

  forms = refrain_pattern_get_forms (pattern, symbols, 0);
  lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  for (guint row = 0; row < forms->len; row++)
    {
      GPtrArray *cells
          = refrain_pattern_form_get_words (forms->pdata[row], symbols, times, first_rank);

      g_ptr_array_add (lines, cells);
      n_columns = MAX (n_columns, cells->len);
    }
  switch (format)
    {
    case REFRAIN_TABLE_CSV:
      return write_csv (forms, lines, n_columns, first_rank);
    case REFRAIN_TABLE_LATEX:
      return write_latex (forms, lines, n_columns, first_rank);
    case REFRAIN_TABLE_TEXT:
    default:
      return write_text (forms, lines, n_columns, first_rank);
    }
}
