/* refrain-report-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines and tables for people: columns as wide as what they hold, numbers on the right.
 */
#include "config.h"

#include "refrain-report-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-time-format.h"
#include "refrain-visible.h"

/* Between columns, and before the rows of a table with a heading. */
#define GAP 2

static void
append_visible (GString *text, const char *words, gboolean lines)
{
  refrain_visible_append (text, words, strlen (words), lines, FALSE);
}

static void
append_blank (GString *text, gsize n)
{
  g_string_append_printf (text, "%*s", (int) MIN (n, (gsize) 10000), "");
}

static void
append_head (GString *text, const char *title, gboolean *first)
{
  if (!*first)
    g_string_append_c (text, '\n');
  append_visible (text, title, FALSE);
  g_string_append_c (text, '\n');
}

/* ---- Tables ---- */

/* Columns that people see, and how wide each is. */
typedef struct
{
  const RefrainReportTable *table;
  guint n;
  guint *columns;
  glong *widths;
  gsize n_rows;
  gboolean headed;
  gsize indent;
} Layout;

static gsize
count_shown (const RefrainReportTable *table)
{
  return MIN (table->n_rows, table->limit);
}

static void
layout_table (Layout *self, const RefrainReportTable *table)
{
  g_autoptr (GString) text = g_string_new (NULL);

  *self = (Layout){ .table = table, .n_rows = count_shown (table) };
  self->columns = g_new (guint, table->columns->len);
  self->widths = g_new0 (glong, table->columns->len);
  self->indent = *table->title != '\0' ? GAP : 0;
  for (guint c = 0; c < table->columns->len; c++)
    {
      const RefrainReportColumn *column = refrain_report_table_get_column (table, c);

      if (column->heading == NULL)
        continue;
      g_string_truncate (text, 0);
      append_visible (text, column->heading, FALSE);
      self->headed |= text->len > 0;
      self->widths[self->n] = g_utf8_strlen (text->str, -1);
      self->columns[self->n++] = c;
    }
  for (gsize row = 0; row < self->n_rows; row++)
    for (guint i = 0; i < self->n; i++)
      {
        g_string_truncate (text, 0);
        refrain_report_append_for_people (
            text, refrain_report_table_get_column (table, self->columns[i]),
            refrain_report_table_get_cell (table, row, self->columns[i]));
        self->widths[i] = MAX (self->widths[i], g_utf8_strlen (text->str, -1));
      }
}

/* A row of them; NULL @row is that of the headings. */
static void
append_row (GString *text, const Layout *self, const gsize *row)
{
  g_autoptr (GString) cell = g_string_new (NULL);
  gsize blank = self->indent; /* not written before anything follows it */

  for (guint i = 0; i < self->n; i++)
    {
      const RefrainReportColumn *column
          = refrain_report_table_get_column (self->table, self->columns[i]);
      const gboolean right = refrain_report_column_is_right (column);
      gsize rest;

      g_string_truncate (cell, 0);
      if (row != NULL)
        refrain_report_append_for_people (
            cell, column, refrain_report_table_get_cell (self->table, *row, self->columns[i]));
      else
        append_visible (cell, column->heading, FALSE);
      rest = (gsize) (self->widths[i] - g_utf8_strlen (cell->str, -1));
      if (cell->len > 0)
        {
          append_blank (text, blank + (right ? rest : 0));
          g_string_append_len (text, cell->str, (gssize) cell->len);
          blank = right ? 0 : rest;
        }
      else
        blank += rest;
      blank += GAP;
    }
  g_string_append_c (text, '\n');
}

static void
write_table (const RefrainReportTable *table, RefrainSink *sink, gboolean *first)
{
  Layout layout;

  if (*table->title != '\0')
    append_head (sink->text, table->title, first);
  layout_table (&layout, table);
  if (layout.headed)
    append_row (sink->text, &layout, NULL);
  for (gsize row = 0; row < layout.n_rows && refrain_sink_pass (sink); row++)
    append_row (sink->text, &layout, &row);
  if (layout.n_rows < table->n_rows)
    {
      g_autofree char *rest = refrain_count_format (table->n_rows - layout.n_rows);

      append_blank (sink->text, layout.indent);
      g_string_append_printf (sink->text, _ ("… and %s more"), rest);
      g_string_append_c (sink->text, '\n');
    }
  g_free (layout.columns);
  g_free (layout.widths);
}

/* ---- Lines ---- */

static gboolean
is_line (const RefrainEntry *entry)
{
  return entry->type >= REFRAIN_ENTRY_SAY
         || (entry->type == REFRAIN_ENTRY_TABLE && entry->value.table->title != NULL);
}

/* The longest label of the facts from entry @i on that follow each other. */
static glong
measure_labels (const RefrainReport *self, guint i)
{
  glong width = 0;

  for (; i < self->entries->len; i++)
    {
      const RefrainEntry *entry = &g_array_index (self->entries, RefrainEntry, i);

      if (entry->type == REFRAIN_ENTRY_FACT)
        width = MAX (width, g_utf8_strlen (entry->key, -1));
      else if (is_line (entry))
        break;
    }
  return width;
}

static void
write_fact (const RefrainEntry *entry, glong width, GString *text)
{
  g_autofree char *label = refrain_visible_line (entry->key);

  g_string_append (text, label);
  append_blank (text, (gsize) MAX (0, width - g_utf8_strlen (label, -1)) + GAP);
  append_visible (text, entry->value.text, FALSE);
  g_string_append_c (text, '\n');
}

void
refrain_report_write_text (const RefrainReport *self, RefrainSink *sink)
{
  gboolean first = TRUE;
  glong labels = -1; /* width of the facts at hand */

  for (guint i = 0; i < self->entries->len && refrain_sink_pass (sink); i++)
    {
      const RefrainEntry *entry = &g_array_index (self->entries, RefrainEntry, i);

      if (!is_line (entry))
        continue;
      if (entry->type != REFRAIN_ENTRY_FACT)
        labels = -1;
      else if (labels < 0)
        labels = measure_labels (self, i);
      if (entry->type == REFRAIN_ENTRY_TABLE)
        write_table (entry->value.table, sink, &first);
      else if (entry->type == REFRAIN_ENTRY_HEAD)
        append_head (sink->text, entry->value.text, &first);
      else if (entry->type == REFRAIN_ENTRY_FACT)
        write_fact (entry, labels, sink->text);
      else
        {
          const gboolean lines = entry->type == REFRAIN_ENTRY_PRINT;

          append_visible (sink->text, entry->value.text, lines);
          if (!lines || !g_str_has_suffix (entry->value.text, "\n"))
            g_string_append_c (sink->text, '\n');
        }
      first = FALSE;
    }
}
