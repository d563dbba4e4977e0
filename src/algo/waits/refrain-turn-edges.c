/* refrain-turn-edges.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What all processes must agree on before the first turn begins elsewhere.
 */
#include "refrain-turn-edges.h"

#include "refrain-compare.h"
#include "refrain-search.h"
#include "refrain-trace-shares.h"

/* Calls before the first operation that are looked at. */
#define MOST_BEFORE 64
/* Before the first iteration is set-up what is so many times as long as what is before the first
 * operation of any other one, and longer than this share of an iteration. */
#define FAR_LONGER   3
#define LEAST_SET_UP 0.5
/* Turns begin with operations where so many times as much is computed behind them. */
#define FAR_MORE 3
/* The first begins with the run where no more than so many times as much is computed before it. */
#define MOST_ALIKE 1.5

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

void
refrain_turn_edges_begin_earlier (RefrainOwnTurns *turns, guint n_processes)
{
  guint32 n = 0;

  for (guint p = 0; p < n_processes; p++)
    {
      if (turns[p].n > 0 && (turns[p].early == 0 || (n > 0 && turns[p].n != n)))
        return;
      n = MAX (n, turns[p].n);
    }
  for (guint p = 0; p < n_processes && n > 0; p++)
    if (turns[p].n > 0)
      {
        RefrainOwnTurns *own = &turns[p];

        own->places = g_new (guint32, (gsize) n + 2);
        own->places[0] = own->start - own->early;
        for (guint32 i = 0; i <= n; i++)
          own->places[i + 1] = MIN (own->start + i * own->period,
                                    MAX (own->end, own->start + own->n_whole * own->period));
        own->start -= own->early;
        own->n++;
        own->n_whole++;
      }
}

/* ---- Between two turns ---- */

/* The last calls that stand whole between @from and @to, and in none that does, to @found: no more
 * than MOST_BEFORE and one. */
static void
list_calls (const RefrainOpSpans *spans, RefrainTime from, RefrainTime to, GArray *found)
{
  const RefrainCalls *calls = spans->calls;
  guint32 call = (guint32) REFRAIN_LOWER_BOUND (row, 0, calls->n, calls->start[row] < from);

  g_array_set_size (found, 0);
  while (call < calls->n && calls->start[call] < to)
    {
      const RefrainTime end = calls->end[call];

      if (end > to)
        {
          call++;
          continue;
        }
      if (found->len > MOST_BEFORE)
        g_array_remove_index (found, 0);
      g_array_append_val (found, call);
      for (call++; call < calls->n && calls->start[call] < end;)
        call++;
    }
}

/* Those before operation @op, behind the one before it or @start. */
static void
list_calls_before (const RefrainOpSpans *spans, guint32 op, RefrainTime start, GArray *found)
{
  list_calls (spans, op > 0 ? refrain_op_spans_leave (spans, op - 1) : start,
              refrain_op_spans_enter (spans, op), found);
}

static guint32
get_routine (const RefrainOpSpans *spans, const GArray *calls, guint i)
{
  return spans->calls->routine[g_array_index (calls, guint32, i)];
}

/* How many routines @a and @b have in common at their start. */
static guint
count_alike (const RefrainOpSpans *spans, const GArray *a, const GArray *b)
{
  guint n = 0;

  while (n < MIN (a->len, b->len) && get_routine (spans, a, n) == get_routine (spans, b, n))
    n++;
  return n;
}

/* ... at their end. */
static guint
count_alike_at_end (const RefrainOpSpans *spans, const GArray *a, const GArray *b)
{
  guint n = 0;

  while (n < MIN (a->len, b->len)
         && get_routine (spans, a, a->len - 1 - n) == get_routine (spans, b, b->len - 1 - n))
    n++;
  return n;
}

RefrainTime
refrain_turn_edges_find_start (guint32 first,
                               guint32 second,
                               const RefrainOpSpans *spans,
                               const RefrainRunSpan *run,
                               gboolean alone)
{
  const RefrainCalls *calls = spans->calls;
  g_autoptr (GArray) usual = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 call = spans->ops->call[first], model = spans->ops->call[second];
  RefrainTime start = refrain_op_spans_enter (spans, first), least = run->start;
  guint before = 0;

  if (alone)
    {
      list_calls_before (spans, second, run->start, usual);
      list_calls_before (spans, first, run->start, found);
      before = count_alike_at_end (spans, usual, found);
    }
  if (before > 0)
    start = MIN (start, calls->start[g_array_index (found, guint32, found->len - before)]);
  if (before < found->len)
    least = calls->end[g_array_index (found, guint32, found->len - before - 1)];
  /* The calls around it, which are other ones around the second. */
  for (; call != model && call != REFRAIN_NONE && model != REFRAIN_NONE
         && calls->routine[call] == calls->routine[model] && calls->start[call] >= least;
       call = calls->parent[call], model = calls->parent[model])
    start = MIN (start, calls->start[call]);
  return start;
}

void
refrain_turn_edges_cut (RefrainOwnTurns *own,
                        const RefrainOpSpans *spans,
                        const RefrainRunSpan *run)
{
  g_autoptr (GArray) usual = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));
  const guint32 n = own->n, end = own->first_op[n];
  guint cut;

  if (n < 3 || own->first_op[n - 1] >= spans->ops->n || end == 0)
    return;
  list_calls_before (spans, own->first_op[1], run->start, usual);
  list_calls_before (spans, own->first_op[0], run->start, found);
  cut = usual->len - count_alike_at_end (spans, usual, found);
  list_calls (spans, refrain_op_spans_leave (spans, end - 1),
              end < spans->ops->n ? refrain_op_spans_enter (spans, end) : run->end, found);
  if (cut == 0 || MAX (usual->len, found->len) > MOST_BEFORE
      || count_alike (spans, usual, found) < cut)
    return;
  own->bound[n] = MAX (own->bound[n], spans->calls->end[g_array_index (found, guint32, cut - 1)]);
  for (guint32 i = 1; i < n; i++)
    {
      list_calls_before (spans, own->first_op[i], run->start, found);
      if (found->len == usual->len && count_alike (spans, usual, found) == usual->len)
        own->bound[i]
            = MAX (own->bound[i], spans->calls->end[g_array_index (found, guint32, cut - 1)]);
    }
}

