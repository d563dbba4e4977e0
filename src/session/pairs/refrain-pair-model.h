/* refrain-pair-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The messages from one process to another, or both ways, lit up in all views; or how one waits for
 * the other. Belongs to a RefrainSession. Main thread only.
 */
#pragma once

#include "refrain-message-filter.h"
#include "refrain-subject.h"
#include "refrain-waits.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_PAIR_MODEL (refrain_pair_model_get_type ())
G_DECLARE_FINAL_TYPE (RefrainPairModel, refrain_pair_model, REFRAIN, PAIR_MODEL, GObject)

/* Property that notifies: "selected". */
RefrainPairModel *refrain_pair_model_new (RefrainTrace *trace, RefrainSubjects *subjects);

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
/* Lights up the messages between @a and @b, both ways. */
void refrain_pair_model_select_edge (RefrainPairModel *self, guint a, guint b);
/* The pair whose messages one way, or waits, are lit up; FALSE where none is. */
gboolean
refrain_pair_model_get_selected (RefrainPairModel *self, guint *source, guint *destination);
/* Whether what is lit up is waits; whether it is messages both ways. */
gboolean refrain_pair_model_is_waits (RefrainPairModel *self);
gboolean refrain_pair_model_is_edge (RefrainPairModel *self);

G_END_DECLS
