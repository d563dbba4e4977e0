/* refrain-wrappers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Routines are flagged in rounds, each on what the flags so far make of the calls; what a further
 * flag would bring is told by trials (refrain-wrapper-trials.h).
 */
#include "refrain-wrappers.h"

#include <glib/gi18n.h>

#include "refrain-compare.h"
#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-wrapper-trials.h"

/* Why a routine counts as a wrapper. */
typedef enum
{
  REASON_NAMED,
  REASON_ONE_WAY,
  REASON_PARTIAL,
} Reason;

static const char *
reason_sentence (Reason reason)
{
  switch (reason)
    {
    case REASON_ONE_WAY:
      return _ ("No call of it sends and receives.");
    case REASON_PARTIAL:
      return _ ("Its patterns involve only some processes; its caller's are fewer and shorter.");
    case REASON_NAMED:
    default:
      return _ ("Named by the user.");
    }
}

/* @reason: of each routine that is flagged; NULL: the user named them. Takes @flags. */
static RefrainWrapperChoice *
choice_new (RefrainTrace *trace, gboolean *flags, const Reason *reason)
{
  RefrainWrapperChoice *self = g_new (RefrainWrapperChoice, 1);

  self->flags = flags;
  self->wrappers = g_array_new (FALSE, FALSE, sizeof (RefrainWrapper));
  for (guint r = 0; r < refrain_trace_get_n_routines (trace); r++)
    if (flags[r])
      {
        const RefrainWrapper wrapper
            = { refrain_trace_get_routine (trace, r),
                reason_sentence (reason != NULL ? reason[r] : REASON_NAMED) };

        g_array_append_val (self->wrappers, wrapper);
      }
  return self;
}

RefrainWrapperChoice *
refrain_wrappers_named (RefrainTrace *trace, const char *const *names, GError **error)
{
  const guint n = refrain_trace_get_n_routines (trace);
  g_autofree gboolean *flags = g_new0 (gboolean, MAX (n, 1));

  for (; *names != NULL; names++)
    {
      gboolean found = **names == '\0';

      for (guint r = 0; r < n; r++)
        {
          RefrainRoutine *routine = refrain_trace_get_routine (trace, r);

          if (g_str_equal (refrain_routine_get_name (routine), *names)
              || g_str_equal (refrain_routine_get_label (routine), *names)
              || g_str_equal (refrain_routine_get_source_name (routine), *names))
            flags[r] = found = TRUE;
        }
      if (!found)
        return refrain_fail_null (error, REFRAIN_ERROR_ARGUMENT, _ ("%s: there is no routine “%s”"),
                                  refrain_trace_get_name (trace), *names);
    }
  return choice_new (trace, g_steal_pointer (&flags), NULL);
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_wrapper_choice_free, RefrainWrapperChoice, g_free (x->flags);
                             g_array_unref (x->wrappers))

/* ---- Routines that are complete by themselves ----------------------------------------------- */

/* What one process' calls of a routine do. */
enum
{
  SENDS = 1 << 0,
  RECEIVES = 1 << 1,
  SEVERAL = 1 << 2, /* one call has two partners */
  OPEN = 1 << 3,    /* a partner is elsewhere */
};

/* The call that delimits an operation: the @ordinal-th of @routine on its process. */
typedef struct
{
  guint32 routine; /* or REFRAIN_NONE */
  guint32 ordinal;
} Home;

typedef struct
{
  RefrainSymbols *symbols;
  RefrainTrace *trace;
  const gboolean *wrappers;
  guint n_routines;
  Home **home;   /* of each process, by row of its operations */
  guint8 **does; /* of each process, by routine */
} HomesJob;

