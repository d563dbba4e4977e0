/* tracer-clocks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first process of each node and rank 0 send a small message to and fro; of the round trip that
 * took least, half is taken for the way (Cristian, Distributed Computing 3, 1989). The reader
 * draws a line between the two measurements.
 */
#define _GNU_SOURCE
#include "tracer-clocks.h"

#include <stdlib.h>
#include <time.h>

#define ROUNDS 50
#define TAG    1

/* Nobody else's messages are on them. */
static MPI_Comm all, node;
static bool shared; /* they are there */

/* ---- Measuring ---- */

/* On rank 0, for the first process of another node. */
static void
answer (int who)
{
  for (int i = 0; i < ROUNDS; i++)
    {
      uint64_t now;

      MPI (Recv) (&now, (int) sizeof now, tracer_byte, who, TAG, all, MPI_STATUS_IGNORE);
      now = tracer_clock ();
      MPI (Send) (&now, (int) sizeof now, tracer_byte, who, TAG, all);
    }
}

/* What to add to the clock of this node, and when that was measured. */
typedef struct
{
  uint64_t when;
  int64_t offset;
} Comparison;

/* With rank 0, which answers. */
static Comparison
ask (void)
{
  Comparison best = { 0 };
  uint64_t least = UINT64_MAX;

  for (int i = 0; i < ROUNDS; i++)
    {
      const uint64_t before = tracer_clock ();
      uint64_t there = before, after;

      MPI (Send) (&there, (int) sizeof there, tracer_byte, 0, TAG, all);
      MPI (Recv) (&there, (int) sizeof there, tracer_byte, 0, TAG, all, MPI_STATUS_IGNORE);
      after = tracer_clock ();
      if (after - before >= least)
        continue;
      least = after - before;
      best.when = after;
      best.offset = (int64_t) (there - before - least / 2);
    }
  return best;
}

static Comparison
measure (void)
{
  int is_first = 0, rank_in_node, zero_here = 0, asks;
  Comparison compared = { .when = tracer_clock () };

  MPI (Comm_rank) (node, &rank_in_node);
  is_first = rank_in_node == 0;
  /* The node of rank 0 has its clock; there rank 0 is the first. */
  zero_here = tracer_rank == 0;
  MPI (Bcast) (&zero_here, (int) sizeof zero_here, tracer_byte, 0, node);
  if (tracer_rank != 0)
    {
      asks = is_first && !zero_here;
      MPI (Send) (&asks, (int) sizeof asks, tracer_byte, 0, TAG, all);
      if (asks)
        compared = ask ();
    }
  else
    for (int who = 1; who < (int) tracer_size; who++)
      {
        MPI (Recv) (&asks, (int) sizeof asks, tracer_byte, who, TAG, all, MPI_STATUS_IGNORE);
        if (asks)
          answer (who);
      }
  MPI (Bcast) (&compared, (int) sizeof compared, tracer_byte, 0, node);
  return compared;
}

static void
put_clock (TracerThread *t)
{
  const Comparison compared = measure ();
  struct timespec wall;
  unsigned char *at = tracer_spool_begin (&t->spool, TRACER_CLOCK);

  if (at == NULL)
    return;
  clock_gettime (CLOCK_REALTIME, &wall);
  at = tracer_put (at, compared.when);
  at = tracer_put_signed (at, compared.offset);
  at = tracer_put_signed (at, (int64_t) wall.tv_sec * 1000000000 + wall.tv_nsec
                                  - (int64_t) (tracer_clock () - compared.when));
  tracer_spool_commit (&t->spool, at);
}

/* ---- From beginning to end ---- */

void
tracer_clocks_start (TracerThread *t)
{
  MPI (Comm_dup) (tracer_world, &all);
  if (getenv ("REFRAIN_TRACER_SKEW") != NULL) /* for tests: each process a node */
    MPI (Comm_split) (all, (int) tracer_rank, 0, &node);
  else
    MPI (Comm_split_type) (all, MPI_COMM_TYPE_SHARED, (int) tracer_rank, tracer_null_info, &node);
  shared = true;
  put_clock (t);
}

void
tracer_clocks_end (TracerThread *t)
{
  if (!shared)
    return;
  put_clock (t);
  MPI (Comm_free) (&node);
  MPI (Comm_free) (&all);
  shared = false;
}
