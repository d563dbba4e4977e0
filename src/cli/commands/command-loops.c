/* command-loops.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli loops: the run as nested loops.
 */
#include "config.h"

#include "refrain-command.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "refrain-json-writer.h"
#include "refrain-loop-logical.h"
#include "refrain-loop-options.h"
#include "refrain-loop-summary.h"
#include "refrain-study-sources.h"
#include "refrain-loop-text.h"
#include "refrain-unrecorded-note.h"

typedef struct
{
  gboolean json, ids, all, logical, latex;
  char *asked_process, *asked_expand;
  int process, expand; /* what these are; below 0: not asked for */
  RefrainLoopArguments how;
  RefrainLoopOptions options;
} Options;

/* ---- Text -------------------------------------------------------------------------------------
 */

/* A RefrainLoopTextFunc to standard output. */
static gboolean
write_text (const char *text, gsize n, gpointer data)
{
  return fwrite (text, 1, n, stdout) == n;
}

static void
note_id (GString *line, guint32 construct, guint indent, gpointer data)
{
  g_string_append_printf (line, " // %u", construct + 1);
}

/* What is to be known before the model. Gives whether it stands instead. */
static gboolean
print_summary (RefrainLoopModel *model)
{
  RefrainTrace *trace = refrain_loop_events_get_trace (refrain_loop_model_get_events (model));
  g_autoptr (RefrainStudy) study = trace != NULL ? refrain_study_new (trace) : NULL;
  gboolean instead = FALSE;
  g_autofree char *summary
      = study != NULL ? refrain_study_write_loop_summary (study, model, NULL, &instead, NULL)
                      : refrain_loop_summary_write (model, NULL, FALSE, &instead);
  RefrainLoopModelSize size;

  fputs (summary, stdout);
  if (!instead)
    return FALSE;
  refrain_loop_model_measure (model, &size);
  g_print (_ ("// %.0f %% of the events are in loops; "),
           100.0 * (double) size.events_in_loops / (double) size.events);
  g_print (_ ("--all prints the whole model, of %u events, loops and uses\n"), size.n_terms);
  return TRUE;
}

/* As text; @ids: a line for each construct, with its number behind it. */
static void
print_text (RefrainLoopModel *model, gboolean ids)
{
  g_autofree char *threads
      = refrain_loop_summary_write_threads (refrain_loop_model_get_events (model));
  guint32 n;

  fputs (threads, stdout);
  refrain_loop_model_get_constructs (model, &n);
  if (n == 0 && refrain_loop_events_get_trace (refrain_loop_model_get_events (model)) == NULL)
    g_print (_ ("// no loops: the text holds no events (of a run told in a summary loops --all "
                "prints the model)\n"));
  else if (n == 0)
    g_print (_ ("// no loops: there are no messages and no collective operations\n"));
  if (ids)
    refrain_loop_text_write (model, note_id, NULL, write_text, NULL);
  else
    refrain_loop_text_write_folded (model, write_text, NULL);
}

typedef struct
{
  RefrainLoopEvents *events;
  guint process;
  GString *line;
} Expansion;

static gboolean
print_event (const RefrainLoopEvent *event, guint32 construct, const gint64 *index, gpointer data)
{
  Expansion *expansion = data;

  g_string_truncate (expansion->line, 0);
  refrain_loop_text_append_event (expansion->line, expansion->events, expansion->process, event);
  g_string_append_c (expansion->line, '\n');
  return write_text (expansion->line->str, expansion->line->len, NULL);
}

/* The events of @process, a line each. */
static void
print_events (RefrainLoopModel *model, guint process)
{
  g_autoptr (GString) line = g_string_new (NULL);
  Expansion expansion = { refrain_loop_model_get_events (model), process, line };

  refrain_loop_model_run (model, process, print_event, &expansion);
}

/* ---- JSON -------------------------------------------------------------------------------------
 */

static void
add_number (RefrainJsonWriter *json, const char *name, guint64 number)
{
  refrain_json_add_int (json, name, (gint64) MIN (number, G_MAXINT64));
}

static void
add_share (RefrainJsonWriter *json, const char *name, guint64 part, guint64 whole)
{
  refrain_json_add_double (json, name, whole == 0 ? 0 : (double) part / (double) whole);
}

/* What a model holds, as members of an object: of @process, or of all where that is REFRAIN_NONE.
 */
