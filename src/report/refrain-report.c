/* refrain-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A tape of entries, and tables beside it.
 */
#include "refrain-report-private.h"

#include <math.h>

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-time-format.h"

static void
table_free (gpointer data)
{
  RefrainReportTable *self = data;

  refrain_unref_arrays (self->columns, self->cells);
  g_byte_array_unref (self->nulls);
  g_array_unref (self->lines);
  if (self->destroy != NULL)
    self->destroy (self->source_data);
  g_free (self);
}

static void
source_free (gpointer data)
{
  RefrainPrintSource *self = data;

  if (self->destroy != NULL)
    self->destroy (self->data);
  g_free (self);
}

RefrainReport *
refrain_report_new (const char *name)
{
  RefrainReport *self;
  const guint8 outermost = REFRAIN_ENTRY_OBJECT;

  g_return_val_if_fail (name != NULL, NULL);

  self = g_atomic_rc_box_new0 (RefrainReport);
  self->texts = g_string_chunk_new (4096);
  self->name = g_string_chunk_insert_const (self->texts, name);
  self->ranks = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->entries = g_array_new (FALSE, FALSE, sizeof (RefrainEntry));
  self->open = g_byte_array_new ();
  g_byte_array_append (self->open, &outermost, 1);
  self->tables = g_ptr_array_new_with_free_func (table_free);
  self->sources = g_ptr_array_new_with_free_func (source_free);
  self->warnings = g_ptr_array_new ();
  return self;
}

REFRAIN_DEFINE_CLEAR (clear, RefrainReport, g_ptr_array_unref (x->tables);
                      g_ptr_array_unref (x->sources);
                      g_ptr_array_unref (x->warnings);
                      g_byte_array_unref (x->open);
                      refrain_unref_arrays (x->entries, x->ranks);
                      g_string_chunk_free (x->texts))

REFRAIN_DEFINE_SHARED (RefrainReport, refrain_report, clear)

void
refrain_report_set_status (RefrainReport *self, int status)
{
  g_return_if_fail (self != NULL);

  self->status = status;
}

int
refrain_report_get_status (const RefrainReport *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->status;
}

/* ---- Values ---- */

/* Our own copy; equal ones are one. */
static const char *
keep (RefrainReport *self, const char *text)
{
  return text != NULL ? g_string_chunk_insert_const (self->texts, text) : NULL;
}

static gboolean
is_null (const RefrainCell *cell)
{
  switch (cell->kind)
    {
    case REFRAIN_CELL_NULL:
      return TRUE;
    case REFRAIN_CELL_TEXT:
    case REFRAIN_CELL_WORDS:
      return cell->text == NULL;
    case REFRAIN_CELL_SHARE:
    case REFRAIN_CELL_DOUBLE:
      return !isfinite (cell->real);
    default:
      return FALSE;
    }
}

static RefrainStored
store (RefrainReport *self, const RefrainCell *cell)
{
  RefrainStored stored = { .integer = cell->integer };
  const guint32 n = cell->n;

  if (cell->kind == REFRAIN_CELL_TEXT || cell->kind == REFRAIN_CELL_WORDS)
    stored.text = keep (self, cell->text);
  else if (cell->kind == REFRAIN_CELL_SHARE || cell->kind == REFRAIN_CELL_DOUBLE)
    stored.real = cell->real;
  else if (cell->kind == REFRAIN_CELL_RANKS)
    {
      stored.pool = self->ranks->len;
      g_array_append_val (self->ranks, n);
      if (n > 0)
        g_array_append_vals (self->ranks, cell->ranks, n);
    }
  return stored;
}

RefrainCell
refrain_report_load (const RefrainReport *self, RefrainCellKind kind, RefrainStored stored)
{
  switch (kind)
    {
    case REFRAIN_CELL_NULL:
      return REFRAIN_NO_CELL;
    case REFRAIN_CELL_TEXT:
    case REFRAIN_CELL_WORDS:
      return (RefrainCell){ .kind = kind, .text = stored.text };
    case REFRAIN_CELL_SHARE:
    case REFRAIN_CELL_DOUBLE:
      return (RefrainCell){ .kind = kind, .real = stored.real };
    case REFRAIN_CELL_RANKS:
      return REFRAIN_RANKS (&g_array_index (self->ranks, guint32, stored.pool + 1),
                            g_array_index (self->ranks, guint32, stored.pool));
    default:
      return (RefrainCell){ .kind = kind, .integer = stored.integer };
    }
}

