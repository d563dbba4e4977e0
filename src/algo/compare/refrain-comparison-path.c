/* refrain-comparison-path.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As the critical path of the run, but of one occurrence: only the waits of its time are sorted.
 */
#include "refrain-comparison-private.h"

#include "refrain-compare.h"
#include "refrain-search.h"

/* ---- Going back ------------------------------------------------------------------------------ */

/* A wait, by when it ends. */
typedef struct
{
  RefrainTime end;
  const RefrainThread *thread;
  guint32 other, other_op; /* who came then */
} Release;

REFRAIN_DEFINE_COMPARE (compare_releases, Release, REFRAIN_RISING (end))

struct _RefrainBackPath
{
  RefrainTrace *trace;
  RefrainWaits *waits;
  RefrainTime from, to;
  GCancellable *cancellable;
  GArray **releases; /* by process, of Release; NULL: not looked at yet */
};

RefrainBackPath *
refrain_back_path_new (RefrainTrace *trace,
                       RefrainWaits *waits,
                       RefrainTime from,
                       RefrainTime to,
                       GCancellable *cancellable)
{
  RefrainBackPath *self = g_new0 (RefrainBackPath, 1);

  self->trace = trace;
  self->waits = waits;
  self->from = from;
  self->to = to;
  self->cancellable = cancellable;
  self->releases = g_new0 (GArray *, (gsize) refrain_trace_get_n_processes (trace) + 1);
  return self;
}

void
refrain_back_path_free (RefrainBackPath *self)
{
  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace); p++)
    g_clear_pointer (&self->releases[p], g_array_unref);
  g_free (self->releases);
  g_free (self);
}

/* What is completed in that time may have been asked for as long before. */
static GArray *
collect_releases (RefrainBackPath *self, guint32 process)
{
  GArray *releases = g_array_new (FALSE, FALSE, sizeof (Release));
  RefrainProcess *own = refrain_trace_get_process (self->trace, process);
  const RefrainOps *ops = refrain_process_get_ops (own);

  for (gsize t = 0; self->waits != NULL && t < refrain_process_get_n_threads (own); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (own, t);
      const gsize last = thread->first_op + thread->n_ops;

      for (gsize i = refrain_process_find_op (own, thread, self->from - (self->to - self->from));
           i < last && ops->time[i] <= self->to; i++)
        {
          Release release = { .thread = thread };

          if (refrain_waits_get_release (self->waits, process, i, &release.other, &release.other_op,
                                         &release.end)
              && release.end > self->from && release.end <= self->to)
            g_array_append_val (releases, release);
        }
    }
  g_array_sort (releases, compare_releases);
  return releases;
}

gboolean
refrain_back_path_step (RefrainBackPath *self,
                        RefrainBackStretch *stretch,
                        RefrainBackStretch *next)
{
  GArray *releases;
  gsize i;

  if (g_cancellable_is_cancelled (self->cancellable))
    {
      stretch->from = MIN (self->from, stretch->to);
      return FALSE;
    }
  if (self->releases[stretch->process] == NULL)
    self->releases[stretch->process] = collect_releases (self, stretch->process);
  releases = self->releases[stretch->process];
  i = REFRAIN_LOWER_BOUND (k, 0, releases->len,
                           g_array_index (releases, Release, k).end < stretch->to);
  for (; i > 0; i--)
    {
      const Release *release = &g_array_index (releases, Release, i - 1);

      if (release->thread != stretch->thread || release->other == stretch->process)
        continue;
      stretch->from = release->end;
      *next = (RefrainBackStretch){
        .process = release->other,
        .thread = refrain_process_get_thread_of_op (
            refrain_trace_get_process (self->trace, release->other), release->other_op),
        .op = release->other_op,
        .to = release->end,
      };
      return next->thread != NULL;
    }
  stretch->from = MIN (self->from, stretch->to);
  return FALSE;
}

/* ---- What it passes -------------------------------------------------------------------------- */

