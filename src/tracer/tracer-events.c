/* tracer-events.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Messages and collectives. A send is written where it is called, a receive where it completes, a
 * collective where it begins and where it ends. All of it is written when recording is switched off
 * as well, so that what happens when it is on finds its other end.
 */
#include "tracer-requests.h"

#define BEGIN(code) tracer_spool_begin_event (&t->spool, code, t->now)

static uint64_t last_request;

uint64_t
tracer_request_next (void)
{
  return __atomic_add_fetch (&last_request, 1, __ATOMIC_RELAXED);
}

static void
put_null (TracerThread *t, TracerRecord code, uint64_t bytes)
{
  unsigned char *at = BEGIN (code);

  if (at == NULL)
    return;
  at = tracer_put (at, bytes);
  if (code == TRACER_NULL_ISEND)
    at = tracer_put_request (&t->spool, at, t->request);
  tracer_spool_commit (&t->spool, at);
}

static inline unsigned char *
put_message (unsigned char *at, uint32_t comm, int peer, int tag, uint64_t bytes)
{
  at = tracer_put (at, comm);
  at = tracer_put (at, (uint32_t) peer);
  at = tracer_put_signed (at, tag);
  return tracer_put (at, bytes);
}

/* Whether @dest is a rank that can be sent to; MPI refuses to send to others. */
static inline bool
has_rank (const TracerComm *comm, int dest)
{
  return dest >= 0 && dest < (comm->remote_size > 0 ? comm->remote_size : comm->size);
}

void
tracer_send (TracerThread *t, MPI_Comm comm, int dest, int tag, uint64_t bytes)
{
  const TracerComm *about = tracer_comm_get (t, comm);
  unsigned char *at;

  if (UNLIKELY (dest == MPI_PROC_NULL))
    {
      put_null (t, TRACER_NULL_SEND, bytes);
      return;
    }
  if (UNLIKELY (!has_rank (about, dest)))
    return;
  at = BEGIN (TRACER_SEND);
  if (LIKELY (at != NULL))
    tracer_spool_commit (&t->spool, put_message (at, about->id, dest, tag, bytes));
}

void
tracer_isend (TracerThread *t, MPI_Comm comm, int dest, int tag, uint64_t bytes)
{
  const TracerComm *about = tracer_comm_get (t, comm);
  unsigned char *at;

  t->request = tracer_request_next ();
  if (UNLIKELY (dest == MPI_PROC_NULL))
    {
      put_null (t, TRACER_NULL_ISEND, bytes);
      return;
    }
  if (UNLIKELY (!has_rank (about, dest)))
    return;
  at = BEGIN (TRACER_ISEND);
  if (LIKELY (at != NULL))
    {
      at = put_message (at, about->id, dest, tag, bytes);
      tracer_spool_commit (&t->spool, tracer_put_request (&t->spool, at, t->request));
    }
}

uint64_t
tracer_received (const MPI_Status *status)
{
#ifdef OPEN_MPI
  return status->_ucount;
#else
  MPI_Count count = 0;

  return MPI (Get_elements_x) (status, tracer_byte, &count) == MPI_SUCCESS && count > 0
             ? (uint64_t) count
             : 0;
#endif
}

void
tracer_recv (TracerThread *t, MPI_Comm comm, const MPI_Status *status)
{
  const uint64_t bytes = tracer_received (status);
  uint32_t id;
  unsigned char *at;

  if (UNLIKELY (status->MPI_SOURCE == MPI_PROC_NULL))
    {
      put_null (t, TRACER_NULL_RECV, bytes);
      return;
    }
  id = tracer_comm_get (t, comm)->id; /* may define it */
  at = BEGIN (TRACER_RECV);
  if (LIKELY (at != NULL))
    tracer_spool_commit (&t->spool,
                         put_message (at, id, status->MPI_SOURCE, status->MPI_TAG, bytes));
}

/* An event of which only the request is said. */
void
tracer_put_request_event (TracerThread *t, TracerRecord code, uint64_t request)
{
  unsigned char *at = BEGIN (code);

  if (LIKELY (at != NULL))
    tracer_spool_commit (&t->spool, tracer_put_request (&t->spool, at, request));
}

void
tracer_irecv (TracerThread *t)
{
  t->request = tracer_request_next ();
  tracer_put_request_event (t, TRACER_IRECV_REQUEST, t->request);
}

void
tracer_put_irecv (TracerThread *t, const TracerRequest *request, const MPI_Status *status)
{
  const bool posted = request->posted;
  const bool null = request->null || (!posted && status->MPI_SOURCE == MPI_PROC_NULL);
  const uint64_t bytes = null ? 0 : posted ? TRACER_AS_SENT : tracer_received (status);
  const bool any_source = !posted || request->peer == MPI_ANY_SOURCE;
  const bool any_tag = !posted || request->tag == MPI_ANY_TAG;
  unsigned char *at = BEGIN (null ? TRACER_NULL_IRECV : TRACER_IRECV);

  if (UNLIKELY (at == NULL))
    return;
  at = null ? tracer_put (at, bytes)
            : put_message (at, request->comm_id, any_source ? status->MPI_SOURCE : request->peer,
                           any_tag ? status->MPI_TAG : request->tag, bytes);
  tracer_spool_commit (&t->spool, tracer_put_request (&t->spool, at, request->id));
}

/* ---- Collectives ---- */

void
tracer_collective_begin (TracerThread *t)
{
  unsigned char *at = BEGIN (TRACER_COLLECTIVE_BEGIN);

  if (LIKELY (at != NULL))
    tracer_spool_commit (&t->spool, at);
}

static unsigned char *
put_collective (
    unsigned char *at, unsigned type, uint32_t comm, int root, uint64_t sent, uint64_t received)
{
  at = tracer_put (at, type);
  at = tracer_put (at, comm);
  at = tracer_put (at, root >= 0 ? (uint64_t) root + 1 : 0);
  at = tracer_put (at, sent);
  return tracer_put (at, received);
}

void
tracer_collective_end (
    TracerThread *t, unsigned type, MPI_Comm comm, int root, uint64_t sent, uint64_t received)
{
  const uint32_t id = tracer_comm_get (t, comm)->id;
  unsigned char *at = BEGIN (TRACER_COLLECTIVE_END);

  if (LIKELY (at != NULL))
    tracer_spool_commit (&t->spool, put_collective (at, type, id, root, sent, received));
}

void
tracer_collective_request (TracerThread *t)
{
  t->request = tracer_request_next ();
  tracer_put_request_event (t, TRACER_COLLECTIVE_REQUEST, t->request);
}

void
tracer_put_collective_complete (TracerThread *t, const TracerRequest *request)
{
  unsigned char *at = BEGIN (TRACER_COLLECTIVE_COMPLETE);

  if (UNLIKELY (at == NULL))
    return;
  at = put_collective (at, (unsigned) request->tag, request->comm_id, request->peer, request->sent,
                       request->received);
  tracer_spool_commit (&t->spool, tracer_put_request (&t->spool, at, request->id));
}
