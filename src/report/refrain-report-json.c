/* refrain-report-json.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Members and tables as one JSON object: a value a line, two spaces a level. The layout is
 * json-glib's, which wrote it once, so that outputs can be compared with older ones.
 */
#include "refrain-report-private.h"

#include <string.h>

#include "refrain-visible.h"

typedef struct
{
  RefrainSink *sink;
  GString *text;
  guint depth;
  gboolean filled; /* the object or array at hand holds something */
} Writer;

static void
append_string (GString *text, const char *string)
{
  static const char known[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
  g_autofree char *valid
      = g_utf8_validate (string, -1, NULL) ? NULL : g_utf8_make_valid (string, -1);
  const char *at = valid != NULL ? valid : string, *clean = at;

  g_string_append_c (text, '"');
  for (; *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar c = g_utf8_get_char (at);
      const char *place = c < 0x80 ? strchr (known, (int) c) : NULL;

      if (place == NULL && !refrain_visible_acts (c))
        continue;
      g_string_append_len (text, clean, at - clean);
      if (place != NULL)
        g_string_append_printf (text, "\\%c", letters[place - known]);
      else
        g_string_append_printf (text, "\\u%04x", c);
      clean = g_utf8_next_char (at);
    }
  g_string_append_len (text, clean, at - clean);
  g_string_append_c (text, '"');
}

static void
begin_line (Writer *self)
{
  g_string_append_c (self->text, '\n');
  refrain_report_append_blank (self->text, 2 * (gsize) self->depth);
}

/* What stands before a value. */
static void
begin_value (Writer *self, const char *name)
{
  if (self->filled)
    g_string_append_c (self->text, ',');
  if (self->depth > 0)
    begin_line (self);
  if (name != NULL)
    {
      append_string (self->text, name);
      g_string_append (self->text, " : ");
    }
  self->filled = TRUE;
}

static void
begin (Writer *self, const char *name, char bracket)
{
  begin_value (self, name);
  g_string_append_c (self->text, bracket);
  self->depth++;
  self->filled = FALSE;
}

static void
end (Writer *self, char bracket)
{
  self->depth--;
  if (self->filled)
    begin_line (self);
  g_string_append_c (self->text, bracket);
  self->filled = TRUE;
}

static void
append_words (GString *text, const char *words)
{
  g_auto (GStrv) list = g_strsplit (words, " ", -1);
  gboolean first = TRUE;

  g_string_append_c (text, '[');
  for (char **word = list; *word != NULL; word++)
    if (**word != '\0')
      {
        g_string_append (text, first ? "" : ", ");
        append_string (text, *word);
        first = FALSE;
      }
  g_string_append_c (text, ']');
}

static void
add_number (GString *text, RefrainCell cell)
{
  if (cell.kind == REFRAIN_CELL_TIME)
    refrain_report_append_double (text, (double) cell.integer / 1e9);
  else
    refrain_report_append_for_programs (text, cell);
}

static void
add_value (Writer *self, const char *name, RefrainCell cell)
{
  begin_value (self, name);
  switch (cell.kind)
    {
    case REFRAIN_CELL_NULL:
      g_string_append (self->text, "null");
      break;
    case REFRAIN_CELL_TEXT:
      append_string (self->text, cell.text);
      break;
    case REFRAIN_CELL_WORDS:
      append_words (self->text, cell.text);
      break;
    case REFRAIN_CELL_RANKS:
      g_string_append_c (self->text, '[');
      for (guint i = 0; i < cell.n; i++)
        g_string_append_printf (self->text, "%s%u", i > 0 ? ", " : "", cell.ranks[i]);
      g_string_append_c (self->text, ']');
      break;
    default:
      add_number (self->text, cell);
    }
}

/* @name is NULL in an array. */
static void
add_cell (Writer *self, const RefrainReportTable *table, gsize row, guint column, const char *name)
{
  const RefrainCell cell = refrain_report_table_get_cell (table, row, column);

  if (cell.kind != REFRAIN_CELL_NULL
      || !(refrain_report_table_get_column (table, column)->flags & REFRAIN_COLUMN_OPTIONAL))
    add_value (self, name, cell);
}

/* The columns from @column on, whose keys begin as its own does up to @point, as one object.
 * Returns the one behind them. */
static guint
add_object (
    Writer *self, const RefrainReportTable *table, gsize row, guint column, const char *point)
{
  const char *key = refrain_report_table_get_column (table, column)->key;
  const gsize n = (gsize) (point - key) + 1;
  g_autofree char *name = g_strndup (key, n - 1);
  guint end_column = column, n_optional = 0, n_there = 0;

  for (; end_column < table->columns->len; end_column++)
    {
      const RefrainReportColumn *of = refrain_report_table_get_column (table, end_column);

      if (of->key == NULL || strncmp (of->key, key, n) != 0)
        break;
      n_optional += (of->flags & REFRAIN_COLUMN_OPTIONAL) != 0;
      n_there += refrain_report_table_get_cell (table, row, end_column).kind != REFRAIN_CELL_NULL;
    }
  if (n_there > 0 || (n_optional > 0 && n_optional < end_column - column))
    {
      begin (self, name, '{');
      for (guint c = column; c < end_column; c++)
        add_cell (self, table, row, c, refrain_report_table_get_column (table, c)->key + n);
      end (self, '}');
    }
  else if (n_optional == 0)
    add_value (self, name, REFRAIN_NO_CELL);
  return end_column;
}

/* The cells from @column on, of those with a key. */
static void
add_cells (Writer *self, const RefrainReportTable *table, gsize row, guint column, gboolean named)
{
  while (column < table->columns->len)
    {
      const char *key = refrain_report_table_get_column (table, column)->key;
      const char *point = named && key != NULL ? strchr (key, '.') : NULL;

      if (point != NULL)
        {
          column = add_object (self, table, row, column, point);
          continue;
        }
      if (key != NULL)
        add_cell (self, table, row, column, named ? key : NULL);
      column++;
    }
}

/* A row whose first column with a key, @first, is its name. */
static void
add_member (Writer *self, const RefrainReportTable *table, gsize row, guint first, guint n_keys)
{
  const RefrainCell cell = refrain_report_table_get_cell (table, row, first);
  g_autoptr (GString) number = g_string_new (NULL);
  const char *name = number->str;

  if (cell.kind == REFRAIN_CELL_TEXT)
    name = cell.text;
  else
    {
      refrain_report_append_for_programs (number, cell);
      name = number->str;
    }
  if (n_keys == 2)
    {
      guint second = first + 1;

      while (refrain_report_table_get_column (table, second)->key == NULL)
        second++;
      add_value (self, name, refrain_report_table_get_cell (table, row, second));
      return;
    }
  begin (self, name, '{');
  add_cells (self, table, row, first + 1, TRUE);
  end (self, '}');
}

static void
add_table (Writer *self, const RefrainReportTable *table)
{
  const char *name = *table->key != '\0' ? table->key : NULL;
  const gboolean members = table->shape == REFRAIN_ROWS_MEMBERS;
  guint first = table->columns->len, n_keys = 0;

  for (guint c = table->columns->len; c-- > 0;)
    if (refrain_report_table_get_column (table, c)->key != NULL)
      {
        first = c;
        n_keys++;
      }
  begin (self, name, members ? '{' : '[');
  for (gsize row = 0; row < table->n_rows && refrain_sink_pass (self->sink); row++)
    switch (table->shape)
      {
      case REFRAIN_ROWS_MEMBERS:
        add_member (self, table, row, first, n_keys);
        break;
      case REFRAIN_ROWS_VALUES:
        add_cells (self, table, row, first, FALSE);
        break;
      case REFRAIN_ROWS_ARRAYS:
      case REFRAIN_ROWS_OBJECTS:
      default:
        begin (self, NULL, table->shape == REFRAIN_ROWS_ARRAYS ? '[' : '{');
        add_cells (self, table, row, first, table->shape == REFRAIN_ROWS_OBJECTS);
        end (self, table->shape == REFRAIN_ROWS_ARRAYS ? ']' : '}');
      }
  end (self, members ? '}' : ']');
}

/* On one line: there are as many of them as elements. */
static void
add_sparse (Writer *self, const RefrainReport *report, const RefrainEntry *entry)
{
  const guint32 *list = &g_array_index (report->ranks, guint32, entry->value.pool);
  const guint32 n = list[0], n_values = list[1];
  const guint32 *at = list + 2, *values = at + n_values;
  guint32 next = 0;

  begin_value (self, entry->key);
  g_string_append_c (self->text, '[');
  for (guint32 i = 0; i < n; i++)
    {
      gint64 value = 0;

      if (next < n_values && at[next] == i)
        memcpy (&value, values + 2 * next++, sizeof value);
      g_string_append (self->text, i > 0 ? ", " : "");
      add_number (self->text, (RefrainCell){ .kind = entry->kind, .integer = value });
    }
  g_string_append_c (self->text, ']');
}

static void
add_entry (Writer *self, const RefrainReport *report, const RefrainEntry *entry)
{
  switch ((RefrainEntryType) entry->type)
    {
    case REFRAIN_ENTRY_VALUE:
      add_value (self, entry->key, refrain_report_load (report, entry->kind, entry->value));
      break;
    case REFRAIN_ENTRY_OBJECT:
      begin (self, entry->key, '{');
      break;
    case REFRAIN_ENTRY_ARRAY:
      begin (self, entry->key, '[');
      break;
    case REFRAIN_ENTRY_END_OBJECT:
      end (self, '}');
      break;
    case REFRAIN_ENTRY_END_ARRAY:
      end (self, ']');
      break;
    case REFRAIN_ENTRY_SPARSE:
      add_sparse (self, report, entry);
      break;
    case REFRAIN_ENTRY_TABLE:
      if (entry->value.table->key != NULL)
        add_table (self, entry->value.table);
      break;
    case REFRAIN_ENTRY_SAY:
    case REFRAIN_ENTRY_HEAD:
    case REFRAIN_ENTRY_FACT:
    case REFRAIN_ENTRY_PRINT:
    case REFRAIN_ENTRY_PRINT_FROM:
      break;
    }
}

/* What people are told, line by line: no program need ask twice. */
static void
add_statements (Writer *self, const RefrainReport *report)
{
  gboolean any = FALSE;

  for (guint i = 0; i < report->entries->len && refrain_sink_pass (self->sink); i++)
    {
      const RefrainEntry *entry = &g_array_index (report->entries, RefrainEntry, i);

      if (entry->type != REFRAIN_ENTRY_SAY)
        continue;
      if (!any)
        begin (self, "statements", '[');
      any = TRUE;
      add_value (self, NULL, REFRAIN_TEXT (entry->value.text));
    }
  if (any)
    end (self, ']');
}

void
refrain_report_write_json (const RefrainReport *self, RefrainSink *sink)
{
  Writer writer = { .sink = sink, .text = sink->text };
  g_autofree char *schema = g_strdup_printf ("refrain/%s/1", self->name);

  g_return_if_fail (self->open->len == 1);

  begin (&writer, NULL, '{');
  add_value (&writer, "schema", REFRAIN_TEXT (schema));
  add_statements (&writer, self);
  for (guint i = 0; i < self->entries->len && refrain_sink_pass (sink); i++)
    add_entry (&writer, self, &g_array_index (self->entries, RefrainEntry, i));
  end (&writer, '}');
  g_string_append_c (sink->text, '\n');
}
