/* refrain-beside-windows.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Windows that move together: one shows what is as far from the place where both runs are aligned
 * as what the other shows. It may lie beyond the run, which is shorter then.
 */
#include "refrain-beside-private.h"

#include "refrain-object.h"
#include "refrain-run.h"

/* A place takes this share of the window at most, which shows the time of so many occurrences of a
 * process. */
#define PLACE_SHARE 0.2
#define OCCURRENCES 2
/* Air at the edges of whole runs. */
#define AIR 0.01

const char *
refrain_aligned_get_name (RefrainAligned aligned)
{
  static const char *const names[REFRAIN_N_ALIGNED]
      = { "start", "difference", "selection", "logical", "freely" };

  g_return_val_if_fail (aligned < REFRAIN_N_ALIGNED, NULL);
  return names[aligned];
}

REFRAIN_GETTER (RefrainBeside, refrain_beside, RefrainAligned, get_aligned, self->aligned)

/* Which of them @session is. */
static guint
get_side (RefrainBeside *self, RefrainSession *session)
{
  return refrain_beside_get_run (self, 1) == session;
}

/* When what was picked in @session begins, in which process; without, the measured time, which a
 * selected phase or occurrence is, too. */
static gboolean
find_picked (RefrainSession *session, guint32 *process, RefrainTime *time)
{
  const RefrainPick *pick = refrain_selection_get_pick (refrain_session_get_selection (session));
  RefrainProcess *own;
  RefrainTime end;

  *process = REFRAIN_NONE;
  if (pick->kind == REFRAIN_PICK_NONE)
    {
      refrain_selection_get_range (refrain_session_get_selection (session), time, &end);
      return *time <= end;
    }
  if (pick->kind != REFRAIN_PICK_OP && pick->kind != REFRAIN_PICK_CALL)
    return FALSE;
  own = refrain_trace_get_process (refrain_session_get_trace (session), pick->process);
  *process = pick->process;
  *time = pick->kind == REFRAIN_PICK_OP ? refrain_process_get_ops (own)->time[pick->row]
                                        : refrain_process_get_calls (own)->start[pick->row];
  return TRUE;
}

RefrainCounterparts *
refrain_beside_get_counterparts (RefrainBeside *self)
{
  if (self->counterparts == NULL)
    self->counterparts = refrain_counterparts_new (refrain_session_get_trace (self->session),
                                                   refrain_session_get_trace (self->other));
  return self->counterparts;
}

/* When what was picked last happens in run @session. */
static gboolean
find_same (RefrainBeside *self, RefrainSession *session, RefrainTime *time)
{
  guint32 process;
  RefrainTime picked;

  if (self->picked == NULL || !find_picked (self->picked, &process, &picked))
    return FALSE;
  if (!refrain_counterparts_find (refrain_beside_get_counterparts (self),
                                  self->picked == self->session ? 0 : 1, process, picked, time))
    return FALSE;
  if (session == self->picked)
    *time = picked;
  return TRUE;
}

gboolean
refrain_beside_get_anchor (RefrainBeside *self, RefrainSession *session, double *anchor)
{
  RefrainAxis *axis = refrain_session_get_axis (session);
  g_autoptr (RefrainBesideRow) row = refrain_beside_dup_row (self);
  RefrainTime time = refrain_trace_get_run (refrain_session_get_trace (session))->start;
  RefrainDifferencePlace places[2];

  if (axis == NULL)
    return FALSE;
  if (self->aligned == REFRAIN_ALIGNED_DIFFERENCE && row != NULL
      && refrain_beside_row_get_place (row, 0, &places[0])
      && refrain_beside_row_get_place (row, 1, &places[1]))
    time = places[get_side (self, session)].start;
  else if (self->aligned == REFRAIN_ALIGNED_SELECTION && self->other != NULL)
    find_same (self, session, &time);
  *anchor = self->aligned == REFRAIN_ALIGNED_LOGICAL
                    && refrain_axis_get_kind (axis) == REFRAIN_AXIS_LOGICAL
                ? 0
                : refrain_axis_from_time (axis, time);
  return TRUE;
}