/* A sentence of our own. */
G_GNUC_PRINTF (2, 0)
static const char *
keep_sentence (RefrainReport *self, const char *format, va_list arguments)
{
  g_autofree char *text = g_strdup_vprintf (format, arguments);

  return keep (self, text);
}

/* ---- Beside the result ---- */

void
refrain_report_warn (RefrainReport *self, const char *format, ...)
{
  va_list arguments;

  g_return_if_fail (self != NULL && format != NULL);

  va_start (arguments, format);
  g_ptr_array_add (self->warnings, (gpointer) keep_sentence (self, format, arguments));
  va_end (arguments);
}

const char *
refrain_report_get_warning (const RefrainReport *self, guint index)
{
  g_return_val_if_fail (self != NULL, NULL);

  return index < self->warnings->len ? self->warnings->pdata[index] : NULL;
}

void
refrain_report_set_latex (RefrainReport *self, const char *latex)
{
  g_return_if_fail (self != NULL && latex != NULL);

  self->latex = keep (self, latex);
}

/* ---- Members ---- */

static void
add_entry (RefrainReport *self,
           RefrainEntryType type,
           RefrainCellKind kind,
           const char *key,
           RefrainStored value)
{
  const RefrainEntry entry
      = { .type = (guint8) type, .kind = (guint8) kind, .key = keep (self, key), .value = value };

  g_array_append_val (self->entries, entry);
}

static gboolean
takes_key (const RefrainReport *self, const char *key)
{
  return (key != NULL) == (self->open->data[self->open->len - 1] == REFRAIN_ENTRY_OBJECT);
}

void
refrain_report_add (RefrainReport *self, const char *key, RefrainCell value)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (takes_key (self, key));

  if (is_null (&value))
    value = REFRAIN_NO_CELL;
  add_entry (self, REFRAIN_ENTRY_VALUE, value.kind, key, store (self, &value));
}

void
refrain_report_add_sparse (RefrainReport *self,
                           const char *key,
                           RefrainCellKind kind,
                           guint32 n,
                           const guint32 *at,
                           const guint64 *values,
                           guint32 n_values)
{
  RefrainStored stored;

  g_return_if_fail (self != NULL && takes_key (self, key));
  g_return_if_fail (n_values == 0 || (at != NULL && values != NULL));

  stored.pool = self->ranks->len;
  g_array_append_val (self->ranks, n);
  g_array_append_val (self->ranks, n_values);
  if (n_values > 0)
    {
      g_array_append_vals (self->ranks, at, n_values);
      g_array_append_vals (self->ranks, values, 2 * n_values);
    }
  add_entry (self, REFRAIN_ENTRY_SPARSE, kind, key, stored);
}

static void
begin (RefrainReport *self, RefrainEntryType type, const char *key)
{
  const guint8 opened = (guint8) type;

  g_return_if_fail (self != NULL);
  g_return_if_fail (takes_key (self, key));

  add_entry (self, type, REFRAIN_CELL_NULL, key, (RefrainStored){ 0 });
  g_byte_array_append (self->open, &opened, 1);
}

void
refrain_report_begin_object (RefrainReport *self, const char *key)
{
  begin (self, REFRAIN_ENTRY_OBJECT, key);
}

void
refrain_report_begin_array (RefrainReport *self, const char *key)
{
  begin (self, REFRAIN_ENTRY_ARRAY, key);
}

void
refrain_report_end (RefrainReport *self)
{
  g_return_if_fail (self != NULL && self->open->len > 1);

  add_entry (self,
             self->open->data[self->open->len - 1] == REFRAIN_ENTRY_OBJECT
                 ? REFRAIN_ENTRY_END_OBJECT
                 : REFRAIN_ENTRY_END_ARRAY,
             REFRAIN_CELL_NULL, NULL, (RefrainStored){ 0 });
  g_byte_array_set_size (self->open, self->open->len - 1);
}

