/* refrain-critical-path.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Backward replay: from the last event on one thread back to the last operation there that could
 * not end before another process came, then on that process from the moment when it came. Time
 * never goes up again, and each thread's waits are passed once, so that it ends whatever the clocks
 * say; the pieces leave no gap, so that they add up exactly.
 */
#include "refrain-critical-path.h"

#include "refrain-call-walk.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-op-span.h"
#include "refrain-parallel.h"
#include "refrain-run.h"
#include "refrain-wait-lines.h"

/* Between two looks at the cancellable. */
#define HOPS_PER_CHECK 4096
/* So many blocks of threads are summed up apart. */
#define BLOCKS 16

struct _RefrainCriticalPath
{
  GObject parent_instance;

  RefrainWaits *waits;
  GArray *pieces; /* of RefrainPathPiece */
  RefrainTime start_gap, time;
  gsize n_hops;
  RefrainTime *processes, *routines;
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainCriticalPath, refrain_critical_path)

static void
refrain_critical_path_finalize (RefrainCriticalPath *self)
{
  g_clear_pointer (&self->pieces, g_array_unref);
  refrain_free (self->processes, self->routines);
  g_clear_object (&self->waits);
}

static void
refrain_critical_path_init (RefrainCriticalPath *self)
{
  self->pieces = g_array_new (FALSE, FALSE, sizeof (RefrainPathPiece));
}

/* ---- Going back ---- */

/* The line that ends last, the first of equals; lines->n where nothing happens. */
static gsize
find_last_line (const RefrainWaitLines *lines)
{
  gsize last = lines->n;

  for (gsize l = 0; l < lines->n; l++)
    if (lines->lines[l].end >= lines->lines[l].start
        && (last == lines->n || lines->lines[l].end > lines->lines[last].end))
      last = l;
  return last;
}

/* The thread of the same process that begins first, for what comes before @line begins. */
static gsize
find_first_line (const RefrainWaitLines *lines, gsize line)
{
  const guint process = lines->lines[line].process;
  gsize first = line;

  for (gsize l = lines->first[process]; l < lines->first[process + 1]; l++)
    if (lines->lines[l].start < lines->lines[first].start)
      first = l;
  return first;
}

static void
add_piece (RefrainCriticalPath *self,
           const RefrainWaitLine *line,
           RefrainTime start,
           RefrainTime end,
           guint32 op)
{
  const RefrainPathPiece piece = { start, end, line->process, line->thread, op };

  g_array_append_val (self->pieces, piece);
}

static void
reverse (GArray *pieces)
{
  RefrainPathPiece *data = (RefrainPathPiece *) (gpointer) pieces->data;

  for (guint i = 0; i < pieces->len / 2; i++)
    {
      const RefrainPathPiece piece = data[i];

      data[i] = data[pieces->len - 1 - i];
      data[pieces->len - 1 - i] = piece;
    }
}

