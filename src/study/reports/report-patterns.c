/* report-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * patterns: what the processes say again and again.
 */
#include "config.h"

#include "refrain-free.h"
#include "refrain-report-kinds.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "refrain-pattern-form.h"
#include "refrain-pattern-options.h"
#include "refrain-report-composites.h"
#include "refrain-report-main-loop.h"
#include "refrain-report-options.h"
#include "refrain-words.h"

/* A suffix array finds repeats almost as long as the sequence, one in another: of each the length
 * is told and its first events, not more than so many, and in all not many more than so many. */
#define MAX_SUFFIX_EVENTS        1000
#define MIN_SUFFIX_EVENTS        8
#define MAX_SUFFIX_EVENTS_IN_ALL 500000
/* A process pattern in text is no longer than so many events. */
#define MAX_WORDS_SHOWN 24

typedef struct
{
  gboolean for_programs;
  gboolean events, all, stored;
  char *symbols; /* a file, or NULL */
  RefrainPatternArguments how;
} Options;

static void
init (gpointer data)
{
  Options *options = data;

  options->for_programs = TRUE;
}

REFRAIN_DEFINE_CLEAR (clear, Options, g_free (x->symbols);
                      refrain_pattern_arguments_clear (&x->how))

REFRAIN_REPORT_ENTRIES (Options,
                        { "events", 0, 0, G_OPTION_ARG_NONE, &x->events,
                          N_ ("Print the events of each process in each pattern"), NULL },
                        { "all", 0, 0, G_OPTION_ARG_NONE, &x->all, N_ ("Print all rows or lines"),
                          NULL },
                        { "stored", 0, 0, G_OPTION_ARG_NONE, &x->stored,
                          N_ ("List the patterns stored in the trace file"), NULL },
                        REFRAIN_PATTERN_ENTRIES (x->how),
                        { "symbols", 0, 0, G_OPTION_ARG_FILENAME, &x->symbols,
                          N_ ("Look at the words of this file instead of a trace"), N_ ("FILE") })

/* Whether no option is given that says nothing about a file of words. */
static gboolean
check_symbols (const Options *options, GError **error)
{
  RefrainPatternArguments traces = options->how;
  const char *stray;

  traces.method = NULL;
  traces.keep_tandem = FALSE;
  stray = options->events   ? "--events"
          : options->all    ? "--all"
          : options->stored ? "--stored"
                            : refrain_pattern_arguments_get_first (&traces);
  return options->symbols == NULL || stray == NULL
         || refrain_report_refuse_both (stray, "--symbols", error);
}

static gboolean
check (gpointer data, char **words, GError **error)
{
  Options *options = data;

  return refrain_report_expect_trace_or_file (words, "--symbols", options->symbols, error)
         && refrain_pattern_arguments_understand (&options->how, NULL, error)
         && check_symbols (options, error);
}

/* A table has no room for them. */
static gboolean
narrow (gpointer data, RefrainReportFormat format, GError **error)
{
  Options *options = data;

  options->for_programs = format == REFRAIN_REPORT_JSON;
  return !options->events || format == REFRAIN_REPORT_TEXT || format == REFRAIN_REPORT_JSON
         || refrain_report_refuse (error, _ ("%s expects %s"), "--events", "--json");
}

/* ---- What one process says ------------------------------------------------------------------ */

static void
add_words (RefrainReport *report,
           const char *name,
           const RefrainWords *words,
           const guint32 *symbols,
           gsize n)
{
  refrain_report_begin_array (report, name);
  for (gsize i = 0; i < n; i++)
    refrain_report_add_string (report, NULL, words->words[symbols[i]]);
  refrain_report_end (report);
}

static void
add_process_patterns (RefrainReport *report,
                      const RefrainProcessPatterns *patterns,
                      const RefrainWords *words,
                      guint process,
                      gsize max_events,
                      gboolean positions)
{
  for (gsize i = 0; i < refrain_process_patterns_get_n (patterns); i++)
    {
      const RefrainProcessPattern *pattern = refrain_process_patterns_get (patterns, i);

      refrain_report_begin_object (report, NULL);
      refrain_report_add_int (report, "process", process);
      add_words (report, "events", words, pattern->symbols, MIN (pattern->n, max_events));
      refrain_report_add_int (report, "length", pattern->n);
      refrain_report_add_int (report, "occurrences", pattern->n_occurrences);
      if (positions)
        {
          refrain_report_begin_array (report, "positions");
          for (gsize k = 0; k < pattern->n_occurrences; k++)
            refrain_report_add_int (report, NULL, (gint64) pattern->positions[k] + 1);
          refrain_report_end (report);
        }
      refrain_report_end (report);
    }
}

