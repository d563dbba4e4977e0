/* refrain-session-window.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The commands that move the visible window.
 */
#include "config.h"
#include "refrain-session-private.h"

#include <math.h>

#include "refrain-pick-text.h"

/* Moves that follow each other within this time are one step of the history. */
#define DRAG_PAUSE (700 * G_TIME_SPAN_MILLISECOND)

/* The window shows an occurrence of a pattern when it is this many times as wide; else it is made
 * so. */
#define MIN_OCCURRENCE_ROOM 1.0
#define MAX_OCCURRENCE_ROOM 25.0
#define OCCURRENCE_ROOM     5.0

/* The narrowest window: a few nanoseconds, or a few logical steps. */
#define MIN_TIME_SPAN    10.0
#define MIN_LOGICAL_SPAN 4.0
/* Nor is it narrower than so many doubles that can be told apart. */
#define MIN_SPACINGS 64

void
refrain_session_limit_window (RefrainAxis *axis, double *start, double *end)
{
  double min
      = refrain_axis_get_kind (axis) == REFRAIN_AXIS_LOGICAL ? MIN_LOGICAL_SPAN : MIN_TIME_SPAN;
  double first, last, largest, margin, span;

  refrain_axis_get_extent (axis, &first, &last);
  largest = MAX (fabs (first), fabs (last));
  min = MAX (min, MIN_SPACINGS * (nextafter (largest, INFINITY) - largest));
  if (!(last - first >= min))
    last = first + min;
  /* A little air, so that what begins with the run does not stick to the edge. */
  margin = (last - first) * 0.01;
  first -= margin;
  last += margin;

  if (!isfinite (*start) || !isfinite (*end))
    {
      *start = first;
      *end = last;
    }
  span = CLAMP (*end - *start, min, last - first);
  *start = (*start + *end - span) / 2;
  *start = CLAMP (*start, first, MAX (first, last - span));
  *end = *start + span;
}

void
refrain_session_show (RefrainSession *self, double start, double end, RefrainMove move)
{
  gint64 now;
  gboolean remember;

  g_return_if_fail (REFRAIN_IS_SESSION (self));

  if (self->axis == NULL)
    return;
  now = g_get_monotonic_time ();
  remember = move == REFRAIN_MOVE_JUMP
             || (move == REFRAIN_MOVE_DRAG && now - self->last_drag > DRAG_PAUSE);
  self->last_drag = move == REFRAIN_MOVE_DRAG ? now : 0;
  refrain_session_limit_window (self->axis, &start, &end);
  refrain_selection_set_window (self->selection, start, end, remember);
}

void
refrain_session_zoom (RefrainSession *self, double factor, double anchor, RefrainMove move)
{
  double start, end;

  g_return_if_fail (REFRAIN_IS_SESSION (self));
  g_return_if_fail (factor > 0 && isfinite (factor));

  refrain_selection_get_window (self->selection, &start, &end);
  if (self->axis == NULL)
    return;
  if (factor < 1)
    {
      /* At the narrowest, stay instead of drifting. */
      double low = start, high = start + (end - start) * factor;

      refrain_session_limit_window (self->axis, &low, &high);
      factor = MIN (1, (high - low) / MAX (end - start, G_MINDOUBLE));
    }
  refrain_session_show (self, anchor - (anchor - start) * factor, anchor + (end - anchor) * factor,
                        move);
}

void
refrain_session_zoom_centre (RefrainSession *self, double factor)
{
  double start, end;

  g_return_if_fail (REFRAIN_IS_SESSION (self));

  refrain_selection_get_window (self->selection, &start, &end);
  refrain_session_zoom (self, factor, (start + end) / 2, REFRAIN_MOVE_JUMP);
}

void
refrain_session_pan (RefrainSession *self, double fraction, RefrainMove move)
{
  double start, end, delta;

  g_return_if_fail (REFRAIN_IS_SESSION (self));
  g_return_if_fail (isfinite (fraction));

  refrain_selection_get_window (self->selection, &start, &end);
  delta = (end - start) * fraction;
  refrain_session_show (self, start + delta, end + delta, move);
}

void
refrain_session_show_all (RefrainSession *self)
{
  double start, end;

  g_return_if_fail (REFRAIN_IS_SESSION (self));

  if (self->axis == NULL)
    return;
  refrain_axis_get_extent (self->axis, &start, &end);
  refrain_session_show (self, start, end, REFRAIN_MOVE_JUMP);
}

void
refrain_session_show_busy (RefrainSession *self)
{
  double start, end;

  g_return_if_fail (REFRAIN_IS_SESSION (self));

  if (self->axis == NULL)
    return;
  refrain_axis_get_busy_extent (self->axis, &start, &end);
  refrain_session_show (self, start, end, REFRAIN_MOVE_JUMP);
}

