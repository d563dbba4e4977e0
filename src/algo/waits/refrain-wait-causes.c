/* refrain-wait-causes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All waits of all threads, the one that ends last first: whoever made it was by then blamed for
 * everything behind it. What goes on to the waits of a stretch of a thread is noted at its two
 * ends, and added up on the way back. What made them is measured of many at once, by all cores.
 */
#include "refrain-wait-causes.h"

#include <math.h>
#include <string.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-heap.h"
#include "refrain-object.h"
#include "refrain-op-span.h"
#include "refrain-wait-delays.h"

/* Waits that are measured before they are shared out. */
#define WAITS_AT_ONCE 16384
/* Of less than so many nanoseconds nothing is made. */
#define LEAST 1e-3

struct _RefrainWaitCauses
{
  GObject parent_instance;

  RefrainWaits *waits;
  GArray *causes; /* of RefrainWaitCause */
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainWaitCauses, refrain_wait_causes)

static void
refrain_wait_causes_finalize (RefrainWaitCauses *self)
{
  g_clear_pointer (&self->causes, g_array_unref);
  g_clear_object (&self->waits);
}

static void
refrain_wait_causes_init (RefrainWaitCauses *self)
{
  self->causes = g_array_new (FALSE, FALSE, sizeof (RefrainWaitCause));
}

/* A thread on its way back. */
typedef struct
{
  gsize left;     /* waits that are not yet blamed on anyone */
  double *change; /* of each wait: how much the factor grows from here back */
  double factor;  /* blame for each nanosecond of waiting, its own not counted */
} Back;

/* What goes back to a process and slot. */
typedef struct
{
  double time, joint; /* of waiting, in collective operations of that */
  guint32 victim;     /* the one that has most of it if any has more than half */
  double votes;
  RefrainTime late, last; /* summed over its operations; at the current one */
  guint32 op;             /* that one */
} Blame;

typedef struct
{
  RefrainTrace *trace;
  RefrainWaits *waits;
  RefrainWaitLines *lines;
  RefrainWaitDelays *delays;
  Back *backs;
  gsize n_slots; /* the routines, and what is outside of them */
  Blame *blame;  /* of each process and slot */
  RefrainDelayFunc func;
  gpointer data;
} Search;

/* ---- Blame ---- */

/* Who has more than half of it is left in the end, as in an election. */
static void
vote (Blame *self, guint32 victim, double time)
{
  if (self->victim == victim || self->votes <= 0)
    {
      self->victim = victim;
      self->votes += time;
    }
  else
    self->votes -= time;
}

static void
blame (Search *search, RefrainDelay *delay, gsize slot, double time)
{
  Blame *sum = &search->blame[delay->process * search->n_slots + slot];
  const RefrainOps *ops
      = refrain_process_get_ops (refrain_trace_get_process (search->trace, delay->victim));
  const gboolean again = sum->time > 0 && sum->op == delay->op;

  sum->time += time;
  sum->joint += ops->kind[delay->victim_op] == REFRAIN_OP_COLLECTIVE ? time : 0;
  sum->late = refrain_time_add (sum->late, again ? MAX (delay->late - sum->last, 0) : delay->late);
  sum->last = again ? MAX (sum->last, delay->late) : delay->late;
  sum->op = delay->op;
  vote (sum, delay->victim, time);
  if (search->func == NULL)
    return;
  delay->routine = slot < search->n_slots - 1 ? (guint32) slot : REFRAIN_NONE;
  delay->time = time;
  search->func (delay, search->data);
}

/* The waits of the culprit's line that are still to come, as far as they lie after the meeting, get
 * @time in proportion to their length. */
static void
pass_on (Search *search, const RefrainWaitDelay *told, double time)
{
  const RefrainWaitLine *line = &search->lines->lines[told->line];
  const RefrainTime *before = refrain_wait_delays_get_before (search->delays, told->line);
  const gsize first = told->first;
  double *change = search->backs[told->line].change;
  const double factor = time / (double) told->waited;
  const double part = (double) refrain_wait_line_get_length_after (line, first, told->delay.start)
                      / (double) (before[first + 1] - before[first]);

  change[told->left - 1] += factor;
  change[first] -= factor * (1 - part);
  if (first > 0)
    change[first - 1] -= factor * part;
}

