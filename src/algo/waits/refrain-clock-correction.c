/* refrain-clock-correction.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each line has knots, at which it is moved by so much, less and less behind and more and more
 * before; all operations are run once more to find them.
 */
#include "refrain-clock-correction.h"

#include <math.h>

#include "refrain-compare.h"
#include "refrain-copy.h"
#include "refrain-free.h"
#include "refrain-op-replay.h"
#include "refrain-op-span.h"
#include "refrain-parallel.h"
#include "refrain-search.h"
#include "refrain-trace-builder.h"

/* To be added to a clock that shows t: offset + drift · (t - origin). */
typedef struct
{
  double offset;
  double drift;
} RefrainClockFit;

static RefrainTime
apply_fit (const RefrainClockFit *fit, RefrainTime origin, RefrainTime time)
{
  const double shift = fit->offset + fit->drift * ((double) time - (double) origin);

  return CLAMP (refrain_time_add (time, (RefrainTime) CLAMP (shift, -4e18, 4e18)),
                -REFRAIN_TIME_LIMIT, REFRAIN_TIME_LIMIT);
}

/* Of what was moved one part in so many of the time passed is caught up with, before and after. */
#define CATCH_UP 100

/* From here on a thread is moved by so much, less and less; up to here, more and more. */
typedef struct
{
  RefrainTime time; /* as recorded */
  RefrainTime by;
  RefrainTime before;
} Knot;

typedef struct
{
  RefrainTrace *trace;
  guint n_processes;
  RefrainTime origin, back; /* the latter is taken off all times */
  guint8 *is_mpi;
  RefrainOpSpans *spans;
  RefrainClockFit *fits;
  RefrainReplayLine *lines;
  gsize n_lines;
  GArray **knots;                 /* of each line, of Knot */
  gsize *first_line;              /* of each process, one more; while jumps are spread */
  RefrainTime *first_end;         /* of each collective instance, likewise; G_MININT64: not known */
  RefrainProcessColumns *columns; /* of each process, while they are made */
  RefrainClockReport *report;
} Correction;

/* ---- Times ---- */

/* What the clock of line @l should have shown when it showed @time. O(log knots). */
static RefrainTime
correct (const Correction *self, gsize l, RefrainTime time)
{
  const Knot *knots = (const Knot *) (gpointer) self->knots[l]->data;
  gsize n = self->knots[l]->len;
  RefrainTime shown = apply_fit (&self->fits[self->lines[l].process], self->origin, time);

  /* Mostly it is the last one that is asked for. */
  if (n > 0 && knots[n - 1].time > time)
    n = REFRAIN_LOWER_BOUND (i, 0, n, knots[i].time <= time);
  if (n > 0)
    shown += MAX (0, knots[n - 1].by - (time - knots[n - 1].time) / CATCH_UP);
  if (n < self->knots[l]->len)
    shown += MAX (0, knots[n].before - (knots[n].time - time) / CATCH_UP);
  return CLAMP (shown, -REFRAIN_TIME_LIMIT, REFRAIN_TIME_LIMIT);
}

static RefrainTime
come (gpointer data, gsize l, gsize op)
{
  const Correction *self = data;
  const RefrainOpSpans *spans = &self->spans[self->lines[l].process];

  return correct (self, l,
                  REFRAIN_OP_IS_SEND (spans->ops->kind[op]) ? refrain_op_spans_enter (spans, op)
                                                            : refrain_op_spans_arrive (spans, op));
}

static RefrainTime
end_op (gpointer data, gsize l, gsize op, RefrainTime came, RefrainTime needed)
{
  Correction *self = data;
  const RefrainTime time = self->spans[self->lines[l].process].ops->time[op];
  const RefrainTime shown = correct (self, l, time);

  if (needed != REFRAIN_REPLAY_NEVER && needed > shown)
    {
      const RefrainTime fitted
          = apply_fit (&self->fits[self->lines[l].process], self->origin, time);
      const Knot knot = { time, needed - fitted, 0 };

      g_array_append_val (self->knots[l], knot);
      self->report->n_moved++;
      self->report->most_moved = MAX (self->report->most_moved, needed - shown);
    }
  return came;
}

/* ---- Backward amortisation ---- */

