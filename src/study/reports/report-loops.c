/* report-loops.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * loops: the run as nested loops, or as one program over directions.
 */
#include "config.h"

#include "refrain-free.h"
#include "refrain-report-kinds.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-loop-options.h"
#include "refrain-loop-summary.h"
#include "refrain-loop-text.h"
#include "refrain-page-lead.h"
#include "refrain-program-mappings.h"
#include "refrain-program.h"
#include "refrain-report-options.h"
#include "refrain-report-main-loop.h"
#include "refrain-topology-periods.h"
#include "refrain-unrecorded-note.h"

/* What is longer is no page: it is only printed when all is asked for. */
#define MOST_ROWS 400

typedef struct
{
  gboolean ids, all, logical;
  char *asked_process, *asked_expand;
  RefrainLoopArguments how;
  RefrainLoopOptions options;
  gboolean text, data, listing; /* what is wanted: lines; members and tables; a program for LaTeX */
} Options;

/* What is being reported. */
typedef struct
{
  const Options *options;
  RefrainReport *report;
  RefrainStudy *study; /* or NULL */
  const RefrainStudyAsk *ask;
  GCancellable *cancellable;
  int process, expand; /* of which process; below 0: not asked for */
} Task;

/* ---- A model as text ---- */

/* What is printed while it is written. */
typedef struct
{
  RefrainLoopModel *model;   /* or */
  RefrainProgram *program;   /* ... and with it */
  RefrainLoopEvents *events; /* with what is local */
  gboolean ids;
  guint process;

  RefrainSink *sink;
  GString *line;
  gsize at; /* element of the events */
} Print;

REFRAIN_DEFINE_FREE (print_free, Print, refrain_clear_objects (&x->model, &x->program, &x->events);
                     g_string_free (x->line, TRUE))

/* Keeps references. */
static Print *
print_new (RefrainLoopModel *model, RefrainProgram *program, RefrainLoopEvents *events)
{
  Print *self = g_new0 (Print, 1);

  g_set_object (&self->model, model);
  g_set_object (&self->program, program);
  g_set_object (&self->events, events);
  self->line = g_string_new (NULL);
  return self;
}

static void
note_id (GString *line, guint32 construct, guint indent, gpointer data)
{
  g_string_append_printf (line, " // %u", construct + 1);
}

/* A line for each construct, with its number behind it, or as few as there may be. */
static void
put_model (RefrainSink *sink, gpointer data)
{
  const Print *self = data;

  if (self->ids)
    refrain_loop_text_write (self->model, note_id, NULL, refrain_sink_put, sink);
  else
    refrain_loop_text_write_folded (self->model, refrain_sink_put, sink);
}

/* Lets go of the line. */
static gboolean
put_line (Print *self)
{
  const gboolean more = refrain_sink_put (self->line->str, self->line->len, self->sink);

  g_string_truncate (self->line, 0);
  return more;
}

static gboolean
put_event (Print *self, RefrainLoopEvents *events, const RefrainLoopEvent *event)
{
  refrain_loop_text_append_event (self->line, events, self->process, event);
  g_string_append_c (self->line, '\n');
  return put_line (self);
}

static gboolean
put_event_of_model (const RefrainLoopEvent *event,
                    guint32 construct,
                    const gint64 *index,
                    gpointer data)
{
  Print *self = data;

  return put_event (self, refrain_loop_model_get_events (self->model), event);
}

/* Local events stand where they are in the stream: the program has none. */
static gboolean
put_step_of_program (const RefrainProgramStep *step, gpointer data)
{
  Print *self = data;

  refrain_loop_text_append_locals (self->line, self->events, self->process, &self->at);
  return put_event (self, refrain_program_get_events (self->program), &step->event);
}

/* The events of a process, a line each. */
static void
put_events (RefrainSink *sink, gpointer data)
{
  Print *self = data;

  self->sink = sink;
  self->at = 0;
  if (self->model != NULL)
    refrain_loop_model_run (self->model, self->process, put_event_of_model, self);
  else if (refrain_program_run (self->program, self->process, put_step_of_program, self))
    {
      refrain_loop_text_append_locals (self->line, self->events, self->process, &self->at);
      put_line (self);
    }
}

static void
print (RefrainReport *report, const char *lines)
{
  if (*lines != '\0')
    refrain_report_print (report, lines);
}

