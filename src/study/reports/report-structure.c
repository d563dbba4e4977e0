/* report-structure.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * structure: each process as a tree of sequences and loops.
 */
#include "config.h"

#include "refrain-free.h"
#include "refrain-report-kinds.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "refrain-occurrence-words.h"
#include "refrain-report-main-loop.h"
#include "refrain-report-options.h"
#include "refrain-structure-options.h"
#include "refrain-time-format.h"
#include "refrain-unrecorded-note.h"

/* What a slowest iteration must take, in medians, to be worth a word. */
#define SLOW 1.1
/* An outermost loop of less of the run is not worth a word. */
#define LEAST_SHARE 0.4
/* What may differ in each iteration though a program does the same. */
#define VARYING (REFRAIN_EVENT_TAG | REFRAIN_EVENT_SIZE)
/* Processes that are all listed in text. */
#define MAX_PROCESSES 64

/* Of the table of processes. */
#define FIRST_OF_LOOP 9
#define N_COLUMNS     (FIRST_OF_LOOP + 8)

typedef struct
{
  char *process, *expand; /* as typed */
  RefrainStructureArguments how;
  RefrainStructureOptions structure; /* what these say */
} Options;

REFRAIN_DEFINE_CLEAR (clear, Options, g_free (x->process); g_free (x->expand);
                      refrain_structure_arguments_clear (&x->how))

REFRAIN_REPORT_ENTRIES (Options,
                        { "process", 0, 0, G_OPTION_ARG_STRING, &x->process,
                          N_ ("Print the model of process R alone"), N_ ("R") },
                        { "expand", 0, 0, G_OPTION_ARG_STRING, &x->expand,
                          N_ ("Print the events of process R, expanded"), N_ ("R") },
                        REFRAIN_STRUCTURE_ENTRIES (x->how))

static gboolean
check (gpointer data, char **words, GError **error)
{
  Options *options = data;

  if (options->process != NULL && options->expand != NULL)
    return refrain_report_refuse_both ("--process", "--expand", error);
  return refrain_report_expect_trace (words, error)
         && refrain_structure_arguments_understand (&options->how, &options->structure, error);
}

/* A process is told as text. */
static gboolean
narrow (gpointer data, RefrainReportFormat format, GError **error)
{
  const Options *options = data;
  const char *one = options->process != NULL  ? "--process"
                    : options->expand != NULL ? "--expand"
                                              : NULL;

  return one == NULL || format != REFRAIN_REPORT_JSON
         || refrain_report_refuse_both ("--json", one, error);
}

/* ---- All processes -------------------------------------------------------------------------- */

/* Whether no iteration is worth a word. */
static gboolean
is_even (const RefrainOutermosts *all)
{
  const RefrainOutermost *loop = &all->loops[all->chosen];

  return loop->maximum < SLOW * loop->median
         || refrain_durations_is_usual (all->durations, loop->slowest);
}

/* @slowest: which iteration it is called. */
static void
say_slowest (RefrainReport *report, const RefrainOutermosts *all, guint32 slowest)
{
  const RefrainOutermost *loop = &all->loops[all->chosen];
  g_autofree char *excess
      = refrain_time_format ((RefrainTime) refrain_outermost_get_excess (loop), 3);
  g_autofree char *lost = refrain_time_format (loop->lost, 3);
  g_autofree char *when = refrain_time_format (loop->slowest_start, 4);
  g_autofree char *several = loop->maximum >= SLOW * loop->median
                                 ? refrain_durations_tell_several (all->durations)
                                 : NULL;

  if (is_even (all) && several != NULL)
    refrain_report_say (report, _ ("Its iterations take %s."), several);
  else if (is_even (all))
    refrain_report_say (report, _ ("None of its iterations takes more than %.2f times the median."),
                        loop->maximum / MAX (1, loop->median));
  else
    refrain_report_say (report,
                        _ ("Of the %s that iteration %u (at %s) takes above the median, %s are "
                           "added between “%s” and “%s”."),
                        excess, slowest + 1, when, lost, all->before, all->after);
}

