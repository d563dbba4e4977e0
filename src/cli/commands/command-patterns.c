/* command-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli patterns: what the processes say again and again.
 */
#include "config.h"

#include "refrain-command.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "refrain-composite-report.h"
#include "refrain-error.h"
#include "refrain-json-writer.h"
#include "refrain-parallel.h"
#include "refrain-pattern-facts.h"
#include "refrain-pattern-form.h"
#include "refrain-pattern-options.h"
#include "refrain-pattern-table.h"
#include "refrain-process-patterns.h"
#include "refrain-regularity.h"
#include "refrain-time-format.h"
#include "refrain-stored-patterns-report.h"
#include "refrain-words.h"

/* A suffix array finds repeats almost as long as the sequence, one in another: of each the length
 * is told and its first events, not more than so many, and in all not many more than so many. */
#define MAX_SUFFIX_EVENTS        1000
#define MIN_SUFFIX_EVENTS        8
#define MAX_SUFFIX_EVENTS_IN_ALL 500000
/* A process pattern in text is no longer than so many events. */
#define MAX_WORDS_SHOWN 24

/* ---- JSON -------------------------------------------------------------------------------------
 */

static void
add_words (RefrainJsonWriter *json,
           const char *name,
           const RefrainWords *words,
           const guint32 *symbols,
           gsize n)
{
  refrain_json_begin_array (json, name);
  for (gsize i = 0; i < n; i++)
    refrain_json_add_string (json, NULL, words->words[symbols[i]]);
  refrain_json_end_array (json);
}

static void
add_process_patterns (RefrainJsonWriter *json,
                      const RefrainProcessPatterns *patterns,
                      const RefrainWords *words,
                      guint process,
                      gsize max_events,
                      gboolean positions)
{
  for (gsize i = 0; i < refrain_process_patterns_get_n (patterns); i++)
    {
      const RefrainProcessPattern *pattern = refrain_process_patterns_get (patterns, i);

      refrain_json_begin_object (json, NULL);
      refrain_json_add_int (json, "process", process);
      add_words (json, "events", words, pattern->symbols, MIN (pattern->n, max_events));
      refrain_json_add_int (json, "length", pattern->n);
      refrain_json_add_int (json, "occurrences", pattern->n_occurrences);
      if (positions)
        {
          refrain_json_begin_array (json, "positions");
          for (gsize k = 0; k < pattern->n_occurrences; k++)
            refrain_json_add_int (json, NULL, (gint64) pattern->positions[k] + 1);
          refrain_json_end_array (json);
        }
      refrain_json_end_object (json);
    }
}

/* What each process does, then how often each event stands in a row. */
static void
add_events (RefrainJsonWriter *json, RefrainPattern *pattern, const RefrainWords *words)
{
  gsize n;
  const RefrainPatternPart *parts = refrain_pattern_get_parts (pattern, &n);

  refrain_json_begin_object (json, "events");
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *rank = g_strdup_printf ("%u", parts[i].process);

      add_words (json, rank, words, parts[i].symbol, parts[i].n);
    }
  refrain_json_end_object (json);
  refrain_json_begin_object (json, "counts");
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *rank = g_strdup_printf ("%u", parts[i].process);

      refrain_json_begin_array (json, rank);
      for (gsize k = 0; k < parts[i].n; k++)
        refrain_json_add_int (json, NULL, parts[i].count[k]);
      refrain_json_end_array (json);
    }
  refrain_json_end_object (json);
}

/* What each process does in the first occurrence, in general form: "(S1 R3)x30". */
static void
add_form (RefrainJsonWriter *json, RefrainPattern *pattern, RefrainSymbols *symbols)
{
  g_autoptr (GPtrArray) forms = refrain_pattern_get_forms (pattern, symbols, 0);

  refrain_json_begin_object (json, "form");
  for (guint i = 0; i < forms->len; i++)
    {
      const RefrainPatternForm *form = forms->pdata[i];
      g_autoptr (GPtrArray) words = refrain_pattern_form_get_words (form, symbols, "x", 0);
      g_autofree char *rank = g_strdup_printf ("%u", form->process);
      g_autofree char *text = NULL;

      g_ptr_array_add (words, NULL);
      text = g_strjoinv (" ", (char **) words->pdata);
      refrain_json_add_string (json, rank, text);
    }
  refrain_json_end_object (json);
}