static void
find_homes (gsize item, gpointer data)
{
  HomesJob *job = data;
  const RefrainCalls *calls = refrain_trace_get_calls (job->trace, (guint) item);
  const RefrainOps *ops = refrain_trace_get_ops (job->trace, (guint) item);
  const RefrainSymbolStream *stream = refrain_symbols_get_stream (job->symbols, (guint) item);
  g_autofree guint32 *delimiter = refrain_segments_delimit (job->trace, calls, job->wrappers);
  g_autofree guint32 *ordinal = g_new (guint32, MAX (calls->n, 1));
  g_autofree guint32 *next = g_new0 (guint32, job->n_routines);
  g_autofree gint32 *partner = g_new (gint32, MAX (calls->n, 1));
  Home *home = job->home[item] = g_new (Home, MAX (ops->n, 1));
  guint8 *does = job->does[item] = g_new0 (guint8, job->n_routines);

  for (gsize i = 0; i < ops->n; i++)
    home[i] = (Home){ REFRAIN_NONE, 0 };
  for (gsize c = 0; c < calls->n; c++)
    {
      ordinal[c] = calls->routine[c] == REFRAIN_NONE ? 0 : next[calls->routine[c]]++;
      partner[c] = -1;
    }
  for (gsize i = 0; i < stream->n; i++)
    {
      const guint32 op = stream->op[i];
      const guint32 call
          = stream->call[i] == REFRAIN_NONE ? REFRAIN_NONE : delimiter[stream->call[i]];

      if (call == REFRAIN_NONE || !REFRAIN_OP_IS_P2P (ops->kind[op]))
        continue;
      home[op] = (Home){ calls->routine[call], ordinal[call] };
      does[home[op].routine] |= REFRAIN_OP_IS_SEND (ops->kind[op]) ? SENDS : RECEIVES;
      if (partner[call] >= 0 && partner[call] != ops->peer[op])
        does[home[op].routine] |= SEVERAL;
      partner[call] = ops->peer[op];
    }
}

/* Both ends of a message are looked at, each on its process. */
static void
compare_homes (gsize item, gpointer data)
{
  HomesJob *job = data;
  const RefrainOps *ops = refrain_trace_get_ops (job->trace, (guint) item);

  for (gsize i = 0; i < ops->n; i++)
    {
      const Home here = job->home[item][i];
      Home there;

      if (here.routine == REFRAIN_NONE || ops->partner[i] == REFRAIN_NONE)
        continue;
      there = job->home[ops->peer[i]][ops->partner[i]];
      if (here.routine != there.routine || here.ordinal != there.ordinal)
        job->does[item][here.routine] |= OPEN;
    }
}

/* Flags the routines that are complete by themselves, as a gather or a broadcast written by hand:
 * they do not pass their calls to their callers though no call of them both sends and receives. The
 * k-th call on one process communicates with the k-th calls on others and with nothing else, and
 * either some call has several partners, or no process sends in one call and receives in another.
 * (The calls of a wrapper answer each other across routines, or the second on one process the first
 * on another; or each makes one half of what their callers do.)
 *
 * @wrappers: a flag for each routine, as in refrain_segments_new(). @complete: the result, room for
 * the routines of the trace. O(operations + calls + processes · routines). */
static void
find_complete (RefrainSymbols *symbols, const gboolean *wrappers, gboolean *complete)
{
  RefrainTrace *trace = refrain_symbols_get_trace (symbols);
  const guint n_processes = refrain_trace_get_n_processes (trace);
  const guint n_routines = refrain_trace_get_n_routines (trace);
  g_autofree Home **home = g_new0 (Home *, MAX (n_processes, 1));
  g_autofree guint8 **does = g_new0 (guint8 *, MAX (n_processes, 1));
  HomesJob job = { symbols, trace, wrappers, n_routines, home, does };

  refrain_parallel_run (n_processes, find_homes, &job, NULL);
  refrain_parallel_run (n_processes, compare_homes, &job, NULL);
  for (guint r = 0; r < n_routines; r++)
    {
      guint8 all = 0;
      gboolean both = FALSE;

      for (guint p = 0; p < n_processes; p++)
        {
          all |= does[p][r];
          both = both || (does[p][r] & (SENDS | RECEIVES)) == (SENDS | RECEIVES);
        }
      complete[r] = (all & (SENDS | RECEIVES)) == (SENDS | RECEIVES) && (all & OPEN) == 0
                    && ((all & SEVERAL) != 0 || !both);
    }
  for (guint p = 0; p < n_processes; p++)
    refrain_free (home[p], does[p]);
}

/* ---- Choosing ------------------------------------------------------------------------------- */

enum
{
  HOLDS_SEND = 1,
  HOLDS_RECEIVE = 2,
  HOLDS_BOTH = 3
};

/* What the delimiting calls of one routine hold. */
typedef struct
{
  guint8 holds; /* the most that one call holds */
  guint16 depth;
} Holding;

