/* refrain-phase-times.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A job for all selected phases, started anew whenever others are selected: the times of a phase
 * on a process span those of the segments that it covers.
 */
#include "refrain-phase-times.h"

#include "refrain-object.h"

#include "refrain-free.h"

#include <glib/gi18n.h>

typedef struct
{
  RefrainPhaseRange range;
  RefrainPhaseInterval *intervals; /* of each process */
} Times;

struct _RefrainPhaseTimes
{
  GObject parent_instance;

  RefrainSession *session;
  RefrainJob *job; /* that works them out, while it runs */
  GArray *found;   /* of Times */
};

G_DEFINE_FINAL_TYPE (RefrainPhaseTimes, refrain_phase_times, G_TYPE_OBJECT)

static guint changed;

RefrainPhaseTimes *
refrain_phase_times_new (void)
{
  return g_object_new (REFRAIN_TYPE_PHASE_TIMES, NULL);
}

const RefrainPhaseInterval *
refrain_phase_times_get (RefrainPhaseTimes *self, const RefrainPhaseRange *range)
{
  g_return_val_if_fail (REFRAIN_IS_PHASE_TIMES (self), NULL);
  g_return_val_if_fail (range != NULL, NULL);

  for (guint i = 0; i < self->found->len; i++)
    {
      const Times *times = &g_array_index (self->found, Times, i);

      if (times->range.start == range->start && times->range.end == range->end)
        return times->intervals;
    }
  return NULL;
}

/* ---- Working them out ---- */

REFRAIN_DEFINE_CLEAR (clear_times, Times, g_free (x->intervals))

static GArray *
make_list (void)
{
  GArray *list = g_array_new (FALSE, TRUE, sizeof (Times));

  g_array_set_clear_func (list, clear_times);
  return list;
}

static void
free_list (gpointer data)
{
  g_array_unref (data);
}

typedef struct
{
  RefrainPhases *phases;
  guint n;
  RefrainPhaseRange ranges[REFRAIN_PHASE_TIMES_MAX];
  GArray *nodes[REFRAIN_PHASE_TIMES_MAX]; /* of guint32: the segments of each */
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_object_unref (work->phases);
  for (guint i = 0; i < work->n; i++)
    g_array_unref (work->nodes[i]);
  g_free (work);
}

/* FALSE when cancelled. */
static gboolean
widen (RefrainPhases *phases,
       const GArray *nodes,
       guint n_processes,
       RefrainPhaseInterval *all,
       GCancellable *cancellable)
{
  g_autofree RefrainPhaseInterval *some = g_new (RefrainPhaseInterval, n_processes + 1);

  for (guint p = 0; p < n_processes; p++)
    all[p] = (RefrainPhaseInterval){ G_MAXINT64, G_MININT64 };
  for (guint i = 0; i < nodes->len; i++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      refrain_phases_get_intervals (phases, g_array_index (nodes, guint32, i), some);
      for (guint p = 0; p < n_processes; p++)
        {
          all[p].start = MIN (all[p].start, some[p].start);
          all[p].end = MAX (all[p].end, some[p].end);
        }
    }
  return TRUE;
}

static gpointer
find_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Work *work = data;
  GCancellable *cancellable = refrain_job_get_cancellable (job);
  const guint n_processes = refrain_trace_get_n_processes (
      refrain_pattern_set_get_trace (refrain_phases_get_pattern_set (work->phases)));
  g_autoptr (GArray) found = make_list ();

  for (guint i = 0; i < work->n; i++)
    {
      const Times times
          = { work->ranges[i], g_new (RefrainPhaseInterval, (gsize) n_processes + 1) };

      g_array_append_val (found, times);
      if (!widen (work->phases, work->nodes[i], n_processes, times.intervals, cancellable))
        {
          g_cancellable_set_error_if_cancelled (cancellable, error);
          return NULL;
        }
    }
  return g_steal_pointer (&found);
}

static void
on_found (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainPhaseTimes *self = data;
  g_autoptr (GArray) found = result;

  if (found == NULL)
    return;
  g_array_unref (self->found);
  self->found = g_steal_pointer (&found);
  g_signal_emit (self, changed, 0);
}

static void
find (RefrainPhaseTimes *self)
{
  RefrainPhaseModel *model
      = self->session != NULL ? refrain_session_get_phases (self->session) : NULL;
  const RefrainPhaseRange *selected;
  guint n = 0;
  Work *work;

  refrain_job_stop (&self->job);
  g_array_set_size (self->found, 0);
  if (model == NULL || refrain_phase_model_get_phases (model) == NULL)
    return;
  selected = refrain_phase_model_get_selected (model, &n);
  if (n == 0)
    return;
  work = g_new0 (Work, 1);
  work->phases = g_object_ref (refrain_phase_model_get_phases (model));
  work->n = MIN (n, REFRAIN_PHASE_TIMES_MAX);
  for (guint i = 0; i < work->n; i++)
    {
      work->ranges[i] = selected[i];
      work->nodes[i] = refrain_phase_model_cover (model, &selected[i]);
    }
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->job,
                                _ ("Timing phases"), find_in_thread, work, work_free, free_list,
                                self, on_found);
}

void
refrain_phase_times_set_session (RefrainPhaseTimes *self, RefrainSession *session)
{
  static const char *const signals[] = { "notify::phases", "notify::selected" };

  g_return_if_fail (REFRAIN_IS_PHASE_TIMES (self));
  g_return_if_fail (session == NULL || REFRAIN_IS_SESSION (session));

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (refrain_session_get_phases (self->session), self);
  g_set_object (&self->session, session);
  for (gsize i = 0; i < G_N_ELEMENTS (signals) && session != NULL; i++)
    refrain_connect (refrain_session_get_phases (session), signals[i], find, self);
  find (self);
}

REFRAIN_DEFINE_END (RefrainPhaseTimes, refrain_phase_times, dispose, refrain_job_stop (&x->job);
                    g_clear_object (&x->session);
                    g_clear_pointer (&x->found, g_array_unref))

static void
refrain_phase_times_class_init (RefrainPhaseTimesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = refrain_phase_times_dispose;
  changed = g_signal_new ("changed", REFRAIN_TYPE_PHASE_TIMES, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                          NULL, G_TYPE_NONE, 0);
}

static void
refrain_phase_times_init (RefrainPhaseTimes *self)
{
  self->found = make_list ();
}