static void
add_size (RefrainJsonWriter *json, RefrainLoopModel *model, guint32 process)
{
  RefrainLoopModelSize size;

  if (process == REFRAIN_NONE)
    refrain_loop_model_measure (model, &size);
  else
    refrain_loop_model_measure_process (model, process, &size);
  add_number (json, "events", size.events);
  add_number (json, "terms", size.n_terms);
  add_number (json, "loops", size.n_loops);
  add_number (json, "definitions", size.n_definitions);
  add_share (json, "coverage", size.events_in_loops, size.events);
  add_share (json, "shared", size.events_shared, size.events);
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

/* An array of what stands in it. */
static void
add_constructs (RefrainJsonWriter *json, const char *name, RefrainLoopModel *model)
{
  static const char *const kinds[] = { "event", "loop", "definition", "use" };
  const guint64 *n_events = refrain_loop_model_get_n_events (model);
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);

  refrain_json_begin_array (json, name);
  for (guint32 i = 0; i < n; i++)
    {
      refrain_json_begin_object (json, NULL);
      add_number (json, "id", (guint64) i + 1);
      refrain_json_add_string (json, "kind", kinds[constructs[i].kind]);
      if (constructs[i].parent == REFRAIN_NONE)
        refrain_json_add_null (json, "parent");
      else
        refrain_json_add_int (json, "parent", (gint64) constructs[i].parent + 1);
      g_string_truncate (text, 0);
      refrain_loop_text_append_construct (text, model, i);
      refrain_json_add_string (json, "text", text->str);
      g_string_truncate (text, 0);
      append_processes (text, model, i);
      refrain_json_add_string (json, "processes", text->str);
      add_number (json, "events", n_events[i]);
      refrain_json_end_object (json);
    }
  refrain_json_end_array (json);
}

static void
add_local (RefrainJsonWriter *json, guint process, RefrainLoopModel *model)
{
  refrain_json_begin_object (json, NULL);
  refrain_json_add_int (json, "process", process);
  add_size (json, model, process);
  refrain_json_add_int (json, "bytes", (gint64) refrain_loop_text_measure (model));
  refrain_json_end_object (json);
}

static void
add_global (RefrainJsonWriter *json, const char *name, RefrainLoopModel *model)
{
  gsize n_links;

  refrain_loop_model_get_links (model, &n_links);
  refrain_json_begin_object (json, name);
  add_size (json, model, REFRAIN_NONE);
  refrain_json_add_int (json, "bytes", (gint64) refrain_loop_text_measure (model));
  refrain_json_add_int (json, "links", (gint64) n_links);
  add_constructs (json, "constructs", model);
  refrain_json_end_object (json);
}

/* @local: the models of all processes from @first on. @global may be NULL. Gives the exit status.
 */
static int
print_json (GPtrArray *local, guint first, RefrainLoopModel *global)
{
  RefrainJsonWriter *json = &(RefrainJsonWriter){ 0 };

  refrain_json_begin_object (json, NULL);
  refrain_json_begin_array (json, "local");
  for (guint i = 0; i < local->len; i++)
    add_local (json, first + i, local->pdata[i]);
  refrain_json_end_array (json);
  if (global != NULL)
    {
      add_global (json, "global", global);
    }
  refrain_json_end_object (json);
  return REFRAIN_EXIT_OK;
}

/* ---- The command ------------------------------------------------------------------------------
 */

/* Finds the process that is asked for among those of @events. FALSE after an explanation. */
static gboolean
find_process (Options *options, RefrainLoopEvents *events)
{
  const guint n = refrain_loop_events_get_n_processes (events);

  return refrain_command_parse_process (&refrain_command_loops, "--process", options->asked_process,
                                        n, &options->process)
         && refrain_command_parse_process (&refrain_command_loops, "--expand",
                                           options->asked_expand, n, &options->expand);
}

/* A model that is there. */
static int
run_model (Options *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autoptr (RefrainLoopModel) model = refrain_loop_text_load (options->how.model, NULL, &error);

  if (model == NULL)
    return refrain_command_fail (error);
  if (!find_process (options, refrain_loop_model_get_events (model)))
    return REFRAIN_EXIT_USAGE;
  if (options->json)
    return print_json (none, 0, model);
  if (options->expand < 0)
    print_text (model, options->ids);
  else
    print_events (model, (guint) options->expand);
  return REFRAIN_EXIT_OK;
}

static int
run_process (const Options *options, RefrainLoopEvents *events)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) one = g_ptr_array_new ();
  g_autoptr (RefrainLoopModel) model = NULL;

  model
      = refrain_loop_local_new (events, (guint) options->process, &options->options, NULL, &error);
  if (model == NULL)
    return refrain_command_fail (error);
  g_ptr_array_add (one, model);
  if (options->json)
    return print_json (one, (guint) options->process, NULL);
  print_text (model, options->ids);
  return REFRAIN_EXIT_OK;
}

/* What the model cannot hold. */
static void
print_unrecorded (RefrainLoopEvents *events)
{
  RefrainTrace *trace = refrain_loop_events_get_trace (events);
  g_autofree char *unrecorded = trace != NULL ? refrain_unrecorded_note_describe (trace) : NULL;

  if (unrecorded != NULL)
    g_print ("// %s\n", unrecorded);
}

