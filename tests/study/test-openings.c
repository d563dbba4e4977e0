/* test-openings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whoever opens one trace after the other needs no more for the hundredth than for the tenth.
 */
#include "config.h"

#include <malloc.h>

#include "refrain-format.h"
#include "refrain-study.h"
#include "test-program.h"

/* Rounds after which all that is kept for good is there, and those that are counted. */
#define FIRST  4
#define ROUNDS 20
/* Analyses of one trace, each with other options than those before. */
#define OTHER_OPTIONS 100
/* Bytes that an opening may leave: what the allocator keeps at hand differs with how threads meet.
 */
#define LEFT 4096

static const char *const files[] = {
  "data/demo/wavefront.otf2", "tests/data/pair.mtf.h5", "tests/data/mtf-classes.gxl",
  "tests/data/grid.spool",    "tests/data/extrae.prv",  "tests/data/vampir.otf",
  "tests/data/smpi.trace",    "tests/data/pair.events",
};

static gint64
count_memory (void)
{
  const struct mallinfo2 info = mallinfo2 ();

  return (gint64) (info.uordblks + info.hblkhd);
}

/* Opens @name, and asks all that can be asked of it. */
static void
open_and_ask (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("REFRAIN_SOURCE"), name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, &error);
  g_autoptr (RefrainStudy) study = NULL;

  g_assert_no_error (error);
  study = refrain_study_new (trace);
  for (guint a = 0; a < REFRAIN_N_ANALYSES; a++)
    {
      gpointer result = refrain_study_find (study, a, NULL, NULL);

      if (result != NULL)
        g_object_unref (result);
    }
}

static void
test_openings (gconstpointer name)
{
  gint64 before = 0;

  for (guint round = 0; round < FIRST + ROUNDS; round++)
    {
      if (round == FIRST)
        before = count_memory ();
      open_and_ask (name);
    }
  g_test_message ("%s: %" G_GINT64_FORMAT " bytes an opening", (const char *) name,
                  (count_memory () - before) / ROUNDS);
  g_assert_cmpint (count_memory () - before, <, ROUNDS * LEFT);
}

/* Asks all of one study again and again, each time with another tolerance: what nobody holds is
 * dropped, whatever was asked for. */
static void
test_options (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("REFRAIN_SOURCE"), files[0], NULL);
  g_autoptr (RefrainTrace) trace = refrain_trace_load (path, NULL, NULL, NULL);
  g_autoptr (RefrainStudy) study = refrain_study_new (trace);
  gint64 before = 0;

  refrain_study_set_budget (study, 0);
  for (guint round = 0; round < FIRST + OTHER_OPTIONS; round++)
    {
      g_autoptr (RefrainStudyOptions) options = refrain_study_options_new ();
      const RefrainStudyAsk ask = { .options = options };

      options->window = 0.01 + round * 0.005;
      options->phases.least = round * 0.001;
      options->patterns.method
          = round % 2 == 0 ? REFRAIN_PATTERNS_ROUTINE : REFRAIN_PATTERNS_SYNTACTIC;
      if (round == FIRST)
        before = count_memory ();
      for (guint a = 0; a < REFRAIN_N_ANALYSES; a++)
        {
          gpointer result = refrain_study_find (study, a, &ask, NULL);

          if (result != NULL)
            g_object_unref (result);
        }
    }
  g_test_message ("%" G_GINT64_FORMAT " bytes for other options",
                  (count_memory () - before) / OTHER_OPTIONS);
  g_assert_cmpint (count_memory () - before, <, OTHER_OPTIONS * LEFT);
}

TEST_PROGRAM ("openings")
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *base = g_path_get_basename (files[i]);
      g_autofree char *test = g_strconcat ("/study/openings/", base, NULL);

      g_test_add_data_func (test, files[i], test_openings);
    }
  g_test_add_func ("/study/openings/options", test_options);
  return g_test_run ();
}
