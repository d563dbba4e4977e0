/* refrain-numbers-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: numbers while they are added up.
 */
#pragma once

#include "refrain-numbers.h"
#include "refrain-parallel.h"

struct _RefrainNumbers
{
  GObject parent_instance;

  RefrainNumbersIndex *index;
  RefrainTrace *trace;
  RefrainOpSet *ops; /* or NULL */
  RefrainTime start, end;
  guint *counted;
  gsize n_counted;
  guint32 *place;                   /* of each process in `counted`, or REFRAIN_NONE */
  RefrainProcessNumbers *processes; /* as counted */
  RefrainProcessNumbers total;
  guint64 n_streams; /* of accelerators, whose work is not counted */
  RefrainSizeCount sizes[REFRAIN_N_MESSAGE_SIZES];
  GArray *routines; /* of RefrainRoutineNumbers */
  RefrainTime routine_time;
  guint32 *routine_place; /* of each routine, and of none, in `routines` */
  GArray *pairs;          /* of RefrainPairCount */
  GHashTable *pair_place; /* from << 32 | to, in `pairs`, to the place plus one */
};

/* What the processes do, before it is put together: own time and calls of each routine, and of
 * none. */
typedef struct
{
  RefrainNumbers *numbers;
  GMutex lock; /* of what follows, and of sizes and pairs of the numbers */
  RefrainTime *own;
  guint64 *calls;
  GCancellable *cancellable;
} RefrainNumbersSum;

/* Of no process yet. */
RefrainNumbers *refrain_numbers_begin (RefrainNumbersIndex *index, const guint *processes, gsize n);
/* Has @func count each process (an item: its place in `counted`), and puts all together. Takes
 * @self; NULL with @error when cancelled. @sum is set up by it and given to @func, @data as its
 * first member. */
RefrainNumbers *refrain_numbers_finish (RefrainNumbers *self,
                                        RefrainNumbersSum *sum,
                                        RefrainParallelFunc func,
                                        GCancellable *cancellable,
                                        GError **error);