static void
print_events (const Task *self, Print *print)
{
  print->process = (guint) self->expand;
  refrain_report_print_from (self->report, put_events, print, print_free);
}

static void
print_model (const Task *self, RefrainLoopModel *model)
{
  RefrainLoopEvents *events = refrain_loop_model_get_events (model);
  g_autofree char *threads = refrain_loop_summary_write_threads (events);
  Print *lines = print_new (model, NULL, NULL);
  guint32 n;

  lines->ids = self->options->ids;
  print (self->report, threads);
  refrain_loop_model_get_constructs (model, &n);
  if (n == 0 && refrain_loop_events_get_trace (events) == NULL)
    refrain_report_say (self->report, _ ("// no loops: the text holds no events (of a summarised "
                                         "run loops --all prints the model)"));
  else if (n == 0)
    refrain_report_say (self->report,
                        _ ("// no loops: there are no messages and no collective operations"));
  refrain_report_print_from (self->report, put_model, lines, print_free);
}

/* What is to be known before the model. Returns whether it stands instead. */
static gboolean
say_summary (const Task *self, RefrainLoopModel *model)
{
  gboolean instead = FALSE;
  g_autofree char *summary
      = self->study != NULL
            ? refrain_report_write_loop_summary (self->study, model, self->ask, &instead, NULL)
            : refrain_loop_summary_write (model, NULL, NULL, FALSE, &instead);
  RefrainLoopModelSize size;

  if (summary != NULL)
    print (self->report, summary);
  if (!instead)
    return FALSE;
  refrain_loop_model_measure (model, &size);
  refrain_report_say (
      self->report,
      _ ("// %.0f %% of the events are in loops; --all prints the whole model, of %u events, loops "
         "and uses"),
      100.0 * (double) size.events_in_loops / (double) size.events, size.n_terms);
  return TRUE;
}

/* Communication of which the trace holds nothing. */
static void
say_unrecorded (const Task *self)
{
  RefrainTrace *trace = self->study != NULL ? refrain_study_get_trace (self->study) : NULL;
  g_autofree char *unrecorded = trace != NULL ? refrain_unrecorded_note_describe (trace) : NULL;

  if (unrecorded != NULL)
    refrain_report_say (self->report, "// %s", unrecorded);
}

/* The global model, unless what is said of it stands for it. */
static void
print_global (const Task *self, RefrainLoopModel *model)
{
  say_unrecorded (self);
  if (self->options->all || self->options->ids || !say_summary (self, model))
    print_model (self, model);
}

/* ---- A model as values ---- */

static gint64
clamp (guint64 number)
{
  return (gint64) MIN (number, G_MAXINT64);
}

static double
share_of (guint64 part, guint64 whole)
{
  return whole == 0 ? 0 : (double) part / (double) whole;
}

/* The models of the processes from @first on. */
static void
add_local (RefrainReport *report, const GPtrArray *models, guint first)
{
  const RefrainReportColumn columns[] = {
    { "process", _ ("process"), REFRAIN_CELL_INT },
    { "events", _ ("events"), REFRAIN_CELL_COUNT },
    { "terms", _ ("terms"), REFRAIN_CELL_COUNT },
    { "loops", _ ("loops"), REFRAIN_CELL_COUNT },
    { "definitions", _ ("definitions"), REFRAIN_CELL_COUNT },
    { "coverage", _ ("in loops"), REFRAIN_CELL_SHARE },
    { "shared", _ ("shared"), REFRAIN_CELL_SHARE },
    { "bytes", _ ("bytes"), REFRAIN_CELL_COUNT },
  };
  RefrainReportTable *table = refrain_report_add_table (report, "local", NULL, columns);

  for (guint i = 0; i < models->len; i++)
    {
      RefrainLoopModelSize size;

      refrain_loop_model_measure_process (models->pdata[i], first + i, &size);
      refrain_report_add_row (table, REFRAIN_INT (first + i), REFRAIN_COUNT (clamp (size.events)),
                              REFRAIN_COUNT (size.n_terms), REFRAIN_COUNT (size.n_loops),
                              REFRAIN_COUNT (size.n_definitions),
                              REFRAIN_SHARE (share_of (size.events_in_loops, size.events)),
                              REFRAIN_SHARE (share_of (size.events_shared, size.events)),
                              REFRAIN_COUNT (refrain_loop_text_measure (models->pdata[i])));
    }
}

