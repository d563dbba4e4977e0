/* export-pattern.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The part of refrain-cli export that looks for a pattern.
 */
#pragma once

#include "refrain-pattern-options.h"
#include "refrain-pattern-table.h"

G_BEGIN_DECLS

/* By the extension of @path: ".csv", ".tex" or ".txt". */
gboolean export_pattern_get_table_format (const char *path, RefrainTableFormat *format);
/* The pattern @id of @set, which belongs to the set; NULL after a sentence, with @path the trace's.
 */
RefrainPattern *export_pattern_find (RefrainPatternSet *set, int id, const char *path);
/* Writes the table of @pattern to @output; gives an exit status. */
int export_pattern_write_table (RefrainPatternSet *set,
                                RefrainPattern *pattern,
                                RefrainTableFormat format,
                                const char *output);

G_END_DECLS
