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

/* ---- The command -------------------------------------------------------------------------------
 */

static int
run (int argc, char **argv)
{
  g_auto (RefrainMatrixArguments) options = REFRAIN_MATRIX_ARGUMENTS_INIT;
  gboolean json = FALSE, has_bytes = TRUE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_ ("Print one JSON object"), NULL },
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
  matrix = refrain_matrix_arguments_count (&options, &refrain_command_matrix, arguments + 1, &trace,
                                           &has_bytes, &status);
  if (matrix == NULL)
    return status;
  if (json)
    print_json (matrix, has_bytes);
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
