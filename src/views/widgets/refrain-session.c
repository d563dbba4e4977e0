/* refrain-session.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is shared and how it comes to be. The window's moves are in refrain-session-window.c.
 */
#include "config.h"
#include "refrain-session-private.h"

#include <glib/gi18n.h>

#include "refrain-pick-text.h"

G_DEFINE_FINAL_TYPE (RefrainSession, refrain_session, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_SUMMARY,
  PROP_AXIS,
  PROP_MATRIX,
  PROP_HOVER,
  PROP_DARK,
  PROP_MEASURING,
  PROP_BANDS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
on_bands_changed (RefrainSession *self, GParamSpec *pspec)
{
  static const char *const changing[] = { "shown", "phases", "strength", "selected", NULL };

  if (g_strv_contains (changing, pspec->name)
      && (refrain_phase_model_get_shown (self->phases) || g_str_equal (pspec->name, "shown")))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BANDS]);
}

RefrainSession *
refrain_session_new (RefrainTrace *trace, RefrainTaskRunner *runner)
{
  RefrainSession *self;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (REFRAIN_IS_TASK_RUNNER (runner), NULL);

  self = g_object_new (REFRAIN_TYPE_SESSION, NULL);
  self->trace = g_object_ref (trace);
  self->runner = g_object_ref (runner);
  self->selection = refrain_selection_new (trace);
  self->patterns = refrain_patterns_new (trace, runner, self->selection);
  self->matches = refrain_matches_new (self->selection);
  self->phases = refrain_phase_model_new (self->patterns, runner);
  g_signal_connect_object (self->phases, "notify::selected",
                           G_CALLBACK (refrain_session_on_phases_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->phases, "notify", G_CALLBACK (on_bands_changed), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/* ---- Work in the background ---- */

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
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_AXIS]);
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
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_AXIS]);
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
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUMMARY]);
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

/* ---- Plain properties ---- */

RefrainTrace *
refrain_session_get_trace (RefrainSession *self)
{
  g_return_val_if_fail (REFRAIN_IS_SESSION (self), NULL);
  return self->trace;
}

RefrainSelection *
refrain_session_get_selection (RefrainSession *self)
{
  g_return_val_if_fail (REFRAIN_IS_SESSION (self), NULL);
  return self->selection;
}

RefrainTaskRunner *
refrain_session_get_runner (RefrainSession *self)
{
  g_return_val_if_fail (REFRAIN_IS_SESSION (self), NULL);
  return self->runner;
}

RefrainPatterns *
refrain_session_get_patterns (RefrainSession *self)
{
  g_return_val_if_fail (REFRAIN_IS_SESSION (self), NULL);
  return self->patterns;
}

RefrainMatches *
refrain_session_get_matches (RefrainSession *self)
{
  g_return_val_if_fail (REFRAIN_IS_SESSION (self), NULL);
  return self->matches;
}

RefrainPhaseModel *
refrain_session_get_phases (RefrainSession *self)
{
  g_return_val_if_fail (REFRAIN_IS_SESSION (self), NULL);
  return self->phases;
}

RefrainBands *
refrain_session_get_bands (RefrainSession *self)
{
  g_return_val_if_fail (REFRAIN_IS_SESSION (self), NULL);
  return refrain_phase_model_get_bands (self->phases);
}

RefrainSummary *
refrain_session_get_summary (RefrainSession *self)
{
  g_return_val_if_fail (REFRAIN_IS_SESSION (self), NULL);
  return self->summary;
}

RefrainAxis *
refrain_session_get_axis (RefrainSession *self)
{
  g_return_val_if_fail (REFRAIN_IS_SESSION (self), NULL);
  return self->axis;
}

RefrainMatrix *
refrain_session_get_matrix (RefrainSession *self)
{
  g_return_val_if_fail (REFRAIN_IS_SESSION (self), NULL);
  return self->matrix;
}

void
refrain_session_set_matrix (RefrainSession *self, RefrainMatrix *matrix)
{
  g_return_if_fail (REFRAIN_IS_SESSION (self));

  if (g_set_object (&self->matrix, matrix))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MATRIX]);
}

