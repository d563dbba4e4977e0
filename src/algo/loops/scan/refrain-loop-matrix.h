/* refrain-loop-matrix.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The communication matrix of a loop, from the model alone: the messages of one iteration times the
 * iterations (Ketterlin et al. 2014, V-A and Figure 6).
 */
#pragma once

#include "refrain-loop-model.h"
#include "refrain-matrix.h"

/* Counts the messages that @construct (REFRAIN_NONE: the whole model) sends over the whole run, all
 * iterations of the loops around it included. Bytes are summed up from the trace by the positions
 * of
 * @construct's occurrences; where @model has no trace they are 0, and *@has_bytes (may be NULL) is
 * FALSE. NULL with @error when cancelled.
 * Counts: O(constructs), and for peers that change from iteration to iteration O(iterations);
 * bytes: O(events of the loop). */
RefrainMatrix *refrain_loop_matrix_new (RefrainLoopModel *model,
                                        guint32 construct,
                                        gboolean *has_bytes,
                                        GCancellable *cancellable,
                                        GError **error);
/* The same of the constructs of one body from @first to before @end together. */
RefrainMatrix *refrain_loop_matrix_new_line (RefrainLoopModel *model,
                                             guint32 first,
                                             guint32 end,
                                             gboolean *has_bytes,
                                             GCancellable *cancellable,
                                             GError **error);