/* ---- Elementary patterns: for programs ------------------------------------------------------ */

/* What each process does, then how often each event stands in a row. */
static void
add_events (RefrainReport *report, RefrainPattern *pattern, const RefrainWords *words)
{
  gsize n;
  const RefrainPatternPart *parts = refrain_pattern_get_parts (pattern, &n);

  refrain_report_begin_object (report, "events");
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *rank = g_strdup_printf ("%u", parts[i].process);

      add_words (report, rank, words, parts[i].symbol, parts[i].n);
    }
  refrain_report_end (report);
  refrain_report_begin_object (report, "counts");
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *rank = g_strdup_printf ("%u", parts[i].process);

      refrain_report_add_ranks (report, rank, parts[i].count, parts[i].n);
    }
  refrain_report_end (report);
}

/* What each process does in the first occurrence, in general form: "(S1 R3)x30". */
static void
add_form (RefrainReport *report, RefrainPattern *pattern, RefrainSymbols *symbols)
{
  g_autoptr (GPtrArray) forms = refrain_pattern_get_forms (pattern, symbols, 0);

  refrain_report_begin_object (report, "form");
  for (guint i = 0; i < forms->len; i++)
    {
      const RefrainPatternForm *form = forms->pdata[i];
      g_autoptr (GPtrArray) words = refrain_pattern_form_get_words (form, symbols, "x", 0);
      g_autofree char *rank = g_strdup_printf ("%u", form->process);
      g_autofree char *text = NULL;

      g_ptr_array_add (words, NULL);
      text = g_strjoinv (" ", (char **) words->pdata);
      refrain_report_add_string (report, rank, text);
    }
  refrain_report_end (report);
}

static void
add_pattern (RefrainReport *report,
             RefrainPattern *pattern,
             RefrainSymbols *symbols,
             const RefrainWords *words)
{
  const RefrainPatternMetrics *metrics = refrain_pattern_get_metrics (pattern);
  const gsize n = refrain_pattern_get_n_occurrences (pattern);
  RefrainRoutine *routine = refrain_pattern_get_routine (pattern);

  refrain_report_begin_object (report, NULL);
  refrain_report_add_int (report, "id", refrain_pattern_get_id (pattern));
  refrain_report_add_string (report, "name", refrain_pattern_get_name (pattern));
  refrain_report_add_int (report, "occurrences", n);
  refrain_report_add_int (report, "processes", metrics->processes);
  add_events (report, pattern, words);
  add_form (report, pattern, symbols);
  refrain_report_add_boolean (report, "collective", refrain_pattern_is_collective (pattern));
  refrain_report_add_string (report, "routine",
                             routine != NULL ? refrain_routine_get_label (routine) : NULL);
  refrain_report_add_double (report, "routine_share",
                             (double) refrain_pattern_get_n_in_routine (pattern) / (double) n);
  refrain_report_add_int (report, "messages", metrics->messages);
  refrain_report_add_int (report, "total_messages", metrics->total_messages);
  refrain_report_add_int (report, "bytes", metrics->bytes);
  refrain_report_add_double (report, "bytes_per_occurrence", (double) metrics->bytes / (double) n);
  refrain_report_add_double (report, "message_share", metrics->message_share);
  refrain_report_add_double (report, "time_share", metrics->time_share);
  refrain_report_add_int (report, "depth", metrics->depth);
  refrain_report_add_double (report, "regularity", metrics->regularity);
  refrain_report_add_seconds (report, "duration_min", metrics->duration_min);
  refrain_report_add_seconds (report, "duration_median", metrics->duration_median);
  refrain_report_add_seconds (report, "duration_max", metrics->duration_max);
  refrain_report_end (report);
}

/* Ranks count from 0. */
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
get_max_events (const GPtrArray *processes, const Options *options)
{
  gsize n = 1;

  if (g_strcmp0 (options->how.method, "suffix") != 0)
    return G_MAXSIZE;
  for (guint p = 0; p < processes->len; p++)
    n += refrain_process_patterns_get_n (processes->pdata[p]);
  return CLAMP (MAX_SUFFIX_EVENTS_IN_ALL / n, MIN_SUFFIX_EVENTS, MAX_SUFFIX_EVENTS);
}

