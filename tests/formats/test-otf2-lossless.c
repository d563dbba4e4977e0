/* test-otf2-lossless.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An archive of every kind of record, through each carrier and back: it says the same, record for
 * record. With an argument, writes that archive there and does no more.
 */
#include "config.h"

#include <string.h>

#include "otf2-every.h"
#include "refrain-format.h"
#include "refrain-otf2-clock.h"
#include "refrain-otf2.h"
#include "sample-traces.h"
#include "test-trace.h"

/* Says where two texts differ first. */
static void
assert_same (const char *a, const char *b)
{
  g_auto (GStrv) x = g_strsplit (a, "\n", -1);
  g_auto (GStrv) y = g_strsplit (b, "\n", -1);

  for (guint i = 0; x[i] != NULL && y[i] != NULL; i++)
    g_assert_cmpstr (x[i], ==, y[i]);
  g_assert_cmpuint (g_strv_length (x), ==, g_strv_length (y));
}

/* From the archive through @carriers, one after the other, to an archive. */
static void
round_trip (guint64 resolution, gboolean own, const char *const *carriers)
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *first = g_build_filename (folder, "first.otf2", NULL);
  g_autofree char *last = g_build_filename (folder, "last.otf2", NULL);
  g_autofree char *before = NULL, *after = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  otf2_every_write (folder, "first", resolution, own);
  before = otf2_every_dump (first);
  trace = sample_trace_load (first);
  for (guint i = 0; carriers[i] != NULL; i++)
    {
      g_autofree char *path = g_build_filename (folder, carriers[i], NULL);

      refrain_trace_save (trace, path, NULL, NULL, &error);
      g_assert_no_error (error);
      g_object_unref (trace);
      trace = sample_trace_load (path);
    }
  g_assert_cmpuint (refrain_otf2_count_unwritable (trace), ==, 0);
  refrain_trace_save (trace, last, NULL, NULL, &error);
  g_assert_no_error (error);
  after = otf2_every_dump (last);
  assert_same (before, after);
  test_remove_tree (folder);
}

/* Coarser than nanoseconds, nanoseconds, finer by a little and by much. */
static const guint64 resolutions[]
    = { 1000, 1000000000, 2095191439, G_GUINT64_CONSTANT (500000000000) };

typedef struct
{
  const char *name;
  const char *carriers[4];
} Way;

static void
test_way (gconstpointer data)
{
  const Way *way = data;

  for (guint i = 0; i < G_N_ELEMENTS (resolutions); i++)
    for (guint own = 0; own < 2; own++)
      round_trip (resolutions[i], own != 0, way->carriers);
}

/* What the library makes of a stamp is undone. */
static void
test_readings (void)
{
  static const RefrainOtf2Reading readings[]
      = { { 1000, -33 }, { 101000, 900 }, { 201000, -70 }, { 201001, -70 } };

  for (guint64 stamp = 0; stamp < 300000; stamp += 7)
    for (guint n = 0; n <= G_N_ELEMENTS (readings); n++)
      {
        const guint64 shown = refrain_otf2_readings_apply (readings, n, stamp);

        /* Before the first reading the line goes on, to below 0. */
        if (shown < 1000000)
          g_assert_cmpuint (refrain_otf2_readings_apply (
                                readings, n, refrain_otf2_readings_undo (readings, n, shown)),
                            ==, shown);
      }
}

/* Ticks come back whatever the clock. */
static void
test_clock (void)
{
  static const guint64 offsets[] = { 0, 1, G_MAXUINT32, G_MAXINT64, G_MAXUINT64 };
  static const guint64 steps[] = { 1, 999, 1000000007, G_GUINT64_CONSTANT (1) << 62 };

  for (guint r = 0; r < G_N_ELEMENTS (resolutions); r++)
    for (guint o = 0; o < G_N_ELEMENTS (offsets); o++)
      for (guint s = 0; s < G_N_ELEMENTS (steps); s++)
        for (guint i = 0; i < 50; i++)
          {
            const RefrainOtf2Clock clock = { resolutions[r], offsets[o] };
            const guint64 stamp = offsets[o] + i * steps[s];
            const RefrainTime time = refrain_otf2_clock_get_time (&clock, stamp);
            const gint64 ticks = (gint64) (stamp - refrain_otf2_clock_get_stamp (&clock, time));

            if (stamp >= offsets[o] && stamp - offsets[o] < G_GUINT64_CONSTANT (1) << 52)
              {
                g_assert_cmpint (ticks, >=, 0);
                g_assert_cmpint (ticks, <=, (gint64) (resolutions[r] / REFRAIN_OTF2_NS_PER_SECOND));
              }
          }
}

static const Way ways[] = {
  { "/otf2-lossless/memory", { NULL } },
  { "/otf2-lossless/otf2", { "a.otf2", NULL } },
  { "/otf2-lossless/hdf5", { "a.mtf.h5", NULL } },
  { "/otf2-lossless/gxl", { "a.gxl", NULL } },
  { "/otf2-lossless/each", { "a.gxl", "b.mtf.h5", "c.otf2", NULL } },
};

int
main (int argc, char **argv)
{
  if (argc == 2 && argv[1][0] != '-')
    {
      g_autofree char *path = g_path_get_dirname (argv[1]);
      g_autofree char *name = g_path_get_basename (argv[1]);
      g_autofree char *old = NULL;

      if (g_str_has_suffix (name, ".otf2"))
        name[strlen (name) - strlen (".otf2")] = '\0';
      old = g_build_filename (path, name, NULL);
      test_remove_tree (old);
      otf2_every_write (path, name, resolutions[2], TRUE);
      return 0;
    }
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    g_test_add_data_func (ways[i].name, &ways[i], test_way);
  g_test_add_func ("/otf2-lossless/readings", test_readings);
  g_test_add_func ("/otf2-lossless/clock", test_clock);

  return g_test_run ();
}
