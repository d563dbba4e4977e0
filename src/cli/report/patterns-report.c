/* patterns-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "patterns-report.h"

#include <stdio.h>

#include <glib/gi18n.h>

#include "refrain-command.h"
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
add_string (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name (builder, name);
  if (value != NULL)
    json_builder_add_string_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_int (JsonBuilder *builder, const char *name, guint64 value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, (gint64) value);
}

static void
add_double (JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_double_value (builder, value);
}

static void
add_words (JsonBuilder *builder, const RefrainWords *words, const guint32 *symbols, gsize n)
{
  json_builder_begin_array (builder);
  for (gsize i = 0; i < n; i++)
    json_builder_add_string_value (builder, words->words[symbols[i]]);
  json_builder_end_array (builder);
}

static void
add_process_patterns (JsonBuilder *builder,
                      const RefrainProcessPatterns *patterns,
                      const RefrainWords *words,
                      guint process,
                      gsize max_events,
                      gboolean positions)
{
  for (gsize i = 0; i < refrain_process_patterns_get_n (patterns); i++)
    {
      const RefrainProcessPattern *pattern = refrain_process_patterns_get (patterns, i);

      json_builder_begin_object (builder);
      add_int (builder, "process", process);
      json_builder_set_member_name (builder, "events");
      add_words (builder, words, pattern->symbols, MIN (pattern->n, max_events));
      add_int (builder, "length", pattern->n);
      add_int (builder, "occurrences", pattern->n_occurrences);
      if (positions)
        {
          json_builder_set_member_name (builder, "positions");
          json_builder_begin_array (builder);
          for (gsize k = 0; k < pattern->n_occurrences; k++)
            json_builder_add_int_value (builder, (gint64) pattern->positions[k] + 1);
          json_builder_end_array (builder);
        }
      json_builder_end_object (builder);
    }
}

/* What each process does, then how often each event stands in a row. */
static void
add_events (JsonBuilder *builder, RefrainPattern *pattern, const RefrainWords *words)
{
  gsize n;
  const RefrainPatternPart *parts = refrain_pattern_get_parts (pattern, &n);

  json_builder_set_member_name (builder, "events");
  json_builder_begin_object (builder);
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *rank = g_strdup_printf ("%u", parts[i].process);

      json_builder_set_member_name (builder, rank);
      add_words (builder, words, parts[i].symbol, parts[i].n);
    }
  json_builder_end_object (builder);
  json_builder_set_member_name (builder, "counts");
  json_builder_begin_object (builder);
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *rank = g_strdup_printf ("%u", parts[i].process);

      json_builder_set_member_name (builder, rank);
      json_builder_begin_array (builder);
      for (gsize k = 0; k < parts[i].n; k++)
        json_builder_add_int_value (builder, parts[i].count[k]);
      json_builder_end_array (builder);
    }
  json_builder_end_object (builder);
}

/* What each process does in the first occurrence, in general form: "(S1 R3)x30". */
static void
add_form (JsonBuilder *builder, RefrainPattern *pattern, RefrainSymbols *symbols)
{
  g_autoptr (GPtrArray) forms = refrain_pattern_get_forms (pattern, symbols, 0);

  json_builder_set_member_name (builder, "form");
  json_builder_begin_object (builder);
  for (guint i = 0; i < forms->len; i++)
    {
      const RefrainPatternForm *form = forms->pdata[i];
      g_autoptr (GPtrArray) words = refrain_pattern_form_get_words (form, symbols, "x", 0);
      g_autofree char *rank = g_strdup_printf ("%u", form->process);
      g_autofree char *text = NULL;

      g_ptr_array_add (words, NULL);
      text = g_strjoinv (" ", (char **) words->pdata);
      add_string (builder, rank, text);
    }
  json_builder_end_object (builder);
}

