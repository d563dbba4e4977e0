/* refrain-task-runner.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A list that a job stands on from its start until it tells that it does not run any more.
 */
#include "refrain-task-runner.h"

#include "refrain-object.h"

struct _RefrainTaskRunner
{
  GObject parent_instance;

  GListStore *jobs;
  gboolean held;
};

static GType
get_item_type (GListModel *list)
{
  return REFRAIN_TYPE_JOB;
}

static guint
get_n_items (GListModel *list)
{
  return g_list_model_get_n_items (G_LIST_MODEL (REFRAIN_TASK_RUNNER (list)->jobs));
}

static gpointer
get_item (GListModel *list, guint position)
{
  return g_list_model_get_item (G_LIST_MODEL (REFRAIN_TASK_RUNNER (list)->jobs), position);
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (RefrainTaskRunner,
                               refrain_task_runner,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

RefrainTaskRunner *
refrain_task_runner_new (void)
{
  return g_object_new (REFRAIN_TYPE_TASK_RUNNER, NULL);
}

static void
on_running (RefrainTaskRunner *self, GParamSpec *pspec, RefrainJob *job)
{
  guint position;

  if (!refrain_job_is_running (job) && g_list_store_find (self->jobs, job, &position))
    g_list_store_remove (self->jobs, position);
}

/* Runs and lists a job; @slot, which is empty, may be NULL. */
static RefrainJob *
start (RefrainTaskRunner *self,
       RefrainJob **slot,
       const char *title,
       RefrainJobFunc func,
       gpointer data,
       GDestroyNotify free_data,
       GDestroyNotify free_result,
       GObject *owner,
       RefrainJobDone done,
       gpointer done_data)
{
  g_autoptr (RefrainJob) job = refrain_job_new (title);

  refrain_connect (job, "notify::running", on_running, self);
  if (slot != NULL)
    *slot = g_object_ref (job);
  refrain_job_run (job, func, data, free_data, free_result, owner, slot, done, done_data);
  g_list_store_append (self->jobs, job);
  if (!self->held)
    refrain_job_begin (job);
  return job;
}

RefrainJob *
refrain_task_runner_start (RefrainTaskRunner *self,
                           const char *title,
                           RefrainJobFunc func,
                           gpointer data,
                           GDestroyNotify free_data,
                           GDestroyNotify free_result,
                           GObject *owner,
                           RefrainJobDone done,
                           gpointer done_data)
{
  g_return_val_if_fail (REFRAIN_IS_TASK_RUNNER (self), NULL);

  return start (self, NULL, title, func, data, free_data, free_result, owner, done, done_data);
}

void
refrain_task_runner_start_in (RefrainTaskRunner *self,
                              RefrainJob **slot,
                              const char *title,
                              RefrainJobFunc func,
                              gpointer data,
                              GDestroyNotify free_data,
                              GDestroyNotify free_result,
                              gpointer owner,
                              RefrainJobDone done)
{
  g_return_if_fail (REFRAIN_IS_TASK_RUNNER (self));
  g_return_if_fail (slot != NULL);
  g_return_if_fail (G_IS_OBJECT (owner));

  refrain_job_stop (slot);
  start (self, slot, title, func, data, free_data, free_result, owner, done, owner);
}

void
refrain_task_runner_hold (RefrainTaskRunner *self, gboolean hold)
{
  g_return_if_fail (REFRAIN_IS_TASK_RUNNER (self));

  self->held = hold;
  for (guint i = 0; !hold && i < get_n_items (G_LIST_MODEL (self)); i++)
    {
      g_autoptr (RefrainJob) job = get_item (G_LIST_MODEL (self), i);

      refrain_job_begin (job);
    }
}

void
refrain_task_runner_cancel_all (RefrainTaskRunner *self)
{
  guint n;

  g_return_if_fail (REFRAIN_IS_TASK_RUNNER (self));

  n = get_n_items (G_LIST_MODEL (self));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (RefrainJob) job = get_item (G_LIST_MODEL (self), i);

      refrain_job_cancel (job);
    }
}

static void
on_items_changed (RefrainTaskRunner *self, guint position, guint removed, guint added)
{
  g_list_model_items_changed (G_LIST_MODEL (self), position, removed, added);
}

/* Whoever holds the runner still may start jobs after this: the list lives as long as it does. */
REFRAIN_DEFINE_END (RefrainTaskRunner,
                    refrain_task_runner,
                    dispose,
                    refrain_task_runner_cancel_all (x);
                    g_list_store_remove_all (x->jobs))

REFRAIN_DEFINE_END (RefrainTaskRunner, refrain_task_runner, finalize, g_object_unref (x->jobs))

static void
refrain_task_runner_class_init (RefrainTaskRunnerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = refrain_task_runner_dispose;
  G_OBJECT_CLASS (klass)->finalize = refrain_task_runner_finalize;
}

static void
refrain_task_runner_init (RefrainTaskRunner *self)
{
  self->jobs = g_list_store_new (REFRAIN_TYPE_JOB);
  g_signal_connect_swapped (self->jobs, "items-changed", G_CALLBACK (on_items_changed), self);
}
