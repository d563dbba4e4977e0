/* refrain-wait-profile.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every so many stretches the sums so far: a long interval is the difference of two sums and two
 * ends, a short one is gone through. The stretches themselves, several a call, are not kept: what
 * is asked of lies close together, and a block of them is made again of the calls.
 */
#include "refrain-wait-profile.h"

#include "refrain-call-walk.h"
#include "refrain-free.h"
#include "refrain-run.h"
#include "refrain-search.h"

/* What a walk goes on from: all that follows of the thread is told by it. */
struct _RefrainProfileBlock
{
  RefrainTime start; /* of the block's first stretch */
  RefrainTime time;  /* of the walk's step that makes it */
  guint32 next, open;
  guint32 wait;   /* the line's first that may begin there */
  guint32 second; /* whether it is the second stretch of that step */
};

/* A walk through the calls of a thread, with what is waited taken out. */
typedef struct
{
  const RefrainThreadProfile *self;
  RefrainCallWalk walk;
  gsize wait;
  RefrainProfileBlock step;       /* before the present step */
  RefrainProfileStretch found[2]; /* what the present step makes */
  RefrainTime ends[2];
  guint n, given;
} Walk;

/* From the beginning, or with @block from there. */
static Walk
walk_new (const RefrainThreadProfile *self, const RefrainProfileBlock *block)
{
  Walk walk = { .self = self, .walk = self->walk };

  if (block != NULL)
    {
      walk.walk.next = block->next;
      walk.walk.open = block->open;
      walk.walk.time = block->time;
      walk.wait = block->wait;
    }
  return walk;
}

/* What the next step of the walk makes. */
static gboolean
take_step (Walk *walk)
{
  const RefrainThreadProfile *self = walk->self;
  const RefrainWaitLine *line = self->line;
  const gsize n_routines = self->n_slots - 2;
  RefrainTime start, end;
  guint32 call, routine;

  walk->step = (RefrainProfileBlock){ .time = walk->walk.time,
                                      .next = walk->walk.next,
                                      .open = walk->walk.open,
                                      .wait = (guint32) walk->wait };
  walk->n = walk->given = 0;
  if (!refrain_call_walk_next (&walk->walk, &start, &end, &call))
    return FALSE;
  routine = call == REFRAIN_NONE ? REFRAIN_NONE : self->walk.calls->routine[call];
  while (walk->wait < line->n && line->waits[walk->wait].start < start)
    walk->wait++;
  /* A wait stands at the beginning of its call. */
  if (walk->wait < line->n && call != REFRAIN_NONE && self->walk.calls->start[call] == start
      && line->waits[walk->wait].start == start)
    {
      walk->found[0]
          = (RefrainProfileStretch){ start, (guint32) REFRAIN_PROFILE_WAITING (n_routines) };
      start = walk->ends[walk->n++] = MIN (line->waits[walk->wait].end, end);
      walk->wait++;
      if (start == end)
        return TRUE;
    }
  walk->found[walk->n] = (RefrainProfileStretch){
    start, routine == REFRAIN_NONE ? (guint32) REFRAIN_PROFILE_OUTSIDE (n_routines) : routine
  };
  walk->ends[walk->n++] = end;
  return TRUE;
}

/* The next stretch, and its @end; FALSE where there is none. */
static gboolean
walk_on (Walk *walk, RefrainProfileStretch *stretch, RefrainTime *end)
{
  if (walk->given == walk->n && !take_step (walk))
    return FALSE;
  *stretch = walk->found[walk->given];
  *end = walk->ends[walk->given++];
  return TRUE;
}

