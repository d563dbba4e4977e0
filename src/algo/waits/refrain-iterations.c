/* refrain-iterations.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each process has a repetition of its own; what most of them agree on is the run's.
 */
#include "config.h"

#include "refrain-iterations.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-op-span.h"
#include "refrain-own-turns.h"
#include "refrain-parallel.h"
#include "refrain-run.h"
#include "refrain-search.h"
#include "refrain-symbols.h"
#include "refrain-trace-shares.h"
#include "refrain-turn-edges.h"
#include "refrain-turn-sizes.h"

/* Iterations that are less of the run's time and of its operations are no main loop. */
#define LITTLE     0.1
#define NEARLY_ALL 0.9
/* Fewer times than this something stands between iterations by the way. */
#define FEWEST_BETWEEN 3
#define RARE_BETWEEN   0.05
/* A turn is left out where so many processes say so. */
#define MOST_PROCESSES 0.75

struct _RefrainIterations
{
  GObject parent_instance;

  RefrainTrace *trace;
  guint n_processes;
  guint32 n;
  guint32 n_outer;
  guint32 n_apart;
  gboolean interrupted; /* all processes do something else between some of them */
  double coverage;
  gboolean cycles; /* iterations are V-cycles */
  guint levels;    /* ... of so many levels; 0: nobody knows */
  RefrainOwnTurns *own;
  GPtrArray *groups; /* of RefrainIterations; or NULL */
};

REFRAIN_DEFINE_OBJECT (RefrainIterations, refrain_iterations)

static void
refrain_iterations_finalize (RefrainIterations *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    refrain_free (self->own[p].elements, self->own[p].places, self->own[p].first_op,
                  self->own[p].of_op, self->own[p].bound, self->own[p].end_op, self->own[p].finish);
  g_free (self->own);
  g_clear_pointer (&self->groups, g_ptr_array_unref);
  g_clear_object (&self->trace);
}

typedef struct
{
  RefrainIterations *self;
  RefrainSymbols *symbols;
  guint8 *is_mpi;
  const guint32 *group; /* of each process, where they have iterations of their own; or NULL */
  gboolean inside;      /* turns in turns are looked for */
} Job;

static void
find_repetition (gsize p, gpointer data)
{
  const Job *job = data;
  RefrainTrace *trace = job->self->trace;
  const RefrainOpSpans spans = refrain_op_spans_new (trace, (guint) p, job->is_mpi);
  const RefrainSymbolStream *stream = refrain_symbols_get_stream (job->symbols, (guint) p);
  RefrainOwnTurns *own = &job->self->own[p];

  refrain_own_turns_find (own, trace, job->symbols, (guint) p, job->is_mpi, job->inside);
  refrain_own_turns_find_rest (own, stream, &spans);
  refrain_own_turns_find_early (own, stream, &spans, &refrain_trace_get_run (trace)->processes[p]);
}

/* How many of its own turns make one of @n; 0: none. What lacks a part of the last one takes part.
 */
static guint32
count_turns (const RefrainOwnTurns *own, guint32 n)
{
  if (own->n == 0)
    return 0;
  if (own->n % n == 0)
    return own->n / n;
  if (own->n_whole % n == 0)
    return own->n_whole / n;
  return own->n_whole + 1 == n ? 1 : 0;
}

/* The number of turns that most processes take, or a multiple of it; of equals the larger. */
static guint32
choose_count (RefrainIterations *self)
{
  g_autofree guint32 *counts = g_new (guint32, self->n_processes + 1);
  gsize n = 0, most = 0;
  guint32 best = 0;

  for (guint p = 0; p < self->n_processes; p++)
    if (self->own[p].n > 0)
      counts[n++] = self->own[p].n;
  refrain_sort (counts, n, sizeof *counts, refrain_compare_uint32);
  for (gsize i = 0; i < n; i++)
    {
      gsize votes = 0;

      if (i > 0 && counts[i] == counts[i - 1])
        continue;
      for (gsize k = i; k < n; k++)
        votes += counts[k] % counts[i] == 0;
      if (votes >= most)
        {
          most = votes;
          best = counts[i];
        }
    }
  return best;
}

