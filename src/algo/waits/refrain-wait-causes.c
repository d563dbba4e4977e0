/* refrain-wait-causes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All waits of all threads, the one that ends last first: whoever made it was by then blamed for
 * everything behind it. What goes on to the waits of a stretch of a thread is noted at its two
 * ends, and added up on the way back.
 */
#include "config.h"

#include "refrain-wait-causes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "refrain-op-span.h"
#include "refrain-parallel.h"
#include "refrain-search.h"
#include "refrain-wait-profile.h"

/* Between two looks at the cancellable. */
#define WAITS_PER_CHECK 4096
/* How many messages, and collectives, back one is looked for at which both had met. */
#define MAX_MEETINGS 16

struct _RefrainWaitCauses
{
  GObject parent_instance;

  RefrainWaits *waits;
  GArray *causes; /* of RefrainWaitCause */
};

G_DEFINE_FINAL_TYPE (RefrainWaitCauses, refrain_wait_causes, G_TYPE_OBJECT)

static void
refrain_wait_causes_finalize (GObject *object)
{
  RefrainWaitCauses *self = REFRAIN_WAIT_CAUSES (object);

  g_clear_pointer (&self->causes, g_array_unref);
  g_clear_object (&self->waits);
  G_OBJECT_CLASS (refrain_wait_causes_parent_class)->finalize (object);
}

static void
refrain_wait_causes_class_init (RefrainWaitCausesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_wait_causes_finalize;
}

static void
refrain_wait_causes_init (RefrainWaitCauses *self)
{
  self->causes = g_array_new (FALSE, FALSE, sizeof (RefrainWaitCause));
}

/* A thread on its way back. */
typedef struct
{
  RefrainThreadProfile profile;
  gsize left;          /* waits that are not yet blamed on anyone */
  RefrainTime *before; /* of each wait: all waiting before it; one more */
  double *change;      /* of each wait: how much the factor grows from here back */
  double factor;       /* blame for each nanosecond of waiting, its own not counted */
} Back;

typedef struct
{
  RefrainTrace *trace;
  RefrainWaits *waits;
  RefrainWaitLines *lines;
  Back *backs;
  RefrainOpSpans *spans; /* of each process */
  guint8 *is_mpi;
  guint32 **last_meeting; /* of each process and operation: the one before with the same peer */
  guint32 **last_common;  /* the collective before */
  gsize n_slots;
  double *blame; /* of each process and slot */
  RefrainSlotTimes late, early;
  RefrainOpSet *own_fault; /* or NULL */
  RefrainDelayFunc func;
  gpointer data;
} Search;

/* ---- Before ---- */

/* Where two processes have met: the message before with the same peer, the collective before. */
static void
find_meetings (gsize p, gpointer data)
{
  Search *search = data;
  const RefrainOps *ops = search->spans[p].ops;
  RefrainProcess *process = refrain_trace_get_process (search->trace, (guint) p);
  const guint n_processes = refrain_trace_get_n_processes (search->trace);
  g_autofree guint32 *last = g_new (guint32, n_processes + 1);
  guint32 *meeting = g_new (guint32, ops->n + 1), *common = g_new (guint32, ops->n + 1);

  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);
      guint32 collective = REFRAIN_NONE;

      memset (last, 0xff, (n_processes + 1) * sizeof *last);
      for (gsize i = thread->first_op; i < thread->first_op + thread->n_ops; i++)
        {
          meeting[i] = REFRAIN_NONE;
          common[i] = collective;
          if (ops->partner[i] == REFRAIN_NONE)
            continue;
          if (ops->kind[i] == REFRAIN_OP_COLLECTIVE)
            collective = (guint32) i;
          else
            {
              meeting[i] = last[ops->peer[i]];
              last[ops->peer[i]] = (guint32) i;
            }
        }
    }
  search->last_meeting[p] = meeting;
  search->last_common[p] = common;
}

static void
prepare_line (gsize l, gpointer data)
{
  Search *search = data;
  const RefrainWaitLine *line = &search->lines->lines[l];
  const RefrainWaitColumns *columns = refrain_waits_get_columns (search->waits, line->process);
  Back *back = &search->backs[l];

  refrain_thread_profile_init (&back->profile, search->trace, line, columns);
  back->left = line->n;
  back->before = g_new (RefrainTime, line->n + 1);
  back->change = g_new0 (double, line->n + 1);
  back->before[0] = 0;
  for (gsize i = 0; i < line->n; i++)
    back->before[i + 1] = refrain_time_add (back->before[i], columns->waiting[line->waits[i].op]);
}

/* ---- Where two have met ---- */

