/* refrain-promotion.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A chain is a routine with its callers up to some depth, all that occur there.
 */
#include "refrain-promotion.h"

#include <glib/gi18n.h>

#include "refrain-fingerprint.h"
#include "refrain-reach.h"
#include "refrain-rows.h"

/* Callers of callers that are tried at most. */
#define MAX_CHAIN 16
/* Tries in all, and units that all of them may look at: programs with very many routines, or very
 * long ones, keep what was found until then; so many tries each has. */
#define MAX_TRIES 64
#define MAX_UNITS 4000000
#define MIN_TRIES 4
/* Twice a body of two. */
#define SHORTEST_REPEAT 4

/* What instances are judged by. */
typedef struct
{
  RefrainFingerprint outline; /* of what the instances depend on */
  guint64 description, n_unclean;
  guint32 n_patterns;
} Outcome;

typedef struct
{
  RefrainSymbols *symbols;
  RefrainTrace *trace;
  guint n_routines;
  gboolean *flags; /* of each routine: NULL where none delimits */
  RefrainInstances *now;
  guint32
      *reach; /* of each unit of now: what the segments that messages connect with its own reach */
  GHashTable *outcomes; /* of Outcome: what was tried */
  guint n_tries, max_tries;
  GCancellable *cancellable;
} Promotion;

/* ---- Segments with more wrappers ---------------------------------------------------------------
 */

/* Which routines pass their calls on to their callers. Free with g_free(). */
static gboolean *
find_passing (const Promotion *self, const gboolean *flags)
{
  gboolean *passes = g_new (gboolean, (gsize) self->n_routines + 1);

  for (guint r = 0; r < self->n_routines; r++)
    passes[r] = flags[r] || refrain_trace_get_routine_kind (self->trace, r) != REFRAIN_ROUTINE_USER;
  return passes;
}

/* Of process @p: the segments of now, those made one that are of one call now. */
static GArray *
merge_process (const Promotion *self, guint p, const gboolean *passes)
{
  const RefrainCalls *calls = refrain_trace_get_calls (self->trace, p);
  const RefrainOps *ops = refrain_trace_get_ops (self->trace, p);
  const guint32 *op = refrain_symbols_get_stream (self->symbols, p)->op;
  gsize n;
  const RefrainSegment *segments = refrain_segments_get (self->now->units->segments, p, &n);
  GArray *merged = g_array_sized_new (FALSE, FALSE, sizeof (RefrainSegment), (guint) n);
  gboolean joins = FALSE;

  for (gsize s = 0; s < n; s++)
    {
      RefrainSegment segment = segments[s];
      const gboolean p2p = REFRAIN_OP_IS_P2P (ops->kind[op[segment.first]]);
      RefrainSegment *last
          = joins && p2p ? &g_array_index (merged, RefrainSegment, merged->len - 1) : NULL;

      while (
          segment.call != REFRAIN_NONE
          && (calls->routine[segment.call] == REFRAIN_NONE || passes[calls->routine[segment.call]]))
        segment.call = calls->parent[segment.call];
      if (last != NULL && last->call == segment.call)
        last->n += segment.n;
      else
        g_array_append_val (merged, segment);
      joins = p2p;
    }
  return merged;
}

/* The same of all, as they are when @flags, which hold those of now, pass on. */
static GPtrArray *
merge_segments (const Promotion *self, const gboolean *flags)
{
  g_autofree gboolean *passes = find_passing (self, flags);
  GPtrArray *lists = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint p = 0; p < self->now->units->n_processes; p++)
    g_ptr_array_add (lists, merge_process (self, p, passes));
  return lists;
}

/* The outline of segments @lists. Which of them have the same routine tells where repeats are shut,
 * where they are long enough to hold any. */
static RefrainFingerprint
draw_outline (const Promotion *self, const GPtrArray *lists)
{
  RefrainFingerprint outline = REFRAIN_FINGERPRINT_INIT;
  g_autofree guint32 *number = g_new0 (guint32, (gsize) self->n_routines + 1);
  g_autofree guint32 *known = g_new0 (guint32, (gsize) self->n_routines + 1); /* process + 1 */

  for (guint p = 0; p < lists->len; p++)
    {
      const GArray *list = lists->pdata[p];
      const RefrainCalls *calls = refrain_trace_get_calls (self->trace, p);
      guint32 n_known = 0;

      refrain_fingerprint_mix (&outline, list->len);
      for (guint s = 0; s < list->len; s++)
        {
          const RefrainSegment *segment = &g_array_index (list, RefrainSegment, s);
          const guint32 routine
              = segment->call == REFRAIN_NONE ? self->n_routines : calls->routine[segment->call];

          refrain_fingerprint_mix (&outline, segment->first);
          if (segment->n < SHORTEST_REPEAT)
            continue;
          if (known[routine] != p + 1)
            {
              known[routine] = p + 1;
              number[routine] = n_known++;
            }
          refrain_fingerprint_mix (&outline, number[routine]);
        }
    }
  return outline;
}

