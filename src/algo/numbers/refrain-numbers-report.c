/* refrain-numbers-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Programs get all of the part, then all of the run; people the part, with shares of the run
 * beside.
 */
#include "config.h"

#include "refrain-numbers-text.h"

#include <glib/gi18n-lib.h>

#include "refrain-time-format.h"

static double
share_of (RefrainTime part, RefrainTime whole)
{
  return whole > 0 ? (double) part / (double) whole : 0;
}

/* What is counted of a process: members of the same names. */
enum
{
  N_AMOUNTS = REFRAIN_N_WORKS + 7
};

static void
list_amounts (RefrainReportColumn *columns)
{
  static const char *const counts[]
      = { "sends", "receives", "collectives", "bytes_sent", "bytes_received" };
  guint n = 0;

  columns[n++] = (RefrainReportColumn){ "seconds", NULL, REFRAIN_CELL_TIME };
  for (guint w = 0; w < REFRAIN_N_WORKS; w++)
    columns[n++] = (RefrainReportColumn){ refrain_work_get_name (w), NULL, REFRAIN_CELL_TIME };
  columns[n++] = (RefrainReportColumn){ "waiting", NULL, REFRAIN_CELL_TIME };
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    columns[n++] = (RefrainReportColumn){ counts[i], NULL, REFRAIN_CELL_COUNT };
}

static void
fill_amounts (const RefrainProcessNumbers *of, RefrainCell *cells)
{
  guint n = 0;

  cells[n++] = REFRAIN_TIME (of->length);
  for (guint w = 0; w < REFRAIN_N_WORKS; w++)
    cells[n++] = REFRAIN_TIME (of->work[w]);
  cells[n++] = of->waiting >= 0 ? REFRAIN_TIME (of->waiting) : REFRAIN_NO_CELL;
  cells[n++] = REFRAIN_COUNT (of->sends);
  cells[n++] = REFRAIN_COUNT (of->receives);
  cells[n++] = REFRAIN_COUNT (of->collectives);
  cells[n++] = REFRAIN_COUNT (of->bytes_sent);
  cells[n++] = REFRAIN_COUNT (of->bytes_received);
}

static void
add_processes (RefrainReport *report, RefrainNumbers *self)
{
  RefrainReportColumn columns[N_AMOUNTS + 1] = { { "process", NULL, REFRAIN_CELL_INT } };
  RefrainCell cells[N_AMOUNTS + 1];
  RefrainReportTable *table;
  gsize n;
  const guint *processes = refrain_numbers_get_processes (self, &n);

  list_amounts (columns + 1);
  fill_amounts (refrain_numbers_get_total (self), cells);
  refrain_report_begin_object (report, "total");
  for (guint i = 0; i < N_AMOUNTS; i++)
    refrain_report_add (report, columns[i + 1].key, cells[i]);
  refrain_report_end (report);
  table = refrain_report_add_table_of (report, "per_process", NULL, columns, N_AMOUNTS + 1);
  for (gsize i = 0; i < n; i++)
    {
      cells[0] = REFRAIN_INT (processes[i]);
      fill_amounts (refrain_numbers_get_process (self, processes[i]), cells + 1);
      refrain_report_add_cells (table, cells, N_AMOUNTS + 1);
    }
}

/* A time, or how many. */
static char *
format_amount (RefrainBalanceOf of, double amount)
{
  return refrain_balance_is_time (of) ? refrain_time_format ((RefrainTime) amount, 3)
         : amount < 100               ? g_strdup_printf ("%.1f", amount)
                                      : refrain_count_format ((guint64) amount);
}

