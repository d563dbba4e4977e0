/* refrain-sqlite.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each table of columns becomes one of the database: whole numbers are INTEGER, others REAL, and
 * numbers of names the names themselves, TEXT.
 */
#include "config.h"

#include "refrain-exports.h"

#include <glib/gi18n-lib.h>

#include "refrain-error.h"

#ifndef HAVE_SQLITE

gboolean
refrain_sqlite_save (RefrainStudy *study,
                     const char *path,
                     const RefrainStudyAsk *ask,
                     GError **error)
{
  return refrain_fail (error, REFRAIN_ERROR_ARGUMENT,
                       _ ("%s: this Refrain was built without SQLite"), path);
}

#else

#include <sqlite3.h>

#include "refrain-data-private.h"
#include "refrain-format.h"
#include "refrain-save.h"
#include "refrain-study-sources.h"
#include "refrain-tables.h"

/* Of the tables, in PRAGMA user_version; docs/database.md. */
#define SCHEMA_VERSION 1
/* Between two looks whether to go on. */
#define ROWS           65536

/* ---- One table ---- */

static gboolean
fail (sqlite3 *db, GError **error)
{
  return refrain_fail (error, REFRAIN_ERROR_IO, _ ("the database cannot be written: %s"),
                       sqlite3_errmsg (db));
}

static gboolean
run (sqlite3 *db, const char *statement, GError **error)
{
  return sqlite3_exec (db, statement, NULL, NULL, NULL) == SQLITE_OK || fail (db, error);
}

static const char *
get_type (const RefrainData *data, guint column)
{
  if (refrain_data_get_labels (data, column) != NULL)
    return "TEXT";
  /* Where some are missing they are bound as doubles, which SQLite keeps as whole numbers here. */
  return refrain_data_is_whole (data, column) ? "INTEGER" : "REAL";
}

/* CREATE TABLE, and the statement that inserts a row; @first (may be NULL) is a column before
 * those of @data. */
static sqlite3_stmt *
begin_table (
    sqlite3 *db, const char *table, const char *first, const RefrainData *data, GError **error)
{
  g_autoptr (GString) create = g_string_new ("CREATE TABLE IF NOT EXISTS ");
  g_autoptr (GString) insert = g_string_new ("INSERT INTO ");
  sqlite3_stmt *statement = NULL;

  g_string_append_printf (create, "\"%s\" (", table);
  g_string_append_printf (insert, "\"%s\" VALUES (", table);
  if (first != NULL)
    {
      g_string_append_printf (create, "\"%s\" INTEGER, ", first);
      g_string_append (insert, "?, ");
    }
  for (guint c = 0; c < refrain_data_get_n_columns (data); c++)
    {
      g_string_append_printf (create, "%s\"%s\" %s", c > 0 ? ", " : "",
                              refrain_data_get_name (data, c), get_type (data, c));
      g_string_append (insert, c > 0 ? ", ?" : "?");
    }
  g_string_append (create, ")");
  g_string_append (insert, ")");
  if (!run (db, create->str, error))
    return NULL;
  if (sqlite3_prepare_v2 (db, insert->str, -1, &statement, NULL) != SQLITE_OK)
    fail (db, error);
  return statement;
}

/* The value as a whole number; TRUE in @none where it is the largest of its type. */
static gint64
get_integer (const RefrainData *data, guint column, gsize row, gboolean *none)
{
  gconstpointer values = refrain_data_get_values (data, column);

  *none = FALSE;
  switch (refrain_data_get_data_type (data, column))
    {
    case REFRAIN_DATA_UINT8:
      *none = ((const guint8 *) values)[row] == G_MAXUINT8;
      return ((const guint8 *) values)[row];
    case REFRAIN_DATA_UINT16:
      return ((const guint16 *) values)[row];
    case REFRAIN_DATA_INT32:
      return ((const gint32 *) values)[row];
    case REFRAIN_DATA_UINT32:
      *none = ((const guint32 *) values)[row] == G_MAXUINT32;
      return ((const guint32 *) values)[row];
    case REFRAIN_DATA_UINT64:
      return (gint64) MIN (((const guint64 *) values)[row], (guint64) G_MAXINT64);
    default:
      return ((const gint64 *) values)[row];
    }
}

