/* refrain-pair-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The messages from one process to another, lit up in all views, and the one of them that was gone
 * to; or how one waits for the other. Belongs to a RefrainSession. Main thread only.
 */
#pragma once

#include "refrain-message-filter.h"
#include "refrain-selection.h"
#include "refrain-task-runner.h"
#include "refrain-waits.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_PAIR_MODEL (refrain_pair_model_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPairModel, refrain_pair_model, REFRAIN, PAIR_MODEL, GObject)

/* Properties that notify: "selected", "current". */
RefrainPairModel *refrain_pair_model_new (RefrainTrace *trace,
                                          RefrainTaskRunner *runner,
                                          RefrainSelection *selection);

/* Lights up the messages of the run from @source to @destination that @filter (NULL: all) lets
 * through, with their receives, in the background; nothing where there are none. O(operations of
 * @source). */
void refrain_pair_model_select (RefrainPairModel *self,
                                guint source,
                                guint destination,
                                const RefrainMessageFilter *filter);
/* Lights up the operations in which @victim waits for @culprit, and those it waits for. */
void refrain_pair_model_select_waits (RefrainPairModel *self,
                                      RefrainWaits *waits,
                                      guint culprit,
                                      guint victim);
/* Puts its light out; nothing where it has none. */
void refrain_pair_model_clear (RefrainPairModel *self);
/* FALSE where no pair is lit up. */
gboolean
refrain_pair_model_get_selected (RefrainPairModel *self, guint *source, guint *destination);
/* How many messages (or waits) are lit up; 0 while they are collected. */
gsize refrain_pair_model_get_n (RefrainPairModel *self);
/* Whether it is waits. */
gboolean refrain_pair_model_is_waits (RefrainPairModel *self);
/* The one that was gone to, from 0 in the order of time; FALSE where there is none. */
gboolean refrain_pair_model_get_current (RefrainPairModel *self, gsize *place);
/* Makes the next (@direction 1) or previous (-1) message the current one, and sets @pick to its
 * send (of a wait: to who waits); without one, the first at @from or later (the last before it).
 * Begins anew at the end. FALSE where nothing is lit up. O(log messages). */
gboolean refrain_pair_model_step (RefrainPairModel *self,
                                  int direction,
                                  RefrainTime from,
                                  RefrainPick *pick);
/* "Messages 3 → 5: 17 of 88", or NULL where no pair is lit up. Free with g_free(). */
char *refrain_pair_model_describe (RefrainPairModel *self);

G_END_DECLS
