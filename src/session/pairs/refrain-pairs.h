/* refrain-pairs.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The messages from one process to another, or both ways, lit up in all views; or how one waits for
 * the other. Main thread only.
 */
#pragma once

#include "refrain-message-filter.h"
#include "refrain-subject.h"
#include "refrain-waits.h"

/* Lights up the messages of the run from @source to @destination that @filter (NULL: all) lets
 * through, with their receives, in the background; nothing where there are none. O(operations of
 * @source). */
void refrain_pairs_select (RefrainSubjects *subjects,
                           guint source,
                           guint destination,
                           const RefrainMessageFilter *filter);
/* Lights up the operations in which @victim waits for @culprit, and those it waits for. */
void refrain_pairs_select_waits (RefrainSubjects *subjects,
                                 RefrainWaits *waits,
                                 guint culprit,
                                 guint victim);
/* Lights up the messages between @a and @b, both ways. */
void refrain_pairs_select_edge (RefrainSubjects *subjects, guint a, guint b);
/* Puts out what is lit up of one of these. */
void refrain_pairs_put_out (RefrainSubjects *subjects);
/* The pair whose messages one way, or waits, are lit up; FALSE where none is. */
gboolean refrain_pairs_get_selected (RefrainSubjects *subjects, guint *source, guint *destination);
/* Whether what is lit up is messages both ways. */
gboolean refrain_pairs_is_edge (RefrainSubjects *subjects);

/* For RefrainSession: provides them. */
void refrain_pairs_add_kinds (RefrainSubjects *subjects);