static void
bind (sqlite3_stmt *statement, int at, const RefrainData *data, guint column, gsize row)
{
  const char *const *labels = refrain_data_get_labels (data, column);
  gboolean none;

  if (refrain_data_get_data_type (data, column) == REFRAIN_DATA_DOUBLE)
    {
      const double value = ((const double *) refrain_data_get_values (data, column))[row];

      /* NaN is NULL to SQLite, too. */
      sqlite3_bind_double (statement, at, value);
      return;
    }
  const gint64 value = get_integer (data, column, row, &none);

  if (labels == NULL)
    sqlite3_bind_int64 (statement, at, value);
  else if (none)
    sqlite3_bind_null (statement, at);
  else
    sqlite3_bind_text (statement, at, labels[value], -1, SQLITE_STATIC);
}

/* That @fraction of @table is there. */
static void
tell (const RefrainStudyAsk *ask, double fraction, const char *table)
{
  g_autofree char *sentence = g_strdup_printf (_ ("Writing %s"), table);

  if (ask != NULL)
    refrain_progress_tell (&ask->progress, fraction, sentence);
}

/* Adds the rows of @data, which is freed, to @table, and makes it where there is none. @first, if
 * not NULL, is the name of a column before them, which holds @id. A NULL @data fails, as @error
 * says already. */
static gboolean
add_table (sqlite3 *db,
           const char *table,
           const char *first,
           guint32 id,
           RefrainData *data,
           const RefrainStudyAsk *ask,
           GError **error)
{
  g_autoptr (RefrainData) owned = data;
  sqlite3_stmt *statement = data != NULL ? begin_table (db, table, first, data, error) : NULL;
  const gsize n = data != NULL ? refrain_data_get_n_rows (data) : 0;
  const int before = first != NULL;
  gboolean done = statement != NULL;

  for (gsize row = 0; done && row < n; row++)
    {
      /* Where many come into one table, whoever has them tells how far it is. */
      if (row % ROWS == 0 && !before)
        tell (ask, (double) row / (double) n, table);
      if (before)
        sqlite3_bind_int64 (statement, 1, id);
      for (guint c = 0; c < refrain_data_get_n_columns (data); c++)
        bind (statement, before + 1 + (int) c, data, c, row);
      done = sqlite3_step (statement) == SQLITE_DONE || fail (db, error);
      sqlite3_reset (statement);
      if (done && row % ROWS == 0 && ask != NULL)
        done = !g_cancellable_set_error_if_cancelled (ask->cancellable, error);
    }
  sqlite3_finalize (statement);
  return done;
}

/* ---- All tables ---- */

/* The main table of an analysis. */
static gboolean
add_analysis (
    sqlite3 *db, const char *name, RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  /* Each kind expects a trace's name; what was made, filtered for one, has none. */
  const char *path = refrain_trace_get_path (refrain_study_get_trace (study));
  const char *const words[] = { path != NULL ? path : "-", NULL };
  g_autoptr (RefrainReportRequest) request
      = refrain_report_request_new (refrain_report_kind_find (name), words, NULL, error);
  g_autoptr (RefrainReport) report
      = request != NULL ? refrain_report_request_make (request, study, ask, error) : NULL;
  RefrainData *data;

  if (report == NULL)
    return FALSE;
  data = refrain_tables_from_report (report);
  return data == NULL || add_table (db, name, NULL, 0, data, ask, error);
}

/* Those of all patterns: one table, in which they are numbered as in that of the patterns; there
 * without patterns, too. */
