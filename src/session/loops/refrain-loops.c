/* refrain-loops.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Making the model, drawing it, and in which loop and iteration events lie. The selected construct
 * is in refrain-loops-selection.c.
 */
#include "refrain-free.h"
#include "refrain-loops-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "refrain-loop-summary.h"
#include "refrain-loop-waits.h"
#include "refrain-notices.h"
#include "refrain-object.h"
#include "refrain-ranks.h"
#include "refrain-study-job.h"
#include "refrain-report-main-loop.h"

/* From so many processes on, those that behave alike share a row unless the user says otherwise. */
#define MANY_PROCESSES 64

REFRAIN_DEFINE_NOTIFIER (RefrainLoops,
                         refrain_loops,
                         finalize,
                         "model",
                         "running",
                         "painter",
                         "selected",
                         "here",
                         "series",
                         "matrix")

/* ---- What is drawn: which boxes are closed, and whose rows are shared ---- */

typedef struct
{
  RefrainLoopModel *model;
  gboolean fold_alike;
  guint8 *folded;             /* or NULL */
  RefrainProcessOrder *order; /* or NULL */
  RefrainWaits *waits;        /* or NULL */
  GBytes *waiting;            /* what they are in the model, where that is known */
} LayOutWork;

REFRAIN_DEFINE_FREE (lay_out_work_free, LayOutWork, g_object_unref (x->model); g_free (x->folded);
                     refrain_clear_objects (&x->order, &x->waits);
                     g_clear_pointer (&x->waiting, g_bytes_unref))

static gpointer
lay_out_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  LayOutWork *work = data;
  g_autoptr (RefrainLoopPainter) painter = refrain_loop_painter_new_in_order (
      work->model, work->fold_alike, work->folded, work->order);

  if (work->waits != NULL && work->waiting == NULL)
    {
      guint32 n;
      float *shares = refrain_loop_waits_new (work->model, work->waits,
                                              refrain_job_get_cancellable (job), error);

      if (shares == NULL)
        return NULL;
      refrain_loop_model_get_constructs (work->model, &n);
      work->waiting = g_bytes_new_take (shares, (n + 1) * sizeof *shares);
    }
  refrain_loop_painter_set_waiting (painter, work->waiting);
  return g_steal_pointer (&painter);
}

static void
on_laid_out (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainLoops *self = data;
  g_autoptr (RefrainLoopPainter) painter = result;

  if (painter != NULL)
    g_set_object (&self->painter, painter);
  g_object_notify (G_OBJECT (self), "painter");
}

/* Lays the drawing out anew; @folded (taken) as in refrain_loop_painter_new(). */
static void
lay_out (RefrainLoops *self, guint8 *folded)
{
  LayOutWork *work;

  refrain_job_stop (&self->layout);
  if (self->model == NULL)
    {
      g_free (folded);
      return;
    }
  work = g_new0 (LayOutWork, 1);
  work->model = g_object_ref (self->model);
  work->fold_alike = self->fold_alike;
  work->folded = folded;
  g_set_object (&work->order, self->order);
  g_set_object (&work->waits, self->waits);
  if (self->waits != NULL && self->painter != NULL
      && refrain_loop_painter_get_model (self->painter) == self->model
      && refrain_loop_painter_get_waiting (self->painter) != NULL)
    work->waiting = g_bytes_ref (refrain_loop_painter_get_waiting (self->painter));
  refrain_task_runner_start_in (self->runner, &self->layout, _ ("Drawing loops"), lay_out_in_thread,
                                work, lay_out_work_free, g_object_unref, self, on_laid_out);
}

REFRAIN_GETTER (RefrainLoops, refrain_loops, RefrainLoopPainter *, get_painter, self->painter)
REFRAIN_GETTER (RefrainLoops, refrain_loops, gboolean, is_drawing, self->layout != NULL)
REFRAIN_GETTER (RefrainLoops, refrain_loops, gboolean, get_fold_alike, self->fold_alike)

/* The bytes of what is closed now, or NULL. */
static guint8 *
copy_folded (RefrainLoops *self)
{
  guint32 n;

  if (self->painter == NULL)
    return NULL;
  refrain_loop_model_get_constructs (self->model, &n);
  return g_memdup2 (refrain_loop_painter_get_folded (self->painter), n);
}

