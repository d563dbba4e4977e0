/* refrain-session-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For the refrain-session*.c files only.
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
  RefrainLoops *loops;
  RefrainSummary *summary;
  RefrainAxis *axis;
  RefrainMatrix *matrix;
  char *matrix_where;
  RefrainAxis *axes[REFRAIN_AXIS_LOGICAL + 1];
  RefrainAxisKind wanted_kind;
  RefrainPick hover;
  gboolean dark;
  gboolean measuring;
  guint bands_wait; /* before many bands follow the strength */
  gint64 last_drag; /* monotonic time of the last REFRAIN_MOVE_DRAG, µs */
};

typedef enum
{
  REFRAIN_SESSION_SUMMARY = 1,
  REFRAIN_SESSION_AXIS,
  REFRAIN_SESSION_MATRIX,
  REFRAIN_SESSION_HOVER,
  REFRAIN_SESSION_DARK,
  REFRAIN_SESSION_MEASURING,
  REFRAIN_SESSION_BANDS, /* behind the events */
  REFRAIN_SESSION_N_PROPERTIES
} RefrainSessionProperty;

void refrain_session_notify (RefrainSession *self, RefrainSessionProperty property);

/* Keeps [start, end] inside @axis and not narrower than can be told apart. */
void refrain_session_limit_window (RefrainAxis *axis, double *start, double *end);

/* Moves the window so far that @pick can be seen. */
void refrain_session_reveal (RefrainSession *self, const RefrainPick *pick, RefrainMove move);

/* Shows just the time of the selected phases; what was picked is not any more. */
void refrain_session_on_phases_selected (RefrainSession *self);

/* Tells that other bands are to be painted. */
void refrain_session_on_bands_changed (RefrainSession *self, GParamSpec *pspec);
/* Another construct of the loop model is selected: what was picked is not any more. */
void refrain_session_on_loop_selected (RefrainSession *self);

G_END_DECLS