/* "0-3,8": who takes part. */
static void
append_processes (GString *text, RefrainLoopModel *model, guint32 construct)
{
  gsize first, words;
  const guint64 *coverage = refrain_loop_model_get_coverage (model, construct, &first, &words);
  g_autoptr (GArray) processes = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (gsize w = 0; w < words; w++)
    for (guint64 rest = coverage[w]; rest != 0; rest &= rest - 1)
      {
        const guint32 process = (guint32) ((first + w) * 64) + (guint32) __builtin_ctzll (rest);

        g_array_append_val (processes, process);
      }
  refrain_loop_text_append_group (text, (const guint32 *) (gpointer) processes->data,
                                  processes->len);
}

static void
add_constructs (RefrainReport *report, RefrainLoopModel *model)
{
  static const char *const kinds[] = { "event", "loop", "definition", "use" };
  const RefrainReportColumn columns[] = {
    { "id", _ ("line"), REFRAIN_CELL_INT },
    { "kind", _ ("kind"), REFRAIN_CELL_TEXT },
    { "parent", _ ("in line"), REFRAIN_CELL_INT },
    { "text", _ ("text"), REFRAIN_CELL_TEXT },
    { "processes", _ ("processes"), REFRAIN_CELL_TEXT },
    { "events", _ ("events"), REFRAIN_CELL_COUNT },
  };
  const guint64 *n_events = refrain_loop_model_get_n_events (model);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) processes = g_string_new (NULL);
  RefrainReportTable *table = refrain_report_add_table (report, "constructs", NULL, columns);
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);

  refrain_report_set_main (table);
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 parent = constructs[i].parent;

      g_string_truncate (text, 0);
      g_string_truncate (processes, 0);
      refrain_loop_text_append_construct (text, model, i);
      append_processes (processes, model, i);
      refrain_report_add_row (
          table, REFRAIN_INT ((guint64) i + 1), REFRAIN_TEXT (kinds[constructs[i].kind]),
          parent == REFRAIN_NONE ? REFRAIN_NO_CELL : REFRAIN_INT ((guint64) parent + 1),
          REFRAIN_TEXT (text->str), REFRAIN_TEXT (processes->str),
          REFRAIN_COUNT (clamp (n_events[i])));
    }
}

static void
add_global (RefrainReport *report, RefrainLoopModel *model)
{
  RefrainLoopModelSize size;
  gsize n_links;

  refrain_loop_model_measure (model, &size);
  refrain_loop_model_get_links (model, &n_links);
  refrain_report_begin_object (report, "global");
  refrain_report_add_int (report, "events", clamp (size.events));
  refrain_report_add_int (report, "terms", size.n_terms);
  refrain_report_add_int (report, "loops", size.n_loops);
  refrain_report_add_int (report, "definitions", size.n_definitions);
  refrain_report_add_double (report, "coverage", share_of (size.events_in_loops, size.events));
  refrain_report_add_double (report, "shared", share_of (size.events_shared, size.events));
  refrain_report_add_int (report, "bytes", refrain_loop_text_measure (model));
  refrain_report_add_int (report, "links", n_links);
  add_constructs (report, model);
  refrain_report_end (report);
}

/* ---- A program as text ---- */

static gsize
count_rows (const char *text)
{
  gsize n = 0;

  for (const char *at = strchr (text, '\n'); at != NULL; at = strchr (at + 1, '\n'))
    n++;
  return n;
}

/* What does not fit in. */
static void
say_exceptions (RefrainReport *report, const RefrainProgramFacts *facts)
{
  if (facts->n_exceptions > 0)
    refrain_report_say (
        report,
        ngettext ("// %" PRIu64 " operation of %" PRIu64
                  " fits no direction or position of the topology and is spelled out by rank",
                  "// %" PRIu64 " operations of %" PRIu64
                  " fit no direction or position of the topology and are spelled out by rank",
                  (gulong) MIN (facts->n_exceptions, G_MAXUINT32)),
        facts->n_exceptions, facts->n_operations);
}

