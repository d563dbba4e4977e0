/* refrain-wait-profile.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: how long a thread was in each routine between two moments, waiting left out.
 */
#pragma once

#include "refrain-call-walk.h"
#include "refrain-wait-lines.h"

/* From `start` to the next one's in one routine. */
typedef struct
{
  RefrainTime start;
  guint32 slot;
} RefrainProfileStretch;

/* So many of them in a row. */
typedef struct _RefrainProfileBlock RefrainProfileBlock;
typedef struct
{
  gsize block;
  RefrainProfileStretch *stretches; /* or NULL */
} RefrainProfileCopy;

/* What a thread does, without callees. */
typedef struct
{
  const RefrainWaitLine *line;
  RefrainCallWalk walk; /* at its beginning */
  gsize n;              /* stretches */
  RefrainTime end;
  gsize n_slots;
  gsize block; /* stretches between sums */
  gsize n_blocks;
  RefrainProfileBlock *blocks; /* from where each is made again */
  RefrainTime *sums;           /* of each slot before each block */
  RefrainTime init;            /* when MPI_Init is over, or the start of the trace */
  RefrainProfileCopy copies[4];
  guint next_copy;
} RefrainThreadProfile;

/* Slots are the routines by index, then these. */
#define REFRAIN_PROFILE_OUTSIDE(n_routines) (n_routines)       /* in no routine, or not yet begun */
#define REFRAIN_PROFILE_WAITING(n_routines) ((n_routines) + 1) /* no routine's delay */
#define REFRAIN_PROFILE_N_SLOTS(n_routines) ((n_routines) + 2)

/* O(calls of the thread); keeps some 2 bytes a call. @line stays with the caller. Not to be asked
 * by several threads. Clear with refrain_thread_profile_clear(). */
void refrain_thread_profile_init (RefrainThreadProfile *self,
                                  RefrainTrace *trace,
                                  const RefrainWaitLine *line);
void refrain_thread_profile_clear (RefrainThreadProfile *self);

/* Times by slot, and which slots have any: most have none. */
typedef struct
{
  gsize n_slots;
  RefrainTime *times;
  guint32 *used;
  gsize n_used;
  guint8 *is_used;
} RefrainSlotTimes;

void refrain_slot_times_init (RefrainSlotTimes *self, gsize n_slots);
void refrain_slot_times_reset (RefrainSlotTimes *self);
void refrain_slot_times_clear (RefrainSlotTimes *self);

/* Adds what [@from, @to] was spent in to @sum. What comes before the thread's first
 * event is outside of routines. O(log stretches + the fewer of slots and stretches). */
void refrain_thread_profile_add (RefrainThreadProfile *self,
                                 RefrainTime from,
                                 RefrainTime to,
                                 RefrainSlotTimes *sum);
/* The slot of the last stretch that begins before @time and is no waiting; outside of routines for
 * none. O(log stretches). */
gsize refrain_thread_profile_find_before (RefrainThreadProfile *self, RefrainTime time);
