/* refrain-session-work.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is worked out of the trace in the background.
 */
#include "config.h"
#include "refrain-session-private.h"

#include <glib/gi18n.h>

#include "refrain-pick-text.h"

typedef struct
{
  RefrainTrace *trace;
  RefrainAxisKind kind;
} AxisWork;

static void
axis_work_free (gpointer data)
{
  AxisWork *work = data;

  g_object_unref (work->trace);
  g_free (work);
}

static gpointer
make_axis (RefrainJob *job, gpointer data, GError **error)
{
  AxisWork *work = data;

  return refrain_axis_new (work->trace, work->kind);
}

static gpointer
make_summary (RefrainJob *job, gpointer data, GError **error)
{
  return refrain_summary_new (data, refrain_job_get_cancellable (job), error);
}

typedef struct
{
  RefrainAxis *from, *to;
} Conversion;

static void
convert_window (double *start, double *end, gpointer data)
{
  Conversion *conversion = data;
  RefrainTime from = refrain_axis_to_time (conversion->from, *start);
  RefrainTime to = refrain_axis_to_time (conversion->from, *end);

  *start = refrain_axis_from_time (conversion->to, from);
  *end = refrain_axis_from_time (conversion->to, to);
  if (*end < *start)
    *end = *start;
  refrain_session_limit_window (conversion->to, start, end);
}

static void
take_axis (RefrainSession *self, RefrainAxis *axis)
{
  g_autoptr (RefrainAxis) old = self->axis;

  if (axis == old)
    {
      self->axis = g_steal_pointer (&old);
      return;
    }
  self->axis = g_object_ref (axis);
  if (old == NULL)
    {
      double start, end;

      refrain_axis_get_busy_extent (axis, &start, &end);
      refrain_session_show (self, start, end, REFRAIN_MOVE_QUIET);
    }
  else
    {
      Conversion conversion = { old, axis };
      const RefrainPick *pick = refrain_selection_get_pick (self->selection);
      RefrainTime start, end, from, to;
      gboolean was_seen;

      g_set_object (&self->axis, old);
      refrain_session_get_window_times (self, &start, &end);
      g_set_object (&self->axis, axis);
      was_seen
          = refrain_pick_get_times (self->trace, pick, &from, &to) && to >= start && from <= end;
      refrain_selection_convert_windows (self->selection, convert_window, &conversion);
      /* Processes drift apart in logical time; what is selected stays in sight. */
      if (was_seen)
        refrain_session_reveal (self, pick, REFRAIN_MOVE_QUIET);
    }
  refrain_session_notify (self, REFRAIN_SESSION_AXIS);
}

static void
on_axis_made (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainSession *self = data;
  RefrainAxis *axis = result;
  RefrainAxisKind kind;

  if (axis == NULL)
    {
      if (self->axis != NULL)
        self->wanted_kind = refrain_axis_get_kind (self->axis);
      refrain_session_notify (self, REFRAIN_SESSION_AXIS);
      return;
    }
  kind = refrain_axis_get_kind (axis);
  g_set_object (&self->axes[kind], axis);
  g_object_unref (axis);
  if (kind == self->wanted_kind)
    take_axis (self, self->axes[kind]);
}

static void
on_summary_made (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainSession *self = data;

  if (result == NULL)
    return;
  g_clear_object (&self->summary);
  self->summary = result;
  refrain_session_notify (self, REFRAIN_SESSION_SUMMARY);
}

void
refrain_session_set_axis_kind (RefrainSession *self, RefrainAxisKind kind)
{
  AxisWork *work;

  g_return_if_fail (REFRAIN_IS_SESSION (self));
  g_return_if_fail (kind <= REFRAIN_AXIS_LOGICAL);

  self->wanted_kind = kind;
  if (self->axes[kind] != NULL)
    {
      take_axis (self, self->axes[kind]);
      return;
    }
  work = g_new0 (AxisWork, 1);
  work->trace = g_object_ref (self->trace);
  work->kind = kind;
  refrain_task_runner_start (self->runner, _ ("Laying out time"), make_axis, work, axis_work_free,
                             g_object_unref, G_OBJECT (self), on_axis_made, self);
}

void
refrain_session_prepare (RefrainSession *self)
{
  g_return_if_fail (REFRAIN_IS_SESSION (self));

  refrain_session_set_axis_kind (self, REFRAIN_AXIS_TIME);
  refrain_task_runner_start (self->runner, _ ("Summarising"), make_summary,
                             g_object_ref (self->trace), g_object_unref, g_object_unref,
                             G_OBJECT (self), on_summary_made, self);
}
