/* difference-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "difference-check.h"

#include <string.h>

#define MS 1000000

RefrainDifferences *
difference_check_compare (RefrainTrace *a, RefrainTrace *b)
{
  g_autoptr (RefrainWaits) of_a = refrain_waits_new (a, NULL, NULL);
  g_autoptr (RefrainWaits) of_b = refrain_waits_new (b, NULL, NULL);
  const RefrainRunToCompare runs[] = { { of_a, NULL }, { of_b, NULL } };
  g_autoptr (GError) error = NULL;
  RefrainDifferences *differences;

  differences = refrain_differences_new (runs, 1, runs + 1, 1, NULL, &error);
  g_assert_no_error (error);
  return differences;
}

void
difference_check_sum (RefrainDifferences *differences)
{
  RefrainTime a, b, sum = refrain_differences_get_unexplained (differences);
  gsize n;
  const RefrainRunDifference *list = refrain_differences_get (differences, &n);

  refrain_differences_get_times (differences, &a, &b);
  for (gsize i = 0; i < n; i++)
    {
      g_test_message ("%+.3f ms [%s] %s", (double) (list[i].b - list[i].a) / MS,
                      refrain_different_get_name (list[i].kind), list[i].sentence);
      g_assert_cmpint (list[i].a, >=, 0);
      g_assert_cmpint (list[i].b, >=, 0);
      g_assert_cmpint (list[i].low, <=, list[i].b - list[i].a);
      g_assert_cmpint (list[i].high, >=, list[i].b - list[i].a);
      sum += list[i].b - list[i].a;
    }
  g_test_message ("%.3f ms, %.3f ms; unexplained %.3f ms", (double) a / MS, (double) b / MS,
                  (double) refrain_differences_get_unexplained (differences) / MS);
  g_assert_cmpint (sum, ==, b - a);
}

const RefrainRunDifference *
difference_check_only (RefrainDifferences *differences, RefrainDifferent kind, const char *words)
{
  gsize n;
  const RefrainRunDifference *list = refrain_differences_get (differences, &n);

  difference_check_sum (differences);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (list->kind, ==, kind);
  g_assert_nonnull (strstr (list->sentence, words));
  return list;
}
