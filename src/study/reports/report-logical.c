/* report-logical.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * logical: one trace in directions for all processes.
 */
#include "config.h"

#include "refrain-free.h"
#include "refrain-report-kinds.h"

#include <glib/gi18n-lib.h>

#include "refrain-fold.h"
#include "refrain-group-grid.h"
#include "refrain-logical-trace.h"
#include "refrain-program-mappings.h"
#include "refrain-loop-options.h"
#include "refrain-loop-summary.h"
#include "refrain-loop-text.h"
#include "refrain-main-loop.h"
#include "refrain-report-options.h"
#include "refrain-topology-options.h"

/* What is longer is only printed when all is asked for. */
#define MOST_ROWS 400

typedef struct
{
  gboolean all;
  char *expand; /* as typed */
  RefrainTopologyArguments how;
  RefrainTopologyOptions topology; /* what these say */
  char *warning;
  RefrainLoopArguments events; /* files of event text */
} Options;

static void
init (gpointer data)
{
  Options *options = data;

  options->how = (RefrainTopologyArguments) REFRAIN_TOPOLOGY_ARGUMENTS_INIT;
  options->events = (RefrainLoopArguments) REFRAIN_LOOP_ARGUMENTS_INIT;
}

REFRAIN_DEFINE_CLEAR (clear, Options, g_free (x->expand); g_free (x->warning);
                      refrain_topology_arguments_clear (&x->how);
                      g_clear_object (&x->topology.rules);
                      refrain_loop_arguments_clear (&x->events))

REFRAIN_REPORT_ENTRIES (Options,
                        { "expand", 0, 0, G_OPTION_ARG_STRING, &x->expand,
                          N_ ("Print the events of process R, expanded"), N_ ("R") },
                        { "all", 0, 0, G_OPTION_ARG_NONE, &x->all, N_ ("Print all rows or lines"),
                          NULL },
                        REFRAIN_TOPOLOGY_ENTRIES (x->how))

static gboolean
check (gpointer data, char **words, GError **error)
{
  Options *options = data;

  return refrain_report_expect_trace (words, error)
         && refrain_topology_arguments_understand (&options->how, &options->topology,
                                                   &options->warning, error)
         && refrain_loop_arguments_take_text (&options->events, words, error);
}

/* A process is told as text. */
static gboolean
narrow (gpointer data, RefrainReportFormat format, GError **error)
{
  const Options *options = data;

  return options->expand == NULL || format != REFRAIN_REPORT_JSON
         || refrain_report_refuse_both ("--json", "--expand", error);
}

/* ---- The whole trace ------------------------------------------------------------------------ */

static void
append_call (GString *text, RefrainLogicalTrace *trace, guint32 number)
{
  guint32 n;
  const RefrainLogicalCall *call = &refrain_logical_trace_get_calls (trace, &n)[number];
  g_autofree char *direction = NULL;

  if (call->kind > REFRAIN_LOOP_RECV)
    {
      g_string_append (text, refrain_loop_events_get_name (refrain_logical_trace_get_events (trace),
                                                           call->name));
      return;
    }
  direction = refrain_logical_trace_name_direction (refrain_logical_trace_get_mapping (trace),
                                                    call->direction);
  g_string_append_printf (text, "%s %s", call->kind == REFRAIN_LOOP_SEND ? "send" : "recv",
                          direction);
}

/* A row each: a call, or how often the rows that are deeper come. Gives the lines. */
static char *
add_nodes (RefrainReport *report, RefrainLogicalTrace *trace, const GArray *nodes)
{
  const RefrainReportColumn columns[] = {
    { "depth", NULL, REFRAIN_CELL_INT },
    { "times", _ ("occurrences"), REFRAIN_CELL_INT },
    { "call", _ ("call"), REFRAIN_CELL_TEXT },
  };
  RefrainReportTable *table = refrain_report_add_table (report, NULL, NULL, columns);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GString) call = g_string_new (NULL);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < nodes->len; i++)
    {
      const RefrainFoldNode *node = &g_array_index (nodes, RefrainFoldNode, i);
      const gboolean repeat = node->symbol == G_MAXUINT32;

      while (open->len > 0 && g_array_index (open, guint32, open->len - 1) <= i)
        g_array_set_size (open, open->len - 1);
      for (guint k = 0; k < open->len; k++)
        g_string_append (text, "  ");
      g_string_truncate (call, 0);
      if (!repeat)
        append_call (call, trace, node->symbol);
      refrain_report_add_row (table, REFRAIN_INT (open->len),
                              repeat ? REFRAIN_INT (node->count) : REFRAIN_NO_CELL,
                              REFRAIN_TEXT (repeat ? NULL : call->str));
      if (repeat)
        {
          g_string_append_printf (text, "repeat %" G_GUINT64_FORMAT ":\n", node->count);
          g_array_append_val (open, node->end);
        }
      else
        g_string_append_printf (text, "%s\n", call->str);
    }
  return g_string_free (text, FALSE);
}

