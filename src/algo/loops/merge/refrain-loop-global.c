/* refrain-loop-global.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Processes are spread over all cores where each is by itself; merging is one step.
 */
#include "config.h"

#include "refrain-loop-global.h"

#include <glib/gi18n.h>

#include "refrain-loop-merge.h"
#include "refrain-parallel.h"

/* Where the steps begin, as parts of the whole. */
#define MERGING 0.4
#define SHARING 0.8

typedef struct
{
  GPtrArray *models;
  const RefrainLoopOptions *options;
  GCancellable *cancellable;
  RefrainLoopModel **shared;
} Sharing;

static void
share_one (gsize process, gpointer data)
{
  Sharing *self = data;

  self->shared[process] = refrain_loop_share (self->models->pdata[process], self->options->share,
                                              self->options->nlr.max_body, self->cancellable, NULL);
}

/* The local models with definitions; NULL with @error when cancelled. */
static GPtrArray *
share_all (GPtrArray *models,
           const RefrainLoopOptions *options,
           GCancellable *cancellable,
           GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_full (models->len, g_object_unref);
  g_autofree RefrainLoopModel **shared = g_new0 (RefrainLoopModel *, (gsize) models->len + 1);
  Sharing sharing = { models, options, cancellable, shared };

  refrain_parallel_run (models->len, share_one, &sharing, cancellable);
  for (guint p = 0; p < models->len; p++)
    if (shared[p] != NULL)
      g_ptr_array_add (all, shared[p]);
  if (all->len < models->len && g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  g_assert (all->len == models->len);
  return g_steal_pointer (&all);
}

RefrainLoopModel *
refrain_loop_local_new (RefrainLoopEvents *events,
                        guint process,
                        const RefrainLoopOptions *options,
                        GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (RefrainLoopModel) plain
      = refrain_nlr_model_process (events, process, &options->nlr, cancellable, error);

  return plain == NULL ? NULL
                       : refrain_loop_share (plain, options->share, options->nlr.max_body,
                                             cancellable, error);
}

static void
tell (RefrainProgressFunc progress, double fraction, const char *sentence, gpointer data)
{
  if (progress != NULL)
    progress (fraction, sentence, data);
}

RefrainLoopModel *
refrain_loop_global_new (RefrainLoopEvents *events,
                         const RefrainLoopOptions *options,
                         GPtrArray **local,
                         RefrainProgressFunc progress,
                         gpointer progress_data,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (GPtrArray) models = NULL, shared = NULL;
  g_autoptr (RefrainLoopModel) merged = NULL;
  RefrainLoopModel *global;

  g_return_val_if_fail (REFRAIN_IS_LOOP_EVENTS (events), NULL);

  tell (progress, 0, _ ("Finding loops"), progress_data);
  models = refrain_nlr_model_all (events, &options->nlr, cancellable, error);
  if (models == NULL)
    return NULL;
  tell (progress, MERGING, _ ("Merging loops"), progress_data);
  merged = refrain_loop_merge (models, cancellable, error);
  if (merged == NULL)
    return NULL;
  tell (progress, SHARING, _ ("Finding what comes again"), progress_data);
  if (local != NULL && (shared = share_all (models, options, cancellable, error)) == NULL)
    return NULL;
  global = refrain_loop_share (merged, options->share, options->nlr.max_body, cancellable, error);
  if (global != NULL && local != NULL)
    *local = g_steal_pointer (&shared);
  return global;
}
