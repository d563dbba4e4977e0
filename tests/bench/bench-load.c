/* bench-load.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loading an OTF2 archive: time against OTF2's own reader doing nothing, and memory an event.
 */
#include "config.h"

#include "bench-util.h"
#include "otf2-floor.h"
#include "refrain-arrivals-paint.h"
#include "refrain-format.h"
#include "refrain-summary.h"
#include "test-program.h"

enum
{
  RUNS = 9
};

static void
measure_memory (const char *anchor)
{
  const gsize before = bench_resident ();
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_trace_load (anchor, NULL, NULL, &error);
  g_autoptr (RefrainSummary) summary = NULL;
  double events, held;

  g_assert_no_error (error);
  summary = refrain_summary_new (trace, NULL, &error);
  g_assert_no_error (error);
  events = (double) refrain_trace_get_counts (trace)->events;
  held = (double) (refrain_trace_get_memory (trace) + refrain_summary_get_memory (summary));
  bench_row ("Memory a loaded event, summaries included", held / events, "bytes", "<= 24",
             "columns and summaries");
  bench_row ("Memory a loaded event, as the system counts it",
             (double) (bench_resident () - before) / events, "bytes", "", "resident set");
}

/* What the source says beyond the columns, kept beside them. */
static void
measure_details (const char *anchor, const char *what, const char *limit, const char *note)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_trace_load (anchor, NULL, NULL, &error);
  gsize bytes = 0;

  g_assert_no_error (error);
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    bytes += refrain_process_get_details (refrain_trace_get_process (trace, p))->n;
  bench_row (what, (double) bytes / (double) refrain_trace_get_counts (trace)->events, "bytes",
             limit, note);
}

static double
time_floor (const char *anchor, gboolean global)
{
  const double start = bench_seconds ();

  g_assert_cmpuint (otf2_floor_read (anchor, global), >, 0);
  return bench_seconds () - start;
}

/* ---- While it is read ---- */

typedef struct
{
  RefrainArrivals *arrivals;
  GMutex lock;
  double begun, painted; /* 0: not yet */
} Watch;

/* In the reader's own threads: the first picture of what has arrived. */
static void
paint_first (double fraction, const char *sentence, gpointer data)
{
  Watch *watch = data;
  g_autoptr (RefrainArrivalsPicture) picture = NULL;
  cairo_surface_t *surface;
  RefrainStyle style;
  cairo_t *cr;

  g_mutex_lock (&watch->lock);
  if (watch->painted == 0 && (picture = refrain_arrivals_take_picture (watch->arrivals)) != NULL)
    {
      surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1256, 560);
      cr = cairo_create (surface);
      refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 11);
      refrain_arrivals_paint (picture, cr, 1256, 560, &style);
      watch->painted = bench_seconds ();
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  g_mutex_unlock (&watch->lock);
}

/* Gives how long it takes to load @anchor; *@first: to the first pixels. */
static double
time_watched (const char *anchor, double *first)
{
  Watch watch = { .arrivals = refrain_arrivals_new (), .begun = bench_seconds () };
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = refrain_trace_load_watched (
      anchor, watch.arrivals, NULL, &(RefrainProgress){ paint_first, &watch }, &error);
  const double seconds = bench_seconds () - watch.begun;

  g_assert_no_error (error);
  *first = watch.painted - watch.begun;
  g_object_unref (watch.arrivals);
  return seconds;
}

TEST_PROGRAM ("load")
{
  double load[RUNS], local[RUNS], global[RUNS], watched[RUNS], first[RUNS], seconds;

  if (argc < 3)
    return 0;
  measure_memory (argv[2]);
  measure_details (argv[2], "Details an event, where there are none", "<= 0", "");
  if (argc > 3)
    measure_details (argv[3], "Details an event, metrics of an accelerator", "",
                     "72,584 of 72,666 events are metrics, at a clock of 3.7 GHz");
  for (int i = 0; i < RUNS; i++)
    {
      local[i] = time_floor (argv[2], FALSE);
      load[i] = bench_load_seconds (argv[2]);
      global[i] = time_floor (argv[2], TRUE);
      watched[i] = time_watched (argv[2], &first[i]);
    }
  seconds = bench_median (load, RUNS);
  bench_row ("OTF2 load / OTF2's local readers without callbacks",
             seconds / bench_median (local, RUNS), "", "<= 1.0",
             "one reader after another, as one core reads");
  bench_row ("OTF2 load / OTF2's global reader without callbacks",
             seconds / bench_median (global, RUNS), "", "", "events in the order of time");
  bench_row ("OTF2 load", seconds, "s", "", "");
  bench_row ("OTF2 load, watched / not", bench_median (watched, RUNS) / seconds, "", "<= 1.1", "");
  bench_row ("First pixels of the overview from OTF2", bench_median (first, RUNS) * 1e3, "ms",
             "<= 300", "the reader goes on");
  return 0;
}