/* @n turns, or what all processes take for iterations by the time between them. */
static guint32
choose_timed (RefrainIterations *self, guint32 n)
{
  guint32 timed = 0;

  for (guint p = 0; p < self->n_processes; p++)
    if (self->own[p].n > 0)
      {
        if (self->own[p].n_timed == 0 || (timed > 0 && self->own[p].n_timed != timed))
          return n;
        timed = self->own[p].n_timed;
      }
  return timed > 0 && n % timed == 0 ? timed : n;
}

/* How many operations of @thread are of an iteration, where it does the same in each of them and is
 * about as long at it as @own; else 0. */
static gsize
count_in_step (const RefrainOps *ops, const RefrainThread *thread, const RefrainOwnTurns *own)
{
  const gsize first = thread->first_op, end = first + thread->n_ops;
  const gsize n = own->n > 0 && thread->n_ops % own->n == 0 ? thread->n_ops / own->n : 0;

  if (n == 0 || 2 * (ops->time[end - 1] - ops->time[first]) < own->bound[own->n] - own->bound[0])
    return 0;
  for (gsize op = first + n; op < end; op++)
    if (ops->kind[op] != ops->kind[op - n] || ops->peer[op] != ops->peer[op - n])
      return 0;
  return n;
}

/* The iteration of each operation where there are several threads: by the element that it is, where
 * those of iteration i begin at @first[i]; of threads that were not looked at as often as these do
 * it, or by time. */
static void
spread_over_threads (RefrainIterations *self,
                     guint p,
                     const RefrainSymbolStream *stream,
                     const gsize *first)
{
  RefrainOwnTurns *own = &self->own[p];
  RefrainProcess *process = refrain_trace_get_process (self->trace, p);
  const RefrainOps *ops = refrain_process_get_ops (process);
  guint32 i = 0;

  own->of_op = g_new (guint32, ops->n);
  for (gsize op = 0; op < ops->n; op++)
    own->of_op[op] = refrain_iterations_find_time (self, p, ops->time[op]);
  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);
      const gsize n = count_in_step (ops, thread, own);

      for (gsize op = 0; n > 0 && op < thread->n_ops; op++)
        own->of_op[thread->first_op + op] = (guint32) (op / n);
    }
  for (gsize element = own->from; element < own->to; element++)
    {
      while (i <= own->n && first[i] <= element)
        i++;
      own->of_op[stream->op[element]] = i > 0 && i <= own->n ? i - 1 : REFRAIN_NONE;
    }
}

/* Where the iterations of process @p begin. */
static void
find_bounds (gsize p, gpointer data)
{
  const Job *job = data;
  RefrainIterations *self = job->self;
  RefrainProcess *process = refrain_trace_get_process (self->trace, (guint) p);
  const RefrainSymbolStream *stream = refrain_symbols_get_stream (job->symbols, (guint) p);
  const RefrainOpSpans spans = refrain_op_spans_new (self->trace, (guint) p, job->is_mpi);
  RefrainOwnTurns *own = &self->own[p];
  const RefrainRunSpan *run = &refrain_trace_get_run (self->trace)->processes[p];
  const gboolean alone = refrain_process_get_n_threads (process) == 1;
  const guint32 n = job->group != NULL ? own->n : self->n;
  const guint32 turns = n > 0 ? count_turns (own, n) : 0;
  const guint32 period = own->period * turns;
  RefrainTime start;
  g_autofree gsize *first = NULL;

  if (!refrain_shares_own (refrain_trace_get_shares (self->trace), (guint) p))
    return;
  own->n = turns > 0 ? n : 0;
  if (turns == 0)
    return;
  own->first_op = g_new (guint32, own->n + 1);
  own->bound = g_new (RefrainTime, own->n + 1);
  first = g_new (gsize, (gsize) own->n + 1);
  for (guint32 i = 0; i <= own->n; i++)
    {
      const guint32 place = own->places != NULL
                                ? own->places[i * turns]
                                : MIN (own->start + i * period,
                                       MAX (own->end, own->start + own->n_whole * own->period));

      first[i] = place < own->n_elements ? refrain_own_turns_get_element (own, place) : own->to;
    }
  refrain_own_turns_find_edges (own, stream, &spans, first, alone);
  start = own->bound[0];
  if (first[0] == own->from)
    {
      start = run->start;
      own->bound[0]
          = MIN (own->bound[0], refrain_turn_edges_find_start (own->first_op[0], own->first_op[1],
                                                               &spans, run, alone));
    }
  if (alone)
    refrain_turn_edges_cut (own, &spans, run);
  /* What comes in any order may leave the last ones empty. */
  if (own->n > 3 && own->first_op[own->n - 1] < spans.ops->n)
    {
      RefrainOwnTurns rest = *own;

      rest.first_op++;
      rest.bound++;
      rest.n--;
      refrain_turn_edges_find_set_up (&rest, &spans, rest.bound[0]);
      own->second_has_set_up = rest.has_set_up;
      own->second_begin = rest.begin;
    }
  if (own->n > 2 && own->first_op[own->n - 1] < spans.ops->n)
    refrain_turn_edges_find_set_up (own, &spans, start);
  if (!alone)
    spread_over_threads (self, (guint) p, stream, first);
  if (own->places == NULL)
    own->n_apart = refrain_own_turns_count_apart (own, stream, period);
  if (own->elements != NULL && own->places == NULL && own->inside == 0)
    own->n_outer = refrain_turns_count_outer (stream->symbol, own->elements, own->start, period,
                                              MIN (own->n, own->n_whole / turns));
  if (own->n_outer > 0 && alone)
    refrain_turn_edges_find_ends (own, stream, &spans, run, first, turns);
  own->n_between = refrain_own_turns_count_between (own);
  own->lacks_computing = refrain_own_turns_lack_computing (own, &spans, run);
  own->behind = refrain_own_turns_compute_behind (own, &spans, run);
  g_clear_pointer (&own->elements, g_free);
}

