/* refrain-loop-model-run.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A model is a program: running it for a process gives that process' events again.
 */
#include "config.h"

#include "refrain-error.h"
#include "refrain-loop-model-private.h"

/* Between two looks at the cancellable. */
#define EVENTS_PER_CHECK 1048576

/* A construct that covers the process, and where the next one of the same body stands. */
typedef struct
{
  guint32 construct;
  guint32 end;
} Step;

/* What remains of a model for one process, in document order. */
typedef struct
{
  GArray *steps;    /* of Step */
  guint32 *step_of; /* of a definition's number: its step, or REFRAIN_NONE */
} Program;

/* A body being run. */
typedef struct
{
  guint32 at;    /* next step */
  guint32 first; /* of the body */
  guint32 end;
  guint32 index; /* where in the stack of indices those of this nest begin */
  guint32 depth; /* of the loop whose body it is */
  guint64 rest;  /* iterations that follow this one */
} Frame;

static void
program_clear (Program *self)
{
  g_clear_pointer (&self->steps, g_array_unref);
  g_clear_pointer (&self->step_of, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Program, program_clear)

static void
program_init (Program *self, RefrainLoopModel *model, guint process)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));
  const RefrainLoopCoverage *coverage = refrain_loop_model_find_coverage (model);

  self->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  self->step_of = g_new (guint32, model->n_definitions);
  for (guint32 i = 0; i < model->n_definitions; i++)
    self->step_of[i] = REFRAIN_NONE;
  for (guint32 i = 0; i < model->n_constructs;)
    {
      const RefrainConstruct *construct = &model->constructs[i];
      const Step step = { i, self->steps->len + 1 };
      const guint32 number = self->steps->len;

      for (; open->len > 0; g_array_set_size (open, open->len - 1))
        {
          Step *outer
              = &g_array_index (self->steps, Step, g_array_index (open, guint32, open->len - 1));

          if (i < model->constructs[outer->construct].end)
            break;
          outer->end = self->steps->len;
        }
      if (!refrain_loop_coverage_has (coverage, i, process))
        {
          i = construct->end;
          continue;
        }
      g_array_append_val (self->steps, step);
      if (construct->kind == REFRAIN_CONSTRUCT_DEFINITION)
        self->step_of[construct->what] = number;
      if (refrain_construct_has_body (construct))
        g_array_append_val (open, number);
      i++;
    }
  for (guint i = 0; i < open->len; i++)
    g_array_index (self->steps, Step, g_array_index (open, guint32, i)).end = self->steps->len;
}

static void
push_body (GArray *frames, const Program *program, guint32 step, Frame frame)
{
  frame.first = frame.at = step + 1;
  frame.end = g_array_index (program->steps, Step, step).end;
  g_array_append_val (frames, frame);
}

/* Goes into the body of @step, a loop or use, if it is run at all. */
static void
enter_body (RefrainLoopModel *self,
            const Program *program,
            GArray *frames,
            GArray *indices,
            guint32 step,
            const Frame *outer)
{
  const RefrainConstruct *construct
      = &self->constructs[g_array_index (program->steps, Step, step).construct];

  if (construct->kind == REFRAIN_CONSTRUCT_USE)
    {
      const Frame frame = { .index = outer->index + self->depth };

      if (indices->len < frame.index + self->depth)
        g_array_set_size (indices, frame.index + self->depth);
      push_body (frames, program, program->step_of[self->constructs[construct->what].what], frame);
    }
  else
    {
      gint64 *index = &g_array_index (indices, gint64, outer->index);
      const guint64 count = refrain_loop_model_count (self, construct, index);
      const Frame frame = { .index = outer->index, .depth = construct->depth, .rest = count - 1 };

      if (count == 0)
        return;
      index[construct->depth] = 1;
      push_body (frames, program, step, frame);
    }
}

gboolean
refrain_loop_model_run (RefrainLoopModel *self,
                        guint process,
                        RefrainLoopVisitFunc func,
                        gpointer data)
{
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  g_autoptr (GArray) indices = g_array_new (FALSE, TRUE, sizeof (gint64));
  g_auto (Program) program = { NULL };
  Frame top = { 0 };

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (self), FALSE);

  program_init (&program, self, process);
  top.end = program.steps->len;
  g_array_set_size (indices, self->depth + 1);
  g_array_append_val (frames, top);
  while (frames->len > 0)
    {
      Frame *frame = &g_array_index (frames, Frame, frames->len - 1);
      gint64 *index = &g_array_index (indices, gint64, frame->index);
      const RefrainConstruct *construct;
      const Step *step;

      if (frame->at == frame->end)
        {
          if (frame->rest == 0)
            {
              g_array_set_size (frames, frames->len - 1);
              continue;
            }
          frame->rest--;
          frame->at = frame->first;
          index[frame->depth]++;
          if (frame->first == frame->end)
            frame->rest = 0;
          continue;
        }
      step = &g_array_index (program.steps, Step, frame->at);
      construct = &self->constructs[step->construct];
      if (construct->kind == REFRAIN_CONSTRUCT_EVENT)
        {
          const RefrainLoopEvent event = {
            construct->what,
            (gint32) refrain_loop_model_evaluate (self, REFRAIN_CONSTRUCT_PEER (construct), index),
            (gint32) refrain_loop_model_evaluate (self, REFRAIN_CONSTRUCT_TAG (construct), index),
          };

          frame->at++;
          if (!func (&event, step->construct, index, data))
            return FALSE;
        }
      else
        {
          const Frame outer = *frame;

          frame->at = step->end;
          if (construct->kind != REFRAIN_CONSTRUCT_DEFINITION)
            enter_body (self, &program, frames, indices, outer.at, &outer);
        }
    }
  return TRUE;
}

/* ---- Against the streams -------------------------------------------------------------------- */

typedef struct
{
  const RefrainLoopEvent *events;
  const RefrainLoopStream *stream;
  gsize at;
  GCancellable *cancellable;
} Comparison;

static gboolean
compare_event (const RefrainLoopEvent *event, guint32 construct, const gint64 *index, gpointer data)
{
  Comparison *comparison = data;
  const RefrainLoopEvent *expected;

  if (comparison->at >= comparison->stream->n)
    return FALSE;
  expected = &comparison->events[comparison->stream->event[comparison->at]];
  if (expected->shape != event->shape || expected->peer != event->peer
      || expected->tag != event->tag)
    return FALSE;
  comparison->at++;
  return comparison->at % EVENTS_PER_CHECK != 0
         || !g_cancellable_is_cancelled (comparison->cancellable);
}

gboolean
refrain_loop_model_verify (RefrainLoopModel *self, GCancellable *cancellable, GError **error)
{
  Comparison comparison = { .cancellable = cancellable };
  guint32 n_events;

  g_return_val_if_fail (REFRAIN_IS_LOOP_MODEL (self), FALSE);

  comparison.events = refrain_loop_events_get_events (self->events, &n_events);
  for (guint p = 0; p < refrain_loop_events_get_n_processes (self->events); p++)
    {
      gboolean whole;

      comparison.stream = refrain_loop_events_get_stream (self->events, p);
      comparison.at = 0;
      whole = refrain_loop_model_run (self, p, compare_event, &comparison);
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (!whole || comparison.at < comparison.stream->n)
        {
          g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT,
                       "The model of process %u differs from its %" G_GSIZE_FORMAT
                       " events after event %" G_GSIZE_FORMAT ".",
                       p, comparison.stream->n, comparison.at);
          return FALSE;
        }
    }
  return TRUE;
}