/* ---- Lines ---- */

/* @text is ours. */
static void
add_line (RefrainReport *self, RefrainEntryType type, const char *label, const char *text)
{
  add_entry (self, type, REFRAIN_CELL_TEXT, label, (RefrainStored){ .text = text });
}

void
refrain_report_say (RefrainReport *self, const char *format, ...)
{
  va_list arguments;

  g_return_if_fail (self != NULL && format != NULL);

  va_start (arguments, format);
  add_line (self, REFRAIN_ENTRY_SAY, NULL, keep_sentence (self, format, arguments));
  va_end (arguments);
}

void
refrain_report_say_lines (RefrainReport *self, const char *text)
{
  g_auto (GStrv) lines = NULL;

  g_return_if_fail (self != NULL && text != NULL);

  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0')
      refrain_report_say (self, "%s", lines[i]);
}

void
refrain_report_head (RefrainReport *self, const char *title)
{
  g_return_if_fail (self != NULL && title != NULL);

  add_line (self, REFRAIN_ENTRY_HEAD, NULL, keep (self, title));
}

void
refrain_report_fact (RefrainReport *self, const char *label, const char *text)
{
  g_return_if_fail (self != NULL && label != NULL && text != NULL);

  add_line (self, REFRAIN_ENTRY_FACT, label, keep (self, text));
}

void
refrain_report_fact_count (RefrainReport *self, const char *label, guint64 count)
{
  g_autofree char *text = refrain_count_format (count);

  refrain_report_fact (self, label, text);
}

void
refrain_report_print (RefrainReport *self, const char *text)
{
  g_return_if_fail (self != NULL && text != NULL);

  add_line (self, REFRAIN_ENTRY_PRINT, NULL, keep (self, text));
}

void
refrain_report_print_from (RefrainReport *self,
                           RefrainReportPrintFunc func,
                           gpointer data,
                           GDestroyNotify destroy)
{
  RefrainPrintSource *source;

  g_return_if_fail (self != NULL && func != NULL);

  source = g_new (RefrainPrintSource, 1);
  *source = (RefrainPrintSource){ func, data, destroy };
  g_ptr_array_add (self->sources, source);
  add_entry (self, REFRAIN_ENTRY_PRINT_FROM, REFRAIN_CELL_NULL, NULL,
             (RefrainStored){ .source = source });
}

/* ---- Tables ---- */

RefrainReportTable *
refrain_report_add_table_of (RefrainReport *self,
                             const char *key,
                             const char *title,
                             const RefrainReportColumn *columns,
                             guint n_columns)
{
  RefrainReportTable *table;

  g_return_val_if_fail (self != NULL && columns != NULL && n_columns > 0, NULL);
  g_return_val_if_fail (key == NULL || takes_key (self, *key != '\0' ? key : NULL), NULL);

  table = g_new0 (RefrainReportTable, 1);
  table->report = self;
  table->key = keep (self, key);
  table->title = keep (self, title);
  table->columns = g_array_new (FALSE, FALSE, sizeof (RefrainReportColumn));
  table->cells = g_array_new (FALSE, FALSE, sizeof (RefrainStored));
  table->nulls = g_byte_array_new ();
  table->lines = g_array_new (FALSE, FALSE, sizeof (RefrainRowLine));
  table->limit = G_MAXSIZE;
  for (guint i = 0; i < n_columns; i++)
    {
      RefrainReportColumn column = columns[i];

      column.key = keep (self, column.key);
      column.heading = keep (self, column.heading);
      g_array_append_val (table->columns, column);
    }
  g_ptr_array_add (self->tables, table);
  if (self->main == NULL)
    self->main = table;
  add_entry (self, REFRAIN_ENTRY_TABLE, REFRAIN_CELL_NULL, NULL, (RefrainStored){ .table = table });
  return table;
}

