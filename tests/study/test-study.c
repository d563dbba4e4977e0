/* test-study.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each analysis of a study is made once for its options, whoever asks, from whatever thread.
 */
#include <glib/gstdio.h>

#include "refrain-clocks-found.h"
#include "refrain-composites.h"
#include "refrain-error.h"
#include "refrain-exports.h"
#include "refrain-findings.h"
#include "refrain-format.h"
#include "refrain-study.h"
#include "test-program.h"

static RefrainStudy *
open_study_of (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("REFRAIN_SOURCE"), name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, &error);

  g_assert_no_error (error);
  return refrain_study_new (trace);
}

static RefrainStudy *
open_study (void)
{
  return open_study_of ("data/demo/wavefront.otf2");
}

static void
test_once (void)
{
  g_autoptr (RefrainStudy) study = open_study ();

  for (guint round = 0; round < 2; round++)
    for (guint a = 0; a < REFRAIN_N_ANALYSES; a++)
      {
        g_autoptr (GError) error = NULL;
        gpointer result = refrain_study_find (study, a, NULL, &error);

        g_assert_no_error (error);
        g_assert_nonnull (result);
        g_object_unref (result);
        result = refrain_study_peek (study, a, NULL);
        g_assert_nonnull (result);
        g_object_unref (result);
      }
  for (guint a = 0; a < REFRAIN_N_ANALYSES; a++)
    {
      g_test_message ("%s", refrain_analysis_get_name (a));
      if (a != REFRAIN_ANALYSIS_WAITS)
        g_assert_cmpuint (refrain_study_count_made (study, a), ==, 1);
    }
}

/* Notes what is told, and that no fraction is beyond the ends. */
static void
note_progress (double fraction, const char *sentence, gpointer said)
{
  g_assert_cmpfloat (fraction, >=, 0);
  g_assert_cmpfloat (fraction, <=, 1);
  g_hash_table_add (said, g_strdup (sentence));
}

/* Writing tells how far it is, not only what is found before. */
static void
test_progress (void)
{
  g_autoptr (RefrainStudy) study = open_study ();
  g_autoptr (GHashTable) said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", &error);
  g_autofree char *perfetto = g_build_filename (folder, "run.pftrace", NULL);
  g_autofree char *database = g_build_filename (folder, "run.sqlite", NULL);
  const RefrainStudyAsk ask = { .progress = { note_progress, said } };

  g_assert_no_error (error);
  refrain_perfetto_save (study, perfetto, &ask, &error);
  g_assert_no_error (error);
  g_assert_true (g_hash_table_contains (said, "Writing events"));
  if (refrain_sqlite_save (study, database, &ask, &error))
    {
      g_assert_true (g_hash_table_contains (said, "Writing messages"));
      g_assert_true (g_hash_table_contains (said, "Writing calls"));
      g_assert_true (g_hash_table_contains (said, "Writing occurrences"));
    }
  else
    g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT);
  g_remove (perfetto);
  g_remove (database);
  g_rmdir (folder);
}

static gpointer
ask_in_thread (gpointer data)
{
  return refrain_study_find (data, REFRAIN_ANALYSIS_FINDINGS, NULL, NULL);
}

static void
test_threads (void)
{
  g_autoptr (RefrainStudy) study = open_study ();
  GThread *threads[8];
  gpointer first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("asks", ask_in_thread, study);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      gpointer result = g_thread_join (threads[i]);

      g_assert_nonnull (result);
      g_assert_true (first == NULL || result == first);
      first = result;
      g_object_unref (result);
    }
  g_assert_cmpuint (refrain_study_count_made (study, REFRAIN_ANALYSIS_FINDINGS), ==, 1);
  g_assert_cmpuint (refrain_study_count_made (study, REFRAIN_ANALYSIS_WAITS), ==, 1);
}