/* Collects the pieces, last first. FALSE when cancelled. */
static gboolean
go_back (RefrainCriticalPath *self, const RefrainWaitLines *lines, GCancellable *cancellable)
{
  gsize l = find_last_line (lines);
  g_autofree gsize *left = g_new (gsize, lines->n + 1);
  RefrainTime time = l < lines->n ? lines->lines[l].end : 0;
  guint32 op = REFRAIN_NONE;

  for (gsize i = 0; i < lines->n; i++)
    left[i] = lines->lines[i].n;
  for (gsize turn = 0; l < lines->n; turn++)
    {
      const RefrainWaitLine *line = &lines->lines[l];
      guint32 other, other_op, waiting;
      RefrainTime end;

      if (turn % HOPS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      while (left[l] > 0 && line->waits[left[l] - 1].end > time)
        left[l]--;
      if (left[l] == 0)
        {
          const RefrainTime start = MIN (line->start, time);
          const gsize first = find_first_line (lines, l);

          add_piece (self, line, start, time, op);
          if (first == l || lines->lines[first].start >= start)
            break;
          /* Its process began it: the path goes on there. */
          l = first;
          time = start;
          op = REFRAIN_NONE;
          continue;
        }
      waiting = line->waits[--left[l]].op;
      if (!refrain_waits_get_release (self->waits, line->process, waiting, &other, &other_op, &end))
        continue;
      add_piece (self, line, end, time, op);
      self->n_hops++;
      l = refrain_wait_lines_find (lines, other, other_op);
      time = end;
      op = waiting;
    }
  reverse (self->pieces);
  return TRUE;
}

/* ---- What it passes ---- */

static int
compare_piece_places (gconstpointer a, gconstpointer b)
{
  const RefrainPathPiece *x = *(const RefrainPathPiece *const *) a;
  const RefrainPathPiece *y = *(const RefrainPathPiece *const *) b;

  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* The pieces of one thread against its calls, both ascending. */
static void
visit_thread (RefrainCriticalPath *self,
              GPtrArray *pieces,
              guint first,
              guint end,
              RefrainPathFunc func,
              gpointer data)
{
  const RefrainPathPiece *piece = pieces->pdata[first];
  const guint process_index = piece->process;
  RefrainProcess *process
      = refrain_trace_get_process (refrain_waits_get_trace (self->waits), process_index);
  RefrainCallWalk walk = refrain_call_walk_new (
      refrain_process_get_calls (process), refrain_process_get_thread (process, piece->thread));
  RefrainTime start, stop, at = piece->start;
  guint32 call;

  refrain_call_walk_skip (&walk, at);
  while (first < end && refrain_call_walk_next (&walk, &start, &stop, &call))
    while (first < end && at < stop)
      {
        const RefrainTime to = MIN (piece->end, stop);

        if (at < start && MIN (to, start) > at)
          func (process_index, REFRAIN_NONE, at, MIN (to, start), data);
        at = MAX (at, MIN (start, piece->end));
        if (to > at)
          func (process_index, call, at, to, data);
        at = MAX (at, to);
        if (at < piece->end)
          break;
        if (++first == end)
          return;
        piece = pieces->pdata[first];
        at = piece->start;
        refrain_call_walk_skip (&walk, at);
      }
  for (; first < end; first++)
    {
      piece = pieces->pdata[first];
      at = MAX (at, piece->start);
      if (piece->end > at)
        func (process_index, REFRAIN_NONE, at, piece->end, data);
      at = G_MININT64;
    }
}

/* The pieces by thread, of RefrainPathPiece. @firsts gets where those of each thread begin, and the
 * end, of guint. */
static GPtrArray *
sort_pieces (RefrainCriticalPath *self, GArray *firsts)
{
  GPtrArray *pieces = g_ptr_array_sized_new (self->pieces->len);

  for (guint i = 0; i < self->pieces->len; i++)
    g_ptr_array_add (pieces, &g_array_index (self->pieces, RefrainPathPiece, i));
  g_ptr_array_sort (pieces, compare_piece_places);
  for (guint i = 0; i < pieces->len; i++)
    {
      const RefrainPathPiece *piece = pieces->pdata[i], *last = i > 0 ? pieces->pdata[i - 1] : NULL;

      if (last == NULL || last->process != piece->process || last->thread != piece->thread)
        g_array_append_val (firsts, i);
    }
  g_array_append_val (firsts, pieces->len);
  return pieces;
}

void
refrain_critical_path_visit (RefrainCriticalPath *self, RefrainPathFunc func, gpointer data)
{
  g_autoptr (GArray) firsts = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GPtrArray) pieces = NULL;

  g_return_if_fail (REFRAIN_IS_CRITICAL_PATH (self));

  pieces = sort_pieces (self, firsts);
  for (guint t = 0; t + 1 < firsts->len; t++)
    visit_thread (self, pieces, g_array_index (firsts, guint, t),
                  g_array_index (firsts, guint, t + 1), func, data);
}

/* ---- Shares ---- */

/* What the path spends in routines and processes, of a block of threads. */
typedef struct
{
  const RefrainCalls *calls; /* of the process at hand */
  RefrainTime *processes, *routines;
  guint n_routines;
} Sums;

typedef struct
{
  RefrainCriticalPath *self;
  GPtrArray *pieces;
  const GArray *firsts;
  Sums sums[BLOCKS];
} ShareJob;

static void
add_stretch (guint process, guint32 call, RefrainTime start, RefrainTime end, gpointer data)
{
  const Sums *sums = data;
  const guint32 routine = call != REFRAIN_NONE ? sums->calls->routine[call] : call;

  sums->processes[process] += end - start;
  sums->routines[MIN (routine, sums->n_routines)] += end - start;
}

static void
visit_block (gsize block, gpointer data)
{
  ShareJob *job = data;
  RefrainTrace *trace = refrain_waits_get_trace (job->self->waits);
  Sums *sums = &job->sums[block];
  const guint n = job->firsts->len - 1;

  for (guint t = (guint) (n * block / BLOCKS); t < n * (block + 1) / BLOCKS; t++)
    {
      const guint first = g_array_index (job->firsts, guint, t);
      const RefrainPathPiece *piece = job->pieces->pdata[first];

      sums->calls = refrain_process_get_calls (refrain_trace_get_process (trace, piece->process));
      visit_thread (job->self, job->pieces, first, g_array_index (job->firsts, guint, t + 1),
                    add_stretch, sums);
    }
}

/* Blocks of threads at the same time. */
static void
find_shares (RefrainCriticalPath *self, RefrainTrace *trace)
{
  const guint n_routines = refrain_trace_get_n_routines (trace);
  const guint n_processes = refrain_trace_get_n_processes (trace);
  g_autoptr (GArray) firsts = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GPtrArray) pieces = sort_pieces (self, firsts);
  ShareJob job = { self, pieces, firsts };

  for (guint b = 0; b < BLOCKS; b++)
    job.sums[b] = (Sums){ NULL, g_new0 (RefrainTime, n_processes + 1),
                          g_new0 (RefrainTime, n_routines + 1), n_routines };
  refrain_parallel_run (BLOCKS, visit_block, &job, NULL);
  self->processes = g_new0 (RefrainTime, n_processes + 1);
  self->routines = g_new0 (RefrainTime, n_routines + 1);
  for (guint b = 0; b < BLOCKS; b++)
    {
      for (guint p = 0; p < n_processes; p++)
        self->processes[p] += job.sums[b].processes[p];
      for (guint r = 0; r <= n_routines; r++)
        self->routines[r] += job.sums[b].routines[r];
      refrain_free (job.sums[b].processes, job.sums[b].routines);
    }
}