typedef struct
{
  RefrainSymbols *symbols;
  RefrainTrace *trace;
  GCancellable *cancellable;
  guint n_routines;
  gboolean *flags;
  gboolean *complete; /* complete by themselves: these are no wrappers */
  Reason *reason;
  GArray *promoted;  /* of guint32: routines, in the order in which they were */
  Holding **holding; /* of each process, by routine */
} Chooser;

static void
hold_process (gsize item, gpointer data)
{
  Chooser *self = data;
  const RefrainCalls *calls = refrain_trace_get_calls (self->trace, (guint) item);
  const RefrainOps *ops = refrain_trace_get_ops (self->trace, (guint) item);
  const RefrainSymbolStream *stream = refrain_symbols_get_stream (self->symbols, (guint) item);
  g_autofree guint32 *delimiter = refrain_segments_delimit (self->trace, calls, self->flags);
  g_autofree guint8 *holds = g_new0 (guint8, MAX (calls->n, 1));
  Holding *holding = self->holding[item];

  refrain_fill (holding, 0, self->n_routines * sizeof *holding);
  for (gsize i = 0; i < stream->n; i++)
    {
      const guint32 call
          = stream->call[i] == REFRAIN_NONE ? REFRAIN_NONE : delimiter[stream->call[i]];

      if (call == REFRAIN_NONE || !REFRAIN_OP_IS_P2P (ops->kind[stream->op[i]]))
        continue;
      holds[call] |= REFRAIN_OP_IS_SEND (ops->kind[stream->op[i]]) ? HOLDS_SEND : HOLDS_RECEIVE;
    }
  for (gsize c = 0; c < calls->n; c++)
    if (holds[c] != 0)
      {
        Holding *own = &holding[calls->routine[c]];

        own->holds = MAX (own->holds, holds[c] == HOLDS_BOTH ? HOLDS_BOTH : HOLDS_SEND);
        own->depth = MAX (own->depth, calls->depth[c]);
      }
}

static void
promote (Chooser *self, guint32 routine, Reason reason)
{
  self->flags[routine] = TRUE;
  self->reason[routine] = reason;
  g_array_append_val (self->promoted, routine);
}

/* The greatest depth of a routine in @all that is one-way and not complete; -1 if there is none. */
static gint
find_deepest (const Chooser *self, const Holding *all)
{
  gint deepest = -1;

  for (guint r = 0; r < self->n_routines; r++)
    if (all[r].holds != 0 && all[r].holds != HOLDS_BOTH && !self->complete[r])
      deepest = MAX (deepest, all[r].depth);
  return deepest;
}

/* (a): one round; FALSE when no routine is one-way any more but those that are complete. */
static gboolean
promote_one_way (Chooser *self)
{
  g_autofree Holding *all = g_new0 (Holding, self->n_routines);
  gint deepest;

  refrain_parallel_run (refrain_trace_get_n_processes (self->trace), hold_process, self, NULL);
  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace); p++)
    for (guint r = 0; r < self->n_routines; r++)
      {
        all[r].holds = MAX (all[r].holds, self->holding[p][r].holds);
        all[r].depth = MAX (all[r].depth, self->holding[p][r].depth);
      }
  refrain_fill (self->complete, 0, self->n_routines * sizeof *self->complete);
  if (find_deepest (self, all) < 0)
    return FALSE;
  find_complete (self->symbols, self->flags, self->complete);
  for (guint r = 0; r < self->n_routines; r++)
    self->complete[r] = self->complete[r] && all[r].holds != HOLDS_BOTH;
  deepest = find_deepest (self, all);
  if (deepest < 0)
    return FALSE;
  for (guint r = 0; r < self->n_routines; r++)
    if (all[r].holds != 0 && all[r].holds != HOLDS_BOTH && all[r].depth == deepest
        && !self->complete[r])
      promote (self, r, REASON_ONE_WAY);
  return TRUE;
}

static void
take_back (Chooser *self, guint32 routine)
{
  self->flags[routine] = FALSE;
  for (guint i = 0; i < self->promoted->len; i++)
    if (g_array_index (self->promoted, guint32, i) == routine)
      {
        g_array_remove_index (self->promoted, i);
        return;
      }
}

static gboolean
same_segments (RefrainSegments *a, RefrainSegments *b, guint n_processes)
{
  for (guint p = 0; p < n_processes; p++)
    {
      gsize n, other_n;
      const RefrainSegment *segments = refrain_segments_get (a, p, &n);
      const RefrainSegment *others = refrain_segments_get (b, p, &other_n);

      if (n != other_n)
        return FALSE;
      for (gsize i = 0; i < n; i++)
        if (segments[i].first != others[i].first)
          return FALSE;
    }
  return TRUE;
}

