/* report-brief.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * brief: what there is to know of a run, the most important first, within so many characters.
 * Nothing is found here: each sentence is one of another report, or made of its numbers. A line
 * that there is no room for keeps the sentences that there is room for, and is the last: what
 * matters less never stands in its place, and is not even looked for.
 */
#include "config.h"

#include "refrain-report-kinds.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-brief.h"
#include "refrain-findings.h"
#include "refrain-main-loop.h"
#include "refrain-measures.h"
#include "refrain-report-main-loop.h"
#include "refrain-report-options.h"
#include "refrain-report-time.h"
#include "refrain-time-format.h"
#include "refrain-visible.h"

/* Fewer characters hold no sentence of some runs. */
#define LEAST_BUDGET 200
/* No sentence is shorter. */
#define LEAST_SENTENCE 12
/* Of a list. */
#define MANY 10
/* Parts that take less of the run are not worth a sentence. */
#define LEAST_PART 0.01

typedef struct
{
  RefrainReportTimeOptions time;
  int budget; /* G_MININT: none */
} Options;

typedef struct
{
  RefrainStudy *study;
  const RefrainStudyAsk *ask;
  RefrainMeasures *measures;
  RefrainReport *report;
  RefrainReportTable *table;
  RefrainBrief *whole; /* with patterns; NULL until asked for */
  GHashTable *said;    /* sentences */
  gsize left, n_used;  /* characters, ends of lines included */
} Brief;

/* Of @text, the sentences that have room in @n characters. */
static void
keep_sentences (GString *text, gsize n)
{
  const char *end = g_utf8_strlen (text->str, (gssize) text->len) > (glong) n
                        ? g_utf8_offset_to_pointer (text->str, (glong) n)
                        : text->str + text->len;

  while (end > text->str && !(strchr (".!?", end[-1]) != NULL && (*end == ' ' || *end == '\0')))
    end--;
  g_string_truncate (text, (gsize) (end - text->str));
}

/* Says what there is room for of @sentence, of the report or view called @about. Takes it; it gets
 * a capital and a full stop where it has none. */
static void
say (Brief *self, const char *about, char *sentence)
{
  g_autofree char *own = sentence;
  g_autofree char *line = refrain_visible_line (own);
  g_autofree char *whole = refrain_visible_sentence (line);
  g_autoptr (GString) text = g_string_new (whole);
  gsize n;

  if (*line == '\0')
    return;
  if (g_hash_table_contains (self->said, text->str))
    return;
  n = (gsize) g_utf8_strlen (text->str, (gssize) text->len) + 1;
  if (n > self->left)
    {
      keep_sentences (text, self->left > 0 ? self->left - 1 : 0);
      self->left = n
          = text->len > 0 ? (gsize) g_utf8_strlen (text->str, (gssize) text->len) + 1 : 0;
      if (n == 0)
        return;
    }
  refrain_report_say (self->report, "%s", text->str);
  refrain_report_add_row (self->table, REFRAIN_TEXT (about), REFRAIN_TEXT (text->str));
  self->left -= n;
  self->n_used += n;
  g_hash_table_add (self->said, g_string_free (g_steal_pointer (&text), FALSE));
}

/* ---- Where sentences come from ---- */

static RefrainBrief *
find_brief (Brief *self, GError **error)
{
  g_autoptr (RefrainBrief) brief
      = refrain_study_find (self->study, REFRAIN_ANALYSIS_BRIEF, self->ask, error);
  g_autoptr (RefrainComposites) composites = NULL;
  g_autoptr (RefrainMainLoop) loop = NULL;
  g_autoptr (GArray) loops = NULL;
  g_autofree char *list = NULL;

  if (brief != NULL)
    composites = refrain_study_find (self->study, REFRAIN_ANALYSIS_COMPOSITES, self->ask, error);
  if (composites != NULL)
    loop = refrain_study_find (self->study, REFRAIN_ANALYSIS_MAIN_LOOP, self->ask, error);
  if (loop == NULL || !refrain_report_find_loops (self->study, self->ask, loop, &loops, error))
    return NULL;
  list = refrain_phases_describe_loops (loops);
  return refrain_brief_new_with_patterns (brief, composites, loop, list, self->ask->cancellable,
                                          error);
}

