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
#include "refrain-time-format.h"

static guint64
cell (RefrainMatrix *matrix, guint source, guint destination, gboolean bytes)
{
  guint64 count, size;

  refrain_matrix_get (matrix, source, destination, &count, &size);
  return bytes ? size : count;
}

/* Row by row, without a document in memory: there are processes squared of them. */
static void
print_json_rows (RefrainMatrix *matrix, const char *name, gboolean bytes)
{
  guint n = refrain_matrix_get_n_processes (matrix);

  printf ("  \"%s\": [", name);
  for (guint source = 0; source < n; source++)
    {
      printf ("%s\n    [", source > 0 ? "," : "");
      for (guint destination = 0; destination < n; destination++)
        printf ("%s%" G_GUINT64_FORMAT, destination > 0 ? ", " : "",
                cell (matrix, source, destination, bytes));
      printf ("]");
    }
  printf ("\n  ]");
}

static void
print_json (RefrainMatrix *matrix, gboolean has_bytes)
{
  printf ("{\n");
  print_json_rows (matrix, "count", FALSE);
  printf (",\n");
  if (has_bytes)
    print_json_rows (matrix, "bytes", TRUE);
  else
    printf ("  \"bytes\": null");
  printf ("\n}\n");
}

/* The messages that were sent, a line a pair of processes. */
static void
print_text (RefrainMatrix *matrix, RefrainTrace *trace, gboolean collectives)
{
  guint64 n_pairs = 0;

  for (guint source = 0; source < refrain_matrix_get_n_processes (matrix); source++)
    {
      gsize n;

      refrain_matrix_get_row (matrix, source, &n);
      n_pairs += n;
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
  printf ("%8s %12s %12s %16s\n", _ ("source"), _ ("destination"), _ ("messages"), _ ("bytes"));
  for (guint source = 0; source < refrain_matrix_get_n_processes (matrix); source++)
    {
      gsize n;
      const RefrainMatrixCell *cells = refrain_matrix_get_row (matrix, source, &n);

      for (gsize i = 0; i < n; i++)
        printf ("%8u %12u %12" G_GUINT64_FORMAT " %16" G_GUINT64_FORMAT "\n", source,
                cells[i].destination, cells[i].count, cells[i].bytes);
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

  printf ("{\n  \"waits\": [");
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

static int
run (int argc, char **argv)
{
  g_auto (RefrainMatrixArguments) options = REFRAIN_MATRIX_ARGUMENTS_INIT;
  gboolean json = FALSE, waiting = FALSE, has_bytes = TRUE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_ ("Print one JSON object"), NULL },
    { "waiting", 0, 0, G_OPTION_ARG_NONE, &waiting,
      N_ ("Who makes whom wait, and how long, instead of messages"), NULL },
    REFRAIN_MATRIX_ENTRIES (options),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainMatrix) matrix = NULL;
  int status = refrain_command_parse (&refrain_command_matrix, entries, argc, argv, 1, &arguments);

  if (status == REFRAIN_EXIT_OK)
    status = refrain_matrix_arguments_understand (&options, &refrain_command_matrix, FALSE, FALSE);
  if (status != REFRAIN_EXIT_OK)
    return status;
  if (waiting)
    return run_waits (&options, arguments[1], json);
  matrix = refrain_matrix_arguments_count (&options, &refrain_command_matrix, arguments + 1, &trace,
                                           &has_bytes, &status);
  if (matrix == NULL)
    return status;
  if (json)
    print_json (matrix, has_bytes);
  else
    print_text (matrix, trace, options.collectives);
  return REFRAIN_EXIT_OK;
}

const RefrainCommand refrain_command_matrix = {
  .name = "matrix",
  .arguments = "TRACE",
  .summary = N_ ("Count messages and bytes from each process to each other"),
  .run = run,
};
