/* refrain-loops.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Making the model.
 */
#include "config.h"
#include "refrain-loops-private.h"

#include <glib/gi18n.h>

#include "refrain-loop-global.h"

/* From so many processes on, those that behave alike share a row unless the user says otherwise. */
#define MANY_PROCESSES 64

G_DEFINE_FINAL_TYPE (RefrainLoops, refrain_loops, G_TYPE_OBJECT)

static GParamSpec *properties[REFRAIN_LOOPS_N_PROPERTIES];

void
refrain_loops_notify (RefrainLoops *self, RefrainLoopsProperty property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

void
refrain_loops_stop (RefrainJob **job)
{
  if (*job != NULL)
    refrain_job_cancel (*job);
  g_clear_object (job);
}

/* Loops come after patterns, whether these were found or not. */
static void
on_patterns_running (RefrainLoops *self)
{
  if (!refrain_patterns_is_running (self->patterns) && self->model == NULL && self->job == NULL
      && self->problem == NULL)
    refrain_loops_find (self);
}

RefrainLoops *
refrain_loops_new (RefrainTrace *trace,
                   RefrainPatterns *patterns,
                   RefrainTaskRunner *runner,
                   RefrainSelection *selection)
{
  RefrainLoops *self;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (patterns), NULL);
  g_return_val_if_fail (REFRAIN_IS_TASK_RUNNER (runner), NULL);
  g_return_val_if_fail (REFRAIN_IS_SELECTION (selection), NULL);

  self = g_object_new (REFRAIN_TYPE_LOOPS, NULL);
  self->trace = g_object_ref (trace);
  self->patterns = g_object_ref (patterns);
  self->runner = g_object_ref (runner);
  self->selection = g_object_ref (selection);
  self->fold_alike = refrain_trace_get_n_processes (trace) >= MANY_PROCESSES;
  g_signal_connect_object (patterns, "notify::running", G_CALLBACK (on_patterns_running), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "notify::source", G_CALLBACK (refrain_loops_on_source), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "notify::pick", G_CALLBACK (refrain_loops_update_here), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/* ---- Making the model ---- */

static gpointer
find_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const RefrainLoopOptions options = REFRAIN_LOOP_OPTIONS_DEFAULT;
  GCancellable *cancellable = refrain_job_get_cancellable (job);
  g_autoptr (RefrainLoopEvents) events = refrain_loop_events_new (data, cancellable, error);

  if (events == NULL)
    return NULL;
  return refrain_loop_global_new (events, &options, NULL, refrain_job_report, job, cancellable,
                                  error);
}

static void
take_model (RefrainLoops *self, RefrainLoopModel *model)
{
  refrain_loops_select (self, REFRAIN_NONE);
  g_set_object (&self->model, model);
  g_hash_table_remove_all (self->positions);
  refrain_loop_model_measure (model, &self->size);
  g_clear_object (&self->painter);
  refrain_loops_notify (self, REFRAIN_LOOPS_MODEL);
  refrain_loops_lay_out (self, NULL);
  refrain_loops_update_here (self);
}

static void
on_found (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainLoops *self = data;
  g_autoptr (RefrainLoopModel) model = result;

  if (job != self->job)
    return;
  g_clear_object (&self->job);
  g_clear_pointer (&self->problem, g_free);
  if (model != NULL)
    take_model (self, model);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    self->problem = g_strdup (_ ("It was cancelled."));
  else
    self->problem = g_strdup (error->message);
  refrain_loops_notify (self, REFRAIN_LOOPS_RUNNING);
}

void
refrain_loops_find (RefrainLoops *self)
{
  RefrainJob *job;

  g_return_if_fail (REFRAIN_IS_LOOPS (self));

  refrain_loops_stop (&self->job);
  job = refrain_task_runner_start (self->runner, _ ("Finding loops"), find_in_thread,
                                   g_object_ref (self->trace), g_object_unref, g_object_unref,
                                   G_OBJECT (self), on_found, self);
  g_set_object (&self->job, job);
  refrain_loops_notify (self, REFRAIN_LOOPS_RUNNING);
}

gboolean
refrain_loops_is_running (RefrainLoops *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), FALSE);
  return self->job != NULL;
}

RefrainLoopModel *
refrain_loops_get_model (RefrainLoops *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), NULL);
  return self->model;
}

const char *
refrain_loops_get_problem (RefrainLoops *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), NULL);
  return self->problem;
}

const RefrainLoopModelSize *
refrain_loops_get_size (RefrainLoops *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), NULL);
  return &self->size;
}

/* ---- Numbers ---- */

static guint32
count_constructs (RefrainLoops *self)
{
  guint32 n = 0;

  if (self->model != NULL)
    refrain_loop_model_get_constructs (self->model, &n);
  return n;
}

guint32
refrain_loops_get_number (RefrainLoops *self, guint32 construct)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), 0);
  return construct < count_constructs (self) ? construct + 1 : 0;
}