/* The sentences of the @n kinds from @from on. */
static gboolean
say_brief (Brief *self, guint from, guint n, GError **error)
{
  const RefrainBriefSentence *list;
  gsize n_all;

  if (self->whole == NULL && (self->whole = find_brief (self, error)) == NULL)
    return FALSE;
  list = refrain_brief_get (self->whole, &n_all);
  for (gsize i = 0; i < n_all; i++)
    if ((guint) list[i].kind - from < n)
      {
        char *sentence = g_strdup (list[i].sentence);
        char *colon = strstr (sentence, ": ");

        /* How many iterations there are, if it says so first, is a fact without what they consist
         * of. */
        if (list[i].kind == REFRAIN_BRIEF_ITERATIONS && colon != NULL
            && strcspn (sentence, "0123456789") < (gsize) (colon - sentence)
            && (gsize) g_utf8_strlen (sentence, -1) >= self->left)
          strcpy (colon, ".");
        say (self, "summary", sentence);
      }
  return TRUE;
}

/* That a file is missing, or only read in part: all else is of what there is. */
static void
say_loss (Brief *self)
{
  GListModel *defects = refrain_trace_get_defects (refrain_study_get_trace (self->study));
  g_autoptr (RefrainDefect) first = g_list_model_get_item (defects, 0);

  if (first != NULL && refrain_defect_is_of_file (first))
    say (self, "info", g_strdup (refrain_defect_get_sentence (first)));
}

/* How the record ends of a run that did not come to its end; which call takes more than anything.
 */
static gboolean
say_end (Brief *self, GError **error)
{
  g_autoptr (RefrainFindings) findings
      = refrain_study_find (self->study, REFRAIN_ANALYSIS_FINDINGS, self->ask, error);
  RefrainTrace *trace = refrain_study_get_trace (self->study);
  char *end = findings != NULL ? refrain_trace_describe_end (trace) : NULL;

  if (end != NULL)
    say (self, "findings", end);
  else if (findings != NULL)
    say_loss (self);
  if (findings != NULL && refrain_findings_rest_leads (findings))
    say (self, "findings", g_strdup (refrain_findings_get_rest (findings)));
  return findings != NULL;
}

/* Of the lines of @name's text before the first empty one, as one sentence: each means something
 * behind the one before only. */
static gboolean
say_lines (Brief *self, const char *name, guint from, guint n, GError **error)
{
  const char *const words[] = { "trace", NULL };
  g_autoptr (RefrainReportRequest) request
      = refrain_report_request_new (refrain_report_kind_find (name), words, NULL, error);
  g_autoptr (RefrainReport) report = NULL;
  g_autoptr (GString) sentence = g_string_new (NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (request == NULL || !refrain_report_request_narrow (request, REFRAIN_REPORT_TEXT, error)
      || (report = refrain_report_request_make (request, self->study, self->ask, error)) == NULL)
    return FALSE;
  text = refrain_report_to_string (report, REFRAIN_REPORT_TEXT);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL && lines[i][0] != '\0' && i < from + n; i++)
    if (i >= from && !g_hash_table_contains (self->said, lines[i]))
      {
        if (sentence->len > 0)
          g_string_append (sentence, sentence->str[sentence->len - 1] == '.'          ? " "
                                     : g_unichar_isupper (g_utf8_get_char (lines[i])) ? ". "
                                                                                      : "; ");
        g_string_append (sentence, lines[i]);
      }
  say (self, name, g_string_free (g_steal_pointer (&sentence), FALSE));
  return TRUE;
}

/* The member "sentence" of the elements of list @list of report @name. */
static gboolean
say_sentences (Brief *self, const char *name, const char *list, guint from, guint n, GError **error)
{
  JsonNode *root = refrain_measures_find_report (self->measures, name, error);
  JsonArray *array;

  if (root == NULL)
    return FALSE;
  array = json_object_get_array_member (json_node_get_object (root), list);
  /* Why there are none, or none that saves anything, the text says. */
  if (from == 0
      && (json_array_get_length (array) == 0
          || (n == 1
              && json_object_get_double_member_with_default (
                     json_array_get_object_element (array, 0), "saves", 1)
                     <= 0)))
    return say_lines (self, name, 0, 1, error);
  for (guint i = from; i < MIN (json_array_get_length (array), from + n); i++)
    say (self, name,
         g_strdup (
             json_object_get_string_member (json_array_get_object_element (array, i), "sentence")));
  return TRUE;
}