/* The row of @process in @instance, or REFRAIN_NONE. */
static guint32
find_member (const RefrainCollectives *c, guint32 instance, guint process)
{
  const guint64 end = c->first[instance + 1];
  const guint64 m = REFRAIN_LOWER_BOUND (i, c->first[instance], end, c->process[i] < process);

  return m < end && c->process[m] == process ? c->op[m] : REFRAIN_NONE;
}

/* When the victim and the culprit had last met, both before they met at @op: by a message between
 * them or a collective of both. */
static void
find_last_meeting (const Search *search,
                   guint victim,
                   guint32 op,
                   const RefrainDelay *delay,
                   RefrainTime *victim_time,
                   RefrainTime *culprit_time)
{
  const RefrainCollectives *c = refrain_trace_get_collectives (search->trace);
  const RefrainOpSpans *v = &search->spans[victim], *w = &search->spans[delay->process];
  guint32 met = REFRAIN_NONE, at = search->last_common[victim][op], other;

  if (v->ops->kind[op] != REFRAIN_OP_COLLECTIVE)
    met = search->last_meeting[victim][op];
  /* What the culprit has yet to take of the victim's does not hold them together. */
  for (guint i = 0;
       met != REFRAIN_NONE && refrain_op_spans_leave (w, v->ops->partner[met]) > delay->end; i++)
    met = i < MAX_MEETINGS ? search->last_meeting[victim][met] : REFRAIN_NONE;
  for (guint i = 0; at != REFRAIN_NONE && (met == REFRAIN_NONE || at > met); i++)
    {
      other = find_member (c, v->ops->partner[at], delay->process);
      if (other != REFRAIN_NONE && refrain_op_spans_leave (w, other) <= delay->end)
        {
          *victim_time = MAX (*victim_time, refrain_op_spans_leave (v, at));
          *culprit_time = MAX (*culprit_time, refrain_op_spans_leave (w, other));
          return;
        }
      at = i < MAX_MEETINGS ? search->last_common[victim][at] : REFRAIN_NONE;
    }
  if (met == REFRAIN_NONE)
    return;
  *victim_time = MAX (*victim_time, refrain_op_spans_leave (v, met));
  *culprit_time = MAX (*culprit_time, refrain_op_spans_leave (w, v->ops->partner[met]));
}

/* ---- Blame ---- */

static void
blame (Search *search, RefrainDelay *delay, gsize slot, double time)
{
  const gsize outside = search->n_slots - 2;

  search->blame[delay->process * search->n_slots + slot] += time;
  if (search->func == NULL)
    return;
  delay->routine = slot < outside ? (guint32) slot : REFRAIN_NONE;
  delay->time = time;
  search->func (delay, search->data);
}

/* The waits of line @l that ended after @from and are still to come, [first, left), get @time in
 * proportion to their length. */
static void
pass_on (Search *search, gsize l, gsize first, double time, RefrainTime waiting)
{
  Back *back = &search->backs[l];
  const double factor = time / (double) waiting;

  back->change[back->left - 1] += factor;
  if (first > 0)
    back->change[first - 1] -= factor;
}

/* The culprit spent no moment longer than the victim on anything: it is blamed for what it was in
 * when it came. */
static gsize
find_slot_before (const Search *search, gsize l, RefrainTime time)
{
  const RefrainThreadProfile *profile = &search->backs[l].profile;
  gsize i = REFRAIN_LOWER_BOUND (k, 0, profile->n, profile->stretches[k].start < time);

  while (i > 0 && profile->stretches[i - 1].slot == search->n_slots - 1)
    i--;
  return i > 0 ? profile->stretches[i - 1].slot : search->n_slots - 2;
}