/* How many bytes each iteration sends, but for what comes in some of them. Free with g_free(). */
static guint64 *
count_bytes (RefrainIterations *self)
{
  const RefrainShares *shares = refrain_trace_get_shares (self->trace);
  guint64 *bytes = g_new0 (guint64, (gsize) self->n + 1);

  for (guint p = 0; p < self->n_processes; p++)
    {
      const RefrainOwnTurns *own = &self->own[p];
      const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (self->trace, p));

      for (gsize op = 0; own->of_op != NULL && op < ops->n; op++)
        if (own->of_op[op] != REFRAIN_NONE && !REFRAIN_OP_IS_RECV (ops->kind[op]))
          bytes[own->of_op[op]] += ops->bytes[op];
      for (guint32 i = 0; own->first_op != NULL && own->of_op == NULL && i < self->n; i++)
        for (gsize op = own->first_op[i]; op < own->first_op[i + 1]; op++)
          if (!REFRAIN_OP_IS_RECV (ops->kind[op])
              && !(own->inside > 0 && ops->kind[op] == REFRAIN_OP_COLLECTIVE))
            bytes[i] += ops->bytes[op];
    }
  if (shares != NULL)
    refrain_team_sum (shares->team, bytes, self->n);
  return bytes;
}

/* The share of the streams in the turns that were found. */
static double
measure_coverage (RefrainIterations *self, RefrainSymbols *symbols)
{
  const RefrainShares *shares = refrain_trace_get_shares (self->trace);
  guint64 sums[] = { 0, 0 }; /* of all elements, and of those in turns */

  for (guint p = 0; p < self->n_processes; p++)
    {
      sums[0] += refrain_symbols_get_stream (symbols, p)->n;
      if (self->own[p].n > 0)
        sums[1] += self->own[p].inside > 0 ? self->own[p].inside
                                           : self->own[p].end - self->own[p].start;
    }
  if (shares != NULL)
    refrain_team_sum (shares->team, sums, G_N_ELEMENTS (sums));
  return sums[0] > 0 ? (double) sums[1] / (double) sums[0] : 0;
}

/* Which of the cycles that begin at turns @begin turn @i is in. */
static guint32
find_joined (const guint32 *begin, guint n, guint32 end, guint32 i)
{
  const gsize after = REFRAIN_LOWER_BOUND (k, 0, (gsize) n, begin[k] <= i);

  return after == 0 || i >= end ? REFRAIN_NONE : (guint32) after - 1;
}

