/* refrain-loops-selection.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The selected construct: what is measured of it, its iterations, lit up, and going from one to the
 * next; and walking from box to box.
 */
#include "config.h"
#include "refrain-loops-private.h"

#include <glib/gi18n.h>

#include "refrain-loop-matrix.h"
#include "refrain-search.h"

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
      refrain_loops_notify (self, REFRAIN_LOOPS_MATRIX);
    }
  if (self->series != NULL)
    {
      g_clear_object (&self->series);
      refrain_loops_notify (self, REFRAIN_LOOPS_SERIES);
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

static void
measure_work_free (gpointer data)
{
  MeasureWork *work = data;

  g_object_unref (work->model);
  g_free (work->processes);
  g_free (work);
}

static MeasureWork *
make_measure_work (RefrainLoops *self)
{
  MeasureWork *work = g_new0 (MeasureWork, 1);

  work->model = g_object_ref (self->model);
  work->first = self->selected;
  work->end = self->selected_end;
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
  refrain_loops_notify (self, REFRAIN_LOOPS_SERIES);
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
  if (self->selected == REFRAIN_NONE)
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

RefrainLoopSeries *
refrain_loops_get_series (RefrainLoops *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), NULL);
  return self->series;
}

const char *
refrain_loops_get_series_problem (RefrainLoops *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), NULL);
  return self->series_problem;
}

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
    refrain_loops_notify (self, REFRAIN_LOOPS_MATRIX);
}

/* Counts the messages of what is selected. */
static void
count_messages (RefrainLoops *self)
{
  refrain_task_runner_start_in (self->runner, &self->counting, _ ("Counting messages"),
                                count_in_thread, make_measure_work (self), measure_work_free,
                                g_object_unref, self, on_counted);
}

RefrainMatrix *
refrain_loops_get_matrix (RefrainLoops *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), NULL);
  return self->matrix;
}

/* ---- Lighting up ---- */

typedef struct
{
  RefrainLoopModel *model;
  guint32 first, end;
} LightWork;

typedef struct
{
  RefrainLoopIterations *iterations;
  RefrainOpSet *ops;
} Found;

static void
light_work_free (gpointer data)
{
  LightWork *work = data;

  g_object_unref (work->model);
  g_free (work);
}

static void
found_free (gpointer data)
{
  Found *found = data;

  g_clear_pointer (&found->iterations, refrain_loop_iterations_free);
  g_clear_pointer (&found->ops, refrain_op_set_unref);
  g_free (found);
}

static gpointer
light_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  LightWork *work = data;
  GCancellable *cancellable = refrain_job_get_cancellable (job);
  Found *found = g_new0 (Found, 1);

  found->iterations = refrain_loop_iterations_new_line (work->model, work->first, work->end, NULL,
                                                        0, cancellable, error);
  if (found->iterations != NULL)
    found->ops = refrain_loop_iterations_make_op_set (found->iterations, cancellable);
  if (found->ops != NULL)
    return found;
  if (error != NULL && *error == NULL)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  found_free (found);
  return NULL;
}

static void
on_lit (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainLoops *self = data;
  Found *found = result;

  if (found == NULL)
    self->iterations_problem = g_strdup (error->message);
  else
    {
      self->iterations = g_steal_pointer (&found->iterations);
      refrain_selection_light (self->selection, found->ops, self);
      found_free (found);
    }
  refrain_loops_notify (self, REFRAIN_LOOPS_ITERATIONS);
}

static void
light_up (RefrainLoops *self)
{
  LightWork *work = g_new0 (LightWork, 1);

  if (refrain_selection_get_source (self->selection) != self)
    refrain_selection_light (self->selection, NULL, self);
  work->model = g_object_ref (self->model);
  work->first = self->selected;
  work->end = self->selected_end;
  refrain_task_runner_start_in (self->runner, &self->light, _ ("Lighting up iterations"),
                                light_in_thread, work, light_work_free, found_free, self, on_lit);
}

/* ---- Selecting ---- */

/* Forgets what is selected, leaving what is lit up alone. */
static void
forget (RefrainLoops *self)
{
  const gboolean had_current = self->has_current;
  const gboolean had_iterations = self->iterations != NULL;

  refrain_job_stop (&self->light);
  g_clear_pointer (&self->iterations, refrain_loop_iterations_free);
  g_clear_pointer (&self->iterations_problem, g_free);
  self->selected = self->selected_end = REFRAIN_NONE;
  self->has_current = FALSE;
  forget_measured (self);
  if (had_iterations)
    refrain_loops_notify (self, REFRAIN_LOOPS_ITERATIONS);
  if (had_current)
    refrain_loops_notify (self, REFRAIN_LOOPS_CURRENT);
}