static void
add_pattern (RefrainJsonWriter *json,
             RefrainPattern *pattern,
             RefrainSymbols *symbols,
             const RefrainWords *words)
{
  const RefrainPatternMetrics *metrics = refrain_pattern_get_metrics (pattern);
  RefrainRoutine *routine = refrain_pattern_get_routine (pattern);

  refrain_json_begin_object (json, NULL);
  refrain_json_add_int (json, "id", refrain_pattern_get_id (pattern));
  refrain_json_add_string (json, "name", refrain_pattern_get_name (pattern));
  refrain_json_add_int (json, "occurrences", refrain_pattern_get_n_occurrences (pattern));
  refrain_json_add_int (json, "processes", metrics->processes);
  add_events (json, pattern, words);
  add_form (json, pattern, symbols);
  refrain_json_add_boolean (json, "collective", refrain_pattern_is_collective (pattern));
  refrain_json_add_string (json, "routine",
                           routine != NULL ? refrain_routine_get_label (routine) : NULL);
  refrain_json_add_double (json, "routine_share",
                           (double) refrain_pattern_get_n_in_routine (pattern)
                               / (double) refrain_pattern_get_n_occurrences (pattern));
  refrain_json_add_int (json, "messages", metrics->messages);
  refrain_json_add_int (json, "total_messages", metrics->total_messages);
  refrain_json_add_int (json, "bytes", metrics->bytes);
  refrain_json_add_double (json, "bytes_per_occurrence",
                           (double) metrics->bytes / refrain_pattern_get_n_occurrences (pattern));
  refrain_json_add_double (json, "message_share", metrics->message_share);
  refrain_json_add_double (json, "time_share", metrics->time_share);
  refrain_json_add_int (json, "depth", metrics->depth);
  refrain_json_add_double (json, "regularity", metrics->regularity);
  refrain_json_add_double (json, "duration_min", (double) metrics->duration_min / 1e9);
  refrain_json_add_double (json, "duration_median", (double) metrics->duration_median / 1e9);
  refrain_json_add_double (json, "duration_max", (double) metrics->duration_max / 1e9);
  refrain_json_end_object (json);
}