static void
add_balances (RefrainReport *report, RefrainNumbers *self, RefrainNumbers *run, gboolean told)
{
  const RefrainReportColumn columns[] = {
    { "of", NULL, REFRAIN_CELL_TEXT },
    { NULL, _ ("imbalance"), REFRAIN_CELL_TEXT },
    { "mean", NULL, REFRAIN_CELL_DOUBLE },
    { NULL, _ ("mean"), REFRAIN_CELL_TEXT, REFRAIN_COLUMN_RIGHT },
    { "max", NULL, REFRAIN_CELL_DOUBLE },
    { NULL, _ ("most"), REFRAIN_CELL_TEXT, REFRAIN_COLUMN_RIGHT },
    { "min", NULL, REFRAIN_CELL_DOUBLE },
    { "most", _ ("process"), REFRAIN_CELL_INT },
    { "least", NULL, REFRAIN_CELL_INT },
    { "max_over_mean", _ ("max/mean"), REFRAIN_CELL_DOUBLE },
    { NULL, _ ("run"), REFRAIN_CELL_DOUBLE },
  };
  RefrainReportTable *table = refrain_report_add_table (
      report, "imbalance", told ? _ ("Balance of processes") : NULL, columns);

  refrain_report_set_rows_shape (table, REFRAIN_ROWS_MEMBERS);
  for (guint of = 0; of < REFRAIN_N_BALANCES; of++)
    {
      const double unit = refrain_balance_is_time (of) ? 1e9 : 1;
      RefrainBalance here, there;
      g_autofree char *mean = NULL, *most = NULL;

      if (!refrain_numbers_get_balance (self, of, &here))
        continue;
      if (!refrain_numbers_get_balance (run, of, &there))
        there = here;
      mean = format_amount (of, here.mean);
      most = format_amount (of, here.max);
      refrain_report_add_row (
          table, REFRAIN_TEXT (refrain_balance_get_name (of)),
          REFRAIN_TEXT (refrain_balance_get_label (of)), REFRAIN_DOUBLE (here.mean / unit),
          REFRAIN_TEXT (mean), REFRAIN_DOUBLE (here.max / unit), REFRAIN_TEXT (most),
          REFRAIN_DOUBLE (here.min / unit), REFRAIN_INT (here.most), REFRAIN_INT (here.least),
          REFRAIN_DOUBLE (here.max / here.mean), REFRAIN_DOUBLE (there.max / there.mean));
    }
}

/* NULL for what is outside of all that are recorded. */
static const char *
get_routine (RefrainNumbers *self, guint32 routine)
{
  RefrainTrace *trace = refrain_numbers_get_trace (self);

  return routine != REFRAIN_NONE
             ? refrain_routine_get_name (refrain_trace_get_routine (trace, routine))
             : NULL;
}

static void
add_routines (
    RefrainReport *report, RefrainNumbers *self, RefrainNumbers *run, gboolean told, gsize rows)
{
  const RefrainReportColumn columns[] = {
    { "name", NULL, REFRAIN_CELL_TEXT },
    { NULL, _ ("routine"), REFRAIN_CELL_TEXT },
    { "time", _ ("exclusive time"), REFRAIN_CELL_TIME, REFRAIN_COLUMN_SUM },
    { NULL, _ ("share"), REFRAIN_CELL_SHARE, REFRAIN_COLUMN_SUM },
    { NULL, _ ("run"), REFRAIN_CELL_SHARE, REFRAIN_COLUMN_SUM },
    { "calls", _ ("calls"), REFRAIN_CELL_COUNT, REFRAIN_COLUMN_SUM },
  };
  RefrainReportTable *table
      = refrain_report_add_table (report, "routines", told ? _ ("Time by routine") : NULL, columns);
  const RefrainTime all = refrain_numbers_get_routine_time (self);
  gsize n;
  const RefrainRoutineNumbers *routines = refrain_numbers_get_routines (self, &n);

  refrain_report_limit_rows (table, rows);
  for (gsize i = 0; i < n; i++)
    {
      const guint32 routine = routines[i].routine;
      const RefrainRoutineNumbers *there = refrain_numbers_get_routine (run, routine);

      refrain_report_add_row (
          table, REFRAIN_TEXT (get_routine (self, routine)),
          REFRAIN_TEXT (refrain_numbers_get_routine_name (self, routine)),
          REFRAIN_TIME (routines[i].own), REFRAIN_SHARE (share_of (routines[i].own, all)),
          REFRAIN_SHARE (
              there != NULL ? share_of (there->own, refrain_numbers_get_routine_time (run)) : 0),
          REFRAIN_COUNT (routines[i].calls));
    }
}

