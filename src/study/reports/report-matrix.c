/* report-matrix.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * matrix: who sends how much to whom, or who makes whom wait.
 */
#include "config.h"

#include "refrain-free.h"
#include "refrain-report-kinds.h"

#include <glib/gi18n-lib.h>

#include "refrain-matrix-options.h"
#include "refrain-matrix-order.h"
#include "refrain-time-format.h"
#include "refrain-topology-lines.h"
#include "refrain-unrecorded-note.h"

typedef struct
{
  RefrainMatrixArguments which;
  gboolean waiting, sums;
  char *order_name;
  guint order; /* RefrainMatrixOrder */
} Options;

/* ---- Messages ---- */

static guint64
get_number (const RefrainMatrixCell *cell, RefrainMatrixMetric metric)
{
  return metric == REFRAIN_MATRIX_TIME    ? cell->time
         : metric == REFRAIN_MATRIX_BYTES ? cell->bytes
                                          : cell->count;
}

/* An array of @n numbers, those of @cells where these stand. */
static void
add_numbers (RefrainReport *report,
             const char *key,
             RefrainMatrixMetric metric,
             guint n,
             const RefrainMatrixCell *cells,
             gsize n_cells)
{
  g_autofree guint32 *at = g_new (guint32, n_cells + 1);
  g_autofree guint64 *values = g_new (guint64, n_cells + 1);

  for (gsize i = 0; i < n_cells; i++)
    {
      at[i] = cells[i].destination;
      values[i] = get_number (&cells[i], metric);
    }
  refrain_report_add_sparse (report, key,
                             metric == REFRAIN_MATRIX_TIME ? REFRAIN_CELL_TIME : REFRAIN_CELL_COUNT,
                             n, at, values, (guint32) n_cells);
}

static void
add_rows (RefrainReport *report, const char *key, RefrainMatrixMetric metric, RefrainMatrix *matrix)
{
  const guint n = refrain_matrix_get_n_processes (matrix);

  refrain_report_begin_array (report, key);
  for (guint source = 0; source < n; source++)
    {
      gsize n_cells;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (matrix, source, &n_cells);

      add_numbers (report, NULL, metric, n, cells, n_cells);
    }
  refrain_report_end (report);
}

static void
add_sums (
    RefrainReport *report, const char *key, const RefrainMatrixCell *sums, guint n, gboolean times)
{
  refrain_report_begin_object (report, key);
  add_numbers (report, "count", REFRAIN_MATRIX_MESSAGES, n, sums, n);
  add_numbers (report, "bytes", REFRAIN_MATRIX_BYTES, n, sums, n);
  if (times)
    add_numbers (report, "seconds", REFRAIN_MATRIX_TIME, n, sums, n);
  refrain_report_end (report);
}

/* How much there is, and who has most of it. */
static void
say_total (RefrainReport *report, RefrainMatrix *matrix, guint64 count, guint64 bytes)
{
  g_autofree char *messages = refrain_count_format (count), *size = refrain_bytes_format (bytes);
  g_autofree char *busiest = refrain_topology_describe_busiest (matrix);
  gsize n_pairs = 0, n;

  for (guint p = 0; p < refrain_matrix_get_n_processes (matrix); p++)
    {
      refrain_matrix_get_row (matrix, p, &n);
      n_pairs += n;
    }
  /* Translators: two counts, and "338 kB" between them. */
  refrain_report_say (report, _ ("Messages: %s, %s in total; pairs of sender and receiver: %zu."),
                      messages, size, n_pairs);
  if (busiest != NULL)
    refrain_report_say (report, "%s.", busiest);
}

