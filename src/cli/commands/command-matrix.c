/* command-matrix.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli matrix: who sends how much to whom.
 */
#include "config.h"

#include "refrain-command.h"

#include <stdio.h>

#include <glib/gi18n.h>

#include "refrain-matrix-options.h"
#include "refrain-matrix-order.h"
#include "refrain-time-format.h"

/* What is printed beside messages and bytes. */
typedef struct
{
  gboolean times, sums;
  char *order_name;
  RefrainMatrixOrder order;
  guint32 *processes; /* in that order */
} Extras;

static void
extras_clear (Extras *self)
{
  g_free (self->order_name);
  g_free (self->processes);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Extras, extras_clear)

static void
print_number (const RefrainMatrixCell *cell, RefrainMatrixMetric metric)
{
  char seconds[G_ASCII_DTOSTR_BUF_SIZE];

  if (metric == REFRAIN_MATRIX_TIME)
    printf ("%s",
            g_ascii_dtostr (seconds, sizeof seconds, cell != NULL ? (double) cell->time / 1e9 : 0));
  else
    printf ("%" G_GUINT64_FORMAT, cell == NULL                     ? G_GUINT64_CONSTANT (0)
                                  : metric == REFRAIN_MATRIX_BYTES ? cell->bytes
                                                                   : cell->count);
}

/* Row by row, without a document in memory: there are processes squared of them. */
static void
print_json_rows (RefrainMatrix *matrix, const char *name, RefrainMatrixMetric metric)
{
  guint n = refrain_matrix_get_n_processes (matrix);

  printf ("  \"%s\": [", name);
  for (guint source = 0; source < n; source++)
    {
      printf ("%s\n    [", source > 0 ? "," : "");
      for (guint destination = 0; destination < n; destination++)
        {
          printf ("%s", destination > 0 ? ", " : "");
          print_number (refrain_matrix_find (matrix, source, destination), metric);
        }
      printf ("]");
    }
  printf ("\n  ]");
}

static void
print_json_sums (const RefrainMatrixCell *sums, guint n, const char *name, const Extras *extras)
{
  static const char *const keys[] = { "count", "bytes", "seconds" };

  printf (",\n  \"%s\": {", name);
  for (guint k = 0; k < (extras->times ? 3u : 2u); k++)
    {
      printf ("%s\"%s\": [", k > 0 ? ", " : "", keys[k]);
      for (guint p = 0; p < n; p++)
        {
          printf ("%s", p > 0 ? ", " : "");
          print_number (&sums[p], (RefrainMatrixMetric) k);
        }
      printf ("]");
    }
  printf ("}");
}

static void
print_json (RefrainMatrix *matrix, gboolean has_bytes, const Extras *extras)
{
  const guint n = refrain_matrix_get_n_processes (matrix);

  printf ("{\n  \"schema\": \"refrain/matrix/1\",\n");
  print_json_rows (matrix, "count", REFRAIN_MATRIX_MESSAGES);
  printf (",\n");
  if (has_bytes)
    print_json_rows (matrix, "bytes", REFRAIN_MATRIX_BYTES);
  else
    printf ("  \"bytes\": null");
  if (extras->times)
    {
      printf (",\n");
      print_json_rows (matrix, "seconds", REFRAIN_MATRIX_TIME);
    }
  if (extras->sums)
    {
      g_autofree RefrainMatrixCell *sent = g_new (RefrainMatrixCell, (gsize) n + 1);
      g_autofree RefrainMatrixCell *received = g_new (RefrainMatrixCell, (gsize) n + 1);

      refrain_matrix_get_sums (matrix, sent, received);
      print_json_sums (sent, n, "sent", extras);
      print_json_sums (received, n, "received", extras);
    }
  for (guint p = 0; extras->order_name != NULL && p < n; p++)
    printf ("%s%u", p > 0 ? ", " : ",\n  \"order\": [", extras->processes[p]);
  printf (extras->order_name != NULL && n > 0 ? "]\n}\n" : "\n}\n");
}

/* What each process sends and receives, a line a process. */
static void
print_sums (RefrainMatrix *matrix, const Extras *extras)
{
  const guint n = refrain_matrix_get_n_processes (matrix);
  g_autofree RefrainMatrixCell *sent = g_new (RefrainMatrixCell, (gsize) n + 1);
  g_autofree RefrainMatrixCell *received = g_new (RefrainMatrixCell, (gsize) n + 1);

  refrain_matrix_get_sums (matrix, sent, received);
  printf ("%8s %12s %16s %12s %16s\n", _ ("process"), _ ("sent"), _ ("bytes"), _ ("received"),
          _ ("bytes"));
  for (guint i = 0; i < n; i++)
    {
      const guint p = extras->processes[i];

      printf ("%8u %12" G_GUINT64_FORMAT " %16" G_GUINT64_FORMAT " %12" G_GUINT64_FORMAT
              " %16" G_GUINT64_FORMAT "\n",
              p, sent[p].count, sent[p].bytes, received[p].count, received[p].bytes);
    }
  printf ("\n");
}