static void
add_sizes (RefrainReport *report, RefrainNumbers *self, RefrainNumbers *run, gboolean told)
{
  const RefrainReportColumn columns[] = {
    { "from", NULL, REFRAIN_CELL_BYTES },
    { "to", NULL, REFRAIN_CELL_BYTES },
    { NULL, _ ("size"), REFRAIN_CELL_TEXT },
    { "messages", _ ("messages"), REFRAIN_CELL_COUNT },
    { "bytes", _ ("bytes"), REFRAIN_CELL_BYTES },
    { NULL, _ ("of the run"), REFRAIN_CELL_COUNT },
  };
  RefrainReportTable *all = refrain_report_add_table (report, "message_sizes", NULL, columns);
  RefrainReportTable *shown
      = refrain_report_add_table (report, NULL, told ? _ ("Messages by size") : NULL, columns);

  for (guint i = 0; i < REFRAIN_N_MESSAGE_SIZES; i++)
    {
      const RefrainSizeCount *here = &refrain_numbers_get_sizes (self)[i];
      g_autofree char *name = refrain_numbers_describe_size (i);
      guint64 first, last;

      refrain_message_size_get_limits (i, &first, &last);
      const RefrainCell cells[] = {
        REFRAIN_BYTES (first),       last < G_MAXUINT64 ? REFRAIN_BYTES (last) : REFRAIN_NO_CELL,
        REFRAIN_TEXT (name),         REFRAIN_COUNT (here->messages),
        REFRAIN_BYTES (here->bytes), REFRAIN_COUNT (refrain_numbers_get_sizes (run)[i].messages),
      };
      refrain_report_add_cells (all, cells, G_N_ELEMENTS (cells));
      if (here->messages > 0)
        refrain_report_add_cells (shown, cells, G_N_ELEMENTS (cells));
    }
}

static void
add_pairs (RefrainReport *report, RefrainNumbers *self, gboolean told, gsize rows)
{
  const RefrainReportColumn columns[] = {
    { "source", _ ("source"), REFRAIN_CELL_INT },
    { "destination", _ ("destination"), REFRAIN_CELL_INT },
    { "messages", _ ("messages"), REFRAIN_CELL_COUNT, REFRAIN_COLUMN_SUM },
    { "bytes", _ ("bytes"), REFRAIN_CELL_BYTES, REFRAIN_COLUMN_SUM },
  };
  gsize n;
  const RefrainPairCount *pairs = refrain_numbers_get_pairs (self, &n);
  RefrainReportTable *table = refrain_report_add_table (
      report, "pairs", told && n > 0 ? _ ("Messages by pair") : NULL, columns);

  refrain_report_limit_rows (table, rows);
  for (gsize i = 0; i < n; i++)
    refrain_report_add_row (table, REFRAIN_INT (pairs[i].from), REFRAIN_INT (pairs[i].to),
                            REFRAIN_COUNT (pairs[i].messages), REFRAIN_BYTES (pairs[i].bytes));
}

static void
add_files (RefrainReport *report, RefrainNumbers *self, gboolean told)
{
  const RefrainReportColumn columns[] = {
    { "work", NULL, REFRAIN_CELL_TEXT },
    { NULL, _ ("files"), REFRAIN_CELL_TEXT },
    { "calls", _ ("calls"), REFRAIN_CELL_COUNT },
    { "bytes", _ ("bytes"), REFRAIN_CELL_BYTES },
    { "seconds", _ ("time"), REFRAIN_CELL_TIME },
    { "any", _ ("elapsed time"), REFRAIN_CELL_TIME },
    { "bytes_per_second", NULL, REFRAIN_CELL_DOUBLE },
    { NULL, _ ("bandwidth"), REFRAIN_CELL_TEXT, REFRAIN_COLUMN_RIGHT },
  };
  RefrainFileNumbers files[REFRAIN_N_FILE_WORKS];
  const gboolean any = refrain_numbers_count_files (self, files);
  RefrainReportTable *table = refrain_report_add_table (
      report, "files", told && any ? _ ("File operations") : NULL, columns);

  for (guint w = 0; w < REFRAIN_N_FILE_WORKS; w++)
    {
      const double speed = refrain_file_numbers_get_speed (&files[w]);
      g_autofree char *bandwidth = refrain_speed_format (speed);

      if (files[w].calls > 0)
        refrain_report_add_row (table, REFRAIN_TEXT (refrain_file_work_get_name (w)),
                                REFRAIN_TEXT (refrain_file_work_get_label (w)),
                                REFRAIN_COUNT (files[w].calls), REFRAIN_BYTES (files[w].bytes),
                                REFRAIN_TIME (files[w].time), REFRAIN_TIME (files[w].any),
                                speed > 0 ? REFRAIN_DOUBLE (speed) : REFRAIN_NO_CELL,
                                REFRAIN_TEXT (speed > 0 ? bandwidth : NULL));
    }
}

