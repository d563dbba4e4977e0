/* refrain-loops-selection.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The selected construct: what is measured of it, it as a subject, and walking from box to box.
 */
#include "refrain-free.h"
#include "refrain-loops-private.h"

#include <glib/gi18n.h>

#include "refrain-loop-matrix.h"
#include "refrain-object.h"
#include "refrain-occurrence-lists.h"

/* ---- What is measured: times over its iterations, and its messages ---- */

/* Forgets what was measured of what was selected. */
static void
forget_measured (RefrainLoops *self)
{
  refrain_job_stop (&self->measuring);
  refrain_job_stop (&self->counting);
  g_clear_pointer (&self->series_problem, g_free);
  if (self->matrix != NULL)
    {
      g_clear_object (&self->matrix);
      g_object_notify (G_OBJECT (self), "matrix");
    }
  if (self->series != NULL)
    {
      g_clear_object (&self->series);
      g_object_notify (G_OBJECT (self), "series");
    }
}

typedef struct
{
  RefrainLoopModel *model;
  guint32 first, end;
  guint32 *processes; /* or NULL */
  gsize n;
  RefrainSeriesEdge from, to;
} MeasureWork;

REFRAIN_DEFINE_FREE (measure_work_free, MeasureWork, g_object_unref (x->model);
                     g_free (x->processes))

static MeasureWork *
make_measure_work (RefrainLoops *self)
{
  MeasureWork *work = g_new0 (MeasureWork, 1);

  work->model = g_object_ref (self->model);
  work->first = refrain_loops_get_selected (self);
  work->end = refrain_loops_get_selected_end (self);
  return work;
}

static gpointer
measure_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  MeasureWork *work = data;

  return refrain_loop_series_new (work->model, work->first, work->end, work->processes, work->n,
                                  work->from, work->to, refrain_job_get_cancellable (job), error);
}

static void
on_measured (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainLoops *self = data;
  g_autoptr (RefrainLoopSeries) series = result;

  g_set_object (&self->series, series);
  if (series == NULL)
    self->series_problem = g_strdup (error->message);
  g_object_notify (G_OBJECT (self), "series");
}

void
refrain_loops_measure (RefrainLoops *self,
                       const guint32 *processes,
                       gsize n,
                       RefrainSeriesEdge from,
                       RefrainSeriesEdge to)
{
  MeasureWork *work;

  g_return_if_fail (REFRAIN_IS_LOOPS (self));

  refrain_job_stop (&self->measuring);
  g_clear_pointer (&self->series_problem, g_free);
  if (refrain_loops_get_selected (self) == REFRAIN_NONE)
    return;
  work = make_measure_work (self);
  work->processes
      = processes != NULL ? g_memdup2 (processes, MAX (n, 1) * sizeof *processes) : NULL;
  work->n = n;
  work->from = from;
  work->to = to;
  refrain_task_runner_start_in (self->runner, &self->measuring, _ ("Measuring iterations"),
                                measure_in_thread, work, measure_work_free, g_object_unref, self,
                                on_measured);
}

REFRAIN_GETTER (RefrainLoops, refrain_loops, RefrainLoopSeries *, get_series, self->series)
REFRAIN_GETTER (RefrainLoops, refrain_loops, const char *, get_series_problem, self->series_problem)

static gpointer
count_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  MeasureWork *work = data;

  return refrain_loop_matrix_new_line (work->model, work->first, work->end, NULL,
                                       refrain_job_get_cancellable (job), error);
}

static void
on_counted (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainLoops *self = data;
  g_autoptr (RefrainMatrix) matrix = result;

  if (g_set_object (&self->matrix, matrix))
    g_object_notify (G_OBJECT (self), "matrix");
}

/* Counts the messages of what is selected. */
static void
count_messages (RefrainLoops *self)
{
  refrain_task_runner_start_in (self->runner, &self->counting, _ ("Counting messages"),
                                count_in_thread, make_measure_work (self), measure_work_free,
                                g_object_unref, self, on_counted);
}

REFRAIN_GETTER (RefrainLoops, refrain_loops, RefrainMatrix *, get_matrix, self->matrix)

/* ---- As a subject ---- */