/* An operation that others need, and how much later it could come without being late for them. */
typedef struct
{
  RefrainTime came; /* as recorded */
  RefrainTime spare;
} Giver;

/* The corrected end of operation @op of @process. */
static RefrainTime
correct_end (const Correction *self, guint process, gsize op)
{
  gsize l = self->first_line[process];

  for (; l + 1 < self->first_line[process + 1]; l++)
    {
      const RefrainThread *thread = refrain_process_get_thread (
          refrain_trace_get_process (self->trace, process), self->lines[l].thread);

      if (op >= thread->first_op && op < thread->first_op + thread->n_ops)
        break;
    }
  return correct (self, l, self->spans[process].ops->time[op]);
}

/* The first of the others in an instance to end; @of: only this process, or REFRAIN_NONE. */
static RefrainTime
find_first_end (const Correction *self, guint32 instance, guint process, guint32 of)
{
  const RefrainCollectives *c = refrain_trace_get_collectives (self->trace);
  RefrainTime first = G_MAXINT64;

  for (guint64 m = c->first[instance]; m < c->first[instance + 1]; m++)
    if (c->process[m] != process && (of == REFRAIN_NONE || c->process[m] == of))
      first = MIN (first, correct_end (self, c->process[m], c->op[m]));
  return first;
}

/* The first end of operations that need @op of @process; G_MAXINT64 for none. Of collectives where
 * each needs each it is noted in `first_end`. */
static RefrainTime
find_taker (const Correction *self, guint process, gsize op)
{
  const RefrainOps *ops = self->spans[process].ops;
  const guint32 partner = ops->partner[op];

  if (partner == REFRAIN_NONE || REFRAIN_OP_IS_RECV (ops->kind[op]))
    return G_MAXINT64;
  if (ops->kind[op] != REFRAIN_OP_COLLECTIVE)
    return correct_end (self, (guint) ops->peer[op], partner);
  switch (refrain_collective_get_flow ((RefrainCollective) ops->tag[op]))
    {
    case REFRAIN_FLOW_FROM_ROOT:
      return ops->peer[op] == (gint32) process
                 ? find_first_end (self, partner, process, REFRAIN_NONE)
                 : G_MAXINT64;
    case REFRAIN_FLOW_TO_ROOT:
      return ops->peer[op] >= 0 && ops->peer[op] != (gint32) process
                 ? find_first_end (self, partner, process, (guint32) ops->peer[op])
                 : G_MAXINT64;
    case REFRAIN_FLOW_NONE:
      return G_MAXINT64;
    default:
      if (self->first_end[partner] == G_MININT64)
        self->first_end[partner] = find_first_end (self, partner, REFRAIN_NONE, REFRAIN_NONE);
      return self->first_end[partner];
    }
}

REFRAIN_DEFINE_COMPARE (compare_givers, Giver, REFRAIN_RISING (came))

/* The operations of line @l that others need, by when they come. */
static GArray *
list_givers (const Correction *self, gsize l)
{
  const guint process = self->lines[l].process;
  const RefrainOpSpans *spans = &self->spans[process];
  const RefrainThread *thread = refrain_process_get_thread (
      refrain_trace_get_process (self->trace, process), self->lines[l].thread);
  GArray *givers = g_array_new (FALSE, FALSE, sizeof (Giver));

  for (gsize i = thread->first_op; i < thread->first_op + thread->n_ops; i++)
    {
      const RefrainTime taken = find_taker (self, process, i);
      Giver giver;

      if (taken == G_MAXINT64)
        continue;
      giver.came = REFRAIN_OP_IS_SEND (spans->ops->kind[i]) ? refrain_op_spans_enter (spans, i)
                                                            : refrain_op_spans_arrive (spans, i);
      giver.spare = MAX (0, taken - correct (self, l, giver.came));
      g_array_append_val (givers, giver);
    }
  g_array_sort (givers, compare_givers);
  return givers;
}

/* How much of the jump at knot @k can be spread over what comes before it: from the knot before on,
 * and so that nobody who needs something of it has to wait. */