static gboolean
say_patterns (Brief *self, guint from, guint n, GError **error)
{
  JsonNode *root = refrain_measures_find_report (self->measures, "patterns", error);
  JsonArray *array;

  if (root == NULL)
    return FALSE;
  array = json_object_get_array_member (json_node_get_object (root), "composite_patterns");
  for (guint i = from; i < MIN (json_array_get_length (array), from + n); i++)
    {
      JsonObject *at = json_array_get_object_element (array, i);
      const char *routine = json_object_get_string_member_with_default (at, "routine", NULL);
      const guint64 times = (guint64) json_object_get_int_member (at, "occurrences");
      const double messages = json_object_get_double_member (at, "message_share");
      const double time = json_object_get_double_member (at, "time_share");
      g_autofree char *count = refrain_count_format (times);
      g_autofree char *name
          = routine != NULL ? g_strdup_printf (_ ("%s in %s"),
                                               json_object_get_string_member (at, "name"), routine)
                            : g_strdup (json_object_get_string_member (at, "name"));
      g_autofree char *how_often
          = g_strdup_printf (ngettext ("%s occurrence", "%s occurrences", times), count);

      if (messages >= LEAST_PART)
        say (self, "patterns",
             g_strdup_printf (_ ("Pattern %u, %s: %s, %.1f %% of the messages, %.1f %% of the "
                                 "communication time."),
                              i + 1, name, how_often, 100 * messages, 100 * time));
      else if (time >= LEAST_PART)
        say (self, "patterns",
             g_strdup_printf (_ ("Pattern %u, %s: %s, %.1f %% of the communication time."), i + 1,
                              name, how_often, 100 * time));
    }
  return TRUE;
}

/* How long phases take, how well they use the processes, and how much of them is waiting. */
static gboolean
say_phases (Brief *self, guint from, guint n, GError **error)
{
  static const char *const names[] = { "duration", "parallel efficiency", "waiting" };
  g_autoptr (GPtrArray) lists = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  const GArray *times, *efficiencies, *waits;

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GArray *list = refrain_measures_get (self->measures, refrain_measure_find (names[i]), NULL,
                                           REFRAIN_PER_PHASE, FALSE, error);

      if (list == NULL)
        return FALSE;
      g_ptr_array_add (lists, list);
    }
  times = g_ptr_array_index (lists, 0);
  efficiencies = g_ptr_array_index (lists, 1);
  waits = g_ptr_array_index (lists, 2);
  for (guint i = from; i < MIN (times->len, from + n); i++)
    {
      const RefrainMeasured *time = &g_array_index (times, RefrainMeasured, i);
      const RefrainMeasured *waiting = &g_array_index (waits, RefrainMeasured, i);
      const double efficiency = g_array_index (efficiencies, RefrainMeasured, i).value;
      g_autofree char *long_ = refrain_measure_format (REFRAIN_MEASURE_WALL, time->value);

      if (time->value < LEAST_PART * time->base || !isfinite (efficiency))
        continue;
      say (self, "phases",
           g_strdup_printf (_ ("%s; %s long; parallel efficiency %.1f %%; waiting takes %.1f %% of "
                               "the time of all processes."),
                            time->part, long_, 100 * efficiency,
                            waiting->base > 0 ? 100 * waiting->value / waiting->base : 0));
    }
  return TRUE;
}

/* ---- The order ---- */

typedef enum
{
  FROM_BRIEF,
  FROM_END,
  FROM_LINES,
  FROM_SENTENCES,
  FROM_PATTERNS,
  FROM_PHASES,
} Source;

static const struct
{
  Source source;
  const char *report, *list;
  guint from, n;
} steps[] = {
  { FROM_BRIEF, NULL, NULL, REFRAIN_BRIEF_TIME, 1 },
  { FROM_END, NULL, NULL, 0, 1 },
  { FROM_BRIEF, NULL, NULL, REFRAIN_BRIEF_ITERATIONS, 1 },
  { FROM_BRIEF, NULL, NULL, REFRAIN_BRIEF_WORK, 1 },
  { FROM_SENTENCES, "findings", "findings", 0, 1 },
  { FROM_LINES, "efficiency", NULL, 0, 3 },
  { FROM_LINES, "waits", NULL, 0, 2 },
  { FROM_BRIEF, NULL, NULL, REFRAIN_BRIEF_NOTHING, 1 },
  { FROM_BRIEF, NULL, NULL, REFRAIN_BRIEF_LOAD, 1 },
  { FROM_BRIEF, NULL, NULL, REFRAIN_BRIEF_SLOWEST, 1 },
  { FROM_BRIEF, NULL, NULL, REFRAIN_BRIEF_ROUTINE, 1 },
  { FROM_SENTENCES, "findings", "findings", 0, MANY },
  { FROM_PATTERNS, NULL, NULL, 0, 3 },
  { FROM_LINES, "topology", NULL, 0, 1 },
  { FROM_PHASES, NULL, NULL, 0, G_MAXUINT8 },
  { FROM_SENTENCES, "durations", "repeats", 0, MANY },
  { FROM_LINES, "critical-path", NULL, 0, 2 },
  { FROM_LINES, "waits", NULL, 2, 2 },
  { FROM_LINES, "topology", NULL, 1, 2 },
  { FROM_PATTERNS, NULL, NULL, 3, MANY },
  { FROM_LINES, "validate", NULL, 0, 1 },
};

