/* refrain-iterations-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How long iterations take, and how many there are.
 */
#include "config.h"

#include "refrain-iterations.h"

#include <glib/gi18n-lib.h>

#include "refrain-compare.h"
#include "refrain-run.h"
#include "refrain-time-format.h"

/* Less of the run than this is not told of what is around them. */
#define MUCH 0.1

RefrainTime
refrain_iterations_get_time (RefrainIterations *self, guint32 i)
{
  RefrainTime start, end, time;

  if (!refrain_iterations_get_run_span (self, i, &start, &end))
    return 0;
  return __builtin_sub_overflow (end, start, &time) ? REFRAIN_TIME_LIMIT : time;
}

guint32
refrain_iterations_find_usual (RefrainIterations *self)
{
  g_autofree RefrainTime *times = NULL, *sorted = NULL;
  const guint32 n = refrain_iterations_get_n (self);
  guint32 usual = 0;

  g_return_val_if_fail (n > 0, 0);

  times = g_new (RefrainTime, n);
  for (guint32 i = 0; i < n; i++)
    times[i] = refrain_iterations_get_time (self, i);
  sorted = g_memdup2 (times, n * sizeof *times);
  refrain_sort (sorted, n, sizeof *sorted, refrain_compare_int64);
  while (times[usual] != sorted[(n - 1) / 2])
    usual++;
  return usual;
}

/* An iteration, and how long it takes: what all processes tell is asked for once. */
typedef struct
{
  RefrainTime time;
  guint32 i;
} Timed;

REFRAIN_DEFINE_COMPARE (compare_timed, Timed, REFRAIN_RISING (time) ?: REFRAIN_RISING (i))

/* "345 ms (no. 11 at 2.72662 s)" */
static char *
describe_iteration (RefrainIterations *iterations, const Timed *timed)
{
  RefrainTime first = 0, end = 0;
  g_autofree char *duration = refrain_time_format (timed->time, 3);
  g_autofree char *at = NULL;

  refrain_iterations_get_run_span (iterations, timed->i, &first, &end);
  at = refrain_time_format (first, 6);
  /* Translators: how long an iteration takes, its number, and when it begins. */
  return g_strdup_printf (_ ("%s (iteration %u, at %s)"), duration, timed->i + 1, at);
}

char *
refrain_iterations_describe (RefrainIterations *self)
{
  const guint32 n = refrain_iterations_get_n (self);
  g_autofree Timed *order = NULL;
  g_autofree char *longest = NULL, *median = NULL;

  if (n == 0)
    return NULL;
  order = g_new (Timed, n);
  for (guint32 i = 0; i < n; i++)
    order[i] = (Timed){ refrain_iterations_get_time (self, i), i };
  refrain_sort (order, n, sizeof *order, compare_timed);
  longest = describe_iteration (self, &order[n - 1]);
  median = describe_iteration (self, &order[(n - 1) / 2]);
  if (refrain_iterations_get_n_outer (self) > 0)
    /* Translators: two numbers, "345 ms (iteration 11, at 2.72662 s)" twice. */
    return g_strdup_printf (
        _ ("%u inner iterations in %u of the main loop: longest %s, median %s."), n,
        refrain_iterations_get_n_outer (self), longest, median);
  /* Translators: of the main loop; "345 ms (no. 11 at 2.72662 s)" twice. */
  return g_strdup_printf (_ ("%u iterations of the main loop: longest %s, median %s."), n, longest,
                          median);
}

char *
refrain_iterations_describe_apart (RefrainIterations *self)
{
  const guint32 n = refrain_iterations_get_n_apart (self);

  return n > 0 ? g_strdup_printf (ngettext ("The same occurs once more outside the loop.",
                                            "The same occurs %u more times outside the loop.", n),
                                  n)
               : NULL;
}

char *
refrain_iterations_describe_around (RefrainIterations *self, RefrainTrace *trace)
{
  const RefrainRun *run = refrain_trace_get_run (trace);
  const guint32 n = refrain_iterations_get_n (self);
  RefrainTime start, end, other;
  g_autofree char *before = NULL, *behind = NULL;
  double share[2];

  if (n == 0 || run->end <= run->start || !refrain_iterations_get_run_span (self, 0, &start, &other)
      || !refrain_iterations_get_run_span (self, n - 1, &other, &end))
    return NULL;
  share[0] = (double) (start - run->start) / (double) (run->end - run->start);
  share[1] = (double) (run->end - end) / (double) (run->end - run->start);
  before = refrain_time_format (start - run->start, 3);
  behind = refrain_time_format (run->end - end, 3);
  if (share[0] >= MUCH && share[1] >= MUCH)
    /* Translators: times, and shares of the run. */
    return g_strdup_printf (_ ("%s (%.0f %% of the run) are before it, %s (%.0f %%) behind it."),
                            before, 100 * share[0], behind, 100 * share[1]);
  if (share[0] >= MUCH)
    return g_strdup_printf (_ ("%s (%.0f %% of the run) are before it."), before, 100 * share[0]);
  return share[1] >= MUCH ? g_strdup_printf (_ ("%s (%.0f %% of the run) are behind it."), behind,
                                             100 * share[1])
                          : NULL;
}
