/* command-logical.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli logical: one trace in directions for all processes.
 */
#include "config.h"

#include "refrain-command.h"

#include <stdio.h>

#include <glib/gi18n.h>

#include "refrain-fold.h"
#include "refrain-json-writer.h"
#include "refrain-logical-trace.h"
#include "refrain-loop-options.h"
#include "refrain-loop-summary.h"
#include "refrain-loop-text.h"
#include "refrain-matrix.h"
#include "refrain-program-mappings.h"
#include "refrain-topology-options.h"
#include "refrain-topology-said.h"

/* What is longer is only printed when all is asked for. */
#define MOST_ROWS 400

typedef struct
{
  gboolean json, all;
  char *expand; /* as asked for */
  RefrainTopologyArguments how;
  RefrainTopologyOptions options;
} Options;

/* ---- Names ---------------------------------------------------------------------------------- */

static void
append_call (GString *text, RefrainLogicalTrace *trace, guint32 number)
{
  guint32 n;
  const RefrainLogicalCall *call = &refrain_logical_trace_get_calls (trace, &n)[number];
  RefrainLoopEvents *events = refrain_logical_trace_get_events (trace);
  g_autofree char *direction = NULL;

  if (call->kind > REFRAIN_LOOP_RECV)
    {
      g_string_append (text, refrain_loop_events_get_name (events, call->name));
      return;
    }
  direction = refrain_logical_trace_name_direction (refrain_logical_trace_get_mapping (trace),
                                                    call->direction);
  g_string_append_printf (text, "%s %s", call->kind == REFRAIN_LOOP_SEND ? "send" : "recv",
                          direction);
}

/* ---- Text ----------------------------------------------------------------------------------- */

static guint
append_nodes (GString *text, RefrainLogicalTrace *trace, const GArray *nodes)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n_rows = 0;

  for (guint i = 0; i < nodes->len; i++)
    {
      const RefrainFoldNode *node = &g_array_index (nodes, RefrainFoldNode, i);

      while (open->len > 0 && g_array_index (open, guint32, open->len - 1) <= i)
        g_array_set_size (open, open->len - 1);
      for (guint k = 0; k < open->len; k++)
        g_string_append (text, "  ");
      if (node->symbol == G_MAXUINT32)
        {
          g_string_append_printf (text, "repeat %" G_GUINT64_FORMAT ":", node->count);
          g_array_append_val (open, node->end);
        }
      else
        append_call (text, trace, node->symbol);
      g_string_append_c (text, '\n');
      n_rows++;
    }
  return n_rows;
}

/* "0-3,6" of those that are not exact. */
static void
append_others (GString *text, RefrainLogicalTrace *trace)
{
  const guint n = refrain_mapping_get_n_processes (refrain_logical_trace_get_mapping (trace));
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint p = 0; p < n; p++)
    if (!refrain_logical_trace_is_exact (trace, p))
      g_array_append_val (others, p);
  refrain_loop_text_append_group (text, (const guint32 *) (gpointer) others->data, others->len);
}

static double
percent (guint64 part, guint64 whole)
{
  return whole == 0 ? 0 : 100.0 * (double) part / (double) whole;
}