void
refrain_comparison_add_times (RefrainProcess *process,
                              const RefrainThread *thread,
                              RefrainTime start,
                              RefrainTime end,
                              gint64 *times,
                              guint n_routines)
{
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const gsize last = thread->first_call + thread->n_calls;
  guint32 open = refrain_process_find_call_at (process, thread, start);
  gsize first = refrain_process_find_call (process, thread, start);

  times[n_routines] += end - start;
  for (; open != REFRAIN_NONE; open = calls->parent[open])
    if (calls->start[open] < start)
      {
        const RefrainTime own = MIN (calls->end[open], end) - start;
        const guint32 parent = calls->parent[open];

        times[MIN (calls->routine[open], n_routines)] += own;
        times[parent != REFRAIN_NONE ? MIN (calls->routine[parent], n_routines) : n_routines]
            -= own;
      }
  for (gsize i = first; i < last && calls->start[i] < end; i++)
    {
      const RefrainTime own = MIN (calls->end[i], end) - calls->start[i];
      const guint32 parent = calls->parent[i];

      times[MIN (calls->routine[i], n_routines)] += own;
      times[parent != REFRAIN_NONE ? MIN (calls->routine[parent], n_routines) : n_routines] -= own;
    }
}

typedef struct
{
  RefrainComparison *self;
  RefrainTrace *trace;
  guint side, slow;
  guint n_routines;
  RefrainTime zero;
  GCancellable *cancellable;
  gint64 *times;      /* of routines, for one stretch */
  GHashTable *places; /* in `shares`, by process and routine */
  GArray *shares;
} Sums;

static void
add_time (
    Sums *sums, const RefrainBackStretch *stretch, guint routine, gboolean before, RefrainTime time)
{
  const gint64 key
      = (gint64) stretch->process * (sums->n_routines + 2) + (before ? routine + 1 : routine);
  gpointer place;
  RefrainPathShare *share;

  if (!g_hash_table_lookup_extended (sums->places, &key, NULL, &place))
    {
      const RefrainPathShare none
          = { .process = stretch->process,
              .routine = routine < sums->n_routines ? routine : REFRAIN_NONE,
              .before = before,
              .from = G_MAXINT64,
              .to = G_MININT64 };

      place = GSIZE_TO_POINTER (sums->shares->len);
      g_array_append_val (sums->shares, none);
      g_hash_table_insert (sums->places, g_memdup2 (&key, sizeof key), place);
    }
  share = &g_array_index (sums->shares, RefrainPathShare, GPOINTER_TO_SIZE (place));
  share->time[sums->side] += time;
  if (sums->side != sums->slow)
    return;
  share->from = MIN (share->from, stretch->from);
  share->to = MAX (share->to, stretch->to);
}

static void
add_stretch (Sums *sums, const RefrainBackStretch *stretch)
{
  for (guint r = 0; r <= sums->n_routines; r++)
    sums->times[r] = 0;
  refrain_comparison_add_times (refrain_trace_get_process (sums->trace, stretch->process),
                                stretch->thread, stretch->from, stretch->to, sums->times,
                                sums->n_routines);
  for (guint r = 0; r <= sums->n_routines; r++)
    if (sums->times[r] != 0)
      add_time (sums, stretch, r, FALSE, sums->times[r]);
}

/* Whether @op is one of @process' in the occurrence. */
static gboolean
has_op (const Sums *sums, const RefrainComparedProcess *process, guint32 op)
{
  gsize n;
  const RefrainComparedOp *ops = refrain_comparison_get_ops (sums->self, &n);

  for (gsize k = process->first; k < process->first + process->n; k++)
    if (ops[k].op[sums->side] == op)
      return TRUE;
  return FALSE;
}

/* Where @stretch leads out of its process' part, which is late: cuts it there, and gives TRUE. What
 * is received may have been asked for before the part begins. */
static gboolean
cut_late (Sums *sums, RefrainBackStretch *stretch)
{
  gsize n;
  const RefrainComparedProcess *processes = refrain_comparison_get_processes (sums->self, &n);
  const gsize i = REFRAIN_LOWER_BOUND (k, 0, n, processes[k].process < stretch->process);
  RefrainBackStretch before = *stretch;
  RefrainTime start;

  if (i == n || processes[i].process != stretch->process
      || processes[i].start[sums->side] > processes[i].end[sums->side])
    return FALSE;
  start = processes[i].start[sums->side];
  if (start <= MAX (stretch->from, sums->zero)
      || (start > stretch->to && !has_op (sums, &processes[i], stretch->op)))
    return FALSE;
  stretch->from = before.to = MIN (start, stretch->to);
  before.from = sums->zero;
  add_time (sums, &before, sums->n_routines, TRUE, before.to - before.from);
  return TRUE;
}