/* What the main loop is on the chosen process, whose own loop it is. @slowest: which iteration. */
static void
say_main (RefrainReport *report, const RefrainOutermosts *all, guint32 slowest)
{
  const RefrainOutermost *loop = &all->loops[all->chosen];
  g_autofree char *median = refrain_time_format ((RefrainTime) loop->median, 3);
  g_autofree char *maximum = refrain_time_format ((RefrainTime) loop->maximum, 3);

  if (is_even (all))
    refrain_report_say (
        report,
        _ ("On process %u, the main loop takes %.1f %% of the run: median iteration "
           "%s."),
        all->chosen, 100 * loop->share, median);
  else
    refrain_report_say (
        report,
        _ ("On process %u, the main loop takes %.1f %% of the run: median iteration "
           "%s; iteration %u takes %s, %.1f times as long."),
        all->chosen, 100 * loop->share, median, slowest + 1, maximum,
        loop->maximum / MAX (1, loop->median));
}

static void
say_outermost (RefrainReport *report, const RefrainOutermosts *all)
{
  const RefrainOutermost *loop = &all->loops[all->chosen];
  g_autofree char *median = refrain_time_format ((RefrainTime) loop->median, 3);
  g_autofree char *maximum = refrain_time_format ((RefrainTime) loop->maximum, 3);

  if (is_even (all))
    refrain_report_say (
        report,
        _ ("The outermost loop of process %u takes %.1f %% of the run: %u iterations, median %s."),
        all->chosen, 100 * loop->share, loop->n, median);
  else
    refrain_report_say (
        report,
        _ ("The outermost loop of process %u takes %.1f %% of the run: %u iterations, median %s; "
           "iteration %u takes %s, %.1f times as long."),
        all->chosen, 100 * loop->share, loop->n, median, loop->slowest + 1, maximum,
        loop->maximum / MAX (1, loop->median));
}

/* The main loop, which is that of all processes and takes @run, then the outermost loop of one,
 * unless that is too little of its run; where there is a main loop, only what is the same one. */
static void
say_loop (RefrainReport *report,
          RefrainStructure *structure,
          const RefrainOutermosts *all,
          RefrainIterations *iterations,
          RefrainDurations *run)
{
  const RefrainOutermost *loop = &all->loops[all->chosen];
  const guint32 n = refrain_iterations_get_n (iterations);
  const gboolean told
      = refrain_report_say_turns (report, refrain_structure_get_trace (structure), iterations);
  const gboolean any = all->durations != NULL && loop->share >= LEAST_SHARE;
  const gboolean one = any && (n == 0 || MAX (n, loop->n) - MIN (n, loop->n) <= 1);
  const gboolean changes = refrain_durations_get_trend (run)->kind != REFRAIN_TREND_NONE;
  guint32 slowest = loop->slowest;

  if (all->durations == NULL && !told)
    {
      refrain_report_say (report, _ ("No events repeat in a row, so there is no loop."));
      return;
    }
  if (!told)
    refrain_report_say (report, _ ("No iterations common to all processes."));
  if (changes)
    refrain_report_say_trend (report, run, one ? all->durations : NULL);
  if (one && n > 0)
    {
      /* The process' own one may begin at another event. */
      slowest = refrain_iterations_find_time (
          iterations, all->chosen, loop->slowest_start + (RefrainTime) (loop->maximum / 2));
      if (slowest == REFRAIN_NONE)
        slowest = loop->slowest;
      say_main (report, all, slowest);
    }
  else if (one)
    say_outermost (report, all);
  if (one)
    say_slowest (report, all, slowest);
  else if (!any && told && refrain_structure_get_options (structure)->events.fields & VARYING)
    refrain_report_say (report, _ ("No process repeats the same peers, tags and sizes for long; "
                                   "--fields peer,comm compares peers alone."));
  if (!changes)
    refrain_report_say_trend (report, run, one ? all->durations : NULL);
}

static void
add_process (RefrainReportTable *table,
             RefrainStructure *structure,
             guint process,
             const RefrainOutermost *loop)
{
  const RefrainStructureFigures *own = refrain_structure_get_figures (structure, process);
  RefrainCell cells[N_COLUMNS] = {
    REFRAIN_INT (process),
    REFRAIN_INT (own->events),
    REFRAIN_INT (own->patterns),
    REFRAIN_INT (own->iterations),
    REFRAIN_INT (own->size),
    REFRAIN_DOUBLE (100 * own->occupation),
    REFRAIN_INT (own->terms),
    REFRAIN_DOUBLE (100 * own->in_loops),
    REFRAIN_DOUBLE (100 * own->in_patterns),
  };
  if (loop->n > 0)
    {
      RefrainCell *cell = &cells[FIRST_OF_LOOP];

      *cell++ = REFRAIN_TIME (loop->start);
      *cell++ = REFRAIN_TIME (loop->end);
      *cell++ = REFRAIN_DOUBLE (loop->share);
      *cell++ = REFRAIN_DOUBLE (loop->median / 1e9);
      *cell++ = REFRAIN_DOUBLE (loop->maximum / 1e9);
      *cell++ = REFRAIN_INT ((gint64) loop->slowest + 1);
      *cell++ = REFRAIN_TIME (loop->slowest_start);
      *cell++ = REFRAIN_TEXT (refrain_trend_kind_get_name (loop->trend));
    }
  refrain_report_add_cells (table, cells, G_N_ELEMENTS (cells));
}