static RefrainTime
spread (const GArray *knots, guint k, const GArray *givers)
{
  const Knot *knot = &g_array_index (knots, Knot, k);
  RefrainTime before = knot->by;
  gsize i;

  if (k > 0)
    {
      const RefrainTime since = (knot->time - knot[-1].time) / CATCH_UP;

      before = MIN (before - MAX (0, knot[-1].by - since), since);
    }
  i = REFRAIN_LOWER_BOUND (g, 0, givers->len, g_array_index (givers, Giver, g).came < knot->time);
  while (i-- > 0 && before > 0)
    {
      const Giver *giver = &g_array_index (givers, Giver, i);
      const RefrainTime passed = (knot->time - giver->came) / CATCH_UP;

      if (passed >= before)
        break;
      before = MIN (before, giver->spare + passed);
    }
  return MAX (before, 0);
}

/* Jumps are spread over what comes before them, all by the times that the forward part gave. FALSE
 * when cancelled. */
static gboolean
amortise (Correction *self, GCancellable *cancellable)
{
  const gsize n_instances = refrain_trace_get_collectives (self->trace)->n;
  g_autofree GArray **spreads = g_new0 (GArray *, self->n_lines + 1);
  gboolean done;

  self->first_line = g_new (gsize, self->n_processes + 1);
  self->first_end = g_new (RefrainTime, n_instances + 1);
  for (gsize i = 0; i < n_instances; i++)
    self->first_end[i] = G_MININT64;
  for (gsize l = 0, p = 0; p <= self->n_processes; p++)
    {
      while (l < self->n_lines && self->lines[l].process < p)
        l++;
      self->first_line[p] = l;
    }
  for (gsize l = 0; l < self->n_lines && !g_cancellable_is_cancelled (cancellable); l++)
    {
      g_autoptr (GArray) givers = NULL;

      if (self->knots[l]->len == 0)
        continue;
      givers = list_givers (self, l);
      spreads[l] = g_array_sized_new (FALSE, FALSE, sizeof (RefrainTime), self->knots[l]->len);
      for (guint k = 0; k < self->knots[l]->len; k++)
        {
          const RefrainTime before = spread (self->knots[l], k, givers);

          g_array_append_val (spreads[l], before);
        }
    }
  done = !g_cancellable_is_cancelled (cancellable);
  for (gsize l = 0; l < self->n_lines; l++)
    if (spreads[l] != NULL)
      {
        for (guint k = 0; k < spreads[l]->len; k++)
          g_array_index (self->knots[l], Knot, k).before
              = g_array_index (spreads[l], RefrainTime, k);
        g_array_unref (spreads[l]);
      }
  refrain_clear (&self->first_line, &self->first_end);
  return done;
}

/* Times of the trace begin where they did. */
static void
find_back (Correction *self)
{
  RefrainTime first = G_MAXINT64;

  for (gsize l = 0; l < self->n_lines; l++)
    {
      const guint process = self->lines[l].process;
      const RefrainThread *thread = refrain_process_get_thread (
          refrain_trace_get_process (self->trace, process), self->lines[l].thread);
      const RefrainOpSpans *spans = &self->spans[process];

      if (thread->n_calls > 0)
        first = MIN (first, correct (self, l, spans->calls->start[thread->first_call]));
      if (thread->n_ops > 0)
        first = MIN (first, correct (self, l, spans->ops->time[thread->first_op]));
      if (thread->n_records > 0)
        first = MIN (first, correct (self, l, spans->records->time[thread->first_record]));
    }
  self->back = first == G_MAXINT64 ? 0 : first - self->origin;
}

/* ---- The new trace ---- */

static void
correct_times (
    const Correction *self, gsize l, const RefrainTime *from, RefrainTime *to, gsize first, gsize n)
{
  for (gsize i = first; i < first + n; i++)
    to[i] = correct (self, l, from[i]) - self->back;
}

/* Owns what the columns of a corrected trace have of their own. */
typedef struct
{
  RefrainTrace *trace;
  GPtrArray *arrays;
} Owner;

REFRAIN_DEFINE_FREE (owner_free, Owner, g_ptr_array_unref (x->arrays); g_object_unref (x->trace))

