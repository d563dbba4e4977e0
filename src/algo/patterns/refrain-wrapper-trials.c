/* refrain-wrapper-trials.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-wrapper-trials-private.h"

/* The call that delimits a segment when @routine is a wrapper. */
static guint32
climb (const RefrainWrapperTrials *self, guint process, guint32 call, guint32 routine)
{
  const RefrainCalls *calls
      = refrain_process_get_calls (refrain_trace_get_process (self->trace, process));

  if (call == REFRAIN_NONE || calls->routine[call] != routine)
    return call;
  while (call != REFRAIN_NONE)
    {
      const guint32 own = calls->routine[call];

      if (own != REFRAIN_NONE && own != routine && !self->flags[own]
          && refrain_routine_get_kind (refrain_trace_get_routine (self->trace, own))
                 == REFRAIN_ROUTINE_USER)
        break;
      call = calls->parent[call];
    }
  return call;
}

/* Whether segment @s and the one behind it become one. */
static gboolean
become_one (const RefrainWrapperTrials *self, guint process, gsize s, guint32 routine)
{
  const RefrainOps *ops;
  const guint32 *op;
  gsize n;
  const RefrainSegment *segments = refrain_wrapper_trials_get_segments (self, process, &n);

  if (s + 1 >= n
      || climb (self, process, segments[s].call, routine)
             != climb (self, process, segments[s + 1].call, routine))
    return FALSE;
  ops = refrain_process_get_ops (refrain_trace_get_process (self->trace, process));
  op = refrain_symbols_get_stream (refrain_segments_get_symbols (self->now->units->segments),
                                   process)
           ->op;
  return REFRAIN_OP_IS_P2P (ops->kind[op[segments[s].first]])
         && REFRAIN_OP_IS_P2P (ops->kind[op[segments[s + 1].first]]);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const RefrainSegmentPlace *x = a, *y = b;

  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  return x->segment < y->segment ? -1 : x->segment > y->segment;
}

/* The groups of segments that become one with a neighbour, ascending, each once. */
static GArray *
find_touched (const RefrainWrapperTrials *self, guint32 routine)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint kept = 0;

  for (guint32 k = self->routine_first[routine]; k < self->routine_first[routine + 1]; k++)
    {
      const RefrainSegmentPlace place = self->routine_places[k];
      const guint32 *group = &self->group[self->first_segment[place.process] + place.segment];

      if (place.segment > 0 && become_one (self, place.process, place.segment - 1, routine))
        g_array_append_vals (groups, group - 1, 2);
      if (become_one (self, place.process, place.segment, routine))
        g_array_append_vals (groups, group, 2);
    }
  g_array_sort (groups, compare_numbers);
  for (guint g = 0; g < groups->len; g++)
    if (g == 0 || g_array_index (groups, guint32, g) != g_array_index (groups, guint32, g - 1))
      g_array_index (groups, guint32, kept++) = g_array_index (groups, guint32, g);
  g_array_set_size (groups, kept);
  return groups;
}

/* The segments of @groups when @routine is a wrapper. */
static RefrainSegments *
make_segments (const RefrainWrapperTrials *self, const GArray *groups, guint32 routine)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (RefrainSegmentPlace));
  g_autoptr (GPtrArray) lists = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint g = 0; g < groups->len; g++)
    {
      const guint32 group = g_array_index (groups, guint32, g);

      g_array_append_vals (places, self->group_places + self->group_first[group],
                           self->group_first[group + 1] - self->group_first[group]);
    }
  g_array_sort (places, compare_places);
  for (guint p = 0; p < self->n_processes; p++)
    g_ptr_array_add (lists, g_array_new (FALSE, FALSE, sizeof (RefrainSegment)));
  for (guint k = 0; k < places->len; k++)
    {
      const RefrainSegmentPlace place = g_array_index (places, RefrainSegmentPlace, k);
      const RefrainSegmentPlace *before
          = k > 0 ? &g_array_index (places, RefrainSegmentPlace, k - 1) : NULL;
      GArray *list = lists->pdata[place.process];
      gsize n;
      RefrainSegment segment
          = refrain_wrapper_trials_get_segments (self, place.process, &n)[place.segment];

      if (before != NULL && before->process == place.process && before->segment + 1 == place.segment
          && become_one (self, place.process, before->segment, routine))
        {
          g_array_index (list, RefrainSegment, list->len - 1).n += segment.n;
          continue;
        }
      segment.call = climb (self, place.process, segment.call, routine);
      g_array_append_val (list, segment);
    }
  return refrain_segments_new_listed (refrain_segments_get_symbols (self->now->units->segments),
                                      lists);
}

static void
count_change (GHashTable *changes, const RefrainTally *pattern, gint64 by)
{
  RefrainTally *change = g_hash_table_lookup (changes, pattern);

  if (change == NULL)
    {
      change = g_memdup2 (pattern, sizeof *pattern);
      change->count = 0;
      g_hash_table_add (changes, change);
    }
  change->count += by;
}

/* Takes off the instances of the groups and adds those of @part. */
static void
compare (RefrainWrapperTrials *self, RefrainInstances *part, RefrainWrapperTrial *trial)
{
  g_autoptr (GHashTable) changes
      = g_hash_table_new_full (refrain_tally_hash, refrain_tally_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer key;

  trial->n_patterns = self->now->n_patterns;
  trial->n_unclean = self->now->n_unclean + part->n_unclean;
  trial->description = self->now->description + part->n;
  for (guint g = 0; g < trial->groups->len; g++)
    {
      const guint32 group = g_array_index (trial->groups, guint32, g);

      trial->n_unclean -= self->unclean[group];
      trial->description -= self->instance_first[group + 1] - self->instance_first[group];
      for (guint32 i = self->instance_first[group]; i < self->instance_first[group + 1]; i++)
        count_change (changes,
                      &self->pattern[self->now->instances[self->group_instances[i]].pattern], -1);
    }
  for (guint32 k = 0; k < part->n_patterns; k++)
    {
      const RefrainTally pattern = refrain_tally_pattern (part, k);

      count_change (changes, &pattern, pattern.count);
    }
  g_hash_table_iter_init (&iter, changes);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const RefrainTally *change = key, *known = g_hash_table_lookup (self->all, change);
      const gint64 before = known != NULL ? known->count : 0;

      if (before == 0 && change->count > 0)
        {
          trial->n_patterns++;
          trial->description += change->n_symbols;
        }
      else if (before > 0 && before + change->count == 0)
        {
          trial->n_patterns--;
          trial->description -= change->n_symbols;
        }
    }
}

gboolean
refrain_wrapper_trials_try (RefrainWrapperTrials *self,
                            guint32 routine,
                            RefrainWrapperTrial *trial,
                            GCancellable *cancellable)
{
  g_autoptr (RefrainSegments) segments = NULL;
  g_autoptr (RefrainInstances) part = NULL;

  *trial = (RefrainWrapperTrial){ .routine = routine, .groups = find_touched (self, routine) };
  trial->idle = trial->groups->len == 0;
  if (trial->idle)
    return TRUE;
  segments = make_segments (self, trial->groups, routine);
  part = refrain_instances_new_listed (segments, self->unit_of_op, cancellable);
  if (part == NULL)
    return FALSE;
  compare (self, part, trial);
  return TRUE;
}