/* Iterations are cycles from turns @begins on, each @length turns long. */
static void
join_turns (RefrainIterations *self, const GArray *begins, guint32 length)
{
  const guint32 *begin = (const guint32 *) (gpointer) begins->data;
  const guint32 end = MIN (begin[begins->len - 1] + length, self->n);

  for (guint p = 0; p < self->n_processes; p++)
    {
      RefrainOwnTurns *own = &self->own[p];

      if (own->n == 0)
        continue;
      for (guint i = 0; own->first_op != NULL && i <= begins->len; i++)
        {
          const guint32 from = i < begins->len ? begin[i] : end;

          own->first_op[i] = own->first_op[from];
          own->bound[i] = own->bound[from];
        }
      for (gsize op = 0;
           own->of_op != NULL
           && op < refrain_process_get_ops (refrain_trace_get_process (self->trace, p))->n;
           op++)
        own->of_op[op] = find_joined (begin, begins->len, end, own->of_op[op]);
      own->n = own->n_whole = begins->len;
    }
  self->n = begins->len;
}

/* Leaves the first turn out where it is none of the loop. */
static void
leave_out_first (RefrainIterations *self)
{
  g_autofree gboolean *lack = g_new0 (gboolean, (gsize) self->n_processes + 1);
  const RefrainShares *shares = refrain_trace_get_shares (self->trace);
  g_autoptr (GArray) begins = NULL;
  guint n_lack = 0, n = 0;

  for (guint p = 0; p < self->n_processes; p++)
    lack[p] = self->own[p].lacks_computing;
  if (shares != NULL)
    refrain_shares_fill (shares, lack, sizeof *lack);
  for (guint p = 0; p < self->n_processes; p++)
    {
      n += self->own[p].n > 0;
      n_lack += self->own[p].n > 0 && lack[p];
    }
  if (n == 0 || n_lack < MOST_PROCESSES * n)
    return;
  begins = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 1; i < self->n; i++)
    g_array_append_val (begins, i);
  join_turns (self, begins, 1);
  for (guint p = 0; p < self->n_processes; p++)
    {
      RefrainOwnTurns *own = &self->own[p];

      own->n_apart++;
      own->has_set_up = own->second_has_set_up;
      own->begin = own->second_begin;
    }
}

static void
forget (RefrainIterations *self)
{
  self->n = 0;
  for (guint p = 0; p < self->n_processes; p++)
    self->own[p].n = 0;
}

/* What sends very different numbers of bytes are levels, or nobody knows. */
static void
judge_sizes (RefrainIterations *self)
{
  g_autofree guint64 *bytes = self->n > 0 ? count_bytes (self) : NULL;
  g_auto (RefrainTurnCycles) cycles = { 0 };

  if (self->n == 0 || refrain_turns_are_alike (bytes, self->n))
    return;
  if (!refrain_turns_find_cycles (bytes, self->n, &cycles))
    {
      forget (self);
      return;
    }
  self->cycles = TRUE;
  self->levels = cycles.levels;
  join_turns (self, cycles.begins, cycles.length);
}

/* What is over in a moment, and not nearly all of the operations, is one of many things that the
 * run does, as is each of a row of benchmarks. */
static void
judge_share (RefrainIterations *self)
{
  RefrainTime start = 0, end = 0, other;

  if (self->n == 0 || self->coverage >= NEARLY_ALL)
    return;
  refrain_iterations_get_run_span (self, 0, &start, &other);
  refrain_iterations_get_run_span (self, self->n - 1, &other, &end);
  if (refrain_trace_get_share (self->trace, start, end) < LITTLE)
    forget (self);
}

/* With the team: what repeats in the processes of all members, so that these agree. */
static void
tell_counts (RefrainIterations *self, const RefrainShares *shares)
{
  enum
  {
    N,
    N_WHOLE,
    N_TIMED,
    REST,
    EARLY,
    SAYS,
    N_NUMBERS
  };
  g_autofree guint32 *all = g_new0 (guint32, N_NUMBERS * (gsize) self->n_processes + 1);

  for (guint p = 0; p < self->n_processes; p++)
    {
      const RefrainOwnTurns *own = &self->own[p];
      guint32 *n = all + N_NUMBERS * p;

      n[N] = own->n;
      n[N_WHOLE] = own->n_whole;
      n[N_TIMED] = own->n_timed;
      n[REST] = own->rest;
      n[EARLY] = own->early;
      n[SAYS] = (guint32) (own->rest_begins + 2 * own->rest_ends + 4 * (own->inside > 0));
    }
  refrain_shares_fill (shares, all, N_NUMBERS * sizeof *all);
  for (guint p = 0; p < self->n_processes; p++)
    {
      RefrainOwnTurns *own = &self->own[p];
      const guint32 *n = all + N_NUMBERS * p;

      own->n = n[N];
      own->n_whole = n[N_WHOLE];
      own->n_timed = n[N_TIMED];
      own->rest = n[REST];
      own->early = n[EARLY];
      own->rest_begins = n[SAYS] % 2;
      own->rest_ends = n[SAYS] / 2 % 2;
      own->inside = n[SAYS] < 4 ? 0 : MAX (own->inside, 1);
    }
}