static void
fill_process (gsize p, gpointer data)
{
  Correction *self = data;
  const RefrainOpSpans *spans = &self->spans[p];
  RefrainProcessColumns *columns = &self->columns[p];

  for (gsize l = 0; l < self->n_lines; l++)
    if (self->lines[l].process == p)
      {
        const RefrainThread *thread = refrain_process_get_thread (
            refrain_trace_get_process (self->trace, (guint) p), self->lines[l].thread);

        correct_times (self, l, spans->calls->start, (RefrainTime *) columns->calls.start,
                       thread->first_call, thread->n_calls);
        correct_times (self, l, spans->calls->end, (RefrainTime *) columns->calls.end,
                       thread->first_call, thread->n_calls);
        correct_times (self, l, spans->ops->time, (RefrainTime *) columns->ops.time,
                       thread->first_op, thread->n_ops);
        correct_times (self, l, spans->records->time, (RefrainTime *) columns->records.time,
                       thread->first_record, thread->n_records);
      }
}

static RefrainTime *
add_array (Owner *owner, gsize n)
{
  RefrainTime *array = g_new0 (RefrainTime, n + 1);

  g_ptr_array_add (owner->arrays, array);
  return array;
}

/* The columns of process @p: times of their own, the rest shared. */
static void
make_columns (Correction *self, Owner *owner, guint p)
{
  RefrainProcess *process = refrain_trace_get_process (self->trace, p);
  RefrainProcessColumns *columns = &self->columns[p];

  *columns = (RefrainProcessColumns){ *self->spans[p].calls,
                                      *self->spans[p].ops,
                                      *self->spans[p].records,
                                      *refrain_process_get_tape (process),
                                      *refrain_process_get_details (process),
                                      g_array_new (FALSE, TRUE, sizeof (RefrainThread)) };
  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      RefrainThread thread = *refrain_process_get_thread (process, t);

      thread.name = g_intern_string (thread.name);
      g_array_append_val (columns->threads, thread);
    }
  columns->calls.start = add_array (owner, columns->calls.n);
  columns->calls.end = add_array (owner, columns->calls.n);
  columns->ops.time = add_array (owner, columns->ops.n);
  columns->records.time = add_array (owner, columns->records.n);
}

/* What is mended is no defect of the trace that is made. */
static gboolean
remains (RefrainDefect *defect)
{
  return refrain_defect_get_kind (defect) != REFRAIN_DEFECT_RECEIVE_BEFORE_SEND;
}

/* Starts and ends of the whole. */
static void
find_ends (const Correction *self, RefrainCounts *counts)
{
  RefrainTime start = G_MAXINT64, end = G_MININT64;

  for (guint p = 0; p < self->n_processes; p++)
    {
      const RefrainProcessColumns *columns = &self->columns[p];

      for (gsize i = 0; i < columns->calls.n; i++)
        {
          start = MIN (start, columns->calls.start[i]);
          end = MAX (end, columns->calls.end[i]);
        }
      for (gsize i = 0; i < columns->ops.n; i++)
        {
          start = MIN (start, columns->ops.time[i]);
          end = MAX (end, columns->ops.time[i]);
        }
      for (gsize i = 0; i < columns->records.n; i++)
        {
          start = MIN (start, columns->records.time[i]);
          end = MAX (end, columns->records.time[i]);
        }
    }
  if (start <= end)
    {
      counts->start = start;
      counts->end = end;
    }
}

static RefrainTrace *
build (Correction *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainTraceBuilder) builder = refrain_trace_builder_new ();
  Owner *owner = g_new (Owner, 1);
  g_autoptr (GBytes) bytes = NULL;
  RefrainCounts counts = *refrain_trace_get_counts (self->trace);
  RefrainTrace *trace;

  *owner = (Owner){ g_object_ref (self->trace), g_ptr_array_new_with_free_func (g_free) };
  bytes = g_bytes_new_with_free_func (owner, sizeof *owner, owner_free, owner);
  refrain_copy_definitions (self->trace, remains, builder);
  for (guint p = 0; p < self->n_processes; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (self->trace, p);

      refrain_trace_builder_add_process (builder, refrain_process_get_name (process),
                                         refrain_process_get_host (process));
      make_columns (self, owner, p);
    }
  if (!refrain_parallel_run (self->n_processes, fill_process, self, cancellable))
    {
      for (guint p = 0; p < self->n_processes; p++)
        g_array_unref (self->columns[p].threads);
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  find_ends (self, &counts);
  for (guint p = 0; p < self->n_processes; p++)
    refrain_trace_builder_adopt_columns (builder, p, &self->columns[p], bytes);
  refrain_trace_builder_adopt_collectives (builder, refrain_trace_get_collectives (self->trace),
                                           &counts);
  trace = refrain_trace_builder_finish (builder, cancellable, error);
  for (guint i = 0; trace != NULL && i < refrain_trace_get_n_routines (trace); i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (self->trace, i);

      refrain_routine_set_totals (refrain_trace_get_routine (trace, i),
                                  refrain_routine_get_calls (routine),
                                  refrain_routine_get_time (routine));
    }
  return trace;
}

