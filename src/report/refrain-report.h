/* refrain-report.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A result as values: members for programs, lines for people, tables for both. Whoever computes
 * something says what there is, once; the writers (refrain-report-write.h) make text, JSON, CSV,
 * LaTeX or HTML of it. Nothing here knows any analysis.
 *
 * A report is made by one thread, in the order in which it is read. Members stand in JSON only,
 * lines in text only, but for what is said, which is in JSON the first member, "statements"; a
 * table stands in each of the two as its columns say. All strings are copied.
 *
 * Memory: 24 bytes a member or line, 8 bytes and one bit a cell. Equal texts are kept once; ranks
 * take 4 bytes each.
 */
#pragma once

#include "refrain-types.h"

typedef struct _RefrainReport RefrainReport;
typedef struct _RefrainReportTable RefrainReportTable;

/* ---- Values ---- */

typedef enum
{
  REFRAIN_CELL_NULL, /* of a value: there is none; no kind of a column */
  REFRAIN_CELL_TEXT,
  REFRAIN_CELL_INT,     /* an identifier: no digits in groups */
  REFRAIN_CELL_COUNT,   /* digits in groups; unsigned */
  REFRAIN_CELL_TIME,    /* nanoseconds; in JSON and CSV seconds */
  REFRAIN_CELL_SHARE,   /* 0 to 1; in text "37.2 %" */
  REFRAIN_CELL_BYTES,   /* unsigned */
  REFRAIN_CELL_DOUBLE,  /* null unless it is finite */
  REFRAIN_CELL_BOOLEAN, /* in text "yes", "no" */
  REFRAIN_CELL_RANKS,   /* in JSON an array, in text "0–3, 7" */
  REFRAIN_CELL_WORDS,   /* apart by spaces; in JSON an array */
} RefrainCellKind;

/* One value; belongs to the caller. */
typedef struct
{
  RefrainCellKind kind;
  guint n; /* ranks */
  union
  {
    gint64 integer;
    double real;
    const char *text;
    const guint32 *ranks;
  };
} RefrainCell;

#define REFRAIN_NO_CELL      ((RefrainCell){ .kind = REFRAIN_CELL_NULL })
#define REFRAIN_TEXT(value)  ((RefrainCell){ .kind = REFRAIN_CELL_TEXT, .text = (value) })
#define REFRAIN_WORDS(value) ((RefrainCell){ .kind = REFRAIN_CELL_WORDS, .text = (value) })
#define REFRAIN_INT(value)   ((RefrainCell){ .kind = REFRAIN_CELL_INT, .integer = (gint64) (value) })
#define REFRAIN_COUNT(value)                                                                       \
  ((RefrainCell){ .kind = REFRAIN_CELL_COUNT, .integer = (gint64) (value) })
#define REFRAIN_TIME(value)                                                                        \
  ((RefrainCell){ .kind = REFRAIN_CELL_TIME, .integer = (RefrainTime) (value) })
#define REFRAIN_SHARE(value) ((RefrainCell){ .kind = REFRAIN_CELL_SHARE, .real = (value) })
#define REFRAIN_BYTES(value)                                                                       \
  ((RefrainCell){ .kind = REFRAIN_CELL_BYTES, .integer = (gint64) (value) })
#define REFRAIN_DOUBLE(value) ((RefrainCell){ .kind = REFRAIN_CELL_DOUBLE, .real = (value) })
#define REFRAIN_BOOLEAN(value)                                                                     \
  ((RefrainCell){ .kind = REFRAIN_CELL_BOOLEAN, .integer = (value) ? 1 : 0 })
#define REFRAIN_RANKS(list, length)                                                                \
  ((RefrainCell){ .kind = REFRAIN_CELL_RANKS, .n = (guint) (length), .ranks = (list) })

/* ---- The report ---- */

/* @name is the command's: in JSON the first member is "schema": "refrain/NAME/1". Free with
 * refrain_report_unref(). */
RefrainReport *refrain_report_new (const char *name);
RefrainReport *refrain_report_ref (RefrainReport *self);
void refrain_report_unref (RefrainReport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainReport, refrain_report_unref)