/* With the team: when the iterations of all members' processes begin. Which operations they have,
 * only their owner knows. */
static void
gather_bounds (RefrainIterations *self, const RefrainShares *shares)
{
  g_autoptr (GByteArray) mine = g_byte_array_new ();
  g_autoptr (GPtrArray) all = NULL;
  gboolean has_gaps;

  for (guint p = shares->first[shares->team->me]; p < shares->first[shares->team->me + 1]; p++)
    {
      const RefrainOwnTurns *own = &self->own[p];

      REFRAIN_PARCEL_PUT (mine, own->n);
      REFRAIN_PARCEL_PUT (mine, own->n_outer);
      REFRAIN_PARCEL_PUT (mine, own->n_apart);
      REFRAIN_PARCEL_PUT (mine, own->n_between);
      if (own->n > 0)
        g_byte_array_append (mine, (const guint8 *) own->bound,
                             (guint) ((own->n + 1) * sizeof *own->bound));
      has_gaps = own->n > 0 && own->finish != NULL;
      REFRAIN_PARCEL_PUT (mine, has_gaps);
      if (has_gaps)
        g_byte_array_append (mine, (const guint8 *) own->finish,
                             (guint) (own->n * sizeof *own->finish));
    }
  all = refrain_team_gather (shares->team, mine->data, mine->len);
  for (guint m = 0; all != NULL && m < all->len; m++)
    {
      RefrainParcel parcel = refrain_parcel_open (all, m);

      for (guint p = shares->first[m]; p < shares->first[m + 1]; p++)
        {
          RefrainOwnTurns *own = &self->own[p];

          refrain_parcel_take (&parcel, &own->n, sizeof own->n);
          refrain_parcel_take (&parcel, &own->n_outer, sizeof own->n_outer);
          refrain_parcel_take (&parcel, &own->n_apart, sizeof own->n_apart);
          refrain_parcel_take (&parcel, &own->n_between, sizeof own->n_between);
          refrain_clear (&own->bound, &own->finish);
          if (own->n > 0)
            {
              own->bound = g_new (RefrainTime, (gsize) own->n + 1);
              refrain_parcel_take (&parcel, own->bound, (own->n + 1) * sizeof *own->bound);
            }
          refrain_parcel_take (&parcel, &has_gaps, sizeof has_gaps);
          if (has_gaps)
            {
              own->finish = g_new (RefrainTime, own->n);
              refrain_parcel_take (&parcel, own->finish, own->n * sizeof *own->finish);
            }
        }
    }
}

/* The number at @offset of RefrainOwnTurns that all processes with a part in the iterations agree
 * on; 0 where they do not, or turns are joined to cycles. */
static guint32
find_agreed (const RefrainIterations *self, gsize offset)
{
  guint32 least = G_MAXUINT32, most = 0;

  for (guint p = 0; p < self->n_processes; p++)
    if (self->own[p].n > 0)
      {
        const guint32 own = G_STRUCT_MEMBER (guint32, &self->own[p], offset);

        least = MIN (least, own);
        most = MAX (most, own);
      }
  return least == most && !self->cycles ? most : 0;
}

/* Where processes disagree about a loop around them, iterations follow each other. */
static void
forget_gaps (RefrainIterations *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    refrain_clear (&self->own[p].end_op, &self->own[p].finish);
}

/* Iterations of each group of processes, which are none of all. @group: of each process the first
 * of its own. */
static void
take_groups (RefrainIterations *self, const guint32 *group)
{
  g_autofree RefrainTime **bounds = g_new (RefrainTime *, (gsize) self->n_processes + 1);

  self->groups = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint p = 0; p < self->n_processes; p++)
    {
      RefrainIterations *own;

      if (group[p] != p || self->own[p].n == 0)
        continue;
      for (guint i = 0; i < self->n_processes; i++)
        bounds[i] = group[i] == p ? self->own[i].bound : NULL;
      own = refrain_iterations_new_at (self->trace, self->own[p].n, bounds);
      for (guint i = 0; i < self->n_processes; i++)
        if (bounds[i] != NULL)
          {
            g_free (own->own[i].first_op);
            own->own[i].first_op = g_steal_pointer (&self->own[i].first_op);
          }
      g_ptr_array_add (self->groups, own);
    }
  forget (self);
}