/* ---- The fit of a clock ---- */

/* A message from a to b says that b's clock is not so far behind, one from b to a that it is not
 * so far ahead: the least of one and the other, in several windows of time, leave a corridor,
 * and the line through its middle is b's clock to a. Pairs make a tree, the narrowest corridors
 * first. */

/* Windows of a pair, and bounds that each should have. */
#define MAX_WINDOWS       16
#define BOUNDS_PER_WINDOW 16
/* The corridor is looked at so often, along the line found before. */
#define N_ROUNDS 3
/* Narrowness of a corridor that has one side only. */
#define ONE_SIDED 1e30

/* What is added to the clock of `b` lies above (or below) `value` when it shows `time`. */
typedef struct
{
  guint32 a, b; /* a < b */
  gboolean above;
  RefrainTime time;
  double value;
} Bound;

/* A pair of processes. */
typedef struct
{
  guint32 a, b;
  RefrainClockFit fit; /* from b's clock to a's */
  double width;
} Pair;

static void
add_bound (GArray *bounds, guint from, RefrainTime sent, guint to, RefrainTime received)
{
  Bound bound;

  if (from == to)
    return;
  if (from < to)
    bound = (Bound){ from, to, TRUE, received, (double) sent - (double) received };
  else
    bound = (Bound){ to, from, FALSE, sent, (double) received - (double) sent };
  g_array_append_val (bounds, bound);
}

/* Messages, and collectives out of which nobody comes before those have come whose data it gets. */
static GArray *
list_bounds (RefrainTrace *trace, const RefrainOpSpans *spans)
{
  GArray *bounds = g_array_new (FALSE, FALSE, sizeof (Bound));
  const RefrainCollectives *c = refrain_trace_get_collectives (trace);

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    for (gsize i = 0; i < spans[p].ops->n; i++)
      if (REFRAIN_OP_IS_RECV (spans[p].ops->kind[i]) && spans[p].ops->partner[i] != REFRAIN_NONE)
        {
          const guint from = (guint) spans[p].ops->peer[i];

          add_bound (bounds, from, refrain_op_spans_enter (&spans[from], spans[p].ops->partner[i]),
                     p, spans[p].ops->time[i]);
        }
  for (gsize i = 0; i < c->n; i++)
    {
      const guint64 first = c->first[i];

      if (!refrain_collective_synchronises (trace, c, i))
        continue;
      for (guint64 m = first + 1; m < c->first[i + 1]; m++)
        {
          const RefrainOpSpans *a = &spans[c->process[first]], *b = &spans[c->process[m]];

          if (refrain_op_spans_gives (a, c->op[first]) && refrain_op_spans_gets (b, c->op[m]))
            add_bound (bounds, c->process[first], refrain_op_spans_arrive (a, c->op[first]),
                       c->process[m], b->ops->time[c->op[m]]);
          if (refrain_op_spans_gives (b, c->op[m]) && refrain_op_spans_gets (a, c->op[first]))
            add_bound (bounds, c->process[m], refrain_op_spans_arrive (b, c->op[m]),
                       c->process[first], a->ops->time[c->op[first]]);
        }
    }
  return bounds;
}

REFRAIN_DEFINE_COMPARE (compare_bounds,
                        Bound,
                        REFRAIN_RISING (a)
                            ?: REFRAIN_RISING (b)
                            ?: REFRAIN_RISING (time)
                            ?: REFRAIN_RISING (value))

/* ---- One pair ---- */

static double
evaluate (const RefrainClockFit *fit, double time)
{
  return fit->offset + fit->drift * time;
}

