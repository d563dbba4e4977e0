/* refrain-command.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What all commands share.
 */
#include "config.h"

#include "refrain-command.h"

#include <stdio.h>

#include <glib/gi18n.h>

#include "refrain-error.h"
#include "refrain-format.h"
#include "refrain-query.h"
#include "refrain-report-options.h"
#include "refrain-time-format.h"
#include "refrain-terminal.h"
#include "refrain-visible.h"

int
refrain_command_parse (const RefrainCommand *command,
                       const GOptionEntry *entries,
                       int argc,
                       char **argv,
                       int n_positional,
                       char ***positional)
{
  g_autoptr (GOptionContext) context = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *parameters = g_strdup_printf ("%s %s", command->name, command->arguments);
  /* Owned by nobody else: the caller's strings, without the options. */
  char **arguments = g_strdupv (argv);

  context = g_option_context_new (parameters);
  g_option_context_set_summary (context, _ (command->summary));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!refrain_report_parse (context, &arguments, &error))
    {
      g_strfreev (arguments);
      return refrain_command_usage (command, "%s", error->message);
    }
  if (n_positional != REFRAIN_COMMAND_ANY && (int) g_strv_length (arguments) != n_positional + 1)
    {
      g_strfreev (arguments);
      return refrain_command_usage (command, _ ("expects %s"), command->arguments);
    }
  *positional = arguments;
  return REFRAIN_EXIT_OK;
}

/* That there are more traces where @path came from, unless it says which one it means. */
static void
tell_others (RefrainTrace *trace, const char *path)
{
  const char *file = refrain_trace_get_path (trace);
  guint n;

  refrain_trace_get_place (trace, &n);
  if (n > 1 && g_strcmp0 (file, path) == 0)
    g_printerr (_ ("refrain-cli: %s: holds %u traces; this is the first, %s#2 the next\n"), path, n,
                path);
}

static RefrainTrace *
load (const char *path, GError **error)
{
  RefrainTrace *trace = refrain_trace_load (path, NULL, &refrain_command_ask.progress, error);

  if (trace != NULL)
    tell_others (trace, path);
  return trace;
}

RefrainTrace *
refrain_command_load (const char *path)
{
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace = load (path, &error);

  if (trace == NULL)
    refrain_command_fail (error);
  return trace;
}

int
refrain_command_fail (const GError *error)
{
  g_autofree char *sentence = refrain_visible_line (error->message);

  g_printerr ("refrain-cli: %s\n", sentence);
  return REFRAIN_EXIT_ERROR;
}

int
refrain_command_refuse (const RefrainCommand *command, const GError *error)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  if (error->domain == REFRAIN_QUERY_ERROR)
    {
      refrain_visible_append (lines, error->message, strlen (error->message), TRUE, FALSE);
      g_printerr ("refrain-cli: %s\n", lines->str);
      return error->code == REFRAIN_QUERY_ERROR_SYNTAX ? REFRAIN_EXIT_USAGE : REFRAIN_EXIT_ERROR;
    }
  return g_error_matches (error, REFRAIN_ERROR, REFRAIN_ERROR_USAGE)
             ? refrain_command_usage (command, "%s", error->message)
             : refrain_command_fail (error);
}

int
refrain_command_usage (const RefrainCommand *command, const char *format, ...)
{
  g_autofree char *message = NULL, *sentence = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  sentence = refrain_visible_line (message);
  g_printerr (_ ("refrain-cli %s: %s (see refrain-cli %s --help)\n"), command->name, sentence,
              command->name);
  return REFRAIN_EXIT_USAGE;
}

gboolean
refrain_command_parse_time (const RefrainCommand *command,
                            const char *name,
                            const char *text,
                            RefrainTime *time)
{
  if (text == NULL || refrain_time_parse (text, time))
    return TRUE;
  refrain_command_usage (command, _ ("%s: “%s” is not a time such as 1.5 or 300ms"), name, text);
  return FALSE;
}

/* ---- Reports ---- */

/* What is common to all. */
typedef struct
{
  gboolean json, csv, latex;
} Form;

/* FALSE where several are asked for. */
static gboolean
choose_format (const Form *form, RefrainReportFormat *format, GError **error)
{
  const char *const given[] = { form->json ? "--json" : NULL, form->csv ? "--csv" : NULL,
                                form->latex ? "--latex" : NULL };
  static const RefrainReportFormat formats[]
      = { REFRAIN_REPORT_JSON, REFRAIN_REPORT_CSV, REFRAIN_REPORT_LATEX };
  const char *first = NULL;

  *format = REFRAIN_REPORT_TEXT;
  for (gsize i = 0; i < G_N_ELEMENTS (given); i++)
    if (given[i] != NULL && first != NULL)
      return refrain_report_refuse_both (given[i], first, error);
    else if (given[i] != NULL)
      {
        first = given[i];
        *format = formats[i];
      }
  return TRUE;
}

