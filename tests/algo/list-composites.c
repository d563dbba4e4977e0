/* list-composites.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Prints the composite patterns and the cycles of a trace, a line each: for tests on real traces.
 */
#include "config.h"

#include <stdio.h>

#include "refrain-composites.h"
#include "refrain-format.h"

static void
print_pattern (RefrainComposites *composites, guint32 index)
{
  RefrainPattern *pattern
      = refrain_pattern_set_get_pattern (refrain_composites_get_set (composites), index);
  const RefrainCompositeInfo *info = refrain_composites_get_info (composites, index);
  RefrainRoutine *routine = refrain_pattern_get_routine (pattern);
  gsize n_processes;

  refrain_pattern_get_parts (pattern, &n_processes);
  printf ("%" G_GSIZE_FORMAT " x %s | %s, %" G_GSIZE_FORMAT
          " processes, %u groups, %u stages of %" G_GSIZE_FORMAT ", %s, %" G_GUINT64_FORMAT
          " messages\n",
          refrain_pattern_get_n_occurrences (pattern), refrain_pattern_get_name (pattern),
          refrain_pattern_is_collective (pattern) ? "collective" : "messages", n_processes,
          info->n_groups, info->n_stages, info->n_parts,
          routine != NULL ? refrain_routine_get_label (routine) : "-",
          refrain_pattern_get_metrics (pattern)->total_messages);
}

static void
print_cycle (RefrainCycle *cycle)
{
  gsize n, n_processes;
  const RefrainCycleItem *items = refrain_cycle_get_items (cycle, &n);

  refrain_cycle_get_processes (cycle, &n_processes);
  printf ("cycle %" G_GSIZE_FORMAT " x [", refrain_cycle_get_count (cycle));
  for (gsize i = 0; i < n; i++)
    printf ("%s%u^%u", i > 0 ? " " : "", items[i].pattern + 1, items[i].times);
  printf ("] on %" G_GSIZE_FORMAT "\n", n_processes);
}

int
main (int argc, char **argv)
{
  const RefrainPatternOptions options = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainTrace) trace = NULL;
  g_autoptr (RefrainPatternSet) set = NULL;
  g_autoptr (RefrainComposites) composites = NULL;
  GPtrArray *cycles;

  g_return_val_if_fail (argc == 2, 2);
  trace = refrain_trace_load (argv[1], NULL, NULL, &error);
  g_assert_no_error (error);
  set = refrain_pattern_set_new (trace, &options, NULL, NULL, &error);
  g_assert_no_error (error);
  composites = refrain_composites_new (set, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0;
       i < refrain_pattern_set_get_n_patterns (refrain_composites_get_set (composites)); i++)
    print_pattern (composites, i);
  cycles = refrain_composites_get_cycles (composites);
  for (guint i = 0; i < cycles->len; i++)
    print_cycle (cycles->pdata[i]);
  return 0;
}
