/* refrain-session-bands.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What other views show of the phases: the time of the selected ones, and bands behind the events.
 */
#include "config.h"
#include "refrain-session-private.h"

/* More bands than this follow the strength when it has not moved for so long, in milliseconds: they
 * take longer than tree and band of the phases have time in a frame. */
#define MANY 1000
#define REST 60

void
refrain_session_on_phases_selected (RefrainSession *self)
{
  RefrainTime start = G_MAXINT64, end = G_MININT64;
  guint n;
  const RefrainPhaseRange *selected = refrain_phase_model_get_selected (self->phases, &n);

  for (guint i = 0; i < n; i++)
    {
      RefrainTime from, to;

      if (!refrain_phase_model_get_span (self->phases, &selected[i], &from, &to))
        continue;
      start = MIN (start, from);
      end = MAX (end, to);
    }
  if (start > end)
    {
      refrain_selection_set_range (self->selection, 0, -1);
      return;
    }
  refrain_session_set_hover (self, NULL);
  refrain_loops_select (self->loops, REFRAIN_NONE);
  refrain_selection_set_pick (self->selection, NULL);
  refrain_selection_set_range (self->selection, start, end);
  if (self->axis != NULL)
    refrain_session_show (self, refrain_axis_from_time (self->axis, start),
                          refrain_axis_from_time (self->axis, end), REFRAIN_MOVE_DRAG);
}

RefrainBands *
refrain_session_get_bands (RefrainSession *self)
{
  g_return_val_if_fail (REFRAIN_IS_SESSION (self), NULL);
  return refrain_phase_model_get_bands (self->phases);
}

static gboolean
tell_bands (gpointer data)
{
  RefrainSession *self = data;

  self->bands_wait = 0;
  refrain_session_notify (self, REFRAIN_SESSION_BANDS);
  return G_SOURCE_REMOVE;
}

void
refrain_session_on_bands_changed (RefrainSession *self, GParamSpec *pspec)
{
  static const char *const changing[]
      = { "shown", "phases", "strength", "repetitions", "marks", "selected", "bands", NULL };
  gsize n;

  if (!g_strv_contains (changing, pspec->name)
      || (!refrain_phase_model_get_shown (self->phases) && !g_str_equal (pspec->name, "shown")))
    return;
  g_clear_handle_id (&self->bands_wait, g_source_remove);
  refrain_phase_model_get_ranges (self->phases, &n);
  if (g_str_equal (pspec->name, "strength") && n > MANY)
    self->bands_wait = g_timeout_add (REST, tell_bands, self);
  else
    refrain_session_notify (self, REFRAIN_SESSION_BANDS);
}
