/* refrain-skeleton.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A performance skeleton (Xu et al. 2008, section 2): a program that communicates as the traced one
 * did and computes as long between, made of the run's one page (refrain-program.h) and of what the
 * trace measured at each of its operations. Immutable; refrain-skeleton-c.h writes it as C.
 */
#pragma once

#include "refrain-program.h"
#include "refrain-trace.h"

/* On more than this many other processes no user is to wait for the rehearsal. */
#define REFRAIN_SKELETON_MOST_PROCESSES 65536

typedef enum
{
  REFRAIN_ACT_FOR,        /* the body `count` times */
  REFRAIN_ACT_CALL,       /* the function `function` */
  REFRAIN_ACT_COMPUTE,    /* as long as before `slot` */
  REFRAIN_ACT_SEND,       /* blocking */
  REFRAIN_ACT_START,      /* a non-blocking send; SETTLE waits for it */
  REFRAIN_ACT_RECV,       /* blocking */
  REFRAIN_ACT_POST,       /* a non-blocking receive into `request` */
  REFRAIN_ACT_FINISH,     /* waits for `count` requests from `request` on */
  REFRAIN_ACT_EXCHANGE,   /* sends `slot` and receives the slot behind it, MPI_Sendrecv */
  REFRAIN_ACT_SETTLE,     /* waits for all sends that were started */
  REFRAIN_ACT_COLLECTIVE, /* a collective operation */
} RefrainActKind;

/* A statement; those of a function in preorder. */
typedef struct
{
  RefrainActKind kind;
  guint32 end;      /* one behind the last act of its body; without a body: its number + 1 */
  guint32 guard;    /* number of a guard: who does it */
  guint32 slot;     /* the operation */
  guint32 request;  /* POST, FINISH */
  guint32 function; /* CALL */
  guint64 count;    /* FOR, FINISH */
} RefrainSkeletonAct;

/* How many durations of a slot are kept: the middles of as many equal shares of what was measured.
 */
#define REFRAIN_SKELETON_QUANTILES 16

/* An operation of a line of the page: what all that it stands for have in common. */
typedef struct
{
  guint32 line;
  guint32 position;
  gboolean send;             /* a send; else a receive, or a collective */
  guint32 direction;         /* REFRAIN_NONE for a collective */
  const RefrainTagRule *tag; /* NULL for a collective */

  RefrainCollective collective;
  gint32 root; /* its place in the group, ascending; -1: none */

  guint64 bytes;        /* of a message; of a collective what one process gives (MPI's count) */
  const guint64 *table; /* the same one a process; NULL where `bytes` is that of all */
  guint64 n_times;      /* how often it was done */
  guint64 n_other;      /* of these, with another size: from `least` to `most` bytes */
  guint64 least, most;

  RefrainTime time; /* median of the time computed before it; 0: none worth a statement */
  const RefrainTime *quantiles;
} RefrainSkeletonSlot;

typedef struct
{
  guint64 unmatched_sends;   /* left out, since their other end is not in the trace */
  guint64 unmatched_recvs;   /* the same */
  guint64 split_collectives; /* calls left out, since not all processes of a group came */
  guint64 resized;           /* operations with another size than the skeleton's */
  guint32 n_started;         /* blocking sends that became non-blocking against a deadlock */
  gboolean stuck;            /* even so it would not come to its end */
  guint32 n_requests;        /* POST and FINISH: from 0 to this less one */
  guint64 most_bytes;        /* of any message or collective */
} RefrainSkeletonFacts;

#define REFRAIN_TYPE_SKELETON (refrain_skeleton_get_type ())
G_DECLARE_FINAL_TYPE (RefrainSkeleton, refrain_skeleton, REFRAIN, SKELETON, GObject)

/* The skeleton of @trace for @n_processes processes of the same topology, 0: as many as there were.
 * NULL with @error: nothing communicates (REFRAIN_ERROR_EMPTY), the page does not say what another
 * number of processes would do (REFRAIN_ERROR_ARGUMENT), or cancelled. Near-linear in the
 * operations. */
RefrainSkeleton *refrain_skeleton_new (RefrainTrace *trace,
                                       guint n_processes,
                                       GCancellable *cancellable,
                                       GError **error);

/* What these return belongs to @self. */
RefrainTrace *refrain_skeleton_get_trace (RefrainSkeleton *self);
RefrainProgram *refrain_skeleton_get_program (RefrainSkeleton *self);
/* Where the processes of the skeleton sit. */
RefrainMapping *refrain_skeleton_get_mapping (RefrainSkeleton *self);
/* Those of the program, and behind them those that only more processes have. */
const RefrainDirection *refrain_skeleton_get_directions (RefrainSkeleton *self, guint32 *n);
/* The process that lies in @direction of @process, or -1. */
gint64 refrain_skeleton_get_neighbour (RefrainSkeleton *self, guint32 direction, guint process);
const RefrainSkeletonFacts *refrain_skeleton_get_facts (RefrainSkeleton *self);
const RefrainSkeletonSlot *refrain_skeleton_get_slots (RefrainSkeleton *self, guint32 *n);
/* A guard of the program, for the skeleton's processes. */
const RefrainGuard *refrain_skeleton_get_guard (RefrainSkeleton *self, guint32 guard);
/* Functions: one a definition of the program, in its order, and the main one last. */
guint32 refrain_skeleton_get_n_functions (RefrainSkeleton *self);
/* The acts of all functions; those of @function are *@first to before *@end. */
const RefrainSkeletonAct *
refrain_skeleton_get_acts (RefrainSkeleton *self, guint32 function, guint32 *first, guint32 *end);
