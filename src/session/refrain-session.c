/* refrain-session.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is shared; the visible window; what is worked out of the trace in the background; and what
 * follows from a selection of phases, loops or findings.
 */
#include "refrain-session.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-free.h"
#include "refrain-notices.h"
#include "refrain-object.h"
#include "refrain-pick-text.h"
#include "refrain-study-job.h"
#include "refrain-undo-watch.h"

/* Moves that follow each other within this time are one step of the history. */
#define DRAG_PAUSE (700 * G_TIME_SPAN_MILLISECOND)

/* The narrowest window: a few nanoseconds, or a few logical steps. */
#define MIN_TIME_SPAN    10.0
#define MIN_LOGICAL_SPAN 4.0
/* Nor is it narrower than so many doubles that can be told apart. */
#define MIN_SPACINGS 64

/* More bands than this follow the strength when it has not moved for so long, in milliseconds: they
 * take longer than tree and band of the phases have time in a frame. */
#define MANY_BANDS 1000
#define BANDS_REST 60

struct _RefrainSession
{
  GObject parent_instance;

  RefrainTrace *trace;
  RefrainStudy *study;
  RefrainJob *summarising;
  RefrainTaskRunner *runner;
  RefrainSelection *selection;
  RefrainSubjects *subjects;
  RefrainSubject *lit; /* as it was seen last; or NULL */
  RefrainPatterns *patterns;
  RefrainCycles *cycles;
  RefrainSubjects *pairs;
  RefrainHits *hits;
  RefrainPhaseModel *phases;
  RefrainLoops *loops;
  RefrainTimeModel *times;
  RefrainFoldModel *folds;
  RefrainOpenRows *open_rows;
  RefrainUndo *undo;
  RefrainBookmarkModel *bookmarks;
  RefrainUndoWatch *undo_watch;
  GPtrArray *parts; /* of GObject, a type each */
  RefrainSummary *summary;
  RefrainAxis *axis;
  RefrainMatrix *matrix;
  char *matrix_where;
  RefrainProcessOrder *order; /* or NULL */
  RefrainAxis *axes[REFRAIN_AXIS_LOGICAL + 1];
  RefrainAxisKind wanted_kind;
  RefrainPick hover;
  gboolean dark, measuring;
  guint bands_wait; /* before many bands follow the strength */
  gint64 last_drag; /* monotonic time of the last REFRAIN_MOVE_DRAG, µs */
};

G_DEFINE_FINAL_TYPE (RefrainSession, refrain_session, G_TYPE_OBJECT)

/* ---- Plain properties ---- */

REFRAIN_GETTER (RefrainSession, refrain_session, RefrainTrace *, get_trace, self->trace)
REFRAIN_GETTER (RefrainSession, refrain_session, RefrainStudy *, get_study, self->study)
REFRAIN_GETTER (RefrainSession, refrain_session, RefrainSelection *, get_selection, self->selection)
REFRAIN_GETTER (RefrainSession, refrain_session, RefrainTaskRunner *, get_runner, self->runner)
REFRAIN_GETTER (RefrainSession, refrain_session, RefrainSubjects *, get_subjects, self->subjects)
REFRAIN_GETTER (RefrainSession, refrain_session, RefrainPatterns *, get_patterns, self->patterns)
REFRAIN_GETTER (RefrainSession, refrain_session, RefrainHits *, get_hits, self->hits)
REFRAIN_GETTER (RefrainSession, refrain_session, RefrainPhaseModel *, get_phases, self->phases)
REFRAIN_GETTER (RefrainSession, refrain_session, RefrainCycles *, get_cycles, self->cycles)
REFRAIN_GETTER (RefrainSession, refrain_session, RefrainLoops *, get_loops, self->loops)
REFRAIN_GETTER (RefrainSession, refrain_session, RefrainTimeModel *, get_times, self->times)
REFRAIN_GETTER (RefrainSession, refrain_session, RefrainOpenRows *, get_open_rows, self->open_rows)
REFRAIN_GETTER (RefrainSession, refrain_session, RefrainFoldModel *, get_folds, self->folds)
REFRAIN_GETTER (RefrainSession, refrain_session, RefrainUndo *, get_undo, self->undo)
REFRAIN_GETTER (
    RefrainSession, refrain_session, RefrainBookmarkModel *, get_bookmarks, self->bookmarks)
