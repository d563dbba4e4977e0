/* refrain-finding-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A process is compared to half of the others, and told together with those that are as late.
 */
#include "config.h"

#include "refrain-finding-words.h"

#include <math.h>

#include <glib/gi18n.h>

#include "refrain-finding-ratio.h"
#include "refrain-time-format.h"

/* Of processes that are late together, so many are named. */
#define MAX_NAMED 8
/* Longer than the others. */
#define LONGER 1.02

const char *
refrain_finding_get_routine (const RefrainFindingCosts *costs,
                             const RefrainFindingGroup *group,
                             gboolean *is_mpi)
{
  RefrainRoutine *routine;

  *is_mpi = FALSE;
  if (group->routine == REFRAIN_NONE)
    return NULL;
  routine = refrain_trace_get_routine (costs->trace, group->routine);
  *is_mpi = refrain_routine_get_kind (routine) != REFRAIN_ROUTINE_USER;
  return refrain_routine_get_label (routine);
}

/* "Processes 1, 3 and 5 compute 1.6 times as long as the others in rhs", where one of them always
 * comes last; NULL where it is alone. Free with g_free(). */
static char *
describe_ties (const RefrainFindingCosts *costs,
               const RefrainFindingGroup *group,
               const char *routine,
               gboolean is_mpi,
               double ratio)
{
  g_autoptr (GArray) ties = refrain_finding_costs_find_ties (costs, group->process, group->routine);
  g_autoptr (GString) list = g_string_new (NULL);

  if (ties->len < 2)
    return NULL;
  for (guint i = 0; i < MIN (ties->len, MAX_NAMED); i++)
    g_string_append_printf (list, i > 0 ? ", %u" : "%u", g_array_index (ties, guint, i));
  if (ties->len > MAX_NAMED)
    g_string_append (list, ", …");
  return g_strdup_printf (
      is_mpi ? _ ("%u processes (%s) spend %.3g times as long as the others in %s itself")
             : _ ("%u processes (%s) compute %.3g times as long as the others in %s"),
      ties->len, list->str, ratio, routine);
}

char *
refrain_finding_describe_lateness (const RefrainFindingCosts *costs,
                                   const RefrainFindingGroup *group,
                                   const gboolean *meant)
{
  gboolean is_mpi;
  const char *routine = refrain_finding_get_routine (costs, group, &is_mpi);
  const double ratio = meant != NULL && routine != NULL
                           ? refrain_finding_ratio (costs->waits, costs->iterations, meant,
                                                    group->process, group->routine)
                           : refrain_finding_costs_compare (costs, group->process, group->routine);
  const guint process = group->process;

  if (routine == NULL)
    return g_strdup_printf (_ ("Process %u is late outside of all routines"), process);
  if (ratio >= 100 || ratio <= 0)
    return g_strdup_printf (is_mpi ? _ ("Process %u alone spends time in %s itself")
                                   : _ ("Process %u alone computes in %s"),
                            process, routine);
  if (ratio >= LONGER)
    {
      g_autofree char *together = describe_ties (costs, group, routine, is_mpi, ratio);

      if (together != NULL)
        return g_steal_pointer (&together);
    }
  if (ratio >= LONGER)
    return g_strdup_printf (
        is_mpi ? _ ("Process %u spends %.3g times as long as the others in %s itself")
               : _ ("Process %u computes %.3g times as long as the others in %s"),
        process, ratio, routine);
  return g_strdup_printf (is_mpi ? _ ("Process %u is in %s itself while others wait")
                                 : _ ("Process %u computes in %s while others wait"),
                          process, routine);
}

RefrainTime
refrain_finding_to_time (double time)
{
  return time >= (double) REFRAIN_TIME_LIMIT ? REFRAIN_TIME_LIMIT : (RefrainTime) llround (time);
}

char *
refrain_finding_describe_waiting (const RefrainFindingCosts *costs,
                                  const RefrainFindingGroup *group,
                                  double time)
{
  const guint n = MAX (1, refrain_finding_costs_count_victims (costs, group->process));
  g_autofree char *text = refrain_time_format (refrain_finding_to_time (time), 3);

  return g_strdup_printf (ngettext ("%s of waiting on %u other", "%s of waiting on %u others", n),
                          text, n);
}
