/* refrain-report-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The main table alone: for spreadsheets, papers and the clipboard.
 */
#include "refrain-report-private.h"

#include <string.h>

#include "refrain-table.h"
#include "refrain-visible.h"

/* What is around a cell and a row; a head is the first row. */
typedef struct
{
  const char *begin, *begin_head, *end_head, *end;
  const char *begin_row, *between, *end_row;
  gboolean people; /* columns with a heading, as people read them; else those with a key. Where
                      there are none, the others. */
} Form;

typedef struct
{
  const RefrainReportTable *table;
  RefrainReportFormat format;
  const Form *form;
  gboolean headings;
  GString *cell; /* for reuse */
  GString *out;
} Writer;

static const Form forms[] = {
  [REFRAIN_REPORT_CSV] = { "", "", "", "", "", ",", "\r\n", FALSE },
  [REFRAIN_REPORT_TSV] = { "", "", "", "", "", "\t", "\n", FALSE },
  [REFRAIN_REPORT_LATEX] = { NULL, "  \\toprule\n", "  \\midrule\n",
                             "  \\bottomrule\n\\end{tabular}\n", "  ", " & ", " \\\\\n", TRUE },
  [REFRAIN_REPORT_HTML] = { "<table>\n", "<thead>\n", "</thead>\n<tbody>\n", "</tbody>\n</table>\n",
                            "<tr>", "", "</tr>\n", TRUE },
};

/* NULL where @column is not shown. */
static const char *
get_heading (const Writer *self, const RefrainReportColumn *column)
{
  return self->headings ? column->heading : column->key;
}

static void
append_text (Writer *self, const char *text)
{
  g_autofree char *markup = NULL;

  if (self->format == REFRAIN_REPORT_CSV)
    refrain_table_append_cell (self->out, REFRAIN_TABLE_CSV, text);
  else if (self->format == REFRAIN_REPORT_LATEX)
    refrain_table_append_cell (self->out, REFRAIN_TABLE_LATEX, text);
  else if (self->format == REFRAIN_REPORT_HTML)
    {
      markup = g_markup_escape_text (text, -1);
      g_string_append (self->out, markup);
    }
  else
    g_string_append (self->out, text);
}

/* Times say their unit. */
static void
put_heading (Writer *self, const RefrainReportColumn *column)
{
  const char *heading = get_heading (self, column);

  refrain_visible_append (self->cell, heading, strlen (heading), FALSE, FALSE);
  if (!self->form->people && column->kind == REFRAIN_CELL_TIME
      && !g_str_has_suffix (heading, "seconds"))
    g_string_append (self->cell, "_s");
}

/* A row; NULL is that of the headings. */
static void
append_row (Writer *self, const gsize *row)
{
  const gboolean html = self->format == REFRAIN_REPORT_HTML;
  gboolean first = TRUE;

  g_string_append (self->out, self->form->begin_row);
  for (guint c = 0; c < self->table->columns->len; c++)
    {
      const RefrainReportColumn *column = refrain_report_table_get_column (self->table, c);

      if (get_heading (self, column) == NULL)
        continue;
      g_string_truncate (self->cell, 0);
      if (row == NULL)
        put_heading (self, column);
      else if (self->form->people)
        refrain_report_append_for_people (self->cell, column,
                                          refrain_report_table_get_cell (self->table, *row, c));
      else
        refrain_report_append_for_programs (self->cell,
                                            refrain_report_table_get_cell (self->table, *row, c));
      if (!first)
        g_string_append (self->out, self->form->between);
      if (html)
        g_string_append_printf (self->out, "<%s%s>", row == NULL ? "th" : "td",
                                refrain_report_column_is_right (column) ? " align=\"right\"" : "");
      append_text (self, self->cell->str);
      if (html)
        g_string_append (self->out, row == NULL ? "</th>" : "</td>");
      first = FALSE;
    }
  g_string_append (self->out, self->form->end_row);
}

static void
begin_latex (Writer *self)
{
  g_string_append (self->out, "% \\usepackage{booktabs}\n\\begin{tabular}{");
  for (guint c = 0; c < self->table->columns->len; c++)
    {
      const RefrainReportColumn *column = refrain_report_table_get_column (self->table, c);

      if (get_heading (self, column) != NULL)
        g_string_append_c (self->out, refrain_report_column_is_right (column) ? 'r' : 'l');
    }
  g_string_append (self->out, "}\n");
}

static gboolean
has_any (const RefrainReportTable *table, gboolean headings)
{
  for (guint c = 0; c < table->columns->len; c++)
    {
      const RefrainReportColumn *column = refrain_report_table_get_column (table, c);

      if ((headings ? column->heading : column->key) != NULL)
        return TRUE;
    }
  return FALSE;
}

void
refrain_report_write_table (const RefrainReportTable *table,
                            RefrainReportFormat format,
                            RefrainSink *sink)
{
  const Form *form = &forms[format];
  g_autoptr (GString) cell = g_string_new (NULL);
  Writer writer = {
    .table = table,
    .format = format,
    .form = form,
    .headings = has_any (table, form->people) ? form->people : !form->people,
    .cell = cell,
    .out = sink->text,
  };

  if (format == REFRAIN_REPORT_LATEX)
    begin_latex (&writer);
  else
    g_string_append (sink->text, form->begin);
  g_string_append (sink->text, form->begin_head);
  append_row (&writer, NULL);
  g_string_append (sink->text, form->end_head);
  for (gsize row = 0; row < table->n_rows && refrain_sink_pass (sink); row++)
    append_row (&writer, &row);
  g_string_append (sink->text, form->end);
}
