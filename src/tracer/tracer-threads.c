/* tracer-threads.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each thread has a file of its own from its first event on, so that threads never wait for each
 * other to record something.
 */
#define _GNU_SOURCE
#include "tracer-threads.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static __thread TracerThread *current __attribute__ ((tls_model ("initial-exec")));
/* Nothing is recorded of this thread, or it is over. */
static __thread bool without __attribute__ ((tls_model ("initial-exec")));

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static TracerThread *threads; /* newest first */
static uint32_t n_threads;
static const char *folder;      /* NULL: nothing is recorded */
static TracerSpoolHeader about; /* of the process: what headers have in common */
static bool has_ticks;          /* the clock is one of ticks that can be read */

/* For tests: how much later and faster the clock of this process is. */
static struct
{
  bool set;
  uint64_t start;
  int64_t later;     /* nanoseconds */
  int64_t millionth; /* faster by so many */
} skew;

uint64_t
tracer_clock (void)
{
  struct timespec now;
  uint64_t time;

  clock_gettime (CLOCK_MONOTONIC, &now);
  time = (uint64_t) now.tv_sec * 1000000000 + (uint64_t) now.tv_nsec;
  if (UNLIKELY (skew.set))
    time += (uint64_t) (skew.later + (int64_t) (time - skew.start) / 1000000 * skew.millionth);
  return time;
}

uint64_t
tracer_ticks_ask (TracerTicks *self)
{
  const uint64_t before = tracer_ticks_read_after (), time = tracer_clock (),
                 after = tracer_ticks_read_after ();

  if (LIKELY (has_ticks))
    tracer_ticks_set (self, before, time, after);
  return time;
}

/* REFRAIN_TRACER_SKEW=NANOSECONDS,MILLIONTHS: process r is r times as much later and faster. */
static void
read_skew (void)
{
  const char *text = getenv ("REFRAIN_TRACER_SKEW"), *rank = getenv ("OMPI_COMM_WORLD_RANK");
  char *end;

  if (rank == NULL)
    rank = getenv ("PMI_RANK");
  if (text == NULL || rank == NULL)
    return;
  skew.start = tracer_clock ();
  skew.later = strtoll (text, &end, 10) * atoi (rank);
  skew.millionth = *end == ',' ? strtoll (end + 1, NULL, 10) * atoi (rank) : 0;
  skew.set = true;
}

/* ---- The process ---- */

/* A child has the parent's files mapped: it must not write to them. */
static void
forget_everything (void)
{
  folder = NULL;
  current = NULL;
  without = true;
}

static void
end_thread (void *data)
{
  TracerThread *t = data;

  current = NULL;
  without = true;
  pthread_mutex_lock (&lock);
  for (TracerThread **at = &threads; *at != NULL; at = &(*at)->next)
    if (*at == t)
      {
        *at = t->next;
        break;
      }
  pthread_mutex_unlock (&lock);
  tracer_spool_close (&t->spool);
  free (t->routines);
  free (t->handles);
  free (t->statuses);
  free (t);
}

static void
note_cores (void)
{
  cpu_set_t set;
  size_t n = 0;

  if (sched_getaffinity (0, sizeof set, &set) != 0)
    return;
  for (size_t i = 0; i < CPU_SETSIZE && i / 4 < sizeof about.cores - 1; i++)
    {
      if (i % 4 == 0)
        about.cores[i / 4] = 0;
      if (CPU_ISSET (i, &set))
        {
          about.cores[i / 4] = (char) (about.cores[i / 4] | 1 << i % 4);
          n = i / 4 + 1;
        }
    }
  for (size_t i = 0; i < n; i++)
    about.cores[i] = "0123456789abcdef"[(unsigned char) about.cores[i]];
  about.cores[n] = '\0';
}

