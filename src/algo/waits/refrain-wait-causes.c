/* refrain-wait-causes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All waits of all threads, the one that ends last first: whoever made it was by then blamed for
 * everything behind it. What goes on to the waits of a stretch of a thread is noted at its two
 * ends, and added up on the way back.
 */
#include "refrain-wait-causes.h"

#include <math.h>
#include <string.h>

#include "refrain-compare.h"
#include "refrain-heap.h"
#include "refrain-object.h"
#include "refrain-op-span.h"
#include "refrain-parallel.h"
#include "refrain-search.h"
#include "refrain-wait-profile.h"

/* Between two looks at the cancellable. */
#define WAITS_PER_CHECK 4096
/* How many messages, and collectives, back one is looked for at which both had met. */
#define MAX_MEETINGS 64
/* What makes up for nearly all of a wait, taken so many times, is all of its cause. */
#define ENOUGH 1.1
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
  RefrainThreadProfile profile;
  gsize left;          /* waits that are not yet blamed on anyone */
  RefrainTime *before; /* of each wait: the length of all before it; one more */
  double *change;      /* of each wait: how much the factor grows from here back */
  double factor;       /* blame for each nanosecond of waiting, its own not counted */
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
  Back *backs;
  RefrainOpSpans *spans; /* of each process */
  guint8 *is_mpi;
  guint32 **last_meeting; /* of each process and operation: the meeting before with the same peer */
  GArray **commons;       /* of guint32, of each process: the rows of its collectives */
  gboolean other_clocks;  /* times of two processes cannot be compared */
  gsize n_slots;
  Blame *blame; /* of each process and slot */
  RefrainSlotTimes late, early;
  RefrainDelayFunc func;
  gpointer data;
} Search;

/* ---- Before ---- */

/* Whether both processes stand in the calls [@a, @b] and [@c, @d] at one time: neither has gone on
 * before the other has come. @time is when the first of them goes on, the start of both. */
static inline gboolean
overlap (RefrainTime a, RefrainTime b, RefrainTime c, RefrainTime d, RefrainTime *time)
{
  *time = MIN (b, d);
  return MAX (a, c) <= *time;
}

/* Whether message @op of @process is a meeting. A message that is sent without waiting and taken
 * much later is none: the two may be apart by any time. */
static gboolean
is_meeting (const Search *search, guint process, gsize op, RefrainTime *time)
{
  const RefrainOpSpans *own = &search->spans[process];
  const guint peer = (guint) own->ops->peer[op];
  const RefrainOpSpans *other = &search->spans[peer];
  const guint32 partner = own->ops->partner[op];
  const gboolean sends = REFRAIN_OP_IS_SEND (own->ops->kind[op]);
  const RefrainOpSpans *sender = sends ? own : other, *receiver = sends ? other : own;
  const gsize send = sends ? op : partner, receive = sends ? partner : op;
  const guint from = sends ? process : peer;
  RefrainTime start, end;
  guint32 call;

  if (overlap (refrain_op_spans_enter (sender, send), refrain_op_spans_leave (sender, send),
               refrain_op_spans_enter (receiver, receive),
               refrain_op_spans_leave (receiver, receive), time))
    return TRUE;
  /* A send that waited met the receive where that was posted. */
  if (!refrain_waits_get_span (search->waits, from, send, &start, &end))
    return FALSE;
  call = refrain_waits_get_call (search->waits, from, send);
  return overlap (start, call != REFRAIN_NONE ? sender->calls->end[call] : end,
                  refrain_op_spans_arrive (receiver, receive),
                  refrain_op_spans_depart (receiver, receive), time);
}

/* Where two processes have met: the message before with the same peer, the collective before. */
static void
find_meetings (gsize p, gpointer data)
{
  Search *search = data;
  const RefrainOps *ops = search->spans[p].ops;
  RefrainProcess *process = refrain_trace_get_process (search->trace, (guint) p);
  const guint n_processes = refrain_trace_get_n_processes (search->trace);
  g_autofree guint32 *last = g_new (guint32, n_processes + 1);
  guint32 *meeting = g_new (guint32, ops->n + 1);
  GArray *commons = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);
      RefrainTime time;

      memset (last, 0xff, (n_processes + 1) * sizeof *last);
      for (gsize i = thread->first_op; i < thread->first_op + thread->n_ops; i++)
        {
          const guint32 row = (guint32) i;

          meeting[i] = REFRAIN_NONE;
          if (ops->partner[i] == REFRAIN_NONE)
            continue;
          if (ops->kind[i] == REFRAIN_OP_COLLECTIVE)
            g_array_append_val (commons, row);
          else
            {
              meeting[i] = last[ops->peer[i]];
              if (search->other_clocks || is_meeting (search, (guint) p, i, &time))
                last[ops->peer[i]] = row;
            }
        }
    }
  search->last_meeting[p] = meeting;
  search->commons[p] = commons;
}