/* The process on which it ends. */
static RefrainBackStretch
find_end (const Sums *sums)
{
  RefrainBackStretch last = { .process = REFRAIN_NONE, .op = REFRAIN_NONE };
  gsize n, n_ops;
  const RefrainComparedProcess *processes = refrain_comparison_get_processes (sums->self, &n);
  const RefrainComparedOp *ops = refrain_comparison_get_ops (sums->self, &n_ops);

  for (gsize i = 0; i < n; i++)
    {
      RefrainProcess *own = refrain_trace_get_process (sums->trace, processes[i].process);
      guint32 op = REFRAIN_NONE;

      if (processes[i].start[sums->side] > processes[i].end[sums->side]
          || refrain_process_get_n_threads (own) == 0
          || (last.process != REFRAIN_NONE && processes[i].end[sums->side] <= last.to))
        continue;
      for (gsize k = processes[i].first; k < processes[i].first + processes[i].n; k++)
        if (ops[k].op[sums->side] != REFRAIN_NONE)
          op = ops[k].op[sums->side];
      last.process = processes[i].process;
      last.to = processes[i].end[sums->side];
      last.thread = op != REFRAIN_NONE ? refrain_process_get_thread_of_op (own, op)
                                       : refrain_process_get_thread (own, 0);
    }
  return last;
}

/* Back from the end of @stretch; with @parts no further than where a process begins its part late.
 */
static void
go_back (Sums *sums, RefrainBackStretch stretch, gboolean parts)
{
  RefrainBackStretch next;
  g_autoptr (RefrainBackPath) path = NULL;
  gboolean goes_on = TRUE;

  if (stretch.process == REFRAIN_NONE || stretch.thread == NULL || stretch.to <= sums->zero)
    return;
  path = refrain_back_path_new (sums->trace, sums->self->waits, sums->zero, stretch.to,
                                sums->cancellable);
  while (goes_on)
    {
      goes_on = refrain_back_path_step (path, &stretch, &next);
      goes_on = !(parts && cut_late (sums, &stretch)) && goes_on;
      add_stretch (sums, &stretch);
      stretch = next;
    }
}

/* From @begin of @process on each side, or, where that is NULL, from the end. */
static GArray *
list_path (RefrainComparison *self,
           guint slow,
           guint32 process,
           const RefrainTime *begin,
           GCancellable *cancellable)
{
  RefrainOccurrences *occurrences = refrain_comparison_get_occurrences (self);
  RefrainTrace *trace = refrain_occurrences_get_trace (occurrences);
  const guint n = refrain_trace_get_n_routines (trace);
  g_autofree gint64 *times = g_new (gint64, (gsize) n + 1);
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  Sums sums = { .self = self,
                .trace = trace,
                .slow = slow,
                .n_routines = n,
                .cancellable = cancellable,
                .times = times,
                .places = places,
                .shares = g_array_new (FALSE, FALSE, sizeof (RefrainPathShare)) };

  for (sums.side = 0; sums.side < REFRAIN_N_COMPARED; sums.side++)
    {
      RefrainBackStretch last = { .process = process, .op = REFRAIN_NONE };

      sums.zero = refrain_occurrences_get (occurrences,
                                           refrain_comparison_get_occurrence (self, sums.side))
                      .start;
      if (begin != NULL)
        {
          last.to = begin[sums.side];
          last.thread = refrain_process_get_thread (refrain_trace_get_process (trace, process), 0);
        }
      go_back (&sums, begin != NULL ? last : find_end (&sums), begin == NULL);
    }
  return sums.shares;
}

GArray *
refrain_comparison_list_path (RefrainComparison *self, guint slow, GCancellable *cancellable)
{
  return list_path (self, slow, REFRAIN_NONE, NULL, cancellable);
}

GArray *
refrain_comparison_list_path_to (RefrainComparison *self,
                                 guint slow,
                                 guint32 process,
                                 const RefrainTime *begin,
                                 GCancellable *cancellable)
{
  return list_path (self, slow, process, begin, cancellable);
}
