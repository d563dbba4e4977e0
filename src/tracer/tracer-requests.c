/* tracer-requests.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What each open request was started as. A hash table with open addressing, in which a handle may
 * stand several times: MPI libraries give all requests that are done at once the same handle.
 */
#include "tracer-requests.h"

#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static TracerRequest *table; /* kind NONE: free */
static size_t n_open, room;  /* a power of two */

static inline void
enter_table (void)
{
  if (UNLIKELY (tracer_threaded))
    pthread_mutex_lock (&lock);
}

static inline void
leave_table (void)
{
  if (UNLIKELY (tracer_threaded))
    pthread_mutex_unlock (&lock);
}

/* ---- The table ---- */

/* Handles that several requests have had at once: where they are held tells those apart. */
#define MAX_SHARED 8
static uint64_t shared[MAX_SHARED];
static unsigned n_shared;

static inline bool
is_shared (uint64_t handle)
{
  for (unsigned i = 0; i < n_shared; i++)
    if (shared[i] == handle)
      return true;
  return false;
}

static inline size_t
slot_of (uint64_t handle, const void *place)
{
  if (is_shared (handle))
    handle ^= (uint64_t) (uintptr_t) place << 1;
  return (size_t) ((handle * UINT64_C (0x9E3779B97F4A7C15)) >> 20) & (room - 1);
}

static void
insert (const TracerRequest *request)
{
  size_t i = slot_of (request->handle, request->place);

  while (table[i].kind != TRACER_REQUEST_NONE)
    i = (i + 1) & (room - 1);
  table[i] = *request;
}

/* false where there is no memory, and nothing has changed. */
static bool
rebuild (size_t new_room)
{
  TracerRequest *old = table, *made = calloc (new_room, sizeof *made);
  const size_t old_room = room;

  if (made == NULL)
    return false;
  table = made;
  room = new_room;
  for (size_t i = 0; i < old_room; i++)
    if (old[i].kind != TRACER_REQUEST_NONE)
      insert (&old[i]);
  free (old);
  return true;
}

/* Of those of a shared handle the oldest, wherever it is held. */
static TracerRequest *
find_oldest (uint64_t handle)
{
  TracerRequest *found = NULL;

  for (size_t i = 0; i < room; i++)
    if (table[i].kind != TRACER_REQUEST_NONE && table[i].handle == handle
        && (found == NULL || table[i].id < found->id))
      found = &table[i];
  return found;
}

/* The request of @handle that was held at @place, else the oldest. */
static TracerRequest *
find (uint64_t handle, const void *place)
{
  TracerRequest *found = NULL;

  if (room == 0)
    return NULL;
  for (size_t i = slot_of (handle, place); table[i].kind != TRACER_REQUEST_NONE;
       i = (i + 1) & (room - 1))
    if (table[i].handle == handle)
      {
        if (table[i].place == place)
          return &table[i];
        if (found == NULL || table[i].id < found->id)
          found = &table[i];
      }
  return is_shared (handle) ? find_oldest (handle) : found;
}

static void
keep (const TracerRequest *request)
{
  enter_table ();
  if (n_open * 2 < room || rebuild (room > 0 ? room * 2 : 256) || n_open + 1 < room)
    {
      if (n_shared < MAX_SHARED && !is_shared (request->handle)
          && find (request->handle, request->place) != NULL)
        {
          shared[n_shared++] = request->handle;
          if (!rebuild (room))
            n_shared--;
        }
      insert (request);
      n_open++;
    }
  leave_table ();
}

/* Those behind it move up, so that no gap ends a search too early. */
static void
drop (TracerRequest *request)
{
  size_t gap = (size_t) (request - table);

  for (size_t i = (gap + 1) & (room - 1); table[i].kind != TRACER_REQUEST_NONE;
       i = (i + 1) & (room - 1))
    if (((i - slot_of (table[i].handle, table[i].place)) & (room - 1)) >= ((i - gap) & (room - 1)))
      {
        table[gap] = table[i];
        gap = i;
      }
  table[gap].kind = TRACER_REQUEST_NONE;
  n_open--;
}