REFRAIN_GETTER (RefrainSession, refrain_session, RefrainSummary *, get_summary, self->summary)
REFRAIN_GETTER (RefrainSession, refrain_session, RefrainAxis *, get_axis, self->axis)
REFRAIN_GETTER (RefrainSession, refrain_session, RefrainMatrix *, get_matrix, self->matrix)
REFRAIN_GETTER (RefrainSession, refrain_session, const char *, get_matrix_where, self->matrix_where)

void
refrain_session_set_matrix (RefrainSession *self, RefrainMatrix *matrix, const char *where)
{
  g_return_if_fail (REFRAIN_IS_SESSION (self));

  g_free (self->matrix_where);
  self->matrix_where = g_strdup (where);
  if (g_set_object (&self->matrix, matrix))
    g_object_notify (G_OBJECT (self), "matrix");
}

REFRAIN_GETTER (RefrainSession, refrain_session, const RefrainPick *, get_hover, &self->hover)

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
  g_object_notify (G_OBJECT (self), "hover");
}

REFRAIN_GETTER (RefrainSession, refrain_session, RefrainProcessOrder *, get_order, self->order)

/* Puts those that are shown in the order. */
static void
sort_processes (RefrainSession *self)
{
  gsize n;
  const guint *shown = refrain_selection_get_processes (self->selection, &n);
  g_autofree guint *sorted = g_memdup2 (shown, MAX (n, 1) * sizeof *shown);

  refrain_process_order_sort (self->order, sorted, n);
  refrain_selection_set_processes (self->selection, sorted, n);
}

/* Others are shown. */
static void
on_processes (RefrainSession *self)
{
  if (self->order != NULL)
    sort_processes (self);
}

void
refrain_session_set_order (RefrainSession *self, RefrainProcessOrder *order)
{
  g_return_if_fail (REFRAIN_IS_SESSION (self));
  g_return_if_fail (order == NULL || REFRAIN_IS_PROCESS_ORDER (order));

  if (!g_set_object (&self->order, order))
    return;
  sort_processes (self);
  refrain_loops_set_order (self->loops, order);
  g_object_notify (G_OBJECT (self), "order");
}

REFRAIN_GETTER (RefrainSession, refrain_session, gboolean, get_dark, self->dark)

void
refrain_session_set_dark (RefrainSession *self, gboolean dark)
{
  g_return_if_fail (REFRAIN_IS_SESSION (self));

  dark = !!dark;
  if (self->dark == dark)
    return;
  self->dark = dark;
  g_object_notify (G_OBJECT (self), "dark");
}

REFRAIN_GETTER (RefrainSession, refrain_session, gboolean, get_measuring, self->measuring)

void
refrain_session_set_measuring (RefrainSession *self, gboolean measuring)
{
  g_return_if_fail (REFRAIN_IS_SESSION (self));

  measuring = !!measuring;
  if (self->measuring == measuring)
    return;
  self->measuring = measuring;
  g_object_notify (G_OBJECT (self), "measuring");
}

/* ---- The visible window ---- */

/* Keeps [start, end] inside @axis and not narrower than can be told apart. */
static void
limit_window (RefrainAxis *axis, double *start, double *end)
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
  limit_window (self->axis, &start, &end);
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

      limit_window (self->axis, &low, &high);
      factor = MIN (1, (high - low) / MAX (end - start, G_MINDOUBLE));
    }
  refrain_session_show (self, anchor - (anchor - start) * factor, anchor + (end - anchor) * factor,
                        move);
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

/* ---- What is worked out in the background ---- */

typedef struct
{
  RefrainTrace *trace;
  RefrainAxisKind kind;
} AxisWork;

REFRAIN_DEFINE_FREE (axis_work_free, AxisWork, g_object_unref (x->trace))

static gpointer
make_axis (RefrainJob *job, gpointer data, GError **error)
{
  AxisWork *work = data;

  return refrain_axis_new (work->trace, work->kind);
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
  limit_window (conversion->to, start, end);
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
  g_object_notify (G_OBJECT (self), "axis");
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
      g_object_notify (G_OBJECT (self), "axis");
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
  g_object_notify (G_OBJECT (self), "summary");
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
  refrain_study_job_start (self->runner, &self->summarising, _ ("Summarising"), self->study,
                           REFRAIN_ANALYSIS_SUMMARY, NULL, self, on_summary_made);
}