static char *
subject_get_words (const RefrainSubject *subject)
{
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (subject->source, &n);

  return g_strdup_printf (constructs[subject->id].kind == REFRAIN_CONSTRUCT_LOOP
                              ? _ ("Loop %u")
                              : _ ("Line %u of the loop model"),
                          subject->id + 1);
}

static void
free_iterations (gpointer iterations)
{
  refrain_loop_iterations_free (iterations);
}

static gboolean
subject_find (const RefrainSubject *subject,
              RefrainSubjectFound *found,
              GCancellable *cancellable,
              GError **error)
{
  found->more = refrain_loop_iterations_new_line (subject->source, subject->id, subject->end, NULL,
                                                  0, cancellable, error);
  found->free_more = free_iterations;
  if (found->more != NULL)
    found->ops = refrain_loop_iterations_make_op_set (found->more, cancellable);
  if (found->ops != NULL)
    return TRUE;
  if (error != NULL && *error == NULL)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return FALSE;
}

static gsize
subject_count (const RefrainSubject *subject)
{
  const RefrainSubjectFound *found = subject->found;

  return found != NULL ? refrain_loop_iterations_get_n (found->more) : 0;
}

/* Of one without events, when the first of the processes comes to it. */
static gboolean
subject_get_span (const RefrainSubject *subject, gsize i, RefrainTime *start, RefrainTime *end)
{
  const RefrainLoopIterations *iterations = subject->found->more;
  gsize n;
  const guint32 *processes = refrain_loop_iterations_get_processes (iterations, &n);

  if (refrain_loop_iterations_get_times (iterations, i, start, end))
    return TRUE;
  if (n == 0)
    return FALSE;
  refrain_loop_events_get_span (refrain_loop_model_get_events (subject->source), processes[0],
                                refrain_loop_iterations_get_span (iterations, i, 0).first, start,
                                end);
  *end = *start;
  return TRUE;
}

/* Models of a file have no times. */
static RefrainOccurrences *
subject_collect (const RefrainSubject *subject, GCancellable *cancellable, GError **error)
{
  g_autofree char *words = subject_get_words (subject);

  if (refrain_loop_events_get_trace (refrain_loop_model_get_events (subject->source)) == NULL)
    return NULL;
  return refrain_occurrences_new_for_line (subject->source, subject->id, subject->end, words,
                                           cancellable, error);
}

static gpointer
get_model (gpointer owner)
{
  return ((RefrainLoops *) owner)->model;
}

static gboolean
subject_select_id (gpointer owner, guint32 id, guint32 end)
{
  refrain_loops_select_line (owner, id, end);
  return refrain_loops_get_selected (owner) != REFRAIN_NONE;
}

static const RefrainSubjectKind subject_kind = {
  .name = "loop",
  .step = N_ ("select loop"),
  .job = N_ ("Highlighting iterations"),
  .one = N_ ("iteration"),
  .many = N_ ("iterations"),
  .selected = "selected",
  .flags = REFRAIN_SUBJECT_ALONE | REFRAIN_SUBJECT_MEASURED,
  .get_words = subject_get_words,
  .find = subject_find,
  .count = subject_count,
  .get_span = subject_get_span,
  .collect = subject_collect,
  .get_source = get_model,
  .select_id = subject_select_id,
};

/* ---- Selecting ---- */

static const RefrainSubject *
get_subject (RefrainLoops *self)
{
  return refrain_subjects_get_of (self->subjects, &subject_kind, self);
}

void
refrain_loops_watch_selected (RefrainLoops *self)
{
  refrain_subjects_add_kind (self->subjects, &subject_kind, self);
  g_signal_connect (self, "notify::selected", G_CALLBACK (forget_measured), NULL);
}

/* The first use of definition @definition. */
static guint32
find_use (RefrainLoops *self, guint32 definition)
{
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (self->model, &n);

  for (guint32 i = definition; i < n; i++)
    if (constructs[i].kind == REFRAIN_CONSTRUCT_USE && constructs[i].what == definition)
      return i;
  return REFRAIN_NONE;
}

guint32
refrain_loops_get_selected (RefrainLoops *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), REFRAIN_NONE);
  return get_subject (self) != NULL ? get_subject (self)->id : REFRAIN_NONE;
}