/* (b) */
static void
take_back_idle (Chooser *self)
{
  g_autoptr (RefrainSegments) with = refrain_segments_new (self->symbols, self->flags, FALSE);

  for (guint i = self->promoted->len; i-- > 0;)
    {
      const guint32 routine = g_array_index (self->promoted, guint32, i);
      g_autoptr (RefrainSegments) without = NULL;

      self->flags[routine] = FALSE;
      without = refrain_segments_new (self->symbols, self->flags, FALSE);
      self->flags[routine] = TRUE;
      if (same_segments (with, without, refrain_trace_get_n_processes (self->trace)))
        take_back (self, routine);
    }
}

static RefrainInstances *
try_flags (Chooser *self)
{
  g_autoptr (RefrainSegments) segments = refrain_segments_new (self->symbols, self->flags, FALSE);

  return refrain_instances_new (segments, TRUE, self->cancellable);
}

/* (c) Gives the instances of what is left. */
static RefrainInstances *
take_back_unclean (Chooser *self)
{
  RefrainInstances *now = try_flags (self);

  for (guint i = self->promoted->len; now != NULL && now->n_unclean > 0 && i-- > 0;)
    {
      const guint32 routine = g_array_index (self->promoted, guint32, i);
      RefrainInstances *without;

      self->flags[routine] = FALSE;
      without = try_flags (self);
      self->flags[routine] = TRUE;
      if (without != NULL && without->n_unclean < now->n_unclean)
        {
          g_clear_pointer (&now, refrain_instances_free);
          now = without;
          take_back (self, routine);
        }
      else
        {
          g_clear_pointer (&without, refrain_instances_free);
        }
    }
  return now;
}

/* The routine that delimits a unit, or REFRAIN_NONE. */
static guint32
unit_routine (Chooser *self, RefrainInstances *instances, guint process, guint32 unit)
{
  gsize n;
  const RefrainSegment *segments = refrain_segments_get (instances->units->segments, process, &n);
  const guint32 call = segments[refrain_units_get (instances->units, process, unit)->segment].call;

  return call == REFRAIN_NONE ? REFRAIN_NONE
                              : refrain_trace_get_calls (self->trace, process)->routine[call];
}

/* Flags the routines that delimit an instance without some of the processes. */
static void
find_partial (Chooser *self, RefrainInstances *instances, gboolean *partial)
{
  const guint n_processes = refrain_trace_get_n_processes (self->trace);

  for (guint32 k = 0; k < instances->n_patterns; k++)
    {
      const guint32 i = instances->example[k];
      guint n = 0;

      for (guint64 m = instances->instances[i].first; m < instances->instances[i + 1].first; m++)
        n += m == instances->instances[i].first
             || refrain_units_get_process (instances->units, instances->members[m])
                    != refrain_units_get_process (instances->units, instances->members[m - 1]);
      if (n == n_processes)
        continue;
      for (guint64 m = instances->instances[i].first; m < instances->instances[i + 1].first; m++)
        {
          const guint32 routine = unit_routine (
              self, instances, refrain_units_get_process (instances->units, instances->members[m]),
              instances->members[m]);

          if (routine != REFRAIN_NONE)
            partial[routine] = TRUE;
        }
    }
}

static void
clear_trial (gpointer trial)
{
  g_array_unref (((RefrainWrapperTrial *) trial)->groups);
}

REFRAIN_DEFINE_COMPARE (compare_trials,
                        RefrainWrapperTrial,
                        REFRAIN_RISING (description) ?: REFRAIN_RISING (routine))

/* The routines that would do good as wrappers, best first; NULL when cancelled. */
static GArray *
try_partial (Chooser *self, RefrainInstances *now, RefrainWrapperTrials *trials)
{
  g_autofree gboolean *partial = g_new0 (gboolean, MAX (self->n_routines, 1));
  g_autoptr (GArray) good = g_array_new (FALSE, FALSE, sizeof (RefrainWrapperTrial));

  g_array_set_clear_func (good, clear_trial);
  find_partial (self, now, partial);
  for (guint32 r = 0; r < self->n_routines; r++)
    {
      RefrainWrapperTrial trial;
      gboolean done;

      if (!partial[r] || self->complete[r])
        continue;
      done = refrain_wrapper_trials_try (trials, r, &trial, self->cancellable);
      if (done && !trial.idle && trial.n_patterns < now->n_patterns
          && trial.description < now->description && trial.n_unclean == 0)
        g_array_append_val (good, trial);
      else
        g_array_unref (trial.groups);
      if (!done)
        return NULL;
    }
  g_array_sort (good, compare_trials);
  return g_steal_pointer (&good);
}

