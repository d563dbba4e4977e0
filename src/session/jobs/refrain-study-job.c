/* refrain-study-job.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The options are those of when the job was started, whatever the user chooses meanwhile.
 */
#include "refrain-study-job.h"

#include "refrain-free.h"

typedef struct
{
  RefrainStudy *study;
  RefrainStudyOptions *options;
  RefrainAnalysis analysis;
} Question;

REFRAIN_DEFINE_FREE (question_free, Question, g_object_unref (x->study);
                     refrain_study_options_unref (x->options))

RefrainStudyAsk
refrain_job_make_ask (RefrainJob *job)
{
  return (RefrainStudyAsk){
    .cancellable = refrain_job_get_cancellable (job),
    .progress = { refrain_job_report, job },
  };
}

static gpointer
find_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  const Question *question = data;
  RefrainStudyAsk ask = refrain_job_make_ask (job);

  ask.options = question->options;
  return refrain_study_find (question->study, question->analysis, &ask, error);
}

void
refrain_study_job_start (RefrainTaskRunner *runner,
                         RefrainJob **slot,
                         const char *title,
                         RefrainStudy *study,
                         RefrainAnalysis analysis,
                         RefrainStudyOptions *options,
                         gpointer owner,
                         RefrainJobDone done)
{
  Question *question = g_new (Question, 1);

  *question = (Question){ g_object_ref (study),
                          options != NULL ? refrain_study_options_ref (options)
                                          : refrain_study_ref_options (study),
                          analysis };
  refrain_task_runner_start_in (runner, slot, title, find_in_thread, question, question_free,
                                g_object_unref, owner, done);
}
