/* command-scan.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli scan: data of a trace, fetched where a loop model says.
 */
#include "config.h"

#include "refrain-command.h"

#include <glib/gi18n.h>

#include "refrain-loop-options.h"
#include "refrain-loop-text.h"
#include "scan-report.h"

typedef struct
{
  gboolean json, csv, annotate;
  char *loop;
  char **get;
  RefrainLoopArguments how;
  RefrainLoopOptions options;
} Options;

static void
clear_options (Options *options)
{
  g_free (options->loop);
  g_strfreev (options->get);
  refrain_loop_arguments_clear (&options->how);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, clear_options)

/* FALSE after an explanation. */
static gboolean
check_options (const Options *options)
{
  if (options->annotate && (options->json || options->csv || options->get != NULL))
    refrain_command_usage (&refrain_command_scan, _ ("%s does not go with %s"),
                           options->json  ? "--json"
                           : options->csv ? "--csv"
                                          : "--get",
                           "--annotate");
  else if (options->json && options->csv)
    refrain_command_usage (&refrain_command_scan, _ ("%s does not go with %s"), "--csv", "--json");
  else if (!options->annotate && (options->loop == NULL || options->get == NULL))
    refrain_command_usage (&refrain_command_scan, _ ("expects %s"), "--loop --get");
  else
    return TRUE;
  return FALSE;
}

/* NULL after an explanation. */
static GPtrArray *
parse_gets (const Options *options)
{
  g_autoptr (GPtrArray) gets
      = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_loop_get_free);

  for (gsize i = 0; options->get != NULL && options->get[i] != NULL; i++)
    {
      RefrainLoopGet *get = refrain_loop_get_parse (options->get[i]);

      if (get == NULL)
        {
          refrain_command_usage (&refrain_command_scan,
                                 _ ("--get: “%s” is not such as “before {0,1,5}.time”"),
                                 options->get[i]);
          return NULL;
        }
      g_ptr_array_add (gets, get);
    }
  return g_steal_pointer (&gets);
}

/* Whether all processes that are named take part in @construct; else an explanation. */
static gboolean
check_gets (GPtrArray *gets, RefrainLoopModel *model, guint32 construct)
{
  for (guint i = 0; i < gets->len; i++)
    {
      const RefrainLoopGet *get = gets->pdata[i];

      for (guint k = 0; k < get->processes->len; k++)
        {
          const guint32 process = g_array_index (get->processes, guint32, k);

          if (refrain_loop_model_covers (model, construct, process))
            continue;
          refrain_command_usage (&refrain_command_scan,
                                 _ ("--get: process %u takes no part in construct %u"), process,
                                 construct + 1);
          return FALSE;
        }
    }
  return TRUE;
}

static int
annotate (RefrainLoopModel *model)
{
  g_autoptr (GError) error = NULL;
  guint n = refrain_loop_events_get_n_processes (refrain_loop_model_get_events (model));
  g_autofree guint32 *all = g_new (guint32, n);

  for (guint32 p = 0; p < n; p++)
    all[p] = p;
  return scan_report_annotate (model, all, n, &error) ? REFRAIN_EXIT_OK
                                                      : refrain_command_fail (error);
}

static int
scan (const Options *options, char *const *paths, GPtrArray *gets)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopEvents) events = refrain_loop_load_events (paths, TRUE, &error);
  g_autoptr (RefrainLoopModel) model = NULL;
  guint32 construct;

  if (events != NULL)
    model = options->how.model != NULL ? refrain_loop_text_load (options->how.model, NULL, &error)
                                       : refrain_loop_global_new (events, &options->options, NULL,
                                                                  NULL, NULL, NULL, &error);
  if (model == NULL)
    return refrain_command_fail (error);
  if (refrain_loop_events_get_n_processes (refrain_loop_model_get_events (model))
      > refrain_loop_events_get_n_processes (events))
    return refrain_command_usage (&refrain_command_scan,
                                  _ ("--model: the model has more processes than the trace"));
  if (options->annotate)
    return annotate (model);
  if (!refrain_loop_parse_id (&refrain_command_scan, "--loop", options->loop, model, &construct))
    return REFRAIN_EXIT_USAGE;
  if (!check_gets (gets, model, construct))
    return REFRAIN_EXIT_USAGE;
  if (!scan_report_print (model, events, construct, gets,
                          options->json  ? SCAN_REPORT_JSON
                          : options->csv ? SCAN_REPORT_CSV
                                         : SCAN_REPORT_TEXT,
                          &error))
    return refrain_command_fail (error);
  return REFRAIN_EXIT_OK;
}

static int
run (int argc, char **argv)
{
  g_auto (Options) options = { .how = REFRAIN_LOOP_ARGUMENTS_INIT };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_ ("Print one JSON object"), NULL },
    { "csv", 0, 0, G_OPTION_ARG_NONE, &options.csv,
      N_ ("Print a table, values separated by commas"), NULL },
    { "loop", 0, 0, G_OPTION_ARG_STRING, &options.loop,
      N_ ("The loop, or any line of the model, as loops --ids numbers it"), N_ ("ID") },
    { "get", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.get,
      N_ ("What to fetch: “before {0,1,5}.time”; may be given several times"), N_ ("WHAT") },
    { "annotate", 0, 0, G_OPTION_ARG_NONE, &options.annotate,
      N_ ("Print the model with the positions of its lines instead"), NULL },
    REFRAIN_LOOP_ENTRIES (options.how),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) arguments = NULL;
  g_autoptr (GPtrArray) gets = NULL;
  int status = refrain_command_parse (&refrain_command_scan, entries, argc, argv, 1, &arguments);

  if (status != REFRAIN_EXIT_OK)
    return status;
  if (!check_options (&options)
      || !refrain_loop_arguments_understand (&options.how, &refrain_command_scan, &options.options))
    return REFRAIN_EXIT_USAGE;
  gets = parse_gets (&options);
  return gets == NULL ? REFRAIN_EXIT_USAGE : scan (&options, arguments + 1, gets);
}

const RefrainCommand refrain_command_scan = {
  .name = "scan",
  .arguments = "TRACE",
  .summary = N_ ("Fetch data of a trace at the iterations of a loop"),
  .run = run,
};