/* Whether all processes do something else between or in many iterations. */
static gboolean
are_interrupted (const RefrainIterations *self)
{
  guint32 least = G_MAXUINT32;

  for (guint p = 0; p < self->n_processes; p++)
    if (self->own[p].n > 0)
      least = MIN (least, self->own[p].n_between);
  return self->n > 0 && least >= MAX (FEWEST_BETWEEN, RARE_BETWEEN * self->n);
}

/* Finds what each process repeats; FALSE when cancelled. */
static gboolean
find_repetitions (Job *job, const RefrainShares *shares, GCancellable *cancellable)
{
  RefrainIterations *self = job->self;

  /* All members have to find it, and none in several threads. */
  refrain_trace_get_run (self->trace);
  for (;;)
    {
      if (!refrain_parallel_run (self->n_processes, find_repetition, job, cancellable))
        return FALSE;
      if (shares != NULL)
        tell_counts (self, shares);
      if (refrain_own_turns_agree (self->own, self->n_processes))
        return TRUE;
      job->inside = FALSE;
      for (guint p = 0; p < self->n_processes; p++)
        {
          refrain_free (self->own[p].elements, self->own[p].places);
          self->own[p] = (RefrainOwnTurns){ 0 };
        }
    }
}

RefrainIterations *
refrain_iterations_new (RefrainTrace *trace, GCancellable *cancellable, GError **error)
{
  const RefrainSymbolScheme scheme
      = { .fields = REFRAIN_SYMBOL_OP | REFRAIN_SYMBOL_PEER | REFRAIN_SYMBOL_COMM,
          .receive = REFRAIN_RECEIVE_SETS,
          .point_to_point = TRUE,
          .collectives = TRUE };
  g_autoptr (RefrainIterations) self = NULL;
  g_autoptr (RefrainSymbols) symbols = NULL;
  g_autofree guint8 *is_mpi = NULL;
  g_autofree guint32 *group = NULL;
  const RefrainShares *shares;
  Job job;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  shares = refrain_trace_get_shares (trace);
  symbols = refrain_symbols_new (trace, &scheme, cancellable, error);
  if (symbols == NULL)
    return NULL;
  self = g_object_new (REFRAIN_TYPE_ITERATIONS, NULL);
  self->trace = g_object_ref (trace);
  self->n_processes = refrain_trace_get_n_processes (trace);
  self->own = g_new0 (RefrainOwnTurns, self->n_processes + 1);
  is_mpi = refrain_op_spans_flag_routines (trace);
  job = (Job){ self, symbols, is_mpi, NULL, TRUE };
  if (find_repetitions (&job, shares, cancellable))
    {
      group = refrain_own_turns_find_groups (self->own, trace, symbols);
      if (group != NULL)
        {
          job.group = group;
          if (refrain_parallel_run (self->n_processes, find_bounds, &job, cancellable))
            {
              if (shares != NULL)
                gather_bounds (self, shares);
              take_groups (self, group);
              return g_steal_pointer (&self);
            }
          g_cancellable_set_error_if_cancelled (cancellable, error);
          return NULL;
        }
      refrain_turn_edges_begin_later (self->own, self->n_processes);
      refrain_turn_edges_begin_earlier (self->own, self->n_processes);
      self->n = choose_timed (self, choose_count (self));
      if (self->n > 0 && !refrain_parallel_run (self->n_processes, find_bounds, &job, cancellable))
        {
          g_cancellable_set_error_if_cancelled (cancellable, error);
          return NULL;
        }
      leave_out_first (self);
      refrain_turn_edges_find_beginning (self->own, trace, is_mpi);
      refrain_turn_edges_leave_out_set_up (self->own, trace);
      judge_sizes (self);
      if (self->n > 0 && shares != NULL)
        gather_bounds (self, shares);
      self->coverage = measure_coverage (self, symbols);
      judge_share (self);
      self->n_outer = find_agreed (self, G_STRUCT_OFFSET (RefrainOwnTurns, n_outer));
      if (self->n_outer == 0)
        forget_gaps (self);
      self->n_apart = find_agreed (self, G_STRUCT_OFFSET (RefrainOwnTurns, n_apart));
      self->interrupted = are_interrupted (self);
      return g_steal_pointer (&self);
    }
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return NULL;
}

