/* refrain-wait-delays.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * First all that is asked of the victims' threads, then all that is asked of the culprits': a
 * thread's profile is one core's at a time, and is gone through in the order of time.
 */
#include "refrain-wait-delays.h"

#include <string.h>

#include "refrain-free.h"
#include "refrain-op-span.h"
#include "refrain-parallel.h"
#include "refrain-search.h"
#include "refrain-wait-profile.h"

/* How many messages, and collectives, back one is looked for at which both had met. */
#define MAX_MEETINGS 64
/* What makes up for nearly all of a wait, taken so many times, is all of its cause. */
#define ENOUGH 1.1

/* Where two have met last: from when on what they do is compared, the same time for both unless
 * their clocks disagree, and when each has left the call in which they met. */
typedef struct
{
  RefrainTime victim, culprit;
  RefrainTime victim_leaves, culprit_leaves;
} Meeting;

/* A wait that is measured: what was told of it so far, and of its victim since the meeting. */
typedef struct
{
  RefrainWaitDelay told;
  Meeting meeting;
  RefrainTime leaving;       /* busy until it left the call in which they met */
  RefrainTime waited;        /* in all */
  gsize first_slot, n_slots; /* of the victim's line */
} Measure;

/* One of them by line and wait. */
typedef struct
{
  gsize line, wait;
} Place;

typedef struct
{
  RefrainThreadProfile profile;
  RefrainTime *before; /* of each wait: the length of all before it; one more */
  gsize from, to;      /* what is measured */
  GArray *measures;    /* of Measure: these */
  GArray *busy;        /* of RefrainSlotDelay: how long it was in what as a victim */
  GArray *blamed;      /* of Place: whom it made wait */
  GArray *late;        /* of RefrainSlotDelay: in what it was longer than these */
} Line;

struct _RefrainWaitDelays
{
  RefrainTrace *trace;
  RefrainWaits *waits;
  const RefrainWaitLines *lines;
  Line *own;
  RefrainOpSpans *spans; /* of each process */
  guint8 *is_mpi;
  guint32 **last_meeting; /* of each process and operation: the meeting before with the same peer */
  GArray **commons;       /* of guint32, of each process: the rows of its collectives */
  gboolean other_clocks;  /* times of two processes cannot be compared */
  gsize n_slots;          /* of a profile */
};

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
is_meeting (const RefrainWaitDelays *self, guint process, gsize op, RefrainTime *time)
{
  const RefrainOpSpans *own = &self->spans[process];
  const guint peer = (guint) own->ops->peer[op];
  const RefrainOpSpans *other = &self->spans[peer];
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
  if (!refrain_waits_get_span (self->waits, from, send, &start, &end))
    return FALSE;
  call = refrain_waits_get_call (self->waits, from, send);
  return overlap (start, call != REFRAIN_NONE ? sender->calls->end[call] : end,
                  refrain_op_spans_arrive (receiver, receive),
                  refrain_op_spans_depart (receiver, receive), time);
}

/* Where two processes have met: the message before with the same peer, the collective before. */
static void
find_meetings (gsize p, gpointer data)
{
  RefrainWaitDelays *self = data;
  const RefrainOps *ops = self->spans[p].ops;
  RefrainProcess *process = refrain_trace_get_process (self->trace, (guint) p);
  const guint n_processes = refrain_trace_get_n_processes (self->trace);
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
              if (self->other_clocks || is_meeting (self, (guint) p, i, &time))
                last[ops->peer[i]] = row;
            }
        }
    }
  self->last_meeting[p] = meeting;
  self->commons[p] = commons;
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

/* Whether both processes, whose operations @a and @b are of one collective, stand in it at one
 * time. */
