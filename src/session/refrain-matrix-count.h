/* refrain-matrix-count.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Counting the communication matrix of what a session shows: of the selected phases, as the command
 * line's "matrix --phase" does, else of the visible window.
 */
#pragma once

#include "refrain-session.h"

/* Counts the messages of the phases @ranges, all their operations and no others whenever they are;
 * without any, those that are sent in the visible window. @done gets a RefrainMatrix; @slot and
 * @owner as in refrain_task_runner_start_in(). */
void refrain_matrix_count_start (RefrainSession *session,
                                 RefrainJob **slot,
                                 const RefrainPhaseRange *ranges,
                                 guint n,
                                 gpointer owner,
                                 RefrainJobDone done);
/* The same of what is selected in @session, and of that what @filter (may be NULL) lets through,
 * with times. @where (may be NULL) is set to what is counted, "in the phase “exchange × 249”, tag
 * 5"; free with g_free(). */
void refrain_matrix_count_start_selected (RefrainSession *session,
                                          RefrainJob **slot,
                                          const RefrainMessageFilter *filter,
                                          char **where,
                                          gpointer owner,
                                          RefrainJobDone done);
/* The same of the visible window, whatever phases are selected. */
void refrain_matrix_count_start_window (RefrainSession *session,
                                        RefrainJob **slot,
                                        const RefrainMessageFilter *filter,
                                        gpointer owner,
                                        RefrainJobDone done);
/* The same of the time that the processes wait for each other, which is drawn as
 * REFRAIN_MATRIX_WAITING. Nothing before the session's times have results. */
void refrain_matrix_count_start_waits (
    RefrainSession *session, RefrainJob **slot, char **where, gpointer owner, RefrainJobDone done);
