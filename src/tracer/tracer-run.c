/* tracer-run.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From MPI_Init to MPI_Finalize: which routines stand behind the wrappers, which process this is,
 * and when something is recorded.
 */
#define _GNU_SOURCE
#include "tracer.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tracer-clocks.h"

void *tracer_real[TRACER_N_NAMES];
bool tracer_ready;
bool tracer_threaded;
uint32_t tracer_rank = TRACER_NO_RANK, tracer_size;
MPI_Comm tracer_world, tracer_self, tracer_null_comm;
MPI_Request tracer_null_request;
MPI_Datatype tracer_byte;
MPI_Info tracer_null_info;

static pthread_once_t once = PTHREAD_ONCE_INIT;
/* The program's MPI library is another one than this was made for: its handles mean nothing here.
 */
static bool foreign;
/* Switched by MPI_Pcontrol. */
static bool switched_off;
/* Of the clock; everything from MPI_Init on unless the environment says something else. */
static uint64_t from_time, to_time = UINT64_MAX;

/* ---- What stands behind the wrappers ---- */

static int
find_mpi (struct dl_phdr_info *info, size_t size, void *data)
{
  const char *name = strrchr (info->dlpi_name, '/');

  (void) size;
  name = name != NULL ? name + 1 : info->dlpi_name;
  if (strncmp (name, "libmpi.so", 9) != 0 && strncmp (name, "libmpich.so", 11) != 0)
    return 0;
  *(void **) data = dlopen (info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
  return 1;
}

static void *library = RTLD_NEXT;

static void *
find (const char *name)
{
  return dlsym (library, name);
}

#ifdef OPEN_MPI
/* A program may have its own copy of such an object, which all others use as well then. */
static void *
find_constant (const char *name)
{
  return dlsym (library == RTLD_NEXT ? RTLD_DEFAULT : library, name);
}
#define CONSTANT(name, value) find_constant (#name)
#else
#define CONSTANT(name, value) value
#endif

/* Said once a process. */
static bool
is_foreign (void)
{
  const bool open_mpi
      = dlsym (library == RTLD_NEXT ? RTLD_DEFAULT : library, "ompi_mpi_comm_world") != NULL;

#ifdef OPEN_MPI
  const bool made_for = true;
#else
  const bool made_for = false;
#endif

  if (open_mpi != made_for)
    fprintf (stderr, "refrain: nothing is recorded: the MPI library of this program is %s MPI\n",
             open_mpi ? "Open" : "not Open");
  return open_mpi != made_for;
}

static void
resolve (void)
{
  char name[64] = "P";

  /* A program that loads its MPI library for itself alone has it nowhere behind this one. */
  if (find ("PMPI_Init") == NULL)
    dl_iterate_phdr (find_mpi, &library);
  for (unsigned i = 0; i < TRACER_N_NAMES; i++)
    {
      strncpy (name + 1, tracer_names[i], sizeof name - 2);
      tracer_real[i] = find (name);
    }
  tracer_world = CONSTANT (ompi_mpi_comm_world, MPI_COMM_WORLD);
  tracer_self = CONSTANT (ompi_mpi_comm_self, MPI_COMM_SELF);
  tracer_null_comm = CONSTANT (ompi_mpi_comm_null, MPI_COMM_NULL);
  tracer_null_request = CONSTANT (ompi_request_null, MPI_REQUEST_NULL);
  tracer_byte = CONSTANT (ompi_mpi_byte, MPI_BYTE);
  tracer_null_info = CONSTANT (ompi_mpi_info_null, MPI_INFO_NULL);
  foreign = is_foreign ();
  tracer_ready = true;
}

void
tracer_resolve (void)
{
  pthread_once (&once, resolve);
}

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
  t = UNLIKELY (foreign) ? NULL : tracer_thread_get ();
  if (UNLIKELY (t == NULL) || t->inside > 0)
    return NULL;
  t->inside = 1;
  t->now = tracer_clock ();
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