/* Whether step @i says nothing of one process alone. */
static gboolean
is_of_several (gsize i)
{
  static const char *const names[] = { "efficiency", "waits", "critical-path", "topology", NULL };

  return steps[i].source == FROM_PHASES
         || (steps[i].report != NULL && g_strv_contains (names, steps[i].report));
}

static gboolean
take_step (Brief *self, gsize i, GError **error)
{
  if (is_of_several (i)
      && refrain_trace_get_n_processes (refrain_study_get_trace (self->study)) == 1)
    return TRUE;
  switch (steps[i].source)
    {
    case FROM_BRIEF:
      return say_brief (self, steps[i].from, steps[i].n, error);
    case FROM_END:
      return say_end (self, error);
    case FROM_LINES:
      return say_lines (self, steps[i].report, steps[i].from, steps[i].n, error);
    case FROM_SENTENCES:
      return say_sentences (self, steps[i].report, steps[i].list, steps[i].from, steps[i].n, error);
    case FROM_PATTERNS:
      return say_patterns (self, steps[i].from, steps[i].n, error);
    case FROM_PHASES:
    default:
      return say_phases (self, steps[i].from, steps[i].n, error);
    }
}

/* ---- The kind ---- */

REFRAIN_REPORT_ENTRIES (Options,
                        { "budget", 0, 0, G_OPTION_ARG_INT, &x->budget,
                          N_ ("Print at most this many characters, 200 or more (default: all)"),
                          N_ ("N") },
                        REFRAIN_REPORT_TIME_ENTRY (x->time))

static void
init (gpointer options)
{
  ((Options *) options)->budget = G_MININT;
}

static gboolean
check (gpointer data, char **words, GError **error)
{
  const Options *options = data;

  if (!refrain_report_expect_trace (words, error))
    return FALSE;
  return options->budget == G_MININT || options->budget >= LEAST_BUDGET
         || refrain_report_refuse (error, _ ("--budget: %d is less than %d characters"),
                                   options->budget, LEAST_BUDGET);
}

static RefrainReport *
make (RefrainStudy *study, gpointer data, const RefrainStudyAsk *asked, GError **error)
{
  static const RefrainReportColumn columns[] = {
    { "about", NULL, REFRAIN_CELL_TEXT },
    { "sentence", NULL, REFRAIN_CELL_TEXT },
  };
  const Options *options = data;
  g_autoptr (RefrainStudyOptions) own = NULL;
  g_autoptr (RefrainMeasures) measures = NULL;
  g_autoptr (RefrainReport) report = refrain_report_new ("brief");
  g_autoptr (GHashTable) said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  RefrainStudyAsk ask;
  gboolean said_all = TRUE;
  Brief self = {
    .study = study,
    .report = report,
    .table = refrain_report_add_table (report, "sentences", NULL, columns),
    .said = said,
    .left = options->budget > 0 ? (gsize) options->budget : G_MAXSIZE,
  };

  own = refrain_report_copy_options (study, asked, &ask);
  own->correct_clocks |= options->time.correct;
  self.measures = measures = refrain_measures_new (study, &ask);
  self.ask = &ask;
  for (gsize i = 0; i < G_N_ELEMENTS (steps) && self.left >= LEAST_SENTENCE && said_all; i++)
    said_all = take_step (&self, i, error);
  g_clear_object (&self.whole);
  if (!said_all)
    return NULL;
  refrain_report_add (report, "characters", REFRAIN_COUNT (self.n_used));
  return g_steal_pointer (&report);
}

const RefrainReportKind refrain_report_brief = {
  .name = "brief",
  .arguments = "TRACE",
  .summary = N_ ("Summarise a run, most important first"),
  .options_size = sizeof (Options),
  .init = init,
  .describe = describe,
  .check = check,
  .of_patterns = TRUE,
  .make = make,
};
