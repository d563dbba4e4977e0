/* command-export.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain-cli export: a view as a figure.
 */
#include "refrain-command.h"

#include <unistd.h>

#include <glib/gi18n.h>

#include "refrain-export.h"
#include "refrain-report-options.h"
#include "refrain-save.h"
#include "refrain-scratch.h"

/* "What to draw: events, matrix or loops". Free with g_free(). */
static char *
describe_views (void)
{
  g_autofree const char **names = refrain_views_list_names ();
  const guint n = g_strv_length ((char **) names);
  const char *last = names[n - 1];
  g_autofree char *first = NULL, *list = NULL;

  names[n - 1] = NULL;
  first = g_strjoinv (", ", (char **) names);
  /* Translators: names of views: "events, matrix or loops". */
  list = g_strdup_printf (_ ("%s or %s"), first, last);
  return g_strdup_printf (_ ("What to draw: %s"), list);
}

/* Where -o is -, makes a folder for the figure, in *@scratch, and has it written there; gives an
 * exit status. */
static int
redirect (RefrainExport *options, char **scratch)
{
  static const char *const extensions[] = { "svg", "pdf", "png", "csv", "tex", NULL };
  const gboolean to_stream = g_strcmp0 (options->output, "-") == 0;
  g_autofree char *extension = NULL, *name = NULL;
  g_autoptr (GError) error = NULL;

  if (to_stream != (options->stream != NULL))
    return refrain_command_usage (&refrain_command_export, _ ("%s expects %s"),
                                  to_stream ? "-o -" : "--format", to_stream ? "--format" : "-o -");
  if (!to_stream)
    return REFRAIN_EXIT_OK;
  if (isatty (STDOUT_FILENO))
    return refrain_command_usage (&refrain_command_export,
                                  _ ("a terminal shows no figures; expects a pipe or a file"));
  extension = g_ascii_strdown (options->stream + (options->stream[0] == '.'), -1);
  if (!refrain_report_choose ("--format", extension, extensions, &(guint){ 0 }, &error))
    return refrain_command_refuse (&refrain_command_export, error);
  name = g_strconcat ("figure.", extension, NULL);
  *scratch = refrain_scratch_new (name, &error);
  if (*scratch == NULL)
    return refrain_command_fail (error);
  g_free (options->output);
  options->output = g_strdup (*scratch);
  return REFRAIN_EXIT_OK;
}

/* Fills in @options; gives an exit status. */
static int
parse (RefrainExport *options, char **scratch, int argc, char **argv, char ***positional)
{
  g_autofree char *views = describe_views ();
  g_autofree GOptionEntry *entries = refrain_export_make_entries (options, views);
  g_autofree char *warning = NULL;
  g_autoptr (GError) error = NULL;
  int status = refrain_command_parse (&refrain_command_export, entries, argc, argv, 1, positional);

  if (status == REFRAIN_EXIT_OK)
    status = redirect (options, scratch);
  if (status != REFRAIN_EXIT_OK)
    return status;
  if (!refrain_export_understand (options, &warning, &error))
    return refrain_command_refuse (&refrain_command_export, error);
  if (warning != NULL)
    g_printerr ("refrain-cli: %s\n", warning);
  return REFRAIN_EXIT_OK;
}

/* Draws it, and prints what is in *@scratch; gives an exit status. */
static int
draw (int argc, char **argv, char **scratch)
{
  g_auto (RefrainExport) options;
  g_auto (GStrv) positional = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainStudy) study = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  refrain_export_init (&options);
  status = parse (&options, scratch, argc, argv, &positional);
  if (status != REFRAIN_EXIT_OK)
    return status;
  trace = refrain_command_load (positional[1]);
  if (trace == NULL)
    return REFRAIN_EXIT_ERROR;
  study = refrain_study_new (trace);
  if (!refrain_export_draw (&options, study, &refrain_command_ask, &error))
    return refrain_command_refuse (&refrain_command_export, error);
  return *scratch == NULL || refrain_save_print (*scratch, &error) ? REFRAIN_EXIT_OK
                                                                   : refrain_command_fail (error);
}

static int
run (int argc, char **argv)
{
  char *scratch = NULL;
  const int status = draw (argc, argv, &scratch);

  g_clear_pointer (&scratch, refrain_scratch_free);
  return status;
}

const RefrainCommand refrain_command_export = {
  .name = "export",
  .arguments = "TRACE",
  .summary = N_ ("Draw a view of a trace as a figure"),
  .run = run,
};
