/* refrain-find.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each search is a job that reads the columns of the trace and gives a place; the session goes
 * there.
 */
#include "refrain-find.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-message-sizes.h"
#include "refrain-pick-text.h"

#define CHECK_EVERY 65536

/* ---- Defects ---- */

/* The operation of @process that ends at @time, or the call open then. */
static gboolean
find_at (RefrainProcess *process, RefrainTime time, RefrainPick *pick)
{
  gsize n_threads = refrain_process_get_n_threads (process);

  for (gsize i = 0; i < n_threads; i++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, i);
      gsize op = refrain_process_find_op (process, thread, time);
      guint32 call = refrain_process_find_call_at (process, thread, time);

      if (op < thread->first_op + thread->n_ops
          && refrain_process_get_ops (process)->time[op] == time)
        {
          *pick = (RefrainPick){ REFRAIN_PICK_OP, refrain_process_get_rank (process), 0, op };
          return TRUE;
        }
      if (call != REFRAIN_NONE)
        {
          *pick = (RefrainPick){ REFRAIN_PICK_CALL, refrain_process_get_rank (process), 0, call };
          return TRUE;
        }
    }
  return FALSE;
}

void
refrain_find_show_defect (RefrainSession *session, RefrainDefect *defect)
{
  RefrainTrace *trace;
  RefrainTime time;
  gint32 process;

  g_return_if_fail (REFRAIN_IS_SESSION (session));
  g_return_if_fail (REFRAIN_IS_DEFECT (defect));

  trace = refrain_session_get_trace (session);
  time = refrain_defect_get_time (defect);
  process = refrain_defect_get_process (defect);
  if (process >= 0 && (guint) process < refrain_trace_get_n_processes (trace))
    {
      RefrainPick pick = { REFRAIN_PICK_PROCESS, (guint) process, 0, 0 };

      if (find_at (refrain_trace_get_process (trace, (guint) process), time, &pick))
        {
          refrain_session_zoom_to (session, &pick);
          return;
        }
      refrain_selection_set_pick (refrain_session_get_selection (session), &pick);
    }
  refrain_session_show_busy (session);
}

/* ---- Calls of a routine ---- */

typedef struct
{
  RefrainTrace *trace;
  guint32 routine;
} CallSearch;

REFRAIN_DEFINE_FREE (call_search_free, CallSearch, g_object_unref (x->trace))

typedef struct
{
  gboolean found;
  RefrainTime duration;
  RefrainPick pick;
} Best;

/* The longest call of the routine. */
static gpointer
search_calls (RefrainJob *job, gpointer data, GError **error)
{
  CallSearch *search = data;
  guint n_processes = refrain_trace_get_n_processes (search->trace);
  Best best = { 0 };

  for (guint p = 0; p < n_processes; p++)
    {
      const RefrainCalls *calls = refrain_trace_get_calls (search->trace, p);

      for (gsize i = 0; i < calls->n; i++)
        {
          const RefrainTime duration = calls->end[i] - calls->start[i];

          if (i % CHECK_EVERY == 0
              && g_cancellable_set_error_if_cancelled (refrain_job_get_cancellable (job), error))
            return NULL;
          if (calls->routine[i] == search->routine && (!best.found || duration > best.duration))
            best = (Best){ TRUE, duration, { REFRAIN_PICK_CALL, p, 0, i } };
        }
    }
  if (!best.found)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "%s",
                   _ ("This routine is never called."));
      return NULL;
    }
  return g_memdup2 (&best.pick, sizeof best.pick);
}

static void
on_call_found (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainSession *session = data;
  g_autofree RefrainPick *pick = result;

  if (pick != NULL)
    refrain_session_zoom_to (session, pick);
}

void
refrain_find_show_longest_call (RefrainSession *session, RefrainRoutine *routine)
{
  RefrainTrace *trace;
  guint n_routines;

  g_return_if_fail (REFRAIN_IS_SESSION (session));

  trace = refrain_session_get_trace (session);
  n_routines = refrain_trace_get_n_routines (trace);
  for (guint i = 0; i < n_routines; i++)
    if (refrain_trace_get_routine (trace, i) == routine)
      {
        CallSearch *search = g_new0 (CallSearch, 1);

        search->trace = g_object_ref (trace);
        search->routine = i;
        refrain_task_runner_start (refrain_session_get_runner (session), _ ("Searching"),
                                   search_calls, search, call_search_free, g_free,
                                   G_OBJECT (session), on_call_found, session);
        break;
      }
}