/* What to know about the logical trace before reading it. */
static void
print_facts (RefrainLogicalTrace *trace)
{
  const RefrainLogicalFacts *facts = refrain_logical_trace_get_facts (trace);
  RefrainMapping *mapping = refrain_logical_trace_get_mapping (trace);
  const guint n = refrain_mapping_get_n_processes (mapping);
  g_autoptr (GString) others = g_string_new (NULL);
  g_autofree char *calls = g_strdup_printf ("%" G_GUINT64_FORMAT, facts->calls);
  g_autofree char *exceptions = g_strdup_printf ("%" G_GUINT64_FORMAT, facts->exceptions);

  g_print (_ ("// %s: one trace of %s calls in %u directions stands for %u of %u processes\n"),
           refrain_mapping_get_name (mapping), calls, facts->n_directions, facts->n_exact, n);
  append_others (others, trace);
  if (facts->contradiction)
    g_print (
        _ ("// no one order of calls fits all of them: %s calls stand elsewhere or are not done by "
           "all (processes %s); loops --logical writes it with guards\n"),
        exceptions, others->str);
  else if (facts->exceptions > 0)
    g_print (_ ("// %s calls are not done by all who have the neighbour: look at processes %s\n"),
             exceptions, others->str);
  if (facts->unmapped > 0 && facts->bytes == 0)
    g_print (_ ("// %.2f %% of the calls go in no direction and are left out\n"),
             percent (facts->unmapped, facts->point_to_point));
  else if (facts->unmapped > 0)
    g_print (_ ("// %.2f %% of the calls and %.2f %% of the bytes go in no direction and are left "
                "out\n"),
             percent (facts->unmapped, facts->point_to_point),
             percent (facts->unmapped_bytes, facts->bytes));
}

static void
print_text (RefrainLogicalTrace *trace, const char *name, gboolean all)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize n;
  const guint32 *order = refrain_logical_trace_get_order (trace, &n);
  g_autoptr (GArray) nodes = NULL;
  const char *called = refrain_mapping_get_name (refrain_logical_trace_get_mapping (trace));
  guint n_rows;

  if (n == 0)
    {
      g_print (_ ("// no process communicates: there is no logical trace\n"));
      return;
    }
  if (name == NULL && refrain_logical_trace_get_facts (trace)->point_to_point > 0
      && refrain_mapping_get_kind (refrain_logical_trace_get_mapping (trace))
             != REFRAIN_TOPOLOGY_USER)
    g_print (_ ("// no known topology fits this run: directions are those of %s in rank order\n"),
             called);
  print_facts (trace);
  if (name != NULL && !g_str_equal (name, called))
    g_print (
        _ ("// the graph of messages is called %s (refrain-cli topology); on %s fewer calls are "
           "exceptions\n"),
        name, called);
  nodes = refrain_fold_symbols (order, n);
  n_rows = append_nodes (text, trace, nodes);
  if (n_rows > MOST_ROWS && !all)
    g_print (
        ngettext ("// %u line (--all prints it)\n", "// %u lines (--all prints them)\n", n_rows),
        n_rows);
  else
    fputs (text->str, stdout);
}