/* ---- Trying ------------------------------------------------------------------------------------
 */

/* The instances of @segments, turned repeats where these are described more briefly. */
static RefrainInstances *
join (const Promotion *self, RefrainSegments *segments)
{
  gboolean turned = FALSE;
  RefrainInstances *plain = NULL;
  RefrainInstances *other
      = refrain_reach_join (segments, REFRAIN_UNITS_TURNED, &turned, self->cancellable);

  if (other == NULL || !turned)
    return other;
  plain = refrain_reach_join (segments, REFRAIN_UNITS_SPLIT, NULL, self->cancellable);
  if (plain != NULL && other->description < plain->description)
    {
      refrain_instances_free (plain);
      return other;
    }
  refrain_instances_free (other);
  return plain;
}

/* The routine of the call that delimits, and its call; REFRAIN_NONE at the top. */
static guint32
caller_of (const Promotion *self, const RefrainCalls *calls, guint32 call)
{
  guint32 parent = calls->parent[call];

  while (parent != REFRAIN_NONE
         && (calls->routine[parent] == REFRAIN_NONE
             || refrain_trace_get_routine_kind (self->trace, calls->routine[parent])
                    != REFRAIN_ROUTINE_USER
             || self->flags[calls->routine[parent]]))
    parent = calls->parent[parent];
  return parent;
}

/* Marks in @routines what may be passed on at each depth above @call, @depth routines in all; gives
 * at which depth it ends: what has no caller stays. */
static guint
mark_chain (const Promotion *self,
            const RefrainCalls *calls,
            guint32 call,
            guint depth,
            GHashTable *const *routines)
{
  for (guint d = 0; d < depth; d++)
    {
      const guint32 caller = caller_of (self, calls, call);

      if (caller == REFRAIN_NONE)
        return d;
      g_hash_table_add (routines[d], GUINT_TO_POINTER (calls->routine[call] + 1));
      call = caller;
    }
  return depth;
}

/* Whether the segments that messages connect with that of a unit reach fewer than all, and what the
 * unit is part of comes again: by unit. Free with g_free(). O(units). */
static gboolean *
find_parts (const Promotion *self)
{
  const RefrainInstances *now = self->now;
  const guint32 n_units = now->units->first[now->units->n_processes];
  gboolean *part = g_new (gboolean, (gsize) n_units + 1);

  for (guint32 u = 0; u < n_units; u++)
    part[u] = self->reach[u] < now->units->n_processes
              && now->count[now->instances[now->instance_of_unit[u]].pattern] > 1;
  return part;
}

/* The chains of routine @routine over all its segments with fragments: sets of routines + 1 by
 * depth. Gives how many depths there are. */
static guint
find_chains (const Promotion *self,
             const gboolean *part,
             guint32 routine,
             GHashTable *const *routines)
{
  const RefrainUnits *units = self->now->units;
  guint depth = MAX_CHAIN;

  for (guint p = 0; p < units->n_processes; p++)
    {
      const RefrainCalls *calls = refrain_trace_get_calls (self->trace, p);
      gsize n;
      const RefrainSegment *segments = refrain_segments_get (units->segments, p, &n);
      guint32 last = REFRAIN_NONE;

      for (guint32 u = units->first[p]; u < units->first[p + 1]; u++)
        {
          const guint32 call = segments[refrain_units_get (units, p, u)->segment].call;

          if (call == last || call == REFRAIN_NONE || calls->routine[call] != routine || !part[u])
            continue;
          depth = mark_chain (self, calls, call, depth, routines);
          last = call;
        }
    }
  return depth;
}

/* The routines whose patterns do not reach all. Free with g_free(). */
static gboolean *
find_candidates (const Promotion *self, const gboolean *part)
{
  const RefrainUnits *units = self->now->units;
  gboolean *candidate = g_new0 (gboolean, (gsize) self->n_routines + 1);

  for (guint p = 0; p < units->n_processes; p++)
    {
      const RefrainCalls *calls = refrain_trace_get_calls (self->trace, p);
      const RefrainOps *ops = refrain_trace_get_ops (self->trace, p);
      const guint32 *op = refrain_symbols_get_stream (self->symbols, p)->op;
      gsize n;
      const RefrainSegment *segments = refrain_segments_get (units->segments, p, &n);

      for (guint32 u = units->first[p]; u < units->first[p + 1]; u++)
        {
          const RefrainUnit *unit = refrain_units_get (units, p, u);
          const guint32 call = segments[unit->segment].call;

          if (call != REFRAIN_NONE && part[u] && REFRAIN_OP_IS_P2P (ops->kind[op[unit->first]]))
            candidate[calls->routine[call]] = TRUE;
        }
    }
  return candidate;
}

