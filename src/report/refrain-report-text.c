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

#include "refrain-free.h"
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
append_head (GString *text, const char *title, gboolean first)
{
  if (!first)
    g_string_append_c (text, '\n');
  append_visible (text, title, FALSE);
  g_string_append_c (text, '\n');
}

/* ---- Tables ---- */

const RefrainReportColumn *
refrain_report_layout_get_column (const RefrainReportLayout *self, guint i)
{
  return refrain_report_table_get_column (self->table, self->columns[i]);
}

void
refrain_report_layout_append (GString *text, const RefrainReportLayout *self, gsize row, guint i)
{
  const RefrainReportColumn *column = refrain_report_layout_get_column (self, i);

  if (row == REFRAIN_ROW_HEADINGS)
    append_visible (text, column->heading, FALSE);
  else
    refrain_report_append_for_people (
        text, column,
        row == REFRAIN_ROW_REST
            ? self->rest[i]
            : refrain_report_table_get_cell (self->table, row, self->columns[i]));
}

static void
measure_row (RefrainReportLayout *self, gsize row, GString *text)
{
  for (guint i = 0; i < self->n; i++)
    {
      g_string_truncate (text, 0);
      refrain_report_layout_append (text, self, row, i);
      self->widths[i] = MAX (self->widths[i], g_utf8_strlen (text->str, -1));
      self->headed |= row == REFRAIN_ROW_HEADINGS && text->len > 0;
    }
}

/* The sum of what column @c has in the rows that are not shown. */
static RefrainCell
sum_rest (const RefrainReportLayout *self, guint c)
{
  RefrainCell sum = { .kind = refrain_report_table_get_column (self->table, c)->kind };
  const gboolean real = sum.kind == REFRAIN_CELL_SHARE || sum.kind == REFRAIN_CELL_DOUBLE;

  for (gsize row = self->n_rows; row < self->table->n_rows; row++)
    {
      const RefrainCell cell = refrain_report_table_get_cell (self->table, row, c);

      if (cell.kind == REFRAIN_CELL_NULL)
        continue;
      if (real)
        sum.real += cell.real;
      else
        sum.integer += cell.integer;
    }
  return sum;
}

/* The first column of texts that is not summed up, or the first of others; the last of all. */
static guint
find_place (const RefrainReportLayout *self)
{
  guint place = self->n - 1;

  for (guint i = self->n; i-- > 0;)
    if (!(refrain_report_layout_get_column (self, i)->flags & REFRAIN_COLUMN_SUM)
        && (refrain_report_layout_get_column (self, i)->kind == REFRAIN_CELL_TEXT
            || refrain_report_layout_get_column (self, place)->kind != REFRAIN_CELL_TEXT))
      place = i;
  return place;
}

/* "37.2 %  1.5 s  … and 11 more": sums where there are any to tell. */
static void
layout_rest (RefrainReportLayout *self)
{
  g_autofree char *count = refrain_count_format (self->table->n_rows - self->n_rows);

  self->more = g_strdup_printf (_ ("… and %s more"), count);
  self->rest = g_new0 (RefrainCell, self->n);
  for (guint i = 0; i < self->n; i++)
    self->rest[i] = refrain_report_layout_get_column (self, i)->flags & REFRAIN_COLUMN_SUM
                        ? sum_rest (self, self->columns[i])
                        : REFRAIN_TEXT ("");
  if (self->n > 0)
    self->rest[find_place (self)] = REFRAIN_TEXT (self->more);
}

void
refrain_report_layout_init (RefrainReportLayout *self, const RefrainReportTable *table)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const gboolean all = table->n_rows == 0 || table->n_rows - 1 <= table->limit;

  *self = (RefrainReportLayout){ .table = table, .n_rows = all ? table->n_rows : table->limit };
  self->columns = g_new (guint, table->columns->len);
  self->widths = g_new0 (glong, table->columns->len);
  self->indent = *table->title != '\0' ? GAP : 0;
  for (guint c = 0; c < table->columns->len; c++)
    if (refrain_report_table_get_column (table, c)->heading != NULL)
      self->columns[self->n++] = c;
  measure_row (self, REFRAIN_ROW_HEADINGS, text);
  for (gsize row = 0; row < self->n_rows; row++)
    measure_row (self, row, text);
  if (self->n_rows == table->n_rows)
    return;
  layout_rest (self);
  measure_row (self, REFRAIN_ROW_REST, text);
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_report_layout_clear,
                             RefrainReportLayout,
                             refrain_free (x->columns, x->widths, x->rest, x->more))

