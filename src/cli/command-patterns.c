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
#include "refrain-pattern-options.h"

/* The options as they were written. */
typedef struct
{
  gboolean json;
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

/* Numbers the words of a file by first appearance. NULL with @error. */
static guint32 *
read_words (const char *path, PatternsWords *words, gsize *n, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  GArray *symbols;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, error))
    return NULL;
  if (strlen (text) != length || !g_utf8_validate (text, (gssize) length, NULL))
    {
      g_autofree char *name = g_filename_display_name (path);

      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, _ ("%s: not a text in UTF-8"), name);
      return NULL;
    }
  /* Not NULL without words. */
  symbols = g_array_sized_new (FALSE, FALSE, sizeof (guint32), 1);
  for (char *at = text, *word; (word = strsep (&at, " \t\r\n\f\v")) != NULL;)
    {
      gpointer known;
      guint32 number = names->len;

      if (*word == '\0')
        continue;
      if (g_hash_table_lookup_extended (numbers, word, NULL, &known))
        {
          number = GPOINTER_TO_UINT (known);
        }
      else
        {
          g_ptr_array_add (names, g_strdup (word));
          g_hash_table_insert (numbers, names->pdata[number], GUINT_TO_POINTER (number));
        }
      g_array_append_val (symbols, number);
    }
  *n = symbols->len;
  words->n = names->len;
  g_ptr_array_add (names, NULL);
  words->words = (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
  return (guint32 *) (gpointer) g_array_free (symbols, FALSE);
}

static int
run_symbols (const Options *options, const char *method, RefrainRepeatsMethod repeats)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainProcessPatterns) patterns = NULL;
  g_autofree guint32 *symbols = NULL;
  PatternsWords words = { 0, NULL };
  int status = REFRAIN_EXIT_OK;
  gsize n;

  symbols = read_words (options->symbols, &words, &n, &error);
  if (symbols == NULL)
    return refrain_command_fail (error);
  patterns = refrain_process_patterns_find (symbols, n, NULL, repeats, NULL);
  if (options->json)
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
} ProcessJob;

static void
find_process (gsize item, gpointer data)
{
  ProcessJob *job = data;

  job->found[item] = refrain_process_patterns_find_in (job->set, (guint) item, job->repeats, NULL);
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
  job = (ProcessJob){ set, repeats, found };
  refrain_parallel_run (n, find_process, &job, NULL);
  if (options->json)
    status = patterns_report_print_json (set, found, method);
  else
    patterns_report_print_text (set, found);
  for (guint p = 0; p < n; p++)
    refrain_process_patterns_free (found[p]);
  return status;
}

static gboolean
names_symbols (char **argv)
{
  for (; *argv != NULL && !g_str_equal (*argv, "--"); argv++)
    if (g_str_equal (*argv, "--symbols") || g_str_has_prefix (*argv, "--symbols="))
      return TRUE;
  return FALSE;
}

static RefrainRepeatsMethod
get_repeats (const RefrainPatternArguments *how)
{
  if (g_strcmp0 (how->method, "suffix") == 0)
    return REFRAIN_REPEATS_SUFFIX;
  return how->keep_tandem ? REFRAIN_REPEATS_VERBATIM : REFRAIN_REPEATS_NGRAM;
}

static int
run (int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_ ("Print one JSON object"), NULL },
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
                                      names_symbols (argv) ? 0 : 1, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  if (!refrain_pattern_arguments_understand (&options.how, &refrain_command_patterns, &analysis))
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