void
refrain_session_show_times (RefrainSession *self, RefrainTime start, RefrainTime end)
{
  g_return_if_fail (REFRAIN_IS_SESSION (self));

  if (self->axis == NULL)
    return;
  refrain_session_show (self, refrain_axis_from_time (self->axis, start),
                        refrain_axis_from_time (self->axis, end), REFRAIN_MOVE_JUMP);
}

/* The span of @pick on the axis. */
static gboolean
get_pick_span (RefrainSession *self, const RefrainPick *pick, double *start, double *end)
{
  RefrainTime from, to;

  if (self->axis == NULL || !refrain_pick_get_times (self->trace, pick, &from, &to))
    return FALSE;
  if (pick->kind == REFRAIN_PICK_OP)
    refrain_axis_get_op_span (self->axis, pick->process, pick->row, start, end);
  else
    {
      *start = refrain_axis_from_time (self->axis, from);
      *end = refrain_axis_from_time (self->axis, to);
    }
  return isfinite (*start) && isfinite (*end) && *start <= *end;
}

void
refrain_session_reveal (RefrainSession *self, const RefrainPick *pick, RefrainMove move)
{
  double start, end, from, to, span;

  if (!get_pick_span (self, pick, &from, &to))
    return;
  refrain_selection_get_window (self->selection, &start, &end);
  span = end - start;
  if (to >= start && from <= end)
    return;
  if (to - from > 0.8 * span)
    to = from;
  refrain_session_show (self, (from + to - span) / 2, (from + to + span) / 2, move);
}

void
refrain_session_go_to (RefrainSession *self, const RefrainPick *pick)
{
  g_return_if_fail (REFRAIN_IS_SESSION (self));
  g_return_if_fail (pick != NULL);

  /* What was gone to is told about, not what the pointer happens to be over. */
  refrain_session_set_hover (self, NULL);
  refrain_selection_set_pick (self->selection, pick);
  refrain_session_reveal (self, pick, REFRAIN_MOVE_JUMP);
}

/* The span of @parts on the axis, and their first operation. FALSE when they have no place there.
 */
static gboolean
get_parts_span (RefrainSession *self,
                RefrainSymbols *symbols,
                const RefrainOccurrencePart *parts,
                gsize n,
                RefrainPick *pick,
                double *start,
                double *end)
{
  *start = INFINITY;
  *end = -INFINITY;
  for (gsize i = 0; i < n; i++)
    {
      const guint32 *op = refrain_symbols_get_stream (symbols, parts[i].process)->op;

      for (guint32 e = parts[i].first; e < parts[i].first + parts[i].n; e++)
        {
          double from, to;

          refrain_axis_get_op_span (self->axis, parts[i].process, op[e], &from, &to);
          if (from < *start)
            {
              *start = from;
              *pick = (RefrainPick){ REFRAIN_PICK_OP, parts[i].process, 0, op[e] };
            }
          *end = MAX (*end, to);
        }
    }
  return isfinite (*start) && isfinite (*end) && *start <= *end;
}

/* Selects @pick (may be NULL) and moves the window to [@from, @to]: zooms where that would be too
 * small to see or larger than the window. */
static void
go_to_span (RefrainSession *self, const RefrainPick *pick, double from, double to)
{
  double start, end, span;

  refrain_session_set_hover (self, NULL);
  refrain_selection_set_pick (self->selection, pick);
  refrain_selection_get_window (self->selection, &start, &end);
  span = end - start;
  if (span < (to - from) * MIN_OCCURRENCE_ROOM || span > (to - from) * MAX_OCCURRENCE_ROOM)
    span = (to - from) * OCCURRENCE_ROOM;
  else if (from >= start && to <= end)
    return;
  refrain_session_show (self, (from + to - span) / 2, (from + to + span) / 2, REFRAIN_MOVE_DRAG);
}

static void
go_to_parts (RefrainSession *self,
             RefrainSymbols *symbols,
             const RefrainOccurrencePart *parts,
             gsize n)
{
  RefrainPick pick;
  double from, to;

  if (self->axis != NULL && get_parts_span (self, symbols, parts, n, &pick, &from, &to))
    go_to_span (self, &pick, from, to);
}

