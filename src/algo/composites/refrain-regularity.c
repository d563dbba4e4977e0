/* refrain-regularity.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Judged by the composite patterns; irregular traffic is then counted send by send.
 */
#include "refrain-regularity.h"

#include "refrain-compare.h"
#include "refrain-free.h"

/* Fewer messages than this for each process tell nothing. */
#define LEAST_MESSAGES 10
/* Many patterns: so many at least, with fewer occurrences than this in the mean. */
#define MANY_PATTERNS   50
#define FEW_OCCURRENCES 4
/* Of this many processes one at least has a partner at the same distance, where there is a rule. */
#define SHARED_BY 3

/* ---- Judging -----------------------------------------------------------------------------------
 */

/* Numbers of partners of the processes of the first occurrence of @pattern, as bits: whether they
 * are not all the same. */
static gboolean
has_uneven_partners (RefrainPattern *pattern)
{
  gsize n;
  const RefrainPatternPart *parts = refrain_pattern_get_parts (pattern, &n);
  guint first = 0;

  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GHashTable) symbols = g_hash_table_new (NULL, NULL);

      for (gsize k = 0; k < parts[i].n; k++)
        g_hash_table_add (symbols, GUINT_TO_POINTER (parts[i].symbol[k]));
      if (i == 0)
        first = g_hash_table_size (symbols);
      else if (g_hash_table_size (symbols) != first)
        return TRUE;
    }
  return FALSE;
}

static guint
count_distinct (GArray *keys)
{
  guint n = 0;

  g_array_sort (keys, refrain_compare_uint64);
  for (guint i = 0; i < keys->len; i++)
    n += i == 0 || g_array_index (keys, guint64, i) != g_array_index (keys, guint64, i - 1);
  return n;
}

/* Whether the partners of the first occurrence lie at distances that less than a third of the
 * processes have in common in the mean, as those of no grid and no tree do. O(messages · log
 * messages). */
static gboolean
is_scattered (RefrainPatternSet *set, RefrainPattern *pattern)
{
  RefrainTrace *trace = refrain_pattern_set_get_trace (set);
  const guint n_processes = refrain_trace_get_n_processes (trace);
  g_autoptr (GArray) distances = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (guint64));
  gsize n;
  const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (pattern, 0, &n);

  for (gsize k = 0; k < n; k++)
    {
      const guint32 *op
          = refrain_symbols_get_stream (refrain_pattern_set_get_symbols (set), parts[k].process)
                ->op;
      const RefrainOps *ops = refrain_trace_get_ops (trace, parts[k].process);

      for (guint32 i = parts[k].first; i < parts[k].first + parts[k].n; i++)
        if (REFRAIN_OP_IS_SEND (ops->kind[op[i]]) && ops->peer[op[i]] >= 0)
          {
            const guint64 pair = (guint64) parts[k].process << 32 | (guint32) ops->peer[op[i]];
            const guint64 distance
                = (guint64) n_processes + (guint32) ops->peer[op[i]] - (guint64) parts[k].process;

            g_array_append_val (pairs, pair);
            g_array_append_val (distances, distance);
          }
    }
  return (guint64) SHARED_BY * count_distinct (pairs)
         < (guint64) count_distinct (distances) * n_processes;
}

/* Messages and processes of an iteration: of the patterns of messages that occur as often as
 * @main_one, or a multiple of that. */
static void
measure_iteration (RefrainTraffic *traffic, RefrainPatternSet *set, RefrainPattern *main_one)
{
  const gsize n = refrain_pattern_get_n_occurrences (main_one);

  traffic->messages = 0;
  traffic->processes = 0;
  traffic->iterations = n;
  traffic->fixed = TRUE;
  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);
      const RefrainPatternMetrics *metrics = refrain_pattern_get_metrics (pattern);

      if (refrain_pattern_is_collective (pattern)
          || refrain_pattern_get_n_occurrences (pattern) % n != 0)
        continue;
      traffic->messages += metrics->total_messages / n;
      traffic->processes = MAX (traffic->processes, metrics->processes);
    }
}