/* The events of @process in the order of the logical trace; its local events out of @local. */
static void
print_expansion (RefrainLogicalTrace *trace, RefrainLoopEvents *local, guint process)
{
  RefrainLoopEvents *events = refrain_logical_trace_get_events (trace);
  const RefrainLoopStream *stream = refrain_loop_events_get_stream (events, process);
  guint32 n_events;
  const RefrainLoopEvent *all = refrain_loop_events_get_events (events, &n_events);
  g_autoptr (GString) line = g_string_new (NULL);
  gsize n, at = 0;
  g_autofree guint32 *elements = refrain_logical_trace_expand (trace, process, &n);

  for (gsize i = 0; i < n; i++)
    {
      g_string_truncate (line, 0);
      refrain_loop_text_append_locals (line, local, process, &at);
      refrain_loop_text_append_event (line, events, process, &all[stream->event[elements[i]]]);
      puts (line->str);
    }
  g_string_truncate (line, 0);
  refrain_loop_text_append_locals (line, local, process, &at);
  fputs (line->str, stdout);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void
print_json (RefrainLogicalTrace *trace, const char *known)
{
  const RefrainLogicalFacts *facts = refrain_logical_trace_get_facts (trace);
  RefrainMapping *mapping = refrain_logical_trace_get_mapping (trace);
  const guint n = refrain_mapping_get_n_processes (mapping);
  g_autofree gboolean *used = g_new0 (gboolean, refrain_mapping_get_n_directions (mapping) + 1);
  g_autofree char *name = refrain_topology_make_plain_name (refrain_mapping_get_name (mapping));
  RefrainJsonWriter *json = &(RefrainJsonWriter){ 0 };
  guint32 n_calls;
  const RefrainLogicalCall *calls = refrain_logical_trace_get_calls (trace, &n_calls);

  for (guint32 c = 0; c < n_calls; c++)
    if (calls[c].kind <= REFRAIN_LOOP_RECV)
      used[calls[c].direction] = TRUE;
  refrain_json_begin_object (json, NULL);
  if (known == NULL)
    refrain_json_add_null (json, "topology");
  else
    refrain_json_add_string (json, "topology", name);
  refrain_json_add_string (json, "written_on", name);
  refrain_json_begin_array (json, "directions");
  for (guint d = 0; d < refrain_mapping_get_n_directions (mapping); d++)
    if (used[d])
      {
        g_autofree char *direction = refrain_logical_trace_name_direction (mapping, (gint) d);

        refrain_json_add_string (json, NULL, direction);
      }
  refrain_json_end_array (json);
  refrain_json_add_int (json, "calls", (gint64) facts->calls);
  refrain_json_begin_array (json, "exact");
  for (guint p = 0; p < n; p++)
    if (refrain_logical_trace_is_exact (trace, p))
      refrain_json_add_int (json, NULL, p);
  refrain_json_end_array (json);
  refrain_json_add_int (json, "exceptions", (gint64) facts->exceptions);
  refrain_json_add_double (json, "unmapped_calls",
                           percent (facts->unmapped, facts->point_to_point));
  refrain_json_add_double (json, "unmapped_bytes", percent (facts->unmapped_bytes, facts->bytes));
  refrain_json_add_boolean (json, "contradiction", facts->contradiction);
  refrain_json_end_object (json);
}

/* ---- The command ---------------------------------------------------------------------------- */

/* The mappings among which the logical trace decides: all names that fit the run, the nearest where
 * none does, a line where nobody sends. */
static GPtrArray *
list_mappings (const Options *options, RefrainLoopEvents *events, char **name, GError **error)
{
  RefrainTrace *trace = refrain_loop_events_get_trace (events);
  RefrainTopologyOptions how = options->options;
  g_autoptr (RefrainMatrix) matrix
      = refrain_matrix_new (trace, G_MININT64, G_MAXINT64, NULL, error);
  g_autoptr (RefrainMapping) said = NULL;
  RefrainCommunicator *by;
  g_autoptr (RefrainTopology) topology = NULL;
  g_autoptr (GPtrArray) mappings = g_ptr_array_new_with_free_func (g_object_unref);
  const guint n = refrain_loop_events_get_n_processes (events);

  if (matrix == NULL)
    return NULL;
  how.prefer = refrain_logical_trace_prefer;
  how.prefer_data = events;
  how.said = said = refrain_topology_said_by_trace (trace, &by);
  topology = refrain_topology_new (matrix, &how, NULL, error);
  if (topology == NULL)
    return NULL;
  *name = g_strdup (refrain_topology_get_n_names (topology) > 0
                        ? refrain_topology_get_name (topology, 0)
                        : refrain_topology_get_nearest (topology));
  refrain_program_add_topology (mappings, topology);
  if (mappings->len == 0)
    g_ptr_array_add (mappings, refrain_mapping_new_grid (&n, 1, 0, NULL));
  return g_steal_pointer (&mappings);
}

/* The logical trace on the best of @mappings; where not all processes follow it, on one in rank
 * order, if that says no less and has fewer exceptions. */
static RefrainLogicalTrace *
make_logical (RefrainLoopEvents *events, GPtrArray *mappings, GError **error)
{
  g_autoptr (RefrainLogicalTrace) logical = refrain_logical_trace_new_best (
      events, (RefrainMapping *const *) mappings->pdata, mappings->len, NULL, error);
  g_autoptr (RefrainLogicalTrace) other = NULL;
  const RefrainLogicalFacts *facts, *others;
  g_autoptr (GPtrArray) chosen = NULL;

  if (logical == NULL)
    return NULL;
  facts = refrain_logical_trace_get_facts (logical);
  if (facts->exceptions == 0 && facts->unmapped == 0)
    return g_steal_pointer (&logical);
  chosen = refrain_program_choose_mappings (events, (RefrainMapping *const *) mappings->pdata,
                                            mappings->len, NULL, error);
  if (chosen != NULL)
    other = refrain_logical_trace_new_best (events, (RefrainMapping *const *) chosen->pdata,
                                            chosen->len, NULL, error);
  if (other == NULL)
    return NULL;
  others = refrain_logical_trace_get_facts (other);
  return others->exceptions < facts->exceptions && others->unmapped <= facts->unmapped
             ? g_steal_pointer (&other)
             : g_steal_pointer (&logical);
}

static int
report (const Options *options, RefrainLoopEvents *events)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) mappings = NULL;
  g_autoptr (RefrainLogicalTrace) logical = NULL;
  g_autoptr (RefrainLoopEvents) operations = refrain_loop_events_without_locals (events);
  g_autofree char *name = NULL;
  int expand;

  if (!refrain_command_parse_process (&refrain_command_logical, "--expand", options->expand,
                                      refrain_loop_events_get_n_processes (events), &expand))
    return REFRAIN_EXIT_USAGE;
  mappings = list_mappings (options, operations, &name, &error);
  if (mappings != NULL)
    logical = make_logical (operations, mappings, &error);
  if (logical == NULL)
    return refrain_command_fail (error);
  if (options->json)
    print_json (logical, name);
  else if (expand >= 0)
    print_expansion (logical, events, (guint) expand);
  else
    {
      g_autofree char *left_out = refrain_loop_summary_write_left_out (events, operations);

      print_text (logical, name, options->all);
      g_print ("%s", left_out);
    }
  return REFRAIN_EXIT_OK;
}