static void
print_pair (guint source, const RefrainMatrixCell *cell, const Extras *extras)
{
  g_autofree char *time
      = extras->times ? refrain_time_format ((RefrainTime) MIN (cell->time, G_MAXINT64), 3) : NULL;

  printf ("%8u %12u %12" G_GUINT64_FORMAT " %16" G_GUINT64_FORMAT, source, cell->destination,
          cell->count, cell->bytes);
  if (extras->times)
    printf (" %12s", time);
  printf ("\n");
}

/* The messages that were sent, a line a pair of processes. */
static void
print_text (RefrainMatrix *matrix, RefrainTrace *trace, gboolean collectives, const Extras *extras)
{
  const guint n = refrain_matrix_get_n_processes (matrix);
  guint64 n_pairs = 0;

  for (guint source = 0; source < n; source++)
    {
      gsize n_cells;

      refrain_matrix_get_row (matrix, source, &n_cells);
      n_pairs += n_cells;
    }
  if (n_pairs == 0)
    {
      if (trace != NULL && !collectives && refrain_trace_get_counts (trace)->collectives > 0)
        printf (_ ("no messages in what is counted; --collectives counts the data of collective "
                   "operations, too\n"));
      else
        printf (_ ("no messages in what is counted\n"));
      return;
    }
  if (extras->sums)
    print_sums (matrix, extras);
  printf ("%8s %12s %12s %16s", _ ("source"), _ ("destination"), _ ("messages"), _ ("bytes"));
  if (extras->times)
    printf (" %12s", _ ("under way"));
  printf ("\n");
  for (guint i = 0; i < n; i++)
    {
      gsize n_cells;
      const RefrainMatrixCell *cells
          = refrain_matrix_get_row (matrix, extras->processes[i], &n_cells);

      for (gsize k = 0; k < n_cells; k++)
        print_pair (extras->processes[i], &cells[k], extras);
    }
}

/* ---- Waiting ----------------------------------------------------------------------------------
 */

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const RefrainTime x = refrain_wait_pair_get_time (a), y = refrain_wait_pair_get_time (b);

  return x != y ? (x > y ? -1 : 1) : 0;
}

/* The time that others wait for each process, and all of it; free with g_free(). */
static RefrainTime *
sum_culprits (const GArray *pairs, guint n, RefrainTime *whole)
{
  RefrainTime *times = g_new0 (RefrainTime, (gsize) n + 1);

  *whole = 0;
  for (guint i = 0; i < pairs->len; i++)
    {
      const RefrainWaitPair *pair = &g_array_index (pairs, RefrainWaitPair, i);

      times[pair->culprit] += refrain_wait_pair_get_time (pair);
      *whole += refrain_wait_pair_get_time (pair);
    }
  return times;
}

/* What there is to act on: who is waited for longest, and by whom. @pairs by time. */
static void
print_most (const GArray *pairs, guint n)
{
  RefrainTime whole;
  g_autofree RefrainTime *times = sum_culprits (pairs, n, &whole);
  const RefrainWaitPair *pair = &g_array_index (pairs, RefrainWaitPair, 0);
  g_autofree char *all = refrain_time_format (whole, 3), *most = NULL, *longest = NULL;
  guint culprit = 0;

  for (guint p = 1; p < n; p++)
    if (times[p] > times[culprit])
      culprit = p;
  most = refrain_time_format (times[culprit], 3);
  longest = refrain_time_format (refrain_wait_pair_get_time (pair), 3);
  /* Translators: both numbers are times: "of 398 ms of waiting 80.1 ms (20.1 %) are for process 5".
   */
  printf (_ ("of %s of waiting %s (%.1f %%) are for process %u\n"), all, most,
          100.0 * (double) times[culprit] / (double) whole, culprit);
  printf (_ ("process %u waits longest for process %u: %s, mostly %s\n"), pair->victim,
          pair->culprit, longest, refrain_wait_kind_get_label (refrain_wait_pair_get_kind (pair)));
  printf (
      _ ("who is waited for may have waited before: see refrain-cli findings for the causes\n\n"));
}

static void
print_waits (GArray *pairs, guint n)
{
  if (pairs->len == 0)
    {
      printf (_ ("no process waits for another\n"));
      return;
    }
  g_array_sort (pairs, compare_times);
  print_most (pairs, n);
  printf ("%12s %8s %12s %12s  %s\n", _ ("waited for"), _ ("waits"), _ ("times"), _ ("time"),
          _ ("mostly"));
  for (guint i = 0; i < pairs->len; i++)
    {
      const RefrainWaitPair *pair = &g_array_index (pairs, RefrainWaitPair, i);
      g_autofree char *time = refrain_time_format (refrain_wait_pair_get_time (pair), 3);

      printf ("%12u %8u %12" G_GUINT64_FORMAT " %12s  %s\n", pair->culprit, pair->victim,
              pair->count, time, refrain_wait_kind_get_label (refrain_wait_pair_get_kind (pair)));
    }
}

