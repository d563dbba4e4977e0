/* refrain-wrapper-trials.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Segments that messages connect are a group. One more wrapper joins some segments: only the groups
 * of these are made anew, and their old patterns taken off the count.
 */
#include "refrain-wrapper-trials.h"

#include "refrain-compare.h"
#include "refrain-fingerprint.h"
#include "refrain-free.h"
#include "refrain-union-find.h"

/* So many instances are looked at by a thread. */
#define BLOCK 4096

/* How often a pattern occurs, or by how much that changes; and its symbols. */
typedef struct
{
  RefrainFingerprint key; /* first */
  gint64 count;
  guint64 n_symbols;
} Tally;

typedef struct
{
  guint32 process, segment;
} SegmentPlace;

struct _RefrainWrapperTrials
{
  RefrainInstances *now;
  const gboolean *flags;
  RefrainTrace *trace;
  guint n_processes, n_routines;
  guint32 *first_segment; /* n_processes + 1: of each process, counted over all */
  guint32 *group;         /* of each segment */
  guint32 n_groups;
  guint32 *group_first;       /* n_groups + 1: in group_places */
  SegmentPlace *group_places; /* by group, process and segment */
  guint32 *instance_first;    /* n_groups + 1: in group_instances */
  guint32 *group_instances;
  guint64 *unclean;       /* of each group: instances */
  guint32 *routine_first; /* n_routines + 1: in routine_places */
  /* Segments that a call of the routine delimits, by process and segment. */
  SegmentPlace *routine_places;
  Tally *pattern;       /* of each pattern */
  GHashTable *all;      /* Tally by itself: the patterns there are */
  guint32 **unit_of_op; /* room: REFRAIN_NONE throughout */
};

/* ---- Groups of segments, and what they hold now --------------------------------------------- */

/* Pattern @k of @instances. */
static Tally
tally_pattern (RefrainInstances *instances, guint32 k)
{
  const RefrainInstance *example = &instances->instances[instances->example[k]];
  Tally tally = { REFRAIN_FINGERPRINT_INIT, instances->count[k], 0 };
  guint process = 0;

  for (guint64 m = example->first; m < example[1].first; m++)
    {
      const guint32 *content;
      gsize n;

      process = refrain_units_next_process (instances->units, process, instances->members[m]);
      content = refrain_sequence_table_get (
          &instances->units->processes[process].contents,
          refrain_units_get (instances->units, process, instances->members[m])->content, &n);
      refrain_fingerprint_mix (&tally.key, process);
      refrain_fingerprint_mix (&tally.key, (guint32) n);
      for (gsize i = 0; i < n; i++)
        refrain_fingerprint_mix (&tally.key, content[i]);
      tally.n_symbols += n;
    }
  return tally;
}

static const RefrainSegment *
get_segments (const RefrainWrapperTrials *self, guint process, gsize *n)
{
  return refrain_segments_get (self->now->units->segments, process, n);
}

/* Turns counts, one place further on, into where each begins. */
static void
sum_up (guint32 *first, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    first[i + 1] += first[i];
}

/* The segment of member @m of an instance, counted over all; *@process goes up with it. */
static guint32
member_segment (const RefrainWrapperTrials *self, guint64 m, guint *process)
{
  const guint32 unit = self->now->members[m];

  *process = refrain_units_next_process (self->now->units, *process, unit);
  return self->first_segment[*process]
         + refrain_units_get (self->now->units, *process, unit)->segment;
}

typedef struct
{
  const RefrainWrapperTrials *self;
  guint32 *parent; /* of each segment */
} GroupJob;

/* Of so many instances; others are joined meanwhile. */
static void
join_block (gsize block, gpointer data)
{
  const GroupJob *job = data;
  const RefrainInstances *now = job->self->now;
  const gsize end = MIN (now->n, (block + 1) * BLOCK);

  for (gsize i = block * BLOCK; i < end; i++)
    {
      const RefrainInstance *instance = &now->instances[i];
      guint process = 0;
      const guint32 first = member_segment (job->self, instance->first, &process);

      for (guint64 m = instance->first + 1; m < instance[1].first; m++)
        refrain_union_find_shared_join (job->parent, first,
                                        member_segment (job->self, m, &process));
    }
}

