/* refrain-session.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is shared. How it comes to be is in refrain-session-work.c, what phases have to do with it
 * in refrain-session-bands.c, and the window's moves are in refrain-session-window.c.
 */
#include "config.h"
#include "refrain-session-private.h"

G_DEFINE_FINAL_TYPE (RefrainSession, refrain_session, G_TYPE_OBJECT)

static GParamSpec *properties[REFRAIN_SESSION_N_PROPERTIES];

void
refrain_session_notify (RefrainSession *self, RefrainSessionProperty property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
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
  self->loops = refrain_loops_new (trace, self->patterns, runner, self->selection);
  self->phases = refrain_phase_model_new (self->patterns, runner);
  g_signal_connect_object (self->loops, "notify::selected",
                           G_CALLBACK (refrain_session_on_loop_selected), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->phases, "notify::selected",
                           G_CALLBACK (refrain_session_on_phases_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->phases, "notify", G_CALLBACK (refrain_session_on_bands_changed),
                           self, G_CONNECT_SWAPPED);
  return self;
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

RefrainLoops *
refrain_session_get_loops (RefrainSession *self)
{
  g_return_val_if_fail (REFRAIN_IS_SESSION (self), NULL);
  return self->loops;
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

const char *
refrain_session_get_matrix_where (RefrainSession *self)
{
  g_return_val_if_fail (REFRAIN_IS_SESSION (self), NULL);
  return self->matrix_where;
}

void
refrain_session_set_matrix (RefrainSession *self, RefrainMatrix *matrix, const char *where)
{
  g_return_if_fail (REFRAIN_IS_SESSION (self));

  g_free (self->matrix_where);
  self->matrix_where = g_strdup (where);
  if (g_set_object (&self->matrix, matrix))
    refrain_session_notify (self, REFRAIN_SESSION_MATRIX);
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
  refrain_session_notify (self, REFRAIN_SESSION_HOVER);
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
  refrain_session_notify (self, REFRAIN_SESSION_DARK);
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
  refrain_session_notify (self, REFRAIN_SESSION_MEASURING);
}

static void
refrain_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  RefrainSession *self = REFRAIN_SESSION (object);

  switch ((RefrainSessionProperty) id)
    {
    case REFRAIN_SESSION_SUMMARY:
      g_value_set_object (value, self->summary);
      break;
    case REFRAIN_SESSION_AXIS:
      g_value_set_object (value, self->axis);
      break;
    case REFRAIN_SESSION_MATRIX:
      g_value_set_object (value, self->matrix);
      break;
    case REFRAIN_SESSION_HOVER:
      g_value_set_pointer (value, &self->hover);
      break;
    case REFRAIN_SESSION_DARK:
      g_value_set_boolean (value, self->dark);
      break;
    case REFRAIN_SESSION_MEASURING:
      g_value_set_boolean (value, self->measuring);
      break;
    case REFRAIN_SESSION_BANDS:
      g_value_set_boxed (value, refrain_session_get_bands (self));
      break;
    case REFRAIN_SESSION_N_PROPERTIES:
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
refrain_session_finalize (GObject *object)
{
  RefrainSession *self = REFRAIN_SESSION (object);

  g_clear_handle_id (&self->bands_wait, g_source_remove);
  for (guint i = 0; i < G_N_ELEMENTS (self->axes); i++)
    g_clear_object (&self->axes[i]);
  g_clear_object (&self->axis);
  g_clear_object (&self->matrix);
  g_free (self->matrix_where);
  g_clear_object (&self->summary);
  g_clear_object (&self->loops);
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
  properties[REFRAIN_SESSION_SUMMARY]
      = g_param_spec_object ("summary", NULL, NULL, REFRAIN_TYPE_SUMMARY, flags);
  properties[REFRAIN_SESSION_AXIS]
      = g_param_spec_object ("axis", NULL, NULL, REFRAIN_TYPE_AXIS, flags);
  properties[REFRAIN_SESSION_MATRIX]
      = g_param_spec_object ("matrix", NULL, NULL, REFRAIN_TYPE_MATRIX, flags);
  properties[REFRAIN_SESSION_HOVER] = g_param_spec_pointer ("hover", NULL, NULL, flags);
  properties[REFRAIN_SESSION_DARK] = g_param_spec_boolean ("dark", NULL, NULL, FALSE, flags);
  properties[REFRAIN_SESSION_MEASURING]
      = g_param_spec_boolean ("measuring", NULL, NULL, FALSE, flags);
  properties[REFRAIN_SESSION_BANDS]
      = g_param_spec_boxed ("bands", NULL, NULL, REFRAIN_TYPE_BANDS, flags);
  g_object_class_install_properties (object_class, REFRAIN_SESSION_N_PROPERTIES, properties);
}

static void
refrain_session_init (RefrainSession *self)
{
}
