/* refrain-pattern-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A pattern as a table: a line for each process, its events in order (thesis, tables 4.6 and 5.7).
 */
#pragma once

#include "refrain-pattern.h"

G_BEGIN_DECLS

typedef enum
{
  REFRAIN_TABLE_TEXT,  /* "0: S1 S4", columns aligned: what a pattern file to match looks like */
  REFRAIN_TABLE_CSV,   /* RFC 4180: process, e1, e2, ...; every line has all columns */
  REFRAIN_TABLE_LATEX, /* a tabular environment that needs no package */
} RefrainTableFormat;

/* The events of the first occurrence in general form: "S2x30" is S2 thirty times in a row, "(R1" and
 * "S3)x62" are cells that are gone through 62 times. Ranks count from @first_rank; counting from 1,
 * as the papers do, they are written "P1". @symbols are those of the pattern's set. Free with
 * g_free(). O(events). */
char *refrain_pattern_write_table (RefrainPattern *pattern,
                                   RefrainSymbols *symbols,
                                   RefrainTableFormat format,
                                   guint first_rank);

G_END_DECLS