static void
judge (RefrainTraffic *traffic, RefrainComposites *composites)
{
  RefrainPatternSet *set = refrain_composites_get_set (composites);
  guint64 once = 0, most = 0;
  gsize n_occurrences = 0;
  guint n_patterns = 0;
  RefrainPattern *main_one = NULL;

  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);
      const RefrainPatternMetrics *metrics = refrain_pattern_get_metrics (pattern);
      const gsize n = refrain_pattern_get_n_occurrences (pattern);

      if (refrain_pattern_is_collective (pattern))
        continue;
      n_patterns++;
      n_occurrences += n;
      traffic->messages += metrics->total_messages;
      once += n == 1 ? metrics->total_messages : 0;
      if (metrics->total_messages > most)
        {
          most = metrics->total_messages;
          main_one = pattern;
        }
    }
  if (traffic->messages <= (guint64) LEAST_MESSAGES * traffic->processes)
    return;
  if (2 * once > traffic->messages
      || (n_patterns >= MANY_PATTERNS && n_occurrences < (gsize) FEW_OCCURRENCES * n_patterns))
    {
      traffic->regularity = REFRAIN_IRREGULAR;
      return;
    }
  /* What repeats in the very same order is regular, whether its shape has a name or not. */
  if (2 * most < traffic->messages || !refrain_composites_get_order_varies (composites)
      || refrain_pattern_has_shape (main_one) || !has_uneven_partners (main_one)
      || refrain_pattern_get_metrics (main_one)->processes <= 4 || !is_scattered (set, main_one))
    return;
  traffic->regularity = REFRAIN_REGULAR_OUTSIDE;
  measure_iteration (traffic, set, main_one);
}

/* ---- Counting ----------------------------------------------------------------------------------
 */

/* The collective pattern of all processes that occurs most often, or NULL. */
static RefrainPattern *
find_mark (RefrainPatternSet *set)
{
  const guint n_processes = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (set));
  RefrainPattern *best = NULL;

  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);

      if (refrain_pattern_is_collective (pattern)
          && refrain_pattern_get_metrics (pattern)->processes == n_processes
          && (best == NULL
              || refrain_pattern_get_n_occurrences (pattern)
                     > refrain_pattern_get_n_occurrences (best)))
        best = pattern;
    }
  return best;
}

/* The operation at which occurrence @k of @mark stands in @process, or G_MAXUINT32. */
static guint32
find_mark_op (RefrainPatternSet *set, RefrainPattern *mark, gsize k, guint process)
{
  gsize n;
  const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (mark, k, &n);

  /* All processes take part, in order. */
  return process < n && parts[process].process == process
             ? refrain_symbols_get_stream (refrain_pattern_set_get_symbols (set), process)
                   ->op[parts[process].first]
             : G_MAXUINT32;
}

/* Counts what @process sends in @n_rows iterations. */
static void
count_process (RefrainTrafficCounter *counter,
               RefrainPatternSet *set,
               RefrainPattern *mark,
               guint process,
               gsize n_rows)
{
  const RefrainOps *ops = refrain_trace_get_ops (refrain_pattern_set_get_trace (set), process);
  gsize op = 0;

  for (gsize k = 0; k < n_rows; k++)
    {
      const gsize end = mark != NULL && k + 1 < n_rows
                            ? MIN (find_mark_op (set, mark, k, process), ops->n)
                            : ops->n;

      for (; op < end; op++)
        if (REFRAIN_OP_IS_SEND (ops->kind[op]) && ops->partner[op] != REFRAIN_NONE)
          refrain_traffic_counter_add (counter, process, k, ops->peer[op], ops->bytes[op],
                                       ops->time[op]);
    }
}

void
refrain_traffic_judge (RefrainTraffic *traffic, RefrainComposites *composites)
{
  RefrainPatternSet *set;
  RefrainPattern *mark;
  g_autoptr (RefrainTrafficCounter) counter = NULL;
  guint n_processes;
  gsize n_rows;

  g_return_if_fail (traffic != NULL);
  g_return_if_fail (REFRAIN_IS_COMPOSITES (composites));

  set = refrain_composites_get_set (composites);
  n_processes = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (set));
  *traffic = (RefrainTraffic){ .processes = n_processes };
  judge (traffic, composites);
  if (traffic->regularity != REFRAIN_IRREGULAR)
    return;
  mark = find_mark (set);
  n_rows = mark != NULL ? refrain_pattern_get_n_occurrences (mark) + 1 : 1;
  counter = refrain_traffic_counter_new (n_processes, n_rows);
  for (guint p = 0; p < n_processes; p++)
    count_process (counter, set, mark, p, n_rows);
  traffic->rows = refrain_traffic_counter_finish (counter, &traffic->fixed);
  traffic->iterations = traffic->rows->len > 1 ? traffic->rows->len : 0;
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_traffic_clear,
                             RefrainTraffic,
                             g_clear_pointer (&x->rows, g_array_unref))