static void
tell_work (RefrainReport *report, RefrainNumbers *self, RefrainNumbers *run)
{
  const RefrainReportColumn columns[] = {
    { NULL, _ ("kind of work"), REFRAIN_CELL_TEXT },
    { NULL, _ ("time"), REFRAIN_CELL_TIME },
    { NULL, _ ("share"), REFRAIN_CELL_SHARE },
    { NULL, _ ("run"), REFRAIN_CELL_SHARE },
  };
  RefrainReportTable *table
      = refrain_report_add_table (report, NULL, _ ("Time by kind of work"), columns);
  const RefrainProcessNumbers *total = refrain_numbers_get_total (self);
  const RefrainProcessNumbers *all = refrain_numbers_get_total (run);

  for (guint w = 0; w <= REFRAIN_N_WORKS; w++)
    {
      const RefrainTime here = w < REFRAIN_N_WORKS ? total->work[w] : total->waiting;
      const RefrainTime there = w < REFRAIN_N_WORKS ? all->work[w] : all->waiting;

      if (here > 0 || (here == 0 && there > 0))
        refrain_report_add_row (table,
                                REFRAIN_TEXT (w < REFRAIN_N_WORKS ? refrain_work_get_label (w)
                                                                  : _ ("Waiting (in MPI)")),
                                REFRAIN_TIME (here), REFRAIN_SHARE (share_of (here, total->length)),
                                REFRAIN_SHARE (share_of (there, all->length)));
    }
}

/* All of @self: people read it beside @run where @told, and at most @rows routines and pairs. */
static void
add_object (RefrainReport *report,
            const char *key,
            RefrainNumbers *self,
            RefrainNumbers *run,
            gboolean told,
            gsize rows)
{
  const gboolean sent = refrain_numbers_get_total (self)->sends > 0;

  refrain_report_begin_object (report, key);
  if (told)
    tell_work (report, self, run);
  add_processes (report, self);
  add_balances (report, self, run, told);
  add_routines (report, self, run, told, rows);
  add_sizes (report, self, run, told && sent);
  add_pairs (report, self, told, rows);
  add_files (report, self, told);
  refrain_report_end (report);
}

/* ---- For spreadsheets: a row for each number, with what it is in the run ---- */

static RefrainReportTable *
add_sheet (RefrainReport *report)
{
  static const RefrainReportColumn columns[] = {
    { "table", NULL, REFRAIN_CELL_TEXT },      { "name", NULL, REFRAIN_CELL_TEXT },
    { "time", NULL, REFRAIN_CELL_TIME },       { "count", NULL, REFRAIN_CELL_COUNT },
    { "bytes", NULL, REFRAIN_CELL_BYTES },     { "run_time", NULL, REFRAIN_CELL_TIME },
    { "run_count", NULL, REFRAIN_CELL_COUNT }, { "run_bytes", NULL, REFRAIN_CELL_BYTES },
  };
  RefrainReportTable *sheet = refrain_report_add_table (report, NULL, NULL, columns);

  refrain_report_set_main (sheet);
  return sheet;
}

static RefrainCell
known_time (RefrainTime time)
{
  return time >= 0 ? REFRAIN_TIME (time) : REFRAIN_NO_CELL;
}

static void
add_time (RefrainReportTable *sheet,
          const char *table,
          const char *name,
          RefrainTime here,
          RefrainTime there)
{
  refrain_report_add_row (sheet, REFRAIN_TEXT (table), REFRAIN_TEXT (name), known_time (here),
                          REFRAIN_NO_CELL, REFRAIN_NO_CELL, known_time (there), REFRAIN_NO_CELL,
                          REFRAIN_NO_CELL);
}

static void
add_counts (RefrainReportTable *sheet,
            const char *table,
            const char *name,
            guint64 n,
            guint64 bytes,
            guint64 run_n,
            guint64 run_bytes)
{
  refrain_report_add_row (sheet, REFRAIN_TEXT (table), REFRAIN_TEXT (name), REFRAIN_NO_CELL,
                          REFRAIN_COUNT (n), REFRAIN_BYTES (bytes), REFRAIN_NO_CELL,
                          REFRAIN_COUNT (run_n), REFRAIN_BYTES (run_bytes));
}

