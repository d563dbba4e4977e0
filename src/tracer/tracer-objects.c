/* tracer-objects.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Windows of one-sided communication and files. As a communicator, each is named in all processes
 * by the communicator that it was made of and which of that one's it is.
 */
#include "tracer-requests.h"

#include <stdlib.h>

typedef struct
{
  uintptr_t handle;
  uint32_t id;
} Object;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Object *objects; /* newest last */
static size_t n_objects, room;
static uint32_t next_id;

#define UNKNOWN UINT32_MAX

static uint32_t
find (uintptr_t handle, bool forget)
{
  uint32_t id = UNKNOWN;

  pthread_mutex_lock (&lock);
  for (size_t i = n_objects; id == UNKNOWN && i-- > 0;)
    if (objects[i].handle == handle)
      {
        id = objects[i].id;
        if (forget)
          objects[i] = objects[--n_objects];
      }
  pthread_mutex_unlock (&lock);
  return id;
}

static uint32_t
add (uintptr_t handle)
{
  uint32_t id = UNKNOWN;

  pthread_mutex_lock (&lock);
  if (n_objects == room)
    {
      const size_t more = room > 0 ? room * 2 : 16;
      Object *larger = realloc (objects, more * sizeof *objects);

      objects = larger != NULL ? larger : objects;
      room = larger != NULL ? more : room;
    }
  if (n_objects < room)
    {
      id = next_id++;
      objects[n_objects++] = (Object){ handle, id };
    }
  pthread_mutex_unlock (&lock);
  return id;
}

/* ---- Events ---- */

static void
put_event (TracerThread *t, unsigned type, uint32_t id, unsigned n, const uint64_t *numbers)
{
  unsigned char *at;

  if (!t->on || id == UNKNOWN)
    return;
  at = tracer_spool_begin_event (&t->spool, TRACER_OTHER, t->now);
  if (at == NULL)
    return;
  at = tracer_put (at, type);
  at = tracer_put (at, id);
  at = tracer_put (at, n);
  for (unsigned i = 0; i < n; i++)
    at = tracer_put (at, numbers[i]);
  tracer_spool_commit (&t->spool, at);
}

void
tracer_object_event (TracerThread *t,
                     unsigned type,
                     uintptr_t handle,
                     unsigned n,
                     uint64_t a,
                     uint64_t b,
                     uint64_t c,
                     uint64_t d)
{
  put_event (t, type, find (handle, false), n, (const uint64_t[]){ a, b, c, d });
}

void
tracer_object_gone (TracerThread *t, unsigned type, uintptr_t handle)
{
  put_event (t, type, find (handle, true), 0, NULL);
}

/* ---- What there is ---- */

static uint32_t
define (TracerThread *t, unsigned kind, uintptr_t handle, MPI_Comm comm, const char *name)
{
  const uint32_t which = tracer_comm_next (t, comm);
  const uint32_t comm_id = tracer_comm_get (t, comm)->id;
  const uint32_t id = add (handle);
  unsigned char *at;

  if (id == UNKNOWN)
    return id;
  at = tracer_spool_begin (&t->spool, TRACER_OBJECT);
  if (at == NULL)
    return id;
  at = tracer_put (at, id);
  at = tracer_put (at, kind);
  at = tracer_put (at, comm_id);
  at = tracer_put (at, which);
  at = tracer_put_text (at, name);
  tracer_spool_commit (&t->spool, at);
  return id;
}

void
tracer_window_made (TracerThread *t, MPI_Win win, MPI_Comm comm)
{
  put_event (t, TRACER_RMA_WIN_CREATE, define (t, TRACER_WINDOW, (uintptr_t) win, comm, ""), 0,
             NULL);
}

void
tracer_file_opened (TracerThread *t, MPI_File file, MPI_Comm comm, const char *name, int mode)
{
  const uint64_t access = mode & MPI_MODE_RDWR ? 2 : mode & MPI_MODE_WRONLY ? 1 : 0;

  put_event (t, TRACER_IO_CREATE_HANDLE, define (t, TRACER_FILE, (uintptr_t) file, comm, name), 1,
             &access);
}

void
tracer_rma (
    TracerThread *t, unsigned type, MPI_Win win, int target, uint64_t sent, uint64_t received)
{
  if (target >= 0)
    tracer_object_event (t, type, (uintptr_t) win, type == TRACER_RMA_ATOMIC ? 3 : 2,
                         (uint64_t) target, sent, received, 0);
}

uint64_t
tracer_io_begin (TracerThread *t, MPI_File file, unsigned mode, unsigned flags, uint64_t bytes)
{
  const uint64_t id = tracer_request_next ();

  tracer_object_event (t, TRACER_IO_OPERATION_BEGIN, (uintptr_t) file, 4, mode, flags, bytes, id);
  return id;
}

void
tracer_io_end (TracerThread *t, uintptr_t file, uint64_t id, const MPI_Status *status)
{
  tracer_object_event (t, TRACER_IO_OPERATION_COMPLETE, file, 2, tracer_received (status), id, 0,
                       0);
}
