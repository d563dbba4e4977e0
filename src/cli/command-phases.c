/* command-phases.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli phases: where a run becomes different.
 */
#include "config.h"

#include "refrain-command.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

#include <glib/gi18n.h>

#include "phases-report.h"
#include "refrain-merge-file.h"
#include "refrain-pattern-options.h"

/* The options as they were written. */
typedef struct
{
  gboolean json, intervals, collapse, without_collectives;
  double strength;
  char *merge, *symbols;
  RefrainPatternArguments how;
} Options;

static void
clear_options (Options *options)
{
  g_free (options->merge);
  g_free (options->symbols);
  refrain_pattern_arguments_clear (&options->how);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, clear_options)

static int
print (const Options *options, RefrainPhases *phases, const RefrainWords *words)
{
  if (options->json)
    return phases_report_print_json (phases, options->strength, words, options->intervals);
  phases_report_print_text (phases, options->strength, words);
  if (fflush (stdout) != EOF)
    return REFRAIN_EXIT_OK;
  g_printerr (_ ("refrain-cli: standard output: %s\n"), g_strerror (errno));
  return REFRAIN_EXIT_ERROR;
}

static RefrainPhaseOptions
get_phase_options (const Options *options, const guint32 *merge, gsize n_merge)
{
  return (RefrainPhaseOptions){
    .collapse = options->collapse,
    .without_collectives = options->without_collectives,
    .merge = merge,
    .n_merge = merge != NULL ? n_merge : 0,
    .least = MIN (options->strength, 0),
  };
}

static int
run_symbols (const Options *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainPhases) phases = NULL;
  g_autofree guint32 *symbols = NULL, *merge = NULL;
  RefrainPhaseOptions analysis;
  RefrainWords words = { 0, NULL };
  int status = REFRAIN_EXIT_ERROR;
  gsize n;

  symbols = refrain_words_read (options->symbols, &words, &n, &error);
  if (symbols != NULL && options->merge != NULL)
    merge = refrain_merge_file_read (options->merge, &words, words.n, &error);
  if (error == NULL)
    {
      analysis = get_phase_options (options, merge, words.n);
      phases = refrain_phases_new_for_symbols (symbols, n, &analysis, NULL, NULL, NULL, &error);
    }
  status = error != NULL ? refrain_command_fail (error) : print (options, phases, &words);
  g_strfreev (words.words);
  return status;
}

static int
run_trace (const Options *options, const char *path, const RefrainPatternOptions *how)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_command_load (path);
  g_autoptr (RefrainPatternSet) set = NULL;
  g_autoptr (RefrainPhases) phases = NULL;
  g_autofree guint32 *merge = NULL;
  RefrainPhaseOptions analysis;

  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  set = refrain_pattern_set_new (trace, how, NULL, NULL, NULL, &error);
  if (set != NULL && options->merge != NULL)
    merge = refrain_merge_file_read (options->merge, NULL, refrain_pattern_set_get_n_patterns (set),
                                     &error);
  if (error != NULL)
    return refrain_command_fail (error);
  analysis = get_phase_options (options, merge, refrain_pattern_set_get_n_patterns (set));
  phases = refrain_phases_new (set, &analysis, NULL, NULL, NULL, &error);
  if (phases == NULL)
    return refrain_command_fail (error);
  return print (options, phases, NULL);
}

/* FALSE after an explanation. */
static gboolean
check_options (const Options *options)
{
  const char *stray = NULL;

  if (!(options->strength >= -1) || !isfinite (options->strength))
    {
      refrain_command_usage (&refrain_command_phases,
                             _ ("--strength: %g is not a strength such as 0.5; none is below -1"),
                             options->strength);
      return FALSE;
    }
  if (options->symbols != NULL)
    stray = options->intervals             ? "--intervals"
            : options->without_collectives ? "--without-collectives"
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
    { "strength", 0, 0, G_OPTION_ARG_DOUBLE, &options.strength,
      N_ ("Cut segments of more strength than this (0)"), N_ ("S") },
    { "collapse", 0, 0, G_OPTION_ARG_NONE, &options.collapse,
      N_ ("Count contiguous equal symbols as one"), NULL },
    { "without-collectives", 0, 0, G_OPTION_ARG_NONE, &options.without_collectives,
      N_ ("Leave out collective patterns"), NULL },
    { "merge", 0, 0, G_OPTION_ARG_FILENAME, &options.merge,
      N_ ("Count the patterns of each line of this file as one symbol"), N_ ("FILE") },
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
