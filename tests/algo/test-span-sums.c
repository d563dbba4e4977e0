/* test-span-sums.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shares of waiting and of the critical path in bins of any width add up to what the analyses tell;
 * so do the pairs of processes of which one waits for the other.
 */
#include "config.h"

#include "random-trace.h"
#include "refrain-span-sums.h"
#include "refrain-wait-pairs.h"
#include "time-program.h"
#include "test-program.h"

#include <math.h>

#define MS 1000000

typedef struct
{
  RefrainTrace *trace;
  RefrainWaits *waits;
  RefrainSpanSums *sums;
  gsize n_kinds;
  const guint8 *kinds;
} Fixture;

static void
fixture_init (Fixture *self, RefrainTrace *trace)
{
  self->trace = trace;
  self->waits = refrain_waits_new (trace, NULL, NULL);
  self->sums = refrain_span_sums_new_waits (self->waits, NULL, NULL);
  self->kinds = refrain_span_sums_get_kinds (self->sums, &self->n_kinds);
}

static void
fixture_clear (Fixture *self)
{
  g_clear_object (&self->sums);
  g_clear_object (&self->waits);
  g_clear_object (&self->trace);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

/* Rounds of work of random length, then messages between neighbours or a collective: all wait. */
static RefrainTrace *
make_trace (guint32 seed, guint n, guint rounds)
{
  static const RefrainCollective types[]
      = { REFRAIN_COLLECTIVE_BARRIER, REFRAIN_COLLECTIVE_ALLREDUCE, REFRAIN_COLLECTIVE_BCAST };
  TimeProgram *program = time_program_new (n, 1000, 2000);
  GRand *rand = g_rand_new_with_seed (seed);

  for (guint i = 0; i < rounds; i++)
    {
      const gboolean messages = g_rand_int_range (rand, 0, 5) > 0;
      const RefrainCollective type = types[g_rand_int_range (rand, 0, 3)];
      const guint shift = (guint) g_rand_int_range (rand, 0, 2);

      for (guint p = 0; p < n; p++)
        {
          time_program_work (program, p, "work", g_rand_int_range (rand, 0, MS));
          if (!messages)
            time_program_collective (program, p, type, 0);
          else if ((p + shift) % 2 == 0 && p + 1 < n)
            time_program_ssend (program, p, p + 1);
          else if ((p + shift) % 2 == 1 && p > 0)
            time_program_recv (program, p, p - 1);
        }
    }
  g_rand_free (rand);
  return time_program_run (program);
}

/* What process @p waits in [@start, @end), by kind, one wait after the other. */
static void
sum_slowly (const Fixture *self, guint p, RefrainTime start, RefrainTime end, double *times)
{
  const RefrainWaitColumns *columns = refrain_waits_get_columns (self->waits, p);

  for (gsize i = 0; i < columns->n; i++)
    {
      RefrainTime from, to;

      if (columns->waiting[i] == 0)
        continue;
      g_assert_true (refrain_waits_get_span (self->waits, p, i, &from, &to));
      times[columns->kind[i]] += MAX (0, (double) (MIN (to, end) - MAX (from, start)));
    }
}

/* @n bins of each process are what a sum over all waits says: exactly, or where they are wide to a
 * block's length. */
static void
check_bins (const Fixture *self, gsize n, double most_off)
{
  const RefrainTime start = refrain_trace_get_start (self->trace);
  const RefrainTime end = refrain_trace_get_end (self->trace);
  const double width = (double) (end - start) / (double) n;
  g_autofree float *shares = NULL;

  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace); p++)
    {
      double off = 0;

      g_free (shares);
      shares = g_new0 (float, n * self->n_kinds + 1);
      refrain_span_sums_add_shares (self->sums, p, 0, start, end, n, 1, shares, self->n_kinds);
      for (gsize i = 0; i < n; i++)
        {
          double times[REFRAIN_N_WAITS] = { 0 };

          sum_slowly (self, p, start + (RefrainTime) ((double) i * width),
                      i + 1 == n ? end : start + (RefrainTime) ((double) (i + 1) * width), times);
          for (gsize k = 0; k < self->n_kinds; k++)
            off = MAX (off, fabs (shares[i * self->n_kinds + k] * width - times[self->kinds[k]]));
        }
      g_assert_cmpfloat (off / width, <=, most_off);
    }
}

