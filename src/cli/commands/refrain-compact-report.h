/* refrain-compact-report.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What convert --compact tells.
 */
#pragma once

#include "refrain-compact-make.h"
#include "refrain-compaction.h"

G_BEGIN_DECLS

typedef struct
{
  const char *path; /* what was written, for @bytes */
  guint64 bytes;    /* of the file, where @has_form: else it may be several */
  guint64 events;
  gboolean has_form; /* it has a compact form */
  RefrainCompactSizes sizes;
} RefrainCompactFile;

/* Text: what was gained, what repeats, what an event costs; then the variants as a table. */
void refrain_compact_report_print (RefrainCompaction *compaction,
                                   const RefrainCompactFile *file,
                                   gboolean json);

G_END_DECLS