/* Segments are in one group when an instance holds units of both. */
static void
make_groups (RefrainWrapperTrials *self)
{
  const guint32 n = self->first_segment[self->n_processes];
  g_autofree guint32 *parent = refrain_union_find_new (n);
  g_autofree guint32 *next = NULL;
  guint process;

  refrain_parallel_run (((gsize) self->now->n + BLOCK - 1) / BLOCK, join_block,
                        &(GroupJob){ self, parent }, NULL);
  self->group = g_new (guint32, (gsize) n + 1);
  for (guint32 s = 0; s < n; s++)
    self->group[s]
        = refrain_union_find_root (parent, s) == s ? self->n_groups++ : self->group[parent[s]];
  self->group_first = g_new0 (guint32, (gsize) self->n_groups + 1);
  for (guint32 s = 0; s < n; s++)
    self->group_first[self->group[s] + 1]++;
  sum_up (self->group_first, self->n_groups);
  next = g_memdup2 (self->group_first, ((gsize) self->n_groups + 1) * sizeof *next);
  self->group_places = g_new (SegmentPlace, (gsize) n + 1);
  process = 0;
  for (guint32 s = 0; s < n; s++)
    {
      while (self->first_segment[process + 1] <= s)
        process++;
      self->group_places[next[self->group[s]]++]
          = (SegmentPlace){ process, s - self->first_segment[process] };
    }
}

/* The instances of each group. */
static void
share_instances (RefrainWrapperTrials *self)
{
  const RefrainInstances *now = self->now;
  g_autofree guint32 *group = g_new (guint32, (gsize) now->n + 1);
  g_autofree guint32 *next = NULL;

  self->instance_first = g_new0 (guint32, (gsize) self->n_groups + 1);
  self->group_instances = g_new (guint32, (gsize) now->n + 1);
  self->unclean = g_new0 (guint64, (gsize) self->n_groups + 1);
  for (guint32 i = 0; i < now->n; i++)
    {
      const RefrainInstance *instance = &now->instances[i];
      gboolean unclean = FALSE;
      guint process = 0, last;

      group[i] = self->group[member_segment (self, instance->first, &process)];
      for (guint64 m = instance->first + 1; m < instance[1].first && !unclean; m++)
        {
          last = process;
          process = refrain_units_next_process (now->units, process, now->members[m]);
          unclean = process == last;
        }
      self->unclean[group[i]] += unclean;
      self->instance_first[group[i] + 1]++;
    }
  sum_up (self->instance_first, self->n_groups);
  next = g_memdup2 (self->instance_first, ((gsize) self->n_groups + 1) * sizeof *next);
  for (guint32 i = 0; i < now->n; i++)
    self->group_instances[next[group[i]]++] = i;
}

/* The routine whose call delimits a segment, or REFRAIN_NONE. */
static guint32
segment_routine (const RefrainWrapperTrials *self, guint process, const RefrainSegment *segment)
{
  return segment->call == REFRAIN_NONE
             ? REFRAIN_NONE
             : refrain_trace_get_calls (self->trace, process)->routine[segment->call];
}

/* The segments of each routine. */
static void
share_segments (RefrainWrapperTrials *self)
{
  g_autofree guint32 *next = NULL;

  self->routine_first = g_new0 (guint32, (gsize) self->n_routines + 1);
  self->routine_places = g_new (SegmentPlace, (gsize) self->first_segment[self->n_processes] + 1);
  for (guint fill = 0; fill < 2; fill++)
    {
      for (guint p = 0; p < self->n_processes; p++)
        {
          gsize n;
          const RefrainSegment *segments = get_segments (self, p, &n);

          for (gsize s = 0; s < n; s++)
            {
              const guint32 routine = segment_routine (self, p, &segments[s]);

              if (routine == REFRAIN_NONE)
                continue;
              if (fill == 0)
                self->routine_first[routine + 1]++;
              else
                self->routine_places[next[routine]++] = (SegmentPlace){ p, (guint32) s };
            }
        }
      if (fill > 0)
        break;
      sum_up (self->routine_first, self->n_routines);
      next = g_memdup2 (self->routine_first, ((gsize) self->n_routines + 1) * sizeof *next);
    }
}

