/* command-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli patterns: what the processes say again and again.
 */
#include "config.h"

#include "refrain-command.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "refrain-composites.h"
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
#include "refrain-words.h"

/* A suffix array finds repeats almost as long as the sequence, one in another: of each the length
 * is told and its first events, not more than so many, and in all not many more than so many. */
#define MAX_SUFFIX_EVENTS        1000
#define MIN_SUFFIX_EVENTS        8
#define MAX_SUFFIX_EVENTS_IN_ALL 500000
/* A process pattern in text is no longer than so many events. */
#define MAX_WORDS_SHOWN 24
/* A text names no more cycles than so many, of each no more items, which longer cycles tell by
 * their ids alone, and of a composite pattern no more parts. */
#define MAX_CYCLES_SHOWN 5
#define MAX_ITEMS_SHOWN  24
#define MAX_ITEMS_NAMED  6
#define MAX_PARTS_SHOWN  4
/* Of irregular traffic no more iterations. */
#define MAX_ROWS_SHOWN 12

/* ---- Composite patterns ------------------------------------------------------------------------
 */

/* Composite patterns are numbered from 1 in the order in which they are listed, most telling first.
 */
typedef struct
{
  RefrainComposites *composites;
  RefrainPatternSet *set;
  guint n;
  const guint32 *order; /* indices in the set */
  guint32 *id;          /* of each pattern of the set */
} Composites;

static void
composites_init (Composites *self, RefrainComposites *composites)
{
  self->composites = composites;
  self->set = refrain_composites_get_set (composites);
  self->n = refrain_pattern_set_get_n_patterns (self->set);
  self->order = refrain_composites_get_order (composites);
  self->id = g_new0 (guint32, (gsize) self->n + 1);
  for (guint i = 0; i < self->n; i++)
    self->id[self->order[i]] = i + 1;
}

static void
composites_clear (Composites *self)
{
  g_free (self->id);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Composites, composites_clear)

/* The processes that take part in any occurrence: those of a family are not all in the first. */
static GArray *
find_ranks (const Composites *self, RefrainPattern *pattern)
{
  const guint n = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (self->set));
  g_autofree gboolean *in = g_new0 (gboolean, (gsize) n + 1);
  GArray *ranks = g_array_new (FALSE, FALSE, sizeof (guint));

  for (gsize i = 0; i < refrain_pattern_get_n_occurrences (pattern); i++)
    {
      gsize n_parts;
      const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (pattern, i, &n_parts);

      for (gsize k = 0; k < n_parts; k++)
        in[parts[k].process] = TRUE;
    }
  for (guint p = 0; p < n; p++)
    if (in[p])
      g_array_append_val (ranks, p);
  return ranks;
}

/* How many occurrences each process has with the master @hub. Free with g_free(). */
static gsize *
count_tasks (const Composites *self, RefrainPattern *pattern, guint32 hub)
{
  gsize *tasks
      = g_new0 (gsize, refrain_trace_get_n_processes (refrain_pattern_set_get_trace (self->set)));

  for (gsize i = 0; i < refrain_pattern_get_n_occurrences (pattern); i++)
    {
      gsize n_parts;
      const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (pattern, i, &n_parts);

      for (gsize k = 0; k < n_parts; k++)
        if (parts[k].process != hub)
          tasks[parts[k].process]++;
    }
  return tasks;
}

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

static void
add_occurrence (RefrainJsonWriter *json, const char *name, RefrainPattern *pattern, gsize i)
{
  RefrainTime start, end;

  refrain_pattern_get_occurrence_span (pattern, i, &start, &end);
  refrain_json_begin_object (json, name);
  refrain_json_add_int (json, "occurrence", (gint64) i + 1);
  refrain_json_add_double (json, "from", (double) start / 1e9);
  refrain_json_add_double (json, "to", (double) end / 1e9);
  refrain_json_add_double (json, "seconds", (double) (end - start) / 1e9);
  refrain_json_end_object (json);
}

