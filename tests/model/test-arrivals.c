/* test-arrivals.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is seen of calls while more of them come.
 */
#include "config.h"

#include "refrain-arrivals.h"
#include "test-program.h"

enum
{
  WORK,
  SEND,
  WAIT,
  N_ROUTINES
};

#define MAX_CALLS 8

/* A thread as a reader has it. */
typedef struct
{
  RefrainTime start[MAX_CALLS], end[MAX_CALLS];
  guint32 routine[MAX_CALLS];
  RefrainCalls calls;
  RefrainArrivalsPlace place;
} Thread;

static RefrainArrivals *
begin (const guint *n_threads, guint n_processes, RefrainTime end)
{
  static const char *const names[N_ROUTINES] = { "work", "MPI_Send", "MPI_Wait" };
  g_autoptr (GPtrArray) routines = g_ptr_array_new_with_free_func (g_object_unref);
  RefrainArrivals *arrivals = refrain_arrivals_new ();

  for (guint i = 0; i < N_ROUTINES; i++)
    g_ptr_array_add (routines, refrain_routine_new (names[i], NULL, 0));
  refrain_arrivals_begin (arrivals, n_threads, n_processes, routines, end);
  return arrivals;
}

static void
call (Thread *thread, guint32 routine, RefrainTime start, RefrainTime end)
{
  const gsize row = thread->calls.n++;

  thread->routine[row] = routine;
  thread->start[row] = start;
  thread->end[row] = end;
  thread->calls.routine = thread->routine;
  thread->calls.start = thread->start;
  thread->calls.end = thread->end;
}

/* Of [@from, @to), in units of a bin of the picture, what @activity has. */
static double
sum (const RefrainArrivalsPicture *picture,
     const float *shares,
     RefrainActivity activity,
     gsize from,
     gsize to)
{
  double all = 0;

  for (gsize bin = from; bin < to; bin++)
    all += shares[bin * REFRAIN_N_ACTIVITIES + activity];
  g_assert_cmpuint (to, <=, picture->n_bins);
  return all;
}

/* The outermost call of MPI counts, and not before it is over. */
static void
test_open (void)
{
  const guint n_threads[] = { 1 };
  /* A bin takes 1 ns. */
  g_autoptr (RefrainArrivals) arrivals = begin (n_threads, 1, 1023);
  g_autoptr (RefrainArrivalsPicture) first = NULL, second = NULL, last = NULL;
  const guint32 open[] = { 0, 2 };
  Thread thread = { 0 };

  g_assert_null (refrain_arrivals_take_picture (arrivals));
  call (&thread, WORK, 0, 0);
  call (&thread, SEND, 100, 200);
  call (&thread, WAIT, 300, 300);
  call (&thread, SEND, 310, 320);
  refrain_arrivals_add (arrivals, 0, &thread.calls, open, 2, 350, &thread.place);
  first = refrain_arrivals_take_picture (arrivals);
  g_assert_cmpuint (first->n_bins, ==, 1024);
  g_assert_cmpint (first->end, ==, 1024);
  g_assert_cmpfloat (sum (first, first->rows, REFRAIN_ACTIVITY_P2P, 0, 1024), ==, 100);
  g_assert_cmpfloat (sum (first, first->rows, REFRAIN_ACTIVITY_P2P, 100, 200), ==, 100);
  g_assert_cmpfloat (sum (first, first->rows, REFRAIN_ACTIVITY_WAIT, 0, 1024), ==, 0);
  g_assert_cmpuint (first->reached[0], ==, 300);
  g_assert_cmpuint (first->n_read, ==, 0);

  thread.end[2] = 400;
  refrain_arrivals_add (arrivals, 0, &thread.calls, open, 1, 500, &thread.place);
  second = refrain_arrivals_take_picture (arrivals);
  g_assert_cmpfloat (sum (second, second->rows, REFRAIN_ACTIVITY_P2P, 0, 1024), ==, 100);
  g_assert_cmpfloat (sum (second, second->rows, REFRAIN_ACTIVITY_WAIT, 300, 400), ==, 100);
  g_assert_cmpuint (second->reached[0], ==, 500);

  refrain_arrivals_end (arrivals, 0);
  last = refrain_arrivals_take_picture (arrivals);
  g_assert_cmpuint (last->reached[0], ==, 1024);
  g_assert_cmpuint (last->n_read, ==, 1);
}

