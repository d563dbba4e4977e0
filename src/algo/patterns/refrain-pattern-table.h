/* refrain-pattern-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A pattern as a table: a line for each process, its events in order (Alawneh 2012, tables 4.6
 * and 5.7).
 */
#pragma once

#include "refrain-pattern.h"
#include "refrain-table.h"

/* The events of the first occurrence in general form: "S2x30" is S2 thirty times in a row, "(R1"
 * and "S3)x62" are cells that are gone through 62 times. Ranks count from @first_rank; counting
 * from 1, as the papers do, they are written "P1". @symbols are those of the pattern's set. Free
 * with g_free(). O(events). */
char *refrain_pattern_write_table (RefrainPattern *pattern,
                                   RefrainSymbols *symbols,
                                   RefrainTableFormat format,
                                   guint first_rank);