static void
add_pattern (JsonBuilder *builder,
             RefrainPattern *pattern,
             RefrainSymbols *symbols,
             const RefrainWords *words)
{
  const RefrainPatternMetrics *metrics = refrain_pattern_get_metrics (pattern);
  RefrainRoutine *routine = refrain_pattern_get_routine (pattern);

  json_builder_begin_object (builder);
  add_int (builder, "id", refrain_pattern_get_id (pattern));
  add_string (builder, "name", refrain_pattern_get_name (pattern));
  add_int (builder, "occurrences", refrain_pattern_get_n_occurrences (pattern));
  add_int (builder, "processes", metrics->processes);
  add_events (builder, pattern, words);
  add_form (builder, pattern, symbols);
  json_builder_set_member_name (builder, "collective");
  json_builder_add_boolean_value (builder, refrain_pattern_is_collective (pattern));
  add_string (builder, "routine", routine != NULL ? refrain_routine_get_name (routine) : NULL);
  add_int (builder, "messages", metrics->messages);
  add_int (builder, "total_messages", metrics->total_messages);
  add_int (builder, "bytes", metrics->bytes);
  add_double (builder, "bytes_per_occurrence",
              (double) metrics->bytes / refrain_pattern_get_n_occurrences (pattern));
  add_double (builder, "message_share", metrics->message_share);
  add_double (builder, "time_share", metrics->time_share);
  add_int (builder, "depth", metrics->depth);
  add_double (builder, "regularity", metrics->regularity);
  add_double (builder, "duration_min", (double) metrics->duration_min / 1e9);
  add_double (builder, "duration_median", (double) metrics->duration_median / 1e9);
  add_double (builder, "duration_max", (double) metrics->duration_max / 1e9);
  json_builder_end_object (builder);
}

static void
add_wrappers (JsonBuilder *builder, RefrainPatternSet *set)
{
  gsize n;
  RefrainRoutine *const *delimiters = refrain_pattern_set_get_delimiters (set, &n);
  const RefrainWrapper *wrappers;

  json_builder_set_member_name (builder, "delimiters");
  json_builder_begin_array (builder);
  for (gsize i = 0; i < n; i++)
    json_builder_add_string_value (builder, refrain_routine_get_name (delimiters[i]));
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "wrappers");
  json_builder_begin_array (builder);
  wrappers = refrain_pattern_set_get_wrappers (set, &n);
  for (gsize i = 0; i < n; i++)
    {
      json_builder_begin_object (builder);
      add_string (builder, "routine", refrain_routine_get_name (wrappers[i].routine));
      add_string (builder, "reason", wrappers[i].reason);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
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
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  RefrainWords words = describe_symbols (refrain_pattern_set_get_symbols (set));
  const gsize max_events = get_max_events (set, process, method);
  gsize n;

  json_builder_begin_object (builder);
  add_string (builder, "method", method);
  json_builder_set_member_name (builder, "process_patterns");
  json_builder_begin_array (builder);
  for (guint p = 0; p < refrain_trace_get_n_processes (refrain_pattern_set_get_trace (set)); p++)
    add_process_patterns (builder, process[p], &words, p, max_events, FALSE);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "communication_patterns");
  json_builder_begin_array (builder);
  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    add_pattern (builder, refrain_pattern_set_get_pattern (set, i),
                 refrain_pattern_set_get_symbols (set), &words);
  json_builder_end_array (builder);
  refrain_pattern_set_get_sequence (set, &n);
  add_int (builder, "sequence_length", n);
  add_wrappers (builder, set);
  json_builder_end_object (builder);
  g_strfreev (words.words);
  return refrain_command_print_json (builder);
}

int
patterns_report_print_sequence_json (const RefrainProcessPatterns *patterns,
                                     const RefrainWords *words,
                                     gsize length,
                                     const char *method)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  const guint32 *form;
  gsize n;

  json_builder_begin_object (builder);
  add_string (builder, "method", method);
  json_builder_set_member_name (builder, "process_patterns");
  json_builder_begin_array (builder);
  add_process_patterns (builder, patterns, words, 0, G_MAXSIZE, TRUE);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "communication_patterns");
  json_builder_begin_array (builder);
  json_builder_end_array (builder);
  add_int (builder, "sequence_length", length);
  json_builder_set_member_name (builder, "delimiters");
  json_builder_begin_array (builder);
  json_builder_end_array (builder);
  form = refrain_process_patterns_get_form (patterns, &n);
  json_builder_set_member_name (builder, "form");
  add_words (builder, words, form, n);
  json_builder_end_object (builder);
  return refrain_command_print_json (builder);
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