static void
add_tasks (RefrainJsonWriter *json, const Composites *self, RefrainPattern *pattern, guint32 hub)
{
  g_autofree gsize *tasks = count_tasks (self, pattern, hub);
  const guint n = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (self->set));

  refrain_json_add_int (json, "master", hub);
  refrain_json_begin_object (json, "tasks");
  for (guint p = 0; p < n; p++)
    if (tasks[p] > 0)
      {
        g_autofree char *rank = g_strdup_printf ("%u", p);

        refrain_json_add_int (json, rank, (gint64) tasks[p]);
      }
  refrain_json_end_object (json);
}

static void
add_composite (RefrainJsonWriter *json, const Composites *self, guint32 index)
{
  RefrainPattern *pattern = refrain_pattern_set_get_pattern (self->set, index);
  const RefrainCompositeInfo *info = refrain_composites_get_info (self->composites, index);
  const RefrainPatternMetrics *metrics = refrain_pattern_get_metrics (pattern);
  const gsize n = refrain_pattern_get_n_occurrences (pattern);
  g_autoptr (GArray) ranks = find_ranks (self, pattern);
  gsize n_there, longest, median;
  RefrainRoutine *routine = refrain_pattern_find_routine (self->set, pattern, &n_there);

  refrain_json_begin_object (json, NULL);
  refrain_json_add_int (json, "id", self->id[index]);
  refrain_json_add_string (json, "name", refrain_pattern_get_name (pattern));
  refrain_json_add_int (json, "occurrences", n);
  refrain_json_add_int (json, "processes", ranks->len);
  refrain_json_begin_array (json, "ranks");
  for (guint i = 0; i < ranks->len; i++)
    refrain_json_add_int (json, NULL, g_array_index (ranks, guint, i));
  refrain_json_end_array (json);
  refrain_json_begin_array (json, "stages");
  for (gsize i = 0; i < info->n_parts; i++)
    refrain_json_add_int (json, NULL, (gint64) info->stages[i] + 1);
  refrain_json_end_array (json);
  refrain_json_add_int (json, "stage_count", info->n_stages);
  refrain_json_add_int (json, "groups", info->n_groups);
  refrain_json_add_string (json, "kind",
                           refrain_pattern_is_collective (pattern) ? "collective" : "messages");
  refrain_json_add_string (json, "routine",
                           routine != NULL ? refrain_routine_get_label (routine) : NULL);
  refrain_json_add_double (json, "share", (double) n_there / (double) n);
  refrain_json_add_int (json, "total_messages", metrics->total_messages);
  refrain_json_add_double (json, "message_share", metrics->message_share);
  refrain_json_add_double (json, "time_share", metrics->time_share);
  if (info->hub != REFRAIN_NONE)
    add_tasks (json, self, pattern, info->hub);
  refrain_pattern_find_durations (pattern, &longest, &median);
  add_occurrence (json, "longest", pattern, longest);
  add_occurrence (json, "median", pattern, median);
  refrain_json_end_object (json);
}

