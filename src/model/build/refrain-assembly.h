/* refrain-assembly.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the builder: the columns of all processes while they are still writable, and the steps
 * that complete them, each in a file of its own.
 */
#pragma once

#include "refrain-recorder-private.h"
#include "refrain-trace-builder.h"
#include "refrain-trace-private.h"

/* One process: its recorders' columns, one after the other. */
typedef struct
{
  RefrainWritableColumns columns;
  guint64 events;
  gboolean undefined_routine;
  gsize depth;             /* the most calls that are open at once */
  RefrainTime first, last; /* of all its events; first > last where there is none */
  RefrainDefectCount defects[REFRAIN_N_DEFECTS];
} RefrainAssemblyProcess;

/* Those of instance i are [first[i], first[i + 1]), ordered by process. */
typedef struct
{
  const guint64 *first;
  const guint32 *process, *op;
} RefrainOwnMembers;

typedef struct
{
  guint n_processes;
  RefrainAssemblyProcess *processes;
  GPtrArray *communicators; /* of RefrainCommunicator */
  GPtrArray *routines;      /* of RefrainRoutine */
  RefrainCollectives collectives;
  /* The members of each instance that are of own processes: those of collectives, but where others
   * have some. */
  RefrainOwnMembers members;
  RefrainCounts counts;
  RefrainDefectCount defects[REFRAIN_N_DEFECTS]; /* of no process in particular */
  gboolean sizes_of_senders; /* receives of REFRAIN_BYTES_UNKNOWN take the size that was sent */
  GCancellable *cancellable;
  const RefrainShares *shares; /* NULL: all processes are own */
  RefrainShares *keepers;      /* who keeps account of which collective instances, or NULL */
} RefrainAssembly;

/* Adds @count defects of @kind, the first at @time. */
void refrain_defect_count_add (RefrainDefectCount *defects,
                               RefrainDefectKind kind,
                               guint64 count,
                               RefrainTime time,
                               const char *detail);

/* Each step is O(operations) and returns early when cancelled. */
/* With the team, if there is one. */
void refrain_assembly_match_messages (RefrainAssembly *self);
void refrain_assembly_match_collectives (RefrainAssembly *self);
void refrain_assembly_stamp_logical_time (RefrainAssembly *self);
/* With the team, instead: makes sure that no operations wait for each other in a circle, else gives
 * up. Where two processes of different members exchange messages, no member stamps them. */
void refrain_assembly_check_order (RefrainAssembly *self);
void refrain_assembly_count (RefrainAssembly *self);