static inline uint64_t
number_of (MPI_Request request)
{
  return (uint64_t) (uintptr_t) request;
}

/* ---- Started ---- */

static TracerRequest
describe (TracerThread *t, const MPI_Request *request, TracerRequestKind kind, MPI_Comm comm)
{
  return (TracerRequest){ .handle = number_of (*request),
                          .place = request,
                          .id = t->request,
                          .comm = comm,
                          .comm_id = tracer_comm_get (t, comm)->id,
                          .kind = (uint8_t) kind,
                          .active = true };
}

void
tracer_keep_send (TracerThread *t, const MPI_Request *request, MPI_Comm comm, int dest)
{
  TracerRequest kept = describe (t, request, TRACER_REQUEST_SEND, comm);

  kept.null = dest == MPI_PROC_NULL;
  keep (&kept);
}

void
tracer_keep_recv (TracerThread *t, const MPI_Request *request, MPI_Comm comm, int source)
{
  TracerRequest kept = describe (t, request, TRACER_REQUEST_RECV, comm);

  kept.null = source == MPI_PROC_NULL;
  keep (&kept);
}

static TracerRequest
describe_posted (TracerThread *t, const MPI_Request *request, MPI_Comm comm, int source, int tag)
{
  TracerRequest kept = describe (t, request, TRACER_REQUEST_RECV, comm);

  kept.null = source == MPI_PROC_NULL;
  kept.posted = true;
  kept.peer = source;
  kept.tag = tag;
  return kept;
}

void
tracer_keep_posted (TracerThread *t, const MPI_Request *request, MPI_Comm comm, int source, int tag)
{
  const TracerRequest kept = describe_posted (t, request, comm, source, tag);

  keep (&kept);
}

static TracerRequest
describe_collective (TracerThread *t,
                     const MPI_Request *request,
                     unsigned type,
                     MPI_Comm comm,
                     int root,
                     uint64_t sent,
                     uint64_t received)
{
  TracerRequest kept = describe (t, request, TRACER_REQUEST_COLLECTIVE, comm);

  kept.tag = (int) type;
  kept.peer = root;
  kept.sent = sent;
  kept.received = received;
  return kept;
}

void
tracer_keep_collective (TracerThread *t,
                        const MPI_Request *request,
                        unsigned type,
                        MPI_Comm comm,
                        int root,
                        uint64_t sent,
                        uint64_t received)
{
  const TracerRequest kept = describe_collective (t, request, type, comm, root, sent, received);

  keep (&kept);
}

void
tracer_keep_duplicate (TracerThread *t, const MPI_Request *request, MPI_Comm parent, MPI_Comm *made)
{
  TracerRequest kept
      = describe_collective (t, request, TRACER_TYPE_CREATE_HANDLE, parent, -1, 0, 0);

  kept.kind = TRACER_REQUEST_DUPLICATE;
  kept.which = tracer_comm_next (t, parent);
  kept.made = made;
  keep (&kept);
}

void
tracer_keep_io (TracerThread *t, const MPI_Request *request, MPI_File file, uint64_t id)
{
  const TracerRequest kept = { .handle = number_of (*request),
                               .place = request,
                               .id = id,
                               .sent = (uint64_t) (uintptr_t) file,
                               .kind = TRACER_REQUEST_IO,
                               .active = true };

  (void) t;
  keep (&kept);
}

void
tracer_keep_message (TracerThread *t, const MPI_Message *message, MPI_Comm comm)
{
  const TracerRequest kept = { .handle = (uint64_t) (uintptr_t) *message,
                               .place = message,
                               .id = tracer_request_next (),
                               .comm = comm,
                               .kind = TRACER_REQUEST_MESSAGE };

  (void) t;
  keep (&kept);
}

MPI_Comm
tracer_take_message (TracerThread *t, const MPI_Message *message)
{
  MPI_Comm comm = tracer_world;
  TracerRequest *kept;

  (void) t;
  enter_table ();
  kept = find ((uint64_t) (uintptr_t) *message, message);
  if (kept != NULL && kept->kind == TRACER_REQUEST_MESSAGE)
    {
      comm = kept->comm;
      drop (kept);
    }
  leave_table ();
  return comm;
}

