/* refrain-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each format has its own separators and its own characters to escape.
 */
#include "refrain-table.h"

#include <string.h>

#include "refrain-visible.h"

static void
append_csv (GString *text, const char *cell)
{
  if (strpbrk (cell, ",\"\r\n") == NULL)
    {
      g_string_append (text, cell);
      return;
    }
  g_string_append_c (text, '"');
  for (; *cell != '\0'; cell++)
    {
      if (*cell == '"')
        g_string_append_c (text, '"');
      g_string_append_c (text, *cell);
    }
  g_string_append_c (text, '"');
}

static void
append_latex (GString *text, const char *cell)
{
  for (; *cell != '\0'; cell = g_utf8_next_char (cell))
    {
      gunichar c = g_utf8_get_char (cell);

      if (c == 0xd7)
        g_string_append (text, "$\\times$");
      else if (c == 0x202f)
        g_string_append (text, "\\,");
      else if (c == 0x2192)
        g_string_append (text, "$\\to$");
      else if (c == '\\')
        g_string_append (text, "\\textbackslash{}");
      else if (c == '<' || c == '>' || c == '|')
        g_string_append_printf (text, "\\text%s{}",
                                c == '<'   ? "less"
                                : c == '>' ? "greater"
                                           : "bar");
      else if (c == '-' && cell[1] == '-')
        g_string_append (text, "-{}"); /* two are no dash */
      else if (c == '~' || c == '^')
        g_string_append_printf (text, "\\%c{}", (char) c);
      else
        {
          if (c < 0x80 && strchr ("&%$#_{}", (int) c) != NULL)
            g_string_append_c (text, '\\');
          g_string_append_unichar (text, c);
        }
    }
}

RefrainTableFormat
refrain_table_format_from_name (const char *name)
{
  g_return_val_if_fail (name != NULL, REFRAIN_TABLE_TEXT);

  return g_str_equal (name, "csv")     ? REFRAIN_TABLE_CSV
         : g_str_equal (name, "latex") ? REFRAIN_TABLE_LATEX
                                       : REFRAIN_TABLE_TEXT;
}

void
refrain_table_append_cell (GString *text, RefrainTableFormat format, const char *cell)
{
  g_return_if_fail (text != NULL && cell != NULL);

  if (format == REFRAIN_TABLE_CSV)
    append_csv (text, cell);
  else if (format == REFRAIN_TABLE_LATEX)
    append_latex (text, cell);
  else
    refrain_visible_append (text, cell, strlen (cell), FALSE, FALSE);
}

char *
refrain_table_write (GPtrArray *rows, const char *columns, RefrainTableFormat format)
{
  static const char *const between[] = { "\t", ",", " & " };
  static const char *const behind[] = { "\n", "\r\n", " \\\\\n" };
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (rows != NULL && columns != NULL, g_string_free (text, FALSE));

  if (format == REFRAIN_TABLE_LATEX)
    g_string_append_printf (text, "\\begin{tabular}{%s}\n", columns);
  for (guint i = 0; i < rows->len; i++)
    {
      const char *const *cells = rows->pdata[i];

      if (format == REFRAIN_TABLE_LATEX)
        g_string_append (text, "  ");
      for (guint k = 0; cells[k] != NULL; k++)
        {
          if (k > 0)
            g_string_append (text, between[format]);
          refrain_table_append_cell (text, format, cells[k]);
        }
      g_string_append (text, behind[format]);
      if (format == REFRAIN_TABLE_LATEX && i == 0)
        g_string_append (text, "  \\hline\n");
    }
  if (format == REFRAIN_TABLE_LATEX)
    g_string_append (text, "\\end{tabular}\n");
  return g_string_free (text, FALSE);
}