/* Whether @other describes the run better than @now does. */
static gboolean
is_better (const Outcome *other, const RefrainInstances *now)
{
  return other->description < now->description && other->n_patterns < now->n_patterns
         && other->n_unclean <= now->n_unclean;
}

/* How many processes each instance has. Free with g_free(). O(units). */
static guint32 *
count_processes (const RefrainInstances *instances)
{
  guint32 *n = g_new0 (guint32, (gsize) instances->n + 1);

  for (guint32 i = 0; i < instances->n; i++)
    {
      guint process = 0, last = G_MAXUINT;

      for (guint64 m = instances->instances[i].first; m < instances->instances[i + 1].first; m++)
        {
          process = refrain_units_next_process (instances->units, process, instances->members[m]);
          n[i] += process != last;
          last = process;
        }
    }
  return n;
}

/* Whether what the routines of @flags pass on that delimit now is, for the most part or not at all,
 * with more processes in @found than now: a row and a column of a grid that cross are no reason to
 * join the others. O(units). */
static gboolean
grows_evenly (const Promotion *self, const RefrainInstances *found, const gboolean *flags)
{
  const RefrainInstances *now = self->now;
  g_autofree guint32 *before = count_processes (now), *after = count_processes (found);
  guint64 n_passed = 0, n_more = 0;

  for (guint p = 0; p < now->units->n_processes; p++)
    {
      const RefrainCalls *calls = refrain_trace_get_calls (self->trace, p);
      gsize n;
      const RefrainSegment *segments = refrain_segments_get (now->units->segments, p, &n);
      guint32 other = found->units->first[p];

      for (guint32 u = now->units->first[p]; u < now->units->first[p + 1]; u++)
        {
          const RefrainUnit *unit = refrain_units_get (now->units, p, u);
          const guint32 call = segments[unit->segment].call;

          while (other + 1 < found->units->first[p + 1]
                 && refrain_units_get (found->units, p, other + 1)->first <= unit->first)
            other++;
          if (call == REFRAIN_NONE || calls->routine[call] == REFRAIN_NONE
              || !flags[calls->routine[call]])
            continue;
          n_passed += unit->n;
          if (after[found->instance_of_unit[other]] > before[now->instance_of_unit[u]])
            n_more += unit->n;
        }
    }
  return n_more == 0 || 2 * n_more >= n_passed;
}

/* The instances with @flags where they are better than those of now, or NULL. What comes to the
 * segments of an earlier try is not joined again to learn that it is not. */
static RefrainInstances *
try_flags (Promotion *self, const gboolean *flags)
{
  g_autoptr (GPtrArray) lists = merge_segments (self, flags);
  Outcome outcome = { .outline = draw_outline (self, lists) };
  const Outcome *known = g_hash_table_lookup (self->outcomes, &outcome);
  g_autoptr (RefrainSegments) segments = NULL;
  RefrainInstances *found;

  if (known != NULL && !is_better (known, self->now))
    return NULL;
  segments = self->now->view ? refrain_segments_new (self->symbols, flags, FALSE)
                             : refrain_segments_new_listed (self->symbols, lists);
  found = join (self, segments);
  if (found == NULL)
    return NULL;
  outcome.description = found->description;
  outcome.n_unclean = found->n_unclean;
  outcome.n_patterns = found->n_patterns;
  g_hash_table_add (self->outcomes, g_memdup2 (&outcome, sizeof outcome));
  if (is_better (&outcome, self->now) && grows_evenly (self, found, flags))
    return found;
  refrain_instances_free (found);
  return NULL;
}

/* Tries @routine with more and more of its callers; the first that helps, or NULL. @flags gets its
 * wrappers. */
static RefrainInstances *
try_routine (Promotion *self, const gboolean *part, guint32 routine, gboolean *flags)
{
  GHashTable *routines[MAX_CHAIN];
  RefrainInstances *found = NULL;
  guint depth;

  for (guint d = 0; d < MAX_CHAIN; d++)
    routines[d] = g_hash_table_new (NULL, NULL);
  depth = find_chains (self, part, routine, routines);
  refrain_copy (flags, self->flags, self->n_routines * sizeof *flags);
  for (guint d = 0; d < depth && found == NULL && self->n_tries < self->max_tries; d++)
    {
      GHashTableIter iter;
      gpointer key;

      g_hash_table_iter_init (&iter, routines[d]);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        flags[GPOINTER_TO_UINT (key) - 1] = TRUE;
      found = try_flags (self, flags);
      self->n_tries++;
      if (g_cancellable_is_cancelled (self->cancellable))
        break;
    }
  for (guint d = 0; d < MAX_CHAIN; d++)
    g_hash_table_unref (routines[d]);
  return found;
}