guint32
refrain_loops_find_number (RefrainLoops *self, guint32 number)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), REFRAIN_NONE);
  return number >= 1 && number <= count_constructs (self) ? number - 1 : REFRAIN_NONE;
}

gboolean
refrain_loops_is_loop (RefrainLoops *self, guint32 construct)
{
  guint32 n;

  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), FALSE);
  return construct < count_constructs (self)
         && refrain_loop_model_get_constructs (self->model, &n)[construct].kind
                == REFRAIN_CONSTRUCT_LOOP;
}

/* ---- Object ---- */

static void
refrain_loops_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  RefrainLoops *self = REFRAIN_LOOPS (object);

  switch ((RefrainLoopsProperty) id)
    {
    case REFRAIN_LOOPS_MODEL:
      g_value_set_object (value, self->model);
      break;
    case REFRAIN_LOOPS_RUNNING:
      g_value_set_boolean (value, self->job != NULL);
      break;
    case REFRAIN_LOOPS_PAINTER:
      g_value_set_object (value, self->painter);
      break;
    case REFRAIN_LOOPS_SELECTED:
      g_value_set_uint (value, self->selected);
      break;
    case REFRAIN_LOOPS_ITERATIONS:
      g_value_set_pointer (value, self->iterations);
      break;
    case REFRAIN_LOOPS_CURRENT:
      g_value_set_int64 (value, self->has_current ? (gint64) self->current : -1);
      break;
    case REFRAIN_LOOPS_HERE:
      g_value_set_boxed (value, self->here);
      break;
    case REFRAIN_LOOPS_SERIES:
      g_value_set_object (value, self->series);
      break;
    case REFRAIN_LOOPS_MATRIX:
      g_value_set_object (value, self->matrix);
      break;
    case REFRAIN_LOOPS_N_PROPERTIES:
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
refrain_loops_finalize (GObject *object)
{
  RefrainLoops *self = REFRAIN_LOOPS (object);

  g_clear_object (&self->job);
  g_clear_object (&self->layout);
  g_clear_object (&self->light);
  g_clear_object (&self->measuring);
  g_clear_object (&self->counting);
  g_clear_object (&self->series);
  g_clear_object (&self->matrix);
  g_clear_object (&self->painter);
  g_clear_pointer (&self->iterations, refrain_loop_iterations_free);
  g_clear_pointer (&self->here, g_array_unref);
  g_hash_table_unref (self->positions);
  g_clear_object (&self->model);
  g_clear_object (&self->selection);
  g_clear_object (&self->runner);
  g_clear_object (&self->patterns);
  g_clear_object (&self->trace);
  g_free (self->problem);
  g_free (self->iterations_problem);
  g_free (self->series_problem);
  G_OBJECT_CLASS (refrain_loops_parent_class)->finalize (object);
}

static void
refrain_loops_class_init (RefrainLoopsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = refrain_loops_get_property;
  object_class->finalize = refrain_loops_finalize;
  properties[REFRAIN_LOOPS_MODEL]
      = g_param_spec_object ("model", NULL, NULL, REFRAIN_TYPE_LOOP_MODEL, flags);
  properties[REFRAIN_LOOPS_RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE, flags);
  properties[REFRAIN_LOOPS_PAINTER]
      = g_param_spec_object ("painter", NULL, NULL, REFRAIN_TYPE_LOOP_PAINTER, flags);
  properties[REFRAIN_LOOPS_SELECTED]
      = g_param_spec_uint ("selected", NULL, NULL, 0, G_MAXUINT, REFRAIN_NONE, flags);
  properties[REFRAIN_LOOPS_ITERATIONS] = g_param_spec_pointer ("iterations", NULL, NULL, flags);
  properties[REFRAIN_LOOPS_CURRENT]
      = g_param_spec_int64 ("current", NULL, NULL, -1, G_MAXINT64, -1, flags);
  properties[REFRAIN_LOOPS_HERE] = g_param_spec_boxed ("here", NULL, NULL, G_TYPE_ARRAY, flags);
  properties[REFRAIN_LOOPS_SERIES]
      = g_param_spec_object ("series", NULL, NULL, REFRAIN_TYPE_LOOP_SERIES, flags);
  properties[REFRAIN_LOOPS_MATRIX]
      = g_param_spec_object ("matrix", NULL, NULL, REFRAIN_TYPE_MATRIX, flags);
  g_object_class_install_properties (object_class, REFRAIN_LOOPS_N_PROPERTIES, properties);
}

static void
free_positions (gpointer positions)
{
  if (positions != NULL)
    refrain_loop_positions_free (positions);
}

static void
refrain_loops_init (RefrainLoops *self)
{
  self->selected = REFRAIN_NONE;
  self->positions = g_hash_table_new_full (NULL, NULL, NULL, free_positions);
}
