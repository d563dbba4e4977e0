/* refrain-waits-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to refrain-waits.c and refrain-wait-arrivals.c: waits while they are searched.
 */
#pragma once

#include "refrain-op-span.h"
#include "refrain-trace-shares.h"
#include "refrain-waits.h"

/* What the members of a collective wait for. */
typedef enum
{
  REFRAIN_WAIT_RULE_NONE,
  REFRAIN_WAIT_RULE_LAST,  /* the last to come */
  REFRAIN_WAIT_RULE_ROOT,  /* the root */
  REFRAIN_WAIT_RULE_FIRST, /* the root waits for the first other */
  REFRAIN_WAIT_RULE_REST,  /* ... for the last other */
  REFRAIN_WAIT_RULE_LOWER, /* the last to come of lower rank */
} RefrainWaitRule;

/* In the column of kinds, while waits are searched. */
enum
{
  /* Of a collective at first: whether the process gives data to it, and gets some. */
  REFRAIN_WAIT_GIVES = 1,
  REFRAIN_WAIT_GETS = 2,
  /* Of a receive: a message that is received next left earlier. */
  REFRAIN_WAIT_FLAG_WRONG_ORDER = 64,
  /* Of a collective: how long it waits is in `collectives` yet. */
  REFRAIN_WAIT_FLAG_COLLECTIVE = 128,
};
G_STATIC_ASSERT ((int) REFRAIN_N_WAITS <= (int) REFRAIN_WAIT_FLAG_WRONG_ORDER);

/* What a member of a collective has to know of the others. */
typedef struct
{
  RefrainTime came;  /* whom it waits for; G_MININT64: nobody */
  RefrainTime given; /* where all have to wait: when the last came that gives data; else likewise */
  guint32 process;   /* whom it waits for */
} RefrainAwaited;

/* Whom one collective waits for. */
typedef struct
{
  guint32 op, culprit;
} RefrainWaitCulprit;

/* Of one process. */
typedef struct
{
  RefrainTime *waiting;
  guint8 *kind;
  gsize n_collectives;      /* of known instances */
  RefrainTime *collectives; /* how long these wait, until nobody asks when they came */
  RefrainAwaited *awaited;  /* in a team, until then: what the keepers of these say */
  GArray *torn;             /* of guint32: the instances left before all had come, or NULL */
  GArray *culprits; /* of RefrainWaitCulprit, in a team, which forgets the members; or NULL */
  GArray *held;     /* of RefrainWaitHeld, by operation; or NULL */
  GArray *all_held; /* ... and what only a replay counts; or NULL */
  guint64 n_backward, n_messages;
} RefrainOwnWaits;

/* Collective instances as who keeps account of them sees them: without a team all, by the columns;
 * in one some, by what others told. Instances count from `begin` on, members from the first of that
 * one. */
typedef struct
{
  RefrainShares *keepers; /* or NULL */
  gsize begin, n;
  const guint64 *first;
  const guint32 *process, *op;
  RefrainTime *came; /* NULL without a team, as is the next */
  guint8 *flags;
  GPtrArray *told; /* by whom: see refrain-wait-arrivals.c */
} RefrainWaitMembers;

struct _RefrainWaits
{
  GObject parent_instance;

  RefrainTrace *trace;
  const RefrainShares *shares; /* of it */
  guint n_processes;
  guint8 *is_mpi;
  RefrainOpSpans *spans; /* of each process */
  RefrainOwnWaits *own;
  RefrainWaitColumns *columns;
  RefrainWaitMembers members;
  guint32 *last; /* of each instance that is kept: the member that came last, from its first */
  RefrainWaitTotals *totals; /* of each process, and of all */
  guint64 n_backward, n_messages;
  guint64 n_torn, n_synchronising;
  /* While it is made: */
  RefrainTime *given; /* of each instance that is kept, see RefrainAwaited */
  GCancellable *cancellable;
};

/* What those wait for who take part in a collective of @type, and the @kind of that. */
RefrainWaitRule refrain_wait_rule_find (RefrainCollective type, RefrainWaitKind *kind);

/* When partners came, for all operations: in the column of waiting for messages, else to be asked
 * for. With the team. FALSE when cancelled. */
gboolean refrain_wait_arrivals_note (RefrainWaits *self);
/* Of the @n-th collective of known instances of @process, operation @op. */
RefrainAwaited
refrain_wait_arrivals_await (const RefrainWaits *self, guint process, gsize op, gsize n);
/* Counts the instances that any process has found torn. With the team. */
void refrain_wait_arrivals_count_torn (RefrainWaits *self);

/* The member that operation @op of @process waits for in its instance, or G_MAXUINT64. Not in a
 * team. */
guint64 refrain_wait_arrivals_find_member (const RefrainWaits *self, guint process, gsize op);
/* When member @m came. */
static inline RefrainTime
refrain_wait_arrivals_get (const RefrainWaits *self, guint64 m)
{
  const RefrainWaitMembers *members = &self->members;

  if (members->came != NULL)
    return members->came[m];
  return self->given != NULL
             ? self->own[members->process[m]].waiting[members->op[m]]
             : refrain_op_spans_arrive (&self->spans[members->process[m]], members->op[m]);
}

/* Goes from operation *@op of *@process, where it is an end of a message, to the other end, unless
 * that is of another member of the team. */
static inline void
refrain_waits_cross (const RefrainWaits *self, guint *process, gsize *op)
{
  const RefrainOps *ops = self->spans[*process].ops;
  const guint peer = (guint) ops->peer[*op];

  if (!REFRAIN_OP_IS_P2P (ops->kind[*op]) || ops->partner[*op] == REFRAIN_NONE
      || (self->shares != NULL && !refrain_shares_own (self->shares, peer)))
    return;
  *op = ops->partner[*op];
  *process = peer;
}

/* Finds what goes on only when another process calls MPI again, where clocks agree. With the team.
 * FALSE when cancelled. */
gboolean refrain_wait_progress_find (RefrainWaits *self);