static void
prepare_line (gsize l, gpointer data)
{
  Search *search = data;
  const RefrainWaitLine *line = &search->lines->lines[l];
  Back *back = &search->backs[l];

  refrain_thread_profile_init (&back->profile, search->trace, line);
  back->left = line->n;
  back->before = g_new (RefrainTime, line->n + 1);
  back->change = g_new0 (double, line->n + 1);
  back->before[0] = 0;
  for (gsize i = 0; i < line->n; i++)
    back->before[i + 1]
        = refrain_time_add (back->before[i], line->waits[i].end - line->waits[i].start);
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

/* Where two have met last: from when on what they do is compared, the same time for both unless
 * their clocks disagree, and when each has left the call in which they met. */
typedef struct
{
  RefrainTime victim, culprit;
  RefrainTime victim_leaves, culprit_leaves;
} Meeting;

/* Whether both processes, whose operations @a and @b are of one collective, stand in it at one
 * time. */
static gboolean
is_common_meeting (
    const Search *search, const RefrainDelay *delay, guint32 a, guint32 b, Meeting *meeting)
{
  const RefrainOpSpans *v = &search->spans[delay->victim], *w = &search->spans[delay->process];
  const guint8 kind = refrain_waits_get_columns (search->waits, delay->victim)->kind[a];
  const guint8 other = refrain_waits_get_columns (search->waits, delay->process)->kind[b];

  meeting->victim_leaves = refrain_op_spans_leave (v, a);
  meeting->culprit_leaves = refrain_op_spans_leave (w, b);
  if (overlap (refrain_op_spans_enter (v, a), meeting->victim_leaves, refrain_op_spans_enter (w, b),
               meeting->culprit_leaves, &meeting->victim))
    {
      meeting->culprit = meeting->victim;
      return TRUE;
    }
  /* What holds all together does so whatever the clocks say. */
  meeting->victim = meeting->victim_leaves;
  meeting->culprit = meeting->culprit_leaves;
  return kind == REFRAIN_WAIT_NXN || kind == REFRAIN_WAIT_BARRIER || other == REFRAIN_WAIT_NXN
         || other == REFRAIN_WAIT_BARRIER;
}

/* The last collective after operation @met (REFRAIN_NONE: any) at which victim and culprit have met
 * before the victim came to its wait at @start and the culprit to the end of the delay. */
static gboolean
find_common_meeting (const Search *search,
                     const RefrainDelay *delay,
                     guint32 met,
                     RefrainTime start,
                     Meeting *meeting)
{
  const RefrainCollectives *c = refrain_trace_get_collectives (search->trace);
  const RefrainOps *ops = search->spans[delay->victim].ops;
  const guint32 *rows = (const guint32 *) (gpointer) search->commons[delay->victim]->data;
  const gsize n
      = REFRAIN_LOWER_BOUND (k, 0, search->commons[delay->victim]->len, rows[k] < delay->victim_op);
  const RefrainWaitLine *line
      = &search->lines
             ->lines[refrain_wait_lines_find (search->lines, delay->victim, delay->victim_op)];
  const gsize first = refrain_process_get_thread (
                          refrain_trace_get_process (search->trace, delay->victim), line->thread)
                          ->first_op;

  for (gsize k = n; k-- > 0 && n - k <= MAX_MEETINGS && rows[k] >= first
                    && (met == REFRAIN_NONE || rows[k] > met);)
    {
      const guint32 at = rows[k], other = find_member (c, ops->partner[at], delay->process);

      if (other != REFRAIN_NONE && is_common_meeting (search, delay, at, other, meeting)
          && meeting->victim <= start && meeting->culprit <= delay->end)
        return TRUE;
    }
  return FALSE;
}

/* The last message between the two, before the wait, at which they have met, and when; REFRAIN_NONE
 * for none. Where clocks disagree it is the last at all, which ends for each by its own. */
static guint32
find_message_meeting (const Search *search,
                      const RefrainDelay *delay,
                      RefrainTime start,
                      Meeting *meeting)
{
  const RefrainOpSpans *v = &search->spans[delay->victim], *w = &search->spans[delay->process];
  guint32 met = search->last_meeting[delay->victim][delay->victim_op];

  for (guint i = 0; i < MAX_MEETINGS && met != REFRAIN_NONE; i++)
    {
      meeting->victim_leaves = refrain_op_spans_leave (v, met);
      meeting->culprit_leaves = refrain_op_spans_leave (w, v->ops->partner[met]);
      if (is_meeting (search, delay->victim, met, &meeting->victim))
        meeting->culprit = meeting->victim;
      else
        {
          meeting->victim = meeting->victim_leaves;
          meeting->culprit = meeting->culprit_leaves;
        }
      if (meeting->victim <= start && meeting->culprit <= delay->end)
        return met;
      met = search->last_meeting[delay->victim][met];
    }
  return REFRAIN_NONE;
}

/* From when on the delay is looked for: when the victim, which came to its wait at @start, and the
 * culprit had last met, at a message between them or a collective of both. Neither could go on
 * there without the other, so that they start equal. @meeting is where nobody is to blame before.
 */
static void
find_last_meeting (const Search *search,
                   const RefrainDelay *delay,
                   RefrainTime start,
                   Meeting *meeting)
{
  const RefrainOps *ops = search->spans[delay->victim].ops;
  Meeting message, common;
  guint32 met = REFRAIN_NONE;

  /* A lock is waited for that another than the partner has. */
  if (ops->kind[delay->victim_op] != REFRAIN_OP_COLLECTIVE
      && ops->peer[delay->victim_op] == (gint32) delay->process)
    met = find_message_meeting (search, delay, start, &message);
  if (!find_common_meeting (search, delay, met, start, &common))
    {
      if (met == REFRAIN_NONE)
        return;
      common = message;
    }
  /* MPI_Init may end after it where clocks disagree. */
  meeting->victim = MAX (meeting->victim, common.victim);
  meeting->culprit = MAX (meeting->culprit, common.culprit);
  meeting->victim_leaves
      = CLAMP (common.victim_leaves, meeting->victim, MAX (meeting->victim, start));
  meeting->culprit_leaves
      = CLAMP (common.culprit_leaves, meeting->culprit, MAX (meeting->culprit, delay->end));
}

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
  const gsize outside = search->n_slots - 2;
  Blame *sum = &search->blame[delay->process * search->n_slots + slot];
  const RefrainOps *ops = search->spans[delay->victim].ops;
  const gboolean again = sum->time > 0 && sum->op == delay->op;

  sum->time += time;
  sum->joint += ops->kind[delay->victim_op] == REFRAIN_OP_COLLECTIVE ? time : 0;
  sum->late = refrain_time_add (sum->late, again ? MAX (delay->late - sum->last, 0) : delay->late);
  sum->last = again ? MAX (sum->last, delay->late) : delay->late;
  sum->op = delay->op;
  vote (sum, delay->victim, time);
  if (search->func == NULL)
    return;
  delay->routine = slot < outside ? (guint32) slot : REFRAIN_NONE;
  delay->time = time;
  search->func (delay, search->data);
}