static gboolean
write_stdout (const char *bytes, gsize n, gpointer data, GError **error)
{
  if (fwrite (bytes, 1, n, stdout) == n)
    return TRUE;
  return refrain_fail (error, REFRAIN_ERROR_IO, "%s", g_strerror (EIO));
}

const RefrainStudyAsk refrain_command_ask
    = { .progress = { refrain_terminal_show_progress, NULL } };

/* That a part of the trace is missing, where the answer does not tell. */
static void
tell_loss (RefrainTrace *trace, const char *report)
{
  static const char *const telling[] = { "brief", "info", "validate", NULL };
  GListModel *defects = refrain_trace_get_defects (trace);
  const guint n = g_list_model_get_n_items (defects);
  g_autoptr (RefrainDefect) first = n > 0 ? g_list_model_get_item (defects, 0) : NULL;
  g_autofree char *sentence = NULL;

  if (first == NULL || !refrain_defect_is_of_file (first) || g_strv_contains (telling, report))
    return;
  sentence = refrain_visible_line (refrain_defect_get_sentence (first));
  g_printerr ("refrain-cli: %s\n", sentence);
  if (n > 1)
    g_printerr (_ ("refrain-cli: %u more problems (list: refrain-cli info)\n"), n - 1);
}

static RefrainReport *
make (RefrainReportRequest *request, GError **error)
{
  const char *path = request->words[0];
  g_autoptr (RefrainTrace) trace = path != NULL ? load (path, error) : NULL;
  g_autoptr (RefrainStudy) study = trace != NULL ? refrain_study_new (trace) : NULL;

  if (path != NULL && study == NULL)
    return NULL;
  if (trace != NULL)
    tell_loss (trace, request->kind->name);
  return refrain_report_request_make (request, study, &refrain_command_ask, error);
}

/* A trace that is damaged is broken; that there is none, or none in a format that is known, says
 * nothing of it. */
static gboolean
is_verdict (const GError *error)
{
  return g_error_matches (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT)
         || g_error_matches (error, REFRAIN_ERROR, REFRAIN_ERROR_EMPTY);
}

int
refrain_command_run_report (const RefrainReportKind *kind, int argc, char **argv)
{
  const RefrainCommand command = { .name = kind->name };
  Form form = { 0 };
  const GOptionEntry more[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &form.json, N_ ("Print one JSON object"), NULL },
    { "csv", 0, 0, G_OPTION_ARG_NONE, &form.csv, N_ ("Print the main table as CSV"), NULL },
    { "latex", 0, 0, G_OPTION_ARG_NONE, &form.latex,
      N_ ("Print the main table for LaTeX (booktabs)"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autofree char *program = g_strdup_printf ("refrain-cli %s", kind->name);
  g_autoptr (RefrainReportRequest) request = NULL;
  g_autoptr (RefrainReport) report = NULL;
  g_autoptr (GError) error = NULL;
  RefrainReportFormat format;
  const char *warning;
  int status;

  /* Help says it as it is typed: the command, then its options. */
  g_set_prgname (program);
  request = refrain_report_request_new (kind, (const char *const *) argv + 1, more, &error);
  g_set_prgname ("refrain-cli");
  if (request == NULL || !choose_format (&form, &format, &error)
      || !refrain_report_request_narrow (request, format, &error))
    return refrain_command_refuse (&command, error);
  report = make (request, &error);
  if (report == NULL)
    {
      status = refrain_command_refuse (&command, error);
      return kind->judges && status == REFRAIN_EXIT_ERROR && !is_verdict (error)
                 ? REFRAIN_EXIT_USAGE
                 : status;
    }
  for (guint i = 0; (warning = refrain_report_get_warning (report, i)) != NULL; i++)
    g_printerr ("refrain-cli: %s\n", warning);
  /* Why standard output takes no more, main() says. */
  if (!refrain_report_write (report, format, write_stdout, NULL, &error) && !ferror (stdout))
    {
      status = refrain_command_fail (error);
      return kind->judges ? REFRAIN_EXIT_USAGE : status;
    }
  return refrain_report_get_status (report);
}