/* ---- Message sizes ---- */

typedef struct
{
  RefrainTrace *trace;
  guint64 first, last;
} SizeSearch;

REFRAIN_DEFINE_FREE (size_search_free, SizeSearch, g_object_unref (x->trace))

/* The first operation of @set, by process. */
static gboolean
find_first (RefrainTrace *trace, const RefrainOpSet *set, RefrainPick *pick)
{
  guint n_processes = refrain_trace_get_n_processes (trace);

  for (guint p = 0; p < n_processes; p++)
    {
      gsize n_ops = refrain_trace_get_ops (trace, p)->n;

      for (gsize i = 0; i < n_ops; i++)
        if (refrain_op_set_contains (set, p, i))
          {
            *pick = (RefrainPick){ REFRAIN_PICK_OP, p, 0, i };
            return TRUE;
          }
    }
  return FALSE;
}

typedef struct
{
  RefrainOpSet *set;
  RefrainPick first;
} SizeHits;

REFRAIN_DEFINE_FREE (size_hits_free, SizeHits, g_clear_pointer (&x->set, refrain_op_set_unref))

static gpointer
search_sizes (RefrainJob *job, gpointer data, GError **error)
{
  SizeSearch *search = data;
  RefrainOpSet *set = refrain_message_sizes_find (search->trace, search->first, search->last,
                                                  refrain_job_get_cancellable (job), error);
  SizeHits *hits;

  if (set == NULL)
    return NULL;
  hits = g_new0 (SizeHits, 1);
  hits->set = set;
  find_first (search->trace, set, &hits->first);
  return hits;
}

/* Lights them up where all of them can be seen, and selects the first. */
static void
on_sizes_found (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainSession *session = data;
  SizeHits *hits = result;

  if (hits == NULL)
    return;
  refrain_subjects_light (refrain_session_get_subjects (session), hits->set, NULL);
  refrain_session_show_busy (session);
  refrain_session_go_to (session, &hits->first);
  size_hits_free (hits);
}

void
refrain_find_light_up_sizes (RefrainSession *session, guint64 first, guint64 last)
{
  SizeSearch *search;

  g_return_if_fail (REFRAIN_IS_SESSION (session));

  search = g_new0 (SizeSearch, 1);
  search->trace = g_object_ref (refrain_session_get_trace (session));
  search->first = first;
  search->last = last;
  refrain_task_runner_start (refrain_session_get_runner (session), _ ("Searching"), search_sizes,
                             search, size_search_free, (GDestroyNotify) refrain_op_set_unref,
                             G_OBJECT (session), on_sizes_found, session);
}

/* ---- Stepping ---- */

void
refrain_find_step_operation (RefrainSession *session, int step)
{
  RefrainSelection *selection;
  RefrainTrace *trace;
  RefrainPick pick;
  gsize n_ops;

  g_return_if_fail (REFRAIN_IS_SESSION (session));
  g_return_if_fail (step == 1 || step == -1);

  selection = refrain_session_get_selection (session);
  trace = refrain_session_get_trace (session);
  pick = *refrain_selection_get_pick (selection);
  if (pick.kind == REFRAIN_PICK_OP)
    {
      n_ops = refrain_trace_get_ops (trace, pick.process)->n;
      if ((step < 0 && pick.row == 0) || (step > 0 && pick.row + 1 >= n_ops))
        return;
      pick.row = step < 0 ? pick.row - 1 : pick.row + 1;
    }
  else
    {
      const guint *processes;
      RefrainProcess *process;
      RefrainTime start, end;
      gsize n;

      processes = refrain_selection_get_processes (selection, &n);
      if (n == 0)
        return;
      if (pick.kind == REFRAIN_PICK_NONE)
        pick.process = processes[0];
      process = refrain_trace_get_process (trace, pick.process);
      if (refrain_process_get_n_threads (process) == 0)
        return;
      if (!refrain_pick_get_times (trace, &pick, &start, &end))
        refrain_session_get_window_times (session, &start, &end);
      pick.row = refrain_process_find_op (process, refrain_process_get_thread (process, 0), start);
      if (pick.row >= refrain_process_get_ops (process)->n)
        return;
      pick.kind = REFRAIN_PICK_OP;
    }
  refrain_session_go_to (session, &pick);
}
