/* refrain-fold-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is similar to something kept, folded away in the event graph: worked out by a job when it is
 * asked for; and which blocks of it the user opened. Belongs to a RefrainSession. Main thread only.
 */
#pragma once

#include "refrain-folds.h"
#include "refrain-study.h"
#include "refrain-task-runner.h"

#define REFRAIN_TYPE_FOLD_MODEL (refrain_fold_model_get_type ())
G_DECLARE_FINAL_TYPE (RefrainFoldModel, refrain_fold_model, REFRAIN, FOLD_MODEL, GObject)

/* Properties that notify: "running", "shown", "folds" (they are there, or other ones are open). */
RefrainFoldModel *refrain_fold_model_new (RefrainStudy *study, RefrainTaskRunner *runner);

/* Shows it, and looks for it if not done yet; all blocks are closed. */
void refrain_fold_model_set_shown (RefrainFoldModel *self, gboolean shown);
gboolean refrain_fold_model_get_shown (RefrainFoldModel *self);
gboolean refrain_fold_model_is_running (RefrainFoldModel *self);
/* What is to be drawn; NULL while nothing is. Owned by @self. */
RefrainFolds *refrain_fold_model_get_folds (RefrainFoldModel *self);
/* Opens @fold, one of those. */
void refrain_fold_model_open (RefrainFoldModel *self, const RefrainFold *fold);
/* Those that are open, of RefrainFold; owned by @self. */
GPtrArray *refrain_fold_model_get_open (RefrainFoldModel *self);
