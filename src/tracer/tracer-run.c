/* tracer-run.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From MPI_Init to MPI_Finalize: which process this is, and when something is recorded.
 */
#define _GNU_SOURCE
#include "tracer.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tracer-clocks.h"

/* Switched by MPI_Pcontrol. */
static bool switched_off;
/* Of the clock; everything from MPI_Init on unless the environment says something else. */
static uint64_t from_time, to_time = UINT64_MAX;

/* ---- When ---- */

bool
tracer_is_on (uint64_t now)
{
  return !switched_off && now >= from_time && now < to_time;
}

static uint64_t
read_nanoseconds (const char *variable, uint64_t start, uint64_t otherwise)
{
  const char *text = getenv (variable);

  return text != NULL && *text != '\0' ? start + strtoull (text, NULL, 10) : otherwise;
}

void
tracer_pcontrol (int level)
{
  switched_off = level == 0;
}

/* Says in the file where recording begins and ends. */
static void
switch_recording (TracerThread *t)
{
  unsigned char *at = tracer_spool_begin_event (&t->spool, TRACER_MEASUREMENT, t->now);

  t->was_on = t->on;
  if (at != NULL)
    tracer_spool_commit (&t->spool, tracer_put (at, t->on ? 1 : 2));
}

/* ---- Calls ---- */

static void
define_routine (TracerThread *t, unsigned name)
{
  unsigned char *at = tracer_spool_begin (&t->spool, TRACER_ROUTINE);
  char text[64] = "MPI";
  const char *bare = strchr (tracer_names[name], '_');

  if (at == NULL)
    return;
  at = tracer_put (at, name);
  at = tracer_put (at, 1);
  at = tracer_put (at, 0);
  /* What Open MPI 4 calls MPIX_Bcast_init has become MPI_Bcast_init. */
  strncpy (text + 3, bare, sizeof text - 4);
  at = tracer_put_text (at, text);
  at = tracer_put_text (at, "");
  tracer_spool_commit (&t->spool, at);
  t->known[name / 8] |= (unsigned char) (1 << name % 8);
}

static inline void
put_call (TracerThread *t, TracerRecord code, unsigned name)
{
  unsigned char *at = tracer_spool_begin_event (&t->spool, code, t->now);

  if (LIKELY (at != NULL))
    tracer_spool_commit (&t->spool, tracer_put (at, name));
}

TracerThread *
tracer_enter (unsigned name)
{
  TracerThread *t;

  if (UNLIKELY (!tracer_ready))
    tracer_resolve ();
  t = UNLIKELY (tracer_foreign) ? NULL : tracer_thread_get ();
  if (UNLIKELY (t == NULL) || t->inside > 0)
    return NULL;
  t->inside = 1;
  t->now = tracer_ticks_time (&t->ticks, tracer_ticks_read ());
  t->on = tracer_is_on (t->now);
  if (UNLIKELY (t->on != t->was_on))
    switch_recording (t);
  if (UNLIKELY (!t->on))
    return t;
  if (UNLIKELY ((t->known[name / 8] >> name % 8 & 1) == 0))
    define_routine (t, name);
  put_call (t, TRACER_ENTER, name);
  return t;
}

void
tracer_leave (TracerThread *t, unsigned name)
{
  if (LIKELY (t->on))
    put_call (t, TRACER_LEAVE, name);
  t->inside = 0;
}

/* ---- From beginning to end ---- */

/* A number that all processes of this MPI_COMM_WORLD have, and no other. */
static void
agree_on_run (uint64_t run[2])
{
  struct timespec now;

  clock_gettime (CLOCK_REALTIME, &now);
  run[0] = (uint64_t) now.tv_sec * 1000000000 + (uint64_t) now.tv_nsec;
  run[1] = (uint64_t) getpid ();
  MPI (Bcast) (run, 2 * (int) sizeof *run, tracer_byte, 0, tracer_world);
}

void
tracer_after_init (TracerThread *t)
{
  uint64_t run[2], start;
  int rank, size;

  MPI (Comm_rank) (tracer_world, &rank);
  MPI (Comm_size) (tracer_world, &size);
  tracer_rank = (uint32_t) rank;
  tracer_size = (uint32_t) size;
  agree_on_run (run);
  tracer_threads_identify (tracer_rank, tracer_size, run);
  tracer_clocks_start (t);
  tracer_comm_add_standard (t);
  start = tracer_clock ();
  from_time = read_nanoseconds ("REFRAIN_TRACER_FROM", start, 0);
  to_time = read_nanoseconds ("REFRAIN_TRACER_TO", start, UINT64_MAX);
  t->now = tracer_clock ();
}

void
tracer_before_finalize (TracerThread *t)
{
  tracer_clocks_end (t);
}

void
tracer_after_finalize (TracerThread *t)
{
  (void) t;
  tracer_threads_mark (TRACER_FINALIZED);
}

void
tracer_abort (TracerThread *t, int code)
{
  unsigned char *at = tracer_spool_begin_event (&t->spool, TRACER_ABORT, t->now);

  if (at != NULL)
    tracer_spool_commit (&t->spool, tracer_put_signed (at, code));
}
