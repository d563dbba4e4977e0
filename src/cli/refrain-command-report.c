/* refrain-command-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a command line to a report on standard output.
 */
#include "config.h"

#include "refrain-command-report.h"

#include <errno.h>
#include <stdio.h>

#include <glib/gi18n.h>

#include "refrain-command.h"
#include "refrain-error.h"
#include "refrain-report-options.h"
#include "refrain-report-write.h"

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
  g_set_error_literal (error, REFRAIN_ERROR, REFRAIN_ERROR_IO, g_strerror (EIO));
  return FALSE;
}

static RefrainReport *
make (RefrainReportRequest *request, int *status, GError **error)
{
  const char *path = request->words[0];
  g_autoptr (RefrainTrace) trace = path != NULL ? refrain_command_load (path) : NULL;
  g_autoptr (RefrainStudy) study = trace != NULL ? refrain_study_new (trace) : NULL;

  *status = REFRAIN_EXIT_ERROR;
  if (path != NULL && study == NULL)
    return NULL;
  return refrain_report_request_make (request, study, NULL, error);
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
  if (request == NULL || !choose_format (&form, &format, &error))
    return refrain_command_refuse (&command, error);
  report = make (request, &status, &error);
  if (report == NULL)
    return error != NULL ? refrain_command_refuse (&command, error) : status;
  for (guint i = 0; (warning = refrain_report_get_warning (report, i)) != NULL; i++)
    g_printerr ("refrain-cli: %s\n", warning);
  /* Why standard output takes no more, main() says. */
  if (!refrain_report_write (report, format, write_stdout, NULL, &error) && !ferror (stdout))
    return refrain_command_fail (error);
  return refrain_report_get_status (report);
}