/* The first operation of each iteration that others found on process @p: iterations begin where the
 * call of the one before ends, and the first one where those of others do. */
static void
find_first_ops (RefrainIterations *self, guint p, const guint8 *is_mpi)
{
  const RefrainOpSpans spans = refrain_op_spans_new (self->trace, p, is_mpi);
  RefrainOwnTurns *own = &self->own[p];
  const RefrainRunSpan *run = &refrain_trace_get_run (self->trace)->processes[p];
  RefrainTime start = run->start;

  if (spans.ops->n == 0
      || refrain_process_get_n_threads (refrain_trace_get_process (self->trace, p)) > 1)
    return;
  own->first_op = g_new (guint32, (gsize) own->n + 1);
  for (guint32 i = 0; i <= own->n; i++)
    own->first_op[i] = (guint32) REFRAIN_LOWER_BOUND (
        op, 0, spans.ops->n, refrain_op_spans_enter (&spans, op) < own->bound[i]);
  if (own->first_op[0] > 0)
    start = refrain_op_spans_leave (&spans, own->first_op[0] - 1);
  else if (own->n > 1 && own->first_op[1] < spans.ops->n)
    own->bound[0] = MIN (own->bound[0], refrain_turn_edges_find_start (
                                            own->first_op[0], own->first_op[1], &spans, run, TRUE));
  for (guint32 i = 0; i < own->n; i++)
    if (own->first_op[i] > 0)
      own->bound[i] = MIN (own->bound[i], refrain_op_spans_leave (&spans, own->first_op[i] - 1));
  refrain_turn_edges_cut (own, &spans, run);
  if (own->n > 2 && own->first_op[own->n - 1] < spans.ops->n)
    refrain_turn_edges_find_set_up (own, &spans, start);
  own->behind = refrain_own_turns_compute_behind (own, &spans, run);
}

RefrainIterations *
refrain_iterations_new_at (RefrainTrace *trace, guint32 n, RefrainTime *const *bounds)
{
  RefrainIterations *self = g_object_new (REFRAIN_TYPE_ITERATIONS, NULL);
  const RefrainShares *shares = refrain_trace_get_shares (trace);
  g_autofree guint8 *is_mpi = refrain_op_spans_flag_routines (trace);

  self->trace = g_object_ref (trace);
  self->n_processes = refrain_trace_get_n_processes (trace);
  self->own = g_new0 (RefrainOwnTurns, self->n_processes + 1);
  for (guint p = 0; p < self->n_processes; p++)
    {
      RefrainOwnTurns *own = &self->own[p];

      if (bounds == NULL || bounds[p] == NULL)
        continue;
      /* No thread is the one that was looked at: operations are looked up by time. */
      own->n = own->n_whole = self->n = n;
      own->bound = g_memdup2 (bounds[p], ((gsize) n + 1) * sizeof *own->bound);
      if (n > 0 && shares == NULL)
        find_first_ops (self, p, is_mpi);
    }
  if (shares == NULL)
    {
      refrain_turn_edges_find_beginning (self->own, trace, is_mpi);
      refrain_turn_edges_leave_out_set_up (self->own, trace);
    }
  return self;
}

REFRAIN_GETTER (RefrainIterations, refrain_iterations, guint32, get_n, self->n)
REFRAIN_GETTER (RefrainIterations, refrain_iterations, GPtrArray *, get_groups, self->groups)
REFRAIN_GETTER (RefrainIterations, refrain_iterations, guint32, get_n_outer, self->n_outer)
REFRAIN_GETTER (RefrainIterations, refrain_iterations, guint32, get_n_apart, self->n_apart)
REFRAIN_GETTER (RefrainIterations, refrain_iterations, gboolean, are_interrupted, self->interrupted)
REFRAIN_GETTER (RefrainIterations, refrain_iterations, double, get_coverage, self->coverage)

gboolean
refrain_iterations_are_cycles (RefrainIterations *self, guint *levels)
{
  g_return_val_if_fail (REFRAIN_IS_ITERATIONS (self), FALSE);

  *levels = self->levels;
  return self->cycles;
}

static guint32
get_end_op (const RefrainOwnTurns *own, guint32 i)
{
  return own->end_op != NULL ? own->end_op[i] : own->first_op[i + 1];
}