void
refrain_session_go_to_occurrence (RefrainSession *self, const RefrainPatternEvent *event)
{
  RefrainPatternSet *set;
  const RefrainOccurrencePart *parts;
  gsize n;

  g_return_if_fail (REFRAIN_IS_SESSION (self));
  g_return_if_fail (event != NULL);

  set = refrain_patterns_get_set (self->patterns);
  if (set == NULL)
    return;
  parts = refrain_pattern_get_occurrence (refrain_pattern_set_get_pattern (set, event->pattern),
                                          event->occurrence, &n);
  go_to_parts (self, refrain_pattern_set_get_symbols (set), parts, n);
}

void
refrain_session_go_to_match (RefrainSession *self, guint place)
{
  RefrainMatchList *list;
  const RefrainMatchOccurrence *match;

  g_return_if_fail (REFRAIN_IS_SESSION (self));

  list = refrain_matches_get_list (self->matches);
  if (list == NULL || place >= g_list_model_get_n_items (G_LIST_MODEL (list)))
    return;
  match = refrain_match_list_get_occurrence (list, place);
  go_to_parts (self, refrain_match_list_get_symbols (list),
               refrain_match_list_get_parts (list, match), match->n_parts);
}

void
refrain_session_go_to_iteration (RefrainSession *self)
{
  RefrainTime start, end;
  gsize iteration;

  g_return_if_fail (REFRAIN_IS_SESSION (self));

  if (self->axis == NULL || !refrain_loops_get_current (self->loops, &iteration)
      || !refrain_loop_iterations_get_times (refrain_loops_get_iterations (self->loops), iteration,
                                             &start, &end))
    return;
  refrain_selection_set_range (self->selection, start, end);
  go_to_span (self, NULL, refrain_axis_from_time (self->axis, start),
              refrain_axis_from_time (self->axis, end));
}

void
refrain_session_on_loop_selected (RefrainSession *self)
{
  /* Phases go first: with none selected the range is gone, too. */
  if (refrain_loops_get_selected (self->loops) != REFRAIN_NONE)
    refrain_phase_model_select (self->phases, NULL, 0);
  refrain_selection_set_range (self->selection, 0, -1);
  if (refrain_loops_get_selected (self->loops) == REFRAIN_NONE)
    return;
  refrain_session_set_hover (self, NULL);
  refrain_selection_set_pick (self->selection, NULL);
}

void
refrain_session_zoom_to (RefrainSession *self, const RefrainPick *pick)
{
  double from, to, margin;

  g_return_if_fail (REFRAIN_IS_SESSION (self));
  g_return_if_fail (pick != NULL);

  refrain_session_set_hover (self, NULL);
  refrain_selection_set_pick (self->selection, pick);
  if (!get_pick_span (self, pick, &from, &to))
    return;
  margin = MAX ((to - from) * 0.15, 1);
  refrain_session_show (self, from - margin, to + margin, REFRAIN_MOVE_JUMP);
}

RefrainOpSet *
refrain_session_get_selected_events (RefrainSession *self)
{
  g_return_val_if_fail (REFRAIN_IS_SESSION (self), NULL);

  return refrain_selection_get_source (self->selection) == NULL
             ? refrain_selection_get_highlight (self->selection)
             : NULL;
}

void
refrain_session_get_window_times (RefrainSession *self, RefrainTime *start, RefrainTime *end)
{
  double from, to;

  g_return_if_fail (REFRAIN_IS_SESSION (self));

  if (self->axis == NULL)
    {
      *start = refrain_trace_get_start (self->trace);
      *end = refrain_trace_get_end (self->trace);
      return;
    }
  refrain_selection_get_window (self->selection, &from, &to);
  *start = refrain_axis_to_time (self->axis, from);
  *end = refrain_axis_to_time (self->axis, to);
}

/* What follows the last digit of @text, a space of any width included. */
static const char *
find_unit (const char *text)
{
  const char *unit = text;

  for (const char *c = text; *c != '\0'; c++)
    if (g_ascii_isdigit (*c))
      unit = c + 1;
  return unit;
}

char *
refrain_session_format_window (RefrainSession *self)
{
  g_autofree char *first = NULL;
  g_autofree char *last = NULL;
  const char *unit, *other;
  double start, end;

  g_return_val_if_fail (REFRAIN_IS_SESSION (self), NULL);

  if (self->axis == NULL)
    return g_strdup ("");
  refrain_selection_get_window (self->selection, &start, &end);
  first = refrain_axis_format (self->axis, start, end - start);
  last = refrain_axis_format (self->axis, end, end - start);
  /* The unit is written once where both have the same. */
  unit = find_unit (first);
  other = find_unit (last);
  if (*unit != '\0' && strcmp (unit, other) == 0)
    return g_strdup_printf ("%.*s–%s", (int) (unit - first), first, last);
  return g_strdup_printf ("%s – %s", first, last);
}