/* Rows are those who are waited for. */
static void
print_waits_json (const GArray *pairs, guint n)
{
  guint next = 0;

  printf ("{\n  \"schema\": \"refrain/matrix/1\",\n  \"waits\": [");
  for (guint p = 0; p < n; p++)
    {
      printf ("%s\n    [", p > 0 ? "," : "");
      for (gboolean first = TRUE;
           next < pairs->len && g_array_index (pairs, RefrainWaitPair, next).culprit == p; next++)
        {
          const RefrainWaitPair *pair = &g_array_index (pairs, RefrainWaitPair, next);
          char seconds[G_ASCII_DTOSTR_BUF_SIZE];

          g_ascii_dtostr (seconds, sizeof seconds,
                          (double) refrain_wait_pair_get_time (pair) / 1e9);
          printf ("%s{\"process\": %u, \"count\": %" G_GUINT64_FORMAT
                  ", \"seconds\": %s, \"kind\": \"%s\"}",
                  first ? "" : ", ", pair->victim, pair->count, seconds,
                  refrain_wait_kind_get_name (refrain_wait_pair_get_kind (pair)));
          first = FALSE;
        }
      printf ("]");
    }
  printf ("\n  ]\n}\n");
}

/* Who makes whom wait; gives an exit status. */
static int
run_waits (const RefrainMatrixArguments *options, const char *path, gboolean json)
{
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (GArray) pairs = NULL;
  guint n;

  if (options->loop != NULL || options->collectives)
    return refrain_command_usage (&refrain_command_matrix, _ ("%s does not go with %s"),
                                  options->loop != NULL ? "--loop" : "--collectives", "--waiting");
  pairs = refrain_matrix_arguments_find_waits (options, path, &trace);
  if (pairs == NULL)
    return REFRAIN_EXIT_ERROR;
  n = refrain_trace_get_n_processes (trace);
  if (json)
    print_waits_json (pairs, n);
  else
    print_waits (pairs, n);
  return REFRAIN_EXIT_OK;
}

/* ---- The command -------------------------------------------------------------------------------
 */

/* Gives an exit status, after a sentence about wrong usage. */
static int
understand_extras (Extras *self, const RefrainMatrixArguments *options, gboolean waiting)
{
  const char *first = self->times                ? "--time"
                      : self->sums               ? "--sums"
                      : self->order_name != NULL ? "--order"
                                                 : NULL;

  if (waiting && first != NULL)
    return refrain_command_usage (&refrain_command_matrix, _ ("%s does not go with %s"), first,
                                  "--waiting");
  if (self->times && options->loop != NULL)
    return refrain_command_usage (&refrain_command_matrix, _ ("%s does not go with %s"), "--time",
                                  "--loop");
  if (self->order_name != NULL && !refrain_matrix_order_from_name (self->order_name, &self->order))
    return refrain_command_usage (&refrain_command_matrix, _ ("%s: “%s” is not one of %s"),
                                  "--order", self->order_name, "rank, sum, band, cluster");
  return REFRAIN_EXIT_OK;
}

static int
run (int argc, char **argv)
{
  g_auto (RefrainMatrixArguments) options = REFRAIN_MATRIX_ARGUMENTS_INIT;
  g_auto (Extras) extras = { 0 };
  gboolean json = FALSE, waiting = FALSE, has_bytes = TRUE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_ ("Print one JSON object"), NULL },
    { "waiting", 0, 0, G_OPTION_ARG_NONE, &waiting,
      N_ ("Who makes whom wait, and how long, instead of messages"), NULL },
    { "time", 0, 0, G_OPTION_ARG_NONE, &extras.times, N_ ("Also how long messages are under way"),
      NULL },
    { "sums", 0, 0, G_OPTION_ARG_NONE, &extras.sums,
      N_ ("Also what each process sends and receives"), NULL },
    { "order", 0, 0, G_OPTION_ARG_STRING, &extras.order_name,
      N_ ("Processes by rank, sum, band or cluster"), N_ ("ORDER") },
    REFRAIN_MATRIX_ENTRIES (options),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainMatrix) matrix = NULL;
  int status = refrain_command_parse (&refrain_command_matrix, entries, argc, argv, 1, &arguments);

  if (status == REFRAIN_EXIT_OK)
    status = refrain_matrix_arguments_understand (&options, &refrain_command_matrix, FALSE, FALSE);
  if (status == REFRAIN_EXIT_OK)
    status = understand_extras (&extras, &options, waiting);
  options.times = extras.times;
  if (status != REFRAIN_EXIT_OK)
    return status;
  if (waiting)
    return run_waits (&options, arguments[1], json);
  matrix = refrain_matrix_arguments_count (&options, &refrain_command_matrix, arguments + 1, &trace,
                                           &has_bytes, &status);
  if (matrix == NULL)
    return status;
  extras.processes
      = refrain_matrix_order_find (matrix, extras.order, REFRAIN_MATRIX_MESSAGES, NULL, NULL);
  if (json)
    print_json (matrix, has_bytes, &extras);
  else
    print_text (matrix, trace, options.collectives, &extras);
  return REFRAIN_EXIT_OK;
}

const RefrainCommand refrain_command_matrix = {
  .name = "matrix",
  .arguments = "TRACE",
  .summary = N_ ("Count messages and bytes from each process to each other"),
  .run = run,
};