/* What each process sends and receives. */
static void
tell_sums (RefrainReport *report, RefrainMatrix *matrix, const guint32 *order, gboolean times)
{
  const RefrainReportColumn columns[] = {
    { NULL, _ ("process"), REFRAIN_CELL_INT }, { NULL, _ ("sent"), REFRAIN_CELL_COUNT },
    { NULL, _ ("bytes"), REFRAIN_CELL_COUNT }, { NULL, _ ("received"), REFRAIN_CELL_COUNT },
    { NULL, _ ("bytes"), REFRAIN_CELL_COUNT },
  };
  const guint n = refrain_matrix_get_n_processes (matrix);
  g_autofree RefrainMatrixCell *sent = g_new (RefrainMatrixCell, (gsize) n + 1);
  g_autofree RefrainMatrixCell *received = g_new (RefrainMatrixCell, (gsize) n + 1);
  RefrainReportTable *table
      = refrain_report_add_table (report, NULL, _ ("Messages by process"), columns);

  refrain_matrix_get_sums (matrix, sent, received);
  for (guint p = 0; p < n; p++)
    sent[p].destination = received[p].destination = p;
  add_sums (report, "sent", sent, n, times);
  add_sums (report, "received", received, n, times);
  for (guint i = 0; i < n; i++)
    refrain_report_add_row (table, REFRAIN_INT (order[i]), REFRAIN_COUNT (sent[order[i]].count),
                            REFRAIN_COUNT (sent[order[i]].bytes),
                            REFRAIN_COUNT (received[order[i]].count),
                            REFRAIN_COUNT (received[order[i]].bytes));
}

/* A row a pair of processes. */
static void
tell_pairs (RefrainReport *report,
            RefrainMatrix *matrix,
            const guint32 *order,
            gboolean times,
            gboolean told)
{
  const RefrainReportColumn columns[] = {
    { "source", _ ("source"), REFRAIN_CELL_INT },
    { "destination", _ ("destination"), REFRAIN_CELL_INT },
    { "count", _ ("messages"), REFRAIN_CELL_COUNT },
    { "bytes", _ ("bytes"), REFRAIN_CELL_COUNT },
    { times ? "seconds" : NULL, times ? _ ("message duration") : NULL, REFRAIN_CELL_TIME },
  };
  RefrainReportTable *table
      = refrain_report_add_table (report, NULL, told ? _ ("Messages by pair") : NULL, columns);

  refrain_report_set_main (table);
  for (guint i = 0; i < refrain_matrix_get_n_processes (matrix); i++)
    {
      gsize n_cells;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (matrix, order[i], &n_cells);

      for (gsize k = 0; k < n_cells; k++)
        refrain_report_add_row (table, REFRAIN_INT (order[i]), REFRAIN_INT (cells[k].destination),
                                REFRAIN_COUNT (cells[k].count), REFRAIN_COUNT (cells[k].bytes),
                                REFRAIN_TIME (MIN (cells[k].time, G_MAXINT64)));
    }
}

static RefrainReport *
make_messages (const Options *options,
               RefrainStudy *study,
               RefrainMatrix *matrix,
               gboolean has_bytes)
{
  const gboolean times = options->which.times;
  const guint n = refrain_matrix_get_n_processes (matrix);
  g_autofree guint32 *order
      = refrain_matrix_order_find (matrix, options->order, REFRAIN_MATRIX_MESSAGES, NULL, NULL);
  RefrainReport *report = refrain_report_new ("matrix");
  guint64 count, bytes;

  refrain_report_say_unrecorded (report, refrain_study_get_trace (study));
  refrain_matrix_get_total (matrix, &count, &bytes);
  if (count == 0 && options->which.loop == NULL && !options->which.collectives
      && refrain_trace_get_counts (refrain_study_get_trace (study))->collectives > 0)
    refrain_report_say (report,
                        _ ("No messages; --collectives counts the data of collective operations."));
  else if (count == 0)
    refrain_report_say (report, _ ("No messages."));
  else if (has_bytes)
    say_total (report, matrix, count, bytes);
  add_rows (report, "count", REFRAIN_MATRIX_MESSAGES, matrix);
  if (has_bytes)
    add_rows (report, "bytes", REFRAIN_MATRIX_BYTES, matrix);
  else
    refrain_report_add_null (report, "bytes");
  if (times)
    add_rows (report, "seconds", REFRAIN_MATRIX_TIME, matrix);
  if (options->sums)
    tell_sums (report, matrix, order, times);
  if (options->order_name != NULL)
    refrain_report_add_ranks (report, "order", order, n);
  tell_pairs (report, matrix, order, times, count > 0);
  return report;
}

