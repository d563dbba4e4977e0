/* refrain-own-turns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: what repeats in one process.
 */
#pragma once

#include "refrain-op-span.h"
#include "refrain-run.h"
#include "refrain-symbols.h"

/* The best repetition of a process, as places in `elements`. */
typedef struct
{
  guint32 start, end, period;
  guint32 n;         /* turns, the last one maybe not whole */
  guint32 n_whole;   /* whole ones */
  gsize from, to;    /* elements that are looked at: of one thread, or of all */
  guint32 *elements; /* of the stream, those that were looked at, while it is made; NULL: all of
                        these */
  guint32 n_elements;
  guint32 *places;   /* where turns that differ begin, and the last one ends; NULL: all are alike */
  guint32 *first_op; /* of each iteration, one more: ascending */
  guint32 *of_op;    /* of several threads: the iteration of each operation; else NULL */
  RefrainTime *bound;  /* when each begins, one more */
  guint32 *end_op;     /* behind the last operation of each, and ... */
  RefrainTime *finish; /* ... when it ends; NULL: where the next one begins */
  gboolean has_set_up; /* what is before the first operation is by far longer than in others */
  RefrainTime begin;   /* ... which ends there */
  gboolean second_has_set_up; /* the same of the second iteration, should the first be none */
  RefrainTime second_begin;
  gboolean lacks_computing; /* before the first, and behind the last, nothing is computed */
  RefrainTime behind; /* what is computed behind most; below 0: before them; 0: nobody knows */
  guint32 n_outer;    /* how often a number of them comes, with the same behind each but the last */
  guint32 inside;     /* elements of the turns that they are inside of; or 0 */
  guint32 n_apart;    /* the same turns elsewhere */
  guint32 n_between;  /* how often something was left out within them or between two */
  guint32 early;      /* elements of an iteration before the first that lacks some; or 0 */
  guint32 n_timed;    /* how often a number of them comes, with little time within; or 0 */
  guint32 rest;       /* elements behind the last whole one as at the start of the first */
  gboolean rest_ends, rest_begins; /* whether those behind, or at the start, are of no turn */
} RefrainOwnTurns;

static inline gsize
refrain_own_turns_get_element (const RefrainOwnTurns *own, guint32 place)
{
  return own->elements != NULL ? own->elements[place] : own->from + place;
}

/* Where each of the turns of @own begins, of which @first are the first elements, and the last one
 * ends. What completes together stands in any order, so that the first element of a turn need not
 * be its first operation, nor the last its last; unless not @in_order, the rows of operations tell.
 */
void refrain_own_turns_find_edges (RefrainOwnTurns *own,
                                   const RefrainSymbolStream *stream,
                                   const RefrainOpSpans *spans,
                                   const gsize *first,
                                   gboolean in_order);
/* Whether something is computed before each of the turns but the first, and nothing behind the
 * last: then there is one turn more than iterations, as where the residual is exchanged and summed
 * up once before the loop. @own has bounds. */
gboolean refrain_own_turns_lack_computing (const RefrainOwnTurns *own,
                                           const RefrainOpSpans *spans,
                                           const RefrainRunSpan *run);
/* What follows the last whole turn may be what each begins with, or set-up ended as each does: says
 * in `rest` how much that is, and which of both differs from what it is in turns, in size or by
 * whom it is called for, or comes at another distance in time. O(rest * depth of calls). */
void refrain_own_turns_find_rest (RefrainOwnTurns *own,
                                  const RefrainSymbolStream *stream,
                                  const RefrainOpSpans *spans);
/* The first iteration may lack something, as what it would get of the one before it. Says in
 * `early` what stands before the first turn that is most of one, and has as much computing before
 * and behind it as turns have: unlike what is exchanged once before the loop. O(period²). */
void refrain_own_turns_find_early (RefrainOwnTurns *own,
                                   const RefrainSymbolStream *stream,
                                   const RefrainOpSpans *spans,
                                   const RefrainRunSpan *run);
/* What is computed between two turns in the median, where as much is behind the last one, and
 * nothing before the first: then turns begin with their operations. Less than 0 where it is before
 * the first, and nothing behind the last. 0 where that is little or neither is so. @own has bounds.
 * O(n log n). */
RefrainTime refrain_own_turns_compute_behind (const RefrainOwnTurns *own,
                                              const RefrainOpSpans *spans,
                                              const RefrainRunSpan *run);
/* How often something was left out between two elements of its turns. O(elements). */
guint32 refrain_own_turns_count_between (const RefrainOwnTurns *own);
/* How often @length elements as those at the start of the first turn stand elsewhere, before the
 * first or behind the last. O(elements). */
guint32 refrain_own_turns_count_apart (const RefrainOwnTurns *own,
                                       const RefrainSymbolStream *stream,
                                       guint32 length);

/* Of each process the first of its group, where no process communicates with one of another group
 * in its loop, and loops of groups differ in how many turns they have; else NULL. Alone a process
 * is in none. Free with g_free(). O(operations). */
guint32 *refrain_own_turns_find_groups (const RefrainOwnTurns *own,
                                        RefrainTrace *trace,
                                        RefrainSymbols *symbols);

/* Makes the steps of the program the turns of @own where two things come every so many of them, and
 * neither number is a multiple of the other; else leaves it as it is. Of the @n @symbols that are
 * looked at. O(n · length of a step). */
void refrain_own_turns_find_steps (RefrainOwnTurns *own, const guint32 *symbols, guint32 n);

/* Makes what stands in rows the turns of @own where it is more of the @n @symbols than these are,
 * as a solver's iterations whose sums are also taken before each solve. What is between rows is of
 * the turn before. O(n · length of a turn). */
void refrain_own_turns_take_rows (RefrainOwnTurns *own, const guint32 *symbols, guint32 n);

/* Finds the repetition of @process that covers most of its stream in @symbols, at least half; n is
 * 0 where there is none. A program may do something in every tenth iteration only, so where less
 * than half is found, the rarest symbols are left out, first those that stand once, then twice as
 * often, as long as most of the stream is left. With @inside, the turns in such a turn where
 * nothing but output comes between them and they are what takes time. O(operations · log
 * operations). */
void refrain_own_turns_find (RefrainOwnTurns *own,
                             RefrainTrace *trace,
                             RefrainSymbols *symbols,
                             guint process,
                             const guint8 *is_mpi,
                             gboolean inside);
/* Whether processes that go through turns in turns do so as often as all others do. */
gboolean refrain_own_turns_agree (const RefrainOwnTurns *own, guint n_processes);