/* The corridor of @n bounds around @fit. */
static void
find_corridor (const Bound *bounds,
               gsize n,
               const RefrainClockFit *fit,
               RefrainTime origin,
               double *low,
               double *high)
{
  *low = -INFINITY;
  *high = INFINITY;
  for (gsize i = 0; i < n; i++)
    {
      const double value
          = bounds[i].value - evaluate (fit, (double) bounds[i].time - (double) origin);

      if (bounds[i].above)
        *low = MAX (*low, value);
      else
        *high = MIN (*high, value);
    }
}

/* Moves the line to the middle of the corridor, in windows of equally many bounds. FALSE where no
 * window has both sides. */
static gboolean
improve (Pair *pair, const Bound *bounds, gsize n, RefrainTime origin)
{
  const gsize n_windows = CLAMP (n / BOUNDS_PER_WINDOW, 1, MAX_WINDOWS);
  double sum = 0, sum_t = 0, sum_v = 0, sum_tt = 0, sum_tv = 0, width = 0;

  for (gsize w = 0; w < n_windows; w++)
    {
      const gsize from = n * w / n_windows, to = n * (w + 1) / n_windows;
      double low, high, time, value;

      find_corridor (bounds + from, to - from, &pair->fit, origin, &low, &high);
      if (!isfinite (low) || !isfinite (high))
        continue;
      time = ((double) bounds[from].time + (double) bounds[to - 1].time) / 2 - (double) origin;
      value = (low + high) / 2;
      width += fabs (high - low) / 2;
      sum++;
      sum_t += time;
      sum_v += value;
      sum_tt += time * time;
      sum_tv += time * value;
    }
  if (sum == 0)
    return FALSE;
  pair->width = width / sum;
  if (sum >= 3 && sum * sum_tt - sum_t * sum_t > 0)
    {
      const double drift = (sum * sum_tv - sum_t * sum_v) / (sum * sum_tt - sum_t * sum_t);

      pair->fit.drift += drift;
      pair->fit.offset += (sum_v - drift * sum_t) / sum;
    }
  else
    pair->fit.offset += sum_v / sum;
  return TRUE;
}

static void
fit_pair (Pair *pair, const Bound *bounds, gsize n, RefrainTime origin)
{
  double low, high;

  find_corridor (bounds, n, &pair->fit, origin, &low, &high);
  if (low <= 0 && high >= 0)
    return; /* nothing speaks against the clocks as they are */
  for (guint round = 0; round < N_ROUNDS; round++)
    if (!improve (pair, bounds, n, origin))
      {
        /* One direction only: no more than it asks for. */
        pair->fit.offset = low > 0 ? low : high;
        pair->width = ONE_SIDED;
        return;
      }
}

static GArray *
fit_pairs (GArray *bounds, RefrainTime origin)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  const Bound *list = (const Bound *) (gpointer) bounds->data;
  guint next;

  for (guint i = 0; i < bounds->len; i = next)
    {
      Pair pair = { .a = list[i].a, .b = list[i].b };

      for (next = i; next < bounds->len && list[next].a == pair.a && list[next].b == pair.b;)
        next++;
      fit_pair (&pair, list + i, next - i, origin);
      g_array_append_val (pairs, pair);
    }
  return pairs;
}

/* ---- All of them ---- */

REFRAIN_DEFINE_COMPARE (compare_pairs,
                        Pair,
                        REFRAIN_RISING (width) ?: REFRAIN_RISING (a) ?: REFRAIN_RISING (b))

/* First @inner, then @outer. */
static RefrainClockFit
compose (const RefrainClockFit *outer, const RefrainClockFit *inner)
{
  return (RefrainClockFit){
    .offset = inner->offset + outer->offset + outer->drift * inner->offset,
    .drift = inner->drift + outer->drift * (1 + inner->drift),
  };
}

static RefrainClockFit
invert (const RefrainClockFit *fit)
{
  const double scale = 1 + fit->drift;

  return scale > 0 ? (RefrainClockFit){ -fit->offset / scale, -fit->drift / scale }
                   : (RefrainClockFit){ -fit->offset, 0 };
}

/* Puts the processes into the clock of the first of their component, along the narrowest pairs:
 * Prim's algorithm with the pairs in one list. */
