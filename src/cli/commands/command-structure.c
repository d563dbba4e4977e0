/* command-structure.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli structure: each process as a tree of sequences and loops.
 */
#include "config.h"

#include "refrain-command.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include <glib/gi18n.h>

#include "refrain-json-writer.h"
#include "refrain-structure-options.h"
#include "refrain-time-format.h"
#include "refrain-visible.h"

/* Excesses that differ by no more are as large. */
#define AS_LARGE 0.02
/* What a slowest iteration must take, in medians, to be worth a word. */
#define SLOW 1.1
/* Processes that are all listed, in lines of their own. */
#define MAX_PROCESSES 64

typedef struct
{
  RefrainStructure *structure;
  GPtrArray *loops; /* of RefrainOutermost or NULL: by process */
} Report;

static void
report_clear (Report *self)
{
  if (self->loops == NULL)
    return;
  for (guint i = 0; i < self->loops->len; i++)
    g_clear_pointer ((RefrainOutermost **) &self->loops->pdata[i], refrain_outermost_free);
  g_ptr_array_unref (self->loops);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Report, report_clear)

static gboolean
report_init (Report *self, RefrainStructure *structure, GError **error)
{
  const guint n = refrain_trace_get_n_processes (refrain_structure_get_trace (structure));

  self->structure = structure;
  self->loops = g_ptr_array_new ();
  for (guint p = 0; p < n; p++)
    {
      g_autoptr (GError) problem = NULL;
      RefrainStructureFigures figures;
      RefrainOutermost *loop = NULL;

      refrain_structure_get_figures (structure, p, &figures);
      if (figures.iterations > 0)
        loop = refrain_outermost_new (structure, figures.part, NULL, &problem);
      g_ptr_array_add (self->loops, loop);
      if (problem != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
    }
  return TRUE;
}

static double
get_excess (const RefrainOutermost *loop)
{
  return refrain_durations_get_maximum (loop->durations)
         - refrain_durations_get_median (loop->durations);
}

/* Of two whose slowest iterations lose about as much the one where it is earlier: others lose it
 * later, waiting. */
static gboolean
loses_more (const RefrainOutermost *loop, const RefrainOutermost *other)
{
  const double own = get_excess (loop), most = get_excess (other);

  if (fabs (own - most) <= AS_LARGE * MAX (own, most) && loop->n == other->n)
    return loop->slowest < other->slowest || (loop->slowest == other->slowest && own > most);
  return own > most;
}

/* The process whose slowest iteration loses most, among those whose loop covers most: one that
 * covers half as much says little about the run. n where there is no loop. */
static guint
choose_process (const Report *self)
{
  guint found = self->loops->len;
  double widest = 0;

  for (guint p = 0; p < self->loops->len; p++)
    if (self->loops->pdata[p] != NULL)
      widest = MAX (widest, ((const RefrainOutermost *) self->loops->pdata[p])->share);
  for (guint p = 0; p < self->loops->len; p++)
    {
      const RefrainOutermost *loop = self->loops->pdata[p];

      if (loop != NULL && loop->share >= widest / 2
          && (found == self->loops->len || loses_more (loop, self->loops->pdata[found])))
        found = p;
    }
  return found;
}

/* ---- JSON --------------------------------------------------------------------------------------
 */

static void
add_loop (RefrainJsonWriter *json, const RefrainOutermost *loop)
{
  static const char *const trends[] = { NULL, "slope", "step", "period" };

  if (loop == NULL)
    {
      refrain_json_add_null (json, "loop");
      return;
    }
  refrain_json_begin_object (json, "loop");
  refrain_json_add_double (json, "from", (double) loop->start[0] / 1e9);
  refrain_json_add_double (json, "to", (double) loop->end / 1e9);
  refrain_json_add_double (json, "share", loop->share);
  refrain_json_add_double (json, "median", refrain_durations_get_median (loop->durations) / 1e9);
  refrain_json_add_double (json, "maximum", refrain_durations_get_maximum (loop->durations) / 1e9);
  refrain_json_add_int (json, "slowest", (gint64) loop->slowest + 1);
  refrain_json_add_double (json, "slowest_from", (double) loop->start[loop->slowest] / 1e9);
  refrain_json_add_string (json, "trend",
                           trends[refrain_durations_get_trend (loop->durations)->kind]);
  refrain_json_end_object (json);
}

static void
print_json (const Report *self)
{
  RefrainJsonWriter json = { 0 };

  refrain_json_begin_object (&json, NULL);
  refrain_json_begin_array (&json, "processes");
  for (guint p = 0; p < self->loops->len; p++)
    {
      RefrainStructureFigures figures;

      refrain_structure_get_figures (self->structure, p, &figures);
      refrain_json_begin_object (&json, NULL);
      refrain_json_add_int (&json, "process", p);
      refrain_json_add_int (&json, "events", (gint64) figures.events);
      refrain_json_add_int (&json, "patterns", (gint64) figures.patterns);
      refrain_json_add_int (&json, "iterations", (gint64) figures.iterations);
      refrain_json_add_int (&json, "size", (gint64) figures.size);
      refrain_json_add_double (&json, "occupation", 100 * figures.occupation);
      refrain_json_add_int (&json, "terms", (gint64) figures.terms);
      refrain_json_add_double (&json, "in_loops", 100 * figures.in_loops);
      refrain_json_add_double (&json, "in_patterns", 100 * figures.in_patterns);
      add_loop (&json, self->loops->pdata[p]);
      refrain_json_end_object (&json);
    }
  refrain_json_end_array (&json);
  refrain_json_end_object (&json);
}

/* ---- The first lines ---------------------------------------------------------------------------
 */

static void
tell_slowest (const Report *self, const RefrainOutermost *loop)
{
  g_autofree char *before = refrain_structure_describe (self->structure, loop->part, loop->before);
  g_autofree char *after = refrain_structure_describe (self->structure, loop->part, loop->after);
  g_autofree char *excess = refrain_time_format ((RefrainTime) get_excess (loop), 3);
  g_autofree char *lost = refrain_time_format (loop->lost, 3);
  g_autofree char *when = refrain_time_format (loop->start[loop->slowest], 4);

  if (refrain_durations_get_maximum (loop->durations)
      < SLOW * refrain_durations_get_median (loop->durations))
    {
      printf (_ ("no iteration takes more than %.2f times the median\n"),
              refrain_durations_get_maximum (loop->durations)
                  / MAX (1, refrain_durations_get_median (loop->durations)));
      return;
    }
  printf (_ ("of the %s more in iteration %u (at %s), %s pass between “%s” and “%s”\n"), excess,
          loop->slowest + 1, when, lost, before, after);
}

static void
tell_trend (const RefrainOutermost *loop)
{
  g_autofree char *trend = refrain_structure_tell_trend (loop->durations, _ ("iteration"));
  gsize n;
  const RefrainDurationPeak *peaks = refrain_durations_get_peaks (loop->durations, &n);

  if (trend != NULL)
    {
      printf ("%s\n", trend);
      return;
    }
  if (n < 2)
    {
      printf (_ ("they become neither slower nor faster over the run\n"));
      return;
    }
  printf (_ ("usual durations: "));
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *duration = refrain_time_format ((RefrainTime) peaks[i].duration, 3);

      printf (_ ("%s%s (%.0f %%)"), i > 0 ? ", " : "", duration, 100 * peaks[i].share);
    }
  printf ("\n");
}

