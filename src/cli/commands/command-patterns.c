/* command-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli patterns: what the processes say again and again.
 */
#include "config.h"

#include "refrain-command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <glib/gi18n.h>

#include "patterns-report.h"
#include "refrain-error.h"
#include "refrain-parallel.h"
#include "refrain-words.h"
#include "refrain-pattern-options.h"

/* The options as they were written. */
typedef struct
{
  gboolean json, events;
  char *symbols;
  RefrainPatternArguments how;
} Options;

static void
clear_options (Options *options)
{
  g_free (options->symbols);
  refrain_pattern_arguments_clear (&options->how);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, clear_options)

/* ---- A sequence of words -----------------------------------------------------------------------
 */

static int
run_symbols (const Options *options, const char *method, RefrainRepeatsMethod repeats)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainProcessPatterns) patterns = NULL;
  g_autofree guint32 *symbols = NULL;
  RefrainWords words = { 0, NULL };
  int status = REFRAIN_EXIT_OK;
  gsize n;

  symbols = refrain_words_read (options->symbols, &words, &n, &error);
  if (symbols == NULL)
    return refrain_command_fail (error);
  patterns = refrain_process_patterns_find (symbols, n, NULL, repeats, NULL, &error);
  if (patterns == NULL)
    status = refrain_command_fail (error);
  else if (options->json)
    status = patterns_report_print_sequence_json (patterns, &words, n, method);
  else
    patterns_report_print_sequence_text (patterns, &words, n);
  g_strfreev (words.words);
  return status;
}

/* ---- A trace -----------------------------------------------------------------------------------
 */

typedef struct
{
  RefrainPatternSet *set;
  RefrainRepeatsMethod repeats;
  RefrainProcessPatterns **found;
  GError **errors; /* of each process */
} ProcessJob;

static void
find_process (gsize item, gpointer data)
{
  ProcessJob *job = data;

  job->found[item] = refrain_process_patterns_find_in (job->set, (guint) item, job->repeats, NULL,
                                                       &job->errors[item]);
}

static int
run_trace (const Options *options,
           const RefrainPatternOptions *analysis,
           const char *path,
           const char *method,
           RefrainRepeatsMethod repeats)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_command_load (path);
  g_autoptr (RefrainPatternSet) set = NULL;
  g_autofree RefrainProcessPatterns **found = NULL;
  g_autofree GError **errors = NULL;
  ProcessJob job;
  int status = REFRAIN_EXIT_OK;
  guint n;

  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  set = refrain_pattern_set_new (trace, analysis, NULL, NULL, NULL, &error);
  if (set == NULL)
    return refrain_command_fail (error);
  n = refrain_trace_get_n_processes (trace);
  found = g_new0 (RefrainProcessPatterns *, n);
  errors = g_new0 (GError *, n);
  job = (ProcessJob){ set, repeats, found, errors };
  refrain_parallel_run (n, find_process, &job, NULL);
  for (guint p = 0; p < n && error == NULL; p++)
    error = g_steal_pointer (&errors[p]);
  if (error != NULL)
    status = refrain_command_fail (error);
  else if (options->json)
    status = patterns_report_print_json (set, found, method);
  else
    patterns_report_print_text (set, found, options->events);
  for (guint p = 0; p < n; p++)
    {
      g_clear_pointer (&found[p], refrain_process_patterns_free);
      g_clear_error (&errors[p]);
    }
  return status;
}

static RefrainRepeatsMethod
get_repeats (const RefrainPatternArguments *how)
{
  if (g_strcmp0 (how->method, "suffix") == 0)
    return REFRAIN_REPEATS_SUFFIX;
  return how->keep_tandem ? REFRAIN_REPEATS_VERBATIM : REFRAIN_REPEATS_NGRAM;
}

/* Whether no option is given that says nothing about a file of words. */
static gboolean
check_symbols (const Options *options)
{
  RefrainPatternArguments traces = options->how;
  const char *stray;

  traces.method = NULL;
  traces.keep_tandem = FALSE;
  stray = options->events ? "--events" : refrain_pattern_arguments_get_first (&traces);
  if (options->symbols == NULL || stray == NULL)
    return TRUE;
  refrain_command_usage (&refrain_command_patterns, _ ("%s does not go with --symbols"), stray);
  return FALSE;
}

static int
run (int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_ ("Print one JSON object"), NULL },
    { "events", 0, 0, G_OPTION_ARG_NONE, &options.events,
      N_ ("Print what each process does in each pattern, too"), NULL },
    REFRAIN_PATTERN_ENTRIES (options.how),
    { "symbols", 0, 0, G_OPTION_ARG_FILENAME, &options.symbols,
      N_ ("Look at the words of this file instead of a trace"), N_ ("FILE") },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  RefrainPatternOptions analysis;
  RefrainRepeatsMethod repeats;
  const char *method;
  int status = refrain_command_parse (&refrain_command_patterns, entries, argc, argv,
                                      refrain_words_expected (argv) ? 0 : 1, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  if (!refrain_pattern_arguments_understand (&options.how, &refrain_command_patterns, &analysis))
    return REFRAIN_EXIT_USAGE;
  if (!check_symbols (&options))
    return REFRAIN_EXIT_USAGE;
  repeats = get_repeats (&options.how);
  method = options.how.method != NULL ? options.how.method : "routine";
  status = options.symbols != NULL ? run_symbols (&options, method, repeats)
                                   : run_trace (&options, &analysis, arguments[1], method, repeats);
  if (fflush (stdout) == EOF)
    {
      g_printerr (_ ("refrain-cli: standard output: %s\n"), g_strerror (errno));
      return REFRAIN_EXIT_ERROR;
    }
  return status;
}

const RefrainCommand refrain_command_patterns = {
  .name = "patterns",
  .arguments = "TRACE",
  .summary = N_ ("Find what the processes say again and again"),
  .run = run,
};