static void
add_processes (RefrainReport *report, RefrainStructure *structure, const RefrainOutermosts *all)
{
  const RefrainReportColumn columns[N_COLUMNS] = {
    { "process", _ ("process"), REFRAIN_CELL_INT },
    { "events", _ ("events"), REFRAIN_CELL_INT },
    { "patterns", _ ("sequences"), REFRAIN_CELL_INT },
    { "iterations", _ ("iterations"), REFRAIN_CELL_INT },
    { "size", _ ("size"), REFRAIN_CELL_INT },
    /* xgettext:no-c-format */
    { "occupation", _ ("% of events"), REFRAIN_CELL_DOUBLE },
    { "terms", NULL, REFRAIN_CELL_INT },
    { "in_loops", NULL, REFRAIN_CELL_DOUBLE },
    { "in_patterns", NULL, REFRAIN_CELL_DOUBLE },
    { "loop.from", NULL, REFRAIN_CELL_TIME },
    { "loop.to", NULL, REFRAIN_CELL_TIME },
    { "loop.share", NULL, REFRAIN_CELL_DOUBLE },
    { "loop.median", NULL, REFRAIN_CELL_DOUBLE },
    { "loop.maximum", NULL, REFRAIN_CELL_DOUBLE },
    { "loop.slowest", NULL, REFRAIN_CELL_INT },
    { "loop.slowest_from", NULL, REFRAIN_CELL_TIME },
    { "loop.trend", NULL, REFRAIN_CELL_TEXT },
  };
  RefrainReportTable *table;

  refrain_report_print (report, "\n");
  table = refrain_report_add_table (report, "processes", "", columns);
  refrain_report_limit_rows (table, MAX_PROCESSES);
  for (guint p = 0; p < refrain_trace_get_n_processes (refrain_structure_get_trace (structure));
       p++)
    add_process (table, structure, p, &all->loops[p]);
}

/* ---- One process ---------------------------------------------------------------------------- */

/* Terms [at, end) are still to be told. */
typedef struct
{
  guint32 at, end;
} Frame;

static void
append_part (GString *text, RefrainStructure *structure, gsize part)
{
  const RefrainGrammar *grammar = refrain_structure_get_part (structure, part)->grammar;
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Frame));
  g_autofree gboolean *told = g_new0 (gboolean, (gsize) grammar->n_patterns + 1);
  Frame first = { 0, grammar->n_top };

  g_array_append_val (stack, first);
  while (stack->len > 0)
    {
      Frame *frame = &g_array_index (stack, Frame, stack->len - 1);
      const RefrainTerm *term = &grammar->terms[frame->at];
      guint32 pattern;

      if (frame->at == frame->end)
        {
          g_array_set_size (stack, stack->len - 1);
          continue;
        }
      frame->at++;
      /* Deeper than so the text would leave every screen. */
      g_string_append_printf (text, "%*s", 2 * (int) MIN (stack->len - 1, 40), "");
      if (term->count > 1)
        g_string_append_printf (text, _ ("%u times "), term->count);
      if (term->what < grammar->n_symbols)
        {
          g_autofree char *symbol = refrain_structure_describe (structure, part, term->what);

          g_string_append_printf (text, "%s\n", symbol);
          continue;
        }
      pattern = term->what - grammar->n_symbols;
      if (told[pattern])
        {
          g_string_append_printf (text, _ ("S%u, as above\n"), pattern + 1);
          continue;
        }
      g_string_append_printf (text,
                              ngettext ("S%u (%" PRIu64 " event):\n", "S%u (%" PRIu64 " events):\n",
                                        grammar->size[pattern]),
                              pattern + 1, grammar->size[pattern]);
      told[pattern] = TRUE;
      first = (Frame){ grammar->first[pattern], grammar->first[pattern + 1] };
      g_array_append_val (stack, first);
    }
}

