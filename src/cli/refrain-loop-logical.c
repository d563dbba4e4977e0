/* refrain-loop-logical.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The program as text, or as one process' events, or as JSON.
 */
#include "config.h"

#include "refrain-loop-logical.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "refrain-command.h"
#include "refrain-json-writer.h"
#include "refrain-loop-text.h"
#include "refrain-mapping.h"
#include "refrain-program-mappings.h"
#include "refrain-program.h"
#include "refrain-loop-summary.h"

/* What is longer is no page: it is only printed when all is asked for. */
#define MOST_ROWS 400

/* ---- Expansion ------------------------------------------------------------------------------ */

typedef struct
{
  RefrainLoopEvents *events;
  RefrainLoopEvents *all; /* with local events */
  guint process;
  gsize at; /* element of `all` */
  GString *line;
} Expansion;

void
refrain_loop_print_locals (RefrainLoopEvents *events, guint process, gsize *at, GString *line)
{
  const RefrainLoopStream *stream = refrain_loop_events_get_stream (events, process);
  guint32 n;
  const RefrainLoopEvent *event = refrain_loop_events_get_events (events, &n);
  const RefrainLoopShape *shapes = refrain_loop_events_get_shapes (events, &n);

  for (; *at < stream->n; ++*at)
    {
      const RefrainLoopEvent *one = &event[stream->event[*at]];

      if (shapes[one->shape].kind != REFRAIN_LOOP_LOCAL)
        break;
      g_string_truncate (line, 0);
      refrain_loop_text_append_event (line, events, process, one);
      puts (line->str);
    }
  ++*at;
}

void
refrain_loop_print_left_out (RefrainLoopEvents *all, RefrainLoopEvents *operations)
{
  guint64 n = 0;

  for (guint p = 0; p < refrain_loop_events_get_n_processes (all); p++)
    n += refrain_loop_events_get_stream (all, p)->n
         - refrain_loop_events_get_stream (operations, p)->n;
  if (n > 0)
    {
      g_autofree char *count = g_strdup_printf ("%" G_GUINT64_FORMAT, n);

      g_print (
          ngettext ("// %s local event is left out (--expand prints it where it stands)\n",
                    "// %s local events are left out (--expand prints them where they stand)\n",
                    (gulong) n),
          count);
    }
}

static gboolean
print_step (const RefrainProgramStep *step, gpointer data)
{
  Expansion *expansion = data;

  refrain_loop_print_locals (expansion->all, expansion->process, &expansion->at, expansion->line);
  g_string_truncate (expansion->line, 0);
  refrain_loop_text_append_event (expansion->line, expansion->events, expansion->process,
                                  &step->event);
  g_string_append_c (expansion->line, '\n');
  return fwrite (expansion->line->str, 1, expansion->line->len, stdout) == expansion->line->len;
}

static void
print_expansion (RefrainProgram *program, RefrainLoopEvents *all, guint process)
{
  g_autoptr (GString) line = g_string_new (NULL);
  Expansion expansion = { refrain_program_get_events (program), all, process, 0, line };

  if (refrain_program_run (program, process, print_step, &expansion))
    refrain_loop_print_locals (all, process, &expansion.at, line);
}

/* ---- Text ----------------------------------------------------------------------------------- */

/* Sentences in front of the text, as comments: what does not fit in. */
static void
print_remarks (RefrainProgram *program)
{
  const RefrainProgramFacts *facts = refrain_program_get_facts (program);
  g_autofree char *threads
      = refrain_loop_summary_write_threads (refrain_program_get_events (program));

  g_print ("%s", threads);
  if (facts->n_exceptions > 0)
    g_print (ngettext ("// %" PRIu64 " operation of %" PRIu64
                       " fits no direction or position of the topology and is spelled out by "
                       "rank\n",
                       "// %" PRIu64 " operations of %" PRIu64
                       " fit no direction or position of the topology and are spelled out by "
                       "rank\n",
                       (gulong) MIN (facts->n_exceptions, G_MAXUINT32)),
             facts->n_exceptions, facts->n_operations);
}

static gsize
count_rows (const char *text)
{
  gsize n = 0;

  for (const char *at = strchr (text, '\n'); at != NULL; at = strchr (at + 1, '\n'))
    n++;
  return n;
}

/* Why there is no page, and where to look instead. */
static void
print_refusal (const RefrainProgramFacts *facts, gsize n_rows)
{
  g_print (_ ("// the processes of this run do not follow one program: it would take "
              "%zu lines for %" PRIu64 " operations (--all prints them)\n"),
           n_rows, facts->n_operations);
  if (facts->n_all_steps < 4)
    g_print (
        _ ("// messages tie nearly all of it together in a tangle: there is no point where all "
           "are through with one step and begin the next\n"));
  else if (n_rows < (gsize) facts->n_steps * 4)
    g_print (_ ("// who talks to whom changes as it goes on: of %" PRIu64
                " steps that messages and collectives tie together, %u are different\n"),
             facts->n_all_steps, facts->n_steps);
  else
    g_print (
        _ ("// who talks to whom within a step follows no rule of directions and positions: %u "
           "different steps take %zu lines each\n"),
        facts->n_steps, n_rows / facts->n_steps);
  g_print (_ ("// what does repeat: refrain-cli patterns; which parts of the run are alike: "
              "refrain-cli phases; one process: refrain-cli loops --process 0\n"));
}