/* Goes through all, and keeps the sums and from where blocks can be made again. */
static void
fill_blocks (RefrainThreadProfile *self)
{
  g_autofree RefrainTime *sum = g_new0 (RefrainTime, self->n_slots);
  g_autoptr (GArray) blocks = g_array_new (FALSE, FALSE, sizeof (RefrainProfileBlock));
  g_autoptr (GArray) sums = g_array_new (FALSE, FALSE, sizeof (RefrainTime));
  Walk walk = walk_new (self, NULL);
  RefrainProfileStretch stretch;
  RefrainTime end;

  for (; walk_on (&walk, &stretch, &end); self->n++)
    {
      if (self->n % self->block == 0)
        {
          RefrainProfileBlock block = walk.step;

          block.start = stretch.start;
          block.second = walk.given == 2;
          g_array_append_val (blocks, block);
          g_array_append_vals (sums, sum, (guint) self->n_slots);
        }
      sum[stretch.slot] += end - stretch.start;
      self->end = end;
    }
  self->n_blocks = blocks->len;
  self->blocks = g_memdup2 (blocks->data, blocks->len * sizeof *self->blocks);
  self->sums = g_memdup2 (sums->data, sums->len * sizeof *self->sums);
}

/* The stretches of block @b, and one more, whose start is the end of the last; until so many others
 * are asked for as are kept. */
static const RefrainProfileStretch *
get_block (RefrainThreadProfile *self, gsize b)
{
  RefrainProfileCopy *copy = NULL;
  RefrainProfileStretch dropped;
  RefrainTime end = self->end;
  Walk walk;
  gsize n;

  for (guint i = 0; i < G_N_ELEMENTS (self->copies); i++)
    if (self->copies[i].stretches != NULL && self->copies[i].block == b)
      return self->copies[i].stretches;
  copy = &self->copies[self->next_copy];
  self->next_copy = (self->next_copy + 1) % G_N_ELEMENTS (self->copies);
  n = MIN (self->block, self->n - b * self->block);
  if (copy->stretches == NULL)
    copy->stretches = g_new (RefrainProfileStretch, MIN (self->block, self->n) + 1);
  copy->block = b;
  walk = walk_new (self, &self->blocks[b]);
  if (self->blocks[b].second)
    walk_on (&walk, &dropped, &end);
  for (gsize i = 0; i < n; i++)
    walk_on (&walk, &copy->stretches[i], &end);
  copy->stretches[n].start = end;
  return copy->stretches;
}

void
refrain_thread_profile_init (RefrainThreadProfile *self,
                             RefrainTrace *trace,
                             const RefrainWaitLine *line)
{
  const RefrainRunSpan *run = &refrain_trace_get_run (trace)->processes[line->process];
  RefrainProcess *process = refrain_trace_get_process (trace, line->process);

  *self = (RefrainThreadProfile){
    .line = line,
    .walk = refrain_call_walk_new (refrain_process_get_calls (process),
                                   refrain_process_get_thread (process, line->thread)),
    .end = line->start,
    .n_slots = REFRAIN_PROFILE_N_SLOTS ((gsize) refrain_trace_get_n_routines (trace)),
    .init = run->begins ? run->start : refrain_trace_get_start (trace),
  };
  self->block = MAX (self->n_slots * 4, 64);
  fill_blocks (self);
}

void
refrain_thread_profile_clear (RefrainThreadProfile *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->copies); i++)
    g_free (self->copies[i].stretches);
  refrain_free (self->blocks, self->sums);
}

void
refrain_slot_times_init (RefrainSlotTimes *self, gsize n_slots)
{
  *self = (RefrainSlotTimes){ .n_slots = n_slots,
                              .times = g_new0 (RefrainTime, n_slots),
                              .used = g_new (guint32, n_slots),
                              .is_used = g_malloc0 (n_slots) };
}

void
refrain_slot_times_reset (RefrainSlotTimes *self)
{
  for (gsize i = 0; i < self->n_used; i++)
    {
      self->times[self->used[i]] = 0;
      self->is_used[self->used[i]] = FALSE;
    }
  self->n_used = 0;
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_slot_times_clear, RefrainSlotTimes, g_free (x->times);
                             g_free (x->used);
                             g_free (x->is_used))

