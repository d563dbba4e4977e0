/* refrain-composite-notes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One place for the sentences, so that text and window cannot say different things.
 */
#include "refrain-composite-notes.h"

#include <glib/gi18n.h>

#include "refrain-matrix.h"
#include "refrain-time-format.h"
#include "refrain-trace.h"

/* Where one end of messages of so many has no other, that comes first; of these, last. */
#define MOST_ALONE 2
#define MANY_ALONE 20
/* Occurrences that are turns. */
#define SOME_TURNS 3

/* ---- Servers ---- */

/* Who talks to whom falls into two sides, in one way at most where all are connected. */

/* Servers are no more than one of so many processes, and their numbers are told up to so many. */
#define ONE_OF    3
#define MOST_TOLD 8

/* From the first pair on, whoever has to do with one side is on the other. FALSE where that is no
 * two sides, or some have nothing to do with these. Who is furthest is reached through each server
 * once: what takes more turns has too many of them, as a long line has. */
static gboolean
find_sides (RefrainMatrix *matrix, const RefrainMatrixCell *sent, gint8 *side)
{
  const guint n = refrain_matrix_get_n_processes (matrix);
  gboolean changed = FALSE;
  guint turns = 0;

  for (guint p = 0; p < n; p++)
    {
      side[p] = sent[p].count > 0 && !changed ? 0 : -1;
      changed = changed || side[p] == 0;
    }
  while (changed)
    {
      if (turns++ > 2 * MOST_TOLD)
        return FALSE;
      changed = FALSE;
      for (guint p = 0; p < n; p++)
        {
          gsize n_cells;
          const RefrainMatrixCell *cells = refrain_matrix_get_row (matrix, p, &n_cells);

          for (gsize i = 0; i < n_cells; i++)
            {
              gint8 *from = &side[p], *to = &side[cells[i].destination];

              if (*from >= 0 && *from == *to)
                return FALSE;
              changed = changed || (*from < 0) != (*to < 0);
              if (*from < 0 && *to >= 0)
                *from = 1 - *to;
              else if (*to < 0 && *from >= 0)
                *to = 1 - *from;
            }
        }
    }
  for (guint p = 0; p < n; p++)
    if (side[p] < 0)
      return FALSE;
  return n > 0;
}

char *
refrain_trace_describe_servers (RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_processes (trace);
  g_autoptr (RefrainMatrix) matrix = refrain_matrix_new (trace, G_MININT64, G_MAXINT64, NULL, NULL);
  g_autofree RefrainMatrixCell *sent = g_new (RefrainMatrixCell, (gsize) n + 1);
  g_autofree RefrainMatrixCell *received = g_new (RefrainMatrixCell, (gsize) n + 1);
  g_autofree gint8 *side = g_new (gint8, (gsize) n + 1);
  g_autoptr (GString) who = g_string_new (NULL);
  guint counts[2] = { 0, 0 };
  guint64 asked = 0, answered = 0;
  g_autofree char *in = NULL, *out = NULL;
  gint8 small;

  refrain_matrix_get_sums (matrix, sent, received);
  if (!find_sides (matrix, sent, side))
    return NULL;
  for (guint p = 0; p < n; p++)
    {
      if (sent[p].count == 0 || received[p].count == 0)
        return NULL;
      counts[side[p]]++;
    }
  small = counts[1] < counts[0];
  if (counts[small] < 2 || counts[small] > MOST_TOLD || ONE_OF * counts[small] > n)
    return NULL;
  for (guint p = 0; p < n; p++)
    if (side[p] == small)
      {
        g_string_append_printf (who, "%s%u", who->len > 0 ? ", " : "", p);
        asked += received[p].count;
        answered += sent[p].count;
      }
  in = refrain_count_format (asked);
  out = refrain_count_format (answered);
  /* Translators: ranks of processes, how many others, and messages. */
  return g_strdup_printf (
      _ ("processes %s serve %u others, which send them %s messages and get %s"), who->str,
      counts[!small], in, out);
}

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
      = traffic->regularity == REFRAIN_IRREGULAR ? refrain_trace_describe_servers (trace) : NULL;

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
