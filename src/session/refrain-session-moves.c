/* refrain-session-moves.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The commands that move the visible window to something: what it is on the axis, and how much room
 * it gets. All end in refrain_session_show().
 */
#include "config.h"
#include "refrain-session.h"

#include <math.h>
#include <string.h>

#include "refrain-pick-text.h"

/* The window shows an occurrence of a pattern when it is this many times as wide; else it is made
 * so. */
#define MIN_OCCURRENCE_ROOM 1.0
#define MAX_OCCURRENCE_ROOM 25.0
#define OCCURRENCE_ROOM     5.0

/* The window shows a span that has a bookmark when it is so many times as wide. */
#define BOOKMARK_ROOM 1.1

/* Beside a finding, as a share of its time. */
#define FINDING_MARGIN 0.05

void
refrain_session_zoom_centre (RefrainSession *self, double factor)
{
  double start, end;

  g_return_if_fail (REFRAIN_IS_SESSION (self));

  refrain_selection_get_window (refrain_session_get_selection (self), &start, &end);
  refrain_session_zoom (self, factor, (start + end) / 2, REFRAIN_MOVE_JUMP);
}

void
refrain_session_pan (RefrainSession *self, double fraction, RefrainMove move)
{
  double start, end, delta;

  g_return_if_fail (REFRAIN_IS_SESSION (self));
  g_return_if_fail (isfinite (fraction));

  refrain_selection_get_window (refrain_session_get_selection (self), &start, &end);
  delta = (end - start) * fraction;
  refrain_session_show (self, start + delta, end + delta, move);
}

void
refrain_session_show_all (RefrainSession *self)
{
  double start, end;

  g_return_if_fail (REFRAIN_IS_SESSION (self));

  if (refrain_session_get_axis (self) == NULL)
    return;
  refrain_axis_get_extent (refrain_session_get_axis (self), &start, &end);
  refrain_session_show (self, start, end, REFRAIN_MOVE_JUMP);
}

void
refrain_session_show_busy (RefrainSession *self)
{
  double start, end;

  g_return_if_fail (REFRAIN_IS_SESSION (self));

  if (refrain_session_get_axis (self) == NULL)
    return;
  refrain_axis_get_busy_extent (refrain_session_get_axis (self), &start, &end);
  refrain_session_show (self, start, end, REFRAIN_MOVE_JUMP);
}

void
refrain_session_show_times (RefrainSession *self, RefrainTime start, RefrainTime end)
{
  g_return_if_fail (REFRAIN_IS_SESSION (self));

  if (refrain_session_get_axis (self) == NULL)
    return;
  refrain_session_show (self, refrain_axis_from_time (refrain_session_get_axis (self), start),
                        refrain_axis_from_time (refrain_session_get_axis (self), end),
                        REFRAIN_MOVE_JUMP);
}

/* The span of @pick on the axis. */
static gboolean
get_pick_span (RefrainSession *self, const RefrainPick *pick, double *start, double *end)
{
  RefrainTime from, to;

  if (refrain_session_get_axis (self) == NULL
      || !refrain_pick_get_times (refrain_session_get_trace (self), pick, &from, &to))
    return FALSE;
  if (pick->kind == REFRAIN_PICK_OP)
    refrain_axis_get_op_span (refrain_session_get_axis (self), pick->process, pick->row, start,
                              end);
  else
    {
      *start = refrain_axis_from_time (refrain_session_get_axis (self), from);
      *end = refrain_axis_from_time (refrain_session_get_axis (self), to);
    }
  return isfinite (*start) && isfinite (*end) && *start <= *end;
}