/* A row an event, as there may be as many as the trace has; equal texts are kept once. */
static void
expand_part (RefrainReportTable *table, RefrainStructure *structure, gsize part)
{
  const RefrainStructurePart *at = refrain_structure_get_part (structure, part);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  RefrainGrammarReader reader;
  guint32 symbol;

  for (guint32 i = 0; i < at->n_symbols; i++)
    g_ptr_array_add (texts, refrain_structure_describe (structure, part, i));
  refrain_grammar_reader_init (&reader, at->grammar);
  while (refrain_grammar_reader_next (&reader, &symbol))
    refrain_report_add_row (table, REFRAIN_TEXT (texts->pdata[symbol]));
  refrain_grammar_reader_clear (&reader);
}

/* All threads of a process, each under its name where there are several. */
static void
add_process_alone (RefrainReport *report,
                   RefrainStructure *structure,
                   guint process,
                   gboolean expand)
{
  static const RefrainReportColumn columns[] = { { "event", "", REFRAIN_CELL_TEXT } };
  RefrainProcess *at = refrain_trace_get_process (refrain_structure_get_trace (structure), process);
  RefrainReportTable *table = expand ? refrain_report_add_table (report, NULL, "", columns) : NULL;
  gsize first, end;

  refrain_structure_find_parts (structure, process, &first, &end);
  for (gsize i = first; i < end; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      if (expand)
        {
          expand_part (table, structure, i);
          continue;
        }
      if (end - first > 1)
        refrain_report_say (report, "%s", refrain_process_get_thread (at, i - first)->name);
      append_part (text, structure, i);
      if (text->len > 0)
        refrain_report_print (report, text->str);
    }
}

static RefrainReport *
make (RefrainStudy *study, gpointer data, const RefrainStudyAsk *ask, GError **error)
{
  const Options *options = data;
  const guint n = refrain_trace_get_n_processes (refrain_study_get_trace (study));
  const gboolean expand = options->expand != NULL;
  g_autoptr (RefrainStudyOptions) how = NULL;
  g_autoptr (RefrainStructure) structure = NULL;
  g_autoptr (RefrainOutermosts) all = NULL;
  g_autoptr (RefrainIterations) iterations = NULL;
  g_autoptr (RefrainDurations) run = NULL;
  g_autoptr (RefrainReport) report = refrain_report_new ("structure");
  RefrainStudyAsk own;
  int process;

  if (!refrain_report_parse_process (expand ? "--expand" : "--process",
                                     expand ? options->expand : options->process, n, &process,
                                     error))
    return NULL;
  how = refrain_report_copy_options (study, ask, &own);
  if (refrain_structure_arguments_get_first (&options->how) != NULL)
    how->structure = options->structure;
  /* First what a team may not be able to tell. */
  if (process < 0)
    {
      iterations = refrain_study_find (study, REFRAIN_ANALYSIS_ITERATIONS, &own, error);
      if (iterations == NULL)
        return NULL;
    }
  structure = refrain_study_find (study, REFRAIN_ANALYSIS_STRUCTURE, &own, error);
  if (structure == NULL)
    return NULL;
  if (process >= 0)
    {
      refrain_structure_share_parts (structure, (guint) process);
      add_process_alone (report, structure, (guint) process, expand);
      return g_steal_pointer (&report);
    }
  all = refrain_study_find (study, REFRAIN_ANALYSIS_OUTERMOSTS, &own, error);
  if (all != NULL)
    run = refrain_report_measure_turns (iterations, own.cancellable, error);
  if (run == NULL)
    return NULL;
  refrain_report_say_unrecorded (report, refrain_study_get_trace (study));
  say_loop (report, structure, all, iterations, run);
  add_processes (report, structure, all);
  refrain_report_print (report, "\n");
  refrain_report_say (report, _ ("List of its sequences and loops: --process %u."),
                      MIN (all->chosen, n - 1));
  return g_steal_pointer (&report);
}

const RefrainReportKind refrain_report_structure = {
  .name = "structure",
  .arguments = "TRACE",
  .summary = N_ ("List sequences and loops of events of each process"),
  .options_size = sizeof (Options),
  .describe = describe,
  .check = check,
  .narrow = narrow,
  .make = make,
  .clear = clear,
};