/* ---- Waiting ---- */

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const RefrainTime x = refrain_wait_pair_get_time (a), y = refrain_wait_pair_get_time (b);

  return x != y ? (x > y ? -1 : 1) : 0;
}

/* What there is to act on: who is waited for longest, and by whom. @pairs by time. */
static void
say_most (RefrainReport *report, const GArray *pairs, guint n)
{
  const RefrainWaitPair *pair = &g_array_index (pairs, RefrainWaitPair, 0);
  g_autofree RefrainTime *times = g_new0 (RefrainTime, (gsize) n + 1);
  g_autofree char *all = NULL, *most = NULL, *longest = NULL;
  RefrainTime whole = 0;
  guint culprit = 0;

  for (guint i = 0; i < pairs->len; i++)
    {
      times[pair[i].culprit] += refrain_wait_pair_get_time (&pair[i]);
      whole += refrain_wait_pair_get_time (&pair[i]);
    }
  for (guint p = 1; p < n; p++)
    if (times[p] > times[culprit])
      culprit = p;
  all = refrain_time_format (whole, 3);
  most = refrain_time_format (times[culprit], 3);
  longest = refrain_time_format (refrain_wait_pair_get_time (pair), 3);
  /* Translators: both numbers are times: "of 398 ms of waiting 80.1 ms (20.1 %) are for process 5".
   */
  refrain_report_say (report, _ ("Of %s of waiting time, %s (%.1f %%) are for process %u."), all,
                      most, 100.0 * (double) times[culprit] / (double) whole, culprit);
  refrain_report_say (report, _ ("Process %u waits most for process %u: %s in all, mostly %s."),
                      pair->victim, pair->culprit, longest,
                      refrain_wait_kind_get_label (refrain_wait_pair_get_kind (pair)));
  refrain_report_say (
      report,
      _ ("A late process may have waited itself; for root causes see refrain-cli findings."));
}

/* Rows are those who are waited for; @pairs by these. */
static void
add_waits (RefrainReport *report, const GArray *pairs, guint n)
{
  guint next = 0;

  refrain_report_begin_array (report, "waits");
  for (guint p = 0; p < n; p++)
    {
      refrain_report_begin_array (report, NULL);
      for (; next < pairs->len && g_array_index (pairs, RefrainWaitPair, next).culprit == p; next++)
        {
          const RefrainWaitPair *pair = &g_array_index (pairs, RefrainWaitPair, next);

          refrain_report_begin_object (report, NULL);
          refrain_report_add_int (report, "process", pair->victim);
          refrain_report_add_int (report, "count", pair->count);
          refrain_report_add_seconds (report, "seconds", refrain_wait_pair_get_time (pair));
          refrain_report_add_string (
              report, "kind", refrain_wait_kind_get_name (refrain_wait_pair_get_kind (pair)));
          refrain_report_end (report);
        }
      refrain_report_end (report);
    }
  refrain_report_end (report);
}