static inline void
add_time (RefrainSlotTimes *sum, gsize slot, RefrainTime time)
{
  if (!sum->is_used[slot])
    {
      sum->is_used[slot] = TRUE;
      sum->used[sum->n_used++] = (guint32) slot;
    }
  sum->times[slot] += time;
}

/* The stretch that holds @time. */
static gsize
find_stretch (RefrainThreadProfile *self, RefrainTime time)
{
  const gsize behind = REFRAIN_LOWER_BOUND (b, 0, self->n_blocks, self->blocks[b].start <= time);
  const gsize block = behind > 0 ? behind - 1 : 0;
  const gsize n = MIN (self->block, self->n - block * self->block);
  const RefrainProfileStretch *stretches = get_block (self, block);
  const gsize after = REFRAIN_LOWER_BOUND (i, 0, n, stretches[i].start <= time);

  return block * self->block + (after > 0 ? after - 1 : 0);
}

/* Stretch @i and, for its end, the one behind it. */
static const RefrainProfileStretch *
get_stretch (RefrainThreadProfile *self, gsize i)
{
  return get_block (self, i / self->block) + i % self->block;
}

static void
add_stretches (RefrainThreadProfile *self, gsize i, gsize end, RefrainSlotTimes *sum)
{
  while (i < end)
    {
      const RefrainProfileStretch *stretch = get_stretch (self, i);
      const gsize stop = MIN (end, (i / self->block + 1) * self->block);

      for (; i < stop; i++, stretch++)
        add_time (sum, stretch->slot, (stretch[1].start - stretch->start));
    }
}

/* Stretches from @i up to @end, each whole. */
static void
add_whole (RefrainThreadProfile *self, gsize i, gsize end, RefrainSlotTimes *sum)
{
  const gsize first = (i + self->block - 1) / self->block, last = end / self->block;
  const RefrainTime *from = self->sums + first * self->n_slots;
  const RefrainTime *to = self->sums + last * self->n_slots;

  if (last <= first)
    {
      add_stretches (self, i, end, sum);
      return;
    }
  add_stretches (self, i, first * self->block, sum);
  for (gsize s = 0; s < self->n_slots; s++)
    if (to[s] > from[s])
      add_time (sum, s, (to[s] - from[s]));
  add_stretches (self, last * self->block, end, sum);
}

void
refrain_thread_profile_add (RefrainThreadProfile *self,
                            RefrainTime from,
                            RefrainTime to,
                            RefrainSlotTimes *sum)
{
  const gsize outside = self->n_slots - 2;
  const RefrainProfileStretch *stretch;
  gsize first, last;

  if (to <= from)
    return;
  if (self->n == 0 || to <= self->blocks[0].start || from >= self->end)
    {
      add_time (sum, outside, (to - from));
      return;
    }
  if (from < self->blocks[0].start)
    {
      add_time (sum, outside, (self->blocks[0].start - from));
      from = self->blocks[0].start;
    }
  if (to > self->end)
    {
      add_time (sum, outside, (to - self->end));
      to = self->end;
    }
  last = find_stretch (self, to);
  first = find_stretch (self, from);
  add_whole (self, first, last, sum);
  stretch = get_stretch (self, first);
  add_time (sum, stretch->slot, -(from - stretch->start));
  stretch = get_stretch (self, last);
  add_time (sum, stretch->slot, (MIN (to, stretch[1].start) - stretch->start));
}

gsize
refrain_thread_profile_find_before (RefrainThreadProfile *self, RefrainTime time)
{
  gsize i = 0;

  if (self->n > 0 && self->blocks[0].start < time)
    i = find_stretch (self, time - 1) + 1;
  while (i > 0 && get_stretch (self, i - 1)->slot == self->n_slots - 1)
    i--;
  return i > 0 ? get_stretch (self, i - 1)->slot : self->n_slots - 2;
}