/* How much of wait @i of @line lies after @from. */
static RefrainTime
get_length_after (const RefrainWaitLine *line, gsize i, RefrainTime from)
{
  return line->waits[i].end - MAX (line->waits[i].start, from);
}

/* The waits of line @l that are still to come, as far as they lie after @from, get @time in
 * proportion to their length; they are [@first, left) and @waiting long. */
static void
pass_on (Search *search, gsize l, gsize first, RefrainTime from, double time, RefrainTime waiting)
{
  const RefrainWaitLine *line = &search->lines->lines[l];
  Back *back = &search->backs[l];
  const double factor = time / (double) waiting;
  const double part = (double) get_length_after (line, first, from)
                      / (double) (back->before[first + 1] - back->before[first]);

  back->change[back->left - 1] += factor;
  back->change[first] -= factor * (1 - part);
  if (first > 0)
    back->change[first - 1] -= factor * part;
}

/* How long line @l is busy between @from and @to, waiting left out; in @slot for the most part. */
static RefrainTime
measure_busy (Search *search, gsize l, RefrainTime from, RefrainTime to, gsize *slot)
{
  RefrainTime sum = 0, most = 0;

  refrain_slot_times_reset (&search->late);
  refrain_thread_profile_add (&search->backs[l].profile, from, to, &search->late, 1);
  for (gsize i = 0; i < search->late.n_used; i++)
    {
      const guint32 used = search->late.used[i];

      if (used == search->n_slots - 1)
        continue;
      sum += search->late.times[used];
      if (search->late.times[used] > most)
        {
          most = search->late.times[used];
          *slot = used;
        }
    }
  return sum;
}