/* Shares @time of waiting, the victim's and what was passed on to it, among the delays. */
static void
share (Search *search,
       RefrainDelay *delay,
       gsize l,
       gsize culprit_line,
       RefrainTime start,
       RefrainTime enter,
       double time)
{
  const RefrainWaitLine *line = &search->lines->lines[culprit_line];
  Back *back = &search->backs[culprit_line];
  const gsize waiting_slot = search->n_slots - 1;
  const gsize first = REFRAIN_LOWER_BOUND (i, 0, back->left, line->waits[i].end <= delay->start);
  const RefrainTime waited = back->before[back->left] - back->before[first];
  double sum = 0, waiting;

  refrain_slot_times_reset (&search->late);
  refrain_slot_times_reset (&search->early);
  refrain_thread_profile_add (&back->profile, delay->start, delay->end, &search->late, 1);
  refrain_thread_profile_add (&search->backs[l].profile, start, enter, &search->early, 1);
  for (gsize i = 0; i < search->late.n_used; i++)
    {
      const guint32 slot = search->late.used[i];

      if (slot != waiting_slot)
        sum += (double) MAX (0, search->late.times[slot] - search->early.times[slot]);
    }
  /* What both have waited in the meantime did not part them. */
  waiting = (double) MAX (0, waited - search->early.times[waiting_slot]);
  if (sum + waiting <= 0)
    waiting = (double) waited;
  if (waiting > 0 && sum <= 0 && waited > 0)
    pass_on (search, culprit_line, first, time, waited);
  else if (sum <= 0)
    {
      delay->late = 0;
      delay->share = 0;
      blame (search, delay, find_slot_before (search, culprit_line, delay->end), time);
    }
  else
    {
      if (waiting > 0)
        pass_on (search, culprit_line, first, time * waiting / (sum + waiting), waited);
      for (gsize i = 0; i < search->late.n_used; i++)
        {
          const guint32 slot = search->late.used[i];
          const RefrainTime longer = search->late.times[slot] - search->early.times[slot];

          if (slot == waiting_slot || longer <= 0)
            continue;
          delay->late = longer;
          delay->share = (double) longer / (sum + waiting);
          blame (search, delay, slot, time * delay->share);
        }
    }
}

/* The slot of the user's routine in which operation @op stands. O(depth). */
static gsize
find_caller (const Search *search, guint process, gsize op)
{
  const RefrainOpSpans *spans = &search->spans[process];
  guint32 call = spans->ops->call[op];

  while (call != REFRAIN_NONE
         && (spans->calls->routine[call] == REFRAIN_NONE || refrain_op_spans_is_mpi (spans, call)))
    call = spans->calls->parent[call];
  return call != REFRAIN_NONE ? spans->calls->routine[call] : search->n_slots - 2;
}

/* The last wait that is left of line @l. */
static void
go_back (Search *search, gsize l)
{
  const RefrainWaitLine *line = &search->lines->lines[l];
  Back *back = &search->backs[l];
  const gsize i = --back->left;
  const guint32 op = line->waits[i].op;
  const RefrainTime waiting = back->before[i + 1] - back->before[i];
  RefrainDelay delay = { .victim = line->process, .victim_op = op };
  RefrainTime start = back->profile.init;
  gsize culprit_line;

  back->factor += back->change[i];
  if (search->own_fault != NULL && refrain_op_set_contains (search->own_fault, line->process, op))
    {
      const gsize slot = find_caller (search, line->process, op);

      delay.process = line->process;
      delay.op = op;
      delay.start = line->waits[i].end - waiting;
      delay.end = line->waits[i].end;
      delay.late = waiting;
      delay.share = 1;
      blame (search, &delay, slot, (double) waiting * (1 + MAX (back->factor, 0)));
      return;
    }
  if (!refrain_waits_get_culprit (search->waits, line->process, op, &delay.process, &delay.op))
    return;
  culprit_line = refrain_wait_lines_find (search->lines, delay.process, delay.op);
  delay.start = search->backs[culprit_line].profile.init;
  delay.end = refrain_op_spans_arrive (&search->spans[delay.process], delay.op);
  find_last_meeting (search, line->process, op, &delay, &start, &delay.start);
  share (search, &delay, l, culprit_line, start, line->waits[i].end - waiting,
         (double) waiting * (1 + MAX (back->factor, 0)));
}

/* ---- All of them, last first ---- */

/* Whether the last wait of line @a ends after that of line @b. */
static gboolean
is_later (const Search *search, gsize a, gsize b)
{
  const RefrainTime s = search->lines->lines[a].waits[search->backs[a].left - 1].end;
  const RefrainTime t = search->lines->lines[b].waits[search->backs[b].left - 1].end;

  return s != t ? s > t : a < b;
}

/* Makes @heap a heap again whose element @i may be too early. */
static void
sink (const Search *search, gsize *heap, gsize n, gsize i)
{
  for (;;)
    {
      gsize latest = i, swap;

      for (gsize k = 2 * i + 1; k <= 2 * i + 2 && k < n; k++)
        if (is_later (search, heap[k], heap[latest]))
          latest = k;
      if (latest == i)
        return;
      swap = heap[i];
      heap[i] = heap[latest];
      heap[latest] = swap;
      i = latest;
    }
}