RefrainWrapperTrials *
refrain_wrapper_trials_new (RefrainInstances *now, const gboolean *flags)
{
  RefrainWrapperTrials *self = g_new0 (RefrainWrapperTrials, 1);

  self->now = now;
  self->flags = flags;
  self->trace = refrain_symbols_get_trace (refrain_segments_get_symbols (now->units->segments));
  self->n_processes = refrain_trace_get_n_processes (self->trace);
  self->n_routines = refrain_trace_get_n_routines (self->trace);
  self->first_segment = g_new0 (guint32, (gsize) self->n_processes + 1);
  self->unit_of_op = g_new0 (guint32 *, MAX (self->n_processes, 1));
  for (guint p = 0; p < self->n_processes; p++)
    {
      const gsize n_ops = refrain_trace_get_ops (self->trace, p)->n;
      gsize n;

      get_segments (self, p, &n);
      self->first_segment[p + 1] = self->first_segment[p] + (guint32) n;
      self->unit_of_op[p] = g_new (guint32, n_ops + 1);
      refrain_fill (self->unit_of_op[p], 0xff, n_ops * sizeof **self->unit_of_op);
    }
  make_groups (self);
  share_instances (self);
  share_segments (self);
  self->pattern = g_new (Tally, MAX (now->n_patterns, 1));
  self->all = g_hash_table_new (refrain_fingerprint_hash, refrain_fingerprint_equal);
  for (guint32 k = 0; k < now->n_patterns; k++)
    {
      self->pattern[k] = tally_pattern (now, k);
      g_hash_table_add (self->all, &self->pattern[k]);
    }
  return self;
}

void
refrain_wrapper_trials_free (RefrainWrapperTrials *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    g_free (self->unit_of_op[p]);
  refrain_free (self->unit_of_op, self->first_segment, self->group, self->group_first,
                self->group_places, self->instance_first, self->group_instances, self->unclean,
                self->routine_first, self->routine_places, self->pattern);
  g_hash_table_unref (self->all);
  g_free (self);
}

guint32
refrain_wrapper_trials_get_n_groups (const RefrainWrapperTrials *self)
{
  return self->n_groups;
}

/* ---- Trying --------------------------------------------------------------------------------- */

/* The call that delimits a segment when @routine is a wrapper. */
static guint32
climb (const RefrainWrapperTrials *self, guint process, guint32 call, guint32 routine)
{
  const RefrainCalls *calls = refrain_trace_get_calls (self->trace, process);

  if (call == REFRAIN_NONE || calls->routine[call] != routine)
    return call;
  while (call != REFRAIN_NONE)
    {
      const guint32 own = calls->routine[call];

      if (own != REFRAIN_NONE && own != routine && !self->flags[own]
          && refrain_trace_get_routine_kind (self->trace, own) == REFRAIN_ROUTINE_USER)
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
  const RefrainSegment *segments = get_segments (self, process, &n);

  if (s + 1 >= n
      || climb (self, process, segments[s].call, routine)
             != climb (self, process, segments[s + 1].call, routine))
    return FALSE;
  ops = refrain_trace_get_ops (self->trace, process);
  op = refrain_symbols_get_stream (refrain_segments_get_symbols (self->now->units->segments),
                                   process)
           ->op;
  return REFRAIN_OP_IS_P2P (ops->kind[op[segments[s].first]])
         && REFRAIN_OP_IS_P2P (ops->kind[op[segments[s + 1].first]]);
}

REFRAIN_DEFINE_COMPARE (compare_places,
                        SegmentPlace,
                        REFRAIN_RISING (process) ?: REFRAIN_RISING (segment))

/* The groups of segments that become one with a neighbour, ascending, each once. */
static GArray *
find_touched (const RefrainWrapperTrials *self, guint32 routine)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint kept = 0;

  for (guint32 k = self->routine_first[routine]; k < self->routine_first[routine + 1]; k++)
    {
      const SegmentPlace place = self->routine_places[k];
      const guint32 *group = &self->group[self->first_segment[place.process] + place.segment];

      if (place.segment > 0 && become_one (self, place.process, place.segment - 1, routine))
        g_array_append_vals (groups, group - 1, 2);
      if (become_one (self, place.process, place.segment, routine))
        g_array_append_vals (groups, group, 2);
    }
  g_array_sort (groups, refrain_compare_uint32);
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
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (SegmentPlace));
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
      const SegmentPlace place = g_array_index (places, SegmentPlace, k);
      const SegmentPlace *before = k > 0 ? &g_array_index (places, SegmentPlace, k - 1) : NULL;
      GArray *list = lists->pdata[place.process];
      gsize n;
      RefrainSegment segment = get_segments (self, place.process, &n)[place.segment];

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
count_change (GHashTable *changes, const Tally *pattern, gint64 by)
{
  Tally *change = g_hash_table_lookup (changes, pattern);

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
      = g_hash_table_new_full (refrain_fingerprint_hash, refrain_fingerprint_equal, g_free, NULL);
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
      const Tally pattern = tally_pattern (part, k);

      count_change (changes, &pattern, pattern.count);
    }
  g_hash_table_iter_init (&iter, changes);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const Tally *change = key, *known = g_hash_table_lookup (self->all, change);
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