static void
tell (const Report *self)
{
  const guint p = choose_process (self);
  const RefrainOutermost *loop;
  g_autofree char *median = NULL, *maximum = NULL;

  if (p == self->loops->len)
    {
      printf (_ ("no events repeat in a row, so there is no loop to compare the turns of\n"));
      return;
    }
  loop = self->loops->pdata[p];
  median = refrain_time_format ((RefrainTime) refrain_durations_get_median (loop->durations), 3);
  maximum = refrain_time_format ((RefrainTime) refrain_durations_get_maximum (loop->durations), 3);
  printf (_ ("%u iterations of %s cover %.1f %% of the run of process %u; iteration %u takes %.1f "
             "times the median (%s)\n"),
          loop->n, median, 100 * loop->share, p, loop->slowest + 1,
          refrain_durations_get_maximum (loop->durations)
              / MAX (1, refrain_durations_get_median (loop->durations)),
          maximum);
  tell_slowest (self, loop);
  tell_trend (loop);
}

static void
print_table (const Report *self)
{
  printf ("\n%8s %10s %9s %11s %8s %11s\n", _ ("process"), _ ("events"), _ ("patterns"),
          _ ("iterations"), _ ("size"),
          /* xgettext:no-c-format */
          _ ("% of events"));
  for (guint p = 0; p < self->loops->len && p < MAX_PROCESSES; p++)
    {
      RefrainStructureFigures figures;

      refrain_structure_get_figures (self->structure, p, &figures);
      printf ("%8u %10" PRIu64 " %9" PRIu64 " %11" PRIu64 " %8" PRIu64 " %11.2f\n", p,
              figures.events, figures.patterns, figures.iterations, figures.size,
              100 * figures.occupation);
    }
  if (self->loops->len > MAX_PROCESSES)
    printf (_ ("… and %u more; --json tells all\n"), self->loops->len - MAX_PROCESSES);
  printf (_ ("\n--process %u prints its sequences and loops\n"),
          MIN (choose_process (self), self->loops->len - 1));
}

/* ---- The tree ----------------------------------------------------------------------------------
 */

/* Terms [at, end) are still to be printed. */
typedef struct
{
  guint32 at, end;
} Frame;

static void
print_indent (guint depth)
{
  /* Deeper than so the text would leave every screen. */
  printf ("%*s", 2 * (int) MIN (depth, 40), "");
}