guint32
refrain_iterations_find (RefrainIterations *self, guint process, gsize op)
{
  const RefrainOwnTurns *own;
  gsize after;

  g_return_val_if_fail (REFRAIN_IS_ITERATIONS (self), REFRAIN_NONE);
  g_return_val_if_fail (process < self->n_processes, REFRAIN_NONE);

  own = &self->own[process];
  if (own->of_op != NULL && own->n > 0)
    return own->of_op[op];
  if (own->first_op == NULL)
    return refrain_iterations_find_time (
        self, process,
        refrain_process_get_ops (refrain_trace_get_process (self->trace, process))->time[op]);
  if (own->n == 0 || op < own->first_op[0] || op >= own->first_op[own->n])
    return REFRAIN_NONE;
  after = REFRAIN_LOWER_BOUND (i, 0, (gsize) own->n, own->first_op[i] <= op);
  return op < get_end_op (own, (guint32) after - 1) ? (guint32) after - 1 : REFRAIN_NONE;
}

guint32
refrain_iterations_find_time (RefrainIterations *self, guint process, RefrainTime time)
{
  const RefrainOwnTurns *own;
  gsize after;
  guint32 at;

  g_return_val_if_fail (REFRAIN_IS_ITERATIONS (self), REFRAIN_NONE);
  g_return_val_if_fail (process < self->n_processes, REFRAIN_NONE);

  own = &self->own[process];
  if (own->n == 0 || time < own->bound[0] || time > own->bound[own->n])
    return REFRAIN_NONE;
  after = REFRAIN_LOWER_BOUND (i, 0, (gsize) own->n, own->bound[i] <= time);
  at = (guint32) MAX (after, 1) - 1;
  return own->finish == NULL || time < own->finish[at] || own->finish[at] == own->bound[at + 1]
             ? at
             : REFRAIN_NONE;
}

void
refrain_iterations_add_ops (RefrainIterations *self, guint32 i, RefrainOpSet *set)
{
  g_return_if_fail (REFRAIN_IS_ITERATIONS (self));
  g_return_if_fail (i < self->n);

  for (guint p = 0; p < self->n_processes; p++)
    {
      const RefrainOwnTurns *own = &self->own[p];
      const gsize n = refrain_process_get_ops (refrain_trace_get_process (self->trace, p))->n;

      if (own->n > 0 && own->of_op == NULL && own->first_op != NULL)
        for (gsize op = own->first_op[i]; op < get_end_op (own, i); op++)
          refrain_op_set_add (set, p, op);
      else if (own->n > 0)
        for (gsize op = 0; op < n; op++)
          if (refrain_iterations_find (self, p, op) == i)
            refrain_op_set_add (set, p, op);
    }
}

gboolean
refrain_iterations_have_set_up (RefrainIterations *self, guint process)
{
  g_return_val_if_fail (REFRAIN_IS_ITERATIONS (self), FALSE);
  g_return_val_if_fail (process < self->n_processes, FALSE);

  return self->own[process].has_set_up;
}

gboolean
refrain_iterations_get_span (
    RefrainIterations *self, guint process, guint32 i, RefrainTime *start, RefrainTime *end)
{
  const RefrainOwnTurns *own;

  g_return_val_if_fail (REFRAIN_IS_ITERATIONS (self), FALSE);
  g_return_val_if_fail (process < self->n_processes, FALSE);

  own = &self->own[process];
  if (i >= own->n)
    return FALSE;
  *start = own->bound[i];
  *end = own->finish != NULL ? own->finish[i] : own->bound[i + 1];
  return TRUE;
}

gboolean
refrain_iterations_get_run_span (RefrainIterations *self,
                                 guint32 i,
                                 RefrainTime *start,
                                 RefrainTime *end)
{
  gboolean any = FALSE;

  g_return_val_if_fail (REFRAIN_IS_ITERATIONS (self), FALSE);

  for (guint p = 0; p < self->n_processes; p++)
    {
      RefrainTime from, to;

      if (!refrain_iterations_get_span (self, p, i, &from, &to))
        continue;
      if (!any)
        {
          *start = from;
          *end = to;
        }
      *start = i > 0 ? MAX (*start, from) : MIN (*start, from);
      *end = MAX (*end, to);
      any = TRUE;
    }
  return any;
}
