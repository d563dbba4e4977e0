/* refrain-turn-edges.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: where the first iteration begins, and so all others: what is set-up, and
 * whether processes compute before what they exchange or behind it.
 */
#pragma once

#include "refrain-own-turns.h"

/* Turns of all @n_processes begin later where set-up ends with what each of them does last: so it
 * is where nothing says that what follows the last one is none of them, and where more than half of
 * one follows, if something says that what comes first is none. */
void refrain_turn_edges_begin_later (RefrainOwnTurns *turns, guint n_processes);
/* ... and one turn earlier where all have such a one that lacks something (`early`). */
void refrain_turn_edges_begin_earlier (RefrainOwnTurns *turns, guint n_processes);
/* When a turn begins whose first operation is @first, before which its thread has none of a turn:
 * what is computed there belongs to it where the same is called before @second, the first of a turn
 * that follows another. @alone: its process has no other thread; else only the calls that the
 * operation stands in are looked at. O(calls). */
RefrainTime refrain_turn_edges_find_start (guint32 first,
                                           guint32 second,
                                           const RefrainOpSpans *spans,
                                           const RefrainRunSpan *run,
                                           gboolean alone);
/* What is called behind the last turn of @own, which has bounds, as behind the others, and not
 * before the first one, is of the turn before: the others begin behind it. Of the one thread of a
 * process. O(calls between turns). */
void refrain_turn_edges_cut (RefrainOwnTurns *own,
                             const RefrainOpSpans *spans,
                             const RefrainRunSpan *run);
/* Turns in turns, @turns of which are an iteration of @own: one that another does not follow
 * directly ends with its own operations, and the one behind it begins as the first does. Of the one
 * thread of a process; @own has bounds, @first of each iteration the first element. O(operations).
 */
void refrain_turn_edges_find_ends (RefrainOwnTurns *own,
                                   const RefrainSymbolStream *stream,
                                   const RefrainOpSpans *spans,
                                   const RefrainRunSpan *run,
                                   const gsize *first,
                                   guint32 turns);
/* Whether what is between @start and the first operation of the first iteration of @own, which has
 * bounds, is set-up for the greater part. */
void refrain_turn_edges_find_set_up (RefrainOwnTurns *own,
                                     const RefrainOpSpans *spans,
                                     RefrainTime start);
/* What comes before the first iteration on all processes that have part in them is none of it. */
void refrain_turn_edges_leave_out_set_up (RefrainOwnTurns *turns, RefrainTrace *trace);
/* Iterations begin with their operations where processes compute behind these; the first one with
 * what is computed before where that is so of the others. */
void refrain_turn_edges_find_beginning (RefrainOwnTurns *turns,
                                        RefrainTrace *trace,
                                        const guint8 *is_mpi);