void
refrain_session_reveal (RefrainSession *self, const RefrainPick *pick, RefrainMove move)
{
  double start, end, from, to, span;

  g_return_if_fail (REFRAIN_IS_SESSION (self));
  g_return_if_fail (pick != NULL);

  if (!get_pick_span (self, pick, &from, &to))
    return;
  refrain_selection_get_window (refrain_session_get_selection (self), &start, &end);
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
  refrain_selection_set_pick (refrain_session_get_selection (self), pick);
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

          refrain_axis_get_op_span (refrain_session_get_axis (self), parts[i].process, op[e], &from,
                                    &to);
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
  refrain_selection_set_pick (refrain_session_get_selection (self), pick);
  refrain_selection_get_window (refrain_session_get_selection (self), &start, &end);
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

  if (refrain_session_get_axis (self) != NULL
      && get_parts_span (self, symbols, parts, n, &pick, &from, &to))
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

  set = refrain_patterns_get_set (refrain_session_get_patterns (self));
  if (set == NULL)
    return;
  parts = refrain_pattern_get_occurrence (refrain_pattern_set_get_pattern (set, event->pattern),
                                          event->occurrence, &n);
  go_to_parts (self, refrain_pattern_set_get_symbols (set), parts, n);
}

void
refrain_session_go_to_cycle (RefrainSession *self)
{
  g_autofree RefrainOccurrencePart *parts = NULL;
  gsize n;

  g_return_if_fail (REFRAIN_IS_SESSION (self));

  parts = refrain_cycles_get_parts (refrain_session_get_cycles (self), &n);
  if (parts != NULL)
    go_to_parts (self,
                 refrain_pattern_set_get_symbols (refrain_composites_get_set (
                     refrain_patterns_get_composites (refrain_session_get_patterns (self)))),
                 parts, n);
}

void
refrain_session_go_to_match (RefrainSession *self, guint place)
{
  RefrainMatchList *list;
  const RefrainMatchOccurrence *match;

  g_return_if_fail (REFRAIN_IS_SESSION (self));

  list = refrain_matches_get_list (refrain_session_get_matches (self));
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

  if (refrain_session_get_axis (self) == NULL
      || !refrain_loops_get_current (refrain_session_get_loops (self), &iteration)
      || !refrain_loop_iterations_get_times (
          refrain_loops_get_iterations (refrain_session_get_loops (self)), iteration, &start, &end))
    return;
  refrain_selection_set_range (refrain_session_get_selection (self), start, end);
  go_to_span (self, NULL, refrain_axis_from_time (refrain_session_get_axis (self), start),
              refrain_axis_from_time (refrain_session_get_axis (self), end));
}

/* ---- One of what is selected after the other ---- */

static gboolean
step_match (RefrainSession *session, int direction, RefrainTime from)
{
  RefrainMatches *matches = refrain_session_get_matches (session);
  guint place;

  if (!refrain_matches_step (matches, direction, from)
      || !refrain_matches_get_current (matches, &place))
    return FALSE;
  refrain_session_go_to_match (session, place);
  return TRUE;
}

static gboolean
step_iteration (RefrainSession *session, int direction, RefrainTime from)
{
  RefrainLoops *loops = refrain_session_get_loops (session);

  if (refrain_loops_get_model (loops) == NULL || refrain_loops_get_selected (loops) == REFRAIN_NONE)
    return FALSE;
  if (refrain_loops_step (loops, direction, from))
    refrain_session_go_to_iteration (session);
  return TRUE;
}

static gboolean
step_cycle (RefrainSession *session, int direction, RefrainTime from)
{
  if (!refrain_cycles_step (refrain_session_get_cycles (session), direction, from))
    return FALSE;
  refrain_session_go_to_cycle (session);
  return TRUE;
}

/* A message of a pair, or a hit of a search. */
static gboolean
step_message (RefrainSession *session, int direction, RefrainTime from)
{
  RefrainPick pick;

  if (!refrain_pair_model_step (refrain_session_get_pairs (session), direction, from, &pick)
      && !refrain_hits_step (refrain_session_get_hits (session), direction, from, &pick))
    return FALSE;
  refrain_session_set_hover (session, NULL);
  refrain_selection_set_pick (refrain_session_get_selection (session), &pick);
  refrain_session_reveal (session, &pick, REFRAIN_MOVE_DRAG);
  return TRUE;
}

