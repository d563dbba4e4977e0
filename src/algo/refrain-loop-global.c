/* refrain-loop-global.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-loop-global.h"

#include <glib/gi18n.h>

#include "refrain-loop-merge.h"

/* Where the steps begin, as parts of the whole. */
#define MERGING 0.4
#define SHARING 0.8

static void
tell (RefrainProgressFunc progress, double fraction, const char *sentence, gpointer data)
{
  if (progress != NULL)
    progress (fraction, sentence, data);
}

RefrainLoopModel *
refrain_loop_global_new (RefrainLoopEvents *events,
                         const RefrainNlrOptions *options,
                         GPtrArray **local,
                         RefrainProgressFunc progress,
                         gpointer progress_data,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (GPtrArray) models = NULL;
  g_autoptr (RefrainLoopModel) merged = NULL;
  RefrainLoopModel *global;

  g_return_val_if_fail (REFRAIN_IS_LOOP_EVENTS (events), NULL);

  tell (progress, 0, _ ("Finding loops"), progress_data);
  models = refrain_nlr_model_all (events, options, cancellable, error);
  if (models == NULL)
    return NULL;
  tell (progress, MERGING, _ ("Merging loops"), progress_data);
  merged = refrain_loop_merge (models, cancellable, error);
  if (merged == NULL)
    return NULL;
  tell (progress, SHARING, _ ("Finding what comes again"), progress_data);
  global = refrain_loop_share (merged, options->share, options->max_body, cancellable, error);
  if (global != NULL && local != NULL)
    *local = g_steal_pointer (&models);
  return global;
}