/* What the culprit did longer than the victim since they met, by slot, in search->late; its sum
 * without waiting. How much longer it took to leave the call in which they met counts only as far
 * as the rest, with @waited, does not nearly make up for the wait of @wait nanoseconds. */
static double
measure_delay (Search *search,
               const Meeting *meeting,
               gsize lines[2],
               RefrainTime enter,
               RefrainTime arrival,
               RefrainTime wait,
               RefrainTime waited)
{
  const gsize waiting_slot = search->n_slots - 1;
  gsize slot = waiting_slot, other;
  const RefrainTime leaving
      = measure_busy (search, lines[0], meeting->victim, meeting->victim_leaves, &other);
  const RefrainTime longer
      = measure_busy (search, lines[1], meeting->culprit, meeting->culprit_leaves, &slot) - leaving;
  double sum = 0;

  refrain_slot_times_reset (&search->late);
  refrain_slot_times_reset (&search->early);
  refrain_thread_profile_add (&search->backs[lines[1]].profile, meeting->culprit, arrival,
                              &search->late, 1);
  refrain_thread_profile_add (&search->backs[lines[0]].profile, meeting->victim, enter,
                              &search->early, 1);
  for (gsize i = 0; i < search->late.n_used; i++)
    {
      const guint32 used = search->late.used[i];

      search->late.times[used] = MAX (0, search->late.times[used] - search->early.times[used]);
      sum += used != waiting_slot ? (double) search->late.times[used] : 0;
    }
  if (slot != waiting_slot && longer > 0)
    {
      const RefrainTime most = MIN (longer, search->late.times[slot]);
      const double waiting = (double) MAX (0, waited - search->early.times[waiting_slot]);
      const double rest = sum - (double) most;
      const double enough
          = MIN (ENOUGH * rest, (double) MAX (0, arrival - meeting->culprit_leaves));
      const RefrainTime less = (RefrainTime) CLAMP (
          (double) most + MAX (rest, enough) + waiting - (double) wait, 0, (double) most);

      search->late.times[slot] -= less;
      sum -= (double) less;
    }
  return sum;
}

/* Shares @time of waiting, that of @wait of line @l and what was passed on to it, among the delays.
 */