/* Goes on from @instances, which it takes over and which may be NULL. */
static void
take (Promotion *self, RefrainInstances *instances)
{
  g_clear_pointer (&self->now, refrain_instances_free);
  g_clear_pointer (&self->reach, g_free);
  self->now = instances;
  self->reach = instances != NULL ? refrain_rows_count_of_segments (instances) : NULL;
}

/* Passes on what helps most; gives whether anything did. */
static gboolean
promote (Promotion *self)
{
  g_autofree gboolean *part = find_parts (self);
  g_autofree gboolean *candidate = find_candidates (self, part);
  g_autofree gboolean *flags = g_new (gboolean, (gsize) self->n_routines + 1);
  g_autofree gboolean *best_flags = g_new (gboolean, (gsize) self->n_routines + 1);
  RefrainInstances *best = NULL;

  for (guint32 r = 0; r < self->n_routines; r++)
    {
      RefrainInstances *other = candidate[r] ? try_routine (self, part, r, flags) : NULL;

      if (other == NULL)
        continue;
      if (best != NULL && best->description <= other->description)
        {
          refrain_instances_free (other);
          continue;
        }
      g_clear_pointer (&best, refrain_instances_free);
      best = other;
      refrain_copy (best_flags, flags, self->n_routines * sizeof *flags);
    }
  if (best == NULL)
    return FALSE;
  take (self, best);
  refrain_copy (self->flags, best_flags, self->n_routines * sizeof *flags);
  return TRUE;
}

/* @choice and what was added to it. */
static RefrainWrapperChoice *
describe_choice (const Promotion *self, const RefrainWrapperChoice *choice)
{
  RefrainWrapperChoice *all = g_new0 (RefrainWrapperChoice, 1);

  all->wrappers = g_array_new (FALSE, FALSE, sizeof (RefrainWrapper));
  g_array_append_vals (all->wrappers, choice->wrappers->data, choice->wrappers->len);
  for (guint r = 0; r < self->n_routines; r++)
    {
      const RefrainWrapper wrapper = { refrain_trace_get_routine (self->trace, r),
                                       _ ("combined with its callers it involves more processes") };

      if (self->flags[r] && !choice->flags[r])
        g_array_append_val (all->wrappers, wrapper);
    }
  all->flags = g_memdup2 (self->flags, MAX (self->n_routines, 1) * sizeof *self->flags);
  return all;
}

RefrainInstances *
refrain_promotion_join (RefrainSymbols *symbols,
                        const RefrainInstances *elementary,
                        const RefrainWrapperChoice *choice,
                        RefrainWrapperChoice **all,
                        GCancellable *cancellable)
{
  Promotion self = { .symbols = symbols,
                     .trace = refrain_symbols_get_trace (symbols),
                     .cancellable = cancellable };

  self.n_routines = refrain_trace_get_n_routines (self.trace);
  self.outcomes
      = g_hash_table_new_full (refrain_fingerprint_hash, refrain_fingerprint_equal, g_free, NULL);
  if (choice != NULL)
    self.flags = g_memdup2 (choice->flags, MAX (self.n_routines, 1) * sizeof *self.flags);
  take (&self, elementary != NULL ? refrain_instances_view (elementary) : NULL);
  if (self.now == NULL || refrain_reach_has_fragments (self.now, self.reach))
    {
      g_autoptr (RefrainSegments) segments = self.flags != NULL
                                                 ? refrain_segments_new (symbols, self.flags, FALSE)
                                                 : refrain_segments_new_syntactic (symbols, FALSE);

      take (&self, join (&self, segments));
    }
  if (self.now != NULL)
    self.max_tries = CLAMP (MAX_UNITS / (self.now->units->first[self.now->units->n_processes] + 1),
                            MIN_TRIES, MAX_TRIES);
  while (self.now != NULL && choice != NULL && self.n_tries < self.max_tries
         && !g_cancellable_is_cancelled (cancellable) && promote (&self))
    ;
  if (self.now != NULL && choice != NULL)
    *all = describe_choice (&self, choice);
  g_hash_table_unref (self.outcomes);
  g_free (self.flags);
  g_free (self.reach);
  return self.now;
}
