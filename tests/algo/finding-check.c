/* finding-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "finding-check.h"

Found
found_find (RefrainTrace *trace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainIterations) iterations = refrain_iterations_new (trace, NULL, &error);
  Found found = { .trace = trace };

  g_assert_no_error (error);
  found.waits = refrain_waits_new (trace, NULL, &error);
  g_assert_no_error (error);
  found.findings = refrain_findings_new (found.waits, iterations, NULL, &error);
  g_assert_no_error (error);
  found.list = refrain_findings_get (found.findings, &found.n);
  for (gsize i = 0; i < found.n; i++)
    g_test_message ("%s", found.list[i].sentence);
  return found;
}

void
found_clear (Found *found)
{
  g_clear_object (&found->findings);
  g_clear_object (&found->waits);
  g_clear_object (&found->trace);
}

void
found_check_first (
    const Found *found, RefrainFindingKind kind, guint process, const char *routine, double time)
{
  const RefrainFinding *first = found->list;

  g_assert_cmpuint (found->n, >, 0);
  g_assert_cmpstr (refrain_finding_kind_get_name (first->kind), ==,
                   refrain_finding_kind_get_name (kind));
  g_assert_cmpuint (first->processes->len, >, 0);
  g_assert_cmpuint (g_array_index (first->processes, guint32, 0), ==, process);
  g_assert_cmpstr (
      refrain_routine_get_name (refrain_trace_get_routine (found->trace, first->routine)), ==,
      routine);
  g_assert_cmpfloat_with_epsilon ((double) first->saves / time, 1, 0.05);
  g_assert_cmpint (first->low, <=, first->saves);
  g_assert_cmpint (first->high, >=, first->saves);
  g_assert_cmpfloat (first->confidence, >, 0.5);
  for (gsize i = 1; i < found->n; i++)
    g_assert_cmpint (found->list[i].saves, <, first->saves / 4);
}

RefrainTime
found_jitter (RefrainTime time, guint p, guint i)
{
  const guint32 hash = (p * 7919u + i) * 2654435761u;

  return time + time * (RefrainTime) (hash >> 24) / 256 / 100;
}

void
found_exchange (TimeProgram *program, guint p, guint n)
{
  const guint from[] = { (p + n - 1) % n, (p + 1) % n };

  time_program_enter (program, p, "exchange");
  time_program_send (program, p, (p + 1) % n);
  time_program_send (program, p, (p + n - 1) % n);
  time_program_waitall (program, p, from, 2);
  time_program_leave (program, p);
}

void
found_solve (TimeProgram *program, guint p, guint at, guint count, gint stride, gboolean waits)
{
  for (guint block = 0; block < 3; block++)
    {
      if (waits && at > 0)
        time_program_recv (program, p, (guint) ((gint) p - stride));
      time_program_work (program, p, "solve", found_jitter (1 * MS, p, block));
      if (waits && at < count - 1)
        time_program_send (program, p, (guint) ((gint) p + stride));
    }
}
