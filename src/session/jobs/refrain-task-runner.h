/* refrain-task-runner.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one place where long work leaves the main thread. A list of the jobs that run now
 * (GListModel of RefrainJob), so that a status bar can show and cancel them.
 */
#pragma once

#include "refrain-job.h"

#define REFRAIN_TYPE_TASK_RUNNER (refrain_task_runner_get_type ())
G_DECLARE_FINAL_TYPE (RefrainTaskRunner, refrain_task_runner, REFRAIN, TASK_RUNNER, GObject)

RefrainTaskRunner *refrain_task_runner_new (void);

/* Starts @func(@data) on a worker thread and lists it as @title until it is done; see
 * refrain_job_run() for the rest. The job belongs to the runner as long as it runs. */
RefrainJob *refrain_task_runner_start (RefrainTaskRunner *self,
                                       const char *title,
                                       RefrainJobFunc func,
                                       gpointer data,
                                       GDestroyNotify free_data,
                                       GDestroyNotify free_result,
                                       GObject *owner,
                                       RefrainJobDone done,
                                       gpointer done_data);
/* The same for an @owner that wants one result of a kind: stops the job in @slot, a member of
 * @owner, and puts the new one there. @done (with @owner as its data) is only called while the slot
 * still holds the job, which it does not do any more then; whoever does not want the result calls
 * refrain_job_stop() with the slot. */
void refrain_task_runner_start_in (RefrainTaskRunner *self,
                                   RefrainJob **slot,
                                   const char *title,
                                   RefrainJobFunc func,
                                   gpointer data,
                                   GDestroyNotify free_data,
                                   GDestroyNotify free_result,
                                   gpointer owner,
                                   RefrainJobDone done);
/* While held, no job begins: for a frame that shows much, and needs the processor. */
void refrain_task_runner_hold (RefrainTaskRunner *self, gboolean hold);
/* Cancels every job that runs. */
void refrain_task_runner_cancel_all (RefrainTaskRunner *self);