/* ---- What follows from selected phases, loops and findings ---- */

static gboolean
has_flag (const RefrainSubject *subject, RefrainSubjectFlags flag)
{
  return subject != NULL && (subject->kind->flags & flag) != 0;
}

/* Shows just the time of the selected phases; what was picked is not any more. */
static void
on_phases_selected (RefrainSession *self)
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
  if (has_flag (refrain_subjects_get_lit (self->subjects), REFRAIN_SUBJECT_ALONE))
    refrain_subjects_take (self->subjects, NULL);
  refrain_selection_set_pick (self->selection, NULL);
  refrain_selection_set_range (self->selection, start, end);
  if (self->axis != NULL)
    refrain_session_show (self, refrain_axis_from_time (self->axis, start),
                          refrain_axis_from_time (self->axis, end), REFRAIN_MOVE_DRAG);
}

REFRAIN_GETTER (RefrainSession,
                refrain_session,
                RefrainBands *,
                get_bands,
                refrain_phase_model_get_bands (self->phases))

static gboolean
tell_bands (gpointer data)
{
  RefrainSession *self = data;

  self->bands_wait = 0;
  g_object_notify (G_OBJECT (self), "bands");
  return G_SOURCE_REMOVE;
}

/* Other bands are to be painted. */
static void
on_bands_changed (RefrainSession *self, GParamSpec *pspec)
{
  static const char *const changing[]
      = { "shown", "phases", "strength", "repetitions", "marks", "selected", "bands", NULL };
  gsize n;

  if (!g_strv_contains (changing, pspec->name)
      || (!refrain_phase_model_get_shown (self->phases) && !g_str_equal (pspec->name, "shown")))
    return;
  g_clear_handle_id (&self->bands_wait, g_source_remove);
  refrain_phase_model_get_ranges (self->phases, &n);
  if (g_str_equal (pspec->name, "strength") && n > MANY_BANDS)
    self->bands_wait = g_timeout_add (BANDS_REST, tell_bands, self);
  else
    g_object_notify (G_OBJECT (self), "bands");
}

/* What goes with another subject: what was picked, unless that is the subject, and the range that
 * the one before measured; where it is to be alone, the scope. */
static void
on_subject (RefrainSession *self)
{
  RefrainSubject *lit = refrain_subjects_get_lit (self->subjects);
  g_autoptr (RefrainSubject) before = self->lit;

  if (lit == before)
    {
      self->lit = g_steal_pointer (&before);
      return;
    }
  self->lit = lit != NULL ? refrain_subject_ref (lit) : NULL;
  if (has_flag (before, REFRAIN_SUBJECT_MEASURED) || has_flag (lit, REFRAIN_SUBJECT_ALONE))
    refrain_selection_set_range (self->selection, 0, -1);
  if (has_flag (lit, REFRAIN_SUBJECT_ALONE))
    refrain_subjects_set_scope (self->subjects, NULL);
  if (lit == NULL || has_flag (lit, REFRAIN_SUBJECT_PICKED))
    return;
  refrain_session_set_hover (self, NULL);
  refrain_selection_set_pick (self->selection, NULL);
}

/* Loop boxes show the layer, too. */
static void
on_layer (RefrainSession *self)
{
  const gboolean waiting = refrain_time_model_get_layer (self->times) == REFRAIN_TIME_LAYER_WAITING;

  refrain_loops_set_waits (self->loops,
                           waiting ? refrain_time_model_get_waits (self->times) : NULL);
}

/* Another finding is selected. */
static void
on_finding_selected (RefrainSession *self)
{
  if (refrain_time_model_get_selected (self->times) != REFRAIN_NONE)
    refrain_session_go_to_finding (self);
}

/* ---- Object ---- */