/* Shares @time of waiting, that of a wait of @own nanoseconds and what was passed on to it, among
 * the delays. */
static void
share (Search *search, const RefrainWaitDelay *told, RefrainTime own, double time)
{
  RefrainDelay delay = told->delay;

  if (told->sum <= 0 && told->waited > 0)
    pass_on (search, told, time);
  else if (told->sum > 0 && told->waiting > 0)
    pass_on (search, told, time * told->waiting / (told->sum + told->waiting));
  for (gsize i = 0; i < told->n; i++)
    {
      const RefrainTime longer = told->slots[i].longer;

      /* Who spent no moment longer than the victim on anything is blamed for what it was in. */
      delay.share = told->sum > 0 ? (double) longer / (told->sum + told->waiting) : 0;
      /* What made up for the victim's own delays is not told. */
      delay.late = MIN (longer, (RefrainTime) llround (delay.share * (double) own));
      blame (search, &delay, told->slots[i].slot, told->sum > 0 ? time * delay.share : time);
    }
}

/* The last wait that is left of line @l: its own time, and what waits behind it wait for all of it.
 */
static void
go_back (Search *search, gsize l)
{
  const RefrainWaitLine *line = &search->lines->lines[l];
  Back *back = &search->backs[l];
  const gsize i = --back->left;
  const RefrainWaitEnd *wait = &line->waits[i];
  const RefrainTime own
      = refrain_waits_get_columns (search->waits, line->process)->waiting[wait->op];
  const RefrainWaitDelay *told = refrain_wait_delays_get (search->delays, l, i);
  double time;

  back->factor += back->change[i];
  time = (double) own + (double) (wait->end - wait->start) * MAX (back->factor, 0);
  /* What rounding leaves of the waits behind it is nobody's. */
  if ((own > 0 || time >= LEAST) && told->delay.process != REFRAIN_NONE)
    share (search, told, wait->end - wait->start, time);
}

/* ---- All of them, last first ---- */

/* How many waits of each line are left, and the lines that have any, in a heap. */
typedef struct
{
  const RefrainWaitLines *lines;
  gsize *left, *heap;
  gsize n;
} Order;

/* Whether the last wait of line @a ends after that of line @b. */
static gboolean
is_later (const Order *order, gsize a, gsize b)
{
  const RefrainTime s = order->lines->lines[a].waits[order->left[a] - 1].end;
  const RefrainTime t = order->lines->lines[b].waits[order->left[b] - 1].end;

  return s != t ? s > t : a < b;
}

static void
order_init (Order *self, const RefrainWaitLines *lines)
{
  *self = (Order){ lines, g_new (gsize, lines->n + 1), g_new (gsize, lines->n + 1), 0 };
  for (gsize l = 0; l < lines->n; l++)
    {
      self->left[l] = lines->lines[l].n;
      if (self->left[l] > 0)
        self->heap[self->n++] = l;
    }
  for (gsize i = self->n / 2; i-- > 0;)
    REFRAIN_HEAP_SINK (self->heap, self->n, i, is_later (self, *x, *y));
}

REFRAIN_DEFINE_AUTO (order_clear, Order, refrain_free (x->left, x->heap))

/* The lines of the next waits, up to WAITS_AT_ONCE. */
static gsize
order_take (Order *self, gsize *turns)
{
  gsize n = 0;

  while (self->n > 0 && n < WAITS_AT_ONCE)
    {
      turns[n++] = self->heap[0];
      if (--self->left[self->heap[0]] == 0)
        self->heap[0] = self->heap[--self->n];
      REFRAIN_HEAP_SINK (self->heap, self->n, 0, is_later (self, *x, *y));
    }
  return n;
}