/* Whether none of the groups that @trial touches is @taken yet; then they are. */
static gboolean
take_groups (const RefrainWrapperTrial *trial, gboolean *taken)
{
  for (guint g = 0; g < trial->groups->len; g++)
    if (taken[g_array_index (trial->groups, guint32, g)])
      return FALSE;
  for (guint g = 0; g < trial->groups->len; g++)
    taken[g_array_index (trial->groups, guint32, g)] = TRUE;
  return TRUE;
}

/* (d): one round; TRUE when routines were passed to their callers. The best is, and with it those
 * that touch other segments. Takes *@now and replaces it; NULL when cancelled. */
static gboolean
promote_partial (Chooser *self, RefrainInstances **now)
{
  g_autoptr (RefrainWrapperTrials) trials = refrain_wrapper_trials_new (*now, self->flags);
  g_autofree gboolean *taken = g_new0 (gboolean, refrain_wrapper_trials_get_n_groups (trials) + 1);
  g_autoptr (GArray) good = try_partial (self, *now, trials);
  const guint before = self->promoted->len;
  RefrainInstances *with;

  if (good == NULL || good->len == 0)
    return FALSE;
  for (guint i = 0; i < good->len; i++)
    {
      const RefrainWrapperTrial *trial = &g_array_index (good, RefrainWrapperTrial, i);

      if (take_groups (trial, taken))
        promote (self, trial->routine, REASON_PARTIAL);
    }
  with = try_flags (self);
  /* Together they may do less than each by itself. */
  if (with != NULL && self->promoted->len > before + 1
      && (with->n_patterns >= (*now)->n_patterns || with->n_unclean > 0
          || with->description > g_array_index (good, RefrainWrapperTrial, 0).description))
    {
      while (self->promoted->len > before + 1)
        take_back (self, g_array_index (self->promoted, guint32, self->promoted->len - 1));
      refrain_instances_free (with);
      with = try_flags (self);
    }
  g_clear_pointer (&trials, refrain_wrapper_trials_free);
  refrain_instances_free (*now);
  *now = with;
  return with != NULL;
}

RefrainWrapperChoice *
refrain_wrappers_choose (RefrainSymbols *symbols,
                         RefrainInstances **instances,
                         GCancellable *cancellable)
{
  Chooser self = { .symbols = symbols, .cancellable = cancellable };
  g_autoptr (RefrainInstances) now = NULL;
  g_autofree gboolean *complete = NULL;
  g_autofree Reason *reason = NULL;
  guint n_processes;

  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (symbols), NULL);

  self.trace = refrain_symbols_get_trace (symbols);
  self.n_routines = refrain_trace_get_n_routines (self.trace);
  self.flags = g_new0 (gboolean, MAX (self.n_routines, 1));
  self.complete = complete = g_new0 (gboolean, MAX (self.n_routines, 1));
  self.reason = reason = g_new0 (Reason, MAX (self.n_routines, 1));
  self.promoted = g_array_new (FALSE, FALSE, sizeof (guint32));
  n_processes = refrain_trace_get_n_processes (self.trace);
  self.holding = g_new (Holding *, n_processes);
  for (guint p = 0; p < n_processes; p++)
    self.holding[p] = g_new (Holding, self.n_routines);
  while (promote_one_way (&self))
    ;
  take_back_idle (&self);
  now = take_back_unclean (&self);
  while (now != NULL && promote_partial (&self, &now))
    ;
  for (guint p = 0; p < n_processes; p++)
    g_free (self.holding[p]);
  g_free (self.holding);
  g_array_unref (self.promoted);
  if (now == NULL || g_cancellable_is_cancelled (cancellable))
    {
      g_free (self.flags);
      return NULL;
    }
  if (instances != NULL)
    *instances = g_steal_pointer (&now);
  return choice_new (self.trace, self.flags, reason);
}