/* Why there is no page, and where to look instead. */
static void
say_refusal (RefrainReport *report, const RefrainProgramFacts *facts, gsize n_rows)
{
  refrain_report_say (report,
                      _ ("// the processes of this run do not follow one program: it would take "
                         "%zu lines for %" PRIu64 " operations (--all prints them)"),
                      n_rows, facts->n_operations);
  if (facts->n_all_steps < 4)
    refrain_report_say (report, _ ("// messages connect nearly all steps: there is no point where "
                                   "all processes finish one step before the next"));
  else if (n_rows < (gsize) facts->n_steps * 4)
    refrain_report_say (
        report, _ ("// partners change over the run: of %" PRIu64 " steps, %u are different"),
        facts->n_all_steps, facts->n_steps);
  else
    refrain_report_say (report,
                        _ ("// partners within a step follow no rule of directions and positions: "
                           "%u different steps take %zu lines each"),
                        facts->n_steps, n_rows / facts->n_steps);
  refrain_report_say (report, _ ("// repetitions: refrain-cli patterns; phases: refrain-cli "
                                 "phases; one process: refrain-cli loops --process 0"));
}

/* In any order of axes. */
static gboolean
have_same_sizes (RefrainMapping *a, RefrainMapping *b)
{
  const guint n = refrain_mapping_get_n_dimensions (a);
  guint sizes[2][REFRAIN_MAX_DIMENSIONS];

  if (n != refrain_mapping_get_n_dimensions (b))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      sizes[0][i] = refrain_mapping_get_size (a, i);
      sizes[1][i] = refrain_mapping_get_size (b, i);
    }
  for (guint k = 0; k < 2; k++)
    refrain_sort (sizes[k], n, sizeof sizes[k][0], refrain_compare_uint32);
  return memcmp (sizes[0], sizes[1], n * sizeof sizes[0][0]) == 0;
}

/* Whether some dimension of more than two is periodic; of two nobody sees it. */
static gboolean
is_periodic (RefrainMapping *mapping)
{
  for (guint a = 0; a < refrain_mapping_get_n_dimensions (mapping); a++)
    if (refrain_mapping_get_size (mapping, a) > 2 && refrain_mapping_is_wrapped (mapping, a))
      return TRUE;
  return FALSE;
}

/* Whether the places of both are alike: of lattices the sizes, whatever their other neighbours. */
static gboolean
is_alike (RefrainMapping *a, RefrainMapping *b)
{
  return refrain_mapping_get_kind (a) == REFRAIN_TOPOLOGY_GRID
                 && refrain_mapping_get_kind (b) == REFRAIN_TOPOLOGY_GRID
             ? have_same_sizes (a, b) && is_periodic (a) == is_periodic (b)
             : g_str_equal (refrain_mapping_get_name (a), refrain_mapping_get_name (b));
}

/* Where the page is not on the topology that the run has by name. */
static void
say_topology (RefrainReport *report, RefrainProgram *program)
{
  RefrainLoopEvents *events = refrain_program_get_events (program);
  RefrainMapping *mapping = refrain_program_get_mapping (program);
  RefrainTrace *trace = refrain_loop_events_get_trace (events);
  g_autoptr (RefrainMapping) other = NULL;

  if (trace == NULL)
    return;
  other = refrain_program_find_topology (events, NULL, NULL);
  if (other != NULL)
    refrain_mapping_tell_periods (other, refrain_topology_find_periods (trace, other));
  if (other != NULL && refrain_program_is_axis (program))
    refrain_report_say (report,
                        _ ("// the topology is called %s (refrain-cli topology); by distances of "
                           "ranks modulo %u the text is shorter"),
                        refrain_mapping_get_title (other),
                        refrain_mapping_get_n_processes (mapping));
  else if (other != NULL && !is_alike (mapping, other))
    refrain_report_say (
        report,
        _ ("// the topology is called %s (refrain-cli topology); on %s the text is shorter"),
        refrain_mapping_get_title (other), refrain_mapping_get_title (mapping));
}

static void
say_nobody (RefrainReport *report)
{
  refrain_report_say (report, _ ("// no process communicates: there is no program to show"));
}