static void
add_wrappers (RefrainJsonWriter *json, RefrainPatternSet *set)
{
  gsize n;
  RefrainRoutine *const *delimiters = refrain_pattern_set_get_delimiters (set, &n);
  const RefrainWrapper *wrappers;

  refrain_json_begin_array (json, "delimiters");
  for (gsize i = 0; i < n; i++)
    refrain_json_add_string (json, NULL, refrain_routine_get_label (delimiters[i]));
  refrain_json_end_array (json);
  refrain_json_begin_array (json, "wrappers");
  wrappers = refrain_pattern_set_get_wrappers (set, &n);
  for (gsize i = 0; i < n; i++)
    {
      refrain_json_begin_object (json, NULL);
      refrain_json_add_string (json, "routine", refrain_routine_get_label (wrappers[i].routine));
      refrain_json_add_string (json, "reason", wrappers[i].reason);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
}

/* Ranks count from 0 on the command line. */
static RefrainWords
describe_symbols (RefrainSymbols *symbols)
{
  RefrainWords words = { refrain_symbols_get_n_symbols (symbols), NULL };

  words.words = g_new0 (char *, words.n + 1);
  for (guint i = 0; i < words.n; i++)
    words.words[i] = refrain_symbols_describe_from (symbols, i, 0);
  return words;
}

static gsize
get_max_events (RefrainPatternSet *set, RefrainProcessPatterns *const *process, const char *method)
{
  gsize n = 1;

  if (!g_str_equal (method, "suffix"))
    return G_MAXSIZE;
  for (guint p = 0; p < refrain_trace_get_n_processes (refrain_pattern_set_get_trace (set)); p++)
    n += refrain_process_patterns_get_n (process[p]);
  return CLAMP (MAX_SUFFIX_EVENTS_IN_ALL / n, MIN_SUFFIX_EVENTS, MAX_SUFFIX_EVENTS);
}

/* All that was found; @composites may be NULL. */
static void
print_json (RefrainPatternSet *set,
            RefrainComposites *composites,
            RefrainProcessPatterns *const *process,
            const char *method)
{
  RefrainJsonWriter *json = &(RefrainJsonWriter){ 0 };
  RefrainWords words = describe_symbols (refrain_pattern_set_get_symbols (set));
  const gsize max_events = get_max_events (set, process, method);
  gsize n;

  refrain_json_begin_object (json, NULL);
  refrain_json_add_string (json, "method", method);
  refrain_json_begin_array (json, "process_patterns");
  for (guint p = 0; p < refrain_trace_get_n_processes (refrain_pattern_set_get_trace (set)); p++)
    add_process_patterns (json, process[p], &words, p, max_events, FALSE);
  refrain_json_end_array (json);
  refrain_json_begin_array (json, "communication_patterns");
  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    add_pattern (json, refrain_pattern_set_get_pattern (set, i),
                 refrain_pattern_set_get_symbols (set), &words);
  refrain_json_end_array (json);
  refrain_pattern_set_get_sequence (set, &n);
  refrain_json_add_int (json, "sequence_length", n);
  add_wrappers (json, set);
  refrain_composite_report_add (json, composites);
  refrain_json_end_object (json);
  g_strfreev (words.words);
}

/* The same of one sequence. */
static void
print_sequence_json (const RefrainProcessPatterns *patterns,
                     const RefrainWords *words,
                     gsize length,
                     const char *method)
{
  RefrainJsonWriter *json = &(RefrainJsonWriter){ 0 };
  const guint32 *form;
  gsize n;

  refrain_json_begin_object (json, NULL);
  refrain_json_add_string (json, "method", method);
  refrain_json_begin_array (json, "process_patterns");
  add_process_patterns (json, patterns, words, 0, G_MAXSIZE, TRUE);
  refrain_json_end_array (json);
  refrain_json_begin_array (json, "communication_patterns");
  refrain_json_end_array (json);
  refrain_json_add_int (json, "sequence_length", length);
  refrain_json_begin_array (json, "delimiters");
  refrain_json_end_array (json);
  form = refrain_process_patterns_get_form (patterns, &n);
  add_words (json, "form", words, form, n);
  refrain_composite_report_add (json, NULL);
  refrain_json_end_object (json);
}

/* ---- Text --------------------------------------------------------------------------------------
 */

static void
print_words (const RefrainWords *words, const guint32 *symbols, gsize n)
{
  for (gsize i = 0; i < MIN (n, MAX_WORDS_SHOWN); i++)
    printf (" %s", words->words[symbols[i]]);
  if (n > MAX_WORDS_SHOWN)
    printf (_ (" … %zu more"), n - MAX_WORDS_SHOWN);
  printf ("\n");
}

static void
print_pattern (RefrainPattern *pattern)
{
  const RefrainPatternMetrics *metrics = refrain_pattern_get_metrics (pattern);
  g_autofree char *routine = refrain_pattern_describe_routine (pattern);

  printf ("%5u %12" G_GSIZE_FORMAT " %10u %10" G_GUINT64_FORMAT " %9.1f %%  %s",
          refrain_pattern_get_id (pattern), refrain_pattern_get_n_occurrences (pattern),
          metrics->processes, metrics->messages, 100 * metrics->message_share,
          refrain_pattern_get_name (pattern));
  if (routine != NULL)
    printf (" (%s)", routine);
  printf ("\n");
}

/* A line a process, in general form. */
static void
print_events (RefrainPatternSet *set)
{
  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);
      g_autofree char *table = refrain_pattern_write_table (
          pattern, refrain_pattern_set_get_symbols (set), REFRAIN_TABLE_TEXT, 0);

      printf ("\n%u  %s\n%s", refrain_pattern_get_id (pattern), refrain_pattern_get_name (pattern),
              table);
    }
}

/* A summary; with @events what each process does in each pattern, too. */
static void
print_text (RefrainPatternSet *set, RefrainProcessPatterns *const *process, gboolean events)
{
  gsize n;

  refrain_composite_report_print_wrappers (set);
  refrain_pattern_set_get_sequence (set, &n);
  printf (_ ("%zu occurrences of %u communication patterns\n\n"), n,
          refrain_pattern_set_get_n_patterns (set));
  printf ("%5s %12s %10s %10s %11s  %s\n", _ ("id"), _ ("occurrences"), _ ("processes"),
          _ ("messages"), _ ("of all"), _ ("pattern"));
  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    print_pattern (refrain_pattern_set_get_pattern (set, i));
  if (events)
    print_events (set);
  printf ("\n%7s %12s\n", _ ("process"), _ ("repeats"));
  for (guint p = 0; p < refrain_trace_get_n_processes (refrain_pattern_set_get_trace (set)); p++)
    printf ("%7u %12" G_GSIZE_FORMAT "\n", p, refrain_process_patterns_get_n (process[p]));
}