static RefrainReport *
make_waits (GArray *pairs, guint n)
{
  const RefrainReportColumn columns[] = {
    { "waited_for", _ ("waited for"), REFRAIN_CELL_INT },
    { "process", _ ("waits"), REFRAIN_CELL_INT },
    { "count", _ ("occurrences"), REFRAIN_CELL_COUNT },
    { "seconds", _ ("time"), REFRAIN_CELL_TIME },
    { "kind", NULL, REFRAIN_CELL_TEXT },
    { NULL, _ ("mostly"), REFRAIN_CELL_TEXT },
  };
  RefrainReport *report = refrain_report_new ("matrix");
  RefrainReportTable *table;

  add_waits (report, pairs, n);
  g_array_sort (pairs, compare_times);
  if (pairs->len > 0)
    say_most (report, pairs, n);
  else
    refrain_report_say (report, _ ("No process waits for another."));
  table = refrain_report_add_table (report, NULL, pairs->len > 0 ? _ ("Waiting by pair") : NULL,
                                    columns);
  for (guint i = 0; i < pairs->len; i++)
    {
      const RefrainWaitPair *pair = &g_array_index (pairs, RefrainWaitPair, i);
      const RefrainWaitKind kind = refrain_wait_pair_get_kind (pair);

      refrain_report_add_row (table, REFRAIN_INT (pair->culprit), REFRAIN_INT (pair->victim),
                              REFRAIN_COUNT (pair->count),
                              REFRAIN_TIME (refrain_wait_pair_get_time (pair)),
                              REFRAIN_TEXT (refrain_wait_kind_get_name (kind)),
                              REFRAIN_TEXT (refrain_wait_kind_get_label (kind)));
    }
  return report;
}

/* ---- The kind ---- */

static void
init (gpointer data)
{
  ((Options *) data)->which = (RefrainMatrixArguments) REFRAIN_MATRIX_ARGUMENTS_INIT;
}

REFRAIN_REPORT_ENTRIES (
    Options,
    { "waiting", 0, 0, G_OPTION_ARG_NONE, &x->waiting,
      N_ ("Show waiting times (who waits for whom)"), NULL },
    { "time", 0, 0, G_OPTION_ARG_NONE, &x->which.times, N_ ("Show message durations"), NULL },
    { "sums", 0, 0, G_OPTION_ARG_NONE, &x->sums, N_ ("Show the sums of rows and columns"), NULL },
    { "order", 0, 0, G_OPTION_ARG_STRING, &x->order_name,
      N_ ("Order of rows and columns: rank, sum, band or cluster"), N_ ("ORDER") },
    REFRAIN_MATRIX_ENTRIES (x->which))

static gboolean
check (gpointer data, char **words, GError **error)
{
  Options *options = data;
  const char *loop = options->which.loop != NULL ? "--loop" : NULL;
  const char *times = options->which.times ? "--time" : NULL;
  const char *stray = times != NULL                 ? times
                      : options->sums               ? "--sums"
                      : options->order_name != NULL ? "--order"
                      : loop != NULL                ? loop
                      : options->which.collectives  ? "--collectives"
                                                    : NULL;

  if (!refrain_report_expect_trace (words, error)
      || !refrain_matrix_arguments_understand (&options->which, FALSE, FALSE, error))
    return FALSE;
  if (options->waiting && stray != NULL)
    return refrain_report_refuse_both (stray, "--waiting", error);
  if (times != NULL && loop != NULL)
    return refrain_report_refuse_both (times, loop, error);
  return refrain_report_choose ("--order", options->order_name, refrain_matrix_orders,
                                &options->order, error);
}

static RefrainReport *
make (RefrainStudy *study, gpointer data, const RefrainStudyAsk *ask, GError **error)
{
  const Options *options = data;
  g_autoptr (RefrainMatrix) matrix = NULL;
  g_autoptr (GArray) pairs = NULL;
  gboolean has_bytes;

  if (options->waiting)
    {
      pairs = refrain_matrix_arguments_find_waits (&options->which, study, ask, error);
      return pairs != NULL ? make_waits (
                 pairs, refrain_trace_get_n_processes (refrain_study_get_trace (study)))
                           : NULL;
    }
  matrix = refrain_matrix_arguments_count (&options->which, study, ask, &has_bytes, error);
  return matrix != NULL ? make_messages (options, study, matrix, has_bytes) : NULL;
}

REFRAIN_DEFINE_CLEAR (clear, Options, refrain_matrix_arguments_clear (&x->which);
                      g_free (x->order_name))

const RefrainReportKind refrain_report_matrix = {
  .name = "matrix",
  .arguments = "TRACE",
  .summary = N_ ("Show the communication matrix"),
  .options_size = sizeof (Options),
  .init = init,
  .describe = describe,
  .check = check,
  .make = make,
  .clear = clear,
};