static void
add_cycle (RefrainJsonWriter *json, const Composites *self, RefrainCycle *cycle)
{
  gsize n, n_processes;
  const RefrainCycleItem *items = refrain_cycle_get_items (cycle, &n);
  const guint32 *processes = refrain_cycle_get_processes (cycle, &n_processes);

  refrain_json_begin_object (json, NULL);
  refrain_json_add_int (json, "id", refrain_cycle_get_id (cycle));
  refrain_json_add_int (json, "count", refrain_cycle_get_count (cycle));
  refrain_json_begin_array (json, "body");
  for (gsize i = 0; i < n; i++)
    {
      refrain_json_begin_object (json, NULL);
      refrain_json_add_int (json, "pattern", self->id[items[i].pattern]);
      refrain_json_add_int (json, "times", items[i].times);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
  refrain_json_add_int (json, "processes", n_processes);
  refrain_json_begin_array (json, "ranks");
  for (gsize i = 0; i < n_processes; i++)
    refrain_json_add_int (json, NULL, processes[i]);
  refrain_json_end_array (json);
  refrain_json_end_object (json);
}

/* @self is NULL where there are none. */
static void
add_composites (RefrainJsonWriter *json, const Composites *self)
{
  GPtrArray *cycles = self != NULL ? refrain_composites_get_cycles (self->composites) : NULL;

  refrain_json_begin_array (json, "composite_patterns");
  for (guint i = 0; self != NULL && i < self->n; i++)
    add_composite (json, self, self->order[i]);
  refrain_json_end_array (json);
  refrain_json_begin_array (json, "cycles");
  for (guint i = 0; cycles != NULL && i < cycles->len; i++)
    add_cycle (json, self, cycles->pdata[i]);
  refrain_json_end_array (json);
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
            const Composites *composites,
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
  add_composites (json, composites);
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
  add_composites (json, NULL);
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
print_wrappers (RefrainPatternSet *set)
{
  gsize n;
  RefrainRoutine *const *delimiters = refrain_pattern_set_get_delimiters (set, &n);
  const RefrainWrapper *wrappers;

  printf ("%s", _ ("Delimited by:"));
  for (gsize i = 0; i < n; i++)
    printf (" %s", refrain_routine_get_label (delimiters[i]));
  printf ("%s\n", n == 0 ? _ (" collectives alone") : "");
  wrappers = refrain_pattern_set_get_wrappers (set, &n);
  for (gsize i = 0; i < n; i++)
    printf (_ ("Wrapper %s: %s\n"), refrain_routine_get_label (wrappers[i].routine),
            wrappers[i].reason);
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

/* Whether another pattern of the list has the same name. */
static gboolean
is_ambiguous (const Composites *self, guint32 index)
{
  const char *name = refrain_pattern_get_name (refrain_pattern_set_get_pattern (self->set, index));

  for (guint i = 0; i < self->n; i++)
    if (i != index
        && g_str_equal (name,
                        refrain_pattern_get_name (refrain_pattern_set_get_pattern (self->set, i))))
      return TRUE;
  return FALSE;
}

static void
print_item (const Composites *self, const RefrainCycleItem *item, gboolean named)
{
  RefrainPattern *pattern = refrain_pattern_set_get_pattern (self->set, item->pattern);

  if (item->times > 1)
    printf ("%u × ", item->times);
  if (!named)
    printf ("#%u", self->id[item->pattern]);
  else if (is_ambiguous (self, item->pattern))
    printf ("%s #%u", refrain_pattern_get_name (pattern), self->id[item->pattern]);
  else
    printf ("%s", refrain_pattern_get_name (pattern));
}

/* "249 × [62 × Sweep from 0 to 7; Ring of 8]"; of many items the ids: "14 × [#15; #2; 2 × #3]". */
static void
print_cycle (const Composites *self, RefrainCycle *cycle)
{
  gsize n, n_processes;
  const RefrainCycleItem *items = refrain_cycle_get_items (cycle, &n);

  refrain_cycle_get_processes (cycle, &n_processes);
  printf ("%" G_GSIZE_FORMAT " × [", refrain_cycle_get_count (cycle));
  for (gsize i = 0; i < MIN (n, MAX_ITEMS_SHOWN); i++)
    {
      printf ("%s", i > 0 ? "; " : "");
      print_item (self, &items[i], n <= MAX_ITEMS_NAMED);
    }
  if (n > MAX_ITEMS_SHOWN)
    printf (_ ("; … %zu more"), n - MAX_ITEMS_SHOWN);
  printf ("]");
  if (n_processes < refrain_trace_get_n_processes (refrain_pattern_set_get_trace (self->set)))
    /* Translators: a cycle of patterns is gone through by some processes only. */
    printf (ngettext (" on %zu process", " on %zu processes", n_processes), n_processes);
  printf ("\n");
}

/* "master/worker: 1 master (0), 7 workers, 120 tasks, 15 to 20 each" */
static void
print_masters (const Composites *self)
{
  const guint n = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (self->set));
  guint32 last = REFRAIN_NONE;

  for (guint i = 0; i < self->n; i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (self->set, self->order[i]);
      const guint32 hub = refrain_composites_get_info (self->composites, self->order[i])->hub;
      g_autofree gsize *tasks = NULL;
      gsize least = G_MAXSIZE, most = 0;
      guint n_workers = 0;

      if (hub == REFRAIN_NONE || hub == last)
        continue;
      last = hub;
      tasks = count_tasks (self, pattern, hub);
      for (guint p = 0; p < n; p++)
        if (tasks[p] > 0)
          {
            n_workers++;
            least = MIN (least, tasks[p]);
            most = MAX (most, tasks[p]);
          }
      printf (ngettext ("master/worker: master %u, %u worker, %zu tasks, %zu to %zu each\n",
                        "master/worker: master %u, %u workers, %zu tasks, %zu to %zu each\n",
                        n_workers),
              hub, n_workers, refrain_pattern_get_n_occurrences (pattern), least, most);
    }
}

/* Those first that can be told whole; what one process alone goes through is no cycle of the run.
 */
static void
print_cycles (const Composites *self)
{
  GPtrArray *cycles = refrain_composites_get_cycles (self->composites);
  const guint least
      = MIN (refrain_trace_get_n_processes (refrain_pattern_set_get_trace (self->set)), 2);
  guint n_shown = 0, n_told = 0;

  for (guint i = 0; i < cycles->len; i++)
    {
      gsize n_processes;

      refrain_cycle_get_processes (cycles->pdata[i], &n_processes);
      n_told += n_processes >= least;
    }
  for (int whole = 1; whole >= 0; whole--)
    for (guint i = 0; i < cycles->len && n_shown < MAX_CYCLES_SHOWN; i++)
      {
        gsize n, n_processes;

        refrain_cycle_get_items (cycles->pdata[i], &n);
        refrain_cycle_get_processes (cycles->pdata[i], &n_processes);
        if ((n <= MAX_ITEMS_SHOWN) != whole || n_processes < least)
          continue;
        print_cycle (self, cycles->pdata[i]);
        n_shown++;
      }
  if (n_told > n_shown)
    printf (ngettext ("… %u more cycle\n", "… %u more cycles\n", n_told - n_shown),
            n_told - n_shown);
  if (n_shown > 0)
    printf ("\n");
}

/* Of a composite pattern that is several elementary ones these, and of work handed out who does how
 * much. */
static void
print_parts (const Composites *self, RefrainPattern *pattern, const RefrainCompositeInfo *info)
{
  RefrainPatternSet *elementary = refrain_composites_get_elementary (self->composites);

  if (info->hub != REFRAIN_NONE)
    {
      g_autofree gsize *tasks = count_tasks (self, pattern, info->hub);
      const guint n = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (self->set));

      printf (_ ("%43smaster %u; worker: tasks"), "", info->hub);
      for (guint p = 0; p < n; p++)
        if (tasks[p] > 0)
          printf (" %u: %" G_GSIZE_FORMAT, p, tasks[p]);
      printf ("\n");
      return;
    }
  if (info->n_parts < 2)
    return;
  for (gsize i = 0; i < MIN (info->n_parts, MAX_PARTS_SHOWN); i++)
    {
      RefrainPattern *part = refrain_pattern_set_get_pattern (elementary, info->stages[i]);

      printf ("%43s%" G_GSIZE_FORMAT " × %s\n", "", refrain_pattern_get_n_occurrences (part),
              refrain_pattern_get_name (part));
    }
  if (info->n_parts > MAX_PARTS_SHOWN)
    printf (_ ("%43s… %zu more\n"), "", info->n_parts - MAX_PARTS_SHOWN);
}

static void
print_composite (const Composites *self, guint32 index)
{
  RefrainPattern *pattern = refrain_pattern_set_get_pattern (self->set, index);
  const RefrainCompositeInfo *info = refrain_composites_get_info (self->composites, index);
  const gsize n = refrain_pattern_get_n_occurrences (pattern);
  g_autoptr (GArray) ranks = find_ranks (self, pattern);
  gsize n_there;
  RefrainRoutine *routine = refrain_pattern_find_routine (self->set, pattern, &n_there);

  printf ("%5u %12" G_GSIZE_FORMAT " %10u %9.1f %%  %s", self->id[index], n, ranks->len,
          100 * refrain_pattern_get_metrics (pattern)->message_share,
          refrain_pattern_get_name (pattern));
  if (routine != NULL && n_there < n)
    /* Translators: a routine, and how many of a pattern's occurrences are in it. */
    printf (_ (" (%s, %zu of %zu)"), refrain_routine_get_label (routine), n_there, n);
  else if (routine != NULL)
    printf (" (%s)", refrain_routine_get_label (routine));
  printf ("\n");
  print_parts (self, pattern, info);
}

/* "12.3 ms  no. 7 at 1.204 s" */
static char *
describe_occurrence (RefrainPattern *pattern, gsize i)
{
  RefrainTime start, end;
  g_autofree char *duration = NULL, *at = NULL;

  refrain_pattern_get_occurrence_span (pattern, i, &start, &end);
  duration = refrain_time_format (end - start, 3);
  at = refrain_time_format (start, 6);
  /* Translators: how long an occurrence takes, its number, and when it begins. */
  return g_strdup_printf (_ ("%s (no. %zu at %s)"), duration, i + 1, at);
}

/* Which occurrences took longest, of the patterns that come again. */
static void
print_durations (const Composites *self)
{
  gboolean any = FALSE;

  for (guint i = 0; i < self->n; i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (self->set, self->order[i]);
      g_autofree char *long_one = NULL, *middle = NULL;
      gsize longest, median;

      if (refrain_pattern_get_n_occurrences (pattern) < 2)
        continue;
      refrain_pattern_find_durations (pattern, &longest, &median);
      long_one = describe_occurrence (pattern, longest);
      middle = describe_occurrence (pattern, median);
      if (!any)
        printf ("\n%5s  %-36s %s\n", _ ("id"), _ ("longest occurrence"), _ ("median occurrence"));
      any = TRUE;
      printf ("%5u  %-36s %s\n", i + 1, long_one, middle);
    }
}

static void
print_composite_events (const Composites *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (self->set, self->order[i]);
      g_autofree char *table = refrain_pattern_write_table (
          pattern, refrain_pattern_set_get_symbols (self->set), REFRAIN_TABLE_TEXT, 0);

      printf ("\n%u  %s\n%s", i + 1, refrain_pattern_get_name (pattern), table);
    }
}