static void
test_bins (void)
{
  for (guint32 seed = 1; seed <= 6; seed++)
    {
      g_auto (Fixture) self = { 0 };

      fixture_init (&self, make_trace (seed, 2 + seed % 5, 150));
      g_assert_cmpuint (self.n_kinds, >, 0);
      /* All of it; and bins of a few nanoseconds, in which nothing is interpolated. */
      check_bins (&self, 1, 1e-6);
      check_bins (&self, 20000, 1e-3);
    }
}

/* Totals of many bins, most of them interpolated, stay those of the waits. */
static void
test_totals (void)
{
  for (guint32 seed = 1; seed <= 20; seed++)
    {
      g_auto (Fixture) self = { 0 };

      fixture_init (&self, make_trace (seed, 4, 300));
      for (guint p = 0; p < 4; p++)
        for (gsize n = 1; n < 200; n = 3 * n + 1)
          {
            g_autofree float *shares = g_new0 (float, n *self.n_kinds);
            const RefrainWaitTotals *totals = refrain_waits_get_totals (self.waits, p);
            const RefrainTime start = refrain_trace_get_start (self.trace);
            const RefrainTime end = refrain_trace_get_end (self.trace);

            refrain_span_sums_add_shares (self.sums, p, 0, start, end, n, 1, shares, self.n_kinds);
            for (gsize k = 0; k < self.n_kinds; k++)
              {
                double sum = 0;

                for (gsize i = 0; i < n; i++)
                  sum += shares[i * self.n_kinds + k] * (double) (end - start) / (double) n;
                g_assert_cmpfloat_with_epsilon (sum, (double) totals->time[self.kinds[k]],
                                                1e-4 * (double) (end - start));
              }
          }
    }
}

/* Spans stand by their start, and are found by it. */
static void
test_find (void)
{
  g_auto (Fixture) self = { 0 };

  fixture_init (&self, make_trace (7, 4, 300));
  for (guint p = 0; p < 4; p++)
    {
      const gsize n = refrain_span_sums_get_n (self.sums, p, 0);
      RefrainTime before = G_MININT64;

      g_assert_cmpuint (n, >, 16);
      for (gsize i = 0; i < n; i++)
        {
          RefrainSpan span;

          refrain_span_sums_get (self.sums, p, 0, i, &span);
          g_assert_cmpint (span.start, >=, before);
          if (span.start > before)
            g_assert_cmpuint (refrain_span_sums_find (self.sums, p, 0, span.start, i / 2), ==, i);
          g_assert_cmpuint (refrain_span_sums_find (self.sums, p, 0, span.start + 1, i), >, i);
          before = span.start;
        }
      g_assert_cmpuint (refrain_span_sums_find (self.sums, p, 0, G_MAXINT64, 0), ==, n);
      g_assert_cmpuint (refrain_span_sums_find (self.sums, p, 0, G_MININT64, n), ==, 0);
    }
}

static void
test_path (void)
{
  for (guint32 seed = 1; seed <= 10; seed++)
    {
      g_autoptr (RefrainTrace) trace = make_trace (seed, 5, 200);
      g_autoptr (RefrainWaits) waits = refrain_waits_new (trace, NULL, NULL);
      g_autoptr (RefrainCriticalPath) path = refrain_critical_path_new (waits, NULL, NULL);
      g_autoptr (RefrainSpanSums) sums = refrain_span_sums_new_path (path, NULL, NULL);
      const RefrainTime start = refrain_trace_get_start (trace);
      const RefrainTime end = refrain_trace_get_end (trace);

      g_assert_null (refrain_span_sums_get_waits (sums));
      for (guint p = 0; p < 5; p++)
        {
          float share = 0;

          refrain_span_sums_add_shares (sums, p, 0, start, end, 1, 1, &share, 1);
          g_assert_cmpfloat_with_epsilon (share,
                                          (double) refrain_critical_path_get_processes (path)[p]
                                              / (double) (end - start),
                                          1e-5);
        }
    }
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

static RefrainTime
sum_pairs (const GArray *pairs)
{
  RefrainTime time = 0;

  for (guint i = 0; i < pairs->len; i++)
    time += refrain_wait_pair_get_time (&g_array_index (pairs, RefrainWaitPair, i));
  return time;
}

static void
test_pairs (void)
{
  TimeProgram *program = time_program_new (3, 1000, 2000);
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainWaits) waits = NULL;
  g_autoptr (GArray) pairs = NULL;
  g_autoptr (GArray) half = NULL;
  g_autoptr (RefrainMatrix) matrix = NULL;
  const RefrainWaitPair *pair;
  guint64 count, time;

  time_program_work (program, 0, "work", 10 * MS);
  time_program_send (program, 0, 1);
  time_program_work (program, 1, "work", 3 * MS);
  time_program_recv (program, 1, 0);
  trace = time_program_run (program);
  waits = refrain_waits_new (trace, NULL, NULL);
  pairs = refrain_wait_pairs_new (waits, NULL, G_MININT64, G_MAXINT64, NULL, NULL);
  g_assert_cmpuint (pairs->len, ==, 1);
  pair = &g_array_index (pairs, RefrainWaitPair, 0);
  g_assert_cmpuint (pair->culprit, ==, 0);
  g_assert_cmpuint (pair->victim, ==, 1);
  g_assert_cmpuint (pair->count, ==, 1);
  g_assert_cmpint (refrain_wait_pair_get_time (pair), ==, 7 * MS);
  g_assert_cmpint (refrain_wait_pair_get_kind (pair), ==, REFRAIN_WAIT_LATE_SENDER);
  matrix = refrain_wait_pairs_to_matrix (pairs, 3);
  refrain_matrix_get (matrix, 0, 1, &count, &time);
  g_assert_cmpuint (count, ==, 1);
  g_assert_cmpuint (time, ==, 7 * MS);
  /* As far as it lies in the window. */
  half = refrain_wait_pairs_new (waits, NULL, 5 * MS, 6 * MS, NULL, NULL);
  g_assert_cmpint (sum_pairs (half), ==, 1 * MS);
}