/* The other one shows what @session does. */
static void
follow (RefrainBeside *self, RefrainSession *session)
{
  RefrainSession *other = session == self->session ? self->other : self->session;
  double start, end, from, to;

  if (self->moving || self->other == NULL || self->aligned == REFRAIN_ALIGNED_FREELY
      || !refrain_beside_get_anchor (self, session, &from)
      || !refrain_beside_get_anchor (self, other, &to)
      || refrain_axis_get_kind (refrain_session_get_axis (session))
             != refrain_axis_get_kind (refrain_session_get_axis (other)))
    return;
  refrain_selection_get_window (refrain_session_get_selection (session), &start, &end);
  self->moving = TRUE;
  refrain_selection_set_window (refrain_session_get_selection (other), start - from + to,
                                end - from + to, FALSE);
  self->moving = FALSE;
}

static void
on_window (RefrainBeside *self, GParamSpec *pspec, RefrainSelection *selection)
{
  follow (self,
          selection == refrain_session_get_selection (self->session) ? self->session : self->other);
}

/* The other run shows what is the same there. */
static void
on_pick (RefrainBeside *self, GParamSpec *pspec, RefrainSelection *selection)
{
  RefrainSession *session
      = selection == refrain_session_get_selection (self->session) ? self->session : self->other;
  guint32 process;
  RefrainTime time;

  if (self->moving || !find_picked (session, &process, &time))
    return;
  self->picked = session;
  if (self->aligned == REFRAIN_ALIGNED_SELECTION)
    follow (self, session);
}

/* The second run shows what the first does as soon as it can. With another axis runs are not
 * aligned by logical time any more. */
static void
on_axis (RefrainBeside *self, GParamSpec *pspec, RefrainSession *session)
{
  if (self->aligned == REFRAIN_ALIGNED_LOGICAL && session == self->session
      && refrain_axis_get_kind (refrain_session_get_axis (session)) != REFRAIN_AXIS_LOGICAL)
    {
      self->aligned = REFRAIN_ALIGNED_START;
      g_object_notify (G_OBJECT (self), "aligned");
    }
  follow (self, self->session);
}

void
refrain_beside_watch_window (RefrainBeside *self, RefrainSession *session)
{
  refrain_connect (refrain_session_get_selection (session), "notify::window", on_window, self);
  refrain_connect (refrain_session_get_selection (session), "notify::pick", on_pick, self);
  refrain_connect (refrain_session_get_selection (session), "notify::range", on_pick, self);
  refrain_connect (session, "notify::axis", on_axis, self);
  refrain_beside_watch_same (self, session);
}

void
refrain_beside_set_aligned (RefrainBeside *self, RefrainAligned aligned)
{
  RefrainAligned before;

  g_return_if_fail (REFRAIN_IS_BESIDE (self));
  g_return_if_fail (aligned < REFRAIN_N_ALIGNED);

  if (self->aligned == aligned
      || (aligned == REFRAIN_ALIGNED_LOGICAL && refrain_session_get_axis (self->session) == NULL))
    return;
  before = self->aligned;
  self->aligned = aligned;
  if (aligned == REFRAIN_ALIGNED_LOGICAL)
    {
      self->before_logical = refrain_axis_get_kind (refrain_session_get_axis (self->session));
      refrain_session_set_axis_kind (self->session, REFRAIN_AXIS_LOGICAL);
    }
  else if (before == REFRAIN_ALIGNED_LOGICAL)
    refrain_session_set_axis_kind (self->session, self->before_logical);
  g_object_notify (G_OBJECT (self), "aligned");
  follow (self, self->session);
}

