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

#include "refrain-matrix.h"
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
print_json (RefrainMatrix *matrix)
{
  printf ("{\n");
  print_json_rows (matrix, "count", FALSE);
  printf (",\n");
  print_json_rows (matrix, "bytes", TRUE);
  printf ("\n}\n");
}

/* The messages that were sent, a line a pair of processes. */
static void
print_text (RefrainMatrix *matrix)
{
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

static int
run (int argc, char **argv)
{
  gboolean json = FALSE;
  g_autofree char *from = NULL, *to = NULL;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_ ("Print one JSON object"), NULL },
    { "from", 0, 0, G_OPTION_ARG_STRING, &from, N_ ("Count from this time on (seconds)"),
      N_ ("S") },
    { "to", 0, 0, G_OPTION_ARG_STRING, &to, N_ ("Count up to this time (seconds)"), N_ ("S") },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainMatrix) matrix = NULL;
  g_autoptr (GError) error = NULL;
  RefrainTime start = -REFRAIN_TIME_LIMIT, end = REFRAIN_TIME_LIMIT;
  int status = refrain_command_parse (&refrain_command_matrix, entries, argc, argv, 1, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  if (!refrain_command_parse_time (&refrain_command_matrix, "--from", from, &start)
      || !refrain_command_parse_time (&refrain_command_matrix, "--to", to, &end))
    return REFRAIN_EXIT_USAGE;
  if (start > end)
    return refrain_command_usage (&refrain_command_matrix, _ ("--from lies after --to"));
  trace = refrain_command_load (arguments[1]);
  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  matrix = refrain_matrix_new (trace, start, end, NULL, &error);
  if (matrix == NULL)
    return refrain_command_fail (error);
  if (json)
    print_json (matrix);
  else
    print_text (matrix);
  return REFRAIN_EXIT_OK;
}

const RefrainCommand refrain_command_matrix = {
  .name = "matrix",
  .arguments = "TRACE",
  .summary = N_ ("Count messages and bytes from each process to each other"),
  .run = run,
};