static void
test_pairs_add_up (void)
{
  for (guint32 seed = 1; seed <= 10; seed++)
    {
      g_autoptr (RefrainTrace) trace = make_trace (seed, 5, 200);
      g_autoptr (RefrainWaits) waits = refrain_waits_new (trace, NULL, NULL);
      g_autoptr (GArray) all
          = refrain_wait_pairs_new (waits, NULL, G_MININT64, G_MAXINT64, NULL, NULL);
      const RefrainTime middle
          = refrain_trace_get_start (trace)
            + (refrain_trace_get_end (trace) - refrain_trace_get_start (trace)) / 3;
      g_autoptr (GArray) before
          = refrain_wait_pairs_new (waits, NULL, G_MININT64, middle, NULL, NULL);
      g_autoptr (GArray) after
          = refrain_wait_pairs_new (waits, NULL, middle, G_MAXINT64, NULL, NULL);
      g_autoptr (RefrainOpSet) none = refrain_op_set_new (trace);
      g_autoptr (GArray) nothing
          = refrain_wait_pairs_new (waits, none, G_MININT64, G_MAXINT64, NULL, NULL);

      g_assert_cmpint (sum_pairs (all), ==, refrain_waits_get_time (waits));
      g_assert_cmpint (sum_pairs (before) + sum_pairs (after), ==, sum_pairs (all));
      g_assert_cmpuint (nothing->len, ==, 0);
    }
}

/* ---- Bad input ------------------------------------------------------------------------------- */

static void
test_nothing (void)
{
  RefrainRecorder *recorders[1];
  guint32 communicator;
  RefrainTraceBuilder *builder = random_trace_builder (1, recorders, &communicator);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_auto (Fixture) self = { 0 };
  g_autoptr (RefrainCriticalPath) path = NULL;
  g_autoptr (RefrainSpanSums) sums = NULL;
  float share = 0;

  fixture_init (&self, random_trace_finish (builder));
  g_assert_cmpuint (self.n_kinds, ==, 0);
  refrain_span_sums_add_shares (self.sums, 0, 0, G_MININT64, G_MAXINT64, 1, 1, &share, 1);
  g_assert_cmpfloat (share, ==, 0);
  path = refrain_critical_path_new (self.waits, NULL, NULL);
  sums = refrain_span_sums_new_path (path, NULL, NULL);
  refrain_span_sums_add_shares (sums, 0, 0, 5, 5, 1, 1, &share, 1);
  g_assert_cmpfloat (share, ==, 0);
  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_span_sums_new_waits (self.waits, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

TEST_PROGRAM ("span-sums")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/span-sums/bins", test_bins);
  g_test_add_func ("/span-sums/totals", test_totals);
  g_test_add_func ("/span-sums/find", test_find);
  g_test_add_func ("/span-sums/path", test_path);
  g_test_add_func ("/span-sums/nothing", test_nothing);
  g_test_add_func ("/wait-pairs/one", test_pairs);
  g_test_add_func ("/wait-pairs/add-up", test_pairs_add_up);
  return g_test_run ();
}