/* Those whose calls are all in the logical trace, or the others. */
static GArray *
list_processes (RefrainLogicalTrace *trace, gboolean exact)
{
  const guint n = refrain_mapping_get_n_processes (refrain_logical_trace_get_mapping (trace));
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 p = 0; p < n; p++)
    if (refrain_logical_trace_is_exact (trace, p) == exact)
      g_array_append_val (list, p);
  return list;
}

static double
percent (guint64 part, guint64 whole)
{
  return whole == 0 ? 0 : 100.0 * (double) part / (double) whole;
}

/* What to know about the logical trace before reading it. */
static void
say_facts (RefrainReport *report, RefrainLogicalTrace *trace)
{
  const RefrainLogicalFacts *facts = refrain_logical_trace_get_facts (trace);
  RefrainMapping *mapping = refrain_logical_trace_get_mapping (trace);
  g_autoptr (GArray) list = list_processes (trace, FALSE);
  g_autoptr (GString) others = g_string_new (NULL);
  g_autofree char *calls = g_strdup_printf ("%" G_GUINT64_FORMAT, facts->calls);
  g_autofree char *exceptions = g_strdup_printf ("%" G_GUINT64_FORMAT, facts->exceptions);
  RefrainTrace *whole = refrain_loop_events_get_trace (refrain_logical_trace_get_events (trace));
  g_autofree char *groups = whole != NULL ? refrain_trace_describe_group_lines (whole) : NULL;

  if (facts->n_directions > 0)
    refrain_report_say (
        report, _ ("// %s: one trace of %s calls in %u directions stands for %u of %u processes"),
        refrain_mapping_get_title (mapping), calls, facts->n_directions, facts->n_exact,
        refrain_mapping_get_n_processes (mapping));
  else
    refrain_report_say (
        report,
        _ ("// no messages between processes: one trace of %s calls stands for %u of %u processes"),
        calls, facts->n_exact, refrain_mapping_get_n_processes (mapping));
  if (groups != NULL)
    /* Translators: "3 rows of 4, 4 columns of 3", of processes. */
    refrain_report_say (report,
                        _ ("// collective operations of %s are not told apart here: loops "
                           "--logical does"),
                        groups);
  refrain_loop_text_append_group (others, (const guint32 *) (gpointer) list->data, list->len);
  if (facts->contradiction)
    refrain_report_say (report,
                        _ ("// no single order of calls fits all processes: %s calls are elsewhere "
                           "or missing (processes %s); loops --logical prints guards"),
                        exceptions, others->str);
  else if (facts->exceptions > 0)
    refrain_report_say (
        report, _ ("// %s calls are missing on processes that have the neighbour: processes %s"),
        exceptions, others->str);
  if (facts->unmapped > 0 && facts->bytes == 0)
    refrain_report_say (report, _ ("// %.2f %% of the calls have no direction and are omitted"),
                        percent (facts->unmapped, facts->point_to_point));
  else if (facts->unmapped > 0)
    refrain_report_say (
        report,
        _ ("// %.2f %% of the calls and %.2f %% of the bytes have no direction and are omitted"),
        percent (facts->unmapped, facts->point_to_point),
        percent (facts->unmapped_bytes, facts->bytes));
}

/* @known: what the graph of messages is called, or NULL. */
static void
say_trace (RefrainReport *report, RefrainLogicalTrace *trace, const char *known, gboolean all)
{
  RefrainMapping *mapping = refrain_logical_trace_get_mapping (trace);
  const char *called = refrain_mapping_get_title (mapping);
  gsize n;
  const guint32 *order = refrain_logical_trace_get_order (trace, &n);
  g_autoptr (GArray) nodes = NULL;
  g_autofree char *text = NULL;

  if (n == 0)
    {
      refrain_report_say (report, _ ("// no process communicates: there is no logical trace"));
      return;
    }
  if (known == NULL && refrain_logical_trace_get_facts (trace)->point_to_point > 0
      && refrain_mapping_get_kind (mapping) != REFRAIN_TOPOLOGY_USER)
    refrain_report_say (
        report, _ ("// no known topology fits this run: directions are those of %s in rank order"),
        called);
  say_facts (report, trace);
  if (known != NULL && !g_str_equal (known, called))
    refrain_report_say (
        report,
        _ ("// the graph of messages is called %s (refrain-cli topology); on %s fewer calls are "
           "exceptions"),
        known, called);
  nodes = refrain_fold_symbols (order, n);
  text = add_nodes (report, trace, nodes);
  if (nodes->len > MOST_ROWS && !all)
    refrain_report_say (
        report,
        ngettext ("// %u line (--all prints it)", "// %u lines (--all prints them)", nodes->len),
        nodes->len);
  else
    refrain_report_print (report, text);
}