void
refrain_loops_set_fold_alike (RefrainLoops *self, gboolean fold)
{
  g_return_if_fail (REFRAIN_IS_LOOPS (self));

  fold = !!fold;
  if (self->fold_alike == fold)
    return;
  self->fold_alike = fold;
  lay_out (self, copy_folded (self));
  g_object_notify (G_OBJECT (self), "painter");
}

void
refrain_loops_set_order (RefrainLoops *self, RefrainProcessOrder *order)
{
  g_return_if_fail (REFRAIN_IS_LOOPS (self));

  if (!g_set_object (&self->order, order))
    return;
  lay_out (self, copy_folded (self));
  g_object_notify (G_OBJECT (self), "painter");
}

void
refrain_loops_set_waits (RefrainLoops *self, RefrainWaits *waits)
{
  g_return_if_fail (REFRAIN_IS_LOOPS (self));

  if (!g_set_object (&self->waits, waits))
    return;
  lay_out (self, copy_folded (self));
  g_object_notify (G_OBJECT (self), "painter");
}

gboolean
refrain_loops_is_folded (RefrainLoops *self, guint32 construct)
{
  guint32 n = 0;

  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), FALSE);
  if (self->painter == NULL)
    return FALSE;
  refrain_loop_model_get_constructs (self->model, &n);
  return construct < n && refrain_loop_painter_get_folded (self->painter)[construct] != 0;
}

void
refrain_loops_fold (RefrainLoops *self, guint32 construct, gboolean folded)
{
  guint32 n = 0;

  g_return_if_fail (REFRAIN_IS_LOOPS (self));

  if (self->painter == NULL)
    return;
  refrain_loop_model_get_constructs (self->model, &n);
  if (construct < n)
    lay_out (self, refrain_loop_painter_dup_folded (self->painter, construct, folded));
}

void
refrain_loops_fold_all (RefrainLoops *self, gboolean folded)
{
  guint32 n = 0;
  guint8 *bytes;

  g_return_if_fail (REFRAIN_IS_LOOPS (self));

  if (self->model == NULL)
    return;
  refrain_loop_model_get_constructs (self->model, &n);
  bytes = g_malloc0 (MAX (n, 1));
  if (folded)
    memset (bytes, 1, n);
  lay_out (self, bytes);
}

void
refrain_loops_fold_for_page (RefrainLoops *self)
{
  g_return_if_fail (REFRAIN_IS_LOOPS (self));

  lay_out (self, NULL);
}

/* ---- In which loop and iteration events lie ---- */

static const RefrainLoopPositions *
get_positions (RefrainLoops *self, guint process)
{
  const gpointer key = GUINT_TO_POINTER (process);
  gpointer positions;

  if (!g_hash_table_lookup_extended (self->positions, key, NULL, &positions))
    {
      positions = refrain_loop_positions_new (self->model, process, NULL);
      g_hash_table_insert (self->positions, key, positions);
    }
  return positions;
}

GArray *
refrain_loops_find_place (RefrainLoops *self, guint process, gsize op)
{
  const RefrainLoopPositions *positions;
  RefrainLoopEvents *events;
  guint64 position;

  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), NULL);

  if (self->model == NULL)
    return NULL;
  events = refrain_loop_model_get_events (self->model);
  if (process >= refrain_loop_events_get_n_processes (events)
      || !refrain_loop_stream_find (refrain_loop_events_get_stream (events, process), op,
                                    &position))
    return NULL;
  positions = get_positions (self, process);
  return positions != NULL ? refrain_loop_place_find (self->model, positions, position) : NULL;
}

