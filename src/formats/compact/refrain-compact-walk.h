/* refrain-compact-walk.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reading a thread out of the rules, event by event, with the place of each event's values.
 */
#pragma once

#include "refrain-compact-form.h"

/* Room for one thread at a time, of a form's size; rules and terms that are not in use are 0. */
typedef struct
{
  guint64 *time;  /* by term: where its next event has its time */
  guint64 *row;   /* by term: where its next operation or record has its values */
  guint64 *times; /* by rule: how often it occurs in the thread */
  GArray *rules;  /* of guint32: those that do, ascending */
  GArray *frames; /* of what is being read */
} RefrainCompactScratch;

/* Scratch for as many threads as are at work, made when it is first needed. */
typedef struct
{
  const RefrainCompactForm *form;
  GMutex lock;
  GPtrArray *idle;
} RefrainCompactPool;

void refrain_compact_pool_init (RefrainCompactPool *self, const RefrainCompactForm *form);
void refrain_compact_pool_clear (RefrainCompactPool *self);
RefrainCompactScratch *refrain_compact_pool_take (RefrainCompactPool *self);
void refrain_compact_pool_give (RefrainCompactPool *self, RefrainCompactScratch *scratch);

/* A rule that is being read: the term at hand, how often it was given, and turns left. */
typedef struct
{
  guint64 first, end, at;
  guint32 given, turns;
} RefrainCompactFrame;

typedef struct
{
  const RefrainCompactForm *form;
  RefrainCompactScratch *scratch;
  guint64 term;      /* of the event that refrain_compact_walk_next() stopped at */
  guint8 event;      /* RefrainTapeEvent */
  guint32 what;      /* routine or kind */
  guint64 time, row; /* where its values are, among those of all threads */
} RefrainCompactWalk;

/* Before the first event of the rule @root of a checked form. The values of the thread begin at
 * @time, @op and @record. O(rules of the thread · log, and their terms). */
void refrain_compact_walk_init (RefrainCompactWalk *self,
                                const RefrainCompactForm *form,
                                RefrainCompactScratch *scratch,
                                guint32 root,
                                guint64 time,
                                guint64 op,
                                guint64 record);
/* Goes behind the last term of a rule, or into one; FALSE at the end. */
gboolean refrain_compact_walk_step (RefrainCompactWalk *self);
/* Makes the scratch fit for the next thread. */
void refrain_compact_walk_clear (RefrainCompactWalk *self);

/* FALSE behind the last event. O(1) on average. */
static inline gboolean
refrain_compact_walk_next (RefrainCompactWalk *self)
{
  const RefrainCompactForm *form = self->form;
  RefrainCompactScratch *scratch = self->scratch;

  for (;;)
    {
      RefrainCompactFrame *frame;

      if (scratch->frames->len == 0)
        return FALSE;
      frame = &g_array_index (scratch->frames, RefrainCompactFrame, scratch->frames->len - 1);
      if (frame->at < frame->end && form->term_what[frame->at] < form->n[REFRAIN_COMPACT_SYMBOLS])
        {
          const guint64 term = frame->at;
          const guint32 symbol = form->term_what[term];

          if (++frame->given == form->term_count[term])
            {
              frame->given = 0;
              frame->at++;
            }
          self->term = term;
          self->event = form->symbol_event[symbol];
          self->what = form->symbol_what[symbol];
          self->time = scratch->time[term]++;
          self->row = self->event >= REFRAIN_TAPE_OP ? scratch->row[term]++ : 0;
          return TRUE;
        }
      if (!refrain_compact_walk_step (self))
        return FALSE;
    }
}
