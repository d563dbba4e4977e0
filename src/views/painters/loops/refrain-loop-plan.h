/* refrain-loop-plan.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: how far to the right each construct of a loop model stands in its body.
 */
#pragma once

#include "refrain-loop-folding.h"
#include "refrain-loop-layout.h"

typedef struct
{
  RefrainLoopModel *model;
  const RefrainConstruct *constructs;
  guint32 n_constructs;
  const guint8 *folded; /* or NULL */
  guint n_lines;
  guint32 *next;       /* of each construct: the next in its body, what is gathered as one */
  guint8 *is_run;      /* whether it stands for what follows, too */
  guint32 *run_of;     /* the construct that stands for it */
  guint8 *has_partner; /* of events: whether the model knows the other end */
  gsize words;         /* of 64 lines */
  guint64 *lines;      /* of each construct: `words` words of bits, one a line */
  guint64 *all_lines;  /* of the top */
  double *x;           /* of each construct, in its body */
  double *width;       /* likewise: 1 for an event; for boxes with the room outside */
  double *margin;      /* of boxes: the room outside, on either side */
  double *body;        /* of loops and definitions: the width of the body */
  guint32 *group;      /* of each collective event: the first construct of its operation */
  /* Messages and collectives as they are drawn, in order of their first event. */
  gsize n_links;
  RefrainConstructLink *links;
  gsize *first_link; /* of each construct, and behind the last */
  double top_width;
} RefrainLoopPlan;

/* Plans @model for the lines of @alike. @folded (a RefrainLoopFold for each construct, or NULL)
 * must live as long. O(n log n) in the constructs, times the processes that each covers. */
void refrain_loop_plan_init (RefrainLoopPlan *self,
                             RefrainLoopModel *model,
                             const RefrainLoopAlike *alike,
                             const guint8 *folded);
/* Frees what it holds. */
void refrain_loop_plan_clear (RefrainLoopPlan *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainLoopPlan, refrain_loop_plan_clear)

/* A single event: not one that stands for a box of them. */
gboolean refrain_loop_plan_is_event (const RefrainLoopPlan *self, guint32 construct);
/* An event of a collective operation. */
gboolean refrain_loop_plan_is_sync (const RefrainLoopPlan *self, guint32 construct);
/* Whether nothing of what is in a box is drawn: loops are open unless they are folded, uses only
 * where something says so. */
gboolean refrain_loop_plan_is_folded (const RefrainLoopPlan *self, guint32 construct);
/* The body that stands in a box: the loop's own, or the definition's. */
guint32 refrain_loop_plan_get_body (const RefrainLoopPlan *self, guint32 construct);

static inline gboolean
refrain_loop_plan_is_visible (const RefrainLoopPlan *self, guint32 construct)
{
  for (gsize w = 0; w < self->words; w++)
    if (self->lines[construct * self->words + w] != 0)
      return TRUE;
  return FALSE;
}