/* The picked operation, or the first one in the picked call. */
static gboolean
get_picked_op (RefrainLoops *self, guint *process, gsize *op)
{
  const RefrainPick *pick = refrain_selection_get_pick (self->selection);
  const RefrainCalls *calls;
  const RefrainOps *ops;

  if ((pick->kind != REFRAIN_PICK_OP && pick->kind != REFRAIN_PICK_CALL)
      || pick->process >= refrain_trace_get_n_processes (self->trace))
    return FALSE;
  *process = pick->process;
  *op = pick->row;
  if (pick->kind == REFRAIN_PICK_OP)
    return TRUE;
  calls = refrain_trace_get_calls (self->trace, pick->process);
  ops = refrain_trace_get_ops (self->trace, pick->process);
  for (gsize i = 0; pick->row < calls->n && i < ops->n; i++)
    if (ops->time[i] >= calls->start[pick->row] && ops->time[i] <= calls->end[pick->row])
      {
        *op = i;
        return TRUE;
      }
  return FALSE;
}

/* Something else is picked. */
static void
update_here (RefrainLoops *self)
{
  GArray *here = NULL;
  guint process;
  gsize op;

  if (self->model != NULL && get_picked_op (self, &process, &op))
    here = refrain_loops_find_place (self, process, op);
  if (here == NULL && self->here == NULL)
    return;
  g_clear_pointer (&self->here, g_array_unref);
  self->here = here;
  g_object_notify (G_OBJECT (self), "here");
}

REFRAIN_GETTER (RefrainLoops, refrain_loops, const GArray *, get_here, self->here)

guint32
refrain_loops_get_loop_here (RefrainLoops *self)
{
  guint32 found = REFRAIN_NONE;

  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), REFRAIN_NONE);

  for (guint i = 0; self->here != NULL && i < self->here->len; i++)
    {
      const RefrainLoopStep *step = &g_array_index (self->here, RefrainLoopStep, i);

      if (step->iteration > 0)
        found = step->construct;
    }
  return found;
}

static gboolean
covers (RefrainLoops *self, guint32 first, guint32 end, guint process)
{
  for (guint32 i = first; i < end; i++)
    if (refrain_loop_model_covers (self->model, i, process))
      return TRUE;
  return FALSE;
}

char *
refrain_loops_format_processes (RefrainLoops *self, guint32 first, guint32 end)
{
  GString *text = g_string_new (NULL);
  g_autofree guint32 *ranks = NULL;
  guint n, n_ranks = 0;

  g_return_val_if_fail (REFRAIN_IS_LOOPS (self) && self->model != NULL, NULL);

  n = refrain_loop_events_get_n_processes (refrain_loop_model_get_events (self->model));
  ranks = g_new (guint32, n);
  for (guint i = 0; i < n; i++)
    if (covers (self, first, end, i))
      ranks[n_ranks++] = i;
  refrain_ranks_append (text, ranks, n_ranks);
  return g_string_free (text, FALSE);
}

/* ---- Making the model ---- */

typedef struct
{
  RefrainLoopModel *model;
  char *summary, *threads;
  gboolean instead;
} Found;

REFRAIN_DEFINE_FREE (found_free, Found, g_clear_object (&x->model);
                     refrain_free (x->summary, x->threads))

/* Text without the marks of its comments. Takes @text. */
static char *
uncomment (char *text)
{
  g_autofree char *taken = text;
  g_auto (GStrv) lines = g_strsplit (g_strchomp (taken), "\n", -1);

  for (char **line = lines; *line != NULL; line++)
    if (g_str_has_prefix (*line, "// "))
      memmove (*line, *line + 3, strlen (*line + 3) + 1);
  return g_strjoinv ("\n", lines);
}

static gpointer
find_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const RefrainStudyAsk ask = refrain_job_make_ask (job);
  g_autoptr (RefrainLoopModel) model
      = refrain_study_find (data, REFRAIN_ANALYSIS_LOOPS, &ask, error);
  gboolean instead;
  char *summary = NULL;
  Found *found;

  if (model != NULL)
    summary = refrain_report_write_loop_summary (data, model, &ask, &instead, error);
  if (summary == NULL)
    return NULL;
  found = g_new0 (Found, 1);
  found->summary = uncomment (summary);
  found->threads
      = uncomment (refrain_loop_summary_write_threads (refrain_loop_model_get_events (model)));
  found->instead = instead;
  found->model = g_steal_pointer (&model);
  return found;
}

