/* refrain-session-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For refrain-session.c and refrain-session-window.c only.
 */
#pragma once

#include "refrain-session.h"

G_BEGIN_DECLS

struct _RefrainSession
{
  GObject parent_instance;

  RefrainTrace *trace;
  RefrainTaskRunner *runner;
  RefrainSelection *selection;
  RefrainPatterns *patterns;
  RefrainMatches *matches;
  RefrainPhaseModel *phases;
  RefrainSummary *summary;
  RefrainAxis *axis;
  RefrainMatrix *matrix;
  RefrainAxis *axes[REFRAIN_AXIS_LOGICAL + 1];
  RefrainAxisKind wanted_kind;
  RefrainPick hover;
  gboolean dark;
  gboolean measuring;
  gint64 last_drag; /* monotonic time of the last REFRAIN_MOVE_DRAG, µs */
};

/* Keeps [start, end] inside @axis and not narrower than can be told apart. */
void refrain_session_limit_window (RefrainAxis *axis, double *start, double *end);

/* Moves the window so far that @pick can be seen. */
void refrain_session_reveal (RefrainSession *self, const RefrainPick *pick, RefrainMove move);

/* Shows just the time of the selected phases; what was picked is not any more. */
void refrain_session_on_phases_selected (RefrainSession *self);

G_END_DECLS
