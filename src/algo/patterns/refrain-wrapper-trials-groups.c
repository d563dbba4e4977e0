/* refrain-wrapper-trials-groups.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What trials are made out of: groups of segments that messages connect, and what they hold now.
 */
#include "config.h"

#include "refrain-wrapper-trials-private.h"

#include <string.h>

guint
refrain_tally_hash (gconstpointer pointer)
{
  return (guint) ((const RefrainTally *) pointer)->key.a;
}

gboolean
refrain_tally_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (&((const RefrainTally *) a)->key, &((const RefrainTally *) b)->key,
                 sizeof (RefrainFingerprint))
         == 0;
}

static void
mix (RefrainFingerprint *key, guint32 word)
{
  key->a = (key->a ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  key->a ^= key->a >> 29;
  key->b = (key->b + word + 1) * G_GUINT64_CONSTANT (0xd6e8feb86659fd93);
  key->b ^= key->b >> 32;
}

RefrainTally
refrain_tally_pattern (RefrainInstances *instances, guint32 k)
{
  const RefrainInstance *example = &instances->instances[instances->example[k]];
  RefrainTally tally = { { 1, 2 }, instances->count[k], 0 };
  guint process = 0;

  for (guint64 m = example->first; m < example[1].first; m++)
    {
      const guint32 *content;
      gsize n;

      process = refrain_units_next_process (instances->units, process, instances->members[m]);
      content = refrain_sequence_table_get (
          &instances->units->processes[process].contents,
          refrain_units_get (instances->units, process, instances->members[m])->content, &n);
      mix (&tally.key, process);
      mix (&tally.key, (guint32) n);
      for (gsize i = 0; i < n; i++)
        mix (&tally.key, content[i]);
      tally.n_symbols += n;
    }
  return tally;
}

const RefrainSegment *
refrain_wrapper_trials_get_segments (const RefrainWrapperTrials *self, guint process, gsize *n)
{
  return refrain_segments_get (self->now->units->segments, process, n);
}

static guint32
find_root (guint32 *parent, guint32 segment)
{
  while (parent[segment] != segment)
    segment = parent[segment] = parent[parent[segment]];
  return segment;
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

/* Segments are in one group when an instance holds units of both. */
static void
make_groups (RefrainWrapperTrials *self)
{
  const guint32 n = self->first_segment[self->n_processes];
  g_autofree guint32 *parent = g_new (guint32, (gsize) n + 1);
  g_autofree guint32 *next = NULL;
  guint process;

  for (guint32 s = 0; s < n; s++)
    parent[s] = s;
  for (guint32 i = 0; i < self->now->n; i++)
    {
      const RefrainInstance *instance = &self->now->instances[i];
      guint32 root;

      process = 0;
      root = find_root (parent, member_segment (self, instance->first, &process));
      for (guint64 m = instance->first + 1; m < instance[1].first; m++)
        {
          const guint32 other = find_root (parent, member_segment (self, m, &process));

          parent[MAX (root, other)] = MIN (root, other);
          root = MIN (root, other);
        }
    }
  self->group = g_new (guint32, (gsize) n + 1);
  for (guint32 s = 0; s < n; s++)
    self->group[s]
        = find_root (parent, s) == s ? self->n_groups++ : self->group[find_root (parent, s)];
  self->group_first = g_new0 (guint32, (gsize) self->n_groups + 1);
  for (guint32 s = 0; s < n; s++)
    self->group_first[self->group[s] + 1]++;
  sum_up (self->group_first, self->n_groups);
  next = g_memdup2 (self->group_first, ((gsize) self->n_groups + 1) * sizeof *next);
  self->group_places = g_new (RefrainSegmentPlace, (gsize) n + 1);
  process = 0;
  for (guint32 s = 0; s < n; s++)
    {
      while (self->first_segment[process + 1] <= s)
        process++;
      self->group_places[next[self->group[s]]++]
          = (RefrainSegmentPlace){ process, s - self->first_segment[process] };
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
             : refrain_process_get_calls (refrain_trace_get_process (self->trace, process))
                   ->routine[segment->call];
}

/* The segments of each routine. */
static void
share_segments (RefrainWrapperTrials *self)
{
  g_autofree guint32 *next = NULL;

  self->routine_first = g_new0 (guint32, (gsize) self->n_routines + 1);
  self->routine_places
      = g_new (RefrainSegmentPlace, (gsize) self->first_segment[self->n_processes] + 1);
  for (guint fill = 0; fill < 2; fill++)
    {
      for (guint p = 0; p < self->n_processes; p++)
        {
          gsize n;
          const RefrainSegment *segments = refrain_wrapper_trials_get_segments (self, p, &n);

          for (gsize s = 0; s < n; s++)
            {
              const guint32 routine = segment_routine (self, p, &segments[s]);

              if (routine == REFRAIN_NONE)
                continue;
              if (fill == 0)
                self->routine_first[routine + 1]++;
              else
                self->routine_places[next[routine]++] = (RefrainSegmentPlace){ p, (guint32) s };
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
      const gsize n_ops = refrain_process_get_ops (refrain_trace_get_process (self->trace, p))->n;
      gsize n;

      refrain_wrapper_trials_get_segments (self, p, &n);
      self->first_segment[p + 1] = self->first_segment[p] + (guint32) n;
      self->unit_of_op[p] = g_new (guint32, n_ops + 1);
      memset (self->unit_of_op[p], 0xff, n_ops * sizeof **self->unit_of_op);
    }
  make_groups (self);
  share_instances (self);
  share_segments (self);
  self->pattern = g_new (RefrainTally, MAX (now->n_patterns, 1));
  self->all = g_hash_table_new (refrain_tally_hash, refrain_tally_equal);
  for (guint32 k = 0; k < now->n_patterns; k++)
    {
      self->pattern[k] = refrain_tally_pattern (now, k);
      g_hash_table_add (self->all, &self->pattern[k]);
    }
  return self;
}

void
refrain_wrapper_trials_free (RefrainWrapperTrials *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    g_free (self->unit_of_op[p]);
  g_free (self->unit_of_op);
  g_free (self->first_segment);
  g_free (self->group);
  g_free (self->group_first);
  g_free (self->group_places);
  g_free (self->instance_first);
  g_free (self->group_instances);
  g_free (self->unclean);
  g_free (self->routine_first);
  g_free (self->routine_places);
  g_free (self->pattern);
  g_hash_table_unref (self->all);
  g_free (self);
}

guint32
refrain_wrapper_trials_get_n_groups (const RefrainWrapperTrials *self)
{
  return self->n_groups;
}
