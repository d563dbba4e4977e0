/* refrain-turn-edges.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What all processes must agree on before the first turn begins elsewhere.
 */
#include "refrain-turn-edges.h"

#include "refrain-compare.h"
#include "refrain-trace-shares.h"

/* Calls before the first operation that are looked at. */
#define MOST_BEFORE 64
/* Before the first iteration is set-up what is so many times as long as what is before the first
 * operation of any other one, and longer than this share of an iteration. */
#define FAR_LONGER   3
#define LEAST_SET_UP 0.5
/* Turns begin with operations where so many times as much is computed behind them. */
#define FAR_MORE 3

void
refrain_turn_edges_begin_later (RefrainOwnTurns *turns, guint n_processes)
{
  guint n_begin = 0, n_end = 0;
  gboolean all = TRUE;

  for (guint p = 0; p < n_processes; p++)
    {
      const RefrainOwnTurns *own = &turns[p];

      n_begin += own->n > 0 && own->rest_begins && !own->rest_ends;
      n_end += own->n > 0 && own->rest_ends && !own->rest_begins;
      all = all && (own->n == 0 || own->rest > 0);
    }
  for (guint p = 0; p < n_processes; p++)
    all = all && (n_begin > n_end || (n_end == 0 && turns[p].n == turns[p].n_whole));
  for (guint p = 0; p < n_processes && all; p++)
    if (turns[p].n > 0)
      {
        turns[p].start += turns[p].rest;
        turns[p].n = turns[p].n_whole;
      }
}

/* The call before @call in the same one, or REFRAIN_NONE. O(depth). */
static guint32
find_call_before (const RefrainCalls *calls, guint32 call)
{
  const guint32 holder = calls->parent[call];
  guint32 before = call > 0 ? call - 1 : REFRAIN_NONE;

  while (before != REFRAIN_NONE && before != holder && calls->parent[before] != holder)
    before = calls->parent[before];
  return before != holder ? before : REFRAIN_NONE;
}

RefrainTime
refrain_turn_edges_find_start (const RefrainOpSpans *spans, guint32 first, guint32 second)
{
  const RefrainCalls *calls = spans->calls;
  guint32 call = spans->ops->call[first], model = spans->ops->call[second];
  RefrainTime start = refrain_op_spans_enter (spans, first);
  guint32 before, model_before;

  for (guint i = 0; i < MOST_BEFORE && call != REFRAIN_NONE && model != REFRAIN_NONE; i++)
    {
      if (calls->routine[call] != calls->routine[model] || calls->start[call] > start)
        break;
      start = calls->start[call];
      before = find_call_before (calls, call);
      model_before = find_call_before (calls, model);
      /* The first in a call of its own: what comes before that one. */
      if (before == REFRAIN_NONE && model_before == REFRAIN_NONE
          && calls->parent[call] != calls->parent[model])
        {
          before = calls->parent[call];
          model_before = calls->parent[model];
        }
      call = before;
      model = model_before;
    }
  return start;
}

void
refrain_turn_edges_find_set_up (RefrainOwnTurns *own,
                                const RefrainOpSpans *spans,
                                RefrainTime start)
{
  g_autofree RefrainTime *before = g_new (RefrainTime, own->n);
  const RefrainTime first = refrain_op_spans_enter (spans, own->first_op[0]);
  const RefrainTime others = own->bound[own->n] - own->bound[1];

  for (guint32 i = 1; i < own->n; i++)
    before[i] = MAX (refrain_op_spans_enter (spans, own->first_op[i]) - own->bound[i], 0);
  refrain_sort (before + 1, own->n - 1, sizeof *before, refrain_compare_int64);
  own->begin = first - before[own->n / 2];
  own->has_set_up
      = first - start > FAR_LONGER * before[own->n - 1]
        && (double) (own->begin - start) * (own->n - 1) > LEAST_SET_UP * (double) others;
}

void
refrain_turn_edges_leave_out_set_up (RefrainOwnTurns *turns, RefrainTrace *trace)
{
  const guint n_processes = refrain_trace_get_n_processes (trace);
  g_autofree gboolean *lack = g_new0 (gboolean, (gsize) n_processes + 1);
  const RefrainShares *shares = refrain_trace_get_shares (trace);
  gboolean any = FALSE;

  for (guint p = 0; p < n_processes; p++)
    lack[p] = turns[p].n > 0 && !turns[p].has_set_up;
  if (shares != NULL)
    refrain_shares_fill (shares, lack, sizeof *lack);
  for (guint p = 0; p < n_processes; p++)
    any = any || lack[p];
  for (guint p = 0; p < n_processes; p++)
    {
      RefrainOwnTurns *own = &turns[p];

      own->has_set_up = own->has_set_up && !any;
      if (own->has_set_up)
        own->bound[0] = own->begin;
    }
}

void
refrain_turn_edges_begin_with_ops (RefrainOwnTurns *turns,
                                   RefrainTrace *trace,
                                   const guint8 *is_mpi)
{
  const guint n_processes = refrain_trace_get_n_processes (trace);
  g_autofree RefrainTime *behind = g_new0 (RefrainTime, (gsize) n_processes + 1);
  const RefrainShares *shares = refrain_trace_get_shares (trace);
  double before = 0, after = 0;

  for (guint p = 0; p < n_processes; p++)
    behind[p] = turns[p].n > 0 ? turns[p].behind : 0;
  if (shares != NULL)
    refrain_shares_fill (shares, behind, sizeof *behind);
  for (guint p = 0; p < n_processes; p++)
    {
      before -= (double) MIN (behind[p], 0);
      after += (double) MAX (behind[p], 0);
    }
  if (after <= FAR_MORE * before)
    return;
  for (guint p = 0; p < n_processes; p++)
    {
      const RefrainOpSpans spans = refrain_op_spans_new (trace, p, is_mpi);
      RefrainOwnTurns *own = &turns[p];

      for (guint32 i = 0; own->first_op != NULL && i < own->n; i++)
        if (own->first_op[i] < spans.ops->n)
          own->bound[i] = MAX (own->bound[i], refrain_op_spans_enter (&spans, own->first_op[i]));
      if (own->first_op != NULL && own->n > 0)
        own->bound[own->n] += MAX (own->behind, 0);
      own->has_set_up = FALSE;
    }
}