const RefrainPick *
refrain_session_get_hover (RefrainSession *self)
{
  g_return_val_if_fail (REFRAIN_IS_SESSION (self), NULL);
  return &self->hover;
}

void
refrain_session_set_hover (RefrainSession *self, const RefrainPick *pick)
{
  static const RefrainPick nothing = { REFRAIN_PICK_NONE, 0, 0, 0 };

  g_return_if_fail (REFRAIN_IS_SESSION (self));

  if (pick == NULL)
    pick = &nothing;
  if (refrain_pick_equal (&self->hover, pick))
    return;
  self->hover = *pick;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_HOVER]);
}

gboolean
refrain_session_get_dark (RefrainSession *self)
{
  g_return_val_if_fail (REFRAIN_IS_SESSION (self), FALSE);
  return self->dark;
}

void
refrain_session_set_dark (RefrainSession *self, gboolean dark)
{
  g_return_if_fail (REFRAIN_IS_SESSION (self));

  dark = !!dark;
  if (self->dark == dark)
    return;
  self->dark = dark;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DARK]);
}

gboolean
refrain_session_get_measuring (RefrainSession *self)
{
  g_return_val_if_fail (REFRAIN_IS_SESSION (self), FALSE);
  return self->measuring;
}

void
refrain_session_set_measuring (RefrainSession *self, gboolean measuring)
{
  g_return_if_fail (REFRAIN_IS_SESSION (self));

  measuring = !!measuring;
  if (self->measuring == measuring)
    return;
  self->measuring = measuring;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MEASURING]);
}

static void
refrain_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  RefrainSession *self = REFRAIN_SESSION (object);

  switch (id)
    {
    case PROP_SUMMARY:
      g_value_set_object (value, self->summary);
      break;
    case PROP_AXIS:
      g_value_set_object (value, self->axis);
      break;
    case PROP_MATRIX:
      g_value_set_object (value, self->matrix);
      break;
    case PROP_HOVER:
      g_value_set_pointer (value, &self->hover);
      break;
    case PROP_DARK:
      g_value_set_boolean (value, self->dark);
      break;
    case PROP_MEASURING:
      g_value_set_boolean (value, self->measuring);
      break;
    case PROP_BANDS:
      g_value_set_boxed (value, refrain_session_get_bands (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
refrain_session_finalize (GObject *object)
{
  RefrainSession *self = REFRAIN_SESSION (object);

  for (guint i = 0; i < G_N_ELEMENTS (self->axes); i++)
    g_clear_object (&self->axes[i]);
  g_clear_object (&self->axis);
  g_clear_object (&self->matrix);
  g_clear_object (&self->summary);
  g_clear_object (&self->phases);
  g_clear_object (&self->patterns);
  g_clear_object (&self->matches);
  g_clear_object (&self->selection);
  g_clear_object (&self->runner);
  g_clear_object (&self->trace);
  G_OBJECT_CLASS (refrain_session_parent_class)->finalize (object);
}

static void
refrain_session_class_init (RefrainSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = refrain_session_get_property;
  object_class->finalize = refrain_session_finalize;
  properties[PROP_SUMMARY]
      = g_param_spec_object ("summary", NULL, NULL, REFRAIN_TYPE_SUMMARY, flags);
  properties[PROP_AXIS] = g_param_spec_object ("axis", NULL, NULL, REFRAIN_TYPE_AXIS, flags);
  properties[PROP_MATRIX] = g_param_spec_object ("matrix", NULL, NULL, REFRAIN_TYPE_MATRIX, flags);
  properties[PROP_HOVER] = g_param_spec_pointer ("hover", NULL, NULL, flags);
  properties[PROP_DARK] = g_param_spec_boolean ("dark", NULL, NULL, FALSE, flags);
  properties[PROP_MEASURING] = g_param_spec_boolean ("measuring", NULL, NULL, FALSE, flags);
  properties[PROP_BANDS] = g_param_spec_boxed ("bands", NULL, NULL, REFRAIN_TYPE_BANDS, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
refrain_session_init (RefrainSession *self)
{
}