static void
test_options (void)
{
  static const char *const wrappers[] = { "exchange", NULL };
  g_autoptr (RefrainStudy) study = open_study ();
  g_autoptr (RefrainStudyOptions) options
      = refrain_study_options_copy (refrain_study_get_options (study));
  g_autoptr (RefrainComposites) before = NULL, after = NULL;
  g_autoptr (RefrainLoopModel) loops = NULL;

  before = refrain_study_find (study, REFRAIN_ANALYSIS_COMPOSITES, NULL, NULL);
  loops = refrain_study_find (study, REFRAIN_ANALYSIS_LOOPS, NULL, NULL);
  refrain_study_options_set_wrappers (options, wrappers);
  refrain_study_set_options (study, options);
  g_assert_null (refrain_study_peek (study, REFRAIN_ANALYSIS_COMPOSITES, NULL));
  after = refrain_study_find (study, REFRAIN_ANALYSIS_COMPOSITES, NULL, NULL);
  g_assert_true (before != after);
  /* Loops do not care. */
  g_clear_object (&loops);
  loops = refrain_study_peek (study, REFRAIN_ANALYSIS_LOOPS, NULL);
  g_assert_nonnull (loops);
}

/* What speaks against the clocks is that of the trace as it was recorded, corrected or not. */
static void
test_clocks (void)
{
  g_autoptr (RefrainStudy) study = open_study_of ("tests/data/validate/C7.gxl");
  g_autoptr (RefrainStudyOptions) options
      = refrain_study_options_copy (refrain_study_get_options (study));
  const RefrainStudyAsk ask = { .options = options };
  g_autoptr (RefrainClocksFound) recorded = NULL, corrected = NULL;
  g_autoptr (RefrainWaits) waits = NULL;

  recorded = refrain_study_find (study, REFRAIN_ANALYSIS_CLOCKS, NULL, NULL);
  g_assert_true (recorded->trace == refrain_study_get_trace (study));
  g_assert_true (recorded->disagree && !recorded->corrected);
  g_assert_cmpuint (recorded->n_torn, ==, 1);
  options->correct_clocks = TRUE;
  corrected = refrain_study_find (study, REFRAIN_ANALYSIS_CLOCKS, &ask, NULL);
  g_assert_true (corrected->trace != recorded->trace);
  g_assert_true (corrected->disagree && corrected->corrected);
  g_assert_cmpuint (corrected->n_torn, ==, 1);
  g_assert_cmpuint (corrected->report.n_shifted, ==, 1);
  g_assert_cmpint (corrected->report.most_shift, >, 0);
  waits = refrain_study_find (study, REFRAIN_ANALYSIS_WAITS, &ask, NULL);
  g_assert_true (refrain_waits_get_trace (waits) == corrected->trace);
  g_assert_false (refrain_waits_have_other_clocks (waits));
}

static void
test_cancelled (void)
{
  g_autoptr (RefrainStudy) study = open_study ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const RefrainStudyAsk ask = { .cancellable = cancellable };
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainFindings) findings = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_study_find (study, REFRAIN_ANALYSIS_FINDINGS, &ask, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  findings = refrain_study_find (study, REFRAIN_ANALYSIS_FINDINGS, NULL, NULL);
  g_assert_nonnull (findings);
}

static void
test_budget (void)
{
  g_autoptr (RefrainStudy) study = open_study ();
  g_autoptr (RefrainWaits) held = refrain_study_find (study, REFRAIN_ANALYSIS_WAITS, NULL, NULL);
  g_autoptr (RefrainWaits) again = NULL;
  gpointer summary = refrain_study_find (study, REFRAIN_ANALYSIS_SUMMARY, NULL, NULL);

  g_object_unref (summary);
  refrain_study_set_budget (study, 1);
  g_assert_null (refrain_study_peek (study, REFRAIN_ANALYSIS_SUMMARY, NULL));
  again = refrain_study_peek (study, REFRAIN_ANALYSIS_WAITS, NULL);
  g_assert_true (again == held);
}

TEST_PROGRAM ("study")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/study/once", test_once);
  g_test_add_func ("/study/progress", test_progress);
  g_test_add_func ("/study/threads", test_threads);
  g_test_add_func ("/study/options", test_options);
  g_test_add_func ("/study/clocks", test_clocks);
  g_test_add_func ("/study/cancelled", test_cancelled);
  g_test_add_func ("/study/budget", test_budget);
  return g_test_run ();
}