gboolean
refrain_session_step_selected (RefrainSession *self, int direction, RefrainTime from)
{
  g_return_val_if_fail (REFRAIN_IS_SESSION (self), FALSE);

  return step_match (self, direction, from) || step_iteration (self, direction, from)
         || step_cycle (self, direction, from) || step_message (self, direction, from);
}

void
refrain_session_go_to_bookmark (RefrainSession *self, gsize i)
{
  RefrainAxis *axis = refrain_session_get_axis (self);
  const RefrainBookmark *items;
  double from, to, start, end, half;
  gsize n;

  g_return_if_fail (REFRAIN_IS_SESSION (self));

  items = refrain_bookmarks_get (
      refrain_bookmark_model_get_list (refrain_session_get_bookmarks (self)), &n);
  if (axis == NULL || i >= n)
    return;
  from = refrain_axis_from_time (axis, items[i].start);
  to = refrain_axis_from_time (axis, items[i].end);
  refrain_selection_get_window (refrain_session_get_selection (self), &start, &end);
  half = to > from ? (to - from) * BOOKMARK_ROOM / 2 : (end - start) / 2;
  refrain_session_show (self, (from + to) / 2 - half, (from + to) / 2 + half, REFRAIN_MOVE_JUMP);
}

void
refrain_session_go_to_finding (RefrainSession *self)
{
  RefrainFindings *findings;
  const RefrainFinding *list, *finding;
  const guint32 selected = refrain_time_model_get_selected (refrain_session_get_times (self));
  RefrainPick pick;
  double from, to;
  gsize n;

  g_return_if_fail (REFRAIN_IS_SESSION (self));

  findings = refrain_time_model_get_findings (refrain_session_get_times (self));
  if (findings == NULL || selected == REFRAIN_NONE)
    return;
  list = refrain_findings_get (findings, &n);
  finding = &list[selected];
  pick = finding->op != REFRAIN_NONE
             ? (RefrainPick){ REFRAIN_PICK_OP, finding->process, 0, finding->op }
             : (RefrainPick){ REFRAIN_PICK_PROCESS, finding->process, 0, 0 };
  refrain_session_set_hover (self, NULL);
  refrain_selection_set_pick (refrain_session_get_selection (self), &pick);
  if (refrain_session_get_axis (self) == NULL)
    return;
  from = refrain_axis_from_time (refrain_session_get_axis (self), finding->start);
  to = refrain_axis_from_time (refrain_session_get_axis (self), finding->end);
  refrain_session_show (self, from - FINDING_MARGIN * (to - from),
                        to + FINDING_MARGIN * (to - from), REFRAIN_MOVE_DRAG);
}

void
refrain_session_zoom_to (RefrainSession *self, const RefrainPick *pick)
{
  double from, to, margin;

  g_return_if_fail (REFRAIN_IS_SESSION (self));
  g_return_if_fail (pick != NULL);

  refrain_session_set_hover (self, NULL);
  refrain_selection_set_pick (refrain_session_get_selection (self), pick);
  if (!get_pick_span (self, pick, &from, &to))
    return;
  margin = MAX ((to - from) * 0.15, 1);
  refrain_session_show (self, from - margin, to + margin, REFRAIN_MOVE_JUMP);
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

  if (refrain_session_get_axis (self) == NULL)
    return g_strdup ("");
  refrain_selection_get_window (refrain_session_get_selection (self), &start, &end);
  first = refrain_axis_format (refrain_session_get_axis (self), start, end - start);
  last = refrain_axis_format (refrain_session_get_axis (self), end, end - start);
  /* The unit is written once where both have the same. */
  unit = find_unit (first);
  other = find_unit (last);
  if (*unit != '\0' && strcmp (unit, other) == 0)
    return g_strdup_printf ("%.*s–%s", (int) (unit - first), first, last);
  return g_strdup_printf ("%s – %s", first, last);
}