static void
print_sequence_text (const RefrainProcessPatterns *patterns,
                     const RefrainWords *words,
                     gsize length)
{
  gsize n;
  const guint32 *form = refrain_process_patterns_get_form (patterns, &n);

  printf (_ ("%zu symbols, in general form %zu:"), length, n);
  print_words (words, form, n);
  printf ("\n%12s  %s\n", _ ("occurrences"), _ ("pattern"));
  for (gsize i = 0; i < refrain_process_patterns_get_n (patterns); i++)
    {
      const RefrainProcessPattern *pattern = refrain_process_patterns_get (patterns, i);

      printf ("%12" G_GSIZE_FORMAT " ", pattern->n_occurrences);
      print_words (words, pattern->symbols, pattern->n);
    }
}

/* ---- Options --------------------------------------------------------- */

/* The options as they were written. */
typedef struct
{
  gboolean json, events, all, stored;
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
    print_sequence_json (patterns, &words, n, method);
  else
    print_sequence_text (patterns, &words, n);
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

/* Whether patterns are looked for in a way that composite ones are made of: options that say
 * otherwise what is one pattern leave no room for them. */
static gboolean
has_composites (const Options *options)
{
  RefrainPatternArguments how = options->how;

  /* JSON holds both. */
  how.elementary &= !options->json;
  return refrain_pattern_arguments_are_composite (&how);
}

static gboolean
print (const Options *options,
       RefrainPatternSet *set,
       RefrainProcessPatterns *const *found,
       const char *method,
       GError **error)
{
  g_autoptr (RefrainComposites) composites = NULL;

  if (has_composites (options))
    {
      composites = refrain_composites_new (set, NULL, error);
      if (composites == NULL)
        return FALSE;
    }
  if (options->json)
    print_json (set, composites, found, method);
  else if (composites != NULL)
    refrain_composite_report_print (composites, options->events, options->all);
  else
    print_text (set, found, options->events);
  return TRUE;
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
  if (error != NULL || !print (options, set, found, method, &error))
    status = refrain_command_fail (error);
  for (guint p = 0; p < n; p++)
    {
      g_clear_pointer (&found[p], refrain_process_patterns_free);
      g_clear_error (&errors[p]);
    }
  return status;
}

static int
run_stored (const Options *options, const char *path)
{
  g_autoptr (RefrainTrace) trace = refrain_command_load (path);

  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  refrain_stored_patterns_report_print (trace, options->json);
  return REFRAIN_EXIT_OK;
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
  stray = options->events   ? "--events"
          : options->all    ? "--all"
          : options->stored ? "--stored"
                            : refrain_pattern_arguments_get_first (&traces);
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
    { "all", 0, 0, G_OPTION_ARG_NONE, &options.all,
      N_ ("List all patterns of irregular traffic, too"), NULL },
    { "stored", 0, 0, G_OPTION_ARG_NONE, &options.stored,
      N_ ("List the patterns that the trace's file holds, instead of looking for some"), NULL },
    REFRAIN_PATTERN_ENTRIES (options.how),
    { "symbols", 0, 0, G_OPTION_ARG_FILENAME, &options.symbols,
      N_ ("Look at the words of this file instead of a trace"), N_ ("FILE") },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  RefrainPatternOptions analysis;
  RefrainRepeatsMethod repeats;
  const char *method;
  g_autoptr (GError) error = NULL;
  int status = refrain_command_parse (&refrain_command_patterns, entries, argc, argv,
                                      refrain_words_expected (argv) ? 0 : 1, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  if (!refrain_pattern_arguments_understand (&options.how, &analysis, &error))
    return refrain_command_refuse (&refrain_command_patterns, error);
  if (!check_symbols (&options))
    return REFRAIN_EXIT_USAGE;
  repeats = get_repeats (&options.how);
  method = options.how.method != NULL ? options.how.method : "routine";
  status = options.stored ? run_stored (&options, arguments[1])
           : options.symbols != NULL
               ? run_symbols (&options, method, repeats)
               : run_trace (&options, &analysis, arguments[1], method, repeats);
  return status;
}

const RefrainCommand refrain_command_patterns = {
  .name = "patterns",
  .arguments = "TRACE",
  .summary = N_ ("Find what the processes say again and again"),
  .run = run,
};