guint32
refrain_loops_get_selected_end (RefrainLoops *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), REFRAIN_NONE);
  return get_subject (self) != NULL ? get_subject (self)->end : REFRAIN_NONE;
}

void
refrain_loops_select (RefrainLoops *self, guint32 construct)
{
  refrain_loops_select_line (self, construct,
                             construct == REFRAIN_NONE ? construct : construct + 1);
}

void
refrain_loops_select_line (RefrainLoops *self, guint32 first, guint32 end)
{
  const RefrainConstruct *constructs = NULL;
  guint32 n = 0;

  g_return_if_fail (REFRAIN_IS_LOOPS (self));

  if (self->model != NULL)
    constructs = refrain_loop_model_get_constructs (self->model, &n);
  if (first < n && constructs[first].kind == REFRAIN_CONSTRUCT_DEFINITION)
    {
      first = find_use (self, first);
      end = first + 1;
    }
  if (first >= n || first >= end || end > n)
    {
      refrain_subjects_put_out (self->subjects, self);
      return;
    }
  if (first == refrain_loops_get_selected (self) && end == refrain_loops_get_selected_end (self))
    return;
  refrain_subjects_take (self->subjects,
                         refrain_subject_new_of (&subject_kind, self, self->model, first, end));
  count_messages (self);
}

/* ---- Walking from box to box ---- */

static gboolean
is_box (const RefrainConstruct *construct)
{
  return construct->kind == REFRAIN_CONSTRUCT_LOOP || construct->kind == REFRAIN_CONSTRUCT_USE;
}

/* The first (@last: the last) box of [at, end), a body. */
static guint32
find_box (const RefrainConstruct *constructs, guint32 at, guint32 end, gboolean last)
{
  guint32 found = REFRAIN_NONE;

  for (; at < end; at = REFRAIN_CONSTRUCT_NEXT (constructs, at))
    if (is_box (&constructs[at]))
      {
        found = at;
        if (!last)
          break;
      }
  return found;
}

static guint32
find_around (RefrainLoops *self, const RefrainConstruct *constructs)
{
  const guint32 parent = constructs[refrain_loops_get_selected (self)].parent;

  return parent != REFRAIN_NONE && constructs[parent].kind == REFRAIN_CONSTRUCT_DEFINITION
             ? find_use (self, parent)
             : parent;
}

static guint32
find_inside (RefrainLoops *self, const RefrainConstruct *constructs)
{
  guint32 body = refrain_loops_get_selected (self);

  if (constructs[body].kind == REFRAIN_CONSTRUCT_USE)
    body = constructs[body].what;
  return find_box (constructs, body + 1, constructs[body].end, FALSE);
}

gboolean
refrain_loops_walk (RefrainLoops *self, RefrainLoopsWalk walk)
{
  const RefrainConstruct *constructs;
  guint32 n, found = REFRAIN_NONE, parent, selected;

  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), FALSE);

  if (self->model == NULL)
    return FALSE;
  constructs = refrain_loop_model_get_constructs (self->model, &n);
  selected = refrain_loops_get_selected (self);
  if (selected == REFRAIN_NONE)
    found = find_box (constructs, 0, n, walk == REFRAIN_LOOPS_PREVIOUS);
  else
    {
      parent = constructs[selected].parent;
      switch (walk)
        {
        case REFRAIN_LOOPS_OUT:
          found = find_around (self, constructs);
          break;
        case REFRAIN_LOOPS_IN:
          found = find_inside (self, constructs);
          break;
        case REFRAIN_LOOPS_PREVIOUS:
          found = find_box (constructs, parent != REFRAIN_NONE ? parent + 1 : 0, selected, TRUE);
          break;
        case REFRAIN_LOOPS_NEXT:
        default:
          found = find_box (constructs, constructs[selected].end,
                            parent != REFRAIN_NONE ? constructs[parent].end : n, FALSE);
        }
    }
  if (found == REFRAIN_NONE)
    return FALSE;
  refrain_loops_select (self, found);
  return TRUE;
}

/* ---- Iterations ---- */

REFRAIN_GETTER (RefrainLoops,
                refrain_loops,
                const RefrainLoopIterations *,
                get_iterations,
                get_subject (self) != NULL && get_subject (self)->found != NULL
                    ? get_subject (self)->found->more
                    : NULL)
