/* refrain-comparison-others.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From one outermost call of MPI to the next.
 */
#include "refrain-comparison-others.h"

#include "refrain-run.h"
#include "refrain-search.h"

/* One of so many parts of the picture is not seen. */
#define FINE 8000

/* Joins it with the one before it, of those from @first on. */
static void
add (GArray *others, guint first, const RefrainComparisonOther *other, RefrainTime fine)
{
  RefrainComparisonOther *last
      = others->len > first ? &g_array_index (others, RefrainComparisonOther, others->len - 1)
                            : NULL;

  if (last != NULL && other->from - last->to <= fine)
    last->to = other->to;
  else
    g_array_append_val (others, *other);
}

static gboolean
is_mpi (RefrainTrace *trace, guint32 routine)
{
  return routine < refrain_trace_get_n_routines (trace)
         && refrain_trace_get_routine_kind (trace, routine) != REFRAIN_ROUTINE_USER;
}

/* Adds where @thread of @process is in calls of MPI while @within to @others; what is no further
 * apart than @fine is one. Gives how much of @within is outside of such calls. */
static RefrainTime
add_calls (GArray *others,
           RefrainTrace *trace,
           guint32 process,
           const RefrainThread *thread,
           const RefrainComparisonOther *within,
           RefrainTime fine)
{
  RefrainProcess *own = refrain_trace_get_process (trace, process);
  const RefrainCalls *calls = refrain_process_get_calls (own);
  const gsize last = thread->first_call + thread->n_calls;
  RefrainComparisonOther other = *within;
  RefrainTime outside = 0, at = within->from;
  const guint first = others->len;

  /* Of those that are open then the outermost one. */
  for (guint32 open = refrain_process_find_call_at (own, thread, at); open != REFRAIN_NONE;
       open = calls->parent[open])
    if (is_mpi (trace, calls->routine[open]))
      other.to = at = MIN (calls->end[open], within->to);
  if (at > within->from)
    add (others, first, &other, fine);
  for (gsize i = refrain_process_find_call (own, thread, at);
       i < last && calls->start[i] < within->to; i++)
    if (calls->end[i] > at && is_mpi (trace, calls->routine[i]))
      {
        outside += calls->start[i] - at;
        other.from = calls->start[i];
        other.to = at = MIN (calls->end[i], within->to);
        add (others, first, &other, fine);
      }
  return outside + within->to - at;
}

void
refrain_comparison_others_init (RefrainComparisonOthers *self, RefrainComparison *comparison)
{
  *self = (RefrainComparisonOthers){
    .comparison = comparison,
    .calls = g_array_new (FALSE, FALSE, sizeof (RefrainComparisonOther)),
    .computing = g_array_new (FALSE, FALSE, sizeof (RefrainComparisonOther)),
  };
}

void
refrain_comparison_others_clear (RefrainComparisonOthers *self)
{
  g_clear_pointer (&self->calls, g_array_unref);
  g_clear_pointer (&self->computing, g_array_unref);
}

gboolean
refrain_comparison_others_find_row (const RefrainComparisonOthers *self,
                                    guint32 process,
                                    gsize *row)
{
  gsize n;
  const RefrainComparedProcess *processes = refrain_comparison_get_processes (self->comparison, &n);

  *row = REFRAIN_LOWER_BOUND (k, 0, n, processes[k].process < process);
  return *row < n && processes[*row].process == process;
}

gboolean
refrain_comparison_others_get_before (const RefrainComparisonOthers *self,
                                      guint side,
                                      guint32 process,
                                      RefrainComparisonOther *box)
{
  gsize row, n;

  if (!refrain_comparison_others_find_row (self, process, &row))
    return FALSE;
  *box = (RefrainComparisonOther){ side, row, self->zero[side], self->zero[side] };
  box->to
      = MAX (refrain_comparison_get_processes (self->comparison, &n)[row].start[side], box->from);
  return TRUE;
}

gboolean
refrain_comparison_others_note (RefrainComparisonOthers *self,
                                guint32 process,
                                const RefrainThread *thread,
                                const RefrainComparisonOther *within)
{
  RefrainTrace *trace
      = refrain_occurrences_get_trace (refrain_comparison_get_occurrences (self->comparison));

  return thread == NULL
         || add_calls (self->calls, trace, process, thread, within, self->span / FINE) > 0;
}

/* Notes what @process does until it begins its part. */
static void
note_before (RefrainComparisonOthers *self, guint side, guint32 process)
{
  RefrainProcess *own;
  RefrainComparisonOther before;

  if (process == REFRAIN_NONE
      || !refrain_comparison_others_get_before (self, side, process, &before)
      || before.from >= before.to)
    return;
  own = refrain_trace_get_process (
      refrain_occurrences_get_trace (refrain_comparison_get_occurrences (self->comparison)),
      process);
  g_array_append_val (self->computing, before);
  self->computes_before |= refrain_comparison_others_note (
      self, process,
      refrain_process_get_n_threads (own) > 0 ? refrain_process_get_thread (own, 0) : NULL,
      &before);
}

/* Of what begins late, and of whoever makes it so. */
static void
find_before (RefrainComparisonOthers *self, const RefrainLateStart *late)
{
  for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
    {
      note_before (self, side, late->process);
      if (late->awaited != late->process)
        note_before (self, side, late->awaited);
      if (late->origin != late->awaited && late->origin != late->process)
        note_before (self, side, late->origin);
    }
}

static void
add_outside (RefrainComparisonOthers *self, guint32 process)
{
  gsize row;

  if (process != REFRAIN_NONE && !refrain_comparison_others_find_row (self, process, &row)
      && (self->n_outside == 0 || self->outside[0] != process))
    self->outside[self->n_outside++] = process;
}

/* Draws outsider @i in all of the panel that its process runs in. */
static void
add_outside_box (RefrainComparisonOthers *self, guint side, guint i)
{
  RefrainTrace *trace
      = refrain_occurrences_get_trace (refrain_comparison_get_occurrences (self->comparison));
  RefrainProcess *own = refrain_trace_get_process (trace, self->outside[i]);
  const RefrainRunSpan *run = &refrain_trace_get_run (trace)->processes[self->outside[i]];
  const RefrainTime from = self->zero[side] - self->lead;
  RefrainComparisonOther box
      = { side, 0, MAX (from, run->start), MIN (from + self->span, run->end) };
  gsize n;

  refrain_comparison_get_processes (self->comparison, &n);
  box.row = n + i;
  if (box.from >= box.to || refrain_process_get_n_threads (own) == 0)
    return;
  g_array_append_val (self->computing, box);
  refrain_comparison_others_note (self, self->outside[i], refrain_process_get_thread (own, 0),
                                  &box);
}

void
refrain_comparison_others_find (RefrainComparisonOthers *self)
{
  const RefrainComparisonCause *cause = refrain_comparison_get_cause (self->comparison);

  if (cause == NULL)
    return;
  if (cause->is_late)
    {
      find_before (self, &cause->late);
      add_outside (self, cause->late.awaited);
      add_outside (self, cause->late.origin);
    }
  else if (cause->n_turns <= 1)
    add_outside (self, cause->process);
  for (guint i = 0; i < self->n_outside; i++)
    for (guint side = 0; side < REFRAIN_N_COMPARED; side++)
      add_outside_box (self, side, i);
}
