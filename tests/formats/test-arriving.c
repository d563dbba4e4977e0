/* test-arriving.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is seen of an archive while it is read, and what is kept of it when reading is stopped. The
 * reader's progress function looks, in the reader's own threads: nothing depends on time.
 */
#include "config.h"

#include "refrain-format.h"
#include "refrain-trace-builder.h"
#include "test-program.h"
#include "test-trace.h"

enum
{
  PROCESSES = 6,
  STEPS = 30000, /* of six events: more than the reader takes at once */
  MAX_PICTURES = 256
};

/* Each process computes, sends to the next and receives from the one before. */
static char *
make_archive (const char *folder)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  g_autoptr (RefrainTrace) trace = NULL;
  char *path = g_build_filename (folder, "ring.otf2", NULL);
  gint32 members[PROCESSES];

  for (guint p = 0; p < PROCESSES; p++)
    members[p] = (gint32) refrain_trace_builder_add_process (builder, "p", NULL);
  refrain_trace_builder_add_routine (builder, "main", NULL, 0);
  refrain_trace_builder_add_routine (builder, "MPI_Send", NULL, 0);
  refrain_trace_builder_add_routine (builder, "MPI_Recv", NULL, 0);
  refrain_trace_builder_add_communicator (
      builder, refrain_communicator_new ("world", 0, -1, members, PROCESSES, NULL, 0, FALSE));
  for (guint p = 0; p < PROCESSES; p++)
    {
      RefrainRecorder *recorder = refrain_trace_builder_add_thread (builder, p, p, "t");
      const gint32 next = (gint32) ((p + 1) % PROCESSES);
      const gint32 before = (gint32) ((p + PROCESSES - 1) % PROCESSES);

      refrain_recorder_enter (recorder, 0, 0);
      for (guint i = 0; i < STEPS; i++)
        {
          const RefrainTime time = 100 * (RefrainTime) i;

          refrain_recorder_enter (recorder, time + 10 + p, 1);
          refrain_recorder_send (recorder, time + 12 + p, next, 0, 0, 8);
          refrain_recorder_leave (recorder, time + 20 + p, 1);
          refrain_recorder_enter (recorder, time + 30, 2);
          refrain_recorder_recv (recorder, time + 80, before, 0, 0, 8);
          refrain_recorder_leave (recorder, time + 80 + p, 2);
        }
      refrain_recorder_leave (recorder, 100 * (RefrainTime) STEPS, 0);
    }
  trace = test_finish (builder);
  g_assert_true (refrain_trace_save (trace, path, NULL, NULL, NULL));
  return path;
}

typedef struct
{
  RefrainArrivals *arrivals;
  GMutex lock;
  RefrainArrivalsPicture *pictures[MAX_PICTURES]; /* in the order in which they were taken */
  guint n;
  guint stop_at; /* so many processes; 0: not at all */
} Watch;

static void
look (double fraction, const char *sentence, gpointer data)
{
  Watch *watch = data;

  g_mutex_lock (&watch->lock);
  if (watch->n < MAX_PICTURES)
    watch->pictures[watch->n++] = refrain_arrivals_take_picture (watch->arrivals);
  if (watch->stop_at > 0 && refrain_arrivals_count_read (watch->arrivals) >= watch->stop_at)
    refrain_arrivals_stop (watch->arrivals);
  g_mutex_unlock (&watch->lock);
}

static RefrainTrace *
load (Watch *watch, const char *path)
{
  g_autoptr (GError) error = NULL;
  RefrainTrace *trace;

  g_mutex_init (&watch->lock);
  watch->arrivals = refrain_arrivals_new ();
  trace = refrain_trace_load_watched (path, watch->arrivals, NULL,
                                      &(RefrainProgress){ look, watch }, &error);
  g_assert_no_error (error);
  return trace;
}

static void
watch_clear (Watch *watch)
{
  for (guint i = 0; i < watch->n; i++)
    g_clear_pointer (&watch->pictures[i], refrain_arrivals_picture_free);
  g_object_unref (watch->arrivals);
  g_mutex_clear (&watch->lock);
}

/* What has arrived in @part is what is there in the end. */
static void
compare_pictures (const RefrainArrivalsPicture *part, const RefrainArrivalsPicture *whole)
{
  g_assert_cmpuint (part->n_rows, ==, whole->n_rows);
  g_assert_cmpint (part->end, ==, whole->end);
  for (guint row = 0; row < part->n_rows; row++)
    {
      const gsize first = row * part->n_bins * REFRAIN_N_ACTIVITIES;

      for (gsize i = first; i < first + part->reached[row] * REFRAIN_N_ACTIVITIES; i++)
        g_assert_cmpfloat (part->rows[i], ==, whole->rows[i]);
    }
}