/* "not regular: 7,180 messages between 64 processes in 10 iterations, partners fixed" */
static void
print_regularity (const RefrainTraffic *traffic)
{
  g_autofree char *messages = refrain_count_format (traffic->messages);
  const char *partners = traffic->fixed ? _ ("partners fixed") : _ ("partners varying");

  if (traffic->regularity == REFRAIN_REGULAR_OUTSIDE)
    /* Translators: %s messages; the last one is "partners fixed". */
    printf (_ ("%zu iterations, not regular within them: %s messages between %u processes, %s\n"),
            traffic->iterations, messages, traffic->processes, partners);
  else if (traffic->regularity == REFRAIN_IRREGULAR && traffic->iterations > 0)
    printf (_ ("not regular: %s messages between %u processes in %zu iterations, %s\n"), messages,
            traffic->processes, traffic->iterations, partners);
  else if (traffic->regularity == REFRAIN_IRREGULAR)
    printf (_ ("not regular: %s messages between %u processes\n"), messages, traffic->processes);
}

/* What is sent in each iteration, instead of patterns that do not come again. */
static void
print_traffic (const Composites *self, const RefrainTraffic *traffic)
{
  guint n_shown = MIN (traffic->rows->len, MAX_ROWS_SHOWN);

  printf ("%9s %12s %12s %10s %10s %10s %18s\n", _ ("iteration"), _ ("from"), _ ("to"),
          _ ("messages"), _ ("bytes"), _ ("pairs"), _ ("partners changed"));
  for (guint i = 0; i < n_shown; i++)
    {
      const RefrainTrafficRow *row = &g_array_index (traffic->rows, RefrainTrafficRow, i);
      g_autofree char *from = refrain_time_format (row->from, 6);
      g_autofree char *to = refrain_time_format (row->to, 6);
      g_autofree char *bytes = refrain_bytes_format (row->bytes);

      printf ("%9u %12s %12s %10" G_GUINT64_FORMAT " %10s %10" G_GUINT64_FORMAT " %18u\n", i + 1,
              from, to, row->messages, bytes, row->channels, row->changed);
    }
  if (traffic->rows->len > n_shown)
    printf (
        ngettext ("… %u more iteration\n", "… %u more iterations\n", traffic->rows->len - n_shown),
        traffic->rows->len - n_shown);
  printf (ngettext ("\n%u pattern, of which most messages come once (--all lists it)\n",
                    "\n%u patterns, of which most messages come once (--all lists them)\n",
                    self->n),
          self->n);
}