/* Whether the places of both are alike: of lattices the sizes, whatever their neighbours. */
static gboolean
is_alike (RefrainMapping *a, RefrainMapping *b)
{
  const guint n = refrain_mapping_get_n_dimensions (a);

  if (refrain_mapping_get_kind (a) != REFRAIN_TOPOLOGY_GRID
      || refrain_mapping_get_kind (b) != REFRAIN_TOPOLOGY_GRID)
    return g_str_equal (refrain_mapping_get_name (a), refrain_mapping_get_name (b));
  if (n != refrain_mapping_get_n_dimensions (b))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (refrain_mapping_get_size (a, i) != refrain_mapping_get_size (b, i))
      return FALSE;
  return TRUE;
}

/* Where the page is not on the topology that the run has by name. */
static void
print_topology (RefrainProgram *program)
{
  RefrainLoopEvents *events = refrain_program_get_events (program);
  RefrainMapping *mapping = refrain_program_get_mapping (program);
  g_autoptr (RefrainMapping) other = NULL;

  if (refrain_loop_events_get_trace (events) == NULL)
    return;
  other = refrain_program_find_topology (events, NULL, NULL);
  if (other != NULL && !is_alike (mapping, other))
    g_print (_ ("// the topology is called %s (refrain-cli topology); on %s the text is shorter\n"),
             refrain_mapping_get_name (other), refrain_mapping_get_name (mapping));
}

static void
print_program (RefrainProgram *program, gboolean all)
{
  g_autofree char *text = refrain_program_dup_text (program, NULL);
  const RefrainProgramFacts *facts = refrain_program_get_facts (program);
  const gsize n_rows = count_rows (text);

  if (facts->n_operations == 0)
    {
      g_print (_ ("// no process communicates: there is no program to show\n"));
      return;
    }
  print_remarks (program);
  if (n_rows > MOST_ROWS && !all)
    {
      print_refusal (facts, n_rows);
      return;
    }
  print_topology (program);
  fputs (text, stdout);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

/* By place, the last axis fastest: the text elides long lists. */
static void
add_ranks (RefrainJsonWriter *json, RefrainMapping *mapping)
{
  const guint n = refrain_mapping_get_n_processes (mapping);
  g_autofree guint32 *ranks = g_new (guint32, n + 1);

  for (guint p = 0; p < n; p++)
    ranks[refrain_mapping_get_place (mapping, p)] = p;
  refrain_json_begin_array (json, "ranks");
  for (guint i = 0; i < n; i++)
    refrain_json_add_int (json, NULL, ranks[i]);
  refrain_json_end_array (json);
}

static void
print_json (RefrainProgram *program)
{
  const RefrainProgramFacts *facts = refrain_program_get_facts (program);
  RefrainMapping *mapping = refrain_program_get_mapping (program);
  g_autofree char *text = refrain_program_dup_text (program, NULL);
  g_autofree gboolean *used = NULL;
  RefrainJsonWriter *json = &(RefrainJsonWriter){ 0 };
  const RefrainDirection *directions;
  guint32 n_lines, n_directions;
  const RefrainProgramLine *lines = refrain_program_get_lines (program, &n_lines);

  directions = refrain_program_get_directions (program, &n_directions);
  used = g_new0 (gboolean, n_directions + 1);
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
  refrain_json_begin_object (json, NULL);
  refrain_json_begin_object (json, "logical");
  refrain_json_add_int (json, "bytes", (gint64) facts->bytes);
  refrain_json_add_int (json, "terms", n_lines);
  refrain_json_begin_array (json, "directions");
  for (guint32 d = 0; d < n_directions; d++)
    if (used[d])
      refrain_json_add_string (json, NULL, directions[d].name);
  refrain_json_end_array (json);
  refrain_json_add_int (json, "exceptions", (gint64) MIN (facts->n_exceptions, G_MAXINT64));
  refrain_json_add_string (json, "topology", refrain_mapping_get_name (mapping));
  if (!refrain_mapping_is_rank_order (mapping))
    add_ranks (json, mapping);
  refrain_json_add_int (json, "events", (gint64) MIN (facts->n_operations, G_MAXINT64));
  refrain_json_add_int (json, "steps", facts->n_steps);
  refrain_json_add_int (json, "guarded", facts->n_guarded);
  refrain_json_add_boolean (json, "irregular", facts->irregular);
  refrain_json_add_string (json, "text", text);
  refrain_json_end_object (json);
  refrain_json_end_object (json);
}

int
refrain_loop_logical_print (RefrainLoopEvents *events, const RefrainLogicalOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainProgram) program = NULL;
  g_autoptr (RefrainLoopEvents) operations = NULL;

  if (refrain_loop_events_get_n_processes (events) == 0)
    {
      if (options->json)
        g_print ("{\n  \"logical\": null\n}\n");
      else
        g_print (_ ("// no process communicates: there is no program to show\n"));
      return REFRAIN_EXIT_OK;
    }
  operations = refrain_loop_events_without_locals (events);
  program = refrain_program_new (operations, NULL, 0, NULL, &error);
  if (program == NULL)
    return refrain_command_fail (error);
  if (options->json)
    print_json (program);
  else if (options->latex)
    {
      g_autofree char *latex = refrain_program_dup_latex (program);

      fputs (latex, stdout);
    }
  else if (options->expand >= 0)
    print_expansion (program, events, (guint) options->expand);
  else
    {
      print_program (program, options->all);
      refrain_loop_print_left_out (events, operations);
    }
  return REFRAIN_EXIT_OK;
}
