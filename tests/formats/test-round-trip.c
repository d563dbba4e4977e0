/* test-round-trip.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Saved and loaded again in every format and in a chain of them, a trace says the same.
 */
#include "config.h"

#include <glib/gstdio.h>

#include "refrain-format.h"
#include "refrain-otf2.h"
#include "sample-traces.h"
#include "trace-dump.h"
#include "test-program.h"
#include "test-trace.h"

typedef RefrainTrace *(*MakeTrace) (void);

/* Saves @trace as @name in @folder and loads it again. */
static RefrainTrace *
carry (RefrainTrace *trace, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  refrain_trace_save (trace, path, NULL, NULL, &error);
  g_assert_no_error (error);
  return sample_trace_load (path);
}

static void
assert_same (RefrainTrace *a, RefrainTrace *b, gboolean as_otf2)
{
  g_autofree char *x = trace_dump (a, as_otf2);
  g_autofree char *y = trace_dump (b, as_otf2);

  g_assert_cmpstr (x, ==, y);
}

/* Sentence by sentence, in the trace's order. */
static void
assert_same_defects (RefrainTrace *a, RefrainTrace *b)
{
  GListModel *x = refrain_trace_get_defects (a), *y = refrain_trace_get_defects (b);

  g_assert_cmpuint (g_list_model_get_n_items (x), ==, g_list_model_get_n_items (y));
  for (guint i = 0; i < g_list_model_get_n_items (x); i++)
    {
      g_autoptr (RefrainDefect) first = g_list_model_get_item (x, i);
      g_autoptr (RefrainDefect) second = g_list_model_get_item (y, i);

      g_assert_cmpstr (refrain_defect_get_sentence (first), ==,
                       refrain_defect_get_sentence (second));
    }
}

static void
round_trip (RefrainTrace *trace)
{
  static const char *const names[] = { "t.gxl", "t.gxl.gz", "t.gxl.zst", "t.mtf.h5", "t.otf2" };
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autoptr (RefrainTrace) chained = g_object_ref (trace);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (RefrainTrace) carried = carry (trace, folder, names[i]);

      assert_same (trace, carried, g_str_has_suffix (names[i], ".otf2"));
      if (!g_str_has_suffix (names[i], ".otf2"))
        {
          assert_same_defects (trace, carried);
          g_assert_cmpstr (refrain_trace_get_name (trace), ==, refrain_trace_get_name (carried));
          g_assert_cmpuint (refrain_trace_get_counts (trace)->events, ==,
                            refrain_trace_get_counts (carried)->events);
        }
      g_assert_cmpstr (refrain_trace_get_description (trace), ==,
                       refrain_trace_get_description (carried));
    }
  for (guint i = 0; i < 3; i++)
    {
      static const char *const chain[] = { "c.gxl", "c.mtf.h5", "c.otf2" };
      RefrainTrace *next = carry (chained, folder, chain[i]);

      g_set_object (&chained, next);
      g_object_unref (next);
    }
  assert_same (trace, chained, TRUE);
  test_remove_tree (folder);
}

static void
test_sample (gconstpointer data)
{
  g_autoptr (RefrainTrace) trace = ((MakeTrace) data) ();

  round_trip (trace);
}

static void
test_archive (gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_getenv ("REFRAIN_SOURCE"), data, NULL);
  g_autoptr (RefrainTrace) trace = sample_trace_load (path);

  round_trip (trace);
}

/* What OTF2 cannot hold is counted. */
static void
test_unwritable (void)
{
  g_autoptr (RefrainTrace) rich = sample_trace_rich ();
  g_autoptr (RefrainTrace) pair = sample_trace_pair ();

  g_assert_cmpuint (refrain_otf2_count_unwritable (rich), ==, 1);
  g_assert_cmpuint (refrain_otf2_count_unwritable (pair), ==, 0);
  g_assert_cmpuint (refrain_otf2_count_unknown_members (rich), ==, 1);
  g_assert_cmpuint (refrain_otf2_count_unknown_members (pair), ==, 0);
}

/* Saving over an older archive leaves only the new one. */
static void
test_replace (void)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autoptr (RefrainTrace) single = sample_trace_single ();
  g_autoptr (RefrainTrace) pair = sample_trace_pair ();
  g_autoptr (GDir) dir = NULL;
  guint n = 0;

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (RefrainTrace) first = carry (pair, folder, "a.otf2");
      g_autoptr (RefrainTrace) second = carry (single, folder, "a.otf2");
      g_autoptr (RefrainTrace) third = carry (pair, folder, "a.gxl");
      g_autoptr (RefrainTrace) fourth = carry (single, folder, "a.gxl");

      assert_same (second, single, FALSE);
      assert_same (fourth, single, FALSE);
    }
  dir = g_dir_open (folder, 0, NULL);
  while (g_dir_read_name (dir) != NULL)
    n++;
  g_assert_cmpuint (n, ==, 4); /* a.otf2 a.def a a.gxl */
  test_remove_tree (folder);
}

TEST_PROGRAM ("round-trip")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/formats/round-trip/empty", sample_trace_empty, test_sample);
  g_test_add_data_func ("/formats/round-trip/single", sample_trace_single, test_sample);
  g_test_add_data_func ("/formats/round-trip/pair", sample_trace_pair, test_sample);
  g_test_add_data_func ("/formats/round-trip/rich", sample_trace_rich, test_sample);
  g_test_add_data_func ("/formats/round-trip/ping-pong", "tests/data/ping-pong.otf2", test_archive);
  g_test_add_data_func ("/formats/round-trip/threads", "tests/data/threads.otf2", test_archive);
  g_test_add_data_func ("/formats/round-trip/demo", "data/demo/wavefront.otf2", test_archive);
  g_test_add_func ("/formats/round-trip/unwritable", test_unwritable);
  g_test_add_func ("/formats/round-trip/replace", test_replace);
  return g_test_run ();
}
