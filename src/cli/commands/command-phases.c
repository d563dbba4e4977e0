/* command-phases.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli phases: where a run becomes different.
 */
#include "config.h"

#include "refrain-command.h"

#include <errno.h>
#include <stdio.h>

#include <glib/gi18n.h>

#include "phases-report.h"
#include "refrain-pattern-options.h"
#include "refrain-phase-options.h"

/* The options as they were written. */
typedef struct
{
  gboolean json, intervals;
  char *symbols;
  RefrainPhaseArguments what;
  RefrainPatternArguments how;
} Options;

static void
clear_options (Options *options)
{
  g_free (options->symbols);
  refrain_phase_arguments_clear (&options->what);
  refrain_pattern_arguments_clear (&options->how);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, clear_options)

static int
print (const Options *options, RefrainPhases *phases, const RefrainWords *words)
{
  if (options->json)
    return phases_report_print_json (phases, options->what.strength, words, options->intervals);
  phases_report_print_text (phases, options->what.strength, words);
  if (fflush (stdout) != EOF)
    return REFRAIN_EXIT_OK;
  g_printerr (_ ("refrain-cli: standard output: %s\n"), g_strerror (errno));
  return REFRAIN_EXIT_ERROR;
}

static int
run_symbols (const Options *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainPhases) phases = NULL;
  g_autofree guint32 *symbols = NULL;
  RefrainWords words = { 0, NULL };
  int status;
  gsize n;

  symbols = refrain_words_read (options->symbols, &words, &n, &error);
  if (symbols != NULL)
    phases = refrain_phase_arguments_find_in_words (&options->what, symbols, n, &words, &error);
  status = phases == NULL ? refrain_command_fail (error) : print (options, phases, &words);
  g_strfreev (words.words);
  return status;
}

static int
run_trace (const Options *options, const char *path, const RefrainPatternOptions *how)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_command_load (path);
  g_autoptr (RefrainPhases) phases = NULL;

  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  phases = refrain_phase_arguments_find_in_trace (&options->what, trace, how, &error);
  return phases == NULL ? refrain_command_fail (error) : print (options, phases, NULL);
}

/* Options that a sequence of words cannot follow. FALSE after an explanation. */
static gboolean
check_options (const Options *options)
{
  const char *stray = NULL;

  if (!refrain_phase_arguments_check (&options->what, &refrain_command_phases))
    return FALSE;
  if (options->symbols != NULL)
    stray = options->intervals ? "--intervals"
            : options->what.without_collectives
                ? "--without-collectives"
                : refrain_pattern_arguments_get_first (&options->how);
  if (stray == NULL)
    return TRUE;
  refrain_command_usage (&refrain_command_phases, _ ("%s does not go with --symbols"), stray);
  return FALSE;
}

static int
run (int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_ ("Print one JSON object"), NULL },
    REFRAIN_PHASE_ENTRIES (options.what),
    { "intervals", 0, 0, G_OPTION_ARG_NONE, &options.intervals,
      N_ ("With --json: the time of each process in each phase"), NULL },
    { "symbols", 0, 0, G_OPTION_ARG_FILENAME, &options.symbols,
      N_ ("Look at the words of this file instead of a trace"), N_ ("FILE") },
    REFRAIN_PATTERN_ENTRIES (options.how),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  RefrainPatternOptions how;
  int status = refrain_command_parse (&refrain_command_phases, entries, argc, argv,
                                      refrain_words_expected (argv) ? 0 : 1, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  if (!check_options (&options)
      || !refrain_pattern_arguments_understand (&options.how, &refrain_command_phases, &how))
    return REFRAIN_EXIT_USAGE;
  return options.symbols != NULL ? run_symbols (&options)
                                 : run_trace (&options, arguments[1], &how);
}

const RefrainCommand refrain_command_phases = {
  .name = "phases",
  .arguments = "TRACE",
  .summary = N_ ("Find where the run becomes different"),
  .run = run,
};