static gboolean
add_occurrences (sqlite3 *db, RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  GCancellable *cancellable = ask != NULL ? ask->cancellable : NULL;
  g_auto (RefrainRecurrenceSources) sources = { 0 };
  guint32 n;

  if (!run (db,
            "CREATE TABLE occurrences (pattern INTEGER, number INTEGER, start REAL, \"end\" REAL, "
            "seconds REAL, processes TEXT)",
            error)
      || !refrain_study_find_sources (study, REFRAIN_RECURS_PATTERN, ask, &sources, error))
    return FALSE;
  n = refrain_recurrence_sources_count (&sources, REFRAIN_RECURS_PATTERN);
  for (guint32 id = 1; id <= n; id++)
    {
      g_autoptr (RefrainOccurrences) occurrences = refrain_recurrence_sources_collect (
          &sources, REFRAIN_RECURS_PATTERN, id, cancellable, error);

      tell (ask, (double) (id - 1) / n, "occurrences");
      if (occurrences == NULL
          || !add_table (db, "occurrences", "pattern", id,
                         refrain_tables_list_occurrences (occurrences, error), ask, error))
        return FALSE;
    }
  return TRUE;
}

/* What the file is of, for whoever finds it. */
static gboolean
add_about (sqlite3 *db, RefrainTrace *trace, GError **error)
{
  g_autofree char *name = g_utf8_make_valid (refrain_trace_get_name (trace), -1);
  char *statement = sqlite3_mprintf (
      "CREATE TABLE about (trace TEXT, processes INTEGER, start REAL, end REAL, program TEXT);"
      "INSERT INTO about VALUES (%Q, %u, %.9f, %.9f, 'Refrain %s');"
      "PRAGMA user_version = %d",
      name, refrain_trace_get_n_processes (trace),
      (double) refrain_trace_get_counts (trace)->start / 1e9,
      (double) refrain_trace_get_counts (trace)->end / 1e9, PACKAGE_VERSION, SCHEMA_VERSION);
  const gboolean done = run (db, statement, error);

  sqlite3_free (statement);
  return done;
}

static gboolean
write_all (sqlite3 *db, RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  static const char *const analyses[] = { "patterns", "phases", "waits", "findings" };

  /* Nobody else sees the file before it is whole. */
  if (!run (db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN", error)
      || !add_about (db, refrain_study_get_trace (study), error)
      || !add_table (db, "messages", NULL, 0, refrain_tables_find_messages (study, ask, error), ask,
                     error)
      || !add_table (db, "calls", NULL, 0, refrain_tables_find_calls (study, ask, error), ask,
                     error)
      || !add_table (db, "collectives", NULL, 0,
                     refrain_tables_find_collectives (study, ask, error), ask, error)
      || !add_occurrences (db, study, ask, error))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (analyses); i++)
    if (!add_analysis (db, analyses[i], study, ask, error))
      return FALSE;
  return run (db, "COMMIT", error);
}

gboolean
refrain_sqlite_save (RefrainStudy *study,
                     const char *path,
                     const RefrainStudyAsk *ask,
                     GError **error)
{
  g_autofree char *temporary = NULL;
  sqlite3 *db = NULL;
  gboolean whole;
  int fd;

  if (!refrain_trace_check_target (refrain_study_get_trace (study), path, error))
    return FALSE;
  temporary = refrain_save_begin (path, &fd, error);
  if (temporary == NULL)
    return FALSE;
  whole = sqlite3_open_v2 (temporary, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK
              ? write_all (db, study, ask, error)
              : fail (db, error);
  /* A database that is not closed may still be written to. */
  if (sqlite3_close (db) != SQLITE_OK && whole)
    whole = fail (db, error);
  if (!whole && error != NULL && *error != NULL)
    g_prefix_error (error, "%s: ", path);
  return refrain_save_end (temporary, fd, path, whole, error);
}

#endif