/* Kinds that are stored alike and may stand for each other. */
static RefrainCellKind
get_class (RefrainCellKind kind)
{
  switch (kind)
    {
    case REFRAIN_CELL_COUNT:
    case REFRAIN_CELL_BYTES:
      return REFRAIN_CELL_INT;
    case REFRAIN_CELL_SHARE:
      return REFRAIN_CELL_DOUBLE;
    default:
      return kind;
    }
}

void
refrain_report_add_cells (RefrainReportTable *table, const RefrainCell *cells, guint n_cells)
{
  static const guint8 none = 0;

  g_return_if_fail (table != NULL && cells != NULL && n_cells == table->columns->len);
  g_return_if_fail (table->source == NULL);

  for (guint i = 0; i < n_cells; i++)
    {
      const RefrainReportColumn *column = refrain_report_table_get_column (table, i);
      const gboolean null = is_null (&cells[i]);
      const guint at = table->cells->len;
      RefrainStored stored = { 0 };

      if (!null && get_class (cells[i].kind) != get_class (column->kind))
        g_critical ("report: column %u of table %s has another kind", i, table->key);
      else if (!null)
        stored = store (table->report, &cells[i]);
      g_array_append_val (table->cells, stored);
      if (at / 8 == table->nulls->len)
        g_byte_array_append (table->nulls, &none, 1);
      if (null)
        table->nulls->data[at / 8] |= (guint8) (1u << at % 8);
    }
  table->n_rows++;
}

void
refrain_report_add_row_line (RefrainReportTable *table, const char *format, ...)
{
  va_list arguments;
  RefrainRowLine line;

  g_return_if_fail (table != NULL && table->n_rows > 0 && format != NULL);

  va_start (arguments, format);
  line = (RefrainRowLine){ table->n_rows - 1, keep_sentence (table->report, format, arguments) };
  va_end (arguments);
  g_array_append_val (table->lines, line);
}

void
refrain_report_set_source (RefrainReportTable *table,
                           gsize n_rows,
                           RefrainReportCellFunc get_cell,
                           gpointer data,
                           GDestroyNotify destroy)
{
  g_return_if_fail (table != NULL && get_cell != NULL);
  g_return_if_fail (table->n_rows == 0 && table->source == NULL);

  table->n_rows = n_rows;
  table->source = get_cell;
  table->source_data = data;
  table->destroy = destroy;
}

void
refrain_report_set_rows_shape (RefrainReportTable *table, RefrainRowsShape shape)
{
  g_return_if_fail (table != NULL);

  table->shape = shape;
}

void
refrain_report_limit_rows (RefrainReportTable *table, gsize n_rows)
{
  g_return_if_fail (table != NULL);

  table->limit = n_rows;
}

void
refrain_report_set_main (RefrainReportTable *table)
{
  g_return_if_fail (table != NULL);

  table->report->main = table;
}

const RefrainReportTable *
refrain_report_get_main (const RefrainReport *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->main;
}

guint
refrain_report_table_get_n_columns (const RefrainReportTable *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->columns->len;
}

gsize
refrain_report_table_get_n_rows (const RefrainReportTable *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_rows;
}

const RefrainReportColumn *
refrain_report_table_get_column (const RefrainReportTable *self, guint column)
{
  g_return_val_if_fail (self != NULL && column < self->columns->len, NULL);

  return &g_array_index (self->columns, RefrainReportColumn, column);
}

RefrainCell
refrain_report_table_get_cell (const RefrainReportTable *self, gsize row, guint column)
{
  gsize at;

  g_return_val_if_fail (self != NULL && row < self->n_rows, REFRAIN_NO_CELL);
  g_return_val_if_fail (column < self->columns->len, REFRAIN_NO_CELL);

  if (self->source != NULL)
    return self->source (row, column, self->source_data);
  at = row * self->columns->len + column;
  if (self->nulls->data[at / 8] & (1u << at % 8))
    return REFRAIN_NO_CELL;
  return refrain_report_load (self->report, refrain_report_table_get_column (self, column)->kind,
                              g_array_index (self->cells, RefrainStored, at));
}