static void
add_elementary (RefrainReport *report,
                RefrainPatternSet *set,
                const GPtrArray *processes,
                const Options *options)
{
  RefrainSymbols *symbols = refrain_pattern_set_get_symbols (set);
  RefrainWords words = describe_symbols (symbols);
  const gsize max_events = get_max_events (processes, options);
  gsize n;

  refrain_report_begin_array (report, "process_patterns");
  for (guint p = 0; p < processes->len; p++)
    add_process_patterns (report, processes->pdata[p], &words, p, max_events, FALSE);
  refrain_report_end (report);
  refrain_report_begin_array (report, "communication_patterns");
  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    add_pattern (report, refrain_pattern_set_get_pattern (set, i), symbols, &words);
  refrain_report_end (report);
  refrain_pattern_set_get_sequence (set, &n);
  refrain_report_add_int (report, "sequence_length", n);
  refrain_report_add_delimiters (report, set, "delimiters", "wrappers");
  g_strfreev (words.words);
}

/* ---- Elementary patterns: for people -------------------------------------------------------- */

static void
add_list (RefrainReport *report, RefrainPatternSet *set)
{
  const RefrainReportColumn columns[] = {
    { "id", _ ("id"), REFRAIN_CELL_INT },
    { "occurrences", _ ("occurrences"), REFRAIN_CELL_INT },
    { "processes", _ ("processes"), REFRAIN_CELL_INT },
    { "messages", _ ("messages"), REFRAIN_CELL_INT },
    { "message_share", _ ("of all"), REFRAIN_CELL_SHARE },
    { "time_share", NULL, REFRAIN_CELL_SHARE },
    { "name", NULL, REFRAIN_CELL_TEXT },
    { "routine", NULL, REFRAIN_CELL_TEXT },
    { NULL, _ ("pattern"), REFRAIN_CELL_TEXT },
  };
  RefrainReportTable *table = refrain_report_add_table (report, NULL, "", columns);

  refrain_report_set_main (table);
  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);
      const RefrainPatternMetrics *metrics = refrain_pattern_get_metrics (pattern);
      RefrainRoutine *routine = refrain_pattern_get_routine (pattern);
      g_autofree char *name = refrain_report_name_pattern (pattern);

      refrain_report_add_row (
          table, REFRAIN_INT (refrain_pattern_get_id (pattern)),
          REFRAIN_INT (refrain_pattern_get_n_occurrences (pattern)),
          REFRAIN_INT (metrics->processes), REFRAIN_INT (metrics->messages),
          REFRAIN_SHARE (metrics->message_share), REFRAIN_SHARE (metrics->time_share),
          REFRAIN_TEXT (refrain_pattern_get_name (pattern)),
          REFRAIN_TEXT (routine != NULL ? refrain_routine_get_label (routine) : NULL),
          REFRAIN_TEXT (name));
    }
}

/* A summary; with @events what each process does in each pattern, too. */
static void
say_elementary (RefrainReport *report,
                RefrainPatternSet *set,
                const GPtrArray *processes,
                gboolean events)
{
  const RefrainReportColumn columns[] = {
    { NULL, _ ("process"), REFRAIN_CELL_INT },
    { NULL, _ ("repeats"), REFRAIN_CELL_INT },
  };
  RefrainReportTable *table;
  gsize n;

  refrain_report_say_delimiters (report, set);
  refrain_pattern_set_get_sequence (set, &n);
  refrain_report_say (report, _ ("%zu occurrences of %u communication patterns"), n,
                      refrain_pattern_set_get_n_patterns (set));
  refrain_report_print (report, "\n");
  add_list (report, set);
  if (events)
    refrain_report_say_events (report, set);
  refrain_report_print (report, "\n");
  table = refrain_report_add_table (report, NULL, "", columns);
  for (guint p = 0; p < processes->len; p++)
    refrain_report_add_row (table, REFRAIN_INT (p),
                            REFRAIN_INT (refrain_process_patterns_get_n (processes->pdata[p])));
}

