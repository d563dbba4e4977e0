/* patterns-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "patterns-report.h"

#include <stdio.h>

#include <glib/gi18n.h>

#include "refrain-command.h"
#include "refrain-json-writer.h"
#include "refrain-pattern-form.h"
#include "refrain-pattern-table.h"

/* A suffix array finds repeats almost as long as the sequence, one in another: of each the length
 * is told and its first events, not more than so many, and in all not many more than so many. */
#define MAX_SUFFIX_EVENTS        1000
#define MIN_SUFFIX_EVENTS        8
#define MAX_SUFFIX_EVENTS_IN_ALL 500000
/* A process pattern in text is no longer than so many events. */
#define MAX_WORDS_SHOWN 24

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
                           routine != NULL ? refrain_routine_get_name (routine) : NULL);
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
    refrain_json_add_string (json, NULL, refrain_routine_get_name (delimiters[i]));
  refrain_json_end_array (json);
  refrain_json_begin_array (json, "wrappers");
  wrappers = refrain_pattern_set_get_wrappers (set, &n);
  for (gsize i = 0; i < n; i++)
    {
      refrain_json_begin_object (json, NULL);
      refrain_json_add_string (json, "routine", refrain_routine_get_name (wrappers[i].routine));
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

int
patterns_report_print_json (RefrainPatternSet *set,
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
  refrain_json_end_object (json);
  g_strfreev (words.words);
  return REFRAIN_EXIT_OK;
}

int
patterns_report_print_sequence_json (const RefrainProcessPatterns *patterns,
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
  refrain_json_end_object (json);
  return REFRAIN_EXIT_OK;
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
print_wrappers (RefrainPatternSet *set)
{
  gsize n;
  RefrainRoutine *const *delimiters = refrain_pattern_set_get_delimiters (set, &n);
  const RefrainWrapper *wrappers;

  printf ("%s", _ ("Delimited by:"));
  for (gsize i = 0; i < n; i++)
    printf (" %s", refrain_routine_get_name (delimiters[i]));
  printf ("%s\n", n == 0 ? _ (" collectives alone") : "");
  wrappers = refrain_pattern_set_get_wrappers (set, &n);
  for (gsize i = 0; i < n; i++)
    printf (_ ("Wrapper %s: %s\n"), refrain_routine_get_name (wrappers[i].routine),
            wrappers[i].reason);
}

static void
print_pattern (RefrainPattern *pattern)
{
  const RefrainPatternMetrics *metrics = refrain_pattern_get_metrics (pattern);
  RefrainRoutine *routine = refrain_pattern_get_routine (pattern);

  printf ("%5u %12" G_GSIZE_FORMAT " %10u %10" G_GUINT64_FORMAT " %9.1f %%  %s",
          refrain_pattern_get_id (pattern), refrain_pattern_get_n_occurrences (pattern),
          metrics->processes, metrics->messages, 100 * metrics->message_share,
          refrain_pattern_get_name (pattern));
  if (routine != NULL)
    printf (" (%s)", refrain_routine_get_name (routine));
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

void
patterns_report_print_text (RefrainPatternSet *set,
                            RefrainProcessPatterns *const *process,
                            gboolean events)
{
  gsize n;

  print_wrappers (set);
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

void
patterns_report_print_sequence_text (const RefrainProcessPatterns *patterns,
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
