/* refrain-run-pairs.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: which lines of two pages are the same place, what stands in one of them
 * only, and the seconds of both critical paths there. No clock decides what belongs together.
 */
#pragma once

#include "refrain-run-page.h"
#include "refrain-search.h"

/* Lines of both sides that are one place. Seconds are ns, means over the runs of a side. */
typedef struct
{
  GArray *lines[REFRAIN_N_SIDES];  /* of guint32; the first names it */
  gboolean extra;                  /* only computing, beside calls that were replaced */
  gboolean resized;                /* the seconds of its calls are booked with their sizes */
  gboolean split;                  /* its messages are told to be as much data in other numbers */
  gboolean counted;                /* so is that it comes more often */
  gboolean moved;                  /* so are those of its computing, that stands elsewhere */
  guint32 *slots[REFRAIN_N_SIDES]; /* row by row, in the order of time */
  guint32 n[REFRAIN_N_SIDES];
  double cell[REFRAIN_N_SIDES][REFRAIN_SLOT_N_PARTS];   /* on the path */
  double visits[REFRAIN_N_SIDES][REFRAIN_SLOT_N_PARTS]; /* of the path */
  double median[REFRAIN_N_SIDES][REFRAIN_SLOT_N_PARTS]; /* of an occurrence */
  double sum[REFRAIN_N_SIDES][REFRAIN_SLOT_N_PARTS];    /* of all, a process */
  gboolean pooled; /* its slots have the computing before calls of one side, too */
  double bytes[REFRAIN_N_SIDES], share[REFRAIN_N_SIDES]; /* of an occurrence, also a member */
} RefrainRunPair;

/* A line of one side only. */
typedef struct
{
  guint32 line, n;
  guint32 beside; /* the pair that mostly follows it; REFRAIN_NONE */
  double path;    /* ns */
} RefrainOnly;

typedef struct
{
  const RefrainVocabulary *vocabulary;
  RefrainSide *sides; /* two of them */
  RefrainRunPage *pages;
  GPtrArray *pairs;                /* of RefrainRunPair */
  GArray *only[REFRAIN_N_SIDES];   /* of RefrainOnly, in the order of the page */
  guint32 *order[REFRAIN_N_SIDES]; /* what the slots of pairs point into */
} RefrainCoupling;

void refrain_coupling_init (RefrainCoupling *self,
                            const RefrainVocabulary *vocabulary,
                            RefrainSide *sides,
                            RefrainRunPage *pages);
void refrain_coupling_clear (RefrainCoupling *self);

static inline RefrainRunPair *
refrain_coupling_get_pair (const RefrainCoupling *self, guint32 pair)
{
  return g_ptr_array_index (self->pairs, pair);
}

/* Slots of a pair lie far apart: the one so many ahead is fetched. */
#define REFRAIN_SLOTS_AHEAD 8

static inline RefrainSlot *
refrain_pair_get_slot (const RefrainCoupling *self,
                       const RefrainRunPair *pair,
                       guint side,
                       guint32 i)
{
  const RefrainSide *own = &self->sides[side];

  REFRAIN_PREFETCH (refrain_side_get_slot (
      own, pair->slots[side][MIN (i + REFRAIN_SLOTS_AHEAD, pair->n[side] - 1)]));
  return refrain_side_get_slot (own, pair->slots[side][i]);
}

/* Behind the last slot of @pair that is of the thread of slot @first. O(log slots). */
static inline guint32
refrain_pair_find_end (const RefrainCoupling *self,
                       const RefrainRunPair *pair,
                       guint side,
                       guint32 first)
{
  const guint32 row = refrain_pair_get_slot (self, pair, side, first)->row;
  const guint32 behind = refrain_side_get_row (&self->sides[side], row)->end;

  return (guint32) REFRAIN_LOWER_BOUND (i, first, pair->n[side], pair->slots[side][i] < behind);
}

static inline const RefrainSlotVisit *
refrain_pair_get_visit (const RefrainCoupling *self,
                        const RefrainRunPair *pair,
                        guint side,
                        guint32 i)
{
  return refrain_side_get_visit (&self->sides[side], refrain_pair_get_slot (self, pair, side, i));
}

/* The line that names @pair. */
static inline const RefrainPageNode *
refrain_pair_get_line (const RefrainCoupling *self, const RefrainRunPair *pair, guint side)
{
  return g_ptr_array_index (self->pages[side].lines, g_array_index (pair->lines[side], guint32, 0));
}

/* Occurrences of @n slots of @side in one process. */
static inline double
refrain_coupling_per_process (const RefrainCoupling *self, guint side, guint32 n)
{
  return n / (double) MAX (self->sides[side].n_runs * self->sides[side].n_processes, 1);
}