static int
run_trace (Options *options, char *const *paths)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopEvents) events
      = refrain_loop_load_events (paths, options->how.place, FALSE, &error);
  g_autoptr (RefrainLoopModel) model = NULL;
  g_autoptr (GPtrArray) local = NULL;

  if (events == NULL)
    return refrain_command_fail (error);
  if (!find_process (options, events))
    return REFRAIN_EXIT_USAGE;
  if (options->process >= 0)
    return run_process (options, events);
  if (options->logical)
    return refrain_loop_logical_print (events,
                                       &(RefrainLogicalOptions){ .json = options->json,
                                                                 .all = options->all,
                                                                 .latex = options->latex,
                                                                 .expand = options->expand });
  model = refrain_loop_global_new (events, &options->options, options->json ? &local : NULL, NULL,
                                   NULL, NULL, &error);
  if (model == NULL)
    return refrain_command_fail (error);
  if (options->json)
    return print_json (local, 0, model);
  if (options->expand < 0)
    print_unrecorded (events);
  if (options->expand >= 0)
    print_events (model, (guint) options->expand);
  else if (options->all || options->ids || !print_summary (model))
    print_text (model, options->ids);
  return REFRAIN_EXIT_OK;
}

/* Options that contradict each other. FALSE after an explanation. */
static gboolean
check_options (const Options *options, guint n_paths)
{
  const char *first = options->logical                 ? "--logical"
                      : options->asked_expand != NULL  ? "--expand"
                      : options->asked_process != NULL ? "--process"
                      : options->how.model != NULL     ? "--model"
                                                       : NULL;
  const char *second = options->logical && options->ids                     ? "--ids"
                       : options->logical && options->asked_process != NULL ? "--process"
                       : options->logical && options->how.model != NULL     ? "--model"
                       : options->logical && options->how.share != NULL     ? "--share"
                       : options->latex && options->json                    ? "--latex"
                       : options->latex && options->asked_expand != NULL    ? "--latex"
                       : options->asked_expand != NULL && options->json     ? "--json"
                       : options->asked_expand != NULL && options->ids      ? "--ids"
                       : options->asked_expand != NULL && options->asked_process != NULL
                           ? "--process"
                       : options->asked_process != NULL && options->how.model != NULL ? "--model"
                                                                                      : NULL;

  if (options->latex && !options->logical)
    refrain_command_usage (&refrain_command_loops, _ ("%s goes with %s only"), "--latex",
                           "--logical");
  else if (second != NULL)
    refrain_command_usage (&refrain_command_loops, _ ("%s does not go with %s"), second, first);
  else if (n_paths == 0 && options->how.model == NULL)
    refrain_command_usage (&refrain_command_loops, _ ("expects %s"), "TRACE");
  else if (n_paths > 0 && options->how.model != NULL)
    refrain_command_usage (&refrain_command_loops, _ ("--model stands instead of a trace"));
  else
    return TRUE;
  return FALSE;
}

static int
run (int argc, char **argv)
{
  Options options = { .how = REFRAIN_LOOP_ARGUMENTS_INIT };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_ ("Print one JSON object"), NULL },
    { "process", 0, 0, G_OPTION_ARG_STRING, &options.asked_process,
      N_ ("Print the local model of this process"), N_ ("R") },
    { "expand", 0, 0, G_OPTION_ARG_STRING, &options.asked_expand,
      N_ ("Print the events of this process, out of the global model"), N_ ("R") },
    { "all", 0, 0, G_OPTION_ARG_NONE, &options.all,
      N_ ("Print the whole model, also where nothing repeats"), NULL },
    { "logical", 0, 0, G_OPTION_ARG_NONE, &options.logical,
      N_ ("One program over directions for all processes instead"), NULL },
    { "latex", 0, 0, G_OPTION_ARG_NONE, &options.latex,
      N_ ("Print the program of --logical as a LaTeX listing"), NULL },
    { "ids", 0, 0, G_OPTION_ARG_NONE, &options.ids, N_ ("Number the lines of the model"), NULL },
    REFRAIN_LOOP_ENTRIES (options.how),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  g_autoptr (GError) error = NULL;
  int status = refrain_command_parse (&refrain_command_loops, entries, argc, argv,
                                      REFRAIN_COMMAND_ANY, &arguments);

  if (status == REFRAIN_EXIT_OK && !check_options (&options, g_strv_length (arguments) - 1))
    status = REFRAIN_EXIT_USAGE;
  if (status == REFRAIN_EXIT_OK
      && !refrain_loop_arguments_understand (&options.how, &options.options, &error))
    status = refrain_command_refuse (&refrain_command_loops, error);
  if (status == REFRAIN_EXIT_OK)
    status = options.how.model != NULL ? run_model (&options) : run_trace (&options, arguments + 1);
  g_free (options.asked_process);
  g_free (options.asked_expand);
  refrain_loop_arguments_clear (&options.how);
  return status;
}

const RefrainCommand refrain_command_loops = {
  .name = "loops",
  .arguments = "TRACE…",
  .summary = N_ ("Model the run as nested loops"),
  .run = run,
};