/* From how far before the anchor to how far behind it the run of @session goes. */
static gboolean
get_reach (RefrainBeside *self, RefrainSession *session, double *before, double *behind)
{
  double anchor, start, end;

  if (!refrain_beside_get_anchor (self, session, &anchor))
    return FALSE;
  refrain_axis_get_extent (refrain_session_get_axis (session), &start, &end);
  *before = anchor - start;
  *behind = end - anchor;
  return TRUE;
}

void
refrain_beside_show_all (RefrainBeside *self)
{
  double before[2], behind[2], anchor, air;

  g_return_if_fail (REFRAIN_IS_BESIDE (self));

  if (self->other == NULL || self->aligned == REFRAIN_ALIGNED_FREELY
      || !get_reach (self, self->session, &before[0], &behind[0])
      || !get_reach (self, self->other, &before[1], &behind[1]))
    {
      refrain_session_show_all (self->session);
      if (self->other != NULL)
        refrain_session_show_all (self->other);
      return;
    }
  before[0] = MAX (before[0], before[1]);
  behind[0] = MAX (behind[0], behind[1]);
  air = (before[0] + behind[0]) * AIR;
  refrain_beside_get_anchor (self, self->session, &anchor);
  refrain_selection_set_window (refrain_session_get_selection (self->session),
                                anchor - before[0] - air, anchor + behind[0] + air, TRUE);
  follow (self, self->session);
}

/* How much is to be seen of @place in the run of @session. */
static double
get_width (RefrainSession *session, const RefrainDifferencePlace *place)
{
  RefrainTrace *trace = refrain_session_get_trace (session);
  const RefrainRun *run = refrain_trace_get_run (trace);
  const double length = (double) (run->end - run->start);
  const double each = (double) place->n / MAX (refrain_trace_get_n_processes (trace), 1);

  return MAX ((double) (place->end - place->start) / PLACE_SHARE,
              place->ops != NULL ? MIN (OCCURRENCES * length / MAX (each, 1), length) : 0);
}

/* Marks @place of @session, in a window of @width from @lead before it on. */
static void
show_place (RefrainSession *session, const RefrainDifferencePlace *place, double width, double lead)
{
  RefrainAxis *axis = refrain_session_get_axis (session);
  const RefrainTime from = place->start - (RefrainTime) lead;

  refrain_selection_set_range (refrain_session_get_selection (session), place->start, place->end);
  refrain_selection_set_window (refrain_session_get_selection (session),
                                refrain_axis_from_time (axis, from),
                                refrain_axis_from_time (axis, from + (RefrainTime) width), TRUE);
}

void
refrain_beside_show_places (RefrainBeside *self, RefrainBesideRow *row)
{
  RefrainDifferencePlace places[2];
  gboolean there[2];
  double width = 1, longest = 1;

  for (guint s = 0; s < 2; s++)
    {
      if (refrain_session_get_axis (refrain_beside_get_run (self, s)) == NULL)
        return;
      there[s] = refrain_beside_row_get_place (row, s, &places[s]);
      if (there[s])
        {
          longest = MAX (longest, (double) (places[s].end - places[s].start));
          width = MAX (width, get_width (refrain_beside_get_run (self, s), &places[s]));
        }
    }
  if (!there[0] && !there[1])
    {
      refrain_beside_show_all (self);
      return;
    }
  /* Where both are aligned elsewhere, one of them cannot be seen: each shows its own. */
  if (there[0] && there[1] && self->aligned != REFRAIN_ALIGNED_FREELY)
    refrain_beside_set_aligned (self, REFRAIN_ALIGNED_DIFFERENCE);
  self->moving = TRUE;
  for (guint s = 0; s < 2; s++)
    if (there[s])
      show_place (refrain_beside_get_run (self, s), &places[s], width, (width - longest) / 2);
  self->moving = FALSE;
  if (!there[0] || !there[1])
    follow (self, refrain_beside_get_run (self, there[1] ? 1 : 0));
}
