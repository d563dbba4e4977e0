/* refrain-report-write.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A report as bytes. Names out of a trace are a stranger's words: what a terminal would obey is
 * written as escapes (refrain-visible.h). Nothing is kept in memory but a few rows.
 */
#pragma once

#include "refrain-report.h"

typedef enum
{
  REFRAIN_REPORT_TEXT,  /* lines and tables, for people */
  REFRAIN_REPORT_JSON,  /* members and tables: one object */
  REFRAIN_REPORT_CSV,   /* the main table, by RFC 4180; times in seconds */
  REFRAIN_REPORT_LATEX, /* the main table: a tabular environment with rules of booktabs */
  REFRAIN_REPORT_TSV,   /* the main table for the clipboard: values, columns apart by tabulators */
  REFRAIN_REPORT_HTML,  /* the main table for the clipboard: as people read it */
  REFRAIN_REPORT_SECTION,  /* lines and tables as a part of a page of HTML */
  REFRAIN_REPORT_MARKDOWN, /* the same of a page of Markdown, as merge requests show it */
} RefrainReportFormat;

/* Takes @n bytes. Returns FALSE with @error where it cannot. */
typedef gboolean (*RefrainReportWriteFunc) (const char *bytes,
                                            gsize n,
                                            gpointer data,
                                            GError **error);

/* Writes @self piece by piece. Returns FALSE with @error where @write does, or where a table is
 * asked for and there is none. */
gboolean refrain_report_write (const RefrainReport *self,
                               RefrainReportFormat format,
                               RefrainReportWriteFunc write,
                               gpointer data,
                               GError **error);
/* Returns all of it, to be freed with g_free(); NULL where there is no table. */
char *refrain_report_to_string (const RefrainReport *self, RefrainReportFormat format);
/* Appends @cell as programs read it, without what protects it; nothing for null. */
void refrain_report_append_for_programs (GString *text, RefrainCell cell);