/* Nobody said how long the run takes: bins become wider, and begin where the events do. */
static void
test_join (void)
{
  const guint n_threads[] = { 1 };
  g_autoptr (RefrainArrivals) arrivals = begin (n_threads, 1, 0);
  g_autoptr (RefrainArrivalsPicture) picture = NULL;
  Thread thread = { 0 };

  call (&thread, SEND, 1000000, 1000010);
  refrain_arrivals_add (arrivals, 0, &thread.calls, NULL, 0, 1000010, &thread.place);
  call (&thread, WAIT, 1001024, 1003072);
  call (&thread, SEND, 1004000, 1004090);
  refrain_arrivals_add (arrivals, 0, &thread.calls, NULL, 0, 1004090, &thread.place);
  picture = refrain_arrivals_take_picture (arrivals);
  g_assert_cmpint (picture->start, ==, 1000000);
  g_assert_cmpint (picture->end, ==, 1004096);
  g_assert_cmpfloat_with_epsilon (sum (picture, picture->rows, REFRAIN_ACTIVITY_P2P, 0, 3) * 4, 10,
                                  1e-3);
  g_assert_cmpfloat_with_epsilon (sum (picture, picture->rows, REFRAIN_ACTIVITY_WAIT, 256, 768),
                                  512, 1e-3);
  g_assert_cmpfloat_with_epsilon (sum (picture, picture->rows, REFRAIN_ACTIVITY_P2P, 0, 1024) * 4,
                                  100, 1e-3);
  g_assert_cmpuint (picture->reached[0], ==, 1022);
}

/* The mean is that of those that have arrived there; threads that call no MPI are none. */
static void
test_mean (void)
{
  const guint n_threads[] = { 2, 1, 1 };
  g_autoptr (RefrainArrivals) arrivals = begin (n_threads, 3, 1023);
  g_autoptr (RefrainArrivalsPicture) picture = NULL;
  Thread threads[3] = { 0 }, silent = { 0 };

  call (&threads[0], SEND, 0, 1024);
  refrain_arrivals_add (arrivals, 0, &threads[0].calls, NULL, 0, 1023, &threads[0].place);
  call (&silent, WORK, 0, 1023);
  refrain_arrivals_add (arrivals, 0, &silent.calls, NULL, 0, 1023, &silent.place);
  call (&threads[1], WAIT, 0, 512);
  refrain_arrivals_add (arrivals, 1, &threads[1].calls, NULL, 0, 512, &threads[1].place);
  picture = refrain_arrivals_take_picture (arrivals);
  g_assert_cmpuint (picture->n_rows, ==, 3);
  g_assert_cmpuint (picture->reached[2], ==, 0);
  g_assert_cmpfloat (sum (picture, picture->mean, REFRAIN_ACTIVITY_P2P, 0, 512), ==, 256);
  g_assert_cmpfloat (sum (picture, picture->mean, REFRAIN_ACTIVITY_WAIT, 0, 512), ==, 256);
  g_assert_cmpfloat (sum (picture, picture->mean, REFRAIN_ACTIVITY_P2P, 512, 1023), ==, 511);
  g_assert_cmpuint (refrain_arrivals_count_read (arrivals), ==, 0);
  refrain_arrivals_end (arrivals, 0);
  g_assert_cmpuint (refrain_arrivals_count_read (arrivals), ==, 0);
  refrain_arrivals_end (arrivals, 0);
  g_assert_cmpuint (refrain_arrivals_count_read (arrivals), ==, 1);
}

TEST_PROGRAM ("arrivals")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/arrivals/open", test_open);
  g_test_add_func ("/arrivals/join", test_join);
  g_test_add_func ("/arrivals/mean", test_mean);
  return g_test_run ();
}
