/* refrain-program-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two kinds of jobs: making the program, finding the line of what was picked.
 * Each is stopped by the next of its kind.
 */
#include "refrain-program-model.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-study-job.h"

#include "refrain-notices.h"

#include <glib/gi18n.h>

struct _RefrainProgramModel
{
  GObject parent_instance;

  RefrainSession *session;
  RefrainPageLead *lead;
  RefrainProgram *program;
  RefrainProgramTimes *times;
  RefrainProgramPainter *painter;
  gboolean wanted; /* somebody asked for it */
  char *problem;
  guint32 here;
  RefrainJob *making, *finding;
};

REFRAIN_DEFINE_NOTIFIER (
    RefrainProgramModel, refrain_program_model, dispose, "program", "running", "selected", "here")

/* ---- Making it ------------------------------------------------------------------------------- */

typedef struct
{
  RefrainPageLead *lead;
  RefrainProgram *program;
  RefrainProgramTimes *times;
  RefrainProgramPainter *painter;
} Answer;

REFRAIN_DEFINE_FREE (answer_free, Answer, g_clear_object (&x->painter);
                     g_clear_pointer (&x->times, refrain_program_times_unref);
                     g_clear_object (&x->program);
                     g_clear_pointer (&x->lead, refrain_page_lead_free))

static RefrainPageLead *
find_lead (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  g_autoptr (RefrainLoopEvents) events
      = refrain_study_find (study, REFRAIN_ANALYSIS_LOOP_EVENTS, ask, error);

  return events != NULL ? refrain_page_lead_new (study, ask, events, error) : NULL;
}

static gpointer
make_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const RefrainStudyAsk ask = refrain_job_make_ask (job);
  Answer *answer = g_new0 (Answer, 1);
  g_autoptr (RefrainWaits) waits = NULL;

  answer->lead = find_lead (data, &ask, error);
  if (answer->lead != NULL)
    answer->program = refrain_study_find (data, REFRAIN_ANALYSIS_PROGRAM, &ask, error);
  if (answer->program != NULL)
    waits = refrain_study_find (data, REFRAIN_ANALYSIS_WAITS, &ask, error);
  if (waits != NULL)
    answer->times = refrain_program_times_new (answer->program, waits, ask.cancellable, error);
  if (answer->times == NULL)
    g_clear_pointer (&answer, answer_free);
  else
    answer->painter = refrain_program_painter_new (answer->program, answer->times);
  return answer;
}

static void
on_made (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainProgramModel *self = data;
  Answer *answer = result;

  if (answer != NULL)
    {
      self->lead = g_steal_pointer (&answer->lead);
      self->program = g_steal_pointer (&answer->program);
      self->times = g_steal_pointer (&answer->times);
      self->painter = g_steal_pointer (&answer->painter);
      answer_free (answer);
    }
  else
    self->problem = refrain_job_describe_error (error, _ ("The program was cancelled."));
  g_object_notify (G_OBJECT (self), "running");
  g_object_notify (G_OBJECT (self), "program");
}

void
refrain_program_model_start (RefrainProgramModel *self)
{
  RefrainTrace *trace;

  g_return_if_fail (REFRAIN_IS_PROGRAM_MODEL (self));

  if (self->making != NULL || self->program != NULL)
    return;
  trace = refrain_session_get_trace (self->session);
  g_clear_pointer (&self->problem, g_free);
  if (refrain_trace_get_n_processes (trace) == 0)
    {
      self->problem = g_strdup (_ ("The trace has no processes."));
      g_object_notify (G_OBJECT (self), "program");
      return;
    }
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->making,
                                _ ("Writing the program"), make_in_thread,
                                g_object_ref (refrain_session_get_study (self->session)),
                                g_object_unref, answer_free, self, on_made);
  g_object_notify (G_OBJECT (self), "running");
}

void
refrain_program_model_cancel (RefrainProgramModel *self)
{
  g_return_if_fail (REFRAIN_IS_PROGRAM_MODEL (self));
  if (self->making != NULL)
    refrain_job_cancel (self->making);
}

REFRAIN_GETTER (
    RefrainProgramModel, refrain_program_model, gboolean, is_running, self->making != NULL)
REFRAIN_GETTER (
    RefrainProgramModel, refrain_program_model, const char *, get_problem, self->problem)
REFRAIN_GETTER (
    RefrainProgramModel, refrain_program_model, const RefrainPageLead *, get_lead, self->lead)
REFRAIN_GETTER (
    RefrainProgramModel, refrain_program_model, RefrainProgram *, get_program, self->program)
REFRAIN_GETTER (
    RefrainProgramModel, refrain_program_model, RefrainProgramTimes *, get_times, self->times)
REFRAIN_GETTER (
    RefrainProgramModel, refrain_program_model, RefrainProgramPainter *, get_painter, self->painter)

/* ---- From a line to its operations ----------------------------------------------------------- */

/* A place in the program, for both ways. */
typedef struct
{
  RefrainProgram *program;
  guint process;
  guint32 op;
} Place;

static Place *
place_new (RefrainProgramModel *self)
{
  Place *place = g_new0 (Place, 1);

  place->program = g_object_ref (self->program);
  return place;
}