static void
take_model (RefrainLoops *self, Found *found)
{
  RefrainLoopModel *model = found->model;

  refrain_loops_select (self, REFRAIN_NONE);
  g_set_object (&self->model, model);
  refrain_free (self->summary, self->threads);
  self->summary = g_steal_pointer (&found->summary);
  self->threads = g_steal_pointer (&found->threads);
  self->instead = found->instead;
  g_hash_table_remove_all (self->positions);
  refrain_loop_model_measure (model, &self->size);
  g_clear_object (&self->painter);
  g_object_notify (G_OBJECT (self), "model");
  lay_out (self, NULL);
  update_here (self);
}

static void
on_found (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainLoops *self = data;
  Found *found = result;

  g_clear_pointer (&self->problem, g_free);
  if (found != NULL)
    take_model (self, found);
  else
    self->problem = refrain_job_describe_error (error, _ ("Cancelled."));
  g_clear_pointer (&found, found_free);
  g_object_notify (G_OBJECT (self), "running");
}

void
refrain_loops_find (RefrainLoops *self)
{
  g_return_if_fail (REFRAIN_IS_LOOPS (self));

  refrain_task_runner_start_in (self->runner, &self->job, _ ("Finding loops"), find_in_thread,
                                g_object_ref (refrain_patterns_get_study (self->patterns)),
                                g_object_unref, found_free, self, on_found);
  g_object_notify (G_OBJECT (self), "running");
}

REFRAIN_GETTER (RefrainLoops, refrain_loops, gboolean, is_running, self->job != NULL)
REFRAIN_GETTER (RefrainLoops, refrain_loops, RefrainLoopModel *, get_model, self->model)
REFRAIN_GETTER (RefrainLoops, refrain_loops, const char *, get_problem, self->problem)
REFRAIN_GETTER (RefrainLoops,
                refrain_loops,
                const char *,
                get_summary,
                self->summary != NULL ? self->summary : "")
REFRAIN_GETTER (RefrainLoops,
                refrain_loops,
                const char *,
                get_threads_note,
                self->threads != NULL ? self->threads : "")

REFRAIN_GETTER (RefrainLoops,
                refrain_loops,
                gboolean,
                is_unreadable,
                self->model != NULL
                    && (self->instead
                        || refrain_patterns_get_regularity (self->patterns) != REFRAIN_REGULAR))

REFRAIN_GETTER (RefrainLoops, refrain_loops, const RefrainLoopModelSize *, get_size, &self->size)

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

/* Loops come after patterns, whether these were found or not. */
static void
on_patterns_running (RefrainLoops *self)
{
  if (!refrain_patterns_is_running (self->patterns) && self->model == NULL && self->job == NULL
      && self->problem == NULL)
    refrain_loops_find (self);
}

RefrainLoops *
refrain_loops_new (RefrainTrace *trace, RefrainPatterns *patterns, RefrainSubjects *subjects)
{
  RefrainLoops *self;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (REFRAIN_IS_PATTERNS (patterns), NULL);
  g_return_val_if_fail (REFRAIN_IS_SUBJECTS (subjects), NULL);

  self = g_object_new (REFRAIN_TYPE_LOOPS, NULL);
  self->trace = g_object_ref (trace);
  self->patterns = g_object_ref (patterns);
  self->subjects = g_object_ref (subjects);
  self->runner = g_object_ref (refrain_subjects_get_runner (subjects));
  self->selection = g_object_ref (refrain_subjects_get_selection (subjects));
  self->fold_alike = refrain_trace_get_n_processes (trace) >= MANY_PROCESSES;
  refrain_connect (patterns, "notify::running", on_patterns_running, self);
  refrain_loops_watch_selected (self);
  refrain_connect (self->selection, "notify::pick", update_here, self);
  return self;
}

static void
refrain_loops_finalize (RefrainLoops *self)
{
  refrain_clear_objects (&self->job, &self->layout, &self->measuring, &self->counting,
                         &self->series, &self->matrix, &self->order, &self->waits, &self->painter);
  g_clear_pointer (&self->here, g_array_unref);
  g_hash_table_unref (self->positions);
  refrain_clear_objects (&self->model, &self->selection, &self->subjects, &self->runner,
                         &self->patterns, &self->trace);
  refrain_free (self->summary, self->threads, self->problem, self->series_problem);
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
  self->positions = g_hash_table_new_full (NULL, NULL, NULL, free_positions);
}