/* @named: whether it is on the run's topology, or one that the run could have. */
static void
print_program (const Task *self, RefrainProgram *program, gboolean named)
{
  RefrainReport *report = self->report;
  const RefrainProgramFacts *facts = refrain_program_get_facts (program);
  g_autofree char *text = refrain_program_dup_text (program, NULL);
  g_autofree char *threads
      = refrain_loop_summary_write_threads (refrain_program_get_events (program));
  const gsize n_rows = count_rows (text);

  if (facts->n_operations == 0)
    {
      say_nobody (report);
      return;
    }
  print (report, threads);
  say_exceptions (report, facts);
  if (n_rows > MOST_ROWS && !self->options->all)
    {
      say_refusal (report, facts, n_rows);
      return;
    }
  if (named)
    say_topology (report, program);
  refrain_report_print (report, text);
}

/* ---- A program as values ---- */

/* The directions that lines name, and those back. */
static void
add_directions (RefrainReport *report, RefrainProgram *program)
{
  guint32 n_lines, n_directions;
  const RefrainProgramLine *lines = refrain_program_get_lines (program, &n_lines);
  const RefrainDirection *directions = refrain_program_get_directions (program, &n_directions);
  g_autofree gboolean *used = g_new0 (gboolean, n_directions + 1);

  for (guint32 i = 0; i < n_lines; i++)
    {
      guint32 n;
      const guint32 *named = refrain_program_get_line_directions (program, i, &n);

      for (guint32 d = 0; d < n; d++)
        {
          used[named[d]] = TRUE;
          if (lines[i].kind == REFRAIN_LINE_SHIFT)
            used[directions[named[d]].opposite] = TRUE;
        }
    }
  refrain_report_begin_array (report, "directions");
  for (guint32 d = 0; d < n_directions; d++)
    if (used[d])
      refrain_report_add_string (report, NULL, directions[d].name);
  refrain_report_end (report);
}

/* By place, the last axis fastest: the text elides long lists. */
static void
add_ranks (RefrainReport *report, RefrainMapping *mapping)
{
  const guint n = refrain_mapping_get_n_processes (mapping);
  g_autofree guint32 *ranks = g_new (guint32, n + 1);

  for (guint p = 0; p < n; p++)
    ranks[refrain_mapping_get_place (mapping, p)] = p;
  refrain_report_add_ranks (report, "ranks", ranks, n);
}

static void
add_program (RefrainReport *report, RefrainProgram *program)
{
  const RefrainProgramFacts *facts = refrain_program_get_facts (program);
  RefrainMapping *mapping = refrain_program_get_mapping (program);
  g_autofree char *text = refrain_program_dup_text (program, NULL);
  guint32 n_lines;

  refrain_program_get_lines (program, &n_lines);
  refrain_report_begin_object (report, "logical");
  refrain_report_add_int (report, "bytes", facts->bytes);
  refrain_report_add_int (report, "terms", n_lines);
  add_directions (report, program);
  refrain_report_add_int (report, "exceptions", clamp (facts->n_exceptions));
  refrain_report_add_string (report, "topology", refrain_mapping_get_name (mapping));
  if (!refrain_mapping_is_rank_order (mapping))
    add_ranks (report, mapping);
  refrain_report_add_int (report, "events", clamp (facts->n_operations));
  refrain_report_add_int (report, "steps", facts->n_steps);
  refrain_report_add_int (report, "guarded", facts->n_guarded);
  refrain_report_add_boolean (report, "irregular", facts->irregular);
  refrain_report_add_string (report, "text", text);
  refrain_report_end (report);
}

/* ---- What is asked for ---- */

/* Says what leads a page, as far as text is asked for; whether there is no more to say. */
static gboolean
report_lead (const Task *self, RefrainLoopEvents *operations, GError **error)
{
  const gboolean whole = self->options->all || self->options->data;
  g_autoptr (RefrainPageLead) lead = NULL;

  if (!self->options->text || self->expand >= 0)
    return FALSE;
  lead = refrain_page_lead_new (self->study, self->ask, operations, error);
  if (lead == NULL)
    return FALSE;
  for (guint i = 0; i < lead->sentences->len; i++)
    refrain_report_say (self->report, "// %s", (const char *) lead->sentences->pdata[i]);
  if (lead->kind == REFRAIN_PAGE_IS_THERE || whole)
    return FALSE;
  if (lead->joined != NULL)
    print_program (self, lead->joined, FALSE);
  else
    refrain_report_say (self->report, _ ("// %s (--all prints all of them)"),
                        refrain_page_lead_get_lack (lead));
  if (lead->kind == REFRAIN_PAGE_OF_CHANGES && lead->repeated >= 0.01)
    refrain_report_say (self->report,
                        _ ("// %.0f %% of the messages are in patterns that occur three times or "
                           "more: refrain-cli patterns"),
                        100 * lead->repeated);
  return TRUE;
}