/* The cycles, then the composite patterns; of irregular traffic a summary, unless @all. */
static void
print_composites (const Composites *self, gboolean events, gboolean all)
{
  g_auto (RefrainTraffic) traffic = { 0 };

  RefrainPatternSet *elementary = refrain_composites_get_elementary (self->composites);

  if (self->n == 0)
    {
      printf (_ ("no patterns: the trace holds no messages and no collective operations\n"));
      return;
    }
  refrain_traffic_judge (&traffic, self->composites);
  print_regularity (&traffic);
  if (traffic.regularity == REFRAIN_IRREGULAR && !all && !events)
    {
      print_traffic (self, &traffic);
      return;
    }
  print_masters (self);
  print_cycles (self);
  printf ("%5s %12s %10s %11s  %s\n", _ ("id"), _ ("occurrences"), _ ("processes"),
          _ ("of messages"), _ ("pattern (routine)"));
  for (guint i = 0; i < self->n; i++)
    print_composite (self, self->order[i]);
  print_durations (self);
  if (events)
    print_composite_events (self);
  printf ("\n");
  print_wrappers (self->set);
  printf (ngettext ("Made of %u elementary pattern (--elementary)\n",
                    "Made of %u elementary patterns (--elementary)\n",
                    refrain_pattern_set_get_n_patterns (elementary)),
          refrain_pattern_set_get_n_patterns (elementary));
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
  gboolean json, events, elementary, all;
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
  return g_strcmp0 (options->how.method, "suffix") != 0 && !options->how.keep_tandem
         && !options->how.merge_alike && !options->how.join_collectives
         && (options->json || !options->elementary);
}

static gboolean
print (const Options *options,
       RefrainPatternSet *set,
       RefrainProcessPatterns *const *found,
       const char *method,
       GError **error)
{
  g_autoptr (RefrainComposites) composites = NULL;
  g_auto (Composites) list = { 0 };

  if (has_composites (options))
    {
      composites = refrain_composites_new (set, NULL, error);
      if (composites == NULL)
        return FALSE;
      composites_init (&list, composites);
    }
  if (options->json)
    print_json (set, composites != NULL ? &list : NULL, found, method);
  else if (composites != NULL)
    print_composites (&list, options->events, options->all);
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
  stray = options->events       ? "--events"
          : options->elementary ? "--elementary"
          : options->all        ? "--all"
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
    { "elementary", 0, 0, G_OPTION_ARG_NONE, &options.elementary,
      N_ ("List the elementary patterns, and each process' repeats"), NULL },
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