/* Where a turn ends whose last operation is before @end: with what is called behind it as before
 * @model, the first operation of a turn that begins at @bound. */
static RefrainTime
find_finish (guint32 end, guint32 model, RefrainTime bound, const RefrainOpSpans *spans)
{
  g_autoptr (GArray) usual = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));
  const RefrainTime leave = refrain_op_spans_leave (spans, end - 1);
  guint own = 0;

  list_calls_before (spans, model, bound, usual);
  while (own < usual->len && spans->calls->end[g_array_index (usual, guint32, own)] <= bound)
    own++;
  list_calls (spans, leave, refrain_op_spans_enter (spans, end), found);
  return own > 0 && count_alike (spans, usual, found) >= own
             ? spans->calls->end[g_array_index (found, guint32, own - 1)]
             : leave;
}

/* @ends has of each turn the row behind its last operation. */
static void
leave_out_gaps (RefrainOwnTurns *own,
                const guint32 *ends,
                const RefrainOpSpans *spans,
                const RefrainRunSpan *run)
{
  guint32 model = 1;

  while (model < own->n && ends[model - 1] < own->first_op[model])
    model++;
  if (model >= own->n)
    return;
  own->end_op = g_memdup2 (ends, own->n * sizeof *ends);
  own->finish = g_new (RefrainTime, own->n);
  for (guint32 i = 0; i < own->n; i++)
    own->finish[i] = own->bound[i + 1];
  for (guint32 i = 0; i < own->n; i++)
    if (ends[i] < own->first_op[i + 1])
      {
        own->finish[i] = MAX (
            own->bound[i], find_finish (ends[i], own->first_op[model], own->bound[model], spans));
        if (i + 1 < own->n)
          own->bound[i + 1] = MAX (
              own->bound[i + 1], refrain_turn_edges_find_start (
                                     own->first_op[i + 1], own->first_op[model], spans, run, TRUE));
      }
}

void
refrain_turn_edges_find_ends (RefrainOwnTurns *own,
                              const RefrainSymbolStream *stream,
                              const RefrainOpSpans *spans,
                              const RefrainRunSpan *run,
                              const gsize *first,
                              guint32 turns)
{
  g_autofree guint32 *ends = g_new (guint32, (gsize) own->n + 1);

  for (guint32 i = 0; i < own->n; i++)
    {
      const guint32 next = (i + 1) * turns;
      const guint32 place = own->places != NULL ? own->places[next - 1] + own->period
                                                : own->start + next * own->period;
      const gsize end = MIN (
          refrain_own_turns_get_element (own, MIN (place, own->n_elements) - 1) + 1, first[i + 1]);

      ends[i] = own->first_op[i];
      for (gsize element = first[i]; element < end; element++)
        ends[i] = MAX (ends[i], stream->op[element] + 1);
    }
  leave_out_gaps (own, ends, spans, run);
}

/* ---- Set-up ---- */

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

/* From when on is computed before the first operation, which is the first of the run: behind what
 * is called there. */
static RefrainTime
find_computing (const RefrainOpSpans *spans, const RefrainRunSpan *run)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));

  list_calls_before (spans, 0, run->start, found);
  return found->len > 0 ? spans->calls->end[g_array_index (found, guint32, found->len - 1)]
                        : run->start;
}

/* Processes compute before their operations: where most of them do so as long before the first one
 * of the run, that is of the first iteration, also on those where it takes longer. */
static void
begin_with_run (RefrainOwnTurns *turns, RefrainTrace *trace, const guint8 *is_mpi)
{
  const guint n_processes = refrain_trace_get_n_processes (trace);
  g_autofree RefrainTime *start = g_new (RefrainTime, (gsize) n_processes + 1);
  g_autofree guint8 *alike = g_new0 (guint8, (gsize) n_processes + 1);
  const RefrainRun *run = refrain_trace_get_run (trace);
  const RefrainShares *shares = refrain_trace_get_shares (trace);
  guint n = 0, n_alike = 0;

  for (guint p = 0; p < n_processes; p++)
    {
      const RefrainOpSpans spans = refrain_op_spans_new (trace, p, is_mpi);
      const RefrainOwnTurns *own = &turns[p];

      start[p] = G_MAXINT64;
      if (own->n == 0 || own->behind >= 0 || own->first_op == NULL || own->first_op[0] != 0)
        continue;
      start[p] = find_computing (&spans, &run->processes[p]);
      alike[p] = (double) (refrain_op_spans_enter (&spans, 0) - start[p])
                 <= MOST_ALIKE * -(double) own->behind;
    }
  if (shares != NULL)
    refrain_shares_fill (shares, alike, sizeof *alike);
  for (guint p = 0; p < n_processes; p++)
    {
      n += turns[p].n > 0;
      n_alike += alike[p];
    }
  for (guint p = 0; p < n_processes && 2 * n_alike >= n; p++)
    if (turns[p].n > 0)
      turns[p].bound[0] = MIN (turns[p].bound[0], start[p]);
}

void
refrain_turn_edges_find_beginning (RefrainOwnTurns *turns,
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
  if (before > FAR_MORE * after)
    begin_with_run (turns, trace, is_mpi);
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