static void
share (Search *search,
       RefrainDelay *delay,
       const Meeting *meeting,
       gsize l,
       gsize culprit_line,
       const RefrainWaitEnd *wait,
       double time)
{
  const RefrainWaitLine *line = &search->lines->lines[culprit_line];
  const Back *back = &search->backs[culprit_line];
  const RefrainTime own = wait->end - wait->start;
  const gsize first = REFRAIN_LOWER_BOUND (i, 0, back->left, line->waits[i].end <= delay->start);
  RefrainTime waited = 0;
  double sum, waiting;

  if (first < back->left)
    waited = back->before[back->left] - back->before[first + 1]
             + get_length_after (line, first, delay->start);
  sum = measure_delay (search, meeting, (gsize[]){ l, culprit_line }, wait->start, delay->end, own,
                       waited);
  /* What both have waited in the meantime did not part them. */
  waiting = (double) MAX (0, waited - search->early.times[search->n_slots - 1]);
  if (sum <= 0 && waited > 0)
    pass_on (search, culprit_line, first, delay->start, time, waited);
  else if (sum <= 0)
    {
      delay->late = 0;
      delay->share = 0;
      /* The culprit spent no moment longer than the victim on anything: it is blamed for what it
       * was in when it came. */
      blame (search, delay,
             refrain_thread_profile_find_before (&search->backs[culprit_line].profile, delay->end),
             time);
    }
  else
    {
      if (waiting > 0)
        pass_on (search, culprit_line, first, delay->start, time * waiting / (sum + waiting),
                 waited);
      for (gsize i = 0; i < search->late.n_used; i++)
        {
          const guint32 slot = search->late.used[i];
          const RefrainTime longer = search->late.times[slot];

          if (slot == search->n_slots - 1 || longer <= 0)
            continue;
          delay->share = (double) longer / (sum + waiting);
          /* What made up for the victim's own delays is not told. */
          delay->late = MIN (longer, (RefrainTime) llround (delay->share * (double) own));
          blame (search, delay, slot, time * delay->share);
        }
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
  RefrainDelay delay = { .victim = line->process, .victim_op = wait->op };
  Meeting meeting;
  RefrainTime end;
  gsize culprit_line;
  double time;

  back->factor += back->change[i];
  time = (double) own + (double) (wait->end - wait->start) * MAX (back->factor, 0);
  /* What rounding leaves of the waits behind it is nobody's. */
  if (own == 0 && time < LEAST)
    return;
  if (!refrain_waits_get_release (search->waits, line->process, wait->op, &delay.process, &delay.op,
                                  &end))
    return;
  culprit_line = refrain_wait_lines_find (search->lines, delay.process, delay.op);
  meeting.victim = meeting.victim_leaves = back->profile.init;
  meeting.culprit = meeting.culprit_leaves = search->backs[culprit_line].profile.init;
  /* All meet in MPI_Init. */
  if (!search->other_clocks)
    meeting.victim = meeting.culprit = MIN (meeting.victim, meeting.culprit);
  delay.end = refrain_waits_is_held (search->waits, line->process, wait->op)
                  ? end
                  : refrain_op_spans_arrive (&search->spans[delay.process], delay.op);
  find_last_meeting (search, &delay, wait->start, &meeting);
  delay.start = meeting.culprit;
  share (search, &delay, &meeting, l, culprit_line, wait, time);
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

static gboolean
go_back_all (Search *search, GCancellable *cancellable)
{
  g_autofree gsize *heap = g_new (gsize, search->lines->n + 1);
  gsize n = 0;

  for (gsize l = 0; l < search->lines->n; l++)
    if (search->backs[l].left > 0)
      heap[n++] = l;
  for (gsize i = n / 2; i-- > 0;)
    REFRAIN_HEAP_SINK (heap, n, i, is_later (search, *x, *y));
  for (gsize turn = 1; n > 0; turn++)
    {
      if (turn % WAITS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      go_back (search, heap[0]);
      if (search->backs[heap[0]].left == 0)
        heap[0] = heap[--n];
      REFRAIN_HEAP_SINK (heap, n, 0, is_later (search, *x, *y));
    }
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
    for (gsize slot = 0; slot < search->n_slots - 1; slot++)
      {
        const Blame *sum = &search->blame[p * search->n_slots + slot];
        const double time = sum->time;
        const RefrainWaitCause cause
            = { p,
                slot < search->n_slots - 2 ? (guint32) slot : REFRAIN_NONE,
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
  const guint n_processes = refrain_trace_get_n_processes (search->trace);

  search->waits = waits;
  search->other_clocks = refrain_waits_have_other_clocks (waits);
  search->lines = refrain_wait_lines_new (waits, TRUE);
  search->is_mpi = refrain_op_spans_flag_routines (search->trace);
  search->spans = g_new (RefrainOpSpans, n_processes + 1);
  for (guint p = 0; p < n_processes; p++)
    search->spans[p] = refrain_op_spans_new (search->trace, p, search->is_mpi);
  search->last_meeting = g_new0 (guint32 *, n_processes + 1);
  search->commons = g_new0 (GArray *, n_processes + 1);
  search->backs = g_new0 (Back, search->lines->n + 1);
  search->n_slots = REFRAIN_PROFILE_N_SLOTS ((gsize) refrain_trace_get_n_routines (search->trace));
  search->blame = g_new0 (Blame, n_processes * search->n_slots + 1);
  refrain_slot_times_init (&search->late, search->n_slots);
  refrain_slot_times_init (&search->early, search->n_slots);
}

static void
clear (Search *search)
{
  for (guint p = 0; p < refrain_trace_get_n_processes (search->trace); p++)
    {
      g_free (search->last_meeting[p]);
      g_clear_pointer (&search->commons[p], g_array_unref);
    }
  for (gsize l = 0; l < search->lines->n; l++)
    {
      refrain_thread_profile_clear (&search->backs[l].profile);
      g_free (search->backs[l].before);
      g_free (search->backs[l].change);
    }
  g_free (search->last_meeting);
  g_free (search->commons);
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
  search = (Search){ .trace = refrain_waits_get_trace (waits), .func = func, .data = data };
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

REFRAIN_ARRAY_GETTER (
    RefrainWaitCauses, refrain_wait_causes, RefrainWaitCause, gsize, get, self->causes)