/* ---- Persistent ---- */

static void
keep_persistent (TracerRequest kept)
{
  kept.persistent = true;
  kept.active = false;
  kept.id = tracer_request_next ();
  keep (&kept);
}

void
tracer_keep_send_init (TracerThread *t,
                       const MPI_Request *request,
                       MPI_Comm comm,
                       int dest,
                       int tag,
                       uint64_t bytes,
                       int parts)
{
  TracerRequest kept = describe (t, request, TRACER_REQUEST_SEND, comm);

  kept.null = dest == MPI_PROC_NULL;
  kept.peer = dest;
  kept.tag = tag;
  kept.sent = bytes;
  kept.parts = parts;
  keep_persistent (kept);
}

void
tracer_keep_recv_init (TracerThread *t, const MPI_Request *request, MPI_Comm comm, int source)
{
  TracerRequest kept = describe (t, request, TRACER_REQUEST_RECV, comm);

  kept.null = source == MPI_PROC_NULL;
  keep_persistent (kept);
}

void
tracer_keep_precv_init (
    TracerThread *t, const MPI_Request *request, MPI_Comm comm, int source, int tag)
{
  keep_persistent (describe_posted (t, request, comm, source, tag));
}

void
tracer_keep_collective_init (TracerThread *t,
                             const MPI_Request *request,
                             unsigned type,
                             MPI_Comm comm,
                             int root,
                             uint64_t sent,
                             uint64_t received)
{
  keep_persistent (describe_collective (t, request, type, comm, root, sent, received));
}

/* The operation of @started, which is kept as @handle, begins. */
static void
begin (TracerThread *t, uint64_t handle, const void *place, const TracerRequest *started)
{
  TracerRequest *kept;

  if (started->kind == TRACER_REQUEST_SEND)
    tracer_isend (t, started->comm, started->peer, started->tag, started->sent);
  else if (started->kind == TRACER_REQUEST_RECV)
    tracer_irecv (t);
  else
    tracer_collective_request (t);
  enter_table ();
  kept = find (handle, place);
  if (kept != NULL)
    {
      kept->id = t->request;
      kept->active = true;
    }
  leave_table ();
}

void
tracer_start (TracerThread *t, int n, const MPI_Request *requests)
{
  for (int i = 0; i < n; i++)
    {
      TracerRequest *kept, started;

      enter_table ();
      kept = find (number_of (requests[i]), &requests[i]);
      if (kept != NULL)
        kept->missing = kept->parts;
      started = kept != NULL ? *kept : (TracerRequest){ .kind = TRACER_REQUEST_NONE };
      leave_table ();
      if (started.persistent && started.parts == 0)
        begin (t, started.handle, started.place, &started);
    }
}

/* The message is sent with its last part: its receiver waits for that one. */
void
tracer_parts_ready (TracerThread *t, MPI_Request request, int n)
{
  TracerRequest *kept, sent = { .kind = TRACER_REQUEST_NONE };

  enter_table ();
  kept = find (number_of (request), NULL);
  if (kept != NULL && kept->missing > 0 && (kept->missing -= n) <= 0)
    sent = *kept;
  leave_table ();
  if (sent.kind == TRACER_REQUEST_SEND)
    begin (t, sent.handle, sent.place, &sent);
}

/* ---- Completed ---- */

void
tracer_remember (TracerThread *t, int n, const MPI_Request *requests)
{
  if (UNLIKELY ((size_t) (n > 0 ? n : 0) > t->handles_room))
    {
      MPI_Request *larger = realloc (t->handles, (size_t) n * 2 * sizeof *larger);

      if (larger == NULL)
        return;
      t->handles = larger;
      t->handles_room = (size_t) n * 2;
    }
  for (int i = 0; i < n; i++)
    t->handles[i] = requests[i];
}

MPI_Status *
tracer_statuses (TracerThread *t, int n, MPI_Status *given)
{
  if (given != MPI_STATUSES_IGNORE)
    return given;
  if ((size_t) (n > 0 ? n : 1) > t->statuses_room)
    {
      const size_t wanted = (size_t) (n > 0 ? n : 1) * 2;
      MPI_Status *larger = realloc (t->statuses, wanted * sizeof *larger);

      if (larger == NULL)
        return given;
      t->statuses = larger;
      t->statuses_room = wanted;
    }
  return t->statuses;
}

