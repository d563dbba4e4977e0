/* refrain-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tables as text for other programs.
 */
#pragma once

#include <glib.h>

typedef enum
{
  REFRAIN_TABLE_TEXT,  /* for people: of a pattern "0: S1 S4", columns aligned, what a pattern file
                          to match looks like; of others columns apart by tabulators */
  REFRAIN_TABLE_CSV,   /* RFC 4180; every line has all columns */
  REFRAIN_TABLE_LATEX, /* a tabular environment that needs no package */
} RefrainTableFormat;

/* "csv", "latex", or anything else for text. */
RefrainTableFormat refrain_table_format_from_name (const char *name);
/* Appends one cell as @format writes it, without what stands between cells. */
void refrain_table_append_cell (GString *text, RefrainTableFormat format, const char *cell);
/* @rows are GStrv of equally many cells, the first one the titles; @columns says how each column is
 * aligned, "lrr". Free with g_free(). */
char *refrain_table_write (GPtrArray *rows, const char *columns, RefrainTableFormat format);