static int
run (int argc, char **argv)
{
  Options options = { .how = REFRAIN_TOPOLOGY_ARGUMENTS_INIT };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_ ("Print one JSON object"), NULL },
    { "expand", 0, 0, G_OPTION_ARG_STRING, &options.expand,
      N_ ("Print the events of this process, out of the logical trace"), N_ ("R") },
    { "all", 0, 0, G_OPTION_ARG_NONE, &options.all, N_ ("Print it all, however long"), NULL },
    REFRAIN_TOPOLOGY_ENTRIES (options.how),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  g_autoptr (RefrainLoopEvents) events = NULL;
  g_autofree char *warning = NULL;
  g_autoptr (GError) error = NULL;
  int status = refrain_command_parse (&refrain_command_logical, entries, argc, argv, 1, &arguments);

  if (status == REFRAIN_EXIT_OK && options.expand != NULL && options.json)
    status = refrain_command_usage (&refrain_command_logical, _ ("%s does not go with %s"),
                                    "--json", "--expand");
  if (status == REFRAIN_EXIT_OK
      && !refrain_topology_arguments_understand (&options.how, &options.options, &warning, &error))
    status = refrain_command_refuse (&refrain_command_logical, error);
  if (warning != NULL)
    g_printerr ("refrain-cli: %s\n", warning);
  if (status == REFRAIN_EXIT_OK)
    {
      events = refrain_loop_load_events (arguments + 1, REFRAIN_RECEIVE_SETS, TRUE, &error);
      status = events == NULL ? refrain_command_fail (error)
               : refrain_loop_events_get_n_processes (events) == 0
                   ? (g_print (_ ("// no process communicates: there is no logical trace\n")),
                      REFRAIN_EXIT_OK)
                   : report (&options, events);
    }
  g_free (options.expand);
  refrain_topology_arguments_clear (&options.how);
  g_clear_object (&options.options.rules);
  return status;
}

const RefrainCommand refrain_command_logical = {
  .name = "logical",
  .arguments = "TRACE",
  .summary = N_ ("Show one trace in directions for all processes"),
  .run = run,
};