static gboolean
is_common_meeting (const RefrainWaitDelays *self,
                   const RefrainDelay *delay,
                   guint32 a,
                   guint32 b,
                   Meeting *meeting)
{
  const RefrainOpSpans *v = &self->spans[delay->victim], *w = &self->spans[delay->process];
  const guint8 kind = refrain_waits_get_columns (self->waits, delay->victim)->kind[a];
  const guint8 other = refrain_waits_get_columns (self->waits, delay->process)->kind[b];

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
find_common_meeting (const RefrainWaitDelays *self,
                     const RefrainDelay *delay,
                     guint32 met,
                     RefrainTime start,
                     Meeting *meeting)
{
  const RefrainCollectives *c = refrain_trace_get_collectives (self->trace);
  const RefrainOps *ops = self->spans[delay->victim].ops;
  const guint32 *rows = (const guint32 *) (gpointer) self->commons[delay->victim]->data;
  const gsize n
      = REFRAIN_LOWER_BOUND (k, 0, self->commons[delay->victim]->len, rows[k] < delay->victim_op);
  const RefrainWaitLine *line
      = &self->lines->lines[refrain_wait_lines_find (self->lines, delay->victim, delay->victim_op)];
  const gsize first = refrain_process_get_thread (
                          refrain_trace_get_process (self->trace, delay->victim), line->thread)
                          ->first_op;

  for (gsize k = n; k-- > 0 && n - k <= MAX_MEETINGS && rows[k] >= first
                    && (met == REFRAIN_NONE || rows[k] > met);)
    {
      const guint32 at = rows[k], other = find_member (c, ops->partner[at], delay->process);

      if (other != REFRAIN_NONE && is_common_meeting (self, delay, at, other, meeting)
          && meeting->victim <= start && meeting->culprit <= delay->end)
        return TRUE;
    }
  return FALSE;
}

/* The last message between the two, before the wait, at which they have met, and when; REFRAIN_NONE
 * for none. Where clocks disagree it is the last at all, which ends for each by its own. */
static guint32
find_message_meeting (const RefrainWaitDelays *self,
                      const RefrainDelay *delay,
                      RefrainTime start,
                      Meeting *meeting)
{
  const RefrainOpSpans *v = &self->spans[delay->victim], *w = &self->spans[delay->process];
  guint32 met = self->last_meeting[delay->victim][delay->victim_op];

  for (guint i = 0; i < MAX_MEETINGS && met != REFRAIN_NONE; i++)
    {
      meeting->victim_leaves = refrain_op_spans_leave (v, met);
      meeting->culprit_leaves = refrain_op_spans_leave (w, v->ops->partner[met]);
      if (is_meeting (self, delay->victim, met, &meeting->victim))
        meeting->culprit = meeting->victim;
      else
        {
          meeting->victim = meeting->victim_leaves;
          meeting->culprit = meeting->culprit_leaves;
        }
      if (meeting->victim <= start && meeting->culprit <= delay->end)
        return met;
      met = self->last_meeting[delay->victim][met];
    }
  return REFRAIN_NONE;
}

/* From when on the delay is looked for: when the victim, which came to its wait at @start, and the
 * culprit had last met, at a message between them or a collective of both. Neither could go on
 * there without the other, so that they start equal. @meeting is where nobody is to blame before.
 */
static void
find_last_meeting (const RefrainWaitDelays *self,
                   const RefrainDelay *delay,
                   RefrainTime start,
                   Meeting *meeting)
{
  const RefrainOps *ops = self->spans[delay->victim].ops;
  Meeting message, common;
  guint32 met = REFRAIN_NONE;

  /* A lock is waited for that another than the partner has. */
  if (ops->kind[delay->victim_op] != REFRAIN_OP_COLLECTIVE
      && ops->peer[delay->victim_op] == (gint32) delay->process)
    met = find_message_meeting (self, delay, start, &message);
  if (!find_common_meeting (self, delay, met, start, &common))
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

/* ---- The victim's part ---- */

/* How long @slots are in all, waiting left out; in @slot for the most part. */
static RefrainTime
sum_busy (const RefrainSlotTimes *slots, gsize *slot)
{
  RefrainTime sum = 0, most = 0;

  for (gsize i = 0; i < slots->n_used; i++)
    {
      const guint32 used = slots->used[i];

      if (used == slots->n_slots - 1)
        continue;
      sum += slots->times[used];
      if (slots->times[used] > most)
        {
          most = slots->times[used];
          *slot = used;
        }
    }
  return sum;
}

/* Whom wait @i of line @l was for and where the two had met; FALSE for nobody. */
static gboolean
find_culprit (RefrainWaitDelays *self, gsize l, gsize i, Measure *measure)
{
  const RefrainWaitLine *line = &self->lines->lines[l];
  const RefrainWaitEnd *wait = &line->waits[i];
  RefrainDelay *delay = &measure->told.delay;
  Meeting *meeting = &measure->meeting;
  RefrainTime end, had;

  *measure = (Measure){
    .told = { .delay = { .process = REFRAIN_NONE, .victim = line->process, .victim_op = wait->op } }
  };
  if (!refrain_waits_get_release (self->waits, line->process, wait->op, &delay->process, &delay->op,
                                  &end))
    {
      delay->process = REFRAIN_NONE;
      return FALSE;
    }
  measure->told.line = refrain_wait_lines_find (self->lines, delay->process, delay->op);
  meeting->victim = meeting->victim_leaves = self->own[l].profile.init;
  meeting->culprit = meeting->culprit_leaves = self->own[measure->told.line].profile.init;
  /* All meet in MPI_Init. */
  if (!self->other_clocks)
    meeting->victim = meeting->culprit = MIN (meeting->victim, meeting->culprit);
  delay->end = refrain_waits_is_held (self->waits, line->process, wait->op)
                   ? end
                   : refrain_op_spans_arrive (&self->spans[delay->process], delay->op);
  if (refrain_waits_is_for_lock (self->waits, line->process, wait->op, &had))
    {
      /* What the culprit does with the lock is the cause, not how it came to it. */
      meeting->culprit = meeting->culprit_leaves = had;
      meeting->victim = meeting->victim_leaves = wait->start;
      delay->end = end;
    }
  else
    find_last_meeting (self, delay, wait->start, meeting);
  delay->start = meeting->culprit;
  return TRUE;
}

/* All waits of line @l that are asked for. */
static void
measure_victim (gsize l, gpointer data)
{
  RefrainWaitDelays *self = data;
  Line *own = &self->own[l];
  RefrainSlotTimes slots;

  g_array_set_size (own->measures, (guint) (own->to - own->from));
  g_array_set_size (own->busy, 0);
  if (own->from == own->to)
    return;
  refrain_slot_times_init (&slots, self->n_slots);
  for (gsize i = own->to; i-- > own->from;)
    {
      Measure *measure = &g_array_index (own->measures, Measure, i - own->from);
      const Meeting *meeting = &measure->meeting;
      gsize slot;

      if (!find_culprit (self, l, i, measure))
        continue;
      refrain_slot_times_reset (&slots);
      refrain_thread_profile_add (&own->profile, meeting->victim, meeting->victim_leaves, &slots);
      measure->leaving = sum_busy (&slots, &slot);
      refrain_thread_profile_add (&own->profile, meeting->victim_leaves,
                                  self->lines->lines[l].waits[i].start, &slots);
      measure->waited = slots.times[self->n_slots - 1];
      measure->first_slot = own->busy->len;
      measure->n_slots = slots.n_used;
      for (gsize s = 0; s < slots.n_used; s++)
        {
          const RefrainSlotDelay busy = { slots.used[s], slots.times[slots.used[s]] };

          g_array_append_val (own->busy, busy);
        }
    }
  refrain_slot_times_clear (&slots);
}

/* ---- The culprit's part ---- */

/* Which waits of line @l of the culprit are between their meeting and wait @place of another. */
static void
find_own_waits (const RefrainWaitDelays *self, gsize l, const Place *place, RefrainWaitDelay *told)
{
  const RefrainWaitLine *line = &self->lines->lines[l];
  const RefrainTime end = self->lines->lines[place->line].waits[place->wait].end;
  const RefrainTime *before = self->own[l].before;

  told->left = l == place->line
                   ? place->wait
                   : REFRAIN_LOWER_BOUND (i, 0, line->n,
                                          line->waits[i].end < end
                                              || (line->waits[i].end == end && l > place->line));
  told->first = REFRAIN_LOWER_BOUND (i, 0, told->left, line->waits[i].end <= told->delay.start);
  if (told->first < told->left)
    told->waited = before[told->left] - before[told->first + 1]
                   + refrain_wait_line_get_length_after (line, told->first, told->delay.start);
}

/* Takes off @slots how long the victim of @measure was in each, in @busy of its line. */
static void
compare (Measure *measure, const GArray *busy, RefrainTime *early, RefrainSlotTimes *slots)
{
  const RefrainSlotDelay *own = &g_array_index (busy, RefrainSlotDelay, measure->first_slot);

  for (gsize s = 0; s < measure->n_slots; s++)
    early[own[s].slot] = own[s].longer;
  for (gsize s = 0; s < slots->n_used; s++)
    {
      const guint32 used = slots->used[s];

      slots->times[used] = MAX (0, slots->times[used] - early[used]);
      measure->told.sum += used != slots->n_slots - 1 ? (double) slots->times[used] : 0;
    }
  for (gsize s = 0; s < measure->n_slots; s++)
    early[own[s].slot] = 0;
}

/* How much longer the culprit took to leave the call in which they met, @longer, most of it in
 * @slot, counts only as far as the rest, with what it waited, does not nearly make up for the wait
 * of @wait nanoseconds. */
static void
leave_out (
    Measure *measure, RefrainSlotTimes *slots, gsize slot, RefrainTime longer, RefrainTime wait)
{
  RefrainWaitDelay *told = &measure->told;
  const RefrainTime most = MIN (longer, slots->times[slot]);
  const double rest = told->sum - (double) most;
  const double enough
      = MIN (ENOUGH * rest, (double) MAX (0, told->delay.end - measure->meeting.culprit_leaves));
  const RefrainTime less = (RefrainTime) CLAMP (
      (double) most + MAX (rest, enough) + told->waiting - (double) wait, 0, (double) most);

  slots->times[slot] -= less;
  told->sum -= (double) less;
}

/* What is left of @slots, in line @own of the culprit. */
static void
list_slots (Line *own, RefrainWaitDelay *told, const RefrainSlotTimes *slots)
{
  RefrainSlotDelay delay = { 0 };

  told->n = own->late->len;
  if (told->sum <= 0 && told->waited == 0)
    {
      delay.slot = (guint32) refrain_thread_profile_find_before (&own->profile, told->delay.end);
      g_array_append_val (own->late, delay);
    }
  for (gsize s = 0; told->sum > 0 && s < slots->n_used; s++)
    {
      delay = (RefrainSlotDelay){ slots->used[s], slots->times[slots->used[s]] };
      if (delay.slot != slots->n_slots - 1 && delay.longer > 0)
        g_array_append_val (own->late, delay);
    }
  told->n = own->late->len - told->n;
}

/* What the process of line @own did longer than the victim at @place. */
static void
measure_delay (RefrainWaitDelays *self,
               Line *own,
               const Place *place,
               RefrainTime *early,
               RefrainSlotTimes *slots)
{
  const Line *victim = &self->own[place->line];
  const RefrainWaitEnd *wait = &self->lines->lines[place->line].waits[place->wait];
  Measure *measure = &g_array_index (victim->measures, Measure, place->wait - victim->from);
  const Meeting *meeting = &measure->meeting;
  RefrainWaitDelay *told = &measure->told;
  gsize slot = self->n_slots - 1;
  RefrainTime longer;

  find_own_waits (self, (gsize) (own - self->own), place, told);
  /* What both have waited in the meantime did not part them. */
  told->waiting = (double) MAX (0, told->waited - measure->waited);
  refrain_slot_times_reset (slots);
  refrain_thread_profile_add (&own->profile, meeting->culprit, meeting->culprit_leaves, slots);
  longer = sum_busy (slots, &slot) - measure->leaving;
  refrain_thread_profile_add (&own->profile, meeting->culprit_leaves, told->delay.end, slots);
  compare (measure, victim->busy, early, slots);
  if (slot != self->n_slots - 1 && longer > 0)
    leave_out (measure, slots, slot, longer, wait->end - wait->start);
  list_slots (own, told, slots);
}

/* All waits for line @l among those that are asked for. */
static void
measure_culprit (gsize l, gpointer data)
{
  RefrainWaitDelays *self = data;
  Line *own = &self->own[l];
  g_autofree RefrainTime *early = NULL;
  RefrainSlotTimes slots;
  gsize at = 0;

  g_array_set_size (own->late, 0);
  if (own->blamed->len == 0)
    return;
  early = g_new0 (RefrainTime, self->n_slots);
  refrain_slot_times_init (&slots, self->n_slots);
  for (guint i = 0; i < own->blamed->len; i++)
    measure_delay (self, own, &g_array_index (own->blamed, Place, i), early, &slots);
  refrain_slot_times_clear (&slots);
  /* Only now do they stay where they are. */
  for (guint i = 0; i < own->blamed->len; i++)
    {
      const Place *place = &g_array_index (own->blamed, Place, i);
      const Line *victim = &self->own[place->line];
      RefrainWaitDelay *told
          = &g_array_index (victim->measures, Measure, place->wait - victim->from).told;

      told->slots = &g_array_index (own->late, RefrainSlotDelay, at);
      at += told->n;
    }
}

/* Tells each culprit's line whom it made wait. */
static void
list_blamed (RefrainWaitDelays *self)
{
  for (gsize l = 0; l < self->lines->n; l++)
    g_array_set_size (self->own[l].blamed, 0);
  for (gsize l = 0; l < self->lines->n; l++)
    for (gsize i = self->own[l].to; i-- > self->own[l].from;)
      {
        const RefrainWaitDelay *told = refrain_wait_delays_get (self, l, i);
        const Place place = { l, i };

        if (told->delay.process != REFRAIN_NONE)
          g_array_append_val (self->own[told->line].blamed, place);
      }
}

/* ---- All of them ---- */

gboolean
refrain_wait_delays_measure (RefrainWaitDelays *self,
                             const gsize *from,
                             const gsize *to,
                             GCancellable *cancellable)
{
  for (gsize l = 0; l < self->lines->n; l++)
    {
      self->own[l].from = from[l];
      self->own[l].to = to[l];
    }
  if (!refrain_parallel_run (self->lines->n, measure_victim, self, cancellable))
    return FALSE;
  list_blamed (self);
  return refrain_parallel_run (self->lines->n, measure_culprit, self, cancellable);
}

const RefrainWaitDelay *
refrain_wait_delays_get (const RefrainWaitDelays *self, gsize l, gsize i)
{
  const Line *own = &self->own[l];

  return &g_array_index (own->measures, Measure, i - own->from).told;
}

const RefrainTime *
refrain_wait_delays_get_before (const RefrainWaitDelays *self, gsize l)
{
  return self->own[l].before;
}

static void
prepare_line (gsize l, gpointer data)
{
  RefrainWaitDelays *self = data;
  const RefrainWaitLine *line = &self->lines->lines[l];
  Line *own = &self->own[l];

  refrain_thread_profile_init (&own->profile, self->trace, line);
  own->before = g_new (RefrainTime, line->n + 1);
  own->before[0] = 0;
  for (gsize i = 0; i < line->n; i++)
    own->before[i + 1]
        = refrain_time_add (own->before[i], line->waits[i].end - line->waits[i].start);
  own->measures = g_array_new (FALSE, FALSE, sizeof (Measure));
  own->blamed = g_array_new (FALSE, FALSE, sizeof (Place));
  /* With room, so that of none, too, there is a place. */
  own->busy = g_array_sized_new (FALSE, FALSE, sizeof (RefrainSlotDelay), 1);
  own->late = g_array_sized_new (FALSE, FALSE, sizeof (RefrainSlotDelay), 1);
}

static RefrainWaitDelays *
allocate (const RefrainWaitLines *lines)
{
  RefrainTrace *trace = refrain_waits_get_trace (lines->waits);
  const guint n_processes = refrain_trace_get_n_processes (trace);
  RefrainWaitDelays *self = g_new (RefrainWaitDelays, 1);

  *self = (RefrainWaitDelays){
    .trace = trace,
    .waits = lines->waits,
    .lines = lines,
    .own = g_new0 (Line, lines->n + 1),
    .spans = g_new (RefrainOpSpans, n_processes + 1),
    .is_mpi = refrain_op_spans_flag_routines (trace),
    .last_meeting = g_new0 (guint32 *, n_processes + 1),
    .commons = g_new0 (GArray *, n_processes + 1),
    .other_clocks = refrain_waits_have_other_clocks (lines->waits),
    .n_slots = REFRAIN_PROFILE_N_SLOTS ((gsize) refrain_trace_get_n_routines (trace)),
  };
  for (guint p = 0; p < n_processes; p++)
    self->spans[p] = refrain_op_spans_new (trace, p, self->is_mpi);
  return self;
}

RefrainWaitDelays *
refrain_wait_delays_new (const RefrainWaitLines *lines, GCancellable *cancellable)
{
  g_autoptr (RefrainWaitDelays) self = allocate (lines);

  if (!refrain_parallel_run (refrain_trace_get_n_processes (self->trace), find_meetings, self,
                             cancellable)
      || !refrain_parallel_run (lines->n, prepare_line, self, cancellable))
    return NULL;
  return g_steal_pointer (&self);
}

void
refrain_wait_delays_free (RefrainWaitDelays *self)
{
  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace); p++)
    {
      g_free (self->last_meeting[p]);
      g_clear_pointer (&self->commons[p], g_array_unref);
    }
  for (gsize l = 0; l < self->lines->n; l++)
    {
      Line *own = &self->own[l];

      refrain_thread_profile_clear (&own->profile);
      g_free (own->before);
      g_clear_pointer (&own->measures, g_array_unref);
      g_clear_pointer (&own->busy, g_array_unref);
      g_clear_pointer (&own->blamed, g_array_unref);
      g_clear_pointer (&own->late, g_array_unref);
    }
  refrain_free (self->last_meeting, self->commons, self->own, self->spans, self->is_mpi, self);
}