static RefrainReport *
make_of_trace (const Options *options,
               RefrainStudy *study,
               const RefrainStudyAsk *ask,
               GError **error)
{
  RefrainPatternArguments both = options->how;
  const gboolean people_composite = refrain_pattern_arguments_are_composite (&options->how);
  g_autoptr (RefrainStudyOptions) how = NULL;
  g_autoptr (RefrainPatternSet) set = NULL;
  g_autoptr (RefrainRunPatterns) processes = NULL;
  g_autoptr (RefrainComposites) composites = NULL;
  g_autoptr (RefrainMainLoop) loop = NULL;
  g_autoptr (GArray) loops = NULL;
  RefrainReport *report;
  RefrainStudyAsk own;

  /* Programs get both levels, but where there is one alone. */
  both.elementary = FALSE;
  how = refrain_report_copy_options (study, ask, &own);
  refrain_pattern_arguments_apply (&options->how, how);
  if (refrain_pattern_arguments_are_composite (options->for_programs ? &both : &options->how))
    {
      /* The loop first: what its turns take on the way is gone before patterns take theirs. */
      loop = refrain_study_find (study, REFRAIN_ANALYSIS_MAIN_LOOP, &own, error);
      if (loop != NULL)
        composites = refrain_study_find (study, REFRAIN_ANALYSIS_COMPOSITES, &own, error);
      if (composites == NULL)
        return NULL;
    }
  set = refrain_study_find (study, REFRAIN_ANALYSIS_PATTERNS, &own, error);
  if (set == NULL)
    return NULL;
  if (options->for_programs || !people_composite)
    {
      processes = refrain_study_find (study, REFRAIN_ANALYSIS_RUN_PATTERNS, &own, error);
      if (processes == NULL)
        return NULL;
    }
  if (loop != NULL && !refrain_report_find_loops (study, &own, loop, &loops, error))
    return NULL;
  report = refrain_report_new ("patterns");
  if (options->for_programs)
    {
      refrain_report_add_string (report, "method",
                                 options->how.method != NULL ? options->how.method : "routine");
      add_elementary (report, set, processes->processes, options);
      refrain_report_add_composites (report, composites);
      refrain_report_add_main_loop (report, loop, loops);
    }
  if (people_composite)
    refrain_report_say_composites (report, composites, loop, loops, options->events, options->all);
  else
    say_elementary (report, set, processes->processes, options->events);
  return report;
}

/* ---- A sequence of words -------------------------------------------------------------------- */

/* "a b c … 5 more". Free with g_free(). */
static char *
join_words (const RefrainWords *words, const guint32 *symbols, gsize n)
{
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < MIN (n, MAX_WORDS_SHOWN); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", words->words[symbols[i]]);
  if (n > MAX_WORDS_SHOWN)
    g_string_append_printf (text, _ (" … %zu more"), n - MAX_WORDS_SHOWN);
  return g_string_free (text, FALSE);
}

static void
say_sequence (RefrainReport *report,
              const RefrainProcessPatterns *patterns,
              const RefrainWords *words,
              gsize length)
{
  const RefrainReportColumn columns[] = {
    { "occurrences", _ ("occurrences"), REFRAIN_CELL_INT },
    { "length", NULL, REFRAIN_CELL_INT },
    { "events", _ ("pattern"), REFRAIN_CELL_TEXT },
  };
  gsize n;
  const guint32 *form = refrain_process_patterns_get_form (patterns, &n);
  g_autofree char *text = join_words (words, form, n);
  g_autofree char *sentence = g_strdup_printf (_ ("%zu symbols, in general form %zu:"), length, n);
  RefrainReportTable *table;

  refrain_report_say (report, "%s%s%s", sentence, n > 0 ? " " : "", text);
  refrain_report_print (report, "\n");
  table = refrain_report_add_table (report, NULL, "", columns);
  refrain_report_set_main (table);
  for (gsize i = 0; i < refrain_process_patterns_get_n (patterns); i++)
    {
      const RefrainProcessPattern *pattern = refrain_process_patterns_get (patterns, i);
      g_autofree char *events = join_words (words, pattern->symbols, pattern->n);

      refrain_report_add_row (table, REFRAIN_INT (pattern->n_occurrences), REFRAIN_INT (pattern->n),
                              REFRAIN_TEXT (events));
    }
}