static gboolean
go_back_all (Search *search, GCancellable *cancellable)
{
  const gsize n_lines = search->lines->n;
  g_autofree gsize *turns = g_new (gsize, WAITS_AT_ONCE), *before = g_new (gsize, n_lines + 1);
  g_auto (Order) order;
  gsize n;

  order_init (&order, search->lines);
  do
    {
      if (n_lines > 0)
        memcpy (before, order.left, n_lines * sizeof *before);
      n = order_take (&order, turns);
      if (!refrain_wait_delays_measure (search->delays, order.left, before, cancellable))
        return FALSE;
      for (gsize i = 0; i < n; i++)
        go_back (search, turns[i]);
    }
  while (order.n > 0);
  return TRUE;
}

/* ---- The result ---- */

REFRAIN_DEFINE_COMPARE (compare_causes,
                        RefrainWaitCause,
                        REFRAIN_FALLING (time)
                            ?: REFRAIN_RISING (process)
                            ?: REFRAIN_RISING (routine))

static void
list_causes (RefrainWaitCauses *self, const Search *search)
{
  for (guint p = 0; p < refrain_trace_get_n_processes (search->trace); p++)
    for (gsize slot = 0; slot < search->n_slots; slot++)
      {
        const Blame *sum = &search->blame[p * search->n_slots + slot];
        const double time = sum->time;
        const RefrainWaitCause cause
            = { p,
                slot < search->n_slots - 1 ? (guint32) slot : REFRAIN_NONE,
                time < (double) G_MAXINT64 ? (RefrainTime) llround (time) : G_MAXINT64,
                sum->victim,
                sum->late,
                sum->joint > time / 2 };

        if (cause.time > 0)
          g_array_append_val (self->causes, cause);
      }
  g_array_sort (self->causes, compare_causes);
}

static void
prepare (Search *search, RefrainWaits *waits)
{
  search->waits = waits;
  search->trace = refrain_waits_get_trace (waits);
  search->lines = refrain_wait_lines_new (waits, TRUE);
  search->backs = g_new0 (Back, search->lines->n + 1);
  for (gsize l = 0; l < search->lines->n; l++)
    {
      search->backs[l].left = search->lines->lines[l].n;
      search->backs[l].change = g_new0 (double, search->lines->lines[l].n + 1);
    }
  search->n_slots = (gsize) refrain_trace_get_n_routines (search->trace) + 1;
  search->blame
      = g_new0 (Blame, refrain_trace_get_n_processes (search->trace) * search->n_slots + 1);
}

REFRAIN_DEFINE_AUTO (search_clear,
                     Search,
                     for (gsize l = 0; l < x->lines->n; l++) g_free (x->backs[l].change);
                     refrain_free (x->backs, x->blame);
                     g_clear_pointer (&x->delays, refrain_wait_delays_free);
                     refrain_wait_lines_free (x->lines))

static gboolean
find_causes (RefrainWaitCauses *self,
             RefrainDelayFunc func,
             gpointer data,
             GCancellable *cancellable)
{
  g_auto (Search) search = { .func = func, .data = data };

  prepare (&search, self->waits);
  search.delays = refrain_wait_delays_new (search.lines, cancellable);
  if (search.delays == NULL || !go_back_all (&search, cancellable))
    return FALSE;
  list_causes (self, &search);
  return TRUE;
}

RefrainWaitCauses *
refrain_wait_causes_new (RefrainWaits *waits,
                         RefrainDelayFunc func,
                         gpointer data,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (RefrainWaitCauses) self = NULL;

  g_return_val_if_fail (REFRAIN_IS_WAITS (waits), NULL);

  self = g_object_new (REFRAIN_TYPE_WAIT_CAUSES, NULL);
  self->waits = g_object_ref (waits);
  if (find_causes (self, func, data, cancellable))
    return g_steal_pointer (&self);
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return NULL;
}

REFRAIN_ARRAY_GETTER (
    RefrainWaitCauses, refrain_wait_causes, RefrainWaitCause, gsize, get, self->causes)