static void
span_tree (GArray *pairs, RefrainClockFit *fits, guint n_processes)
{
  g_autofree gboolean *known = g_new0 (gboolean, n_processes + 1);

  for (guint root = 0; root < n_processes; root++)
    {
      gboolean grown = !known[root];

      known[root] = TRUE;
      while (grown)
        {
          grown = FALSE;
          for (guint i = 0; i < pairs->len && !grown; i++)
            {
              const Pair *pair = &g_array_index (pairs, Pair, i);
              const RefrainClockFit back = invert (&pair->fit);

              if (known[pair->a] == known[pair->b])
                continue;
              if (known[pair->a])
                fits[pair->b] = compose (&fits[pair->a], &pair->fit);
              else
                fits[pair->a] = compose (&fits[pair->b], &back);
              known[pair->a] = known[pair->b] = grown = TRUE;
            }
        }
    }
}

/* One for each process; free with g_free(). O(n log n) in messages and members of collectives. */
static RefrainClockFit *
fit_all (RefrainTrace *trace, const RefrainOpSpans *spans, RefrainTime origin)
{
  const guint n_processes = refrain_trace_get_n_processes (trace);
  RefrainClockFit *fits = g_new0 (RefrainClockFit, n_processes + 1);
  g_autoptr (GArray) bounds = list_bounds (trace, spans);
  g_autoptr (GArray) pairs = NULL;

  g_array_sort (bounds, compare_bounds);
  pairs = fit_pairs (bounds, origin);
  g_array_sort (pairs, compare_pairs);
  span_tree (pairs, fits, n_processes);
  return fits;
}

/* ---- All of it ---- */

static gboolean
make_knots (Correction *self, GCancellable *cancellable)
{
  const RefrainReplayRules rules = { come, end_op };
  g_autofree RefrainTime **stamps = g_new (RefrainTime *, self->n_processes + 1);
  gboolean done;

  for (guint p = 0; p < self->n_processes; p++)
    stamps[p] = g_new (RefrainTime, self->spans[p].ops->n + 1);
  done = refrain_op_replay_run (self->trace, self->spans, &rules, self, stamps, cancellable);
  for (guint p = 0; p < self->n_processes; p++)
    g_free (stamps[p]);
  return done;
}

static void
report_fits (const Correction *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    if (self->fits[p].offset != 0 || self->fits[p].drift != 0)
      {
        self->report->n_shifted++;
        self->report->most_shift
            = MAX (self->report->most_shift,
                   (RefrainTime) MIN (fabs (self->fits[p].offset), (double) REFRAIN_TIME_LIMIT));
      }
}

RefrainTrace *
refrain_clocks_correct (RefrainTrace *trace,
                        RefrainClockReport *report,
                        GCancellable *cancellable,
                        GError **error)
{
  Correction self = { .trace = trace, .report = report };
  RefrainTrace *corrected = NULL;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (report != NULL, NULL);

  *report = (RefrainClockReport){ 0 };
  self.n_processes = refrain_trace_get_n_processes (trace);
  self.origin = refrain_trace_get_start (trace);
  self.is_mpi = refrain_op_spans_flag_routines (trace);
  self.spans = g_new (RefrainOpSpans, self.n_processes + 1);
  for (guint p = 0; p < self.n_processes; p++)
    self.spans[p] = refrain_op_spans_new (trace, p, self.is_mpi);
  self.fits = fit_all (trace, self.spans, self.origin);
  self.lines = refrain_op_replay_list_lines (trace, &self.n_lines);
  self.knots = g_new (GArray *, self.n_lines + 1);
  for (gsize l = 0; l < self.n_lines; l++)
    self.knots[l] = g_array_new (FALSE, FALSE, sizeof (Knot));
  self.columns = g_new0 (RefrainProcessColumns, self.n_processes + 1);
  report_fits (&self);
  if (make_knots (&self, cancellable) && amortise (&self, cancellable))
    {
      find_back (&self);
      corrected = build (&self, cancellable, error);
    }
  else
    g_cancellable_set_error_if_cancelled (cancellable, error);
  for (gsize l = 0; l < self.n_lines; l++)
    g_array_unref (self.knots[l]);
  refrain_free (self.knots, self.columns, self.lines, self.fits, self.spans, self.is_mpi);
  return corrected;
}