REFRAIN_DEFINE_FREE (place_free, Place, g_object_unref (x->program))

static char *
subject_get_words (const RefrainSubject *subject)
{
  return g_strdup_printf (_ ("Line %u of the program"), subject->id + 1);
}

static gboolean
subject_find (const RefrainSubject *subject,
              RefrainSubjectFound *found,
              GCancellable *cancellable,
              GError **error)
{
  found->ops = refrain_program_get_ops (subject->source, subject->id);
  return TRUE;
}

static gpointer
get_program (gpointer owner)
{
  return REFRAIN_PROGRAM_MODEL (owner)->program;
}

static gboolean
subject_select_id (gpointer owner, guint32 id, guint32 end)
{
  RefrainProgramModel *self = owner;
  guint32 n = 0;

  if (self->program != NULL)
    refrain_program_get_lines (self->program, &n);
  if (id >= n)
    return FALSE;
  refrain_program_model_select (self, id);
  return TRUE;
}

static const RefrainSubjectKind subject_kind = {
  .name = "line",
  .step = N_ ("select line"),
  .job = N_ ("Highlighting a line"),
  .one = N_ ("operation"),
  .many = N_ ("operations"),
  .selected = "selected",
  .get_words = subject_get_words,
  .find = subject_find,
  .get_source = get_program,
  .select_id = subject_select_id,
};

void
refrain_program_model_select (RefrainProgramModel *self, guint32 line)
{
  RefrainSubjects *subjects;

  g_return_if_fail (REFRAIN_IS_PROGRAM_MODEL (self));

  if (self->program == NULL || line == refrain_program_model_get_selected (self))
    return;
  subjects = refrain_session_get_subjects (self->session);
  if (line == REFRAIN_NONE)
    refrain_subjects_put_out (subjects, self);
  else
    refrain_subjects_take (
        subjects, refrain_subject_new_of (&subject_kind, self, self->program, line, line + 1));
}

guint32
refrain_program_model_get_selected (RefrainProgramModel *self)
{
  const RefrainSubject *subject;

  g_return_val_if_fail (REFRAIN_IS_PROGRAM_MODEL (self), REFRAIN_NONE);

  subject
      = refrain_subjects_get_of (refrain_session_get_subjects (self->session), &subject_kind, self);
  return subject != NULL ? subject->id : REFRAIN_NONE;
}

/* ---- From an operation to its line ----------------------------------------------------------- */

static gpointer
find_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  Place *place = data;
  guint32 *line = g_new (guint32, 1);

  *line = refrain_program_find_line_of_op (place->program, place->process, place->op);
  return line;
}

static void
set_here (RefrainProgramModel *self, guint32 line)
{
  if (line == self->here)
    return;
  self->here = line;
  g_object_notify (G_OBJECT (self), "here");
}

static void
on_place_found (RefrainJob *job, gpointer result, GError *error, gpointer data)
{
  RefrainProgramModel *self = data;
  g_autofree guint32 *line = result;

  if (line != NULL)
    set_here (self, *line);
}

static void
on_pick (RefrainProgramModel *self)
{
  const RefrainPick *pick
      = refrain_selection_get_pick (refrain_session_get_selection (self->session));
  Place *place;

  refrain_job_stop (&self->finding);
  if (self->program == NULL || pick->kind != REFRAIN_PICK_OP)
    {
      set_here (self, REFRAIN_NONE);
      return;
    }
  place = place_new (self);
  place->process = pick->process;
  place->op = (guint32) pick->row;
  refrain_task_runner_start_in (refrain_session_get_runner (self->session), &self->finding,
                                _ ("Finding the line"), find_in_thread, place, place_free, g_free,
                                self, on_place_found);
}

guint32
refrain_program_model_get_here (RefrainProgramModel *self)
{
  g_return_val_if_fail (REFRAIN_IS_PROGRAM_MODEL (self), REFRAIN_NONE);
  return self->here;
}

/* ---- Object ---------------------------------------------------------------------------------- */

static void
refrain_program_model_dispose (RefrainProgramModel *self)
{
  refrain_job_stop (&self->making);
  refrain_job_stop (&self->finding);
  g_clear_object (&self->painter);
  g_clear_pointer (&self->times, refrain_program_times_unref);
  g_clear_object (&self->program);
  g_clear_pointer (&self->lead, refrain_page_lead_free);
  g_clear_pointer (&self->problem, g_free);
  g_clear_object (&self->session);
}

static void
refrain_program_model_init (RefrainProgramModel *self)
{
  self->here = REFRAIN_NONE;
}

RefrainProgramModel *
refrain_program_model_new (RefrainSession *session)
{
  RefrainProgramModel *self;
  RefrainSelection *selection;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), NULL);

  self = g_object_new (REFRAIN_TYPE_PROGRAM_MODEL, NULL);
  self->session = g_object_ref (session);
  selection = refrain_session_get_selection (session);
  refrain_subjects_add_kind (refrain_session_get_subjects (session), &subject_kind, self);
  refrain_connect (selection, "notify::pick", on_pick, self);
  return self;
}