/* Of a process, or, where @name is NULL, of all. @there may be NULL. */
static void
add_process_rows (RefrainReportTable *sheet,
                  const char *name,
                  const RefrainProcessNumbers *here,
                  const RefrainProcessNumbers *there)
{
  for (guint w = 0; w <= REFRAIN_N_WORKS; w++)
    {
      const gboolean waiting = w == REFRAIN_N_WORKS;
      const char *work = waiting ? "waiting" : refrain_work_get_name (w);
      g_autofree char *table = g_strconcat ("process_", work, NULL);

      add_time (sheet, name != NULL ? table : "work", name != NULL ? name : work,
                waiting ? here->waiting : here->work[w],
                there == NULL ? -1
                : waiting     ? there->waiting
                              : there->work[w]);
    }
  if (name != NULL)
    add_counts (sheet, "process_messages", name, here->sends, here->bytes_sent,
                there != NULL ? there->sends : 0, there != NULL ? there->bytes_sent : 0);
}

static void
add_message_rows (RefrainReportTable *sheet, RefrainNumbers *self, RefrainNumbers *run)
{
  const RefrainSizeCount *here = refrain_numbers_get_sizes (self);
  const RefrainSizeCount *there = refrain_numbers_get_sizes (run);
  gsize n;
  const RefrainPairCount *pairs = refrain_numbers_get_pairs (run, &n);

  for (guint i = 0; i < REFRAIN_N_MESSAGE_SIZES; i++)
    {
      guint64 first, last;
      g_autofree char *name = NULL;

      refrain_message_size_get_limits (i, &first, &last);
      name = g_strdup_printf ("%" G_GUINT64_FORMAT, first);
      add_counts (sheet, "size_from", name, here[i].messages, here[i].bytes, there[i].messages,
                  there[i].bytes);
    }
  for (gsize i = 0; i < n; i++)
    {
      const RefrainPairCount *own = refrain_numbers_get_pair (self, pairs[i].from, pairs[i].to);
      g_autofree char *name = g_strdup_printf ("%u>%u", pairs[i].from, pairs[i].to);

      add_counts (sheet, "pair", name, own != NULL ? own->messages : 0,
                  own != NULL ? own->bytes : 0, pairs[i].messages, pairs[i].bytes);
    }
}

static void
fill_sheet (RefrainReportTable *sheet, RefrainNumbers *self, RefrainNumbers *run)
{
  gsize n;
  const guint *processes = refrain_numbers_get_processes (self, &n);
  const RefrainRoutineNumbers *routines;

  add_process_rows (sheet, NULL, refrain_numbers_get_total (self), refrain_numbers_get_total (run));
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", processes[i]);

      add_process_rows (sheet, name, refrain_numbers_get_process (self, processes[i]),
                        refrain_numbers_get_process (run, processes[i]));
    }
  routines = refrain_numbers_get_routines (run, &n);
  for (gsize i = 0; i < n; i++)
    {
      const RefrainRoutineNumbers *here = refrain_numbers_get_routine (self, routines[i].routine);

      refrain_report_add_row (
          sheet, REFRAIN_TEXT ("routine"), REFRAIN_TEXT (get_routine (run, routines[i].routine)),
          REFRAIN_TIME (here != NULL ? here->own : 0),
          REFRAIN_COUNT (here != NULL ? here->calls : 0), REFRAIN_NO_CELL,
          REFRAIN_TIME (routines[i].own), REFRAIN_COUNT (routines[i].calls), REFRAIN_NO_CELL);
    }
  add_message_rows (sheet, self, run);
}

RefrainReport *
refrain_numbers_make_report (RefrainNumbers *self, RefrainNumbers *run, gsize rows)
{
  RefrainReport *report;
  g_autofree char *words = NULL;

  g_return_val_if_fail (REFRAIN_IS_NUMBERS (self), NULL);
  g_return_val_if_fail (REFRAIN_IS_NUMBERS (run), NULL);

  report = refrain_report_new ("numbers");
  words = refrain_numbers_describe (self, run);
  refrain_report_say_lines (report, words);
  add_object (report, "part", self, run, refrain_numbers_get_total (self)->length > 0, rows);
  add_object (report, "run", run, run, FALSE, 0);
  fill_sheet (add_sheet (report), self, run);
  return report;
}