static void
prepare (void)
{
  ssize_t n;

  folder = getenv ("REFRAIN_TRACER_SPOOL");
  if (folder == NULL || *folder == '\0')
    {
      folder = NULL;
      return;
    }
  read_skew ();
  has_ticks = !skew.set && tracer_ticks_usable ();
  gethostname (about.host, sizeof about.host - 1);
  note_cores ();
  n = readlink ("/proc/self/exe", about.program, sizeof about.program - 1);
  about.program[n > 0 ? n : 0] = '\0';
  about.rank = TRACER_NO_RANK;
  pthread_key_create (&key, end_thread);
  pthread_atfork (NULL, NULL, forget_everything);
}

const char *
tracer_get_program (void)
{
  return about.program;
}

/* ---- Threads ---- */

static void
identify (TracerThread *t)
{
  TracerSpoolHeader *header = t->spool.header;

  memcpy (header->host, about.host, sizeof header->host);
  memcpy (header->program, about.program, sizeof header->program);
  memcpy (header->cores, about.cores, sizeof header->cores);
  memcpy (header->run, about.run, sizeof header->run);
  header->size = about.size;
  header->unfiled_from = about.unfiled_from;
  header->n_unfiled = about.n_unfiled;
  __atomic_store_n (&header->rank, about.rank, __ATOMIC_RELEASE);
}

/* Once a process says why there is no trace of it, or of one of its threads. */
static void
complain (const char *path, uint32_t number, int cause)
{
  static bool complained;

  if (__atomic_exchange_n (&complained, true, __ATOMIC_RELAXED))
    return;
  if (number == 0)
    fprintf (stderr, "refrain: nothing is recorded of process %ld: %s: %s\n", (long) getpid (),
             path, strerror (cause));
  else
    fprintf (stderr, "refrain: nothing is recorded of thread %lu of process %ld: %s: %s\n",
             (unsigned long) number, (long) getpid (), path, strerror (cause));
}

/* @t is one of the process's; the files of the others tell of it where it has none. */
static void
enlist (TracerThread *t)
{
  pthread_mutex_lock (&lock);
  t->next = threads;
  threads = t;
  if (!tracer_spool_has_file (&t->spool) && about.n_unfiled++ == 0)
    about.unfiled_from = t->spool.header->base;
  for (TracerThread *one = threads; one != NULL; one = one->next)
    identify (one);
  pthread_mutex_unlock (&lock);
}

static TracerThread *
add_thread (void)
{
  TracerThread *t = calloc (1, sizeof *t);
  const uint32_t number = __atomic_fetch_add (&n_threads, 1, __ATOMIC_RELAXED);
  char path[4096];
  int saved = errno;

  without = true; /* until it is there: whatever is called from here is not recorded */
  if (t == NULL)
    return NULL;
  snprintf (path, sizeof path, "%s/%.200s-%ld-%u" TRACER_SPOOL_SUFFIX, folder, about.host,
            (long) getpid (), number);
  if (!tracer_spool_open (&t->spool, path, tracer_clock ()))
    complain (path, number, errno);
  t->spool.header->thread = number;
  t->was_on = true;
  enlist (t);
  pthread_setspecific (key, t);
  current = t;
  without = false;
  errno = saved;
  return t;
}

TracerThread *
tracer_thread_get (void)
{
  if (LIKELY (current != NULL))
    return current;
  if (without)
    return NULL;
  pthread_once (&once, prepare);
  if (folder == NULL)
    {
      without = true;
      return NULL;
    }
  return add_thread ();
}

void
tracer_threads_identify (uint32_t rank, uint32_t size, const uint64_t run[2])
{
  pthread_mutex_lock (&lock);
  about.rank = rank;
  about.size = size;
  memcpy (about.run, run, sizeof about.run);
  for (TracerThread *t = threads; t != NULL; t = t->next)
    identify (t);
  pthread_mutex_unlock (&lock);
}

void
tracer_threads_mark (uint32_t state)
{
  pthread_mutex_lock (&lock);
  for (TracerThread *t = threads; t != NULL; t = t->next)
    __atomic_or_fetch (&t->spool.header->state, state, __ATOMIC_RELEASE);
  pthread_mutex_unlock (&lock);
}