void
refrain_loops_on_source (RefrainLoops *self)
{
  if (self->selected == REFRAIN_NONE || refrain_selection_get_source (self->selection) == self)
    return;
  forget (self);
  refrain_loops_notify (self, REFRAIN_LOOPS_SELECTED);
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
  return self->selected;
}

guint32
refrain_loops_get_selected_end (RefrainLoops *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), REFRAIN_NONE);
  return self->selected_end;
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
  if (first >= n || end > n)
    first = end = REFRAIN_NONE;
  if (first == self->selected && end == self->selected_end)
    return;
  forget (self);
  self->selected = first;
  self->selected_end = end;
  if (first != REFRAIN_NONE)
    {
      light_up (self);
      count_messages (self);
    }
  else if (refrain_selection_get_source (self->selection) == self)
    refrain_selection_light (self->selection, NULL, NULL);
  refrain_loops_notify (self, REFRAIN_LOOPS_SELECTED);
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
  const guint32 parent = constructs[self->selected].parent;

  return parent != REFRAIN_NONE && constructs[parent].kind == REFRAIN_CONSTRUCT_DEFINITION
             ? find_use (self, parent)
             : parent;
}

static guint32
find_inside (RefrainLoops *self, const RefrainConstruct *constructs)
{
  guint32 body = self->selected;

  if (constructs[body].kind == REFRAIN_CONSTRUCT_USE)
    body = constructs[body].what;
  return find_box (constructs, body + 1, constructs[body].end, FALSE);
}

gboolean
refrain_loops_walk (RefrainLoops *self, RefrainLoopsWalk walk)
{
  const RefrainConstruct *constructs;
  guint32 n, found = REFRAIN_NONE, parent;

  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), FALSE);

  if (self->model == NULL)
    return FALSE;
  constructs = refrain_loop_model_get_constructs (self->model, &n);
  if (self->selected == REFRAIN_NONE)
    found = find_box (constructs, 0, n, walk == REFRAIN_LOOPS_PREVIOUS);
  else
    {
      parent = constructs[self->selected].parent;
      switch (walk)
        {
        case REFRAIN_LOOPS_OUT:
          found = find_around (self, constructs);
          break;
        case REFRAIN_LOOPS_IN:
          found = find_inside (self, constructs);
          break;
        case REFRAIN_LOOPS_PREVIOUS:
          found = find_box (constructs, parent != REFRAIN_NONE ? parent + 1 : 0, self->selected,
                            TRUE);
          break;
        case REFRAIN_LOOPS_NEXT:
        default:
          found = find_box (constructs, constructs[self->selected].end,
                            parent != REFRAIN_NONE ? constructs[parent].end : n, FALSE);
        }
    }
  if (found == REFRAIN_NONE)
    return FALSE;
  refrain_loops_select (self, found);
  return TRUE;
}

/* ---- Iterations ---- */

const RefrainLoopIterations *
refrain_loops_get_iterations (RefrainLoops *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), NULL);
  return self->iterations;
}

const char *
refrain_loops_get_iterations_problem (RefrainLoops *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), NULL);
  return self->iterations_problem;
}

gboolean
refrain_loops_get_current (RefrainLoops *self, gsize *iteration)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), FALSE);

  if (!self->has_current)
    return FALSE;
  if (iteration != NULL)
    *iteration = self->current;
  return TRUE;
}

/* When the first of the processes comes to @iteration, whether it has events in it or not. */
static RefrainTime
get_begin (RefrainLoops *self, gsize iteration)
{
  gsize n;
  const guint32 *processes = refrain_loop_iterations_get_processes (self->iterations, &n);
  RefrainTime start = G_MAXINT64, end;

  if (n > 0)
    refrain_loop_events_get_span (
        refrain_loop_model_get_events (self->model), processes[0],
        refrain_loop_iterations_get_span (self->iterations, iteration, 0).first, &start, &end);
  return start;
}

/* The first iteration from @from on, or the last before it. */
static gsize
find_near (RefrainLoops *self, int direction, RefrainTime from)
{
  const gsize n = refrain_loop_iterations_get_n (self->iterations);
  const gsize first = REFRAIN_LOWER_BOUND (i, 0, n, get_begin (self, i) < from);

  if (direction > 0)
    return first < n ? first : 0;
  return first > 0 ? first - 1 : n - 1;
}

gboolean
refrain_loops_step (RefrainLoops *self, int direction, RefrainTime from)
{
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), FALSE);
  g_return_val_if_fail (direction == 1 || direction == -1, FALSE);

  n = self->iterations != NULL ? refrain_loop_iterations_get_n (self->iterations) : 0;
  if (n == 0)
    return FALSE;
  self->current = self->has_current ? (self->current + n + (gsize) (gssize) direction) % n
                                    : find_near (self, direction, from);
  self->has_current = TRUE;
  refrain_loops_notify (self, REFRAIN_LOOPS_CURRENT);
  return TRUE;
}