/* The exit status of a program that prints this report: 0 unless something was found that scripts
 * ask for (1: violations, 3: a limit is exceeded). */
void refrain_report_set_status (RefrainReport *self, int status);
int refrain_report_get_status (const RefrainReport *self);

/* A sentence beside the result: what was left out or could not be read. Programs print it to
 * standard error, the window as a toast; it stands in no form of the report. */
void refrain_report_warn (RefrainReport *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* The @index-th of them, or NULL behind the last. Belongs to @self. */
const char *refrain_report_get_warning (const RefrainReport *self, guint index);
/* @latex is what LaTeX gets in place of the main table: a listing of a program. */
void refrain_report_set_latex (RefrainReport *self, const char *latex);

/* ---- Members: in JSON ---- */

/* @key names the member of an object; NULL in an array. */
void refrain_report_add (RefrainReport *self, const char *key, RefrainCell value);
/* An array of @n numbers, of which all are 0 but the @n_values @values at the places @at, which
 * ascend: times where @kind is REFRAIN_CELL_TIME, else counts. 12 bytes a value. */
void refrain_report_add_sparse (RefrainReport *self,
                                const char *key,
                                RefrainCellKind kind,
                                guint32 n,
                                const guint32 *at,
                                const guint64 *values,
                                guint32 n_values);
/* What was begun is ended in the reverse order; the object around everything is always there. */
void refrain_report_begin_object (RefrainReport *self, const char *key);
void refrain_report_begin_array (RefrainReport *self, const char *key);
void refrain_report_end (RefrainReport *self);

#define refrain_report_add_int(self, key, value) refrain_report_add (self, key, REFRAIN_INT (value))
#define refrain_report_add_double(self, key, value)                                                \
  refrain_report_add (self, key, REFRAIN_DOUBLE (value))
#define refrain_report_add_seconds(self, key, value)                                               \
  refrain_report_add (self, key, REFRAIN_TIME (value))
#define refrain_report_add_boolean(self, key, value)                                               \
  refrain_report_add (self, key, REFRAIN_BOOLEAN (value))
/* NULL is null. */
#define refrain_report_add_string(self, key, value)                                                \
  refrain_report_add (self, key, REFRAIN_TEXT (value))
#define refrain_report_add_ranks(self, key, list, length)                                          \
  refrain_report_add (self, key, REFRAIN_RANKS (list, length))
#define refrain_report_add_null(self, key) refrain_report_add (self, key, REFRAIN_NO_CELL)

/* ---- Lines: in text ---- */

/* One sentence on a line of its own; for people, translated. */
void refrain_report_say (RefrainReport *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* The same, of each line of @text. */
void refrain_report_say_lines (RefrainReport *self, const char *text);
/* An empty line (unless it is the first), then @title. */
void refrain_report_head (RefrainReport *self, const char *title);
/* "label    text"; the texts of facts that follow each other are aligned. */
void refrain_report_fact (RefrainReport *self, const char *label, const char *text);
void refrain_report_fact_count (RefrainReport *self, const char *label, guint64 count);
/* Lines that are laid out already, such as a program: @text keeps its ends of lines. */
void refrain_report_print (RefrainReport *self, const char *text);

/* Where text goes that is made while it is written. */
typedef struct _RefrainSink RefrainSink;

/* Puts @n bytes of @text into @sink. FALSE where no more can be written. */
gboolean refrain_sink_put (const char *text, gsize n, gpointer sink);
/* The same, of what is as long as a run and therefore not stored: @func puts it into @sink whenever
 * it is written. Frees @data with @destroy. */
typedef void (*RefrainReportPrintFunc) (RefrainSink *sink, gpointer data);
void refrain_report_print_from (RefrainReport *self,
                                RefrainReportPrintFunc func,
                                gpointer data,
                                GDestroyNotify destroy);

/* ---- Tables: in both ---- */

enum
{
  REFRAIN_COLUMN_LEFT = 1 << 4, /* numbers stand on the right, texts on the left, but for: */
  REFRAIN_COLUMN_RIGHT = 1 << 5,
  REFRAIN_COLUMN_OPTIONAL = 1 << 6, /* in JSON no member where the cell is null */
  REFRAIN_COLUMN_SUM = 1 << 7,      /* rows that are left out of text are summed up */
};
/* Of a share or double in text: digits behind the point (1 and 2, unless given); of a time: all
 * digits (3). 0 to 9. */
#define REFRAIN_COLUMN_DIGITS(n) ((n) + 1)

/* Columns beside each other with the keys "loop.from" and "loop.to" are in JSON one object "loop"
 * of the row. Where all of them are null it is null, too, but where some are optional an object,
 * and where all are, it is left out. */
typedef struct
{
  const char *key;     /* in JSON and CSV; NULL: in text only */
  const char *heading; /* in text and LaTeX, translated; NULL: not in text */
  RefrainCellKind kind;
  guint flags;
} RefrainReportColumn;

/* How the rows of a table stand in JSON. */
typedef enum
{
  REFRAIN_ROWS_OBJECTS, /* [{"process": 0, "seconds": 1.5}, …] */
  REFRAIN_ROWS_ARRAYS,  /* [[0, 1.5], …] */
  REFRAIN_ROWS_VALUES,  /* [1.5, …]: of the one column with a key */
  REFRAIN_ROWS_MEMBERS, /* {"first column's text": {"seconds": 1.5}, …}; with two columns that have
                           a key: {"text": 1.5, …}. Names are told apart by the caller. */
} RefrainRowsShape;

/* Adds a table where it stands: in JSON as member @key ("" in an array; NULL: not in JSON), in text
 * below @title ("" for no heading; NULL: not in text). Returns the table, which belongs to @self;
 * rows may be added until the report is written. */
RefrainReportTable *refrain_report_add_table_of (RefrainReport *self,
                                                 const char *key,
                                                 const char *title,
                                                 const RefrainReportColumn *columns,
                                                 guint n_columns);
/* The same with all @columns of an array. */
#define refrain_report_add_table(self, key, title, columns)                                        \
  refrain_report_add_table_of (self, key, title, columns, G_N_ELEMENTS (columns))
/* A row, a value for each column: refrain_report_add_row (table, REFRAIN_INT (process),
 * REFRAIN_TIME (time), REFRAIN_NO_CELL). Values are of the column's kind; INT, COUNT and BYTES may
 * stand for each other, SHARE and DOUBLE likewise. */
#define refrain_report_add_row(table, ...)                                                         \
  refrain_report_add_cells (table, (const RefrainCell[]){ __VA_ARGS__ },                           \
                            (guint) G_N_ELEMENTS (((const RefrainCell[]){ __VA_ARGS__ })))
void refrain_report_add_cells (RefrainReportTable *table, const RefrainCell *cells, guint n_cells);
/* In text a line under the last row, where its last column begins. */
void refrain_report_add_row_line (RefrainReportTable *table, const char *format, ...)
    G_GNUC_PRINTF (2, 3);
/* Gives the table @n_rows rows that are not stored but asked of @get_cell whenever they are
 * written: of a result that is large and can be read. Texts belong to @data, which is freed with
 * @destroy. */
typedef RefrainCell (*RefrainReportCellFunc) (gsize row, guint column, gpointer data);
void refrain_report_set_source (RefrainReportTable *table,
                                gsize n_rows,
                                RefrainReportCellFunc get_cell,
                                gpointer data,
                                GDestroyNotify destroy);
void refrain_report_set_rows_shape (RefrainReportTable *table, RefrainRowsShape shape);
/* At most @n_rows in text (one more where that is all), then a line "… and 11 more". */
void refrain_report_limit_rows (RefrainReportTable *table, gsize n_rows);
/* The table for CSV, LaTeX and the clipboard; unless set, the first one. */
void refrain_report_set_main (RefrainReportTable *table);
/* NULL where there is no table. Belongs to @self. */
const RefrainReportTable *refrain_report_get_main (const RefrainReport *self);

gsize refrain_report_table_get_n_rows (const RefrainReportTable *self);
guint refrain_report_table_get_n_columns (const RefrainReportTable *self);
const RefrainReportColumn *
refrain_report_table_get_column (const RefrainReportTable *self, guint column);
/* What the cell points to belongs to the report. O(1). */
RefrainCell refrain_report_table_get_cell (const RefrainReportTable *self, gsize row, guint column);
