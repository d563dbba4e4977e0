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

#include "refrain-loop-matrix.h"
#include "refrain-loop-options.h"
#include "refrain-matrix.h"
#include "refrain-phase-options.h"
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

#define NO_PHASE G_MININT

/* The options as they were written. */
typedef struct
{
  gboolean json, collectives;
  char *from, *to, *loop;
  int phase; /* its id, or NO_PHASE */
  RefrainPhaseArguments what;
  RefrainPatternArguments how;

  RefrainTime start, end;
  RefrainPatternOptions analysis;
} Options;

static void
clear_options (Options *options)
{
  g_free (options->from);
  g_free (options->to);
  g_free (options->loop);
  refrain_phase_arguments_clear (&options->what);
  refrain_pattern_arguments_clear (&options->how);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, clear_options)

/* Gives an exit status. */
static int
understand (Options *options)
{
  const char *stray = NULL;

  if (!refrain_command_parse_time (&refrain_command_matrix, "--from", options->from,
                                   &options->start)
      || !refrain_command_parse_time (&refrain_command_matrix, "--to", options->to, &options->end))
    return REFRAIN_EXIT_USAGE;
  if (options->start > options->end)
    return refrain_command_usage (&refrain_command_matrix, _ ("--from lies after --to"));
  if (options->loop != NULL)
    stray = options->from != NULL        ? "--from"
            : options->to != NULL        ? "--to"
            : options->phase != NO_PHASE ? "--phase"
            : options->collectives       ? "--collectives"
                                         : NULL;
  if (stray != NULL)
    return refrain_command_usage (&refrain_command_matrix, _ ("%s does not go with %s"), stray,
                                  "--loop");
  if (options->phase == NO_PHASE)
    {
      stray = refrain_phase_arguments_get_first (&options->what);
      if (stray == NULL)
        stray = refrain_pattern_arguments_get_first (&options->how);
    }
  if (stray != NULL)
    return refrain_command_usage (&refrain_command_matrix, _ ("%s expects --phase ID"), stray);
  if (!refrain_phase_arguments_check (&options->what, &refrain_command_matrix)
      || !refrain_pattern_arguments_understand (&options->how, &refrain_command_matrix,
                                                &options->analysis))
    return REFRAIN_EXIT_USAGE;
  return REFRAIN_EXIT_OK;
}

/* NULL after a sentence. */
static RefrainMatrix *
count (const Options *options, RefrainTrace *trace, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainPhases) phases = NULL;
  g_autoptr (RefrainOpSet) ops = NULL;
  RefrainMatrix *matrix;
  guint32 node;

  if (options->phase == NO_PHASE && options->collectives)
    matrix = refrain_matrix_new_with_collectives (trace, NULL, options->start, options->end, NULL,
                                                  &error);
  else if (options->phase == NO_PHASE)
    matrix = refrain_matrix_new (trace, options->start, options->end, NULL, &error);
  else
    {
      phases = refrain_phase_arguments_find_in_trace (&options->what, trace, &options->analysis,
                                                      &error);
      if (phases == NULL)
        {
          refrain_command_fail (error);
          return NULL;
        }
      if (!refrain_phase_arguments_find_segment (&options->what, phases, options->phase, path,
                                                 &node))
        return NULL;
      ops = refrain_phases_get_op_set (phases, node);
      matrix = options->collectives ? refrain_matrix_new_with_collectives (
                   trace, ops, options->start, options->end, NULL, &error)
                                    : refrain_matrix_new_for_ops (trace, ops, options->start,
                                                                  options->end, NULL, &error);
    }
  if (matrix == NULL)
    refrain_command_fail (error);
  return matrix;
}

/* The matrix of a loop of the global model. NULL after an explanation, and *@status then. */
static RefrainMatrix *
count_loop (char *const *paths, const char *loop, gboolean *has_bytes, int *status)
{
  const RefrainLoopOptions options = REFRAIN_LOOP_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopEvents) events
      = refrain_loop_load_events (paths, REFRAIN_RECEIVE_SETS, TRUE, &error);
  g_autoptr (RefrainLoopModel) model = NULL;
  RefrainMatrix *matrix = NULL;
  guint32 construct;

  *status = REFRAIN_EXIT_USAGE;
  if (events != NULL)
    model = refrain_loop_global_new (events, &options, NULL, NULL, NULL, NULL, &error);
  if (model != NULL
      && !refrain_loop_parse_id (&refrain_command_matrix, "--loop", loop, model, &construct))
    return NULL;
  if (model != NULL)
    matrix = refrain_loop_matrix_new (model, construct, has_bytes, NULL, &error);
  if (matrix == NULL)
    *status = refrain_command_fail (error);
  return matrix;
}

static int
run (int argc, char **argv)
{
  g_auto (Options) options
      = { .phase = NO_PHASE, .start = -REFRAIN_TIME_LIMIT, .end = REFRAIN_TIME_LIMIT };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_ ("Print one JSON object"), NULL },
    { "collectives", 0, 0, G_OPTION_ARG_NONE, &options.collectives,
      N_ ("Count the data of collective operations too, as if sent directly"), NULL },
    { "from", 0, 0, G_OPTION_ARG_STRING, &options.from, N_ ("Count from this time on (seconds)"),
      N_ ("S") },
    { "to", 0, 0, G_OPTION_ARG_STRING, &options.to, N_ ("Count up to this time (seconds)"),
      N_ ("S") },
    { "loop", 0, 0, G_OPTION_ARG_STRING, &options.loop,
      N_ ("Count only what this loop sends, as loops --ids numbers it"), N_ ("ID") },
    { "phase", 0, 0, G_OPTION_ARG_INT, &options.phase,
      N_ ("Count only what belongs to this phase, or segment"), N_ ("ID") },
    REFRAIN_PHASE_ENTRIES (options.what),
    REFRAIN_PATTERN_ENTRIES (options.how),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainMatrix) matrix = NULL;
  gboolean has_bytes = TRUE;
  int status = refrain_command_parse (&refrain_command_matrix, entries, argc, argv, 1, &arguments);

  if (status == REFRAIN_EXIT_OK)
    status = understand (&options);
  if (status != REFRAIN_EXIT_OK)
    return status;
  if (options.loop != NULL)
    matrix = count_loop (arguments + 1, options.loop, &has_bytes, &status);
  else
    {
      status = REFRAIN_EXIT_ERROR;
      trace = refrain_command_load (arguments[1]);
      if (trace != NULL)
        matrix = count (&options, trace, arguments[1]);
    }
  if (matrix == NULL)
    return status;
  if (options.json)
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