/* Takes the request out of the table, or leaves it there to be started again. */
static bool
take (MPI_Request handle, const MPI_Request *place, TracerRequest *taken)
{
  TracerRequest *kept;
  bool found = false;

  enter_table ();
  kept = find (number_of (handle), place);
  if (kept != NULL && kept->active)
    {
      found = true;
      *taken = *kept;
      if (kept->persistent)
        kept->active = false;
      else
        drop (kept);
    }
  leave_table ();
  return found;
}

static void
put_completed (TracerThread *t, const TracerRequest *request, const MPI_Status *status)
{
  int cancelled = 0;

  if (request->kind <= TRACER_REQUEST_RECV && !request->posted)
    MPI (Test_cancelled) (status, &cancelled);
  if (UNLIKELY (cancelled))
    tracer_put_request_event (t, TRACER_REQUEST_CANCELLED, request->id);
  else if (request->kind == TRACER_REQUEST_SEND)
    tracer_put_request_event (t, TRACER_ISEND_COMPLETE, request->id);
  else if (request->kind == TRACER_REQUEST_RECV)
    tracer_put_irecv (t, request, status);
  else if (request->kind == TRACER_REQUEST_COLLECTIVE)
    tracer_put_collective_complete (t, request);
  else if (request->kind == TRACER_REQUEST_IO)
    tracer_io_end (t, (uintptr_t) request->sent, request->id, status);
  else if (request->kind == TRACER_REQUEST_DUPLICATE)
    {
      tracer_put_collective_complete (t, request);
      tracer_comm_add (t, *request->made, request->comm, request->which);
    }
}

void
tracer_complete (TracerThread *t, int i, const MPI_Request *requests, const MPI_Status *status)
{
  TracerRequest request;

  if ((size_t) i < t->handles_room && t->handles[i] != tracer_null_request
      && take (t->handles[i], &requests[i], &request))
    put_completed (t, &request, status);
}

void
tracer_complete_all (TracerThread *t,
                     int n,
                     const MPI_Request *requests,
                     const MPI_Status *statuses)
{
  for (int i = 0; i < n; i++)
    tracer_complete (t, i, requests, &statuses[i]);
}

void
tracer_complete_some (TracerThread *t,
                      int n,
                      const int *indices,
                      const MPI_Request *requests,
                      const MPI_Status *statuses)
{
  for (int i = 0; n != MPI_UNDEFINED && i < n; i++)
    tracer_complete (t, indices[i], requests, &statuses[i]);
}

void
tracer_test (TracerThread *t, int n, const MPI_Request *requests)
{
  for (int i = 0; i < n && (size_t) i < t->handles_room; i++)
    {
      const TracerRequest *kept;
      uint64_t id = 0;

      if (!t->on || t->handles[i] == tracer_null_request)
        continue;
      enter_table ();
      kept = find (number_of (t->handles[i]), &requests[i]);
      if (kept != NULL && kept->active && kept->kind != TRACER_REQUEST_IO)
        id = kept->id;
      leave_table ();
      if (id != 0)
        tracer_put_request_event (t, TRACER_REQUEST_TEST, id);
    }
}

/* A send that nobody waits for is done for the program; a receive will not be heard of any more. */
void
tracer_request_free (TracerThread *t, const MPI_Request *request)
{
  TracerRequest *kept, freed = { .kind = TRACER_REQUEST_NONE };

  enter_table ();
  kept = find (number_of (*request), request);
  if (kept != NULL)
    {
      freed = *kept;
      drop (kept);
    }
  leave_table ();
  if (freed.kind == TRACER_REQUEST_NONE || !freed.active)
    return;
  if (freed.kind == TRACER_REQUEST_SEND)
    tracer_put_request_event (t, TRACER_ISEND_COMPLETE, freed.id);
  else if (freed.kind == TRACER_REQUEST_RECV)
    tracer_put_request_event (t, TRACER_REQUEST_CANCELLED, freed.id);
}