RefrainSession *
refrain_session_new (RefrainTrace *trace, RefrainTaskRunner *runner)
{
  RefrainSession *self;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (REFRAIN_IS_TASK_RUNNER (runner), NULL);

  self = g_object_new (REFRAIN_TYPE_SESSION, NULL);
  self->trace = g_object_ref (trace);
  self->study = refrain_study_new (trace);
  self->runner = g_object_ref (runner);
  self->selection = refrain_selection_new (trace);
  self->subjects = refrain_subjects_new (trace, runner, self->selection);
  refrain_connect (self->subjects, "notify::subject", on_subject, self);
  refrain_subjects_add_kind (self->subjects, &refrain_session_bookmark_kind, self);
  self->patterns = refrain_patterns_new (self->study, self->subjects);
  self->cycles = refrain_cycles_new (self->patterns, self->subjects);
  refrain_pairs_add_kinds (self->subjects);
  self->hits = refrain_hits_new (trace, self->subjects);
  self->loops = refrain_loops_new (trace, self->patterns, self->subjects);
  self->phases = refrain_phase_model_new (self->patterns, self->subjects);
  self->times = refrain_time_model_new (self->study, self->subjects);
  self->folds = refrain_fold_model_new (self->study, runner);
  self->open_rows = refrain_open_rows_new (refrain_trace_get_n_processes (trace));
  self->undo = refrain_undo_new ();
  self->bookmarks = refrain_bookmark_model_new (self->undo);
  refrain_connect (self->selection, "notify::processes", on_processes, self);
  refrain_connect (self->phases, "notify::selected", on_phases_selected, self);
  refrain_connect (self->times, "notify::layer", on_layer, self);
  refrain_connect (self->times, "notify::results", on_layer, self);
  refrain_connect (self->times, "notify::selected", on_finding_selected, self);
  refrain_connect (self->phases, "notify", on_bands_changed, self);
  self->undo_watch = refrain_undo_watch_new (self);
  return self;
}

gpointer
refrain_session_get_part (RefrainSession *self, GType type)
{
  g_return_val_if_fail (REFRAIN_IS_SESSION (self), NULL);

  for (guint i = 0; i < self->parts->len; i++)
    if (G_OBJECT_TYPE (self->parts->pdata[i]) == type)
      return self->parts->pdata[i];
  return NULL;
}

void
refrain_session_set_part (RefrainSession *self, gpointer part)
{
  g_return_if_fail (REFRAIN_IS_SESSION (self));
  g_return_if_fail (G_IS_OBJECT (part));
  g_return_if_fail (refrain_session_get_part (self, G_OBJECT_TYPE (part)) == NULL);

  g_ptr_array_add (self->parts, part);
}

/* Parts stop their jobs and tell of it: not once the session is being finalized. */
REFRAIN_DEFINE_END (RefrainSession, refrain_session, dispose, g_ptr_array_set_size (x->parts, 0))

static void
refrain_session_finalize (GObject *object)
{
  RefrainSession *self = REFRAIN_SESSION (object);

  g_clear_handle_id (&self->bands_wait, g_source_remove);
  for (guint i = 0; i < G_N_ELEMENTS (self->axes); i++)
    g_clear_object (&self->axes[i]);
  refrain_clear_objects (&self->axis, &self->matrix);
  g_free (self->matrix_where);
  refrain_clear_objects (&self->order, &self->summary, &self->undo_watch, &self->bookmarks,
                         &self->undo, &self->times, &self->folds, &self->open_rows, &self->loops,
                         &self->phases, &self->cycles, &self->patterns, &self->hits);
  g_clear_pointer (&self->lit, refrain_subject_unref);
  refrain_clear_objects (&self->subjects, &self->selection, &self->runner);
  refrain_job_stop (&self->summarising);
  refrain_clear_objects (&self->study, &self->trace);
  g_ptr_array_unref (self->parts);
  G_OBJECT_CLASS (refrain_session_parent_class)->finalize (object);
}

static void
refrain_session_class_init (RefrainSessionClass *klass)
{
  static const char *const notices[]
      = { "summary", "axis", "matrix", "hover", "dark", "measuring", "bands", "order", NULL };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = refrain_session_dispose;
  object_class->finalize = refrain_session_finalize;
  refrain_class_install_notices (object_class, notices);
}

static void
refrain_session_init (RefrainSession *self)
{
  self->parts = g_ptr_array_new_with_free_func (g_object_unref);
}