static RefrainReport *
make_of_words (const Options *options, const RefrainStudyAsk *ask, GError **error)
{
  RefrainStudyOptions *how = refrain_study_options_new ();
  g_autoptr (RefrainProcessPatterns) patterns = NULL;
  g_autofree guint32 *symbols = NULL;
  RefrainWords words = { 0, NULL };
  RefrainReport *report = NULL;
  const guint32 *form;
  gsize n, n_form;

  refrain_pattern_arguments_apply (&options->how, how);
  symbols = refrain_words_read (options->symbols, &words, &n, error);
  if (symbols != NULL)
    patterns = refrain_process_patterns_find (symbols, n, NULL, how->repeats,
                                              ask != NULL ? ask->cancellable : NULL, error);
  refrain_study_options_unref (how);
  if (patterns != NULL)
    {
      report = refrain_report_new ("patterns");
      refrain_report_add_string (report, "method",
                                 options->how.method != NULL ? options->how.method : "routine");
      refrain_report_begin_array (report, "process_patterns");
      add_process_patterns (report, patterns, &words, 0, G_MAXSIZE, TRUE);
      refrain_report_end (report);
      refrain_report_begin_array (report, "communication_patterns");
      refrain_report_end (report);
      refrain_report_add_int (report, "sequence_length", n);
      refrain_report_begin_array (report, "delimiters");
      refrain_report_end (report);
      form = refrain_process_patterns_get_form (patterns, &n_form);
      add_words (report, "form", &words, form, n_form);
      refrain_report_add_composites (report, NULL);
      refrain_report_add_main_loop (report, NULL, NULL);
      say_sequence (report, patterns, &words, n);
    }
  g_strfreev (words.words);
  return report;
}

/* ---- What the file holds -------------------------------------------------------------------- */

static RefrainReport *
make_of_stored (RefrainTrace *trace)
{
  const RefrainReportColumn columns[] = {
    { "id", _ ("id"), REFRAIN_CELL_INT },
    { "class", _ ("class"), REFRAIN_CELL_TEXT },
    { "occurrences", _ ("occurrences"), REFRAIN_CELL_INT },
    { "units", _ ("units"), REFRAIN_CELL_INT },
    { "processes", _ ("processes"), REFRAIN_CELL_INT },
    { "description", _ ("pattern"), REFRAIN_CELL_TEXT },
  };
  RefrainTracePatterns *patterns = refrain_trace_get_patterns (trace);
  const guint n = patterns != NULL ? refrain_trace_patterns_get_n (patterns) : 0;
  RefrainReport *report = refrain_report_new ("patterns");
  RefrainReportTable *table;

  if (n == 0)
    refrain_report_say (
        report, _ ("No patterns are stored with this trace; “convert --patterns” stores them."));
  else
    {
      refrain_report_say (report,
                          ngettext ("%u pattern with %" PRIu64 " occurrences is stored",
                                    "%u patterns with %" PRIu64 " occurrences are stored", n),
                          n, refrain_trace_patterns_get_n_occurrences (patterns));
      refrain_report_print (report, "\n");
    }
  table = refrain_report_add_table (report, "stored_patterns", n > 0 ? "" : NULL, columns);
  for (guint i = 0; i < n; i++)
    {
      const RefrainKeptTotals totals = refrain_trace_patterns_count (patterns, i);
      const gboolean calls = refrain_trace_patterns_get_kind (patterns, i) == REFRAIN_KEPT_CALLS;

      refrain_report_add_row (table, REFRAIN_INT ((gint64) i + 1),
                              REFRAIN_TEXT (calls ? "RoutinePattern" : "CommPattern"),
                              REFRAIN_INT (totals.occurrences), REFRAIN_INT (totals.rows),
                              REFRAIN_INT (totals.processes),
                              REFRAIN_TEXT (refrain_trace_patterns_get_description (patterns, i)));
    }
  return report;
}

/* ---- The report ----------------------------------------------------------------------------- */

static RefrainReport *
make (RefrainStudy *study, gpointer data, const RefrainStudyAsk *ask, GError **error)
{
  const Options *options = data;

  return study == NULL     ? make_of_words (options, ask, error)
         : options->stored ? make_of_stored (refrain_study_get_trace (study))
                           : make_of_trace (options, study, ask, error);
}

const RefrainReportKind refrain_report_patterns = {
  .name = "patterns",
  .arguments = "TRACE",
  .summary = N_ ("List communication patterns and their occurrences"),
  .options_size = sizeof (Options),
  .init = init,
  .describe = describe,
  .check = check,
  .narrow = narrow,
  .make = make,
  .clear = clear,
};
