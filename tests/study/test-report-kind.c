/* test-report-kind.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can be asked for by name, as a library asks.
 */
#include <string.h>

#include "refrain-error.h"
#include "refrain-format.h"
#include "refrain-report-kind.h"
#include "refrain-report-write.h"
#include "test-program.h"

static char *
get_path (void)
{
  return g_build_filename (g_getenv ("REFRAIN_SOURCE"), "data", "demo", "wavefront.otf2", NULL);
}

/* Every kind can be asked with a trace alone, has a name and a schema of its own, and all forms. */
static void
test_all (void)
{
  g_autofree char *path = get_path ();
  g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, NULL);
  g_autoptr (RefrainStudy) study = refrain_study_new (trace);
  const char *const words[] = { path, NULL };
  guint n;
  const RefrainReportKind *const *kinds = refrain_report_kinds_list (&n);

  g_assert_cmpuint (n, >, 0);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RefrainReportRequest) request = NULL;
      g_autoptr (RefrainReport) report = NULL;
      g_autofree char *json = NULL, *text = NULL;
      g_autofree char *schema = g_strdup_printf ("\"refrain/%s/1\"", kinds[i]->name);

      g_test_message ("%s", kinds[i]->name);
      g_assert_true (refrain_report_kind_find (kinds[i]->name) == kinds[i]);
      request = refrain_report_request_new (kinds[i], words, NULL, &error);
      /* Some do not go without an option. */
      if (g_error_matches (error, REFRAIN_ERROR, REFRAIN_ERROR_USAGE))
        continue;
      g_assert_no_error (error);
      report = refrain_report_request_make (request, study, NULL, &error);
      g_assert_no_error (error);
      json = refrain_report_to_string (report, REFRAIN_REPORT_JSON);
      text = refrain_report_to_string (report, REFRAIN_REPORT_TEXT);
      g_assert_nonnull (strstr (json, schema));
      g_assert_true (g_utf8_validate (json, -1, NULL));
      g_assert_cmpuint (strlen (text), >, 0);
      /* Each has something for a spreadsheet and a paper. */
      g_assert_nonnull (refrain_report_get_main (report));
    }
}

static void
test_options (void)
{
  g_autofree char *path = get_path ();
  g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, NULL);
  g_autoptr (RefrainStudy) study = refrain_study_new (trace);
  const RefrainReportKind *matrix = refrain_report_kind_find ("matrix");
  const char *const with[] = { "--to=1ms", path, "--sums", NULL };
  const char *const list[] = { "--list", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainReportRequest) request
      = refrain_report_request_new (matrix, with, NULL, &error);
  g_autoptr (RefrainReportRequest) lists = NULL;
  g_autoptr (RefrainReport) report = NULL, constraints = NULL;
  g_autofree char *json = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (request->words[0], ==, path);
  g_assert_null (request->words[1]);
  report = refrain_report_request_make (request, study, NULL, &error);
  g_assert_no_error (error);
  json = refrain_report_to_string (report, REFRAIN_REPORT_JSON);
  g_assert_nonnull (strstr (json, "\"sent\" : {"));
  g_assert_cmpuint (refrain_report_table_get_n_rows (refrain_report_get_main (report)), ==, 0);

  /* Without a trace. */
  lists = refrain_report_request_new (refrain_report_kind_find ("validate"), list, NULL, &error);
  g_assert_no_error (error);
  constraints = refrain_report_request_make (lists, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (refrain_report_table_get_n_rows (refrain_report_get_main (constraints)), >, 20);
}

static void
test_refused (void)
{
  static const char *const wrong[][4] = {
    { "--no-such-option", "x", NULL },
    { "x", "y", NULL },
    { NULL },
    { "--from=2", "--to=1", "x", NULL },
    { "--from=soon", "x", NULL },
    { "--help", "x", NULL },
    { "--json", "x", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (refrain_report_request_new (refrain_report_kind_find ("numbers"), wrong[i],
                                                 NULL, &error));
      g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_USAGE);
    }
  g_assert_null (refrain_report_kind_find ("sing"));
}

TEST_PROGRAM ("report-kind")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report-kind/all", test_all);
  g_test_add_func ("/report-kind/options", test_options);
  g_test_add_func ("/report-kind/refused", test_refused);
  return g_test_run ();
}
