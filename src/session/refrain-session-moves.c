/* refrain-session-moves.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The commands that move the visible window to something: what it is on the axis, and how much room
 * it gets. All end in refrain_session_show().
 */
#include "refrain-free.h"
#include "refrain-session.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "refrain-occurrences.h"
#include "refrain-pick-text.h"
#include "refrain-time-format.h"

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

/* The span of @ops on the axis, and the first of them. FALSE when they have no place there. */
static gboolean
get_ops_span (
    RefrainSession *self, RefrainOpSet *ops, RefrainPick *pick, double *start, double *end)
{
  RefrainTrace *trace = refrain_session_get_trace (self);

  *start = INFINITY;
  *end = -INFINITY;
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const gsize n = refrain_trace_get_ops (trace, p)->n;

      for (gsize i = refrain_op_set_find_next (ops, p, 0, n); i < n;
           i = refrain_op_set_find_next (ops, p, i + 1, n))
        {
          double from, to;

          refrain_axis_get_op_span (refrain_session_get_axis (self), p, i, &from, &to);
          if (from < *start)
            {
              *start = from;
              *pick = (RefrainPick){ REFRAIN_PICK_OP, p, 0, i };
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

void
refrain_session_go_to_place (RefrainSession *self)
{
  RefrainSelection *selection;
  RefrainSubject *subject;
  RefrainPick pick = { REFRAIN_PICK_NONE, 0, 0, 0 };
  RefrainTime start, end;
  double from, to;
  gsize place;

  g_return_if_fail (REFRAIN_IS_SESSION (self));

  selection = refrain_session_get_selection (self);
  subject = refrain_subjects_get_lit (refrain_session_get_subjects (self));
  if (subject == NULL || !refrain_subject_get_place (subject, &place))
    return;
  if (refrain_subject_get_pick (subject, place, &pick))
    {
      refrain_session_set_hover (self, NULL);
      refrain_selection_set_pick (selection, &pick);
      refrain_session_reveal (self, &pick, REFRAIN_MOVE_DRAG);
      return;
    }
  if (refrain_session_get_axis (self) == NULL)
    return;
  if ((subject->kind->flags & REFRAIN_SUBJECT_MEASURED) == 0)
    {
      if (refrain_selection_get_current (selection) != NULL
          && get_ops_span (self, refrain_selection_get_current (selection), &pick, &from, &to))
        go_to_span (self, &pick, from, to);
    }
  else if (refrain_subject_get_span (subject, place, &start, &end))
    {
      refrain_selection_set_range (selection, start, end);
      go_to_span (self, NULL, refrain_axis_from_time (refrain_session_get_axis (self), start),
                  refrain_axis_from_time (refrain_session_get_axis (self), end));
    }
}

gboolean
refrain_session_step (RefrainSession *self, int direction, RefrainTime from)
{
  RefrainSubjects *subjects;

  g_return_val_if_fail (REFRAIN_IS_SESSION (self), FALSE);

  subjects = refrain_session_get_subjects (self);
  if (!refrain_subjects_step (subjects, direction, from))
    return FALSE;
  if (refrain_subjects_get (subjects)->kind->go_to == NULL)
    refrain_session_go_to_place (self);
  return TRUE;
}

/* ---- What is lit up but not seen ---- */

/* Whether one of @lit, rows of @thread, can be seen between @start and @end. */
static gboolean
is_seen (RefrainSession *self,
         RefrainOpSet *lit,
         guint process,
         const RefrainThread *thread,
         RefrainTime start,
         RefrainTime end)
{
  RefrainTrace *trace = refrain_session_get_trace (self);
  RefrainProcess *owner = refrain_trace_get_process (trace, process);
  const gsize last = thread->first_op + thread->n_ops;
  gsize from = refrain_process_find_op (owner, thread, start);
  gsize to = MIN (refrain_process_find_op (owner, thread, end) + 1, last);

  /* Those beside may reach into it. */
  from -= from > thread->first_op;
  for (gsize i = refrain_op_set_find_next (lit, process, from, to); i < to;
       i = refrain_op_set_find_next (lit, process, i + 1, to))
    {
      RefrainTime op_start, op_end;

      refrain_occurrences_get_op_span (trace, process, (guint32) i, &op_start, &op_end);
      if (op_start <= end && op_end >= start)
        return TRUE;
    }
  return FALSE;
}

gboolean
refrain_session_is_light_elsewhere (RefrainSession *self)
{
  RefrainSelection *selection;
  RefrainOpSet *lit;
  RefrainTime start, end;
  const guint *shown;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_SESSION (self), FALSE);

  selection = refrain_session_get_selection (self);
  lit = refrain_selection_get_highlight (selection);
  if (lit == NULL || refrain_op_set_get_size (lit) == 0 || refrain_session_get_axis (self) == NULL)
    return FALSE;
  refrain_session_get_window_times (self, &start, &end);
  shown = refrain_selection_get_processes (selection, &n);
  for (gsize i = 0; i < n; i++)
    {
      RefrainProcess *process
          = refrain_trace_get_process (refrain_session_get_trace (self), shown[i]);

      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        if (is_seen (self, lit, shown[i], refrain_process_get_thread (process, t), start, end))
          return FALSE;
    }
  return TRUE;
}

/* ---- Bookmarks ---- */

typedef struct
{
  RefrainBookmarks *list;
  gsize i;
} Place;

REFRAIN_DEFINE_FREE (place_free, Place, refrain_bookmarks_unref (x->list))

static const RefrainBookmark *
get_bookmark (const RefrainSubject *subject, gsize i)
{
  gsize n;

  return &refrain_bookmarks_get (((const Place *) subject->data)->list, &n)[i];
}

static char *
bookmark_get_words (const RefrainSubject *subject)
{
  const Place *place = subject->data;

  return g_strdup_printf (_ ("Bookmark %s"), get_bookmark (subject, place->i)->name);
}

static gsize
bookmark_count (const RefrainSubject *subject)
{
  gsize n;

  refrain_bookmarks_get (((const Place *) subject->data)->list, &n);
  return n;
}

static gboolean
bookmark_get_span (const RefrainSubject *subject, gsize i, RefrainTime *start, RefrainTime *end)
{
  *start = get_bookmark (subject, i)->start;
  *end = get_bookmark (subject, i)->end;
  return TRUE;
}

static gboolean
bookmark_get_place (const RefrainSubject *subject, gsize *place)
{
  if (place != NULL)
    *place = ((const Place *) subject->data)->i;
  return TRUE;
}

static void
bookmark_go_to (const RefrainSubject *subject, gsize i)
{
  refrain_session_go_to_bookmark (subject->owner, i);
}

static gboolean
bookmark_select (const RefrainSubject *subject)
{
  const Place *place = subject->data;
  RefrainSession *self = subject->owner;

  if (place->list != refrain_bookmark_model_get_list (refrain_session_get_bookmarks (self)))
    return FALSE;
  refrain_session_go_to_bookmark (self, place->i);
  return TRUE;
}

const RefrainSubjectKind refrain_session_bookmark_kind = {
  .name = "bookmark",
  .step = N_ ("go to bookmark"),
  .one = N_ ("bookmark"),
  .many = N_ ("bookmarks"),
  .get_words = bookmark_get_words,
  .count = bookmark_count,
  .get_span = bookmark_get_span,
  .get_place = bookmark_get_place,
  .go_to = bookmark_go_to,
  .select = bookmark_select,
  .free_data = place_free,
};

void
refrain_session_go_to_bookmark (RefrainSession *self, gsize i)
{
  RefrainAxis *axis = refrain_session_get_axis (self);
  const RefrainBookmark *items;
  RefrainBookmarks *list;
  Place *place;
  double from, to, start, end, half;
  gsize n;

  g_return_if_fail (REFRAIN_IS_SESSION (self));

  list = refrain_bookmark_model_get_list (refrain_session_get_bookmarks (self));
  items = refrain_bookmarks_get (list, &n);
  if (axis == NULL || i >= n)
    return;
  if (items[i].subject == NULL
      || !refrain_subjects_take_token (refrain_session_get_subjects (self), items[i].subject))
    {
      place = g_new0 (Place, 1);
      place->list = refrain_bookmarks_ref (list);
      place->i = i;
      refrain_selection_set_pick (refrain_session_get_selection (self), NULL);
      refrain_subjects_set_scope (
          refrain_session_get_subjects (self),
          refrain_subject_new (&refrain_session_bookmark_kind, self, place));
    }
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
  g_autofree char *first = NULL, *last = NULL;
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

char *
refrain_session_describe_part (
    RefrainSession *self, const char *what, RefrainTime start, RefrainTime end, gboolean *whole)
{
  g_autofree char *part = NULL, *run = NULL;
  RefrainTime first, last;

  g_return_val_if_fail (REFRAIN_IS_SESSION (self), NULL);

  first = refrain_trace_get_start (refrain_session_get_trace (self));
  last = refrain_trace_get_end (refrain_session_get_trace (self));
  *whole = start <= first && end >= last;
  if (*whole)
    return g_strdup (_ ("Whole run"));
  part = refrain_time_format (end - start, 3);
  run = refrain_time_format (last - first, 3);
  /* TRANSLATORS: what numbers are of: "Visible: 173 ms of 2.1 s". */
  return g_strdup_printf (_ ("%s: %s of %s"), what, part, run);
}