static void
print_part (RefrainStructure *structure, gsize part)
{
  const RefrainGrammar *grammar = refrain_structure_get_part (structure, part)->grammar;
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Frame));
  g_autofree gboolean *printed = g_new0 (gboolean, (gsize) grammar->n_patterns + 1);
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
      print_indent (stack->len - 1);
      if (term->count > 1)
        printf (_ ("%u times "), term->count);
      if (term->what < grammar->n_symbols)
        {
          g_autofree char *text = refrain_structure_describe (structure, part, term->what);

          printf ("%s\n", text);
          continue;
        }
      pattern = term->what - grammar->n_symbols;
      if (printed[pattern])
        {
          printf (_ ("P%u, as above\n"), pattern + 1);
          continue;
        }
      printf (ngettext ("P%u (%" PRIu64 " event):\n", "P%u (%" PRIu64 " events):\n",
                        grammar->size[pattern]),
              pattern + 1, grammar->size[pattern]);
      printed[pattern] = TRUE;
      first = (Frame){ grammar->first[pattern], grammar->first[pattern + 1] };
      g_array_append_val (stack, first);
    }
}

static void
expand_part (RefrainStructure *structure, gsize part)
{
  const RefrainStructurePart *at = refrain_structure_get_part (structure, part);
  g_autofree char **texts = g_new0 (char *, (gsize) at->n_symbols + 1);
  RefrainGrammarReader reader;
  guint32 symbol;

  for (guint32 i = 0; i < at->n_symbols; i++)
    texts[i] = refrain_structure_describe (structure, part, i);
  refrain_grammar_reader_init (&reader, at->grammar);
  while (refrain_grammar_reader_next (&reader, &symbol))
    puts (texts[symbol]);
  refrain_grammar_reader_clear (&reader);
  for (guint32 i = 0; i < at->n_symbols; i++)
    g_free (texts[i]);
}

/* All threads of a process, each under its name where there are several. */
static void
print_process (RefrainStructure *structure, guint process, gboolean expand)
{
  RefrainProcess *at = refrain_trace_get_process (refrain_structure_get_trace (structure), process);
  gsize first, end;

  refrain_structure_find_parts (structure, process, &first, &end);
  for (gsize i = first; i < end; i++)
    {
      if (end - first > 1 && !expand)
        {
          g_autofree char *name
              = refrain_visible_line (refrain_process_get_thread (at, i - first)->name);

          printf ("%s\n", name);
        }
      if (expand)
        expand_part (structure, i);
      else
        print_part (structure, i);
    }
}

/* ---- The command -------------------------------------------------------------------------------
 */

typedef struct
{
  gboolean json;
  char *process, *expand; /* as asked for */
  RefrainStructureArguments how;
} Options;

static void
clear_options (Options *self)
{
  g_free (self->process);
  g_free (self->expand);
  refrain_structure_arguments_clear (&self->how);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, clear_options)

static int
run_trace (const Options *options, const RefrainStructureOptions *how, const char *path)
{
  g_autoptr (RefrainTrace) trace = refrain_command_load (path);
  g_autoptr (RefrainStructure) structure = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (Report) report = { 0 };
  int process;

  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  if (!refrain_command_parse_process (&refrain_command_structure,
                                      options->expand != NULL ? "--expand" : "--process",
                                      options->expand != NULL ? options->expand : options->process,
                                      refrain_trace_get_n_processes (trace), &process))
    return REFRAIN_EXIT_USAGE;
  structure = refrain_structure_new (trace, how, NULL, &error);
  if (structure == NULL)
    return refrain_command_fail (error);
  if (process >= 0)
    {
      print_process (structure, (guint) process, options->expand != NULL);
      return REFRAIN_EXIT_OK;
    }
  if (!report_init (&report, structure, &error))
    return refrain_command_fail (error);
  if (options->json)
    {
      print_json (&report);
      return REFRAIN_EXIT_OK;
    }
  tell (&report);
  print_table (&report);
  return REFRAIN_EXIT_OK;
}

static int
run (int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_ ("Print one JSON object"), NULL },
    { "process", 0, 0, G_OPTION_ARG_STRING, &options.process,
      N_ ("Print the sequences and loops of process R"), N_ ("R") },
    { "expand", 0, 0, G_OPTION_ARG_STRING, &options.expand,
      N_ ("Print the events of process R out of its sequences and loops"), N_ ("R") },
    REFRAIN_STRUCTURE_ENTRIES (options.how),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  RefrainStructureOptions how;
  g_autoptr (GError) error = NULL;
  const int status
      = refrain_command_parse (&refrain_command_structure, entries, argc, argv, 1, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  if (options.json + (options.process != NULL) + (options.expand != NULL) > 1)
    return refrain_command_usage (&refrain_command_structure,
                                  _ ("--json, --process and --expand exclude each other"));
  if (!refrain_structure_arguments_understand (&options.how, &how, &error))
    return refrain_command_refuse (&refrain_command_structure, error);
  return run_trace (&options, &how, arguments[1]);
}

const RefrainCommand refrain_command_structure = {
  .name = "structure",
  .arguments = "TRACE",
  .summary = N_ ("Write each process as sequences and loops of events"),
  .run = run,
};