static void
add_members (RefrainReport *report, RefrainLogicalTrace *trace, const char *known)
{
  const RefrainLogicalFacts *facts = refrain_logical_trace_get_facts (trace);
  RefrainMapping *mapping = refrain_logical_trace_get_mapping (trace);
  const guint n_directions = refrain_mapping_get_n_directions (mapping);
  g_autofree gboolean *used = g_new0 (gboolean, n_directions + 1);
  g_autofree char *name = refrain_topology_make_plain_name (refrain_mapping_get_name (mapping));
  g_autoptr (GArray) exact = list_processes (trace, TRUE);
  guint32 n_calls;
  const RefrainLogicalCall *calls = refrain_logical_trace_get_calls (trace, &n_calls);

  for (guint32 c = 0; c < n_calls; c++)
    if (calls[c].kind <= REFRAIN_LOOP_RECV)
      used[calls[c].direction] = TRUE;
  refrain_report_add_string (report, "topology", known != NULL ? name : NULL);
  refrain_report_add_string (report, "written_on", name);
  refrain_report_begin_array (report, "directions");
  for (guint d = 0; d < n_directions; d++)
    if (used[d])
      {
        g_autofree char *direction = refrain_logical_trace_name_direction (mapping, (gint) d);

        refrain_report_add_string (report, NULL, direction);
      }
  refrain_report_end (report);
  refrain_report_add_int (report, "calls", facts->calls);
  refrain_report_add_ranks (report, "exact", (const guint32 *) (gpointer) exact->data, exact->len);
  refrain_report_add_int (report, "exceptions", facts->exceptions);
  refrain_report_add_double (report, "unmapped_calls",
                             percent (facts->unmapped, facts->point_to_point));
  refrain_report_add_double (report, "unmapped_bytes",
                             percent (facts->unmapped_bytes, facts->bytes));
  refrain_report_add_boolean (report, "contradiction", facts->contradiction);
}

/* Of no process. */
static void
add_nobody (RefrainReport *report)
{
  refrain_report_say (report, _ ("// no process communicates: there is no logical trace"));
  refrain_report_add_null (report, "topology");
  refrain_report_add_null (report, "written_on");
  refrain_report_begin_array (report, "directions");
  refrain_report_end (report);
  refrain_report_add_int (report, "calls", 0);
  refrain_report_add_ranks (report, "exact", NULL, 0);
  refrain_report_add_int (report, "exceptions", 0);
  refrain_report_add_double (report, "unmapped_calls", 0);
  refrain_report_add_double (report, "unmapped_bytes", 0);
  refrain_report_add_boolean (report, "contradiction", FALSE);
}

/* ---- One process ---------------------------------------------------------------------------- */

/* What is printed while it is written. */
typedef struct
{
  RefrainLogicalTrace *trace;
  RefrainLoopEvents *events; /* with what is local */
  guint process;
} Expansion;

REFRAIN_DEFINE_FREE (expansion_free, Expansion, g_object_unref (x->trace);
                     g_object_unref (x->events))

/* The events of the process in the order of the logical trace, its local events where they stand.
 */
static void
put_events (RefrainSink *sink, gpointer data)
{
  const Expansion *self = data;
  RefrainLoopEvents *operations = refrain_logical_trace_get_events (self->trace);
  const RefrainLoopStream *stream = refrain_loop_events_get_stream (operations, self->process);
  guint32 n_events;
  const RefrainLoopEvent *all = refrain_loop_events_get_events (operations, &n_events);
  g_autoptr (GString) line = g_string_new (NULL);
  gsize n, at = 0;
  g_autofree guint32 *elements = refrain_logical_trace_expand (self->trace, self->process, &n);

  for (gsize i = 0; i <= n; i++)
    {
      g_string_truncate (line, 0);
      refrain_loop_text_append_locals (line, self->events, self->process, &at);
      if (i < n)
        {
          refrain_loop_text_append_event (line, operations, self->process,
                                          &all[stream->event[elements[i]]]);
          g_string_append_c (line, '\n');
        }
      if (!refrain_sink_put (line->str, line->len, sink))
        return;
    }
}

static void
print_events (RefrainReport *report,
              RefrainLogicalTrace *trace,
              RefrainLoopEvents *events,
              guint process)
{
  Expansion *expansion = g_new (Expansion, 1);

  *expansion = (Expansion){ g_object_ref (trace), g_object_ref (events), process };
  refrain_report_print_from (report, put_events, expansion, expansion_free);
}

