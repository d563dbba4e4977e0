/* command-loops.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli loops: the run as nested loops.
 */
#include "config.h"

#include "refrain-command.h"

#include <glib/gi18n.h>

#include "loops-report.h"
#include "refrain-loop-options.h"

#define UNASKED G_MININT

typedef struct
{
  gboolean json, ids;
  int process, expand; /* UNASKED: not asked for */
  RefrainLoopArguments how;
  RefrainLoopOptions options;
} Options;

/* Whether @process is one of @events; else an explanation. */
static gboolean
check_process (const char *option, int process, RefrainLoopEvents *events)
{
  guint n = refrain_loop_events_get_n_processes (events);

  if (process < (int) n)
    return TRUE;
  refrain_command_usage (&refrain_command_loops, _ ("%s: there are processes 0 to %u, but no %d"),
                         option, n - 1, process);
  return FALSE;
}

static void
add_local (RefrainJsonWriter *json, guint process, RefrainLoopModel *model)
{
  refrain_json_begin_object (json, NULL);
  refrain_json_add_int (json, "process", process);
  loops_report_add_size (json, model, process);
  refrain_json_add_int (json, "bytes", (gint64) refrain_loop_text_measure (model));
  refrain_json_end_object (json);
}

static void
add_global (RefrainJsonWriter *json, const char *name, RefrainLoopModel *model)
{
  gsize n_links;

  refrain_loop_model_get_links (model, &n_links);
  refrain_json_begin_object (json, name);
  loops_report_add_size (json, model, REFRAIN_NONE);
  refrain_json_add_int (json, "bytes", (gint64) refrain_loop_text_measure (model));
  refrain_json_add_int (json, "links", (gint64) n_links);
  loops_report_add_constructs (json, "constructs", model);
  refrain_json_end_object (json);
}

/* @local: the models of all processes from @first on. @global may be NULL. */
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

/* A model that is there. */
static int
run_model (const Options *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autoptr (RefrainLoopModel) model = refrain_loop_text_load (options->how.model, NULL, &error);

  if (model == NULL)
    return refrain_command_fail (error);
  if (options->json)
    return print_json (none, 0, model);
  if (options->expand < 0)
    loops_report_print (model, options->ids);
  else if (!check_process ("--expand", options->expand, refrain_loop_model_get_events (model)))
    return REFRAIN_EXIT_USAGE;
  else
    loops_report_expand (model, (guint) options->expand);
  return REFRAIN_EXIT_OK;
}

static int
run_process (const Options *options, RefrainLoopEvents *events)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) one = g_ptr_array_new ();
  g_autoptr (RefrainLoopModel) model = NULL;

  if (!check_process ("--process", options->process, events))
    return REFRAIN_EXIT_USAGE;
  model
      = refrain_loop_local_new (events, (guint) options->process, &options->options, NULL, &error);
  if (model == NULL)
    return refrain_command_fail (error);
  g_ptr_array_add (one, model);
  if (options->json)
    return print_json (one, (guint) options->process, NULL);
  loops_report_print (model, options->ids);
  return REFRAIN_EXIT_OK;
}

static int
run_trace (const Options *options, char *const *paths)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopEvents) events = refrain_loop_load_events (paths, FALSE, &error);
  g_autoptr (RefrainLoopModel) model = NULL;
  g_autoptr (GPtrArray) local = NULL;

  if (events == NULL)
    return refrain_command_fail (error);
  if (options->process >= 0)
    return run_process (options, events);
  if (options->expand >= 0 && !check_process ("--expand", options->expand, events))
    return REFRAIN_EXIT_USAGE;
  model = refrain_loop_global_new (events, &options->options, options->json ? &local : NULL, NULL,
                                   NULL, NULL, &error);
  if (model == NULL)
    return refrain_command_fail (error);
  if (options->json)
    return print_json (local, 0, model);
  if (options->expand >= 0)
    loops_report_expand (model, (guint) options->expand);
  else
    loops_report_print (model, options->ids);
  return REFRAIN_EXIT_OK;
}

/* Options that contradict each other. FALSE after an explanation. */
static gboolean
check_options (const Options *options, guint n_paths)
{
  const char *first = options->expand >= 0         ? "--expand"
                      : options->process >= 0      ? "--process"
                      : options->how.model != NULL ? "--model"
                                                   : NULL;
  const char *second = options->expand >= 0 && options->json                 ? "--json"
                       : options->expand >= 0 && options->ids                ? "--ids"
                       : options->expand >= 0 && options->process >= 0       ? "--process"
                       : options->process >= 0 && options->how.model != NULL ? "--model"
                                                                             : NULL;

  if ((options->process < 0 && options->process != UNASKED)
      || (options->expand < 0 && options->expand != UNASKED))
    refrain_command_usage (&refrain_command_loops, _ ("processes count from 0"));
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
  Options options = { .process = UNASKED, .expand = UNASKED, .how = REFRAIN_LOOP_ARGUMENTS_INIT };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_ ("Print one JSON object"), NULL },
    { "process", 0, 0, G_OPTION_ARG_INT, &options.process,
      N_ ("Print the local model of this process"), N_ ("R") },
    { "expand", 0, 0, G_OPTION_ARG_INT, &options.expand,
      N_ ("Print the events of this process, out of the global model"), N_ ("R") },
    { "ids", 0, 0, G_OPTION_ARG_NONE, &options.ids, N_ ("Number the lines of the model"), NULL },
    REFRAIN_LOOP_ENTRIES (options.how),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  int status = refrain_command_parse (&refrain_command_loops, entries, argc, argv,
                                      REFRAIN_COMMAND_ANY, &arguments);

  if (status == REFRAIN_EXIT_OK
      && (!check_options (&options, g_strv_length (arguments) - 1)
          || !refrain_loop_arguments_understand (&options.how, &refrain_command_loops,
                                                 &options.options)))
    status = REFRAIN_EXIT_USAGE;
  if (status == REFRAIN_EXIT_OK)
    status = options.how.model != NULL ? run_model (&options) : run_trace (&options, arguments + 1);
  refrain_loop_arguments_clear (&options.how);
  return status;
}

const RefrainCommand refrain_command_loops = {
  .name = "loops",
  .arguments = "TRACE…",
  .summary = N_ ("Model the run as nested loops"),
  .run = run,
};