static gboolean
go_back_all (Search *search, GCancellable *cancellable)
{
  g_autofree gsize *heap = g_new (gsize, search->lines->n + 1);
  gsize n = 0;

  for (gsize l = 0; l < search->lines->n; l++)
    if (search->backs[l].left > 0)
      heap[n++] = l;
  for (gsize i = n / 2; i-- > 0;)
    sink (search, heap, n, i);
  for (gsize turn = 1; n > 0; turn++)
    {
      if (turn % WAITS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      go_back (search, heap[0]);
      if (search->backs[heap[0]].left == 0)
        heap[0] = heap[--n];
      sink (search, heap, n, 0);
    }
  return TRUE;
}

/* ---- The result ---- */

static int
compare_causes (gconstpointer a, gconstpointer b)
{
  const RefrainWaitCause *x = a, *y = b;

  if (x->time != y->time)
    return x->time > y->time ? -1 : 1;
  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  return x->routine < y->routine ? -1 : x->routine > y->routine;
}

static void
list_causes (RefrainWaitCauses *self, const Search *search)
{
  for (guint p = 0; p < refrain_trace_get_n_processes (search->trace); p++)
    for (gsize slot = 0; slot < search->n_slots - 1; slot++)
      {
        const double time = search->blame[p * search->n_slots + slot];
        const RefrainWaitCause cause
            = { p, slot < search->n_slots - 2 ? (guint32) slot : REFRAIN_NONE,
                time < (double) G_MAXINT64 ? (RefrainTime) llround (time) : G_MAXINT64 };

        if (cause.time > 0)
          g_array_append_val (self->causes, cause);
      }
  g_array_sort (self->causes, compare_causes);
}

static void
prepare (Search *search, RefrainWaits *waits)
{
  const guint n_processes = refrain_trace_get_n_processes (search->trace);

  search->waits = waits;
  search->lines = refrain_wait_lines_new (waits, FALSE);
  search->is_mpi = refrain_op_spans_flag_routines (search->trace);
  search->spans = g_new (RefrainOpSpans, n_processes + 1);
  for (guint p = 0; p < n_processes; p++)
    search->spans[p] = refrain_op_spans_new (search->trace, p, search->is_mpi);
  search->last_meeting = g_new0 (guint32 *, n_processes + 1);
  search->last_common = g_new0 (guint32 *, n_processes + 1);
  search->backs = g_new0 (Back, search->lines->n + 1);
  search->n_slots = REFRAIN_PROFILE_N_SLOTS ((gsize) refrain_trace_get_n_routines (search->trace));
  search->blame = g_new0 (double, n_processes * search->n_slots + 1);
  refrain_slot_times_init (&search->late, search->n_slots);
  refrain_slot_times_init (&search->early, search->n_slots);
}

static void
clear (Search *search)
{
  for (guint p = 0; p < refrain_trace_get_n_processes (search->trace); p++)
    {
      g_free (search->last_meeting[p]);
      g_free (search->last_common[p]);
    }
  for (gsize l = 0; l < search->lines->n; l++)
    {
      refrain_thread_profile_clear (&search->backs[l].profile);
      g_free (search->backs[l].before);
      g_free (search->backs[l].change);
    }
  g_free (search->last_meeting);
  g_free (search->last_common);
  g_free (search->backs);
  g_free (search->spans);
  g_free (search->is_mpi);
  g_free (search->blame);
  refrain_slot_times_clear (&search->late);
  refrain_slot_times_clear (&search->early);
  refrain_wait_lines_free (search->lines);
}

RefrainWaitCauses *
refrain_wait_causes_new (RefrainWaits *waits,
                         RefrainOpSet *own_fault,
                         RefrainDelayFunc func,
                         gpointer data,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (RefrainWaitCauses) self = NULL;
  Search search;
  gboolean done;

  g_return_val_if_fail (REFRAIN_IS_WAITS (waits), NULL);

  self = g_object_new (REFRAIN_TYPE_WAIT_CAUSES, NULL);
  self->waits = g_object_ref (waits);
  search = (Search){
    .trace = refrain_waits_get_trace (waits), .own_fault = own_fault, .func = func, .data = data
  };
  prepare (&search, waits);
  done = refrain_parallel_run (refrain_trace_get_n_processes (search.trace), find_meetings, &search,
                               cancellable)
         && refrain_parallel_run (search.lines->n, prepare_line, &search, cancellable)
         && go_back_all (&search, cancellable);
  if (done)
    list_causes (self, &search);
  clear (&search);
  if (!done)
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

RefrainWaits *
refrain_wait_causes_get_waits (RefrainWaitCauses *self)
{
  g_return_val_if_fail (REFRAIN_IS_WAIT_CAUSES (self), NULL);
  return self->waits;
}

const RefrainWaitCause *
refrain_wait_causes_get (RefrainWaitCauses *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_WAIT_CAUSES (self), NULL);
  *n = self->causes->len;
  return (const RefrainWaitCause *) (gpointer) self->causes->data;
}