/* What most of the run repeats, where the trace does not stand for all processes. FALSE with
 * @error. */
static gboolean
say_main_loop (RefrainReport *report,
               RefrainStudy *study,
               RefrainLogicalTrace *trace,
               const RefrainStudyAsk *ask,
               GError **error)
{
  g_autoptr (RefrainMainLoop) loop = NULL;
  g_autofree char *text = NULL;

  if (refrain_logical_trace_get_facts (trace)->n_exact
      == refrain_mapping_get_n_processes (refrain_logical_trace_get_mapping (trace)))
    return TRUE;
  loop = refrain_study_find (study, REFRAIN_ANALYSIS_MAIN_LOOP, ask, error);
  if (loop == NULL)
    return FALSE;
  text = refrain_main_loop_describe (loop);
  if (text != NULL)
    refrain_report_say (report, "// %s", text);
  return TRUE;
}

/* ---- The report ----------------------------------------------------------------------------- */

static RefrainReport *
make_of (const Options *options,
         RefrainStudy *study,
         RefrainLoopEvents *events,
         const RefrainStudyAsk *ask,
         GError **error)
{
  const RefrainStudyAsk usual = ask != NULL ? *ask : (RefrainStudyAsk){ 0 };
  RefrainStudyAsk own = usual;
  g_autoptr (RefrainStudyOptions) how = refrain_topology_options_make_study (&options->topology);
  g_autoptr (RefrainLoopEvents) operations = refrain_loop_events_without_locals (events);
  g_autoptr (RefrainTopology) topology = NULL;
  g_autoptr (RefrainLogicalTrace) trace = NULL;
  g_autofree char *left_out = NULL;
  RefrainReport *report;
  const char *known;
  int expand;

  if (!refrain_report_parse_process ("--expand", options->expand,
                                     refrain_loop_events_get_n_processes (events), &expand, error))
    return NULL;
  own.options = how;
  topology = refrain_study_find (study, REFRAIN_ANALYSIS_TOPOLOGY, &own, error);
  if (topology == NULL)
    return NULL;
  /* What a file of text tells beside operations no study knows. */
  trace = options->events.text == NULL
              ? refrain_study_find (study, REFRAIN_ANALYSIS_LOGICAL, &own, error)
              : refrain_program_follow_topology (operations, topology, own.cancellable, error);
  if (trace == NULL)
    return NULL;
  known = refrain_topology_get_n_names (topology) > 0 ? refrain_topology_get_name (topology, 0)
                                                      : refrain_topology_get_nearest (topology);
  /* Of one name it is on the axes of the trace. */
  if (known != NULL
      && g_str_equal (known, refrain_mapping_get_name (refrain_logical_trace_get_mapping (trace))))
    known = refrain_mapping_get_title (refrain_logical_trace_get_mapping (trace));
  else if (known != NULL)
    known = refrain_topology_get_n_names (topology) > 0
                ? refrain_topology_get_title (topology, 0)
                : refrain_topology_get_nearest_title (topology);
  report = refrain_report_new ("logical");
  if (expand >= 0)
    {
      print_events (report, trace, events, (guint) expand);
      return report;
    }
  add_members (report, trace, known);
  if (options->events.text == NULL && !say_main_loop (report, study, trace, &usual, error))
    {
      refrain_report_unref (report);
      return NULL;
    }
  say_trace (report, trace, known, options->all);
  left_out = refrain_loop_summary_write_left_out (events, operations);
  if (*left_out != '\0')
    refrain_report_print (report, left_out);
  return report;
}

static RefrainReport *
make (RefrainStudy *study, gpointer data, const RefrainStudyAsk *ask, GError **error)
{
  const Options *options = data;
  g_autoptr (RefrainLoopEvents) events
      = refrain_loop_arguments_find_events (&options->events, study, ask, TRUE, error);
  g_autoptr (RefrainStudy) of_text = NULL;
  RefrainReport *report = NULL;

  if (events == NULL)
    return NULL;
  if (refrain_loop_events_get_n_processes (events) == 0)
    {
      report = refrain_report_new ("logical");
      add_nobody (report);
    }
  else if (study != NULL)
    report = make_of (options, study, events, ask, error);
  else
    {
      of_text = refrain_study_new (refrain_loop_events_get_trace (events));
      report = make_of (options, of_text, events, ask, error);
    }
  if (report != NULL && options->warning != NULL)
    refrain_report_warn (report, "%s", options->warning);
  return report;
}

const RefrainReportKind refrain_report_logical = {
  .name = "logical",
  .arguments = "TRACE",
  .summary = N_ ("Show one logical trace for all processes"),
  .options_size = sizeof (Options),
  .init = init,
  .describe = describe,
  .check = check,
  .narrow = narrow,
  .make = make,
  .clear = clear,
};
