/* refrain-job.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One piece of long work on a worker thread: what it is called, how far it is, and how to cancel
 * it. Started by a RefrainTaskRunner.
 */
#pragma once

#include <gio/gio.h>

#define REFRAIN_TYPE_JOB (refrain_job_get_type ())
G_DECLARE_FINAL_TYPE (RefrainJob, refrain_job, REFRAIN, JOB, GObject)

/* Does the work, in a worker thread; returns its result, or NULL with @error. */
typedef gpointer (*RefrainJobFunc) (RefrainJob *job, gpointer data, GError **error);
/* Takes the result in the main thread: @result (owned by the callee) or NULL with @error. @error is
 * G_IO_ERROR_CANCELLED at once when the job is cancelled, even when the worker is still winding
 * down; its late result is freed. */
typedef void (*RefrainJobDone) (RefrainJob *job, gpointer result, GError *error, gpointer data);

/* For RefrainTaskRunner. */
RefrainJob *refrain_job_new (const char *title);
/* Runs @func with @data (freed with @free_data when the worker is through with it) once
 * refrain_job_begin() is called. @free_result frees a result that no caller takes. @done is not
 * called once @owner (may be NULL) is gone; nor, with
 * @slot (a member of the owner, or NULL), unless that holds the job: it is cleared first. */
void refrain_job_run (RefrainJob *self,
                      RefrainJobFunc func,
                      gpointer data,
                      GDestroyNotify free_data,
                      GDestroyNotify free_result,
                      GObject *owner,
                      RefrainJob **slot,
                      RefrainJobDone done,
                      gpointer done_data);
/* Lets a job begin that has not; one that is cancelled does by itself, to say so. */
void refrain_job_begin (RefrainJob *self);

/* Properties that notify, in the main thread: "fraction" (-1 while unknown), "sentence",
 * "running". */
const char *refrain_job_get_title (RefrainJob *self);
double refrain_job_get_fraction (RefrainJob *self);
const char *refrain_job_get_sentence (RefrainJob *self);
gboolean refrain_job_is_running (RefrainJob *self);
GCancellable *refrain_job_get_cancellable (RefrainJob *self);
void refrain_job_cancel (RefrainJob *self);
/* Cancels *@job where there is one, and forgets it: it is unreferenced and set to NULL. */
void refrain_job_stop (RefrainJob **job);

/* Why there is no result: @cancelled, a sentence, where it was cancelled. Free with g_free(). */
char *refrain_job_describe_error (const GError *error, const char *cancelled);

/* A RefrainProgressFunc with the job as its data. Any thread; however often it is called, the
 * properties notify at most once in a main loop iteration, at low priority. */
void refrain_job_report (double fraction, const char *sentence, gpointer job);
