/* refrain-clock-fit.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A message from a to b says that b's clock is not so far behind, one from b to a that it is not so
 * far ahead: the least of one and the other, in several windows of time, leave a corridor, and the
 * line through its middle is b's clock to a. Pairs make a tree, the narrowest corridors first.
 */
#include "refrain-clock-fit.h"

#include <math.h>

#include "refrain-compare.h"

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

RefrainClockFit *
refrain_clock_fit_all (RefrainTrace *trace, const RefrainOpSpans *spans, RefrainTime origin)
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