static void
compare_summary (const RefrainArrivalsPicture *picture, RefrainTrace *trace)
{
  g_autoptr (RefrainSummary) summary = refrain_summary_new (trace, NULL, NULL);
  g_autofree RefrainSummaryBin *bins = g_new0 (RefrainSummaryBin, picture->n_bins);

  for (guint p = 0; p < picture->n_rows; p++)
    {
      refrain_summary_get_shares (summary, p, G_MAXSIZE, picture->start, picture->end,
                                  picture->n_bins, bins);
      for (gsize bin = 0; bin < picture->n_bins; bin++)
        for (guint a = 0; a < REFRAIN_N_ACTIVITIES; a++)
          g_assert_cmpfloat_with_epsilon (
              picture->rows[(p * picture->n_bins + bin) * REFRAIN_N_ACTIVITIES + a],
              bins[bin].share[a], 1e-3);
    }
}

/* Processes arrive in order, what has arrived stays as it is, and in the end it is the summary. */
static void
test_whole (gconstpointer path)
{
  Watch watch = { 0 };
  g_autoptr (RefrainTrace) trace = load (&watch, path);
  g_autoptr (RefrainArrivalsPicture) last = refrain_arrivals_take_picture (watch.arrivals);
  guint n_read = 0, n_partial = 0;

  g_assert_nonnull (last);
  g_assert_cmpuint (last->n_read, ==, PROCESSES);
  g_assert_cmpuint (g_list_model_get_n_items (refrain_trace_get_defects (trace)), ==, 0);
  compare_summary (last, trace);
  for (guint i = 0; i < watch.n; i++)
    {
      const RefrainArrivalsPicture *picture = watch.pictures[i];

      if (picture == NULL)
        continue;
      g_assert_cmpuint (picture->n_read, >=, n_read);
      n_read = picture->n_read;
      n_partial += picture->n_reached > 0 && picture->reached[PROCESSES - 1] == 0;
      compare_pictures (picture, last);
    }
  g_assert_cmpuint (n_partial, >, 0);
  watch_clear (&watch);
}

/* Of each process of @part the calls are the first of those of @whole; gives how many have all. */
static guint
count_whole (RefrainTrace *part, RefrainTrace *whole)
{
  guint n = 0;

  for (guint p = 0; p < PROCESSES; p++)
    {
      const RefrainCalls *a = refrain_process_get_calls (refrain_trace_get_process (part, p));
      const RefrainCalls *b = refrain_process_get_calls (refrain_trace_get_process (whole, p));

      g_assert_cmpuint (a->n, <=, b->n);
      for (gsize i = 0; i < a->n; i++)
        g_assert_cmpint (a->start[i], ==, b->start[i]);
      n += a->n == b->n;
    }
  return n;
}

/* What was read is kept, and it is said that it is not all. */
static void
test_stop (gconstpointer path)
{
  Watch watch = { .stop_at = 1 };
  g_autoptr (RefrainTrace) whole = refrain_trace_load (path, NULL, NULL, NULL);
  g_autoptr (RefrainTrace) part = load (&watch, path);
  g_autoptr (RefrainDefect) first = NULL;
  g_autofree char *detail = NULL;
  const guint n_read = refrain_arrivals_count_read (watch.arrivals);

  g_assert_cmpuint (refrain_trace_get_n_processes (part), ==, PROCESSES);
  g_assert_cmpuint (n_read, >=, 1);
  g_assert_cmpuint (n_read, <, PROCESSES);
  g_assert_cmpuint (count_whole (part, whole), ==, n_read);
  first = g_list_model_get_item (refrain_trace_get_defects (part), 0);
  detail = g_strdup_printf ("%u of %u processes are whole", n_read, PROCESSES);
  g_assert_cmpint (refrain_defect_get_kind (first), ==, REFRAIN_DEFECT_NOT_READ);
  g_assert_cmpuint (refrain_defect_get_count (first), ==, PROCESSES - n_read);
  g_assert_cmpstr (refrain_defect_get_detail (first), ==, detail);
  watch_clear (&watch);
}

/* Stopped before anything was read: a trace of nothing but definitions. */
static void
test_stop_at_once (gconstpointer path)
{
  g_autoptr (RefrainArrivals) arrivals = refrain_arrivals_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = NULL;

  refrain_arrivals_stop (arrivals);
  trace = refrain_trace_load_watched (path, arrivals, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (refrain_trace_get_n_processes (trace), ==, PROCESSES);
  g_assert_cmpuint (refrain_trace_get_counts (trace)->events, ==, 0);
  g_assert_cmpuint (refrain_arrivals_count_read (arrivals), ==, 0);
}

TEST_PROGRAM ("arriving")
{
  g_autofree char *folder = g_dir_make_tmp ("refrain-XXXXXX", NULL);
  g_autofree char *path = make_archive (folder);
  int status;

  /* Not all processes are read at once, however many processors there are. */
  g_setenv ("REFRAIN_THREADS", "2", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/arriving/whole", path, test_whole);
  g_test_add_data_func ("/arriving/stop", path, test_stop);
  g_test_add_data_func ("/arriving/stop-at-once", path, test_stop_at_once);
  status = g_test_run ();
  test_remove_tree (folder);
  return status;
}
