/* refrain-composite-notes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One place for the sentences, so that text and window cannot say different things.
 */
#include "refrain-composite-notes.h"

#include <glib/gi18n.h>

#include "refrain-servers.h"
#include "refrain-time-format.h"

/* Where one end of messages of so many has no other, that comes first; of these, last. */
#define MOST_ALONE 2
#define MANY_ALONE 20
/* Occurrences that are turns. */
#define SOME_TURNS 3

/* ---- Irregular traffic ---- */

char *
refrain_composite_notes_describe_irregular (guint64 messages,
                                            guint processes,
                                            gsize iterations,
                                            gboolean fixed)
{
  g_autofree char *count = refrain_count_format (messages);

  if (iterations > 0)
    return g_strdup_printf (
        _ ("not regular: %s messages between %u processes in %zu iterations, %s"), count, processes,
        iterations, fixed ? _ ("partners fixed") : _ ("partners varying"));
  return g_strdup_printf (_ ("not regular: %s messages between %u processes, without collective "
                             "operations between iterations"),
                          count, processes);
}

/* "20 iterations, not regular within them: 62 messages between 16 processes, partners fixed" */
static void
add_regularity (GPtrArray *notes, RefrainTrace *trace, const RefrainTraffic *traffic)
{
  g_autofree char *messages = refrain_count_format (traffic->messages);
  char *servers
      = traffic->regularity == REFRAIN_IRREGULAR ? refrain_servers_describe (trace) : NULL;

  if (servers != NULL)
    g_ptr_array_add (notes, servers);

  if (traffic->regularity == REFRAIN_REGULAR_OUTSIDE)
    g_ptr_array_add (
        notes,
        /* Translators: %s messages; the last one is "partners fixed". */
        g_strdup_printf (
            _ ("%zu iterations, not regular within them: %s messages between %u processes, %s"),
            traffic->iterations, messages, traffic->processes,
            traffic->fixed ? _ ("partners fixed") : _ ("partners varying")));
  else if (traffic->regularity == REFRAIN_IRREGULAR)
    g_ptr_array_add (
        notes, refrain_composite_notes_describe_irregular (traffic->messages, traffic->processes,
                                                           traffic->iterations, traffic->fixed));
}

/* That ends of messages are alone, if one of @least is, as where a recorder left out when receives
 * complete. */
static gboolean
add_unmatched (GPtrArray *notes, RefrainTrace *trace, guint least)
{
  const RefrainCounts *counts = refrain_trace_get_counts (trace);
  g_autofree char *alone = refrain_count_format (counts->unmatched);
  g_autofree char *all = refrain_count_format (counts->sends + counts->receives);

  if (least * counts->unmatched <= counts->sends + counts->receives)
    return FALSE;
  g_ptr_array_add (notes, g_strdup_printf (_ ("%s of %s sends and receives have no partner in this "
                                              "trace: their patterns are unknown"),
                                           alone, all));
  return TRUE;
}

static void
add_masters (GPtrArray *notes, const RefrainMasters *masters)
{
  for (guint m = 0; m < masters->masters->len; m++)
    g_ptr_array_add (notes, refrain_masters_describe (masters, m));
}

/* ---- All ---- */

char **
refrain_composite_notes_new (RefrainComposites *composites, const RefrainTraffic *traffic)
{
  GPtrArray *notes = g_ptr_array_new ();
  RefrainPatternSet *set;

  g_return_val_if_fail (REFRAIN_IS_COMPOSITES (composites), NULL);
  g_return_val_if_fail (traffic != NULL, NULL);

  set = refrain_composites_get_set (composites);
  if (refrain_pattern_set_get_n_patterns (set) > 0)
    {
      RefrainTrace *trace = refrain_pattern_set_get_trace (set);
      const RefrainMasters *masters = refrain_composites_get_masters (composites);
      const gboolean counter = refrain_masters_has_counter (masters);
      const gboolean told = add_unmatched (notes, trace, MOST_ALONE);

      if (!counter)
        add_regularity (notes, trace, traffic);
      if (counter || traffic->regularity != REFRAIN_IRREGULAR)
        add_masters (notes, masters);
      if (!told)
        add_unmatched (notes, trace, MANY_ALONE);
    }
  g_ptr_array_add (notes, NULL);
  return (char **) g_ptr_array_free (notes, FALSE);
}

/* How often the pattern occurs that carries more than half of all messages; 0: there is none. */
static gsize
count_main (RefrainPatternSet *set)
{
  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);

      if (refrain_pattern_get_metrics (pattern)->message_share > 0.5)
        return refrain_pattern_get_n_occurrences (pattern);
    }
  return 0;
}

RefrainCompositeNeed
refrain_composites_find_need (RefrainComposites *composites)
{
  g_auto (RefrainTraffic) traffic = { 0 };

  g_return_val_if_fail (REFRAIN_IS_COMPOSITES (composites), REFRAIN_COMPOSITE_EITHER);

  if (refrain_composites_get_masters (composites)->masters->len > 0)
    return REFRAIN_COMPOSITE_MASTERS;
  if (refrain_composites_get_division (composites) != REFRAIN_DIVIDED_NOT)
    return REFRAIN_COMPOSITE_DIVIDED;
  refrain_traffic_judge (&traffic, composites);
  if (traffic.regularity == REFRAIN_REGULAR_OUTSIDE)
    return REFRAIN_COMPOSITE_SHAPELESS;
  return count_main (refrain_composites_get_elementary (composites)) == 1
                 && count_main (refrain_composites_get_set (composites)) >= SOME_TURNS
             ? REFRAIN_COMPOSITE_TURNS
             : REFRAIN_COMPOSITE_EITHER;
}
