/* refrain-report-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the writers see of a report.
 */
#pragma once

#include "refrain-report-write.h"

typedef enum
{
  REFRAIN_ENTRY_VALUE,
  REFRAIN_ENTRY_OBJECT,
  REFRAIN_ENTRY_END_OBJECT,
  REFRAIN_ENTRY_ARRAY,
  REFRAIN_ENTRY_END_ARRAY,
  REFRAIN_ENTRY_SPARSE,
  REFRAIN_ENTRY_TABLE,
  REFRAIN_ENTRY_SAY,
  REFRAIN_ENTRY_HEAD,
  REFRAIN_ENTRY_FACT,
  REFRAIN_ENTRY_PRINT,
  REFRAIN_ENTRY_PRINT_FROM,
} RefrainEntryType;

/* Text that is made while it is written. */
typedef struct
{
  RefrainReportPrintFunc func;
  gpointer data;
  GDestroyNotify destroy;
} RefrainPrintSource;

/* Where a text or a list of ranks is meant: a pointer to it, or its place in the pool. */
typedef union
{
  gint64 integer;
  double real;
  const char *text;
  guint64 pool; /* in the ranks: how many, then these; of a sparse array how long it is and how many
                   values, then their places, and these as two numbers each */
  RefrainReportTable *table;
  RefrainPrintSource *source;
} RefrainStored;

typedef struct
{
  guint8 type; /* RefrainEntryType */
  guint8 kind; /* RefrainCellKind of a value */
  const char *key;
  RefrainStored value;
} RefrainEntry;

G_STATIC_ASSERT (sizeof (RefrainEntry) <= 24);

/* Stands under a row in text. */
typedef struct
{
  gsize row;
  const char *text;
} RefrainRowLine;

struct _RefrainReportTable
{
  RefrainReport *report; /* around it */
  const char *key, *title;
  GArray *columns; /* of RefrainReportColumn, whose strings are the report's */
  GArray *cells;   /* of RefrainStored, row by row */
  GByteArray *nulls;
  GArray *lines; /* of RefrainRowLine, by row */
  gsize n_rows, limit;
  RefrainRowsShape shape;
  RefrainReportCellFunc source; /* in place of cells and nulls; or NULL */
  gpointer source_data;
  GDestroyNotify destroy;
};

struct _RefrainReport
{
  int status;
  const char *name;
  GStringChunk *texts;
  GArray *ranks;    /* of guint32: lists of ranks, and sparse arrays */
  GArray *entries;  /* of RefrainEntry */
  GByteArray *open; /* a RefrainEntryType for what was begun and not ended */
  GPtrArray *tables;
  GPtrArray *sources;  /* of RefrainPrintSource */
  GPtrArray *warnings; /* of strings in @texts */
  const char *latex;   /* or NULL */
  const RefrainReportTable *main;
};

/* A value that was stored as @kind. */
RefrainCell
refrain_report_load (const RefrainReport *self, RefrainCellKind kind, RefrainStored stored);

/* ---- Writing ---- */

/* Text on its way: appended to @text, which goes out when it is long. */
struct _RefrainSink
{
  GString *text;
  RefrainReportWriteFunc write;
  gpointer data;
  GError **error;
  gboolean failed;
};

/* Lets go of what there is. */
void refrain_sink_let_go (RefrainSink *self);
/* The same where it is much. FALSE where nothing more can be written. */
gboolean refrain_sink_pass (RefrainSink *self);

void refrain_report_write_text (const RefrainReport *self, RefrainSink *sink);
void refrain_report_write_json (const RefrainReport *self, RefrainSink *sink);
/* The main table as CSV, TSV, LaTeX or HTML. */
void refrain_report_write_table (const RefrainReportTable *table,
                                 RefrainReportFormat format,
                                 RefrainSink *sink);

/* All of it as a part of a page of HTML, or of Markdown. */
void refrain_report_write_section (const RefrainReport *self, gboolean html, RefrainSink *sink);

/* Whether people see @entry. */
gboolean refrain_entry_is_line (const RefrainEntry *entry);

/* Columns of a table that people see, and how wide each is. */
typedef struct
{
  const RefrainReportTable *table;
  guint n;
  guint *columns;
  glong *widths;
  gsize n_rows; /* that are shown */
  gboolean headed;
  gsize indent;
  RefrainCell *rest; /* what stands for those that are not; NULL where there are none */
  char *more;
} RefrainReportLayout;

/* The row of the headings, and the one that stands for what is not shown. */
#define REFRAIN_ROW_HEADINGS G_MAXSIZE
#define REFRAIN_ROW_REST     (G_MAXSIZE - 1)

void refrain_report_layout_init (RefrainReportLayout *self, const RefrainReportTable *table);
void refrain_report_layout_clear (RefrainReportLayout *self);
const RefrainReportColumn *
refrain_report_layout_get_column (const RefrainReportLayout *self, guint i);
/* Appends what stands in column @i of @row, as people read it. */
void
refrain_report_layout_append (GString *text, const RefrainReportLayout *self, gsize row, guint i);

/* Whether numbers of @column, and its heading, stand on the right. */
gboolean refrain_report_column_is_right (const RefrainReportColumn *column);
/* Appends @cell as people read it, on one line. */
void refrain_report_append_for_people (GString *text,
                                       const RefrainReportColumn *column,
                                       RefrainCell cell);
void refrain_report_append_blank (GString *text, gsize n);
/* With all digits that tell it from others; never like a whole number. @value is finite. */
void refrain_report_append_double (GString *text, double value);