static void
append_row (GString *text, const RefrainReportLayout *self, gsize row, GString *cell)
{
  gsize blank = self->indent; /* not written before anything follows it */

  for (guint i = 0; i < self->n; i++)
    {
      const gboolean right
          = refrain_report_column_is_right (refrain_report_layout_get_column (self, i));
      gsize rest;

      g_string_truncate (cell, 0);
      refrain_report_layout_append (cell, self, row, i);
      rest = (gsize) (self->widths[i] - g_utf8_strlen (cell->str, -1));
      if (cell->len > 0)
        {
          refrain_report_append_blank (text, blank + (right ? rest : 0));
          g_string_append_len (text, cell->str, (gssize) cell->len);
          blank = right ? 0 : rest;
        }
      else
        blank += rest;
      blank += GAP;
    }
  g_string_append_c (text, '\n');
}

/* The lines under @row, of which *@next is the first. */
static void
append_row_lines (GString *text, const RefrainReportLayout *self, gsize row, guint *next)
{
  gsize column = self->indent;

  for (guint i = 0; i + 1 < self->n; i++)
    column += (gsize) self->widths[i] + GAP;
  for (; *next < self->table->lines->len; ++*next)
    {
      const RefrainRowLine *line = &g_array_index (self->table->lines, RefrainRowLine, *next);

      if (line->row != row)
        return;
      refrain_report_append_blank (text, column);
      append_visible (text, line->text, FALSE);
      g_string_append_c (text, '\n');
    }
}

static void
write_table (const RefrainReportTable *table, RefrainSink *sink, gboolean first)
{
  g_autoptr (GString) cell = g_string_new (NULL);
  RefrainReportLayout layout;
  guint next_line = 0;

  if (*table->title != '\0')
    append_head (sink->text, table->title, first);
  refrain_report_layout_init (&layout, table);
  if (layout.headed)
    append_row (sink->text, &layout, REFRAIN_ROW_HEADINGS, cell);
  for (gsize row = 0; row < layout.n_rows && refrain_sink_pass (sink); row++)
    {
      append_row (sink->text, &layout, row, cell);
      append_row_lines (sink->text, &layout, row, &next_line);
    }
  if (layout.rest != NULL)
    append_row (sink->text, &layout, REFRAIN_ROW_REST, cell);
  refrain_report_layout_clear (&layout);
}

/* ---- Lines ---- */

gboolean
refrain_entry_is_line (const RefrainEntry *entry)
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
      else if (refrain_entry_is_line (entry))
        break;
    }
  return width;
}

static void
write_fact (const RefrainEntry *entry, glong width, GString *text)
{
  g_autofree char *label = refrain_visible_line (entry->key);

  g_string_append (text, label);
  refrain_report_append_blank (text, (gsize) MAX (0, width - g_utf8_strlen (label, -1)) + GAP);
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

      if (!refrain_entry_is_line (entry))
        continue;
      if (entry->type != REFRAIN_ENTRY_FACT)
        labels = -1;
      else if (labels < 0)
        labels = measure_labels (self, i);
      if (entry->type == REFRAIN_ENTRY_TABLE)
        write_table (entry->value.table, sink, first);
      else if (entry->type == REFRAIN_ENTRY_HEAD)
        append_head (sink->text, entry->value.text, first);
      else if (entry->type == REFRAIN_ENTRY_FACT)
        write_fact (entry, labels, sink->text);
      else if (entry->type == REFRAIN_ENTRY_PRINT_FROM)
        entry->value.source->func (sink, entry->value.source->data);
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
