/* refrain-report-values.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What all writers share: the way out, and how a value reads.
 */
#include "config.h"

#include "refrain-report-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-ranks.h"
#include "refrain-time-format.h"
#include "refrain-visible.h"

/* Bytes that are written at once. */
#define PIECE (1u << 16)

/* ---- The way out ---- */

void
refrain_sink_let_go (RefrainSink *self)
{
  if (!self->failed && self->text->len > 0)
    self->failed = !self->write (self->text->str, self->text->len, self->data, self->error);
  g_string_truncate (self->text, 0);
}

gboolean
refrain_sink_pass (RefrainSink *self)
{
  if (self->text->len >= PIECE)
    refrain_sink_let_go (self);
  return !self->failed;
}

gboolean
refrain_sink_put (const char *text, gsize n, gpointer sink)
{
  refrain_visible_append (((RefrainSink *) sink)->text, text, n, TRUE, FALSE);
  return refrain_sink_pass (sink);
}

/* ---- Values ---- */

gboolean
refrain_report_column_is_right (const RefrainReportColumn *column)
{
  const gboolean text = column->kind == REFRAIN_CELL_TEXT || column->kind == REFRAIN_CELL_RANKS
                        || column->kind == REFRAIN_CELL_WORDS
                        || column->kind == REFRAIN_CELL_BOOLEAN;

  return text ? (column->flags & REFRAIN_COLUMN_RIGHT) != 0
              : (column->flags & REFRAIN_COLUMN_LEFT) == 0;
}

/* As "%" G_GINT64_FORMAT and "%" G_GUINT64_FORMAT: most of a large table is numbers. */
static void
append_unsigned (GString *text, guint64 value)
{
  char digits[20], *at = digits + sizeof digits;

  do
    *--at = (char) ('0' + value % 10);
  while ((value /= 10) != 0);
  g_string_append_len (text, at, digits + sizeof digits - at);
}

static void
append_int (GString *text, gint64 value)
{
  if (value < 0)
    g_string_append_c (text, '-');
  append_unsigned (text, value < 0 ? 0 - (guint64) value : (guint64) value);
}

void
refrain_report_append_blank (GString *text, gsize n)
{
  static const char blank[] = "                                ";

  for (; n > sizeof blank - 1; n -= sizeof blank - 1)
    g_string_append_len (text, blank, sizeof blank - 1);
  g_string_append_len (text, blank, (gssize) n);
}

static void
append_taken (GString *text, char *taken)
{
  g_string_append (text, taken);
  g_free (taken);
}

void
refrain_report_append_for_people (GString *text,
                                  const RefrainReportColumn *column,
                                  RefrainCell cell)
{
  const guint flag = column->flags & 0xf;

  switch (cell.kind)
    {
    case REFRAIN_CELL_NULL:
      if (column->kind != REFRAIN_CELL_TEXT)
        g_string_append (text, "–");
      break;
    case REFRAIN_CELL_TEXT:
    case REFRAIN_CELL_WORDS:
    case REFRAIN_CELL_INT:
      refrain_report_append_for_programs (text, cell);
      break;
    case REFRAIN_CELL_COUNT:
      append_taken (text, refrain_count_format ((guint64) cell.integer));
      break;
    case REFRAIN_CELL_TIME:
      append_taken (text, refrain_time_format (cell.integer, flag > 0 ? flag - 1 : 3));
      break;
    case REFRAIN_CELL_SHARE:
      g_string_append_printf (text, "%.*f %%", flag > 0 ? (int) flag - 1 : 1, 100 * cell.real);
      break;
    case REFRAIN_CELL_BYTES:
      append_taken (text, refrain_bytes_format ((guint64) cell.integer));
      break;
    case REFRAIN_CELL_DOUBLE:
      g_string_append_printf (text, "%.*f", flag > 0 ? (int) flag - 1 : 2, cell.real);
      break;
    case REFRAIN_CELL_BOOLEAN:
      g_string_append (text, cell.integer ? _ ("yes") : _ ("no"));
      break;
    case REFRAIN_CELL_RANKS:
      refrain_ranks_append (text, cell.ranks, cell.n);
      break;
    }
}

void
refrain_report_append_double (GString *text, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (text, g_ascii_dtostr (number, sizeof number, value));
  if (strpbrk (number, ".e") == NULL)
    g_string_append (text, ".0");
}

void
refrain_report_append_for_programs (GString *text, RefrainCell cell)
{
  switch (cell.kind)
    {
    case REFRAIN_CELL_NULL:
      break;
    case REFRAIN_CELL_TEXT:
    case REFRAIN_CELL_WORDS:
      refrain_visible_append (text, cell.text, strlen (cell.text), FALSE, FALSE);
      break;
    case REFRAIN_CELL_INT:
      append_int (text, cell.integer);
      break;
    case REFRAIN_CELL_COUNT:
    case REFRAIN_CELL_BYTES:
      append_unsigned (text, (guint64) cell.integer);
      break;
    case REFRAIN_CELL_TIME:
      refrain_time_append_seconds (text, cell.integer);
      break;
    case REFRAIN_CELL_SHARE:
    case REFRAIN_CELL_DOUBLE:
      refrain_report_append_double (text, cell.real);
      break;
    case REFRAIN_CELL_BOOLEAN:
      g_string_append (text, cell.integer ? "true" : "false");
      break;
    case REFRAIN_CELL_RANKS:
      for (guint i = 0; i < cell.n; i++)
        g_string_append_printf (text, "%s%u", i > 0 ? " " : "", cell.ranks[i]);
      break;
    }
}
