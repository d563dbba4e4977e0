/* refrain-loops-selection.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The selected construct and its iterations.
 */
#include "config.h"
#include "refrain-loops-private.h"

#include <glib/gi18n.h>

/* ---- Lighting up ---- */

typedef struct
{
  RefrainLoopModel *model;
  guint32 construct;
} Work;

typedef struct
{
  RefrainLoopIterations *iterations;
  RefrainOpSet *ops;
} Found;

static void
work_free (gpointer data)
{
  Work *work = data;

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
  Work *work = data;
  GCancellable *cancellable = refrain_job_get_cancellable (job);
  Found *found = g_new0 (Found, 1);

  found->iterations
      = refrain_loop_iterations_new (work->model, work->construct, NULL, 0, cancellable, error);
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

  if (job != self->light)
    {
      if (found != NULL)
        found_free (found);
      return;
    }
  g_clear_object (&self->light);
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
  Work *work = g_new0 (Work, 1);
  RefrainJob *job;

  if (refrain_selection_get_source (self->selection) != self)
    refrain_selection_light (self->selection, NULL, self);
  work->model = g_object_ref (self->model);
  work->construct = self->selected;
  job = refrain_task_runner_start (self->runner, _ ("Lighting up iterations"), light_in_thread,
                                   work, work_free, found_free, G_OBJECT (self), on_lit, self);
  g_set_object (&self->light, job);
}

/* ---- Selecting ---- */

/* Forgets what is selected, leaving what is lit up alone. */
static void
forget (RefrainLoops *self)
{
  const gboolean had_current = self->has_current;
  const gboolean had_iterations = self->iterations != NULL;

  refrain_loops_stop (&self->light);
  g_clear_pointer (&self->iterations, refrain_loop_iterations_free);
  g_clear_pointer (&self->iterations_problem, g_free);
  self->selected = REFRAIN_NONE;
  self->has_current = FALSE;
  refrain_loops_forget_measured (self);
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

void
refrain_loops_select (RefrainLoops *self, guint32 construct)
{
  const RefrainConstruct *constructs = NULL;
  guint32 n = 0;

  g_return_if_fail (REFRAIN_IS_LOOPS (self));

  if (self->model != NULL)
    constructs = refrain_loop_model_get_constructs (self->model, &n);
  if (construct < n && constructs[construct].kind == REFRAIN_CONSTRUCT_DEFINITION)
    construct = find_use (self, construct);
  if (construct >= n)
    construct = REFRAIN_NONE;
  if (construct == self->selected)
    return;
  forget (self);
  self->selected = construct;
  if (construct != REFRAIN_NONE)
    {
      light_up (self);
      refrain_loops_count (self);
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
  gsize low = 0, high = n;

  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (get_begin (self, middle) < from)
        low = middle + 1;
      else
        high = middle;
    }
  if (direction > 0)
    return low < n ? low : 0;
  return low > 0 ? low - 1 : n - 1;
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