static gboolean
report_program (const Task *self, RefrainLoopEvents *events, GError **error)
{
  const Options *options = self->options;
  g_autoptr (RefrainLoopEvents) operations = NULL;
  g_autoptr (RefrainProgram) program = NULL;
  GError *stop = NULL;
  g_autofree char *listing = NULL, *left_out = NULL;

  if (refrain_loop_events_get_n_processes (events) == 0)
    {
      refrain_report_add_null (self->report, "logical");
      say_nobody (self->report);
      return TRUE;
    }
  if (self->expand < 0)
    say_unrecorded (self);
  operations = refrain_loop_events_without_locals (events);
  if (report_lead (self, operations, &stop))
    return TRUE;
  if (stop != NULL)
    {
      g_propagate_error (error, stop);
      return FALSE;
    }
  /* Of files of event text, which are no trace, there is no study. */
  program = self->study != NULL
                ? refrain_study_find (self->study, REFRAIN_ANALYSIS_PROGRAM, self->ask, error)
                : refrain_program_new (operations, NULL, 0, self->cancellable, error);
  if (program == NULL)
    return FALSE;
  if (options->data)
    add_program (self->report, program);
  if (options->listing)
    {
      listing = refrain_program_dup_latex (program);
      refrain_report_set_latex (self->report, listing);
    }
  if (options->text && self->expand >= 0)
    print_events (self, print_new (NULL, program, events));
  else if (options->text)
    {
      left_out = refrain_loop_summary_write_left_out (events, operations);
      print_program (self, program, TRUE);
      print (self->report, left_out);
    }
  return TRUE;
}

static gboolean
report_process (const Task *self, RefrainLoopEvents *events, GError **error)
{
  g_autoptr (GPtrArray) one = g_ptr_array_new_with_free_func (g_object_unref);
  RefrainLoopModel *model = refrain_loop_local_new (
      events, (guint) self->process, &self->options->options, self->cancellable, error);

  if (model == NULL)
    return FALSE;
  g_ptr_array_add (one, model);
  if (self->options->data)
    add_local (self->report, one, (guint) self->process);
  if (self->options->text)
    print_model (self, model);
  return TRUE;
}

static void
report_model (const Task *self, RefrainLoopModel *model, const GPtrArray *local)
{
  if (self->options->data)
    {
      add_local (self->report, local, 0);
      add_global (self->report, model);
    }
  if (self->options->text && self->expand >= 0)
    print_events (self, print_new (model, NULL, NULL));
  else if (self->options->text && self->options->how.model != NULL)
    print_model (self, model);
  else if (self->options->text)
    print_global (self, model);
}

/* Which process is asked for among those of @events. */
static gboolean
find_process (Task *self, RefrainLoopEvents *events, GError **error)
{
  const guint n = refrain_loop_events_get_n_processes (events);

  return refrain_report_parse_process ("--process", self->options->asked_process, n, &self->process,
                                       error)
         && refrain_report_parse_process ("--expand", self->options->asked_expand, n, &self->expand,
                                          error);
}

static gboolean
run (Task *self, GError **error)
{
  const Options *options = self->options;
  g_autoptr (RefrainLoopEvents) events = NULL;
  g_autoptr (RefrainLoopModel) model = NULL;
  g_autoptr (GPtrArray) local = NULL;

  if (options->how.model != NULL)
    {
      model = refrain_loop_text_load (options->how.model, self->cancellable, error);
      if (model == NULL || !find_process (self, refrain_loop_model_get_events (model), error))
        return FALSE;
      local = g_ptr_array_new ();
    }
  else
    {
      events = refrain_loop_arguments_find_events (&options->how, self->study, self->ask, FALSE,
                                                   error);
      if (events == NULL || !find_process (self, events, error))
        return FALSE;
      if (self->process >= 0)
        return report_process (self, events, error);
      if (options->logical)
        return report_program (self, events, error);
      model = refrain_loop_arguments_find_model (&options->how, &options->options, events,
                                                 self->study, self->ask,
                                                 options->data ? &local : NULL, error);
    }
  if (model != NULL)
    report_model (self, model, local);
  return model != NULL;
}