RefrainCriticalPath *
refrain_critical_path_new (RefrainWaits *waits, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainCriticalPath) self = NULL;
  g_autoptr (RefrainWaitLines) lines = NULL;
  RefrainTrace *trace;

  g_return_val_if_fail (REFRAIN_IS_WAITS (waits), NULL);

  self = g_object_new (REFRAIN_TYPE_CRITICAL_PATH, NULL);
  self->waits = g_object_ref (waits);
  trace = refrain_waits_get_trace (waits);
  lines = refrain_wait_lines_new (waits, TRUE);
  if (!go_back (self, lines, cancellable))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  if (self->pieces->len > 0)
    {
      const RefrainPathPiece *first = &g_array_index (self->pieces, RefrainPathPiece, 0);
      const RefrainPathPiece *last
          = &g_array_index (self->pieces, RefrainPathPiece, self->pieces->len - 1);

      self->start_gap = first->start - refrain_trace_get_run (trace)->start;
      self->time = last->end - first->start;
    }
  find_shares (self, trace);
  return g_steal_pointer (&self);
}

/* ---- Questions ---- */

REFRAIN_GETTER (RefrainCriticalPath, refrain_critical_path, RefrainWaits *, get_waits, self->waits)

REFRAIN_ARRAY_GETTER (
    RefrainCriticalPath, refrain_critical_path, RefrainPathPiece, gsize, get_pieces, self->pieces)

REFRAIN_GETTER (RefrainCriticalPath, refrain_critical_path, RefrainTime, get_time, self->time)
REFRAIN_GETTER (
    RefrainCriticalPath, refrain_critical_path, RefrainTime, get_start_gap, self->start_gap)
REFRAIN_GETTER (RefrainCriticalPath, refrain_critical_path, gsize, get_n_hops, self->n_hops)
REFRAIN_GETTER (
    RefrainCriticalPath, refrain_critical_path, const RefrainTime *, get_processes, self->processes)
REFRAIN_GETTER (
    RefrainCriticalPath, refrain_critical_path, const RefrainTime *, get_routines, self->routines)
REFRAIN_GETTER (RefrainCriticalPath,
                refrain_critical_path,
                gsize,
                get_memory,
                self->pieces->len * sizeof (RefrainPathPiece))