/* ---- The kind ---- */

static void
init (gpointer data)
{
  Options *options = data;

  options->how = (RefrainLoopArguments) REFRAIN_LOOP_ARGUMENTS_INIT;
  options->text = options->data = options->listing = TRUE;
}

REFRAIN_REPORT_ENTRIES (Options,
                        { "process", 0, 0, G_OPTION_ARG_STRING, &x->asked_process,
                          N_ ("Print the model of process R alone"), N_ ("R") },
                        { "expand", 0, 0, G_OPTION_ARG_STRING, &x->asked_expand,
                          N_ ("Print the events of process R, expanded"), N_ ("R") },
                        { "all", 0, 0, G_OPTION_ARG_NONE, &x->all, N_ ("Print all rows or lines"),
                          NULL },
                        { "logical", 0, 0, G_OPTION_ARG_NONE, &x->logical,
                          N_ ("Print one program in directions for all processes"), NULL },
                        { "ids", 0, 0, G_OPTION_ARG_NONE, &x->ids,
                          N_ ("Number the lines of the model"), NULL },
                        REFRAIN_LOOP_ENTRIES (x->how))

/* An option that contradicts another, and that one. */
static const char *
find_stray (const Options *options, const char **with)
{
  const gboolean process = options->asked_process != NULL, model = options->how.model != NULL;

  *with = options->logical ? "--logical" : options->asked_expand != NULL ? "--expand" : "--process";
  if (options->logical)
    return options->ids                 ? "--ids"
           : process                    ? "--process"
           : model                      ? "--model"
           : options->how.share != NULL ? "--share"
                                        : NULL;
  if (options->asked_expand != NULL)
    return options->ids ? "--ids" : process ? "--process" : NULL;
  return process && model ? "--model" : NULL;
}

static gboolean
check (gpointer data, char **words, GError **error)
{
  Options *options = data;
  const char *with, *stray = find_stray (options, &with);

  if (stray != NULL)
    return refrain_report_refuse_both (stray, with, error);
  if (words[0] == NULL && options->how.model == NULL)
    return refrain_report_expect_trace (words, error);
  if (words[0] != NULL && options->how.model != NULL)
    return refrain_report_refuse (error, _ ("--model replaces a trace"));
  return refrain_loop_arguments_understand (&options->how, &options->options, error)
         && (words[0] == NULL || refrain_loop_arguments_take_text (&options->how, words, error));
}

static gboolean
narrow (gpointer data, RefrainReportFormat format, GError **error)
{
  Options *options = data;
  const char *form = format == REFRAIN_REPORT_JSON    ? "--json"
                     : format == REFRAIN_REPORT_LATEX ? "--latex"
                                                      : "--csv";

  options->text = format == REFRAIN_REPORT_TEXT;
  options->listing = format == REFRAIN_REPORT_LATEX;
  options->data = !options->text && !(options->logical && options->listing);
  if (!options->text && options->asked_expand != NULL)
    return refrain_report_refuse_both (form, "--expand", error);
  return !options->logical || format != REFRAIN_REPORT_CSV
         || refrain_report_refuse_both (form, "--logical", error);
}

static RefrainReport *
make (RefrainStudy *study, gpointer data, const RefrainStudyAsk *ask, GError **error)
{
  const Options *options = data;
  RefrainStudyAsk own;
  g_autoptr (RefrainStudyOptions) how
      = refrain_loop_arguments_ask (&options->how, &options->options, study, ask, &own);
  g_autoptr (RefrainReport) report = refrain_report_new ("loops");
  Task task = { .options = options,
                .report = report,
                .study = study,
                .ask = &own,
                .cancellable = ask != NULL ? ask->cancellable : NULL };

  return run (&task, error) ? g_steal_pointer (&report) : NULL;
}

REFRAIN_DEFINE_CLEAR (clear, Options, refrain_free (x->asked_process, x->asked_expand);
                      refrain_loop_arguments_clear (&x->how))

const RefrainReportKind refrain_report_loops = {
  .name = "loops",
  .arguments = "TRACE…",
  .summary = N_ ("Model a run as nested loops"),
  .options_size = sizeof (Options),
  .init = init,
  .describe = describe,
  .check = check,
  .narrow = narrow,
  .make = make,
  .clear = clear,
};
